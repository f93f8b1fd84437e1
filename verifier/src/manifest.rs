//! What holds golden logs: a list of them that grows only with the revisions of the rules or with the version
//! of the format.
//!
//! A golden log may become another one only together with a raised revision of its game's rules, or a new
//! version of the format. The list says of each log under which version and revision it had which digest, and
//! keeps what was: so a log that changed while both stayed the same is seen.

use std::fmt::Write;

use duelog_log_format::{Fault, Reader, VERSION};

/// The first line of a list.
pub const HEADING: &str = "# Golden logs: file, version of the format, revision of the rules, digest. Lines are added by `duelog golden bless`, never changed.";

/// What the file that holds a list is called.
pub const MANIFEST: &str = "MANIFEST";

/// A golden log as it once was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path below the list's folder.
    pub file: String,
    /// The version of the format.
    pub format: u16,
    /// The revision of the rules that its header names.
    pub revision: u32,
    /// The chain over all its records, in hexadecimal.
    pub digest: String,
}

impl Entry {
    /// A log as it is.
    ///
    /// # Errors
    /// The first [`Fault`] of its bytes.
    pub fn of(file: &str, log: &[u8]) -> Result<Entry, Fault> {
        let mut reader = Reader::open(log)?;
        let digest = reader.check()?.chain().hex();
        Ok(Entry { file: file.to_string(), format: VERSION, revision: reader.header().revision, digest })
    }

    /// What must rise before the log may become another one.
    fn age(&self) -> (u16, u32) {
        (self.format, self.revision)
    }
}

/// How a golden log stands to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is as listed.
    Listed,
    /// It is not listed yet.
    New,
    /// It is another one than is listed, of a later revision or version: to be listed.
    Raised,
    /// It is another one than is listed, while neither revision nor version has been raised.
    Held,
}

/// The list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    entries: Vec<Entry>,
}

impl Manifest {
    /// The list in a text.
    ///
    /// # Errors
    /// The first line that is not understood, or under which a log became another one while neither version
    /// nor revision was raised.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADING) {
            return Err(format!("the first line is not \"{HEADING}\""));
        }
        let mut manifest = Manifest::default();
        for line in lines {
            let unclear =
                || format!("not a file, a version, a revision and a digest, with tabs between them: {line}");
            let fields: Vec<&str> = line.split('\t').collect();
            let &[file, format, revision, digest] = fields.as_slice() else { return Err(unclear()) };
            let (Ok(format), Ok(revision)) = (format.parse(), revision.parse()) else {
                return Err(unclear());
            };
            let entry = Entry { file: file.to_string(), format, revision, digest: digest.to_string() };
            if manifest.last(file).is_some_and(|before| before.age() >= entry.age()) {
                return Err(format!(
                    "a second line for the same version and revision, or an older one: {line}"
                ));
            }
            manifest.entries.push(entry);
        }
        Ok(manifest)
    }

    /// The text of the list.
    pub fn text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for Entry { file, format, revision, digest } in &self.entries {
            let _ = writeln!(text, "{file}\t{format}\t{revision}\t{digest}");
        }
        text
    }

    /// All lines, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The last line of a file.
    pub fn last(&self, file: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.file == file)
    }

    /// How a log stands to the list.
    pub fn standing(&self, log: &Entry) -> Standing {
        match self.last(&log.file) {
            None => Standing::New,
            Some(before) if before.digest == log.digest => Standing::Listed,
            Some(before) if before.age() < log.age() => Standing::Raised,
            Some(_) => Standing::Held,
        }
    }

    /// Lists a log. One that is held takes the place of what was listed: only a draft of the format allows
    /// that.
    pub fn list(&mut self, log: Entry) {
        match self.standing(&log) {
            Standing::Listed => {}
            Standing::New | Standing::Raised => self.entries.push(log),
            Standing::Held => {
                self.entries.retain(|entry| entry.file != log.file || entry.age() < log.age());
                self.entries.push(log);
            }
        }
    }

    /// Leaves out the files that `there` does not hold of.
    pub fn retain(&mut self, there: impl Fn(&str) -> bool) {
        self.entries.retain(|entry| there(&entry.file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str, format: u16, revision: u32, digest: &str) -> Entry {
        Entry { file: file.into(), format, revision, digest: digest.into() }
    }

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let mut manifest = Manifest::default();
        for log in [
            entry("a/1", 1, 1, "x"),
            entry("a/2", 1, 1, "y"),
            entry("a/1", 1, 2, "z"),
            entry("a/2", 2, 1, "w"),
        ] {
            assert_ne!(manifest.standing(&log), Standing::Held);
            manifest.list(log);
        }
        assert_eq!(manifest.entries().len(), 4);
        assert_eq!(Manifest::parse(&manifest.text()), Ok(manifest.clone()));
        assert_eq!(manifest.last("a/1").map(|entry| entry.digest.as_str()), Some("z"));
    }

    #[test]
    fn a_log_that_changes_needs_a_later_revision_or_version() {
        let mut manifest = Manifest::default();
        manifest.list(entry("a", 1, 3, "x"));
        let standing =
            |format, revision, digest: &str| manifest.standing(&entry("a", format, revision, digest));
        assert_eq!(standing(1, 3, "x"), Standing::Listed);
        assert_eq!((standing(1, 3, "y"), standing(1, 2, "y")), (Standing::Held, Standing::Held));
        assert_eq!((standing(1, 4, "y"), standing(2, 1, "y")), (Standing::Raised, Standing::Raised));
        assert_eq!(manifest.standing(&entry("b", 1, 1, "x")), Standing::New);
        // In a draft, what is held replaces what it was.
        manifest.list(entry("a", 1, 3, "y"));
        assert_eq!(manifest.entries(), [entry("a", 1, 3, "y")]);
    }

    #[test]
    fn a_list_that_contradicts_itself_is_refused() {
        let wrong = ["a\t1\t1\tx\na\t1\t1\ty", "a\t1\t2\tx\na\t1\t1\ty", "a\t1\tx", "a\t1\tone\tx"];
        for lines in wrong {
            assert!(Manifest::parse(&format!("{HEADING}\n{lines}\n")).is_err(), "{lines}");
        }
        assert!(Manifest::parse("a\t1\t1\tx\n").is_err());
        assert_eq!(Manifest::parse(HEADING), Ok(Manifest::default()));
    }
}
