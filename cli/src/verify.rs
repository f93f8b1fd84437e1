//! `duelog verify`: the verdict on each log.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use duelog_kernel::Revision;
use duelog_log_format::{Party, Reader};
use duelog_verifier::batch::{Trouble, each};
use duelog_verifier::moment::Moment;
use duelog_verifier::several::{GameOf, Named, Played, Several, together};
use duelog_verifier::{Contents, Games, Going, Judge, PartSeen, Report, Verdict};
use serde::Serialize;

use crate::effort::Effort;
use crate::numbers::whole;
use crate::other::{self, EngineProgram, Patience};
use crate::output::{Context, Done, End, Failure};
use crate::replayed::Replayed;
use crate::{games, input, keys};

mod follow;
mod junit;
pub mod logs;
pub mod progress;
mod state;
mod trusted;

use junit::Junit;
use progress::Pace;
use state::VerifiedBefore;
use trusted::{Trusted, Unmatched};

/// Verifies logs: replays every decision under the rules and compares every state.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog verify fixtures/golden

Verdicts, from the outside in; the first check that fails gives the verdict:
  unreadable   not a log, or of a version that is not known here
  torn         the last record is unfinished (`duelog repair`)
  corrupt      bytes are damaged (`duelog repair`)
  tampered     whole records that contradict the chain, a seal or the order of records
  unfair       host and players chose the seed together, and one of them, who is named, did not keep to it
  unsupported  the rules edition or a card definition is not available here (--cards)
  undecided    all is right so far, but replaying was stopped by --budget, --timeout, --decisions or --to
  outdated     begun under an older revision of the rules, and from some decision on it says what this engine does not give
  illegal      a decision breaks a rule
  diverged     what the log says of the game is not what the game gives
  mistold      a seal of an observed log says of what viewers were told what this engine does not give
  mistimed     the clock of the match does not add up, or somebody lost by it as it does not bear out; the game itself is right
  without-part your own part of the seed is not in the log, or another party's was exchanged once yours was shown (--part)
  other-match  a party keeps a signature of another match than the one log that is given (--signatures)
  contradicted a party keeps a signature of another seal than the log has: there are two versions (--signatures)
  cut          a party keeps a signature of a later seal than the log has (--signatures)
  wrong-key    a seal is signed by a key that is not its party's (--keys)
  unsigned     a party that must have signed has not signed the last seal with a known key (--require)
  incomplete   all is right, but the match has no sealed end
  verified     all is right

`verified` says that a legal game with this setup and these draws goes as the log says. Rewinds, notes, penalties and the position that a match
starts from are nothing that replaying proves: they are told below the verdict.

A log names the revision of the rules that it was begun under. An older one that replays to the same tags is verified, and the revision is told.
Where it does not, `outdated` says what the verdict would be otherwise, which revisions came between, and the first decision that differs. It
proves neither for the log nor against it: the revision is a claim of who wrote it. A difference that no revision explains stays illegal, diverged or tampered. An
engine of that revision settles it: `duelog verify LOG --engine PATH`. A log of a newer revision than this engine's is unsupported in such a case.

--engine runs the program PATH, another build of duelog, and talks to it in the engine protocol (cli/ENGINE.md). This program checks the bytes, the
chain and the seals and compares what the log says; the rules and the card definitions are those of the other one, whom the verdict trusts.

--keys says whose signatures the log bears: of each party, up to where it signed, by which key. A signature shows that who has the key said that
the log is right up to there; without --keys it is only checked that signatures fit. `duelog sign` makes them, `duelog keys` the keys.
A signature is missed only where it is demanded: --require host,seat0 names the parties who must have signed the last seal of each log, in the log or in
a note of --signatures. A note of --signatures that is of none of the logs is a finding, `unmatched`: the log that it was made of is missing, or was written anew.

--part looks for your own part of a seed that host and players chose together. Without it, `verified` does not say that the seed was drawn with you: a host that
was shown your part of another match can draw again with it as often as it likes. Every log that is given must have the part; name the one that you played.

--follow verifies each decision within 50 ms of its record and says who is asked next. The verdict follows when the match has its closing seal, or at
once where there is a finding. A log that is cut, replaced or rewritten is begun anew. With files alone the command ends once each has its verdict; with a
folder it also follows the logs that appear there, and ends at SIGINT, SIGTERM or hangup with the verdicts on the logs as they are then.

--state remembers the digest of each verified log. A log with such a digest is not replayed again by the same revisions of the rules; its bytes, chain,
seals and signatures are checked all the same. Who can write that file can have a log called verified: keep it as you keep your keys.

The logs of a match of several games (`--best-of`, `--next-game-of` of `simulate`, `play` and `engine`) are judged together too: a line tells the score,
and the match is `mismatched` where a game is missing, there twice or bound to another game, was played with other cards, players or terms or after the
match was won, or the wrong player said who begins.

At most 67108864 bytes (64 MiB) of a log are read, from regular files and standard input only. The fields of --format json (one log a line,
then the summary) are listed in cli/JSON.md.

Exit codes: 0 when every log is verified, or right up to the moment of --to, 1 when one is neither verified nor outdated, a note fits none of
them or the games of a match do not belong together, 2 for wrong use, 3 when a file cannot be read, 4 when one is outdated and the others are verified, 5 when the program of --engine does not
start, ends, does not respond or does not speak this protocol, 6 when one is incomplete, or
nobody has won a match of several games yet, and the others are verified or outdated.")]
pub struct Args {
    /// Logs, or folders that are searched for *.duelog; `-` is standard input.
    #[arg(required_unless_present = "files_from", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A file that names logs and folders, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::LOGS)]
    files_from: Option<PathBuf>,
    /// Follows logs that grow: each decision is verified as it is written.
    #[arg(long, conflicts_with_all = ["to", "engine", "junit"], help_heading = crate::headings::LOGS)]
    follow: bool,
    /// How many logs are verified at once; one a core where it is left out.
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU16>, help_heading = crate::headings::LIMITS)]
    jobs: Option<NonZeroU16>,
    /// Remembers verified logs in this file, and does not replay them again while they are unchanged.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "engine"], help_heading = crate::headings::OUTPUT)]
    state: Option<PathBuf>,
    /// Also writes the verdicts to this file, as JUnit XML.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    junit: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    /// Prints only logs that are not verified.
    #[arg(long, short, help_heading = crate::headings::OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    limits: Limits,
    /// Only up to this moment of each log, for instance 57 or t5.combat (see `duelog history --help`).
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    to: Option<Moment>,
    /// Another build of duelog, which replays the logs in place of this one: for logs of another revision of
    /// the rules.
    #[arg(long, value_name = "PATH", help_heading = crate::headings::RULES)]
    engine: Option<PathBuf>,
    /// A list of keys that you trust, for the parties of the logs: `host KEY`, `seat 0 KEY`, one a line.
    #[arg(long, value_name = "LIST", help_heading = crate::headings::SIGNATURES)]
    keys: Option<PathBuf>,
    /// Signatures that parties keep apart from the log (`duelog sign --note`).
    #[arg(long, num_args = 1.., value_name = "NOTE", requires = "keys", help_heading = crate::headings::SIGNATURES)]
    signatures: Vec<PathBuf>,
    /// The parties who must have signed the last seal of each log with a key of --keys: host,seat0 for instance.
    #[arg(long, value_delimiter = ',', value_name = "PARTIES", value_parser = keys::parse_party, requires = "keys", help_heading = crate::headings::SIGNATURES)]
    require: Vec<Party>,
    /// The file with your own part of the seed (`duelog part`), which must be in each log.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::SIGNATURES)]
    part: Option<PathBuf>,
    #[command(flatten)]
    patience: Patience,
}

/// How long a log may keep the program busy.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Limits {
    #[command(flatten)]
    pub effort: Effort,
    /// How many decisions a log may have to be replayed; 0 sets no limit.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole::<u32>, help_heading = crate::headings::LIMITS)]
    decisions: u32,
}

impl Limits {
    /// The limits for a judge of logs.
    pub fn of_judge(self) -> duelog_verifier::Limits {
        self.effort.limits(self.decisions)
    }

    /// Lets the replay of a log continue up to a moment.
    ///
    /// # Errors
    /// Wrong use for a moment that the log does not have, the limit where it takes too much work to find out.
    pub fn up_to(
        self,
        to: Option<&Moment>,
        log: &[u8],
        cards: Option<&Path>,
    ) -> Result<impl FnMut(u32, u32) -> Result<(), String> + use<>, Failure> {
        let last =
            |to: &Moment| self.effort.hold(|| last_wanted(to, log, cards)).map_err(Failure::from).flatten();
        let end = to.map_or(Ok(u32::MAX), last)?;
        Ok(
            move |done: u32, total: u32| {
                if done >= end && done < total { Err(WANTED.to_string()) } else { Ok(()) }
            },
        )
    }
}

/// One line of the answer.
#[derive(Debug, Serialize)]
pub struct VerdictLine<'a> {
    /// The log.
    pub log: &'a str,
    /// The verdict.
    #[serde(flatten)]
    pub report: &'a Report,
    /// The engine that replayed it, where that is not this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'a ReplayedBy>,
}

/// Another engine that replayed a log.
#[derive(Debug, Serialize)]
pub struct ReplayedBy {
    program: String,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

/// Other engines of one build: as many as there are logs in work.
struct EnginePool<'a> {
    path: &'a Path,
    args: &'a Args,
    idle: Mutex<Vec<EngineProgram>>,
}

impl EnginePool<'_> {
    /// An engine that has nothing to do.
    fn take(&self) -> Result<EngineProgram, other::Trouble> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        idle.map_or_else(
            || EngineProgram::start(self.path, self.args.cards.as_ref(), &self.args.patience),
            Ok,
        )
    }

    /// The verdict on a log by such an engine; one that fails is not used again.
    fn verify(
        &self,
        judge: &Judge<'_>,
        log: &[u8],
        going: &mut Going<'_>,
    ) -> Result<(Report, ReplayedBy), other::Trouble> {
        let mut other = self.take()?;
        let header = Reader::open(log).ok().map(|reader| reader.header().clone());
        let revision = other.revision(header.as_ref().map_or("", |header| header.game.as_str()));
        // Where it does not have the game, it says so itself.
        let under = revision.unwrap_or_else(|| header.as_ref().map_or(0, |header| header.revision));
        let report = judge.verdict_by(&mut other, under, log, going)?;
        let elsewhere =
            ReplayedBy { program: self.path.display().to_string(), engine: other.name(), revision };
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(other);
        }
        Ok((report, elsewhere))
    }
}

/// The verdict on one log.
struct Verified {
    report: Report,
    elsewhere: Option<ReplayedBy>,
    /// The place of its game in a match of several games, where it is of one.
    game: Option<Result<GameOf, String>>,
    /// The digest of the log where verdicts are kept.
    digest: Option<blake3::Hash>,
    /// True if the replay was left out, as the log was verified before.
    before: bool,
}

/// The result of verifying one log.
type Judged = Result<Verified, other::Trouble>;

#[derive(Debug, Default, Serialize)]
struct Summary {
    logs: u64,
    verified: u64,
    not_verified: u64,
    outdated: u64,
    /// Those that are right up to the moment of `--to`.
    #[serde(skip_serializing_if = "is_none")]
    right_so_far: u64,
    /// Those without a finding whose match has no sealed end.
    #[serde(skip_serializing_if = "is_none")]
    incomplete: u64,
    /// Those verified before, by `--state`, which were not replayed again.
    #[serde(skip_serializing_if = "is_none")]
    before: u64,
    /// The matches of several games in which nobody has won yet, and those whose games do not belong together.
    #[serde(skip_serializing_if = "is_none")]
    undecided_matches: u64,
    #[serde(skip_serializing_if = "is_none")]
    mismatched: u64,
    decisions: u64,
    /// The notes of `--signatures` that are of none of the logs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmatched: Vec<Unmatched>,
    seconds: f64,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A line of the answer about a match of several games.
#[derive(Debug, Serialize)]
struct OneMatch<'a> {
    #[serde(rename = "match")]
    several: &'a Several,
}

/// Tells how the games of a match belong together.
fn several_told(context: &Context, several: &Several) {
    let what = if several.findings.is_empty() { "match" } else { "mismatched" };
    let words = if several.first.is_some() { several.in_words() } else { "not bound".to_string() };
    context.line(format_args!("{what:<11} {words}"));
    for Played { game, log, winners } in &several.games {
        let end = winners.as_ref().map_or_else(|| "it has not ended".to_string(), |winners| won(winners));
        context.line(format_args!("  {:<9} {log}: {end}", format!("game {game}")));
    }
    several.findings.iter().for_each(|finding| context.line(format_args!("  finding   {finding}")));
}

/// Who won a game, in words.
fn won(winners: &[duelog_kernel::Seat]) -> String {
    match winners {
        [] => "a draw".to_string(),
        [one] => format!("{one} won"),
        several => several.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ") + " won",
    }
}

/// The last line of the answer.
#[derive(Debug, Serialize)]
struct SummaryLine<'a> {
    summary: &'a Summary,
}

/// Verifies all logs in parallel and prints the verdicts in order.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = games::with_cards(args.cards.as_deref())?;
    let paths = logs::named_in(&args.paths, args.files_from.as_deref())?;
    if args.follow {
        return follow::run(args, &paths, &games, context);
    }
    // Logs in memory are taken as they are named.
    let held = context.held().is_some();
    let logs = if held { paths } else { logs::find(&paths)? };
    let judge = Judging::new(args, &games, logs.len() == 1)?;
    let pace = Pace::start(context, logs.len() as u64, "verifying");
    let mut tally = Tally::new(args, context, judge.kept.as_ref())?;
    let report = |log: &PathBuf, result: Result<Judged, Trouble>| tally.take(log, result, &pace);
    let work = |log: &PathBuf| {
        if held {
            judge.judge(&input::named(log, context).map_err(std::io::Error::other)?, &pace)
        } else {
            judge.judge(&input::log(log)?, &pace)
        }
    };
    on_cores(args.jobs, || each(&logs, work, || pace.step(), report))?;
    tally.finish(pace.finish(), judge.trusted.unmatched())
}

/// Does work on that many threads; none means one a core.
pub fn on_cores(jobs: Option<NonZeroU16>, work: impl FnOnce() + Send) -> Result<(), Failure> {
    let Some(jobs) = jobs else {
        work();
        return Ok(());
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs.get())).build();
    let threads = threads.map_err(|error| {
        Failure::system(
            format!("{jobs} threads cannot be started: {error}"),
            "give a smaller number to --jobs",
        )
    })?;
    threads.install(work);
    Ok(())
}

/// Judges logs as the arguments want it.
struct Judging<'a> {
    args: &'a Args,
    games: &'a Games,
    others: Option<EnginePool<'a>>,
    trusted: Trusted,
    limits: duelog_verifier::Limits,
    kept: Option<VerifiedBefore>,
}

impl<'a> Judging<'a> {
    fn new(args: &'a Args, games: &'a Games, alone: bool) -> Result<Judging<'a>, Failure> {
        let others = match &args.engine {
            None => None,
            Some(path) => Some(EnginePool {
                path,
                args,
                idle: Mutex::new(vec![EngineProgram::start(path, args.cards.as_ref(), &args.patience)?]),
            }),
        };
        let kept = args.state.as_deref().map(|path| VerifiedBefore::open(path, games)).transpose()?;
        let (trusted, limits) = (Trusted::read(args, alone)?, args.limits.of_judge());
        Ok(Judging { args, games, others, trusted, limits, kept })
    }

    /// The judge for one log.
    fn of_one(&self) -> Judge<'_> {
        Judge { games: self.games, trust: &self.trusted.trust, limits: &self.limits }
    }

    fn judge(&self, bytes: &[u8], pace: &Pace<'_>) -> std::io::Result<Judged> {
        if let Some(before) = self.before(bytes) {
            return Ok(Ok(before));
        }
        let to = self.args.limits.up_to(self.args.to.as_ref(), bytes, self.args.cards.as_deref());
        let mut to = to.map_err(std::io::Error::other)?;
        let mut going = |done: u32, total: u32| {
            pace.part(done, total);
            to(done, total)
        };
        let judged = match &self.others {
            None => Ok((self.of_one().verdict_while(bytes, &mut going), None)),
            Some(others) => others
                .verify(&self.of_one(), bytes, &mut going)
                .map(|(report, elsewhere)| (report, Some(elsewhere))),
        };
        Ok(judged.map(|(report, elsewhere)| Verified { elsewhere, ..self.among_others(report, bytes) }))
    }

    /// The verdict on a log that was verified before.
    fn before(&self, bytes: &[u8]) -> Option<Verified> {
        let (kept, digest) = (self.kept.as_ref()?, blake3::hash(bytes));
        let report = kept.report(&self.of_one(), bytes, digest)?;
        Some(Verified { before: true, ..self.among_others(report, bytes) })
    }

    /// The verdict on a log, with its place among the games of a match.
    fn among_others(&self, report: Report, bytes: &[u8]) -> Verified {
        self.trusted.mark(bytes);
        // Who chooses after a drawn game was asked in it, so that it may be replayed.
        let game = self.args.limits.effort.hold(|| GameOf::read(self.games, bytes));
        let game = game.unwrap_or_else(|spent| Err(spent.why)).transpose();
        let digest = self.kept.is_some().then(|| blake3::hash(bytes));
        Verified { report, elsewhere: None, game, digest, before: false }
    }
}

/// Counts verdicts, prints them and writes them where the arguments want them.
struct Tally<'a> {
    args: &'a Args,
    context: &'a Context,
    kept: Option<&'a VerifiedBefore>,
    junit: Option<Junit>,
    summary: Summary,
    /// The games of matches of several games, by log.
    games: Vec<Named>,
    troubles: Vec<String>,
    failed: Vec<(PathBuf, other::Trouble)>,
}

impl<'a> Tally<'a> {
    fn new(
        args: &'a Args,
        context: &'a Context,
        kept: Option<&'a VerifiedBefore>,
    ) -> Result<Tally<'a>, Failure> {
        let junit = args.junit.as_deref().map(Junit::begin).transpose()?;
        let (summary, games) = (Summary::default(), Vec::new());
        let (troubles, failed) = (Vec::new(), Vec::new());
        Ok(Tally { args, context, kept, junit, summary, games, troubles, failed })
    }

    /// Takes the result for one log.
    fn take(&mut self, log: &Path, result: Result<Judged, Trouble>, pace: &Pace<'_>) {
        match result {
            Ok(Ok(verified)) => self.verdict(log, &verified, pace),
            Ok(Err(trouble)) => {
                if let Some(junit) = &mut self.junit {
                    junit.error(log, &trouble.to_string());
                }
                self.failed.push((log.to_path_buf(), trouble));
            }
            Err(trouble) => self.trouble(log, &trouble),
        }
    }

    /// Takes why a log has no verdict.
    fn trouble(&mut self, log: &Path, trouble: &Trouble) {
        if let Some(junit) = &mut self.junit {
            junit.error(log, &trouble.to_string());
        }
        self.troubles.push(format!("{}: {trouble}", log.display()));
    }

    fn verdict(&mut self, log: &Path, verified: &Verified, pace: &Pace<'_>) {
        let Verified { report, elsewhere, game, digest, before } = verified;
        self.games.extend(game.clone().map(|game| (log.display().to_string(), game)));
        let summary = &mut self.summary;
        summary.logs += 1;
        summary.decisions += u64::from(report.decisions);
        let well = report.verdict == Verdict::Verified;
        summary.right_so_far += u64::from(stopped_at_moment(self.args, report));
        *if well { &mut summary.verified } else { &mut summary.not_verified } += 1;
        summary.outdated += u64::from(report.verdict == Verdict::Outdated);
        summary.incomplete += u64::from(report.verdict == Verdict::Incomplete);
        summary.before += u64::from(*before);
        if let (Some(kept), Some(digest)) = (self.kept.filter(|_| well && !before), digest) {
            kept.keep(*digest, report);
        }
        if let Some(junit) = &mut self.junit {
            junit.verdict(log, report);
        }
        if !(well && self.args.quiet) {
            let log = log.display().to_string();
            let line = VerdictLine { log: &log, report, engine: elsewhere.as_ref() };
            pace.aside(|| {
                if self.context.json() { self.context.value(&line) } else { told(self.context, &line) }
            });
        }
    }

    /// Prints the summary, and closes what was written.
    fn finish(self, seconds: f64, unmatched: Vec<Unmatched>) -> Done {
        let Tally { context, kept, mut junit, mut summary, games, troubles, failed, .. } = self;
        (summary.seconds, summary.unmatched) = (seconds, unmatched);
        for several in together(&games) {
            summary.count(&several);
            junit.iter_mut().for_each(|junit| junit.several(&several));
            if context.json() {
                context.value(&OneMatch { several: &several });
            } else {
                several_told(context, &several);
            }
        }
        if context.json() {
            context.value(&SummaryLine { summary: &summary });
        } else {
            summary.tell(context);
        }
        kept.map_or(Ok(()), VerifiedBefore::settled)?;
        junit.map_or(Ok(()), Junit::end)?;
        logs::all_read(&troubles)?;
        all_answered(failed)?;
        Ok(summary.end())
    }
}

/// Why replaying ends at the moment of `--to`.
const WANTED: &str = "no more was wanted (--to)";

/// Returns whether a log is right up to the requested moment.
fn stopped_at_moment(args: &Args, report: &Report) -> bool {
    args.to.is_some() && report.verdict == Verdict::Undecided && report.message.ends_with(WANTED)
}

/// The last decision that is wanted of a log.
fn last_wanted(to: &Moment, log: &[u8], cards: Option<&Path>) -> Result<u32, Failure> {
    match (to, Replayed::open(log, cards)?) {
        (Moment::End, _) => Ok(u32::MAX),
        (Moment::Decision(decision), _) => Ok(*decision),
        (moment, Ok(replayed)) => Ok(replayed.reached(moment)?.decision),
        // The verdict tells its fault.
        (_, Err(_)) => Ok(u32::MAX),
    }
}

/// Fails when another engine did not answer for logs.
fn all_answered(mut failed: Vec<(PathBuf, other::Trouble)>) -> Result<(), Failure> {
    let (count, Some((log, trouble))) = (failed.len(), failed.pop()) else { return Ok(()) };
    let more = if count == 1 {
        String::new()
    } else {
        format!(" ({count} logs have no verdict, this one among them)")
    };
    match Failure::from(trouble) {
        Failure::Engine { what, remedy } => {
            Err(Failure::engine(format!("{}: {what}{more}", log.display()), remedy))
        }
        other @ (Failure::Usage { .. } | Failure::System { .. } | Failure::Limit { .. }) => Err(other),
    }
}

impl Summary {
    fn tell(&self, context: &Context) {
        let Summary { logs, verified, not_verified, decisions, unmatched, seconds, .. } = self;
        // For a single log it is the verdict.
        unmatched.iter().filter(|_| *logs != 1).for_each(|note| note.tell(context));
        let noun = if *logs == 1 { "log" } else { "logs" };
        let some =
            |count: u64, what: &str| if count == 0 { String::new() } else { format!(" ({count} {what})") };
        let before = some(self.before, "of them before");
        let apart = [
            some(self.outdated, "outdated"),
            some(self.incomplete, "incomplete"),
            some(self.right_so_far, "right so far"),
        ]
        .concat();
        let unmatched = match unmatched.len() {
            0 => String::new(),
            1 => "; 1 note is of none of them".to_string(),
            count => format!("; {count} notes are of none of them"),
        };
        context.line(format_args!("{logs} {noun}: {verified} verified{before}, {not_verified} not{apart}{unmatched}; {decisions} decisions in {seconds:.3} s"));
    }

    /// Counts a match of several games.
    fn count(&mut self, several: &Several) {
        if !several.findings.is_empty() {
            self.mismatched += 1;
        } else if several.winner.is_none() {
            self.undecided_matches += 1;
        }
    }

    /// How the command ends: neither an outdated log nor an incomplete one covers a finding.
    fn end(&self) -> End {
        let open = self.not_verified - self.right_so_far;
        if !self.unmatched.is_empty() || self.mismatched > 0 || open > self.outdated + self.incomplete {
            return End::Finding;
        }
        match (self.incomplete + self.undecided_matches, self.outdated) {
            (0, 0) => End::Success,
            (0, _) => End::Outdated,
            _ => End::Incomplete,
        }
    }
}

/// Prints a verdict for a head judge: what, where, by which rule, what to do.
pub fn print(context: &Context, log: &str, report: &Report) {
    told(context, &VerdictLine { log, report, engine: None });
}

fn told(context: &Context, line: &VerdictLine<'_>) {
    let VerdictLine { log, report, engine } = line;
    let Report { verdict, decisions, message, .. } = report;
    let replayed = |context: &Context| {
        if let Some(ReplayedBy { program, engine, revision }) = engine {
            let revision = revision
                .map_or_else(|| "without this game".to_string(), |revision| format!("revision {revision}"));
            context.line(format_args!("  replayed  by {program} ({engine}, {revision})"));
        }
    };
    if report.verified() {
        context.line(format_args!("{verdict:<11} {log}: {decisions} decisions; {message}"));
        aged(context, report);
        replayed(context);
        return holds(context, report);
    }
    context.line(format_args!("{verdict:<11} {log}"));
    let fact =
        |name: &str, value: &dyn std::fmt::Display| context.line(format_args!("  {name:<9} {}", value));
    fact("what", message);
    // A fault of the bytes has its place in words already.
    if let (Some(at), None) = (report.at, report.offset) {
        fact("decision", &format_args!("{at} of {decisions}"));
    }
    if let Some(rule) = &report.rule {
        fact("rule", rule);
    }
    if let Some(path) = &report.path {
        fact("place", path);
    }
    if let Some(expected) = &report.expected {
        fact("the log", expected);
    }
    if let Some(found) = &report.found {
        fact(if engine.is_some() { "there" } else { "here" }, found);
    }
    for change in report.changed.iter().take(CHANGES_SHOWN) {
        fact("changed", &format_args!("{} from {} to {}", change.path, change.left, change.right));
    }
    if report.changed.len() > CHANGES_SHOWN {
        fact(
            "",
            &format_args!("and {} more (--format json shows all)", report.changed.len() - CHANGES_SHOWN),
        );
    }
    aged(context, report);
    replayed(context);
    if let Some(remedy) = &report.remedy {
        fact("remedy", &remedy.replace("LOG", log));
    }
    holds(context, report);
}

/// How old the log is, where it verifies, and what has changed since, where that counts.
fn aged(context: &Context, report: &Report) {
    let Some(age) = &report.age else { return };
    match report.verdict {
        Verdict::Verified | Verdict::Incomplete | Verdict::Undecided => {
            context.line(format_args!("  revision  {}, and nothing differs", age.in_words()));
        }
        Verdict::Outdated
        | Verdict::Unsupported
        | Verdict::Illegal
        | Verdict::Diverged
        | Verdict::Mistold
        | Verdict::Mistimed
        | Verdict::WithoutPart
        | Verdict::OtherMatch
        | Verdict::Contradicted
        | Verdict::Cut
        | Verdict::WrongKey
        | Verdict::Unsigned => {
            for Revision { number, date, rule, change } in &age.between {
                let rule = if rule.is_empty() { String::new() } else { format!(", {rule}") };
                let first = change.split_inclusive(". ").next().unwrap_or_default().trim_end();
                let more = if first.len() < change.len() { " (`--format json` tells all)" } else { "" };
                context.line(format_args!("  changed   by revision {number} ({date}{rule}): {first}{more}"));
            }
        }
        Verdict::Unreadable | Verdict::Torn | Verdict::Corrupt | Verdict::Tampered | Verdict::Unfair => {}
    }
}

/// The contents of the log that replaying does not prove.
fn holds(context: &Context, report: &Report) {
    for text in report.contents.iter().flat_map(Contents::in_words) {
        context.line(format_args!("  it holds  {text}"));
    }
    for text in report.provenance.iter().flat_map(|provenance| provenance.in_words(report.decisions)) {
        context.line(format_args!("  signed    {text}"));
    }
    if let Some(PartSeen { party, others }) = &report.part {
        let others = if *others {
            "and so are the commitments that stood there when it was shown"
        } else {
            "and the commitments of the others are not compared (`duelog part show --commitments` keeps them)"
        };
        context.line(format_args!("  part      your part is in it, as that of {party}, {others}"));
    }
}

/// How many changed places are printed for people.
pub const CHANGES_SHOWN: usize = 8;
