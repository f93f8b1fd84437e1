//! The words of a position that all games read alike: numbers, players, counters.

use crate::bounds::POSITION_NUMBER;
use crate::ids::Seat;

/// That something of a position has no such fact, with those that it has.
pub fn unknown(of: &str, fact: &str, known: &str) -> String {
    format!("a {of} has no \"{fact}\" (known: {known})")
}

/// A number.
///
/// # Errors
/// What is wrong with it.
pub fn number<T: TryFrom<i64>>(fact: &str, value: &str) -> Result<T, String> {
    let number: i64 = value.trim().parse().map_err(|_| format!("\"{fact}\" is a number, not \"{value}\""))?;
    if !(-POSITION_NUMBER..=POSITION_NUMBER).contains(&number) {
        return Err(format!("\"{fact}\" is {POSITION_NUMBER} at most, not {number}"));
    }
    T::try_from(number).map_err(|_| format!("\"{fact}\" cannot be {number}"))
}

/// Yes or no.
///
/// # Errors
/// What is wrong with it.
pub fn yes(fact: &str, value: &str) -> Result<bool, String> {
    match value.trim() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("\"{fact}\" is yes or no, not \"{value}\"")),
    }
}

/// One of two players.
///
/// # Errors
/// What is wrong with it.
pub fn seat(value: &str) -> Result<Seat, String> {
    match value.trim() {
        "0" | "P1" => Ok(Seat(0)),
        "1" | "P2" => Ok(Seat(1)),
        _ => Err(format!("\"{value}\" is not a player (known: P1, P2, or the seats 0, 1)")),
    }
}

/// Counters of the kinds that have these names, ascending: `+1/+1 x2, charge`.
///
/// # Errors
/// What is wrong with them.
pub fn counters<K: Copy + Ord>(value: &str, kinds: &[(K, &str)]) -> Result<Vec<(K, u32)>, String> {
    let mut counters: Vec<(K, u32)> = Vec::new();
    for part in value.split(',') {
        let mut words = part.split_whitespace();
        let (name, count) = (words.next().unwrap_or_default(), words.next().unwrap_or("1"));
        let known = || kinds.iter().map(|entry| entry.1).collect::<Vec<_>>().join(", ");
        let kind = kinds
            .iter()
            .find(|entry| entry.1 == name)
            .ok_or_else(|| format!("\"{name}\" is not a counter (known: {})", known()))?
            .0;
        let count: u32 = number("counters", count.strip_prefix('x').unwrap_or(count))?;
        if words.next().is_some() || counters.iter().any(|entry| entry.0 == kind) {
            return Err(format!(
                "counters are given as a kind and a number, each kind once: \"{name} x2\", not \"{value}\""
            ));
        }
        if count > 0 {
            counters.push((kind, count));
        }
    }
    counters.sort_unstable();
    Ok(counters)
}
