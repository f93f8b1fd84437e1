//! Where a match stands in its turns, as people name it.

use serde::{Serialize, Serializer};

use crate::ids::Seat;

/// A step or phase of a turn as people name it, for instance `blocks` within `combat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepName {
    /// The name, which no other step of the game has: small letters, digits and hyphens.
    pub name: &'static str,
    /// The phase that it is a part of; empty where it is none.
    pub within: &'static str,
    /// How people call it in a sentence: `first main` of `main1`.
    pub called: &'static str,
}

impl StepName {
    /// A step that is part of nothing but its turn.
    pub const fn alone(name: &'static str) -> StepName {
        StepName { name, within: "", called: name }
    }

    /// A step of a phase.
    pub const fn within(phase: &'static str, name: &'static str) -> StepName {
        StepName { name, within: phase, called: name }
    }

    /// The same step, which people call otherwise than its name.
    pub const fn called(self, words: &'static str) -> StepName {
        StepName { called: words, ..self }
    }

    /// The step in words, with its phase: `combat · end of combat`.
    pub fn words(&self) -> String {
        match self.within {
            "" => self.called.to_string(),
            phase => format!("{phase} · {}", self.called),
        }
    }

    /// Returns whether a word names it or its phase.
    pub fn is(&self, word: &str) -> bool {
        self.name == word || (!self.within.is_empty() && self.within == word)
    }
}

impl std::fmt::Display for StepName {
    /// The name with its phase: `combat.blocks`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.within {
            "" => f.write_str(self.name),
            phase => write!(f, "{phase}.{}", self.name),
        }
    }
}

impl Serialize for StepName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A turn and the step that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TurnStep {
    /// The number of the turn, counted from 1 over the turns of all players; 0 before the first.
    pub turn: u32,
    /// Whose turn it is; before the first turn this says nothing.
    pub active: Seat,
    /// The step or phase.
    pub step: StepName,
}

impl std::fmt::Display for TurnStep {
    /// As a moment is written: `t5.combat.blocks`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}.{}", self.turn, self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_written_with_their_phase() {
        let blocks = StepName::within("combat", "blocks");
        assert_eq!(TurnStep { turn: 5, active: Seat(0), step: blocks }.to_string(), "t5.combat.blocks");
        assert_eq!(
            TurnStep { turn: 0, active: Seat(0), step: StepName::alone("opening") }.to_string(),
            "t0.opening"
        );
        assert!(blocks.is("combat") && blocks.is("blocks") && !blocks.is("") && !blocks.is("upkeep"));
        assert!(!StepName::alone("upkeep").is(""));
        assert_eq!(blocks.words(), "combat · blocks");
        let main = StepName::alone("main1").called("first main");
        assert_eq!((main.to_string(), main.words()), ("main1".to_string(), "first main".to_string()));
        assert_eq!(serde_json::to_string(&blocks).unwrap_or_default(), "\"combat.blocks\"");
    }
}
