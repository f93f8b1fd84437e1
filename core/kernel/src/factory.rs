//! Factories of matches, and the facts of a game that tools use: its definitions and its rule index.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use crate::bounds::SETUP_OBJECTS;
use crate::deck::Beside;
use crate::definition::{Card, Catalog, Source, file_name};
use crate::digest::Digest;
use crate::files::Files;
use crate::given::{GivenDraws, Luck};
use crate::ids::Seat;
use crate::info::{CardInfo, CardText, DefinitionError, RuleInfo};
use crate::migration::Migrated;
use crate::pack::Pack;
use crate::renamed::History;
use crate::revision::{self, Revision};
use crate::rng::{Purpose, Rng, Seed, Stream};
use crate::scope::Node;
use crate::setup::{Agreement, Deck, Position, Setup, SetupError, Start};
use crate::table::{Match, Rules, Table, Words};
use crate::vocabulary::{Examples, Kind};

/// Makes, of a seed, a setup with random decks.
pub type RandomDecks = Box<dyn Fn(Seed) -> Setup + Send + Sync>;

/// The table of matches with random decks.
#[derive(Debug, Clone, Default)]
pub struct RandomTable {
    /// How many players; as many as the game usually has where nothing is said.
    pub seats: Option<u8>,
    /// The terms of the table.
    pub terms: BTreeMap<String, String>,
}

/// Makes matches of one game.
pub trait Factory: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The editions of the rules that are built in, first the one that is meant where none is named.
    fn editions(&self) -> &'static [&'static str];
    /// The revision of the rules that this engine plays; see [`crate::revision`].
    fn revision(&self) -> u32;
    /// All revisions up to that one, ascending.
    fn revisions(&self) -> Vec<Revision>;
    /// Every definition that a match of `setup` can use, by name, with its digest, ascending.
    ///
    /// # Errors
    /// [`SetupError`] when a card is unknown.
    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError>;
    /// Starts a match under the revision of the rules that this engine plays.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    fn start(&self, setup: &Setup, journal: bool) -> Result<Box<dyn Match>, SetupError> {
        self.start_under(self.revision(), setup, None, journal)
    }
    /// Starts a match under an older revision of the rules, as a log names it: what later revisions changed and
    /// can still be played as before is played as before. A revision newer than this engine's is played as the
    /// newest. With `given`, draws may be stated, and those are from the beginning on.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    fn start_under(
        &self,
        revision: u32,
        setup: &Setup,
        given: Option<&GivenDraws>,
        journal: bool,
    ) -> Result<Box<dyn Match>, SetupError>;
    /// Returns a function that makes a setup of a seed for a number of players on these terms, with decks drawn from all
    /// definitions that decks may have: those that were written by hand or added, and with `compiled` all others as
    /// well.
    ///
    /// # Errors
    /// [`SetupError`] when a definition names a card that is not defined.
    fn random_decks(&self, compiled: bool, table: &RandomTable) -> Result<RandomDecks, SetupError>;
    /// How the rules tell what stands beside a deck; none where nothing does, or where they do not.
    fn beside(&self, _agreed: &Agreement) -> Option<Beside> {
        None
    }

    /// The prompt at which a player says who begins; none where nobody does in this game.
    fn chooses(&self) -> Option<&'static str> {
        None
    }
    /// All definitions, ascending by name.
    fn cards(&self) -> Vec<CardInfo>;
    /// Returns this game with the definitions that a log pins, or nothing if none of them is a former one. A pin is a name
    /// and the first half of a digest.
    fn as_pinned(&self, _pins: &mut dyn Iterator<Item = (&str, &[u8])>) -> Option<Arc<dyn Factory>> {
        None
    }
    /// Returns whether the definition of this card was compiled out of a printed text: it may change with the compiler.
    fn is_compiled(&self, _name: &str) -> bool {
        false
    }
    /// Why a pack has no definition of the card of this name, where one says so.
    fn refusal(&self, _name: &str) -> Option<String> {
        None
    }
    /// The text of a definition and a reading of it for people.
    fn card(&self, name: &str) -> Option<CardText>;
    /// Checks one definition's text: that it can be read, that each of its words refers to something, and
    /// that what it names is defined. The answer is the names of the cards that it defines, at least one.
    ///
    /// # Errors
    /// The first fault, with its place.
    fn check(&self, text: &str) -> Result<Vec<String>, DefinitionError>;
    /// Reads a definition that somebody brings to play with, in which a field that no word has is a fault.
    ///
    /// # Errors
    /// The first fault, with its place.
    fn read_strictly(&self, text: &str) -> Result<(), DefinitionError> {
        self.check(text).map(drop)
    }
    /// Every fault of one definition's text that can be found at once, in the order of the text.
    fn faults(&self, text: &str) -> Vec<DefinitionError> {
        self.check(text).err().into_iter().collect()
    }
    /// A definition as words; none where no card has this name.
    fn node(&self, _name: &str) -> Option<Node> {
        None
    }
    /// The words of the card language.
    fn words(&self) -> &'static [Kind];
    /// The version of the card language, and the words that it had before.
    fn history(&self) -> &'static History {
        History::NONE
    }
    /// A definition's text in the words of today.
    ///
    /// # Errors
    /// The first fault of the definition.
    fn migrated(&self, text: &str) -> Result<Migrated, DefinitionError> {
        self.check(text).map(|_| Migrated { text: text.to_string(), old: Vec::new() })
    }
    /// How the definitions use them, in the words of today.
    fn examples(&self) -> Examples;
    /// The name of the file that defines a card, without its folder.
    fn file_name(&self, name: &str) -> String;
    /// The game's rule index with the places that cite each rule.
    fn rules(&self) -> Vec<RuleInfo>;
    /// The words that views use beside those printed on cards; see [`GameDefinition::SAID`].
    fn said(&self) -> &'static [&'static str];
    /// All prompts: the name of each and its question, in which `{it}` stands for the subject and `{number}` for an
    /// amount.
    fn prompts(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// The game's words for the numbers in items.
    fn item_words(&self) -> Words {
        Words { verbs: &[], symbols: &[] }
    }
    /// The name of a player's score: `life`, `shields`.
    fn score(&self) -> &'static str {
        "score"
    }
}

/// The parts of a game beside its rules that [`GameFactory`] needs to make its matches.
pub trait GameDefinition: Rules {
    /// The editions of the rules that are built in, first the one that is meant where none is named.
    const EDITIONS: &'static [&'static str];
    /// The revision of the rules: a change that alters what a recorded match does raises it by one, with an
    /// entry in [`GameDefinition::REVISIONS`].
    const REVISION: u32;
    /// The list of revisions, `fixtures/revisions/<game>.md`.
    const REVISIONS: &'static str;
    /// The fewest players of a match, and those of a match that says nothing else.
    const SEATS: u8;
    /// The most players of a match from decks.
    const SEATS_MAX: u8 = Self::SEATS;
    /// The most players that a position can have.
    const POSITION_SEATS: u8 = Self::SEATS_MAX;
    /// The words that views use beside those printed on cards: the names of all facts, and the words among
    /// their values.
    const SAID: &'static [&'static str];
    /// All prompts, see [`Factory::prompts`].
    const PROMPTS: &'static [(&'static str, &'static str)] = &[];
    /// The words of the card language.
    const LANGUAGE: &'static [Kind];
    /// The definitions that are built in and were written by hand.
    const FILES: Files;
    /// The definitions that are built in and were compiled out of printed texts. One that was written by hand wins.
    const COMPILED: Files = Files::NONE;
    /// The definitions that were built in before, which logs pin.
    const FORMER: Files = Files::NONE;
    /// A compiled definition.
    type Card: Card;

    /// The rules with the definitions of one match, which is played under `revision`.
    fn with_cards(cards: Vec<Self::Card>, revision: u32) -> Self;

    /// The cards that a position needs beside those that it places.
    fn stand_ins(_position: &Position) -> Vec<String> {
        Vec::new()
    }

    /// The cards that a match on such terms of the table needs beside those of its decks.
    fn brought_by(_terms: &BTreeMap<String, String>) -> Vec<String> {
        Vec::new()
    }

    /// True if players can agree on limited decks.
    const LIMITED: bool = false;

    /// A deck that may be played on what was agreed, drawn out of all cards of these rules that decks may have; a
    /// limited deck where there are such.
    fn random_deck(&self, agreed: &Agreement, random: &mut Stream) -> Deck;

    /// Checks that a deck may be played.
    ///
    /// # Errors
    /// [`SetupError::IllegalDeck`] with the first fault.
    fn check_deck(&self, seat: Seat, deck: &Deck, agreed: &Agreement) -> Result<(), SetupError>;

    /// The terms of the table that players can agree on, with what they can be.
    const TERMS: &'static [(&'static str, &'static str)] = &[];

    /// The prompt at which a player says who begins; none where nobody does.
    const CHOOSES: Option<&'static str> = None;

    /// How the rules tell what stands beside a deck; none where nothing does, or where they do not.
    fn beside(_agreed: &Agreement) -> Option<Beside> {
        None
    }

    /// The state before anything has happened. All draws of chance are left to events.
    ///
    /// # Errors
    /// [`SetupError`] when the decks cannot be played.
    fn state(&self, decks: &[Deck], agreed: &Agreement, seed: Seed) -> Result<Self::State, SetupError>;

    /// The state of a position.
    ///
    /// # Errors
    /// [`SetupError::Position`] with the first fact that is not understood or impossible, and what would be.
    fn position(&self, position: &Position, seed: Seed) -> Result<Self::State, SetupError>;

    /// Has the state of a match go by this edition of the rules.
    fn under(_state: &mut Self::State, _edition: &str) {}

    /// The rule index.
    fn rules() -> Vec<RuleInfo>;
}

/// Definitions that a program brings to those that are built in.
#[derive(Debug, Clone, Default)]
pub struct Brought {
    /// File and text of definitions that take the place of all others of their name.
    pub files: Vec<(String, String)>,
    /// Packs of compiled definitions. A game takes those that are made for it.
    pub packs: Vec<Arc<Pack>>,
}

impl From<Vec<(String, String)>> for Brought {
    fn from(files: Vec<(String, String)>) -> Brought {
        Brought { files, packs: Vec::new() }
    }
}

/// A factory, or the file whose definition has a fault, and the fault.
pub type Built = Result<Box<dyn Factory>, (String, DefinitionError)>;

/// Makes matches of a game out of the definitions that are built in, and of those that are added.
///
/// Matches of the same cards share their rules: the sets of compiled definitions that were used last are
/// kept, so that of many matches of a few decks each definition is read once. So are single definitions, which many
/// matches of other decks have in common.
pub struct GameFactory<G: GameDefinition> {
    cards: Catalog,
    sets: Mutex<VecDeque<Arc<Set<G>>>>,
    read: Mutex<BTreeMap<String, Arc<Definition<G>>>>,
    pinned: Mutex<VecDeque<Pinned<G>>>,
}

/// Pins of definitions that are not those of today, and the game with the former ones.
type Pinned<G> = (Vec<(String, Vec<u8>)>, Arc<GameFactory<G>>);

/// A definition as written, and its cards.
type Definition<G> = (Source, Vec<<G as GameDefinition>::Card>);

impl<G: GameDefinition> std::fmt::Debug for GameFactory<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameFactory").finish_non_exhaustive()
    }
}

/// How many sets of definitions are kept.
const SETS: usize = 32;

/// How many definitions are kept as they have been read.
const READ: usize = 1024;

/// Returns whether one match uses what another one has read: where it is noted what each match reaches, each reads its
/// definitions itself.
fn keeps() -> bool {
    #[cfg(feature = "traced")]
    if crate::reached::begun() {
        return false;
    }
    true
}

/// The definitions of the matches that name the same cards and are played under the same revision.
struct Set<G> {
    revision: u32,
    named: BTreeSet<String>,
    /// By name, ascending, with those that the named ones bring along.
    digests: Vec<(String, Digest)>,
    rules: Arc<G>,
}

impl<G: GameDefinition> Default for GameFactory<G> {
    fn default() -> Self {
        GameFactory::of(G::FILES, G::COMPILED)
    }
}

impl<G: GameDefinition> GameFactory<G> {
    /// Makes matches out of these definitions. Each is read when a match needs it.
    pub fn of(files: Files, compiled: Files) -> GameFactory<G> {
        GameFactory::with_catalog(Catalog::new(files, compiled).with_former(G::FORMER))
    }

    fn with_catalog(cards: Catalog) -> GameFactory<G> {
        GameFactory { cards, sets: Mutex::default(), read: Mutex::default(), pinned: Mutex::default() }
    }

    /// [`GameFactory::with_overrides`] for a program that plays several games. Each game calls it once, in its own
    /// crate: there its tables are compiled, and not again in every program.
    ///
    /// # Errors
    /// The file whose definition has a fault, and the fault.
    pub fn boxed(brought: Brought) -> Built {
        let mut factory = GameFactory::<G>::with_overrides(brought.files)?;
        brought
            .packs
            .into_iter()
            .filter(|pack| pack.game() == G::GAME)
            .for_each(|pack| factory.cards.add_pack(pack));
        Ok(Box::new(factory))
    }

    /// The built-in definitions with more of them, given as file and text; one of the same name takes the
    /// place of a built-in one.
    ///
    /// # Errors
    /// The file whose definition has a fault, and the fault.
    pub fn with_overrides(files: Vec<(String, String)>) -> Result<GameFactory<G>, (String, DefinitionError)> {
        let mut factory = GameFactory::default();
        for (file, text) in files {
            factory.cards.add::<G::Card>(file, text)?;
        }
        Ok(factory)
    }

    fn find(&self, name: &str) -> Option<(Source, G::Card)> {
        self.cards.find(name)
    }

    /// The names of the cards that a setup names.
    fn named(setup: &Setup) -> BTreeSet<String> {
        match &setup.start {
            Start::Normal | Start::Agreed(_) | Start::Table(_) => {
                let brought = G::brought_by(&setup.agreement().terms);
                setup.decks.iter().flat_map(Deck::all).map(|entry| entry.1.clone()).chain(brought).collect()
            }
            Start::Position(position) => {
                let placed = position.players.iter().flat_map(|player| player.zones.values().flatten());
                placed.map(|placed| placed.card.clone()).chain(G::stand_ins(position)).collect()
            }
        }
    }

    /// The definitions that a match can use: what is named and the tokens that it makes, and those that they
    /// make.
    fn set(&self, revision: u32, setup: &Setup) -> Result<Arc<Set<G>>, SetupError> {
        let found = setup.objects();
        if found > u64::from(SETUP_OBJECTS) {
            return Err(SetupError::TooLarge { found, most: SETUP_OBJECTS });
        }
        let named = Self::named(setup);
        if let Some(set) = self.kept(revision, &named) {
            return Ok(set);
        }
        // Other threads are not blocked meanwhile; two that read the same set get equal ones.
        let used = self.used(&named)?;
        let digests = used.iter().map(|(name, card)| (name.clone(), card.digest())).collect();
        let rules = Arc::new(G::with_cards(used.into_values().collect(), revision));
        let set = Arc::new(Set { revision, named, digests, rules });
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        sets.truncate(SETS - 1);
        sets.push_front(set.clone());
        Ok(set)
    }

    /// The set of these names under this revision, which is then the newest, if it is kept.
    fn kept(&self, revision: u32, named: &BTreeSet<String>) -> Option<Arc<Set<G>>> {
        if !keeps() {
            return None;
        }
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        let place = sets.iter().position(|set| set.revision == revision && set.named == *named)?;
        let set = sets.remove(place)?;
        sets.push_front(set.clone());
        Some(set)
    }

    /// The definition of a card of this name, read once for many matches.
    fn definition(&self, name: &str) -> Option<Arc<Definition<G>>> {
        let file = file_name(G::Card::definition_name(name));
        if !keeps() {
            return self.cards.read(&file).map(Arc::new);
        }
        let read = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let known = read().get(&file).cloned();
        if known.is_some() {
            return known;
        }
        let found = Arc::new(self.cards.read(&file)?);
        let mut read = read();
        if read.len() >= READ {
            read.clear();
        }
        read.insert(file, found.clone());
        Some(found)
    }

    /// Returns whether a card has the definition of a pin today.
    fn is_today(&self, name: &str, pin: &[u8]) -> bool {
        self.definition(name).is_some_and(|known| known.1.iter().any(|card| is_pinned(card, name, pin)))
    }

    fn used(&self, named: &BTreeSet<String>) -> Result<BTreeMap<String, G::Card>, SetupError> {
        let mut wanted: Vec<String> = named.iter().cloned().collect();
        let mut used = BTreeMap::new();
        while let Some(name) = wanted.pop() {
            if used.contains_key(&name) {
                continue;
            }
            let unknown = || self.cards.unknown::<G::Card>(&name);
            let known = self.definition(&name).ok_or_else(unknown)?;
            let card = known.1.iter().find(|card| card.name() == name).cloned().ok_or_else(unknown)?;
            crate::reached!(in &known.0.text);
            wanted.extend(
                card.tokens().into_iter().chain(card.cards_made()).chain(card.faces()).map(str::to_string),
            );
            used.insert(name, card);
        }
        Ok(used)
    }

    /// Starts a match as the table that it is, for those who look at its state.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    pub fn table(&self, setup: &Setup, journal: bool) -> Result<Table<G>, SetupError> {
        self.table_under(G::REVISION, setup, None, journal)
    }

    /// The same under a revision of the rules, as [`Factory::start_under`] says.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    pub fn table_under(
        &self,
        revision: u32,
        setup: &Setup,
        given: Option<&GivenDraws>,
        journal: bool,
    ) -> Result<Table<G>, SetupError> {
        if setup.game != G::GAME {
            return Err(SetupError::Unavailable {
                what: format!("the game \"{}\"", setup.game),
                available: G::GAME.to_string(),
            });
        }
        if !G::EDITIONS.contains(&setup.edition.as_str()) {
            return Err(SetupError::Unavailable {
                what: format!("the edition \"{}\"", setup.edition),
                available: G::EDITIONS.join(", "),
            });
        }
        let (found, most) = match &setup.start {
            Start::Normal | Start::Agreed(_) | Start::Table(_) => (setup.decks.len(), G::SEATS_MAX),
            Start::Position(position) => (position.players.len(), G::POSITION_SEATS),
        };
        if !(usize::from(G::SEATS)..=usize::from(most)).contains(&found) {
            let (expected, most) = (u32::from(G::SEATS), u32::from(most));
            return Err(SetupError::Seats { expected, most, found: found as u32 });
        }
        let game = self.set(revision.min(G::REVISION), setup)?.rules.clone();
        let mut state = match &setup.start {
            Start::Normal | Start::Agreed(_) | Start::Table(_) => {
                let agreement = setup.agreement();
                if agreement.limited && !G::LIMITED {
                    return Err(SetupError::Unavailable {
                        what: "a match of limited decks".to_string(),
                        available: "constructed decks".to_string(),
                    });
                }
                known_terms::<G>(&agreement)?;
                for (place, deck) in setup.decks.iter().enumerate() {
                    game.check_deck(Seat(place as u8), deck, &agreement)?;
                }
                game.state(&setup.decks, &agreement, setup.seed)?
            }
            Start::Position(position) => game.position(position, setup.seed)?,
        };
        G::under(&mut state, &setup.edition);
        let luck = given.cloned().map_or_else(Luck::default, Luck::given);
        Ok(Table::start_with(game, state, luck, journal))
    }
}

impl<G: GameDefinition> Factory for GameFactory<G> {
    fn game(&self) -> &'static str {
        G::GAME
    }

    fn editions(&self) -> &'static [&'static str] {
        G::EDITIONS
    }

    fn revision(&self) -> u32 {
        G::REVISION
    }

    fn revisions(&self) -> Vec<Revision> {
        revision::parse(G::REVISIONS).unwrap_or_default()
    }

    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError> {
        Ok(self.set(G::REVISION, setup)?.digests.clone())
    }

    fn start_under(
        &self,
        revision: u32,
        setup: &Setup,
        given: Option<&GivenDraws>,
        journal: bool,
    ) -> Result<Box<dyn Match>, SetupError> {
        Ok(Box::new(self.table_under(revision, setup, given, journal)?))
    }

    fn beside(&self, agreed: &Agreement) -> Option<Beside> {
        G::beside(agreed)
    }

    fn chooses(&self) -> Option<&'static str> {
        G::CHOOSES
    }

    fn random_decks(&self, compiled: bool, table: &RandomTable) -> Result<RandomDecks, SetupError> {
        let drawn = |info: &CardInfo| !info.test_only && (compiled || !info.compiled);
        let names = self.cards().into_iter().filter(drawn).map(|info| info.name).collect();
        let rules = G::with_cards(self.used(&names)?.into_values().collect(), G::REVISION);
        let agreed = Agreement { limited: G::LIMITED, terms: table.terms.clone() };
        let start = Start::by(agreed.clone());
        let seats = table.seats.unwrap_or(G::SEATS);
        Ok(Box::new(move |seed| {
            let own = Seed(blake3::derive_key("duelog 2026 random decks", &seed.0));
            let mut random = Rng::new(own).peek(Purpose::Choice);
            Setup {
                game: G::GAME.to_string(),
                edition: G::EDITIONS.first().copied().unwrap_or_default().to_string(),
                decks: (0..seats).map(|_| rules.random_deck(&agreed, &mut random)).collect(),
                start: start.clone(),
                seed,
            }
        }))
    }

    fn cards(&self) -> Vec<CardInfo> {
        self.cards.list::<G::Card>(G::GAME)
    }

    fn as_pinned(&self, pins: &mut dyn Iterator<Item = (&str, &[u8])>) -> Option<Arc<dyn Factory>> {
        // Few cards have former definitions: of the others, nothing is read.
        let others: Vec<(String, Vec<u8>)> = pins
            .filter(|(name, pin)| self.cards.has_former::<G::Card>(name) && !self.is_today(name, pin))
            .map(|(name, pin)| (name.to_string(), pin.to_vec()))
            .collect();
        if others.is_empty() {
            return None;
        }
        let mut known = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, factory)) = known.iter().find(|(own, _)| *own == others) {
            return Some(factory.clone());
        }
        let (mut cards, mut found) = (self.cards.clone(), false);
        for (name, pin) in &others {
            let fits = |card: &G::Card| is_pinned(card, name, pin);
            if let Some(source) = self.cards.former(name, fits) {
                cards.replace::<G::Card>(name, source);
                found = true;
            }
        }
        if !found {
            return None;
        }
        let factory = Arc::new(GameFactory::<G>::with_catalog(cards));
        known.truncate(SETS - 1);
        known.push_front((others, factory.clone()));
        Some(factory)
    }

    fn is_compiled(&self, name: &str) -> bool {
        self.cards.is_compiled::<G::Card>(name)
    }

    fn refusal(&self, name: &str) -> Option<String> {
        self.cards.refusal(name)
    }

    fn card(&self, name: &str) -> Option<CardText> {
        let (source, card) = self.find(name)?;
        Some(CardText { definition: source.text.to_string(), reading: card.reading(), digest: card.digest() })
    }

    fn check(&self, text: &str) -> Result<Vec<String>, DefinitionError> {
        let cards = G::Card::read(text)?;
        G::Card::scope(text)?.iter().try_for_each(|named| self.cards.check_name::<G::Card>(named))?;
        Ok(cards.iter().map(|card| card.name().to_string()).collect())
    }

    fn read_strictly(&self, text: &str) -> Result<(), DefinitionError> {
        G::Card::read_strictly(text)
    }

    fn faults(&self, text: &str) -> Vec<DefinitionError> {
        let (named, mut faults) = G::Card::faults(text);
        faults.extend(named.iter().filter_map(|named| self.cards.check_name::<G::Card>(named).err()));
        faults.sort_by_key(|fault| (fault.line, fault.column));
        faults.dedup();
        faults
    }

    fn node(&self, name: &str) -> Option<Node> {
        G::Card::node(&self.find(name)?.0.text).ok()
    }

    fn words(&self) -> &'static [Kind] {
        G::LANGUAGE
    }

    fn history(&self) -> &'static History {
        G::Card::history()
    }

    fn migrated(&self, text: &str) -> Result<Migrated, DefinitionError> {
        G::Card::migrated(text)
    }

    fn examples(&self) -> Examples {
        let mut examples = Examples::default();
        for info in self.cards().iter().filter(|info| !info.test_only && !info.compiled) {
            if let Some((source, _)) = self.find(&info.name)
                && let Ok(Migrated { text, .. }) = G::Card::migrated(&source.text)
                && let Ok(node) = G::Card::node(&text)
            {
                examples.learn(&info.name, &node, &text);
            }
        }
        examples
    }

    fn file_name(&self, name: &str) -> String {
        file_name(G::Card::definition_name(name))
    }

    fn rules(&self) -> Vec<RuleInfo> {
        G::rules()
    }

    fn said(&self) -> &'static [&'static str] {
        G::SAID
    }

    fn prompts(&self) -> &'static [(&'static str, &'static str)] {
        G::PROMPTS
    }

    fn item_words(&self) -> Words {
        G::WORDS
    }

    fn score(&self) -> &'static str {
        G::SCORE
    }
}

/// Returns whether a pin, the first half of a digest, is that of a card of this name.
fn is_pinned<C: Card>(card: &C, name: &str, pin: &[u8]) -> bool {
    card.name() == name && card.digest().0.starts_with(pin)
}

/// Refuses terms that the game does not have.
fn known_terms<G: GameDefinition>(agreed: &Agreement) -> Result<(), SetupError> {
    let unknown = |term: &&String| !G::TERMS.iter().any(|known| known.0 == term.as_str());
    let Some(term) = agreed.terms.keys().find(unknown) else { return Ok(()) };
    let known: Vec<String> = G::TERMS.iter().map(|(name, values)| format!("{name}: {values}")).collect();
    let known = if known.is_empty() { "none".to_string() } else { known.join("; ") };
    Err(SetupError::Terms(format!("{} has no term \"{term}\" (known: {known})", G::GAME)))
}

/// A rule index out of the text that the build script makes, in byte order of the numbers.
pub fn rule_infos(text: &str) -> Vec<RuleInfo> {
    let info = |line: &str| {
        let mut parts = line.split('\t').map(str::to_string);
        let (number, status) = (parts.next()?, duelog_sources::RuleStatus::called(&parts.next()?)?);
        Some(RuleInfo { number, status, reason: parts.next()?, code: parts.collect() })
    };
    text.lines().filter_map(info).collect()
}
