//! Every rule of the rulebook: its number, how far it is implemented, and where code cites it.

use duelog_kernel::info::RuleInfo;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The id of the rule with this number; a number that the rulebook lacks, or that nothing implements, does
/// not compile.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {
        const { duelog_kernel::ids::cite(&$crate::rulebook::INDEX, $number) }
    };
}

/// Cites the rules that code implements without an event or a refusal that carries them: first in the
/// function, or above the line or the type.
#[macro_export]
macro_rules! cite {
    ($($number:literal),+) => {
        const _: &[duelog_kernel::RuleId] = &[$($crate::rule!($number)),+];
    };
}

/// The whole rule index, in byte order of the numbers.
pub fn index() -> Vec<RuleInfo> {
    duelog_kernel::factory::rule_infos(&INDEX, &REASONS, &CITATIONS)
}
