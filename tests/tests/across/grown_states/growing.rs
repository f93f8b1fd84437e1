//! A value as it would be if its types had grown: each struct, variant and tuple has one more field at its
//! end, which has its default.

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// A value of types that have grown.
pub struct Grown<T>(pub T);

impl<T: Serialize> Serialize for Grown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Growing(serializer))
    }
}

/// The field that every type gains.
#[derive(serde::Serialize)]
struct Field {
    number: u32,
    list: Vec<u32>,
    way: Way,
}

/// A vocabulary that is new.
#[derive(serde::Serialize)]
enum Way {
    First,
}

const FIELD: Field = Field { number: 0, list: Vec::new(), way: Way::First };
const NAME: &str = "grown";

/// Tells another serializer of values as if their types had grown.
struct Growing<S>(S);

macro_rules! as_they_are {
    ($($name:ident: $kind:ty),*) => {
        $( fn $name(self, value: $kind) -> Result<S::Ok, S::Error> { self.0.$name(value) } )*
    };
}

impl<S: Serializer> Serializer for Growing<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Growing<S::SerializeSeq>;
    type SerializeTuple = Growing<S::SerializeTuple>;
    type SerializeTupleStruct = Growing<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Growing<S::SerializeTupleVariant>;
    type SerializeMap = Growing<S::SerializeMap>;
    type SerializeStruct = Growing<S::SerializeStruct>;
    type SerializeStructVariant = Growing<S::SerializeStructVariant>;

    as_they_are!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str
    );

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }
    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Grown(value))
    }
    // A newtype is what it holds.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Grown(value))
    }
    fn serialize_unit_variant(
        self,
        name: &'static str,
        place: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_variant(name, place, variant, &FIELD)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        place: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let mut fields = self.0.serialize_tuple_variant(name, place, variant, 2)?;
        fields.serialize_field(&Grown(value))?;
        fields.serialize_field(&FIELD)?;
        fields.end()
    }
    fn serialize_seq(self, length: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.0.serialize_seq(length).map(Growing)
    }
    fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.0.serialize_map(length).map(Growing)
    }
    fn serialize_tuple(self, length: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.0.serialize_tuple(length + 1).map(Growing)
    }
    fn serialize_tuple_struct(
        self,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.0.serialize_tuple_struct(name, length + 1).map(Growing)
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        place: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.0.serialize_tuple_variant(name, place, variant, length + 1).map(Growing)
    }
    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Self::SerializeStruct, S::Error> {
        self.0.serialize_struct(name, length + 1).map(Growing)
    }
    fn serialize_struct_variant(
        self,
        name: &'static str,
        place: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.0.serialize_struct_variant(name, place, variant, length + 1).map(Growing)
    }
    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

impl<S: SerializeSeq> ser::SerializeSeq for Growing<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_element(&Grown(value))
    }
    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

impl<S: SerializeMap> ser::SerializeMap for Growing<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.0.serialize_key(&Grown(key))
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_value(&Grown(value))
    }
    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

impl<S: SerializeTuple> ser::SerializeTuple for Growing<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_element(&Grown(value))
    }
    fn end(mut self) -> Result<S::Ok, S::Error> {
        self.0.serialize_element(&FIELD)?;
        self.0.end()
    }
}

macro_rules! unnamed {
    ($($kind:ident)*) => {
        $( impl<S: $kind> ser::$kind for Growing<S> {
            type Ok = S::Ok;
            type Error = S::Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.0.serialize_field(&Grown(value))
            }
            fn end(mut self) -> Result<S::Ok, S::Error> {
                self.0.serialize_field(&FIELD)?;
                self.0.end()
            }
        } )*
    };
}

unnamed!(SerializeTupleStruct SerializeTupleVariant);

macro_rules! named {
    ($($kind:ident)*) => {
        $( impl<S: $kind> ser::$kind for Growing<S> {
            type Ok = S::Ok;
            type Error = S::Error;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                self.0.serialize_field(name, &Grown(value))
            }
            fn end(mut self) -> Result<S::Ok, S::Error> {
                self.0.serialize_field(NAME, &FIELD)?;
                self.0.end()
            }
        } )*
    };
}

named!(SerializeStruct SerializeStructVariant);
