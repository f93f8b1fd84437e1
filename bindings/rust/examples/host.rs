//! Hosts a match: whoever is asked gets the request and its own view of the table, and each answer is in the log before
//! the next question. `cargo run -p duelog-sdk --example host -- match.duelog`
use std::fs::File;

use duelog_sdk::kernel::rng::{Purpose, Rng};
use duelog_sdk::{Asked, Choice, FactValue, Options, Recorder, deck, game, sample, setup};

/// A player as a host knows it: a question goes there, an answer comes back.
type Player = Box<dyn FnMut(&Asked<'_>) -> Option<Choice>>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name the file for the log")?;
    let magic = game("magic").ok_or("it is built in")?;
    let deck = deck::parse(include_str!("../../../fixtures/decks/magic/red-green-beasts.deck"))?;
    let setup = setup(&*magic, vec![deck.clone(), deck], 7);
    let mut recorder = Recorder::new(&*magic, &setup, &Options::default(), File::create_new(path)?)?;
    let player = |seed: u64| -> Player {
        let mut random = Rng::new(duelog_sdk::Seed::from_number(seed)).peek(Purpose::Choice);
        Box::new(move |asked| sample::answer(asked.request, &mut random))
    };
    let mut players = [player(1), player(2)];
    while let Some(asked) = recorder.asked() {
        let seat = asked.request.seat;
        if let (Some(FactValue::Number(life)), true) =
            (asked.view.of_player(seat, "life"), asked.view.decisions % 500 == 0)
        {
            println!("{seat} has {life} life and is asked: {}", asked.question);
        }
        let choice = players[usize::from(seat.0)](&asked).ok_or("nothing can be answered")?;
        // An answer that the rules refuse changes nothing: the same question stands.
        recorder.decide(seat, &choice)?;
    }
    println!("{}", recorder.finish()?.reason);
    Ok(())
}
