//! English sentences: verbs that agree with their subjects, lists, numbers and full stops.

/// How a verb agrees with its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Person {
    /// The reader: `you draw`, and alone in an order `draw`.
    You,
    /// One other: `it draws`.
    #[default]
    One,
    /// Several: `they draw`.
    Many,
}

/// Who or what does something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noun {
    /// The words.
    pub text: String,
    /// How verbs agree with it.
    pub person: Person,
}

impl Noun {
    /// The reader.
    pub fn you() -> Noun {
        Noun { text: "you".to_string(), person: Person::You }
    }

    /// One other.
    pub fn one(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), person: Person::One }
    }

    /// Several.
    pub fn many(text: impl Into<String>) -> Noun {
        Noun { text: text.into(), person: Person::Many }
    }

    /// One or several.
    pub fn counted(text: impl Into<String>, many: bool) -> Noun {
        if many { Noun::many(text) } else { Noun::one(text) }
    }

    /// Returns a statement about it: each predicate begins with its verb as `they` has it.
    pub fn does(&self, predicates: &[String]) -> String {
        let said = predicates.iter().map(|predicate| agreeing(predicate, self.person));
        format!("{} {}", self.text, listed(said, "and"))
    }
}

/// A claim that something is of a quality, or is not: `that attack has hit`, `the card isn't blue`. A quality that is
/// told of any object, or of what the thing is called anyway, is said of the thing itself.
pub fn claim(thing: &Noun, quality: &str, holds: bool) -> String {
    let called = thing.text.rsplit(' ').next().unwrap_or_default();
    let own = ["an object ".to_string(), format!("a {called} "), format!("an {called} ")];
    let own = own.iter().find_map(|any| quality.strip_prefix(any.as_str()));
    let one = thing.person == Person::One;
    let pick = |yes: [&'static str; 2], no: [&'static str; 2]| {
        if holds { yes[usize::from(one)] } else { no[usize::from(one)] }
    };
    if let Some(with) = own.and_then(|own| own.strip_prefix("with ")) {
        return format!("{} {} {with}", thing.text, pick(["have", "has"], ["don't have", "doesn't have"]));
    }
    if let Some(done) = own.and_then(|own| own.strip_prefix("that has ")) {
        return format!("{} {} {done}", thing.text, pick(["have", "has"], ["haven't", "hasn't"]));
    }
    let owned = quality.strip_prefix("an object you ");
    if let Some(does) = owned.filter(|does| matches!(*does, "control" | "own" | "both own and control")) {
        let not = if holds { "" } else { "don't " };
        return format!("you {not}{does} {}", thing.text);
    }
    format!("{} {} {quality}", thing.text, pick(["are", "is"], ["aren't", "isn't"]))
}

/// Returns the words behind a noun for something that lacks a quality: `without a counter on it`, `that hasn't hit`.
pub fn lacking(quality: &str) -> String {
    let own = quality.strip_prefix("an object ");
    match (own.and_then(|own| own.strip_prefix("with ")), own.and_then(|own| own.strip_prefix("that has "))) {
        (Some(with), _) => format!("without {with}"),
        (_, Some(done)) => format!("that hasn't {done}"),
        _ => format!("that isn't {quality}"),
    }
}

/// A part of an effect: who does what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Who.
    pub subject: Noun,
    /// What, one after the other; each begins with its verb as `they` has it.
    pub does: Vec<String>,
}

impl Clause {
    /// Somebody does something.
    pub fn new(subject: Noun, does: impl Into<String>) -> Clause {
        Clause { subject, does: vec![does.into()] }
    }

    /// Returns the order or statement: an order to the reader, a statement of others.
    pub fn told(&self) -> String {
        let modal = self.does.first().is_some_and(|does| is_modal(does));
        if self.subject.person == Person::You && !modal {
            listed(self.does.iter().cloned(), "and")
        } else {
            self.stated()
        }
    }

    /// Returns the statement, also of the reader.
    pub fn stated(&self) -> String {
        self.subject.does(&self.does)
    }

    /// Returns the same as something that its subject may leave.
    #[must_use]
    pub fn permitted(&self) -> Clause {
        let does = listed(self.does.iter().cloned(), "and");
        Clause { subject: self.subject.clone(), does: vec![format!("may {does}")] }
    }
}

/// A part of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EffectPart {
    /// Somebody does something.
    Act(Clause),
    /// A whole sentence, without its capital.
    Says(String),
}

impl EffectPart {
    /// Returns the part without a capital and a full stop.
    pub fn words(&self) -> String {
        match self {
            EffectPart::Act(clause) => clause.told(),
            EffectPart::Says(text) => text.clone(),
        }
    }
}

/// Returns what happens if something holds, and what otherwise.
pub fn either(holds: &str, then: &str, otherwise: &str) -> Vec<EffectPart> {
    [format!("{holds}, {then}"), format!("otherwise, {otherwise}")].map(EffectPart::Says).into()
}

/// Returns a predicate with words on how long it lasts: before what its letters stand for.
pub fn lasting(predicate: &str, how_long: &str) -> String {
    match predicate.split_once(", where X is ") {
        Some((does, meaning)) if !does.contains('"') => format!("{does}{how_long}, where X is {meaning}"),
        _ => format!("{predicate}{how_long}"),
    }
}

fn said(parts: &[EffectPart]) -> Vec<String> {
    parts.iter().map(EffectPart::words).filter(|words| !words.is_empty()).collect()
}

/// Returns parts that stand in one sentence with each other.
pub fn together(parts: &[EffectPart]) -> String {
    let words = said(parts);
    match words.as_slice() {
        [] => "nothing happens".to_string(),
        [one, two] if !one.contains(". ") && !two.starts_with("if ") && !two.starts_with("otherwise") => {
            format!("{one}, then {two}")
        }
        _ => behind_comma(parts),
    }
}

/// Returns parts as they stand behind a comma: the first one without its capital, the others as sentences.
pub fn behind_comma(parts: &[EffectPart]) -> String {
    let words = said(parts);
    match words.split_first() {
        None => "nothing happens".to_string(),
        Some((first, [])) => first.clone(),
        Some((first, rest)) => {
            let first = ended(first);
            format!("{first} {}", sentences(rest.iter().cloned()))
        }
    }
}

/// Returns parts that somebody may leave all together.
pub fn permitted(who: &Noun, parts: Vec<EffectPart>) -> Vec<EffectPart> {
    let mut parts = parts.into_iter();
    let first = match parts.next() {
        None => return Vec::new(),
        Some(EffectPart::Act(clause)) if clause.subject.text == who.text => clause.permitted(),
        Some(EffectPart::Act(clause)) => {
            let does = listed(clause.does.iter().cloned(), "and");
            Clause::new(who.clone(), format!("may have {} {does}", clause.subject.text))
        }
        Some(EffectPart::Says(text)) => Clause::new(who.clone(), format!("may do this: {}", capital(&text))),
    };
    let mut told = vec![EffectPart::Act(first)];
    let do_so = if who.person == Person::You { "if you do" } else { "if they do" };
    for (place, part) in parts.enumerate() {
        let words = part.words();
        told.push(match part {
            part if place > 0 || words.starts_with("if ") || words.starts_with("otherwise") => part,
            _ => EffectPart::Says(format!("{do_so}, {words}")),
        });
    }
    told
}

fn is_modal(predicate: &str) -> bool {
    matches!(
        first_word(predicate).0,
        "may" | "can" | "can't" | "cannot" | "must" | "would" | "have" | "don't"
    )
}

fn first_word(predicate: &str) -> (&str, &str) {
    predicate.find(' ').map_or((predicate, ""), |space| predicate.split_at(space))
}

/// Returns a predicate with its first word, the verb as `they` has it, in agreement.
pub fn agreeing(predicate: &str, person: Person) -> String {
    let (verb, rest) = first_word(predicate);
    let verb = match (verb, person) {
        ("be", Person::One) => "is".to_string(),
        ("be", _) => "are".to_string(),
        ("have", Person::One) => "has".to_string(),
        ("don't", Person::One) => "doesn't".to_string(),
        ("haven't", Person::One) => "hasn't".to_string(),
        ("aren't", Person::One) => "isn't".to_string(),
        ("may" | "can" | "can't" | "cannot" | "must" | "would" | "also" | "was" | "has" | "is", _) => {
            verb.to_string()
        }
        (verb, Person::One) => third(verb),
        (verb, _) => verb.to_string(),
    };
    format!("{verb}{rest}")
}

/// Returns a verb as one has it: `draws`.
fn third(verb: &str) -> String {
    let end = verb.chars().rev().nth(1);
    if !verb.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        verb.to_string()
    } else if let Some(stem) = verb.strip_suffix('y').filter(|_| !matches!(end, Some('a' | 'e' | 'o' | 'u')))
    {
        format!("{stem}ies")
    } else if ["s", "x", "z", "ch", "sh", "o"].iter().any(|hissing| verb.ends_with(hissing)) {
        format!("{verb}es")
    } else {
        format!("{verb}s")
    }
}

/// Returns items as a list: `a, b, and c`.
pub fn listed(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.len() {
        0 => String::new(),
        1 => items.remove(0),
        2 => format!("{} {last} {}", items[0], items[1]),
        many => {
            let end = items.split_off(many - 1).concat();
            format!("{}, {last} {end}", items.join(", "))
        }
    }
}

/// Returns a text with a capital at its beginning, unless a symbol or a digit stands there.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => String::new(),
    }
}

/// Returns a text that ends like a sentence.
fn ended(text: &str) -> String {
    let closed = text.ends_with(['.', '!', ':']) || text.ends_with(".\"") || text.ends_with(".)");
    if closed || text.is_empty() { text.to_string() } else { format!("{text}.") }
}

/// Returns parts as sentences, each with a capital and a full stop.
pub fn sentences(parts: impl IntoIterator<Item = String>) -> String {
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.map(|part| ended(&capital(part.trim()))).collect::<Vec<_>>().join(" ")
}

/// Returns counters of a kind: `1 +1/+1 counter`, `2 fade counters`.
pub fn counters(count: impl std::fmt::Display, kind: &str) -> String {
    let count = count.to_string();
    let counter = if count == "1" { "counter" } else { "counters" };
    format!("{count} {kind} {counter}")
}

/// That objects are dropped from memory.
pub fn forgotten(count: usize) -> String {
    match count {
        1 => "1 object is dropped from memory".to_string(),
        count => format!("{count} objects are dropped from memory"),
    }
}

/// Returns them with the verb that fits: `1 +1/+1 counter is`, `2 fade counters are`.
pub fn counters_are(count: impl std::fmt::Display, kind: &str) -> String {
    let counters = counters(count, kind);
    let are = if counters.starts_with("1 ") { "is" } else { "are" };
    format!("{counters} {are}")
}

/// Returns a number of what is counted by this plural: `1 shield`, `2 shields`, `1 life`.
pub fn numbered(number: impl std::fmt::Display, many: &str) -> String {
    let number = number.to_string();
    let one = if number == "1" { many.strip_suffix('s') } else { None };
    format!("{number} {}", one.unwrap_or(many))
}

/// Returns a small number as a word, any other in digits.
pub fn counted(number: i64) -> String {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let small = usize::try_from(number).ok().and_then(|place| WORDS.get(place));
    small.map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// Returns how often: `once`, `twice`, `three times`.
pub fn times(number: i64) -> String {
    match number {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        other => format!("{} times", counted(other)),
    }
}

/// Returns the place in an order: `first`, `second`.
pub fn ordinal(number: i64) -> String {
    const WORDS: [&str; 6] = ["zeroth", "first", "second", "third", "fourth", "fifth"];
    let small = usize::try_from(number).ok().and_then(|place| WORDS.get(place));
    small.map_or_else(|| format!("{number}th"), |word| (*word).to_string())
}

/// Returns the first thing wrong with words that cards are told in: what no sentence of a card has.
pub fn fault(words: &str) -> Option<String> {
    const NEVER: [&str; 33] = [
        "you chooses",
        "you draws",
        "full stop",
        "1 to 1",
        "choice 1",
        "choice 2",
        "kept number",
        "what it came",
        "  ",
        " ,",
        " .",
        "..",
        "you has",
        "targets 0",
        "was's",
        "counter on you",
        "counters on you",
        "a player exploits",
        "player doesn't untap",
        "untap that player",
        "is an object you control",
        "is an object under",
        "chaos a ",
        "planeswalker a ",
        "from your command",
        "target other ",
        " 1 shields",
        "10000 ",
        "true that ",
        "times as that much",
        "certain hidden",
        "pay nothing: ",
        "is with power",
    ];
    let found = NEVER.iter().find(|bad| words.contains(*bad)).map(|bad| format!("\"{bad}\""));
    found.or_else(|| unbalanced(words))
}

fn unbalanced(words: &str) -> Option<String> {
    let mut open = Vec::new();
    for letter in words.chars() {
        match letter {
            '(' | '[' | '{' => open.push(letter),
            ')' | ']' | '}' => {
                let fits = open
                    .pop()
                    .is_some_and(|begun| matches!((begun, letter), ('(', ')') | ('[', ']') | ('{', '}')));
                if !fits {
                    return Some(format!("a bracket too many: {letter}"));
                }
            }
            _ => {}
        }
    }
    open.pop().map(|begun| format!("a bracket that stays open: {begun}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_counter_is_and_several_are() {
        assert_eq!(counters_are(1, "+1/+1"), "1 +1/+1 counter is");
        assert_eq!(counters_are(11, "fade"), "11 fade counters are");
        assert_eq!(counters("X", "charge"), "X charge counters");
        assert_eq!([1, 2].map(|number| numbered(number, "shields")), ["1 shield", "2 shields"]);
        assert_eq!([1, 2].map(|number| numbered(number, "life")), ["1 life", "2 life"]);
    }

    #[test]
    fn a_claim_says_what_something_has_and_is() {
        let said = |thing: &str, quality, holds| claim(&Noun::one(thing), quality, holds);
        assert_eq!(said("that attack", "an object that has hit", true), "that attack has hit");
        assert_eq!(said("that attack", "an object that has hit", false), "that attack hasn't hit");
        assert_eq!(
            said("the attack", "an attack with power 6 or more", true),
            "the attack has power 6 or more"
        );
        assert_eq!(said("it", "an object with a counter on it", false), "it doesn't have a counter on it");
        assert_eq!(said("it", "blue", false), "it isn't blue");
        assert_eq!(said("that hero", "an object you control", true), "you control that hero");
        assert_eq!(said("it", "an object you own", false), "you don't own it");
        assert_eq!(
            claim(&Noun::many("they"), "an attack that has hit", true),
            "they are an attack that has hit"
        );
        assert_eq!(lacking("an object with a counter on it"), "without a counter on it");
        assert_eq!(lacking("an object that has hit"), "that hasn't hit");
        assert_eq!(lacking("an Ally"), "that isn't an Ally");
    }

    #[test]
    fn verbs_agree_with_their_subjects() {
        let said = |predicate: &str| agreeing(predicate, Person::One);
        let predicates = [
            "draw a card",
            "search it",
            "be tapped",
            "have flying",
            "may go",
            "carry it",
            "play it",
            "don't untap",
        ];
        assert_eq!(
            predicates.map(said),
            [
                "draws a card",
                "searches it",
                "is tapped",
                "has flying",
                "may go",
                "carries it",
                "plays it",
                "doesn't untap"
            ]
        );
        assert_eq!(agreeing("be tapped", Person::Many), "are tapped");
        assert_eq!(agreeing("+2 power", Person::One), "+2 power");
    }

    #[test]
    fn the_reader_is_ordered_and_others_are_told_of() {
        let draw = |subject| Clause { subject, does: vec!["draw a card".into(), "discard it".into()] };
        assert_eq!(draw(Noun::you()).told(), "draw a card and discard it");
        assert_eq!(draw(Noun::you()).permitted().told(), "you may draw a card and discard it");
        assert_eq!(draw(Noun::one("your opponent")).told(), "your opponent draws a card and discards it");
        assert_eq!(
            draw(Noun::one("your opponent")).permitted().told(),
            "your opponent may draw a card and discard it"
        );
    }

    #[test]
    fn sentences_begin_and_end_as_sentences_do() {
        let parts =
            ["draw a card".to_string(), String::new(), "it gains \"When it dies, draw.\"".to_string()];
        assert_eq!(sentences(parts), "Draw a card. It gains \"When it dies, draw.\"");
        let three = ["a", "b", "c"].map(str::to_string);
        assert_eq!(listed(three, "or"), "a, b, or c");
        assert_eq!(
            [counted(2), counted(12), times(1), times(3), ordinal(2)],
            ["two", "12", "once", "three times", "second"]
        );
    }

    #[test]
    fn what_no_card_says_is_found() {
        assert_eq!(fault("Draw a card (once)."), None);
        for bad in ["you chooses 1", "full stop", "a  b", "a (b", "a) b", "(a]"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
