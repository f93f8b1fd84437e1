//! How the properties of an object come about: what is printed, then each continuous effect in its stage
//! (6.3).

use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::rule;
use crate::rules::continuous::{Piece, PieceFrom, trace};
use crate::state::Board;
use crate::state::card_pool::CardPool;
use crate::words::change::settled;
use crate::words::label::{label, name};

/// How the properties of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, card_pool: &CardPool, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let card = card_pool.card(board.get(object)?.card);
    let mut printed = vec![card.definition.types.to_string()];
    printed.extend(card.base.power.map(|power| format!("power {power}")));
    printed.extend(card.base.defense.map(|defense| format!("defense {defense}")));
    printed.extend(card.base.keywords.iter().map(|keyword| keyword.name()));
    let mut steps = vec![ExplanationStep {
        layer: "printed".to_string(),
        timestamp: None,
        source: card.name.clone(),
        object: None,
        controller: None,
        change: printed.join(", "),
        rule: rule!("6.3.1"),
    }];
    steps.extend(copying(board, card_pool, viewer, object));
    let zone = board.get(object)?.zone;
    if let Some((about, rule)) = zone.about() {
        let (layer, source) = ("zone".to_string(), zone.name().to_string());
        steps.push(ExplanationStep {
            layer,
            timestamp: None,
            source,
            object: None,
            controller: None,
            change: about.to_string(),
            rule,
        });
    }
    for (piece, alter) in trace(board, card_pool, object) {
        let (layer, rule) = piece.place();
        let (object, controller) = origin(board, &piece);
        steps.push(ExplanationStep {
            layer,
            timestamp: Some(piece.timestamp()),
            source: source(board, card_pool, viewer, &piece),
            object,
            controller,
            change: settled(&alter),
            rule,
        });
    }
    Some(Explanation { id: object, name: name(board, card_pool, object), steps })
}

/// What identity-replacement effects and copy effects make of an object, in the first stage (6.3.2).
fn copying(board: &Board, card_pool: &CardPool, viewer: Viewer, id: ObjectId) -> Vec<ExplanationStep> {
    let mut steps = Vec::new();
    for alter in board.get(id).map_or(&[][..], |object| object.identity.as_slice()) {
        let (layer, source) = ("copyable".to_string(), label(board, card_pool, viewer, id));
        steps.push(ExplanationStep {
            layer,
            timestamp: None,
            source,
            object: Some(id),
            controller: None,
            change: settled(alter),
            rule: rule!("6.4.8a"),
        });
    }
    for effect in &board.effects {
        if let Some(copied) = crate::rules::continuous::copying::becoming(effect, id) {
            let source = format!("effect of {}", label(board, card_pool, viewer, effect.source));
            let change = format!("becomes a copy of {}", card_pool.name(copied.card));
            steps.push(ExplanationStep {
                layer: "stage 1".to_string(),
                timestamp: Some(effect.id),
                source,
                object: Some(effect.source),
                controller: Some(effect.controller),
                change,
                rule: rule!("8.5.25"),
            });
        }
    }
    steps
}

/// The object that an effect comes from, and who controls the effect where it lasts by itself.
fn origin(board: &Board, piece: &Piece) -> (Option<ObjectId>, Option<Seat>) {
    match piece.from {
        PieceFrom::Static(id, _) | PieceFrom::Counters(id, _) | PieceFrom::Star(id) => (Some(id), None),
        PieceFrom::Lasting(place) => {
            let lasting = board.effects.get(place);
            (lasting.map(|lasting| lasting.source), lasting.map(|lasting| lasting.controller))
        }
    }
}

fn source(board: &Board, card_pool: &CardPool, viewer: Viewer, piece: &Piece) -> String {
    match piece.from {
        PieceFrom::Static(id, _) => format!("static ability of {}", label(board, card_pool, viewer, id)),
        PieceFrom::Lasting(place) => board.effects.get(place).map_or("an effect".to_string(), |lasting| {
            format!("effect of {}", label(board, card_pool, viewer, lasting.source))
        }),
        PieceFrom::Counters(id, _) => format!("counters on {}", label(board, card_pool, viewer, id)),
        PieceFrom::Star(id) => format!("property-static ability of {}", label(board, card_pool, viewer, id)),
    }
}
