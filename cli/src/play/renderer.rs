//! The look of a sitting: lines one after the other, or a screen that stays in place.

use std::io::{self, BufRead};
use std::time::Duration;

use duelog_kernel::{Factory, Seat, View};

use super::question::Question;
use crate::output::Context;

/// Output and input of a person.
pub trait Face {
    /// Says lines.
    fn say(&mut self, text: &str);

    /// Says more than a few lines.
    fn sheet(&mut self, text: &str) {
        self.say(text);
    }

    /// Shows the table as it is now.
    fn table(&mut self, view: View, near: Seat);

    /// Returns whether the table is always in sight, so that it is brought up to date before each question.
    fn stays(&self) -> bool;

    /// Asks a question.
    fn question(&mut self, question: Question);

    /// The next line that is typed. After `wait` it is waited for no longer, where the terminal can tell: lines cannot.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    fn read(&mut self, factory: &dyn Factory, wait: Option<Duration>) -> io::Result<Typing>;

    /// Another player is to look.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    fn hand_over(&mut self, seat: Seat, factory: &dyn Factory) -> io::Result<()>;

    /// The match is over: it stays in sight until a key is pressed.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    fn farewell(&mut self, text: &str, factory: &dyn Factory) -> io::Result<()>;
}

/// A line that is typed, or the reason for which there is none.
pub enum Typing {
    /// The line.
    Line(String),
    /// It was waited for long enough.
    Late,
    /// The input has ended.
    End,
}

impl Typing {
    /// A line, or the end of the input.
    pub fn of(line: Option<String>) -> Typing {
        line.map_or(Typing::End, Typing::Line)
    }
}

/// Lines one after the other.
pub struct Lines<'a>(pub &'a Context);

impl Face for Lines<'_> {
    fn say(&mut self, text: &str) {
        self.0.page(text);
    }

    fn table(&mut self, view: View, near: Seat) {
        self.0.line("");
        self.0.table(view, Some(near));
    }

    fn stays(&self) -> bool {
        false
    }

    fn question(&mut self, question: Question) {
        self.0.line(question.head());
        if let Some(time) = question.time {
            self.0.line(format_args!("    ({})", time.after(Duration::ZERO)));
        }
        question.by().iter().for_each(|effect| self.0.line(effect));
        question.options.iter().for_each(|option| self.0.line(option));
    }

    fn read(&mut self, _: &dyn Factory, _: Option<Duration>) -> io::Result<Typing> {
        self.0.prompt();
        if self.0.broken() {
            return Ok(Typing::End);
        }
        let mut bytes = Vec::new();
        let count = io::stdin().lock().read_until(b'\n', &mut bytes)?;
        Ok(Typing::of((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())))
    }

    fn hand_over(&mut self, seat: Seat, factory: &dyn Factory) -> io::Result<()> {
        if self.0.at_terminal() {
            self.0.clear();
            self.0.line(format_args!("{seat} is asked next. Press Enter when only that player looks."));
            self.read(factory, None).map(drop)
        } else {
            self.0.line(format_args!("---- {seat} ----"));
            Ok(())
        }
    }

    fn farewell(&mut self, _: &str, _: &dyn Factory) -> io::Result<()> {
        Ok(())
    }
}
