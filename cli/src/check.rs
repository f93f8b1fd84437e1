//! `duelog check`: viewers' logs, disclosures, proofs and checkpoints of transparency logs, without the full logs.

use std::path::PathBuf;

use duelog_log_format::{DISCLOSURE_MAGIC, VIEW_MAGIC};
use duelog_verifier::signing::PublicKey;
use duelog_verifier::transparency::{Entry, Proved, Signed, TransparencyError, TransparencyLog, check};
use serde_json::json;

use crate::output::{Context, Done, End, Failure};
use crate::publish::{Folder, trouble};
use crate::{input, keys};

mod viewer_logs;

pub use viewer_logs::fact_in_words;

/// Checks a viewer's log, a disclosure, a proof of `duelog prove`, or that a transparency log has only grown.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/cup --out cup.key
  duelog keys show cup.key > cup.public
  duelog publish fixtures/golden/flesh-and-blood/flesh-and-blood-1.duelog --log cup --key cup.key
  cp cup/checkpoint first.checkpoint
  duelog publish fixtures/golden/flesh-and-blood --log cup --key cup.key
  duelog check first.checkpoint --log cup --key cup.public

A viewer's log (`duelog redact`) is checked by itself: what it tells is what its seals say, the seals follow each other, the signatures fit; with --against FULL
also whether all of it follows from the full log, which is replayed. With --keys LIST, whether the keys are those that you trust; without it, a signature names a key
that anybody may have made. A disclosure
(`duelog disclose`) is checked with --log VIEW, any viewer's log of the match.

Nothing but the file and the key is needed for a proof. --match LOG says whether the proof is of this log.

For a checkpoint that was kept, --log DIR says whether what it speaks of is the beginning of that transparency log; a second checkpoint
with the same number of entries and another root needs no folder. Two checkpoints that cannot both be true are signed by one key: they show that whoever has the
key has shown two pasts. Keep both files: they prove it.

--format json prints one object: view, viewer, match, game, seals, decisions, sealed, closed, outcome, signed, against; or disclosure, match, seal, decisions,
fact; or proof, entry (its text), place, size, decision (number, seat, choice); or checkpoint, size, root, follows. Exit code 1
when a proof does not hold or two pasts were shown.")]
pub struct Args {
    /// A viewer's log, a disclosure, a proof, or a checkpoint.
    file: PathBuf,
    /// The file with the public key of the transparency log, as `duelog keys show` prints it.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::SIGNATURES)]
    key: Option<PathBuf>,
    /// A log: is the proof of this one?
    #[arg(long = "match", value_name = "LOG", help_heading = crate::headings::COMPARISON)]
    of: Option<PathBuf>,
    /// For a checkpoint, the folder of the transparency log as it is now: has it only grown since? For a
    /// disclosure, a viewer's log of the match.
    #[arg(long, value_name = "PATH", conflicts_with = "of", help_heading = crate::headings::COMPARISON)]
    log: Option<PathBuf>,
    /// Another checkpoint of the same transparency log; for a viewer's log, the full log.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["of", "log"], help_heading = crate::headings::COMPARISON)]
    against: Option<PathBuf>,
    /// A list of keys that you trust, for the parties of a viewer's log: `host KEY`, `seat 0 KEY`, one a line.
    #[arg(long, value_name = "LIST", help_heading = crate::headings::SIGNATURES)]
    keys: Option<PathBuf>,
    /// The file with the host's part of the seed, for a full log of --against whose match is not over.
    #[arg(long, value_name = "FILE", requires = "against", help_heading = crate::headings::DRAWS)]
    secret: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// Checks what the file is.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = input::damaged(&args.file)?;
    if bytes.starts_with(&DISCLOSURE_MAGIC) {
        return viewer_logs::disclosure(args, context, &bytes);
    }
    if bytes.starts_with(&VIEW_MAGIC) {
        return viewer_logs::view(args, context, &bytes);
    }
    let Some(key) = &args.key else {
        return Err(Failure::usage(
            format!("{}: this is neither a viewer's log nor a disclosure", args.file.display()),
            "for a proof or a checkpoint, name the public key of the transparency log: --key FILE",
        ));
    };
    let key = keys::public(key)?;
    // A file that is not text is neither, however it is meant.
    let Ok(text) = String::from_utf8(bytes) else {
        return finding(context, &args.file.display().to_string(), &NO_TEXT);
    };
    if text.starts_with("c2sp.org/tlog-proof@") {
        proof(args, context, &text, &key)
    } else {
        checkpoint(args, context, &text, &key)
    }
}

/// Why a file is neither a proof nor a checkpoint.
const NO_TEXT: &str = "this is neither a proof nor a checkpoint: it is not text in UTF-8";

fn finding(context: &Context, file: &str, what: &dyn std::fmt::Display) -> Done {
    if context.json() {
        context.value(&json!({ "file": file, "finding": what.to_string() }));
    } else {
        context.line(format_args!("does not hold: {file}: {what}"));
    }
    Ok(End::Finding)
}

fn proof(args: &Args, context: &Context, text: &str, key: &PublicKey) -> Done {
    let file = args.file.display().to_string();
    if args.log.is_some() || args.against.is_some() {
        return Err(Failure::usage(
            format!("{file}: this is a proof, and no checkpoint"),
            "--match LOG goes with proofs",
        ));
    }
    let Proved { entry, place, size, decision } = match check(text, key) {
        Ok(proved) => proved,
        Err(error) => return finding(context, &file, &error),
    };
    if let Some(path) = &args.of {
        let of = Entry::of(&input::bytes(path)?);
        match of {
            Ok(of) if of == entry => {}
            Ok(_) => {
                return finding(context, &file, &format_args!("it is not a proof of {}", path.display()));
            }
            Err(error) => return finding(context, &path.display().to_string(), &error),
        }
    }
    if context.json() {
        let decision = decision
            .map(|(number, made)| json!({ "number": number, "seat": made.seat, "choice": made.choice }));
        context.value(&json!({ "proof": file, "entry": entry.text(), "place": place, "size": size, "decision": decision }));
        return Ok(End::Success);
    }
    context
        .line(format_args!("holds: {file}: entry {place} of {size} in the transparency log of {}", key.name));
    for line in entry.text().lines().skip(1) {
        let (word, rest) = line.split_once(' ').unwrap_or(("last seal", line));
        context.line(format_args!("  {word:<9} {rest}"));
    }
    if let Some((number, made)) = decision {
        let choice = json!(made.choice);
        context.line(format_args!("  decision {number}: {} answered {choice}", made.seat));
    }
    if args.of.is_some() {
        context.line("  it is of the log that you named");
    }
    Ok(End::Success)
}

fn checkpoint(args: &Args, context: &Context, text: &str, key: &PublicKey) -> Done {
    let file = args.file.display().to_string();
    if args.of.is_some() {
        return Err(Failure::usage(format!("{file}: this is not a proof"), "--match LOG goes with proofs"));
    }
    let signed = match Signed::read(text, key) {
        Ok(signed) => signed,
        Err(error) => return finding(context, &file, &error),
    };
    let mut follows = None;
    if let Some(path) = &args.log {
        let folder = Folder(path.clone());
        let log = TransparencyLog::open(&folder, key).map_err(|error| trouble(path, &error))?;
        match log.follows(&signed) {
            Ok(()) => follows = Some(path.display().to_string()),
            Err(error @ TransparencyError::Wrong(_)) => return finding(context, &file, &error),
            Err(error) => return Err(trouble(path, &error)),
        }
    }
    if let Some(path) = &args.against {
        let other_file = path.display().to_string();
        let Ok(other) = String::from_utf8(input::damaged(path)?) else {
            return finding(context, &other_file, &NO_TEXT);
        };
        let other = match Signed::read(&other, key) {
            Ok(other) => other,
            Err(error) => return finding(context, &other_file, &error),
        };
        if signed.contradicts(&other) {
            let what = format!(
                "the key {} has signed {} entries with the root {} and with the root {}: whoever has it has shown two pasts",
                key.name,
                signed.size,
                signed.root(),
                other.root()
            );
            return finding(context, &file, &what);
        }
        if signed.size != other.size {
            return Err(Failure::usage(
                format!("{file}: the checkpoints have {} and {} entries", signed.size, other.size),
                "whether one follows the other, the folder of the transparency log shows: --log DIR",
            ));
        }
        follows = Some(path.display().to_string());
    }
    if context.json() {
        context.value(
            &json!({ "checkpoint": file, "size": signed.size, "root": signed.root(), "follows": follows }),
        );
    } else {
        context.line(format_args!(
            "holds: {file}: {} entries, root {}, signed by {}",
            signed.size,
            signed.root(),
            key.name
        ));
        if let Some(other) = follows {
            context.line(format_args!("  {other} begins with the same entries"));
        }
    }
    Ok(End::Success)
}
