//! The clock of a match while it is recorded.

use duelog_log_format::clock::{ClockFault, ClockTerms, GameClock};
use duelog_log_format::{Header, Reader};

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
        let clock = terms.map(|terms| GameClock::new(terms, header.seats));
        Ok(clock.map(|clock| Timekeeper { clock, now_ms: 0, used_ms: 0 }))
    }

    /// The clock at the end of a log.
    pub fn at_end_of(log: &[u8], header: &Header) -> Result<Option<Timekeeper>, ClockFault> {
        let mut keeper = Timekeeper::of(header)?;
        let (Some(kept), Ok(mut reader)) = (&mut keeper, Reader::open(log)) else { return Ok(keeper) };
        while let Ok(Some(logged)) = reader.next_record() {
            kept.clock.take(&logged.record)?;
        }
        Ok(keeper)
    }
}
