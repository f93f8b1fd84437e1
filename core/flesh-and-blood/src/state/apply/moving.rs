//! Objects that come, move and go (3.0.7, 3.0.9).

use std::sync::Arc;

use super::*;

impl StateWriter<'_> {
    fn leave_zone(&mut self, id: ObjectId) {
        if let Some(zone) = self.state.board.get(id).and_then(|object| object.zone.index()) {
            self.touched.mark(component::ZONES, zone as u32);
            cite!("3.15.6");
            self.state.board.zones.take(zone, id);
        }
    }

    fn enter_zone(&mut self, id: ObjectId, zone: Zone, place: Place) {
        if let Some(zone) = zone.index() {
            self.touched.mark(component::ZONES, zone as u32);
            cite!("3.15.3", "3.15.4");
            self.state.board.zones.put(zone, id, place);
        }
    }

    fn put(&mut self, object: Object, place: Place) {
        let (id, zone) = (object.id, object.zone);
        self.touched.mark(component::OBJECTS, id.0);
        let board = &mut self.state.board;
        board.objects.put(id, object);
        self.enter_zone(id, zone, place);
    }

    /// Takes an object out of the game; it is remembered as it last was (1.2.3).
    fn retire(&mut self, id: ObjectId, last: &Option<Arc<Properties>>) {
        cite!("1.2.3b");
        self.leave_zone(id);
        self.end_effects(|effect| effect.until == Until::SourceLeaves && effect.source == id);
        self.with(id, |object| {
            object.zone = Zone::Gone;
            object.last.clone_from(last);
        });
    }

    /// An object becomes another, private one in its place (3.0.9).
    pub(super) fn hide(&mut self, id: ObjectId, new: ObjectId, last: &Option<Arc<Properties>>) {
        let Some(old) = there(self.state.board.get(id), "the object that becomes private") else { return };
        cite!("9.1.3b");
        let (zone, equipped, controller, fresh) =
            (old.zone, old.equipped, old.controller, blank(new, old.front, old.owner, old.zone, old.kind));
        let place = self.state.board.zone(zone).iter().position(|other| *other == id);
        let timestamp = self.tick();
        self.retire(id, last);
        self.with(id, |object| object.became = Some(new));
        self.put(Object { public: false, equipped, controller, timestamp, ..fresh }, Place::Top);
        cite!("8.5.17c");
        if let (Some(index), Some(place)) = (zone.index(), place) {
            let mut order = self.state.board.zones.list(index).to_vec();
            order.pop();
            order.insert(place, new);
            self.state.board.zones.reorder(index, &order);
        }
    }

    /// An object moves; whether it is known what moved.
    #[expect(clippy::too_many_arguments, reason = "the parts of one event")]
    pub(super) fn moved(
        &mut self,
        object: ObjectId,
        new: ObjectId,
        (from, to): (Zone, Zone),
        place: Place,
        public: bool,
        controller: Seat,
        last: &Option<Arc<Properties>>,
    ) -> bool {
        let Some(old) = there(self.state.board.get(object), "the object that moves") else { return false };
        duelog_kernel::test_assert!(
            old.exists() && old.zone == from,
            "{object} moves from {:?}, not from {from:?}",
            old.zone
        );
        cite!("3.0.7", "3.0.7a", "9.1.3b");
        let (known, fresh) = (public || old.public, blank(new, old.front, old.owner, to, old.kind));
        let timestamp = self.tick();
        if object == new {
            if from != to {
                self.leave_zone(object);
                self.enter_zone(object, to, place);
            }
            // Within the arena its static abilities go on, and their effects are as old as they were.
            let goes_on = from.is_arena() && to.is_arena();
            cite!("6.3.4a");
            self.with(object, |object| {
                (object.zone, object.from) = (to, from);
                (object.public, object.showing, object.controller) = (public, None, controller);
                object.timestamp = if goes_on { object.timestamp } else { timestamp };
            });
            if from.is_arena() && !to.is_arena() {
                self.end_effects(|effect| effect.until == Until::SourceLeaves && effect.source == object);
            }
        } else {
            self.retire(object, last);
            self.with(object, |object| object.became = Some(new));
            cite!("3.0.9c", "1.15.3");
            self.put(Object { from, public, controller, timestamp, ..fresh }, place);
        }
        if from == Zone::Chain && to != Zone::Chain {
            let links = &mut self.combat().links;
            links.iter_mut().for_each(|link| link.defenses.retain(|defense| defense.card != object));
        }
        known
    }

    /// An object comes to be; `created` where that is told of it.
    pub(super) fn made(&mut self, made: Object, place: Place, created: bool) {
        let (id, seat, timestamp) = (made.id, made.owner, self.tick());
        cite!("1.3.1a");
        self.put(Object { timestamp, ..made }, place);
        if created {
            self.note(Occurrence::Created(id, seat));
        }
    }

    /// An object ceases to exist; what was public because of it is so no more.
    pub(super) fn ceased(&mut self, id: ObjectId, last: &Option<Arc<Properties>>) {
        self.retire(id, last);
        let shown = |object: &mut Object| {
            object.public = false;
            object.showing = None;
        };
        self.all(|object| object.exists() && object.showing == Some(id), shown);
    }
}
