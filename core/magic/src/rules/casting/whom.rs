//! Which of several opponents makes a choice for a spell or ability that lets an opponent make it (601.4a, 602.3a).

use duelog_kernel::{Ask, Choice, Item, Request};

use crate::language::definition::Target;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::{Casting, CastingStage, Object, OnStack};
use crate::{cite, rule};

impl Magic {
    /// Asks the controller which opponent makes the next choice, where there are several and none was chosen yet.
    pub(super) fn ask_whom(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        if stack.chooser.is_some() || !sight.board.is_multiplayer() {
            return None;
        }
        let code = targets::code_of(object, stack);
        let by_opponent = match casting.stage {
            CastingStage::Modes => self.card_pool.modes(code).is_some_and(|modes| modes.opponent),
            CastingStage::Targets(group) => {
                let groups = self.card_pool.targets_on(code, stack);
                groups.get(usize::from(group)).is_some_and(|target| {
                    matches!(target, Target::ByOpponent(_))
                        && targets::is_chosen(target, &stack.modes, &stack.cast)
                })
            }
            _ => false,
        };
        let all = if by_opponent { sight.board.opponents_near(casting.seat) } else { Vec::new() };
        if all.len() < 2 {
            return None;
        }
        cite!("601.4a", "602.3a");
        let ask = Ask::one_of(all.into_iter().map(Item::Seat).collect());
        Some(casting.asks(Prompt::ChoosePlayer, rule!("601.4a"), ask))
    }

    /// Takes which opponent makes the next choice. True if that was what was to be said.
    pub(super) fn answer_whom(&self, play: &mut Game<'_>, casting: &Casting, choice: &Choice) -> bool {
        let sight = self.sight(play);
        if !sight.board.is_multiplayer() {
            return false;
        }
        let asked = sight
            .object(casting.object)
            .and_then(|object| self.ask_whom(&sight, casting, object, object.stack.as_ref()?))
            .is_some();
        let chosen = match choice {
            Choice::Pick(items) => items.iter().find_map(|item| match item {
                Item::Seat(seat) => Some(*seat),
                _ => None,
            }),
            Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => None,
        };
        let (true, Some(seat), Some(stack)) = (asked, chosen, self.stack_of(play, casting.object)) else {
            return false;
        };
        let stack = OnStack { chooser: Some(seat), ..stack };
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.4a"));
        true
    }
}
