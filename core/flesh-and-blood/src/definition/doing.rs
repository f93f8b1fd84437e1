//! What a definition does: the events of triggered effects, continuous changes, verbs.

use serde::{Deserialize, Serialize};

use super::*;

/// An event or a state for which triggered effects wait (6.6.1c).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// An attack becomes attacking (7.2.4).
    Attacks(Filter),
    /// An attack hits (7.5.5).
    Hits(Filter, Filter),
    /// Damage is dealt.
    Damages {
        /// By what.
        from: Filter,
        /// To what.
        to: Filter,
        /// How much at least.
        #[serde(default)]
        least: u32,
        /// Of which kind; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// A card becomes defending (7.0.5a).
    Defends(Filter),
    /// A card becomes defending together with a card from hand (8.4.10).
    DefendsTogether(Filter, Filter),
    /// A card becomes defending alone: no other does in the same event (7.0.5e).
    DefendsAlone(Filter),
    /// A player plays a card.
    Plays(Ref, Filter),
    /// A player activates an ability; the filter is about its layer.
    Activates(Ref, Filter),
    /// A player discards a card.
    Discards(Ref, Filter),
    /// A player pitches a card.
    Pitches(Ref, Filter),
    /// A player draws a card.
    Draws(Ref),
    /// An object enters the arena.
    Enters(Filter),
    /// A permanent is destroyed.
    Destroyed(Filter),
    /// A living object dies: it ceases to exist, in whatever way (2.5.3g, 8.2.8a).
    Dies(Filter),
    /// An object is banished (8.5.1).
    Banished(Filter),
    /// An object is put into such a zone.
    PutInto(ZoneKind, Filter),
    /// An object is put face up out of such a zone into another one.
    PutFrom(ZoneKind, Filter),
    /// A player gains life.
    GainsLife(Ref),
    /// A player loses life.
    LosesLife(Ref),
    /// A player gains action points.
    GainsActions(Ref),
    /// A player boosts.
    Boosts(Ref),
    /// A player scraps (8.3.32a).
    Scraps(Ref),
    /// A player beats the chest (8.3.33a).
    BeatsChest(Ref),
    /// A player does what any other keyword is about: heaves (8.3.18a), fuses (8.3.17a).
    Uses(Ref, Keyword),
    /// A player fuses a supertype (8.3.17a).
    Fuses(Ref, Supertype),
    /// A player banishes an object.
    Banishes(Ref, Filter),
    /// A player completes a contract (8.5.39a).
    Completes(Ref),
    /// A player plays a card by rune gate (8.3.27a).
    RuneGates(Ref),
    /// A player cranks (8.3.29a).
    Cranks(Ref),
    /// A player protects (8.3.31a).
    Protects(Ref),
    /// A player charges.
    Charges(Ref),
    /// A player is intimidated.
    Intimidated(Ref),
    /// A player freezes an object (8.5.34a).
    Freezes(Ref, Filter),
    /// An object becomes the target of an attack.
    Attacked(Filter),
    /// An attack gains power by an effect.
    GainsPower(Filter),
    /// A player reveals cards.
    Reveals(Ref),
    /// A player rolls dice, of which one shows at least so much (8.5.18).
    Rolls(Ref, u32),
    /// An object transforms into a permanent (8.5.36a).
    Transforms(Filter, Filter),
    /// A player wins a clash.
    WinsClash(Ref),
    /// A player wagers (8.5.46a).
    Wagers(Ref),
    /// A player wins a wager (8.5.46a).
    WinsWager(Ref),
    /// A player gives an object away (8.5.53a).
    Gives(Ref),
    /// A player steals an object (8.5.54a).
    Steals(Ref),
    /// A player transcends (8.5.48a).
    Transcends(Ref),
    /// A player is cheered (8.5.57).
    Cheered(Ref),
    /// A player is booed (8.5.57).
    Booed(Ref),
    /// The combat chain closes (7.7.3).
    ChainCloses,
    /// A chain link resolves (7.6.2).
    LinkResolves(Filter),
    /// The game starts (4.1.8).
    GameStarts,
    /// A player's turn starts (4.2.2).
    TurnStarts(Ref),
    /// A player's action phase begins (4.3.1).
    ActionPhase(Ref),
    /// A player's end phase begins (4.4.2).
    EndPhase(Ref),
    /// Any end phase begins.
    AnyEndPhase,
    /// A state (6.6.5c).
    State(Condition),
    /// What is true at once or never: an inline-triggered effect, written as a delayed one (6.6.2).
    Now(Condition),
    /// One of these.
    Any(Vec<When>),
}

/// What a continuous effect does to an object or to a player's object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// More or less power.
    Power(Number),
    /// Power is set.
    SetPower(Number),
    /// Base power is set.
    BasePower(Number),
    /// Base power is multiplied.
    MultiplyBasePower(Number),
    /// More or less defense.
    Defense(Number),
    /// Base defense is set.
    BaseDefense(Number),
    /// Base life is set.
    BaseLife(Number),
    /// More or less intellect.
    Intellect(Number),
    /// More or less pitch (2.8.3), wherever the object is.
    Pitch(Number),
    /// Gains a keyword.
    Gain(Keyword),
    /// Loses a keyword.
    Lose(Keyword),
    /// Gains the ability at this place of `gives`.
    Ability(u8),
    /// Loses all its base abilities.
    LoseAbilities,
    /// Is also of a type.
    AddType(CardType),
    /// Is no longer of a type.
    LoseType(CardType),
    /// Is also of a subtype.
    AddSubtype(Subtype),
    /// Is no longer of a subtype.
    LoseSubtype(Subtype),
    /// Is also of a supertype.
    AddSuper(Supertype),
    /// Is also of the classes of an object (8.3.35).
    ClassesOf(Ref),
    /// Loses all supertypes.
    LoseSupers,
    /// Is controlled by a player.
    Control(Ref),
    /// Costs so much more to play or activate.
    CostMore(Number),
    /// Costs so much less to play or activate.
    CostLess(Number),
    /// Costs so much to play or activate, before it costs more or less (5.1.6a).
    SetCost(Number),
    /// Its abilities can be activated more often (5.2.3).
    Uses(Uses),
    /// Attacks so many more times (5.2.3c).
    ExtraAttacks(u8),
    /// A restriction, requirement or allowance (1.0.2): of a deed with the object, and with which others.
    Rule(Ruling, Deed, Filter),
    /// Cannot be defended by more than so many such cards.
    DefendedByAtMost(u8, Filter),
    /// Is frozen (8.5.34).
    Freeze,
    /// Counts as having so many more of a subtype equipped (1.8.8).
    CountsAs(u8, Subtype),
    /// Its controller may look at the top card of the deck (1.10.2c); said of a hero.
    LookAtTop,
    /// Its player has so many more zones of a kind, or fewer (3.0.10); said of a hero.
    Zones(ZoneKind, i8),
}

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
}

/// Into what objects transform (8.5.36).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// This object, which becomes a permanent if it is none (8.5.36b).
    Object(Ref),
    /// A token of this name, which is created (8.5.36c).
    Token(String),
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
    },
    /// 8.5.6
    Draw(Ref, Number),
    /// 8.5.5: these cards.
    Discard(Group),
    /// 8.5.5: so many random cards of a player's hand.
    DiscardRandom(Ref, Number),
    /// 8.5.4
    Destroy(Group),
    /// 8.5.1
    Banish(Group),
    /// 8.5.1, face down.
    BanishFaceDown(Group),
    /// 8.5.1c: until then, when they return at once to where they were.
    BanishUntil {
        /// What.
        what: Group,
        /// Until which event, or until which state.
        until: When,
        /// Whether face down.
        #[serde(default)]
        face_down: bool,
    },
    /// 8.5.15
    Put(Group, Destination),
    /// 8.5.49: two objects swap their places.
    Exchange(Ref, Ref),
    /// 8.5.15, 9.1.4b: into the arena, a twin-card with the face of this name.
    PutFace(Group, String),
    /// 8.5.2
    Create(Ref, Number, String),
    /// 8.5.40: a player creates so many of these cards, each in such a zone.
    CreateCard(Ref, Number, String, Destination),
    /// 8.5.41d: a player creates a token of this name and equips it.
    CreateEquipped(Ref, String),
    /// 8.5.36: all of these, which must be at least so many, transform into a permanent (8.5.36d).
    Transform(Group, u32, Shape),
    /// 8.5.7
    GainLife(Ref, Number),
    /// 8.5.12
    LoseLife(Ref, Number),
    /// 8.5.12
    LoseResources(Ref, Number),
    /// 8.5.12
    LoseActions(Ref, Number),
    /// 8.5.7
    GainResources(Ref, Number),
    /// 8.5.7
    GainActions(Ref, Number),
    /// 8.5.14
    PutCounters(Counter, Number, Group),
    /// 8.5.16
    RemoveCounters(Counter, Number, Group),
    /// 8.5.8, 8.5.9, 8.5.13
    Modify(Group, Vec<Change>, Until),
    /// 6.2.3c: everything that matches as long as it lasts.
    ModifyAll(Filter, Vec<Change>, Until),
    /// 8.5.25: these become a copy of an object.
    Become(Group, Ref, Until),
    /// 8.5.52: a player's hero is itself again.
    ReturnToTheBrood(Ref),
    /// 6.2.4: so many next objects.
    Next(Occasion, u8, Filter, Vec<Change>, Until),
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
    /// 6.4.10g: the next prevention effect prevents so much less.
    PreventLess {
        /// How much less.
        amount: Number,
        /// Of which kind of damage; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// 6.4.9: the next such event this turn is replaced.
    ReplaceNext(Replaced, Instead),
    /// 6.4.7: does this, with a self-replacement effect of the same ability.
    ButIf(Box<Verb>, Condition, Instead),
    /// 8.5.10
    Intimidate(Ref),
    /// 8.5.18: a die of so many sides; the result is the last amount.
    Roll(u32),
    /// 8.5.18a: so many dice of so many sides at once; the sum is the last amount.
    RollDice(Number, u32),
    /// 8.5.22
    Opt(Ref, Number),
    /// 8.5.19: a player searches the deck for cards that match; they are the last action's.
    Search(Ref, Filter, u32),
    /// 8.5.19: the same in all these zones of the player.
    SearchZones(Ref, Vec<ZoneKind>, Filter, u32),
    /// 8.5.20: a player shuffles; where no zone is named, the own deck (8.5.20c).
    Shuffle(Ref),
    /// 8.5.20: such a zone of a player is shuffled.
    ShuffleZone(ZoneKind, Ref),
    /// 8.5.17
    Reveal(Group),
    /// 8.5.17b: they are public as long as it lasts.
    RevealFor(Group, Until),
    /// 8.5.17e: a player reveals cards from the top of the deck until so many match.
    RevealUntil(Ref, Number, Filter),
    /// 8.5.11
    Look(Ref, Group),
    /// 8.5.11a: as long as it lasts.
    LookFor(Ref, Group, Until),
    /// A player picks from so many to so many of the group; they are the last action's.
    Pick(Ref, Group, Number, Number),
    /// A player picks so many of each of these kinds out of the group, all of them or none: each object counts for one kind.
    PickKinds(Ref, Group, Vec<(u32, Filter)>),
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
    /// 8.5.55
    Tap(Group),
    /// 8.5.56
    Untap(Group),
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
    /// A player wins the wager.
    WinWager(Ref),
    /// What the keyword is about has been done with these: they were heaved (8.3.18a).
    Used(Keyword, Group),
    /// 8.5.57: the crowd cheers a player, or boos.
    Crowd(Ref, bool),
    /// 4.0.3c: the player takes an extra turn after this one.
    ExtraTurn(Ref),
    /// 4.5.4b
    DrawTheGame,
    /// 4.5.2b
    WinTheGame(Ref),
    /// 4.5.3b
    LoseTheGame(Ref),
}
