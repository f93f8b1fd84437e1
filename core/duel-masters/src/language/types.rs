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

    /// A card type (204.2): those of chapters 301 to 304, 308 and 315.
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
        }
    }

    /// Whether a card of this type is an element: it can be alone and face up in the battle zone (316.1,
    /// 316.2).
    pub fn is_element(self) -> bool {
        match self {
            CardType::Creature | CardType::CrossGear | CardType::Field | CardType::Tamaseed => true,
            CardType::Spell | CardType::Castle => false,
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
