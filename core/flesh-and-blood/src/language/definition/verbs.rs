//! What effects do: the verbs.

use serde::{Deserialize, Serialize};

use super::*;

/// At which occasion the next object is looked for to which an effect applies (6.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The next attack (1.8.10).
    Attack,
    /// The next card that the player plays.
    Play,
    /// The next ability that the player activates.
    Activate,
    /// The next card or ability that the player plays or activates.
    PlayOrActivate,
    /// The next card that the player defends with.
    Defend,
    /// All cards with which the player defends the next time, as far as they match.
    DefendTogether,
}

/// Into what objects transform (8.5.36).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// This object, which becomes a permanent if it is none (8.5.36b).
    Object(Ref),
    /// A token of this name, which is created (8.5.36c).
    Token(String),
}

/// How objects are banished.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banishing {
    /// Until which event, or until which state, when they return at once to where they were (8.5.1c);
    /// for good where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<When>,
    /// Returns whether face down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
}

/// The things that are created, in place of tokens in the arena.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Created {
    /// Cards, each in such a zone (8.5.40).
    In(Destination),
    /// One token, which is equipped (8.5.41d).
    Equipped,
    /// One token, in an exposed equipment zone of the player (8.5.2c, 3.0.1a); the controller of the effect
    /// chooses it.
    Exposed,
    /// One token, which enters the arena with this number of counters (8.5.2b).
    With(Counter, Number),
}

/// How the names of several objects compare (2.7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Names {
    /// Each has the name of each other.
    Same,
    /// None has the name of another.
    Different,
}

/// How the game ends for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// The player wins (4.5.2b).
    Wins,
    /// The player loses (4.5.3b).
    Loses,
    /// The game is a draw (4.5.4b).
    Draws,
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// 8.5.3
    Damage {
        /// How much.
        amount: Number,
        /// To what.
        to: Group,
        /// Of which kind.
        kind: DamageKind,
        /// By what, if not the source.
        #[serde(default)]
        from: Option<Ref>,
        /// Returns whether what deals it is considered to have hit by it (7.5.5).
        #[serde(default)]
        hits: bool,
    },
    /// 8.5.6
    Draw(Ref, Number),
    /// 8.5.5: these cards.
    Discard(Group),
    /// 8.5.5: so many random cards of a player's hand.
    DiscardRandom(Ref, Number),
    /// 8.5.4
    Destroy(Group),
    /// 8.5.1: face up and for good, or as it is said.
    Banish(Group, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Banishing>),
    /// 8.5.15
    Put(Group, Destination),
    /// 8.5.49: two objects swap their places.
    Exchange(Ref, Ref),
    /// 8.5.15, 9.1.4b: into the arena, a twin-card with the face of this name.
    PutFace(Group, String),
    /// 8.5.2: a player creates tokens of this name, or what is said.
    Create(Ref, Number, String, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Created>),
    /// 8.5.36: all of these, which must be at least so many, transform into a permanent (8.5.36d).
    Transform(Group, u32, Shape),
    /// 8.5.7
    Gain(Ref, Asset, Number),
    /// 8.5.12
    Lose(Ref, Asset, Number),
    /// 8.5.14
    PutCounters(Counter, Number, Group),
    /// 8.5.16
    RemoveCounters(Counter, Number, Group),
    /// 8.5.8, 8.5.9, 8.5.13
    Modify(Group, Vec<Change<Written>>, Until),
    /// 6.2.3c: everything that matches as long as it lasts.
    ModifyAll(Filter, Vec<Change<Written>>, Until),
    /// 8.5.25: these become a copy of an object.
    Become(Group, Ref, Until),
    /// 8.5.25: a player's hero becomes a random one of these cards.
    BecomeOne(Ref, Vec<String>),
    /// 8.5.52: a player's hero is itself again.
    ReturnToTheBrood(Ref),
    /// 6.2.4: this many next objects, those of another player if one is named.
    Next(
        Occasion,
        u8,
        Filter,
        Vec<Change<Written>>,
        Until,
        #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ref>,
    ),
    /// 6.4.10j: the next so much damage to these.
    Shield {
        /// To what; anything where it is left out (6.4.10e).
        #[serde(default)]
        to: Option<Group>,
        /// How much in all.
        amount: Number,
        /// Of which kind; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
        /// By what; anything where it is left out (6.4.10d).
        #[serde(default)]
        from: Option<Ref>,
    },
    /// 6.4.10i: so much of the next damage to these.
    PreventNext {
        /// To what; anything where it is left out (6.4.10e).
        #[serde(default)]
        to: Option<Group>,
        /// How much; all where it is left out.
        #[serde(default)]
        amount: Option<Number>,
        /// Of which kind; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
        /// By what; anything where it is left out (6.4.10d).
        #[serde(default)]
        from: Option<Ref>,
    },
    /// 6.4.10i: so much of the damage to these, the next a number of times.
    PreventTimes {
        /// How often.
        times: Number,
        /// To what.
        to: Group,
        /// How much each time.
        amount: Number,
    },
    /// 6.4.10g: the next prevention effect prevents so much less.
    PreventLess {
        /// How much less.
        amount: Number,
        /// Of which kind of damage; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// 6.4.9: the next such event this turn is replaced.
    ReplaceNext(When, Instead),
    /// 6.4.7: does this, with a self-replacement effect of the same ability.
    ButIf(Box<Verb>, Condition, Instead),
    /// 8.5.10
    Intimidate(Ref),
    /// 8.5.18: so many dice of so many sides at once (8.5.18a); the sum is the last amount.
    Roll(Number, u32),
    /// 8.5.22
    Opt(Ref, Number),
    /// 8.5.19: a player searches these own zones for so many cards that match; they are the last action's.
    Search(Ref, Vec<ZoneKind>, Filter, u32),
    /// 8.5.20: such a zone of a player is shuffled; a text that names none means the deck (8.5.20c).
    Shuffle(ZoneKind, Ref),
    /// 8.5.17: and they are public as long as is said (8.5.17b).
    Reveal(Group, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Until>),
    /// 8.5.17e: a player reveals cards from the top of the deck until so many match.
    RevealUntil(Ref, Number, Filter),
    /// 8.5.11: and as long as is said (8.5.11a).
    Look(Ref, Group, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Until>),
    /// A player picks from so many to so many of the group; they are the last action's.
    Pick(Ref, Group, Number, Number),
    /// A player picks so many of each of these kinds out of the group, all of them or none: each object
    /// counts for one kind.
    PickKinds(Ref, Group, Vec<(u32, Filter)>),
    /// A player picks of the group, at least the first number and at most the second, all of the same name or
    /// each of another one (2.7.1); they are the last action's.
    PickNames(Ref, Group, Number, Number, Names),
    /// So many random ones of the group; they are the last action's.
    PickRandom(Group, Number),
    /// 8.5.43
    Awaken(Group),
    /// 8.5.48
    Transcend,
    /// 1.7.6: what abilities that are connected with this one speak of.
    Note(Group),
    /// 8.5.21: a player names a card.
    Name(Ref),
    /// 8.5.26
    Negate(Group),
    /// 1.8.5f: a player chooses new targets for a layer.
    Retarget(Ref, Ref),
    /// 8.5.29
    Charge(Ref, Number),
    /// 8.5.23
    Reload(Ref),
    /// 8.5.24: face up or face down.
    Turn(Group, bool),
    /// 3.0.14: under a permanent, a card on the stack, or into a hero's soul.
    PutUnder(Group, Ref),
    /// 8.5.31: a player may pay resources; whether the player did is what the last action came to.
    Pay(Ref, Number),
    /// 8.5.37
    Unfreeze(Group),
    /// 8.5.45
    Clash(Ref, Ref),
    /// 8.5.50
    Mark(Group),
    /// 8.5.55, or untapping them: 8.5.56
    Tap(Group, bool),
    /// 8.5.38: the object becomes the attack of this layer.
    AttackWith(Ref),
    /// 7.7.2d
    CloseChain,
    /// 8.5.35
    GainControl(Ref, Group),
    /// 8.5.53
    Give(Ref, Group),
    /// 8.5.54
    Steal(Group),
    /// 8.5.41
    Equip(Group),
    /// 8.5.44
    Pitch(Group),
    /// 8.5.30: a player divides so many counters among these.
    Distribute(Ref, Counter, Number, Group),
    /// 8.5.27: what stands before this in the same script is done again (8.5.27a).
    Again,
    /// 8.5.42: so many counters from one object to another.
    MoveCounters(Counter, Number, Ref, Ref),
    /// 8.5.46: what is won, and when, stands beside it.
    Wager,
    /// A player wins the wager. Where an effect has the other one win it instead, what stands behind this in
    /// the script is done as if that player controlled it: the prize is the winner's.
    WinWager(Ref),
    /// 6.4.11: the next wager that a player would lose this turn is won instead, if the player discards one of
    /// the group.
    SaveWager(Ref, Group),
    /// What the keyword is about has been done with these: they were heaved (8.3.18a).
    Used(Keyword, Group),
    /// 8.5.57: the crowd cheers a player, or boos.
    Crowd(Ref, bool),
    /// 4.0.3c: the player takes an extra turn after this one.
    ExtraTurn(Ref),
    /// The game ends for a player (4.5.2b, 4.5.3b), or for all in a draw (4.5.4b).
    End(Ref, Fate),
}
