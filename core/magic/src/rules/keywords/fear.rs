//! Fear (702.35).

use crate::language::keyword::Keyword;
use crate::language::mana::Color;
use crate::language::types::CardType;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Fear)
        && !blocker.types.is(CardType::Artifact)
        && !blocker.colors.has(Color::Black)
    {
        return refuse(
            "a creature with fear is blocked only by artifact and black creatures",
            rule!("702.35b"),
        );
    }
    Ok(())
}
