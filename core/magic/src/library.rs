//! The definitions that one match can use, compiled.

use duelog_kernel::definition::essence;
use duelog_kernel::digest::{self, Digest, Purpose};
use duelog_kernel::script::{Code, Op, Script};
use duelog_kernel::table::DefinitionError;

use crate::definition::{
    Ability, Activated, Change, Condition, Cost, Definition, Effect, Filter, Group, Magical, Mana, Number, Ref, Static, Target, Verb,
};
use crate::mana::Colors;
use crate::parse;
use crate::state::{CardId, Characteristics, CodeRef};
use crate::subtypes::BASIC_LANDS;

/// The first place of the mana abilities that basic land types give (305.6), one a colour.
pub const INTRINSIC: u8 = 100;

/// A definition ready to be played.
#[derive(Debug, Clone)]
pub struct Card {
    /// What was defined.
    pub definition: Definition,
    /// Its printed characteristics; the controller is filled in by the board.
    pub base: Characteristics,
    /// The spell ability's code.
    pub spell: Option<Code<Magical>>,
    /// The abilities' code by place; none for those without a script.
    pub codes: Vec<Option<Code<Magical>>>,
    /// What each ability is, where it is a mana ability without a choice of cost: mana types as bits, and how much.
    pub mana: Vec<Option<ManaAbility>>,
    /// What the filters and numbers of each static ability read, as aspects.
    pub reads: Vec<u8>,
    /// The digest that logs pin.
    pub digest: Digest,
}

/// A mana ability that only taps its permanent.
#[derive(Debug, Clone, PartialEq)]
pub struct ManaAbility {
    /// The mana types that it can give, as bits in the order of `SYMBOLS`.
    pub types: u8,
    /// How much it gives.
    pub amount: Number,
}

/// What effects can read and write of an object, as bits.
pub mod aspect {
    /// Who controls it.
    pub const CONTROL: u8 = 1;
    /// Its type line.
    pub const TYPES: u8 = 2;
    /// Its colours.
    pub const COLORS: u8 = 4;
    /// Its abilities.
    pub const ABILITIES: u8 = 8;
    /// Its power and toughness.
    pub const SIZE: u8 = 16;
    /// Things that events change outside of the layers: tapped, attacking, counters, damage, life, hands, graveyards.
    pub const BOARD: u8 = 32;
}

/// The compiled definitions of one match, by [`CardId`], ascending by name.
#[derive(Debug, Clone, Default)]
pub struct Library {
    cards: Vec<Card>,
}

impl Library {
    /// The library of these cards.
    pub fn new(mut cards: Vec<Card>) -> Library {
        cards.sort_by(|a, b| a.definition.name.cmp(&b.definition.name));
        Library { cards }
    }

    /// The card of this id.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[usize::from(id.0)]
    }

    /// The id of the card of this name.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.cards.binary_search_by(|card| card.definition.name.as_str().cmp(name)).ok().map(|place| CardId(place as u16))
    }

    /// The card's name.
    pub fn name(&self, id: CardId) -> &str {
        &self.card(id).definition.name
    }

    /// All cards, ascending by name.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The code of a spell or ability.
    pub fn code(&self, code: CodeRef) -> Option<&Code<Magical>> {
        let card = self.card(code.card);
        match code.ability {
            None => card.spell.as_ref(),
            Some(place) => card.codes.get(usize::from(place))?.as_ref(),
        }
    }

    /// The verb at a step of a script.
    pub fn verb(&self, code: CodeRef, at: u16) -> Option<&Verb> {
        match self.code(code)?.0.get(usize::from(at))? {
            Op::Do(verb) => Some(verb),
            _ => None,
        }
    }

    /// The target groups of a spell or ability; an Aura spell has one for what it will enchant (303.4a).
    pub fn targets(&self, code: CodeRef) -> &[Target] {
        let definition = &self.card(code.card).definition;
        match code.ability {
            None => match (&definition.spell, &definition.enchant) {
                (Some(spell), _) => &spell.targets,
                (None, Some(enchant)) => std::slice::from_ref(enchant),
                (None, None) => &[],
            },
            Some(place) => match definition.abilities.get(usize::from(place)) {
                Some(Ability::Activated(ability)) => &ability.targets,
                Some(Ability::Triggered(ability)) => &ability.targets,
                Some(Ability::Static(_) | Ability::Replacement(_)) | None => &[],
            },
        }
    }

    /// The static ability at a place of a card.
    pub fn static_ability(&self, card: CardId, place: u8) -> Option<&Static> {
        match self.card(card).definition.abilities.get(usize::from(place)) {
            Some(Ability::Static(ability)) => Some(ability),
            _ => None,
        }
    }

    /// The activated ability at a place of a card.
    pub fn activated(&self, card: CardId, place: u8) -> Option<&Activated> {
        match self.card(card).definition.abilities.get(usize::from(place)) {
            Some(Ability::Activated(ability)) => Some(ability),
            _ => None,
        }
    }
}

impl Card {
    /// Reads, checks and compiles one definition.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    pub fn read(text: &str) -> Result<Card, DefinitionError> {
        let definition = parse::parse(text)?;
        let fault = |message: String| DefinitionError { line: 1, column: 1, message };
        let compile = |effect: &Effect| Code::compile(effect).map_err(fault);
        let spell = definition.spell.as_ref().map(|spell| compile(&spell.effect)).transpose()?;
        let codes = definition
            .abilities
            .iter()
            .map(|ability| match ability {
                Ability::Activated(ability) => compile(&ability.effect).map(Some),
                Ability::Triggered(ability) => compile(&ability.effect).map(Some),
                Ability::Replacement(replacement) => replacement.effect().map(compile).transpose(),
                Ability::Static(_) => Ok(None),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mana = definition.abilities.iter().map(simple_mana).collect();
        let reads = definition.abilities.iter().map(ability_reads).collect();
        let base = base(&definition);
        let digest = digest::hash(Purpose::Definition, essence(text).as_bytes());
        Ok(Card { definition, base, spell, codes, mana, reads, digest })
    }

    /// Whether the ability at a place is a mana ability (605.1a).
    pub fn is_mana_ability(&self, place: u8) -> bool {
        match self.definition.abilities.get(usize::from(place)) {
            Some(Ability::Activated(ability)) => {
                let adds =
                    self.codes[usize::from(place)].as_ref().is_some_and(|code| code.0.iter().any(|op| matches!(op, Op::Do(Verb::AddMana(..)))));
                ability.targets.is_empty() && adds
            }
            _ => place >= INTRINSIC,
        }
    }

    /// The names of the tokens that it can make.
    pub fn tokens(&self) -> Vec<&str> {
        let codes = self.spell.iter().chain(self.codes.iter().flatten());
        codes.flat_map(|code| &code.0).filter_map(|op| if let Op::Do(Verb::Create(_, _, name)) = op { Some(name.as_str()) } else { None }).collect()
    }
}

fn base(definition: &Definition) -> Characteristics {
    let colors = match &definition.colors {
        Some(colors) => Colors::of(colors),
        None => definition.cost.colors(),
    };
    let mut keywords = crate::keywords::Keywords::default();
    definition.keywords.iter().for_each(|keyword| keywords.add(*keyword));
    let (power, toughness) = definition.size.unwrap_or_default();
    Characteristics {
        card: None,
        cost: definition.cost.clone(),
        colors,
        types: definition.types.clone(),
        keywords,
        abilities: (1u64 << definition.abilities.len().min(32)).wrapping_sub(1) as u32,
        power,
        toughness,
        loyalty: definition.loyalty.unwrap_or_default(),
        controller: None,
        limits: Vec::new(),
    }
}

fn simple_mana(ability: &Ability) -> Option<ManaAbility> {
    let Ability::Activated(Activated { cost, targets, effect: Script::Do(Verb::AddMana(mana, amount)), .. }) = ability else { return None };
    let types = match mana {
        Mana::Of(color) => 1 << *color as u8,
        Mana::Colorless => 1 << 5,
        Mana::AnyColor => 0b1_1111,
    };
    (cost.as_slice() == [Cost::Tap] && targets.is_empty()).then(|| ManaAbility { types, amount: amount.clone() })
}

/// The colour of the mana ability at an intrinsic place.
pub fn intrinsic_color(place: u8) -> Option<usize> {
    place.checked_sub(INTRINSIC).map(usize::from).filter(|color| *color < BASIC_LANDS.len())
}

fn ability_reads(ability: &Ability) -> u8 {
    match ability {
        Ability::Static(ability) => {
            let changes = ability.changes.iter().map(|change| match change {
                Change::SetSize(power, toughness) | Change::Size(power, toughness) => number_reads(power) | number_reads(toughness),
                _ => 0,
            });
            changes.fold(group_reads(&ability.affects), |all, reads| all | reads) | ability.condition.as_ref().map_or(0, condition_reads)
        }
        Ability::Activated(_) | Ability::Triggered(_) | Ability::Replacement(_) => 0,
    }
}

fn group_reads(group: &Group) -> u8 {
    match group {
        Group::Of(reference) => ref_reads(reference),
        Group::All(filter) => filter_reads(filter),
        Group::Hand(_, filter) | Group::Graveyard(_, filter) | Group::Graveyards(filter) | Group::Spells(filter) => {
            filter_reads(filter) | aspect::BOARD
        }
        Group::Targets(_) | Group::Players | Group::Last => 0,
    }
}

fn ref_reads(reference: &Ref) -> u8 {
    match reference {
        Ref::Attached | Ref::Active => aspect::BOARD,
        Ref::Controller(inner) | Ref::Owner(inner) => ref_reads(inner) | aspect::CONTROL,
        _ => 0,
    }
}

fn filter_reads(filter: &Filter) -> u8 {
    match filter {
        Filter::Any | Filter::Token | Filter::Named(_) | Filter::OwnedBy(_) => 0,
        Filter::Is(reference) => ref_reads(reference),
        Filter::Type(_) | Filter::Super(_) | Filter::Subtype(_) => aspect::TYPES,
        Filter::Color(_) | Filter::Colorless | Filter::Multicolored => aspect::COLORS,
        Filter::Keyword(_) => aspect::ABILITIES,
        Filter::ControlledBy(_) => aspect::CONTROL,
        Filter::Tapped | Filter::Attacking | Filter::Blocking | Filter::Damaged | Filter::Counter(_) => aspect::BOARD,
        Filter::PowerAtMost(number) | Filter::PowerAtLeast(number) | Filter::ToughnessAtMost(number) => aspect::SIZE | number_reads(number),
        Filter::ManaValueAtMost(number) => number_reads(number),
        Filter::All(all) | Filter::Either(all) => all.iter().fold(0, |reads, filter| reads | filter_reads(filter)),
        Filter::Not(inner) => filter_reads(inner),
    }
}

/// What a number reads, as aspects.
pub fn number_reads(number: &Number) -> u8 {
    match number {
        Number::Count(group) => group_reads(group) | aspect::BOARD,
        Number::Power(_) | Number::Toughness(_) => aspect::SIZE,
        Number::Life(_) | Number::HandSize(_) | Number::Counters(..) => aspect::BOARD,
        Number::Plus(a, b) => number_reads(a) | number_reads(b),
        Number::Times(_, inner) | Number::HalfDown(inner) => number_reads(inner),
        _ => 0,
    }
}

fn condition_reads(condition: &Condition) -> u8 {
    match condition {
        Condition::AtLeast(a, b) => number_reads(a) | number_reads(b) | aspect::BOARD,
        Condition::Exists(group) => group_reads(group),
        Condition::Matches(reference, filter) => ref_reads(reference) | filter_reads(filter),
        Condition::TurnOf(_) => aspect::BOARD,
        Condition::All(all) => all.iter().fold(0, |reads, condition| reads | condition_reads(condition)),
        Condition::Not(inner) => condition_reads(inner),
    }
}
