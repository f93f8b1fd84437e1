//! The clock of a match, read out of its log (SPEC 21).

use duelog_log_format::clock::{ClockFault, ClockTerms, GameClock, Loss};
use duelog_log_format::{Header, Reader, Record};

/// True if a header states a clock, or labels that state none.
pub(crate) fn is_clocked(header: &Header) -> bool {
    !matches!(ClockTerms::of(&header.labels), Ok(None))
}

/// The clock of a log as far as its first `decisions` decision records; none where the log has none. Where a record
/// is at fault, it ends before that.
///
/// # Errors
/// The first fault of the clock.
pub fn clock_after(log: &[u8], decisions: u32) -> Result<Option<GameClock>, ClockFault> {
    let Ok(mut reader) = Reader::open(log) else { return Ok(None) };
    let header = reader.header();
    let Some(terms) = ClockTerms::of(&header.labels)? else { return Ok(None) };
    let (mut clock, mut made) = (GameClock::new(terms, header.seats), 0);
    while let Ok(Some(logged)) = reader.next_record() {
        made += u32::from(matches!(logged.record, Record::Decision(_)));
        if made > decisions {
            break;
        }
        clock.take(&logged.record)?;
    }
    Ok(Some(clock))
}

/// Who gave up within the first `decisions` decision records because the host said so; nobody where the log has no
/// clock, or one that is not right.
pub fn losses_until(log: &[u8], decisions: u32) -> Vec<Loss> {
    clock_after(log, decisions).ok().flatten().map_or_else(Vec::new, |clock| clock.losses().to_vec())
}

/// Words with the decisions of the host behind them that had players give up.
pub fn with_losses(words: &str, losses: &[Loss]) -> String {
    losses.iter().fold(words.to_string(), |told, loss| format!("{told}; {loss}"))
}

/// The clock of a log at its end.
///
/// # Errors
/// As [`clock_after`].
pub fn clock_of(log: &[u8]) -> Result<Option<GameClock>, ClockFault> {
    clock_after(log, u32::MAX)
}
