//! The look of a sitting: lines one after the other, or a screen that stays in place.

use std::io;
use std::time::Duration;

use duelog_kernel::{Factory, Seat, View};

use super::question::Question;
use super::typed_lines::{TypedLines, Typing};
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

    /// The next line that is typed. After `wait` it is waited for no longer.
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

/// Lines one after the other.
pub struct Lines<'a> {
    context: &'a Context,
    /// The lines that are typed, once one was wanted.
    typed: Option<TypedLines>,
}

impl<'a> Lines<'a> {
    /// Lines that are printed so.
    pub fn new(context: &'a Context) -> Lines<'a> {
        Lines { context, typed: None }
    }
}

impl Face for Lines<'_> {
    fn say(&mut self, text: &str) {
        self.context.page(text);
    }

    fn table(&mut self, view: View, near: Seat) {
        self.context.line("");
        self.context.table(view, Some(near));
    }

    fn stays(&self) -> bool {
        false
    }

    fn question(&mut self, question: Question) {
        self.context.line(question.head());
        if let Some(time) = question.time {
            self.context.line(format_args!("    ({})", time.after(Duration::ZERO)));
        }
        question.by().iter().for_each(|effect| self.context.line(effect));
        question.options.iter().for_each(|option| self.context.line(option));
    }

    fn read(&mut self, _: &dyn Factory, wait: Option<Duration>) -> io::Result<Typing> {
        // Signals are heard before anybody sees that a line is waited for.
        let typed = match self.typed.take() {
            Some(typed) => typed,
            None => TypedLines::begin()?,
        };
        let typed = self.typed.insert(typed);
        self.context.prompt();
        if self.context.broken() { Ok(Typing::End) } else { typed.next(wait) }
    }

    fn hand_over(&mut self, seat: Seat, factory: &dyn Factory) -> io::Result<()> {
        if self.context.at_terminal() {
            self.context.clear();
            self.context.line(format_args!("{seat} is asked next. Press Enter when only that player looks."));
            self.read(factory, None).map(drop)
        } else {
            self.context.line(format_args!("---- {seat} ----"));
            Ok(())
        }
    }

    fn farewell(&mut self, _: &str, _: &dyn Factory) -> io::Result<()> {
        Ok(())
    }
}
