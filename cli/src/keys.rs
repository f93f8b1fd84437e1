//! `duelog keys`: keys to sign logs with, the files that hold them, and programs that keep them.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::Subcommand;
use duelog_log_format::Party;
use duelog_verifier::signing::{Keeper, KeyError, Keyring, PublicKey, SecretKey, party};

use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::seeds;
use crate::verify::progress::Clock;

/// Makes keys to sign logs with, and shows the public ones.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key
  duelog keys show table-5.key

Everybody who has the file can sign: keep it to yourself. `new` and `show` print the public key, which others check signatures with.
`duelog verify --keys LIST` reads a list of public keys, `host KEY` or `seat 0 KEY` on each line. Both are in the format of signed notes
(C2SP signed-note), which other programs read too.

A key need not be in a file. --key-helper PROGRAM may stand wherever --key FILE may: a program that keeps the key, on another machine, in an agent
or a device, and signs with it. It is started without a shell, once for each request:

  PROGRAM public    prints the public key, as `duelog keys show` does
  PROGRAM sign      reads a text up to the end of its input and prints it as a signed note of that key, as `duelog keys sign` does

It may show the text to a person first, and ends with another exit code than 0 if that person does not sign. A program that has not ended after
120 seconds is ended, and nothing is signed (--key-wait SECONDS sets another limit, 0 none). Texts are small: a statement about a seal, which names
the party, the match, the seal and the decisions, or the checkpoint of a transparency log. A note of another text or another key is refused.
tests/peers/agent_key.py is such a program for keys in ssh-agent.")]
pub enum Args {
    /// Makes a key and prints the public one.
    New(New),
    /// Prints the public key of a key file.
    Show(Show),
    /// Signs a text from the input and prints it as a signed note, as a program of --key-helper does.
    Sign(Sign),
}

/// Makes a key.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key")]
pub struct New {
    /// The name of the key, without spaces and plus signs: best an address and a name below it.
    name: String,
    /// The file for the key; a file that exists is not overwritten. Only its owner may read it.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// Shows the public key of a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key
  duelog keys show table-5.key")]
pub struct Show {
    /// The file that `duelog keys new` made.
    key: PathBuf,
}

/// Signs a text.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key
  echo 'a text' | duelog keys sign table-5.key")]
pub struct Sign {
    /// The file that `duelog keys new` made.
    key: PathBuf,
}

/// A key to sign with: that of the host, who signs every seal of the log, where a match is recorded.
#[derive(Debug, Default, clap::Args)]
pub struct Signs {
    /// The key to sign with, from `duelog keys new`. While a match is recorded it is the host's, which signs every
    /// seal.
    #[arg(long, value_name = "FILE", conflicts_with = "key_helper", help_heading = crate::headings::SIGNATURES)]
    key: Option<PathBuf>,
    /// A program that keeps the key and signs with it, in place of --key (see `duelog keys --help`).
    #[arg(long, value_name = "PROGRAM", help_heading = crate::headings::SIGNATURES)]
    key_helper: Option<PathBuf>,
    /// The seconds that --key-helper has for each text; 0 sets no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = KEY_WAIT, value_parser = whole::<u64>, help_heading = crate::headings::SIGNATURES)]
    key_wait: u64,
}

/// For how many seconds a program that keeps a key is waited for: a person may have to look at the text.
const KEY_WAIT: u64 = 120;

impl Signs {
    /// Returns whether something is to be signed.
    pub fn are_there(&self) -> bool {
        self.key.is_some() || self.key_helper.is_some()
    }

    /// The key, if there is one.
    ///
    /// # Errors
    /// As [`secret`]; a system error where the program that keeps it does not say which one it is.
    pub fn key(&self) -> Result<Option<SecretKey>, Failure> {
        match (&self.key, &self.key_helper) {
            (Some(file), _) => secret(file).map(Some),
            (None, Some(program)) => kept_by(program, self.key_wait).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The key.
    ///
    /// # Errors
    /// As [`Signs::key`]; wrong use where none is named.
    pub fn wanted(&self) -> Result<SecretKey, Failure> {
        self.key()?.ok_or_else(|| {
            Failure::usage("no key to sign with is named", "name one: --key FILE, or --key-helper PROGRAM")
        })
    }
}

/// The most that is read of a text that is signed, and of what a program prints.
const TEXT_MAX: u64 = 1 << 16;

/// A program that keeps a key.
struct Program {
    path: PathBuf,
    /// For how many seconds it is waited for; 0 for no limit.
    wait: u64,
}

/// How often a program that has closed its output is asked whether it has ended.
const STEP: Duration = Duration::from_millis(10);

impl Program {
    /// The text that the program prints for a request and a text; why there is none, where it does not end well
    /// in time.
    fn ask(&self, what: &str, text: &str) -> Result<String, String> {
        let at = |why: &dyn std::fmt::Display| format!("{} {what}: {why}", self.path.display());
        let mut command = Command::new(&self.path);
        command.arg(what).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| at(&error))?;
        let answered = self.answer(&mut child, text);
        if answered.is_err() {
            // One that has ended already cannot be ended.
            let _ = child.kill();
            let _ = child.wait();
        }
        match answered {
            Ok((printed, ended)) if ended.success() => Ok(printed),
            Ok((_, ended)) => Err(at(&ended)),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                let why = format!(
                    "it has not ended after {} seconds (--key-wait sets another limit, 0 none)",
                    self.wait
                );
                Err(at(&why))
            }
            Err(error) => Err(at(&error)),
        }
    }

    /// The text that a running program prints, and how it ends. Whatever can block is done by other threads: the
    /// program may neither read nor write, and its output may be held open by another one that it has started.
    fn answer(&self, child: &mut Child, text: &str) -> io::Result<(String, ExitStatus)> {
        let begun = Clock::start();
        let limit = if self.wait == 0 { Duration::MAX } else { Duration::from_secs(self.wait) };
        if let Some(mut input) = child.stdin.take() {
            let text = text.to_string();
            // One that does not listen says enough by what it prints.
            thread::spawn(move || drop(input.write_all(text.as_bytes())));
        }
        let (heard, printed) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut printed = String::new();
                let read = output.take(TEXT_MAX).read_to_string(&mut printed);
                drop(heard.send(read.map(|_| printed)));
            });
        }
        let printed = match printed.recv_timeout(limit) {
            Ok(printed) => printed?,
            Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => String::new(),
        };
        loop {
            if let Some(ended) = child.try_wait()? {
                return Ok((printed, ended));
            }
            if begun.elapsed() >= limit {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(STEP);
        }
    }
}

impl Keeper for Program {
    fn sign(&self, text: &str) -> Result<String, String> {
        self.ask("sign", text)
    }
}

/// The key that a program keeps.
fn kept_by(program: &Path, wait: u64) -> Result<SecretKey, Failure> {
    let keeper = Program { path: program.to_path_buf(), wait };
    let remedy = "`duelog keys --help` says what a program that keeps a key does";
    let printed = keeper.ask("public", "").map_err(|why| Failure::system(why, remedy))?;
    let public = PublicKey::read(printed.trim_end())
        .map_err(|error| Failure::system(format!("{} public: {error}", program.display()), remedy))?;
    Ok(SecretKey::kept_by(Arc::new(keeper), public))
}

/// Somebody else has a key and has not signed.
pub fn unsigned(error: &KeyError) -> Failure {
    Failure::system(error.to_string(), "see that the program that keeps the key answers, and try again")
}

/// Makes or shows a key.
pub fn run(args: &Args, context: &Context) -> Done {
    let key = match args {
        Args::Sign(Sign { key }) => return sign(&secret(key)?, context),
        Args::New(New { name, out }) => {
            let key = SecretKey::new(name, &seeds::random()?.0).map_err(|error| {
                Failure::usage(error.to_string(), "for instance `duelog keys new example.com/table-5`")
            })?;
            let text = format!("{}\n", key.text().unwrap_or_default());
            write_new(out, text.as_bytes()).map_err(|error| unwritable(out, &error))?;
            key
        }
        Args::Show(Show { key }) => secret(key)?,
    };
    let public = key.public();
    if context.json() {
        context.value(&serde_json::json!({ "name": public.name, "public": public.text() }));
    } else {
        context.line(public.text());
    }
    Ok(End::Success)
}

/// Signs what the input holds.
fn sign(key: &SecretKey, context: &Context) -> Done {
    let mut text = String::new();
    std::io::stdin().take(TEXT_MAX).read_to_string(&mut text).map_err(|error| {
        Failure::system(format!("the text cannot be read: {error}"), "give it as the input")
    })?;
    let plain = text.ends_with('\n') && !text.contains(|c: char| c.is_control() && c != '\n');
    if !plain || text.len() as u64 == TEXT_MAX {
        return Err(Failure::usage(
            "what is signed is a text of whole lines, without control characters and not longer than 64 KiB",
            "`echo TEXT | duelog keys sign FILE`",
        ));
    }
    let note = key.note(&text).map_err(|error| unsigned(&error))?;
    if context.json() {
        context.value(&serde_json::json!({ "note": note }));
    } else {
        note.lines().for_each(|line| context.line(line));
    }
    Ok(End::Success)
}

/// The key in a file.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn secret(path: &Path) -> Result<SecretKey, Failure> {
    let text = text(path)?;
    SecretKey::read(&text).map_err(|error| not(path, &error))
}

/// The public key in a file: its first line.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn public(path: &Path) -> Result<PublicKey, Failure> {
    let text = text(path)?;
    PublicKey::read(text.lines().next().unwrap_or_default()).map_err(|error| not(path, &error))
}

/// The list of keys in a file.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn list(path: &Path) -> Result<Keyring, Failure> {
    let text = text(path)?;
    Keyring::read(&text).map_err(|error| not(path, &error))
}

/// A text that has to do with keys.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is not text.
pub fn text(path: &Path) -> Result<String, Failure> {
    input::text(path).map_err(|error| {
        let what = format!("{}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::InvalidData => {
                Failure::usage(what, "keys, lists of keys, notes and parts of seeds are lines of text")
            }
            _ => Failure::system(what, "name a file that exists and can be read"),
        }
    })
}

/// The party that a word on the command line names.
///
/// # Errors
/// Which words name a party.
pub fn parse_party(text: &str) -> Result<Party, String> {
    party(text).ok_or_else(|| "a party is `host`, `seat 0`, `seat 1` and so on".to_string())
}

/// A file that is not what it should be.
pub fn not(path: &Path, error: &KeyError) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()), "`duelog keys --help` says what keys look like")
}
