//! The compiled definitions against those that are committed. The texts are in no repository: the list of cards is
//! named by the environment variable `DUEL_MASTERS_CARDS`, and without it nothing is compared.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::fs;

use duelog_duel_masters::cards::FILES;
use duelog_duel_masters::language::parse::parse;
use duelog_duel_masters_import::{compile_all, read, simplify};
use duelog_kernel::definition::file_name;

#[test]
fn what_is_compiled_says_what_the_definitions_say() {
    let Some(list) = std::env::var_os("DUEL_MASTERS_CARDS") else {
        eprintln!("nothing is compared: DUEL_MASTERS_CARDS names no list of cards");
        return;
    };
    let cards = read(&fs::read_to_string(list).unwrap()).unwrap();
    let (mut same, mut other) = (0, Vec::new());
    for outcome in compile_all(&cards) {
        let Some((_, text)) = FILES.get(&file_name(&outcome.name)) else { continue };
        let written = simplify(&parse(text).unwrap());
        match outcome.result.as_ref().map(simplify) {
            Ok(own) if own == written => same += 1,
            Ok(own) => other.push(format!("{}\n  written:  {written}\n  compiled: {own}", outcome.name)),
            // Written by hand, as the compiler does not understand it.
            Err(_) => {}
        }
    }
    println!("{same} definitions say the same");
    assert!(other.is_empty(), "{} differ:\n{}", other.len(), other.join("\n"));
    assert!(same >= 200, "only {same} definitions were compared");
}
