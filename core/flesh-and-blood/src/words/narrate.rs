//! The game in words: what is asked, what an answer would do, what happened.

use duelog_kernel::prompt::filled;
use duelog_kernel::script::Op;
use duelog_kernel::{Item, ObjectId, Request, Viewer};

use crate::language::definition::{Ability, Effect, FunctionalZone, Resolve, When};
use crate::rules::eval::Sight;
use crate::rules::game::verb;
use crate::rules::playing::declaring;
use crate::rules::prompt::{Prompt, PromptDetail};
use crate::state::card_pool::CardPool;
use crate::state::{Board, CardId, CodeRef, EffectKey, Frame, LayerKind, Places, Waiting, code_of};
use crate::words::label::{label, with_article};

mod condition;
mod costs;
mod effects;
mod phrase;
mod prevention;
mod proposed;
pub mod reading;
mod telling;
pub mod terms;
pub mod wording;

pub use telling::tell;
use terms::Wording;

/// Returns what the code of an ability does.
pub fn code_in_words(card_pool: &CardPool, code: CodeRef) -> String {
    let words = Wording::of(card_pool.card(code.card));
    match card_pool.ability(code) {
        // The later deeds of keywords are written as abilities that never trigger.
        Some(Ability::Triggered(own)) if own.when == When::GameStarts && own.from == FunctionalZone::Hand => {
            words.resolve(&own.resolve)
        }
        Some(ability) => words.ability(ability),
        None if code.place == Places::RESOLVE => {
            card_pool.resolve(code).map_or("nothing".to_string(), |resolve| words.resolve(resolve))
        }
        None => "an ability".to_string(),
    }
}

/// The same for a delayed-triggered effect that waits behind this operation: where its script sets up nothing but such
/// effects, each for a moment of its own, the one that this is about.
fn delayed_in_words(card_pool: &CardPool, code: CodeRef, at: u16) -> String {
    let alone = || {
        let Some(Ability::Triggered(own)) = card_pool.ability(code) else { return None };
        let Some(Effect::Seq(parts)) = own.resolve.effect.as_ref().filter(|_| at > 0) else { return None };
        let moments = parts.iter().all(|part| matches!(part, Effect::Delayed(..)));
        let before = card_pool.code(code)?.0.get(..usize::from(at) - 1)?;
        let place = before.iter().filter(|op| matches!(op, Op::Delayed(..))).count();
        let part = parts.get(place).filter(|_| moments)?;
        let words = Wording::of(card_pool.card(code.card));
        Some(words.resolve(&Resolve { effect: Some(part.clone()), ..own.resolve.clone() }))
    };
    alone().unwrap_or_else(|| code_in_words(card_pool, code))
}

/// A triggered-layer that waits.
fn waiting_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, waiting: &Waiting) -> String {
    let (source, words) = match waiting.kind {
        LayerKind::Card => return card_pool.name(waiting.card).to_string(),
        LayerKind::Activated(source, code) | LayerKind::Triggered(source, code) => {
            (source, code_in_words(card_pool, code))
        }
        LayerKind::Delayed(source, code, at) => (source, delayed_in_words(card_pool, code, at)),
    };
    format!("the effect of {} that triggered: {words}", label(board, card_pool, viewer, source))
}

/// A replacement or prevention effect.
fn effect_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, key: EffectKey) -> String {
    match key {
        EffectKey::Own(id, ..) => format!("effect of {} on itself", label(board, card_pool, viewer, id)),
        EffectKey::Lasting(id) => match board.effects.iter().find(|lasting| lasting.id == id) {
            Some(lasting) => format!("effect of {}", label(board, card_pool, viewer, lasting.source)),
            None => "an effect".to_string(),
        },
        EffectKey::Ability(id, code) => {
            format!("{} ({})", code_in_words(card_pool, code), label(board, card_pool, viewer, id))
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
pub fn question(board: &Board, card_pool: &CardPool, viewer: Viewer, request: &Request) -> String {
    let Some(prompt) = Prompt::of(request) else { return request.prompt.to_string() };
    let subject = request.subject.map_or("it".to_string(), |id| label(board, card_pool, viewer, id));
    let subject = with_article(subject);
    let number = request.ask.amount_in_words();
    match prompt.question() {
        Ok(question) => filled(question, &[("{number}", &number), ("{it}", &subject)]),
        Err(PromptDetail::PayPitch) => format!("Which card do you pitch for {subject}{}?", missing(board)),
    }
}

/// The cost that a choice among costs names: an alternative one, or one of those that are put in an order.
fn cost_in_words(sight: &Sight<'_>, request: Option<&Request>, place: u32) -> Option<String> {
    let request = request?;
    let object = sight.object(request.subject?)?;
    let words = Wording::of(sight.card_pool.card(object.card));
    match Prompt::of(request)? {
        Prompt::InsteadOfCost => {
            let alternatives = match object.layer.as_ref().map(|layer| layer.kind) {
                Some(LayerKind::Activated(_, code)) => &sight.card_pool.activated(code)?.alternatives,
                _ => &sight.card_pool.card(object.card).definition.alternatives,
            };
            Some(
                alternatives
                    .get(place as usize)
                    .map_or("twice its base cost".to_string(), |costs| words.costs(costs)),
            )
        }
        Prompt::ChooseSide => {
            let sides = sight.card_pool.sides(object.card);
            let name = |side: &CardId| sight.card_pool.name(*side).to_string();
            Some(
                sides
                    .get(place as usize)
                    .map_or_else(|| format!("both {}", sight.card_pool.name(object.card)), name),
            )
        }
        Prompt::CostOrder => {
            let costs = declaring::effect_costs(sight.card_pool, object, object.layer.as_deref()?);
            costs.get(place as usize).map(|cost| words.costs(std::slice::from_ref(&cost.1)))
        }
        _ => None,
    }
}

/// The mode that is chosen of a layer.
fn mode_in_words(sight: &Sight<'_>, request: Option<&Request>, place: u32) -> Option<String> {
    let request = request.filter(|request| Prompt::of(request) == Some(Prompt::ChooseMode))?;
    let object = sight.object(request.subject?)?;
    let code = code_of(object, object.layer.as_deref()?);
    Wording::of(sight.card_pool.card(code.card)).mode_of(sight.card_pool.resolve(code)?, place as usize)
}

/// An item in words, whose objects the viewer may know.
pub fn describe(sight: &Sight<'_>, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
    let (board, card_pool) = (sight.board, sight.card_pool);
    let label = |id: ObjectId| label(board, card_pool, viewer, id);
    let prompt = request.and_then(Prompt::of);
    match *item {
        Item::Pass => "pass".to_string(),
        Item::Flag(true) if prompt == Some(Prompt::InsteadOfCost) => "pay nothing".to_string(),
        Item::Flag(false) if prompt == Some(Prompt::InsteadOfCost) => "pay its own cost".to_string(),
        Item::Flag(true) => "yes".to_string(),
        Item::Flag(false) => {
            (if prompt == Some(Prompt::PayPitch) { "take it back" } else { "no" }).to_string()
        }
        Item::Seat(seat) => seat.to_string(),
        Item::Object(id) if prompt == Some(Prompt::Replacement) => {
            format!("effect of {} on itself", label(id))
        }
        Item::Object(id) => label(id),
        Item::Ability(id, place) if prompt == Some(Prompt::Replacement) => {
            let code = sight.properties(id).and_then(|own| {
                own.abilities
                    .iter()
                    .find(|code| code.number() == place && card_pool.replacement(**code).is_some())
            });
            code.map_or_else(
                || label(id),
                |code| effect_in_words(board, card_pool, viewer, EffectKey::Ability(id, *code)),
            )
        }
        Item::Ability(id, place) if prompt == Some(Prompt::OrderEffects) => {
            let code = sight.properties(id).and_then(|own| {
                own.abilities
                    .iter()
                    .find(|code| code.number() == place && card_pool.static_ability(**code).is_some())
            });
            code.map_or_else(
                || label(id),
                |code| effect_in_words(board, card_pool, viewer, EffectKey::Ability(id, *code)),
            )
        }
        Item::Ability(id, place) => {
            let code = sight.properties(id).and_then(|properties| properties.abilities.get(place as usize));
            let text = code
                .map_or(format!("ability {}", u64::from(place) + 1), |code| code_in_words(card_pool, *code));
            format!("{text} ({})", label(id))
        }
        Item::Mode(place) => cost_in_words(sight, request, place)
            .or_else(|| mode_in_words(sight, request, place))
            .unwrap_or_else(|| format!("choice {}", u64::from(place) + 1)),
        Item::Number(id) if prompt == Some(Prompt::OrderTriggers) => {
            let waiting = board.waiting.iter().find(|waiting| waiting.id == id);
            waiting
                .map_or_else(|| id.to_string(), |waiting| waiting_in_words(board, card_pool, viewer, waiting))
        }
        Item::Number(id) if prompt == Some(Prompt::Replacement) => {
            effect_in_words(board, card_pool, viewer, EffectKey::Lasting(id))
        }
        Item::Number(number) => number.to_string(),
        Item::Symbol(place) => format!("symbol {place}"),
        Item::Act(verb::PLAY, id) => format!("play {}", label(id)),
        Item::Act(verb::PITCH, id) => format!("pitch {}", label(id)),
        Item::Act(place, id) if crate::rules::equipping::slot_named(place).is_some() => {
            zone_in_words(prompt, verb::NAMES[usize::from(place)], &label(id))
        }
        Item::Act(other, id) => format!("verb {other} with {}", label(id)),
        Item::Pair(first, second) => format!("{} and {}", label(first), label(second)),
        Item::PairSeat(object, seat) => format!("{} and {seat}", label(object)),
        Item::Concede => "concede".to_string(),
        Item::Draw => "agree to a draw".to_string(),
    }
}

/// An equipment zone as an option: to equip something to it, or of a hero, for a token to be created in.
fn zone_in_words(prompt: Option<Prompt>, zone: &str, object: &str) -> String {
    if prompt == Some(Prompt::ExposedZone) {
        format!("the {zone} zone of {object}")
    } else {
        format!("equip {object} to the {zone}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::keywords::LATER;
    use crate::state::KEYWORD_CARD;

    #[test]
    fn what_waits_for_a_moment_tells_that_moment_alone() {
        let card_pool = CardPool::new(Vec::new());
        let code = CodeRef::ability(KEYWORD_CARD, LATER);
        let ops = &card_pool.code(code).unwrap().0;
        let waits = (0..ops.len()).filter(|at| matches!(ops[*at], Op::Delayed(..)));
        let told: Vec<String> =
            waits.map(|at| delayed_in_words(&card_pool, code, at as u16 + 1).to_lowercase()).collect();
        let [end, link, chain] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(end, "at the beginning of the end phase, destroy it.");
        assert!(
            link.contains("resolves") && !link.contains("end phase") && !link.contains("closes"),
            "{link}"
        );
        assert!(chain.contains("closes") && !chain.contains("resolves"), "{chain}");
    }
}
