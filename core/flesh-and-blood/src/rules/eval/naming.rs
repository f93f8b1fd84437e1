//! What objects are called (2.7, 9.2.2).

use super::*;
use crate::state::names::{has_part, is_same};

impl<'a> Sight<'a> {
    /// The names of an object without its colour (2.7): two of a split-card that is no side (9.2.1), none of
    /// nothing.
    pub fn names_of(&self, id: ObjectId) -> impl Iterator<Item = &'a str> {
        cite!("2.7.1");
        let card = self
            .properties(id)
            .and_then(|properties| properties.card)
            .or(self.board.get(id).map(|object| object.card));
        card.into_iter().flat_map(|card| self.card_pool.names(card))
    }

    /// Whether an object has a name.
    pub fn is_called(&self, id: ObjectId, name: &str) -> bool {
        self.names_of(id).any(|own| is_same(own, name))
    }

    /// Whether some words are a part of a name of an object.
    pub fn has_in_name(&self, id: ObjectId, part: &str) -> bool {
        self.names_of(id).any(|own| has_part(own, part))
    }

    /// Whether an object has the same name as another one: all the names that this one has.
    pub fn has_name_of(&self, id: ObjectId, other: ObjectId) -> bool {
        cite!("9.2.2c");
        self.names_of(other).next().is_some() && self.names_of(other).all(|name| self.is_called(id, name))
    }
}
