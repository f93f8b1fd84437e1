//! The schema of the protocol, made out of its types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::wire::items::Id;
use super::wire::request::Command;
use super::wire::response::{
    Answers, Checked, Closed, Done, Drawn, Granted, Greeting, Looked, Matches, NotObeyed, Notification,
    OpenedFact, Prompts, Sealed, Signed, Standing, Told,
};

/// The schema of every line: JSON Schema 2020-12.
pub fn schema() -> Value {
    let mut reading = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let requests: Vec<Value> = requests(&mut reading);
    let mut writing = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let responses = responses(&mut writing);
    let refusal = writing.subschema_for::<NotObeyed<'_>>();
    let notification = writing.subschema_for::<Notification<'_>>();
    let mut definitions = Map::new();
    definitions.extend(reading.take_definitions(true));
    definitions.extend(writing.take_definitions(true));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol 2 of duelog engine",
        "description": "Each line is one of these: `request` goes to the engine, the others come from it.",
        "anyOf": [
            { "$ref": "#/$defs/request" },
            { "$ref": "#/$defs/response" },
            { "$ref": "#/$defs/refusal" },
            { "$ref": "#/$defs/notification" },
        ],
        "$defs": with(definitions, [
            ("request", json!({ "oneOf": requests })),
            ("response", json!({
                "type": "object",
                "properties": { "id": { "$ref": "#/$defs/Id" }, "ok": { "anyOf": responses } },
                "required": ["ok"],
                "additionalProperties": false,
            })),
            ("refusal", json!(refusal)),
            ("notification", json!(notification)),
        ]),
    })
}

fn with<const N: usize>(mut definitions: Map<String, Value>, more: [(&str, Value); N]) -> Value {
    definitions.extend(more.map(|(name, schema)| (name.to_string(), schema)));
    // Nothing comes from the engine that is not named here.
    definitions.values_mut().for_each(close);
    Value::Object(definitions)
}

/// Forbids properties that are not named, where the types do not say it: responses are closed in this version.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_object = fields.get("type") == Some(&json!("object"));
            if is_object && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_string(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Each request, with its name and its mark.
fn requests(generator: &mut SchemaGenerator) -> Vec<Value> {
    let id = json!(generator.subschema_for::<Option<Id>>());
    let request = |(word, schema): (&str, Schema)| {
        let mut schema = schema.to_value();
        let properties = schema.as_object_mut().map(|fields| fields.entry("properties").or_insert(json!({})));
        if let Some(properties) = properties.and_then(Value::as_object_mut) {
            properties.insert("do".to_string(), json!({ "const": word }));
            properties.insert("id".to_string(), id.clone());
        }
        if let Some(fields) = schema.as_object_mut() {
            let required = fields.entry("required").or_insert(json!([]));
            required.as_array_mut().into_iter().for_each(|required| required.push(json!("do")));
            fields.insert("title".to_string(), json!(word));
        }
        schema
    };
    Command::schemas(generator).into_iter().map(request).collect()
}

/// The result of each request.
fn responses(generator: &mut SchemaGenerator) -> Vec<Value> {
    fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
        json!(generator.subschema_for::<T>())
    }
    // The mark is one of the definitions.
    of::<Id>(generator);
    vec![
        of::<Greeting>(generator),
        of::<Standing<'_>>(generator),
        of::<Looked>(generator),
        of::<Told<'_>>(generator),
        of::<Answers>(generator),
        of::<Checked>(generator),
        of::<Prompts>(generator),
        of::<Matches>(generator),
        of::<Sealed>(generator),
        of::<Signed>(generator),
        of::<Drawn>(generator),
        of::<Granted<'_>>(generator),
        of::<OpenedFact>(generator),
        of::<Closed>(generator),
        of::<Done>(generator),
    ]
}
