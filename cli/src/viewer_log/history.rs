//! A viewer's log, told as people tell a match or fact by fact.

use duelog_kernel::Seat;
use duelog_kernel::prose::numbered;
use duelog_log_format::{ObservedFact, SeenCard};
use duelog_verifier::moment::Moment;
use duelog_verifier::{outcome_in_words, zone_in_words};
use serde_json::{Value, json};

use super::{Known, NOTHING, ToldObservation, UNBOUND, ViewerLog, present, turn_begun};
use crate::output::{Context, Done, End, Failure};
use crate::plain::names_seat;
use crate::source::Source;
use crate::table;

/// The part of the log that is told.
pub struct HistoryPart<'a> {
    /// The moment to begin with.
    pub from: &'a Moment,
    /// The moment to end with.
    pub to: &'a Moment,
    /// Only this turn.
    pub turn: Option<u32>,
    /// In small letters; all of them must be in a line.
    pub texts: Vec<String>,
    /// Only what names this player.
    pub player: Option<Seat>,
    /// Tells facts too.
    pub all: bool,
}

/// Tells what a viewer was told.
///
/// # Errors
/// Wrong use for a moment that a viewer's log does not have.
pub fn history(source: &Source, own: &ViewerLog, wanted: &HistoryPart<'_>, context: &Context) -> Done {
    let (from, to) = (own.decision_of(wanted.from)?, own.decision_of(wanted.to)?);
    let finding = own.finding();
    for (flag, at) in [("--from", from), ("--to", to)] {
        if at > own.log.decisions && finding.is_none() {
            return Err(own.beyond(flag, at));
        }
    }
    if to < from {
        return Err(Failure::usage(
            format!("--to decision {to} is before --from decision {from}"),
            "name the earlier moment with --from",
        ));
    }
    if !context.json() {
        context.line(format_args!("{}; {UNBOUND}.", table::capital(&own.proof())));
    }
    let mut teller = Teller { own, wanted, context, last: to, turn: 0, told: false };
    own.walk(|told, known| {
        if (from..=to).contains(&known.decision) {
            teller.tell(told, known);
        }
        teller.turn = known.turn;
    });
    if !teller.told && finding.is_none() && !context.json() {
        context.complain(NOTHING);
    }
    finding.iter().for_each(|report| source.say(report, context));
    Ok(End::success_if(finding.is_none()))
}

struct Teller<'a> {
    own: &'a ViewerLog,
    wanted: &'a HistoryPart<'a>,
    context: &'a Context,
    /// The last decision that is told.
    last: u32,
    /// The turn in which what is told now happened.
    turn: u32,
    told: bool,
}

impl Teller<'_> {
    fn tell(&mut self, told: &ToldObservation<'_>, known: &Known) {
        let decision = known.decision;
        match &told.observation.what {
            ObservedFact::Decided { seat, .. } => {
                let words =
                    told.answer.clone().unwrap_or_else(|| format!("an answer that {seat} alone may know"));
                let text = format!("{seat}: {words}");
                let choice = told.observation.choice();
                let value = json!({ "kind": "answer", "seat": seat, "choice": choice, "text": told.answer });
                if self.wanted.all || self.context.json() {
                    self.line(decision, &text, value, told.sealed);
                }
            }
            ObservedFact::Rewound { .. } => {
                let to = known.number();
                self.line(
                    decision,
                    &format!("the match goes back to decision {to}"),
                    json!({ "kind": "rewind", "to": to }),
                    told.sealed,
                );
            }
            ObservedFact::Begun(_) | ObservedFact::Ended(_) => {}
        }
        for words in told.words {
            let value = json!({ "kind": "event", "turn": self.turn_of(words), "text": words });
            let begun = turn_begun(words);
            self.turn = begun.map_or(self.turn, |begun| begun.0);
            if begun.is_some() && !self.context.json() && self.fits(words) {
                let scores = self.scores(known);
                self.context.line("");
                self.context.line(format_args!("{}{scores}", table::capital(words)));
                self.told = true;
            } else {
                self.unbound(decision, words, value);
            }
        }
        if self.wanted.all || self.context.json() {
            self.facts(told, known);
        }
        if let ObservedFact::Ended(outcome) = &told.observation.what
            && decision <= self.last
        {
            let value = json!({ "kind": "outcome", "outcome": outcome });
            self.line(decision, &outcome_in_words(outcome), value, told.sealed);
        }
    }

    /// The turn in which words happened.
    fn turn_of(&self, words: &str) -> u32 {
        turn_begun(words).map_or(self.turn, |begun| begun.0)
    }

    fn scores(&self, known: &Known) -> String {
        let score = |(seat, score): (u8, &i64)| match known.has_left(Seat(seat)) {
            Some(_) => format!("{} left the game", Seat(seat)),
            None => format!("{}: {}", Seat(seat), numbered(score, self.own.score)),
        };
        let scores: Vec<String> = (0..).zip(&known.scores).map(score).collect();
        if scores.is_empty() { String::new() } else { format!("  ({})", scores.join(", ")) }
    }

    /// The facts of an observation, which its seal binds.
    fn facts(&mut self, told: &ToldObservation<'_>, known: &Known) {
        let zone = |place: u32| {
            known
                .zone(place)
                .map_or_else(|| format!("zone {place}"), |zone| zone_in_words(&zone.name, zone.seat))
        };
        let card = |card: &SeenCard| match &card.place {
            Some(place) => {
                format!("{} {} in {}", place.name, card.id, place.zone.map_or("no zone".to_string(), zone))
            }
            None => format!("{} not known any more", card.id),
        };
        let observed = told.observation;
        let mut parts: Vec<String> = observed.cards.iter().map(card).collect();
        parts.extend(observed.counts.iter().map(|(place, count)| format!("{}: {count} cards", zone(*place))));
        parts.extend(
            (0..)
                .zip(&observed.scores)
                .map(|(seat, score)| format!("{} {}", Seat(seat), numbered(score, self.own.score))),
        );
        parts.extend(observed.awaited.map(|seat| format!("{seat} is asked")));
        if parts.is_empty() {
            return;
        }
        let named = |card: &SeenCard| {
            let place = card.place.as_ref();
            let lies = place.and_then(|place| known.zone(place.zone?));
            json!({
                "id": card.id, "known": place.is_some(), "name": place.map(|place| &place.name),
                "zone": lies.map(|zone| &zone.name), "seat": lies.and_then(|zone| zone.seat),
            })
        };
        let cards: Vec<Value> = observed.cards.iter().map(named).collect();
        let value = json!({ "kind": "facts", "cards": cards, "scores": observed.scores, "awaited": observed.awaited, "asked": known.asked });
        self.line(known.decision, &format!("known: {}", parts.join("; ")), value, told.sealed);
    }

    fn fits(&self, text: &str) -> bool {
        let small = text.to_lowercase();
        self.wanted.turn.is_none_or(|turn| turn == self.turn)
            && self.wanted.texts.iter().all(|text| small.contains(text))
            && self.wanted.player.iter().all(|seat| names_seat(&small, *seat))
    }

    fn line(&mut self, decision: u32, text: &str, mut value: Value, sealed: bool) {
        value["sealed"] = json!(sealed);
        self.unbound(decision, text, value);
    }

    fn unbound(&mut self, decision: u32, text: &str, mut value: Value) {
        if !self.fits(text) {
            return;
        }
        self.told = true;
        if self.context.json() {
            value["decision"] = json!(decision);
            self.context.value(&present(value));
        } else {
            self.context.line(format_args!("{decision:>5}  {text}"));
        }
    }
}
