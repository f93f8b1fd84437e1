//! `duelog play`: people play at the terminal, and every decision is safe in the log before the next one is asked.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use duelog_kernel::setup::Start;
use duelog_kernel::{Factory, Seat, Setup};
use duelog_log_format::Durability;
use duelog_verifier::scenario::Scribe;
use duelog_verifier::several::Next;
use duelog_verifier::{Options, Parts, Recorder};

use crate::clock::ClockArgs;
use crate::decks::{self, Found};
use crate::effort::Effort;
use crate::keys::Signs;
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::recording::{self, Destination};
use crate::replayed::say;
use crate::several::{Before, SeveralGames};
use crate::simulate::bots::{Bot, Policy};
use crate::terms::Terms;
use crate::{games, input, part, players, seeds};

mod autopass;
mod game_choice;
#[cfg(unix)]
mod guest;
#[cfg(unix)]
mod host;
mod passing;
#[cfg(unix)]
mod protocol;
mod question;
mod renderer;
mod screen;
mod sitting;
mod typed_lines;
mod undo;

pub use autopass::Aid;
pub use question::Question;

use renderer::{Face, Lines};
use sitting::{Sat, Sitting, Stated, Terminals};

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
It keeps the bytes of an unfinished record beside the log, and plays nothing by itself before you answer or say `go`.

Two people play at two terminals of one machine, `play --host table --decks katsu rhinar --out katsu.duelog` at one of them and
`play --join table --name Bob` at the other: each sees its own hand alone, and the host keeps the log. The socket is a file that is made for the
match, that only the same user can open, and that is removed at the end. Who leaves can join again.

With --draws stated, people play with cards and dice of their own and say what they drew. A player who sees cards that nobody has named is asked for
them (`Forest, 2 Shock`; Enter leaves them open, and the program shows those that it has dealt), and so is whoever shows cards to everybody or has
chance decide (`3`, `heads`, `P2`, a card, or words of what then happens). The lines of `duelog scribe` are understood too: `P1 hand: Forest`,
`P1 casts Shock targeting P2`. Where a card turns out to lie elsewhere than it was dealt, the log is written anew. It states the draws and the places
that nobody saw; `verify` says so. --resume continues it, and logs of `duelog scribe`.")]
pub struct Args {
    /// The game. [default: that of the decks; you are asked if none are named]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
    /// The decks, one for each seat: files, or names of decks that are built in.
    #[arg(long, num_args = 1.., value_name = "DECK", conflicts_with = "resume", help_heading = crate::headings::GAME)]
    decks: Vec<PathBuf>,
    /// The decks are limited decks (in Magic of 40 cards at least).
    #[arg(long, conflicts_with = "resume", help_heading = crate::headings::GAME)]
    limited: bool,
    #[command(flatten)]
    table: Terms,
    #[command(flatten)]
    several: SeveralGames,
    #[command(flatten)]
    clock: ClockArgs,
    /// The log to write; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "LOG", conflicts_with = "resume", help_heading = crate::headings::RECORDING)]
    out: Option<PathBuf>,
    /// A log to continue. A torn end is moved into a file beside it first.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "LOG", conflicts_with_all = ["next_game_of", "best_of"], help_heading = crate::headings::RECORDING)]
    resume: Option<PathBuf>,
    /// Your seat; the bot has the others. [default: 0, or as in the log that is resumed]
    #[arg(long, value_parser = whole::<u8>, value_name = "N", help_heading = crate::headings::PLAYERS)]
    seat: Option<u8>,
    /// The seed of all draws: a number or 64 hexadecimal digits. [default: one that nobody knows]
    #[arg(long, value_parser = seeds::parse, conflicts_with = "resume", help_heading = crate::headings::GAME)]
    seed: Option<duelog_kernel::Seed>,
    /// Who draws: the program by the seed, or people with cards and dice of their own, who state each draw when they see
    /// it. [default: seed, or as in the log that is resumed]
    #[arg(long, value_enum, value_name = "HOW", conflicts_with_all = STATED, help_heading = crate::headings::GAME)]
    draws: Option<Draws>,
    /// The player in the other seat. [default: search, or as in the log that is resumed]
    #[arg(long, value_enum, help_heading = crate::headings::PLAYERS)]
    bot: Option<Opponent>,
    /// The names of the players, by seat: Ann,Bob. The log keeps them.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", conflicts_with_all = ["resume", "next_game_of"], help_heading = crate::headings::PLAYERS)]
    names: Vec<String>,
    /// Your own name, in place of --names. [default: you are asked at a terminal, else \"You\"]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["names", "resume", "next_game_of"], help_heading = crate::headings::PLAYERS)]
    name: Option<String>,
    /// Lets another person play at a terminal of its own, who joins with --join.
    #[arg(long, value_name = "SOCKET", conflicts_with = "bot", help_heading = crate::headings::PLAYERS)]
    host: Option<PathBuf>,
    /// Plays at the table of another terminal that hosts there.
    #[arg(long, value_name = "SOCKET", conflicts_with_all = JOINED, help_heading = crate::headings::PLAYERS)]
    join: Option<PathBuf>,
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
    #[command(flatten)]
    effort: Effort,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// The options that only the host of a table has.
const JOINED: [&str; 21] = [
    "clock",
    "absence",
    "next_game_of",
    "best_of",
    "game",
    "terms",
    "decks",
    "limited",
    "out",
    "resume",
    "seat",
    "seed",
    "bot",
    "names",
    "host",
    "ask_always",
    "fair",
    "observed",
    "part",
    "key",
    "draws",
];

/// The options that are of no use with draws that players state, or not of the log that is resumed.
const STATED: [&str; 5] = ["resume", "clock", "absence", "fair", "observed"];

/// Who draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Draws {
    /// The program, by the seed.
    Seed,
    /// The players, with cards and dice of their own.
    Stated,
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
    if let Some(path) = &args.join {
        return join(args, context, path);
    }
    match (&args.resume, args.decks.as_slice(), &args.out) {
        (Some(log), ..) => go_on(args, context, log),
        (None, [], Some(out)) if args.several.continues() => begin(args, context, None, Vec::new(), out),
        (None, [], out) if !args.several.continues() => {
            let chosen = game_choice::ask(context, args.game.as_deref())?;
            let log = out.clone().unwrap_or(chosen.log);
            begin(args, context, Some(chosen.game), chosen.decks, &log)
        }
        (None, decks, Some(out)) => {
            let found = decks::find_all(decks)?;
            let named = (!args.several.continues()).then(|| decks::game_of(args.game.as_deref(), &found));
            let game = named.transpose()?;
            begin(args, context, game, found, out)
        }
        (None, _, _) => Err(Failure::usage(
            "there is no log to write",
            "name one: --out LOG, or --resume LOG to continue one",
        )),
    }
}

/// Begins a match; the next game of a match of several games where no game is named.
fn begin(args: &Args, context: &Context, game: Option<String>, found: Vec<Found>, out: &Path) -> Done {
    let before = args.several.before(args.cards.as_deref())?;
    let game = before.as_ref().map(Before::game).or(game).unwrap_or_default();
    let factory = games::factory(&game, args.cards.as_deref())?;
    let agreed = args.table.agreed(args.limited);
    let listed = Before::decks(before.as_ref(), found, &*factory, &agreed, context)?;
    let Next { labels, agreed, clock } = args.several.bound(before.as_ref(), &listed, agreed)?;
    let seats = check_seats(args, listed.len())?;
    let stated = args.draws == Some(Draws::Stated);
    args.can_state(stated)?;
    let opponent = args.opponent(None, stated);
    let seat = Seat(args.seat.unwrap_or(0));
    let seed = args.seed.map_or_else(seeds::random, Ok)?;
    let edition = factory.editions().first().copied().unwrap_or_default();
    let decks = listed.iter().map(|listed| listed.deck.clone()).collect();
    let setup = Setup {
        game: factory.game().to_string(),
        edition: edition.to_string(),
        decks,
        start: Start::by(agreed),
        seed,
    };
    let clock = args.clock.labels(clock);
    if stated && !clock.is_empty() {
        return Err(Failure::usage(
            "the games of this match have a clock",
            "begin a match without one for --draws stated",
        ));
    }
    let labels = labels.into_iter().chain(clock).collect();
    let mut options = Options { labels, ..options(args)? };
    let mut names = if before.is_some() { Vec::new() } else { names(args, context, seats, opponent)? };
    let Ok(arrival) = arrive(args, context, seat)? else { return Ok(End::Success) };
    if let (Some(arrived), Some(name)) = (&arrival, names.get_mut(usize::from(1 - seat.0.min(1)))) {
        *name = name.take().or(arrived.name().map(str::to_string));
    }
    for (seat, name) in (0_u8..).zip(&names) {
        if let Some(name) = name.as_ref().filter(|name| !name.is_empty()) {
            options = options.label(&players::label(seat), name);
        }
    }
    let options = options.label(SEAT_LABEL, &seat.0.to_string()).label(BOT_LABEL, opponent.word());
    let parts = if args.fair { Some(fair(out, listed.len())?) } else { None };
    let observed = if args.observed { Some(seeds::random()?.0) } else { None };
    let given = stated.then(Default::default);
    let options = Options { parts, observed, given, ..options };
    let mut recorder =
        recording::begin(&*factory, &setup, &listed, &options, Destination::New(out.to_path_buf()))?;
    recording::write_views(&mut recorder, out)?;
    let greeting = format!("The log is {}. Type `help` for help.", out.display());
    let table = Table { factory, recorder, seat, opponent, arrival, resumed: false, greeting };
    sit_down(args, context, out, table)
}

/// The number of seats, once it is clear that a person can play there.
fn check_seats(args: &Args, seats: usize) -> Result<u8, Failure> {
    check_seat(args.seat.unwrap_or(0), seats)?;
    players::check_names(&args.names, seats)?;
    if args.host.is_some() && seats != 2 {
        let what = format!("--host seats two players, and this match has {seats}");
        return Err(Failure::usage(what, "--bot none plays with all of them at one terminal"));
    }
    u8::try_from(seats).map_err(|_| Failure::usage(format!("{seats} decks"), "give one deck for each seat"))
}

/// The names of the players, as far as they are said: at a terminal, people are asked.
fn names(
    args: &Args,
    context: &Context,
    seats: u8,
    opponent: Opponent,
) -> Result<Vec<Option<String>>, Failure> {
    let own = args.seat.unwrap_or(0);
    let mut names: Vec<Option<String>> = vec![None; usize::from(seats)];
    for (place, name) in names.iter_mut().zip(&args.names) {
        *place = Some(name.trim().to_string()).filter(|name| !name.is_empty());
    }
    let asks = args.names.is_empty() && args.name.is_none() && context.at_terminal();
    for (seat, name) in (0..).zip(&mut names) {
        let shared = opponent == Opponent::None && args.host.is_none();
        if seat == own && args.name.is_some() {
            name.clone_from(&args.name);
        } else if asks && shared {
            *name = game_choice::name(context, &format!("Who plays seat {seat}? Enter: no name"))?;
        } else if asks && seat == own {
            *name = game_choice::name(context, "What is your name? Enter: none")?;
        }
    }
    Ok(names)
}

/// The parts of a seed of all who choose it, and the host's in a file of its own.
fn fair(out: &Path, seats: usize) -> Result<Parts, Failure> {
    let host = part::random()?;
    let players = (0..seats).map(|_| part::random()).collect::<Result<_, Failure>>()?;
    part::write(&recording::secret_of(out), &host)?;
    Ok(Parts { host, players })
}

fn go_on(args: &Args, context: &Context, log: &Path) -> Done {
    args.table.are_none("the header of the log states the terms of its table")?;
    if let Some(report) = part::missing(args.part.as_deref(), None, log)? {
        say(&report, log, context);
        return Ok(End::Finding);
    }
    let options = Options { parts: recording::kept_part(log)?, ..options(args)? };
    let resumed = match recording::resume(log, args.cards.as_deref(), &options, Some(args.effort))? {
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
    let stated = resumed.recorder.header().given.is_some();
    args.can_state(stated)?;
    let (seat, opponent) = (args.seat.or(known_seat).unwrap_or(0), args.opponent(known_bot, stated));
    check_seat(seat, usize::from(resumed.recorder.header().seats))?;
    let seat = Seat(seat);
    let Ok(arrival) = arrive(args, context, seat)? else { return Ok(End::Success) };
    let greeting = format!(
        "The log {} continues after decision {}. Type `help` for help.",
        log.display(),
        resumed.recorder.progress().line()
    );
    let factory = games::factory_of_log(&resumed.recorder.header().game, args.cards.as_deref())?;
    let table =
        Table { factory, recorder: resumed.recorder, seat, opponent, arrival, resumed: true, greeting };
    sit_down(args, context, log, table)
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

/// A match that is played at this terminal.
struct Table {
    factory: Box<dyn Factory>,
    recorder: Recorder<Destination>,
    /// The person's seat.
    seat: Seat,
    opponent: Opponent,
    /// The other person, at a terminal of its own.
    arrival: Option<Arrival>,
    resumed: bool,
    /// The first line.
    greeting: String,
}

#[cfg(unix)]
type Arrival = host::Arrival;
/// Nobody comes through a socket here.
#[cfg(not(unix))]
enum Arrival {}

#[cfg(not(unix))]
impl Arrival {
    fn name(&self) -> Option<&str> {
        match *self {}
    }
}

/// Waits for the other person, if one is to join; wrong is only that the host has left before.
#[cfg(unix)]
fn arrive(args: &Args, context: &Context, seat: Seat) -> Result<Result<Option<Arrival>, ()>, Failure> {
    let Some(path) = &args.host else { return Ok(Ok(None)) };
    Ok(host::wait(path, Seat(1 - seat.0.min(1)), context)?.map(Some).ok_or(()))
}

#[cfg(not(unix))]
fn arrive(args: &Args, _: &Context, _: Seat) -> Result<Result<Option<Arrival>, ()>, Failure> {
    if args.host.is_some() { Err(no_sockets()) } else { Ok(Ok(None)) }
}

#[cfg(unix)]
fn join(args: &Args, context: &Context, path: &Path) -> Done {
    let asks = args.name.is_none() && context.at_terminal();
    let name =
        if asks { game_choice::name(context, "What is your name? Enter: none")? } else { args.name.clone() };
    guest::join(path, name, args.looks(), context)
}

#[cfg(not(unix))]
fn join(_: &Args, _: &Context, _: &Path) -> Done {
    Err(no_sockets())
}

#[cfg(not(unix))]
fn no_sockets() -> Failure {
    Failure::usage(
        "two terminals need local sockets, which this system does not have",
        "--bot none plays at one",
    )
}

impl Args {
    /// Who has the other seat: what is said, or else what is known, or a bot.
    fn opponent(&self, known: Option<Opponent>, stated: bool) -> Opponent {
        let person = (stated || self.host.is_some()).then_some(Opponent::None);
        person.or(self.bot).or(known).unwrap_or(Opponent::Search)
    }

    /// Where draws are stated, people at one terminal have all seats, and nobody signs what is written anew.
    fn can_state(&self, stated: bool) -> Result<(), Failure> {
        let bot = self.bot.is_some_and(|bot| bot != Opponent::None);
        let what = match (bot, &self.host) {
            _ if !stated => return Ok(()),
            (true, _) => "a bot has no cards of its own to look at",
            (_, Some(_)) => "--host has no terminal at which draws are stated",
            _ if self.signs.are_there() => "a log that is written anew would be signed twice",
            _ => return Ok(()),
        };
        Err(Failure::usage(
            format!("the draws of this match are stated, and {what}"),
            "people at one terminal play it; sign the closed log with `duelog sign`",
        ))
    }

    #[cfg(unix)]
    fn looks(&self) -> guest::Looks<'_> {
        guest::Looks { plain: self.plain, cards: self.cards.as_deref() }
    }
}

fn sit_down(args: &Args, context: &Context, log: &Path, table: Table) -> Done {
    let Table { factory, mut recorder, seat, opponent, arrival, resumed, greeting } = table;
    let factory = &*factory;
    let stated = stated(args, log, factory, &recorder)?;
    context.line(greeting);
    let seats = recorder.header().seats;
    let names = players::labelled(recorder.header());
    #[cfg(unix)]
    if let Some(arrival) = arrival {
        let as_read = |seat| players::as_read(&names, seats, Some(Seat(seat)));
        let names: Vec<_> = (0..seats).map(as_read).collect();
        let title = screen::title(&recorder, log);
        let score = recorder.game().score().to_string();
        let game = recorder.header().game.clone();
        let (players, stream) = arrival.players(seat, names.clone(), (game, title, score))?;
        let terminals = Terminals::Apart(players);
        let sat = Sat {
            factory,
            recorder,
            stated,
            bot: None,
            own: None,
            terminals,
            names,
            auto_pass: false,
            resumed,
        };
        return std::thread::scope(|scope| {
            let own = scope.spawn(|| guest::sit(stream, args.looks(), context));
            let played = Sitting::new(sat, context, log).play();
            let own = own.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            played.and_then(|end| own.map(|_| end))
        });
    }
    #[cfg(not(unix))]
    drop(arrival);
    let bot = opponent.policy().map(|policy| Bot::new(policy, recorder.header().seed));
    let own = bot.is_some().then_some(seat);
    let auto_pass = bot.is_some() && !args.ask_always;
    let names = players::as_read(&names, seats, own);
    context.call_players(names.clone());
    let face: Box<dyn Face + '_> = if args.plain || !context.at_terminal() {
        Box::new(Lines::new(context))
    } else {
        Box::new(screen::begin(context, &mut recorder, log)?)
    };
    let terminals = Terminals::One(face);
    let names = vec![names; usize::from(seats)];
    Sitting::new(
        Sat { factory, recorder, stated, bot, own, terminals, names, auto_pass, resumed },
        context,
        log,
    )
    .play()
}

/// The scribe of a log whose draws are stated.
fn stated<'a>(
    args: &Args,
    log: &Path,
    factory: &'a dyn Factory,
    recorder: &Recorder<Destination>,
) -> Result<Option<Stated<'a>>, Failure> {
    let header = recorder.header();
    if header.given.is_none() {
        return Ok(None);
    }
    let scribe = Scribe::of_log(factory, &input::bytes(log)?).map_err(|why| {
        let what = format!("{}: draws are stated in this log, and {why}", log.display());
        Failure::usage(
            what,
            "`duelog fork LOG --at end --without-notes --out NEW` begins a log of its decisions alone",
        )
    })?;
    let texts = header.texts.len() == header.definitions.len();
    let options = Options { labels: header.labels.clone(), texts, ..options(args)? };
    Ok(Some(Stated::new(scribe, options)))
}
