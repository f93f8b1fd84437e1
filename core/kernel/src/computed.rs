//! The values that effects give to objects, where they have been computed.

use std::sync::Arc;

use crate::ids::ObjectId;

/// Values of objects, ascending by id. Objects for which nothing is computed take no room. Values that nothing has changed are shared with what they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Computed<T>(Vec<(ObjectId, Arc<T>)>);

impl<T> Default for Computed<T> {
    fn default() -> Self {
        Computed::NOTHING
    }
}

impl<T> Computed<T> {
    /// Nothing is computed.
    pub const NOTHING: Computed<T> = Computed(Vec::new());

    /// Room for the values of `count` objects.
    pub fn with_capacity(count: usize) -> Computed<T> {
        Computed(Vec::with_capacity(count))
    }

    fn place(&self, id: ObjectId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |entry| entry.0)
    }

    /// The value of an object, if it is computed.
    pub fn get(&self, id: ObjectId) -> Option<&Arc<T>> {
        self.place(id).ok().map(|place| &self.0[place].1)
    }

    /// Sets the value of an object.
    pub fn put(&mut self, id: ObjectId, value: Arc<T>) {
        match self.0.last() {
            // Most come in order.
            Some((last, _)) if *last >= id => match self.place(id) {
                Ok(place) => self.0[place].1 = value,
                Err(place) => self.0.insert(place, (id, value)),
            },
            _ => self.0.push((id, value)),
        }
    }

    /// Drops the value of an object.
    pub fn remove(&mut self, id: ObjectId) {
        if let Ok(place) = self.place(id) {
            self.0.remove(place);
        }
    }

    /// The objects with their values, ascending by id.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &T)> {
        self.0.iter().map(|(id, value)| (*id, &**value))
    }
}

impl<T: Clone> Computed<T> {
    /// The value of an object, to be changed.
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut T> {
        let place = self.place(id).ok()?;
        Some(Arc::make_mut(&mut self.0[place].1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_ascend_by_id_in_whatever_order_they_come() {
        let mut computed = Computed::default();
        for id in [4, 9, 2, 7, 4] {
            computed.put(ObjectId(id), Arc::new(id * 10));
        }
        computed.remove(ObjectId(7));
        computed.remove(ObjectId(8));
        *computed.get_mut(ObjectId(2)).expect("there") += 1;
        let all: Vec<(u32, u32)> = computed.iter().map(|(id, value)| (id.0, *value)).collect();
        assert_eq!(all, [(2, 21), (4, 40), (9, 90)]);
        assert_eq!(
            (computed.get(ObjectId(9)).map(|value| **value), computed.get(ObjectId(7))),
            (Some(90), None)
        );
    }
}
