//! Texts made harmless. A log, a card or a file's name may hold whatever its writer liked, and a terminal
//! obeys control characters: everything that is printed passes through here.

use duelog_kernel::decision::Names;
use duelog_kernel::view::{Fact, RequestView};
use duelog_kernel::{Ask, Seat, View};

/// Returns whether a letter would control a terminal, or change the order or look of the text around it,
/// instead of being seen: control characters (line ends too), ends of lines and paragraphs, direction marks,
/// letters of zero width, and tags.
fn acts(letter: char) -> bool {
    match letter {
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control() && letter != '\t',
    }
}

/// The text with every letter that acts written out, `\u{1b}` for instance.
pub fn plain(text: &str) -> String {
    if !text.contains(acts) {
        return text.to_string();
    }
    text.chars()
        .map(|letter| if acts(letter) { letter.escape_unicode().to_string() } else { letter.to_string() })
        .collect()
}

/// A file's name as one word of a command that a person copies into a shell.
pub fn word(path: &std::path::Path) -> String {
    let text = path.display().to_string();
    let safe = |letter: char| letter.is_alphanumeric() || "_./,:@%+=-".contains(letter);
    if !text.is_empty() && text.chars().all(safe) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// JSON with every letter that acts written as JSON escapes it, which changes no value: outside of strings
/// there is none.
pub fn plain_json(json: String) -> String {
    if !json.contains(acts) {
        return json;
    }
    let mut units = [0; 2];
    let mut escaped = |letter: char| {
        letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>()
    };
    json.chars().map(|letter| if acts(letter) { escaped(letter) } else { letter.to_string() }).collect()
}

/// A view whose texts are all plain, so that it can be laid out in lines.
pub fn plain_view(mut view: View) -> View {
    let facts = |facts: &mut Vec<Fact>| {
        facts.iter_mut().for_each(|fact| make_plain([&mut fact.name, &mut fact.value]))
    };
    facts(&mut view.turn);
    view.players.iter_mut().for_each(|player| facts(&mut player.facts));
    for zone in &mut view.zones {
        make_plain([&mut zone.name]);
        for card in &mut zone.cards {
            make_plain([&mut card.name, &mut card.line]);
            facts(&mut card.facts);
        }
    }
    view.request = view.request.map(plain_request);
    view
}

/// A request whose texts are all plain.
pub fn plain_request(mut asked: RequestView) -> RequestView {
    make_plain([&mut asked.question]);
    asked.options.iter_mut().for_each(|option| make_plain([&mut option.text]));
    // The names that an edition knows are the program's own.
    if let Ask::Name { among: Names::Listed(names) } = &mut asked.ask {
        make_plain(names);
    }
    asked
}

fn make_plain<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    texts.into_iter().for_each(|text| *text = plain(text));
}

/// The name by which a player is spoken to: texts then say what you do, and not what a player does.
pub const YOU: &str = "You";

/// A text with names in place of seats.
pub fn with_names(text: &str, names: &[Option<String>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("eat ") {
        let digits: String = rest[at + 4..].chars().take_while(char::is_ascii_digit).collect();
        let begins = rest[..at].ends_with(['s', 'S'])
            && !rest[..at - 1].ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        let name = digits.parse::<usize>().ok().and_then(|seat| names.get(seat)).and_then(Option::as_ref);
        match name.filter(|_| begins) {
            Some(name) if name == YOU => {
                out.push_str(&rest[..at - 1]);
                rest = spoken_to(&mut out, &rest[at + 4 + digits.len()..]);
                continue;
            }
            Some(name) => {
                out.push_str(&rest[..at - 1]);
                out.push_str(name);
            }
            None => out.push_str(&rest[..at + 4 + digits.len()]),
        }
        rest = &rest[at + 4 + digits.len()..];
    }
    out + rest
}

/// Adds "you" to a text, as it fits between what stands before and behind it, and returns what is left of the latter.
fn spoken_to<'t>(out: &mut String, behind: &'t str) -> &'t str {
    if let Some(behind) = behind.strip_prefix("'s") {
        out.push_str(if begins(out) { "Your" } else { "your" });
        return behind;
    }
    // "the hand of you" is "your hand".
    if let Some(before) = out.strip_suffix(" of ")
        && let Some(at) = before.rfind("the ").filter(|at| !before[..*at].ends_with(char::is_alphanumeric))
        && before[at..].split(' ').count() <= 4
        && before[at..].bytes().all(|byte| byte.is_ascii_lowercase() || b" -".contains(&byte))
    {
        let owned = format!("your {}", &before[at + 4..]);
        out.truncate(at);
        out.push_str(&owned);
        return behind;
    }
    if !begins(out) {
        out.push_str("you");
        return behind;
    }
    out.push_str(YOU);
    let Some(word) = behind.strip_prefix(' ') else { return behind };
    let length = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let (verb, rest) = word.split_at(length);
    out.push(' ');
    out.push_str(&second_person(verb));
    rest
}

/// Returns whether a sentence or a part of a line begins after a text.
fn begins(text: &str) -> bool {
    !text.trim_end().ends_with(|last: char| last.is_alphabetic() || last == ',')
        && !text.trim_end().rsplit(' ').next().is_some_and(|word| word.starts_with('#'))
}

/// A verb of a third person as it is said of "you".
fn second_person(verb: &str) -> String {
    match verb {
        "is" => "are".to_string(),
        "was" => "were".to_string(),
        "has" => "have".to_string(),
        "does" => "do".to_string(),
        verb if ["sses", "shes", "ches", "xes", "zes", "oes"].iter().any(|end| verb.ends_with(end)) => {
            verb[..verb.len() - 2].to_string()
        }
        verb if verb.len() > 4 && verb.ends_with("ies") => format!("{}y", &verb[..verb.len() - 3]),
        verb => verb.strip_suffix('s').unwrap_or(verb).to_string(),
    }
}

/// Returns whether a text in small letters names a seat: `seat 1` is not in `seat 12`.
pub fn names_seat(text: &str, seat: Seat) -> bool {
    let name = seat.to_string();
    let ends = |place: usize| !text[place..].starts_with(|letter: char| letter.is_ascii_digit());
    text.match_indices(&name).any(|(place, _)| ends(place + name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_place_of_seats() {
        let names = [Some("Ann".to_string()), None];
        for (text, told) in [
            ("seat 0 casts Shock on seat 1", "Ann casts Shock on seat 1"),
            ("Seat 0: eat 0, seat 10, heat 0, seat 0.", "Ann: eat 0, seat 10, heat 0, Ann."),
            ("seat", "seat"),
            ("seat ", "seat "),
            ("a-seat 0 \u{e9}seat 0", "a-seat 0 \u{e9}seat 0"),
        ] {
            assert_eq!(with_names(text, &names), told);
        }
    }

    #[test]
    fn a_player_is_spoken_to() {
        let names = [Some(YOU.to_string()), Some("Opponent".to_string())];
        for (text, told) in [
            ("seat 0 draws Shock #3", "You draw Shock #3"),
            ("  * seat 0 passes, 3 times", "  * You pass, 3 times"),
            ("Seat 0 is asked (103.4): Take a mulligan?", "You are asked (103.4): Take a mulligan?"),
            ("seat 0 has cast Shock #3", "You have cast Shock #3"),
            ("1) seat 0 takes the first turn", "1) You take the first turn"),
            ("seat 1 draws a card", "Opponent draws a card"),
            ("Shock #3 deals 2 damage to seat 0", "Shock #3 deals 2 damage to you"),
            ("from the deck into the hand of seat 0", "from the deck into your hand"),
            ("to the bottom of the library of seat 0", "to the bottom of your library"),
            ("the action phase of seat 0 begins", "your action phase begins"),
            ("seat 0's library", "Your library"),
            ("on top of seat 0's library", "on top of your library"),
            ("Turn 3: seat 0 (seat 0 20, seat 1 19)", "Turn 3: You (You 20, Opponent 19)"),
            ("Bear #2 attacks seat 0", "Bear #2 attacks you"),
            ("seat 0 carries, dies", "You carry, dies"),
            ("seat 0", "You"),
        ] {
            assert_eq!(with_names(text, &names), told);
        }
    }

    #[test]
    fn what_acts_is_written_out() {
        assert_eq!(
            plain("a\u{1b}[2Jb\nc\u{202e}d\u{9b}e\u{200b}"),
            "a\\u{1b}[2Jb\\u{a}c\\u{202e}d\\u{9b}e\\u{200b}"
        );
        for harmless in ["", "Jötun Grunt", "黄昏の守護者", "{T}: add {G} -> \"x\" \\u{1b}"] {
            assert_eq!(plain(harmless), harmless);
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let text = "a\u{7f}\u{9b}2J\u{202e}\u{e0041}\u{feff}\n";
        let json = plain_json(serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""a\u007f\u009b2J\u202e\udb40\udc41\ufeff\n""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
