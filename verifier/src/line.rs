//! The line being played: a match, the decisions that led to it, and the way back.

use duelog_kernel::given::GivenDraw;
use duelog_kernel::{Choice, Illegal, Match, Seat};
use duelog_log_format::{Reader, Record};

/// How many returning points are kept at most; beyond that, every second one is let go.
const MARKS_MAX: usize = 64;

/// A match with the decisions of its line, which can go back to any of them.
pub struct Timeline {
    game: Box<dyn Match>,
    decisions: Vec<(Seat, Choice)>,
    /// Copies of the match at the start and then every `spacing` decisions.
    marks: Vec<Box<dyn Match>>,
    spacing: Option<u32>,
}

impl Timeline {
    /// A line that begins with `game` as it is now.
    ///
    /// With a `spacing`, a copy is kept every `spacing` decisions, so that rewinding is quick; without, a
    /// rewind replays the whole line.
    pub fn new(game: Box<dyn Match>, spacing: Option<u32>) -> Timeline {
        Timeline {
            marks: vec![game.fork()],
            game,
            decisions: Vec::new(),
            spacing: spacing.filter(|spacing| *spacing > 0),
        }
    }

    /// How many decisions the line has.
    pub fn len(&self) -> u32 {
        self.decisions.len() as u32
    }

    /// Returns whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// The decisions of the line.
    pub fn decisions(&self) -> &[(Seat, Choice)] {
        &self.decisions
    }

    /// The match, to look at; decisions go through [`Timeline::decide`].
    pub fn game(&mut self) -> &mut dyn Match {
        &mut *self.game
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`Illegal`] with the rule that it breaks; the line is then untouched.
    pub fn decide(&mut self, seat: Seat, choice: Choice) -> Result<(), Illegal> {
        self.game.decide(seat, &choice)?;
        self.decisions.push((seat, choice));
        let Some(spacing) = self.spacing else { return Ok(()) };
        if u64::from(self.len()) == u64::from(spacing) * self.marks.len() as u64 {
            self.marks.push(self.game.fork());
            if self.marks.len() > MARKS_MAX {
                let mut place = 0;
                self.marks.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.spacing = Some(spacing.saturating_mul(2));
            }
        }
        Ok(())
    }

    /// States a draw. Returns whether that is possible: draws may be stated, and this one was not stated otherwise.
    pub fn give(&mut self, draw: &GivenDraw) -> bool {
        for mark in &mut self.marks {
            mark.luck().give(draw.clone());
        }
        self.game.luck().give(draw.clone())
    }

    /// Takes a statement back that led to nothing.
    pub(crate) fn unsay(&mut self, draw: &GivenDraw) {
        for mark in &mut self.marks {
            mark.luck().unsay(draw);
        }
        self.game.luck().unsay(draw);
    }

    /// Goes back to where `to` decisions of the line had been made; does nothing when there are not more.
    ///
    /// # Panics
    /// When the same decisions are refused the second time: the game then breaks the kernel's promise.
    pub fn rewind(&mut self, to: u32) {
        if to < self.len() {
            self.game = self.past(to);
            self.decisions.truncate(to as usize);
            self.marks.truncate(self.mark(to) + 1);
        }
    }

    /// The match as it was before the last decision; as it is when there was none.
    pub fn before_last(&self) -> Box<dyn Match> {
        self.past(self.len().saturating_sub(1))
    }

    /// Makes the match tell viewers what happens as if it had done so since `since` decisions of the line had been
    /// made, and all of that had been taken.
    pub(crate) fn observe_again(&mut self, since: u32, in_words: bool) {
        let mut game = self.past(since.min(self.len()));
        game.observe();
        if in_words {
            game.observe_in_words();
        }
        game.observed();
        for (seat, choice) in &self.decisions[since.min(self.len()) as usize..] {
            let again = game.decide(*seat, choice);
            assert!(again.is_ok(), "a decision that was legal is refused when it is repeated: {again:?}");
            game.observed();
        }
        self.game = game;
    }

    /// The last mark at or before decision `to`.
    fn mark(&self, to: u32) -> usize {
        self.spacing.map_or(0, |spacing| (to / spacing) as usize).min(self.marks.len() - 1)
    }

    /// The match as it was after `to` decisions.
    fn past(&self, to: u32) -> Box<dyn Match> {
        let mark = self.mark(to);
        let mut game = self.marks[mark].fork();
        let from = mark * self.spacing.unwrap_or(0) as usize;
        for (seat, choice) in &self.decisions[from..to as usize] {
            let again = game.decide(*seat, choice);
            assert!(again.is_ok(), "a decision that was legal is refused when it is repeated: {again:?}");
        }
        game
    }
}

/// The decisions that lead from the start to after decision record `number` of a log, without those taken
/// back before; all there are where it has fewer.
pub(crate) fn path_to(log: &[u8], number: u32) -> Vec<(Seat, Choice)> {
    let mut line = Vec::new();
    let Ok(mut reader) = Reader::open(log) else { return line };
    while reader.progress().decisions() < number {
        let Ok(Some(logged)) = reader.next_record() else { break };
        match logged.record {
            Record::Decision(made) => line.push((made.seat, made.choice)),
            Record::Rewind(rewind) => line.truncate(rewind.to as usize),
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Seal(_)
            | Record::Outcome(_)
            | Record::Signature(_)
            | Record::Observed(_)
            | Record::Given(_) => {}
        }
    }
    line
}
