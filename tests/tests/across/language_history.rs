//! The card languages change their words and stay readable: an old word is read as the one that took its place.
//!
//! `fixtures/language/<game>.tsv` lists words that definitions outside of the project may say, with what stands in
//! their brackets. Each must be a word of today of the same shape, or an old one. `LANGUAGE_BLESS=1` adds words of
//! today, and takes none out. `fixtures/language/<game>/old` holds definitions with each old word, and
//! `fixtures/language/<game>/new` the same in the words of today.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use duelog_kernel::Factory;
use duelog_kernel::vocabulary::{Field, Word, faults};
use duelog_tests::games::factories;
use duelog_tests::{files, root};

#[test]
fn the_tables_of_old_words_are_sound() {
    for factory in factories() {
        assert_eq!(faults(factory.history(), factory.words()), Vec::<String>::new(), "{}", factory.game());
    }
}

/// The definitions that are built in say the same in the words of today, and rewriting them twice changes nothing.
#[test]
fn definitions_say_the_same_in_the_words_of_today() {
    for factory in factories() {
        for (file, text) in files(&root(), &format!("core/{}/cards", factory.game()), "ron") {
            let now = factory.migrated(&text).unwrap_or_else(|fault| panic!("{file}:{fault}"));
            assert_eq!(now.old.is_empty(), now.text == text, "{file}");
            if now.text != text {
                assert_eq!(factory.check(&now.text), factory.check(&text), "{file}");
                assert!(factory.migrated(&now.text).is_ok_and(|again| again.old.is_empty()), "{file}");
            }
        }
    }
}

#[test]
fn every_old_word_is_read_as_it_was_meant() {
    for factory in factories() {
        let mut said = BTreeSet::new();
        let folder = format!("fixtures/language/{}", factory.game());
        for (file, text) in files(&root(), &format!("{folder}/old"), "ron") {
            factory.check(&text).unwrap_or_else(|fault| panic!("{file}:{fault}"));
            let now = factory.migrated(&text).unwrap_or_else(|fault| panic!("{file}:{fault}"));
            let new = fs::read_to_string(root().join(file.replace("/old/", "/new/"))).expect("it is there");
            assert_eq!(now.text, new, "{file}");
            said.extend(now.old.iter().map(|old| (old.kind, old.was)));
        }
        let unsaid: Vec<&str> = factory
            .history()
            .renamed
            .iter()
            .filter(|old| !said.contains(&(old.kind, old.was)))
            .map(|old| old.was)
            .collect();
        assert!(unsaid.is_empty(), "no definition in {folder}/old says: {}", unsaid.join(", "));
    }
}

#[test]
fn no_word_that_was_published_is_lost() {
    let bless = std::env::var_os("LANGUAGE_BLESS").is_some();
    for factory in factories() {
        let path = root().join(format!("fixtures/language/{}.tsv", factory.game()));
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut listed: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        for line in text.lines() {
            let mut parts = line.splitn(3, '\t');
            let mut part = || parts.next().unwrap_or_default();
            listed.insert((part(), part()), part());
        }
        let lost: Vec<String> = listed
            .iter()
            .filter(|((kind, word), shape)| !is_readable(&*factory, kind, word, shape))
            .map(|((kind, word), shape)| format!("{kind} {word}({shape})"))
            .collect();
        assert!(
            lost.is_empty(),
            "{} no longer reads these words: give each a row in core/{0}/src/language/aliases.rs\n{}",
            factory.game(),
            lost.join("\n")
        );
        if bless {
            let today: Vec<(&str, &str, String)> = today(&*factory).collect();
            for (kind, word, shape) in &today {
                listed.insert((kind, word), shape);
            }
            let lines = listed.iter().map(|((kind, word), shape)| format!("{kind}\t{word}\t{shape}\n"));
            fs::write(&path, lines.collect::<String>()).expect("it can be written");
        } else {
            assert!(!text.is_empty(), "{} is missing", path.display());
        }
    }
}

/// The words of today, with their kinds and shapes.
fn today(factory: &dyn Factory) -> impl Iterator<Item = (&'static str, &'static str, String)> {
    factory.words().iter().flat_map(|kind| kind.words.iter().map(|word| (kind.kind, word.word, shape(word))))
}

/// The brackets of a word: a name or `_` for each field, with a question mark if it may be left out.
fn shape(word: &Word) -> String {
    let field = |field: &Field| {
        let name = if field.name.is_empty() { "_" } else { field.name };
        format!("{name}{}", if field.optional { "?" } else { "" })
    };
    word.fields.iter().map(field).collect::<Vec<_>>().join(" ")
}

/// Returns whether a word of this shape can still be read.
fn is_readable(factory: &dyn Factory, kind: &str, word: &str, shape: &str) -> bool {
    let of_kind = factory.words().iter().filter(|own| own.kind == kind).flat_map(|own| own.words);
    let mut same = of_kind.filter(|own| own.word == word);
    let old = factory.history().called(word).any(|old| old.kind == kind);
    old || same.any(|own| still_reads(&self::shape(own), shape))
}

/// Returns whether everything that was written in the old shape can be read in the new one: each field is there, with
/// the same name or in the same place, and all that is new may be left out.
fn still_reads(new: &str, old: &str) -> bool {
    let fields = |shape: &str| shape.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (new, old) = (fields(new), fields(old));
    // A word that had no brackets has none today.
    if old.is_empty() != new.is_empty() {
        return false;
    }
    let plain = |field: &str| field.trim_end_matches('?').to_string();
    let may_be_left_out = |field: &str| field.ends_with('?');
    if new.iter().chain(&old).any(|field| plain(field) == "_") {
        let same = |(new, old): (&String, &String)| {
            plain(new) == plain(old) && (may_be_left_out(new) || !may_be_left_out(old))
        };
        return old.len() <= new.len()
            && new.iter().zip(&old).all(same)
            && new[old.len()..].iter().all(|field| may_be_left_out(field));
    }
    let there = |field: &String| new.iter().any(|known| plain(known) == plain(field));
    let needed = |field: &&String| !may_be_left_out(field);
    let was_needed = |field: &String| old.iter().any(|known| known == field);
    old.iter().all(there) && new.iter().filter(needed).all(was_needed)
}

#[test]
fn a_shape_may_grow_at_its_end() {
    for (new, old, reads) in [
        ("_ _", "_ _", true),
        ("_ _ _?", "_ _", true),
        ("_ _ _", "_ _", false),
        ("_", "_ _", false),
        ("_ _?", "_ _", true),
        ("_ _", "_ _?", false),
        ("_?", "", false),
        ("", "", true),
        ("a b?", "a", true),
        ("a b", "a", false),
        ("a? b?", "b? a", true),
        ("b?", "a? b?", false),
        ("a", "a?", false),
    ] {
        assert_eq!(still_reads(new, old), reads, "{old} as {new}");
    }
}
