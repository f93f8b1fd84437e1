//! Events that are about to happen, before anything replaces them (614).

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::zone::Place;
use duelog_kernel::{ObjectId, Seat, data};

use super::{
    AbilityPlace, AbilityRef, Alter, Board, CardId, CodeRef, Context, Copied, Down, Loss, Marked, Sift, Step,
    Value, Zone,
};
use crate::cite;
use crate::language::definition::Counter;
use crate::language::mana::Color;
use crate::language::subtypes::Subtype;

data! {
    /// Events on their way through the replacement effects.
    #[derive(Default)]
    pub struct EventBatch {
        /// The events, which happen at the same time.
        pub batch: Vec<Proposed>,
        /// The one that an effect is being applied to.
        pub at: u16,
        /// What a player must say first.
        pub pending: Pending,
        /// Whether it is only what follows from other events (119.3, 615.5), of which no script is told.
        pub quiet: bool,
        /// What follows once these have happened: other events (615.5) and scripts (614.11).
        pub after: Vec<FollowUp>,
        /// Events that happen afterwards one by one, the next first (120.2).
        pub rest: Vec<Proposal>,
        /// The effects in whose stead all this happens (614.5).
        pub lineage: Vec<EffectKey>,
        /// What the events before these came to.
        pub amount: u32,
        /// What the events before these made or moved.
        pub last: Vec<Value>,
        /// The players who have put their cards in order that go to a graveyard: seats as bits (404.3).
        pub buried: u8,
    }

    /// What a player must say before events can happen.
    #[derive(Default)]
    pub enum Pending {
        /// Nothing.
        #[default]
        Nothing,
        /// Which of these effects applies (616.1).
        Effect(Seat, Vec<EffectKey>),
        /// What the Aura at hand enchants as it enters (303.4f).
        Host(Seat),
        /// How much of the damage of each event a shield takes of so much in all (615.7).
        Shares(Seat, EffectKey, u32),
        /// Whom the creature at hand attacks as it enters (508.4).
        Foe(Seat),
        /// Before which other blocker the creature at hand gets combat damage (509.7).
        Rank(Seat),
        /// In which order the two cards of the melded permanent at hand lie (712.4a, 712.4b).
        Parting(Seat),
        /// Whether the card at hand goes where an effect says that it may go.
        May(Seat, EffectKey),
        /// In which order the player's cards go to the graveyard (404.3).
        Burying(Seat),
        /// Which of several instructions moves the object (400.6).
        Clash(Seat, ObjectId),
        /// For which of these, by place, the player chooses first as they enter (101.4c).
        First(Seat, Vec<u16>),
    }

    /// What follows from an effect on an event once the event has happened.
    pub enum FollowUp {
        /// Another event.
        Event(Proposal),
        /// A script, and the effects that do not apply to what it does (614.5).
        Script(CodeRef, Context, Vec<EffectKey>),
        /// What becomes of the last object is linked to the first one, by what is written on the card (607.2b).
        Link(ObjectId, CardId, ObjectId),
        /// What has been exiled of these comes back once the source, with its controller, has left (610.3).
        Return(ObjectId, Seat, Vec<ObjectId>),
        /// A player draws so many cards, one after the other.
        Draws(Seat, u32),
        /// A player looks at so many cards on top of the own library and puts some elsewhere.
        Sift(Sift, Seat, u32),
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
        /// A static ability of an object, by its place among the object's abilities.
        Ability(ObjectId, AbilityPlace),
        /// A static ability of the object that enters the battlefield, by its card and place (614.12).
        Own(CardId, AbilityPlace),
        /// An object's protection from the source of damage (702.16e).
        Protection(ObjectId),
        /// That a commander goes to the command zone in place of this zone (903.9): one for each zone, so that it may
        /// apply again once another effect has sent the card elsewhere.
        Command(Zone),
        /// A player's protection from the source of damage (702.16e).
        OfPlayer(Seat),
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
            /// Whether its text says that it cannot be prevented (615.12).
            certain: bool,
        },
        /// A permanent is destroyed (701.7).
        Destroy {
            /// Which.
            object: ObjectId,
            /// Whether it may be regenerated.
            regenerable: bool,
            /// Why.
            why: MoveReason,
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
            why: MoveReason,
        },
        /// Tokens are created (701.6): so many at once.
        Tokens {
            /// What they are.
            card: CardId,
            /// Under whose control.
            controller: Seat,
            /// How many.
            count: u32,
            /// How each of them enters the battlefield.
            entering: Entering,
        },
        /// A token that is being created enters the battlefield (110.5).
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
        /// A player loses life, perhaps by damage (118.3, 119.3a).
        LoseLife(Seat, u32, bool),
        /// Counters are put on an object (121), by an effect or not (614.16); who puts them (121.6a).
        PutCounters(ObjectId, Counter, u32, bool, Seat),
        /// Counters are removed from an object (121).
        RemoveCounters(ObjectId, Counter, u32),
        /// So many +1/+1 and -1/-1 counters of a permanent cancel each other (704.5q).
        CancelCounters(ObjectId, u32),
        /// A permanent is attached to nothing any more (704.5n, 704.5p).
        Unattach(ObjectId),
        /// A library is shuffled (701.19).
        Shuffle(Seat),
        /// A player loses the game, for all these reasons at once (704.6).
        Lose(Seat, Vec<Loss>),
        /// A step or phase begins (500.1).
        Step(Step),
        /// A turn begins (500.1).
        Turn(Seat),
        /// A player gets counters (121).
        GainCounters(Seat, Counter, u32),
        /// A permanent is turned face up, for a cost with this X (707.8).
        TurnUp(ObjectId, u32),
        /// A player gets mana (106.4).
        Mana {
            /// Who.
            seat: Seat,
            /// What gives it.
            source: ObjectId,
            /// Which.
            mana: Marked,
            /// Whether that is a permanent that is tapped for mana (106.11).
            tapped: bool,
            /// Whether it is all that the permanent gives.
            whole: bool,
        },
        /// A player draws so many cards, one after the other (120.2a).
        Draws(Seat, u32),
        /// A player looks at so many cards on top of the own library and puts some elsewhere (701.17, 701.41).
        Sift(Sift, Seat, u32),
    }

    /// Why an object changes zones, for those who listen.
    #[derive(Copy)]
    #[derive(PartialOrd, Ord)]
    pub enum MoveReason {
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
        /// A newer world permanent has entered (704.5k).
        World,
        /// It is attached to nothing that it may be attached to (704.5m).
        Unattached,
        /// All its targets are illegal (608.2b).
        Fizzled,
        /// It resolved but could not enter the battlefield (608.3b).
        Unentered,
        /// An effect moves it.
        Effect,
        /// It is discarded to pay for its own cycling ability (702.28c).
        Cycled,
        /// A newer Role of the same player is attached to the same permanent (303.7a).
        Role,
        /// It was discarded, exiled, and not cast (702.34a).
        NotCast,
        /// It is discarded into a hidden zone without being shown (701.8c).
        DiscardedUnseen,
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
        /// As a copy (706.5).
        pub copy: Option<Box<Copied>>,
        /// With this choice made for it.
        pub chosen: Vec<(CardId, Chosen)>,
        /// The object whose ability or spell makes it, if it is a token.
        pub maker: Option<ObjectId>,
        /// With these changes by an effect of this source and controller (611.2e).
        pub altered: Option<(ObjectId, Seat, Vec<Alter>)>,
        /// Attacking or blocking (508.4, 509.7).
        pub fights: Option<Fights>,
        /// With this other face of its card (711.8).
        pub face: Option<CardId>,
        /// The ability that makes it, if it is a token that is a copy of something.
        pub made_by: Option<AbilityRef>,
        /// Face down (707.3), also on the stack and in exile.
        pub down: Option<Down>,
        /// The card that is melded with it (701.36a).
        pub melds: Option<ObjectId>,
        /// Of a melded permanent that leaves: whether its own card lies above the one melded with it, or comes after
        /// it into exile, once a player has said so (712.4a, 712.4b).
        pub above: Option<bool>,
        /// For a melded permanent that leaves: whether its cards that are commanders go to the command zone and the other
        /// one alone where it goes (903.9a).
        pub commanded: bool,
        /// The objects that move together with it and are linked to it from then on, by the card whose ability says so (607.2a).
        pub links: Vec<(CardId, ObjectId)>,
    }

    /// How a creature that enters the battlefield comes into combat.
    #[derive(Copy)]
    pub enum Fights {
        /// It attacks: whom its controller chooses, where it is not said.
        Attacks(Option<Value>),
        /// It blocks this creature, before the blocker at this place where that has been chosen.
        Blocks(ObjectId, Option<u8>),
        /// It attacks this player or a planeswalker of that player: which, its controller chooses.
        AttacksOf(Seat),
    }

    /// What was chosen for an object as it entered (607.2d).
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Chosen {
        /// A card name (201.3).
        Name(String),
        /// A colour.
        Color(Color),
        /// A subtype.
        Subtype(Subtype),
        /// A word that means nothing by the rules (607.2e).
        Anchor(String),
        /// A number.
        Number(u32),
        /// A player.
        Player(Seat),
        /// An object.
        Object(ObjectId),
    }
}

impl Proposal {
    /// True if the objects and players that it is about are in the game (800.4b).
    pub fn is_possible_for(&self, board: &Board) -> bool {
        let (object, seats) = self.parties();
        let here = |id: ObjectId| board.get(id).is_some_and(|object| object.zone.exists());
        object.is_none_or(here) && !seats.into_iter().flatten().any(|seat| board.has_left(seat))
    }

    /// The object that it is about, and the players: to whom it happens, or under whose control something enters.
    pub fn parties(&self) -> (Option<ObjectId>, [Option<Seat>; 2]) {
        match self {
            Proposal::Damage { to: Value::Object(id), .. } => (Some(*id), [None; 2]),
            Proposal::Damage { to: Value::Seat(seat), .. } => (None, [Some(*seat), None]),
            Proposal::Damage { to: Value::Number(_), .. } | Proposal::Step(_) => (None, [None; 2]),
            Proposal::Move { object, entering, .. } => (Some(*object), [entering.controller, None]),
            Proposal::Destroy { object, .. }
            | Proposal::PutCounters(object, ..)
            | Proposal::RemoveCounters(object, ..)
            | Proposal::CancelCounters(object, _)
            | Proposal::Unattach(object)
            | Proposal::TurnUp(object, _) => (Some(*object), [None; 2]),
            Proposal::Tokens { controller, entering, .. } | Proposal::Token { controller, entering, .. } => {
                (None, [Some(*controller), entering.controller])
            }
            Proposal::Draw(seat)
            | Proposal::GainLife(seat, _)
            | Proposal::LoseLife(seat, ..)
            | Proposal::Shuffle(seat)
            | Proposal::Lose(seat, _)
            | Proposal::Turn(seat)
            | Proposal::GainCounters(seat, ..)
            | Proposal::Mana { seat, .. }
            | Proposal::Draws(seat, _)
            | Proposal::Sift(_, seat, _) => (None, [Some(*seat), None]),
        }
    }

    /// The move of an object to its owner's graveyard.
    pub fn to_graveyard(object: ObjectId, owner: Seat, why: MoveReason) -> Proposal {
        cite!("404.1");
        Proposal::Move {
            object,
            to: Zone::Graveyard(owner),
            place: Place::Top,
            entering: Entering::default(),
            why,
        }
    }
}
