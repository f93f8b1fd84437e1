//! Before and after points of a turn (503.2, 506.6).

use crate::cite;
use crate::language::definition::{Condition, TurnPart};
use crate::rules::eval::{Scope, Sight};
use crate::state::Step;

/// Where a step stands in its turn, as [`TurnPart::IN_ORDER`] counts.
fn place(step: Step) -> Option<usize> {
    TurnPart::IN_ORDER.iter().rposition(|part| *part != TurnPart::Combat && step.is_in(*part))
}

impl Sight<'_> {
    /// How often what the condition is about has begun this turn, as far as it is known.
    fn begun(&self, condition: &Condition) -> u32 {
        let scope = Scope { controller: Some(self.board.turn.active), ..Scope::default() };
        condition.marks().map_or(0, |marks| self.times(&marks, &scope))
    }

    /// Whether the first part of this kind is still to come. Where it is skipped, the next one that is not
    /// ends the time (506.6e).
    pub(super) fn is_before(&self, condition: &Condition, part: TurnPart) -> bool {
        let there = TurnPart::IN_ORDER.iter().position(|other| *other == part);
        cite!("506.6a", "506.6b", "506.6d", "506.6e");
        self.begun(condition) == 0 && place(self.board.turn.step) < there
    }

    /// Whether the first part of this kind is over, or its creatures have been declared. A second one does not
    /// matter.
    pub(super) fn is_after(&self, condition: &Condition, part: TurnPart) -> bool {
        let now = self.board.turn.step;
        let begun = self.begun(condition);
        if matches!(part, TurnPart::DeclareAttackers | TurnPart::DeclareBlockers) {
            cite!("506.6a", "506.6b", "506.6d");
            return begun > 0 || now.is_in(part);
        }
        let there = TurnPart::IN_ORDER.iter().position(|other| *other == part);
        let past = place(now) > there && !now.is_in(part);
        cite!("503.2");
        past || begun > u32::from(now.is_in(part))
    }
}
