//! Continuous effects (6.2) and how they interact (6.3): in stages and substages, with dependency, by timestamp.

use duelog_kernel::continuous::{Layering, apply_all};
use duelog_kernel::{ObjectId, RuleId};

use crate::definition::{Change, Condition, Counter, Deed, Filter, Group, Number, Verb};
use crate::eval::{Scope, Sight};
use crate::keywords::Keyword;
use crate::library::{KEYWORD_CARD, Library};
use crate::rule;
use crate::state::{Alter, Binding, Board, CodeRef, Kind, Lasting, LastingKind, Object, Properties, Zone};

/// What proxies inherit, counters that oppose each other, numbers that abilities define, what sticks to an object, what cannot be gained.
const _: [duelog_kernel::RuleId; 8] =
    [rule!("1.4.3a"), rule!("1.4.3d"), rule!("1.4.3e"), rule!("1.15.4"), rule!("1.12.3a"), rule!("1.7.4f"), rule!("6.2.2c"), rule!("6.3.7")];

/// The properties of objects by id.
pub type Computed = Vec<Option<Box<Properties>>>;

/// Computes properties.
#[derive(Clone, Copy)]
pub struct Stages<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
    /// Whether attack-proxies are computed, whose sources already are (1.4.3d).
    proxies: bool,
}

/// One effect's part in one stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Where it applies: the stage and the substage (6.3.2, 6.3.3).
    key: (u8, u8),
    /// Its timestamp (6.3.4).
    timestamp: u32,
    /// What it comes from.
    pub from: PieceFrom,
    /// Which of its changes.
    change: u8,
}

/// What a piece comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceFrom {
    /// A static ability of an object (6.2.3).
    Static(ObjectId, CodeRef),
    /// A layer-continuous effect, by its place (6.2.2).
    Lasting(usize),
    /// Counters on an object, by their place (1.15.2a).
    Counters(ObjectId, u8),
    /// A number that a property-static ability defines (5.4.5).
    Star(ObjectId),
}

/// The substage of what depends on another effect (6.3.3).
const DEPENDENT: u8 = 7;

/// The last stage: what is no property but is said of objects.
const SAID: u8 = 9;

/// Where a change applies and whether it depends on nothing there.
fn stage(change: &Change) -> (u8, u8) {
    let sign = |number: &Number| if matches!(number, Number::N(n) if *n < 0) { 6 } else { 5 };
    match change {
        // 6.3.1: what modifies rules comes before what modifies objects.
        Change::Rule(_, Deed::GainGoAgain, _) => (0, 1),
        Change::Control(_) => (2, 1),
        Change::AddType(_) | Change::AddSubtype(_) | Change::LoseSubtype(_) => (4, 1),
        Change::AddSuper(_) | Change::LoseSupers => (5, 1),
        Change::Gain(_) | Change::Lose(_) | Change::Ability(_) | Change::LoseAbilities => (6, 1),
        Change::BasePower(_) | Change::BaseDefense(_) => (7, 2),
        Change::MultiplyBasePower(_) => (7, 3),
        Change::SetPower(_) => (8, 2),
        Change::Power(number) | Change::Defense(number) | Change::Intellect(number) => (8, sign(number)),
        Change::CostMore(_) | Change::CostLess(_) | Change::ExtraAttacks(_) | Change::Rule(..) | Change::Freeze => (SAID, 1),
    }
}

/// Where a modification whose number is determined applies.
fn stage_of(alter: &Alter) -> (u8, u8) {
    let sign = |amount: i32| if amount < 0 { 6 } else { 5 };
    match alter {
        Alter::Rule(_, Deed::GainGoAgain, ..) => (0, 1),
        Alter::Control(_) => (2, 1),
        Alter::AddType(_) | Alter::AddSubtype(_) | Alter::LoseSubtype(_) => (4, 1),
        Alter::AddSuper(_) | Alter::LoseSupers => (5, 1),
        Alter::Gain(_) | Alter::Lose(_) | Alter::Ability(_) | Alter::LoseAbilities => (6, 1),
        Alter::BasePower(_) | Alter::BaseDefense(_) => (7, 2),
        Alter::MultiplyBasePower(_) => (7, 3),
        Alter::SetPower(_) => (8, 2),
        Alter::Power(amount) | Alter::Defense(amount) | Alter::Intellect(amount) => (8, sign(*amount)),
        Alter::Counter(..) => (8, 5),
        Alter::CostMore(_) | Alter::CostLess(_) | Alter::ExtraAttacks(_) | Alter::Rule(..) | Alter::Freeze => (SAID, 1),
    }
}

/// The stages on which an effect can depend, as bits: what its filters, conditions and numbers read.
pub mod reads {
    use super::{Condition, Filter, Group, Number};

    /// What a filter reads.
    pub fn filter(filter: &Filter) -> u16 {
        match filter {
            Filter::ControlledBy(_) => 1 << 2,
            Filter::Named(_) | Filter::Moniker(_) => 1 << 3,
            Filter::Type(_) | Filter::Sub(_) | Filter::AttackAction | Filter::NonAttackAction | Filter::WeaponAttack | Filter::Attack => 1 << 4,
            Filter::Super(_) => 1 << 5,
            Filter::Keyword(_) => 1 << 6,
            Filter::BasePowerAtMost(number) => 1 << 7 | self::number(number),
            Filter::PowerAtLeast(number) | Filter::PowerAtMost(number) => 1 << 8 | self::number(number),
            Filter::CostAtLeast(number) | Filter::CostAtMost(number) => self::number(number),
            Filter::All(all) | Filter::Either(all) => all.iter().fold(0, |bits, part| bits | self::filter(part)),
            Filter::Not(inner) => self::filter(inner),
            _ => 0,
        }
    }

    /// What a group reads.
    pub fn group(group: &Group) -> u16 {
        match group {
            Group::Arena(filter)
            | Group::Play(filter)
            | Group::Everything(filter)
            | Group::Zone(_, _, filter)
            | Group::Defenders(filter)
            | Group::Links(filter)
            | Group::Paid(filter)
            | Group::Pitched(filter)
            | Group::LastThat(filter) => self::filter(filter),
            Group::Of(_) | Group::Targets(_) | Group::Top(..) | Group::Players | Group::Last => 0,
        }
    }

    /// What a number reads.
    pub fn number(number: &Number) -> u16 {
        match number {
            Number::Power(_) => 1 << 8,
            Number::Defense(_) => 1 << 8,
            Number::BasePower(_) => 1 << 7,
            Number::Count(group) | Number::DifferentCosts(group) => self::group(group),
            Number::Rank(_) => 1 << 6,
            Number::Plus(a, b) => self::number(a) | self::number(b),
            Number::Product(_, inner) | Number::Half(inner) => self::number(inner),
            _ => 0,
        }
    }

    /// What a condition reads.
    pub fn condition(condition: &Condition) -> u16 {
        match condition {
            Condition::AtLeast(a, b) => number(a) | number(b),
            Condition::Exists(group) => self::group(group),
            Condition::Matches(_, filter) => self::filter(filter),
            Condition::All(all) | Condition::Either(all) => all.iter().fold(0, |bits, part| bits | self::condition(part)),
            Condition::Not(inner) => self::condition(inner),
            _ => 0,
        }
    }
}

fn change_reads(change: &Change) -> u16 {
    match change {
        Change::Power(number)
        | Change::SetPower(number)
        | Change::BasePower(number)
        | Change::MultiplyBasePower(number)
        | Change::Defense(number)
        | Change::BaseDefense(number)
        | Change::Intellect(number)
        | Change::CostMore(number)
        | Change::CostLess(number) => reads::number(number),
        _ => 0,
    }
}

/// The filter of an open or waiting effect, and its changes.
pub fn effect_text<'a>(library: &'a Library, lasting: &Lasting) -> (Option<&'a Filter>, &'a [Change]) {
    match library.verb(lasting.code, lasting.at) {
        Some(Verb::ModifyAll(filter, changes, _) | Verb::Next(_, _, filter, changes, _)) => (Some(filter), changes),
        Some(Verb::Modify(_, changes, _)) => (None, changes),
        _ => (None, &[]),
    }
}

/// A change with its numbers determined (6.2.2b).
pub fn alter(sight: &Sight<'_>, change: &Change, scope: &Scope<'_>, code: CodeRef, at: u16, place: u8) -> Option<Alter> {
    let number = |number: &Number| sight.number(number, scope);
    Some(match change {
        Change::Power(amount) => Alter::Power(number(amount)),
        Change::SetPower(amount) => Alter::SetPower(number(amount)),
        Change::BasePower(amount) => Alter::BasePower(number(amount)),
        Change::MultiplyBasePower(factor) => Alter::MultiplyBasePower(number(factor)),
        Change::Defense(amount) => Alter::Defense(number(amount)),
        Change::BaseDefense(amount) => Alter::BaseDefense(number(amount)),
        Change::Intellect(amount) => Alter::Intellect(number(amount)),
        Change::Gain(keyword) => Alter::Gain(*keyword),
        Change::Lose(keyword) => Alter::Lose(*keyword),
        Change::Ability(place) => Alter::Ability(CodeRef::given(code.card, *place)),
        Change::LoseAbilities => Alter::LoseAbilities,
        Change::AddType(card_type) => Alter::AddType(*card_type),
        Change::AddSubtype(subtype) => Alter::AddSubtype(*subtype),
        Change::LoseSubtype(subtype) => Alter::LoseSubtype(*subtype),
        Change::AddSuper(supertype) => Alter::AddSuper(*supertype),
        Change::LoseSupers => Alter::LoseSupers,
        Change::Control(who) => Alter::Control(sight.seat(who, scope)?),
        Change::CostMore(amount) => Alter::CostMore(sight.count(amount, scope)),
        Change::CostLess(amount) => Alter::CostLess(sight.count(amount, scope)),
        Change::ExtraAttacks(times) => Alter::ExtraAttacks(*times),
        Change::Rule(ruling, deed, _) => Alter::Rule(*ruling, *deed, code, at, place),
        Change::Freeze => Alter::Freeze,
    })
}

impl<'a> Stages<'a> {
    /// For these definitions and this board.
    pub fn new(board: &'a Board, library: &'a Library) -> Stages<'a> {
        Stages { board, library, proxies: false }
    }

    /// The properties of everything in the arena and on the stack.
    pub fn compute(self) -> Computed {
        self.run(None).0
    }

    /// Computes, and notes what each piece does to one object.
    fn run(self, watched: Option<ObjectId>) -> (Computed, Vec<(Piece, Alter)>) {
        let mut computed: Computed = vec![None; self.board.objects.ids()];
        let mut steps = Vec::new();
        for proxies in [false, true] {
            let stages = Stages { proxies, ..self };
            for object in stages.objects() {
                computed[object.id.index()] = stages.base(object, &computed).map(Box::new);
            }
            if proxies && stages.objects().next().is_none() {
                break;
            }
            let pieces = stages.pieces(&computed);
            let mut working = Working { values: computed, watched, steps, gained: Vec::new() };
            apply_all(&stages, &mut working, pieces);
            (computed, steps) = (working.values, working.steps);
        }
        (computed, steps)
    }

    /// The objects that this pass computes.
    fn objects(self) -> impl Iterator<Item = &'a Object> {
        let here = move |object: &&Object| (object.zone.is_arena() || object.zone == Zone::Stack) && (object.kind == Kind::Proxy) == self.proxies;
        self.board.objects.iter().filter(here)
    }

    /// The properties before any effect: as printed, or inherited (1.4.3a).
    fn base(self, object: &Object, computed: &Computed) -> Option<Properties> {
        let mut properties = match object.kind {
            Kind::Card | Kind::Token => self.library.card(object.card).base.clone(),
            Kind::Layer | Kind::Proxy => {
                let source = object.source();
                let inherited = source.and_then(|source| computed.get(source.index())?.as_deref()).cloned();
                let last = || source.and_then(|source| self.board.get(source)?.last.as_deref()).cloned();
                let mut properties = inherited.or_else(last).unwrap_or_else(|| self.library.card(object.card).base.clone());
                properties.abilities.clear();
                properties.limits.clear();
                if object.kind == Kind::Layer {
                    // 5.2.2a: supertypes and types of the source, nothing else.
                    properties = Properties { card: properties.card, types: properties.types, ..Properties::default() };
                } else {
                    // 1.4.3a: resolution abilities of the source are not inherited, and go again is one (8.3.5).
                    properties.keywords.retain(|keyword| *keyword != Keyword::GoAgain);
                    properties.cost = None;
                }
                if let Some(crate::state::LayerKind::Activated(_, code)) = object.layer.as_ref().map(|layer| layer.kind)
                    && let Some(ability) = self.library.activated(code)
                {
                    properties.types.add(ability.kind);
                    properties.keywords.extend(ability.keywords.iter().copied());
                }
                properties
            }
        };
        properties.card = properties.card.or(Some(object.card));
        properties.controller = Some(object.controller);
        Some(properties)
    }

    fn pieces(self, computed: &Computed) -> Vec<Piece> {
        let mut pieces: Vec<(Piece, u16)> = Vec::new();
        for object in self.board.arena().chain(self.board.zone(Zone::Stack).iter().filter_map(|id| self.board.get(*id))) {
            if let Some(Some(properties)) = computed.get(object.id.index()) {
                self.statics(object, &properties.abilities, &mut pieces);
            }
        }
        for object in self.objects() {
            if object.kind == Kind::Proxy {
                continue;
            }
            for (place, (counter, _)) in object.counters.iter().enumerate() {
                let substage = match counter {
                    Counter::PowerUp | Counter::DefenseUp => 5,
                    Counter::PowerDown | Counter::DefenseDown => 6,
                    _ => continue,
                };
                let from = PieceFrom::Counters(object.id, place as u8);
                pieces.push((Piece { key: (8, substage), timestamp: object.timestamp, from, change: 0 }, 0));
            }
            let definition = &self.library.card(object.card).definition;
            if definition.star_power.is_some() || definition.star_defense.is_some() {
                pieces.push((Piece { key: (7, 2), timestamp: 0, from: PieceFrom::Star(object.id), change: 0 }, 0));
            }
        }
        for (place, lasting) in self.board.effects.iter().enumerate() {
            let LastingKind::Alters(alters) = &lasting.kind else { continue };
            // Its numbers are determined already: only the filter of one that is still open can make it depend on others.
            let read = match lasting.binding {
                Binding::Open => effect_text(self.library, lasting).0.map_or(0, reads::filter),
                Binding::Locked(_) => 0,
                Binding::Next(_) => continue,
            };
            for (change, alter) in alters.iter().enumerate() {
                let piece = Piece { key: stage_of(alter), timestamp: lasting.id, from: PieceFrom::Lasting(place), change: change as u8 };
                pieces.push((piece, read));
            }
        }
        settle_dependencies(pieces)
    }

    /// The static abilities of an object that are functional.
    fn statics(self, object: &Object, abilities: &[CodeRef], pieces: &mut Vec<(Piece, u16)>) {
        for code in abilities {
            let Some(ability) = self.library.static_ability(*code) else { continue };
            let read = reads::group(&ability.affects) | ability.condition.as_ref().map_or(0, reads::condition);
            for (change, text) in ability.changes.iter().enumerate() {
                let piece = Piece { key: stage(text), timestamp: object.timestamp, from: PieceFrom::Static(object.id, *code), change: change as u8 };
                pieces.push((piece, read | change_reads(text)));
            }
        }
    }

    /// What a piece does now: to which objects, and what (6.3.5).
    fn outcome(self, values: &Computed, piece: &Piece) -> Vec<(ObjectId, Alter)> {
        let sight = Sight { board: self.board, library: self.library, computed: values };
        match piece.from {
            PieceFrom::Static(id, code) => {
                let (Some(object), Some(Some(properties)), Some(ability)) =
                    (self.board.get(id), values.get(id.index()), self.library.static_ability(code))
                else {
                    return Vec::new();
                };
                // 6.3.5a: an ability that an earlier stage took away generates nothing.
                if !properties.abilities.contains(&code) || !sight.functional(object, ability.from, false) {
                    return Vec::new();
                }
                let scope = Scope::of(id, properties.controller.unwrap_or(object.controller), code.card);
                if ability.condition.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
                    return Vec::new();
                }
                let affected = sight.objects(&ability.affects, &scope);
                let Some(change) = ability.changes.get(usize::from(piece.change)) else { return Vec::new() };
                let place = piece.change;
                let alters = affected.into_iter().filter(|id| self.computes(*id)).filter_map(|id| {
                    let scope = Scope { it: Some(crate::state::Value::Object(id)), ..scope };
                    Some((id, alter(&sight, change, &scope, code, u16::MAX, place)?))
                });
                alters.collect()
            }
            PieceFrom::Lasting(place) => {
                let Some(lasting) = self.board.effects.get(place) else { return Vec::new() };
                let LastingKind::Alters(alters) = &lasting.kind else { return Vec::new() };
                let Some(alter) = alters.get(usize::from(piece.change)).copied() else { return Vec::new() };
                let affected: Vec<ObjectId> = match &lasting.binding {
                    Binding::Locked(objects) => objects.clone(),
                    Binding::Open => {
                        let scope = Scope::context(&lasting.context, lasting.code.card);
                        let matching =
                            |object: &&Object| effect_text(self.library, lasting).0.is_some_and(|filter| sight.matches(filter, object.id, &scope));
                        self.objects().filter(matching).map(|object| object.id).collect()
                    }
                    Binding::Next(_) => Vec::new(),
                };
                affected.into_iter().filter(|id| self.computes(*id)).map(|id| (id, alter)).collect()
            }
            PieceFrom::Counters(id, place) => {
                let counter = self.board.get(id).and_then(|object| object.counters.get(usize::from(place)));
                counter.map(|(kind, count)| (id, Alter::Counter(*kind, *count))).into_iter().collect()
            }
            PieceFrom::Star(id) => {
                let Some(object) = self.board.get(id) else { return Vec::new() };
                let definition = &self.library.card(object.card).definition;
                let scope = Scope::of(id, object.controller, object.card);
                let power = definition.star_power.iter().map(|number| (id, Alter::BasePower(sight.number(number, &scope))));
                let defense = definition.star_defense.iter().map(|number| (id, Alter::BaseDefense(sight.number(number, &scope))));
                power.chain(defense).collect()
            }
        }
    }

    fn computes(self, id: ObjectId) -> bool {
        self.board.get(id).is_some_and(|object| (object.kind == Kind::Proxy) == self.proxies)
    }
}

/// 6.3.2a-b: an effect that another one in its own or a later stage could change applies in the highest of those stages, after the others.
fn settle_dependencies(pieces: Vec<(Piece, u16)>) -> Vec<Piece> {
    let written: Vec<(u8, PieceFrom)> = pieces.iter().map(|(piece, _)| (piece.key.0, piece.from)).collect();
    let settled = |(mut piece, read): (Piece, u16)| {
        let dependent = |stage: u8| read & 1 << stage != 0 && written.iter().any(|entry| entry.0 == stage && entry.1 != piece.from);
        if let Some(stage) = (piece.key.0.max(1)..SAID).rev().find(|stage| dependent(*stage)) {
            piece.key = (stage, DEPENDENT);
        }
        piece
    };
    pieces.into_iter().map(settled).collect()
}

/// The board while effects are applied.
pub struct Working {
    values: Computed,
    watched: Option<ObjectId>,
    steps: Vec<(Piece, Alter)>,
    /// Abilities that objects have gained and that have not joined in yet.
    gained: Vec<(ObjectId, CodeRef)>,
}

impl Layering for Stages<'_> {
    type Board = Working;
    type Effect = Piece;
    type Layer = (u8, u8);

    fn layer(&self, piece: &Piece) -> (u8, u8) {
        piece.key
    }

    fn order(&self, piece: &Piece) -> (u8, u32) {
        (1, piece.timestamp)
    }

    /// Dependency has moved a piece to the stage on which it depends, where timestamps decide (6.3.3a).
    fn may_depend(&self, _: (u8, u8)) -> bool {
        false
    }

    fn depends(&self, _: &Working, _: &Piece, _: &Piece) -> bool {
        false
    }

    fn apply(&self, working: &mut Working, piece: &Piece) {
        for (id, alter) in self.outcome(&working.values, piece) {
            if let Some(Some(properties)) = working.values.get_mut(id.index()) {
                let before = properties.abilities.len();
                modify(properties, alter);
                working.gained.extend(properties.abilities.iter().skip(before).map(|code| (id, *code)));
                if working.watched == Some(id) {
                    working.steps.push((piece.clone(), alter));
                }
            }
        }
    }

    /// Static abilities that objects gain join in the stages that are still to come.
    fn arisen(&self, working: &mut Working, layer: (u8, u8)) -> Vec<Piece> {
        let mut gained = Vec::new();
        for (id, code) in std::mem::take(&mut working.gained) {
            if let Some(object) = self.board.get(id) {
                self.statics(object, &[code], &mut gained);
            }
        }
        gained.into_iter().map(|(piece, _)| piece).filter(|piece| piece.key >= layer).collect()
    }
}

/// Applies one modification to an object's properties. A number never falls below 0 (2.0.3c).
fn modify(properties: &mut Properties, alter: Alter) {
    let add = |value: &mut Option<i32>, amount: i32| {
        if let Some(value) = value {
            *value = value.saturating_add(amount).max(0);
        }
    };
    let base = |base: &mut Option<i32>, value: &mut Option<i32>, new: i32| {
        *base = Some(new.max(0));
        *value = *base;
    };
    match alter {
        Alter::Power(amount) => add(&mut properties.power, amount),
        Alter::SetPower(amount) => properties.power = properties.power.map(|_| amount.max(0)),
        // 8.5.8b: a base value is given even to an object that lacks the property.
        Alter::BasePower(amount) => base(&mut properties.base_power, &mut properties.power, amount),
        Alter::MultiplyBasePower(factor) => {
            if let Some(power) = properties.base_power {
                base(&mut properties.base_power, &mut properties.power, power.saturating_mul(factor));
            }
        }
        Alter::Defense(amount) => add(&mut properties.defense, amount),
        Alter::BaseDefense(amount) => base(&mut properties.base_defense, &mut properties.defense, amount),
        Alter::Intellect(amount) => add(&mut properties.intellect, amount),
        Alter::Gain(keyword) => gain(properties, keyword),
        Alter::Lose(keyword) => {
            properties.keywords.retain(|own| !own.is_like(keyword));
            properties.abilities.retain(|code| code.card != KEYWORD_CARD || !keyword.places().contains(&code.place));
        }
        Alter::Ability(code) => {
            if !properties.abilities.contains(&code) {
                properties.abilities.push(code);
            }
        }
        Alter::LoseAbilities => {
            properties.abilities.clear();
            properties.keywords.clear();
        }
        Alter::AddType(card_type) => properties.types.add(card_type),
        Alter::AddSubtype(subtype) => properties.types.add_subtype(subtype),
        Alter::LoseSubtype(subtype) => properties.types.remove_subtype(subtype),
        Alter::AddSuper(supertype) => properties.types.add_super(supertype),
        Alter::LoseSupers => properties.types.remove_supers(),
        Alter::Control(seat) => properties.controller = Some(seat),
        Alter::Counter(kind, count) => {
            let count = count.min(i32::MAX as u32) as i32;
            match kind {
                Counter::PowerUp => add(&mut properties.power, count),
                Counter::PowerDown => add(&mut properties.power, -count),
                Counter::DefenseUp => add(&mut properties.defense, count),
                Counter::DefenseDown => add(&mut properties.defense, -count),
                Counter::Energy | Counter::Steam | Counter::Verse | Counter::Flow | Counter::Suspense | Counter::Balance | Counter::Aim => {}
            }
        }
        Alter::CostMore(_) | Alter::CostLess(_) | Alter::ExtraAttacks(_) | Alter::Rule(..) | Alter::Freeze => properties.limits.push(alter),
    }
}

/// Gives a keyword: go again only once (8.3.5c), and not where a rule says that it cannot be gained (6.3.7).
fn gain(properties: &mut Properties, keyword: Keyword) {
    if keyword == Keyword::GoAgain {
        let barred = |limit: &Alter| matches!(limit, Alter::Rule(crate::definition::Ruling::Restriction, Deed::GainGoAgain, ..));
        if properties.has(keyword) || properties.limits.iter().any(barred) {
            return;
        }
    }
    properties.keywords.push(keyword);
    for place in keyword.places() {
        let code = CodeRef::ability(KEYWORD_CARD, *place);
        if !properties.abilities.contains(&code) {
            properties.abilities.push(code);
        }
    }
}

/// What each piece did to an object, in order, with its stage.
pub fn trace(board: &Board, library: &Library, object: ObjectId) -> Vec<(Piece, Alter)> {
    Stages::new(board, library).run(Some(object)).1
}

impl Piece {
    /// Where it applies, in words, and its rule.
    pub fn place(&self) -> (String, RuleId) {
        match self.key {
            (0 | SAID, _) => ("rules".to_string(), rule!("6.3.1")),
            (stage, DEPENDENT) => (format!("stage {stage}, dependent"), rule!("6.3.2a")),
            (stage @ 7..=8, substage) => (format!("stage {stage}, substage {substage}"), rule!("6.3.3")),
            (stage, _) => (format!("stage {stage}"), rule!("6.3.2")),
        }
    }

    /// Its timestamp (6.3.4).
    pub fn timestamp(&self) -> u32 {
        self.timestamp
    }
}
