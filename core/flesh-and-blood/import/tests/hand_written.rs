//! The compiled definitions against those that were written by hand. The texts are in no repository: the list of cards is
//! named by the environment variable `FAB_CARDS`, and without it nothing is compared.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::collections::BTreeSet;
use std::fs;

use duelog_flesh_and_blood::cards::FILES;
use duelog_flesh_and_blood::language::definition::Definition;
use duelog_flesh_and_blood_import::{compile_all, read, simplify};
use duelog_kernel::definition::file_name;
use duelog_kernel::ron_text;

/// Definitions that are written otherwise than they are compiled, each with the reason.
const DIFFERENT: &str = include_str!("different.tsv");

#[test]
fn what_is_compiled_says_what_the_definitions_say() {
    let Some(list) = std::env::var_os("FAB_CARDS") else {
        eprintln!("nothing is compared: FAB_CARDS names no list of cards");
        return;
    };
    let known: BTreeSet<&str> = DIFFERENT.lines().filter_map(|line| line.split('\t').next()).collect();
    let cards = read(&fs::read_to_string(list).unwrap()).unwrap();
    let file = |name: &str| FILES.get(&file_name(&name.replace(" // ", "||")));
    let (mut same, mut all, mut other, mut faults) = (0, 0, Vec::new(), Vec::new());
    for outcome in compile_all(&cards, |name| file(name).is_some()) {
        all += 1;
        let made = match &outcome.result {
            Ok(made) => made,
            Err(fault) => {
                let own = fault.to_string();
                if own.contains("the definition has a fault") {
                    faults.push(format!("{}: {own}", outcome.name));
                }
                continue;
            }
        };
        let Some((_, text)) = file(&outcome.name) else { continue };
        let written: Definition = ron_text::read(text).unwrap();
        if written.test_only || known.contains(outcome.name.as_str()) {
            continue;
        }
        // A definition may lack variants that nobody has needed yet.
        let (written, compiled) = (simplify(&written), simplify(made));
        if written == compiled {
            same += 1;
        } else {
            other.push(format!("{}\n  written:  {written}\n  compiled: {compiled}", outcome.name));
        }
    }
    println!("{same} of {all} definitions say the same");
    assert!(faults.is_empty(), "{} definitions with a fault:\n{}", faults.len(), faults.join("\n"));
    assert!(other.is_empty(), "{} differ:\n{}", other.len(), other.join("\n"));
    assert!(same >= 250, "only {same} definitions were compared");
}
