//! The names of the cards of a list.

/// Checks that the names of a list's cards hold letters alone: a name goes into files, terminals and pages. `names` are
/// those of each card in its order, of all its faces.
///
/// # Errors
/// The first control character with its card and its place in the name.
pub fn plain<'n, N: IntoIterator<Item = &'n str>>(names: impl IntoIterator<Item = N>) -> Result<(), String> {
    for (place, names) in names.into_iter().enumerate() {
        for name in names {
            let found = name.chars().enumerate().find(|(_, letter)| letter.is_control());
            if let Some((at, letter)) = found {
                return Err(format!(
                    "card {} of the list: the name \"{}\" has a control character (U+{:04X}) as its letter {}; \
                     take it out of the name",
                    place + 1,
                    name.escape_debug(),
                    u32::from(letter),
                    at + 1,
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_character_in_a_name_is_found_with_its_place() {
        assert_eq!(plain([["Ash Fool", "Jötun Grunt"], ["灼熱", "Ash // Fool"]]), Ok(()));
        let wrong = plain([["Ash", "Ash"], ["Fool", "A\u{1b}[2J"]]).unwrap_err();
        assert!(wrong.starts_with("card 2 of the list: the name \"A\\u{1b}[2J\" has"), "{wrong}");
        assert!(wrong.contains("(U+001B) as its letter 2"), "{wrong}");
        for letter in ['\n', '\t', '\r', '\u{7f}', '\u{85}', '\0'] {
            assert!(plain([[format!("Ash{letter}Fool").as_str()]]).is_err(), "{letter:?}");
        }
    }
}
