//! Flying (702.9).

use super::reach;
use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may block an attacker as far as flying is concerned (702.9b).
///
/// # Errors
/// The reason and the rule.
pub fn may_block(blocker: &Characteristics, attacker: &Characteristics) -> Result<(), Refusal> {
    let flies = |one: &Characteristics| one.keywords.has(Keyword::Flying);
    if flies(attacker) && !flies(blocker) && !reach::reaches(blocker) {
        return refuse(
            "a creature with flying is blocked only by creatures with flying or reach",
            rule!("702.9b"),
        );
    }
    Ok(())
}
