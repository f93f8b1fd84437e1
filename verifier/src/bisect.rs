//! Where two engines part: the first decision of a log after which they differ, found without comparing all.

use duelog_kernel::digest::{Difference, compare};
use duelog_kernel::{Choice, Item, Outcome, Seat};
use duelog_log_format::{Fault, Header, Reader};
use serde::Serialize;
use serde_json::Value;

use crate::engine::{Engine, NotBegun, Refusal, first_where, follow};
use crate::line::path_to;

/// The result of one engine where two part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Why it refuses the decision, or the setup; what else is said is then of the table before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// The root of the state, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The tag over the root and the request that follows, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The table as a judge sees it, with the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// How the match ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Where two engines part on a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bisection {
    /// How many decision records the log has.
    pub decisions: u32,
    /// After how many of them both gave the same tags.
    pub agreed: u32,
    /// The first decision after which they differ, or that one of them refuses; 0 is the setup; none where
    /// they agree to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    /// That decision, as the first engine has it in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// The decision that both refuse, at which the replay ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both_refuse: Option<u32>,
    /// How many tags, chains and outcomes were compared.
    pub comparisons: u32,
    /// The result of the first engine there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<Side>,
    /// The result of the second one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Side>,
    /// The differences between the two tables and requests: left the first engine's, right the second one's.
    pub differences: Vec<Difference>,
}

/// The reason for a missing answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Unanswered<A, B> {
    /// The bytes of the log are at fault.
    #[error(transparent)]
    Fault(Fault),
    /// The first engine does not answer.
    #[error("the first engine does not answer")]
    Here(A),
    /// The second engine does not answer.
    #[error("the second engine does not answer")]
    There(B),
}

/// Finds the first decision of a log at which two engines part; what the log itself says of the game plays no
/// part.
///
/// Compared is the chain over the tags of all decisions, each over the state and the request that
/// follows. It differs from the first difference on, even where the two matches come together again, so that
/// halving finds the first. An engine that refuses a decision differs there.
///
/// # Errors
/// [`Unanswered`] for a log whose bytes are at fault, or an engine that does not answer.
pub fn bisect<A: Engine, B: Engine>(
    here: &mut A,
    there: &mut B,
    log: &[u8],
) -> Result<Bisection, Unanswered<A::Trouble, B::Trouble>> {
    let opened =
        Reader::open(log).and_then(|mut reader| Ok((reader.header().clone(), reader.check()?.decisions())));
    let (header, decisions) = opened.map_err(Unanswered::Fault)?;
    let mut found = Bisection {
        decisions,
        agreed: 0,
        at: None,
        decision: None,
        both_refuse: None,
        comparisons: 0,
        here: None,
        there: None,
        differences: Vec::new(),
    };
    let begun =
        (here.begin(&header).map_err(Unanswered::Here)?, there.begin(&header).map_err(Unanswered::There)?);
    if begun.0.is_err() || begun.1.is_err() {
        (found.at, found.both_refuse) =
            if begun.0.is_err() && begun.1.is_err() { (None, Some(0)) } else { (Some(0), None) };
        (found.here, found.there) = (not_begun(begun.0), not_begun(begun.1));
        return Ok(found);
    }
    let mut limiter = |_: u32| Ok(());
    let mine = follow(here, log, &mut limiter).map_err(Unanswered::Here)?;
    let theirs = follow(there, log, &mut limiter).map_err(Unanswered::There)?;
    let common = mine.taken.min(theirs.taken);
    let mut differ = |at: u32, chain: bool| {
        found.comparisons += 1;
        let (a, b) =
            (here.moment(at).map_err(Unanswered::Here)?, there.moment(at).map_err(Unanswered::There)?);
        Ok(if chain { a.chain != b.chain } else { a.tag != b.tag || a.root != b.root })
    };
    found.at = if differ(0, false)? { Some(0) } else { first_where(common, |at| differ(at, true))? };
    let refuses = found.at.is_none() && mine.taken != theirs.taken;
    if refuses {
        found.at = Some(common + 1);
    } else if found.at.is_none() {
        found.both_refuse = mine.refusal.is_some().then_some(common + 1);
        found.comparisons += 1;
        let ends = (here.outcome().map_err(Unanswered::Here)?, there.outcome().map_err(Unanswered::There)?);
        found.at = (ends.0 != ends.1).then_some(common);
    }
    found.agreed = found.at.map_or(common, |at| at.saturating_sub(1));
    let Some(at) = found.at else { return Ok(found) };
    let refused = |taken: u32, refusal: Option<Refusal>| refusal.filter(|_| refuses && taken < at);
    let line = path_to(log, at);
    found.decision = words(here, &header, &line).map_err(Unanswered::Here)?;
    found.here =
        Some(side(here, &header, &line, refused(mine.taken, mine.refusal)).map_err(Unanswered::Here)?);
    found.there =
        Some(side(there, &header, &line, refused(theirs.taken, theirs.refusal)).map_err(Unanswered::There)?);
    if let (Some(Side { view: Some(a), .. }), Some(Side { view: Some(b), .. })) = (&found.here, &found.there)
    {
        compare("table", a, b, &mut found.differences);
    }
    Ok(found)
}

fn not_begun(begun: Result<(), NotBegun>) -> Option<Side> {
    let why = begun.err()?;
    let refused = Refusal { message: why.message().to_string(), rule: None };
    Some(Side { refused: Some(refused), root: None, tag: None, view: None, outcome: None })
}

/// The last decision of a line in the words of an engine: the texts of the options that it picks, or its
/// JSON; none for an empty line.
fn words<E: Engine>(
    engine: &mut E,
    header: &Header,
    line: &[(Seat, Choice)],
) -> Result<Option<String>, E::Trouble> {
    let Some(((seat, choice), before)) = line.split_last() else { return Ok(None) };
    let _ = engine.begin(header)?;
    engine.decide(before)?;
    let view = engine.view()?;
    let options = view["request"]["options"].as_array().map_or(&[][..], Vec::as_slice);
    let text = |item: &Item| {
        let item = serde_json::to_value(item).unwrap_or_default();
        let option =
            options.iter().find(|option| option["item"] == item).and_then(|option| option["text"].as_str());
        option.map_or_else(|| item.to_string(), str::to_string)
    };
    let says = match choice {
        Choice::Pick(items) if items.is_empty() => "nothing".to_string(),
        Choice::Pick(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => {
            serde_json::to_string(choice).unwrap_or_default()
        }
    };
    Ok(Some(format!("{seat}: {says}")))
}

/// The result of an engine after the decisions of a line; before the last one if the engine refuses it.
fn side<E: Engine>(
    engine: &mut E,
    header: &Header,
    line: &[(Seat, Choice)],
    refused: Option<Refusal>,
) -> Result<Side, E::Trouble> {
    let line = if refused.is_some() { &line[..line.len().saturating_sub(1)] } else { line };
    let _ = engine.begin(header)?;
    engine.decide(line)?;
    let moment = engine.moment(line.len() as u32)?;
    let (root, tag) = (Some(moment.root.hex()), Some(moment.tag.hex()));
    Ok(Side { refused, root, tag, view: Some(engine.view()?), outcome: engine.outcome()? })
}
