//! What is copyable of an object, and what an object that has become another one is (8.5.25).
//!
//! Copy effects are alone in the first stage of 6.3.2, and their values are determined as they are generated
//! (8.5.25c): nothing can change what they do, so they are applied where the properties of an object begin.

use std::borrow::Cow;
use std::sync::Arc;

use duelog_kernel::ObjectId;

use super::altering::modify;
use crate::cite;
use crate::state::card_pool::CardPool;
use crate::state::{Binding, Board, Copyable, Lasting, LastingKind, Layer, LayerKind, Object, Properties};

/// What an effect makes an object become, if that is what it does.
pub fn becoming(effect: &Lasting, id: ObjectId) -> Option<&Copyable> {
    match (&effect.kind, &effect.binding) {
        (LastingKind::Becomes(copied), Binding::Locked(bound)) if bound.contains(&id) => Some(copied),
        _ => None,
    }
}

/// What an object has become: of several effects the one that was generated last decides (6.3.4).
pub fn copied(board: &Board, id: ObjectId) -> Option<&Copyable> {
    board.effects.iter().rev().find_map(|effect| becoming(effect, id))
}

/// What can be copied of an object now: what it has become, or what it is printed as or was created with.
pub fn copyable(board: &Board, object: &Object) -> Copyable {
    // The copy is made here once: what later becomes of the object does not change it.
    cite!("8.5.25a", "8.5.25c");
    let own = || Copyable {
        of: object.id,
        card: object.card,
        identity: object.identity.clone(),
        parameters: object.layer.as_deref().filter(|_| object.is_card()).cloned().map(Arc::new),
    };
    Copyable { of: object.id, ..copied(board, object.id).cloned().unwrap_or_else(own) }
}

/// The properties of a card, token or macro before effects of later stages.
pub fn properties(board: &Board, card_pool: &CardPool, object: &Object) -> Properties {
    let copied = copied(board, object.id);
    let (id, identity) =
        copied.map_or((object.card, &object.identity), |copied| (copied.card, &copied.identity));
    // What was determined for the one is so for the other.
    cite!("8.5.25b");
    let parameters = copied.and_then(|copied| copied.parameters.clone());
    let card = card_pool.card(id);
    let mut properties = Properties::clone(&card.base);
    // The declared X is part of the cost.
    cite!("2.2.2a");
    let x = parameters
        .as_deref()
        .or(object.layer.as_deref())
        .filter(|_| copied.is_none() || parameters.is_some())
        .map_or(0, |layer| layer.x);
    properties.cost = properties.cost.map(|cost| cost.saturating_add(x.saturating_mul(card.definition.x)));
    if copied.is_some() {
        let original = &card_pool.card(object.card).base;
        cite!("8.5.25e");
        // What an ability would define is what the object itself is printed with.
        if card.definition.star_power.is_some() {
            properties.power = Some(original.power.unwrap_or(0));
            properties.base_power = properties.power;
        }
        if card.definition.star_defense.is_some() {
            properties.defense = Some(original.defense.unwrap_or(0));
            properties.base_defense = properties.defense;
        }
        if card.definition.star_life.is_some() {
            properties.life = Some(original.life.unwrap_or(0));
        }
    }
    identity.iter().for_each(|alter| modify(&mut properties, *alter));
    properties.card = Some(id);
    properties.parameters = parameters;
    properties
}

/// Whether an object is what it is printed as: no copy, and nothing else by how it entered the arena.
pub fn is_as_printed(board: &Board, object: &Object) -> bool {
    object.identity.is_empty() && copied(board, object.id).is_none()
}

/// The object as its layer resolves: what has become another one resolves as that one, with what was
/// determined for it.
pub fn as_it_resolves<'a>(board: &Board, object: &'a Object) -> Cow<'a, Object> {
    let Some(copied) = copied(board, object.id).filter(|_| object.is_card()) else {
        return Cow::Borrowed(object);
    };
    let mut object = object.clone();
    object.card = copied.card;
    if let (Some(parameters), Some(own)) = (&copied.parameters, &object.layer) {
        let (attacked, instant, chain, half) = (own.attacked.clone(), own.instant, own.chain, own.half);
        let layer =
            Layer { kind: LayerKind::Card, attacked, instant, chain, half, ..Layer::clone(parameters) };
        object.layer = Some(Box::new(layer));
    }
    Cow::Owned(object)
}
