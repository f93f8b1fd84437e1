//! The folder that is served: which logs are in it, and the way to one of them that never leads out of it.

use std::fs::Metadata;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::output::Failure;
use crate::verify::logs::{EXTENSION, ending};

/// How the names of logs and of viewers' logs end.
const ENDS: [&str; 2] = [EXTENSION, "duelview"];

/// A folder with logs.
#[derive(Debug)]
pub struct Folder {
    /// Its real path, without links.
    root: PathBuf,
}

/// By what it is noticed that a file is another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// How many bytes it has.
    pub bytes: u64,
    /// When it was written, in nanoseconds since 1970.
    written: u128,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        let written = metadata.modified().ok().and_then(|written| written.duration_since(UNIX_EPOCH).ok());
        Stamp { bytes: metadata.len(), written: written.map_or(0, |since| since.as_nanos()) }
    }

    /// When the file was written, in milliseconds since 1970.
    pub fn written_ms(self) -> u64 {
        u64::try_from(self.written / 1_000_000).unwrap_or(u64::MAX)
    }
}

impl Folder {
    /// A folder that can be read.
    ///
    /// # Errors
    /// A system error where it is none.
    pub fn open(path: &Path) -> Result<Folder, Failure> {
        let read = path.canonicalize().and_then(|root| std::fs::read_dir(&root).map(|_| root));
        read.map(|root| Folder { root }).map_err(|error| {
            let what = match error.kind() {
                io::ErrorKind::NotADirectory => format!("{}: it is a file, not a folder", path.display()),
                _ => format!("{}: {error}", path.display()),
            };
            Failure::system(what, "name a folder that exists and can be read; `duelog report` shows one log")
        })
    }

    /// Its logs by name, with their stamps. Unreadable files and links to places outside are left out.
    pub fn logs(&self) -> Vec<(String, Stamp)> {
        let found = ending(&self.root, &ENDS, |_, _| Ok::<(), std::convert::Infallible>(()));
        let named = |path: PathBuf| {
            let name = name_of(path.strip_prefix(&self.root).ok()?)?;
            let file = if path.is_symlink() { self.find(&name)? } else { path };
            let metadata = file.metadata().ok().filter(Metadata::is_file)?;
            Some((name, Stamp::of(&metadata)))
        };
        let Ok(found) = found;
        found.into_iter().filter_map(named).collect()
    }

    /// The file of a log; none if the folder lacks it.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let is_log = path.extension().is_some_and(|own| ENDS.iter().any(|end| own.eq_ignore_ascii_case(end)));
        if !inside || !is_log || name.contains(['\0', '\\']) || name_of(path)? != name {
            return None;
        }
        let real = self.root.join(path).canonicalize().ok()?;
        (real.starts_with(&self.root) && real.is_file()).then_some(real)
    }

    /// The stamp of a log as it now is.
    pub fn stamp(&self, name: &str) -> Option<Stamp> {
        Some(Stamp::of(&self.find(name)?.metadata().ok()?))
    }
}

/// A path in the folder as a name: with `/` between its parts.
fn name_of(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        let inside = outside.path().join("logs");
        std::fs::create_dir_all(inside.join("cup")).unwrap();
        for file in ["secret.duelog", "logs/a.duelog", "logs/cup/b.duelog", "logs/notes.txt"] {
            std::fs::write(outside.path().join(file), "x").unwrap();
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(outside.path().join("secret.duelog"), inside.join("link.duelog")).unwrap();
            symlink(outside.path(), inside.join("up")).unwrap();
            symlink(inside.join("cup/b.duelog"), inside.join("own.duelog")).unwrap();
        }
        let folder = Folder::open(&inside).unwrap();
        let names: Vec<String> = folder.logs().into_iter().map(|log| log.0).collect();
        let own: &[&str] = if cfg!(unix) { &["own.duelog"] } else { &[] };
        assert_eq!(names, [&["a.duelog", "cup/b.duelog"], own].concat());
        for name in names {
            assert!(folder.find(&name).is_some() && folder.stamp(&name).is_some(), "{name}");
        }
        let secret = outside.path().join("secret.duelog");
        for name in [
            "../secret.duelog",
            "cup/../../secret.duelog",
            "./a.duelog",
            "cup//b.duelog",
            "up/secret.duelog",
            "link.duelog",
            "notes.txt",
            "cup",
            "",
            "a.duelog/",
            "a.duelog\0",
            "..\\secret.duelog",
            secret.to_str().unwrap(),
        ] {
            assert_eq!(folder.find(name), None, "{name}");
        }
    }
}
