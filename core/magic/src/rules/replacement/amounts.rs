//! How much an event is of, and what effects make of that (614.16).

use crate::cite;
use crate::language::definition::{Replacement, When};
use crate::state::Proposal;

/// The amount of an event; 0 where it has none.
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

/// The event with as much of it as a replacement effect says.
pub fn more(mut event: Proposal, replacement: &Replacement) -> Proposal {
    let Replacement::Amount { event: when, times, plus, less, .. } = replacement else { return event };
    let much = |number: u32| number.saturating_mul(*times).saturating_add(*plus).saturating_sub(*less);
    let kind = if let When::Counters { kind, .. } = when { *kind } else { None };
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
