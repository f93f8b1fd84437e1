//! Logs whose seed only the host knows, for the host.

use duelog_log_format::seeds::{self, Part};
use duelog_log_format::{Durability, Fault, FaultKind, Reader, Record, SeedReveal, WriteError, Writer};

/// A log with the host's part of the seed shown at its end: what can be replayed before the host shows it to
/// all.
///
/// # Errors
/// [`Fault`] when the log is at fault, or the part is not the one that the host committed itself to.
pub fn reveal(log: &[u8], part: Part) -> Result<Vec<u8>, Fault> {
    let mut reader = Reader::open(log)?;
    let progress = *reader.check()?;
    let at = progress.place();
    let reveal = Record::SeedReveal(SeedReveal { party: seeds::HOST, salt: part.salt, seed: part.seed });
    let mut writer = Writer::append_to(log.to_vec(), progress, Durability::None)
        .map_err(|error| Fault { kind: refused(error), at })?;
    writer.append(&reveal).map_err(|error| Fault { kind: refused(error), at })?;
    writer.into_storage().map_err(|error| Fault { kind: refused(error), at })
}

/// Why a record does not go into memory: only because it does not fit.
fn refused(error: WriteError) -> FaultKind {
    match error {
        WriteError::Refused(kind) => kind,
        other => FaultKind::NonCanonical { why: other.to_string() },
    }
}
