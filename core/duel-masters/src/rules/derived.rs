//! What is computed from the state, and which events make it stale.

use crate::rules::characteristics::Computed;
use crate::rules::continuous::Layers;
use crate::rules::eval::Sight;
use crate::state::reads::{self, Bits};
use crate::state::{Board, Zone};

use crate::state::card_pool::CardPool;
use crate::state::event::Event;

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    fresh: bool,
    /// What effects make of objects.
    pub computed: Computed,
    /// Whether state-based actions have been checked since anything changed.
    pub checked: bool,
}

/// The board with its characteristics brought up to date.
pub fn look<'a>(board: &'a Board, card_pool: &'a CardPool, derived: &'a mut Derived) -> Sight<'a> {
    if !derived.fresh {
        derived.computed = Layers { board, card_pool }.compute();
        derived.fresh = true;
    }
    Sight { board, card_pool, computed: &derived.computed, unseeing: false }
}

/// Marks what an event makes stale.
pub fn invalidate(derived: &mut Derived, event: &Event) {
    if derived.fresh && written(derived, event).is_some_and(|written| written & derived.computed.reads == 0) {
        return;
    }
    match freshness(event) {
        Freshness::Kept => {}
        Freshness::Uncertain => derived.fresh = false,
        Freshness::Unchecked => derived.checked = false,
        Freshness::Stale => {
            derived.fresh = false;
            derived.checked = false;
        }
    }
}

impl Derived {
    /// Returns true if everything that is said to hold would be computed so again.
    pub fn is_true(&self, board: &Board, card_pool: &CardPool) -> bool {
        !self.fresh || self.computed == Layers { board, card_pool }.compute()
    }
}

/// What an event writes that abilities look at beside the elements; none where it may change elements by
/// itself. Where nothing looks at it, no characteristic changes and no state-based action comes to apply.
fn written(derived: &Derived, event: &Event) -> Option<Bits> {
    match event {
        Event::Moved { object, from, to, .. }
            if *from != Zone::Battle
                && !matches!(to, Zone::Battle | Zone::Shield(_))
                && derived.computed.elements.get(*object).is_none() =>
        {
            Some(if matches!(from, Zone::Shield(_)) { reads::CARDS | reads::SHIELDS } else { reads::CARDS })
        }
        // A card that is no element, and no castle.
        Event::Held(id, ..) if derived.computed.elements.get(*id).is_none() => Some(reads::CARDS),
        Event::StartingPlayer(_) | Event::Noted(_) | Event::TurnBegan(_) | Event::TurnOver => {
            Some(reads::TURN | reads::EFFECTS)
        }
        Event::Tapped(_) | Event::Untapped(_) => Some(reads::TAPPED),
        Event::EffectsEnded(_) => Some(reads::EFFECTS),
        Event::AttackOver => Some(reads::COMBAT | reads::EFFECTS),
        Event::PoolReached(_)
        | Event::AttackDeclared(..)
        | Event::Redirected(..)
        | Event::Blocked(_)
        | Event::AttackerReplaced(_)
        | Event::TargetReplaced(_)
        | Event::BattleBegan(..)
        | Event::BattleEnded(..) => Some(reads::COMBAT),
        Event::Reordered(..) | Event::Shuffled(..) | Event::UltraGrShuffled(..) => Some(reads::CARDS),
        Event::Moved { .. }
        | Event::Held(..)
        | Event::Rearranged(_)
        | Event::Crossed(..)
        | Event::TurnedOver(_)
        | Event::Driven(_)
        | Event::Composed(..)
        | Event::Merged { .. }
        | Event::Split(..)
        | Event::EffectBegan(_)
        | Event::GameEnded(_) => None,
        event => matches!(freshness(event), Freshness::Unchecked | Freshness::Kept).then_some(0),
    }
}

/// What is left of what has been computed after an event.
enum Freshness {
    /// All of it: the event is bookkeeping.
    Kept,
    /// What has been checked: who battles whom has changed.
    Uncertain,
    /// The characteristics; state-based actions are to be checked.
    Unchecked,
    /// Nothing.
    Stale,
}

fn freshness(event: &Event) -> Freshness {
    match event {
        // A window opens with every battle and closes after it.
        Event::PoolReached(_) => Freshness::Uncertain,
        Event::Pushed(_)
        | Event::Popped
        | Event::Replaced(_)
        | Event::SentenceReplaced(_)
        | Event::StageReached(_)
        | Event::Forgotten(_) => Freshness::Kept,
        // What no characteristic depends on.
        Event::Shown(..)
        | Event::Reordered(..)
        | Event::Shuffled(..)
        | Event::UltraGrShuffled(..)
        | Event::Chosen { .. }
        | Event::CardUsed(..)
        | Event::DelayedSet(_)
        | Event::DelayedDone(_)
        | Event::Triggered(_)
        | Event::StandbyDone(_)
        | Event::AttackReached(_)
        | Event::RedirectsChosen(_)
        | Event::Unblocked(_)
        | Event::AttackEnding(_)
        | Event::BattleBegan(..)
        | Event::BattleWon(..)
        | Event::BattleLost(..)
        | Event::BattleEnded(..)
        | Event::BreakChosen(..)
        | Event::ShieldTriggered(..)
        | Event::DrawBegan(_)
        | Event::Broke(..)
        | Event::Applied(_)
        | Event::StepBegan(_)
        | Event::ExtraTurn(_) => Freshness::Unchecked,
        Event::StartingPlayer(_)
        | Event::Noted(_)
        | Event::TurnBegan(_)
        | Event::TurnOver
        | Event::Moved { .. }
        | Event::Held(..)
        | Event::Rearranged(_)
        | Event::Tapped(_)
        | Event::Untapped(_)
        | Event::Crossed(..)
        | Event::TurnedOver(_)
        | Event::Driven(_)
        | Event::Composed(..)
        | Event::Merged { .. }
        | Event::Split(..)
        | Event::EffectBegan(_)
        | Event::EffectsEnded(_)
        | Event::AttackDeclared(..)
        | Event::Redirected(..)
        | Event::Blocked(_)
        | Event::AttackerReplaced(_)
        | Event::TargetReplaced(_)
        | Event::AttackOver
        | Event::GameEnded(_) => Freshness::Stale,
    }
}
