//! Dealing and preventing damage (8.5.3, 6.4.10).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{DamageKind, Group, Number, Ref, Until};
use crate::state::event::Event;
use crate::state::{Binding, Lasting, LastingKind, Proposal};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 8.5.3: what deals it may be considered to have hit by it.
    pub fn damage(&mut self, amount: &Number, to: &Group, kind: DamageKind, from: Option<&Ref>, hits: bool) {
        let amount = self.count(amount);
        // What the effect names, else its own source.
        cite!("1.8.1a", "8.5.3a");
        let said = from.map(|from| self.look(|sight, scope| sight.object_of(from, scope)));
        if said == Some(None) && self.rules.card_pool.damages_by_what_is_there() {
            cite!("1.8.9");
            return self.rules.happen(self.play, Vec::new());
        }
        let named = said.flatten().unwrap_or(self.source());
        // What is no card and no macro is the source of nothing: the damage is dealt by what it comes from.
        cite!("1.2.4");
        let board = &self.play.state().board;
        let source = board
            .get(named)
            .filter(|object| !object.is_source())
            .and_then(crate::state::Object::source)
            .unwrap_or(named);
        cite!("7.5.5a");
        let batch = self
            .objects(to)
            .into_iter()
            .map(|to| Proposal::Damage { source, to, amount, kind, hit: hits, sure: false })
            .collect();
        self.rules.happen_as_ordered(self.play, self.controller(), batch, false);
    }

    /// 6.4.10j: a shield that lasts until it is used up or the turn ends.
    pub fn shield(
        &mut self,
        to: Option<&Group>,
        amount: &Number,
        kind: Option<DamageKind>,
        from: Option<&Ref>,
    ) {
        let left = self.count(amount);
        if left > 0 {
            self.guard(to, from, |from| LastingKind::Shield(left, kind, from));
        }
    }

    /// 6.4.10i: the next damage.
    pub fn prevent_next(
        &mut self,
        to: Option<&Group>,
        amount: Option<&Number>,
        kind: Option<DamageKind>,
        from: Option<&Ref>,
    ) {
        let amount = amount.map(|amount| self.count(amount));
        self.guard(to, from, |from| LastingKind::PreventNext(amount, kind, from));
    }

    /// 6.4.10i: the next damage, a number of times.
    pub fn prevent_times(&mut self, times: &Number, to: &Group, amount: &Number) {
        let (times, amount) = (self.count(times), self.count(amount));
        if times > 0 {
            self.guard(Some(to), None, |_| LastingKind::PreventTimes(times, amount));
        }
    }

    /// A prevention effect for some objects, or for whatever a source damages; it fails where the source that
    /// it names is not there.
    fn guard(
        &mut self,
        to: Option<&Group>,
        from: Option<&Ref>,
        kind: impl FnOnce(Option<ObjectId>) -> LastingKind,
    ) {
        cite!("6.4.10e");
        let source = from.and_then(|from| self.look(|sight, scope| sight.object_of(from, scope)));
        if from.is_some() && source.is_none() {
            return;
        }
        let binding = to.map_or(Binding::Open(Vec::new()), |to| Binding::Locked(self.objects(to)));
        let effect = self.lasting(binding, kind(source), Until::EndOfTurn);
        self.play.emit(Event::EffectBegan(effect), rule!("6.4.10"));
    }

    /// 6.4.10g: the next prevention effect prevents less.
    pub fn prevent_less(&mut self, amount: &Number, kind: Option<DamageKind>) {
        let less = self.count(amount);
        let effect =
            self.lasting(Binding::Open(Vec::new()), LastingKind::PreventLess(less, kind), Until::EndOfTurn);
        self.play.emit(Event::EffectBegan(effect), rule!("6.4.10g"));
    }

    /// 6.4.9: the next such event is replaced.
    pub fn replace_next(&mut self) {
        // To amp is to add to the next arcane damage of this turn.
        cite!("8.5.47");
        let effect = self.lasting(Binding::Open(Vec::new()), LastingKind::Replaces, Until::EndOfTurn);
        self.play.emit(Event::EffectBegan(effect), rule!("6.4.9"));
    }

    /// An effect of the verb that the script has just come to.
    pub fn lasting(&self, binding: Binding, kind: LastingKind, until: Until) -> Lasting {
        let board = &self.play.state().board;
        Lasting {
            id: 0,
            source: self.source(),
            controller: self.controller(),
            code: self.running.code,
            at: self.running.cursor.at.saturating_sub(1),
            binding,
            kind,
            until,
            since: (board.turn.number, board.combat.serial),
            context: Box::new(self.running.context.clone()),
            theirs: None,
        }
    }
}
