//! The characteristics of all permanents by the letter of 613, slow and obvious: the twin that the engine's computation must agree with.
//!
//! It shares the words in which effects are written down with the engine (definitions, [`Alter`], lasting effects) and nothing else.
//! Every effect is tried before every other one, in every layer, after every step.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::{ObjectId, Seat};
use duelog_magic::definition::{Ability, Change, Condition, Counter, Filter, Group, Number, Ref, Static};
use duelog_magic::keywords::Keyword;
use duelog_magic::library::Library;
use duelog_magic::mana::Color;
use duelog_magic::state::{Alter, Board, CardId, LastingKind, Object, Zone};
use duelog_magic::subtypes::Subtype;
use duelog_magic::types::{CardType, Supertype};

/// What an object is, at some moment of the computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
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
    /// The places of the other abilities that it has.
    pub abilities: BTreeSet<usize>,
    /// Whether it has the ability that defines its power and toughness.
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

const STEPS: [Step; 10] = [
    Step::Control,
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

const TYPES: [CardType; 8] = [
    CardType::Artifact,
    CardType::Creature,
    CardType::Enchantment,
    CardType::Instant,
    CardType::Land,
    CardType::Planeswalker,
    CardType::Sorcery,
    CardType::Tribal,
];
const SUPERTYPES: [Supertype; 4] = [Supertype::Basic, Supertype::Legendary, Supertype::Snow, Supertype::World];

/// Where an effect comes from.
#[derive(Debug, Clone, Copy)]
enum Origin<'a> {
    /// A static ability of a permanent, at its place.
    Static(ObjectId, usize, &'a Static),
    /// A resolution.
    Lasting(&'a [ObjectId], &'a [Alter]),
    /// The ability that defines a permanent's power and toughness.
    Defined(ObjectId, &'a Number),
    /// Counters on a permanent.
    Counters(ObjectId),
}

/// One continuous effect.
#[derive(Debug, Clone, Copy)]
struct Effect<'a> {
    origin: Origin<'a>,
    timestamp: u32,
}

/// What an effect does in one layer at some moment: to which objects, and what.
type Part = Option<(BTreeSet<ObjectId>, Vec<Alter>)>;

/// The values at some moment of the computation.
#[derive(Debug, Clone)]
struct World {
    faces: BTreeMap<ObjectId, Face>,
    /// What each effect that has begun to apply applies to (613.5).
    begun: BTreeMap<usize, BTreeSet<ObjectId>>,
}

/// In which order the effects of one layer apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By dependency, then by timestamp (613.7).
    Dependency,
    /// By timestamp alone, which is wrong: it shows on which boards dependency matters.
    Timestamp,
}

/// The characteristics of all permanents.
pub fn faces(board: &Board, library: &Library) -> BTreeMap<ObjectId, Face> {
    faces_in(Order::Dependency, board, library)
}

/// The characteristics of all permanents where effects apply in this order.
pub fn faces_in(order: Order, board: &Board, library: &Library) -> BTreeMap<ObjectId, Face> {
    let effects = effects(board, library);
    let printed = board.zone(Zone::Battlefield).iter().filter_map(|id| Some((*id, printed(board.get(*id)?, library))));
    let mut world = World { faces: printed.collect(), begun: BTreeMap::new() };
    let rules = Rulebook { board, library, effects: &effects };
    for step in STEPS {
        let mut waiting: Vec<usize> = (0..effects.len()).filter(|effect| effects[*effect].works_in(step)).collect();
        while !waiting.is_empty() {
            let next = match order {
                Order::Dependency => rules.next(&world, step, &waiting),
                Order::Timestamp => waiting[0],
            };
            rules.apply(&mut world, step, next);
            waiting.retain(|effect| *effect != next);
        }
    }
    world.faces
}

fn printed(object: &Object, library: &Library) -> Face {
    let definition = &library.card(object.card).definition;
    let colors: BTreeSet<Color> = match &definition.colors {
        Some(colors) => colors.iter().copied().collect(),
        None => Color::ALL.into_iter().filter(|color| definition.cost.typed[*color as usize] > 0).collect(),
    };
    // 208.5: without a value it is 0.
    let (power, toughness) = definition.size.unwrap_or((0, 0));
    Face {
        types: TYPES.into_iter().filter(|kind| definition.types.is(*kind)).collect(),
        supertypes: SUPERTYPES.into_iter().filter(|kind| definition.types.is_super(*kind)).collect(),
        subtypes: definition.types.subtypes.iter().map(|subtype| subtype.name()).collect(),
        colors,
        keywords: definition.keywords.iter().copied().collect(),
        abilities: (0..definition.abilities.len()).collect(),
        defined: definition.star.is_some(),
        power,
        toughness,
        controller: object.controller,
        limits: Vec::new(),
    }
}

/// Every effect, in the order of timestamps (613.6); those of one object in the order of its text.
fn effects<'a>(board: &'a Board, library: &'a Library) -> Vec<Effect<'a>> {
    let mut effects = Vec::new();
    for id in board.zone(Zone::Battlefield) {
        let Some(object) = board.get(*id) else { continue };
        let definition = &library.card(object.card).definition;
        let mut add = |origin| effects.push(Effect { origin, timestamp: object.timestamp });
        for (place, ability) in definition.abilities.iter().enumerate() {
            if let Ability::Static(ability) = ability {
                add(Origin::Static(*id, place, ability));
            }
        }
        definition.star.iter().for_each(|number| add(Origin::Defined(*id, number)));
        if !object.permanent.counters.is_empty() {
            add(Origin::Counters(*id));
        }
    }
    for lasting in &board.effects {
        if let LastingKind::Alter { objects, alters } = &lasting.kind {
            effects.push(Effect { origin: Origin::Lasting(objects, alters), timestamp: lasting.timestamp });
        }
    }
    effects.sort_by_key(|effect| effect.timestamp);
    effects
}

impl Effect<'_> {
    fn works_in(&self, step: Step) -> bool {
        match self.origin {
            Origin::Static(_, _, ability) => ability.changes.iter().any(|change| step_of(change) == step),
            Origin::Lasting(_, alters) => alters.iter().any(|alter| step_of_alter(alter) == step),
            Origin::Defined(..) => step == Step::DefinedSize,
            Origin::Counters(_) => step == Step::Counters,
        }
    }
}

fn step_of(change: &Change) -> Step {
    match change {
        Change::Control(_) => Step::Control,
        Change::AddType(_) | Change::AddSubtype(_) | Change::AddSuper(_) => Step::Types,
        Change::SetColors(_) | Change::AddColor(_) => Step::Colors,
        Change::Gain(_) | Change::Lose(_) | Change::LoseAbilities => Step::Abilities,
        Change::SetSize(..) => Step::SetSize,
        Change::Size(..) => Step::ChangedSize,
        Change::Switch => Step::Switched,
        _ => Step::Rules,
    }
}

fn step_of_alter(alter: &Alter) -> Step {
    match alter {
        Alter::Control(_) => Step::Control,
        Alter::AddType(_) | Alter::AddSubtype(_) | Alter::AddSuper(_) => Step::Types,
        Alter::SetColors(_) | Alter::AddColors(_) => Step::Colors,
        Alter::Gain(_) | Alter::Lose(_) | Alter::LoseAbilities => Step::Abilities,
        Alter::SetSize(..) => Step::SetSize,
        Alter::Size(..) => Step::ChangedSize,
        Alter::Switch => Step::Switched,
        _ => Step::Rules,
    }
}

/// The effects of one board.
struct Rulebook<'a> {
    board: &'a Board,
    library: &'a Library,
    effects: &'a [Effect<'a>],
}

impl Rulebook<'_> {
    /// 613.7b: the earliest effect that depends on no other, where those that depend on each other in a loop do not count as depending.
    fn next(&self, world: &World, step: Step, waiting: &[usize]) -> usize {
        let mut depends_on: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for effect in waiting {
            let others = waiting.iter().copied().filter(|other| other != effect && self.depends(world, step, *effect, *other));
            depends_on.insert(*effect, others.collect());
        }
        let in_a_loop = |effect: usize, other: usize| reaches(&depends_on, other, effect);
        let free = |effect: &&usize| depends_on[effect].iter().all(|other| in_a_loop(**effect, *other));
        *waiting.iter().find(free).expect("somewhere an effect depends on nothing but its own loop")
    }

    /// 613.7a: applying the other one would change whether the effect is there, what it applies to, or what it does to any of these.
    /// Only effects of abilities that define power and toughness work in their layer, so part (c) is met by itself.
    fn depends(&self, world: &World, step: Step, effect: usize, other: usize) -> bool {
        let mut after = world.clone();
        self.apply(&mut after, step, other);
        match (self.part(world, step, effect), self.part(&after, step, effect)) {
            (Some((before, _)), Some((after, _))) if before.is_empty() && after.is_empty() => false,
            (before, after) => before != after,
        }
    }

    fn apply(&self, world: &mut World, step: Step, effect: usize) {
        let Some((objects, alters)) = self.part(world, step, effect) else { return };
        for id in &objects {
            if let Some(face) = world.faces.get_mut(id) {
                alters.iter().for_each(|alter| change(face, alter));
            }
        }
        world.begun.entry(effect).or_insert(objects);
    }

    /// What an effect would do now in a layer; nothing when it is not there.
    fn part(&self, world: &World, step: Step, effect: usize) -> Part {
        let look = Look { board: self.board, library: self.library, faces: &world.faces };
        match self.effects[effect].origin {
            Origin::Static(id, place, ability) => {
                let source = look.face(id)?;
                let from = From { this: id, you: source.controller };
                // 613.5: what has begun to apply goes on for the same objects, even without its ability.
                let objects = match world.begun.get(&effect) {
                    Some(objects) => objects.clone(),
                    None if !source.abilities.contains(&place) => return None,
                    None if ability.condition.as_ref().is_some_and(|condition| !look.holds(condition, &from)) => return None,
                    None => look.group(&ability.affects, &from).into_iter().filter(|id| world.faces.contains_key(id)).collect(),
                };
                let card = self.board.get(id)?.card;
                let changes = ability.changes.iter().enumerate().filter(|(_, change)| step_of(change) == step);
                Some((objects, changes.filter_map(|(at, change)| look.settle(change, &from, (card, place, at))).collect()))
            }
            Origin::Lasting(objects, alters) => {
                let here = objects.iter().copied().filter(|id| world.faces.contains_key(id)).collect();
                Some((here, alters.iter().filter(|alter| step_of_alter(alter) == step).cloned().collect()))
            }
            Origin::Defined(id, number) => {
                let source = look.face(id)?;
                // 604.3, 613.1f: an ability that was lost in layer 6 defines nothing.
                let value = look.number(number, &From { this: id, you: source.controller });
                source.defined.then(|| (BTreeSet::from([id]), vec![Alter::SetSize(value, value)]))
            }
            Origin::Counters(id) => {
                let object = self.board.get(id)?;
                let sum = counters(object, Counter::PlusOne) - counters(object, Counter::MinusOne);
                Some((BTreeSet::from([id]), vec![Alter::Size(sum, sum)]))
            }
        }
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
    match alter {
        Alter::Control(seat) => face.controller = *seat,
        Alter::AddType(kind) => {
            face.types.insert(*kind);
        }
        Alter::AddSubtype(subtype) => {
            face.subtypes.insert(subtype.name());
        }
        Alter::AddSuper(supertype) => {
            face.supertypes.insert(*supertype);
        }
        Alter::SetColors(colors) => face.colors = colors.list().into_iter().collect(),
        Alter::AddColors(colors) => face.colors.extend(colors.list()),
        Alter::Gain(keyword) => {
            face.keywords.insert(*keyword);
        }
        Alter::Lose(keyword) => {
            face.keywords.remove(keyword);
        }
        Alter::LoseAbilities => {
            face.keywords.clear();
            face.abilities.clear();
            face.defined = false;
        }
        Alter::SetSize(power, toughness) => (face.power, face.toughness) = (*power, *toughness),
        Alter::Size(power, toughness) => {
            (face.power, face.toughness) = (face.power.saturating_add(*power), face.toughness.saturating_add(*toughness))
        }
        Alter::Switch => (face.power, face.toughness) = (face.toughness, face.power),
        limit => face.limits.push(limit.clone()),
    }
}

/// From where an ability looks at the table.
struct From {
    this: ObjectId,
    you: Seat,
}

/// An object or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    Object(ObjectId),
    Player(Seat),
}

/// The table at some moment of the computation.
struct Look<'a> {
    board: &'a Board,
    library: &'a Library,
    faces: &'a BTreeMap<ObjectId, Face>,
}

impl Look<'_> {
    /// A permanent as it is now; any other card as it is printed, belonging to its owner (108.4).
    fn face(&self, id: ObjectId) -> Option<Face> {
        let object = self.board.get(id)?;
        self.faces.get(&id).cloned().or_else(|| Some(printed(object, self.library)))
    }

    fn settle(&self, change: &Change, from: &From, (card, place, at): (CardId, usize, usize)) -> Option<Alter> {
        Some(match change {
            Change::Control(who) => Alter::Control(self.player(who, from)?),
            Change::AddType(kind) => Alter::AddType(*kind),
            Change::AddSubtype(subtype) => Alter::AddSubtype(*subtype),
            Change::AddSuper(supertype) => Alter::AddSuper(*supertype),
            Change::SetColors(colors) => Alter::SetColors(duelog_magic::mana::Colors::of(colors)),
            Change::AddColor(color) => Alter::AddColors(duelog_magic::mana::Colors::of(&[*color])),
            Change::Gain(keyword) => Alter::Gain(*keyword),
            Change::Lose(keyword) => Alter::Lose(*keyword),
            Change::LoseAbilities => Alter::LoseAbilities,
            Change::SetSize(power, toughness) => Alter::SetSize(self.number(power, from), self.number(toughness, from)),
            Change::Size(power, toughness) => Alter::Size(self.bonus(power, from), self.bonus(toughness, from)),
            Change::Switch => Alter::Switch,
            Change::CantAttack => Alter::CantAttack,
            Change::CantBlock => Alter::CantBlock,
            Change::CantBeBlocked => Alter::CantBeBlocked,
            Change::BlockedOnlyBy(_) => Alter::BlockedOnlyBy(card, place as u8, at as u8),
            Change::MustAttack => Alter::MustAttack,
            Change::MustBlock => Alter::MustBlock,
            Change::BlocksMore(count) => Alter::BlocksMore(*count),
            Change::DoesNotUntap => Alter::DoesNotUntap,
            Change::CantActivate => Alter::CantActivate,
            Change::CantRegenerate => Alter::CantRegenerate,
        })
    }

    fn thing(&self, reference: &Ref, from: &From) -> Option<Thing> {
        match reference {
            Ref::This => Some(Thing::Object(from.this)),
            Ref::You => Some(Thing::Player(from.you)),
            Ref::Opponent => Some(Thing::Player(Seat(1 - from.you.0))),
            Ref::Active => Some(Thing::Player(self.board.turn.active)),
            Ref::Attached => {
                let permanent = &self.board.get(from.this)?.permanent;
                permanent.attached.map(Thing::Object).or(permanent.enchanting.map(Thing::Player))
            }
            Ref::Controller(inner) => match self.thing(inner, from)? {
                Thing::Object(id) => Some(Thing::Player(self.face(id)?.controller)),
                player => Some(player),
            },
            Ref::Owner(inner) => match self.thing(inner, from)? {
                Thing::Object(id) => Some(Thing::Player(self.board.get(id)?.owner)),
                player => Some(player),
            },
            // A static ability has no targets, no event and no loop.
            Ref::Target(_) | Ref::It | Ref::Event | Ref::EventOther | Ref::EventPlayer | Ref::Last => None,
        }
    }

    fn player(&self, reference: &Ref, from: &From) -> Option<Seat> {
        match self.thing(reference, from)? {
            Thing::Player(seat) => Some(seat),
            Thing::Object(id) => Some(self.face(id)?.controller),
        }
    }

    fn object(&self, reference: &Ref, from: &From) -> Option<ObjectId> {
        match self.thing(reference, from)? {
            Thing::Object(id) => Some(id),
            Thing::Player(_) => None,
        }
    }

    fn members(&self, group: &Group, from: &From) -> Vec<Thing> {
        let those = |zone: Zone, filter: &Filter| -> Vec<Thing> {
            self.board.zone(zone).iter().filter(|id| self.matches(filter, **id, from)).map(|id| Thing::Object(*id)).collect()
        };
        match group {
            Group::Of(reference) => self.thing(reference, from).into_iter().collect(),
            Group::All(filter) => those(Zone::Battlefield, filter),
            Group::Hand(who, filter) => self.player(who, from).map_or(Vec::new(), |seat| those(Zone::Hand(seat), filter)),
            Group::Graveyard(who, filter) => self.player(who, from).map_or(Vec::new(), |seat| those(Zone::Graveyard(seat), filter)),
            Group::Graveyards(filter) => [those(Zone::Graveyard(Seat(0)), filter), those(Zone::Graveyard(Seat(1)), filter)].concat(),
            Group::Spells(filter) => {
                let spell = |thing: &Thing| matches!(thing, Thing::Object(id) if self.board.get(*id).is_some_and(Object::is_spell));
                those(Zone::Stack, filter).into_iter().filter(spell).collect()
            }
            Group::Players => vec![Thing::Player(Seat(0)), Thing::Player(Seat(1))],
            Group::Targets(_) | Group::Last => Vec::new(),
        }
    }

    fn group(&self, group: &Group, from: &From) -> BTreeSet<ObjectId> {
        let object = |thing| if let Thing::Object(id) = thing { Some(id) } else { None };
        self.members(group, from).into_iter().filter_map(object).collect()
    }

    fn matches(&self, filter: &Filter, id: ObjectId, from: &From) -> bool {
        let (Some(object), Some(face)) = (self.board.get(id), self.face(id)) else { return false };
        let combat = &self.board.combat;
        match filter {
            Filter::Any => true,
            Filter::Type(kind) => face.types.contains(kind),
            Filter::Super(supertype) => face.supertypes.contains(supertype),
            Filter::Subtype(subtype) => face.subtypes.contains(Subtype::name(*subtype)),
            Filter::Color(color) => face.colors.contains(color),
            Filter::Colorless => face.colors.is_empty(),
            Filter::Multicolored => face.colors.len() >= 2,
            Filter::Keyword(keyword) => face.keywords.contains(keyword),
            Filter::Named(name) => self.library.card(object.card).definition.name == *name,
            Filter::ControlledBy(who) => self.player(who, from) == Some(face.controller),
            Filter::OwnedBy(who) => self.player(who, from) == Some(object.owner),
            Filter::Is(reference) => self.object(reference, from) == Some(id),
            Filter::Token => object.token,
            Filter::Tapped => object.permanent.tapped,
            Filter::Attacking => combat.attacks.iter().any(|attack| attack.attacker == id),
            Filter::Blocking => combat.blocks.iter().any(|block| block.0 == id),
            Filter::Damaged => object.permanent.damaged,
            Filter::PowerAtMost(number) => face.power <= self.number(number, from),
            Filter::PowerAtLeast(number) => face.power >= self.number(number, from),
            Filter::ToughnessAtMost(number) => face.toughness <= self.number(number, from),
            Filter::ManaValueAtMost(number) => self.mana_value(id) <= self.number(number, from),
            Filter::Counter(kind) => counters(object, *kind) > 0,
            Filter::All(parts) => !parts.iter().any(|part| !self.matches(part, id, from)),
            Filter::Either(parts) => parts.iter().any(|part| self.matches(part, id, from)),
            Filter::Not(part) => !self.matches(part, id, from),
        }
    }

    /// 202.3, with 0 for X (107.3f).
    fn mana_value(&self, id: ObjectId) -> i32 {
        let Some(object) = self.board.get(id) else { return 0 };
        let cost = &self.library.card(object.card).definition.cost;
        cost.typed.iter().map(|amount| i32::from(*amount)).sum::<i32>() + i32::from(cost.generic)
    }

    /// 107.2: what cannot be told is 0.
    fn number(&self, number: &Number, from: &From) -> i32 {
        let of = |reference: &Ref, read: &dyn Fn(ObjectId) -> Option<i32>| self.object(reference, from).and_then(read).unwrap_or(0);
        match number {
            Number::N(number) => *number,
            Number::Count(group) => self.members(group, from).len() as i32,
            Number::Power(reference) => of(reference, &|id| Some(self.face(id)?.power)),
            Number::Toughness(reference) => of(reference, &|id| Some(self.face(id)?.toughness)),
            Number::ManaValue(reference) => of(reference, &|id| Some(self.mana_value(id))),
            Number::Life(who) => self.player(who, from).map_or(0, |seat| self.board.players[usize::from(seat.0)].life),
            Number::HandSize(who) => self.player(who, from).map_or(0, |seat| self.board.zone(Zone::Hand(seat)).len() as i32),
            Number::Counters(kind, reference) => of(reference, &|id| Some(counters(self.board.get(id)?, *kind))),
            Number::Plus(a, b) => self.number(a, from).saturating_add(self.number(b, from)),
            Number::Times(factor, inner) => self.number(inner, from).saturating_mul(*factor),
            Number::HalfDown(inner) => self.number(inner, from).div_euclid(2),
            // A static ability has no X, no event and keeps nothing.
            Number::X | Number::EventAmount | Number::LastAmount | Number::Share | Number::Kept(_) => 0,
        }
    }

    /// 107.1b: a calculation that comes out negative gives nothing; a written number, and the sign before a calculation, stay.
    fn bonus(&self, number: &Number, from: &From) -> i32 {
        match number {
            Number::N(written) => *written,
            Number::Times(factor, calculated) => self.number(calculated, from).max(0).saturating_mul(*factor),
            calculated => self.number(calculated, from).max(0),
        }
    }

    fn holds(&self, condition: &Condition, from: &From) -> bool {
        match condition {
            Condition::AtLeast(a, b) => self.number(a, from) >= self.number(b, from),
            Condition::Exists(group) => !self.members(group, from).is_empty(),
            Condition::Matches(reference, filter) => self.object(reference, from).is_some_and(|id| self.matches(filter, id, from)),
            Condition::TurnOf(who) => self.player(who, from) == Some(self.board.turn.active),
            Condition::All(parts) => !parts.iter().any(|part| !self.holds(part, from)),
            Condition::Not(part) => !self.holds(part, from),
        }
    }
}
