//! Finding and reading logs.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::input;
use crate::output::Failure;

/// How the names of logs end.
pub const EXTENSION: &str = "duelog";

/// The logs that `paths` name, each once: files as they are, folders searched to the bottom in order of
/// names.
///
/// # Errors
/// A system error for what is not there or cannot be read, wrong use for a folder without logs.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |path: &Path, error: io::Error| {
        Failure::system(
            format!("{}: {error}", path.display()),
            "name logs, or folders with logs, that exist and can be read",
        )
    };
    let mut logs = Vec::new();
    for path in paths {
        if input::is_stdin(path) || !fs::metadata(path).map_err(|error| unreadable(path, error))?.is_dir() {
            logs.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
                let entry = entry.map_err(|error| unreadable(&folder, error))?;
                let path = entry.path();
                // Links to folders are not followed: they may go in circles.
                if entry.file_type().map_err(|error| unreadable(&path, error))?.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
                    found.push(path);
                }
            }
        }
        if found.is_empty() {
            let what = format!("{}: there is no log in this folder", path.display());
            return Err(Failure::usage(
                what,
                "the names of logs end in .duelog: name a folder with some; `duelog simulate` makes them",
            ));
        }
        found.sort();
        logs.append(&mut found);
    }
    let mut known = BTreeSet::new();
    logs.retain(|log| known.insert(fs::canonicalize(log).unwrap_or_else(|_| log.clone())));
    Ok(logs)
}

/// Fails when logs could not be read.
///
/// # Errors
/// A system error that names them all.
pub fn all_read(troubles: &[String]) -> Result<(), Failure> {
    match troubles {
        [] => Ok(()),
        [one] => {
            Err(Failure::system(one.clone(), "the verdicts above are on the other logs, if there are any"))
        }
        many => Err(Failure::system(
            format!("{} logs have no result: {}", many.len(), many.join("; ")),
            "the verdicts above are on the other logs",
        )),
    }
}
