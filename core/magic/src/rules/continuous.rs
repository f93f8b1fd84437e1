//! Continuous effects (611, 613): the characteristics of every object, layer by layer.

mod altering;
mod gaining;
mod layer;
pub mod locking;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use altering::alter_object;
use duelog_kernel::ObjectId;
use duelog_kernel::continuous::{Layering, apply_all};
pub use gaining::text_of;
pub use layer::{Layer, layer_of};
pub use locking::lock_in;

use crate::cite;
use crate::language::definition::{Ability, Change, Feature, Static, Trait, Values, Verb, Written};
use crate::rules::eval::{Computed, Scope, Sight};
use crate::state::card_pool::CardPool;
use crate::state::reads::aspect;
use crate::state::{
    AbilityPlace, AbilityRef, Alter, Board, Characteristics, CodeRef, Context, Lasting, LastingKind, Object,
    Value, Zone,
};

/// A static ability that an object has where it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The object.
    pub object: ObjectId,
    /// The ability.
    pub ability: AbilityRef,
    /// Its timestamp (613.6a).
    pub timestamp: u32,
    /// Which of those that effects have given to objects; 0 where it is the object's own.
    pub given: u32,
}

/// One effect's part in one layer: all that it changes there happens at once (613.5).
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Changes of a static ability.
    Static(Instance, Layer),
    /// Changes of an effect from a resolution: its place among them, the layer.
    Lasting(usize, Layer),
    /// What an object's characteristic-defining abilities say in a layer (604.3, 208.2a).
    Defining(ObjectId, Layer),
    /// An object's counters (613.3d).
    Counters(ObjectId),
    /// The ability that each creature has where creatures are deployed (804.2).
    Deploy(AbilityRef),
}

/// Objects, and what an effect does to each of them in a layer.
pub type Part = (Vec<ObjectId>, Vec<Alter>);

/// The values while they are computed.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// The characteristics by object id: of permanents, and of what effects could change elsewhere.
    pub computed: Computed,
    /// What a static ability affects once it has begun to apply (613.5).
    begun: BTreeMap<Instance, Vec<ObjectId>>,
    /// Objects that have lost their characteristic-defining abilities.
    undefined: BTreeSet<ObjectId>,
    /// Static abilities that effects gave to objects and whose effects do not apply yet.
    gained: Vec<Instance>,
    /// How many static abilities effects have given to objects.
    given: u32,
    /// The static abilities that effects gave to objects and that generated an effect.
    spread: BTreeSet<(ObjectId, AbilityRef)>,
    /// The abilities through whose effects an object got an ability that was given: the first one, what that
    /// gave, and so on.
    through: BTreeMap<u32, Vec<AbilityRef>>,
    /// Objects that have got the full text of another card, of which nothing is defined yet (612.5).
    rewritten: Vec<ObjectId>,
}

/// Orders and applies the effects on one board.
pub struct Layers<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
}

impl<'a> Layers<'a> {
    fn sight<'b>(&'b self, work: &'b Work) -> Sight<'b> {
        Sight {
            board: self.board,
            card_pool: self.card_pool,
            computed: &work.computed,
            replacements: &[],
            rulings: &[],
            sources: &[],
            unseeing: false,
        }
    }

    /// Every effect's parts, once layer 1 has been applied.
    pub fn pieces(&self, work: &Work) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (object, characteristics) in work.computed.iter().enumerate().filter_map(|(place, entry)| {
            let characteristics = entry.as_deref()?;
            Some((self.board.get(ObjectId(place as u32))?, characteristics))
        }) {
            if !object.permanent.counters.is_empty() {
                pieces.push(Piece::Counters(object.id));
            }
            let card = self.card_pool.card(characteristics.card);
            if !card.speaks {
                continue;
            }
            let defined = self.defining(object, characteristics.card);
            pieces.extend(defined.into_iter().map(|layer| Piece::Defining(object.id, layer)));
            for (place, ability) in (0..).map(AbilityPlace::Printed).zip(&card.definition.abilities) {
                if let Ability::Static(ability) = ability
                    && ability.works_in(object.zone)
                {
                    cite!("604.3a", "611.3b");
                    let reference = AbilityRef { card: characteristics.card, place };
                    let instance = Instance {
                        object: object.id,
                        ability: reference,
                        timestamp: object.timestamp,
                        given: 0,
                    };
                    pieces.extend(
                        distinct(ability.changes.iter().map(layer_of))
                            .map(|layer| Piece::Static(instance, layer)),
                    );
                }
            }
        }
        if self.board.terms.deploy
            && let Some(card) = self.card_pool.deploy()
        {
            pieces.push(Piece::Deploy(AbilityRef { card, place: AbilityPlace::Printed(0) }));
        }
        for (place, lasting) in self.board.effects.iter().enumerate() {
            if let LastingKind::Alter { alters, .. } | LastingKind::Reach { alters, .. } = &lasting.kind {
                pieces
                    .extend(distinct(alters.iter().map(layer_of)).map(|layer| Piece::Lasting(place, layer)));
            }
        }
        pieces
    }

    /// The objects with what they are printed with or copies of (613.1a): permanents, what effects of
    /// resolutions change, and in other zones what abilities define (604.3), what has static abilities
    /// that work there (112.6), and what static abilities affect there.
    pub fn copiable(&self) -> Work {
        let mut computed = Vec::new();
        computed.resize_with(self.board.objects.ids(), || None);
        for &id in self.board.zone(Zone::Battlefield) {
            cite!("611.3c");
            computed[id.index()] = self.board.get(id).map(|object| self.copiable_of(object));
        }
        let mut compute = |object: &Object| {
            if !object.is_ability() && object.zone.exists() && object.zone != Zone::Battlefield {
                computed[object.id.index()].get_or_insert_with(|| self.copiable_of(object));
            }
        };
        self.board
            .effects
            .iter()
            .flat_map(Lasting::changed)
            .filter_map(|id| self.board.get(*id))
            .for_each(&mut compute);
        // An effect on whatever is in a group may be about spells.
        if self.board.effects.iter().any(|lasting| matches!(lasting.kind, LastingKind::Reach { .. })) {
            let spells = self.board.zone(Zone::Stack).iter().filter_map(|id| self.board.get(*id));
            spells.for_each(&mut compute);
        }
        if self.card_pool.layers_elsewhere() {
            self.board.objects.iter().filter(|object| self.card_pool.is_layered(object)).for_each(compute);
        }
        Work { computed, ..Work::default() }
    }

    fn copiable_of(&self, object: &Object) -> Arc<Characteristics> {
        let (card, except) = self.board.copiable(object);
        let card = self.card_pool.shown(card, object);
        cite!("613.1a", "706.2a");
        let mut held = self.card_pool.card(card).held_by(self.board.holder(object.id, object.controller));
        if !except.is_empty() {
            let base = Arc::make_mut(&mut held);
            except.iter().for_each(|alter| alter_object(base, alter));
            base.controller = Some(self.board.holder(object.id, object.controller));
        }
        held
    }

    /// The characteristics of all permanents and of what effects could change elsewhere.
    pub fn compute(&self) -> Computed {
        let mut work = self.copiable();
        let pieces = self.pieces(&work);
        cite!("613.4", "613.7", "613.7b", "613.7c");
        apply_all(self, &mut work, pieces);
        work.computed
    }

    /// Which objects a piece affects now and how, the first part being all that it affects; nothing when it
    /// does not exist any more.
    pub fn outcome(&self, work: &Work, piece: &Piece) -> Option<Vec<Part>> {
        let sight = self.sight(work);
        match piece {
            Piece::Static(instance, layer) => self.outcome_of_static(work, instance, *layer),
            Piece::Lasting(place, layer) => {
                let lasting = self.board.effects.get(*place)?;
                let (objects, alters) = match &lasting.kind {
                    LastingKind::Alter { objects, alters } => (objects.clone(), alters),
                    LastingKind::Reach { code, at, context, it, alters } => {
                        (reached(&sight, (*code, *at), context, *it), alters)
                    }
                    _ => return None,
                };
                let here = objects
                    .into_iter()
                    .filter(|id| work.computed.get(id.index()).is_some_and(Option::is_some))
                    .collect();
                Some(vec![(here, alters.iter().filter(|alter| layer_of(alter) == *layer).cloned().collect())])
            }
            Piece::Defining(id, layer) => {
                if work.undefined.contains(id) {
                    return None;
                }
                let reference =
                    AbilityRef { card: sight.characteristics(*id)?.card, place: AbilityPlace::Defining };
                let definition = &self.card_pool.card(reference.card).definition;
                let scope = Scope::of(*id, sight.controller(*id)?);
                cite!("208.2a");
                let stars = definition.own_size().filter(|_| *layer == Layer::SizeDefined);
                let star = stars.map(|(power, toughness)| {
                    Alter::SetSize(sight.number(power, &scope), sight.number(toughness, &scope))
                });
                let others = definition.defining.iter().filter(|change| layer_of(change) == *layer);
                let alters = star
                    .into_iter()
                    .chain(others.filter_map(|change| lock_in(change, &sight, &scope, reference, 0)));
                Some(vec![(vec![*id], alters.collect())])
            }
            Piece::Deploy(ability) => {
                cite!("804.2");
                let creatures = self.board.zone(Zone::Battlefield).iter().copied();
                let creatures = creatures.filter(|id| sight.is_creature(*id)).collect();
                Some(vec![(creatures, vec![Alter::GainAbility(*ability)])])
            }
            Piece::Counters(id) => {
                let object = self.board.get(*id)?;
                cite!("121.1a");
                let each = object.permanent.counters.iter().filter_map(|(kind, count)| {
                    let (power, toughness) = kind.size()?;
                    Some((power * i64::from(*count), toughness * i64::from(*count)))
                });
                let (power, toughness) = each.fold((0i64, 0i64), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                let fit = |sum: i64| sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
                Some(vec![(vec![*id], vec![Alter::Size(fit(power), fit(toughness))])])
            }
        }
    }

    /// Which objects a static ability affects now in a layer, and how.
    fn outcome_of_static(&self, work: &Work, instance: &Instance, layer: Layer) -> Option<Vec<Part>> {
        let sight = self.sight(work);
        cite!("112.3d");
        let (id, reference) = (instance.object, instance.ability);
        let ability = self.card_pool.static_ability(reference)?;
        let scope = Scope { written: Some(reference.card), ..Scope::of(id, sight.controller(id)?) };
        let objects = match work.begun.get(instance) {
            Some(objects) => {
                cite!("613.5");
                objects.clone()
            }
            None => {
                if !sight.characteristics(id)?.has_ability(reference)
                    || !ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
                {
                    return None;
                }
                cite!("611.3a");
                sight
                    .objects(&ability.affects, &scope)
                    .into_iter()
                    .filter(|id| work.computed.get(id.index()).is_some_and(Option::is_some))
                    .collect()
            }
        };
        let changes = || (0..).zip(&ability.changes).filter(|(_, change)| layer_of(change) == layer);
        let alters =
            changes().filter_map(|(at, change)| lock_in(change, &sight, &scope, reference, at)).collect();
        let mut parts = vec![(objects, alters)];
        for (_, change) in changes() {
            if let Change::SizeEach(power, toughness) | Change::SetSizeEach(power, toughness) = change {
                let own = |id: &ObjectId| {
                    let scope = Scope { it: Some(Value::Object(*id)), ..scope };
                    let alter = if matches!(change, Change::SizeEach(..)) {
                        Alter::Size(sight.bonus(power, &scope), sight.bonus(toughness, &scope))
                    } else {
                        Alter::SetSize(sight.number(power, &scope), sight.number(toughness, &scope))
                    };
                    (vec![*id], vec![alter])
                };
                let each: Vec<Part> = parts[0].0.iter().map(own).collect();
                parts.extend(each);
            }
        }
        Some(parts)
    }

    /// What a piece writes.
    fn written(&self, piece: &Piece) -> u64 {
        match piece {
            Piece::Static(Instance { ability, .. }, layer) => {
                let given = |given: Option<&Box<Ability>>| {
                    given_by(self.card_pool, *ability, given.map(|given| &**given))
                };
                self.changes(*ability, *layer)
                    .fold(0, |written, change| written | writes(self.card_pool, change, given))
            }
            Piece::Lasting(place, layer) => match self.board.effects.get(*place).map(|lasting| &lasting.kind)
            {
                Some(LastingKind::Alter { alters, .. }) => {
                    alters.iter().filter(|alter| layer_of(alter) == *layer).fold(0, |written, alter| {
                        written | writes(self.card_pool, alter, |given| given.copied())
                    })
                }
                _ => 0,
            },
            Piece::Defining(_, layer) => u64::from(layer_writes(*layer)),
            Piece::Counters(_) => u64::from(aspect::SIZE),
            Piece::Deploy(ability) => gained(self.card_pool, *ability),
        }
    }

    /// The changes of a static ability in a layer.
    fn changes(&self, ability: AbilityRef, layer: Layer) -> impl Iterator<Item = &Change<Written>> {
        let changes = self.card_pool.static_ability(ability).map_or(&[][..], |ability| &ability.changes);
        changes.iter().filter(move |change| layer_of(change) == layer)
    }

    /// What a piece reads of any object.
    fn read_anywhere(&self, piece: &Piece) -> u64 {
        let reads = match piece {
            Piece::Static(Instance { ability, .. }, _) => {
                self.card_pool.card(ability.card).compiled(ability.place).map_or(0, |compiled| compiled.reads)
            }
            // Which text it has by now, the layers alone know.
            Piece::Defining(..) if self.card_pool.rewrites() => u32::MAX,
            Piece::Defining(id, _) => self.board.get(*id).map_or(0, |object| {
                self.card_pool.card(self.card_pool.card_of(self.board, object)).defining_reads
            }),
            Piece::Deploy(_) => aspect::TYPES,
            Piece::Lasting(..) | Piece::Counters(_) => 0,
        };
        u64::from(reads)
    }

    /// Puts what a piece does on the objects that it affects.
    fn alter(&self, work: &mut Work, parts: &[Part]) {
        for (objects, alters) in parts {
            for id in objects {
                if let Some(Some(characteristics)) = work.computed.get_mut(id.index()) {
                    let characteristics = Arc::make_mut(characteristics);
                    for alter in alters {
                        match alter {
                            Alter::FullText(card, abilities) => {
                                self.rewrite(characteristics, *card, abilities)
                            }
                            alter => alter_object(characteristics, alter),
                        }
                    }
                }
            }
        }
    }
}

/// What an effect is about now that changes neither characteristics nor control.
pub fn reached(
    sight: &Sight<'_>,
    (code, at): (CodeRef, u16),
    context: &Context,
    it: Option<Value>,
) -> Vec<ObjectId> {
    let Some(Verb::Modify(what, ..) | Verb::MissUntapStep(what, _)) = sight.card_pool.verb(code, at) else {
        return Vec::new();
    };
    let scope = Scope { it, written: Some(code.card), ..Scope::context(context) };
    cite!("611.2c");
    sight.objects(what, &scope)
}

fn layer_writes(layer: Layer) -> u32 {
    match layer {
        Layer::Copies => 0,
        Layer::Control => aspect::CONTROL,
        Layer::Text => aspect::TEXT,
        Layer::Types => aspect::TYPES | aspect::INTRINSIC,
        Layer::Colors => aspect::COLORS,
        Layer::Abilities => aspect::KEYWORDS,
        Layer::SizeDefined
        | Layer::SizeSet
        | Layer::SizeChanged
        | Layer::SizeCounters
        | Layer::SizeSwitched => aspect::SIZE,
        Layer::Rules => 0,
    }
}

/// That an object has the static ability from which an effect comes. What is read of the source alone is
/// otherwise who controls it and the words of its text.
const EXISTENCE: u64 = 1 << 32;
const OF_SOURCE: u64 = EXISTENCE | (aspect::CONTROL | aspect::TEXT) as u64;

/// What a change writes. An ability that it gives is found by `given`: without one, that in which it stands.
fn writes<V: Values>(
    card_pool: &CardPool,
    change: &Change<V>,
    given: impl Fn(Option<&V::Ability>) -> Option<AbilityRef>,
) -> u64 {
    let bits = u64::from;
    let gained = |ability| given(ability).map_or(0, |ability| gained(card_pool, ability));
    match change {
        Change::LoseAbilities => bits(aspect::KEYWORDS | aspect::ABILITIES | aspect::INTRINSIC) | EXISTENCE,
        Change::Set(Feature::LandType(_) | Feature::Chosen(Trait::LandType)) => {
            bits(aspect::TYPES | aspect::KEYWORDS | aspect::ABILITIES | aspect::INTRINSIC) | EXISTENCE
        }
        Change::GainThis => gained(None),
        Change::GainAbility(ability) => gained(Some(ability)),
        Change::FullText(..) => {
            let text = aspect::TEXT | aspect::TYPES | aspect::COLORS | aspect::SIZE | aspect::INTRINSIC;
            bits(text | aspect::KEYWORDS | aspect::ABILITIES) | EXISTENCE
        }
        Change::Word(..) | Change::ColorWord(..) | Change::TypeWord(..) => {
            bits(aspect::TEXT | aspect::TYPES | aspect::KEYWORDS | aspect::INTRINSIC)
        }
        change => bits(layer_writes(layer_of(change))),
    }
}

/// Whether a change takes abilities away or gives this one, which is found by `given` as in [`writes`].
fn touches<V: Values>(
    ability: AbilityRef,
    change: &Change<V>,
    given: impl Fn(Option<&V::Ability>) -> Option<AbilityRef>,
) -> bool {
    match change {
        Change::GainThis => given(None) == Some(ability),
        Change::GainAbility(gained) => given(Some(gained)) == Some(ability),
        change => matches!(
            change,
            Change::LoseAbilities
                | Change::FullText(..)
                | Change::Set(Feature::LandType(_) | Feature::Chosen(Trait::LandType))
        ),
    }
}

/// The ability that a change gives which stands in `from`: that one itself, or one that it spells out.
fn given_by(card_pool: &CardPool, from: AbilityRef, given: Option<&Ability>) -> Option<AbilityRef> {
    let place = match given {
        None => from.place,
        Some(given) => card_pool.card(from.card).place_given(given)?,
    };
    Some(AbilityRef { card: from.card, place })
}

/// What giving an ability writes: a static one can have been lost before.
fn gained(card_pool: &CardPool, ability: AbilityRef) -> u64 {
    u64::from(aspect::ABILITIES) | if card_pool.static_ability(ability).is_some() { EXISTENCE } else { 0 }
}

/// The layers in which something happens, each once.
fn distinct(layers: impl Iterator<Item = Layer>) -> impl Iterator<Item = Layer> {
    let mut layers: Vec<Layer> = layers.collect();
    layers.sort();
    layers.dedup();
    layers.into_iter()
}

impl Layering for Layers<'_> {
    type Board = Work;
    type Effect = Piece;
    type Outcome = Option<Vec<Part>>;
    type Layer = Layer;

    fn layer(&self, piece: &Piece) -> Layer {
        match piece {
            Piece::Static(_, layer) | Piece::Lasting(_, layer) | Piece::Defining(_, layer) => *layer,
            Piece::Counters(_) => Layer::SizeCounters,
            Piece::Deploy(_) => Layer::Abilities,
        }
    }

    fn order(&self, piece: &Piece) -> (u8, u32) {
        cite!("613.6a");
        let timestamp = match piece {
            Piece::Static(instance, _) => instance.timestamp,
            Piece::Defining(id, _) | Piece::Counters(id) => {
                self.board.get(*id).map_or(0, |object| object.timestamp)
            }
            Piece::Lasting(place, _) => self.board.effects.get(*place).map_or(0, |lasting| lasting.timestamp),
            // A rule of the game was there before everything else.
            Piece::Deploy(_) => 0,
        };
        cite!("613.2", "613.6");
        (if matches!(piece, Piece::Defining(..)) { 0 } else { 1 }, timestamp)
    }

    fn may_depend(&self, layer: Layer) -> bool {
        layer != Layer::Rules && layer != Layer::SizeCounters
    }

    fn reads(&self, piece: &Piece) -> u64 {
        self.read_anywhere(piece) | if matches!(piece, Piece::Static(..)) { OF_SOURCE } else { 0 }
    }

    fn writes(&self, piece: &Piece) -> u64 {
        self.written(piece)
    }

    /// A closer look where one could end or restore what the other comes from: it takes abilities away, or
    /// gives that very one.
    fn could_depend(&self, piece: &Piece, other: &Piece) -> bool {
        let written = self.written(other);
        if (self.reads(piece) & written) != EXISTENCE {
            return true;
        }
        let Piece::Static(Instance { ability, .. }, _) = piece else { return false };
        match other {
            Piece::Static(from, layer) => {
                let given = |given: Option<&Box<Ability>>| {
                    given_by(self.card_pool, from.ability, given.map(|given| &**given))
                };
                self.changes(from.ability, *layer).any(|change| touches(*ability, change, given))
            }
            Piece::Lasting(place, _) => match self.board.effects.get(*place).map(|lasting| &lasting.kind) {
                Some(LastingKind::Alter { alters, .. }) => {
                    alters.iter().any(|alter| touches(*ability, alter, |given| given.copied()))
                }
                _ => false,
            },
            Piece::Defining(..) | Piece::Counters(_) | Piece::Deploy(_) => false,
        }
    }

    fn outcome(&self, work: &Work, piece: &Piece) -> Option<Vec<Part>> {
        Layers::outcome(self, work, piece)
    }

    /// 613.7a, by trial on the objects that the other one affects. Where it writes only what is read of the
    /// source, the source must be one.
    fn depends(
        &self,
        work: &mut Work,
        (piece, now): (&Piece, &Option<Vec<Part>>),
        (other, does): (&Piece, &Option<Vec<Part>>),
    ) -> bool {
        let Some(parts) = does else { return false };
        let Some((all, alters)) = parts.first() else { return false };
        if self.read_anywhere(piece) & self.written(other) == 0
            && let Piece::Static(instance, _) = piece
            && !all.contains(&instance.object)
        {
            return false;
        }
        let before: Vec<(ObjectId, Option<Arc<Characteristics>>)> =
            all.iter().map(|id| (*id, work.computed[id.index()].clone())).collect();
        let undefined = alters
            .iter()
            .any(|alter| matches!(alter, Alter::LoseAbilities | Alter::Set(Feature::LandType(_))));
        let undefined: Vec<ObjectId> =
            all.iter().filter(|id| undefined && work.undefined.insert(**id)).copied().collect();
        self.alter(work, parts);
        cite!("613.7a");
        let changed = Layers::outcome(self, work, piece) != *now;
        before.into_iter().for_each(|(id, characteristics)| work.computed[id.index()] = characteristics);
        for id in &undefined {
            work.undefined.remove(id);
        }
        changed
    }

    fn apply(&self, work: &mut Work, piece: &Piece) {
        let Some(mut parts) = Layers::outcome(self, work, piece) else { return };
        self.alter(work, &parts);
        let (objects, alters) = parts.swap_remove(0);
        // What one object gets stands together, in the order of the text: that is the order where timestamps
        // are the same.
        for id in &objects {
            for alter in &alters {
                match alter {
                    Alter::LoseAbilities | Alter::Set(Feature::LandType(_)) => {
                        work.undefined.insert(*id);
                    }
                    Alter::GainAbility(ability) if self.card_pool.static_ability(*ability).is_some() => {
                        self.gain(work, piece, *id, *ability)
                    }
                    Alter::FullText(card, abilities) => self.begin_text(work, piece, *id, (*card, abilities)),
                    _ => {}
                }
            }
        }
        if let Piece::Static(instance, _) = piece {
            work.begun.entry(*instance).or_insert(objects);
        }
    }

    fn arisen(&self, work: &mut Work, layer: Layer) -> Vec<Piece> {
        let mut pieces = self.newly_defining(work, layer);
        for instance in std::mem::take(&mut work.gained) {
            let works = |ability: &&Static| {
                self.board.get(instance.object).is_some_and(|object| ability.works_in(object.zone))
            };
            let changes = self
                .card_pool
                .static_ability(instance.ability)
                .filter(works)
                .map_or(&[][..], |ability| &ability.changes);
            let layers = distinct(changes.iter().map(layer_of)).filter(|later| *later >= layer);
            pieces.extend(layers.map(|layer| Piece::Static(instance, layer)));
        }
        pieces
    }
}

/// The steps that make the characteristics of one object, in order.
pub fn trace(board: &Board, card_pool: &CardPool, object: ObjectId) -> Vec<(Layer, Piece, Alter)> {
    let layers =
        Tracing { layers: Layers { board, card_pool }, object, steps: std::cell::RefCell::new(Vec::new()) };
    let mut work = layers.layers.copiable();
    let pieces = layers.layers.pieces(&work);
    apply_all(&layers, &mut work, pieces);
    layers.steps.into_inner()
}

struct Tracing<'a> {
    layers: Layers<'a>,
    object: ObjectId,
    steps: std::cell::RefCell<Vec<(Layer, Piece, Alter)>>,
}

impl Layering for Tracing<'_> {
    type Board = Work;
    type Effect = Piece;
    type Outcome = Option<Vec<Part>>;
    type Layer = Layer;

    fn layer(&self, piece: &Piece) -> Layer {
        self.layers.layer(piece)
    }

    fn order(&self, piece: &Piece) -> (u8, u32) {
        self.layers.order(piece)
    }

    fn may_depend(&self, layer: Layer) -> bool {
        self.layers.may_depend(layer)
    }

    fn reads(&self, piece: &Piece) -> u64 {
        self.layers.reads(piece)
    }

    fn writes(&self, piece: &Piece) -> u64 {
        self.layers.writes(piece)
    }

    fn could_depend(&self, piece: &Piece, other: &Piece) -> bool {
        self.layers.could_depend(piece, other)
    }

    fn outcome(&self, work: &Work, piece: &Piece) -> Option<Vec<Part>> {
        self.layers.outcome(work, piece)
    }

    fn depends(
        &self,
        work: &mut Work,
        piece: (&Piece, &Option<Vec<Part>>),
        other: (&Piece, &Option<Vec<Part>>),
    ) -> bool {
        self.layers.depends(work, piece, other)
    }

    fn apply(&self, work: &mut Work, piece: &Piece) {
        let layer = self.layers.layer(piece);
        let parts = self.layers.outcome(work, piece).unwrap_or_default();
        let here = parts
            .into_iter()
            .filter(|(objects, _)| objects.contains(&self.object))
            .flat_map(|(_, alters)| alters);
        self.steps.borrow_mut().extend(here.map(|alter| (layer, piece.clone(), alter)));
        self.layers.apply(work, piece);
    }

    fn arisen(&self, work: &mut Work, layer: Layer) -> Vec<Piece> {
        self.layers.arisen(work, layer)
    }
}
