//! Group commit: one thread makes logs safe, and only then lets the responses go that rest on them.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::connection::{Connection, Push};
use super::errors;
use super::wire::items::Id;

/// The file of a log, to be made safe.
pub struct LogFile {
    file: File,
    broken: AtomicBool,
}

impl LogFile {
    /// The file at this path.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> std::io::Result<Arc<LogFile>> {
        Ok(Arc::new(LogFile { file: File::open(path)?, broken: AtomicBool::new(false) }))
    }

    /// Returns whether it could once not be made safe: nobody knows then what is in it.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    fn make_safe(&self) {
        if self.file.sync_data().is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }
}

/// How many logs are made safe at the same time. A disk makes many safe in the time of one, but only where it is asked for
/// them together.
const AT_ONCE: usize = 64;

/// A response, and what rests on the same log.
pub struct Reply {
    /// Who asked.
    pub connection: Arc<Connection>,
    /// The mark of the request.
    pub id: Option<Id>,
    /// The response.
    pub line: Vec<u8>,
    /// The notifications.
    pub pushes: Vec<Push>,
    /// The log, where it has grown.
    pub log: Option<Arc<LogFile>>,
}

impl Reply {
    fn send(self) {
        self.connection.respond(&self.line);
        self.pushes.into_iter().for_each(Push::send);
    }
}

/// Where responses go.
#[derive(Clone)]
pub enum Outlet {
    /// Straight to who asked: what is written survives the program, and not the machine.
    Direct,
    /// Through the thread that makes logs safe.
    Durable(Sender<Reply>),
}

impl Outlet {
    /// An outlet that makes logs safe, and its thread.
    pub fn durable() -> (Outlet, JoinHandle<()>) {
        let (send, replies) = channel();
        (Outlet::Durable(send), thread::spawn(move || commit(&replies)))
    }

    /// Sends a response.
    pub fn send(&self, reply: Reply) {
        match self {
            Outlet::Direct => reply.send(),
            // The thread ends after all that send to it.
            Outlet::Durable(sender) => drop(sender.send(reply)),
        }
    }
}

/// Makes all logs safe that have grown meanwhile, each once, then sends what rests on them, in order.
fn commit(replies: &Receiver<Reply>) {
    // They begin with the first logs that grow together. Without them logs are made safe one after the other.
    let threads: LazyCell<Option<ThreadPool>> =
        LazyCell::new(|| ThreadPoolBuilder::new().num_threads(AT_ONCE).build().ok());
    while let Ok(first) = replies.recv() {
        let group: Vec<Reply> = std::iter::once(first).chain(replies.try_iter()).collect();
        let mut logs: BTreeMap<*const LogFile, &Arc<LogFile>> = BTreeMap::new();
        logs.extend(group.iter().filter_map(|reply| reply.log.as_ref()).map(|log| (Arc::as_ptr(log), log)));
        let logs: Vec<&LogFile> = logs.into_values().map(Arc::as_ref).collect();
        match if logs.len() > 1 { threads.as_ref() } else { None } {
            Some(threads) => threads.install(|| logs.into_par_iter().for_each(LogFile::make_safe)),
            None => logs.into_iter().for_each(LogFile::make_safe),
        }
        for mut reply in group {
            if reply.log.as_ref().is_some_and(|log| log.is_broken()) {
                reply.line = super::refusal(reply.id.as_ref(), errors::unsafe_log());
                reply.pushes.clear();
            }
            reply.send();
        }
    }
}
