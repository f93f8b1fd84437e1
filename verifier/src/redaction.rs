//! The parts of an observed log for one viewer: the viewer's log, and single opened facts.

use duelog_kernel::digest::hex;
use duelog_kernel::{Factory, Seat};
use duelog_log_format::observed::{OpenedZone, Roots, ViewerCode, Zone};
use duelog_log_format::{
    Disclosure, Fault, Observation, ObservedFact, Opened, Reader, Record, SeenZone, ViewLog,
};

use crate::observer::{onlookers, zones};
use crate::replay::{Replay, Stop};

/// Why a log gives nothing that can be shown.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// It is not observed.
    #[error("the log is not observed: its seals say nothing of what each viewer was told")]
    NotObserved,
    /// It does not replay.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// A seal at or before that decision is missing.
    #[error("no seal stands at or after decision {0}")]
    NoSeal(u32),
    /// The zone or card is unknown there.
    #[error("{0}")]
    Nothing(String),
    /// The player is unknown.
    #[error("the match has {seats} seats and no {seat}")]
    NoSeat {
        /// Who was named.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// Each player has a zone of that name.
    #[error("each player has a zone that is called {0}")]
    Whose(String),
    /// No player has a zone of that name: it is for all.
    #[error("{0} is not a player's zone")]
    Nobodys(String),
}

/// The logs of the public and then of each seat, out of the full one. It is replayed on the way, so that nothing
/// goes into them that does not follow from it.
///
/// # Errors
/// [`RedactError`] where the log is not observed, is at fault or does not replay.
pub fn redact(factory: &dyn Factory, log: &[u8]) -> Result<Vec<Vec<u8>>, RedactError> {
    let mut replay = Replay::with(factory, log, false)?.observing();
    replay.tell_in_words();
    let mut views: Vec<Vec<u8>> = Vec::new();
    while let Some(logged) = replay.step()? {
        let Some(observer) = replay.observer() else { continue };
        if views.is_empty() {
            views = observer.beginnings(replay.header(), replay.progress());
        }
        for (onlooker, view) in onlookers(replay.header().seats).zip(&mut views) {
            observer.add(&logged.record, onlooker, view);
        }
    }
    if views.is_empty() { Err(RedactError::NotObserved) } else { Ok(views) }
}

/// The fact to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactToOpen {
    /// The cards of a zone, or the one at a place from the end that the game calls the top, from 0 at the bottom.
    Zone {
        /// The zone's name.
        name: String,
        /// The player whose zone it is, if it is a player's.
        seat: Option<Seat>,
        /// One card alone, by its place.
        card: Option<u32>,
    },
    /// The observation of a seat with a decision.
    Told {
        /// The player.
        seat: Seat,
    },
}

/// A fact that was opened, and where: after how many decisions the seal stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disclosed {
    /// Its proof.
    pub disclosure: Disclosure,
    /// After how many decision records the seal stands that it is opened at.
    pub decisions: u32,
    /// The zones of the match, by the places that observations name.
    pub zones: Vec<SeenZone>,
}

/// Opens a fact of an observed log. A seat's observation is opened for the decision record `at` itself; cards
/// are opened at the first seal after `at` or more decision records.
///
/// # Errors
/// [`RedactError`] if the log is not observed or does not replay up to there, or lacks the seal or fact.
pub fn disclose(
    factory: &dyn Factory,
    log: &[u8],
    at: u32,
    wanted: &FactToOpen,
) -> Result<Disclosed, RedactError> {
    let mut replay = Replay::with(factory, log, false)?.observing();
    // The seat's observation with the decision: its place among all its observations, and the bytes.
    let (mut heard, mut place) = (None::<(u32, Vec<u8>)>, 0_u32);
    let mut told = None;
    has_seat(wanted, replay.header().seats)?;
    loop {
        if let (Some((place, bytes)), FactToOpen::Told { seat }) = (&heard, wanted) {
            let own = replay.observer().and_then(|seen| seen.told().get(usize::from(seat.0) + 1));
            told = own.and_then(|own| own.open(*place, bytes.clone()));
        }
        let Some(logged) = replay.step()? else { break };
        let Some(observer) = replay.observer() else { continue };
        match (&logged.record, wanted) {
            (
                Record::Observed(_) | Record::Decision(_) | Record::Rewind(_) | Record::Outcome(_),
                FactToOpen::Told { seat },
            ) => {
                let Some(told) = observer.told().get(usize::from(seat.0) + 1) else { continue };
                let is_it = match logged.record {
                    Record::Decision(_) => replay.progress().decisions() == at,
                    _ => at == 0 && place == 0,
                };
                if is_it {
                    heard = Some((place, told.latest().to_vec()));
                }
                place += 1;
            }
            (Record::Seal(seal), FactToOpen::Told { .. }) if heard.is_some() => {
                let roots = observer.roots().cloned();
                let fact = told.map(Opened::Told).ok_or(RedactError::NoSeal(at))?;
                return disclosed(&replay, seal.number, seal.decisions, roots, fact);
            }
            (Record::Seal(seal), FactToOpen::Zone { name, seat, card }) if seal.decisions >= at => {
                let (roots, secret) = (observer.roots().cloned(), *observer.secret());
                let zones = zones(replay.game());
                let place = zone_at(&zones, name, *seat)?;
                let opened = OpenedZone::open(&secret, seal.number, &zones, place as u32, *card);
                let opened = opened.ok_or_else(|| {
                    let count = zones[place].cards.len();
                    nothing(format!("{} has {count} cards there, counted from 0", zone_in_words(name, *seat)))
                })?;
                return disclosed(&replay, seal.number, seal.decisions, roots, Opened::Zone(opened));
            }
            _ => {}
        }
    }
    match (replay.observer(), wanted) {
        (None, _) => Err(RedactError::NotObserved),
        (Some(_), FactToOpen::Told { .. }) if heard.is_none() => {
            Err(nothing(format!("the log has no decision {at}")))
        }
        (Some(_), _) => Err(RedactError::NoSeal(at)),
    }
}

fn has_seat(wanted: &FactToOpen, seats: u8) -> Result<(), RedactError> {
    match wanted {
        FactToOpen::Zone { seat: Some(seat), .. } | FactToOpen::Told { seat } if seat.0 >= seats => {
            Err(RedactError::NoSeat { seat: *seat, seats })
        }
        FactToOpen::Zone { .. } | FactToOpen::Told { .. } => Ok(()),
    }
}

/// The place of a zone among all.
fn zone_at(zones: &[Zone], name: &str, seat: Option<Seat>) -> Result<usize, RedactError> {
    let named = || zones.iter().filter(|zone| zone.name == name);
    let found = zones.iter().position(|zone| (zone.name.as_str(), zone.seat) == (name, seat));
    found.ok_or_else(|| match seat {
        None if named().next().is_some() => RedactError::Whose(name.to_string()),
        Some(_) if named().any(|zone| zone.seat.is_none()) => RedactError::Nobodys(name.to_string()),
        None | Some(_) => {
            let mut names: Vec<&str> = zones.iter().map(|zone| zone.name.as_str()).collect();
            names.sort();
            names.dedup();
            nothing(format!("there is no zone {name}; there are: {}", names.join(", ")))
        }
    })
}

fn nothing(what: String) -> RedactError {
    RedactError::Nothing(what)
}

/// A zone as a sentence names it.
pub fn zone_in_words(name: &str, seat: Option<Seat>) -> String {
    seat.map_or_else(|| name.to_string(), |seat| format!("{name} of {seat}"))
}

fn disclosed(
    replay: &Replay<'_>,
    seal: u32,
    decisions: u32,
    roots: Option<Roots>,
    fact: Opened,
) -> Result<Disclosed, RedactError> {
    let roots = roots.ok_or(RedactError::NotObserved)?;
    let disclosure = Disclosure { match_id: replay.progress().begun(), seal, roots, fact };
    let zones = replay.observer().map_or_else(Vec::new, |observer| observer.zones().to_vec());
    Ok(Disclosed { disclosure, decisions, zones })
}

/// Why a viewer's log does not follow from a full one.
#[derive(Debug, thiserror::Error)]
pub enum NotOf {
    /// The full log gives none.
    #[error(transparent)]
    Redact(#[from] RedactError),
    /// It is of another match.
    #[error("the full log is of another match")]
    OtherMatch,
    /// The full log is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It tells something else.
    #[error("it tells something else than the full log from byte {0} on")]
    Differs(u64),
}

/// Checks that a viewer's log follows from a full log, as far as both go; returns whether one of them is
/// longer.
///
/// # Errors
/// [`NotOf`] if it does not.
pub fn follows(
    factory: &dyn Factory,
    view: &[u8],
    read: &ViewLog,
    full: &[u8],
) -> Result<std::cmp::Ordering, NotOf> {
    let mut reader = Reader::open(full)?;
    if reader.check()?.begun() != read.match_id {
        return Err(NotOf::OtherMatch);
    }
    let views = redact(factory, full)?;
    let own = views.get(usize::from(read.header.viewer.0)).ok_or(NotOf::OtherMatch)?;
    // Another build may tell the same in other words.
    let plain = |log: &[u8]| ViewLog::without_words(log).map_err(|_| NotOf::Differs(0));
    let (own, view) = (plain(own)?, plain(view)?);
    let same = own.iter().zip(&view).take_while(|(own, view)| own == view).count();
    if same < own.len().min(view.len()) {
        return Err(NotOf::Differs(same as u64));
    }
    Ok(view.len().cmp(&own.len()))
}

/// The viewer of the log: `public`, `seat 0`.
pub fn onlooker_word(onlooker: ViewerCode) -> String {
    onlooker.of_seat().map_or_else(|| "public".to_string(), |seat| seat.to_string())
}

/// An observation in words, line by line; `zones` are those of the match.
pub fn observation_in_words(told: &Observation, zones: &[SeenZone]) -> Vec<String> {
    let zone = |place: u32| {
        let zone = zones.get(place as usize);
        zone.map_or_else(|| format!("zone {place}"), |zone| zone_in_words(&zone.name, zone.seat))
    };
    let mut lines = Vec::new();
    if let ObservedFact::Decided { seat, choice: Some(choice) } = &told.what {
        lines.push(format!("the answer of {seat}, as logs have it: {}", hex(choice)));
    }
    lines.extend(told.counts.iter().map(|(place, count)| format!("{}: {count} cards", zone(*place))));
    if !told.scores.is_empty() {
        let scores = told.scores.iter().enumerate().map(|(seat, score)| format!("seat {seat} {score}"));
        lines.push(format!("score: {}", scores.collect::<Vec<_>>().join(", ")));
    }
    for card in &told.cards {
        lines.push(match &card.place {
            Some(place) => {
                let at = place.zone.map_or_else(|| "no zone".to_string(), zone);
                format!("{} {} is in {at}", place.name, card.id)
            }
            None => format!("card {} is not known any more", card.id),
        });
    }
    lines.extend(told.awaited.map(|seat| format!("{seat} is asked")));
    lines
}
