//! The turns of requests: none keeps others from their answers.
//!
//! Work begins with one of a few permits, as many as the machine has hands. Work that takes longer than a
//! moment gives its permit back and continues beside the others, a few at a time and never all of them for
//! one log; further long work waits. Work ends as soon as nobody waits for it any more.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

use crate::verify::progress::Clock;

/// How long work keeps a permit.
const MOMENT: Duration = Duration::from_millis(250);

/// How long work that takes long waits for its turn before it is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long it waits before it looks again whether somebody still wants it.
const LOOK: Duration = Duration::from_millis(50);

/// How much that takes long can wait at once.
const WAITING_MAX: usize = 32;

/// Long work: the running one by log, and the number of waiting ones.
#[derive(Debug, Default)]
struct Going {
    logs: BTreeMap<String, usize>,
    waiting: usize,
}

/// The room for what takes long.
#[derive(Debug)]
pub struct Room {
    most: usize,
    going: Mutex<Going>,
    left: Condvar,
}

/// Somebody who waits for an answer, until this is dropped.
#[derive(Debug, Default)]
pub struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A place among what takes long.
struct Place {
    room: Arc<Room>,
    log: String,
}

impl Room {
    /// For as much at a time as there are hands about one log, and one more about another.
    pub fn new(hands: usize) -> Arc<Room> {
        Arc::new(Room { most: hands + 1, going: Mutex::default(), left: Condvar::new() })
    }

    fn going(&self) -> MutexGuard<'_, Going> {
        self.going.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place, as long as it is wanted.
    fn enter(self: &Arc<Room>, log: &str, gone: &AtomicBool) -> Result<Place, String> {
        let clock = Clock::start();
        let mut going = self.going();
        if going.waiting >= WAITING_MAX {
            return Err("too much that takes long is asked at once".to_string());
        }
        going.waiting += 1;
        let entered = loop {
            let all: usize = going.logs.values().sum();
            let same = going.logs.get(log).copied().unwrap_or(0);
            if all < self.most && same + 1 < self.most {
                *going.logs.entry(log.to_string()).or_default() += 1;
                break Ok(Place { room: self.clone(), log: log.to_string() });
            }
            if gone.load(Ordering::Relaxed) {
                break Err(NOBODY.to_string());
            }
            if clock.elapsed() >= PATIENCE {
                break Err("too much that takes long is asked at once".to_string());
            }
            going = self.left.wait_timeout(going, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        };
        going.waiting -= 1;
        entered
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut going = self.room.going();
        let left = going.logs.get_mut(&self.log).map(|count| {
            *count -= 1;
            *count
        });
        if left == Some(0) {
            going.logs.remove(&self.log);
        }
        self.room.left.notify_all();
    }
}

/// Why work ends that nobody waits for.
const NOBODY: &str = "nobody waits for the answer any more";

/// The question that work on `log` for `asker`, begun with `permit`, is asked from time to time.
pub fn turn(
    room: &Arc<Room>,
    log: &str,
    asker: &Asker,
    permit: OwnedSemaphorePermit,
) -> impl FnMut() -> Result<(), String> + Send + use<> {
    let (room, log, gone, clock) = (room.clone(), log.to_string(), asker.0.clone(), Clock::start());
    let (mut permit, mut place) = (Some(permit), None);
    move || {
        if gone.load(Ordering::Relaxed) {
            return Err(NOBODY.to_string());
        }
        if place.is_none() && clock.elapsed() >= MOMENT {
            drop(permit.take());
            place = Some(room.enter(&log, &gone));
        }
        match &place {
            Some(Err(why)) => Err(why.clone()),
            Some(Ok(_)) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_log_takes_all_places() {
        let room = Room::new(1);
        let (here, gone) = (AtomicBool::new(false), AtomicBool::new(true));
        let first = room.enter("a", &here).unwrap();
        assert_eq!(room.enter("a", &gone).err(), Some(NOBODY.to_string()), "it waits, and nobody wants it");
        let second = room.enter("b", &here).unwrap();
        assert!(room.enter("c", &gone).is_err(), "there is no more room");
        drop(first);
        drop((second, room.enter("a", &here).unwrap()));
        assert!(room.going().logs.is_empty() && room.going().waiting == 0);
    }
}
