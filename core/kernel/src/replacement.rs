//! Replacing an event before it happens.
//!
//! A game gathers the effects that apply to a proposed event; the kernel says which must be considered next
//! and whether a player has to choose. What has been applied is kept with the proposal, so that it stays data
//! while a player thinks.

use crate::ids::Seat;

/// How often effects may apply to one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Each effect once an event, and any number of different effects.
    OnceEach,
    /// One effect an event.
    OnePerEvent,
}

/// An effect that applies to a proposed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate<K> {
    /// The effect.
    pub key: K,
    /// Where it stands in the game's order of precedence; only the lowest tier is considered.
    pub tier: u8,
    /// Who chooses among several of the same tier.
    pub chooser: Seat,
}

/// What must happen to a proposed event next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<K> {
    /// Nothing applies any more: it happens.
    Happen,
    /// This effect applies.
    Apply(K),
    /// The player chooses one of these.
    Choose(Seat, Vec<K>),
}

/// What must happen next to an event to which `applied` have applied already.
///
/// Of several choosers in the lowest tier the one whose candidate comes first chooses; games list them in
/// turn order.
pub fn next<K: PartialEq + Clone>(policy: Policy, candidates: &[Candidate<K>], applied: &[K]) -> Next<K> {
    if policy == Policy::OnePerEvent && !applied.is_empty() {
        return Next::Happen;
    }
    let open: Vec<&Candidate<K>> =
        candidates.iter().filter(|candidate| !applied.contains(&candidate.key)).collect();
    let Some(tier) = open.iter().map(|candidate| candidate.tier).min() else { return Next::Happen };
    let first: Vec<&Candidate<K>> = open.into_iter().filter(|candidate| candidate.tier == tier).collect();
    let chooser = first[0].chooser;
    let keys: Vec<K> = first
        .iter()
        .filter(|candidate| candidate.chooser == chooser)
        .map(|candidate| candidate.key.clone())
        .collect();
    match keys.as_slice() {
        [only] => Next::Apply(only.clone()),
        _ => Next::Choose(chooser, keys),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(key: u8, tier: u8, chooser: u8) -> Candidate<u8> {
        Candidate { key, tier, chooser: Seat(chooser) }
    }

    #[test]
    fn lowest_tier_first_then_the_chooser() {
        let all = [candidate(1, 1, 0), candidate(2, 0, 1), candidate(3, 1, 0)];
        assert_eq!(next(Policy::OnceEach, &all, &[]), Next::Apply(2));
        assert_eq!(next(Policy::OnceEach, &all, &[2]), Next::Choose(Seat(0), vec![1, 3]));
        assert_eq!(next(Policy::OnceEach, &all, &[2, 1]), Next::Apply(3));
        assert_eq!(next(Policy::OnceEach, &all, &[2, 1, 3]), Next::Happen);
        assert_eq!(next(Policy::OnePerEvent, &all, &[2]), Next::Happen);
    }
}
