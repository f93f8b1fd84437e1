//! Processes that are repeated (8.5.27).

use duelog_kernel::canonical;
use duelog_kernel::digest::{Purpose, hash};
use duelog_kernel::script::{Code, Cursor, Op};

use super::Act;
use crate::language::definition::{FleshAndBloodLanguage, Verb};
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{Board, Frame, Running, Value};
use crate::{cite, rule};

impl FleshAndBlood {
    /// The state of the game as a script begins that repeats itself; nothing for any other.
    pub fn round_of(&self, play: &Game<'_>, script: &Running) -> u64 {
        let repeats = self
            .card_pool
            .code(script.code)
            .is_some_and(|code| code.0.iter().any(|op| matches!(op, Op::Do(Verb::Again))));
        if repeats { advanced(&play.state().board) } else { 0 }
    }
}

impl Act<'_, '_> {
    /// 8.5.27: goes back to where the script begins, unless nothing of the game has changed since it was
    /// there.
    pub fn again(&mut self) {
        let Some(Frame::Running(running)) = self.play.state().board.frames.last().cloned() else { return };
        let Some(code) = self.rules.card_pool.code(running.code) else { return };
        let round = advanced(&self.play.state().board);
        cite!("8.5.27b");
        if round != running.round {
            let cursor = at_beginning(code, &running.cursor);
            self.play
                .emit(Event::Replaced(Frame::Running(Running { cursor, round, ..running })), rule!("8.5.27"));
        }
    }
}

/// What an instruction can change of the game, as a number: players, objects, zones, effects and chance, but
/// not what has been noted of the past.
fn advanced(board: &Board) -> u64 {
    let (players, zones, objects) = (&board.players, board.zones.used(), &board.objects);
    let state =
        (players, zones, objects, &board.effects, &board.delayed, &board.waiting, &board.combat, &board.rng);
    let digest = hash(Purpose::Component, &canonical::encode(&state));
    digest.0.iter().take(8).fold(1, |number, byte| number << 8 | u64::from(*byte))
}

/// The cursor back at the beginning of its script, or of the delayed part that it is in, with the loop around
/// that.
fn at_beginning(code: &Code<FleshAndBloodLanguage>, cursor: &Cursor<Value>) -> Cursor<Value> {
    // What is repeated is what stands before.
    cite!("8.5.27a");
    let here = cursor.at;
    let before = || (0..here).zip(&code.0);
    let delayed = before().rfind(|(_, op)| matches!(op, Op::Delayed(_, end) if *end > here));
    let start = delayed.map_or(0, |(at, _)| at + 1);
    let inner = before()
        .filter(|(at, op)| *at >= start && matches!(op, Op::Each(_, end) | Op::Repeat(_, end) if *end > here))
        .count();
    let around = cursor.loops.len().saturating_sub(inner);
    Cursor { loops: cursor.loops.iter().take(around).cloned().collect(), ..Cursor::starting_at(start) }
}
