//! `duelog keys`: keys to sign logs with, and the files that hold them.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use duelog_verifier::signing::{KeyError, Keyring, PublicKey, SecretKey};

use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::seeds;

/// Makes keys to sign logs with, and shows what others need of them.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key
  duelog keys show table-5.key

Who has the file can sign: keep it to yourself. What `new` and `show` print is the public key, which others check signatures with. A list of
public keys, `host KEY` or `seat 0 KEY` on each line, is what `duelog verify --keys LIST` reads. Both are in the format of signed notes
(C2SP signed-note), which other programs read too.")]
pub enum Args {
    /// Makes a key and prints the public one.
    New(New),
    /// Prints the public key of a key file.
    Show(Show),
}

/// Makes a key.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/table-5 --out table-5.key")]
pub struct New {
    /// What the key is called: without spaces and plus signs, best an address and a name below it.
    name: String,
    /// The file for the key; one that exists is not overwritten. Nobody but its owner may read it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Shows the public key of a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys show table-5.key")]
pub struct Show {
    /// The file that `duelog keys new` made.
    key: PathBuf,
}

/// The key that the host signs with.
#[derive(Debug, Default, clap::Args)]
pub struct Signs {
    /// The host's key, as `duelog keys new` makes one: it signs every seal of the log.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

impl Signs {
    /// The key, if there is one.
    ///
    /// # Errors
    /// As [`secret`].
    pub fn key(&self) -> Result<Option<SecretKey>, Failure> {
        self.key.as_deref().map(secret).transpose()
    }
}

/// Makes or shows a key.
pub fn run(args: &Args, context: &Context) -> Done {
    let key = match args {
        Args::New(New { name, out }) => {
            let key = SecretKey::new(name, &seeds::random()?.0).map_err(|error| {
                Failure::usage(error.to_string(), "for instance `duelog keys new example.com/table-5`")
            })?;
            let text = format!("{}\n", key.text());
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
