//! How the characteristics of an object come about: what is printed, then each continuous effect in its layer
//! (613).

use duelog_kernel::continuous::Layering;
use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Viewer};

use crate::language::types::CardType;
use crate::rule;
use crate::rules::continuous::{Layers, Piece, trace};
use crate::state::library::Library;
use crate::state::{AbilityRef, Alter, Board, CardId, Copied, LastingKind};
use crate::words::label::{label, name};
use crate::words::narrate::ability_in_words;
use crate::words::narrate::wording::Wording;
use crate::words::plain::{colors, feature, ruled, until, word};

/// How the characteristics of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, library: &Library, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let card = board.get(object)?.card;
    let layers = Layers { board, library };
    let mut steps = vec![ExplanationStep {
        layer: "printed".to_string(),
        timestamp: None,
        source: library.name(card).to_string(),
        change: printed(library, card),
        rule: rule!("613.1"),
    }];
    steps.extend(copies(board, library, viewer, object));
    for (layer, piece, alter) in trace(board, library, object) {
        let (layer, rule) = layer.describe();
        let timestamp = Some(layers.order(&piece).1);
        steps.push(ExplanationStep {
            layer: layer.to_string(),
            timestamp,
            source: source(board, library, viewer, &piece),
            change: alter_in_words(library, &alter),
            rule,
        });
    }
    Some(Explanation { id: object, name: name(board, library, object), steps })
}

/// The effects that made the object a copy (613.1a): as it entered or was created, then others.
fn copies(board: &Board, library: &Library, viewer: Viewer, id: ObjectId) -> Vec<ExplanationStep> {
    let step = |timestamp, source, copied: &Copied| {
        let except: Vec<String> = copied.except.iter().map(|alter| alter_in_words(library, alter)).collect();
        let except =
            if except.is_empty() { String::new() } else { format!(", except: {}", except.join(", ")) };
        let change =
            format!("copy of {}: {}{except}", library.name(copied.card), printed(library, copied.card));
        ExplanationStep {
            layer: "layer 1".to_string(),
            timestamp: Some(timestamp),
            source,
            change,
            rule: rule!("613.1a"),
        }
    };
    let entered = board.get(id).and_then(|object| {
        Some(step(object.timestamp, "as it entered".to_string(), object.copy.as_deref()?))
    });
    let later = board.effects.iter().filter_map(|lasting| match &lasting.kind {
        LastingKind::Copy { objects, copied } if objects.contains(&id) => Some(step(
            lasting.timestamp,
            format!("effect of {}{}", label(board, library, viewer, lasting.source), until(lasting.until)),
            copied,
        )),
        _ => None,
    });
    entered.into_iter().chain(later).collect()
}

/// What is printed on a card, on one line.
fn printed(library: &Library, card: CardId) -> String {
    let card = library.card(card);
    let base = &card.base;
    let mut words = Vec::new();
    if base.cost.exists {
        words.push(base.cost.to_string());
    }
    words.push(base.types.to_string());
    if base.types.is(CardType::Creature) {
        words.push(if card.definition.star.is_some() {
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

/// What an effect comes from.
fn source(board: &Board, library: &Library, viewer: Viewer, piece: &Piece) -> String {
    match piece {
        Piece::Static(instance, _) => {
            format!("static ability of {}", label(board, library, viewer, instance.object))
        }
        Piece::Lasting(place, _) => match board.effects.get(*place) {
            Some(lasting) => {
                format!("effect of {}{}", label(board, library, viewer, lasting.source), until(lasting.until))
            }
            None => "an effect".to_string(),
        },
        Piece::Defining(id, _) => {
            format!("characteristic-defining ability of {}", label(board, library, viewer, *id))
        }
        Piece::Counters(id) => format!("counters on {}", label(board, library, viewer, *id)),
    }
}

/// What a change with its numbers locked in does, for instance `+1/+1` or `gains flying`.
pub fn alter_in_words(library: &Library, alter: &Alter) -> String {
    match alter {
        Alter::Control(seat) => format!("controlled by {seat}"),
        Alter::Word(from, to) => format!("\"{}\" in its text is \"{}\"", word(*from), word(*to)),
        Alter::Set(set) => format!("becomes {}", feature(set)),
        Alter::Add(added) => format!("also {}", feature(added)),
        Alter::Gain(keyword) => format!("gains {}", keyword.name()),
        Alter::GainAbility(ability) => {
            format!("gains \"{}\"", ability_in_words(library, ability.card, ability.place))
        }
        Alter::Lose(keyword) => format!("loses {}", keyword.name()),
        Alter::LoseAbilities => "loses all abilities".to_string(),
        Alter::SetSize(power, toughness) => format!("becomes {power}/{toughness}"),
        Alter::Size(power, toughness) => format!("{power:+}/{toughness:+}"),
        Alter::Switch => "switches power and toughness".to_string(),
        Alter::Rule(ruling, deed) => ruled(*ruling, *deed, ""),
        Alter::Evades(ability, change) => evades(library, *ability, *change),
    }
}

fn evades(library: &Library, ability: AbilityRef, change: u32) -> String {
    match library.static_ability(ability).and_then(|ability| ability.changes.get(change as usize)) {
        Some(change) => Wording { name: library.name(ability.card), targets: &[] }.change(change),
        None => "cannot be blocked by some creatures".to_string(),
    }
}
