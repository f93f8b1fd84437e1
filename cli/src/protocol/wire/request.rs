//! The requests: one type for each.

use std::path::PathBuf;

use duelog_log_format::clock::LossReason;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::items::{Choice, Id, Viewer};
use crate::hosting::draws::DrawOf;
use crate::hosting::setup::SetupOf;
use crate::simulate::bots::Policy;

/// The parts of a line that say where it goes.
#[derive(Debug, Deserialize)]
pub struct Head {
    /// The mark that the response repeats.
    #[serde(default)]
    pub id: Option<Id>,
    /// The name of the request.
    #[serde(rename = "do")]
    pub word: String,
    /// The match, where it is about one.
    #[serde(default, rename = "match")]
    pub table: Option<String>,
}

/// Who gives up, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The player is asked and has no time left.
    Time,
    /// The player has been away for too long.
    Absence,
}

impl From<Reason> for LossReason {
    fn from(reason: Reason) -> LossReason {
        match reason {
            Reason::Time => LossReason::Time,
            Reason::Absence => LossReason::Absence,
        }
    }
}

/// How a bot answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotName {
    /// Any legal answer.
    Random,
    /// Acts rather than passes, attacks rather than not.
    Greedy,
    /// Tries each answer on copies of the match.
    Search,
}

impl From<BotName> for Policy {
    fn from(bot: BotName) -> Policy {
        match bot {
            BotName::Random => Policy::Random,
            BotName::Greedy => Policy::Greedy,
            BotName::Search => Policy::Search,
        }
    }
}

/// A seat at which a bot sits.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotSeat {
    /// The seat.
    pub seat: u8,
    /// The bot.
    pub bot: BotName,
}

/// The last thing that a client has seen of a match.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The `decision` of the last message.
    pub decision: u32,
    /// Its `taken_back`.
    #[serde(default)]
    pub taken_back: u32,
}

/// Which view comes with a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// The whole table of the player who is asked.
    Whole,
    /// The difference to the last view of that player that this connection got.
    Changes,
}

macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident = $word:literal {
        $($(#[$about:meta])* $field:ident: $kind:ty,)*
    })*) => {
        $($(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            #[serde(default, rename = "id")]
            #[schemars(skip)]
            _id: Option<IgnoredAny>,
            #[serde(rename = "do")]
            #[schemars(skip)]
            _do: IgnoredAny,
            $($(#[$about])* pub $field: $kind,)*
        })*

        /// A request.
        #[derive(Debug)]
        #[expect(dead_code, reason = "some requests have nothing but their name")]
        pub enum Command {
            $($(#[$doc])* $name(Box<$name>),)*
        }

        impl Command {
            /// The names of all requests.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The request of a line whose name is known; none where nothing is called so.
            pub fn read(word: &str, line: &[u8]) -> Option<serde_json::Result<Command>> {
                match word {
                    $($word => Some(serde_json::from_slice(line).map(|read| Command::$name(Box::new(read)))),)*
                    _ => None,
                }
            }

            /// The name of each request, and the schema of what belongs to it.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
                vec![$(($word, $name::json_schema(generator)),)*]
            }
        }
    };
}

requests! {
    /// Says which version is spoken, and who is there where a token is wanted; returns the greeting.
    Hello = "hello" {
        /// The version that the client speaks.
        #[serde(default)]
        protocol: Option<u32>,
        /// A token of the token file, or one that `token` has given out.
        #[serde(default)]
        token: Option<String>,
    }
    /// Gives out a token with which another connection sees one match as one viewer, and answers for no other player.
    Token = "token" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// As whom: a player, who answers for the own seat; a judge, who does what judges do; the public.
        viewer: Viewer,
        /// By how many turns the events come later, for the public.
        #[serde(default)]
        delay_turns: u32,
        /// True where the tokens that were given out before for this viewer hold no longer.
        #[serde(default)]
        renew: bool,
    }
    /// Begins a match.
    Open = "open" {
        /// Its id: 1 to 64 letters, digits, `-` and `_`. Without it the engine makes one.
        #[serde(default, rename = "match")]
        _table: Option<String>,
        /// The setup, as in version 1 of the protocol.
        setup: Box<SetupOf>,
        /// The seats at which bots sit.
        #[serde(default)]
        bots: Vec<BotSeat>,
        /// The file of its log, if the engine was started without a folder for logs.
        #[serde(default)]
        record: Option<PathBuf>,
        /// Who is told of events to this connection.
        #[serde(default)]
        watch: Vec<Viewer>,
        /// True if questions of this match come with words.
        #[serde(default)]
        words: bool,
    }
    /// Continues the log in a file as a match.
    Resume = "resume" {
        /// Its id, as for `open`.
        #[serde(default, rename = "match")]
        _table: Option<String>,
        /// The file.
        record: PathBuf,
        /// The file of a party's own part of the seed, which must be in the log.
        #[serde(default)]
        part: Option<PathBuf>,
        /// Who is told of events to this connection.
        #[serde(default)]
        watch: Vec<Viewer>,
        /// True if questions of this match come with words.
        #[serde(default)]
        words: bool,
    }
    /// A player answers.
    Answer = "answer" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// Who answers.
        seat: u8,
        /// The answer.
        choice: Choice,
        /// The draws that the answer leads to and that were made elsewhere, in a match whose setup has `draws`.
        #[serde(default)]
        draws: Vec<DrawOf>,
        /// The number of decisions that the client knows: the answer is refused where there are others.
        #[serde(default)]
        at: Option<u32>,
        /// How long the player took, in milliseconds; without it what the engine has measured.
        #[serde(default)]
        used_ms: Option<u64>,
        /// The time now, in milliseconds since 1970; without it that of the engine.
        #[serde(default)]
        time_ms: Option<u64>,
        /// The view that comes with the next question.
        #[serde(default)]
        view: Option<Shown>,
    }
    /// Repeats the question.
    Request = "request" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// True if it comes with words.
        #[serde(default)]
        words: Option<bool>,
        /// The view that comes with it.
        #[serde(default)]
        view: Option<Shown>,
    }
    /// From now on this connection is told of a match; first of all, what it has not seen.
    Watch = "watch" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// As whom.
        viewer: Viewer,
        /// The last thing that it has seen; without it the events begin here.
        #[serde(default)]
        after: Option<Seen>,
        /// By how many turns the events come later.
        #[serde(default)]
        delay_turns: u32,
    }
    /// The connection is no longer told of a match.
    Unwatch = "unwatch" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
    }
    /// The table as a viewer sees it.
    View = "view" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// Who looks.
        viewer: Viewer,
        /// True for the difference to the last view of this viewer that this connection got.
        #[serde(default)]
        changes: bool,
    }
    /// The events of the line.
    History = "history" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// Who wants to know.
        viewer: Viewer,
        /// The first decision.
        #[serde(default)]
        from: u32,
        /// The last one; without it the end.
        #[serde(default)]
        to: Option<u32>,
        /// True if bookkeeping is told, too.
        #[serde(default)]
        all: bool,
    }
    /// Whole legal answers to the question.
    Legal = "legal" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// How many at most; without it 64.
        #[serde(default)]
        most: Option<u32>,
    }
    /// A random legal answer to the question.
    Sample = "sample" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The same number draws the same answer; without it the system draws.
        #[serde(default)]
        seed: Option<u64>,
    }
    /// Says whether an answer is legal, without taking it.
    Check = "check" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// Who would answer.
        seat: u8,
        /// The answer.
        choice: Choice,
    }
    /// The draws that the last decision led to, or the start of the match; with an answer, those to which it would lead. In a
    /// match whose setup has `draws`.
    Draws = "draws" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// An answer of the player who is asked, which is not taken.
        #[serde(default)]
        choice: Option<Choice>,
        /// Draws that were made elsewhere, as `answer` would have them.
        #[serde(default)]
        draws: Vec<DrawOf>,
    }
    /// All questions of the games, with their meaning.
    Prompts = "prompts" {
        /// The game; all without it.
        #[serde(default)]
        game: Option<String>,
    }
    /// The matches that are there.
    Matches = "matches" {}
    /// The host decides that a player gives up.
    Forfeit = "forfeit" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// Why.
        reason: Reason,
        /// As in `answer`.
        #[serde(default)]
        used_ms: Option<u64>,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A player of a match with a clock has left the table.
    Away = "away" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A player of a match with a clock is back.
    Back = "back" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A player commits itself to a part of the seed.
    Commit = "commit" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// The commitment, 64 hexadecimal digits.
        commitment: String,
    }
    /// A player shows its part of the seed.
    Show = "show" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// 64 hexadecimal digits.
        salt: String,
        /// 64 hexadecimal digits.
        seed: String,
    }
    /// A player does not show its part, as the host says: no match begins.
    Withheld = "withheld" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// A note of the host.
        #[serde(default)]
        text: String,
    }
    /// Seals the log here.
    Seal = "seal" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
    }
    /// Writes a party's signature of the seal that the log ends with.
    Sign = "sign" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The statement and its signature, a signed note.
        note: String,
        /// The public key.
        key: String,
    }
    /// A judge's note in the log.
    Note = "note" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The note.
        text: String,
        /// The player concerned, if one is.
        #[serde(default)]
        seat: Option<u8>,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A judge's penalty in the log.
    Penalty = "penalty" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// The player.
        seat: u8,
        /// The penalty, and why.
        text: String,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A judge stops the match: no answer is taken until it continues, and the log notes it.
    Pause = "pause" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// Why.
        #[serde(default)]
        text: String,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// A judge lets the match continue.
    Unpause = "unpause" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// The match goes back, with the consent of the players or by a judge's ruling; the log notes which.
    BackUp = "back_up" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// How many decisions remain.
        to: u32,
        /// The seats of the players who agree.
        #[serde(default)]
        consent: Vec<u8>,
        /// The ruling, where not everybody agrees.
        #[serde(default)]
        ruling: Option<String>,
        /// As in `answer`.
        #[serde(default)]
        time_ms: Option<u64>,
    }
    /// Opens one hidden fact of an observed log and no other, as `duelog disclose` does.
    Disclose = "disclose" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
        /// After how many decisions; without it now. Where no seal stands there yet, the log is sealed now.
        #[serde(default)]
        at: Option<u32>,
        /// The zone that is opened, such as `hand`; without it what the player was told with that decision.
        #[serde(default)]
        zone: Option<String>,
        /// The player whose zone it is, or who was told.
        #[serde(default)]
        seat: Option<u8>,
        /// One card of the zone alone, by its place from 0.
        #[serde(default)]
        card: Option<u32>,
    }
    /// The match is over for the engine; its log stays as it is.
    Close = "close" {
        /// The match.
        #[serde(rename = "match")]
        _table: String,
    }
}
