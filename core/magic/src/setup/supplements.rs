//! Planar decks (901.3) and scheme decks (904.3): what of a sideboard belongs to them, and whether it may.

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Agreement, Deck};
use duelog_kernel::{RuleId, Seat, SetupError};

use super::put;
use crate::language::definition::Definition;
use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::{Board, Pile, PlanarDecks, SchemeDecks, Zone};
use crate::{cite, rule};

/// The fewest cards of a planar deck (901.3).
const PLANES_MIN: u32 = 10;

/// The most phenomena in a planar deck (901.3).
const PHENOMENA_MAX: u32 = 2;

/// The fewest cards of a planar deck for all, where that is not more than ten for each player (901.15a).
const SHARED_MIN: u32 = 40;

/// The fewest cards of a scheme deck (904.3).
const SCHEMES_MIN: u32 = 20;

/// The most schemes of one name (904.3).
const COPIES_MAX: u32 = 2;

fn definition<'c>(card_pool: &'c CardPool, name: &str) -> Option<&'c Definition> {
    card_pool.find(name).map(|id| &card_pool.card(id).definition)
}

/// True if the card of this name belongs to a planar deck or a scheme deck.
pub fn is_one(card_pool: &CardPool, name: &str) -> bool {
    definition(card_pool, name).is_some_and(|card| card.types.is_supplementary())
}

/// How many cards of a sideboard belong to such decks.
pub fn count(card_pool: &CardPool, deck: &Deck) -> u32 {
    of(card_pool, deck, |_| true).map(|entry| u32::from(entry.0)).fold(0, u32::saturating_add)
}

/// True if the players have agreed on a variant with such decks.
pub fn are_used(agreed: &Agreement) -> bool {
    PlanarDecks::of(&agreed.terms) != PlanarDecks::None || SchemeDecks::of(&agreed.terms) != SchemeDecks::None
}

/// The cards beside a deck that belong to such decks and satisfy a condition.
fn of<'d>(
    card_pool: &'d CardPool,
    deck: &'d Deck,
    such: impl Fn(&Definition) -> bool + 'd,
) -> impl Iterator<Item = &'d (u16, String)> {
    deck.sideboard.iter().filter(move |entry| {
        definition(card_pool, &entry.1).is_some_and(|card| card.types.is_supplementary() && such(card))
    })
}

fn is_planar(card: &Definition) -> bool {
    card.types.is_planar()
}

fn is_phenomenon(card: &Definition) -> bool {
    card.types.is(CardType::Phenomenon)
}

fn is_scheme(card: &Definition) -> bool {
    card.types.is(CardType::Scheme)
}

/// Puts the planar decks and scheme decks of a match beside its libraries, and gives each player a die.
///
/// # Errors
/// [`SetupError::IllegalDeck`] where the decks do not make a planar deck for all.
pub fn lay_out(board: &mut Board, card_pool: &CardPool, decks: &[Deck]) -> Result<(), SetupError> {
    if board.terms.planes == PlanarDecks::Own && board.shares_life() {
        cite!("901.12", "901.12a");
    }
    if board.terms.planes == PlanarDecks::Shared {
        check_shared(card_pool, decks)?;
    }
    for (seat, deck) in board.seats().into_iter().zip(decks) {
        // Cards that no variant in use has stay out of the game, and nothing brings it in.
        cite!("108.5");
        for (count, name) in of(card_pool, deck, |_| true) {
            let Some(card) = card_pool.find(name) else { continue };
            let definition = &card_pool.card(card).definition;
            let pile = Pile::of(&definition.types);
            let used = board.terms.supply(pile) && (pile == Pile::Planes || board.is_archenemy(seat));
            if used {
                cite!("103.1b", "109.4d", "312.5", "408.3", "901.6", "904.7");
                let keeper = board.keeper(pile, seat);
                let cards = board.players[usize::from(keeper.0)].supplements.deck_mut(pile);
                cards.extend(std::iter::repeat_n(card, usize::from(*count)));
            }
        }
    }
    give_dice(board, card_pool);
    Ok(())
}

/// Gives each player a planar die where there are planes.
pub fn give_dice(board: &mut Board, card_pool: &CardPool) {
    let used = board.terms.supply(Pile::Planes);
    let Some(die) = card_pool.planar_die().filter(|_| used) else { return };
    for seat in board.seats() {
        put(board, die, seat, Zone::Command, false);
        board.players[usize::from(seat.0)].supplements.die = Some(die);
    }
}

/// Checks the planar deck and the scheme deck that stand beside a deck.
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check(card_pool: &CardPool, seat: Seat, deck: &Deck, agreed: &Agreement) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| Err(SetupError::IllegalDeck { seat, why, rule });
    let total = |such: fn(&Definition) -> bool| -> u32 {
        of(card_pool, deck, such).map(|entry| u32::from(entry.0)).fold(0, u32::saturating_add)
    };
    let more_than = |such: fn(&Definition) -> bool, most: u32| {
        of(card_pool, deck, such).map(|entry| &entry.1).find(|name| deck.copies(name) > most)
    };
    if PlanarDecks::of(&agreed.terms) == PlanarDecks::Own {
        let (planes, phenomena) = (total(is_planar), total(is_phenomenon));
        if planes < PLANES_MIN {
            let why = format!(
                "its sideboard has {planes} planes and phenomena, a planar deck has {PLANES_MIN} at least"
            );
            return illegal(why, rule!("901.3"));
        }
        if phenomena > PHENOMENA_MAX {
            let why = format!("its planar deck has {phenomena} phenomena, not {PHENOMENA_MAX} at most");
            return illegal(why, rule!("901.3"));
        }
        if let Some(name) = more_than(is_planar, 1) {
            return illegal(format!("its planar deck has \"{name}\" more than once"), rule!("901.3"));
        }
    }
    if SchemeDecks::of(&agreed.terms).has(seat) {
        let count = total(is_scheme);
        if count < SCHEMES_MIN {
            let why = format!("its sideboard has {count} schemes, a scheme deck has {SCHEMES_MIN} at least");
            return illegal(why, rule!("904.3"));
        }
        if let Some(name) = more_than(is_scheme, COPIES_MAX) {
            return illegal(format!("its scheme deck has \"{name}\" more than twice"), rule!("904.3"));
        }
    }
    Ok(())
}

/// Checks the planar deck for all that the decks bring together.
fn check_shared(card_pool: &CardPool, decks: &[Deck]) -> Result<(), SetupError> {
    let illegal = |why: String| Err(SetupError::IllegalDeck { seat: Seat(0), why, rule: rule!("901.15a") });
    let players = decks.len() as u32;
    let mut names: Vec<&String> = Vec::new();
    let mut phenomena = 0;
    for (count, name) in decks.iter().flat_map(|deck| of(card_pool, deck, is_planar)) {
        if *count > 1 || names.contains(&name) {
            return illegal(format!("the planar deck for all has \"{name}\" more than once"));
        }
        phenomena += u32::from(definition(card_pool, name).is_some_and(is_phenomenon));
        names.push(name);
    }
    let least = SHARED_MIN.min(PLANES_MIN * players);
    if (names.len() as u32) < least {
        let why = format!("the planar deck for all has {} cards, not {least} at least", names.len());
        return illegal(why);
    }
    if phenomena > PHENOMENA_MAX * players {
        let most = PHENOMENA_MAX * players;
        return illegal(format!("the planar deck for all has {phenomena} phenomena, not {most} at most"));
    }
    Ok(())
}

/// Adds a planar deck and a scheme deck to a random deck, as the variant wants them.
pub fn add_random(card_pool: &CardPool, agreed: &Agreement, deck: &mut Deck, random: &mut Stream) {
    let mut take = |such: fn(&Definition) -> bool, number: u32, copies: u16| {
        let all = card_pool.cards().iter().map(|card| &card.definition);
        let mut names: Vec<String> =
            all.filter(|card| such(card) && !card.test_only).map(|card| card.name.clone()).collect();
        random.shuffle(&mut names);
        names.truncate(number as usize);
        deck.sideboard.extend(names.into_iter().map(|name| (copies, name)));
    };
    if PlanarDecks::of(&agreed.terms) != PlanarDecks::None {
        take(|card| card.types.is(CardType::Plane), PLANES_MIN - PHENOMENA_MAX, 1);
        take(is_phenomenon, PHENOMENA_MAX, 1);
    }
    if SchemeDecks::of(&agreed.terms) != SchemeDecks::None {
        take(is_scheme, SCHEMES_MIN / COPIES_MAX, COPIES_MAX as u16);
    }
}
