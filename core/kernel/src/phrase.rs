//! English noun phrases, the material of card readings.

/// A word of the rules, as its variant is called, as a plain word.
pub fn lower(word: &impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}

/// A noun phrase while it is put together.
#[derive(Debug, Default)]
pub struct Phrase {
    /// The words before the noun.
    pub before: Vec<String>,
    /// The words of the noun.
    pub types: Vec<String>,
    /// The words behind it.
    pub after: Vec<String>,
}

impl Phrase {
    /// The whole phrase about this noun, as one or as many.
    pub fn about(mut self, noun: &str, many: bool) -> String {
        self.before.push(numbered(noun, many));
        self.before.extend(self.after);
        self.before.join(" ")
    }

    /// Phrases as alternatives, where all say something at the same place only; none where they do not.
    pub fn alternatives(parts: &[Phrase]) -> Option<Phrase> {
        let empty = |part: &Phrase| part.before.is_empty() && part.types.is_empty() && part.after.is_empty();
        if parts.iter().any(empty) {
            // One of them is met by everything.
            return Some(Phrase::default());
        }
        let or = |texts: fn(&Phrase) -> &Vec<String>| {
            vec![parts.iter().map(|part| texts(part).join(" ")).collect::<Vec<_>>().join(" or ")]
        };
        if parts.iter().all(|part| part.before.is_empty() && part.after.is_empty() && !part.types.is_empty())
        {
            Some(Phrase { types: or(|part| &part.types), ..Phrase::default() })
        } else if parts.iter().all(|part| part.types.is_empty() && part.after.is_empty()) {
            Some(Phrase { before: or(|part| &part.before), ..Phrase::default() })
        } else if parts.iter().all(|part| part.types.is_empty() && part.before.is_empty()) {
            Some(Phrase { after: or(|part| &part.after), ..Phrase::default() })
        } else {
            None
        }
    }
}

/// A phrase with its indefinite article.
pub fn article(phrase: &str) -> String {
    if phrase.starts_with("other ") {
        return format!("an{phrase}");
    }
    let vowel = phrase.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {phrase}", if vowel { "an" } else { "a" })
}

/// Whose something is.
pub fn possessive(who: &str) -> String {
    match who {
        "you" => "your".to_string(),
        "it" => "its".to_string(),
        "this" => "this card's".to_string(),
        other => format!("{other}'s"),
    }
}

/// A noun, or each of the nouns that `or` joins, as one or as many.
pub fn numbered(noun: &str, many: bool) -> String {
    if many { noun.split(" or ").map(plural).collect::<Vec<_>>().join(" or ") } else { noun.to_string() }
}

fn plural(noun: &str) -> String {
    let consonant_y = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    if let Some(stem) = consonant_y {
        format!("{stem}ies")
    } else if is_plural(noun) {
        noun.to_string()
    } else if noun.ends_with("lf") || noun.ends_with("arf") {
        format!("{}ves", noun.trim_end_matches('f'))
    } else if noun.ends_with(['s', 'x'])
        || noun.ends_with("ch")
        || noun.ends_with("sh")
        || noun.ends_with("hero")
    {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// Returns whether a noun is the same as one and as many: a type such as `Beast Folk`, `Wild Veggies` or `Gel Fish`.
fn is_plural(noun: &str) -> bool {
    let last = noun.rsplit(' ').next().unwrap_or(noun);
    let name = last.starts_with(char::is_uppercase)
        && last.ends_with('s')
        && !last.ends_with("us")
        && !last.ends_with("ss");
    name || ["folk", "Folk", "People", "Fish", "equipment", "Spirit Quartz"]
        .iter()
        .any(|same| noun.ends_with(same))
}

/// A phrase about several, whose words behind the noun were said of one.
pub fn of_many(phrase: &str) -> String {
    const FORMS: [(&str, &str); 9] = [
        (" that is ", " that are "),
        (" that isn't ", " that aren't "),
        (" that has ", " that have "),
        (" that shares ", " that share "),
        (" that evolves ", " that evolve "),
        (" that blocks ", " that block "),
        (" or is blocked by ", " or are blocked by "),
        (" counter on it", " counter on them"),
        (" in its name", " in their names"),
    ];
    FORMS.iter().fold(phrase.to_string(), |phrase, (one, many)| phrase.replace(one, many))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_by_their_number() {
        let many = "Elf or hero or equipment or ally or witch or Plains or key or card";
        assert_eq!(
            numbered(many, true),
            "Elves or heroes or equipment or allies or witches or Plains or keys or cards"
        );
        assert_eq!(numbered("Elf or hero", false), "Elf or hero");
        assert_eq!(
            (article("other card"), article("Elf"), possessive("this")),
            ("another card".into(), "an Elf".into(), "this card's".into())
        );
    }

    #[test]
    fn alternatives_say_something_at_one_place() {
        let noun = |word: &str| Phrase { types: vec![word.to_string()], ..Phrase::default() };
        let tapped = Phrase { before: vec!["tapped".to_string()], ..Phrase::default() };
        let either = Phrase::alternatives(&[noun("ally"), noun("hero")]).unwrap_or_default();
        assert_eq!(either.types, ["ally or hero"]);
        assert!(Phrase::alternatives(&[noun("ally"), tapped]).is_none());
    }

    #[test]
    fn a_phrase_says_what_stands_before_and_behind_its_noun() {
        let words = |before: &[&str], after: &[&str]| Phrase {
            before: before.iter().map(|word| (*word).to_string()).collect(),
            after: after.iter().map(|word| (*word).to_string()).collect(),
            ..Phrase::default()
        };
        assert_eq!(words(&["tapped"], &["you", "control"]).about("ally", false), "tapped ally you control");
        assert_eq!(words(&["tapped"], &["you", "control"]).about("ally", true), "tapped allies you control");
        let either =
            |parts: &[Phrase]| Phrase::alternatives(parts).map(|phrase| (phrase.before, phrase.after));
        let one = |text: &str| vec![text.to_string()];
        assert_eq!(either(&[words(&["red"], &[]), words(&["big"], &[])]), Some((one("red or big"), vec![])));
        assert_eq!(
            either(&[words(&[], &["here"]), words(&[], &["there"])]),
            Some((vec![], one("here or there")))
        );
        assert_eq!(either(&[words(&["red"], &["here"]), words(&["big"], &["there"])]), None);
        assert_eq!(lower(&Some(1)), "some(1)");
        assert_eq!([possessive("you"), possessive("it"), possessive("Bob")], ["your", "its", "Bob's"]);
    }
}
