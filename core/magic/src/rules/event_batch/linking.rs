//! Cards that are exiled together with an object that enters, and are linked to it from then on (607.2a).

use duelog_kernel::ObjectId;

use crate::rule;
use crate::rules::game::Game;
use crate::state::event::Event;
use crate::state::{CardId, Proposal, Zone};

/// Objects that enter with what is linked to them, and what goes into exile at the same time.
#[derive(Default)]
pub(super) struct Entered {
    /// The id that each object gets, and what it is linked to, by the card whose ability says so.
    links: Vec<(ObjectId, Vec<(CardId, ObjectId)>)>,
    /// The exiled cards: the id of each before, and the id that it gets.
    exiled: Vec<(ObjectId, ObjectId)>,
}

impl Entered {
    /// Notes an event that is about to happen, and the next id that will be given.
    pub(super) fn note(&mut self, event: &Proposal, new: ObjectId) {
        if let Proposal::Move { object, to: Zone::Exile, .. } = event {
            self.exiled.push((*object, new));
        }
        if let Proposal::Move { entering, .. } | Proposal::Token { entering, .. } = event
            && !entering.links.is_empty()
        {
            self.links.push((new, entering.links.clone()));
        }
    }

    /// Links what has entered to what was exiled for it.
    pub(super) fn link(self, play: &mut Game<'_>) {
        for (new, links) in self.links {
            let mut cards: Vec<CardId> = links.iter().map(|link| link.0).collect();
            cards.dedup();
            for card in cards {
                let own = |object: &ObjectId| links.contains(&(card, *object));
                let exiled = self.exiled.iter().filter(|moved| own(&moved.0)).map(|moved| moved.1);
                let there =
                    |id: &ObjectId| play.state().board.get(*id).is_some_and(|card| card.zone == Zone::Exile);
                let exiled: Vec<ObjectId> = exiled.filter(there).collect();
                if !exiled.is_empty() && play.state().board.get(new).is_some() {
                    play.emit(Event::Linked(new, card, exiled), rule!("607.2a"));
                }
            }
        }
    }
}
