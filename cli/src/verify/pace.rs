//! How long something takes, and a progress bar once that is more than a second.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[expect(clippy::disallowed_types, reason = "how long it took is shown to people and kept out of every log")]
use std::time::Instant;

use indicatif::ProgressBar;

use crate::output::Context;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pace of work on many things.
pub struct Pace<'a> {
    context: &'a Context,
    #[expect(clippy::disallowed_types, reason = "how long it took is shown to people and kept out of every log")]
    begin: Instant,
    length: u64,
    what: &'static str,
    done: AtomicU64,
    bar: Mutex<Option<ProgressBar>>,
}

impl<'a> Pace<'a> {
    /// Work on `length` things begins.
    pub fn start(context: &'a Context, length: u64, what: &'static str) -> Pace<'a> {
        #[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "how long it took is shown to people and kept out of every log")]
        let begin = Instant::now();
        Pace { context, begin, length, what, done: AtomicU64::new(0), bar: Mutex::new(None) }
    }

    /// One thing is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.begin.elapsed() < PATIENCE {
            return;
        }
        if let Ok(mut bar) = self.bar.lock() {
            bar.get_or_insert_with(|| self.context.progress(self.length, self.what)).set_position(done);
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
        let millis = self.begin.elapsed().as_millis();
        Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)).as_secs_f64()
    }
}
