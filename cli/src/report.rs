//! `duelog report`: a match as one page, to be looked at in a browser, handed out and printed.

mod data;
mod film;
mod missing;

use std::path::PathBuf;

use duelog_kernel::{Seat, Viewer};
use duelog_log_format::Header;
use duelog_verifier::{Report, Verdict, verify};
use miniz_oxide::deflate::compress_to_vec;
use serde::Serialize;
use serde_json::json;

use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::players::Named;
use crate::replayed::{Looking, Replayed, say};
use crate::verify::with_cards;
use film::Film;

/// The page without its data.
const PAGE: &str = include_str!("../page/dist/page.html");

/// Where the data stands in it.
const PLACE: &str = "@@DATA@@";

/// How hard data is packed, from 1 to 10.
const PACKED: u8 = 8;

/// Writes a match as one page: the table at every step, what was asked, what was legal and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog report fixtures/golden/duel-masters/duel-masters-1.duelog --out game.html

The page is one file that needs nothing else, no network either: open it in a browser, send it, print it. With --seat or --public it holds
nothing that this viewer may not know. game.html#t5.combat opens it at a moment (see `duelog history --help`). A file that is there is not
overwritten. Every record is checked on the way; where one does not verify, the page says so and shows the table up to there, and the exit
code is 1.")]
pub struct Args {
    /// The log; `-` is the standard input.
    log: PathBuf,
    /// The page to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    looking: Looking,
    #[command(flatten)]
    named: Named,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

/// What a page is about, beside its steps.
#[derive(Debug, Serialize)]
struct Head {
    format: u32,
    game: String,
    edition: String,
    revision: u32,
    engine: String,
    viewer: Viewer,
    players: Vec<Player>,
    labels: Vec<(String, String)>,
    /// What players are counted by: the name of a fact.
    score: &'static str,
    turn_steps: Vec<String>,
    decisions: u32,
    verdict: Verdict,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The decision that the verdict is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
}

#[derive(Debug, Serialize)]
struct Player {
    seat: Seat,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<String>,
}

/// Replays, and writes the page.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = input::bytes(&args.log)?;
    let Some(mut replayed) = Replayed::read(&bytes, &args.log, args.cards.as_deref(), context)? else {
        return Ok(End::Finding);
    };
    let viewer = args.looking.viewer(&replayed)?;
    replayed.look_as(viewer);
    let names = args.named.names(replayed.header())?;
    let mut film = Film::new(viewer, names.clone());
    film.follow(&mut replayed);
    let finding = replayed.finding();
    let report = match &finding {
        Some(finding) => finding.clone(),
        None => verify(&with_cards(args.cards.as_deref())?, &bytes),
    };
    let head = head(&mut replayed, viewer, &names, &report, &film);
    let page = page(&head, &film)?;
    write_new(&args.out, page.as_bytes()).map_err(|error| unwritable(&args.out, &error))?;
    if context.json() {
        context.value(&json!({
            "out": args.out.display().to_string(),
            "bytes": page.len(),
            "steps": film.steps.len(),
            "decisions": replayed.decisions(),
            "verdict": report.verdict,
        }));
    } else {
        context.line(format_args!(
            "{}: {} decisions, {} steps, {} KiB",
            args.out.display(),
            replayed.decisions(),
            film.steps.len(),
            page.len().div_ceil(1024)
        ));
    }
    finding.iter().for_each(|finding| say(finding, &args.log, context));
    Ok(End::well_if(finding.is_none()))
}

fn head(
    replayed: &mut Replayed<'_>,
    viewer: Viewer,
    names: &[Option<String>],
    report: &Report,
    film: &Film,
) -> Head {
    let game = replayed.settled();
    let decisions = replayed.decisions();
    let header: &Header = replayed.header();
    let words = |text: &str| film.pools.worded(text);
    let player = |seat: u8| {
        let deck = header.decks.get(usize::from(seat)).filter(|_| viewer.sees(Seat(seat)));
        let name = names.get(usize::from(seat)).cloned().flatten();
        Player {
            seat: Seat(seat),
            name: words(&name.unwrap_or_else(|| format!("Seat {seat}"))),
            deck: deck.map(|deck| words(&deck.name)),
        }
    };
    // A label can say whatever the host liked: it is for those who may know everything.
    let labels = header.labels.iter().filter(|label| !label.0.starts_with("player-"));
    let labels = labels.filter(|_| viewer == Viewer::Judge).map(|(name, text)| (words(name), words(text)));
    Head {
        format: 1,
        game: header.game.clone(),
        edition: words(&header.edition),
        revision: header.revision,
        engine: words(&header.engine),
        viewer,
        players: (0..header.seats).map(player).collect(),
        labels: labels.collect(),
        score: game.score(),
        turn_steps: film.turn_steps.clone(),
        decisions,
        verdict: report.verdict,
        message: words(&report.message),
        rule: report.rule.clone(),
        at: report.at,
        outcome: game.outcome().map(|outcome| words(&duelog_verifier::outcome_in_words(&outcome))),
    }
}

/// The page with its data.
fn page(head: &Head, film: &Film) -> Result<String, Failure> {
    let fault = |what: String| Failure::system(what, "report this fault of the program");
    let data = json!({ "head": head, "pools": film.pools, "steps": film.steps });
    let data = serde_json::to_vec(&data).map_err(|error| fault(error.to_string()))?;
    let packed = base64(&compress_to_vec(&data, PACKED));
    let (before, after) =
        PAGE.split_once(PLACE).ok_or_else(|| fault("the page has no place for its data".to_string()))?;
    Ok([before, &packed, after].concat())
}

/// Bytes in the letters of base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = (bits >> (18 - 6 * place) & 63) as usize;
            text.push(if place <= three.len() { char::from(LETTERS[letter]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_letters() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe]), "//4=");
    }

    #[test]
    fn the_page_has_one_place_for_its_data() {
        assert_eq!(PAGE.matches(PLACE).count(), 1);
    }
}
