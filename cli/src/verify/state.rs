//! The logs that were verified before: a file with the digest of each, one a line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use duelog_kernel::Outcome;
use duelog_verifier::{ENGINE, Games, Judge, Report};
use serde::{Deserialize, Serialize};

use crate::input;
use crate::output::Failure;

/// The first line: which rules the verdicts rest on.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// Tells the file from others.
    duelog_state: u32,
    engine: String,
    revisions: BTreeMap<String, u32>,
}

impl Head {
    fn of(games: &Games) -> Head {
        let revisions = games.iter().map(|game| (game.game().to_string(), game.revision())).collect();
        Head { duelog_state: 1, engine: ENGINE.to_string(), revisions }
    }
}

/// Each further line: a log that is verified.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    log: String,
    outcome: Option<Outcome>,
}

/// The verified logs of a file, and the file itself.
pub(super) struct VerifiedBefore {
    path: PathBuf,
    before: BTreeMap<String, Option<Outcome>>,
    file: Mutex<File>,
    failed: OnceLock<io::Error>,
}

impl VerifiedBefore {
    /// Opens the file, or begins it. One that other revisions of the rules have written is begun anew.
    pub(super) fn open(path: &Path, games: &Games) -> Result<VerifiedBefore, Failure> {
        let trouble = |error: io::Error| {
            Failure::system(
                format!("{}: {error}", path.display()),
                "name a file for --state that can be read and written",
            )
        };
        let text = match input::cards(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(trouble)?,
        };
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let head = Head::of(games);
        let same = if text.is_empty() {
            false
        } else {
            let found: Head = serde_json::from_str(first).map_err(|_| {
                Failure::usage(
                    format!("{} holds something else than the state of `duelog verify`", path.display()),
                    "name another file for --state: this one is left as it is",
                )
            })?;
            found == head
        };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(!same);
        let mut file = options.open(path).map_err(trouble)?;
        let mut before = BTreeMap::new();
        if same {
            // A line that a kill has left unfinished is dropped.
            let whole = rest.rfind('\n').map_or(0, |end| end + 1);
            let entries = rest[..whole].lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
            before.extend(entries.map(|entry| (entry.log, entry.outcome)));
            let end = (first.len() + 1 + whole) as u64;
            file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(trouble)?;
        } else {
            let head = serde_json::to_string(&head).map_err(io::Error::from).map_err(trouble)?;
            file.write_all(format!("{head}\n").as_bytes()).map_err(trouble)?;
        }
        Ok(VerifiedBefore {
            path: path.to_path_buf(),
            before,
            file: Mutex::new(file),
            failed: OnceLock::new(),
        })
    }

    /// The verdict on a log that was verified before.
    pub(super) fn report(&self, judge: &Judge<'_>, log: &[u8], digest: blake3::Hash) -> Option<Report> {
        let outcome = self.before.get(digest.to_hex().as_str())?;
        judge.verdict_before(log, outcome.clone())
    }

    /// Remembers that a log is verified.
    pub(super) fn keep(&self, digest: blake3::Hash, report: &Report) {
        let entry = Entry { log: digest.to_hex().to_string(), outcome: report.outcome.clone() };
        let written = serde_json::to_string(&entry).map_err(io::Error::from).and_then(|line| {
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            file.write_all(format!("{line}\n").as_bytes())
        });
        if let Err(error) = written {
            let _ = self.failed.set(error);
        }
    }

    /// Makes the file safe.
    ///
    /// # Errors
    /// A system error where a verdict could not be kept: the next run replays that log again.
    pub(super) fn settled(&self) -> Result<(), Failure> {
        let file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let unsettled = file.sync_all().err();
        let error = self.failed.get().map(ToString::to_string).or(unsettled.map(|error| error.to_string()));
        error.map_or(Ok(()), |error| {
            Err(Failure::system(
                format!("{}: not every verdict could be kept: {error}", self.path.display()),
                "the verdicts above hold; the next run replays the logs that are missing in this file",
            ))
        })
    }
}
