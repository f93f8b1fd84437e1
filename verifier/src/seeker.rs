//! Reaching any decision of a log, forwards and backwards.

use duelog_kernel::{Choice, Digest, Factory, Match, Seat, StateTag, Tag, TagKey, Viewer};
use duelog_log_format::{Fault, Header, Progress, Reader, Record};

use crate::checkpoints::{Checkpoints, Claimed, INTERVAL};
use crate::replay::{Claim, Divergence, Stop, divergence_at, refused};
use crate::start::{Games, StartError, factory, start};

/// Why a decision is not reached.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SeekError {
    /// The log has fewer decisions.
    #[error("there is no decision {asked}: the log has {decisions}")]
    Beyond {
        /// The decision asked for.
        asked: u32,
        /// How many decisions can be read.
        decisions: u32,
    },
    /// The replay stops before it.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// A decision record.
#[derive(Debug, Clone)]
struct Step {
    seat: Seat,
    choice: Choice,
    tag: Tag,
    /// The decision before it on its line; 0 for the start.
    parent: u32,
    /// How many decisions its line has with it.
    line: u32,
    chain: Digest,
    root: Option<Digest>,
}

/// A log whose states can be looked at in any order. Decisions are counted as records, from 1, those taken
/// back by a rewind included; 0 is the start.
pub struct Seeker {
    header: Header,
    progress: Progress,
    fault: Option<Fault>,
    steps: Vec<Step>,
    tags: TagKey,
    last: u32,
    begin: Box<dyn Match>,
    game: Box<dyn Match>,
    at: u32,
    checkpoints: Checkpoints,
    divergence: Option<Divergence>,
}

impl Seeker {
    /// Reads a log and starts its match. A log whose bytes are at fault is read up to there.
    ///
    /// # Errors
    /// [`Stop`] when the header is bad or the match does not start here.
    pub fn open(games: &Games, log: &[u8], journal: bool, checkpoints: Checkpoints) -> Result<Seeker, Stop> {
        let reader = Reader::open(log)?;
        let factory = factory(games, reader.header()).map_err(StartError::from)?;
        Seeker::of(reader, factory, journal, checkpoints)
    }

    /// The same for a log of one game.
    ///
    /// # Errors
    /// [`Stop`] as for [`Seeker::open`], and for a log of another game.
    pub fn with(
        factory: &dyn Factory,
        log: &[u8],
        journal: bool,
        checkpoints: Checkpoints,
    ) -> Result<Seeker, Stop> {
        Seeker::of(Reader::open(log)?, factory, journal, checkpoints)
    }

    fn of(
        mut reader: Reader<'_>,
        factory: &dyn Factory,
        journal: bool,
        checkpoints: Checkpoints,
    ) -> Result<Seeker, Stop> {
        let game = start(factory, reader.header(), journal)?;
        let header = reader.header().clone();
        let (mut steps, mut last) = (Vec::<Step>::new(), 0);
        // The record directly behind a decision tells its root.
        while let Ok(Some(logged)) = reader.next_record() {
            match logged.record {
                Record::Decision(decision) => {
                    let line = reader.progress().line();
                    let chain = reader.progress().chain();
                    steps.push(Step {
                        seat: decision.seat,
                        choice: decision.choice,
                        tag: decision.tag,
                        parent: last,
                        line,
                        chain,
                        root: None,
                    });
                    last = steps.len() as u32;
                }
                Record::Rewind(rewind) => {
                    while last > 0 && steps[last as usize - 1].line > rewind.to {
                        last = steps[last as usize - 1].parent;
                    }
                }
                Record::Seal(seal) if last > 0 => steps[last as usize - 1].root = Some(seal.root),
                Record::Seal(_)
                | Record::Header(_)
                | Record::SeedCommitment(_)
                | Record::SeedReveal(_)
                | Record::Annotation(_)
                | Record::Outcome(_)
                | Record::Signature(_)
                | Record::Observed(_)
                | Record::Given(_) => {}
            }
        }
        let (progress, fault) = (*reader.progress(), reader.fault().cloned());
        let tags = TagKey::new(&header.seed);
        Ok(Seeker {
            header,
            progress,
            fault,
            steps,
            tags,
            last,
            begin: game.fork(),
            game,
            at: 0,
            checkpoints,
            divergence: None,
        })
    }

    /// The header of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How far the log was read.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The fault of the log's bytes, at which reading stopped.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// How many decision records there are.
    pub fn decisions(&self) -> u32 {
        self.steps.len() as u32
    }

    /// The decision at which the log ends: the last one that was not taken back.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The decision after which the match now stands.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// Player and choice of decision `number`; none if the log lacks it.
    pub fn decision(&self, number: u32) -> Option<(Seat, &Choice)> {
        self.step(number).map(|step| (step.seat, &step.choice))
    }

    /// The decision before `number` on its line.
    pub fn parent(&self, number: u32) -> Option<u32> {
        self.step(number).map(|step| step.parent)
    }

    /// The numbers of the decisions that lead from the start to after decision `number`.
    pub fn line_to(&self, number: u32) -> Vec<u32> {
        let mut line: Vec<u32> = self.back_from(number).take_while(|number| *number > 0).collect();
        line.reverse();
        line
    }

    /// The tag that the log has of decision `number`, and the one that it would have with `state` after it;
    /// none if they are the same, or if the log lacks the decision.
    pub fn difference(&mut self, number: u32, state: StateTag) -> Option<(Tag, Tag)> {
        let step = self.steps.get((number as usize).checked_sub(1)?)?;
        let found = self.tags.hide(number, step.seat, &step.choice, state);
        (found != step.tag).then_some((step.tag, found))
    }

    /// The first difference between the log and the game that was met on the way; what is shown after it is
    /// what the game gives.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.divergence.as_ref()
    }

    /// The checkpoints, with those that were made on the way.
    pub fn checkpoints(&self) -> &Checkpoints {
        &self.checkpoints
    }

    /// The match as it stands, to look at.
    pub fn game(&mut self) -> &mut dyn Match {
        &mut *self.game
    }

    /// Brings the match to after decision `number`, from the nearest known place.
    ///
    /// Its journal then begins at that place; one step forward always keeps it.
    ///
    /// # Errors
    /// [`SeekError`] when the log lacks the decision or the rules refuse one on the way; the match then
    /// stands before that one.
    pub fn seek(&mut self, number: u32) -> Result<&mut dyn Match, SeekError> {
        if number > self.decisions() {
            return Err(SeekError::Beyond { asked: number, decisions: self.decisions() });
        }
        let near: Vec<u32> = self.back_from(number).take(INTERVAL as usize + 1).collect();
        let ahead = match near.iter().position(|place| *place == self.at) {
            Some(steps) => near[..steps].to_vec(),
            None => self.jump_towards(number),
        };
        for next in ahead.into_iter().rev() {
            self.advance(next)?;
        }
        Ok(&mut *self.game)
    }

    /// Goes to the nearest place before decision `number` that is known, and gives the decisions from there
    /// on, the last one first.
    fn jump_towards(&mut self, number: u32) -> Vec<u32> {
        let mut ahead: Vec<u32> = self.back_from(number).take_while(|place| *place > 0).collect();
        let known = ahead.iter().position(|place| {
            self.checkpoints.has(*place) && {
                let claimed = self.claimed(*place);
                self.checkpoints.restore(&mut *self.game, &claimed)
            }
        });
        match known {
            Some(steps) => {
                self.at = ahead[steps];
                ahead.truncate(steps);
            }
            None => {
                self.at = 0;
                self.game = self.begin.fork();
            }
        }
        ahead
    }

    /// The decisions of the line to `number`, the last one first, and then the start.
    fn back_from(&self, number: u32) -> impl Iterator<Item = u32> + use<'_> {
        std::iter::successors(Some(number), |number| self.parent(*number))
    }

    fn advance(&mut self, number: u32) -> Result<(), Stop> {
        let step = &self.steps[number as usize - 1];
        if self.game.decide(step.seat, &step.choice).is_err() {
            return Err(Stop::Refused(Box::new(refused(
                &mut *self.game,
                Viewer::Judge,
                step.seat,
                &step.choice,
                number,
            ))));
        }
        self.at = number;
        let state = self.game.state_tag();
        if let Some((expected, found)) = self.difference(number, state)
            && self.divergence.as_ref().is_none_or(|known| number < known.decision)
        {
            self.divergence = Some(divergence_at(&mut *self.game, number, Claim::Tag { expected, found }));
        }
        let claimed = self.claimed(number);
        self.checkpoints.keep(&mut *self.game, &claimed);
        Ok(())
    }

    fn step(&self, number: u32) -> Option<&Step> {
        self.steps.get((number as usize).checked_sub(1)?)
    }

    fn claimed(&mut self, number: u32) -> Claimed {
        let step = &self.steps[number as usize - 1];
        let state = self.tags.reveal(number, step.seat, &step.choice, step.tag);
        Claimed { decision: number, line: step.line, chain: step.chain, state, root: step.root }
    }
}
