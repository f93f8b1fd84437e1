//! Definitions as they are written in files.

use duelog_duel_masters::language::definition::Definition;
use duelog_kernel::scope::Node;
use serde::Serialize;

/// How long a line can be.
const WIDTH: usize = 120;

/// A definition as the text of its file.
pub fn definition(definition: &Definition) -> String {
    let mut file = String::from("Card(\n");
    let mut field = |name: &str, text: String| {
        file.push_str(&broken(&format!("{name}: {text},"), 4));
        file.push('\n');
    };
    field("name", value(&definition.name));
    // What stands along the top of a card.
    let (cost, kind) = (value(&definition.cost), value(&definition.kind));
    field("civilizations", format!("{}, cost: {cost}, kind: {kind}", value(&definition.civilizations)));
    if !definition.races.is_empty() {
        field("races", value(&definition.races));
    }
    if !definition.symbols.is_empty() {
        field("symbols", value(&definition.symbols));
    }
    if let Some(power) = definition.power {
        field("power", value(&power));
    }
    if !definition.evolution.is_empty() {
        field("evolution", value(&definition.evolution));
    }
    if !definition.keywords.is_empty() {
        field("keywords", value(&definition.keywords));
    }
    if !definition.rules.is_empty() {
        field("rules", value(&definition.rules));
    }
    if let Some(spell) = &definition.spell {
        field("spell", value(spell));
    }
    // A single ability that fits stands on the line of its field.
    let one = match &definition.abilities[..] {
        [one] => format!("    abilities: [{}],\n", value(one)),
        _ => String::new(),
    };
    if !one.is_empty() && one.chars().count() <= WIDTH {
        file.push_str(&one);
    } else if !definition.abilities.is_empty() {
        file.push_str("    abilities: [\n");
        for ability in &definition.abilities {
            file.push_str(&broken(&format!("{},", value(ability)), 8));
            file.push('\n');
        }
        file.push_str("    ],\n");
    }
    file.push_str(")\n");
    file
}

/// A value, without what it has by default.
fn value(value: &impl Serialize) -> String {
    let text = Node::of(value).tree().to_string();
    text.replace("civilizations: [], ", "").replace(", special: []", "").replace(", races: []", "")
}

/// A line, its first list of steps or abilities broken where the line would be too long.
fn broken(line: &str, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let long = indent + line.chars().count() > WIDTH;
    match line.find("Seq([").map(|at| at + "Seq([".len()) {
        Some(start) if long => {
            let (items, end) = items(&line[start..]);
            let inner: Vec<String> =
                items.iter().map(|item| broken(&format!("{item},"), indent + 4)).collect();
            format!("{pad}{}\n{}\n{pad}{}", &line[..start], inner.join("\n"), &line[start + end..])
        }
        _ => format!("{pad}{line}"),
    }
}

/// The items of a list up to its end, and where that is.
fn items(list: &str) -> (Vec<String>, usize) {
    let mut found = vec![String::new()];
    let mut depth = 0i32;
    let mut quoted = false;
    for (at, letter) in list.char_indices() {
        quoted ^= letter == '"';
        match letter {
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted && depth == 0 => return (found, at),
            ')' | ']' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(item) = found.last_mut()
            && !(item.is_empty() && letter == ' ')
        {
            item.push(letter);
        }
    }
    (found, list.len())
}
