//! The words of a position that all games read alike: numbers, players, counters.

use crate::bounds::POSITION_NUMBER;
use crate::ids::Seat;

/// A message that a position does not know a fact, with the facts that it knows.
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

/// One of the players, by name or seat.
///
/// # Errors
/// What is wrong with it.
pub fn seat(value: &str, players: usize) -> Result<Seat, String> {
    let value = value.trim();
    let place: Option<u8> = match value.strip_prefix('P') {
        Some(number) => number.parse::<u8>().ok().and_then(|number| number.checked_sub(1)),
        None => value.parse().ok(),
    };
    let last = players.max(1);
    place.filter(|place| usize::from(*place) < last).map(Seat).ok_or_else(|| {
        let all = |first: usize, mark: &str| {
            (0..last).map(|place| format!("{mark}{}", place + first)).collect::<Vec<_>>().join(", ")
        };
        format!("\"{value}\" is not a player (known: {}, or the seats {})", all(1, "P"), all(0, ""))
    })
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
    counters.sort();
    Ok(counters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_position_are_read_or_refused() {
        assert_eq!((number("life", " 12 "), number("life", "-3")), (Ok(12i32), Ok(-3)));
        assert_eq!(number::<u32>("life", "-3"), Err("\"life\" cannot be -3".to_string()));
        assert_eq!(number::<u32>("life", "many"), Err("\"life\" is a number, not \"many\"".to_string()));
        let most = POSITION_NUMBER.to_string();
        assert_eq!(number::<i64>("life", &most), Ok(POSITION_NUMBER));
        assert_eq!(number::<i64>("life", &format!("-{most}")), Ok(-POSITION_NUMBER));
        assert!(
            number::<i64>("life", "1000000001").is_err() && number::<i64>("life", "-1000000001").is_err()
        );
        assert_eq!((yes("tapped", " yes"), yes("tapped", "no")), (Ok(true), Ok(false)));
        assert_eq!(yes("tapped", "so"), Err("\"tapped\" is yes or no, not \"so\"".to_string()));
        let seat = |value| seat(value, 2);
        assert_eq!(["0", "P1", "1", " P2 "].map(seat), [Ok(Seat(0)), Ok(Seat(0)), Ok(Seat(1)), Ok(Seat(1))]);
        assert_eq!(super::seat("P3", 3), Ok(Seat(2)));
        assert!(seat("P3").is_err_and(|fault| fault.contains("\"P3\" is not a player")));
        assert_eq!(unknown("turn", "phase", "step"), "a turn has no \"phase\" (known: step)");
    }

    #[test]
    fn counters_are_read_once_each() {
        let read = |value: &str| counters(value, &[(2, "charge"), (1, "+1/+1")]);
        assert_eq!(read("charge, +1/+1 x2"), Ok(vec![(1, 2), (2, 1)]));
        assert_eq!(read("charge 0, +1/+1 3"), Ok(vec![(1, 3)]), "none of a kind is not a counter");
        assert_eq!(read("age"), Err("\"age\" is not a counter (known: charge, +1/+1)".to_string()));
        for faulty in ["charge, charge", "charge 2 3", "charge x", "charge -1"] {
            assert!(read(faulty).is_err(), "{faulty}");
        }
    }
}
