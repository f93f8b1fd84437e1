//! Values in JSON, by way of their words: of a state's hundreds of types each is compiled for one writer and not for two.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Node, reading};
use crate::syntax::Shape;

/// A value as serde's own JSON has it: a word with something in it is an object with one key.
pub fn in_json(value: &(impl Serialize + ?Sized)) -> Value {
    json(reading::node(value))
}

fn json(node: Node) -> Value {
    let Node { kind, word, text, shape, mut parts, .. } = node;
    let inside = match shape {
        Shape::Text | Shape::Letter => return Value::String(text),
        // The text is right for numbers of any size.
        Shape::Number(number) => {
            return text.parse::<u64>().map_or_else(|_| Value::from(number), Value::from);
        }
        Shape::Word if !word.is_empty() => return Value::from(word),
        // A bool, or nothing at all.
        Shape::Word => return text.parse().map_or(Value::Null, Value::Bool),
        Shape::Curly => keyed(parts),
        Shape::Round if parts.is_empty() && kind.is_empty() => return Value::Null,
        Shape::Round if parts.first().is_none_or(|part| !part.role.is_empty()) => named(parts),
        Shape::Round if !word.is_empty() && parts.len() == 1 => json(parts.remove(0)),
        Shape::Round | Shape::Square => Value::Array(parts.into_iter().map(json).collect()),
    };
    if word.is_empty() { inside } else { Value::Object(Map::from_iter([(word.to_string(), inside)])) }
}

fn named(parts: Vec<Node>) -> Value {
    Value::Object(parts.into_iter().map(|part| (part.role.to_string(), json(part))).collect())
}

/// Keys, each with its value behind it.
fn keyed(parts: Vec<Node>) -> Value {
    let mut map = Map::new();
    let mut parts = parts.into_iter();
    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
        let key = if key.text.is_empty() { key.word.to_string() } else { key.text };
        map.insert(key, json(value));
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::Serialize;

    use super::in_json;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Key {
        OfOneWord,
        Other,
    }

    #[derive(Debug, Clone, Serialize)]
    struct Plain;

    #[derive(Debug, Clone, Serialize)]
    struct Alone(Vec<u64>);

    #[derive(Debug, Clone, Serialize)]
    enum Shapes {
        Word,
        One(Option<i64>),
        Two(bool, char),
        List(Vec<Shapes>),
        Fields {
            #[serde(skip_serializing_if = "Option::is_none")]
            left_out: Option<Plain>,
            #[serde(skip_serializing_if = "String::is_empty")]
            text: String,
        },
        Pair((u8, Alone)),
        Keys(BTreeMap<Key, Plain>, BTreeMap<i16, ()>, BTreeMap<String, Everything>),
    }

    #[derive(Debug, Clone, Serialize)]
    struct Everything {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        shapes: Vec<Shapes>,
        #[serde(flatten)]
        more: BTreeMap<String, u32>,
    }

    fn shapes() -> impl Strategy<Value = Shapes> {
        let leaf = prop_oneof![
            Just(Shapes::Word),
            any::<Option<i64>>().prop_map(Shapes::One),
            any::<(bool, char)>().prop_map(|(first, second)| Shapes::Two(first, second)),
            any::<(bool, String)>()
                .prop_map(|(plain, text)| Shapes::Fields { left_out: plain.then_some(Plain), text }),
            any::<(u8, Vec<u64>)>().prop_map(|(first, list)| Shapes::Pair((first, Alone(list)))),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            let many = proptest::collection::vec(inner, 0..4);
            prop_oneof![
                many.clone().prop_map(Shapes::List),
                (many, any::<(bool, i16, String, u32)>()).prop_map(
                    |(shapes, (other, number, text, more))| {
                        let key = if other { Key::Other } else { Key::OfOneWord };
                        let all = Everything { shapes, more: [(text.clone(), more)].into() };
                        Shapes::Keys([(key, Plain)].into(), [(number, ())].into(), [(text, all)].into())
                    }
                ),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_are_what_serde_makes_of_them(value in shapes()) {
            prop_assert_eq!(Some(in_json(&value)), serde_json::to_value(&value).ok());
        }
    }
}
