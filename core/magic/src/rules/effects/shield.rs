//! Shields against damage (614.9, 615), skipping (614.10) and what cannot happen (614.17).

use duelog_kernel::ObjectId;

use super::Act;
use crate::cite;
use crate::language::definition::{Filter, Group, Ref, Shield as Text, TurnPart, Until};
use crate::rules::eval::Sight;
use crate::state::{
    AbilityPlace, AbilityRef, LastingKind, PickPurpose, Picking, Shield, StackKind, Value, Zone,
};

impl Act<'_, '_> {
    pub(super) fn shield(&mut self, text: &Text) {
        let (code, at) = (self.running.code, self.step());
        let shield = self.look(|sight, scope| Shield {
            code,
            at,
            from: text.source.as_ref().and_then(|source| sight.object_of(source, scope)),
            to: None,
            left: text.amount.as_ref().map(|amount| sight.count(amount, scope)),
            instead: text.instead.as_ref().and_then(|instead| sight.refer(instead, scope)),
            then: text.then.iter().map(|then| sight.refer(&then.whom, scope)).collect(),
        });
        let nobody = (text.source.is_some() && shield.from.is_none())
            || (text.instead.is_some() && shield.instead.is_none());
        if shield.left == Some(0) || nobody {
            return;
        }
        match &text.to {
            None => self.begin(LastingKind::Shield(shield), text.until),
            Some(to) => {
                for to in self.look(|sight, scope| sight.members(to, scope)) {
                    self.begin(LastingKind::Shield(Shield { to: Some(to), ..shield.clone() }), text.until);
                }
            }
        }
    }

    /// 609.7a: permanents, spells, and what spells and abilities on the stack, effects and delayed abilities
    /// refer to.
    pub(super) fn choose_source(&mut self, who: &Ref, filter: &Filter) {
        let chosen = self.look(|sight, scope| {
            let mut options = sources(sight);
            options.retain(|id| sight.matches(filter, *id, scope));
            Some((sight.seat(who, scope)?, options))
        });
        let Some((seat, options)) = chosen else { return };
        let number = u32::from(!options.is_empty());
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::Source, options, number, number));
    }

    pub(super) fn skip(&mut self, who: &Group, span: TurnPart) {
        for seat in self.look(|sight, scope| sight.teams(who, scope)) {
            self.begin(LastingKind::Skip(seat, span), Until::Forever);
        }
    }

    /// Players who would gain life this turn gain none (614.1a).
    pub(super) fn gain_none(&mut self, who: &Group) {
        let seats = self.look(|sight, scope| sight.seats(who, scope));
        if !seats.is_empty() {
            self.begin(LastingKind::NoLife(seats), Until::EndOfTurn);
        }
    }

    /// A replacement effect begins that is written as an ability of the same card (614.3).
    pub(super) fn replaces(&mut self, place: u8, until: Until, once: bool) {
        let ability = AbilityRef { card: self.running.code.card, place: AbilityPlace::Printed(place.into()) };
        self.begin(LastingKind::Replaces { ability, once }, until);
    }

    /// The step of the script that is being done.
    fn step(&self) -> u16 {
        self.running.cursor.at.saturating_sub(1)
    }
}

/// What can be chosen as a source of damage (609.7a).
fn sources(sight: &Sight<'_>) -> Vec<ObjectId> {
    cite!("109.2c", "119.7");
    let board = sight.board;
    let mut all: Vec<ObjectId> = board.zone(Zone::Battlefield).to_vec();
    all.extend(board.zone(Zone::Command));
    let mut named = |values: &mut dyn Iterator<Item = Value>| {
        all.extend(values.filter_map(|value| if let Value::Object(id) = value { Some(id) } else { None }));
    };
    for id in board.zone(Zone::Stack) {
        let Some(stack) = sight.object(*id).and_then(|object| object.stack.as_deref()) else { continue };
        let source = match stack.kind {
            StackKind::Spell => *id,
            StackKind::Activated(source, _)
            | StackKind::Triggered(source, _)
            | StackKind::Delayed(source, ..) => source,
        };
        let event = [stack.event.object, stack.event.other].into_iter().flatten();
        named(
            &mut [source]
                .into_iter()
                .chain(event)
                .map(Value::Object)
                .chain(stack.targets.iter().flatten().copied()),
        );
    }
    for delayed in &board.delayed {
        let context = &delayed.context;
        let event = [context.event.object, context.event.other].into_iter().flatten();
        named(
            &mut [context.source]
                .into_iter()
                .chain(event)
                .map(Value::Object)
                .chain(context.targets.iter().flatten().copied())
                .chain(delayed.it),
        );
    }
    for lasting in &board.effects {
        if let LastingKind::Shield(shield) = &lasting.kind {
            named(&mut shield.from.map(Value::Object).into_iter().chain(shield.to).chain(shield.instead));
        }
    }
    all.sort();
    all.dedup();
    all.retain(|id| sight.object(*id).is_some());
    all
}
