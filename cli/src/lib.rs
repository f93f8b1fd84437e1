//! The command line `duelog`, one file a subcommand; a library so that tests and fuzzers reach what they
//! cannot through a process.
#![forbid(unsafe_code)]
// Recording and its rooms serve the commands of a machine.
#![cfg_attr(not(feature = "machine"), allow(dead_code, unused_imports))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod apart;
mod audit;
mod bisect;
#[cfg(feature = "machine")]
mod board;
mod cards;
mod check;
mod clock;
mod completions;
mod deck_check;
mod decks;
mod demo;
mod diff;
mod effort;
#[cfg(feature = "machine")]
pub mod embedded;
mod ending;
#[cfg(feature = "machine")]
pub mod engine;
mod explain;
#[cfg(feature = "fleet")]
mod fleet;
mod fork;
#[cfg(feature = "machine")]
mod full_screen;
mod games;
mod golden;
mod headings;
mod history;
mod hosting;
mod info;
mod input;
mod keys;
#[cfg(all(unix, feature = "machine"))]
mod local_socket;
mod man;
mod new_file;
mod numbers;
mod other;
mod output;
mod part;
mod phrase_parser;
mod piles;
mod plain;
#[cfg(feature = "machine")]
mod play;
mod players;
#[cfg(feature = "machine")]
pub mod protocol;
mod prove;
mod publish;
mod recording;
mod redact;
mod repair;
mod replayed;
mod report;
mod rules;
mod scenario;
mod scribe;
mod seeds;
#[cfg(feature = "machine")]
mod serve;
mod several;
mod show;
mod sign;
mod simulate;
mod source;
mod table;
mod terms;
mod verify;
#[cfg(feature = "machine")]
mod view;
mod viewer_log;
mod words;

use std::process::ExitCode;

use clap::{ArgAction, Parser, Subcommand};

use crate::effort::Bounded;
use crate::output::{Context, Done, Failure, Format, Held, misuse, misused};

/// Records, replays, verifies and explains card games.
#[derive(Debug, Parser)]
#[command(
    name = "duelog",
    version,
    about,
    propagate_version = true,
    disable_help_flag = true,
    disable_version_flag = true,
    arg_required_else_help = true,
    after_help = "\
Exit codes: 0 no finding, 1 a finding, 2 wrong use, 3 a fault of a file or the system, an answer that cannot be printed, or a log that makes
more work than --budget and --timeout allow, 4 a log that is older than this engine, which cannot judge it, 5 a program of --engine that does not
answer as an engine, 6 an incomplete log, in which nothing is wrong.

Duelog reads regular files, and a log from standard input as `-`: at most 64 MiB of a log, 4 MiB of a deck, a card definition or a scenario."
)]
struct Cli {
    /// Prints text for people, or JSON for programs.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, help_heading = headings::GLOBAL)]
    format: Format,
    /// Colors the answers for people. [default: auto, which heeds NO_COLOR and CLICOLOR_FORCE]
    #[arg(long, global = true, value_enum, value_name = "WHEN", help_heading = headings::GLOBAL)]
    color: Option<Color>,
    /// Uses no pager for long answers on a terminal. DUELOG_PAGER or else PAGER names one; without them it is `less`.
    #[arg(long, global = true, help_heading = headings::GLOBAL)]
    no_pager: bool,
    /// Prints this help; `-h` prints a shorter one.
    #[arg(long, short, global = true, action = ArgAction::Help, help_heading = headings::GLOBAL)]
    help: Option<bool>,
    /// Prints the version.
    #[arg(long, short = 'V', global = true, action = ArgAction::Version, help_heading = headings::GLOBAL)]
    version: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

/// True if answers have colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Color {
    /// On a terminal.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> anstream::ColorChoice {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

impl Command {
    /// Returns whether its answer may be long, without prompts or progress meanwhile.
    fn pages(&self) -> bool {
        matches!(
            self,
            Command::Info(_)
                | Command::Show(_)
                | Command::History(_)
                | Command::Explain(_)
                | Command::Diff(_)
                | Command::Cards(_)
                | Command::Decks(_)
                | Command::Rules(_)
        )
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Simulate(simulate::Args),
    #[cfg(feature = "machine")]
    Play(play::Args),
    #[cfg(feature = "machine")]
    Engine(engine::Args),
    Scribe(scribe::Args),
    Verify(verify::Args),
    Audit(audit::Args),
    Info(Bounded<info::Args>),
    Show(Bounded<show::Args>),
    History(Bounded<history::Args>),
    Explain(Bounded<explain::Args>),
    Report(Bounded<report::Args>),
    #[cfg(feature = "machine")]
    View(view::Args),
    #[cfg(feature = "machine")]
    Serve(serve::Args),
    #[cfg(feature = "fleet")]
    #[command(subcommand)]
    Fleet(fleet::Args),
    Diff(Bounded<diff::Args>),
    Bisect(Bounded<bisect::Args>),
    Fork(Bounded<fork::Args>),
    Repair(Bounded<repair::Args>),
    Sign(Bounded<sign::Args>),
    Publish(publish::Args),
    Prove(prove::Args),
    Check(Bounded<check::Args>),
    #[command(subcommand)]
    Keys(keys::Args),
    #[command(subcommand)]
    Part(part::Args),
    Reveal(part::RevealArgs),
    Redact(Bounded<redact::Args>),
    Disclose(Bounded<redact::DiscloseArgs>),
    #[command(subcommand)]
    Golden(golden::Args),
    #[command(subcommand)]
    Scenario(scenario::Args),
    #[command(subcommand)]
    Cards(cards::Args),
    #[command(subcommand)]
    Decks(deck_check::Args),
    #[command(subcommand)]
    Rules(rules::Args),
    #[command(hide = true)]
    Completions(completions::Args),
    #[command(hide = true)]
    Man(man::Args),
}

/// Does what the arguments of the process ask for.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(error, &Context::new(format_of_misuse())),
    };
    let color = cli.color.map_or(anstream::ColorChoice::Auto, Into::into);
    let pages = !cli.no_pager && cli.command.pages();
    let context = Context::new(cli.format).for_people(color, pages);
    let done = run(cli.command, &context);
    context.end(done)
}

/// Does what a command asks for.
fn run(command: Command, context: &Context) -> Done {
    match command {
        Command::Demo(args) => demo::run(&args, context),
        Command::Simulate(args) => simulate::run(&args, context),
        #[cfg(feature = "machine")]
        Command::Play(args) => play::run(&args, context),
        #[cfg(feature = "machine")]
        Command::Engine(args) => engine::run(&args, context),
        Command::Scribe(args) => scribe::run(&args, context),
        Command::Verify(args) => verify::run(&args, context),
        Command::Audit(args) => audit::run(&args, context),
        Command::Info(args) => args.run(info::run, context),
        Command::Show(args) => args.run(show::run, context),
        Command::History(args) => args.run(history::run, context),
        Command::Explain(args) => args.run(explain::run, context),
        Command::Report(args) => args.run(report::run, context),
        #[cfg(feature = "machine")]
        Command::View(args) => view::run(&args, context),
        #[cfg(feature = "machine")]
        Command::Serve(args) => serve::run(&args, context),
        #[cfg(feature = "fleet")]
        Command::Fleet(args) => fleet::run(&args, context),
        Command::Diff(args) => args.run(diff::run, context),
        Command::Bisect(args) => args.run(bisect::run, context),
        Command::Fork(args) => args.run(fork::run, context),
        Command::Repair(args) => args.run(repair::run, context),
        Command::Sign(args) => args.run(sign::run, context),
        Command::Publish(args) => publish::run(&args, context),
        Command::Prove(args) => prove::run(&args, context),
        Command::Check(args) => args.run(check::run, context),
        Command::Keys(args) => keys::run(&args, context),
        Command::Part(args) => part::run(&args, context),
        Command::Reveal(args) => part::run_reveal(&args, context),
        Command::Redact(args) => args.run(redact::run, context),
        Command::Disclose(args) => args.run(redact::run_disclose, context),
        Command::Golden(args) => golden::run(&args, context),
        Command::Scenario(args) => scenario::run(&args, context),
        Command::Cards(args) => cards::run(&args, context),
        Command::Decks(args) => deck_check::run(&args, context),
        Command::Rules(args) => rules::run(&args, context),
        Command::Completions(args) => completions::run(&args, context),
        Command::Man(args) => man::run(&args, context),
    }
}

/// Does what a command line asks for, and gives the answer in place of printing it. It reads the logs that
/// are given, each by its name, and no others.
fn answered(words: &[String], logs: Vec<Held>) -> Result<String, Failure> {
    let cli = Cli::try_parse_from(words).map_err(|error| {
        let (what, remedy) = misuse(&error);
        Failure::usage(what, remedy)
    })?;
    let context = Context::collecting(cli.format, logs);
    run(cli.command, &context)?;
    Ok(context.collected())
}

/// The format that a command line asks for which as a whole is not understood.
fn format_of_misuse() -> Format {
    let words: Vec<_> = std::env::args_os().collect();
    let json = words.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
        || words.iter().any(|word| word == "--format=json");
    if json { Format::Json } else { Format::Text }
}
