//! Intimidate (702.13).

use crate::language::keyword::Keyword;
use crate::language::types::CardType;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Intimidate)
        && !blocker.types.is(CardType::Artifact)
        && !blocker.colors.shares(attacker.colors)
    {
        return refuse(
            "a creature with intimidate is blocked only by artifact creatures and those that share a colour",
            rule!("702.13b"),
        );
    }
    Ok(())
}
