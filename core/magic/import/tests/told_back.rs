//! The compiled definitions told back in English and compiled again: what comes of it should be the same definition.
//! `TOLD_BACK=all` looks at all of them and says what keeps most of them from it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::collections::BTreeMap;

use duelog_kernel::migration;
use duelog_magic::cards::COMPILED;
use duelog_magic::language::definition::{Definition, Faces};
use duelog_magic::language::parse::parse;
use duelog_magic::words::narrate::reading::reading;
use duelog_magic_import::{Face, Printed, compile_all, print, simplify};

/// The sample: the compiled cards whose names begin with one of these letters.
const LETTERS: [&str; 3] = ["j", "u", "y"];

/// How many of a thousand cards of the sample do not come back the same. The number may only fall.
const OTHERWISE: usize = 372;

/// A definition as a list of cards would print it, with what it does told back in English.
fn told(definition: &Definition) -> Printed {
    let spelled = parse(&print(definition)).unwrap_or_else(|_| definition.clone());
    // Behind name and types stand the colors, where they are said.
    let facts = 2 + usize::from(definition.colors.is_some());
    let lines = reading(definition).into_iter().skip(facts).filter(|line| !line.starts_with("Loyalty "));
    let lines: Vec<String> = lines.collect();
    let (power, toughness) = match spelled.size {
        Some((power, toughness)) => (Some(power.to_string()), Some(toughness.to_string())),
        None if spelled.own_size().is_some() => (Some("*".to_string()), Some("*".to_string())),
        None => (None, None),
    };
    let face = Face {
        name: definition.name.clone(),
        cost: Some(definition.cost.to_string()),
        types: definition.types.to_string(),
        text: lines.join("\n"),
        power,
        toughness,
        loyalty: definition.loyalty.map(|loyalty| loyalty.to_string()),
        colors: definition.colors.as_ref().map(|all| {
            all.iter().map(|color| ["W", "U", "B", "R", "G"][*color as usize].to_string()).collect()
        }),
        ..Face::default()
    };
    Printed { name: definition.name.clone(), layout: "normal".to_string(), faces: vec![face] }
}

#[test]
fn what_is_told_back_is_compiled_to_the_same() {
    let all = std::env::var_os("TOLD_BACK").is_some();
    let mut definitions: Vec<Definition> = Vec::new();
    for (_, text) in COMPILED.iter() {
        let Ok(definition) = migration::read::<Definition>(text) else { continue };
        let first = definition.name.chars().next().unwrap_or('-').to_lowercase().to_string();
        let plain = !definition.token && definition.face_of.is_empty() && definition.faces == Faces::None;
        let plain = plain && definition.levels.is_empty() && definition.chapters.is_empty();
        if plain && (all || LETTERS.contains(&first.as_str())) {
            definitions.push(definition);
        }
    }
    let printed: Vec<Printed> = definitions.iter().map(told).collect();
    let (outcomes, _) = compile_all(&printed.iter().collect::<Vec<_>>());
    let (mut same, mut refused, mut other) = (0, 0, 0);
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut differ = Vec::new();
    for ((definition, outcome), printed) in definitions.iter().zip(&outcomes).zip(&printed) {
        match &outcome.result {
            Err(fault) => {
                refused += 1;
                let told = fault.to_string();
                let key = told.split('"').take(4).collect::<Vec<_>>().join("\"");
                let key: String = key.chars().take(110).collect();
                reasons.entry(key).or_insert((0, definition.name.clone())).0 += 1;
            }
            Ok(made) if simplify(&made.definitions[0]) == simplify(definition) => same += 1,
            Ok(made) => {
                other += 1;
                differ.push(format!(
                    "{}\n  {}\n  was {}\n  is  {}",
                    definition.name,
                    printed.faces[0].text.replace('\n', " / "),
                    simplify(definition),
                    simplify(&made.definitions[0])
                ));
            }
        }
    }
    println!("{same} of {} are the same, {refused} are refused, {other} are otherwise", definitions.len());
    if all {
        let mut ranked: Vec<_> = reasons.iter().collect();
        ranked.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, name)) in ranked.iter().take(150) {
            println!("{count}\t{reason}\t{name}");
        }
        differ.iter().for_each(|line| println!("{line}"));
        return;
    }
    assert!(same + refused + other > 0, "nothing is compared");
    assert!(
        refused + other <= OTHERWISE,
        "{} of {}:\n{}",
        refused + other,
        definitions.len(),
        differ.join("\n")
    );
}
