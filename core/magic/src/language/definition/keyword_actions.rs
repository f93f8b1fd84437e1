//! Keyword actions (701) that are more than a plain verb.

use serde::{Deserialize, Serialize};

use super::*;

/// A keyword action. What "this permanent" does is done by the source of the effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Two creatures fight each other (701.12).
    Fight(Ref, Ref),
    /// Something of objects or players is doubled (701.9).
    Double(Group, Doubled),
    /// Something is exchanged (701.10).
    Exchange(Exchange),
    /// Players scry so much, all at once (701.17c).
    Scry(Group, Number),
    /// Players surveil so much, all at once (701.41).
    Surveil(Group, Number),
    /// The first player fateseals the library of the second so much (701.21).
    Fateseal(Ref, Ref, Number),
    /// The effect's player clashes with another (701.22). The last amount is 1 if the effect's player won, else 0.
    Clash(Ref),
    /// Players search their own libraries at once for up to so many cards that match, put them somewhere, and
    /// shuffle (701.18h).
    Search(Group, Filter, u32, Destination),
    /// A player proliferates (701.26).
    Proliferate(Ref),
    /// Permanents are detained (701.28).
    Detain(Group),
    /// A player populates (701.29).
    Populate(Ref),
    /// This permanent becomes monstrous with so many counters (701.30).
    Monstrosity(Number),
    /// The effect's player bolsters so much (701.32).
    Bolster(Number),
    /// The targets of the group of this place are supported (701.34).
    Support(u8),
    /// Creatures are goaded (701.37).
    Goad(Group),
    /// A permanent explores (701.39).
    Explore(Ref),
    /// This permanent adapts with so many counters (701.42).
    Adapt(Number),
    /// All players vote, this one first, then in turn order (701.31). The votes are `Last`, and their number is
    /// the last amount.
    Vote(Ref, Ballot),
    /// A player manifests cards, one after the other (701.33).
    Manifest(Ref, Group),
    /// A player planeswalks (701.23).
    Planeswalk(Ref),
    /// A player rolls the planar die (901.9).
    RollPlanarDie(Ref),
    /// A player sets a number of schemes in motion, one after the other (701.24).
    SetInMotion(Ref, Number),
    /// Schemes are abandoned (701.25).
    Abandon(Group),
}

/// What can be voted for (701.31b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ballot {
    /// Words that mean nothing by themselves; `Votes` counts them by place.
    Words(Vec<String>),
    /// Objects of a group; `MostVotes` are those with the most.
    Among(Group),
}

/// What is exchanged (701.10).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Exchange {
    /// Control of two permanents.
    Control(Ref, Ref),
    /// The life totals of two players.
    Life(Ref, Ref),
    /// All cards of two zones of a player.
    Zones(Ref, ZoneKind, ZoneKind),
    /// Objects of the first group and of the second, each going where the other is.
    Cards(Group, Group),
    /// A player's life total and a creature's power or toughness.
    LifeAndSize(Ref, Ref, Measure),
}

data! {
    /// What is doubled (701.9).
    #[derive(Copy)]
    pub enum Doubled {
        /// Power, until end of turn.
        Power,
        /// Toughness, until end of turn.
        Toughness,
        /// Power and toughness, until end of turn.
        Size,
        /// Life totals.
        Life,
        /// The counters of a kind on permanents; those of each kind where none is named.
        Counters(Option<Counter>),
        /// The unspent mana of each type of players.
        Mana,
    }
}
