//! Whose effect asks a player, and what it does.

use duelog_kernel::view::Asking;

use crate::state::card_pool::CardPool;
use crate::state::{Board, Frame};
use crate::words::narrate::ability_in_words;

/// The effect that asks: the innermost one that is followed or put on the stack. Between them, the turn asks.
pub fn asking(board: &Board, card_pool: &CardPool) -> Option<Asking> {
    let inside = |frame: &&Frame| {
        !matches!(frame, Frame::Turn | Frame::Priority | Frame::Opening(_) | Frame::Declaring(_))
    };
    board.frames.iter().rev().take_while(inside).find_map(|frame| match frame {
        Frame::Running(running) => {
            let ability =
                running.code.ability.map(|place| ability_in_words(card_pool, running.code.card, place));
            Some(Asking { source: running.context.source, effect: ability })
        }
        Frame::Casting(casting) => Some(Asking { source: casting.object, effect: None }),
        Frame::Placing(placing) => Some(Asking { source: placing.object, effect: None }),
        Frame::Resolving { object, .. } => Some(Asking { source: *object, effect: None }),
        _ => None,
    })
}
