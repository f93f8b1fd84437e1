//! The decks that are built in, so that a game can be begun from anywhere.

/// A deck that is built in.
pub struct BuiltIn {
    /// Its game.
    pub game: &'static str,
    /// The name of its file, by which `--decks` takes it.
    pub name: &'static str,
    /// Its list.
    pub text: &'static str,
}

macro_rules! built_in {
    ($game:literal, $name:literal) => {
        BuiltIn {
            game: $game,
            name: $name,
            text: include_str!(concat!("../../fixtures/decks/", $game, "/", $name, ".deck")),
        }
    };
}

/// All of them, by game and name.
pub const BUILT_IN: &[BuiltIn] = &[
    built_in!("duel-masters", "dragon-gods"),
    built_in!("duel-masters", "fire-darkness-dragons"),
    built_in!("duel-masters", "fire-nature-rush"),
    built_in!("duel-masters", "hyperspatial-bolshack"),
    built_in!("duel-masters", "lancer-and-merfolk"),
    built_in!("duel-masters", "light-water-wardens"),
    built_in!("duel-masters", "liquid-beast"),
    built_in!("duel-masters", "murky-riptide"),
    built_in!("duel-masters", "rainbow-connection"),
    built_in!("duel-masters", "water-nature-tempo"),
    built_in!("duel-masters", "water-neo"),
    built_in!("flesh-and-blood", "bravo"),
    built_in!("flesh-and-blood", "dorinthea"),
    built_in!("flesh-and-blood", "katsu"),
    built_in!("flesh-and-blood", "rhinar"),
    built_in!("magic", "black-green-graveyard"),
    built_in!("magic", "black-green-venom"),
    built_in!("magic", "black-red-fire-and-night"),
    built_in!("magic", "blue-black-schemes"),
    built_in!("magic", "blue-green-echoes"),
    built_in!("magic", "blue-red-spells"),
    built_in!("magic", "blue-red-tricks"),
    built_in!("magic", "five-colors"),
    built_in!("magic", "green-white-growth"),
    built_in!("magic", "green-white-honors"),
    built_in!("magic", "red-green-beasts"),
    built_in!("magic", "red-white-war"),
    built_in!("magic", "white-black-rites"),
    built_in!("magic", "white-blue-flyers"),
    built_in!("magic", "white-blue-red-legends"),
    built_in!("magic", "white-vaults"),
];

impl BuiltIn {
    /// The first two lines of its list: what it is called, and what it is like.
    pub fn title(&self) -> (&'static str, &'static str) {
        let mut lines = self.text.lines().map_while(|line| line.strip_prefix("# "));
        (lines.next().unwrap_or(self.name), lines.next().unwrap_or_default())
    }
}

/// The decks of a game.
pub fn of(game: &str) -> Vec<&'static BuiltIn> {
    BUILT_IN.iter().filter(|deck| deck.game == game).collect()
}

/// The deck that a word names.
pub fn named(word: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|deck| deck.name == word)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_deck_of_the_repository_is_built_in_and_has_a_name_of_its_own() {
        let root = Path::new("../fixtures/decks");
        let mut files = 0;
        for game in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
            for file in std::fs::read_dir(&game).unwrap().map(|entry| entry.unwrap().path()) {
                files += 1;
                let name = file.file_stem().unwrap().to_str().unwrap();
                let deck = named(name).unwrap_or_else(|| panic!("{name} is not built in"));
                assert_eq!(deck.text, std::fs::read_to_string(&file).unwrap());
                assert!(!deck.title().0.is_empty(), "{name}");
            }
        }
        assert_eq!(files, BUILT_IN.len());
        assert_eq!(BUILT_IN.iter().map(|deck| deck.name).collect::<BTreeSet<_>>().len(), files);
    }
}
