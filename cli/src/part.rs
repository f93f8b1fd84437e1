//! `duelog part`: what a party puts into a seed that host and players choose together; `duelog reveal`: what the host
//! knows, shown.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use duelog_kernel::Digest;
use duelog_kernel::digest::hex;
use duelog_log_format::Party;
use duelog_log_format::seeds::Part;
use duelog_verifier::signing::party;

use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::{input, keys, seeds};

/// Makes the part that a party puts into a seed, and commits to it.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part
  duelog part show ann.part

Host and players choose the seed of a match together: each makes a part, all commit themselves to theirs, then the players show theirs, and the host shows its own when
the match is over. Nobody can steer what is drawn, and no player knows it beforehand. `duelog engine` hosts such a match where `setup` says
`fair`; it tells the binding that commitments are made for. `log-format/SPEC.md`, section 11, has the rules.")]
pub enum Args {
    /// Makes a part, in a file that nobody else may read.
    New(New),
    /// Prints the commitment to a part, for one match.
    Commit(Commit),
    /// Prints a part, to be shown.
    Show(Show),
}

/// Makes a part.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part")]
pub struct New {
    /// The file; one that exists is not overwritten.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// Commits to a part.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part
  duelog part commit ann.part --as 'seat 0' --binding 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff")]
pub struct Commit {
    /// The file that `duelog part new` made.
    part: PathBuf,
    /// Who commits: `host`, `seat 0` and so on.
    #[arg(long = "as", value_name = "PARTY", value_parser = parse_party, help_heading = crate::headings::DRAWS)]
    party: Party,
    /// What binds it to the match, in 64 hexadecimal digits: the engine tells it.
    #[arg(long, value_name = "DIGITS", value_parser = parse_digits, help_heading = crate::headings::DRAWS)]
    binding: [u8; 32],
}

/// Shows a part.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part
  duelog part show ann.part")]
pub struct Show {
    /// The file that `duelog part new` made.
    part: PathBuf,
}

/// Makes a log to look at of one whose seed the host has not shown: a copy in which it is shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog simulate --decks fixtures/decks/magic/red-green-beasts.deck fixtures/decks/magic/white-blue-flyers.deck --fair --out fair
  duelog verify fair

An unfinished log of a match with a seed that host and players chose together cannot be replayed, because the host shows its part when the match is over. Who has
it, `LOG.secret` of `duelog play --fair` for instance, makes a copy that all commands read. Whoever has the copy knows every card to come.

With --format json, one object: log, out, decisions.")]
pub struct RevealArgs {
    /// The log.
    log: PathBuf,
    /// The file with the host's part.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::DRAWS)]
    secret: PathBuf,
    /// The new log; an existing file is not overwritten.
    #[arg(long, value_name = "NEW", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

fn parse_party(text: &str) -> Result<Party, String> {
    party(text).ok_or_else(|| "a party is `host`, `seat 0`, `seat 1` and so on".to_string())
}

fn parse_digits(text: &str) -> Result<[u8; 32], String> {
    seeds::bytes(text).ok_or_else(|| "64 hexadecimal digits are wanted".to_string())
}

/// Makes, commits to or shows a part.
pub fn run(args: &Args, context: &Context) -> Done {
    let (told, value) = match args {
        Args::New(New { out }) => {
            write(out, &random()?)?;
            let out = out.display().to_string();
            (
                vec![format!("{out}: a part of a seed; keep it to yourself until it is shown")],
                serde_json::json!({ "out": out }),
            )
        }
        Args::Commit(Commit { part, party, binding }) => {
            let commitment = read(part)?.commitment(&Digest(*binding), party.0).hex();
            (
                vec![commitment.clone()],
                serde_json::json!({ "party": party.to_string(), "commitment": commitment }),
            )
        }
        Args::Show(Show { part }) => {
            let Part { salt, seed } = read(part)?;
            let (salt, seed) = (hex(&salt), hex(&seed.0));
            (
                vec![format!("salt {salt}"), format!("seed {seed}")],
                serde_json::json!({ "salt": salt, "seed": seed }),
            )
        }
    };
    if context.json() {
        context.value(&value);
    } else {
        told.iter().for_each(|line| context.line(line));
    }
    Ok(End::Well)
}

/// Shows the host's part in a copy of a log.
pub fn run_reveal(args: &RevealArgs, context: &Context) -> Done {
    let bytes = input::bytes(&args.log)?;
    let part = read(&args.secret)?;
    let (log, out) = (args.log.display().to_string(), args.out.display().to_string());
    let shown = match duelog_verifier::reveal(&bytes, part) {
        Ok(shown) => shown,
        Err(fault) => {
            if context.json() {
                context.value(&serde_json::json!({ "log": log, "out": null, "message": fault.to_string() }));
            } else {
                context.line(format_args!("Nothing is shown: {log}: {fault}"));
            }
            return Ok(End::Finding);
        }
    };
    write_new(&args.out, &shown).map_err(|error| unwritable(&args.out, &error))?;
    if context.json() {
        context.value(&serde_json::json!({ "log": log, "out": out }));
    } else {
        context.line(format_args!("{out}: {log} with the host's part of the seed"));
    }
    Ok(End::Well)
}

/// A part that nobody knows beforehand.
///
/// # Errors
/// A system error where there are no random numbers.
pub fn random() -> Result<Part, Failure> {
    Ok(Part { salt: seeds::random()?.0, seed: seeds::random()? })
}

/// Puts a part into a new file that its owner alone may read.
///
/// # Errors
/// Wrong use where the file exists, a system error where it cannot be written.
pub fn write(path: &Path, part: &Part) -> Result<(), Failure> {
    write_new(path, part.text().as_bytes()).map_err(|error| unwritable(path, &error))
}

/// The part in a file.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn read(path: &Path) -> Result<Part, Failure> {
    Part::read(&keys::text(path)?).ok_or_else(|| {
        Failure::usage(
            format!("{}: this is no part of a seed", path.display()),
            "`duelog part new` makes one",
        )
    })
}
