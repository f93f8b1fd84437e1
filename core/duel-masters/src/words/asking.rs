//! Whose effect asks a player, and what it does.

use duelog_kernel::view::Asking;

use crate::state::card_pool::CardPool;
use crate::state::{Board, CardId, CodeRef, Frame, PickPurpose};
use crate::words::wording;

/// The effect that asks: the innermost one that is followed, or the card that is used. Between them, a step asks.
pub fn asking(board: &Board, card_pool: &CardPool) -> Option<Asking> {
    let inside = |frame: &&Frame| {
        !matches!(frame, Frame::Opening | Frame::Turn | Frame::Standby(_) | Frame::Declaring(_))
    };
    board.frames.iter().rev().take_while(inside).find_map(|frame| match frame {
        Frame::Running(running) => {
            Some(Asking { source: running.context.source, effect: effect(card_pool, running.code) })
        }
        Frame::CardUse(card) => Some(Asking { source: card.object, effect: None }),
        Frame::Breaking(breaking) => Some(Asking { source: breaking.source, effect: None }),
        Frame::Picking(picking) => match picking.purpose {
            PickPurpose::GStrike(source) => Some(Asking { source, effect: None }),
            _ => None,
        },
        _ => None,
    })
}

/// The work of an ability or a keyword; none of a spell, whose card says it.
fn effect(card_pool: &CardPool, code: CodeRef) -> Option<String> {
    let place = code.ability?;
    if code.card == CardId::KEYWORDS {
        return card_pool.keyword(place).map(|keyword| keyword.kind().to_string());
    }
    let found = card_pool.ability(code.card, code.face, place)?;
    Some(wording::ability(found, card_pool.face(code.card, code.face).definition.kind))
}
