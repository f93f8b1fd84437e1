//! The canonical encoding of choices and items.
//!
//! Numbers are LEB128 in their shortest form. The first byte of a choice is a head below 16, so that a log
//! can keep the seat in its upper half.

use super::{Choice, Item};
use crate::ids::{ObjectId, Seat};

const HEAD_PASS: u8 = 0;
const HEAD_NONE: u8 = 1;
const HEAD_ONE: u8 = 2;
const HEAD_SOME: u8 = 3;
const HEAD_NUMBER: u8 = 4;
const HEAD_SPLIT: u8 = 5;
const HEAD_NAME: u8 = 6;
const HEAD_OBJECT: u8 = 7;
const HEAD_NO: u8 = 8;
const HEAD_YES: u8 = 9;
const HEAD_ACT: u8 = 10;
const HEAD_ABILITY: u8 = 11;

/// The longest list and the longest name, in bytes, that a choice may hold.
pub const LIST_LIMIT: u32 = 4096;

pub(super) fn put_number(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_text(text: &str, out: &mut Vec<u8>) {
    put_number(text.len() as u32, out);
    out.extend_from_slice(text.as_bytes());
}

pub(super) fn put_item(item: Item, out: &mut Vec<u8>) {
    match item {
        Item::Pass => out.push(0),
        Item::Flag(false) => out.push(1),
        Item::Flag(true) => out.push(2),
        Item::Seat(seat) => out.extend_from_slice(&[3, seat.0]),
        Item::Object(id) => {
            out.push(4);
            put_number(id.0, out);
        }
        Item::Ability(id, place) => {
            out.push(5);
            put_number(place, out);
            put_number(id.0, out);
        }
        Item::Mode(mode) => {
            out.push(6);
            put_number(mode, out);
        }
        Item::Number(number) => {
            out.push(7);
            put_number(number, out);
        }
        Item::Symbol(symbol) => out.extend_from_slice(&[8, symbol]),
        Item::Act(verb, id) => {
            out.extend_from_slice(&[9, verb]);
            put_number(id.0, out);
        }
        Item::Pair(a, b) => {
            out.push(10);
            put_number(a.0, out);
            put_number(b.0, out);
        }
        Item::PairSeat(a, seat) => {
            out.extend_from_slice(&[11, seat.0]);
            put_number(a.0, out);
        }
        Item::Concede => out.push(12),
        Item::Draw => out.push(13),
    }
}

pub(super) fn put_items(items: &[Item], out: &mut Vec<u8>) {
    put_number(items.len() as u32, out);
    items.iter().for_each(|item| put_item(*item, out));
}

impl Choice {
    /// Appends the canonical encoding; its first byte is below 16.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Choice::Pick(items) => match items.as_slice() {
                [] => out.push(HEAD_NONE),
                [Item::Pass] => out.push(HEAD_PASS),
                [Item::Flag(false)] => out.push(HEAD_NO),
                [Item::Flag(true)] => out.push(HEAD_YES),
                [Item::Object(id)] => {
                    out.push(HEAD_OBJECT);
                    put_number(id.0, out);
                }
                [Item::Act(verb, id)] => {
                    out.extend_from_slice(&[HEAD_ACT, *verb]);
                    put_number(id.0, out);
                }
                [Item::Ability(id, place)] => {
                    out.push(HEAD_ABILITY);
                    put_number(*place, out);
                    put_number(id.0, out);
                }
                [item] => {
                    out.push(HEAD_ONE);
                    put_item(*item, out);
                }
                items => {
                    out.push(HEAD_SOME);
                    put_items(items, out);
                }
            },
            Choice::Number(number) => {
                out.push(HEAD_NUMBER);
                put_number(*number, out);
            }
            Choice::Split(shares) => {
                out.push(HEAD_SPLIT);
                put_number(shares.len() as u32, out);
                for (item, share) in shares {
                    put_item(*item, out);
                    put_number(*share, out);
                }
            }
            Choice::Name(name) => {
                out.push(HEAD_NAME);
                put_text(name, out);
            }
        }
    }

    /// Decodes a choice from all of `bytes`; none when they are not its canonical encoding.
    pub fn decode(bytes: &[u8]) -> Option<Choice> {
        let mut reader = Reader { bytes };
        let one = |item| Some(Choice::one(item));
        let choice = match reader.byte()? {
            HEAD_PASS => one(Item::Pass),
            HEAD_NONE => Some(Choice::Pick(Vec::new())),
            HEAD_NO => one(Item::Flag(false)),
            HEAD_YES => one(Item::Flag(true)),
            HEAD_OBJECT => one(Item::Object(ObjectId(reader.number()?))),
            HEAD_ACT => {
                let verb = reader.byte()?;
                one(Item::Act(verb, ObjectId(reader.number()?)))
            }
            HEAD_ABILITY => {
                let place = reader.number()?;
                one(Item::Ability(ObjectId(reader.number()?), place))
            }
            HEAD_ONE => one(reader.item()?),
            HEAD_SOME => {
                let count = reader.number().filter(|count| *count <= LIST_LIMIT)?;
                (0..count).map(|_| reader.item()).collect::<Option<Vec<_>>>().map(Choice::Pick)
            }
            HEAD_NUMBER => Some(Choice::Number(reader.number()?)),
            HEAD_SPLIT => {
                let count = reader.number().filter(|count| *count <= LIST_LIMIT)?;
                (0..count)
                    .map(|_| Some((reader.item()?, reader.number()?)))
                    .collect::<Option<Vec<_>>>()
                    .map(Choice::Split)
            }
            HEAD_NAME => {
                let length = reader.number().filter(|length| *length <= LIST_LIMIT)? as usize;
                let text = reader.bytes(length)?;
                Some(Choice::Name(std::str::from_utf8(text).ok()?.to_string()))
            }
            _ => None,
        }?;
        let mut again = Vec::with_capacity(bytes.len());
        choice.encode(&mut again);
        (reader.bytes.is_empty() && again == bytes).then_some(choice)
    }
}

/// Reads numbers and bytes one after the other.
pub(super) struct Reader<'a> {
    /// The bytes that were not read.
    pub bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(first)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(number).ok();
            }
        }
        None
    }

    fn id(&mut self) -> Option<ObjectId> {
        self.number().map(ObjectId)
    }

    fn item(&mut self) -> Option<Item> {
        Some(match self.byte()? {
            0 => Item::Pass,
            1 => Item::Flag(false),
            2 => Item::Flag(true),
            3 => Item::Seat(Seat(self.byte()?)),
            4 => Item::Object(self.id()?),
            5 => {
                let place = self.number()?;
                Item::Ability(self.id()?, place)
            }
            6 => Item::Mode(self.number()?),
            7 => Item::Number(self.number()?),
            8 => Item::Symbol(self.byte()?),
            9 => {
                let verb = self.byte()?;
                Item::Act(verb, self.id()?)
            }
            10 => Item::Pair(self.id()?, self.id()?),
            11 => {
                let seat = Seat(self.byte()?);
                Item::PairSeat(self.id()?, seat)
            }
            12 => Item::Concede,
            13 => Item::Draw,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn item() -> impl Strategy<Value = Item> {
        let id = any::<u32>().prop_map(ObjectId);
        prop_oneof![
            Just(Item::Pass),
            Just(Item::Concede),
            Just(Item::Draw),
            any::<bool>().prop_map(Item::Flag),
            any::<u8>().prop_map(|seat| Item::Seat(Seat(seat))),
            id.clone().prop_map(Item::Object),
            (id.clone(), any::<u32>()).prop_map(|(id, place)| Item::Ability(id, place)),
            any::<u32>().prop_map(Item::Mode),
            any::<u32>().prop_map(Item::Number),
            any::<u8>().prop_map(Item::Symbol),
            (any::<u8>(), id.clone()).prop_map(|(verb, id)| Item::Act(verb, id)),
            (id.clone(), id.clone()).prop_map(|(a, b)| Item::Pair(a, b)),
            (id, any::<u8>()).prop_map(|(a, seat)| Item::PairSeat(a, Seat(seat))),
        ]
    }

    fn choice() -> impl Strategy<Value = Choice> {
        prop_oneof![
            // Most answers, each kind of them with an encoding of its own.
            item().prop_map(Choice::one),
            prop::collection::vec(item(), 0..6).prop_map(Choice::Pick),
            any::<u32>().prop_map(Choice::Number),
            prop::collection::vec((item(), any::<u32>()), 0..6).prop_map(Choice::Split),
            ".{0,12}".prop_map(Choice::Name),
        ]
    }

    proptest! {
        #[test]
        fn a_choice_has_one_encoding(choice in choice()) {
            let mut bytes = Vec::new();
            choice.encode(&mut bytes);
            prop_assert!(bytes[0] < 16);
            prop_assert_eq!(Choice::decode(&bytes), Some(choice));
        }

        #[test]
        fn decoding_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(choice) = Choice::decode(&bytes) {
                let mut again = Vec::new();
                choice.encode(&mut again);
                prop_assert_eq!(again, bytes);
            }
        }
    }
}
