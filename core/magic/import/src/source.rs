//! Lists of cards as they are published: MTGJSON's atomic cards, Scryfall's bulk data, and a plain list.

use duelog_import::names;
use serde_json::Value;

/// A face of a card, with what is printed on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Face {
    /// Its name.
    pub name: String,
    /// Its mana cost in symbols.
    pub cost: Option<String>,
    /// Its type line.
    pub types: String,
    /// Its text.
    pub text: String,
    /// Its power.
    pub power: Option<String>,
    /// Its toughness.
    pub toughness: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// The letters of its colors where its mana cost does not say them.
    pub colors: Option<Vec<String>>,
    /// True if nothing in the list says which colors it has.
    pub colorless_in_doubt: bool,
}

/// A card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its name; of several faces, all of them.
    pub name: String,
    /// How its faces lie: `normal`, `split`, `transform` …
    pub layout: String,
    /// Its faces, the front one first.
    pub faces: Vec<Face>,
}

/// Reads a list of cards in one of the forms.
///
/// # Errors
/// Where it is none.
pub fn read(json: &str) -> Result<Vec<Printed>, String> {
    let value: Value = serde_json::from_str(json)
        .map_err(|error| format!("line {}, column {}: {error}", error.line(), error.column()))?;
    let list = match &value {
        Value::Array(cards) => cards.iter().map(card).collect(),
        Value::Object(fields) => match fields.get("data") {
            Some(Value::Object(cards)) => cards.iter().map(|(name, faces)| atomic(name, faces)).collect(),
            Some(Value::Array(cards)) => cards.iter().map(card).collect(),
            _ => Err("it has neither a list of cards nor `data`".to_string()),
        },
        _ => Err("it is not a list of cards".to_string()),
    };
    let mut list: Vec<Printed> = list?;
    names::plain(list.iter().map(|card| card.faces.iter().map(|face| &*face.name).chain([&*card.name])))?;
    // Tokens and the like of bulk data are no cards.
    list.retain(|card| {
        !["token", "double_faced_token", "emblem", "art_series"].contains(&card.layout.as_str())
    });
    Ok(list)
}

fn text(value: &Value, names: &[&str]) -> Option<String> {
    let found = names.iter().find_map(|name| value.get(*name).and_then(Value::as_str));
    found.map(str::to_string)
}

/// Reads what is printed on a face; what it lacks, the card around it says.
fn face(value: &Value, name: String) -> Face {
    let letters = |name: &str| {
        let list = value.get(name)?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).map(str::to_string).collect::<Vec<String>>())
    };
    let (colors, colorless_in_doubt) = colors(value, &letters);
    Face {
        name,
        cost: text(value, &["manaCost", "mana_cost"]).filter(|cost| !cost.is_empty()),
        types: text(value, &["type", "type_line"]).unwrap_or_default(),
        text: text(value, &["text", "oracle_text"]).unwrap_or_default(),
        power: text(value, &["power"]),
        toughness: text(value, &["toughness"]),
        loyalty: text(value, &["loyalty"]),
        colors,
        colorless_in_doubt,
    }
}

/// The colors of a face where its mana cost does not say them, and whether nothing tells them.
fn colors(value: &Value, letters: &dyn Fn(&str) -> Option<Vec<String>>) -> (Option<Vec<String>>, bool) {
    if let Some(indicator) = letters("colorIndicator").or_else(|| letters("color_indicator")) {
        return (Some(indicator), false);
    }
    let types = text(value, &["type", "type_line"]).unwrap_or_default();
    let cost = text(value, &["manaCost", "mana_cost"]).unwrap_or_default();
    let of_cost = |letter: &String| cost.contains(letter.as_str());
    if let Some(own) = letters("colors") {
        let others = own.iter().any(|letter| !of_cost(letter));
        return (others.then_some(own), false);
    }
    let Some(identity) = letters("colorIdentity").or_else(|| letters("color_identity")) else {
        return (None, false);
    };
    if types.contains("Land") {
        return (None, false);
    }
    // Here, what neither the cost nor a symbol of the text explains is a colour of the card itself.
    let said = text(value, &["text", "oracle_text"]).unwrap_or_default();
    let in_text = |letter: &String| {
        said.split('{')
            .skip(1)
            .any(|rest| rest.split('}').next().is_some_and(|symbol| symbol.contains(letter.as_str())))
    };
    let unexplained = identity.iter().any(|letter| !of_cost(letter) && !in_text(letter));
    if unexplained {
        let several = value.get("name").and_then(Value::as_str).is_some_and(|name| name.contains(" // "));
        let own = identity.iter().filter(|letter| of_cost(letter) || !in_text(letter)).cloned().collect();
        return if several { (None, false) } else { (Some(own), false) };
    }
    let doubt = !identity.iter().any(of_cost) && !identity.is_empty() && !types.contains("Artifact");
    (None, doubt)
}

/// A card of a plain list or of Scryfall's bulk data.
fn card(value: &Value) -> Result<Printed, String> {
    let name = text(value, &["name"]).ok_or("a card has no name")?;
    let layout = text(value, &["layout"]).unwrap_or_else(|| "normal".to_string());
    let faces = match value.get("card_faces").and_then(Value::as_array) {
        Some(faces) => {
            faces.iter().map(|own| face(own, text(own, &["name"]).unwrap_or_else(|| name.clone()))).collect()
        }
        None => {
            let front = name.split(" // ").next().unwrap_or(&name).to_string();
            vec![face(value, front)]
        }
    };
    Ok(Printed { name, layout, faces })
}

/// A card of MTGJSON's atomic cards.
fn atomic(name: &str, value: &Value) -> Result<Printed, String> {
    let faces = value.as_array().ok_or_else(|| format!("`{name}` is no list of faces"))?;
    let first = faces.first().ok_or_else(|| format!("`{name}` has no face"))?;
    let layout = text(first, &["layout"]).unwrap_or_else(|| "normal".to_string());
    // Some cards of one name are others in other games: the first one is meant.
    let sides = if name.contains(" // ") { &faces[..] } else { &faces[..1] };
    let own = |value: &Value| {
        let called = text(value, &["faceName"]).unwrap_or_else(|| name.to_string());
        face(value, called)
    };
    Ok(Printed { name: name.to_string(), layout, faces: sides.iter().map(own).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_kinds_of_lists_are_read() {
        let plain = r#"[{"name": "Ash Fool", "manaCost": "{R}", "type": "Creature — Goblin", "power": "1", "toughness": "1", "text": "Haste", "layout": "normal"}]"#;
        let bulk = r#"[{"name": "Ash Fool", "mana_cost": "{R}", "type_line": "Creature — Goblin", "power": "1", "toughness": "1", "oracle_text": "Haste", "layout": "normal"}]"#;
        let atomic = r#"{"meta": {}, "data": {"Ash Fool": [{"name": "Ash Fool", "manaCost": "{R}", "type": "Creature — Goblin", "power": "1", "toughness": "1", "text": "Haste", "layout": "normal"}]}}"#;
        let first = read(plain).unwrap();
        assert_eq!(read(bulk).unwrap(), first);
        assert_eq!(read(atomic).unwrap(), first);
        let halves = r#"[{"name": "Ash // Fool", "layout": "split", "card_faces": [{"name": "Ash", "type_line": "Instant"}, {"name": "Fool", "type_line": "Instant"}]}]"#;
        assert_eq!(read(halves).unwrap()[0].faces.len(), 2);
        assert!(read("{}").is_err());
    }
}
