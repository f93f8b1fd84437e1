//! The compiled definitions against those that were written by hand. The texts are in no repository: the list of cards is
//! named by the environment variable `MAGIC_CARDS`, and without it nothing is compared.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::collections::BTreeSet;
use std::fs;

use duelog_kernel::definition::file_name;
use duelog_kernel::migration;
use duelog_magic::cards::FILES;
use duelog_magic::language::definition::Definition;
use duelog_magic_import::{Printed, compile_all, read, simplify};

/// Definitions that are written otherwise than they are compiled, each with the reason.
const DIFFERENT: &str = include_str!("different.tsv");

#[test]
fn what_is_compiled_says_what_the_definitions_say() {
    let Some(list) = std::env::var_os("MAGIC_CARDS") else {
        eprintln!("nothing is compared: MAGIC_CARDS names no list of cards");
        return;
    };
    let known: BTreeSet<&str> = DIFFERENT.lines().filter_map(|line| line.split('\t').next()).collect();
    let cards = read(&fs::read_to_string(list).unwrap()).unwrap();
    let defined = |card: &&Printed| {
        card.faces.first().is_some_and(|face| FILES.get(&file_name(&face.name)).is_some())
            || FILES.get(&file_name(&card.name)).is_some()
    };
    let chosen: Vec<&Printed> = cards.iter().filter(defined).collect();
    let (mut same, mut other, mut faults) = (0, Vec::new(), Vec::new());
    for outcome in compile_all(&chosen).0 {
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
        for own in &made.definitions {
            let Some((_, text)) = FILES.get(&file_name(&own.name)) else { continue };
            let written: Definition = migration::read(text).unwrap();
            if written.token || written.test_only || known.contains(own.name.as_str()) {
                continue;
            }
            let (written, compiled) = (simplify(&written), simplify(own));
            if written == compiled {
                same += 1;
            } else {
                other.push(format!("{}\n  written:  {written}\n  compiled: {compiled}", own.name));
            }
        }
    }
    println!("{same} of {} definitions say the same", chosen.len());
    assert!(faults.is_empty(), "{} definitions with a fault:\n{}", faults.len(), faults.join("\n"));
    assert!(other.is_empty(), "{} differ:\n{}", other.len(), other.join("\n"));
    assert!(same >= 600, "only {same} definitions were compared");
}
