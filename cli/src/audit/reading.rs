//! One log as the audit reads it: its draws, its decks and its opening hands.

use std::collections::BTreeMap;

use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::view::ZoneView;
use duelog_kernel::{Digest, Seat, Seed, Viewer};
use duelog_log_format::{Party, Reader, Record, Topic};
use duelog_verifier::{Games, Replay};

use crate::players;

/// The zone that cards are drawn to, in every game.
const HAND: &str = "hand";

/// The zones that cards are drawn from, in the words of the games.
const PILES: [&str; 2] = ["library", "deck"];

/// How many decisions may come before the opening hands.
const BEFORE_HANDS_MAX: u32 = 64;

/// How many cards on top of a library are looked at.
const FIRST_DRAWS: u32 = 10;

/// The fewest decisions of a match that tell it from every other.
const TELLING: u32 = 20;

/// The part of a party in the seed of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub party: Party,
    pub commitment: Digest,
    /// Salt and part, once they are shown.
    pub shown: Option<([u8; 32], Seed)>,
}

/// The cards that a player was dealt by chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    pub seat: Seat,
    /// The opening hand, before any of it was put back, by name.
    pub hand: BTreeMap<String, u32>,
    /// The cards on top of the library then.
    pub next: BTreeMap<String, u32>,
    /// The library then.
    pub library: BTreeMap<String, u32>,
}

/// A log.
#[derive(Debug, Clone)]
pub struct Reading {
    pub digest: blake3::Hash,
    pub game: String,
    pub begun: Digest,
    /// The digest of the decisions, where there are enough of them.
    pub played: Option<blake3::Hash>,
    /// The host that a label names.
    pub host: Option<String>,
    /// The names of the players; the seat of one whom no label names.
    pub players: Vec<String>,
    /// The seed, where the host alone chose it.
    pub seed: Option<Seed>,
    pub given: Vec<Given>,
    pub decks: Vec<Deck>,
    /// True if players may not have changed cards with their sideboards yet.
    pub first: bool,
    /// The first reading of a clock that is earlier than one before it: how many decisions stood before it.
    pub backwards: Option<u32>,
    pub openings: Vec<Opening>,
}

impl Reading {
    /// Reads a log, and replays it up to the opening hands.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn of(games: &Games, bytes: &[u8], host_label: &str) -> Result<Reading, String> {
        let mut reader = Reader::open(bytes).map_err(|fault| fault.to_string())?;
        let header = reader.header().clone();
        let mut given: Vec<Given> = Vec::new();
        let (mut latest, mut backwards) = (0, None);
        let mut decisions = blake3::Hasher::new();
        let mut count = 0_u32;
        while let Ok(Some(logged)) = reader.next_record() {
            match logged.record {
                Record::SeedCommitment(own) => {
                    given.push(Given { party: Party(own.party), commitment: own.commitment, shown: None })
                }
                Record::SeedReveal(own) => {
                    if let Some(given) = given.iter_mut().find(|given| given.party.0 == own.party) {
                        given.shown = Some((own.salt, own.seed));
                    }
                }
                Record::Decision(decision) => {
                    count += 1;
                    decisions.update(format!("{} {:?}\n", decision.seat.0, decision.choice).as_bytes());
                }
                Record::Annotation(note) if note.topic == Topic::Clock => {
                    let time = note.time_ms.unwrap_or(latest);
                    if time < latest {
                        backwards = backwards.or(Some(count));
                    }
                    latest = latest.max(time);
                }
                _ => {}
            }
        }
        let together = given.iter().any(|given| given.party != Party::HOST);
        let setup = header.setup();
        let by_chance = !matches!(setup.start, Start::Position(_));
        Ok(Reading {
            digest: blake3::hash(bytes),
            begun: reader.progress().begun(),
            played: (count >= TELLING).then(|| decisions.finalize()),
            host: header.labels.get(host_label).cloned(),
            players: (0..header.seats)
                .zip(players::labelled(&header))
                .map(|(seat, name)| name.unwrap_or_else(|| Seat(seat).to_string()))
                .collect(),
            seed: (!together && by_chance).then_some(header.seed),
            given,
            decks: setup.decks.clone(),
            first: header.labels.get(duelog_verifier::several::GAME).is_none_or(|game| game == "1"),
            backwards,
            openings: if by_chance { openings(games, bytes).unwrap_or_default() } else { Vec::new() },
            game: header.game,
        })
    }
}

/// The opening hands of a match; none where it does not get there.
fn openings(games: &Games, bytes: &[u8]) -> Option<Vec<Opening>> {
    let mut replay = Replay::start(games, bytes, false).ok()?;
    for _ in 0..BEFORE_HANDS_MAX {
        let view = replay.game().view(Viewer::Judge);
        let of = |seat: Seat, names: &[&str]| {
            view.zones.iter().find(|zone| zone.seat == Some(seat) && names.contains(&zone.name.as_str()))
        };
        let dealt = |seat: Seat| {
            let (hand, library) = (of(seat, &[HAND])?, of(seat, &PILES)?);
            (hand.count > 0 && library.count > 0).then(|| Opening {
                seat,
                hand: names(hand, u32::MAX),
                next: names(library, FIRST_DRAWS),
                library: names(library, u32::MAX),
            })
        };
        let all: Option<Vec<Opening>> = view.players.iter().map(|player| dealt(player.seat)).collect();
        if all.is_some() {
            return all;
        }
        replay.step().ok()??;
    }
    None
}

/// The first cards of a zone, by name: a judge's view of a library has its top first.
fn names(zone: &ZoneView, most: u32) -> BTreeMap<String, u32> {
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    for card in zone.cards.iter().take(most as usize) {
        *names.entry(card.name.clone()).or_default() += 1;
    }
    names
}
