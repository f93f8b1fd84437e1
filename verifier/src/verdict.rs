//! The verdict on a log: from the outside in, the first check that fails.

use duelog_kernel::budget::caught;
use duelog_kernel::digest::Difference;
use duelog_kernel::setup::Start;
use duelog_kernel::{Outcome, Seat, SetupError, Viewer};
use duelog_log_format::clock::Loss;
use duelog_log_format::{Fault, Logged, Party, Progress, Reader, Record, Stage, Topic, ViewFault, seeds};
use serde::Serialize;

use crate::age::{Age, explains};
use crate::recorder::ENGINE;
use crate::replay::{Claim, Divergence, Refused, Replay, Stop, outcome_in_words};
use crate::signing::{Against, Provenance};
use crate::start::{Games, StartError, Unsupported, factory};
use crate::timing::{clock_of, is_clocked, with_losses};

/// A log in one word. In order of precedence, from the outside in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not a log, or one that this program cannot read.
    Unreadable,
    /// The last record is unfinished.
    Torn,
    /// Bytes are damaged.
    Corrupt,
    /// The bytes are whole, but what they say contradicts the chain, a seal or the order of records.
    Tampered,
    /// A party did not keep to how the seed is chosen.
    Unfair,
    /// The rules edition, a card definition or the revision of the rules is not available here.
    Unsupported,
    /// Nothing is wrong as far as the log was replayed, but that was stopped at a limit.
    Undecided,
    /// It was begun under an older revision of the rules, and from some decision on they may have changed
    /// what it says: neither right nor wrong here.
    Outdated,
    /// A decision breaks a rule.
    Illegal,
    /// The log's claim about the game is not this engine's result.
    Diverged,
    /// The commitment of a seal to observations or places of cards is not this engine's result.
    Mistold,
    /// The readings of the clock do not add up, or a player lost by it as the clock does not bear out.
    Mistimed,
    /// A party's own part of the seed is not in it, or others have chosen anew once it was shown.
    WithoutPart,
    /// A party keeps a signature of another match than the one log that was given.
    OtherMatch,
    /// A party keeps a signature of another seal than the log has in that place: there are two versions.
    Contradicted,
    /// A party keeps a signature of a later seal than the log has: its end was cut off.
    Cut,
    /// A seal is signed by a key that is not the one of that party.
    WrongKey,
    /// A party that must have signed has not signed the last seal with a key that is known.
    Unsigned,
    /// Everything up to the last record verifies, but a sealed end is missing.
    Incomplete,
    /// The whole match is as the log says.
    Verified,
}

impl Verdict {
    /// The verdict as one lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unreadable => "unreadable",
            Verdict::Torn => "torn",
            Verdict::Corrupt => "corrupt",
            Verdict::Tampered => "tampered",
            Verdict::Unfair => "unfair",
            Verdict::Unsupported => "unsupported",
            Verdict::Undecided => "undecided",
            Verdict::Outdated => "outdated",
            Verdict::Illegal => "illegal",
            Verdict::Diverged => "diverged",
            Verdict::Mistold => "mistold",
            Verdict::Mistimed => "mistimed",
            Verdict::WithoutPart => "without-part",
            Verdict::OtherMatch => "other-match",
            Verdict::Contradicted => "contradicted",
            Verdict::Cut => "cut",
            Verdict::WrongKey => "wrong-key",
            Verdict::Unsigned => "unsigned",
            Verdict::Incomplete => "incomplete",
            Verdict::Verified => "verified",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

impl From<duelog_log_format::Verdict> for Verdict {
    fn from(verdict: duelog_log_format::Verdict) -> Verdict {
        match verdict {
            duelog_log_format::Verdict::Unreadable => Verdict::Unreadable,
            duelog_log_format::Verdict::Torn => Verdict::Torn,
            duelog_log_format::Verdict::Corrupt => Verdict::Corrupt,
            duelog_log_format::Verdict::Tampered => Verdict::Tampered,
            duelog_log_format::Verdict::Unfair => Verdict::Unfair,
        }
    }
}

/// The advice to a person who keeps a signature of something else than the log shows.
const COMPARE: &str = "Ask the party for its copy of the log, and compare the two: `duelog diff LOG OTHER`.";

/// Where a part of a seed was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartSeen {
    /// Whose part it is, in words: `host`, `seat 0`.
    pub party: String,
    /// True where the commitments of the others are those that stood there when the part was shown; false where
    /// nobody kept these.
    pub others: bool,
}

/// The verdict on a log with such a finding of signatures, and the remedy.
fn on_signatures(against: Against) -> (Verdict, &'static str) {
    match against {
        Against::Contradicted => (Verdict::Contradicted, COMPARE),
        Against::Cut => (Verdict::Cut, COMPARE),
        Against::WrongKey => (Verdict::WrongKey, COMPARE),
        Against::Unsigned => (
            Verdict::Unsigned,
            "Ask the party for its signature (`duelog sign`), or for the note that it keeps of the last seal (--signatures): without either, that party does not stand by this log.",
        ),
    }
}

/// The verdict on one log with its place and reason. Fields that do not apply are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// How many decision records the log has, up to the fault if its bytes have one.
    pub decisions: u32,
    /// The decision record at which the check fails, from 1; 0 is the setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// The number of the rule that a decision breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where states differ; see [`Divergence::path`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The log's claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// This engine's result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The finding, in one sentence.
    pub message: String,
    /// The remedy for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The byte where the record at fault begins, when the bytes are at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The number of the record at fault, when the bytes are at fault; the header is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
    /// The components of the state that differ; `request` stands for what is legal next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<&'static str>,
    /// The changes of the decision here in those components: left before it, right after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Difference>,
    /// How the match ended, once that is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Who gave up because the host said so, where the clock of the log is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// The verdict if the log named the replaying revision, where the two differ and the verdict rests on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Verdict>,
    /// The log's revision of the rules against the one that it was replayed under, where they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<Age>,
    /// The contents of the log beside the decisions of the match, when its bytes are without fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contents: Option<Contents>,
    /// The signatures of each party, if keys were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// Where a party's own part of the seed was found in the log, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<PartSeen>,
}

/// The contents of a log beside the decisions of the match. Replaying proves none of them, so a reader of a
/// verdict must know that they are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Contents {
    /// True if the match starts from a position instead of the rulebook's beginning.
    pub position: bool,
    /// How often the match went back.
    pub rewinds: u32,
    /// How many decisions were taken back by that.
    pub taken_back: u32,
    /// How many notes there are.
    pub notes: u32,
    /// How many penalties.
    pub penalties: u32,
    /// How many readings of a clock.
    pub clock_readings: u32,
    /// How many faults outside of the game.
    pub faults: u32,
    /// True if the host committed to a seed of its own beforehand.
    pub commitment: bool,
    /// True if that seed was revealed.
    pub revealed: bool,
    /// How many signatures of seals there are; each fits its seal, and whose keys they are of no log says.
    pub signatures: u32,
    /// True if host and players chose the seed together.
    pub shared: bool,
    /// True if seals commit to the observations of each viewer.
    pub observed: bool,
    /// How many draws the host stated.
    #[serde(skip_serializing_if = "is_zero")]
    pub given: u32,
    /// How many places of shuffles the host filled in, as nobody has seen them.
    #[serde(skip_serializing_if = "is_zero")]
    pub open: u32,
    /// True if the log says that draws are stated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub states_draws: bool,
    /// The player of whom the last fault outside of the game is noted.
    #[serde(skip)]
    pub withheld: Option<Seat>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Contents {
    /// The contents of a log before any of its records.
    fn begun(reader: &Reader<'_>) -> Contents {
        let position = matches!(reader.header().start, Start::Position(_));
        Contents { position, shared: reader.progress().is_shared(), ..Contents::default() }
    }

    /// The contents of a log, which the reader checks to its end.
    pub(crate) fn checked(reader: &mut Reader<'_>) -> Result<Contents, Fault> {
        let mut contents = Contents::begun(reader);
        while let Some(logged) = reader.next_record()? {
            contents.add(&logged);
        }
        Ok(contents)
    }

    /// Adds the next record of the log.
    fn add(&mut self, logged: &Logged) {
        match &logged.record {
            Record::Rewind(rewind) => {
                let line = logged.at.decision - self.taken_back;
                self.rewinds += 1;
                self.taken_back += line - rewind.to;
            }
            Record::Annotation(annotation) => {
                if annotation.topic == Topic::Fault {
                    self.withheld = annotation.seat;
                }
                *match annotation.topic {
                    Topic::Clock => &mut self.clock_readings,
                    Topic::Note => &mut self.notes,
                    Topic::Penalty => &mut self.penalties,
                    Topic::Fault => &mut self.faults,
                } += 1;
            }
            Record::SeedCommitment(_) => self.commitment = true,
            Record::SeedReveal(reveal) => self.revealed |= reveal.party == seeds::HOST,
            Record::Signature(_) => self.signatures += 1,
            Record::Observed(_) => self.observed = true,
            Record::Given(given) => {
                self.states_draws = true;
                self.given += given.draws.len() as u32;
                self.open += given.draws.iter().map(|draw| draw.open.len() as u32).sum::<u32>();
            }
            Record::Header(_) | Record::Decision(_) | Record::Seal(_) | Record::Outcome(_) => {}
        }
    }

    /// Its contents, one sentence each.
    pub fn in_words(&self) -> Vec<String> {
        let many = |count: u32, one: &str, several: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        };
        let position = self.position.then(|| "the match starts from a position that was set up".to_string());
        let rewinds = many(self.rewinds, "rewind", "rewinds");
        let rewinds = rewinds.map(|rewinds| {
            format!(
                "{rewinds}, {} taken back",
                many(self.taken_back, "decision", "decisions").unwrap_or_default()
            )
        });
        let shared = self.shared.then(|| "host and players chose the seed together".to_string());
        let commitment = (self.commitment && !self.revealed && !self.shared)
            .then(|| "the host committed to its seed and has not revealed it".to_string());
        let given = self.states_draws.then(|| {
            let drawn = many(self.given, "draw", "draws").unwrap_or_else(|| "no draw".to_string());
            let open = many(self.open, "place", "places");
            let open = open.map(|open| format!(", {open} of them filled in, unseen")).unwrap_or_default();
            format!("{drawn} as the host states, so nothing shows that they were fair{open}")
        });
        let annotations = [
            many(self.penalties, "penalty", "penalties"),
            many(self.notes, "note", "notes"),
            many(self.clock_readings, "reading of the clock", "readings of the clock"),
            many(self.faults, "fault outside of the game", "faults outside of the game"),
            many(self.signatures, "signature", "signatures"),
        ];
        [position, shared, given, rewinds, commitment].into_iter().chain(annotations).flatten().collect()
    }
}

impl Report {
    pub(crate) fn new(verdict: Verdict, decisions: u32, message: String) -> Report {
        Report {
            verdict,
            decisions,
            at: None,
            rule: None,
            path: None,
            expected: None,
            found: None,
            message,
            remedy: None,
            offset: None,
            record: None,
            components: Vec::new(),
            changed: Vec::new(),
            outcome: None,
            losses: Vec::new(),
            otherwise: None,
            age: None,
            contents: None,
            provenance: None,
            part: None,
        }
    }

    /// The report with what signatures say.
    pub fn signed(self, provenance: Provenance) -> Report {
        let report = match &provenance.finding {
            None => self,
            Some((against, what)) => {
                let (verdict, remedy) = on_signatures(*against);
                self.against(verdict, what.clone(), remedy)
            }
        };
        Report { provenance: Some(provenance), ..report }
    }

    /// The report on a viewer's log whose first `decisions` decisions can be read.
    pub fn of_view(fault: &ViewFault, decisions: u32) -> Report {
        let (offset, record) = (Some(fault.offset), Some(fault.record));
        let report = Report::new(fault.verdict.into(), decisions, format!("this viewer's log: {fault}"));
        Report { at: Some(decisions), offset, record, ..report }
            .remedy("Ask the host for the viewer's log once more; `duelog redact` makes it of the full log.")
    }

    /// The report with what the clock of the log says, where it is `clocked`.
    pub(crate) fn timed(mut self, clocked: bool, log: &[u8]) -> Report {
        if !clocked {
            return self;
        }
        let fault = match clock_of(log) {
            Ok(clock) => {
                self.losses = clock.map_or_else(Vec::new, |clock| clock.losses().to_vec());
                if matches!(self.verdict, Verdict::Verified | Verdict::Incomplete) {
                    self.message = with_losses(&self.message, &self.losses);
                }
                return self;
            }
            Err(fault) => fault,
        };
        let report = self.against(
            Verdict::Mistimed,
            format!("the clock is not right: {fault}"),
            "The game itself is as the log says. Ask the host, who keeps the clock: `duelog history LOG` tells each reading.",
        );
        if report.verdict == Verdict::Mistimed {
            Report { at: Some(fault.decision), ..report }
        } else {
            report
        }
    }

    /// The report on a log that was given alone, where a party keeps a signature of another match.
    pub fn of_another_match(self, what: String) -> Report {
        self.against(Verdict::OtherMatch, what, COMPARE)
    }

    /// The report with what something that is kept apart from the log says against it. A finding of the bytes or
    /// of replaying comes first; this one comes before all that leaves open whether the log is right.
    pub(crate) fn against(self, verdict: Verdict, message: String, remedy: &str) -> Report {
        match self.verdict {
            Verdict::Undecided | Verdict::Outdated | Verdict::Incomplete | Verdict::Verified => {
                Report { verdict, message, remedy: Some(remedy.to_string()), otherwise: None, ..self }
            }
            Verdict::Unreadable
            | Verdict::Torn
            | Verdict::Corrupt
            | Verdict::Tampered
            | Verdict::Unfair
            | Verdict::Unsupported
            | Verdict::Illegal
            | Verdict::Diverged
            | Verdict::Mistold
            | Verdict::Mistimed
            | Verdict::WithoutPart
            | Verdict::OtherMatch
            | Verdict::Contradicted
            | Verdict::Cut
            | Verdict::WrongKey
            | Verdict::Unsigned => self,
        }
    }

    pub(crate) fn remedy(mut self, remedy: impl Into<String>) -> Report {
        self.remedy = Some(remedy.into());
        self
    }

    /// The report on why a replay stopped; `decisions` is how many the log has, `age` is that of the log
    /// where it has one.
    pub fn of(stop: &Stop, decisions: u32, age: Option<&Age>) -> Report {
        let report = Report::regardless(stop, decisions);
        match age {
            None => report,
            Some(age) => report.aged(age.clone(), explains(stop)),
        }
    }

    /// The report on a log of another revision: what that may explain is not a finding against the log, and
    /// all else stays one.
    pub(crate) fn aged(mut self, age: Age, explained: bool) -> Report {
        let would_be = self.verdict;
        match would_be {
            Verdict::Illegal | Verdict::Diverged | Verdict::Mistold if explained => {
                let word = if age.is_newer() { Verdict::Unsupported } else { Verdict::Outdated };
                (self.verdict, self.otherwise) = (word, Some(would_be));
                self.message =
                    format!("{}. By that one it would be {would_be}: {}", age.in_words(), self.message);
                self.remedy = Some(format!(
                    "This proves nothing, for or against the log: replay it with an engine of revision {}, `duelog verify LOG --engine PATH`.",
                    age.log
                ));
            }
            Verdict::Illegal | Verdict::Diverged | Verdict::Mistold => {
                self.message.push_str(&format!("; {}, which does not explain this", age.in_words()));
            }
            Verdict::Unsupported => self.message.push_str(&format!("; {}", age.in_words())),
            Verdict::Unreadable
            | Verdict::Torn
            | Verdict::Corrupt
            | Verdict::Tampered
            | Verdict::Unfair
            | Verdict::Undecided
            | Verdict::Outdated
            | Verdict::Mistimed
            | Verdict::WithoutPart
            | Verdict::OtherMatch
            | Verdict::Contradicted
            | Verdict::Cut
            | Verdict::WrongKey
            | Verdict::Unsigned
            | Verdict::Incomplete
            | Verdict::Verified => {}
        }
        self.age = Some(age);
        self
    }

    pub(crate) fn regardless(stop: &Stop, decisions: u32) -> Report {
        match stop {
            Stop::Fault(fault) => of_fault(fault),
            Stop::Start(StartError::Unsupported(unsupported)) => of_unsupported(unsupported, decisions),
            Stop::Start(StartError::Setup(error)) => of_setup(error, decisions),
            Stop::Refused(refused) => of_refused(refused, decisions),
            Stop::Diverged(divergence) => of_divergence(divergence, decisions),
        }
    }

    /// How the match ended, in words, once that is verified.
    pub fn ending(&self) -> Option<String> {
        self.outcome.as_ref().map(|outcome| with_losses(&outcome_in_words(outcome), &self.losses))
    }

    /// Returns whether the log is verified.
    pub fn verified(&self) -> bool {
        self.verdict == Verdict::Verified
    }
}

/// The verdict on a log of one who trusts nothing but the log, within the limits that are in force already:
/// [`Judge`](crate::Judge) sets others.
pub fn verify(games: &Games, log: &[u8]) -> Report {
    verify_within(games, log, &mut |_, _| Ok(()))
}

/// The verdict on a log, [`Verdict::Undecided`] where `limiter` ends the work: it is asked before each record,
/// with how many decisions have been replayed and how many there are, and says why not. So it is where a
/// budget in force ([`duelog_kernel::budget`]) is used up.
pub(crate) fn verify_within(
    games: &Games,
    log: &[u8],
    limiter: &mut dyn FnMut(u32, u32) -> Result<(), String>,
) -> Report {
    let begun = match Reader::open(log) {
        Ok(begun) => begun,
        Err(fault) => return of_fault(&fault),
    };
    let clocked = is_clocked(begun.header());
    if begun.header().seed == seeds::SHARED {
        let mut reader = begun;
        return match Contents::checked(&mut reader) {
            Ok(contents) => {
                let report = unrevealed(reader.progress(), contents.withheld);
                Report { contents: Some(contents), ..report }.timed(clocked, log)
            }
            Err(fault) => of_fault(&fault),
        };
    }
    let here = factory(games, begun.header()).ok();
    let age = here.and_then(|factory| Age::under(factory, begun.header()));
    let (report, contents) = match replayed(games, begun.clone(), age.as_ref(), limiter) {
        Ok(verified) => verified,
        // A fault of the bytes comes first, also one that stands behind the place where replaying stopped.
        Err(report) => match Contents::checked(&mut begun.clone()) {
            Ok(contents) => (*report, contents),
            Err(fault) => return of_fault(&fault),
        },
    };
    Report { contents: Some(contents), age, ..report }.timed(clocked, log)
}

/// The verdict on a log that was replayed before and found verified, with that outcome: everything but the replay is
/// checked again. None where the log is not the whole log of a match, which none that was verified is.
pub(crate) fn verified_before(games: &Games, log: &[u8], outcome: Option<Outcome>) -> Option<Report> {
    let begun = Reader::open(log).ok()?;
    let mut reader = begun.clone();
    let contents = Contents::checked(&mut reader).ok()?;
    let here = factory(games, begun.header()).ok()?;
    let report = ended(reader.progress(), outcome, "");
    let age = Age::under(here, begun.header());
    let report = report.verified().then_some(Report { contents: Some(contents), age, ..report });
    report.map(|report| report.timed(is_clocked(begun.header()), log))
}

/// Replays a log as it is read. Where that leads to its end, the bytes have been checked too, and its contents are known.
///
/// # Errors
/// The verdict if the bytes are without fault.
fn replayed(
    games: &Games,
    begun: Reader<'_>,
    age: Option<&Age>,
    limiter: &mut dyn FnMut(u32, u32) -> Result<(), String>,
) -> Result<(Report, Contents), Box<Report>> {
    let outline = begun.outline();
    let decisions = outline.decisions;
    // A log that is too long is not begun with.
    limiter(0, decisions).map_err(|why| Box::new(undecided(0, decisions, &why)))?;
    let mut contents = Contents::begun(&begun);
    let mut replay = caught(|| Replay::from_start(games, begun, outline.rewinds > 0).map(Replay::observing))
        .map_err(|spent| Box::new(undecided(0, decisions, &spent.why)))?
        .map_err(|stop| Box::new(Report::of(&stop, decisions, age)))?;
    loop {
        let done = replay.progress().decisions();
        limiter(done, decisions).map_err(|why| Box::new(undecided(done, decisions, &why)))?;
        let stepped =
            caught(|| replay.step()).map_err(|spent| Box::new(undecided(done, decisions, &spent.why)))?;
        match stepped {
            Ok(Some(logged)) => contents.add(&logged),
            Ok(None) => {
                let (progress, game) = (*replay.progress(), replay.game());
                let outcome = game.outcome();
                let asked = game
                    .request_view(Viewer::Judge)
                    .map(|request| format!(": {} is asked: {}", request.seat, request.question));
                return Ok((ended(&progress, outcome, &asked.unwrap_or_default()), contents));
            }
            Err(stop) => {
                let mut report = Report::of(&stop, decisions, age);
                if let (Verdict::Diverged | Verdict::Mistold, Some(remedy)) =
                    (report.verdict, &mut report.remedy)
                {
                    remedy.push_str(&format!(
                        " It was recorded by {}; this is {ENGINE}.",
                        replay.header().engine
                    ));
                }
                return Err(Box::new(report));
            }
        }
    }
}

/// The verdict on a log whose seed the host has not shown: what can be checked without it is right.
pub(crate) fn unrevealed(progress: &Progress, withheld: Option<Seat>) -> Report {
    let decisions = progress.decisions();
    if let (Some(party), Some(seat)) = (progress.awaited(), withheld.filter(|_| decisions == 0))
        && party == Party::seat(seat)
    {
        let message = format!(
            "{} has not shown its part of the seed, as the host notes: no match has begun",
            party.named()
        );
        return Report { at: Some(0), ..Report::new(Verdict::Unfair, 0, message) }
                .remedy("The host says so: a signature of the party's commitment shows that the party took part. Begin the match again.");
    }
    let wanted = match progress.awaited() {
        Some(party) => format!("no match has begun: {} has not put its part into the seed", party.named()),
        None => "the host has not shown its part of the seed".to_string(),
    };
    let message = format!(
        "{wanted}. Bytes, chain, {} seals and the commitments are right; decisions, tags and state roots cannot be checked without it",
        progress.seals()
    );
    Report { at: Some(decisions), ..Report::new(Verdict::Incomplete, decisions, message) }
        .remedy("The host shows it when the match is over; who has it now makes a log to look at with `duelog reveal LOG --secret FILE --out NEW`.")
}

pub(crate) fn undecided(done: u32, decisions: u32, why: &str) -> Report {
    let message = format!(
        "replaying was stopped after {done} of {decisions} decisions, and nothing was wrong so far: {why}"
    );
    Report { at: Some(done), ..Report::new(Verdict::Undecided, decisions, message) }
}

/// The verdict on a log without fault; `asked` is the request at its end, if that is known.
pub(crate) fn ended(progress: &Progress, outcome: Option<Outcome>, asked: &str) -> Report {
    let decisions = progress.decisions();
    let incomplete = |message: String| Report {
        at: Some(decisions),
        ..Report::new(Verdict::Incomplete, decisions, message)
    };
    match (progress.stage(), outcome) {
        (Stage::Running, None) => incomplete(format!(
            "the log ends after decision {decisions} without an outcome: the match is not over{asked}"
        ))
        .remedy("Everything up to here verifies. Play the match to its end, or look for a longer copy."),
        (Stage::Running, Some(outcome)) => incomplete(format!(
            "the match is over after decision {decisions} ({}), but its outcome is not recorded",
            outcome_in_words(&outcome)
        ))
        .remedy("Everything up to here verifies; the outcome follows from it."),
        (Stage::Ended, _) => {
            incomplete("the outcome is recorded, but the closing seal is missing".to_string())
                .remedy("Everything up to here verifies; look for a copy with the closing seal.")
        }
        (Stage::Closed, outcome) => {
            let message =
                outcome.as_ref().map_or_else(|| "the match has ended".to_string(), outcome_in_words);
            Report { outcome, ..Report::new(Verdict::Verified, decisions, message) }
        }
    }
}

pub(crate) fn of_fault(fault: &Fault) -> Report {
    Report {
        at: Some(fault.at.decision),
        offset: Some(fault.at.offset),
        record: Some(fault.at.record),
        ..Report::new(fault.verdict().into(), fault.at.decision, fault.to_string())
    }
    .remedy(fault.remedy())
}

fn of_unsupported(unsupported: &Unsupported, decisions: u32) -> Report {
    let mut report = Report::new(Verdict::Unsupported, decisions, unsupported.to_string());
    match unsupported {
        Unsupported::Game { game, available } => {
            (report.path, report.expected, report.found) =
                (Some("game".to_string()), Some(game.clone()), Some(available.clone()));
            report.remedy("Verify it with a version of the program that has this game.")
        }
        Unsupported::Edition { edition, available } => {
            (report.path, report.expected, report.found) =
                (Some("edition".to_string()), Some(edition.clone()), Some(available.clone()));
            report.remedy("Verify it with a version of the program that has this edition of the rules.")
        }
        Unsupported::Unknown { name, .. } => {
            report.path = Some(format!("definitions/{name}"));
            report.remedy("Give the folder that holds the definition: `--cards DIR`. Where the log brings its text, `duelog cards extract LOG --out DIR` writes it there.")
        }
        Unsupported::Definitions(faults) => {
            if let Some(fault) = faults.first() {
                report.path = Some(format!("definitions/{}", fault.name));
                (report.expected, report.found) = (Some(fault.expected.clone()), fault.found.clone());
            }
            report.remedy("Give the folder that holds the definitions with which the match was played: `--cards DIR`. Where the log brings their texts, `duelog cards extract LOG --out DIR` writes them there. Or verify it with the version that recorded it.")
        }
        Unsupported::TooLarge { found, most } => {
            (report.path, report.expected, report.found) =
                (Some("decks".to_string()), Some(most.to_string()), Some(found.to_string()));
            report.remedy("Nothing: this engine has no room for such a match.")
        }
        Unsupported::Unrevealed => {
            report.remedy("Who has the host's part makes a log to look at with `duelog reveal LOG --secret FILE --out NEW`.")
        }
        Unsupported::NotPinned(names) => {
            report.path = names.first().map(|name| format!("definitions/{name}"));
            report.remedy("A log that leaves open what its cards do proves nothing: report it to the maker of the program that wrote it.")
        }
    }
}

fn of_setup(error: &SetupError, decisions: u32) -> Report {
    let rule = match error {
        SetupError::IllegalDeck { rule, .. } => Some(rule.to_string()),
        SetupError::Unavailable { .. }
        | SetupError::UnknownCard { .. }
        | SetupError::Position(_)
        | SetupError::Seats { .. }
        | SetupError::Terms(_)
        | SetupError::TooLarge { .. } => None,
    };
    Report {
        at: Some(0),
        rule,
        ..Report::new(Verdict::Illegal, decisions, format!("the match cannot start: {error}"))
    }
    .remedy("No match by these rules begins like this: compare with the deck lists that were handed in.")
}

fn of_refused(refused: &Refused, decisions: u32) -> Report {
    let rule = refused.rule().map(|rule| rule.to_string());
    Report { at: Some(refused.decision), rule, ..Report::new(Verdict::Illegal, decisions, refused.to_string()) }.remedy(format!(
        "Look at the table before it with `duelog show LOG --at {before}`; `duelog fork LOG --at {before} --out NEW` continues from there.",
        before = refused.decision.saturating_sub(1)
    ))
}

/// All decisions, tags and states up to there are right: what viewers were told is another thing.
fn of_mistold(divergence: &Divergence, decisions: u32) -> Report {
    let message = format!(
        "the seal after decision {} says {} of what viewers were told and where the cards are, this engine gives {}; the game itself is as the log says up to there",
        divergence.decision,
        divergence.expected(),
        divergence.found()
    );
    Report {
        at: Some(divergence.decision),
        path: Some(divergence.path()),
        expected: Some(divergence.expected()),
        found: Some(divergence.found()),
        ..Report::new(Verdict::Mistold, decisions, message)
    }
    .remedy("Either viewers were told something else than what happened, or another version of the program tells it in other words: verify it with the version that recorded it.")
}

fn of_divergence(divergence: &Divergence, decisions: u32) -> Report {
    if matches!(divergence.claim, Claim::Observed { .. }) {
        return of_mistold(divergence, decisions);
    }
    let mut message = divergence.to_string();
    if let Some(made_for) = &divergence.made_for {
        message.push_str(&format!("; the tag was made for another answer, \"{made_for}\", which was exchanged for the one that the log has"));
    } else if divergence.tag_altered() {
        message.push_str("; the half of the tag that covers state and request agrees: not the game but the tag was altered");
    } else if divergence.components == ["request"] {
        message
            .push_str("; the state is the same as far as the tag tells, the set of legal answers is another");
    } else if matches!(divergence.claim, Claim::Tag { .. })
        && divergence.changed.is_empty()
        && !divergence.components.is_empty()
    {
        message.push_str("; the decision changes nothing there by this engine");
    }
    Report {
        at: Some(divergence.decision),
        path: Some(divergence.path()),
        expected: Some(divergence.expected()),
        found: Some(divergence.found()),
        components: divergence.components.clone(),
        changed: divergence.changed.clone(),
        ..Report::new(Verdict::Diverged, decisions, message)
    }
    .remedy("Either the log was changed or the engines differ: verify it with the version that recorded it, and compare with another copy (`duelog diff`).")
}
