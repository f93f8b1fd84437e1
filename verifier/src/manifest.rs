//! The list that holds golden logs: it grows only with the revisions of the rules or with the version of the
//! format.
//!
//! A golden log may become another one only together with a raised revision of its game's rules, or a new
//! version of the format. The list says of each log under which version and revision it had which digest, and
//! keeps old lines: so a log that changed while both stayed the same is found.
//!
//! A log of an older revision is played as that revision says, and must be as recorded by every engine that
//! follows. Therefore the list also says up to which revision of the engine all logs of a game have been played
//! ([`Seen`]): only a later one explains a difference.

use std::fmt::Write;

use duelog_log_format::{Fault, Reader, VERSION};

/// The first line of a list.
pub const HEADING: &str = "# Golden logs: file, version of the format, revision of the rules, digest. Lines are added by `duelog golden bless`, never changed.";

/// The name of the file that holds a list.
pub const MANIFEST: &str = "MANIFEST";

/// The word in place of a digest in a line that says which revision of a game has been seen.
const SEEN: &str = "seen";

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
    /// The version and the revision that it was recorded under.
    fn age(&self) -> (u16, u32) {
        (self.format, self.revision)
    }
}

/// A golden log as it is, to be compared with the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The game that its header names.
    pub game: String,
    /// Its line of the list.
    pub entry: Entry,
}

impl Candidate {
    /// A log of these bytes.
    ///
    /// # Errors
    /// The first [`Fault`] of its bytes.
    pub fn of(file: &str, log: &[u8]) -> Result<Candidate, Fault> {
        let mut reader = Reader::open(log)?;
        let digest = reader.check()?.chain().hex();
        let header = reader.header();
        let entry = Entry { file: file.to_string(), format: VERSION, revision: header.revision, digest };
        Ok(Candidate { game: header.game.clone(), entry })
    }
}

/// All logs of a game that were listed by then are as recorded, or were blessed, under an engine of this age.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The game.
    pub game: String,
    /// The version of the format.
    pub format: u16,
    /// The revision of the engine's rules.
    pub revision: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    Log(Entry),
    Seen(Seen),
}

/// How a golden log stands to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is as listed.
    Listed,
    /// It is not listed yet.
    New,
    /// It is another one than is listed, of a later revision or version than the list has seen: to be listed.
    Raised,
    /// It is another one than is listed, and no later revision or version explains that.
    Held,
}

/// The list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    lines: Vec<Line>,
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
            let &[name, format, revision, digest] = fields.as_slice() else { return Err(unclear()) };
            let (Ok(format), Ok(revision)) = (format.parse(), revision.parse()) else {
                return Err(unclear());
            };
            let (before, read) = if digest == SEEN {
                let read = Seen { game: name.to_string(), format, revision };
                (manifest.seen(name), Line::Seen(read))
            } else {
                let read = Entry { file: name.to_string(), format, revision, digest: digest.to_string() };
                (manifest.last(name).map(Entry::age), Line::Log(read))
            };
            if before.is_some_and(|before| before >= (format, revision)) {
                return Err(format!(
                    "a second line for the same version and revision, or an older one: {line}"
                ));
            }
            manifest.lines.push(read);
        }
        Ok(manifest)
    }

    /// The text of the list.
    pub fn text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for line in &self.lines {
            let _ = match line {
                Line::Log(Entry { file, format, revision, digest }) => {
                    writeln!(text, "{file}\t{format}\t{revision}\t{digest}")
                }
                Line::Seen(Seen { game, format, revision }) => {
                    writeln!(text, "{game}\t{format}\t{revision}\t{SEEN}")
                }
            };
        }
        text
    }

    /// All logs of the list, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Log(entry) => Some(entry),
            Line::Seen(_) => None,
        })
    }

    /// The last line of a file.
    pub fn last(&self, file: &str) -> Option<&Entry> {
        self.entries().rev().find(|entry| entry.file == file)
    }

    /// The last version and revision under which all logs of a game are known to be as listed.
    pub fn seen(&self, game: &str) -> Option<(u16, u32)> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Seen(seen) if seen.game == game => Some((seen.format, seen.revision)),
            _ => None,
        })
    }

    /// Adds that all logs of a game are as listed under this revision of the engine.
    pub fn see(&mut self, game: &str, revision: u32) {
        if self.seen(game) < Some((VERSION, revision)) {
            self.lines.push(Line::Seen(Seen { game: game.to_string(), format: VERSION, revision }));
        }
    }

    /// How a log stands to the list.
    pub fn standing(&self, log: &Candidate) -> Standing {
        let Candidate { game, entry } = log;
        match self.last(&entry.file) {
            None => Standing::New,
            Some(before) if before.digest == entry.digest => Standing::Listed,
            Some(before) if Some(before.age()).max(self.seen(game)) < Some(entry.age()) => Standing::Raised,
            Some(_) => Standing::Held,
        }
    }

    /// Lists a log. One that is held takes the place of the line before: only a draft of the format allows
    /// that.
    pub fn list(&mut self, log: Candidate) {
        let standing = self.standing(&log);
        let entry = log.entry;
        if standing == Standing::Held {
            let before = |line: &Line| match line {
                Line::Log(old) => old.file != entry.file || old.age() < entry.age(),
                Line::Seen(_) => true,
            };
            self.lines.retain(before);
        }
        if standing != Standing::Listed {
            self.lines.push(Line::Log(entry));
        }
    }

    /// Leaves out the files that `there` does not hold of.
    pub fn retain(&mut self, there: impl Fn(&str) -> bool) {
        self.lines.retain(|line| match line {
            Line::Log(entry) => there(&entry.file),
            Line::Seen(_) => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str, format: u16, revision: u32, digest: &str) -> Entry {
        Entry { file: file.into(), format, revision, digest: digest.into() }
    }

    fn log(file: &str, format: u16, revision: u32, digest: &str) -> Candidate {
        Candidate { game: "g".into(), entry: entry(file, format, revision, digest) }
    }

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let mut manifest = Manifest::default();
        for log in
            [log("a/1", 1, 1, "x"), log("a/2", 1, 1, "y"), log("a/1", 1, 2, "z"), log("a/2", 2, 1, "w")]
        {
            assert_ne!(manifest.standing(&log), Standing::Held);
            manifest.list(log);
        }
        assert_eq!(manifest.entries().count(), 4);
        manifest.see("g", 1);
        manifest.see("g", 1);
        assert!(manifest.text().ends_with("\ng\t1\t1\tseen\n"), "{}", manifest.text());
        assert_eq!(Manifest::parse(&manifest.text()), Ok(manifest.clone()));
        assert_eq!(manifest.last("a/1").map(|entry| entry.digest.as_str()), Some("z"));
    }

    #[test]
    fn a_log_that_changes_needs_a_later_revision_or_version() {
        let mut manifest = Manifest::default();
        manifest.list(log("a", 1, 3, "x"));
        let standing =
            |format, revision, digest: &str| manifest.standing(&log("a", format, revision, digest));
        assert_eq!(standing(1, 3, "x"), Standing::Listed);
        assert_eq!((standing(1, 3, "y"), standing(1, 2, "y")), (Standing::Held, Standing::Held));
        assert_eq!((standing(1, 4, "y"), standing(2, 1, "y")), (Standing::Raised, Standing::Raised));
        assert_eq!(manifest.standing(&log("b", 1, 1, "x")), Standing::New);
        // In a draft, what is held replaces what it was.
        manifest.list(log("a", 1, 3, "y"));
        assert!(manifest.entries().eq([&entry("a", 1, 3, "y")]));
    }

    /// A log of an older revision is held by the revision of the engine that has played it last.
    #[test]
    fn a_revision_that_the_list_has_seen_explains_no_difference() {
        let mut manifest = Manifest::default();
        manifest.list(log("a", 1, 1, "x"));
        manifest.see("g", 3);
        manifest.see("h", 9);
        let standing = |revision| manifest.standing(&log("a", 1, revision, "y"));
        assert_eq!(
            [1, 2, 3, 4].map(standing),
            [Standing::Held, Standing::Held, Standing::Held, Standing::Raised]
        );
        assert_eq!(manifest.standing(&log("a", 1, 1, "x")), Standing::Listed);
        manifest.see("g", 2);
        assert_eq!(manifest.seen("g"), Some((1, 3)), "an older engine takes nothing back");
    }

    #[test]
    fn a_list_that_contradicts_itself_is_refused() {
        let wrong = [
            "a\t1\t1\tx\na\t1\t1\ty",
            "a\t1\t2\tx\na\t1\t1\ty",
            "a\t1\tx",
            "a\t1\tone\tx",
            "g\t1\t2\tseen\ng\t1\t2\tseen",
            "g\t1\t2\tseen\ng\t1\t1\tseen",
        ];
        for lines in wrong {
            assert!(Manifest::parse(&format!("{HEADING}\n{lines}\n")).is_err(), "{lines}");
        }
        assert!(Manifest::parse("a\t1\t1\tx\n").is_err());
        assert_eq!(Manifest::parse(HEADING), Ok(Manifest::default()));
    }
}
