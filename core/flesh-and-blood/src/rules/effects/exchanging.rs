//! To exchange two objects (8.5.49): they swap zone, visibility and control in one event, or nothing happens.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Ref, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::TypeBox;
use crate::rules::equipping::{has_such, slot, slots_of};
use crate::rules::eval::Sight;
use crate::state::event::Event;
use crate::state::{MoveReason, Object, Proposal, Value, Zone, contains};
use crate::{cite, holds, rule};

/// A place that an object takes over from another one.
#[derive(Clone, Copy)]
struct Spot {
    zone: Zone,
    public: bool,
    equipped: u8,
    controller: Option<Seat>,
}

impl Act<'_, '_> {
    /// Whether two objects could be exchanged now.
    pub fn can_exchange(&mut self, one: &Ref, other: &Ref) -> bool {
        self.spots(one, other).is_some()
    }

    /// 8.5.49
    pub fn exchange(&mut self, one: &Ref, other: &Ref) {
        let Some([first, second]) = self.spots(one, other) else { return self.report(0, Vec::new()) };
        if first.1.zone.is_arena() && second.1.zone.is_arena() {
            return self.swap_in_arena(first, second);
        }
        let by = self.controller();
        for (id, spot) in [first, second].into_iter().filter(|(_, spot)| spot.equipped != 0) {
            self.play.emit(Event::Equipped(id, spot.equipped), rule!("8.5.49b"));
        }
        // What leaves a zone that holds one object goes first.
        let order =
            if first.1.zone.kind() == Some(ZoneKind::Arsenal) { [second, first] } else { [first, second] };
        let into = |(object, spot): (ObjectId, Spot)| Proposal::Move {
            object,
            to: spot.zone,
            bottom: false,
            public: spot.public,
            why: MoveReason::Exchanged,
            by,
            counters: Vec::new(),
        };
        self.rules.happen(self.play, order.map(into).into());
        // What is in the arena now keeps its id.
        for (id, seat) in [first, second].into_iter().filter_map(|(id, spot)| Some((id, spot.controller?))) {
            if self
                .play
                .state()
                .board
                .get(id)
                .is_some_and(|object| object.zone.is_arena() && object.controller != seat)
            {
                self.rules.emit(self.play, Event::ControlGained(id, seat), rule!("8.5.49"));
            }
        }
    }

    /// Both stay in the arena and stay the objects that they are.
    fn swap_in_arena(&mut self, first: (ObjectId, Spot), second: (ObjectId, Spot)) {
        let since = self.play.state().board.history.len();
        for (id, spot) in [first, second] {
            let Some(seat) = spot.controller else { continue };
            if self.play.state().board.get(id).is_some_and(|object| object.zone != spot.zone) {
                self.rules.relocate_for(
                    self.play,
                    id,
                    spot.zone,
                    MoveReason::Exchanged,
                    seat,
                    rule!("8.5.49"),
                );
            } else {
                self.play.emit(Event::ControlGained(id, seat), rule!("8.5.49"));
            }
            self.play.emit(Event::Equipped(id, spot.equipped), rule!("8.5.49b"));
        }
        self.rules.notice(self.play, since);
        self.report(2, vec![Value::Object(first.0), Value::Object(second.0)]);
    }

    /// The two objects, each with the place that it is to take; none where one of them cannot.
    fn spots(&mut self, one: &Ref, other: &Ref) -> Option<[(ObjectId, Spot); 2]> {
        cite!("8.5.49a");
        self.look(|sight, scope| {
            let (one, other) = (sight.object_of(one, scope)?, sight.object_of(other, scope)?);
            let (first, second) = (sight.object(one)?, sight.object(other)?);
            let able = one != other && takes(sight, first, second) && takes(sight, second, first);
            able.then(|| [(one, spot(sight, second)), (other, spot(sight, first))])
        })
    }
}

fn spot(sight: &Sight<'_>, object: &Object) -> Spot {
    Spot {
        zone: object.zone,
        public: object.public,
        equipped: object.equipped,
        controller: sight.controller(object.id),
    }
}

/// Whether an object can be where another one is.
fn takes(sight: &Sight<'_>, object: &Object, place: &Object) -> bool {
    let here = |object: &Object| {
        object.exists()
            && object.is_card()
            && !matches!(object.zone, Zone::Stack | Zone::Chain | Zone::Under(_))
    };
    let types = sight.properties(object.id).map_or(TypeBox::default(), |properties| properties.types);
    if !here(object) || !here(place) || types.is(crate::language::types::CardType::Hero) {
        return false;
    }
    if place.equipped != 0 {
        return equips(sight, &types, object.id, place);
    }
    contains(place.zone, object, sight.card_pool.kind_of(object.front), &types).is_ok()
}

// What takes the place of something equipped must be able to be equipped there.
holds!("8.5.49b");

/// Whether an object can be equipped to just the zones to which another one is.
fn equips(sight: &Sight<'_>, types: &TypeBox, id: ObjectId, place: &Object) -> bool {
    if sight.has(id, Keyword::Modular) {
        // 8.3.30b: to any of its owner's equipment zones.
        let home = place.zone.seat();
        return sight.object(id).is_some_and(|object| home == Some(object.owner))
            && place.equipped & slot::WORN == place.equipped;
    }
    let (own, hands) = slots_of(types);
    let weapons = place.equipped & (slot::WEAPON | slot::WEAPON2);
    let fits = if own == 0 {
        hands != 0 && weapons == place.equipped && weapons.count_ones() == hands
    } else {
        own == place.equipped
    };
    fits && !has_such(sight, place.controller, types, &[place.id, id])
}
