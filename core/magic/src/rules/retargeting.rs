//! Choosing new targets for what is on the stack (114.7), as for the copy of a spell (706.10c).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets::{self, code_of, completable, item, others, source_of, value};
use crate::state::event::Event;
use crate::state::{Frame, OnStack, Retargeting, Value};
use crate::{cite, rule};

impl Magic {
    /// Lets a player choose new targets for a spell or ability; a copy that has just been put on the stack
    /// gets its targets in any case.
    pub fn begin_retargeting(&self, play: &mut Game<'_>, seat: Seat, object: ObjectId) {
        self.push(
            play,
            Frame::Retargeting(Retargeting { seat, object, chosen: Vec::new() }),
            rule!("114.7d"),
        );
    }
}

impl FrameRules<Magic> for Retargeting {
    /// Goes on with the groups of targets; afterwards the spell or ability has them.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if play.asked(rules).is_some() {
            return play.wait(rules);
        }
        rules.pop(play, rule!("114.7d"));
        if let Some(stack) =
            play.state().board.get(self.object).and_then(|object| object.stack.as_deref().cloned())
        {
            if stack.targets != self.chosen {
                cite!("114.8", "700.2f");
                let stack = Box::new(OnStack { targets: self.chosen, ..stack });
                play.emit(Event::StackSet(self.object, stack), rule!("114.7d"));
            }
            rules.notice_targets(play, self.object);
        }
        Flow::Go
    }

    /// Asks for the targets of the next group: as many as it has, each its own or another that is legal.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let object = sight.object(self.object)?;
        let stack = object.stack.as_deref()?;
        let groups = rules.card_pool.targets(code_of(object, stack));
        let at = self.chosen.len();
        let now = stack.targets.get(at)?;
        let source = source_of(object.id, stack);
        let possible = |group: usize, chosen: &[Vec<Value>]| {
            let Some(own) = stack.targets.get(group) else { return Vec::new() };
            let legal = match groups.get(group) {
                Some(_) => others(sight, groups, group, source, object.controller, chosen),
                None => Vec::new(),
            };
            cite!("706.10c");
            let mut values: Vec<Value> = own
                .iter()
                .copied()
                .filter(|value| !targets::taken(groups, group, chosen, *value))
                .chain(legal)
                .collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let mut values = possible(at, &self.chosen);
        if now.len() == 1 {
            // Only the targets in the end count, so one may be taken that another group still has.
            cite!("114.7e");
            let sizes: Vec<usize> = stack.targets.iter().map(Vec::len).collect();
            values.retain(|value| {
                let mut chosen = self.chosen.clone();
                chosen.push(vec![*value]);
                completable(&sizes, &possible, &mut chosen)
            });
        }
        let count = now.len() as u32;
        let ask = Ask::pick(values.into_iter().map(item).collect(), count, count);
        // What was divided stays divided as it was, by place.
        let ask = if at == 0 && !stack.shares.is_empty() { ask.ordered() } else { ask };
        Some(Request {
            seat: self.seat,
            prompt: Prompt::ChooseNewTargets.into(),
            rule: rule!("114.7d"),
            subject: Some(object.id),
            ask,
        })
    }

    /// Takes the targets of a group.
    fn answer(mut self, _: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let stack = play.state().board.get(self.object).and_then(|object| object.stack.as_deref());
        let (now, divided) = stack.map_or((Vec::new(), false), |stack| {
            let at = self.chosen.len();
            (stack.targets.get(at).cloned().unwrap_or_default(), at == 0 && !stack.shares.is_empty())
        });
        self.chosen.push(if divided {
            items.iter().filter_map(|item| value(*item)).collect()
        } else {
            replaced(&now, items)
        });
        play.emit(Event::Replaced(Frame::Retargeting(self)), rule!("114.7d"));
    }
}

/// The targets in their places: what stays keeps its own, what is new takes the others.
fn replaced(now: &[Value], items: &[Item]) -> Vec<Value> {
    let chosen: Vec<Value> = items.iter().filter_map(|item| value(*item)).collect();
    let mut new = chosen.iter().copied().filter(|value| !now.contains(value));
    now.iter().filter_map(|old| if chosen.contains(old) { Some(*old) } else { new.next() }).collect()
}
