//! Matches that are recorded into a file as they are played, and logs that are continued.

use std::fs::File;
#[cfg(unix)]
use std::fs::TryLockError;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use duelog_kernel::{Factory, Setup};
use duelog_log_format::observed::ViewerCode;
use duelog_log_format::seeds::KeptPart;
use duelog_log_format::{Party, Progress, Stage, Storage, Verdict, WriteError, recover};
use duelog_verifier::{
    Age, Drawing, Options, Parts, RecordError, Recorder, Replay, Report, onlooker_word, redact, reveal,
};

use crate::decks::{Listed, refused};
use crate::effort::Effort;
use crate::games;
use crate::keys::unsigned;
use crate::new_file::{create_log, rewrite, settle};
use crate::output::Failure;
use crate::{input, part};

/// Where the log of a match goes.
#[derive(Debug)]
pub enum Destination {
    /// Nowhere.
    Nowhere,
    /// Into a file that does not exist yet: it is made when the match has started.
    New(PathBuf),
    /// Into a file.
    File(File),
    /// Into memory, where others can read it.
    Memory(Memory),
}

/// A log in memory.
pub type Memory = Arc<Mutex<Vec<u8>>>;

impl Storage for Destination {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Destination::Nowhere => Ok(()),
            Destination::File(file) => file.append(bytes),
            Destination::Memory(log) => {
                log.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
                Ok(())
            }
            Destination::New(path) => {
                *self = Destination::File(start(path, bytes, claim)?);
                Ok(())
            }
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        if let Destination::File(file) = self { file.sync() } else { Ok(()) }
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        match self {
            Destination::File(file) => Storage::set_len(file, length),
            Destination::Memory(log) => {
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                log.lock().unwrap_or_else(PoisonError::into_inner).truncate(length);
                Ok(())
            }
            Destination::Nowhere | Destination::New(_) => Ok(()),
        }
    }
}

/// Creates a log with its first bytes, in a missing or an empty file: a crash can leave an empty one. A log
/// that cannot be begun is not left behind.
fn start(path: &Path, bytes: &[u8], claim: fn(&File) -> io::Result<()>) -> io::Result<File> {
    let (mut file, made) = match create_log(path) {
        Ok(file) => (file, true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_empty(path) => {
            (File::options().append(true).open(path)?, false)
        }
        Err(error) => return Err(error),
    };
    let claimed = claim(&file);
    // Somebody else may have begun it meanwhile.
    if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let written =
        claimed.and_then(|()| file.append(bytes)).and_then(|()| file.sync_all()).and_then(|()| settle(path));
    if let Err(error) = &written {
        let theirs = error.kind() == io::ErrorKind::WouldBlock;
        match (theirs, made) {
            (true, _) => {}
            (false, true) => drop(std::fs::remove_file(path)),
            (false, false) => drop(Storage::set_len(&mut file, 0)),
        }
    }
    written.map(|()| file)
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
}

/// Claims a log for writing, until the file is closed: two writers would cut off what the other one has
/// written. Only where locks bind nobody but those who ask for one too, so that a match can be watched while
/// it is played.
#[cfg(unix)]
fn claim(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(not(unix))]
fn claim(_: &File) -> io::Result<()> {
    Ok(())
}

/// Starts a match and its log.
///
/// # Errors
/// Wrong use where the setup cannot be played or the file is there already, a system error where it cannot be
/// written.
pub fn begin(
    factory: &dyn Factory,
    setup: &Setup,
    decks: &[Listed],
    options: &Options,
    log: Destination,
) -> Result<Recorder<Destination>, Failure> {
    let path = if let Destination::New(path) = &log { Some(path.clone()) } else { None };
    let begun = Drawing::or_alone(factory, setup, options, log);
    begun.map_err(|error| not_begun(error, factory, decks, path.as_deref()))
}

/// Where the log of a viewer is kept while a match is written into a log.
fn view_path(log: &Path, onlooker: ViewerCode) -> PathBuf {
    log.with_extension(format!("{}.duelview", onlooker_word(onlooker).replace(' ', "-")))
}

/// The logs of the public and of each seat are written beside an observed log of a match that begins.
///
/// # Errors
/// Where they cannot be begun.
pub fn write_views(recorder: &mut Recorder<Destination>, log: &Path) -> Result<(), Failure> {
    if recorder.progress().observed().is_none() {
        return Ok(());
    }
    let views = (0..=recorder.header().seats).map(|onlooker| view_path(log, ViewerCode(onlooker)));
    recorder.write_views(views.map(Destination::New).collect(), None);
    views_written(recorder, log)
}

fn views_written(recorder: &Recorder<Destination>, log: &Path) -> Result<(), Failure> {
    let Some(error) = recorder.views_failed() else { return Ok(()) };
    Err(Failure::system(
        format!("{}: the logs of its viewers cannot be written beside it: {error}", log.display()),
        "move the file that is in the way; `duelog redact` makes them out of the log, and `--resume` continues the match",
    ))
}

/// The logs of viewers are written anew, up to the end of the resumed log.
fn write_views_again(
    recorder: &mut Recorder<Destination>,
    factory: &dyn Factory,
    played: &[u8],
    log: &Path,
) -> Result<(), Failure> {
    if recorder.progress().observed().is_none() {
        return Ok(());
    }
    let unwritable = |error: &dyn std::fmt::Display| unwritable(log, error);
    let so_far = redact(factory, played).map_err(|error| unwritable(&error))?;
    let mut views = Vec::new();
    for onlooker in (0..=recorder.header().seats).map(ViewerCode) {
        let path = view_path(log, onlooker);
        views.push(Destination::File(File::create(&path).map_err(|error| unwritable(&error))?));
    }
    recorder.write_views(views, Some(so_far));
    views_written(recorder, log)
}

/// Tells how a log that is being written can continue after this.
pub fn remedy(error: &RecordError) -> &'static str {
    match error {
        RecordError::Write(WriteError::Refused(_)) => "give less: a record holds 1 MiB",
        RecordError::Write(_) => "make room on the disk",
        RecordError::Unsigned(_) => "see that the program that keeps the key answers",
        RecordError::Setup(_)
        | RecordError::Header(_)
        | RecordError::Illegal(_)
        | RecordError::Draw { .. }
        | RecordError::Clock(_)
        | RecordError::Running { .. } => "this is a fault of the program: report it",
    }
}

/// Why a match and its log are not begun.
pub fn not_begun(
    error: RecordError,
    factory: &dyn Factory,
    decks: &[Listed],
    path: Option<&Path>,
) -> Failure {
    let path = path.map_or_else(String::new, |path| path.display().to_string());
    match error {
        RecordError::Setup(error) => refused(&error, factory.game(), decks),
        RecordError::Write(WriteError::Failed { source, .. })
            if source.kind() == io::ErrorKind::AlreadyExists =>
        {
            Failure::usage(
                format!("{path} exists and is not overwritten"),
                "name another file, or continue this log: `duelog play --resume`",
            )
        }
        RecordError::Write(WriteError::Failed { source, .. })
            if source.kind() == io::ErrorKind::WouldBlock =>
        {
            written_elsewhere(&path)
        }
        RecordError::Write(
            WriteError::Failed { source, .. }
            | WriteError::Full { source, .. }
            | WriteError::Broken { source, .. },
        ) => {
            let remedy = "name a file in a folder that exists, can be written and has room";
            Failure::system(
                format!("{path}: the log cannot be begun, nothing of it is kept: {source}"),
                remedy,
            )
        }
        RecordError::Write(error) => Failure::system(
            format!("{path}: {error}"),
            "name a file in a folder that can be written and has room",
        ),
        RecordError::Unsigned(error) => unsigned(&error),
        RecordError::Clock(fault) => Failure::usage(
            fault.to_string(),
            "state the clock with --clock, or `clock` in a setup, and not as labels",
        ),
        error @ RecordError::Draw { .. } => {
            Failure::usage(error.to_string(), "state the draw as it came out")
        }
        RecordError::Header(error) => Failure::usage(error.to_string(), "a log has no room for this match"),
        error @ (RecordError::Illegal(_) | RecordError::Running { .. }) => {
            Failure::system(error.to_string(), "this is a fault of the program: report it")
        }
    }
}

fn written_elsewhere(path: &str) -> Failure {
    Failure::usage(
        format!("{path}: the log is being written by somebody else"),
        "wait until that match has ended or stopped",
    )
}

/// A resumed log.
pub struct Resumed {
    /// The match, with its journal.
    pub recorder: Recorder<Destination>,
    /// The file that keeps what was cut off a torn log, if something was.
    pub cut: Option<PathBuf>,
}

/// Where the host's part of the seed of a log is kept.
pub fn secret_of(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_os_string();
    name.push(".secret");
    PathBuf::from(name)
}

/// The host's part of the seed of a resumed log, if it is kept beside it.
///
/// # Errors
/// If the file exists but is unreadable or not a part.
pub fn kept_part(log: &Path) -> Result<Option<Parts>, Failure> {
    let secret = secret_of(log);
    if !secret.exists() {
        return Ok(None);
    }
    Ok(Some(Parts { host: part::read(&secret)?, players: Vec::new() }))
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::system(
        format!("{}: {error}", path.display()),
        "see that the file can be written and the disk has room",
    )
}

/// A log that is there, for writing on; nobody else can until the file is closed.
///
/// # Errors
/// A system error where it cannot be read or written, wrong use where somebody else writes it.
pub fn open_to_write(path: &Path) -> Result<File, Failure> {
    // An unreadable log is reported as such.
    let opened = input::regular(path).and_then(|()| File::options().read(true).write(true).open(path));
    let file =
        opened.map_err(|error| input::bytes(path).err().unwrap_or_else(|| unwritable(path, &error)))?;
    claim(&file).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => written_elsewhere(&path.display().to_string()),
        _ => unwritable(path, &error),
    })?;
    Ok(file)
}

/// Continues a log that ends anywhere; the unfinished bytes of a torn one are put beside it first. The report
/// where it does not verify. `effort` is how much work it may make; a caller that sets a limit itself gives none.
///
/// # Errors
/// A system error for files that cannot be read or written, wrong use for a match that is over, a limit where the log
/// makes more work than it may.
pub fn resume(
    path: &Path,
    cards: Option<&Path>,
    options: &Options,
    effort: Option<Effort>,
) -> Result<Result<Resumed, Report>, Failure> {
    let unwritable = |error: &dyn std::fmt::Display| unwritable(path, error);
    let file = open_to_write(path)?;
    let bytes = input::bytes(path)?;
    let recovery = recover(&bytes);
    if let Some(fault) =
        recovery.fault.filter(|fault| fault.verdict() != Verdict::Torn || recovery.verified.is_none())
    {
        return Ok(Err(Report::of(
            &fault.into(),
            recovery.verified.map_or(0, |progress| progress.decisions()),
            None,
        )));
    }
    let (Some(header), Some(verified)) = (&recovery.header, &recovery.verified) else {
        return Err(Failure::system(
            format!("{}: the log has no header", path.display()),
            "look for another copy",
        ));
    };
    let factory = games::factory_of_log(&header.game, cards)?;
    let length = usize::try_from(verified.bytes()).unwrap_or(bytes.len());
    // The match is replayed before anything is written.
    let host = options.parts.as_ref().map(|parts| parts.host);
    let shown = host.filter(|_| verified.is_shared() && !verified.seed_revealed());
    let shown = match shown.map(|part| reveal(&bytes[..length], part)).transpose() {
        Ok(shown) => shown,
        Err(fault) => return Ok(Err(Report::of(&fault.into(), verified.decisions(), None))),
    };
    // The part that is kept beside a log must be in it, too, where it need not be shown any more.
    if let Some(host) = host.filter(|_| shown.is_none())
        && let Some(report) =
            Report::without_part(&KeptPart::fresh(host), Some(Party::HOST), &bytes[..length])
    {
        return Ok(Err(report));
    }
    let played = shown.as_deref().unwrap_or(&bytes[..length]);
    // Nothing has been written yet: a log that makes too much work is left as it is.
    let replay = || {
        let replay = Replay::with(&*factory, played, false).map(Replay::observing);
        replay.and_then(|mut replay| replay.finish())
    };
    let replayed = match effort {
        Some(effort) => effort.hold(replay)?,
        None => replay(),
    };
    if let Err(stop) = replayed {
        return Ok(Err(Report::of(&stop, verified.decisions(), Age::under(&*factory, header).as_ref())));
    }
    if verified.stage() == Stage::Closed {
        return Err(Failure::usage(
            format!("{}: the match is over, the log is closed", path.display()),
            "`duelog history` and `duelog show` read it",
        ));
    }
    if let Some(age) = Age::under(&*factory, header) {
        return Err(Failure::usage(
            format!("{}: the log verifies so far, but {}", path.display(), age.in_words()),
            "a log is continued under the revision that it began with: `duelog fork` begins a new log under this engine's revision, with the same decisions",
        ));
    }
    let cut = if length < bytes.len() { Some(keep(path, verified, &bytes[length..])?) } else { None };
    let mut recorder = Recorder::resume(&*factory, &bytes[..length], options, Destination::File(file))
        .map_err(|error| unwritable(&error))?;
    write_views_again(&mut recorder, &*factory, played, path)?;
    Ok(Ok(Resumed { recorder, cut }))
}

/// Writes a log that exists anew, as a whole or not at all, and continues it. Nobody else writes it meanwhile.
///
/// # Errors
/// Where it cannot be written.
pub fn write_anew(
    path: &Path,
    bytes: &[u8],
    factory: &dyn Factory,
    options: &Options,
) -> Result<Recorder<Destination>, Failure> {
    let file = rewrite(path, bytes).and_then(|file| claim(&file).map(|()| file));
    let file = file.map_err(|error| unwritable(path, &error))?;
    Recorder::resume(factory, bytes, options, Destination::File(file))
        .map_err(|error| unwritable(path, &error))
}

/// Puts the bytes after the last whole record into a file of their own beside the log.
fn keep(path: &Path, verified: &Progress, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_os_string();
        name.push(if number == 1 {
            format!(".torn-{}", verified.bytes())
        } else {
            format!(".torn-{}-{number}", verified.bytes())
        });
        PathBuf::from(name)
    };
    let failed = |place: &Path, error: io::Error| {
        Failure::system(
            format!("{}: {error}", place.display()),
            "see that the folder can be written and has room",
        )
    };
    let mut number = 1;
    loop {
        let place = named(number);
        match create_log(&place) {
            Ok(mut file) => {
                file.write_all(bytes)
                    .and_then(|()| file.sync_all())
                    .and_then(|()| settle(&place))
                    .map_err(|error| failed(&place, error))?;
                return Ok(place);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(&place, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(_: &File) -> io::Result<()> {
        Err(io::Error::other("no locks are left"))
    }

    #[test]
    fn a_log_that_cannot_be_begun_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.duelog");
        assert!(start(&path, b"log", broken).is_err());
        assert!(!path.exists());
        // An empty file was there before: it stays, without a byte.
        std::fs::write(&path, "").unwrap();
        assert!(start(&path, b"log", broken).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        drop(start(&path, b"log", claim).unwrap());
        assert_eq!(start(&path, b"other", claim).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"log");
    }
}
