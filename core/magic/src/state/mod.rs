//! The state of a match of Magic: plain data, everything of it hashed.

pub mod apply;
pub mod card_pool;
pub mod event;
mod fighting;
mod frames;
mod fresh;
mod lasting;
mod object;
mod proposal;
pub mod reads;

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
pub use lasting::{Alter, Lasting, LastingKind, Settled, Shield, Word};
pub use object::{
    AbilityPlace, AbilityRef, Cast, Characteristics, CodeRef, Context, Copied, Delayed, Down, Last, Object,
    OnStack, Permanent, Permit, StackKind, Waiting,
};
pub use proposal::{
    Chosen, EffectKey, Entering, EventBatch, Fights, FollowUp, MoveReason, Pending, Proposal, Proposed,
};
use serde::Serialize;

use crate::cite;
use crate::language::definition::{Counter, Showing, TurnPart, ZoneKind};
use crate::language::types::TypeLine;

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
        pub history: Vec<Did>,
        /// By which edition of the rules the match is played.
        pub edition: Edition,
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
    }

    /// The turn (500).
    pub struct Turn {
        /// Counted from 1; 0 before the first turn.
        pub number: u32,
        /// Whose turn it is.
        pub active: Seat,
        /// Who took the first turn.
        pub starting: Seat,
        /// The step or phase.
        pub step: Step,
        /// How far the step has come.
        pub stage: Stage,
        /// Who has priority.
        pub priority: Option<Seat>,
        /// How many players have passed in succession (116.4).
        pub passed: u8,
        /// Lands played this turn (305.2).
        pub lands: u8,
        /// Extra turns to be taken, the next last (500.7).
        pub extra: Vec<Seat>,
        /// How long the chain of triggered abilities is that led here without a choice: each caused by the
        /// one before (104.4b).
        pub chain: u32,
        /// What has happened in this turn and something asks about.
        pub past: Vec<Past>,
        /// Phases and steps that effects have added, oldest first.
        pub added: Vec<Added>,
        /// The steps that follow this step otherwise than by themselves, the next last (500.9).
        pub steps: Vec<Step>,
        /// The phases that follow this phase otherwise than by themselves, the next last (500.8).
        pub phases: Vec<Step>,
        /// The most spells that one player cast in the turn before, where a definition asks for that.
        pub spells_before: u16,
        /// The monarch (717.1).
        pub monarch: Option<Seat>,
        /// Who is controlled in this turn, and by whom (715.1).
        pub control: Option<(Seat, Seat)>,
        /// Who will be controlled in the next turn of that player, and by whom.
        pub control_next: Vec<(Seat, Seat)>,
        /// How deep in other games this game is a subgame; 0 for the match's own (719.6).
        pub subgame: u8,
    }

    /// Phases or steps that an effect adds to a turn (500.8, 500.9).
    pub struct Added {
        /// The last step of the phase, or the step, behind which they come.
        pub after: Step,
        /// The steps with which they begin, in their order.
        pub steps: Vec<Step>,
        /// Whether they are phases.
        pub whole: bool,
    }

    /// Which object an event of the turn was about, as a player sees it.
    pub struct Did {
        /// What happened: the place among the patterns whose objects the definitions of the match ask for.
        pub pattern: u16,
        /// For whom.
        pub seat: Seat,
        /// The object.
        pub object: ObjectId,
        /// What it became by it.
        pub became: Option<ObjectId>,
        /// The other object.
        pub other: Option<ObjectId>,
        /// What it was then, where something asks for that.
        pub types: Option<TypeLine>,
    }

    /// How often something has happened in a turn, as a player sees it.
    pub struct Past {
        /// What: the place among the patterns that the definitions of the match ask about.
        pub pattern: u16,
        /// For whom.
        pub seat: Seat,
        /// How often.
        pub times: u32,
    }

    /// A step, or a phase that has none (500.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Step {
        /// Before the first turn (103).
        Opening,
        /// 502
        Untap,
        /// 503
        Upkeep,
        /// 504
        Draw,
        /// 505, before combat
        MainOne,
        /// 507
        BeginCombat,
        /// 508
        DeclareAttackers,
        /// 509
        DeclareBlockers,
        /// 510, the first of two (510.4)
        FirstStrikeDamage,
        /// 510
        CombatDamage,
        /// 511
        EndCombat,
        /// 505, after combat
        MainTwo,
        /// 513
        End,
        /// 514
        Cleanup,
    }

    /// How far a step has come.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Stage {
        /// Its turn-based actions are to be done; some have several parts.
        Begin(u16),
        /// Players get priority.
        Priority,
        /// It ends.
        Done,
        /// The turn ends: state-based actions are checked, and nobody gets priority (716.1c).
        Cut,
    }

    /// A player.
    pub struct Player {
        /// Life total (118).
        pub life: i32,
        /// Mana pool: W, U, B, R, G, C (106.4).
        pub pool: [u16; 6],
        /// Poison counters (704.5c).
        pub poison: u32,
        /// Whether a card was to be drawn from an empty library since the last check (704.5b).
        pub drew_from_empty: bool,
        /// Whether the player has lost, and why.
        pub lost: Option<Loss>,
        /// How many mulligans were taken.
        pub mulligans: u8,
        /// Whether the opening hand is kept.
        pub kept: bool,
        /// Spells cast this turn.
        pub spells: u16,
        /// Cards drawn this turn.
        pub drawn: u32,
        /// Counters of all other kinds (121.1).
        pub counters: Vec<(Counter, u32)>,
        /// Whether the player has the city's blessing (702.130c).
        pub blessed: bool,
        /// Mana in the pool of which more is known than its type, apart from what `pool` counts.
        pub marked: Vec<Marked>,
    }

    /// Mana in a pool of which more is known than its type (106.6, 107.4h).
    #[derive(Copy)]
    pub struct Marked {
        /// Its type.
        pub symbol: u8,
        /// How much.
        pub amount: u16,
        /// Whether a snow permanent produced it.
        pub snow: bool,
        /// What says what it can be spent on, and what happens where it is.
        pub mark: Option<Mark>,
    }

    /// The step of a script that gave mana and says something of it.
    #[derive(Copy)]
    pub struct Mark {
        /// The source of the ability or spell.
        pub source: ObjectId,
        /// Whose it was.
        pub controller: Seat,
        /// The script.
        pub code: CodeRef,
        /// The step.
        pub at: u16,
    }

    /// Why a player loses (104.3).
    #[derive(Copy)]
    pub enum Loss {
        /// 104.3a
        Conceded,
        /// 104.3b, 704.5a
        Life,
        /// 104.3c, 704.5b
        EmptyLibrary,
        /// 104.3d, 704.5c
        Poison,
        /// 104.3e
        Effect,
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

    /// A zone (400.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Zone {
        /// 403
        Battlefield,
        /// 405
        Stack,
        /// 406
        Exile,
        /// 408
        Command,
        /// 401
        Library(Seat),
        /// 402
        Hand(Seat),
        /// 404
        Graveyard(Seat),
        /// No zone: the object has ceased to exist and is kept as last known information (608.2g).
        Gone,
        /// A phased-out permanent: treated as though it did not exist, though it has not left the battlefield
        /// (702.25b, 702.25d). No list holds it, so that nothing finds it but what asks for phased-out ones.
        PhasedOut,
        /// No zone either: cards that a player can bring into the game (400.10).
        Outside(Seat),
    }
}

/// The place of the first of the zones that are none, behind all others: what is outside of the game.
const OUTSIDE: usize = 4 + 3 * SEATS as usize;

impl Zone {
    /// How many zones there are.
    pub fn count(seats: u8) -> usize {
        OUTSIDE + usize::from(seats)
    }

    /// The place of its contents in [`Board::zones`]; none for what is not treated as being anywhere.
    pub fn index(self) -> Option<usize> {
        crate::cite!("400.1");
        Some(match self {
            Zone::Battlefield => 0,
            Zone::Stack => 1,
            Zone::Exile => 2,
            Zone::Command => 3,
            Zone::Library(seat) => 4 + 3 * usize::from(seat.0),
            Zone::Hand(seat) => 5 + 3 * usize::from(seat.0),
            Zone::Graveyard(seat) => 6 + 3 * usize::from(seat.0),
            Zone::Gone | Zone::PhasedOut => return None,
            Zone::Outside(seat) => OUTSIDE + usize::from(seat.0),
        })
    }

    /// The zone whose contents stand at `index`.
    pub fn at(index: usize) -> Zone {
        let seat = Seat((index.saturating_sub(4) / 3) as u8);
        match index {
            0 => Zone::Battlefield,
            1 => Zone::Stack,
            2 => Zone::Exile,
            3 => Zone::Command,
            OUTSIDE.. => Zone::Outside(Seat((index - OUTSIDE) as u8)),
            _ => [Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)][(index - 4) % 3],
        }
    }

    /// The player whose zone it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Zone::Library(seat) | Zone::Hand(seat) | Zone::Graveyard(seat) | Zone::Outside(seat) => {
                Some(seat)
            }
            Zone::Battlefield | Zone::Stack | Zone::Exile | Zone::Command | Zone::Gone | Zone::PhasedOut => {
                None
            }
        }
    }

    /// Whether it is of this kind.
    pub fn is(self, kind: ZoneKind) -> bool {
        match kind {
            ZoneKind::Battlefield => self == Zone::Battlefield,
            ZoneKind::Hand => matches!(self, Zone::Hand(_)),
            ZoneKind::Library => matches!(self, Zone::Library(_)),
            ZoneKind::Graveyard => matches!(self, Zone::Graveyard(_)),
            ZoneKind::Exile => self == Zone::Exile,
            ZoneKind::Stack => self == Zone::Stack,
            ZoneKind::Command => self == Zone::Command,
            ZoneKind::Outside => matches!(self, Zone::Outside(_)),
        }
    }

    /// Its kind; none for what is nowhere.
    pub fn kind(self) -> Option<ZoneKind> {
        let kinds = [
            ZoneKind::Battlefield,
            ZoneKind::Hand,
            ZoneKind::Library,
            ZoneKind::Graveyard,
            ZoneKind::Exile,
            ZoneKind::Stack,
            ZoneKind::Command,
            ZoneKind::Outside,
        ];
        kinds.into_iter().find(|kind| self.is(*kind))
    }

    /// Whether what is there exists, as far as rules and effects are concerned (608.2g, 702.25b).
    pub fn exists(self) -> bool {
        cite!("702.25b");
        !matches!(self, Zone::Gone | Zone::PhasedOut)
    }

    /// Whether its contents are hidden (400.2).
    pub fn is_hidden(self) -> bool {
        matches!(self, Zone::Library(_) | Zone::Hand(_) | Zone::Outside(_))
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        match self {
            Zone::Battlefield => "battlefield",
            Zone::Stack => "stack",
            Zone::Exile => "exile",
            Zone::Command => "command",
            Zone::Library(_) => "library",
            Zone::Hand(_) => "hand",
            Zone::Graveyard(_) => "graveyard",
            Zone::Gone => "gone",
            Zone::Outside(_) => "outside",
            Zone::PhasedOut => "phased out",
        }
    }
}

impl Step {
    /// The steps of a turn in order (500.1).
    pub const ALL: [Step; 14] = [
        Step::Opening,
        Step::Untap,
        Step::Upkeep,
        Step::Draw,
        Step::MainOne,
        Step::BeginCombat,
        Step::DeclareAttackers,
        Step::DeclareBlockers,
        Step::FirstStrikeDamage,
        Step::CombatDamage,
        Step::EndCombat,
        Step::MainTwo,
        Step::End,
        Step::Cleanup,
    ];

    /// The step's name.
    pub fn name(self) -> &'static str {
        match self {
            Step::Opening => "opening",
            Step::Untap => "untap",
            Step::Upkeep => "upkeep",
            Step::Draw => "draw",
            Step::MainOne => "precombat main",
            Step::BeginCombat => "beginning of combat",
            Step::DeclareAttackers => "declare attackers",
            Step::DeclareBlockers => "declare blockers",
            Step::FirstStrikeDamage => "first combat damage",
            Step::CombatDamage => "combat damage",
            Step::EndCombat => "end of combat",
            Step::MainTwo => "postcombat main",
            Step::End => "end",
            Step::Cleanup => "cleanup",
        }
    }

    /// Whether it is part of what a definition names.
    pub fn is_in(self, span: TurnPart) -> bool {
        match span {
            TurnPart::Untap => self == Step::Untap,
            TurnPart::Upkeep => self == Step::Upkeep,
            TurnPart::Draw => self == Step::Draw,
            TurnPart::FirstMain => self == Step::MainOne,
            TurnPart::Combat => matches!(
                self,
                Step::BeginCombat
                    | Step::DeclareAttackers
                    | Step::DeclareBlockers
                    | Step::FirstStrikeDamage
                    | Step::CombatDamage
                    | Step::EndCombat
            ),
            TurnPart::EndCombat => self == Step::EndCombat,
            TurnPart::SecondMain => self == Step::MainTwo,
            TurnPart::End => self == Step::End,
            TurnPart::Turn => true,
            TurnPart::BeginCombat => self == Step::BeginCombat,
            TurnPart::DeclareAttackers => self == Step::DeclareAttackers,
            TurnPart::DeclareBlockers => self == Step::DeclareBlockers,
            TurnPart::CombatDamage => matches!(self, Step::FirstStrikeDamage | Step::CombatDamage),
        }
    }

    /// With which step a part of a turn begins.
    pub fn first_of(part: TurnPart) -> Option<Step> {
        Some(match part {
            TurnPart::Untap => Step::Untap,
            TurnPart::Upkeep => Step::Upkeep,
            TurnPart::Draw => Step::Draw,
            TurnPart::FirstMain => Step::MainOne,
            TurnPart::SecondMain => Step::MainTwo,
            TurnPart::Combat | TurnPart::BeginCombat => Step::BeginCombat,
            TurnPart::DeclareAttackers => Step::DeclareAttackers,
            TurnPart::DeclareBlockers => Step::DeclareBlockers,
            TurnPart::CombatDamage => Step::CombatDamage,
            TurnPart::EndCombat => Step::EndCombat,
            TurnPart::End => Step::End,
            TurnPart::Turn => return None,
        })
    }

    /// The step itself, or the last one of its phase.
    pub fn end_of(self, phase: bool) -> Step {
        match self {
            Step::Untap | Step::Upkeep | Step::Draw if phase => Step::Draw,
            step if phase && step.is_in(TurnPart::Combat) => Step::EndCombat,
            Step::End if phase => Step::Cleanup,
            step => step,
        }
    }

    /// Whether it is a main phase (505).
    pub fn is_main(self) -> bool {
        matches!(self, Step::MainOne | Step::MainTwo)
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

    /// Who makes the decisions of a player (715.5).
    pub fn decider(&self, seat: Seat) -> Seat {
        match self.turn.control {
            Some((controlled, by)) if controlled == seat => by,
            Some(_) | None => seat,
        }
    }

    /// Whether a viewer sees what a player sees (715.4).
    pub fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        cite!("715.4");
        viewer.sees(seat) || matches!(viewer, Viewer::Seat(other) if self.decider(seat) == other)
    }

    /// Whose eyes a player sees with, as bits: the own ones, and those of a player who is controlled (715.4).
    pub fn eyes(&self, seat: Seat) -> u8 {
        match self.turn.control {
            Some((controlled, by)) if by == seat => 1 << seat.0 | 1 << controlled.0,
            Some(_) | None => 1 << seat.0,
        }
    }

    /// Who may look at a card though its zone is hidden from them: seats as bits.
    pub fn shown_to(&self, id: ObjectId) -> u8 {
        self.shown.iter().filter(|shown| shown.object == id).fold(0, |seats, shown| seats | shown.seats)
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
            Showing::Effect => shown.top_of.is_none(),
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

    /// The seats in turn order from `first` (101.4), one by one.
    pub fn each_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.players.len() as u8;
        (0..count).map(move |step| Seat((first.0 + step) % count))
    }

    /// The seats in turn order from `first` (101.4).
    pub fn seats_from(&self, first: Seat) -> Vec<Seat> {
        self.each_from(first).collect()
    }

    /// The seats in turn order from the active player (101.4).
    pub fn apnap(&self) -> Vec<Seat> {
        self.seats_from(self.turn.active)
    }

    /// The next seat in turn order.
    pub fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.players.len() as u8)
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
        let made = self.effects.iter().rev().find_map(|lasting| match &lasting.kind {
            LastingKind::Copy { objects, copied } if objects.contains(&object.id) => Some(copied),
            _ => None,
        });
        made.or(object.copy.as_ref()).map_or((object.printed(), &[]), |copied| (copied.card, &copied.except))
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

impl Marked {
    /// Whether it is such mana, however much.
    pub fn is_like(&self, other: &Marked) -> bool {
        (self.symbol, self.snow, self.mark) == (other.symbol, other.snow, other.mark)
    }
}

impl Player {
    /// Whether there is mana in the pool.
    pub fn has_mana(&self) -> bool {
        self.pool != [0; 6] || !self.marked.is_empty()
    }

    /// Puts mana into the pool.
    pub(in crate::state) fn add_marked(&mut self, mana: &Marked) {
        match self.marked.iter_mut().find(|known| known.is_like(mana)) {
            Some(known) => known.amount = known.amount.saturating_add(mana.amount),
            None => self.marked.push(*mana),
        }
    }

    /// How many counters of the kind the player has.
    pub fn counters(&self, kind: Counter) -> u32 {
        match kind {
            Counter::Poison => self.poison,
            kind => self.counters.iter().find(|entry| entry.0 == kind).map_or(0, |entry| entry.1),
        }
    }

    /// The kinds of counters that the player has.
    pub fn kinds_of_counters(&self) -> Vec<Counter> {
        let poison = (self.poison > 0).then_some(Counter::Poison);
        poison.into_iter().chain(self.counters.iter().map(|entry| entry.0)).collect()
    }

    /// The number of the player's counters of a kind, to be changed.
    pub(in crate::state) fn counters_mut(&mut self, kind: Counter) -> &mut u32 {
        if kind == Counter::Poison {
            return &mut self.poison;
        }
        let place = match self.counters.binary_search_by_key(&kind, |entry| entry.0) {
            Ok(place) => place,
            Err(place) => {
                self.counters.insert(place, (kind, 0));
                place
            }
        };
        &mut self.counters[place].1
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
    type Past = Did;

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
        }
        let Board { turn, combat, edition, .. } = &self.board;
        TurnComponent { turn, combat, loops: &self.loops, edition: *edition }
    }

    fn effects(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Effects<'a> {
            lasting: &'a [Lasting],
            delayed: &'a [Delayed],
            waiting: &'a [Waiting],
            shown: &'a [Shown],
        }
        Effects {
            lasting: &self.board.effects,
            delayed: &self.board.delayed,
            waiting: &self.board.waiting,
            shown: &self.board.shown,
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

    fn history(&self) -> &[Did] {
        &self.board.history
    }
}
