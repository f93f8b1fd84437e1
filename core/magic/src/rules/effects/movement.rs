//! Putting objects somewhere: exile, return, bury, put onto the battlefield.
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use super::create::fighting;
use crate::language::definition::{
    Change, Counter, Destination, Fighting, Filter, Group, Number, Ref, Target, Until, Written, ZoneKind,
};
use crate::language::subtypes::{AURA, EQUIPMENT, FORTIFICATION};
use crate::language::types::CardType;
use crate::rules::continuous::lock_in;
use crate::rules::eval::{Scope, Sight};
use crate::rules::looking_back::may_be_found;
use crate::rules::replacement::destination_zone;
use crate::state::{
    Alter, Entering, FollowUp, LastingKind, MoveReason, Object, PickPurpose, Picking, Proposal, Value, Zone,
};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Objects return at the moment that the effect of this kind names.
    pub(super) fn return_at(&mut self, what: &Group, kind: impl FnOnce(Vec<ObjectId>) -> LastingKind) {
        let objects = self.look(|sight, scope| sight.objects(what, scope));
        if !objects.is_empty() {
            self.begin(kind(objects), Until::Forever);
        }
    }

    /// 610.3: the objects are exiled, and come back when the source has left the battlefield.
    pub(super) fn exile_until_gone(&mut self, what: &Group) {
        let (source, seat) = (self.source(), self.running.context.controller);
        let (here, objects) =
            self.look(|sight, scope| (sight.board.is_permanent(source), sight.objects(what, scope)));
        if !here {
            // It has left already: nothing is exiled.
            cite!("610.3a");
            return self.magic.report(self.play, 0, Vec::new());
        }
        let batch = self.look(|sight, _| {
            let owned = |id: &ObjectId| Some((*id, sight.object(*id)?.owner));
            let exiled = |(id, owner)| placed(id, owner, Destination::Exile, owner, MoveReason::Effect);
            objects.iter().filter_map(owned).map(exiled).collect()
        });
        self.magic.happen_and(self.play, batch, FollowUp::Return(source, seat, objects));
    }

    pub(super) fn not_cast(&mut self, card: &Ref) {
        let Some(Value::Object(id)) = self.object_of(card) else { return };
        let found = self.look(|sight, scope| {
            follow(sight, scope, id).into_iter().map(|card| (card.id, card.owner)).collect::<Vec<_>>()
        });
        let batch =
            found.into_iter().map(|(id, owner)| Proposal::to_graveyard(id, owner, MoveReason::NotCast));
        self.magic.happen(self.play, batch.collect());
    }

    /// Puts cards onto the battlefield: tapped or not, under whose control, with which counters. What an effect
    /// says that permanents are they are as they enter (611.2e).
    pub(super) fn put(
        &mut self,
        what: &Group,
        (tapped, under, with): (bool, Option<&Ref>, Option<&(Counter, Number)>),
        changes: &[Change<Written>],
        (fights, attached, (transformed, face_down)): (Option<&Fighting>, Option<&Ref>, (bool, bool)),
    ) {
        let pool = &self.magic.card_pool;
        let (source, controller) = (self.source(), self.running.context.controller);
        let ability = self.running.code.as_ability();
        let batch = self.look(|sight, scope| {
            let alters: Vec<Alter> = changes
                .iter()
                .filter_map(|change| lock_in(change, sight, scope, ability, u32::MAX))
                .collect();
            let put = |object: &Object| {
                let it = Scope { it: Some(Value::Object(object.id)), ..*scope };
                let seat = under.map_or(Some(controller), |under| sight.seat(under, &it))?;
                let mut event =
                    placed(object.id, object.owner, Destination::Battlefield, seat, MoveReason::Effect);
                if let Proposal::Move { entering, .. } = &mut event {
                    if transformed {
                        // What is not double-faced stays where it is.
                        cite!("711.8", "711.8a");
                        entering.face = Some(pool.back(object.card).filter(|_| !object.token)?);
                    }
                    if face_down {
                        cite!("707.3");
                        entering.down = Some(pool.face_down()?);
                    }
                    entering.tapped = tapped;
                    let count = with.map(|(kind, number)| (*kind, sight.count(number, &it)));
                    entering.counters.extend(count.filter(|(_, count)| *count > 0));
                    entering.fights = fights.and_then(|fights| fighting(fights, sight, &it));
                    entering.attached = attached.and_then(|host| host_of(sight, object, host, &it));
                    if !alters.is_empty() {
                        entering.altered = Some((source, controller, alters.clone()));
                    }
                }
                Some(event)
            };
            let all = sight.objects(what, scope).into_iter().flat_map(|id| follow(sight, scope, id));
            all.filter_map(put).collect()
        });
        self.magic.happen(self.play, batch);
    }

    /// The events in an order that the random generator gives.
    fn in_random_order(&mut self, mut batch: Vec<Proposal>) -> Vec<Proposal> {
        // Nothing is left to chance for the last.
        let number = batch.len().saturating_sub(1);
        let mut mixed = self.magic.lots(self.play, &mut batch, |_| None, number, rule!("702.84a"));
        mixed.extend(batch);
        mixed
    }

    /// Cards from the top of a library are exiled up to the first that matches.
    pub(super) fn exile_until(&mut self, who: &Ref, filter: &Filter) {
        let batch = self.look(|sight, scope| {
            let Some(seat) = sight.seat(who, scope) else { return Vec::new() };
            let all: Vec<ObjectId> = sight.board.top(seat).collect();
            let found = all.iter().position(|id| sight.matches(filter, *id, scope));
            let number = found.map_or(all.len(), |place| place + 1);
            let exiled = |id: &ObjectId| placed(*id, seat, Destination::Exile, seat, MoveReason::Effect);
            all[..number].iter().map(exiled).collect()
        });
        self.magic.happen(self.play, batch);
    }

    /// Permanents go elsewhere as often as they would leave the battlefield.
    pub(super) fn leave_to(&mut self, what: &Group, to: Destination) {
        let objects = self.permanents(what);
        if !objects.is_empty() {
            self.begin(LastingKind::Leave(objects, to), Until::Forever);
        }
    }

    /// Permanents go elsewhere as often as they would die this turn (614.1a, 700.4).
    pub(super) fn die_to(&mut self, what: &Group, to: Destination) {
        let objects = self.permanents(what);
        if !objects.is_empty() {
            self.begin(LastingKind::Die(objects, to), Until::EndOfTurn);
        }
    }

    /// Objects go to their owners' libraries, with this number of cards above them.
    pub(super) fn move_below(&mut self, what: &Group, number: &Number) {
        let number = self.look(|sight, scope| sight.count(number, scope)).min(u32::from(u8::MAX)) as u8;
        self.move_to(what, Destination::LibraryBelow(number));
    }

    pub(super) fn move_to(&mut self, what: &Group, destination: Destination) {
        let controller = self.running.context.controller;
        if self.order_first(what, destination) {
            return;
        }
        cite!("120.5");
        let shuffles = destination == Destination::LibraryShuffled;
        let code = self.running.code;
        let (batch, libraries) = self.look(|sight, scope| {
            let objects = sight.objects(what, scope).into_iter().flat_map(|id| follow(sight, scope, id));
            let batch = objects
                .map(|object| placed(object.id, object.owner, destination, controller, MoveReason::Effect))
                .collect();
            let targets = sight.card_pool.targets(code);
            let mut libraries = if shuffles { shuffled(sight, what, scope, targets) } else { Vec::new() };
            let order = sight.board.apnap();
            libraries.sort_by_key(|seat| order.iter().position(|other| other == seat));
            libraries.dedup();
            (batch, libraries)
        });
        let batch =
            if destination == Destination::LibraryRandom { self.in_random_order(batch) } else { batch };
        if shuffles {
            // What replaces the moves waits for its answers first; the shuffling comes after all of them.
            let then = libraries.into_iter().map(Proposal::Shuffle).collect();
            return self.magic.happen_then(self.play, batch, then);
        }
        self.magic.happen(self.play, batch);
    }
}

impl Act<'_, '_> {
    /// 401.4: where several cards go to the top or the bottom of one library, their owner chooses the order
    /// first; tokens have none. Whether somebody chooses.
    fn order_first(&mut self, what: &Group, destination: Destination) -> bool {
        let (purpose, within) = match destination {
            Destination::LibraryTop => (PickPurpose::MoveTop, PickPurpose::Arrange),
            Destination::LibraryBottom => (PickPurpose::MoveBottom, PickPurpose::Bottom),
            Destination::Hand
            | Destination::LibraryShuffled
            | Destination::LibraryRandom
            | Destination::Graveyard
            | Destination::Exile
            | Destination::Battlefield
            | Destination::BattlefieldTapped
            | Destination::LibraryBelow(_)
            | Destination::BattlefieldOwner => return false,
        };
        // What changes its place within a library changes no zone.
        if self.put_back(what, within) {
            return true;
        }
        let mut shares: Vec<(Seat, Vec<ObjectId>, u32)> = Vec::new();
        let mut others = Vec::new();
        self.look(|sight, scope| {
            let all: Vec<&Object> =
                sight.objects(what, scope).into_iter().flat_map(|id| follow(sight, scope, id)).collect();
            for seat in sight.board.apnap() {
                let own: Vec<ObjectId> = all
                    .iter()
                    .filter(|object| object.owner == seat && !object.token)
                    .map(|object| object.id)
                    .collect();
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
        let pick = Picking::new(seat, purpose, options, number, number);
        self.magic.pick(self.play, Picking { collected: others, after: shares, ..pick });
        true
    }
}

/// The players whose libraries are shuffled as this group is shuffled into them: its objects' owners, whether
/// or not the objects are still where they should be (701.19c), and whoever has what the group names even
/// where there is nothing in it (701.19d). `targets` are those of the script.
fn shuffled(sight: &Sight<'_>, what: &Group, scope: &Scope<'_>, targets: &[Target]) -> Vec<Seat> {
    cite!("701.19c", "701.19d");
    let mut owners: Vec<Seat> = sight
        .objects(what, scope)
        .into_iter()
        .filter_map(|id| sight.object(id))
        .map(|object| object.owner)
        .collect();
    let for_nothing = sight.card_pool.shuffles_for_nothing();
    match what {
        Group::Of(Ref::This) if owners.is_empty() => owners.extend(scope.controller),
        Group::Hand(who, _)
        | Group::Graveyard(who, _)
        | Group::LibraryTop(who, _)
        | Group::GraveyardTop(who, _)
        | Group::Topmost(who, ..)
        | Group::Bottommost(who, ..)
        | Group::Top(who, _)
        | Group::Bottom(who, _) => owners.extend(sight.seat(who, scope)),
        Group::Graveyards(_) => owners.extend(sight.board.apnap()),
        Group::All(filter) | Group::In(_, filter) => match owner_named(filter) {
            Some(who) => owners.extend(sight.seat(who, scope)),
            None if for_nothing && is_of_each(what) => owners.extend(sight.board.apnap()),
            None => {}
        },
        Group::Targets(place) if for_nothing => {
            let filter = targets.get(usize::from(*place)).and_then(graveyard_card);
            owners.extend(filter.and_then(owner_named).and_then(|who| sight.seat(who, scope)));
        }
        Group::Among(inner, _) | Group::Except(inner, _) => {
            owners.extend(shuffled(sight, inner, scope, targets))
        }
        Group::Together(groups) => {
            owners.extend(groups.iter().flat_map(|group| shuffled(sight, group, scope, targets)))
        }
        Group::Of(_)
        | Group::Targets(_)
        | Group::Spells(_)
        | Group::Players
        | Group::PlayersExcept(_)
        | Group::Last
        | Group::Noted(_)
        | Group::AllNoted
        | Group::Who(..)
        | Group::Linked
        | Group::Attacked
        | Group::Above(..)
        | Group::TargetsOf(_)
        | Group::PhasedOut(_)
        | Group::MostVotes => {}
    }
    owners
}

/// Returns whether a group is of the cards that each player has somewhere.
fn is_of_each(what: &Group) -> bool {
    let own = |zone: &ZoneKind| matches!(zone, ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library);
    matches!(what, Group::In(zones, _) if zones.iter().all(own))
}

/// The cards of graveyards that a target is one of.
fn graveyard_card(target: &Target) -> Option<&Filter> {
    match target {
        Target::GraveyardCard(filter) => Some(filter),
        target => target.inner().and_then(graveyard_card),
    }
}

/// The player whose own objects a filter speaks of.
fn owner_named(filter: &Filter) -> Option<&Ref> {
    match filter {
        Filter::OwnedBy(who) => Some(who),
        Filter::All(all) => all.iter().find_map(owner_named),
        _ => None,
    }
}

/// The objects that an effect finds under an id: itself, or what it became in a public zone where the effect
/// may find that (400.7). Anything else that has left is another object, also for a delayed triggered ability
/// (603.7c).
fn follow<'a>(sight: &Sight<'a>, scope: &Scope<'_>, id: ObjectId) -> Vec<&'a Object> {
    cite!("400.7d", "400.7h", "603.7c");
    cite!("603.6");
    let Some(object) = sight.object(id) else { return Vec::new() };
    if object.zone.exists() || !scope.finds.contains(&id) {
        return Some(object).filter(|object| object.zone.exists()).into_iter().collect();
    }
    let became = object.became().filter_map(|id| sight.object(id));
    became.filter(|became| may_be_found(sight.card_pool, became)).collect()
}

/// What an object that is put onto the battlefield is attached to: nothing where it is none of the permanents
/// that can be attached to something (303.4h).
fn host_of(sight: &Sight<'_>, object: &Object, host: &Ref, scope: &Scope<'_>) -> Option<Value> {
    let host = sight.refer(host, scope)?;
    let types = &sight.characteristics(object.id)?.types;
    cite!("303.4h");
    match host {
        _ if types.has(AURA) => Some(host),
        Value::Object(id) if types.has(EQUIPMENT) => sight.is_creature(id).then_some(host),
        Value::Object(id) if types.has(FORTIFICATION) => sight.has_type(id, CardType::Land).then_some(host),
        Value::Object(_) | Value::Seat(_) | Value::Number(_) => None,
    }
}

/// The move of a card to a destination.
pub fn placed(
    object: ObjectId,
    owner: Seat,
    destination: Destination,
    controller: Seat,
    why: MoveReason,
) -> Proposal {
    let (to, place) = destination_zone(destination, owner);
    cite!("110.2", "110.2a");
    let entering = Entering {
        tapped: destination == Destination::BattlefieldTapped,
        controller: Some(if destination == Destination::BattlefieldOwner { owner } else { controller }),
        ..Entering::default()
    };
    Proposal::Move {
        object,
        to,
        place,
        entering: if to == Zone::Battlefield { entering } else { Entering::default() },
        why,
    }
}
