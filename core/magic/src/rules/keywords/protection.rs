//! Protection (702.16): from damage, enchanting and equipping, blocking, targeting.

use duelog_kernel::ObjectId;

use crate::language::keyword::{Keyword, Quality};
use crate::language::mana::Colors;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;
use crate::{cite, rule};

/// Whether a source has a quality (702.16a).
pub fn is_so(source: &Characteristics, quality: Quality) -> bool {
    match quality {
        Quality::Color(color) => source.colors.shares(Colors::of(&[color])),
        Quality::Subtype(subtype) => source.types.has(subtype),
        Quality::Type(card_type) => source.types.is(card_type),
        Quality::Creatures => source.types.is(CardType::Creature),
        Quality::Everything => {
            cite!("702.16i");
            true
        }
        Quality::Super(supertype) => source.types.is_super(supertype),
        // Settled as the colour, or as one for each.
        Quality::Chosen | Quality::AllColors => false,
    }
}

/// Whether a permanent has protection from a source (702.16a).
pub fn protects(sight: &Sight<'_>, id: ObjectId, source: ObjectId) -> bool {
    let (Some(own), Some(other)) = (sight.characteristics(id), sight.characteristics(source)) else {
        return false;
    };
    own.keywords
        .special()
        .iter()
        .any(|keyword| matches!(keyword, Keyword::Protection(quality) if is_so(other, *quality)))
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
