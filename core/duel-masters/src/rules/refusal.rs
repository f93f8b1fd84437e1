//! Why something is not legal.

use duelog_kernel::RuleId;

/// Why something is not legal, in words, and the rule that it would break.
pub type Refusal = (String, RuleId);

/// Something that is not legal.
///
/// # Errors
/// Always: the reason and the rule.
pub fn refuse<T>(why: &str, rule: RuleId) -> Result<T, Refusal> {
    Err((why.to_string(), rule))
}
