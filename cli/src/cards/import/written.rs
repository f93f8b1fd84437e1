//! Where definitions are written: a folder with a file for each, a folder with a file for each first letter, or a pack.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use duelog_kernel::definition::{field, file_name, split};
use duelog_kernel::pack::Packed;

use super::Args;
use crate::output::Failure;
use crate::{games, new_file};

/// The ending of a pack's name.
const PACK: &str = "duelcards";

/// Compares the texts of two definitions by their meanings.
pub type Same = fn(&str, &str) -> bool;

/// Returns whether two texts are definitions, and the same one once they are read.
pub fn read_alike<T: PartialEq, E>(read: fn(&str) -> Result<T, E>, one: &str, other: &str) -> bool {
    read(one).is_ok_and(|one| read(other).is_ok_and(|other| one == other))
}

/// A definition that has been written.
pub struct Place {
    /// The file that it stands in.
    pub file: String,
    /// True if the file had one of the same meaning, whose text stays.
    pub unchanged: bool,
}

/// Definitions by the file that they stand in, and then by the file that each would have alone.
type Letters = BTreeMap<String, BTreeMap<String, String>>;

/// Definitions on their way to the disk.
pub enum Written {
    /// Each into a file of its own, at once; by name of file, the files that are there already.
    Folder(PathBuf, BTreeMap<String, String>),
    /// All into a file for each first letter, at the end.
    Letters {
        /// The folder.
        out: PathBuf,
        /// The definitions that will stand in it.
        files: Letters,
        /// Those that stand in it already.
        there: Letters,
        /// Compares the two.
        same: Same,
    },
    /// All into one pack, at the end.
    Pack(PathBuf, Packed),
}

impl Written {
    /// Begins to write where the arguments say. A definition that is there, and is the same as its new one, keeps its
    /// text.
    ///
    /// # Errors
    /// Wrong use where nothing is named or a pack is there already, a system error for a folder that cannot be made.
    pub fn begin(args: &Args, same: Same) -> Result<Written, Failure> {
        let out = args.out.clone().ok_or_else(|| {
            Failure::usage("there is no folder for the definitions", "name one with `--out`")
        })?;
        if out.extension().is_some_and(|ending| ending == PACK) {
            if args.by_letter {
                return Err(Failure::usage(
                    format!("{}: a pack has no files by letter", out.display()),
                    "name a folder, or leave out `--by-letter`",
                ));
            }
            let made_by = concat!("duelog ", env!("CARGO_PKG_VERSION")).to_string();
            return Ok(Written::Pack(out, Packed { game: args.game.clone(), made_by, ..Packed::default() }));
        }
        fs::create_dir_all(&out).map_err(|error| new_file::unwritable(&out, &error))?;
        if args.by_letter {
            let there = letters(&out)?;
            return Ok(Written::Letters { out, files: Letters::new(), there, same });
        }
        let named = |(path, _): (String, String)| {
            let name = Path::new(&path).file_name()?.to_string_lossy().into_owned();
            Some((name, path))
        };
        let there = games::definitions(&out)?.into_iter().filter_map(named).collect();
        Ok(Written::Folder(out, there))
    }

    /// The file that defines a card already, and is kept.
    pub fn there(&self, file: &str) -> Option<&str> {
        match self {
            Written::Folder(_, there) => there.get(file).map(String::as_str),
            Written::Letters { .. } | Written::Pack(..) => None,
        }
    }

    /// Writes a definition, in a folder below the one that is named where one is given, and says where it stands.
    ///
    /// # Errors
    /// A system error that names what cannot be written.
    pub fn add(&mut self, below: Option<&str>, file: &str, text: String) -> Result<Place, Failure> {
        match self {
            Written::Folder(out, _) => {
                let folder = below.map_or(out.clone(), |below| out.join(below));
                fs::create_dir_all(&folder).map_err(|error| new_file::unwritable(&folder, &error))?;
                let path = folder.join(file);
                fs::write(&path, text).map_err(|error| new_file::unwritable(&path, &error))?;
                Ok(Place { file: path.display().to_string(), unchanged: false })
            }
            Written::Letters { out, files, there, same } => {
                let first = file.chars().next().filter(char::is_ascii_lowercase);
                let name = below
                    .map_or_else(|| first.map_or_else(|| "other".to_string(), String::from), str::to_string);
                let path = out.join(format!("{name}.ron")).display().to_string();
                let before = there.get_mut(&name).and_then(|there| there.remove(file));
                let before = before.filter(|before| same(before, &text));
                let unchanged = before.is_some();
                files.entry(name).or_default().insert(file.to_string(), before.unwrap_or(text));
                Ok(Place { file: path, unchanged })
            }
            Written::Pack(out, packed) => {
                packed.definitions.push((file.to_string(), text));
                Ok(Place { file: out.display().to_string(), unchanged: false })
            }
        }
    }

    /// Notes why a card is left out: a pack tells it to those who look for the card.
    pub fn refuse(&mut self, name: &str, why: &str) {
        if let Written::Pack(_, packed) = self {
            let why = why.strip_prefix(name).map_or(why, |why| why.trim_start_matches(": "));
            packed.refused.push((name.to_string(), why.to_string()));
        }
    }

    /// Writes all that waits for the end, in place of files of the same name.
    ///
    /// # Errors
    /// A system error that names what cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let replace = |path: &Path, bytes: &[u8]| {
            new_file::replace(path, bytes, true).map_err(|error| new_file::unwritable(path, &error))
        };
        match self {
            Written::Folder(..) => Ok(()),
            Written::Letters { out, files, .. } => files.into_iter().try_for_each(|(name, definitions)| {
                let text: String = definitions.into_values().collect();
                replace(&out.join(format!("{name}.ron")), text.as_bytes())
            }),
            Written::Pack(out, mut packed) => {
                // Cards of one name cannot be told apart: the first stays.
                packed.definitions.sort();
                packed.definitions.dedup_by(|later, first| later.0 == first.0);
                packed.refused.sort();
                packed.refused.dedup_by(|later, first| later.0 == first.0);
                replace(&out, &packed.to_bytes())
            }
        }
    }
}

/// The definitions in the files of a folder.
fn letters(folder: &Path) -> Result<Letters, Failure> {
    let mut letters = Letters::new();
    for (path, text) in games::definitions(folder)? {
        let path = Path::new(&path);
        let Some(name) = path.file_stem().filter(|_| path.parent() == Some(folder)) else { continue };
        let named = |(_, text): (usize, &str)| Some((file_name(&field(text, "name")?), text.to_string()));
        letters.insert(
            name.to_string_lossy().into_owned(),
            split(&text).into_iter().filter_map(named).collect(),
        );
    }
    Ok(letters)
}
