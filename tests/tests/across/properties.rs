//! What must hold after every decision of every game, over random legal play.

use std::collections::{BTreeMap, BTreeSet};

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::archive::Archived;
use duelog_kernel::digest::{Touched, Tree};
use duelog_kernel::parts::Parts;
use duelog_kernel::{Ask, Choice, Illegal, Item, Match, ObjectId, Seat, Viewer};
use duelog_magic::Magic;
use duelog_magic::state::event::Event;
use duelog_tests::games::{Played, decision, length, magic, magic_setup, over_random_play_of, random, setup};

/// One test a game of each property.
macro_rules! for_every_game {
    ($($property:ident),* $(,)?) => {
        mod magic_properties {
            $(
                #[test]
                fn $property() {
                    super::$property::<super::Magic>();
                }
            )*
        }
        mod duel_masters_properties {
            $(
                #[test]
                fn $property() {
                    super::$property::<super::DuelMasters>();
                }
            )*
        }
        mod flesh_and_blood_properties {
            $(
                #[test]
                fn $property() {
                    super::$property::<super::FleshAndBlood>();
                }
            )*
        }
    };
}

for_every_game!(
    every_object_is_in_exactly_one_zone,
    places_without_names_are_those_of_the_zones,
    no_card_is_lost_or_made,
    folding_the_journal_gives_the_same_state,
    the_incremental_root_is_the_whole_root,
    a_checkpoint_and_the_rest_is_the_whole_game,
    views_leak_nothing_hidden,
    every_offered_option_is_accepted_and_every_other_is_refused,
    two_replays_are_the_same_to_the_last_bit,
);

// covers: magic 400.1, 400.7, 104.1
// covers: duel-masters 400.1, 400.5
// covers: flesh-and-blood 1.2.3, 3.0.12a
fn every_object_is_in_exactly_one_zone<G: Played>() {
    over_random_play_of::<G>(100, |game, _| {
        let mut places: BTreeMap<ObjectId, usize> = BTreeMap::new();
        for (zone, list) in game.state().zones().iter().enumerate() {
            let mut listed = list.to_vec();
            listed.sort_unstable();
            let mut saying = G::in_zone(game.state(), zone);
            saying.sort_unstable();
            assert_eq!(listed, saying, "what stands in a zone and what says that it is there");
            for id in list {
                *places.entry(*id).or_default() += 1;
            }
        }
        assert!(places.values().all(|count| *count == 1), "an object stands in two zones");
    });
}

fn places_without_names_are_those_of_the_zones<G: Played>() {
    let mut counts = Vec::new();
    over_random_play_of::<G>(100, |game, _| {
        let zones = game.zones();
        game.zone_counts(&mut counts);
        assert_eq!(counts, zones.iter().map(|zone| zone.cards.len()).collect::<Vec<_>>());
        let mut places = vec![None; game.ids() as usize];
        for (place, zone) in zones.iter().enumerate() {
            zone.cards.iter().for_each(|card| places[card.0.index()] = Some(place));
        }
        let found: Vec<_> = (0..=game.ids()).map(|id| game.zone_of(ObjectId(id))).collect();
        places.push(None);
        assert_eq!(found, places);
    });
}

// covers: magic 108.3, 400.3
fn no_card_is_lost_or_made<G: Played>() {
    let mut all = 0;
    over_random_play_of::<G>(150, |game, _| {
        if game.decisions() == 0 {
            all = G::cards(game.state());
            assert!(all >= G::CARDS, "two decks, and what some have beside them");
        }
        assert_eq!(G::cards(game.state()), all);
    });
}

#[test]
fn a_zone_change_makes_a_new_object() {
    let mut seed = 200;
    let mut seen = 0;
    while seen < length() {
        let mut game = magic(&magic_setup(seed));
        let mut stream = random(seed);
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            seen += 1;
        }
        let mut used = BTreeSet::new();
        for entry in game.journal() {
            // After an illegal action is taken back, what it made has never been.
            if entry.event == Event::ActionReversed {
                let left = game.state().board.next_id();
                used.retain(|id: &ObjectId| *id < left && !reversed_after(&game, entry.decision, *id));
            }
            if let Event::Moved { object, new, .. } = &entry.event {
                assert_ne!(object, new);
                assert!(used.insert(*new), "seed {seed}: {new} is made twice");
            }
        }
        seed += 1;
    }
}

/// Whether an object was made during an action that was taken back: its id is given again later.
fn reversed_after(game: &duelog_kernel::Table<Magic>, decision: u32, id: ObjectId) -> bool {
    let later = game.journal().iter().filter(|entry| entry.decision >= decision);
    later
        .filter(
            |entry| matches!(&entry.event, Event::Moved { new, .. } | Event::TokenMade { new, .. } | Event::AbilityMade { new, .. } if *new == id),
        )
        .count()
        > 0
}

fn folding_the_journal_gives_the_same_state<G: Played>() {
    let mut seed = 300;
    let mut seen = 0;
    while seen < length() {
        let mut game = G::table(&setup::<G>(seed), true);
        let mut stream = random(seed);
        let mut folded = game.initial().expect("a journal is kept").clone();
        let mut touched = Touched::default();
        let mut applied = 0;
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            for entry in &game.journal()[applied..] {
                G::apply(&mut folded, entry.event.clone(), &mut touched);
            }
            applied = game.journal().len();
            assert!(folded.archive() == game.state().archive(), "seed {seed}, decision {}", game.decisions());
            seen += 1;
        }
        seed += 1;
    }
}

fn the_incremental_root_is_the_whole_root<G: Played>() {
    over_random_play_of::<G>(400, |game, _| {
        let mut everything = Touched::default();
        everything.all();
        let whole = Tree::default().root(game.state(), &mut everything);
        assert_eq!(game.root(), whole, "decision {}", game.decisions());
    });
}

fn a_checkpoint_and_the_rest_is_the_whole_game<G: Played>() {
    let mut seed = 500;
    let mut seen = 0;
    while seen < length() {
        let setup = setup::<G>(seed);
        let mut game = G::table(&setup, true);
        let mut stream = random(seed);
        let mut checkpoints = Vec::new();
        let mut line = Vec::new();
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            if game.decisions().is_multiple_of(97) {
                checkpoints.push((game.decisions(), game.checkpoint(), game.root()));
            }
            game.decide(seat, &choice).expect("offered");
            line.push((seat, choice));
            seen += 1;
        }
        let last = game.state_tag();
        for (at, bytes, root) in checkpoints {
            let mut again = G::table(&setup, true);
            again.restore(&bytes, at).expect("its own checkpoint");
            assert_eq!(again.root(), root, "seed {seed}, checkpoint {at}");
            for (seat, choice) in &line[at as usize..] {
                again.decide(*seat, choice).expect("the same decisions");
            }
            assert_eq!(again.state_tag(), last, "seed {seed}, from checkpoint {at}");
        }
        seed += 1;
    }
}

// covers: magic 400.2, 706.10
// covers: duel-masters 400.2, 400.2a, 400.2b, 401.2, 401.3, 402.3, 404.2, 405.2, 405.5, 406.2
// covers: flesh-and-blood 3.0.3a, 3.0.4a, 3.0.4b, 3.7.4
fn views_leak_nothing_hidden<G: Played>() {
    over_random_play_of::<G>(600, |game, _| {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
            let view = game.view(viewer);
            for card in view.zones.iter().flat_map(|zone| &zone.cards) {
                let hidden = G::is_hidden(game.state(), viewer, card.id);
                assert!(!hidden, "{viewer:?} sees {} after decision {}", card.name, game.decisions());
            }
            if let Some(request) = &view.request {
                assert!(viewer.sees(request.seat), "{viewer:?} sees what another is asked");
            }
        }
    });
}

fn every_offered_option_is_accepted_and_every_other_is_refused<G: Played>() {
    let mut turn = 0u32;
    over_random_play_of::<G>(700, |game, (seat, choice)| {
        let request = game.request().expect("asked").clone();
        let before = game.root();
        // Simple requests list their answers: each of them alone must be accepted.
        if let Ask::Pick { options, min, max, constraints, .. } = &request.ask
            && *min <= 1
            && *max >= 1
            && constraints.is_empty()
        {
            for option in options {
                assert_eq!(game.check(*seat, &Choice::one(*option)), Ok(()), "{request:?}");
            }
        }
        // Things that are not offered are refused with a rule, and the state is left as it was.
        turn += 1;
        let id = ObjectId(turn % 400);
        let strange = [
            Item::Object(id),
            Item::Act(0, id),
            Item::Act(1, id),
            Item::Act(77, id),
            Item::Ability(id, turn % 3),
            Item::Ability(id, 100 + turn % 7),
            Item::Ability(id, 255),
            Item::Ability(id, u32::MAX),
            Item::PairSeat(id, Seat((turn % 2) as u8)),
            Item::Pair(id, ObjectId(turn % 50)),
            Item::Mode(turn % 9),
            Item::Symbol((turn % 9) as u8),
            Item::Seat(Seat((turn % 3) as u8)),
            Item::Number(turn),
            Item::Object(ObjectId(u32::MAX)),
        ];
        for item in strange {
            if !request.options().contains(&item) {
                let illegal = game.decide(*seat, &Choice::one(item)).expect_err("not offered");
                assert!(illegal.rule().is_some(), "{illegal}");
            }
        }
        let other = Seat(1 - seat.0);
        assert!(matches!(game.decide(other, choice), Err(Illegal::WrongSeat { .. })));
        assert!(game.decide(*seat, &Choice::Number(u32::MAX)).is_err());
        assert!(game.decide(*seat, &Choice::Name("no such thing".to_string())).is_err());
        assert!(game.decide(*seat, &Choice::Split(vec![(Item::Pass, 0)])).is_err());
        assert_eq!(game.root(), before, "a refused answer changed the state");
        assert_eq!(game.request(), Some(&request));
    });
}

fn two_replays_are_the_same_to_the_last_bit<G: Played>() {
    let mut seed = 900;
    let mut seen = 0;
    while seen < length() {
        let setup = setup::<G>(seed);
        let (mut one, mut two) = (G::table(&setup, true), G::table(&setup, true));
        let mut stream = random(seed);
        while let Some((seat, choice)) = decision(&one, &mut stream) {
            one.decide(seat, &choice).expect("offered");
            two.decide(seat, &choice).expect("offered");
            assert_eq!(one.state_tag(), two.state_tag(), "seed {seed}, decision {}", one.decisions());
            seen += 1;
        }
        seed += 1;
    }
}
