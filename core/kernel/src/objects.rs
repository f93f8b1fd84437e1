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

    /// How many ids have been given.
    pub fn ids(&self) -> usize {
        self.slots.len()
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjectId {
        ObjectId(self.slots.len() as u32)
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
