//! Makes matches of Flesh and Blood out of the definitions that are built in, and of those that the command
//! line adds.

use duelog_kernel::digest::Digest;
use duelog_kernel::factory::{Brought, Built, GameDefinition, GameFactory};
use duelog_kernel::files::Files;
use duelog_kernel::info::{DefinitionError, RuleInfo};
use duelog_kernel::migration::Migrated;
use duelog_kernel::renamed::{History, Versioned};
use duelog_kernel::rng::Stream;
use duelog_kernel::scope::{Named, Node};
use duelog_kernel::setup::{Agreement, CHOOSER, Deck, Position};
use duelog_kernel::vocabulary::Kind;
use duelog_kernel::{Seat, Seed, SetupError, definition};

use crate::engine::FleshAndBlood;
use crate::language::definition::Definition;
use crate::language::scope::Words;
use crate::language::types::CardType;
use crate::state::State;
use crate::state::card_pool::{Card, CardPool, plain_name};
use crate::{position, setup};

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The game's name.
pub const GAME: &str = "flesh-and-blood";

/// Makes matches of Flesh and Blood.
pub type FleshAndBloodFactory = GameFactory<FleshAndBlood>;

/// The built-in definitions with these added or in their place.
///
/// # Errors
/// The file whose definition has a fault, and the fault.
pub fn with_overrides(brought: Brought) -> Built {
    FleshAndBloodFactory::boxed(brought)
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
        &self.name
    }

    fn names(&self) -> Vec<&str> {
        let sides = self.definition.sides.iter().flat_map(|sides| sides.both());
        sides.map(|side| side.name.as_str()).chain([plain_name(&self.name)]).collect()
    }

    fn definition_name(name: &str) -> &str {
        plain_name(name)
    }

    fn is_token(&self) -> bool {
        self.definition.types.is(CardType::Token)
    }

    fn tokens(&self) -> Vec<&str> {
        self.tokens()
    }

    fn cards_made(&self) -> Vec<&str> {
        self.cards_made()
    }

    fn faces(&self) -> Vec<&str> {
        Some(self.definition.back.as_str()).into_iter().filter(|back| !back.is_empty()).collect()
    }

    fn is_test_only(&self) -> bool {
        self.definition.test_only
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn reading(&self) -> Vec<String> {
        crate::words::narrate::reading::reading(self)
    }
}

impl GameDefinition for FleshAndBlood {
    const EDITIONS: &'static [&'static str] = &["2026"];
    const LANGUAGE: &'static [Kind] = WORDS;
    const REVISION: u32 = 13;
    const REVISIONS: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/revisions/flesh-and-blood.md"));
    const SEATS: u8 = setup::SEATS;
    const SEATS_MAX: u8 = setup::POSITION_SEATS;
    const POSITION_SEATS: u8 = setup::POSITION_SEATS;
    const TERMS: &'static [(&'static str, &'static str)] =
        &[(CHOOSER, "the seat of the player who says who begins (4.1.3)")];
    const CHOOSES: Option<&'static str> = Some(crate::rules::prompt::Prompt::FirstPlayer.known().name());
    const SAID: &'static [&'static str] = crate::words::view::SAID;
    const PROMPTS: &'static [(&'static str, &'static str)] = crate::rules::prompt::Prompt::ALL;
    const FILES: Files = crate::cards::FILES;
    const COMPILED: Files = crate::cards::COMPILED;
    const FORMER: Files = crate::cards::FORMER;
    type Card = Card;

    fn with_cards(cards: Vec<Card>, revision: u32) -> FleshAndBlood {
        FleshAndBlood { card_pool: CardPool::new(cards).under(revision) }
    }

    fn stand_ins(position: &Position) -> Vec<String> {
        position::stand_ins(position)
    }

    fn random_deck(&self, _agreed: &Agreement, random: &mut Stream) -> Deck {
        setup::random_deck(&self.card_pool, random)
    }

    fn check_deck(&self, seat: Seat, deck: &Deck, _: &Agreement) -> Result<(), SetupError> {
        setup::check_deck(&self.card_pool, seat, deck)
    }

    fn state(&self, decks: &[Deck], agreed: &Agreement, seed: Seed) -> Result<State, SetupError> {
        setup::start(&self.card_pool, decks, agreed.chooser(decks.len())?, seed)
    }

    fn position(&self, position: &Position, seed: Seed) -> Result<State, SetupError> {
        position::start(&self.card_pool, position, seed)
    }

    fn rules() -> Vec<RuleInfo> {
        crate::rulebook::index()
    }
}
