//! Triggered mana abilities (605.4): they resolve right after what triggered them, also while a cost is being
//! paid.

use duelog_kernel::script::Op;
use duelog_kernel::{ObjectId, Seat, bounds};

use crate::language::definition::{Ability, Deed, Mana, Triggered, Verb, When};
use crate::rules::costs::taps;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::state::card_pool::Compiled;
use crate::state::event::Event;
use crate::state::{AbilityRef, CodeRef, Context, EventContext, Frame, Running, StackKind, Waiting, Zone};
use crate::{cite, rule};

impl Magic {
    /// A mana ability whose cost taps its permanent has resolved: if it gave mana, the permanent was tapped
    /// for it (106.11a).
    pub fn notice_tapped_for_mana(&self, play: &mut Game<'_>, script: &Running) {
        cite!("106.11a");
        if script.gave_mana && self.taps_for_mana(script.code) {
            self.emit(
                play,
                Event::TappedForMana(script.context.source, script.context.controller, script.gave),
                rule!("106.11a"),
            );
        }
    }

    /// Whether a script is that of a mana ability whose cost taps its permanent (106.11).
    pub fn taps_for_mana(&self, code: CodeRef) -> bool {
        let CodeRef { card, ability: Some(place) } = code else { return false };
        let tapped =
            self.card_pool.activated(AbilityRef { card, place }).is_some_and(|ability| taps(&ability.cost));
        tapped && self.card_pool.card(card).is_mana_ability(place)
    }

    /// Resolves the next triggered mana ability that waits, before anything else goes on; whether there was
    /// one.
    pub fn resolve_mana_trigger(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        if !matches!(board.frames.last(), Some(Frame::Priority | Frame::Casting(_) | Frame::Paying(_))) {
            return false;
        }
        let Some(place) = board.waiting.iter().position(|waiting| self.mana_trigger(waiting).is_some())
        else {
            return false;
        };
        let waiting = board.waiting[place].clone();
        let Some((source, code, ability)) = self.mana_trigger(&waiting) else { return false };
        play.emit(Event::WaitingDone(place as u16), rule!("605.4a"));
        let context =
            Context { event: waiting.event, finds: waiting.finds, ..Context::of(source, waiting.controller) };
        // 603.4: an intervening condition is checked again.
        let holds = ability
            .condition
            .as_ref()
            .is_none_or(|condition| self.sight(play).holds(condition, &Scope::context(&context)));
        if holds {
            cite!("605.4");
            self.push(play, Frame::Running(Running::new(code, context)), rule!("605.4a"));
        }
        true
    }

    /// The source, the code and the text of an ability that waits, if it is a triggered mana ability.
    fn mana_trigger(&self, waiting: &Waiting) -> Option<(ObjectId, CodeRef, &Triggered)> {
        let StackKind::Triggered(source, place) = waiting.kind else { return None };
        let compiled = self
            .card_pool
            .card(waiting.card)
            .compiled(place)
            .filter(|compiled| compiled.is_triggered_mana_ability())?;
        let Ability::Triggered(ability) = &compiled.ability else { return None };
        Some((source, CodeRef { card: waiting.card, ability: Some(place) }, ability))
    }

    /// The mana that triggered mana abilities would add for a player, one entry a unit, where this permanent
    /// is tapped for mana.
    pub fn units_triggered(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        tapped: (ObjectId, u8),
        units: &mut Vec<u8>,
    ) {
        if !self.card_pool.triggers_for_mana() {
            return;
        }
        let event = EventContext { object: Some(tapped.0), player: Some(seat), ..EventContext::default() };
        for &source in sight.board.zone(Zone::Battlefield) {
            let (Some(characteristics), Some(controller)) =
                (sight.characteristics(source), sight.controller(source))
            else {
                continue;
            };
            let scope = Scope { event, ..Scope::of(source, controller) };
            for (_, ability) in characteristics.abilities() {
                let Some(compiled) = self.card_pool.card(ability.card).compiled(ability.place) else {
                    continue;
                };
                let scope = Scope { written: Some(ability.card), ..scope };
                self.units_of(sight, (seat, tapped), compiled, &scope, units);
            }
        }
    }

    fn units_of(
        &self,
        sight: &Sight<'_>,
        (seat, (tapped, given)): (Seat, (ObjectId, u8)),
        compiled: &Compiled,
        scope: &Scope<'_>,
        units: &mut Vec<u8>,
    ) {
        let Ability::Triggered(Triggered {
            when: When::Does { who, deed: Deed::TapForMana, what },
            condition,
            ..
        }) = &compiled.ability
        else {
            return;
        };
        let triggers = sight.matches(what, tapped, scope)
            && who.as_ref().is_none_or(|who| sight.seat(who, scope) == Some(seat))
            && condition.as_ref().is_none_or(|condition| sight.holds(condition, scope));
        let Some(source) = scope.source.filter(|_| triggers && compiled.is_triggered_mana_ability()) else {
            return;
        };
        // What comes behind a condition or a choice is not counted on.
        let Some(Op::Do(Verb::AddMana(who, mana, amount))) =
            compiled.code.as_ref().and_then(|code| code.0.first())
        else {
            return;
        };
        let types = match mana {
            Mana::Produced => given,
            mana => self.mana_types(sight, (source, scope.written), *mana, &mut Vec::new()),
        };
        if sight.seat(who, scope) == Some(seat) && types != 0 {
            units.extend(std::iter::repeat_n(types, bounds::times(sight.count(amount, scope))));
        }
    }
}
