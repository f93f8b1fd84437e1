//! What is done as an object enters the battlefield (614.1c, 614.12a, 614.13).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{
    Ability, Change, Counter, Destination, Group, Number, Ref, Replacement, Taking, Written,
};
use crate::rule;
use crate::rules::continuous::lock_in;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::replacement::{destination_zone, moving};
use crate::state::event::Event;
use crate::state::{
    AbilityRef, Alter, Chosen, CodeRef, Copied, Entering, EventBatch, Frame, MoveReason, PickPurpose,
    Picking, Place, Proposal, Running, Zone,
};

/// The events that a script stands on, while something enters.
fn below<'a>(play: &'a Game<'_>) -> Option<&'a EventBatch> {
    play.state()
        .board
        .frames
        .iter()
        .rev()
        .find_map(|frame| if let Frame::EventBatch(events) = frame { Some(events) } else { None })
}

/// Changes how the object at hand will enter.
pub(super) fn enter_otherwise(play: &mut Game<'_>, change: impl FnOnce(&mut Entering)) {
    let Some(events) = below(play) else { return };
    let Some(Proposal::Move { entering, .. } | Proposal::Token { entering, .. }) =
        events.batch.get(usize::from(events.at)).map(|proposed| &proposed.event)
    else {
        return;
    };
    let mut entering = entering.clone();
    change(&mut entering);
    let rule = match (&entering.copy, entering.chosen.is_empty()) {
        (Some(_), _) => rule!("706.5"),
        (None, false) => rule!("607.2d"),
        (None, true) => rule!("614.12a"),
    };
    play.emit(Event::EnteringSet(entering), rule);
}

/// As a copy of what the object at hand will enter, so far.
pub(super) fn entering_copy(play: &Game<'_>) -> Option<Box<Copied>> {
    let events = below(play)?;
    match &events.batch.get(usize::from(events.at))?.event {
        Proposal::Move { entering, .. } | Proposal::Token { entering, .. } => entering.copy.clone(),
        _ => None,
    }
}

impl Act<'_, '_> {
    pub(super) fn enter_tapped(&mut self) {
        enter_otherwise(self.play, |entering| entering.tapped = true);
    }

    pub(super) fn enter_with(&mut self, kind: Counter, number: &Number) {
        let count = self.look(|sight, scope| sight.count(number, scope));
        enter_otherwise(self.play, |entering| entering.add(kind, count));
    }

    /// 614.1a: the object at hand goes elsewhere instead, and does not enter.
    pub(super) fn enter_elsewhere(&mut self, to: Destination) {
        let Some(Proposal::Move { object, .. }) =
            below(self.play).and_then(|events| Some(&events.batch.get(usize::from(events.at))?.event))
        else {
            return;
        };
        let owner = self.magic.owner(self.play, *object);
        let (zone, place) = destination_zone(to, owner);
        self.play.emit(Event::TurnedAway(zone, place), rule!("614.1a"));
    }

    /// A number is kept for the object, of which its other abilities speak.
    pub(super) fn enter_keeping(&mut self, number: &Number) {
        let count = self.look(|sight, scope| sight.count(number, scope));
        let card = self.running.code.card;
        enter_otherwise(self.play, |entering| entering.chosen.push((card, Chosen::Number(count))));
    }

    /// An object is chosen for the one that enters, of which its other abilities speak.
    pub(super) fn enter_chosen(&mut self, what: &Ref) {
        let Some(id) = self.look(|sight, scope| sight.object_of(what, scope)) else { return };
        self.magic.chosen_for_entering(self.play, self.running, Chosen::Object(id));
    }

    /// 611.2e: what it is from the beginning, by the ability that says how it enters.
    pub(super) fn enter_as(&mut self, changes: &[Change<Written>]) {
        let script = self.running.code.as_ability();
        let (source, seat) = (self.source(), self.running.context.controller);
        let settled = self.look(|sight, scope| {
            let settle = |change| lock_in(change, sight, scope, script, 0);
            changes.iter().filter_map(settle).collect::<Vec<Alter>>()
        });
        enter_otherwise(self.play, |entering| match &mut entering.altered {
            Some((_, _, alters)) => alters.extend(settled),
            None => entering.altered = Some((source, seat, settled)),
        });
    }

    pub(super) fn enter_moving(&mut self, among: &Group, least: u32, most: Option<u32>, how: Taking) {
        let seat = self.running.context.controller;
        let taken = below(self.play).map_or(Vec::new(), |events| moving(&events.batch));
        let source = self.source();
        let objects = |sight: &Sight<'_>, scope: &Scope<'_>| -> Vec<ObjectId> {
            let mut options = sight.objects(among, scope);
            options.retain(|id| !taken.contains(id) && *id != source);
            options.retain(|id| how != Taking::Sacrifice || sight.can_be_sacrificed(*id));
            options
        };
        let (options, possible) =
            self.look(|sight, scope| (objects(sight, scope), objects(&sight.unseeing(), scope).len()));
        let (min, max) = self.magic.within(least, most.unwrap_or(u32::MAX), options.len(), possible);
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::Entering(how), options, min, max));
    }
}

impl Magic {
    /// A choice that a script has made: where the script is about an object that enters, it is made for that
    /// object.
    pub fn chosen_for_entering(&self, play: &mut Game<'_>, running: &Running, chosen: Chosen) {
        if self.is_of_entering(running.code) {
            let card = running.code.card;
            enter_otherwise(play, |entering| entering.chosen.push((card, chosen)));
        }
    }

    /// True for a script that is done as an object enters.
    pub fn is_of_entering(&self, code: CodeRef) -> bool {
        let CodeRef { card, ability: Some(place) } = code else { return false };
        matches!(
            self.card_pool.ability(AbilityRef { card, place }),
            Some(Ability::Replacement(Replacement::Enters { does: Some(_), .. }))
        )
    }

    /// The picked objects move together with the object that enters (614.13).
    pub fn join(&self, play: &mut Game<'_>, picked: Vec<ObjectId>, how: Taking) {
        let count = picked.len() as u32;
        if how == Taking::Reveal {
            if count > 0 {
                play.emit(Event::Shown(picked.clone(), u8::MAX), rule!("701.15a"));
            }
            return self.report(play, count, picked.into_iter().map(crate::state::Value::Object).collect());
        }
        let part = |object: ObjectId| match how {
            Taking::Exile => Proposal::Move {
                object,
                to: Zone::Exile,
                place: Place::Top,
                entering: Entering::default(),
                why: MoveReason::Effect,
            },
            Taking::Reveal | Taking::Sacrifice => {
                Proposal::to_graveyard(object, self.owner(play, object), MoveReason::Sacrificed)
            }
        };
        let events: Vec<Proposal> = picked.iter().copied().map(part).collect();
        if !events.is_empty() {
            play.emit(Event::Joined(events), rule!("614.13"));
        }
        self.report(play, count, picked.into_iter().map(crate::state::Value::Object).collect());
    }
}
