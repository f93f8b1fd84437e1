//! The start of a match from two decks (103), and which decks may be played (100.2).

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::Deck;
use duelog_kernel::{RuleId, Seat, Seed, SetupError};

use crate::language::types::{Civilization, Civilizations};
use crate::state::card_pool::{Card, CardPool};
use crate::state::{Board, Frame, SEATS, State, Step, Zone};
use crate::{cite, rule};

/// How many cards a deck has (100.2).
pub const DECK_SIZE: u32 = 40;

/// The most cards of one name (100.2a).
pub const COPIES_MAX: u32 = 4;

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
            for _ in 0..*count {
                cite!("401.1");
                board.put(card, seat, Zone::Deck(seat));
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
    let total = deck.total();
    if total != DECK_SIZE {
        return Err(illegal(format!("it has {total} cards, a deck has exactly {DECK_SIZE}"), rule!("100.2")));
    }
    // 202.6: a print under another name is the same card.
    cite!("202.6");
    let own = |listed: &String| {
        let id = card_pool.find(listed);
        id.map(|id| card_pool.card(id).name.as_str())
            .ok_or_else(|| SetupError::UnknownCard { name: listed.clone(), hint: String::new() })
    };
    let owns = deck.cards.iter().map(|entry| own(&entry.1)).collect::<Result<Vec<&str>, SetupError>>()?;
    for ((_, name), known) in deck.cards.iter().zip(&owns) {
        let same = deck.cards.iter().zip(&owns).filter(|(_, other)| *other == known);
        let copies: u32 = same.map(|(entry, _)| u32::from(entry.0)).fold(0, u32::saturating_add);
        if copies > COPIES_MAX {
            return Err(illegal(
                format!("it has {copies} of \"{name}\", no more than {COPIES_MAX} are allowed"),
                rule!("100.2a"),
            ));
        }
    }
    Ok(())
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
            && card.civilizations().and(within).count() == within.count()
    };
    let mut cards: Vec<&Card> = card_pool.cards().iter().filter(may).collect();
    random.shuffle(&mut cards);
    let mut deck = Deck { name: "Random".to_string(), cards: Vec::new() };
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
