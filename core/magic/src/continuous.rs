//! Continuous effects (611, 613): the characteristics of every permanent, layer by layer.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::continuous::{Layering, apply_all};
use duelog_kernel::{ObjectId, RuleId};

use crate::definition::{Ability, Change, Counter};
use crate::eval::{Scope, Sight};
use crate::library::{Library, aspect};
use crate::mana::Colors;
use crate::rule;
use crate::state::{Alter, Board, Characteristics, LastingKind, Zone};

/// A layer or sublayer, in order (613.1, 613.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// 613.1b
    Control,
    /// 613.1d
    Types,
    /// 613.1e
    Colors,
    /// 613.1f
    Abilities,
    /// 613.3a
    SizeDefined,
    /// 613.3b
    SizeSet,
    /// 613.3c
    SizeChanged,
    /// 613.3d
    SizeCounters,
    /// 613.3e
    SizeSwitched,
    /// 613.10: after all characteristics.
    Rules,
}

impl Layer {
    /// The layer's name, for people, and its rule.
    pub fn describe(self) -> (&'static str, RuleId) {
        match self {
            Layer::Control => ("layer 2", rule!("613.1b")),
            Layer::Types => ("layer 4", rule!("613.1d")),
            Layer::Colors => ("layer 5", rule!("613.1e")),
            Layer::Abilities => ("layer 6", rule!("613.1f")),
            Layer::SizeDefined => ("layer 7a", rule!("613.3a")),
            Layer::SizeSet => ("layer 7b", rule!("613.3b")),
            Layer::SizeChanged => ("layer 7c", rule!("613.3c")),
            Layer::SizeCounters => ("layer 7d", rule!("613.3d")),
            Layer::SizeSwitched => ("layer 7e", rule!("613.3e")),
            Layer::Rules => ("rules of the game", rule!("613.10")),
        }
    }
}

/// One effect's part in one layer: all that it changes there happens at once (613.5).
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Changes of a static ability: its object, the ability's place, the layer.
    Static(ObjectId, u8, Layer),
    /// Changes of an effect from a resolution: its place among them, the layer.
    Lasting(usize, Layer),
    /// Power and toughness of an object defined by its own ability (208.2a).
    Star(ObjectId),
    /// An object's counters (613.3d).
    Counters(ObjectId),
}

/// The values while they are computed.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// The characteristics of permanents by object id.
    pub computed: Vec<Option<Box<Characteristics>>>,
    /// What a static ability affects once it has begun to apply (613.5).
    begun: BTreeMap<(ObjectId, u8), Vec<ObjectId>>,
    /// Objects that have lost the ability that defines their power and toughness.
    undefined: BTreeSet<ObjectId>,
}

/// Orders and applies the effects on one board.
pub struct Layers<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
}

impl<'a> Layers<'a> {
    fn sight<'b>(&'b self, work: &'b Work) -> Sight<'b> {
        Sight { board: self.board, library: self.library, computed: &work.computed, replacements: &[] }
    }

    /// Every effect's parts.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for &id in self.board.zone(Zone::Battlefield) {
            let Some(object) = self.board.get(id) else { continue };
            let card = self.library.card(object.card);
            for (place, ability) in card.definition.abilities.iter().enumerate() {
                if let Ability::Static(ability) = ability {
                    pieces.extend(distinct(ability.changes.iter().map(change_layer)).map(|layer| Piece::Static(id, place as u8, layer)));
                }
            }
            if card.definition.star.is_some() {
                pieces.push(Piece::Star(id));
            }
            if !object.permanent.counters.is_empty() {
                pieces.push(Piece::Counters(id));
            }
        }
        for (place, lasting) in self.board.effects.iter().enumerate() {
            if let LastingKind::Alter { alters, .. } = &lasting.kind {
                pieces.extend(distinct(alters.iter().map(alter_layer)).map(|layer| Piece::Lasting(place, layer)));
            }
        }
        pieces
    }

    /// The permanents with what they are printed with (613.1).
    pub fn printed(&self) -> Work {
        let mut computed = Vec::new();
        computed.resize_with(self.board.objects.len(), || None);
        for &id in self.board.zone(Zone::Battlefield) {
            if let Some(object) = self.board.get(id) {
                let mut base = self.library.card(object.card).base.clone();
                base.controller = Some(object.controller);
                base.card = Some(object.card);
                computed[id.index()] = Some(Box::new(base));
            }
        }
        Work { computed, ..Work::default() }
    }

    /// The characteristics of all permanents.
    pub fn compute(&self) -> Vec<Option<Box<Characteristics>>> {
        let mut work = self.printed();
        apply_all(self, &mut work, self.pieces());
        work.computed
    }

    /// Which objects a piece affects now and how; nothing when it does not exist any more.
    pub fn outcome(&self, work: &Work, piece: &Piece) -> Option<(Vec<ObjectId>, Vec<Alter>)> {
        let sight = self.sight(work);
        match piece {
            Piece::Static(id, place, layer) => {
                let card = self.board.get(*id)?.card;
                let ability = self.library.static_ability(card, *place)?;
                let scope = Scope::of(*id, sight.controller(*id)?);
                let objects = match work.begun.get(&(*id, *place)) {
                    Some(objects) => objects.clone(),
                    None => {
                        let has_it = sight.characteristics(*id)?.abilities & 1 << place != 0;
                        if !has_it || !ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope)) {
                            return None;
                        }
                        sight
                            .objects(&ability.affects, &scope)
                            .into_iter()
                            .filter(|id| work.computed.get(id.index()).is_some_and(Option::is_some))
                            .collect()
                    }
                };
                let changes = (0..).zip(&ability.changes).filter(|(_, change)| change_layer(change) == *layer);
                Some((objects, changes.filter_map(|(at, change)| lock_in(change, &sight, &scope, (card, *place, at))).collect()))
            }
            Piece::Lasting(place, layer) => {
                let lasting = self.board.effects.get(*place)?;
                let LastingKind::Alter { objects, alters } = &lasting.kind else { return None };
                let here = objects.iter().copied().filter(|id| work.computed.get(id.index()).is_some_and(Option::is_some)).collect();
                Some((here, alters.iter().filter(|alter| alter_layer(alter) == *layer).cloned().collect()))
            }
            Piece::Star(id) => {
                if work.undefined.contains(id) {
                    return None;
                }
                let star = self.library.card(self.board.get(*id)?.card).definition.star.as_ref()?;
                let number = sight.number(star, &Scope::of(*id, sight.controller(*id)?));
                Some((vec![*id], vec![Alter::SetSize(number, number)]))
            }
            Piece::Counters(id) => {
                let object = self.board.get(*id)?;
                let sum = object.counters(Counter::PlusOne) as i32 - object.counters(Counter::MinusOne) as i32;
                Some((vec![*id], vec![Alter::Size(sum, sum)]))
            }
        }
    }

    fn writes(&self, piece: &Piece) -> u8 {
        match self.layer(piece) {
            Layer::Control => aspect::CONTROL,
            Layer::Types => aspect::TYPES,
            Layer::Colors => aspect::COLORS,
            Layer::Abilities => aspect::ABILITIES,
            Layer::SizeDefined | Layer::SizeSet | Layer::SizeChanged | Layer::SizeCounters | Layer::SizeSwitched => aspect::SIZE,
            Layer::Rules => 0,
        }
    }

    fn reads(&self, piece: &Piece) -> u8 {
        match piece {
            Piece::Static(id, place, _) => {
                let reads = self.board.get(*id).map_or(0, |object| self.library.card(object.card).reads[usize::from(*place)]);
                // A static ability can be taken away.
                reads | aspect::ABILITIES | aspect::CONTROL
            }
            Piece::Star(id) => {
                self.board.get(*id).and_then(|object| self.library.card(object.card).definition.star.as_ref()).map_or(0, crate::library::number_reads)
            }
            Piece::Lasting(..) | Piece::Counters(_) => 0,
        }
    }
}

/// A change with its numbers and players as they are now (611.2c).
pub fn lock_in(change: &Change, sight: &Sight<'_>, scope: &Scope<'_>, place: (crate::state::CardId, u8, u8)) -> Option<Alter> {
    Some(match change {
        Change::Control(who) => Alter::Control(sight.seat(who, scope)?),
        Change::AddType(card_type) => Alter::AddType(*card_type),
        Change::AddSubtype(subtype) => Alter::AddSubtype(*subtype),
        Change::AddSuper(supertype) => Alter::AddSuper(*supertype),
        Change::SetColors(colors) => Alter::SetColors(Colors::of(colors)),
        Change::AddColor(color) => Alter::AddColors(Colors::of(&[*color])),
        Change::Gain(keyword) => Alter::Gain(*keyword),
        Change::Lose(keyword) => Alter::Lose(*keyword),
        Change::LoseAbilities => Alter::LoseAbilities,
        Change::SetSize(power, toughness) => Alter::SetSize(sight.number(power, scope), sight.number(toughness, scope)),
        Change::Size(power, toughness) => Alter::Size(sight.bonus(power, scope), sight.bonus(toughness, scope)),
        Change::Switch => Alter::Switch,
        Change::CantAttack => Alter::CantAttack,
        Change::CantBlock => Alter::CantBlock,
        Change::CantBeBlocked => Alter::CantBeBlocked,
        // The filter is read back from the static ability that it stands in.
        Change::BlockedOnlyBy(_) if place.1 == u8::MAX => return None,
        Change::BlockedOnlyBy(_) => Alter::BlockedOnlyBy(place.0, place.1, place.2),
        Change::MustAttack => Alter::MustAttack,
        Change::MustBlock => Alter::MustBlock,
        Change::BlocksMore(count) => Alter::BlocksMore(*count),
        Change::DoesNotUntap => Alter::DoesNotUntap,
        Change::CantActivate => Alter::CantActivate,
        Change::CantRegenerate => Alter::CantRegenerate,
    })
}

/// The layers in which something happens, each once.
fn distinct(layers: impl Iterator<Item = Layer>) -> impl Iterator<Item = Layer> {
    let mut layers: Vec<Layer> = layers.collect();
    layers.sort_unstable();
    layers.dedup();
    layers.into_iter()
}

fn change_layer(change: &Change) -> Layer {
    match change {
        Change::Control(_) => Layer::Control,
        Change::AddType(_) | Change::AddSubtype(_) | Change::AddSuper(_) => Layer::Types,
        Change::SetColors(_) | Change::AddColor(_) => Layer::Colors,
        Change::Gain(_) | Change::Lose(_) | Change::LoseAbilities => Layer::Abilities,
        Change::SetSize(..) => Layer::SizeSet,
        Change::Size(..) => Layer::SizeChanged,
        Change::Switch => Layer::SizeSwitched,
        Change::CantAttack
        | Change::CantBlock
        | Change::CantBeBlocked
        | Change::BlockedOnlyBy(_)
        | Change::MustAttack
        | Change::MustBlock
        | Change::BlocksMore(_)
        | Change::DoesNotUntap
        | Change::CantActivate
        | Change::CantRegenerate => Layer::Rules,
    }
}

fn alter_layer(alter: &Alter) -> Layer {
    match alter {
        Alter::Control(_) => Layer::Control,
        Alter::AddType(_) | Alter::AddSubtype(_) | Alter::AddSuper(_) => Layer::Types,
        Alter::SetColors(_) | Alter::AddColors(_) => Layer::Colors,
        Alter::Gain(_) | Alter::Lose(_) | Alter::LoseAbilities => Layer::Abilities,
        Alter::SetSize(..) => Layer::SizeSet,
        Alter::Size(..) => Layer::SizeChanged,
        Alter::Switch => Layer::SizeSwitched,
        Alter::CantAttack
        | Alter::CantBlock
        | Alter::CantBeBlocked
        | Alter::BlockedOnlyBy(..)
        | Alter::MustAttack
        | Alter::MustBlock
        | Alter::BlocksMore(_)
        | Alter::DoesNotUntap
        | Alter::CantActivate
        | Alter::CantRegenerate => Layer::Rules,
    }
}

fn alter_object(characteristics: &mut Characteristics, alter: &Alter) {
    match alter {
        Alter::Control(seat) => characteristics.controller = Some(*seat),
        Alter::AddType(card_type) => characteristics.types.add(*card_type),
        Alter::AddSubtype(subtype) => characteristics.types.add_subtype(*subtype),
        Alter::AddSuper(supertype) => characteristics.types.add_super(*supertype),
        Alter::SetColors(colors) => characteristics.colors = *colors,
        Alter::AddColors(colors) => characteristics.colors = characteristics.colors.with(*colors),
        Alter::Gain(keyword) => characteristics.keywords.add(*keyword),
        Alter::Lose(keyword) => characteristics.keywords.remove(*keyword),
        Alter::LoseAbilities => {
            characteristics.keywords.clear();
            characteristics.abilities = 0;
        }
        Alter::SetSize(power, toughness) => {
            characteristics.power = *power;
            characteristics.toughness = *toughness;
        }
        Alter::Size(power, toughness) => {
            characteristics.power = characteristics.power.saturating_add(*power);
            characteristics.toughness = characteristics.toughness.saturating_add(*toughness);
        }
        Alter::Switch => std::mem::swap(&mut characteristics.power, &mut characteristics.toughness),
        limit => characteristics.limits.push(limit.clone()),
    }
}

impl Layering for Layers<'_> {
    type Board = Work;
    type Effect = Piece;
    type Layer = Layer;

    fn layer(&self, piece: &Piece) -> Layer {
        match piece {
            Piece::Static(_, _, layer) | Piece::Lasting(_, layer) => *layer,
            Piece::Star(_) => Layer::SizeDefined,
            Piece::Counters(_) => Layer::SizeCounters,
        }
    }

    fn order(&self, piece: &Piece) -> (u8, u32) {
        let timestamp = match piece {
            Piece::Static(id, ..) | Piece::Star(id) | Piece::Counters(id) => self.board.get(*id).map_or(0, |object| object.timestamp),
            Piece::Lasting(place, _) => self.board.effects.get(*place).map_or(0, |lasting| lasting.timestamp),
        };
        (if matches!(piece, Piece::Star(_)) { 0 } else { 1 }, timestamp)
    }

    fn may_depend(&self, layer: Layer) -> bool {
        layer != Layer::Rules && layer != Layer::SizeCounters
    }

    fn depends(&self, work: &Work, piece: &Piece, other: &Piece) -> bool {
        if self.reads(piece) & self.writes(other) == 0 {
            return false;
        }
        let mut trial = work.clone();
        self.apply(&mut trial, other);
        self.outcome(work, piece) != self.outcome(&trial, piece)
    }

    fn apply(&self, work: &mut Work, piece: &Piece) {
        let Some((objects, alters)) = self.outcome(work, piece) else { return };
        for id in &objects {
            if let Some(Some(characteristics)) = work.computed.get_mut(id.index()) {
                alters.iter().for_each(|alter| alter_object(characteristics, alter));
            }
        }
        if alters.contains(&Alter::LoseAbilities) {
            work.undefined.extend(&objects);
        }
        if let Piece::Static(id, place, _) = piece {
            work.begun.entry((*id, *place)).or_insert(objects);
        }
    }

    fn arisen(&self, _: &Work, _: Layer) -> Vec<Piece> {
        Vec::new()
    }
}

/// The steps that make the characteristics of one object, in order.
pub fn trace(board: &Board, library: &Library, object: ObjectId) -> Vec<(Layer, Piece, Alter)> {
    let layers = Tracing { layers: Layers { board, library }, object, steps: std::cell::RefCell::new(Vec::new()) };
    let mut work = layers.layers.printed();
    let pieces = layers.layers.pieces();
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

    fn depends(&self, work: &Work, piece: &Piece, other: &Piece) -> bool {
        self.layers.depends(work, piece, other)
    }

    fn apply(&self, work: &mut Work, piece: &Piece) {
        if let Some((objects, alters)) = self.layers.outcome(work, piece)
            && objects.contains(&self.object)
        {
            let layer = self.layers.layer(piece);
            self.steps.borrow_mut().extend(alters.into_iter().map(|alter| (layer, piece.clone(), alter)));
        }
        self.layers.apply(work, piece);
    }

    fn arisen(&self, work: &Work, layer: Layer) -> Vec<Piece> {
        self.layers.arisen(work, layer)
    }
}
