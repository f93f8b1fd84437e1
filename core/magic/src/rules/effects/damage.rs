//! Dealing damage (119).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, ObjectId, Request};

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets::{item, value};
use crate::state::event::Event;
use crate::state::{Dividing, Frame, Proposal, Value};
use crate::{cite, rule};

/// Damage of an effect.
fn dealt(source: ObjectId, to: Value, amount: u32, certain: bool) -> Proposal {
    Proposal::Damage { source, to, amount, combat: false, certain }
}

impl Act<'_, '_> {
    pub(super) fn remove_damage(&mut self, what: &Group) {
        for id in self.permanents(what) {
            self.play.emit(Event::DamageRemoved(id), rule!("702.88a"));
        }
    }

    pub(super) fn damage(
        &mut self,
        first: (&Number, &Group),
        also: &[(Number, Group)],
        from: Option<&Ref>,
        certain: bool,
    ) -> Vec<Proposal> {
        let own = self.source();
        self.look(|sight, scope| {
            cite!("119.2b");
            let source = from.and_then(|reference| sight.object_of(reference, scope)).unwrap_or(own);
            let hits = |(amount, to): (&Number, &Group)| {
                let amount = sight.count(amount, scope);
                let to = sight.members(to, scope).into_iter();
                to.map(|to| dealt(source, to, amount, certain)).collect::<Vec<_>>()
            };
            let also = also.iter().map(|(amount, to)| (amount, to));
            std::iter::once(first).chain(also).flat_map(hits).collect()
        })
    }

    /// Each of a group deals damage, all of it at once.
    pub(super) fn damage_by(&mut self, by: &Group, amount: &Number, to: &Group) {
        let batch = self.look(|sight, scope| {
            let from = sight.objects(by, scope).into_iter();
            let each = from.flat_map(|source| {
                let own = Scope { it: Some(Value::Object(source)), ..*scope };
                let amount = sight.count(amount, &own);
                let to = sight.members(to, &own);
                to.into_iter().map(move |to| dealt(source, to, amount, false)).collect::<Vec<_>>()
            });
            each.collect()
        });
        self.magic.happen(self.play, batch);
    }

    /// A player divides damage among any number of a group, now that it is dealt.
    pub(super) fn damage_divided(&mut self, who: &Ref, from: &Ref, amount: &Number, among: &Group) {
        let dividing = self.look(|sight, scope| {
            let (seat, source) = (sight.seat(who, scope)?, sight.object_of(from, scope)?);
            let mut among = sight.members(among, scope);
            among.retain(|value| !matches!(value, Value::Object(id) if !sight.board.is_permanent(*id)));
            among.sort();
            Some(Dividing { seat, source, total: sight.count(amount, scope), among })
        });
        match dividing {
            Some(dividing) if dividing.total > 0 && !dividing.among.is_empty() => {
                self.magic.push(self.play, Frame::Dividing(dividing), rule!("608.2d"));
            }
            _ => self.magic.report(self.play, 0, Vec::new()),
        }
    }
}

impl FrameRules<Magic> for Dividing {
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        play.wait(rules)
    }

    fn ask(&self, _: &Magic, _: &Sight<'_>) -> Option<Request> {
        Some(Request {
            seat: self.seat,
            prompt: Prompt::DivideDamage.into(),
            rule: rule!("608.2d"),
            subject: Some(self.source),
            ask: Ask::split(self.among.iter().copied().map(item).collect(), self.total),
        })
    }

    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Split(shares) = choice else { return };
        rules.pop(play, rule!("608.2d"));
        let shares = shares.iter().filter(|(_, share)| *share > 0);
        let batch =
            shares.filter_map(|(to, share)| Some(dealt(self.source, value(*to)?, *share, false))).collect();
        rules.happen(play, batch);
    }
}
