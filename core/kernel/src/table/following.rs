//! Cards followed through their objects: the ids that one card had in turn, as far as a viewer could follow it.

use super::{Rules, Table};
use crate::budget::{PER_EVENT, tick};
use crate::digest::Touched;
use crate::ids::{ObjectId, Seat};
use crate::view::Viewer;

/// Where a card that is followed was, from an event on.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Stay {
    /// How many decisions had been made; 0 is the setup.
    pub decision: u32,
    /// The object that it was.
    pub object: ObjectId,
    /// The zone; absent where the object stood in no zone's list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<&'static str>,
    /// The player whose zone it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The name of the card, or of what it looked like.
    pub name: String,
    /// The number of that card.
    #[serde(skip)]
    card: u32,
}

/// An object became another one, or moved and stayed the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Became {
    /// How many decisions had been made.
    pub decision: u32,
    /// The object.
    pub before: ObjectId,
    /// The object that it was from then on.
    pub after: ObjectId,
}

/// A card in an object: the place, counted from the bottom, in one that is made of several.
pub type CardAt = (ObjectId, u32);

/// A card that an event moved, and where a viewer knew it just before and just after.
struct Passage {
    /// The number of the event.
    event: usize,
    from: CardAt,
    to: CardAt,
    was: Option<Stay>,
    is: Option<Stay>,
}

impl Passage {
    /// Returns whether the viewer could follow the card.
    fn is_seen(&self) -> bool {
        self.was.is_some() && self.is.is_some()
    }

    /// Returns whether the card only lies elsewhere in the same object.
    fn is_inside(&self) -> bool {
        let zones = |stay: &Option<Stay>| stay.as_ref().map(|stay| (stay.zone, stay.seat));
        self.from.0 == self.to.0 && self.from.1 != self.to.1 && zones(&self.was) == zones(&self.is)
    }
}

impl<R: Rules> Table<R> {
    /// Goes through the journal once more, and shows which objects became which, with the states just before and after.
    fn becoming(&self, mut see: impl FnMut(usize, Became, [&R::State; 2])) {
        let Some(mut state) = self.initial.clone() else { return };
        let mut touched = Touched::default();
        for (place, entry) in self.journal.entries().iter().enumerate() {
            tick(PER_EVENT);
            let moves = R::becomes(&state, &entry.event);
            let before = (!moves.is_empty()).then(|| state.clone());
            R::apply(&mut state, entry.event.clone(), &mut touched);
            let Some(old) = before else { continue };
            for (before, after) in moves {
                see(place, Became { decision: entry.decision, before, after }, [&old, &state]);
            }
        }
    }

    /// The objects and their successors since decision `from` was about to be made, for whoever may know everything.
    pub(super) fn all_that_became(&self, from: u32) -> Vec<Became> {
        let mut all = Vec::new();
        self.becoming(|_, became, _| all.extend((became.decision >= from).then_some(became)));
        all
    }

    fn stay(&self, state: &R::State, viewer: Viewer, object: ObjectId, decision: u32) -> Option<Stay> {
        let (zone, card) = self.rules.located_for(state, viewer, object)?;
        let named = zone.map(R::zone_name);
        let name = self.rules.card_name(card).to_string();
        Some(Stay {
            decision,
            object,
            zone: named.map(|named| named.0),
            seat: named.and_then(|named| named.1),
            name,
            card,
        })
    }

    /// When a viewer first knew an object: after how many events, and which of its cards it was then.
    fn first_known(&self, viewer: Viewer, object: ObjectId) -> Option<(usize, CardAt, Stay)> {
        let mut state = self.initial.clone()?;
        let mut touched = Touched::default();
        let known = |state: &R::State, events: usize, decision: u32| {
            let stay = self.stay(state, viewer, object, decision)?;
            Some((events, (object, R::top_place(state, object)), stay))
        };
        known(&state, 0, 0).or_else(|| {
            self.journal.entries().iter().enumerate().find_map(|(place, entry)| {
                tick(PER_EVENT);
                R::apply(&mut state, entry.event.clone(), &mut touched);
                known(&state, place + 1, entry.decision)
            })
        })
    }

    /// Every card that an event moved.
    fn passages(&self, viewer: Viewer) -> Vec<Passage> {
        let mut all = Vec::new();
        let Some(mut state) = self.initial.clone() else { return all };
        let mut touched = Touched::default();
        for (event, entry) in self.journal.entries().iter().enumerate() {
            tick(PER_EVENT);
            let moves = R::passages(&state, &entry.event);
            let known = |state: &R::State, at: CardAt| self.stay(state, viewer, at.0, entry.decision);
            let was: Vec<_> = moves.iter().map(|(from, _)| known(&state, *from)).collect();
            R::apply(&mut state, entry.event.clone(), &mut touched);
            for ((from, to), was) in moves.into_iter().zip(was) {
                all.push(Passage { event, from, to, was, is: known(&state, to) });
            }
        }
        all
    }

    /// Where the card that an object is lay, before and after it was this object, as far as `viewer` could follow
    /// it: from an object to the next one only where the viewer knew the one just before the event and the other
    /// just after it. Nothing where the viewer never knew the object.
    pub(super) fn follow(&self, viewer: Viewer, object: ObjectId) -> Vec<Stay> {
        let Some((mut begun, mut at, mut first)) = self.first_known(viewer, object) else {
            return Vec::new();
        };
        let own = first.card;
        let passages = self.passages(viewer);
        let mut rest = passages.partition_point(|passage| passage.event < begun);
        while let Some(last) = passages[..rest].iter().rposition(|passage| passage.to == at) {
            let event = passages[last].event;
            let fits = passages[..rest].iter().filter(|own| own.event == event && own.to == at).collect();
            let Some(passage) = best(fits, own, |passage| &passage.was) else { break };
            if !passage.is_inside() && !passage.is_seen() {
                break;
            }
            (at, begun) = (passage.from, event);
            first = passage.was.clone().unwrap_or(first);
            rest = passages.partition_point(|passage| passage.event < event);
        }
        // The viewer may have known it for longer.
        if let Some(known) = self.first_known(viewer, at.0).filter(|known| known.1 == at) {
            first = known.2;
        }
        let mut stays = vec![first];
        let mut from = passages.partition_point(|passage| passage.event < begun);
        while let Some(next) = passages[from..].iter().find(|passage| passage.from == at) {
            let event = next.event;
            let fits = passages[from..].iter().filter(|own| own.event == event && own.from == at).collect();
            let Some(passage) = best(fits, own, |passage| &passage.is) else { break };
            if passage.is_seen() && !passage.is_inside() {
                stays.extend(passage.is.clone());
            } else if passage.from.0 != passage.to.0 {
                break;
            }
            at = passage.to;
            from = passages.partition_point(|passage| passage.event <= event);
        }
        stays
    }
}

/// Returns the one that is the card, of several objects that one became or that became one.
fn best(fits: Vec<&Passage>, card: u32, stay: fn(&Passage) -> &Option<Stay>) -> Option<&Passage> {
    let same = fits.iter().find(|passage| stay(passage).as_ref().is_some_and(|stay| stay.card == card));
    same.or(fits.first()).copied()
}
