//! The folder with the log of every match, and the unfinished ones that are continued at the start.

use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;

use duelog_log_format::{Stage, recover};

use super::pool::Pool;
use crate::input;
use crate::output::{Context, Failure};

/// Makes the folder where it is missing.
///
/// # Errors
/// It cannot be made.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::system(format!("{}: {error}", folder.display()), "name a folder that can be written")
    })
}

/// Returns whether a log ends with its closing seal.
fn is_closed(path: &Path) -> bool {
    let Ok(bytes) = input::bytes(path) else { return false };
    recover(&bytes).verified.is_some_and(|verified| verified.stage() == Stage::Closed)
}

/// Continues all unfinished matches of the folder; says which could not be continued.
///
/// # Errors
/// The folder cannot be read.
pub fn continue_matches(pool: &Pool, context: &Context) -> Result<(), Failure> {
    let Some(folder) = &pool.shared.folder else { return Ok(()) };
    let failed = |error: std::io::Error| {
        Failure::system(format!("{}: {error}", folder.display()), "name a folder that can be read")
    };
    let mut logs = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let log = entry.map_err(failed)?.path();
        if log.extension().is_some_and(|extension| extension == "duelog") {
            logs.push(log);
        }
    }
    logs.sort();
    let (done, all_done) = channel();
    for log in logs.into_iter().filter(|log| !is_closed(log)) {
        let table = log.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        pool.reopen(table, log, done.clone());
    }
    drop(done);
    // Each job holds a sender until it is done.
    let _ = all_done.recv();
    for (table, why) in pool.shared.matches().1 {
        let log = pool.shared.log_of(&table).unwrap_or_default();
        context.complain(format!("{}: not continued: {why}", log.display()));
    }
    Ok(())
}
