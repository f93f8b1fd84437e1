//! `duelog golden`: recorded games that show whether anything has changed.

use std::path::{Path, PathBuf};
use std::{fs, io};

use duelog_log_format::DRAFT;
use duelog_verifier::batch::{Trouble, each};
use duelog_verifier::golden::{Class, Golden, check};
use duelog_verifier::manifest::Standing;
use serde::Serialize;

use crate::effort::Effort;
use crate::games::with_cards;
use crate::input;
use crate::new_file::write_new;
use crate::output::{Context, Done, End, Failure};
use crate::verify::progress::Pace;
use crate::verify::{CHANGES_SHOWN, logs};

mod gate;

use gate::{Gate, Placed};

/// Replays golden logs and compares every tag, or blesses what has changed.
///
/// A golden log is identical, changed (every decision is still legal, but a state, an outcome or a definition
/// is not as recorded) or refused (a decision is no longer legal).
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Replays golden logs with the engine as it is, and says which are not as recorded.
    #[command(after_help = "\
Example:
  duelog golden check fixtures/golden

With --format json, a line a log: log, class, decisions, at (decision), rule, path, expected (recorded), found (now), differing, message, changed,
standing. The last line is the summary.

Each log is played as the revision of the rules that it names says, so that a log of any age must be as recorded.

A file MANIFEST beside the logs, or above them, lists each with the version of the format, the revision of the rules and its digest, and says which
revision of each game all logs have been played under. A log's standing is listed, new, raised (another one than listed, of a revision or version
that the list has not seen) or held (another one, and nothing explains it): all but listed is a finding, and so is a revision that is not seen.

The exit code is 0 if all are identical, and 1 if one is changed or refused, or is not as listed.")]
    Check(Logs),
    /// Rewrites golden logs that have changed with what the engine gives now: same decisions, new tags,
    /// seals, outcome and pins.
    #[command(after_help = "\
Example:
  duelog golden bless fixtures/golden

Says what changed in each; the JSON is that of check, with blessed. A log with a decision that is no longer legal is left as it is: exit code 1.

Where a MANIFEST lists the logs (see check), it is brought up to date. A log that would become another one while the list has seen the engine's
revision of the rules and version of the format is held: it is left as it is, exit code 1.
CONTRIBUTING.md, \"A revision\", says how to raise one.")]
    Bless(Logs),
}

/// Which logs.
#[derive(Debug, clap::Args)]
pub struct Logs {
    /// Folders with golden logs, or logs.
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

/// One line of the answer.
#[derive(Debug, Serialize)]
struct GoldenLine<'a> {
    log: &'a str,
    #[serde(flatten)]
    golden: &'a Golden,
    #[serde(skip_serializing_if = "Option::is_none")]
    blessed: Option<bool>,
    /// How it stands to the list of golden logs; as blessed, where it is blessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    logs: u64,
    identical: u64,
    changed: u64,
    refused: u64,
    held: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    blessed: Option<u64>,
    decisions: u64,
    seconds: f64,
    /// Games whose revision the list has not seen, with that revision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unseen: Vec<String>,
}

/// The last line of the answer.
#[derive(Debug, Serialize)]
struct SummaryLine<'a> {
    summary: &'a Summary,
}

/// Checks or blesses.
pub fn run(args: &Args, context: &Context) -> Done {
    work(args, context, DRAFT)
}

/// The same; in a `draft` of the format, nothing is held.
fn work(args: &Args, context: &Context, draft: bool) -> Done {
    let (Args::Check(chosen) | Args::Bless(chosen)) = args;
    let bless = matches!(args, Args::Bless(_));
    let games = with_cards(chosen.cards.as_deref())?;
    let mut found = logs::find(&chosen.paths)?;
    found.retain(|log| !gate::is_frozen(log));
    if found.is_empty() {
        return Err(Failure::usage(
            "there are only frozen logs",
            "these are never blessed: `duelog verify --cards` looks at them with the definitions beside them",
        ));
    }
    let mut gate = Gate::open(&found)?;
    let pace = Pace::start(context, found.len() as u64, if bless { "blessing" } else { "checking" });
    let mut summary = Summary { blessed: bless.then_some(0), ..Summary::default() };
    let (mut troubles, mut unlisted) = (Vec::<String>::new(), 0);
    let replay = |log: &PathBuf| {
        let bytes = input::log(log)?;
        let checked = chosen.effort.hold(|| check(&games, &bytes));
        let checked = checked.map_err(|spent| io::Error::other(Failure::from(spent).to_string()))?;
        Ok((checked, Placed::of(log, &bytes)))
    };
    let report = |log: &PathBuf, result: Result<(Golden, Option<Placed>), Trouble>| {
        let blessing = result.and_then(|(golden, placed)| {
            let (blessed, standing) = if bless {
                take_over(log, &golden, placed, &mut gate, draft)?
            } else {
                (false, gate.stands(placed.as_ref()))
            };
            Ok((golden, blessed, standing))
        });
        match blessing {
            Ok((golden, blessed, standing)) => {
                summary.logs += 1;
                summary.decisions += u64::from(golden.decisions);
                *match golden.class {
                    Class::Identical => &mut summary.identical,
                    Class::Changed => &mut summary.changed,
                    Class::Refused => &mut summary.refused,
                } += 1;
                summary.held += u64::from(standing == Some(Standing::Held));
                unlisted += u64::from(standing.is_some_and(|standing| standing != Standing::Listed));
                summary.blessed = summary.blessed.map(|count| count + u64::from(blessed));
                let line = GoldenLine {
                    log: &log.display().to_string(),
                    golden: &golden,
                    blessed: bless.then_some(blessed),
                    standing,
                };
                pace.aside(|| if context.json() { context.value(&line) } else { print(context, &line) });
            }
            Err(trouble) => troubles.push(format!("{}: {trouble}", log.display())),
        }
    };
    each(&found, replay, || pace.step(), report);
    if bless {
        gate.see(&games);
        gate.close(draft)?;
    }
    summary.unseen = gate.unseen(&games);
    summary.seconds = pace.finish();
    sum_up(context, &summary, bless, if bless { summary.held } else { unlisted }, draft);
    logs::all_read(&troubles)?;
    let as_listed =
        draft || if bless { summary.held == 0 } else { unlisted == 0 && summary.unseen.is_empty() };
    Ok(End::success_if(summary.refused == 0 && as_listed && (bless || summary.changed == 0)))
}

/// Puts what a log has become in its place, and lists it: whether it was blessed, and how it stood to the
/// list.
fn take_over(
    log: &Path,
    golden: &Golden,
    placed: Option<Placed>,
    gate: &mut Gate,
    draft: bool,
) -> io::Result<(bool, Option<Standing>)> {
    let now = match (&golden.blessed, golden.class) {
        (Some(bytes), Class::Changed) => Some(bytes),
        (_, Class::Refused) => return Ok((false, gate.stands(placed.as_ref()))),
        (None, Class::Changed) | (_, Class::Identical) => None,
    };
    let placed = now.map_or(placed, |bytes| Placed::of(log, bytes));
    let standing = gate.stands(placed.as_ref());
    if standing == Some(Standing::Held) && !draft {
        return Ok((false, standing));
    }
    if let Some(bytes) = now {
        replace(log, bytes)?;
    }
    if let Some(placed) = placed {
        gate.list(placed);
    }
    Ok((now.is_some(), standing))
}

fn sum_up(context: &Context, summary: &Summary, bless: bool, not_as_listed: u64, draft: bool) {
    if context.json() {
        return context.value(&SummaryLine { summary });
    }
    let Summary { logs, identical, changed, refused, held, blessed, decisions, seconds, unseen } = summary;
    let blessed = blessed.map_or(String::new(), |blessed| format!(", {blessed} blessed"));
    context.line(format_args!(
        "{logs} golden {}: {identical} identical, {changed} changed, {refused} refused{blessed}; {decisions} decisions in {seconds:.3} s",
        if *logs == 1 { "log" } else { "logs" }
    ));
    if *changed > 0 && !bless {
        context.line("Where the changes are meant, `duelog golden bless` takes them over.");
    }
    if *held > 0 {
        let what = if draft {
            "the format is a draft, so that this is only a warning"
        } else {
            "blessing leaves them as they are"
        };
        context.line(format_args!(
            "{held} would be another log than MANIFEST lists, and no revision of the rules or version of the format that it has not seen explains that: {what}."
        ));
        context.line(
            "A change in what a recorded match does raises its game's REVISION, with a row in fixtures/revisions: CONTRIBUTING.md, \"A revision\".",
        );
    } else if not_as_listed > 0 {
        context.line(format_args!(
            "{not_as_listed} not as MANIFEST lists them: `duelog golden bless` brings the list up to date."
        ));
    }
    if !unseen.is_empty() {
        context.line(format_args!(
            "MANIFEST has not seen all logs under the newest revision of the rules ({}): `duelog golden bless` adds it once all are as recorded or blessed.",
            unseen.join(", ")
        ));
    }
}

fn print(context: &Context, line: &GoldenLine<'_>) {
    let GoldenLine { log, golden, blessed, standing } = line;
    let class = golden.class;
    let held = if *standing == Some(Standing::Held) { " (held)" } else { "" };
    if class == Class::Identical && held.is_empty() {
        return context.line(format_args!("{class:<9} {log}: {} decisions", golden.decisions));
    }
    let blessed = if *blessed == Some(true) { " (blessed)" } else { "" };
    context.line(format_args!("{class:<9} {log}{blessed}{held}"));
    context.line(format_args!("  what      {}", &golden.message));
    if let Some(at) = golden.at {
        context.line(format_args!("  decision  {at}"));
    }
    for (name, value) in [
        ("rule", &golden.rule),
        ("place", &golden.path),
        ("recorded", &golden.expected),
        ("now", &golden.found),
    ] {
        if let Some(value) = value {
            context.line(format_args!("  {name:<9} {}", value));
        }
    }
    for change in golden.changed.iter().take(CHANGES_SHOWN) {
        context.line(format_args!("  now does  {} from {} to {}", change.path, change.left, change.right));
    }
    if golden.differing > 1 {
        context.line(format_args!(
            "  in all    {} tags, seals, outcomes and definitions differ",
            golden.differing
        ));
    }
}

/// Puts a whole new log in the place of an old one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if input::is_stdin(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "standard input cannot be blessed"));
    }
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".blessed");
    let beside = PathBuf::from(beside);
    write_new(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Format;

    /// A log that changes under the same revision is held, unless the format is a draft.
    #[test]
    fn what_would_change_under_the_same_revision_is_held() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().unwrap();
        let (golden, cards) = (folder.path().join("golden"), folder.path().join("cards"));
        fs::create_dir_all(golden.join("magic")).unwrap();
        fs::create_dir(&cards).unwrap();
        let text = fs::read_to_string(root.join("core/magic/cards/serra-angel.ron")).unwrap();
        fs::write(cards.join("serra-angel.ron"), text.replace("Creature - Angel", "Creature - Angel Wizard"))
            .unwrap();
        let logs =
            fs::read_dir(root.join("fixtures/golden/magic")).unwrap().map(|entry| entry.unwrap().path());
        let angel = |log: &PathBuf| fs::read(log).unwrap().windows(11).any(|bytes| bytes == b"Serra Angel");
        let chosen = logs.filter(angel).min_by_key(|log| fs::metadata(log).unwrap().len()).unwrap();
        let log = golden.join("magic/angel.duelog");
        fs::copy(chosen, &log).unwrap();
        let context = Context::new(Format::Json);
        let logs = |cards: Option<&PathBuf>| Logs {
            paths: vec![golden.clone()],
            cards: cards.cloned(),
            effort: Effort::default(),
        };
        let ends = |args: Args| work(&args, &context, false).unwrap();
        let list = || fs::read_to_string(golden.join("MANIFEST")).unwrap();
        let empty = format!("{}\n", duelog_verifier::manifest::HEADING);
        // Under this engine's revision, with the changed card first and with the built-in one later.
        assert_eq!(work(&Args::Bless(logs(Some(&cards))), &context, true).unwrap(), End::Success);
        fs::write(golden.join("MANIFEST"), empty).unwrap();
        assert_eq!(ends(Args::Check(logs(Some(&cards)))), End::Finding, "it is not listed");
        assert_eq!(ends(Args::Bless(logs(Some(&cards)))), End::Success);
        assert_eq!(ends(Args::Check(logs(Some(&cards)))), End::Success);
        let (before, bytes) = (list(), fs::read(&log).unwrap());
        let revision = <duelog_magic::Magic as duelog_kernel::factory::GameDefinition>::REVISION;
        assert!(before.contains(&format!("magic/angel.duelog\t1\t{revision}\t")));

        assert_eq!(ends(Args::Bless(logs(None))), End::Finding);
        assert!(list() == before && fs::read(&log).unwrap() == bytes, "nothing is touched");
        // Recorded anew and put in its place by hand, it is seen all the same.
        assert_eq!(work(&Args::Bless(logs(None)), &context, true).unwrap(), End::Success);
        fs::write(golden.join("MANIFEST"), &before).unwrap();
        assert_eq!(ends(Args::Check(logs(None))), End::Finding);
        assert_eq!(ends(Args::Bless(logs(None))), End::Finding);
        assert_eq!(list(), before);
        // Missing logs stay listed.
        fs::rename(&log, golden.join("magic/new.duelog")).unwrap();
        assert_eq!(ends(Args::Bless(logs(None))), End::Success);
        assert!(list().starts_with(&before) && list().contains("magic/new.duelog"));
    }
}
