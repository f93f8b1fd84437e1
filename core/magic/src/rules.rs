//! Every rule of the rulebook: its number, how far it is implemented, and where code cites it.

use duelog_kernel::table::RuleInfo;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The id of the rule with this number; a number that the rulebook lacks, or that nothing implements, does not compile.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {
        const { duelog_kernel::ids::cite(&$crate::rules::INDEX, $number) }
    };
}

/// The whole rule index, in byte order of the numbers.
pub fn index() -> Vec<RuleInfo> {
    let info = |((&(number, status), &reason), &code): ((&(&'static str, _), &&'static str), &&'static [&'static str])| RuleInfo {
        number,
        status,
        reason,
        code: code.to_vec(),
    };
    INDEX.iter().zip(&REASONS).zip(&CITATIONS).map(info).collect()
}
