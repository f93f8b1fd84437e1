//! Says what a wording means: the meanings that stand in the grammar itself, with their places filled.

use std::collections::BTreeMap;

use duelog_import::grammar::Tree;

use crate::setting::{Done, Setting};

/// Says what a tree means, as the card language writes it.
///
/// # Errors
/// Why the card language cannot say it.
pub fn say(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    if tree.label.is_empty() {
        return match &tree.parts[..] {
            [] => Ok(tree.text().to_lowercase()),
            [only] => say(only, setting),
            _ => Err(format!("`{}` has several parts", tree.text())),
        };
    }
    if is_meaning(tree.label) { meaning(tree, setting) } else { crate::arms::arm(tree, setting) }
}

/// Returns whether a label is the meaning itself.
pub fn is_meaning(label: &str) -> bool {
    label.starts_with(|first: char| {
        first.is_ascii_uppercase() || first.is_ascii_digit() || "({[+-".contains(first)
    })
}

/// Fills the places of a meaning.
fn meaning(tree: &Tree<'_>, setting: &mut Setting<'_>) -> Done<String> {
    let mut words = tree.label.split(" @");
    let text = words.next().unwrap_or_default();
    let notes: Vec<&str> = words.collect();
    let mut said: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for part in &tree.parts {
        let own = say(part, setting)?;
        said.entry(part.role).or_default().push(own);
    }
    let filled = fill(text, &said, setting)?;
    for note in notes {
        let (what, value) = note.split_once('=').ok_or_else(|| format!("the note `{note}`"))?;
        let value = fill(value, &said, setting)?;
        match what {
            "it" => {
                let mut nouns = nouns_of(tree);
                if text.starts_with("Hits(") || text.starts_with("Happens(Attack") {
                    nouns.push("attack".to_string());
                }
                let weapon = value == "Event"
                    && filled.contains("Type(Weapon)")
                    && (filled.starts_with("Hits(") || filled.starts_with("Happens(Attack"));
                if weapon {
                    setting.mention_one(
                        "SourceOf(Event)",
                        nouns.iter().filter(|own| *own != "attack").cloned().collect(),
                    );
                    nouns = vec!["attack".to_string()];
                }
                setting.mention_one(&value, nouns);
            }
            "them" => setting.mention(None, &value, nouns_of(tree)),
            "they" => setting.mention_hero(&value),
            "if" => setting.conditions.push(value),
            "from" => setting.zone = Some(value),
            "that" => setting.that = Some(value),
            "many" => setting.many.push((value, setting.verbs)),
            "x" => setting.x = Some(value),
            _ => return Err(format!("the note `{note}`")),
        }
    }
    Ok(filled)
}

fn fill(text: &str, said: &BTreeMap<&str, Vec<String>>, setting: &mut Setting<'_>) -> Done<String> {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        made.push_str(before);
        let (hole, after) = behind.split_once('}').ok_or_else(|| format!("`{text}` has an open place"))?;
        let value = match said.get(hole.trim_end_matches('*')) {
            Some(all) if hole.ends_with('*') => all.join(", "),
            Some(all) => all[0].clone(),
            None if hole.ends_with('*') => String::new(),
            None => match hole {
                "actor" => setting.actor.clone(),
                "it" => setting.it()?.one.unwrap_or_default(),
                "them" => setting.them()?.group,
                "they" => setting.they()?,
                "hero" => setting.hero()?.one.unwrap_or_default(),
                "until" => setting.until.to_string(),
                "that" => setting.that_many()?,
                "x" => setting.x.clone().ok_or("X is not said anywhere")?,
                _ => return Err(format!("`{text}` has no {hole}")),
            },
        };
        made.push_str(&value);
        rest = after;
    }
    made.push_str(rest);
    Ok(made)
}

/// The nouns by which something in a wording is called.
pub fn nouns_of(tree: &Tree<'_>) -> Vec<String> {
    const NOUNS: [&str; 18] = [
        "attack",
        "card",
        "token",
        "weapon",
        "aura",
        "ally",
        "item",
        "equipment",
        "dagger",
        "sword",
        "arrow",
        "dragon",
        "permanent",
        "layer",
        "runechant",
        "action",
        "instant",
        "evo",
    ];
    let words: Vec<String> = tree.words.iter().map(|word| word.to_lowercase()).collect();
    let has = |noun: &&str| {
        words.iter().any(|word| {
            word == noun
                || word.strip_suffix('s') == Some(*noun)
                || word.strip_suffix("ies") == Some("all") && **noun == *"ally"
        })
    };
    NOUNS.iter().filter(|noun| has(noun)).map(|noun| (*noun).to_string()).collect()
}
