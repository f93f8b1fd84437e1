//! How much an event is of, and what effects make of that (614.16).

use crate::cite;
use crate::language::definition::Counter;
use crate::state::Proposal;

/// Of how much an event is; 0 where that is no number.
pub(super) fn amount_of(event: &Proposal) -> u32 {
    match event {
        Proposal::Damage { amount, .. } | Proposal::GainLife(_, amount) => *amount,
        Proposal::Tokens { count, .. }
        | Proposal::PutCounters(_, _, count, ..)
        | Proposal::GainCounters(_, _, count) => *count,
        Proposal::Mana { mana, .. } => mana.amount.into(),
        Proposal::Destroy { .. }
        | Proposal::Move { .. }
        | Proposal::Token { .. }
        | Proposal::Draw(_)
        | Proposal::Draws(..)
        | Proposal::LoseLife(..)
        | Proposal::RemoveCounters(..)
        | Proposal::CancelCounters(..)
        | Proposal::Unattach(_)
        | Proposal::Shuffle(_)
        | Proposal::Sift(..)
        | Proposal::Lose(..)
        | Proposal::Step(_)
        | Proposal::TurnUp(..)
        | Proposal::Turn(_) => 0,
    }
}

/// So many times as much, with so much more and so much less after that.
pub fn much(number: u32, times: u32, plus: u32, less: u32) -> u32 {
    number.saturating_mul(times).saturating_add(plus).saturating_sub(less)
}

/// The event with as much as this makes of how much it was.
pub fn more(mut event: Proposal, kind: Option<Counter>, much: impl Fn(u32) -> u32) -> Proposal {
    if let Proposal::Damage { amount: number, .. }
    | Proposal::GainLife(_, number)
    | Proposal::Tokens { count: number, .. }
    | Proposal::PutCounters(_, _, number, ..)
    | Proposal::GainCounters(_, _, number) = &mut event
    {
        *number = much(*number);
    } else if let Proposal::Mana { mana, .. } = &mut event {
        // Whatever is said of the mana is said of all of it.
        cite!("106.6a");
        mana.amount = u16::try_from(much(mana.amount.into())).unwrap_or(u16::MAX);
    } else if let Proposal::Move { entering, .. } | Proposal::Token { entering, .. } = &mut event {
        entering.counters.retain_mut(|(own, number)| {
            let before = *number;
            if kind.is_none_or(|kind| kind == *own) {
                *number = much(before);
            }
            before == 0 || *number > 0
        });
    }
    event
}
