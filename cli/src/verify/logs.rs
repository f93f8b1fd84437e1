//! Finding and reading logs.
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::input;
use crate::output::Failure;

/// How the names of logs end.
pub const EXTENSION: &str = "duelog";

/// The paths that are named, on the command line and in a list.
///
/// # Errors
/// A system error for a list that cannot be read, wrong use for one that names nothing.
pub fn named_in(paths: &[PathBuf], list: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    let Some(list) = list else { return Ok(paths.to_vec()) };
    if input::is_stdin(list) && paths.iter().any(|path| input::is_stdin(path)) {
        return Err(Failure::usage(
            "standard input cannot be a log and the list of logs",
            "give the list as a file: --files-from FILE",
        ));
    }
    let text = input::list(list).map_err(|error| {
        Failure::system(
            format!("{}: {error}", list.display()),
            "name a text file with one log or folder a line, or `-`",
        )
    })?;
    let named = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(PathBuf::from);
    let paths: Vec<PathBuf> = paths.iter().cloned().chain(named).collect();
    if paths.is_empty() {
        let what = format!("{}: the list names no log", list.display());
        return Err(Failure::usage(what, "name one log or folder a line"));
    }
    Ok(paths)
}

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
        let mut found = below(path, |path, error| Err(unreadable(path, error)))?;
        if found.is_empty() {
            let what = format!("{}: there is no log in this folder", path.display());
            return Err(Failure::usage(
                what,
                "the names of logs end in .duelog: name a folder with some; `duelog simulate` makes them",
            ));
        }
        logs.append(&mut found);
    }
    let mut known = BTreeSet::new();
    logs.retain(|log| known.insert(fs::canonicalize(log).unwrap_or_else(|_| log.clone())));
    Ok(logs)
}

/// The logs in a folder and in the folders in it, in order of names. Links to folders are not followed: they
/// may go in circles.
///
/// # Errors
/// All that `unreadable` makes of a folder that cannot be read.
pub fn below<E>(
    folder: &Path,
    unreadable: impl Fn(&Path, io::Error) -> Result<(), E>,
) -> Result<Vec<PathBuf>, E> {
    ending(folder, &[EXTENSION], unreadable)
}

/// The same for files whose names end in one of these ways.
///
/// # Errors
/// All that `unreadable` makes of a folder that cannot be read.
pub fn ending<E>(
    folder: &Path,
    ends: &[&str],
    unreadable: impl Fn(&Path, io::Error) -> Result<(), E>,
) -> Result<Vec<PathBuf>, E> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                unreadable(&folder, error)?;
                continue;
            }
        };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?.is_dir()))) {
                Ok((path, true)) => folders.push(path),
                Ok((path, false))
                    if path
                        .extension()
                        .is_some_and(|own| ends.iter().any(|end| own.eq_ignore_ascii_case(end))) =>
                {
                    found.push(path);
                }
                Ok(_) => {}
                Err(error) => unreadable(&folder, error)?,
            }
        }
    }
    found.sort();
    Ok(found)
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
