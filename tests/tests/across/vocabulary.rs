//! The vocabulary of the card languages grows with the rules, not with the cards: of the words of any kind at
//! most a third serve a single card.
//!
//! A kind of words is an enum that a definition can say (`duelog cards words`) and of which a word can say
//! something more, for instance verbs and filters. Enums whose words stand alone are no such kind: steps,
//! zones and colors are what the rulebook lists.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::definition::split;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::{Tree, parse, place_of};
use duelog_kernel::vocabulary;
use duelog_tests::games::factories;
use duelog_tests::{files, root};

/// How many words each game's language had before the words became parametric, and how many it may have now.
/// Duel Masters: 6 for chapter 8, which are seals and cards beside them, names of cards, special types, turning
/// cards over and what leaves only by its top card; 14 for what the last sixth of the classic cards says, 3 for the last
/// 15 of them. More than there were in Magic: what chapters 1 to 7 name beside it, such as keyword actions (701) and kinds of
/// cards (708-714); the last are for what 115.2c, 502.1, 612.5, 614.1e, 701.8c, 706.2c, 715.2 and 715.7 name, which axes of other words cannot say, and for
/// how long effects last (611.2b), whose words count since some of them say something more. Flesh and Blood: 18 for
/// the cards of real decks, such as the inventory (4.1.6), events that are heard each time (6.6.3), sums and numbers of
/// costs (5.1.3a, 1.14.4), keywords that cannot be gained and damage that cannot be prevented (6.4.10h).
/// Magic: 12 for what preconstructed
/// and Standard decks say: how many creatures block (509.1b), as many targets as a number (601.2c), the next spell of a kind
/// (611.2a), one combat (506.1), the bottom of a library (401.1), costs that mill or by which others gain life (117, 118.7),
/// one player whom something is dealt or who is attacked (508.6), what a creature is paired with (702.94b), what an object
/// has become (400.7), the starting life total (103.3). Two for commanders: which objects they are, and the mana of their
/// color identity (903.4). Six for preconstructed decks: how often a commander was cast (903.8), all numbers that were kept,
/// one counter of any kind and all of one kind (107.3a, 608.2d), being sacrificed and countering as what cannot be done
/// (101.2). Flesh and Blood: ten for its heroes and weapons: halves that are rounded up (1.12.1a), costs that take a counter
/// of another object, banish a card face down or create a token (1.14.4), contracts (8.4.7), the last attack of a turn, the
/// next time that a player defends (6.2.4), what an object has become (3.0.9c), and what a hero allows in a deck (5.4.3).
/// Six more for the last of these: that an effect triggers (6.6.5), opting (8.5.22), failing to win a clash and the cards
/// that it revealed (8.5.45), damage that is dealt to another object (6.4.9), and tokens that enter with counters (8.5.2b).
/// Magic's planes and schemes brought the planar die, planeswalking, setting in motion, abandoning and any of several
/// opponents (309, 312, 901, 904). One for what a creature attacks, by its defending player (508.5). One for an attack that
/// becomes defended, once for all cards that defend it together (7.0.5e). One for how many turns a player has begun (500.1),
/// which a card of real decks asks (601.3). Four for what such cards say: draws but the first of a draw step (504.1), what was
/// so as a spell was cast (601.2i), random discards as a cost (701.8b), and players' protection from a card name (702.16b).
/// Four for effects that replace events for a while, and what begins them (614.3), spells that cost so much less (601.2f), and
/// the loss of a supertype (205.4a). Flesh and Blood: one for who plays a card that another player owns (5.1.1).
const MOST: [(&str, usize, usize); 3] =
    [("magic", 293, 573), ("duel-masters", 215, 162), ("flesh-and-blood", 541, 416)];

/// What Magic's table of keywords alone says: none of it is left once a card's keywords are spelled out.
const OF_KEYWORDS: [&str; 4] = ["Given", "Wanted", "Behind", "BehindTimes"];

/// Words that a single card says today, of cards that tournaments play or, as an end of effects (901.11), of planes.
const OF_ONE_CARD: [&str; 4] = ["CostsAtLeast", "GetNo", "Planeswalk", "UntapsAtMost"];

/// A kind of words: its name and the words.
type Kind = (String, Vec<String>);

/// A build embeds definitions without reading them. Here each is read, and each of its words must refer to something.
#[test]
fn every_definition_that_is_built_in_is_sound() {
    for factory in factories() {
        let faults: Vec<String> = files(&root(), &format!("core/{}/cards", factory.game()), "ron")
            .into_iter()
            .filter_map(|(file, text)| Some(format!("{file}:{}", factory.check(&text).err()?)))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

#[test]
fn few_words_of_magic_serve_one_card() {
    check("magic", |text| {
        let definition = duelog_magic::language::parse::parse(text).ok()?;
        Some((definition.test_only, Node::of(&definition)))
    });
}

#[test]
fn few_words_of_duel_masters_serve_one_card() {
    check("duel-masters", |text| {
        let definition = duelog_duel_masters::language::parse::parse(text).ok()?;
        Some((definition.test_only, Node::of(&definition)))
    });
}

#[test]
fn few_words_of_flesh_and_blood_serve_one_card() {
    check("flesh-and-blood", |text| {
        use duelog_flesh_and_blood::language::parse::parse;
        let definition = parse(text).ok()?;
        let mut said = Node::of(&definition);
        // What a keyword is defined by (8.3) is said by the cards that have it.
        let keywords = Node::of(&parse(FLESH_AND_BLOOD_KEYWORDS).ok()?);
        let scripts = &keywords.field("abilities")?.parts;
        let places = definition.keywords.iter().flat_map(|keyword| keyword.places());
        said.parts.extend(places.filter_map(|place| scripts.get(usize::from(*place))).cloned());
        Some((definition.test_only, said))
    });
}

/// The definitions of the keywords of Flesh and Blood.
const FLESH_AND_BLOOD_KEYWORDS: &str = include_str!("../../../core/flesh-and-blood/src/state/keywords.ron");

fn check(game: &str, read: fn(&str) -> Option<(bool, Node)>) {
    let mut cards: BTreeMap<(String, String), u32> = BTreeMap::new();
    let compiled = files(&root(), &format!("core/{game}/compiled"), "ron");
    let compiled: Vec<(String, String)> = compiled
        .into_iter()
        .flat_map(|(file, text)| {
            let own = split(&text).into_iter().map(|(_, text)| text.to_string());
            own.map(|text| (file.clone(), text)).collect::<Vec<_>>()
        })
        .collect();
    for (file, text) in files(&root(), &format!("core/{game}/cards"), "ron").into_iter().chain(compiled) {
        let (test_only, node) = read(&text).unwrap_or_else(|| panic!("{file} cannot be read"));
        let mut said = BTreeSet::new();
        words(&node, &mut said);
        said.into_iter().filter(|_| !test_only).for_each(|word| *cards.entry(word).or_default() += 1);
    }
    let (mut all, mut faults) = (0, Vec::new());
    for (kind, mut words) in kinds(game) {
        words.retain(|word| !OF_KEYWORDS.contains(&word.as_str()));
        words.retain(|word| !OF_ONE_CARD.contains(&word.as_str()));
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

/// The kinds of words of a game's language of which a word says something more, by name.
fn kinds(game: &str) -> Vec<Kind> {
    let factory =
        factories().into_iter().find(|factory| factory.game() == game).expect("a game that is built in");
    // Scripts are the same in all games, and no game's own words.
    let says_more = |kind: &&vocabulary::Kind| {
        kind.kind != "Script"
            && kind.words.iter().any(|word| !word.word.is_empty() && !word.fields.is_empty())
    };
    let named = |kind: &vocabulary::Kind| {
        (kind.kind.to_string(), kind.words.iter().map(|word| word.word.to_string()).collect())
    };
    factory.words().iter().filter(says_more).map(named).collect()
}

/// A field that no word has is a fault where it stands, in the brackets of each word of each language.
#[test]
fn a_field_that_no_word_has_is_a_fault() {
    for factory in factories() {
        let mut tried = BTreeSet::new();
        for (file, text) in files(&root(), &format!("core/{}/cards", factory.game()), "ron") {
            let text = factory.migrated(&text).unwrap().text;
            let mut places = Vec::new();
            brackets(&parse(&text).unwrap(), &mut tried, &mut places);
            for at in places {
                let wrong = format!("{}nonsense: 1, {}", &text[..at], &text[at..]);
                let (line, column) = place_of(&text, at);
                let faults = factory.faults(&wrong);
                let found = faults.iter().any(|fault| {
                    (fault.line, fault.column) == (line, column)
                        && fault.message.starts_with("there is no field `nonsense` here")
                });
                assert!(found, "{file}:{line}:{column}: {faults:?}");
            }
        }
        assert!(tried.len() > 30, "{}: {}", factory.game(), tried.len());
    }
}

/// Where the fields of words begin that have not been tried, and whatever stands in them.
fn brackets(tree: &Tree<'_>, tried: &mut BTreeSet<String>, places: &mut Vec<usize>) {
    if let Some(first) = tree.parts.first().filter(|first| !first.role.is_empty()) {
        let fields: Vec<&str> = tree.parts.iter().map(|part| part.role).collect();
        let name = if tree.word.is_empty() { fields.join(" ") } else { tree.word.to_string() };
        if tried.insert(format!("{} in {name}", tree.role)) {
            places.push(first.role_at);
        }
    }
    tree.parts.iter().for_each(|part| brackets(part, tried, places));
}
