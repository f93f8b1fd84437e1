//! Cards and abilities in words, as a card says them.

mod effects;
mod events;
mod nouns;
mod terms;
mod values;

use duelog_kernel::Viewer;
use duelog_kernel::prose::{EffectPart, Noun, capital, permitted, sentences};

use self::effects::destination;
pub use self::terms::Wording;
use self::values::{added, arithmetic, as_one_has, without_values};
use crate::language::definition::{
    Ability, Change, Costs, Definition, Effect, Filter, Group, Instead, Number, Ref, Replacement, Rule,
    Ruling, Static, Strike, Traits, Triggered, When,
};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Place};
use crate::state::card_pool::CardPool;
use crate::state::{Board, CardId, Settled, Standby, StandbyKind};
use crate::words::label::label;
use crate::words::plain::civilizations;

/// A card, or a half of one, as a person would read it, line by line.
pub fn reading(definition: &Definition) -> Vec<String> {
    let japanese = definition.japanese.as_ref().map_or(String::new(), |japanese| format!(" ({japanese})"));
    let mut lines = vec![format!("{}{japanese}", definition.name), head(definition)];
    lines.extend(frame(definition));
    lines.extend(text(definition));
    lines
}

/// Cost, civilizations, type, races and power, on one line.
fn head(definition: &Definition) -> String {
    let mut head = vec![
        definition.cost.to_string(),
        civilizations(crate::language::types::Civilizations::of(&definition.civilizations)),
    ];
    if !definition.evolution.is_empty() {
        head.push("Evolution".to_string());
    }
    head.extend(definition.special.iter().map(|special| special.name().to_string()));
    head.push(definition.kind.name().to_string());
    if !definition.races.is_empty() {
        head.push(format!("- {}", definition.races.join("/")));
    }
    head.extend(definition.power.map(|power| power.to_string()));
    head.join(" ")
}

/// Returns what a card is beside its text.
fn frame(definition: &Definition) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = |said: bool, text: &dyn Fn() -> String| {
        if said {
            lines.push(text());
        }
    };
    line(!definition.names.is_empty(), &|| format!("Also named: {}", definition.names.join(", ")));
    line(!definition.prints.is_empty(), &|| format!("Also printed as: {}", definition.prints.join(", ")));
    line(!definition.symbols.is_empty(), &|| format!("Symbols: {}", definition.symbols.join(", ")));
    line(definition.mana != 1, &|| format!("Mana number: {}", definition.mana));
    line(!definition.faces.is_empty(), &|| format!("Other faces: {}", definition.faces.join(", ")));
    line(!definition.face_of.is_empty(), &|| format!("The other face of {}", definition.face_of));
    let belongs = &definition.belongs;
    line(!belongs.whole.is_empty(), &|| format!("One creature together: {}", belongs.whole.join(", ")));
    if let Some(seals) = belongs.starts {
        line(true, &|| format!("It is in the battle zone as the game starts, with {seals} seals on it."));
    }
    line(belongs.more > 0, &|| format!("Your deck has {} more cards.", belongs.more));
    if let Some(copies) = definition.copies {
        line(true, &|| format!("A deck can have up to {copies} of it."));
    }
    lines
}

/// Returns what a card says.
fn text(definition: &Definition) -> Vec<String> {
    let words = Wording::of(Some(definition.kind));
    let mut lines = Vec::new();
    if !definition.evolution.is_empty() {
        let on = definition
            .evolution
            .iter()
            .map(|filter| format!("one of your {}", words.many(filter, "creature")));
        lines.push(format!("Evolution: Put it on {}.", duelog_kernel::prose::listed(on, "and")));
    }
    for link in &definition.links {
        words.anew();
        let with = words.one(&link.1, "card");
        lines.push(format!(
            "G-Link: it can be linked {} {}.",
            link.0.name(),
            with.replace("a card named ", "")
        ));
    }
    for keyword in &definition.keywords {
        let name = keyword.name();
        match name.strip_prefix("breaks ") {
            Some(_) => lines.push(format!("{} {name}.", capital(&words.this()))),
            None => lines.push(capital(&name)),
        }
    }
    for rule in &definition.rules {
        words.anew();
        lines.push(own_rule(&words, rule));
    }
    if definition.defines != Traits::default() {
        let is = as_one_has(&[added(&definition.defines)]);
        lines.push(format!("{} {is} in every zone.", capital(&words.this())));
    }
    if let Some(spell) = &definition.spell {
        words.anew();
        lines.push(words.effect(spell));
    }
    lines.extend(definition.abilities.iter().map(|ability| words.ability(ability)));
    lines
}

/// A rule that a card says of itself, or of the players.
fn own_rule(words: &Wording, rule: &Rule) -> String {
    use crate::language::definition::Subject;
    let Rule(ruling, act, _) = rule;
    let of_players = match (act, ruling) {
        (Subject::LookAtOwnDeck, Ruling::Forbid) => Some("Players can't look at their own decks."),
        (Subject::ChooseShields, _) => {
            Some("You choose which of your shields your opponent's creatures break.")
        }
        (Subject::ShieldTrigger, Ruling::Forbid) => {
            Some("S-Trigger can't be used for shields that this creature breaks.")
        }
        (Subject::ChooseAmongShields, _) => Some("Each player chooses among that player's own shields."),
        _ => None,
    };
    of_players.map_or_else(|| sentences([Noun::one(words.this()).does(&[words.rule(rule)])]), str::to_string)
}

/// An ability of a card of this type.
pub fn ability(ability: &Ability, of: CardType) -> String {
    Wording::of(Some(of)).ability(ability)
}

/// A script of a card of this type.
pub fn effect(script: &Effect, of: CardType) -> String {
    Wording::of(Some(of)).effect(script)
}

/// Returns what something cannot do, must do or may do.
pub fn rule(rule: &Rule) -> String {
    as_one_has(&[Wording::of(None).rule(rule)])
}

impl Wording {
    /// An ability, in sentences.
    pub fn ability(&self, ability: &Ability) -> String {
        self.anew();
        sentences([self.ability_here(ability)])
    }

    /// An ability with what was spoken of before it, without a capital and without a full stop at its end.
    pub(super) fn ability_here(&self, ability: &Ability) -> String {
        match ability {
            Ability::Triggered(triggered) => self.triggered(triggered),
            Ability::Static(ability) => self.static_ability(ability),
            Ability::Costs(costs) => self.costs(costs),
            Ability::Replacement(replacement) => self.replacement(replacement),
            Ability::Tap(script) => {
                let this = self.thing(&Ref::This, false).text;
                format!(
                    "instead of attacking with {this}, you may tap it to do this: {}",
                    capital(&self.then(script))
                )
            }
            Ability::Silent(script) => format!("silent skill: {}", capital(&self.then(script))),
            Ability::Strike(strike, what) => {
                let name = if *strike == Strike::Back { "S-Back" } else { "Sabaki Z" };
                format!("{name}: Discard {} of your shields", self.one(what, "card"))
            }
            Ability::Offering(what, to) => format!(
                "when you use this card, you may put one of your {} {} and pay less by its cost",
                self.many(what, "creature"),
                destination(*to, "your")
            ),
            Ability::OneShot(holds, script) => {
                format!("whenever {}, {}", self.condition(holds), self.then(script))
            }
            Ability::While(holds, inner) => {
                let holds = self.condition(holds);
                let inner: Vec<String> = inner.iter().map(|inner| self.ability_here(inner)).collect();
                format!("while {holds}, {}", inner.join(", and "))
            }
        }
    }

    fn triggered(&self, ability: &Triggered) -> String {
        let event = self.whenever(&ability.when);
        self.after(&ability.when);
        let condition = ability
            .condition
            .as_ref()
            .map_or(String::new(), |holds| format!(", if {}", self.condition(holds)));
        let from = match ability.from {
            Place::Battle => String::new(),
            Place::Hand => "while this card is in your hand, ".to_string(),
            place => format!("while this card is in your {}, ", place.name()),
        };
        let text = format!("{from}{event}{condition}, {}", self.then(&ability.effect));
        match &ability.keyword {
            Some(keyword) => format!("{keyword}: {}", capital(&text)),
            None => text,
        }
    }

    fn static_ability(&self, ability: &Static) -> String {
        let subject = match &ability.what {
            Filter::This => self.thing(&Ref::This, true),
            what if ability.zone == Place::Battle => match self.one(what, "creature") {
                text if text.starts_with("the ") => Noun::one(text),
                _ => {
                    let what = Group::Battle(what.clone());
                    Noun::many(self.members(&what))
                }
            },
            what => {
                let owner = self.owner(what).unwrap_or(Ref::You);
                let of_owner = Group::In(ability.zone, owner, what.clone());
                Noun::many(self.members(&of_owner))
            }
        };
        let changes = self.changes(&ability.changes);
        subject.does(&changes)
    }

    fn costs(&self, costs: &Costs) -> String {
        let subject = match &costs.what {
            Filter::This => self.thing(&Ref::This, true),
            what => Noun::many(self.many(what, "card")),
        };
        if costs.may {
            return format!("you may pay {} more to use {}", self.number(&costs.by), subject.text);
        }
        if costs.free {
            return format!("you may use {} for no cost", subject.text);
        }
        let (sign, amount) = match (&costs.by, self.for_each(&costs.by)) {
            (Number::N(number), _) => (*number, number.unsigned_abs().to_string()),
            (_, Some((factor, each))) => (factor, format!("{} less{each}", factor.unsigned_abs())),
            (Number::Times(-1, inner), None) => (-1, self.number(inner)),
            (number, None) => (1, self.number(number)),
        };
        let words = match (amount.split_once(" less"), sign < 0) {
            (Some((number, each)), true) => format!("{number} less{each}"),
            (Some((number, each)), false) => format!("{number} more{each}"),
            (None, true) => format!("{amount} less"),
            (None, false) => format!("{amount} more"),
        };
        let least = match costs.least {
            0 => String::new(),
            least => format!(", but not less than {least}"),
        };
        format!("{}{least}", subject.does(&[format!("cost {words} to use")]))
    }

    fn replacement(&self, replacement: &Replacement) -> String {
        let from = match replacement.from {
            Place::Battle => String::new(),
            place => format!("while this card is in your {}, ", place.name()),
        };
        let event = self.would(&replacement.event);
        self.after(&replacement.event);
        let owner = match &replacement.event {
            When::Moves { what, .. } | When::Becomes(what, _) | When::Combat { what, .. } => match what {
                Filter::This => Some(Ref::You),
                what => self.owner(what),
            },
            _ => None,
        };
        let whose = owner.map_or("its owner's".to_string(), |owner| self.possessive(&owner));
        let may = if replacement.may { "you may " } else { "" };
        let instead = match &replacement.instead {
            Instead::To(to) => {
                let words = self.goes_instead(*to, &whose);
                if replacement.may && words.starts_with("it ") {
                    words.replacen("it stays", "leave it", 1)
                } else {
                    words
                }
            }
            Instead::Other(what, to) => {
                let own = match self.one(what, "creature") {
                    this if *what == Filter::This => this,
                    _ => format!("one of your {}", self.many(what, "creature")),
                };
                format!("put {own} {} instead", destination(*to, "your"))
            }
            Instead::Do(script) => {
                return format!("{from}if {event}, {}", self.does_instead(script, replacement.may));
            }
        };
        format!("{from}if {event}, {may}{instead}")
    }

    /// Returns what is done instead; the word stands in its first sentence.
    fn does_instead(&self, script: &Effect, may: bool) -> String {
        let told = self.tell(script, &Ref::You);
        let told = if may { permitted(&Noun::you(), told) } else { told };
        let mut parts = told.iter().map(EffectPart::words);
        match parts.next() {
            None => "nothing happens instead".to_string(),
            Some(first) => {
                let rest: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
                let first = match first.strip_prefix("if ") {
                    Some(_) => first,
                    None => format!("{first} instead"),
                };
                if rest.is_empty() { first } else { format!("{first}. {}", sentences(rest)) }
            }
        }
    }
}

/// A change that is worked out.
pub fn settled(card_pool: &CardPool, change: &Change<Settled>) -> String {
    let words = match change {
        Change::Ability(code) => {
            let kind = card_pool.face(code.card, code.face).definition.kind;
            let found = code.ability.and_then(|place| card_pool.ability(code.card, code.face, place));
            return found.map_or_else(String::new, |given| format!("\"{}\"", ability(given, kind)));
        }
        Change::Rule(reference) => return card_pool.rule(*reference).map_or_else(String::new, rule),
        Change::Power(how, value) => arithmetic(*how, &value.to_string()),
        Change::ManaNumber(value) => format!("have mana number {value}"),
        Change::BreaksMore(1) => "break one more shield".to_string(),
        Change::BreaksMore(value) => format!("break {value} more shields"),
        Change::Add(_) | Change::Gain(_) | Change::Lose(_) | Change::Instead(..) => without_values(change),
    };
    let plain = words.strip_prefix("get ").or_else(|| words.strip_prefix("have "));
    plain.map_or_else(|| as_one_has(std::slice::from_ref(&words)), str::to_string)
}

/// An effect on standby in words.
pub fn standby_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, standby: &Standby) -> String {
    let source = label(board, card_pool, viewer, standby.source);
    match &standby.kind {
        StandbyKind::Ability(code) if code.card == CardId::KEYWORDS => {
            let keyword = code.ability.and_then(|place| card_pool.keyword(place));
            format!("{} of {source}", keyword.map_or("keyword", Keyword::kind))
        }
        StandbyKind::Ability(code) => {
            let kind = card_pool.face(code.card, code.face).definition.kind;
            let found: Option<&Ability> =
                code.ability.and_then(|place| card_pool.ability(code.card, code.face, place));
            format!("{source}: {}", found.map_or_else(String::new, |found| ability(found, kind)))
        }
        StandbyKind::Delayed(..) => format!("later effect of {source}"),
        StandbyKind::Use(_) | StandbyKind::ShieldTrigger(_) => format!("use {source} for no cost"),
        StandbyKind::GStrike => format!("G-Strike of {source}"),
    }
}
