//! Exchanging (701.10).

use std::cmp::Ordering;

use duelog_kernel::zone::Place;
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::cite;
use crate::language::definition::{Exchange, Group, Measure, Ref, Until, ZoneKind};
use crate::state::{Alter, Entering, LastingKind, MoveReason, Proposal, Value, Zone};

/// Where an object is, and what it is attached to there.
type Spot = (Zone, Option<Value>);

impl Act<'_, '_> {
    pub(super) fn exchange(&mut self, what: &Exchange) {
        match what {
            Exchange::Control(one, other) => self.exchange_control(one, other),
            Exchange::Life(one, other) => self.exchange_life(one, other),
            Exchange::Zones(who, one, other) => self.exchange_zones(who, *one, *other),
            Exchange::Cards(one, other) => self.exchange_cards(one, other),
            Exchange::LifeAndSize(who, creature, which) => self.exchange_numbers(who, creature, *which),
        }
    }

    /// 701.10g: the player gains or loses the difference, and the creature has the life total that there was.
    fn exchange_numbers(&mut self, who: &Ref, creature: &Ref, which: Measure) {
        let found = self.look(|sight, scope| {
            let (seat, id) = (sight.seat(who, scope)?, sight.object_of(creature, scope)?);
            let size = sight.size(id).filter(|_| sight.board.is_permanent(id))?;
            Some((seat, id, if which == Measure::Power { size.0 } else { size.1 }))
        });
        let Some((seat, id, number)) = found else { return self.magic.report(self.play, 0, Vec::new()) };
        let life = self.play.state().board.player(seat).life;
        let amount = life.abs_diff(number);
        let change = match number.cmp(&life) {
            Ordering::Greater => Some(Proposal::GainLife(seat, amount)),
            Ordering::Less => Some(Proposal::LoseLife(seat, amount, false)),
            Ordering::Equal => None,
        };
        cite!("701.10g");
        let sight = self.magic.sight(self.play);
        if change.iter().any(|event| self.magic.impossible(&sight, event)) {
            return self.magic.report(self.play, 0, Vec::new());
        }
        let alters = vec![Alter::SetOne(which, life)];
        self.begin(LastingKind::Alter { objects: vec![id], alters }, Until::Forever);
        self.magic.happen(self.play, change.into_iter().collect());
    }

    /// 701.10b: each player gets what the other one controlled, or nothing happens (701.10a).
    fn exchange_control(&mut self, one: &Ref, other: &Ref) {
        let found = self.look(|sight, scope| {
            let permanent = |reference| {
                let id = sight.object_of(reference, scope)?;
                let here = sight.board.is_permanent(id);
                Some((id, sight.controller(id).filter(|_| here)?))
            };
            cite!("701.10a");
            Some((permanent(one)?, permanent(other)?))
        });
        cite!("701.10b");
        let Some((one, other)) = found.filter(|(one, other)| one.1 != other.1) else {
            return self.magic.report(self.play, 0, Vec::new());
        };
        for (id, seat) in [(one.0, other.1), (other.0, one.1)] {
            let alters = vec![Alter::Control(seat)];
            self.begin(LastingKind::Alter { objects: vec![id], alters }, Until::Forever);
        }
        self.magic.notice_control(self.play);
        self.magic.report(self.play, 2, vec![Value::Object(one.0), Value::Object(other.0)]);
    }

    /// 701.10c: each player gains or loses the difference. Who cannot keeps both from exchanging (701.10a).
    fn exchange_life(&mut self, one: &Ref, other: &Ref) {
        let seats = self.look(|sight, scope| Some((sight.seat(one, scope)?, sight.seat(other, scope)?)));
        let board = &self.play.state().board;
        cite!("810.9e");
        let shared = |(one, other): &(Seat, Seat)| board.sharers(*one).contains(other);
        let Some((one, other)) = seats.filter(|seats| !shared(seats)) else {
            return self.magic.report(self.play, 0, Vec::new());
        };
        let life = |seat| self.play.state().board.player(seat).life;
        let (poor, rich) = if life(one) <= life(other) { (one, other) } else { (other, one) };
        let amount = life(poor).abs_diff(life(rich));
        cite!("118.7", "118.8", "701.10c");
        let batch = vec![Proposal::GainLife(poor, amount), Proposal::LoseLife(rich, amount, false)];
        let sight = self.magic.sight(self.play);
        if amount == 0 || batch.iter().any(|event| self.magic.impossible(&sight, event)) {
            return self.magic.report(self.play, 0, Vec::new());
        }
        self.magic.happen(self.play, batch);
    }

    /// 701.10f: all cards of both zones change places, also where one of them is empty.
    fn exchange_zones(&mut self, who: &Ref, one: ZoneKind, other: ZoneKind) {
        let cards = |act: &mut Self, kind: ZoneKind| {
            act.look(|sight, scope| {
                let seat = sight.seat(who, scope)?;
                let own = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.owner == seat);
                Some((seat, sight.board.cards_in(kind).into_iter().filter(own).collect::<Vec<_>>()))
            })
        };
        let (Some((seat, ones)), Some((_, others))) = (cards(self, one), cards(self, other)) else { return };
        cite!("701.10f");
        let to = |kind: ZoneKind| match kind {
            ZoneKind::Battlefield => Zone::Battlefield,
            ZoneKind::Hand => Zone::Hand(seat),
            ZoneKind::Library => Zone::Library(seat),
            ZoneKind::Graveyard => Zone::Graveyard(seat),
            ZoneKind::Exile => Zone::Exile,
            ZoneKind::Stack => Zone::Stack,
            ZoneKind::Command => Zone::Command,
            ZoneKind::Outside => Zone::Outside(seat),
        };
        let batch = ones
            .into_iter()
            .map(|id| moved(id, (to(other), None)))
            .chain(others.into_iter().map(|id| moved(id, (to(one), None))))
            .collect();
        self.magic.happen(self.play, batch);
    }

    /// 701.10d-e: objects of one owner change places; what was attached to something hands that on.
    fn exchange_cards(&mut self, one: &Group, other: &Group) {
        let found = self.look(|sight, scope| {
            let all = |group| {
                let there = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.zone.exists());
                sight.objects(group, scope).into_iter().filter(there).collect::<Vec<_>>()
            };
            let spot = |id: &ObjectId| -> Option<Spot> {
                let object = sight.object(*id)?;
                let host = object.permanent.attached.map(Value::Object);
                cite!("701.10e");
                Some((object.zone, host.or(object.permanent.enchanting.map(Value::Seat))))
            };
            let (one, other) = (all(one), all(other));
            let mut owners =
                one.iter().chain(&other).filter_map(|id| sight.object(*id)).map(|card| card.owner);
            let first = owners.next();
            cite!("701.10d");
            let same = owners.all(|owner| Some(owner) == first);
            let (here, there) = (one.first().and_then(spot)?, other.first().and_then(spot)?);
            let fits = |id: &ObjectId, (zone, host): Spot| match host {
                Some(host) if zone == Zone::Battlefield => self.magic.may_be_attached(sight, *id, host),
                _ => true,
            };
            let possible =
                one.iter().all(|id| fits(id, there)) && other.iter().all(|id| fits(id, here)) && same;
            possible.then_some((one, other, here, there))
        });
        let Some((one, other, here, there)) = found else {
            return self.magic.report(self.play, 0, Vec::new());
        };
        let batch = one
            .into_iter()
            .map(|id| moved(id, there))
            .chain(other.into_iter().map(|id| moved(id, here)))
            .collect();
        self.magic.happen(self.play, batch);
    }
}

/// The move of an object to where another one is.
fn moved(object: ObjectId, (to, attached): Spot) -> Proposal {
    let entering = Entering { attached, ..Entering::default() };
    let entering = if to == Zone::Battlefield { entering } else { Entering::default() };
    Proposal::Move { object, to, place: Place::Top, entering, why: MoveReason::Effect }
}
