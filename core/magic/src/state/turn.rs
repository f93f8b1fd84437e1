//! The turn (500): its steps, and what has happened in it.

use duelog_kernel::{ObjectId, Seat, data};

use crate::language::definition::TurnPart;
use crate::language::types::TypeLine;

data! {
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
        pub past: Vec<TurnCount>,
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
        /// Who had left the game as the turn began, seats as bits, where the range of influence is limited (801.2c).
        pub gone: u8,
        /// In an extra turn the player behind whose turn the order of turns continues, if that is another one (500.7).
        pub stands: Option<Seat>,
        /// Who will take an extra turn behind the own next turn, each as often as it stands there (500.7).
        pub behind_next: Vec<Seat>,
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
    pub struct TurnFact {
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
        /// The how manieth such event of the turn it was, where something asks how many there were; else 0.
        pub nth: u32,
    }

    /// How often something has happened in a turn, as a player sees it.
    pub struct TurnCount {
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
}

impl Turn {
    /// The player behind whose turn the order of turns continues: an extra turn is added to it (500.7).
    pub fn in_order(&self) -> Seat {
        self.stands.unwrap_or(self.active)
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
            TurnPart::Cleanup => self == Step::Cleanup,
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
            TurnPart::Cleanup => Step::Cleanup,
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
