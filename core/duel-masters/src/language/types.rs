//! Civilizations (106), card types (204, 300) and zones by name (400.1).

use duelog_kernel::data;

/// The civilizations' names in the order of their numbers in choices (106.1).
pub const SYMBOLS: [&str; 5] = ["light", "water", "darkness", "fire", "nature"];

data! {
    /// A civilization (106.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Civilization {
        /// Light.
        Light,
        /// Water.
        Water,
        /// Darkness.
        Darkness,
        /// Fire.
        Fire,
        /// Nature.
        Nature,
    }

    /// A set of civilizations, as bits; empty for a colorless card (106.2c).
    #[derive(Copy, Default, PartialOrd, Ord, Hash)]
    pub struct Civilizations(u8);

    /// A card type (204.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum CardType {
        /// 301
        Creature,
        /// 302
        Spell,
        /// 303
        CrossGear,
        /// 304
        Castle,
        /// 308
        Field,
        /// 315
        Tamaseed,
        /// One of several cards that only together are a creature (805.1a, 812.1).
        Cell,
        /// 305
        Weapon,
        /// 306
        Fortress,
        /// 307
        Heartbeat,
        /// 309
        Core,
        /// 310
        Aura,
        /// 311
        Ritual,
        /// 311
        Nebula,
        /// 312
        Artifact,
        /// 313
        Land,
        /// 314
        RulePlus,
    }

    /// A special type (204.3), where a rule asks for it.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Special {
        /// An evolution creature only while it is put on something (802).
        Neo,
        /// 804, 805
        Psychic,
        /// 806
        Dragheart,
        /// 809
        Gr,
        /// 204.3b
        Forbidden,
        /// 815
        Dream,
        /// An evolution creature that is put on nothing, of which a player has only one (813).
        SMax,
        /// An evolution creature of which only the top card leaves, as its text says (811).
        StarEvolution,
        /// No special type: its hyper mode is released (814.2). What it then has is said with `While`.
        HyperMode,
        /// No special type: an additional cost was paid for it (112.2d). What it then has or does is said with
        /// `While` and `If`.
        Driven,
    }

    /// A step of the turn (500.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Step {
        /// Before the first turn (103).
        Opening,
        /// 501
        Start,
        /// 502
        Draw,
        /// 503
        Charge,
        /// 504
        Main,
        /// 505
        Attack,
        /// 511
        End,
    }

    /// A zone as definitions name it; whose it is follows from the card.
    #[derive(Copy, Default, PartialOrd, Ord, Hash)]
    pub enum Place {
        /// 403
        #[default]
        Battle,
        /// 402
        Hand,
        /// 405
        Mana,
        /// 404
        Graveyard,
        /// 406
        Shield,
        /// 401
        Deck,
        /// 407
        Hyperspatial,
        /// 408
        UltraGr,
    }
}

impl Civilization {
    /// All civilizations in order.
    pub const ALL: [Civilization; 5] = [
        Civilization::Light,
        Civilization::Water,
        Civilization::Darkness,
        Civilization::Fire,
        Civilization::Nature,
    ];

    /// The civilization's name.
    pub fn name(self) -> &'static str {
        SYMBOLS[self as usize]
    }
}

impl Civilizations {
    /// These civilizations.
    pub fn of(list: &[Civilization]) -> Civilizations {
        Civilizations(list.iter().fold(0, |bits, civilization| bits | 1 << *civilization as u8))
    }

    /// Whether the civilization is among them.
    pub fn has(self, civilization: Civilization) -> bool {
        self.0 & 1 << civilization as u8 != 0
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Both together.
    pub fn and(self, other: Civilizations) -> Civilizations {
        Civilizations(self.0 | other.0)
    }

    /// Those that are in both.
    pub fn shared(self, other: Civilizations) -> Civilizations {
        Civilizations(self.0 & other.0)
    }

    /// The civilizations in order.
    pub fn list(self) -> Vec<Civilization> {
        Civilization::ALL.into_iter().filter(|civilization| self.has(*civilization)).collect()
    }

    /// Every set of at least one of these civilizations.
    pub fn subsets(self) -> impl Iterator<Item = Civilizations> {
        (1..32u8).filter(move |bits| bits & !self.0 == 0).map(Civilizations)
    }
}

impl CardType {
    /// The type's name.
    pub fn name(self) -> &'static str {
        match self {
            CardType::Creature => "Creature",
            CardType::Spell => "Spell",
            CardType::CrossGear => "Cross Gear",
            CardType::Castle => "Castle",
            CardType::Field => "Field",
            CardType::Tamaseed => "Tamaseed",
            CardType::Cell => "Cell",
            CardType::Weapon => "Weapon",
            CardType::Fortress => "Fortress",
            CardType::Heartbeat => "Heartbeat",
            CardType::Core => "Core",
            CardType::Aura => "Aura",
            CardType::Ritual => "Ritual",
            CardType::Nebula => "Nebula",
            CardType::Artifact => "Artifact",
            CardType::Land => "Land",
            CardType::RulePlus => "Rule Plus",
        }
    }

    /// Whether a card of this type is an element: it can be alone and face up in the battle zone (316.1,
    /// 316.2).
    pub fn is_element(self) -> bool {
        match self {
            CardType::Creature
            | CardType::CrossGear
            | CardType::Field
            | CardType::Tamaseed
            | CardType::Fortress
            | CardType::Heartbeat
            | CardType::Ritual
            | CardType::Nebula
            | CardType::Artifact => true,
            CardType::Spell
            | CardType::Castle
            | CardType::Cell
            | CardType::Weapon
            | CardType::Core
            | CardType::Aura
            | CardType::Land
            | CardType::RulePlus => false,
        }
    }

    /// Whether cards of this type are used from the hand (601.1): the others come by effects or rules alone.
    pub fn is_used(self) -> bool {
        match self {
            CardType::Creature
            | CardType::Spell
            | CardType::CrossGear
            | CardType::Castle
            | CardType::Field
            | CardType::Tamaseed
            | CardType::Aura
            | CardType::Artifact
            | CardType::Cell => true,
            CardType::Weapon
            | CardType::Fortress
            | CardType::Heartbeat
            | CardType::Core
            | CardType::Ritual
            | CardType::Nebula
            | CardType::Land
            | CardType::RulePlus => false,
        }
    }

    /// Whether a card of this type has a number for power at its lower left: a creature its own, cells and
    /// cores that of the creature that they make up, an aura what it adds (310.4).
    pub fn may_have_power(self) -> bool {
        matches!(self, CardType::Creature | CardType::Cell | CardType::Core | CardType::Aura)
    }
}

impl Special {
    /// The special type's name.
    pub fn name(self) -> &'static str {
        match self {
            Special::Neo => "NEO",
            Special::Psychic => "Psychic",
            Special::Dragheart => "Dragheart",
            Special::Gr => "GR",
            Special::Forbidden => "Forbidden",
            Special::Dream => "Dream",
            Special::SMax => "S-MAX",
            Special::StarEvolution => "Star",
            Special::HyperMode => "hyper mode released",
            Special::Driven => "additional cost paid",
        }
    }
}

impl Place {
    /// The zone's name.
    pub fn name(self) -> &'static str {
        match self {
            Place::Battle => "battle zone",
            Place::Hand => "hand",
            Place::Mana => "mana zone",
            Place::Graveyard => "graveyard",
            Place::Shield => "shield zone",
            Place::Deck => "deck",
            Place::Hyperspatial => "hyperspatial zone",
            Place::UltraGr => "ultra GR zone",
        }
    }
}

impl Step {
    /// The steps in order (500.1).
    pub const ALL: [Step; 7] =
        [Step::Opening, Step::Start, Step::Draw, Step::Charge, Step::Main, Step::Attack, Step::End];

    /// The step's name.
    pub fn name(self) -> &'static str {
        match self {
            Step::Opening => "opening",
            Step::Start => "start of turn",
            Step::Draw => "draw",
            Step::Charge => "charge",
            Step::Main => "main",
            Step::Attack => "attack",
            Step::End => "end of turn",
        }
    }
}

data! {
    /// A side of a card.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Side {
        /// To its left.
        Left,
        /// To its right.
        Right,
        /// Above it.
        Above,
        /// Below it.
        Below,
    }
}

impl Side {
    /// The sides in order.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Above, Side::Below];

    /// The side on which this card is seen from there.
    pub fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::Above => Side::Below,
            Side::Below => Side::Above,
        }
    }

    /// How far across and up that is.
    pub fn step(self) -> (i8, i8) {
        match self {
            Side::Left => (-1, 0),
            Side::Right => (1, 0),
            Side::Above => (0, 1),
            Side::Below => (0, -1),
        }
    }

    /// The side in words.
    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "to the left of",
            Side::Right => "to the right of",
            Side::Above => "above",
            Side::Below => "below",
        }
    }
}
