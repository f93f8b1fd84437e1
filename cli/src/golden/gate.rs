//! The gate before blessing: lists of golden logs, which hold what changed without a raised revision of the
//! rules or a new version of the format.

use std::collections::{BTreeMap, BTreeSet, btree_map};
use std::fs;
use std::path::{Path, PathBuf};

use duelog_kernel::Factory;
use duelog_log_format::{Reader, VERSION};
use duelog_verifier::manifest::{Candidate, HEADING, MANIFEST, Manifest, Standing};

use crate::input;
use crate::output::Failure;

/// The lists that golden logs stand in, by folder.
pub struct Gate {
    lists: BTreeMap<PathBuf, List>,
}

/// A list, as it was and as it becomes.
struct List {
    before: Manifest,
    now: Manifest,
    /// The games of the logs that were looked at.
    games: BTreeSet<String>,
    /// The logs that are as listed and play as recorded.
    sound: BTreeSet<String>,
}

impl List {
    /// Returns whether all logs that the list has of a game, and that are there, are sound.
    fn is_sound(&self, folder: &Path, game: &str) -> bool {
        let left = self.now.entries().filter(|entry| !self.sound.contains(&entry.file));
        let mut there = left.map(|entry| folder.join(&entry.file)).filter(|path| path.exists());
        there.all(|path| {
            let bytes = input::log(&path).unwrap_or_default();
            Reader::open(&bytes).is_ok_and(|reader| reader.header().game != game)
        })
    }
}

impl Gate {
    /// The lists of these logs: for each the one in its folder, or in the nearest above it.
    ///
    /// # Errors
    /// A system error for a list that cannot be read, wrong use for one that contradicts itself.
    pub fn open(logs: &[PathBuf]) -> Result<Gate, Failure> {
        let mut gate = Gate { lists: BTreeMap::new() };
        for log in logs {
            let Some((folder, _)) = place(log) else { continue };
            if let btree_map::Entry::Vacant(vacant) = gate.lists.entry(folder) {
                let before = read(&vacant.key().join(MANIFEST))?;
                let now = before.clone();
                vacant.insert(List { before, now, games: BTreeSet::new(), sound: BTreeSet::new() });
            }
        }
        Ok(gate)
    }

    /// How a log stands to its list, where there is one.
    pub fn stands(&mut self, log: Option<&Placed>) -> Option<Standing> {
        let Placed { folder, log } = log?;
        let list = self.lists.get_mut(folder)?;
        list.games.insert(log.game.clone());
        Some(list.now.standing(log))
    }

    /// Lists a log that plays as recorded.
    pub fn list(&mut self, log: Placed) {
        if let Some(list) = self.lists.get_mut(&log.folder) {
            list.sound.insert(log.log.entry.file.clone());
            list.now.list(log.log);
        }
    }

    /// Adds to the lists that all logs of a game are as listed under the revisions of this engine, where they
    /// are.
    pub fn see(&mut self, games: &[Box<dyn Factory>]) {
        for (folder, list) in &mut self.lists {
            for factory in games.iter().filter(|factory| list.games.contains(factory.game())) {
                if list.is_sound(folder, factory.game()) {
                    list.now.see(factory.game(), factory.revision());
                }
            }
        }
    }

    /// The games whose revision a list has not seen, with that revision.
    pub fn unseen(&self, games: &[Box<dyn Factory>]) -> Vec<String> {
        let mut unseen = BTreeSet::new();
        for list in self.lists.values() {
            for factory in games.iter().filter(|factory| list.games.contains(factory.game())) {
                if list.now.seen(factory.game()) < Some((VERSION, factory.revision())) {
                    unseen.insert(format!("{} {}", factory.game(), factory.revision()));
                }
            }
        }
        unseen.into_iter().collect()
    }

    /// Writes the lists that have changed. While the format is a draft, missing logs are dropped.
    ///
    /// # Errors
    /// A system error for an unwritable list.
    pub fn close(&mut self, draft: bool) -> Result<(), Failure> {
        for (folder, List { before, now, .. }) in &mut self.lists {
            if draft {
                now.retain(|file| folder.join(file).exists());
            }
            let path = folder.join(MANIFEST);
            if before != now {
                let beside = folder.join(format!("{MANIFEST}.new"));
                let written = fs::write(&beside, now.text()).and_then(|()| fs::rename(&beside, &path));
                written.map_err(|error| crate::new_file::unwritable(&path, &error))?;
            }
        }
        Ok(())
    }
}

/// A log, as its list would have it.
pub struct Placed {
    folder: PathBuf,
    log: Candidate,
}

impl Placed {
    /// A log of these bytes; none without a list, or if the bytes are not a faultless log.
    pub fn of(log: &Path, bytes: &[u8]) -> Option<Placed> {
        let (folder, file) = place(log)?;
        Some(Placed { folder, log: Candidate::of(&file, bytes).ok()? })
    }
}

/// The folder of a log's list, and the log's path below it.
fn place(log: &Path) -> Option<(PathBuf, String)> {
    let full = fs::canonicalize(log).ok()?;
    let folder = full.ancestors().skip(1).find(|folder| is_list(&folder.join(MANIFEST)))?;
    let below = full.strip_prefix(folder).ok()?;
    let names: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    Some((folder.to_path_buf(), names.join("/")))
}

/// Returns whether a log is a frozen one, which is never another: it stands below a folder `frozen` that
/// lists it.
pub fn is_frozen(log: &Path) -> bool {
    let full = fs::canonicalize(log).unwrap_or_else(|_| log.to_path_buf());
    let mut above = full.ancestors().skip(1);
    above.any(|folder| {
        folder.file_name().is_some_and(|name| name == "frozen") && folder.join("LIST").is_file()
    })
}

/// Other files are called `MANIFEST` too.
fn is_list(path: &Path) -> bool {
    path.is_file() && input::text(path).is_ok_and(|text| text.starts_with(HEADING))
}

fn read(path: &Path) -> Result<Manifest, Failure> {
    let text = input::text(path).map_err(|error| {
        Failure::system(format!("{}: {error}", path.display()), "see that the list can be read")
    })?;
    Manifest::parse(&text).map_err(|why| {
        let remedy = "lines are only added, by `duelog golden bless`: take the list back as it was";
        Failure::usage(format!("{}: {why}", path.display()), remedy)
    })
}
