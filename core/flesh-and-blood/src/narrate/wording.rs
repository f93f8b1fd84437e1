//! The definition language in words: what costs, effects and abilities say, for people.

use duelog_kernel::RuleId;
use duelog_kernel::script::Script;

use crate::definition::{Ability, Activated, Cost, Effect, Replacement, Resolve, Static, Triggered, Verb};
use crate::library::Card;
use crate::rule;

/// The symbols of properties, assets, and of what is tapped and untapped (1.12.4).
mod symbol {
    /// Defense.
    pub const DEFENSE: &str = "{d}";
    /// Intellect.
    pub const INTELLECT: &str = "{i}";
    /// Life.
    pub const LIFE: &str = "{h}";
    /// Power.
    pub const POWER: &str = "{p}";
    /// Resource points.
    pub const RESOURCE: &str = "{r}";
    /// Chi points.
    pub const CHI: &str = "{c}";
    /// To tap.
    pub const TAP: &str = "{t}";
    /// To untap.
    pub const UNTAP: &str = "{u}";
}

/// The symbols above, in their order.
const _: [RuleId; 9] = [
    rule!("1.12.4"),
    rule!("1.12.4a"),
    rule!("1.12.4b"),
    rule!("1.12.4c"),
    rule!("1.12.4d"),
    rule!("1.12.4e"),
    rule!("1.12.4f"),
    rule!("1.12.4g"),
    rule!("1.12.4h"),
];

/// A card as a person would read it, line by line.
pub fn reading(card: &Card) -> Vec<String> {
    let definition = &card.definition;
    let mut numbers: Vec<String> = Vec::new();
    let gives = if definition.chi { symbol::CHI } else { symbol::RESOURCE };
    numbers.extend(card.base.cost.map(|cost| format!("cost {cost}{}{}", symbol::RESOURCE, " + X".repeat(definition.x as usize))));
    numbers.extend(card.base.pitch.map(|pitch| format!("pitch {pitch}{gives}")));
    numbers.extend(card.base.power.map(|power| format!("power {power}{}", symbol::POWER)));
    numbers.extend(card.base.defense.map(|defense| format!("defense {defense}{}", symbol::DEFENSE)));
    numbers.extend(card.base.life.map(|life| format!("life {life}{}", symbol::LIFE)));
    numbers.extend(card.base.intellect.map(|intellect| format!("intellect {intellect}{}", symbol::INTELLECT)));
    let mut lines = vec![card.name.clone(), definition.types.to_string()];
    if !numbers.is_empty() {
        lines.push(numbers.join(", "));
    }
    if !definition.keywords.is_empty() {
        lines.push(definition.keywords.iter().map(|keyword| keyword.name()).collect::<Vec<_>>().join(", "));
    }
    if !definition.specialization.is_empty() {
        lines.push(format!("{} specialization", definition.specialization));
    }
    lines.extend(definition.attacks.as_ref().map(|attacks| format!("attacks up to {}: {}", plain(&attacks.most), plain(&attacks.what))));
    if !definition.costs.is_empty() {
        lines.push(format!("additional cost: {}", costs(&definition.costs)));
    }
    lines.extend(definition.optional.iter().map(|optional| format!("optional additional cost: {}", costs(optional))));
    lines.extend(definition.alternatives.iter().map(|instead| format!("instead of its cost: {}", costs(instead))));
    lines.extend(definition.only_if.as_ref().map(|condition| format!("only if {}", plain(condition))));
    lines.extend(definition.resolve.as_ref().map(resolve));
    lines.extend(definition.abilities.iter().map(ability));
    lines.extend(definition.gives.iter().map(|given| format!("gives: {}", ability(given))));
    lines
}

/// An ability on one line.
pub fn ability(ability: &Ability) -> String {
    match ability {
        Ability::Activated(ability) => activated(ability),
        Ability::Triggered(ability) => triggered(ability),
        Ability::Static(ability) => statically(ability),
        Ability::Replacement(ability) => replacing(ability),
        Ability::Meta(meta) => plain(meta),
    }
}

fn activated(ability: &Activated) -> String {
    let limit = ability.limit.map_or(String::new(), |limit| format!("{limit} a turn, "));
    let does = match (&ability.resolve, ability.attack) {
        (_, true) => "attack".to_string(),
        (Some(inner), false) => resolve(inner),
        (None, false) => "nothing".to_string(),
    };
    let keywords: Vec<String> = ability.keywords.iter().map(|keyword| keyword.name()).collect();
    let also = if keywords.is_empty() { String::new() } else { format!("; {}", keywords.join(", ")) };
    let only = ability.only_if.as_ref().map_or(String::new(), |condition| format!("; only if {}", plain(condition)));
    format!("{limit}{} - {}: {does}{also}{only}", ability.kind.name().to_lowercase(), costs(&ability.cost))
}

fn triggered(ability: &Triggered) -> String {
    let limit = ability.limit.map_or(String::new(), |limit| format!("{limit} a turn, "));
    let ordinal = ability.ordinal.map_or(String::new(), |ordinal| format!("for time {ordinal} this turn, "));
    let condition = ability.condition.as_ref().map_or(String::new(), |condition| format!(" if {}", plain(condition)));
    format!("{limit}{ordinal}when {}{condition}: {}", plain(&ability.when), resolve(&ability.resolve))
}

fn statically(ability: &Static) -> String {
    let condition = ability.condition.as_ref().map_or(String::new(), |condition| format!("while {}, ", plain(condition)));
    let changes: Vec<String> = ability.changes.iter().map(plain).collect();
    format!("{condition}{}: {}", plain(&ability.affects), changes.join(", "))
}

fn replacing(ability: &Replacement) -> String {
    let cost = if ability.cost.is_empty() { String::new() } else { format!(" for {}", costs(&ability.cost)) };
    format!("instead of {}{cost}: {}", plain(&ability.when), plain(&ability.instead))
}

/// What a layer does as it resolves, on one line.
pub fn resolve(resolve: &Resolve) -> String {
    let mut parts = Vec::new();
    if !resolve.targets.is_empty() {
        parts.push(format!("target {}", resolve.targets.iter().map(plain).collect::<Vec<_>>().join(", ")));
    }
    parts.extend(resolve.effect.as_ref().map(effect));
    if let Some(choose) = &resolve.choose {
        let modes: Vec<String> = resolve.modes.iter().map(|mode| effect(&mode.effect)).collect();
        let again = if resolve.repeat { ", the same more than once" } else { "" };
        parts.push(format!("choose {}{again} of: {}", plain(choose), modes.join(" / ")));
    }
    if parts.is_empty() { "nothing".to_string() } else { parts.join("; ") }
}

/// A script on one line.
pub fn effect(script: &Effect) -> String {
    match script {
        Script::Do(Verb::Tap(what)) => format!("{} {}", symbol::TAP, plain(what)),
        Script::Do(Verb::Untap(what)) => format!("{} {}", symbol::UNTAP, plain(what)),
        Script::Do(verb) => plain(verb),
        Script::Seq(parts) => parts.iter().map(effect).collect::<Vec<_>>().join("; "),
        Script::If(condition, then) => format!("if {}: {}", plain(condition), effect(then)),
        Script::IfElse(condition, then, otherwise) => format!("if {}: {}; otherwise {}", plain(condition), effect(then), effect(otherwise)),
        Script::Each(group, body) => format!("for each of {}: {}", plain(group), effect(body)),
        Script::May(who, then) => format!("{} may: {}", plain(who), effect(then)),
        Script::MayElse(who, then, otherwise) => format!("{} may: {}; otherwise {}", plain(who), effect(then), effect(otherwise)),
        Script::Choose(who, parts) => format!("{} chooses: {}", plain(who), parts.iter().map(effect).collect::<Vec<_>>().join(" / ")),
        Script::Repeat(times, body) => format!("{} times: {}", plain(times), effect(body)),
        Script::Let(number) => format!("note {}", plain(number)),
        Script::Delayed(when, body) => format!("later, when {}: {}", plain(when), effect(body)),
    }
}

/// Costs in a list.
pub fn costs(costs: &[Cost]) -> String {
    if costs.is_empty() { "0".to_string() } else { costs.iter().map(cost).collect::<Vec<_>>().join(", ") }
}

/// One cost.
fn cost(cost: &Cost) -> String {
    match cost {
        Cost::Pay(amount) => format!("{amount}{}", symbol::RESOURCE),
        Cost::Chi(amount) => format!("{amount}{}", symbol::CHI),
        Cost::Life(amount) => format!("{amount}{}", symbol::LIFE),
        Cost::TapThis => format!("{} this", symbol::TAP),
        cost => plain(cost),
    }
}

/// A word of the language as it is written in definitions, in small letters: the vocabulary was chosen to be read.
fn plain(word: &impl std::fmt::Debug) -> String {
    let written = format!("{word:?}");
    let mut text = String::with_capacity(written.len());
    let mut before = ' ';
    for letter in written.chars() {
        match letter {
            '(' | '{' => text.push(' '),
            ')' | '}' | '"' | '[' | ']' => {}
            upper if upper.is_uppercase() => {
                if before.is_lowercase() {
                    text.push(' ');
                }
                text.extend(upper.to_lowercase());
            }
            other => text.push(other),
        }
        before = letter;
    }
    text.split_whitespace().filter(|word| *word != "n" && *word != "of").collect::<Vec<_>>().join(" ")
}
