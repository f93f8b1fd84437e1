//! `duelog simulate`: bots play many games, one log each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use duelog_kernel::factory::{RandomDecks, RandomTable};
use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Factory, Outcome, Seed, Setup, SetupError};
use duelog_log_format::seeds::Part;
use duelog_verifier::several::Next;
use duelog_verifier::{Drawing, Options, Parts, RecordError, outcome_in_words};
use rayon::prelude::*;
use serde::Serialize;

use crate::decks::{self, refused};
use crate::games;
use crate::keys::{Signs, unsigned};
use crate::new_file::{settle, write_new};
use crate::numbers::{from_one, whole};
use crate::output::{Context, Done, End, Failure};
use crate::plain::word;
use crate::several::{Before, SeveralGames};
use crate::terms::Terms;
use crate::verify::progress::Pace;
use crate::{part, seeds};

pub mod bots;
pub mod search;

use bots::{Bot, Policy};

/// Lets bots play games and writes one log for each.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog simulate --decks fixtures/decks/magic/white-blue-flyers.deck fixtures/decks/magic/red-green-beasts.deck \\
      --games 10 --seed 1 --out simulated

  duelog simulate --random-decks --games 10 --out random

  duelog simulate --decks katsu rhinar --best-of 3 --seed 1 --out match
  duelog simulate --next-game-of match/flesh-and-blood-1.duelog --seed 2 --out match

Game i of seed S is the only game of seed S + i, so each game can be played again alone.

With --fair, host and players put random parts into the seed of each game, so that the same command plays other games each time; with --observed,
the salt of the roots is random too. --seed-parts derives all of that from --seed, for tests and examples. Never publish viewers' logs of such
games: whoever tries small seeds with the decks finds every hidden card. The same holds for the seed of a game without --fair: all draws follow
from it.

--format json prints {log, seed, decisions, outcome: {winners, reason, rule}} for each game, then {summary: {games, decisions, seconds}}.")]
pub struct Args {
    /// The game. [default: that of the built-in decks, or magic]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
    /// The decks, one for each seat: files, or names of decks that are built in.
    #[arg(long, num_args = 1.., required_unless_present_any = ["random_decks", "next_game_of"], value_name = "DECK", help_heading = crate::headings::GAME)]
    decks: Vec<PathBuf>,
    /// The decks are limited decks (in Magic of 40 cards at least).
    #[arg(long, conflicts_with = "random_decks", help_heading = crate::headings::GAME)]
    limited: bool,
    /// Gives each game its own decks, drawn by its seed out of all cards that decks may have (in Magic limited
    /// decks of 40 cards, or decks as the variant of --table wants them).
    #[arg(long, conflicts_with_all = ["decks", "next_game_of"], help_heading = crate::headings::GAME)]
    random_decks: bool,
    /// Draws random decks out of the compiled definitions too, and not only out of those that were written by hand.
    #[arg(long, requires = "random_decks", help_heading = crate::headings::GAME)]
    compiled: bool,
    /// The number of players with random decks, 2 to 8. [default: 2]
    #[arg(long, requires = "random_decks", value_parser = clap::value_parser!(u8).range(2..=8), help_heading = crate::headings::GAME)]
    seats: Option<u8>,
    #[command(flatten)]
    table: Terms,
    #[command(flatten)]
    several: SeveralGames,
    /// The number of games.
    #[arg(long, default_value_t = 1, value_parser = from_one, conflicts_with = "next_game_of", help_heading = crate::headings::GAME)]
    games: u64,
    /// The seed of the first game; the others count up from it.
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>, help_heading = crate::headings::GAME)]
    seed: u64,
    /// The folder for the logs; it is made if it does not exist, and no log in it is overwritten.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RECORDING)]
    out: PathBuf,
    /// The bots: one for all seats, or one for each seat with commas between, such as search,greedy.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "random", value_name = "BOTS", help_heading = crate::headings::PLAYERS)]
    bot: Vec<Policy>,
    /// Lets host and players choose the seed of each game together, as in a match between people.
    #[arg(long, help_heading = crate::headings::RECORDING)]
    fair: bool,
    /// Writes observed logs: their seals bind what each viewer was told and where every card is, so that
    /// `duelog redact` and `duelog disclose` can show a part of them.
    #[arg(long, help_heading = crate::headings::RECORDING)]
    observed: bool,
    /// Derives the parts of --fair and the salts of --observed from the seed instead of the system's randomness:
    /// the same command gives the same bytes, and whoever knows the seed knows every hidden card.
    #[arg(long, help_heading = crate::headings::RECORDING)]
    seed_parts: bool,
    #[command(flatten)]
    signs: Signs,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// One game that was played to its end.
#[derive(Debug, Serialize)]
struct Played {
    log: String,
    seed: u64,
    decisions: u32,
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
struct Summary {
    games: u64,
    decisions: u64,
    seconds: f64,
}

/// Plays the games in parallel and prints how they ended.
pub fn run(args: &Args, context: &Context) -> Done {
    let found = decks::find_all(&args.decks)?;
    let before = args.several.before(args.cards.as_deref())?;
    let game = match &before {
        Some(before) => before.game(),
        None => decks::game_of(args.game.as_deref(), &found)?,
    };
    let factory = games::factory(&game, args.cards.as_deref())?;
    let agreed = args.table.agreed(args.limited);
    let listed = Before::decks(before.as_ref(), found, &*factory, &agreed, context)?;
    let Next { labels, agreed, .. } = args.several.bound(before.as_ref(), &listed, agreed)?;
    let last = args.seed.checked_add(args.games - 1);
    let last = last.ok_or_else(|| {
        Failure::usage("the seeds do not fit into 64 bits", "choose a smaller --seed or fewer --games")
    })?;
    let decks: Vec<Deck> = listed.iter().map(|listed| listed.deck.clone()).collect();
    let not_played = |error: SetupError| refused(&error, factory.game(), &listed);
    let setups: RandomDecks = if args.random_decks {
        let table = RandomTable { seats: args.seats, terms: args.table.by_name() };
        factory.random_decks(args.compiled, &table).map_err(not_played)?
    } else {
        let like = Setup { start: Start::by(agreed), ..setup(&*factory, &decks, args.seed) };
        Box::new(move |seed| Setup { seed, ..like.clone() })
    };
    let first = setups(Seed::from_number(args.seed));
    let seats = first.decks.len();
    args.several.seats(seats)?;
    if args.bot.len() != 1 && args.bot.len() != seats {
        let what = format!("{} bots for {seats} seats", args.bot.len());
        return Err(Failure::usage(what, "name one for all of them, or one for each"));
    }
    if args.seed_parts && !(args.fair || args.observed) {
        return Err(Failure::usage(
            "--seed-parts says where the parts of --fair and what hides the roots of --observed come from, and neither is wanted",
            "leave it out: without them everything follows from --seed",
        ));
    }
    // Faulty decks are found before anything is written.
    factory.start(&first, false).map_err(not_played)?;
    prepare(args, factory.game(), last)?;

    let pace = Pace::start(context, args.games, "playing");
    let played = play_all(args, &*factory, (&setups, &labels), last, &pace);
    // The names of the logs are made safe too: what is said to be there is there after a power cut.
    let settled =
        settle(&log_path(args, factory.game(), last)).map_err(|error| unwritable(&args.out, &error));
    let seconds = pace.finish();
    let played = played?;
    settled?;

    let decisions = played.iter().map(|game| u64::from(game.decisions)).sum();
    let summary = Summary { games: args.games, decisions, seconds };
    if context.json() {
        played.iter().for_each(|game| context.value(game));
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        print(args, context, &first.decks, &played, &summary);
    }
    Ok(End::Success)
}

/// A start of the game with this seed.
pub fn setup(factory: &dyn Factory, decks: &[Deck], seed: u64) -> Setup {
    let edition = factory.editions().first().copied().unwrap_or_default();
    let seed = Seed::from_number(seed);
    Setup {
        game: factory.game().to_string(),
        edition: edition.to_string(),
        decks: decks.to_vec(),
        start: Start::Normal,
        seed,
    }
}

/// Records one game that bots play to its end: the log's bytes, the number of decisions, how it ended.
///
/// # Errors
/// Wrong use where the setup is refused; a system error where the game refuses a bot's answer, which is a
/// fault of the game.
pub fn record(
    factory: &dyn Factory,
    setup: &Setup,
    policies: &[Policy],
    options: Options,
) -> Result<(Vec<u8>, u32, Outcome), Failure> {
    let words: Vec<&str> = policies.iter().map(|policy| policy.word()).collect();
    let options = options.label("bot", &words.join(","));
    let mut recorder = Drawing::or_alone(factory, setup, &options, Vec::new()).map_err(unrecorded)?;
    let mut bots: Vec<Bot> = policies.iter().map(|policy| Bot::new(*policy, setup.seed)).collect();
    while let Some(seat) = recorder.game().request().map(|request| request.seat) {
        let number = recorder.game().decisions() + 1;
        // One bot has all seats, or each has its own.
        let place = usize::from(seat.0).min(bots.len().saturating_sub(1));
        let choice = bots
            .get_mut(place)
            .and_then(|bot| bot.answer(recorder.game()))
            .ok_or_else(|| fault(format!("decision {number}: the game asks what nothing can answer")))?;
        recorder.decide(seat, &choice).map_err(|error| match error {
            RecordError::Illegal(_) => {
                fault(format!("decision {number}: the bot's answer is refused: {error}"))
            }
            error => unrecorded(error),
        })?;
    }
    let outcome = recorder.finish().map_err(unrecorded)?;
    let decisions = recorder.game().decisions();
    Ok((recorder.into_storage().map_err(unrecorded)?, decisions, outcome))
}

fn play_all(
    args: &Args,
    factory: &dyn Factory,
    (setups, labels): (&RandomDecks, &BTreeMap<String, String>),
    last: u64,
    pace: &Pace<'_>,
) -> Result<Vec<Played>, Failure> {
    let key = args.signs.key()?;
    let play = |seed: u64| {
        let (path, setup) = (log_path(args, factory.game(), seed), setups(Seed::from_number(seed)));
        let parts = if args.fair { Some(parts(args.seed_parts, &setup)?) } else { None };
        let observed = if args.observed { Some(hidden(args.seed_parts, &setup.seed)?) } else { None };
        let labels = labels.clone();
        let options = Options { labels, key: key.clone(), parts, observed, ..Options::default() };
        let (bytes, decisions, outcome) =
            record(factory, &setup, &args.bot, options).map_err(|failure| at(&path, failure))?;
        write(&path, &bytes)?;
        pace.step();
        Ok(Played { log: path.display().to_string(), seed, decisions, outcome })
    };
    (args.seed..=last).into_par_iter().map(play).collect()
}

/// Bytes derived from the seed of a simulated game in place of random ones.
fn simulated(context: &str, seed: &Seed, party: u8) -> [u8; 32] {
    blake3::derive_key(context, &[&seed.0[..], &[party]].concat())
}

/// The bytes that hide the roots of an observed game: random bytes, or what follows from the seed.
fn hidden(from_seed: bool, seed: &Seed) -> Result<[u8; 32], Failure> {
    if from_seed {
        return Ok(simulated("duelog 2026 simulated observed", seed, 0));
    }
    Ok(seeds::random()?.0)
}

/// The parts of host and players: random ones, or those that follow from the seed so that the game can be played
/// again.
fn parts(from_seed: bool, setup: &Setup) -> Result<Parts, Failure> {
    let part = |party: u8| {
        if !from_seed {
            return part::random();
        }
        let bytes = |context: &str| simulated(context, &setup.seed, party);
        Ok(Part {
            salt: bytes("duelog 2026 simulated salt"),
            seed: Seed(bytes("duelog 2026 simulated part")),
        })
    };
    let players = (1..).zip(&setup.decks).map(|(party, _)| part(party)).collect::<Result<_, Failure>>()?;
    Ok(Parts { host: part(0)?, players })
}

fn log_path(args: &Args, game: &str, seed: u64) -> PathBuf {
    args.out.join(format!("{game}-{seed}.duelog"))
}

/// Makes the folder, and makes sure that no log is in the way.
fn prepare(args: &Args, game: &str, last: u64) -> Result<(), Failure> {
    fs::create_dir_all(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    match (args.seed..=last).map(|seed| log_path(args, game, seed)).find(|path| path.exists()) {
        Some(path) => Err(in_the_way(&path)),
        None => Ok(()),
    }
}

/// Writes a whole log to a file that does not exist yet, and makes it safe from a crash of the machine;
/// nothing is left behind where that fails.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_new(path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => in_the_way(path),
        _ => unwritable(path, &error),
    })
}

fn in_the_way(path: &Path) -> Failure {
    Failure::usage(
        format!("{} exists and is not overwritten", path.display()),
        "choose another --out or --seed, or move the logs away",
    )
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::system(
        format!("{}: {error}", path.display()),
        "choose an --out folder that can be written and has room",
    )
}

fn unrecorded(error: RecordError) -> Failure {
    match error {
        RecordError::Unsigned(error) => unsigned(&error),
        error => fault(error.to_string()),
    }
}

/// A failure that no deck and no seed should cause.
fn fault(what: String) -> Failure {
    Failure::system(what, "this is a fault of the program: report it with the decks, the seed and the bot")
}

/// The failure with the log that it belongs to.
fn at(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Usage { what, remedy } => {
            Failure::Usage { what: format!("{}: {what}", path.display()), remedy }
        }
        Failure::System { what, remedy } => {
            Failure::System { what: format!("{}: {what}", path.display()), remedy }
        }
        Failure::Limit { what, remedy } => {
            Failure::Limit { what: format!("{}: {what}", path.display()), remedy }
        }
        Failure::Engine { what, remedy } => {
            Failure::Engine { what: format!("{}: {what}", path.display()), remedy }
        }
    }
}

/// How often something happened in the time that it took.
fn per_second(count: u64, seconds: f64) -> u64 {
    let millis = Duration::try_from_secs_f64(seconds).map_or(1, |taken| taken.as_millis().max(1));
    (u128::from(count) * 1000 / millis) as u64
}

fn print(args: &Args, context: &Context, decks: &[Deck], played: &[Played], summary: &Summary) {
    if played.len() <= 20 {
        for game in played {
            context.line(format_args!(
                "{}: {} decisions, {}",
                game.log,
                game.decisions,
                outcome_in_words(&game.outcome)
            ));
        }
        context.line("");
    }
    let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
    for game in played {
        *endings.entry(game.outcome.rule.as_str()).or_default() += 1;
    }
    for (seat, deck) in (0..).zip(decks) {
        let won =
            played.iter().filter(|game| game.outcome.winners.iter().any(|winner| winner.0 == seat)).count();
        context.line(format_args!(
            "seat {seat} ({}) won {won}",
            if deck.name.is_empty() { "no name" } else { &deck.name }
        ));
    }
    let drawn = played.iter().filter(|game| game.outcome.winners.is_empty()).count();
    let rules: Vec<String> = endings.iter().map(|(rule, count)| format!("{count} by {rule}")).collect();
    context.line(format_args!("drawn {drawn}; ended by rule: {}", rules.join(", ")));
    let Summary { games, decisions, seconds } = *summary;
    let (games_rate, decisions_rate) = (per_second(games, seconds), per_second(decisions, seconds));
    context.line(format_args!("{games} games, {decisions} decisions, {seconds:.3} s: {games_rate} games/s, {decisions_rate} decisions/s"));
    context.line(format_args!("verify them: duelog verify {}", word(&args.out)));
}
