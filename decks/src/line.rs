//! A line with a card: how many, the name, and what other programs write around it.

use crate::list::Written;

/// The other facts of a line, beside the number and the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Signs {
    /// A set and a number behind the name, as Magic Arena writes them.
    pub(crate) print: bool,
    /// A set and a number in square brackets before the name, as XMage writes them.
    pub(crate) numbered: bool,
    /// A set in square brackets before the name, as Magic Workstation writes it.
    pub(crate) set: bool,
}

/// The place of a card by a mark of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It stands beside the deck.
    Beside,
    /// It is the commander.
    Commander,
    /// It is the companion.
    Companion,
    /// It is not part of the deck.
    LeftOut,
}

/// The most ways in which a name is read.
const READINGS_MAX: usize = 10;

/// The number and the name.
///
/// # Errors
/// The fault of the line.
pub(crate) fn read(line: &str) -> Result<(u16, &str), String> {
    let form = || format!("\"{}\" is not a number and a card's name, as in `4 Name`", short(line));
    let (count, name) = counted(line).or_else(|| counted_behind(line)).ok_or_else(form)?;
    let count = count.parse::<u16>().map_err(|_| form())?;
    if name.is_empty() {
        return Err(form());
    }
    if count == 0 {
        return Err(format!("0 of \"{}\" is not part of a deck", short(name)));
    }
    Ok((count, name))
}

/// The beginning of a long line.
pub(crate) fn short(line: &str) -> String {
    const MOST: usize = 120;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line.to_string(),
    }
}

/// `4 Name`, `4x Name`, `4 x Name`, `(4) Name` or `[4] Name`.
fn counted(line: &str) -> Option<(&str, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let inner = |open, close| first.strip_prefix(open)?.strip_suffix(close);
    let count = inner('(', ')').or_else(|| inner('[', ']')).unwrap_or(first);
    let with_sign = count.strip_suffix(['x', 'X', '×']);
    let count = with_sign.unwrap_or(count);
    if count.is_empty() || !count.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let apart = rest.strip_prefix("x ").or_else(|| rest.strip_prefix("× ")).filter(|_| with_sign.is_none());
    Some((count, apart.map_or(rest, str::trim)))
}

/// `Name x4`, as lists of Duel Masters have it.
fn counted_behind(line: &str) -> Option<(&str, &str)> {
    let (name, count) = line.rsplit_once(['x', '×', '✕'])?;
    let apart = name.ends_with(char::is_whitespace);
    let count = count.trim();
    let digits = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
    (apart && digits).then(|| (count, name.trim()))
}

/// The name with the ways in which it can be read, and what the line says beside it.
pub(crate) fn name(text: &str) -> (Written, Signs, Option<Mark>) {
    let mut readings: Vec<String> = Vec::new();
    let mut signs = Signs::default();
    let mut mark = None;
    let mut rest = text.trim();
    while readings.len() < READINGS_MAX {
        readings.push(rest.to_string());
        if let Some((name, other)) = scripts(rest) {
            readings.push(other.to_string());
            rest = name;
            continue;
        }
        let Some((shorter, sign, own)) = shorter(rest) else { break };
        signs.print |= sign.print;
        signs.numbered |= sign.numbered;
        signs.set |= sign.set;
        mark = own.or(mark);
        rest = shorter;
    }
    (Written { readings, several: false }, signs, mark)
}

/// A name without the outermost of what stands around it.
fn shorter(text: &str) -> Option<(&str, Signs, Option<Mark>)> {
    fn plain(shorter: &str) -> Option<&str> {
        (!shorter.is_empty()).then_some(shorter)
    }
    // `Name *F*`: a foil, an etched or an altered card; `*CMDR*`: the commander.
    if let Some((name, star)) = text.strip_suffix('*').and_then(|text| text.rsplit_once(" *")) {
        let mark = star.eq_ignore_ascii_case("cmdr").then_some(Mark::Commander);
        return Some((plain(name.trim())?, Signs::default(), mark));
    }
    // `Name ^Have,#37d67a^`: a label of Archidekt.
    if let Some((name, _)) = text.strip_suffix('^').and_then(|text| text.rsplit_once(" ^")) {
        return Some((plain(name.trim())?, Signs::default(), None));
    }
    // `Name|SET|2`: Forge. `Name | Other name`: lists in two languages.
    if let Some((name, _)) = text.split_once(['|', '\t']) {
        return Some((plain(name.trim())?, Signs::default(), None));
    }
    // `Name [Category{top},Other]`: Archidekt. `Name [SET]`: MTGGoldfish.
    if let Some((name, category)) = text.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) {
        return Some((plain(name.trim())?, Signs::default(), category_mark(category)));
    }
    // `Name <print>`: MTGGoldfish.
    if let Some((name, _)) = text.strip_suffix('>').and_then(|text| text.rsplit_once(" <")) {
        return Some((plain(name.trim())?, Signs::default(), None));
    }
    // `Name #tag`: Moxfield.
    if let Some((name, _)) = text.split_once(" #") {
        return Some((plain(name.trim())?, Signs::default(), None));
    }
    if let Some(found) = bracketed(text) {
        return Some(found);
    }
    // `Name+`: a foil of Forge.
    text.strip_suffix('+').and_then(|name| Some((plain(name.trim())?, Signs::default(), None)))
}

/// `[SET:123] Name`, `[SET] Name`, `Name (SET) 123` or `Name (SET)` without the set.
fn bracketed(text: &str) -> Option<(&str, Signs, Option<Mark>)> {
    if let Some((set, name)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        let numbered = set.contains(':');
        let name = name.trim();
        let signs = Signs { numbered, set: !numbered, print: false };
        return (!name.is_empty()).then_some((name, signs, None));
    }
    let is_set =
        |set: &str| (1..=6).contains(&set.len()) && set.bytes().all(|sign| sign.is_ascii_alphanumeric());
    if let Some((before, number)) = text.rsplit_once(' ')
        && number.contains(|sign: char| sign.is_ascii_digit())
        && let Some((name, set)) = before.strip_suffix(')').and_then(|before| before.rsplit_once(" ("))
        && is_set(set)
        && !name.trim().is_empty()
    {
        return Some((name.trim(), Signs { print: true, ..Signs::default() }, None));
    }
    let (name, set) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let upper = set.contains(|sign: char| sign.is_ascii_uppercase())
        && !set.contains(|sign: char| sign.is_ascii_lowercase());
    (is_set(set) && upper && !name.trim().is_empty()).then_some((name.trim(), Signs::default(), None))
}

/// The place of a card by the categories of Archidekt.
fn category_mark(categories: &str) -> Option<Mark> {
    let categories = categories.to_lowercase();
    let has = |name: &str| {
        let mut names =
            categories.split([',', ';']).map(|own| own.split('{').next().unwrap_or_default().trim());
        names.any(|own| own == name)
    };
    if has("companion") {
        return Some(Mark::Companion);
    }
    if has("maybeboard") || has("considering") || categories.contains("{nodeck}") {
        return Some(Mark::LeftOut);
    }
    if has("sideboard") {
        return Some(Mark::Beside);
    }
    has("commander").then_some(Mark::Commander)
}

/// The place of a card by a cell of a table.
pub(crate) fn place_mark(cell: &str) -> Option<Mark> {
    match cell.trim().to_lowercase().as_str() {
        "yes" | "true" | "1" | "side" => Some(Mark::Beside),
        "maybe" | "acquire" | "acquireboard" | "tokens" | "token" => Some(Mark::LeftOut),
        other => category_mark(other),
    }
}

/// A name in two scripts, `Name / 名前` or `Name（名前）`: the first, and the second.
fn scripts(text: &str) -> Option<(&str, &str)> {
    let start = text.char_indices().find(|(_, letter)| is_wide(*letter))?.0;
    let around = |sign: char| {
        sign.is_whitespace()
            || ['/', '|', '／', '(', ')', '（', '）', ',', '-', '–', '「', '」'].contains(&sign)
    };
    let (first, second) = (text[..start].trim_end_matches(around), text[start..].trim_end_matches(around));
    let latin = first.chars().any(char::is_alphabetic);
    (latin && text[first.len()..start].contains(around) && !second.is_empty()).then_some((first, second))
}

/// Returns whether a letter is Japanese or Chinese.
pub(crate) fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_each_form() {
        for line in [
            "4 Own Card",
            "4x Own Card",
            "4X  Own Card",
            "4 x Own Card",
            "(4) Own Card",
            "[4] Own Card",
            "4\tOwn Card",
            "Own Card x4",
            "Own Card ×4",
            "Own Card x 4",
        ] {
            assert_eq!(read(line), Ok((4, "Own Card")), "{line}");
        }
        for line in ["Own Card", "4", "four Own Card", "70000 Own Card", "-1 Own Card", "Boltx4", "", "x 4"] {
            assert!(read(line).unwrap_err().contains("is not a number and a card's name"), "{line}");
        }
        assert_eq!(read("0 Own Card"), Err("0 of \"Own Card\" is not part of a deck".to_string()));
        assert_eq!(read("1 x"), Ok((1, "x")));
    }

    #[test]
    fn what_stands_around_a_name_is_taken_away_step_by_step() {
        for text in [
            "Own Card (M10) 146",
            "Own Card (PLIST) 141a *F*",
            "Own Card (cmm) 396 [Ramp{top},Other] ^Have,#37d67a^",
            "Own Card (PLST) ARB-12",
            "Own Card (M10)",
            "Own Card #tag #other",
            "Own Card|M10|2",
            "Own Card+|M10",
            "Own Card <prerelease> [GRN] (F)",
            "[M10:146] Own Card",
            "[M10] Own Card",
        ] {
            assert_eq!(name(text).0.bare(), "Own Card", "{text}");
            assert_eq!(name(text).0.readings[0], text);
        }
        // Names with brackets of their own stay whole.
        for text in
            ["Head Jab (red)", "Own Card (DM-01)", "(M10) 146", "Own (M10) print", "*F*", "[M10]", "+"]
        {
            assert_eq!(name(text).0.bare(), text, "{text}");
        }
    }

    #[test]
    fn what_a_line_says_of_the_place_is_heard() {
        let mark = |text: &str| name(text).2;
        assert_eq!(mark("Own Card (cmm) 3 [Maybeboard{noDeck}{noPrice},Ramp]"), Some(Mark::LeftOut));
        assert_eq!(mark("Own Card [Companion{noDeck}]"), Some(Mark::Companion));
        assert_eq!(mark("Own Card [Sideboard]"), Some(Mark::Beside));
        assert_eq!(mark("Own Card [Commander{top}]"), Some(Mark::Commander));
        assert_eq!(mark("Own Card (M10) 3 *CMDR* *F*"), Some(Mark::Commander));
        assert_eq!(mark("Own Card [M10] *F*"), None);
        assert_eq!(
            (place_mark("Yes"), place_mark("No"), place_mark("main")),
            (Some(Mark::Beside), None, None)
        );
        assert_eq!(place_mark("maybe"), Some(Mark::LeftOut));
    }

    #[test]
    fn a_name_in_two_scripts_is_either() {
        for text in [
            "Aqua Card / アクア・カード",
            "Aqua Card（アクア・カード）",
            "Aqua Card アクア・カード",
            "Aqua Card\tアクア・カード",
        ] {
            assert_eq!(name(text).0.readings, [text, "アクア・カード", "Aqua Card"], "{text}");
        }
        assert_eq!(name("アクア・カード").0.readings, ["アクア・カード"]);
        assert_eq!(name("DNA・スパーク").0.readings, ["DNA・スパーク"]);
    }
}
