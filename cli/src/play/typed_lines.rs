//! Lines that are typed, read on a thread of their own: meanwhile the program hears what else there is, and can be
//! told to end.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::ending;
use crate::full_screen::LOOK;
use crate::verify::progress::Clock;

/// A line that is typed, or the reason for which there is none.
pub enum Typing {
    /// The line.
    Line(String),
    /// It was waited for long enough.
    Late,
    /// The input has ended.
    End,
}

/// A line, or none at the end of the input.
pub type Line = io::Result<Option<String>>;

/// Reads a line each time that one is wanted, and says it, as long as `say` takes what it says.
pub fn read_lines(say: impl Fn(Line) -> bool + Send + 'static) -> Sender<()> {
    let (want, wanted) = channel();
    thread::spawn(move || {
        while wanted.recv().is_ok() {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_until(b'\n', &mut bytes);
            if !say(read.map(|count| (count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))) {
                return;
            }
        }
    });
    want
}

/// The lines of the input, which end when the program is told to end.
pub struct TypedLines {
    want: Sender<()>,
    typed: Receiver<Line>,
    ended: Arc<AtomicBool>,
    /// True while a line is wanted that has not come.
    wanted: bool,
}

impl TypedLines {
    /// Hears signals from now on.
    ///
    /// # Errors
    /// Where signals cannot be heard.
    pub fn begin() -> io::Result<TypedLines> {
        let ended = ending::signals().map_err(|failure| io::Error::other(failure.to_string()))?;
        let (say, typed) = channel();
        let want = read_lines(move |line| say.send(line).is_ok());
        Ok(TypedLines { want, typed, ended, wanted: false })
    }

    /// The next line; it is waited for at most so long.
    ///
    /// # Errors
    /// Where the input cannot be read.
    pub fn next(&mut self, most: Option<Duration>) -> io::Result<Typing> {
        if !self.wanted {
            // A thread that reads no more has said why.
            let _ = self.want.send(());
            self.wanted = true;
        }
        let clock = Clock::start();
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return Ok(Typing::End);
            }
            let left = most.map(|most| most.saturating_sub(clock.elapsed()));
            match self.typed.recv_timeout(left.map_or(LOOK, |left| left.min(LOOK))) {
                Ok(line) => {
                    self.wanted = false;
                    return line.map(|line| line.map_or(Typing::End, Typing::Line));
                }
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                    return Ok(Typing::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Typing::End),
            }
        }
    }
}
