//! Keyword abilities (702) that need no script: what they are called and how they are kept.

use duelog_kernel::{Seat, data};

use crate::language::mana::Color;
use crate::language::subtypes::Subtype;
use crate::language::types::{CardType, Supertype};

data! {
    /// A keyword ability (702).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Keyword {
        /// 702.2
        Deathtouch,
        /// 702.3
        Defender,
        /// 702.4
        DoubleStrike,
        /// 702.7
        FirstStrike,
        /// 702.8
        Flash,
        /// 702.9
        Flying,
        /// 702.10
        Haste,
        /// 702.11
        Hexproof,
        /// 702.12
        Indestructible,
        /// 702.13
        Intimidate,
        /// 702.15
        Lifelink,
        /// 702.17
        Reach,
        /// 702.18
        Shroud,
        /// 702.19
        Trample,
        /// 702.20
        Vigilance,
        /// 702.35
        Fear,
        /// 702.27
        Shadow,
        /// 702.79
        Wither,
        /// 702.110
        Menace,
        /// 702.14, with the land type.
        Landwalk(Subtype),
        /// 702.16, with the quality.
        Protection(Quality),
        /// 702.30
        Horsemanship,
        /// 702.117
        Skulk,
        /// 702.101
        Fuse,
        /// 702.126
        Aftermath,
        /// 702.11d, with the quality.
        HexproofFrom(Quality),
        /// 702.14, with what the lands are.
        Walk(Walk),
        /// 702.89
        Infect,
        /// 702.21
        Banding,
        /// 702.21b, with the quality of the others.
        BandsWith(Quality),
        /// 702.25
        Phasing,
    }

    /// Which lands a landwalk is about, beside a land type (702.14c).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Walk {
        /// Lands with the supertype.
        Super(Supertype),
        /// Lands without the supertype.
        Without(Supertype),
        /// Lands with the supertype and the subtype.
        Both(Supertype, Subtype),
    }

    /// What protection is from (702.16a).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Quality {
        /// A colour.
        Color(Color),
        /// A subtype.
        Subtype(Subtype),
        /// All creatures.
        Creatures,
        /// The colour chosen for the object (607.2d).
        Chosen,
        /// Each colour: one protection for each (702.16h).
        AllColors,
        /// A card type.
        Type(CardType),
        /// Everything (702.16i).
        Everything,
        /// A supertype.
        Super(Supertype),
        /// The player chosen for the object (702.16j).
        ChosenPlayer,
        /// A player (702.16j).
        Player(Seat),
        /// Spells that have a colour.
        ColoredSpells,
        /// More than one colour (105.2b).
        Multicolored,
        /// The card name chosen for the source of the effect; players alone have that (702.16a).
        ChosenName,
    }

    /// The keyword abilities of an object.
    #[derive(Default)]
    pub struct Keywords {
        plain: u32,
        /// Those with a parameter, ascending.
        special: Vec<Keyword>,
    }
}

impl Keyword {
    fn bit(self) -> Option<u32> {
        Some(
            1 << match self {
                Keyword::Deathtouch => 0,
                Keyword::Defender => 1,
                Keyword::DoubleStrike => 2,
                Keyword::FirstStrike => 3,
                Keyword::Flash => 4,
                Keyword::Flying => 5,
                Keyword::Haste => 6,
                Keyword::Hexproof => 7,
                Keyword::Indestructible => 8,
                Keyword::Intimidate => 9,
                Keyword::Lifelink => 10,
                Keyword::Reach => 11,
                Keyword::Shroud => 12,
                Keyword::Trample => 13,
                Keyword::Vigilance => 14,
                Keyword::Fear => 15,
                Keyword::Shadow => 16,
                Keyword::Menace => 17,
                Keyword::Wither => 18,
                Keyword::Horsemanship => 19,
                Keyword::Skulk => 20,
                Keyword::Infect => 21,
                Keyword::Banding => 22,
                Keyword::Phasing => 23,
                Keyword::Fuse => 30,
                Keyword::Aftermath => 31,
                Keyword::Landwalk(_)
                | Keyword::Protection(_)
                | Keyword::HexproofFrom(_)
                | Keyword::BandsWith(_)
                | Keyword::Walk(_) => return None,
            },
        )
    }

    /// The keyword as printed.
    pub fn name(self) -> String {
        match self {
            Keyword::DoubleStrike => "double strike".to_string(),
            Keyword::FirstStrike => "first strike".to_string(),
            Keyword::Landwalk(land) => format!("{}walk", land.name().to_lowercase()),
            Keyword::Protection(quality) => format!("protection from {}", quality.name()),
            Keyword::BandsWith(quality) => format!("bands with other {}", quality.name()),
            Keyword::HexproofFrom(quality) => format!("hexproof from {}", quality.name()),
            Keyword::Walk(walk) => match walk {
                Walk::Super(supertype) => format!("{supertype:?} landwalk").to_lowercase(),
                Walk::Without(supertype) => format!("non{supertype:?} landwalk").to_lowercase(),
                Walk::Both(supertype, land) => format!("{supertype:?} {}walk", land.name()).to_lowercase(),
            },
            plain => format!("{plain:?}").to_lowercase(),
        }
    }
}

impl Quality {
    /// The quality in words.
    pub fn name(self) -> String {
        match self {
            Quality::Color(color) => color.name().to_string(),
            Quality::Subtype(subtype) => format!("{}s", subtype.name()),
            Quality::Creatures => "creatures".to_string(),
            Quality::Chosen => "the chosen color".to_string(),
            Quality::AllColors => "all colors".to_string(),
            Quality::Type(card_type) => format!("{card_type:?}s").to_lowercase(),
            Quality::Everything => "everything".to_string(),
            Quality::ChosenPlayer => "the chosen player".to_string(),
            Quality::Player(seat) => seat.to_string(),
            Quality::Multicolored => "multicolored".to_string(),
            Quality::ChosenName => "the chosen card name".to_string(),
            Quality::ColoredSpells => "spells that are one or more colors".to_string(),
            Quality::Super(supertype) => format!("{supertype:?} creatures").to_lowercase(),
        }
    }
}

impl Keywords {
    /// Whether the object has this keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        match keyword.bit() {
            Some(bit) => self.plain & bit != 0,
            None => self.special.contains(&keyword),
        }
    }

    /// Adds a keyword.
    pub fn add(&mut self, keyword: Keyword) {
        match keyword.bit() {
            Some(bit) => self.plain |= bit,
            None => {
                if let Err(place) = self.special.binary_search(&keyword) {
                    self.special.insert(place, keyword);
                }
            }
        }
    }

    /// Removes a keyword.
    pub fn remove(&mut self, keyword: Keyword) {
        match keyword.bit() {
            Some(bit) => self.plain &= !bit,
            None => self.special.retain(|kept| *kept != keyword),
        }
    }

    /// Removes all keywords.
    pub fn clear(&mut self) {
        self.plain = 0;
        self.special.clear();
    }

    /// The keywords with a parameter.
    pub fn special(&self) -> &[Keyword] {
        &self.special
    }

    /// All keywords, in a fixed order.
    pub fn all(&self) -> Vec<Keyword> {
        PLAIN
            .iter()
            .copied()
            .filter(|keyword| self.has(*keyword))
            .chain(self.special.iter().copied())
            .collect()
    }
}

const PLAIN: [Keyword; 26] = [
    Keyword::Deathtouch,
    Keyword::Defender,
    Keyword::DoubleStrike,
    Keyword::FirstStrike,
    Keyword::Flash,
    Keyword::Flying,
    Keyword::Haste,
    Keyword::Hexproof,
    Keyword::Indestructible,
    Keyword::Intimidate,
    Keyword::Lifelink,
    Keyword::Reach,
    Keyword::Shroud,
    Keyword::Trample,
    Keyword::Vigilance,
    Keyword::Fear,
    Keyword::Shadow,
    Keyword::Menace,
    Keyword::Wither,
    Keyword::Horsemanship,
    Keyword::Skulk,
    Keyword::Infect,
    Keyword::Banding,
    Keyword::Fuse,
    Keyword::Aftermath,
    Keyword::Phasing,
];
