//! How the characteristics of an element come about: what is printed, then each continuous effect in the
//! order of the calculation (608).

use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::language::keywords::Keyword;
use crate::rule;
use crate::rules::continuous::{Layers, Piece};
use crate::state::Board;
use crate::state::card_pool::{CardPool, Face};
use crate::words::label::{label, name};
use crate::words::plain::civilizations;
use crate::words::wording::settled;

/// How the characteristics of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, card_pool: &CardPool, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let card = card_pool.card(board.get(object)?.top().card);
    let layers = Layers { board, card_pool };
    let mut found = Vec::new();
    layers.calculate(|stage, piece, id, change| {
        if id == object {
            found.push((stage, *piece, change.clone()));
        }
    });
    let mut steps = vec![ExplanationStep {
        layer: "printed".to_string(),
        timestamp: None,
        source: card.name.clone(),
        object: None,
        controller: None,
        change: printed(card.front()),
        rule: rule!("301.3b"),
    }];
    for (stage, piece, change) in found {
        let (layer, rule) = stage.describe();
        let (source, object, controller) = source(board, card_pool, viewer, piece);
        steps.push(ExplanationStep {
            layer: layer.to_string(),
            timestamp: None,
            source,
            object,
            controller,
            change: settled(card_pool, &change),
            rule,
        });
    }
    Some(Explanation { id: object, name: name(board, card_pool, object), steps })
}

/// What an effect comes from, in words and by its object, and who controls the effect where it lasts by
/// itself.
fn source(
    board: &Board,
    card_pool: &CardPool,
    viewer: Viewer,
    piece: Piece,
) -> (String, Option<ObjectId>, Option<Seat>) {
    match piece {
        Piece::Static(id, ..) => {
            (format!("ability of {}", label(board, card_pool, viewer, id)), Some(id), None)
        }
        Piece::Lasting(place, _) | Piece::Imposed(place, _) => match board.effects.get(place) {
            Some(effect) => (
                format!("effect of {}", label(board, card_pool, viewer, effect.source)),
                Some(effect.source),
                Some(effect.controller),
            ),
            None => (String::new(), None, None),
        },
        Piece::Given(code, _) => (format!("ability given by {}", card_pool.card(code.card).name), None, None),
        Piece::Keyword(place, _) => {
            (card_pool.keyword(place).map_or("keyword", Keyword::kind).to_string(), None, None)
        }
    }
}

/// What is printed on a card, as far as effects change it: the power of a creature, else its civilizations
/// and its type.
fn printed(face: &Face) -> String {
    match face.definition.power {
        Some(power) => format!("power {power}"),
        None => format!("{} {}", civilizations(face.civilizations), face.definition.kind.name()),
    }
}
