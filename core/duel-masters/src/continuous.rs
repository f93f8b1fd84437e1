//! Continuous effects (608) on the kernel's ordering: they all apply at once, so that only arithmetic orders them (108.2): additions,
//! subtractions, doubling after all others (206.4), a fixed power over everything (206.3).

use std::collections::BTreeMap;

use duelog_kernel::continuous::{Layering, apply_all};
use duelog_kernel::{ObjectId, RuleId};

use crate::definition::{Ability, Change};
use crate::eval::{Scope, Sight};
use crate::keywords::Keyword;
use crate::library::{Face, Library};
use crate::state::{Alter, Board, CardId, Characteristics, Hold, Object, Zone};
use crate::types::Place;
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
}

impl Stage {
    /// The stage in words, with its rule.
    pub fn describe(self) -> (&'static str, RuleId) {
        match self {
            Stage::Characteristics => ("characteristics", rule!("608.3c")),
            Stage::Losses => ("abilities lost", rule!("110.1")),
            Stage::Gains => ("abilities had", rule!("110.1")),
            Stage::Addition | Stage::Subtraction | Stage::Division => ("power", rule!("108.2")),
            Stage::Doubling => ("doubled power", rule!("206.4")),
            Stage::Infinite | Stage::MinusInfinite => ("infinite power", rule!("108.1c")),
            Stage::Fixing => ("fixed power", rule!("206.3")),
        }
    }
}

/// One change of one effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Of a static ability of an object, by place of the ability and of the change.
    Static(ObjectId, u32, u32),
    /// Of an effect from a resolution, by place of the effect and of the change.
    Lasting(usize, usize),
    /// The power attacker of an attacking creature (301.3b).
    PowerAttacker(ObjectId),
}

/// The effects of one moment.
pub struct Layers<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
}

/// What effects make of objects.
#[derive(Debug, Clone, Default)]
pub struct Computed {
    /// The characteristics of elements in the battle zone and of castles, by object id.
    pub elements: Vec<Option<Box<Characteristics>>>,
    /// What static abilities change in cards of other zones (603.5b), in the order of the calculation. Each face is changed for itself.
    pub elsewhere: BTreeMap<ObjectId, Vec<Alter>>,
}

impl Computed {
    /// Changes an object; whether that made a difference.
    pub fn alter(&mut self, id: ObjectId, change: &Alter) -> bool {
        match self.elements.get_mut(id.index()) {
            Some(Some(characteristics)) if has(characteristics, change) => return false,
            Some(Some(characteristics)) => alter(characteristics, change),
            Some(None) | None => {
                let own = self.elsewhere.entry(id).or_default();
                if stage_of(change) == Stage::Characteristics && own.contains(change) {
                    return false;
                }
                own.push(change.clone());
            }
        }
        true
    }
}

impl Layers<'_> {
    /// The characteristics of every element in the battle zone, by object id.
    pub fn compute(&self) -> Computed {
        cite!("111.2b", "604.1");
        let mut computed = self.printed();
        apply_all(self, &mut computed, self.pieces());
        computed
    }

    /// The printed characteristics of the elements, and of castles, which have effects too.
    pub fn printed(&self) -> Computed {
        let mut elements = vec![None; self.board.objects.ids()];
        for object in self.working() {
            let card = object.top().card;
            elements[object.id.index()] = Some(Box::new(printed(card, self.library.card(card).front())));
        }
        Computed { elements, elsewhere: BTreeMap::new() }
    }

    fn working(&self) -> impl Iterator<Item = &Object> {
        cite!("110.3d", "608.3b");
        let shields = self.board.turn_order().into_iter().flat_map(|seat| self.board.all(Zone::Shield(seat)));
        let castles = shields.filter_map(|id| self.board.get(*id)).filter(|object| object.castle);
        self.board.zone(Zone::Battle).filter_map(|id| self.board.get(id)).chain(castles)
    }

    /// Every change of every effect, in the order in which the effects stand.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        cite!("608.3");
        for object in self.working() {
            let abilities = &self.library.card(object.top().card).front().definition.abilities;
            for (place, ability) in abilities.iter().enumerate() {
                if let Ability::Static(ability) = ability {
                    pieces.extend((0..ability.changes.len()).map(|change| Piece::Static(object.id, place as u32, change as u32)));
                }
            }
        }
        cite!("608.2");
        for (place, effect) in self.board.effects.iter().enumerate() {
            pieces.extend((0..effect.alters.len()).map(|change| Piece::Lasting(place, change)));
        }
        // 608.3a: what gives a race or a civilization reaches all that its text speaks of, also what has that only by another of them. They only
        // add, so that as many rounds as there are of them are enough, in any order.
        let traits: Vec<Piece> = pieces.iter().copied().filter(|piece| self.change_of(piece) == Stage::Characteristics).collect();
        (1..traits.len()).for_each(|_| pieces.extend(&traits));
        pieces.extend(self.board.attack.as_ref().map(|attack| Piece::PowerAttacker(attack.attacker)));
        pieces
    }

    /// What a piece changes and how, on the board as it is.
    pub fn alterations(&self, computed: &Computed, piece: &Piece) -> Vec<(ObjectId, Alter)> {
        let sight = Sight { board: self.board, library: self.library, computed };
        match *piece {
            Piece::Static(id, place, change) => {
                let Some(object) = self.board.get(id) else { return Vec::new() };
                cite!("604.2");
                let has = computed.elements.get(id.index()).and_then(Option::as_ref).is_some_and(|own| place < own.abilities);
                let Some(Ability::Static(ability)) = self.library.ability(object.top().card, 0, place).filter(|_| has) else { return Vec::new() };
                let scope = Scope::of(id, object.owner);
                if ability.condition.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
                    return Vec::new();
                }
                let Some(change) = ability.changes.get(change as usize) else { return Vec::new() };
                cite!("608.3a");
                let matching = self.reached(ability.zone).into_iter().filter(|other| sight.matches(&ability.what, *other, &scope));
                matching.map(|other| (other, locked(change, &sight, &scope))).collect()
            }
            Piece::Lasting(place, change) => {
                let Some(effect) = self.board.effects.get(place) else { return Vec::new() };
                let Some(alter) = effect.alters.get(change) else { return Vec::new() };
                let here = effect.objects.iter().filter(|id| self.board.in_battle(**id));
                here.map(|id| (*id, alter.clone())).collect()
            }
            Piece::PowerAttacker(id) => {
                let keywords = sight.keywords(id).iter();
                keywords
                    .filter_map(|keyword| if let Keyword::PowerAttacker(power) = keyword { Some((id, Alter::Power(*power))) } else { None })
                    .collect()
            }
        }
    }

    /// The objects that static abilities can change in a zone. What is pending is still there (409.1c), what is looked at is not touched (605.4),
    /// and what lies face down has nothing to change (405.4).
    fn reached(&self, place: Place) -> Vec<ObjectId> {
        if place == Place::Battle {
            return self.board.zone(Zone::Battle).collect();
        }
        cite!("603.5b");
        let zones = self.board.turn_order().into_iter().flat_map(|seat| self.board.all(Zone::of(place, seat)));
        let can = |id: &ObjectId| self.board.get(*id).is_some_and(|object| object.hold != Hold::Looked && !object.face_down && !object.castle);
        zones.copied().filter(can).collect()
    }

    fn change_of(&self, piece: &Piece) -> Stage {
        match *piece {
            Piece::Static(id, place, change) => {
                let card = self.board.get(id).map(|object| object.top().card);
                match card.and_then(|card| self.library.ability(card, 0, place)) {
                    Some(Ability::Static(ability)) => ability.changes.get(change as usize).map_or(Stage::Characteristics, stage_of_change),
                    _ => Stage::Characteristics,
                }
            }
            Piece::Lasting(place, change) => {
                self.board.effects.get(place).and_then(|effect| effect.alters.get(change)).map_or(Stage::Characteristics, stage_of)
            }
            Piece::PowerAttacker(_) => Stage::Addition,
        }
    }
}

/// What is printed on a face of a card.
pub fn printed(card: CardId, face: &Face) -> Characteristics {
    let definition = &face.definition;
    Characteristics {
        card,
        kind: definition.kind,
        civilizations: face.civilizations,
        races: Vec::new(),
        power: definition.power.unwrap_or(0),
        keywords: definition.keywords.clone(),
        abilities: definition.abilities.len() as u32,
    }
}

/// A change with its numbers worked out (608.2b).
pub fn locked(change: &Change, sight: &Sight<'_>, scope: &Scope<'_>) -> Alter {
    match change {
        Change::AddCivilization(civilization) => Alter::AddCivilization(*civilization),
        Change::AddRace(race) => Alter::AddRace(race.clone()),
        Change::Gain(keyword) => Alter::Gain(*keyword),
        Change::Lose(keyword) => Alter::Lose(*keyword),
        Change::LoseAbilities => Alter::LoseAbilities,
        Change::Power(number) => Alter::Power(sight.number(number, scope)),
        Change::HalvePower => Alter::HalvePower,
        Change::DoublePower => Alter::DoublePower,
        Change::InfinitePower => Alter::InfinitePower,
        Change::MinusInfinity => Alter::MinusInfinity,
        Change::FixPower(number) => Alter::FixPower(sight.number(number, scope)),
        Change::Usable => Alter::Usable,
    }
}

fn stage_of(alter: &Alter) -> Stage {
    match alter {
        Alter::AddCivilization(_) | Alter::AddRace(_) | Alter::Usable => Stage::Characteristics,
        Alter::Lose(_) | Alter::LoseAbilities => Stage::Losses,
        Alter::Gain(_) => Stage::Gains,
        Alter::Power(power) if *power < 0 => Stage::Subtraction,
        Alter::Power(_) => Stage::Addition,
        Alter::HalvePower => Stage::Division,
        Alter::DoublePower => Stage::Doubling,
        Alter::InfinitePower => Stage::Infinite,
        Alter::MinusInfinity => Stage::MinusInfinite,
        Alter::FixPower(_) => Stage::Fixing,
    }
}

fn stage_of_change(change: &Change) -> Stage {
    match change {
        Change::AddCivilization(_) | Change::AddRace(_) | Change::Usable => Stage::Characteristics,
        Change::Lose(_) | Change::LoseAbilities => Stage::Losses,
        Change::Gain(_) => Stage::Gains,
        Change::Power(crate::definition::Number::N(power)) if *power < 0 => Stage::Subtraction,
        Change::Power(_) => Stage::Addition,
        Change::HalvePower => Stage::Division,
        Change::DoublePower => Stage::Doubling,
        Change::InfinitePower => Stage::Infinite,
        Change::MinusInfinity => Stage::MinusInfinite,
        Change::FixPower(_) => Stage::Fixing,
    }
}

/// Whether an element has what a change would add.
fn has(characteristics: &Characteristics, change: &Alter) -> bool {
    match change {
        Alter::AddCivilization(civilization) => characteristics.civilizations.has(*civilization),
        Alter::AddRace(race) => characteristics.races.contains(race),
        _ => false,
    }
}

/// Changes characteristics.
pub fn alter(characteristics: &mut Characteristics, alter: &Alter) {
    let power = characteristics.power;
    match alter {
        Alter::AddCivilization(civilization) => {
            cite!("106.4");
            characteristics.civilizations = characteristics.civilizations.and(crate::types::Civilizations::of(&[*civilization]));
        }
        Alter::AddRace(race) => {
            cite!("203.3");
            characteristics.races.push(race.clone());
        }
        Alter::Gain(keyword) => {
            cite!("110.2c");
            characteristics.keywords.push(*keyword);
        }
        Alter::Lose(keyword) => characteristics.keywords.retain(|own| !own.is_kind_of(*keyword)),
        Alter::LoseAbilities => {
            // Civilizations and races that were added are no abilities, and stay.
            cite!("110.6");
            characteristics.keywords.clear();
            characteristics.abilities = 0;
        }
        Alter::Power(_) | Alter::HalvePower | Alter::DoublePower if power == INFINITY => {}
        Alter::Power(more) => characteristics.power = power.saturating_add(*more),
        Alter::HalvePower => characteristics.power = power.div_euclid(2),
        Alter::DoublePower => characteristics.power = power.saturating_mul(2),
        Alter::InfinitePower => characteristics.power = INFINITY,
        Alter::MinusInfinity => characteristics.power = i32::MIN,
        Alter::FixPower(power) => characteristics.power = *power,
        // It says nothing about elements.
        Alter::Usable => {}
    }
}

impl Layering for Layers<'_> {
    type Board = Computed;
    type Effect = Piece;
    type Outcome = ();
    type Layer = Stage;

    fn layer(&self, effect: &Piece) -> Stage {
        self.change_of(effect)
    }

    fn order(&self, _: &Piece) -> (u8, u32) {
        cite!("608.1");
        // They apply at the same time: where the order would matter, it is that in which they stand.
        (0, 0)
    }

    fn may_depend(&self, _: Stage) -> bool {
        false
    }

    fn reads(&self, _: &Piece) -> u64 {
        0
    }

    fn writes(&self, _: &Piece) -> u64 {
        0
    }

    fn outcome(&self, _: &Computed, _: &Piece) {}

    fn depends(&self, _: &mut Computed, _: (&Piece, &()), _: (&Piece, &())) -> bool {
        false
    }

    fn apply(&self, board: &mut Computed, effect: &Piece) {
        for (id, change) in self.alterations(board, effect) {
            board.alter(id, &change);
        }
    }

    fn arisen(&self, _: &mut Computed, _: Stage) -> Vec<Piece> {
        Vec::new()
    }
}
