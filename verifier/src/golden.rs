//! Golden logs: recorded games that are replayed to see whether anything has changed, and blessed when that
//! was meant.
//!
//! A log is played as the revision of the rules that its header names says, so that a log of any age must be
//! as recorded. A log that is not is blessed as one of the engine's own revision.

use duelog_kernel::digest::{Difference, hex};
use duelog_kernel::{TagKey, Viewer};
use duelog_log_format::{
    Durability, Fault, FaultKind, Header, Reader, Record, Seal, WriteError, Writer, seeds,
};
use serde::Serialize;

use crate::age::Age;
use crate::line::Timeline;
use crate::observer::Observer;
use crate::recorder::ENGINE;
use crate::replay::{Claim, Divergence, SPACING, Stop, divergence, refused};
use crate::start::{Games, StartError, factory, pinned};
use crate::verdict::Report;

/// The state of a golden log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Every tag, seal, outcome and definition is as recorded.
    Identical,
    /// Every decision is still legal, and something else is not as recorded.
    Changed,
    /// It can no longer be played.
    Refused,
}

impl Class {
    /// The class as one lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Class::Identical => "identical",
            Class::Changed => "changed",
            Class::Refused => "refused",
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// A golden log compared with the current engine. Fields that do not apply are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Golden {
    /// Its state.
    pub class: Class,
    /// How many decisions could be replayed.
    pub decisions: u32,
    /// The first decision that differs or is refused, from 1; 0 is the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// The rule that refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where the first difference lies; see [`Divergence::path`], or `definitions/NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The recorded value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The current value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// How many tags, seals, outcomes and pins differ in all.
    pub differing: u32,
    /// The finding, in one sentence.
    pub message: String,
    /// The changes of the first differing decision in the differing components now: left before it, right
    /// after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Difference>,
    /// The log as the engine would record it now; none when it is refused. A log that is identical keeps its
    /// revision of the rules, one that has changed has the engine's.
    #[serde(skip)]
    pub blessed: Option<Vec<u8>>,
}

/// Plays a golden log again under the revision of the rules that it names: the same decisions, whatever the
/// tags say. One that has changed is blessed under the revision of the engine.
pub fn check(games: &Games, log: &[u8]) -> Golden {
    if let Some(age) = Age::of(games, log).filter(Age::is_newer) {
        return unplayed(age.in_words());
    }
    let golden = played(games, log, Under::Own);
    if golden.class != Class::Changed {
        return golden;
    }
    let anew = played(games, log, Under::Engine);
    match anew.class {
        Class::Refused => anew,
        Class::Identical | Class::Changed => Golden { blessed: anew.blessed, ..golden },
    }
}

/// The revision of the rules that a log is played under.
#[derive(Debug, Clone, Copy)]
enum Under {
    /// The one that its header names.
    Own,
    /// The one of the engine.
    Engine,
}

fn played(games: &Games, log: &[u8], under: Under) -> Golden {
    let mut again = match Rerun::start(games, log, under) {
        Ok(again) => again,
        Err(stop) => return refusal(&stop, 0),
    };
    match again.finish() {
        Ok(()) => again.golden(),
        Err(stop) => refusal(&stop, again.decisions),
    }
}

fn refusal(stop: &Stop, decisions: u32) -> Golden {
    let report = Report::of(stop, decisions, None);
    Golden {
        decisions,
        at: report.at,
        rule: report.rule,
        path: report.path,
        expected: report.expected,
        found: report.found,
        ..unplayed(report.message)
    }
}

fn unplayed(message: String) -> Golden {
    Golden {
        class: Class::Refused,
        decisions: 0,
        at: None,
        rule: None,
        path: None,
        expected: None,
        found: None,
        differing: 0,
        message,
        changed: Vec::new(),
        blessed: None,
    }
}

/// A golden log that is being played again.
struct Rerun<'a> {
    reader: Reader<'a>,
    line: Timeline,
    tags: TagKey,
    writer: Writer<Vec<u8>>,
    observer: Option<Observer>,
    decisions: u32,
    pins: Vec<String>,
    first_pin: Option<(String, String, String)>,
    first: Option<Divergence>,
    differing: u32,
}

impl<'a> Rerun<'a> {
    fn start(games: &Games, log: &'a [u8], under: Under) -> Result<Rerun<'a>, Stop> {
        let reader = Reader::open(log)?;
        reader.clone().check()?;
        let old = reader.header().clone();
        let today = factory(games, &old).map_err(StartError::from)?;
        let pinned = pinned(today, &old);
        let factory = match under {
            Under::Own => pinned.factory(),
            Under::Engine => today,
        };
        let setup = old.setup();
        let definitions = factory.definitions(&setup).map_err(StartError::from)?;
        let revision = match under {
            Under::Own => old.revision.min(factory.revision()),
            Under::Engine => factory.revision(),
        };
        let game =
            factory.start_under(revision, &setup, old.given.as_ref(), false).map_err(StartError::from)?;
        let line = Timeline::new(game, Some(SPACING));
        let shared = reader.progress().is_shared();
        let new = Header::new(&setup, revision, &definitions, ENGINE).map(|mut header| {
            header.labels = old.labels.clone();
            if shared {
                header.seed = seeds::SHARED;
            }
            if old.texts.is_empty() {
                header
            } else {
                header.with_texts(|name| factory.card(name).map(|card| card.definition))
            }
        });
        let written = new.map_err(|error| error.to_string()).and_then(|header| {
            let writer =
                Writer::create(Vec::new(), &header, Durability::None).map_err(|error| error.to_string())?;
            Ok((header, writer))
        });
        let (new, writer) = written.map_err(|why| unwritable(&reader, why))?;
        let (pins, first_pin) = differing_pins(&old, &new);
        let tags = TagKey::new(&old.seed);
        Ok(Rerun {
            reader,
            line,
            tags,
            writer,
            observer: None,
            decisions: 0,
            pins,
            first_pin,
            first: None,
            differing: 0,
        })
    }

    fn finish(&mut self) -> Result<(), Stop> {
        while let Some(logged) = self.reader.next_record()? {
            let before = logged.at.decision;
            let mut told = logged.record.clone();
            let written = match logged.record {
                Record::Decision(decision) => {
                    if self.line.decide(decision.seat, decision.choice.clone()).is_err() {
                        return Err(Stop::Refused(Box::new(refused(
                            self.line.game(),
                            Viewer::Judge,
                            decision.seat,
                            &decision.choice,
                            before + 1,
                        ))));
                    }
                    self.decisions = before + 1;
                    let state = self.line.game().state_tag();
                    let found = self.tags.hide(before + 1, decision.seat, &decision.choice, state);
                    self.compare(
                        before + 1,
                        decision.tag != found,
                        Claim::Tag { expected: decision.tag, found },
                    );
                    self.writer.decision(decision.seat, &decision.choice, found).map(drop)
                }
                Record::Rewind(rewind) => {
                    self.line.rewind(rewind.to);
                    self.writer.rewind(rewind.to)
                }
                Record::Seal(seal) => self.seal(before, &seal),
                Record::Outcome(expected) => {
                    let Some(found) = self.line.game().outcome() else {
                        return Err(Stop::Diverged(Box::new(divergence(
                            &mut self.line,
                            before,
                            Claim::Outcome { expected, found: None },
                        ))));
                    };
                    let claim = Claim::Outcome { expected: expected.clone(), found: Some(found.clone()) };
                    self.compare(before, expected != found, claim);
                    told = Record::Outcome(found);
                    self.writer.append(&told)
                }
                Record::Observed(observed) => {
                    let observer = Observer::new(self.reader.header(), &observed, self.line.game());
                    self.observer = Some(observer);
                    self.writer.append(&told)
                }
                other @ (Record::SeedCommitment(_)
                | Record::SeedReveal(_)
                | Record::Annotation(_)
                | Record::Given(_)
                | Record::Header(_)) => self.writer.append(&other),
                // Who has signed another log has not signed this one.
                signature @ Record::Signature(_) => match self.writer.append(&signature) {
                    Err(WriteError::Refused(_)) => Ok(()),
                    written => written,
                },
            };
            if let Err(error) = written {
                return Err(unwritable(&self.reader, error.to_string()));
            }
            if let Some(observer) = &mut self.observer {
                observer.after(&told, self.line.game());
            }
        }
        Ok(())
    }

    /// The seal with what this engine makes of the state and of the observations.
    fn seal(&mut self, decision: u32, seal: &Seal) -> Result<(), WriteError> {
        let root = self.line.game().root();
        self.compare(decision, seal.root != root, Claim::Root { expected: seal.root, found: root });
        let roots = self.observer.as_mut().map(|seen| seen.seal(seal.number, self.line.game()));
        match (roots.map(|roots| roots.hash()), seal.observed) {
            (Some(found), Some(expected)) => {
                self.compare(decision, expected != found, Claim::Observed { expected, found });
                self.writer.seal_observed(root, found)
            }
            (None, _) | (_, None) => self.writer.seal(root),
        }
    }

    fn compare(&mut self, decision: u32, differs: bool, claim: Claim) {
        if differs {
            self.differing += 1;
            if self.first.is_none() {
                self.first = Some(divergence(&mut self.line, decision, claim));
            }
        }
    }

    fn golden(self) -> Golden {
        let differing = self.differing + self.pins.len() as u32;
        let mut golden = Golden {
            class: if differing == 0 { Class::Identical } else { Class::Changed },
            decisions: self.decisions,
            at: None,
            rule: None,
            path: None,
            expected: None,
            found: None,
            differing,
            message: "as recorded".to_string(),
            changed: Vec::new(),
            blessed: self.writer.into_storage().ok(),
        };
        if let Some(first) = self.first {
            (golden.at, golden.path) = (Some(first.decision), Some(first.path()));
            (golden.expected, golden.found) = (Some(first.expected()), Some(first.found()));
            let pins = if self.pins.is_empty() {
                String::new()
            } else {
                format!("; changed definitions: {}", self.pins.join(", "))
            };
            golden.message = format!("{first}{pins}");
            golden.changed = first.changed;
        } else if let Some((name, expected, found)) = self.first_pin {
            (golden.at, golden.path) = (Some(0), Some(format!("definitions/{name}")));
            golden.message = format!(
                "every state is as recorded, but these definitions are not: {}",
                self.pins.join(", ")
            );
            (golden.expected, golden.found) = (Some(expected), Some(found));
        }
        golden
    }
}

/// The names of definitions that are pinned otherwise, and the first one with both pins.
fn differing_pins(old: &Header, new: &Header) -> (Vec<String>, Option<(String, String, String)>) {
    let pin = |header: &Header, name: &str| {
        let found = header.definitions.binary_search_by(|pin| pin.name.as_str().cmp(name));
        found.map_or_else(|_| "none".to_string(), |place| hex(&header.definitions[place].digest))
    };
    let mut names: Vec<&String> =
        old.definitions.iter().chain(&new.definitions).map(|pin| &pin.name).collect();
    names.sort();
    names.dedup();
    let differing: Vec<String> =
        names.into_iter().filter(|name| pin(old, name) != pin(new, name)).cloned().collect();
    let first = differing.first().map(|name| (name.clone(), pin(old, name), pin(new, name)));
    (differing, first)
}

/// Something that the format refuses to hold in the log as it would be now.
fn unwritable(reader: &Reader<'_>, why: String) -> Stop {
    let kind = FaultKind::NonCanonical { why };
    Stop::Fault(Fault { kind, at: reader.progress().place() })
}
