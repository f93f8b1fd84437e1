//! Putting objects somewhere: exile, return, bury, put onto the battlefield.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::continuous::lock_in;
use crate::definition::{Change, Destination, Group, Until};
use crate::replacement::destination_zone;
use crate::state::{AbilityRef, Alter, Entering, LastingKind, Object, PickPurpose, Picking, Proposal, Why, Zone};
use crate::turn::picking;

impl Act<'_, '_> {
    /// 610.3: the cards come back when the source has left the battlefield.
    pub(super) fn return_when_gone(&mut self, what: &Group) {
        let objects = self.look(|sight, scope| sight.objects(what, scope));
        if !objects.is_empty() {
            self.begin(LastingKind::Return(objects), Until::Forever);
        }
    }

    /// 611.2e: what an effect says that permanents are they are as they enter.
    pub(super) fn put_as(&mut self, what: &Group, changes: &[Change]) {
        let (source, controller) = (self.source(), self.running.context.controller);
        let ability = AbilityRef { card: self.running.code.card, place: self.running.code.ability.unwrap_or(u8::MAX) };
        let batch = self.look(|sight, scope| {
            let alters: Vec<Alter> = changes.iter().filter_map(|change| lock_in(change, sight, scope, ability, u8::MAX)).collect();
            let put = |id| {
                let object = follow(sight, id)?;
                let mut event = placed(object.id, object.owner, Destination::Battlefield, controller, Why::Effect);
                if let Proposal::Move { entering, .. } = &mut event {
                    entering.altered = Some((source, controller, alters.clone()));
                }
                Some(event)
            };
            sight.objects(what, scope).into_iter().filter_map(put).collect()
        });
        self.magic.happen(self.play, batch);
    }

    pub(super) fn move_to(&mut self, what: &Group, destination: Destination) {
        let controller = self.running.context.controller;
        if self.order_first(what, destination) {
            return;
        }
        let (batch, owners) = self.look(|sight, scope| {
            let mut batch = Vec::new();
            let mut owners: Vec<Seat> = Vec::new();
            for id in sight.objects(what, scope) {
                let Some(object) = follow(sight, id) else { continue };
                batch.push(placed(object.id, object.owner, destination, controller, Why::Effect));
                if !owners.contains(&object.owner) {
                    owners.push(object.owner);
                }
            }
            (batch, owners)
        });
        self.magic.happen(self.play, batch);
        if destination == Destination::LibraryShuffled {
            owners.into_iter().for_each(|seat| self.magic.shuffle_library(self.play, seat));
        }
    }
}

impl Act<'_, '_> {
    /// 401.4: where several cards go to the top or the bottom of one library, their owner chooses the order first; tokens have none. Whether
    /// somebody chooses.
    fn order_first(&mut self, what: &Group, destination: Destination) -> bool {
        let purpose = match destination {
            Destination::LibraryTop => PickPurpose::MoveTop,
            Destination::LibraryBottom => PickPurpose::MoveBottom,
            Destination::Hand
            | Destination::LibraryShuffled
            | Destination::Graveyard
            | Destination::Exile
            | Destination::Battlefield
            | Destination::BattlefieldTapped
            | Destination::BattlefieldOwner => return false,
        };
        let mut shares: Vec<(Seat, Vec<ObjectId>, u32)> = Vec::new();
        let mut others = Vec::new();
        self.look(|sight, scope| {
            let all: Vec<&Object> = sight.objects(what, scope).into_iter().filter_map(|id| follow(sight, id)).collect();
            for seat in sight.board.apnap() {
                let own: Vec<ObjectId> = all.iter().filter(|object| object.owner == seat && !object.token).map(|object| object.id).collect();
                match own.len() as u32 {
                    0 | 1 => others.extend(own),
                    number => shares.push((seat, own, number)),
                }
            }
            others.extend(all.iter().filter(|object| object.token).map(|object| object.id));
        });
        if shares.is_empty() {
            return false;
        }
        let (seat, options, number) = shares.remove(0);
        let pick = picking(seat, purpose, options, number, number);
        self.magic.pick(self.play, Picking { collected: others, after: shares, ..pick });
        true
    }
}

/// The object that an effect finds under an id: itself, or what it became in a public zone (400.7).
fn follow<'a>(sight: &crate::eval::Sight<'a>, id: ObjectId) -> Option<&'a crate::state::Object> {
    let object = sight.object(id)?;
    if object.zone != Zone::Gone {
        return Some(object);
    }
    let became = sight.object(object.became?)?;
    matches!(became.zone, Zone::Graveyard(_)).then_some(became)
}

/// The move of a card to a destination.
pub fn placed(object: ObjectId, owner: Seat, destination: Destination, controller: Seat, why: Why) -> Proposal {
    let (to, place) = destination_zone(destination, owner);
    let entering = Entering {
        tapped: destination == Destination::BattlefieldTapped,
        controller: Some(if destination == Destination::BattlefieldOwner { owner } else { controller }),
        ..Entering::default()
    };
    Proposal::Move { object, to, place, entering: if to == Zone::Battlefield { entering } else { Entering::default() }, why }
}
