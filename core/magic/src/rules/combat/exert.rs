//! Exerting attackers (701.38): an optional cost to attack (508.1g).

use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Deed, Ruling, Until};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Attack, LastingKind, PickPurpose, Picking};
use crate::{cite, rule};

impl Magic {
    /// Asks the player which of the attackers to exert, of those that can be.
    pub(super) fn ask_exert(&self, play: &mut Game<'_>, attacks: &[Attack]) {
        // Each player of a team for the own attackers; the one who is asked last is put down first.
        for active in play.state().board.active_players().into_iter().rev() {
            let sight = self.sight(play);
            let shared = sight.board.shares_turns();
            let own = |id: &ObjectId| !shared || sight.controller(*id) == Some(active);
            let all = attacks.iter().map(|attack| attack.attacker).filter(own);
            let able: Vec<ObjectId> = all.filter(|id| sight.ruled(*id, Ruling::Allow, Deed::Exert)).collect();
            if able.is_empty() {
                continue;
            }
            // They are on the battlefield, and nothing else is exerted.
            cite!("701.38c", "701.38d");
            let most = able.len() as u32;
            self.pick(play, Picking::new(active, PickPurpose::Exert, able, 0, most));
        }
    }

    /// 701.38a: they do not untap in the next untap step of the player who exerts them.
    pub fn exerted(&self, play: &mut Game<'_>, seat: Seat, exerted: Vec<ObjectId>) {
        for object in exerted {
            // 701.38b: what was exerted before can be exerted again; all of it is over in the same step.
            cite!("701.38b");
            let kind = LastingKind::Stay { objects: vec![object], seat: Some(seat) };
            self.begin_effect(play, (object, seat), kind, Until::Forever, rule!("701.38a"));
            self.emit(play, Event::Performed(Deed::Exert, seat, Some(object), 1), rule!("701.38a"));
        }
    }
}
