//! What an object was, where something may look back at it after it has left its zone (400.7h, 608.2g).

use duelog_kernel::ObjectId;
use duelog_kernel::scope::Node;

use crate::cite;
use crate::language::definition::{Activated, Effect};
use crate::rules::eval::Sight;
use crate::state::{AbilityRef, Frame, Last, Zone};

/// Whether a script looks at what its own object is.
fn names_itself(effect: &Effect) -> bool {
    let own =
        |node: &Node| node.word == "ManaValue" && node.parts.first().is_some_and(|of| of.word == "This");
    Node::of(effect).any(&own)
}

/// Whether an object pays for a spell or ability, which finds it afterwards (400.7h).
fn pays(sight: &Sight<'_>, id: ObjectId) -> bool {
    let of = |frame: &Frame| match frame {
        Frame::Casting(casting) => {
            let stack = sight.object(casting.object).and_then(|object| object.stack.as_ref());
            stack.is_some_and(|stack| stack.cast.with.contains(&id))
        }
        Frame::Running(running) => running.context.paid.contains(&id),
        _ => false,
    };
    cite!("400.7h");
    sight.card_pool.finds_what_paid() && sight.board.frames.iter().any(of)
}

/// What an object is, where that may be looked back at when it leaves (608.2g).
pub fn last_known(sight: &Sight<'_>, id: ObjectId) -> Option<Box<Last>> {
    cite!("608.2g");
    let object = sight.object(id)?;
    let face = sight.characteristics(id)?;
    // Of a card elsewhere only its own activated abilities there look back at it.
    let public = !object.zone.is_hidden();
    let acts = |(_, ability): (_, AbilityRef)| {
        let here = |text: &Activated| object.zone.is(text.zone) && (public || names_itself(&text.effect));
        sight.card_pool.activated(ability).is_some_and(here)
    };
    let up = sight.board.turned_up.iter().any(|card| card.object == id);
    let remembered = up || matches!(object.zone, Zone::Battlefield | Zone::Stack) || pays(sight, id);
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
