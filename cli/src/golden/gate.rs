//! The gate before blessing: lists of golden logs, which hold what changed without a raised revision of the
//! rules or a new version of the format.

use std::collections::{BTreeMap, btree_map};
use std::fs;
use std::path::{Path, PathBuf};

use duelog_verifier::manifest::{Entry, HEADING, MANIFEST, Manifest, Standing};

use crate::input;
use crate::output::Failure;

/// The lists that golden logs stand in, by folder.
pub struct Gate {
    lists: BTreeMap<PathBuf, (Manifest, Manifest)>,
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
                let list = read(&vacant.key().join(MANIFEST))?;
                vacant.insert((list.clone(), list));
            }
        }
        Ok(gate)
    }

    /// How a log stands to its list, where there is one.
    pub fn stands(&self, log: Option<&Placed>) -> Option<Standing> {
        let log = log?;
        Some(self.lists.get(&log.folder)?.1.standing(&log.entry))
    }

    /// Lists a log.
    pub fn list(&mut self, log: Placed) {
        if let Some((_, list)) = self.lists.get_mut(&log.folder) {
            list.list(log.entry);
        }
    }

    /// Writes the lists that have changed. While the format is a draft, logs that are no longer there are
    /// forgotten.
    ///
    /// # Errors
    /// A system error for a list that cannot be written.
    pub fn close(mut self, draft: bool) -> Result<(), Failure> {
        for (folder, (before, list)) in &mut self.lists {
            if draft {
                list.retain(|file| folder.join(file).exists());
            }
            let path = folder.join(MANIFEST);
            if before != list {
                let beside = folder.join(format!("{MANIFEST}.new"));
                let written = fs::write(&beside, list.text()).and_then(|()| fs::rename(&beside, &path));
                written.map_err(|error| crate::new_file::unwritable(&path, &error))?;
            }
        }
        Ok(())
    }
}

/// A log, as its list would have it.
pub struct Placed {
    folder: PathBuf,
    entry: Entry,
}

impl Placed {
    /// A log of these bytes; none where there is no list, or the bytes are no log without fault.
    pub fn of(log: &Path, bytes: &[u8]) -> Option<Placed> {
        let (folder, file) = place(log)?;
        Some(Placed { folder, entry: Entry::of(&file, bytes).ok()? })
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

/// Whether a log is a frozen one, which is never another: it stands below a folder `frozen` that lists it.
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
