//! The messages of a stream, read in order.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy};
use async_nats::jetstream::{Message, stream::Stream};
use futures_util::StreamExt;
use serde_json::Value;
use tokio::time::timeout;

use super::connection::{ANSWER, Trouble};

/// How many messages are asked for at once.
const BATCH: usize = 500;

/// How long a reader that asks for nothing is remembered by the server.
const REMEMBERED: Duration = Duration::from_secs(60);

/// Reads a stream from its beginning. A reader that the server has forgotten is made anew where it ended.
pub struct Entries {
    stream: Stream<()>,
    headers_only: bool,
    next: u64,
    reader: Option<Consumer<Config>>,
}

impl Entries {
    /// All messages of a stream, or their headers alone.
    pub fn of(stream: &Stream<()>, headers_only: bool) -> Entries {
        Entries { stream: stream.clone(), headers_only, next: 1, reader: None }
    }

    /// The next messages; none where there are no more yet.
    ///
    /// # Errors
    /// The server's trouble; what was read before is not read again.
    pub async fn more(&mut self) -> Result<Vec<Message>, Trouble> {
        let messages = self.asked().await;
        if messages.is_err() {
            self.reader = None;
        }
        messages
    }

    /// Skips all that is there but the latest.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn skip_to(&mut self, latest: u64) -> Result<(), Trouble> {
        let info = self.stream.get_info().await.map_err(Trouble::later)?;
        self.next = (info.state.last_sequence + 1).saturating_sub(latest).max(1);
        Ok(())
    }

    async fn asked(&mut self) -> Result<Vec<Message>, Trouble> {
        let reader = match &self.reader {
            Some(reader) => reader,
            None => self.reader.insert(self.made().await?),
        };
        let mut batch = reader.fetch().max_messages(BATCH).messages().await.map_err(Trouble::later)?;
        let mut messages = Vec::new();
        while let Some(message) = timeout(ANSWER, batch.next()).await.map_err(Trouble::later)? {
            let message = message.map_err(Trouble::later)?;
            let sequence = message.info().map_err(Trouble::later)?.stream_sequence;
            if sequence >= self.next {
                self.next = sequence + 1;
                messages.push(message);
            }
        }
        Ok(messages)
    }

    async fn made(&self) -> Result<Consumer<Config>, Trouble> {
        let config = Config {
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.next },
            ack_policy: AckPolicy::None,
            headers_only: self.headers_only,
            inactive_threshold: REMEMBERED,
            memory_storage: true,
            num_replicas: 1,
            ..Config::default()
        };
        self.stream.create_consumer(config).await.map_err(Trouble::later)
    }
}

/// A message as the JSON that it is.
pub fn value(message: &Message) -> Value {
    serde_json::from_slice(&message.payload).unwrap_or_default()
}
