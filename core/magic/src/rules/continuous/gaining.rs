//! What objects get while their characteristics are worked out: static abilities, and the full text of
//! another card (612.5), with the effects that begin with them.

use duelog_kernel::ObjectId;
use duelog_kernel::continuous::Layering;

use super::layer::{Layer, layer_of};
use super::{Instance, Layers, Piece, Work, distinct};
use crate::cite;
use crate::language::definition::Definition;
use crate::state::card_pool::CardPool;
use crate::state::{AbilityPlace, AbilityRef, Alter, Board, CardId, Characteristics, Object, Zone};

impl Layers<'_> {
    /// An object has got a static ability, which generates an effect. The effects of an ability that gives
    /// itself on, or that others give back, would have no end: an object has one effect of such an
    /// ability, however often it comes back to it.
    pub(super) fn gain(&self, work: &mut Work, piece: &Piece, object: ObjectId, ability: AbilityRef) {
        let through = through(work, piece);
        // Of the text that it begins with it has the effects, whatever text it has by now.
        let printed = |object| self.card_pool.card_of(self.board, object) == ability.card;
        let own =
            matches!(ability.place, AbilityPlace::Printed(_)) && self.board.get(object).is_some_and(printed);
        let has_effect = own || work.spread.contains(&(object, ability));
        if !through.contains(&ability) || !has_effect {
            self.begin(work, piece, (object, ability), through);
        }
    }

    /// The effect of a static ability that an object has got by a piece begins.
    fn begin(
        &self,
        work: &mut Work,
        piece: &Piece,
        (object, ability): (ObjectId, AbilityRef),
        through: Vec<AbilityRef>,
    ) {
        let timestamp = self.board.get(object).map_or(0, |object| object.timestamp).max(self.order(piece).1);
        work.given += 1;
        work.gained.push(Instance { object, ability, timestamp, given: work.given });
        work.through.insert(work.given, through);
        work.spread.insert((object, ability));
    }

    /// All that is printed on a card becomes what an object has: its name, mana cost, colour, type line,
    /// rules text, power and toughness, with these abilities in the text. Loyalty is no part of it.
    pub(super) fn rewrite(&self, own: &mut Characteristics, card: CardId, abilities: &[AbilityRef]) {
        cite!("612.5");
        *own = Characteristics {
            controller: own.controller,
            loyalty: own.loyalty,
            granted: abilities.to_vec(),
            ..self.card_pool.card(card).base.clone()
        };
    }

    /// What the new text says of its object and of others has effects from this layer on. Of its own text, and
    /// of one that it gets back, an object has them already.
    pub(super) fn begin_text(
        &self,
        work: &mut Work,
        piece: &Piece,
        object: ObjectId,
        (card, abilities): (CardId, &[AbilityRef]),
    ) {
        let Some(own) = self.board.get(object).map(|object| self.card_pool.card_of(self.board, object))
        else {
            return;
        };
        let printed = self.card_pool.card(card).printed.len() as u32;
        let printed = if card == own { 0 } else { printed };
        let printed = (0..printed).map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) });
        for ability in printed.chain(abilities.iter().copied()) {
            let known = work.spread.contains(&(object, ability));
            if !known && self.card_pool.static_ability(ability).is_some() {
                let through = through(work, piece);
                self.begin(work, piece, (object, ability), through);
            }
        }
        work.rewritten.push(object);
    }

    /// The layers in which the text that an object begins with defines its characteristics (604.3), but for
    /// what a copy effect says in place of that (706.9d).
    pub(super) fn defining(&self, object: &Object, card: CardId) -> Vec<Layer> {
        let except = self.board.copiable(object).1;
        let instead = |layer: &Layer| {
            cite!("706.9d");
            except.iter().any(|alter| {
                layer_of(alter) == *layer
                    || *layer == Layer::SizeDefined && matches!(alter, Alter::SetSize(..))
            })
        };
        defining_layers(&self.card_pool.card(card).definition).filter(|layer| !instead(layer)).collect()
    }

    /// What the new texts of objects define from a layer on, where their own texts do not.
    pub(super) fn newly_defining(&self, work: &mut Work, layer: Layer) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for id in std::mem::take(&mut work.rewritten) {
            let (Some(object), Some(Some(now))) = (self.board.get(id), work.computed.get(id.index())) else {
                continue;
            };
            let had = self.defining(object, self.card_pool.card_of(self.board, object));
            let new = defining_layers(&self.card_pool.card(now.card).definition);
            let new = new.filter(|new| *new >= layer && !had.contains(new));
            pieces.extend(new.map(|layer| Piece::Defining(id, layer)));
        }
        pieces
    }
}

/// The abilities that led to what a piece gives: those that led to it, and its own.
fn through(work: &Work, piece: &Piece) -> Vec<AbilityRef> {
    let Piece::Static(from, _) = piece else { return Vec::new() };
    let earlier = work.through.get(&from.given).into_iter().flatten().copied();
    let mut through: Vec<AbilityRef> = earlier.chain([from.ability]).collect();
    through.sort();
    through.dedup();
    through
}

/// The layers in which a definition's characteristic-defining abilities apply.
fn defining_layers(definition: &Definition) -> impl Iterator<Item = Layer> {
    let star = definition.own_size().into_iter().map(|_| Layer::SizeDefined);
    distinct(definition.defining.iter().map(layer_of).chain(star))
}

/// The card whose text an object has now, as effects have changed it.
pub fn text_of(board: &Board, card_pool: &CardPool, object: &Object) -> CardId {
    let own = card_pool.card_of(board, object);
    if object.zone != Zone::Battlefield || !card_pool.rewrites() {
        return own;
    }
    let computed = Layers { board, card_pool }.compute();
    computed.get(object.id.index()).and_then(Option::as_ref).map_or(own, |computed| computed.card)
}
