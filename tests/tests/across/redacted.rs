//! What the log of one viewer does not hold: the names of cards that the viewer never saw, the seed and the salt.

use std::collections::BTreeSet;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::{Match, Seat, Viewer};
use duelog_log_format::Reader;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};
use duelog_verifier::{Options, Recorder, redact};

/// The viewers in the order of their logs.
const VIEWERS: [Viewer; 3] = [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];
const SALT: [u8; 32] = *b"a salt that only a full log says";

fn names(game: &mut dyn Match, viewer: Viewer) -> BTreeSet<String> {
    game.view(viewer).zones.into_iter().flat_map(|zone| zone.cards).map(|card| card.name).collect()
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Whether a card of this name was shown to everybody for a moment, which no table repeats.
fn shown(view: &[u8], name: &str) -> bool {
    let together = |at: usize| {
        let rest = &view[at..view.len().min(at + 200)];
        let after = rest.iter().take_while(|byte| !byte.is_ascii_control());
        let line: Vec<u8> = after.copied().collect();
        holds(&line, b" shown to all")
    };
    let mut named =
        (0..view.len().saturating_sub(name.len())).filter(|at| view[*at..].starts_with(name.as_bytes()));
    holds(view, format!("reveals {name}").as_bytes()) || named.any(together)
}

/// Records a game, and gives how many names were searched for in the logs of its viewers.
fn search<G: Played>(seed: u64) -> usize {
    let factory = G::factory();
    let setup = setup::<G>(seed);
    let options = Options { observed: Some(SALT), ..Options::default() };
    let mut recorder = Recorder::new(&*factory, &setup, &options, Vec::new()).expect("memory takes it");
    let mut stream = random(seed);
    let mut seen: [BTreeSet<String>; 3] = Default::default();
    let mut all = BTreeSet::new();
    let mut decisions = 0;
    loop {
        all.extend(names(recorder.game(), Viewer::Judge));
        for (seen, viewer) in seen.iter_mut().zip(VIEWERS) {
            seen.extend(names(recorder.game(), viewer));
        }
        let Some((seat, choice)) = decision(recorder.game(), &mut stream).filter(|_| decisions < 200) else {
            break;
        };
        recorder.decide(seat, &choice).unwrap_or_else(|error| panic!("seed {seed}: {choice:?}: {error}"));
        decisions += 1;
    }
    recorder.seal().expect("memory takes it");
    let full = recorder.into_storage().expect("memory takes it");
    let secret = Reader::open(&full).expect("a log").header().seed.0;
    let views = redact(&*factory, &full).expect("observed");
    let mut searched = 0;
    for ((view, seen), viewer) in views.iter().zip(&seen).zip(VIEWERS) {
        assert!(
            !holds(view, &SALT) && !holds(view, &secret),
            "seed {seed}: the log of {viewer:?} tells how to open the rest"
        );
        // A name within another one that was seen says nothing.
        let unseen = all
            .difference(seen)
            .filter(|name| !seen.iter().any(|other| other.contains(name.as_str())) && !shown(view, name));
        for name in unseen {
            searched += 1;
            assert!(
                !holds(view, name.as_bytes()),
                "seed {seed}: {viewer:?} never saw {name}, which its log holds"
            );
        }
        let told = |deck: &&duelog_kernel::setup::Deck| !seen.iter().any(|name| name.contains(&deck.name));
        for deck in setup.decks.iter().filter(told) {
            assert!(
                !holds(view, deck.name.as_bytes()),
                "seed {seed}: the log of {viewer:?} names the deck {}",
                deck.name
            );
        }
    }
    searched
}

fn over_games<G: Played>() {
    let searched: usize = (0..20).map(search::<G>).sum();
    assert!(searched > 100, "only {searched} names were searched for");
}

#[test]
fn magic() {
    over_games::<Magic>();
}

#[test]
fn duel_masters() {
    over_games::<DuelMasters>();
}

#[test]
fn flesh_and_blood() {
    over_games::<FleshAndBlood>();
}
