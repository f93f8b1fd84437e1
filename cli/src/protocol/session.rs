//! One match by lines of the protocol, in the thread of the program that asks.

use std::sync::{Arc, PoisonError};

use duelog_kernel::{Choice, Match, Seat};

use super::connection::Connection;
use super::durable::Outlet;
use super::pool::Pool;
use super::wire::response::{Error, Role};
use super::worker::Worker;
use crate::effort::Effort;
use crate::hosting::beginning::{Beginner, Shelf};
use crate::hosting::playing::Timed;
use crate::recording::Memory;

/// One connection and its matches, without a thread of its own. A match that names no file is recorded in memory; the last
/// one that was opened is [`Session::log`].
pub struct Session {
    pool: Pool,
    worker: Worker,
    connection: Arc<Connection>,
    memory: Memory,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// A session in which nothing has been asked.
    pub fn new() -> Session {
        Session::of(Beginner::default())
    }

    /// The same for one of many matches, where nobody asks for events: a match takes less time, and no more memory the longer it
    /// lasts. All on a shelf read their definitions once.
    pub fn untold(shelf: &Shelf) -> Session {
        Session::of(Beginner { untold: true, shelf: Some(shelf.clone()), ..Beginner::default() })
    }

    fn of(beginner: Beginner) -> Session {
        let memory = Memory::default();
        let beginner = Beginner { files: true, memory: Some(memory.clone()), ..beginner };
        let pool = Pool::alone(beginner, Effort::default());
        let worker = Worker::new(pool.shared.clone(), Outlet::Direct);
        let connection = pool.connection(Some(Role::Host));
        Session { pool, worker, connection, memory }
    }

    /// Obeys one line of the protocol; returns the response, and behind it notifications, each on a line.
    pub fn obey(&mut self, line: &[u8]) -> Vec<u8> {
        if let Some((_, job)) = self.pool.taken(&self.connection, line.to_vec(), None) {
            self.worker.take(job);
        }
        self.connection.try_out().map_or_else(Vec::new, |(lines, _)| lines)
    }

    /// Empties the memory, for a match that is about to begin.
    pub fn forget_log(&mut self) {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The bytes of the log in memory.
    pub fn log(&self) -> Vec<u8> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A player answers, and then the bots; as the line `answer`, and in place of its response the match is looked at.
    ///
    /// # Errors
    /// The answer is not legal, or the match is not there.
    pub fn answer<T>(
        &mut self,
        table: &str,
        seat: Seat,
        choice: Choice,
        look: impl FnOnce(&mut dyn Match) -> T,
    ) -> Result<T, Error> {
        self.worker.at(table, |table| {
            table.answer(seat, choice, &[], None, Timed::default())?;
            Ok(look(table.game()?.recorder.game()))
        })
    }

    /// Looks at a match that is played.
    ///
    /// # Errors
    /// The match is not there, or its seed is still being chosen.
    pub fn look<T>(&mut self, table: &str, look: impl FnOnce(&mut dyn Match) -> T) -> Result<T, Error> {
        self.worker.at(table, |table| Ok(look(table.game()?.recorder.game())))
    }

    /// Ends the log of a match that is over; done by itself where a response says how the match ended.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn finish(&mut self, table: &str) -> Result<(), Error> {
        self.worker.at(table, |table| table.end_log())
    }
}
