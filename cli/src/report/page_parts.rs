//! The shown parts of a log, in a page or in a terminal: its verdict, its steps and the words of its cards.

use std::collections::BTreeMap;
use std::path::Path;

use duelog_kernel::{Choice, Factory, Match, Seat, Viewer};
use duelog_log_format::Header;
use duelog_verifier::Report;
use duelog_verifier::pinned;
use duelog_verifier::several::Several;
use duelog_verifier::timing::losses_until;
use serde::Serialize;

use super::analysis::{Analysis, Analyst};
use super::data::{Pools, Step};
use super::games::GamesOfMatch;
use super::page_steps::Film;
use crate::input::is_stdin;
use crate::output::{Context, Failure};
use crate::plain::plain;
use crate::replayed::{Looking, Replayed};
use crate::source::{Opened, Source};
use crate::verify::progress::Pace;

/// A log as it is shown.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Its subject.
    pub head: Head,
    /// The pools that steps refer to.
    pub pools: Pools,
    /// The steps, in the order in which they stand in the log.
    pub steps: Vec<Step>,
    /// The bot's estimate, where it was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
    /// By the name of a card that is seen, what is on it: its types, and then what it does.
    pub words: BTreeMap<String, Vec<String>>,
    /// Why it does not verify up to its last step.
    #[serde(skip)]
    pub finding: Option<Report>,
}

/// The shown parts of a log beside its steps.
#[derive(Debug, Serialize)]
pub struct Head {
    pub(super) format: u32,
    /// The name of the log's file; absent for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) log: Option<String>,
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
    /// The same steps as people call them.
    pub step_words: Vec<String>,
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
    /// The match of several games that it is of, as far as its logs are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesOfMatch>,
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
    /// Names the games of the match that the log is of, with the page of each.
    pub fn stand_in(&mut self, several: &Several, page: impl Fn(u32, &str) -> Option<String>) {
        let names: Vec<Option<String>> =
            self.head.players.iter().map(|player| Some(player.name.clone())).collect();
        self.head.games = Some(GamesOfMatch::of(several, &names, page));
    }

    /// Replays a full log and shows it as far as it goes, or says why it has no match.
    ///
    /// # Errors
    /// As [`Source::opened`].
    pub(super) fn of_log(
        source: &Source,
        bytes: &[u8],
        looking: &Looking,
        context: &Context,
    ) -> Result<Option<Shown>, Failure> {
        Shown::filmed(source, bytes, looking, context, false)
    }

    /// The same with the bot's estimate along the match.
    ///
    /// # Errors
    /// As [`Source::opened`]; wrong use for whoever sees no player's cards.
    pub fn analysed(
        source: &Source,
        bytes: &[u8],
        looking: &Looking,
        context: &Context,
    ) -> Result<Option<Shown>, Failure> {
        if looking.public {
            return Err(Failure::usage(
                "an estimate tells of the cards that a player holds",
                "leave out --public: a judge sees the estimate of every decision, --seat S those of that seat",
            ));
        }
        Shown::filmed(source, bytes, looking, context, true)
    }

    fn filmed(
        source: &Source,
        bytes: &[u8],
        looking: &Looking,
        context: &Context,
        analysed: bool,
    ) -> Result<Option<Shown>, Failure> {
        let Some(opened) = source.opened(bytes, looking, context)? else { return Ok(None) };
        let Opened { mut replayed, viewer, names } = opened;
        let mut film = Film::new(viewer, names.clone());
        film.analyst = analysed.then(|| Analyst::new(viewer));
        film.losses = losses_until(bytes, u32::MAX);
        let pace = Pace::start(context, 1, "replaying");
        film.follow(&mut replayed, &pace);
        pace.finish();
        let finding = replayed.finding();
        let report = match &finding {
            Some(finding) => finding.clone(),
            None => source.verdict(bytes)?,
        };
        let mut head = head(&mut replayed, viewer, &names, &report, &film);
        head.log = file_name(source.log());
        let today = source.factory(&head.game)?;
        let words = card_words(pinned(&*today, replayed.header()).factory(), &film.pools);
        let analysis = film.analyst.is_some().then(|| film.analysis.worst());
        Ok(Some(Shown { head, pools: film.pools, steps: film.steps, words, analysis, finding }))
    }
}

pub(super) fn file_name(log: &Path) -> Option<String> {
    let name = log.file_name().filter(|_| !is_stdin(log))?;
    Some(plain(&name.to_string_lossy()))
}

/// The words of the cards that are seen: no others, so that nobody learns from them what is hidden.
pub(super) fn card_words(factory: &dyn Factory, pools: &Pools) -> BTreeMap<String, Vec<String>> {
    let read = |name: &String| {
        let lines = factory.card(name)?.reading.into_iter().skip(1);
        Some((name.clone(), lines.map(|line| plain(&line)).collect()))
    };
    pools.card_names().iter().filter_map(|name| read(name)).collect()
}

/// The verdict on a log, as its page says it.
struct Said {
    verdict: &'static str,
    message: String,
    rule: Option<String>,
    at: Option<u32>,
}

fn head(
    replayed: &mut Replayed<'_>,
    viewer: Viewer,
    names: &[Option<String>],
    report: &Report,
    film: &Film,
) -> Head {
    let outcome = replayed.settled().outcome();
    let decisions = replayed.decisions();
    let said = Said {
        verdict: report.verdict.word(),
        message: report.message.clone(),
        rule: report.rule.clone(),
        at: report.at,
    };
    let score = replayed.settled().score();
    let head = head_of(replayed.header(), viewer, names, said, film);
    let outcome = outcome.map(|outcome| film.pools.worded(&film.outcome(&outcome)));
    Head { decisions, score, outcome, ..head }
}

fn head_of(header: &Header, viewer: Viewer, names: &[Option<String>], said: Said, film: &Film) -> Head {
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
        log: None,
        game: header.game.clone(),
        edition: words(&header.edition),
        revision: header.revision,
        engine: words(&header.engine),
        viewer,
        players: (0..header.seats).map(player).collect(),
        labels: labels.collect(),
        score: "",
        turn_steps: film.turn_steps.clone(),
        step_words: film.step_words.clone(),
        decisions: 0,
        verdict: said.verdict,
        message: words(&said.message),
        rule: said.rule,
        at: said.at,
        outcome: None,
        games: None,
    }
}

/// A match that is being played, as the player at a seat sees it.
pub struct Played {
    film: Film,
    viewer: Viewer,
    names: Vec<Option<String>>,
    begin: u32,
}

impl Played {
    /// From the table as it is, with what the players are called.
    pub fn from(game: &mut dyn Match, seat: Seat, names: Vec<Option<String>>) -> Played {
        let viewer = Viewer::Seat(seat);
        let mut film = Film::new(viewer, names.clone());
        film.name_steps(game.steps());
        let decisions = game.decisions();
        film.opens(game, decisions, "the table before");
        Played { film, viewer, names, begin: decisions + 1 }
    }

    /// Notes an answer that is about to be given.
    pub fn gives(&mut self, game: &mut dyn Match, seat: Seat, choice: &Choice) {
        self.film.gives(game, seat, choice);
    }

    /// Tells the answer that was given just now, where its outcome shows it.
    pub fn shows(&mut self, game: &mut dyn Match, choice: &Choice) {
        let number = game.decisions();
        self.film.shows(game, number, choice);
    }

    /// The table, everything that has happened up to now, and the open question. `message` says what it is.
    pub fn shown(
        mut self,
        game: &mut dyn Match,
        header: &Header,
        factory: &dyn Factory,
        message: String,
    ) -> Shown {
        self.film.plays_on(game, self.begin);
        let said = Said { verdict: "undecided", message, rule: None, at: None };
        let head = head_of(header, self.viewer, &self.names, said, &self.film);
        let outcome = game.outcome().map(|outcome| self.film.pools.worded(&self.film.outcome(&outcome)));
        let head = Head { decisions: game.decisions(), score: game.score(), outcome, ..head };
        let Film { pools, steps, .. } = self.film;
        let words = card_words(pinned(factory, header).factory(), &pools);
        Shown { head, pools, steps, analysis: None, words, finding: None }
    }
}
