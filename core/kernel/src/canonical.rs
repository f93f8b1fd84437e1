//! The canonical encoding of states and requests: what has its default is left out, and what is there says
//! which field or variant it is.
//!
//! It is only ever written, to be hashed. A value's **default** is 0, `false`, `None`, an empty text, list or
//! map, a unit, a struct, tuple or array of defaults, and an enum's first variant with fields of defaults. A
//! number is LEB128 in its shortest form (one that can be below 0 is zigzagged first), a text its length and
//! its bytes. Then, for a value that stands alone:
//!
//! - a **struct**: its fields in groups of seven. A group is a byte and the values of those of its fields
//!   that are not default, in order. Bit `i` of the byte says that field `i` of the group is there, the top
//!   bit that another group follows. There is one group at least, and the last one of several is not empty.
//! - an **enum**: a number, twice the variant's place and 1 more if a field of it is not default; in that
//!   case the fields follow as a struct.
//! - a **list or map**: how many entries, then each of them as a value that stands alone. A **tuple or
//!   array**: the same, up to the last element that is not default.
//! - an **option**: `00`, or `01` and the value. A **bool**: `00` or `01`. A newtype is what it holds, a unit
//!   nothing.
//!
//! A field that is there is known not to be default: of a `true` no byte is written, and of `Some` the value
//! alone. [`encode_into`] writes nothing at all for a default.
//!
//! So a field that is added at the end of a struct, of a variant, or of a tuple, and a variant that is added
//! at the end of an enum, change no encoding of a value that does not use them. Fields and variants are never
//! put in between, taken out or moved; a guard beside each game's state checks it.
//!
//! # Two values of one type never have the same encoding
//!
//! By induction over the type, no encoding of a value that stands alone is the beginning of another one's of
//! that type, so that who knows the type knows where a value ends: it holds for numbers, texts, bools and
//! units. The entries of a list follow a count and end where they end. The bits of a group are read before
//! its fields, tell which of them are there, and whether another group comes; fields that are there are
//! values that stand alone, a bool that can only be `true`, or the value of an option that can only be
//! `Some`; all others are default. The number of an enum says which fields may follow, and whether any do.
//! Hence reading back is unambiguous, and since a default and only a default is left out, what is read is the
//! value that was written. A whole that is default is the empty encoding and nothing else is: where a type
//! has a second value, none of its values that stand alone is empty, or it would be the beginning of the
//! others.

use serde::ser::{self, Serialize};

use crate::budget::look;
use crate::without::Without;

/// Gives the numbers by which objects are called.
pub trait Naming {
    /// The number by which an object is called.
    fn name(&mut self, id: u32) -> u32;
}

/// Where encodings go. One type for all of them: each type of a state has its encoding once in the program.
struct Sink<'n> {
    bytes: Vec<u8>,
    naming: Option<&'n mut dyn Naming>,
    without: Without,
}

/// Appends the encoding of `value`; nothing where it is default.
pub fn encode_into<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    let start = out.len();
    if write(value, out, None, Without::NOTHING) {
        out.truncate(start);
    }
}

/// Appends the encoding of `value` as one that stands alone, so that more can follow.
pub fn write_named<T: Serialize + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
    naming: &mut dyn Naming,
    without: Without,
) {
    let begin = out.len();
    write(value, out, Some(naming), without);
    look(1 + (out.len() - begin) / 8);
}

/// True if the written value is its default.
fn write<T: Serialize + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
    naming: Option<&mut dyn Naming>,
    without: Without,
) -> bool {
    let mut sink = Sink { bytes: std::mem::take(out), naming, without };
    // Writing plain data to memory cannot fail; a type that cannot be encoded is a programmer's fault.
    let default =
        value.serialize(Encoder { sink: &mut sink, alone: true, id: false }).expect("plain data encodes");
    *out = sink.bytes;
    default
}

/// The encoding of `value`.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    encode_into(value, &mut out);
    out
}

/// True if the written value is its default.
type Written = Result<bool, std::fmt::Error>;

/// How serde calls an object's id.
const OBJECT_ID: &str = "ObjectId";

#[inline]
fn put(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes one value: one that stands alone, or one that may be left out if it is its default.
struct Encoder<'a, 'n> {
    sink: &'a mut Sink<'n>,
    alone: bool,
    /// True if the next number is an object's id and ids are written as names.
    id: bool,
}

impl<'a, 'n> Encoder<'a, 'n> {
    #[inline]
    fn number(self, number: u64) -> Written {
        if number > 0 || self.alone {
            put(number, &mut self.sink.bytes);
        }
        Ok(number == 0)
    }

    #[inline]
    fn signed(self, number: i64) -> Written {
        self.number((number << 1 ^ number >> 63) as u64)
    }

    #[inline]
    fn text(self, text: &[u8]) -> Written {
        if !text.is_empty() || self.alone {
            let out = &mut self.sink.bytes;
            put(text.len() as u64, out);
            out.extend_from_slice(text);
        }
        Ok(text.is_empty())
    }

    #[inline]
    fn list(self, length: Option<usize>) -> Result<List<'a, 'n>, std::fmt::Error> {
        let length = length.ok_or(std::fmt::Error)?;
        if length > 0 || self.alone {
            put(length as u64, &mut self.sink.bytes);
        }
        Ok(List { sink: self.sink, empty: length == 0 })
    }

    #[inline]
    fn fields(self) -> Fields<'a, 'n> {
        let out = &mut self.sink.bytes;
        let start = out.len();
        out.push(0);
        Fields {
            sink: self.sink,
            alone: self.alone,
            start,
            last: start,
            follows: FOLLOWS,
            group: start,
            bit: 1,
            end: start + 1,
            first: true,
            any: false,
        }
    }

    #[inline]
    fn variant(self, place: u32) -> Fields<'a, 'n> {
        let out = &mut self.sink.bytes;
        let start = out.len();
        put(u64::from(place) << 1, out);
        let end = out.len();
        Fields {
            sink: self.sink,
            alone: self.alone,
            start,
            last: start,
            follows: 1,
            group: start,
            bit: FOLLOWS,
            end,
            first: place == 0,
            any: false,
        }
    }
}

/// The fields of a struct or variant.
struct Fields<'a, 'n> {
    sink: &'a mut Sink<'n>,
    alone: bool,
    start: usize,
    /// Where the byte of the last group stands that has a field; the enum's number before the first one.
    last: usize,
    /// The bits that announce another group.
    follows: u8,
    /// Where the byte of the group stands that was begun last.
    group: usize,
    /// The bit of the field that is next; the top one where its group has not been begun.
    bit: u8,
    /// The end of the last written field. The bytes behind it belong to groups that are empty so far.
    end: usize,
    /// True if it is a default whenever all its fields are.
    first: bool,
    /// True if a field was written.
    any: bool,
}

/// The bit of a group's byte that says that another one follows.
const FOLLOWS: u8 = 0x80;

impl Fields<'_, '_> {
    /// The bit of the next field, whose group is begun.
    #[inline(always)]
    fn next(&mut self) -> u8 {
        if self.bit == FOLLOWS {
            let out = &mut self.sink.bytes;
            (self.group, self.bit) = (out.len(), 1);
            out.push(0);
        }
        let bit = self.bit;
        self.bit <<= 1;
        bit
    }

    /// Straight code where it is inlined: in which group a field stands is then known when the program is compiled.
    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        let bit = self.next();
        if !value.serialize(Encoder { sink: &mut *self.sink, alone: false, id: false })? {
            self.written(bit);
        }
        Ok(())
    }

    /// Notes that the field of this bit was written.
    #[inline]
    fn written(&mut self, bit: u8) {
        let out = &mut self.sink.bytes;
        if self.group != self.last {
            out[self.last] |= self.follows;
            out[self.end..self.group].fill(FOLLOWS);
            (self.last, self.follows) = (self.group, FOLLOWS);
        }
        out[self.group] |= bit;
        (self.end, self.any) = (out.len(), true);
    }

    #[inline]
    fn done(self) -> Written {
        let default = self.first && !self.any;
        self.sink.bytes.truncate(if default && !self.alone { self.start } else { self.end });
        Ok(default)
    }
}

/// The entries of a list or map.
struct List<'a, 'n> {
    sink: &'a mut Sink<'n>,
    empty: bool,
}

impl List<'_, '_> {
    /// Apart from the lists that are empty, so that these stay short.
    #[inline(never)]
    fn entries<T: Serialize>(&mut self, mut entries: impl Iterator<Item = T>) -> Result<(), std::fmt::Error> {
        entries.try_for_each(|entry| self.entry(&entry))
    }

    #[inline]
    fn entry<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        value.serialize(Encoder { sink: &mut *self.sink, alone: true, id: false }).map(drop)
    }
}

/// The elements of a tuple or array.
struct Elements<'a, 'n> {
    sink: &'a mut Sink<'n>,
    alone: bool,
    start: usize,
    next: u64,
    /// How many elements there are up to the last that is not default, and where that one ends.
    kept: (u64, usize),
}

impl Elements<'_, '_> {
    #[inline(always)]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        self.next += 1;
        if !value.serialize(Encoder { sink: &mut *self.sink, alone: true, id: false })? {
            self.kept = (self.next, self.sink.bytes.len());
        }
        Ok(())
    }

    #[inline]
    fn done(self) -> Written {
        let (kept, end) = self.kept;
        let out = &mut self.sink.bytes;
        out.truncate(end);
        match kept {
            0 => out.truncate(self.start + usize::from(self.alone)),
            1..=0x7f => out[self.start] = kept as u8,
            // serde has none that long: an array of it has 32 elements at most.
            _ => return Err(std::fmt::Error),
        }
        Ok(kept == 0)
    }
}

/// Numbers of one kind; all are written alike.
macro_rules! numbers {
    ($as:ident: $wide:ty; $($name:ident: $kind:ty),*) => {
        $( #[inline] fn $name(self, value: $kind) -> Written { self.$as(value as $wide) } )*
    };
}

impl<'a, 'n> ser::Serializer for Encoder<'a, 'n> {
    type Ok = bool;
    type Error = std::fmt::Error;
    type SerializeSeq = List<'a, 'n>;
    type SerializeTuple = Elements<'a, 'n>;
    type SerializeTupleStruct = Fields<'a, 'n>;
    type SerializeTupleVariant = Fields<'a, 'n>;
    type SerializeMap = List<'a, 'n>;
    type SerializeStruct = Fields<'a, 'n>;
    type SerializeStructVariant = Fields<'a, 'n>;

    numbers!(signed: i64; serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    numbers!(number: u64; serialize_u8: u8, serialize_u16: u16, serialize_u64: u64, serialize_char: char);

    #[inline]
    fn serialize_u32(self, value: u32) -> Written {
        let value = match &mut self.sink.naming {
            Some(naming) if self.id => naming.name(value),
            _ => value,
        };
        self.number(u64::from(value))
    }
    #[inline]
    fn serialize_bool(self, value: bool) -> Written {
        if self.alone {
            self.sink.bytes.push(u8::from(value));
        }
        Ok(!value)
    }
    fn serialize_f32(self, _: f32) -> Written {
        Err(std::fmt::Error)
    }
    fn serialize_f64(self, _: f64) -> Written {
        Err(std::fmt::Error)
    }
    #[inline]
    fn serialize_str(self, value: &str) -> Written {
        self.text(value.as_bytes())
    }
    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.text(value)
    }
    #[inline]
    fn serialize_none(self) -> Written {
        if self.alone {
            self.sink.bytes.push(0);
        }
        Ok(true)
    }
    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        if self.alone {
            self.sink.bytes.push(1);
        }
        value.serialize(Encoder { alone: true, ..self })?;
        Ok(false)
    }
    #[inline]
    fn serialize_unit(self) -> Written {
        Ok(true)
    }
    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(true)
    }
    #[inline]
    fn serialize_unit_variant(self, _: &'static str, place: u32, _: &'static str) -> Written {
        self.number(u64::from(place) << 1)
    }
    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Written {
        value.serialize(Encoder { id: name == OBJECT_ID && self.sink.naming.is_some(), ..self })
    }
    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        place: u32,
        _: &'static str,
        value: &T,
    ) -> Written {
        let mut fields = self.variant(place);
        fields.field(value)?;
        fields.done()
    }
    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<List<'a, 'n>, std::fmt::Error> {
        self.list(length)
    }
    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Elements<'a, 'n>, std::fmt::Error> {
        let out = &mut self.sink.bytes;
        let start = out.len();
        out.push(0);
        Ok(Elements { sink: self.sink, alone: self.alone, start, next: 0, kept: (0, start + 1) })
    }
    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Fields<'a, 'n>, std::fmt::Error> {
        Ok(self.fields())
    }
    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        place: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a, 'n>, std::fmt::Error> {
        Ok(self.variant(place))
    }
    #[inline]
    fn serialize_map(self, length: Option<usize>) -> Result<List<'a, 'n>, std::fmt::Error> {
        self.list(length)
    }
    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a, 'n>, std::fmt::Error> {
        Ok(self.fields())
    }
    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        place: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a, 'n>, std::fmt::Error> {
        Ok(self.variant(place))
    }
    /// Most lists are empty: nothing is called for them.
    #[inline(always)]
    fn collect_seq<I>(self, entries: I) -> Written
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        let entries = entries.into_iter();
        let (least, most) = entries.size_hint();
        let mut list = self.list(most.filter(|most| *most == least))?;
        if !list.empty {
            list.entries(entries)?;
        }
        Ok(list.empty)
    }
    fn is_human_readable(&self) -> bool {
        false
    }
}

impl ser::SerializeSeq for List<'_, '_> {
    type Ok = bool;
    type Error = std::fmt::Error;
    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        self.entry(value)
    }
    #[inline]
    fn end(self) -> Written {
        Ok(self.empty)
    }
}

impl ser::SerializeMap for List<'_, '_> {
    type Ok = bool;
    type Error = std::fmt::Error;
    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), std::fmt::Error> {
        self.entry(key)
    }
    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        self.entry(value)
    }
    #[inline]
    fn end(self) -> Written {
        Ok(self.empty)
    }
}

impl ser::SerializeTuple for Elements<'_, '_> {
    type Ok = bool;
    type Error = std::fmt::Error;
    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
        self.element(value)
    }
    #[inline]
    fn end(self) -> Written {
        self.done()
    }
}

/// Structs and variants with unnamed fields.
macro_rules! by_place {
    ($($kind:ident),*) => { $(
        impl ser::$kind for Fields<'_, '_> {
            type Ok = bool;
            type Error = std::fmt::Error;
            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), std::fmt::Error> {
                self.field(value)
            }
            #[inline]
            fn end(self) -> Written {
                self.done()
            }
        }
    )* };
}

/// Structs and variants with fields that have names.
macro_rules! by_name {
    ($($kind:ident),*) => { $(
        impl ser::$kind for Fields<'_, '_> {
            type Ok = bool;
            type Error = std::fmt::Error;
            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), std::fmt::Error> {
                if self.sink.without.leaves_out(name) { self.skip_field(name) } else { self.field(value) }
            }
            #[inline]
            fn skip_field(&mut self, _: &'static str) -> Result<(), std::fmt::Error> {
                self.next();
                Ok(())
            }
            #[inline]
            fn end(self) -> Written {
                self.done()
            }
        }
    )* };
}

by_place!(SerializeTupleStruct, SerializeTupleVariant);
by_name!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Two versions of the same types: the second adds fields and variants to each of the first.
    macro_rules! version {
        ($name:ident, { $($field:ident: $type:ty,)* }, { $($variant:tt)* }, $length:literal) => {
            mod $name {
                use super::*;

                #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
                pub struct Whole {
                    pub number: u32,
                    pub below: i16,
                    pub flag: bool,
                    pub text: String,
                    pub many: Vec<Kind>,
                    pub maybe: Option<Box<Whole>>,
                    pub maybe_flag: Option<bool>,
                    pub kind: Kind,
                    pub twice: Option<Option<u8>>,
                    pub row: [u8; $length],
                    pub both: (bool, u32),
                    pub nothing: (),
                    pub named: BTreeMap<u8, i8>,
                    pub alone: Vec<u32>,
                    pub flags: Vec<bool>,
                    pub last: u8,
                    $(pub $field: $type,)*
                }

                #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
                pub enum Kind {
                    Plain,
                    One(u32),
                    Two(bool, Vec<u8>),
                    Named { a: Option<u8>, b: u64, $($field: $type,)* },
                    Other,
                    $($variant)*
                }
            }
        };
    }

    version!(old, {}, {}, 3);
    version!(new, { added: Vec<u8>, more: u32, }, { Added(u8), More { a: u8 }, }, 5);

    use old::{Kind, Whole};

    fn whole() -> impl Strategy<Value = Whole> {
        fields(Just(None).boxed())
            .prop_recursive(3, 8, 1, |inner| fields(prop::option::of(inner.prop_map(Box::new)).boxed()))
    }

    fn kind() -> impl Strategy<Value = Kind> {
        prop_oneof![
            Just(Kind::Plain),
            Just(Kind::Other),
            (0u32..3).prop_map(Kind::One),
            (any::<bool>(), prop::collection::vec(0u8..2, 0..2)).prop_map(|(a, b)| Kind::Two(a, b)),
            (prop::option::of(0u8..2), prop_oneof![Just(0), Just(1), any::<u64>()])
                .prop_map(|(a, b)| Kind::Named { a, b }),
        ]
    }

    /// Values that are default or nearly so, and therefore often the same.
    fn fields(maybe: BoxedStrategy<Option<Box<Whole>>>) -> impl Strategy<Value = Whole> {
        let few = (0u32..2, -1i16..2, any::<bool>(), "[a]{0,1}", prop::collection::vec(kind(), 0..2), maybe);
        let some = (
            prop::option::of(any::<bool>()),
            kind(),
            prop::option::of(prop::option::of(0u8..2)),
            prop::array::uniform3(0u8..2),
        );
        let rest = (
            (any::<bool>(), 0u32..2),
            prop::collection::btree_map(0u8..2, 0i8..2, 0..2),
            prop::collection::vec(prop_oneof![Just(0), Just(200)], 0..3),
            prop::collection::vec(any::<bool>(), 0..2),
            0u8..2,
        );
        (few, some, rest).prop_map(
            |(
                (number, below, flag, text, many, maybe),
                (maybe_flag, kind, twice, row),
                (both, named, alone, flags, last),
            )| Whole {
                number,
                below,
                flag,
                text,
                many,
                maybe,
                maybe_flag,
                kind,
                twice,
                row,
                both,
                nothing: (),
                named,
                alone,
                flags,
                last,
            },
        )
    }

    /// The same value by the second version.
    fn newer(value: &Whole) -> new::Whole {
        let kind = |kind: &Kind| match kind {
            Kind::Plain => new::Kind::Plain,
            Kind::One(a) => new::Kind::One(*a),
            Kind::Two(a, b) => new::Kind::Two(*a, b.clone()),
            Kind::Named { a, b } => new::Kind::Named { a: *a, b: *b, added: Vec::new(), more: 0 },
            Kind::Other => new::Kind::Other,
        };
        let value = value.clone();
        new::Whole {
            number: value.number,
            below: value.below,
            flag: value.flag,
            text: value.text,
            many: value.many.iter().map(kind).collect(),
            maybe: value.maybe.as_deref().map(newer).map(Box::new),
            maybe_flag: value.maybe_flag,
            kind: kind(&value.kind),
            twice: value.twice,
            row: [value.row[0], value.row[1], value.row[2], 0, 0],
            both: value.both,
            nothing: (),
            named: value.named,
            alone: value.alone,
            flags: value.flags,
            last: value.last,
            added: Vec::new(),
            more: 0,
        }
    }

    fn standing<T: Serialize>(value: &T) -> Vec<u8> {
        let mut out = Vec::new();
        write(value, &mut out, None, Without::NOTHING);
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn two_values_have_one_encoding_only_if_they_are_equal(a in whole(), b in whole()) {
            prop_assert_eq!(encode(&a) == encode(&b), a == b);
            let (left, right) = (standing(&a), standing(&b));
            prop_assert!(a == b || !(left.starts_with(&right) || right.starts_with(&left)), "one is the beginning of the other");
        }

        #[test]
        fn two_variants_have_one_encoding_only_if_they_are_equal(a in kind(), b in kind()) {
            prop_assert_eq!(encode(&a) == encode(&b), a == b);
            let (left, right) = (standing(&a), standing(&b));
            prop_assert!(a == b || !(left.starts_with(&right) || right.starts_with(&left)));
        }

        /// Additions at the end change no encoding while they are unused.
        #[test]
        fn a_type_that_has_grown_encodes_what_was_there_before_alike(value in whole()) {
            prop_assert_eq!(encode(&value), encode(&newer(&value)));
        }
    }

    /// The bytes that the log format's SPEC names.
    #[test]
    fn what_the_specification_shows() {
        #[derive(serde::Serialize, Default)]
        struct Player {
            life: i32,
            lost: bool,
            hand: Vec<u16>,
            name: Option<&'static str>,
            more: [u8; 6],
            a: u8,
            b: u8,
            c: u8,
        }
        assert!(encode(&Player::default()).is_empty());
        assert_eq!(standing(&Player::default()), [0]);
        let player = Player { life: 20, lost: true, hand: vec![0, 300], c: 5, ..Player::default() };
        assert_eq!(encode(&player), [0b1000_0111, 40, 2, 0, 0xac, 2, 0b1, 5]);
        let named = Player { name: Some(""), more: [0, 9, 0, 0, 0, 0], ..Player::default() };
        assert_eq!(encode(&named), [0b1_1000, 0, 2, 0, 9]);
        assert!(encode(&Kind::Plain).is_empty());
        assert_eq!(encode(&Kind::One(0)), [2]);
        assert_eq!(encode(&Kind::One(7)), [3, 1, 7]);
        assert_eq!(encode(&vec![Kind::Plain, Kind::Other]), [2, 0, 8]);
        assert_eq!(encode(&vec![new::Kind::Added(0), new::Kind::More { a: 4 }]), [2, 10, 13, 1, 4]);
        assert_eq!(encode(&[[0u8; 2], [0, 1]]), [2, 0, 2, 0, 1]);
        assert_eq!(encode(&BTreeMap::from([(1u8, -1)])), [1, 1, 1]);
    }
}
