//! A writer that dies, and storage that fails: every log is left with a beginning that verifies, and nothing
//! acknowledged is lost.

mod common;

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use duelog_log_format::{Annotation, Durability, Reader, Storage, Topic, WriteError, Writer, recover};

const KILLS: u64 = 220;

/// The writer that is killed: reads where to write from standard input, and prints the number of each
/// acknowledged record.
///
/// Run without one, it does nothing.
#[test]
#[ignore = "run by the_log_survives_kill_9"]
fn write_until_killed() {
    let mut path = String::new();
    io::stdin().read_line(&mut path).expect("standard input");
    if path.is_empty() {
        return;
    }
    let file = OpenOptions::new().append(true).create_new(true).open(path.trim_end()).expect("a new file");
    let mut writer = Writer::create(file, &common::header(), Durability::EveryRecord).expect("a file");
    #[allow(clippy::disallowed_methods, reason = "the child of a test, no command")]
    let mut acknowledgements = io::stdout().lock();
    for number in 0..u32::MAX {
        writeln!(acknowledgements, "ack {}", writer.acknowledged()).expect("a pipe");
        if writer.seal_due() {
            writer.seal(common::root(number)).expect("due");
        } else if number % 7 == 3 {
            // Long enough that a kill can fall into the middle of it.
            let text = "a long note ".repeat(40_000);
            writer
                .annotate(Annotation { topic: Topic::Note, seat: None, time_ms: None, text })
                .expect("a file");
        } else {
            common::decide(&mut writer, (number % 2) as u8, number).expect("a file");
        }
    }
}

fn spawn(path: &std::path::Path) -> Child {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "write_until_killed", "--ignored", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "{}", path.display()).expect("a pipe");
    child
}

#[test]
fn the_log_survives_kill_9() {
    let directory = tempfile::tempdir().expect("a directory");
    let (mut torn, mut written) = (0, 0);
    for kill in 0..KILLS {
        let path = directory.path().join(format!("{kill}.duelog"));
        let mut child = spawn(&path);
        let mut lines =
            BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("a line"));
        // A spread of moments: after some acknowledgement, and some microseconds later.
        let wanted = kill % 23;
        let mut acknowledged = 0;
        let mut note = |line: String| {
            if let Some(number) = line.strip_prefix("ack ") {
                acknowledged = acknowledged.max(number.parse::<u64>().unwrap_or(0));
            }
        };
        lines.by_ref().filter(|line| line.starts_with("ack")).take(wanted as usize).for_each(&mut note);
        std::thread::sleep(std::time::Duration::from_micros(kill * 37 % 1900));
        child.kill().expect("a running process");
        child.wait().expect("a killed process");
        lines.for_each(&mut note);

        let bytes = fs::read(&path).unwrap_or_default();
        let recovery = recover(&bytes);
        assert!(recovery.islands.is_empty(), "kill {kill}: {:?}", recovery.fault);
        torn += u64::from(recovery.fault.is_some());
        let Some(progress) = recovery.verified else {
            assert_eq!(acknowledged, 0, "kill {kill}: {:?}", recovery.fault);
            continue;
        };
        assert!(
            progress.records() >= acknowledged,
            "kill {kill}: {acknowledged} acknowledged, {} left",
            progress.records()
        );
        written += progress.records();

        let file = OpenOptions::new().write(true).open(&path).expect("the log");
        let mut writer = Writer::append_to(file, progress, Durability::EveryRecord).expect("the log");
        if !writer.seal_due() {
            common::decide(&mut writer, 0, 1).expect("the log goes on");
        }
        drop(writer);
        Reader::open(&fs::read(&path).expect("the log")).expect("a header").check().expect("a good log");
        fs::remove_file(&path).expect("the log");
    }
    println!("{KILLS} kills, {torn} torn, {written} records");
}

/// Memory with room for so many bytes, whose other operations can be made to fail.
#[derive(Default)]
struct Disk {
    bytes: Vec<u8>,
    room: Rc<Cell<usize>>,
    cannot_cut: bool,
    cannot_sync: bool,
    syncs: u32,
}

impl Storage for Disk {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let fits = bytes.len().min(self.room.get() - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..fits]);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.syncs += 1;
        if self.cannot_sync { Err(io::Error::other("the disk is gone")) } else { Ok(()) }
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        if self.cannot_cut {
            Err(io::Error::other("the disk is gone"))
        } else {
            Storage::set_len(&mut self.bytes, length)
        }
    }
}

fn room(bytes: usize) -> Rc<Cell<usize>> {
    Rc::new(Cell::new(bytes))
}

/// Writes decisions until the disk refuses one.
fn fill(writer: &mut Writer<&mut Disk>) -> WriteError {
    (0..)
        .find_map(|number| {
            let result = if writer.seal_due() {
                writer.seal(common::root(number))
            } else {
                common::decide(writer, 0, number)
            };
            result.err()
        })
        .expect("a full disk")
}

#[test]
fn a_full_disk_leaves_whole_records() {
    for bytes in 0..2_000 {
        let mut disk = Disk { room: room(bytes), ..Disk::default() };
        let more = disk.room.clone();
        let mut writer = match Writer::create(&mut disk, &common::header(), Durability::EveryRecord) {
            Ok(writer) => writer,
            Err(WriteError::Full { records: 0, .. }) => {
                assert!(disk.bytes.is_empty());
                continue;
            }
            Err(other) => panic!("{other}"),
        };
        let error = fill(&mut writer);
        let progress = *writer.progress();
        let WriteError::Full { records, .. } = error else { panic!("{error}") };
        assert_eq!((records, records), (progress.records(), writer.acknowledged()));
        // A seal, the longest record here, takes 108 bytes.
        more.set(bytes + 120);
        assert!(matches!(fill(&mut writer), WriteError::Full { .. }));
        let later = *writer.progress();
        assert!(later.records() > progress.records());
        drop(writer);
        assert_eq!(Reader::open(&disk.bytes).expect("a header").check().expect("a good log"), &later);
        disk.bytes.truncate(progress.bytes() as usize);
        assert_eq!(Reader::open(&disk.bytes).expect("a header").check().expect("a good log"), &progress);
    }
}

#[test]
fn a_disk_that_cannot_be_brought_back_is_not_written_again() {
    let mut disk = Disk { room: room(1_000), cannot_cut: true, ..Disk::default() };
    let mut writer = Writer::create(&mut disk, &common::header(), Durability::None).expect("room");
    assert!(matches!(fill(&mut writer), WriteError::Broken { .. }));
    assert!(matches!(common::decide(&mut writer, 0, 0), Err(WriteError::Closed)));
    let progress = *writer.progress();
    drop(writer);
    assert_eq!(recover(&disk.bytes).verified, Some(progress));
}

#[test]
fn what_was_not_made_safe_is_not_acknowledged() {
    let mut disk = Disk { room: room(100_000), ..Disk::default() };
    let four = std::num::NonZeroU32::new(4).expect("four");
    let mut writer = Writer::create(&mut disk, &common::header(), Durability::Every(four)).expect("room");
    let counts: Vec<u64> = (0..9)
        .map(|number| {
            common::decide(&mut writer, 0, number).expect("room");
            writer.acknowledged()
        })
        .collect();
    assert_eq!(counts, [0, 0, 4, 4, 4, 4, 8, 8, 8]);
    writer.sync().expect("a good disk");
    assert_eq!(writer.acknowledged(), 10);

    let mut disk = Disk { room: room(100_000), cannot_sync: true, ..Disk::default() };
    assert!(matches!(
        Writer::create(&mut disk, &common::header(), Durability::EveryRecord),
        Err(WriteError::Broken { acknowledged: 0, .. })
    ));
}

/// Going on with a log makes it safe before anything is added.
#[test]
fn what_is_cut_is_made_safe_before_the_log_goes_on() {
    let mut disk = Disk { room: room(100_000), ..Disk::default() };
    let mut writer = Writer::create(&mut disk, &common::header(), Durability::EveryRecord).expect("room");
    common::decide(&mut writer, 0, 1).expect("room");
    let progress = *writer.progress();
    drop(writer);
    for (durability, syncs) in [
        (Durability::None, 0),
        (Durability::EveryRecord, 1),
        (Durability::Every(std::num::NonZeroU32::MIN), 1),
    ] {
        disk.bytes.push(0x80);
        disk.syncs = 0;
        let writer = Writer::append_to(&mut disk, progress, durability).expect("room");
        assert_eq!(writer.acknowledged(), progress.records());
        drop(writer);
        assert_eq!((disk.bytes.len() as u64, disk.syncs), (progress.bytes(), syncs), "{durability:?}");
    }
    disk.cannot_sync = true;
    assert!(matches!(
        Writer::append_to(&mut disk, progress, Durability::EveryRecord),
        Err(WriteError::Broken { .. })
    ));
}

/// A device that cannot be flushed says so: a file is really flushed.
#[test]
fn a_file_is_flushed_by_the_operating_system() {
    let Ok(mut device) = File::options().write(true).open("/dev/null") else { return };
    Storage::append(&mut device, b"anything").expect("it takes everything");
    let error = Storage::sync(&mut device).expect_err("no device to flush");
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
}

/// The kernel's own full disk, where there is one.
#[test]
fn a_full_device_is_told_as_full() {
    let Ok(device) = File::options().write(true).open("/dev/full") else { return };
    // The device cannot be cut, so the writer is broken as well.
    let error = Writer::create(device, &common::header(), Durability::None).map(drop).expect_err("full");
    let WriteError::Broken { source, .. } = error else { panic!("{error}") };
    assert_eq!(source.kind(), io::ErrorKind::StorageFull);
}
