//! Zones: ordered lists of objects, by the game's own numbering.
//!
//! What a zone is called, who may see it and what may enter it are the game's policy; that an object stands
//! in one list at most, and in which order, is kept here.

use crate::data;
use crate::ids::ObjectId;

data! {
    /// All zones of a match.
    #[derive(Default)]
    #[serde(transparent)]
    pub struct Zones {
        lists: Vec<Vec<ObjectId>>,
    }

    /// Where in an ordered zone.
    #[derive(Copy)]
    pub enum Place {
        /// On top: last in the list.
        Top,
        /// At the bottom: first in the list.
        Bottom,
        /// With this many above it.
        Under(u32),
    }
}

impl Zones {
    /// Empty zones.
    pub fn new(count: usize) -> Zones {
        Zones { lists: vec![Vec::new(); count] }
    }

    /// How many zones there are.
    pub fn count(&self) -> usize {
        self.lists.len()
    }

    /// The objects of a zone, the bottom first; nothing for a zone that does not exist.
    pub fn list(&self, zone: usize) -> &[ObjectId] {
        self.lists.get(zone).map_or(&[], Vec::as_slice)
    }

    /// All zones in order.
    pub fn iter(&self) -> impl Iterator<Item = &[ObjectId]> {
        self.lists.iter().map(Vec::as_slice)
    }

    /// The zones up to the last that is not empty.
    pub fn used(&self) -> &[Vec<ObjectId>] {
        let used = self.lists.iter().rposition(|list| !list.is_empty()).map_or(0, |last| last + 1);
        &self.lists[..used]
    }

    /// Puts an object into a zone.
    pub fn put(&mut self, zone: usize, object: ObjectId, place: Place) {
        if let Some(list) = self.lists.get_mut(zone) {
            match place {
                Place::Top => list.push(object),
                Place::Bottom => list.insert(0, object),
                Place::Under(above) => list.insert(list.len().saturating_sub(above as usize), object),
            }
        }
    }

    /// Takes an object out of a zone; whether it was there.
    pub fn take(&mut self, zone: usize, object: ObjectId) -> bool {
        let Some(list) = self.lists.get_mut(zone) else { return false };
        // The object is nearly always near the top.
        match list.iter().rposition(|other| *other == object) {
            Some(place) => {
                list.remove(place);
                true
            }
            None => false,
        }
    }

    /// Puts a zone's objects in another order.
    pub fn reorder(&mut self, zone: usize, order: &[ObjectId]) {
        if let Some(list) = self.lists.get_mut(zone) {
            crate::test_assert!(is_same(list, order), "zone {zone} has {list:?}, and not {order:?}");
            list.clear();
            list.extend_from_slice(order);
        }
    }
}

/// Returns whether two lists hold the same objects, each equally often.
fn is_same(one: &[ObjectId], other: &[ObjectId]) -> bool {
    let sorted = |list: &[ObjectId]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_is_last() {
        let mut zones = Zones::new(2);
        zones.put(0, ObjectId(1), Place::Top);
        zones.put(0, ObjectId(2), Place::Top);
        zones.put(0, ObjectId(3), Place::Bottom);
        assert_eq!(zones.list(0), [ObjectId(3), ObjectId(1), ObjectId(2)]);
        assert!(zones.take(0, ObjectId(1)) && !zones.take(0, ObjectId(1)) && !zones.take(9, ObjectId(1)));
        assert_eq!(zones.list(0), [ObjectId(3), ObjectId(2)]);
    }

    #[test]
    fn empty_zones_at_the_end_are_not_used() {
        let mut zones = Zones::new(4);
        assert_eq!((zones.count(), zones.used().len()), (4, 0));
        zones.put(1, ObjectId(7), Place::Top);
        zones.put(9, ObjectId(8), Place::Top);
        assert_eq!(zones.used(), [vec![], vec![ObjectId(7)]]);
        let lists: Vec<&[ObjectId]> = zones.iter().collect();
        assert_eq!(lists, [&[][..], &[ObjectId(7)], &[], &[]]);
        zones.put(1, ObjectId(3), Place::Top);
        assert_eq!(zones.list(1), [ObjectId(7), ObjectId(3)]);
        zones.reorder(1, &[ObjectId(3), ObjectId(7)]);
        assert_eq!((zones.list(1), zones.list(9)), (&[ObjectId(3), ObjectId(7)][..], &[][..]));
    }

    #[test]
    #[cfg(any(debug_assertions, feature = "traced"))]
    #[should_panic(expected = "zone 1 has")]
    fn another_order_has_the_same_objects() {
        let mut zones = Zones::new(2);
        zones.put(1, ObjectId(7), Place::Top);
        zones.reorder(1, &[ObjectId(7), ObjectId(7)]);
    }
}
