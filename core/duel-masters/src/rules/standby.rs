//! Resolving the effects on standby: S-Triggers first, then the turn player's, then the other player's
//! (101.4).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::trigger::{Next, next};
use duelog_kernel::{Ask, Choice, Item, Request, Seat};

use crate::language::definition::{Ability, Moment, Role, Subject, When};
use crate::language::types::Place;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{
    Context, Frame, PickPurpose, Picking, Standby, StandbyKind, StandbyWindow, Value, Zone, other,
};
use crate::{cite, rule};

impl DuelMasters {
    /// Which effects go before others: S-Triggers (101.4), then what comes before a break (509.4, 603.7a),
    /// that of the innermost window first (603.7b).
    fn class(&self, standby: &Standby) -> u8 {
        cite!("603.7b");
        match (standby.is_shield_trigger(), self.comes_before_break(standby)) {
            (true, _) => 0,
            (false, true) => u8::MAX - standby.pool,
            (false, false) => u8::MAX,
        }
    }

    /// Whether an effect was triggered by a break to come (603.7).
    fn comes_before_break(&self, standby: &Standby) -> bool {
        matches!(self.triggered_on(&standby.kind), Some(When::Combat { role: Role::WillBreak, .. }))
    }

    /// The event on which an effect triggered.
    fn triggered_on(&self, kind: &StandbyKind) -> Option<&When> {
        match kind {
            StandbyKind::Ability(code) => {
                match self.card_pool.ability(code.card, code.face, code.ability?)? {
                    Ability::Triggered(ability) if ability.from != Place::Hand => Some(&ability.when),
                    _ => None,
                }
            }
            StandbyKind::Delayed(code, at, ..) => match self.card_pool.moment(*code, *at)? {
                Moment::Next(when, _) | Moment::Whenever(when, _) => Some(when),
            },
            StandbyKind::Use(_) | StandbyKind::GStrike | StandbyKind::ShieldTrigger(_) => None,
        }
    }

    /// Resolves one effect.
    fn resolve(&self, play: &mut Game<'_>, standby: Standby) {
        cite!("605.2");
        let rule = if standby.is_shield_trigger() { rule!("101.4b") } else { rule!("101.4a") };
        self.emit_quietly(play, Event::StandbyDone(standby.id), rule);
        let (source, controller, event) = (standby.source, standby.controller, standby.event);
        let context = Context { event, ..DuelMasters::context(source, controller) };
        match standby.kind {
            StandbyKind::Ability(code) => {
                let ability =
                    code.ability.and_then(|place| self.card_pool.ability(code.card, code.face, place));
                let condition = match ability {
                    Some(Ability::Triggered(ability)) => ability.condition.as_ref(),
                    _ => None,
                };
                cite!("605.2a");
                // 603.4: the condition counts now, not when it triggered.
                let scope = Scope::context(&context, code.card);
                if condition.is_none_or(|condition| self.sight(play).holds(condition, &scope)) {
                    self.run_script(play, code, 0, context, None, rule!("603.4"));
                }
            }
            StandbyKind::Delayed(code, at, context, it) => {
                self.run_script(play, code, at, context, it, rule!("607.2"))
            }
            StandbyKind::Use(face) | StandbyKind::ShieldTrigger(face) => {
                let here = play
                    .state()
                    .board
                    .get(source)
                    .is_some_and(|object| object.zone == Zone::Hand(controller));
                if here && matches!(standby.kind, StandbyKind::ShieldTrigger(_)) {
                    let by = standby.event.other;
                    self.emit(play, Event::ShieldTriggered(controller, source, by), rule!("112.3a"));
                }
                if here {
                    self.use_for_no_cost(play, source, face, controller);
                }
            }
            StandbyKind::GStrike => {
                let options: Vec<Value> = self
                    .choosable(&self.sight(play), controller, other(controller))
                    .into_iter()
                    .map(Value::Object)
                    .collect();
                if !options.is_empty() {
                    let picking = Picking {
                        seat: controller,
                        purpose: PickPurpose::GStrike(source),
                        options,
                        min: 1,
                        max: 1,
                        taken: Vec::new(),
                    };
                    self.push(play, Frame::Picking(picking), rule!("509.5b"));
                }
            }
        }
    }

    /// The creatures of `owner` that `chooser` can choose.
    pub fn choosable(
        &self,
        sight: &crate::rules::eval::Sight<'_>,
        chooser: Seat,
        owner: Seat,
    ) -> Vec<duelog_kernel::ObjectId> {
        let mut ids: Vec<_> = sight
            .creatures(owner)
            .filter(|id| chooser == owner || !sight.is_forbidden(*id, Subject::BeChosen))
            .collect();
        ids.sort();
        ids
    }
}

impl FrameRules<DuelMasters> for StandbyWindow {
    /// Resolves the next effect of the window; which one is looked for again after each.
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        if self.choosing.is_some() {
            return play.wait(rules);
        }
        let board = &play.state().board;
        let waiting: Vec<&Standby> = board
            .standby
            .iter()
            .filter(|standby| standby.pool >= self.pool || (self.wide && !rules.comes_before_break(standby)))
            .filter(|standby| {
                self.only.is_none_or(|seat| standby.controller == seat || standby.is_shield_trigger())
            })
            .collect();
        let classes: Vec<(u8, Seat)> =
            waiting.iter().map(|standby| (rules.class(standby), standby.controller)).collect();
        cite!("101.4", "101.4c", "509.4a", "509.4b");
        match next(&classes, &board.turn_order()) {
            Next::Nothing => rules.pop(play, rule!("605.1")),
            Next::Place(place) => {
                let standby = waiting[place].clone();
                rules.resolve(play, standby);
            }
            // Effects that are the same in every respect need no order.
            Next::Choose(_, places)
                if places.iter().all(|place| is_same(waiting[*place], waiting[places[0]])) =>
            {
                let standby = waiting[places[0]].clone();
                rules.resolve(play, standby);
            }
            Next::Choose(seat, places) => {
                let ids = places.into_iter().map(|place| waiting[place].id).collect();
                let standing = StandbyWindow { choosing: Some((seat, ids)), ..self };
                rules.replace_frame(play, Frame::Standby(standing), rule!("101.4a"));
            }
        }
        Flow::Go
    }

    /// Asks which of a player's effects is resolved next (605.1).
    fn ask(&self, _: &DuelMasters, _: &Sight<'_>) -> Option<Request> {
        let (seat, ids) = self.choosing.as_ref()?;
        let options = ids.iter().copied().map(Item::Number).collect();
        Some(Request {
            seat: *seat,
            prompt: Prompt::OrderEffects.into(),
            rule: rule!("605.1"),
            subject: None,
            ask: Ask::one_of(options),
        })
    }

    /// Takes the choice.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let Some(Item::Number(id)) = items.first() else { return };
        let Some(standby) = play.state().board.standby.iter().find(|standby| standby.id == *id).cloned()
        else {
            return;
        };
        self.choosing = None;
        rules.replace_frame(play, Frame::Standby(self), rule!("605.1"));
        rules.resolve(play, standby);
    }
}

fn is_same(one: &Standby, other: &Standby) -> bool {
    Standby { id: other.id, ..one.clone() } == *other
}
