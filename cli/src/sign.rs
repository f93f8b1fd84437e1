//! `duelog sign`: a party says that a log is right.

use std::path::PathBuf;

use duelog_log_format::{Durability, Party, Reader, Record, Statement, WriteError, Writer};
use duelog_verifier::signing::SignedStatement;
use duelog_verifier::{Judge, Limits, Replay, Report, Trust, Verdict, factory};

use crate::games::with_cards;
use crate::keys::{Signs, parse_party, unsigned};
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::recording::open_to_write;
use crate::{input, part, verify};

/// Signs the last seal of a log, once the log verifies.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/ann --out ann.key
  duelog fork fixtures/golden/magic/magic-1.duelog --at 100 --out match.duelog
  duelog sign match.duelog --key ann.key --as 'seat 0' --seal

The log is replayed first: who signs says that it is right. The signature goes to the end of the log. With --note it goes into a file instead,
which the party keeps: `duelog verify LOG --keys LIST --signatures NOTE` finds out with it that the end of a log was cut off, or that there is
another version of the match.

Who made a part of the seed gives it with --part: where the party's commitment to it is not in the log, the seed was drawn without it, and nothing is signed.

With --format json, one object: log, party, key, seal, decisions, note. Exit code 1 where the log does not verify; nothing is signed then.")]
pub struct Args {
    /// The log.
    log: PathBuf,
    #[command(flatten)]
    signs: Signs,
    /// Who signs: `host`, `seat 0`, `seat 1` and so on.
    #[arg(long = "as", value_name = "PARTY", value_parser = parse_party, help_heading = crate::headings::SIGNATURES)]
    party: Party,
    /// Writes a seal first where the log does not end with one.
    #[arg(long, help_heading = crate::headings::SIGNATURES)]
    seal: bool,
    /// Puts the signature into this file and leaves the log as it is; one that exists is not overwritten.
    #[arg(long, value_name = "NOTE", conflicts_with = "seal", help_heading = crate::headings::OUTPUT)]
    note: Option<PathBuf>,
    /// The file with the party's own part of the seed (`duelog part`), which must be in the log.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::SIGNATURES)]
    part: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// Verifies the log and signs it.
pub fn run(args: &Args, context: &Context) -> Done {
    let key = args.signs.wanted()?;
    let games = with_cards(args.cards.as_deref())?;
    let own = args.part.as_deref().map(part::read_kept).transpose()?;
    // Held until the signature stands behind what it signs.
    let file = if args.note.is_none() { Some(open_to_write(&args.log)?) } else { None };
    let bytes = input::bytes(&args.log)?;
    let log = args.log.display().to_string();
    let trust = Trust { part: own, party: Some(args.party), ..Trust::NOTHING };
    let report = Judge { games: &games, trust: &trust, limits: &Limits::NONE }.verdict(&bytes);
    if !matches!(report.verdict, Verdict::Verified | Verdict::Incomplete) {
        unsound(context, &log, &report);
        return Ok(End::Finding);
    }
    let damaged =
        |what: &dyn std::fmt::Display| Failure::system(format!("{log}: {what}"), "look for another copy");
    let mut reader = Reader::open(&bytes).map_err(|fault| damaged(&fault))?;
    let progress = *reader.check().map_err(|fault| damaged(&fault))?;
    if args.party.0 > progress.seats() {
        return Err(Failure::usage(
            format!("{log}: the match has {} seats and no {}", progress.seats(), args.party),
            "seats are counted from 0",
        ));
    }
    let signed = match (file, &args.note) {
        (Some(file), _) => {
            let mut writer = Writer::append_to(file, progress, Durability::EveryRecord)
                .map_err(|error| unwritten(&log, &error))?;
            if args.seal && !progress.sealed() {
                let seal = factory(&games, reader.header()).ok().and_then(|factory| {
                    let mut replay = Replay::with(factory, &bytes, false).ok()?.observing();
                    replay.finish().ok()?;
                    Some(replay.seal())
                });
                let seal = seal.ok_or_else(|| damaged(&"it cannot be replayed a second time"))?;
                writer.append(&Record::Seal(seal)).map_err(|error| unwritten(&log, &error))?;
            }
            let statement = statement(writer.progress().statement(args.party), &log)?;
            let signature = key.sign(&statement).map_err(|error| unsigned(&error))?;
            writer.append(&Record::Signature(signature)).map_err(|error| unwritten(&log, &error))?;
            statement
        }
        (None, Some(note)) => {
            let statement = statement(progress.statement(args.party), &log)?;
            let text = SignedStatement::sign(&statement, &key).map_err(|error| unsigned(&error))?;
            write_new(note, text.as_bytes()).map_err(|error| unwritable(note, &error))?;
            statement
        }
        (None, None) => return Ok(End::Success),
    };
    let (name, Statement { number, decisions, .. }) = (key.public().name, signed);
    if context.json() {
        let note = args.note.as_ref().map(|note| note.display().to_string());
        context.value(&serde_json::json!({
            "log": log, "party": args.party.to_string(), "key": name, "seal": number, "decisions": decisions, "note": note,
        }));
    } else {
        let into = args.note.as_ref().map_or(String::new(), |note| format!(" into {}", note.display()));
        context.line(format_args!(
            "{log}: {} signs seal {number}, after decision {decisions}, with the key {name}{into}",
            args.party.named()
        ));
    }
    Ok(End::Success)
}

/// Tells why a log is not signed.
fn unsound(context: &Context, log: &str, report: &Report) {
    if context.json() {
        let Report { verdict, message, .. } = report;
        return context.value(&serde_json::json!({ "log": log, "verdict": verdict, "message": message }));
    }
    context.line(match report.verdict {
        Verdict::WithoutPart => "Nothing is signed: the seed was drawn without your part.",
        _ => "Nothing is signed: the log does not verify.",
    });
    verify::print(context, log, report);
}

fn statement(found: Option<Statement>, log: &str) -> Result<Statement, Failure> {
    found.ok_or_else(|| {
        Failure::usage(
            format!("{log}: the log does not end with a seal, and a seal is what is signed"),
            "`--seal` writes one first; a log that is closed ends with one",
        )
    })
}

fn unwritten(log: &str, error: &WriteError) -> Failure {
    match error {
        WriteError::Refused(fault) => Failure::usage(format!("{log}: {fault}"), "a party signs a seal once"),
        other => Failure::system(
            format!("{log}: {other}"),
            "see that the file can be written and the disk has room",
        ),
    }
}
