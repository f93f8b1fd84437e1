//! The closing seals of many logs in one append-only log, so that nobody can show two people two pasts.
//!
//! Such a transparency log is a folder in the form of C2SP tlog-tiles: `checkpoint`, a signed note (tlog-checkpoint)
//! with how many entries there are and the root of the tree over them; `tile/L/N`, the hashes of the tree;
//! `tile/entries/N`, the entries. Hashes are SHA-256 as RFC 6962 has them. Files are the caller's business. Whoever opens
//! one here reads all of it: every tile is checked against the entries, and they against the checkpoint.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use duelog_log_format::{Broken, Decision, Fault, Reader, Segment, Stage};
use signed_note::{Note, StandardVerifier, VerifierList};
use tlog_tiles::{
    Checkpoint, EMPTY_HASH, Error, Hash, HashReader, Tile, check_record, prove_record, record_hash,
    stored_hashes, tree_hash,
};

use crate::signing::{KeyError, PublicKey, SecretKey};

/// How many levels of the tree a tile has.
const HEIGHT: u8 = 8;

/// How many hashes or entries a whole tile has.
const WIDTH: u64 = 1 << HEIGHT;

/// How many bytes a hash has.
const HASH_BYTES: usize = 32;

/// The most entries that are looked at.
const ENTRIES_MAX: u64 = 1 << 22;

/// Where the signed root stands.
pub const CHECKPOINT: &str = "checkpoint";

/// The first line of every proof.
const PROOF: &str = "c2sp.org/tlog-proof@v1";

/// Why something about a transparency log cannot be done or does not hold.
#[derive(Debug, thiserror::Error)]
pub enum TransparencyError {
    /// A file of it cannot be read.
    #[error("{path}: {source}")]
    File {
        /// Its path within the folder.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A log of a match is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A log of a match is not closed.
    #[error("the match is not closed: only what ends with an outcome and a seal is published")]
    Open,
    /// A log of a match is not in it.
    #[error("the log is not published there")]
    NotThere,
    /// A part of a log proves nothing.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Something that it holds or that somebody shows does not fit.
    #[error("{0}")]
    Wrong(String),
    /// Who has its key does not sign.
    #[error(transparent)]
    Unsigned(#[from] KeyError),
}

/// The files of a transparency log.
pub trait Files {
    /// The bytes of a file; none where there is none.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    fn read(&self, path: &str) -> std::io::Result<Option<Vec<u8>>>;
}

/// The entry of a closed match in a transparency log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    text: String,
    seal: duelog_kernel::Digest,
}

impl Entry {
    /// The entry of a closed log.
    ///
    /// # Errors
    /// [`TransparencyError`] where it is at fault or not closed.
    pub fn of(log: &[u8]) -> Result<Entry, TransparencyError> {
        let mut reader = Reader::open(log)?;
        let progress = reader.check()?;
        if progress.stage() != Stage::Closed {
            return Err(TransparencyError::Open);
        }
        let (begun, seals, decisions) = (progress.begun(), progress.seals(), progress.decisions());
        let seal = progress.seal_hash();
        let text = format!("duelog log 1\nmatch {begun}\nseal {seals}\ndecisions {decisions}\n{seal}\n");
        Ok(Entry { text, seal })
    }

    /// Its lines, as they stand in the transparency log.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn read(text: &str) -> Option<Entry> {
        let mut lines = text.strip_prefix("duelog log 1\n")?.lines();
        let digest = |hex: &str| {
            let digits: Vec<u8> = hex
                .chars()
                .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
                .collect::<Option<_>>()?;
            let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
            Some(duelog_kernel::Digest(bytes.try_into().ok()?))
        };
        let begun = digest(lines.next()?.strip_prefix("match ")?)?;
        let seals: u32 = lines.next()?.strip_prefix("seal ")?.parse().ok()?;
        let decisions: u32 = lines.next()?.strip_prefix("decisions ")?.parse().ok()?;
        let seal = digest(lines.next()?)?;
        let again = format!("duelog log 1\nmatch {begun}\nseal {seals}\ndecisions {decisions}\n{seal}\n");
        (again == text).then_some(Entry { text: again, seal })
    }
}

/// A checkpoint whose signature fits.
#[derive(Debug)]
pub struct Signed {
    /// How many entries there are.
    pub size: u64,
    root: Hash,
    note: String,
}

impl Signed {
    /// The checkpoint in a signed note, by this key of this name.
    ///
    /// # Errors
    /// [`TransparencyError::Wrong`] where it is none, or not signed by the key.
    pub fn read(text: &str, key: &PublicKey) -> Result<Signed, TransparencyError> {
        let note =
            Note::from_bytes(text.as_bytes()).map_err(|_| wrong("the checkpoint is not a signed note"))?;
        let verifier =
            StandardVerifier::new(&key.text()).map_err(|_| wrong("the key is not a public key"))?;
        note.verify(&VerifierList::new(vec![Box::new(verifier)]))
            .map_err(|_| wrong(format!("the checkpoint is not signed by the key {}", key.name)))?;
        let checkpoint = Checkpoint::from_bytes(note.text())
            .map_err(|_| wrong("what the note says is not a checkpoint"))?;
        if checkpoint.origin() != key.name {
            return Err(wrong(format!(
                "the checkpoint is of \"{}\", not of the key's log",
                checkpoint.origin()
            )));
        }
        if checkpoint.size() > ENTRIES_MAX {
            return Err(wrong(format!("the checkpoint has more than {ENTRIES_MAX} entries")));
        }
        Ok(Signed { size: checkpoint.size(), root: *checkpoint.hash(), note: text.to_string() })
    }

    /// The root of the tree, in base64.
    pub fn root(&self) -> String {
        self.root.to_string()
    }

    /// Returns whether two checkpoints that one key has signed cannot both be true, whatever the entries are.
    pub fn contradicts(&self, other: &Signed) -> bool {
        self.size == other.size && self.root != other.root
    }
}

fn wrong(what: impl Into<String>) -> TransparencyError {
    TransparencyError::Wrong(what.into())
}

fn unfit(error: &Error) -> TransparencyError {
    wrong(format!("its tiles do not fit its checkpoint ({error})"))
}

/// The path of a tile: of hashes, or of entries.
fn path(tile: &Tile) -> String {
    let rest = tile.path();
    let rest = rest.strip_prefix("tile/8/").unwrap_or(&rest);
    match rest.strip_prefix("data/") {
        Some(entries) => format!("tile/entries/{entries}"),
        None => format!("tile/{rest}"),
    }
}

/// A tile, or the whole one that has taken its place; and how many hashes or entries that file holds.
fn tile(files: &dyn Files, tile: &Tile) -> Result<(Vec<u8>, usize), TransparencyError> {
    let whole = Tile::new(HEIGHT, tile.level(), tile.level_index(), 1 << HEIGHT, tile.is_data());
    for (path, width) in [(path(tile), tile.width()), (path(&whole), whole.width())] {
        let read = files.read(&path);
        if let Some(bytes) = read.map_err(|source| TransparencyError::File { path, source })? {
            return Ok((bytes, width as usize));
        }
    }
    Err(wrong(format!("{} is missing", path(tile))))
}

/// The entries of a bundle: exactly `count`, and no byte more.
fn bundle(bytes: &[u8], count: usize) -> Option<Vec<&[u8]>> {
    let mut rest = bytes;
    let mut next = || {
        let (length, behind) = rest.split_first_chunk::<2>()?;
        let (entry, behind) = behind.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        rest = behind;
        Some(entry)
    };
    let entries = (0..count).map(|_| next()).collect::<Option<_>>();
    entries.filter(|_| rest.is_empty())
}

/// All hashes of a tree, in the order in which they are stored.
#[derive(Default)]
struct Hashes(Vec<Hash>);

impl HashReader for Hashes {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, Error> {
        let one = |index: &u64| self.0.get(usize::try_from(*index).ok()?).copied();
        indexes.iter().map(one).collect::<Option<_>>().ok_or(Error::IndexesNotInTree)
    }
}

/// A transparency log that is there, or empty. All of its files were read and fit its checkpoint.
pub struct TransparencyLog {
    signed: Option<Signed>,
    hashes: Hashes,
    /// The place of each entry, by its hash.
    places: BTreeMap<[u8; 32], u64>,
    /// The entries of the last bundle, where it is not full.
    begun: Vec<Vec<u8>>,
}

/// The entries that publishing adds.
#[derive(Debug, Default)]
pub struct Publication {
    /// The files to write, in this order: the checkpoint last, in place of the old one.
    pub files: Vec<(String, Vec<u8>)>,
    /// The place of each log that was given, from 0.
    pub places: Vec<u64>,
    /// How many of them are new.
    pub added: u64,
    /// How many entries there are.
    pub size: u64,
}

impl TransparencyLog {
    /// The transparency log of these files, whose checkpoints the key signs; an empty one if the checkpoint
    /// is missing.
    ///
    /// # Errors
    /// [`TransparencyError`] where a file cannot be read, the checkpoint is not signed by the key, or a file does
    /// not fit it.
    pub fn open(files: &dyn Files, key: &PublicKey) -> Result<TransparencyLog, TransparencyError> {
        let read = files.read(CHECKPOINT);
        let read = read.map_err(|source| TransparencyError::File { path: CHECKPOINT.to_string(), source })?;
        let (hashes, places) = (Hashes::default(), BTreeMap::new());
        let mut log = TransparencyLog { signed: None, hashes, places, begun: Vec::new() };
        if let Some(bytes) = read {
            let text = String::from_utf8(bytes).map_err(|_| wrong("the checkpoint is not text"))?;
            log.signed = Some(Signed::read(&text, key)?);
            log.load(files)?;
        }
        Ok(log)
    }

    /// Reads the entries and checks every file that the checkpoint speaks of against them.
    fn load(&mut self, files: &dyn Files) -> Result<(), TransparencyError> {
        let tiles = Tile::new_tiles(HEIGHT, 0, self.size());
        for wanted in tiles.iter().filter(|tile| tile.level() == 0) {
            let mut wanted = *wanted;
            wanted.set_is_data();
            let (bytes, count) = tile(files, &wanted)?;
            let mut entries = bundle(&bytes, count).ok_or_else(|| {
                wrong(format!("{} is too short, or bytes were put behind its entries", path(&wanted)))
            })?;
            entries.truncate(wanted.width() as usize);
            for (place, entry) in (wanted.level_index() * WIDTH..).zip(&entries) {
                self.put(place, entry)?;
            }
            if u64::from(wanted.width()) < WIDTH {
                self.begun = entries.into_iter().map(<[u8]>::to_vec).collect();
            }
        }
        if self.tree_root(self.size())? != self.root() {
            return Err(wrong("its entries do not fit its checkpoint"));
        }
        for wanted in &tiles {
            let expected = wanted.read_data(&self.hashes).map_err(|error| unfit(&error))?;
            let (bytes, count) = tile(files, wanted)?;
            if !bytes.starts_with(&expected) || bytes.len() != count * HASH_BYTES {
                return Err(wrong(format!("{} does not fit the entries", path(wanted))));
            }
        }
        Ok(())
    }

    /// Puts an entry at the end of the tree.
    fn put(&mut self, place: u64, entry: &[u8]) -> Result<(), TransparencyError> {
        let hashes = stored_hashes(place, entry, &self.hashes).map_err(|error| unfit(&error))?;
        self.hashes.0.extend(hashes);
        self.places.insert(record_hash(entry).0, place);
        Ok(())
    }

    fn size(&self) -> u64 {
        self.signed.as_ref().map_or(0, |signed| signed.size)
    }

    fn root(&self) -> Hash {
        self.signed.as_ref().map_or(EMPTY_HASH, |signed| signed.root)
    }

    /// The root over the first entries.
    fn tree_root(&self, size: u64) -> Result<Hash, TransparencyError> {
        tree_hash(size, &self.hashes).map_err(|error| unfit(&error))
    }

    /// The entries that publishing these logs adds; a present one keeps its place.
    ///
    /// # Errors
    /// [`TransparencyError`] where a log is not closed, or the files do not fit the checkpoint.
    pub fn publish(mut self, entries: &[Entry], key: &SecretKey) -> Result<Publication, TransparencyError> {
        let old_size = self.size();
        let (mut size, mut publication) = (old_size, Publication::default());
        for entry in entries {
            let data = entry.text.as_bytes();
            if let Some(place) = self.places.get(&record_hash(data).0) {
                publication.places.push(*place);
                continue;
            }
            self.put(size, data)?;
            self.begun.push(data.to_vec());
            publication.places.push(size);
            size += 1;
        }
        (publication.size, publication.added) = (size, size - old_size);
        if size == old_size {
            return Ok(publication);
        }
        let first = old_size - old_size % WIDTH;
        for mut tile in Tile::new_tiles(HEIGHT, old_size, size) {
            let data = tile.read_data(&self.hashes).map_err(|error| unfit(&error))?;
            publication.files.push((path(&tile), data));
            if tile.level() == 0 {
                let from = (tile.level_index() * WIDTH - first) as usize;
                let bytes = self.begun.iter().skip(from).take(tile.width() as usize).flat_map(|entry| {
                    (entry.len() as u16).to_be_bytes().into_iter().chain(entry.iter().copied())
                });
                let bytes = bytes.collect();
                tile.set_is_data();
                publication.files.push((path(&tile), bytes));
            }
        }
        let note = signed(size, self.tree_root(size)?, key)?;
        publication.files.push((CHECKPOINT.to_string(), note));
        Ok(publication)
    }

    /// The proof that a log is in it, in the form of C2SP tlog-proof, with one of its decisions where one is
    /// named.
    ///
    /// # Errors
    /// [`TransparencyError`] where the log is not in it or the files do not fit the checkpoint.
    pub fn prove(&self, log: &[u8], decision: Option<u32>) -> Result<String, TransparencyError> {
        let entry = Entry::of(log)?;
        if !self.places.contains_key(&record_hash(entry.text.as_bytes()).0) {
            return Err(TransparencyError::NotThere);
        }
        let segment = match decision {
            None => None,
            Some(number) => {
                let none = || wrong(format!("the log has no decision {number}"));
                Some(Segment::of(log, number)?.ok_or_else(none)?)
            }
        };
        self.proof(&entry, &segment.as_ref().map_or_else(Vec::new, Segment::bytes))
    }

    /// The proof that an entry is in it, with these bytes of the log behind it.
    fn proof(&self, entry: &Entry, segment: &[u8]) -> Result<String, TransparencyError> {
        let hash = record_hash(entry.text.as_bytes());
        let place = *self.places.get(&hash.0).ok_or(TransparencyError::NotThere)?;
        let signed = self.signed.as_ref().ok_or(TransparencyError::NotThere)?;
        let path = prove_record(signed.size, place, &self.hashes).map_err(|error| unfit(&error))?;
        let mut extra = entry.text.clone().into_bytes();
        extra.push(b'\n');
        extra.extend_from_slice(segment);
        let mut text = format!("{PROOF}\nextra {}\nindex {place}\n", BASE64_STANDARD.encode(extra));
        path.iter().for_each(|hash| text.push_str(&format!("{hash}\n")));
        text.push('\n');
        text.push_str(&signed.note);
        Ok(text)
    }

    /// Checks that an older checkpoint is of the beginning of this transparency log.
    ///
    /// # Errors
    /// [`TransparencyError::Wrong`] where it is not: then whoever signed both has shown two pasts.
    pub fn follows(&self, older: &Signed) -> Result<(), TransparencyError> {
        if older.size > self.size() {
            return Err(wrong("the older checkpoint has more entries than the newer one"));
        }
        if self.tree_root(older.size)? == older.root {
            return Ok(());
        }
        Err(wrong(format!(
            "{} entries with the root {} are not the beginning of {} entries with the root {}: both are signed, so that whoever has the key has shown two pasts",
            older.size,
            older.root,
            self.size(),
            self.root()
        )))
    }
}

fn signed(size: u64, root: Hash, key: &SecretKey) -> Result<Vec<u8>, TransparencyError> {
    let text = Checkpoint::new(&key.public().name, size, root, "").map(|checkpoint| checkpoint.to_bytes());
    let text = text.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| wrong("the checkpoint cannot be signed"))?;
    Ok(key.note(&text)?.into_bytes())
}

/// The content of a proof.
#[derive(Debug)]
pub struct Proved {
    /// The entry.
    pub entry: Entry,
    /// Its place, from 0.
    pub place: u64,
    /// How many entries the checkpoint has.
    pub size: u64,
    /// The decision, with its number, where the proof has one.
    pub decision: Option<(u32, Decision)>,
}

/// Checks a proof by itself, against the key of the transparency log.
///
/// # Errors
/// [`TransparencyError`] where it proves nothing.
pub fn check(proof: &str, key: &PublicKey) -> Result<Proved, TransparencyError> {
    let no =
        || wrong("this is not a proof: it begins with c2sp.org/tlog-proof@v1, an extra line and an index");
    let (head, note) = proof.split_once("\n\n").ok_or_else(no)?;
    let mut lines = head.lines();
    let first = lines.next();
    let extra = lines.next().and_then(|line| line.strip_prefix("extra ")).ok_or_else(no)?;
    let index = lines.next().and_then(|line| line.strip_prefix("index ")).ok_or_else(no)?;
    let place: u64 = index.parse().ok().filter(|place: &u64| place.to_string() == index).ok_or_else(no)?;
    if first != Some(PROOF) {
        return Err(no());
    }
    let path = lines.map(Hash::parse_hash).collect::<Result<Vec<_>, _>>().map_err(|_| no())?;
    let extra = BASE64_STANDARD.decode(extra).map_err(|_| no())?;
    // An empty line stands between the entry and the part of the log.
    let end = extra.windows(2).position(|pair| pair == b"\n\n").ok_or_else(no)?;
    let (entry, rest) = (&extra[..=end], &extra[end + 2..]);
    let entry = std::str::from_utf8(entry).ok().and_then(Entry::read).ok_or_else(no)?;
    let signed = Signed::read(note, key)?;
    check_record(&path, signed.size, signed.root, place, record_hash(entry.text.as_bytes()))
        .map_err(|_| wrong("the entry is not in the tree of the checkpoint"))?;
    let decision = if rest.is_empty() { None } else { Some(Segment::read(rest)?.check(&entry.seal)?) };
    Ok(Proved { entry, place, size: signed.size, decision })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::signing::SecretKey;

    #[derive(Default)]
    struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

    impl Files for Memory {
        fn read(&self, path: &str) -> std::io::Result<Option<Vec<u8>>> {
            Ok(self.0.borrow().get(path).cloned())
        }
    }

    impl Memory {
        fn publish(&self, entries: &[Entry]) -> Result<Publication, TransparencyError> {
            let log = TransparencyLog::open(self, &key().public())?;
            let publication = log.publish(entries, &key())?;
            self.0.borrow_mut().extend(publication.files.iter().cloned());
            Ok(publication)
        }

        fn checkpoint(&self) -> Signed {
            let text = String::from_utf8(self.0.borrow()[CHECKPOINT].clone()).expect("text");
            Signed::read(&text, &key().public()).expect("a checkpoint")
        }
    }

    fn key() -> SecretKey {
        SecretKey::new("example.com/cup", &[3; 32]).expect("a name")
    }

    fn entry(number: u32) -> Entry {
        let hex = format!("{number:064x}");
        Entry::read(&format!("duelog log 1\nmatch {hex}\nseal {number}\ndecisions 9\n{hex}\n"))
            .expect("an entry")
    }

    fn entries(range: std::ops::Range<u32>) -> Vec<Entry> {
        range.map(entry).collect()
    }

    #[test]
    fn what_is_published_in_parts_is_what_is_published_at_once() {
        let (whole, parts) = (Memory::default(), Memory::default());
        whole.publish(&entries(0..600)).expect("published");
        let mut from = 0;
        for count in [1, 0, 7, 247, 1, 1, 255, 88] {
            let publication = parts.publish(&entries(0..from + count)).expect("published");
            assert_eq!((publication.added, publication.size), (u64::from(count), u64::from(from + count)));
            assert_eq!(publication.places, (0..u64::from(from + count)).collect::<Vec<_>>());
            from += count;
        }
        assert_eq!(whole.checkpoint().root, parts.checkpoint().root);
        for (path, bytes) in &*whole.0.borrow() {
            assert_eq!(parts.0.borrow().get(path), Some(bytes), "{path}");
        }
        let paths: Vec<String> = whole.0.borrow().keys().cloned().collect();
        let expected = [
            "checkpoint",
            "tile/0/000",
            "tile/0/001",
            "tile/0/002.p/88",
            "tile/1/000.p/2",
            "tile/entries/000",
            "tile/entries/001",
            "tile/entries/002.p/88",
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn a_checkpoint_that_was_kept_shows_two_pasts() {
        let (log, other) = (Memory::default(), Memory::default());
        log.publish(&entries(0..5)).expect("published");
        let kept = log.checkpoint();
        other.publish(&entries(1..6)).expect("published");
        assert!(kept.contradicts(&other.checkpoint()) && !kept.contradicts(&kept));
        for memory in [&log, &other] {
            memory.publish(&entries(6..300)).expect("published");
        }
        let follows =
            |memory: &Memory| TransparencyLog::open(memory, &key().public()).expect("a log").follows(&kept);
        assert!(follows(&log).is_ok());
        assert!(follows(&other).expect_err("another past").to_string().contains("two pasts"));
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let memory = Memory::default();
        memory.publish(&entries(0..300)).expect("published");
        let files: Vec<(String, Vec<u8>)> = memory.0.borrow().clone().into_iter().collect();
        for (path, bytes) in &files {
            for place in [0, bytes.len() / 2, bytes.len() - 1] {
                let mut changed = bytes.clone();
                changed[place] ^= 1;
                memory.0.borrow_mut().insert(path.clone(), changed);
                assert!(memory.publish(&entries(300..301)).is_err(), "{path}, byte {place}");
            }
            memory.0.borrow_mut().insert(path.clone(), bytes[..bytes.len() - 1].to_vec());
            assert!(memory.publish(&entries(300..301)).is_err(), "{path} cut");
            for more in [&b"x"[..], &[0; 32], &[0, 0], &[0, 1, b'x']] {
                let longer = [&bytes[..], more].concat();
                memory.0.borrow_mut().insert(path.clone(), longer);
                assert!(memory.publish(&entries(300..301)).is_err(), "{path} with {more:?} behind it");
            }
            memory.0.borrow_mut().insert(path.clone(), bytes.clone());
        }
        let stranger = SecretKey::new("example.com/cup", &[4; 32]).expect("a name");
        assert!(TransparencyLog::open(&memory, &stranger.public()).is_err());
    }

    #[test]
    fn a_whole_tile_that_has_taken_the_place_of_a_beginning_is_read_as_far_as_it_is_signed() {
        let (memory, later) = (Memory::default(), Memory::default());
        memory.publish(&entries(0..255)).expect("published");
        later.publish(&entries(0..256)).expect("published");
        // As a publisher leaves it that is killed before the checkpoint.
        for (beginning, whole) in
            [("tile/0/000.p/255", "tile/0/000"), ("tile/entries/000.p/255", "tile/entries/000")]
        {
            memory.0.borrow_mut().remove(beginning).expect("it was there");
            let bytes = later.0.borrow()[whole].clone();
            memory.0.borrow_mut().insert(whole.to_string(), [&bytes[..], b"x"].concat());
            assert!(
                TransparencyLog::open(&memory, &key().public()).is_err(),
                "{whole} with a byte behind it"
            );
            memory.0.borrow_mut().insert(whole.to_string(), bytes);
            assert!(TransparencyLog::open(&memory, &key().public()).is_ok(), "{whole}");
        }
    }

    #[test]
    fn a_checkpoint_is_of_the_log_that_its_key_is_named_after() {
        let read = |origin: &str| {
            let text = Checkpoint::new(origin, 0, EMPTY_HASH, "").expect("a checkpoint").to_bytes();
            let note = key().note(std::str::from_utf8(&text).expect("text")).expect("it is here");
            Signed::read(&note, &key().public()).map(|signed| signed.size)
        };
        assert_eq!(read("example.com/cup").expect("its own"), 0);
        let refused = read("example.com/other").expect_err("of another").to_string();
        assert!(refused.contains("the checkpoint is of \"example.com/other\""), "{refused}");
    }

    #[test]
    fn an_entry_is_written_in_one_way() {
        let text = entry(171).text;
        assert_eq!(Entry::read(&text).map(|read| read.text), Some(text.clone()));
        for (plain, other) in [
            ("seal 171", "seal 0171"),
            ("seal 171", "seal +171"),
            ("decisions 9", "decisions 09"),
            ("ab\nseal", "AB\nseal"),
            ("ab\n", "aB\n"),
        ] {
            let again = text.replacen(plain, other, 1);
            assert!(again != text && Entry::read(&again).is_none(), "{again}");
        }
        assert!(Entry::read(&format!("{text}more\n")).is_none());
        assert!(Entry::read(text.trim_end()).is_none());
    }

    #[test]
    fn a_proof_holds_for_its_entry_its_place_and_its_tree_alone() {
        let (memory, other) = (Memory::default(), Memory::default());
        memory.publish(&entries(0..7)).expect("published");
        other.publish(&entries(1..8)).expect("published");
        let log = TransparencyLog::open(&memory, &key().public()).expect("a log");
        let proof = log.proof(&entry(3), b"").expect("it is in it");
        let checked = |proof: &str| check(proof, &key().public());
        let proved = checked(&proof).expect("it holds");
        assert_eq!((proved.entry, proved.place, proved.size), (entry(3), 3, 7));
        let refused = |proof: &str, why: &str| {
            let said = checked(proof).expect_err(why).to_string();
            assert!(!said.is_empty(), "{why}");
        };
        refused(&proof.replace("index 3", "index 2"), "another place");
        refused(&proof.replace("index 3", "index 03"), "the place in another spelling");
        refused(&proof.replace("index 3", "index +3"), "the place with a sign");
        let extra = |number: u32| BASE64_STANDARD.encode(format!("{}\n", entry(number).text));
        refused(&proof.replace(&extra(3), &extra(9)), "an entry that is not there");
        refused(&proof.replace(&extra(3), &extra(4)), "another entry in this place");
        let hashes: Vec<&str> = proof.lines().skip(3).take_while(|line| !line.is_empty()).collect();
        for hash in hashes {
            refused(&proof.replace(&format!("{hash}\n"), ""), "a hash is missing");
            refused(&proof.replace(hash, &EMPTY_HASH.to_string()), "another hash");
        }
        let (head, _) = proof.split_once("\n\n").expect("two halves");
        refused(&format!("{head}\n\n{}", other.checkpoint().note), "the checkpoint of another tree");
    }
}
