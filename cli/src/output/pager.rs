//! A pager for long answers on a terminal, as git has one.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// The output: kept until it exceeds the terminal, then sent through a pager.
#[derive(Debug)]
pub struct Pager {
    program: String,
    rows: usize,
    held: String,
    begun: Option<Child>,
    /// It could not be begun: everything is printed as it comes.
    without: bool,
}

impl Pager {
    /// A pager for a terminal of `rows` rows; none if the person wants none.
    pub fn new(rows: usize) -> Option<Pager> {
        let program = [var("DUELOG_PAGER"), var("PAGER")].into_iter().flatten().next();
        let program = program.unwrap_or_else(|| "less".to_string());
        let none = program.trim().is_empty() || program.trim() == "cat";
        let begun = None;
        (!none).then(|| Pager { program, rows, held: String::new(), begun, without: false })
    }

    /// Prints text, to `out` without a pager.
    ///
    /// # Errors
    /// Where nobody reads it.
    pub fn print(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if let Some(child) = &mut self.begun {
            return child.stdin.as_mut().map_or(Ok(()), |pipe| pipe.write_all(text.as_bytes()));
        }
        if self.without {
            return out.write_all(text.as_bytes());
        }
        self.held.push_str(text);
        if self.held.lines().count() < self.rows {
            return Ok(());
        }
        let held = std::mem::take(&mut self.held);
        match self.begin() {
            Ok(child) => self.begun = Some(child),
            Err(_) => self.without = true,
        }
        self.print(&held, out)
    }

    fn begin(&self) -> io::Result<Child> {
        let mut command = Command::new("sh");
        command.args(["-c", &self.program]).stdin(Stdio::piped());
        // As git: it ends where all fits onto the screen, shows colors, and leaves what was shown.
        if var("LESS").is_none() {
            command.env("LESS", "FRX");
        }
        command.spawn()
    }

    /// Prints what is kept, or waits until the person has read.
    ///
    /// # Errors
    /// Where it cannot be printed.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.begun.take() {
            Some(mut child) => {
                drop(child.stdin.take());
                child.wait().map(drop)
            }
            None => out.write_all(std::mem::take(&mut self.held).as_bytes()),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the program says which pager, as everywhere")]
fn var(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
