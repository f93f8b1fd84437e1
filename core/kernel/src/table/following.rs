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

/// A viewer saw what an object became.
struct Link {
    /// The number of the event.
    event: usize,
    was: Stay,
    is: Stay,
    /// True if the later object was there before.
    joins: bool,
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

    /// When a viewer first knew an object.
    fn first_known(&self, viewer: Viewer, object: ObjectId) -> Option<Stay> {
        let mut state = self.initial.clone()?;
        let mut touched = Touched::default();
        let begun = self.stay(&state, viewer, object, 0);
        let mut entries = self.journal.entries().iter();
        begun.or_else(|| {
            entries.find_map(|entry| {
                tick(PER_EVENT);
                R::apply(&mut state, entry.event.clone(), &mut touched);
                self.stay(&state, viewer, object, entry.decision)
            })
        })
    }

    /// Where the card that an object is lay, before and after it was this object, as far as `viewer` could follow
    /// it: from an object to the next one only where the viewer knew the one just before the event and the other
    /// just after it. Nothing where the viewer never knew the object.
    pub(super) fn follow(&self, viewer: Viewer, object: ObjectId) -> Vec<Stay> {
        let Some(own) = self.first_known(viewer, object) else { return Vec::new() };
        let mut links: Vec<Link> = Vec::new();
        self.becoming(|event, became, [before, after]| {
            let was = self.stay(before, viewer, became.before, became.decision);
            let is = self.stay(after, viewer, became.after, became.decision);
            if let (Some(was), Some(is)) = (was, is) {
                let joins = self.rules.located_for(before, Viewer::Judge, became.after).is_some();
                links.push(Link { event, was, is, joins });
            }
        });
        let mut root = object;
        let earlier = |id: ObjectId| {
            let link = links.iter().find(|link| link.is.object == id && !link.joins)?;
            (link.was.object < id).then_some(link.was.object)
        };
        while let Some(before) = earlier(root) {
            root = before;
        }
        let mut stays: Vec<Stay> = self.first_known(viewer, root).into_iter().collect();
        let (mut at, mut from) = (root, 0);
        while let Some(next) = links[from..].iter().find(|link| link.was.object == at) {
            // One object can become several: the one that is the card is followed.
            let event = next.event;
            let together = || links.iter().filter(|link| link.event == event && link.was.object == at);
            let next = together().find(|link| link.is.card == own.card).unwrap_or(next);
            at = next.is.object;
            stays.push(next.is.clone());
            from = links.iter().position(|link| link.event > event).unwrap_or(links.len());
        }
        stays
    }
}
