//! Responses and notifications.

use std::borrow::Cow;
use std::collections::BTreeMap;

use duelog_kernel::setup;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::asked::Asked;
use super::event::{Event, Watched};
use super::items::{Choice, Id, Viewer};
use super::view::View;
use crate::hosting::draws::DrawPurpose;

/// A response to a request that was obeyed.
#[derive(Debug, Serialize)]
pub struct Obeyed<'a, T> {
    /// The mark of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a Id>,
    /// The result.
    pub ok: T,
}

/// A response to a request that was not.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NotObeyed<'a> {
    /// The mark of the request; none where it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a Id>,
    /// Why.
    pub error: Error,
}

/// Why a request was not obeyed. Nothing has changed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Error {
    /// A name for programs.
    pub code: Cow<'static, str>,
    /// The reason in words.
    pub message: String,
    /// The remedy, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The rule that would be broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The greeting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Greeting {
    /// The version of the protocol.
    pub protocol: u32,
    /// The engine and its version.
    pub engine: String,
    /// The role of this connection.
    pub role: Role,
    /// The one match that its token is for; none where it is for all.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The games.
    pub games: Vec<Game>,
    /// The bounds of this engine.
    pub limits: Limits,
    /// The requests that it knows.
    pub requests: Vec<&'static str>,
}

/// The role of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Host,
    /// Watching matches as the public, this many turns later at least.
    Public(u32),
    /// Answering for one seat of one match, and seeing what that player may know.
    Seat(u8),
    /// Seeing everything of one match, and the acts of a judge.
    Judge,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Game {
    /// Its name.
    pub game: &'static str,
    /// The editions of its rules, first the one that is meant where none is named.
    pub editions: Vec<&'static str>,
    /// The revision of its rules in this build.
    pub revision: u32,
    /// The names of the actions that `act` numbers.
    pub verbs: Vec<&'static str>,
    /// The names of the symbols that `symbol` numbers.
    pub symbols: Vec<&'static str>,
    /// The name of a player's score.
    pub score: &'static str,
}

/// The bounds of this engine.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Limits {
    /// The longest line.
    pub line_bytes: usize,
    /// How many matches there are at once.
    pub matches: usize,
    /// How many watch one match.
    pub watchers: usize,
    /// How many requests of a connection wait; at that number it is not read from.
    pub queue: usize,
    /// How many bytes of notifications wait for a connection before it loses what it watches.
    pub waiting_bytes: usize,
    /// How many answers `legal` gives at most.
    pub legal: u32,
    /// How many connections there are at once.
    pub connections: usize,
    /// The seconds that a connection may take to read what it is sent.
    pub stall_seconds: u64,
    /// How many threads play matches.
    pub workers: usize,
}

/// How a match stands: the response to most requests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing<'a> {
    /// The match.
    #[serde(rename = "match")]
    pub table: &'a str,
    /// How many decisions the line has.
    pub decision: u32,
    /// How many decisions were taken back: where it grows, events after `decision` are void.
    pub taken_back: u32,
    /// The new events for those whom this connection watches as.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Watched<'a>>,
    /// The next question; none where the match is over, or its seed is being chosen, or another player is asked than the one
    /// whose token this connection has shown.
    pub next: Option<Asked<'a>>,
    /// The other player who is asked, for a connection that has shown a player's token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaits: Option<u8>,
    /// How the match ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The time that each seat has left, in milliseconds, of a match with a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// True while a judge has stopped the match.
    #[serde(skip_serializing_if = "super::asked::is_false")]
    pub paused: bool,
    /// The table of the player who is asked, where it was wanted whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The JSON Merge Patch from the last view of that player to this one; null where they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Value>,
    /// The file of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Notes on the files of decks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The file with the bytes that were cut off a torn log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub torn: Option<String>,
    /// How far host and players are with the seed that they choose together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
}

/// How a match ended.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    winners: Vec<u8>,
    /// Why, in words.
    reason: String,
    /// The rule.
    rule: String,
}

impl From<&setup::Outcome> for Outcome {
    fn from(outcome: &setup::Outcome) -> Outcome {
        Outcome {
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
            reason: outcome.reason.clone(),
            rule: outcome.rule.clone(),
        }
    }
}

/// A seed that host and players are choosing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fair {
    /// The digits that bind commitments to the match.
    pub binding: String,
    /// The commitments so far, the host's first, then by seat.
    pub commitments: Vec<String>,
    /// The seat whose step it is.
    pub awaited: Option<u8>,
    /// The name of that step.
    pub wants: Option<&'static str>,
}

/// The response to `view`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Looked {
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The JSON Merge Patch from the last view to this one; null where they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Value>,
}

/// The response to `history`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Told<'a> {
    /// How many decisions the line has.
    pub decision: u32,
    /// The events.
    pub events: Vec<Event<'a>>,
}

/// The response to `legal` and to `sample`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answers {
    /// Who answers.
    pub seat: u8,
    /// Legal answers.
    pub choices: Vec<Choice>,
    /// True if these are all.
    pub complete: bool,
}

/// The response to `check`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// True if it is legal.
    pub legal: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Error>,
}

/// The response to `draws`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Drawn {
    /// The draws, in their order.
    pub draws: Vec<DrawMade>,
}

/// A draw that a match makes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawMade {
    /// Its purpose.
    pub purpose: DrawPurpose,
    /// Its number among the draws of this purpose in the match, from 0.
    pub number: u32,
    /// Its result, as in `draws` of a setup.
    pub result: Vec<u32>,
    /// How many cards are put in order, or how many results are possible.
    pub among: u32,
    /// The cards that are put in order as they lay before, from the bottom on, or among which one is chosen: their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<u32>,
    /// The same cards by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// True if the result was stated; false where it is that of the seed.
    pub stated: bool,
}

/// The response to `prompts`: for each game the name of each question and its meaning, in which `{it}` stands for the
/// subject and `{number}` for an amount.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Prompts {
    /// By game.
    pub prompts: BTreeMap<&'static str, BTreeMap<String, &'static str>>,
}

/// The response to `matches`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Matches {
    /// The matches that are there.
    pub matches: Vec<String>,
    /// The logs of the engine's folder that could not be continued, and why.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub left: BTreeMap<String, String>,
}

/// The response to `seal`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Sealed {
    /// The number of the seal.
    pub seal: u32,
    /// How many decisions the log has.
    pub decisions: u32,
    /// The text that each party signs who agrees: by party, `host` or `seat 0`.
    pub statements: BTreeMap<String, String>,
}

/// The response to `disclose`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenedFact {
    /// The disclosure as `duelog disclose` writes it, in the letters of base64. `duelog check` checks it against a log of any
    /// viewer.
    pub disclosure: String,
    /// The number of the seal that it is opened at.
    pub seal: u32,
    /// After how many decisions that seal stands.
    pub decisions: u32,
    /// The fact in words.
    pub fact: Vec<String>,
}

/// The response to `sign`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Signed {
    /// Who signed.
    pub party: String,
    /// The number of the seal.
    pub seal: u32,
}

/// The response to `close` and to `withheld`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Closed {
    /// How many decisions the log has.
    pub decisions: u32,
    /// The file of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The verdict of `duelog verify`.
    pub verdict: &'static str,
}

/// The response to `token`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Granted<'a> {
    /// The match.
    #[serde(rename = "match")]
    pub table: &'a str,
    /// The role of who shows the token.
    pub role: Role,
    /// The token.
    pub token: String,
}

/// The response to what changes nothing of the match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Done {}

/// A notification to who watches a match that another connection plays.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Notification<'a> {
    /// Something has happened.
    News {
        /// The match.
        #[serde(rename = "match")]
        table: &'a str,
        /// Who may know it.
        viewer: Viewer,
        /// How many decisions the line has, as far as it is told.
        decision: u32,
        /// How many decisions were taken back.
        taken_back: u32,
        /// The events.
        events: Vec<Event<'a>>,
        /// How the match ended, once it has.
        #[serde(skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    /// Decisions were taken back: events after `decision` are void.
    TakenBack {
        /// The match.
        #[serde(rename = "match")]
        table: &'a str,
        /// Who may know it.
        viewer: Viewer,
        /// How many decisions the line has.
        decision: u32,
        /// How many decisions were taken back.
        taken_back: u32,
    },
    /// The player whose token this connection has shown is asked.
    Asked {
        /// The match.
        #[serde(rename = "match")]
        table: &'a str,
        /// How many decisions the line has.
        decision: u32,
        /// How many decisions were taken back.
        taken_back: u32,
        /// The question.
        next: Box<Asked<'a>>,
    },
    /// The connection watches this match no longer.
    WatchEnded {
        /// The match.
        #[serde(rename = "match")]
        table: &'a str,
        /// Why.
        reason: &'static str,
    },
}
