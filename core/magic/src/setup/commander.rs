//! Decks of Commander (903) and Brawl (903.11): how they are built, and how one is drawn.

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::Deck;
use duelog_kernel::{RuleId, Seat, SetupError};

use super::stands_in_decks;
use crate::language::definition::{Definition, Filter, Line};
use crate::language::mana::{Color, Colors};
use crate::language::subtypes::BASIC_LANDS;
use crate::language::types::{CardType, Supertype};
use crate::state::card_pool::CardPool;
use crate::state::{CardId, Variant};
use crate::{cite, rule};

/// How many cards a deck of Commander has, with its commanders (903.5a).
const SIZE: u32 = 100;

/// How many cards a deck of Brawl has, with its commander (903.11d).
const BRAWL_SIZE: u32 = 60;

/// How many of the cards of a random deck of Commander are basic lands at least.
const BASICS: u32 = 38;

/// The keyword of commanders that lead a deck together with another one (702.123a).
const PARTNER: &str = "Partner";

/// The keyword of those that do so with one card alone (702.123f).
const PARTNER_WITH: &str = "Partner with";

/// The cards of a deck of this variant, with its commanders.
pub fn size(variant: Variant) -> u32 {
    cite!("903.5a", "903.11d");
    if variant == Variant::Brawl { BRAWL_SIZE } else { SIZE }
}

/// Checks that a deck may be played with the commanders that stand beside it.
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check(card_pool: &CardPool, seat: Seat, deck: &Deck, variant: Variant) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    let commanders = commanders(card_pool, seat, deck, variant)?;
    let beside = deck.beside() - super::supplements::count(card_pool, deck);
    let (total, size) = (deck.total() + beside, size(variant));
    if total != size {
        let rule = match (variant, commanders.len()) {
            (Variant::Brawl, _) => rule!("903.11d"),
            (_, 2) => rule!("702.123b"),
            _ => rule!("903.5a"),
        };
        return Err(illegal(format!("it has {total} cards with its commander, not {size}"), rule));
    }
    // Two commanders are meant together.
    cite!("702.123c");
    let identity = card_pool.joint_identity(commanders.iter().copied());
    let mut basic_type = None;
    for (_, name) in deck.all() {
        let Some(id) = card_pool.find(name).filter(|_| !super::supplements::is_one(card_pool, name)) else {
            continue;
        };
        let card = &card_pool.card(id).definition;
        let basic = card.types.is_super(Supertype::Basic) && card.types.is(CardType::Land);
        cite!("112.6m");
        if !basic && !card.any_number && deck.copies(name) > 1 {
            let why = format!("it has {} of \"{name}\", no more than one is allowed", deck.copies(name));
            return Err(illegal(why, rule!("903.5b")));
        }
        if !identity.holds(card_pool.identity(id)) {
            let why = format!("\"{name}\" has a color that is not in the color identity of its commander");
            return Err(illegal(why, rule!("903.5c")));
        }
        let kinds = of_land_types(card);
        if identity.holds(Colors::of(&kinds)) {
            continue;
        }
        // One basic land type of the player's choice goes with a commander without colors.
        if variant == Variant::Brawl && identity.count() == 0 && basic {
            cite!("903.11e");
            let kind = kinds.first().copied();
            if *basic_type.get_or_insert(kind) == kind {
                continue;
            }
            let why = "its commander has no color, so its basic lands are of one kind".to_string();
            return Err(illegal(why, rule!("903.11e")));
        }
        let why =
            format!("\"{name}\" gives mana of a color that is not in the color identity of its commander");
        return Err(illegal(why, rule!("903.5d")));
    }
    Ok(())
}

/// Checks that one vanguard stands beside a deck, and nothing else.
///
/// # Errors
/// [`SetupError::IllegalDeck`] where something else does.
pub fn check_vanguard(card_pool: &CardPool, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    let is_vanguard =
        |name: &str| card_pool.find(name).is_some_and(|id| card_pool.card(id).definition.vanguard.is_some());
    let own = deck.sideboard.iter().filter(|entry| !super::supplements::is_one(card_pool, &entry.1));
    match own.collect::<Vec<_>>().as_slice() {
        [(1, name)] if is_vanguard(name) => Ok(()),
        _ => {
            let why = "its sideboard is one vanguard and nothing else".to_string();
            Err(SetupError::IllegalDeck { seat, why, rule: rule!("902.3") })
        }
    }
}

/// The commanders of a deck, which stand beside it.
///
/// # Errors
/// [`SetupError::IllegalDeck`] where there are none, too many, or cards that cannot be commanders.
fn commanders(
    card_pool: &CardPool,
    seat: Seat,
    deck: &Deck,
    variant: Variant,
) -> Result<Vec<CardId>, SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    let own = deck.sideboard.iter().filter(|entry| !super::supplements::is_one(card_pool, &entry.1));
    let names: Vec<&String> = own.flat_map(|(count, name)| vec![name; usize::from(*count)]).collect();
    let found = names.iter().map(|name| {
        card_pool
            .find(name)
            .ok_or_else(|| SetupError::UnknownCard { name: (*name).clone(), hint: String::new() })
    });
    let found = found.collect::<Result<Vec<CardId>, SetupError>>()?;
    let rule = if variant == Variant::Brawl { rule!("903.11c") } else { rule!("903.3") };
    for (id, name) in found.iter().zip(&names) {
        if !can_command(&card_pool.card(*id).definition, variant) {
            return Err(illegal(format!("\"{name}\" cannot be a commander"), rule));
        }
    }
    match found.as_slice() {
        [] => {
            let why = "it has no commander: its sideboard names the commander and nothing else".to_string();
            Err(illegal(why, rule))
        }
        [_] => Ok(found),
        [one, other] if are_partners(card_pool, *one, *other) => Ok(found),
        [_, _] => {
            let why = format!("\"{}\" and \"{}\" are not partners", names[0], names[1]);
            Err(illegal(why, rule!("702.123a")))
        }
        _ => Err(illegal(format!("it has {} commanders", found.len()), rule)),
    }
}

/// True if a card can be a commander.
fn can_command(card: &Definition, variant: Variant) -> bool {
    let legendary = card.types.is_super(Supertype::Legendary);
    let leads = card.types.is(CardType::Creature)
        || variant == Variant::Brawl && card.types.is(CardType::Planeswalker);
    let said = card.commander && {
        cite!("903.3a");
        true
    };
    stands_in_decks(card) && (legendary && leads || said)
}

/// True if two cards can be commanders together.
fn are_partners(card_pool: &CardPool, one: CardId, other: CardId) -> bool {
    let (one, other) = (&card_pool.card(one).definition, &card_pool.card(other).definition);
    let has = |card: &Definition| card.lines.iter().any(|line| line.keyword == PARTNER);
    let with = |card: &Definition, name: &str| {
        let named = |line: &Line| matches!(&line.what, Some(Filter::Named(own)) if own == name);
        cite!("702.123f");
        card.lines.iter().any(|line| line.keyword == PARTNER_WITH && named(line))
    };
    cite!("702.123a");
    one.name != other.name && (has(one) && has(other) || with(one, &other.name) && with(other, &one.name))
}

/// The colours of mana that a card's basic land types give (305.6).
fn of_land_types(card: &Definition) -> Vec<Color> {
    Color::ALL.into_iter().filter(|color| card.types.has(BASIC_LANDS[*color as usize])).collect()
}

/// A deck with a commander, cards out of its colour identity, each once, and basic lands.
pub fn random(card_pool: &CardPool, variant: Variant, random: &mut Stream) -> Deck {
    let all: Vec<CardId> = card_pool.ids().collect();
    let card = |id: &CardId| &card_pool.card(*id).definition;
    // Without a color there would be no lands to draw.
    let leads = |id: &CardId| can_command(card(id), variant) && card_pool.identity(*id).count() > 0;
    let leaders: Vec<CardId> = all.iter().copied().filter(leads).collect();
    let Some(commander) = random.one_of(&leaders).copied() else { return Deck::default() };
    let within = card_pool.identity(commander);
    let kinds = within.list();
    let basic = |id: &CardId| card(id).types.is_super(Supertype::Basic);
    let fits = |id: &&CardId| {
        let card = card(id);
        let colors = card_pool.identity(**id).with(Colors::of(&of_land_types(card)));
        stands_in_decks(card) && **id != commander && !basic(id) && within.holds(colors)
    };
    let mut pool: Vec<CardId> = all.iter().filter(fits).copied().collect();
    random.shuffle(&mut pool);
    let basics = BASICS * size(variant) / SIZE;
    pool.truncate((size(variant) - 1 - basics) as usize);
    // Lands fill up what the pool does not give.
    let left = size(variant) - 1 - pool.len() as u32;
    let mut names: Vec<String> = pool.iter().map(|id| card(id).name.clone()).collect();
    names.sort();
    let mut cards: Vec<(u16, String)> = names.into_iter().map(|name| (1, name)).collect();
    for (place, color) in (0u32..).zip(&kinds) {
        let share = left / kinds.len() as u32 + u32::from(place < left % kinds.len() as u32);
        cards.push((share as u16, BASIC_LANDS[*color as usize].name().to_string()));
    }
    let sideboard = vec![(1, card(&commander).name.clone())];
    Deck { name: "Random".to_string(), cards, sideboard }
}
