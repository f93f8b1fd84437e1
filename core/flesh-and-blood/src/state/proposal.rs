//! Events that are about to happen, and why (1.9).

use duelog_kernel::{ObjectId, Seat, data};

use super::{Alter, Applied, CardId, CodeRef, Zone};
use crate::cite;
use crate::language::definition::{Counter, DamageKind, Destination};

data! {
    /// An event that replacement effects may change before it happens.
    pub enum Proposal {
        /// Damage is dealt (8.5.3).
        Damage {
            /// By what.
            source: ObjectId,
            /// To what.
            to: ObjectId,
            /// How much.
            amount: u32,
            /// Of which kind.
            kind: DamageKind,
            /// Whether it is a hit-event (7.5.5).
            hit: bool,
            /// True if it cannot be prevented (6.4.10h).
            sure: bool,
        },
        /// An object moves (3.0.7).
        Move {
            /// Which.
            object: ObjectId,
            /// Where to.
            to: Zone,
            /// On top or at the bottom.
            bottom: bool,
            /// Whether it is public there.
            public: bool,
            /// Why.
            why: MoveReason,
            /// Who makes it move.
            by: Seat,
            /// Counters with which it enters.
            counters: Vec<(Counter, u32)>,
        },
        /// A player draws cards: a compound event (1.9.2).
        Draw(Seat, u32),
        /// A player draws a card: a composite event (1.9.3).
        DrawOne(Seat),
        /// A player creates tokens: a compound event (1.9.2).
        Create(Seat, CardId, u32),
        /// A player creates a token.
        CreateOne(Seat, CardId),
        /// A player creates a token and equips it (8.5.41d).
        CreateEquipped(Seat, CardId),
        /// A player creates a card in a zone (8.5.40).
        CreateCard {
            /// Who.
            seat: Seat,
            /// Which.
            card: CardId,
            /// Where.
            to: Zone,
            /// On top or at the bottom.
            bottom: bool,
            /// Whether it is public there.
            public: bool,
        },
        /// Objects are put under a permanent, into which they transform (8.5.36).
        Transform {
            /// Which.
            objects: Vec<ObjectId>,
            /// The permanent; none for the token that was created just before (8.5.36c).
            into: Option<ObjectId>,
            /// Who makes them transform.
            by: Seat,
        },
        /// A living object gains life (8.5.7a).
        GainLife(ObjectId, u32),
        /// A living object loses life (8.5.12a).
        LoseLife(ObjectId, u32),
        /// A player gains action points (8.5.7b).
        GainActions(Seat, u32, PointsFrom),
        /// An object has entered the arena, and something may be done with it as it enters.
        Entered(ObjectId),
        /// Counters are put on an object.
        PutCounters(ObjectId, Counter, u32),
        /// A continuous effect applies to an object for the first time (6.2.5).
        Apply {
            /// The effect.
            effect: u32,
            /// The object.
            object: ObjectId,
            /// What it does to it.
            alters: Vec<Alter>,
        },
        /// A static-continuous effect gives an object power for the first time, or another amount of it
        /// (6.2.5).
        ApplyStatic(Applied),
        /// A player rolls dice (8.5.18).
        Roll {
            /// Who.
            seat: Seat,
            /// How many dice.
            dice: u32,
            /// How many sides each has.
            sides: u32,
        },
        /// The outcome of a roll, which is another event (6.4.11).
        Result {
            /// Who rolled.
            seat: Seat,
            /// How many sides each die has.
            sides: u32,
            /// What each of them shows.
            results: Vec<u32>,
        },
        /// The outcome of a clash, which is another event (6.4.11).
        Clashed {
            /// Who clashed.
            seats: [Seat; 2],
            /// Who won, if anybody did (8.5.45c).
            winner: Option<Seat>,
        },
        /// A player creates a token in an own equipment zone (8.5.2c), which is named by its bit.
        CreateAt(Seat, CardId, u8),
        /// A player creates a token that enters the arena with this number of counters (8.5.2b).
        CreateWith(Seat, CardId, Counter, u32),
    }

    /// By what a player gains action points.
    #[derive(Copy)]
    pub enum PointsFrom {
        /// Go again of a layer (8.3.5a).
        Layer,
        /// Go again of a chain link's attack (8.3.5b).
        Link,
        /// An effect (8.5.7b).
        Effect,
    }

    /// An event with what has become of it.
    pub struct Proposed {
        /// The event.
        pub event: Proposal,
        /// The self-replacement effect of what caused it, if its condition is met, and whose it is (6.4.7).
        pub own: Option<(EffectKey, Seat)>,
        /// The effects that have changed it already, or that were declined (6.4.5).
        pub applied: Vec<EffectKey>,
        /// The kind of replacement effects that has been reached, by
        /// [`Tier`](crate::language::definition::Tier).
        pub reached: u8,
        /// Who is applying effects of which kind (6.5.2).
        pub turn: Option<(u8, Seat)>,
        /// Whether the move inside of a composite event is looked at, and no more the event as a whole
        /// (1.9.3).
        pub inside: bool,
    }

    /// An effect that can change an event.
    #[derive(Copy, PartialOrd, Ord)]
    pub enum EffectKey {
        /// A self-replacement effect: the source, and the step of the script (6.4.7).
        Own(ObjectId, CodeRef, u16),
        /// A lasting effect, by its timestamp.
        Lasting(u32),
        /// A replacement ability of an object.
        Ability(ObjectId, CodeRef),
    }

    /// Why an object moves; several of these are events of their own (1.9.3).
    #[derive(Copy)]
    pub enum MoveReason {
        /// 8.5.6
        Drawn,
        /// 8.5.5
        Discarded,
        /// 8.5.4
        Destroyed,
        /// 8.5.1
        Banished,
        /// 8.5.44
        Pitched,
        /// 5.1.2
        Announced,
        /// 7.2.3
        Attacking,
        /// 7.0.5
        Defending,
        /// 5.3.6
        Resolved,
        /// 3.0.12
        Cleared,
        /// 8.5.26
        Negated,
        /// 8.5.29
        Charged,
        /// 8.5.23
        Reloaded,
        /// 8.5.41
        Equipped,
        /// 7.7.5
        Returned,
        /// 4.4.3
        EndOfTurn,
        /// 1.10.2b
        Died,
        /// 8.5.10
        Intimidated,
        /// 8.5.19
        Searched,
        /// 8.5.48
        Transcended,
        /// 8.5.36
        Transformed,
        /// 8.5.1c
        BroughtBack,
        /// 8.5.49
        Exchanged,
        /// 8.5.15, or any other effect.
        Put,
        /// 8.2.11c
        Afflicted,
        /// 8.5.36b
        MadePermanent,
    }
}

impl Proposed {
    /// An event that nothing has changed.
    pub fn new(event: Proposal) -> Proposed {
        Proposed { event, own: None, applied: Vec::new(), reached: 0, turn: None, inside: false }
    }
}

/// What a value is as a destination's zone.
pub fn zone_of(destination: Destination, owner: Seat) -> (Zone, bool, bool) {
    use crate::language::definition::ZoneKind;
    let own = |kind| Zone::Of(kind, owner);
    match destination {
        Destination::Hand => (own(ZoneKind::Hand), false, false),
        Destination::DeckTop => (own(ZoneKind::Deck), false, false),
        Destination::DeckBottom => (own(ZoneKind::Deck), true, false),
        Destination::Graveyard => (own(ZoneKind::Graveyard), false, true),
        Destination::Banished => (own(ZoneKind::Banished), false, true),
        Destination::BanishedFaceDown => (own(ZoneKind::Banished), false, false),
        Destination::Arsenal => (own(ZoneKind::Arsenal), false, false),
        Destination::ArsenalFaceUp => (own(ZoneKind::Arsenal), false, true),
        Destination::Soul => (own(ZoneKind::Soul), false, true),
        Destination::Arena => {
            cite!("3.0.5a", "3.1.2");
            (Zone::Permanent, false, true)
        }
        Destination::Defending | Destination::Attacking => (Zone::Chain, false, true),
    }
}

/// The move of an object for a reason, public on arrival.
pub fn moved(object: ObjectId, to: Zone, why: MoveReason, by: Seat) -> Proposal {
    Proposal::Move { object, to, bottom: false, public: !to.is_private(), why, by, counters: Vec::new() }
}

/// The move of a card that the end of the turn demands.
pub fn put_away(object: ObjectId, to: Zone, bottom: bool, by: Seat) -> Proposal {
    Proposal::Move { object, to, bottom, public: false, why: MoveReason::EndOfTurn, by, counters: Vec::new() }
}
