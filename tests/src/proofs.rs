//! Files about who wrote logs and which were published, for any bytes at all.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::OnceLock;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_kernel::decision::Asked;
use duelog_kernel::{Digest, Seat, Seed};
use duelog_log_format::seeds::{KeptPart, Part};
use duelog_log_format::{Disclosure, Party, Reader, Segment, Statement, ViewLog};
use duelog_verifier::signing::{Keyring, PublicKey, SecretKey, SignedStatement, provenance};
use duelog_verifier::transparency::{CHECKPOINT, Entry, Files, Signed, TransparencyLog, check};
use duelog_verifier::{Drawing, FactToOpen, Options, Parts, Recorder, disclose, redact, reveal};

use crate::games::{Played, recorded_of, recorded_with, setup};

/// A transparency log in memory.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

impl Files for Memory {
    fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.0.borrow().get(path).cloned())
    }
}

fn key() -> SecretKey {
    SecretKey::new("example.com/fuzz", &[7; 32]).unwrap_or_else(|error| panic!("{error}"))
}

/// Logs, and what is known of them.
struct Known {
    log: Vec<u8>,
    /// One whose seed all have chosen, and of which the host has not shown its part.
    hidden: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
    /// Files that are right: proofs, statements, keys, lists, checkpoints, parts of logs, viewers' logs and
    /// disclosures.
    good: Vec<Vec<u8>>,
    /// The public's log of an observed match, and what is disclosed of that match.
    seen: (ViewLog, Vec<Vec<u8>>),
}

/// The part of a seed of a party.
fn part(party: u8) -> Part {
    Part { salt: [party + 1; 32], seed: Seed([party + 5; 32]) }
}

/// The log of a match that has just begun, whose seed all have chosen.
fn hidden() -> Vec<u8> {
    let parts = Parts { host: part(0), players: vec![part(1), part(2)] };
    let options = Options { parts: Some(parts), ..Options::default() };
    let begun = Drawing::or_alone(&*DuelMasters::factory(), &setup::<DuelMasters>(3), &options, Vec::new());
    begun.and_then(Recorder::into_storage).unwrap_or_else(|error| panic!("{error}"))
}

/// The viewers' logs of an observed match with a key, and disclosures of it.
fn seen() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let options = Options { observed: Some([7; 32]), key: Some(key()), ..Options::default() };
    let (log, factory) = (recorded_with::<DuelMasters>(3, &options), DuelMasters::factory());
    let views = redact(&*factory, &log).unwrap_or_else(|error| panic!("{error}"));
    let zone = |name: &str, card| FactToOpen::Zone { name: name.to_string(), seat: Some(Seat(1)), card };
    let wanted = [zone("hand", None), zone("deck", Some(0)), FactToOpen::Told { seat: Seat(0) }];
    let open = |wanted| disclose(&*factory, &log, 5, wanted).unwrap_or_else(|error| panic!("{error}"));
    (views, wanted.iter().map(|wanted| open(wanted).disclosure.bytes()).collect())
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let logs: Vec<Vec<u8>> = (0..3).map(recorded_of::<DuelMasters>).collect();
        let entries: Vec<Entry> =
            logs.iter().map(|log| Entry::of(log).unwrap_or_else(|error| panic!("{error}"))).collect();
        let (memory, key) = (Memory::default(), key());
        let mut good = vec![
            key.text().unwrap_or_default().into_bytes(),
            key.public().text().into_bytes(),
            format!("# keys\nhost {0}\nseat 1 {0}\n", key.public().text()).into_bytes(),
        ];
        let open = || TransparencyLog::open(&memory, &key.public()).unwrap_or_else(|error| panic!("{error}"));
        let publication = open().publish(&entries, &key).unwrap_or_else(|error| panic!("{error}"));
        memory.0.borrow_mut().extend(publication.files);
        for decision in [None, Some(1), Some(70)] {
            let proof = open().prove(&logs[1], decision).unwrap_or_else(|error| panic!("{error}"));
            good.push(proof.into_bytes());
        }
        good.extend(memory.0.borrow().get(CHECKPOINT).cloned());
        let mut reader = Reader::open(&logs[1]).unwrap_or_else(|fault| panic!("{fault}"));
        let progress = *reader.check().unwrap_or_else(|fault| panic!("{fault}"));
        let statements = [Party::HOST, Party(2)].map(|party| progress.statement(party));
        let sign = |it| SignedStatement::sign(it, &key).unwrap_or_else(|error| panic!("{error}"));
        good.extend(statements.iter().flatten().map(|it| sign(it).into_bytes()));
        good.extend(Segment::of(&logs[1], 9).ok().flatten().map(|segment| segment.bytes()));
        let (views, disclosures) = seen();
        let public = ViewLog::read(&views[0]).unwrap_or_else(|fault| panic!("{fault}"));
        good.extend(views.into_iter().chain(disclosures.iter().cloned()));
        let hidden = hidden();
        good.push(part(0).text().into_bytes());
        Known { log: logs[1].clone(), hidden, files: memory.0.take(), good, seen: (public, disclosures) }
    })
}

/// Files that are right.
pub fn good_proofs() -> Vec<Vec<u8>> {
    known().good.clone()
}

/// A viewer's log that is read says no more than its seals, but for its end; only what was disclosed holds.
fn seen_files(bytes: &[u8], (public, disclosures): &(ViewLog, Vec<Vec<u8>>)) {
    match ViewLog::read(bytes) {
        Ok(log) => {
            let sealed = log.seals.last().map_or(0, |seen| seen.seal.decisions);
            assert!(sealed <= log.decisions && (!log.closed() || log.unsealed() == 0));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    // A log is read up to its fault, and each of its questions is one or is not.
    if let Ok((log, fault)) = ViewLog::read_far(bytes) {
        assert_eq!(fault, ViewLog::read(bytes).err());
        let requests = log.observations.iter().filter_map(|told| told.request.as_deref());
        requests.for_each(|request| drop(Asked::read(request)));
    }
    match Disclosure::read(bytes) {
        Ok(disclosure) => {
            assert_eq!(disclosure.bytes(), bytes, "a disclosure has one encoding");
            let holds = disclosure.check(public).is_ok();
            assert_eq!(holds, disclosures.iter().any(|file| file == bytes), "only what was disclosed holds");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A part of a seed has one text, and only the one that was committed to can be shown.
fn parts_of_seeds(text: &str, hidden: &[u8]) {
    if let Some(read) = KeptPart::read(text) {
        assert_eq!(KeptPart::read(&read.text()), Some(read));
    }
    if let Some(read) = Part::read(text) {
        assert_eq!(Part::read(&read.text()), Some(read));
        assert_eq!(reveal(hidden, read).is_ok(), read == part(0), "only what was committed to is shown");
    }
}

/// A file that was changed is refused, or says what it said: whatever is accepted is what was signed.
pub fn proof_files(bytes: &[u8]) {
    let Known { log, hidden, files, good, seen } = known();
    seen_files(bytes, seen);
    let is_good = || good.iter().any(|file| file == bytes);
    let (public, seals) = (key().public(), |segment: &Segment| segment.check(&Digest([1; 32])).is_err());
    if let Ok(segment) = Segment::read(bytes) {
        assert_eq!(segment.bytes(), bytes, "a part of a log has one encoding");
        assert!(seals(&segment), "no seal has that hash");
    }
    // In place of a file of a transparency log.
    for path in files.keys() {
        let mut changed = files.clone();
        let right = changed.insert(path.clone(), bytes.to_vec()).is_some_and(|before| before == bytes);
        let opened = TransparencyLog::open(&Memory(RefCell::new(changed)), &public);
        assert!(right || opened.is_err() || is_good() || !path.starts_with(CHECKPOINT), "{path}");
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(key) = SecretKey::read(text) {
        assert_eq!(key.text().as_deref(), Some(text.trim_end()));
    }
    if let Ok(key) = PublicKey::read(text) {
        assert_eq!(key.text(), text);
    }
    parts_of_seeds(text, hidden);
    let ring = Keyring::read(&format!("host {0}\nseat 1 {0}\n", public.text())).unwrap_or_default();
    match Keyring::read(text) {
        Ok(ring) => drop(provenance(log, &ring, &[], &[])),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(signed) = SignedStatement::read(text) {
        assert_eq!(Statement::read(&signed.statement.text()), Some(signed.statement));
        let by = signed.signed_by(&ring).is_ok();
        assert!(!by || good.iter().any(|file| file.starts_with(signed.statement.text().as_bytes())));
        drop(provenance(log, &ring, &[signed], &[]));
    }
    if let Ok(signed) = Signed::read(text, &public) {
        assert_eq!(signed.size, 3, "nothing else is signed");
    }
    if let Ok(proved) = check(text, &public) {
        assert_eq!((proved.size, proved.place), (3, 1), "nothing else is proved");
        let own = Entry::of(log).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(proved.entry, own);
        assert!(proved.decision.is_none_or(|decision| [1, 70].contains(&decision.0)));
    }
}
