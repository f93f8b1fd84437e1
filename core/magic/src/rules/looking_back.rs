//! Looking back at what has left its zone (400.7h, 608.2g).

use duelog_kernel::ObjectId;
use duelog_kernel::scope::Node;

use crate::cite;
use crate::language::definition::{Activated, Effect};
use crate::rules::eval::{Scope, Sight};
use crate::state::card_pool::CardPool;
use crate::state::{AbilityRef, Board, Frame, Last, Object, Running, Value, Zone};

/// Returns whether a script looks at what its own object is.
fn names_itself(effect: &Effect) -> bool {
    let own =
        |node: &Node| node.word == "ManaValue" && node.parts.first().is_some_and(|of| of.word == "This");
    Node::of(effect).any(&own)
}

/// Returns whether an object that leaves its zone is asked about later (400.7h, 608.2g): it pays for a spell or ability,
/// or a script that runs speaks of it.
fn is_meant(sight: &Sight<'_>, object: &Object) -> bool {
    let public = !object.zone.is_hidden();
    let id = object.id;
    let among = |values: &Vec<Value>| values.contains(&Value::Object(id));
    let of = |frame: &Frame| match frame {
        Frame::Casting(casting) => {
            let stack = sight.object(casting.object).and_then(|object| object.stack.as_ref());
            stack.is_some_and(|stack| stack.cast.with.contains(&id))
        }
        Frame::Running(running) => {
            let it = running.cursor.it() == Some(&Value::Object(id));
            let said = || it || running.context.targets.iter().chain(&running.noted).any(among);
            running.context.paid.contains(&id) || (public && (said() || among(&running.last)))
        }
        _ => false,
    };
    cite!("400.7h");
    sight.card_pool.finds_what_moved() && sight.board.frames.iter().any(of)
}

/// Returns whether an object is a commander that an effect leaves where it is: it went to the command zone and not where
/// the effect put it (903.9a).
pub fn is_left(card_pool: &CardPool, object: &Object) -> bool {
    object.zone == Zone::Command && card_pool.leaves_commanders()
}

/// Returns whether an effect finds an object that it has moved: one in a public zone (400.7h).
pub fn may_be_found(card_pool: &CardPool, object: &Object) -> bool {
    object.zone.exists() && !object.zone.is_hidden() && !is_left(card_pool, object)
}

/// Lets a script that speaks of a card which it has moved mean what the card became from here on, where that is public
/// (400.7h). A permanent or a spell is meant as it last was (608.2g).
pub fn mean_what_became(card_pool: &CardPool, board: &Board, running: &mut Running, moved: &[ObjectId]) {
    let became = |value: &Value| {
        let Value::Object(id) = value else { return None };
        let gone = board.get(*id).filter(|gone| moved.contains(&gone.id) && gone.was_card())?;
        let new = board.get(gone.became?).filter(|new| may_be_found(card_pool, new))?;
        Some(Value::Object(new.id))
    };
    let groups = running.context.targets.iter_mut().chain(&mut running.noted);
    for value in groups.flatten() {
        *value = became(value).unwrap_or(*value);
    }
}

/// The object that an effect does something to under an id: that object, or what it became where the effect has moved
/// it from a zone of cards (400.7h).
pub fn found(sight: &Sight<'_>, scope: &Scope<'_>, id: ObjectId) -> ObjectId {
    let gone = sight.object(id).filter(|gone| gone.was_card() && scope.finds.contains(&id));
    let gone = gone.filter(|_| sight.card_pool.finds_what_moved());
    let became = gone.and_then(|gone| sight.object(gone.became?));
    became.filter(|new| may_be_found(sight.card_pool, new)).map_or(id, |new| new.id)
}

/// The characteristics of an object, where something may look back at them when it has left (608.2g).
pub fn last_known(sight: &Sight<'_>, id: ObjectId) -> Option<Box<Last>> {
    cite!("608.2g");
    let object = sight.object(id)?;
    let face = sight.characteristics(id)?;
    // Elsewhere, only a card's own activated abilities look back at it.
    let public = !object.zone.is_hidden();
    let acts = |(_, ability): (_, AbilityRef)| {
        let here = |text: &Activated| object.zone.is(text.zone) && (public || names_itself(&text.effect));
        sight.card_pool.activated(ability).is_some_and(here)
    };
    let up = sight.board.turned_up.iter().any(|card| card.object == id);
    let down = object.zone == Zone::Exile && object.down.is_some() && sight.card_pool.plays_from_face_down();
    let here = matches!(object.zone, Zone::Battlefield | Zone::Stack);
    let remembered = up || down || here || is_meant(sight, object);
    if !(remembered || face.abilities().any(acts)) {
        return None;
    }
    let mut face = face.clone();
    face.controller = sight.controller(id);
    Some(Box::new(Last {
        face,
        attack: sight.attack(id).cloned(),
        blocks: sight.blocks(id).map(<[ObjectId]>::to_vec),
    }))
}
