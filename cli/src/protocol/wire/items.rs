//! The smallest parts of messages: who looks, what an answer names, names in one casing.

use std::borrow::Cow;

use duelog_kernel as kernel;
use duelog_kernel::{ObjectId, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

/// The mark of a request, which its response repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an id is a number or a text")]
pub enum Id {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Somebody who watches: what everybody may know.
    Public,
    /// A judge: everything.
    Judge,
    /// A player: what that player may know.
    Seat(u8),
}

impl From<Viewer> for kernel::Viewer {
    fn from(viewer: Viewer) -> kernel::Viewer {
        match viewer {
            Viewer::Public => kernel::Viewer::Public,
            Viewer::Judge => kernel::Viewer::Judge,
            Viewer::Seat(seat) => kernel::Viewer::Seat(Seat(seat)),
        }
    }
}

/// One thing that an answer can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Doing nothing now.
    Pass,
    /// Yes or no.
    Flag(bool),
    /// A player.
    Seat(u8),
    /// An object, by its id.
    Object(u32),
    /// An ability of an object: the object, and the number of the ability's place.
    Ability(u32, u32),
    /// A mode or an alternative, by its place in the text.
    Mode(u32),
    /// A number.
    Number(u32),
    /// A symbol of the game, by its place in the `symbols` of the greeting.
    Symbol(u8),
    /// An action with an object: its place in the `verbs` of the greeting, and the object.
    Act(u8, u32),
    /// Two objects set against each other, such as a blocker and its attacker.
    Pair(u32, u32),
    /// An object set against a player, such as an attacker and the player it attacks.
    PairSeat(u32, u8),
    /// Giving up: any player may at any request, and no request lists it.
    Concede,
    /// Agreeing to a draw, in games that have it: any player may at any request, and no request lists it.
    Draw,
}

impl From<kernel::Item> for Item {
    fn from(item: kernel::Item) -> Item {
        use kernel::Item as Known;
        match item {
            Known::Pass => Item::Pass,
            Known::Flag(yes) => Item::Flag(yes),
            Known::Seat(seat) => Item::Seat(seat.0),
            Known::Object(id) => Item::Object(id.0),
            Known::Ability(id, place) => Item::Ability(id.0, place),
            Known::Mode(mode) => Item::Mode(mode),
            Known::Number(number) => Item::Number(number),
            Known::Symbol(symbol) => Item::Symbol(symbol),
            Known::Act(verb, id) => Item::Act(verb, id.0),
            Known::Pair(one, other) => Item::Pair(one.0, other.0),
            Known::PairSeat(id, seat) => Item::PairSeat(id.0, seat.0),
            Known::Concede => Item::Concede,
            Known::Draw => Item::Draw,
        }
    }
}

impl From<Item> for kernel::Item {
    fn from(item: Item) -> kernel::Item {
        use kernel::Item as Known;
        match item {
            Item::Pass => Known::Pass,
            Item::Flag(yes) => Known::Flag(yes),
            Item::Seat(seat) => Known::Seat(Seat(seat)),
            Item::Object(id) => Known::Object(ObjectId(id)),
            Item::Ability(id, place) => Known::Ability(ObjectId(id), place),
            Item::Mode(mode) => Known::Mode(mode),
            Item::Number(number) => Known::Number(number),
            Item::Symbol(symbol) => Known::Symbol(symbol),
            Item::Act(verb, id) => Known::Act(verb, ObjectId(id)),
            Item::Pair(one, other) => Known::Pair(ObjectId(one), ObjectId(other)),
            Item::PairSeat(id, seat) => Known::PairSeat(ObjectId(id), Seat(seat)),
            Item::Concede => Known::Concede,
            Item::Draw => Known::Draw,
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Some of the listed options, in the order that is meant where the order matters.
    Pick(Vec<Item>),
    /// A number.
    Number(u32),
    /// A total split among the listed options.
    Split(Vec<(Item, u32)>),
    /// A name, as printed.
    Name(String),
}

impl From<Choice> for kernel::Choice {
    fn from(choice: Choice) -> kernel::Choice {
        match choice {
            Choice::Pick(items) => kernel::Choice::Pick(items.into_iter().map(Into::into).collect()),
            Choice::Number(number) => kernel::Choice::Number(number),
            Choice::Split(shares) => {
                kernel::Choice::Split(shares.into_iter().map(|(item, share)| (item.into(), share)).collect())
            }
            Choice::Name(name) => kernel::Choice::Name(name),
        }
    }
}

impl From<kernel::Choice> for Choice {
    fn from(choice: kernel::Choice) -> Choice {
        match choice {
            kernel::Choice::Pick(items) => Choice::Pick(items.into_iter().map(Into::into).collect()),
            kernel::Choice::Number(number) => Choice::Number(number),
            kernel::Choice::Split(shares) => {
                Choice::Split(shares.into_iter().map(|(item, share)| (item.into(), share)).collect())
            }
            kernel::Choice::Name(name) => Choice::Name(name),
        }
    }
}

/// Items of a request, written without a copy.
#[derive(Debug, Clone, Copy)]
pub struct Items<'a>(pub &'a [kernel::Item]);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|item| Item::from(*item)))
    }
}

impl JsonSchema for Items<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Items".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Item>::json_schema(generator)
    }
}

/// A name in the casing of the protocol: `declare_blockers` of `declare-blockers` and of `declare blockers`.
#[derive(Debug, Clone, Copy)]
pub struct Snake<'a>(pub &'a str);

/// The name in the casing of the protocol.
pub fn snake(name: &str) -> Cow<'_, str> {
    let other = |letter: char| letter == '-' || letter == ' ' || letter.is_ascii_uppercase();
    if !name.contains(other) {
        return Cow::Borrowed(name);
    }
    let lower = |letter: char| match letter {
        '-' | ' ' => '_',
        letter => letter.to_ascii_lowercase(),
    };
    Cow::Owned(name.chars().map(lower).collect())
}

impl Serialize for Snake<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&snake(self.0))
    }
}

impl JsonSchema for Snake<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[^A-Z -]*$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_casing() {
        for (name, written) in [
            ("pass", "pass"),
            ("pay-mana", "pay_mana"),
            ("main 1", "main_1"),
            ("combat.end-of", "combat.end_of"),
        ] {
            assert_eq!(snake(name), written);
        }
    }

    #[test]
    fn items_are_the_same_there_and_back() {
        for item in [
            Item::Pass,
            Item::Flag(true),
            Item::Seat(1),
            Item::Object(2),
            Item::Ability(2, 3),
            Item::Mode(4),
            Item::Number(5),
            Item::Symbol(6),
            Item::Act(7, 8),
            Item::Pair(9, 10),
            Item::PairSeat(11, 1),
            Item::Concede,
            Item::Draw,
        ] {
            assert_eq!(Item::from(kernel::Item::from(item)), item);
        }
        let shares = Choice::Split(vec![(Item::Object(1), 2)]);
        assert_eq!(Choice::from(kernel::Choice::from(shares.clone())), shares);
    }
}
