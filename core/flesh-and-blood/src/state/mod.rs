//! The state of a match of Flesh and Blood: plain data, everything of it hashed.

pub mod apply;
pub mod card_pool;
pub mod event;
mod fighting;
mod frames;
mod history;
mod keywords;
mod lasting;
pub mod names;
mod object;
mod proposal;
pub mod reads;
mod returning;
pub mod secrecy;
pub mod spoken;
pub mod statics;
pub mod told;
mod zone;

use duelog_kernel::bounds::{Bound, Size};
use duelog_kernel::objects::Objects;
pub use duelog_kernel::parts as component;
use duelog_kernel::parts::{Chance, Parts};
pub use duelog_kernel::value::{EventContext, Value};
pub use duelog_kernel::zone::Place;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Rng, Seat, data};
pub use fighting::{Combat, Defense, Link};
pub use frames::*;
pub use history::{Occurrence, PastEvent};
pub use lasting::{Alter, Applied, Binding, Copyable, FilterAt, Lasting, LastingKind, Settled, power_gained};
pub use object::{
    Basis, CodeRef, Context, Delayed, KEYWORD_CARD, Kind, Layer, LayerKind, Note, Object, Places, Properties,
    Waiting, blank_layer, code_of, source_of,
};
pub use proposal::{EffectKey, MoveReason, PointsFrom, Proposal, Proposed, moved, put_away, zone_of};
pub use returning::Returning;
use serde::Serialize;
pub use zone::{Zone, contains, kind_name};

use crate::cite;
use crate::language::definition::{Phase, Until, ZoneKind};

/// The properties of objects, as far as they are computed.
pub type Computed = duelog_kernel::computed::Computed<Properties>;

data! {
    /// The whole state: the board, and the board to which an illegal action returns (1.10.3).
    pub struct State {
        /// The board as it is.
        pub board: Board,
        /// The board before the card or ability that is being put on the stack was announced.
        pub before: Option<Box<Board>>,
    }

    /// Everything on and around the table.
    pub struct Board {
        /// The turn and its phase.
        pub turn: Turn,
        /// The combat chain.
        pub combat: Combat,
        /// The players in seat order.
        pub players: Vec<Player>,
        /// The zones' contents, by [`Zone::index`].
        pub zones: Zones,
        /// The objects by id; none for an id whose object is gone and needed no more.
        pub objects: Objects<Object>,
        /// Layer-continuous effects, oldest first (6.2.2).
        pub effects: Vec<Lasting>,
        /// Delayed-triggered effects (6.6.3).
        pub delayed: Vec<Delayed>,
        /// What is banished until something is so (8.5.1c).
        pub returning: Vec<Returning>,
        /// Private objects that are public as long as an effect lasts (8.5.17b).
        pub revealed: Vec<ObjectId>,
        /// Private objects that players may look at until the next event, with the seats as bits (8.5.11a).
        pub looked: Vec<(ObjectId, u8)>,
        /// The cards that players may look at because of where they are, as it was when players last got
        /// priority (1.10.2c, 8.5.11d).
        pub watched: Vec<(ObjectId, Seat)>,
        /// Triggered-layers that wait to be put on the stack (6.6.6).
        pub waiting: Vec<Waiting>,
        /// The applications of static-continuous effects that give power, in the order in which they began to
        /// apply (6.2.5).
        pub applied: Vec<Applied>,
        /// State-based triggered effects whose condition was met when last looked at (6.6.5c).
        pub met: Vec<(ObjectId, CodeRef)>,
        /// What has happened this turn.
        pub history: Vec<PastEvent>,
        /// What is going on, the innermost last.
        pub frames: Vec<Frame>,
        /// The random generator.
        pub rng: Rng,
        /// The last timestamp given (6.3.4).
        pub clock: u32,
        /// How the game ended.
        pub ending: Option<Ending>,
        /// The objects that had gained go again by an effect when last looked at, where that is recorded.
        pub quickened: Vec<ObjectId>,
    }

    /// A card of the match's card pool, by place.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct CardId(pub(crate) u16);

    /// The turn (4.0.3).
    pub struct Turn {
        /// Counted from 1; 0 before the first turn.
        pub number: u32,
        /// The turn-player.
        pub active: Seat,
        /// The first turn-player.
        pub starting: Seat,
        /// The phase, or in the action phase the step of combat.
        pub step: Step,
        /// How far the step has come.
        pub stage: Stage,
        /// Who has priority.
        pub priority: Option<Seat>,
        /// How many players have passed in succession (1.11.4a).
        pub passed: u8,
        /// How long the chain of triggered layers is that led here without a choice.
        pub chain: u32,
        /// Who adds triggered-layers first, as the turn-player selected (6.6.6b).
        pub first: Option<Seat>,
        /// So many turns in succession no object moved, no life changed (4.5.4e).
        pub idle: u32,
        /// Whether in these turns somebody who could have done something did nothing (4.5.4d-e).
        pub declined: bool,
        /// Who takes the next turns before the next player does, the first last (4.0.3c).
        pub extra: Vec<Seat>,
        /// Late in a long game, so many turns in succession the heroes had no less life together than at some time
        /// before (4.5.4e).
        pub harmless: u32,
        /// The least life that they had together, late in a long game: what they have gained less what they have lost.
        pub least: Option<i32>,
        /// In an extra turn the player behind whose turn the order of turns continues, if that is another one (4.0.3c).
        pub stands: Option<Seat>,
    }

    /// A phase (4.0.3a), or a step of combat (7.0.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Step {
        /// Before the first turn (4.1).
        Opening,
        /// 4.2
        Start,
        /// 4.3, outside of combat
        Action,
        /// 7.1
        Layer,
        /// 7.2
        Attack,
        /// 7.3
        Defend,
        /// 7.4
        Reaction,
        /// 7.5
        Damage,
        /// 7.6
        Resolution,
        /// 7.7
        Close,
        /// 4.4
        End,
    }

    /// How far a step has come.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Stage {
        /// Its procedure is under way; some have several parts.
        Begin(u16),
        /// Players get priority.
        Priority,
        /// It ends.
        Done,
    }

    /// A player.
    pub struct Player {
        /// The hero (1.1.2).
        pub hero: ObjectId,
        /// Action points (1.13.2).
        pub actions: u32,
        /// Resource points (1.13.3).
        pub resources: u32,
        /// Chi points (1.13.5).
        pub chi: u32,
        /// How many weapon zones the player has (3.16, 4.1.2a).
        pub weapons: u8,
        /// Whether the player agrees to a draw (4.5.4c).
        pub draws: bool,
        /// Whether the player has lost, and why.
        pub lost: Option<Loss>,
    }

    /// Why a player loses (4.5.3).
    #[derive(Copy)]
    pub enum Loss {
        /// 4.5.3a
        Life,
        /// 4.5.3b
        Effect,
        /// 4.5.3c
        Conceded,
    }

    /// How the game ended (4.5).
    pub struct Ending {
        /// The winner; none for a draw.
        pub winner: Option<Seat>,
        /// Why.
        pub why: EndingKind,
    }

    /// Why the game ended.
    #[derive(Copy)]
    pub enum EndingKind {
        /// The opponents have lost (4.5.2a).
        LastStanding(Loss),
        /// An effect says so (4.5.2b, 4.5.4b).
        Effect,
        /// All agree to a draw (4.5.4c).
        Agreed,
        /// All heroes died at once (4.5.4a).
        AllDied,
        /// Nobody can advance the game towards its end (4.5.4d).
        Stalemate,
        /// Nobody has advanced the game for a long time (4.5.4e).
        Deadlock,
        /// The match has grown beyond this engine: a draw.
        Bound(Bound),
    }
}

impl Turn {
    /// The player behind whose turn the order of turns continues: an extra turn is added to it (4.0.3c).
    pub fn in_order(&self) -> Seat {
        self.stands.unwrap_or(self.active)
    }
}

impl Step {
    /// The phases and steps in order.
    pub const ALL: [Step; 11] = [
        Step::Opening,
        Step::Start,
        Step::Action,
        Step::Layer,
        Step::Attack,
        Step::Defend,
        Step::Reaction,
        Step::Damage,
        Step::Resolution,
        Step::Close,
        Step::End,
    ];

    /// The step's name.
    pub fn name(self) -> &'static str {
        match self {
            Step::Opening => "opening",
            Step::Start => "start",
            Step::Action => "action",
            Step::Layer => "layer",
            Step::Attack => "attack",
            Step::Defend => "defend",
            Step::Reaction => "reaction",
            Step::Damage => "damage",
            Step::Resolution => "resolution",
            Step::Close => "close",
            Step::End => "end",
        }
    }

    /// Whether it belongs to combat (7.0.1).
    pub fn is_combat(self) -> bool {
        matches!(
            self,
            Step::Layer
                | Step::Attack
                | Step::Defend
                | Step::Reaction
                | Step::Damage
                | Step::Resolution
                | Step::Close
        )
    }
}

impl Board {
    /// The object of this id, if it still exists or is remembered.
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id)
    }

    /// The objects in a zone, in its order.
    pub fn zone(&self, zone: Zone) -> &[ObjectId] {
        zone.index().map_or(&[], |index| self.zones.list(index))
    }

    /// The player in a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(seat.0)]
    }

    /// The seats of those who have not lost, in clockwise order from `first`.
    pub fn seats_from(&self, first: Seat) -> impl Iterator<Item = Seat> {
        cite!("1.1.6");
        let count = self.players.len() as u8;
        (0..count)
            .map(move |step| Seat((first.0 + step) % count))
            .filter(|seat| self.player(*seat).lost.is_none())
    }

    /// Whether it is the action phase of a player: combat is a part of it (4.3, 7.0.1).
    pub fn is_action_phase_of(&self, seat: Seat) -> bool {
        self.is_phase_of(Phase::Action, seat)
    }

    /// Whether it is this phase of a player's turn.
    pub fn is_phase_of(&self, phase: Phase, seat: Seat) -> bool {
        let step = self.turn.step;
        self.turn.active == seat
            && match phase {
                Phase::Start => step == Step::Start,
                Phase::Action => step == Step::Action || step.is_combat(),
                Phase::End => step == Step::End,
            }
    }

    /// Returns whether a continuous effect of a layer applies now, as far as its time is concerned: an effect for a
    /// later turn waits for that turn.
    pub fn is_in_force(&self, effect: &Lasting) -> bool {
        let later = self.turn.number > effect.since.0;
        match effect.until {
            Until::DuringTheirNextTurn => later && effect.is_theirs(self.turn.active),
            Until::DuringYourNextTurn => later && self.turn.active == effect.controller,
            Until::DuringTheirNextActionPhase => {
                later
                    && effect.is_theirs(self.turn.active)
                    && self.is_phase_of(Phase::Action, self.turn.active)
            }
            Until::EndOfTurn
            | Until::ChainLink
            | Until::TurnThenChainLink
            | Until::CombatChain
            | Until::YourNextTurn
            | Until::EndOfTheirNextTurn
            | Until::SourceLeaves
            | Until::Always => true,
        }
    }

    /// The next seat in clockwise order (1.1.6).
    pub fn next_seat(&self, seat: Seat) -> Seat {
        self.seats_from(seat).find(|other| *other != seat).unwrap_or(seat)
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjectId {
        self.objects.next_id()
    }

    /// Everything in the arena (3.0.5), ascending.
    pub fn arena(&self) -> impl Iterator<Item = &Object> {
        let lists = self.zones.iter().enumerate().filter(|(place, _)| Zone::of_arena(*place));
        let mut ids = Vec::with_capacity(32);
        lists.for_each(|(_, list)| ids.extend_from_slice(list));
        ids.sort();
        ids.into_iter().filter_map(|id| self.get(id))
    }

    /// The seats, as bits, that may look at a private object (8.5.11): for the moment, as long as an effect
    /// lasts, because of where it is.
    pub fn lookers(&self, id: ObjectId) -> u8 {
        let for_now = self.looked.iter().filter(|look| look.0 == id).map(|look| look.1);
        let for_a_time = self.effects.iter().filter_map(|effect| match (&effect.kind, &effect.binding) {
            (LastingKind::Shows(seats), Binding::Locked(objects)) if objects.contains(&id) => Some(*seats),
            _ => None,
        });
        let on_top = |seat: Seat| self.zone(Zone::Of(ZoneKind::Deck, seat)).last() == Some(&id);
        let here =
            self.watched.iter().filter(|look| look.0 == id && on_top(look.1)).map(|look| 1 << look.1.0);
        for_now.chain(for_a_time).chain(here).fold(0, |seats, more| seats | more)
    }

    /// Whether the stack is empty.
    pub fn stack_is_empty(&self) -> bool {
        self.zone(Zone::Stack).is_empty()
    }
}

impl Parts for State {
    type Player = Player;
    type Object = Object;
    type Ending = Ending;
    type Past = PastEvent;

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
        let Board { objects, effects, delayed, returning, waiting, applied, met, frames, .. } = &self.board;
        let lists =
            effects.len() + delayed.len() + returning.len() + waiting.len() + applied.len() + met.len();
        Size { ids: objects.ids(), effects: lists, frames: frames.len() }
    }

    fn turn(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct TurnComponent<'a> {
            turn: &'a Turn,
            combat: &'a Combat,
        }
        TurnComponent { turn: &self.board.turn, combat: &self.board.combat }
    }

    fn effects(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Effects<'a> {
            lasting: &'a [Lasting],
            delayed: &'a [Delayed],
            returning: &'a [Returning],
            revealed: &'a [ObjectId],
            looked: &'a [(ObjectId, u8)],
            watched: &'a [(ObjectId, Seat)],
            waiting: &'a [Waiting],
            applied: &'a [Applied],
            met: &'a Vec<(ObjectId, CodeRef)>,
            quickened: &'a [ObjectId],
        }
        let Board { effects, delayed, returning, revealed, looked, watched, .. } = &self.board;
        let Board { waiting, applied, met, quickened, .. } = &self.board;
        Effects {
            lasting: effects,
            delayed,
            returning,
            revealed,
            looked,
            watched,
            waiting,
            applied,
            met,
            quickened,
        }
    }

    fn frames(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Frames<'a> {
            frames: &'a [Frame],
            before: Option<u32>,
        }
        Frames { frames: &self.board.frames, before: self.before.as_ref().map(|before| before.clock) }
    }

    fn history(&self) -> &[PastEvent] {
        &self.board.history
    }
}
