//! The match that the engine hosts, and the responses about it.

use std::path::{Path, PathBuf};

use duelog_kernel::digest::hex;
use duelog_kernel::{Illegal, Seat, Viewer};
use duelog_log_format::{Annotation, Durability, Party};
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{ENGINE, RecordError, Recorder, Trace};
use serde_json::{Value, json};

use super::command::{Answer, Command, ForfeitOf, HistoryOf, Note, SignedOf};
use super::{PROTOCOL, error};
use crate::decks::Listed;
use crate::games;
use crate::hosting::beginning::{Beginner, Begun, Choosing, Problem};
use crate::hosting::playing::{Playing, Timed};
use crate::hosting::setup::{Beginning, ChoosingOf};
use crate::output::Failure;
use crate::recording::{self, Destination};

/// At most one match, and what the host wants.
pub struct Host {
    beginner: Beginner,
    table: Option<Table>,
    choosing: Option<Choosing>,
    quits: bool,
}

impl Choosing {
    /// The commitments so far, and whose turn it is.
    fn told(&self) -> Value {
        let progress = self.drawing.progress();
        let awaited = progress.awaited().map(|party| party.to_string());
        let parties = (0..=progress.seats()).map(Party);
        let commitments: Vec<Value> = parties
            .filter_map(|party| {
                Some(json!({ "party": party.to_string(), "commitment": progress.commitment(party)?.hex() }))
            })
            .collect();
        let wants = if commitments.len() > usize::from(progress.seats()) { "show" } else { "commit" };
        let binding = self.drawing.binding().hex();
        json!({ "fair": { "binding": binding, "commitments": commitments, "awaited": awaited, "wants": wants } })
    }
}

struct Table {
    playing: Playing,
    log: Option<PathBuf>,
    /// The digests after each decision since the match was begun or resumed.
    trace: Trace,
}

impl Host {
    /// A host without a match.
    pub fn new(cards: Option<PathBuf>, files: bool, key: Option<SecretKey>) -> Host {
        Host {
            beginner: Beginner { cards, files, key, ..Beginner::default() },
            table: None,
            choosing: None,
            quits: false,
        }
    }

    /// Returns whether the program is to end.
    pub fn quits(&self) -> bool {
        self.quits
    }

    /// Lets a match go whose state nobody vouches for.
    pub fn forget(&mut self) {
        self.choosing = None;
        self.table = None;
    }

    /// Does what a line asks for.
    pub fn obey(&mut self, command: Command) -> Value {
        let done = match command {
            Command::Hello(protocol) => self.hello(protocol),
            Command::Replay(answers) => self.table().map(|table| table.replay(&answers)),
            Command::Moment(at) => self.table().and_then(|table| table.moment(at)),
            Command::Definitions => self.table().map(|table| table.definitions()),
            Command::Setup(beginning) => self.begin(&beginning),
            Command::Resume { log, part } => self.resume(log, part.as_deref()),
            Command::Close => Ok(self.close()),
            Command::Quit => {
                self.quits = true;
                Ok(self.close())
            }
            Command::Answer(answer) => self.table().and_then(|table| table.answer(&answer)),
            Command::Request => self.table().and_then(Table::next),
            Command::View(viewer) => self.table().and_then(|table| table.view(viewer)),
            Command::History(history) => self.table().and_then(|table| table.history(&history)),
            Command::Rewind(to) => self.table().and_then(|table| table.rewind(to)),
            Command::Annotate(note) => self.table().and_then(|table| table.annotate(note)),
            Command::Choose(step) => self.choose(&step),
            Command::Seal => self.table().and_then(Table::seal),
            Command::Sign(signed) => self.table().and_then(|table| table.sign(&signed)),
            Command::Forfeit(forfeit) => self.table().and_then(|table| table.forfeit(&forfeit)),
            Command::Seen { seat, here, time_ms } => {
                self.table().and_then(|table| table.seen(seat, here, time_ms))
            }
        };
        done.unwrap_or_else(|problem| problem)
    }

    /// Who is there: what is spoken, and which games with which revisions of their rules. A host that speaks
    /// otherwise is told so.
    fn hello(&self, protocol: Option<u32>) -> Result<Value, Value> {
        if let Some(other) = protocol.filter(|protocol| *protocol != PROTOCOL) {
            let message = format!("this engine speaks version {PROTOCOL} of the protocol, and not {other}");
            return Err(error(
                "protocol",
                message,
                Some("use a build of duelog that speaks the same version"),
            ));
        }
        let mut games: Vec<Value> = Vec::new();
        for factory in games::all() {
            games.push(json!({ "game": factory.game(), "editions": factory.editions(), "revision": factory.revision() }));
        }
        Ok(json!({ "hello": { "protocol": PROTOCOL, "engine": ENGINE, "games": games, "pins": true } }))
    }

    /// A player commits itself to a part of the seed, or shows it; the match begins with the last part.
    fn choose(&mut self, step: &ChoosingOf) -> Result<Value, Value> {
        let none = || {
            error("no-match", "nobody is choosing a seed", Some("begin with {\"setup\":{..,\"fair\":true}}"))
        };
        let mut choosing = self.choosing.take().ok_or_else(none)?;
        if let ChoosingOf::Withheld { seat, text } = step {
            let log = choosing.log.clone();
            return match choosing.drawing.withheld(*seat, text) {
                Ok((verdict, _)) => {
                    Ok(json!({ "closed": { "decisions": 0, "log": log, "verdict": verdict.word() } }))
                }
                Err(failed) => Err(written(&failed)),
            };
        }
        if let Err(problem) = choosing.step(step) {
            self.choosing = Some(choosing);
            return Err(problem.into());
        }
        if choosing.drawing.progress().awaited().is_some() {
            return Ok(self.choosing.insert(choosing).told());
        }
        let Choosing { drawing, factory, log } = choosing;
        let recorder = drawing.begin(&*factory).map_err(|failed| written(&failed))?;
        self.start(recorder, log)
    }

    /// Ends the match; its log is kept as it is.
    pub fn close(&mut self) -> Value {
        if let Some(Choosing { log, .. }) = self.choosing.take() {
            return json!({ "closed": { "decisions": 0, "log": log, "verdict": "incomplete" } });
        }
        let Some(mut table) = self.table.take() else { return json!({ "closed": {} }) };
        if let Err(failed) = table.playing.recorder.sync() {
            return written(&failed);
        }
        let verdict = table.playing.verdict();
        let decisions = table.playing.recorder.game().decisions();
        match &table.log {
            Some(log) => json!({ "closed": { "decisions": decisions, "log": log, "verdict": verdict } }),
            None => json!({ "closed": { "decisions": decisions } }),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Value> {
        let none = || error("no-match", "there is no match", Some("begin one: {\"setup\":{...}}"));
        self.table.as_mut().ok_or_else(none)
    }

    /// An unfinished match is not thrown away when another one begins.
    fn vacant(&mut self) -> Result<(), Value> {
        if self.choosing.is_some() {
            let message = "host and players are choosing the seed of a match";
            return Err(error("running", message, Some("end it first: {\"close\":{}}")));
        }
        let running =
            self.table.as_mut().is_some_and(|table| table.playing.recorder.game().request().is_some());
        if running {
            Err(error("running", "a match is going on", Some("end it first: {\"close\":{}}")))
        } else {
            Ok(())
        }
    }

    fn begin(&mut self, beginning: &Beginning) -> Result<Value, Value> {
        self.vacant()?;
        beginning.log.as_deref().map_or(Ok(()), |log| self.beginner.may_touch(log))?;
        let (begun, listed) = self.beginner.begin(beginning)?;
        let response = match begun {
            Begun::Choosing(choosing) => self.choosing.insert(*choosing).told(),
            Begun::Match(recorder) => self.start(*recorder, beginning.log.clone())?,
        };
        Ok(with_notes(response, &listed))
    }

    fn resume(&mut self, path: PathBuf, own: Option<&Path>) -> Result<Value, Value> {
        self.vacant()?;
        self.beginner.may_touch(&path)?;
        own.map_or(Ok(()), |own| self.beginner.may_touch(own))?;
        match self.beginner.resume(&path, own, Durability::EveryRecord)? {
            Ok(resumed) => {
                let mut response = self.sit_down(resumed.recorder, Some(path))?;
                if let (Some(cut), Some(fields)) = (resumed.cut, response.as_object_mut()) {
                    fields.insert("torn".to_string(), json!(cut));
                }
                Ok(response)
            }
            Err(report) => Err(json!({ "finding": report })),
        }
    }

    /// A match begins, and the logs of its viewers with it.
    fn start(&mut self, mut recorder: Recorder<Destination>, log: Option<PathBuf>) -> Result<Value, Value> {
        if let Some(log) = &log {
            recording::write_views(&mut recorder, log).map_err(|failure| failed("log", &failure))?;
        }
        self.sit_down(recorder, log)
    }

    fn sit_down(&mut self, recorder: Recorder<Destination>, log: Option<PathBuf>) -> Result<Value, Value> {
        let playing = Playing::sit_down(recorder).map_err(|failed| written(&failed))?;
        let mut table = Table { playing, log, trace: Trace::default() };
        table.trace.note(table.playing.recorder.game());
        self.table.insert(table).next()
    }
}

/// The response with the notes of the deck files, where there are any.
fn with_notes(mut response: Value, listed: &[Listed]) -> Value {
    let notes: Vec<String> = listed.iter().flat_map(Listed::told).collect();
    if let Some(fields) = response.as_object_mut().filter(|_| !notes.is_empty()) {
        fields.insert("notes".to_string(), json!(notes));
    }
    response
}

impl Table {
    /// The current request with the view of its seat; or the outcome, once it is in the log.
    fn next(&mut self) -> Result<Value, Value> {
        let decision = self.playing.recorder.game().decisions();
        match self.playing.recorder.game().asked() {
            Some(request) => {
                let mut view = self.playing.recorder.game().view(Viewer::Seat(request.seat));
                view.request = None;
                let mut asked = json!({ "request": request, "view": view, "decision": decision });
                if let Some(clock) = self.playing.recorder.clock() {
                    asked["clock"] = json!({ "left_ms": clock.left_ms() });
                }
                Ok(asked)
            }
            None => {
                let outcome = self.playing.recorder.finish().map_err(|failed| written(&failed))?;
                Ok(json!({ "outcome": outcome, "decision": decision }))
            }
        }
    }

    fn answer(&mut self, answer: &Answer) -> Result<Value, Value> {
        let timed = Timed { used_ms: answer.used_ms, time_ms: answer.time_ms };
        let decided = self.playing.answer(answer.seat, answer.choice.clone(), &[], timed);
        self.decided(decided)
    }

    /// The response to a decision.
    fn decided(&mut self, decided: Result<u32, RecordError>) -> Result<Value, Value> {
        match decided {
            Ok(_) => {
                self.trace.note(self.playing.recorder.game());
                self.next()
            }
            Err(RecordError::Illegal(illegal)) => {
                Ok(refused(&illegal, self.playing.recorder.game().decisions()))
            }
            Err(RecordError::Clock(fault)) => Err(Problem::untimed(&fault).into()),
            Err(failed) => Err(written(&failed)),
        }
    }

    /// The host decides that a player gives up.
    fn forfeit(&mut self, forfeit: &ForfeitOf) -> Result<Value, Value> {
        self.sits(Viewer::Seat(forfeit.seat))?;
        let timed = Timed { used_ms: forfeit.used_ms, time_ms: forfeit.time_ms };
        let decided = self.playing.forfeit(forfeit.seat, forfeit.reason, timed);
        self.decided(decided)
    }

    /// A player has left the table, or is back.
    fn seen(&mut self, seat: Seat, here: bool, time_ms: Option<u64>) -> Result<Value, Value> {
        self.sits(Viewer::Seat(seat))?;
        self.playing.seen(seat, here, time_ms)?;
        Ok(json!({ "annotated": {} }))
    }

    /// Takes answers as they are, up to the first refused one. Requests and outcomes in between are not
    /// reported, since a log may rewind.
    fn replay(&mut self, answers: &[Answer]) -> Value {
        let mut taken = 0;
        for answer in answers {
            match self.playing.recorder.decide(answer.seat, &answer.choice) {
                Ok(_) => self.trace.note(self.playing.recorder.game()),
                Err(RecordError::Illegal(illegal)) => {
                    return json!({ "replayed": { "taken": taken, "refused": in_json(&illegal), "outcome": self.playing.recorder.game().outcome() } });
                }
                Err(failed) => return written(&failed),
            }
            taken += 1;
        }
        json!({ "replayed": { "taken": taken, "outcome": self.playing.recorder.game().outcome() } })
    }

    fn moment(&mut self, at: Option<u32>) -> Result<Value, Value> {
        let at = at.unwrap_or(self.trace.decisions());
        let none = || {
            error(
                "moment",
                format!("there is no decision {at}: {} were made here", self.trace.decisions()),
                None,
            )
        };
        let moment = self.trace.at(at).ok_or_else(none)?;
        Ok(
            json!({ "moment": { "at": at, "root": moment.root.hex(), "tag": moment.tag.hex(), "chain": moment.chain.hex() } }),
        )
    }

    fn definitions(&self) -> Value {
        let pins = &self.playing.recorder.header().definitions;
        let pins: Vec<Value> =
            pins.iter().map(|pin| json!({ "name": pin.name, "digest": hex(&pin.digest) })).collect();
        json!({ "definitions": pins })
    }

    fn view(&mut self, viewer: Viewer) -> Result<Value, Value> {
        self.sits(viewer)?;
        Ok(json!({ "view": self.playing.recorder.game().view(viewer) }))
    }

    fn history(&mut self, history: &HistoryOf) -> Result<Value, Value> {
        let viewer = history.viewer.viewer();
        self.sits(viewer)?;
        let mut told = self.playing.recorder.game().told(history.from, viewer);
        told.retain(|told| told.decision <= history.to && (history.all || !told.internal));
        Ok(json!({ "history": told }))
    }

    fn rewind(&mut self, to: u32) -> Result<Value, Value> {
        let decisions = self.playing.recorder.game().decisions();
        if to >= decisions {
            return Err(error(
                "rewind",
                format!("the match is at decision {decisions} and cannot go back to {to}"),
                None,
            ));
        }
        self.playing.recorder.rewind(to).map_err(|failed| written(&failed))?;
        self.next()
    }

    fn annotate(&mut self, note: Note) -> Result<Value, Value> {
        if let Some(seat) = note.seat {
            self.sits(Viewer::Seat(seat))?;
        }
        let annotation =
            Annotation { topic: note.topic, seat: note.seat, time_ms: note.time_ms, text: note.text };
        self.playing.recorder.annotate(annotation).map_err(|failed| Problem::noted(&failed))?;
        Ok(json!({ "annotated": {} }))
    }

    /// Seals the log here, and says what each party signs who agrees to it.
    fn seal(&mut self) -> Result<Value, Value> {
        let party = |(party, text): (Party, String)| json!({ "party": party.to_string(), "text": text });
        let statements: Vec<Value> = self.playing.seal()?.into_iter().map(party).collect();
        let progress = self.playing.recorder.progress();
        Ok(
            json!({ "sealed": { "seal": progress.seals(), "decisions": progress.decisions(), "statements": statements } }),
        )
    }

    /// Writes a party's signature of the seal that the log ends with.
    fn sign(&mut self, signed: &SignedOf) -> Result<Value, Value> {
        let (party, seal) = self.playing.sign(&signed.note, &signed.key)?;
        Ok(json!({ "signed": { "party": party.to_string(), "seal": seal } }))
    }

    /// A player who looks must be at the table.
    fn sits(&self, viewer: Viewer) -> Result<(), Value> {
        let seats = self.playing.recorder.header().seats;
        match viewer {
            Viewer::Seat(Seat(seat)) if seat >= seats => {
                Err(error("seat", format!("there is no seat {seat} in a match of {seats}"), None))
            }
            Viewer::Seat(_) | Viewer::Judge | Viewer::Public => Ok(()),
        }
    }
}

fn refused(illegal: &Illegal, decision: u32) -> Value {
    json!({ "refused": in_json(illegal), "decision": decision })
}

/// A refusal with its message.
fn in_json(illegal: &Illegal) -> Value {
    let mut value = json!(illegal);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("message".to_string(), json!(illegal.to_string()));
    }
    value
}

fn written(failed: &RecordError) -> Value {
    Problem::written(failed).into()
}

fn failed(kind: &'static str, failure: &Failure) -> Value {
    Problem::of(kind, failure).into()
}
