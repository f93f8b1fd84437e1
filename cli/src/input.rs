//! Reading files, none without end: only regular files, and no more bytes than a log, a deck or the like can
//! sensibly have.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use duelog_log_format::{MAGIC, VIEW_MAGIC};

use crate::output::{Context, Failure};

/// The most bytes of a log that are read: some three million decisions.
pub const LOG_BYTES_MAX: u64 = 64 << 20;

/// The most bytes of a deck, a card definition or a scenario that are read.
pub const TEXT_BYTES_MAX: u64 = 4 << 20;

/// The most bytes of a list of cards that are read: all cards of a game, with all that is published of them.
pub const CARDS_BYTES_MAX: u64 = 256 << 20;

/// How many bytes of a file are read that does not begin as a log does: enough to say what it is.
const HEAD_BYTES: u64 = 512;

/// The bytes of a log; of a file that is none only the first ones, from which that is told. `-` is standard
/// input.
///
/// # Errors
/// When it cannot be read, is not a regular file, or has more than [`LOG_BYTES_MAX`] bytes.
pub fn log(path: &Path) -> io::Result<Vec<u8>> {
    read(path, true)
}

/// The bytes of a log, for a command that names one.
///
/// # Errors
/// A system error that names the file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    log(path).map_err(|error| no_log(path, &error))
}

/// The bytes of a log, for a command that names one: of the file, unless the run has logs of its own.
///
/// # Errors
/// A system error that names the file; wrong use if the run lacks this log.
pub fn named<'c>(path: &Path, context: &'c Context) -> Result<Cow<'c, [u8]>, Failure> {
    let Some(logs) = context.held() else { return bytes(path).map(Cow::Owned) };
    let held = logs.iter().find(|held| held.0 == path);
    held.map(|held| Cow::Borrowed(&*held.1)).ok_or_else(|| {
        Failure::usage(format!("there is no log {}", path.display()), "name one that is listed")
    })
}

/// The bytes of a log, however damaged.
///
/// # Errors
/// A system error that names the file.
pub fn damaged(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path, false).map_err(|error| no_log(path, &error))
}

/// A text.
///
/// # Errors
/// When it cannot be read, is not a regular file, has more than [`TEXT_BYTES_MAX`] bytes, or is not text.
pub fn text(path: &Path) -> io::Result<String> {
    utf8(limited_bytes(path, TEXT_BYTES_MAX)?)
}

/// A list of files, from a file or standard input.
///
/// # Errors
/// When it cannot be read, has more than [`CARDS_BYTES_MAX`] bytes, or is not text.
pub fn list(path: &Path) -> io::Result<String> {
    if !is_stdin(path) {
        return cards(path);
    }
    let mut bytes = Vec::new();
    limited(&mut io::stdin().lock(), CARDS_BYTES_MAX, &mut bytes)?;
    utf8(bytes)
}

/// A list of cards.
///
/// # Errors
/// When it cannot be read, is not a regular file, has more than [`CARDS_BYTES_MAX`] bytes, or is not text.
pub fn cards(path: &Path) -> io::Result<String> {
    utf8(limited_bytes(path, CARDS_BYTES_MAX)?)
}

/// A file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file, or has more bytes.
pub fn limited_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    limited(&mut open(path)?, most, &mut bytes)?;
    Ok(bytes)
}

/// The bytes of a log that grows, behind the first `from`.
///
/// # Errors
/// If it cannot be read, is not a regular file, or has more than [`LOG_BYTES_MAX`] bytes.
pub fn tail(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    limited(&mut file, LOG_BYTES_MAX.saturating_sub(from), &mut bytes)?;
    Ok(bytes)
}

/// Demands a regular file: a folder cannot be read, and a device or a pipe may have no end.
///
/// # Errors
/// Its actual kind.
pub fn regular(path: &Path) -> io::Result<()> {
    kind(&std::fs::metadata(path)?)
}

/// Returns whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn no_log(path: &Path, error: &io::Error) -> Failure {
    let remedy = match error.kind() {
        io::ErrorKind::IsADirectory => "name one log in it; `duelog verify` takes folders too",
        io::ErrorKind::FileTooLarge => "this is more than a match can have: look for the right file",
        _ => "name a log file that exists and can be read",
    };
    Failure::system(format!("{}: {error}", path.display()), remedy)
}

fn kind(metadata: &std::fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file"));
    }
    if !metadata.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a device or a pipe, and only regular files are read (a log also from standard input, as `-`)",
        ));
    }
    Ok(())
}

/// Opens a regular file. Its kind is checked before, because opening a pipe waits for its other end, and
/// after, because it may have been exchanged.
fn open(path: &Path) -> io::Result<File> {
    regular(path)?;
    let file = File::open(path)?;
    kind(&file.metadata()?)?;
    Ok(file)
}

fn read(path: &Path, only_logs: bool) -> io::Result<Vec<u8>> {
    let mut source: Box<dyn Read> =
        if is_stdin(path) { Box::new(io::stdin().lock()) } else { Box::new(open(path)?) };
    let mut bytes = Vec::new();
    source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
    if only_logs && bytes != MAGIC && bytes != VIEW_MAGIC {
        source.take(HEAD_BYTES).read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    limited(&mut source, LOG_BYTES_MAX, &mut bytes)?;
    Ok(bytes)
}

/// Bytes as text, without the mark that some editors write before it.
fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_string(),
        None => text,
    })
}

/// Reads to the end, behind what has been read, unless that is too far.
fn limited(source: &mut impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let room = most.saturating_sub(bytes.len() as u64);
    source.take(room + 1).read_to_end(bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it has more than {most} bytes, the most that are read"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_the_limit() {
        let read = |length: usize| {
            let mut bytes = vec![1];
            limited(&mut vec![0; length].as_slice(), 10, &mut bytes).map(|()| bytes.len())
        };
        assert_eq!((read(0).ok(), read(9).ok()), (Some(1), Some(10)));
        assert_eq!(read(10).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
