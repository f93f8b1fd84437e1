//! The table as one viewer sees it, with its facts as values, and the difference between two of them.

use std::collections::BTreeMap;

use duelog_kernel as kernel;
use duelog_kernel::view::{CardView, Fact, FactValue};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::items::{Item, snake};

/// The table as one viewer sees it. Everything has a name in it, so that a difference is a JSON Merge Patch (RFC 7396).
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// The game.
    game: String,
    /// How many decisions of the line have been made.
    decision: u32,
    /// Whose answer is awaited; none when the match is over.
    waiting_for: Option<u8>,
    /// The state of the turn.
    turn: Facts,
    /// The facts of each player, by seat.
    players: BTreeMap<u8, Facts>,
    /// The zones by their names; one that is a player's has the seat behind its name, such as `hand_0`.
    zones: BTreeMap<String, Zone>,
    /// The cards that the viewer may see, by id.
    cards: BTreeMap<u32, Card>,
}

/// Facts by name: numbers, truth values and texts.
type Facts = BTreeMap<String, Value>;

/// One zone.
#[derive(Debug, Serialize, JsonSchema)]
struct Zone {
    /// The player whose zone it is; none for a shared one.
    seat: Option<u8>,
    /// How many cards are in it.
    count: u32,
    /// The ids of the cards that the viewer may see, in the zone's order.
    cards: Vec<u32>,
}

/// One card or other object.
#[derive(Debug, Serialize, JsonSchema)]
struct Card {
    /// Its name.
    name: String,
    /// Its characteristics on one line.
    line: String,
    /// On whose side it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    /// Whose it is, where it is on another's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<u8>,
    /// Its cost in the game's notation.
    #[serde(skip_serializing_if = "String::is_empty")]
    cost: String,
    /// Its types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    types: Vec<String>,
    /// Its subtypes, classes or races.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    subtypes: Vec<String>,
    /// Its colours or civilizations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    colors: Vec<String>,
    /// Its numbers, such as power.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    numbers: BTreeMap<String, i64>,
    /// The printed numbers, where they are others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    printed: BTreeMap<String, i64>,
    /// Its counters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    counters: BTreeMap<String, u32>,
    /// Its marks, such as `tapped`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    /// The things that it is bound to, such as its target in combat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bonds: Vec<Bond>,
    /// Everything else that can be seen of it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: Facts,
}

/// A bond of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Bond {
    /// How.
    name: String,
    /// To which object or player.
    to: Item,
}

/// Facts as values. A fact that stands there several times is a list.
fn facts(facts: &[Fact]) -> Facts {
    let mut named = Facts::new();
    for fact in facts {
        let value = typed(fact);
        match named.entry(snake(&fact.name).into_owned()) {
            std::collections::btree_map::Entry::Vacant(free) => drop(free.insert(value)),
            std::collections::btree_map::Entry::Occupied(mut taken) => match taken.get_mut() {
                Value::Array(list) => list.push(value),
                first => *first = Value::Array(vec![first.take(), value]),
            },
        }
    }
    named
}

fn typed(fact: &Fact) -> Value {
    match fact.typed() {
        FactValue::Flag(flag) => Value::Bool(flag),
        FactValue::Number(number) => Value::from(number),
        FactValue::Text(text) => Value::from(text),
    }
}

impl View {
    /// A view of the kernel.
    pub fn of(view: kernel::View) -> View {
        let mut cards = BTreeMap::new();
        let mut zones = BTreeMap::new();
        for zone in view.zones {
            let name = snake(&zone.name).into_owned();
            let seat = zone.seat.map(|seat| seat.0);
            let ids = zone.cards.iter().map(|card| card.id.0).collect();
            cards.extend(zone.cards.into_iter().map(|card| (card.id.0, Card::of(card))));
            let name = seat.map_or(name.clone(), |seat| format!("{name}_{seat}"));
            zones.insert(name, Zone { seat, count: zone.count, cards: ids });
        }
        View {
            game: view.game.to_string(),
            decision: view.decisions,
            waiting_for: view.waiting_for.map(|seat| seat.0),
            turn: facts(&view.turn),
            players: view.players.iter().map(|player| (player.seat.0, facts(&player.facts))).collect(),
            zones,
            cards,
        }
    }
}

impl Card {
    fn of(card: CardView) -> Card {
        let figure = card.figure;
        let name = |name: &str| snake(name).into_owned();
        let printed =
            figure.numbers.iter().filter_map(|number| Some((name(&number.name), number.printed?))).collect();
        Card {
            name: card.name,
            line: card.line,
            side: figure.side.map(|seat| seat.0),
            owner: figure.owner.map(|seat| seat.0),
            cost: figure.cost,
            types: figure.types,
            subtypes: figure.subtypes,
            colors: figure.colors,
            numbers: figure.numbers.iter().map(|number| (name(&number.name), number.value)).collect(),
            printed,
            counters: figure.counters.iter().map(|counted| (name(&counted.name), counted.count)).collect(),
            marks: figure.marks.iter().map(|mark| name(mark)).collect(),
            bonds: figure
                .bonds
                .iter()
                .map(|bond| Bond { name: name(&bond.name), to: bond.to.into() })
                .collect(),
            facts: facts(&card.facts),
        }
    }
}

/// The JSON Merge Patch (RFC 7396) that makes `after` out of `before`; none where they are the same. No value of a view
/// that stands in an object is null but `waiting_for` and `seat`, which are left out of a patch and mean null then.
pub fn difference(before: &Value, after: &Value) -> Option<Value> {
    if before == after {
        return None;
    }
    let (Value::Object(old), Value::Object(new)) = (before, after) else { return Some(after.clone()) };
    let mut patch = serde_json::Map::new();
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    for (name, value) in new {
        match old.get(name) {
            Some(known) => patch.extend(difference(known, value).map(|changed| (name.clone(), changed))),
            None => drop(patch.insert(name.clone(), value.clone())),
        }
    }
    Some(Value::Object(patch))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_is_a_merge_patch() {
        let before = json!({ "a": 1, "b": { "c": [1, 2], "d": true }, "e": {} });
        let after = json!({ "a": 1, "b": { "c": [2], "d": true }, "f": "new" });
        let patch = json!({ "b": { "c": [2] }, "e": null, "f": "new" });
        assert_eq!(difference(&before, &after), Some(patch));
        assert_eq!(difference(&after, &after), None);
    }

    #[test]
    fn facts_are_values() {
        let told =
            [("life", "20"), ("has-priority", "yes"), ("step", "combat"), ("mana", "1"), ("mana", "2")];
        let told: Vec<Fact> = told.iter().map(|(name, value)| Fact::new(*name, value)).collect();
        let wanted = json!({ "life": 20, "has_priority": true, "step": "combat", "mana": [1, 2] });
        assert_eq!(json!(facts(&told)), wanted);
    }
}
