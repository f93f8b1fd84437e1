//! Makes matches of Duel Masters out of the definitions that are built in, and of those that the command line
//! adds.

use duelog_kernel::digest::Digest;
use duelog_kernel::factory::{Brought, Built, GameDefinition, GameFactory};
use duelog_kernel::files::Files;
use duelog_kernel::info::{DefinitionError, RuleInfo};
use duelog_kernel::migration::Migrated;
use duelog_kernel::renamed::{History, Versioned};
use duelog_kernel::rng::Stream;
use duelog_kernel::scope::{Named, Node};
use duelog_kernel::setup::{Agreement, Deck, Position};
use duelog_kernel::vocabulary::Kind;
use duelog_kernel::{Seat, Seed, SetupError, definition};

use crate::language::definition::Definition;
use crate::language::scope::Words;
use crate::rules::game::DuelMasters;
use crate::state::card_pool::{Card, CardPool};
use crate::state::{SEATS, State};
use crate::{position, setup};

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The game's name.
pub const GAME: &str = "duel-masters";

/// Makes matches of Duel Masters.
pub type DuelMastersFactory = GameFactory<DuelMasters>;

/// The built-in definitions with these added or in their place.
///
/// # Errors
/// The file whose definition has a fault, and the fault.
pub fn with_overrides(brought: Brought) -> Built {
    DuelMastersFactory::boxed(brought)
}

impl definition::Card for Card {
    fn read(text: &str) -> Result<Vec<Card>, DefinitionError> {
        Card::compile(text)
    }

    fn node(text: &str) -> Result<Node, DefinitionError> {
        duelog_kernel::scope::node::<Definition>(text)
    }

    fn history() -> &'static History {
        Definition::HISTORY
    }

    fn migrated(text: &str) -> Result<Migrated, DefinitionError> {
        duelog_kernel::migration::migrate::<Definition>(text)
    }

    fn scope(text: &str) -> Result<Vec<Named>, DefinitionError> {
        duelog_kernel::scope::check::<Definition, Words>(text)
    }

    fn faults(text: &str) -> (Vec<Named>, Vec<DefinitionError>) {
        duelog_kernel::faults::faults::<Definition, Words>(text, |text| Self::read(text).map(drop))
    }

    fn read_strictly(text: &str) -> Result<(), DefinitionError> {
        duelog_kernel::faults::read_strictly::<Definition>(text)
    }

    fn name(&self) -> &str {
        self.listed.as_str()
    }

    fn names(&self) -> Vec<&str> {
        let definitions = self.faces.iter().map(|face| &face.definition);
        definitions
            .flat_map(|own| [&own.name].into_iter().chain(&own.names).chain(&own.prints))
            .map(String::as_str)
            .collect()
    }

    fn definition_name(name: &str) -> &str {
        name.split_once(" (").map_or(name, |(own, _)| own)
    }

    fn faces(&self) -> Vec<&str> {
        let own = &self.front().definition;
        let front = Some(&own.face_of).filter(|front| !front.is_empty());
        own.faces.iter().chain(front).map(String::as_str).collect()
    }

    fn is_test_only(&self) -> bool {
        self.front().definition.test_only
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn reading(&self) -> Vec<String> {
        self.faces.iter().flat_map(|face| crate::words::wording::reading(&face.definition)).collect()
    }
}

impl GameDefinition for DuelMasters {
    const EDITIONS: &'static [&'static str] = &["1.40"];
    const LANGUAGE: &'static [Kind] = WORDS;
    const REVISION: u32 = 5;
    const REVISIONS: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/revisions/duel-masters.md"));
    const SEATS: u8 = SEATS;
    const SAID: &'static [&'static str] = crate::words::view::SAID;
    const PROMPTS: &'static [(&'static str, &'static str)] = crate::rules::prompt::Prompt::ALL;
    const FILES: Files = crate::cards::FILES;
    const COMPILED: Files = crate::cards::COMPILED;
    const FORMER: Files = crate::cards::FORMER;
    type Card = Card;

    fn with_cards(cards: Vec<Card>, revision: u32) -> DuelMasters {
        DuelMasters { card_pool: CardPool::new(cards).under(revision) }
    }

    fn random_deck(&self, _agreed: &Agreement, random: &mut Stream) -> Deck {
        setup::random_deck(&self.card_pool, random)
    }

    fn check_deck(&self, seat: Seat, deck: &Deck, _: &Agreement) -> Result<(), SetupError> {
        setup::check_deck(&self.card_pool, seat, deck)
    }

    fn state(&self, decks: &[Deck], _: &Agreement, seed: Seed) -> Result<State, SetupError> {
        setup::start(&self.card_pool, decks, seed)
    }

    fn position(&self, position: &Position, seed: Seed) -> Result<State, SetupError> {
        position::start(&self.card_pool, position, seed).map_err(SetupError::Position)
    }

    fn rules() -> Vec<RuleInfo> {
        crate::rulebook::index()
    }
}
