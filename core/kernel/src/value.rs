//! The values of scripts and triggered abilities: objects, players, numbers.

use crate::data;
use crate::decision::Item;
use crate::ids::{ObjectId, Seat};

data! {
    /// An object, a player or a number.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Value {
        /// An object.
        Object(ObjectId),
        /// A player.
        Seat(Seat),
        /// A number.
        Number(u32),
    }

    /// The facts of an event that its triggered ability knows.
    #[derive(Copy, Default)]
    pub struct EventContext {
        /// The object.
        pub object: Option<ObjectId>,
        /// The other object.
        pub other: Option<ObjectId>,
        /// The player.
        pub player: Option<Seat>,
        /// The amount.
        pub amount: u32,
    }
}

impl Value {
    /// The object, if it is one.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) => None,
        }
    }
}

/// The item of an answer that names a value.
pub fn item(value: Value) -> Item {
    match value {
        Value::Object(id) => Item::Object(id),
        Value::Seat(seat) => Item::Seat(seat),
        Value::Number(number) => Item::Number(number),
    }
}

/// The value that an item of an answer names.
pub fn value(item: Item) -> Option<Value> {
    match item {
        Item::Object(id) => Some(Value::Object(id)),
        Item::Seat(seat) => Some(Value::Seat(seat)),
        Item::Number(number) => Some(Value::Number(number)),
        _ => None,
    }
}

/// The item that names two sides: an object, and the object or player it has to do with. A number is not a side.
pub fn pair(own: ObjectId, other: Value) -> Option<Item> {
    match other {
        Value::Object(id) => Some(Item::Pair(own, id)),
        Value::Seat(seat) => Some(Item::PairSeat(own, seat)),
        Value::Number(_) => None,
    }
}

/// The two sides that an item of an answer names.
pub fn sides(item: &Item) -> Option<(ObjectId, Value)> {
    match *item {
        Item::Pair(own, other) => Some((own, Value::Object(other))),
        Item::PairSeat(own, seat) => Some((own, Value::Seat(seat))),
        _ => None,
    }
}
