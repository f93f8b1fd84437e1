//! How well players stand, in numbers that a program can compare.

use serde::Serialize;

/// The assets of a player, each in hundredths of the worth of a card in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// Protection from losing: life, shields.
    pub life: i64,
    /// Usable cards: in hand and kept for later.
    pub cards: i64,
    /// Cards in play.
    pub board: i64,
    /// Actions that are possible at once.
    pub tempo: i64,
    /// The player's team, where there are teams.
    #[serde(skip)]
    pub team: Option<u8>,
    /// True for a player who has left the game.
    #[serde(skip)]
    pub out: bool,
}

impl Standing {
    /// All of it.
    pub fn total(&self) -> i64 {
        self.life + self.cards + self.board + self.tempo
    }
}

/// Points for a count: `each` for those up to `few`, `more` for the others.
pub fn up_to(count: i64, few: i64, each: i64, more: i64) -> i64 {
    count.min(few) * each + (count - few).max(0) * more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plenty_counts_less() {
        assert_eq!([0, 2, 3, 5].map(|count| up_to(count, 3, 10, 1)), [0, 20, 30, 32]);
        assert_eq!(
            Standing { life: 1, cards: 20, board: 300, tempo: 4000, ..Standing::default() }.total(),
            4321
        );
    }
}
