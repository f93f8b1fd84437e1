//! The event pattern: what happens, to what, by whom and why. Triggered abilities wait for it (603.2).

use serde::{Deserialize, Serialize};

use super::*;

/// What happens (603.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum When {
    /// A permanent enters the battlefield (603.6a); short for a move there.
    Enters(Filter),
    /// A permanent goes from the battlefield to a graveyard (700.4); short for such a move.
    Dies(Filter),
    /// An object changes zones (603.6).
    Moves {
        /// Which.
        #[serde(default)]
        what: Filter,
        /// Where from; anywhere when absent.
        #[serde(default)]
        from: Option<ZoneKind>,
        /// Where to; anywhere when absent.
        #[serde(default)]
        to: Option<ZoneKind>,
        /// Why; for any reason when absent.
        #[serde(default)]
        why: Option<Reason>,
        /// Whose it was: the controller of a permanent or spell, the owner of any other card; anyone's when
        /// absent.
        #[serde(default)]
        by: Option<Ref>,
        /// Whose spell or ability makes it move, as its effect; whatever does when absent.
        #[serde(default)]
        because: Option<Ref>,
    },
    /// A creature comes to fight (508.3, 509.5).
    Combat {
        /// What it comes to do.
        role: Role,
        /// Which creature.
        #[serde(default)]
        what: Filter,
        /// Whom it attacks, or which creature it blocks or is blocked by: then once for each (509.5b,
        /// 509.5d).
        #[serde(default)]
        with: Option<Recipient>,
        /// Whether no other creature does the same.
        #[serde(default)]
        alone: bool,
        /// Returns whether a number of creatures are blocked by it, block it (509.5e), or attack with it and itself (508.3c), at
        /// least.
        #[serde(default)]
        least: u32,
    },
    /// A source deals damage to something.
    Damages {
        /// The source.
        #[serde(default)]
        from: Filter,
        /// Whom to.
        #[serde(default)]
        to: Recipient,
        /// Whether it must be combat damage, or must not.
        #[serde(default)]
        combat: Option<bool>,
        /// Whether it is prevented instead (615.13).
        #[serde(default)]
        prevented: bool,
        /// True if all that one object or player is dealt at the same time counts once, whatever deals it; the amount is
        /// then all of it, and the source one of them (603.2c).
        #[serde(default)]
        sum: bool,
    },
    /// A step or phase begins (500.1).
    Begins {
        /// Which.
        step: TurnPart,
        /// In whose turn; in anyone's when absent.
        #[serde(default)]
        whose: Option<Ref>,
    },
    /// A player casts a spell; the filter sees the spell (601.2i).
    Casts {
        /// Who; anyone when absent.
        #[serde(default)]
        by: Option<Ref>,
        /// Which spell.
        #[serde(default)]
        what: Filter,
    },
    /// A player does something, with an object if it is done with one.
    Does {
        /// Who; anyone when absent.
        #[serde(default)]
        who: Option<Ref>,
        /// What is done.
        deed: Deed,
        /// With what.
        #[serde(default)]
        what: Filter,
    },
    /// A permanent comes to be something.
    Becomes {
        /// Which.
        #[serde(default)]
        what: Filter,
        /// What it comes to be.
        state: Becoming,
        /// The spells or abilities whose target it becomes; any when absent (603.2d).
        #[serde(default)]
        of: Option<Filter>,
    },
    /// Counters are put on a permanent or removed from it: for each counter (603.2c).
    Counters {
        /// The kind; any when absent.
        #[serde(default)]
        kind: Option<Counter>,
        /// Which permanent.
        #[serde(default)]
        what: Filter,
        /// Whether they are removed.
        #[serde(default)]
        removed: bool,
        /// Who puts them; anyone when absent (121.6a).
        #[serde(default)]
        by: Option<Ref>,
    },
    /// A state that is true (603.8).
    State(Condition),
    /// Nothing: only a script of the same object triggers it (603.12).
    Reflexive,
    /// Any of these happens.
    Either(Vec<When>),
    /// However often it happens at the same time, it counts once.
    Together(Box<When>),
    /// It happens for the so manieth time this turn, for the ability's controller.
    Nth(u32, Box<When>),
    /// For a delayed ability: each time that it happens this turn (603.7b).
    ThisTurn(Box<When>),
    /// Lore counters are put on this Saga, which had fewer than so many and now has as many (714.2b).
    Chapter(u32),
    /// For a delayed ability: each time that it happens for the rest of the game (603.7b).
    Always(Box<When>),
    /// It counts once for each of its amount: each point of damage, each life.
    EachOf(Box<When>),
    /// The source, a Class, reaches this level (303.6).
    Level(u8),
    /// As what is replaced: a player draws so many cards at least by one instruction (120.2a).
    Draws {
        /// Who; anyone when absent.
        #[serde(default)]
        by: Option<Ref>,
        /// So many.
        least: u32,
    },
    /// A player becomes the target of a spell or ability (603.2d).
    Targeted {
        /// Who; anyone when absent.
        #[serde(default)]
        who: Option<Ref>,
        /// The spell or ability.
        #[serde(default)]
        of: Filter,
    },
    /// For a delayed ability: each time that it happens until the next turn of the player whose effect it is begins
    /// (603.7b).
    UntilYourTurn(Box<When>),
    /// For a delayed ability: the next time that it happens, if that is this turn (603.7b).
    NextThisTurn(Box<When>),
    /// As a deed of an object that is asked for: in the combat phase at hand, and not earlier in the turn (506.1).
    ThisCombat(Box<When>),
    /// As what is replaced: a player draws a card, and not the first one of a draw step of theirs.
    DrawsBeside {
        /// Who; anyone when absent.
        #[serde(default)]
        by: Option<Ref>,
    },
}

impl When {
    /// True if it is that the object itself moves: what waits for that is told of where the object goes.
    pub fn moves_this(&self) -> bool {
        let this = |what: &Filter| *what == Filter::Is(Ref::This);
        match self {
            When::Moves { what, .. } => this(what),
            When::Dies(what) | When::Enters(what) => this(what),
            When::Either(all) => all.iter().all(When::moves_this),
            When::Together(inner) => inner.moves_this(),
            _ => false,
        }
    }
}

data! {
    /// Why an object changes zones.
    #[derive(Copy)]
    pub enum Reason {
        /// It is drawn (120).
        Drawn,
        /// It is discarded (701.8).
        Discarded,
        /// It is sacrificed (701.16).
        Sacrificed,
        /// It is destroyed (701.7).
        Destroyed,
        /// It is countered (701.5).
        Countered,
        /// It is played as a land (305.1).
        Played,
        /// It is discarded to pay for its own cycling ability (702.28c).
        Cycled,
        /// It is a spell that has resolved (608.2k).
        Resolved,
    }

    /// What a creature does in combat.
    #[derive(Copy)]
    pub enum Role {
        /// It attacks (508.3a).
        Attacks,
        /// It blocks (509.5a).
        Blocks,
        /// It becomes blocked (509.5c).
        IsBlocked,
        /// It attacks and is not blocked (509.5g).
        IsUnblocked,
    }

    /// What is done with an object or by a player: what events are about, and what rules forbid, require and
    /// allow.
    #[derive(Copy)]
    pub enum Deed {
        /// Gaining life (118.3).
        GainLife,
        /// Losing life (118.3).
        LoseLife,
        /// Shuffling the own library (701.19e).
        Shuffle,
        /// Tapping a permanent for mana (106.11).
        TapForMana,
        /// Losing control of a permanent (603.10d).
        LoseControl,
        /// Revealing the first card drawn in a turn, by this object's own ability (603.11).
        RevealFirstDraw,
        /// Attacking (508.1).
        Attack,
        /// Attacking while no other creature does (508.1c).
        AttackAlone,
        /// Blocking (509.1).
        Block,
        /// Blocking while no other creature does (509.1b).
        BlockAlone,
        /// Being blocked by creatures that match (509.1b); required, by all that can (509.1c).
        BeBlocked,
        /// Blocking one creature more (509.1a).
        BlockAnother,
        /// Untapping in the untap step (502.2).
        Untap,
        /// Being regenerated (701.14c).
        Regenerate,
        /// Its activated abilities being activated (602.5); as an event, an ability that uses the stack.
        Activate,
        /// Activating abilities that are no mana abilities, of objects that match (602.5).
        ActivateNonMana,
        /// Casting spells that match (101.2).
        Cast,
        /// Casting spells that match as though they had flash (601.3b).
        CastAsFlash,
        /// Playing a land (305.2); allowed, one more on each of the own turns.
        PlayLand,
        /// Playing with the top card of the library revealed (701.15).
        ShowTop,
        /// Looking at the top card of the own library at any time (401.5).
        SeeTop,
        /// Keeping any number of cards in hand (402.2).
        KeepHand,
        /// Losing the game (104.3).
        LoseGame,
        /// Winning the game (104.2).
        WinGame,
        /// Drawing cards (120).
        Draw,
        /// Entering the battlefield (614.17d).
        Enter,
        /// Getting counters (121).
        GetCounters,
        /// Being countered, of spells (701.5).
        BeCountered,
        /// Damage from sources that match being prevented (615.12).
        Prevent,
        /// Creating tokens (614.16).
        CreateToken,
        /// Fighting (701.12).
        Fight,
        /// Scrying (701.17).
        Scry,
        /// Surveilling (701.41); allowed, one card more.
        Surveil,
        /// Clashing (701.22).
        Clash,
        /// Winning a clash (701.22d).
        WinClash,
        /// Becoming monstrous (701.30).
        BecomeMonstrous,
        /// Exploring (701.39).
        Explore,
        /// Being exerted (701.38); allowed, by its controller as it attacks.
        Exert,
        /// Voting; allowed, once more (701.31d).
        Vote,
        /// Searching a library (701.18).
        Search,
        /// Winning a coin flip (705.1).
        WinFlip,
        /// Losing a coin flip (705.1).
        LoseFlip,
        /// Cycling a card (702.28).
        Cycle,
        /// Players getting counters (121).
        GetPlayerCounters,
        /// Sacrificing a creature by its own exploit ability (702.109b).
        Exploit,
        /// Getting a counter by its own evolve ability (702.99b).
        Evolve,
        /// Crewing a Vehicle (702.121b).
        Crew,
        /// Targeting permanents that match as though they had no hexproof (702.11e).
        TargetHexproof,
        /// Getting the city's blessing with ten permanents (702.130b).
        Ascend,
        /// Being exiled by a permanent that champions it (702.71c).
        Champion,
        /// Becoming blocked; required, by one creature at least (509.1c).
        BecomeBlocked,
        /// Staying tapped in the untap step (502.2).
        StayTapped,
        /// Blocking any number of creatures (509.1a).
        BlockAny,
        /// Playing with the hand revealed (701.15a).
        ShowHand,
        /// Making abilities trigger by entering the battlefield (603.2, 101.2).
        TriggerByEntering,
        /// Assigning combat damage (510.1).
        AssignDamage,
        /// Untapping in the untap steps of the other players too (502.2).
        UntapInOthers,
        /// Sacrificing permanents because of spells and abilities that opponents control (101.2).
        SacrificeForOpponents,
        /// Being the target of spells, and of abilities of objects, that match (114, 101.2).
        BeTarget,
        /// Assigning combat damage as though it weren't blocked; allowed, if its controller wants (510.1c, 609.4).
        AssignPastBlockers,
        /// Assigning combat damage by its toughness; required, in place of its power (510.1a).
        AssignByToughness,
        /// Declaring the blockers of the other player; allowed, in place of that player (509.1).
        ChooseBlocks,
        /// Transforming (701.27).
        Transform,
        /// Planeswalking to a plane or a phenomenon (701.23d).
        Planeswalk,
        /// Planeswalking away from one (701.23d).
        PlaneswalkAway,
        /// Rolling the planeswalker symbol with the planar die (107.11).
        RollPlaneswalker,
        /// Rolling the chaos symbol with the planar die (107.12).
        RollChaos,
        /// Rolling a side without a symbol with the planar die (901.9a).
        RollBlank,
        /// Setting a scheme in motion (701.24).
        SetInMotion,
        /// Abandoning a scheme (701.25).
        Abandon,
        /// Being sacrificed (701.16, 101.2).
        BeSacrificed,
        /// Countering spells that match, of spells and of objects with abilities (701.5, 101.2).
        Counter,
        /// Adding mana, where an ability says that it has (106.3).
        AddMana,
    }

    /// What a permanent comes to be.
    #[derive(Copy)]
    pub enum Becoming {
        /// Tapped (701.20a).
        Tapped,
        /// Untapped (701.20b).
        Untapped,
        /// The target of a spell or ability (603.2d).
        Target,
        /// Attached to nothing any more (603.10c).
        Unattached,
        /// Transformed into what matches (701.27e).
        Transformed,
        /// Phased out (702.25b).
        PhasedOut,
        /// Phased in (702.25c).
        PhasedIn,
        /// Face up (707.8).
        FaceUp,
    }
}

impl Deed {
    /// Whether a rule about it is one for players, or for the whole game, and not for single permanents.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn is_of_players(self) -> bool {
        match self {
            Deed::Attack
            | Deed::AttackAlone
            | Deed::Block
            | Deed::BlockAlone
            | Deed::BeBlocked
            | Deed::BlockAnother
            | Deed::Untap
            | Deed::Regenerate
            | Deed::Activate
            | Deed::Fight
            | Deed::BecomeMonstrous
            | Deed::Explore
            | Deed::Exploit
            | Deed::Evolve
            | Deed::Crew
            | Deed::Champion
            | Deed::BecomeBlocked
            | Deed::StayTapped
            | Deed::BlockAny
            | Deed::AssignDamage
            | Deed::BeTarget
            | Deed::UntapInOthers
            | Deed::AssignPastBlockers
            | Deed::AssignByToughness
            | Deed::Transform
            | Deed::BeSacrificed
            | Deed::Counter
            | Deed::Exert => false,
            Deed::GainLife
            | Deed::LoseLife
            | Deed::Shuffle
            | Deed::TapForMana
            | Deed::LoseControl
            | Deed::RevealFirstDraw
            | Deed::ActivateNonMana
            | Deed::Cast
            | Deed::CastAsFlash
            | Deed::PlayLand
            | Deed::ShowTop
            | Deed::SeeTop
            | Deed::KeepHand
            | Deed::LoseGame
            | Deed::WinGame
            | Deed::Draw
            | Deed::Enter
            | Deed::GetCounters
            | Deed::BeCountered
            | Deed::Prevent
            | Deed::CreateToken
            | Deed::Scry
            | Deed::Surveil
            | Deed::Clash
            | Deed::WinClash
            | Deed::Vote
            | Deed::Search
            | Deed::WinFlip
            | Deed::AddMana
            | Deed::Cycle
            | Deed::LoseFlip
            | Deed::GetPlayerCounters
            | Deed::TargetHexproof
            | Deed::ShowHand
            | Deed::TriggerByEntering
            | Deed::SacrificeForOpponents
            | Deed::ChooseBlocks
            | Deed::Planeswalk
            | Deed::PlaneswalkAway
            | Deed::RollPlaneswalker
            | Deed::RollChaos
            | Deed::RollBlank
            | Deed::SetInMotion
            | Deed::Abandon
            | Deed::Ascend => true,
        }
    }
}
