//! The commitments of an observed log: what each viewer was told, and where every card is, without telling
//! either.
//!
//! Every salt is derived from the match secret by purpose and place, so that only the salt in the log and the
//! seed of the match need to be kept.

use std::fmt;
use std::sync::OnceLock;

use duelog_kernel::{Digest, ObjectId, Seat, Seed, codec};
use serde::{Deserialize, Serialize};

use crate::header::{DeckList, Header};
use crate::observation::Observation;
use crate::record::{Observed, Seal};

/// Who looks at a match: the public, or the player in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ViewerCode(pub u8);

impl ViewerCode {
    /// Everybody.
    pub const PUBLIC: ViewerCode = ViewerCode(0);

    /// The player in a seat.
    pub fn seat(seat: Seat) -> ViewerCode {
        ViewerCode(seat.0.saturating_add(1))
    }

    /// The seat; none for the public.
    pub fn of_seat(self) -> Option<Seat> {
        self.0.checked_sub(1).map(Seat)
    }
}

impl fmt::Display for ViewerCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of_seat() {
            None => f.write_str("the public"),
            Some(seat) => write!(f, "{seat}"),
        }
    }
}

const CONTEXTS: [&str; 12] = [
    "duelog 2026 observed public header",
    "duelog 2026 observed header",
    "duelog 2026 observed match",
    "duelog 2026 observed seal",
    "duelog 2026 public seal",
    "duelog 2026 observation",
    "duelog 2026 observations",
    "duelog 2026 observed node",
    "duelog 2026 observed card",
    "duelog 2026 observed zone",
    "duelog 2026 observed zones",
    "duelog 2026 observed roots",
];
const PUBLIC_HEADER: usize = 0;
const HEADER: usize = 1;
const MATCH: usize = 2;
const VEILED: usize = 3;
const PUBLIC_SEAL: usize = 4;
const OBSERVATION: usize = 5;
const OBSERVATIONS: usize = 6;
const NODE: usize = 7;
const CARD: usize = 8;
const ZONE: usize = 9;
const ZONES: usize = 10;
const ROOTS: usize = 11;

fn keyed(context: usize, bytes: &[u8]) -> Digest {
    static KEYS: OnceLock<[[u8; 32]; CONTEXTS.len()]> = OnceLock::new();
    let keys = KEYS.get_or_init(|| CONTEXTS.map(|context| blake3::derive_key(context, b"")));
    Digest(*blake3::keyed_hash(&keys[context], bytes).as_bytes())
}

/// The salt of the thing at a place among those of one key.
pub fn salt(key: &[u8; 32], place: u32) -> [u8; 32] {
    *blake3::keyed_hash(key, &place.to_le_bytes()).as_bytes()
}

/// The salt of the header (number 0) and of each seal of an observed log.
pub(crate) fn veil(observed: &Observed, number: u32) -> [u8; 32] {
    let mut bytes = [0; 36];
    bytes[..32].copy_from_slice(&observed.salt);
    bytes[32..].copy_from_slice(&number.to_le_bytes());
    blake3::derive_key("duelog 2026 observed veil", &bytes)
}

/// The secret from which all salts of observations and cards are derived: known to whoever knows the seed and
/// has the log.
#[derive(Clone, Copy)]
pub struct MatchSecret([u8; 32]);

impl MatchSecret {
    /// The secret of a match with this seed.
    pub fn new(seed: &Seed, observed: &Observed) -> MatchSecret {
        let bytes = [seed.0, observed.salt].concat();
        MatchSecret(blake3::derive_key("duelog 2026 match secret", &bytes))
    }

    /// The key of all that a viewer is told.
    pub fn viewer_key(&self, viewer: ViewerCode) -> [u8; 32] {
        let bytes = [&self.0[..], &[viewer.0]].concat();
        blake3::derive_key("duelog 2026 viewer key", &bytes)
    }

    /// The key of the cards of a zone, by its place among the zones, at a seal.
    pub fn zone_key(&self, seal: u32, zone: u32) -> [u8; 32] {
        let bytes = [&self.0[..], &seal.to_le_bytes(), &zone.to_le_bytes()].concat();
        blake3::derive_key("duelog 2026 zone key", &bytes)
    }
}

/// The public part of a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicHeader {
    /// The game's name.
    pub game: String,
    /// The edition of the rules.
    pub edition: String,
    /// The revision of the engine's rules.
    pub revision: u32,
    /// The program that began the log.
    pub engine: String,
    /// How many players.
    pub seats: u8,
    /// How many cards each deck has.
    pub cards: Vec<u32>,
    /// The labels, as (name, text) ascending by name.
    pub labels: Vec<(String, String)>,
}

impl PublicHeader {
    /// The public part of a header.
    pub fn of(header: &Header) -> PublicHeader {
        let labels = header.labels.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
        PublicHeader {
            game: header.game.clone(),
            edition: header.edition.clone(),
            revision: header.revision,
            engine: header.engine.clone(),
            seats: header.seats,
            cards: header.decks.iter().map(DeckList::total).collect(),
            labels,
        }
    }

    /// The hash of the public part.
    pub(crate) fn hash(&self) -> Digest {
        keyed(PUBLIC_HEADER, &codec::encode(self))
    }
}

/// The commitment to the whole header; `chain` is the chain after it.
pub(crate) fn veiled_header(observed: &Observed, chain: &Digest) -> Digest {
    keyed(HEADER, &[veil(observed, 0), chain.0].concat())
}

/// The identity of an observed match.
pub(crate) fn match_id(public: &Digest, veiled: &Digest) -> Digest {
    keyed(MATCH, &[public.0, veiled.0].concat())
}

/// A seal as everybody may know it. Its hash is that of the seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicSeal {
    /// Which seal of the log it is, from 1.
    pub number: u32,
    /// The hash of the seal before it; for the first, what the match is known by.
    pub previous: Digest,
    /// How many decision records stand before it.
    pub decisions: u32,
    /// The commitment to the chain and the state.
    pub veiled: Digest,
    /// The hash of [`Roots`].
    pub observed: Digest,
}

impl PublicSeal {
    /// The public part of a seal; none if the log is not observed.
    pub fn of(seal: &Seal, observed: &Observed) -> Option<PublicSeal> {
        PublicSeal::veiled_by(seal, &veil(observed, seal.number))
    }

    /// The same, where only what hides this one seal is known.
    pub(crate) fn veiled_by(seal: &Seal, veil: &[u8; 32]) -> Option<PublicSeal> {
        let Seal { number, previous, chain, root, decisions, observed } = *seal;
        let veiled = keyed(VEILED, &[*veil, chain.0, root.0].concat());
        Some(PublicSeal { number, previous, decisions, veiled, observed: observed? })
    }

    /// The identity of the seal.
    pub fn hash(&self) -> Digest {
        keyed(PUBLIC_SEAL, &codec::encode(self))
    }
}

/// The commitments of a seal beside the chain and the state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roots {
    /// The root over all cards in all zones (section 19).
    pub cards: Digest,
    /// The roots over what the public and then each seat was told since the seal before.
    pub told: Vec<Digest>,
}

impl Roots {
    /// The hash in the seal.
    pub fn hash(&self) -> Digest {
        let bytes: Vec<u8> = std::iter::once(&self.cards).chain(&self.told).flat_map(|root| root.0).collect();
        keyed(ROOTS, &bytes)
    }
}

/// A binary tree over digests: a missing right neighbour is zeros, one leaf is its own tree, no leaf is zeros.
fn tree(mut row: Vec<Digest>) -> Digest {
    while row.len() > 1 {
        for place in 0..row.len().div_ceil(2) {
            row[place] = node(&row[2 * place], row.get(2 * place + 1));
        }
        row.truncate(row.len().div_ceil(2));
    }
    row.first().copied().unwrap_or_default()
}

fn node(left: &Digest, right: Option<&Digest>) -> Digest {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&left.0);
    bytes[32..].copy_from_slice(&right.copied().unwrap_or_default().0);
    keyed(NODE, &bytes)
}

/// The neighbours on the way from a leaf to the top.
fn path(mut row: Vec<Digest>, mut place: usize) -> Vec<Digest> {
    let mut path = Vec::new();
    while row.len() > 1 {
        path.push(row.get(place ^ 1).copied().unwrap_or_default());
        row = row.chunks(2).map(|pair| node(&pair[0], pair.get(1))).collect();
        place /= 2;
    }
    path
}

/// The root of a tree of `count` leaves, computed from one leaf and the neighbours on its path; none if they
/// do not fit such a tree.
fn climb(leaf: Digest, count: u32, place: u32, path: &[Digest]) -> Option<Digest> {
    let (mut top, mut width, mut place) = (leaf, count, place);
    let mut path = path.iter();
    if place >= width {
        return None;
    }
    while width > 1 {
        let other = path.next()?;
        top = if place % 2 == 0 { node(&top, Some(other)) } else { node(other, Some(&top)) };
        (width, place) = (width.div_ceil(2), place / 2);
    }
    path.next().is_none().then_some(top)
}

/// The hash of one observation.
pub(crate) fn observation_leaf(salt: &[u8; 32], place: u32, bytes: &[u8]) -> Digest {
    keyed(OBSERVATION, &[&salt[..], &place.to_le_bytes(), bytes].concat())
}

fn told_root(viewer: ViewerCode, first: u32, count: u32, top: Digest) -> Digest {
    keyed(OBSERVATIONS, &[&[viewer.0][..], &first.to_le_bytes(), &count.to_le_bytes(), &top.0].concat())
}

/// The observations of one viewer since the last seal.
#[derive(Debug, Clone)]
pub struct ViewerTree {
    viewer: ViewerCode,
    key: [u8; 32],
    first: u32,
    leaves: Vec<Digest>,
    /// Preimage of the last observation: salt, place and observation.
    last: Vec<u8>,
}

/// How many bytes stand before an observation.
const BEFORE: usize = 36;

impl ViewerTree {
    /// A viewer who has been told nothing; `key` is [`MatchSecret::viewer_key`].
    pub fn new(viewer: ViewerCode, key: [u8; 32]) -> ViewerTree {
        ViewerTree { viewer, key, first: 0, leaves: Vec::new(), last: Vec::new() }
    }

    /// The viewer.
    pub fn viewer(&self) -> ViewerCode {
        self.viewer
    }

    /// The viewer is told something.
    pub fn hear(&mut self, observation: &Observation) {
        self.put(|bytes| codec::encode_into(observation, bytes));
    }

    /// The viewer is told something, in bytes.
    pub fn hear_bytes(&mut self, observation: &[u8]) {
        self.put(|bytes| bytes.extend_from_slice(observation));
    }

    fn put(&mut self, observation: impl FnOnce(&mut Vec<u8>)) {
        let place = self.first + self.leaves.len() as u32;
        self.last.clear();
        self.last.extend_from_slice(&salt(&self.key, place));
        self.last.extend_from_slice(&place.to_le_bytes());
        observation(&mut self.last);
        self.leaves.push(keyed(OBSERVATION, &self.last));
    }

    /// The last observation of the viewer, in bytes.
    pub fn latest(&self) -> &[u8] {
        self.last.get(BEFORE..).unwrap_or_default()
    }

    /// The root over it.
    pub fn root(&self) -> Digest {
        told_root(self.viewer, self.first, self.leaves.len() as u32, tree(self.leaves.clone()))
    }

    /// A seal stands: what follows is for the next one.
    pub fn sealed(&mut self) {
        self.first += self.leaves.len() as u32;
        self.leaves.clear();
    }

    /// How many observations there are since the last seal.
    pub fn unsealed(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// The opening of an observation since the last seal, by its place among all of the viewer; none where it
    /// is another.
    pub fn open(&self, place: u32, observation: Vec<u8>) -> Option<OpenedObservation> {
        let within = place.checked_sub(self.first).filter(|within| *within < self.leaves.len() as u32)?;
        let opened = OpenedObservation {
            viewer: self.viewer,
            first: self.first,
            count: self.leaves.len() as u32,
            within,
            salt: salt(&self.key, place),
            observation,
            path: path(self.leaves.clone(), within as usize),
        };
        (opened.root()? == self.root()).then_some(opened)
    }
}

/// One observation of a viewer, with what it needs to be checked against a seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedObservation {
    /// Whose.
    pub viewer: ViewerCode,
    /// The place of the first observation under the seal.
    pub first: u32,
    /// How many there are under the seal.
    pub count: u32,
    /// Its place among them.
    pub within: u32,
    /// Its salt.
    pub salt: [u8; 32],
    /// The observation.
    pub observation: Vec<u8>,
    /// The neighbours on the way to the root.
    pub path: Vec<Digest>,
}

impl OpenedObservation {
    /// The root that it belongs to; none where it belongs to none.
    pub fn root(&self) -> Option<Digest> {
        let place = self.first.checked_add(self.within)?;
        let leaf = observation_leaf(&self.salt, place, &self.observation);
        let top = climb(leaf, self.count, self.within, &self.path)?;
        Some(told_root(self.viewer, self.first, self.count, top))
    }
}

/// A card as it stands in a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneCard {
    /// Its id.
    pub id: ObjectId,
    /// Its name.
    pub name: String,
}

/// A zone and its cards, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// The zone's name.
    pub name: String,
    /// The player whose zone it is.
    pub seat: Option<Seat>,
    /// Its cards, in the zone's order.
    pub cards: Vec<ZoneCard>,
}

/// The hash of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneRoot {
    /// The zone's name.
    pub name: String,
    /// The player whose zone it is.
    pub seat: Option<Seat>,
    /// The root over its cards.
    pub root: Digest,
}

fn card_leaf(salt: &[u8; 32], place: u32, card: &ZoneCard, bytes: &mut Vec<u8>) -> Digest {
    bytes.clear();
    bytes.extend_from_slice(salt);
    bytes.extend_from_slice(&place.to_le_bytes());
    codec::encode_into(card, bytes);
    keyed(CARD, bytes)
}

fn card_leaves(key: &[u8; 32], cards: &[ZoneCard]) -> Vec<Digest> {
    let mut bytes = Vec::new();
    (0..).zip(cards).map(|(place, card)| card_leaf(&salt(key, place), place, card, &mut bytes)).collect()
}

fn zone_root(count: u32, top: Digest) -> Digest {
    keyed(ZONE, &[&count.to_le_bytes()[..], &top.0].concat())
}

fn whole_zone(key: &[u8; 32], cards: &[ZoneCard]) -> Digest {
    zone_root(cards.len() as u32, tree(card_leaves(key, cards)))
}

/// The roots of all zones at a seal.
pub fn zone_roots(secret: &MatchSecret, seal: u32, zones: &[Zone]) -> Vec<ZoneRoot> {
    let root = |(place, zone): (u32, &Zone)| ZoneRoot {
        name: zone.name.clone(),
        seat: zone.seat,
        root: whole_zone(&secret.zone_key(seal, place), &zone.cards),
    };
    (0..).zip(zones).map(root).collect()
}

/// The root over the roots of all zones.
pub fn cards_root(zones: &[ZoneRoot]) -> Digest {
    keyed(ZONES, &codec::encode(zones))
}

/// Cards of a zone, with what they need to be checked against a seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedZone {
    /// The roots of all zones.
    pub zones: Vec<ZoneRoot>,
    /// Which of them it is.
    pub zone: u32,
    /// The shown part.
    pub shown: Shown,
}

/// The shown part of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// All of its cards.
    All {
        /// The key of the zone at this seal.
        key: [u8; 32],
        /// The cards in order.
        cards: Vec<ZoneCard>,
    },
    /// One card.
    One {
        /// How many cards the zone has.
        count: u32,
        /// The card's place, from 0.
        place: u32,
        /// Its salt.
        salt: [u8; 32],
        /// The card.
        card: ZoneCard,
        /// The neighbours on the way to the root of the zone.
        path: Vec<Digest>,
    },
}

impl OpenedZone {
    /// Opens a zone by its place among the zones at a seal, or the card at a place in it; none for an unknown
    /// zone or card.
    pub fn open(
        secret: &MatchSecret,
        seal: u32,
        zones: &[Zone],
        zone: u32,
        card: Option<u32>,
    ) -> Option<OpenedZone> {
        let cards = &zones.get(zone as usize)?.cards;
        let key = secret.zone_key(seal, zone);
        let shown = match card {
            None => Shown::All { key, cards: cards.clone() },
            Some(place) => Shown::One {
                count: cards.len() as u32,
                place,
                salt: salt(&key, place),
                card: cards.get(place as usize)?.clone(),
                path: path(card_leaves(&key, cards), place as usize),
            },
        };
        Some(OpenedZone { zones: zone_roots(secret, seal, zones), zone, shown })
    }

    /// The root over all zones that it belongs to, and the zone; none where what is shown does not fit, or
    /// where it is not clear which zone it is.
    pub fn root(&self) -> Option<(Digest, &ZoneRoot)> {
        let zone = self.zones.get(self.zone as usize)?;
        let alike = |other: &&ZoneRoot| (&other.name, other.seat) == (&zone.name, zone.seat);
        let root = match &self.shown {
            Shown::All { key, cards } => whole_zone(key, cards),
            Shown::One { count, place, salt, card, path } => zone_root(
                *count,
                climb(card_leaf(salt, *place, card, &mut Vec::new()), *count, *place, path)?,
            ),
        };
        (root == zone.root && self.zones.iter().filter(alike).count() == 1)
            .then(|| (cards_root(&self.zones), zone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_up_fits_its_leaf_its_place_and_its_tree_alone() {
        let leaves: Vec<Digest> = (0..13).map(|leaf| Digest([leaf + 1; 32])).collect();
        for count in 1..=leaves.len() {
            let row = &leaves[..count];
            let top = tree(row.to_vec());
            for (place, leaf) in row.iter().enumerate() {
                let way = path(row.to_vec(), place);
                let climbed = |leaf: &Digest, count: usize, place: usize| {
                    climb(*leaf, count as u32, place as u32, &way)
                };
                assert_eq!(climbed(leaf, count, place), Some(top), "{place} of {count}");
                assert_ne!(climbed(&Digest([99; 32]), count, place), Some(top));
                assert_eq!(climbed(leaf, count, count), None);
                for other in (0..count).filter(|other| *other != place) {
                    assert_ne!(climbed(leaf, count, other), Some(top), "{place} is not {other} of {count}");
                }
                assert_eq!(
                    climb(*leaf, count as u32, place as u32, &[way.as_slice(), &[top]].concat()),
                    None
                );
            }
        }
        assert_eq!(tree(Vec::new()), Digest::default());
    }

    fn secret() -> MatchSecret {
        MatchSecret::new(&Seed([1; 32]), &Observed { salt: [2; 32] })
    }

    fn hand(seat: u8, name: &str) -> Zone {
        let card = ZoneCard { id: ObjectId(u32::from(seat) + 1), name: name.to_string() };
        Zone { name: "hand".to_string(), seat: Some(Seat(seat)), cards: vec![card] }
    }

    /// A host that binds itself to two hands of one seat could open the one that it likes.
    #[test]
    fn a_zone_that_stands_twice_among_the_zones_opens_nothing() {
        let opens = |zones: &[Zone], place: u32, card| {
            let opened = OpenedZone::open(&secret(), 1, zones, place, card).expect("it is there");
            opened.root().map(|root| root.1.seat)
        };
        let two = [hand(0, "Alpha"), hand(1, "Beta")];
        let twice = [hand(0, "Alpha"), hand(0, "Beta")];
        let other = [hand(0, "Alpha"), Zone { seat: None, ..hand(0, "Beta") }];
        for card in [None, Some(0)] {
            for place in [0, 1] {
                assert_eq!(opens(&two, place, card), Some(Some(Seat(place as u8))));
                assert_eq!(opens(&twice, place, card), None, "zone {place}");
                assert!(opens(&other, place, card).is_some(), "a zone of nobody is another one");
            }
        }
    }

    #[test]
    fn an_observation_is_opened_as_it_was_heard_or_not_at_all() {
        let mut told = ViewerTree::new(ViewerCode(1), secret().viewer_key(ViewerCode(1)));
        told.hear_bytes(b"before");
        told.sealed();
        told.hear_bytes(b"first");
        told.hear_bytes(b"second");
        for (place, heard) in [(1, b"first".to_vec()), (2, b"second".to_vec())] {
            let opened = told.open(place, heard).expect("it was heard");
            assert_eq!(opened.root(), Some(told.root()));
        }
        assert_eq!(told.open(1, b"second".to_vec()), None, "at another place");
        assert_eq!(told.open(2, b"third".to_vec()), None, "never");
        assert_eq!(told.open(0, b"before".to_vec()), None, "another seal binds it");
        assert_eq!(told.open(3, b"second".to_vec()), None, "nothing is there");
    }
}
