//! The grammar of the sentences, and the words that it tells by what Flesh and Blood knows.

use std::sync::OnceLock;

use duelog_flesh_and_blood::language::keywords::Keyword;
use duelog_flesh_and_blood::language::types::{Color, Subtype, Supertype};
use duelog_import::grammar::{Class, Grammar};
use duelog_import::text::Token;

const TEXTS: [&str; 5] = [
    include_str!("grammar/lines.txt"),
    include_str!("grammar/deeds.txt"),
    include_str!("grammar/events.txt"),
    include_str!("grammar/conditions.txt"),
    include_str!("grammar/nouns.txt"),
];

const CLASSES: &[(&str, Class)] = &[
    ("number", |all| one(all, |word| number(word).is_some())),
    ("points", |all| run(all, |word| word == "{r}")),
    ("chi", |all| run(all, |word| word == "{c}")),
    ("plus", |all| one(all, |word| plus(word).is_some())),
    ("quote", |all| all.first().filter(|token| token.quoted).map(|_| 1).into_iter().collect()),
    ("color", |all| one(all, |word| color(word).is_some())),
    ("super", |all| one(all, |word| supertype(word).is_some())),
    ("sub", |all| one(all, |word| subtype(word).is_some())),
    ("keyword", keyword),
    ("counter", |all| one(all, |word| counter(word).is_some())),
    ("name", name),
    ("label", |all| phrase(all, &LABELS)),
    ("bare", |all| one(all, |word| word.chars().all(char::is_alphabetic))),
];

/// Words before an ability that say nothing by themselves (8.4).
const LABELS: [&str; 22] = [
    "combo",
    "crush",
    "reprise",
    "rupture",
    "surge",
    "solflare",
    "unity",
    "evo upgrade",
    "galvanize",
    "tower",
    "decompose",
    "earth bond",
    "lightning bond",
    "ice bond",
    "bond",
    "lightning flow",
    "heavy",
    "high tide",
    "go fish",
    "starfall",
    "quickstrike",
    "flow",
];

/// Keywords by themselves, and those with a number behind them.
const KEYWORDS: [(&str, Keyword); 40] = [
    ("battleworn", Keyword::Battleworn),
    ("blade break", Keyword::BladeBreak),
    ("dominate", Keyword::Dominate),
    ("go again", Keyword::GoAgain),
    ("legendary", Keyword::Legendary),
    ("arcane barrier", Keyword::ArcaneBarrier(0)),
    ("boost", Keyword::Boost),
    ("temper", Keyword::Temper),
    ("blood debt", Keyword::BloodDebt),
    ("phantasm", Keyword::Phantasm),
    ("spectra", Keyword::Spectra),
    ("spellvoid", Keyword::Spellvoid(0)),
    ("heave", Keyword::Heave(0)),
    ("quell", Keyword::Quell(0)),
    ("ward", Keyword::Ward(0)),
    ("ephemeral", Keyword::Ephemeral),
    ("overpower", Keyword::Overpower),
    ("piercing", Keyword::Piercing(0)),
    ("stealth", Keyword::Stealth),
    ("mirage", Keyword::Mirage),
    ("rune gate", Keyword::RuneGate),
    ("ambush", Keyword::Ambush),
    ("crank", Keyword::Crank),
    ("modular", Keyword::Modular),
    ("protect", Keyword::Protect),
    ("scrap", Keyword::Scrap),
    ("beat chest", Keyword::BeatChest),
    ("guardwell", Keyword::Guardwell),
    ("universal", Keyword::Universal),
    ("cloaked", Keyword::Cloaked),
    ("arcane shelter", Keyword::ArcaneShelter(0)),
    ("meld", Keyword::Meld),
    ("perched", Keyword::Perched),
    ("unlimited", Keyword::Unlimited),
    ("watery grave", Keyword::WateryGrave),
    ("suspense", Keyword::Suspense),
    ("combo", Keyword::Combo),
    ("crush", Keyword::Crush),
    ("reprise", Keyword::Reprise),
    ("fusion", Keyword::Fusion),
];

/// The grammar of the sentences.
///
/// # Panics
/// Never: the grammar is part of the program, and a test reads it.
pub fn grammar() -> &'static Grammar {
    static READ: OnceLock<Grammar> = OnceLock::new();
    READ.get_or_init(|| match Grammar::new(&text(), CLASSES) {
        Ok(grammar) => grammar,
        Err(why) => panic!("the grammar: {why}"),
    })
}

fn text() -> String {
    TEXTS.join("\n")
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
    let mut lengths: Vec<usize> = known.iter().filter_map(|phrase| begins(all, phrase)).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

/// How many words a phrase has, if these words begin with it.
fn begins(all: &[Token], phrase: &str) -> Option<usize> {
    let words: Vec<&str> = phrase.split(' ').collect();
    let same = words.len() <= all.len() && words.iter().zip(all).all(|(word, token)| token.text == *word);
    same.then_some(words.len())
}

fn keyword(all: &[Token]) -> Vec<usize> {
    let found = KEYWORDS.iter().filter_map(|(phrase, keyword)| {
        let length = begins(all, phrase)?;
        let numbered = format!("{keyword:?}").ends_with(')');
        let behind = all.get(length).is_some_and(|token| number(&token.text).is_some());
        Some(if numbered && behind { length + 1 } else { length })
    });
    let mut lengths: Vec<usize> = found.collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

/// A keyword as the card language writes it; its number is 0 where none is said.
pub fn keyword_named(words: &str) -> Option<String> {
    let words = words.to_lowercase();
    let (phrase, rank) = match words.rsplit_once(' ') {
        Some((phrase, last)) if number(last).is_some() => (phrase, number(last)),
        _ => (&*words, None),
    };
    let found = KEYWORDS.iter().find(|(known, _)| *known == phrase)?;
    let written = format!("{:?}", found.1);
    let numbered = written.ends_with(')');
    match (numbered, rank) {
        (true, rank) => Some(written.replace("(0)", &format!("({})", rank.unwrap_or(0)))),
        (false, None) => Some(written),
        (false, Some(_)) => None,
    }
}

/// A card's name: words that begin with a capital letter, with small ones between them.
fn name(all: &[Token]) -> Vec<usize> {
    let small =
        ["of", "the", "to", "and", "from", "in", "for", "a", "with", ",", ":", "at", "on", "into", "by"];
    let capital = |token: &Token| token.printed.chars().next().is_some_and(char::is_uppercase);
    const NEVER: [&str; 17] = [
        "target",
        "legendary",
        "choose",
        "the",
        "when",
        "whenever",
        "if",
        "you",
        "your",
        "this",
        "it",
        "once",
        "create",
        "deal",
        "draw",
        "a",
        "an",
    ];
    if all.first().is_some_and(|first| NEVER.contains(&first.text.as_str())) {
        return Vec::new();
    }
    let mut lengths = Vec::new();
    for (place, token) in all.iter().enumerate() {
        let joins = place > 0 && small.contains(&token.text.as_str());
        if token.quoted || !(capital(token) || joins) {
            break;
        }
        let known = |token: &Token| supertype(&token.text).is_some() || subtype(&token.text).is_some();
        let token_behind = all.get(place + 1).is_some_and(|next| matches!(&*next.text, "token" | "tokens"));
        if capital(token) && (token_behind || !all[..=place].iter().all(known)) {
            lengths.push(place + 1);
        }
    }
    lengths.reverse();
    lengths
}

/// A number in digits or words.
pub fn number(word: &str) -> Option<i32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match WORDS.iter().position(|known| *known == word) {
        Some(place) => Some(place as i32),
        None if !word.is_empty() && word.len() < 6 && word.bytes().all(|digit| digit.is_ascii_digit()) => {
            word.parse().ok()
        }
        None => None,
    }
}

/// How much more or less: `+3`, `-1`; nothing stands for X.
pub fn plus(word: &str) -> Option<(i32, Option<i32>)> {
    let sign = match word.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    match &word[1..] {
        "x" => Some((sign, None)),
        digits => Some((sign, Some(number(digits)?))),
    }
}

/// A color.
pub fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == word)
}

fn titled(word: &str) -> String {
    let mut up = true;
    let letters = word.chars().map(|letter| {
        let own = if up { letter.to_ascii_uppercase() } else { letter };
        up = letter == '-';
        own
    });
    letters.collect()
}

/// A supertype.
pub fn supertype(word: &str) -> Option<Supertype> {
    Supertype::try_from(titled(word)).ok()
}

/// A subtype, of one or several things.
pub fn subtype(word: &str) -> Option<Subtype> {
    let known = |word: &str| Subtype::try_from(titled(word)).ok();
    if matches!(word, "1h" | "2h") {
        return Subtype::try_from(word.to_uppercase()).ok();
    }
    let plural = match word {
        "allies" => Some("ally"),
        "heads" => Some("head"),
        _ => word.strip_suffix('s'),
    };
    known(word).or_else(|| plural.and_then(known)).filter(|subtype| subtype.name() != "Attack")
}

/// The kind of a counter.
pub fn counter(word: &str) -> Option<&'static str> {
    use duelog_flesh_and_blood::language::definition::Counter;
    Counter::all().map(Counter::name).find(|known| *known == word)
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
        assert_eq!(subtype("daggers").map(Subtype::name), Some("Dagger"));
        assert_eq!(subtype("allies").map(Subtype::name), Some("Ally"));
        assert_eq!(plus("-x"), Some((-1, None)));
        assert_eq!(keyword_named("Arcane Barrier 2").as_deref(), Some("ArcaneBarrier(2)"));
        assert_eq!(keyword_named("Go again").as_deref(), Some("GoAgain"));
    }
}
