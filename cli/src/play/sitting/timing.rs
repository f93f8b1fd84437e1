//! The clock of a sitting: how long each answer takes, and what the host decides where time has run out.

use std::time::Duration;

use duelog_kernel::{Choice, Item, Seat, Viewer};
use duelog_log_format::clock::LossReason;
use duelog_verifier::RecordError;

use super::super::question::TimeLeft;
use super::Sitting;
use crate::output::Failure;

/// How much longer than the time that is left is waited, so that it has run out then.
const GRACE: Duration = Duration::from_millis(20);

impl Sitting<'_> {
    /// The clock begins, or runs again: whoever is here is at the table, and a decision of the host is carried out.
    pub(super) fn begin_clock(&mut self) -> Result<(), Failure> {
        self.clock.asks();
        let Some(clock) = self.recorder.clock() else { return Ok(()) };
        let (lost, now) = (clock.lost(), self.clock.now_ms());
        let seats = (0..self.recorder.header().seats).map(Seat);
        let away: Vec<Seat> = seats.filter(|seat| clock.away_since(*seat).is_some()).collect();
        if let Some((seat, reason)) = lost {
            return self.gives_up(seat, reason);
        }
        if self.recorder.game().request().is_none() {
            return Ok(());
        }
        let started = self.recorder.start_clock(now);
        let here =
            started.and_then(|()| away.iter().try_for_each(|seat| self.recorder.seen(*seat, true, now)));
        here.map_err(|error| self.unwritten(&error))
    }

    /// The time of the next decision is taken.
    pub(super) fn take_time(&mut self) {
        self.recorder.time(self.clock.used_ms(), self.clock.now_ms());
    }

    /// Whoever has no time left, or has left for too long, gives up: true if somebody has.
    pub(super) fn time_is_up(&mut self) -> Result<bool, Failure> {
        let asked = self.recorder.game().request().map(|request| request.seat);
        let Some(clock) = self.recorder.clock() else { return Ok(false) };
        let (now, used) = (self.clock.now_ms(), self.clock.used_ms());
        let absent = |seat: Seat| {
            let absence = clock.terms().absence_ms?;
            Some(now.saturating_sub(clock.away_since(seat)?) >= absence)
        };
        let reason = |seat: Seat| {
            if absent(seat) == Some(true) {
                return Some(LossReason::Absence);
            }
            let used = if asked == Some(seat) { used } else { 0 };
            (clock.left_after(seat, used) == 0).then_some(LossReason::Time)
        };
        let seats = (0..self.recorder.header().seats).map(Seat);
        let due: Vec<_> = seats.filter_map(|seat| Some((seat, reason(seat)?))).collect();
        // Whoever has left the game has nothing to give up any more.
        let game = self.recorder.game();
        let mut plays = |seat| game.refusal(Viewer::Judge, seat, &Choice::one(Item::Concede)).is_none();
        let Some((seat, reason)) = due.into_iter().find(|(seat, _)| plays(*seat)) else { return Ok(false) };
        self.gives_up(seat, reason)?;
        Ok(true)
    }

    /// The host has a player give up.
    fn gives_up(&mut self, seat: Seat, reason: LossReason) -> Result<(), Failure> {
        let why = match reason {
            LossReason::Time => "has no time left",
            LossReason::Absence => "has left the table for too long",
        };
        self.forget(None);
        for other in (0..self.recorder.header().seats).map(Seat) {
            if self.own.is_none_or(|own| own == other) {
                self.say(other, format_args!("  * {seat} {why} and gives up, as the host decides"));
            }
        }
        match self.recorder.forfeit(seat, reason, self.clock.used_ms(), self.clock.now_ms()) {
            Ok(_) | Err(RecordError::Illegal(_)) => {
                self.clock.asks();
                Ok(())
            }
            Err(error) => Err(self.unwritten(&error)),
        }
    }

    /// How long is waited for a line of a player before somebody's time is up; none without a clock.
    pub(super) fn waits(&mut self) -> Option<Duration> {
        let asked = self.recorder.game().request().map(|request| request.seat)?;
        let clock = self.recorder.clock()?;
        let (now, used, terms) = (self.clock.now_ms(), self.clock.used_ms(), clock.terms());
        // Once the free part of a decision is over, time runs.
        let own = clock.left_after(asked, 0) + terms.free_ms.saturating_sub(used);
        let own = own.saturating_sub(used.saturating_sub(terms.free_ms));
        let seats = (0..self.recorder.header().seats).map(Seat);
        let absent =
            seats.filter_map(|seat| Some((clock.away_since(seat)? + terms.absence_ms?).saturating_sub(now)));
        let least = absent.chain([own]).min()?;
        Some(Duration::from_millis(least) + GRACE)
    }

    /// The time of a player who is asked; none without a clock.
    pub(super) fn time_of(&self, seat: Seat) -> Option<TimeLeft> {
        let clock = self.recorder.clock()?;
        let used = self.clock.used_ms();
        let free_ms = clock.terms().free_ms.saturating_sub(used);
        Some(TimeLeft { left_ms: clock.left_after(seat, used), free_ms })
    }
}
