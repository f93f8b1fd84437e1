//! A whole definition in words.

use duelog_kernel::phrase::lower;

use super::wording::{Wording, ability, activated, only_during};
use crate::language::definition::{Alternative, Besides, Definition, Modes, ZoneKind};
use crate::language::mana::Colors;
use crate::words::plain::joined;

/// A definition as a person would read it, line by line.
pub fn reading(definition: &Definition) -> Vec<String> {
    let mut first = definition.name.clone();
    if definition.cost.exists {
        first.push_str(&format!(" {}", definition.cost));
    }
    let mut second = definition.types.to_string();
    match (definition.size, &definition.star) {
        (Some((power, toughness)), _) => second.push_str(&format!(" {power}/{toughness}")),
        (None, Some(_)) => second.push_str(" */*"),
        (None, None) => {}
    }
    // 114.3: an emblem has no types; nothing else is without one.
    let emblem = second.is_empty();
    let mut lines = vec![first];
    lines.extend((!emblem).then_some(second));
    lines.extend(definition.colors.as_ref().map(|set| crate::words::plain::colors(Colors::of(set))));
    if !definition.keywords.is_empty() {
        lines.push(joined(definition.keywords.iter().map(|keyword| keyword.name()), ", "));
    }
    let plain = Wording { name: &definition.name, targets: &[] };
    lines.extend(definition.star.as_ref().map(|star| format!("power and toughness: {}", plain.number(star))));
    lines.extend(definition.loyalty.map(|loyalty| format!("loyalty {loyalty}")));
    lines.extend(definition.lines.iter().map(|line| {
        joined(
            [
                line.what.as_ref().map_or(String::new(), |what| plain.noun(what, "creature", false)),
                line.keyword.to_lowercase(),
                line.number.as_ref().map_or(String::new(), |number| plain.number(number)),
                plain.costs(&line.cost),
            ]
            .into_iter()
            .filter(|part| !part.is_empty()),
            " ",
        )
    }));
    if !definition.additional.is_empty() {
        lines.push(format!("additional cost: {}", plain.costs(&definition.additional)));
    }
    lines.extend(definition.besides.iter().map(|besides| plain.besides(&definition.name, besides)));
    lines.extend(definition.alternatives.iter().map(|alternative| plain.way(&definition.name, alternative)));
    lines.extend(
        definition.less.iter().map(|less| format!("costs {{1}} less this often: {}", plain.number(less))),
    );
    lines.extend(
        definition
            .enchant
            .as_ref()
            .map(|enchant| format!("enchant {}", plain.target(enchant).trim_start_matches("target "))),
    );
    if let Some(spell) = &definition.spell {
        let words = Wording { name: &definition.name, targets: &spell.targets };
        lines.extend(
            spell.more.as_ref().map(|more| format!("costs {{1}} more this often: {}", words.number(more))),
        );
        lines.extend(
            spell.less.as_ref().map(|less| format!("costs {{1}} less this often: {}", words.number(less))),
        );
        lines.extend(spell.x_only.map(|color| format!("only {} mana for X", color.name())));
        lines.extend((!spell.during.is_empty()).then(|| format!("cast {}", only_during(&spell.during))));
        lines.extend(
            spell.only_if.as_ref().map(|condition| format!("cast only if {}", words.condition(condition))),
        );
        lines.extend(spell.modes.map(modes));
        lines.extend(
            spell.divide.as_ref().map(|amount| format!("divide {} among the targets", words.number(amount))),
        );
        lines.push(words.effect(&spell.effect));
    }
    lines.extend(definition.abilities.iter().map(|entry| ability(&definition.name, entry)));
    lines.extend(
        definition.forecasts.iter().map(|own| format!("forecast: {}", activated(&definition.name, own))),
    );
    lines.extend(
        definition.token.then(|| if emblem { "(an emblem)".to_string() } else { "(a token)".to_string() }),
    );
    lines.extend(definition.test_only.then(|| "(only for tests)".to_string()));
    lines
}

/// How many modes are chosen (700.2).
fn modes(modes: Modes) -> String {
    if modes.opponent {
        return format!("an opponent chooses {} of {} modes", modes.least, modes.of);
    }
    if modes.least == modes.most {
        format!("choose {} of {} modes", modes.least, modes.of)
    } else {
        format!("choose {} to {} of {} modes", modes.least, modes.most, modes.of)
    }
}

impl Wording<'_> {
    /// What may be paid besides, and what follows from that.
    pub(super) fn besides(&self, name: &str, besides: &Besides) -> String {
        if besides.all {
            return format!("may be paid besides, to choose all modes: {}", self.costs(&besides.cost));
        }
        if besides.modes {
            return format!("costs besides, for each mode beyond the first: {}", self.costs(&besides.cost));
        }
        let often = if besides.repeated { "any number of times" } else { "once" };
        let then = besides
            .then
            .map_or(String::new(), |to| format!("; if so, {} as it resolves", self.moved(name, to)));
        format!("may be paid besides, {often}: {}{then}", self.costs(&besides.cost))
    }

    /// What can be paid in place of a mana cost, and what follows from that.
    pub(super) fn way(&self, name: &str, alternative: &Alternative) -> String {
        if let Some(besides) = &alternative.besides {
            return self.besides(name, besides);
        }
        if let Some(text) = &alternative.text {
            return format!("as it resolves, after all that it says: {}", self.effect(&text.effect));
        }
        let condition = alternative
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!(" if {}", self.condition(condition)));
        let from = if alternative.zone == ZoneKind::Hand {
            String::new()
        } else {
            format!(", from the {}", lower(&alternative.zone))
        };
        let then = alternative
            .then
            .map_or(String::new(), |to| format!("; when it would leave the stack, {}", self.moved(name, to)));
        let place = if alternative.own { "besides" } else { "instead of the mana cost" };
        let each = if alternative.each { "; then each instead of target" } else { "" };
        let by = if alternative.granted { ", where an effect says so" } else { "" };
        let by = if alternative.flash { ", as though with flash" } else { by };
        let aura = alternative.enchants.as_ref().map_or(String::new(), |enchant| {
            format!("; then an Aura with enchant {}", self.target(enchant).trim_start_matches("target "))
        });
        format!("{place}{condition}{from}{by}: {}{then}{each}{aura}", self.costs(&alternative.cost))
    }
}
