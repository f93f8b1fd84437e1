//! Phasing (702.25): permanents that for a while are treated as though they did not exist.

use std::collections::BTreeSet;

use duelog_kernel::{ObjectId, RuleId};

use crate::language::keyword::Keyword;
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::last_known;
use crate::state::event::Event;
use crate::state::{Board, Object, Zone};
use crate::{cite, rule};

impl Magic {
    /// 502.1: as the untap step begins, what the active player controls and has phasing phases out, and what
    /// has phased out under that player's control phases in.
    pub fn phase_in_and_out(&self, play: &mut Game<'_>) {
        let sight = self.sight(play);
        let board = sight.board;
        let goes = |id: &ObjectId| sight.is_actives(*id) && sight.has(*id, Keyword::Phasing);
        let out = board.zone(Zone::Battlefield).iter().copied().filter(goes).collect();
        let comes = |id: &ObjectId| {
            let under = board.get(*id).and_then(|object| object.permanent.phased);
            under.is_some_and(|seat| board.is_active(seat) || board.would_have_begun(seat))
        };
        let back = board.phased_out().filter(comes).collect();
        cite!("702.25a", "703.4a");
        self.phase(play, out, back, rule!("502.1"));
    }

    /// Permanents phase out, and phased-out ones phase in, all at the same time and with what is attached to
    /// them.
    pub fn phase(&self, play: &mut Game<'_>, out: Vec<ObjectId>, back: Vec<ObjectId>, rule: RuleId) {
        let sight = self.sight(play);
        let board = sight.board;
        let alone = |id: &ObjectId| board.get(*id).is_some_and(|object| object.permanent.phased.is_some());
        let out = with_attached(board, out, &|object| object.zone == Zone::Battlefield);
        let back = with_attached(board, back.into_iter().filter(alone).collect(), &|object| {
            object.zone == Zone::PhasedOut && object.permanent.phased.is_none()
        });
        let host = |id: ObjectId| board.get(id).and_then(|object| object.permanent.attached);
        let leaves = |id: &ObjectId| {
            // Directly only what is not attached to something that phases out too.
            cite!("702.25g");
            let along = host(*id).is_some_and(|host| out.contains(&host));
            let under = sight.controller(*id).filter(|_| !along);
            Event::PhasedOut(*id, under, last_known(&sight, *id))
        };
        let returns = |id: &ObjectId| {
            cite!("702.25c");
            let here = |host| board.is_permanent(host) && !out.contains(&host) || back.contains(&host);
            Event::PhasedIn(*id, host(*id).is_none_or(here))
        };
        let events: Vec<Event> = out.iter().map(leaves).chain(back.iter().map(returns)).collect();
        // Nothing has come off or been attached, and nothing has left or entered the battlefield.
        cite!("702.25i");
        self.emit_together(play, events, rule);
    }
}

/// The objects with all those among which are attached to one of them.
fn with_attached(board: &Board, ids: Vec<ObjectId>, among: &dyn Fn(&Object) -> bool) -> BTreeSet<ObjectId> {
    let mut all: BTreeSet<ObjectId> = ids.into_iter().collect();
    if all.is_empty() {
        return all;
    }
    loop {
        let joins = |object: &&Object| {
            among(object)
                && !all.contains(&object.id)
                && object.permanent.attached.is_some_and(|host| all.contains(&host))
        };
        cite!("702.25f");
        let more: Vec<ObjectId> = board.objects.iter().filter(joins).map(|object| object.id).collect();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}
