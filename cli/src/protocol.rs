//! Version 2 of the engine's protocol: many matches in one process, by id; see `docs/protocol.md`.

use serde::Serialize;

mod connection;
mod durable;
mod errors;
mod listen;
mod permits;
mod pipe;
mod pool;
mod schema;
mod session;
mod shared;
mod store;
mod table;
mod tokens;
mod wire;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use crate::effort::Effort;
use crate::hosting::beginning::Beginner;
use crate::output::{Context, Done, Failure};
use crate::serve::door::{CONNECTIONS_MAX, SILENCE};
use pool::Pool;
use tokens::Tokens;
use wire::items::Id;
use wire::response::{Limits, NotObeyed, Obeyed};

pub use schema::schema;
pub use session::Session;
pub use table::legal::legal_within;
pub use wire::asked::Asked;
pub use wire::items::{Choice, snake};
pub use wire::response::{Error, Outcome};
pub use wire::view::View;

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;

/// How many requests of a connection wait at most; at that number it is not read from.
const QUEUE: usize = 256;

/// How many bytes wait for a connection at most before it loses what it watches.
const WAITING_BYTES: usize = 8 << 20;

/// How many matches there are at most.
const MATCHES: usize = 4_096;

/// How many watch one match at most.
const WATCHERS: usize = 256;

/// How many tokens of one match are given out at most.
const TOKENS: usize = 256;

/// How many times one token watches at once.
const WATCHES_OF_TOKEN: usize = 8;

/// How many answers `legal` gives at most.
const LEGAL: u32 = 4_096;

/// The options of version 2 alone.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Keeps the log of every match in this folder, as ID.duelog, and continues the unfinished ones that are there at the
    /// start (protocol 2).
    #[arg(long, value_name = "DIR", help_heading = crate::headings::OUTPUT)]
    matches: Option<PathBuf>,
    /// Responds only when the log is safe from a crash of the machine, many matches at once (protocol 2).
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    durable: bool,
    /// Listens for WebSocket connections at an address and port of this machine, or for connections at a local socket,
    /// unix:PATH, in place of standard input (protocol 2). Port 0 takes one that is free.
    #[arg(long, value_name = "ADDRESS", help_heading = crate::headings::NETWORK)]
    listen: Option<String>,
    /// Another name by which WebSocket clients ask for this engine; without one only its address will do, and on this machine
    /// localhost.
    #[arg(long = "host", value_name = "NAME", requires = "listen", help_heading = crate::headings::NETWORK)]
    hosts: Vec<String>,
    /// A file with tokens that connections show: `host TOKEN` or `public TURNS TOKEN` on each line.
    #[arg(long, value_name = "FILE", requires = "listen", help_heading = crate::headings::NETWORK)]
    token_file: Option<PathBuf>,
}

impl Options {
    /// Refuses options that version 1 of the protocol does not have.
    ///
    /// # Errors
    /// Wrong use, with the option.
    pub fn refused(&self) -> Result<(), Failure> {
        let given = [
            (self.matches.is_some(), "--matches"),
            (self.durable, "--durable"),
            (self.listen.is_some(), "--listen"),
        ];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(Failure::usage(
                format!("{option} belongs to version {PROTOCOL} of the protocol"),
                format!("add --protocol {PROTOCOL}"),
            )),
            None => Ok(()),
        }
    }
}

/// Plays matches until the input ends, or a signal stops what listens.
pub fn run(options: &Options, beginner: Beginner, effort: Effort, context: &Context) -> Done {
    let workers = available_parallelism().map_or(1, usize::from);
    let tokens = options.token_file.as_deref().map(Tokens::read).transpose()?;
    options.matches.as_deref().map_or(Ok(()), store::prepare)?;
    let pool = Pool::start(beginner, effort, options.matches.clone(), options.durable, workers);
    store::continue_matches(&pool, context)?;
    match &options.listen {
        Some(address) => listen::listen(address, &options.hosts, tokens, Arc::new(pool), context),
        None => pipe::converse(pool),
    }
}

/// The bounds of this engine.
fn limits(workers: usize) -> Limits {
    Limits {
        line_bytes: crate::hosting::lines::LINE_BYTES_MAX,
        matches: MATCHES,
        watchers: WATCHERS,
        queue: QUEUE,
        waiting_bytes: WAITING_BYTES,
        legal: LEGAL,
        connections: CONNECTIONS_MAX,
        stall_seconds: SILENCE.as_secs(),
        workers,
    }
}

/// A message as a line, without its end.
fn line(message: &impl Serialize) -> Vec<u8> {
    // Messages have names as keys, and nothing in them fails.
    serde_json::to_vec(message).unwrap_or_default()
}

/// The response to a request that was obeyed.
fn obeyed(id: Option<&Id>, ok: &impl Serialize) -> Vec<u8> {
    line(&Obeyed { id, ok })
}

/// The response to one that was not.
fn refusal(id: Option<&Id>, error: Error) -> Vec<u8> {
    line(&NotObeyed { id, error })
}
