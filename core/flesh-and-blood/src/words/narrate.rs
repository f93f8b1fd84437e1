//! The game in words: what is asked, what an answer would do, what happened.

use duelog_kernel::{Item, ObjectId, Request, Viewer};

use crate::rules::eval::Sight;
use crate::rules::game::verb;
use crate::rules::playing::declaring;
use crate::state::library::Library;
use crate::state::{Board, CardId, CodeRef, EffectKey, Frame, LayerKind, Places, Waiting};
use crate::words::label::label;

mod condition;
mod phrase;
pub mod reading;
mod telling;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod wording;

pub use telling::tell;
use terms::Wording;

/// What the code of an ability does.
pub fn code_in_words(library: &Library, code: CodeRef) -> String {
    let words = Wording::of(library.card(code.card));
    match library.ability(code) {
        Some(ability) => words.ability(ability),
        None if code.place == Places::RESOLVE => {
            library.resolve(code).map_or("nothing".to_string(), |resolve| words.resolve(resolve))
        }
        None => "an ability".to_string(),
    }
}

/// A triggered-layer that waits.
fn waiting_in_words(board: &Board, library: &Library, viewer: Viewer, waiting: &Waiting) -> String {
    let (source, code) = match waiting.kind {
        LayerKind::Card => return library.name(waiting.card).to_string(),
        LayerKind::Activated(source, code)
        | LayerKind::Triggered(source, code)
        | LayerKind::Delayed(source, code, _) => (source, code),
    };
    format!(
        "the effect of {} that triggered: {}",
        label(board, library, viewer, source),
        code_in_words(library, code)
    )
}

/// A replacement or prevention effect.
fn effect_in_words(board: &Board, library: &Library, viewer: Viewer, key: EffectKey) -> String {
    match key {
        EffectKey::Own(id, ..) => format!("effect of {} on itself", label(board, library, viewer, id)),
        EffectKey::Lasting(id) => match board.effects.iter().find(|lasting| lasting.id == id) {
            Some(lasting) => format!("effect of {}", label(board, library, viewer, lasting.source)),
            None => "an effect".to_string(),
        },
        EffectKey::Ability(id, code) => {
            format!("{} ({})", code_in_words(library, code), label(board, library, viewer, id))
        }
    }
}

/// How many points are still to be had for what is being paid.
fn missing(board: &Board) -> String {
    let Some(Frame::Paying { seat, resources, chi, .. }) = board.frames.last() else { return String::new() };
    let player = board.player(*seat);
    let chi_missing = chi.saturating_sub(player.chi);
    // Chi points pay for resource points too (1.14.2d).
    let spare = player.chi.saturating_sub(*chi);
    let resources_missing = resources.saturating_sub(player.resources.saturating_add(spare));
    let part = |count: u32, what: &str| {
        (count > 0).then(|| format!("{count} {what} point{}", if count == 1 { "" } else { "s" }))
    };
    let parts: Vec<String> =
        [part(chi_missing, "chi"), part(resources_missing, "resource")].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" ({} missing)", parts.join(" and ")) }
}

/// The question of a request in words.
pub fn question(board: &Board, library: &Library, viewer: Viewer, request: &Request) -> String {
    let subject = request.subject.map_or("it".to_string(), |id| label(board, library, viewer, id));
    let number = request.ask.amount_in_words();
    match request.prompt {
        "first-player" => "Who takes the first turn?".to_string(),
        "equipment" => "Which weapons and equipment do you start with?".to_string(),
        "start-in-arena" => {
            format!("Which cards start the game in the arena, as {subject} allows ({number})?")
        }
        "equip-to" => format!("Where do you equip {subject}?"),
        "afflict" => "Under which opponent's control does it enter the arena?".to_string(),
        "defend-for" => "Which attack-target does it defend?".to_string(),
        "target-order" => "In which order do cards defend your attack-targets?".to_string(),
        "ceasing-zone" => "Which of these cards go with the zones that are no more?".to_string(),
        "name-card" => "Which name do you declare?".to_string(),
        "priority" => "You have priority. What do you do?".to_string(),
        "choose-side" => format!("Which side of {subject} do you play?"),
        "choose-x" => format!("Which number is X for {subject} ({number})?"),
        "instead-of-cost" => format!("What do you pay for {subject} instead of its cost, if anything?"),
        "cost-order" => format!("In which order do you pay the costs of {subject}?"),
        "optional-cost" => format!("Do you pay the additional cost of {subject}?"),
        "as-instant" => format!("Do you play {subject} as an instant?"),
        "choose-mode" => format!("Which modes of {subject} ({number})?"),
        "choose-targets" => format!("What does {subject} target ({number})?"),
        "attack-target" => format!("What does {subject} attack?"),
        "pay-pitch" => format!("Which card do you pitch for {subject}{}?", missing(board)),
        "may" => format!("Do what {subject} lets you do?"),
        "may-pay" => format!("Do you pay for {subject}?"),
        "choose-part" => format!("Which do you choose for {subject}?"),
        "choose" => format!("Which do you choose ({number})?"),
        "order" => "In which order, the first first, or on top?".to_string(),
        "new-target" => "What is the new target?".to_string(),
        "search" => format!("Which cards do you find ({number})?"),
        "defenders" => format!("Which cards defend against {subject}, in order?"),
        "arsenal" => "Which card do you put into your arsenal, if any?".to_string(),
        "pitch-order" => {
            "In which order do the pitched cards go to the bottom of your deck, the first first?".to_string()
        }
        "opt" => "Which of these cards go to the bottom of your deck, the first first?".to_string(),
        "opt-top" => "In which order do the others lie on top of your deck, the first on top?".to_string(),
        "charge" => "Which card do you charge?".to_string(),
        "distribute" => format!("How do you distribute the {number} counters?"),
        "reload" => "Which card do you put into your arsenal, if any?".to_string(),
        "cost-discard" => format!("Which cards do you discard ({number})?"),
        "cost-reveal" => format!("Which cards do you reveal ({number})?"),
        "cost-bottom" => format!("Which cards go to the bottom of your deck ({number})?"),
        "cost-banish" => format!("Which cards do you banish ({number})?"),
        "first-triggers" => "Who adds triggered-layers to the stack first?".to_string(),
        "let-trigger" => format!("Do you show {subject} and let its effect trigger?"),
        "order-triggers" => "Which of your triggered-layers goes to the stack next?".to_string(),
        "first-replacement" => "Who applies effects first?".to_string(),
        "order-effects" => format!("Which effect applies to {subject} next?"),
        "divide-prevention" => format!("How do you divide the {number} damage that is prevented?"),
        "replacement" => format!("Which effect applies to what happens to {subject}?"),
        other => format!("{}?", other.replace('-', " ")),
    }
}

/// The cost that a choice among costs names: an alternative one, or one of those that are put in an order.
fn cost_in_words(sight: &Sight<'_>, request: Option<&Request>, place: u32) -> Option<String> {
    let request = request?;
    let object = sight.object(request.subject?)?;
    let words = Wording::of(sight.library.card(object.card));
    match request.prompt {
        "instead-of-cost" => {
            let alternatives = &sight.library.card(object.card).definition.alternatives;
            Some(
                alternatives
                    .get(place as usize)
                    .map_or("twice its base cost".to_string(), |costs| words.costs(costs)),
            )
        }
        "choose-side" => {
            let sides = sight.library.sides(object.card);
            let name = |side: &CardId| sight.library.name(*side).to_string();
            Some(
                sides
                    .get(place as usize)
                    .map_or_else(|| format!("both {}", sight.library.name(object.card)), name),
            )
        }
        "cost-order" => {
            let costs = declaring::effect_costs(sight.library, object, object.layer.as_deref()?);
            costs.get(place as usize).map(|cost| words.costs(std::slice::from_ref(&cost.1)))
        }
        _ => None,
    }
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, library) = (sight.board, sight.library);
    let label = |id: ObjectId| label(board, library, viewer, id);
    let prompt = request.map_or("", |request| request.prompt);
    match *item {
        Item::Pass => "pass".to_string(),
        Item::Flag(true) if prompt == "instead-of-cost" => "pay nothing".to_string(),
        Item::Flag(false) if prompt == "instead-of-cost" => "pay its own cost".to_string(),
        Item::Flag(true) => "yes".to_string(),
        Item::Flag(false) => (if prompt == "pay-pitch" { "take it back" } else { "no" }).to_string(),
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == "replacement" => format!("effect of {} on itself", label(id)),
        Item::Object(id) => label(id),
        Item::Ability(id, place) if prompt == "replacement" => {
            let code = sight.properties(id).and_then(|own| {
                own.abilities
                    .iter()
                    .find(|code| code.number() == place && library.replacement(**code).is_some())
            });
            code.map_or_else(
                || label(id),
                |code| effect_in_words(board, library, viewer, EffectKey::Ability(id, *code)),
            )
        }
        Item::Ability(id, place) if prompt == "order-effects" => {
            let code = sight.properties(id).and_then(|own| {
                own.abilities
                    .iter()
                    .find(|code| code.number() == place && library.static_ability(**code).is_some())
            });
            code.map_or_else(
                || label(id),
                |code| effect_in_words(board, library, viewer, EffectKey::Ability(id, *code)),
            )
        }
        Item::Ability(id, place) => {
            let code = sight.properties(id).and_then(|properties| properties.abilities.get(place as usize));
            let text = code
                .map_or(format!("ability {}", u64::from(place) + 1), |code| code_in_words(library, *code));
            format!("{text} ({})", label(id))
        }
        Item::Mode(place) => {
            cost_in_words(sight, request, place).unwrap_or_else(|| format!("choice {}", u64::from(place) + 1))
        }
        Item::Number(id) if prompt == "order-triggers" => {
            let waiting = board.waiting.iter().find(|waiting| waiting.id == id);
            waiting
                .map_or_else(|| id.to_string(), |waiting| waiting_in_words(board, library, viewer, waiting))
        }
        Item::Number(id) if prompt == "replacement" => {
            effect_in_words(board, library, viewer, EffectKey::Lasting(id))
        }
        Item::Number(number) => number.to_string(),
        Item::Symbol(place) => format!("symbol {place}"),
        Item::Act(verb::PLAY, id) => format!("play {}", label(id)),
        Item::Act(verb::PITCH, id) => format!("pitch {}", label(id)),
        Item::Act(place, id) if crate::rules::equipping::slot_named(place).is_some() => {
            format!("equip {} to the {}", label(id), verb::NAMES[usize::from(place)])
        }
        Item::Act(other, id) => format!("verb {other} with {}", label(id)),
        Item::Pair(first, second) => format!("{} and {}", label(first), label(second)),
        Item::PairSeat(object, seat) => format!("{} and {seat}", label(object)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}
