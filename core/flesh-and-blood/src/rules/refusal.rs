//! Why something is not legal.

use std::borrow::Cow;

use duelog_kernel::RuleId;

/// Why something is not legal, in words, and the rule that it would break.
pub type Refusal = (Cow<'static, str>, RuleId);

/// Says that something is not legal.
pub fn refuse<T>(why: &'static str, rule: RuleId) -> Result<T, Refusal> {
    Err((Cow::Borrowed(why), rule))
}
