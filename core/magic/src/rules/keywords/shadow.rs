//! Shadow (702.27).

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Shadow) != blocker.keywords.has(Keyword::Shadow) {
        return refuse("creatures with shadow and those without do not block each other", rule!("702.27b"));
    }
    Ok(())
}
