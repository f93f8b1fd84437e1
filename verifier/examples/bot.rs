//! A bot of your own. It tries each answer on a match as it could be for all that its player knows, and takes the one after
//! which it stands best; the game is recorded and verified. `cargo run --release -p duelog-verifier --example bot`
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::{Ask, Choice, Factory, Match, Seat, Seed, Setup, Viewer, deck, sample, setup::Start};
use duelog_verifier::{Options, Recorder, Verdict, verify};

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
    let games: Vec<Box<dyn Factory>> = vec![Box::new(duelog_magic::factory::MagicFactory::default())];
    let deck = deck::parse(include_str!("../../fixtures/decks/magic/red-green-beasts.deck"))?;
    let (edition, seed) = (games[0].editions()[0].to_string(), Seed::from_number(1));
    let setup =
        Setup { game: "magic".into(), edition, decks: vec![deck.clone(), deck], start: Start::Normal, seed };
    let mut recorder = Recorder::new(&*games[0], &setup, &Options::default(), Vec::new())?;
    let mut random = Rng::new(seed).peek(Purpose::Choice);
    while let Some(seat) = recorder.game().request().map(|request| request.seat) {
        let number = u64::from(recorder.game().decisions());
        // Seat 0 thinks; the other one, and what is more than one thing, is drawn.
        let thought = best(recorder.game(), number).filter(|_| seat == Seat(0) && number % 8 != 7);
        let drawn = || recorder.game().request().and_then(|request| sample::answer(request, &mut random));
        let choice = thought.or_else(drawn).ok_or("nothing can be answered")?;
        recorder.decide(seat, &choice)?;
    }
    let outcome = recorder.finish()?;
    assert_eq!(verify(&games, &recorder.into_storage()?).verdict, Verdict::Verified);
    println!("{} ({})", outcome.reason, outcome.rule);
    Ok(())
}
