//! Logs replayed for people: to a decision, with every check on the way.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use duelog_kernel::journal::ToldEvent;
use duelog_kernel::turn_step::StepName;
use duelog_kernel::{Match, Viewer};
use duelog_log_format::{Decision, Fault, Frame, Header, Logged, Reader, RecordKind, Stage};
use duelog_verifier::moment::{Moment, WantedEvent};
use duelog_verifier::{Age, Replay, Report, Stop, Verdict, refused};

use crate::games::with_cards;
use crate::numbers::whole;
use crate::output::{Context, Failure};

/// A log that is replayed step by step, every record compared with what the game gives.
pub struct Replayed<'a> {
    replay: Replay<'a>,
    /// One record ahead of the replay.
    ahead: Reader<'a>,
    upcoming: Option<Frame<'a>>,
    /// The number of the decision record of each decision of the line being played.
    numbers: Vec<u32>,
    decisions: u32,
    whole: Whole,
    age: Option<Age>,
    stopped: Option<Report>,
    /// To whom it is said why the replay stopped.
    viewer: Viewer,
    /// The log and the folder of definitions that it was opened with.
    opened: (&'a [u8], Option<PathBuf>),
    /// The events of the whole log, once a moment has been looked up.
    whole_told: OnceCell<WholeTold>,
}

/// The events of a log as far as it replays.
struct WholeTold {
    told: Vec<ToldEvent>,
    steps: &'static [StepName],
    /// The number of the decision record of each decision.
    numbers: Vec<u32>,
    /// The decision that the verdict is about.
    disputed: Option<u32>,
}

/// A moment of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// The decision record that it follows from; 0 for the setup.
    pub decision: u32,
    /// How many events of that decision come before it.
    pub after: usize,
    /// How many of those are more than bookkeeping.
    pub shown: usize,
}

/// The contents of a log's bytes before any replay.
#[derive(Debug, Clone)]
struct Whole {
    /// How many decision records can be read.
    decisions: u32,
    /// How many of them a good seal covers.
    sealed: u32,
    /// True if more decisions could follow.
    running: bool,
    fault: Option<Fault>,
}

impl<'a> Replayed<'a> {
    /// Starts the match of a log; the report where it has none.
    ///
    /// # Errors
    /// A system error or wrong use where the definitions in `cards` cannot be read.
    pub fn open(bytes: &'a [u8], cards: Option<&Path>) -> Result<Result<Replayed<'a>, Report>, Failure> {
        let mut reader = match Reader::open(bytes) {
            Ok(reader) => reader,
            Err(fault) => return Ok(Err(Report::of(&fault.into(), 0, None))),
        };
        let games = with_cards(cards)?;
        let mut ahead = reader.clone();
        let upcoming = next(&mut ahead);
        let fault = reader.check().err();
        let (progress, sealed) = (reader.progress(), reader.sealed_progress().decisions());
        let whole = Whole {
            decisions: progress.decisions(),
            sealed,
            running: progress.stage() == Stage::Running,
            fault,
        };
        let age = Age::of(&games, bytes);
        Ok(match Replay::start(&games, bytes, true) {
            Ok(replay) => {
                let (numbers, viewer) = (Vec::new(), Viewer::Judge);
                Ok(Replayed {
                    replay,
                    ahead,
                    upcoming,
                    numbers,
                    decisions: 0,
                    whole,
                    age,
                    stopped: None,
                    viewer,
                    opened: (bytes, cards.map(Path::to_path_buf)),
                    whole_told: OnceCell::new(),
                })
            }
            Err(stop) => Err(Report::of(&stop, whole.decisions, age.as_ref())),
        })
    }

    /// From now on, what is wrong with the log is said as `viewer` may know it.
    pub fn look_as(&mut self, viewer: Viewer) {
        self.viewer = viewer;
    }

    /// The header of the log.
    pub fn header(&self) -> &Header {
        self.replay.header()
    }

    /// How many decision records the log has, as far as it can be read.
    pub fn total(&self) -> u32 {
        self.whole.decisions
    }

    /// Returns whether more decisions could follow at the end of the log.
    pub fn running(&self) -> bool {
        self.whole.running
    }

    /// How many decision records have been replayed.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The number of the decision record behind a decision of the line; 0 for the setup.
    pub fn number(&self, decision: u32) -> u32 {
        number_in(&self.numbers, decision)
    }

    /// Returns whether the next record takes decisions back.
    pub fn rewinds(&self) -> bool {
        self.upcoming.is_some_and(|frame| frame.kind == RecordKind::Rewind)
    }

    /// Returns whether the next record is a decision.
    pub fn decides(&self) -> bool {
        self.upcoming.is_some_and(|frame| frame.kind == RecordKind::Decision)
    }

    /// The next record, if it is a decision.
    pub fn upcoming(&self) -> Option<Decision> {
        self.upcoming.and_then(|frame| frame.decision())
    }

    /// Replays the next record; none at the end of the log or at a finding, see [`Replayed::finding`].
    pub fn step(&mut self) -> Option<Logged> {
        if self.stopped.is_some() {
            return None;
        }
        let coming = self.upcoming();
        match self.replay.step() {
            Ok(logged) => {
                self.upcoming = next(&mut self.ahead);
                let line = self.replay.line().len() as usize;
                if logged.as_ref().is_some_and(|logged| logged.record.kind() == RecordKind::Decision) {
                    self.decisions += 1;
                    self.numbers.push(self.decisions);
                }
                self.numbers.truncate(line);
                logged
            }
            Err(stop) => {
                self.stopped = Some(self.report(stop, coming));
                None
            }
        }
    }

    /// Why the replay stopped, as the viewer may know it.
    fn report(&mut self, stop: Stop, coming: Option<Decision>) -> Report {
        let stop = match (stop, coming) {
            (Stop::Refused(told), Some(made)) => Stop::Refused(Box::new(refused(
                self.replay.game(),
                self.viewer,
                made.seat,
                &made.choice,
                told.decision,
            ))),
            (stop, _) => stop,
        };
        let mut report = Report::of(&stop, self.whole.decisions, self.age.as_ref());
        if self.viewer != Viewer::Judge {
            // Only a judge may see which components a decision changed.
            report.changed.clear();
            report.components.clear();
            if let Stop::Diverged(divergence) = &stop {
                (report.path, report.expected, report.found) = (None, None, None);
                let age = report.age.as_ref().map_or(String::new(), |age| format!("; {}", age.in_words()));
                report.message = format!(
                    "after decision {}, the log and this engine do not agree{age}",
                    divergence.decision
                );
            }
        }
        report
    }

    /// Replays until this many decision records have been replayed, or to the end. Returns whether it got
    /// there.
    pub fn seek(&mut self, decisions: u32) -> bool {
        while self.decisions < decisions {
            if self.step().is_none() {
                return false;
            }
        }
        true
    }

    /// The match as far as it was replayed, to look at; where the log and the game part, after they do.
    pub fn game(&mut self) -> &mut dyn Match {
        self.replay.game()
    }

    /// A copy of the match after the last good decision: where the log and the game part, before they do.
    pub fn settled(&mut self) -> Box<dyn Match> {
        let line = self.replay.line();
        if line.len() as usize > self.numbers.len() { line.before_last() } else { line.game().fork() }
    }

    /// The finding against the log up to here, if any: the stop of the replay, or a seal that does not cover
    /// it.
    pub fn finding(&self) -> Option<Report> {
        let tampered = || {
            let fault = self.whole.fault.as_ref()?;
            let report = Report::of(&fault.clone().into(), self.whole.decisions, None);
            (report.verdict == Verdict::Tampered && self.whole.sealed < self.decisions).then_some(report)
        };
        self.stopped.clone().or_else(tampered)
    }

    /// Finds a moment in the log. Replays the log once more, unless the moment is a number.
    ///
    /// # Errors
    /// Wrong use for an unknown moment, with the known ones.
    pub fn reached(&self, moment: &Moment) -> Result<Reached, Failure> {
        let at = |decision| Ok(Reached { decision, after: 0, shown: 0 });
        match moment {
            Moment::Decision(decision) => at(*decision),
            Moment::Start => at(0),
            Moment::End => at(self.total()),
            Moment::Disputed => self.whole_told()?.disputed.map_or_else(
                || {
                    Err(Failure::usage(
                        "no decision of this log is disputed: every one of them verifies",
                        "name another moment, for instance t5 or end",
                    ))
                },
                at,
            ),
            Moment::Event(wanted) => self.happens(wanted),
        }
    }

    fn happens(&self, wanted: &WantedEvent) -> Result<Reached, Failure> {
        let WholeTold { told, steps, numbers, .. } = self.whole_told()?;
        let place =
            wanted.find(told, steps).map_err(|error| Failure::usage(error.to_string(), error.remedy()))?;
        let decision = told[place].decision;
        let before = || told[..place].iter().rev().take_while(|told: &&ToldEvent| told.decision == decision);
        let (after, shown) = (before().count(), before().filter(|told| !told.internal).count());
        Ok(Reached { decision: number_in(numbers, decision), after, shown })
    }

    /// The same log, replayed as far as it goes; once, whatever is asked of it.
    fn whole_told(&self) -> Result<&WholeTold, Failure> {
        if let Some(whole) = self.whole_told.get() {
            return Ok(whole);
        }
        let (bytes, cards) = &self.opened;
        let unreadable =
            |report: Report| Failure::system(report.message, "the log changed while it was read");
        let mut whole = Replayed::open(bytes, cards.as_deref())?.map_err(unreadable)?;
        whole.look_as(self.viewer);
        while whole.step().is_some() {}
        let game = whole.settled();
        let told = game.told(0, self.viewer);
        let disputed = whole.finding().and_then(|report| report.at);
        let found = WholeTold { told, steps: game.steps(), numbers: whole.numbers, disputed };
        Ok(self.whole_told.get_or_init(|| found))
    }

    /// Wrong use where decision `at`, which `flag` names, is beyond a log without fault; `last` is the
    /// greatest that would do.
    ///
    /// # Errors
    /// Wrong use, with the range.
    pub fn in_range(&self, flag: &str, at: u32, first: u32, last: u32) -> Result<(), Failure> {
        let known = self.whole.fault.is_none() && self.stopped.is_none();
        if at >= first && (at <= last || !known) {
            return Ok(());
        }
        Err(Failure::usage(
            format!("there is no decision {at}: this log has decisions {first} to {last}"),
            format!("name one of them: {flag} {last}"),
        ))
    }
}

/// The number of the decision record behind a decision of the line; 0 for the setup.
fn number_in(numbers: &[u32], decision: u32) -> u32 {
    let place = decision.checked_sub(1).map(|place| place as usize);
    place.and_then(|place| numbers.get(place)).copied().unwrap_or(decision)
}

fn next<'a>(reader: &mut Reader<'a>) -> Option<Frame<'a>> {
    reader.next_frame().ok().flatten()
}

/// Says what is wrong with a log: on standard output for machines, on standard error for people.
pub fn say(report: &Report, log: &Path, context: &Context) {
    if context.json() {
        return context.value(&serde_json::json!({ "finding": report }));
    }
    context.complain(format_args!("{}: {}: {}", log.display(), report.verdict, report.message));
    if let Some(remedy) = &report.remedy {
        context.complain(format_args!("  {}", remedy.replace("LOG", &log.display().to_string())));
    }
}

/// From whose place a log is looked at.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(multiple = false)]
pub struct Looking {
    /// Shows only what the player in this seat may know.
    #[arg(long, value_parser = whole::<u8>, value_name = "S", help_heading = crate::headings::VIEWER)]
    pub seat: Option<u8>,
    /// Shows everything (the default).
    #[arg(long, help_heading = crate::headings::VIEWER)]
    pub judge: bool,
    /// Shows only what everybody may know.
    #[arg(long, help_heading = crate::headings::VIEWER)]
    pub public: bool,
}

impl Looking {
    /// Checks that whoever is to look is the one of a viewer's log.
    ///
    /// # Errors
    /// Wrong use where it is somebody else.
    pub fn fits(&self, own: Viewer) -> Result<(), Failure> {
        let (whose, flag) = match own {
            Viewer::Seat(seat) => (seat.to_string(), format!("--seat {}", seat.0)),
            Viewer::Public | Viewer::Judge => ("the public".to_string(), "--public".to_string()),
        };
        let seat = self.seat.is_some_and(|seat| own != Viewer::Seat(duelog_kernel::Seat(seat)));
        if self.judge || seat || (self.public && own != Viewer::Public) {
            return Err(Failure::usage(
                format!("this viewer's log holds what {whose} was told, and nothing else"),
                format!("leave it to the log who looks, or say {flag}; the full log shows the rest"),
            ));
        }
        Ok(())
    }

    /// The viewer, who must be at the table.
    ///
    /// # Errors
    /// Wrong use for a seat that the match does not have.
    pub fn viewer(&self, replayed: &Replayed<'_>) -> Result<Viewer, Failure> {
        let seats = replayed.replay.header().seats;
        match self.seat {
            Some(seat) if seat < seats => Ok(Viewer::Seat(duelog_kernel::Seat(seat))),
            Some(seat) => {
                let range =
                    format!("seats are counted from 0: --seat 0 to --seat {}", seats.saturating_sub(1));
                Err(Failure::usage(format!("there is no seat {seat} in a match of {seats}"), range))
            }
            None if self.public => Ok(Viewer::Public),
            None => Ok(Viewer::Judge),
        }
    }
}
