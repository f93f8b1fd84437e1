//! The keys, signatures and parts that a person keeps apart from the logs, and what they say of these.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use duelog_log_format::seeds::KeptPart;
use duelog_log_format::{Party, Statement};
use duelog_verifier::Report;
use duelog_verifier::signing::{Keyring, SignedStatement, match_of, provenance};
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

/// The keys that the person trusts, and the signatures and the part that were kept apart from the logs.
pub(super) struct Trusted<'a> {
    keyring: Option<Keyring>,
    /// Who signed what, and the notes that say so, in the same order.
    kept: Vec<SignedStatement>,
    notes: Vec<KeptNote>,
    required: &'a [Party],
    part: Option<KeptPart>,
    /// True for a single log: each note must be of it.
    alone: bool,
}

impl Trusted<'_> {
    pub(super) fn read(args: &Args, alone: bool) -> Result<Trusted<'_>, Failure> {
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
        Ok(Trusted { keyring, kept, notes, required: &args.require, part, alone })
    }

    /// The report with what is kept apart from the log says of it. Where the log's bytes are at fault, that is nothing.
    pub(super) fn look(&self, report: Report, log: &[u8]) -> Report {
        let report = match &self.part {
            Some(part) => report.with_part(part, None, log),
            None => report,
        };
        let Some(keyring) = &self.keyring else { return report };
        let of = match_of(log);
        for (kept, note) in self.kept.iter().zip(&self.notes) {
            if of == Some(kept.statement.begun) {
                note.fits.store(true, Ordering::Relaxed);
            }
        }
        let other = self.alone.then(|| self.unmatched().into_iter().next()).flatten();
        let report = match other {
            Some(unmatched) => report.of_another_match(unmatched.message),
            None => report,
        };
        match provenance(log, keyring, &self.kept, self.required) {
            Ok(provenance) => report.signed(provenance),
            Err(_) => report,
        }
    }

    /// The notes that are of none of the logs.
    pub(super) fn unmatched(&self) -> Vec<Unmatched> {
        let notes = self.kept.iter().zip(&self.notes);
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
        let message = format!(
            "{} keeps a signature of seal {number}, after decision {decisions}, of the match {begun}, and no log that was given is of that match: it is another one, or its log was written anew from the header on",
            party.named()
        );
        Unmatched {
            note: note.display().to_string(),
            party: party.to_string(),
            begun: begun.to_string(),
            seal: *number,
            decisions: *decisions,
            message,
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
