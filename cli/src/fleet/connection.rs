//! The connection to the servers of a fleet: where they are, who asks, and how long an answer is waited for.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::{self, Context as JetStream};
use async_nats::{Client, ConnectOptions, ServerAddr};
use tokio::time::sleep;

use crate::input;
use crate::output::Failure;
use crate::verify::progress::Clock;

/// The server where none is named.
const HERE: &str = "nats://127.0.0.1:4222";

/// The variable of the environment that names servers.
const VARIABLE: &str = "DUELOG_NATS";

/// How long one answer of the server is waited for.
pub const ANSWER: Duration = Duration::from_secs(5);

/// How often it is asked whether the other end is still there: a link that is cut says nothing.
const BEAT: Duration = Duration::from_secs(10);

/// How long a command asks again before it gives up. A worker never does.
const PATIENCE: Duration = Duration::from_secs(60);

/// The words for a server that has no JetStream, or does not have it yet, and how long that is waited for.
const NO_STREAMS: (&str, Duration) = ("requested JetStream resource does not exist", Duration::from_secs(10));

/// The word for servers that are too few for the replicas, or do not know each other yet.
const NO_PLACE: &str = "no suitable peers";

/// The pauses between two attempts: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

// A doc comment here would stand in the help of each command that has these options.
#[derive(Debug, Clone, clap::Args)]
pub struct Connection {
    /// The servers of the fleet, for instance nats://one:4222,nats://two:4222.
    /// [default: DUELOG_NATS, else nats://127.0.0.1:4222]
    #[arg(long, value_name = "URLS", value_delimiter = ',', help_heading = crate::headings::FLEET)]
    server: Vec<String>,
    #[command(flatten)]
    access: Access,
}

// A doc comment here would stand in the help too.
#[derive(Debug, Clone, clap::Args)]
pub struct Access {
    /// A file of NATS credentials (a token and the seed of its key).
    #[arg(long, value_name = "FILE", conflicts_with = "user", help_heading = crate::headings::FLEET)]
    creds: Option<PathBuf>,
    /// The name of a user.
    #[arg(long, value_name = "NAME", requires = "password_file", help_heading = crate::headings::FLEET)]
    user: Option<String>,
    /// The file with the password of that user.
    #[arg(long, value_name = "FILE", requires = "user", help_heading = crate::headings::FLEET)]
    password_file: Option<PathBuf>,
    /// The certificates of those who vouch for the server, in PEM. It asks for TLS, as does a URL that begins with tls.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::FLEET)]
    tls_ca: Option<PathBuf>,
    /// The certificate that this program shows the server, in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = crate::headings::FLEET)]
    tls_cert: Option<PathBuf>,
    /// The key of that certificate, in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = crate::headings::FLEET)]
    tls_key: Option<PathBuf>,
}

/// A connection to the servers.
#[derive(Debug, Clone)]
pub struct Link {
    /// The connection itself; it is made anew whenever it is lost.
    pub client: Client,
    /// Streams over it.
    pub streams: JetStream,
    /// The servers as they were named, without names and passwords.
    pub named: String,
}

impl Connection {
    /// Servers that are named otherwise, with the same access.
    pub fn to(servers: &str, access: &Access) -> Connection {
        Connection { server: servers.split(',').map(str::to_string).collect(), access: access.clone() }
    }

    /// Connects.
    ///
    /// # Errors
    /// Wrong use for an address or a file that is none, a system error where no server answers.
    pub async fn open(&self, name: &str) -> Result<Link, Failure> {
        let servers = self.servers()?;
        let named: Vec<String> =
            servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect();
        let named = named.join(", ");
        let options = self.access.options().await?.name(format!("duelog {name}"));
        let client = options.connect(servers).await.map_err(|error| {
            let why = error.to_string();
            let remedy = if why.contains("authorization") || why.contains("authentication") {
                "name who asks: --creds FILE, or --user NAME with --password-file FILE"
            } else {
                "start a server (`nats-server -js`), or name the one that runs: --server URL, or the variable DUELOG_NATS"
            };
            Failure::system(format!("{named}: the server of the fleet is not reached: {why}"), remedy)
        })?;
        let streams = ContextBuilder::new()
            .timeout(ANSWER)
            .ack_timeout(ANSWER)
            .backpressure_on_inflight(true)
            .build(client.clone());
        Ok(Link { client, streams, named })
    }

    fn servers(&self) -> Result<Vec<ServerAddr>, Failure> {
        let set = std::env::var_os(VARIABLE).filter(|_| self.server.is_empty());
        let set = set.map(|set| set.to_string_lossy().into_owned());
        let named: Vec<&str> = match &set {
            Some(set) => set.split(',').collect(),
            None if self.server.is_empty() => vec![HERE],
            None => self.server.iter().map(String::as_str).collect(),
        };
        let address = |text: &&str| {
            text.trim().parse::<ServerAddr>().map_err(|error| {
                Failure::usage(
                    format!("the address of a server is not understood: {error}"),
                    "write it like nats://host:4222 or tls://host:4222 (--server, or the variable DUELOG_NATS)",
                )
            })
        };
        named.iter().map(address).collect()
    }
}

impl Access {
    async fn options(&self) -> Result<ConnectOptions, Failure> {
        let unreadable = |path: &PathBuf, error: &dyn Display, remedy: &str| {
            Failure::system(format!("{}: {error}", path.display()), remedy)
        };
        for path in self.tls_ca.iter().chain(&self.tls_cert).chain(&self.tls_key) {
            input::text(path).map_err(|error| unreadable(path, &error, "name a file in PEM"))?;
        }
        let mut options = ConnectOptions::new()
            .max_reconnects(None)
            .connection_timeout(ANSWER)
            .request_timeout(Some(ANSWER))
            .ping_interval(BEAT)
            .require_tls(self.tls_ca.is_some() || self.tls_cert.is_some());
        if let Some(path) = &self.tls_ca {
            options = options.add_root_certificates(path.clone());
        }
        if let (Some(cert), Some(key)) = (&self.tls_cert, &self.tls_key) {
            options = options.add_client_certificate(cert.clone(), key.clone());
        }
        if let (Some(user), Some(path)) = (&self.user, &self.password_file) {
            let remedy = "name a file that holds the password in its first line (--password-file)";
            let text = input::text(path).map_err(|error| unreadable(path, &error, remedy))?;
            let password = text.lines().next().unwrap_or_default().to_string();
            options = options.user_and_password(user.clone(), password);
        }
        if let Some(path) = &self.creds {
            let remedy = "name a file of credentials as `nsc` writes it (--creds)";
            options =
                options.credentials_file(path).await.map_err(|error| unreadable(path, &error, remedy))?;
        }
        Ok(options)
    }
}

/// Why the server did not do something.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Trouble {
    /// It may do it later: it is not there, or just now chooses who leads.
    #[error("{0}")]
    Later(String),
    /// It never will.
    #[error("{0}")]
    Never(String),
}

impl Trouble {
    /// Trouble that may pass.
    pub fn later(error: impl Display) -> Trouble {
        Trouble::Later(error.to_string())
    }

    /// The trouble that the server names: one of its own passes, one of the question does not.
    pub fn answered(error: &jetstream::Error) -> Trouble {
        let passes = error.code() >= 500 && !error.to_string().contains("not enabled");
        if passes { Trouble::Later(error.to_string()) } else { Trouble::Never(error.to_string()) }
    }
}

/// The pauses between attempts, each twice as long as the one before.
#[derive(Debug)]
pub struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Pauses {
        Pauses(PAUSES.0)
    }
}

impl Pauses {
    /// Waits.
    pub async fn wait(&mut self) {
        sleep(self.0).await;
        self.0 = (self.0 * 2).min(PAUSES.1);
    }
}

/// How long this trouble is waited for.
fn patience(error: &str) -> Duration {
    if [NO_STREAMS.0, NO_PLACE].iter().any(|few| error.contains(few)) { NO_STREAMS.1 } else { PATIENCE }
}

/// Asks a server until it answers, for a minute at most.
///
/// # Errors
/// A system error that says what was asked for.
pub async fn asked<T>(
    what: &str,
    mut attempt: impl AsyncFnMut() -> Result<T, Trouble>,
) -> Result<T, Failure> {
    let (clock, mut pauses) = (Clock::start(), Pauses::default());
    loop {
        let error = match attempt().await {
            Ok(answer) => return Ok(answer),
            Err(Trouble::Later(error)) if clock.elapsed() > patience(&error) => error,
            Err(Trouble::Never(error)) => error,
            Err(Trouble::Later(_)) => {
                pauses.wait().await;
                continue;
            }
        };
        let remedy = if error.contains("not enabled") || error.contains(NO_STREAMS.0) {
            "start the server with JetStream (`nats-server -js`), and in a cluster most of its servers"
        } else if error.contains(NO_PLACE) || error.contains("replicas") {
            "start as many servers as there are replicas, as one cluster, or ask for fewer (--replicas)"
        } else {
            "see that the server runs and has room, then do it again: it begins where it ended"
        };
        return Err(Failure::system(format!("{what}: the server of the fleet fails: {error}"), remedy));
    }
}
