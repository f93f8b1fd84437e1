//! Events that are about to happen, before anything replaces them (614).

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::zone::Place;
use duelog_kernel::{ObjectId, Seat, data};

use super::{CardId, Value, Zone};
use crate::definition::Counter;

data! {
    /// Events on their way through the replacement effects.
    pub struct Happening {
        /// The events, which happen at the same time.
        pub batch: Vec<Proposed>,
        /// The first that may still be replaced.
        pub at: u16,
        /// Who must choose which effect applies to that one, and among which (616.1).
        pub among: Option<(Seat, Vec<EffectKey>)>,
        /// Whether it is only what follows from damage (119.3), of which no script is told.
        pub quiet: bool,
    }

    /// One proposed event.
    pub struct Proposed {
        /// The event.
        pub event: Proposal,
        /// The effects that have applied to it (614.5).
        pub applied: Vec<EffectKey>,
    }

    /// An effect that replaces or prevents.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum EffectKey {
        /// One that lasts, by its id.
        Lasting(u32),
        /// A static ability of an object, by its place.
        Ability(ObjectId, u8),
        /// An object's protection from the source of damage (702.16e).
        Protection(ObjectId),
    }

    /// An event that can be replaced, prevented or modified before it happens.
    pub enum Proposal {
        /// Damage (119).
        Damage {
            /// From what.
            source: ObjectId,
            /// To whom.
            to: Value,
            /// How much.
            amount: u32,
            /// Whether it is combat damage.
            combat: bool,
        },
        /// A permanent is destroyed (701.7).
        Destroy {
            /// Which.
            object: ObjectId,
            /// Whether it may be regenerated.
            regenerable: bool,
            /// Why.
            why: Why,
        },
        /// An object changes zones (400.7).
        Move {
            /// Which.
            object: ObjectId,
            /// Where to.
            to: Zone,
            /// Where in a library.
            place: Place,
            /// How it enters the battlefield.
            entering: Entering,
            /// Why it moves.
            why: Why,
        },
        /// A token is created (110.5).
        Token {
            /// What it is.
            card: CardId,
            /// Under whose control.
            controller: Seat,
            /// How it enters the battlefield.
            entering: Entering,
        },
        /// A player draws a card (120).
        Draw(Seat),
        /// A player gains life (118.3).
        GainLife(Seat, u32),
        /// A player loses life (118.3).
        LoseLife(Seat, u32),
        /// Counters are put on an object (121).
        PutCounters(ObjectId, Counter, u32),
    }

    /// Why an object changes zones, for those who listen.
    #[derive(Copy)]
    #[derive(PartialOrd, Ord)]
    pub enum Why {
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
        /// It resolves (608.3).
        Resolved,
        /// It is cast (601.2a).
        Cast,
        /// It is played as a land (305.1).
        Played,
        /// Its toughness is 0 or less (704.5f).
        ZeroToughness,
        /// It has lethal damage (704.5g).
        LethalDamage,
        /// A source with deathtouch dealt damage to it (704.5h).
        DeathtouchDamage,
        /// It has no loyalty (704.5i).
        NoLoyalty,
        /// Another legendary permanent of its name is kept (704.5j).
        Legend,
        /// It is attached to nothing that it may be attached to (704.5m).
        Unattached,
        /// All its targets are illegal (608.2b).
        Fizzled,
        /// An effect moves it.
        Effect,
    }

    /// How a permanent enters the battlefield (614.12).
    #[derive(Default)]
    pub struct Entering {
        /// Tapped.
        pub tapped: bool,
        /// With these counters.
        pub counters: Vec<(Counter, u32)>,
        /// Under whose control; its owner's when absent.
        pub controller: Option<Seat>,
        /// Attached to this.
        pub attached: Option<Value>,
    }
}
