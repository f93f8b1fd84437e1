//! Where a log is kept: the three things that a writer needs.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// Append-only storage.
pub trait Storage {
    /// Appends all of `bytes`; on an error, some of them may have been appended.
    ///
    /// # Errors
    /// When the storage fails or is full.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns when everything appended is safe from a crash of the machine.
    ///
    /// # Errors
    /// When the storage fails; what was appended since the last success may then be lost.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts the storage to `length` bytes; the next append goes there.
    ///
    /// # Errors
    /// When the storage fails.
    fn set_len(&mut self, length: u64) -> io::Result<()>;
}

/// A file, positioned at its end. Whoever creates it makes its directory entry safe.
impl Storage for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        File::set_len(self, length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Memory; always safe.
impl Storage for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        self.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(())
    }
}

impl<S: Storage + ?Sized> Storage for &mut S {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        (**self).append(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        (**self).sync()
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        (**self).set_len(length)
    }
}
