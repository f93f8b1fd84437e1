//! New targets for what is on the stack (1.8.5f).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::Ref;
use crate::rule;
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::targets::{attack_targets, bounds, options, scope_of};
use crate::state::event::Event;
use crate::state::{Frame, Kind, Occurrence, PickPurpose, Picking, Value, Zone, code_of, picking};

impl Act<'_, '_> {
    /// A player chooses another legal target for each target of a layer; where there is no other, the target
    /// stays.
    pub fn retarget(&mut self, who: &Ref, what: &Ref) {
        // The last frame is asked first.
        for picking in self.targets_to_change(who, what).into_iter().rev() {
            self.rules.pick(self.play, picking);
        }
    }

    /// What the player is asked for, target by target.
    pub(super) fn targets_to_change(&mut self, who: &Ref, what: &Ref) -> Vec<Picking> {
        let Some(seat) = self.seat(who) else { return Vec::new() };
        let picks = self.look(|sight, scope| {
            let object = sight
                .object_of(what, scope)
                .and_then(|id| sight.object(id))
                .filter(|object| object.zone == Zone::Stack)?;
            let layer = object.layer.as_deref()?;
            let pick = |group: Option<u8>, place: usize, legal: &[ObjectId], taken: &[ObjectId]| {
                let others: Vec<ObjectId> = legal.iter().copied().filter(|id| !taken.contains(id)).collect();
                let purpose = PickPurpose::Retarget(object.id, group, place as u8);
                (!others.is_empty())
                    .then(|| Picking { options: others, ..picking(seat, purpose, Vec::new(), 1, 1) })
            };
            let attackable = {
                let attacks = sight
                    .card_pool
                    .card(object.card)
                    .definition
                    .attacks
                    .as_ref()
                    .filter(|_| object.kind == Kind::Card);
                attack_targets(sight, sight.controller(object.id)?, attacks, &scope_of(object, layer))
            };
            let attacked =
                (0..layer.attacked.len()).filter_map(|place| pick(None, place, &attackable, &layer.attacked));
            let mut picks: Vec<Picking> = attacked.collect();
            let groups = sight.card_pool.targets(code_of(object, layer), &layer.modes);
            for (group, (targets, spec)) in layer.targets.iter().zip(groups).enumerate() {
                let legal = options(sight, bounds(spec).2, &scope_of(object, layer));
                let taken: Vec<ObjectId> = targets.iter().filter_map(|value| value.object()).collect();
                picks.extend(
                    (0..targets.len()).filter_map(|place| pick(Some(group as u8), place, &legal, &taken)),
                );
            }
            Some(picks)
        });
        picks.unwrap_or_default()
    }
}

impl FleshAndBlood {
    /// Writes a new target onto a layer, unless it has been taken for another place of the group (1.8.5b).
    pub fn set_target(
        &self,
        play: &mut Game<'_>,
        layer: ObjectId,
        group: Option<u8>,
        place: u8,
        target: Option<ObjectId>,
    ) {
        let (Some(target), Some(mut own)) =
            (target, play.state().board.get(layer).and_then(|object| object.layer.clone()))
        else {
            return;
        };
        let place = usize::from(place);
        let free = match group {
            None => !own.attacked.contains(&target),
            Some(group) => own
                .targets
                .get(usize::from(group))
                .is_some_and(|targets| !targets.contains(&Value::Object(target))),
        };
        if !free {
            return;
        }
        match group {
            None => own.attacked.get_mut(place).into_iter().for_each(|slot| *slot = target),
            Some(group) => {
                own.targets
                    .get_mut(usize::from(group))
                    .and_then(|targets| targets.get_mut(place))
                    .into_iter()
                    .for_each(|slot| *slot = Value::Object(target));
            }
        }
        play.emit(Event::LayerSet(layer, own), rule!("1.8.5f"));
        if group.is_none() {
            self.emit(play, Event::Recorded(Occurrence::Targeted(target, layer)), rule!("1.4.5"));
        }
        if let Some(Frame::Running(running)) = play.state().board.frames.last() {
            let amount = running.amount + 1;
            self.report(play, amount, vec![Value::Object(layer)]);
        }
    }
}
