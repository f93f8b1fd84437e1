//! Decks as Talishar has them: names of cards as words such as `head_jab_red`.

use duelog_kernel::deck::DeckError;
use serde_json::Value;

use crate::form::Form;
use crate::list::{Entry, List, Written};

/// Returns whether a text is nothing but such words: the hero and what is equipped in the first line, the deck in the
/// second, and what is left over below.
pub(crate) fn is_list(text: &str) -> bool {
    let slug = |word: &str| {
        word.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_')
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    first.starts_with(|sign: char| sign.is_ascii_lowercase())
        && text.contains('_')
        && text.split_whitespace().all(slug)
}

/// Reads such a list.
///
/// # Errors
/// Where it is too long.
pub(crate) fn read(text: &str) -> Result<List, DeckError> {
    let mut list = List::of(Form::Talishar);
    for (line, words) in (1..).zip(text.lines()) {
        let begin = list.entries.len();
        for word in words.split_whitespace() {
            // The copies of a card stand next to each other.
            let last = list.entries.get_mut(begin..).and_then(<[Entry]>::last_mut);
            match last.filter(|last| last.name.bare() == word && last.count < u16::MAX) {
                Some(last) => last.count += 1,
                None => list
                    .push(Entry { line, count: 1, name: Written::plain(word), beside: false })
                    .map_err(|message| DeckError { line, message })?,
            }
        }
    }
    Ok(list)
}

/// Reads the JSON that deck sites give to Talishar: `{"name", "cards": [{"identifier", "total", "sideboardTotal"}]}`.
///
/// # Errors
/// Where it is not JSON, or not that of a deck.
pub(crate) fn read_json(text: &str) -> Result<List, DeckError> {
    let value: Value = serde_json::from_str(text).map_err(|error| DeckError {
        line: (error.line() as u32).max(1),
        message: format!("this begins as JSON and cannot be read: {error}"),
    })?;
    let mut list = List::of(Form::TalisharJson);
    list.name = value["name"].as_str().unwrap_or_default().to_string();
    let cards = value["cards"].as_array().ok_or_else(|| DeckError {
        line: 1,
        message: "this is JSON without a list `cards`; a deck of Talishar has one: {\"cards\":[{\"identifier\":\"head-jab-red\",\"total\":2}]}".to_string(),
    })?;
    let mut place = Place { text, at: 0, line: 1 };
    for card in cards {
        let keys = ["cardIdentifier", "identifier", "cardId", "id", "name"];
        let name = keys.iter().find_map(|key| card[*key].as_str()).filter(|name| !name.trim().is_empty());
        let line = place.of(name.unwrap_or_default());
        let fault = |message: &str| DeckError { line, message: message.to_string() };
        let name = name.ok_or_else(|| fault("a card without a name: `identifier` has it"))?;
        let total = card.get("total").or_else(|| card.get("count")).or_else(|| card.get("quantity"));
        let total = total.map_or(Some(1), Value::as_u64).and_then(|total| u16::try_from(total).ok());
        let count = total.ok_or_else(|| fault("`total` is not a number of cards"))?;
        if count > 0 {
            let entry = Entry { line, count, name: Written::plain(name), beside: false };
            list.push(entry).map_err(|message| fault(&message))?;
        }
    }
    Ok(list)
}

/// Where in a text the names are found, one after the other.
struct Place<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl Place<'_> {
    /// The line of the next place at which a name stands in quotes; the last one if it stands nowhere.
    fn of(&mut self, name: &str) -> u32 {
        let rest = self.text.get(self.at..).unwrap_or_default();
        match rest.find(&format!("\"{name}\"")) {
            Some(found) => {
                self.line += rest[..found].matches('\n').count() as u32;
                self.at += found + 1;
            }
            // Nothing is searched for to the end twice.
            None => self.at = self.text.len(),
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted() {
        let text = "katsu harmonized_kodachi harmonized_kodachi breaking_scales\nhead_jab_red head_jab_red leg_tap_blue\n\nsnatch_red\n";
        assert!(is_list(text));
        let list = read(text).unwrap();
        let told: Vec<_> =
            list.entries.iter().map(|entry| (entry.line, entry.count, entry.name.bare())).collect();
        let wanted = [
            (1, 1, "katsu"),
            (1, 2, "harmonized_kodachi"),
            (1, 1, "breaking_scales"),
            (2, 2, "head_jab_red"),
            (2, 1, "leg_tap_blue"),
            (4, 1, "snatch_red"),
        ];
        assert_eq!(told, wanted);
        for other in ["", "4 forest", "forest", "Deck\n4 Own_Card", "4 own_card", "own card_x Name"] {
            assert!(!is_list(other), "{other}");
        }
    }

    #[test]
    fn json_is_read() {
        let text = "{\"name\": \"Own\", \"cards\": [\n{\"identifier\": \"katsu\", \"total\": 1},\n{\"cardIdentifier\": \"head-jab-red\", \"total\": 3, \"sideboardTotal\": 1},\n{\"identifier\": \"none\", \"total\": 0}]}";
        let list = read_json(text).unwrap();
        assert_eq!((list.name.as_str(), list.counts().deck, list.entries[1].line), ("Own", 4, 3));
        let fault = |text: &str| read_json(text).unwrap_err();
        assert_eq!(fault("{\n\"cards\": [\n").line, 3);
        assert!(fault("{\"decks\":[]}").message.contains("without a list `cards`"));
        assert!(fault("{\"cards\":[{\"total\":1}]}").message.contains("without a name"));
        assert!(fault("{\"cards\":[{\"id\":\"a\",\"total\":-1}]}").message.contains("not a number"));
        assert!(fault(&"{\"a\":".repeat(10_000)).message.contains("cannot be read"));
    }
}
