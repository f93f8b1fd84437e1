//! How commands end and how they print: exit codes, formats, errors, progress bars.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::Diagnostic;

/// How answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

/// How a command that could do its work ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All is well: exit code 0.
    Well,
    /// There is a finding: not verified, diverged, a case failed. Exit code 1.
    Finding,
}

impl End {
    /// The end that a test's result gives.
    pub fn well_if(well: bool) -> End {
        if well { End::Well } else { End::Finding }
    }

    /// The exit code.
    pub fn code(self) -> ExitCode {
        match self {
            End::Well => ExitCode::SUCCESS,
            End::Finding => ExitCode::from(1),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum Failure {
    /// What was asked makes no sense: exit code 2.
    #[error("{what}")]
    Usage {
        /// What is wrong.
        what: String,
        /// What to do.
        #[help]
        remedy: String,
    },
    /// A file or the system is at fault: exit code 3.
    #[error("{what}")]
    System {
        /// What went wrong, and where.
        what: String,
        /// What to do.
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

    /// Prints the failure on standard error and gives its exit code.
    pub fn report(self, context: &Context) -> ExitCode {
        let code = match &self {
            Failure::Usage { .. } => 2,
            Failure::System { .. } => 3,
        };
        match context.format {
            Format::Text => eprintln!("{:?}", miette::Report::new(self)),
            Format::Json => {
                let remedy = self.help().map(|help| help.to_string());
                eprintln!("{}", serde_json::json!({ "error": self.to_string(), "remedy": remedy, "exit_code": code }));
            }
        }
        ExitCode::from(code)
    }
}

/// What a command gives.
pub type Done = Result<End, Failure>;

/// How this run prints.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// The format asked for.
    pub format: Format,
}

impl Context {
    /// A context for a format.
    pub fn new(format: Format) -> Context {
        Context { format }
    }

    /// Whether machines read the answers.
    pub fn json(&self) -> bool {
        self.format == Format::Json
    }

    /// Prints a line of the answer. A closed pipe ends the program quietly, as other tools do.
    pub fn line(&self, text: impl std::fmt::Display) {
        if writeln!(std::io::stdout().lock(), "{text}").is_err() {
            std::process::exit(0);
        }
    }

    /// Prints a value as one line of JSON.
    pub fn value(&self, value: &impl serde::Serialize) {
        self.line(serde_json::to_string(value).unwrap_or_default());
    }

    /// A progress bar on standard error; none where no person watches.
    pub fn progress(&self, length: u64, what: &'static str) -> ProgressBar {
        let hidden = self.json() || !std::io::stderr().is_terminal();
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}").unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what)
    }
}
