//! The events that the triggered abilities of a match wait for: only at these is anybody asked who listens.

use crate::language::definition::{Becoming, Deed, Role, When};
use crate::language::types::{Place, Step};
use crate::state::Occasion;

/// Kinds of what happens, as bits; moves are told apart by their zones.
type Kinds = u32;

const ATTACKED: Kinds = 1;
const BLOCKED: Kinds = 1 << 1;
const UNBLOCKED: Kinds = 1 << 2;
const ATTACK_ENDED: Kinds = 1 << 3;
const BATTLE_BEGAN: Kinds = 1 << 4;
const BATTLE_ENDED: Kinds = 1 << 5;
const WON: Kinds = 1 << 6;
const LOST: Kinds = 1 << 7;
const BREAK_CHOSEN: Kinds = 1 << 8;
const BROKE: Kinds = 1 << 9;
const TAPPED: Kinds = 1 << 10;
const USED: Kinds = 1 << 11;
const DRAW_BEGAN: Kinds = 1 << 12;
const TRIGGERED: Kinds = 1 << 13;

/// The beginning of a step.
fn began(step: Step) -> Kinds {
    1 << 16 << step as u32
}

/// The events that abilities wait for, without their details.
#[derive(Debug, Clone, Default)]
pub struct Hearing {
    kinds: Kinds,
    /// From where and to where something moves; anywhere where nothing is said.
    moves: Vec<(Option<Place>, Option<Place>)>,
}

impl Hearing {
    /// Adds what an ability waits for.
    pub fn add(&mut self, when: &When) {
        match when {
            When::Moves { from, to, .. } => self.add_move(*from, *to),
            When::Combat { role, .. } => self.kinds |= of_role(*role),
            When::Does(_, deed, _) => match deed {
                Deed::WillDraw => self.kinds |= DRAW_BEGAN,
                Deed::Use => self.kinds |= USED,
                Deed::ShieldTrigger => self.kinds |= TRIGGERED,
                Deed::Draw | Deed::TurnDraw | Deed::ExtraDraw | Deed::Discard => self.add_move(None, None),
            },
            When::Becomes(_, Becoming::Tapped) => self.kinds |= TAPPED,
            When::Becomes(_, Becoming::Destroyed | Becoming::Over) => self.add_move(None, None),
            When::Begins(step, _) => self.kinds |= began(*step),
        }
    }

    fn add_move(&mut self, from: Option<Place>, to: Option<Place>) {
        if !self.moves.contains(&(from, to)) {
            self.moves.push((from, to));
        }
    }

    /// True if any ability could wait for this.
    pub fn hears(&self, occasion: &Occasion) -> bool {
        let kind = match occasion {
            Occasion::Moved { from, to, .. } => {
                let (from, to) = (from.place(), to.place());
                let fits = |said: Option<Place>, place| said.is_none() || said == place;
                return self.moves.iter().any(|said| fits(said.0, from) && fits(said.1, to));
            }
            Occasion::Attacked(..) => ATTACKED,
            Occasion::Blocked(..) => BLOCKED,
            Occasion::Unblocked(_) => UNBLOCKED,
            Occasion::AttackEnded(..) => ATTACK_ENDED,
            Occasion::BattleBegan(..) => BATTLE_BEGAN,
            Occasion::BattleEnded(..) => BATTLE_ENDED,
            Occasion::Won(..) => WON,
            Occasion::Lost(..) => LOST,
            Occasion::BreakChosen(..) => BREAK_CHOSEN,
            Occasion::Broke(..) => BROKE,
            Occasion::Tapped(_) => TAPPED,
            Occasion::Used(..) => USED,
            Occasion::DrawBegan(_) => DRAW_BEGAN,
            Occasion::Triggered(..) => TRIGGERED,
            Occasion::Began(step, _) => began(*step),
        };
        self.kinds & kind != 0
    }
}

/// The events of a creature that fights in this manner.
fn of_role(role: Role) -> Kinds {
    match role {
        Role::Attacks | Role::Attacked => ATTACKED,
        Role::Blocks | Role::BecomesBlocked => BLOCKED,
        Role::NotBlocked => UNBLOCKED,
        Role::EndsAttack => ATTACK_ENDED,
        Role::Battles => BATTLE_BEGAN,
        Role::HasBattled => BATTLE_ENDED,
        Role::Wins => WON,
        Role::Loses => LOST,
        Role::WillBreak => BREAK_CHOSEN,
        Role::Breaks => BROKE,
    }
}
