//! Files that are built in: found by name without a look at the others, so that a game can have tens of
//! thousands of definitions.

use std::iter;
use std::sync::OnceLock;

use miniz_oxide::inflate::decompress_slice_iter_to_slice;

/// How many files are packed together: small enough that what is not asked for stays packed, large enough to pack well.
pub const BLOCK: usize = 64;

/// Files, each as its path and then its content. A file is found by its name, in whichever folder it stands: no
/// two have the same name, and they stand in byte order of the names.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// All paths and contents.
    pub text: Text,
    /// For each file, in bytes of the text or of its block, where its path begins and where its content does.
    pub index: &'static [(u32, u32)],
}

/// Where paths and contents are.
#[derive(Debug, Clone, Copy)]
pub enum Text {
    /// In one text.
    Plain(&'static str),
    /// In blocks of [`BLOCK`] files each: the name of the first file in each, and what a block holds.
    Packed(&'static [&'static str], fn(usize) -> &'static str),
}

impl Files {
    /// How many files there are.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Path and content of the file with this name.
    pub fn get(&self, name: &str) -> Option<(&'static str, &'static str)> {
        let block = match self.text {
            Text::Plain(_) => 0,
            Text::Packed(firsts, _) => firsts.partition_point(|first| *first <= name).checked_sub(1)?,
        };
        let (text, begin) = (self.block(block), block * self.per_block());
        let end = self.len().min(begin + self.per_block());
        let found = self
            .index
            .get(begin..end)?
            .binary_search_by(|(path, content)| self::name(slice(text, *path, *content)).cmp(name));
        found.ok().map(|place| self.at(begin + place))
    }

    /// Every file's path and content, in byte order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let files = *self;
        (0..files.len()).map(move |place| files.at(place))
    }

    fn per_block(&self) -> usize {
        match self.text {
            Text::Plain(_) => self.len().max(1),
            Text::Packed(..) => BLOCK,
        }
    }

    fn block(&self, number: usize) -> &'static str {
        match self.text {
            Text::Plain(text) => text,
            Text::Packed(_, block) => block(number),
        }
    }

    fn at(&self, place: usize) -> (&'static str, &'static str) {
        let (path, content) = self.index[place];
        let text = self.block(place / self.per_block());
        let last = (place + 1).is_multiple_of(self.per_block());
        let next = self.index.get(place + 1).filter(|_| !last);
        let end = next.map_or(text.len() as u32, |next| next.0);
        (slice(text, path, content), slice(text, content, end))
    }
}

fn slice(text: &'static str, from: u32, to: u32) -> &'static str {
    text.get(from as usize..to as usize).unwrap_or_default()
}

/// Blocks as they are built in, each unpacked when it is asked for.
pub struct Blocks<const COUNT: usize> {
    bytes: &'static [u8],
    ends: [u32; COUNT],
    open: [OnceLock<String>; COUNT],
}

impl<const COUNT: usize> Blocks<COUNT> {
    /// Packed blocks one after the other, and where each ends.
    pub const fn new(bytes: &'static [u8], ends: [u32; COUNT]) -> Blocks<COUNT> {
        Blocks { bytes, ends, open: [const { OnceLock::new() }; COUNT] }
    }

    /// The text of a block; empty where there is none.
    pub fn block(&'static self, number: usize) -> &'static str {
        let Some(open) = self.open.get(number) else { return "" };
        open.get_or_init(|| {
            let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
            unpacked(&self.bytes[begin as usize..self.ends[number] as usize])
        })
    }
}

/// A text in fewer bytes: its length (32 bits, little-endian), then DEFLATE (RFC 1951), as small as it gets.
pub fn packed(text: &str) -> Vec<u8> {
    let length = (text.len() as u32).to_le_bytes();
    [&length[..], &miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10)].concat()
}

/// The text that was packed; empty where the bytes are none.
pub fn unpacked(bytes: &[u8]) -> String {
    let Some((length, bytes)) = bytes.split_first_chunk() else { return String::new() };
    let mut text = vec![0; u32::from_le_bytes(*length) as usize];
    let read = decompress_slice_iter_to_slice(&mut text, iter::once(bytes), false, true);
    let whole = read.is_ok_and(|read| read == text.len());
    if whole { String::from_utf8(text).unwrap_or_default() } else { String::new() }
}

/// The name at the end of a path that is written with forward slashes.
pub fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::{BLOCK, Blocks, Files, Text, packed, unpacked};

    #[test]
    fn a_file_is_found_by_its_name() {
        let files =
            Files { text: Text::Plain("b/a.ronAb.ronBBa/z.ron"), index: &[(0, 7), (8, 13), (15, 22)] };
        let [a, b, z] = [("b/a.ron", "A"), ("b.ron", "BB"), ("a/z.ron", "")];
        assert_eq!(files.iter().collect::<Vec<_>>(), [a, b, z]);
        assert_eq!((files.get("a.ron"), files.get("b.ron"), files.get("z.ron")), (Some(a), Some(b), Some(z)));
        assert_eq!((files.get("c.ron"), files.get("a/z.ron"), files.get("")), (None, None, None));
    }

    /// Names of 150 files, in byte order.
    fn name(number: usize) -> String {
        format!("{number:03}.ron")
    }

    #[test]
    fn a_file_is_found_in_its_block() {
        static PACKED: LazyLock<Blocks<3>> = LazyLock::new(|| {
            let (mut bytes, mut ends) = (Vec::new(), [0; 3]);
            for (block, end) in ends.iter_mut().enumerate() {
                let numbers = block * BLOCK..150.min((block + 1) * BLOCK);
                let text: String =
                    numbers.map(|number| format!("{}{}", name(number), "x".repeat(number))).collect();
                bytes.extend(packed(&text));
                *end = bytes.len() as u32;
            }
            Blocks::new(bytes.leak(), ends)
        });
        let mut at = 0;
        let index: Vec<(u32, u32)> = (0..150)
            .map(|number| {
                at = if number % BLOCK == 0 { 0 } else { at };
                let own = (at, at + 7);
                at += 7 + number as u32;
                own
            })
            .collect();
        let firsts: &[&str] = &["000.ron", "064.ron", "128.ron"];
        let files = Files { text: Text::Packed(firsts, |number| PACKED.block(number)), index: index.leak() };
        assert_eq!((files.get("064.roo"), files.get("00"), files.get("150.ron")), (None, None, None));
        assert_eq!(
            PACKED.open.iter().filter(|block| block.get().is_some()).count(),
            2,
            "the first is not opened"
        );
        for (number, (path, content)) in files.iter().enumerate() {
            assert_eq!((path, content), (name(number).as_str(), "x".repeat(number).as_str()));
            assert_eq!(files.get(path), Some((path, content)));
        }
        assert_eq!((files.iter().count(), PACKED.block(3)), (150, ""));
    }

    #[test]
    fn what_was_not_packed_is_no_text() {
        assert_eq!(unpacked(&packed("a b\u{e9}")), "a b\u{e9}");
        let short = [&[5, 0, 0, 0], &packed("abc")[4..]].concat();
        for wrong in [&[][..], &[3, 0, 0, 0, 255], &short] {
            assert_eq!(unpacked(wrong), "");
        }
    }
}
