//! The start of a match from two decks (103), and which decks may be played (100.2).

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::Deck;
use duelog_kernel::{RuleId, Seat, Seed, SetupError};

use crate::language::types::{Civilization, Civilizations};
use crate::state::card_pool::{Card, CardPool};
use crate::state::{Board, CardId, Frame, SEATS, State, Step, Zone};
use crate::{cite, rule};

/// How many cards a deck has (100.2).
pub const DECK_SIZE: u32 = 40;

/// The most cards of one name (100.2a), of which the hyperspatial zone has as many (100.3a).
pub const COPIES_MAX: u32 = 4;

/// The most cards of the hyperspatial zone (100.3, 407.1).
pub const HYPERSPATIAL_MAX: u32 = 8;

/// How many cards the ultra GR zone has, if it is used (100.4, 408.1).
pub const ULTRA_GR: u32 = 12;

/// The most cards of one name in it (100.4a).
pub const GR_COPIES_MAX: u32 = 2;

/// The state before anything has happened: every deck in the order of its list. All draws of chance are left
/// to events.
///
/// # Errors
/// [`SetupError::UnknownCard`] when the card pool lacks a card.
pub fn start(card_pool: &CardPool, decks: &[Deck], seed: Seed) -> Result<State, SetupError> {
    let mut board = Board::new(Step::Opening, seed);
    for (seat, deck) in (0..SEATS).map(Seat).zip(decks) {
        for (count, name) in &deck.cards {
            let card = card_pool
                .find(name)
                .ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
            // 307.2: what starts in the battle zone is a card of the deck all the same.
            let starts = card_pool.card(card).front().definition.belongs.starts.is_some();
            let zone = match card_pool.home(card, seat) {
                Some(home) => home,
                None if starts => {
                    cite!("307.1", "307.2", "308.4", "311.2", "807.4", "810.3");
                    Zone::Battle
                }
                None => {
                    cite!("401.1");
                    Zone::Deck(seat)
                }
            };
            for _ in 0..*count {
                board.put(card, seat, zone);
            }
        }
    }
    board.frames = vec![Frame::Turn, Frame::Opening];
    Ok(State { board })
}

/// Whether a deck may be played (100.2).
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_deck(card_pool: &CardPool, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    if !deck.sideboard.is_empty() {
        return Err(illegal("nothing stands beside a deck".to_string(), rule!("100.2")));
    }
    let known = deck.cards.iter().map(|(count, name)| {
        let id = card_pool.find(name);
        let id = id.ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        Ok((u32::from(*count), id))
    });
    let known = known.collect::<Result<Vec<(u32, CardId)>, SetupError>>()?;
    check_sizes(card_pool, seat, &known)
        .and_then(|()| check_start(card_pool, &known))
        .map_err(|(why, rule)| illegal(why, rule))?;
    // 202.6: a print under another name is the same card.
    cite!("202.6");
    let own = |id: CardId| card_pool.card(id).name.as_str();
    for ((_, id), (_, name)) in known.iter().zip(&deck.cards) {
        let same = known.iter().filter(|(_, other)| own(*other) == own(*id));
        let copies: u32 = same.map(|entry| entry.0).fold(0, u32::saturating_add);
        let (most, rule) = match card_pool.home(*id, seat) {
            None => (COPIES_MAX, rule!("100.2a")),
            Some(Zone::UltraGr(_)) => (GR_COPIES_MAX, rule!("100.4a")),
            Some(_) => (COPIES_MAX, rule!("100.3a")),
        };
        let most = card_pool.card(*id).front().definition.copies.unwrap_or(most);
        if copies > most {
            return Err(illegal(
                format!("it has {copies} of \"{name}\", no more than {most} are allowed"),
                rule,
            ));
        }
    }
    Ok(())
}

/// Whether the deck and the zones beside it have as many cards as they must.
fn check_sizes(card_pool: &CardPool, seat: Seat, known: &[(u32, CardId)]) -> Result<(), (String, RuleId)> {
    let count = |zone: Option<Zone>| {
        let there = known.iter().filter(|(_, id)| card_pool.home(*id, seat) == zone);
        there.map(|entry| entry.0).fold(0, u32::saturating_add)
    };
    let definition = |id: CardId| &card_pool.card(id).front().definition;
    if let Some((_, face)) = known.iter().find(|(_, id)| !definition(*id).face_of.is_empty()) {
        let name = &definition(*face).name;
        return Err((format!("\"{name}\" is not the front of its card"), rule!("804.1")));
    }
    // 314.3, 314.3a: what rule plus cards say of the deck's size.
    let more = known.iter().map(|(count, id)| count.saturating_mul(definition(*id).belongs.more));
    let more = more.fold(0, u32::saturating_add);
    let (total, wanted) = (count(None), DECK_SIZE.saturating_add(more));
    if total != wanted {
        let rule = if more > 0 { rule!("314.3a") } else { rule!("100.2") };
        cite!("314.3");
        return Err((format!("it has {total} cards, a deck has exactly {wanted}"), rule));
    }
    let beside = count(Some(Zone::Hyperspatial(seat)));
    if beside > HYPERSPATIAL_MAX {
        let why = format!("it has {beside} cards for the hyperspatial zone, {HYPERSPATIAL_MAX} are allowed");
        return Err((why, rule!("100.3")));
    }
    let gr = count(Some(Zone::UltraGr(seat)));
    if gr != 0 && gr != ULTRA_GR {
        return Err((
            format!("it has {gr} GR cards, the ultra GR zone has exactly {ULTRA_GR}"),
            rule!("100.4"),
        ));
    }
    Ok(())
}

/// Whether only one set of cards starts in the battle zone (100.5): one card, or those that are a creature
/// together.
fn check_start(card_pool: &CardPool, known: &[(u32, CardId)]) -> Result<(), (String, RuleId)> {
    let definition = |id: CardId| &card_pool.card(id).front().definition;
    let starting: Vec<&(u32, CardId)> =
        known.iter().filter(|(_, id)| definition(*id).belongs.starts.is_some()).collect();
    let Some((_, first)) = starting.first() else { return Ok(()) };
    let own = definition(*first);
    let same = |(count, id): &&(u32, CardId)| {
        let other = definition(*id);
        *count == 1
            && (id == first || !own.belongs.whole.is_empty() && own.belongs.whole == other.belongs.whole)
    };
    if starting.iter().all(same) {
        Ok(())
    } else {
        Err(("more than one set of cards starts in the battle zone".to_string(), rule!("100.5")))
    }
}

/// Whether a card is one that a deck has by itself: no face of another one, none of the zones beside it, and
/// none that comes with others.
fn is_of_decks(card_pool: &CardPool, card: &Card) -> bool {
    let own = &card.front().definition;
    let home = card_pool.find(&card.listed).and_then(|id| card_pool.home(id, Seat(0)));
    own.face_of.is_empty() && own.belongs.whole.is_empty() && own.belongs.starts.is_none() && home.is_none()
}

/// A deck of two civilizations and cards without any, drawn out of all cards.
pub fn random_deck(card_pool: &CardPool, random: &mut Stream) -> Deck {
    let mut civilizations = Civilization::ALL;
    random.shuffle(&mut civilizations);
    let within = Civilizations::of(&civilizations[..2]);
    // A print under another name is the same card.
    let may = |card: &&Card| {
        !card.front().definition.test_only
            && card.listed == card.name
            && is_of_decks(card_pool, card)
            && card.civilizations().and(within).count() == within.count()
    };
    let mut cards: Vec<&Card> = card_pool.cards().iter().filter(may).collect();
    random.shuffle(&mut cards);
    let mut deck = Deck { name: "Random".to_string(), ..Deck::default() };
    for card in cards {
        let room = DECK_SIZE - deck.total();
        if room == 0 {
            break;
        }
        let copies = (1 + random.below(COPIES_MAX)).min(room);
        deck.cards.push((copies as u16, card.listed.clone()));
    }
    deck
}
