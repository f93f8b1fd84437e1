//! The start of a match from decks, and its end in words.

mod commander;
mod supplements;

use std::collections::BTreeMap;

use duelog_kernel::deck::Beside;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Agreement, Deck};
use duelog_kernel::zone::Place;
use duelog_kernel::{ObjectId, Outcome, Rng, RuleId, Seat, Seed, SetupError};

use crate::language::definition::Definition;
use crate::language::mana::{Color, Colors};
use crate::language::subtypes::BASIC_LANDS;
use crate::language::types::{CardType, Supertype};
use crate::rules::game::Magic;
use crate::state::card_pool::{CardPool, DEPLOY, UNSEEN};
use crate::state::{
    Board, CardId, Commander, Conspiracy, EndingKind, Frame, Loss, Object, Opening, Permanent, State, Step,
    Terms, Vanguard, Variant, Zone, deploys,
};
pub use crate::state::{SEATS, SEATS_MAX, TERMS};
use crate::{cite, rule};
pub use supplements::give_dice;

/// The fewest cards of a constructed deck (100.2a).
pub const DECK_SIZE_MIN: u32 = 60;

/// The fewest cards of a limited deck (100.2b).
pub const LIMITED_SIZE_MIN: u32 = 40;

/// The most cards of one name other than basic lands (100.2a).
pub const COPIES_MAX: u32 = 4;

/// The most cards of a sideboard in constructed play (100.4a).
pub const SIDEBOARD_MAX: u32 = 15;

/// How many of the cards of a random deck are lands.
const LANDS: u32 = 17;

/// How many conspiracies stand beside a random deck.
const CONSPIRACIES: usize = 2;

/// How many of them can be others than basic ones.
const SPECIAL_LANDS: u32 = 3;

/// The definitions that a match on such terms needs, whatever the decks hold.
pub fn brought_by(terms: &BTreeMap<String, String>) -> Vec<String> {
    let deploys = deploys(terms).then_some(DEPLOY);
    let conspires = (Variant::of(terms) == Variant::Conspiracy).then_some(UNSEEN);
    deploys.into_iter().chain(conspires).map(str::to_string).collect()
}

/// An empty table for these seats in the given step, on which nothing has begun.
pub fn table(step: Step, seats: u8, seed: Seed) -> Board {
    Board::new(step, seats, Rng::new(seed))
}

/// Puts a new object on top of a zone and tells its id.
pub fn put(board: &mut Board, card: CardId, owner: Seat, zone: Zone, token: bool) -> ObjectId {
    let id = board.next_id();
    cite!("108.3");
    let object = Object {
        id,
        card,
        owner,
        controller: owner,
        zone,
        copy: None,
        timestamp: 0,
        token,
        permanent: Permanent::default(),
        stack: None,
        last: None,
        became: None,
        face: None,
        down: None,
        melded: None,
        also: None,
    };
    board.objects.put(id, object);
    if let Some(index) = zone.index() {
        board.zones.put(index, id, Place::Top);
    }
    id
}

/// The state before anything has happened: every deck a library in the order of its list. All draws of chance
/// are left to events.
///
/// # Errors
/// [`SetupError::UnknownCard`] when the card pool lacks a card, [`SetupError::Terms`] when the terms of the table do
/// not fit.
pub fn start(
    card_pool: &CardPool,
    decks: &[Deck],
    agreed: &Agreement,
    seed: Seed,
) -> Result<State, SetupError> {
    let seats = decks.len() as u8;
    let mut board = table(Step::Opening, seats, seed);
    let mut terms = Terms::read(&agreed.terms, seats, card_pool.revision).map_err(SetupError::Terms)?;
    terms.chosen_by(agreed.chooser(decks.len())?).map_err(SetupError::Terms)?;
    board.agree(terms);
    let variant = board.terms.variant;
    let commands = variant.has_commanders();
    let mut place = |seat: Seat, (count, name): &(u16, String), zone: Zone| {
        let card = card_pool
            .find(name)
            .ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        if variant == Variant::Conspiracy && card_pool.card(card).definition.is_conspiracy() {
            for _ in 0..*count {
                conspire(&mut board, card_pool, seat, card);
            }
            return Ok(());
        }
        for _ in 0..*count {
            put(&mut board, card, seat, zone, false);
            if zone == Zone::Command {
                command(&mut board, card_pool, seat, card);
            }
        }
        Ok(())
    };
    for (seat, deck) in (0..seats).map(Seat).zip(decks) {
        cite!("401.1");
        deck.cards.iter().try_for_each(|entry| place(seat, entry, Zone::Library(seat)))?;
        let beside = if commands || variant == Variant::Vanguard {
            // The commanders come out of the decks before these are shuffled.
            cite!("103.1b", "702.123b", "902.3", "903.6");
            Zone::Command
        } else {
            cite!("400.10a");
            Zone::Outside(seat)
        };
        let kept = deck.sideboard.iter().filter(|entry| !supplements::is_one(card_pool, &entry.1));
        kept.clone().try_for_each(|entry| place(seat, entry, beside))?;
    }
    supplements::lay_out(&mut board, card_pool, decks)?;
    board.frames = vec![Frame::Turn, Frame::Opening(Opening::Shuffle)];
    Ok(State::of(board))
}

/// A conspiracy begins the game in the command zone; face down where a name is chosen for it in secret.
pub fn conspire(board: &mut Board, card_pool: &CardPool, seat: Seat, card: CardId) -> ObjectId {
    let id = put(board, card, seat, Zone::Command, false);
    let names = card_pool.card(card).definition.agenda;
    let unseen = card_pool.find(UNSEEN).unwrap_or_default();
    let conspiracy = Conspiracy { card, names, unseen };
    cite!("109.4e");
    if let Some(object) = board.objects.get_mut(id) {
        object.down = conspiracy.down(seat);
    }
    board.conspires(seat, conspiracy);
    id
}

/// A card that begins the game in the command zone is its player's commander, or the player's vanguard.
fn command(board: &mut Board, card_pool: &CardPool, seat: Seat, card: CardId) {
    // Its owner and controller is who begins the game with it there.
    cite!("109.4c", "311.5", "902.6");
    // It got its timestamp before everything else.
    cite!("613.6h");
    match card_pool.card(card).definition.vanguard {
        Some((hand, life)) => board.fight_for(seat, Vanguard { card, hand, life }),
        None => board.players[usize::from(seat.0)].commanders.push(Commander { card, casts: 0 }),
    }
}

/// Whether a deck may be played in a constructed game (100.2a), or a limited one (100.2b).
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first fault.
pub fn check_deck(
    card_pool: &CardPool,
    seat: Seat,
    deck: &Deck,
    agreed: &Agreement,
) -> Result<(), SetupError> {
    let illegal = |why: String, rule: RuleId| SetupError::IllegalDeck { seat, why, rule };
    let variant = Variant::of(&agreed.terms);
    if variant.has_commanders() {
        are_cards(card_pool, seat, deck, agreed)?;
        return commander::check(card_pool, seat, deck, variant);
    }
    let total = deck.total();
    let limited = agreed.limited || variant == Variant::Conspiracy;
    let (kind, least, rule) = if limited {
        ("limited", LIMITED_SIZE_MIN, rule!("100.2b"))
    } else {
        ("constructed", DECK_SIZE_MIN, rule!("100.2a"))
    };
    if total < least {
        return Err(illegal(format!("it has {total} cards, a {kind} deck has {least} at least"), rule));
    }
    supplements::check(card_pool, seat, deck, agreed)?;
    // What a limited deck leaves over of the card pool stands beside it, however much that is.
    if variant == Variant::Vanguard {
        commander::check_vanguard(card_pool, seat, deck)?;
    }
    cite!("100.4", "100.4b");
    if limited && variant == Variant::TwoHeadedGiant {
        // Which of the two has the cards that the team leaves over is theirs to say.
        cite!("100.4c");
    } else if limited && agreed.terms.contains_key("teams") {
        cite!("100.4d");
    }
    let beside = deck.beside() - supplements::count(card_pool, deck);
    if beside > SIDEBOARD_MAX && !limited {
        let why = format!("its sideboard has {beside} cards, no more than {SIDEBOARD_MAX} are allowed");
        return Err(illegal(why, rule!("100.4a")));
    }
    // The rules name no greatest size; a setup that is too large for this engine was refused before
    // (`bounds::SETUP_OBJECTS`).
    cite!("100.5");
    for card in are_cards(card_pool, seat, deck, agreed)? {
        let name = &card.name;
        let basic = card.types.is_super(Supertype::Basic) && card.types.is(CardType::Land);
        let copies = deck.copies(name);
        cite!("112.6m");
        if copies > COPIES_MAX && !basic && !card.any_number && !limited {
            let beside = deck.sideboard.iter().any(|entry| entry.1 == *name);
            let rule = if beside { rule!("100.4a") } else { rule!("100.2a") };
            let why = format!("it has {copies} of \"{name}\", no more than {COPIES_MAX} are allowed");
            return Err(illegal(why, rule));
        }
    }
    Ok(())
}

/// The definitions of a deck's cards, all allowed in decks.
///
/// # Errors
/// [`SetupError::IllegalDeck`] with the first that no deck may have.
fn are_cards<'c>(
    card_pool: &'c CardPool,
    seat: Seat,
    deck: &Deck,
    agreed: &Agreement,
) -> Result<Vec<&'c Definition>, SetupError> {
    let illegal = |why: String| Err(SetupError::IllegalDeck { seat, why, rule: rule!("100.2a") });
    let mut cards = Vec::new();
    for (_, name) in deck.all() {
        let card = card_pool.find(name).map(|id| &card_pool.card(id).definition);
        let card = card.ok_or_else(|| SetupError::UnknownCard { name: name.clone(), hint: String::new() })?;
        if card.token {
            return illegal(format!("\"{name}\" is a token, not a card"));
        }
        if !card.face_of.is_empty() {
            let whole = &card.face_of;
            return illegal(format!("\"{name}\" is a face of \"{whole}\", not a card"));
        }
        let beside =
            Variant::of(&agreed.terms) == Variant::Vanguard && deck.cards.iter().all(|own| own.1 != *name);
        if card.vanguard.is_some() && !beside {
            return illegal(format!("\"{name}\" is a vanguard, and stands in no deck"));
        }
        if card.types.is_supplementary() && deck.cards.iter().any(|own| own.1 == *name) {
            return illegal(format!("\"{name}\" stands in a planar deck or a scheme deck, and in no other"));
        }
        let conspires =
            Variant::of(&agreed.terms) == Variant::Conspiracy && deck.cards.iter().all(|own| own.1 != *name);
        if card.is_conspiracy() && !conspires {
            let why = format!("\"{name}\" is a conspiracy: it stands beside a deck, in that variant alone");
            return Err(SetupError::IllegalDeck { seat, why, rule: rule!("313.3") });
        }
        if card.test_only {
            return illegal(format!("\"{name}\" exists only for tests: positions may use it, decks may not"));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// True if a deck may have a card at all.
fn stands_in_decks(card: &Definition) -> bool {
    !card.token && !card.test_only && card.face_of.is_empty() && !card.stands_in_command()
}

/// How many cards a deck and its sideboard have (100.2, 100.4).
pub fn beside(agreed: &Agreement) -> Beside {
    let variant = Variant::of(&agreed.terms);
    if variant.has_commanders() {
        // Two commanders stand beside the deck at most.
        return Beside { deck: commander::size(variant) - 2, most: Some(2) };
    }
    if supplements::are_used(agreed) {
        let deck = if agreed.limited { LIMITED_SIZE_MIN } else { DECK_SIZE_MIN };
        return Beside { deck, most: None };
    }
    match agreed.limited || variant == Variant::Conspiracy {
        true => Beside { deck: LIMITED_SIZE_MIN, most: None },
        false => Beside { deck: DECK_SIZE_MIN, most: Some(SIDEBOARD_MAX) },
    }
}

/// A deck as the variant wants it.
pub fn random_deck(card_pool: &CardPool, agreed: &Agreement, random: &mut Stream) -> Deck {
    let variant = Variant::of(&agreed.terms);
    let mut deck = if variant.has_commanders() {
        commander::random(card_pool, variant, random)
    } else {
        random_limited(card_pool, random)
    };
    if variant == Variant::Conspiracy {
        let of = card_pool.cards().iter().map(|card| &card.definition).filter(|card| card.is_conspiracy());
        let mut of: Vec<&Definition> = of.collect();
        random.shuffle(&mut of);
        deck.sideboard = of.into_iter().take(CONSPIRACIES).map(|card| (1, card.name.clone())).collect();
    }
    supplements::add_random(card_pool, agreed, &mut deck, random);
    deck
}

/// A limited deck of one to three colours: cards that these colours can pay for, and lands for them.
fn random_limited(card_pool: &CardPool, random: &mut Stream) -> Deck {
    let mut colors = Color::ALL;
    random.shuffle(&mut colors);
    let colors = &colors[..[1, 2, 2, 3][random.below(4) as usize]];
    let within = Colors::of(colors);
    let may = |card: &&Definition| stands_in_decks(card);
    let is_basic = |card: &&Definition| card.types.is_super(Supertype::Basic);
    let fits = |card: &&Definition| {
        let names = card.faces.names().into_iter().filter_map(|name| card_pool.find(name));
        let faces = names.map(|id| &card_pool.card(id).definition).map(|face| face.cost.colors());
        faces.fold(card.cost.colors(), Colors::with).with(within).count() == within.count()
    };
    let cards = || card_pool.cards().iter().map(|card| &card.definition).filter(may);
    let (lands, spells): (Vec<&Definition>, Vec<&Definition>) =
        cards().filter(|card| !is_basic(card) && fits(card)).partition(|card| card.types.is(CardType::Land));
    let mut names: Vec<String> = Vec::new();
    let mut take = |of: &[&Definition], count: u32, random: &mut Stream| {
        names.extend((0..count).filter_map(|_| random.one_of(of)).map(|card| card.name.clone()));
    };
    let special = random.below(SPECIAL_LANDS + 1);
    take(&spells, LIMITED_SIZE_MIN - LANDS, random);
    take(&lands, special, random);
    for (place, color) in (0..LANDS - special).zip(colors.iter().cycle()) {
        let kind = BASIC_LANDS[*color as usize];
        let basics: Vec<&Definition> =
            cards().filter(|card| is_basic(card) && card.types.has(kind)).collect();
        // The first of each kind is the plain one, however its snow-covered kin is called.
        let plain = basics.iter().find(|card| card.name == kind.name());
        match plain.filter(|_| place % 8 != 7) {
            Some(plain) => take(&[*plain], 1, random),
            None => take(&basics, 1, random),
        }
    }
    names.sort();
    let mut deck = Deck { name: "Random".to_string(), ..Deck::default() };
    for name in names {
        match deck.cards.last_mut().filter(|entry| entry.1 == name) {
            Some(entry) => entry.0 += 1,
            None => deck.cards.push((1, name)),
        }
    }
    deck
}

impl Magic {
    /// How the match ended, if it has (104.1).
    pub fn ending(&self, board: &Board) -> Option<Outcome> {
        let ending = board.ending.as_ref()?;
        // A team wins as a whole (104.2c), also by its emperor (104.2d, 809.5a).
        cite!("104.2d", "809.5a");
        let winners: Vec<Seat> = ending.winner.map_or(Vec::new(), |winner| {
            board.seats().into_iter().filter(|seat| !board.are_opponents(winner, *seat)).collect()
        });
        let (reason, rule) = match ending.why {
            EndingKind::LastStanding(loss) => {
                let (why, rule) = loss_in_words(loss);
                let losers: Vec<Seat> =
                    board.seats().into_iter().filter(|seat| !winners.contains(seat)).collect();
                let lost = |seat: &Seat| match board.player(*seat).lost {
                    Some(own) if board.is_multiplayer() => format!("{seat} {}", loss_in_words(own).0),
                    Some(_) | None => seat.to_string(),
                };
                let losers: Vec<String> = losers.iter().map(lost).collect();
                let why = if board.is_multiplayer() { String::new() } else { format!(" {why}") };
                let by = if board.terms.team > 0 { rule!("104.2c") } else { rule!("104.2a") };
                (format!("{}{why}, so nobody else is left in the game ({by})", losers.join(", ")), rule)
            }
            EndingKind::Effect => {
                let rule = if ending.winner.is_some() { rule!("104.2b") } else { rule!("104.4c") };
                ("an effect says so".to_string(), rule)
            }
            EndingKind::AllLost => ("all players lost at the same time".to_string(), rule!("104.4a")),
            EndingKind::Loop => ("a loop of actions that nobody can stop".to_string(), rule!("104.4b")),
            EndingKind::Bound(bound) => (bound.to_string(), rule!("104.1")),
        };
        Some(Outcome { winners, reason, rule: rule.number().to_string() })
    }
}

fn loss_in_words(loss: Loss) -> (&'static str, RuleId) {
    match loss {
        Loss::Conceded => ("conceded", rule!("104.3a")),
        Loss::Life => ("has no life left", rule!("104.3b")),
        Loss::EmptyLibrary => ("was to draw from an empty library", rule!("104.3c")),
        Loss::Poison => ("has ten or more poison counters", rule!("104.3d")),
        Loss::Effect => ("loses by an effect", rule!("104.3e")),
        Loss::Team => ("lost with the emperor", rule!("809.5b")),
        Loss::Drawn => ("drew", rule!("104.4e")),
        Loss::TeamLife => ("has no life left in the team", rule!("810.8c")),
        Loss::TeamPoison => ("has too many poison counters in the team", rule!("810.8d")),
        Loss::Mate => ("lost with a teammate", rule!("810.8a")),
        Loss::Commander => ("was dealt 21 or more combat damage by one commander", rule!("104.3j")),
    }
}
