//! A definition's value as a tree of words: serde knows the names of its types, words and fields.

use std::fmt::Error;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::Node;
use crate::syntax::Shape;

/// The value as words; nothing for what cannot be written in a definition.
pub fn node(value: &(impl Serialize + ?Sized)) -> Node {
    value.serialize(Reader).unwrap_or_default()
}

struct Reader;

/// What is open, to which parts are added.
struct Open(Node);

impl Open {
    fn add(&mut self, role: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.0.parts.push(Node { role, ..node(value) });
        Ok(())
    }
}

fn leaf(text: impl ToString, shape: Shape) -> Result<Node, Error> {
    Ok(Node { text: text.to_string(), shape, ..Node::default() })
}

fn number(number: impl TryInto<i64>) -> Result<Node, Error> {
    let number = number.try_into().map_err(|_| Error)?;
    leaf(number, Shape::Number(number))
}

fn open(kind: &'static str, word: &'static str, shape: Shape) -> Result<Open, Error> {
    Ok(Open(Node { kind, word, shape, ..Node::default() }))
}

impl Serializer for Reader {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = Open;
    type SerializeTuple = Open;
    type SerializeTupleStruct = Open;
    type SerializeTupleVariant = Open;
    type SerializeMap = Open;
    type SerializeStruct = Open;
    type SerializeStructVariant = Open;

    fn serialize_bool(self, value: bool) -> Result<Node, Error> {
        leaf(value, Shape::Word)
    }
    fn serialize_i8(self, value: i8) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_i16(self, value: i16) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_i32(self, value: i32) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_i64(self, value: i64) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_u8(self, value: u8) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_u16(self, value: u16) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_u32(self, value: u32) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_u64(self, value: u64) -> Result<Node, Error> {
        number(value)
    }
    fn serialize_f32(self, _value: f32) -> Result<Node, Error> {
        Err(Error)
    }
    fn serialize_f64(self, _value: f64) -> Result<Node, Error> {
        Err(Error)
    }
    fn serialize_char(self, value: char) -> Result<Node, Error> {
        leaf(value, Shape::Letter)
    }
    fn serialize_str(self, value: &str) -> Result<Node, Error> {
        leaf(value, Shape::Text)
    }
    fn serialize_bytes(self, _value: &[u8]) -> Result<Node, Error> {
        Err(Error)
    }
    fn serialize_none(self) -> Result<Node, Error> {
        Ok(Node::default())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node, Error> {
        Ok(node(value))
    }
    fn serialize_unit(self) -> Result<Node, Error> {
        Ok(Node { shape: Shape::Round, ..Node::default() })
    }
    fn serialize_unit_struct(self, kind: &'static str) -> Result<Node, Error> {
        open(kind, "", Shape::Round).map(|open| open.0)
    }
    fn serialize_unit_variant(
        self,
        kind: &'static str,
        _place: u32,
        word: &'static str,
    ) -> Result<Node, Error> {
        open(kind, word, Shape::Word).map(|open| open.0)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _kind: &'static str,
        value: &T,
    ) -> Result<Node, Error> {
        Ok(node(value))
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        _place: u32,
        word: &'static str,
        value: &T,
    ) -> Result<Node, Error> {
        let mut open = open(kind, word, Shape::Round)?;
        open.add("", value)?;
        Ok(open.0)
    }
    fn serialize_seq(self, _entries: Option<usize>) -> Result<Open, Error> {
        open("", "", Shape::Square)
    }
    fn serialize_tuple(self, _entries: usize) -> Result<Open, Error> {
        open("", "", Shape::Round)
    }
    fn serialize_tuple_struct(self, kind: &'static str, _entries: usize) -> Result<Open, Error> {
        open(kind, "", Shape::Round)
    }
    fn serialize_tuple_variant(
        self,
        kind: &'static str,
        _place: u32,
        word: &'static str,
        _entries: usize,
    ) -> Result<Open, Error> {
        open(kind, word, Shape::Round)
    }
    fn serialize_map(self, _entries: Option<usize>) -> Result<Open, Error> {
        open("", "", Shape::Curly)
    }
    fn serialize_struct(self, kind: &'static str, _fields: usize) -> Result<Open, Error> {
        open(kind, "", Shape::Round)
    }
    fn serialize_struct_variant(
        self,
        kind: &'static str,
        _place: u32,
        word: &'static str,
        _fields: usize,
    ) -> Result<Open, Error> {
        open(kind, word, Shape::Round)
    }
}

/// The parts without names.
macro_rules! entries {
    ($($open:ident $add:ident),*) => {
        $(impl $open for Open {
            type Ok = Node;
            type Error = Error;
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.add("", value)
            }
            fn end(self) -> Result<Node, Error> {
                Ok(self.0)
            }
        })*
    };
}

entries!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

/// The parts with names.
macro_rules! fields {
    ($($open:ident),*) => {
        $(impl $open for Open {
            type Ok = Node;
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, role: &'static str, value: &T) -> Result<(), Error> {
                self.add(role, value)
            }
            fn end(self) -> Result<Node, Error> {
                Ok(self.0)
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Open {
    type Ok = Node;
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.add("", key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.add("", value)
    }
    fn end(self) -> Result<Node, Error> {
        Ok(self.0)
    }
}
