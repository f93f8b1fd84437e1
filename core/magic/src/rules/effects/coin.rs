//! Flipping coins (705).

use duelog_kernel::Seat;
use duelog_kernel::rng::Purpose;

use super::Act;
use crate::language::definition::Ref;
use crate::rule;
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;

impl Act<'_, '_> {
    /// 705.2: only heads or tails matters, and nobody wins or loses.
    pub(super) fn toss_coin(&mut self, who: &Ref) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let heads = self.magic.flip(self.play, seat, None);
        self.magic.report(self.play, u32::from(heads), Vec::new());
    }
}

impl Magic {
    /// A player flips a coin, and wins where it was called as it comes up (705.1): whether it is heads.
    pub fn flip(&self, play: &mut Game<'_>, seat: Seat, called: Option<bool>) -> bool {
        let chosen = play.below(Purpose::Choice, 2);
        let rule = if called.is_some() { rule!("705.1") } else { rule!("705.2") };
        play.emit(Event::Chosen { among: 2, chosen }, rule);
        let heads = chosen == 0;
        self.emit(play, Event::CoinFlipped(seat, heads, called.map(|called| called == heads)), rule);
        heads
    }
}
