//! The requests that a connection may make, by the token that it has shown.

use duelog_kernel::Seat;

use super::connection::Admitted;
use super::errors::error;
use super::wire::items::Viewer;
use super::wire::request::Command;
use super::wire::response::{Error, Role};

/// The requests of a player's token.
const PLAYER: [&str; 12] = [
    "hello", "answer", "request", "watch", "unwatch", "view", "history", "legal", "sample", "check",
    "commit", "show",
];

/// The requests of a judge's token.
const JUDGE: [&str; 15] = [
    "hello", "request", "watch", "unwatch", "view", "history", "legal", "sample", "check", "note", "penalty",
    "pause", "unpause", "back_up", "disclose",
];

/// The requests of a spectator's token for one match.
const SPECTATOR: [&str; 5] = ["hello", "watch", "unwatch", "view", "history"];

/// The requests of a spectator of all matches.
const PUBLIC: [&str; 4] = ["hello", "watch", "unwatch", "matches"];

/// Returns whether a connection may make requests of this name.
pub fn allows(admitted: &Admitted, word: &str) -> bool {
    let words: &[&str] = match (admitted.role, &admitted.grant) {
        (Role::Host, _) => return true,
        (Role::Seat(_), _) => &PLAYER,
        (Role::Judge, _) => &JUDGE,
        (Role::Public(_), Some(_)) => &SPECTATOR,
        (Role::Public(_), None) => &PUBLIC,
    };
    word == "prompts" || words.contains(&word)
}

/// Refuses requests that a connection may not make, and those about another match than that of its token.
///
/// # Errors
/// It may not.
pub fn permits(admitted: Option<&Admitted>, word: &str, table: Option<&str>) -> Result<(), Error> {
    if word == "hello" {
        return Ok(());
    }
    let Some(admitted) = admitted else {
        let remedy = "{\"do\":\"hello\",\"token\":\"..\"} shows one";
        return Err(error("token", "this connection has shown no token", remedy));
    };
    holds(admitted)?;
    if !allows(admitted, word) {
        let whose = match admitted.role {
            Role::Host | Role::Public(_) => "a spectator",
            Role::Seat(_) => "a player",
            Role::Judge => "a judge",
        };
        let message = format!("`{word}` is not a request of {whose}");
        return Err(error("role", message, "show the token of a host"));
    }
    match (&admitted.grant, table) {
        (Some(grant), Some(table)) if grant.table != table => {
            let message = format!("this token is for the match \"{}\"", grant.table);
            Err(error("role", message, "each match has tokens of its own"))
        }
        _ => Ok(()),
    }
}

/// Refuses a token that holds no longer.
///
/// # Errors
/// It does not.
pub fn holds(admitted: &Admitted) -> Result<(), Error> {
    if admitted.grant.as_ref().is_none_or(|grant| grant.holds()) {
        return Ok(());
    }
    let message = "this token holds no longer: its match is closed here, or it was renewed";
    Err(error("token", message, "the host gives out another one"))
}

/// Refuses what a request of an allowed name says beyond what the connection may. `asked` is the player who is asked.
///
/// # Errors
/// It may not.
pub fn allows_content(admitted: &Admitted, command: &Command, asked: Option<Seat>) -> Result<(), Error> {
    holds(admitted)?;
    match admitted.role {
        Role::Host => Ok(()),
        Role::Public(turns) => spectator(command, turns),
        Role::Seat(seat) => player(command, seat, asked),
        Role::Judge => judge(command),
    }
}

fn refused(message: String) -> Result<(), Error> {
    Err(error("role", message, "show the token of a host"))
}

/// A spectator sees what the public sees, and later where the token says so.
fn spectator(command: &Command, turns: u32) -> Result<(), Error> {
    let viewer = match command {
        Command::Watch(watch) => watch.viewer,
        Command::View(view) => view.viewer,
        Command::History(history) => history.viewer,
        _ => return Ok(()),
    };
    if viewer != Viewer::Public {
        return refused("this connection sees what the public sees".to_string());
    }
    if turns > 0 && !matches!(command, Command::Watch(_)) {
        return refused(format!("this connection is told everything {turns} turns later: `watch`"));
    }
    Ok(())
}

/// A player sees the own cards, answers for the own seat, and states neither time nor draws.
fn player(command: &Command, own: u8, asked: Option<Seat>) -> Result<(), Error> {
    let (viewer, seat) = match command {
        Command::Watch(watch) => (Some(watch.viewer), None),
        Command::View(view) => (Some(view.viewer), None),
        Command::History(history) => (Some(history.viewer), None),
        Command::Answer(answer) => (None, Some(answer.seat)),
        Command::Check(check) => (None, Some(check.seat)),
        Command::Commit(commit) => (None, Some(commit.seat)),
        Command::Show(show) => (None, Some(show.seat)),
        Command::Legal(_) | Command::Sample(_) => match asked {
            Some(asked) if asked.0 != own => {
                return Err(error("wrong_seat", format!("{asked} is asked"), "`watch` tells when you are"));
            }
            _ => (None, None),
        },
        _ => (None, None),
    };
    if viewer.is_some_and(|viewer| viewer != Viewer::Public && viewer != Viewer::Seat(own)) {
        return refused(format!("this connection sees what {} sees", Seat(own)));
    }
    if seat.is_some_and(|seat| seat != own) {
        return refused(format!("this connection answers for {} alone", Seat(own)));
    }
    match command {
        Command::Answer(answer) if !answer.draws.is_empty() => {
            refused("a player states no draws".to_string())
        }
        Command::Answer(answer) => untimed(answer.used_ms.or(answer.time_ms)),
        _ => Ok(()),
    }
}

/// A judge states no time.
fn judge(command: &Command) -> Result<(), Error> {
    untimed(match command {
        Command::Note(note) => note.time_ms,
        Command::Penalty(penalty) => penalty.time_ms,
        Command::Pause(pause) => pause.time_ms,
        Command::Unpause(unpause) => unpause.time_ms,
        Command::BackUp(back_up) => back_up.time_ms,
        _ => None,
    })
}

fn untimed(stated: Option<u64>) -> Result<(), Error> {
    match stated {
        None => Ok(()),
        Some(_) => refused("the host alone states the time".to_string()),
    }
}
