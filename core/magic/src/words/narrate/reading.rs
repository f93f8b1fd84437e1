//! A whole definition in words.

use duelog_kernel::phrase::lower;
use duelog_kernel::prose::{Noun, capital, counted, sentences};

use super::terms::Wording;
use super::wording::only_during;
use crate::language::definition::{Alternative, Besides, Definition, Modes, Spell, Target, ZoneKind};
use crate::language::mana::Colors;
use crate::words::plain::joined;

/// A definition as a person would read it, line by line.
pub fn reading(definition: &Definition) -> Vec<String> {
    let mut first = definition.name.clone();
    if definition.cost.exists {
        first.push_str(&format!(" {}", definition.cost));
    }
    let mut second = definition.types.to_string();
    match (definition.size, definition.own_size()) {
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
        lines.push(capital(&joined(definition.keywords.iter().map(|keyword| keyword.name()), ", ")));
    }
    let host = host(definition);
    let name = super::own_name(&definition.name);
    let plain = || Wording::new(name, &[]).on(host.clone());
    lines.extend(
        definition
            .star
            .as_ref()
            .map(|star| format!("Its power and toughness are each equal to {}.", plain().number(star))),
    );
    lines.extend(definition.stars.as_ref().map(|(power, toughness)| {
        let (power, toughness) = (plain().number(power), plain().number(toughness));
        format!("Its power is equal to {power} and its toughness is equal to {toughness}.")
    }));
    lines.extend(
        (!definition.defining.is_empty())
            .then(|| sentences([Noun::one(name).does(&plain().changes(&definition.defining))])),
    );
    lines.extend(definition.loyalty.map(|loyalty| format!("Loyalty {loyalty}")));
    lines.extend(match definition.agenda {
        0 => None,
        1 => Some("Hidden agenda".to_string()),
        _ => Some("Double agenda".to_string()),
    });
    lines.extend(definition.starts.then(|| "You are the starting player.".to_string()));
    lines.extend(definition.lines.iter().map(|line| {
        let words = joined(
            [
                line.what.as_ref().map_or(String::new(), |what| plain().noun(what, "creature", false)),
                line.keyword.to_lowercase(),
                line.number.as_ref().map_or(String::new(), |number| plain().number(number)),
                plain().costs(&line.cost),
            ]
            .into_iter()
            .filter(|part| !part.is_empty()),
            " ",
        );
        capital(&words)
    }));
    if !definition.additional.is_empty() {
        let costs = plain().costs(&definition.additional);
        lines.push(format!("As an additional cost to cast this spell, {}.", paid(&costs)));
    }
    lines.extend(
        definition.besides.iter().map(|besides| sentences([plain().besides(&definition.name, besides)])),
    );
    lines.extend(
        definition
            .as_cast
            .iter()
            .map(|asked| format!("As this spell is cast, it is noted whether {}.", plain().condition(asked))),
    );
    lines.extend(
        definition
            .alternatives
            .iter()
            .map(|alternative| sentences([plain().way(&definition.name, alternative)])),
    );
    lines.extend(
        definition
            .less
            .iter()
            .map(|less| format!("This spell costs {{1}} less to cast for {}.", plain().each_number(less))),
    );
    lines.extend(
        definition
            .enchant
            .as_ref()
            .map(|enchant| format!("Enchant {}", plain().target(enchant).trim_start_matches("target "))),
    );
    if let Some(spell) = &definition.spell {
        lines.extend(spell_lines(definition, spell, host.as_ref()));
    }
    lines.extend(definition.abilities.iter().map(|entry| plain().ability(entry)));
    lines.extend(definition.forecasts.iter().map(|own| format!("Forecast: {}", plain().activated(own))));
    let any_number = || format!("A deck can have any number of cards named {}.", definition.name);
    lines.extend(definition.any_number.then(any_number));
    lines.retain(|line| !line.is_empty());
    lines.extend(
        definition.token.then(|| if emblem { "(an emblem)".to_string() } else { "(a token)".to_string() }),
    );
    lines.extend(definition.test_only.then(|| "(only for tests)".to_string()));
    lines
}

/// The lines of a spell's text: when it can be cast, what it costs, and what it does.
fn spell_lines(definition: &Definition, spell: &Spell, host: Option<&String>) -> Vec<String> {
    let mut lines = Vec::new();
    let words = || Wording::new(&definition.name, &spell.targets).on(host.cloned());
    lines.extend(
        spell
            .more
            .as_ref()
            .map(|more| format!("This spell costs {{1}} more to cast for {}.", words().each_number(more))),
    );
    lines.extend(
        spell
            .more_each
            .as_ref()
            .map(|mana| format!("This spell costs {mana} more to cast for each target beyond the first.")),
    );
    lines.extend(
        spell
            .less
            .as_ref()
            .map(|less| format!("This spell costs {{1}} less to cast for {}.", words().each_number(less))),
    );
    lines.extend(spell.x_only.map(|color| format!("Spend only {} mana on X.", color.name())));
    lines.extend((!spell.during.is_empty()).then(|| format!("Cast this {}.", only_during(&spell.during))));
    lines.extend(
        spell
            .only_if
            .as_ref()
            .map(|condition| format!("Cast this only if {}.", words().condition(condition))),
    );
    lines.extend(
        spell
            .divide
            .as_ref()
            .map(|amount| format!("Divide {} as you choose among the targets.", words().number(amount))),
    );
    let does = words().effect(&spell.effect);
    lines.push(spell.modes.map_or(does.clone(), |own| format!("{}: {does}", modes(own))));
    lines
}

/// Returns what a card that is attached calls its host.
pub(super) fn host(definition: &Definition) -> Option<String> {
    let enchanted = definition.enchant.as_ref().map(|enchant| {
        let noun = Wording::new(&definition.name, &[]).target(enchant);
        // The last word before what stands behind it: `enchanted creature`, whichever creatures they can be.
        let noun = noun.trim_start_matches("target ");
        let ends = [" you ", " with", " that ", " your "];
        let noun = ends.iter().fold(noun, |noun, end| noun.split(end).next().unwrap_or_default());
        let one = !noun.contains(" or ") || definition.enchant.as_ref().is_some_and(is_creature);
        let noun = if one { noun.rsplit(' ').next().unwrap_or(noun) } else { noun };
        format!("enchanted {noun}")
    });
    let types = definition.types.to_string();
    enchanted.or_else(|| types.contains("Equipment").then(|| "equipped creature".to_string()))
}

/// Returns whether only creatures can be it.
fn is_creature(target: &Target) -> bool {
    matches!(target, Target::Creature(_))
}

/// Costs behind a comma: mana is paid, everything else says what is done.
fn paid(costs: &str) -> String {
    if costs.starts_with('{') { format!("pay {costs}") } else { costs.to_string() }
}

/// How many modes are chosen (700.2).
fn modes(modes: Modes) -> String {
    let number = |number: u8| counted(i64::from(number));
    match (modes.opponent, modes.least == modes.most) {
        (true, _) => format!("An opponent chooses {} of {}", number(modes.least), number(modes.of)),
        (false, true) => format!("Choose {}", number(modes.least)),
        (false, false) if modes.most == modes.of => format!("Choose {} or more", number(modes.least)),
        (false, false) => format!("Choose {} to {}", number(modes.least), number(modes.most)),
    }
}

impl Wording<'_> {
    /// Returns what may be paid besides, and what follows from that.
    pub(super) fn besides(&self, name: &str, besides: &Besides) -> String {
        let costs = self.costs(&besides.cost);
        if besides.all {
            return format!("you may {} as you cast this, to choose all modes", paid(&costs));
        }
        if besides.modes {
            return format!("for each mode beyond the first, {}", paid(&costs));
        }
        let often = if besides.repeated { " any number of times" } else { "" };
        let then = besides
            .then
            .map_or(String::new(), |to| format!(". If you do, {} as it resolves", self.moved(name, to)));
        format!("you may {}{often} as you cast this{then}", paid(&costs))
    }

    /// Returns what can be paid in place of a mana cost, and what follows from that.
    pub(super) fn way(&self, name: &str, alternative: &Alternative) -> String {
        if let Some(besides) = &alternative.besides {
            return self.besides(name, besides);
        }
        if let Some(text) = &alternative.text {
            return format!("as it resolves, after everything else, {}", self.behind(&text.effect));
        }
        let condition = alternative
            .condition
            .as_ref()
            .map_or(String::new(), |condition| format!("if {}, ", self.condition(condition)));
        let from = match alternative.zone {
            ZoneKind::Hand => String::new(),
            ZoneKind::Exile => " from exile".to_string(),
            zone => format!(" from your {}", lower(&zone)),
        };
        let costs = self.costs(&alternative.cost);
        let flash = if alternative.flash { " as though it had flash" } else { "" };
        let mut said = if alternative.own && alternative.cost.is_empty() {
            format!("{condition}you may cast this{from}{flash}")
        } else if alternative.own {
            format!("{condition}you may cast this{from}{flash} if you also {}", paid(&costs))
        } else if alternative.cost.is_empty() {
            format!("{condition}you may cast this{from}{flash} without paying its mana cost")
        } else if from.is_empty() && !alternative.flash {
            format!("{condition}you may {} rather than pay this spell's mana cost", paid(&costs))
        } else {
            format!("{condition}you may cast this{from}{flash} for {costs} rather than its mana cost")
        };
        if alternative.granted {
            said.push_str(" where an effect says so");
        }
        if let Some(to) = alternative.then {
            said.push_str(&format!(
                ". If you do and it would leave the stack, {} instead",
                self.moved("it", to)
            ));
        }
        if alternative.each {
            said.push_str(". If you do, change \"target\" in its text to \"each\"");
        }
        if let Some(enchant) = &alternative.enchants {
            let enchant = self.target(enchant);
            said.push_str(&format!(
                ". If you do, it is an Aura with enchant {}",
                enchant.trim_start_matches("target ")
            ));
        }
        said
    }
}
