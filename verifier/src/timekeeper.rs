//! The clock of a match while it is recorded.

use duelog_log_format::Header;
use duelog_log_format::clock::{ClockFault, ClockTerms, GameClock};

use crate::timing::clock_of;

/// The clock of the log, and what the host has read on its own.
pub(crate) struct Timekeeper {
    pub(crate) clock: GameClock,
    /// The host's time, in milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// How long the next decision has taken.
    pub(crate) used_ms: u64,
}

impl Timekeeper {
    /// The clock that a header states.
    pub fn of(header: &Header) -> Result<Option<Timekeeper>, ClockFault> {
        let terms = ClockTerms::of(&header.labels)?;
        Ok(terms.map(|terms| Timekeeper::new(GameClock::new(terms, header.seats))))
    }

    /// The clock at the end of a log.
    pub fn at_end_of(log: &[u8]) -> Result<Option<Timekeeper>, ClockFault> {
        Ok(clock_of(log)?.map(Timekeeper::new))
    }

    fn new(clock: GameClock) -> Timekeeper {
        Timekeeper { clock, now_ms: 0, used_ms: 0 }
    }
}
