//! The header: what is played, by which rules, with which decks, from which start and seed.

use std::collections::BTreeMap;

use duelog_kernel::definition::essence;
use duelog_kernel::digest::{Purpose, hash};
use duelog_kernel::given::GivenDraws;
use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Digest, Seed, Setup, codec};
use serde::{Deserialize, Serialize};

use crate::fault::FaultKind;
use crate::frame::RecordKind;
use crate::limits::{HEADER_BYTES_MAX, SEATS_MAX, VERSION};

/// The first record of a log: everything that a match starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, for instance `magic`.
    pub game: String,
    /// The edition of the rules.
    pub edition: String,
    /// The revision of the engine's rules that the match was begun under, from 1; see
    /// [`duelog_kernel::revision`].
    pub revision: u32,
    /// The program that began the log and its version, for people.
    pub engine: String,
    /// How many players.
    pub seats: u8,
    /// Every definition that the match can use, ascending by name.
    pub definitions: Vec<Pin>,
    /// One deck a seat.
    pub decks: Vec<DeckList>,
    /// Where the match starts.
    pub start: Start,
    /// The seed of all draws.
    pub seed: Seed,
    /// Texts of definitions, by place among `definitions`; empty unless asked for.
    pub texts: BTreeMap<u32, String>,
    /// Free labels, for instance `event`, `round`, `table`.
    pub labels: BTreeMap<String, String>,
    /// The draws that the log states, all of them as far as it can be read; none where it states none. A reader finds
    /// them among the records; the header's bytes do not contain them.
    #[serde(skip)]
    pub given: Option<GivenDraws>,
}

/// A definition that a log is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The card's name.
    pub name: String,
    /// The first half of the definition's digest.
    pub digest: [u8; 16],
}

impl Pin {
    /// Returns whether the pin is for a definition with this digest.
    pub fn fits(&self, digest: &Digest) -> bool {
        self.digest[..] == digest.0[..16]
    }
}

/// A deck as the header keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "EncodedDeck", into = "EncodedDeck")]
pub struct DeckList {
    /// The deck's name, for people.
    pub name: String,
    /// Copies of each definition, by place among [`Header::definitions`], in the order of the list.
    pub cards: Vec<(u16, u32)>,
    /// Copies of each definition in the sideboard.
    pub sideboard: Vec<(u16, u32)>,
}

impl DeckList {
    /// The entries of the deck and of its sideboard.
    fn all(&self) -> impl Iterator<Item = &(u16, u32)> {
        self.cards.iter().chain(&self.sideboard)
    }

    /// How many cards the deck has, without its sideboard.
    pub fn total(&self) -> u32 {
        self.cards.iter().fold(0, |sum, entry| sum.saturating_add(u32::from(entry.0)))
    }
}

/// The separator in the encoded list between a deck and its sideboard, if it has one: entries never have a
/// count of 0.
const BESIDE: (u16, u32) = (0, 0);

/// A deck as it is encoded.
#[derive(Serialize, Deserialize)]
#[serde(rename = "DeckList")]
struct EncodedDeck {
    name: String,
    cards: Vec<(u16, u32)>,
}

impl From<EncodedDeck> for DeckList {
    fn from(EncodedDeck { name, mut cards }: EncodedDeck) -> DeckList {
        let main = cards.iter().position(|entry| *entry == BESIDE).unwrap_or(cards.len());
        let sideboard = cards.split_off(main).into_iter().skip(1).collect();
        DeckList { name, cards, sideboard }
    }
}

impl From<DeckList> for EncodedDeck {
    fn from(DeckList { name, mut cards, sideboard }: DeckList) -> EncodedDeck {
        if !sideboard.is_empty() {
            cards.push(BESIDE);
            cards.extend(sideboard);
        }
        EncodedDeck { name, cards }
    }
}

/// Why a header cannot be made or is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// A revision that no engine has.
    #[error("revision 0, but revisions are counted from 1")]
    Revision,
    /// No seats, or more than the format has room for.
    #[error("{0} seats, but a log has room for 1 to {SEATS_MAX}")]
    Seats(u32),
    /// The number of seats is not that of the decks or players.
    #[error("{seats} seats, but {found} decks or players")]
    SeatsMismatch {
        /// The seats stated.
        seats: u32,
        /// The decks, or the players of the position if the match begins from one.
        found: u32,
    },
    /// Definitions that do not ascend by name.
    #[error("the definitions do not ascend by name at \"{0}\"")]
    Order(String),
    /// A card of a deck without a definition.
    #[error("\"{0}\" is in a deck but not among the definitions")]
    NotPinned(String),
    /// An entry of a deck that is none of something.
    #[error("a deck has 0 of something")]
    NoneOf,
    /// A place in the list of definitions that does not exist.
    #[error("there is no definition {0}")]
    NoDefinition(u32),
    /// A text that is not that of the pinned definition.
    #[error("the text of \"{0}\" is not that of the definition that is pinned")]
    FalseText(String),
    /// A seed that stands for one that host and players choose together.
    #[error("a seed of zeros stands for one that host and players choose together")]
    Seed,
    /// Terms of the table that are none.
    #[error("agreed terms without a term: a match without terms states none")]
    NoTerms,
    /// A header with more bytes than the format allows.
    #[error("a header of {0} bytes is too long")]
    TooLong(u64),
}

/// A definition that a log pins and that is not the same here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PinFault {
    /// The card's name.
    pub name: String,
    /// The first half of the digest that the log pins.
    pub expected: String,
    /// The first half of the digest here; none if the definition is missing.
    pub found: Option<String>,
}

impl Header {
    /// The header of a match of `setup` with its `definitions` (ascending by name), under a `revision` of the
    /// rules.
    ///
    /// # Errors
    /// [`HeaderError`] when a deck names a card without a definition, or something does not fit into the
    /// format.
    pub fn new(
        setup: &Setup,
        revision: u32,
        definitions: &[(String, Digest)],
        engine: &str,
    ) -> Result<Header, HeaderError> {
        let place = |name: &String| {
            let found = definitions.binary_search_by(|definition| definition.0.as_str().cmp(name));
            found.map(|place| place as u32).map_err(|_| HeaderError::NotPinned(name.clone()))
        };
        let list = |deck: &Deck| {
            let entries = |cards: &[(u16, String)]| {
                let entry = |(count, name): &(u16, String)| Ok((*count, place(name)?));
                cards.iter().map(entry).collect::<Result<Vec<(u16, u32)>, HeaderError>>()
            };
            let (cards, sideboard) = (entries(&deck.cards)?, entries(&deck.sideboard)?);
            Ok(DeckList { name: deck.name.clone(), cards, sideboard })
        };
        let pin = |(name, digest): &(String, Digest)| {
            let mut half = [0; 16];
            half.copy_from_slice(&digest.0[..16]);
            Pin { name: name.clone(), digest: half }
        };
        let players = players(&setup.decks, &setup.start);
        let header = Header {
            game: setup.game.clone(),
            edition: setup.edition.clone(),
            revision,
            engine: engine.to_string(),
            seats: u8::try_from(players).map_err(|_| HeaderError::Seats(players))?,
            definitions: definitions.iter().map(pin).collect(),
            decks: setup.decks.iter().map(list).collect::<Result<_, HeaderError>>()?,
            start: setup.start.clone(),
            seed: setup.seed,
            texts: BTreeMap::new(),
            labels: BTreeMap::new(),
            given: None,
        };
        header.check()?;
        Ok(header)
    }

    /// The same header with a free label.
    pub fn label(mut self, name: &str, text: &str) -> Header {
        self.labels.insert(name.to_string(), text.to_string());
        self
    }

    /// The same header with the text of each definition that `text` knows.
    pub fn with_texts(mut self, text: impl Fn(&str) -> Option<String>) -> Header {
        self.texts =
            (0..).zip(&self.definitions).filter_map(|(place, pin)| Some((place, text(&pin.name)?))).collect();
        self
    }

    /// The setup from which the kernel starts this match.
    pub fn setup(&self) -> Setup {
        let name = |place: u32| {
            self.definitions.get(place as usize).map_or_else(String::new, |pin| pin.name.clone())
        };
        let entries = |list: &[(u16, u32)]| list.iter().map(|card| (card.0, name(card.1))).collect();
        let deck = |list: &DeckList| Deck {
            name: list.name.clone(),
            cards: entries(&list.cards),
            sideboard: entries(&list.sideboard),
        };
        Setup {
            game: self.game.clone(),
            edition: self.edition.clone(),
            decks: self.decks.iter().map(deck).collect(),
            start: self.start.clone(),
            seed: self.seed,
        }
    }

    /// The pins that `definitions` (ascending by name) does not satisfy.
    pub fn pin_faults(&self, definitions: &[(String, Digest)]) -> Vec<PinFault> {
        let half = |bytes: &[u8]| duelog_kernel::digest::hex(bytes);
        let fault = |pin: &Pin| {
            let found = definitions
                .binary_search_by(|definition| definition.0.as_str().cmp(&pin.name))
                .ok()
                .map(|place| definitions[place].1);
            let fits = found.is_some_and(|digest| pin.fits(&digest));
            (!fits).then(|| PinFault {
                name: pin.name.clone(),
                expected: half(&pin.digest),
                found: found.map(|digest| half(&digest.0[..16])),
            })
        };
        self.definitions.iter().filter_map(fault).collect()
    }

    /// Checks that the header is one that the format allows.
    ///
    /// # Errors
    /// The first [`HeaderError`].
    pub fn check(&self) -> Result<(), HeaderError> {
        if self.revision == 0 {
            return Err(HeaderError::Revision);
        }
        let seats = u32::from(self.seats);
        if seats == 0 || self.seats > SEATS_MAX {
            return Err(HeaderError::Seats(seats));
        }
        if matches!(&self.start, Start::Table(agreed) if agreed.terms.is_empty()) {
            return Err(HeaderError::NoTerms);
        }
        let found = players(&self.decks, &self.start);
        if found != seats {
            return Err(HeaderError::SeatsMismatch { seats, found });
        }
        if let Some(pair) = self.definitions.windows(2).find(|pair| pair[0].name >= pair[1].name) {
            return Err(HeaderError::Order(pair[1].name.clone()));
        }
        if self.decks.iter().any(|deck| deck.all().any(|card| card.0 == 0)) {
            return Err(HeaderError::NoneOf);
        }
        let places = self
            .decks
            .iter()
            .flat_map(|deck| deck.all().map(|card| card.1))
            .chain(self.texts.keys().copied());
        if let Some(place) = places.into_iter().find(|place| *place as usize >= self.definitions.len()) {
            return Err(HeaderError::NoDefinition(place));
        }
        let is_false = |(place, text): &(&u32, &String)| {
            self.definitions
                .get(**place as usize)
                .is_some_and(|pin| !pin.fits(&hash(Purpose::Definition, essence(text).as_bytes())))
        };
        match self.texts.iter().find(is_false) {
            Some((place, _)) => Err(HeaderError::FalseText(self.definitions[*place as usize].name.clone())),
            None => Ok(()),
        }
    }

    /// The payload of the header's record.
    ///
    /// # Errors
    /// [`HeaderError`] when the format does not allow the header.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, HeaderError> {
        self.check()?;
        let mut payload = vec![RecordKind::Header.head()];
        payload.extend_from_slice(&VERSION.to_le_bytes());
        codec::encode_into(self, &mut payload);
        let readable = payload.len() <= HEADER_BYTES_MAX && Header::decode(&payload).is_ok();
        if readable { Ok(payload) } else { Err(HeaderError::TooLong(payload.len() as u64)) }
    }

    /// The header in a payload. The version is looked at before anything else.
    pub(crate) fn decode(payload: &[u8]) -> Result<Header, FaultKind> {
        let (&head, rest) = payload.split_first().ok_or(FaultKind::Corrupt { why: "it is empty" })?;
        if head != RecordKind::Header.head() {
            return Err(FaultKind::HeaderMissing { found: head });
        }
        let (version, body) = rest
            .split_first_chunk::<2>()
            .ok_or_else(|| FaultKind::NonCanonical { why: "no version".to_string() })?;
        let found = u16::from_le_bytes(*version);
        if found != VERSION {
            return Err(FaultKind::UnknownVersion { found });
        }
        let header: Header =
            codec::decode(body).map_err(|error| FaultKind::NonCanonical { why: error.to_string() })?;
        match header.check() {
            Ok(()) => Ok(header),
            Err(HeaderError::FalseText(name)) => Err(FaultKind::FalseText { name }),
            Err(error) => Err(FaultKind::NonCanonical { why: error.to_string() }),
        }
    }
}

fn players<T>(decks: &[T], start: &Start) -> u32 {
    let in_position = match start {
        Start::Normal | Start::Agreed(_) | Start::Table(_) => 0,
        Start::Position(position) => position.players.len(),
    };
    decks.len().max(in_position) as u32
}
