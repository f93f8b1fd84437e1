//! How commands end and how they print: exit codes, formats, errors, progress bars.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue};
use duelog_kernel::view::RequestView;
use duelog_kernel::{Seat, View};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::Diagnostic;

mod pager;
mod paint;

use pager::Pager;

use crate::plain::{plain, plain_json, plain_request, plain_view, with_names};
use crate::table;

/// How answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// How a command that could do its work ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// No finding: exit code 0.
    Success,
    /// There is a finding: not verified, diverged, a case failed. Exit code 1.
    Finding,
    /// No finding, but logs that are older than this engine and that only an engine of their revision can
    /// judge. Exit code 4.
    Outdated,
    /// No finding, but matches that have no sealed end. Exit code 6.
    Incomplete,
}

impl End {
    /// The end that a test's result gives.
    pub fn success_if(well: bool) -> End {
        if well { End::Success } else { End::Finding }
    }

    /// The exit code.
    pub fn code(self) -> ExitCode {
        match self {
            End::Success => ExitCode::SUCCESS,
            End::Finding => ExitCode::from(1),
            End::Outdated => ExitCode::from(4),
            End::Incomplete => ExitCode::from(6),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum Failure {
    /// Wrong use: exit code 2.
    #[error("{what}")]
    Usage {
        /// The fault.
        what: String,
        /// The remedy.
        #[help]
        remedy: String,
    },
    /// A file or the system is at fault: exit code 3.
    #[error("{what}")]
    System {
        /// The failure and its place.
        what: String,
        /// The remedy.
        #[help]
        remedy: String,
    },
    /// A log makes more work than it may: exit code 3.
    #[error("{what}")]
    Limit {
        /// Which limit is reached, and where.
        what: String,
        /// The remedy.
        #[help]
        remedy: String,
    },
    /// The program that was named as another engine is at fault: exit code 5.
    #[error("{what}")]
    Engine {
        /// Its behaviour.
        what: String,
        /// The remedy.
        #[help]
        remedy: String,
    },
}

impl Failure {
    /// Wrong use.
    pub fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Usage { what: what.into(), remedy: remedy.into() }
    }

    /// A fault of a file or of the system.
    pub fn system(what: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::System { what: what.into(), remedy: remedy.into() }
    }

    /// More work than a log may make.
    pub fn limit(what: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Limit { what: what.into(), remedy: remedy.into() }
    }

    /// A fault of another engine.
    pub fn engine(what: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Engine { what: what.into(), remedy: remedy.into() }
    }

    /// Prints the failure on standard error and gives its exit code.
    pub fn report(self, context: &Context) -> ExitCode {
        let code = match &self {
            Failure::Usage { .. } => 2,
            Failure::System { .. } | Failure::Limit { .. } => 3,
            Failure::Engine { .. } => 5,
        };
        if context.json() {
            let remedy = self.help().map(|help| help.to_string());
            context.complain(
                serde_json::json!({ "error": self.to_string(), "remedy": remedy, "exit_code": code }),
            );
        } else {
            // Laid out by itself, over several lines and in color: its texts are made plain before.
            let report = miette::Report::new(self.plain());
            let _ = writeln!(stderr(), "{report:?}");
        }
        ExitCode::from(code)
    }

    fn plain(self) -> Failure {
        match self {
            Failure::Usage { what, remedy } => Failure::usage(plain(&what), plain(&remedy)),
            Failure::System { what, remedy } => Failure::system(plain(&what), plain(&remedy)),
            Failure::Limit { what, remedy } => Failure::limit(plain(&what), plain(&remedy)),
            Failure::Engine { what, remedy } => Failure::engine(plain(&what), plain(&remedy)),
        }
    }
}

/// The fault of a command line, and the remedy.
pub fn misuse(error: &clap::Error) -> (String, String) {
    let text = error.to_string();
    let (what, remedy) = text.trim().split_once("\n\n").unwrap_or((text.trim(), ""));
    (what.strip_prefix("error: ").unwrap_or(what).to_string(), remedy.to_string())
}

/// Says what is wrong with the command line, or shows the help that it asks for.
pub fn misused(mut error: clap::Error, context: &Context) -> ExitCode {
    if !error.use_stderr() {
        context.printed(error.print().and_then(|()| stdout().flush()));
        return context.end(Ok(End::Success));
    }
    // A word after two dashes would be taken for a file: clap's tip does not help.
    if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        let tips: Vec<_> = tips.into_iter().filter(|tip| !tip.to_string().starts_with("to pass ")).collect();
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    let text = error.to_string();
    if context.json() {
        let (what, remedy) = misuse(&error);
        context.complain(serde_json::json!({ "error": what, "remedy": remedy, "exit_code": 2 }));
    } else if text.lines().all(|line| plain(line) == line) {
        let _ = error.print();
    } else {
        text.lines().for_each(|line| context.complain(line));
    }
    ExitCode::from(2)
}

/// How wide lines are where no terminal says otherwise.
const WIDTH: usize = 110;

/// Columns and rows of the terminal.
#[cfg(feature = "machine")]
fn size() -> Option<(u16, u16)> {
    ratatui::crossterm::terminal::size().ok().filter(|size| size.0 > 0 && size.1 > 0)
}

/// There is no terminal.
#[cfg(not(feature = "machine"))]
fn size() -> Option<(u16, u16)> {
    None
}

/// The result of a command.
pub type Done = Result<End, Failure>;

/// An in-memory log: its name and its bytes.
pub type Held = (PathBuf, Arc<[u8]>);

/// How this run prints. Everything that a command prints passes through here, and nothing that came out of a
/// file reaches a terminal as it is.
#[derive(Debug)]
pub struct Context {
    /// The format asked for.
    pub format: Format,
    /// Why the answer could not be printed, once that is so; nothing more is printed then.
    broken: OnceLock<io::Error>,
    /// The names of the players, by seat, if they have any.
    players: OnceLock<Vec<Option<String>>>,
    /// For in-process runs: the logs that it may read, and its output.
    held: Option<(Vec<Held>, Mutex<String>)>,
    /// True if lines for people have colors.
    color: bool,
    /// The pager for long answers.
    pager: Mutex<Option<Pager>>,
}

impl Context {
    /// A context for a format.
    pub fn new(format: Format) -> Context {
        Context {
            format,
            broken: OnceLock::new(),
            players: OnceLock::new(),
            held: None,
            color: false,
            pager: Mutex::default(),
        }
    }

    /// The same for a process of its own: with colors where they are wanted, and a pager for long answers on a
    /// terminal.
    pub fn for_people(self, color: ColorChoice, pages: bool) -> Context {
        color.write_global();
        let color = AutoStream::choice(&stdout()) != ColorChoice::Never;
        // Errors are laid out by themselves, in color and with links where the terminal has them.
        let errors = match AutoStream::choice(&stderr()) {
            ColorChoice::Never => Some(false),
            ColorChoice::Always | ColorChoice::AlwaysAnsi => Some(true),
            ColorChoice::Auto => None,
        };
        let _ = miette::set_hook(Box::new(move |_| {
            let options = miette::MietteHandlerOpts::new();
            Box::new(errors.map_or(options.clone(), |color| options.color(color)).build())
        }));
        let rows =
            if pages && !self.json() && stdout().is_terminal() { size().map(|size| size.1) } else { None };
        let pager = rows.and_then(|rows| Pager::new(usize::from(rows)));
        Context { color: color && !self.json(), pager: Mutex::new(pager), ..self }
    }

    /// A context whose answers are collected; its run reads these logs and no others.
    pub fn collecting(format: Format, logs: Vec<Held>) -> Context {
        Context { held: Some((logs, Mutex::default())), ..Context::new(format) }
    }

    /// The same without progress.
    pub fn quiet(self) -> Context {
        Context { held: Some((Vec::new(), Mutex::default())), ..self }
    }

    /// The collected output.
    pub fn collected(self) -> String {
        self.held.and_then(|(_, answer)| answer.into_inner().ok()).unwrap_or_default()
    }

    /// The logs that the run may read; none where it reads files.
    pub fn held(&self) -> Option<&[Held]> {
        self.held.as_ref().map(|held| held.0.as_slice())
    }

    /// Returns whether machines read the answers.
    pub fn json(&self) -> bool {
        self.format == Format::Json
    }

    /// From now on, people read these names in place of seats.
    pub fn call_players(&self, names: Vec<Option<String>>) {
        let _ = self.players.set(names);
    }

    /// The names of the players, by seat, if they have any.
    pub fn players(&self) -> &[Option<String>] {
        self.players.get().map_or(&[], Vec::as_slice)
    }

    /// A line made plain, with names in place of seats.
    pub fn worded(&self, text: &str) -> String {
        plain(&with_names(text, self.players()))
    }

    /// Prints a line of the answer, made plain.
    pub fn line(&self, text: impl std::fmt::Display) {
        let line = self.worded(&text.to_string());
        let line = if self.color { paint::paint(&line) } else { line };
        self.print(&(line + "\n"));
    }

    /// Prints text for other programs to read, each line made plain.
    pub fn script(&self, text: &str) {
        text.split('\n').for_each(|line| self.print(&(plain(line) + "\n")));
    }

    /// Prints text that the program itself has laid out in lines, each made plain.
    pub fn page(&self, text: &str) {
        text.split('\n').for_each(|line| self.line(line));
    }

    /// Prints the table as a viewer sees it; the seat that is `near`, if one is, comes last.
    pub fn table(&self, view: View, near: Option<Seat>) {
        self.page(table::text(&plain_view(view), near, self.width()).trim_end());
    }

    /// How wide lines are that the program breaks by itself: as wide as the terminal, where there is one.
    fn width(&self) -> usize {
        let wide = if self.held.is_none() && stdout().is_terminal() { size() } else { None };
        wide.map_or(WIDTH, |size| usize::from(size.0).max(40))
    }

    /// Prints an answer.
    pub fn question(&self, asked: RequestView) {
        self.page(table::question(&plain_request(asked), self.width()).trim_end());
    }

    /// Prints a value as one line of JSON.
    pub fn value(&self, value: &impl serde::Serialize) {
        self.print(&(json(value) + "\n"));
    }

    /// Prints a line on standard error, made plain; nowhere where answers are collected.
    pub fn complain(&self, text: impl std::fmt::Display) {
        if self.held.is_some() {
            return;
        }
        let text = text.to_string();
        let text = if self.json() { plain_json(text) } else { plain(&text) };
        let _ = writeln!(stderr(), "{text}");
    }

    /// Asks a person for a line.
    pub fn prompt(&self) {
        self.print("> ");
        if self.broken.get().is_none() {
            self.printed(stdout().flush());
        }
    }

    /// Sees to it that what is printed is seen, where nothing follows for a while.
    pub fn flush(&self) {
        if self.held.is_none() && self.broken.get().is_none() {
            self.printed(stdout().flush());
        }
    }

    /// Returns whether a person sits at a terminal.
    pub fn at_terminal(&self) -> bool {
        at_terminal()
    }

    /// Clears the terminal.
    pub fn clear(&self) {
        self.print("\x1b[2J\x1b[H");
    }

    /// Returns whether the reader of the output is gone.
    pub fn broken(&self) -> bool {
        self.broken.get().is_some()
    }

    fn print(&self, text: &str) {
        if let Some((_, answer)) = &self.held {
            answer.lock().iter_mut().for_each(|answer| answer.push_str(text));
        } else if self.broken.get().is_none() {
            let printed = match &mut *self.pager() {
                Some(pager) => pager.print(text, &mut stdout()),
                None => stdout().write_all(text.as_bytes()),
            };
            self.printed(printed);
        }
    }

    fn pager(&self) -> MutexGuard<'_, Option<Pager>> {
        self.pager.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn printed(&self, result: io::Result<()>) {
        if let Err(error) = result {
            let _ = self.broken.set(error);
        }
    }

    /// The exit code of a command. A closed pipe is quiet, as with other tools: the code is that of the
    /// answer which nobody read. An answer that could not be printed for another reason is never taken
    /// for one that was.
    pub fn end(&self, done: Done) -> ExitCode {
        if let Some(mut pager) = self.pager().take() {
            self.printed(pager.finish(&mut stdout()));
        }
        if !self.broken() {
            self.printed(stdout().flush());
        }
        match (done, self.broken.get()) {
            (Err(failure), _) => failure.report(self),
            (Ok(_), Some(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                let remedy =
                    "give standard output room and run it again: nothing is known of what was not printed";
                Failure::system(format!("the answer cannot be printed: {error}"), remedy).report(self)
            }
            (Ok(end), _) => end.code(),
        }
    }

    /// A progress bar on standard error; none where no person watches.
    pub fn progress(&self, length: u64, what: &'static str) -> ProgressBar {
        let hidden = self.json() || self.held.is_some() || !stderr().is_terminal();
        let target =
            if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
    }
}

/// Returns whether a person sits at a terminal.
pub fn at_terminal() -> bool {
    io::stdin().is_terminal() && stdout().is_terminal()
}

/// The terminal, for what draws on it by itself.
pub fn terminal() -> io::Stdout {
    stdout()
}

/// A value as one line of JSON that does nothing to a terminal.
pub fn json(value: &impl serde::Serialize) -> String {
    plain_json(serde_json::to_string(value).unwrap_or_default())
}

#[expect(clippy::disallowed_methods, reason = "this is the one door to standard output")]
fn stdout() -> io::Stdout {
    io::stdout()
}

#[expect(clippy::disallowed_methods, reason = "this is the one door to standard error")]
fn stderr() -> io::Stderr {
    io::stderr()
}
