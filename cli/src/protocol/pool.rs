//! The workers, and the way of a line to one of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use duelog_verifier::ENGINE;

use super::connection::{Admitted, Connection};
use super::durable::Outlet;
use super::errors::{error, malformed, no_match};
use super::permits;
use super::shared::Shared;
use super::wire::items::{Id, snake};
use super::wire::request::{Command, Head};
use super::wire::response::{Error, Game, Greeting, Matches, Prompts, Role};
use super::worker::{Job, Worker};
use super::{PROTOCOL, limits, obeyed, refusal};
use crate::effort::Effort;
use crate::games;
use crate::hosting::beginning::Beginner;
use crate::hosting::setup::{in_words, misread};

/// The workers.
pub struct Pool {
    /// The state that they share.
    pub shared: Arc<Shared>,
    jobs: Vec<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    outlet: Outlet,
    syncing: Option<JoinHandle<()>>,
    connections: AtomicU64,
}

impl Pool {
    /// Starts workers.
    pub fn start(
        beginner: Beginner,
        effort: Effort,
        folder: Option<PathBuf>,
        durable: bool,
        workers: usize,
    ) -> Pool {
        let shared = Arc::new(Shared::new(beginner, effort, folder, durable, workers));
        let (outlet, syncing) = if durable {
            let (outlet, thread) = Outlet::durable();
            (outlet, Some(thread))
        } else {
            (Outlet::Direct, None)
        };
        let (mut jobs, mut threads) = (Vec::new(), Vec::new());
        for _ in 0..workers {
            let (send, receive) = channel();
            let mut worker = Worker::new(shared.clone(), outlet.clone());
            threads.push(thread::spawn(move || worker.work(&receive)));
            jobs.push(send);
        }
        Pool { shared, jobs, threads, outlet, syncing, connections: AtomicU64::new(0) }
    }

    /// The way to the one worker of a program that calls it itself.
    pub fn alone(beginner: Beginner, effort: Effort) -> Pool {
        let shared = Arc::new(Shared::new(beginner, effort, None, false, 1));
        let (jobs, threads) = (Vec::new(), Vec::new());
        Pool { shared, jobs, threads, outlet: Outlet::Direct, syncing: None, connections: AtomicU64::new(0) }
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.jobs.len()
    }

    /// A new connection.
    pub fn connection(&self, role: Option<Role>) -> Arc<Connection> {
        Connection::new(self.connections.fetch_add(1, Ordering::Relaxed), role)
    }

    /// A connection is gone.
    pub fn gone(&self, connection: &Connection) {
        connection.close();
        for worker in &self.jobs {
            // A worker lives as long as the pool.
            let _ = worker.send(Job::Gone(connection.number));
        }
    }

    /// Ends all matches, with their logs as they are, when everything that was asked is done.
    pub fn end(self) {
        let Pool { jobs, threads, outlet, syncing, .. } = self;
        drop(jobs);
        for thread in threads {
            let _ = thread.join();
        }
        drop(outlet);
        syncing.map(JoinHandle::join);
    }

    /// Continues a log of the folder as a match.
    pub fn reopen(&self, table: String, path: PathBuf, done: Sender<()>) {
        match self.shared.settle(&table) {
            Ok(home) => drop(self.jobs[home].send(Job::Reopen { table, path, done })),
            Err(error) => self.shared.leave(&table, error.message),
        }
    }

    /// Obeys a line, or has it obeyed. `tokens` are those that the connection can show.
    pub fn obey(&self, connection: &Arc<Connection>, line: Vec<u8>, tokens: Option<&super::tokens::Tokens>) {
        if let Some((home, job)) = self.taken(connection, line, tokens) {
            // A worker lives as long as the pool.
            drop(self.jobs[home].send(job));
        }
    }

    /// Obeys a line that needs no match; of another one the job, and the number of the worker for it.
    pub fn taken(
        &self,
        connection: &Arc<Connection>,
        line: Vec<u8>,
        tokens: Option<&super::tokens::Tokens>,
    ) -> Option<(usize, Job)> {
        let mut head: Head = match serde_json::from_slice(&line) {
            Ok(head) => head,
            Err(fault) => {
                let id = serde_json::from_slice::<OnlyId>(&line).ok().and_then(|only| only.id);
                let message = if fault.is_data() && id.is_none() && !line.trim_ascii_start().starts_with(b"{")
                {
                    "a line is an object such as {\"do\":\"hello\"}".to_string()
                } else {
                    in_words(&fault)
                };
                connection.respond(&refusal(id.as_ref(), malformed(message)));
                return None;
            }
        };
        let response = match self.route(connection, &mut head, &line, tokens) {
            Ok(Routed::Here(response)) => response,
            Ok(Routed::To(home)) => {
                return Some((home, Job::Line { connection: connection.clone(), head, line }));
            }
            Err(error) => refusal(head.id.as_ref(), error),
        };
        connection.respond(&response);
        None
    }

    fn route(
        &self,
        connection: &Arc<Connection>,
        head: &mut Head,
        line: &[u8],
        tokens: Option<&super::tokens::Tokens>,
    ) -> Result<Routed, Error> {
        let word = head.word.as_str();
        if !Command::WORDS.contains(&word) {
            let near = duelog_kernel::deck::closest(word, Command::WORDS.iter().copied());
            let meant = near.map_or(String::new(), |near| format!(": did you mean \"{near}\"?"));
            return Err(error(
                "unknown",
                format!("no request is called \"{word}\"{meant}"),
                "`hello` lists them",
            ));
        }
        permits::permits(connection.admitted().as_ref(), word, head.table.as_deref())?;
        match word {
            "hello" | "prompts" | "matches" => self.here(connection, head, line, tokens).map(Routed::Here),
            "open" | "resume" => {
                let table = head.table.take().unwrap_or_else(|| self.shared.fresh());
                let home = self.shared.settle(&table)?;
                head.table = Some(table);
                Ok(Routed::To(home))
            }
            _ => {
                let Some(table) = &head.table else { return Err(malformed("`match` is missing")) };
                let home = self.shared.home(table);
                home.map(Routed::To).ok_or_else(|| no_match(table))
            }
        }
    }

    /// Obeys a request that needs no match.
    fn here(
        &self,
        connection: &Arc<Connection>,
        head: &Head,
        line: &[u8],
        tokens: Option<&super::tokens::Tokens>,
    ) -> Result<Vec<u8>, Error> {
        let read = Command::read(&head.word, line).ok_or_else(|| malformed("no such request"))?;
        let id = head.id.as_ref();
        match read.map_err(|fault| malformed(misread(&fault)))? {
            Command::Hello(hello) => {
                self.hello(connection, id, hello.protocol, hello.token.as_deref(), tokens)
            }
            Command::Prompts(wanted) => prompts(id, wanted.game.as_deref()),
            _ => {
                let (matches, left) = self.shared.matches();
                Ok(obeyed(id, &Matches { matches, left }))
            }
        }
    }

    fn hello(
        &self,
        connection: &Arc<Connection>,
        id: Option<&Id>,
        protocol: Option<u32>,
        token: Option<&str>,
        tokens: Option<&super::tokens::Tokens>,
    ) -> Result<Vec<u8>, Error> {
        if let Some(other) = protocol.filter(|protocol| *protocol != PROTOCOL) {
            let message =
                format!("this engine speaks version {PROTOCOL} of the protocol here, and not {other}");
            return Err(error("protocol", message, "`duelog engine --protocol` names the version"));
        }
        if let Some(token) = token {
            let of_file = tokens.and_then(|tokens| tokens.role(token));
            let admitted = match (of_file, self.shared.grants.shown(token)) {
                (Some(role), _) => Admitted { role, grant: None },
                (None, Some(grant)) => Admitted { role: grant.role, grant: Some(grant) },
                (None, None) => {
                    let remedy = "it is one of those in --token-file, or one that `token` has given out";
                    return Err(error("token", "this token is not known here", remedy));
                }
            };
            connection.admit(admitted);
        }
        let Some(admitted) = connection.admitted() else {
            return Err(error(
                "token",
                "this engine wants a token",
                "{\"do\":\"hello\",\"token\":\"..\"} shows it",
            ));
        };
        permits::holds(&admitted)?;
        let game = |factory: Box<dyn duelog_kernel::Factory>| Game {
            game: factory.game(),
            editions: factory.editions().to_vec(),
            revision: factory.revision(),
            verbs: factory.item_words().verbs.to_vec(),
            symbols: factory.item_words().symbols.to_vec(),
            score: factory.score(),
        };
        let greeting = Greeting {
            protocol: PROTOCOL,
            engine: ENGINE.to_string(),
            role: admitted.role,
            table: admitted.grant.as_ref().map(|grant| grant.table.clone()),
            games: games::all().into_iter().map(game).collect(),
            limits: limits(self.workers().max(1)),
            requests: Command::WORDS
                .iter()
                .copied()
                .filter(|word| permits::allows(&admitted, word))
                .collect(),
        };
        Ok(obeyed(id, &greeting))
    }
}

/// Where a line is obeyed.
enum Routed {
    /// It is, and this is the response.
    Here(Vec<u8>),
    /// By this worker.
    To(usize),
}

#[derive(serde::Deserialize)]
struct OnlyId {
    id: Option<Id>,
}

fn prompts(id: Option<&Id>, game: Option<&str>) -> Result<Vec<u8>, Error> {
    let mut prompts = BTreeMap::new();
    for factory in games::all() {
        let known =
            || factory.prompts().iter().map(|(name, means)| (snake(name).into_owned(), *means)).collect();
        if game.is_none_or(|game| game == factory.game()) {
            prompts.insert(factory.game(), known());
        }
    }
    if prompts.is_empty() {
        let known = games::names().join(", ");
        let message = format!("there is no game \"{}\"", game.unwrap_or_default());
        return Err(error("setup", message, &format!("the games are {known}")));
    }
    Ok(obeyed(id, &Prompts { prompts }))
}
