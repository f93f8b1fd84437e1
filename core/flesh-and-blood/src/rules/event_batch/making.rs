//! Events that make objects or put them together: cards that are created (8.5.40), tokens that are equipped
//! as they are created (8.5.41d), objects that transform (8.5.36), and dice.

use super::performing::BatchOutcome;
use super::*;
use crate::language::types::CardType;
use crate::rules::equipping::{free_slots, slots_for, taken_slots};
use crate::state::CardId;
use crate::state::apply::blank;

impl FleshAndBlood {
    /// 8.5.41d: where the token could not be equipped, it is not created.
    pub(super) fn create_equipped(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        card: CardId,
        so_far: &mut BatchOutcome,
    ) {
        if free_slots(&self.card_pool.card(card).base.types, taken_slots(&play.state().board, seat)) == 0 {
            return;
        }
        let new = play.state().board.next_id();
        self.perform_one(play, Proposal::CreateOne(seat, card), so_far);
        let slots = slots_for(&self.sight(play), seat, new);
        if slots == 0 {
            // 8.2.10b, 8.2.15b: another of its kind stands in the way.
            so_far.undo();
            return play.emit(Event::Ceased(new, None), rule!("8.5.41d"));
        }
        self.equip(play, new, slots, seat, rule!("8.5.41d"));
    }

    /// 8.5.40: the card comes to be in the zone, where there is room for it (3.0.11).
    pub(super) fn create_card(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        card: CardId,
        place: (Zone, bool, bool),
        so_far: &mut BatchOutcome,
    ) {
        // A new object, of whatever card: it comes out of nobody's card-pool.
        cite!("8.5.40b");
        let ((zone, bottom, public), new) = (place, play.state().board.next_id());
        let object = blank(new, card, seat, zone, Kind::Card);
        if self.room(&self.sight(play), &object, zone).is_err() {
            return;
        }
        play.emit(Event::CardMade { new, card, seat, zone, bottom, public }, rule!("8.5.40"));
        self.settle_face(play, new);
        so_far.did(new);
        if zone.is_arena() {
            self.enter_as(play, new);
            self.enters(play, new, so_far);
        } else if self.card_pool.notes_created_cards() {
            play.emit(Event::Recorded(Occurrence::CardCreated(new, seat)), rule!("8.5.40"));
        }
    }

    /// What effects make of something that is created in the arena: properties that are part of what it is
    /// (6.4.8a), and counters (8.5.2b).
    pub(super) fn enter_as(&self, play: &mut Game<'_>, new: ObjectId) {
        let identity = self.identity_entering(play, new);
        if !identity.is_empty() {
            play.emit(Event::Identified(new, identity), rule!("6.4.8a"));
        }
        for (kind, count) in self.counters_entering(play, new) {
            play.emit(Event::CountersPut(new, kind, count), rule!("8.5.2b"));
        }
    }

    /// 8.5.36: all of these objects are put under the permanent, or none.
    pub(super) fn transform_all(
        &self,
        play: &mut Game<'_>,
        objects: Vec<ObjectId>,
        into: Option<ObjectId>,
        by: Seat,
        so_far: &mut BatchOutcome,
    ) {
        let sight = self.sight(play);
        let Some(top) = into.or(so_far.made).filter(|top| sight.is_permanent(*top) && !objects.contains(top))
        else {
            return;
        };
        cite!("8.5.36d");
        if !objects.iter().all(|id| can_transform(&sight, *id)) {
            return;
        }
        let (to, public) = (sight.board.under(top), sight.object(top).is_some_and(|top| top.public));
        if into.is_some() {
            so_far.did(top);
        }
        for object in objects {
            let under = Proposal::Move {
                object,
                to,
                bottom: false,
                public,
                why: MoveReason::Transformed,
                by,
                counters: Vec::new(),
            };
            self.perform_one(play, under, so_far);
            play.emit(Event::Recorded(Occurrence::Transformed(object, top)), rule!("8.5.36a"));
        }
    }

    /// Rolls dice at the same time (8.5.18a): what each shows.
    pub fn throw(&self, play: &mut Game<'_>, dice: u32, sides: u32, rule: RuleId) -> Vec<u32> {
        let one = |_| {
            let result = play.below(Purpose::Die, sides) + 1;
            play.emit(Event::Rolled { sides, result }, rule);
            result
        };
        (0..dice).map(one).collect()
    }
}

/// Whether an object can be put under a permanent (3.0.14): a card or token that exists and is no hero.
pub fn can_transform(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.object(id).is_some_and(|object| object.exists() && object.is_card())
        && sight.hero_seat(id).is_none()
}

/// Returns whether a card is equipment that does not stay in the arena by what else it is (1.3.3).
pub fn is_equipment_alone(sight: &Sight<'_>, id: ObjectId) -> bool {
    let types = sight.properties(id).map(|properties| properties.types);
    types.is_some_and(|types| types.is(CardType::Equipment) && !types.becomes_permanent())
}
