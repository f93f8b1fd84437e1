//! Keywords that the rulebook describes as abilities: what each stands for, in the language itself.

use std::sync::OnceLock;

use duelog_kernel::ron_text::read;
use serde::{Deserialize, Serialize};

use crate::language::definition::{Ability, Alternative, Besides};

/// What a keyword stands for. The cost behind the keyword comes before the cost of everything in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The keyword.
    pub keyword: String,
    /// The rule that says so.
    pub rule: String,
    /// Whether a cost stands behind it.
    #[serde(default)]
    pub costs: bool,
    /// Costs that may be paid besides.
    #[serde(default)]
    pub besides: Vec<Besides>,
    /// Costs that can be paid instead of the mana cost.
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// All keywords that are defined in the language, or why their file cannot be read.
pub fn meanings() -> &'static Result<Vec<Meaning>, String> {
    static ALL: OnceLock<Result<Vec<Meaning>, String>> = OnceLock::new();
    ALL.get_or_init(|| {
        read(include_str!("keywords.ron"))
            .map_err(|fault| format!("keywords.ron:{}:{}: {}", fault.line, fault.column, fault.message))
    })
}

/// What a keyword stands for.
///
/// # Errors
/// That there is no such keyword.
pub fn meaning(keyword: &str) -> Result<&'static Meaning, String> {
    let all = meanings().as_ref().map_err(Clone::clone)?;
    all.iter().find(|meaning| meaning.keyword == keyword).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|meaning| meaning.keyword.as_str()).collect();
        format!("unknown keyword \"{keyword}\"; there are {}", known.join(", "))
    })
}
