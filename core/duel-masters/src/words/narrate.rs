//! The game in words: what is asked, what an answer would do.

use duelog_kernel::{Ask, Item, ObjectId, Request, Viewer};

use crate::language::types::Civilization;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::verb;
use crate::state::Board;
use crate::state::card_pool::{CardPool, face_and_place};
use crate::words::label::{label, position};
use crate::words::wording::{self, standby_in_words};

/// What a request asks.
pub fn question(board: &Board, card_pool: &CardPool, viewer: Viewer, request: &Request) -> String {
    let of = || {
        request.subject.map_or(String::new(), |id| format!(" for {}", label(board, card_pool, viewer, id)))
    };
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
        "rearrange" => {
            "put the cards of the shields in order, from the top of the first shield on".to_string()
        }
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
    let (board, card_pool) = (sight.board, sight.card_pool);
    let label = |id: ObjectId| label(board, card_pool, viewer, id);
    let prompt = request.map_or("", |request| request.prompt);
    match *item {
        Item::Pass => match prompt {
            "replacement" => "let it happen".to_string(),
            _ => "go on".to_string(),
        },
        Item::Flag(yes) => if yes { "yes" } else { "no" }.to_string(),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == "shields" || prompt == "fortify" => {
            format!("shield {id}{}", position(board, id))
        }
        Item::Object(id) => format!("{}{}", label(id), position(board, id)),
        Item::Ability(id, depth) if prompt == "rearrange" => {
            let piece = board.get(id).and_then(|object| object.pieces.iter().rev().nth(depth as usize));
            piece.map_or_else(
                || label(id),
                |piece| format!("{} of shield {id}", card_pool.card(piece.card).name),
            )
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
            .map_or(number.to_string(), |standby| standby_in_words(board, card_pool, viewer, standby)),
        Item::Number(number) => number.to_string(),
        Item::Symbol(symbol) => Civilization::ALL
            .get(usize::from(symbol))
            .map_or("", |civilization| civilization.name())
            .to_string(),
        Item::Act(used, id) => {
            format!("{} {}", verb::NAMES.get(usize::from(used)).copied().unwrap_or("act with"), label(id))
        }
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

fn ability(sight: &Sight<'_>, viewer: Viewer, id: ObjectId, number: u32) -> String {
    let name = label(sight.board, sight.card_pool, viewer, id);
    let (face, place) = face_and_place(number);
    let found = sight
        .numbered(id, face, place)
        .and_then(|code| sight.card_pool.ability(code.card, code.face, code.ability?));
    match found {
        Some(found) => format!("{name}: {}", wording::ability(found)),
        None => format!("ability {} of {name}", u64::from(place) + 1),
    }
}
