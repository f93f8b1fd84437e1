//! Creatures that are paired (702.94), and those that cards in exile haunt (702.54) or are encoded on (702.98).

use duelog_kernel::{ObjectId, RuleId};

use super::Act;
use crate::language::definition::Ref;
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Pairs two creatures that the effect's player controls, if both still are that and neither is paired.
    pub(super) fn pair(&mut self, one: &Ref, other: &Ref) {
        let (Some(Value::Object(one)), Some(Value::Object(other))) =
            (self.object_of(one), self.object_of(other))
        else {
            return;
        };
        let seat = self.running.context.controller;
        let fits = self.look(|sight, _| {
            cite!("702.94c", "702.94d");
            [one, other].into_iter().all(|id| {
                let object = sight.object(id).filter(|object| object.zone == Zone::Battlefield);
                object.is_some_and(|object| object.permanent.bound.is_none())
                    && sight.is_creature(id)
                    && sight.controller(id) == Some(seat)
            })
        });
        if fits && one != other {
            self.play.emit(Event::Bound(one, Some(other)), rule!("702.94b"));
            self.play.emit(Event::Bound(other, Some(one)), rule!("702.94b"));
        }
    }

    /// The creature need not be one any more: it is what was targeted.
    pub(super) fn bind(&mut self, card: &Ref, creature: &Ref, rule: RuleId) {
        let (Some(Value::Object(card)), Some(Value::Object(creature))) =
            (self.object_of(card), self.object_of(creature))
        else {
            return;
        };
        let exiled = self.play.state().board.get(card).is_some_and(|object| object.zone == Zone::Exile);
        if exiled {
            cite!("702.54c");
            self.play.emit(Event::Bound(card, Some(creature)), rule);
        }
    }
}

impl Magic {
    /// 702.94e: creatures are paired no more where one of them has left, is no creature any more or is under
    /// another player's control; whether any were.
    pub fn part_pairs(&self, play: &mut Game<'_>) -> bool {
        if !self.card_pool.pairs() {
            return false;
        }
        let sight = self.sight(play);
        let parted = |id: &ObjectId| {
            let Some(partner) = sight.object(*id).and_then(|object| object.permanent.bound) else {
                return false;
            };
            let there = sight.board.is_permanent(partner);
            !there
                || sight.controller(partner) != sight.controller(*id)
                || !sight.is_creature(*id)
                || !sight.is_creature(partner)
        };
        let parted: Vec<ObjectId> =
            sight.board.zone(Zone::Battlefield).iter().copied().filter(parted).collect();
        for id in &parted {
            play.emit(Event::Bound(*id, None), rule!("702.94e"));
        }
        !parted.is_empty()
    }
}
