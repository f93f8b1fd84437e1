//! The steps of a log as tables: what lies where at each of them.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::prose::numbered;

use crate::board::{Card, Pair, Player, SHARES, Table, Zone};
use crate::report::{Change, Shown, Sort, Step};
use crate::table::left;

/// After how many steps a table is kept, so that none is far from one.
const KEPT_EVERY: usize = 64;

/// A log whose tables can be looked at.
pub struct Reel {
    /// The shown log.
    pub shown: Shown,
    kept: Vec<Raw>,
}

/// The table at a step, by places in the pools.
#[derive(Debug, Clone, Default)]
pub struct Raw {
    zones: BTreeMap<u32, (u32, Vec<u32>)>,
    objects: BTreeMap<u32, u32>,
    players: BTreeMap<u8, u32>,
    turn: Option<u32>,
}

impl Raw {
    fn apply(&mut self, change: &Change) {
        for (zone, count, objects) in &change.zones {
            self.zones.insert(*zone, (*count, objects.clone()));
        }
        self.objects.extend(change.objects.iter().copied());
        self.players.extend(change.players.iter().map(|(seat, facts)| (seat.0, *facts)));
        self.turn = change.turn.or(self.turn);
    }
}

impl Reel {
    /// The tables of what is shown.
    pub fn new(shown: Shown) -> Reel {
        let mut raw = Raw::default();
        let mut kept = Vec::new();
        for (place, step) in shown.steps.iter().enumerate() {
            raw.apply(&step.change);
            if place.is_multiple_of(KEPT_EVERY) {
                kept.push(raw.clone());
            }
        }
        Reel { shown, kept }
    }

    /// The last step.
    pub fn last(&self) -> usize {
        self.shown.steps.len().saturating_sub(1)
    }

    /// A step.
    pub fn step(&self, place: usize) -> &Step {
        &self.shown.steps[place.min(self.last())]
    }

    /// A text.
    pub fn text(&self, place: u32) -> &str {
        self.shown.pools.texts.get(place).map_or("", String::as_str)
    }

    /// A list of places.
    pub fn list(&self, place: u32) -> &[u32] {
        self.shown.pools.lists.get(place).map_or(&[], Vec::as_slice)
    }

    /// A player's name.
    pub fn player(&self, seat: u8) -> &str {
        let player = self.shown.head.players.get(usize::from(seat));
        player.map_or("", |player| player.name.as_str())
    }

    /// A step in one line.
    pub fn line(&self, step: &Step) -> String {
        let text = self.text(step.text);
        let who = step.seat.map_or("", |seat| self.player(seat.0));
        match step.sort {
            Sort::Answer => format!("{who}: {text}"),
            Sort::Disputed => format!("{who}, disputed: {text}"),
            Sort::Event | Sort::Rewind | Sort::Note | Sort::End => text.to_string(),
        }
    }

    /// The step of the turn in which a step is, in words.
    pub fn step_words(&self, step: &Step) -> &str {
        self.shown.head.step_words.get(step.step).map_or("", String::as_str)
    }

    /// The table at a step.
    pub fn raw(&self, place: usize) -> Raw {
        let from = place.min(self.last()) / KEPT_EVERY;
        let mut raw = self.kept.get(from).cloned().unwrap_or_default();
        let rest = self.shown.steps.iter().take(place + 1).skip(from * KEPT_EVERY + 1);
        rest.for_each(|step| raw.apply(&step.change));
        raw
    }

    /// The table as it is drawn.
    pub fn table(&self, raw: &Raw, place: usize) -> Table<'_> {
        let head = &self.shown.head;
        let player = |player: &crate::report::Player| Player {
            seat: player.seat.0,
            name: player.name.clone(),
            facts: self.facts(raw, player.seat.0),
        };
        Table {
            zones: self.zones(raw),
            players: head.players.iter().map(player).collect(),
            turn: self.turn(raw),
            score: head.score,
            step: Some(self.step_words(self.step(place)).to_string()),
        }
    }

    /// The zones of a table in the game's order.
    pub fn zones(&self, raw: &Raw) -> Vec<Zone<'_>> {
        let zone = |(place, (count, objects)): (&u32, &(u32, Vec<u32>))| {
            let (name, seat) = self.shown.pools.zones.get(*place).copied().unwrap_or_default();
            Zone {
                name: self.text(name),
                seat: u8::try_from(seat).ok(),
                count: *count,
                cards: objects
                    .iter()
                    .filter_map(|object| Some((*object, self.card(raw, *object)?)))
                    .collect(),
            }
        };
        raw.zones.iter().map(zone).collect()
    }

    /// The look of an object.
    pub fn card(&self, raw: &Raw, object: u32) -> Option<Card<'_>> {
        let place = *raw.objects.get(&object)?;
        let parts = self.shown.pools.cards.get(place)?;
        let [name, line, figure, ..] = parts.as_slice() else { return None };
        let figure = self.shown.pools.figures.get(*figure)?;
        Some(Card { place, name: self.text(*name), line: self.text(*line), figure })
    }

    /// The facts of an object.
    pub fn facts_of(&self, raw: &Raw, object: u32) -> Vec<Pair<'_>> {
        let parts = raw.objects.get(&object).and_then(|place| self.shown.pools.cards.get(*place));
        parts.iter().flat_map(|parts| parts.iter().skip(3)).filter_map(|fact| self.fact(*fact)).collect()
    }

    /// The facts of a player.
    pub fn facts(&self, raw: &Raw, seat: u8) -> Vec<Pair<'_>> {
        self.pairs(raw.players.get(&seat).copied())
    }

    /// The facts of the turn.
    pub fn turn(&self, raw: &Raw) -> Vec<Pair<'_>> {
        self.pairs(raw.turn)
    }

    fn pairs(&self, list: Option<u32>) -> Vec<Pair<'_>> {
        list.map_or(&[][..], |list| self.list(list)).iter().filter_map(|fact| self.fact(*fact)).collect()
    }

    fn fact(&self, place: u32) -> Option<Pair<'_>> {
        let (name, value) = self.shown.pools.facts.get(place)?;
        Some((self.text(*name), self.text(*value)))
    }

    /// Objects that look otherwise or lie elsewhere than one step before.
    pub fn changed(&self, place: usize) -> BTreeSet<u32> {
        if place == 0 {
            return BTreeSet::new();
        }
        let change = &self.step(place).change;
        let mut changed: BTreeSet<u32> = change.objects.iter().map(|pair| pair.0).collect();
        if !change.zones.is_empty() {
            let before = self.raw(place - 1);
            for (zone, _, objects) in &change.zones {
                let old = before.zones.get(zone).map_or(&[][..], |zone| zone.1.as_slice());
                changed.extend(objects.iter().filter(|object| !old.contains(object)));
            }
        }
        changed
    }

    /// How an object came to be what it is, as far as that has been explained: lines.
    pub fn explanation(&self, place: usize, object: u32) -> Vec<String> {
        let steps = self.shown.steps.iter().take(place + 1).rev();
        let found = steps.flat_map(|step| &step.explained).find(|pair| pair.0 == object);
        let layers = found.and_then(|found| self.shown.pools.explanations.get(found.1));
        let told = |(layer, _, source, change, rule): &(u32, i64, u32, u32, u32)| {
            let [layer, source, change, rule] = [layer, source, change, rule].map(|text| self.text(*text));
            format!("{layer} (§\u{a0}{rule}): {change} - {source}")
        };
        layers.into_iter().flatten().map(told).collect()
    }

    /// The last step that follows from a decision.
    pub fn last_of(&self, decision: u32) -> Option<usize> {
        self.shown.steps.iter().rposition(|step| step.decision == decision && step.sort != Sort::Note)
    }

    /// The step that is disputed.
    pub fn disputed(&self) -> Option<usize> {
        let sorted = self.shown.steps.iter().position(|step| step.sort == Sort::Disputed);
        sorted.or_else(|| self.shown.finding.as_ref().and_then(|report| self.last_of(report.at?)))
    }

    /// The steps at which turns begin.
    pub fn turns(&self) -> Vec<usize> {
        let steps = &self.shown.steps;
        (0..steps.len()).filter(|place| *place == 0 || steps[place - 1].turn != steps[*place].turn).collect()
    }

    /// A player's score at a step; a team that shares it has it once, with the first of its players.
    pub fn score(&self, raw: &Raw, seat: u8) -> &str {
        let fact =
            |seat, name| self.facts(raw, seat).into_iter().find(|fact| fact.0 == name).map(|fact| fact.1);
        let mate = || {
            let with = fact(seat, SHARES)?;
            let called = |other: u8| with == self.player(other) || with == format!("seat {other}");
            self.shown.head.players.iter().map(|player| player.seat.0).find(|other| called(*other))
        };
        let score = self.shown.head.score;
        fact(seat, score).or_else(|| fact(mate()?, score)).unwrap_or_default()
    }

    /// A player's score at a step, in words, or that the player has left the game.
    pub fn standing(&self, raw: &Raw, seat: u8) -> String {
        let head = &self.shown.head;
        match left(head.players.len(), self.facts(raw, seat)) {
            Some(_) => "left the game".to_string(),
            None => numbered(self.score(raw, seat), head.score),
        }
    }

    /// Returns whether every word stands in what a step says.
    pub fn says(&self, step: &Step, words: &[String]) -> bool {
        let line = self.line(step).to_lowercase();
        words.iter().all(|word| line.contains(word))
    }
}

/// Returns whether a step is one at which somebody decides.
pub fn decides(step: &Step) -> bool {
    match step.sort {
        Sort::Answer | Sort::Disputed => true,
        Sort::End => step.asked.is_some(),
        Sort::Event | Sort::Rewind | Sort::Note => false,
    }
}
