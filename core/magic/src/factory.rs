//! Makes matches of Magic out of the definitions that are built in, and of those that the command line adds.

use std::borrow::Cow;
use std::collections::BTreeMap;

use duelog_kernel::deck::closest;
use duelog_kernel::digest::Digest;
use duelog_kernel::table::{CardInfo, CardText, DefinitionError, RuleInfo, Start};
use duelog_kernel::{Factory, Match, Seat, Setup, SetupError, Table};

use crate::definition::Definition;
use crate::engine::Magic;
use crate::library::{Card, Library};
use crate::{position, setup};

/// The game's name.
pub const GAME: &str = "magic";

/// The editions of the Comprehensive Rules that are built in, newest first.
pub const EDITIONS: &[&str] = &["2019-01-25"];

/// Makes matches of Magic.
#[derive(Debug, Clone)]
pub struct MagicFactory {
    /// The definitions by [`file_name`].
    cards: BTreeMap<Cow<'static, str>, Source>,
}

/// A definition as written.
#[derive(Debug, Clone)]
struct Source {
    file: Cow<'static, str>,
    text: Cow<'static, str>,
}

/// The folders of definitions: cards, tokens, and what exists only for tests.
const FOLDERS: [&str; 3] = ["", "tokens/", "test/"];

/// The folder that a definition belongs in.
pub fn folder(definition: &Definition) -> &'static str {
    match definition {
        Definition { test_only: true, .. } => "test/",
        Definition { token: true, .. } => "tokens/",
        Definition { .. } => "",
    }
}

/// The file that defines a card or a token of this name: its folder, then the name in small letters, its words joined by hyphens.
pub fn file_name(folder: &str, name: &str) -> String {
    let mut file = String::from(folder);
    for letter in name.chars() {
        match letter {
            '\'' | ',' => {}
            letter if letter.is_alphanumeric() => file.extend(letter.to_lowercase()),
            _ => file.push('-'),
        }
    }
    file + ".ron"
}

impl Default for MagicFactory {
    fn default() -> Self {
        let embedded = crate::cards::FILES.iter().map(|(file, text)| {
            let source = Source { file: Cow::Borrowed(*file), text: Cow::Borrowed(*text) };
            (source.file.clone(), source)
        });
        MagicFactory { cards: embedded.collect() }
    }
}

impl MagicFactory {
    /// The built-in definitions with more of them, given as file and text; one of the same name takes the place of a built-in one.
    ///
    /// # Errors
    /// The file whose definition has a fault, and the fault.
    pub fn with_overrides(files: Vec<(String, String)>) -> Result<MagicFactory, (String, DefinitionError)> {
        let mut factory = MagicFactory::default();
        for (file, text) in files {
            let card = match Card::read(&text) {
                Ok(card) => card,
                Err(error) => return Err((file, error)),
            };
            let place = file_name(folder(&card.definition), &card.definition.name);
            factory.cards.insert(Cow::Owned(place), Source { file: Cow::Owned(file), text: Cow::Owned(text) });
        }
        Ok(factory)
    }

    fn source(&self, name: &str) -> Option<&Source> {
        FOLDERS.into_iter().find_map(|folder| self.cards.get(file_name(folder, name).as_str()))
    }

    fn find(&self, name: &str) -> Option<(&Source, Card)> {
        let source = self.source(name)?;
        let card = Card::read(&source.text).ok().filter(|card| card.definition.name == name)?;
        Some((source, card))
    }

    fn unknown(&self, name: &str) -> SetupError {
        let names: Vec<String> = self.definitions_read().map(|(_, definition)| definition.name).collect();
        let hint = closest(name, names.iter().map(String::as_str)).map_or(String::new(), |name| format!(": did you mean \"{name}\"?"));
        SetupError::UnknownCard { name: name.to_string(), hint }
    }

    fn definitions_read(&self) -> impl Iterator<Item = (&Source, Definition)> {
        self.cards.values().filter_map(|source| Some((source, crate::parse::parse(&source.text).ok()?)))
    }

    /// The definitions that a match can use, by name: what is named and the tokens that it makes, and those that they make.
    fn used(&self, setup: &Setup) -> Result<BTreeMap<String, (&Source, Card)>, SetupError> {
        let mut wanted: Vec<String> = match &setup.start {
            Start::Normal => setup.decks.iter().flat_map(|deck| &deck.cards).map(|entry| entry.1.clone()).collect(),
            Start::Position(position) => position::names(position),
        };
        let mut used = BTreeMap::new();
        while let Some(name) = wanted.pop() {
            if used.contains_key(&name) {
                continue;
            }
            let (source, card) = self.find(&name).ok_or_else(|| self.unknown(&name))?;
            wanted.extend(card.tokens().into_iter().map(str::to_string));
            used.insert(name, (source, card));
        }
        Ok(used)
    }

    /// Starts a match as the table that it is, for those who look at its state.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    pub fn table(&self, setup: &Setup, journal: bool) -> Result<Table<Magic>, SetupError> {
        if setup.game != GAME {
            return Err(SetupError::Unavailable { what: format!("the game \"{}\"", setup.game), available: GAME.to_string() });
        }
        if !EDITIONS.contains(&setup.edition.as_str()) {
            return Err(SetupError::Unavailable { what: format!("the edition \"{}\"", setup.edition), available: EDITIONS.join(", ") });
        }
        let found = match &setup.start {
            Start::Normal => setup.decks.len(),
            Start::Position(position) => position.players.len(),
        };
        if found != usize::from(setup::SEATS) {
            return Err(SetupError::Seats { expected: u32::from(setup::SEATS), found: found as u32 });
        }
        let library = Library::new(self.used(setup)?.into_values().map(|(_, card)| card).collect());
        let state = match &setup.start {
            Start::Normal => {
                for (place, deck) in setup.decks.iter().enumerate() {
                    setup::check_deck(&library, Seat(place as u8), deck)?;
                }
                setup::start(&library, &setup.decks, setup.seed)?
            }
            Start::Position(position) => position::start(&library, position, setup.seed)?,
        };
        Ok(Table::start(Magic::new(library), state, journal))
    }
}

impl Factory for MagicFactory {
    fn game(&self) -> &'static str {
        GAME
    }

    fn editions(&self) -> &'static [&'static str] {
        EDITIONS
    }

    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError> {
        Ok(self.used(setup)?.into_iter().map(|(name, (_, card))| (name, card.digest)).collect())
    }

    fn start(&self, setup: &Setup, journal: bool) -> Result<Box<dyn Match>, SetupError> {
        Ok(Box::new(self.table(setup, journal)?))
    }

    fn cards(&self) -> Vec<CardInfo> {
        let info = |(source, definition): (&Source, Definition)| CardInfo {
            game: GAME,
            name: definition.name,
            file: source.file.to_string(),
            test_only: definition.test_only,
        };
        let mut cards: Vec<CardInfo> = self.definitions_read().map(info).collect();
        cards.sort_by(|a, b| (&a.name, &a.file).cmp(&(&b.name, &b.file)));
        cards
    }

    fn card(&self, name: &str) -> Option<CardText> {
        let (source, card) = self.find(name)?;
        Some(CardText { definition: source.text.to_string(), reading: crate::narrate::wording::reading(&card.definition), digest: card.digest })
    }

    fn check(&self, text: &str) -> Result<String, DefinitionError> {
        let card = Card::read(text)?;
        let unknown = card.tokens().into_iter().find(|token| self.find(token).is_none_or(|(_, card)| !card.definition.token));
        match unknown {
            Some(token) => Err(DefinitionError { line: 1, column: 1, message: format!("it makes \"{token}\", which no definition of a token has") }),
            None => Ok(card.definition.name),
        }
    }

    fn rules(&self) -> Vec<RuleInfo> {
        crate::rules::index()
    }
}
