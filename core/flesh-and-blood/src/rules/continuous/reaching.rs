//! The properties of what is outside of the arena and the stack, as static abilities change them that reach so far.

use std::sync::Arc;

use duelog_kernel::{ObjectId, budget};

use super::altering::modify;
use super::inherited;
use crate::cite;
use crate::language::definition::{Group, Static};
use crate::rules::eval::{Scope, Sight};
use crate::state::card_pool::CardPool;
use crate::state::statics::{SAID, stage};
use crate::state::{Board, CodeRef, Computed, Object, Properties, Value, Zone};

/// A part of a static ability that reaches so far.
struct Part<'a> {
    own: (u8, u8),
    timestamp: u32,
    source: ObjectId,
    code: CodeRef,
    ability: &'a Static,
}

/// The properties of all that such abilities change outside of the arena and the stack; nothing of anything else.
pub fn far(board: &Board, card_pool: &CardPool, computed: &Computed) -> Computed {
    let mut far = Computed::default();
    let mut parts = parts(board, card_pool, computed);
    cite!("6.3.2", "6.3.3", "6.3.4");
    parts.sort_by_key(|part| (part.own, part.timestamp));
    for part in parts {
        let sight = Sight::unlisted(board, card_pool, computed, &far);
        let changed = apply(&sight, &part);
        changed.into_iter().for_each(|(id, properties)| far.put(id, properties));
    }
    far
}

fn parts<'a>(board: &Board, card_pool: &'a CardPool, computed: &Computed) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for (source, properties) in computed.iter() {
        let Some(object) = board.get(source) else { continue };
        for code in properties.abilities.iter().filter(|code| !inherited(object, **code, computed)) {
            let Some(ability) = card_pool.static_ability(*code).filter(|ability| ability.anywhere) else {
                continue;
            };
            let own = card_pool.static_parts(*code).map(|part| part.own);
            // All else is asked for by itself.
            let own = own.filter(|own| (1..SAID).contains(&own.0));
            parts.extend(own.map(|own| Part {
                own,
                timestamp: object.timestamp,
                source,
                code: *code,
                ability,
            }));
        }
    }
    parts
}

/// All that a part changes, as it is then.
fn apply(sight: &Sight<'_>, part: &Part<'_>) -> Vec<(ObjectId, Arc<Properties>)> {
    let Part { source, code, ability, .. } = *part;
    let (Some(object), Group::Everything(filter)) = (sight.object(source), &ability.affects) else {
        return Vec::new();
    };
    let scope = Scope::of(source, sight.controller(source).unwrap_or(object.controller), code.card);
    let holds = |condition| sight.holds(condition, &scope);
    if !sight.functional(object, ability.from, false) || !ability.condition.as_ref().is_none_or(holds) {
        return Vec::new();
    }
    let outside = |object: &&Object| object.exists() && !object.zone.is_arena() && object.zone != Zone::Stack;
    let affected: Vec<ObjectId> =
        sight.board.objects.iter().filter(outside).map(|object| object.id).collect();
    budget::look(affected.len());
    let changes = ability.changes.iter().enumerate().filter(|(_, change)| stage(*change) == part.own);
    let changes: Vec<_> = changes.collect();
    let mut changed = Vec::new();
    cite!("2.0.3", "6.2.3c");
    for id in affected.into_iter().filter(|id| sight.matches(filter, *id, &scope)) {
        let Some(mut properties) = before(sight, id) else { continue };
        let scope = Scope { it: Some(Value::Object(id)), ..scope };
        for (place, change) in &changes {
            if let Some(alter) = sight.alter(change, &scope, (code, u16::MAX, *place as u32)) {
                modify(&mut properties, alter);
            }
        }
        changed.push((id, Arc::new(properties)));
    }
    changed
}

/// An object as it is before the part applies: with the numbers that its property-static abilities define (5.4.5a).
fn before(sight: &Sight<'_>, id: ObjectId) -> Option<Properties> {
    let own = sight.properties(id)?;
    Some(Properties { power: sight.power(id), defense: sight.defense(id), ..own.clone() })
}
