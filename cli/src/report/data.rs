//! The data of a page: every text, card and list of options once, and for each step only its changes.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::Seat;
use duelog_kernel::figure::Figure;
use duelog_kernel::view::{CardView, Explanation, Fact, View};
use serde::Serialize;

use crate::plain::{plain, with_names};

/// Things that are kept once and named by their place.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Pool<T> {
    #[serde(skip)]
    known: BTreeMap<String, u32>,
    all: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool { known: BTreeMap::new(), all: Vec::new() }
    }
}

impl<T: Serialize> Pool<T> {
    /// The content of a place.
    pub fn get(&self, place: u32) -> Option<&T> {
        self.all.get(place as usize)
    }

    /// The place of a thing.
    fn place(&mut self, value: T) -> u32 {
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let all = &mut self.all;
        *self.known.entry(serde_json::to_string(&value).unwrap_or_default()).or_insert_with(|| {
            all.push(value);
            next
        })
    }
}

/// A step of an explanation: layer, timestamp or -1, source, change, rule.
pub type Layer = (u32, i64, u32, u32, u32);

/// The pools of a page.
#[derive(Debug, Default, Serialize)]
pub struct Pools {
    /// Every text.
    pub texts: Pool<String>,
    /// Name and value, both texts.
    pub facts: Pool<(u32, u32)>,
    /// The looks of cards, as values.
    pub figures: Pool<Figure>,
    /// Name, line, figure, and then facts.
    pub cards: Pool<Vec<u32>>,
    /// Name, and seat or -1.
    pub zones: Pool<(u32, i64)>,
    /// Text, object or -1, other object or -1.
    pub options: Pool<(u32, i64, i64)>,
    /// Text, object, reason, rule.
    pub missing: Pool<(u32, u32, u32, u32)>,
    /// Steps of explanations.
    pub explanations: Pool<Vec<Layer>>,
    /// Lists of places, such as those of options.
    pub lists: Pool<Vec<u32>>,
    #[serde(skip)]
    names: Vec<Option<String>>,
}

impl Pools {
    /// Pools for players with these names.
    pub fn new(names: Vec<Option<String>>) -> Pools {
        Pools { names, ..Pools::default() }
    }

    /// A text, made harmless, with the players by their names.
    pub fn text(&mut self, text: &str) -> u32 {
        let text = self.worded(text);
        self.texts.place(text)
    }

    /// The same as it is read.
    pub fn worded(&self, text: &str) -> String {
        plain(&with_names(text, &self.names))
    }

    fn facts(&mut self, facts: &[Fact]) -> Vec<u32> {
        facts
            .iter()
            .map(|fact| {
                let pair = (self.text(&fact.name), self.text(&fact.value));
                self.facts.place(pair)
            })
            .collect()
    }

    fn fact_list(&mut self, facts: &[Fact]) -> u32 {
        let list = self.facts(facts);
        self.list(&list)
    }

    /// A list of places.
    pub fn list(&mut self, list: &[u32]) -> u32 {
        self.lists.place(list.to_vec())
    }

    fn card(&mut self, card: &CardView) -> u32 {
        let (name, line) = (self.text(&card.name), self.text(&card.line));
        let figure = self.figures.place(self.harmless(&card.figure));
        let mut parts = vec![name, line, figure];
        parts.extend(self.facts(&card.facts));
        self.cards.place(parts)
    }

    /// The names of all cards, with those that are known of what lies face down.
    pub fn card_names(&self) -> BTreeSet<&String> {
        let names = self.cards.all.iter().filter_map(|card| card.first());
        let of_cards =
            self.facts.all.iter().filter(|fact| self.texts.get(fact.0).is_some_and(|name| name == "card"));
        names.chain(of_cards.map(|fact| &fact.1)).filter_map(|name| self.texts.get(*name)).collect()
    }

    fn harmless(&self, figure: &Figure) -> Figure {
        let mut figure = figure.clone();
        let texts = [&mut figure.types, &mut figure.subtypes, &mut figure.colors, &mut figure.marks];
        for text in texts.into_iter().flatten().chain([&mut figure.cost]) {
            *text = plain(text);
        }
        figure
    }

    /// An option.
    pub fn option(&mut self, text: &str, objects: [Option<duelog_kernel::ObjectId>; 2]) -> u32 {
        let [one, other] = objects.map(|object| object.map_or(-1, |object| i64::from(object.0)));
        let option = (self.text(text), one, other);
        self.options.place(option)
    }

    /// Refused actions, and the reasons.
    pub fn reason(&mut self, what: &str, object: u32, why: &str, rule: &str) -> u32 {
        let reason = (self.text(what), object, self.text(why), self.text(rule));
        self.missing.place(reason)
    }

    /// How an object came to be what it is.
    pub fn explanation(&mut self, explanation: &Explanation) -> u32 {
        let steps: Vec<Layer> = explanation
            .steps
            .iter()
            .map(|step| {
                (
                    self.text(&step.layer),
                    step.timestamp.map_or(-1, i64::from),
                    self.text(&step.source),
                    self.text(&step.change),
                    self.text(&step.rule.to_string()),
                )
            })
            .collect();
        self.explanations.place(steps)
    }
}

/// The changes of a step to the table.
#[derive(Debug, Default, Serialize)]
pub struct Change {
    /// Zones: the zone, how many cards are in it, the objects that are seen.
    #[serde(rename = "z", skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<(u32, u32, Vec<u32>)>,
    /// Objects that look otherwise: the object and its card.
    #[serde(rename = "o", skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<(u32, u32)>,
    /// Players: the seat and the list of facts.
    #[serde(rename = "p", skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<(Seat, u32)>,
    /// The facts of the turn.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
}

impl Change {
    fn is_empty(&self) -> bool {
        self.zones.is_empty() && self.objects.is_empty() && self.players.is_empty() && self.turn.is_none()
    }

    /// The changes of this and then another one.
    pub fn and(self, later: Change) -> Change {
        if self.is_empty() {
            return later;
        }
        let mut both = self;
        both.zones.extend(later.zones);
        both.objects.extend(later.objects);
        both.players.extend(later.players);
        both.turn = later.turn.or(both.turn);
        both
    }
}

/// The table as the page has it so far.
#[derive(Debug, Default)]
pub struct Board {
    zones: BTreeMap<u32, (u32, Vec<u32>)>,
    /// The cards as they were seen last, and what they look like.
    objects: BTreeMap<u32, (CardView, u32)>,
    players: BTreeMap<Seat, Vec<Fact>>,
    turn: Option<Vec<Fact>>,
}

impl Board {
    /// The changes to show a view, which is then the current one.
    pub fn become_view(&mut self, pools: &mut Pools, view: &View) -> Change {
        let mut change = Change::default();
        let mut gone: BTreeSet<u32> = self.zones.keys().copied().collect();
        for zone in &view.zones {
            let seat = zone.seat.map_or(-1, |seat| i64::from(seat.0));
            let named = (pools.text(&zone.name), seat);
            let place = pools.zones.place(named);
            gone.remove(&place);
            let now = (zone.count, zone.cards.iter().map(|card| card.id.0).collect::<Vec<_>>());
            if self.zones.get(&place) != Some(&now) {
                change.zones.push((place, now.0, now.1.clone()));
                self.zones.insert(place, now);
            }
            for card in &zone.cards {
                let before = self.objects.get(&card.id.0);
                if before.is_some_and(|before| before.0 == *card) {
                    continue;
                }
                let looks = pools.card(card);
                if before.is_none_or(|before| before.1 != looks) {
                    change.objects.push((card.id.0, looks));
                }
                self.objects.insert(card.id.0, (card.clone(), looks));
            }
        }
        for place in gone {
            self.zones.remove(&place);
            change.zones.push((place, 0, Vec::new()));
        }
        for player in &view.players {
            if self.players.get(&player.seat) != Some(&player.facts) {
                change.players.push((player.seat, pools.fact_list(&player.facts)));
                self.players.insert(player.seat, player.facts.clone());
            }
        }
        if self.turn.as_ref() != Some(&view.turn) {
            change.turn = Some(pools.fact_list(&view.turn));
            self.turn = Some(view.turn.clone());
        }
        change
    }
}

/// The sort of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Something happens.
    Event,
    /// A player answers.
    Answer,
    /// A player answers what the rules refuse, or what leads elsewhere than the log says.
    Disputed,
    /// The match goes back to an earlier decision.
    Rewind,
    /// Something is noted beside the match.
    Note,
    /// The log ends.
    End,
}

/// One step of a match.
#[derive(Debug, Serialize)]
pub struct Step {
    /// The sort.
    #[serde(rename = "k")]
    pub sort: Sort,
    /// The decision that it follows from, or is.
    #[serde(rename = "d")]
    pub decision: u32,
    /// In words.
    #[serde(rename = "x")]
    pub text: u32,
    /// The rule.
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    pub rule: Option<u32>,
    /// The turn.
    #[serde(rename = "n")]
    pub turn: u32,
    /// The step of the turn, by its place in the list of the game's steps.
    #[serde(rename = "s")]
    pub step: usize,
    /// Whose turn it is.
    #[serde(rename = "a")]
    pub active: Seat,
    /// True if people leave it out when they tell the game.
    #[serde(rename = "f", skip_serializing_if = "std::ops::Not::not")]
    pub detail: bool,
    /// The kind of event, as `history --kind` takes it.
    #[serde(rename = "e", skip_serializing_if = "Option::is_none")]
    pub kind: Option<u32>,
    /// Who answers or is meant.
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The request, if the viewer may know it.
    #[serde(rename = "q", skip_serializing_if = "Option::is_none")]
    pub asked: Option<Question>,
    /// Its changes to the table.
    #[serde(rename = "c", skip_serializing_if = "Change::is_empty")]
    pub change: Change,
    /// Objects whose explanation is another one: the object and the explanation.
    #[serde(rename = "l", skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<(u32, u32)>,
}

impl Step {
    /// An event at this place of a turn, of which nothing else is known.
    pub fn at(turn: u32, step: usize, active: Seat) -> Step {
        Step {
            sort: Sort::Event,
            decision: 0,
            text: 0,
            rule: None,
            turn,
            step,
            active,
            detail: false,
            kind: None,
            seat: None,
            asked: None,
            change: Change::default(),
            explained: Vec::new(),
        }
    }
}

/// The request.
#[derive(Debug, Serialize)]
pub struct Question {
    /// The prompt's name.
    #[serde(rename = "p")]
    pub prompt: u32,
    /// In words.
    #[serde(rename = "x")]
    pub text: u32,
    /// The rule by which it is asked.
    #[serde(rename = "r")]
    pub rule: u32,
    /// The list of options.
    #[serde(rename = "o")]
    pub options: u32,
    /// Which of them were chosen, by their place in the list.
    #[serde(rename = "y", skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<u32>,
    /// The list of what was missing.
    #[serde(rename = "m")]
    pub missing: u32,
}
