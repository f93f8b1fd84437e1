//! The start of a match from two decks.

use duelog_kernel::objects::Objects;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::Deck;
use duelog_kernel::zone::{Place, Zones};
use duelog_kernel::{ObjectId, Rng, RuleId, Seat, Seed, SetupError};

use crate::language::definition::{Meta, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, TypeBox, subtype};
use crate::state::apply::blank;
use crate::state::card_pool::{Card, CardPool};
use crate::state::{Board, CardId, Combat, Frame, Kind, Player, Stage, State, Step, Turn, Zone};
use crate::{cite, rule};

/// How many players a match from decks has.
pub const SEATS: u8 = 2;

/// The most players that a position can have: some rules say nothing unless there are more than two.
pub const POSITION_SEATS: u8 = 4;

/// How many weapon zones a player has (3.16.1).
const WEAPONS: u8 = 2;

/// An empty table for these seats in the given step, on which nothing has begun.
pub fn table(step: Step, seats: u8, seed: Seed) -> Board {
    let turn = Turn {
        number: 0,
        active: Seat(0),
        starting: Seat(0),
        step,
        stage: Stage::Begin(0),
        priority: None,
        passed: 0,
        chain: 0,
        first: None,
        idle: 0,
        declined: false,
        extra: Vec::new(),
        harmless: 0,
        least: None,
        stands: None,
    };
    let player = || Player {
        hero: ObjectId(u32::MAX),
        actions: 0,
        resources: 0,
        chi: 0,
        weapons: WEAPONS,
        draws: false,
        lost: None,
    };
    Board {
        turn,
        combat: Combat::default(),
        players: (0..seats).map(|_| player()).collect(),
        zones: Zones::new(Zone::count(usize::from(seats))),
        objects: Objects::default(),
        effects: Vec::new(),
        delayed: Vec::new(),
        returning: Vec::new(),
        revealed: Vec::new(),
        looked: Vec::new(),
        watched: Vec::new(),
        waiting: Vec::new(),
        applied: Vec::new(),
        met: Vec::new(),
        history: Vec::new(),
        frames: Vec::new(),
        rng: Rng::new(seed),
        clock: 0,
        ending: None,
        quickened: Vec::new(),
    }
}

/// Puts a new object on top of a zone and tells its id; a hero is its player's from then on.
pub fn put(board: &mut Board, card_pool: &CardPool, card: CardId, owner: Seat, zone: Zone) -> ObjectId {
    let id = board.next_id();
    let types = card_pool.card(card).definition.types;
    let kind = match types {
        types if types.is(CardType::Token) => Kind::Token,
        types if types.is(CardType::Macro) => Kind::Macro,
        _ => Kind::Card,
    };
    let mut object = blank(id, card, owner, zone, kind);
    if zone.is_arena() {
        // 9.1.4b: one face of a twin-card.
        object.card = card_pool.face(card, None).unwrap_or(card);
    }
    board.objects.put(id, object);
    if let Some(index) = zone.index() {
        board.zones.put(index, id, Place::Top);
    }
    if zone == Zone::Of(ZoneKind::Hero, owner) && types.is(CardType::Hero) {
        let player = &mut board.players[usize::from(owner.0)];
        cite!("3.11.3");
        cite!("1.1.2");
        player.hero = id;
        // From then on the number does not depend on the ability.
        cite!("4.1.2a");
        let zones = |meta: &Meta| if let Meta::WeaponZones(zones) = meta { Some(*zones) } else { None };
        player.weapons = card_pool.card(card).metas().find_map(zones).unwrap_or(WEAPONS);
    }
    id
}

/// The state before anything has happened: heroes in their zones (4.1.2), arena-cards aside (4.1.4),
/// deck-cards as the deck in the order of its list (4.1.5). All draws of chance are left to events. Where a player is
/// named who says who begins, chance names nobody (4.1.3).
///
/// # Errors
/// [`SetupError::UnknownCard`] when the card pool lacks a card.
pub fn start(
    card_pool: &CardPool,
    decks: &[Deck],
    chooser: Option<Seat>,
    seed: Seed,
) -> Result<State, SetupError> {
    let seats = decks.len() as u8;
    let mut board = table(Step::Opening, seats, seed);
    board.turn.first = chooser;
    for (seat, deck) in (0..seats).map(Seat).zip(decks) {
        for (count, name) in &deck.cards {
            let card = card_pool
                .find(name)
                .ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
            let types = card_pool.card(card).definition.types;
            cite!("2.15.1");
            cite!("3.11.4", "3.7.6");
            cite!("1.3.2");
            let zone = if types.is(CardType::Hero) {
                cite!("1.3.2a", "3.11.2", "4.1.2", "8.1.5", "8.1.5a");
                Zone::Of(ZoneKind::Hero, seat)
            } else if types.is_arena_card() {
                // What of it is not selected stays there.
                cite!("4.1.5a", "4.1.6");
                cite!("1.3.2d");
                cite!("8.1.4", "8.1.9", "8.1.11", "8.1.14");
                Zone::Inventory(seat)
            } else {
                cite!("1.3.2c", "4.1.5");
                cite!("8.1.1", "8.1.2", "8.1.3", "8.1.6", "8.1.7", "8.1.10", "8.1.12");
                Zone::Of(ZoneKind::Deck, seat)
            };
            for _ in 0..*count {
                cite!("1.3.1a");
                put(&mut board, card_pool, card, seat, zone);
            }
        }
    }
    board.frames = vec![Frame::Turn, Frame::Opening { part: 0 }];
    Ok(State { board, before: None })
}

/// Whether a card-pool may be played: one hero, and only cards that this hero may have (1.1.1a, 1.1.3, 2.6.6,
/// 8.3.6, 8.3.7).
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_pool(card_pool: &CardPool, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    if !deck.sideboard.is_empty() {
        return Err(illegal("a card-pool has no sideboard".to_string(), rule!("1.1.3")));
    }
    let mut heroes = Vec::new();
    for (count, name) in &deck.cards {
        let card = card_pool
            .find(name)
            .map(|id| card_pool.card(id))
            .ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        // No demi-hero stands in for the hero.
        cite!("8.1.5b", "8.1.11a");
        if card.definition.types.is(CardType::Hero) {
            heroes.extend(std::iter::repeat_n(card, usize::from(*count)));
        }
    }
    let [hero] = heroes.as_slice() else {
        return Err(illegal(
            format!("it has {} heroes, a player has exactly one", heroes.len()),
            rule!("1.1.1a"),
        ));
    };
    // Supertypes that an effect lets the card-pool have besides those of the hero: as printed, whatever
    // becomes of it in the game.
    cite!("1.1.3a", "1.7.4d", "5.4.3a");
    let mut allowed = hero.definition.types;
    for meta in hero.metas() {
        cite!("8.3.16");
        if let Meta::MayHave { supertypes, .. } = meta {
            supertypes.iter().for_each(|supertype| allowed.add_super(*supertype));
        }
    }
    for (_, name) in &deck.cards {
        let Some(id) = card_pool.find(name) else { continue };
        if let Err((why, rule)) = check_card(card_pool, id, hero, &allowed, (name, deck.copies(name))) {
            return Err(illegal(why, rule));
        }
    }
    Ok(())
}

/// Whether a card may be in the card-pool of a hero, which allows these supertypes, so many times.
///
/// # Errors
/// Why not, and by which rule.
fn check_card(
    card_pool: &CardPool,
    id: CardId,
    hero: &Card,
    allowed: &TypeBox,
    (name, copies): (&str, u32),
) -> Result<(), (String, RuleId)> {
    let card = card_pool.card(id);
    let definition = &card.definition;
    if definition.types.is(CardType::Token) {
        cite!("8.1.8");
        return Err((format!("\"{name}\" is a token, which is part of no card-pool"), rule!("1.3.2b")));
    }
    cite!("9.1.5a");
    if card_pool.is_back(name) {
        return Err((
            format!("\"{name}\" is the back face of a card, and only its front face is part of a card-pool"),
            rule!("9.1.3a"),
        ));
    }
    if definition.types.is(CardType::Macro) {
        return Err((format!("\"{name}\" is a macro, which is part of no card-pool"), rule!("1.5.2")));
    }
    if card.has(Keyword::Ephemeral) {
        return Err((format!("\"{name}\" is ephemeral, which no card-pool can hold"), rule!("8.3.21a")));
    }
    cite!("2.11.1", "2.14.1a", "2.14.1b");
    if !definition.types.is(CardType::Hero) && !card_pool.fits(id, allowed) {
        let why = format!("\"{name}\" has supertypes that {} lacks", hero.definition.name);
        let rule = if card_pool.is_split(id) { rule!("9.2.2a") } else { rule!("1.1.3") };
        return Err((why, rule));
    }
    cite!("2.6.1", "2.6.2", "2.6.3");
    if !definition.metatypes.is_empty() && !definition.metatypes.contains(&hero.definition.moniker) {
        let why = format!("\"{name}\" belongs to {} only", definition.metatypes.join(", "));
        return Err((why, rule!("2.6.6")));
    }
    let any = hero.metas().any(|meta| matches!(meta, Meta::MayHave { specializations: true, .. }));
    if !definition.specialization.is_empty() && definition.specialization != hero.definition.moniker && !any {
        return Err((
            format!("\"{name}\" is a specialization of {}", definition.specialization),
            rule!("8.3.7"),
        ));
    }
    if definition.types.is(CardType::Mentor) && !hero.definition.types.has(subtype::YOUNG) {
        return Err((format!("\"{name}\" is a mentor, which needs a young hero"), rule!("8.1.10a")));
    }
    let only = |meta: &Meta| matches!(meta, Meta::OnlyColor(color) if card.color != Some(*color));
    if definition.types.is_deck_card() && hero.metas().any(only) {
        cite!("5.4.3a");
        let why = format!("\"{name}\" is not of the color that {} allows", hero.definition.name);
        return Err((why, rule!("1.1.3")));
    }
    let any = hero.metas().any(
        |meta| matches!(meta, Meta::MayHave { any_number, .. } if any_number.iter().any(|own| own == name)),
    );
    if card.has(Keyword::Legendary) && copies > 1 && !any {
        return Err((format!("it has {copies} of \"{name}\", which is legendary"), rule!("8.3.6")));
    }
    Ok(())
}

/// Whether a deck may be registered: a legal card-pool without cards that exist only for tests.
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_deck(card_pool: &CardPool, seat: Seat, deck: &Deck) -> Result<(), SetupError> {
    check_pool(card_pool, seat, deck)?;
    let test_only = deck
        .cards
        .iter()
        .find(|entry| card_pool.find(&entry.1).is_some_and(|id| card_pool.card(id).definition.test_only));
    if let Some((_, name)) = test_only {
        let why = format!("\"{name}\" exists only for tests: positions may use it, decks may not");
        return Err(SetupError::IllegalDeck { seat, why, rule: rule!("1.1.3") });
    }
    Ok(())
}

/// How many deck-cards and how many arena-cards a card-pool that is drawn has.
const DRAWN: (usize, usize) = (40, 10);

/// A card-pool drawn out of all cards: a hero, and what this hero may have.
pub fn random_deck(card_pool: &CardPool, random: &mut Stream) -> Deck {
    let may = |card: &&Card| !card.definition.test_only && !card.definition.types.is(CardType::Token);
    let mut cards: Vec<&Card> = card_pool.cards().iter().filter(may).collect();
    random.shuffle(&mut cards);
    let (heroes, others): (Vec<&Card>, Vec<&Card>) =
        cards.into_iter().partition(|card| card.definition.types.is(CardType::Hero));
    let mut deck = Deck { name: "Random".to_string(), ..Deck::default() };
    let alone = |card: &Card| Deck { cards: vec![(1, card.name.clone())], ..Deck::default() };
    let hero = heroes.into_iter().find(|hero| check_pool(card_pool, Seat(0), &alone(hero)).is_ok());
    let Some(hero) = hero.map(alone) else { return deck };
    let fits = |card: &&&Card| {
        let both = [hero.cards.clone(), alone(card).cards].concat();
        check_pool(card_pool, Seat(0), &Deck { cards: both, ..Deck::default() }).is_ok()
    };
    let (arena, main): (Vec<&Card>, Vec<&Card>) =
        others.iter().filter(fits).partition(|card| card.definition.types.is_arena_card());
    let taken = main.iter().take(DRAWN.0).chain(arena.iter().take(DRAWN.1));
    deck.cards = hero.cards.iter().cloned().chain(taken.map(|card| (1, card.name.clone()))).collect();
    deck
}
