//! `duelog part`: what a party puts into a seed that host and players choose together; `duelog reveal`: what the host
//! knows, shown.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use duelog_kernel::Digest;
use duelog_kernel::digest::hex;
use duelog_log_format::seeds::{KeptPart, Part};
use duelog_log_format::{Party, recover};
use duelog_verifier::Report;

use crate::keys::parse_party;
use crate::new_file::{replace, unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::{input, keys, seeds};

/// Makes the part that a party puts into a seed, and commits to it.
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part
  duelog part commit ann.part --as 'seat 0' --binding 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff

Host and players choose the seed of a match together: each makes a part, all commit themselves to theirs, then the players show theirs, and the host shows its own when
the match is over. Nobody can steer what is drawn, and no player knows it beforehand. `duelog engine` hosts such a match where `setup` says
`fair`; it tells the binding that commitments are made for. `log-format/SPEC.md`, section 11, has the rules.

Make a fresh part for every match. A commitment is bound to what is played, and not to the other commitments: whoever has been shown your part could begin the same
match again and choose their own part anew, until they like the draws. So the file keeps the match that the part was used for, and `commit` refuses another one.
Look for your part in the log before you trust it: `duelog verify LOG --part FILE`, and `duelog sign LOG --part FILE ..` for who signs. With --commitments, `show`
keeps the commitments that you were told, and both compare them, too.")]
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
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// Commits to a part, for one match: the file keeps which.
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

/// Shows a part that is committed to: from then on everybody may know it, and the file keeps that.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog part new --out ann.part
  duelog part commit ann.part --as 'seat 0' --binding 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
  duelog part show ann.part

Show it once all parties have committed themselves, and give their commitments with --commitments, the host's first, then the players' in seat order. Yours must be one
of them. `duelog verify LOG --part FILE` then demands that the log has all of them: somebody who exchanges a commitment after your part was shown is found.")]
pub struct Show {
    /// The file that `duelog part new` made.
    part: PathBuf,
    /// The commitments of all parties, the host's first, each in 64 hexadecimal digits.
    #[arg(long, num_args = 1.., value_name = "DIGITS", value_parser = parse_digits, help_heading = crate::headings::DRAWS)]
    commitments: Vec<[u8; 32]>,
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
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "NEW", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
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
            let commitment = commit(part, *party, Digest(*binding))?.hex();
            (
                vec![commitment.clone()],
                serde_json::json!({ "party": party.to_string(), "commitment": commitment }),
            )
        }
        Args::Show(Show { part, commitments }) => {
            let Part { salt, seed } = show(part, commitments.iter().copied().map(Digest).collect())?;
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
    Ok(End::Success)
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
    Ok(End::Success)
}

/// A part that nobody knows beforehand.
///
/// # Errors
/// A system error if the system gives no random numbers.
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

/// The commitment of a party to the part in a file, which is used for that match from then on. The same
/// commitment may be asked for again until the part is shown: nobody knows it yet.
fn commit(path: &Path, party: Party, binding: Digest) -> Result<Digest, Failure> {
    let fresh = "a part is used for one match, because whoever has seen it can draw with it again: make a new one with `duelog part new`";
    changed(path, |kept| {
        let refused = |how: String| Err(Failure::usage(format!("{}: {how}", path.display()), fresh));
        match (kept.used, &kept.shown) {
            (Some((of, used)), _) if (of, used) != (party, binding) => {
                refused(format!("this part was used by {of} for the match with the binding {used}"))
            }
            (Some((of, used)), Some(_)) => {
                refused(format!("this part was shown by {of} in the match with the binding {used}"))
            }
            (Some(_) | None, _) => {
                kept.used = Some((party, binding));
                Ok(kept.part.commitment(&binding, party.0))
            }
        }
    })
}

/// The part in a file, which is shown from then on beside these commitments of all parties, if they are given.
fn show(path: &Path, seen: Vec<Digest>) -> Result<Part, Failure> {
    let refused = |how: String, remedy| Failure::usage(format!("{}: {how}", path.display()), remedy);
    changed(path, |kept| {
        let Some((party, binding)) = kept.used else {
            return Err(refused(
                "this part is not committed to".to_string(),
                "commit to it before you show it: `duelog part commit`",
            ));
        };
        let own = kept.part.commitment(&binding, party.0);
        if !seen.is_empty() && seen.get(usize::from(party.0)) != Some(&own) {
            return Err(refused(
                format!("{} has not the commitment of this part among those that were given", party.named()),
                "give those of all parties, the host's first, then the players' in seat order; where yours is another one, do not show the part",
            ));
        }
        if kept.shown.as_ref().is_some_and(|before| *before != seen) {
            return Err(refused(
                "this part was shown before, beside other commitments than those that are given now"
                    .to_string(),
                "somebody may have chosen a part anew who knows yours: begin the match again with fresh parts",
            ));
        }
        kept.shown = Some(seen.clone());
        Ok(kept.part)
    })
}

/// Changes what the file of a part keeps; nobody else changes it meanwhile.
fn changed<T>(path: &Path, change: impl FnOnce(&mut KeptPart) -> Result<T, Failure>) -> Result<T, Failure> {
    let unwritten = |error: std::io::Error| {
        Failure::system(
            format!("{}: {error}", path.display()),
            "the file keeps what the part is used for: see that it and its folder can be written",
        )
    };
    // A file that is not a part is refused before anything is locked.
    read_kept(path)?;
    let _locked = File::open(path).map_err(unwritten)?;
    #[cfg(unix)]
    _locked.lock().map_err(unwritten)?;
    let before = read_kept(path)?;
    let mut kept = before.clone();
    let done = change(&mut kept)?;
    if kept != before {
        replace(path, kept.text().as_bytes(), false).map_err(unwritten)?;
    }
    Ok(done)
}

/// The part in a file.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn read(path: &Path) -> Result<Part, Failure> {
    Ok(read_kept(path)?.part)
}

/// The part in a file, and what it was used for.
///
/// # Errors
/// A system error where it cannot be read, wrong use where it is none.
pub fn read_kept(path: &Path) -> Result<KeptPart, Failure> {
    KeptPart::read(&keys::text(path)?).ok_or_else(|| {
        Failure::usage(
            format!("{}: this is not part of a seed", path.display()),
            "`duelog part new` makes one",
        )
    })
}

/// The report on a log that is handed over with a party's own part, where the part is not in it.
///
/// # Errors
/// Where log or part cannot be read.
pub fn missing(part: Option<&Path>, party: Option<Party>, log: &Path) -> Result<Option<Report>, Failure> {
    let Some(part) = part else { return Ok(None) };
    let own = read_kept(part)?;
    let bytes = input::bytes(log)?;
    // A log that is continued may have a torn end.
    let good = recover(&bytes).verified.and_then(|verified| usize::try_from(verified.bytes()).ok());
    Ok(Report::without_part(&own, party, bytes.get(..good.unwrap_or(bytes.len())).unwrap_or(&bytes)))
}
