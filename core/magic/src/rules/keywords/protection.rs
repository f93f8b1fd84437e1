//! Protection (702.16): from damage, enchanting and equipping, blocking, targeting.

use duelog_kernel::ObjectId;

use crate::language::keyword::{Keyword, Quality};
use crate::language::mana::Colors;
use crate::language::types::CardType;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};

/// Whether a permanent has protection from a source (702.16a).
pub fn protects(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> bool {
    let (Some(own), Some(other)) = (sight.characteristics(id), sight.characteristics(source)) else {
        return false;
    };
    own.keywords.special().iter().any(|keyword| match keyword {
        Keyword::Protection(Quality::Color(color)) => other.colors.shares(Colors::of(&[*color])),
        Keyword::Protection(Quality::Subtype(subtype)) => other.types.has(*subtype),
        Keyword::Protection(Quality::Creatures) => other.types.is(CardType::Creature),
        _ => false,
    })
}

/// Whether a permanent can be the target of a source as far as protection is concerned (702.16b).
///
/// # Errors
/// The reason and the rule.
pub fn may_target(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> Result<(), Refusal> {
    if protects(sight, id, source) {
        refuse("it has protection from the source", rule!("702.16b"))
    } else {
        Ok(())
    }
}

/// Whether a creature may block an attacker as far as protection is concerned (702.16f).
///
/// # Errors
/// The reason and the rule.
pub fn may_block(sight: &Sight<'_>, blocker: ObjectId, attacker: ObjectId) -> Result<(), Refusal> {
    if protects(sight, attacker, blocker) {
        refuse("the attacker has protection from it", rule!("702.16f"))
    } else {
        Ok(())
    }
}
