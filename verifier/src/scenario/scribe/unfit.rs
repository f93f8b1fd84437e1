//! The reasons for which a line is not taken down.

use std::fmt;

use duelog_kernel::prose::listed;
use duelog_kernel::{ObjectId, Seat};

use super::super::words::player;

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

/// A line that does not fit as the cards lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Miss {
    /// Why.
    pub(super) why: Unfit,
    /// The cards that it shows everybody and does not choose, as objects of the shuffles that last moved them.
    pub(super) shown: Vec<ObjectId>,
}

impl<W: Into<Unfit>> From<W> for Miss {
    fn from(why: W) -> Miss {
        Miss { why: why.into(), shown: Vec::new() }
    }
}

impl Unfit {
    /// The same of a line whose player is not asked yet, with what is wrong where the player is.
    pub(super) fn and_later(self, acting: Seat, then: Unfit) -> Unfit {
        match (self, then) {
            (Unfit::Refused(now), Unfit::Refused(then)) => {
                Unfit::Refused(format!("{now}; and as soon as {} is asked: {then}", player(acting)))
            }
            (now, _) => now,
        }
    }

    /// The same, where the search for cards with which the line fits was ended.
    pub(super) fn searched(self) -> Unfit {
        match self {
            Unfit::Refused(why) => Unfit::Refused(format!(
                "no order of the unseen cards was found in which this fits, and the search for one has ended; as they lie: {why}"
            )),
            Unfit::Chance(_) | Unfit::Shown(_) => self,
        }
    }
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
