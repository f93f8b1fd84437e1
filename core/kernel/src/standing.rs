//! How well players stand, in numbers that a program can compare.

use serde::Serialize;

/// What a player has, each part in hundredths of what a card in the hand is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// What keeps the player from losing: life, shields.
    pub life: i64,
    /// What the player can still use: cards in the hand and kept for later.
    pub cards: i64,
    /// What the player has in play.
    pub board: i64,
    /// What can be done with it at once.
    pub tempo: i64,
}

impl Standing {
    /// All of it.
    pub fn total(&self) -> i64 {
        self.life + self.cards + self.board + self.tempo
    }
}

/// Points of so many of something: `each` for those up to `few`, `more` for the others.
pub fn up_to(count: i64, few: i64, each: i64, more: i64) -> i64 {
    count.min(few) * each + (count - few).max(0) * more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plenty_counts_less() {
        assert_eq!([0, 2, 3, 5].map(|count| up_to(count, 3, 10, 1)), [0, 20, 30, 32]);
        assert_eq!(Standing { life: 1, cards: 20, board: 300, tempo: 4000 }.total(), 4321);
    }
}
