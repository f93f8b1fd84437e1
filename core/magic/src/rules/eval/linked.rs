//! What linked abilities speak of (607): what was chosen for an object, and what its abilities have moved.

use duelog_kernel::{ObjectId, Seat};

use super::{Scope, Sight};
use crate::cite;
use crate::language::mana::Color;
use crate::language::subtypes::Subtype;
use crate::state::{CardId, Characteristics, Chosen, Value};

impl<'a> Sight<'a> {
    /// The card on which the ability that looks is written: it speaks of what abilities of the same card have
    /// chosen and exiled, and of nothing else, whatever its object has, had or becomes (607.1, 607.5,
    /// 706.7a).
    pub(super) fn written_on(&self, scope: &Scope<'_>) -> Option<CardId> {
        cite!("607.1", "607.5", "706.7", "706.7a");
        let own = || {
            let source = scope.source?;
            match self.computed.get(source.index()) {
                Some(Some(computed)) => Some(computed.card),
                _ => self.board.get(source).map(|source| self.card_pool.card_of(self.board, source)),
            }
        };
        scope.written.or_else(own)
    }

    /// Whether an ability that is written on one card speaks of what one on the other has done: they are the
    /// same, or faces of one card.
    pub(super) fn links(&self, one: CardId, other: Option<CardId>) -> bool {
        let whole = |card| self.card_pool.whole(card);
        cite!("607.1b");
        other.is_some_and(|other| whole(one) == whole(other))
    }

    /// What the abilities linked to the one that looks have had chosen for the source, the last first
    /// (607.2d).
    pub(super) fn chosen(&self, scope: &Scope<'_>) -> impl Iterator<Item = &'a Chosen> {
        let written = self.written_on(scope);
        let all = scope
            .source
            .and_then(|source| self.board.get(source))
            .map_or(&[][..], |source| &source.permanent.chosen);
        cite!("607.4");
        all.iter().rev().filter(move |(card, _)| self.links(*card, written)).map(|(_, chosen)| chosen)
    }

    /// The colour chosen by an ability linked to the one that looks; none where none was (706.7a).
    pub fn chosen_color(&self, scope: &Scope<'_>) -> Option<Color> {
        let spoken = scope.named.and_then(|named| Color::ALL.into_iter().find(|color| color.name() == named));
        spoken.or_else(|| self.color_of_source(scope))
    }

    fn color_of_source(&self, scope: &Scope<'_>) -> Option<Color> {
        self.chosen(scope)
            .find_map(|chosen| if let Chosen::Color(color) = chosen { Some(*color) } else { None })
    }

    /// The type chosen by an ability linked to the one that looks.
    pub fn chosen_subtype(&self, scope: &Scope<'_>) -> Option<Subtype> {
        scope.named.and_then(Subtype::named).or_else(|| self.subtype_of_source(scope))
    }

    fn subtype_of_source(&self, scope: &Scope<'_>) -> Option<Subtype> {
        self.chosen(scope)
            .find_map(|chosen| if let Chosen::Subtype(subtype) = chosen { Some(*subtype) } else { None })
    }

    /// The colours of what the abilities linked to the one that looks have exiled, as bits (607.2a).
    pub fn linked_colors(&self, scope: &Scope<'_>) -> u8 {
        let linked = self.linked(scope).into_iter().filter_map(|value| match value {
            Value::Object(id) => self.characteristics(id),
            Value::Seat(_) | Value::Number(_) => None,
        });
        let has = |own: &Characteristics, color: &Color| own.colors.has(*color);
        linked.fold(0, |bits, own| {
            Color::ALL
                .iter()
                .filter(|color| has(own, color))
                .fold(bits, |bits, color| bits | 1 << *color as u8)
        })
    }

    /// The player chosen by an ability linked to the one that looks.
    pub fn chosen_player(&self, scope: &Scope<'_>) -> Option<Seat> {
        self.chosen(scope)
            .find_map(|chosen| if let Chosen::Player(seat) = chosen { Some(*seat) } else { None })
    }

    /// The object chosen by an ability linked to the one that looks.
    pub fn chosen_object(&self, scope: &Scope<'_>) -> Option<ObjectId> {
        self.chosen(scope).find_map(|chosen| if let Chosen::Object(id) = chosen { Some(*id) } else { None })
    }

    /// What the abilities linked to the one that looks have exiled or put somewhere (607.2a, 607.2c).
    pub(super) fn linked(&self, scope: &Scope<'_>) -> Vec<Value> {
        cite!("406.6", "607.1a", "607.1c", "607.2", "607.2a", "607.2c");
        let written = self.written_on(scope);
        let all = scope
            .source
            .and_then(|source| self.board.get(source))
            .map_or(&[][..], |source| &source.permanent.linked);
        // What has gone on is nothing that is still spoken of, and a static ability does not remember it.
        cite!("604.7");
        let here = |id: ObjectId| self.board.get(id).is_some_and(|object| object.zone.exists());
        all.iter()
            .filter(|(card, id)| self.links(*card, written) && here(*id))
            .map(|(_, id)| Value::Object(*id))
            .collect()
    }
}
