//! The whole terminal, for what is drawn on it; given back however it ends.

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use crate::ending::{Ending, Waited};
use crate::output::terminal;

/// How long is waited for a key before it is looked whether the program is to end.
pub const LOOK: Duration = Duration::from_millis(500);

/// The terminal, taken over.
pub struct FullScreen {
    /// To draw on.
    pub terminal: DefaultTerminal,
    ending: Ending,
}

impl FullScreen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Where it cannot be.
    pub fn begin() -> io::Result<FullScreen> {
        let ending = Ending::heed(give_back)?;
        let terminal_of_its_own = ratatui::try_init()?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |what| {
            let _ = execute!(terminal(), DisableMouseCapture);
            before(what);
        }));
        let _ = execute!(terminal(), EnableMouseCapture);
        Ok(FullScreen { terminal: terminal_of_its_own, ending })
    }

    /// Returns whether the program has been told to end, or its terminal is gone.
    pub fn ended(&self) -> bool {
        self.ending.told()
    }

    /// The next event of the terminal; none after a timeout, and none any more once the program is to end.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    pub fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        // Whoever asks for events of a terminal that is gone never hears anything again: that is looked at before.
        for most in [Duration::ZERO, wait.min(LOOK)] {
            if self.ending.wait(most)? == Waited::Gone || self.ended() {
                return Ok(None);
            }
            if event::poll(Duration::ZERO)? {
                return event::read().map(Some);
            }
        }
        Ok(None)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back. One that is gone takes nothing, and that is well.
fn give_back() {
    let _ = execute!(terminal(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}
