//! Files that are made: none is overwritten, and none is left behind unfinished.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use tempfile::NamedTempFile;

use crate::output::Failure;

/// Reads the name of a file that is made or continued: `-` is none, as a log is not written to a stream.
pub fn a_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err(
            "`-` is standard input or output, and a file is needed here: give its name, ./- for one called -",
        ),
        false => Ok(path),
    })
}

/// Makes a file for a log or a part of one, which nobody but its owner may read: the seed stands in it, and
/// who has the seed knows every card.
///
/// # Errors
/// When there is such a file, or it cannot be made.
pub fn create_log(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the directory entry of a new file safe, where the system can.
pub fn settle(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path)) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Writes a file that does not exist yet, and makes it safe.
///
/// # Errors
/// When it exists, or cannot be written; an unfinished one is removed.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create_log(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Writes a file as a whole or not at all, in place of the one that is there. All may read a `public` one, only
/// its owner another.
///
/// # Errors
/// When it cannot be written; the one that is there stays as it is.
pub fn replace(path: &Path, bytes: &[u8], public: bool) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    if public {
        publish(&file)?;
    }
    put_in_place(file, path).map(drop)
}

/// Refuses to write over anything but an empty file or one of the same kind, which begins with these bytes.
///
/// # Errors
/// Wrong use where the file is of another kind, a system error where it cannot be read.
pub fn may_replace(path: &Path, kind: &str, begins: &[u8]) -> Result<(), Failure> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.map_err(|error| unwritable(path, &error))?,
    };
    let metadata = file.metadata().map_err(|error| unwritable(path, &error))?;
    let mut start = Vec::new();
    if metadata.is_file() {
        let most = begins.len() as u64;
        file.take(most).read_to_end(&mut start).map_err(|error| unwritable(path, &error))?;
        if start.is_empty() || start == begins {
            return Ok(());
        }
    }
    Err(Failure::usage(
        format!("{} exists, holds no {kind} and is not overwritten", path.display()),
        "name another file",
    ))
}

/// Returns whether two paths name the same file, or are the same where there is none yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Lets everybody read a file that only its owner could.
///
/// # Errors
/// If the system refuses.
#[cfg_attr(not(unix), expect(unused_variables, reason = "files have no modes there"))]
pub fn publish(file: &NamedTempFile) -> io::Result<()> {
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    Ok(())
}

/// Makes a written file safe and gives it its name, in place of the one that has it.
///
/// # Errors
/// If the system refuses; the one that is there stays as it is.
pub fn put_in_place(file: NamedTempFile, path: &Path) -> io::Result<File> {
    file.as_file().sync_all()?;
    let file = file.persist(path)?;
    settle(path).map(|()| file)
}

/// Writes a file that exists anew, as a whole or not at all, with the permissions that it has. Through a symbolic
/// link, the file that it leads to is written. Returns the file, at its end.
///
/// # Errors
/// When it cannot be written; it stays as it is.
pub fn rewrite(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let path = fs::canonicalize(path)?;
    let mut file = NamedTempFile::new_in(folder_of(&path))?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    put_in_place(file, &path)
}

/// Why a file is not made.
pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return Failure::usage(
            format!("{} exists and is not overwritten", path.display()),
            "name another file",
        );
    }
    Failure::system(
        format!("{}: {error}", path.display()),
        "name a file in a folder that can be written and has room",
    )
}
