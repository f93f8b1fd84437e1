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

/// The open node, to which parts are added.
struct Open(Node);

/// The node of a part.
type Read = Result<Node, Error>;

// Everything generic here is compiled for some hundred types. Shared code stands in functions that are never
// inlined, so that it is compiled once.

impl Open {
    fn add(&mut self, role: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.push(role, value.serialize(Reader));
        Ok(())
    }

    #[inline(never)]
    fn push(&mut self, role: &'static str, part: Read) {
        self.0.parts.push(Node { role, ..part.unwrap_or_default() });
    }
}

#[inline(never)]
fn leaf(text: String, shape: Shape) -> Read {
    Ok(Node { text, shape, ..Node::default() })
}

/// A number; its text is right where it is larger than any number of a definition.
fn number(number: impl ToString + TryInto<i64>) -> Read {
    leaf(number.to_string(), Shape::Number(number.try_into().unwrap_or(i64::MAX)))
}

#[inline(never)]
fn open(kind: &'static str, word: &'static str, shape: Shape) -> Result<Open, Error> {
    Ok(Open(Node { kind, word, shape, ..Node::default() }))
}

/// A word with one part.
#[inline(never)]
fn with(kind: &'static str, word: &'static str, part: Read) -> Read {
    let mut open = open(kind, word, Shape::Round)?;
    open.push("", part);
    Ok(open.0)
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

    fn serialize_bool(self, value: bool) -> Read {
        leaf(value.to_string(), Shape::Word)
    }
    fn serialize_i8(self, value: i8) -> Read {
        number(value)
    }
    fn serialize_i16(self, value: i16) -> Read {
        number(value)
    }
    fn serialize_i32(self, value: i32) -> Read {
        number(value)
    }
    fn serialize_i64(self, value: i64) -> Read {
        number(value)
    }
    fn serialize_u8(self, value: u8) -> Read {
        number(value)
    }
    fn serialize_u16(self, value: u16) -> Read {
        number(value)
    }
    fn serialize_u32(self, value: u32) -> Read {
        number(value)
    }
    fn serialize_u64(self, value: u64) -> Read {
        number(value)
    }
    fn serialize_f32(self, _value: f32) -> Read {
        Err(Error)
    }
    fn serialize_f64(self, _value: f64) -> Read {
        Err(Error)
    }
    fn serialize_char(self, value: char) -> Read {
        leaf(value.to_string(), Shape::Letter)
    }
    fn serialize_str(self, value: &str) -> Read {
        leaf(value.to_string(), Shape::Text)
    }
    fn serialize_bytes(self, _value: &[u8]) -> Read {
        Err(Error)
    }
    fn serialize_none(self) -> Read {
        Ok(Node::default())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Read {
        value.serialize(Reader)
    }
    fn serialize_unit(self) -> Read {
        Ok(Node { shape: Shape::Round, ..Node::default() })
    }
    fn serialize_unit_struct(self, _kind: &'static str) -> Read {
        // A record without fields says nothing, unlike one whose fields are all left out.
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, kind: &'static str, _place: u32, word: &'static str) -> Read {
        open(kind, word, Shape::Word).map(|open| open.0)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _kind: &'static str, value: &T) -> Read {
        value.serialize(Reader)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        _place: u32,
        word: &'static str,
        value: &T,
    ) -> Read {
        with(kind, word, value.serialize(Reader))
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
            fn end(self) -> Read {
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
            fn end(self) -> Read {
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
    fn end(self) -> Read {
        Ok(self.0)
    }
}
