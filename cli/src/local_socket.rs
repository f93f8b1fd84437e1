//! Sockets of this machine, which only the user who opens them can reach.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// A socket that is listened to; its file is removed with it.
pub struct LocalSocket {
    path: PathBuf,
    /// Who listens.
    pub listener: UnixListener,
}

/// Why a socket is not opened.
#[derive(Debug)]
pub enum SocketFault {
    /// Another file is there.
    Taken,
    /// Somebody listens there.
    Heard,
    /// It cannot be made.
    System(io::Error),
}

impl From<io::Error> for SocketFault {
    fn from(error: io::Error) -> SocketFault {
        SocketFault::System(error)
    }
}

impl LocalSocket {
    /// Opens a socket. Only the user who opens it can come in.
    ///
    /// # Errors
    /// Another file or another socket is there, or it cannot be made.
    pub fn open(path: &Path) -> Result<LocalSocket, SocketFault> {
        if let Ok(there) = fs::symlink_metadata(path) {
            if !there.file_type().is_socket() {
                return Err(SocketFault::Taken);
            }
            if UnixStream::connect(path).is_ok() {
                return Err(SocketFault::Heard);
            }
            // Left by a program that was killed.
            fs::remove_file(path)?;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // It gets its name when nobody else can open it any more.
        let hidden = tempfile::Builder::new().prefix(".d").tempdir_in(folder)?;
        let inside = hidden.path().join("s");
        let listener = UnixListener::bind(&inside)?;
        fs::set_permissions(&inside, Permissions::from_mode(0o600))?;
        fs::hard_link(&inside, path)?;
        Ok(LocalSocket { path: path.to_path_buf(), listener })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for LocalSocket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
