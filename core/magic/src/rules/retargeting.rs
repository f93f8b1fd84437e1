//! Choosing new targets for what is on the stack (114.7), as for the copy of a spell (706.10c).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, Seat};

use crate::language::definition::Changing;
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets::{self, code_of, completable, item, others, scope_of, value};
use crate::state::event::Event;
use crate::state::{Frame, OnStack, Retargeting, StackKind, Value};
use crate::{cite, rule};

impl Magic {
    /// Lets abilities trigger on what has become a target (603.2d).
    pub fn notice_targets(&self, play: &mut Game<'_>, object: ObjectId) {
        let stack = play.state().board.get(object).and_then(|object| object.stack.as_ref());
        let Some(stack) = stack else { return };
        if matches!(stack.kind, StackKind::Delayed(..)) && self.card_pool.delayed_chooses_no_targets() {
            // It speaks of what the spell or ability behind it has chosen (114.1d).
            cite!("603.7");
            return;
        }
        let chosen: Vec<Value> = stack.targets.iter().flatten().copied().collect();
        for target in &chosen {
            if let Value::Object(id) = *target {
                self.emit(play, Event::BecameTarget(id, object), rule!("601.2c"));
            }
        }
        if self.card_pool.asks_targeted() {
            for target in &chosen {
                if let Value::Seat(seat) = *target {
                    self.emit(play, Event::PlayerTargeted(seat, object), rule!("601.2c"));
                }
            }
        }
    }

    /// Lets a player choose new targets for a spell or ability; a copy that has just been put on the stack
    /// gets its targets in any case.
    pub fn begin_retargeting(
        &self,
        play: &mut Game<'_>,
        seat: Seat,
        object: ObjectId,
        (how, to, among): (Changing, Option<Value>, Option<Vec<Value>>),
    ) {
        cite!("114.7");
        self.push(
            play,
            Frame::Retargeting(Retargeting { seat, object, chosen: Vec::new(), how, to, among }),
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
        if self.chosen.is_empty() {
            return Flow::Go;
        }
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
        let groups = rules.card_pool.targets_on(code_of(object, stack), stack);
        let groups = &*groups;
        let at = self.chosen.len();
        let now = stack.targets.get(at)?;
        let scope = scope_of(object, stack);
        let changed = stack.targets.iter().zip(&self.chosen).any(|(old, new)| old != new);
        let possible = |group: usize, chosen: &[Vec<Value>]| {
            let Some(own) = stack.targets.get(group) else { return Vec::new() };
            let legal = match groups.get(group) {
                Some(_) => others(sight, groups, group, &scope, chosen),
                None => Vec::new(),
            };
            cite!("706.10c", "114.7c");
            let kept = |value: &Value| !targets::taken(groups, group, chosen, *value);
            let stays: Vec<Value> = own.iter().copied().filter(kept).collect();
            let meant = |value: &Value| {
                self.to.is_none_or(|to| to == *value)
                    && self.among.as_ref().is_none_or(|among| among.contains(value))
            };
            let legal: Vec<Value> = legal.into_iter().filter(meant).collect();
            let mut values: Vec<Value> = match self.how {
                Changing::Anew | Changing::Any => stays.into_iter().chain(legal).collect(),
                Changing::All => {
                    cite!("114.7a");
                    legal.into_iter().filter(|value| !own.contains(value)).collect()
                }
                Changing::One if changed => stays,
                Changing::One => {
                    cite!("114.7b");
                    let new: Vec<Value> = legal.into_iter().filter(|value| !own.contains(value)).collect();
                    let last = group + 1 == stack.targets.len() && !new.is_empty();
                    if last && own.len() == 1 { new } else { stays.into_iter().chain(new).collect() }
                }
            };
            values.sort();
            values.dedup();
            values
        };
        let mut values = possible(at, &self.chosen);
        let sizes: Vec<usize> = stack.targets.iter().map(Vec::len).collect();
        if self.how == Changing::All && !completable(&sizes, &possible, &mut self.chosen.clone()) {
            return None;
        }
        if now.len() == 1 {
            // Only the targets in the end count, so one may be taken that another group still has.
            cite!("114.7e");
            values.retain(|value| {
                let mut chosen = self.chosen.clone();
                chosen.push(vec![*value]);
                completable(&sizes, &possible, &mut chosen)
            });
        }
        let count = now.len() as u32;
        let one = self.how == Changing::One && count > 1;
        let new = values.iter().copied().filter(|value| one && !now.contains(value)).map(item).collect();
        let most = Constraint { rule: rule!("114.7b"), limit: Limit::AtMost { items: new, max: 1 } };
        let ask = Ask::pick(values.into_iter().map(item).collect(), count, count);
        let ask = if one { ask.with(vec![most]) } else { ask };
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
