//! How the characteristics of an object come about: what is printed, then each continuous effect in its layer
//! (613).

use duelog_kernel::continuous::Layering;
use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::language::definition::Deed;
use crate::language::types::CardType;
use crate::rule;
use crate::rules::continuous::{Layers, Piece, trace};
use crate::state::card_pool::CardPool;
use crate::state::{
    AbilityRef, Alter, Board, CardId, Copied, HeldRuling, Lasting, LastingKind, Settled, Word,
};
use crate::words::change::{Says, in_words, of_one};
use crate::words::label::{label, name};
use crate::words::narrate::ability_in_words;
use crate::words::narrate::terms::Wording;
use crate::words::plain::{colors, until, word};

/// How the characteristics of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, card_pool: &CardPool, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let down = board.get(object)?.down;
    let card = down.map_or(board.get(object)?.card, |down| down.shows);
    let layers = Layers { board, card_pool };
    let mut steps = vec![ExplanationStep {
        layer: if down.is_some() { "face down" } else { "printed" }.to_string(),
        timestamp: None,
        source: card_pool.name(card).to_string(),
        object: None,
        controller: None,
        change: printed(card_pool, card),
        rule: if down.is_some() { rule!("707.2") } else { rule!("613.1") },
    }];
    if down.is_none() {
        steps.extend(copies(board, card_pool, viewer, object));
    }
    for (layer, piece, alter) in trace(board, card_pool, object) {
        let (layer, rule) = layer.describe();
        let timestamp = Some(layers.order(&piece).1);
        let (object, controller) = origin(board, &piece);
        steps.push(ExplanationStep {
            layer: layer.to_string(),
            timestamp,
            source: source(board, card_pool, viewer, &piece),
            object,
            controller,
            change: alter_named(card_pool, &alter, &|id| label(board, card_pool, viewer, id)),
            rule,
        });
    }
    Some(Explanation { id: object, name: name(board, card_pool, object), steps })
}

/// The effects that made the object a copy (613.1a): as it entered or was created, then others.
fn copies(board: &Board, card_pool: &CardPool, viewer: Viewer, id: ObjectId) -> Vec<ExplanationStep> {
    let step = |timestamp, source, lasting: Option<&Lasting>, copied: &Copied| {
        let except: Vec<String> =
            copied.except.iter().map(|alter| alter_in_words(card_pool, alter)).collect();
        let except =
            if except.is_empty() { String::new() } else { format!(", except: {}", except.join(", ")) };
        let change =
            format!("copy of {}: {}{except}", card_pool.name(copied.card), printed(card_pool, copied.card));
        ExplanationStep {
            layer: "layer 1".to_string(),
            timestamp: Some(timestamp),
            source,
            object: lasting.map(|lasting| lasting.source),
            controller: lasting.map(|lasting| lasting.controller),
            change,
            rule: rule!("613.1a"),
        }
    };
    let entered = board.get(id).and_then(|object| {
        Some(step(object.timestamp, "as it entered".to_string(), None, object.copy.as_deref()?))
    });
    let later = board.effects.iter().filter_map(|lasting| {
        let source = || label(board, card_pool, viewer, lasting.source);
        match &lasting.kind {
            LastingKind::Copy { objects, copied } if objects.contains(&id) => {
                let source = format!("effect of {}{}", source(), until(lasting.until));
                Some(step(lasting.timestamp, source, Some(lasting), copied))
            }
            LastingKind::Copies { objects, copied, .. } if objects.contains(&id) => {
                let source = format!("static ability of {}", source());
                Some(step(board.copies_since(lasting), source, Some(lasting), copied))
            }
            _ => None,
        }
    });
    let mut later: Vec<ExplanationStep> = later.collect();
    later.sort_by_key(|step| step.timestamp);
    entered.into_iter().chain(later).collect()
}

/// Returns what is printed on a card, on one line.
fn printed(card_pool: &CardPool, card: CardId) -> String {
    let card = card_pool.card(card);
    let base = &card.base;
    let mut words = Vec::new();
    if base.cost.exists {
        words.push(base.cost.to_string());
    }
    words.push(base.types.to_string());
    if base.types.is(CardType::Creature) {
        words.push(if card.definition.own_size().is_some() {
            "*/*".to_string()
        } else {
            format!("{}/{}", base.power, base.toughness)
        });
    }
    let mut line = format!("{}, {}", words.join(" "), colors(base.colors));
    for keyword in base.keywords.all() {
        line.push_str(", ");
        line.push_str(&keyword.name());
    }
    line
}

/// The object that an effect comes from, and who controls the effect where it lasts by itself.
fn origin(board: &Board, piece: &Piece) -> (Option<ObjectId>, Option<Seat>) {
    match piece {
        Piece::Static(instance, _) => (Some(instance.object), None),
        Piece::Lasting(place, _) => {
            let lasting = board.effects.get(*place);
            (lasting.map(|lasting| lasting.source), lasting.map(|lasting| lasting.controller))
        }
        Piece::Defining(id, _) | Piece::Counters(id) => (Some(*id), None),
        Piece::Deploy(_) => (None, None),
    }
}

/// Returns what an effect comes from.
fn source(board: &Board, card_pool: &CardPool, viewer: Viewer, piece: &Piece) -> String {
    match piece {
        Piece::Static(instance, _) => {
            format!("static ability of {}", label(board, card_pool, viewer, instance.object))
        }
        Piece::Lasting(place, _) => match board.effects.get(*place) {
            Some(lasting) => {
                format!(
                    "effect of {}{}",
                    label(board, card_pool, viewer, lasting.source),
                    until(lasting.until)
                )
            }
            None => "an effect".to_string(),
        },
        Piece::Defining(id, _) => {
            format!("characteristic-defining ability of {}", label(board, card_pool, viewer, *id))
        }
        Piece::Deploy(_) => "creatures can be deployed (804.2)".to_string(),
        Piece::Counters(id) => format!("counters on {}", label(board, card_pool, viewer, *id)),
    }
}

/// Returns what a change with its numbers locked in does, for instance `+1/+1` or `gains flying`.
pub fn alter_in_words(card_pool: &CardPool, alter: &Alter) -> String {
    alter_named(card_pool, alter, &|id| id.to_string())
}

/// The same; `called` says what an object that the change speaks of is called.
pub fn alter_named(card_pool: &CardPool, alter: &Alter, called: &dyn Fn(ObjectId) -> String) -> String {
    of_one(alter, &Locked(card_pool, called))
}

/// The words for changes with everything locked in, and what objects are called.
struct Locked<'a>(&'a CardPool, &'a dyn Fn(ObjectId) -> String);

impl Says<Settled> for Locked<'_> {
    fn number(&self, number: &i32) -> String {
        number.to_string()
    }

    fn signed(&self, number: &i32) -> Option<String> {
        Some(format!("{number:+}"))
    }

    fn who(&self, who: &Seat) -> String {
        who.to_string()
    }

    fn ability(&self, ability: &AbilityRef) -> String {
        ability_in_words(self.0, ability.card, ability.place)
    }

    fn filter(&self, (): &(), noun: &str) -> String {
        format!("{noun}s")
    }

    fn ruled(&self, (): &(), _: Deed) -> String {
        String::new()
    }

    fn word(&self, changed: &Word) -> &'static str {
        word(*changed)
    }

    fn permission(&self, (): &()) -> String {
        "cards".to_string()
    }

    fn costs(&self, (): &()) -> String {
        "other costs".to_string()
    }

    fn toll(&self, (): &()) -> String {
        "costs to attack or block".to_string()
    }

    fn line(&self, (): &()) -> String {
        "a keyword ability".to_string()
    }

    fn one(&self, one: &ObjectId) -> String {
        self.1(*one)
    }

    fn card(&self, card: &CardId) -> String {
        self.0.name(*card).to_string()
    }

    fn evades(&self, text: &AbilityRef, change: u32) -> String {
        match self.0.static_ability(*text).and_then(|ability| ability.changes.get(change as usize)) {
            Some(change) => in_words(change, &Wording::new(self.0.name(text.card), &[])),
            None => "can't be blocked by some creatures".to_string(),
        }
    }

    fn told(&self, told: &Box<HeldRuling>) -> String {
        let name = self.0.name(told.written.code.card);
        match self.0.allowed(&told.written) {
            Some(change) => in_words(change, &Wording::new(name, &[])),
            None => "can't block some creatures or be blocked by them".to_string(),
        }
    }
}
