//! The vocabulary of the card languages grows with the rules, not with the cards: of the words of any kind at
//! most a third serve a single card.
//!
//! A kind of words is an enum of `core/<game>/src/language` that a definition can say and of which a word can
//! say something more, for instance verbs and filters. Enums whose words stand alone are no such kind: steps,
//! zones and colors are what the rulebook lists.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::scope::Node;
use duelog_tests::{files, root};
use serde::Serialize;

/// How many words each game's language had before the words became parametric, and how many it may have now.
const MOST: [(&str, usize, usize); 3] =
    [("magic", 293, 293), ("duel-masters", 215, 138), ("flesh-and-blood", 541, 369)];

/// A kind of words: its name and the words.
type Kind = (String, Vec<String>);

#[test]
fn few_words_of_magic_serve_one_card() {
    check("magic", |text| {
        let definition = duelog_magic::language::parse::parse(text).ok()?;
        Some((definition.test_only, node(&definition, text)))
    });
}

#[test]
fn few_words_of_duel_masters_serve_one_card() {
    check("duel-masters", |text| {
        let definition = duelog_duel_masters::language::parse::parse(text).ok()?;
        Some((definition.test_only, node(&definition, text)))
    });
}

#[test]
fn few_words_of_flesh_and_blood_serve_one_card() {
    check("flesh-and-blood", |text| {
        use duelog_flesh_and_blood::language::parse::parse;
        let definition = parse(text).ok()?;
        let mut said = node(&definition, text);
        // What a keyword is defined by (8.3) is said by the cards that have it.
        let keywords = node(&parse(FLESH_AND_BLOOD_KEYWORDS).ok()?, FLESH_AND_BLOOD_KEYWORDS);
        let scripts = &keywords.field("abilities")?.parts;
        let places = definition.keywords.iter().flat_map(|keyword| keyword.places());
        said.parts.extend(places.filter_map(|place| scripts.get(usize::from(*place))).cloned());
        Some((definition.test_only, said))
    });
}

/// The definitions of the keywords of Flesh and Blood.
const FLESH_AND_BLOOD_KEYWORDS: &str = include_str!("../../../core/flesh-and-blood/src/state/keywords.ron");

fn node(definition: &impl Serialize, text: &str) -> Node {
    Node::read(definition, text)
}

fn check(game: &str, read: fn(&str) -> Option<(bool, Node)>) {
    let mut cards: BTreeMap<(String, String), u32> = BTreeMap::new();
    for (file, text) in files(&root(), &format!("core/{game}/cards"), "ron") {
        let (test_only, node) = read(&text).unwrap_or_else(|| panic!("{file} cannot be read"));
        let mut said = BTreeSet::new();
        words(&node, &mut said);
        said.into_iter().filter(|_| !test_only).for_each(|word| *cards.entry(word).or_default() += 1);
    }
    let (mut all, mut faults) = (0, Vec::new());
    for (kind, words) in kinds(game) {
        let seldom =
            |word: &&String| cards.get(&(kind.clone(), (*word).clone())).is_none_or(|count| *count <= 1);
        let seldom: Vec<&str> = words.iter().filter(seldom).map(String::as_str).collect();
        all += words.len();
        println!("{kind}: {} of {} serve at most one card: {}", seldom.len(), words.len(), seldom.join(" "));
        if seldom.len() * 3 > words.len() {
            faults.push(format!(
                "{kind}: {} of {} words serve at most one card: {}",
                seldom.len(),
                words.len(),
                seldom.join(" ")
            ));
        }
    }
    println!("{all} words in all");
    let most = MOST.iter().find(|entry| entry.0 == game).map_or(0, |entry| entry.2);
    if all > most {
        faults.push(format!(
            "{all} words, more than the {most} that there were: say it with the axes of a word that is there"
        ));
    }
    assert!(faults.is_empty(), "{game}:\n{}", faults.join("\n"));
}

/// Every word that is said in a definition, with its kind.
fn words(node: &Node, said: &mut BTreeSet<(String, String)>) {
    if !node.word.is_empty() {
        said.insert((node.kind.to_string(), node.word.to_string()));
    }
    node.parts.iter().for_each(|part| words(part, said));
}

/// The kinds of words of a game's language, by name.
fn kinds(game: &str) -> Vec<Kind> {
    let read = |(file, text): (String, String)| {
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let files = files(&root(), &format!("core/{game}/src/language"), "rs");
    let items: Vec<syn::Item> = files.into_iter().map(read).flat_map(|file| file.items).collect();
    let unsaid = items.iter().flat_map(never_written).collect();
    let mut kinds: Vec<Kind> = items.iter().flat_map(|item| enums(item, &unsaid)).collect();
    kinds.sort();
    kinds
}

/// The types of which there is no value as a definition says it: `type Word = Never`.
fn never_written(item: &syn::Item) -> Vec<String> {
    let syn::Item::Impl(item) = item else { return Vec::new() };
    let never = |inner: &syn::ImplItem| match inner {
        syn::ImplItem::Type(says) if last(&says.ty).is_some_and(|name| name == "Never") => {
            Some(says.ident.to_string())
        }
        _ => None,
    };
    item.items.iter().filter_map(never).collect()
}

/// The last name of a type.
fn last(of: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = of else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// The enums of an item, also those that `data!` declares, some of whose words say something more. A variant
/// that no definition can say is no word.
fn enums(item: &syn::Item, unsaid: &BTreeSet<String>) -> Vec<Kind> {
    match item {
        syn::Item::Enum(item) if item.variants.iter().any(|variant| !variant.fields.is_empty()) => {
            let can_be_said = |variant: &&syn::Variant| {
                !variant.fields.iter().any(|field| {
                    is_associated(&field.ty) && last(&field.ty).is_some_and(|name| unsaid.contains(&name))
                })
            };
            let words = item.variants.iter().filter(can_be_said).map(|variant| variant.ident.to_string());
            vec![(item.ident.to_string(), words.collect())]
        }
        syn::Item::Macro(item) if item.mac.path.is_ident("data") => item
            .mac
            .parse_body::<syn::File>()
            .map_or(Vec::new(), |file| file.items.iter().flat_map(|item| enums(item, unsaid)).collect()),
        _ => Vec::new(),
    }
}

/// Whether a type is one of a parameter's: `V::Word`.
fn is_associated(of: &syn::Type) -> bool {
    matches!(of, syn::Type::Path(path) if path.path.segments.len() == 2)
}
