//! A card: its facts, and what its text says, as a definition.

use duelog_duel_masters::language::definition::{
    Ability, Becoming, Change, Definition, Destination, Effect, Filter, Instead, Replacement,
    Rule as CardRule, Ruling, Static, Subject, When,
};
use duelog_duel_masters::language::keywords::Keyword;
use duelog_duel_masters::language::parse;
use duelog_duel_masters::language::types::{CardType, Civilization, Place};
use duelog_kernel::scope;
use serde::Deserialize;

use crate::abilities::ability;
use crate::effects::{effect, sequence};
use crate::grammar::{self, Node, Rule};
use crate::noun::{all, civilization, either, keyword, race};
use crate::setting::Setting;
use crate::text::{self, Names};
use duelog_duel_masters::language::definition::Verb;
use duelog_kernel::script::Script;

/// A card as the list of them gives it.
#[derive(Debug, Clone, Deserialize)]
pub struct Printed {
    /// Its name.
    pub name: String,
    /// Its civilizations.
    pub civilizations: Vec<String>,
    /// Its mana cost.
    pub cost: u32,
    /// Its power, for a creature.
    #[serde(default)]
    pub power: Option<String>,
    /// Its card type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its races.
    #[serde(default)]
    pub subtypes: Vec<String>,
    /// Its special types.
    #[serde(default)]
    pub supertypes: Vec<String>,
    /// Its text.
    #[serde(default)]
    pub text: Option<String>,
    /// The sets that it is in, beginning with the one whose folder its definition belongs in.
    #[serde(default)]
    pub sets: Vec<String>,
}

impl Printed {
    /// The folder that its definition belongs in: its first set in small letters and hyphens, or none.
    pub fn folder(&self) -> String {
        let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        self.sets.first().map_or_else(String::new, |set| set.to_lowercase().chars().map(letter).collect())
    }
}

/// The most bytes of a name or a race, which is also in the name of a file or folder.
const NAME_MAX: usize = 120;

/// The most bytes of a text.
const TEXT_MAX: usize = 4_000;

/// The most bytes of a line of a text.
const LINE_MAX: usize = 1_000;

/// The most races, civilizations, special types or sets of a card.
const LIST_MAX: usize = 200;

impl Printed {
    /// Whether this can be a card's name or race: anything else is found in no text.
    pub(crate) fn is_name(name: &str) -> bool {
        !name.trim().is_empty() && name.len() <= NAME_MAX
    }

    /// Its text, where the card is of a size that is compiled.
    fn bounded(&self) -> Result<&str, String> {
        let most = |what: &str, found: usize, most: usize| match found > most {
            true => Err(format!("{what} has {found} bytes, more than the {most} that are read")),
            false => Ok(()),
        };
        if self.name.trim().is_empty() {
            return Err("the card has no name".to_string());
        }
        let text = self.text.as_deref().unwrap_or_default();
        most("the name", self.name.len(), NAME_MAX)?;
        most("the type", self.kind.len(), NAME_MAX)?;
        most("the text", text.len(), TEXT_MAX)?;
        most("a line of the text", text.lines().map(str::len).max().unwrap_or(0), LINE_MAX)?;
        let lists = [&self.subtypes, &self.civilizations, &self.supertypes, &self.sets];
        for list in lists {
            most(
                "a race, civilization, special type or set",
                list.iter().map(String::len).max().unwrap_or(0),
                NAME_MAX,
            )?;
            if list.len() > LIST_MAX {
                return Err(format!(
                    "{} races, civilizations, special types or sets are too many",
                    list.len()
                ));
            }
        }
        most("the power", self.power.as_ref().map_or(0, String::len), NAME_MAX)?;
        Ok(text)
    }
}

/// Why a card is not compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A line is no sentence that the grammar knows.
    Unknown {
        /// The line as the grammar reads it.
        line: String,
        /// How many bytes of it were understood.
        at: usize,
        /// What could have stood there.
        wanted: Vec<String>,
    },
    /// The grammar knows the line, and the card language cannot say it.
    Unsayable {
        /// The line as the grammar reads it.
        line: String,
        /// Why.
        why: String,
    },
    /// The card's facts are none of a card.
    Facts(String),
}

/// Compiles a card.
///
/// # Errors
/// The first line that is not understood in full.
pub fn compile(card: &Printed, names: &Names) -> Result<Definition, Fault> {
    let text = card.bounded().map_err(Fault::Facts)?;
    let mut definition = facts(card).map_err(Fault::Facts)?;
    let lines = text::lines(text, names).map_err(Fault::Facts)?;
    let mut draft = Draft { gear: definition.kind == CardType::CrossGear, ..Draft::default() };
    let is_spell = definition.kind == CardType::Spell;
    let mut setting = Setting::default();
    for line in &lines {
        let unsayable = |why: String| Fault::Unsayable { line: line.clone(), why };
        let rule = if is_spell { Rule::spell_line } else { Rule::line };
        let tree = grammar::read(rule, line).map_err(|misread| Fault::Unknown {
            line: line.clone(),
            at: misread.at,
            wanted: misread.wanted,
        })?;
        for part in tree.parts() {
            if is_spell { draft.spell(&part, &mut setting) } else { draft.part(&part) }.map_err(unsayable)?;
        }
    }
    draft.finish(&mut definition).map_err(Fault::Facts)?;
    if is_spell && definition.spell.is_none() {
        return Err(Fault::Facts("the spell does nothing".to_string()));
    }
    let text = crate::print::definition(&definition);
    // In an ability that a spell gives, the creature is that which has it.
    let effect = scope::Node::of(&definition.spell).tree().to_string();
    if effect.contains("This") && !effect.contains("Ability(") {
        return Err(Fault::Facts("a spell says `this creature` of no creature".to_string()));
    }
    let read = parse::parse(&text).map_err(|error| Fault::Facts(format!("{error}\n{text}")))?;
    if read != definition {
        return Err(Fault::Facts("the definition is not written as it is meant".to_string()));
    }
    Ok(definition)
}

/// The lines of a card that the grammar knows.
pub fn understood(card: &Printed, names: &Names) -> Vec<String> {
    let rule = if card.kind == "Spell" { Rule::spell_line } else { Rule::line };
    let lines = card.bounded().and_then(|text| text::lines(text, names)).unwrap_or_default();
    lines.into_iter().filter(|line| grammar::read(rule, line).is_ok()).collect()
}

fn facts(card: &Printed) -> Result<Definition, String> {
    let kind = match card.kind.as_str() {
        "Creature" => CardType::Creature,
        "Spell" => CardType::Spell,
        "Cross Gear" => CardType::CrossGear,
        other => return Err(format!("the type `{other}` is not known")),
    };
    let power = card
        .power
        .as_deref()
        .map(|power| power.trim_end_matches('+').parse().map_err(|_| format!("`{power}` is not a power")));
    let civilizations = card.civilizations.iter().map(|own| civilization(&own.to_lowercase()));
    if let Some(other) = card.supertypes.iter().find(|special| special.as_str() != "Evolution") {
        return Err(format!("the special type `{other}` is not known"));
    }
    Ok(Definition {
        name: card.name.clone(),
        japanese: None,
        civilizations: civilizations.collect::<Result<Vec<Civilization>, _>>()?,
        cost: card.cost,
        kind,
        races: card.subtypes.clone(),
        names: Vec::new(),
        prints: Vec::new(),
        symbols: Vec::new(),
        mana: 1,
        power: power.transpose()?,
        evolution: Vec::new(),
        d2: false,
        keywords: Vec::new(),
        rules: Vec::new(),
        defines: Default::default(),
        spell: None,
        abilities: Vec::new(),
        twin: None,
        test_only: false,
        special: Vec::new(),
        faces: Vec::new(),
        face_of: String::new(),
        links: Vec::new(),
        belongs: Default::default(),
        copies: None,
    })
}

/// What has been read of a card's text.
#[derive(Debug, Default)]
struct Draft {
    gear: bool,
    keywords: Vec<Keyword>,
    rules: Vec<CardRule>,
    abilities: Vec<Ability>,
    evolution: Vec<Filter>,
    symbols: Vec<String>,
    spell: Vec<Effect>,
    /// Whether the text has said that it may be tapped for what comes.
    taps: bool,
}

impl Draft {
    /// A part of a line of something that is no spell.
    fn part(&mut self, node: &Node<'_>) -> Result<(), String> {
        match node.rule() {
            Rule::keywords => self.keywords.push(keyword(&node.first()?)?),
            Rule::evolution => {
                for base in node.all(Rule::base) {
                    self.evolution.push(evolves_from(&base)?);
                }
            }
            Rule::tap_intro => self.taps = true,
            Rule::gear_word if node.text().starts_with("cross") && !self.gear => {
                return Err("only cross gears are cross gears".to_string());
            }
            Rule::gear_word => {}
            Rule::innocent => {
                self.rules.push(CardRule(Ruling::Allow, Subject::BeEvolved, Filter::Any));
            }
            Rule::kin_blocker => {
                let who = match node.get(Rule::dragon) {
                    Some(_) => Filter::Race("Dragon".to_string()),
                    None => either(
                        node.all(Rule::civ)
                            .map(|own| civilization(own.text()).map(Filter::Civilization))
                            .collect::<Result<_, _>>()?,
                    ),
                };
                self.rules.push(CardRule(Ruling::Allow, Subject::Block, who));
            }
            _ => self.ability(node)?,
        }
        Ok(())
    }

    fn ability(&mut self, node: &Node<'_>) -> Result<(), String> {
        let setting = Setting { gear: self.gear, ..Setting::default() };
        if let Some(label) = node.get(Rule::label) {
            let which = label.first()?.rule();
            if which == Rule::lb_wave && !self.symbols.contains(&"Wave Striker".to_string()) {
                self.symbols.push("Wave Striker".to_string());
            }
        }
        let taps = node.get(Rule::act_label).is_some_and(|label| label.has(Rule::lb_tap));
        if taps && !self.taps {
            return Err("a tap ability and the sentence that it is one belong together".to_string());
        }
        for own in ability(node, &setting)? {
            match own {
                // What a creature always has by itself is its own rule.
                Ability::Static(Static { what: Filter::This, zone: Place::Battle, changes })
                    if changes.iter().all(|change| matches!(change, Change::Rule(_))) =>
                {
                    for change in changes {
                        if let Change::Rule(rule) = change
                            && !self.rules.contains(&rule)
                        {
                            self.rules.push(rule);
                        }
                    }
                }
                other => self.abilities.push(other),
            }
        }
        Ok(())
    }

    /// A part of a line of a spell.
    fn spell(&mut self, node: &Node<'_>, setting: &mut Setting) -> Result<(), String> {
        match node.rule() {
            Rule::keywords | Rule::sx_word => self.keywords.push(keyword(&node.first()?)?),
            Rule::spell_only => {
                let held = crate::conditions::condition(&node.first()?, setting)?;
                self.abilities.push(crate::abilities::unless_so(held));
            }
            Rule::charger => self.keywords.push(Keyword::Charger),
            Rule::back_to_mana => {
                let to =
                    if node.has(Rule::tapped_word) { Destination::ManaTapped } else { Destination::Mana };
                let event = When::Becomes(Filter::This, Becoming::Over);
                let own = Replacement { event, instead: Instead::To(to), may: false, from: Place::Battle };
                self.abilities.push(Ability::Replacement(own));
            }
            Rule::effect => {
                let steps = effect(node, setting)?;
                if !self.spell.is_empty() {
                    self.spell.push(Script::Do(Verb::Stop));
                }
                self.spell.extend(steps);
            }
            _ => return Err(format!("`{}` cannot be said of a spell", node.text())),
        }
        Ok(())
    }

    fn finish(self, definition: &mut Definition) -> Result<(), String> {
        let taps = |own: &Ability| match own {
            Ability::Tap(_) => true,
            Ability::Static(own) => own
                .changes
                .iter()
                .any(|change| matches!(change, Change::Ability(given) if matches!(**given, Ability::Tap(_)))),
            _ => false,
        };
        if self.taps && !self.abilities.iter().any(taps) {
            return Err("it is said that there is a tap ability, and there is none".to_string());
        }
        definition.keywords = self.keywords;
        definition.rules = self.rules;
        definition.abilities = self.abilities;
        definition.evolution = self.evolution;
        definition.symbols = self.symbols;
        definition.spell = (!self.spell.is_empty()).then(|| sequence(self.spell));
        Ok(())
    }
}

fn evolves_from(node: &Node<'_>) -> Result<Filter, String> {
    if let Some(category) = node.get(Rule::in_race) {
        return crate::noun::quality(&category).map(|own| all(vec![own]));
    }
    Ok(either(node.all(Rule::base_race).map(|own| Filter::Race(race(own.text()))).collect()))
}
