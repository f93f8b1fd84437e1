//! The whole terminal, for what is drawn on it; given back however it ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use signal_hook::consts::{SIGHUP, SIGTERM};

use crate::output::terminal;

/// How long is waited for a key before it is looked whether the program is to end.
pub const LOOK: Duration = Duration::from_millis(500);

/// The terminal, taken over.
pub struct FullScreen {
    /// To draw on.
    pub terminal: DefaultTerminal,
    ended: Arc<AtomicBool>,
}

impl FullScreen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Where it cannot be.
    pub fn begin() -> io::Result<FullScreen> {
        let ended = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, ended.clone())?;
        }
        let terminal_of_its_own = ratatui::try_init()?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |what| {
            let _ = execute!(terminal(), DisableMouseCapture);
            before(what);
        }));
        let _ = execute!(terminal(), EnableMouseCapture);
        Ok(FullScreen { terminal: terminal_of_its_own, ended })
    }

    /// Returns whether the program has been told to end.
    pub fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The next event of the terminal; none after a timeout.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    pub fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if event::poll(wait.min(LOOK))? { event::read().map(Some) } else { Ok(None) }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        let _ = execute!(terminal(), DisableMouseCapture);
        ratatui::restore();
    }
}
