//! Ability and label keywords (8.3, 8.4) that an object can have.

use duelog_kernel::data;

data! {
    /// A keyword. A number belongs to some of them.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Keyword {
        /// 8.3.2
        Battleworn,
        /// 8.3.3
        BladeBreak,
        /// 8.3.4
        Dominate,
        /// 8.3.5
        GoAgain,
        /// 8.3.6
        Legendary,
        /// 8.3.8
        ArcaneBarrier(u8),
        /// 8.3.9
        Boost,
        /// 8.3.10
        Temper,
        /// 8.3.11
        BloodDebt,
        /// 8.3.13
        Phantasm,
        /// 8.3.14
        Spectra,
        /// 8.3.15
        Spellvoid(u8),
        /// 8.3.17
        Fusion,
        /// 8.3.18
        Heave(u8),
        /// 8.3.19
        Quell(u8),
        /// 8.3.20
        Ward(u8),
        /// 8.3.21
        Ephemeral,
        /// 8.3.22
        Overpower,
        /// 8.3.23
        Piercing(u8),
        /// 8.3.24
        Stealth,
        /// 8.3.25
        Mirage,
        /// 8.3.27
        RuneGate,
        /// 8.3.28
        Ambush,
        /// 8.3.29
        Crank,
        /// 8.3.30
        Modular,
        /// 8.3.31
        Protect,
        /// 8.3.32
        Scrap,
        /// 8.3.33
        BeatChest,
        /// 8.3.34
        Guardwell,
        /// 8.3.35
        Universal,
        /// 8.3.36
        Cloaked,
        /// 8.3.37
        ArcaneShelter(u8),
        /// 8.3.38
        Meld,
        /// 8.3.39
        Perched,
        /// 8.3.40
        Unlimited,
        /// 8.3.41
        WateryGrave,
        /// 8.3.42
        Suspense,
        /// 8.4.1
        Combo,
        /// 8.4.2
        Crush,
        /// 8.4.3
        Reprise,
    }
}

/// The place on the card of keywords of the script by which intimidated cards return (8.5.10).
pub const INTIMIDATE: u8 = 16;

/// The place on the card of keywords of the scripts by which something is destroyed later (8.3.19, 8.6.34).
pub const LATER: u8 = 30;

impl Keyword {
    /// Its name, with its number where it has one.
    pub fn name(self) -> String {
        match self {
            Keyword::Battleworn => "battleworn".to_string(),
            Keyword::BladeBreak => "blade break".to_string(),
            Keyword::Dominate => "dominate".to_string(),
            Keyword::GoAgain => "go again".to_string(),
            Keyword::Legendary => "legendary".to_string(),
            Keyword::ArcaneBarrier(number) => format!("arcane barrier {number}"),
            Keyword::Boost => "boost".to_string(),
            Keyword::Temper => "temper".to_string(),
            Keyword::BloodDebt => "blood debt".to_string(),
            Keyword::Phantasm => "phantasm".to_string(),
            Keyword::Spectra => "spectra".to_string(),
            Keyword::Spellvoid(number) => format!("spellvoid {number}"),
            Keyword::Fusion => "fusion".to_string(),
            Keyword::Heave(number) => format!("heave {number}"),
            Keyword::Quell(number) => format!("quell {number}"),
            Keyword::Ward(number) => format!("ward {number}"),
            Keyword::Ephemeral => "ephemeral".to_string(),
            Keyword::Overpower => "overpower".to_string(),
            Keyword::Piercing(number) => format!("piercing {number}"),
            Keyword::Stealth => "stealth".to_string(),
            Keyword::Mirage => "mirage".to_string(),
            Keyword::RuneGate => "rune gate".to_string(),
            Keyword::Ambush => "ambush".to_string(),
            Keyword::Crank => "crank".to_string(),
            Keyword::Modular => "modular".to_string(),
            Keyword::Universal => "universal".to_string(),
            Keyword::Cloaked => "cloaked".to_string(),
            Keyword::Perched => "perched".to_string(),
            Keyword::Protect => "protect".to_string(),
            Keyword::Scrap => "scrap".to_string(),
            Keyword::BeatChest => "beat chest".to_string(),
            Keyword::WateryGrave => "watery grave".to_string(),
            Keyword::Suspense => "suspense".to_string(),
            Keyword::Guardwell => "guardwell".to_string(),
            Keyword::ArcaneShelter(number) => format!("arcane shelter {number}"),
            Keyword::Meld => "meld".to_string(),
            Keyword::Unlimited => "unlimited".to_string(),
            Keyword::Combo => "combo".to_string(),
            Keyword::Crush => "crush".to_string(),
            Keyword::Reprise => "reprise".to_string(),
        }
    }

    /// Its name without a number.
    pub fn plain_name(self) -> String {
        self.name().trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end().to_string()
    }

    /// Whether it is the same keyword, numbers aside.
    pub fn is_like(self, other: Keyword) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}
