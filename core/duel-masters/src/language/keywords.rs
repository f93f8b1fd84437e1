//! Keyword abilities. What those mean that the rules describe as abilities stands in `keywords.ron`.

use duelog_kernel::data;
use duelog_kernel::prose::numbered;

data! {
    /// A keyword ability. A card can have the same one several times (110.2c, 110.7).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Keyword {
        /// May tap to redirect an attack to itself (507, 701.12a).
        Blocker,
        /// May tap to redirect an attack on another creature to itself (507.2b).
        Guardman,
        /// Can attack in the turn in which it is put into the battle zone (301.5).
        SpeedAttacker,
        /// Breaks this many shields: 2 for W Breaker, 3 for T Breaker (509.2b).
        Breaker(u8),
        /// Breaks all shields.
        WorldBreaker,
        /// Breaks this many shields more than it would (701.14d).
        BreaksMore(u8),
        /// Has more power while it attacks: an ability of `keywords.ron`.
        PowerAttacker(i32),
        /// Destroys the creature that it battled: an ability of `keywords.ron`.
        Slayer,
        /// May be used for no cost when it comes from the shields (112.3a).
        ShieldTrigger,
        /// May stop a creature from attacking when it comes from the shields (509.5b).
        GStrike,
        /// Goes to the mana zone instead of the graveyard when cast: an ability of `keywords.ron`.
        Charger,
        /// Evolution creatures may be put on it as if it were a creature (801.1).
        Shinkarize,
    }
}

impl Keyword {
    /// The keyword as cards print it, or the sentence that says the same.
    pub fn name(self) -> String {
        let fixed = match self {
            Keyword::Breaker(2) => "W Breaker",
            Keyword::Breaker(3) => "T Breaker",
            Keyword::Breaker(4) => "Q Breaker",
            Keyword::Breaker(count) => return format!("breaks {count} shields"),
            Keyword::BreaksMore(count) => return format!("breaks {}", numbered(count, "more shields")),
            Keyword::PowerAttacker(power) => return format!("{} {power:+}", self.kind()),
            Keyword::Blocker
            | Keyword::Guardman
            | Keyword::SpeedAttacker
            | Keyword::WorldBreaker
            | Keyword::Slayer
            | Keyword::ShieldTrigger
            | Keyword::GStrike
            | Keyword::Charger
            | Keyword::Shinkarize => self.kind(),
        };
        fixed.to_string()
    }

    /// The kind of keyword, without the number that stands behind it.
    pub fn kind(self) -> &'static str {
        match self {
            Keyword::Breaker(_) => "breaker",
            Keyword::BreaksMore(_) => "breaks more",
            Keyword::PowerAttacker(_) => "power attacker",
            Keyword::Blocker => "blocker",
            Keyword::Guardman => "guardman",
            Keyword::SpeedAttacker => "speed attacker",
            Keyword::WorldBreaker => "World Breaker",
            Keyword::Slayer => "slayer",
            Keyword::ShieldTrigger => "S-Trigger",
            Keyword::GStrike => "G-Strike",
            Keyword::Charger => "charger",
            Keyword::Shinkarize => "shinkarize",
        }
    }

    /// The number that stands behind it; 0 without one.
    pub fn number(self) -> i32 {
        match self {
            Keyword::Breaker(count) | Keyword::BreaksMore(count) => i32::from(count),
            Keyword::PowerAttacker(power) => power,
            Keyword::Blocker
            | Keyword::Guardman
            | Keyword::SpeedAttacker
            | Keyword::WorldBreaker
            | Keyword::Slayer
            | Keyword::ShieldTrigger
            | Keyword::GStrike
            | Keyword::Charger
            | Keyword::Shinkarize => 0,
        }
    }

    /// Whether both are the same keyword, whatever number stands behind it.
    pub fn is_kind_of(self, other: Keyword) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// How many of `shields` a breaker breaks; none for other keywords (509.2b).
    pub fn breaks(self, shields: u32) -> Option<u32> {
        match self {
            Keyword::Breaker(count) => Some(u32::from(count)),
            Keyword::WorldBreaker => Some(shields),
            _ => None,
        }
    }
}
