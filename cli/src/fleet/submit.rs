//! `duelog fleet submit`: logs are stored, and a job is queued for each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use futures_util::stream::iter;
use serde::Serialize;

use super::connection::{Connection, asked};
use super::job::{Job, Needs};
use super::streams::{Fleet, Put, Storage};
use super::wait_for;
use crate::input;
use crate::output::{Context, Done, End, Failure};
use crate::verify::logs;
use crate::verify::progress::Pace;

/// How many logs are on their way at once.
const AT_ONCE: usize = 32;

/// Hands logs in to be verified: each is stored once, by its digest, and a job is queued for it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (with a server, `nats-server -js`):
  duelog fleet submit fixtures/golden

A log that has a verdict gets none a second time, and a log that was given up (a dead letter) stays so, unless it is handed in with --again. A log
whose job still waits may be queued twice; it gets one verdict. A run that was ended is run again: it begins where it ended.

Exit codes: 0 when every log is handed in, 2 for wrong use, 3 when a file cannot be read or the server fails.")]
pub struct Args {
    /// Logs, or folders that are searched for *.duelog; `-` is standard input.
    #[arg(required_unless_present = "files_from", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A file that names logs and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::LOGS)]
    files_from: Option<PathBuf>,
    /// Also hands in what was given up before: it is tried anew.
    #[arg(long, help_heading = crate::headings::LOGS)]
    again: bool,
    #[command(flatten)]
    storage: Storage,
    #[command(flatten)]
    connection: Connection,
}

/// The result of handing in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Submitted {
    /// It is stored, and its job is queued.
    Queued,
    /// It was stored before without a verdict, and its job is queued anew.
    QueuedAgain,
    /// There is a verdict on it.
    Judged,
    /// It was given up.
    Dead,
}

/// A line of the answer.
#[derive(Debug, Serialize)]
struct Line<'a> {
    log: &'a str,
    digest: &'a str,
    submitted: Submitted,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

/// The last line of the answer.
#[derive(Debug, Default, Serialize)]
struct Summary {
    logs: u64,
    queued: u64,
    queued_again: u64,
    judged: u64,
    dead: u64,
    bytes: u64,
    seconds: f64,
}

/// A log that was handed in.
struct Handed {
    job: Job,
    needs: Needs,
    submitted: Submitted,
}

/// Hands the logs in.
pub fn run(args: &Args, context: &Context) -> Done {
    let logs = logs::find(&logs::named_in(&args.paths, args.files_from.as_deref())?)?;
    wait_for(submit(args, &logs, context))
}

async fn submit(args: &Args, logs: &[PathBuf], context: &Context) -> Done {
    let fleet = Fleet::made(&args.connection, &args.storage, "fleet submit").await?;
    let pace = Pace::start(context, logs.len() as u64, "handing in");
    let mut handed = iter(logs)
        .map(async |log| match input::log(log) {
            Ok(bytes) => hand_in(&fleet, log, bytes, args.again).await.map(Ok),
            Err(error) => Ok(Err(format!("{}: {error}", log.display()))),
        })
        .buffered(AT_ONCE);
    let (mut summary, mut troubles, mut seen) = (Summary::default(), Vec::new(), BTreeMap::new());
    while let Some(one) = handed.next().await {
        pace.step();
        match one? {
            Err(trouble) => troubles.push(trouble),
            Ok(handed) => {
                let before = seen.insert(handed.job.digest.clone(), handed.job.log.clone());
                pace.aside(|| summary.count(&handed, before.as_deref(), context));
            }
        }
    }
    summary.seconds = pace.finish();
    summary.tell(context);
    logs::all_read(&troubles)?;
    Ok(End::Success)
}

async fn hand_in(fleet: &Fleet, log: &Path, bytes: Vec<u8>, again: bool) -> Result<Handed, Failure> {
    let (digest, needs) = (blake3::hash(&bytes).to_hex().to_string(), Needs::of(&bytes));
    let mut job = Job {
        digest: digest.clone(),
        log: log.display().to_string(),
        bytes: bytes.len() as u64,
        again: false,
    };
    let what = format!("{}: {}", fleet.link.named, log.display());
    let submitted = asked(&what, async || {
        let mut submitted = Submitted::Queued;
        if fleet.store(&digest, &bytes).await? == Put::There {
            if fleet.has_verdict(&digest).await? {
                return Ok(Submitted::Judged);
            }
            if fleet.is_dead(&digest).await? {
                if !again {
                    return Ok(Submitted::Dead);
                }
                fleet.revive(&digest).await?;
            }
            (submitted, job.again) = (Submitted::QueuedAgain, true);
        }
        let payload = serde_json::to_vec(&job).unwrap_or_default();
        let message = PublishMessage::build().payload(payload.into());
        // A job that is tried anew is none that is handed in twice.
        let message = if again { message } else { message.message_id(&digest) };
        fleet.queue(needs.subject(), message).await?;
        Ok(submitted)
    })
    .await?;
    Ok(Handed { submitted, job, needs })
}

impl Summary {
    /// Counts a log, and tells of it where programs read or there is something to say.
    fn count(&mut self, handed: &Handed, before: Option<&str>, context: &Context) {
        let Handed { job, needs, submitted } = handed;
        self.logs += 1;
        self.bytes += job.bytes;
        match submitted {
            Submitted::Queued => self.queued += 1,
            Submitted::QueuedAgain => self.queued_again += 1,
            Submitted::Judged => self.judged += 1,
            Submitted::Dead => self.dead += 1,
        }
        if context.json() {
            let known = needs.game != super::job::ANY;
            let (game, revision) = (known.then_some(needs.game.as_str()), known.then_some(needs.revision));
            let Job { log, digest, .. } = job;
            context.value(&Line { log, digest, submitted: *submitted, game, revision });
        } else if *submitted == Submitted::Dead {
            context.line(format_args!(
                "dead        {}: it was given up before (--again tries it anew)",
                job.log
            ));
        } else if let Some(before) = before {
            context.line(format_args!("same        {}: it has the bytes of {before}", job.log));
        }
    }

    fn tell(&self, context: &Context) {
        if context.json() {
            return context.value(&serde_json::json!({ "summary": self }));
        }
        let Summary { logs, queued, queued_again, judged, dead, bytes, seconds } = self;
        let noun = if *logs == 1 { "log" } else { "logs" };
        let some =
            |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
        let rest = [
            some(*queued_again, "queued again"),
            some(*judged, "with a verdict"),
            some(*dead, "given up before"),
        ];
        context.line(format_args!(
            "{logs} {noun}: {queued} queued{}; {bytes} bytes in {seconds:.3} s",
            rest.concat()
        ));
    }
}
