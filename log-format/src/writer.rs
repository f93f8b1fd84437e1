//! Writing: records go to the end, in order, whole or not at all.

use std::io;
use std::num::NonZeroU32;

use duelog_kernel::{Choice, Digest, Outcome, Seat, Tag};

use crate::fault::FaultKind;
use crate::frame;
use crate::header::Header;
use crate::limits::MAGIC;
use crate::progress::{Progress, Stage};
use crate::record::{self, Annotation, Record, Rewind, Seal};
use crate::storage::Storage;

/// When what was written is made safe from a crash of the machine. A crash of the program alone loses nothing
/// written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// When the operating system gets round to it.
    None,
    /// After this many records.
    Every(NonZeroU32),
    /// After each record.
    EveryRecord,
}

/// Why a record was not written, or not made safe.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The record does not fit the log; nothing was written.
    #[error("the record was not written: {0}")]
    Refused(FaultKind),
    /// The storage is full; the log ends with its last whole record and can continue when there is room.
    #[error("the storage is full: the record was not written, the log is intact up to record {records}")]
    Full {
        /// How many whole records the log has.
        records: u64,
        /// The message of the storage.
        source: io::Error,
    },
    /// The storage failed; the log ends with its last whole record.
    #[error("the record was not written, the log is intact up to record {records}: {source}")]
    Failed {
        /// How many whole records the log has.
        records: u64,
        /// The message of the storage.
        source: io::Error,
    },
    /// The storage failed and could not be brought back to whole, safe records: recover the log before
    /// writing on.
    #[error("the log is no longer written, {acknowledged} records are safe: {source}")]
    Broken {
        /// How many records were acknowledged.
        acknowledged: u64,
        /// The message of the storage.
        source: io::Error,
    },
    /// An earlier failure could not be undone.
    #[error("the log is no longer written since an earlier failure: recover it first")]
    Closed,
}

/// Appends to a log.
#[derive(Debug)]
pub struct Writer<S> {
    storage: S,
    progress: Progress,
    durability: Durability,
    acknowledged: u64,
    broken: bool,
    payload: Vec<u8>,
    frame: Vec<u8>,
}

impl<S: Storage> Writer<S> {
    /// Begins a log in empty storage with `header`.
    ///
    /// # Errors
    /// [`WriteError`] when the header is not allowed or the storage fails.
    pub fn create(mut storage: S, header: &Header, durability: Durability) -> Result<Writer<S>, WriteError> {
        let payload = header
            .encode()
            .map_err(|error| WriteError::Refused(FaultKind::NonCanonical { why: error.to_string() }))?;
        let mut frame = MAGIC.to_vec();
        frame::put(&payload, &mut frame);
        let progress = Progress::start(header, &payload, frame.len() - MAGIC.len());
        if let Err(source) = storage.append(&frame) {
            return Err(match storage.set_len(0) {
                Ok(()) => failed(source, 0),
                Err(_) => WriteError::Broken { acknowledged: 0, source },
            });
        }
        let mut writer =
            Writer { storage, progress, durability, acknowledged: 0, broken: false, payload, frame };
        writer.settle()?;
        Ok(writer)
    }

    /// Continues a log: `progress` is how far it verifies, from a [`crate::Reader`] or [`crate::recover`].
    /// The bytes behind that are cut off; keep them elsewhere first if they may matter.
    ///
    /// # Errors
    /// [`WriteError`] when the storage fails.
    pub fn append_to(
        mut storage: S,
        progress: Progress,
        durability: Durability,
    ) -> Result<Writer<S>, WriteError> {
        let broken = |source| WriteError::Broken { acknowledged: 0, source };
        storage.set_len(progress.bytes()).map_err(broken)?;
        if durability != Durability::None {
            storage.sync().map_err(broken)?;
        }
        let acknowledged = progress.records();
        Ok(Writer {
            storage,
            progress,
            durability,
            acknowledged,
            broken: false,
            payload: Vec::new(),
            frame: Vec::new(),
        })
    }

    /// How far the log goes.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns whether [`Writer::seal`] must be called before the next decision, or because the match is
    /// over.
    pub fn seal_due(&self) -> bool {
        self.progress.seal_due()
    }

    /// How many records, the header included, are as safe as the durability asks for.
    pub fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// Writes a player's answer and the tag of what followed; its number, counted from 1.
    ///
    /// # Errors
    /// [`WriteError`] when the decision does not fit here or the storage fails.
    pub fn decision(&mut self, seat: Seat, choice: &Choice, tag: Tag) -> Result<u32, WriteError> {
        self.payload.clear();
        record::encode_decision(seat, choice, tag, &mut self.payload);
        if seat.0 >= self.progress.seats() {
            return Err(WriteError::Refused(FaultKind::WrongSeat {
                seat: seat.0,
                seats: self.progress.seats(),
            }));
        }
        if too_long(choice) {
            return Err(WriteError::Refused(FaultKind::NonCanonical {
                why: "the choice is longer than a choice may be".to_string(),
            }));
        }
        self.write()?;
        Ok(self.progress.decisions())
    }

    /// Writes a seal: the chain so far and the state's `root`.
    ///
    /// # Errors
    /// [`WriteError`] when a seal does not fit here or the storage fails.
    pub fn seal(&mut self, root: Digest) -> Result<(), WriteError> {
        self.append(&Record::Seal(self.progress.next_seal(root)))
    }

    /// Writes a seal of an observed log: `observed` is the hash of [`crate::observed::Roots`].
    ///
    /// # Errors
    /// [`WriteError`] when a seal does not fit here or the storage fails.
    pub fn seal_observed(&mut self, root: Digest, observed: Digest) -> Result<(), WriteError> {
        let seal = Seal { observed: Some(observed), ..self.progress.next_seal(root) };
        self.append(&Record::Seal(seal))
    }

    /// Writes that the match goes back to where `to` decisions of the line being played had been made.
    ///
    /// # Errors
    /// [`WriteError`] when the line has at most `to` decisions or the storage fails.
    pub fn rewind(&mut self, to: u32) -> Result<(), WriteError> {
        self.append(&Record::Rewind(Rewind { to }))
    }

    /// Writes something worth keeping that is not part of the game.
    ///
    /// # Errors
    /// [`WriteError`] when it is too long or the storage fails.
    pub fn annotate(&mut self, annotation: Annotation) -> Result<(), WriteError> {
        self.append(&Record::Annotation(annotation))
    }

    /// Writes how the match ended and seals the log with the last state's `root`; nothing can follow.
    ///
    /// # Errors
    /// [`WriteError`] when the match has already ended or the storage fails.
    pub fn finish(&mut self, outcome: Outcome, root: Digest) -> Result<(), WriteError> {
        if self.progress.stage() == Stage::Running {
            self.append(&Record::Outcome(outcome))?;
        }
        self.seal(root)?;
        self.sync()
    }

    /// Writes any record but a header.
    ///
    /// # Errors
    /// [`WriteError`] when the record does not fit here or the storage fails.
    pub fn append(&mut self, record: &Record) -> Result<(), WriteError> {
        if let Record::Decision(decision) = record {
            return self.decision(decision.seat, &decision.choice, decision.tag).map(drop);
        }
        record.check_seats(self.progress.seats()).map_err(WriteError::Refused)?;
        record.encode(&mut self.payload).map_err(WriteError::Refused)?;
        self.write()
    }

    /// Makes everything written safe from a crash of the machine.
    ///
    /// # Errors
    /// [`WriteError::Broken`] when the storage cannot.
    pub fn sync(&mut self) -> Result<(), WriteError> {
        if self.broken {
            return Err(WriteError::Closed);
        }
        // After a failure nobody knows what the storage has kept, so nothing more is acknowledged.
        self.storage.sync().map_err(|source| self.break_off(source))?;
        self.acknowledged = self.progress.records();
        Ok(())
    }

    /// The storage, after everything written was made safe.
    ///
    /// # Errors
    /// [`WriteError::Broken`] when the storage cannot.
    pub fn into_storage(mut self) -> Result<S, WriteError> {
        self.sync()?;
        Ok(self.storage)
    }

    /// Writes the payload at hand as a record.
    fn write(&mut self) -> Result<(), WriteError> {
        if self.broken {
            return Err(WriteError::Closed);
        }
        self.frame.clear();
        frame::put(&self.payload, &mut self.frame);
        let mut next = self.progress;
        next.admit(&self.payload, self.frame.len()).map_err(WriteError::Refused)?;
        if let Err(source) = self.storage.append(&self.frame) {
            return Err(match self.storage.set_len(self.progress.bytes()) {
                Ok(()) => failed(source, self.progress.records()),
                Err(_) => self.break_off(source),
            });
        }
        self.progress = next;
        self.settle()
    }

    /// Acknowledges what the durability allows.
    fn settle(&mut self) -> Result<(), WriteError> {
        match self.durability {
            Durability::None => {
                self.acknowledged = self.progress.records();
                Ok(())
            }
            Durability::Every(count)
                if self.progress.records() - self.acknowledged < u64::from(count.get()) =>
            {
                Ok(())
            }
            Durability::Every(_) | Durability::EveryRecord => self.sync(),
        }
    }

    fn break_off(&mut self, source: io::Error) -> WriteError {
        self.broken = true;
        WriteError::Broken { acknowledged: self.acknowledged, source }
    }
}

fn failed(source: io::Error, records: u64) -> WriteError {
    match source.kind() {
        io::ErrorKind::StorageFull
        | io::ErrorKind::QuotaExceeded
        | io::ErrorKind::FileTooLarge
        | io::ErrorKind::WriteZero => WriteError::Full { records, source },
        _ => WriteError::Failed { records, source },
    }
}

fn too_long(choice: &Choice) -> bool {
    let length = match choice {
        Choice::Pick(items) => items.len(),
        Choice::Split(shares) => shares.len(),
        Choice::Name(name) => name.len(),
        Choice::Number(_) => 0,
    };
    length > duelog_kernel::decision::LIST_LIMIT as usize
}
