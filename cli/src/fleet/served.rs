//! The verdicts of a fleet as `serve` lists them: followed beside it, and their logs fetched when somebody asks.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use async_nats::jetstream::Message;
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::connection::{ANSWER, Connection, Pauses, Trouble, asked};
use super::entries::{Entries, value};
use super::streams::Fleet;
use crate::output::Failure;
use crate::serve::elsewhere::{Elsewhere, LogElsewhere};

/// How many verdicts are listed: the latest.
const LISTED_MAX: usize = 2_000;

/// How often the fleet is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// How long a log is waited for.
const LOG: Duration = Duration::from_secs(30);

/// A log that is asked for by its digest, and where it is wanted.
type Wanted = (String, Sender<Option<Vec<u8>>>);

/// The verdicts, and the dead letters, which are told apart.
type Sources = [(Entries, bool); 2];

/// The verdicts of a fleet.
pub struct Served {
    listed: Mutex<VecDeque<LogElsewhere>>,
    ask: UnboundedSender<Wanted>,
}

impl Served {
    /// Follows a fleet from now on, beside all else.
    ///
    /// # Errors
    /// The fleet cannot be reached, or nothing was handed in there.
    pub fn follow(connection: Connection) -> Result<&'static Served, Failure> {
        let unable = |error: &dyn std::fmt::Display| Failure::system(error.to_string(), "try it again");
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| unable(&error))?;
        let fleet = runtime.block_on(Fleet::there(&connection, "serve"))?;
        let mut sources =
            [(Entries::of(&fleet.results, false), false), (Entries::of(&fleet.dead, false), true)];
        for (entries, _) in &mut sources {
            runtime.block_on(asked(&fleet.link.named, async || entries.skip_to(LISTED_MAX as u64).await))?;
        }
        let (ask, wanted) = unbounded_channel();
        // It lives as long as the program.
        let served: &'static Served = Box::leak(Box::new(Served { listed: Mutex::default(), ask }));
        thread::spawn(move || runtime.block_on(served.followed(fleet, sources, wanted)));
        Ok(served)
    }

    async fn followed(&self, fleet: Fleet, mut sources: Sources, mut wanted: UnboundedReceiver<Wanted>) {
        let mut pauses = Pauses::default();
        loop {
            let mut looked = Ok(false);
            for (entries, dead) in &mut sources {
                looked = match (looked, self.looked(&fleet, entries, *dead).await) {
                    (Ok(before), Ok(more)) => Ok(before || more),
                    (Err(trouble), _) | (_, Err(trouble)) => Err(trouble),
                };
            }
            match looked {
                // There may be more at once.
                Ok(true) => pauses = Pauses::default(),
                Ok(false) => {
                    pauses = Pauses::default();
                    tokio::select! {
                        Some((digest, at)) = wanted.recv() => answer(&fleet, &digest, &at).await,
                        () = sleep(LOOK) => {}
                    }
                }
                Err(_) => pauses.wait().await,
            }
            while let Ok((digest, at)) = wanted.try_recv() {
                answer(&fleet, &digest, &at).await;
            }
        }
    }

    /// Looks for what is new; true if there was something.
    async fn looked(&self, fleet: &Fleet, entries: &mut Entries, dead: bool) -> Result<bool, Trouble> {
        let more = entries.more().await?;
        for message in &more {
            let mut log = listed(message, dead);
            log.head = fleet.head(&log.digest).await.ok().flatten().unwrap_or_default();
            let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
            listed.push_back(log);
            while listed.len() > LISTED_MAX {
                listed.pop_front();
            }
        }
        Ok(!more.is_empty())
    }
}

async fn answer(fleet: &Fleet, digest: &str, at: &Sender<Option<Vec<u8>>>) {
    let log = timeout(ANSWER, fleet.log(digest)).await;
    let log = log.ok().and_then(Result::ok).flatten();
    // The same bytes, or none.
    let _ = at.send(log.filter(|log| blake3::hash(log).to_hex().as_str() == digest));
}

/// A verdict or a dead letter as it is listed, without the beginning of its log.
fn listed(message: &Message, dead: bool) -> LogElsewhere {
    let fields = value(message);
    let text = |name: &str| fields[name].as_str().unwrap_or_default().to_string();
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    let written = message.info().map(|info| info.published.unix_timestamp()).unwrap_or_default();
    LogElsewhere {
        digest: text("digest"),
        log: text("log"),
        bytes: number(&fields["bytes"]),
        written_ms: u64::try_from(written).unwrap_or_default() * 1000,
        verdict: if dead { "dead".to_string() } else { text("verdict") },
        decisions: u32::try_from(number(&fields["decisions"])).unwrap_or_default(),
        message: if dead { text("reason") } else { text("message") },
        outcome: serde_json::from_value(fields["outcome"].clone()).ok(),
        head: Vec::new(),
    }
}

impl Elsewhere for &'static Served {
    fn list(&self) -> Vec<LogElsewhere> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn bytes(&self, digest: &str) -> Option<Vec<u8>> {
        let (at, log): (_, Receiver<Option<Vec<u8>>>) = channel();
        self.ask.send((digest.to_string(), at)).ok()?;
        log.recv_timeout(LOG).ok().flatten()
    }
}
