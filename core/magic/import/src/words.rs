//! The grammar of the sentences, and the words that it tells by what Magic knows.

use std::sync::OnceLock;

use duelog_import::grammar::{Class, Grammar};
use duelog_import::text::Token;
use duelog_magic::language::mana::Color;
use duelog_magic::language::subtypes::{Kind, Subtype};
use duelog_magic::language::types::{CardType, Supertype};

const TEXTS: [&str; 5] = [
    include_str!("grammar/abilities.txt"),
    include_str!("grammar/deeds.txt"),
    include_str!("grammar/events.txt"),
    include_str!("grammar/nouns.txt"),
    include_str!("grammar/keywords.txt"),
];

const CLASSES: &[(&str, Class)] = &[
    ("number", |all| one(all, |word| number(word).is_some())),
    ("mana", |all| run(all, |word| word.starts_with('{') && !["{t}", "{q}", "{e}"].contains(&word))),
    ("energy", |all| run(all, |word| word == "{e}")),
    ("tap", |all| one(all, |word| word == "{t}")),
    ("untap", |all| one(all, |word| word == "{q}")),
    ("size", |all| one(all, |word| size(word).is_some())),
    ("pt", |all| one(all, |word| pair(word).is_some())),
    ("quote", |all| all.first().filter(|token| token.quoted).map(|_| 1).into_iter().collect()),
    ("type", |all| one(all, |word| card_type(word).is_some())),
    ("subtype", |all| one(all, |word| subtype(word).is_some())),
    ("typeword", |all| one(all, is_type_word)),
    ("nontype", |all| one(all, |word| without_non(word).is_some_and(|rest| card_type(rest).is_some()))),
    ("nonsub", |all| one(all, |word| without_non(word).is_some_and(|rest| subtype(rest).is_some()))),
    ("color", |all| one(all, |word| color(word).is_some())),
    ("noncolor", |all| one(all, |word| without_non(word).is_some_and(|rest| color(rest).is_some()))),
    ("super", |all| one(all, |word| supertype(word).is_some())),
    ("nonsuper", |all| one(all, |word| without_non(word).is_some_and(|rest| supertype(rest).is_some()))),
    ("possessed", |all| one(all, |word| word.strip_suffix("'s").is_some_and(is_type_word))),
    ("kind", |all| {
        one(all, |word| {
            word.chars().next().is_some_and(|first| first.is_alphanumeric() || "+-".contains(first))
        })
    }),
    ("name", name),
    ("loyalty", |all| one(all, |word| word.starts_with('[') && word.ends_with(']'))),
    ("landwalk", |all| {
        one(all, |word| word.strip_suffix("walk").is_some_and(|land| subtype(land).is_some()))
    }),
    ("typecycling", |all| {
        one(all, |word| word.strip_suffix("cycling").is_some_and(|kind| subtype(kind).is_some()))
    }),
    ("offering", |all| match all {
        [first, second, ..] if subtype(&first.text).is_some() && second.text == "offering" => vec![2],
        _ => Vec::new(),
    }),
    ("cost_keyword", |all| phrase(all, &COST_KEYWORDS)),
    ("number_keyword", |all| phrase(all, &NUMBER_KEYWORDS)),
    ("bare_keyword", |all| phrase(all, &BARE_KEYWORDS)),
    ("anchor", |all| one(all, |word| word.chars().all(char::is_alphabetic))),
];

/// Keywords with a cost behind them.
const COST_KEYWORDS: [&str; 37] = [
    "equip",
    "buyback",
    "cycling",
    "kicker",
    "multikicker",
    "flashback",
    "evoke",
    "scavenge",
    "outlast",
    "cumulative upkeep",
    "fortify",
    "level up",
    "embalm",
    "eternalize",
    "echo",
    "aura swap",
    "transfigure",
    "morph",
    "megamorph",
    "replicate",
    "transmute",
    "recover",
    "surge",
    "spectacle",
    "overload",
    "escalate",
    "dash",
    "unearth",
    "madness",
    "ninjutsu",
    "commander ninjutsu",
    "prowl",
    "entwine",
    "miracle",
    "emerge",
    "bestow",
    "ward",
];

/// Keywords with a number behind them.
const NUMBER_KEYWORDS: [&str; 23] = [
    "rampage",
    "fading",
    "modular",
    "bushido",
    "soulshift",
    "bloodthirst",
    "graft",
    "vanishing",
    "absorb",
    "frenzy",
    "devour",
    "annihilator",
    "renown",
    "fabricate",
    "afflict",
    "afterlife",
    "amplify",
    "tribute",
    "poisonous",
    "crew",
    "ripple",
    "dredge",
    "hideaway",
];

/// Keywords by themselves.
const BARE_KEYWORDS: [&str; 46] = [
    "exalted",
    "battle cry",
    "prowess",
    "persist",
    "undying",
    "flanking",
    "sunburst",
    "living weapon",
    "unleash",
    "evolve",
    "extort",
    "dethrone",
    "devoid",
    "ingest",
    "mentor",
    "riot",
    "changeling",
    "haunt",
    "totem armor",
    "umbra armor",
    "soulbond",
    "ascend",
    "provoke",
    "exploit",
    "melee",
    "myriad",
    "storm",
    "gravestorm",
    "conspire",
    "undaunted",
    "split second",
    "retrace",
    "jump-start",
    "rebound",
    "convoke",
    "delve",
    "improvise",
    "cascade",
    "epic",
    "cipher",
    "assist",
    "hideaway",
    "training",
    "partner",
    "decayed",
    "compleated",
];

/// The grammar of the sentences.
///
/// # Panics
/// Never: the grammar is part of the program, and a test reads it.
pub fn grammar() -> &'static Grammar {
    static READ: OnceLock<Grammar> = OnceLock::new();
    READ.get_or_init(|| match Grammar::new(&TEXTS.join("\n"), CLASSES) {
        Ok(grammar) => grammar,
        Err(why) => panic!("the grammar: {why}"),
    })
}

fn one(all: &[Token], such: impl Fn(&str) -> bool) -> Vec<usize> {
    all.first().filter(|token| !token.quoted && such(&token.text)).map(|_| 1).into_iter().collect()
}

/// As many words as are such, all of them together.
fn run(all: &[Token], such: impl Fn(&str) -> bool) -> Vec<usize> {
    let length = all.iter().take_while(|token| !token.quoted && such(&token.text)).count();
    (length > 0).then_some(length).into_iter().collect()
}

fn phrase(all: &[Token], known: &[&str]) -> Vec<usize> {
    let mut lengths = Vec::new();
    for phrase in known {
        let words: Vec<&str> = phrase.split(' ').collect();
        let same = words.len() <= all.len() && words.iter().zip(all).all(|(word, token)| token.text == *word);
        if same {
            lengths.push(words.len());
        }
    }
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

/// A card's name: words that begin with a capital letter, with small ones between them.
fn name(all: &[Token]) -> Vec<usize> {
    let small = ["of", "the", "to", "and", "from", "in", "for", "a", "with", ",", "at", "on", "into", "by"];
    let capital = |token: &Token| token.printed.chars().next().is_some_and(|first| first.is_uppercase());
    let mut lengths = Vec::new();
    for (place, token) in all.iter().enumerate() {
        if token.quoted || !(capital(token) || place > 0 && small.contains(&token.text.as_str())) {
            break;
        }
        if capital(token) {
            lengths.push(place + 1);
        }
    }
    lengths.reverse();
    lengths
}

fn without_non(word: &str) -> Option<&str> {
    word.strip_prefix("non-").or_else(|| word.strip_prefix("non"))
}

/// A number in digits or words.
pub fn number(word: &str) -> Option<i32> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    match WORDS.iter().position(|known| *known == word) {
        Some(place) => Some(place as i32),
        None if word.bytes().all(|digit| digit.is_ascii_digit()) => word.parse().ok(),
        None => None,
    }
}

/// Changes of power and toughness, `+2/-x`; nothing stands for X.
pub fn size(word: &str) -> Option<[(i32, Option<i32>); 2]> {
    let part = |part: &str| {
        let sign = match part.chars().next()? {
            '+' => 1,
            '-' => -1,
            _ => return None,
        };
        let rest = &part[1..];
        if rest == "x" { Some((sign, None)) } else { Some((sign, Some(rest.parse().ok()?))) }
    };
    let (power, toughness) = word.split_once('/')?;
    Some([part(power)?, part(toughness)?])
}

/// Power and toughness, `2/2`; nothing stands for X.
pub fn pair(word: &str) -> Option<[Option<i32>; 2]> {
    let part = |part: &str| {
        if part == "x" {
            Some(None)
        } else if part.bytes().all(|digit| digit.is_ascii_digit()) {
            Some(Some(part.parse().ok()?))
        } else {
            None
        }
    };
    let (power, toughness) = word.split_once('/')?;
    Some([part(power)?, part(toughness)?])
}

/// A colour.
pub fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == word)
}

/// A supertype.
pub fn supertype(word: &str) -> Option<Supertype> {
    Some(match word {
        "basic" => Supertype::Basic,
        "legendary" => Supertype::Legendary,
        "snow" => Supertype::Snow,
        "world" => Supertype::World,
        _ => return None,
    })
}

/// A card type, of one or several things.
pub fn card_type(word: &str) -> Option<CardType> {
    Some(match word {
        "artifact" | "artifacts" => CardType::Artifact,
        "creature" | "creatures" => CardType::Creature,
        "enchantment" | "enchantments" => CardType::Enchantment,
        "instant" | "instants" => CardType::Instant,
        "land" | "lands" => CardType::Land,
        "planeswalker" | "planeswalkers" => CardType::Planeswalker,
        "sorcery" | "sorceries" => CardType::Sorcery,
        "tribal" | "kindred" => CardType::Tribal,
        _ => return None,
    })
}

/// A subtype, of one or several things.
pub fn subtype(word: &str) -> Option<Subtype> {
    let letters: Vec<char> = word.chars().collect();
    let titled = |word: &str| -> String {
        let mut up = true;
        word.chars()
            .map(|letter| {
                let own = if up { letter.to_ascii_uppercase() } else { letter };
                up = letter == '-';
                own
            })
            .collect()
    };
    if letters.is_empty() || !letters[0].is_alphabetic() {
        return None;
    }
    // As the card language and the edition that it follows call it.
    let word = match word {
        "dog" => "hound",
        "dogs" => "hounds",
        other => other,
    };
    let irregular = match word {
        "elves" => Some("Elf"),
        "dwarves" => Some("Dwarf"),
        "wolves" => Some("Wolf"),
        "werewolves" => Some("Werewolf"),
        "thieves" => None,
        "mercenaries" => Some("Mercenary"),
        "allies" => Some("Ally"),
        "faeries" => Some("Faerie"),
        "zombies" => Some("Zombie"),
        "harpies" => Some("Harpy"),
        "fungi" => Some("Fungus"),
        "pegasi" => Some("Pegasus"),
        "octopuses" => Some("Octopus"),
        "cyclopes" => Some("Cyclops"),
        "oxen" => Some("Ox"),
        "sphinxes" => Some("Sphinx"),
        "jellyfish" => Some("Jellyfish"),
        _ => None,
    };
    if let Some(name) = irregular {
        return Subtype::named(name);
    }
    Subtype::named(&titled(word))
        .or_else(|| word.strip_suffix('s').and_then(|stem| Subtype::named(&titled(stem))))
        .or_else(|| word.strip_suffix("es").and_then(|stem| Subtype::named(&titled(stem))))
}

/// Returns whether a word is a noun for objects by itself.
pub fn is_type_word(word: &str) -> bool {
    let plain = [
        "card",
        "cards",
        "permanent",
        "permanents",
        "spell",
        "spells",
        "token",
        "tokens",
        "source",
        "sources",
        "attacker",
        "attackers",
    ];
    plain.contains(&word)
        || card_type(word).is_some()
        || subtype(word)
            .is_some_and(|subtype| subtype.kind() != Kind::Spell || word == "arcane" || word == "arcanes")
}

/// A noun for one thing.
pub fn singular(word: &str) -> String {
    if let Some(kind) = card_type(word) {
        return format!("{kind:?}").to_lowercase();
    }
    if let Some(subtype) = subtype(word) {
        return subtype.name().to_lowercase();
    }
    word.strip_suffix('s').unwrap_or(word).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_can_be_read() {
        grammar();
    }

    #[test]
    fn words_are_told() {
        assert_eq!(subtype("elves").map(Subtype::name), Some("Elf"));
        assert_eq!(subtype("assembly-worker").map(Subtype::name), Some("Assembly-Worker"));
        assert_eq!(size("+2/-x"), Some([(1, Some(2)), (-1, None)]));
        assert_eq!(number("seven"), Some(7));
        assert_eq!(singular("sorceries"), "sorcery");
    }
}
