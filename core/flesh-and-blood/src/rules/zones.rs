//! Zones that there are or are not (3.0.10), room in them (3.0.11), cards under others (3.0.14), and
//! visibility that changes in place (3.0.9).

use std::borrow::Cow;

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::ZoneKind;
use crate::rules::equipping::{slot, taken_slots};
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{Alter, Board, Object, PickPurpose, Zone, contains, picking};
use crate::{cite, rule};

impl Board {
    /// The place under a card: a soul under a hero.
    pub fn under(&self, top: ObjectId) -> Zone {
        cite!("3.11.2", "3.11.5");
        let hero = self.seats_from(Seat(0)).find(|seat| self.player(*seat).hero == top);
        hero.map_or(Zone::Under(top), |seat| Zone::Of(ZoneKind::Soul, seat))
    }

    /// The cards under a card, in the order in which they came: those only that a rule or an effect has put
    /// there.
    pub fn sub_cards(&self, top: ObjectId) -> Vec<ObjectId> {
        cite!("3.0.14", "3.0.14a");
        match self.under(top) {
            Zone::Under(_) => {
                let under = |object: &&Object| object.zone == Zone::Under(top);
                self.objects.iter().filter(under).map(|object| object.id).collect()
            }
            soul => self.zone(soul).to_vec(),
        }
    }
}

impl Sight<'_> {
    /// How many zones of a kind a player has: the two for weapons and one of each other (3.0.2), with what
    /// effects add and take away.
    pub fn zones(&self, kind: ZoneKind, seat: Seat) -> usize {
        cite!("3.0.10");
        let usual = if kind == ZoneKind::Weapon { i32::from(self.board.player(seat).weapons) } else { 1 };
        let more = |alter| {
            if let Alter::Zones(of, count) = alter { i32::from(count) * i32::from(of == kind) } else { 0 }
        };
        let count: i32 = self.limits(self.board.player(seat).hero).map(more).fold(usual, i32::saturating_add);
        count.max(0) as usize
    }

    /// Whether a player's zones of a kind are empty: nothing is there, and nothing that is equipped to them
    /// is elsewhere.
    pub fn is_empty(&self, kind: ZoneKind, seat: Seat) -> bool {
        cite!("3.0.1a", "3.3.3a");
        self.zone_of(kind, seat).is_empty() && taken_slots(self.board, seat) & slots(kind) == 0
    }

    /// Whether there is room for an object in a zone (3.0.11).
    ///
    /// # Errors
    /// The rule that says why not.
    pub fn room(&self, object: &Object, to: Zone) -> Result<(), RuleId> {
        let printed = self.card_pool.kind_of(object.front);
        let types = self.properties(object.id).map_or(*printed, |properties| properties.types);
        contains(to, object, printed, &types)?;
        let Zone::Of(kind, seat) = to else { return Ok(()) };
        let zones = self.zones(kind, seat);
        if zones == 0 {
            return Err(rule!("3.0.11"));
        }
        // It goes to an empty one; which of several nothing can tell apart.
        cite!("3.3.3b", "3.0.10a");
        if kind == ZoneKind::Arsenal && self.board.zone(to).len() >= zones {
            return Err(rule!("3.3.2a"));
        }
        Ok(())
    }

    /// What is in a player's zones of a kind or equipped to them, and how many of them it takes.
    fn taking(&self, kind: ZoneKind, seat: Seat) -> (Cow<'_, [ObjectId]>, usize) {
        let slots = slots(kind);
        if slots == 0 {
            let cards = self.board.zone(Zone::Of(kind, seat));
            return (cards.into(), cards.len());
        }
        let equipped: Vec<&Object> = self
            .board
            .arena()
            .filter(|object| object.owner == seat && object.equipped & slots != 0)
            .collect();
        let taken = equipped.iter().map(|object| (object.equipped & slots).count_ones() as usize).sum();
        (equipped.into_iter().map(|object| object.id).collect(), taken)
    }

    /// What is in zones of a player that there are no more, with how many have to go.
    fn surplus(&self, seat: Seat) -> Option<(Seat, Vec<ObjectId>, u32)> {
        let limits = self.limits(self.board.player(seat).hero);
        let named =
            limits.filter_map(|alter| if let Alter::Zones(kind, _) = alter { Some(kind) } else { None });
        named.chain([ZoneKind::Arsenal]).find_map(|kind| {
            let (cards, taken) = self.taking(kind, seat);
            let zones = self.zones(kind, seat);
            // Only these kinds of zones contain one card each.
            let single = kind == ZoneKind::Arsenal || slots(kind) != 0;
            let surplus =
                if single || zones == 0 { taken.saturating_sub(zones).min(cards.len()) as u32 } else { 0 };
            (surplus > 0).then(|| (seat, cards.into_owned(), surplus))
        })
    }
}

/// The zones of a kind that things are equipped to, as bits; none for other kinds.
pub fn slots(kind: ZoneKind) -> u8 {
    match kind {
        ZoneKind::Head => slot::HEAD,
        ZoneKind::Chest => slot::CHEST,
        ZoneKind::Arms => slot::ARMS,
        ZoneKind::Legs => slot::LEGS,
        ZoneKind::Weapon => slot::WEAPON | slot::WEAPON2,
        _ => 0,
    }
}

impl FleshAndBlood {
    /// Whether there is room for an object in a zone (3.0.11).
    ///
    /// # Errors
    /// The rule that says why not.
    pub fn room(&self, sight: &Sight<'_>, object: &Object, to: Zone) -> Result<(), RuleId> {
        sight.room(object, to)
    }

    /// A zone that is no more takes what is in it along; empty ones go first, then the player chooses.
    pub fn zones_cease(&self, play: &mut Game<'_>) -> bool {
        let sight = self.sight(play);
        let Some((seat, cards, surplus)) =
            sight.board.seats_from(sight.board.turn.active).find_map(|seat| sight.surplus(seat))
        else {
            return false;
        };
        if surplus as usize == cards.len() {
            cite!("3.0.10b");
            self.clear(play, cards);
        } else {
            self.pick(play, picking(seat, PickPurpose::CeasingZone, cards, surplus, surplus));
        }
        true
    }

    /// Makes an object public or private where it is, and what is under it with it (3.0.14d); a private one
    /// is another object (3.0.9). Whether anything changed.
    pub fn turn_object(&self, play: &mut Game<'_>, id: ObjectId, public: bool, rule: RuleId) -> bool {
        // To turn is not to reveal.
        cite!("8.5.17a", "8.5.24a");
        if play
            .state()
            .board
            .get(id)
            .is_none_or(|object| !object.exists() || (object.public == public && object.showing.is_none()))
        {
            return false;
        }
        let under = play.state().board.sub_cards(id);
        if public {
            self.emit(play, Event::Turned(id, true), rule);
            under.into_iter().for_each(|card| play.emit(Event::Turned(card, true), rule!("3.0.14d")));
        } else {
            let (new, last) = (play.state().board.next_id(), self.sight(play).last_known(id));
            self.emit(play, Event::Hidden { object: id, new, last }, rule);
            self.clear(play, under);
        }
        true
    }
}
