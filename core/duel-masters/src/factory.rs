//! Makes matches of Duel Masters out of the definitions that are built in, and of those that the command line adds.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use duelog_kernel::definition::{Catalog, Defined, Source};
use duelog_kernel::digest::Digest;
use duelog_kernel::table::{CardInfo, CardText, DefinitionError, RuleInfo, Start};
use duelog_kernel::{Factory, Match, Seat, Setup, SetupError, Table};

use crate::engine::DuelMasters;
use crate::library::{Card, Library, whole_name};
use crate::{position, setup};

/// The game's name.
pub const GAME: &str = "duel-masters";

/// The editions of the Comprehensive Rules that are built in, newest first.
pub const EDITIONS: &[&str] = &["1.40"];

/// Makes matches of Duel Masters.
#[derive(Debug, Clone)]
pub struct DuelMastersFactory {
    cards: Catalog,
}

/// A definition under the name by which decks know it: that of both halves for a twinpact card (808.4).
#[derive(Debug, Clone)]
struct Listed {
    name: String,
    test_only: bool,
}

impl Defined for Listed {
    fn parse(text: &str) -> Result<Listed, DefinitionError> {
        let definition = crate::parse::parse(text)?;
        Ok(Listed { name: whole_name(&definition), test_only: definition.test_only })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn folder(&self) -> &'static str {
        if self.test_only { "test/" } else { "" }
    }

    fn is_test_only(&self) -> bool {
        self.test_only
    }
}

impl Default for DuelMastersFactory {
    fn default() -> Self {
        DuelMastersFactory { cards: Catalog::new(&crate::cards::FILES, &["", "test/"]) }
    }
}

impl DuelMastersFactory {
    /// The built-in definitions with more of them, given as file and text; one of the same name takes the place of a built-in one.
    ///
    /// # Errors
    /// The file whose definition has a fault, and the fault.
    pub fn with_overrides(files: Vec<(String, String)>) -> Result<DuelMastersFactory, (String, DefinitionError)> {
        let mut factory = DuelMastersFactory::default();
        for (file, text) in files {
            factory.cards.add::<Listed>(file, text)?;
        }
        Ok(factory)
    }

    fn find(&self, name: &str) -> Option<(&Source, Card)> {
        let source = self.cards.source(name)?;
        let card = Card::read(&source.text).ok().filter(|card| card.name == name)?;
        Some((source, card))
    }

    /// The definitions that a match can use, by name.
    fn used(&self, setup: &Setup) -> Result<BTreeMap<String, Card>, SetupError> {
        let wanted: Vec<String> = match &setup.start {
            Start::Normal => setup.decks.iter().flat_map(|deck| &deck.cards).map(|entry| entry.1.clone()).collect(),
            Start::Position(position) => position::names(position),
        };
        let mut used = BTreeMap::new();
        for name in wanted {
            if let Entry::Vacant(entry) = used.entry(name) {
                let (_, card) = self.find(entry.key()).ok_or_else(|| self.cards.unknown::<Listed>(entry.key()))?;
                entry.insert(card);
            }
        }
        Ok(used)
    }

    /// Starts a match as the table that it is, for those who look at its state.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    pub fn table(&self, setup: &Setup, journal: bool) -> Result<Table<DuelMasters>, SetupError> {
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
        let library = Library::new(self.used(setup)?.into_values().collect());
        let state = match &setup.start {
            Start::Normal => {
                for (place, deck) in setup.decks.iter().enumerate() {
                    setup::check_deck(&library, Seat(place as u8), deck)?;
                }
                setup::start(&library, &setup.decks, setup.seed)?
            }
            Start::Position(position) => position::start(&library, position, setup.seed)?,
        };
        Ok(Table::start(DuelMasters::new(library), state, journal))
    }
}

impl Factory for DuelMastersFactory {
    fn game(&self) -> &'static str {
        GAME
    }

    fn editions(&self) -> &'static [&'static str] {
        EDITIONS
    }

    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError> {
        Ok(self.used(setup)?.into_iter().map(|(name, card)| (name, card.digest)).collect())
    }

    fn start(&self, setup: &Setup, journal: bool) -> Result<Box<dyn Match>, SetupError> {
        Ok(Box::new(self.table(setup, journal)?))
    }

    fn cards(&self) -> Vec<CardInfo> {
        self.cards.list::<Listed>(GAME)
    }

    fn card(&self, name: &str) -> Option<CardText> {
        let (source, card) = self.find(name)?;
        let reading = card.faces.iter().flat_map(|face| crate::narrate::wording::reading(&face.definition)).collect();
        Some(CardText { definition: source.text.to_string(), reading, digest: card.digest })
    }

    fn check(&self, text: &str) -> Result<String, DefinitionError> {
        Ok(Card::read(text)?.name)
    }

    fn rules(&self) -> Vec<RuleInfo> {
        crate::rules::index()
    }
}
