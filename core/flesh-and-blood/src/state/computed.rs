//! The properties of what is in the arena and on the stack, by object.

use std::sync::Arc;

use duelog_kernel::ObjectId;

use crate::state::Properties;

/// The properties of objects, ascending by id. Only the few objects whose properties are computed stand here,
/// however many ids a match has given.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Computed(Vec<(ObjectId, Arc<Properties>)>);

/// Nothing is computed.
pub static NOTHING: Computed = Computed(Vec::new());

impl Computed {
    /// Room for the properties of so many objects.
    pub fn with_capacity(count: usize) -> Computed {
        Computed(Vec::with_capacity(count))
    }

    fn place(&self, id: ObjectId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |entry| entry.0)
    }

    /// The properties of an object, if they are computed.
    pub fn get(&self, id: ObjectId) -> Option<&Arc<Properties>> {
        self.place(id).ok().map(|place| &self.0[place].1)
    }

    /// The properties of an object, to be changed.
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Properties> {
        let place = self.place(id).ok()?;
        Some(Arc::make_mut(&mut self.0[place].1))
    }

    /// Sets the properties of an object.
    pub fn put(&mut self, id: ObjectId, properties: Arc<Properties>) {
        match self.0.last() {
            // They come in order but for what is on the stack.
            Some((last, _)) if *last >= id => match self.place(id) {
                Ok(place) => self.0[place].1 = properties,
                Err(place) => self.0.insert(place, (id, properties)),
            },
            _ => self.0.push((id, properties)),
        }
    }

    /// Drops the properties of an object.
    pub fn remove(&mut self, id: ObjectId) {
        if let Ok(place) = self.place(id) {
            self.0.remove(place);
        }
    }

    /// The objects with their properties, ascending by id.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Properties)> {
        self.0.iter().map(|(id, properties)| (*id, &**properties))
    }
}
