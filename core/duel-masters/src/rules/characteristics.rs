//! The characteristics of objects (200.2), and what a change makes of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use duelog_kernel::{ObjectId, RuleId};

use crate::language::definition::{Arithmetic, Change, Values};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Civilizations};
use crate::state::card_pool::{CardPool, Face};
use crate::state::reads::Bits;
use crate::state::{CardId, Characteristics, CodeRef, Object, Part, RuleRef, Settled};
use crate::{cite, rule};

/// Infinite power (108.1c): no modification changes it.
pub const INFINITY: i32 = i32::MAX;

/// Where in the calculation a change applies; lower applies first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Civilizations and races.
    Characteristics,
    /// Abilities that are lost.
    Losses,
    /// Abilities that are had.
    Gains,
    /// Another power in place of the printed one (814.2b).
    Instead,
    /// Power that is added (108.2).
    Addition,
    /// Power that is taken away (108.2).
    Subtraction,
    /// Power that is divided (108.2).
    Division,
    /// Power that is doubled, after all else (206.4).
    Doubling,
    /// Infinite power (108.1c).
    Infinite,
    /// Infinitely less power, which is stronger still (108.1c).
    MinusInfinite,
    /// Power that is fixed (206.3).
    Fixing,
    /// Abilities that are had because of a power or of a keyword.
    ByPower,
    /// Abilities that are had in place of others.
    Replacing,
}

impl Stage {
    /// The stage in words, with its rule.
    pub fn describe(self) -> (&'static str, RuleId) {
        match self {
            Stage::Characteristics => ("characteristics", rule!("608.3c")),
            Stage::Losses => ("abilities lost", rule!("110.1")),
            Stage::Gains | Stage::ByPower | Stage::Replacing => ("abilities had", rule!("110.1")),
            Stage::Instead => ("hyper mode", rule!("814.2b")),
            Stage::Addition | Stage::Subtraction | Stage::Division => ("power", rule!("108.2")),
            Stage::Doubling => ("doubled power", rule!("206.4")),
            Stage::Infinite | Stage::MinusInfinite => ("infinite power", rule!("108.1c")),
            Stage::Fixing => ("fixed power", rule!("206.3")),
        }
    }
}

/// What effects make of objects.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Computed {
    /// The characteristics of elements in the battle zone and of castles.
    pub elements: duelog_kernel::computed::Computed<Characteristics>,
    /// What static abilities change in cards of other zones (603.5b), in the order of the calculation. Each
    /// face is changed for itself.
    pub elsewhere: BTreeMap<ObjectId, Vec<Change<Settled>>>,
    /// The elements and castles with abilities that trigger.
    pub listening: Vec<ObjectId>,
    /// What is looked at, beside the elements, by what changes something or does something by itself.
    pub reads: Bits,
}

impl Computed {
    /// Changes an object; whether that made a difference.
    pub fn alter(&mut self, id: ObjectId, change: &Change<Settled>) -> bool {
        match self.elements.get(id) {
            Some(characteristics) if has(characteristics, change) => return false,
            Some(_) => self.elements.get_mut(id).into_iter().for_each(|own| alter(own, change)),
            None => {
                let own = self.elsewhere.entry(id).or_default();
                if stage_of(change, |power| *power < 0) == Stage::Characteristics && own.contains(change) {
                    return false;
                }
                own.push(change.clone());
            }
        }
        true
    }
}

/// What is printed on a face of a card.
pub fn printed(card: CardId, place: u8, face: &Face) -> Characteristics {
    let definition = &face.definition;
    Characteristics {
        card,
        kind: definition.kind,
        civilizations: face.civilizations,
        races: Vec::new(),
        power: definition.power.unwrap_or(0),
        keywords: definition.keywords.clone(),
        abilities: face.printed,
        given: Vec::new(),
        rules: (0..definition.rules.len() as u16)
            .map(|rule| RuleRef { card, face: place, place: rule })
            .collect(),
        lost: false,
        special: Vec::new(),
    }
}

/// Where in the calculation a change applies, and whether it takes power away there.
pub fn stage_of<V: Values>(change: &Change<V>, subtracts: impl Fn(&V::Number) -> bool) -> Stage {
    match change {
        Change::Add(_) | Change::ManaNumber(_) => Stage::Characteristics,
        Change::Lose(_) => Stage::Losses,
        Change::Gain(_) | Change::Ability(_) | Change::Rule(_) | Change::BreaksMore(_) => Stage::Gains,
        Change::Instead(..) => Stage::Replacing,
        Change::Power(Arithmetic::Instead, _) => Stage::Instead,
        Change::Power(Arithmetic::Plus, power) if subtracts(power) => Stage::Subtraction,
        Change::Power(Arithmetic::Plus, _) => Stage::Addition,
        Change::Power(Arithmetic::DividedBy, _) => Stage::Division,
        Change::Power(Arithmetic::Times, _) => Stage::Doubling,
        Change::Power(Arithmetic::Infinite, power) if subtracts(power) => Stage::MinusInfinite,
        Change::Power(Arithmetic::Infinite, _) => Stage::Infinite,
        Change::Power(Arithmetic::Fixed, _) => Stage::Fixing,
    }
}

/// Whether an element has what a change would add.
fn has(characteristics: &Characteristics, change: &Change<Settled>) -> bool {
    match change {
        Change::Add(traits) => {
            traits.civilizations.iter().all(|own| characteristics.civilizations.has(*own))
                && traits.races.iter().all(|race| characteristics.races.contains(race))
                && traits.special.iter().all(|special| characteristics.special.contains(special))
        }
        Change::Gain(_)
        | Change::Lose(_)
        | Change::Ability(_)
        | Change::Rule(_)
        | Change::Power(..)
        | Change::Instead(..)
        | Change::BreaksMore(_)
        | Change::ManaNumber(_) => false,
    }
}

/// What is printed on the front of a card, shared with it.
pub fn shown(card: CardId, front: &Face) -> Arc<Characteristics> {
    front.shown.get_or_init(|| Arc::new(printed(card, 0, front))).clone()
}

/// What is printed on all cards of an object that are seen (109.2c): of linked cards everything together
/// (803.1b), of an aura on it what it gives (310.4).
pub fn whole(card_pool: &CardPool, object: &Object) -> Arc<Characteristics> {
    let top = object.top().card;
    let front = card_pool.card(top).front();
    let mut own = shown(top, front);
    for piece in object.beside() {
        cite!("109.2c", "310.4", "803.1b");
        let face = card_pool.card(piece.card).front();
        let other = printed(piece.card, 0, face);
        let all = Arc::make_mut(&mut own);
        if matches!(piece.part, Part::Linked(_)) {
            all.civilizations = all.civilizations.and(other.civilizations);
            let races = face.definition.races.iter();
            let more: Vec<String> =
                races.filter(|race| !front.definition.races.contains(race)).cloned().collect();
            all.races.extend(more);
            all.kind = CardType::Creature;
        }
        all.power = all.power.saturating_add(other.power);
        all.keywords.extend(other.keywords);
        let abilities =
            (0..other.abilities).map(|place| CodeRef { card: piece.card, face: 0, ability: Some(place) });
        all.given.extend(abilities);
        all.rules.extend(other.rules);
    }
    own
}

/// Changes characteristics.
pub fn alter(characteristics: &mut Characteristics, change: &Change<Settled>) {
    let power = characteristics.power;
    match change {
        Change::Add(traits) => {
            cite!("106.4", "203.3");
            let own = characteristics.civilizations;
            characteristics.civilizations = own.and(Civilizations::of(&traits.civilizations));
            for race in &traits.races {
                if !characteristics.races.contains(race) {
                    characteristics.races.push(race.clone());
                }
            }
            cite!("814.2", "814.2a");
            characteristics.special.extend(&traits.special);
        }
        Change::Gain(keyword) => {
            cite!("110.2c");
            characteristics.keywords.push(*keyword);
        }
        Change::Ability(ability) => {
            cite!("110.1");
            characteristics.given.push(*ability);
        }
        Change::Rule(rule) => characteristics.rules.push(*rule),
        Change::Lose(Some(keyword)) => characteristics.keywords.retain(|own| !own.is_kind_of(*keyword)),
        Change::Lose(None) => {
            // Civilizations and races that were added are no abilities, and stay.
            cite!("110.1", "110.6");
            characteristics.keywords.clear();
            characteristics.given.clear();
            characteristics.rules.clear();
            characteristics.abilities = 0;
            characteristics.lost = true;
        }
        Change::Instead(this, of) => {
            characteristics.keywords.retain(|own| own != of);
            characteristics.keywords.push(*this);
        }
        Change::BreaksMore(count) => {
            cite!("701.14d");
            let more = u8::try_from(*count).unwrap_or(if *count < 0 { 0 } else { u8::MAX });
            characteristics.keywords.push(Keyword::BreaksMore(more));
        }
        Change::Power(how, number) => characteristics.power = calculated(power, *how, *number),
        // It says nothing about elements.
        Change::ManaNumber(_) => {}
    }
}

/// A power that is changed so with a number (206).
fn calculated(power: i32, how: Arithmetic, number: i32) -> i32 {
    match how {
        Arithmetic::Plus | Arithmetic::Times | Arithmetic::DividedBy if power == INFINITY => power,
        Arithmetic::Plus => power.saturating_add(number),
        Arithmetic::Times => power.saturating_mul(number),
        // A definition that divides by less than 1 is refused; a number that the board decides may still be
        // 0.
        Arithmetic::DividedBy => power.div_euclid(number.max(1)),
        Arithmetic::Infinite if number < 0 => i32::MIN,
        Arithmetic::Infinite => INFINITY,
        Arithmetic::Fixed => {
            cite!("206.3");
            number
        }
        Arithmetic::Instead => {
            cite!("814.2b");
            number
        }
    }
}
