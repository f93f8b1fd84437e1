//! How long something takes, and a progress bar once that is more than a second.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
#[expect(
    clippy::disallowed_types,
    reason = "how long it took is shown to people and kept out of every log"
)]
use std::time::Instant;

use indicatif::ProgressBar;

use crate::output::Context;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long one thing has taken so far.
pub struct Clock {
    #[expect(
        clippy::disallowed_types,
        reason = "how long it took is shown to people and kept out of every log"
    )]
    begin: Instant,
}

impl Clock {
    /// It begins.
    pub fn start() -> Clock {
        #[expect(
            clippy::disallowed_methods,
            clippy::disallowed_types,
            reason = "how long it took is shown to people and kept out of every log"
        )]
        let begin = Instant::now();
        Clock { begin }
    }

    /// How many whole seconds have gone by.
    pub fn seconds(&self) -> u64 {
        self.elapsed().as_secs()
    }

    /// How much time has gone by.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}

/// After how many parts of one thing the bar moves.
const PART: u32 = 256;

/// The pace of work on many things.
pub struct Pace<'a> {
    context: &'a Context,
    clock: Clock,
    length: u64,
    what: &'static str,
    done: AtomicU64,
    bar: Mutex<Option<ProgressBar>>,
}

impl<'a> Pace<'a> {
    /// Work on `length` things begins.
    pub fn start(context: &'a Context, length: u64, what: &'static str) -> Pace<'a> {
        Pace { context, clock: Clock::start(), length, what, done: AtomicU64::new(0), bar: Mutex::new(None) }
    }

    /// One thing is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.show(done, self.length);
    }

    /// So much of the only thing is done.
    pub fn part(&self, done: u32, total: u32) {
        if self.length == 1 && done.is_multiple_of(PART) {
            self.show(done.into(), total.into());
        }
    }

    fn show(&self, done: u64, length: u64) {
        if self.clock.begin.elapsed() < PATIENCE {
            return;
        }
        if let Ok(mut bar) = self.bar.lock() {
            let bar = bar.get_or_insert_with(|| self.context.progress(length, self.what));
            bar.set_length(length);
            bar.set_position(done);
        }
    }

    /// Prints something without disturbing the bar.
    pub fn aside(&self, print: impl FnOnce()) {
        match self.bar.lock().ok().as_deref() {
            Some(Some(bar)) => bar.suspend(print),
            Some(None) | None => print(),
        }
    }

    /// All is done: how many seconds it took, to the millisecond.
    pub fn finish(&self) -> f64 {
        if let Ok(Some(bar)) = self.bar.lock().as_deref() {
            bar.finish_and_clear();
        }
        let millis = self.clock.begin.elapsed().as_millis();
        Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)).as_secs_f64()
    }
}
