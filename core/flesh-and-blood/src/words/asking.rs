//! Whose effect asks a player, and what it does.

use duelog_kernel::view::Asking;

use crate::state::card_pool::CardPool;
use crate::state::{Board, Frame};
use crate::words::narrate::code_in_words;

/// The effect that asks: the innermost one that is generated or put on the stack. Between them, the turn asks.
pub fn asking(board: &Board, card_pool: &CardPool) -> Option<Asking> {
    let inside = |frame: &&Frame| {
        !matches!(frame, Frame::Opening { .. } | Frame::Turn | Frame::Priority | Frame::Settling)
    };
    board.frames.iter().rev().take_while(inside).find_map(|frame| match frame {
        Frame::Running(running) => Some(Asking {
            source: running.context.source,
            effect: Some(code_in_words(card_pool, running.code)),
        }),
        Frame::Playing(playing) => Some(Asking { source: playing.object, effect: None }),
        Frame::Placing(placing) => Some(Asking { source: placing.object, effect: None }),
        Frame::Resolving(resolving) => Some(Asking { source: resolving.object, effect: None }),
        _ => None,
    })
}
