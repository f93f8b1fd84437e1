//! The game in words: what is asked, what an answer would do.

use duelog_kernel::{Item, ObjectId, Request, Seat, Viewer};

use crate::definition::Ability;
use crate::engine::verb;
use crate::eval::Sight;
use crate::library::Library;
use crate::state::{Board, Standby, StandbyKind, Value};
use crate::types::Civilization;
use crate::view::may_know;

mod telling;
pub mod wording;

pub use telling::tell;

/// The name of an object: its top card's, of a twinpact card in the battle zone that of the creature alone (808.4).
pub fn name(board: &Board, library: &Library, id: ObjectId) -> String {
    let Some(object) = board.get(id) else { return "a card that is gone".to_string() };
    let card = library.card(object.top().card);
    if object.zone == crate::state::Zone::Battle { card.front().definition.name.clone() } else { card.name.clone() }
}

/// The name of an object with its id.
pub fn label(board: &Board, library: &Library, id: ObjectId) -> String {
    if board.get(id).is_some() { format!("{} {id}", name(board, library, id)) } else { format!("object {id}") }
}

/// An object, player or number.
pub fn value_in_words(board: &Board, library: &Library, value: Value) -> String {
    match value {
        Value::Object(id) => label(board, library, id),
        Value::Seat(seat) => seat.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Civilization(civilization) => civilization.name().to_string(),
        Value::Race(place) => crate::races::name(place).to_string(),
    }
}

/// What a request asks.
pub fn question(board: &Board, library: &Library, request: &Request) -> String {
    let of = || request.subject.map_or(String::new(), |id| format!(" for {}", label(board, library, id)));
    match request.prompt {
        "charge" => "charge a card or go on".to_string(),
        "main" => "use a card or go on to the attack step".to_string(),
        "attack" => "attack with a creature, or end the attack step".to_string(),
        "block" => "change what is attacked".to_string(),
        "pay-mana" => format!("tap mana{}", of()),
        "no-cost" => format!("pay no cost{}", of()),
        "evolve" => format!("choose what to put the evolution creature on{}", of()),
        "fortify" => format!("choose the shield to fortify{}", of()),
        "cross" => format!("choose the creature{}", of()),
        "order-effects" => "choose which effect is resolved next".to_string(),
        "declare" => "declare abilities of cards in the hand".to_string(),
        "replacement" => "choose what happens instead".to_string(),
        "instead" => "choose the card that takes the other's place".to_string(),
        "may" => format!("do it or not{}", of()),
        "choose-mode" => format!("choose a mode{}", of()),
        "choose" => "choose".to_string(),
        "choose-race" => "choose a race".to_string(),
        "choose-civilization" => "choose a civilization".to_string(),
        "choose-number" => "choose a number".to_string(),
        "rearrange" => "put the cards of the shields in order, from the top of the first shield on".to_string(),
        "judge-cost" => format!("choose the cost that counts{}", of()),
        "offering" => format!("choose what to use up{}", of()),
        "discard" => "discard cards".to_string(),
        "search" => "choose what to find".to_string(),
        "order-cards" => "put the cards in order, the top one first".to_string(),
        "silent-skill" => "leave creatures tapped to use their silent skills".to_string(),
        "g-strike" => "choose the creature that cannot attack this turn".to_string(),
        "breaker" => format!("choose how many shields are broken{}", of()),
        "shields" => format!("choose the shields to break{}", of()),
        "s-trigger" => "declare S-Triggers and G-Strikes".to_string(),
        "s-back" => "declare S-Backs".to_string(),
        "sabaki-z" => "declare Sabaki Z".to_string(),
        other => other.to_string(),
    }
}

/// An item in words.
pub fn describe(sight: &Sight<'_>, request: Option<&Request>, item: &Item) -> String {
    let (board, library) = (sight.board, sight.library);
    // Who is asked must not learn from the options what a card is that this player may not know.
    let known = |id: ObjectId| request.is_none_or(|request| may_know(board, Viewer::Seat(request.seat), id));
    let label = |id: ObjectId| if known(id) { label(board, library, id) } else { format!("a card {id}{}", position(board, id)) };
    let prompt = request.map_or("", |request| request.prompt);
    match *item {
        Item::Pass => match prompt {
            "replacement" => "let it happen".to_string(),
            _ => "go on".to_string(),
        },
        Item::Flag(yes) => if yes { "yes" } else { "no" }.to_string(),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == "shields" || prompt == "fortify" => format!("shield {id}{}", position(board, id)),
        Item::Object(id) => label(id),
        Item::Ability(id, depth) if prompt == "rearrange" => {
            let piece = board.get(id).and_then(|object| object.pieces.iter().rev().nth(usize::from(depth)));
            piece.map_or_else(|| label(id), |piece| format!("{} of shield {id}", library.card(piece.card).name))
        }
        Item::Ability(id, place) => match (prompt, place % 4) {
            ("s-trigger", 2) => format!("G-Strike of {}", label(id)),
            ("s-trigger", _) => format!("S-Trigger of {}", label(id)),
            _ => ability(sight, id, place),
        },
        Item::Mode(mode) => format!("mode {}", u32::from(mode) + 1),
        Item::Number(number) if prompt == "order-effects" => {
            board.standby.iter().find(|standby| standby.id == number).map_or(number.to_string(), |standby| standby_in_words(board, library, standby))
        }
        Item::Number(number) => number.to_string(),
        Item::Symbol(symbol) => Civilization::ALL.get(usize::from(symbol)).map_or("", |civilization| civilization.name()).to_string(),
        Item::Act(used, id) => format!("{} {}", verb::NAMES.get(usize::from(used)).copied().unwrap_or("act with"), label(id)),
        Item::Pair(one, other) => match prompt {
            "attack" => format!("{} attacks {}", label(one), label(other)),
            "block" if board.is_attacking(other) => format!("{} blocks {}", label(one), label(other)),
            "block" => format!("{} guards {}", label(one), label(other)),
            "s-back" | "sabaki-z" => format!("{} by discarding {}", label(one), label(other)),
            _ => format!("{} and {}", label(one), label(other)),
        },
        Item::PairSeat(id, seat) => format!("{} attacks {seat}", label(id)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}

fn position(board: &Board, id: ObjectId) -> String {
    let seats = [Seat(0), Seat(1)];
    let place = seats.into_iter().find_map(|seat| board.shields(seat).position(|other| other == id));
    place.map_or(String::new(), |place| format!(" (number {})", place + 1))
}

fn ability(sight: &Sight<'_>, id: ObjectId, place: u8) -> String {
    let name = label(sight.board, sight.library, id);
    let Some(object) = sight.object(id) else { return name };
    match sight.library.ability(object.top().card, place / 32, place % 32) {
        Some(found) => format!("{name}: {}", wording::ability(found)),
        None => format!("ability {} of {name}", u32::from(place) + 1),
    }
}

/// An effect on standby in words.
pub fn standby_in_words(board: &Board, library: &Library, standby: &Standby) -> String {
    let source = label(board, library, standby.source);
    match &standby.kind {
        StandbyKind::Ability(code) => {
            let found: Option<&Ability> = code.ability.and_then(|place| library.ability(code.card, code.face, place));
            format!("{source}: {}", found.map_or_else(String::new, wording::ability))
        }
        StandbyKind::Delayed(..) => format!("later effect of {source}"),
        StandbyKind::Use(_) => format!("use {source} for no cost"),
        StandbyKind::GStrike => format!("G-Strike of {source}"),
        StandbyKind::Slayer => format!("slayer of {source}"),
    }
}
