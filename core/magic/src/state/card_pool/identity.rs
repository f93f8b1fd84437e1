//! The colour identity of cards (903.4): their colours, and those of the mana symbols in their costs and texts.

use duelog_kernel::Seat;

use super::{Card, CardPool};
use crate::cite;
use crate::language::definition::{Change, Definition, Faces, Feature};
use crate::language::mana::{Color, Colors, ManaCost};
use crate::state::{Board, CardId};

impl CardPool {
    /// All cards.
    pub fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards().len()).map(|place| CardId(place as u16))
    }

    /// The colour identity of a card: before the game begins, wherever it is and whatever it looks like.
    pub fn identity(&self, id: CardId) -> Colors {
        let card = self.card(id);
        // The card shows its other faces too; what it is melded into is on no card alone.
        let shown = match card.definition.faces {
            Faces::Back(_) | Faces::Flipped(_) | Faces::Halves(..) => card.faces.as_slice(),
            Faces::None | Faces::Meld(_) | Faces::Melded(_) => &[],
        };
        cite!("903.4", "903.4a", "903.4c");
        shown.iter().map(|face| own(self.card(*face))).fold(own(card), Colors::with)
    }

    /// The colour identity of a player's commanders together (702.123c).
    pub fn commanders_identity(&self, board: &Board, seat: Seat) -> Colors {
        self.joint_identity(board.player(seat).commanders.iter().map(|of| of.card))
    }

    /// The colour identity of cards together.
    pub fn joint_identity(&self, cards: impl Iterator<Item = CardId>) -> Colors {
        cards.map(|card| self.identity(card)).fold(Colors::default(), Colors::with)
    }
}

/// The part of one face in a colour identity.
fn own(card: &Card) -> Colors {
    let definition = &card.definition;
    // No definition holds reminder text.
    cite!("903.4b");
    card.symbols.with(card.base.colors).with(definition.cost.colors()).with(defined(definition))
}

/// The colours that characteristic-defining abilities give.
fn defined(definition: &Definition) -> Colors {
    let given = definition.defining.iter().map(|change| match change {
        Change::Set(Feature::Colors(colors)) | Change::Add(Feature::Colors(colors)) => Colors::of(colors),
        _ => Colors::default(),
    });
    given.fold(Colors::default(), Colors::with)
}

/// The colours of the mana symbols of a definition's text. No definition holds reminder text (903.4b).
pub(super) fn symbols(text: &str) -> Colors {
    // A cost in quotation marks begins with a symbol, and nothing else does.
    let quoted = text.split('"').filter(|piece| piece.starts_with('{'));
    let costs = quoted.filter_map(|piece| ManaCost::parse(piece).ok()).map(|cost| cost.colors());
    let all = costs.fold(Colors::default(), Colors::with);
    // Mana of one colour is written as a symbol.
    let gives = |color: &Color| text.contains(&format!("Of({color:?})"));
    all.with(Colors::of(&Color::ALL.into_iter().filter(gives).collect::<Vec<_>>()))
}
