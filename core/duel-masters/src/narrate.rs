//! The game in words: what is asked, what an answer would do.

use duelog_kernel::{Ask, Item, ObjectId, Request, Seat, Viewer};

use crate::definition::Ability;
use crate::engine::verb;
use crate::eval::Sight;
use crate::happening::face_and_place;
use crate::library::Library;
use crate::rule;
use crate::state::{Board, Standby, StandbyKind, Value, Zone};
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

/// The name of an object with its id, for a viewer who may know it.
pub fn label(board: &Board, library: &Library, viewer: Viewer, id: ObjectId) -> String {
    duelog_kernel::view::label(id, board.get(id).map(|_| may_know(board, viewer, id)), || name(board, library, id))
}

/// What everybody sees of a card that not everybody may know: which shield it is.
pub fn unknown(board: &Board, id: ObjectId) -> String {
    let kind = if board.get(id).is_some_and(|object| matches!(object.zone, Zone::Shield(_))) { "shield" } else { "card" };
    format!("{kind} {id}{}", position(board, id))
}

/// An object, player or number.
pub fn value_in_words(board: &Board, library: &Library, viewer: Viewer, value: Value) -> String {
    match value {
        Value::Object(id) => label(board, library, viewer, id),
        Value::Seat(seat) => seat.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Civilization(civilization) => civilization.name().to_string(),
        Value::Race(place) => crate::races::name(place).to_string(),
    }
}

/// What a request asks.
pub fn question(board: &Board, library: &Library, viewer: Viewer, request: &Request) -> String {
    let of = || request.subject.map_or(String::new(), |id| format!(" for {}", label(board, library, viewer, id)));
    match request.prompt {
        "charge" => "charge a card or go on".to_string(),
        "main" => "use a card or go on to the attack step".to_string(),
        "attack" => "attack with a creature, or end the attack step".to_string(),
        "block" => "change what is attacked".to_string(),
        "pay-mana" => payment(request, &of()),
        "no-cost" => format!("pay no cost{}", of()),
        "put-next" => "choose which card is put into the battle zone next".to_string(),
        "use-next" => "choose which card is used next".to_string(),
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

/// How many cards must be tapped; those whose mana numbers differ are tapped one after the other (112.2a).
fn payment(request: &Request, of: &str) -> String {
    match &request.ask {
        Ask::Pick { min, .. } if request.rule == rule!("112.2c") => {
            format!("tap exactly {min} card{} of your mana zone{of}", if *min == 1 { "" } else { "s" })
        }
        _ => format!("tap the next card of your mana zone{of}"),
    }
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, library) = (sight.board, sight.library);
    let label = |id: ObjectId| label(board, library, viewer, id);
    let prompt = request.map_or("", |request| request.prompt);
    match *item {
        Item::Pass => match prompt {
            "replacement" => "let it happen".to_string(),
            _ => "go on".to_string(),
        },
        Item::Flag(yes) => if yes { "yes" } else { "no" }.to_string(),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == "shields" || prompt == "fortify" => format!("shield {id}{}", position(board, id)),
        Item::Object(id) => format!("{}{}", label(id), position(board, id)),
        Item::Ability(id, depth) if prompt == "rearrange" => {
            let piece = board.get(id).and_then(|object| object.pieces.iter().rev().nth(depth as usize));
            piece.map_or_else(|| label(id), |piece| format!("{} of shield {id}", library.card(piece.card).name))
        }
        Item::Ability(id, place) => match (prompt, place % 4) {
            ("s-trigger", 2) => format!("G-Strike of {}", label(id)),
            ("s-trigger", _) => format!("S-Trigger of {}", label(id)),
            _ => ability(sight, viewer, id, place),
        },
        Item::Mode(mode) => format!("mode {}", u64::from(mode) + 1),
        Item::Number(number) if prompt == "order-effects" => board
            .standby
            .iter()
            .find(|standby| standby.id == number)
            .map_or(number.to_string(), |standby| standby_in_words(board, library, viewer, standby)),
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

fn ability(sight: &Sight<'_>, viewer: Viewer, id: ObjectId, number: u32) -> String {
    let name = label(sight.board, sight.library, viewer, id);
    let Some(object) = sight.object(id) else { return name };
    let (face, place) = face_and_place(number);
    match sight.library.ability(object.top().card, face, place) {
        Some(found) => format!("{name}: {}", wording::ability(found)),
        None => format!("ability {} of {name}", u64::from(place) + 1),
    }
}

/// An effect on standby in words.
pub fn standby_in_words(board: &Board, library: &Library, viewer: Viewer, standby: &Standby) -> String {
    let source = label(board, library, viewer, standby.source);
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
