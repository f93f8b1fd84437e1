//! Storage that fails in every way, at every write of a recorded game: nothing acknowledged is lost unless
//! the storage lied about it, and then the verdict says where the log ends.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crate::common::{games, mind, recorded, setup, step};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::{Choice, Item, Seat, Seed};
use duelog_log_format::{Annotation, Durability, Reader, Record, Storage, Topic, recover};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{Options, RecordError, Recorder, Verdict, verify};

/// Bytes that a disk writes at once; small, so that a record lies in several.
const SECTOR: usize = 16;
/// How many decisions the game has before a player concedes.
const DECISIONS: u32 = 70;

/// What goes wrong at the storage operation whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The power fails in the middle of it.
    PowerLoss,
    /// It fails once: a part is done, and the next one works.
    FailsOnce,
    /// There is no room for a while.
    Full,
    /// From then on flushes are acknowledged and not done; some operations later the power fails.
    Lies,
}

/// A disk whose unflushed sectors reach the platter in any order, whole or not at all.
struct Disk {
    /// What a reader sees.
    file: Vec<u8>,
    /// What certainly survives.
    safe: Vec<u8>,
    /// Everything that stood in the file since the last flush.
    since: Vec<Vec<u8>>,
    operations: u32,
    fault: Fault,
    at: u32,
    off: bool,
    random: Stream,
}

impl Disk {
    fn new(fault: Fault, at: u32, seed: u64) -> Disk {
        let random = Rng::new(Seed::from_number(seed)).peek(Purpose::Choice);
        Disk {
            file: Vec::new(),
            safe: Vec::new(),
            since: Vec::new(),
            operations: 0,
            fault,
            at,
            off: false,
            random,
        }
    }

    /// Counts an operation; the fault that hits it, if any.
    fn begin(&mut self) -> io::Result<Option<Fault>> {
        self.operations += 1;
        let (turn, now) = (self.at, self.operations);
        let hit = match self.fault {
            Fault::PowerLoss | Fault::FailsOnce => now == turn,
            Fault::Full => (turn..turn + 3).contains(&now),
            Fault::Lies => now >= turn,
        };
        self.off |= match self.fault {
            Fault::PowerLoss => hit,
            Fault::Lies => now > turn + 9,
            Fault::FailsOnce | Fault::Full => false,
        };
        if self.off && (!hit || self.fault == Fault::Lies) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(hit.then_some(self.fault))
    }

    fn note(&mut self) {
        self.since.push(self.file.clone());
    }

    /// What is left after a loss of power: each sector as it was at any moment since the last flush, and any
    /// of the lengths.
    fn after_power_loss(&mut self) -> Vec<u8> {
        let states: Vec<&Vec<u8>> = std::iter::once(&self.safe).chain(&self.since).collect();
        let mut any = || states[self.random.below(states.len() as u32) as usize];
        let length = any().len();
        let mut left = Vec::new();
        while left.len() < length {
            let sector = left.len()..left.len() + SECTOR;
            let mut bytes: Vec<u8> =
                any().get(sector.start..).unwrap_or_default().iter().take(SECTOR).copied().collect();
            bytes.resize(SECTOR, 0);
            left.extend(bytes);
        }
        left.truncate(length);
        left
    }
}

/// The disk as a recorder holds it.
#[derive(Clone)]
struct Held(Rc<RefCell<Disk>>);

impl Storage for Held {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.0.borrow_mut();
        let fault = disk.begin()?;
        let written = match fault {
            None | Some(Fault::Lies) => bytes.len(),
            Some(Fault::PowerLoss | Fault::FailsOnce | Fault::Full) => {
                disk.random.below(bytes.len() as u32 + 1) as usize
            }
        };
        disk.file.extend_from_slice(&bytes[..written]);
        disk.note();
        match fault {
            None | Some(Fault::Lies) => Ok(()),
            Some(Fault::Full) => Err(io::ErrorKind::StorageFull.into()),
            Some(Fault::PowerLoss | Fault::FailsOnce) => Err(io::ErrorKind::Other.into()),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut disk = self.0.borrow_mut();
        match disk.begin()? {
            None | Some(Fault::Full) => {
                disk.safe = disk.file.clone();
                disk.since.clear();
                Ok(())
            }
            Some(Fault::Lies) => Ok(()),
            Some(Fault::PowerLoss | Fault::FailsOnce) => Err(io::ErrorKind::Other.into()),
        }
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        let mut disk = self.0.borrow_mut();
        match disk.begin()? {
            None | Some(Fault::Full | Fault::Lies) => {
                disk.file.truncate(length as usize);
                disk.note();
                Ok(())
            }
            Some(Fault::PowerLoss | Fault::FailsOnce) => Err(io::ErrorKind::Other.into()),
        }
    }
}

#[derive(Debug, Clone)]
enum Step {
    Decide(Seat, Choice),
    Note,
    Finish,
}

/// The steps of a game, and its whole log.
fn game() -> (Vec<Step>, Vec<u8>) {
    let mut steps = Vec::new();
    let log = recorded(5, DECISIONS);
    for logged in Reader::open(&log).unwrap() {
        if let Record::Decision(made) = logged.unwrap().record {
            steps.push(Step::Decide(made.seat, made.choice));
            if steps.len() % 9 == 0 {
                steps.push(Step::Note);
            }
        }
    }
    steps.push(Step::Decide(Seat(0), Choice::one(Item::Concede)));
    steps.push(Step::Finish);
    let options = Options { durability: Durability::EveryRecord, ..Options::default() };
    let mut recorder = Recorder::new(&MagicFactory::default(), &setup(5), &options, Vec::new()).unwrap();
    for step in &steps {
        take(&mut recorder, step).unwrap();
    }
    (steps, recorder.into_storage().unwrap())
}

fn take<S: Storage>(recorder: &mut Recorder<S>, step: &Step) -> Result<(), RecordError> {
    match step {
        Step::Decide(seat, choice) => recorder.decide(*seat, choice).map(drop),
        Step::Note => recorder.annotate(Annotation {
            topic: Topic::Note,
            seat: None,
            time_ms: None,
            text: "the judge was called".to_string(),
        }),
        Step::Finish => recorder.finish().map(drop),
    }
}

/// How many steps a log holds.
fn taken(log: &[u8]) -> usize {
    let is_step = |record: &Record| matches!(record, Record::Decision(_) | Record::Annotation(_));
    Reader::open(log)
        .unwrap()
        .filter(|logged| logged.as_ref().is_ok_and(|logged| is_step(&logged.record)))
        .count()
}

/// Records the game on a disk that fails; how many steps were acknowledged, what is left, and whether the
/// fault was reached.
fn record(steps: &[Step], fault: Fault, at: u32, seed: u64) -> (usize, Vec<u8>, bool) {
    let disk = Rc::new(RefCell::new(Disk::new(fault, at, seed)));
    let options = Options { durability: Durability::EveryRecord, ..Options::default() };
    let mut acknowledged = 0;
    if let Ok(mut recorder) = Recorder::new(&MagicFactory::default(), &setup(5), &options, Held(disk.clone()))
    {
        for step in steps {
            // What fails once is tried again, as a platform would.
            let done = (0..4).any(|_| take(&mut recorder, step).is_ok());
            if !done {
                break;
            }
            acknowledged += 1;
        }
    }
    let mut disk = disk.borrow_mut();
    let reached = disk.operations >= at;
    (acknowledged, disk.after_power_loss(), reached)
}

/// Every fault at every operation, until an operation is not reached.
fn each_fault(fault: Fault, mut look: impl FnMut(usize, Vec<u8>, String)) -> u32 {
    let (steps, _) = game();
    for at in 1.. {
        for seed in 0..2 {
            let (acknowledged, left, reached) = record(&steps, fault, at, seed);
            if !reached {
                return at - 1;
            }
            look(acknowledged, left, format!("{fault:?} at operation {at}, seed {seed}"));
        }
    }
    unreachable!("the game is finite")
}

/// What is left goes on, cut to what verifies, to the same log.
fn goes_on(steps: &[Step], whole: &[u8], left: &[u8], acknowledged: usize, what: &str) {
    let Some(progress) = recover(left).verified else {
        assert_eq!(acknowledged, 0, "{what}: no header is left");
        return;
    };
    let kept = &left[..progress.bytes() as usize];
    assert_eq!(kept, &whole[..kept.len()], "{what}: what is left is not the beginning of the log");
    let done = taken(kept);
    assert!(
        done >= acknowledged.min(steps.len() - 1),
        "{what}: {acknowledged} steps were acknowledged, {done} are left"
    );
    let mut again =
        Recorder::resume(&MagicFactory::default(), kept, &Options::default(), kept.to_vec()).unwrap();
    for step in &steps[done..] {
        take(&mut again, step).unwrap();
    }
    assert!(again.into_storage().unwrap() == whole, "{what}: the log that goes on is another one");
}

#[test]
fn nothing_acknowledged_is_lost() {
    let (steps, whole) = game();
    for fault in [Fault::PowerLoss, Fault::FailsOnce, Fault::Full] {
        let operations = each_fault(fault, |acknowledged, left, what| {
            goes_on(&steps, &whole, &left, acknowledged, &what);
            let report = verify(&games(), &left);
            let is_whole = acknowledged == steps.len();
            assert!(report.verdict == Verdict::Verified || !is_whole, "{what}: {report:?}");
            assert!(
                !matches!(report.verdict, Verdict::Illegal | Verdict::Diverged | Verdict::Tampered),
                "{what}: {report:?}"
            );
        });
        assert!(operations > 2 * DECISIONS, "{fault:?}: only {operations} operations");
    }
}

#[test]
fn a_storage_that_lies_is_found_out() {
    let (steps, whole) = game();
    let mut lost = 0;
    each_fault(Fault::Lies, |acknowledged, left, what| {
        let kept = recover(&left).verified.map_or(0, |progress| progress.bytes() as usize);
        let report = verify(&games(), &left);
        if kept < whole.len() {
            assert_ne!(report.verdict, Verdict::Verified, "{what}: {report:?}");
            assert!(!matches!(report.verdict, Verdict::Illegal | Verdict::Diverged), "{what}: {report:?}");
        }
        if kept == 0 {
            return;
        }
        let done = taken(&left[..kept]);
        lost += u32::from(done < acknowledged.min(steps.len() - 1));
        // The verdict says where the log ends.
        assert!(report.verdict == Verdict::Verified || report.at.is_some(), "{what}: {report:?}");
        goes_on(&steps, &whole, &left, 0, &what);
    });
    assert!(lost > 50, "only {lost} lies lost anything");
}

/// The game that is recorded is long enough to hold seals.
#[test]
fn the_recorded_game_has_what_a_log_can_have() {
    let mut recorder =
        Recorder::new(&MagicFactory::default(), &setup(5), &Options::default(), Vec::new()).unwrap();
    let mut random = mind(5);
    assert!((0..DECISIONS).all(|_| step(&mut recorder, &mut random)));
    let (_, whole) = game();
    let kinds: Vec<bool> = Reader::open(&whole)
        .unwrap()
        .map(|logged| matches!(logged.unwrap().record, Record::Seal(_)))
        .collect();
    assert!(kinds.iter().filter(|is_seal| **is_seal).count() >= 2);
}
