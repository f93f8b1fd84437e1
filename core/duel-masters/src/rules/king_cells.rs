//! King Cells (812): cards of the hand and the mana zone that are used as one.
use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Seat};

use crate::language::types::{CardType, Civilizations};
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Game};
use crate::state::card_pool::Face;
use crate::state::event::Event;
use crate::state::{CardUse, Entering, MoveReason, Object, Part, Piece, Proposal, Spot, Zone};
use crate::{cite, rule};

impl Sight<'_> {
    /// The civilizations that a face of a card must be paid for: of a cell those of all that it is used with
    /// (812.1b, 812.1c).
    pub fn wanted_civilizations(&self, object: &Object, face: &Face) -> Civilizations {
        let own = self.face_civilizations(object, face);
        if face.definition.kind != CardType::Cell {
            return own;
        }
        cite!("812.1b", "812.1c");
        let cards = face.definition.belongs.whole.iter().filter_map(|name| self.card_pool.find(name));
        cards.fold(own, |all, card| all.and(self.card_pool.card(card).civilizations()))
    }

    /// The cards with which a cell can be used, by the names that are wanted (812.1).
    fn cells_for(&self, seat: Seat, id: ObjectId) -> Vec<Vec<ObjectId>> {
        let Some(object) = self.object(id) else { return Vec::new() };
        let own = &self.card_pool.card(object.top().card).front().definition;
        let here = |name: &String| {
            let zones = [Zone::Hand(seat), Zone::Mana(seat)];
            let all = zones.into_iter().flat_map(|zone| self.board.zone(zone));
            all.filter(|other| {
                self.object(*other).is_some_and(|other| {
                    !other.face_down && self.card_pool.card(other.top().card).front().definition.name == *name
                })
            })
            .collect()
        };
        own.belongs.whole.iter().filter(|name| **name != own.name).map(here).collect()
    }

    /// Whether all cells that a cell is used with are in the hand or the mana zone (812.1).
    pub fn has_cells(&self, seat: Seat, id: ObjectId) -> bool {
        cite!("812.1");
        let needed = self.cells_for(seat, id);
        !needed.is_empty() && needed.iter().all(|cards| !cards.is_empty())
    }

    /// Which cells a cell is used with: one of each name.
    pub fn ask_cells(&self, seat: Seat, id: ObjectId) -> Ask {
        let needed = self.cells_for(seat, id);
        let count = needed.len() as u32;
        let items = |cards: &Vec<ObjectId>| {
            let mut items: Vec<Item> = cards.iter().copied().map(Item::Object).collect();
            items.sort();
            items
        };
        let limit = |cards: &Vec<ObjectId>| Limit::AtLeast { items: items(cards), min: 1 };
        // Where there is one of each, nothing is to be said.
        let several = needed.iter().filter(|_| needed.iter().any(|cards| cards.len() > 1));
        let constraints: Vec<Constraint> =
            several.map(|cards| Constraint { rule: rule!("812.1"), limit: limit(cards) }).collect();
        Ask::pick(items(&needed.into_iter().flatten().collect()), count, count).with(constraints)
    }
}

impl DuelMasters {
    /// Puts cells that have been paid for together, and the creature that they are into the battle zone
    /// (812.1c).
    pub fn put_together(&self, play: &mut Game<'_>, using: &CardUse) {
        let board = &play.state().board;
        let cards: Vec<&Object> =
            [using.object].iter().chain(&using.on).filter_map(|id| board.get(*id)).collect();
        let linked = |(place, object): (usize, &&Object)| {
            let part = Part::Linked(Spot { across: place as i8, up: 0 });
            Piece { part, ..object.top() }
        };
        let pieces: Vec<Piece> = cards.iter().enumerate().map(linked).collect();
        let others = using.on.clone();
        self.emit_quietly(play, Event::Merged { into: using.object, others, pieces }, rule!("812.1c"));
        let event = Proposal::movement(using.object, Zone::Battle, Entering::default(), MoveReason::Used);
        self.happen(play, vec![event], rule!("812.1c"));
    }
}
