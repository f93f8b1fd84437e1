//! Copying spells and abilities (706.10) and choosing new targets for them (114.7).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Changing, Group, Ref};

use crate::state::event::Event;
use crate::state::{Object, Value, Zone};
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
            let new = self.play.state().board.next_id();
            self.play.emit(Event::StackCopied { of, controller, new }, rule!("706.10"));
            let stack = self.play.state().board.get(new).and_then(|copy| copy.stack.clone());
            if let Some((keyword, mut stack)) = without.zip(stack) {
                cite!("702.49a");
                stack.without.push(keyword.to_string());
                self.play.emit(Event::StackSet(new, stack), rule!("706.10"));
            }
            copies.push(new);
        }
        self.magic.report(
            self.play,
            copies.len() as u32,
            copies.iter().copied().map(Value::Object).collect(),
        );
        for copy in copies {
            if retarget {
                self.magic.begin_retargeting(self.play, controller, copy, Changing::Anew);
            } else {
                self.magic.notice_targets(self.play, copy);
            }
        }
    }

    pub(super) fn retarget(&mut self, who: &Ref, what: &Group) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        for object in self.those(what, |object| object.zone == Zone::Stack) {
            self.magic.begin_retargeting(self.play, seat, object, Changing::Anew);
        }
    }

    /// Changes the targets of what is on the stack (114.7a-c).
    pub(super) fn change_targets(&mut self, who: &Ref, what: &Group, how: Changing) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        for object in self.those(what, |object| object.zone == Zone::Stack) {
            self.magic.begin_retargeting(self.play, seat, object, how);
        }
    }

    fn those(&mut self, what: &Group, fits: impl Fn(&Object) -> bool) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            sight.objects(what, scope).into_iter().filter(|id| sight.object(*id).is_some_and(&fits)).collect()
        })
    }
}
