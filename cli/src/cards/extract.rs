//! `duelog cards extract`: the definitions that a log brings along.

use std::fs;
use std::path::PathBuf;

use duelog_kernel::definition::{field, file_name};
use duelog_log_format::Reader;
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::{input, new_file};

/// The log, and the folder for its definitions.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log.
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// The folder for the definitions; it is made if it does not exist. No file in it is overwritten.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
}

/// A definition, as one line of JSON.
#[derive(Debug, Serialize)]
struct Extracted<'a> {
    name: &'a str,
    file: String,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = input::bytes(&args.log)?;
    let reader = Reader::open(&bytes).map_err(|error| {
        Failure::usage(
            format!("{}: {error}", args.log.display()),
            "name a log whose header can be read; `duelog verify` says more",
        )
    })?;
    let header = reader.header();
    let mut count = 0;
    for (place, text) in &header.texts {
        let Some(pin) = header.definitions.get(*place as usize) else { continue };
        // Several cards of one definition bring the same text.
        let title = field(text, "name").unwrap_or_else(|| pin.name.clone());
        let path = args.out.join(file_name(&title));
        if fs::read_to_string(&path).is_ok_and(|there| there == *text) {
            count += 1;
            continue;
        }
        fs::create_dir_all(&args.out).map_err(|error| new_file::unwritable(&args.out, &error))?;
        new_file::write_new(&path, text.as_bytes()).map_err(|error| new_file::unwritable(&path, &error))?;
        count += 1;
        if context.json() {
            context.value(&Extracted { name: &pin.name, file: path.display().to_string() });
        }
    }
    if !context.json() {
        let pinned = header.definitions.len();
        context.line(format_args!(
            "{count} of {pinned} definitions that the match could use are written to {}; the others are not in the log",
            args.out.display()
        ));
    }
    Ok(End::success_if(count > 0))
}
