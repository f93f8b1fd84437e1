//! `duelog audit`: what many logs tell together and none of them alone.

mod chance;
mod facts;
mod luck;
mod plot;
mod reading;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use duelog_kernel::Factory;
use duelog_kernel::setup::{Agreement, Deck};
use duelog_verifier::Games;
use duelog_verifier::batch::each;
use duelog_verifier::several::{by_name, changed};
use facts::{Fact, FactKind};
use luck::Test;
use reading::Reading;
use serde::Serialize;

use crate::decks::{self, Found};
use crate::effort::Effort;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::verify::logs::{all_read, find, named_in};
use crate::verify::on_cores;
use crate::verify::progress::Pace;
use crate::{games, input, new_file};

/// How many logs behind a line of text are named.
const NAMED: usize = 3;

/// How many of the least likely tests are told where none is a finding.
const TOLD: usize = 3;

/// Looks for what many logs tell together: draws used twice, one match under two names, hosts whose seeds favour a player.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog simulate --game magic --random-decks --games 20 --seed 1 --out matches
  duelog audit matches

Facts, each with its logs:
  seed-twice    a seed that the host chose is that of several matches; a branch of a match (`duelog fork`) has its seed too
  part-twice    a part of a seed, its salt or its commitment stands in several matches
  two-versions  one match has two logs, and neither is the beginning of the other
  two-names     the same decisions stand under different headers: one match under two names
  clock         the readings of a clock go back
  deck          a deck is not the one that its player registered (--lists)

Chance: who chooses the seed alone can try seeds until one pleases. So the opening hands of all matches with such a seed are counted, card by card
and player by player, and the first ten cards behind them; seeds that host and players drew together are left out. Each count is compared with its exact distribution
under fair shuffling, and each probability is corrected for the number of all tests (Holm). Below --level it is a finding.

A finding of chance is a question and not a verdict. At a level of 0.01, one fair audit in a hundred has one: bad luck is not cheating. Ask the host for matches
whose seed is drawn together (`duelog simulate --fair`, `engine`): there nobody can choose.

Audit reads logs and does not verify them: run `duelog verify` first.

Exit codes: 0 when nothing is found, 1 for a finding, 2 for wrong use, 3 when a file cannot be read.")]
pub struct Args {
    /// Logs, or folders that are searched for *.duelog.
    #[arg(required_unless_present = "files_from", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A file that names logs and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::LOGS)]
    files_from: Option<PathBuf>,
    /// The label that names the host of a match.
    #[arg(long, value_name = "LABEL", default_value = "host", help_heading = crate::headings::LOGS)]
    host_label: String,
    /// A folder with the registered deck of each player: Ann.txt for the player whom logs call Ann, `seat 0.txt` where
    /// they name nobody.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::COMPARISON)]
    lists: Option<PathBuf>,
    /// The corrected probability below which a test is a finding.
    #[arg(long, value_name = "P", default_value_t = 0.01, value_parser = probability, help_heading = crate::headings::LIMITS)]
    level: f64,
    /// Writes a picture of all tests to this file, as SVG.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    plot: Option<PathBuf>,
    /// How many logs are read at once; one a core where it is left out.
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU16>, help_heading = crate::headings::LIMITS)]
    jobs: Option<NonZeroU16>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

fn probability(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "it is a number from 0 to 1".to_string())
}

/// The last line of the answer.
#[derive(Debug, Serialize)]
struct Summary {
    logs: usize,
    matches: usize,
    /// Logs that are there several times, or are the beginning of another.
    copies: usize,
    /// Matches whose seed host and players drew together.
    drawn_together: usize,
    tests: usize,
    level: f64,
    findings: usize,
}

#[derive(Debug, Serialize)]
struct FactLine<'a> {
    fact: &'a Fact,
}

#[derive(Debug, Serialize)]
struct TestLine<'a> {
    test: &'a Test,
    finding: bool,
}

#[derive(Debug, Serialize)]
struct SummaryLine<'a> {
    summary: &'a Summary,
}

/// Reads all logs, compares them and prints what they tell.
pub fn run(args: &Args, context: &Context) -> Done {
    if let Some(path) = &args.plot {
        new_file::may_replace(path, "SVG picture", b"<svg")?;
    }
    let games = games::with_cards(args.cards.as_deref())?;
    let logs = find(&named_in(&args.paths, args.files_from.as_deref())?)?;
    let registered = args.lists.as_deref().map_or_else(|| Ok(BTreeMap::new()), lists)?;
    let pace = Pace::start(context, logs.len() as u64, "reading");
    let (mut readings, mut troubles) = (Vec::new(), Vec::new());
    let read = |log: &PathBuf| {
        let bytes = input::log(log)?;
        let held = args.effort.hold(|| Reading::of(&games, &bytes, &args.host_label));
        held.map_err(|spent| io::Error::other(spent.why))?.map_err(io::Error::other)
    };
    let take = |log: &PathBuf, result: Result<Reading, _>| match result {
        Ok(reading) => readings.push((log.display().to_string(), reading)),
        Err(trouble) => troubles.push(format!("{}: {trouble}", log.display())),
    };
    on_cores(args.jobs, || each(&logs, read, || pace.step(), take))?;
    pace.finish();
    let (mut facts, kept) = matches(&readings)?;
    facts.extend(facts::of(&kept));
    facts.extend(unregistered(&kept, &registered, &games)?);
    let tests = luck::tests(&kept);
    let unlikely = tests.iter().filter(|test| test.corrected < args.level).count();
    let summary = Summary {
        logs: readings.len(),
        matches: kept.len(),
        copies: readings.len() - kept.len(),
        drawn_together: kept.iter().filter(|(_, own)| own.seed.is_none()).count(),
        tests: tests.len(),
        level: args.level,
        findings: facts.len() + unlikely,
    };
    if let Some(path) = &args.plot {
        new_file::replace(path, plot::svg(&tests, args.level).as_bytes(), true)
            .map_err(|error| new_file::unwritable(path, &error))?;
    }
    tell(&facts, &tests, &summary, context);
    all_read(&troubles)?;
    Ok(End::success_if(summary.findings == 0))
}

/// The matches that have two versions, and one log of each match.
type Matches<'r> = (Vec<Fact>, Vec<(&'r str, &'r Reading)>);

/// Sorts logs by their matches; the longest log of a match stands for it.
fn matches<'r>(readings: &'r [(String, Reading)]) -> Result<Matches<'r>, Failure> {
    let mut of: BTreeMap<_, Vec<(&str, &Reading)>> = BTreeMap::new();
    for (log, reading) in readings {
        of.entry(reading.begun).or_default().push((log, reading));
    }
    let (mut facts, mut kept) = (Vec::new(), Vec::new());
    for logs in of.into_values() {
        let [first, rest @ ..] = logs.as_slice() else { continue };
        if rest.iter().all(|(_, other)| other.digest == first.1.digest) {
            kept.push(*first);
            continue;
        }
        let read = |(log, reading): (&'r str, &'r Reading)| {
            input::bytes(Path::new(log)).map(|bytes| (bytes, log, reading))
        };
        let mut whole = logs.into_iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        whole.sort_by_key(|(bytes, ..)| std::cmp::Reverse(bytes.len()));
        let (longest, log, reading) = &whole[0];
        kept.push((*log, *reading));
        let others = whole.iter().filter(|(bytes, ..)| !longest.starts_with(bytes));
        let logs: Vec<String> =
            std::iter::once(*log).chain(others.map(|other| other.1)).map(str::to_string).collect();
        if logs.len() > 1 {
            let message = format!("the match {} has {} versions", reading.begun, logs.len());
            facts.push(Fact { kind: FactKind::TwoVersions, message, logs });
        }
    }
    kept.sort_by(|one, other| one.0.cmp(other.0));
    Ok((facts, kept))
}

/// The registered decks of a folder, by player.
fn lists(folder: &Path) -> Result<BTreeMap<String, PathBuf>, Failure> {
    let unread = |error: io::Error| {
        Failure::system(format!("{}: {error}", folder.display()), "name a folder with deck files for --lists")
    };
    let mut lists = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if let Some(player) = path.file_stem().and_then(|stem| stem.to_str()) {
            lists.insert(player.to_string(), path.clone());
        }
    }
    Ok(lists)
}

/// The decks that are not as their players registered them.
fn unregistered(
    kept: &[(&str, &Reading)],
    lists: &BTreeMap<String, PathBuf>,
    games: &Games,
) -> Result<Vec<Fact>, Failure> {
    let mut known: BTreeMap<(&str, &str), Deck> = BTreeMap::new();
    let mut facts = Vec::new();
    for (log, reading) in kept {
        for (player, played) in reading.players.iter().zip(&reading.decks) {
            let Some((player, file)) = lists.get_key_value(player) else { continue };
            let key = (reading.game.as_str(), player.as_str());
            if !known.contains_key(&key)
                && let Some(factory) = games.iter().find(|factory| factory.game() == reading.game)
            {
                known.insert(key, registered(file, &**factory)?);
            }
            let Some(deck) = known.get(&key) else { continue };
            if let Some(why) = differs(deck, played, reading.first) {
                let message = format!("{player} played {why}, as registered in {}", file.display());
                facts.push(Fact { kind: FactKind::Deck, message, logs: vec![(*log).to_string()] });
            }
        }
    }
    Ok(facts)
}

fn registered(file: &Path, factory: &dyn Factory) -> Result<Deck, Failure> {
    let found: Found = decks::find(file)?;
    Ok(found.settled(factory, &Agreement::default())?.deck)
}

/// How a deck that was played differs from the registered one: cards may change with the sideboard from the second game
/// on, their numbers together may not.
fn differs(registered: &Deck, played: &Deck, first: bool) -> Option<String> {
    let all = changed(&by_name(registered.all()), &by_name(played.all()));
    let differs = all.map(|change| (change, "")).or_else(|| {
        let main = changed(&by_name(&registered.cards), &by_name(&played.cards));
        main.filter(|_| first).map(|change| (change, " in the deck"))
    });
    differs
        .map(|(change, place)| format!("{} {}{place} in place of {}", change.now, change.name, change.before))
}

fn tell(facts: &[Fact], tests: &[Test], summary: &Summary, context: &Context) {
    let finding = |test: &Test| test.corrected < summary.level;
    if context.json() {
        facts.iter().for_each(|fact| context.value(&FactLine { fact }));
        tests.iter().for_each(|test| context.value(&TestLine { test, finding: finding(test) }));
        context.value(&SummaryLine { summary });
        return;
    }
    let behind = |logs: &[String]| {
        let named = logs.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more =
            if logs.len() > NAMED { format!(" and {} more", logs.len() - NAMED) } else { String::new() };
        context.line(format_args!("             {named}{more}"));
    };
    for fact in facts {
        context.line(format_args!("{:<12} {}", fact.kind.word(), fact.message));
        behind(&fact.logs);
    }
    for test in tests.iter().filter(|test| finding(test)) {
        context.line(format_args!("{:<12} {}", "unlikely", test.in_words()));
        behind(&test.logs);
    }
    let Summary { logs, matches, copies, drawn_together, tests: count, level, .. } = summary;
    context.line(format_args!(
        "audited      {logs} logs of {matches} matches ({copies} copies; the seeds of {drawn_together} were drawn together)"
    ));
    context.line(format_args!("facts        {}", facts.len()));
    let unlikely = tests.iter().filter(|test| finding(test)).count();
    context.line(format_args!(
        "chance       {unlikely} of {count} tests are below {level} once corrected for their number"
    ));
    if unlikely == 0 && !tests.is_empty() {
        context.line("             the least likely, and they say nothing:");
        tests
            .iter()
            .take(TOLD)
            .for_each(|test| context.line(format_args!("             {}", test.in_words())));
    }
    if unlikely > 0 {
        context.line(
            "             A finding of chance is a question and not a verdict: look at the logs behind it.",
        );
    }
}

#[cfg(test)]
mod tests {
    use duelog_kernel::{Digest, Seat, Seed};
    use duelog_log_format::Party;
    use reading::Given;

    use super::*;

    fn reading(begun: u8, bytes: &[u8]) -> Reading {
        Reading {
            digest: blake3::hash(bytes),
            game: "magic".to_string(),
            begun: Digest([begun; 32]),
            played: Some(blake3::hash(b"the same answers")),
            host: None,
            players: vec![Seat(0).to_string()],
            seed: None,
            given: Vec::new(),
            decks: Vec::new(),
            first: true,
            backwards: None,
            openings: Vec::new(),
        }
    }

    #[test]
    fn a_match_with_two_versions_is_told_from_one_that_has_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let written = |name: &str, bytes: &[u8]| {
            let log = [duelog_log_format::MAGIC.as_slice(), bytes].concat();
            let path = folder.path().join(name);
            fs::write(&path, &log).unwrap();
            (path.display().to_string(), reading(1, &log))
        };
        let whole = written("whole", b"abcdef");
        let begun = [written("begun", b"abc"), whole.clone(), written("copy", b"abcdef")];
        let (facts, kept) = matches(&begun).unwrap();
        assert!(facts.is_empty() && kept.len() == 1 && kept[0].0 == whole.0);
        let other = written("other", b"abX");
        let two = [other.clone(), whole.clone()];
        let (facts, kept) = matches(&two).unwrap();
        assert_eq!((facts.len(), facts[0].kind, kept.len()), (1, FactKind::TwoVersions, 1));
        assert_eq!(facts[0].logs, [whole.0, other.0]);
    }

    #[test]
    fn what_two_matches_share_is_a_fact_of_both() {
        let (mut one, mut other) = (reading(1, b"1"), reading(2, b"2"));
        let given = |commitment: u8, salt: u8| Given {
            party: Party::HOST,
            commitment: Digest([commitment; 32]),
            shown: Some(([salt; 32], Seed([9; 32]))),
        };
        (one.given, other.given) = (vec![given(1, 3)], vec![given(2, 4)]);
        other.backwards = Some(12);
        let facts = facts::of(&[("one", &one), ("other", &other)]);
        let kinds: Vec<(FactKind, usize)> = facts.iter().map(|fact| (fact.kind, fact.logs.len())).collect();
        assert_eq!(kinds, [(FactKind::PartTwice, 2), (FactKind::TwoNames, 2), (FactKind::Clock, 1)]);
        assert!(facts[0].message.contains("0909 of the host"), "{}", facts[0].message);
    }
}
