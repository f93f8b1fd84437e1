//! Replaying a log record by record, comparing everything that it says about the game.

use duelog_kernel::digest::{Difference, compare};
use duelog_kernel::given::GivenDraw;
use duelog_kernel::prose::listed;
use duelog_kernel::rng::Purpose;
use duelog_kernel::tag::LOCATORS;
use duelog_kernel::{Choice, Digest, Factory, Illegal, Match, Outcome, RuleId, Seat, Tag, TagKey, Viewer};
use duelog_log_format::{Decision, Fault, Header, Logged, Progress, Reader, Record, Seal};
use serde_json::Value;

use crate::answered::{answer_in_words, is_beside};
use crate::exchanged::made_for;
use crate::line::Timeline;
use crate::observer::Observer;
use crate::start::{Games, StartError, factory, start};

/// How many decisions apart returning points are kept while a log with rewinds is replayed.
pub const SPACING: u32 = 64;

/// The reason for which a replay stops.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Stop {
    /// The bytes of the log are at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The match does not start here.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A decision that the rules refuse.
    #[error(transparent)]
    Refused(Box<Refused>),
    /// The log's claim about the game is not this engine's result.
    #[error(transparent)]
    Diverged(Box<Divergence>),
}

/// A decision that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Refused {
    /// The number of the decision record, from 1.
    pub decision: u32,
    /// Who answered.
    pub seat: Seat,
    /// The answer and the reason for its refusal; none for viewers who may not know it.
    pub why: Option<Why>,
    /// How many decisions the line had before it.
    pub line: u32,
    /// True if the answer is one that a request does not list: giving up, agreeing to a draw, a name that the
    /// rules know.
    pub beside: bool,
}

/// The answer and the reason for its refusal.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Why {
    /// The answer in words.
    pub answer: String,
    /// Who was asked what, in words; none when the match was over.
    pub asked: Option<(Seat, String)>,
    /// Why it is refused.
    pub illegal: Illegal,
}

impl Refused {
    /// The rule that the decision breaks; none when the match was over, and for who may not know it.
    pub fn rule(&self) -> Option<RuleId> {
        self.why.as_ref()?.illegal.rule()
    }
}

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Refused { decision, seat, why, .. } = self;
        let Some(Why { answer, asked, illegal }) = why else {
            return write!(f, "decision {decision} is illegal: the answer of {seat} is refused");
        };
        write!(f, "decision {decision} is illegal: {illegal}; ")?;
        if let Some((asked, question)) = asked {
            write!(f, "{asked} was asked \"{question}\", ")?;
        }
        write!(f, "{seat} answered \"{answer}\"")
    }
}

/// A claim of the log about the game, against this engine's result.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The tag of a decision.
    Tag {
        /// The log's claim.
        expected: Tag,
        /// This engine's result.
        found: Tag,
    },
    /// The state root of a seal.
    Root {
        /// The log's claim.
        expected: Digest,
        /// This engine's result.
        found: Digest,
    },
    /// The commitment of a seal of an observed log to the observations and the places of cards.
    Observed {
        /// The log's claim.
        expected: Digest,
        /// This engine's result.
        found: Digest,
    },
    /// How the match ended.
    Outcome {
        /// The log's claim.
        expected: Outcome,
        /// This engine's result; none while the match continues.
        found: Option<Outcome>,
    },
    /// The stated result of a draw.
    Draw {
        /// The purpose of the draw.
        purpose: Purpose,
        /// Its number among the draws of this purpose, from 0.
        number: u32,
        /// Why it cannot be.
        fault: DrawFault,
    },
}

/// Why the statement of a draw cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawFault {
    /// The match had made the draw before it was stated.
    Late,
    /// It was stated before with another result.
    Twice,
    /// The draw cannot have this result: it is of another number of things, or beyond the greatest number.
    Misfit,
    /// The log does not say at its beginning that draws are stated.
    Unannounced,
}

impl DrawFault {
    /// The fault in words.
    pub fn in_words(self) -> &'static str {
        match self {
            DrawFault::Late => "it is stated after the match made it",
            DrawFault::Twice => "it was stated before with another result",
            DrawFault::Misfit => "it cannot have the stated result",
            DrawFault::Unannounced => "the match did not begin as one whose draws are stated",
        }
    }
}

/// The first place where the log and the game differ.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Divergence {
    /// How many decision records stand up to here.
    pub decision: u32,
    /// How many decisions the line has here.
    pub line: u32,
    /// The differing claim.
    pub claim: Claim,
    /// The components of the state that differ, as far as the tag tells them apart; `request` stands for what
    /// is legal next.
    pub components: Vec<&'static str>,
    /// The changes of the last decision here within those components. The difference lies there unless the
    /// decision should have changed something else. Left is before the decision, right after it.
    pub changed: Vec<Difference>,
    /// The answer that the tag fits, in words, where it was made for another answer than the one that the
    /// log has.
    pub made_for: Option<String>,
}

impl std::error::Error for Divergence {}

impl std::fmt::Display for Divergence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (expected, found) = (self.expected(), self.found());
        write!(
            f,
            "after decision {}, {}: the log says {expected}, this engine gives {found}",
            self.decision,
            self.path()
        )
    }
}

impl Divergence {
    pub(crate) fn new(decision: u32, line: u32, claim: Claim) -> Divergence {
        Divergence { decision, line, claim, components: Vec::new(), changed: Vec::new(), made_for: None }
    }

    /// Where the difference lies, as closely as is known: `objects/17/damage`, `objects`, `request`, `root`,
    /// `outcome`; `tag` when the tag differs and no part of it says where; `answer` when the tag was made
    /// for another answer.
    pub fn path(&self) -> String {
        match &self.claim {
            Claim::Tag { .. } if self.made_for.is_some() => return "answer".to_string(),
            Claim::Root { .. } => return "root".to_string(),
            Claim::Observed { .. } => return "observed".to_string(),
            Claim::Outcome { .. } => return "outcome".to_string(),
            Claim::Draw { .. } => return "draw".to_string(),
            Claim::Tag { .. } => {}
        }
        let Some(component) = self.components.first() else { return "tag".to_string() };
        let mut paths =
            self.changed.iter().map(|change| change.path.as_str()).filter(|path| is_in(path, component));
        let Some(first) = paths.next() else { return (*component).to_string() };
        let mut common: Vec<&str> = first.split('/').collect();
        for path in paths {
            let same = common.iter().zip(path.split('/')).take_while(|(a, b)| **a == *b).count();
            common.truncate(same);
        }
        common.join("/")
    }

    /// Returns whether a tag contradicts itself: its first half, which covers the whole state, is what the
    /// game gives, and its second half is not.
    pub fn tag_altered(&self) -> bool {
        matches!(&self.claim, Claim::Tag { expected, found } if expected.0[..4] == found.0[..4])
    }

    /// The log's claim.
    pub fn expected(&self) -> String {
        match &self.claim {
            Claim::Tag { expected, .. } => expected.hex(),
            Claim::Root { expected, .. } | Claim::Observed { expected, .. } => expected.hex(),
            Claim::Outcome { expected, .. } => outcome_in_words(expected),
            Claim::Draw { purpose, number, .. } => {
                format!("the result of {}", draw_in_words(*purpose, *number))
            }
        }
    }

    /// This engine's result.
    pub fn found(&self) -> String {
        match &self.claim {
            Claim::Tag { found, .. } => found.hex(),
            Claim::Root { found, .. } | Claim::Observed { found, .. } => found.hex(),
            Claim::Outcome { found, .. } => {
                found.as_ref().map_or_else(|| "the match goes on".to_string(), outcome_in_words)
            }
            Claim::Draw { fault, .. } => fault.in_words().to_string(),
        }
    }
}

/// An outcome in words.
pub fn outcome_in_words(outcome: &Outcome) -> String {
    let winners: Vec<String> = outcome.winners.iter().map(|seat| seat.to_string()).collect();
    match winners.as_slice() {
        [] => format!("a draw: {} ({})", outcome.reason, outcome.rule),
        [winner] => format!("{winner} wins: {} ({})", outcome.reason, outcome.rule),
        _ => format!("{} win: {} ({})", listed(winners, "and"), outcome.reason, outcome.rule),
    }
}

/// A draw in words, by its place among those of its purpose.
pub fn draw_in_words(purpose: Purpose, number: u32) -> String {
    let purpose = match purpose {
        Purpose::Shuffle => "shuffle",
        Purpose::Coin => "coin flip",
        Purpose::Die => "roll of a die",
        Purpose::Choice => "random choice",
    };
    format!("{purpose} {}", u64::from(number) + 1)
}

/// A log that is being replayed.
pub struct Replay<'a> {
    reader: Reader<'a>,
    line: Timeline,
    tags: TagKey,
    observer: Option<Observer>,
    observing: bool,
    in_words: bool,
    /// True behind the records with which a log begins.
    begun: bool,
}

impl<'a> Replay<'a> {
    /// Starts the match of a log.
    ///
    /// # Errors
    /// [`Stop`] when the header is bad or the match does not start here.
    pub fn start(games: &Games, log: &'a [u8], journal: bool) -> Result<Replay<'a>, Stop> {
        let reader = Reader::open(log)?;
        let factory = factory(games, reader.header()).map_err(StartError::from)?;
        Replay::of(reader, factory, journal)
    }

    /// Starts the match of a log whose header has been read; `rewinds` tells whether it has rewinds.
    pub(crate) fn from_start(games: &Games, reader: Reader<'a>, rewinds: bool) -> Result<Replay<'a>, Stop> {
        let factory = factory(games, reader.header()).map_err(StartError::from)?;
        Replay::spaced(reader, factory, false, rewinds)
    }

    /// Starts the match of a log of one game.
    ///
    /// # Errors
    /// [`Stop`] when the header is bad, the log is of another game, or the match does not start here.
    pub fn with(factory: &dyn Factory, log: &'a [u8], journal: bool) -> Result<Replay<'a>, Stop> {
        Replay::of(Reader::open(log)?, factory, journal)
    }

    fn of(reader: Reader<'a>, factory: &dyn Factory, journal: bool) -> Result<Replay<'a>, Stop> {
        let rewinds = reader.outline().rewinds > 0;
        Replay::spaced(reader, factory, journal, rewinds)
    }

    fn spaced(
        reader: Reader<'a>,
        factory: &dyn Factory,
        journal: bool,
        rewinds: bool,
    ) -> Result<Replay<'a>, Stop> {
        let game = start(factory, reader.header(), journal)?;
        let spacing = rewinds.then_some(SPACING);
        let tags = TagKey::new(&reader.header().seed);
        Ok(Replay {
            line: Timeline::new(game, spacing),
            tags,
            reader,
            observer: None,
            observing: false,
            in_words: false,
            begun: false,
        })
    }

    /// Also follows the observations of an observed log, and compares them with its seals.
    ///
    /// A replay that only leads to states need not do that; [`crate::verify`] and [`crate::redact`] do.
    pub fn observing(self) -> Replay<'a> {
        Replay { observing: true, ..self }
    }

    /// Continues on a longer copy of the same log; see [`Reader::over`].
    pub fn over<'b>(self, bytes: &'b [u8]) -> Replay<'b> {
        let Replay { reader, line, tags, observer, observing, in_words, begun } = self;
        Replay { reader: reader.over(bytes), line, tags, observer, observing, in_words, begun }
    }

    /// The header of the log.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// How far the log has been replayed.
    pub fn progress(&self) -> &Progress {
        self.reader.progress()
    }

    /// The match, to look at.
    pub fn game(&mut self) -> &mut dyn Match {
        self.line.game()
    }

    /// Tells the viewers of an observed log in words, too.
    pub(crate) fn tell_in_words(&mut self) {
        self.in_words = true;
    }

    /// The line being played.
    pub fn line(&mut self) -> &mut Timeline {
        &mut self.line
    }

    /// The line being played, and who follows it where the log is observed.
    pub fn into_parts(self) -> (Timeline, Option<Observer>) {
        (self.line, self.observer)
    }

    /// Who follows the match, where the log is observed.
    pub(crate) fn observer(&self) -> Option<&Observer> {
        self.observer.as_ref()
    }

    /// Replays the next record and compares what it says; none at the end of the log.
    ///
    /// # Errors
    /// [`Stop`] at the first fault, refusal or difference. After a refusal the match is as before the
    /// decision, after a difference as after it.
    pub fn step(&mut self) -> Result<Option<Logged>, Stop> {
        let Some(logged) = self.reader.next_record()? else { return Ok(None) };
        let before = logged.at.decision;
        // The draws at the start of the match come before every record.
        self.fits(before)?;
        match &logged.record {
            Record::Given(given) => given.draws.iter().try_for_each(|draw| self.give(draw, before))?,
            Record::Decision(decision) => self.decide(decision, before + 1)?,
            Record::Rewind(rewind) => self.line.rewind(rewind.to),
            Record::Seal(seal) => {
                let found = self.line.game().root();
                if found != seal.root {
                    return Err(self.diverged(before, Claim::Root { expected: seal.root, found }));
                }
                if let (Some(observer), Some(expected)) = (&mut self.observer, seal.observed) {
                    let found = observer.seal(seal.number, self.line.game()).hash();
                    if found != expected {
                        return Err(self.diverged(before, Claim::Observed { expected, found }));
                    }
                }
            }
            Record::Outcome(expected) => {
                let found = self.line.game().outcome();
                // The reason is the words of the engine that recorded.
                let same =
                    |found: &Outcome| (&found.winners, &found.rule) == (&expected.winners, &expected.rule);
                if !found.as_ref().is_some_and(same) {
                    return Err(self.diverged(before, Claim::Outcome { expected: expected.clone(), found }));
                }
            }
            Record::Observed(observed) if self.observing => {
                let mut observer = Observer::new(self.reader.header(), observed, self.line.game());
                if self.in_words {
                    observer.tell_in_words(self.line.game());
                }
                self.observer = Some(observer);
            }
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Observed(_)
            | Record::Signature(_) => {}
        }
        self.begun |= !matches!(logged.record, Record::Observed(_));
        if let Some(observer) = &mut self.observer {
            observer.after(&logged.record, self.line.game());
        }
        Ok(Some(logged))
    }

    /// The seal that fits where the replay stands; of an observed log, where it is [`Replay::observing`].
    pub fn seal(&mut self) -> Seal {
        let seal = self.reader.progress().next_seal(self.line.game().root());
        let observer = self.observer.as_mut();
        let observed = observer.map(|observer| observer.seal(seal.number, self.line.game()).hash());
        Seal { observed, ..seal }
    }

    /// Replays to the end of the log.
    ///
    /// # Errors
    /// The first [`Stop`].
    pub fn finish(&mut self) -> Result<(), Stop> {
        while self.step()?.is_some() {}
        Ok(())
    }

    /// Takes a statement of a draw.
    fn give(&mut self, draw: &GivenDraw, decision: u32) -> Result<(), Stop> {
        let GivenDraw { purpose, number, .. } = *draw;
        // The first record speaks of the start of the match.
        let made = decision > 0 || self.begun;
        let fault = if made && number < self.line.game().next_draw(purpose) {
            DrawFault::Late
        } else if self.line.give(draw) {
            return Ok(());
        } else {
            DrawFault::Twice
        };
        Err(self.diverged(decision, Claim::Draw { purpose, number, fault }))
    }

    /// Checks that each stated draw had a result that it can have.
    fn fits(&mut self, decision: u32) -> Result<(), Stop> {
        let Some((purpose, number)) = self.line.game().luck().misfit() else { return Ok(()) };
        Err(self.diverged(decision, Claim::Draw { purpose, number, fault: DrawFault::Misfit }))
    }

    fn decide(&mut self, decision: &Decision, number: u32) -> Result<(), Stop> {
        if self.line.decide(decision.seat, decision.choice.clone()).is_err() {
            return Err(Stop::Refused(Box::new(refused(
                self.line.game(),
                Viewer::Judge,
                decision.seat,
                &decision.choice,
                number,
            ))));
        }
        self.fits(number)?;
        let found = self.tags.hide(number, decision.seat, &decision.choice, self.line.game().state_tag());
        if found == decision.tag {
            return Ok(());
        }
        let claim = Claim::Tag { expected: decision.tag, found };
        Err(match made_for(&self.line, &mut self.tags, number, decision) {
            None => self.diverged(number, claim),
            made_for => Stop::Diverged(Box::new(Divergence {
                made_for,
                ..Divergence::new(number, self.line.len(), claim)
            })),
        })
    }

    fn diverged(&mut self, decision: u32, claim: Claim) -> Stop {
        Stop::Diverged(Box::new(divergence(&mut self.line, decision, claim)))
    }
}

/// The difference that `claim` shows, with what the last decision of the line changed.
pub(crate) fn divergence(line: &mut Timeline, decision: u32, claim: Claim) -> Divergence {
    let tag = matches!(claim, Claim::Tag { .. });
    let mut divergence = divergence_at(line.game(), decision, claim);
    if tag {
        divergence.changed = changed(line, &divergence.components);
        // Among components that share a locator, those count that the decision has changed, if any.
        let names = names(line.game());
        let shared = names.get(LOCATORS - 2..).unwrap_or_default();
        let written = |name: &&str| divergence.changed.iter().any(|change| is_in(&change.path, name));
        if shared.iter().any(written) {
            divergence.components.retain(|name| !shared.contains(name) || written(name));
        }
    }
    divergence
}

/// The difference that `claim` shows.
pub(crate) fn divergence_at(game: &mut dyn Match, decision: u32, claim: Claim) -> Divergence {
    let mut components = Vec::new();
    if let Claim::Tag { expected, found } = &claim {
        let names = names(game);
        for place in expected.differing(found) {
            match place {
                place if place < LOCATORS - 2 => components.extend(names.get(place)),
                place if place < LOCATORS - 1 => components.extend(names.get(place..).unwrap_or_default()),
                _ => components.push("request"),
            }
        }
    }
    Divergence { components, ..Divergence::new(decision, game.decisions(), claim) }
}

/// The names of the components of the state.
fn names(game: &mut dyn Match) -> Vec<&'static str> {
    game.components().into_iter().map(|component| component.0).collect()
}

/// Returns whether a path is that of a component, or of something in it.
fn is_in(path: &str, component: &str) -> bool {
    path.strip_prefix(component).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The changes of the last decision of the line within `components`, or anywhere if there are none.
fn changed(line: &mut Timeline, components: &[&'static str]) -> Vec<Difference> {
    let (before, after) = (line.before_last().state_value(), line.game().state_value());
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, value) in &after {
        if components.is_empty() || components.contains(&name.as_str()) {
            compare(name, before.get(name).unwrap_or(&Value::Null), value, &mut found);
        }
    }
    found
}

/// Why a match refuses a decision, as `viewer` may know it: who may not see what was asked or answered learns
/// only that it is refused.
pub fn refused(game: &mut dyn Match, viewer: Viewer, seat: Seat, choice: &Choice, decision: u32) -> Refused {
    let (line, beside) = (game.decisions(), is_beside(game.request(), choice));
    let asked = game.request_view(viewer).map(|request| (request.seat, request.question));
    let open = viewer.sees(seat) && asked.as_ref().is_none_or(|asked| viewer.sees(asked.0));
    let illegal = if open { game.refusal(viewer, seat, choice) } else { None };
    let why = illegal.map(|illegal| Why { answer: answer_in_words(game, viewer, choice), asked, illegal });
    Refused { decision, seat, why, line, beside }
}
