//! Lists of cards as they are published: the objects of the package `@flesh-and-blood/cards` and the `card.json` of the
//! cube.

use duelog_import::names;
use serde_json::Value;

/// A variant of a card, with what is printed on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its name.
    pub name: String,
    /// Its pitch value, where it has one.
    pub pitch: Option<u8>,
    /// Its cost.
    pub cost: Option<String>,
    /// Its power.
    pub power: Option<String>,
    /// Its defense.
    pub defense: Option<String>,
    /// Its life.
    pub life: Option<String>,
    /// Its intellect.
    pub intellect: Option<String>,
    /// Its type box, as it is printed, and as its parts say it.
    pub types: Vec<String>,
    /// Its text.
    pub text: String,
    /// The moniker of a hero.
    pub moniker: Option<String>,
    /// The metatypes.
    pub metatypes: Vec<String>,
    /// The traits.
    pub traits: Vec<String>,
    /// By what the list calls it.
    pub id: String,
    /// By what the list calls its other face.
    pub other_face: Option<String>,
    /// True if it is a back face.
    pub is_back: bool,
}

/// Reads a list of cards in one of the forms.
///
/// # Errors
/// Where it is none.
pub fn read(json: &str) -> Result<Vec<Printed>, String> {
    let value: Value = serde_json::from_str(json)
        .map_err(|error| format!("line {}, column {}: {error}", error.line(), error.column()))?;
    let list = match &value {
        Value::Array(cards) => cards,
        Value::Object(fields) => match fields.get("cards").or_else(|| fields.get("data")) {
            Some(Value::Array(cards)) => cards,
            _ => return Err("it has neither a list of cards nor `cards`".to_string()),
        },
        _ => return Err("it is not a list of cards".to_string()),
    };
    let list: Vec<Printed> =
        list.iter().enumerate().map(|(place, own)| card(own, place)).collect::<Result<_, String>>()?;
    names::plain(list.iter().map(|card| [&*card.name]))?;
    Ok(list)
}

/// A text or a number, under the first of these names that says one.
fn said(value: &Value, names: &[&str]) -> Option<String> {
    let own = |name: &&str| match value.get(*name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim().to_string()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    names.iter().find_map(own)
}

fn list(value: &Value, name: &str) -> Vec<String> {
    let all = value.get(name).and_then(Value::as_array);
    all.into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
}

fn card(value: &Value, place: usize) -> Result<Printed, String> {
    let name = said(value, &["name"]).ok_or_else(|| format!("card {} of the list has no name", place + 1))?;
    let pitch = match said(value, &["pitch"]) {
        Some(text) => Some(text.parse().map_err(|_| format!("{name}: the pitch \"{text}\""))?),
        None => None,
    };
    let mut types: Vec<String> = said(value, &["typeText", "type_text"]).into_iter().collect();
    types.extend(parts(value));
    let moniker = said(value, &["hero", "moniker"]);
    Ok(Printed {
        pitch,
        cost: said(value, &["specialCost", "cost"]),
        power: said(value, &["specialPower", "power"]),
        defense: said(value, &["specialDefense", "defense"]),
        life: said(value, &["specialLife", "life", "health"]),
        intellect: said(value, &["intellect", "intelligence"]),
        types,
        text: said(value, &["functionalText", "functional_text"]).unwrap_or_default(),
        moniker,
        metatypes: list(value, "metatypes"),
        traits: list(value, "traits"),
        id: said(value, &["cardIdentifier", "unique_id"]).unwrap_or_default(),
        other_face: said(value, &["oppositeSideCardIdentifier"]),
        is_back: value.get("isCardBack").and_then(Value::as_bool).unwrap_or_default(),
        name,
    })
}

/// A type box put together of its parts, where the list has them apart.
fn parts(value: &Value) -> Option<String> {
    let types = list(value, "types");
    if types.is_empty() || value.get("classes").is_none() {
        return None;
    }
    let classes =
        list(value, "classes").into_iter().filter(|own| !["NotClassed", "Generic"].contains(&own.as_str()));
    let left: Vec<String> = list(value, "talents").into_iter().chain(classes).chain(types).collect();
    let right: Vec<String> = list(value, "subtypes").into_iter().filter(|own| own != "Non-Attack").collect();
    let box_of = left.join(" ");
    Some(if right.is_empty() { box_of } else { format!("{box_of} - {}", right.join(" ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_lists_are_read() {
        let package = r#"[{"name": "Own Blow", "pitch": 1, "cost": 2, "power": 6, "defense": 3, "typeText": "Generic Action - Attack", "functionalText": "**Go again**"}]"#;
        let cube = r#"[{"name": "Own Blow", "pitch": "1", "cost": "2", "power": "6", "defense": "3", "health": "", "type_text": "Generic Action - Attack", "functional_text": "**Go again**"}]"#;
        assert_eq!(read(package).unwrap(), read(cube).unwrap());
        assert!(read("{}").is_err());
        assert!(read("[{\"pitch\": 1}]").unwrap_err().contains("has no name"));
    }
}
