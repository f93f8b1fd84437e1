//! Arbitrary positions: from the words of a scenario to a state.
//!
//! Zones are listed from the top for a deck and in order of arrival everywhere else. A position begins in the
//! middle of its step, where players get priority; the phases in which nobody does begin there.

use std::collections::BTreeMap;

use duelog_kernel::position::{counters, number, seat, unknown, yes};
use duelog_kernel::setup::{Deck, Placed, Position, PositionPlayer};
use duelog_kernel::{ObjectId, Seat, Seed, SetupError};

use crate::language::definition::{Counter, ZoneKind};
use crate::language::types::{CardType, TypeBox};
use crate::rules::combat::home_of;
use crate::rules::equipping::{slots_of, ways_to_equip};
use crate::rules::game::Derived;
use crate::setup;
use crate::state::card_pool::CardPool;
use crate::state::{Board, Frame, Place, Stage, State, Step, Zone, contains};

/// The turn on which a position is unless it says otherwise: not the first, after which everybody draws
/// (4.4.3f).
const TURN: u32 = 2;

/// The hero of a player for whom a position names none.
pub const STAND_IN: &str = "Nameless Hero";

const TURN_FACTS: &str = "active, number, priority, starting, step";
const PLAYER_FACTS: &str = "actions, chi, life, resources";
const ZONES: &str = "arena, arsenal, banished, deck, graveyard, hand, hero, inventory, pitch, soul";
const CARD_FACTS: &str = "at, controller, counters, damage, down, marked, tapped, up";

/// The card that a position needs beside those that it places: the hero of a player for whom it names none.
pub fn stand_ins(position: &Position) -> Vec<String> {
    let heroless = position.players.iter().any(|player| !player.zones.contains_key("hero"));
    heroless.then(|| STAND_IN.to_string()).into_iter().collect()
}

/// The state of a position.
///
/// # Errors
/// [`SetupError::Position`] with the first fact that is not understood or impossible, and what would be.
pub fn start(card_pool: &CardPool, position: &Position, seed: Seed) -> Result<State, SetupError> {
    let state = build(card_pool, position, seed).map_err(SetupError::Position)?;
    if state.board.turn.step == Step::Opening {
        for (place, player) in position.players.iter().enumerate() {
            setup::check_pool(card_pool, Seat(place as u8), &pool(player))?;
        }
    }
    Ok(state)
}

/// The card-pool of a player at the start of the game.
fn pool(player: &PositionPlayer) -> Deck {
    let mut deck = Deck::default();
    for placed in player.zones.values().flatten() {
        match deck.cards.iter_mut().find(|entry| entry.1 == placed.card) {
            Some(entry) => entry.0 = entry.0.saturating_add(1),
            None => deck.cards.push((1, placed.card.clone())),
        }
    }
    if !player.zones.contains_key("hero") {
        deck.cards.push((1, STAND_IN.to_string()));
    }
    deck
}

fn build(card_pool: &CardPool, position: &Position, seed: Seed) -> Result<State, String> {
    let mut board = setup::table(Step::Action, position.players.len() as u8, seed);
    turn(&mut board, &position.turn)?;
    let mut labels: BTreeMap<&str, ObjectId> = BTreeMap::new();
    for (place, player) in position.players.iter().enumerate() {
        let seat = Seat(place as u8);
        let hero = Zone::Of(ZoneKind::Hero, seat);
        if !player.zones.contains_key("hero") {
            let card = card_pool.find(STAND_IN).ok_or("a position needs heroes: `P1 hero: Bravo`")?;
            setup::put(&mut board, card_pool, card, seat, hero);
        }
        // Heroes first, so that everything else has somebody to belong to.
        let mut zones: Vec<(&String, &Vec<Placed>)> = player.zones.iter().collect();
        zones.sort_by_key(|(name, _)| (name.as_str() != "hero", name.as_str()));
        for (name, cards) in zones {
            for placed in cards {
                let id = place_card(&mut board, card_pool, seat, name, placed).map_err(|fault| {
                    format!("\"{}\" in player {}'s {name}: {fault}", placed.card, place + 1)
                })?;
                if !placed.label.is_empty() && labels.insert(&placed.label, id).is_some() {
                    return Err(format!("the label \"{}\" is already another card's", placed.label));
                }
            }
        }
        // A deck is listed from its top, which is the end of its list.
        if let Some(index) = Zone::Of(ZoneKind::Deck, seat).index() {
            let order: Vec<ObjectId> = board.zones.list(index).iter().rev().copied().collect();
            board.zones.reorder(index, &order);
        }
        if board.zone(hero).len() != 1 {
            return Err(format!("player {} has {} heroes", place + 1, board.zone(hero).len()));
        }
        facts(&mut board, card_pool, seat, player)
            .map_err(|fault| format!("player {}: {fault}", place + 1))?;
    }
    board.frames.push(Frame::Turn);
    // Where another than the turn-player has priority, the turn-player has passed.
    board.turn.passed = if board.turn.priority.is_some_and(|seat| seat != board.turn.active) { 1 } else { 0 };
    if board.turn.step == Step::Opening {
        // The start-of-game procedure begins; what is in inventories is the card-pool beside hero and deck.
        board.turn.number = 0;
        board.frames.push(Frame::Opening { part: 0 });
    } else if board.turn.step == Step::Action {
        board.turn.stage = Stage::Priority;
        board.frames.push(Frame::Priority);
    } else if board.turn.priority.is_some() {
        return Err(format!("nobody has priority in the {} phase", board.turn.step.name()));
    }
    Ok(State { board, before: None })
}

fn turn(board: &mut Board, facts: &BTreeMap<String, String>) -> Result<(), String> {
    let players = board.players.len();
    let turn = &mut board.turn;
    turn.number = TURN;
    for (fact, value) in facts {
        match fact.as_str() {
            "active" => turn.active = seat(value, players)?,
            "starting" => turn.starting = seat(value, players)?,
            "number" => turn.number = number(fact, value)?,
            "priority" => turn.priority = Some(seat(value, players)?),
            "step" => turn.step = step(value)?,
            _ => return Err(unknown("turn", fact, TURN_FACTS)),
        }
    }
    Ok(())
}

fn facts(board: &mut Board, card_pool: &CardPool, seat: Seat, player: &PositionPlayer) -> Result<(), String> {
    let active = board.turn.active == seat && board.turn.step == Step::Action;
    let hero = board.player(seat).hero;
    let own = &mut board.players[usize::from(seat.0)];
    own.actions = u32::from(active);
    for (fact, value) in &player.facts {
        match fact.as_str() {
            "actions" => own.actions = number(fact, value)?,
            "resources" => own.resources = number(fact, value)?,
            "chi" => own.chi = number(fact, value)?,
            "life" => {
                let wanted: i32 = number(fact, value)?;
                if let Some(object) = board.objects.get_mut(hero) {
                    let base = card_pool.card(object.card).definition.life.unwrap_or(0);
                    object.life = wanted.saturating_sub(base);
                }
            }
            _ => return Err(unknown("player", fact, PLAYER_FACTS)),
        }
    }
    Ok(())
}

fn place_card(
    board: &mut Board,
    card_pool: &CardPool,
    seat: Seat,
    zone: &str,
    placed: &Placed,
) -> Result<ObjectId, String> {
    let card = card_pool.find(&placed.card).ok_or("there is no such card")?;
    let types = card_pool.card(card).definition.types;
    let own = |kind| Zone::Of(kind, seat);
    let to = match zone {
        "hero" if types.is(CardType::Hero) => own(ZoneKind::Hero),
        "hero" => return Err("it is not a hero".to_string()),
        "arena" => {
            if !types.becomes_permanent() {
                return Err("it is not a permanent in the arena".to_string());
            }
            Zone::Permanent
        }
        "arsenal" => own(ZoneKind::Arsenal),
        "banished" => own(ZoneKind::Banished),
        "deck" => own(ZoneKind::Deck),
        "graveyard" => own(ZoneKind::Graveyard),
        "hand" => own(ZoneKind::Hand),
        "inventory" => Zone::Inventory(seat),
        "pitch" => own(ZoneKind::Pitch),
        "soul" => own(ZoneKind::Soul),
        _ => return Err(format!("there is no zone \"{zone}\" to place cards in (known: {ZONES})")),
    };
    if types.is(CardType::Token) && !to.is_arena() {
        return Err("a token is nowhere but in the arena".to_string());
    }
    let id = setup::put(board, card_pool, card, seat, to);
    let to = if zone == "arena" { equip(board, card_pool, seat, id, placed.facts.get("at"))? } else { to };
    board.clock += 1;
    let (clock, players) = (board.clock, board.players.len());
    let Some(object) = board.objects.get_mut(id) else { return Ok(id) };
    object.timestamp = clock;
    contains(to, object, &types, &types).map_err(|rule| format!("it cannot be in that zone ({rule})"))?;
    let kinds: Vec<(Counter, &str)> = Counter::all().map(|kind| (kind, kind.name())).collect();
    for (fact, value) in &placed.facts {
        match fact.as_str() {
            "at" if object.equipped != 0 => {}
            "at" => return Err("it is not equipped to anything".to_string()),
            "controller" => object.controller = duelog_kernel::position::seat(value, players)?,
            "counters" => object.counters = counters(value, &kinds)?,
            "damage" => object.life = -number::<i32>(fact, value)?,
            "down" => object.public = !yes(fact, value)?,
            "up" => object.public = yes(fact, value)?,
            "marked" => object.marked = yes(fact, value)?,
            "tapped" => object.tapped = yes(fact, value)?,
            _ => return Err(unknown("card", fact, CARD_FACTS)),
        }
    }
    Ok(id)
}

/// Equips what has just been placed in the arena, if it can be equipped, and says where it is: what is
/// modular to the zone that is named.
fn equip(
    board: &mut Board,
    card_pool: &CardPool,
    seat: Seat,
    id: ObjectId,
    at: Option<&String>,
) -> Result<Zone, String> {
    let mut derived = Derived::default();
    let (sight, _) = derived.listen(board, card_pool);
    // What an effect makes a weapon or an equipment has not been equipped by that.
    let printed = board.get(id).map_or(TypeBox::default(), |object| card_pool.card(object.card).base.types);
    let must = printed.is(CardType::Equipment) || printed.is(CardType::Weapon);
    let ways =
        if must || slots_of(&printed) != (0, 0) { ways_to_equip(&sight, seat, id, &[]) } else { Vec::new() };
    let home = |slots: &u8| home_of(*slots, seat);
    let named = |slots: &&u8| at.is_none_or(|at| home(slots).name().eq_ignore_ascii_case(at));
    let Some(slots) = ways.iter().find(named).copied() else {
        return match at {
            None if !must => Ok(Zone::Permanent),
            None => Err("there is no free zone to equip it to, or nothing beside which it can be equipped"
                .to_string()),
            Some(at) => Err(format!("it cannot be equipped to \"{at}\"")),
        };
    };
    let to = home(&slots);
    if let (Some(from), Some(index)) = (Zone::Permanent.index(), to.index()) {
        board.zones.take(from, id);
        board.zones.put(index, id, Place::Top);
    }
    if let Some(object) = board.objects.get_mut(id) {
        object.zone = to;
        object.from = to;
        object.equipped = slots;
    }
    Ok(to)
}

/// The phases in which a position can begin.
fn step(value: &str) -> Result<Step, String> {
    let wanted = value.trim().to_lowercase();
    [Step::Opening, Step::Start, Step::Action, Step::End]
        .into_iter()
        .find(|step| step.name() == wanted)
        .ok_or_else(|| {
            format!(
                "a position begins in the opening, or in the start, action or end phase, not in \"{value}\""
            )
        })
}
