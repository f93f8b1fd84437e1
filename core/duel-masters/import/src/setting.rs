//! What the words of a text can refer to while it is read.

use duelog_duel_masters::language::definition::Ref;
use duelog_duel_masters::language::types::Place;

/// Who and what has been spoken of.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// How many choices the script has made.
    pub chosen: u8,
    /// What `it` and `them` mean.
    pub it: Option<Ref>,
    /// In which zone that is.
    pub it_in: Option<Place>,
    /// The other object of the event.
    pub other: bool,
    /// Who does what the sentence says, if not the player of the card.
    pub actor: Option<Ref>,
    /// Whom `his` and `he` mean, where the sentence says nothing nearer.
    pub him: Option<Ref>,
    /// The choice of a race.
    pub race: Option<u8>,
    /// The choice of a civilization.
    pub civilization: Option<u8>,
    /// Whether the script is in a loop, where what was chosen is what the last action came to.
    pub looped: bool,
    /// Whether what an event triggers is said to happen after the battle.
    pub after: bool,
    /// Whether the event is a battle of the creature itself.
    pub battling: bool,
    /// Whether the card is a cross gear.
    pub gear: bool,
    /// Whether what is said is an ability that the crossed creature is given.
    pub given: bool,
}

impl Setting {
    /// Whom `his` means.
    pub fn his(&self) -> Ref {
        let acting = self.actor.clone().filter(|actor| *actor != Ref::You);
        acting.or(self.him.clone()).unwrap_or(Ref::Opponent)
    }

    /// Who acts.
    pub fn actor(&self) -> Ref {
        self.actor.clone().unwrap_or(Ref::You)
    }
}
