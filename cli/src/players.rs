//! The names of players: from the labels of a log's header, or from the command line.

use std::collections::BTreeMap;

use duelog_kernel::Seat;
use duelog_kernel::deck::closest;
use duelog_log_format::Header;

use crate::output::Failure;
use crate::plain::YOU;

/// The label of a header that names the player at a seat: `player-0`.
pub fn label(seat: u8) -> String {
    format!("player-{seat}")
}

/// The names that the labels of a log give, by seat.
pub fn labelled(header: &Header) -> Vec<Option<String>> {
    (0..header.seats).map(|seat| header.labels.get(&label(seat)).cloned()).collect()
}

/// The names that a player reads in place of seats: the given ones, and where one is missing, "You" and "Opponent". `own` is the
/// seat of who reads; none where several do.
pub fn as_read(names: &[Option<String>], seats: u8, own: Option<Seat>) -> Vec<Option<String>> {
    let unnamed = |seat: Seat| match own {
        Some(own) if own == seat => Some(YOU.to_string()),
        Some(_) if seats == 2 => Some("Opponent".to_string()),
        _ => None,
    };
    (0..seats)
        .map(|seat| names.get(usize::from(seat)).cloned().flatten().or_else(|| unnamed(Seat(seat))))
        .collect()
}

/// The names of players.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Named {
    /// The names of the players, by seat: Ann,Bob. [default: the labels player-0, player-1 of the log]
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = crate::headings::PLAYERS)]
    pub names: Vec<String>,
}

impl Named {
    /// The names by seat; none for who has none.
    ///
    /// # Errors
    /// Wrong use where there are more names than players.
    pub fn names(&self, header: &Header) -> Result<Vec<Option<String>>, Failure> {
        self.by_seat(header.seats, &header.labels)
    }

    /// The same for a match with this number of seats and these labels.
    ///
    /// # Errors
    /// Wrong use where there are more names than players, or two players have one name.
    pub fn by_seat(
        &self,
        seats: u8,
        labels: &BTreeMap<String, String>,
    ) -> Result<Vec<Option<String>>, Failure> {
        check_names(&self.names, usize::from(seats))?;
        let given = |seat: u8| self.names.get(usize::from(seat)).or_else(|| labels.get(&label(seat)));
        Ok((0..seats)
            .map(|seat| given(seat).map(|name| name.trim().to_string()).filter(|name| !name.is_empty()))
            .collect())
    }
}

/// Checks that there are not more names than players, and that no two players share a name.
///
/// # Errors
/// Wrong use where there are more names than players, or two players have one name.
pub fn check_names(names: &[String], seats: usize) -> Result<(), Failure> {
    let remedy = "name each player once, with commas between: --names Ann,Bob";
    if names.len() > seats {
        return Err(Failure::usage(format!("{} names for {seats} players", names.len()), remedy));
    }
    let given: Vec<&str> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    match (1..given.len()).find(|place| given[..*place].contains(&given[*place])) {
        Some(place) => Err(Failure::usage(format!("two players have the name {}", given[place]), remedy)),
        None => Ok(()),
    }
}

/// The seat that a person names: by its number or by the player's name.
///
/// # Errors
/// Wrong use where nobody is called so.
pub fn seat_named(text: &str, seats: u8, names: &[Option<String>]) -> Result<Seat, Failure> {
    let number = text.to_lowercase().trim_start_matches("seat").trim().parse::<u8>().ok();
    let by_name = |name: &Option<String>| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(text));
    let found = names.iter().position(by_name).and_then(|seat| u8::try_from(seat).ok());
    match found.or(number.filter(|seat| *seat < seats)) {
        Some(seat) => Ok(Seat(seat)),
        None => {
            let known: Vec<String> = (0..seats).map(|seat| Seat(seat).to_string()).collect();
            let called: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
            let meant = closest(text, called.iter().copied());
            let meant = meant.map_or(String::new(), |meant| format!(": did you mean \"{meant}\"?"));
            let known = known.iter().map(String::as_str).chain(called).collect::<Vec<_>>().join(", ");
            Err(Failure::usage(
                format!("nobody is called \"{text}\"{meant}"),
                format!("the players are {known}"),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_name_is_you_or_the_opponent() {
        let named = |names: &[&str], own| {
            let names: Vec<Option<String>> =
                names.iter().map(|name| (!name.is_empty()).then(|| name.to_string())).collect();
            as_read(&names, 2, own).into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>()
        };
        assert_eq!(named(&[], Some(Seat(1))), ["Opponent", "You"]);
        assert_eq!(named(&["", "Bob"], Some(Seat(0))), ["You", "Bob"]);
        assert_eq!(named(&["Ann"], None), ["Ann", ""]);
    }

    #[test]
    fn players_are_found_by_seat_or_name() {
        let names = [Some("Ann".to_string()), None];
        for (text, seat) in [("ann", 0), ("0", 0), ("seat 1", 1), ("1", 1)] {
            assert_eq!(seat_named(text, 2, &names).ok(), Some(Seat(seat)), "{text}");
        }
        assert!(seat_named("2", 2, &names).is_err() && seat_named("Anne", 2, &names).is_err());
    }
}
