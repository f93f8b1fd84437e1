//! What has happened this turn: what triggered effects notice, and what effects ask about later (1.2.3b,
//! 3.0.9c, 6.6.5d).

use duelog_kernel::{ObjectId, Seat, data};

use super::{Defense, MoveReason, Step, Zone};
use crate::language::definition::DamageKind;
use crate::language::keywords::Keyword;
use crate::language::types::Supertype;

data! {
    /// Something that triggered effects can wait for.
    pub enum Occurrence {
        /// The game starts (4.1.8).
        GameStarted,
        /// A phase begins.
        PhaseBegan(Step, Seat),
        /// An attack became attacking (7.2.4).
        Attacked(ObjectId, Vec<ObjectId>),
        /// An object became the target of an attack (8.3.14b).
        Targeted(ObjectId, ObjectId),
        /// Cards became defending in one event (7.0.5a).
        Defended {
            /// The cards in their order.
            cards: Vec<Defense>,
            /// The attack.
            attack: ObjectId,
        },
        /// Damage was dealt (8.5.3).
        Damaged {
            /// By what.
            source: ObjectId,
            /// To what.
            to: ObjectId,
            /// How much.
            amount: u32,
            /// Of which kind.
            kind: DamageKind,
            /// Whether it is a hit (7.5.5).
            hit: bool,
        },
        /// A card was played (5.1.10).
        Played(Seat, ObjectId),
        /// An ability was activated (5.2.2): its layer.
        Activated(Seat, ObjectId),
        /// An object moved.
        Moved {
            /// As which object it left.
            object: ObjectId,
            /// As which it arrived.
            new: ObjectId,
            /// Where from.
            from: Zone,
            /// Where to.
            to: Zone,
            /// Why.
            why: MoveReason,
            /// Who made it move, where that is known.
            by: Seat,
            /// Whether it could be known on the way (3.0.7a).
            known: bool,
        },
        /// An object has transformed into a permanent (8.5.36a).
        Transformed(ObjectId, ObjectId),
        /// A player has rolled dice, which show this (8.5.18).
        Rolled(Seat, Vec<u32>),
        /// A token was created (8.5.2), or a card in the arena (8.5.40).
        Created(ObjectId, Seat),
        /// A player equipped an object (8.5.41).
        Equipped(Seat, ObjectId),
        /// An object was turned face up (8.5.24).
        TurnedUp(ObjectId),
        /// So much damage that an object would have dealt to another one was prevented (6.4.10).
        Prevented(ObjectId, ObjectId, u32),
        /// A player gained life.
        LifeGained(Seat, u32),
        /// A player lost life.
        LifeLost(Seat, u32),
        /// A player gained action points; not those with which an action phase begins (4.3.2a).
        ActionsGained(Seat, u32),
        /// A player did what a keyword is about, and with what: boosted (8.3.9a), fused (8.3.17a), heaved
        /// (8.3.18a), rune gated (8.3.27a), cranked (8.3.29a), protected (8.3.31a), scrapped (8.3.32a), beat
        /// the chest (8.3.33a).
        KeywordUsed(Keyword, Seat, ObjectId),
        /// A player fused a supertype (8.3.17a).
        Fused(Seat, Supertype, ObjectId),
        /// A player completed the contract of an object (8.5.39a).
        Completed(Seat, ObjectId),
        /// A player was intimidated (8.5.10a): the card that was banished.
        Intimidated(Seat, Option<ObjectId>),
        /// A player froze an object (8.5.34a).
        Frozen(Seat, ObjectId),
        /// An object gained power by an effect (6.2.5).
        PowerGained(ObjectId, u32),
        /// Cards were revealed.
        Revealed(Seat, u32),
        /// A player won a clash (8.5.45).
        ClashWon(Seat),
        /// A player wagered, and the attack (8.5.46a).
        Wagered(Seat, Option<ObjectId>),
        /// A player won a wager, and the attack where its controller did (8.5.46a).
        WagerWon(Seat, Option<ObjectId>),
        /// A player gave an object away (8.5.53a).
        Given(Seat, ObjectId),
        /// A player stole an object (8.5.54a).
        Stolen(Seat, ObjectId),
        /// A player was cheered or booed (8.5.57).
        Crowd(Seat, bool),
        /// A chain link resolved (7.6.2).
        LinkResolved(ObjectId),
        /// The combat chain closes (7.7.3).
        ChainClosed,
        /// A player's hero has become something else (8.5.25).
        Became(Seat, ObjectId),
        /// A player banished a card to boost another one (8.3.9): as which it is in the banished zone.
        BanishedToBoost(Seat, ObjectId),
        /// A triggered effect of an object triggered (6.6.5), and who controls it.
        EffectTriggered(Seat, ObjectId),
        /// A player opted, and looked at this number of cards (8.5.22).
        Opted(Seat, u32),
        /// A player failed to win a clash, or would have but for an effect (8.5.45c).
        ClashFailed(Seat),
        /// An object gained go again by an effect (8.3.5c).
        GoAgainGained(ObjectId),
        /// A card was created outside of the arena (8.5.40).
        CardCreated(ObjectId, Seat),
    }

    /// Something of this turn's past.
    pub struct PastEvent {
        /// What.
        pub what: Occurrence,
        /// On which combat chain.
        pub chain: u32,
        /// On which chain link of it; 0 outside of one.
        pub link: u32,
    }
}
