//! Where definitions are written: a folder with a file for each, a folder with a file for each first letter, or a pack.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use duelog_kernel::pack::Packed;

use super::Args;
use crate::output::Failure;
use crate::{games, new_file};

/// The ending of a pack's name.
const PACK: &str = "duelcards";

/// Definitions on their way to the disk.
pub enum Written {
    /// Each into a file of its own, at once; by name of file, the files that are there already.
    Folder(PathBuf, BTreeMap<String, String>),
    /// All into a file for each first letter, at the end.
    Letters(PathBuf, BTreeMap<String, BTreeMap<String, String>>),
    /// All into one pack, at the end.
    Pack(PathBuf, Packed),
}

impl Written {
    /// Begins to write where the arguments say.
    ///
    /// # Errors
    /// Wrong use where nothing is named or a pack is there already, a system error for a folder that cannot be made.
    pub fn begin(args: &Args) -> Result<Written, Failure> {
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
            return Ok(Written::Letters(out, BTreeMap::new()));
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
            Written::Letters(..) | Written::Pack(..) => None,
        }
    }

    /// Writes a definition, in a folder below the one that is named where one is given, and returns where it stands.
    ///
    /// # Errors
    /// A system error that names what cannot be written.
    pub fn add(&mut self, below: Option<&str>, file: &str, text: String) -> Result<String, Failure> {
        match self {
            Written::Folder(out, _) => {
                let folder = below.map_or(out.clone(), |below| out.join(below));
                fs::create_dir_all(&folder).map_err(|error| new_file::unwritable(&folder, &error))?;
                let path = folder.join(file);
                fs::write(&path, text).map_err(|error| new_file::unwritable(&path, &error))?;
                Ok(path.display().to_string())
            }
            Written::Letters(out, files) => {
                let first = file.chars().next().filter(char::is_ascii_lowercase);
                let name = below
                    .map_or_else(|| first.map_or_else(|| "other".to_string(), String::from), str::to_string);
                let path = out.join(format!("{name}.ron")).display().to_string();
                files.entry(name).or_default().insert(file.to_string(), text);
                Ok(path)
            }
            Written::Pack(out, packed) => {
                packed.definitions.push((file.to_string(), text));
                Ok(out.display().to_string())
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
            Written::Letters(out, files) => files.into_iter().try_for_each(|(name, definitions)| {
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
