//! A match of several games: one log a game, each bound to the one before by labels of its header (SPEC 20).

use std::collections::BTreeMap;

use duelog_kernel::digest::unhex;
use duelog_kernel::prose::listed;
use duelog_kernel::setup::{Agreement, CHOOSER, Deck};
use duelog_kernel::{Digest, Outcome, Seat};
use duelog_log_format::clock::ClockTerms;
use duelog_log_format::{Header, Reader, Record, Stage};
use serde::Serialize;

use crate::replay::Replay;
use crate::start::{Games, factory};

/// The label with the number of games that the match is the best of.
pub const BEST_OF: &str = "match-best-of";
/// The label with the number of the game, from the second game on.
pub const GAME: &str = "match-game";
/// The label with what the first game is known by.
pub const FIRST: &str = "match-first";
/// The label with the hash of the closing seal of the game before.
pub const PREVIOUS: &str = "match-previous";
/// The label with the games that each seat has won before: `1 0`.
pub const SCORE: &str = "match-score";

/// All labels of a match of several games.
const LABELS: [&str; 5] = [BEST_OF, GAME, FIRST, PREVIOUS, SCORE];

/// The most games that a match is the best of.
pub const MOST: u32 = 99;

/// The greatest number of a game: those that are drawn count for nobody.
const NUMBERS: u32 = 999;

/// How many players a match of several games has at least.
const SEATS: usize = 2;

/// The facts that stay the same in all games of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TableOf {
    game: String,
    edition: String,
    agreed: Agreement,
    players: Vec<Option<String>>,
    /// The cards of each seat, deck and sideboard together.
    pools: Vec<BTreeMap<String, u32>>,
}

/// One game of a match of several games, as its log tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOf {
    /// Its number, from 1.
    pub number: u32,
    /// How many games the match is the best of.
    pub best_of: u32,
    first: Digest,
    previous: Option<Digest>,
    /// The games that each seat has won before.
    pub score: Vec<u32>,
    own: Digest,
    closing: Option<Digest>,
    /// How the game ended, where its log is closed.
    pub outcome: Option<Outcome>,
    /// The seat that the header names to say who begins.
    named: Option<Seat>,
    /// Who says who begins after this game; none where chance says so.
    next: Option<Seat>,
    /// The terms of its clock, where it has one.
    clock: Option<ClockTerms>,
    table: TableOf,
}

/// The beginning of the next game of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The labels that bind it.
    pub labels: BTreeMap<String, String>,
    /// The agreement, and who says who begins.
    pub agreed: Agreement,
    /// The terms of the clock of the game before. It begins anew, with the same time for each seat, unless the host
    /// states other terms.
    pub clock: Option<ClockTerms>,
}

/// How many cards of each name a list has.
pub fn by_name<'d>(cards: impl IntoIterator<Item = &'d (u16, String)>) -> BTreeMap<String, u32> {
    let mut pool: BTreeMap<String, u32> = BTreeMap::new();
    for (count, name) in cards {
        let cards = pool.entry(name.clone()).or_default();
        *cards = cards.saturating_add(u32::from(*count));
    }
    pool
}

/// A card that two lists have in different numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The card.
    pub name: String,
    /// How many there were.
    pub before: u32,
    /// How many there are.
    pub now: u32,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of \"{}\" in place of {}", self.now, self.name, self.before)
    }
}

/// The first card that two lists have in different numbers.
pub fn changed(before: &BTreeMap<String, u32>, now: &BTreeMap<String, u32>) -> Option<Change> {
    let count = |pool: &BTreeMap<String, u32>, name: &str| pool.get(name).copied().unwrap_or(0);
    let name = before.keys().chain(now.keys()).find(|name| count(before, name) != count(now, name))?;
    Some(Change { name: name.clone(), before: count(before, name), now: count(now, name) })
}

/// A number as labels have it: without signs and leading zeros.
fn number(label: &str, text: &str) -> Result<u32, String> {
    let number = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| format!("the label {label} is \"{text}\", and not a number"))
}

fn digest(label: &str, text: &str) -> Result<Digest, String> {
    unhex(text)
        .map(Digest)
        .ok_or_else(|| format!("the label {label} is \"{text}\", and not 64 hexadecimal digits"))
}

/// The number of games that a match may be the best of.
///
/// # Errors
/// Why it is none.
pub fn best_of(games: u32) -> Result<u32, String> {
    if (3..=MOST).contains(&games) && games % 2 == 1 {
        return Ok(games);
    }
    Err(format!("a match is the best of an odd number of games from 3 to {MOST}, not of {games}"))
}

/// The labels of a header that bind a game: number, best of, first, previous, score.
type Binding = (u32, u32, Option<Digest>, Option<Digest>, Vec<u32>);

/// Reads the labels of a header; none where the log is of no match of several games.
fn binding(header: &Header) -> Result<Option<Binding>, String> {
    let label = |name: &str| header.labels.get(name).map(String::as_str);
    if LABELS.iter().all(|name| label(name).is_none()) {
        return Ok(None);
    }
    let missing =
        |name: &str| format!("the label {name} is missing beside others of a match of several games");
    let most = best_of(number(BEST_OF, label(BEST_OF).ok_or_else(|| missing(BEST_OF))?)?)?;
    let seats = usize::from(header.seats);
    if seats < SEATS {
        return Err(format!("a match of several games has {SEATS} players at least, not {seats}"));
    }
    if [GAME, FIRST, PREVIOUS, SCORE].iter().all(|name| label(name).is_none()) {
        return Ok(Some((1, most, None, None, vec![0; seats])));
    }
    let wanted = |name: &str| label(name).ok_or_else(|| missing(name));
    let game = number(GAME, wanted(GAME)?)?;
    if !(2..=NUMBERS).contains(&game) {
        return Err(format!("the label {GAME} is {game}, and goes from 2 to {NUMBERS}"));
    }
    let score = wanted(SCORE)?.split(' ').map(|wins| number(SCORE, wins)).collect::<Result<Vec<_>, _>>()?;
    if score.len() != seats {
        return Err(format!("the label {SCORE} has {} numbers for {seats} players", score.len()));
    }
    let (first, previous) = (digest(FIRST, wanted(FIRST)?)?, digest(PREVIOUS, wanted(PREVIOUS)?)?);
    Ok(Some((game, most, Some(first), Some(previous), score)))
}

impl GameOf {
    /// Reads the log of a game; none where it is of no match of several games. Nothing is said of whether the log
    /// verifies: where it does not, it counts as one that has not ended.
    ///
    /// # Errors
    /// Labels that bind no game, in words.
    pub fn read(games: &Games, log: &[u8]) -> Result<Option<GameOf>, String> {
        let Ok(mut reader) = Reader::open(log) else { return Ok(None) };
        let header = reader.header().clone();
        let Some((number, best_of, first, previous, score)) = binding(&header)? else { return Ok(None) };
        let mut outcome = None;
        while let Ok(Some(logged)) = reader.next_record() {
            if let Record::Outcome(ended) = logged.record {
                outcome = Some(ended);
            }
        }
        let progress = reader.progress();
        let (own, closed) = (progress.begun(), reader.fault().is_none() && progress.stage() == Stage::Closed);
        let setup = header.setup();
        let mut agreed = setup.agreement();
        let seat = agreed.terms.remove(CHOOSER).and_then(|seat| seat.parse().ok()).map(Seat);
        let chooses = factory(games, &header).ok().and_then(|factory| factory.chooses());
        let next = match outcome.as_ref().map(|outcome| outcome.winners.as_slice()) {
            Some(winners) if !winners.is_empty() => {
                // At a table of many it can be that nobody is asked: then chance says who begins.
                let many = usize::from(header.seats) > SEATS;
                let asks = chooses.is_some_and(|prompt| !many || asked(games, log, prompt).is_some());
                (0..header.seats).map(Seat).find(|seat| asks && !winners.contains(seat))
            }
            Some(_) => chooses.and_then(|prompt| seat.or_else(|| asked(games, log, prompt))),
            None => None,
        };
        Ok(Some(GameOf {
            number,
            best_of,
            first: first.unwrap_or(own),
            previous,
            score,
            own,
            closing: closed.then(|| progress.seal_hash()),
            outcome: outcome.filter(|_| closed),
            named: seat,
            next,
            clock: ClockTerms::of(&header.labels).ok().flatten(),
            table: TableOf {
                game: header.game.clone(),
                edition: header.edition.clone(),
                agreed,
                players: (0..header.seats)
                    .map(|seat| header.labels.get(&format!("player-{seat}")).cloned())
                    .collect(),
                pools: setup.decks.iter().map(|deck| by_name(deck.all())).collect(),
            },
        }))
    }

    /// The games that each seat has won, this one included.
    pub fn score_after(&self) -> Vec<u32> {
        counted(&self.score, self.outcome.as_ref())
    }

    /// The beginning of the game after this one, with these decks.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn next(&self, decks: &[Deck]) -> Result<Next, String> {
        let (Some(closing), Some(_)) = (self.closing, &self.outcome) else {
            return Err(format!("game {} has no sealed end", self.number));
        };
        let score = self.score_after();
        if let Some(seat) = winner(&score, self.best_of) {
            return Err(format!("the match is over: {seat} has won it, {}", in_words(&score)));
        }
        for (place, (before, deck)) in (0..).zip(self.table.pools.iter().zip(decks)) {
            if let Some(changed) = changed(before, &by_name(deck.all())) {
                let seat = Seat(place);
                return Err(format!("{seat} has other cards than in game {}: {changed}", self.number));
            }
        }
        if decks.len() != self.table.pools.len() {
            return Err(format!("{} decks for {} players", decks.len(), self.table.pools.len()));
        }
        let score: Vec<String> = score.iter().map(u32::to_string).collect();
        let mut agreed = self.table.agreed.clone();
        if let Some(seat) = self.next {
            agreed.terms.insert(CHOOSER.to_string(), seat.0.to_string());
        }
        let labels = [
            (BEST_OF, self.best_of.to_string()),
            (GAME, self.number.saturating_add(1).to_string()),
            (FIRST, self.first.hex()),
            (PREVIOUS, closing.hex()),
            (SCORE, score.join(" ")),
        ];
        let labels = labels.into_iter().map(|(name, value)| (name.to_string(), value));
        let names = (0..).zip(&self.table.players);
        let names = names.filter_map(|(seat, name): (u8, _)| Some((format!("player-{seat}"), name.clone()?)));
        Ok(Next { labels: labels.chain(names).collect(), agreed, clock: self.clock })
    }

    /// The game in words: `game 2 of a match, best of 3, 1 to 0 before it`.
    pub fn in_words(&self) -> String {
        let before =
            if self.number > 1 { format!(", {} before it", in_words(&self.score)) } else { String::new() };
        format!("game {} of a match, best of {}{before}", self.number, self.best_of)
    }
}

/// Who is asked in a log who begins.
fn asked(games: &Games, log: &[u8], prompt: &str) -> Option<Seat> {
    let mut replay = Replay::start(games, log, false).ok()?;
    loop {
        if let Some(request) = replay.game().request().filter(|request| request.prompt.name() == prompt) {
            return Some(request.seat);
        }
        replay.step().ok()??;
    }
}

/// A score with one more game; a drawn game counts for nobody.
fn counted(score: &[u32], outcome: Option<&Outcome>) -> Vec<u32> {
    let mut score = score.to_vec();
    for winner in outcome.iter().flat_map(|outcome| &outcome.winners) {
        if let Some(wins) = score.get_mut(usize::from(winner.0)) {
            *wins = wins.saturating_add(1);
        }
    }
    score
}

/// Who has won more than half of the games; of a team, its first player.
fn winner(score: &[u32], best_of: u32) -> Option<Seat> {
    winners(score, best_of).next()
}

/// All who have won more than half of the games: one player, or a team.
fn winners(score: &[u32], best_of: u32) -> impl Iterator<Item = Seat> {
    (0..).map(Seat).zip(score).filter(move |(_, wins)| **wins > best_of / 2).map(|(seat, _)| seat)
}

/// A score in words: `1 to 0`.
fn in_words(score: &[u32]) -> String {
    score.iter().map(u32::to_string).collect::<Vec<_>>().join(" to ")
}

/// A match of several games, as far as its logs are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Several {
    /// The hash that identifies its first game; absent where the labels of a log bind no game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// How many games it is the best of.
    pub best_of: u32,
    /// The games that are there, in their order.
    pub games: Vec<Played>,
    /// The games that each seat has won.
    pub score: Vec<u32>,
    /// Who has won the match; absent as long as nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// The numbers of games that are not there although a later one is.
    pub missing: Vec<u32>,
    /// The faults in how the games belong together, one sentence each.
    pub findings: Vec<String>,
}

/// One game among those of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Its number.
    pub game: u32,
    /// Its log.
    pub log: String,
    /// Who won it, empty for a draw; absent where it has no sealed end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
}

/// A log and what it says of its match.
pub type Named = (String, Result<GameOf, String>);

/// Puts the games of each match together and looks how they are bound, in the order of the logs.
pub fn together(logs: &[Named]) -> Vec<Several> {
    let mut matches: Vec<(Digest, Vec<(&str, &GameOf)>)> = Vec::new();
    let mut several: Vec<Several> = Vec::new();
    for (log, read) in logs {
        match read {
            Err(why) => several.push(Several::unbound(format!("{log}: {why}"))),
            Ok(game) => match matches.iter_mut().find(|(first, _)| *first == game.first) {
                Some((_, games)) => games.push((log, game)),
                None => matches.push((game.first, vec![(log, game)])),
            },
        }
    }
    several.extend(matches.into_iter().map(|(first, games)| Several::of(first, games)));
    several
}

impl Several {
    fn unbound(why: String) -> Several {
        let (games, score, missing) = (Vec::new(), Vec::new(), Vec::new());
        Several { first: None, best_of: 0, games, score, winner: None, missing, findings: vec![why] }
    }

    fn of(first: Digest, mut games: Vec<(&str, &GameOf)>) -> Several {
        games.sort_by_key(|(_, game)| game.number);
        let (mut missing, mut findings) = (Vec::new(), Vec::new());
        let last = games.last().map_or(0, |(_, game)| game.number);
        let Some((_, lead)) = games.first().copied() else { return Several::unbound(String::new()) };
        let mut score = vec![0; lead.score.len()];
        let mut before: Option<(&str, &GameOf)> = None;
        for number in 1..=last {
            let there: Vec<_> = games.iter().copied().filter(|(_, game)| game.number == number).collect();
            let Some((log, game)) = following(before, &there) else {
                missing.push(number);
                before = None;
                continue;
            };
            twice(&there, &mut findings);
            if let Some(why) = unlike(lead, game) {
                findings.push(format!("game {number} ({log}) {why}"));
            }
            if let Some(before) = before {
                bound(before, (log, game), &mut findings);
            }
            if missing.is_empty() && game.score != score {
                let (said, is) = (in_words(&game.score), in_words(&score));
                findings
                    .push(format!("game {number} ({log}) says that the score was {said}, and it was {is}"));
            }
            if let Some(seat) = winner(&game.score, game.best_of) {
                findings.push(format!("game {number} ({log}) was played although {seat} had won the match"));
            }
            score = game.score_after();
            before = Some((log, game));
        }
        findings.extend(absent(&missing));
        let played = games.iter().map(|(log, game)| Played {
            game: game.number,
            log: (*log).to_string(),
            winners: game.outcome.as_ref().map(|outcome| outcome.winners.clone()),
        });
        let (games, winner) = (played.collect(), winner(&score, lead.best_of));
        Several { first: Some(first.hex()), best_of: lead.best_of, games, score, winner, missing, findings }
    }

    /// The match in words: `best of 3, 2 to 1 after 3 games: seat 0 has won the match`.
    pub fn in_words(&self) -> String {
        let games = match self.games.len() {
            1 => "1 game".to_string(),
            several => format!("{several} games"),
        };
        let end = self.winner.map_or_else(
            || "nobody has won the match yet".to_string(),
            |winner| {
                let team: Vec<String> =
                    winners(&self.score, self.best_of).map(|seat| seat.to_string()).collect();
                match team.as_slice() {
                    [] | [_] => format!("{winner} has won the match"),
                    team => {
                        format!("{} have won the match", listed(team.iter().map(ToString::to_string), "and"))
                    }
                }
            },
        );
        format!("best of {}, {} after {games}: {end}", self.best_of, in_words(&self.score))
    }
}

/// The game among those of one number that is bound to the one before; the first where none is.
fn following<'a>(
    before: Option<(&'a str, &'a GameOf)>,
    there: &[(&'a str, &'a GameOf)],
) -> Option<(&'a str, &'a GameOf)> {
    let is_bound = |game: &GameOf| before.is_some_and(|(_, before)| before.closing == game.previous);
    there.iter().find(|(_, game)| is_bound(game)).or(there.first()).copied()
}

/// Tells of games with the same number.
fn twice(there: &[(&str, &GameOf)], findings: &mut Vec<String>) {
    let Some(((log, game), others)) = there.split_first() else { return };
    for (other, twin) in others {
        let same = (game.own, game.closing) == (twin.own, twin.closing);
        let how = if same { "is there twice" } else { "is there in two versions" };
        findings.push(format!("game {} {how}: {log} and {other}", game.number));
    }
}

/// Tells how a game is not bound to the one before.
fn bound(before: (&str, &GameOf), (log, game): (&str, &GameOf), findings: &mut Vec<String>) {
    let ((other, before), number) = (before, game.number);
    match before.closing {
        None => findings.push(format!("game {number} ({log}) was begun, and {other} has no sealed end")),
        closing if closing != game.previous => {
            findings.push(format!(
                "game {number} ({log}) is bound to another game {} than {other}",
                before.number
            ));
        }
        Some(_) => {}
    }
    if before.outcome.is_some() && before.next != game.named {
        let said = |seat: Option<Seat>| seat.map_or("nobody".to_string(), |seat| seat.to_string());
        let (named, right) = (said(game.named), said(before.next));
        findings.push(format!(
            "game {number} ({log}) has {named} say who begins, and after {other} {right} says so"
        ));
    }
}

/// How a game is not of the same table as another one of the match.
fn unlike(lead: &GameOf, game: &GameOf) -> Option<String> {
    let (one, other) = (&lead.table, &game.table);
    if (&one.game, &one.edition) != (&other.game, &other.edition) {
        return Some(format!("is of {} {}, not of {} {}", other.game, other.edition, one.game, one.edition));
    }
    if one.players != other.players {
        return Some("names other players".to_string());
    }
    if one.agreed != other.agreed {
        return Some("is played on other terms".to_string());
    }
    if lead.best_of != game.best_of {
        return Some(format!("says best of {}, not best of {}", game.best_of, lead.best_of));
    }
    let pools = (0..).map(Seat).zip(one.pools.iter().zip(&other.pools));
    let mut changes = pools.filter_map(|(seat, (before, now))| Some((seat, changed(before, now)?)));
    changes.next().map(|(seat, changed)| format!("is played with other cards of {seat}: {changed}"))
}

/// Tells which games are not there.
fn absent(missing: &[u32]) -> Option<String> {
    let numbers: Vec<String> = missing.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => None,
        [one] => Some(format!("game {one} is missing among the logs")),
        several => Some(format!("games {} are missing among the logs", several.join(", "))),
    }
}
