//! Packs: many compiled definitions of a game in one file, found by name without a look at the others.
//!
//! A pack is a header of 16 bytes, the digest of what follows, and an archive that is read in place. It can be made
//! again from the list of cards that it was compiled from, so that only the programs of one version have to read it.

use std::fmt;
use std::ops::Range;

use rkyv::util::AlignedVec;

use crate::archive::{Archived, look};

/// The first bytes of a pack. A pack of another version has another number.
const HEAD: &[u8; 16] = b"duelog cards 1\r\n";
/// Where the archive begins: behind the header and its digest.
const BEGIN: usize = HEAD.len() + 32;

crate::data! {
    /// The content of a pack.
    #[derive(Default)]
    pub struct Packed {
        /// The game.
        pub game: String,
        /// The program that made it, with its version.
        pub made_by: String,
        /// Name of file and text of each definition.
        pub definitions: Vec<(String, String)>,
        /// The cards that were not compiled, each with the reason.
        pub refused: Vec<(String, String)>,
    }
}

impl Packed {
    /// The file.
    pub fn to_bytes(mut self) -> Vec<u8> {
        self.definitions.sort();
        self.refused.sort();
        let archive = self.archive();
        let mut bytes = HEAD.to_vec();
        bytes.extend(blake3::hash(&archive).as_bytes());
        bytes.extend(archive);
        bytes
    }
}

/// A pack as read.
pub struct Pack {
    /// The file, as errors and lists name it.
    file: String,
    bytes: AlignedVec,
    game: String,
    made_by: String,
    /// Where the name and the text of each definition stand, in byte order of the names.
    definitions: Vec<(Range<usize>, Range<usize>)>,
    /// Where the name of each refused card and the reason stand, in byte order of the names.
    refused: Vec<(Range<usize>, Range<usize>)>,
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pack").field("file", &self.file).finish_non_exhaustive()
    }
}

impl Pack {
    /// Returns whether bytes begin as a pack of any version does.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(&HEAD[..13])
    }

    /// Reads a pack.
    ///
    /// # Errors
    /// The fault of the bytes, and what to do.
    pub fn read(file: String, bytes: &[u8]) -> Result<Pack, String> {
        const AGAIN: &str = "make it again with `duelog cards import`";
        if !bytes.starts_with(HEAD) {
            return Err(if Pack::is_one(bytes) {
                format!("the pack was made by another version of duelog: {AGAIN}")
            } else {
                "the file is not a pack of definitions".to_string()
            });
        }
        let damaged = || format!("the pack is damaged: {AGAIN}");
        let archive = bytes.get(BEGIN..).ok_or_else(damaged)?;
        if bytes.get(HEAD.len()..BEGIN) != Some(&blake3::hash(archive).as_bytes()[..]) {
            return Err(damaged());
        }
        let mut aligned = AlignedVec::with_capacity(archive.len());
        aligned.extend_from_slice(archive);
        let packed = look::<Packed>(&aligned).map_err(|_| damaged())?;
        let start = aligned.as_ptr() as usize;
        // The archive holds its texts one after the other: where each stands is enough to find it again.
        let place = |text: &str| {
            let from = text.as_ptr() as usize - start;
            from..from + text.len()
        };
        let places = |list: &rkyv::Archived<Vec<(String, String)>>| -> Vec<_> {
            list.iter().map(|pair| (place(pair.0.as_str()), place(pair.1.as_str()))).collect()
        };
        let (definitions, refused) = (places(&packed.definitions), places(&packed.refused));
        let (game, made_by) = (packed.game.to_string(), packed.made_by.to_string());
        let pack = Pack { file, game, made_by, definitions, refused, bytes: aligned };
        let ascends = |list: &[(Range<usize>, Range<usize>)]| {
            list.windows(2).all(|pair| pack.text(&pair[0].0) < pack.text(&pair[1].0))
        };
        if !ascends(&pack.definitions) || !ascends(&pack.refused) {
            return Err(damaged());
        }
        Ok(pack)
    }

    fn text(&self, place: &Range<usize>) -> &str {
        self.bytes.get(place.clone()).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    fn find(&self, list: &[(Range<usize>, Range<usize>)], name: &str) -> Option<&str> {
        let place = list.binary_search_by(|(own, _)| self.text(own).cmp(name)).ok()?;
        Some(self.text(&list[place].1))
    }

    /// The file that it was read from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The game that it is made for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The program that made it, with its version.
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    /// How many definitions it has.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    /// Returns whether it has no definitions.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The definition in the file of this name: where it stands, and its text.
    pub fn get(&self, name: &str) -> Option<(String, String)> {
        let text = self.find(&self.definitions, name)?;
        Some((format!("{}/{name}", self.file), text.to_string()))
    }

    /// Returns whether it has a definition in a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.find(&self.definitions, name).is_some()
    }

    /// Why it has no definition of this card.
    pub fn refusal(&self, name: &str) -> Option<String> {
        self.find(&self.refused, name).map(str::to_string)
    }

    /// Name of file and text of every definition, in byte order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.definitions.iter().map(|(file, text)| (self.text(file), self.text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Pack, Packed};

    fn packed() -> Packed {
        let pairs = |list: &[(&str, &str)]| {
            list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>()
        };
        Packed {
            game: "magic".to_string(),
            made_by: "duelog 1".to_string(),
            definitions: pairs(&[
                ("b.ron", "Card(name: \"B\")"),
                ("a.ron", ""),
                ("long-name.ron", "long text"),
            ]),
            refused: pairs(&[("Odd", "not understood"), ("Even", "nor that")]),
        }
    }

    #[test]
    fn a_pack_is_read_in_place() {
        let pack = Pack::read("x.duelcards".to_string(), &packed().to_bytes()).unwrap();
        assert_eq!(
            (pack.game(), pack.made_by(), pack.len(), pack.is_empty()),
            ("magic", "duelog 1", 3, false)
        );
        let (file, text) = pack.get("b.ron").unwrap();
        assert_eq!((&*file, &*text), ("x.duelcards/b.ron", "Card(name: \"B\")"));
        assert_eq!(pack.refusal("Odd").as_deref(), Some("not understood"));
        assert!(pack.get("c.ron").is_none() && pack.refusal("b.ron").is_none() && pack.has("a.ron"));
        assert_eq!(
            pack.iter().map(|(file, _)| file).collect::<Vec<_>>(),
            ["a.ron", "b.ron", "long-name.ron"]
        );
    }

    #[test]
    fn whatever_is_damaged_is_refused() {
        let bytes = packed().to_bytes();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(Pack::read(String::new(), &damaged).is_err(), "byte {place}");
            assert!(Pack::read(String::new(), &bytes[..place]).is_err(), "{place} bytes");
        }
        let mut other = bytes.clone();
        other[13] = b'2';
        assert!(Pack::read(String::new(), &other).unwrap_err().contains("another version"));
        let twice = Packed { definitions: vec![Default::default(); 2], ..packed() };
        assert!(Pack::read(String::new(), &twice.to_bytes()).is_err());
    }
}
