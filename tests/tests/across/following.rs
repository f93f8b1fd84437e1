//! One card is followed through the objects that it was, also in piles of alike cards.

use std::collections::BTreeSet;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_duel_masters::state::event::Event;
use duelog_duel_masters::state::{CardId, End, Entering, MoveReason, State, Zone};
use duelog_kernel::digest::Touched;
use duelog_kernel::table::{CardAt, Rules};
use duelog_kernel::{Match, ObjectId, Seat, Viewer};
use duelog_tests::games::{Played, decision, length, random, setup};

/// The card at a place.
fn card(state: &State, at: CardAt) -> Option<CardId> {
    let object = state.board.get(at.0).filter(|object| object.zone != Zone::Gone)?;
    object.pieces.get(at.1 as usize).map(|piece| piece.card)
}

/// Every card that stands somewhere after an event is the one that stood where the passages say that it came from.
fn fits(before: &State, event: &Event, after: &State, passages: &[(CardAt, CardAt)], at: &str) {
    let unlike = |place: fn(&(CardAt, CardAt)) -> CardAt| passages.iter().map(place).collect::<BTreeSet<_>>();
    assert_eq!(unlike(|passage| passage.0).len(), passages.len(), "{at}: {event:?}: {passages:?}");
    assert_eq!(unlike(|passage| passage.1).len(), passages.len(), "{at}: {event:?}: {passages:?}");
    for object in after.board.objects.iter().filter(|object| object.zone != Zone::Gone) {
        for place in 0..object.pieces.len() as u32 {
            let to = (object.id, place);
            let from = passages.iter().find(|passage| passage.1 == to).map_or(to, |passage| passage.0);
            if !matches!(event, Event::Composed(..)) {
                assert_eq!(card(before, from), card(after, to), "{at}: {event:?}: {from:?} to {to:?}");
            }
        }
    }
}

// covers: duel-masters 109.2, 801.2
#[test]
fn each_card_of_a_pile_goes_where_the_rules_put_it() {
    let (mut seed, mut seen, mut piled) = (7_000, 0, 0);
    while seen < length() {
        let mut game = DuelMasters::table(&setup::<DuelMasters>(seed), true);
        let mut stream = random(seed);
        let mut state = game.initial().expect("a journal is kept").clone();
        let (mut touched, mut applied) = (Touched::default(), 0);
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            for entry in &game.journal()[applied..] {
                let passages = DuelMasters::passages(&state, &entry.event);
                let before = (!passages.is_empty()).then(|| state.clone());
                DuelMasters::apply(&mut state, entry.event.clone(), &mut touched);
                if let Some(before) = before {
                    piled += passages.iter().filter(|(from, to)| from.1 > 0 || to.1 > 0).count();
                    let at = format!("seed {seed}, decision {}", game.decisions());
                    fits(&before, &entry.event, &state, &passages, &at);
                }
            }
            applied = game.journal().len();
            seen += 1;
        }
        // No two cards have become one.
        let last = |id| game.followed(Viewer::Judge, ObjectId(id)).pop().map(|stay| (stay.object, stay.zone));
        let ends: Vec<_> = (0..DuelMasters::CARDS as u32).filter_map(last).collect();
        let alone = |end: &&(ObjectId, Option<&str>)| {
            state.board.get(end.0).is_some_and(|object| object.pieces.len() == 1)
        };
        let ends: Vec<_> = ends.iter().filter(alone).collect();
        assert_eq!(ends.iter().collect::<BTreeSet<_>>().len(), ends.len(), "seed {seed}: {ends:?}");
        seed += 1;
    }
    assert!(piled > 0, "piles come up");
}

/// Two alike cards lie on a third one: each is followed by its place, the one on top and the one below.
#[test]
fn alike_cards_of_a_pile_are_told_apart() {
    let game = DuelMasters::table(&setup::<DuelMasters>(1), true);
    let mut state = game.initial().expect("a journal is kept").clone();
    let [pile, other, new] = [ObjectId(0), ObjectId(79), state.board.objects.next_id()];
    let below = state.board.get(pile).expect("it is there").top();
    let alike = state.board.get(other).expect("it is there").top();
    state.board.objects.get_mut(pile).expect("it is there").pieces = vec![below, alike, alike];
    let leaves = |top_only| Event::Moved {
        object: pile,
        top_only,
        from: Zone::Battle,
        to: Zone::Graveyard(Seat(0)),
        end: End::Top,
        new,
        entering: Entering::default(),
        why: MoveReason::Destroyed,
        last: None,
    };
    let to = |place: u32| (ObjectId(new.0 + place), 0);
    assert_eq!(
        DuelMasters::passages(&state, &leaves(false)),
        [((pile, 2), to(0)), ((pile, 1), to(1)), ((pile, 0), to(2))]
    );
    assert_eq!(DuelMasters::passages(&state, &leaves(true)), [((pile, 2), to(0))]);
    // On top of it goes another card; what goes under it lifts all that is there.
    let evolves = Event::Moved {
        object: other,
        top_only: false,
        from: Zone::Hand(Seat(1)),
        to: Zone::Battle,
        end: End::Top,
        new: pile,
        entering: Entering { bases: vec![pile], ..Entering::default() },
        why: MoveReason::Used,
        last: None,
    };
    assert_eq!(DuelMasters::passages(&state, &evolves), [((other, 0), (pile, 3))]);
    let pieces = vec![alike, below, alike, alike];
    let under = Event::Merged { into: pile, others: vec![other], pieces };
    let lifted = [(other, 0), (pile, 0), (pile, 1), (pile, 2)];
    let lifted: Vec<_> = lifted.into_iter().zip((0..4).map(|place| (pile, place))).collect();
    assert_eq!(DuelMasters::passages(&state, &under), lifted);
}
