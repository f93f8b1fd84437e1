//! How the characteristics of an element come about: what is printed, then each continuous effect in the order of the calculation (608).

use duelog_kernel::continuous::{Layering, apply_all};
use duelog_kernel::view::{Explanation, ExplanationStep};
use duelog_kernel::{ObjectId, Viewer};
use std::cell::RefCell;

use crate::continuous::{Computed, Layers, Piece, Stage};
use crate::library::{Face, Library};
use crate::narrate::wording::alter_in_words;
use crate::narrate::{label, name};
use crate::rule;
use crate::state::{Alter, Board};
use crate::view::civilizations;

/// The calculation, with what it does to one object noted.
struct Tracing<'a> {
    layers: Layers<'a>,
    object: ObjectId,
    steps: RefCell<Vec<(Stage, Piece, Alter)>>,
}

impl Layering for Tracing<'_> {
    type Board = Computed;
    type Effect = Piece;
    type Outcome = ();
    type Layer = Stage;

    fn layer(&self, effect: &Piece) -> Stage {
        self.layers.layer(effect)
    }

    fn order(&self, effect: &Piece) -> (u8, u32) {
        self.layers.order(effect)
    }

    fn may_depend(&self, layer: Stage) -> bool {
        self.layers.may_depend(layer)
    }

    fn reads(&self, effect: &Piece) -> u64 {
        self.layers.reads(effect)
    }

    fn writes(&self, effect: &Piece) -> u64 {
        self.layers.writes(effect)
    }

    fn outcome(&self, _: &Self::Board, _: &Piece) {}

    fn depends(&self, board: &mut Self::Board, effect: (&Piece, &()), other: (&Piece, &())) -> bool {
        self.layers.depends(board, effect, other)
    }

    fn apply(&self, board: &mut Self::Board, effect: &Piece) {
        for (id, change) in self.layers.alterations(board, effect) {
            let changed = board.alter(id, &change);
            if id == self.object && changed {
                self.steps.borrow_mut().push((self.layer(effect), *effect, change));
            }
        }
    }

    fn arisen(&self, board: &mut Self::Board, layer: Stage) -> Vec<Piece> {
        self.layers.arisen(board, layer)
    }
}

/// How the characteristics of an object come about, step by step; none when there is no such object.
pub fn explain(board: &Board, library: &Library, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
    let card = library.card(board.get(object)?.top().card);
    let layers = Layers { board, library };
    let mut computed = layers.printed();
    let pieces = layers.pieces();
    let tracing = Tracing { layers, object, steps: RefCell::default() };
    apply_all(&tracing, &mut computed, pieces);
    let mut steps = vec![ExplanationStep {
        layer: "printed".to_string(),
        timestamp: None,
        source: card.name.clone(),
        change: printed(card.front()),
        rule: rule!("301.3b"),
    }];
    for (stage, piece, change) in tracing.steps.into_inner() {
        let (layer, rule) = stage.describe();
        let source = match piece {
            Piece::Static(id, ..) => format!("ability of {}", label(board, library, viewer, id)),
            Piece::Lasting(place, _) => {
                board.effects.get(place).map_or_else(String::new, |effect| format!("effect of {}", label(board, library, viewer, effect.source)))
            }
            Piece::PowerAttacker(_) => "power attacker".to_string(),
        };
        steps.push(ExplanationStep { layer: layer.to_string(), timestamp: None, source, change: alter_in_words(&change), rule });
    }
    Some(Explanation { id: object, name: name(board, library, object), steps })
}

/// What is printed on a card, as far as effects change it: the power of a creature, else its civilizations and its type.
fn printed(face: &Face) -> String {
    match face.definition.power {
        Some(power) => format!("power {power}"),
        None => format!("{} {}", civilizations(face.civilizations), face.definition.kind.name()),
    }
}
