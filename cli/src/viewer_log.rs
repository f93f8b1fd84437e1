//! Viewers' logs to look at: what one viewer was told of a match, decision by decision, and the seals that prove it.

use std::collections::BTreeMap;

use duelog_kernel::decision::Asked;
use duelog_kernel::figure::Figure;
use duelog_kernel::table::Words;
use duelog_kernel::view::{CardView, Fact, PlayerView, ZoneView};
use duelog_kernel::{Choice, Item, ObjectId, Seat, View, Viewer};
use duelog_log_format::{Observation, ObservedFact, SeenZone, VIEW_MAGIC, ViewFault, ViewLog};
use duelog_verifier::{Report, outcome_in_words};
use serde_json::Value;

use crate::games;
use crate::output::{Context, Failure};
use crate::players::label;
use crate::replayed::Looking;
use crate::source::Source;

mod facts;
mod history;

pub use facts::{info, show};
pub use history::{HistoryPart, history};

/// The answer of `history` where nothing is told.
pub const NOTHING: &str = "Nothing of this happened. `--all` tells everything, without a filter.";

/// The warning about the words of a viewer's log, wherever they are told.
pub const UNBOUND: &str = "what happened in words is as the host's engine tells it: no seal binds words";

/// A viewer's log that is looked at.
pub struct ViewerLog {
    /// The log as far as it could be read.
    pub log: ViewLog,
    /// Why no more of it could be read.
    pub fault: Option<ViewFault>,
    /// Whose it is.
    pub viewer: Viewer,
    /// The names of the players, by seat.
    pub names: Vec<Option<String>>,
    /// The game's name; empty where this build does not have the game.
    game: &'static str,
    /// The name of the players' score.
    score: &'static str,
    words: Words,
}

/// Returns whether these are the bytes of a viewer's log.
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(&VIEW_MAGIC)
}

impl ViewerLog {
    /// Reads a viewer's log as far as it goes; where nothing can be read, says why.
    ///
    /// # Errors
    /// Wrong use where somebody else is to look, or for names that the match does not have.
    pub fn open(
        source: &Source,
        bytes: &[u8],
        looking: &Looking,
        context: &Context,
    ) -> Result<Option<ViewerLog>, Failure> {
        let mut own = match ViewerLog::read(bytes) {
            Ok(own) => own,
            Err(fault) => {
                source.say(&Report::of_view(&fault, 0), context);
                return Ok(None);
            }
        };
        looking.fits(own.viewer)?;
        let public = &own.log.header.public;
        own.names = source.names(public.seats, &own.labels())?;
        if let Ok(factory) = games::factory(&public.game, None) {
            (own.game, own.score, own.words) = (factory.game(), factory.score(), factory.item_words());
        }
        Ok(Some(own))
    }

    /// The same without a game's words.
    ///
    /// # Errors
    /// The fault where nothing can be read.
    pub fn read(bytes: &[u8]) -> Result<ViewerLog, ViewFault> {
        let (log, fault) = ViewLog::read_far(bytes)?;
        let viewer = log.header.viewer.of_seat().map_or(Viewer::Public, Viewer::Seat);
        let words = Words { verbs: &[], symbols: &[] };
        let mut own = ViewerLog { log, fault, viewer, names: Vec::new(), game: "", score: "score", words };
        let labels = own.labels();
        own.names = (0..own.log.header.public.seats).map(|seat| labels.get(&label(seat)).cloned()).collect();
        Ok(own)
    }

    fn labels(&self) -> BTreeMap<String, String> {
        self.log.header.public.labels.iter().cloned().collect()
    }

    /// The name of the players' score.
    pub fn score(&self) -> &'static str {
        self.score
    }

    /// The fault of the log, if it has one.
    pub fn finding(&self) -> Option<Report> {
        self.fault.as_ref().map(|fault| Report::of_view(fault, self.log.decisions))
    }

    /// How it stands in one word: what is told holds, is not complete yet, or is damaged.
    pub fn word(&self) -> &'static str {
        match &self.fault {
            Some(fault) => fault.verdict.word(),
            None if self.log.closed() => "holds",
            None => "incomplete",
        }
    }

    /// After how many decisions the last seal stands.
    pub fn sealed(&self) -> u32 {
        self.log.seals.last().map_or(0, |seen| seen.seal.decisions)
    }

    /// Whose it is, and what proves it: one sentence.
    pub fn proof(&self) -> String {
        let log = &self.log;
        let (seals, sealed, open) = (log.seals.len(), self.sealed(), log.unsealed());
        let bound = match seals {
            0 => "no seal stands in it yet".to_string(),
            1 => format!("what was told up to decision {sealed} is what its seal says"),
            seals => format!("what was told up to decision {sealed} is what its {seals} seals say"),
        };
        let open = if open > 0 {
            format!(", and the last {open} that were told are not sealed")
        } else {
            String::new()
        };
        let end = match (&self.fault, &log.outcome) {
            (Some(fault), _) => format!("it is {} after decision {}", fault.verdict, log.decisions),
            (None, Some(_)) if log.closed() => "complete".to_string(),
            (None, Some(_)) => "the match is over".to_string(),
            (None, None) => "growing: the match goes on, or the rest is missing".to_string(),
        };
        format!(
            "what {} was told of a match of {}, {end}; {bound}{open}",
            log.header.viewer, log.header.public.game
        )
    }

    /// How the match ended, as far as the viewer was told.
    pub fn end(&self) -> String {
        match &self.log.outcome {
            Some(outcome) => outcome_in_words(outcome),
            None => "the log ends here, and the match is not over".to_string(),
        }
    }

    /// Goes through all that was told: each observation with what is known after it, and the answer of the viewer in
    /// words, where it is one.
    pub fn walk(&self, mut see: impl FnMut(&ToldObservation<'_>, &Known)) {
        let bound = self.log.observations.len() - self.log.unsealed() as usize;
        let mut known = Known::default();
        for (place, (observation, words)) in self.log.observations.iter().zip(&self.log.words).enumerate() {
            let answer = observation.choice().map(|choice| self.choice_in_words(&known, &choice));
            let asked = known.asked.take();
            known.apply(observation, words);
            see(&ToldObservation { observation, words, answer, asked, sealed: place < bound }, &known);
        }
    }

    /// Returns the viewer's knowledge after this number of decisions; after everything without a number.
    pub fn known_at(&self, decision: Option<u32>) -> Known {
        let mut at = Known::default();
        self.walk(|told, known| {
            let decides = match told.observation.what {
                ObservedFact::Begun(_) | ObservedFact::Decided { .. } => true,
                ObservedFact::Rewound { .. } | ObservedFact::Ended(_) => false,
            };
            if decision.is_none_or(|wanted| known.decision < wanted || (known.decision == wanted && decides))
            {
                at = known.clone();
            }
        });
        at
    }

    /// A choice in words, as far as the viewer knows what it names.
    fn choice_in_words(&self, known: &Known, choice: &Choice) -> String {
        match choice {
            Choice::Pick(items) if items.is_empty() => "nothing".to_string(),
            Choice::Pick(items) => joined(items.iter().map(|item| self.item_in_words(known, item))),
            Choice::Number(number) => number.to_string(),
            Choice::Split(shares) => joined(
                shares.iter().map(|(item, share)| format!("{share} to {}", self.item_in_words(known, item))),
            ),
            Choice::Name(name) => name.clone(),
        }
    }

    /// An item in words, as far as the viewer knows what it names.
    pub fn item_in_words(&self, known: &Known, item: &Item) -> String {
        let name = |names: &[&str], place: u8| {
            names.get(usize::from(place)).copied().unwrap_or("act with").to_string()
        };
        let label = |id: ObjectId| known.label(id);
        match *item {
            Item::Pass => "pass".to_string(),
            Item::Flag(true) => "yes".to_string(),
            Item::Flag(false) => "no".to_string(),
            Item::Seat(seat) => seat.to_string(),
            Item::Object(id) => label(id),
            Item::Ability(id, place) => format!("ability {} of {}", u64::from(place) + 1, label(id)),
            Item::Mode(mode) => format!("mode {}", u64::from(mode) + 1),
            Item::Number(number) => number.to_string(),
            Item::Symbol(symbol) => name(self.words.symbols, symbol),
            Item::Act(verb, id) => format!("{} {}", name(self.words.verbs, verb), label(id)),
            Item::Pair(one, other) => format!("{} and {}", label(one), label(other)),
            Item::PairSeat(id, seat) => format!("{} and {seat}", label(id)),
            Item::Concede => "concede".to_string(),
            Item::Draw => "agree to a draw".to_string(),
        }
    }

    /// A table of what is known.
    pub fn view(&self, known: &Known) -> View {
        let public = &self.log.header.public;
        let score = |seat: u8| known.scores.get(usize::from(seat)).map(|score| Fact::new(self.score, score));
        let zones = known.zones();
        let player = |seat: u8| {
            let own = zones.iter().filter(|zone| zone.seat == Some(Seat(seat)));
            let counts = own.map(|zone| Fact::new(zone.name.as_str(), zone.count));
            let lost = known.has_left(Seat(seat)).map(|why| Fact::new("lost", why));
            PlayerView {
                seat: Seat(seat),
                facts: score(seat).into_iter().chain(counts).chain(lost).collect(),
            }
        };
        let turn = (known.turn > 0).then(|| Fact::new("turn", known.turn));
        let active = known.active.map(|seat| Fact::new("active", seat));
        View {
            game: self.game,
            decisions: known.decision,
            turn: turn.into_iter().chain(active).collect(),
            players: (0..public.seats).map(player).collect(),
            zones,
            request: None,
            waiting_for: known.awaited,
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// One observation of a viewer's log.
pub struct ToldObservation<'a> {
    /// The facts.
    pub observation: &'a Observation,
    /// The events in words.
    pub words: &'a [String],
    /// The viewer's own answer in words, where it is one.
    pub answer: Option<String>,
    /// The question that it answers, where the viewer was asked.
    pub asked: Option<Asked>,
    /// True if a seal binds it.
    pub sealed: bool,
}

/// A viewer's knowledge of the table.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// How many decisions were made, those that were taken back included.
    pub decision: u32,
    /// The turn, as the words have it; 0 before the first.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Option<Seat>,
    /// The score of each player, by seat.
    pub scores: Vec<i64>,
    /// The player who must answer.
    pub awaited: Option<Seat>,
    /// The question to the viewer.
    pub asked: Option<Asked>,
    /// The zones of the match.
    named: Vec<SeenZone>,
    counts: BTreeMap<u32, u32>,
    cards: BTreeMap<ObjectId, (Option<u32>, String)>,
    /// Who has lost, as the words have it: after how many decisions of the line, and why; then whether that player has
    /// left a game that the others play on.
    lost: Vec<(usize, Seat, String)>,
    gone: Vec<(usize, Seat)>,
    /// The decisions of the line: the number of each, and the turn after it.
    line: Vec<(u32, u32, Option<Seat>)>,
}

impl Known {
    /// Why a player has left a game that others play on; nothing of a player who has not.
    pub fn has_left(&self, seat: Seat) -> Option<&str> {
        let gone = self.gone.iter().any(|gone| gone.1 == seat);
        let why =
            || self.lost.iter().rev().find(|lost| lost.1 == seat).map_or("lost", |lost| lost.2.as_str());
        gone.then(why)
    }

    fn apply(&mut self, told: &Observation, words: &[String]) {
        match &told.what {
            ObservedFact::Begun(zones) => self.named.clone_from(zones),
            ObservedFact::Decided { .. } => {
                self.decision += 1;
                self.line.push((self.decision, self.turn, self.active));
            }
            ObservedFact::Rewound { to } => {
                // All that is known is told again.
                self.counts.clear();
                self.cards.clear();
                self.scores.clear();
                self.line.truncate(*to as usize);
                self.lost.retain(|lost| lost.0 <= *to as usize);
                self.gone.retain(|gone| gone.0 <= *to as usize);
                (self.turn, self.active) = self.line.last().map_or((0, None), |last| (last.1, last.2));
            }
            ObservedFact::Ended(_) => {}
        }
        self.counts.extend(told.counts.iter().copied());
        if !told.scores.is_empty() {
            self.scores.clone_from(&told.scores);
        }
        for card in &told.cards {
            match &card.place {
                Some(place) => drop(self.cards.insert(card.id, (place.zone, place.name.clone()))),
                None => drop(self.cards.remove(&card.id)),
            }
        }
        self.awaited = told.awaited;
        self.asked = told.request.as_deref().and_then(Asked::read);
        for (turn, active) in words.iter().filter_map(|words| turn_begun(words)) {
            (self.turn, self.active) = (turn, Some(active));
        }
        let now = self.line.len();
        self.lost.extend(
            words.iter().filter_map(|words| lost(words)).map(|(seat, why)| (now, seat, why.to_string())),
        );
        self.gone.extend(words.iter().filter_map(|words| left(words)).map(|seat| (now, seat)));
        if let Some(last) = self.line.last_mut() {
            (last.1, last.2) = (self.turn, self.active);
        }
    }

    /// The number of the decision that the line ends with.
    pub fn number(&self) -> u32 {
        self.line.last().map_or(0, |last| last.0)
    }

    fn label(&self, id: ObjectId) -> String {
        self.cards.get(&id).map_or_else(|| id.to_string(), |card| format!("{} {id}", card.1))
    }

    /// A zone by its place, as a name and a seat.
    pub fn zone(&self, place: u32) -> Option<&SeenZone> {
        self.named.get(place as usize)
    }

    fn zones(&self) -> Vec<ZoneView> {
        let last = self.named.len().saturating_sub(1);
        let lies_in =
            |place: usize, zone: Option<u32>| zone.map_or(place == last, |zone| zone as usize == place);
        let zone = |(place, zone): (usize, &SeenZone)| {
            let card = |(id, card): (&ObjectId, &(Option<u32>, String))| CardView {
                id: *id,
                name: card.1.clone(),
                line: String::new(),
                facts: Vec::new(),
                figure: Figure::default(),
            };
            let cards: Vec<CardView> =
                self.cards.iter().filter(|own| lies_in(place, own.1.0)).map(card).collect();
            let told =
                u32::try_from(place).ok().and_then(|place| self.counts.get(&place)).copied().unwrap_or(0);
            let count = told.max(u32::try_from(cards.len()).unwrap_or(u32::MAX));
            ZoneView { name: zone.name.clone(), seat: zone.seat, count, cards }
        };
        self.named.iter().enumerate().map(zone).filter(|zone| zone.count > 0).collect()
    }
}

/// A value without the fields that do not apply.
fn present(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(|field| *field = present(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = present(item.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

/// Who loses the game by these words, and why.
fn lost(words: &str) -> Option<(Seat, &str)> {
    let (seat, why) = words.strip_prefix("seat ")?.split_once(" loses the game: ")?;
    Some((Seat(seat.parse().ok()?), why))
}

/// Who has left the game by these words.
fn left(words: &str) -> Option<Seat> {
    let seat = words.strip_prefix("seat ")?.strip_suffix(" has left the game")?;
    seat.parse().ok().map(Seat)
}

/// The turn that words say begins, and whose it is.
fn turn_begun(words: &str) -> Option<(u32, Seat)> {
    let rest = words.strip_prefix("turn ")?;
    let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
    let (turn, rest) = rest.split_at(digits);
    let seat = rest.strip_prefix(" begins").unwrap_or(rest).strip_prefix(": seat ")?;
    Some((turn.parse().ok()?, Seat(seat.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who left has no score any more, until the match goes back to before that.
    #[test]
    fn who_left_is_found_in_the_words() {
        let told = |what, words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let (counts, scores, cards) = (Vec::new(), Vec::new(), Vec::new());
            (Observation { what, counts, scores, cards, awaited: None, request: None }, words)
        };
        let mut known = Known::default();
        let decided = || ObservedFact::Decided { seat: Seat(0), choice: None };
        for (observation, words) in [
            told(decided(), &["seat 2 loses the game: conceded", "seat 2 has left the game"]),
            told(decided(), &["seat 1 has left the game hungry"]),
        ] {
            known.apply(&observation, &words);
        }
        assert_eq!([0, 1, 2].map(|seat| known.has_left(Seat(seat))), [None, None, Some("conceded")]);
        let (back, words) = told(ObservedFact::Rewound { to: 0 }, &[]);
        known.apply(&back, &words);
        assert_eq!(known.has_left(Seat(2)), None, "the match went back");
    }

    #[test]
    fn turns_are_found_in_the_words_of_all_games() {
        assert_eq!(turn_begun("turn 14: seat 1"), Some((14, Seat(1))));
        assert_eq!(turn_begun("turn 3 begins: seat 0"), Some((3, Seat(0))));
        for other in
            ["turn", "turn : seat 1", "turn 4", "turn 4: the end", "seat 1 skips a turn", "turn 4: seat x"]
        {
            assert_eq!(turn_begun(other), None, "{other}");
        }
    }
}
