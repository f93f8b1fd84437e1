//! The clock of a match: terms in labels of the header, readings in annotations, and their arithmetic (SPEC 21).

use std::collections::BTreeMap;
use std::fmt;

use duelog_kernel::{Choice, Item, Seat};
use serde::{Deserialize, Serialize};

use crate::record::{Annotation, Record, Topic};

/// The label with the time of each seat in milliseconds, and what of each decision is free: `1500000+10000`.
pub const TERMS: &str = "clock-terms";
/// The label with the time in milliseconds after which a player who has left gives up.
pub const ABSENCE: &str = "clock-absence";

/// The longest time that terms state: a week.
pub const MOST_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

const START: &str = "start";
const AWAY: &str = "away";
const BACK: &str = "back";

/// The terms of a clock, the same for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClockTerms {
    /// The time of each seat.
    pub main_ms: u64,
    /// The time that each decision may take before the clock runs.
    pub free_ms: u64,
    /// The time after which a player who has left the table gives up, where the host wants that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absence_ms: Option<u64>,
}

/// Why the host has a player give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LossReason {
    /// The player's time has run out.
    Time,
    /// The player has left the table for too long.
    Absence,
}

impl LossReason {
    /// The text of the penalty that says so.
    pub fn text(self) -> &'static str {
        match self {
            LossReason::Time => "loss on time",
            LossReason::Absence => "loss by absence",
        }
    }

    /// The reason that the text of a penalty gives.
    pub fn of(text: &str) -> Option<LossReason> {
        [LossReason::Time, LossReason::Absence].into_iter().find(|reason| reason.text() == text)
    }
}

/// A player who gave up because the host said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub reason: LossReason,
    /// The decision record by which the player gives up.
    pub decision: u32,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.reason {
            LossReason::Time => "their time had run out",
            LossReason::Absence => "they had left the table for too long",
        };
        write!(f, "the host had {} give up by decision {}: {why}", self.seat, self.decision)
    }
}

/// The first fault of a clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{what}")]
pub struct ClockFault {
    /// How many decision records stand before it.
    pub decision: u32,
    /// The fault, in one sentence.
    pub what: String,
}

/// A number as labels and readings have it: without signs and leading zeros.
fn number(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().filter(|number| number.to_string() == text)
}

/// A time of the terms.
fn time(text: &str) -> Option<u64> {
    number(text).filter(|ms| (1..=MOST_MS).contains(ms))
}

impl ClockTerms {
    /// The terms that labels of a header state; none where there is no clock.
    ///
    /// # Errors
    /// The label that states no terms.
    pub fn of(labels: &BTreeMap<String, String>) -> Result<Option<ClockTerms>, ClockFault> {
        let wrong = |label: &str, text: &str| ClockFault {
            decision: 0,
            what: format!("the label {label} is \"{text}\", which states no time in milliseconds"),
        };
        let Some(terms) = labels.get(TERMS) else {
            return match labels.get(ABSENCE) {
                None => Ok(None),
                Some(_) => Err(ClockFault {
                    decision: 0,
                    what: format!("the label {ABSENCE} stands without {TERMS}"),
                }),
            };
        };
        let (main, free) = match terms.split_once('+') {
            None => (time(terms), Some(0)),
            Some((main, free)) => (time(main), time(free)),
        };
        let (Some(main_ms), Some(free_ms)) = (main, free) else { return Err(wrong(TERMS, terms)) };
        let absence = labels.get(ABSENCE).map(|text| time(text).ok_or_else(|| wrong(ABSENCE, text)));
        Ok(Some(ClockTerms { main_ms, free_ms, absence_ms: absence.transpose()? }))
    }

    /// The labels that state them.
    pub fn labels(&self) -> Vec<(String, String)> {
        let free = if self.free_ms > 0 { format!("+{}", self.free_ms) } else { String::new() };
        let terms = (TERMS.to_string(), format!("{}{free}", self.main_ms));
        let absence = self.absence_ms.map(|ms| (ABSENCE.to_string(), ms.to_string()));
        [Some(terms), absence].into_iter().flatten().collect()
    }
}

/// The clock of a match as its log tells it, record by record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameClock {
    terms: ClockTerms,
    left: Vec<u64>,
    /// The time of the last record that the clock knows.
    last_ms: u64,
    /// When the time that is used began: at the last start or reading.
    since_ms: Option<u64>,
    /// Who made a decision that has no reading yet, and by which decision of the host.
    unread: Option<(Seat, Option<LossReason>)>,
    /// Who has to give up, as the host has said.
    lost: Option<(Seat, LossReason)>,
    /// By seat, since when the player is away.
    away: Vec<Option<u64>>,
    losses: Vec<Loss>,
    decisions: u32,
}

impl GameClock {
    /// The clock of a match with this number of seats, before it starts.
    pub fn new(terms: ClockTerms, seats: u8) -> GameClock {
        let seats = usize::from(seats);
        GameClock {
            terms,
            left: vec![terms.main_ms; seats],
            last_ms: 0,
            since_ms: None,
            unread: None,
            lost: None,
            away: vec![None; seats],
            losses: Vec::new(),
            decisions: 0,
        }
    }

    /// The terms.
    pub fn terms(&self) -> ClockTerms {
        self.terms
    }

    /// The time that each seat has left.
    pub fn left_ms(&self) -> &[u64] {
        &self.left
    }

    /// Who gave up because the host said so.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Who has to give up next, as the host has said.
    pub fn lost(&self) -> Option<(Seat, LossReason)> {
        self.lost
    }

    /// Returns whether the clock was started.
    pub fn started(&self) -> bool {
        self.since_ms.is_some()
    }

    /// Returns whether the last decision has no reading yet.
    pub fn unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Since when a player is away.
    pub fn away_since(&self, seat: Seat) -> Option<u64> {
        self.away.get(usize::from(seat.0)).copied().flatten()
    }

    /// The time that a seat would have left after a decision that took so long.
    pub fn left_after(&self, seat: Seat, used_ms: u64) -> u64 {
        let left = self.left.get(usize::from(seat.0)).copied().unwrap_or(0);
        left.saturating_sub(used_ms.saturating_sub(self.terms.free_ms))
    }

    /// The annotation that starts the clock, or lets it continue after a pause.
    pub fn start(&self, now_ms: u64) -> Annotation {
        self.note(Topic::Clock, None, now_ms, START.to_string())
    }

    /// The reading of the last decision; none where it has one.
    pub fn reading(&self, used_ms: u64, now_ms: u64) -> Option<Annotation> {
        let (seat, _) = self.unread?;
        let used = used_ms.min(self.passed(now_ms));
        let text = format!("used {used} left {}", self.left_after(seat, used));
        Some(self.note(Topic::Clock, Some(seat), now_ms, text))
    }

    /// The annotation of a player who leaves the table or comes back.
    pub fn seen(&self, seat: Seat, here: bool, now_ms: u64) -> Annotation {
        self.note(Topic::Clock, Some(seat), now_ms, if here { BACK } else { AWAY }.to_string())
    }

    /// The penalty by which the host has a player give up.
    pub fn loss(&self, seat: Seat, reason: LossReason, now_ms: u64) -> Annotation {
        self.note(Topic::Penalty, Some(seat), now_ms, reason.text().to_string())
    }

    /// How long it is since the time that is used began.
    pub fn passed(&self, now_ms: u64) -> u64 {
        now_ms.max(self.last_ms).saturating_sub(self.since_ms.unwrap_or(u64::MAX))
    }

    fn note(&self, topic: Topic, seat: Option<Seat>, now_ms: u64, text: String) -> Annotation {
        Annotation { topic, seat, time_ms: Some(now_ms.max(self.last_ms)), text }
    }

    /// Takes the next record of the log.
    ///
    /// # Errors
    /// The fault of the clock there; the clock is then as before.
    pub fn take(&mut self, record: &Record) -> Result<(), ClockFault> {
        let fault = |what: String| Err(ClockFault { decision: self.decisions, what });
        let number = self.decisions;
        if let Some((seat, _)) = self.unread
            && !matches!(record, Record::Annotation(note) if note.seat == Some(seat) && reads(note))
        {
            return fault(format!(
                "decision {number} of {seat} has no reading of the clock directly after it"
            ));
        }
        match record {
            Record::Decision(decision) => self.decided(decision.seat, &decision.choice),
            Record::Annotation(note) => self.noted(note),
            Record::Rewind(_) | Record::Outcome(_) => match self.lost {
                Some((seat, reason)) => fault(never(seat, reason)),
                None => Ok(()),
            },
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Seal(_)
            | Record::Signature(_)
            | Record::Observed(_)
            | Record::Given(_) => Ok(()),
        }
    }

    fn decided(&mut self, seat: Seat, choice: &Choice) -> Result<(), ClockFault> {
        let fault = |what: String| Err(ClockFault { decision: self.decisions, what });
        if self.since_ms.is_none() {
            return fault(format!("decision {} comes before the clock is started", self.decisions + 1));
        }
        if let Some((loser, reason)) = self.lost
            && (loser != seat || *choice != Choice::one(Item::Concede))
        {
            return fault(never(loser, reason));
        }
        self.decisions += 1;
        let reason = self.lost.take().map(|(_, reason)| reason);
        self.losses.extend(reason.map(|reason| Loss { seat, reason, decision: self.decisions }));
        self.unread = Some((seat, reason));
        Ok(())
    }

    fn noted(&mut self, note: &Annotation) -> Result<(), ClockFault> {
        let decision = self.decisions;
        let fault = |what: String| Err(ClockFault { decision, what });
        let reason = LossReason::of(&note.text).filter(|_| note.topic == Topic::Penalty);
        if note.topic != Topic::Clock && reason.is_none() {
            return Ok(());
        }
        let said = format!("the annotation \"{}\" after decision {decision}", note.text);
        let Some(now) = note.time_ms else { return fault(format!("{said} has no time")) };
        if now < self.last_ms {
            return fault(format!("{said} is of an earlier time than the one before"));
        }
        if let (None, START, false) = (note.seat, note.text.as_str(), reason.is_some()) {
            (self.last_ms, self.since_ms) = (now, Some(now));
            return Ok(());
        }
        let Some(seat) = note.seat.filter(|seat| usize::from(seat.0) < self.left.len()) else {
            return fault(format!("{said} names no seat"));
        };
        let away = self.away_since(seat);
        match (reason, note.text.as_str()) {
            (Some(reason), _) => self.loses(seat, reason, now)?,
            (None, AWAY) if away.is_none() => self.away[usize::from(seat.0)] = Some(now),
            (None, BACK) if away.is_some() => self.away[usize::from(seat.0)] = None,
            (None, AWAY | BACK) => return fault(format!("{said} says of {seat} what was said before")),
            (None, text) => match reading(text) {
                Some((used, left)) => self.read(seat, (used, left), now)?,
                None => return fault(format!("{said} is not a reading of the clock")),
            },
        }
        self.last_ms = now;
        Ok(())
    }

    /// A decision of the host that a player gives up.
    fn loses(&mut self, seat: Seat, reason: LossReason, now: u64) -> Result<(), ClockFault> {
        let fault = |what: String| Err(ClockFault { decision: self.decisions, what });
        if let Some((before, why)) = self.lost {
            return fault(never(before, why));
        }
        if reason == LossReason::Absence {
            let away = self.away_since(seat).map(|since| now - since);
            match (away, self.terms.absence_ms) {
                (_, None) => {
                    return fault(format!("{seat} loses by absence, and no terms of absence are stated"));
                }
                (None, _) => return fault(format!("{seat} loses by absence, and is at the table")),
                (Some(away), Some(most)) if away < most => {
                    return fault(format!("{seat} loses by absence after {away} of {most} ms"));
                }
                (Some(_), Some(_)) => {}
            }
        }
        self.lost = Some((seat, reason));
        Ok(())
    }

    fn read(&mut self, seat: Seat, (used, left): (u64, u64), now: u64) -> Result<(), ClockFault> {
        let decision = self.decisions;
        let fault = |what: String| Err(ClockFault { decision, what });
        let Some((of, reason)) = self.unread.filter(|(of, _)| *of == seat) else {
            return fault(format!("a reading of the clock of {seat} stands where it has decided nothing"));
        };
        let passed = now.saturating_sub(self.since_ms.unwrap_or(now));
        if used > passed {
            return fault(format!("decision {decision} of {of} used {used} ms, and {passed} ms had passed"));
        }
        let right = self.left_after(seat, used);
        if left != right {
            return fault(format!(
                "after decision {decision} {of} has {left} ms left by the log, and {right} ms by its clock"
            ));
        }
        if reason == Some(LossReason::Time) && left > 0 {
            return fault(format!("{of} loses on time by decision {decision}, with {left} ms left"));
        }
        self.left[usize::from(seat.0)] = left;
        (self.unread, self.since_ms) = (None, Some(now));
        Ok(())
    }
}

/// Returns whether an annotation is a reading.
fn reads(note: &Annotation) -> bool {
    note.topic == Topic::Clock && reading(&note.text).is_some()
}

/// The numbers of a reading: the time that was used, and what is left of it.
pub fn reading(text: &str) -> Option<(u64, u64)> {
    let (used, left) = text.strip_prefix("used ")?.split_once(" left ")?;
    Some((number(used)?, number(left)?))
}

/// A penalty that nothing came of.
fn never(seat: Seat, reason: LossReason) -> String {
    format!("the host noted \"{}\" of {seat}, and {seat} does not give up next", reason.text())
}
