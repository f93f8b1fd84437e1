//! A connection: what it may do, how much of it waits, and what it is sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::tokens::Grant;
use super::wire::response::{Notification, Role};
use super::{QUEUE, WAITING_BYTES};

/// A connection, as those who send to it know it. Threads wait for it, and tasks.
pub struct Connection {
    /// The number that no other connection of this program has.
    pub number: u64,
    admitted: Mutex<Option<Admitted>>,
    flow: Mutex<Flow>,
    /// Wakes the thread that sends, once there is something to send.
    filled: Condvar,
    /// Wakes who waits for room, or for the end, once enough has been sent.
    drained: Condvar,
    /// Wakes the task that sends.
    pub outward: Notify,
    /// Wakes the task that reads.
    pub inward: Notify,
}

/// The rights of a connection, and the token by which it has them.
#[derive(Clone)]
pub struct Admitted {
    /// Its role.
    pub role: Role,
    /// The token of one match that it has shown; none where it is let in to all.
    pub grant: Option<Arc<Grant>>,
}

#[derive(Default)]
struct Flow {
    /// Lines to be sent.
    out: Vec<u8>,
    /// How many of them are responses.
    responses: usize,
    /// How many requests have been read whose response is not sent yet.
    waiting: usize,
    closed: bool,
}

/// A line for who watches a match that another connection plays.
pub struct Push {
    /// The watcher.
    pub connection: Arc<Connection>,
    /// The line.
    pub line: Vec<u8>,
    /// The match.
    pub table: Arc<str>,
    /// Set where the watcher reads too slowly and is told no more.
    pub lost: Arc<AtomicBool>,
}

impl Push {
    /// Sends the line, or says that the watch has ended where too much waits already.
    pub fn send(self) {
        if self.lost.load(Ordering::Relaxed) || self.connection.tell(&self.line) {
            return;
        }
        self.lost.store(true, Ordering::Relaxed);
        let ended = Notification::WatchEnded {
            table: &self.table,
            reason: "this connection reads too slowly: watch again, with `after`",
        };
        self.connection.append(&super::line(&ended), 0);
    }
}

impl Connection {
    /// A connection that may do this; nothing before it has shown a token.
    pub fn new(number: u64, role: Option<Role>) -> Arc<Connection> {
        Arc::new(Connection {
            number,
            admitted: Mutex::new(role.map(|role| Admitted { role, grant: None })),
            flow: Mutex::default(),
            filled: Condvar::new(),
            drained: Condvar::new(),
            outward: Notify::new(),
            inward: Notify::new(),
        })
    }

    fn flow(&self) -> MutexGuard<'_, Flow> {
        self.flow.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The role of the connection, and the token by which it has it.
    pub fn admitted(&self) -> Option<Admitted> {
        self.admitted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The role of the connection.
    pub fn role(&self) -> Option<Role> {
        self.admitted().map(|admitted| admitted.role)
    }

    /// It has shown a token.
    pub fn admit(&self, admitted: Admitted) {
        *self.admitted.lock().unwrap_or_else(PoisonError::into_inner) = Some(admitted);
    }

    /// Counts a request; none where no more may wait, false where nobody reads responses any more.
    pub fn try_take_in(&self) -> Option<bool> {
        let mut flow = self.flow();
        if flow.closed {
            return Some(false);
        }
        let room = flow.waiting < QUEUE;
        flow.waiting += usize::from(room);
        room.then_some(true)
    }

    /// Counts a request; where too many wait, as soon as half of them are answered: who reads and who sends are not woken by
    /// turns for each line. False where nobody reads responses any more.
    pub fn take_in(&self) -> bool {
        let mut flow = self.flow();
        if flow.waiting >= QUEUE {
            flow = self.until(flow, QUEUE / 2);
        }
        flow.waiting += 1;
        !flow.closed
    }

    /// Waits until no more requests wait than that, or nobody reads the responses.
    fn until<'a>(&'a self, mut flow: MutexGuard<'a, Flow>, waiting: usize) -> MutexGuard<'a, Flow> {
        while !flow.closed && flow.waiting > waiting {
            flow = self.drained.wait(flow).unwrap_or_else(PoisonError::into_inner);
        }
        flow
    }

    fn append(&self, line: &[u8], responses: usize) {
        let mut flow = self.flow();
        if flow.closed {
            return;
        }
        let first = flow.out.is_empty();
        flow.out.extend_from_slice(line);
        flow.out.push(b'\n');
        flow.responses += responses;
        drop(flow);
        // Whoever sends takes all that is there.
        if first {
            self.filled.notify_one();
            self.outward.notify_one();
        }
    }

    /// Sends a response.
    pub fn respond(&self, line: &[u8]) {
        self.append(line, 1);
    }

    /// Sends a notification; false where too much waits already.
    pub fn tell(&self, line: &[u8]) -> bool {
        let room = {
            let flow = self.flow();
            flow.closed || flow.out.len() + line.len() <= WAITING_BYTES
        };
        if room {
            self.append(line, 0);
        }
        room
    }

    /// The lines that wait, and how many of them are responses; nothing where none do.
    pub fn try_out(&self) -> Option<(Vec<u8>, usize)> {
        let mut flow = self.flow();
        let responses = std::mem::take(&mut flow.responses);
        (!flow.out.is_empty()).then(|| (std::mem::take(&mut flow.out), responses))
    }

    /// The same as soon as there are some; none where the connection is closed.
    pub fn out(&self) -> Option<(Vec<u8>, usize)> {
        loop {
            if let Some(out) = self.try_out() {
                return Some(out);
            }
            let flow = self.flow();
            if flow.closed {
                return None;
            }
            if flow.out.is_empty() {
                drop(self.filled.wait(flow).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Responses have been sent.
    pub fn sent(&self, responses: usize) {
        let waiting = {
            let mut flow = self.flow();
            flow.waiting -= responses;
            flow.waiting
        };
        if waiting <= QUEUE / 2 {
            self.drained.notify_all();
        }
        self.inward.notify_one();
    }

    /// Waits until everything that was read is answered, or nobody reads the responses.
    pub fn settle(&self) {
        drop(self.until(self.flow(), 0));
    }

    /// Returns whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.flow().closed
    }

    /// Returns whether everything that was read is answered.
    pub fn is_settled(&self) -> bool {
        let flow = self.flow();
        flow.closed || flow.waiting == 0
    }

    /// Nobody reads any more, or the program ends.
    pub fn close(&self) {
        self.flow().closed = true;
        self.filled.notify_all();
        self.drained.notify_all();
        self.outward.notify_one();
        self.inward.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_is_not_read_takes_no_more_in() {
        let connection = Connection::new(0, None);
        for _ in 0..QUEUE {
            assert_eq!(connection.try_take_in(), Some(true));
        }
        assert_eq!(connection.try_take_in(), None);
        connection.respond(b"{}");
        assert_eq!(connection.try_take_in(), None);
        let (lines, responses) = connection.out().unwrap();
        assert_eq!((lines.as_slice(), responses), (b"{}\n".as_slice(), 1));
        connection.sent(responses);
        assert_eq!(connection.try_take_in(), Some(true));
        connection.close();
        assert_eq!((connection.try_take_in(), connection.out()), (Some(false), None));
    }

    #[test]
    fn a_watcher_that_does_not_read_is_told_so_once() {
        let (connection, lost) = (Connection::new(0, None), Arc::new(AtomicBool::new(false)));
        let push = |bytes: usize| Push {
            connection: connection.clone(),
            line: vec![b'x'; bytes],
            table: "m1".into(),
            lost: lost.clone(),
        };
        push(WAITING_BYTES - 1).send();
        assert!(!lost.load(Ordering::Relaxed));
        (0..3).for_each(|_| push(10).send());
        assert!(lost.load(Ordering::Relaxed));
        let (lines, _) = connection.out().unwrap();
        let text = String::from_utf8(lines).unwrap();
        assert_eq!(text.matches("watch_ended").count(), 1);
    }
}
