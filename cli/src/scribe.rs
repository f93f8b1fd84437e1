//! `duelog scribe`: writes a match of cards and dice down as a log.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write as _};
use std::path::PathBuf;

use duelog_kernel::setup::Start;
use duelog_kernel::{Factory, Seed, Setup};
use duelog_verifier::scenario::{Heard, Scribe};
use duelog_verifier::{Options, RecordError};
use serde_json::json;

use crate::decks::{self, Listed};
use crate::new_file::{is_same, replace, unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::terms::Terms;
use crate::{games, input, players, recording, seeds};

/// Writes a match down that people play with cards and dice of their own: what happens, in short lines, becomes a log.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duelog scribe fixtures/notes/magic.md --decks red-green-beasts white-blue-flyers --out table-7.duelog

A line is what a player does or what is passed to, as in scenarios (fixtures/scenarios/README.md):
  P1 plays Mountain
  P1 casts Lightning Bolt targeting P2
  all pass
  pass to Declare Attackers
  P2 attacks with Grizzly Bears
  P1 chooses P2's Forest (tapped), Forest (not tapped)
Lines that only a scribe has:
  chance: P2                  how a coin, a die or a random choice came out, before the line that needs it: a number from 1,
                              a player, `heads`, `tails`, or the words of what then happens in \"quotes\"
  shown: Shock, 2 Forest      cards that the next line shows to everybody without naming them, such as a random discard
  P1 hand: Forest, 2 Shock    hidden cards that somebody showed you
  # ...                       a remark
  undo                        takes the line before back

Nobody tells you the hands and libraries. The scribe deals the decks in some order, and as soon as a line shows that a card
lies elsewhere it exchanges two cards that nobody has seen. Everything before must stay as it was written down: a line that
no order of the cards allows is refused with the reason, and so is one for which a bounded search finds none. The log states the draws, `verify` says so and counts the places
that nobody saw; it proves that the match was legal, not that its draws were fair.

With `-` the lines come from standard input: each is answered with what follows from it and the next question, and the log
is written anew after each. With --format json each line gives one object: line, told, found, asked; or line and error.")]
pub struct Args {
    /// The file with the lines; `-` is standard input.
    notes: PathBuf,
    /// The game. [default: that of the decks]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
    /// The decks, one for each seat: files, or names of decks that are built in.
    #[arg(long, num_args = 1.., value_name = "DECK", required = true, help_heading = crate::headings::GAME)]
    decks: Vec<PathBuf>,
    /// The decks are limited decks (in Magic of 40 cards at least).
    #[arg(long, help_heading = crate::headings::GAME)]
    limited: bool,
    #[command(flatten)]
    table: Terms,
    /// The order in which unseen cards lie follows from it: a number or 64 hexadecimal digits. [default: a new one]
    #[arg(long, value_parser = seeds::parse, value_name = "SEED", help_heading = crate::headings::GAME)]
    seed: Option<Seed>,
    /// The names of the players, by seat: Ann,Bob. The log keeps them.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = crate::headings::PLAYERS)]
    names: Vec<String>,
    /// The log to write; a file that exists is not overwritten.
    #[arg(long, value_name = "LOG", help_heading = crate::headings::RECORDING)]
    out: PathBuf,
    /// Writes over a log that exists: once every line of a file fits, or with the first decision of standard input.
    #[arg(long, help_heading = crate::headings::RECORDING)]
    replace: bool,
    /// Also appends each line of standard input that fits to this file.
    #[arg(long, value_name = "NOTES", help_heading = crate::headings::RECORDING)]
    keep: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

impl Args {
    /// Checks that no file is written over that must stay as it is.
    fn spare(&self) -> Result<(), Failure> {
        let Args { notes, out, keep, .. } = self;
        if !input::is_stdin(notes) && is_same(notes, out) {
            let both = format!("{} has the lines, and the log would be written over them", out.display());
            return Err(Failure::usage(both, "name another file behind --out"));
        }
        if out.exists() && !self.replace {
            return Err(Failure::usage(
                format!("{} exists and is not overwritten", out.display()),
                "name another file, or write over it with --replace",
            ));
        }
        let Some(keep) = keep else { return Ok(()) };
        for (other, what) in [(out, "is the log"), (notes, "has the lines already")] {
            if is_same(keep, other) {
                let both = format!("{} {what}, and lines are not added to it", keep.display());
                return Err(Failure::usage(both, "name another file behind --keep"));
            }
        }
        if keep.exists() {
            let refused = |error: io::Error| {
                let what = format!("{}: {error}, so no lines are added to it", keep.display());
                Failure::usage(what, "name a file with lines, or one that is not there yet, behind --keep")
            };
            input::text(keep).map_err(refused)?;
        }
        Ok(())
    }
}

/// A match that is written down.
struct Table<'f> {
    args: &'f Args,
    factory: &'f dyn Factory,
    setup: Setup,
    listed: &'f [Listed],
    options: Options,
    scribe: Scribe<'f>,
    /// The lines that fit.
    lines: Vec<String>,
    /// True once the log has been written.
    written: bool,
}

/// Writes the match down.
pub fn run(args: &Args, context: &Context) -> Done {
    let found = decks::find_all(&args.decks)?;
    let game = decks::game_of(args.game.as_deref(), &found)?;
    let factory = games::factory(&game, args.cards.as_deref())?;
    let agreed = args.table.agreed(args.limited);
    let listed = decks::settle_all(found, &*factory, &agreed, context)?;
    let setup = Setup {
        game,
        edition: factory.editions().first().copied().unwrap_or_default().to_string(),
        decks: listed.iter().map(|listed| listed.deck.clone()).collect(),
        start: Start::by(agreed),
        seed: args.seed.map_or_else(seeds::random, Ok)?,
    };
    let mut options = Options::default();
    for (seat, name) in (0_u8..).zip(&args.names).filter(|(_, name)| !name.is_empty()) {
        options = options.label(&players::label(seat), name);
    }
    let refused = |error| decks::refused(&error, factory.game(), &listed);
    let scribe = Scribe::new(&*factory, setup.clone()).map_err(refused)?;
    let mut table = Table {
        args,
        factory: &*factory,
        setup,
        listed: &listed,
        options,
        scribe,
        lines: Vec::new(),
        written: false,
    };
    args.spare()?;
    if input::is_stdin(&args.notes) { table.live(context) } else { table.file(context) }
}

impl Table<'_> {
    /// Takes all lines of a file.
    fn file(&mut self, context: &Context) -> Done {
        let path = &self.args.notes;
        let text = input::text(path).map_err(|error| {
            Failure::system(format!("{}: {error}", path.display()), "name a file with the lines of a match")
        })?;
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let number = place + 1;
            if let Err(why) = self.say(line, &lines[number..]) {
                let upto = self.partly()?;
                return Err(Failure::usage(format!("{}:{number}: {why}", path.display()), upto));
            }
        }
        self.write()?;
        self.end(context)
    }

    /// Writes the log of the lines before one that does not fit, unless a file is already there. Returns a sentence that
    /// says what happened.
    fn partly(&mut self) -> Result<String, Failure> {
        let out = self.args.out.display();
        if self.args.out.exists() {
            return Ok(format!("{out} stays as it was: it is replaced only when every line fits"));
        }
        let upto = format!("{out} has the match up to there");
        self.write().map(|()| upto)
    }

    /// Takes lines as they come, and answers each.
    fn live(&mut self, context: &Context) -> Done {
        let mut kept = match &self.args.keep {
            None => None,
            Some(path) => {
                let opened = OpenOptions::new().create(true).append(true).open(path);
                Some((path, opened.map_err(|error| unwritable(path, &error))?))
            }
        };
        let prompt = || {
            if !context.json() {
                context.prompt()
            }
        };
        prompt();
        for line in io::stdin().lock().lines() {
            let line = line.map_err(|error| {
                Failure::system(format!("standard input: {error}"), "the log has every line before")
            })?;
            let heard = self.say(&line, &[]);
            match heard {
                Ok(heard) => {
                    // A log that is there is worth more than one without a decision.
                    if self.written || !self.args.out.exists() || !self.scribe.deeds().is_empty() {
                        self.write()?;
                    }
                    if let Some((path, file)) = &mut kept {
                        writeln!(file, "{line}").map_err(|error| unwritable(path, &error))?;
                    }
                    self.answer(&line, &heard, context);
                }
                Err(why) if context.json() => context.value(&json!({ "line": line, "error": why })),
                Err(why) => context.line(format_args!("not taken: {why}")),
            }
            if context.broken() {
                break;
            }
            prompt();
        }
        if !self.written && self.args.out.exists() {
            let what = format!("no decision was taken down, and {} stays as it was", self.args.out.display());
            return Err(Failure::usage(what, "`duelog scribe --help` has all lines"));
        }
        if !self.written {
            self.write()?;
        }
        self.end(context)
    }

    fn say(&mut self, line: &str, ahead: &[&str]) -> Result<Heard, String> {
        if line.trim().trim_start_matches("- ") == "undo" {
            return self.undo();
        }
        let heard = self.scribe.say(line, ahead).map_err(|why| why.to_string())?;
        self.lines.push(line.to_string());
        Ok(heard)
    }

    /// Takes the last line back.
    fn undo(&mut self) -> Result<Heard, String> {
        let mut lines = std::mem::take(&mut self.lines);
        let taken = lines.pop();
        self.scribe = Scribe::new(self.factory, self.setup.clone()).map_err(|error| error.to_string())?;
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (place, line) in lines.iter().enumerate() {
            self.say(line, &lines[place + 1..])?;
        }
        match taken {
            Some(line) => Ok(Heard { told: vec![format!("taken back: {line}")], found: Vec::new() }),
            None => Err("there is no line before".to_string()),
        }
    }

    fn answer(&mut self, line: &str, heard: &Heard, context: &Context) {
        let asked = self.scribe.asked();
        if context.json() {
            let Heard { told, found } = heard;
            return context.value(&json!({ "line": line, "told": told, "found": found, "asked": asked }));
        }
        for found in &heard.found {
            context.line(format_args!("  so {found}"));
        }
        for told in &heard.told {
            context.line(format_args!("  {told}"));
        }
        if let Some(asked) = asked {
            context.line(asked);
        }
    }

    /// Writes the log of all lines so far.
    fn write(&mut self) -> Result<(), Failure> {
        let path = self.args.out.as_path();
        let begun = |error: RecordError| recording::not_begun(error, self.factory, self.listed, Some(path));
        let recorder = self.scribe.write(&self.options, Vec::new()).map_err(begun)?;
        let bytes = recorder.into_storage().map_err(begun)?;
        let put = if self.written || self.args.replace {
            replace(path, &bytes, false)
        } else {
            write_new(path, &bytes)
        };
        put.map_err(|error| unwritable(path, &error))?;
        self.written = true;
        Ok(())
    }

    fn end(&mut self, context: &Context) -> Done {
        let bytes = input::bytes(&self.args.out)?;
        let games = games::with_cards(self.args.cards.as_deref())?;
        let report = duelog_verifier::verify(&games, &bytes);
        let out = self.args.out.display();
        let contents = report.contents.unwrap_or_default();
        let (ended, asked) = (self.scribe.ended(), self.scribe.asked());
        if context.json() {
            context.value(&json!({
                "out": out.to_string(), "verdict": report.verdict, "decisions": report.decisions,
                "draws": contents.given, "open": contents.open, "ended": ended, "asked": asked,
            }));
            return Ok(End::Success);
        }
        context.line(format_args!("{out}: {} decisions, {}", report.decisions, report.verdict));
        contents.in_words().into_iter().for_each(|words| context.line(format_args!("  {words}")));
        match (ended, asked) {
            (Some(ended), _) => context.line(ended),
            (None, Some(asked)) => context.line(format_args!("The match is not over: {asked}")),
            (None, None) => context.line("No line has begun the match."),
        }
        Ok(End::Success)
    }
}
