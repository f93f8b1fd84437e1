//! `duelog report`: a match as one page, to be looked at in a browser, handed out and printed.

mod analysis;
mod data;
mod games;
mod missing;
mod page_parts;
mod page_steps;
mod pair;
mod picture;
mod viewer_steps;

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use duelog_kernel::{Seat, Viewer};
use duelog_verifier::moment::Moment;
use duelog_verifier::several::Named;
use miniz_oxide::deflate::compress_to_vec;
use serde::Serialize;
use serde_json::json;

use crate::new_file::{is_same, unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::replayed::Looking;
use crate::source::{Opened, Source};
use crate::verify::logs;
use crate::viewer_log;

pub use data::{Change, Sort, Step};
pub use games::{GamesOfMatch, match_of, served};
pub use page_parts::{Played, Player, Shown};
pub use pair::Pair;

/// The page without its data.
const PAGE: &str = include_str!("../page/dist/page.html");

/// Where the data stands in it.
const PLACE: &str = "@@DATA@@";

/// How hard data is packed, from 1 to 10.
const PACKED: u8 = 8;

/// Writes a match as one page: the table at every step, the questions, the legal answers and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duelog report fixtures/golden/magic/magic-1.duelog --out game.html
  duelog fork fixtures/golden/duel-masters/duel-masters-1.duelog --at 40 --out forked.duelog
  duelog report fixtures/golden/duel-masters/duel-masters-1.duelog forked.duelog --out both.html
  duelog report fixtures/golden/magic/magic-1.duelog --picture t5.combat --out board.svg
  duelog report fixtures/vectors/matches/1.duelog --match fixtures/vectors/matches/2.duelog fixtures/vectors/matches/3.duelog --out pages

The page is one file that needs no network: open it in a browser, send it, print it. With --seat or --public it holds only what this viewer
may know; of a viewer's log (.duelview), what that viewer was told. game.html#t5.combat opens it at a moment (see `duelog history --help`). A file that exists is not overwritten. Every record is
checked; if one does not verify, the page says so and shows the table up to there, and the exit code is 1. Two logs are shown side by side:
as one up to where they part, then each with its own table, events and time line.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Another log to show beside it.
    other: Option<PathBuf>,
    /// The logs of the other games of its match, files or folders: a page for each game is written into the folder
    /// --out, and each page names the games in order, with those that are missing.
    #[arg(long = "match", num_args = 1.., value_name = "LOGS", conflicts_with_all = ["other", "picture", "analyse"], help_heading = crate::headings::COMPARISON)]
    games: Vec<PathBuf>,
    /// The page to write, or the picture: a name that ends in .png has it converted. With --match a folder.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
    /// Writes the table at a moment as a picture (SVG) instead of a page.
    #[arg(long, value_name = "MOMENT", conflicts_with_all = ["other", "analyse"], help_heading = crate::headings::MOMENT)]
    picture: Option<Moment>,
    /// Adds the bot's estimate along the match, and the decisions where another answer would have been clearly
    /// better. It is an estimate, not a proof.
    #[arg(long, conflicts_with = "other", help_heading = crate::headings::QUESTION)]
    analyse: bool,
    #[command(flatten)]
    looking: Looking,
}

/// Replays, and writes the page.
pub fn run(args: &Args, context: &Context) -> Done {
    if !args.games.is_empty() {
        return of_match(args, context);
    }
    let bytes = args.source.bytes(context)?;
    if let Some(moment) = &args.picture {
        return picture_at(args, moment, &bytes, context);
    }
    let shown = if args.analyse {
        Shown::analysed(&args.source, &bytes, &args.looking, context)?
    } else {
        Shown::of(&args.source, &bytes, &args.looking, context)?
    };
    let Some(shown) = shown else { return Ok(End::Finding) };
    if let Some(other) = &args.other {
        return beside(args, other, (shown, &bytes), context);
    }
    let page = page(&shown)?;
    write_new(&args.out, page.as_bytes()).map_err(|error| unwritable(&args.out, &error))?;
    let (steps, decisions) = (shown.steps.len(), shown.head.decisions);
    if context.json() {
        let mut value = json!({
            "out": args.out.display().to_string(),
            "bytes": page.len(),
            "steps": steps,
            "decisions": decisions,
            "verdict": shown.head.verdict,
        });
        if let Some(analysis) = &shown.analysis {
            value["mistakes"] = analysis.mistakes.iter().map(|mistake| mistake.decision).collect();
        }
        context.value(&value);
    } else {
        context.line(format_args!(
            "{}: {decisions} decisions, {steps} steps, {} KiB",
            args.out.display(),
            page.len().div_ceil(1024)
        ));
        if let Some(analysis) = &shown.analysis {
            let better = analysis.mistakes.len();
            context.line(format_args!("the bot would clearly rather have answered otherwise at {better} decisions; that is an estimate"));
        }
    }
    shown.finding.iter().for_each(|finding| args.source.say(finding, context));
    Ok(End::success_if(shown.finding.is_none()))
}

/// Writes a page for each game of the match that a log is of.
fn of_match(args: &Args, context: &Context) -> Done {
    let own = args.source.log().to_path_buf();
    let mut logs = vec![own.clone()];
    logs.extend(logs::find(&args.games)?.into_iter().filter(|log| !is_same(log, &own)));
    let mut games: Vec<Named> = Vec::new();
    for log in &logs {
        let bytes = args.source.beside(log)?.bytes(context)?;
        games.extend(args.source.game(&bytes)?.map(|game| (log.display().to_string(), game)));
    }
    let Some(several) = match_of(&own.display().to_string(), &games) else {
        return Err(Failure::usage(
            format!("{} is of no match of several games", own.display()),
            "leave out --match, or name a log that was begun with --best-of or --next-game-of",
        ));
    };
    std::fs::create_dir_all(&args.out).map_err(|error| unwritable(&args.out, &error))?;
    let mut fine = several.findings.is_empty();
    for played in &several.games {
        let source = args.source.beside(Path::new(&played.log))?;
        let bytes = source.bytes(context)?;
        let Some(mut shown) = Shown::of(&source, &bytes, &args.looking, context)? else {
            fine = false;
            continue;
        };
        let own = played.game;
        shown.stand_in(&several, |game, _| (game != own).then(|| page_of(game)));
        let out = args.out.join(page_of(played.game));
        let page = page(&shown)?;
        write_new(&out, page.as_bytes()).map_err(|error| unwritable(&out, &error))?;
        if !context.json() {
            context.line(format_args!("{}: game {own}, {}", out.display(), played.log));
        }
        shown.finding.iter().for_each(|finding| source.say(finding, context));
        fine &= shown.finding.is_none();
    }
    if context.json() {
        context.value(&json!({ "out": args.out.display().to_string(), "match": several }));
    } else {
        context.line(several.in_words());
        several.findings.iter().for_each(|finding| context.line(format_args!("  finding   {finding}")));
    }
    Ok(End::success_if(fine))
}

/// The name of the page of a game of a match.
fn page_of(game: u32) -> String {
    format!("game-{game}.html")
}

/// Writes the table at a moment as a picture.
fn picture_at(args: &Args, moment: &Moment, bytes: &[u8], context: &Context) -> Done {
    let as_png = picture::wants_png(&args.out)?;
    let Some(opened) = args.source.opened(bytes, &args.looking, context)? else { return Ok(End::Finding) };
    let Opened { mut replayed, viewer, names } = opened;
    let at = replayed.reached(moment)?.decision;
    replayed.in_range("--picture", at, 0, replayed.total())?;
    replayed.seek(at);
    let finding = replayed.finding();
    let mut game = replayed.settled();
    let near = if let Viewer::Seat(seat) = viewer { seat } else { Seat(0) };
    let title = format!("{}, {}, decision {at}", game.game().replace('-', " "), game.turn_step());
    let svg = picture::svg(&game.view(viewer), near, &title, &names);
    let picture = if as_png { picture::png(&svg)? } else { svg.into_bytes() };
    write_new(&args.out, &picture).map_err(|error| unwritable(&args.out, &error))?;
    let out = args.out.display().to_string();
    if context.json() {
        context.value(&json!({ "out": out, "bytes": picture.len(), "decision": at }));
    } else {
        context.line(format_args!("{out}: decision {at}, {} KiB", picture.len().div_ceil(1024)));
    }
    finding.iter().for_each(|finding| args.source.say(finding, context));
    Ok(End::success_if(finding.is_none()))
}

/// Writes the page of two logs.
fn beside(args: &Args, other: &Path, (left, bytes): (Shown, &[u8]), context: &Context) -> Done {
    let (own, other) = (&args.source, args.source.beside(other)?);
    let others = other.bytes(context)?;
    full_logs([bytes, &others])?;
    let Some(right) = Shown::of(&other, &others, &args.looking, context)? else {
        return Ok(End::Finding);
    };
    let findings = [left.finding.clone(), right.finding.clone()];
    let names = [own, &other].map(|source| source.log().display().to_string());
    let [left_name, right_name] = names;
    let pair = Pair::of((left, left_name, bytes), (right, right_name, &others))?;
    let page = page(&pair)?;
    write_new(&args.out, page.as_bytes()).map_err(|error| unwritable(&args.out, &error))?;
    let (relation, decisions) = (pair.parting.relation, pair.parting.decisions);
    if context.json() {
        context.value(&json!({
            "out": args.out.display().to_string(),
            "bytes": page.len(),
            "relation": relation,
            "decisions": decisions,
            "verdicts": [pair.left.head.verdict, pair.right.head.verdict],
        }));
    } else {
        let said = format!("{}: {}, {decisions} decisions in common", args.out.display(), relation.word());
        context.line(format_args!("{said}, {} KiB", page.len().div_ceil(1024)));
    }
    for (source, finding) in [own, &other].into_iter().zip(&findings) {
        finding.iter().for_each(|finding| source.say(finding, context));
    }
    Ok(End::success_if(findings.iter().all(Option::is_none)))
}

impl Shown {
    /// A log, or a viewer's log, as it is shown as far as it goes; where it has no match, says why.
    ///
    /// # Errors
    /// As [`Source::opened`].
    pub fn of(
        source: &Source,
        bytes: &[u8],
        looking: &Looking,
        context: &Context,
    ) -> Result<Option<Shown>, Failure> {
        if viewer_log::is_one(bytes) {
            return viewer_steps::shown(source, bytes, looking, context);
        }
        Shown::of_log(source, bytes, looking, context)
    }
}

/// Checks that two logs can be shown side by side.
///
/// # Errors
/// Wrong use where one of them is a viewer's log.
pub fn full_logs(logs: [&[u8]; 2]) -> Result<(), Failure> {
    if logs.into_iter().any(viewer_log::is_one) {
        return Err(Failure::usage(
            "one of the two is a viewer's log, and two logs are compared by all that they hold",
            "show it alone, or name two full logs",
        ));
    }
    Ok(())
}

/// The page of a log, or of two.
///
/// # Errors
/// A system error, which would be a fault of the program.
pub fn page(shown: &impl Serialize) -> Result<String, Failure> {
    let fault = |what: String| Failure::system(what, "report this fault of the program");
    let data = serde_json::to_vec(shown).map_err(|error| fault(error.to_string()))?;
    let packed = BASE64_STANDARD.encode(compress_to_vec(&data, PACKED));
    let (before, after) =
        PAGE.split_once(PLACE).ok_or_else(|| fault("the page has no place for its data".to_string()))?;
    Ok([before, &packed, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_one_place_for_its_data() {
        assert_eq!(PAGE.matches(PLACE).count(), 1);
    }
}
