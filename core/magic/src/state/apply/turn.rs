//! What events of turns, steps and priority change (500-514, 116).

use duelog_kernel::recurrence::Loops;
use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use crate::cite;
use crate::language::definition::{Designation, Until};
use crate::state::{Stage, Step, Turn, TurnCount, TurnFact, component};

impl StateWriter<'_> {
    pub(super) fn turn(&mut self) -> &mut Turn {
        self.touched.mark(component::TURN, 0);
        &mut self.state.board.turn
    }

    pub(super) fn starting_player(&mut self, seat: Seat) {
        let turn = self.turn();
        turn.starting = seat;
        turn.active = seat;
    }

    pub(super) fn draws_counted(&mut self) {
        for place in 0..self.state.board.players.len() {
            let player = self.player(Seat(place as u8));
            player.drawn_before = player.drawn;
        }
    }

    pub(super) fn turn_began(&mut self, seat: Seat) {
        self.state.loops = Loops::default();
        let missed = self.turns_missed(seat);
        let own = self.state.board.mates(seat);
        let gone = self.gone();
        let turn = self.turn();
        turn.number = turn.number.saturating_add(1);
        turn.active = seat;
        turn.gone = gone;
        turn.lands = 0;
        turn.past.clear();
        turn.added.clear();
        turn.steps.clear();
        turn.phases.clear();
        // A turn that is skipped does not begin, and what is to come waits for one that does.
        turn.control = match turn.control_next.iter().position(|control| control.0 == seat) {
            Some(place) => {
                cite!("715.1", "715.1b", "715.3");
                Some(turn.control_next.remove(place))
            }
            None => None,
        };
        if turn.extra.last() == Some(&seat) && turn.number > 1 {
            turn.extra.pop();
        }
        turn.behind_next.retain(|waiting| *waiting != seat);
        let history = std::mem::take(&mut self.state.board.history);
        (0..history.len() as u32).for_each(|past| self.touched.mark(component::HISTORY, past));
        for place in 0..self.state.board.players.len() {
            let player = self.player(Seat(place as u8));
            player.spells = 0;
            player.drawn = 0;
            player.drawn_before = 0;
            player.lands = 0;
        }
        self.end_effects(|effect| {
            cite!("800.4k");
            let begins = own.contains(&effect.controller) || missed.contains(&effect.controller);
            effect.until == Until::YourNextTurn && begins
        });
        let over =
            |delayed: &crate::state::Delayed| delayed.until_turn && own.contains(&delayed.context.controller);
        if self.state.board.delayed.iter().any(over) {
            self.effects().delayed.retain(|delayed| !over(delayed));
        }
        for id in self.state.board.phased_either_way() {
            if self.state.board.get(id).is_some_and(|object| object.permanent.loyalty_used) {
                self.permanent(id, |permanent| permanent.loyalty_used = false);
            }
        }
    }

    /// Who has left the game, where it matters to the range of influence.
    fn gone(&self) -> u8 {
        let board = &self.state.board;
        let left = board.seats().into_iter().filter(|seat| board.has_left(*seat));
        if board.terms.range.is_empty() { 0 } else { left.fold(0, |gone, seat| gone | 1 << seat.0) }
    }

    /// The players who have left the game and whose turns would have begun before this one (800.4j, 800.4k).
    fn turns_missed(&self, next: Seat) -> Vec<Seat> {
        let board = &self.state.board;
        let (turn, count) = (&board.turn, board.players.len() as u8);
        if turn.number == 0 || turn.extra.last() == Some(&next) {
            return Vec::new();
        }
        cite!("800.4j");
        let after = (1..count).map(|step| Seat((turn.in_order().0 + step) % count));
        after.take_while(|seat| *seat != next).filter(|seat| board.has_left(*seat)).collect()
    }

    pub(super) fn step_began(&mut self, step: Step) {
        self.state.loops = Loops::default();
        let turn = self.turn();
        turn.step = step;
        turn.stage = Stage::Begin(0);
        turn.priority = None;
        turn.passed = 0;
        turn.chain = 0;
    }

    pub(super) fn priority(&mut self, seat: Option<Seat>, passed: u8) {
        let turn = self.turn();
        turn.priority = seat;
        turn.passed = passed;
    }

    /// What definitions ask about has happened so often more this turn.
    pub(super) fn noted(&mut self, pattern: u16, seat: Seat, times: u32) {
        let turn = self.turn();
        match turn.past.iter_mut().find(|past| (past.pattern, past.seat) == (pattern, seat)) {
            Some(past) => past.times = past.times.saturating_add(times),
            None => turn.past.push(TurnCount { pattern, seat, times }),
        }
    }

    /// Which objects an event was about; each once.
    pub(super) fn recalled(&mut self, all: &[TurnFact]) {
        let history = &mut self.state.board.history;
        for did in all {
            if !history.contains(did) {
                self.touched.mark(component::HISTORY, history.len() as u32);
                history.push(did.clone());
            }
        }
    }

    /// Forgets all that these patterns remember.
    pub(super) fn combat_forgotten(&mut self, patterns: &[u16]) {
        let history = &mut self.state.board.history;
        if history.iter().any(|did| patterns.contains(&did.pattern)) {
            (0..history.len() as u32).for_each(|past| self.touched.mark(component::HISTORY, past));
            history.retain(|did| !patterns.contains(&did.pattern));
        }
    }

    /// What events of this turn made this object have made it the other one.
    pub(super) fn goes_on_as(&mut self, id: ObjectId, new: ObjectId) {
        let history = &mut self.state.board.history;
        for (past, did) in history.iter_mut().enumerate().filter(|(_, did)| did.became == Some(id)) {
            self.touched.mark(component::HISTORY, past as u32);
            did.became = Some(new);
        }
    }

    pub(super) fn designated(&mut self, seat: Seat, designation: Designation) {
        match designation {
            Designation::Monarch => {
                // There is one place for it: who was the monarch is it no more.
                cite!("717.3");
                self.turn().monarch = Some(seat);
            }
            Designation::Blessing => self.player(seat).blessed = true,
        }
    }

    /// What is said last of a player counts.
    pub(super) fn player_controlled(&mut self, seat: Seat, by: Seat) {
        let turn = self.turn();
        cite!("715.1a");
        turn.control_next.retain(|control| control.0 != seat);
        turn.control_next.push((seat, by));
    }

    pub(super) fn turn_skipped(&mut self, seat: Seat) {
        let turn = self.turn();
        if turn.extra.last() == Some(&seat) {
            turn.extra.pop();
        }
    }
}
