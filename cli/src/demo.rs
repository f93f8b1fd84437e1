//! `duelog demo`: the tour of the product in ten seconds.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use duelog_kernel::setup::Deck;
use duelog_kernel::{Factory, Viewer, deck};
use duelog_log_format::Reader;
use duelog_verifier::{Options, RecordError, Recorder, Replay, Report, Verdict, outcome_in_words, verify};
use serde::Serialize;
use serde_json::json;

use crate::games;
use crate::output::{self, Context, Done, End, Failure};
use crate::recording;
use crate::simulate::bots::{Bot, Policy};
use crate::simulate::setup;
use crate::verify::progress::Pace;

mod damage;
mod dispute;

/// The decks of the demo's game, built in so that it works from anywhere.
const DECKS: [&str; 2] = [
    include_str!("../../fixtures/decks/magic/red-green-beasts.deck"),
    include_str!("../../fixtures/decks/magic/white-blue-flyers.deck"),
];

/// The seed of the demo's game: a short one.
const SEED: u64 = 1;

/// How many of the last things that happened are shown.
const LAST: usize = 6;

/// Records a short game, replays and verifies it, finds the damage in copies of it, and settles a dispute about
/// a hand.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duelog demo
  duelog demo --keep demo-logs && duelog verify demo-logs

--format json prints a line for each step: {step: record, log, decisions, bytes, outcome}, {step: replay, decisions, seconds}, and for each log
{step: verify, log} with the fields of `duelog verify`, then {step: dispute, decisions, seals, fact, holds, false_one_holds}. The exit code is 1 if a step fails.")]
pub struct Args {
    /// Keeps the logs in this folder, which is made if it does not exist. Without it, they are removed at the end.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::OUTPUT)]
    keep: Option<PathBuf>,
}

/// Where the logs go, and what is printed about them.
struct Tour<'a> {
    folder: &'a Path,
    kept: bool,
    context: &'a Context,
    games: &'a [Box<dyn Factory>],
    as_it_should: bool,
    /// The text to print.
    lines: Vec<String>,
}

/// Gives the tour.
pub fn run(args: &Args, context: &Context) -> Done {
    let (lines, given) = match &args.keep {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
            tour(folder, true, context)
        }
        None => {
            let folder = tempfile::tempdir().map_err(|error| unwritable(&std::env::temp_dir(), &error))?;
            tour(folder.path(), false, context)
        }
    };
    lines.iter().for_each(|line| context.page(line));
    given
}

/// The tour with its logs in a folder: what is to be printed, and how it ends.
fn tour(folder: &Path, kept: bool, context: &Context) -> (Vec<String>, Done) {
    let games = games::all();
    let mut tour = Tour { folder, kept, context, games: &games, as_it_should: true, lines: Vec::new() };
    let given = tour.give();
    (tour.lines, given.map(|()| End::success_if(tour.as_it_should)))
}

impl Tour<'_> {
    fn give(&mut self) -> Result<(), Failure> {
        let factory = games::factory(games::FIRST, None)?;
        let (log, decisions) = self.record(&*factory)?;
        self.replay(&log, decisions)?;
        self.say("\n3. Verified: from the bytes inwards, every check is made, and the first that fails is the verdict.");
        self.judge("game", &log, Verdict::Verified, None)?;
        self.spoil(&*factory, &log)?;
        self.dispute(&*factory, &decks()?)?;
        self.say("");
        if self.kept {
            let (folder, log) =
                (self.folder.display(), self.folder.join("game.duelog").display().to_string());
            self.say(format!("The logs are in {folder}. Try: duelog verify {folder}; duelog history {log}; duelog explain {log} --at 40"));
        } else {
            self.say("The logs were temporary: `duelog demo --keep DIR` keeps them to look at.");
        }
        Ok(())
    }

    /// For people.
    fn say(&mut self, text: impl Into<String>) {
        if !self.context.json() {
            self.lines.push(text.into());
        }
    }

    /// For machines.
    fn tell(&mut self, value: &impl Serialize) {
        if self.context.json() {
            self.lines.push(output::json(value));
        }
    }

    /// Bots play; the log is written as they go.
    fn record(&mut self, factory: &dyn Factory) -> Result<(Vec<u8>, u32), Failure> {
        let decks = decks()?;
        let path = self.folder.join("game.duelog");
        let file = create(&path)?;
        self.say(format!(
            "1. Recorded: two bots play a game of {}; every decision is written as it is made.",
            factory.game()
        ));
        for (seat, deck) in decks.iter().enumerate() {
            self.say(format!("   Seat {seat} plays {}.", deck.name));
        }

        let setup = setup(factory, &decks, SEED);
        let options = Options { journal: true, ..Options::default() }.label("event", "demo");
        let unwritten = |error: RecordError| {
            Failure::system(format!("{}: {error}", path.display()), recording::remedy(&error))
        };
        let mut recorder = Recorder::new(factory, &setup, &options, file).map_err(unwritten)?;
        let mut bot = Bot::new(Policy::Greedy, setup.seed);
        while let Some(seat) = recorder.game().request().map(|request| request.seat) {
            let choice = bot.answer(recorder.game()).ok_or_else(|| {
                let what = "the demo's game asks what nothing can answer";
                Failure::system(what, "this is a fault of the program: report it")
            })?;
            recorder.decide(seat, &choice).map_err(unwritten)?;
        }
        let outcome = recorder.finish().map_err(unwritten)?;
        let decisions = recorder.game().decisions();
        let mut told = recorder.game().told(0, Viewer::Public);
        told.retain(|event| !event.internal);
        drop(recorder);

        let log = fs::read(&path).map_err(|error| unwritable(&path, &error))?;
        self.say(format!("   {decisions} decisions in {} bytes. It ended like this, each event with the rule that caused it:", log.len()));
        for event in &told[told.len().saturating_sub(LAST)..] {
            self.say(format!("     decision {}: {} ({})", event.decision, event.text, event.rule));
        }
        self.say(format!("   Outcome: {}", outcome_in_words(&outcome)));
        self.tell(&json!({ "step": "record", "log": path.display().to_string(), "decisions": decisions, "bytes": log.len(), "outcome": outcome }));
        Ok((log, decisions))
    }

    /// The match is rebuilt from the log alone.
    fn replay(&mut self, log: &[u8], decisions: u32) -> Result<(), Failure> {
        self.say(
            "\n2. Replayed: from the setup, the seed and the decisions in the log, every state is rebuilt.",
        );
        let pace = Pace::start(self.context, 1, "replaying");
        let replayed = Replay::start(self.games, log, false)
            .and_then(|mut replay| replay.finish().map(|()| replay.game().decisions()));
        let seconds = pace.finish();
        let well = matches!(&replayed, Ok(again) if *again == decisions);
        self.as_it_should &= well;
        match &replayed {
            Ok(again) => self.say(format!(
                "   {again} of {decisions} states are the same as when they were recorded ({seconds:.3} s)."
            )),
            Err(stop) => self.say(format!("   It stops: {stop}")),
        }
        self.tell(&json!({ "step": "replay", "decisions": replayed.as_ref().ok(), "seconds": seconds }));
        Ok(())
    }

    /// Copies are damaged, and the damage is noticed.
    fn spoil(&mut self, factory: &dyn Factory, log: &[u8]) -> Result<(), Failure> {
        self.say("\n4. Damaged: three copies, three faults, and none is taken for another.");
        let record = damage::later_record(log);
        let byte = record + 2;
        let how = format!("One bit of byte {byte} is flipped, as a bad disk does.");
        self.judge("bit-flipped", &damage::flip(log, byte), Verdict::Corrupt, Some(&how))?;
        let how =
            format!("Everything after byte {byte} is cut off, as a crash in the middle of writing does.");
        self.judge("cut-off", &log[..byte.min(log.len())], Verdict::Torn, Some(&how))?;
        let Some(cheat) = damage::find_cheat(factory, log) else {
            return Err(Failure::system(
                "the demo's game has no room for a cheat",
                "this is a fault of the program: report it",
            ));
        };
        let damage::Cheat { decision, seat, instead_of, claimed, .. } = &cheat;
        let how = format!(
            "Decision {decision} of {seat} is changed on purpose from \"{instead_of}\" to \"{claimed}\"; all checksums and seals are made to fit."
        );
        let forged = damage::forge(log, &cheat)?;
        // The bytes alone tell nothing: only the rules of the game do.
        self.as_it_should &= Reader::open(&forged).is_ok_and(|mut reader| reader.check().is_ok());
        self.judge("changed", &forged, Verdict::Illegal, Some(&how))
    }

    /// Writes a copy where it is one, and prints the verdict on it.
    fn judge(&mut self, name: &str, log: &[u8], expected: Verdict, how: Option<&str>) -> Result<(), Failure> {
        let path = self.folder.join(format!("{name}.duelog"));
        if let Some(how) = how {
            create(&path)?.write_all(log).map_err(|error| unwritable(&path, &error))?;
            self.say(format!("\n   {how}"));
        }
        let report = verify(self.games, log);
        self.as_it_should &= report.verdict == expected;
        self.say(format!("   {name}.duelog: {}: {}", report.verdict, report.message));
        if let Some(remedy) = report.remedy.as_ref().filter(|_| how.is_some()) {
            self.say(format!("   What to do: {remedy}"));
        }
        self.tell(&Judged { step: "verify", log: path.display().to_string(), report: &report });
        Ok(())
    }
}

/// The decks of the demo's game.
fn decks() -> Result<Vec<Deck>, Failure> {
    let decks = DECKS.into_iter().map(deck::parse).collect::<Result<Vec<_>, _>>();
    decks.map_err(|error| {
        Failure::system(format!("the demo's decks: {error}"), "this is a fault of the program: report it")
    })
}

/// A verdict as one line of JSON.
#[derive(Debug, Serialize)]
struct Judged<'a> {
    step: &'static str,
    log: String,
    #[serde(flatten)]
    report: &'a Report,
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::system(
        format!("{}: {error}", path.display()),
        "choose a folder that can be written with --keep DIR, or set TMPDIR to one",
    )
}

/// Makes a file that is not there yet.
fn create(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::usage(
            format!("{} exists and is not overwritten", path.display()),
            "choose another folder with --keep DIR",
        ),
        _ => unwritable(path, &error),
    })
}
