//! The queues of a worker: those of the games and revisions that it has, each asked in turn.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, Consumer};
use async_nats::jetstream::context::ConsumerInfoErrorKind;
use futures_util::{StreamExt, TryStreamExt};
use tokio::time::{sleep, timeout};

use super::connection::{ANSWER, Pauses, Trouble};
use super::job::Needs;
use super::judging::Judging;
use super::streams::{Fleet, JOBS_OF};

/// How long a worker that found nothing waits before it looks again: at first, and at most.
const IDLE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// How many jobs of one queue may be in work at once, over all workers.
const IN_WORK_MAX: i64 = 65_536;

/// A job that was taken, and for how long it is this worker's.
pub struct Taken {
    /// The job as the server gave it.
    pub message: Message,
    /// It is given to another worker when nothing is heard of this one for so long.
    pub lease: Duration,
}

/// The jobs that a worker can do.
pub struct Queue {
    fleet: Fleet,
    judge: Arc<Judging>,
    lease: Duration,
    known: BTreeMap<Needs, Consumer<Config>>,
    /// The queues that had jobs when they were looked at, the one to be asked next first.
    waiting: VecDeque<Needs>,
    idle: Duration,
    pauses: Pauses,
    /// The server's trouble, where the last attempt had one.
    pub trouble: Option<String>,
}

/// How many jobs each queue of a fleet has, in work or not.
///
/// # Errors
/// The server's trouble.
pub async fn waiting(fleet: &Fleet) -> Result<BTreeMap<Needs, u64>, Trouble> {
    let look = async {
        let mut info = fleet.jobs.info_with_subjects(format!("{JOBS_OF}>")).await.map_err(Trouble::later)?;
        let mut waiting = BTreeMap::new();
        while let Some((subject, count)) = info.try_next().await.map_err(Trouble::later)? {
            waiting.extend(Needs::named(&subject).map(|needs| (needs, count as u64)));
        }
        Ok(waiting)
    };
    timeout(ANSWER, look).await.map_err(Trouble::later)?
}

impl Queue {
    /// The queues of a worker that judges so, for jobs that are its own for so long.
    pub fn new(fleet: Fleet, judge: Arc<Judging>, lease: Duration) -> Queue {
        let (known, waiting) = (BTreeMap::new(), VecDeque::new());
        let (idle, pauses) = (IDLE.0, Pauses::default());
        Queue { fleet, judge, lease, known, waiting, idle, pauses, trouble: None }
    }

    /// Takes as many jobs, at most; none after a pause where there are none, or the server is not there.
    pub async fn take(&mut self, most: usize) -> Vec<Taken> {
        match self.taken(most).await {
            Ok(taken) => {
                (self.trouble, self.pauses) = (None, Pauses::default());
                if taken.is_empty() && self.waiting.is_empty() {
                    sleep(self.idle).await;
                    self.idle = (self.idle * 2).min(IDLE.1);
                } else if !taken.is_empty() {
                    self.idle = IDLE.0;
                }
                taken
            }
            Err(trouble) => {
                self.trouble = Some(trouble.to_string());
                self.known.clear();
                self.waiting.clear();
                self.pauses.wait().await;
                Vec::new()
            }
        }
    }

    /// Returns whether nothing is left that this worker can do, with nobody; false where the server does not say.
    pub async fn is_empty(&self) -> bool {
        let all = standing(&self.fleet).await;
        all.is_ok_and(|all| !all.keys().any(|needs| needs.met_by(&self.judge.games)))
    }

    async fn taken(&mut self, most: usize) -> Result<Vec<Taken>, Trouble> {
        if self.waiting.is_empty() {
            let all = waiting(&self.fleet).await?;
            self.waiting = all.into_keys().filter(|needs| needs.met_by(&self.judge.games)).collect();
        }
        let Some(needs) = self.waiting.pop_front() else { return Ok(Vec::new()) };
        let consumer = self.consumer(&needs).await?;
        let lease = consumer.cached_info().config.ack_wait;
        let mut batch = consumer.fetch().max_messages(most).messages().await.map_err(Trouble::later)?;
        let mut taken = Vec::new();
        loop {
            match timeout(ANSWER, batch.next()).await {
                Ok(Some(Ok(message))) => taken.push(Taken { message, lease }),
                Ok(None) => break,
                // Jobs that were given are done all the same.
                Ok(Some(Err(_))) | Err(_) if !taken.is_empty() => break,
                Ok(Some(Err(error))) => return Err(Trouble::later(error)),
                Err(error) => return Err(Trouble::later(error)),
            }
        }
        if !taken.is_empty() {
            self.waiting.push_back(needs);
        }
        Ok(taken)
    }

    /// The consumer that all workers of a queue share.
    async fn consumer(&mut self, needs: &Needs) -> Result<&Consumer<Config>, Trouble> {
        if !self.known.contains_key(needs) {
            let name = consumer_name(needs);
            let config = Config {
                durable_name: Some(name.clone()),
                filter_subject: needs.subject(),
                ack_policy: AckPolicy::Explicit,
                ack_wait: self.lease,
                max_ack_pending: IN_WORK_MAX,
                ..Config::default()
            };
            let made = self.fleet.jobs.get_or_create_consumer(&name, config).await;
            self.known.insert(needs.clone(), made.map_err(Trouble::later)?);
        }
        self.known.get(needs).ok_or_else(|| Trouble::Later(String::new()))
    }
}

/// How a queue stands.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
pub struct Standing {
    /// Jobs that nobody has taken.
    pub waiting: u64,
    /// Jobs that a worker has.
    pub in_work: u64,
    /// Those among them that a worker was given before, which did not end them.
    pub redelivered: u64,
    /// False where no worker has ever asked for it.
    pub worked_on: bool,
}

impl Standing {
    /// How many jobs are not done.
    pub fn left(&self) -> u64 {
        self.waiting + self.in_work
    }
}

/// How each queue of a fleet stands that has jobs. The consumer knows it: a server that was killed may still store a job that is done.
///
/// # Errors
/// The server's trouble.
pub async fn standing(fleet: &Fleet) -> Result<BTreeMap<Needs, Standing>, Trouble> {
    let mut standing = BTreeMap::new();
    for (needs, jobs) in waiting(fleet).await? {
        let one = match fleet.jobs.consumer_info(&consumer_name(&needs)).await {
            Ok(info) => Standing {
                waiting: info.num_pending,
                in_work: info.num_ack_pending as u64,
                redelivered: info.num_redelivered as u64,
                worked_on: true,
            },
            Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => {
                Standing { waiting: jobs, ..Standing::default() }
            }
            Err(error) => return Err(Trouble::later(error)),
        };
        if one.left() > 0 {
            standing.insert(needs, one);
        }
    }
    Ok(standing)
}

/// How many jobs of a fleet are not done.
///
/// # Errors
/// The server's trouble.
pub async fn left(fleet: &Fleet) -> Result<u64, Trouble> {
    Ok(standing(fleet).await?.values().map(Standing::left).sum())
}

/// The name of the consumer that all workers of a queue share.
fn consumer_name(needs: &Needs) -> String {
    format!("{}-{}", needs.game, needs.revision)
}
