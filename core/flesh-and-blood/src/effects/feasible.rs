//! Whether an optional effect can be generated at all (1.8.3b): only what can succeed may be chosen.

use duelog_kernel::ObjectId;
use duelog_kernel::script::{Code, Op};

use super::{Act, keeps_last};
use crate::cite;
use crate::definition::{Destination, Fleshly, Group, Number, Ref, Verb, ZoneKind};
use crate::engine::{FleshAndBlood, Game};
use crate::state::{Object, Player, Running, Zone, zone_of};

impl FleshAndBlood {
    /// Whether all that an optional part does can succeed now. What depends on what the part itself does first is not known yet, and
    /// does not stand in the way.
    pub fn can_be_generated(&self, play: &mut Game<'_>, running: &Running, code: &Code<Fleshly>) -> bool {
        cite!("1.8.3b", "1.8.5e");
        let mut act = Act { rules: self, play, running };
        let mut told = true;
        for op in code.0.iter().skip(usize::from(running.cursor.at) + 1) {
            match op {
                Op::Do(verb) => {
                    if (told || !speaks_of_last(verb)) && !act.can_succeed(verb) {
                        return false;
                    }
                    told &= keeps_last(verb);
                }
                // The number that is kept here cannot be read back before it is.
                Op::Let(_) => told = false,
                _ => break,
            }
        }
        true
    }
}

impl Act<'_, '_> {
    /// Whether a verb would succeed as the game stands (1.8.9).
    fn can_succeed(&mut self, verb: &Verb) -> bool {
        match verb {
            Verb::Damage { amount, to, .. } => {
                let living = |act: &mut Self, id| act.look(|sight, _| sight.is_living(id));
                self.count(amount) > 0 && self.objects(to).into_iter().any(|id| living(self, id))
            }
            Verb::Draw(who, count) => self.count(count) > 0 && self.size(who, ZoneKind::Deck) > 0,
            Verb::Discard(what) => self.any(what, |object| object.zone.kind() == Some(ZoneKind::Hand)),
            Verb::DiscardRandom(who, count) => self.size(who, ZoneKind::Hand) >= self.count(count).max(1),
            Verb::Destroy(what) | Verb::Banish(what) | Verb::BanishFaceDown(what) | Verb::BanishUntil { what, .. } => self.any(what, |_| true),
            Verb::Exchange(one, other) => self.can_exchange(one, other),
            Verb::PutFace(what, _) => self.any(what, |object| !object.zone.is_arena()),
            Verb::Put(what, destination) => self.can_put(what, *destination),
            Verb::GainLife(who, amount) | Verb::LoseLife(who, amount) => self.count(amount) > 0 && self.living(who).is_some(),
            Verb::GainResources(_, amount) => self.count(amount) > 0,
            Verb::LoseResources(who, amount) => self.count(amount) > 0 && self.player(who).is_some_and(|player| player.resources > 0),
            Verb::LoseActions(who, amount) => self.count(amount) > 0 && self.player(who).is_some_and(|player| player.actions > 0),
            Verb::GainActions(who, amount) => {
                self.count(amount) > 0 && self.seat(who).is_some_and(|seat| self.play.state().board.is_action_phase_of(seat))
            }
            Verb::PutCounters(_, count, on) => self.count(count) > 0 && self.any(on, |object| object.public),
            Verb::RemoveCounters(kind, count, from) => {
                let count = self.count(count);
                self.any(from, |object| object.counters(*kind) >= count.max(1))
            }
            Verb::Modify(what, ..) | Verb::Become(what, ..) | Verb::Negate(what) => self.any(what, |_| true),
            Verb::Opt(who, _) | Verb::Search(who, ..) => self.size(who, ZoneKind::Deck) > 0,
            Verb::SearchZones(who, zones, ..) => zones.iter().any(|kind| self.size(who, *kind) > 0),
            Verb::Distribute(_, _, count, among) => self.count(count) > 0 && self.any(among, |object| object.public),
            Verb::Charge(who, count) => self.size(who, ZoneKind::Hand) >= self.count(count).max(1),
            Verb::Reload(who) => self.size(who, ZoneKind::Hand) > 0 && self.size(who, ZoneKind::Arsenal) == 0,
            Verb::Reveal(what) | Verb::RevealFor(what, _) | Verb::Look(_, what) | Verb::LookFor(_, what, _) => {
                self.any(what, |object| !object.public)
            }
            Verb::RevealUntil(who, ..) => self.size(who, ZoneKind::Deck) > 0,
            Verb::Pick(_, from, least, _) => self.options(from).len() as u32 >= self.count(least),
            Verb::PickKinds(_, from, kinds) => {
                let needed = self.kinds(from, kinds);
                needed.iter().all(|(found, count)| found.len() as u32 >= *count)
            }
            Verb::Turn(what, up) => self.any(what, |object| object.public != *up),
            Verb::Mark(what) => self.any(what, |object| !object.marked),
            Verb::Tap(what) => self.any(what, |object| !object.tapped),
            Verb::Untap(what) => self.any(what, |object| object.tapped),
            Verb::Pay(who, amount) => self.can_pay(who, amount),
            Verb::AttackWith(what) => self.look(|sight, scope| sight.object_of(what, scope).is_some()),
            Verb::CloseChain => self.play.state().board.combat.open,
            _ => true,
        }
    }

    fn any(&mut self, what: &Group, fits: impl Fn(&Object) -> bool) -> bool {
        let objects = self.objects(what);
        objects.into_iter().any(|id| self.play.state().board.get(id).is_some_and(&fits))
    }

    fn player(&mut self, who: &Ref) -> Option<&Player> {
        let seat = self.seat(who)?;
        Some(self.play.state().board.player(seat))
    }

    fn size(&mut self, who: &Ref, zone: ZoneKind) -> u32 {
        self.seat(who).map_or(0, |seat| self.play.state().board.zone(Zone::Of(zone, seat)).len() as u32)
    }

    fn can_put(&mut self, what: &Group, destination: Destination) -> bool {
        let objects = self.objects(what);
        let sight = self.rules.sight(self.play);
        let suits = |id: ObjectId| {
            let to = |object: &Object| zone_of(destination, object.owner).0;
            sight.object(id).is_some_and(|object| object.zone == to(object) || self.rules.room(&sight, object, to(object)).is_ok())
        };
        objects.into_iter().any(suits)
    }

    fn can_pay(&mut self, who: &Ref, amount: &Number) -> bool {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return false };
        let sight = self.rules.sight(self.play);
        let hero = sight.board.player(seat).hero;
        self.rules.can_pay(&sight, seat, hero, hero, amount, &[]).is_ok()
    }
}

/// Whether what a verb does depends on what the action before it came to.
fn speaks_of_last(verb: &Verb) -> bool {
    match verb {
        Verb::Discard(what)
        | Verb::Destroy(what)
        | Verb::Banish(what)
        | Verb::BanishFaceDown(what)
        | Verb::BanishUntil { what, .. }
        | Verb::Put(what, _)
        | Verb::PutFace(what, _)
        | Verb::Modify(what, ..)
        | Verb::Become(what, ..)
        | Verb::Negate(what)
        | Verb::Reveal(what)
        | Verb::RevealFor(what, _)
        | Verb::Look(_, what)
        | Verb::LookFor(_, what, _)
        | Verb::Turn(what, _)
        | Verb::Mark(what)
        | Verb::Tap(what)
        | Verb::Untap(what) => group(what),
        Verb::Damage { amount, to, .. } => number(amount) || group(to),
        Verb::PutCounters(_, count, on) | Verb::Distribute(_, _, count, on) => number(count) || group(on),
        Verb::RemoveCounters(_, count, from) => number(count) || group(from),
        Verb::PickKinds(who, from, _) => reference(who) || group(from),
        Verb::Pick(who, from, least, _) => reference(who) || group(from) || number(least),
        Verb::AttackWith(what) => reference(what),
        Verb::Exchange(one, other) => reference(one) || reference(other),
        Verb::Draw(who, count)
        | Verb::DiscardRandom(who, count)
        | Verb::GainLife(who, count)
        | Verb::LoseLife(who, count)
        | Verb::LoseResources(who, count)
        | Verb::LoseActions(who, count)
        | Verb::GainResources(who, count)
        | Verb::GainActions(who, count)
        | Verb::Charge(who, count)
        | Verb::Pay(who, count)
        | Verb::Opt(who, count) => reference(who) || number(count),
        _ => false,
    }
}

fn group(what: &Group) -> bool {
    match what {
        Group::Last | Group::LastThat(_) => true,
        Group::Of(who) | Group::Zone(_, who, _) => reference(who),
        Group::Top(who, count) => reference(who) || number(count),
        _ => false,
    }
}

fn reference(who: &Ref) -> bool {
    match who {
        Ref::Last => true,
        Ref::HeroOf(inner) | Ref::Above(inner) | Ref::SourceOf(inner) | Ref::Controller(inner) | Ref::Owner(inner) => reference(inner),
        _ => false,
    }
}

fn number(count: &Number) -> bool {
    match count {
        Number::LastAmount | Number::Kept(_) => true,
        Number::Count(what) | Number::DifferentCosts(what) => group(what),
        Number::Power(who) | Number::BasePower(who) | Number::Defense(who) | Number::Cost(who) | Number::Pitch(who) | Number::Life(who) => {
            reference(who)
        }
        Number::Plus(one, other) => number(one) || number(other),
        Number::Product(_, inner) | Number::Half(inner) => number(inner),
        _ => false,
    }
}
