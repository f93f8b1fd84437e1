//! To what verbs do something. The check of definitions refuses a verb that is said of anything else, and play notes
//! one that is done to nothing of the kind.

use duelog_kernel::scope;
use duelog_kernel::scope::Operand::{All, One};

use super::{Change, Group, Posture, Ref, USABLE, Verb};

/// An element in the battle zone.
pub const ELEMENT: u32 = 1;
/// A player.
pub const PLAYER: u32 = 2;
/// A shield.
pub const SHIELD: u32 = 4;
/// A card in a hand.
pub const HAND: u32 = 8;
/// A card in a mana zone.
pub const MANA: u32 = 16;
/// A card in any other zone.
pub const ELSEWHERE: u32 = 32;
/// A civilization, a race, a number or a name.
pub const WORD: u32 = 64;
/// Any object.
pub const OBJECT: u32 = ELEMENT | SHIELD | HAND | MANA | ELSEWHERE;
/// Anything at all.
pub const ANYTHING: u32 = OBJECT | PLAYER | WORD;

/// A thing that a verb is done to.
pub type Operand<'a> = scope::Operand<'a, Group, Ref>;

impl Verb {
    /// All that it is done to, each with the kinds of things to which it does something.
    pub fn operands(&self) -> Vec<(Operand<'_>, u32)> {
        match self {
            Verb::Destroy(what) | Verb::Flip(what, _) | Verb::Turn(what, Posture::UpsideDown) => {
                vec![(All(what), ELEMENT)]
            }
            Verb::Turn(what, Posture::Tapped | Posture::Untapped) => vec![(All(what), ELEMENT | MANA)],
            Verb::Modify(what, changes, _) => {
                let usable = changes.contains(&Change::Rule(USABLE));
                vec![(All(what), if usable { OBJECT } else { ELEMENT })]
            }
            Verb::Move(what, ..) => vec![(All(what), OBJECT)],
            Verb::DiscardThese(what) => vec![(All(what), HAND)],
            Verb::ShieldsToHand(what) => vec![(All(what), SHIELD)],
            Verb::PutOn(what, on) => vec![(All(what), OBJECT), (All(on), ELEMENT | SHIELD)],
            Verb::Exchange(one, other) => vec![(All(one), OBJECT), (All(other), OBJECT)],
            Verb::Show(to, what) => vec![(All(to), PLAYER), (All(what), OBJECT)],
            Verb::Use(_, what) => vec![(All(what), OBJECT & !ELEMENT)],
            Verb::Break(by, _) => vec![(One(by), ELEMENT)],
            Verb::Battle(one, other) => vec![(One(one), ELEMENT), (One(other), ELEMENT)],
            Verb::Become(who, what, _) => vec![(One(who), ELEMENT), (All(what), OBJECT)],
            // All that can be chosen is whatever there is; who does something can be named by anything of that player.
            Verb::Stop
            | Verb::Choose(..)
            | Verb::Draw(..)
            | Verb::Discard(..)
            | Verb::PutBack(..)
            | Verb::Search(..)
            | Verb::Rearrange(_)
            | Verb::Judge(_)
            | Verb::ExtraTurn(_)
            | Verb::Lose(_)
            | Verb::Impose(..) => Vec::new(),
        }
    }
}

impl Group {
    /// Returns whether what it holds is of the kind that its word says, whatever is on the table.
    pub fn is_of_its_kind(&self) -> bool {
        match self {
            Group::Of(one) => one.is_player(),
            Group::Together(groups) => groups.iter().all(Group::is_of_its_kind),
            Group::Battle(_)
            | Group::In(..)
            | Group::Top(..)
            | Group::Players
            | Group::Civilizations
            | Group::Races
            | Group::Numbers(_)
            | Group::CardNames => true,
            Group::Looked(_) | Group::Seals(_) | Group::Cards(_) => false,
        }
    }
}

impl Ref {
    /// Returns whether it names a player by its word.
    pub fn is_player(&self) -> bool {
        matches!(self, Ref::You | Ref::Opponent | Ref::TurnPlayer | Ref::EventPlayer | Ref::Owner(_))
    }
}
