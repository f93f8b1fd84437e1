//! Events that change something which a player shares with the team (805, 810).

use duelog_kernel::Seat;

use super::StateWriter;
use crate::cite;
use crate::language::definition::Counter;

impl StateWriter<'_> {
    /// A player's life total changes: that of the team, where it is shared (810.9).
    pub(super) fn life_changed(&mut self, seat: Seat, change: impl Fn(i32) -> i32) {
        cite!("810.9", "810.9a");
        for mate in self.state.board.sharers(seat) {
            let player = self.player(mate);
            player.life = change(player.life);
        }
    }

    /// A player gets or loses counters: poison counters are those of the team, where it shares them (810.10).
    pub(super) fn counters_changed(&mut self, seat: Seat, kind: Counter, change: impl Fn(u32) -> u32) {
        let poison = kind == Counter::Poison;
        cite!("810.10", "810.10a", "810.10b", "810.10d");
        let all = if poison { self.state.board.sharers(seat) } else { vec![seat] };
        for mate in all {
            let player = self.player(mate);
            let counters = player.counters_mut(kind);
            *counters = change(*counters);
            player.counters.retain(|entry| entry.1 > 0);
        }
    }

    /// The team of a player who has left takes its turns without that player.
    pub(super) fn team_goes_on(&mut self, left: Seat) {
        let board = &self.state.board;
        if !board.shares_turns() || board.mates(left).is_empty() {
            return;
        }
        let primary = board.primary(left);
        let turn = self.turn();
        if turn.active == left {
            turn.active = primary;
        }
        turn.extra.iter_mut().filter(|seat| **seat == left).for_each(|seat| *seat = primary);
    }
}
