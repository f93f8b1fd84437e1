//! `duelog fleet worker`: takes jobs, verifies their logs, writes the verdicts.

use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::PublishMessage;
use duelog_verifier::{ENGINE, Report};
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture};
use futures_util::stream::FuturesUnordered;
use serde::Serialize;
use tokio::sync::mpsc::Receiver;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{interval, timeout};

use super::connection::{Connection, Pauses, Trouble};
use super::job::{Job, Needs};
use super::judging::Judging;
use super::metrics::{self, Ended, Metrics};
use super::queue::{Queue, Taken};
use super::streams::{DEAD_OF, Fleet, RESULTS_OF, Storage};
use super::wait_for;
use crate::games;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::serve::{address, stop_signs};
use crate::verify::progress::Clock;
use crate::verify::{Limits, VerdictLine};

/// The header of a verdict that says its word.
pub const VERDICT: &str = "Duelog-Verdict";
/// The header of a verdict or a dead letter that says how often the job was given to a worker.
pub const DELIVERIES: &str = "Duelog-Deliveries";

/// How long a job rests that could not be done.
const REST: Duration = Duration::from_secs(2);

/// How long the last words to the server may take.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Takes jobs of a fleet, verifies their logs as `duelog verify` does, and writes the verdicts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (with a server, `nats-server -js`):
  duelog fleet worker --jobs 2

Start as many as you like, on as many machines as you like. A worker takes the jobs of the games and revisions that it has, and leaves others. A verdict
is written once for each log, by its digest, whoever is first. A job of a worker that nothing is heard of for --lease seconds is given to another one; after
--deliveries of them it is given up: a dead letter names the log, and nobody else tries it. So it is with a log that takes longer than --timeout.
A log that takes more steps than --budget is `undecided`: give all workers of a fleet the same --budget and --decisions, and the same --cards.

SIGTERM and SIGINT end it: it takes no more jobs, ends those that it has within --grace seconds, and gives the rest back. A server that is away is
waited for.

Exit codes: 0 when it was told to end, 2 for wrong use, 3 when the server cannot be reached at the start or refuses to work.")]
pub struct Args {
    /// How many logs are verified at once; one a core where it is left out.
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU16>, help_heading = crate::headings::LIMITS)]
    jobs: Option<NonZeroU16>,
    #[command(flatten)]
    limits: Limits,
    /// How often a job is given to workers before it is given up.
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole::<NonZeroU16>, help_heading = crate::headings::LIMITS)]
    deliveries: NonZeroU16,
    /// After how many seconds of silence a job is given to another worker. The first worker of a queue decides.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = whole::<NonZeroU16>, help_heading = crate::headings::LIMITS)]
    lease: NonZeroU16,
    /// How many seconds jobs in work are waited for at the end.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole::<u16>, help_heading = crate::headings::LIMITS)]
    grace: u16,
    /// Ends once the queues that it can work on are empty.
    #[arg(long, help_heading = crate::headings::LIMITS)]
    until_empty: bool,
    /// Prints only logs that are not verified.
    #[arg(long, short, help_heading = crate::headings::OUTPUT)]
    quiet: bool,
    /// Answers /metrics there, for Prometheus: a port, an address of this machine, or both.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, help_heading = crate::headings::NETWORK)]
    metrics: Option<SocketAddr>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    #[command(flatten)]
    storage: Storage,
    #[command(flatten)]
    connection: Connection,
}

/// The verdict on a log as it is written down: that of `duelog verify`, and who gave it.
#[derive(Debug, Serialize)]
struct Written<'a> {
    digest: &'a str,
    bytes: u64,
    #[serde(flatten)]
    line: VerdictLine<'a>,
    by: By<'a>,
}

/// Who gave a verdict. All else of it is the same whoever does.
#[derive(Debug, Serialize)]
struct By<'a> {
    worker: &'a str,
    engine: &'static str,
    deliveries: u64,
    milliseconds: u64,
}

/// A dead letter: a job that was given up.
#[derive(Debug, Serialize)]
struct DeadLetter<'a> {
    digest: &'a str,
    log: &'a str,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
    deliveries: u64,
    reason: &'a str,
    worker: &'a str,
}

/// A worker at work.
struct Worker<'a> {
    args: &'a Args,
    context: &'a Context,
    fleet: Fleet,
    judge: Arc<Judging>,
    name: String,
    metrics: Arc<Metrics>,
    /// True once all that is in work is to be given back.
    give_back: watch::Receiver<bool>,
}

/// Works until it is told to end.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = games::with_cards(args.cards.as_deref())?;
    let judge = Arc::new(Judging { games, limits: args.limits });
    wait_for(work(args, judge, context))
}

async fn work(args: &Args, judge: Arc<Judging>, context: &Context) -> Done {
    let unable = |error: std::io::Error| Failure::system(error.to_string(), "try it again");
    let mut stop = stop_signs().map_err(unable)?;
    let fleet = Fleet::made(&args.connection, &args.storage, "fleet worker").await?;
    let jobs = args
        .jobs
        .map_or_else(|| available_parallelism().map_or(1, usize::from), |jobs| usize::from(jobs.get()));
    let metrics = Arc::new(Metrics::new(jobs));
    let listening = match args.metrics {
        Some(address) => Some(metrics::serve(address, metrics.clone(), fleet.clone()).await?),
        None => None,
    };
    let (give_back, given_back) = watch::channel(false);
    let worker = Worker { args, context, judge, name: name(), metrics, give_back: given_back, fleet };
    worker.begun(jobs, listening);
    let queue = Queue::new(worker.fleet.clone(), worker.judge.clone(), seconds(args.lease.get()));
    let (taking, running) = (None, FuturesUnordered::new());
    let mut crew = Crew { worker: &worker, jobs, queue: Some(queue), taking, running };
    crew.work(&mut stop).await;
    crew.end(&mut stop, &give_back).await;
    let _ = timeout(LAST_WORDS, worker.fleet.link.client.flush()).await;
    Ok(End::Success)
}

fn seconds(number: u16) -> Duration {
    Duration::from_secs(number.into())
}

/// The jobs that a worker has at once.
struct Crew<'a> {
    worker: &'a Worker<'a>,
    jobs: usize,
    /// The queue while nothing is taken from it.
    queue: Option<Queue>,
    /// The queue while jobs are taken from it: that is never broken off, as the jobs that the server gives are this worker's.
    taking: Option<LocalBoxFuture<'a, (Queue, Vec<Taken>)>>,
    running: FuturesUnordered<LocalBoxFuture<'a, Ended>>,
}

impl Crew<'_> {
    /// Takes jobs and does them, until it is told to end.
    async fn work(&mut self, stop: &mut Receiver<()>) {
        let worker = self.worker;
        while !worker.context.broken() {
            let free = self.jobs.saturating_sub(self.running.len());
            if let Some(mut queue) = self.queue.take_if(|_| free > 0) {
                self.taking = Some(Box::pin(async move {
                    let taken = queue.take(free).await;
                    (queue, taken)
                }));
            }
            tokio::select! {
                biased;
                _ = stop.recv() => return,
                Some(ended) = self.running.next(), if !self.running.is_empty() => worker.tell(&ended),
                Some((queue, taken)) = next(&mut self.taking), if self.taking.is_some() => {
                    self.taking = None;
                    worker.heard(queue.trouble.as_deref());
                    let nothing = taken.is_empty() && self.running.is_empty() && queue.trouble.is_none();
                    if worker.args.until_empty && nothing && queue.is_empty().await {
                        return;
                    }
                    self.queue = Some(queue);
                    self.running.extend(taken.into_iter().map(|taken| worker.done(taken).boxed_local()));
                }
            }
        }
    }

    /// Ends what it has, as long as there is time, and gives the rest back. Whoever asks a second time does not wait.
    async fn end(&mut self, stop: &mut Receiver<()>, give_back: &watch::Sender<bool>) {
        if let Ok(Some((_, taken))) = timeout(LAST_WORDS, next(&mut self.taking)).await {
            for Taken { message, .. } in taken {
                let _ = message.ack_with(AckKind::Nak(None)).await;
            }
        }
        let in_time = tokio::select! {
            in_time = timeout(seconds(self.worker.args.grace), self.ended()) => in_time.is_ok(),
            _ = stop.recv() => false,
        };
        if !in_time {
            let _ = give_back.send(true);
            let _ = timeout(LAST_WORDS, self.ended()).await;
        }
    }

    /// Waits for all that is in work.
    async fn ended(&mut self) {
        while let Some(ended) = self.running.next().await {
            self.worker.tell(&ended);
        }
    }
}

/// The result of something that is being done, once it is there; nothing where nothing is.
async fn next<T>(doing: &mut Option<LocalBoxFuture<'_, T>>) -> Option<T> {
    Some(doing.as_mut()?.await)
}

/// The name of this worker: that of its machine, and its number there.
fn name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = if machine.trim().is_empty() { "worker" } else { machine.trim() };
    format!("{machine}/{}", process::id())
}

impl Worker<'_> {
    /// Does a job that was taken.
    async fn done(&self, taken: Taken) -> Ended {
        let Taken { message, lease } = taken;
        let delivery = message.info().map_or(1, |info| u64::try_from(info.delivered).unwrap_or(1));
        let needs = Needs::named(&message.subject);
        let job = serde_json::from_slice::<Job>(&message.payload).unwrap_or_else(|_| Job {
            digest: blake3::hash(&message.payload).to_hex().to_string(),
            log: "a job that this program does not understand".to_string(),
            bytes: 0,
            again: false,
        });
        self.taken(&job, delivery);
        let mut give_back = self.give_back.clone();
        let mut beat = interval((lease / 3).max(Duration::from_millis(100)));
        beat.tick().await;
        let ended = {
            let doing = self.ended(&job, needs.as_ref(), delivery);
            tokio::pin!(doing);
            loop {
                tokio::select! {
                    ended = &mut doing => break ended,
                    _ = beat.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
                    _ = give_back.wait_for(|all| *all) => break Ended::GivenBack(job.clone()),
                }
            }
        };
        let mut pauses = Pauses::default();
        let acknowledgement = match &ended {
            Ended::Judged(..) | Ended::Before(_) | Ended::Dead(..) => AckKind::Ack,
            Ended::Failed(..) => AckKind::Nak(Some(REST)),
            Ended::GivenBack(_) => AckKind::Nak(None),
        };
        // Where that is not heard, somebody else takes the job, finds the verdict and says it again.
        for _ in 0..3 {
            if message.double_ack_with(acknowledgement).await.is_ok() || *self.give_back.borrow() {
                break;
            }
            pauses.wait().await;
        }
        ended
    }

    /// The end of a job; what concerns the server is tried until it is there.
    async fn ended(&self, job: &Job, needs: Option<&Needs>, delivery: u64) -> Ended {
        let most = u64::from(self.args.deliveries.get());
        let known = async || persist(async || self.fleet.has_verdict(&job.digest).await).await;
        if (delivery > 1 || job.again) && known().await == Ok(true) {
            return Ended::Before(job.clone());
        }
        if delivery > most {
            let reason = format!("{most} workers took it, and none of them ended it");
            return self.bury(job, needs, delivery, reason).await;
        }
        match self.judged(job).await {
            Ok((report, took)) => match self.write(job, delivery, &report, took).await {
                Ok(()) => Ended::Judged(job.clone(), Box::new(report), took),
                Err(why) => self.bury(job, needs, delivery, why).await,
            },
            Err(reason) if delivery >= most => self.bury(job, needs, delivery, reason).await,
            Err(reason) => Ended::Failed(job.clone(), reason),
        }
    }

    /// The verdict on the log of a job, and how long it took.
    async fn judged(&self, job: &Job) -> Result<(Report, Duration), String> {
        let log = persist(async || self.fleet.log(&job.digest).await).await?;
        let log = log.ok_or("the fleet does not have the log (any more)")?;
        if blake3::hash(&log).to_hex().as_str() != job.digest {
            return Err("the fleet has other bytes under the digest of this log".to_string());
        }
        let (judge, clock) = (self.judge.clone(), Clock::start());
        let judged = spawn_blocking(move || judge.judge(&log)).await;
        let report = judged.map_err(|error| error.to_string())??;
        Ok((report, clock.elapsed()))
    }

    /// Writes a verdict, unless there is one.
    async fn write(&self, job: &Job, delivery: u64, report: &Report, took: Duration) -> Result<(), String> {
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let by = By { worker: &self.name, engine: ENGINE, deliveries: delivery, milliseconds };
        let line = VerdictLine { log: &job.log, report, engine: None };
        let payload = serde_json::to_vec(&Written { digest: &job.digest, bytes: job.bytes, line, by })
            .unwrap_or_default();
        let put = persist(async || {
            let message = PublishMessage::build().payload(payload.clone().into());
            let message =
                message.header(VERDICT, report.verdict.word()).header(DELIVERIES, delivery.to_string());
            self.fleet.put(format!("{RESULTS_OF}{}", job.digest), message).await
        });
        put.await.map(|_| ())
    }

    /// Gives a job up.
    async fn bury(&self, job: &Job, needs: Option<&Needs>, delivery: u64, reason: String) -> Ended {
        let needs = needs.filter(|needs| needs.game != super::job::ANY);
        let letter = DeadLetter {
            digest: &job.digest,
            log: &job.log,
            bytes: job.bytes,
            game: needs.map(|needs| needs.game.as_str()),
            revision: needs.map(|needs| needs.revision),
            deliveries: delivery,
            reason: &reason,
            worker: &self.name,
        };
        let payload = serde_json::to_vec(&letter).unwrap_or_default();
        let put = persist(async || {
            let message = PublishMessage::build().payload(payload.clone().into());
            self.fleet
                .put(format!("{DEAD_OF}{}", job.digest), message.header(DELIVERIES, delivery.to_string()))
                .await
        });
        match put.await {
            Ok(_) => Ended::Dead(job.clone(), reason),
            Err(why) => Ended::Failed(job.clone(), why),
        }
    }

    /// Says that it works, and where its metrics are.
    fn begun(&self, jobs: usize, metrics: Option<SocketAddr>) {
        let Worker { fleet, context, name, judge, .. } = self;
        let has: Vec<String> =
            judge.games.iter().map(|game| format!("{} {}", game.game(), game.revision())).collect();
        let server = &fleet.link.named;
        if context.json() {
            let metrics = metrics.map(|address| format!("http://{address}/metrics"));
            context.value(&serde_json::json!({ "worker": name, "server": server, "jobs": jobs, "games": has, "metrics": metrics }));
        } else {
            let noun = if jobs == 1 { "log" } else { "logs" };
            context.line(format_args!(
                "{name} verifies {jobs} {noun} at once for {server}: {} (Ctrl-C ends it)",
                has.join(", ")
            ));
            if let Some(address) = metrics {
                context.line(format_args!("metrics are at http://{address}/metrics"));
            }
        }
        context.flush();
    }

    /// Says that a job was taken, and counts it.
    fn taken(&self, job: &Job, delivery: u64) {
        self.metrics.taken(delivery);
        if self.context.json() && !self.args.quiet {
            let Job { digest, log, .. } = job;
            self.context.value(&serde_json::json!({ "taken": log, "digest": digest, "delivery": delivery }));
            self.context.flush();
        }
    }

    /// Says that the server is away or there again.
    fn heard(&self, trouble: Option<&str>) {
        if self.metrics.heard(trouble.is_none()) {
            match trouble {
                Some(trouble) => self.context.complain(format_args!(
                    "{}: the server of the fleet fails, and is waited for: {trouble}",
                    self.fleet.link.named
                )),
                None => self
                    .context
                    .complain(format_args!("{}: the server is there again", self.fleet.link.named)),
            }
        }
    }

    /// Tells how a job ended, and counts it.
    fn tell(&self, ended: &Ended) {
        self.metrics.ended(ended);
        let (context, quiet) = (self.context, self.args.quiet);
        let told = |word: &str, job: &Job, why: &str| {
            if context.json() {
                let Job { digest, log, .. } = job;
                context.value(&serde_json::json!({ word: log, "digest": digest, "reason": why }));
            } else {
                context.line(format_args!("{word:<11} {}: {why}", job.log));
            }
        };
        match ended {
            Ended::Judged(_, report, _) if quiet && report.verified() => {}
            Ended::Judged(job, report, _) if context.json() => {
                context.value(&VerdictLine { log: &job.log, report, engine: None });
            }
            Ended::Judged(job, report, _) => {
                context.line(format_args!("{:<11} {}: {}", report.verdict, job.log, report.message));
            }
            Ended::Before(_) if quiet => {}
            Ended::Before(job) => told("before", job, "there is a verdict on it"),
            Ended::Failed(job, why) => told("failed", job, why),
            Ended::Dead(job, why) => told("dead", job, why),
            Ended::GivenBack(job) => told("given-back", job, "this worker ends"),
        }
        context.flush();
    }
}

/// Asks the server until it answers.
async fn persist<T>(mut attempt: impl AsyncFnMut() -> Result<T, Trouble>) -> Result<T, String> {
    let mut pauses = Pauses::default();
    loop {
        match attempt().await {
            Ok(answer) => return Ok(answer),
            Err(Trouble::Never(why)) => return Err(why),
            Err(Trouble::Later(_)) => pauses.wait().await,
        }
    }
}
