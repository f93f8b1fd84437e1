//! `duelog verify --follow`: logs that grow, each verified decision by decision.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use duelog_verifier::batch::Trouble;
use duelog_verifier::{Following, Games, Standing};
use serde::Serialize;

use super::progress::Pace;
use super::{Args, Judging, Tally, Verified, logs};
use crate::output::{Context, Done, Failure};
use crate::{ending, input};

/// How often a log that has no verdict yet is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How many looks lie between two at the folders, and at logs that have their verdict.
const LOOKS_APART: u32 = 50;

/// Follows the logs until each has its verdict, or the program is told to end.
pub(super) fn run(args: &Args, paths: &[PathBuf], games: &Games, context: &Context) -> Done {
    if paths.iter().any(|path| input::is_stdin(path)) {
        return Err(Failure::usage(
            "standard input cannot be followed",
            "name the file of a log, or a folder",
        ));
    }
    let folders: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    let files: Vec<PathBuf> = paths.iter().filter(|path| !path.is_dir()).cloned().collect();
    let judge = Judging::new(args, games, folders.is_empty() && files.len() == 1)?;
    let ended = ending::signals()?;
    let pace = Pace::start(context, 0, "following");
    let mut watch = Watch { judge: &judge, context, logs: BTreeMap::new() };
    let mut tally = Tally::new(args, context, judge.kept.as_ref())?;
    files.into_iter().for_each(|file| watch.add(file));
    for look in 0_u32.. {
        let wide = look.is_multiple_of(LOOKS_APART);
        if wide {
            watch.look_for_new(&folders, &mut tally);
        }
        watch.look(wide, &mut tally, &pace);
        context.flush();
        let settled = folders.is_empty() && watch.logs.values().all(|log| log.following.is_none());
        if settled || ended.load(Ordering::Relaxed) || context.broken() {
            break;
        }
        std::thread::sleep(LOOK);
    }
    watch.tell_the_rest(&mut tally, &pace);
    tally.finish(pace.finish(), judge.trusted.unmatched())
}

/// A log that is followed.
#[derive(Default)]
struct Followed<'a> {
    /// None once it has its verdict.
    following: Option<Following<'a>>,
    /// The file at the last look.
    known: Known,
    /// How many decisions have been told.
    told: u32,
}

/// Tells a file from another one, and from itself before.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Known {
    file: (u64, u64),
    bytes: u64,
}

impl Known {
    fn of(metadata: &Metadata) -> Known {
        #[cfg(unix)]
        let file = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let file = (0, 0);
        Known { file, bytes: metadata.len() }
    }
}

/// One line of the answer: a log that has grown.
#[derive(Debug, Serialize)]
struct Grown<'a> {
    log: &'a str,
    following: &'a Standing,
}

/// One line of the answer: a log that is begun anew.
#[derive(Debug, Serialize)]
struct Anew<'a> {
    log: &'a str,
    begun_anew: &'a str,
}

/// The logs that are followed.
struct Watch<'a> {
    judge: &'a Judging<'a>,
    context: &'a Context,
    logs: BTreeMap<PathBuf, Followed<'a>>,
}

impl<'a> Watch<'a> {
    fn add(&mut self, log: PathBuf) {
        let judge = self.judge;
        self.logs.entry(log).or_insert_with(|| Followed::by(judge));
    }

    /// Adds the logs that have appeared in folders.
    fn look_for_new(&mut self, folders: &[PathBuf], tally: &mut Tally<'_>) {
        for folder in folders {
            let found = logs::below(folder, |path, error| {
                // A folder or file that has just gone is looked for again.
                if error.kind() == io::ErrorKind::NotFound {
                    Ok(())
                } else {
                    Err((path.to_path_buf(), error))
                }
            });
            match found {
                Ok(found) => found.into_iter().for_each(|log| self.add(log)),
                Err((path, error)) => tally.trouble(&path, &Trouble::Read(error)),
            }
        }
    }

    /// Looks at every log without a verdict, and at the others where the look is wide.
    fn look(&mut self, wide: bool, tally: &mut Tally<'_>, pace: &Pace<'_>) {
        let (judge, context) = (self.judge, self.context);
        for (path, log) in &mut self.logs {
            if log.following.is_none() && !wide {
                continue;
            }
            let Ok(metadata) = fs::metadata(path) else { continue };
            let now = Known::of(&metadata);
            if now == log.known {
                continue;
            }
            if let Some(why) = log.begun_anew(judge, now) {
                let name = path.display().to_string();
                if context.json() {
                    context.value(&Anew { log: &name, begun_anew: why });
                } else {
                    context.line(format_args!(
                        "anew        {name}: {why}, so it is verified from its beginning"
                    ));
                }
            }
            log.known = now;
            let result = log.take(path, judge);
            match result {
                Ok(Some(verified)) => {
                    log.following = None;
                    tally.verdict(path, &verified, pace);
                }
                Ok(None) => log.tell(path, tally.args, context),
                Err(error) => {
                    log.following = None;
                    tally.trouble(path, &Trouble::Read(error));
                }
            }
        }
    }

    /// Tells the verdicts on logs as they are.
    fn tell_the_rest(&mut self, tally: &mut Tally<'_>, pace: &Pace<'_>) {
        for (path, log) in &mut self.logs {
            let Some(following) = log.following.take() else { continue };
            let report = following.as_it_is();
            tally.verdict(path, &self.judge.among_others(report, following.bytes()), pace);
        }
    }
}

impl<'a> Followed<'a> {
    /// A log that is followed from its beginning.
    fn by(judge: &'a Judging<'a>) -> Followed<'a> {
        Followed { following: Some(Following::new(judge.of_one())), ..Followed::default() }
    }

    /// Begins anew with a file that is another one, has become shorter, or has changed after its verdict.
    fn begun_anew(&mut self, judge: &'a Judging<'a>, now: Known) -> Option<&'static str> {
        let why = if self.known == Known::default() {
            return None;
        } else if now.file != self.known.file {
            "another file has taken its place"
        } else if now.bytes < self.known.bytes {
            "it has become shorter"
        } else if self.following.is_none() {
            "it has changed after its verdict"
        } else {
            return None;
        };
        *self = Followed::by(judge);
        Some(why)
    }

    /// Takes what has come, and gives the verdict where it is settled.
    fn take(&mut self, path: &Path, judge: &Judging<'_>) -> io::Result<Option<Verified>> {
        let Some(following) = &mut self.following else { return Ok(None) };
        let more = input::tail(path, following.len())?;
        if following.is_empty()
            && let Some(verified) = judge.before(&more)
        {
            return Ok(Some(verified));
        }
        following.grown(&more);
        Ok(following.report().map(|report| judge.among_others(report, following.bytes())))
    }

    /// Tells how far the log is verified.
    fn tell(&mut self, path: &Path, args: &Args, context: &Context) {
        let Some(following) = &mut self.following else { return };
        let standing = following.standing();
        if standing.decisions == self.told || args.quiet {
            return;
        }
        self.told = standing.decisions;
        let log = path.display().to_string();
        if context.json() {
            context.value(&Grown { log: &log, following: &standing });
            return;
        }
        let asked = match (standing.asked, &standing.question) {
            (Some(seat), Some(question)) => format!("; {seat} is asked: {question}"),
            _ => String::new(),
        };
        let noun = if standing.decisions == 1 { "decision" } else { "decisions" };
        context.line(format_args!("so far      {log}: {} {noun} verified{asked}", standing.decisions));
    }
}
