//! The characteristics of all objects by the letter of 613, slow and obvious: the twin that the engine's
//! computation must agree with.
//!
//! It shares the words in which effects are written down with the engine (definitions, [`Alter`], lasting
//! effects) and nothing else. Every effect is tried before every other one, in every layer, after every step.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::{ObjectId, Seat};
use duelog_magic::language::definition::{
    Ability, Change, Counter, Definition, Faces, Feature, Measure, Static, Trait, Values, ZoneKind,
};
use duelog_magic::language::keyword::Keyword;
use duelog_magic::language::mana::Color;
use duelog_magic::language::subtypes::{CREATURES, Kind, Subtype};
use duelog_magic::language::types::{CardType, Supertype};
use duelog_magic::state::card_pool::CardPool;
use duelog_magic::state::{AbilityPlace, AbilityRef, Alter, Board, CardId, LastingKind, Object, Word, Zone};

mod looking;

use looking::{From, Look, keyword, subtype};

/// What an object is, at some moment of the computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// The card whose values it has (706.2).
    pub card: CardId,
    /// Words of its text and what they are instead (612).
    pub words: Vec<(Word, Word)>,
    /// Its card types.
    pub types: BTreeSet<CardType>,
    /// Its supertypes.
    pub supertypes: BTreeSet<Supertype>,
    /// Its subtypes.
    pub subtypes: BTreeSet<&'static str>,
    /// Its colours.
    pub colors: BTreeSet<Color>,
    /// Its keywords.
    pub keywords: BTreeSet<Keyword>,
    /// The other abilities that it has, in order of card and place.
    pub abilities: Vec<AbilityRef>,
    /// The colours of the mana abilities that its basic land types give it (305.6).
    pub basics: BTreeSet<Color>,
    /// Whether it has its characteristic-defining abilities.
    pub defined: bool,
    /// Its power.
    pub power: i32,
    /// Its toughness.
    pub toughness: i32,
    /// Its controller.
    pub controller: Seat,
    /// What it may and may not do (613.10).
    pub limits: Vec<Alter>,
}

impl Face {
    /// Whether it is a creature.
    pub fn is_creature(&self) -> bool {
        self.types.contains(&CardType::Creature)
    }
}

/// The layers and sublayers in the order of 613.1 and 613.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Control,
    Text,
    Types,
    Colors,
    Abilities,
    DefinedSize,
    SetSize,
    ChangedSize,
    Counters,
    Switched,
    Rules,
}

const STEPS: [Step; 11] = [
    Step::Control,
    Step::Text,
    Step::Types,
    Step::Colors,
    Step::Abilities,
    Step::DefinedSize,
    Step::SetSize,
    Step::ChangedSize,
    Step::Counters,
    Step::Switched,
    Step::Rules,
];

const TYPES: [CardType; 12] = [
    CardType::Artifact,
    CardType::Creature,
    CardType::Enchantment,
    CardType::Instant,
    CardType::Land,
    CardType::Planeswalker,
    CardType::Sorcery,
    CardType::Tribal,
    CardType::Vanguard,
    CardType::Plane,
    CardType::Phenomenon,
    CardType::Scheme,
];
const SUPERTYPES: [Supertype; 5] =
    [Supertype::Basic, Supertype::Legendary, Supertype::Snow, Supertype::World, Supertype::Ongoing];

/// Where an effect comes from.
#[derive(Debug, Clone, Copy)]
enum Origin<'a> {
    /// A static ability of an object.
    Static(ObjectId, AbilityRef, &'a Static),
    /// A resolution.
    Lasting(&'a [ObjectId], &'a [Alter]),
    /// A permanent's characteristic-defining abilities, on this card.
    Defined(ObjectId, CardId, &'a Definition),
    /// Counters on a permanent.
    Counters(ObjectId),
}

/// One continuous effect.
#[derive(Debug, Clone, Copy)]
struct Effect<'a> {
    origin: Origin<'a>,
    timestamp: u32,
}

/// What an effect does in one layer at some moment: to which objects, what to all of them, and what to each
/// by itself.
type Part = Option<(BTreeSet<ObjectId>, Vec<Alter>, BTreeMap<ObjectId, Vec<Alter>>)>;

/// The values at some moment of the computation.
#[derive(Debug, Clone)]
struct World<'a> {
    faces: BTreeMap<ObjectId, Face>,
    /// Every effect that there is by now.
    effects: Vec<Effect<'a>>,
    /// What each effect that has begun to apply applies to (613.5).
    begun: BTreeMap<usize, BTreeSet<ObjectId>>,
    /// Of an effect of an ability that was given: the abilities that led to it.
    led: BTreeMap<usize, BTreeSet<AbilityRef>>,
}

/// In which order the effects of one layer apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By dependency, then by timestamp (613.7).
    Dependency,
    /// By timestamp alone, which is wrong: it shows on which boards dependency matters.
    Timestamp,
}

/// The characteristics of all permanents, spells and cards in all zones.
pub fn faces(board: &Board, card_pool: &CardPool) -> BTreeMap<ObjectId, Face> {
    faces_in(Order::Dependency, board, card_pool)
}

/// The characteristics of all these where effects apply in this order.
pub fn faces_in(order: Order, board: &Board, card_pool: &CardPool) -> BTreeMap<ObjectId, Face> {
    let there = |object: &&Object| object.zone != Zone::Gone && !object.is_ability();
    let faces: BTreeMap<ObjectId, Face> = board
        .objects
        .iter()
        .filter(there)
        .map(|object| (object.id, copiable(board, object, card_pool)))
        .collect();
    let mut world = World {
        effects: effects(board, card_pool, &faces),
        faces,
        begun: BTreeMap::new(),
        led: BTreeMap::new(),
    };
    let rules = Rulebook { board, card_pool };
    for step in STEPS {
        let mut done = BTreeSet::new();
        loop {
            let mut waiting: Vec<usize> = (0..world.effects.len())
                .filter(|at| world.effects[*at].works_in(step) && !done.contains(at))
                .collect();
            // 613.2: characteristic-defining abilities first.
            waiting.sort_by_key(|at| (!world.effects[*at].defines(), world.effects[*at].timestamp));
            let Some(first) = waiting.first() else { break };
            if world.effects[*first].defines() {
                waiting.retain(|at| world.effects[*at].defines());
            }
            let next = match order {
                Order::Dependency => rules.next(&world, step, &waiting),
                Order::Timestamp => waiting[0],
            };
            rules.apply(&mut world, step, next);
            done.insert(next);
        }
    }
    world.faces
}

/// 613.1a: what the object is printed as, or a copy of; the last effect that makes it a copy counts.
fn copiable(board: &Board, object: &Object, card_pool: &CardPool) -> Face {
    let copies = board.effects.iter().filter_map(|lasting| match &lasting.kind {
        LastingKind::Copy { objects, copied } if objects.contains(&object.id) => Some(copied),
        _ => None,
    });
    // 707.10: face down it is nothing but that.
    match object.copy.iter().chain(copies).last().filter(|_| object.down.is_none()) {
        None => printed(object, object.printed(), card_pool),
        Some(copied) => {
            let mut face = printed(object, copied.card, card_pool);
            copied.except.iter().for_each(|alter| change(&mut face, alter));
            // 706.9d
            face.defined = !copied.except.iter().any(|alter| matches!(alter, Alter::SetSize(..)));
            face
        }
    }
}

fn printed(object: &Object, card: CardId, card_pool: &CardPool) -> Face {
    // 709.1b: a flipped permanent has the other name, text, types and size of its card.
    let flips =
        object.permanent.flipped && matches!(card_pool.card(card).definition.faces, Faces::Flipped(_));
    let card = card_pool.card(card).faces.first().copied().filter(|_| flips).unwrap_or(card);
    let definition = &card_pool.card(card).definition;
    // 202.2: the colors of the symbols in its cost, of both halves of a symbol (202.2d).
    let cost = definition.cost.to_string();
    let colors: BTreeSet<Color> = match &definition.colors {
        Some(colors) => colors.iter().copied().collect(),
        None => Color::ALL
            .into_iter()
            .zip("WUBRG".chars())
            .filter(|(_, letter)| cost.contains(*letter))
            .map(|(color, _)| color)
            .collect(),
    };
    // 208.5: without a value it is 0.
    let (power, toughness) = definition.size.unwrap_or((0, 0));
    let mut face = Face {
        card,
        words: Vec::new(),
        types: TYPES.into_iter().filter(|kind| definition.types.is(*kind)).collect(),
        supertypes: SUPERTYPES.into_iter().filter(|kind| definition.types.is_super(*kind)).collect(),
        subtypes: definition.types.subtypes.iter().map(|subtype| subtype.name()).collect(),
        colors,
        keywords: definition.keywords.iter().copied().collect(),
        abilities: (0..definition.abilities.len() as u32)
            .map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) })
            .collect(),
        basics: BTreeSet::new(),
        defined: true,
        power,
        toughness,
        controller: object.controller,
        limits: Vec::new(),
    };
    face.basics = basics(&face);
    face
}

/// 305.6: the mana abilities that a land has by its basic land types.
fn basics(face: &Face) -> BTreeSet<Color> {
    let of = [
        ("Plains", Color::White),
        ("Island", Color::Blue),
        ("Swamp", Color::Black),
        ("Mountain", Color::Red),
        ("Forest", Color::Green),
    ];
    let land = face.types.contains(&CardType::Land);
    of.into_iter().filter(|(name, _)| land && face.subtypes.contains(name)).map(|(_, color)| color).collect()
}

/// Every effect, in the order of timestamps (613.6); those of one object in the order of its text.
fn effects<'a>(
    board: &'a Board,
    card_pool: &'a CardPool,
    faces: &BTreeMap<ObjectId, Face>,
) -> Vec<Effect<'a>> {
    let mut effects = Vec::new();
    for (id, face) in faces {
        let Some(object) = board.get(*id) else { continue };
        let definition = &card_pool.card(face.card).definition;
        let mut add = |origin| effects.push(Effect { origin, timestamp: object.timestamp });
        for (place, ability) in definition.abilities.iter().enumerate() {
            if let Ability::Static(ability) = ability
                && works(ability, object)
            {
                add(Origin::Static(
                    *id,
                    AbilityRef { card: face.card, place: AbilityPlace::Printed(place as u32) },
                    ability,
                ));
            }
        }
        if definition.defines() {
            add(Origin::Defined(*id, face.card, definition));
        }
        if !object.permanent.counters.is_empty() {
            add(Origin::Counters(*id));
        }
    }
    for lasting in &board.effects {
        if let LastingKind::Alter { objects, alters } = &lasting.kind {
            effects.push(Effect { origin: Origin::Lasting(objects, alters), timestamp: lasting.timestamp });
        }
    }
    effects
}

/// 112.6: whether an ability works where its object is.
fn works(ability: &Static, object: &Object) -> bool {
    ability.zones.iter().any(|zone| match zone {
        ZoneKind::Battlefield => object.zone == Zone::Battlefield,
        ZoneKind::Stack => object.zone == Zone::Stack,
        ZoneKind::Exile => object.zone == Zone::Exile,
        ZoneKind::Hand => matches!(object.zone, Zone::Hand(_)),
        ZoneKind::Library => matches!(object.zone, Zone::Library(_)),
        ZoneKind::Graveyard => matches!(object.zone, Zone::Graveyard(_)),
        ZoneKind::Command => object.zone == Zone::Command,
        ZoneKind::Outside => matches!(object.zone, Zone::Outside(_)),
    })
}

impl Effect<'_> {
    fn works_in(&self, step: Step) -> bool {
        match self.origin {
            Origin::Static(_, _, ability) => ability.changes.iter().any(|change| step_of(change) == step),
            Origin::Lasting(_, alters) => alters.iter().any(|alter| step_of(alter) == step),
            Origin::Defined(_, _, definition) => {
                definition.own_size().is_some() && step == Step::DefinedSize
                    || definition.defining.iter().any(|change| step_of(change) == step)
            }
            Origin::Counters(_) => step == Step::Counters,
        }
    }

    fn defines(&self) -> bool {
        matches!(self.origin, Origin::Defined(..))
    }
}

fn step_of<V: Values>(change: &Change<V>) -> Step {
    match change {
        Change::Control(_) => Step::Control,
        Change::Word(..) | Change::ColorWord(..) | Change::TypeWord(..) => Step::Text,
        Change::EveryName | Change::Named(_) | Change::FullText(..) => Step::Text,
        // No board of the twin has it.
        Change::CopyOf(_) => Step::Control,
        Change::Set(feature) | Change::Add(feature) => step_of_feature(feature),
        Change::Gain(_)
        | Change::GainAbility(_)
        | Change::GainThis
        | Change::GainSparing(..)
        | Change::SparingProtection(..)
        | Change::GainLine(_)
        | Change::GainActivated(_)
        | Change::Lose(_)
        | Change::CannotHave(_)
        | Change::LoseAbilities => Step::Abilities,
        Change::SetSize(..) | Change::SetSizeEach(..) | Change::SetOne(..) => Step::SetSize,
        Change::Size(..) | Change::SizeEach(..) => Step::ChangedSize,
        Change::Switch => Step::Switched,
        Change::Rule(..)
        | Change::CannotBeBlockedHere(..)
        | Change::Bars(_)
        | Change::MustBlock(_)
        | Change::MustAttackThis(_)
        | Change::MustAttack(_)
        | Change::Costs(_)
        | Change::PlayersGain(_)
        | Change::AtMost(..)
        | Change::MostCounters(..)
        | Change::CostsMore(..)
        | Change::CostsLess(..)
        | Change::CostsLessBy(..)
        | Change::MayPlay(..)
        | Change::AbilitiesCostLess(..)
        | Change::AbilitiesCostMore(..)
        | Change::CostsAtLeast(..)
        | Change::NoCounters(..)
        | Change::GetNo(_)
        | Change::UntapsAtMost(..)
        | Change::BlockedBy(..)
        | Change::CostsInstead(..) => Step::Rules,
    }
}

fn step_of_feature(feature: &Feature) -> Step {
    if matches!(feature, Feature::Colors(_) | Feature::Chosen(Trait::Color)) {
        Step::Colors
    } else {
        Step::Types
    }
}

/// The effects of one board.
struct Rulebook<'a> {
    board: &'a Board,
    card_pool: &'a CardPool,
}

impl<'a> Rulebook<'a> {
    /// 613.7b: the earliest effect that depends on no other, where those that depend on each other in a loop
    /// do not count as depending.
    fn next(&self, world: &World<'a>, step: Step, waiting: &[usize]) -> usize {
        let mut depends_on: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for effect in waiting {
            let others = waiting
                .iter()
                .copied()
                .filter(|other| other != effect && self.depends(world, step, *effect, *other));
            depends_on.insert(*effect, others.collect());
        }
        let in_a_loop = |effect: usize, other: usize| reaches(&depends_on, other, effect);
        let free = |effect: &&usize| depends_on[effect].iter().all(|other| in_a_loop(**effect, *other));
        *waiting.iter().find(free).expect("somewhere an effect depends on nothing but its own loop")
    }

    /// 613.7a: applying the other one would change whether the effect is there, what it applies to, or what
    /// it does to any of these. Only effects of abilities that define power and toughness work in their
    /// layer, so part (c) is met by itself.
    fn depends(&self, world: &World<'a>, step: Step, effect: usize, other: usize) -> bool {
        let mut after = world.clone();
        self.apply(&mut after, step, other);
        match (self.part(world, step, effect), self.part(&after, step, effect)) {
            (Some((before, ..)), Some((after, ..))) if before.is_empty() && after.is_empty() => false,
            (before, after) => before != after,
        }
    }

    fn apply(&self, world: &mut World<'a>, step: Step, effect: usize) {
        let Some((objects, alters, each)) = self.part(world, step, effect) else { return };
        for id in &objects {
            if let Some((face, object)) = world.faces.get_mut(id).zip(self.board.get(*id)) {
                for alter in alters.iter().chain(each.get(id).into_iter().flatten()) {
                    match alter {
                        Alter::FullText(card, given) => self.rewrite(face, object, *card, given),
                        alter => change(face, alter),
                    }
                }
            }
            for alter in &alters {
                if let Alter::FullText(card, given) = alter {
                    self.begin_text(world, effect, *id, (*card, given));
                }
                if let Alter::GainAbility(given) = alter
                    && let Some(ability) = self.card_pool.static_ability(*given)
                    && let Some(object) = self.board.get(*id)
                    && works(ability, object)
                {
                    let mut led = world.led.get(&effect).cloned().unwrap_or_default();
                    if let Origin::Static(_, own, _) = world.effects[effect].origin {
                        led.insert(own);
                    }
                    // What comes back to where it was would come back for ever: it is one effect.
                    let known = |known: &Effect| matches!(known.origin, Origin::Static(source, ability, _) if (source, ability) == (*id, *given));
                    if led.contains(given) && world.effects.iter().any(known) {
                        continue;
                    }
                    world.led.insert(world.effects.len(), led);
                    // 613.6a: the later one of the object's timestamp and that of what gave the ability.
                    let timestamp = object.timestamp.max(world.effects[effect].timestamp);
                    world.effects.push(Effect { origin: Origin::Static(*id, *given, ability), timestamp });
                }
            }
        }
        world.begun.entry(effect).or_insert(objects);
    }

    /// 612.5: what is printed on the card, and abilities besides, in place of all that the object has.
    fn rewrite(&self, face: &mut Face, object: &Object, card: CardId, given: &[AbilityRef]) {
        let controller = face.controller;
        *face = Face { controller, ..printed(object, card, self.card_pool) };
        face.abilities.extend(given);
        face.abilities.sort_unstable();
    }

    /// The effects of the new text that the object does not have already.
    fn begin_text(
        &self,
        world: &mut World<'a>,
        effect: usize,
        id: ObjectId,
        (card, given): (CardId, &[AbilityRef]),
    ) {
        let Some(object) = self.board.get(id) else { return };
        let definition = &self.card_pool.card(card).definition;
        let printed = (0..definition.abilities.len() as u32)
            .map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) });
        for reference in printed.chain(given.iter().copied()) {
            let known = |known: &Effect| matches!(known.origin, Origin::Static(source, ability, _) if (source, ability) == (id, reference));
            let Some(ability) = self.card_pool.static_ability(reference) else { continue };
            if !works(ability, object) || world.effects.iter().any(known) {
                continue;
            }
            let mut led = world.led.get(&effect).cloned().unwrap_or_default();
            if let Origin::Static(_, own, _) = world.effects[effect].origin {
                led.insert(own);
            }
            world.led.insert(world.effects.len(), led);
            let timestamp = object.timestamp.max(world.effects[effect].timestamp);
            world.effects.push(Effect { origin: Origin::Static(id, reference, ability), timestamp });
        }
        let known = |known: &Effect| matches!(known.origin, Origin::Defined(source, own, _) if (source, own) == (id, card));
        let defines = definition.defines();
        if defines && !world.effects.iter().any(known) {
            let origin = Origin::Defined(id, card, definition);
            world.effects.push(Effect { origin, timestamp: object.timestamp });
        }
    }

    /// What an effect would do now in a layer; nothing when it is not there.
    fn part(&self, world: &World<'a>, step: Step, effect: usize) -> Part {
        let look = Look { board: self.board, card_pool: self.card_pool, faces: &world.faces };
        match world.effects[effect].origin {
            Origin::Static(id, reference, ability) => {
                self.part_of_static(world, step, effect, (id, reference, ability))
            }
            Origin::Lasting(objects, alters) => {
                let here = objects.iter().copied().filter(|id| world.faces.contains_key(id)).collect();
                Some((
                    here,
                    alters.iter().filter(|alter| step_of(alter) == step).cloned().collect(),
                    BTreeMap::new(),
                ))
            }
            Origin::Defined(id, card, definition) => {
                let source = look.face(id).filter(|source| source.card == card)?;
                let from = From { this: id, you: source.controller, it: None, written: None };
                let size =
                    definition.own_size().filter(|_| step == Step::DefinedSize).map(|(power, toughness)| {
                        Alter::SetSize(look.number(power, &from), look.number(toughness, &from))
                    });
                let reference = AbilityRef { card: source.card, place: AbilityPlace::Printed(0) };
                let others = definition.defining.iter().filter(|change| step_of(change) == step);
                let others = others.filter_map(|change| look.settle(change, &from, (reference, 0)));
                // 604.3, 613.1f: an ability that was lost defines nothing.
                source.defined.then(|| {
                    (BTreeSet::from([id]), size.into_iter().chain(others).collect(), BTreeMap::new())
                })
            }
            Origin::Counters(id) => {
                let object = self.board.get(id)?;
                let sum = counters(object, Counter::PlusOne) - counters(object, Counter::MinusOne);
                Some((BTreeSet::from([id]), vec![Alter::Size(sum, sum)], BTreeMap::new()))
            }
        }
    }

    /// The same of a static ability.
    fn part_of_static(
        &self,
        world: &World<'a>,
        step: Step,
        effect: usize,
        (id, reference, ability): (ObjectId, AbilityRef, &Static),
    ) -> Part {
        let look = Look { board: self.board, card_pool: self.card_pool, faces: &world.faces };
        let source = look.face(id)?;
        let written = Some(reference.card);
        let from = From { this: id, you: source.controller, it: None, written };
        // 613.5: what has begun to apply goes on for the same objects, even without its ability.
        let objects = match world.begun.get(&effect) {
            Some(objects) => objects.clone(),
            None if !source.abilities.contains(&reference) => return None,
            None if ability.condition.as_ref().is_some_and(|condition| !look.holds(condition, &from)) => {
                return None;
            }
            None => look
                .group(&ability.affects, &from)
                .into_iter()
                .filter(|id| world.faces.contains_key(id))
                .collect(),
        };
        let changes = || ability.changes.iter().enumerate().filter(|(_, change)| step_of(change) == step);
        let mut each: BTreeMap<ObjectId, Vec<Alter>> = BTreeMap::new();
        for (_, change) in changes() {
            if let Change::SizeEach(power, toughness) | Change::SetSizeEach(power, toughness) = change {
                for id in &objects {
                    let from = From { it: Some(*id), ..from };
                    each.entry(*id).or_default().push(match change {
                        Change::SetSizeEach(..) => {
                            Alter::SetSize(look.number(power, &from), look.number(toughness, &from))
                        }
                        _ => Alter::Size(look.bonus(power, &from), look.bonus(toughness, &from)),
                    });
                }
            }
        }
        Some((
            objects,
            changes().filter_map(|(at, change)| look.settle(change, &from, (reference, at))).collect(),
            each,
        ))
    }
}

/// Whether `to` is found by going from `from` along dependencies.
fn reaches(depends_on: &BTreeMap<usize, BTreeSet<usize>>, from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            open.extend(&depends_on[&at]);
        }
    }
    false
}

fn counters(object: &Object, kind: Counter) -> i32 {
    object.permanent.counters.iter().filter(|entry| entry.0 == kind).map(|entry| entry.1 as i32).sum()
}

fn change(face: &mut Face, alter: &Alter) {
    alter_face(face, alter);
    // 305.6, 613.1d: a land has the ability with the type; where that is not settled yet, no ability has been
    // taken away by layer 6.
    if matches!(step_of(alter), Step::Text | Step::Types) {
        face.basics = basics(face);
    }
}

#[expect(clippy::too_many_lines, reason = "a flat table of what effects change")]
fn alter_face(face: &mut Face, alter: &Alter) {
    match alter {
        Alter::Control(seat) => face.controller = *seat,
        Alter::Word(from, to) => {
            face.subtypes = face
                .subtypes
                .iter()
                .map(|name| Subtype::named(name).map_or(*name, |kind| subtype(kind, &[(*from, *to)]).name()))
                .collect();
            face.keywords = face.keywords.iter().map(|held| keyword(*held, &[(*from, *to)])).collect();
            face.words.push((*from, *to));
        }
        Alter::Set(Feature::Types(kinds)) => {
            face.types = kinds.iter().copied().collect();
            let goes_with = face.clone();
            face.subtypes
                .retain(|name| Subtype::named(name).is_some_and(|subtype| goes(&goes_with, subtype)));
        }
        Alter::Set(Feature::Subtypes(new)) => set_subtypes(face, new),
        Alter::Set(Feature::LandType(land)) => {
            set_subtypes(face, &[*land]);
            face.keywords.clear();
            face.abilities.clear();
            face.defined = false;
        }
        Alter::Add(Feature::Types(kinds)) => face.types.extend(kinds),
        Alter::Add(Feature::Subtypes(new)) => {
            let fits: Vec<Subtype> = new.iter().copied().filter(|subtype| goes(face, *subtype)).collect();
            face.subtypes.extend(fits.iter().map(|subtype| subtype.name()));
        }
        Alter::Add(Feature::LandType(land)) => {
            if goes(face, *land) {
                face.subtypes.insert(land.name());
            }
        }
        Alter::Set(Feature::EveryCreatureType) | Alter::Add(Feature::EveryCreatureType) => {
            face.subtypes.extend(CREATURES.into_iter().map(Subtype::name));
        }
        // Of a full text more is known than what it says; the other no board of the twin has.
        Alter::FullText(..) | Alter::CopyOf(_) => {}
        Alter::Set(Feature::NoManaCost) | Alter::Add(Feature::NoManaCost) => {}
        Alter::Set(Feature::NoType(kind)) | Alter::Add(Feature::NoType(kind)) => {
            face.types.remove(kind);
            let goes_with = face.clone();
            face.subtypes
                .retain(|name| Subtype::named(name).is_some_and(|subtype| goes(&goes_with, subtype)));
        }
        Alter::Set(Feature::Super(supertype)) | Alter::Add(Feature::Super(supertype)) => {
            face.supertypes.insert(*supertype);
        }
        Alter::Set(Feature::NoSuper(supertype)) | Alter::Add(Feature::NoSuper(supertype)) => {
            face.supertypes.remove(supertype);
        }
        Alter::Set(Feature::Colors(colors)) => face.colors = colors.iter().copied().collect(),
        Alter::Add(Feature::Colors(colors)) => face.colors.extend(colors),
        Alter::Gain(keyword) => {
            if !face.limits.contains(&Alter::CannotHave(*keyword)) {
                face.keywords.insert(*keyword);
            }
        }
        // What names it has is no characteristic that is compared.
        Alter::EveryName | Alter::Named(_) => {}
        Alter::CannotHave(keyword) => {
            face.keywords.remove(keyword);
            face.limits.push(alter.clone());
        }
        Alter::SetOne(Measure::Power, power) => face.power = *power,
        Alter::SetOne(_, toughness) => face.toughness = *toughness,
        Alter::GainAbility(ability) => {
            face.abilities.push(*ability);
            face.abilities.sort_unstable();
        }
        Alter::Lose(keyword) => {
            face.keywords.remove(keyword);
        }
        Alter::LoseAbilities => {
            face.keywords.clear();
            face.abilities.clear();
            face.basics.clear();
            face.defined = false;
        }
        Alter::SetSize(power, toughness) => (face.power, face.toughness) = (*power, *toughness),
        Alter::Size(power, toughness) => {
            (face.power, face.toughness) =
                (face.power.saturating_add(*power), face.toughness.saturating_add(*toughness))
        }
        Alter::Switch => (face.power, face.toughness) = (face.toughness, face.power),
        limit => face.limits.push(limit.clone()),
    }
}

fn set_subtypes(face: &mut Face, new: &[Subtype]) {
    let kinds: Vec<Kind> = new.iter().map(|subtype| subtype.kind()).collect();
    face.subtypes.retain(|name| Subtype::named(name).is_none_or(|old| !kinds.contains(&old.kind())));
    let fits: Vec<Subtype> = new.iter().copied().filter(|subtype| goes(face, *subtype)).collect();
    face.subtypes.extend(fits.iter().map(|subtype| subtype.name()));
}

/// Whether a face has a card type that a subtype goes with (205.3d).
fn goes(face: &Face, subtype: Subtype) -> bool {
    let types = &face.types;
    match subtype.kind() {
        Kind::Artifact => types.contains(&CardType::Artifact),
        Kind::Creature => types.contains(&CardType::Creature) || types.contains(&CardType::Tribal),
        Kind::Enchantment => types.contains(&CardType::Enchantment),
        Kind::Land => types.contains(&CardType::Land),
        Kind::Plane => types.contains(&CardType::Plane),
        Kind::Planeswalker => types.contains(&CardType::Planeswalker),
        Kind::Spell => types.contains(&CardType::Instant) || types.contains(&CardType::Sorcery),
    }
}
