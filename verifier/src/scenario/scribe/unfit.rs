//! The reasons for which a line is not taken down.

use std::fmt;

use duelog_kernel::prose::listed;

/// Why a line is not taken down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// Chance decides among this number of results, and no line has said how it came out.
    Chance(u32),
    /// Everybody sees cards that no line names; the names are those of the cards as they had been dealt.
    Shown(Vec<String>),
    /// It is not understood, or does not fit the match as it was written down.
    Refused(String),
}

impl std::error::Error for Unfit {}

impl From<String> for Unfit {
    fn from(why: String) -> Unfit {
        Unfit::Refused(why)
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Chance(among) => write!(
                f,
                "chance decides here, among {among}: say how it came out in a line before, `chance: 1` to `chance: {among}`, `chance: P1`, `chance: heads`, the card that was chosen, or `chance: \"WORDS\"` of what happens then"
            ),
            Unfit::Shown(names) => write!(
                f,
                "this shows everybody {} that no line names: say which before it, `shown: NAME` (here it would be {})",
                if names.len() == 1 { "a card".to_string() } else { format!("{} cards", names.len()) },
                listed(names.clone(), "and")
            ),
            Unfit::Refused(why) => f.write_str(why),
        }
    }
}
