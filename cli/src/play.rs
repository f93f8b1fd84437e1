//! `duelog play`: a person plays at the terminal, and every decision is safe in the log before the next one
//! is asked.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use duelog_kernel::setup::{Agreement, Start};
use duelog_kernel::{Factory, Seat, Setup};
use duelog_log_format::Durability;
use duelog_verifier::{Options, Parts, Recorder};

use crate::decks::{self, Found};
use crate::keys::Signs;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::recording::{self, Kept};
use crate::replayed::say;
use crate::simulate::bots::{Bot, Policy};
use crate::{games, part, players, seeds};

mod autopass;
mod game_choice;
mod passing;
mod renderer;
mod screen;
mod sitting;
mod undo;

use renderer::{Face, Lines};
use sitting::{Sat, Sitting};

/// Plays at the terminal, against a bot or another person, and writes the log during the match.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog play
  duelog play --decks white-blue-flyers red-green-beasts --out game.duelog
  duelog play --decks katsu rhinar --out katsu.duelog
  duelog play --resume game.duelog

Without decks you choose game and decks from a list. In a terminal the table stays in place; with --plain, and where input or output is not a
terminal, the match is lines one after the other. Type `help` at a question: there are `info`, `undo`, `until`, `stop` and `hold`.

The bot `search` tries each answer on copies of the match. It knows no more than its player: in the copies, hidden cards and coming draws are dealt
anew.

Every decision is on the disk before the next question: after `quit`, the end of the input or a power cut, --resume continues where the log ends.
It keeps the bytes of an unfinished record beside the log.")]
pub struct Args {
    /// The game. [default: that of the built-in decks, or magic; you are asked if no decks are named]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
    /// The decks, one for each seat: files, or names of decks that are built in.
    #[arg(long, num_args = 1.., value_name = "DECK", conflicts_with = "resume", help_heading = crate::headings::GAME)]
    decks: Vec<PathBuf>,
    /// The decks are limited decks (in Magic of 40 cards at least).
    #[arg(long, conflicts_with = "resume", help_heading = crate::headings::GAME)]
    limited: bool,
    /// The log to write; a file that exists is not overwritten.
    #[arg(long, value_name = "LOG", conflicts_with = "resume", help_heading = crate::headings::RECORDING)]
    out: Option<PathBuf>,
    /// A log to continue. A torn end is moved into a file beside it first.
    #[arg(long, value_name = "LOG", help_heading = crate::headings::RECORDING)]
    resume: Option<PathBuf>,
    /// Your seat; the bot has the others. [default: 0, or as in the log that is resumed]
    #[arg(long, value_parser = whole::<u8>, value_name = "N", help_heading = crate::headings::PLAYERS)]
    seat: Option<u8>,
    /// The seed of all draws: a number or 64 hexadecimal digits. [default: one that nobody knows]
    #[arg(long, value_parser = seeds::parse, conflicts_with = "resume", help_heading = crate::headings::GAME)]
    seed: Option<duelog_kernel::Seed>,
    /// The player in the other seat. [default: search, or as in the log that is resumed]
    #[arg(long, value_enum, help_heading = crate::headings::PLAYERS)]
    bot: Option<Opponent>,
    /// The names of the players, by seat: Ann,Bob. The log keeps them.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", conflicts_with = "resume", help_heading = crate::headings::PLAYERS)]
    names: Vec<String>,
    /// Asks you even if you could only pass.
    #[arg(long, help_heading = crate::headings::PLAYERS)]
    ask_always: bool,
    /// Prints lines one after the other, as without a terminal.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    plain: bool,
    /// Lets host and players choose the seed together; this program acts for all of them. The host's part is kept
    /// in LOG.secret, which --resume needs, and shown in the log when the match is over.
    #[arg(long, conflicts_with_all = ["resume", "seed"], help_heading = crate::headings::RECORDING)]
    fair: bool,
    /// Writes an observed log: its seals bind what each viewer was told and where every card is. The logs of the
    /// public and of each seat are written beside it (`game.public.duelview`, `game.seat-0.duelview`).
    #[arg(long, conflicts_with = "resume", help_heading = crate::headings::RECORDING)]
    observed: bool,
    /// The file with your own part of the seed (`duelog part`): a log in which it is not is not continued.
    #[arg(long, value_name = "FILE", requires = "resume", help_heading = crate::headings::RECORDING)]
    part: Option<PathBuf>,
    #[command(flatten)]
    signs: Signs,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// Who has the other seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// A bot that gives random legal answers.
    Random,
    /// A bot that acts rather than passes.
    Greedy,
    /// A bot that thinks ahead, and knows no more than its player.
    Search,
    /// Another person at the same terminal.
    None,
}

impl Opponent {
    fn policy(self) -> Option<Policy> {
        match self {
            Opponent::Random => Some(Policy::Random),
            Opponent::Greedy => Some(Policy::Greedy),
            Opponent::Search => Some(Policy::Search),
            Opponent::None => None,
        }
    }

    fn word(self) -> &'static str {
        self.policy().map_or("none", Policy::word)
    }
}

/// The labels by which a log says who plays.
const SEAT_LABEL: &str = "play-seat";
const BOT_LABEL: &str = "play-bot";

/// Plays until the match is over or the person leaves.
pub fn run(args: &Args, context: &Context) -> Done {
    if context.json() {
        return Err(Failure::usage("`play` talks to people", "`duelog engine` plays in JSON"));
    }
    match (&args.resume, args.decks.as_slice(), &args.out) {
        (Some(log), ..) => go_on(args, context, log),
        (None, [], out) => {
            let chosen = game_choice::ask(context, args.game.as_deref())?;
            let log = out.clone().unwrap_or(chosen.log);
            begin(args, context, &chosen.game, chosen.decks, &log)
        }
        (None, decks, Some(out)) => {
            let found = decks::find_all(decks)?;
            let game = decks::game_of(args.game.as_deref(), &found)?;
            begin(args, context, &game, found, out)
        }
        (None, _, None) => Err(Failure::usage(
            "there is no log to write",
            "name one: --out LOG, or --resume LOG to continue one",
        )),
    }
}

fn begin(args: &Args, context: &Context, game: &str, found: Vec<Found>, out: &Path) -> Done {
    let factory = games::factory(game, args.cards.as_deref())?;
    let agreed = Agreement { limited: args.limited };
    let listed = decks::settle_all(found, &*factory, &agreed, context)?;
    let (seat, opponent) = (args.seat.unwrap_or(0), args.bot.unwrap_or(Opponent::Search));
    check_seat(seat, listed.len())?;
    let seed = args.seed.map_or_else(seeds::random, Ok)?;
    let edition = factory.editions().first().copied().unwrap_or_default();
    if args.names.len() > listed.len() {
        let what = format!("{} names for {} players", args.names.len(), listed.len());
        return Err(Failure::usage(what, "name each player once, with commas between: --names Ann,Bob"));
    }
    let decks = listed.iter().map(|listed| listed.deck.clone()).collect();
    let setup = Setup {
        game: factory.game().to_string(),
        edition: edition.to_string(),
        decks,
        start: Start::by(agreed),
        seed,
    };
    let mut options = options(args)?;
    for (seat, name) in (0_u8..).zip(&args.names) {
        options = options.label(&players::label(seat), name);
    }
    let options = options.label(SEAT_LABEL, &seat.to_string()).label(BOT_LABEL, opponent.word());
    let parts = if args.fair { Some(fair(out, listed.len())?) } else { None };
    let observed = if args.observed { Some(seeds::random()?.0) } else { None };
    let options = Options { parts, observed, ..options };
    let mut recorder = recording::begin(&*factory, &setup, &listed, &options, Kept::New(out.to_path_buf()))?;
    recording::write_views(&mut recorder, out)?;
    context.line(format_args!("The log is {}. Type `help` for help.", out.display()));
    sit_down(args, context, out, (factory, recorder), Seat(seat), opponent)
}

/// The parts of a seed of all who choose it, and the host's in a file of its own.
fn fair(out: &Path, seats: usize) -> Result<Parts, Failure> {
    let host = part::random()?;
    let players = (0..seats).map(|_| part::random()).collect::<Result<_, Failure>>()?;
    part::write(&recording::secret_of(out), &host)?;
    Ok(Parts { host, players })
}

fn go_on(args: &Args, context: &Context, log: &Path) -> Done {
    if let Some(report) = part::missing(args.part.as_deref(), None, log)? {
        say(&report, log, context);
        return Ok(End::Finding);
    }
    let options = Options { parts: recording::kept_part(log)?, ..options(args)? };
    let resumed = match recording::resume(log, args.cards.as_deref(), &options)? {
        Ok(resumed) => resumed,
        Err(report) => {
            say(&report, log, context);
            return Ok(End::Finding);
        }
    };
    if let Some(cut) = &resumed.cut {
        context.line(format_args!("The last record was unfinished: its bytes are in {}.", cut.display()));
    }
    let labels = &resumed.recorder.header().labels;
    let known_seat = labels.get(SEAT_LABEL).and_then(|label| label.parse().ok());
    let known_bot = labels.get(BOT_LABEL).and_then(|label| Opponent::from_str(label, false).ok());
    let (seat, opponent) =
        (args.seat.or(known_seat).unwrap_or(0), args.bot.or(known_bot).unwrap_or(Opponent::Search));
    check_seat(seat, usize::from(resumed.recorder.header().seats))?;
    context.line(format_args!(
        "The log {} continues after decision {}. Type `help` for help.",
        log.display(),
        resumed.recorder.progress().line()
    ));
    let factory = games::factory(&resumed.recorder.header().game, args.cards.as_deref())?;
    sit_down(args, context, log, (factory, resumed.recorder), Seat(seat), opponent)
}

fn options(args: &Args) -> Result<Options, Failure> {
    let key = args.signs.key()?;
    Ok(Options { durability: Durability::EveryRecord, journal: true, key, ..Options::default() })
}

fn check_seat(seat: u8, seats: usize) -> Result<(), Failure> {
    if usize::from(seat) < seats {
        return Ok(());
    }
    Err(Failure::usage(
        format!("there is no seat {seat} in a match of {seats}"),
        format!("seats are counted from 0: --seat 0 to --seat {}", seats.saturating_sub(1)),
    ))
}

type Begun = (Box<dyn Factory>, Recorder<Kept>);

fn sit_down(
    args: &Args,
    context: &Context,
    log: &Path,
    (factory, mut recorder): Begun,
    seat: Seat,
    opponent: Opponent,
) -> Done {
    context.call_players(players::labelled(recorder.header()));
    let bot = opponent.policy().map(|policy| Bot::new(policy, recorder.header().seed));
    let own = bot.is_some().then_some(seat);
    let auto_pass = bot.is_some() && !args.ask_always;
    let face: Box<dyn Face + '_> = if args.plain || !context.at_terminal() {
        Box::new(Lines(context))
    } else {
        Box::new(screen::begin(context, &mut recorder, log)?)
    };
    Sitting::new(Sat { factory, recorder, bot, own, face, auto_pass }, context, log).play()
}
