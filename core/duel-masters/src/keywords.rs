//! Keyword abilities, and the short sentences that say what a creature can and cannot do.

use duelog_kernel::data;

use crate::types::{Civilization, Civilizations};

data! {
    /// A keyword ability. A card can have the same one several times (110.2c, 110.7).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Keyword {
        /// May tap to redirect an attack to itself (507, 701.12a).
        Blocker,
        /// The same, against creatures of one civilization alone.
        BlockerAgainst(Civilization),
        /// May tap to redirect an attack on another creature to itself (507.2b).
        Guardman,
        /// Can attack in the turn in which it is put into the battle zone (301.5).
        SpeedAttacker,
        /// Breaks so many shields: 2 for W Breaker, 3 for T Breaker (509.2b).
        Breaker(u8),
        /// Breaks all shields.
        WorldBreaker,
        /// Breaks so many shields more than it would (701.14d).
        BreaksMore(u8),
        /// Has more power while it attacks.
        PowerAttacker(i32),
        /// Destroys the creature that it battled (110.7).
        Slayer,
        /// May be used for no cost when it comes from the shields (112.3a).
        ShieldTrigger,
        /// May stop a creature from attacking when it comes from the shields (509.5b).
        GStrike,
        /// Goes to the mana zone instead of the graveyard when cast (609.8a).
        Charger,
        /// Cannot attack.
        CantAttack,
        /// Cannot use tap abilities (602.3).
        NoTapAbilities,
        /// Cannot attack players.
        CantAttackPlayers,
        /// Cannot attack creatures.
        CantAttackCreatures,
        /// Cannot block.
        CantBlock,
        /// Cannot be blocked (700.4).
        CantBeBlocked,
        /// Cannot be attacked.
        CantBeAttacked,
        /// Can attack untapped creatures too.
        AttacksUntapped,
        /// Can attack untapped creatures of one civilization too.
        AttacksUntappedOf(Civilization),
        /// Must attack each turn if it can (506.1b).
        MustAttack,
        /// Must block if it can (507.1b).
        MustBlock,
        /// Wins battles whatever the power (700.5).
        WinsBattles,
        /// Cannot be destroyed (700.3).
        CantBeDestroyed,
        /// Cannot leave the battle zone (700.3).
        CantLeave,
        /// Cannot be chosen by the other player.
        CantBeChosen,
        /// Does not untap at the start of its player's turn (501.1).
        DoesNotUntap,
        /// Evolution creatures may be put on it as if it were a creature (801.1).
        Shinkarize,
        /// Is put into its zone tapped (110.4f).
        EntersTapped,
    }
}

impl Keyword {
    /// The keyword as cards print it, or the sentence that says the same.
    pub fn name(self) -> String {
        let fixed = match self {
            Keyword::BlockerAgainst(civilization) => return format!("blocker against {}", civilization.name()),
            Keyword::Breaker(2) => "W Breaker",
            Keyword::Breaker(3) => "T Breaker",
            Keyword::Breaker(4) => "Q Breaker",
            Keyword::Breaker(count) => return format!("breaks {count} shields"),
            Keyword::BreaksMore(count) => return format!("breaks {count} shields more"),
            Keyword::PowerAttacker(power) => return format!("power attacker {power:+}"),
            Keyword::AttacksUntappedOf(civilization) => return format!("can attack untapped {} creatures", civilization.name()),
            Keyword::Blocker => "blocker",
            Keyword::Guardman => "guardman",
            Keyword::SpeedAttacker => "speed attacker",
            Keyword::WorldBreaker => "World Breaker",
            Keyword::Slayer => "slayer",
            Keyword::ShieldTrigger => "S-Trigger",
            Keyword::GStrike => "G-Strike",
            Keyword::Charger => "charger",
            Keyword::CantAttack => "can't attack",
            Keyword::NoTapAbilities => "can't use tap abilities",
            Keyword::CantAttackPlayers => "can't attack players",
            Keyword::CantAttackCreatures => "can't attack creatures",
            Keyword::CantBlock => "can't block",
            Keyword::CantBeBlocked => "can't be blocked",
            Keyword::CantBeAttacked => "can't be attacked",
            Keyword::AttacksUntapped => "can attack untapped creatures",
            Keyword::MustAttack => "attacks each turn if able",
            Keyword::MustBlock => "blocks if able",
            Keyword::WinsBattles => "wins battles",
            Keyword::CantBeDestroyed => "can't be destroyed",
            Keyword::CantLeave => "can't leave the battle zone",
            Keyword::CantBeChosen => "can't be chosen by the opponent",
            Keyword::DoesNotUntap => "doesn't untap at the start of the turn",
            Keyword::Shinkarize => "shinkarize",
            Keyword::EntersTapped => "enters tapped",
        };
        fixed.to_string()
    }

    /// Whether both are the same keyword, whatever number or civilization stands behind it.
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

    /// Whether a creature with it may block an attacker of these civilizations.
    pub fn blocks(self, attacker: Civilizations) -> bool {
        match self {
            Keyword::Blocker => true,
            Keyword::BlockerAgainst(civilization) => attacker.has(civilization),
            _ => false,
        }
    }
}
