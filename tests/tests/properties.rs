//! What must hold after every decision of every game, over random legal play.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::digest::{Touched, Tree};
use duelog_kernel::table::Rules;
use duelog_kernel::{Ask, Choice, Illegal, Item, Match, ObjectId, Seat, Viewer};
use duelog_magic::engine::Magic;
use duelog_magic::event::Event;
use duelog_magic::state::{Frame, Zone};
use duelog_tests::games::{decision, length, magic, magic_setup, over_random_play, random};

// covers: magic 400.1, 400.7, 104.1
#[test]
fn every_object_is_in_exactly_one_zone() {
    over_random_play(100, |game, _| {
        let board = &game.state().board;
        let mut places: BTreeMap<ObjectId, usize> = BTreeMap::new();
        for list in board.zones.iter() {
            for id in list {
                *places.entry(*id).or_default() += 1;
            }
        }
        assert!(places.values().all(|count| *count == 1), "an object stands in two zones");
        for object in board.objects.iter().flatten() {
            let listed = places.contains_key(&object.id);
            assert_eq!(listed, object.zone != Zone::Gone, "{} says {:?}", object.id, object.zone);
            if let Some(index) = object.zone.index() {
                assert!(board.zones.list(index).contains(&object.id), "{} is not in the list of its zone", object.id);
            }
        }
    });
}

// covers: magic 108.3, 400.3
#[test]
fn no_card_is_lost_or_made() {
    over_random_play(150, |game, _| {
        let board = &game.state().board;
        let is_card = |id: &&ObjectId| board.get(**id).is_some_and(|object| !object.token && (object.stack.is_none() || object.is_spell()));
        let cards = board.zones.iter().flatten().filter(is_card).count();
        assert_eq!(cards, 120, "two decks of sixty cards");
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

#[test]
fn folding_the_journal_gives_the_same_state() {
    let mut seed = 300;
    let mut seen = 0;
    while seen < length() {
        let mut game = magic(&magic_setup(seed));
        let mut stream = random(seed);
        let mut folded = game.initial().expect("a journal is kept").clone();
        let mut touched = Touched::default();
        let mut applied = 0;
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            for entry in &game.journal()[applied..] {
                Magic::apply(&mut folded, &entry.event, &mut touched);
            }
            applied = game.journal().len();
            assert!(folded == *game.state(), "seed {seed}, decision {}", game.decisions());
            seen += 1;
        }
        seed += 1;
    }
}

#[test]
fn the_incremental_root_is_the_whole_root() {
    over_random_play(400, |game, _| {
        let mut everything = Touched::default();
        everything.all();
        let whole = Tree::default().root(game.state(), &mut everything);
        assert_eq!(game.root(), whole, "decision {}", game.decisions());
    });
}

#[test]
fn a_checkpoint_and_the_rest_is_the_whole_game() {
    let mut seed = 500;
    let mut seen = 0;
    while seen < length() {
        let setup = magic_setup(seed);
        let mut game = magic(&setup);
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
        let last = game.tag();
        for (at, bytes, root) in checkpoints {
            let mut again = magic(&setup);
            again.restore(&bytes, at).expect("its own checkpoint");
            assert_eq!(again.root(), root, "seed {seed}, checkpoint {at}");
            for (seat, choice) in &line[at as usize..] {
                again.decide(*seat, choice).expect("the same decisions");
            }
            assert_eq!(again.tag(), last, "seed {seed}, from checkpoint {at}");
        }
        seed += 1;
    }
}

// covers: magic 400.2, 706.10
#[test]
fn views_leak_nothing_hidden() {
    over_random_play(600, |game, _| {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
            let view = game.view(viewer);
            let board = &game.state().board;
            for card in view.zones.iter().flat_map(|zone| &zone.cards) {
                let object = board.get(card.id).expect("a card in a view exists");
                let seen = match viewer {
                    Viewer::Seat(seat) => object.seen & 1 << seat.0 != 0 || object.zone == Zone::Hand(seat),
                    Viewer::Public | Viewer::Judge => object.seen == u8::MAX,
                };
                assert!(!object.zone.is_hidden() || seen, "{viewer:?} sees {} in {:?}", card.name, object.zone);
            }
            if let Some(request) = &view.request {
                assert!(viewer.sees(request.seat), "{viewer:?} sees what another is asked");
            }
        }
    });
}

#[test]
fn every_offered_option_is_accepted_and_every_other_is_refused() {
    let mut turn = 0u32;
    over_random_play(700, |game, (seat, choice)| {
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
        let id = ObjectId(turn % game.state().board.next_id().0.max(1));
        let strange = [
            Item::Object(id),
            Item::Act(0, id),
            Item::Act(1, id),
            Item::Act(77, id),
            Item::Ability(id, (turn % 3) as u8),
            Item::Ability(id, 100 + (turn % 7) as u8),
            Item::Ability(id, 255),
            Item::PairSeat(id, Seat((turn % 2) as u8)),
            Item::Pair(id, ObjectId(turn % 50)),
            Item::Mode((turn % 9) as u8),
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

// covers: magic 614.5, 616.1
#[test]
fn a_replacement_applies_to_an_event_once() {
    let mut seed = 800;
    let mut seen = 0;
    while seen < length() {
        let mut game = magic(&magic_setup(seed));
        let mut stream = random(seed);
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            seen += 1;
        }
        for entry in game.journal() {
            if let Event::Pushed(Frame::Happening(happening)) | Event::Replaced(Frame::Happening(happening)) = &entry.event {
                for proposed in &happening.batch {
                    let distinct: BTreeSet<_> = proposed.applied.iter().collect();
                    assert_eq!(distinct.len(), proposed.applied.len(), "seed {seed}: an effect applied twice to {proposed:?}");
                }
            }
        }
        seed += 1;
    }
}

#[test]
fn two_replays_are_the_same_to_the_last_bit() {
    let mut seed = 900;
    let mut seen = 0;
    while seen < length() {
        let setup = magic_setup(seed);
        let (mut one, mut two) = (magic(&setup), magic(&setup));
        let mut stream = random(seed);
        while let Some((seat, choice)) = decision(&one, &mut stream) {
            one.decide(seat, &choice).expect("offered");
            two.decide(seat, &choice).expect("offered");
            assert_eq!(one.tag(), two.tag(), "seed {seed}, decision {}", one.decisions());
            seen += 1;
        }
        seed += 1;
    }
}
