//! Reading definitions: a syntax tree ([`crate::syntax`]) becomes a value.
//!
//! The values of a language have some hundred types. serde writes the reader of each once for every input
//! format, so there is a single one: [`Tree`]. Code that all types share stands outside of the readers
//! (`inline(never)`).

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use crate::deck::closest;
use crate::info::DefinitionError;
use crate::renamed::{History, Past};
use crate::syntax::{self, Shape, Tree};

/// Reads a value from the text of a definition.
///
/// # Errors
/// The first fault with its place; also what is larger than [`crate::bounds`] let a definition be.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, DefinitionError> {
    read_tree(&syntax::parse(text)?, text)
}

/// Reads a value from what is written in a text.
///
/// # Errors
/// The first fault with its place.
pub fn read_tree<T: DeserializeOwned>(tree: &Tree<'_>, text: &str) -> Result<T, DefinitionError> {
    value(tree).map_err(|fault| fault.placed(tree, text))
}

/// Reads a value from what is written.
///
/// # Errors
/// The first fault.
pub fn value<T: DeserializeOwned>(tree: &Tree<'_>) -> Result<T, Fault> {
    value_with(tree, &Past::of(History::NONE))
}

/// Reads a value from what is written, in the words of today or in older ones.
///
/// # Errors
/// The first fault.
pub fn value_with<T: DeserializeOwned>(tree: &Tree<'_>, past: &Past) -> Result<T, Fault> {
    T::deserialize(Reading { tree, past })
}

/// The reason for which a text is not a value of the wanted type. It is boxed, since each step of the reading
/// returns one or a value.
#[derive(Debug)]
pub struct Fault(Box<Refused>);

#[derive(Debug)]
struct Refused {
    /// The byte at which it stands, once that is known.
    at: Option<usize>,
    message: String,
}

impl Fault {
    fn new(message: String) -> Fault {
        Fault(Box::new(Refused { at: None, message }))
    }

    /// The fault with its place in the text that was read.
    pub fn placed(self, tree: &Tree<'_>, text: &str) -> DefinitionError {
        syntax::fault(text, self.0.at.unwrap_or(tree.at), self.0.message)
    }

    /// Returns the byte at which it stands, where that is known, and what is wrong.
    pub fn into_parts(self) -> (Option<usize>, String) {
        (self.0.at, self.0.message)
    }

    /// The same with the kind of word that is wanted, if it is about that word itself.
    #[cold]
    #[inline(never)]
    fn wanted(mut self, kind: &str, words: &[&str], written: &Tree<'_>) -> Fault {
        if self.0.at.is_none_or(|at| at == written.at) {
            if self.0.message.starts_with(NO_BRACKETS_START) && self.0.message.ends_with(NO_BRACKETS) {
                if let Some(meant) = synonym(&written.word, words) {
                    self.0.message.push_str(&format!("; did you mean `{meant}(..)`?"));
                }
            } else if self.0.message.starts_with("there is no word") {
                self.0.message.push_str(&format!(" ({} is wanted)", named_kind(kind)));
            }
        }
        self
    }

    /// A fault that stands here, where it is not known to stand elsewhere.
    #[inline(never)]
    fn at(mut self, at: usize) -> Fault {
        self.0.at.get_or_insert(at);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault::new(message.to_string())
    }
    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Fault {
        unknown("word", found, expected)
    }
    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Fault {
        unknown("field", found, expected)
    }
    fn missing_field(field: &'static str) -> Fault {
        Fault::new(format!("the field `{field}` is missing"))
    }
    fn duplicate_field(field: &'static str) -> Fault {
        Fault::new(format!("the field `{field}` stands here twice"))
    }
}

/// How the fault of brackets that a word does not have begins and ends.
const NO_BRACKETS_START: &str = "`";
const NO_BRACKETS: &str = " has no brackets";

/// Words that people write for words of the languages.
const SYNONYMS: [(&str, &str); 12] = [
    ("Or", "Either"),
    ("Any", "Either"),
    ("AnyOf", "Either"),
    ("OneOf", "Either"),
    ("And", "All"),
    ("AllOf", "All"),
    ("Both", "All"),
    ("None", "Not"),
    ("Non", "Not"),
    ("Sequence", "Seq"),
    ("Then", "Seq"),
    ("ForEach", "Each"),
];

/// The word of a language that people mean by another one.
fn synonym<'w>(found: &str, words: &[&'w str]) -> Option<&'w str> {
    let (_, meant) = SYNONYMS.iter().find(|(said, _)| *said == found)?;
    words.iter().find(|word| *word == meant).copied()
}

/// A kind of words with its article, as a fault names it; what single kinds are stands behind their name.
fn named_kind(kind: &str) -> String {
    let article = crate::phrase::article(kind);
    match kind {
        "Ref" => format!("{article}, a reference to a card or player,"),
        "Script" => format!("{article}, what an effect does,"),
        _ => article,
    }
}

/// The fault of an unknown word, with the known word that was probably meant.
fn unknown(what: &str, found: &str, expected: &[&str]) -> Fault {
    let meant = synonym(found, expected).or_else(|| closest(found, expected.iter().copied()));
    Fault::new(match meant {
        Some(meant) => format!("there is no {what} `{found}` here; did you mean `{meant}`?"),
        None => format!("there is no {what} `{found}` here; there are: {}", expected.join(", ")),
    })
}

/// A syntax tree to read.
#[derive(Clone, Copy)]
struct Reading<'t> {
    tree: &'t Tree<'t>,
    past: &'t Past,
}

impl<'t> Reading<'t> {
    /// That something else is written than what is expected.
    #[cold]
    #[inline(never)]
    fn refused(self, expected: &str) -> Fault {
        let Tree { shape, word, at, .. } = self.tree;
        let found = match shape {
            Shape::Word => format!("`{word}`"),
            Shape::Round if word.is_empty() => "`(`".to_string(),
            Shape::Round => format!("`{word}(`"),
            Shape::Square => "a list".to_string(),
            Shape::Curly => "`{`".to_string(),
            Shape::Number(number) => format!("the number {number}"),
            Shape::Text => format!("the text \"{word}\""),
            Shape::Letter => format!("the character '{word}'"),
        };
        Fault::new(format!("{expected} is expected, and here is {found}")).at(*at)
    }

    /// Its parts, where they stand in round brackets, behind the name of the type if it has one. `fields` says whether they
    /// have names.
    #[inline(never)]
    fn inside(self, name: &str, fields: bool) -> Result<Parts<'t>, Fault> {
        let Tree { shape: Shape::Round, word, parts, .. } = self.tree else {
            return Err(self.refused(&format!("`{name}(`")));
        };
        if !word.is_empty() && word != name {
            return Err(self.refused(&format!("`{name}(`")));
        }
        if !parts.is_empty() && self.tree.has_fields() != fields {
            let expected = if fields { "the name of a field" } else { "a value without the name of a field" };
            return Err(Reading { tree: &parts[0], ..self }.refused(expected));
        }
        Ok(self.parts())
    }

    fn parts(self) -> Parts<'t> {
        Parts { rest: &self.tree.parts, at: self.tree.at, past: self.past }
    }
}

/// The parts that are still to be read.
struct Parts<'t> {
    rest: &'t [Tree<'t>],
    /// Where a fault stands whose place is not known: where the brackets do.
    at: usize,
    past: &'t Past,
}

impl<'t> Parts<'t> {
    fn next(&mut self) -> Option<&'t Tree<'t>> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// One of them, to be read.
    fn of(&self, tree: &'t Tree<'t>) -> Reading<'t> {
        Reading { tree, past: self.past }
    }

    /// That they are all read.
    #[inline(never)]
    fn end(&self) -> Result<(), Fault> {
        match self.rest.first() {
            None => Ok(()),
            Some(more) => Err(Fault::new("this is one value too many".to_string()).at(more.at)),
        }
    }

    /// The value that has been read from them, where they are all read.
    fn whole<V>(mut self, read: impl FnOnce(&mut Parts<'t>) -> Result<V, Fault>) -> Result<V, Fault> {
        let value = read(&mut self).map_err(|fault| fault.at(self.at))?;
        self.end().map(|()| value)
    }

    /// The only value in them.
    #[inline(never)]
    fn only(&mut self) -> Result<Reading<'t>, Fault> {
        let one = self.next().map(|tree| self.of(tree));
        one.ok_or_else(|| Fault::new("a value is expected in these brackets".to_string()).at(self.at))
    }
}

macro_rules! numbers {
    ($($method:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.deserialize_i64(visitor)
        })*
    };
}

impl<'de, 't> Deserializer<'de> for Reading<'t> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Fault> {
        Err(self.refused("a value of a known type"))
    }
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match (self.tree.shape, &*self.tree.word) {
            (Shape::Word, "true") => visitor.visit_bool(true),
            (Shape::Word, "false") => visitor.visit_bool(false),
            _ => Err(self.refused("`true` or `false`")),
        }
    }
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Number(number) => visitor.visit_i64(number).map_err(|fault: Fault| fault.at(self.tree.at)),
            _ => Err(self.refused("a number")),
        }
    }
    numbers!(
        deserialize_i8,
        deserialize_i16,
        deserialize_i32,
        deserialize_i128,
        deserialize_u8,
        deserialize_u16,
        deserialize_u32,
        deserialize_u64,
        deserialize_u128,
        deserialize_f32,
        deserialize_f64
    );
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Letter => visitor.visit_str(&self.tree.word),
            _ => Err(self.refused("a character")),
        }
    }
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Text => visitor.visit_str(&self.tree.word).map_err(|fault: Fault| fault.at(self.tree.at)),
            _ => Err(self.refused("a text")),
        }
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_any(visitor)
    }
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_any(visitor)
    }
    /// `None`, or the value, with or without `Some` around it.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Word if self.tree.word == "None" => visitor.visit_none(),
            Shape::Round if self.tree.word == "Some" => {
                self.inside("Some", false)?.whole(|parts| visitor.visit_some(parts.only()?))
            }
            _ => visitor.visit_some(self),
        }
    }
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.inside("", false)?.whole(|_| visitor.visit_unit())
    }
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if self.tree.is_word(name) { visitor.visit_unit() } else { self.deserialize_unit(visitor) }
    }
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.inside(name, false)?.whole(|parts| visitor.visit_newtype_struct(parts.only()?))
    }
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Square => self.parts().whole(|parts| visitor.visit_seq(parts)),
            _ => Err(self.refused("a list")),
        }
    }
    fn deserialize_tuple<V: Visitor<'de>>(self, entries: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_tuple_struct("", entries, visitor)
    }
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _entries: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.inside(name, false)?.whole(|parts| visitor.visit_seq(parts))
    }
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Curly => self.parts().whole(|parts| visitor.visit_map(Keys(parts))),
            _ => Err(self.refused("`{`")),
        }
    }
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.inside(name, true)?.whole(|parts| visitor.visit_map(Fields::of(parts, fields)))
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        // A word that the language has given up is read as what is written in its place.
        let renewed = self.past.renewed(name, self.tree);
        let read = Reading { tree: renewed.as_ref().unwrap_or(self.tree), past: self.past };
        match read.tree.shape {
            Shape::Word | Shape::Round if !read.tree.word.is_empty() => visitor
                .visit_enum(read)
                .map_err(|fault| fault.wanted(name, words, read.tree).at(read.tree.at)),
            _ => Err(read.refused(&named_kind(name))),
        }
    }
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.tree.shape {
            Shape::Word => visitor.visit_str(&self.tree.word),
            _ => Err(self.refused("a word")),
        }
    }
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

impl<'de, 't> SeqAccess<'de> for &mut Parts<'t> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        match self.next() {
            Some(part) => seed.deserialize(self.of(part)).map(Some).map_err(|fault| fault.at(part.at)),
            None => Ok(None),
        }
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Fields with their names.
struct Fields<'p, 't> {
    parts: &'p mut Parts<'t>,
    /// Those that there are.
    known: &'static [&'static str],
    /// The field whose name was read last.
    value: Option<&'t Tree<'t>>,
    /// Where the brackets stand.
    at: usize,
}

impl<'p, 't> Fields<'p, 't> {
    fn of(parts: &'p mut Parts<'t>, known: &'static [&'static str]) -> Fields<'p, 't> {
        Fields { known, value: None, at: parts.at, parts }
    }
}

impl<'de, 't> MapAccess<'de> for Fields<'_, 't> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.value = self.parts.next();
        let Some(part) = self.value else { return Ok(None) };
        // A fault before the value is read is one of this name.
        self.parts.at = part.role_at;
        if self.parts.past.strict && !self.known.contains(&part.role) {
            return Err(unknown("field", part.role, self.known).at(part.role_at));
        }
        let name: StrDeserializer<'_, Fault> = StrDeserializer::new(part.role);
        seed.deserialize(name).map(Some).map_err(|fault| fault.at(part.role_at))
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        self.parts.at = self.at;
        match self.value {
            Some(part) => seed.deserialize(self.parts.of(part)).map_err(|fault| fault.at(part.at)),
            None => Err(de::Error::custom("a field without a name")),
        }
    }
}

/// Keys, each with its value behind it.
struct Keys<'p, 't>(&'p mut Parts<'t>);

impl<'de, 't> MapAccess<'de> for Keys<'_, 't> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.0.next_element_seed(seed)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        self.0.next_element_seed(seed)?.ok_or_else(|| de::Error::custom("a key without a value"))
    }
}

/// A word, and then what stands in its brackets.
impl<'de, 't> EnumAccess<'de> for Reading<'t> {
    type Error = Fault;
    type Variant = Reading<'t>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Reading<'t>), Fault> {
        let word: StrDeserializer<'_, Fault> = StrDeserializer::new(&self.tree.word);
        seed.deserialize(word).map(|word| (word, self))
    }
}

impl<'de, 't> VariantAccess<'de> for Reading<'t> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.tree.shape {
            Shape::Word => Ok(()),
            _ => Err(Fault::new(format!("`{}`{NO_BRACKETS}", self.tree.word)).at(self.tree.at)),
        }
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        self.inside(&self.tree.word, false)?.whole(|parts| {
            let inside = parts.only()?;
            seed.deserialize(inside).map_err(|fault| fault.at(inside.tree.at))
        })
    }
    fn tuple_variant<V: Visitor<'de>>(self, _entries: usize, visitor: V) -> Result<V::Value, Fault> {
        self.inside(&self.tree.word, false)?.whole(|parts| visitor.visit_seq(parts))
    }
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.inside(&self.tree.word, true)?.whole(|parts| visitor.visit_map(Fields::of(parts, fields)))
    }
}
