//! Random play over all pairs of decks: every game ends, and nothing offered is refused.

use duelog_flesh_and_blood::factory::FleshAndBloodFactory;
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::table::{Deck, Start};
use duelog_kernel::{Factory, Seed, Setup, deck, sample};

fn decks() -> Vec<Deck> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/decks/flesh-and-blood");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the decks are there").map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files.into_iter().map(|file| deck::parse(&std::fs::read_to_string(file).expect("it can be read")).expect("it is a deck")).collect()
}

#[test]
fn random_games_of_all_deck_pairs_end() {
    let decks = decks();
    let factory = FleshAndBloodFactory::default();
    for seed in 0..64u64 {
        let pick = |place: u64| decks[(place % decks.len() as u64) as usize].clone();
        let setup = Setup {
            game: "flesh-and-blood".to_string(),
            edition: "2026".to_string(),
            decks: vec![pick(seed), pick(seed / 4)],
            start: Start::Normal,
            seed: Seed::from_number(seed),
        };
        let mut game = factory.start(&setup, false).unwrap_or_else(|error| panic!("{error}"));
        let mut random = Rng::new(Seed::from_number(seed ^ 0x5eed)).peek(Purpose::Choice);
        let mut decisions = 0;
        while let Some(request) = game.request().cloned() {
            let choice = sample::answer(&request, &mut random).unwrap_or_else(|| panic!("seed {seed}: no legal answer to {request:?}"));
            game.decide(request.seat, &choice).unwrap_or_else(|illegal| panic!("seed {seed}: {choice:?} to {request:?}: {illegal}"));
            decisions += 1;
            assert!(decisions < 20_000, "seed {seed} does not end");
        }
        println!("{seed} {decisions} {:?}", game.outcome().map(|outcome| (outcome.winners, outcome.rule)));
        assert!(game.outcome().is_some(), "seed {seed} ends without an outcome");
    }
}
