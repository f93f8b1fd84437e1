//! Crewing Vehicles (702.121): creatures whose power comes to enough are tapped.
use duelog_kernel::{Constraint, Item, Limit, ObjectId};

use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Frame, StackKind};

fn power(sight: &Sight<'_>, id: ObjectId) -> u32 {
    sight.size(id).map_or(0, |size| size.0.max(0) as u32)
}

/// How many of these creatures it takes at least for so much power: more than there are where they have too
/// little.
pub fn least(sight: &Sight<'_>, creatures: &[ObjectId], wanted: u32) -> u32 {
    let mut powers: Vec<u32> = creatures.iter().map(|id| power(sight, *id)).collect();
    powers.sort_by(|a, b| b.cmp(a));
    let mut sum = 0u32;
    for (count, power) in (0u32..).zip(&powers) {
        if sum >= wanted {
            return count;
        }
        sum = sum.saturating_add(*power);
    }
    let all = powers.len() as u32;
    if sum >= wanted { all } else { all.saturating_add(1) }
}

/// What must be true of the creatures that are picked: they have so much power in all.
pub fn constraint(sight: &Sight<'_>, creatures: &[ObjectId], wanted: u32) -> Constraint {
    let items = creatures.iter().copied().map(Item::Object).collect();
    let needs = creatures.iter().map(|id| (Item::Object(*id), power(sight, *id)));
    let needs = needs.filter(|(_, power)| *power > 0).collect();
    Constraint { rule: rule!("702.121a"), limit: Limit::OnlyIf { items, needs, least: wanted } }
}

impl Magic {
    /// 702.121b: creatures that are tapped to pay for the crew ability being activated crew its Vehicle.
    pub fn crew(&self, play: &mut Game<'_>, creatures: Vec<ObjectId>) {
        let board = &play.state().board;
        let source = board.frames.iter().rev().find_map(|frame| match frame {
            Frame::Casting(casting) => match board.get(casting.object)?.stack.as_ref()?.kind {
                StackKind::Activated(source, _) => Some(source),
                StackKind::Spell | StackKind::Triggered(..) | StackKind::Delayed(..) => None,
            },
            _ => None,
        });
        let tapped = creatures.iter().copied().map(Event::Tapped).collect();
        self.emit_together(play, tapped, rule!("702.121a"));
        if let Some(vehicle) = source {
            let crewed = creatures.into_iter().map(|creature| Event::Crewed(creature, vehicle)).collect();
            self.emit_together(play, crewed, rule!("702.121b"));
        }
    }
}
