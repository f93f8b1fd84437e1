//! Why something is not legal.

use std::borrow::Cow;

use crate::ids::RuleId;

/// Why something is not legal, in words, and the rule that it would break. Most refusals are only asked whether there
/// is one, so words that are always the same are not copied.
pub type Refusal = (Cow<'static, str>, RuleId);

/// Says that something is not legal.
///
/// # Errors
/// Always: the reason and the rule.
pub fn refuse<T>(why: impl Into<Cow<'static, str>>, rule: RuleId) -> Result<T, Refusal> {
    Err((why.into(), rule))
}
