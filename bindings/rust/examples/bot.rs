//! A bot of your own. It tries each answer on a match as it could be for all that its player knows, and takes the one after
//! which it stands best; the game is recorded and verified. `cargo run --release -p duelog-sdk --example bot`
use duelog_sdk::kernel::rng::{Purpose, Rng};
use duelog_sdk::{
    Ask, Choice, Judge, Match, Options, Recorder, Seat, Seed, Verdict, Viewer, deck, game, games, sample,
    setup,
};

/// The best of the answers that name one thing, by how much better the seat then stands than the other.
fn best(game: &dyn Match, number: u64) -> Option<Choice> {
    let request = game.request()?;
    let Ask::Pick { options, min: 1, max: 1, .. } = &request.ask else { return None };
    let imagined = game.imagined(Viewer::Seat(request.seat), Seed::from_number(number));
    let worth = |choice: &Choice| {
        let mut copy = imagined.fork();
        copy.decide(request.seat, choice).ok()?;
        let of = |seat: Seat, all: &[i64]| all.get(usize::from(seat.0)).copied().unwrap_or(0);
        let all: Vec<i64> = copy.standing().iter().map(|standing| standing.total()).collect();
        Some(2 * of(request.seat, &all) - all.iter().sum::<i64>())
    };
    options.iter().map(|item| Choice::one(*item)).rev().max_by_key(worth)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let magic = game("magic").ok_or("it is built in")?;
    let deck = deck::parse(include_str!("../../../fixtures/decks/magic/red-green-beasts.deck"))?;
    let setup = setup(&*magic, vec![deck.clone(), deck], 1);
    let mut recorder = Recorder::new(&*magic, &setup, &Options::default(), Vec::new())?;
    let mut random = Rng::new(setup.seed).peek(Purpose::Choice);
    while let Some(seat) = recorder.game().request().map(|request| request.seat) {
        let number = u64::from(recorder.game().decisions());
        // Seat 0 thinks; the other one, and what is more than one thing, is drawn.
        let thought = best(recorder.game(), number).filter(|_| seat == Seat(0) && number % 8 != 7);
        let drawn = || recorder.game().request().and_then(|request| sample::answer(request, &mut random));
        let choice = thought.or_else(drawn).ok_or("nothing can be answered")?;
        recorder.decide(seat, &choice)?;
    }
    let outcome = recorder.finish()?;
    assert_eq!(Judge::new(&games()).verdict(&recorder.into_storage()?).verdict, Verdict::Verified);
    println!("{} ({})", outcome.reason, outcome.rule);
    Ok(())
}
