//! `duelog fleet stats`: how a fleet stands.

use std::collections::BTreeMap;

use async_nats::jetstream::Message;
use serde::Serialize;

use super::connection::{Connection, asked};
use super::entries::Entries;
use super::queue::{Standing, standing};
use super::streams::Fleet;
use super::wait_for;
use super::worker::{DELIVERIES, VERDICT};
use crate::output::{Context, Done, End};

/// Says how a fleet stands: verdicts by their word, jobs in the queues, redeliveries, dead letters.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (with a server, `nats-server -js`):
  duelog fleet stats

A queue has the logs of one game and one revision of its rules. One that no worker has ever asked for is marked: start a worker that has that revision.
Counting reads a few bytes of each verdict.

Exit codes: 0 when it could be said, 2 for wrong use, 3 when the server fails.")]
pub struct Args {
    #[command(flatten)]
    connection: Connection,
}

/// The answer.
#[derive(Debug, Default, Serialize)]
struct Stats {
    verdicts: BTreeMap<String, u64>,
    dead: u64,
    waiting: u64,
    in_work: u64,
    /// How often jobs with a verdict or a dead letter were given to a further worker.
    redeliveries: u64,
    logs: u64,
    log_bytes: u64,
    queues: Vec<OneQueue>,
}

/// A queue.
#[derive(Debug, Serialize)]
struct OneQueue {
    game: String,
    revision: u32,
    #[serde(flatten)]
    standing: Standing,
}

/// Says how the fleet stands.
pub fn run(args: &Args, context: &Context) -> Done {
    wait_for(async {
        let fleet = Fleet::there(&args.connection, "fleet stats").await?;
        let named = &fleet.link.named;
        let mut stats = Stats::default();
        for (stream, dead) in [(&fleet.results, false), (&fleet.dead, true)] {
            let mut entries = Entries::of(stream, true);
            loop {
                let more = asked(named, async || entries.more().await).await?;
                if more.is_empty() {
                    break;
                }
                more.iter().for_each(|message| stats.count(message, dead));
            }
        }
        for (needs, standing) in asked(named, async || standing(&fleet).await).await? {
            stats.waiting += standing.waiting;
            stats.in_work += standing.in_work;
            stats.queues.push(OneQueue { game: needs.game, revision: needs.revision, standing });
        }
        (stats.logs, stats.log_bytes) = asked(named, async || fleet.stored().await).await?;
        stats.tell(named, context);
        Ok(End::Success)
    })
}

impl Stats {
    fn count(&mut self, message: &Message, dead: bool) {
        let headers = message.headers.as_ref();
        let header = |name: &str| headers.and_then(|headers| headers.get(name)).map(|value| value.as_str());
        let deliveries = header(DELIVERIES).and_then(|value| value.parse::<u64>().ok()).unwrap_or(1);
        self.redeliveries += deliveries.saturating_sub(1);
        if dead {
            self.dead += 1;
        } else {
            *self.verdicts.entry(header(VERDICT).unwrap_or("unknown").to_string()).or_default() += 1;
        }
    }

    fn tell(&self, named: &str, context: &Context) {
        if context.json() {
            return context.value(self);
        }
        let Stats { verdicts, dead, waiting, in_work, redeliveries, logs, log_bytes, queues } = self;
        let line = |word: &str, what: String| context.line(format_args!("{word:<14} {what}"));
        line("fleet", named.to_string());
        for (word, count) in verdicts {
            line(word, count.to_string());
        }
        line("dead letters", dead.to_string());
        line("waiting", waiting.to_string());
        line("in work", in_work.to_string());
        line("redeliveries", redeliveries.to_string());
        line("stored", format!("{log_bytes} bytes in {logs} parts of logs"));
        for OneQueue { game, revision, standing } in queues {
            let Standing { waiting, in_work, redelivered, worked_on } = standing;
            let nobody = if *worked_on {
                ""
            } else {
                ": no worker has asked for it, start one that has this revision"
            };
            line(
                "queue",
                format!(
                    "{game} {revision}: {waiting} waiting, {in_work} in work, {redelivered} of these redelivered{nobody}"
                ),
            );
        }
    }
}
