//! Copies of permanents (706): what enters as one, what becomes one, tokens that are one; and choosing what
//! it is about (608.2d).

use duelog_kernel::ObjectId;

use super::Act;
use super::create::fighting;
use super::entering::{enter_otherwise, entering_copy};
use crate::cite;
use crate::language::definition::{Change, Fighting, Group, Number, Ref, Until, Written};
use crate::rules::continuous::lock_in;
use crate::rules::eval::{Scope, Sight};
use crate::state::{Alter, Copied, Entering, LastingKind, PickPurpose, Picking, Proposal, Value};

impl Act<'_, '_> {
    /// The copiable values of an object (706.2), with what the effect changes about them (706.9).
    fn copied(&mut self, of: &Ref, except: &[Change<Written>]) -> Option<Box<Copied>> {
        let script = self.running.code.as_ability();
        self.look(|sight, scope| {
            let Some(Value::Object(id)) = sight.refer(of, scope) else { return None };
            let object = sight.object(id)?;
            let (card, own) = sight.board.copiable(object);
            let changed = except.iter().filter_map(|change| {
                cite!("706.9");
                lock_in(change, sight, scope, script, 0)
            });
            cite!("706.2b", "706.8", "706.9a", "706.9b", "706.9c");
            let alters: Vec<Alter> = own.iter().cloned().chain(changed).collect();
            Some(Box::new(Copied { card, except: alters }))
        })
    }

    pub(super) fn choose(&mut self, who: &Ref, among: &Group, least: u32, most: u32) {
        let objects = |sight: &Sight<'_>, scope: &Scope<'_>| {
            let mut options = sight.objects(among, scope);
            options.sort();
            options.dedup();
            options
        };
        let chosen = self.look(|sight, scope| {
            let possible = objects(&sight.unseeing(), scope).len();
            Some((sight.seat(who, scope)?, objects(sight, scope), possible))
        });
        let Some((seat, options, possible)) = chosen else { return };
        let (least, most) = self.magic.within(least, most, options.len(), possible);
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::Choice, options, least, most));
    }

    /// What made a token: the abilities of its copies speak of the same object (201.4a).
    fn maker_of(&mut self, of: &Ref) -> Option<ObjectId> {
        self.look(|sight, scope| sight.object(sight.object_of(of, scope)?)?.permanent.maker)
    }

    /// What enters as itself with changes has those among its copiable values (208.2b).
    fn entering_itself(&mut self, except: &[Change<Written>]) -> Option<Box<Copied>> {
        cite!("208.2b");
        let mut own = entering_copy(self.play)?;
        let script = self.running.code.as_ability();
        own.except.extend(self.look(|sight, scope| {
            let settled = except.iter().filter_map(|change| lock_in(change, sight, scope, script, 0));
            settled.collect::<Vec<Alter>>()
        }));
        Some(own)
    }

    pub(super) fn enter_copy(&mut self, of: &Ref, except: &[Change<Written>]) {
        let maker = self.maker_of(of);
        let itself = if *of == Ref::This { self.entering_itself(except) } else { None };
        if let Some(copied) = itself.or_else(|| self.copied(of, except)) {
            enter_otherwise(self.play, |entering| {
                entering.copy = Some(copied);
                entering.maker = maker;
            });
        }
    }

    pub(super) fn become_copy(&mut self, what: &Group, of: &Ref, except: &[Change<Written>], until: Until) {
        let objects = self.permanents(what);
        if objects.is_empty() {
            return;
        }
        if let Some(copied) = self.copied(of, except) {
            self.begin(LastingKind::Copy { objects, copied }, until);
        }
    }

    pub(super) fn create_copy(
        &mut self,
        who: &Ref,
        number: &Number,
        (of, except): (&Ref, &[Change<Written>]),
        (tapped, fights): (bool, Option<&Fighting>),
    ) -> Option<Vec<Proposal>> {
        let copied = self.copied(of, except)?;
        let made = self.look(|sight, scope| {
            let fights = fights.and_then(|fights| fighting(fights, sight, scope));
            Some((sight.seat(who, scope)?, sight.count(number, scope), fights))
        });
        let (controller, count, fights) = made?;
        // 702.127b: what makes it is remembered of it.
        let made_by = Some(self.running.code.as_ability()).filter(|ability| {
            cite!("702.127b");
            self.magic.card_pool.keyword_of(*ability).is_some()
        });
        let card = copied.card;
        let maker = self.maker_of(of);
        let entering = Entering { copy: Some(copied), maker, made_by, tapped, fights, ..Entering::default() };
        Some(vec![Proposal::Tokens { card, controller, count, entering }])
    }
}
