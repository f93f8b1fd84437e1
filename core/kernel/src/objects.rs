//! The objects of a match by id.

use std::sync::Arc;

use crate::data;
use crate::ids::ObjectId;

data! {
    /// Objects by id: each is there, or gone for good. Ids are never used again.
    ///
    /// Copies of a table share their objects until one of them changes.
    #[serde(transparent)]
    pub struct Objects<T> {
        slots: Vec<Option<Arc<T>>>,
    }
}

impl<T> Default for Objects<T> {
    fn default() -> Self {
        Objects { slots: Vec::new() }
    }
}

impl<T> Objects<T> {
    /// The object of this id, unless it is gone for good.
    pub fn get(&self, id: ObjectId) -> Option<&T> {
        self.slots.get(id.index())?.as_deref()
    }

    /// All objects, ascending by id.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.slots.iter().flatten().map(|object| &**object)
    }

    /// The ids of objects that this table does not share with its copy or its original, and the last id if
    /// the other table has more.
    pub fn unlike<'a>(&'a self, other: &'a Objects<T>) -> impl Iterator<Item = ObjectId> + 'a {
        let shared = |place: usize| match (&self.slots[place], other.slots.get(place)) {
            (None, Some(None)) => true,
            (Some(own), Some(Some(theirs))) => Arc::ptr_eq(own, theirs),
            (None | Some(_), None | Some(_)) => false,
        };
        let last = self.slots.len().checked_sub(1).filter(|_| other.slots.len() > self.slots.len());
        (0..self.slots.len())
            .filter(move |place| !shared(*place) || Some(*place) == last)
            .map(|place| ObjectId(place as u32))
    }

    /// How many ids have been given.
    pub fn ids(&self) -> usize {
        self.slots.len()
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjectId {
        ObjectId(self.slots.len() as u32)
    }

    /// Ids that were given in another table are not given again in this one, which goes back to before that.
    pub fn keep_ids_of(&mut self, other: &Objects<T>) {
        if self.slots.len() < other.slots.len() {
            self.slots.resize_with(other.slots.len(), || None);
        }
    }

    /// Puts an object under an id.
    pub fn put(&mut self, id: ObjectId, object: T) {
        if self.slots.len() <= id.index() {
            self.slots.resize_with(id.index() + 1, || None);
        }
        self.slots[id.index()] = Some(Arc::new(object));
    }

    /// An object is gone for good.
    pub fn forget(&mut self, id: ObjectId) {
        if let Some(slot) = self.slots.get_mut(id.index()) {
            *slot = None;
        }
    }
}

impl<T: Clone> Objects<T> {
    /// The object of this id, to be changed.
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut T> {
        self.slots.get_mut(id.index())?.as_mut().map(Arc::make_mut)
    }

    /// All objects, to be changed, ascending by id.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().flatten().map(Arc::make_mut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_what_did_not_change() {
        let mut objects = Objects::default();
        (0..4).for_each(|id| objects.put(ObjectId(id), 'a'));
        let unlike = |a: &Objects<char>, b: &Objects<char>| a.unlike(b).map(|id| id.0).collect::<Vec<u32>>();
        let before = objects.clone();
        assert!(unlike(&before, &objects).is_empty());
        *objects.get_mut(ObjectId(1)).expect("there") = 'b';
        objects.forget(ObjectId(2));
        assert_eq!(unlike(&before, &objects), [1, 2]);
        objects.put(ObjectId(5), 'c');
        assert_eq!((unlike(&before, &objects), unlike(&objects, &before)), (vec![1, 2, 3], vec![1, 2, 4, 5]));
    }

    #[test]
    fn ids_that_were_taken_back_are_not_used_again() {
        let mut objects = Objects::default();
        objects.put(ObjectId(0), "a");
        let before = objects.clone();
        objects.put(objects.next_id(), "b");
        let mut back = before.clone();
        back.keep_ids_of(&objects);
        assert_eq!((back.next_id(), back.get(ObjectId(1)), back.iter().count()), (ObjectId(2), None, 1));
        back.keep_ids_of(&before);
        assert_eq!(back.next_id(), ObjectId(2));
        assert_eq!(back.unlike(&objects).map(|id| id.0).collect::<Vec<u32>>(), [1]);
    }

    #[test]
    fn ids_are_not_used_again_and_copies_are_apart() {
        let mut objects = Objects::default();
        objects.put(ObjectId(2), "c");
        let before = objects.clone();
        objects.forget(ObjectId(2));
        objects.forget(ObjectId(9));
        assert_eq!((objects.next_id(), objects.get(ObjectId(2))), (ObjectId(3), None));
        let mut after = before.clone();
        after.iter_mut().for_each(|object| *object = "d");
        assert_eq!((before.get(ObjectId(2)), after.get(ObjectId(2))), (Some(&"c"), Some(&"d")));
        assert_eq!(after.get_mut(ObjectId(0)), None);
        assert_eq!(after.iter().count(), 1);
    }
}
