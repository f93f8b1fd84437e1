//! `duelog man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;

use crate::output::{Context, Done, End, Failure};

/// Writes a manual page for every command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog man --out target/man")]
pub struct Args {
    /// The folder for the pages; it is made if it does not exist.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// Writes the pages.
pub fn run(args: &Args, context: &Context) -> Done {
    let written = fs::create_dir_all(&args.out)
        .and_then(|()| clap_mangen::generate_to(crate::Cli::command(), &args.out));
    written.map_err(|error| {
        Failure::system(format!("{}: {error}", args.out.display()), "choose a folder that can be written")
    })?;
    context.line(format_args!("manual pages are in {}", args.out.display()));
    Ok(End::Success)
}
