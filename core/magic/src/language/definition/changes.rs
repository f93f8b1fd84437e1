//! What continuous effects do to objects and players: as a definition says it, and with everything settled.

use std::fmt::Debug;

use duelog_kernel::data;
use serde::de::DeserializeOwned;

use super::*;

/// What stands behind the numbers, players, abilities and filters of a [`Change`].
pub trait Values {
    /// A number.
    type Number: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A player.
    type Who: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An ability that is given.
    type Ability: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What a ruling or a cost is about.
    type Filter: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A word of a text (612).
    type Word: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What players may play.
    type Permission: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What is paid.
    type Costs: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What it costs to attack or to block.
    type Toll: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// One object.
    type One: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A static ability in which a filter is read back.
    type Text: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A keyword ability that is given.
    type Line: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A card whose text something has.
    type Card: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// A ruling that is read back where it stands.
    type HeldRuling: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
}

/// As a definition says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written;

impl Values for Written {
    type Number = Number;
    type Who = Ref;
    type Ability = Box<Ability>;
    type Filter = Filter;
    type Permission = Permission;
    type Costs = Vec<Cost>;
    type Word = Never;
    type Toll = Toll;
    type One = Ref;
    type Text = Never;
    type Line = Line;
    type Card = Group;
    type HeldRuling = Never;
}

/// What no definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Never {}

data! {
    /// A change to characteristics or to what an object or a player may do, in the layer that 613.1 gives it.
    #[serde(bound = "")]
    pub enum Change<V: Values> {
        /// Layer 2: control.
        Control(V::Who),
        /// Layer 3: the first word in its text is the other one (612); definitions say which kind of word.
        Word(V::Word, V::Word),
        /// Layer 4 or 5: it has this and nothing else of its sort.
        Set(Feature),
        /// Layer 4 or 5: it has this too.
        Add(Feature),
        /// Layer 6: has the keyword.
        Gain(Keyword),
        /// Layer 6: has the ability.
        GainAbility(V::Ability),
        /// Layer 6: loses the keyword.
        Lose(Keyword),
        /// Layer 6: loses all abilities.
        LoseAbilities,
        /// Layer 7b: power and toughness become these.
        SetSize(V::Number, V::Number),
        /// Layer 7c: power and toughness change by these.
        Size(V::Number, V::Number),
        /// Layer 7e: power and toughness are switched.
        Switch,
        /// What objects or players must do, must not do or may do (101.2, 613.10): of an object, what it does
        /// with what matches; of players, what they do with it.
        Rule(Ruling, Deed, V::Filter),
        /// Which creatures cannot block it stands in this static ability, at this change (509.1b).
        CannotBeBlockedHere(V::Text, u32),
        /// Layer 3: this colour word in its text is the other one (612).
        ColorWord(Color, Color),
        /// Layer 3: this basic land type or creature type in its text is the other one (612).
        TypeWord(Subtype, Subtype),
        /// Layer 6: has the very ability that this stands in (706.9a).
        GainThis,
        /// Layer 7c: power and toughness change by these, worked out for each object by itself, which is `It`.
        SizeEach(V::Number, V::Number),
        /// No more than so many do it (508.1c).
        AtMost(u32, Deed),
        /// It has no more than so many counters of the kind (704.5r).
        MostCounters(Counter, u32),
        /// Spells that match cost the players more (601.2f).
        CostsMore(V::Filter, ManaCost),
        /// Spells that match cost the players less (601.2f).
        CostsLess(V::Filter, ManaCost),
        /// The players may play cards where they are: lands, and the others as spells (305.1, 601.3).
        MayPlay(V::Permission),
        /// Spells that match can be cast for these costs in place of their mana costs (117.9).
        CostsInstead(V::Filter, V::Costs),
        /// Abilities for which this keyword stands cost the players less (702.28f).
        AbilitiesCostLess(String, ManaCost),
        /// It must block this creature, if it can (509.1c).
        MustBlock(V::One),
        /// Creatures of the players attack or block only if that is paid for (508.1h, 509.1d).
        Costs(V::Toll),
        /// The players have the keyword: hexproof (702.11c), shroud (702.18a) or protection (702.16b).
        PlayersGain(Keyword),
        /// Layer 6: has the protection, which does not take off the Auras that match (702.16m).
        GainSparing(Keyword, V::Filter),
        /// Layer 6: the same, with the object and the static ability in which the filter stands.
        SparingProtection(Keyword, V::One, V::Text, u32),
        /// It must attack this player, if it can (508.1d).
        MustAttack(V::Who),
        /// Layer 6: has the keyword ability, with what stands behind it. It is read as the abilities for which it
        /// stands.
        GainLine(V::Line),
        /// Layer 6: has all activated abilities that this object has as the effect begins.
        GainActivated(V::One),
        /// Layer 7b: power and toughness become these, worked out for each object by itself, which is `It`.
        SetSizeEach(V::Number, V::Number),
        /// Layer 6: loses the keyword, and cannot have it (112.11).
        CannotHave(Keyword),
        /// Layer 7b: power alone, or toughness alone, becomes this (701.10g).
        SetOne(Measure, V::Number),
        /// Layer 3: it has the names of all nonlegendary creature cards beside its own (612.6).
        EveryName,
        /// Layer 3: it has this name and no other (612.2a, 706.9).
        Named(String),
        /// Layer 3: it has the full text of the first card of the group in place of its own, and these abilities
        /// in it (612.5).
        FullText(V::Card, Vec<V::Ability>),
        /// Layer 1: it is a copy of this object, as that was when the effect first began to apply (706.2c).
        CopyOf(V::One),
        /// Which creatures cannot block it, or which it cannot block, this ruling says as its source sees it
        /// (509.1b).
        Bars(V::HeldRuling),
        /// Activated abilities of objects that match cost the players more: all of them, or those that are no mana
        /// abilities (601.2f, 602.2b).
        AbilitiesCostMore(V::Filter, ManaCost, bool),
        /// Spells that match cost the players so much mana at least (601.2f).
        CostsAtLeast(V::Filter, u32),
        /// No counters of this kind can be put on permanents that match (121.3, 614.17).
        NoCounters(Counter, V::Filter),
        /// The players can get no counters of this kind (614.17).
        GetNo(Counter),
        /// The players untap no more than this number of the permanents that match in their untap steps (502.2).
        UntapsAtMost(V::Filter, u32),
        /// It must attack this planeswalker, if it can (508.1d).
        MustAttackThis(V::One),
        /// It cannot be blocked except by this number of creatures at least, nor by more than the second (509.1b).
        BlockedBy(u32, Option<u32>),
        /// Spells that match cost the players so much less generic mana (601.2f).
        CostsLessBy(V::Filter, V::Number),
    }

    /// What a spell that an effect allows is cast for.
    #[derive(Copy, Default)]
    pub enum Pay {
        /// Its costs.
        #[default]
        Costs,
        /// Nothing in place of its mana cost (117.9).
        Nothing,
    }

    /// What a change makes of an object's types and colours.
    pub enum Feature {
        /// Card types; subtypes of types that it loses go with them (205.1a).
        Types(Vec<CardType>),
        /// Subtypes; set, they take the place of all others of the same kind (205.1a).
        Subtypes(Vec<Subtype>),
        /// A basic land type instead of its land types, and with it its mana ability instead of what its text
        /// says (305.7).
        LandType(Subtype),
        /// A supertype.
        Super(Supertype),
        /// Colours.
        Colors(Vec<Color>),
        /// All creature types.
        EveryCreatureType,
        /// Of its mana cost: that it has none.
        NoManaCost,
        /// What was chosen for the source: a colour, a creature type, or a basic land type as `LandType` (607.2d).
        Chosen(Trait),
        /// It does not have this card type; subtypes of a type that it loses go with it (205.1a).
        NoType(CardType),
        /// Nothing of this supertype: it loses the supertype.
        NoSuper(Supertype),
    }

    /// How a rule of the game is changed (101.2).
    #[derive(Copy)]
    pub enum Ruling {
        /// It must not be.
        Forbid,
        /// It must be, if it can.
        Require,
        /// It may be, though the rules do not allow it, or once more.
        Allow,
    }
}

/// What it costs a player that a creature attacks or blocks (508.1h, 509.1d).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toll {
    /// What it does: `Attack` or `Block`.
    pub to: Deed,
    /// Which creatures.
    #[serde(default)]
    pub what: Filter,
    /// Whom they attack, or what they block.
    #[serde(default)]
    pub whom: Recipient,
    /// What is paid for each of them. In its numbers `It` is the creature.
    #[serde(default)]
    pub costs: Vec<Cost>,
    /// True where it cannot be done at all (101.2).
    #[serde(default)]
    pub never: bool,
}

/// That players may play cards where they are (305.1, 601.3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// Which cards; in it `It` is the player. An effect that lasts is about certain cards where the group names
    /// them, and else about whatever is there (611.2c).
    pub what: Group,
    /// What spells among them are cast for.
    #[serde(default)]
    pub pay: Pay,
    /// So many of them each turn; by an effect that lasts, so many in all.
    #[serde(default)]
    pub times: Option<u32>,
    /// Whether spells may be cast as though they had flash (601.3b).
    #[serde(default)]
    pub flash: bool,
    /// Whether mana of any type may be spent on them as though it were of the type that they ask for.
    #[serde(default)]
    pub any_mana: bool,
    /// Where a spell that is cast so goes instead of a graveyard, from the stack.
    #[serde(default)]
    pub then: Option<Destination>,
    /// True if mana may be spent on them as though it were mana of any color.
    #[serde(default)]
    pub any_color: bool,
}
