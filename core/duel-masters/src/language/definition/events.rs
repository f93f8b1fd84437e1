//! Events, and what cards forbid, require and allow.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// An event as definitions speak of it: one pattern for what triggers abilities, what they wait for, what has
/// happened this turn and what is replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// Such a card moves from the one zone to the other; from or to anywhere when absent (603.5).
    Moves {
        /// Which. What leaves the battle zone is looked at as it was there, unless only where it goes is
        /// said (603.5b, 603.5c).
        #[serde(default, skip_serializing_if = "is_default")]
        what: Filter,
        /// Where from.
        #[serde(default, skip_serializing_if = "is_default")]
        from: Option<Place>,
        /// Where to.
        #[serde(default, skip_serializing_if = "is_default")]
        to: Option<Place>,
        /// Whose effect lets it move; anything when absent.
        #[serde(default, skip_serializing_if = "is_default")]
        by: Option<Ref>,
    },
    /// Such a creature fights.
    Combat {
        /// How.
        role: Role,
        /// Which creature.
        #[serde(default, skip_serializing_if = "is_default")]
        what: Filter,
        /// With what other creature, if any is meant.
        #[serde(default, skip_serializing_if = "is_default")]
        with: Option<Filter>,
    },
    /// The player does something with such a card.
    Does(Ref, Deed, Filter),
    /// Something becomes of such an object.
    Becomes(Filter, Becoming),
    /// A step of the player's turn begins (500.4). Of the first step it is the moment after untapping
    /// (501.2), of the last that at which the turn ends (511.1).
    Begins(Step, Ref),
}

data! {
    /// How a creature fights.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Role {
        /// It is declared as attacker (506.3a).
        Attacks,
        /// It is attacked (506.3a).
        Attacked,
        /// It becomes a blocker (507.3a).
        Blocks,
        /// It becomes blocked (507.3b).
        BecomesBlocked,
        /// It attacks and is not blocked (507.3c).
        NotBlocked,
        /// Its attack ends (510.1).
        EndsAttack,
        /// It battles (115.2).
        Battles,
        /// It has battled (115.3d).
        HasBattled,
        /// It wins a battle (115.3d).
        Wins,
        /// It loses a battle (115.3d); in replacements, it is destroyed for that (703.4d).
        Loses,
        /// It is about to break a shield (603.7); in replacements, it breaks one, which is the event's object
        /// (701.14a).
        WillBreak,
        /// It has broken shields.
        Breaks,
    }

    /// What a player does with a card.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Deed {
        /// Is about to draw it (114.5); in replacements, draws it (114.4).
        WillDraw,
        /// Draws it (114).
        Draw,
        /// Discards it (701.7).
        Discard,
        /// Uses it (601.1).
        Use,
        /// Draws it because the turn has started (502.1).
        TurnDraw,
        /// Draws it, and not because the turn has started.
        ExtraDraw,
        /// Uses the S-Trigger of it (112.3a); the other object is the creature that broke its shield.
        ShieldTrigger,
    }

    /// What becomes of an object.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Becoming {
        /// It is destroyed (701.6).
        Destroyed,
        /// It becomes tapped (603.2c).
        Tapped,
        /// A spell is over and goes to the graveyard (605.2e), wherever it was cast from (409.2b).
        Over,
    }

    /// At which moment a card of the own shields is discarded for another.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Strike {
        /// S-Back: as it comes from the shields (112.3b).
        Back,
        /// Sabaki Z: once it has come (112.3d).
        Sabaki,
    }

    /// What a rule says of a deed.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Ruling {
        /// It cannot be done (101.2).
        Forbid,
        /// It must be done if it can.
        Require,
        /// It can be done though the rules would not let it (101.1).
        Allow,
    }

    /// What a rule speaks of.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Subject {
        /// Attacking at all (506.1a, 506.1b).
        Attack,
        /// Attacking players (505.2); allowed: whatever else would prevent it.
        AttackPlayers,
        /// Attacking such creatures (505.2); allowed: though they are untapped; required: rather than anything else.
        AttackCreatures,
        /// Blocking such a creature (507). Allowed: as a blocker.
        Block,
        /// Being blocked by such a creature (700.4).
        BeBlocked,
        /// Being attacked by such a creature; allowed: though it is untapped; required: by each that can, rather than
        /// anything else.
        BeAttacked,
        /// Being chosen by the other player.
        BeChosen,
        /// Being destroyed (700.3).
        BeDestroyed,
        /// Leaving the battle zone (700.3).
        Leave,
        /// Untapping at the start of its player's turn (501.1).
        Untap,
        /// Being put into its zone untapped (110.4f).
        EnterUntapped,
        /// Using tap abilities (602.3).
        UseTapAbilities,
        /// Winning battles whatever the power (700.5).
        WinBattles,
        /// Being used, of cards (601.1).
        Use,
        /// Being declared as S-Trigger, of cards (112.3a); of creatures, that of shields that they break.
        ShieldTrigger,
        /// Battling because of an attack (508.1).
        Battle,
        /// Choosing in place of the other player which own shields are broken (509.3).
        ChooseShields,
        /// Choosing in place of the other player among the own shields, for both players and whatever for.
        ChooseAmongShields,
        /// Showing to all the shields that it breaks; required of creatures.
        ShowShields,
        /// Looking at the own deck (701.9), said to all players: what is shown to all is not looked at.
        LookAtOwnDeck,
        /// Being put from the hand into the mana zone, of cards.
        EnterMana,
        /// Being tapped by effects of the other player.
        BeTapped,
        /// Having cross gears crossed to it for no cost (112.3).
        BeCrossed,
        /// Having such evolution creatures put on it, whatever those are put on (801.1).
        BeEvolved,
    }
}

/// What something cannot do, must do or may do, against what others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rule(pub Ruling, pub Subject, pub Filter);

/// What a delayed triggered ability waits for (603.6). What its script knows of that event it asks of the
/// event in which it was set up where the new one has nothing of that kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Moment {
    /// The next time that this happens, if that is soon enough.
    Next(When, Until),
    /// Each time that this happens until then.
    Whenever(When, Until),
}
