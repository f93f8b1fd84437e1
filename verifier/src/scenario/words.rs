//! Small words: players, rule numbers, texts without object ids.

use duelog_kernel::{ObjectId, Seat};

/// A player as scenarios write it: `P1`, `P2`.
pub fn seat(text: &str) -> Option<Seat> {
    let number: u8 = text.strip_prefix('P')?.parse().ok()?;
    number.checked_sub(1).map(Seat)
}

/// A player's name.
pub fn player(seat: Seat) -> String {
    format!("P{}", u32::from(seat.0) + 1)
}

/// A text with `seat 0` written `P1`.
pub fn players(text: &str) -> String {
    replace_numbered(text, "seat ", |number| number.parse::<u8>().ok().map(|place| player(Seat(place))))
}

/// A text without ` #17`.
pub fn without_ids(text: &str) -> String {
    replace_numbered(text, " #", |_| Some(String::new()))
}

fn replace_numbered(text: &str, mark: &str, word: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let (before, found) = rest.split_at(at);
        let after = &found[mark.len()..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        out.push_str(before);
        match word(&after[..digits]).filter(|_| digits > 0) {
            Some(word) => out.push_str(&word),
            None => out.push_str(&found[..mark.len() + digits]),
        }
        rest = &after[digits..];
    }
    out + rest
}

/// Returns whether two texts say the same, small and capital letters and ids aside; ids count when the first
/// text has some.
pub fn same(expected: &str, found: &str) -> bool {
    shape(expected, expected) == shape(expected, found)
}

/// Returns whether `found` contains `expected` as [`same`] compares.
pub fn within(expected: &str, found: &str) -> bool {
    shape(expected, found).contains(&shape(expected, expected))
}

fn shape(expected: &str, text: &str) -> String {
    let text = players(text.trim());
    if expected.contains('#') { text.to_lowercase() } else { without_ids(&text).to_lowercase() }
}

/// Returns whether `text` holds the words of `wanted` one after another.
pub fn has_words(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (text.to_lowercase(), wanted.to_lowercase());
    let (text, wanted): (Vec<&str>, Vec<&str>) =
        (text.split_whitespace().collect(), wanted.split_whitespace().collect());
    !wanted.is_empty() && text.windows(wanted.len()).any(|window| window == wanted)
}

/// Splits off a first word.
pub fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// The rest of a text behind `word` at its beginning, at a word's end.
pub fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.trim_start().strip_prefix(word)?;
    (rest.is_empty() || !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
        .then(|| rest.trim_start())
}

/// The rest of a text behind the first of these words that it begins with.
pub fn after_any<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| after(text, word))
}

/// Returns whether a verb is the base form or third person of `base`.
pub fn is_verb(word: &str, base: &str) -> bool {
    let ending_in_y = || word.strip_suffix("ies").is_some_and(|stem| base.strip_suffix('y') == Some(stem));
    word == base
        || word.strip_suffix('s').is_some_and(|stem| stem == base || stem.strip_suffix('e') == Some(base))
        || ending_in_y()
}

/// A text and the rule at its end: `... by 509.1b`.
pub fn by_rule(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" by ") {
        Some((before, rule)) if is_rule(rule.trim()) => (before.trim_end(), Some(rule.trim())),
        _ => match text.strip_prefix("by ").map(str::trim) {
            Some(rule) if is_rule(rule) => ("", Some(rule)),
            _ => (text, None),
        },
    }
}

/// Returns whether a text has the shape of a rule's number.
pub fn is_rule(text: &str) -> bool {
    text.contains('.')
        && text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
}

/// Splits at `mark` where it stands outside of quotes, brackets and parentheses.
pub fn split_outside(text: &str, mark: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut from) = (0usize, false, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            letter if letter == mark && !quoted && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The places at which `word` stands outside of quotes and brackets, ascending.
pub fn places_outside(text: &str, word: &str) -> Vec<usize> {
    let (mut depth, mut quoted, mut found) = (0usize, false, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && !quoted && text[at..].starts_with(word) {
            found.push(at);
        }
    }
    found
}

/// The object of `#17`.
pub fn object_id(text: &str) -> Option<ObjectId> {
    text.strip_prefix('#')?.parse().ok().map(ObjectId)
}

/// `[A]` or `#17` at the beginning of a text.
pub fn label(text: &str) -> Result<(Option<String>, &str), String> {
    let trimmed = text.trim_start();
    if let Some(inside) = trimmed.strip_prefix('[') {
        let (label, rest) =
            inside.split_once(']').ok_or_else(|| format!("a label is not closed with ]: \"{trimmed}\""))?;
        return Ok((Some(label.trim().to_string()), rest.trim_start()));
    }
    let digits =
        trimmed.strip_prefix('#').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if digits == 0 {
        return Ok((None, text));
    }
    Ok((Some(trimmed[..=digits].to_string()), trimmed[digits + 1..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_ids_are_read_as_players_write_them() {
        assert_eq!(
            players("seat 0 gains 1 life, seat 1 does not; the seat"),
            "P1 gains 1 life, P2 does not; the seat"
        );
        assert_eq!(without_ids("Elf #12 blocks #3 # x"), "Elf blocks # x");
        assert!(same("p1", "seat 0") && same("Elf", "elf #3") && !same("Elf #4", "Elf #3"));
        assert_eq!((seat("P2"), seat("P0"), seat("Px"), seat("Q1")), (Some(Seat(1)), None, None, None));
    }

    #[test]
    fn verbs_and_rules_are_found() {
        assert!(
            is_verb("casts", "cast")
                && is_verb("passes", "pass")
                && is_verb("pass", "pass")
                && !is_verb("passed", "pass")
        );
        assert_eq!(by_rule("P1 may not block by 509.1b"), ("P1 may not block", Some("509.1b")));
        assert_eq!(by_rule("stand by me"), ("stand by me", None));
        assert_eq!(split_outside("a; \"b; c\" (d; e); f", ';'), ["a", "\"b; c\" (d; e)", "f"]);
    }

    #[test]
    fn words_are_found_where_they_begin_and_end() {
        let rests = ["cast it", "cast", "castle", "cast_x", "cast, it", "it"].map(|text| after(text, "cast"));
        assert_eq!(rests, [Some("it"), Some(""), None, None, Some(", it"), None]);
        assert_eq!(after_any("on top", &["in", "on"]), Some("top"));
        assert_eq!(after_any("at top", &["in", "on"]), None);
        assert_eq!((first_word("  one  two three"), first_word("one")), (("one", "two three"), ("one", "")));
        assert!(has_words("Basic Land - Forest", "land - forest") && has_words("2/2 Bear", "2/2"));
        assert!(
            !has_words("Basic Land", "Land Basic") && !has_words("Basic", "") && !has_words("Land", "and")
        );
        assert!(is_verb("copies", "copy") && is_verb("plays", "play") && !is_verb("copys", "copy2"));
        assert!(!is_verb("cries", "cast") && !is_verb("cast", "casts"));
    }

    #[test]
    fn rules_stand_at_the_end() {
        assert!(
            is_rule("704.5g") && !is_rule("704") && !is_rule("a.5") && !is_rule("7.5 g") && !is_rule("7.5-")
        );
        assert_eq!(by_rule("by 1.1"), ("", Some("1.1")));
        assert_eq!(by_rule("by bus"), ("by bus", None));
        assert_eq!(by_rule("won by luck by 104.2a "), ("won by luck", Some("104.2a")));
    }

    #[test]
    fn marks_inside_of_quotes_and_brackets_do_not_split() {
        assert_eq!(split_outside("a \"(;\" x; [b; c]; d)", ';'), ["a \"(;\" x", "[b; c]", "d)"]);
        assert_eq!(split_outside("a;;  ; \"\"", ';'), ["a", "\"\""]);
        let text = "a and (b and c) and \"d) and e\" and f [g and h]) and i";
        let places = places_outside(text, " and ");
        let ahead: Vec<&str> = places.iter().map(|place| &text[place + 5..place + 6]).collect();
        assert_eq!(ahead, ["(", "\"", "f", "i"]);
    }

    #[test]
    fn labels_and_ids_are_told_from_other_words() {
        let some = |text: &str| Some(text.to_string());
        assert_eq!(label("[A]  rest"), Ok((some("A"), "rest")));
        assert_eq!(label(" #17 rest"), Ok((some("#17"), "rest")));
        assert_eq!(label("# rest"), Ok((None, "# rest")));
        assert_eq!(label("rest"), Ok((None, "rest")));
        assert!(label("[A").is_err());
        assert_eq!((object_id("#17"), object_id("17"), object_id("#x")), (Some(ObjectId(17)), None, None));
        assert_eq!(players("seat 300 and seat x"), "seat 300 and seat x", "no such player");
        assert_eq!((player(Seat(255)), without_ids("a #, b #1")), ("P256".to_string(), "a #, b".to_string()));
        assert!(within("bear", "Runeclaw Bear #3 dies") && !within("Bear #4", "Runeclaw Bear #3 dies"));
    }
}
