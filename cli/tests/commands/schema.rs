//! A small reader of JSON Schema, as far as the schema of the engine's protocol needs it: an unknown word is a failure.

use serde_json::{Map, Value};

/// The words that say nothing of what fits.
const SILENT: &[&str] = &["$schema", "$defs", "title", "description", "default", "format"];

/// The part that does not fit, and where; nothing where all does.
pub fn misfit(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    match schema {
        Value::Bool(true) => Ok(()),
        Value::Object(words) => words
            .iter()
            .filter(|(word, _)| !SILENT.contains(&word.as_str()))
            .try_for_each(|(word, wanted)| fits(root, words, (word, wanted), value)),
        other => Err(format!("{other} is not a schema")),
    }
}

fn fits(
    root: &Value,
    words: &Map<String, Value>,
    (word, wanted): (&str, &Value),
    value: &Value,
) -> Result<(), String> {
    let list = || wanted.as_array().unwrap_or_else(|| panic!("{word} is a list"));
    let unless = |well: bool| if well { Ok(()) } else { Err(format!("{value} is not {word} {wanted}")) };
    match word {
        "$ref" => {
            let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").expect("a definition");
            misfit(root, &root["$defs"][name], value).map_err(|why| format!("{name}: {why}"))
        }
        "const" => unless(value == wanted),
        "enum" => unless(list().contains(value)),
        "type" => unless(match wanted {
            Value::Array(kinds) => kinds.iter().any(|kind| is(kind, value)),
            kind => is(kind, value),
        }),
        "anyOf" | "oneOf" => {
            let tried: Vec<Result<(), String>> = list().iter().map(|one| misfit(root, one, value)).collect();
            let fitting = tried.iter().filter(|tried| tried.is_ok()).count();
            if fitting == 1 || (fitting > 1 && word == "anyOf") {
                return Ok(());
            }
            let why: Vec<String> = tried.into_iter().filter_map(Result::err).collect();
            Err(format!("{fitting} of {word} fit {value}: {}", why.join(" | ")))
        }
        "minimum" => unless(value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap())),
        "maximum" => unless(value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap())),
        "pattern" => {
            // The only one: names have one casing.
            assert_eq!(wanted, "^[^A-Z -]*$");
            let odd = |letter: char| letter.is_ascii_uppercase() || letter == ' ' || letter == '-';
            unless(value.as_str().is_none_or(|text| !text.contains(odd)))
        }
        "minItems" => {
            unless(value.as_array().is_none_or(|list| list.len() as u64 >= wanted.as_u64().unwrap()))
        }
        "maxItems" => {
            unless(value.as_array().is_none_or(|list| list.len() as u64 <= wanted.as_u64().unwrap()))
        }
        "items" => value.as_array().into_iter().flatten().try_for_each(|item| misfit(root, wanted, item)),
        "prefixItems" => value
            .as_array()
            .into_iter()
            .flatten()
            .zip(list())
            .try_for_each(|(item, schema)| misfit(root, schema, item)),
        "required" => {
            let missing = |fields: &Map<String, Value>| {
                list().iter().any(|name| !fields.contains_key(name.as_str().unwrap()))
            };
            unless(!value.as_object().is_some_and(missing))
        }
        "properties" => value.as_object().into_iter().flatten().try_for_each(|(name, field)| {
            let schema = wanted.get(name).unwrap_or(&Value::Bool(true));
            misfit(root, schema, field).map_err(|why| format!("{name}: {why}"))
        }),
        "patternProperties" => value.as_object().into_iter().flatten().try_for_each(|(name, field)| {
            // The only one: keys are numbers.
            let schema = &wanted["^\\d+$"];
            if is_number(name) { misfit(root, schema, field) } else { Ok(()) }
        }),
        "additionalProperties" => {
            let known = |name: &str| {
                words.get("properties").is_some_and(|known| known.get(name).is_some())
                    || words.contains_key("patternProperties") && is_number(name)
            };
            let mut more = value.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
            more.try_for_each(|(name, field)| match wanted {
                Value::Bool(false) => Err(format!("{name} is not known")),
                schema => misfit(root, schema, field),
            })
        }
        other => panic!("the schema uses {other}, which this reader does not know"),
    }
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is not a type"),
    }
}

#[test]
fn what_does_not_fit_is_found() {
    use serde_json::json;
    let root = json!({ "$defs": { "Seat": { "type": "integer", "minimum": 0 } } });
    let schema = json!({
        "type": "object",
        "properties": { "seat": { "$ref": "#/$defs/Seat" }, "do": { "const": "go" } },
        "required": ["do"],
        "additionalProperties": false,
    });
    for (value, well) in [
        (json!({ "do": "go", "seat": 1 }), true),
        (json!({ "do": "go", "seat": -1 }), false),
        (json!({ "do": "stop" }), false),
        (json!({ "seat": 1 }), false),
        (json!({ "do": "go", "more": 1 }), false),
        (json!([]), false),
    ] {
        assert_eq!(misfit(&root, &schema, &value).is_ok(), well, "{value}");
    }
}
