//! The state of a match of Duel Masters: plain data, everything of it hashed.

mod frames;
mod lasting;
mod object;
mod proposal;

pub use frames::{
    Battle, BreakStage, Breaking, Declaring, Frame, PickPurpose, Picking, Putting, Rearranging, Running, Sentence, Standing, ToHand, ToHandStage,
    Using, UsingSeveral, UsingStage, Wait, Window,
};
pub use lasting::{Alter, Delayed, Lasting, Standby, StandbyKind, WaitsFor};
pub use object::{Characteristics, CodeRef, Context, Hold, Object, Piece, Value};
pub use proposal::{EffectKey, Entering, Happening, Plan, Proposal, Proposed, Why};

use duelog_kernel::bounds::{Bound, Size};
use duelog_kernel::objects::Objects;
pub use duelog_kernel::parts as component;
use duelog_kernel::parts::{Chance, Parts};
pub use duelog_kernel::value::EventContext;
pub use duelog_kernel::zone::Place as End;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Rng, Seat, data};
use serde::Serialize;

use crate::cite;
use crate::types::Place;
pub use crate::types::Step;

data! {
    /// The whole state.
    pub struct State {
        /// Everything on and around the table.
        pub board: Board,
    }

    /// Everything on and around the table.
    pub struct Board {
        /// The turn and its step.
        pub turn: Turn,
        /// The attack that goes on (505).
        pub attack: Option<Attack>,
        /// The players in seat order.
        pub players: Vec<Player>,
        /// The zones' contents, by [`Zone::index`].
        pub zones: Zones,
        /// The objects by id; none for an id whose object is gone and needed no more.
        pub objects: Objects<Object>,
        /// Continuous effects that do not come from static abilities, oldest first (608.2).
        pub effects: Vec<Lasting>,
        /// Delayed triggered abilities (603.6).
        pub delayed: Vec<Delayed>,
        /// Effects on standby (603.3); their order has no meaning (605.1).
        pub standby: Vec<Standby>,
        /// How deep the windows before a break or a battle are nested: what triggers now is resolved before everything above (603.7b).
        pub pool: u8,
        /// What is going on, the innermost last.
        pub frames: Vec<Frame>,
        /// The random generator.
        pub rng: Rng,
        /// The last number given to an effect.
        pub clock: u32,
        /// How the game ended.
        pub ending: Option<Ending>,
    }

    /// A card of the match's library of definitions, by place.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct CardId(pub(crate) u16);

    /// The turn (500).
    pub struct Turn {
        /// Counted from 1; 0 before the first turn.
        pub number: u32,
        /// The turn player (102.1).
        pub active: Seat,
        /// Who took the first turn (103.4).
        pub starting: Seat,
        /// The step.
        pub step: Step,
        /// How far the step has come.
        pub stage: u8,
        /// Extra turns to be taken, the next last (500.5).
        pub extra: Vec<ExtraTurn>,
        /// Who took the last turn that was no extra turn: the other player takes the next one.
        pub regular: Seat,
        /// Cards charged this turn (503.2).
        pub charged: u8,
    }

    /// An extra turn (500.5).
    #[derive(Copy)]
    pub struct ExtraTurn {
        /// Who takes it.
        pub seat: Seat,
        /// The turn that it is added behind.
        pub behind: u32,
    }

    /// An attack (505).
    pub struct Attack {
        /// The attacking creature (506.1d).
        pub attacker: ObjectId,
        /// What it attacks now.
        pub target: Value,
        /// How far the attack has come.
        pub stage: AttackStage,
        /// Whether what it attacks was changed (507.2).
        pub redirected: bool,
        /// The blocking creature (507.2a).
        pub blocker: Option<ObjectId>,
        /// Redirecting abilities that are still to be resolved, the next last: the creature and whether it blocks (507.2).
        pub redirecting: Vec<(ObjectId, bool)>,
    }

    /// How far an attack has come (505.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum AttackStage {
        /// The turn player's declarations (506.3b).
        Declared,
        /// The turn player's effects (506.3c).
        TurnPlayer,
        /// The other player's declarations (506.3d).
        OtherDeclares,
        /// The remaining effects (506.3e).
        Others,
        /// Choosing redirecting abilities (507.1).
        Redirect,
        /// Resolving them (507.2).
        Redirecting,
        /// The turn player's declarations after blocking (507.3d).
        Blocked,
        /// The turn player's effects after blocking (507.3e).
        BlockedTurnPlayer,
        /// The other player's declarations after blocking (507.3f).
        BlockedOtherDeclares,
        /// The remaining effects after blocking (507.3g).
        BlockedOthers,
        /// The battle (508).
        Battle,
        /// The effects of the battle (115.3d).
        BattleEffects,
        /// The direct attack (509).
        Direct,
        /// The effects of the broken shields (509.5e).
        DirectEffects,
        /// The end of the attack (510.1).
        End,
        /// The effects of the end of the attack.
        Over,
    }

    /// A player.
    #[derive(Default)]
    pub struct Player {
        /// Cards drawn this turn.
        pub drawn: u16,
        /// Cards used this turn.
        pub used: u16,
    }

    /// How the game ended (104).
    pub struct Ending {
        /// The winner; none for a draw.
        pub winner: Option<Seat>,
        /// Why.
        pub why: EndingKind,
    }

    /// Why the game ended.
    #[derive(Copy)]
    pub enum EndingKind {
        /// A direct attack without shields (104.2a).
        DirectAttack,
        /// The other player's deck is empty (104.2b).
        EmptyDeck,
        /// An effect says so (104.2c).
        Effect,
        /// The other player gave up.
        Conceded,
        /// A state-based action that is replaced by nothing for ever (703.3), for which the rules have no number: a draw.
        Loop,
        /// So long a run without a decision that nobody can stop it, for which the rules have no number: a draw.
        Run,
        /// The match has grown beyond this engine: a draw.
        Bound(Bound),
    }

    /// A zone (400.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Zone {
        /// 403
        Battle,
        /// 401
        Deck(Seat),
        /// 402
        Hand(Seat),
        /// 404
        Graveyard(Seat),
        /// 405
        Mana(Seat),
        /// 406
        Shield(Seat),
        /// No zone: the object is gone and is kept for those who look back (110.5a).
        Gone,
    }
}

impl Zone {
    /// The place of its contents in [`Board::zones`]; none for [`Zone::Gone`].
    pub fn index(self) -> Option<usize> {
        cite!("400.1");
        let (kind, seat) = match self {
            Zone::Battle => return Some(0),
            Zone::Deck(seat) => (0, seat),
            Zone::Hand(seat) => (1, seat),
            Zone::Graveyard(seat) => (2, seat),
            Zone::Mana(seat) => (3, seat),
            Zone::Shield(seat) => (4, seat),
            Zone::Gone => return None,
        };
        Some(1 + kind + 5 * usize::from(seat.0))
    }

    /// How many zones there are for so many players.
    pub fn count(seats: u8) -> usize {
        1 + 5 * usize::from(seats)
    }

    /// The zone of a player that a definition means.
    pub fn of(place: Place, seat: Seat) -> Zone {
        match place {
            Place::Battle => Zone::Battle,
            Place::Hand => Zone::Hand(seat),
            Place::Mana => Zone::Mana(seat),
            Place::Graveyard => Zone::Graveyard(seat),
            Place::Shield => Zone::Shield(seat),
            Place::Deck => Zone::Deck(seat),
        }
    }

    /// How definitions call it; none for [`Zone::Gone`].
    pub fn place(self) -> Option<Place> {
        Some(match self {
            Zone::Battle => Place::Battle,
            Zone::Hand(_) => Place::Hand,
            Zone::Mana(_) => Place::Mana,
            Zone::Graveyard(_) => Place::Graveyard,
            Zone::Shield(_) => Place::Shield,
            Zone::Deck(_) => Place::Deck,
            Zone::Gone => return None,
        })
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        self.place().map_or("gone", Place::name)
    }

    /// The player whose zone it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Zone::Deck(seat) | Zone::Hand(seat) | Zone::Graveyard(seat) | Zone::Mana(seat) | Zone::Shield(seat) => Some(seat),
            Zone::Battle | Zone::Gone => None,
        }
    }

    /// Whether its cards are private (400.2b).
    pub fn is_private(self) -> bool {
        matches!(self, Zone::Deck(_) | Zone::Hand(_) | Zone::Shield(_))
    }
}

impl Board {
    /// The object of this id, if it still exists or is remembered.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id)
    }

    /// Everything in a zone, in its order.
    pub fn all(&self, zone: Zone) -> &[ObjectId] {
        zone.index().map_or(&[], |index| self.zones.list(index))
    }

    /// What counts as being in a zone: cards in the pending state do not (409.1c), nor do deck cards that are being looked at, which no
    /// other effect touches (605.4).
    pub fn zone(&self, zone: Zone) -> impl DoubleEndedIterator<Item = ObjectId> {
        cite!("409.1c");
        self.all(zone).iter().copied().filter(|id| self.get(*id).is_some_and(|object| object.hold == Hold::None))
    }

    /// A player's shields: castles in the shield zone are none, and shields on their way into the hand count no longer (113.6a).
    pub fn shields(&self, seat: Seat) -> impl DoubleEndedIterator<Item = ObjectId> {
        cite!("113.3");
        self.zone(Zone::Shield(seat)).filter(|id| self.get(*id).is_some_and(|object| !object.castle))
    }

    /// Whether a deck has no cards: those that are being looked at are still in it (605.4), a pending one counts no more (409.1c).
    pub fn is_empty_deck(&self, seat: Seat) -> bool {
        !self.all(Zone::Deck(seat)).iter().any(|id| self.get(*id).is_some_and(|object| object.hold != Hold::Pending))
    }

    /// Whether the object is in the battle zone and counts there.
    pub fn in_battle(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| object.zone == Zone::Battle && object.hold == Hold::None)
    }

    /// The seats in turn order from the turn player.
    pub fn turn_order(&self) -> [Seat; 2] {
        cite!("111.1");
        [self.turn.active, other(self.turn.active)]
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjectId {
        self.objects.next_id()
    }

    /// Whether a creature is the attacking one.
    pub fn is_attacking(&self, id: ObjectId) -> bool {
        self.attack.as_ref().is_some_and(|attack| attack.attacker == id)
    }

    /// What a creature that changed zones has become, as far as it can be followed.
    pub fn current(&self, id: ObjectId) -> ObjectId {
        self.get(id).and_then(|object| object.became).unwrap_or(id)
    }
}

/// The other player of two (102.2).
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

impl Parts for State {
    type Player = Player;
    type Object = Object;
    type Ending = Ending;

    fn players(&self) -> &[Player] {
        &self.board.players
    }

    fn zones(&self) -> &Zones {
        &self.board.zones
    }

    fn objects(&self) -> &Objects<Object> {
        &self.board.objects
    }

    fn chance(&self) -> Chance<'_, Ending> {
        Chance { rng: &self.board.rng, clock: self.board.clock, ending: &self.board.ending }
    }

    fn size(&self) -> Size {
        let Board { objects, effects, delayed, standby, frames, .. } = &self.board;
        Size { ids: objects.ids(), effects: effects.len() + delayed.len() + standby.len(), frames: frames.len() }
    }

    fn turn(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Turning<'a> {
            turn: &'a Turn,
            attack: &'a Option<Attack>,
        }
        Turning { turn: &self.board.turn, attack: &self.board.attack }
    }

    fn effects(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Effects<'a> {
            lasting: &'a [Lasting],
            delayed: &'a [Delayed],
            standby: &'a Vec<Standby>,
            pool: u8,
        }
        let Board { effects, delayed, standby, pool, .. } = &self.board;
        Effects { lasting: effects, delayed, standby, pool: *pool }
    }

    fn frames(&self) -> impl Serialize {
        &self.board.frames
    }
}
