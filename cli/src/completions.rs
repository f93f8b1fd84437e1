//! `duelog completions`: what a shell needs to complete our commands.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::output::{Context, Done, End};

/// Prints the completions for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog completions bash > ~/.local/share/bash-completion/completions/duelog")]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: &Args, context: &Context) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "duelog", &mut script);
    context.script(String::from_utf8_lossy(&script).trim_end());
    Ok(End::Success)
}
