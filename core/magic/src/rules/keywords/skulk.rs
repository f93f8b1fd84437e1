//! Skulk (702.117).

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Skulk) && blocker.power > attacker.power {
        return refuse("a creature with skulk is not blocked by one with greater power", rule!("702.117b"));
    }
    Ok(())
}
