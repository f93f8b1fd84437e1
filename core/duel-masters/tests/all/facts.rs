//! What is printed on the cards beside their text, against `fixtures/facts/duel-masters.tsv`.

use std::fs;
use std::path::Path;

use duelog_duel_masters::cards::FILES;
use duelog_duel_masters::language::parse::parse;
use duelog_kernel::definition::file_name;

#[test]
fn definitions_have_the_facts_of_their_cards() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("../../fixtures/facts/duel-masters.tsv")).unwrap();
    let (mut defined, mut wrong) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, civilizations, cost, power, kind, races, sets] = fields[..] else {
            panic!("`{line}` has not seven fields")
        };
        // What is not defined stands in `LEFT-OUT.md`.
        let Some((file, text)) = FILES.get(&file_name(name)) else { continue };
        let own = parse(text).unwrap();
        defined += 1;
        let own_civilizations: Vec<&str> = own.civilizations.iter().map(|own| own.name()).collect();
        let found = (
            own.name.clone(),
            sorted(&own_civilizations.join("/")),
            own.cost.to_string(),
            own.power.map(|power| power.to_string()).unwrap_or_default(),
            own.kind.name().to_string(),
            sorted(&own.races.join("/")),
        );
        let wanted = (
            name.to_string(),
            sorted(&civilizations.to_lowercase()),
            cost.to_string(),
            power.to_string(),
            kind.to_string(),
            sorted(races),
        );
        if found != wanted {
            wrong.push(format!("{found:?} is printed as {wanted:?}"));
        }
        let first_set = sets.split('/').next().unwrap_or_default().to_lowercase();
        if file.split_once('/').map(|(folder, _)| folder) != Some(&first_set) {
            wrong.push(format!("{file} does not stand in the folder of its first set, {first_set}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(defined >= 999, "only {defined} of the cards are defined");
}

/// A list with its members in order.
fn sorted(list: &str) -> String {
    let mut members: Vec<&str> = list.split('/').filter(|member| !member.is_empty()).collect();
    members.sort_unstable();
    members.join("/")
}

#[test]
fn each_card_is_defined_or_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("../../fixtures/facts/duel-masters.tsv")).unwrap();
    let left_out = fs::read_to_string(root.join("LEFT-OUT.md")).unwrap();
    let is_left_out = |name: &str| left_out.lines().any(|line| line.strip_prefix("- ") == Some(name));
    for name in table.lines().skip(1).filter_map(|line| line.split('\t').next()) {
        let is_defined = FILES.get(&file_name(name)).is_some();
        assert!(is_defined != is_left_out(name), "{name}: defined {is_defined}, in LEFT-OUT.md or not");
    }
}
