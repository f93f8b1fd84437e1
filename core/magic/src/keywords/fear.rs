//! Fear (702.35).

use super::Keyword;
use crate::actions::{Refusal, refuse};
use crate::mana::Color;
use crate::rule;
use crate::state::Characteristics;
use crate::types::CardType;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Fear) && !blocker.types.is(CardType::Artifact) && !blocker.colors.has(Color::Black) {
        return refuse("a creature with fear is blocked only by artifact and black creatures", rule!("702.35b"));
    }
    Ok(())
}
