//! The state of a match of Magic: plain data, everything of it hashed.

pub mod apply;
pub mod card_pool;
mod commanders;
mod conspiracies;
mod deputies;
pub mod event;
mod fighting;
mod frames;
pub mod fresh;
mod lasting;
mod object;
mod player;
mod proposal;
pub mod reads;
pub mod secrecy;
mod supplements;
mod teams;
mod terms;
mod turn;
mod zone;

pub use commanders::{Commander, Struck, Vanguard};
pub use conspiracies::Conspiracy;
use duelog_kernel::bounds::{Bound, Size};
use duelog_kernel::objects::Objects;
pub use duelog_kernel::parts as component;
use duelog_kernel::parts::{Chance, Parts};
use duelog_kernel::recurrence::Loops;
pub use duelog_kernel::value::{EventContext, Value};
pub use duelog_kernel::zone::Place;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Rng, Seat, Viewer, data};
pub use fighting::{Assignment, Attack, Combat, Declared, Due};
pub use frames::*;
pub use fresh::{SEATS, STARTING_LIFE};
pub use lasting::{Alter, Fixed, HeldRuling, Lasting, LastingKind, Settled, Shield, Word};
pub use object::{
    AbilityPlace, AbilityRef, Cast, Characteristics, CodeRef, Context, Copied, Delayed, Down, Last, Object,
    OnStack, Permanent, Permit, StackKind, Waiting, renamed,
};
pub use player::{Loss, Mark, Marked, Player};
pub use proposal::{
    Chosen, EffectKey, Entering, EventBatch, Fights, FollowUp, MoveReason, Pending, Proposal, Proposed,
};
use serde::Serialize;
pub use supplements::{ARCHENEMY, FaceUp, Pile, Supplements};
pub use terms::{AttackOption, PlanarDecks, SEATS_MAX, SchemeDecks, TERMS, Terms, Variant, deploys};
pub use turn::{Added, Stage, Step, Turn, TurnCount, TurnFact};
pub use zone::Zone;

use crate::cite;
use crate::language::definition::{Counter, Showing, ZoneKind};

data! {
    /// The whole state: the board, the board to which an illegal action returns (721.1), and the positions
    /// that may come about again.
    pub struct State {
        /// The board as it is.
        pub board: Board,
        /// The board before the spell or ability that is being put on the stack was begun.
        pub before: Option<Box<Board>>,
        /// The positions since the step or phase began, which taking an action back does not undo (720.3).
        pub loops: Loops,
        /// The games that wait while a subgame is played, the innermost last (719).
        pub outer: Vec<Outer>,
    }

    /// A game that waits while a subgame of it is played (719.1a).
    pub struct Outer {
        /// Its table.
        pub board: Board,
        /// Its cards that are outside of the subgame, each with what stands for it there (719.4).
        pub outside: Vec<(ObjectId, ObjectId)>,
    }

    /// Everything on and around the table.
    pub struct Board {
        /// The turn and its step.
        pub turn: Turn,
        /// Who attacks and blocks.
        pub combat: Combat,
        /// The players in seat order.
        pub players: Vec<Player>,
        /// The zones' contents, by [`Zone::index`].
        pub zones: Zones,
        /// The objects by id; none for an id whose object is gone and needed no more. Shared with the board
        /// to which an illegal action returns, until they change.
        pub objects: Objects<Object>,
        /// Effects that do not come from static abilities, oldest first.
        pub effects: Vec<Lasting>,
        /// Delayed triggered abilities (603.7).
        pub delayed: Vec<Delayed>,
        /// Cards in hidden zones that players may look at now, though the zone is hidden from them.
        pub shown: Vec<Shown>,
        /// Triggered abilities that wait to be put on the stack (603.3).
        pub waiting: Vec<Waiting>,
        /// What is going on, the innermost last.
        pub frames: Vec<Frame>,
        /// The random generator.
        pub rng: Rng,
        /// The last timestamp given (613.6).
        pub clock: u32,
        /// How the game ended.
        pub ending: Option<Ending>,
        /// Which objects the events of this turn were about, where something asks for these.
        pub history: Vec<TurnFact>,
        /// By which edition of the rules the match is played.
        pub edition: Edition,
        /// Cards of libraries that have been revealed as the top card, where something could tell whether they
        /// are still the same objects (401.6).
        pub revealed: Vec<ObjectId>,
        /// The terms that the players have agreed on.
        pub terms: Terms,
        /// The cards of planar decks and scheme decks that are face up in the command zone, the oldest first.
        pub turned_up: Vec<FaceUp>,
    }

    /// An edition of the rules.
    #[derive(Copy, Default)]
    pub enum Edition {
        /// 2019-01-25.
        #[default]
        First,
        /// 2023-11-17, of which rule 303 is played.
        Later,
    }

    /// A card or token of the match's card pool, by place.
    #[derive(Copy, PartialOrd, Ord, Hash, Default)]
    pub struct CardId(pub(crate) u16);

    /// A card that players may look at though its zone is hidden from them (701.15a, 701.15d).
    pub struct Shown {
        /// The card.
        pub object: ObjectId,
        /// Who may look at it: seats as bits.
        pub seats: u8,
        /// The player of whose library it is the top card, where that is why it is shown (401.5); else it is
        /// shown for so long as `how` says.
        pub top_of: Option<Seat>,
        /// For how long, otherwise.
        pub how: Showing,
        /// Whether it is shown because its owner plays with the hand revealed, as long as that is so.
        pub in_hand: bool,
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
        /// The others lost (104.2a).
        LastStanding(Loss),
        /// An effect says so (104.2b).
        Effect,
        /// All lost at once (104.4a).
        AllLost,
        /// A loop of mandatory actions (104.4b).
        Loop,
        /// The match has grown beyond this engine: a draw.
        Bound(Bound),
    }

}

impl State {
    /// The state in which nothing has been begun on this board.
    pub fn of(board: Board) -> State {
        State { board, before: None, loops: Loops::default(), outer: Vec::new() }
    }
}

impl Board {
    /// The object of this id, if it still exists or is remembered.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id)
    }

    /// Whether an object is on the battlefield.
    pub fn is_permanent(&self, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| object.zone == Zone::Battlefield)
    }

    /// The phased-out permanents, which are in no list of permanents (702.25b).
    pub fn phased_out(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.objects.iter().filter(|object| object.zone == Zone::PhasedOut).map(|object| object.id)
    }

    /// The permanents, phased in or out: what is true of them wears off all the same.
    pub fn phased_either_way(&self) -> Vec<ObjectId> {
        self.zone(Zone::Battlefield).iter().copied().chain(self.phased_out()).collect()
    }

    /// The objects in a zone, in its order.
    pub fn zone(&self, zone: Zone) -> &[ObjectId] {
        zone.index().map_or(&[], |index| self.zones.list(index))
    }

    /// The permanents, spells or cards in the zones of a kind, those of the active player first; abilities on
    /// the stack are neither.
    pub fn cards_in(&self, kind: ZoneKind) -> Vec<ObjectId> {
        let zones = match kind {
            ZoneKind::Battlefield => vec![Zone::Battlefield],
            ZoneKind::Exile => vec![Zone::Exile],
            ZoneKind::Command => vec![Zone::Command],
            ZoneKind::Stack => {
                let spell = |id: &ObjectId| self.get(*id).is_some_and(Object::is_spell);
                return self.zone(Zone::Stack).iter().copied().filter(spell).collect();
            }
            ZoneKind::Hand => self.apnap().into_iter().map(Zone::Hand).collect(),
            ZoneKind::Library => self.apnap().into_iter().map(Zone::Library).collect(),
            ZoneKind::Graveyard => self.apnap().into_iter().map(Zone::Graveyard).collect(),
            ZoneKind::Outside => {
                cite!("108.3b", "400.10b");
                self.apnap().into_iter().map(Zone::Outside).collect()
            }
        };
        zones.into_iter().flat_map(|zone| self.zone(zone).iter().copied()).collect()
    }

    /// The cards on top of a library, the first on top; tokens on their way out of the game are no cards.
    pub fn top(&self, seat: Seat) -> impl Iterator<Item = ObjectId> + '_ {
        self.zone(Zone::Library(seat))
            .iter()
            .rev()
            .copied()
            .filter(|id| self.get(*id).is_some_and(|object| !object.token))
    }

    /// The player in a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(seat.0)]
    }

    /// Who makes the decisions of a player (715.5): whoever was said last to control the player, within a turn or
    /// for all of it.
    pub fn decider(&self, seat: Seat) -> Seat {
        if let Some(lasting) = self.effects.iter().rev().find(|lasting| lasting.controls(seat)) {
            cite!("715.1a", "715.2");
            return lasting.controller;
        }
        if self.has_left(seat) {
            return self.decides_for_left(seat);
        }
        match self.turn.control {
            Some((controlled, by)) if self.are_mates(controlled, seat) => by,
            Some(_) | None => seat,
        }
    }

    /// Whether a player makes the decisions of another one.
    pub fn decides_for_others(&self, seat: Seat) -> bool {
        self.seats().into_iter().any(|other| other != seat && self.decider(other) == seat)
    }

    /// What makes things happen now: the innermost frame but for events on their way.
    pub fn acting(&self) -> Option<&Frame> {
        self.frames.iter().rev().find(|frame| !matches!(frame, Frame::EventBatch(_)))
    }

    /// The spell or ability that resolves, the innermost.
    pub fn resolving(&self) -> Option<ObjectId> {
        let resolves =
            |frame: &Frame| if let Frame::Resolving { object, .. } = frame { Some(*object) } else { None };
        self.frames.iter().rev().find_map(resolves)
    }

    /// Whether a viewer sees what a player sees (715.4).
    pub fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        cite!("715.4");
        viewer.sees(seat) || matches!(viewer, Viewer::Seat(other) if self.decider(seat) == other)
    }

    /// Whose eyes a player sees with, as bits: the own ones, and those of a player who is controlled (715.4).
    pub fn eyes(&self, seat: Seat) -> u8 {
        let through = |other: &Seat| *other == seat || self.decider(*other) == seat;
        self.each_from(seat).filter(through).fold(0, |eyes, other| eyes | 1 << other.0)
    }

    /// Whether these seats, as bits, are all seats of the match.
    pub fn all_seats(&self, seats: u8) -> bool {
        (0..self.players.len()).all(|seat| seats & 1 << seat != 0)
    }

    /// Who may look at a card though its zone is hidden from them: seats as bits.
    pub fn shown_to(&self, id: ObjectId) -> u8 {
        self.shown.iter().filter(|shown| shown.object == id).fold(0, |seats, shown| seats | shown.seats)
    }

    /// Whether a viewer may look at the face of an object that is face down: on the stack and the battlefield
    /// whoever controls it (707.5), in exile whoever may once have looked at it (406.3), and everybody once the
    /// game is over (707.9).
    pub fn may_look(&self, viewer: Viewer, id: ObjectId) -> bool {
        let Some((object, down)) = self.get(id).and_then(|object| Some((object, object.down?))) else {
            return false;
        };
        let own = match object.zone {
            Zone::Battlefield | Zone::PhasedOut => 1 << object.permanent.held.unwrap_or(object.controller).0,
            Zone::Stack => 1 << object.controller.0,
            _ => down.seats,
        };
        let seats = own | self.shown_to(id);
        let permanent = object.zone != Zone::Exile;
        match viewer {
            Viewer::Judge => true,
            _ if permanent && self.ending.is_some() => {
                cite!("707.9");
                true
            }
            Viewer::Seat(seat) => {
                cite!("406.3", "707.5");
                seats & self.eyes(seat) != 0
            }
            Viewer::Public => self.all_seats(seats),
        }
    }

    /// Whether a card that is shown is shown no more once nothing is at work.
    pub fn is_over(&self, shown: &Shown) -> bool {
        let of_it = |kind: StackKind| match kind {
            StackKind::Activated(source, _) | StackKind::Triggered(source, _) => source == shown.object,
            StackKind::Delayed(..) | StackKind::Spell => false,
        };
        let stands =
            |id: &ObjectId| self.get(*id).and_then(|on| on.stack.as_ref()).is_some_and(|on| of_it(on.kind));
        match shown.how {
            Showing::Effect => shown.top_of.is_none() && !shown.in_hand,
            Showing::Ability => {
                cite!("702.48b", "702.93b");
                !self.zone(Zone::Stack).iter().any(stands)
                    && !self.waiting.iter().any(|waiting| of_it(waiting.kind))
            }
            Showing::Upkeep => {
                cite!("702.56b");
                self.turn.step != Step::Upkeep
            }
        }
    }

    /// The seats of the players in the game in turn order from `first` (101.4), one by one.
    pub fn each_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.players.len() as u8;
        let left = self
            .players
            .iter()
            .zip(0..)
            .fold(0u8, |left, (player, seat)| left | u8::from(player.left) << seat);
        (0..count).map(move |step| Seat((first.0 + step) % count)).filter(move |seat| left & 1 << seat.0 == 0)
    }

    /// The seats in turn order from `first` (101.4).
    pub fn seats_from(&self, first: Seat) -> Vec<Seat> {
        self.each_from(first).collect()
    }

    /// The seats in turn order from the active player (101.4).
    pub fn apnap(&self) -> Vec<Seat> {
        self.seats_from(self.turn.active)
    }

    /// The next player in turn order who is in the game.
    pub fn next_seat(&self, seat: Seat) -> Seat {
        let next = Seat((seat.0 + 1) % self.players.len() as u8);
        self.each_from(next).next().unwrap_or(next)
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjectId {
        self.objects.next_id()
    }

    /// The attack of a creature, if it attacks.
    pub fn attack(&self, creature: ObjectId) -> Option<&Attack> {
        self.combat.attacks.iter().find(|attack| attack.attacker == creature)
    }

    /// The card whose values an object has, and what the effects that made it a copy changed about them
    /// (706.2): those of the last effect that made it a copy, else those that it entered with, else its
    /// own.
    pub fn copiable<'a>(&'a self, object: &'a Object) -> (CardId, &'a [Alter]) {
        cite!("706.2", "706.3");
        if let Some(down) = object.down {
            // It has no abilities that could trigger; what it is a copy of shows again once it is face up.
            cite!("603.2e", "707.1", "707.2", "707.10");
            return (down.shows, &[]);
        }
        let made = self.effects.iter().filter_map(|lasting| match &lasting.kind {
            LastingKind::Copy { objects, copied } if objects.contains(&object.id) => {
                Some((lasting.timestamp, copied))
            }
            LastingKind::Copies { objects, copied, .. } if objects.contains(&object.id) => {
                Some((self.copies_since(lasting), copied))
            }
            _ => None,
        });
        let made = made.max_by_key(|made| made.0).map(|made| made.1);
        made.or(object.copy.as_ref()).map_or((object.printed(), &[]), |copied| (copied.card, &copied.except))
    }

    /// The timestamp of an effect of a static ability that makes copies: that of its source (613.6a).
    pub fn copies_since(&self, lasting: &Lasting) -> u32 {
        self.get(lasting.source).map_or(lasting.timestamp, |source| source.timestamp)
    }

    /// What a creature blocks, if it blocks.
    pub fn blocks(&self, creature: ObjectId) -> Option<&[ObjectId]> {
        self.combat.blocks.iter().find(|block| block.0 == creature).map(|block| block.1.as_slice())
    }

    /// Whether a creature blocks.
    pub fn is_blocking(&self, creature: ObjectId) -> bool {
        self.blocks(creature).is_some()
    }
}

impl Object {
    /// How many counters of the kind it has.
    pub fn counters(&self, kind: Counter) -> u32 {
        self.permanent.counters.iter().find(|entry| entry.0 == kind).map_or(0, |entry| entry.1)
    }

    /// Whether it is an ability on the stack.
    pub fn is_ability(&self) -> bool {
        self.stack.is_some() && !self.is_spell()
    }

    /// Whether it is a spell on the stack, not an ability.
    pub fn is_spell(&self) -> bool {
        self.stack.as_ref().is_some_and(|stack| matches!(stack.kind, StackKind::Spell))
    }
}

impl Parts for State {
    type Player = Player;
    type Object = Object;
    type Ending = Ending;
    /// How often something has happened this turn stands with the turn.
    type Past = TurnFact;

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
        let Board { objects, effects, delayed, waiting, frames, .. } = &self.board;
        Size {
            ids: objects.ids(),
            effects: effects.len() + delayed.len() + waiting.len(),
            frames: frames.len(),
        }
    }

    fn turn(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct TurnComponent<'a> {
            turn: &'a Turn,
            combat: &'a Combat,
            loops: &'a Loops,
            edition: Edition,
            terms: &'a Terms,
            turned_up: &'a [FaceUp],
        }
        let Board { turn, combat, edition, terms, turned_up, .. } = &self.board;
        TurnComponent { turn, combat, loops: &self.loops, edition: *edition, terms, turned_up }
    }

    fn effects(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Effects<'a> {
            lasting: &'a [Lasting],
            delayed: &'a [Delayed],
            waiting: &'a [Waiting],
            shown: &'a [Shown],
            revealed: &'a [ObjectId],
        }
        Effects {
            lasting: &self.board.effects,
            delayed: &self.board.delayed,
            waiting: &self.board.waiting,
            shown: &self.board.shown,
            revealed: &self.board.revealed,
        }
    }

    fn frames(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Frames<'a> {
            frames: &'a [Frame],
            before: Option<u32>,
            outer: Vec<u32>,
        }
        Frames {
            frames: &self.board.frames,
            before: self.before.as_ref().map(|before| before.clock),
            outer: self.outer.iter().map(|outer| outer.board.clock).collect(),
        }
    }

    fn history(&self) -> &[TurnFact] {
        &self.board.history
    }
}
