//! `duelog prove`: the proof that a log was published.

use std::path::PathBuf;

use duelog_verifier::transparency::TransparencyLog;

use crate::new_file::{unwritable, write_new};
use crate::numbers::from_one;
use crate::output::{Context, Done, End};
use crate::plain::word;
use crate::publish::{Folder, trouble};
use crate::{input, keys};

/// Writes a proof that a log was published, for someone without the log.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/cup --out cup.key
  duelog publish fixtures/golden/flesh-and-blood --log cup --key cup.key
  duelog keys show cup.key > cup.public
  duelog prove fixtures/golden/flesh-and-blood/flesh-and-blood-1.duelog --log cup --key cup.public --decision 12 --out twelve.tlog-proof
  duelog check twelve.tlog-proof --key cup.public

The proof is one file, in the form of C2SP tlog-proof. It shows that the match was closed with this seal no later than the checkpoint in it. With
--decision it also shows one decision: it then holds the records from that decision to the next seal, at most 64 decisions, and nothing else of
the log.

--format json prints one object: log, out, decision.")]
pub struct Args {
    /// The log; `-` is standard input.
    log_of_match: PathBuf,
    /// The folder of the transparency log.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::TRANSPARENCY)]
    log: PathBuf,
    /// The file with the public key of the transparency log, as `duelog keys show` prints it.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::SIGNATURES)]
    key: PathBuf,
    /// A decision that the proof shows as well, by its number from 1.
    #[arg(long, value_name = "N", value_parser = from_one, help_heading = crate::headings::MOMENT)]
    decision: Option<u64>,
    /// The new file; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "PROOF", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// Writes the proof.
pub fn run(args: &Args, context: &Context) -> Done {
    let key = keys::public(&args.key)?;
    let bytes = input::bytes(&args.log_of_match)?;
    let folder = Folder(args.log.clone());
    // No log has more decisions than fit into 32 bits.
    let decision = args.decision.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    let proof = TransparencyLog::open(&folder, &key)
        .and_then(|log| log.prove(&bytes, decision))
        .map_err(|error| trouble(&args.log, &error))?;
    write_new(&args.out, proof.as_bytes()).map_err(|error| unwritable(&args.out, &error))?;
    let (log, out) = (args.log_of_match.display().to_string(), args.out.display().to_string());
    if context.json() {
        context.value(&serde_json::json!({ "log": log, "out": out, "decision": decision }));
    } else {
        context.line(format_args!(
            "{out}: proves {log}; `duelog check {} --key FILE` checks it",
            word(&args.out)
        ));
    }
    Ok(End::Success)
}
