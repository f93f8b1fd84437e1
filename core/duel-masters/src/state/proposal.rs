//! Events on their way to happen (609).

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::zone::Place as End;
use duelog_kernel::{ObjectId, RuleId, Seat, data};

use super::{Board, CodeRef, Zone};
use crate::language::definition::Destination;
use crate::rule;

data! {
    /// Simultaneous events for which replacement effects are being decided (609.9).
    pub struct EventBatch {
        /// The events.
        pub batch: Vec<Proposed>,
        /// Whose effects are decided: 0 for the turn player, 1 for the other, 2 when all is decided (609.9a).
        pub round: u8,
        /// The event that is looked at.
        pub at: u16,
        /// Who must choose, among which effects, and whether none may be applied.
        pub among: Option<(Seat, Vec<EffectKey>, bool)>,
        /// The effect for which its player must choose an affected card, and among which (609.9a).
        pub other: Option<(EffectKey, Seat, Vec<ObjectId>)>,
    }

    /// One proposed event with what is planned for it.
    pub struct Proposed {
        /// The event.
        pub event: Proposal,
        /// What is to happen instead; at most one effect replaces an event (101.5).
        pub plan: Option<Plan>,
        /// Effects that were left unused, or cannot be used.
        pub left: Vec<EffectKey>,
    }

    /// What replaces an event.
    #[derive(Copy)]
    pub struct Plan {
        /// The effect.
        pub effect: EffectKey,
        /// The card that is affected in place of the other (609.9a).
        pub other: Option<ObjectId>,
    }

    /// A replacement effect.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum EffectKey {
        /// An ability of an object, by face and place.
        Ability(ObjectId, u8, u32),
        /// An ability that an object was given or that its keyword means, and where it is written.
        Given(ObjectId, CodeRef),
    }

    /// An event that can be replaced before it happens.
    pub enum Proposal {
        /// An object changes zones (400.5), or only its top card does (109.2a).
        Move {
            /// Which.
            object: ObjectId,
            /// Whether only the top card of the pile goes.
            top_only: bool,
            /// Where to.
            to: Zone,
            /// Where in a deck.
            end: End,
            /// How it is put there.
            entering: Entering,
            /// Why it moves.
            why: MoveReason,
        },
        /// A player draws a card (114).
        Draw(Seat),
        /// A creature breaks a shield (701.14a).
        Break(ObjectId, ObjectId),
    }

    /// Why an object changes zones, for those who listen.
    #[derive(Copy, PartialOrd, Ord)]
    pub enum MoveReason {
        /// It is drawn (114.1).
        Drawn,
        /// It is charged (701.8a).
        Charged,
        /// It is discarded (701.7a).
        Discarded,
        /// It is destroyed (701.6a).
        Destroyed,
        /// Its power is 0 or less (703.4c).
        ZeroPower,
        /// It lost a battle (703.4d).
        LostBattle,
        /// It is summoned or otherwise used (601.1g).
        Used,
        /// A spell is over (605.2e).
        Resolved,
        /// A shield is broken (701.14a).
        Broken,
        /// A shield is put into the hand without being broken (701.14b).
        FromShields,
        /// It cannot be there (703.4i, 703.4k, 703.4l, 304.3).
        Invalid,
        /// It was still pending at the end of the turn (512.1).
        LeftPending,
        /// A shield at the start of the game (103.3).
        Dealt,
        /// It is exchanged (701.26a).
        Exchanged,
        /// An effect moves it.
        Effect,
        /// It belongs in another zone than the one it is in (117.1, 118.1).
        Home,
        /// It is put on a card as a seal (116.1a).
        Sealed,
        /// A Command takes it off as a seal (116.4a).
        Unsealed,
        /// It is put into the battle zone attached to a creature (305.2).
        Attached,
        /// It is drawn because the turn has started (702.3b).
        TurnDrawn,
    }

    /// How an object is put into a zone.
    #[derive(Default)]
    pub struct Entering {
        /// Tapped.
        pub tapped: bool,
        /// Face down (405.4).
        pub face_down: bool,
        /// As the card at this place from the top of a deck (401.6).
        pub nth: Option<u8>,
        /// What an evolution creature is put on, the lowest first (801.1b).
        pub bases: Vec<ObjectId>,
        /// What a castle fortifies (304.2), the shield that a card is put on (113.2), the creature that an aura
        /// or a weapon is put on (310.2, 305.2), what a seal lies on (116.1).
        pub onto: Option<ObjectId>,
        /// What a god is linked with as it comes (803.1a).
        pub links: Vec<LinkTo>,
        /// The creature against which one that is destroyed lost its battle (115.3b).
        pub beaten_by: Option<ObjectId>,
    }

    /// A card that a god is linked with.
    #[derive(Copy)]
    pub struct LinkTo {
        /// The element.
        pub object: ObjectId,
        /// Which of its cards.
        pub place: u8,
        /// On which of that card's sides the god lies, by the order of sides.
        pub side: u8,
    }

    /// Events that happen once it is settled which of several linked cards moves, and with what a god is
    /// linked.
    pub struct Arranging {
        /// The events.
        pub batch: Vec<Proposal>,
        /// The one that is looked at.
        pub at: u16,
    }
}

impl MoveReason {
    /// The rule by which an object moves for this reason.
    pub fn rule(self) -> RuleId {
        match self {
            MoveReason::Drawn | MoveReason::TurnDrawn => rule!("114.1"),
            MoveReason::Charged => rule!("701.8a"),
            MoveReason::Discarded => rule!("701.7a"),
            MoveReason::Destroyed => rule!("701.6a"),
            MoveReason::ZeroPower => rule!("703.4c"),
            MoveReason::LostBattle => rule!("703.4d"),
            MoveReason::Used => rule!("601.1g"),
            MoveReason::Resolved => rule!("605.2e"),
            MoveReason::Broken => rule!("701.14a"),
            MoveReason::FromShields => rule!("701.14b"),
            MoveReason::Invalid => rule!("703.4i"),
            MoveReason::LeftPending => rule!("512.1"),
            MoveReason::Dealt => rule!("103.3"),
            MoveReason::Exchanged => rule!("701.26a"),
            MoveReason::Effect => rule!("400.5"),
            MoveReason::Home => rule!("117.1"),
            MoveReason::Sealed => rule!("701.24a"),
            MoveReason::Unsealed => rule!("701.23b"),
            MoveReason::Attached => rule!("305.2"),
        }
    }

    /// Whether it is drawn (114.1).
    pub fn is_draw(self) -> bool {
        matches!(self, MoveReason::Drawn | MoveReason::TurnDrawn)
    }

    /// Whether it is destroyed (701.6a).
    pub fn is_destruction(self) -> bool {
        matches!(self, MoveReason::Destroyed | MoveReason::ZeroPower | MoveReason::LostBattle)
    }
}

impl EffectKey {
    /// The object that the effect comes from.
    pub fn source(self) -> ObjectId {
        let (EffectKey::Ability(source, ..) | EffectKey::Given(source, _)) = self;
        source
    }

    /// Its ability; none where there is no such object.
    pub fn code(self, board: &Board) -> Option<CodeRef> {
        match self {
            EffectKey::Ability(id, face, place) => {
                Some(CodeRef { card: board.get(id)?.top().card, face, ability: Some(place) })
            }
            EffectKey::Given(_, code) => Some(code),
        }
    }
}

impl Proposal {
    /// The card that moves, or whose shield is broken.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Proposal::Move { object, .. } | Proposal::Break(_, object) => Some(*object),
            Proposal::Draw(_) => None,
        }
    }

    /// The move of an object, or only of its top card, to where a destination means.
    pub fn sent(object: ObjectId, top_only: bool, to: Destination, owner: Seat, why: MoveReason) -> Proposal {
        let (to, end, entering) = destination(to, owner);
        Proposal::Move { object, top_only, to, end, entering, why }
    }

    /// The move of a whole object.
    pub fn movement(object: ObjectId, to: Zone, entering: Entering, why: MoveReason) -> Proposal {
        Proposal::Move { object, top_only: false, to, end: End::Top, entering, why }
    }

    /// Whether it happens because a sentence of an effect says so, and not by a rule alone, as what goes
    /// where it belongs once it has been used does.
    pub fn belongs_to_a_sentence(&self) -> bool {
        match self {
            Proposal::Draw(_) => true,
            Proposal::Break(..) => false,
            Proposal::Move { why, .. } => !matches!(
                why,
                MoveReason::ZeroPower
                    | MoveReason::LostBattle
                    | MoveReason::Used
                    | MoveReason::Resolved
                    | MoveReason::LeftPending
                    | MoveReason::Dealt
                    | MoveReason::Charged
                    | MoveReason::Invalid
                    | MoveReason::Home
                    | MoveReason::Sealed
                    | MoveReason::Unsealed
            ),
        }
    }
}

/// The zone of an owner, the place in it and the manner that a destination means.
fn destination(to: Destination, owner: Seat) -> (Zone, End, Entering) {
    let plain = Entering::default();
    match to {
        Destination::Hand => (Zone::Hand(owner), End::Top, plain),
        Destination::Graveyard => (Zone::Graveyard(owner), End::Top, plain),
        Destination::Mana => (Zone::Mana(owner), End::Top, plain),
        Destination::ManaTapped => (Zone::Mana(owner), End::Top, Entering { tapped: true, ..plain }),
        Destination::ManaFaceDown => (Zone::Mana(owner), End::Top, Entering { face_down: true, ..plain }),
        Destination::Shield => (Zone::Shield(owner), End::Top, plain),
        Destination::DeckTop | Destination::DeckShuffled => (Zone::Deck(owner), End::Top, plain),
        Destination::DeckNth(nth) => (Zone::Deck(owner), End::Top, Entering { nth: Some(nth), ..plain }),
        Destination::DeckBottom => (Zone::Deck(owner), End::Bottom, plain),
        Destination::Battle | Destination::Stay | Destination::TopCard => (Zone::Battle, End::Top, plain),
    }
}
