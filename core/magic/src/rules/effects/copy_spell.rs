//! Copying spells and abilities (706.10) and choosing new targets for them (114.7).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Changing, Filter, Group, Ref};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::targets::{can_target, code_of, scope_of, taken};
use crate::state::event::Event;
use crate::state::{Cast, Object, OnStack, PickPurpose, Picking, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The copies are put on the stack, not cast (706.10); a copy keeps the targets that its controller does
    /// not change (706.10c).
    pub(super) fn copy_spell(&mut self, what: &Group, by: &Ref, retarget: bool, without: Option<&str>) {
        let Some(controller) = self.look(|sight, scope| sight.seat(by, scope)) else { return };
        let mut copies = Vec::new();
        // 608.2g: what has left the stack since is copied as it was there.
        let was_there = |object: &Object| {
            object.zone == Zone::Stack || object.zone == Zone::Gone && object.stack.is_some()
        };
        for of in self.those(what, was_there) {
            let lacks = without.map(|keyword| {
                cite!("702.49a");
                |stack: &mut OnStack| stack.without.push(keyword.to_string())
            });
            copies.push(put_copy(self.magic, self.play, of, controller, lacks));
        }
        self.magic.report(
            self.play,
            copies.len() as u32,
            copies.iter().copied().map(Value::Object).collect(),
        );
        for copy in copies {
            if retarget {
                self.magic.begin_retargeting(self.play, controller, copy, (Changing::Anew, None, None));
            } else {
                self.magic.notice_targets(self.play, copy);
            }
        }
    }

    /// A copy for each of the objects or players that all targets of the spell or ability could be, each with that
    /// one as its targets: in an order of the player's choice, or for one that the player chooses.
    pub(super) fn copy_spell_at(&mut self, what: &Group, by: &Ref, at: &Group, one: bool) {
        let Some(controller) = self.look(|sight, scope| sight.seat(by, scope)) else { return };
        let Some(of) = self.those(what, |object| object.stack.is_some()).first().copied() else { return };
        let mut options = self.look(|sight, scope| sight.objects(at, scope));
        let sight = self.magic.sight(self.play);
        options.retain(|id| {
            cite!("706.10d", "706.10e");
            could_all_be(&sight, of, controller, Value::Object(*id))
        });
        self.magic.report(self.play, 0, Vec::new());
        let number = if one { options.len().min(1) } else { options.len() } as u32;
        if number > 0 {
            let purpose = PickPurpose::Copies(of, one);
            self.magic.pick(self.play, Picking::new(controller, purpose, options, number, number));
        }
    }

    /// The cards are copied where they are (706.12); whoever casts a copy casts it like any other card.
    pub(super) fn copy_card(&mut self, what: &Group) {
        let controller = self.running.context.controller;
        let mut copies = Vec::new();
        for of in self.those(what, |object| object.zone.exists() && object.stack.is_none()) {
            let new = self.play.state().board.next_id();
            cite!("111.1b");
            self.play.emit(Event::CardCopied { of, controller, new }, rule!("706.12"));
            copies.push(Value::Object(new));
        }
        self.magic.report(self.play, copies.len() as u32, copies);
    }

    pub(super) fn retarget(&mut self, who: &Ref, what: &Group) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        for object in self.those(what, |object| object.zone == Zone::Stack) {
            self.magic.begin_retargeting(self.play, seat, object, (Changing::Anew, None, None));
        }
    }

    /// Changes the targets of what is on the stack (114.7a-c).
    pub(super) fn change_targets(
        &mut self,
        who: &Ref,
        what: &Group,
        how: Changing,
        (to, among): (Option<&Ref>, Option<&Filter>),
    ) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let only = to.map(|to| self.look(|sight, scope| sight.refer(to, scope)));
        if only == Some(None) {
            return;
        }
        let to = only.flatten();
        let among = among.map(|filter| {
            let all = Group::All(filter.clone());
            self.look(|sight, scope| sight.members(&all, scope))
        });
        for object in self.those(what, |object| object.zone == Zone::Stack) {
            self.magic.begin_retargeting(self.play, seat, object, (how, to, among.clone()));
        }
    }

    fn those(&mut self, what: &Group, fits: impl Fn(&Object) -> bool) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            sight.objects(what, scope).into_iter().filter(|id| sight.object(*id).is_some_and(&fits)).collect()
        })
    }
}

/// Whether every target of a spell or ability could be this, if the player controlled it (706.10d, 706.10e).
fn could_all_be(sight: &Sight<'_>, of: ObjectId, controller: Seat, value: Value) -> bool {
    let Some((object, stack)) = sight.object(of).and_then(|object| Some((object, object.stack.as_deref()?)))
    else {
        return false;
    };
    let groups = sight.card_pool.targets_on(code_of(object, stack), stack);
    let scope = Scope { controller: Some(controller), ..scope_of(object, stack) };
    let at = at_one(stack, value);
    let mut used = groups.iter().enumerate().zip(&stack.targets).filter(|(_, chosen)| !chosen.is_empty());
    // One word "target" never means the same twice.
    used.all(|((group, target), chosen)| {
        let fits = can_target(sight, target, value, &Scope { targets: &at, ..scope }).is_ok();
        chosen.len() == 1 && fits && !taken(&groups, group, &at, value)
    })
}

/// The targets that a copy has which targets this one alone.
fn at_one(stack: &OnStack, value: Value) -> Vec<Vec<Value>> {
    stack.targets.iter().map(|chosen| chosen.iter().map(|_| value).collect()).collect()
}

/// Puts a copy of a spell or ability on the stack, with a `change` that makes it differ from the original. It was not
/// cast: it comes from nowhere, and no mana was spent on it (706.10).
fn put_copy(
    rules: &Magic,
    play: &mut Game<'_>,
    of: ObjectId,
    controller: Seat,
    change: Option<impl FnOnce(&mut OnStack)>,
) -> ObjectId {
    let new = play.state().board.next_id();
    play.emit(Event::StackCopied { of, controller, new }, rule!("706.10"));
    let Some(copied) = play.state().board.get(new).and_then(|copy| copy.stack.clone()) else {
        return new;
    };
    let mut stack = copied.clone();
    if rules.card_pool.copies_are_not_cast() {
        let cast = std::mem::take(&mut stack.cast);
        stack.cast =
            Cast { from: None, spent: [0; 6], untimely: false, main: false, held: Vec::new(), ..cast };
    }
    let differs = change.is_some() || stack != copied;
    change.into_iter().for_each(|change| change(&mut stack));
    if differs {
        play.emit(Event::StackSet(new, stack), rule!("706.10"));
    }
    new
}

impl Magic {
    /// Copies a spell or ability for each of these, in their order.
    pub fn copied_at(&self, play: &mut Game<'_>, controller: Seat, of: ObjectId, at: &[ObjectId]) {
        let mut copies = Vec::new();
        for target in at {
            let aimed = |stack: &mut OnStack| stack.targets = at_one(stack, Value::Object(*target));
            copies.push(put_copy(self, play, of, controller, Some(aimed)));
        }
        let made = copies.iter().copied().map(Value::Object).collect();
        self.report(play, copies.len() as u32, made);
        copies.into_iter().for_each(|copy| self.notice_targets(play, copy));
    }
}
