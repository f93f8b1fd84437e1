//! The commands of the engine, as they come in.

use std::path::PathBuf;

use duelog_kernel::{Choice, Seat, Seed, Viewer};
use duelog_log_format::clock::LossReason;
use duelog_log_format::seeds::Part;
use duelog_log_format::{Durability, Topic};
use serde::Deserialize;
use serde_json::Value;

use crate::hosting::setup::{Beginning, ChoosingOf, SetupOf, digits, in_words, misread};

/// The command of a line.
#[derive(Debug)]
pub enum Command {
    /// Who is there, and what is spoken.
    Hello(Option<u32>),
    /// A match begins.
    Setup(Box<Beginning>),
    /// Resumes a log.
    Resume {
        /// The log.
        log: PathBuf,
        /// The file with a party's own part of the seed, which must be in it.
        part: Option<PathBuf>,
    },
    /// A player answers.
    Answer(Answer),
    /// Answers of a match that was played before, one after the other, as they stand in its log.
    Replay(Vec<Answer>),
    /// The digests after a decision of the match; after the last one without a number.
    Moment(Option<u32>),
    /// Which definitions the match uses.
    Definitions,
    /// The current request, once more.
    Request,
    /// The table.
    View(Viewer),
    /// The events.
    History(HistoryOf),
    /// The match goes back.
    Rewind(u32),
    /// A note.
    Annotate(Note),
    /// A player takes part in choosing the seed.
    Choose(ChoosingOf),
    /// The log is sealed.
    Seal,
    /// A party signs the seal.
    Sign(SignedOf),
    /// The host decides that a player gives up.
    Forfeit(ForfeitOf),
    /// A player has left the table, or is back.
    Seen {
        /// Who.
        seat: Seat,
        /// True for a player who is back.
        here: bool,
        /// The time now, in milliseconds since 1970; that of the engine without it.
        time_ms: Option<u64>,
    },
    /// The match is over for the host.
    Close,
    /// So is the program.
    Quit,
}

/// An answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0,\"choice\":{\"pick\":[\"pass\"]}}")]
pub struct Answer {
    /// Who answers.
    pub seat: Seat,
    /// What.
    pub choice: Choice,
    /// How long the player took, in milliseconds; what the engine has measured without it.
    #[serde(default)]
    pub used_ms: Option<u64>,
    /// The time now, in milliseconds since 1970; that of the engine without it.
    #[serde(default)]
    pub time_ms: Option<u64>,
}

/// A player who gives up because the host says so.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0,\"reason\":\"time\"}")]
pub struct ForfeitOf {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub reason: LossReason,
    /// How long the player has been asked, in milliseconds; what the engine has measured without it.
    #[serde(default)]
    pub used_ms: Option<u64>,
    /// The time now, in milliseconds since 1970; that of the engine without it.
    #[serde(default)]
    pub time_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0}")]
struct SeatOf {
    seat: Seat,
    #[serde(default)]
    time_ms: Option<u64>,
}

/// Which part of the history.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object such as {\"viewer\":\"judge\",\"from\":0}")]
pub struct HistoryOf {
    /// Who wants to know.
    pub viewer: Looker,
    /// The first decision.
    pub from: u32,
    /// The last decision.
    pub to: u32,
    /// True if bookkeeping is told.
    pub all: bool,
}

impl Default for HistoryOf {
    fn default() -> Self {
        HistoryOf { viewer: Looker::Public, from: 0, to: u32::MAX, all: false }
    }
}

/// Who looks.
#[derive(Debug, Clone, Copy)]
pub enum Looker {
    /// A player.
    Seat(Seat),
    /// A judge.
    Judge,
    /// Somebody who watches.
    Public,
}

impl<'de> Deserialize<'de> for Looker {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Looker, D::Error> {
        looker(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl Looker {
    /// The kernel's name for it.
    pub fn viewer(self) -> Viewer {
        match self {
            Looker::Seat(seat) => Viewer::Seat(seat),
            Looker::Judge => Viewer::Judge,
            Looker::Public => Viewer::Public,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0,\"commitment\":\"...\"}")]
struct CommitOf {
    seat: Seat,
    commitment: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0,\"salt\":\"...\",\"seed\":\"...\"}")]
struct ShowOf {
    seat: Seat,
    salt: String,
    seed: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"seat\":0,\"text\":\"...\"}")]
struct WithheldOf {
    seat: Seat,
    #[serde(default)]
    text: String,
}

/// A party's signature.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"note\":\"...\",\"key\":\"...\"}")]
pub struct SignedOf {
    /// The statement and its signature: a signed note.
    pub note: String,
    /// The public key.
    pub key: String,
}

/// A note in the log.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"topic\":\"note\",\"text\":\"...\"}")]
pub struct Note {
    /// Its topic.
    pub topic: Topic,
    /// The player concerned, if one is.
    pub seat: Option<Seat>,
    /// When, in milliseconds since 1970.
    pub time_ms: Option<u64>,
    /// Its text.
    #[serde(default)]
    pub text: String,
}

/// A line as it comes in: one command, with what belongs to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandLine {
    hello: Option<HelloOf>,
    replay: Option<ReplayOf>,
    moment: Option<MomentOf>,
    definitions: Option<Nothing>,
    setup: Option<SetupOf>,
    log: Option<PathBuf>,
    durability: Option<Value>,
    resume: Option<PathBuf>,
    part: Option<PathBuf>,
    answer: Option<Answer>,
    request: Option<Nothing>,
    view: Option<ViewOf>,
    history: Option<HistoryOf>,
    rewind: Option<RewindTo>,
    annotate: Option<Note>,
    commit: Option<CommitOf>,
    show: Option<ShowOf>,
    withheld: Option<WithheldOf>,
    seal: Option<Nothing>,
    sign: Option<SignedOf>,
    forfeit: Option<ForfeitOf>,
    away: Option<SeatOf>,
    back: Option<SeatOf>,
    close: Option<Nothing>,
    quit: Option<Nothing>,
    #[serde(rename = "id")]
    _id: Option<Value>,
}

/// `view`: who wants to see the table, or beside another command whether the answer shows it.
#[derive(Debug, Clone, Copy)]
enum ViewOf {
    Of(Looker),
    Shown(bool),
}

/// Who can look, for those who wrote it otherwise.
const LOOKERS: &str = "\"judge\", \"public\" or {\"seat\":0}";

impl<'de> Deserialize<'de> for ViewOf {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ViewOf, D::Error> {
        use serde::de::Error;
        match Value::deserialize(deserializer)? {
            Value::Bool(shown) => Ok(ViewOf::Shown(shown)),
            value => looker(&value).map(ViewOf::Of).map_err(D::Error::custom),
        }
    }
}

/// Whoever a value names.
fn looker(value: &Value) -> Result<Looker, String> {
    let seat = || value.as_object().filter(|fields| fields.len() == 1)?.get("seat")?.as_u64();
    match value.as_str() {
        Some("judge") => Ok(Looker::Judge),
        Some("public") => Ok(Looker::Public),
        _ => seat()
            .and_then(|seat| u8::try_from(seat).ok())
            .map(|seat| Looker::Seat(Seat(seat)))
            .ok_or_else(|| format!("{LOOKERS} is wanted here, and not {value}")),
    }
}

/// `{}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "{}")]
struct Nothing {}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"to\":12}")]
struct RewindTo {
    to: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"protocol\":1}")]
struct HelloOf {
    protocol: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object such as {\"answers\":[{\"seat\":0,\"choice\":{\"pick\":[\"pass\"]}}]}"
)]
struct ReplayOf {
    answers: Vec<Answer>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"at\":12}")]
struct MomentOf {
    at: Option<u32>,
}

/// The contents of a line.
#[derive(Debug)]
pub struct Incoming {
    /// The mark that the response is to carry.
    pub id: Option<Value>,
    /// The command.
    pub command: Command,
    /// False where the response leaves out the table of the player who must answer.
    pub view: bool,
}

impl CommandLine {
    /// The contents of a line.
    ///
    /// # Errors
    /// The mark, and what is not understood.
    pub fn parse(bytes: &[u8]) -> Result<Incoming, (Option<Value>, String)> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| (None, in_words(&error)))?;
        let Value::Object(fields) = &value else {
            return Err((
                None,
                format!(
                    "a line is an object that holds one command, such as {{\"request\":{{}}}}, and this is {}",
                    kind(&value)
                ),
            ));
        };
        let id = fields.get("id").cloned();
        // Read again from the bytes, so that a name given twice is noticed.
        let line: Result<CommandLine, _> = serde_json::from_slice(bytes);
        let command = line.map_err(|error| misread(&error)).and_then(CommandLine::command);
        match command {
            Ok((command, view)) => Ok(Incoming { id, command, view }),
            Err(message) => Err((id, message)),
        }
    }

    fn command(self) -> Result<(Command, bool), String> {
        if self.setup.is_none() && (self.log.is_some() || self.durability.is_some()) {
            return Err("`log` and `durability` belong to `setup`".to_string());
        }
        if self.resume.is_none() && self.part.is_some() {
            return Err("`part` belongs to `resume`".to_string());
        }
        let durability = durability(self.durability.as_ref())?;
        let commit = self.commit.map(|commit| {
            let commitment = digits("commitment", &commit.commitment)?;
            Ok::<_, String>(ChoosingOf::Commit { seat: commit.seat, commitment })
        });
        let show = self.show.map(|show| {
            let (salt, seed) = (digits("salt", &show.salt)?, digits("seed", &show.seed)?);
            Ok::<_, String>(ChoosingOf::Show { seat: show.seat, part: Part { salt, seed: Seed(seed) } })
        });
        let (commit, show) = (commit.transpose()?, show.transpose()?);
        let withheld = self.withheld.map(|of| ChoosingOf::Withheld { seat: of.seat, text: of.text });
        let (log, part) = (self.log, self.part);
        let (looks, view) = match self.view {
            Some(ViewOf::Of(looker)) => (Some(Command::View(looker.viewer())), true),
            Some(ViewOf::Shown(shown)) => (None, shown),
            None => (None, true),
        };
        let beside = matches!(self.view, Some(ViewOf::Shown(_)));
        let commands = [
            self.hello.map(|hello| Command::Hello(hello.protocol)),
            self.replay.map(|replay| Command::Replay(replay.answers)),
            self.moment.map(|moment| Command::Moment(moment.at)),
            self.definitions.map(|_| Command::Definitions),
            self.setup.map(|setup| Command::Setup(Box::new(Beginning { setup, log, durability }))),
            self.resume.map(|log| Command::Resume { log, part }),
            self.answer.map(Command::Answer),
            self.request.map(|_| Command::Request),
            looks,
            self.history.map(Command::History),
            self.rewind.map(|rewind| Command::Rewind(rewind.to)),
            self.annotate.map(Command::Annotate),
            commit.map(Command::Choose),
            show.map(Command::Choose),
            withheld.map(Command::Choose),
            self.seal.map(|_| Command::Seal),
            self.sign.map(Command::Sign),
            self.forfeit.map(Command::Forfeit),
            self.away.map(|of| Command::Seen { seat: of.seat, here: false, time_ms: of.time_ms }),
            self.back.map(|of| Command::Seen { seat: of.seat, here: true, time_ms: of.time_ms }),
            self.close.map(|_| Command::Close),
            self.quit.map(|_| Command::Quit),
        ];
        let mut given = commands.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(command), None) => Ok((command, view)),
            (None, _) if beside => Err(format!(
                "`view` with true or false stands beside a command and says whether its answer shows the table; alone it is {LOOKERS}"
            )),
            (None, _) => Err("the line holds no command".to_string()),
            (Some(_), Some(_)) => Err("the line holds more than one command".to_string()),
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn durability(value: Option<&Value>) -> Result<Durability, String> {
    let known =
        || "`durability` is \"every-record\" (without it), \"none\" or after how many records".to_string();
    match value {
        None => Ok(Durability::EveryRecord),
        Some(Value::String(word)) if word == "every-record" => Ok(Durability::EveryRecord),
        Some(Value::String(word)) if word == "none" => Ok(Durability::None),
        Some(Value::Number(number)) => {
            let count = number
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .and_then(std::num::NonZeroU32::new);
            count.map(Durability::Every).ok_or_else(known)
        }
        Some(_) => Err(known()),
    }
}
