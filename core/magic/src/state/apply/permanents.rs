//! What events of permanents change.

use duelog_kernel::{ObjectId, Seat};

use super::{StateWriter, attach};
use crate::cite;
use crate::language::definition::{Counter, Held, Until};
use crate::state::{AbilityRef, CardId, Down, Last, Object, Permanent, Place, Value, Zone};

impl StateWriter<'_> {
    pub(super) fn damaged(&mut self, id: ObjectId, amount: u32, deathtouch: bool, marked: bool) {
        self.permanent(id, |permanent| {
            if marked {
                // Whatever becomes of it, until it regenerates or the turn is cleaned up.
                cite!("119.6");
                permanent.damage = permanent.damage.saturating_add(amount);
            }
            permanent.damaged = true;
            permanent.deathtouched |= deathtouch;
        });
    }

    pub(super) fn counters_removed(&mut self, id: ObjectId, kind: Counter, count: u32) {
        self.permanent(id, |permanent| {
            duelog_kernel::test_assert!(
                permanent.counters.iter().any(|entry| entry.0 == kind && entry.1 >= count),
                "{id} has {count} counters to remove"
            );
            let own = permanent.counters.iter_mut().filter(|entry| entry.0 == kind);
            own.for_each(|entry| entry.1 = entry.1.saturating_sub(count));
            permanent.counters.retain(|entry| entry.1 > 0);
        });
        if self.state.board.get(id).is_some_and(|object| object.counters(kind) == 0) {
            cite!("611.2b");
            self.leave_effects(id, |effect| effect.until == Until::HasCounter(kind));
        }
    }

    pub(super) fn untapped(&mut self, id: ObjectId) {
        self.permanent(id, |permanent| {
            duelog_kernel::test_assert!(permanent.tapped, "what becomes untapped is tapped: {id}");
            permanent.tapped = false;
        });
        self.end_effects(|effect| {
            cite!("611.2b");
            effect.source == id && matches!(effect.until, Until::While(Held { tapped: true, .. }))
        });
    }

    pub(super) fn regenerated(&mut self, id: ObjectId) {
        self.permanent(id, |permanent| {
            permanent.damage = 0;
            permanent.deathtouched = false;
            permanent.tapped = true;
        });
        self.leave_combat(id);
    }

    pub(super) fn attached(&mut self, id: ObjectId, to: Option<Value>) {
        cite!("613.6d", "701.3c");
        let timestamp = self.tick();
        if let Some(object) = self.object(id) {
            object.timestamp = timestamp;
            attach(&mut object.permanent, to);
        }
    }

    pub(super) fn transformed(&mut self, id: ObjectId, face: Option<CardId>) {
        cite!("613.6f", "711.12");
        let timestamp = self.tick();
        if let Some(object) = self.object(id) {
            object.face = face;
            object.timestamp = timestamp;
            object.permanent.transformed = timestamp;
        }
    }

    /// 707.8: it is what it was again, or only face down; all else about it stays.
    pub(super) fn turned(&mut self, id: ObjectId, down: Option<Down>) {
        cite!("613.6e");
        let timestamp = self.tick();
        if let Some(object) = self.object(id) {
            object.down = down;
            object.timestamp = timestamp;
        }
        if down.is_some() {
            self.leave_effects(id, |effect| effect.until == Until::FaceUp);
        }
    }

    /// 702.74a: whoever comes to control a permanent may look at what it has exiled face down.
    fn may_look(&mut self, id: ObjectId, seat: Seat) {
        let linked = self.state.board.get(id).map_or(Vec::new(), |object| object.permanent.linked.clone());
        for (_, card) in linked {
            let seen = self.state.board.get(card).and_then(|card| card.down).filter(|down| down.seats != 0);
            if let (Some(down), Some(card)) = (seen, self.object(card)) {
                cite!("406.3");
                card.down = Some(Down { seats: down.seats | 1 << seat.0, ..down });
            }
        }
    }

    pub(super) fn control_changed(&mut self, id: ObjectId, seat: Seat) {
        self.may_look(id, seat);
        self.permanent(id, |permanent| {
            permanent.held = Some(seat);
            permanent.sick = true;
            permanent.upkeeps = 0;
        });
        self.leave_combat(id);
        self.end_effects(|effect| {
            let of_source =
                matches!(effect.until, Until::While(Held { yours: true, .. })) && effect.source == id;
            let of_object = effect.until == Until::YouControl && effect.changes(id);
            (of_source || of_object) && effect.controller != seat
        });
    }

    pub(super) fn used(&mut self, id: ObjectId, ability: AbilityRef, ever: bool) {
        self.permanent(id, |permanent| {
            let all = if ever { &mut permanent.used } else { &mut permanent.activations };
            match all.iter_mut().find(|entry| entry.0 == ability) {
                Some(entry) => entry.1 = entry.1.saturating_add(1),
                None => all.push((ability, 1)),
            }
        });
    }

    pub(super) fn resolved(&mut self, id: ObjectId, ability: AbilityRef) {
        self.permanent(id, |permanent| {
            match permanent.resolved.iter_mut().find(|entry| entry.0 == ability) {
                Some(entry) => entry.1 = entry.1.saturating_add(1),
                None => permanent.resolved.push((ability, 1)),
            }
        });
    }

    pub(super) fn cleaned_up(&mut self) {
        let counted =
            |permanent: &Permanent| !permanent.activations.is_empty() || !permanent.resolved.is_empty();
        let used = |object: &&Object| {
            let elsewhere = object.zone.exists() && object.zone != Zone::Battlefield;
            elsewhere && counted(&object.permanent)
        };
        let elsewhere: Vec<ObjectId> =
            self.state.board.objects.iter().filter(used).map(|object| object.id).collect();
        for id in elsewhere {
            self.permanent(id, |permanent| {
                permanent.activations.clear();
                permanent.resolved.clear();
            });
        }
        for id in self.state.board.phased_either_way() {
            let marked = self.state.board.get(id).is_some_and(|object| {
                let permanent = &object.permanent;
                permanent.damage > 0 || permanent.damaged || counted(permanent)
            });
            if marked {
                self.permanent(id, |permanent| {
                    permanent.damage = 0;
                    permanent.damaged = false;
                    permanent.deathtouched = false;
                    permanent.activations.clear();
                    permanent.resolved.clear();
                });
            }
        }
        if self.state.board.delayed.iter().any(|delayed| delayed.this_turn) {
            let this_turn = self.state.board.delayed.iter().filter(|delayed| delayed.this_turn);
            let offers: Vec<u32> = this_turn.filter_map(|delayed| delayed.offer).collect();
            self.effects().delayed.retain(|delayed| !delayed.this_turn);
            self.offers_left(&offers);
        }
        let active = self.state.board.active_players();
        self.end_effects(|effect| {
            matches!(effect.until, Until::EndOfTurn | Until::NextCast)
                || effect.until == Until::OpponentsTurn && !active.contains(&effect.controller)
        });
    }

    /// It stays the object that it is, with its counters and what is known of it.
    pub(super) fn phased_out(&mut self, id: ObjectId, under: Option<Seat>, last: &Option<Box<Last>>) {
        cite!("702.25d");
        self.leave_zone(id);
        self.leave_combat(id);
        self.end_effects(|effect| {
            cite!("702.25e");
            effect.needs(id) || effect.until == Until::YouControl && effect.changes(id)
        });
        self.leave_effects(id, |effect| matches!(effect.until, Until::HasCounter(_)));
        if let Some(object) = self.object(id) {
            object.zone = Zone::PhasedOut;
            object.last.clone_from(last);
            object.permanent.phased = under;
        }
    }

    pub(super) fn phased_in(&mut self, id: ObjectId, attached: bool) {
        if let Some(object) = self.object(id) {
            object.zone = Zone::Battlefield;
            object.last = None;
            object.permanent.phased = None;
            if !attached {
                cite!("702.25h");
                attach(&mut object.permanent, None);
            }
        }
        if let Some(zone) = Zone::Battlefield.index() {
            self.zones(zone).put(zone, id, Place::Top);
        }
    }

    pub(super) fn state_checked(&mut self) {
        for id in self.state.board.zone(Zone::Battlefield).to_vec() {
            if self.state.board.get(id).is_some_and(|object| object.permanent.deathtouched) {
                self.permanent(id, |permanent| permanent.deathtouched = false);
            }
        }
        for place in 0..self.state.board.players.len() {
            if self.state.board.players[place].drew_from_empty {
                self.player(Seat(place as u8)).drew_from_empty = false;
            }
        }
    }
}
