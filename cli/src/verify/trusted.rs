//! The keys, signatures and parts that a person keeps apart from the logs, and how well they fit these.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use duelog_log_format::Statement;
use duelog_verifier::signing::{SignedStatement, match_of};
use duelog_verifier::{Trust, unmatched};
use serde::Serialize;

use super::Args;
use crate::output::{Context, Failure};
use crate::{keys, part};

/// A note that a party keeps apart from the logs.
struct KeptNote {
    path: PathBuf,
    /// True if one of the logs is of its match.
    fits: AtomicBool,
}

/// The keys, notes and part of the person, and the files with the notes, in the same order.
pub(super) struct Trusted {
    pub(super) trust: Trust,
    notes: Vec<KeptNote>,
}

impl Trusted {
    /// Reads the files; `alone` where each note must be of a single log.
    pub(super) fn read(args: &Args, alone: bool) -> Result<Trusted, Failure> {
        let keyring = args.keys.as_deref().map(keys::list).transpose()?;
        let part = args.part.as_deref().map(part::read_kept).transpose()?;
        let (mut kept, mut notes) = (Vec::new(), Vec::new());
        for path in &args.signatures {
            let note = SignedStatement::read(&keys::text(path)?).map_err(|error| keys::not(path, &error))?;
            if let Some(keyring) = &keyring {
                note.signed_by(keyring).map_err(|error| keys::not(path, &error))?;
            }
            kept.push(note);
            notes.push(KeptNote { path: path.clone(), fits: AtomicBool::new(false) });
        }
        let required = args.require.clone();
        let trust = Trust { keys: keyring, notes: kept, notes_of_one: alone, required, part, party: None };
        Ok(Trusted { trust, notes })
    }

    /// Marks the notes that are of a log.
    pub(super) fn mark(&self, log: &[u8]) {
        let of = if self.notes.is_empty() { None } else { match_of(log) };
        for (kept, note) in self.trust.notes.iter().zip(&self.notes) {
            if of == Some(kept.statement.begun) {
                note.fits.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The notes that are of none of the logs.
    pub(super) fn unmatched(&self) -> Vec<Unmatched> {
        let notes = self.trust.notes.iter().zip(&self.notes);
        let unmatched = notes.filter(|(_, note)| !note.fits.load(Ordering::Relaxed));
        unmatched.map(|(kept, note)| Unmatched::of(&kept.statement, &note.path)).collect()
    }
}

/// A note that is of none of the logs.
#[derive(Debug, Serialize)]
pub(super) struct Unmatched {
    note: String,
    party: String,
    #[serde(rename = "match")]
    begun: String,
    seal: u32,
    decisions: u32,
    message: String,
}

impl Unmatched {
    fn of(statement: &Statement, note: &Path) -> Unmatched {
        let Statement { party, begun, number, decisions, .. } = statement;
        Unmatched {
            note: note.display().to_string(),
            party: party.to_string(),
            begun: begun.to_string(),
            seal: *number,
            decisions: *decisions,
            message: unmatched(statement),
        }
    }

    /// Tells it as a finding of its own.
    pub(super) fn tell(&self, context: &Context) {
        let Unmatched { note, message, .. } = self;
        context.line(format_args!("unmatched   {note}"));
        context.line(format_args!("  what      {message}"));
        context.line("  remedy    Ask the party for its copy of the log, and compare the two: `duelog diff LOG OTHER`.");
    }
}
