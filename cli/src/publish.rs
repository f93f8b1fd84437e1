//! `duelog publish`: the closing seals of logs go into a transparency log.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use duelog_verifier::transparency::{
    CHECKPOINT, Entry, Files, Publication, TransparencyError, TransparencyLog,
};
use serde::Serialize;

use crate::input;
use crate::keys::Signs;
use crate::new_file::replace;
use crate::output::{Context, Done, End, Failure};
use crate::verify::logs;

/// Publishes closed logs: puts their closing seals into a transparency log.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog keys new example.com/cup --out cup.key
  duelog publish fixtures/golden/flesh-and-blood --log cup --key cup.key

A transparency log is a folder that only grows, in the form of C2SP tlog-tiles: `checkpoint` states the number of entries and the root of the tree
over them, signed by the key; `tile` holds the tree. Any web server can serve it as it is. An entry names the match by the chain after its header,
and its closing seal: nothing of the play. A log that is in it already keeps its place. The transparency log has the name of the key.

`duelog prove` makes the proof that a log is in it; `duelog check` checks such a proof, and that a transparency log has only grown.

This command checks only the bytes, the chain and the seals of the logs: `duelog verify` replays them.

--format json prints {log, place} for each log, then {summary: {added, size}}. If a log is at fault or not closed, the exit code is 1 and nothing
is published.")]
pub struct Args {
    /// Logs, or folders that are searched for *.duelog.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The folder of the transparency log; it is made if it does not exist.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::TRANSPARENCY)]
    log: PathBuf,
    #[command(flatten)]
    signs: Signs,
}

/// The files of a transparency log in a folder.
pub struct Folder(pub PathBuf);

/// The most bytes of a tile: 256 entries with two bytes of length each.
const TILE_BYTES_MAX: u64 = 256 * (2 + 65_535);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        let place = self.0.join(path);
        match input::limited_bytes(&place, TILE_BYTES_MAX) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[derive(Debug, Serialize)]
struct Placed<'a> {
    log: &'a str,
    place: u64,
}

/// Publishes the logs.
pub fn run(args: &Args, context: &Context) -> Done {
    let key = args.signs.wanted()?;
    let paths = logs::find(&args.paths)?;
    let mut entries = Vec::new();
    for path in &paths {
        match Entry::of(&input::bytes(path)?) {
            Ok(entry) => entries.push(entry),
            Err(trouble) => {
                let log = path.display().to_string();
                let (what, remedy) = (trouble.to_string(), "`duelog verify` says what to do");
                if context.json() {
                    context.value(&serde_json::json!({ "log": log, "message": what, "remedy": remedy }));
                } else {
                    context.line(format_args!("Nothing is published: {log}: {what}. {remedy}"));
                }
                return Ok(End::Finding);
            }
        }
    }
    let unwritable = |path: &Path, error: io::Error| {
        Failure::system(
            format!("{}: {error}", path.display()),
            "see that the folder can be written and has room; the checkpoint is as before",
        )
    };
    fs::create_dir_all(&args.log).map_err(|error| unwritable(&args.log, error))?;
    // Two who publish at once would make two pasts.
    let _locked = File::open(&args.log).map_err(|error| unwritable(&args.log, error))?;
    #[cfg(not(target_family = "wasm"))]
    _locked.try_lock().map_err(|_| {
        Failure::usage(
            format!("{}: somebody else is publishing there", args.log.display()),
            "wait until that is done",
        )
    })?;
    let folder = Folder(args.log.clone());
    let publication = TransparencyLog::open(&folder, &key.public())
        .and_then(|log| log.publish(&entries, &key))
        .map_err(|error| trouble(&args.log, &error))?;
    // Tiles come before the checkpoint that speaks of them.
    for (path, bytes) in &publication.files {
        let place = args.log.join(path);
        replace(&place, bytes, true).map_err(|error| unwritable(&place, error))?;
    }
    told(context, args, &paths, &publication);
    Ok(End::Success)
}

fn told(context: &Context, args: &Args, paths: &[PathBuf], publication: &Publication) {
    let Publication { places, added, size, .. } = publication;
    for (path, place) in paths.iter().zip(places) {
        let log = path.display().to_string();
        if context.json() {
            context.value(&Placed { log: &log, place: *place });
        } else if paths.len() <= 20 {
            context.line(format_args!("{log}: entry {place}"));
        }
    }
    if context.json() {
        context.value(&serde_json::json!({ "summary": { "added": added, "size": size } }));
    } else {
        let there = paths.len() as u64 - added;
        let there = if there == 0 { String::new() } else { format!(", {there} were there before") };
        context.line(format_args!("{}: {added} added{there}; {size} entries", args.log.display()));
        context.line(format_args!(
            "prove one: duelog prove LOG --log {} --key FILE --out PROOF",
            args.log.display()
        ));
    }
}

/// A transparency log that cannot be used as it is.
pub fn trouble(folder: &Path, error: &TransparencyError) -> Failure {
    let what = format!("{}: {error}", folder.display());
    match error {
        TransparencyError::File { .. } => Failure::system(what, "see that the folder can be read"),
        TransparencyError::Wrong(_) => Failure::usage(
            what,
            format!(
                "name the right folder and the key that signs its {CHECKPOINT}; a folder that was changed by hand cannot be mended"
            ),
        ),
        TransparencyError::Unsigned(_) => Failure::system(
            what,
            "nothing is published; `duelog keys --help` says what a program that keeps a key does",
        ),
        TransparencyError::NotThere => Failure::usage(what, "`duelog publish` puts it there"),
        TransparencyError::Open | TransparencyError::Fault(_) | TransparencyError::Broken(_) => {
            Failure::usage(what, "`duelog verify` says what is the matter with the log")
        }
    }
}
