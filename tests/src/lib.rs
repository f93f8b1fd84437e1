//! What tests across the crates share: where the repository is and which files it holds.
#![forbid(unsafe_code)]

pub mod answers;
pub mod boards;
pub mod combat;
pub mod fuzzing;
pub mod games;
pub mod grown;
pub mod layers;
pub mod probes;
pub mod proofs;

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources that belong to the engine.
pub const SOURCES: [&str; 9] = [
    "core/kernel/src",
    "core/import/src",
    "core/magic/src",
    "core/duel-masters/src",
    "core/flesh-and-blood/src",
    "log-format/src",
    "decks/src",
    "verifier/src",
    "cli/src",
];

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file with `extension` below `root/folder`: its name as seen from `root`, with forward slashes, and
/// its text; ascending by name, and none where there is no such folder.
///
/// # Panics
/// When a file or folder cannot be read.
pub fn files(root: &Path, folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_string()];
    while let Some(folder) = folders.pop() {
        if !root.join(&folder).is_dir() {
            continue;
        }
        for entry in
            fs::read_dir(root.join(&folder)).unwrap_or_else(|error| panic!("cannot list {folder}: {error}"))
        {
            let entry = entry.unwrap_or_else(|error| panic!("cannot list {folder}: {error}"));
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(name);
            } else if entry.path().extension().is_some_and(|found| found == extension) {
                let text = fs::read_to_string(entry.path())
                    .unwrap_or_else(|error| panic!("cannot read {name}: {error}"));
                found.push((name, text));
            }
        }
    }
    found.sort();
    found
}
