//! Equipping (8.5.41): to which zones what can be equipped, and beside what.
use duelog_kernel::{Item, ObjectId, RuleId, Seat};

use crate::language::keywords::Keyword;
use crate::language::types::{Subtype, TypeBox, subtype};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Game, verb};
use crate::state::event::Event;
use crate::state::{Board, Frame, Object, PickPurpose, Value, picking};
use crate::{cite, rule};

/// The bits of the zones that something can be equipped to: head, chest, arms, legs, and the weapon zones
/// (8.5.41).
pub mod slot {
    /// 3.10
    pub const HEAD: u8 = 1;
    /// 3.5
    pub const CHEST: u8 = 2;
    /// 3.2
    pub const ARMS: u8 = 4;
    /// 3.12
    pub const LEGS: u8 = 8;
    /// The equipment zones (8.3.30a).
    pub const WORN: u8 = HEAD | CHEST | ARMS | LEGS;
    /// 3.16
    pub const WEAPON: u8 = 16;
    /// 3.16, the second
    pub const WEAPON2: u8 = 32;
    /// Not equipped, but in the arena from the start (4.1.5b)
    pub const ARENA: u8 = 64;
    /// Not equipped, but in the graveyard from the start (4.1.5b)
    pub const GRAVEYARD: u8 = 128;
}

impl FleshAndBlood {
    /// Puts an object into the zone of a player that the slots name (8.5.41).
    pub fn equip(&self, play: &mut Game<'_>, id: ObjectId, slots: u8, seat: Seat, rule: RuleId) {
        let Some(object) = play.state().board.get(id).cloned() else { return };
        let to = crate::rules::combat::home_of(slots, seat);
        let given = self.card_pool.reaches && self.sight(play).has(id, Keyword::Cloaked);
        let cloaked = given || self.card_pool.card(object.front).has(Keyword::Cloaked);
        let event = Event::Moved {
            object: id,
            new: id,
            from: object.zone,
            to,
            bottom: false,
            public: object.public || !cloaked,
            why: crate::state::MoveReason::Equipped,
            by: seat,
            controller: seat,
            counters: Vec::new(),
            last: None,
        };
        self.emit(play, event, rule);
        self.settle_face(play, id);
        if object.equipped != slots {
            self.emit(play, Event::Equipped(id, slots), rule);
        }
        if cloaked {
            // 8.3.36: what was public becomes another, private object (3.0.9).
            self.turn_object(play, id, false, rule!("8.3.36"));
        }
    }

    /// Equips these objects one after the other for the script that waits, as far as they can be equipped:
    /// where one is modular and several zones are free, the player says to which first (8.3.30).
    pub fn equip_all(&self, play: &mut Game<'_>, seat: Seat, objects: Vec<ObjectId>) {
        for (place, id) in objects.iter().enumerate() {
            let ways = ways_to_equip(&self.sight(play), seat, *id, &objects[place..]);
            match ways.as_slice() {
                [] => {
                    cite!("8.5.41e");
                }
                [slots] => self.equip_for_script(play, seat, *id, *slots),
                _ => {
                    return self
                        .pick(play, picking(seat, PickPurpose::EquipTo, objects[place..].to_vec(), 1, 1));
                }
            }
        }
    }

    /// Equips the first of these objects to the zone that the player has named, then the others.
    pub fn equip_to(&self, play: &mut Game<'_>, seat: Seat, objects: &[ObjectId], named: &[Item]) {
        let (Some((id, others)), Some(Item::Act(verb, _))) = (objects.split_first(), named.first()) else {
            return;
        };
        if let Some(slots) = slot_named(*verb) {
            self.equip_for_script(play, seat, *id, slots);
        }
        self.equip_all(play, seat, others.to_vec());
    }

    fn equip_for_script(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, slots: u8) {
        self.equip(play, id, slots, seat, rule!("8.5.41"));
        if let Some(Frame::Running(running)) = play.state().board.frames.last() {
            let last = running.last.iter().copied().chain([Value::Object(id)]).collect();
            self.report(play, running.amount + 1, last);
        }
    }
}

/// The subtypes of what is worn, in the order of the bits of their zones.
const WORN: [Subtype; 4] = [subtype::HEAD, subtype::CHEST, subtype::ARMS, subtype::LEGS];

/// The equipment zones, in the order of their bits.
const ZONES: [u8; 4] = [slot::HEAD, slot::CHEST, slot::ARMS, slot::LEGS];

/// The zone that belongs to a subtype; none for subtypes of what is not worn.
pub fn slot_of(kind: Subtype) -> Option<u8> {
    if kind == subtype::HEAD {
        cite!("3.10.2a");
        Some(slot::HEAD)
    } else if kind == subtype::CHEST {
        cite!("3.5.2a");
        Some(slot::CHEST)
    } else if kind == subtype::ARMS {
        cite!("3.2.2a");
        Some(slot::ARMS)
    } else if kind == subtype::LEGS {
        cite!("3.12.2a");
        Some(slot::LEGS)
    } else {
        None
    }
}

/// The option by which a player equips something modular to this zone.
pub fn option_of(slot: u8, id: ObjectId) -> Item {
    Item::Act(verb::EQUIP + slot.trailing_zeros() as u8, id)
}

/// The zone that such an option names; none for other verbs.
pub fn slot_named(verb: u8) -> Option<u8> {
    ZONES.get(usize::from(verb.checked_sub(verb::EQUIP)?)).copied()
}

/// The options by which a player can select something to be equipped at the start of the game, with the zone
/// where that is open.
pub fn options_of(sight: &Sight<'_>, id: ObjectId) -> Vec<Item> {
    if sight.has(id, Keyword::Modular) {
        ZONES.map(|slot| option_of(slot, id)).to_vec()
    } else {
        vec![Item::Object(id)]
    }
}

/// The zone other than a weapon zone that something is equipped to, as a bit, and how many weapon zones it
/// takes.
pub fn slots_of(types: &TypeBox) -> (u8, u32) {
    // What has none of these subtypes has no zone.
    cite!("8.5.41a", "8.5.41b");
    let own = WORN.into_iter().filter(|kind| types.has(*kind)).find_map(slot_of).unwrap_or(0);
    cite!("3.16.2a", "8.2.1a", "8.2.2a");
    let held =
        [subtype::ONE_HAND, subtype::OFF_HAND, subtype::QUIVER].into_iter().any(|kind| types.has(kind));
    let hands = if types.has(subtype::TWO_HAND) { 2 } else { u32::from(own == 0 && held) };
    (own, hands)
}

/// Whether there are zones that something can be equipped to: those of its subtypes, or any of its owner's
/// where it is modular.
pub fn has_zones(sight: &Sight<'_>, id: ObjectId) -> bool {
    sight.has(id, Keyword::Modular) || sight.properties(id).is_some_and(|own| slots_of(&own.types) != (0, 0))
}

/// The exposed equipment zones of a player (3.0.1a), each as its bit.
pub fn exposed(board: &Board, seat: Seat) -> Vec<u8> {
    cite!("3.0.1a");
    let taken = taken_slots(board, seat);
    ZONES.into_iter().filter(|slot| taken & slot == 0).collect()
}

/// The slots that are taken by what a player has equipped, or selected at the start.
pub fn taken_slots(board: &Board, seat: Seat) -> u8 {
    cite!("8.5.41f");
    let own = board.objects.iter().filter(|object| object.exists() && object.controller == seat);
    // A weapon zone that a player does not have is never free (4.1.2a).
    let lacking = if board.player(seat).weapons < 2 { slot::WEAPON2 } else { 0 };
    let equipped = own.fold(lacking, |taken, object| taken | object.equipped);
    // A zone in which there is something else is not empty (3.0.1a).
    cite!("8.5.41c");
    let filled = |slot: &u8| !board.zone(crate::rules::combat::home_of(*slot, seat)).is_empty();
    ZONES.into_iter().filter(filled).fold(equipped, |taken, slot| taken | slot)
}

/// What an object must be equipped beside, of what is equipped already or in the same event; nothing where it
/// pairs with nothing.
pub fn partners(sight: &Sight<'_>, seat: Seat, id: ObjectId, others: &[ObjectId]) -> Option<Vec<ObjectId>> {
    let object = sight.object(id)?;
    let filter = sight.card_pool.card(object.card).definition.pairs.as_ref()?;
    let scope = Scope::of(id, seat, object.card);
    cite!("8.3.26a");
    let equipped = sight
        .board
        .objects
        .iter()
        .filter(|other| other.exists() && other.controller == seat && other.equipped != 0);
    let all = equipped.map(|other| other.id).chain(others.iter().copied());
    Some(all.filter(|other| *other != id && sight.matches(filter, *other, &scope)).collect())
}

impl Sight<'_> {
    /// Puts what is equipped together in the order in which it finds its zones: two-handers first, what goes
    /// beside them last.
    pub fn in_order(&self, ids: &mut [ObjectId]) {
        let two_handed =
            |id: ObjectId| self.properties(id).is_some_and(|own| own.types.has(subtype::TWO_HAND));
        ids.sort_by_key(|id| (!two_handed(*id), self.has(*id, Keyword::Perched)));
    }
}

/// Whether a player has equipped an off-hand or a quiver already, beside which another one cannot be
/// equipped; `besides` do not count.
pub fn has_such(sight: &Sight<'_>, seat: Seat, types: &TypeBox, besides: &[ObjectId]) -> bool {
    cite!("8.2.10b", "8.2.15b");
    let equipped = |object: &&Object| {
        object.exists() && object.controller == seat && object.equipped != 0 && !besides.contains(&object.id)
    };
    let has = |id: ObjectId, kind: Subtype| sight.properties(id).is_some_and(|own| own.types.has(kind));
    let mut single = [subtype::OFF_HAND, subtype::QUIVER].into_iter().filter(|kind| types.has(*kind));
    single.any(|kind| sight.board.objects.iter().filter(equipped).any(|object| has(object.id, kind)))
}

/// The slots that an object would take if a player equipped it now; none where it cannot be equipped
/// (8.5.41). What is modular takes the first that is free.
pub fn slots_for(sight: &Sight<'_>, seat: Seat, id: ObjectId) -> u8 {
    ways_to_equip(sight, seat, id, &[]).first().copied().unwrap_or(0)
}

/// The slots that an object would take if a player equipped it now, together with others: one way, none where
/// it cannot be equipped, and for what is modular each of its owner's equipment zones that is free.
pub fn ways_to_equip(sight: &Sight<'_>, seat: Seat, id: ObjectId, others: &[ObjectId]) -> Vec<u8> {
    let Some(object) = sight.object(id).filter(|object| object.exists()) else { return Vec::new() };
    cite!("8.3.26");
    if partners(sight, seat, id, others).is_some_and(|partners| partners.is_empty()) {
        return Vec::new();
    }
    if sight.has(id, Keyword::Modular) {
        // What is equipped already goes to a zone of another type: its own is not free.
        let taken = taken_slots(sight.board, seat);
        cite!("8.3.30a", "8.3.30b");
        return ZONES.into_iter().filter(|slot| object.owner == seat && taken & slot == 0).collect();
    }
    let slots = the_slots(sight, seat, id);
    // There are two zones of one type only for weapons.
    cite!("8.5.41c");
    let weapons = slot::WEAPON | slot::WEAPON2;
    let again = object.controller == seat && object.equipped & weapons != 0 && slots & weapons != 0;
    if slots == 0 || again { Vec::new() } else { vec![slots] }
}

/// The slots of what is not modular; none where they are not free.
fn the_slots(sight: &Sight<'_>, seat: Seat, id: ObjectId) -> u8 {
    let types = |id: ObjectId| sight.properties(id).map_or(TypeBox::default(), |properties| properties.types);
    let own = types(id);
    let equipped = || {
        sight
            .board
            .objects
            .iter()
            .filter(|object| object.exists() && object.controller == seat && object.equipped != 0)
    };
    if has_such(sight, seat, &own, &[]) {
        return 0;
    }
    // The zone of a two-hander that it does not occupy, unless something else does: for a quiver that of a
    // bow, for what is perched that of any.
    cite!("8.2.15a", "8.3.39", "8.3.39a", "8.3.39b");
    let two_handed = |object: &Object| types(object.id).has(subtype::TWO_HAND);
    let bow = |object: &Object| own.has(subtype::QUIVER) && types(object.id).has(subtype::BOW);
    let goes_with = |object: &Object| two_handed(object) && (bow(object) || sight.has(id, Keyword::Perched));
    if slots_of(&own) == (0, 1)
        && equipped().any(goes_with)
        && equipped().all(|object| two_handed(object) || object.equipped & slot::WEAPON2 == 0)
    {
        return slot::WEAPON2;
    }
    free_slots(&own, taken_slots(sight.board, seat))
}

/// The slots that something would take; none where they are not free.
pub fn free_slots(types: &TypeBox, taken: u8) -> u8 {
    cite!("8.5.41c");
    let (own, hands) = slots_of(types);
    cite!("8.2.1b", "8.2.10a");
    let weapons: Vec<u8> =
        [slot::WEAPON, slot::WEAPON2].into_iter().filter(|slot| taken & slot == 0).collect();
    if own != 0 {
        return if taken & own == 0 { own } else { 0 };
    }
    if hands == 0 || weapons.len() < hands as usize {
        return 0;
    }
    weapons.into_iter().take(hands as usize).fold(0, |slots, slot| slots | slot)
}
