//! Makes matches of Magic out of the definitions that are built in, and of those that the command line adds.

use std::collections::BTreeMap;

use duelog_kernel::deck::Beside;
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
use crate::rules::game::Magic;
use crate::state::card_pool::{Card, CardPool};
use crate::state::{Edition, State};
use crate::{position, setup};

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The game's name.
pub const GAME: &str = "magic";

/// The edition of the rules by which rule 303 is that of 2023.
const LATER: &str = "2023-11-17";

/// Makes matches of Magic.
pub type MagicFactory = GameFactory<Magic>;

/// The built-in definitions with these added or in their place.
///
/// # Errors
/// The file whose definition has a fault, and the fault.
pub fn with_overrides(brought: Brought) -> Built {
    MagicFactory::boxed(brought)
}

impl definition::Card for Card {
    fn read(text: &str) -> Result<Vec<Card>, DefinitionError> {
        Card::compile(text).map(|card| vec![card])
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
        &self.definition.name
    }

    fn titles(text: &str) -> Vec<String> {
        definition::field(text, "name").into_iter().collect()
    }

    fn is_token(&self) -> bool {
        self.definition.token
    }

    fn tokens(&self) -> Vec<&str> {
        self.makes()
    }

    fn faces(&self) -> Vec<&str> {
        let front = Some(self.definition.face_of.as_str()).filter(|front| !front.is_empty());
        self.definition.faces.names().into_iter().chain(front).collect()
    }

    fn is_test_only(&self) -> bool {
        self.definition.test_only
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn reading(&self) -> Vec<String> {
        crate::words::narrate::reading::reading(&self.definition)
    }
}

impl GameDefinition for Magic {
    const EDITIONS: &'static [&'static str] = &["2019-01-25", LATER];
    const LANGUAGE: &'static [Kind] = WORDS;
    const REVISION: u32 = 14;
    const REVISIONS: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/revisions/magic.md"));
    const SEATS: u8 = setup::SEATS;
    const SEATS_MAX: u8 = setup::SEATS_MAX;
    const TERMS: &'static [(&'static str, &'static str)] = &setup::TERMS;
    const CHOOSES: Option<&'static str> = Some(crate::rules::prompt::Prompt::StartingPlayer.known().name());
    const SAID: &'static [&'static str] = crate::words::view::SAID;
    const PROMPTS: &'static [(&'static str, &'static str)] = crate::rules::prompt::Prompt::ALL;
    const FILES: Files = crate::cards::FILES;
    const COMPILED: Files = crate::cards::COMPILED;
    const FORMER: Files = crate::cards::FORMER;
    type Card = Card;

    fn with_cards(cards: Vec<Card>, revision: u32) -> Magic {
        Magic { card_pool: CardPool::new(cards).under(revision) }
    }

    fn stand_ins(position: &Position) -> Vec<String> {
        setup::brought_by(&position.turn)
    }

    fn brought_by(terms: &BTreeMap<String, String>) -> Vec<String> {
        setup::brought_by(terms)
    }

    const LIMITED: bool = true;

    fn random_deck(&self, agreed: &Agreement, random: &mut Stream) -> Deck {
        setup::random_deck(&self.card_pool, agreed, random)
    }

    fn check_deck(&self, seat: Seat, deck: &Deck, agreed: &Agreement) -> Result<(), SetupError> {
        setup::check_deck(&self.card_pool, seat, deck, agreed)
    }

    fn beside(agreed: &Agreement) -> Option<Beside> {
        Some(setup::beside(agreed))
    }

    fn state(&self, decks: &[Deck], agreed: &Agreement, seed: Seed) -> Result<State, SetupError> {
        setup::start(&self.card_pool, decks, agreed, seed)
    }

    fn position(&self, position: &Position, seed: Seed) -> Result<State, SetupError> {
        position::start(&self.card_pool, position, seed).map_err(SetupError::Position)
    }

    fn under(state: &mut State, edition: &str) {
        state.board.edition = if edition == LATER { Edition::Later } else { Edition::First };
    }

    fn rules() -> Vec<RuleInfo> {
        crate::rulebook::index()
    }
}
