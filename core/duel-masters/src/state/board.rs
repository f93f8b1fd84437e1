//! The board: everything on and around the table.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::bounds::{Bound, Size};
use duelog_kernel::objects::Objects;
use duelog_kernel::parts::{Chance, Parts};
use duelog_kernel::zone::{Place as End, Zones};
use duelog_kernel::{ObjectId, Rng, Seat, Seed, data};
use serde::Serialize;

use super::{CardId, Delayed, Frame, Hold, Lasting, Object, Occasion, Standby, Step, Value, Zone};
use crate::cite;

/// How many players a match has (100.1).
pub const SEATS: u8 = 2;

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
        /// How deep the windows before a break or a battle are nested: what triggers now is resolved before
        /// everything above (603.7b).
        pub pool: u8,
        /// What has happened this turn, where any card of the match asks.
        pub history: Vec<Occasion>,
        /// What is going on, the innermost last.
        pub frames: Vec<Frame>,
        /// The random generator.
        pub rng: Rng,
        /// The last number given to an effect.
        pub clock: u32,
        /// How the game ended.
        pub ending: Option<Ending>,
    }

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
        /// Redirecting abilities that are still to be resolved, the next last: the creature and whether it
        /// blocks (507.2).
        pub redirecting: Vec<(ObjectId, bool)>,
        /// How many shields the attacker has broken in the attack.
        pub broken: u32,
        /// Whether it attacked a player before that was changed.
        pub at_player: bool,
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
        /// A state-based action that is replaced by nothing for ever (703.3), for which the rules have no
        /// number: a draw.
        Loop,
        /// So long a run without a decision that nobody can stop it, for which the rules have no number: a
        /// draw.
        Run,
        /// The match has grown beyond this engine: a draw.
        Bound(Bound),
    }

}

impl Board {
    /// An empty table in the given step, with nothing going on.
    pub fn new(step: Step, seed: Seed) -> Board {
        let turn = Turn {
            number: 0,
            active: Seat(0),
            starting: Seat(0),
            step,
            stage: 0,
            extra: Vec::new(),
            regular: Seat(0),
            charged: 0,
        };
        Board {
            turn,
            attack: None,
            players: (0..SEATS).map(|_| Player::default()).collect(),
            zones: Zones::new(Zone::count(SEATS)),
            objects: Objects::default(),
            effects: Vec::new(),
            delayed: Vec::new(),
            history: Vec::new(),
            standby: Vec::new(),
            pool: 0,
            frames: Vec::new(),
            rng: Rng::new(seed),
            clock: 0,
            ending: None,
        }
    }

    /// Puts a new object on top of a zone and tells its id.
    pub fn put(&mut self, card: CardId, owner: Seat, zone: Zone) -> ObjectId {
        let id = self.next_id();
        let object = Object { id, zone, ..Object::alone(card, owner) };
        self.objects.put(id, object);
        if let Some(index) = zone.index() {
            self.zones.put(index, id, End::Top);
        }
        id
    }

    /// The object of this id, if it still exists or is remembered.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id)
    }

    /// Everything in a zone, in its order.
    pub fn all(&self, zone: Zone) -> &[ObjectId] {
        zone.index().map_or(&[], |index| self.zones.list(index))
    }

    /// What counts as being in a zone: cards in the pending state do not (409.1c), nor do deck cards that are
    /// being looked at, which no other effect touches (605.4).
    pub fn zone(&self, zone: Zone) -> impl DoubleEndedIterator<Item = ObjectId> {
        cite!("409.1c");
        self.all(zone)
            .iter()
            .copied()
            .filter(|id| self.get(*id).is_some_and(|object| object.hold == Hold::None))
    }

    /// A player's shields: castles in the shield zone are none, and shields on their way into the hand count
    /// no longer (113.6a).
    pub fn shields(&self, seat: Seat) -> impl DoubleEndedIterator<Item = ObjectId> {
        cite!("113.3");
        self.zone(Zone::Shield(seat)).filter(|id| self.get(*id).is_some_and(|object| !object.castle))
    }

    /// Whether a deck has no cards: those that are being looked at are still in it (605.4), a pending one
    /// counts no more (409.1c).
    pub fn is_empty_deck(&self, seat: Seat) -> bool {
        !self
            .all(Zone::Deck(seat))
            .iter()
            .any(|id| self.get(*id).is_some_and(|object| object.hold != Hold::Pending))
    }

    /// Whether the object is in the battle zone and counts there.
    pub fn in_battle(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| object.zone == Zone::Battle && object.hold == Hold::None)
    }

    /// The seals on a card of the battle zone, the lowest first (116.1b).
    pub fn seals(&self, host: ObjectId) -> Vec<ObjectId> {
        let all = self.all(Zone::Battle).iter().copied();
        all.filter(|id| {
            self.get(*id).is_some_and(|seal| seal.hold == Hold::Seal && seal.attached == Some(host))
        })
        .collect()
    }

    /// The seats in turn order from the turn player.
    pub fn turn_order(&self) -> [Seat; 2] {
        cite!("100.1", "111.1");
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

impl Parts for State {
    type Player = Player;
    type Object = Object;
    type Ending = Ending;
    type Past = Occasion;

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
        Size {
            ids: objects.ids(),
            effects: effects.len() + delayed.len() + standby.len(),
            frames: frames.len(),
        }
    }

    fn turn(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct TurnComponent<'a> {
            turn: &'a Turn,
            attack: &'a Option<Attack>,
        }
        TurnComponent { turn: &self.board.turn, attack: &self.board.attack }
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

    fn history(&self) -> &[Occasion] {
        &self.board.history
    }
}

/// The other player of two (102.2).
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}
