//! Defender (702.3).

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Characteristics;

/// Whether a creature may attack as far as defender is concerned (702.3b).
///
/// # Errors
/// The reason and the rule.
pub fn may_attack(attacker: &Characteristics) -> Result<(), Refusal> {
    if attacker.keywords.has(Keyword::Defender) { refuse("it has defender", rule!("702.3b")) } else { Ok(()) }
}
