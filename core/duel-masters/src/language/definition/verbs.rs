//! What effects do.

use serde::{Deserialize, Serialize};

use super::*;

/// Something that an effect does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// A full stop: what follows is another sentence, of which nothing has been replaced (101.5a).
    Stop,
    /// The player chooses this many, at least and at most, or as many as there are (605.2b); read back by the
    /// place of the choice. Within a bound they are chosen one after the other, at least none.
    Choose(
        Ref,
        Group,
        Number,
        Number,
        #[serde(default, skip_serializing_if = "Option::is_none")] Option<Bound>,
    ),
    /// The player draws (114).
    Draw(Ref, Number),
    /// Destroys elements (701.6).
    Destroy(Group),
    /// Cards go elsewhere; those that go to the battle zone are put there one by one (409.1f).
    Move(Group, Destination, #[serde(default, skip_serializing_if = "is_default")] Extent),
    /// The player discards this many cards (701.7b).
    Discard(Ref, Discarding, Number),
    /// The player discards these (701.7).
    DiscardThese(Group),
    /// Taps, untaps, or turns upside down.
    Turn(Group, Posture),
    /// The source breaks shields that its player chooses (701.14).
    Break(Ref, Number),
    /// These shields go to their owner's hand, as if broken (701.14b).
    ShieldsToHand(Group),
    /// The first of the cards is put on the first of the others: a cross gear in the battle zone is crossed
    /// to that creature (303.3c), a weapon equipped to it (305.2), another element put on that one, which then
    /// lies under it (403.4a), everything else put on that shield, which stays one shield (113.2). The top
    /// cards of a deck put on elements are seals: as many on each, from its owner's deck (701.24).
    PutOn(Group, Group),
    /// The two creatures battle (701.13).
    Battle(Ref, Ref),
    /// Changes elements (608.2).
    Modify(Group, Vec<Written>, Until),
    /// The player uses cards for no cost (112.3g).
    Use(Ref, Group),
    /// Exchanges a creature in the battle zone with a card of the hand, or all cards of two zones (701.26).
    Exchange(Group, Group),
    /// These players look at the cards; both see what is shown (701.9). The top cards of a deck then stay
    /// there untouched by other effects (605.4).
    Show(Group, Group),
    /// What is being looked at goes back: on top or at the bottom, in an order that the player chooses
    /// (401.4).
    PutBack(Ref, Destination),
    /// The player finds up to this many such cards in the own deck, or in that of the last player; they go elsewhere,
    /// and the deck is shuffled (701.10, 701.11).
    Search(
        Ref,
        Filter,
        Number,
        Destination,
        #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ref>,
    ),
    /// The player puts the cards of the own shields in another order; each shield keeps its place and how
    /// many cards it has (113.2a).
    Rearrange(Ref),
    /// Both players show the top card of the deck and put it at the bottom; what it came to is 1 if the
    /// player won (701.21).
    Judge(Ref),
    /// The player takes an extra turn (500.5).
    ExtraTurn(Ref),
    /// The player loses, and the other wins (104.2c).
    Lose(Ref),
    /// Double-faced cards are turned to one of their faces, the front counted as 0 (701.20, 701.22, 701.25).
    /// Where all of those faces belong together, they are linked to one creature (701.18a, 701.29a, 701.31a).
    Flip(Group, u8),
    /// The creature becomes the first of the cards for so long: it has everything that is printed on that one,
    /// and nothing that is printed on itself.
    Become(Ref, Group, Until),
    /// The ability works by itself for so long, of whatever there is at each moment (608.2, 609.1): a static
    /// one or a replacement effect.
    Impose(Box<Ability>, Until),
}

/// A limit on all that is chosen together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Bound {
    /// So much of this in total.
    Total(Stat, Number),
}

/// How much of an element goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Extent {
    /// All its cards.
    #[default]
    Whole,
    /// Only its top card (109.2a).
    TopCard,
}

impl Verb {
    /// All of these go elsewhere.
    pub fn moving(what: Group, to: Destination) -> Verb {
        Verb::Move(what, to, Extent::Whole)
    }

    /// The player chooses at least and at most these numbers of them.
    pub fn choosing(who: Ref, from: Group, least: Number, most: Number) -> Verb {
        Verb::Choose(who, from, least, most, None)
    }
}
