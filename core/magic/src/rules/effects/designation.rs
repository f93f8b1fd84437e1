//! What a player can be besides: the monarch (717), and one who has the city's blessing (702.130).

use duelog_kernel::{ObjectId, RuleId, Seat};

use super::{Act, placed};
use crate::language::definition::{Deed, Designation, Destination, Ref, Ruling};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Lasting, LastingKind, MoveReason, Zone};
use crate::{cite, rule};

/// How many permanents a player needs for the city's blessing.
const CITY: usize = 10;

impl Act<'_, '_> {
    pub(super) fn designate(&mut self, who: &Ref, designation: Designation) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        match designation {
            Designation::Monarch if self.play.state().board.turn.monarch != Some(seat) => {
                self.magic.emit(self.play, Event::Designated(seat, designation), rule!("717.1"));
                self.magic.return_as_crowned(self.play, seat);
            }
            Designation::Monarch => {}
            Designation::Blessing => {
                self.magic.bless(self.play, seat, rule!("702.130a"));
            }
        }
    }
}

impl Magic {
    /// 610.3: what was exiled until an opponent becomes the monarch returns right after one has.
    fn return_as_crowned(&self, play: &mut Game<'_>, monarch: Seat) {
        let waits = |lasting: &Lasting| match &lasting.kind {
            LastingKind::Crowned(objects) if lasting.controller != monarch => {
                Some((lasting.id, objects.clone()))
            }
            _ => None,
        };
        let ended: Vec<(u32, Vec<ObjectId>)> = play.state().board.effects.iter().filter_map(waits).collect();
        let mut batch = Vec::new();
        for (id, objects) in ended {
            play.emit(Event::EffectEnded(id), rule!("610.3"));
            let board = &play.state().board;
            let exiled =
                objects.into_iter().filter_map(|id| board.get(id)).filter(|own| own.zone == Zone::Exile);
            cite!("610.3b", "610.3c");
            batch.extend(exiled.map(|own| {
                placed(own.id, own.owner, Destination::BattlefieldOwner, own.owner, MoveReason::Effect)
            }));
        }
        if !batch.is_empty() {
            self.happen(play, batch);
        }
    }

    /// Gives a player the city's blessing who has ten permanents and does not have it; whether it did.
    fn bless(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) -> bool {
        let sight = self.sight(play);
        let own = |id: &&duelog_kernel::ObjectId| sight.controller(**id) == Some(seat);
        let due = !sight.board.player(seat).blessed
            && sight.board.zone(Zone::Battlefield).iter().filter(own).count() >= CITY;
        if due {
            cite!("702.130c");
            self.emit(play, Event::Designated(seat, Designation::Blessing), rule);
        }
        due
    }

    /// 702.130b: at any time, whatever else goes on; whether anybody got it.
    pub fn ascend(&self, play: &mut Game<'_>) -> bool {
        if !self.card_pool.ascends() {
            return false;
        }
        let mut any = false;
        for seat in play.state().board.apnap() {
            let sight = self.sight(play);
            if !sight.board.player(seat).blessed && sight.ruled_for(seat, Ruling::Require, Deed::Ascend) > 0 {
                any |= self.bless(play, seat, rule!("702.130b"));
            }
        }
        any
    }
}
