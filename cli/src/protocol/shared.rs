//! The state that all workers share, and which match is whose.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::MATCHES;
use super::errors::error;
use super::tokens::Grants;
use super::wire::response::Error;
use crate::effort::Effort;
use crate::hosting::beginning::Beginner;

/// The state that all workers share.
pub struct Shared {
    /// Begins matches.
    pub beginner: Beginner,
    /// How much work a request may make.
    pub effort: Effort,
    /// The folder of all logs.
    pub folder: Option<PathBuf>,
    /// True if responses wait until logs are safe.
    pub durable: bool,
    /// The tokens that were given out.
    pub grants: Grants,
    homes: Mutex<Homes>,
    next: AtomicU64,
}

#[derive(Default)]
struct Homes {
    /// The worker of each match.
    of: BTreeMap<String, usize>,
    /// How many matches each worker has.
    loads: Vec<usize>,
    /// The logs that were not continued, and why.
    left: BTreeMap<String, String>,
}

impl Shared {
    /// Nothing is there yet.
    pub fn new(
        beginner: Beginner,
        effort: Effort,
        folder: Option<PathBuf>,
        durable: bool,
        workers: usize,
    ) -> Shared {
        let homes = Mutex::new(Homes { loads: vec![0; workers], ..Homes::default() });
        let (grants, next) = (Grants::default(), AtomicU64::new(1));
        Shared { beginner, effort, folder, durable, grants, homes, next }
    }

    /// The file of a match's log, where there is a folder for all of them.
    pub fn log_of(&self, table: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{table}.duelog")))
    }

    /// The worker of a match.
    pub fn home(&self, table: &str) -> Option<usize> {
        self.homes().of.get(table).copied()
    }

    /// The matches, and the logs that were not continued.
    pub fn matches(&self) -> (Vec<String>, BTreeMap<String, String>) {
        let homes = self.homes();
        (homes.of.keys().cloned().collect(), homes.left.clone())
    }

    fn homes(&self) -> MutexGuard<'_, Homes> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A match is no longer there.
    pub fn forget(&self, table: &str) {
        self.grants.forget(table);
        let mut homes = self.homes();
        if let Some(home) = homes.of.remove(table) {
            homes.loads[home] -= 1;
        }
    }

    /// A log was not continued.
    pub fn leave(&self, table: &str, why: String) {
        self.homes().left.insert(table.to_string(), why);
    }

    /// The worker for a new match of this id.
    ///
    /// # Errors
    /// An id is not written so, another match has it, or there are too many matches.
    pub fn settle(&self, table: &str) -> Result<usize, Error> {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if table.is_empty() || table.len() > 64 || !table.chars().all(fits) {
            let message = format!("\"{table}\" cannot be the id of a match");
            return Err(error("match_id", message, "an id has 1 to 64 letters, digits, `-` and `_`"));
        }
        let mut homes = self.homes();
        if homes.of.contains_key(table) {
            let message = format!("there is a match \"{table}\" already");
            return Err(error("match_exists", message, "choose another id, or `close` that match"));
        }
        if homes.of.len() >= MATCHES {
            let message = format!("there are {MATCHES} matches already");
            return Err(error("limit", message, "`close` matches that are over"));
        }
        let load = homes.loads.iter().enumerate().min_by_key(|(_, load)| **load);
        let home = load.map_or(0, |(home, _)| home);
        homes.of.insert(table.to_string(), home);
        homes.loads[home] += 1;
        Ok(home)
    }

    /// An id that no match has.
    pub fn fresh(&self) -> String {
        loop {
            let table = format!("m{}", self.next.fetch_add(1, Ordering::Relaxed));
            let taken = self.log_of(&table).is_some_and(|log| log.exists());
            if !taken && !self.homes().of.contains_key(&table) {
                return table;
            }
        }
    }
}
