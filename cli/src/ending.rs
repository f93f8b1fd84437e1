//! When the program is told to end while it waits for a person: by a signal (hangup, interrupt, termination), or
//! because its terminal is gone. The one place for all commands that take the terminal over.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::output::Failure;

/// How long the program has to end by itself once it was told to.
const GRACE: Duration = Duration::from_secs(3);

/// Exit code of a program that had to be ended: the terminal is a fault of the system.
const FORCED: i32 = 3;

/// Hears hangup, interrupt and termination: the flag is set once the program is told to end by a signal. Told once
/// more, it ends at once.
///
/// # Errors
/// A system error where signals cannot be heard.
pub fn signals() -> Result<Arc<AtomicBool>, Failure> {
    let told = Arc::new(AtomicBool::new(false));
    #[cfg(all(unix, feature = "machine"))]
    for signal in [signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, FORCED, told.clone())
            .and_then(|_| signal_hook::flag::register(signal, told.clone()))
            .map_err(|error| {
                let remedy = "end some programs and run it again";
                Failure::system(format!("signals cannot be heard: {error}"), remedy)
            })?;
    }
    Ok(told)
}

/// Hears when the program is told to end.
#[derive(Debug, Clone)]
pub struct Ending {
    told: Arc<AtomicBool>,
    #[cfg(all(unix, feature = "machine"))]
    terminal: Arc<terminal::Terminal>,
}

/// The result of a wait for the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// There is something to read, or a signal came.
    Woken,
    /// Nothing happened.
    Silent,
    /// The terminal is gone: nothing will ever be read.
    Gone,
}

impl Ending {
    /// Returns whether the program has been told to end.
    pub fn told(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }
}

#[cfg(all(unix, feature = "machine"))]
impl Ending {
    /// Heeds signals and the terminal from now on. A program that has not ended by itself a while after it was told to
    /// is ended, after `last`: what reads a terminal that is gone may never come back.
    ///
    /// # Errors
    /// Where there is no terminal, or signals cannot be heard.
    pub fn heed(last: fn()) -> io::Result<Ending> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::low_level::pipe;
        let terminal = Arc::new(terminal::Terminal::open()?);
        let (hear, say) = std::os::unix::net::UnixStream::pair()?;
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            pipe::register(signal, say.try_clone()?)?;
        }
        let ending = Ending { told: Arc::default(), terminal };
        let own = ending.clone();
        std::thread::Builder::new().name("ending".to_string()).spawn(move || {
            own.terminal.until_told(&hear);
            own.told.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            last();
            std::process::exit(FORCED);
        })?;
        Ok(ending)
    }

    /// Waits until there is something to read.
    ///
    /// # Errors
    /// Where the terminal cannot be waited for.
    pub fn wait(&self, most: Duration) -> io::Result<Waited> {
        let waited = self.terminal.wait(most)?;
        if waited == Waited::Gone {
            self.told.store(true, Ordering::Relaxed);
        }
        Ok(waited)
    }
}

#[cfg(all(unix, feature = "machine"))]
mod terminal {
    use std::fs::File;
    use std::io::{self, IsTerminal};
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    use super::Waited;

    /// The terminal from which keys are read.
    #[derive(Debug)]
    pub struct Terminal(OwnedFd);

    /// The flags of a terminal that is gone; they come whether or not they were wanted.
    const GONE: PollFlags = PollFlags::HUP.union(PollFlags::ERR);

    impl Terminal {
        /// Standard input, or the terminal of the process where that is something else.
        pub fn open() -> io::Result<Terminal> {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                return stdin.as_fd().try_clone_to_owned().map(Terminal);
            }
            Ok(Terminal(File::options().read(true).write(true).open("/dev/tty")?.into()))
        }

        /// Waits, at most so long, until there is something to read.
        pub fn wait(&self, most: Duration) -> io::Result<Waited> {
            let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
            let most = Timespec::try_from(most).map_err(|_| io::ErrorKind::InvalidInput)?;
            match poll(&mut fds, Some(&most)) {
                Ok(0) => Ok(Waited::Silent),
                // A signal came, for instance of another size.
                Err(Errno::INTR) => Ok(Waited::Woken),
                Ok(_) if fds[0].revents().intersects(GONE) => Ok(Waited::Gone),
                Ok(_) => Ok(Waited::Woken),
                Err(error) => Err(error.into()),
            }
        }

        /// Waits until a signal comes, or the terminal is gone.
        pub fn until_told(&self, signals: &UnixStream) {
            // A system that cannot wait for terminals has signals alone.
            let mut terminal = true;
            loop {
                let mut fds = vec![PollFd::new(signals, PollFlags::IN)];
                if terminal {
                    fds.push(PollFd::new(&self.0, PollFlags::empty()));
                }
                match poll(&mut fds, None) {
                    Ok(_) => {}
                    Err(Errno::INTR) => continue,
                    Err(_) => return,
                }
                if !fds[0].revents().is_empty() {
                    return;
                }
                match fds.get(1).map(PollFd::revents) {
                    Some(told) if told.intersects(GONE) => return,
                    Some(told) if told.contains(PollFlags::NVAL) => terminal = false,
                    _ => {}
                }
            }
        }
    }
}
