//! `duelog fleet`: logs verified by any number of machines, over NATS JetStream.

use std::future::Future;

use tokio::runtime::Builder;

use crate::output::{Context, Done, Failure};

pub mod connection;
mod entries;
mod job;
mod judging;
mod metrics;
mod queue;
mod results;
pub mod served;
mod stats;
mod streams;
mod submit;
mod worker;

/// Verifies logs on many machines: a NATS server keeps logs, jobs and verdicts, and workers do the work.
#[derive(Debug, clap::Subcommand)]
#[command(after_help = "\
`fleet submit` hands logs in, any number of `fleet worker` verify them, `fleet results` prints the verdicts. The server is nats-server with
JetStream (`nats-server -js`). docs/fleet.md says how to set it up, and what happens at each failure.")]
pub enum Args {
    Submit(submit::Args),
    Worker(worker::Args),
    Results(results::Args),
    Watch(results::WatchArgs),
    Stats(stats::Args),
}

/// Does what the arguments ask for.
pub fn run(args: &Args, context: &Context) -> Done {
    match args {
        Args::Submit(args) => submit::run(args, context),
        Args::Worker(args) => worker::run(args, context),
        Args::Results(args) => results::run(args, context),
        Args::Watch(args) => results::watch(args, context),
        Args::Stats(args) => stats::run(args, context),
    }
}

/// Waits for work that asks a server; what still runs beside it afterwards is left behind.
fn wait_for(work: impl Future<Output = Done>) -> Done {
    let unable = |error: std::io::Error| Failure::system(error.to_string(), "try it again");
    let runtime = Builder::new_current_thread().enable_all().build().map_err(unable)?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}
