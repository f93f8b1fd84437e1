//! A match that is recorded, as both versions of the protocol play it.

use duelog_kernel::given::GivenDraw;
use duelog_kernel::{Choice, Seat};
use duelog_log_format::clock::LossReason;
use duelog_log_format::{Party, Stage, WriteError};
use duelog_verifier::signing::{KeyError, PublicKey, SignedStatement};
use duelog_verifier::{RecordError, Recorder};

use super::beginning::Problem;
use crate::clock::HostClock;
use crate::recording::Destination;

/// A recorded match, and the clock of the program that hosts it.
pub struct Playing {
    /// The match and its log.
    pub recorder: Recorder<Destination>,
    /// The host's clock.
    pub clock: HostClock,
}

/// How long a player took and the time now, where the platform says so.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timed {
    /// How long the player took, in milliseconds.
    pub used_ms: Option<u64>,
    /// The time, in milliseconds since 1970.
    pub time_ms: Option<u64>,
}

impl Playing {
    /// A match that begins or continues: its clock runs while somebody is asked.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn sit_down(recorder: Recorder<Destination>) -> Result<Playing, RecordError> {
        let mut playing = Playing { recorder, clock: HostClock::start() };
        if playing.recorder.game().request().is_some() {
            playing.recorder.start_clock(playing.clock.now_ms())?;
        }
        Ok(playing)
    }

    fn times(&self, timed: Timed) -> (u64, u64) {
        let used = timed.used_ms.unwrap_or_else(|| self.clock.used_ms());
        (used, timed.time_ms.unwrap_or_else(|| self.clock.now_ms()))
    }

    /// A player answers, where these draws that the answer leads to were made elsewhere; the parts of the answer whose order
    /// means nothing need not be in order.
    ///
    /// # Errors
    /// The rules refuse it, a draw cannot be as stated, or the log cannot be written.
    pub fn answer(
        &mut self,
        seat: Seat,
        choice: Choice,
        draws: &[GivenDraw],
        timed: Timed,
    ) -> Result<u32, RecordError> {
        let choice = match self.recorder.game().request() {
            Some(request) => choice.canonical(request),
            None => choice,
        };
        if self.recorder.clock().is_some() {
            let (used, now) = self.times(timed);
            self.recorder.time(used, now);
        }
        let decided = self.recorder.decide_given(draws, seat, &choice)?;
        self.clock.asks();
        Ok(decided)
    }

    /// The host decides that a player gives up.
    ///
    /// # Errors
    /// The clock does not bear it out, or the log cannot be written.
    pub fn forfeit(&mut self, seat: Seat, reason: LossReason, timed: Timed) -> Result<u32, RecordError> {
        let (used, now) = self.times(timed);
        let decided = self.recorder.forfeit(seat, reason, used, now)?;
        self.clock.asks();
        Ok(decided)
    }

    /// A player has left the table, or is back.
    ///
    /// # Errors
    /// The match has no clock, that was said before, or the log cannot be written.
    pub fn seen(&mut self, seat: Seat, here: bool, time_ms: Option<u64>) -> Result<(), Problem> {
        if self.recorder.clock().is_none() {
            return Err(Problem::new(
                "clock",
                "the match has no clock",
                Some("begin it with {\"setup\":{..,\"clock\":\"25m\"}}"),
            ));
        }
        let now = time_ms.unwrap_or_else(|| self.clock.now_ms());
        self.recorder.seen(seat, here, now).map_err(|failed| Problem::noted(&failed))
    }

    /// Seals the log here, and says what each party signs who agrees to it.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn seal(&mut self) -> Result<Vec<(Party, String)>, Problem> {
        self.recorder.seal().map_err(|failed| Problem::written(&failed))?;
        let progress = self.recorder.progress();
        let parties = (0..=progress.seats()).map(Party);
        Ok(parties
            .filter_map(|party| progress.statement(party))
            .map(|statement| (statement.party, statement.text()))
            .collect())
    }

    /// Writes a party's signature of the seal that the log ends with; who signed, and the number of the seal.
    ///
    /// # Errors
    /// It does not sign that, or the log cannot be written.
    pub fn sign(&mut self, note: &str, key: &str) -> Result<(Party, u32), Problem> {
        let wrong =
            |what: &KeyError| Problem::new("signature", what.to_string(), Some("`seal` says what is signed"));
        let kept = SignedStatement::read(note).map_err(|what| wrong(&what))?;
        let key = PublicKey::read(key).map_err(|what| wrong(&what))?;
        let signature = kept.signature(&key).map_err(|what| wrong(&what))?;
        match self.recorder.signature(signature) {
            Ok(()) => Ok((kept.statement.party, kept.statement.number)),
            Err(RecordError::Write(WriteError::Refused(fault))) => {
                Err(Problem::new("signature", fault.to_string(), Some("`seal` says what is signed")))
            }
            Err(failed) => Err(Problem::written(&failed)),
        }
    }

    /// The verdict of `duelog verify` on a log that ends here.
    pub fn verdict(&self) -> &'static str {
        if self.recorder.progress().stage() == Stage::Closed { "verified" } else { "incomplete" }
    }
}
