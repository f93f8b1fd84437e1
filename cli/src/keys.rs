//! `duelog keys`: keys to sign logs with, the files that hold them, and programs that keep them.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Subcommand;
use duelog_verifier::signing::{Keeper, KeyError, Keyring, PublicKey, SecretKey};

use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::seeds;

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

It may show the text to a person first, and ends with another exit code than 0 if that person does not sign. Texts are small: a statement about a
seal, which names the party, the match, the seal and the decisions, or the checkpoint of a transparency log. A note of another text or another key
is refused.
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
    #[arg(long, value_name = "FILE", help_heading = crate::headings::OUTPUT)]
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
}

impl Signs {
    /// The key, if there is one.
    ///
    /// # Errors
    /// As [`secret`]; a system error where the program that keeps it does not say which one it is.
    pub fn key(&self) -> Result<Option<SecretKey>, Failure> {
        match (&self.key, &self.key_helper) {
            (Some(file), _) => secret(file).map(Some),
            (None, Some(program)) => kept_by(program).map(Some),
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
struct Program(PathBuf);

impl Program {
    /// What it prints when it is asked for something with a text; why not, where it does not end well.
    fn ask(&self, what: &str, text: &str) -> Result<String, String> {
        let mut command = Command::new(&self.0);
        command.arg(what).stdin(Stdio::piped()).stdout(Stdio::piped());
        let at = |why: &dyn std::fmt::Display| format!("{} {what}: {why}", self.0.display());
        let mut child = command.spawn().map_err(|error| at(&error))?;
        if let Some(mut input) = child.stdin.take() {
            // One that does not listen says enough by what it prints.
            let _ = input.write_all(text.as_bytes());
        }
        let mut printed = String::new();
        let output = child.stdout.take().map(|output| output.take(TEXT_MAX));
        let read = output.map_or(Ok(0), |mut output| output.read_to_string(&mut printed));
        let ended = child.wait().map_err(|error| at(&error))?;
        read.map_err(|error| at(&error))?;
        if ended.success() { Ok(printed) } else { Err(at(&ended)) }
    }
}

impl Keeper for Program {
    fn sign(&self, text: &str) -> Result<String, String> {
        self.ask("sign", text)
    }
}

/// The key that a program keeps.
fn kept_by(program: &Path) -> Result<SecretKey, Failure> {
    let keeper = Program(program.to_path_buf());
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
    Ok(End::Well)
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
    Ok(End::Well)
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
/// A system error where it cannot be read.
pub fn text(path: &Path) -> Result<String, Failure> {
    input::text(path).map_err(|error| {
        Failure::system(format!("{}: {error}", path.display()), "name a file that exists and can be read")
    })
}

/// A file that is not what it should be.
pub fn not(path: &Path, error: &KeyError) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()), "`duelog keys --help` says what keys look like")
}
