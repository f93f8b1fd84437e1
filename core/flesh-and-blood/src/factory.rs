//! Makes matches of Flesh and Blood out of the definitions that are built in, and of those that the command line adds.

use std::collections::BTreeMap;

use duelog_kernel::definition::{Catalog, Defined, Source};
use duelog_kernel::digest::Digest;
use duelog_kernel::table::{CardInfo, CardText, DefinitionError, RuleInfo, Start};
use duelog_kernel::{Factory, Match, Seat, Setup, SetupError, Table};

use crate::definition::Definition;
use crate::engine::FleshAndBlood;
use crate::library::{Card, Library, plain_name, variant_name};
use crate::types::CardType;
use crate::{position, setup};

/// The game's name.
pub const GAME: &str = "flesh-and-blood";

/// The editions of the Comprehensive Rules that are built in, newest first.
pub const EDITIONS: &[&str] = &["2026"];

/// Makes matches of Flesh and Blood.
#[derive(Debug, Clone)]
pub struct FleshAndBloodFactory {
    cards: Catalog,
}

impl Defined for Definition {
    fn parse(text: &str) -> Result<Definition, DefinitionError> {
        crate::parse::parse(text)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn names(&self) -> Vec<String> {
        let variants = self.pitch.iter().map(|pitch| variant_name(&self.name, Some(*pitch)));
        if self.pitch.is_empty() { vec![self.name.clone()] } else { variants.collect() }
    }

    fn folder(&self) -> &'static str {
        if self.test_only {
            "test/"
        } else if self.types.is(CardType::Token) {
            "tokens/"
        } else {
            ""
        }
    }

    fn is_test_only(&self) -> bool {
        self.test_only
    }
}

impl Default for FleshAndBloodFactory {
    fn default() -> Self {
        FleshAndBloodFactory { cards: Catalog::new(&crate::cards::FILES, &["", "tokens/", "test/"]) }
    }
}

impl FleshAndBloodFactory {
    /// The built-in definitions with more of them, given as file and text; one of the same name takes the place of a built-in one.
    ///
    /// # Errors
    /// The file whose definition has a fault, and the fault.
    pub fn with_overrides(files: Vec<(String, String)>) -> Result<FleshAndBloodFactory, (String, DefinitionError)> {
        let mut factory = FleshAndBloodFactory::default();
        for (file, text) in files {
            factory.cards.add::<Definition>(file, text)?;
        }
        Ok(factory)
    }

    fn find(&self, name: &str) -> Option<(&Source, Card)> {
        let source = self.cards.source(plain_name(name))?;
        let card = Card::read(&source.text).ok()?.into_iter().find(|card| card.name == name)?;
        Some((source, card))
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
            let (source, card) = self.find(&name).ok_or_else(|| self.cards.unknown::<Definition>(&name))?;
            wanted.extend(card.tokens().into_iter().map(str::to_string));
            used.insert(name, (source, card));
        }
        Ok(used)
    }

    /// Starts a match as the table that it is, for those who look at its state.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    pub fn table(&self, setup: &Setup, journal: bool) -> Result<Table<FleshAndBlood>, SetupError> {
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
        Ok(Table::start(FleshAndBlood::new(library), state, journal))
    }
}

impl Factory for FleshAndBloodFactory {
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
        self.cards.list::<Definition>(GAME)
    }

    fn card(&self, name: &str) -> Option<CardText> {
        let (source, card) = self.find(name)?;
        Some(CardText { definition: source.text.to_string(), reading: crate::narrate::wording::reading(&card), digest: card.digest })
    }

    fn check(&self, text: &str) -> Result<String, DefinitionError> {
        let cards = Card::read(text)?;
        let token = |name: &str| self.find(name).is_some_and(|(_, card)| card.definition.types.is(CardType::Token));
        let unknown = cards.iter().flat_map(Card::tokens).find(|name| !token(name));
        match (unknown, cards.first()) {
            (Some(name), _) => {
                Err(DefinitionError { line: 1, column: 1, message: format!("it makes \"{name}\", which no definition of a token has") })
            }
            (None, card) => Ok(card.map_or(String::new(), |card| card.name.clone())),
        }
    }

    fn rules(&self) -> Vec<RuleInfo> {
        crate::rules::index()
    }
}
