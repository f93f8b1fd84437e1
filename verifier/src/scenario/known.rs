//! The words that a game's views can say: what a scenario denies must be among them, or a slip of the pen
//! would hold.

use std::collections::BTreeSet;

use duelog_kernel::Factory;
use duelog_kernel::deck::closest;

use super::words::seat;

/// The words and rule numbers of a game.
#[derive(Debug, Default)]
pub struct Known {
    words: BTreeSet<String>,
    /// The names of facts, and the words that are their values.
    said: BTreeSet<&'static str>,
    prompts: BTreeSet<&'static str>,
    rules: BTreeSet<String>,
}

impl Known {
    /// The words of a game's views: the names of facts and their values, and the words on its cards.
    pub fn of(factory: &dyn Factory, cards: &[String]) -> Known {
        let readings = cards.iter().filter_map(|card| factory.card(card)).flat_map(|card| card.reading);
        let said = factory.said().iter().map(|said| (*said).to_string());
        let words = said
            .chain(readings)
            .flat_map(|text| text.split_whitespace().map(plain).collect::<Vec<_>>())
            .collect();
        Known {
            words,
            said: factory.said().iter().copied().collect(),
            prompts: factory.prompts().iter().map(|prompt| prompt.0).collect(),
            rules: factory.rules().into_iter().map(|rule| rule.number).collect(),
        }
    }

    /// The fact that a text negates: `poison 0`. Views leave out facts that are 0.
    pub fn none_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        let name = text.trim().strip_suffix(" 0")?.trim_end();
        self.said.contains(name).then_some(name)
    }

    /// A prompt of the game.
    ///
    /// # Errors
    /// That there is none of this name, with a similar one.
    pub fn prompt(&self, name: &str) -> Result<(), String> {
        if name.is_empty() || self.prompts.contains(name) {
            return Ok(());
        }
        let meant = closest(name, self.prompts.iter().copied())
            .map_or(String::new(), |meant| format!(": did you mean `{meant}`?"));
        Err(format!("this game asks nothing that is called \"{name}\"{meant}"))
    }

    /// A step, phase or other value that the game says of a turn.
    ///
    /// # Errors
    /// That it has none of this name, with a similar one.
    pub fn moment(&self, name: &str) -> Result<(), String> {
        let is_said = self.said.iter().any(|said| said.eq_ignore_ascii_case(name));
        if is_said || seat(name).is_some() || name.parse::<u32>().is_ok() {
            return Ok(());
        }
        let meant = closest(name, self.said.iter().copied())
            .map_or(String::new(), |meant| format!(": did you mean \"{meant}\"?"));
        Err(format!("this game has no step or phase that is called \"{name}\"{meant}"))
    }

    /// A rule that the game's rulebook has.
    ///
    /// # Errors
    /// That it has none of this number, with a similar one.
    pub fn rule<'r>(&self, rule: Option<&'r str>) -> Result<Option<&'r str>, String> {
        match rule {
            Some(number) if !self.rules.contains(number) => {
                let meant = closest(number, self.rules.iter().map(String::as_str))
                    .map_or(String::new(), |meant| format!(": did you mean {meant}?"));
                Err(format!("the rulebook has no rule {number}{meant}"))
            }
            rule => Ok(rule),
        }
    }

    /// Checks that a word is one of the game, a number or a player.
    ///
    /// # Errors
    /// The unknown word, with a similar known one.
    pub fn word(&self, word: &str) -> Result<(), String> {
        let plain = plain(word);
        let is_word =
            plain.chars().any(char::is_alphabetic) && !plain.chars().any(|letter| letter.is_ascii_digit());
        if !is_word || seat(word).is_some() || self.words.contains(&plain) {
            return Ok(());
        }
        let meant = closest(&plain, self.words.iter().map(String::as_str))
            .map_or(String::new(), |meant| format!(": did you mean \"{meant}\"?"));
        Err(format!(
            "\"{word}\" is not a word of this game{meant}; what is denied must be something that could be"
        ))
    }
}

/// A word in small letters without the signs around it.
fn plain(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric()).trim_end_matches("'s").to_lowercase()
}
