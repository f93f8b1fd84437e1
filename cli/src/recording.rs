//! Matches that are recorded into a file as they are played, and logs that are gone on with.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use duelog_kernel::{Factory, Setup, SetupError};
use duelog_log_format::{Progress, Stage, Storage, Verdict, WriteError, recover};
use duelog_verifier::{Options, RecordError, Recorder, Replay, Report};

use crate::output::Failure;
use crate::{games, input};

/// Where the log of a match goes.
#[derive(Debug)]
pub enum Kept {
    /// Nowhere.
    Nowhere,
    /// Into a file that does not exist yet: it is made when the match has started.
    New(PathBuf),
    /// Into a file.
    File(File),
}

impl Storage for Kept {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Kept::Nowhere => Ok(()),
            Kept::File(file) => file.append(bytes),
            Kept::New(path) => {
                let mut file = File::create_new(&*path)?;
                claim(&file)?;
                let written = file.append(bytes).and_then(|()| file.sync_all()).and_then(|()| settle(path));
                match written {
                    Ok(()) => *self = Kept::File(file),
                    // A log that has not begun is not left behind.
                    Err(_) => drop(std::fs::remove_file(&*path)),
                }
                written
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Kept::File(file) = self { file.sync() } else { Ok(()) }
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        if let Kept::File(file) = self { Storage::set_len(file, length) } else { Ok(()) }
    }
}

/// Claims a log for writing, until the file is closed: two writers would cut off what the other one has written. Only where locks bind nobody but
/// those who ask for one too, so that a match can be watched while it is played.
fn claim(file: &File) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Makes the directory entry of a new file safe, where the system can.
fn settle(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Starts a match and its log.
///
/// # Errors
/// Wrong use where the setup cannot be played or the file is there already, a system error where it cannot be written.
pub fn begin(factory: &dyn Factory, setup: &Setup, options: &Options, log: Kept) -> Result<Recorder<Kept>, Failure> {
    let path = if let Kept::New(path) = &log { path.display().to_string() } else { String::new() };
    Recorder::new(factory, setup, options, log).map_err(|error| match error {
        RecordError::Setup(error) => refused(&error),
        RecordError::Write(WriteError::Failed { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
            Failure::usage(format!("{path} exists and is not overwritten"), "name another file, or go on with this log: `duelog play --resume`")
        }
        RecordError::Write(error) => Failure::system(format!("{path}: {error}"), "name a file in a folder that can be written and has room"),
        RecordError::Header(error) => Failure::usage(error.to_string(), "a log has no room for this match"),
        error @ (RecordError::Illegal(_) | RecordError::Running { .. }) => {
            Failure::system(error.to_string(), "this is a fault of the program: report it")
        }
    })
}

/// Why a setup cannot be played, as wrong use.
pub fn refused(error: &SetupError) -> Failure {
    let remedy = match error {
        SetupError::UnknownCard { .. } => {
            "`duelog cards list` shows every card that is built in; --game names the game of the decks, --cards DIR adds definitions"
        }
        SetupError::IllegalDeck { .. } => "mend the deck; seat 0 has the first deck, seat 1 the second",
        SetupError::Seats { .. } => "give one deck for each seat",
        SetupError::Position(_) => "mend the position",
        SetupError::Unavailable { .. } => "name a game and an edition that are built in",
    };
    Failure::usage(error.to_string(), remedy)
}

/// A log that goes on.
pub struct Resumed {
    /// The match, with its journal.
    pub recorder: Recorder<Kept>,
    /// The file that keeps what was cut off a torn log, if something was.
    pub cut: Option<PathBuf>,
}

/// Goes on with a log that ends anywhere; the unfinished bytes of a torn one are put beside it first. The report where it does not verify.
///
/// # Errors
/// A system error for files that cannot be read or written, wrong use for a match that is over.
pub fn resume(path: &Path, cards: Option<&Path>, options: &Options) -> Result<Result<Resumed, Report>, Failure> {
    let unwritable = |error: &dyn std::fmt::Display| {
        Failure::system(format!("{}: {error}", path.display()), "see that the file can be written and the disk has room")
    };
    let file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        // What cannot even be read is told about as such.
        Err(error) => return Err(input::bytes(path).err().unwrap_or_else(|| unwritable(&error))),
    };
    claim(&file).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => {
            Failure::usage(format!("{}: the log is being written by somebody else", path.display()), "wait until that match has ended or stopped")
        }
        _ => unwritable(&error),
    })?;
    let bytes = input::bytes(path)?;
    let recovery = recover(&bytes);
    if let Some(fault) = recovery.fault.filter(|fault| fault.verdict() != Verdict::Torn || recovery.verified.is_none()) {
        return Ok(Err(Report::of(&fault.into(), recovery.verified.map_or(0, |progress| progress.decisions()))));
    }
    let (Some(header), Some(verified)) = (&recovery.header, &recovery.verified) else {
        return Err(Failure::system(format!("{}: the log has no header", path.display()), "look for another copy"));
    };
    if verified.stage() == Stage::Closed {
        return Err(Failure::usage(
            format!("{}: the match is over, the log is closed", path.display()),
            "`duelog history` and `duelog show` read it",
        ));
    }
    let factory = games::factory(&header.game, cards)?;
    let length = usize::try_from(verified.bytes()).unwrap_or(bytes.len());
    // The match is replayed before anything is written.
    if let Err(stop) = Replay::with(&*factory, &bytes[..length], false).and_then(|mut replay| replay.finish()) {
        return Ok(Err(Report::of(&stop, verified.decisions())));
    }
    let cut = if length < bytes.len() { Some(keep(path, verified, &bytes[length..])?) } else { None };
    let recorder = Recorder::resume(&*factory, &bytes[..length], options, Kept::File(file)).map_err(|error| unwritable(&error))?;
    Ok(Ok(Resumed { recorder, cut }))
}

/// Puts the bytes after the last whole record into a file of their own beside the log.
fn keep(path: &Path, verified: &Progress, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_os_string();
        name.push(if number == 1 { format!(".torn-{}", verified.bytes()) } else { format!(".torn-{}-{number}", verified.bytes()) });
        PathBuf::from(name)
    };
    let failed =
        |place: &Path, error: io::Error| Failure::system(format!("{}: {error}", place.display()), "see that the folder can be written and has room");
    let mut number = 1;
    loop {
        let place = named(number);
        match File::create_new(&place) {
            Ok(mut file) => {
                file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| settle(&place)).map_err(|error| failed(&place, error))?;
                return Ok(place);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(&place, error)),
        }
    }
}
