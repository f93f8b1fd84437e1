//! `duelog`: one binary, one file a subcommand.
#![forbid(unsafe_code)]

mod answer;
mod cards;
mod completions;
mod demo;
mod diff;
mod engine;
mod explain;
mod fork;
mod games;
mod golden;
mod history;
mod input;
mod man;
mod output;
mod play;
mod recording;
mod repair;
mod replayed;
mod rules;
mod scenario;
mod seeds;
mod show;
mod simulate;
mod table;
mod verify;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::output::{Context, Format};

/// Records, replays, verifies and explains card games.
#[derive(Debug, Parser)]
#[command(name = "duelog", version, about, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    /// How answers are printed.
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Simulate(simulate::Args),
    Play(play::Args),
    Engine(engine::Args),
    Verify(verify::Args),
    Show(show::Args),
    History(history::Args),
    Explain(explain::Args),
    Diff(diff::Args),
    Fork(fork::Args),
    Repair(repair::Args),
    #[command(subcommand)]
    Golden(golden::Args),
    #[command(subcommand)]
    Scenario(scenario::Args),
    #[command(subcommand)]
    Cards(cards::Args),
    #[command(subcommand)]
    Rules(rules::Args),
    #[command(hide = true)]
    Completions(completions::Args),
    #[command(hide = true)]
    Man(man::Args),
}

fn main() -> ExitCode {
    // Clap ends with 2 for wrong use and with 0 for --help and --version.
    let cli = Cli::parse();
    let context = Context::new(cli.format);
    let done = match cli.command {
        Command::Demo(args) => demo::run(&args, &context),
        Command::Simulate(args) => simulate::run(&args, &context),
        Command::Play(args) => play::run(&args, &context),
        Command::Engine(args) => engine::run(&args, &context),
        Command::Verify(args) => verify::run(&args, &context),
        Command::Show(args) => show::run(&args, &context),
        Command::History(args) => history::run(&args, &context),
        Command::Explain(args) => explain::run(&args, &context),
        Command::Diff(args) => diff::run(&args, &context),
        Command::Fork(args) => fork::run(&args, &context),
        Command::Repair(args) => repair::run(&args, &context),
        Command::Golden(args) => golden::run(&args, &context),
        Command::Scenario(args) => scenario::run(&args, &context),
        Command::Cards(args) => cards::run(&args, &context),
        Command::Rules(args) => rules::run(&args, &context),
        Command::Completions(args) => completions::run(&args, &context),
        Command::Man(args) => man::run(&args, &context),
    };
    match done {
        Ok(end) => end.code(),
        Err(failure) => failure.report(&context),
    }
}
