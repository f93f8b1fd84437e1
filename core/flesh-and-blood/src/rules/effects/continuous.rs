//! Generating continuous effects (6.2.2): on objects, on everything that matches, on the next object.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Change, Filter, Group, Property, Ref, Until, Written};
use crate::rules::eval::{Scope, Sight};
use crate::state::event::Event;
use crate::state::{Alter, Binding, Lasting, LastingKind, Occurrence, Proposal, power_gained};
use crate::{cite, rule};

impl Act<'_, '_> {
    fn alters(&mut self, changes: &[Change<Written>]) -> Vec<Alter> {
        cite!("6.2.2b");
        let (code, at) = (self.running.code, self.running.cursor.at.saturating_sub(1));
        self.look(|sight, scope| {
            let all = changes.iter().enumerate();
            all.filter_map(|(place, change)| sight.alter(change, scope, (code, at, place as u32))).collect()
        })
    }

    /// 8.5.8, 8.5.9, 8.5.13: these objects are modified; an effect for a chain link or a combat chain needs
    /// that there is one.
    pub fn modify(&mut self, what: &Group, changes: &[Change<Written>], until: Until) {
        let objects = self.objects(what);
        if objects.is_empty() || !self.has_time(until) {
            return;
        }
        let alters = self.alters(changes);
        // 6.2.5: that it applies to an object is an event, which matters where power is gained.
        let applies = power_gained(&alters) > 0
            || alters.iter().any(|alter| matches!(alter, Alter::Set(Property::Power, _)));
        let bound = if applies { Vec::new() } else { objects.clone() };
        // One more, whatever such effects apply already.
        cite!("8.5.34c");
        let mut effect = self.lasting(Binding::Locked(bound), LastingKind::Alters(alters.clone()), until);
        effect.theirs = self.theirs(until, |sight, _| sight.holder(*objects.first()?));
        self.play.emit(Event::EffectBegan(effect), rule!("6.2.2a"));
        if !applies && alters.contains(&Alter::Freeze) {
            self.freezes(&objects);
        }
        if applies {
            let effect = self.play.state().board.clock;
            let batch = objects
                .into_iter()
                .map(|object| Proposal::Apply { effect, object, alters: alters.clone() })
                .collect();
            self.rules.happen_as_ordered(self.play, self.controller(), batch, true);
        }
    }

    /// Everything that matches as long as it lasts.
    pub fn modify_all(&mut self, filter: &Filter, changes: &[Change<Written>], until: Until) {
        if !self.has_time(until) {
            return;
        }
        let alters = self.alters(changes);
        let (freezes, gained) = (alters.contains(&Alter::Freeze), power_gained(&alters));
        let mut effect = self.lasting(Binding::Open(Vec::new()), LastingKind::Alters(alters), until);
        effect.theirs = self.theirs(until, |sight, scope| sight.seat(filter.whose()?, scope));
        effect.context.it = self.look(|_, scope| scope.it).filter(|_| filter.speaks_of_it());
        self.play.emit(Event::EffectBegan(effect), rule!("6.2.2a"));
        self.rules.effects_begin(self.play);
        if gained > 0 {
            // As it begins; what comes to match later gains it unnoticed.
            let here = self.look(|sight, scope| sight.objects(&Group::Play(filter.clone()), scope));
            let since = self.play.state().board.history.len();
            for id in here {
                self.play.emit(Event::Recorded(Occurrence::PowerGained(id, gained)), rule!("6.2.5"));
            }
            self.rules.notice(self.play, since);
        }
        if freezes {
            // How many private cards match is nobody's to know.
            let public =
                |sight: &Sight<'_>, id: &ObjectId| sight.object(*id).is_some_and(|object| object.public);
            let frozen = self.look(|sight, scope| {
                sight
                    .objects(&Group::Everything(filter.clone()), scope)
                    .into_iter()
                    .filter(|id| public(sight, id))
                    .collect::<Vec<_>>()
            });
            self.freezes(&frozen);
        }
    }

    /// 6.2.4: the next objects that match.
    pub fn next(&mut self, count: u8, until: Until, who: Option<&Ref>) {
        if !self.has_time(until) {
            return;
        }
        let mut effect = self.lasting(Binding::Next(count), LastingKind::Later, until);
        effect.theirs = self.theirs(until, |sight, scope| sight.seat(who?, scope));
        self.play.emit(Event::EffectBegan(effect), rule!("6.2.4"));
    }

    /// Returns the player whose next turn an effect speaks of, where there are several opponents: the one that it is about.
    fn theirs(
        &mut self,
        until: Until,
        whom: impl FnOnce(&Sight<'_>, &Scope<'_>) -> Option<Seat>,
    ) -> Option<Seat> {
        let several = self.play.state().board.players.len() > 2 && self.rules.card_pool.heeds_each_opponent();
        if several && until.is_of_an_opponent() { self.look(|sight, scope| whom(sight, scope)) } else { None }
    }

    /// Whether there is a combat chain or an active chain link, for what lasts as long as it.
    pub(super) fn has_time(&self, until: Until) -> bool {
        cite!("7.0.2b", "7.0.3d");
        let combat = &self.play.state().board.combat;
        match until {
            Until::ChainLink => combat.active().is_some(),
            Until::CombatChain => combat.open,
            Until::EndOfTurn
            | Until::TurnThenChainLink
            | Until::YourNextTurn
            | Until::EndOfTheirNextTurn
            | Until::SourceLeaves
            | Until::DuringTheirNextTurn
            | Until::DuringYourNextTurn
            | Until::DuringTheirNextActionPhase
            | Until::Always => true,
        }
    }

    /// The controller of the effect has frozen these objects.
    fn freezes(&mut self, objects: &[ObjectId]) {
        let seat = self.controller();
        for object in objects {
            self.rules.emit(self.play, Event::Recorded(Occurrence::Frozen(seat, *object)), rule!("8.5.34a"));
        }
    }

    /// Freeze effects on these objects end; where there is none, nothing comes of it.
    pub fn unfreeze(&mut self, what: &Group) {
        cite!("8.5.37", "8.5.37b");
        let frozen = self.freezing(what);
        let count = frozen.len() as u32;
        for (id, rest) in frozen {
            // Only the freezing is over: what else the effect does goes on.
            let event = if rest.is_empty() {
                Event::EffectEnded(id)
            } else {
                Event::EffectLeft(id, LastingKind::Alters(rest))
            };
            self.play.emit(event, rule!("8.5.37a"));
        }
        self.report(count, Vec::new());
    }

    /// The effects that freeze objects, each with what else it does.
    pub(super) fn freezing(&mut self, what: &Group) -> Vec<(u32, Vec<Alter>)> {
        let objects = self.objects(what);
        self.look(|sight, _| {
            let freezes = |effect: &Lasting| match &effect.kind {
                LastingKind::Alters(alters)
                    if alters.contains(&Alter::Freeze)
                        && objects.iter().any(|id| sight.applies(effect, *id)) =>
                {
                    Some((
                        effect.id,
                        alters.iter().copied().filter(|alter| *alter != Alter::Freeze).collect(),
                    ))
                }
                _ => None,
            };
            sight.board.effects.iter().filter_map(freezes).collect()
        })
    }
}
