//! The game in words: what is asked, what an answer would do.

use duelog_kernel::prompt::filled;
use duelog_kernel::{Ask, Item, ObjectId, Request, Viewer};

use crate::language::types::Civilization;
use crate::language::types::Side;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::verb;
use crate::rules::prompt::{Prompt, PromptDetail};
use crate::state::Board;
use crate::state::card_pool::{CardPool, face_and_place};
use crate::words::label::{label, position};
use crate::words::wording::{self, standby_in_words};

/// Returns what a request asks.
pub fn question(board: &Board, card_pool: &CardPool, viewer: Viewer, request: &Request) -> String {
    let Some(prompt) = Prompt::of(request) else { return request.prompt.to_string() };
    let with = |word: &str| {
        let subject = request.subject.map(|id| label(board, card_pool, viewer, id));
        subject.map_or(String::new(), |subject| format!(" {word} {subject}"))
    };
    match prompt.question() {
        Ok(question) => filled(
            question,
            &[("{for it}", &with("for")), ("{of it}", &with("of")), ("{by it}", &with("by"))],
        ),
        Err(PromptDetail::PayMana) => payment(request, &with("for")),
    }
}

/// How many cards must be tapped; those whose mana numbers differ are tapped one after the other (112.2a).
fn payment(request: &Request, of: &str) -> String {
    match &request.ask {
        Ask::Pick { min, .. } if request.rule == rule!("112.2c") => {
            let cards = if *min == 1 { "card".to_string() } else { format!("{min} cards") };
            format!("Which {cards} of your mana zone do you tap{of}?")
        }
        _ => format!("Which card of your mana zone do you tap next{of}?"),
    }
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let label = |id: ObjectId| label(board, card_pool, viewer, id);
    let prompt = request.and_then(Prompt::of);
    match *item {
        Item::Ability(id, place) if prompt == Some(Prompt::LeavingCard) => {
            card_of(sight, id, place).unwrap_or_else(|| label(id))
        }
        Item::Ability(id, place) if prompt == Some(Prompt::Link) => {
            let side = Side::ALL[place as usize & 3].name();
            let (card, whole) = (card_of(sight, id, place >> 2).unwrap_or_default(), label(id));
            // One that is linked with others has a name of all.
            let own = whole.strip_prefix(card.as_str()).is_some_and(|rest| rest.starts_with(" #"));
            if own { format!("{side} {whole}") } else { format!("{side} {card} of {whole}") }
        }
        Item::Pass => match prompt {
            Some(Prompt::Replacement) => "let it happen".to_string(),
            _ => "go on".to_string(),
        },
        Item::Flag(yes) => if yes { "yes" } else { "no" }.to_string(),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if matches!(prompt, Some(Prompt::Shields | Prompt::Fortify)) => {
            format!("shield {id}{}", position(board, id))
        }
        Item::Object(id) => format!("{}{}", label(id), position(board, id)),
        Item::Ability(id, depth) if prompt == Some(Prompt::Rearrange) => {
            let piece = board.get(id).and_then(|object| object.pieces.iter().rev().nth(depth as usize));
            piece.map_or_else(
                || label(id),
                |piece| format!("{} of shield {id}", card_pool.card(piece.card).name),
            )
        }
        Item::Ability(id, place) => match (prompt, place % 4) {
            (Some(Prompt::STrigger), 2) => format!("G-Strike of {}", label(id)),
            (Some(Prompt::STrigger), _) => format!("S-Trigger of {}", label(id)),
            _ => ability(sight, viewer, id, place),
        },
        Item::Mode(mode) => format!("mode {}", u64::from(mode) + 1),
        Item::Number(number) if prompt == Some(Prompt::OrderEffects) => board
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
            Some(Prompt::Attack) => format!("{} attacks {}", label(one), label(other)),
            Some(Prompt::Block) if board.is_attacking(other) => {
                format!("{} blocks {}", label(one), label(other))
            }
            Some(Prompt::Block) => format!("{} guards {}", label(one), label(other)),
            Some(Prompt::SBack | Prompt::SabakiZ) => format!("{} by discarding {}", label(one), label(other)),
            _ => format!("{} and {}", label(one), label(other)),
        },
        Item::PairSeat(id, seat) => format!("{} attacks {seat}", label(id)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}

/// The name of one of the cards of an element.
fn card_of(sight: &Sight<'_>, id: ObjectId, place: u32) -> Option<String> {
    let piece = sight.board.get(id)?.pieces.get(place as usize)?;
    Some(sight.card_pool.card(piece.card).front().definition.name.clone())
}

fn ability(sight: &Sight<'_>, viewer: Viewer, id: ObjectId, number: u32) -> String {
    let name = label(sight.board, sight.card_pool, viewer, id);
    let (face, place) = face_and_place(number);
    let found = sight
        .numbered(id, face, place)
        .and_then(|code| Some((code, sight.card_pool.ability(code.card, code.face, code.ability?)?)));
    match found {
        Some((code, found)) => {
            let of = sight.card_pool.face(code.card, code.face).definition.kind;
            format!("{name}: {}", wording::ability(found, of))
        }
        None => format!("ability {} of {name}", u64::from(place) + 1),
    }
}
