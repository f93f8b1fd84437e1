//! Horsemanship (702.30).

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as this ability is concerned.
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Horsemanship) && !blocker.keywords.has(Keyword::Horsemanship) {
        return refuse(
            "a creature with horsemanship is blocked only by creatures with horsemanship",
            rule!("702.30b"),
        );
    }
    Ok(())
}
