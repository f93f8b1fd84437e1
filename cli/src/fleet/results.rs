//! `duelog fleet results` and `watch`: the verdicts of a fleet, all there are or as they come.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::Message;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::connection::{Connection, Trouble, asked};
use super::entries::{Entries, value};
use super::queue::left;
use super::streams::Fleet;
use super::wait_for;
use crate::output::{Context, Done, End, Failure};
use crate::serve::stop_signs;

/// How often a fleet that is followed is looked at.
const LOOK: Duration = Duration::from_millis(250);

/// Prints the verdicts that a fleet has, in the order in which they were given.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (with a server, `nats-server -js`):
  duelog fleet results --quiet

Each log has one line, with the verdict of `duelog verify` (see its --help). A log that was given up is `dead`: the line says why. With --format json a
line has the fields of `duelog verify --format json`, and beside them `digest` and `by`: who gave the verdict, after how many deliveries, in how much time.

Exit codes: 0 when all are verified, 1 when one is neither verified, outdated nor incomplete, or a log was given up, 2 for wrong use, 3 when the server
fails, 4 when one is outdated and the others are verified, 6 when one is incomplete and the others are verified or outdated.")]
pub struct Args {
    /// Prints only logs that are not verified.
    #[arg(long, short, help_heading = crate::headings::OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    connection: Connection,
}

/// Prints the verdicts of a fleet as they are given.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (with a server, `nats-server -js`):
  duelog fleet watch --until-empty

It begins with the verdicts that are there, or with --new after them. The lines and the exit codes are those of `duelog fleet results`.")]
pub struct WatchArgs {
    /// Prints only verdicts that are given from now on.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    new: bool,
    /// Ends once no job is left, waiting or in work.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    until_empty: bool,
    /// Prints only logs that are not verified.
    #[arg(long, short, help_heading = crate::headings::OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    connection: Connection,
}

/// Prints the verdicts that are there.
pub fn run(args: &Args, context: &Context) -> Done {
    wait_for(async {
        let fleet = Fleet::there(&args.connection, "fleet results").await?;
        let mut tally = Tally { context, quiet: args.quiet, verdicts: BTreeMap::new() };
        let mut followed = Followed::of(&fleet);
        while followed.tell(&fleet, &mut tally).await? {}
        let left = asked(&fleet.link.named, async || left(&fleet).await).await?;
        Ok(tally.finish(left))
    })
}

/// Follows the verdicts.
pub fn watch(args: &WatchArgs, context: &Context) -> Done {
    let unable = |error: std::io::Error| Failure::system(error.to_string(), "try it again");
    wait_for(async {
        let mut stop = stop_signs().map_err(unable)?;
        let fleet = Fleet::there(&args.connection, "fleet watch").await?;
        let mut tally = Tally { context, quiet: args.quiet, verdicts: BTreeMap::new() };
        let mut followed = Followed::of(&fleet);
        if args.new {
            asked(&fleet.link.named, async || followed.skip().await).await?;
        }
        let left = loop {
            // A verdict that is given between the two looks is told in the next round.
            let left = asked(&fleet.link.named, async || left(&fleet).await).await?;
            while followed.tell(&fleet, &mut tally).await? {}
            context.flush();
            if (args.until_empty && left == 0) || context.broken() {
                break left;
            }
            tokio::select! {
                _ = stop.recv() => break left,
                () = sleep(LOOK) => {}
            }
        };
        Ok(tally.finish(left))
    })
}

/// The verdicts and the dead letters of a fleet.
struct Followed {
    results: Entries,
    dead: Entries,
}

impl Followed {
    fn of(fleet: &Fleet) -> Followed {
        Followed { results: Entries::of(&fleet.results, false), dead: Entries::of(&fleet.dead, false) }
    }

    /// Skips all that is there.
    async fn skip(&mut self) -> Result<(), Trouble> {
        self.results.skip_to(0).await?;
        self.dead.skip_to(0).await
    }

    /// Tells the next ones; false where there are no more.
    async fn tell(&mut self, fleet: &Fleet, tally: &mut Tally<'_>) -> Result<bool, Failure> {
        let named = &fleet.link.named;
        let results = asked(named, async || self.results.more().await).await?;
        let dead = asked(named, async || self.dead.more().await).await?;
        let more = !results.is_empty() || !dead.is_empty();
        results.iter().for_each(|message| tally.verdict(&value(message)));
        dead.iter().for_each(|message| tally.dead(message));
        Ok(more && !tally.context.broken())
    }
}

/// The word for a log that was given up.
const GIVEN_UP: &str = "dead";

/// Counts verdicts, and prints them.
struct Tally<'a> {
    context: &'a Context,
    quiet: bool,
    verdicts: BTreeMap<String, u64>,
}

impl Tally<'_> {
    fn verdict(&mut self, result: &Value) {
        let text = |name: &str| result[name].as_str().unwrap_or_default();
        let verdict = text("verdict");
        *self.verdicts.entry(verdict.to_string()).or_default() += 1;
        if self.quiet && verdict == "verified" {
            return;
        }
        if self.context.json() {
            return self.context.value(result);
        }
        self.context.line(format_args!("{verdict:<11} {}: {}", text("log"), text("message")));
    }

    fn dead(&mut self, message: &Message) {
        *self.verdicts.entry(GIVEN_UP.to_string()).or_default() += 1;
        let letter = value(message);
        if self.context.json() {
            return self.context.value(&json!({ "dead": letter }));
        }
        let text = |name: &str| letter[name].as_str().unwrap_or_default();
        self.context.line(format_args!("{GIVEN_UP:<11} {}: {}", text("log"), text("reason")));
    }

    /// Prints the sum, and gives the end that it means.
    fn finish(self, left: u64) -> End {
        let logs: u64 = self.verdicts.values().sum();
        let count = |word: &str| self.verdicts.get(word).copied().unwrap_or_default();
        if self.context.json() {
            self.context
                .value(&json!({ "summary": { "logs": logs, "verdicts": self.verdicts, "in_queue": left } }));
        } else {
            let noun = if logs == 1 { "log" } else { "logs" };
            let words: Vec<String> =
                self.verdicts.iter().map(|(word, count)| format!("{count} {word}")).collect();
            let words = if words.is_empty() { "no verdict".to_string() } else { words.join(", ") };
            let left = if left == 0 { String::new() } else { format!("; {left} in the queue") };
            self.context.line(format_args!("{logs} {noun}: {words}{left}"));
        }
        let (outdated, incomplete) = (count("outdated"), count("incomplete"));
        if logs > count("verified") + outdated + incomplete {
            return End::Finding;
        }
        match (incomplete, outdated) {
            (0, 0) => End::Success,
            (0, _) => End::Outdated,
            _ => End::Incomplete,
        }
    }
}
