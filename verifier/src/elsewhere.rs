//! The verdict on a log by another engine: this program checks its bytes, that engine replays its inputs, and
//! this program compares.

use duelog_kernel::tag::LOCATORS;
use duelog_kernel::{Choice, Digest, Item, Outcome, Revision, Seat, StateTag, TagKey};
use duelog_log_format::{Fault, Header, Progress, Reader, Record, seeds};

use crate::age::{Age, explains};
use crate::engine::{Engine, NotBegun, Refusal, first_where, follow};
use crate::replay::{Claim, Divergence, Stop};
use crate::timing::is_clocked;
use crate::verdict::{Contents, Report, Verdict, ended, of_fault, undecided, unrevealed};

/// The claims of a log about the game.
struct Claims {
    header: Header,
    progress: Progress,
    contents: Contents,
    /// The chain over the tags that the log claims: at the start, and after each decision record.
    chain: Vec<Digest>,
    decisions: Vec<Made>,
    seals: Vec<Sealed>,
    /// The outcome, and how many decisions the line has there.
    outcome: Option<(Outcome, u32)>,
}

/// A decision record.
struct Made {
    seat: Seat,
    choice: Choice,
    /// The state tag behind its tag.
    tag: StateTag,
    /// How many decisions its line has with it.
    line: u32,
}

/// A seal.
struct Sealed {
    /// How many decision records stand before it.
    decisions: u32,
    /// The decision record that led to the state there: not the last one where that was taken back; 0 for
    /// the start.
    stands: u32,
    /// How many decisions the line has there.
    line: u32,
    root: Digest,
}

impl Claims {
    fn of(log: &[u8]) -> Result<Claims, Fault> {
        let mut reader = Reader::open(log)?;
        let (header, contents) = (reader.header().clone(), Contents::checked(&mut reader.clone())?);
        let mut tags = TagKey::new(&header.seed);
        let (mut chain, mut decisions, mut seals, mut outcome) =
            (vec![Digest::default()], Vec::new(), Vec::new(), None);
        // The decision records of the line.
        let mut line: Vec<u32> = Vec::new();
        while let Some(logged) = reader.next_record()? {
            let count = reader.progress().decisions();
            match logged.record {
                Record::Decision(made) => {
                    line.push(count);
                    let tag = tags.reveal(count, made.seat, &made.choice, made.tag);
                    chain.push(tag.chained(&chain[chain.len() - 1]));
                    decisions.push(Made {
                        seat: made.seat,
                        choice: made.choice,
                        tag,
                        line: line.len() as u32,
                    });
                }
                Record::Rewind(rewind) => line.truncate(rewind.to as usize),
                Record::Seal(seal) => {
                    let stands = line.last().copied().unwrap_or(0);
                    seals.push(Sealed { decisions: count, stands, line: line.len() as u32, root: seal.root });
                }
                Record::Outcome(claimed) => outcome = Some((claimed, line.len() as u32)),
                Record::Header(_)
                | Record::SeedCommitment(_)
                | Record::SeedReveal(_)
                | Record::Annotation(_)
                | Record::Signature(_)
                | Record::Observed(_)
                | Record::Given(_) => {}
            }
        }
        let progress = *reader.progress();
        Ok(Claims { header, progress, contents, chain, decisions, seals, outcome })
    }
}

/// The verdict on a log by an engine that has the `revision` of its game, with the revisions that are `known`
/// here to name what came between; [`Verdict::Undecided`] where `limiter` ends the work: it is asked from time
/// to time with how many decisions were replayed and how many there are.
///
/// # Errors
/// The engine does not answer.
pub fn verify_with<E: Engine>(
    engine: &mut E,
    revision: u32,
    known: &[Revision],
    log: &[u8],
    limiter: &mut dyn FnMut(u32, u32) -> Result<(), String>,
) -> Result<Report, E::Trouble> {
    let claims = match Claims::of(log) {
        Ok(claims) => claims,
        Err(fault) => return Ok(of_fault(&fault)),
    };
    if claims.header.seed == seeds::SHARED {
        let report = unrevealed(&claims.progress, claims.contents.withheld);
        return Ok(
            Report { contents: Some(claims.contents), ..report }.timed(is_clocked(&claims.header), log)
        );
    }
    let age = Age::new(&claims.header, revision, || known.to_vec());
    let report = replayed(engine, &claims, log, age.as_ref(), limiter)?;
    Ok(Report { contents: Some(claims.contents), age, ..report }.timed(is_clocked(&claims.header), log))
}

fn replayed<E: Engine>(
    engine: &mut E,
    claims: &Claims,
    log: &[u8],
    age: Option<&Age>,
    limiter: &mut dyn FnMut(u32, u32) -> Result<(), String>,
) -> Result<Report, E::Trouble> {
    let total = claims.progress.decisions();
    let judged = |report: Report, explained: bool| match age {
        Some(age) => report.aged(age.clone(), explained),
        None => report,
    };
    // A log that is too long is not begun with.
    if let Err(why) = limiter(0, total) {
        return Ok(undecided(0, total, &why));
    }
    if let Err(not_begun) = engine.begin(&claims.header)? {
        let verdict = match not_begun {
            NotBegun::Unsupported(_) => Verdict::Unsupported,
            NotBegun::Illegal(_) => Verdict::Illegal,
        };
        let message = format!("the other engine does not begin the match: {}", not_begun.message());
        return Ok(judged(Report { at: Some(0), ..Report::new(verdict, total, message) }, true));
    }
    let followed = follow(engine, log, &mut |done| limiter(done, total))?;
    if let Some(wrong) = first_wrong(engine, claims, followed.taken)? {
        let explained = explains(&Stop::Diverged(Box::new(wrong.clone())));
        return Ok(judged(differs(&wrong, total), explained));
    }
    if let Some(why) = followed.ended {
        return Ok(undecided(followed.taken, total, &why));
    }
    if let Some(refusal) = &followed.refusal {
        let place = followed.taken as usize;
        return Ok(judged(
            refused(&claims.decisions[place], followed.taken + 1, refusal, total),
            claims.decisions[place].may_be_legal(),
        ));
    }
    let found = engine.outcome()?;
    match &claims.outcome {
        Some((expected, line)) if found.as_ref() != Some(expected) => {
            let wrong = Divergence::new(total, *line, Claim::Outcome { expected: expected.clone(), found });
            let explained = explains(&Stop::Diverged(Box::new(wrong.clone())));
            Ok(judged(differs(&wrong, total), explained))
        }
        Some(_) | None => Ok(ended(&claims.progress, found, "")),
    }
}

/// The first tag or root of the log that is not what the engine gives, among those of the first decision
/// records up to `taken`.
fn first_wrong<E: Engine>(
    engine: &mut E,
    claims: &Claims,
    taken: u32,
) -> Result<Option<Divergence>, E::Trouble> {
    let tag = first_where(taken, |at| Ok(engine.moment(at)?.chain != claims.chain[at as usize]))?;
    let until = tag.unwrap_or(taken + 1);
    for seal in claims.seals.iter().filter(|seal| seal.decisions < until) {
        let found = engine.moment(seal.stands)?.root;
        if found != seal.root {
            return Ok(Some(Divergence::new(
                seal.decisions,
                seal.line,
                Claim::Root { expected: seal.root, found },
            )));
        }
    }
    let Some(at) = tag else { return Ok(None) };
    let made = &claims.decisions[at as usize - 1];
    let mut tags = TagKey::new(&claims.header.seed);
    let found = engine.moment(at)?.tag;
    let mut hidden = |tag: StateTag| tags.hide(at, made.seat, &made.choice, tag);
    let (expected, found) = (hidden(made.tag), hidden(found));
    // The other places have the other engine's meaning.
    let components = if expected.differing(&found) == [LOCATORS - 1] { vec!["request"] } else { Vec::new() };
    Ok(Some(Divergence { components, ..Divergence::new(at, made.line, Claim::Tag { expected, found }) }))
}

impl Made {
    /// Returns whether another revision may take the answer to the same question: answers that a question
    /// does not list are unknown here.
    fn may_be_legal(&self) -> bool {
        let beside = match &self.choice {
            Choice::Pick(items) => matches!(items.as_slice(), [Item::Concede | Item::Draw]),
            Choice::Name(_) => true,
            Choice::Number(_) | Choice::Split(_) => false,
        };
        beside || self.line == 1
    }
}

fn refused(made: &Made, decision: u32, refusal: &Refusal, total: u32) -> Report {
    let message =
        format!("decision {decision} of {} is illegal for the other engine: {}", made.seat, refusal.message);
    let report = Report {
        at: Some(decision),
        rule: refusal.rule.clone(),
        ..Report::new(Verdict::Illegal, total, message)
    };
    report.remedy(
        "`duelog bisect LOG --engine PATH` shows the table there, by this engine and by the other one.",
    )
}

fn differs(wrong: &Divergence, total: u32) -> Report {
    let report = Report::regardless(&Stop::Diverged(Box::new(wrong.clone())), total);
    let (decision, path, expected, found) = (wrong.decision, wrong.path(), wrong.expected(), wrong.found());
    let message =
        format!("after decision {decision}, {path}: the log says {expected}, the other engine gives {found}");
    Report { message, ..report }
        .remedy("`duelog bisect LOG --engine PATH` finds where that engine and this one part.")
}
