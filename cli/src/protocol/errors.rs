//! The faults of requests.

use std::borrow::Cow;

use duelog_kernel::{Illegal, Seat};
use duelog_verifier::RecordError;

use super::wire::items::snake;
use super::wire::response::Error;
use crate::hosting::beginning::Problem;

/// An error with a remedy.
pub fn error(code: &'static str, message: impl Into<String>, remedy: &str) -> Error {
    let remedy = (!remedy.is_empty()).then(|| remedy.to_string());
    Error { code: Cow::Borrowed(code), message: message.into(), remedy, rule: None }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        let code = if problem.illegal { Cow::Borrowed("illegal_setup") } else { snake(problem.kind) };
        Error { code, message: problem.message, remedy: problem.remedy, rule: None }
    }
}

impl From<RecordError> for Error {
    fn from(failed: RecordError) -> Error {
        match failed {
            RecordError::Illegal(illegal) => refused(&illegal),
            RecordError::Clock(fault) => Problem::untimed(&fault).into(),
            failed @ RecordError::Draw { .. } => error(
                "draw",
                failed.to_string(),
                "`draws` tells which draws an answer leads to; nothing has changed",
            ),
            failed => Problem::written(&failed).into(),
        }
    }
}

/// An answer that the rules refuse.
pub fn refused(illegal: &Illegal) -> Error {
    let code = match illegal {
        Illegal::Over => "over",
        Illegal::WrongSeat { .. } => "wrong_seat",
        Illegal::WrongShape { .. } => "wrong_shape",
        Illegal::NotOffered { .. } => "not_offered",
        Illegal::OutOfRange { .. } => "out_of_range",
        Illegal::NotCanonical { .. } => "not_canonical",
        Illegal::Together { .. } => "together",
    };
    Error {
        code: Cow::Borrowed(code),
        message: illegal.to_string(),
        remedy: None,
        rule: illegal.rule().map(|rule| rule.number().to_string()),
    }
}

/// A match that is not there.
pub fn no_match(table: &str) -> Error {
    error("no_match", format!("there is no match \"{table}\""), "`matches` lists those that are there")
}

/// A seat that the match does not have.
pub fn no_seat(seat: Seat, seats: u8) -> Error {
    error("seat", format!("there is no {seat} in a match of {seats}"), "")
}

/// A line that is not understood.
pub fn malformed(message: impl Into<String>) -> Error {
    error("malformed", message, "docs/protocol.md lists the requests; nothing has changed")
}

/// A log that could not be made safe.
pub fn unsafe_log() -> Error {
    error(
        "log",
        "the log could not be made safe from a crash of the machine: the match is closed",
        "see that the disk has room, and resume the log: it may or may not have this decision",
    )
}
