//! An upload, unless it is too large or too slow.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How many bytes a log may have that is handed in.
pub const HANDED_IN_MAX: usize = 8 << 20;

/// How long handing one in may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long nothing of it may come, and how long it waits for room.
const SILENCE: Duration = Duration::from_secs(5);

/// How many KiB may be on their way at once.
const ROOM_KIB: usize = 64 << 10;

/// Why a log was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTaken {
    /// It has more than [`HANDED_IN_MAX`] bytes.
    TooLarge,
    /// It did not come, or not to its end.
    Late,
    /// Too much is handed in at once.
    Full,
}

/// Where logs are put while they come.
#[derive(Debug, Clone)]
pub struct Desk(Arc<Semaphore>);

/// A log that was handed in; it takes its room until this is dropped.
#[derive(Debug, Default)]
pub struct Upload {
    /// Its bytes.
    pub bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk(Arc::new(Semaphore::new(ROOM_KIB)))
    }
}

impl Desk {
    /// Takes what comes.
    ///
    /// # Errors
    /// [`NotTaken`], and nothing of it is kept.
    pub async fn take(&self, body: Body) -> Result<Upload, NotTaken> {
        timeout(PATIENCE, self.all(body)).await.unwrap_or(Err(NotTaken::Late))
    }

    async fn all(&self, mut body: Body) -> Result<Upload, NotTaken> {
        let mut upload = Upload::default();
        loop {
            let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
            let frame = match timeout(SILENCE, next).await {
                Err(_) | Ok(Some(Err(_))) => return Err(NotTaken::Late),
                Ok(None) => return Ok(upload),
                Ok(Some(Ok(frame))) => frame,
            };
            let Ok(part) = frame.into_data() else { continue };
            let length = upload.bytes.len() + part.len();
            if length > HANDED_IN_MAX {
                return Err(NotTaken::TooLarge);
            }
            upload.grow(&self.0, length).await?;
            upload.bytes.extend_from_slice(&part);
        }
    }
}

impl Upload {
    /// Reserves room for a number of bytes.
    async fn grow(&mut self, room: &Arc<Semaphore>, length: usize) -> Result<(), NotTaken> {
        // A list that grows has up to twice the room that it needs.
        let wanted = (2 * length).div_ceil(1 << 10);
        let taken = self.room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Some(more) = wanted.checked_sub(taken).and_then(|more| u32::try_from(more).ok()) else {
            return Ok(());
        };
        let permit = timeout(SILENCE, room.clone().acquire_many_owned(more)).await;
        let Ok(Ok(permit)) = permit else { return Err(NotTaken::Full) };
        match &mut self.room {
            Some(room) => room.merge(permit),
            None => self.room = Some(permit),
        }
        Ok(())
    }
}
