//! Game and decks, chosen by a person who named none.

use std::io::{self, BufRead};
use std::path::PathBuf;

use crate::decks::{self, Found};
use crate::games;
use crate::output::{Context, Failure};

/// The choice.
pub struct Chosen {
    /// The game.
    pub game: String,
    /// The decks by seat.
    pub decks: Vec<Found>,
    /// Where the log goes.
    pub log: PathBuf,
}

/// Asks for the game, the decks and the log.
///
/// # Errors
/// Wrong use where the input ends before that.
pub fn ask(context: &Context, game: Option<&str>) -> Result<Chosen, Failure> {
    let game = match game {
        Some(game) => game.to_string(),
        None => {
            let names = games::names();
            let listed: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
            names[one(context, "Which game?", &listed)?].to_string()
        }
    };
    let offered = decks::of(&game);
    let titles: Vec<(&str, &str)> = offered.iter().map(|deck| deck.title()).collect();
    let own = one(context, "Which deck is yours?", &titles)?;
    let other = among(context, "Which deck is the other player's? It is one of the same list.", &titles)?;
    let decks = [own, other].into_iter().filter_map(|place| offered.get(place).copied());
    let decks = decks.map(decks::built_in).collect::<Result<Vec<_>, Failure>>()?;
    let free = (1_u32..).map(|number| PathBuf::from(format!("{game}-{number}.duelog")));
    let free = free.into_iter().find(|path| !path.exists()).unwrap_or_default();
    context.line(format_args!("Where is the log kept? Enter: {}", free.display()));
    let typed = read(context)?;
    let log = if typed.is_empty() { free } else { PathBuf::from(typed) };
    Ok(Chosen { game, decks, log })
}

/// The place of what is chosen out of a list that is shown.
fn one(context: &Context, question: &str, listed: &[(&str, &str)]) -> Result<usize, Failure> {
    list(context, listed);
    among(context, question, listed)
}

fn list(context: &Context, listed: &[(&str, &str)]) {
    for (number, (name, what)) in (1..).zip(listed) {
        let dash = if what.is_empty() { "" } else { ": " };
        context.line(format_args!("  {number:>2}) {name}{dash}{what}"));
    }
}

/// The place of what is chosen by its number, or by a part of its name.
fn among(context: &Context, question: &str, listed: &[(&str, &str)]) -> Result<usize, Failure> {
    loop {
        context.line(question);
        let typed = read(context)?.to_lowercase();
        match place(&typed, listed) {
            Some(place) => return Ok(place),
            None if typed == "list" => list(context, listed),
            None => {
                let count = listed.len();
                context.line(format_args!(
                    "  a number from 1 to {count}, or a part of a name; `list` shows the list again"
                ));
            }
        }
    }
}

/// The name that a person types; none for an empty line.
///
/// # Errors
/// As [`ask`].
pub fn name(context: &Context, question: &str) -> Result<Option<String>, Failure> {
    context.line(question);
    let typed = read(context)?;
    Ok((!typed.is_empty()).then_some(typed))
}

fn place(typed: &str, listed: &[(&str, &str)]) -> Option<usize> {
    if let Ok(number) = typed.parse::<usize>() {
        return number.checked_sub(1).filter(|place| *place < listed.len());
    }
    let fits = |one: &(usize, &(&str, &str))| !typed.is_empty() && one.1.0.to_lowercase().contains(typed);
    let found: Vec<usize> = listed.iter().enumerate().filter(fits).map(|one| one.0).collect();
    if let [only] = found.as_slice() { Some(*only) } else { None }
}

fn read(context: &Context) -> Result<String, Failure> {
    context.prompt();
    let unreadable = |error: io::Error| {
        Failure::system(format!("the terminal cannot be read: {error}"), "name everything: --decks, --out")
    };
    let mut bytes = Vec::new();
    if io::stdin().lock().read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
        return Err(Failure::usage(
            "nothing was chosen",
            "answer with a number, or name it: duelog play --game GAME --decks DECK DECK --out LOG",
        ));
    }
    Ok(String::from_utf8_lossy(&bytes).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_chosen_by_number_or_name() {
        let listed = [("Red Beasts", ""), ("Blue Spells", ""), ("Blue Flyers", "")];
        for (typed, found) in [
            ("1", Some(0)),
            ("3", Some(2)),
            ("0", None),
            ("4", None),
            ("", None),
            ("red", Some(0)),
            ("blue", None),
        ] {
            assert_eq!(place(typed, &listed), found, "{typed}");
        }
    }
}
