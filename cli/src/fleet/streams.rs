//! The streams of a fleet: the logs, the jobs, the verdicts, and the jobs that were given up.

use std::time::Duration;

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DirectGetErrorKind, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, ErrorCode};
use axum::body::Bytes;

use super::connection::{Connection, Link, Trouble, asked};
use crate::numbers::whole;
use crate::output::Failure;

/// The stream of the logs: each part of a log once, by the log's digest.
pub const LOGS: &str = "DUELOG_LOGS";
/// The work queue.
pub const JOBS: &str = "DUELOG_JOBS";
/// The stream of the verdicts: one for each digest.
pub const RESULTS: &str = "DUELOG_RESULTS";
/// The stream of the jobs that were given up.
pub const DEAD: &str = "DUELOG_DEAD";

/// How the subjects of logs begin: the digest and the number of the part follow.
pub const LOGS_OF: &str = "duelog.logs.";
/// How the subjects of jobs begin: game and revision follow.
pub const JOBS_OF: &str = "duelog.jobs.";
/// How the subjects of verdicts begin: the digest follows.
pub const RESULTS_OF: &str = "duelog.results.";
/// How the subjects of jobs that were given up begin: the digest follows.
pub const DEAD_OF: &str = "duelog.dead.";

/// How many bytes of a log are in one part. The same for all, as a part is stored once.
const PART: usize = 256 * 1024;

/// The header of a log's first part that says how many parts there are.
const PARTS: &str = "Duelog-Parts";

/// How long a job that is handed in twice is noticed by its digest alone.
const TWICE: Duration = Duration::from_secs(120);

/// The server's word for a subject that has its message: its store refuses a second one.
const HAS_ONE: u64 = ErrorCode::STREAM_STORE_FAILED.0;

/// A day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

// A doc comment here would stand in the help of each command that has these options.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Storage {
    /// How many servers keep each log, job and verdict: 1 or 3. Streams that are there are changed to it. [default: 1]
    #[arg(long, value_name = "N", value_parser = replicas, help_heading = crate::headings::STORAGE)]
    replicas: Option<usize>,
    /// How many days logs, verdicts and dead letters are kept; 0 keeps them for ever. Streams that are there are changed to it. [default: 0]
    #[arg(long, value_name = "DAYS", value_parser = whole::<u16>, help_heading = crate::headings::STORAGE)]
    keep: Option<u16>,
}

fn replicas(text: &str) -> Result<usize, String> {
    match text {
        "1" => Ok(1),
        "3" => Ok(3),
        _ => Err("it is 1 or 3".to_string()),
    }
}

/// The streams of a fleet.
#[derive(Debug, Clone)]
pub struct Fleet {
    /// The connection.
    pub link: Link,
    /// The logs.
    pub logs: Stream<()>,
    /// The jobs.
    pub jobs: Stream<()>,
    /// The verdicts.
    pub results: Stream<()>,
    /// The jobs that were given up.
    pub dead: Stream<()>,
}

/// The result of writing to a subject that may have a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It was, and now has this message.
    New,
    /// It has a message, which stays.
    There,
}

impl Fleet {
    /// The streams, made where they are missing.
    ///
    /// # Errors
    /// As [`Connection::open`], and a system error where the server makes no streams.
    pub async fn made(connection: &Connection, storage: &Storage, name: &str) -> Result<Fleet, Failure> {
        let link = connection.open(name).await?;
        for config in [kept(LOGS, LOGS_OF), queue(), kept(RESULTS, RESULTS_OF), kept(DEAD, DEAD_OF)] {
            asked(&link.named, async || made(&link, storage, &config).await).await?;
        }
        Fleet::of(link).await
    }

    /// The streams of a fleet that somebody else has made.
    ///
    /// # Errors
    /// As [`Connection::open`], and wrong use where there is no fleet yet.
    pub async fn there(connection: &Connection, name: &str) -> Result<Fleet, Failure> {
        let link = connection.open(name).await?;
        let there = asked(&link.named, async || there(&link, DEAD).await).await?;
        if there.is_none() {
            let what = format!("{}: nothing was handed in there yet", link.named);
            return Err(Failure::usage(
                what,
                "hand logs in with `duelog fleet submit`, or name another server with --server",
            ));
        }
        Fleet::of(link).await
    }

    async fn of(link: Link) -> Result<Fleet, Failure> {
        let unable = |error| Failure::system(format!("{error}"), "try it again");
        let stream = async |name: &str| link.streams.get_stream_no_info(name).await.map_err(unable);
        let (logs, jobs) = (stream(LOGS).await?, stream(JOBS).await?);
        let (results, dead) = (stream(RESULTS).await?, stream(DEAD).await?);
        Ok(Fleet { link, logs, jobs, results, dead })
    }

    /// Writes a message to a subject that has none.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn put(&self, subject: String, message: PublishMessage) -> Result<Put, Trouble> {
        let sent = self.link.streams.send_publish(subject, message.expected_last_subject_sequence(0)).await;
        let acknowledged = match sent {
            Ok(acknowledged) => acknowledged.await,
            Err(error) => Err(error),
        };
        match acknowledged {
            Ok(_) => Ok(Put::New),
            Err(error) if has_one(&error) => Ok(Put::There),
            Err(error) => Err(published(&error)),
        }
    }

    /// Queues a job.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn queue(&self, subject: String, message: PublishMessage) -> Result<(), Trouble> {
        let sent =
            self.link.streams.send_publish(subject, message).await.map_err(|error| published(&error))?;
        sent.await.map(|_| ()).map_err(|error| published(&error))
    }

    /// Stores a log under its digest, the first part last: a log whose first part is there is there as a whole.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn store(&self, digest: &str, log: &[u8]) -> Result<Put, Trouble> {
        let parts: Vec<&[u8]> = if log.is_empty() { vec![log] } else { log.chunks(PART).collect() };
        let mut put = Put::New;
        for (number, part) in parts.iter().enumerate().rev() {
            let message = PublishMessage::build().payload(Bytes::copy_from_slice(part));
            let message = message.header(PARTS, parts.len().to_string());
            put = self.put(format!("{LOGS_OF}{digest}.{number}"), message).await?;
        }
        Ok(put)
    }

    /// The first part of a log; none if the fleet lacks it.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn head(&self, digest: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let part = last(&self.logs, &format!("{LOGS_OF}{digest}.0")).await?;
        Ok(part.map(|part| part.payload.to_vec()))
    }

    /// The bytes of a log; none if the fleet lacks it.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn log(&self, digest: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let mut log = Vec::new();
        let mut parts = 1;
        let mut number = 0;
        while number < parts {
            let Some(part) = last(&self.logs, &format!("{LOGS_OF}{digest}.{number}")).await? else {
                return Ok(None);
            };
            let told = part.headers.get(PARTS).and_then(|told| told.as_str().parse::<usize>().ok());
            parts = told.unwrap_or(1);
            log.extend_from_slice(&part.payload);
            number += 1;
        }
        Ok(Some(log))
    }

    /// Returns whether there is a verdict on a log.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn has_verdict(&self, digest: &str) -> Result<bool, Trouble> {
        Ok(last(&self.results, &format!("{RESULTS_OF}{digest}")).await?.is_some())
    }

    /// Returns whether a log was given up.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn is_dead(&self, digest: &str) -> Result<bool, Trouble> {
        Ok(last(&self.dead, &format!("{DEAD_OF}{digest}")).await?.is_some())
    }

    /// How many parts of logs there are, and how many bytes they take.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn stored(&self) -> Result<(u64, u64), Trouble> {
        let state = self.logs.get_info().await.map_err(Trouble::later)?.state;
        Ok((state.messages, state.bytes))
    }

    /// Forgets that a log was given up.
    ///
    /// # Errors
    /// The server's trouble.
    pub async fn revive(&self, digest: &str) -> Result<(), Trouble> {
        let purged = self.dead.purge().filter(format!("{DEAD_OF}{digest}")).await;
        purged.map(|_| ()).map_err(Trouble::later)
    }
}

/// The message of a subject: of any server that keeps it, else of the one that leads.
async fn last(
    stream: &Stream<()>,
    subject: &str,
) -> Result<Option<jetstream::message::StreamMessage>, Trouble> {
    match stream.direct_get_last_for_subject(subject).await {
        Ok(message) => return Ok(Some(message)),
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => {}
        Err(error) => return Err(Trouble::later(error)),
    }
    match stream.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok(Some(message)),
        Err(error) => match error.kind() {
            LastRawMessageErrorKind::NoMessageFound => Ok(None),
            LastRawMessageErrorKind::JetStream(error) => Err(Trouble::answered(&error)),
            LastRawMessageErrorKind::InvalidSubject | LastRawMessageErrorKind::Other => {
                Err(Trouble::later(error))
            }
        },
    }
}

/// The server's own word for an error, where it has one.
fn named(error: &PublishError) -> Option<&jetstream::Error> {
    std::error::Error::source(error)?.downcast_ref::<jetstream::Error>()
}

fn has_one(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::WrongLastSequence
        || named(error).is_some_and(|own| {
            own.error_code().0 == HAS_ONE && own.to_string().contains("maximum messages per subject")
        })
}

fn published(error: &PublishError) -> Trouble {
    match (named(error), error.kind()) {
        (Some(own), _) => Trouble::answered(own),
        (None, PublishErrorKind::MaxPayloadExceeded) => Trouble::Never(error.to_string()),
        (None, _) => Trouble::later(error),
    }
}

/// A stream that keeps one message for each subject, which stays.
fn kept(name: &str, subjects: &str) -> Config {
    Config {
        name: name.to_string(),
        subjects: vec![format!("{subjects}>")],
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        storage: StorageType::File,
        allow_direct: true,
        num_replicas: 1,
        ..Config::default()
    }
}

/// The work queue.
fn queue() -> Config {
    Config {
        name: JOBS.to_string(),
        subjects: vec![format!("{JOBS_OF}>")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        duplicate_window: TWICE,
        num_replicas: 1,
        ..Config::default()
    }
}

async fn there(link: &Link, name: &str) -> Result<Option<Config>, Trouble> {
    use async_nats::jetstream::context::GetStreamErrorKind as Kind;
    match link.streams.get_stream(name).await {
        Ok(stream) => Ok(Some(stream.cached_info().config.clone())),
        Err(error) => match error.kind() {
            Kind::JetStream(own) if own.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
            Kind::JetStream(own) => Err(Trouble::answered(&own)),
            Kind::EmptyName | Kind::InvalidStreamName | Kind::Request => Err(Trouble::later(error)),
        },
    }
}

/// Makes a stream where it is missing, and changes it where its storage was asked to be another.
async fn made(link: &Link, storage: &Storage, config: &Config) -> Result<(), Trouble> {
    let own = there(link, &config.name).await?;
    let missing = own.is_none();
    let mut wanted = own.clone().unwrap_or_else(|| config.clone());
    if let Some(replicas) = storage.replicas {
        wanted.num_replicas = replicas;
    }
    if let Some(days) = storage.keep.filter(|_| config.name != JOBS) {
        wanted.max_age = DAY * u32::from(days);
        wanted.duplicate_window = if days == 0 { Duration::ZERO } else { TWICE };
    }
    if own.is_some_and(|own| own.num_replicas == wanted.num_replicas && own.max_age == wanted.max_age) {
        return Ok(());
    }
    let done = if missing {
        link.streams.create_stream(wanted).await.map(|_| ()).map_err(|error| error.to_string())
    } else {
        link.streams.update_stream(wanted).await.map(|_| ()).map_err(|error| error.to_string())
    };
    // Somebody else may make it at the same time: it is looked at again.
    done.map_err(|error| {
        let never = ["not enabled", "insufficient", "replicas > 1", "exceeds"];
        if never.iter().any(|never| error.contains(never)) {
            Trouble::Never(error)
        } else {
            Trouble::Later(error)
        }
    })
}
