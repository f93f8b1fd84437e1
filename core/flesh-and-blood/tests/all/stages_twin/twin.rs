//! The properties of everything in the arena by the letter of 6.3, slow and obvious: the twin that the
//! engine's computation must agree with.
//!
//! It shares the words in which effects are written down with the engine and nothing else. Every effect is
//! tried against every other one at every step.

use std::collections::{BTreeMap, BTreeSet};

use duelog_flesh_and_blood::language::definition::{
    Ability, Change, Condition, Counter, Deed, Filter, Group, Number, Property, Ref, Static, Written,
};
use duelog_flesh_and_blood::language::keywords::Keyword;
use duelog_flesh_and_blood::language::types::CardType;
use duelog_flesh_and_blood::state::card_pool::CardPool;
use duelog_flesh_and_blood::state::{Alter, Binding, Board, CodeRef, LastingKind, Places};
use duelog_kernel::{ObjectId, Seat};

/// What an object is, at some moment of the computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// Its types.
    pub types: BTreeSet<&'static str>,
    /// Its subtypes.
    pub subtypes: BTreeSet<&'static str>,
    /// Its supertypes.
    pub supertypes: BTreeSet<&'static str>,
    /// Its keywords, by name.
    pub keywords: BTreeSet<String>,
    /// Its abilities.
    pub abilities: BTreeSet<CodeRef>,
    /// Its base power.
    pub base: Option<i32>,
    /// Its power.
    pub power: Option<i32>,
    /// Its controller.
    pub controller: Seat,
    /// Whether it cannot gain go again.
    pub barred: bool,
    /// What effects have added to it (6.3.6).
    pub added: Vec<What>,
}

/// What is done to one object, with its numbers determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Bar,
    Control(Seat),
    Type(&'static str),
    Subtype(&'static str),
    NoSubtype(&'static str),
    Super(&'static str),
    NoSupers,
    Keyword(String),
    NoKeyword(String),
    Ability(CodeRef),
    NoAbilities,
    Base(i32),
    BaseTimes(i32),
    Power(i32),
    Plus(i32),
}

/// A stage and a substage.
type Place = (u8, u8);

/// Where an effect comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Static(ObjectId, CodeRef),
    Lasting(usize),
    Counters(ObjectId, usize),
}

/// The part of an effect that belongs to one place.
#[derive(Debug, Clone, Copy)]
struct Part {
    origin: Origin,
    own: Place,
    timestamp: u32,
}

/// On which stage each part depends that depends on one.
type Dependent = BTreeMap<(Origin, Place), u8>;

/// Whether dependency counts; without it the computation is wrong, which shows where it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Dependency,
    Independent,
}

type Faces = BTreeMap<ObjectId, Face>;

struct Twin<'a> {
    board: &'a Board,
    card_pool: &'a CardPool,
}

/// The properties of everything in the arena.
pub fn faces(order: Order, board: &Board, card_pool: &CardPool) -> Faces {
    let twin = Twin { board, card_pool };
    let mut dependent = Dependent::new();
    for round in 0..100 {
        let (faces, mut found) = twin.pass(&dependent);
        if order == Order::Independent || found == dependent {
            return faces;
        }
        // Where it never settles, what was found to depend stays so.
        if round >= 8 {
            for (part, stage) in &dependent {
                let known = found.entry(*part).or_insert(*stage);
                *known = (*known).max(*stage);
            }
            if found == dependent {
                return faces;
            }
        }
        dependent = found;
    }
    panic!("it does not settle");
}

impl Twin<'_> {
    fn pass(&self, dependent: &Dependent) -> (Faces, Dependent) {
        let mut faces: Faces =
            self.board.arena().map(|object| (object.id, self.printed(object.id))).collect();
        let mut waiting: Vec<Part> = Vec::new();
        for (id, face) in &faces {
            let printed = &self.card_pool.card(self.board.get(*id).expect("it is there").card).base.abilities;
            waiting.extend(
                printed
                    .iter()
                    .filter(|code| face.abilities.contains(code))
                    .flat_map(|code| self.static_parts(*id, *code, 0)),
            );
        }
        for object in self.board.arena() {
            for (place, (kind, _)) in object.counters.iter().enumerate() {
                let substage = if matches!(*kind, Counter::POWER_UP | Counter::DEFENSE_UP) { 5 } else { 6 };
                waiting.push(Part {
                    origin: Origin::Counters(object.id, place),
                    own: (8, substage),
                    timestamp: object.timestamp,
                });
            }
        }
        for (place, lasting) in self.board.effects.iter().enumerate() {
            let LastingKind::Alters(alters) = &lasting.kind else { continue };
            let places: BTreeSet<Place> = alters.iter().map(|alter| place_of(&of_alter(*alter))).collect();
            waiting.extend(places.into_iter().map(|own| Part {
                origin: Origin::Lasting(place),
                own,
                timestamp: lasting.id,
            }));
        }
        let mut known = waiting.clone();
        let mut found = Dependent::new();
        let at = |part: &Part| dependent.get(&(part.origin, part.own)).map_or(part.own, |stage| (*stage, 7));
        // 6.3.1, 6.3.3a: by stage, by substage, by timestamp.
        while let Some(next) =
            (0..waiting.len()).min_by_key(|place| (at(&waiting[*place]), waiting[*place].timestamp, *place))
        {
            let part = waiting.remove(next);
            let now = at(&part);
            let before: Vec<Vec<(ObjectId, What)>> =
                known.iter().map(|other| self.does(&faces, other)).collect();
            for (id, what) in self.does(&faces, &part) {
                let had = faces[&id].abilities.clone();
                change(faces.get_mut(&id).expect("it is there"), &what);
                for code in faces[&id].abilities.difference(&had).copied().collect::<Vec<_>>() {
                    let joins = |new: &Part| {
                        at(new) >= now
                            && !known.iter().any(|old| (old.origin, old.own) == (new.origin, new.own))
                    };
                    let new: Vec<Part> =
                        self.static_parts(id, code, part.timestamp).into_iter().filter(joins).collect();
                    waiting.extend(&new);
                    known.extend(&new);
                }
            }
            for (other, before) in known.iter().zip(before) {
                // 6.3.2a: it is dependent where its stage is not after this one, and this one changes what it
                // does.
                let counts = other.origin != part.origin && other.own.0.max(1) <= now.0 && now.0 < 9;
                if counts && self.does(&faces, other) != before {
                    let stage = found.entry((other.origin, other.own)).or_insert(0);
                    *stage = now.0.max(*stage);
                }
            }
        }
        (faces, found)
    }

    fn printed(&self, id: ObjectId) -> Face {
        let object = self.board.get(id).expect("it is there");
        let base = &self.card_pool.card(object.card).base;
        Face {
            types: base.types.types().map(CardType::name).collect(),
            subtypes: base.types.subtypes().map(|subtype| subtype.name()).collect(),
            supertypes: base.types.supertypes().map(|supertype| supertype.name()).collect(),
            keywords: base.keywords.iter().map(|keyword| keyword.name()).collect(),
            abilities: base.abilities.iter().copied().collect(),
            base: base.base_power,
            power: base.power,
            controller: object.controller,
            barred: false,
            added: Vec::new(),
        }
    }

    fn ability(&self, code: CodeRef) -> Option<&Static> {
        let definition = &self.card_pool.card(code.card).definition;
        let given =
            code.place.checked_sub(Places::GIVES).and_then(|place| definition.gives.get(usize::from(place)));
        match given.or_else(|| definition.abilities.get(usize::from(code.place)))? {
            Ability::Static(ability) => Some(ability),
            _ => None,
        }
    }

    fn static_parts(&self, id: ObjectId, code: CodeRef, given: u32) -> Vec<Part> {
        let Some(ability) = self.ability(code) else { return Vec::new() };
        let places: BTreeSet<Place> = ability.changes.iter().map(place_of_change).collect();
        let timestamp = self.board.get(id).map_or(0, |object| object.timestamp).max(given);
        places.into_iter().map(|own| Part { origin: Origin::Static(id, code), own, timestamp }).collect()
    }

    /// What a part does now, and to what.
    fn does(&self, faces: &Faces, part: &Part) -> Vec<(ObjectId, What)> {
        match part.origin {
            Origin::Counters(id, place) => {
                let (kind, count) = self.board.get(id).expect("it is there").counters[place];
                vec![(id, What::Plus(if kind == Counter::POWER_UP { count as i32 } else { -(count as i32) }))]
            }
            Origin::Lasting(place) => {
                let lasting = &self.board.effects[place];
                let (LastingKind::Alters(alters), Binding::Locked(objects)) =
                    (&lasting.kind, &lasting.binding)
                else {
                    return Vec::new();
                };
                let all =
                    alters.iter().map(|alter| of_alter(*alter)).filter(|what| place_of(what) == part.own);
                all.flat_map(|what| objects.iter().map(move |id| (*id, what.clone())).collect::<Vec<_>>())
                    .collect()
            }
            Origin::Static(id, code) => {
                let Some(ability) = self.ability(code).filter(|_| faces[&id].abilities.contains(&code))
                else {
                    return Vec::new();
                };
                let from = From { faces, this: id, you: faces[&id].controller, it: None };
                if ability.condition.as_ref().is_some_and(|condition| !from.holds(condition)) {
                    return Vec::new();
                }
                let affected = from.members(&ability.affects);
                let mut all = Vec::new();
                for change in ability.changes.iter().filter(|change| place_of_change(change) == part.own) {
                    all.extend(
                        affected.iter().map(|id| (*id, From { it: Some(*id), ..from }.what(change, code))),
                    );
                }
                all
            }
        }
    }
}

/// 6.3.2, 6.3.3: where something is done, for an effect that depends on nothing.
fn place_of(what: &What) -> Place {
    match what {
        What::Bar => (0, 1),
        What::Control(_) => (2, 1),
        What::Type(_) | What::Subtype(_) | What::NoSubtype(_) => (4, 1),
        What::Super(_) | What::NoSupers => (5, 1),
        What::Keyword(_) | What::NoKeyword(_) | What::Ability(_) | What::NoAbilities => (6, 1),
        What::Base(_) => (7, 2),
        What::BaseTimes(_) => (7, 3),
        What::Power(_) => (8, 2),
        What::Plus(amount) => (8, if *amount < 0 { 6 } else { 5 }),
    }
}

/// The same of a change whose numbers are not determined yet: what is written with a minus subtracts.
fn place_of_change(change: &Change<Written>) -> Place {
    match change {
        Change::Rule(_, Deed::GainGoAgain, _) => (0, 1),
        Change::Control(_) => (2, 1),
        Change::Type(..) | Change::Subtype(..) => (4, 1),
        Change::AddSuper(_) | Change::LoseSupers => (5, 1),
        Change::Gain(_) | Change::Lose(_) | Change::Ability(_) | Change::LoseAbilities => (6, 1),
        Change::Set(Property::BasePower, _) => (7, 2),
        Change::Times(Property::BasePower, _) => (7, 3),
        Change::Set(Property::Power, _) => (8, 2),
        Change::Plus(Property::Power, Number::N(number) | Number::Product(number, _)) if *number < 0 => {
            (8, 6)
        }
        Change::Plus(Property::Power, _) => (8, 5),
        other => panic!("no board has {other:?}"),
    }
}

fn of_alter(alter: Alter) -> What {
    match alter {
        Alter::Control(seat) => What::Control(seat),
        Alter::Subtype(subtype, true) => What::Subtype(subtype.name()),
        Alter::AddSuper(supertype) => What::Super(supertype.name()),
        Alter::LoseSupers => What::NoSupers,
        Alter::Gain(keyword) => What::Keyword(keyword.name()),
        Alter::LoseAbilities => What::NoAbilities,
        Alter::Set(Property::BasePower, number) => What::Base(number),
        Alter::Set(Property::Power, number) => What::Power(number),
        Alter::Plus(Property::Power, number) => What::Plus(number),
        other => panic!("no board has {other:?}"),
    }
}

fn change(face: &mut Face, what: &What) {
    let kept = |face: &mut Face, of: &dyn Fn(&What) -> bool| {
        // 6.3.6: what effects have added stays.
        for added in face.added.clone().iter().filter(|added| of(added)) {
            give(face, added);
        }
    };
    match what {
        What::Bar => face.barred = true,
        What::Control(seat) => face.controller = *seat,
        What::NoSubtype(subtype) => {
            face.subtypes.remove(subtype);
            kept(face, &|added| *added == What::Subtype(subtype));
        }
        What::NoSupers => {
            face.supertypes.clear();
            kept(face, &|added| matches!(added, What::Super(_)));
        }
        What::NoKeyword(keyword) => {
            face.keywords.remove(keyword);
            kept(face, &|added| *added == What::Keyword(keyword.clone()));
        }
        What::NoAbilities => {
            face.keywords.clear();
            face.abilities.clear();
            kept(face, &|added| matches!(added, What::Keyword(_) | What::Ability(_)));
        }
        What::Base(number) => {
            face.base = Some((*number).max(0));
            face.power = face.base;
        }
        What::BaseTimes(factor) => {
            if let Some(base) = face.base {
                face.base = Some((base * factor).max(0));
                face.power = face.base;
            }
        }
        What::Power(number) => face.power = face.power.map(|_| (*number).max(0)),
        What::Plus(number) => face.power = face.power.map(|power| (power + number).max(0)),
        What::Type(_) | What::Subtype(_) | What::Super(_) | What::Keyword(_) | What::Ability(_) => {
            give(face, what);
            face.added.push(what.clone());
        }
    }
}

fn give(face: &mut Face, what: &What) {
    match what {
        What::Type(card_type) => _ = face.types.insert(card_type),
        What::Subtype(subtype) => _ = face.subtypes.insert(subtype),
        What::Super(supertype) => _ = face.supertypes.insert(supertype),
        What::Keyword(keyword) if *keyword == Keyword::GoAgain.name() && face.barred => {}
        What::Keyword(keyword) => _ = face.keywords.insert(keyword.clone()),
        What::Ability(code) => _ = face.abilities.insert(*code),
        other => panic!("{other:?} gives nothing"),
    }
}

/// From where something is looked at.
#[derive(Clone, Copy)]
struct From<'a> {
    faces: &'a Faces,
    this: ObjectId,
    you: Seat,
    it: Option<ObjectId>,
}

impl From<'_> {
    fn object(&self, reference: &Ref) -> Option<ObjectId> {
        match reference {
            Ref::This => Some(self.this),
            Ref::It => self.it,
            other => panic!("no board has {other:?}"),
        }
    }

    fn members(&self, group: &Group) -> Vec<ObjectId> {
        match group {
            Group::Of(reference) => self.object(reference).into_iter().collect(),
            Group::Arena(filter) => {
                self.faces.keys().copied().filter(|id| self.matches(filter, *id)).collect()
            }
            other => panic!("no board has {other:?}"),
        }
    }

    fn matches(&self, filter: &Filter, id: ObjectId) -> bool {
        let face = &self.faces[&id];
        match filter {
            Filter::Any => true,
            Filter::Super(supertype) => face.supertypes.contains(supertype.name()),
            Filter::Sub(subtype) => face.subtypes.contains(subtype.name()),
            Filter::Type(card_type) => face.types.contains(card_type.name()),
            Filter::Keyword(keyword) => face.keywords.contains(&keyword.name()),
            Filter::AtLeast(Property::Power, number) => {
                face.power.is_some_and(|power| power >= self.number(number))
            }
            Filter::AtMost(Property::Power, number) => {
                face.power.is_some_and(|power| power <= self.number(number))
            }
            Filter::AtMost(Property::BasePower, number) => {
                face.base.is_some_and(|base| base <= self.number(number))
            }
            Filter::ControlledBy(Ref::You) => face.controller == self.you,
            Filter::All(all) => all.iter().all(|filter| self.matches(filter, id)),
            Filter::Either(all) => all.iter().any(|filter| self.matches(filter, id)),
            Filter::Not(inner) => !self.matches(inner, id),
            other => panic!("no board has {other:?}"),
        }
    }

    fn number(&self, number: &Number) -> i32 {
        let face = |reference: &Ref| self.object(reference).map(|id| &self.faces[&id]);
        match number {
            Number::N(number) => *number,
            Number::Of(Property::Power, reference) => {
                face(reference).and_then(|face| face.power).unwrap_or(0)
            }
            Number::Of(Property::BasePower, reference) => {
                face(reference).and_then(|face| face.base).unwrap_or(0)
            }
            Number::Count(group, None) => self.members(group).len() as i32,
            Number::Product(factor, inner) => factor * self.number(inner),
            other => panic!("no board has {other:?}"),
        }
    }

    fn is_there(&self, number: &Number) -> bool {
        let face = |reference: &Ref| self.object(reference).map(|id| &self.faces[&id]);
        match number {
            Number::Of(Property::Power, reference) => {
                face(reference).is_some_and(|face| face.power.is_some())
            }
            Number::Of(Property::BasePower, reference) => {
                face(reference).is_some_and(|face| face.base.is_some())
            }
            _ => true,
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            // 1.8.7: of what has no power, nothing is true about its power.
            Condition::AtLeast(a, b) => {
                self.is_there(a) && self.is_there(b) && self.number(a) >= self.number(b)
            }
            Condition::Exists(group) => !self.members(group).is_empty(),
            Condition::Matches(reference, filter) => {
                self.object(reference).is_some_and(|id| self.matches(filter, id))
            }
            Condition::Not(inner) => match &**inner {
                Condition::AtLeast(a, b) => {
                    self.is_there(a) && self.is_there(b) && self.number(a) < self.number(b)
                }
                inner => !self.holds(inner),
            },
            other => panic!("no board has {other:?}"),
        }
    }

    fn what(&self, change: &Change<Written>, code: CodeRef) -> What {
        match change {
            Change::Rule(..) => What::Bar,
            Change::Control(Ref::You) => What::Control(self.you),
            Change::Control(_) => What::Control(Seat(1 - self.you.0)),
            Change::Type(card_type, true) => What::Type(card_type.name()),
            Change::Subtype(subtype, true) => What::Subtype(subtype.name()),
            Change::Subtype(subtype, false) => What::NoSubtype(subtype.name()),
            Change::AddSuper(supertype) => What::Super(supertype.name()),
            Change::LoseSupers => What::NoSupers,
            Change::Gain(keyword) => What::Keyword(keyword.name()),
            Change::Lose(keyword) => What::NoKeyword(keyword.name()),
            Change::Ability(place) => What::Ability(CodeRef::ability(code.card, Places::GIVES + place)),
            Change::LoseAbilities => What::NoAbilities,
            Change::Set(Property::BasePower, number) => What::Base(self.number(number)),
            Change::Times(Property::BasePower, number) => What::BaseTimes(self.number(number)),
            Change::Set(Property::Power, number) => What::Power(self.number(number)),
            Change::Plus(Property::Power, number) => What::Plus(self.number(number)),
            other => panic!("no board has {other:?}"),
        }
    }
}
