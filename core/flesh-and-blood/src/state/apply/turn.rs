//! Turns begin and end (4.0.3, 4.4.4).

use super::*;

/// Turns in which nobody comes closer to the end of the game are counted from this turn on. No match between people is
/// so long, and what was recorded before they were counted stays what it was.
const HARMLESS_FROM: u32 = 500;

impl StateWriter<'_> {
    pub(super) fn turn_began(&mut self, seat: Seat) {
        let advances = |past: &PastEvent| {
            use Occurrence::{Created, Damaged, LifeGained, LifeLost, Moved};
            matches!(past.what, Moved { .. } | Created(..) | Damaged { .. } | LifeGained(..) | LifeLost(..))
        };
        let history = &self.state.board.history;
        let idle = !history.iter().any(advances);
        let board = &self.state.board;
        let heroes = board.players.iter().filter_map(|player| board.get(player.hero));
        let life = heroes.fold(0_i32, |sum, hero| sum.saturating_add(hero.life));
        let turn = self.turn();
        turn.number = turn.number.saturating_add(1);
        cite!("4.0.3b");
        turn.active = seat;
        turn.idle = if idle { turn.idle.saturating_add(1) } else { 0 };
        turn.declined &= idle;
        if turn.number > HARMLESS_FROM {
            if turn.least.is_some_and(|least| least <= life) {
                turn.harmless = turn.harmless.saturating_add(1);
            } else {
                turn.harmless = 0;
                turn.least = Some(life);
            }
        }
        if turn.extra.last() == Some(&seat) {
            turn.extra.pop();
        }
        self.touched.mark(component::HISTORY, 0);
        self.state.board.history.clear();
        // As long as something is frozen where the text names no duration.
        cite!("8.5.34b");
        self.end_effects(|effect| effect.until == Until::YourNextTurn && effect.controller == seat);
        self.all(|object| !object.used.is_empty(), |object| object.used.clear());
    }

    pub(super) fn turn_ended(&mut self) {
        let turn = self.turn();
        let (number, active) = (turn.number, turn.active);
        self.end_effects(|effect| match effect.until {
            Until::EndOfTurn | Until::TurnThenChainLink => true,
            Until::EndOfTheirNextTurn | Until::DuringTheirNextTurn | Until::DuringTheirNextActionPhase => {
                effect.is_theirs(active) && effect.since.0 < number
            }
            Until::DuringYourNextTurn => effect.controller == active && effect.since.0 < number,
            Until::ChainLink
            | Until::CombatChain
            | Until::YourNextTurn
            | Until::SourceLeaves
            | Until::Always => false,
        });
        self.touched.mark(component::EFFECTS, 0);
    }
}
