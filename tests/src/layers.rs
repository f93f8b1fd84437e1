//! The characteristics of all objects by the letter of 613, slow and obvious: the twin that the engine's computation must agree with.
//!
//! It shares the words in which effects are written down with the engine (definitions, [`Alter`], lasting effects) and nothing else.
//! Every effect is tried before every other one, in every layer, after every step.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::{ObjectId, Seat};
use duelog_magic::definition::{Ability, Change, Condition, Counter, Definition, Filter, Group, Number, Ref, Static, Word, ZoneKind};
use duelog_magic::keywords::{Keyword, Quality};
use duelog_magic::library::Library;
use duelog_magic::mana::{Color, Colors};
use duelog_magic::state::{AbilityPlace, AbilityRef, Alter, Board, CardId, Chosen, LastingKind, Object, Zone};
use duelog_magic::subtypes::{Kind, Subtype};
use duelog_magic::types::{CardType, Supertype};

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
    /// A static ability of an object.
    Static(ObjectId, AbilityRef, &'a Static),
    /// A resolution.
    Lasting(&'a [ObjectId], &'a [Alter]),
    /// A permanent's characteristic-defining abilities.
    Defined(ObjectId, &'a Definition),
    /// Counters on a permanent.
    Counters(ObjectId),
}

/// One continuous effect.
#[derive(Debug, Clone, Copy)]
struct Effect<'a> {
    origin: Origin<'a>,
    timestamp: u32,
}

/// What an effect does in one layer at some moment: to which objects, what to all of them, and what to each by itself.
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
pub fn faces(board: &Board, library: &Library) -> BTreeMap<ObjectId, Face> {
    faces_in(Order::Dependency, board, library)
}

/// The characteristics of all these where effects apply in this order.
pub fn faces_in(order: Order, board: &Board, library: &Library) -> BTreeMap<ObjectId, Face> {
    let there = |object: &&Object| object.zone != Zone::Gone && !object.is_ability();
    let faces: BTreeMap<ObjectId, Face> = board.objects.iter().filter(there).map(|object| (object.id, copiable(board, object, library))).collect();
    let mut world = World { effects: effects(board, library, &faces), faces, begun: BTreeMap::new(), led: BTreeMap::new() };
    let rules = Rulebook { board, library };
    for step in STEPS {
        let mut done = BTreeSet::new();
        loop {
            let mut waiting: Vec<usize> = (0..world.effects.len()).filter(|at| world.effects[*at].works_in(step) && !done.contains(at)).collect();
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
fn copiable(board: &Board, object: &Object, library: &Library) -> Face {
    let copies = board.effects.iter().filter_map(|lasting| match &lasting.kind {
        LastingKind::Copy { objects, copied } if objects.contains(&object.id) => Some(copied),
        _ => None,
    });
    match object.copy.iter().chain(copies).last() {
        None => printed(object, object.card, library),
        Some(copied) => {
            let mut face = printed(object, copied.card, library);
            copied.except.iter().for_each(|alter| change(&mut face, alter));
            // 706.9d
            face.defined = !copied.except.iter().any(|alter| matches!(alter, Alter::SetSize(..)));
            face
        }
    }
}

fn printed(object: &Object, card: CardId, library: &Library) -> Face {
    let definition = &library.card(card).definition;
    let colors: BTreeSet<Color> = match &definition.colors {
        Some(colors) => colors.iter().copied().collect(),
        None => Color::ALL.into_iter().filter(|color| definition.cost.typed[*color as usize] > 0).collect(),
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
        abilities: (0..definition.abilities.len() as u32).map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) }).collect(),
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
    let of = [("Plains", Color::White), ("Island", Color::Blue), ("Swamp", Color::Black), ("Mountain", Color::Red), ("Forest", Color::Green)];
    let land = face.types.contains(&CardType::Land);
    of.into_iter().filter(|(name, _)| land && face.subtypes.contains(name)).map(|(_, color)| color).collect()
}

/// Every effect, in the order of timestamps (613.6); those of one object in the order of its text.
fn effects<'a>(board: &'a Board, library: &'a Library, faces: &BTreeMap<ObjectId, Face>) -> Vec<Effect<'a>> {
    let mut effects = Vec::new();
    for (id, face) in faces {
        let Some(object) = board.get(*id) else { continue };
        let definition = &library.card(face.card).definition;
        let mut add = |origin| effects.push(Effect { origin, timestamp: object.timestamp });
        for (place, ability) in definition.abilities.iter().enumerate() {
            if let Ability::Static(ability) = ability
                && works(ability, object)
            {
                add(Origin::Static(*id, AbilityRef { card: face.card, place: AbilityPlace::Printed(place as u32) }, ability));
            }
        }
        if definition.star.is_some() || !definition.defining.is_empty() {
            add(Origin::Defined(*id, definition));
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
    })
}

impl Effect<'_> {
    fn works_in(&self, step: Step) -> bool {
        match self.origin {
            Origin::Static(_, _, ability) => ability.changes.iter().any(|change| step_of(change) == step),
            Origin::Lasting(_, alters) => alters.iter().any(|alter| step_of_alter(alter) == step),
            Origin::Defined(_, definition) => {
                definition.star.is_some() && step == Step::DefinedSize || definition.defining.iter().any(|change| step_of(change) == step)
            }
            Origin::Counters(_) => step == Step::Counters,
        }
    }

    fn defines(&self) -> bool {
        matches!(self.origin, Origin::Defined(..))
    }
}

fn step_of(change: &Change) -> Step {
    match change {
        Change::Control(_) => Step::Control,
        Change::Word(..) => Step::Text,
        Change::SetTypes(_) | Change::SetSubtypes(_) | Change::SetLandType(_) => Step::Types,
        Change::AddType(_) | Change::AddSubtype(_) | Change::AddSuper(_) => Step::Types,
        Change::SetColors(_) | Change::AddColor(_) => Step::Colors,
        Change::Gain(_) | Change::GainAbility(_) | Change::GainThis | Change::Lose(_) | Change::LoseAbilities => Step::Abilities,
        Change::SetSize(..) => Step::SetSize,
        Change::Size(..) | Change::SizeEach(..) => Step::ChangedSize,
        Change::Switch => Step::Switched,
        _ => Step::Rules,
    }
}

fn step_of_alter(alter: &Alter) -> Step {
    match alter {
        Alter::Control(_) => Step::Control,
        Alter::Word(..) => Step::Text,
        Alter::SetTypes(_) | Alter::SetSubtypes(_) | Alter::SetLandType(_) => Step::Types,
        Alter::AddType(_) | Alter::AddSubtype(_) | Alter::AddSuper(_) => Step::Types,
        Alter::SetColors(_) | Alter::AddColors(_) => Step::Colors,
        Alter::Gain(_) | Alter::GainAbility(_) | Alter::Lose(_) | Alter::LoseAbilities => Step::Abilities,
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
}

impl<'a> Rulebook<'a> {
    /// 613.7b: the earliest effect that depends on no other, where those that depend on each other in a loop do not count as depending.
    fn next(&self, world: &World<'a>, step: Step, waiting: &[usize]) -> usize {
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
            if let Some(face) = world.faces.get_mut(id) {
                alters.iter().chain(each.get(id).into_iter().flatten()).for_each(|alter| change(face, alter));
            }
            for alter in &alters {
                if let Alter::GainAbility(given) = alter
                    && let Some(ability) = self.library.static_ability(*given)
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

    /// What an effect would do now in a layer; nothing when it is not there.
    fn part(&self, world: &World<'a>, step: Step, effect: usize) -> Part {
        let look = Look { board: self.board, library: self.library, faces: &world.faces };
        match world.effects[effect].origin {
            Origin::Static(id, reference, ability) => {
                let source = look.face(id)?;
                let from = From { this: id, you: source.controller, it: None };
                // 613.5: what has begun to apply goes on for the same objects, even without its ability.
                let objects = match world.begun.get(&effect) {
                    Some(objects) => objects.clone(),
                    None if !source.abilities.contains(&reference) => return None,
                    None if ability.condition.as_ref().is_some_and(|condition| !look.holds(condition, &from)) => return None,
                    None => look.group(&ability.affects, &from).into_iter().filter(|id| world.faces.contains_key(id)).collect(),
                };
                let changes = || ability.changes.iter().enumerate().filter(|(_, change)| step_of(change) == step);
                let mut each: BTreeMap<ObjectId, Vec<Alter>> = BTreeMap::new();
                for (_, change) in changes() {
                    if let Change::SizeEach(power, toughness) = change {
                        for id in &objects {
                            let from = From { it: Some(*id), ..from };
                            each.entry(*id).or_default().push(Alter::Size(look.bonus(power, &from), look.bonus(toughness, &from)));
                        }
                    }
                }
                Some((objects, changes().filter_map(|(at, change)| look.settle(change, &from, (reference, at))).collect(), each))
            }
            Origin::Lasting(objects, alters) => {
                let here = objects.iter().copied().filter(|id| world.faces.contains_key(id)).collect();
                Some((here, alters.iter().filter(|alter| step_of_alter(alter) == step).cloned().collect(), BTreeMap::new()))
            }
            Origin::Defined(id, definition) => {
                let source = look.face(id)?;
                let from = From { this: id, you: source.controller, it: None };
                let star = definition.star.as_ref().filter(|_| step == Step::DefinedSize).map(|number| look.number(number, &from));
                let size = star.map(|value| Alter::SetSize(value, value));
                let reference = AbilityRef { card: source.card, place: AbilityPlace::Printed(0) };
                let others = definition.defining.iter().filter(|change| step_of(change) == step);
                let others = others.filter_map(|change| look.settle(change, &from, (reference, 0)));
                // 604.3, 613.1f: an ability that was lost defines nothing.
                source.defined.then(|| (BTreeSet::from([id]), size.into_iter().chain(others).collect(), BTreeMap::new()))
            }
            Origin::Counters(id) => {
                let object = self.board.get(id)?;
                let sum = counters(object, Counter::PlusOne) - counters(object, Counter::MinusOne);
                Some((BTreeSet::from([id]), vec![Alter::Size(sum, sum)], BTreeMap::new()))
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
    alter_face(face, alter);
    // 305.6, 613.1d: a land has the ability with the type; where that is not settled yet, no ability has been taken away by layer 6.
    if matches!(step_of_alter(alter), Step::Text | Step::Types) {
        face.basics = basics(face);
    }
}

fn alter_face(face: &mut Face, alter: &Alter) {
    match alter {
        Alter::Control(seat) => face.controller = *seat,
        Alter::Word(from, to) => {
            face.subtypes =
                face.subtypes.iter().map(|name| Subtype::named(name).map_or(*name, |kind| subtype(kind, &[(*from, *to)]).name())).collect();
            face.keywords = face.keywords.iter().map(|held| keyword(*held, &[(*from, *to)])).collect();
            face.words.push((*from, *to));
        }
        Alter::SetTypes(kinds) => {
            face.types = kinds.iter().copied().collect();
            let types = &face.types;
            face.subtypes.retain(|name| {
                Subtype::named(name).is_some_and(|subtype| match subtype.kind() {
                    Kind::Artifact => types.contains(&CardType::Artifact),
                    Kind::Creature => types.contains(&CardType::Creature) || types.contains(&CardType::Tribal),
                    Kind::Enchantment => types.contains(&CardType::Enchantment),
                    Kind::Land => types.contains(&CardType::Land),
                    Kind::Planeswalker => types.contains(&CardType::Planeswalker),
                    Kind::Spell => types.contains(&CardType::Instant) || types.contains(&CardType::Sorcery),
                })
            });
        }
        Alter::SetSubtypes(new) => set_subtypes(face, new),
        Alter::SetLandType(land) => {
            set_subtypes(face, &[*land]);
            face.keywords.clear();
            face.abilities.clear();
            face.defined = false;
        }
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
            (face.power, face.toughness) = (face.power.saturating_add(*power), face.toughness.saturating_add(*toughness))
        }
        Alter::Switch => (face.power, face.toughness) = (face.toughness, face.power),
        limit => face.limits.push(limit.clone()),
    }
}

fn set_subtypes(face: &mut Face, new: &[Subtype]) {
    let kinds: Vec<Kind> = new.iter().map(|subtype| subtype.kind()).collect();
    face.subtypes.retain(|name| Subtype::named(name).is_none_or(|old| !kinds.contains(&old.kind())));
    face.subtypes.extend(new.iter().map(|subtype| subtype.name()));
}

/// 612: a word after the changes of a text, one after the other.
fn word(word: Word, words: &[(Word, Word)]) -> Word {
    let mut word = word;
    for (from, to) in words {
        if word == *from {
            word = *to;
        }
    }
    word
}

fn color(of: Color, words: &[(Word, Word)]) -> Color {
    if let Word::Color(color) = word(Word::Color(of), words) { color } else { of }
}

fn subtype(of: Subtype, words: &[(Word, Word)]) -> Subtype {
    if let Word::Subtype(subtype) = word(Word::Subtype(of), words) { subtype } else { of }
}

fn keyword(of: Keyword, words: &[(Word, Word)]) -> Keyword {
    match of {
        Keyword::Protection(Quality::Color(quality)) => Keyword::Protection(Quality::Color(color(quality, words))),
        Keyword::Protection(Quality::Subtype(quality)) => Keyword::Protection(Quality::Subtype(subtype(quality, words))),
        Keyword::Landwalk(land) => Keyword::Landwalk(subtype(land, words)),
        plain => plain,
    }
}

/// From where an ability looks at the table.
#[derive(Clone, Copy)]
struct From {
    this: ObjectId,
    you: Seat,
    /// The object that a number is worked out for.
    it: Option<ObjectId>,
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
        self.faces.get(&id).cloned().or_else(|| Some(printed(object, object.card, self.library)))
    }

    fn words(&self, from: &From) -> Vec<(Word, Word)> {
        self.face(from.this).map_or(Vec::new(), |face| face.words)
    }

    fn settle(&self, change: &Change, from: &From, (ability, at): (AbilityRef, usize)) -> Option<Alter> {
        let words = &self.words(from)[..];
        let colors = |colors: &[Color]| Colors::of(&colors.iter().map(|one| color(*one, words)).collect::<Vec<_>>());
        Some(match change {
            Change::Word(from, to) => Alter::Word(*from, *to),
            Change::SetTypes(kinds) => Alter::SetTypes(kinds.clone()),
            Change::SetSubtypes(new) => Alter::SetSubtypes(new.iter().map(|one| subtype(*one, words)).collect()),
            Change::SetLandType(land) => Alter::SetLandType(subtype(*land, words)),
            Change::GainAbility(given) => {
                let place = self.library.card(ability.card).given.iter().position(|compiled| compiled.ability == **given)?;
                Alter::GainAbility(AbilityRef { card: ability.card, place: AbilityPlace::Granted(place as u32) })
            }
            Change::Control(who) => Alter::Control(self.player(who, from)?),
            Change::AddType(kind) => Alter::AddType(*kind),
            Change::AddSubtype(added) => Alter::AddSubtype(subtype(*added, words)),
            Change::AddSuper(supertype) => Alter::AddSuper(*supertype),
            Change::SetColors(set) => Alter::SetColors(colors(set)),
            Change::AddColor(added) => Alter::AddColors(colors(&[*added])),
            Change::Gain(gained) => Alter::Gain(keyword(*gained, words)),
            Change::GainThis => Alter::GainAbility(ability),
            Change::Lose(lost) => Alter::Lose(keyword(*lost, words)),
            Change::LoseAbilities => Alter::LoseAbilities,
            Change::SetSize(power, toughness) => Alter::SetSize(self.number(power, from), self.number(toughness, from)),
            Change::Size(power, toughness) => Alter::Size(self.bonus(power, from), self.bonus(toughness, from)),
            Change::Switch => Alter::Switch,
            Change::CantAttack => Alter::CantAttack,
            Change::CantAttackAlone => Alter::CantAttackAlone,
            Change::CantBlock => Alter::CantBlock,
            Change::CantBlockAlone => Alter::CantBlockAlone,
            Change::AllMustBlock => Alter::AllMustBlock,
            Change::CantBeBlocked => Alter::CantBeBlocked,
            Change::BlockedOnlyBy(_) => Alter::BlockedOnlyBy(ability, at as u32),
            Change::MustAttack => Alter::MustAttack,
            Change::MustBlock => Alter::MustBlock,
            Change::BlocksMore(count) => Alter::BlocksMore(*count),
            Change::DoesNotUntap => Alter::DoesNotUntap,
            // What players can and cannot do is no characteristic (613.10).
            Change::CantCast(_)
            | Change::CantActivateOf(_)
            | Change::CantPlayLands
            | Change::PlaysMoreLands(_)
            | Change::CastsAsFlash(_)
            | Change::CostsMore(..)
            | Change::CostsLess(..)
            | Change::SizeEach(..)
            | Change::TopRevealed
            | Change::TopSeen
            | Change::NoMaximumHandSize => return None,
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
            Ref::Maker => self.board.get(from.this)?.permanent.maker.map(Thing::Object),
            // A static ability has no targets, no event and no loop.
            Ref::It => from.it.map(Thing::Object),
            Ref::Target(_) | Ref::Event | Ref::EventOther | Ref::EventPlayer | Ref::Last | Ref::LastWas => None,
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
            Group::LibraryTop(who, filter) => {
                let top = self.player(who, from).and_then(|seat| self.board.zone(Zone::Library(seat)).last().copied());
                top.filter(|id| self.matches(filter, *id, from)).map(Thing::Object).into_iter().collect()
            }
            Group::Graveyards(filter) => [those(Zone::Graveyard(Seat(0)), filter), those(Zone::Graveyard(Seat(1)), filter)].concat(),
            Group::Spells(filter) => {
                let spell = |thing: &Thing| matches!(thing, Thing::Object(id) if self.board.get(*id).is_some_and(Object::is_spell));
                those(Zone::Stack, filter).into_iter().filter(spell).collect()
            }
            Group::In(kinds, filter) => {
                let zones = kinds.iter().flat_map(|kind| match kind {
                    ZoneKind::Battlefield => vec![Zone::Battlefield],
                    ZoneKind::Stack => vec![Zone::Stack],
                    ZoneKind::Exile => vec![Zone::Exile],
                    ZoneKind::Hand => vec![Zone::Hand(Seat(0)), Zone::Hand(Seat(1))],
                    ZoneKind::Library => vec![Zone::Library(Seat(0)), Zone::Library(Seat(1))],
                    ZoneKind::Graveyard => vec![Zone::Graveyard(Seat(0)), Zone::Graveyard(Seat(1))],
                });
                let object = |thing: &Thing| matches!(thing, Thing::Object(id) if self.board.get(*id).is_some_and(|object| !object.is_ability()));
                zones.flat_map(|zone| those(zone, filter)).filter(object).collect()
            }
            Group::Players => vec![Thing::Player(Seat(0)), Thing::Player(Seat(1))],
            Group::PlayersExcept(who) => {
                let except = self.player(who, from);
                [Seat(0), Seat(1)].into_iter().filter(|seat| Some(*seat) != except).map(Thing::Player).collect()
            }
            Group::Among(group, filter) => {
                let fits = |thing: &Thing| matches!(thing, Thing::Object(id) if self.matches(filter, *id, from));
                self.members(group, from).into_iter().filter(fits).collect()
            }
            Group::Together(groups) => groups.iter().flat_map(|group| self.members(group, from)).collect(),
            Group::Targets(_) | Group::Last | Group::Noted(_) | Group::Linked => Vec::new(),
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
            Filter::Subtype(wanted) => face.subtypes.contains(subtype(*wanted, &self.words(from)).name()),
            Filter::Color(wanted) => face.colors.contains(&color(*wanted, &self.words(from))),
            Filter::Colorless => face.colors.is_empty(),
            Filter::Multicolored => face.colors.len() >= 2,
            Filter::SharesColor(other) => {
                let other = self.object(other, from).and_then(|other| self.face(other));
                other.is_some_and(|other| face.colors.intersection(&other.colors).next().is_some())
            }
            Filter::Keyword(wanted) => face.keywords.contains(&keyword(*wanted, &self.words(from))),
            Filter::Named(name) => self.library.card(face.card).definition.name == *name,
            Filter::NamedAsChosen => {
                let name = &self.library.card(face.card).definition.name;
                self.chosen(from).any(|chosen| matches!(chosen, Chosen::Name(chosen) if chosen == name))
            }
            Filter::ChosenColor => self.chosen(from).any(|chosen| matches!(chosen, Chosen::Color(chosen) if face.colors.contains(chosen))),
            Filter::ChosenSubtype => {
                self.chosen(from).any(|chosen| matches!(chosen, Chosen::Subtype(chosen) if face.subtypes.contains(chosen.name())))
            }
            Filter::SharesCreatureType(other) => {
                let other = self.object(other, from).and_then(|other| self.face(other)).map_or(BTreeSet::new(), |other| other.subtypes);
                let creature = |name: &&str| Subtype::named(name).is_some_and(|subtype| subtype.kind() == Kind::Creature);
                face.subtypes.intersection(&other).any(creature)
            }
            Filter::SharesName(group) => self.group(group, from).iter().any(|other| self.face(*other).is_some_and(|other| other.card == face.card)),
            Filter::NoAbilities => {
                let enchants = self.library.card(face.card).definition.enchant.is_some();
                face.keywords.is_empty() && face.abilities.is_empty() && face.basics.is_empty() && !enchants
            }
            Filter::ManaValueEven => self.mana_value(id) % 2 == 0,
            Filter::ControlledBy(who) => self.player(who, from) == Some(face.controller),
            Filter::OwnedBy(who) => self.player(who, from) == Some(object.owner),
            Filter::Is(reference) => self.object(reference, from) == Some(id),
            Filter::Token => object.token,
            Filter::Tapped => object.permanent.tapped,
            Filter::Attacking => combat.attacks.iter().any(|attack| attack.attacker == id),
            Filter::Blocking => combat.blocks.iter().any(|block| block.0 == id),
            Filter::Blocks(attacker) => self.object(attacker, from).is_some_and(|attacker| self.fights(attacker, id)),
            Filter::BlockedBy(blocker) => self.object(blocker, from).is_some_and(|blocker| self.fights(id, blocker)),
            Filter::Damaged => object.permanent.damaged,
            Filter::PowerAtMost(number) => face.power <= self.number(number, from),
            Filter::PowerAtLeast(number) => face.power >= self.number(number, from),
            Filter::ToughnessAtMost(number) => face.toughness <= self.number(number, from),
            Filter::ToughnessBelow(number) => face.toughness < self.number(number, from),
            Filter::ManaValueAtMost(number) => self.mana_value(id) <= self.number(number, from),
            Filter::Counter(kind) => counters(object, *kind) > 0,
            Filter::All(parts) => !parts.iter().any(|part| !self.matches(part, id, from)),
            Filter::Either(parts) => parts.iter().any(|part| self.matches(part, id, from)),
            Filter::Not(part) => !self.matches(part, id, from),
        }
    }

    /// Whether one creature attacks and the other blocks it.
    fn fights(&self, attacker: ObjectId, blocker: ObjectId) -> bool {
        self.board.combat.blocks.iter().any(|block| block.0 == blocker && block.1.contains(&attacker))
    }

    /// What abilities of the source's card had chosen as it entered (607.2d).
    fn chosen(&self, from: &From) -> impl Iterator<Item = &Chosen> {
        let source = self.board.get(from.this);
        let card = source.map(|source| self.board.card_of(source));
        let chosen = source.map_or(&[][..], |source| &source.permanent.chosen);
        chosen.iter().filter(move |entry| Some(entry.0) == card).map(|entry| &entry.1)
    }

    /// 202.3, with 0 for X (107.3f).
    fn mana_value(&self, id: ObjectId) -> i32 {
        let Some(object) = self.board.get(id) else { return 0 };
        let card = self.face(id).map_or(object.card, |face| face.card);
        let cost = &self.library.card(card).definition.cost;
        cost.typed.iter().map(|amount| i32::from(*amount)).sum::<i32>()
            + i32::from(cost.generic)
            + cost.hybrid.iter().map(|symbol| symbol.value() as i32).sum::<i32>()
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
            Number::Divided(number, by) => self.number(number, from).checked_div_euclid(self.number(by, from)).unwrap_or(0),
            // A static ability has no X, no event and keeps nothing.
            Number::X | Number::Activations(_) | Number::EventAmount | Number::LastAmount | Number::Share | Number::Kept(_) => 0,
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
            // A static ability has no modes, and nothing is played by it.
            Condition::Mode(_) | Condition::CanPlayFree(_) => false,
            Condition::TurnOf(who) => self.player(who, from) == Some(self.board.turn.active),
            Condition::All(parts) => !parts.iter().any(|part| !self.holds(part, from)),
            Condition::Not(part) => !self.holds(part, from),
        }
    }
}
