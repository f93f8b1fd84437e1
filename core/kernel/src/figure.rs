//! A card as values, so that who draws it need not read words.

use serde::{Deserialize, Serialize};

use crate::decision::Item;
use crate::ids::{ObjectId, Seat};

/// The drawable facts of a card or other object.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Figure {
    /// On whose side it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Seat>,
    /// Whose it is, where it is on another's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Its cost in the game's notation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// Its types, such as `Creature`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// Its subtypes, classes or races.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<String>,
    /// Its colours or civilizations; none where it is colorless.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<String>,
    /// Its numbers, such as power, in the game's order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Number>,
    /// Its counters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Counted>,
    /// Its marks, such as `tapped`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// To what it is bound, such as what it attacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonds: Vec<Bond>,
}

/// One of a card's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Number {
    /// Its name, for instance `power`.
    pub name: String,
    /// The current value.
    pub value: i64,
    /// The printed value, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<i64>,
}

/// Counters of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Their kind.
    pub name: String,
    /// How many.
    pub count: u32,
}

/// A bond between two objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bond {
    /// How, for instance `attacking`.
    pub name: String,
    /// To which object or player.
    pub to: Item,
}

impl Figure {
    /// Adds a number, with what is printed where that is otherwise.
    pub fn number(&mut self, name: &str, value: impl Into<i64>, printed: Option<i64>) {
        let value = value.into();
        let printed = printed.filter(|printed| *printed != value);
        self.numbers.push(Number { name: name.to_string(), value, printed });
    }

    /// Adds a mark where it holds.
    pub fn mark(&mut self, name: &str, holds: bool) {
        if holds {
            self.marks.push(name.to_string());
        }
    }

    /// Adds counters.
    pub fn counter(&mut self, name: &str, count: u32) {
        self.counters.push(Counted { name: name.to_string(), count });
    }

    /// Binds it to an object or player.
    pub fn bind(&mut self, name: &str, to: Item) {
        self.bonds.push(Bond { name: name.to_string(), to });
    }

    /// Binds it to an object, if there is one and the viewer may know it.
    pub fn bind_known(&mut self, name: &str, to: Option<ObjectId>, known: impl Fn(ObjectId) -> bool) {
        if let Some(to) = to.filter(|to| known(*to)) {
            self.bind(name, Item::Object(to));
        }
    }
}
