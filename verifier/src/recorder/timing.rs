//! The clock of a match that is recorded: a reading after each decision (SPEC 21).

use duelog_kernel::{Choice, Item, Seat, Viewer};
use duelog_log_format::clock::{ClockFault, GameClock, LossReason};
use duelog_log_format::{Annotation, Record, Storage};

use super::{RecordError, Recorder};

impl<S: Storage> Recorder<S> {
    /// The clock of the match, where it has one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.timekeeper.as_ref().map(|keeper| &keeper.clock)
    }

    /// Starts the clock, or lets it continue after a pause.
    ///
    /// # Errors
    /// [`RecordError`] when the log cannot be written.
    pub fn start_clock(&mut self, now_ms: u64) -> Result<(), RecordError> {
        self.write_reading()?;
        let Some(keeper) = &mut self.timekeeper else { return Ok(()) };
        keeper.now_ms = now_ms;
        let note = keeper.clock.start(now_ms);
        self.write_note(note)
    }

    /// How long the next decision has taken by the host's clock, and the time now. Without it the decision takes no
    /// time, nor does that of a player who is not asked and gives up.
    pub fn time(&mut self, used_ms: u64, now_ms: u64) {
        if let Some(keeper) = &mut self.timekeeper {
            (keeper.used_ms, keeper.now_ms) = (used_ms, now_ms);
        }
    }

    /// Notes that a player has left the table, or is back.
    ///
    /// # Errors
    /// [`RecordError`] where that was said before, or the log cannot be written.
    pub fn seen(&mut self, seat: Seat, here: bool, now_ms: u64) -> Result<(), RecordError> {
        self.write_reading()?;
        let Some(note) = self.clock().map(|clock| clock.seen(seat, here, now_ms)) else { return Ok(()) };
        self.write_note(note)
    }

    /// The host decides that a player gives up: its time has run out, or it has been away for too long.
    ///
    /// # Errors
    /// [`RecordError`] where the clock does not bear that out, the player cannot give up any more, or the log cannot
    /// be written.
    pub fn forfeit(
        &mut self,
        seat: Seat,
        reason: LossReason,
        used_ms: u64,
        now_ms: u64,
    ) -> Result<u32, RecordError> {
        self.write_reading()?;
        let choice = Choice::one(Item::Concede);
        if let Some(illegal) = self.line.game().refusal(Viewer::Judge, seat, &choice) {
            return Err(illegal.into());
        }
        // The time that passes is that of the player who is asked.
        let used_ms = if self.is_asked(seat) { used_ms } else { 0 };
        let Some(clock) = self.clock() else {
            return Err(self.untimed("the match has no clock").into());
        };
        let left = clock.left_after(seat, used_ms.min(clock.passed(now_ms)));
        if reason == LossReason::Time && left > 0 {
            let what = format!("{seat} has {left} ms left, and does not lose on time");
            return Err(self.untimed(&what).into());
        }
        let note = self.clock().filter(|clock| clock.lost() != Some((seat, reason)));
        if let Some(note) = note.map(|clock| clock.loss(seat, reason, now_ms)) {
            self.write_note(note)?;
        }
        self.time(used_ms, now_ms);
        self.decide(seat, &choice)
    }

    fn is_asked(&mut self, seat: Seat) -> bool {
        self.line.game().request().is_some_and(|request| request.seat == seat)
    }

    fn untimed(&self, what: &str) -> ClockFault {
        ClockFault { decision: self.writer.progress().decisions(), what: what.to_string() }
    }

    /// Starts the clock where the host has not, and refuses a decision that the clock does not allow.
    pub(super) fn clocked(&mut self, seat: Seat, choice: &Choice) -> Result<(), RecordError> {
        self.write_reading()?;
        let Some(keeper) = &self.timekeeper else { return Ok(()) };
        if !keeper.clock.started() {
            self.start_clock(keeper.now_ms)?;
        }
        if !self.is_asked(seat)
            && let Some(keeper) = &mut self.timekeeper
        {
            keeper.used_ms = 0;
        }
        let lost = self.clock().and_then(GameClock::lost);
        match lost.filter(|(loser, _)| *loser != seat || *choice != Choice::one(Item::Concede)) {
            Some((loser, reason)) => {
                let what = format!("the log says \"{}\" of {loser}, who gives up next", reason.text());
                Err(self.untimed(&what).into())
            }
            None => Ok(()),
        }
    }

    /// Counts a decision that was written. A reading that cannot be written is owed: the next record waits for it.
    pub(super) fn counted(&mut self, decision: &Record) {
        if let Some(keeper) = &mut self.timekeeper
            && keeper.clock.take(decision).is_ok()
        {
            let _owed = self.write_reading();
        }
    }

    /// Writes the reading of the last decision, where it has none.
    pub(super) fn write_reading(&mut self) -> Result<(), RecordError> {
        let Some(keeper) = &mut self.timekeeper else { return Ok(()) };
        let Some(reading) = keeper.clock.reading(keeper.used_ms, keeper.now_ms) else { return Ok(()) };
        self.write_note(reading)?;
        if let Some(keeper) = &mut self.timekeeper {
            keeper.used_ms = 0;
        }
        Ok(())
    }

    /// Writes an annotation that fits the clock.
    pub(super) fn write_note(&mut self, note: Annotation) -> Result<(), RecordError> {
        let Some(keeper) = &mut self.timekeeper else { return Ok(self.writer.annotate(note)?) };
        let mut clock = keeper.clock.clone();
        clock.take(&Record::Annotation(note.clone()))?;
        self.writer.annotate(note)?;
        keeper.clock = clock;
        Ok(())
    }
}
