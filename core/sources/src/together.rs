//! Files that hold several definitions, one below the other.

/// The definitions in a text, in order, each with the number of lines above it.
///
/// A definition ends with a line that begins with a closing parenthesis, with the line on which it begins where that
/// ends with one, or with the text.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let mut definitions = Vec::new();
    let (mut begin, mut begun, mut end) = (0, 0, 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        let whole = line.starts_with(char::is_alphabetic) && line.trim_end().ends_with(')');
        if line.starts_with(')') || whole {
            definitions.push((begun, &text[begin..end]));
            (begin, begun) = (end, number + 1);
        }
    }
    let rest = &text[begin..];
    if definitions.is_empty() || !rest.trim().is_empty() {
        definitions.push((begun, rest));
    }
    definitions
}

/// The string behind `field:` where it stands first in a definition; it is not checked that it is a field.
pub fn field(text: &str, field: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let (before, behind) = rest.split_once(field)?;
        rest = behind;
        let whole = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let Some(value) = behind.strip_prefix(':').map(str::trim_start).filter(|_| whole) else { continue };
        let Some(value) = value.strip_prefix('"') else { continue };
        let mut read = String::new();
        let mut letters = value.chars();
        loop {
            match letters.next()? {
                '"' => return Some(read),
                '\\' => read.push(letters.next()?),
                letter => read.push(letter),
            }
        }
    }
}

/// The file that defines a card of this name, in whichever folder: the name in small letters, its words joined by
/// hyphens.
pub fn file_name(name: &str) -> String {
    let mut file = String::new();
    for letter in name.chars() {
        match letter {
            '\'' | ',' => {}
            letter if letter.is_alphanumeric() => file.extend(letter.to_lowercase()),
            _ => file.push('-'),
        }
    }
    file + ".ron"
}

#[cfg(test)]
mod tests {
    use super::{field, split};

    #[test]
    fn definitions_below_each_other() {
        let one = "// first\nCard(\n    name: \"A\",\n)\n";
        let two = "\nCard(\n    name: \"B\",\n)\n";
        assert_eq!(split(&format!("{one}{two}\n")), [(0, one), (4, two)]);
        assert_eq!(split("Card(name: \"A\")"), [(0, "Card(name: \"A\")")]);
        assert_eq!(split(&format!("Card(name: \"C\")\n{one}")), [(0, "Card(name: \"C\")\n"), (1, one)]);
        assert_eq!(split(&format!("{one}Card(")), [(0, one), (4, "Card(")]);
        assert_eq!(split(""), [(0, "")]);
    }

    #[test]
    fn fields_of_a_definition() {
        let text = r#"Card(surname: "no", name: "Lim-D\"\\l", types: "Creature - Elf")"#;
        assert_eq!(field(text, "name").as_deref(), Some("Lim-D\"\\l"));
        assert_eq!(field(text, "types").as_deref(), Some("Creature - Elf"));
        assert_eq!(field(text, "cost"), None);
        assert_eq!(field("Card(name: \"A", "name"), None);
        assert_eq!(field("Card(name: A, name: \"B\")", "name").as_deref(), Some("B"));
    }
}
