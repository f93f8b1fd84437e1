//! Cards as people read them.

use duelog_kernel::prose::{Noun, capital};

use super::terms::{Wording, joined};
use crate::language::definition::{BETWEEN_FACES, BETWEEN_SIDES, Number};
use crate::language::keywords::Keyword;
use crate::state::card_pool::Card;
use crate::words::symbol;

/// A card as a person would read it, line by line; of one with two halves what is the card's, then each half
/// (9.2.1).
pub fn reading(card: &Card) -> Vec<String> {
    let mut lines = vec![card.name.clone()];
    if card.halves.is_empty() {
        lines.push(card.definition.types.to_string());
        lines.extend(numbers(card));
        lines.extend(text(card, &card.definition.keywords));
        return lines;
    }
    let twin = card.definition.is_twin();
    let between = if twin { BETWEEN_FACES.to_string() } else { format!(" {BETWEEN_SIDES} ") };
    lines.push(joined(card.halves.iter().map(|half| half.definition.types.to_string()), &between));
    // What stands outside of the boxes of a split-card is the whole card's; a twin-card's faces have
    // everything.
    lines.extend(numbers(card).filter(|_| !twin));
    let of_halves =
        |keyword: &&Keyword| card.halves.iter().any(|half| half.definition.keywords.contains(*keyword));
    let own = card.definition.keywords.iter().filter(|keyword| !of_halves(keyword));
    lines.extend(own.map(|keyword| capital(&keyword.name())));
    for half in &card.halves {
        lines.push(format!("{}:", half.definition.name));
        lines.extend(numbers(half).filter(|_| twin));
        lines.extend(text(half, &half.definition.keywords));
    }
    lines
}

/// Returns what a card costs and has, on one line.
fn numbers(card: &Card) -> Option<String> {
    let definition = &card.definition;
    let words = Wording::of(card);
    let mut numbers: Vec<String> = Vec::new();
    let gives = if definition.chi { symbol::chi() } else { symbol::resource() };
    numbers.extend(
        card.base
            .cost
            .map(|cost| format!("cost {cost}{}{}", symbol::resource(), " + X".repeat(definition.x as usize))),
    );
    numbers.extend(card.base.pitch.map(|pitch| format!("pitch {pitch}{gives}")));
    let star = |name: &str, printed: Option<i32>, star: &Option<Number>, symbol: &str| match star {
        Some(number) => Some(format!("{name} {}", words.number(number))),
        None => printed.map(|number| format!("{name} {number}{symbol}")),
    };
    numbers.extend(star("power", card.base.power, &definition.star_power, symbol::power()));
    numbers.extend(star("defense", card.base.defense, &definition.star_defense, symbol::defense()));
    numbers.extend(star("life", card.base.life, &definition.star_life, symbol::life()));
    numbers
        .extend(card.base.intellect.map(|intellect| format!("intellect {intellect}{}", symbol::intellect())));
    (!numbers.is_empty()).then(|| numbers.join(", "))
}

/// Returns what a card says.
fn text(card: &Card, keywords: &[Keyword]) -> Vec<String> {
    let definition = &card.definition;
    let words = Wording::of(card);
    let mut lines = Vec::new();
    if !keywords.is_empty() {
        lines.push(capital(&joined(keywords.iter().map(|keyword| keyword.name()), ", ")));
    }
    lines.extend(
        definition.pairs.as_ref().map(|filter| format!("Pairs with {}.", words.anew().one(filter, "object"))),
    );
    if !definition.specialization.is_empty() {
        lines.push(format!("{} specialization", definition.specialization));
    }
    lines.extend(definition.attacks.as_ref().map(|attacks| {
        format!("This attacks up to {}.", words.anew().number_of(&attacks.most, &attacks.what, "object"))
    }));
    let additional = "As an additional cost to play this, ";
    if !definition.costs.is_empty() {
        lines.push(format!("{additional}{}.", words.anew().costs(&definition.costs)));
    }
    for (place, optional) in definition.optional.iter().enumerate() {
        let words = words.anew();
        let costs = words.costs(optional);
        let paid = definition.if_paid.get(place).filter(|changes| !changes.is_empty());
        let then = paid.map_or(String::new(), |changes| {
            format!(" If you do, {}.", Noun::one("this").does(&words.changes(changes)))
        });
        lines.push(format!("{additional}you may {costs}.{then}"));
    }
    lines.extend(
        definition.alternatives.iter().map(|instead| {
            format!("You may {} rather than pay the cost of this.", words.anew().costs(instead))
        }),
    );
    lines.extend(
        definition
            .only_if
            .as_ref()
            .map(|condition| format!("Play this only if {}.", words.anew().condition(condition))),
    );
    lines.extend(definition.resolve.as_ref().map(|resolve| words.anew().resolve(resolve)));
    lines.extend(definition.abilities.iter().map(|entry| words.ability(entry)));
    lines
}
