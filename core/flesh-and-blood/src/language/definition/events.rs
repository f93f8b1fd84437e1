//! What happens: the events that triggered effects wait for, that replacement effects change, and that
//! effects ask about.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// An event or a state (6.6.1c). Triggered effects wait for it, replacement effects for that it would come
/// about (6.4), and conditions and numbers ask whether and how often it did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// A player does something with such an object, if it is done with one.
    Does(Ref, Deed, Filter),
    /// Something is done with such an object, whoever does it.
    Happens(Deed, Filter),
    /// Such an object moves from somewhere to somewhere. What enters the arena is looked at as it is there,
    /// all else as it was. What was put out of a zone that is named is seen where it arrives.
    Moves(Filter, Where, Where),
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
        /// Of which kind; any where it is left out (6.4.10c).
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// A card becomes defending together with a card from hand (8.4.10).
    DefendsTogether(Filter, Filter),
    /// An attack becomes defended by one or more such cards: once for all that defend it together (7.0.5e).
    DefendedBy(Filter, Filter),
    /// A player rolls dice, of which one shows at least so much (8.5.18). Of an outcome-replacement effect:
    /// the player has rolled (6.4.11).
    Rolls(Ref, u32),
    /// A player's turn starts (4.2.2), or a phase begins.
    Begins(Phase, Ref),
    /// The combat chain closes (7.7.3).
    ChainCloses,
    /// The game starts (4.1.8).
    GameStarts,
    /// A state (6.6.5c).
    State(Condition),
    /// What is true at once or never: an inline-triggered effect, written as a delayed one (6.6.2).
    Now(Condition),
    /// One of these.
    Any(Vec<When>),
    /// Of a replacement effect: each of the events of which a compound one consists (1.9.2), not all of it.
    Each(Box<When>),
    /// Such an event, as long as this is so.
    While(Condition, Box<When>),
    /// Each such event of this turn, combat chain or chain link, and not only the next one (6.6.3).
    Every(Since, Box<When>),
}

data! {
    /// A phase at whose beginning something happens.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Phase {
        /// 4.2
        Start,
        /// 4.3
        Action,
        /// 4.4
        End,
    }

    /// Where an object moves from or to.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Where {
        /// Wherever that is.
        Anywhere,
        /// The arena (3.0.5). What enters it was not in it; what only joins a combat chain as a card enters
        /// nothing.
        Arena,
        /// A zone of this kind.
        Zone(ZoneKind),
    }

    /// What players gain, lose and pay with (1.13.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Asset {
        /// Life points: of a player those of the hero, of another living object its own (8.5.7a).
        Life,
        /// Resource points.
        Resources,
        /// Action points.
        Actions,
    }

    /// What is done with an object or by a player: what events are about, what is paid with, and what rulings
    /// forbid, demand and allow (1.0.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Deed {
        /// Playing it.
        Play,
        /// Activating its abilities; as an event the ability, which is its layer.
        Activate,
        /// Attacking with it (7.2.4).
        Attack,
        /// Being attacked.
        BeAttacked,
        /// Defending with it (7.0.5a).
        Defend,
        /// Defending with it alone: no other does in the same event (7.0.5e).
        DefendAlone,
        /// Being defended by it; said of an attack.
        BeDefendedBy,
        /// Pitching it (1.14.3).
        Pitch,
        /// Drawing it (8.5.6).
        Draw,
        /// Playing it as though it were an instant (5.1.3d).
        PlayAsInstant,
        /// Playing it without paying its cost (5.1.3c).
        PlayFree,
        /// Gaining go again; as an event, by an effect (8.3.5c).
        GainGoAgain,
        /// Hit effects triggering.
        TriggerOnHit,
        /// Preventing its damage (6.4.10); as an event, that of the object that would have got it.
        Prevent,
        /// Destroying it (8.5.4).
        Destroy,
        /// Untapping it (8.5.56).
        Untap,
        /// Tapping it (8.5.55).
        Tap,
        /// Discarding it (8.5.5).
        Discard,
        /// Banishing it (8.5.1).
        Banish,
        /// Revealing cards (8.5.17).
        Reveal,
        /// Putting it on the bottom of its owner's deck (8.5.15).
        Bottom,
        /// Turning it face up, or putting it somewhere face up (8.5.24).
        TurnUp,
        /// Turning it face down (8.5.24).
        TurnDown,
        /// Equipping it (8.5.41).
        Equip,
        /// It dies: what is living ceases to exist, in whatever way (2.5.3g, 8.2.8a).
        Die,
        /// Something is done with it as it enters the arena, after it has moved.
        Enter,
        /// Creating tokens (8.5.2).
        Create,
        /// Freezing it (8.5.34a).
        Freeze,
        /// Charging it (8.5.29).
        Charge,
        /// Giving it away (8.5.53a).
        Give,
        /// Stealing it (8.5.54a).
        Steal,
        /// It transforms into a permanent (8.5.36a).
        Transform,
        /// Transcending (8.5.48a).
        Transcend,
        /// It gains power by an effect (6.2.5).
        GainPower,
        /// Its chain link resolves (7.6.2).
        ResolveLink,
        /// Gaining life or points.
        Gain(Asset),
        /// Losing life.
        Lose(Asset),
        /// Winning a clash (8.5.45).
        WinClash,
        /// Wagering (8.5.46a).
        Wager,
        /// Winning a wager (8.5.46a).
        WinWager,
        /// Completing a contract (8.5.39a).
        Complete,
        /// Being intimidated (8.5.10a).
        BeIntimidated,
        /// Being cheered (8.5.57).
        BeCheered,
        /// Being booed (8.5.57).
        BeBooed,
        /// What a keyword is about: boosting (8.3.9a), heaving (8.3.18a), cranking (8.3.29a) and the like.
        Use(Keyword),
        /// Fusing a supertype (8.3.17a).
        Fuse(Supertype),
        /// Looking at the top card of the own deck at any time (1.10.2c); said of a hero.
        LookAtTop,
        /// It becomes a copy of something, by what that is then (8.5.25).
        Become,
        /// It gains defense by an effect (6.2.5).
        GainDefense,
        /// Activating its abilities of the type action that are no attacks.
        ActivateAction,
        /// Banishing it to boost another card (8.3.9): as which it is in the banished zone.
        BanishToBoost,
        /// Removing a counter of the kind from it (8.5.16).
        TakeCounter(crate::language::definition::Counter),
        /// Banishing it face down (8.5.1).
        BanishDown,
        /// A triggered effect of it triggers (6.6.5).
        Trigger,
        /// Opting (8.5.22): the number is that of the cards that are looked at.
        Opt,
        /// Failing to win a clash (8.5.45c).
        FailClash,
    }
}

impl Asset {
    /// In words.
    pub fn in_words(self) -> &'static str {
        match self {
            Asset::Life => "life",
            Asset::Resources => "resource points",
            Asset::Actions => "action points",
        }
    }
}

impl Deed {
    /// In words, for what cannot be done.
    pub fn in_words(self) -> String {
        let words = match self {
            Deed::Play => "be played",
            Deed::Activate => "be activated",
            Deed::Attack => "attack",
            Deed::BeAttacked => "be attacked",
            Deed::Defend => "defend",
            Deed::DefendAlone => "defend alone",
            Deed::BeDefendedBy => "be defended by that",
            Deed::Pitch => "be pitched",
            Deed::Draw => "be drawn",
            Deed::PlayAsInstant => "be played as an instant",
            Deed::PlayFree => "be played without paying its cost",
            Deed::GainGoAgain => "gain go again",
            Deed::TriggerOnHit => "trigger when it hits",
            Deed::Prevent => "be prevented",
            Deed::Destroy => "be destroyed",
            Deed::Untap => "be untapped",
            Deed::Tap => "be tapped",
            Deed::Discard => "be discarded",
            Deed::Banish => "be banished",
            Deed::Reveal => "be revealed",
            Deed::Bottom => "be put on the bottom of the deck",
            Deed::TurnUp => "be turned face up",
            Deed::TurnDown => "be turned face down",
            Deed::Equip => "be equipped",
            Deed::Die => "die",
            Deed::Enter => "enter the arena",
            Deed::Create => "be created",
            Deed::Freeze => "be frozen",
            Deed::Charge => "be charged",
            Deed::Give => "be given away",
            Deed::Steal => "be stolen",
            Deed::Transform => "transform",
            Deed::Transcend => "transcend",
            Deed::GainPower => "gain power",
            Deed::ResolveLink => "have its chain link resolve",
            Deed::WinClash => "win a clash",
            Deed::Wager => "wager",
            Deed::WinWager => "win a wager",
            Deed::Complete => "complete a contract",
            Deed::BeIntimidated => "be intimidated",
            Deed::BeCheered => "be cheered",
            Deed::BeBooed => "be booed",
            Deed::Become => "become something else",
            Deed::GainDefense => "gain defense",
            Deed::ActivateAction => "have its actions activated that are not attacks",
            Deed::BanishToBoost => "be banished to boost a card",
            Deed::LookAtTop => "look at the top card of the deck at any time",
            Deed::BanishDown => "be banished face down",
            Deed::Trigger => "trigger",
            Deed::Opt => "opt",
            Deed::FailClash => "fail to win a clash",
            Deed::TakeCounter(kind) => return format!("lose a {} counter", kind.name()),
            Deed::Gain(asset) => return format!("gain {}", asset.in_words()),
            Deed::Lose(asset) => return format!("lose {}", asset.in_words()),
            Deed::Use(keyword) => return format!("use {}", keyword.plain_name()),
            Deed::Fuse(supertype) => return format!("fuse {}", supertype.name()),
        };
        words.to_string()
    }
}
