//! `duelog info`: what a log holds, at a glance.

use duelog_kernel::journal::ToldEvent;
use duelog_kernel::prose::listed;
use duelog_kernel::{Outcome, Seat, Viewer};
use duelog_log_format::{Annotation, DeckList, Reader, Record, RecordKind, Topic};
use duelog_verifier::{Report, Verdict, outcome_in_words};
use serde::Serialize;

use crate::clock::{self, Times};
use crate::output::{Context, Done, End};
use crate::replayed::{Looking, Replayed};
use crate::source::{Opened, Source};
use crate::viewer_log::{self, ViewerLog};

/// Sums up a log: game, players, decks, turns, result and verdict.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog info fixtures/golden/magic/magic-1.duelog

Each turn is listed with its decisions and the scores at its beginning; `duelog history LOG --turn 5` tells one. The names of the players come
from the labels player-0 and player-1 of the log. The exit code is 1 if the log does not verify. A viewer's log (.duelview) is summed up too:
whose it is, and which seals prove it. cli/JSON.md lists the fields of --format json.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
}

/// The contents of a log.
#[derive(Debug, Serialize)]
struct Info<'a> {
    log: String,
    game: &'a str,
    edition: &'a str,
    revision: u32,
    engine: &'a str,
    players: Vec<Player<'a>>,
    labels: &'a std::collections::BTreeMap<String, String>,
    /// The place among the games of a match, in words; absent where the log is of one game alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_of: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Seat>,
    decisions: u32,
    /// The last decision record that was replayed without fault.
    replayed: u32,
    seals: u32,
    /// What `score` counts, for instance life.
    score: &'static str,
    turns: Vec<Turn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// The readings of a clock; absent where there are none with a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Clock>,
    /// The terms of the match's clock and the time left; absent where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Times>,
    verdict: &'a Report,
}

/// The first and the last reading of a clock, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, Serialize)]
struct Clock {
    readings: u32,
    first_ms: u64,
    last_ms: u64,
}

#[derive(Debug, Serialize)]
struct Player<'a> {
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The deck's name; absent where the match starts from a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<&'a str>,
    cards: u32,
}

#[derive(Debug, Serialize)]
struct Turn {
    turn: u32,
    active: Seat,
    /// The decision during which it begins.
    from: u32,
    /// The last decision that is made in it.
    to: u32,
    /// The score of each player as it begins, by seat.
    scores: Vec<i64>,
    /// The players who have left the game before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<Seat>,
}

/// Reads, replays and sums up.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = args.source.bytes(context)?;
    if viewer_log::is_one(&bytes) {
        let own = ViewerLog::open(&args.source, &bytes, &Looking::default(), context)?;
        return own.map_or(Ok(End::Finding), |own| viewer_log::info(&args.source, &own, context));
    }
    let Some(opened) = args.source.opened(&bytes, &Looking::default(), context)? else {
        return Ok(End::Finding);
    };
    let Opened { mut replayed, names, .. } = opened;
    while replayed.step().is_some() {}
    let game = replayed.settled();
    let report = args.source.verdict(&bytes)?;
    let header = replayed.header();
    let player = |seat: u8| {
        let deck = header.decks.get(usize::from(seat));
        Player {
            seat: Seat(seat),
            name: names.get(usize::from(seat)).cloned().flatten(),
            deck: deck.map(|deck| deck.name.as_str()),
            cards: deck.map_or(0, DeckList::total),
        }
    };
    let turns = turns(&game.told(0, Viewer::Judge), &replayed);
    let info = Info {
        log: args.source.log().display().to_string(),
        game: &header.game,
        edition: &header.edition,
        revision: header.revision,
        engine: &header.engine,
        players: (0..header.seats).map(player).collect(),
        labels: &header.labels,
        game_of: args.source.game_of(&bytes)?,
        first: turns.first().map(|turn| turn.active),
        decisions: replayed.total(),
        replayed: replayed.number(game.decisions()),
        seals: seals(&bytes),
        score: game.score(),
        turns,
        outcome: game.outcome(),
        clock: clock(&bytes),
        time: Times::of_log(&bytes),
        verdict: &report,
    };
    if context.json() {
        context.value(&info);
    } else {
        print(&info, context);
    }
    Ok(End::success_if(report.verdict == Verdict::Verified))
}

/// The turns of the line that was played, with the decision records that belong to each.
fn turns(told: &[ToldEvent], replayed: &Replayed<'_>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for told in told.iter().filter(|told| told.at.turn > 0) {
        let decision = replayed.number(told.decision);
        match turns.last_mut() {
            Some(turn) if turn.turn == told.at.turn => turn.to = decision,
            _ => turns.push(Turn {
                turn: told.at.turn,
                active: told.at.active,
                from: decision,
                to: decision,
                scores: told.scores.clone(),
                left: told.left.clone(),
            }),
        }
    }
    turns
}

/// True for labels that other lines tell.
fn is_told(label: &str) -> bool {
    ["player-", "match-", "clock-"].iter().any(|told| label.starts_with(told))
}

fn seals(bytes: &[u8]) -> u32 {
    let Ok(mut reader) = Reader::open(bytes) else { return 0 };
    let mut seals = 0;
    while let Ok(Some(frame)) = reader.next_frame() {
        seals += u32::from(frame.kind == RecordKind::Seal);
    }
    seals
}

fn clock(bytes: &[u8]) -> Option<Clock> {
    let mut reader = Reader::open(bytes).ok()?;
    let mut clock: Option<Clock> = None;
    while let Ok(Some(logged)) = reader.next_record() {
        let Record::Annotation(Annotation { topic: Topic::Clock, time_ms: Some(time), .. }) = logged.record
        else {
            continue;
        };
        let before = clock.unwrap_or(Clock { readings: 0, first_ms: time, last_ms: time });
        clock = Some(Clock { readings: before.readings + 1, last_ms: time, ..before });
    }
    clock
}

impl Clock {
    fn in_words(&self) -> String {
        let (first, last) = (clock::utc(self.first_ms), clock::utc(self.last_ms));
        let taken = clock::lasted(self.last_ms.saturating_sub(self.first_ms));
        format!("{} readings with a time, from {first} to {last}: {taken}", self.readings)
    }
}

/// The lines on the clock of the match: its terms, and who lost by it.
fn timed(time: &Times) -> Vec<(&'static str, String)> {
    let losses = time.losses().iter().map(|loss| ("loss", loss.to_string()));
    [("time", time.in_words())].into_iter().chain(losses).collect()
}

fn print(info: &Info<'_>, context: &Context) {
    let line = |head: &str, text: String| context.line(format_args!("  {head:<10} {text}"));
    context.line(format_args!("{}: {}", info.log, info.verdict.verdict));
    if info.verdict.verdict != Verdict::Verified {
        line("what", info.verdict.message.clone());
    }
    let Info { game, edition, revision, engine, .. } = info;
    line("game", format!("{game}, rules of {edition}, revision {revision}, recorded by {engine}"));
    if let Some(several) = &info.game_of {
        line("match", several.clone());
    }
    for player in &info.players {
        let name = player.name.as_ref().map_or(String::new(), |name| format!(", {name}"));
        let deck = match player.deck {
            Some(deck) => format!("{deck} ({} cards)", player.cards),
            None => "a position that was set up".to_string(),
        };
        line("player", format!("{}{name}: {deck}", player.seat));
    }
    for (label, text) in info.labels.iter().filter(|label| !is_told(label.0)) {
        line("label", format!("{label}: {text}"));
    }
    if let Some(contents) = info.verdict.contents {
        let rewinds = match contents.rewinds {
            0 => String::new(),
            times => format!(", {} taken back by {times} rewinds", contents.taken_back),
        };
        line("decisions", format!("{}{rewinds}", info.decisions));
        line(
            "beside",
            format!(
                "{} seals, {} notes, {} penalties, {} faults, {} readings of a clock",
                info.seals, contents.notes, contents.penalties, contents.faults, contents.clock_readings
            ),
        );
    } else {
        line("decisions", info.decisions.to_string());
    }
    let names: Vec<Option<String>> = info.players.iter().map(|player| player.name.clone()).collect();
    info.clock.iter().for_each(|clock| line("clock", clock.in_words()));
    for (head, text) in info.time.iter().flat_map(timed) {
        line(head, crate::plain::with_names(&text, &names));
    }
    let called = |seat: Seat| {
        let player = info.players.iter().find(|player| player.seat == seat);
        player.and_then(|player| player.name.clone()).unwrap_or_else(|| seat.to_string())
    };
    let ended = info.outcome.as_ref().map_or_else(
        || match info.verdict.verdict {
            Verdict::Verified | Verdict::Incomplete => "it has not ended".to_string(),
            _ => format!("not known: the log is good up to decision {}", info.replayed),
        },
        outcome_in_words,
    );
    line("result", crate::plain::with_names(&ended, &names));
    for turn in &info.turns {
        line(
            &format!("turn {}", turn.turn),
            format!(
                "{:<8} decisions {:>4} to {:>4}  {} {}",
                called(turn.active),
                turn.from,
                turn.to,
                info.score,
                scores_in_words(turn, called)
            ),
        );
    }
}

/// How all players stand as a turn begins, and who has left the game.
fn scores_in_words(turn: &Turn, called: impl Fn(Seat) -> String) -> String {
    let score = |(seat, score): (u8, &i64)| match turn.left.contains(&Seat(seat)) {
        true => "–".to_string(),
        false => score.to_string(),
    };
    let scores: Vec<String> = (0..).zip(&turn.scores).map(score).collect();
    let gone: Vec<String> = turn.left.iter().map(|seat| called(*seat)).collect();
    let gone =
        if gone.is_empty() { String::new() } else { format!("; {} left the game", listed(gone, "and")) };
    scores.join(" to ") + &gone
}
