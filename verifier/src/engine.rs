//! Engines that can replay a log: this one, or another build of it. Their results are compared by tags alone.

use duelog_kernel::{Choice, Digest, Factory, Match, Outcome, Seat, StateTag, Viewer};
use duelog_log_format::{Header, Reader, Record};
use serde_json::Value;

use crate::line::Timeline;
use crate::replay::SPACING;
use crate::start::{StartError, start};

/// How many answers are given at a time.
const BATCH: usize = 256;

/// The fingerprints of a match after one of its decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateDigests {
    /// The root of the state.
    pub root: Digest,
    /// The tag over the root and the request that follows.
    pub tag: StateTag,
    /// The chain over the tags of all decisions up to here, see [`StateTag::chained`]; zeros at the start.
    pub chain: Digest,
}

/// The moments of a replay: the start, and one for each decision, those included that were taken back since.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    moments: Vec<StateDigests>,
}

impl Trace {
    /// Takes down the match as it is now.
    pub fn note(&mut self, game: &mut dyn Match) {
        let tag = game.state_tag();
        let chain = self.moments.last().map_or_else(Digest::default, |before| tag.chained(&before.chain));
        self.moments.push(StateDigests { root: game.root(), tag, chain });
    }

    /// The moment after this many decisions.
    pub fn at(&self, decisions: u32) -> Option<StateDigests> {
        self.moments.get(decisions as usize).copied()
    }

    /// How many decisions were taken down.
    pub fn decisions(&self) -> u32 {
        (self.moments.len() as u32).saturating_sub(1)
    }
}

/// Why an engine does not take an answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Refusal {
    /// Why, in words.
    pub message: String,
    /// The rule that it breaks, if it breaks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Why an engine does not begin a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotBegun {
    /// It has not what the match needs: the game, the edition, a definition as it is pinned.
    Unsupported(String),
    /// Its rules do not allow such a match.
    Illegal(String),
}

impl NotBegun {
    /// Why, in words.
    pub fn message(&self) -> &str {
        match self {
            NotBegun::Unsupported(why) | NotBegun::Illegal(why) => why,
        }
    }
}

/// An engine that replays the inputs of a log, whatever the log says of the game.
pub trait Engine {
    /// Why it does not answer at all.
    type Trouble;

    /// Begins the match of a header, in place of the one before.
    ///
    /// # Errors
    /// The engine does not answer. Inside: it answers that it does not begin the match.
    fn begin(&mut self, header: &Header) -> Result<Result<(), NotBegun>, Self::Trouble>;

    /// Takes answers, one after the other, up to the first that it refuses: how many it took, and why not the
    /// next one.
    ///
    /// # Errors
    /// The engine does not answer.
    fn decide(&mut self, answers: &[(Seat, Choice)]) -> Result<(u32, Option<Refusal>), Self::Trouble>;

    /// Goes back to where `to` decisions of the line had been made.
    ///
    /// # Errors
    /// The engine does not answer.
    fn rewind(&mut self, to: u32) -> Result<(), Self::Trouble>;

    /// The moment after this many of the decisions that it took since the match began.
    ///
    /// # Errors
    /// The engine does not answer.
    fn moment(&mut self, decisions: u32) -> Result<StateDigests, Self::Trouble>;

    /// How the match ended, if it has.
    ///
    /// # Errors
    /// The engine does not answer.
    fn outcome(&mut self) -> Result<Option<Outcome>, Self::Trouble>;

    /// The table as a judge sees it, with the request, in the JSON of a [`duelog_kernel::View`].
    ///
    /// # Errors
    /// The engine does not answer.
    fn view(&mut self) -> Result<Value, Self::Trouble>;
}

/// This engine.
pub struct LocalEngine<'a> {
    factory: &'a dyn Factory,
    table: Option<(Timeline, Trace)>,
}

/// Something is asked of a match that has not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no match")]
pub struct NoMatch;

impl<'a> LocalEngine<'a> {
    /// This engine with a game.
    pub fn new(factory: &'a dyn Factory) -> LocalEngine<'a> {
        LocalEngine { factory, table: None }
    }

    fn table(&mut self) -> Result<&mut (Timeline, Trace), NoMatch> {
        self.table.as_mut().ok_or(NoMatch)
    }
}

impl Engine for LocalEngine<'_> {
    type Trouble = NoMatch;

    fn begin(&mut self, header: &Header) -> Result<Result<(), NotBegun>, NoMatch> {
        Ok(match start(self.factory, header, false) {
            Ok(mut game) => {
                let mut trace = Trace::default();
                trace.note(&mut *game);
                self.table = Some((Timeline::new(game, Some(SPACING)), trace));
                Ok(())
            }
            Err(StartError::Unsupported(unsupported)) => Err(NotBegun::Unsupported(unsupported.to_string())),
            Err(StartError::Setup(error)) => Err(NotBegun::Illegal(error.to_string())),
        })
    }

    fn decide(&mut self, answers: &[(Seat, Choice)]) -> Result<(u32, Option<Refusal>), NoMatch> {
        let (line, trace) = self.table()?;
        for (taken, (seat, choice)) in (0..).zip(answers) {
            if let Err(illegal) = line.decide(*seat, choice.clone()) {
                let rule = illegal.rule().map(|rule| rule.to_string());
                return Ok((taken, Some(Refusal { message: illegal.to_string(), rule })));
            }
            trace.note(line.game());
        }
        Ok((answers.len() as u32, None))
    }

    fn rewind(&mut self, to: u32) -> Result<(), NoMatch> {
        self.table()?.0.rewind(to);
        Ok(())
    }

    fn moment(&mut self, decisions: u32) -> Result<StateDigests, NoMatch> {
        self.table()?.1.at(decisions).ok_or(NoMatch)
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, NoMatch> {
        Ok(self.table()?.0.game().outcome())
    }

    fn view(&mut self) -> Result<Value, NoMatch> {
        let view = self.table()?.0.game().view(Viewer::Judge);
        Ok(serde_json::to_value(view).unwrap_or_default())
    }
}

/// How far an engine goes along with a log.
#[derive(Debug, Clone)]
pub(crate) struct Followed {
    /// How many decision records it took.
    pub taken: u32,
    /// Why not the next one.
    pub refusal: Option<Refusal>,
    /// Why the work was ended before.
    pub ended: Option<String>,
}

/// Gives the inputs of a log to an engine that has begun its match. `limiter` is asked before each batch, with
/// how many decisions were replayed, and says why not.
pub(crate) fn follow<E: Engine>(
    engine: &mut E,
    log: &[u8],
    limiter: &mut dyn FnMut(u32) -> Result<(), String>,
) -> Result<Followed, E::Trouble> {
    let mut followed = Followed { taken: 0, refusal: None, ended: None };
    let Ok(mut reader) = Reader::open(log) else { return Ok(followed) };
    let mut batch: Vec<(Seat, Choice)> = Vec::new();
    loop {
        let record = reader.next_record().ok().flatten().map(|logged| logged.record);
        if batch.len() == BATCH || !matches!(record, Some(Record::Decision(_))) {
            followed.ended = limiter(followed.taken).err();
            if followed.ended.is_some() {
                return Ok(followed);
            }
            let (taken, refusal) = engine.decide(&batch)?;
            followed.taken += taken;
            batch.clear();
            if refusal.is_some() {
                followed.refusal = refusal;
                return Ok(followed);
            }
        }
        match record {
            None => return Ok(followed),
            Some(Record::Decision(made)) => batch.push((made.seat, made.choice)),
            Some(Record::Rewind(rewind)) => engine.rewind(rewind.to)?,
            Some(
                Record::Header(_)
                | Record::SeedCommitment(_)
                | Record::SeedReveal(_)
                | Record::Annotation(_)
                | Record::Seal(_)
                | Record::Outcome(_)
                | Record::Signature(_)
                | Record::Observed(_)
                | Record::Given(_),
            ) => {}
        }
    }
}

/// The first of 1 to `most` for which `differs` holds, where it holds for all that follow the first; asked at
/// most once for each bit of `most`, and once more.
pub(crate) fn first_where<T>(
    most: u32,
    mut differs: impl FnMut(u32) -> Result<bool, T>,
) -> Result<Option<u32>, T> {
    if most == 0 || !differs(most)? {
        return Ok(None);
    }
    let (mut same, mut other) = (0, most);
    while other - same > 1 {
        let middle = same + (other - same) / 2;
        *if differs(middle)? { &mut other } else { &mut same } = middle;
    }
    Ok(Some(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found_in_as_many_questions_as_it_has_bits() {
        for most in [0u32, 1, 2, 3, 64, 65, 1000, 99_999] {
            for first in [1, 2, most / 2, most.saturating_sub(1), most, most + 1] {
                let mut asked = 0;
                let found = first_where(most, |at| {
                    asked += 1;
                    Ok::<bool, ()>(at >= first)
                });
                let expected = (most > 0 && first <= most).then_some(first.max(1));
                assert_eq!(found, Ok(expected), "{first} of {most}");
                assert!(
                    asked <= u32::BITS - most.leading_zeros() + 1,
                    "{asked} questions for {first} of {most}"
                );
            }
        }
    }
}
