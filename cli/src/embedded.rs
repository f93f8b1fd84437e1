//! Duelog inside of another program, without a process: answers of commands as text, matches by lines of the protocol
//! ([`Session`]), and logs whose states are walked through ([`Walk`]). The bindings for other languages are made of this;
//! nothing here prints, and no failure of the rules leaves it as a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use duelog_kernel::digest::hex;
use duelog_kernel::prompt::Prompt;
use duelog_kernel::{Match, Seat, Viewer};
use duelog_log_format::{Header, Reader, Record};
use duelog_verifier::{Age, Replay, Report, Stop};
use miette::Diagnostic;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::effort::Effort;
use crate::games;
use crate::output::Failure;
use crate::protocol::{Asked, Choice, Outcome, View, snake};

pub use crate::hosting::beginning::Shelf;
pub use crate::protocol::{Error, Session, legal_within};

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        let code = match &failure {
            Failure::Usage { .. } => "usage",
            Failure::System { .. } => "system",
            Failure::Limit { .. } => "limit",
            Failure::Engine { .. } => "engine",
        };
        let remedy = failure.help().map(|help| help.to_string()).filter(|help| !help.is_empty());
        Error { code: code.into(), message: failure.to_string(), remedy, rule: None }
    }
}

/// Does work, and says so where the program fails on it.
///
/// # Errors
/// Those of the work, and `internal` for a panic.
pub fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let remedy = Some("report it with the log or the setup".to_string());
        Err(Error {
            code: "internal".into(),
            message: "a fault of the program".to_string(),
            remedy,
            rule: None,
        })
    })
}

/// The lines that a command prints with `--format json`. `words` begin with the name of the command, and `logs` are read
/// where a word of the command names them; it reads no other log.
///
/// # Errors
/// The command cannot do its work. A finding is none: it stands in the lines.
pub fn command(words: &[&str], logs: Vec<(String, Arc<[u8]>)>) -> Result<String, Error> {
    let words: Vec<String> =
        ["duelog", "--format", "json"].iter().chain(words).map(|word| (*word).to_string()).collect();
    let logs = logs.into_iter().map(|(name, bytes)| (PathBuf::from(name), bytes)).collect();
    caught(|| Ok(crate::answered(&words, logs)?))
}

/// The bytes of a log file, within the limits that every command has.
///
/// # Errors
/// It cannot be read, or has too many bytes.
pub fn log_file(path: &Path) -> Result<Vec<u8>, Error> {
    Ok(crate::input::bytes(path)?)
}

/// The header of a log: game, edition, decks with the names of their cards, seed, labels.
///
/// # Errors
/// The bytes do not begin with a good header.
pub fn header(log: &[u8]) -> Result<Value, Halt> {
    let reader = Reader::open(log).map_err(|fault| finding(&fault.into(), 0, None))?;
    Ok(told(reader.header()))
}

fn told(header: &Header) -> Value {
    let name = |place: u32| header.definitions.get(place as usize).map_or("", |pin| pin.name.as_str());
    let list = |cards: &[(u16, u32)]| -> Vec<(u16, &str)> {
        cards.iter().map(|(count, place)| (*count, name(*place))).collect()
    };
    let deck = |deck: &duelog_log_format::DeckList| json!({ "name": deck.name, "cards": list(&deck.cards), "sideboard": list(&deck.sideboard) });
    json!({
        "game": header.game,
        "edition": header.edition,
        "revision": header.revision,
        "engine": header.engine,
        "seats": header.seats,
        "decks": header.decks.iter().map(deck).collect::<Vec<_>>(),
        "definitions": header.definitions.iter().map(|pin| pin.name.as_str()).collect::<Vec<_>>(),
        "seed": hex(&header.seed.0),
        "labels": header.labels,
    })
}

/// The records of a log behind its header, in their order, with `kind`, `offset`, `record` (its number) and `decision` (how many decisions
/// stand before it), and of a decision `seat`, `choice` and `tag`. They end where the bytes have a fault.
pub fn records(log: &[u8]) -> Vec<Value> {
    let Ok(mut reader) = Reader::open(log) else { return Vec::new() };
    let mut records = Vec::new();
    while let Ok(Some(logged)) = reader.next_record() {
        let mut fields = match &logged.record {
            Record::Decision(made) => {
                let choice = Choice::from(made.choice.clone());
                json!({ "seat": made.seat, "choice": choice, "tag": hex(&made.tag.0) })
            }
            record => body(record),
        };
        if let Some(fields) = fields.as_object_mut() {
            let kind = json!(logged.record.kind());
            fields.insert("kind".to_string(), snake(kind.as_str().unwrap_or_default()).into());
            fields.insert("offset".to_string(), logged.at.offset.into());
            fields.insert("record".to_string(), logged.at.record.into());
            fields.insert("decision".to_string(), logged.at.decision.into());
        }
        records.push(fields);
    }
    records
}

/// The fields of a record without the name of its kind.
fn body(record: &Record) -> Value {
    let value = json!(record);
    let inner = value.as_object().and_then(|fields| fields.values().next()).cloned();
    inner.filter(Value::is_object).unwrap_or_else(|| Value::Object(Map::new()))
}

/// A log whose states are walked through, decision by decision.
pub struct Walk {
    log: Arc<[u8]>,
    /// The replay; between two steps it is over no bytes.
    replay: Option<Replay<'static>>,
    age: Option<Age>,
    effort: Effort,
    begun: bool,
}

/// Why nothing can be read of a log, or a walk cannot continue.
pub enum Halt {
    /// The log has no more decisions.
    End,
    /// The log and the rules part here, or the bytes are at fault: the finding, as `verify --format json` writes it.
    Finding(Value),
    /// It cannot be replayed further.
    Failed(Error),
}

impl Walk {
    /// A walk that stands before the setup.
    ///
    /// # Errors
    /// The match of the log does not begin.
    pub fn new(log: Arc<[u8]>) -> Result<Walk, Halt> {
        let effort = Effort::default();
        let games = games::all();
        let begun =
            caught(|| Ok(effort.hold(|| Replay::start(&games, &log, false).map(|replay| replay.over(&[])))));
        let age = Age::of(&games, &log);
        let replay = match begun {
            Ok(Ok(Ok(replay))) => replay,
            Ok(Ok(Err(stop))) => return Err(finding(&stop, 0, age.as_ref())),
            Ok(Err(spent)) => return Err(Halt::Failed(Failure::from(spent).into())),
            Err(fault) => return Err(Halt::Failed(fault)),
        };
        Ok(Walk { log, replay: Some(replay), age, effort, begun: false })
    }

    /// The next state: first the one after the setup, then one after each decision and each return to an earlier one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn step(&mut self) -> Result<State, Halt> {
        let Some(replay) = self.replay.take() else { return Err(Halt::End) };
        let (log, effort, begun) = (self.log.clone(), self.effort, std::mem::replace(&mut self.begun, true));
        let walked = caught(move || {
            let mut replay = replay.over(&log);
            let found = effort.hold(|| if begun { next(&mut replay) } else { Ok(true) });
            let state = found.map_err(|spent| Error::from(Failure::from(spent)))?;
            Ok((state.map(|more| more.then(|| State::of(&mut replay))), replay.over(&[])))
        });
        match walked {
            Ok((Ok(Some(state)), replay)) => {
                self.replay = Some(replay);
                Ok(state)
            }
            Ok((Ok(None), _)) => Err(Halt::End),
            Ok((Err(stop), replay)) => Err(finding(&stop, replay.progress().decisions(), self.age.as_ref())),
            Err(fault) => Err(Halt::Failed(fault)),
        }
    }
}

/// Replays up to the next decision or return; false at the end.
fn next(replay: &mut Replay<'_>) -> Result<bool, Stop> {
    while let Some(logged) = replay.step()? {
        if matches!(logged.record, Record::Decision(_) | Record::Rewind(_)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn finding(stop: &Stop, decisions: u32, age: Option<&Age>) -> Halt {
    Halt::Finding(json!(Report::of(stop, decisions, age)))
}

/// A match just after a decision, to look at.
pub struct State {
    game: Box<dyn Match>,
    decision: u32,
}

/// How a state stands.
#[derive(Serialize)]
struct Summary<'a> {
    decision: u32,
    line: u32,
    turn: u32,
    active: u8,
    step: String,
    moment: String,
    scores: Vec<i64>,
    next: Option<Asked<'a>>,
    outcome: Option<Outcome>,
}

impl State {
    fn of(replay: &mut Replay<'_>) -> State {
        let decision = replay.progress().decisions();
        State { game: replay.game().lean(), decision }
    }

    /// How many decision records stand before it, with those that were taken back.
    pub fn decision(&self) -> u32 {
        self.decision
    }

    /// How it stands: `decision`, `line` (decisions without those taken back), `turn`, `active`, `step`, `moment` as
    /// `show --at` takes it, `scores` by seat, `next` (the question, with words) and `outcome`.
    ///
    /// # Errors
    /// A fault of the program.
    pub fn summary(&mut self) -> Result<Value, Error> {
        caught(|| {
            let (at, scores) = (self.game.turn_step(), self.game.scores());
            let words = self.game.request_view(Viewer::Judge);
            let summary = Summary {
                decision: self.decision,
                line: self.game.decisions(),
                turn: at.turn,
                active: at.active.0,
                step: snake(&at.step.to_string()).into_owned(),
                moment: at.to_string(),
                scores,
                next: self.game.request().map(|request| Asked::of(request, words.as_ref())),
                outcome: self.game.outcome().as_ref().map(Into::into),
            };
            Ok(json!(summary))
        })
    }

    /// The table as `viewer` sees it, in the form of the protocol.
    ///
    /// # Errors
    /// The seat is not at the table.
    pub fn view(&mut self, viewer: Viewer) -> Result<Value, Error> {
        let seats = self.game.scores().len();
        if let Viewer::Seat(Seat(seat)) = viewer
            && usize::from(seat) >= seats
        {
            let message = format!("there is no seat {seat} in a match of {seats}");
            return Err(Error { code: "seat".into(), message, remedy: None, rule: None });
        }
        caught(|| Ok(json!(View::of(self.game.view(viewer)))))
    }
}

/// The names and the numbers of a game that programs count in: its prompts, verbs and symbols, and its score.
///
/// # Errors
/// There is no such game.
pub fn game(name: &str) -> Result<Value, Error> {
    let factory = games::factory(name, None)?;
    let words = factory.item_words();
    let prompts: Vec<_> = factory.prompts().iter().map(|(name, _)| snake(name)).collect();
    Ok(json!({
        "game": factory.game(),
        "editions": factory.editions(),
        "revision": factory.revision(),
        "prompts": prompts,
        "verbs": words.verbs,
        "symbols": words.symbols,
        "score": factory.score(),
    }))
}

/// The prompts of a game, in the order of [`game`].
///
/// # Errors
/// There is no such game.
pub fn prompts(name: &str) -> Result<Vec<&'static str>, Error> {
    Ok(games::factory(name, None)?.prompts().iter().map(|(name, _)| *name).collect())
}

/// The place of a prompt among those of its game.
pub fn place_of(prompt: Prompt, prompts: &[&str]) -> Option<usize> {
    prompts.iter().position(|name| *name == prompt.name())
}

/// The names of the games that are built in.
pub fn games() -> [&'static str; 3] {
    games::names()
}

/// An answer as the protocol writes it.
pub fn choice(choice: duelog_kernel::Choice) -> Value {
    json!(Choice::from(choice))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(session: &mut Session, line: &Value) -> Value {
        let response = session.obey(line.to_string().as_bytes());
        serde_json::from_slice(&response).unwrap()
    }

    /// A match of random answers, as far as this many decisions.
    fn played(decisions: u32) -> Session {
        let mut session = Session::new();
        let decks = ["fire-nature-rush", "water-nature-tempo"];
        let setup = json!({ "game": "duel-masters", "decks": decks, "seed": 1 });
        let opened = ask(&mut session, &json!({ "do": "open", "match": "m", "setup": setup }));
        assert_eq!(opened["ok"]["decision"], 0);
        for number in 0..decisions {
            let sampled = ask(&mut session, &json!({ "do": "sample", "match": "m", "seed": number }));
            let choice = &sampled["ok"]["choices"][0];
            let line =
                json!({ "do": "answer", "match": "m", "seat": sampled["ok"]["seat"], "choice": choice });
            if ask(&mut session, &line)["ok"]["next"].is_null() {
                break;
            }
        }
        session
    }

    fn states(log: &[u8]) -> (u32, Halt) {
        let mut walk = match Walk::new(Arc::from(log)) {
            Ok(walk) => walk,
            Err(halt) => return (0, halt),
        };
        let mut count = 0;
        loop {
            match walk.step() {
                Ok(state) => assert_eq!(state.decision(), count),
                Err(halt) => return (count, halt),
            }
            count += 1;
        }
    }

    #[test]
    fn a_match_without_a_file_is_recorded_in_memory_and_walked_through() {
        let session = played(20);
        let log: Arc<[u8]> = Arc::from(session.log());
        let (count, end) = states(&log);
        assert!(count == 21 && matches!(end, Halt::End));
        let verdict = command(&["verify", "--", "a"], vec![("a".to_string(), log.clone())]).unwrap();
        assert!(
            verdict.starts_with("{\"log\":\"a\",\"verdict\":\"incomplete\",\"decisions\":20"),
            "{verdict}"
        );
        assert_eq!(records(&log).iter().filter(|record| record["kind"] == "decision").count(), 20);
        assert_eq!(header(&log).ok().unwrap()["decks"][0]["name"], "Fire-Nature Rush");
    }

    #[test]
    fn a_session_is_looked_at_and_answered_without_lines() {
        let mut session = played(5);
        let (seat, choices) = session
            .look("m", |game| {
                let request = game.request().unwrap();
                (request.seat, legal_within(request, 4, 100).0)
            })
            .unwrap();
        let answered = session.answer("m", seat, choices[0].clone(), |game| game.decisions());
        assert_eq!(answered.unwrap(), 6);
        assert_eq!(session.look("m", |game| game.decisions()).unwrap(), 6);
        let elsewhere = session.answer("m", Seat(9), choices[0].clone(), |_| ());
        assert_eq!(elsewhere.unwrap_err().code, "wrong_seat");
        assert_eq!(session.look("n", |_| ()).unwrap_err().code, "no_match");
        // A fault of who looks closes the match, and nothing else.
        assert_eq!(session.look("m", |_| panic!("a fault")).map(|()| 0).unwrap_err().code, "internal");
        assert_eq!(session.look("m", |_| ()).unwrap_err().code, "no_match");
    }

    #[test]
    fn a_walk_ends_where_the_log_and_the_rules_part() {
        let log = played(20).log();
        let cut = &records(&log)[10];
        let next = records(&log)[11]["offset"].as_u64().unwrap();
        let (from, to) = (cut["offset"].as_u64().unwrap() as usize, next as usize);
        let (count, end) = states(&[&log[..from], &log[to..]].concat());
        assert!(count <= 11);
        assert!(matches!(end, Halt::Finding(report) if report["verdict"] != "verified"));
        let (count, end) = states(&log[..log.len() - 2]);
        assert!(count == 20 && matches!(end, Halt::Finding(report) if report["verdict"] == "torn"));
        assert!(matches!(states(b"no log").1, Halt::Finding(report) if report["verdict"] == "unreadable"));
        assert!(matches!(header(b""), Err(Halt::Finding(_))));
    }

    #[test]
    fn faults_of_commands_have_codes() {
        let fault = |words: &[&str]| command(words, Vec::new()).unwrap_err();
        assert_eq!(fault(&["show", "--", "none"]).code, "usage");
        assert_eq!(fault(&["nonsense"]).code, "usage");
        // A file that is there, but was not given.
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/golden/duel-masters/duel-masters-1.duelog");
        assert_eq!(fault(&["verify", "--", file]).code, "system");
        assert_eq!(fault(&["cards", "show", "No Such Card"]).code, "usage");
        assert_eq!(caught::<()>(|| panic!("a fault")).unwrap_err().code, "internal");
        assert_eq!(game("chess").unwrap_err().code, "usage");
        assert!(game("magic").unwrap()["prompts"].as_array().unwrap().len() > 10);
    }
}
