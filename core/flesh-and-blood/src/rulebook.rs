//! Every rule of the rulebook: its number, how far it is implemented, and where code cites it.

use duelog_kernel::factory::rule_infos;
use duelog_kernel::info::RuleInfo;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The id of the rule with this number, where code enforces it: in the event that it causes, in the refusal
/// that it gives. A number that the rulebook lacks, or that nothing implements, does not compile.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {{
        duelog_kernel::reached!($number);
        $crate::named!($number)
    }};
}

/// Cites the rules that code implements without an event or a refusal that carries them: in the function,
/// right before the line that makes them true.
#[macro_export]
macro_rules! cite {
    ($($number:literal),+ $(,)?) => {
        const _: &[duelog_kernel::RuleId] = &[$($crate::named!($number)),+];
        $(duelog_kernel::reached!($number);)+
    };
}

/// Cites the rules that hold by what stands here, a type, a constant or a table: no line of code runs for
/// them, so that no scenario can show that it does (`tests/tests/citation_coverage.rs`).
#[macro_export]
macro_rules! holds {
    ($($number:literal),+ $(,)?) => {
        const _: &[duelog_kernel::RuleId] = &[$($crate::named!($number)),+];
    };
}

/// The id of the rule with this number, in a table or a constant: cited there as by `holds!`.
#[macro_export]
macro_rules! named {
    ($number:literal) => {
        const { duelog_kernel::ids::cite(&$crate::rulebook::INDEX, $number) }
    };
}

/// The whole rule index, in byte order of the numbers.
pub fn index() -> Vec<RuleInfo> {
    rule_infos(RULES)
}
