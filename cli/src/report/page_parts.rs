//! The shown parts of a log, in a page or in a terminal: its verdict and its steps.

use duelog_kernel::{Seat, Viewer};
use duelog_log_format::Header;
use duelog_verifier::{Report, outcome_in_words};
use serde::Serialize;

use super::data::{Pools, Step};
use super::page_steps::Film;
use super::viewer_steps;
use crate::output::{Context, Failure};
use crate::replayed::{Looking, Replayed};
use crate::source::{Opened, Source};
use crate::viewer_log;

/// A log as it is shown.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Its subject.
    pub head: Head,
    /// The pools that steps refer to.
    pub pools: Pools,
    /// The steps, in the order in which they stand in the log.
    pub steps: Vec<Step>,
    /// Why it does not verify up to its last step.
    #[serde(skip)]
    pub finding: Option<Report>,
}

/// The shown parts of a log beside its steps.
#[derive(Debug, Serialize)]
pub struct Head {
    pub(super) format: u32,
    /// The game.
    pub game: String,
    /// The edition of its rules.
    pub edition: String,
    pub(super) revision: u32,
    pub(super) engine: String,
    /// Who looks.
    pub viewer: Viewer,
    /// The players, by seat.
    pub players: Vec<Player>,
    pub(super) labels: Vec<(String, String)>,
    /// The score of players: the name of a fact.
    pub score: &'static str,
    /// The names of the steps of a turn.
    pub turn_steps: Vec<String>,
    /// How many decisions were replayed.
    pub decisions: u32,
    /// The verdict in one word; of a viewer's log `holds`, or `incomplete` while it grows.
    pub verdict: &'static str,
    /// The verdict in words.
    pub message: String,
    /// The rule that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The decision that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
}

/// A player.
#[derive(Debug, Serialize)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deck: Option<String>,
}

impl Shown {
    /// Replays a log and shows it as far as it goes, or says why it has no match.
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
        let Some(opened) = source.opened(bytes, looking, context)? else { return Ok(None) };
        let Opened { mut replayed, viewer, names } = opened;
        let mut film = Film::new(viewer, names.clone());
        film.follow(&mut replayed);
        let finding = replayed.finding();
        let report = match &finding {
            Some(finding) => finding.clone(),
            None => source.verdict(bytes)?,
        };
        let head = head(&mut replayed, viewer, &names, &report, &film);
        Ok(Some(Shown { head, pools: film.pools, steps: film.steps, finding }))
    }
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
        verdict: report.verdict.word(),
        message: words(&report.message),
        rule: report.rule.clone(),
        at: report.at,
        outcome: game.outcome().map(|outcome| words(&outcome_in_words(&outcome))),
    }
}
