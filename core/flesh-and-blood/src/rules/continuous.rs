//! Continuous effects (6.2) and how they interact (6.3): in stages and substages, with dependency, by
//! timestamp.

mod altering;
mod applying;
pub mod copying;
pub mod reaching;

use std::collections::BTreeMap;
use std::sync::Arc;

use applying::{Done, Working};
use duelog_kernel::continuous::apply_all;
use duelog_kernel::{ObjectId, RuleId, budget, test_assert};

use crate::language::definition::{Change, Counter, Group, Property, Written};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::state::card_pool::CardPool;
use crate::state::reads::{self, Bits, outside};
use crate::state::statics::{SAID, distinct, stage};
use crate::state::{
    Alter, Applied, Binding, Board, CodeRef, Computed, Kind, Lasting, LastingKind, Object, Properties, Zone,
};
use crate::{cite, rule};

/// Computes properties.
#[derive(Clone, Copy)]
pub struct Stages<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
    /// Whether attack-proxies are computed, whose sources already are (1.4.3d).
    proxies: bool,
    /// The parts that depend on a stage, and on which (6.3.2a).
    dependent: &'a Dependent,
    /// What is in the arena and on the stack.
    here: &'a [&'a Object],
    /// The properties before any effect, by object id, as far as they have been kept.
    bases: &'a Bases,
    /// The properties of objects elsewhere, as far as static abilities change them there.
    far: &'a Computed,
}

/// The properties before any effect, by object id, where they have been kept.
pub type Bases = Vec<Option<Arc<Properties>>>;

/// Nothing elsewhere is changed.
static NOTHING_FAR: Computed = Computed::NOTHING;

/// None have been kept.
static NO_BASES: Bases = Vec::new();

/// A part of an effect: of what, in which pass, and where it applies if it is independent.
type Part = (PieceFrom, bool, (u8, u8));

/// On which stage each dependent part depends; the others are independent.
type Dependent = BTreeMap<Part, u8>;

/// None depends on any.
static INDEPENDENT: Dependent = BTreeMap::new();

/// What comes of everything: properties, what each piece did to the object that is watched, the power that
/// static abilities give.
#[derive(Default)]
struct Outcome {
    computed: Computed,
    steps: Vec<(Piece, Alter)>,
    gains: Vec<Applied>,
    /// To which objects open effects of layers have begun to apply, by the effects' ids (6.2.2c).
    begun: Vec<(u32, ObjectId)>,
    /// From which objects all pieces come.
    sources: Vec<ObjectId>,
    /// What those did that were applied, in order.
    done: Vec<Done>,
}

/// The properties of everything in the arena and on the stack, and what is known of how they came about.
#[derive(Debug, Clone, Default)]
pub struct Worked {
    /// By object id.
    pub computed: Computed,
    /// The power that static abilities give to objects, in the order in which they apply.
    pub gains: Vec<Applied>,
    /// To what open effects of layers have begun to apply.
    pub begun: Vec<(u32, ObjectId)>,
    /// What all effects read of the game beside properties ([`reads::outside`]).
    pub reads: Bits,
    /// What is read for other reasons than effects.
    besides: Bits,
    /// What all effects write.
    writes: Bits,
    /// What they did, in order.
    done: Vec<Done>,
    /// How many layer-continuous effects there were.
    pub effects: usize,
    /// Objects that others depend on: sources of effects, of layers and of attack-proxies.
    sources: Vec<ObjectId>,
}

impl Worked {
    /// Whether it is the same as another, whatever was read on the way.
    pub fn says_the_same(&self, other: &Worked) -> bool {
        (&self.computed, &self.gains, &self.begun) == (&other.computed, &other.gains, &other.begun)
    }

    /// The objects that have gained go again by an effect, ascending: not those that have it without one, to which
    /// the effect does nothing.
    pub fn quickened(&self, board: &Board, card_pool: &CardPool) -> Vec<ObjectId> {
        cite!("8.3.5c");
        let given = |id: ObjectId| {
            let gives = |entry: &(ObjectId, Alter)| *entry == (id, Alter::Gain(Keyword::GoAgain));
            self.done.iter().any(|done| done.outcome.iter().any(gives))
        };
        let printed = |object: &Object| match object.layer.as_ref().map(|layer| layer.kind) {
            Some(crate::state::LayerKind::Activated(_, code)) => {
                card_pool.activated(code).is_some_and(|ability| ability.keywords.contains(&Keyword::GoAgain))
            }
            _ => card_pool.card(object.card).has(Keyword::GoAgain),
        };
        let quick = self.computed.iter().filter(|(_, properties)| properties.has(Keyword::GoAgain));
        let quick = quick.map(|(id, _)| id).filter(|id| given(*id));
        quick.filter(|id| board.get(*id).is_some_and(|object| !printed(object))).collect()
    }
}

/// How often it is worked out anew which parts depend on which stages. Parts that depend on each other in a
/// way that never settles then stay where they have been found to depend.
const ROUNDS: usize = 8;

/// One effect's part in one stage: all that it changes there (6.3.2c).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// Where it applies if it is independent: the stage and the substage (6.3.2, 6.3.3).
    own: (u8, u8),
    /// Where it applies.
    key: (u8, u8),
    /// Its timestamp (6.3.4).
    timestamp: u32,
    /// What it comes from.
    pub from: PieceFrom,
    /// What it reads, by stages.
    reads: Bits,
    /// What it writes, by stages.
    writes: Bits,
}

/// What a piece comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceFrom {
    /// A static ability of an object (6.2.3).
    Static(ObjectId, CodeRef),
    /// A layer-continuous effect, by its place (6.2.2).
    Lasting(usize),
    /// Counters on an object, by their place.
    Counters(ObjectId, u8),
    /// A number that a property-static ability defines (5.4.5).
    Star(ObjectId),
}

impl PieceFrom {
    /// The object from which it comes; an effect of a layer goes on without its source.
    fn object(self) -> Option<ObjectId> {
        match self {
            PieceFrom::Static(id, _) | PieceFrom::Counters(id, _) | PieceFrom::Star(id) => Some(id),
            PieceFrom::Lasting(_) => None,
        }
    }
}

/// The substage of what depends on another effect (6.3.3).
const DEPENDENT: u8 = 7;

/// The abilities that each static ability in the arena gives (1.7.6c).
pub fn static_gifts(sight: &Sight<'_>) -> Vec<Vec<CodeRef>> {
    let given = |code: &CodeRef| {
        let changes =
            sight.card_pool.static_ability(*code).map_or(&[][..], |ability| ability.changes.as_slice());
        let place = |change: &Change<Written>| {
            if let Change::Ability(place) = change { Some(CodeRef::given(code.card, *place)) } else { None }
        };
        changes.iter().filter_map(place).collect()
    };
    sight.computed.iter().flat_map(|(_, properties)| properties.abilities.iter().map(given)).collect()
}

impl<'a> Stages<'a> {
    /// For these definitions and this board.
    pub fn new(board: &'a Board, card_pool: &'a CardPool) -> Stages<'a> {
        Stages {
            board,
            card_pool,
            proxies: false,
            dependent: &INDEPENDENT,
            here: &[],
            bases: &NO_BASES,
            far: &NOTHING_FAR,
        }
    }

    /// For a board where static abilities change these properties elsewhere.
    pub fn seeing(self, far: &'a Computed) -> Stages<'a> {
        Stages { far, ..self }
    }

    /// The properties of everything in the arena and on the stack.
    pub fn compute(self) -> Computed {
        self.run(None).computed
    }

    /// The properties, and what is known of how they came about.
    pub fn compute_all(self, bases: &mut Bases) -> Worked {
        bases.resize(self.board.objects.ids(), None);
        let here = self.here();
        for object in &here {
            let kept = &mut bases[object.id.index()];
            let same = |base: &Arc<Properties>| {
                (base.card, base.controller) == (Some(object.card), Some(object.controller))
            };
            if !kept.as_ref().is_some_and(same) || !self.is_plain(object) {
                *kept = self.is_plain(object).then(|| self.base(object, &Computed::NOTHING));
            }
        }
        let Outcome { computed, gains, begun, mut sources, done, .. } =
            Stages { bases, here: &here, ..self }.run(None);
        sources.extend(here.iter().filter_map(|object| object.source()));
        let mut worked = Worked {
            computed,
            gains,
            begun,
            sources,
            effects: self.board.effects.len(),
            ..Worked::default()
        };
        if here.iter().any(|object| object.is_card() && !self.is_plain(object)) {
            // The declared X is part of the cost.
            worked.besides |= outside::LAYERS;
        }
        worked.reads = done.iter().fold(worked.besides, |reads, done| reads | done.looks);
        worked.writes = done.iter().fold(0, |writes, done| writes | done.piece.writes);
        worked.done = done;
        worked
    }

    /// Whether each effect that reads something that has been written does what it did, so that nothing has
    /// changed; what is read for other reasons has not been written.
    pub fn stays(self, worked: &Worked, written: Bits) -> bool {
        if written & worked.besides != 0 {
            return false;
        }
        let mut looking = worked.done.iter().filter(|done| done.looks & written != 0).peekable();
        let here = if looking.peek().is_some() { self.among(&worked.computed) } else { Vec::new() };
        looking.all(|done| {
            let stages = Stages { proxies: done.proxies, here: &here, ..self };
            // What it reads of properties is as it was when it was applied only where no effect writes it.
            done.piece.reads & worked.writes == 0
                && stages.outcome(&worked.computed, &done.piece) == done.outcome
        })
    }

    /// Brings the properties of one object up to date that has come or gone, where no effect reads what is
    /// there: false where everything has to be worked out.
    pub fn renew(self, worked: &mut Worked, bases: &Bases, id: ObjectId) -> bool {
        // What it is comes of effects, or others come of what it is.
        let affected = |done: &Done| done.outcome.iter().any(|(affected, _)| *affected == id);
        if worked.sources.contains(&id) || worked.done.iter().any(affected) {
            return false;
        }
        let here = |object: &&Object| object.zone.is_arena() || object.zone == Zone::Stack;
        let Some(object) = self.board.get(id).filter(here) else {
            worked.computed.remove(id);
            return true;
        };
        let bound = |effect: &Lasting| match &effect.binding {
            Binding::Locked(objects) => objects.contains(&id),
            Binding::Open(_) => true,
            Binding::Next(_) => false,
        };
        let alone = match object.kind {
            Kind::Card | Kind::Token | Kind::Macro => self.is_plain(object) && object.counters.is_empty(),
            Kind::Layer => true,
            Kind::Proxy => false,
        };
        if !alone || self.board.effects.iter().any(bound) {
            return false;
        }
        // A layer has the types of its source before any effect.
        let mut sources = Computed::default();
        if let Some(source) = object.source().filter(|source| worked.computed.get(*source).is_some()) {
            let Some(Some(base)) = bases.get(source.index()) else { return false };
            sources.put(source, base.clone());
        }
        let base = self.base(object, &sources);
        let generates = |code: &CodeRef| self.card_pool.static_parts(*code).next().is_some();
        let defined = || self.card_pool.card(object.card).definition.stars().next().is_some();
        if base.abilities.iter().any(generates) || object.is_source() && defined() {
            return false;
        }
        worked.computed.put(id, base);
        if let Some(source) = object.source().filter(|source| !worked.sources.contains(source)) {
            worked.sources.push(source);
        }
        true
    }

    /// Whether what an object is before any effect is what it is printed as, whoever controls it.
    fn is_plain(self, object: &Object) -> bool {
        match object.kind {
            Kind::Card | Kind::Token | Kind::Macro => {
                let printed = self.card_pool.card(object.card);
                let as_printed = printed.definition.x == 0 && copying::is_as_printed(self.board, object);
                as_printed && !printed.base.types.is(CardType::DemiHero)
            }
            Kind::Layer | Kind::Proxy => false,
        }
    }

    fn here(self) -> Vec<&'a Object> {
        self.with_stack(self.board.arena())
    }

    /// These objects, and those on the stack.
    fn with_stack(self, arena: impl Iterator<Item = &'a Object>) -> Vec<&'a Object> {
        let mut here = Vec::with_capacity(32);
        here.extend(arena);
        here.extend(self.board.zone(Zone::Stack).iter().filter_map(|id| self.board.get(*id)));
        here
    }

    /// All that is here, where it has been computed.
    fn among(self, computed: &Computed) -> Vec<&'a Object> {
        let known = computed.iter().filter_map(|(id, _)| self.board.get(id));
        let here = self.with_stack(known.filter(|object| object.zone.is_arena()));
        test_assert!(here.iter().eq(self.here().iter()), "what is here has been computed");
        here
    }

    /// Computes, and notes what each piece does to one object. Which parts depend on which stages shows as
    /// they are applied: they are applied anew until nothing new shows.
    fn run(self, watched: Option<ObjectId>) -> Outcome {
        let own = if self.here.is_empty() { self.here() } else { Vec::new() };
        let here = if self.here.is_empty() { own.as_slice() } else { self.here };
        let mut dependent = Dependent::new();
        for round in 0.. {
            let (working, mut found) = Stages { dependent: &dependent, here, ..self }.pass(watched);
            if round >= ROUNDS {
                for (part, stage) in &dependent {
                    let known = found.entry(*part).or_insert(*stage);
                    *known = (*known).max(*stage);
                }
            }
            if found == dependent {
                return working;
            }
            dependent = found;
        }
        Outcome::default()
    }

    /// Applies everything once; also says which parts would have depended on which stages.
    fn pass(self, watched: Option<ObjectId>) -> (Outcome, Dependent) {
        // Each object is written down anew.
        budget::look(1 + 8 * self.here.len());
        let mut outcome =
            Outcome { computed: Computed::with_capacity(self.here.len()), ..Outcome::default() };
        let mut found = Dependent::new();
        let mut added = Vec::new();
        // Proxies inherit what has become of their sources.
        cite!("1.4.3d");
        let mut sources = Vec::new();
        for proxies in [false, true] {
            let stages = Stages { proxies, ..self };
            for object in stages.objects() {
                let base = stages.base(object, &outcome.computed);
                outcome.computed.put(object.id, base);
            }
            if proxies && stages.objects().next().is_none() {
                break;
            }
            let pieces = stages.pieces(&outcome.computed);
            let known = pieces.clone();
            let Outcome { computed: values, steps, gains, begun, done, .. } = outcome;
            let gained = Vec::new();
            let mut working =
                Working { values, watched, steps, gains, begun, known, added, gained, found, done };
            apply_all(&stages, &mut working, pieces);
            sources.extend(working.known.iter().filter_map(|piece| piece.from.object()));
            outcome = Outcome {
                computed: working.values,
                steps: working.steps,
                gains: working.gains,
                begun: working.begun,
                sources: Vec::new(),
                done: working.done,
            };
            (found, added) = (working.found, working.added);
        }
        (Outcome { sources, ..outcome }, found)
    }

    /// The objects that this pass computes.
    fn objects(self) -> impl Iterator<Item = &'a Object> {
        self.here.iter().copied().filter(move |object| (object.kind == Kind::Proxy) == self.proxies)
    }

    /// The properties before any effect: as printed, or inherited (1.4.3a).
    fn base(self, object: &Object, computed: &Computed) -> Arc<Properties> {
        if let Some(Some(kept)) = self.bases.get(object.id.index())
            && self.is_plain(object)
        {
            return kept.clone();
        }
        let mut properties = match object.kind {
            Kind::Card | Kind::Token | Kind::Macro => {
                let mut properties = copying::properties(self.board, self.card_pool, object);
                // 8.1.11b: a demi-hero that is considered to be a player's hero has the type.
                if properties.types.is(CardType::DemiHero)
                    && self.board.players.iter().any(|player| player.hero == object.id)
                {
                    properties.types.add(CardType::Hero);
                }
                properties
            }
            Kind::Layer | Kind::Proxy => {
                let source = object.source();
                let inherited = source
                    .and_then(|source| computed.get(source))
                    .map(|properties| Properties::clone(properties));
                let last = || source.and_then(|source| self.board.get(source)?.last.as_deref()).cloned();
                // A source that is not in the arena, such as a card in hand, is what it is printed as.
                let card = source
                    .and_then(|source| self.board.get(source))
                    .map_or(object.card, |source| source.card);
                let mut properties = inherited
                    .or_else(last)
                    .unwrap_or_else(|| Properties::clone(&self.card_pool.card(card).base));
                // Neither activated nor resolution abilities are inherited, and go again is one of the latter
                // (8.3.5).
                cite!("1.4.3a");
                properties.abilities.retain(|code| self.card_pool.activated(*code).is_none());
                // What is said of the source is not said of the proxy.
                cite!("1.4.3d");
                properties.limits.clear();
                // 8.1.13a: what a macro generates is no macro.
                properties.types.remove(CardType::Macro);
                if object.kind == Kind::Layer {
                    cite!("2.10.4", "2.11.4", "2.15.4");
                    // 5.2.2a: supertypes and types of the source, nothing else. A layer has no cost: that is
                    // a property of cards and of abilities (2.2.1), and what the ability
                    // costs stands in its text.
                    properties = Properties {
                        card: properties.card,
                        types: properties.types,
                        ..Properties::default()
                    };
                } else {
                    properties.keywords.retain(|keyword| *keyword != Keyword::GoAgain);
                }
                if let Some(crate::state::LayerKind::Activated(_, code)) =
                    object.layer.as_ref().map(|layer| layer.kind)
                    && let Some(ability) = self.card_pool.activated(code)
                {
                    cite!("2.15.4a", "5.2.1b");
                    properties.types.add(ability.kind);
                    properties.keywords.extend(ability.keywords.iter().copied());
                }
                properties
            }
        };
        properties.card = properties.card.or(Some(object.card));
        properties.controller = Some(object.controller);
        Arc::new(properties)
    }

    /// A part of an effect, where it applies: dependent ones after all others of the stage on which they
    /// depend (6.3.3).
    fn piece(self, from: PieceFrom, own: (u8, u8), timestamp: u32, reads: Bits, takes: bool) -> Piece {
        let key = self.dependent.get(&(from, self.proxies, own)).map_or(own, |stage| (*stage, DEPENDENT));
        Piece { own, key, timestamp, from, reads, writes: reads::writes(own.0, takes) }
    }

    fn pieces(self, computed: &Computed) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for object in self.here {
            if let Some(properties) = computed.get(object.id) {
                cite!("1.7.3c");
                let generates = |code: &&CodeRef| !inherited(object, **code, computed);
                cite!("6.3.4a");
                properties
                    .abilities
                    .iter()
                    .filter(generates)
                    .for_each(|code| pieces.extend(self.statics(object.id, *code, object.timestamp)));
            }
        }
        // What is functional under a permanent is so as printed: sub-cards have no properties that effects
        // could change here.
        for object in self.works_under() {
            let abilities = &self.card_pool.card(object.card).base.abilities;
            abilities.iter().for_each(|code| pieces.extend(self.statics(object.id, *code, object.timestamp)));
        }
        for object in self.objects() {
            // An attack-proxy inherits what its source comes to, and a layer has no numbers.
            if !object.is_source() {
                continue;
            }
            cite!("1.15.2", "1.15.2a");
            for (place, (counter, _)) in object.counters.iter().enumerate() {
                if let Some(alter) = counted(*counter, 1) {
                    pieces.push(self.piece(
                        PieceFrom::Counters(object.id, place as u8),
                        stage(&alter),
                        object.timestamp,
                        0,
                        false,
                    ));
                }
            }
            let definition = &self.card_pool.card(object.card).definition;
            // What has become something else is not defined by its own ability, and not by that of what it
            // has become.
            cite!("8.5.25e");
            let own = copying::copied(self.board, object.id).is_none();
            if own && definition.stars().next().is_some() {
                let read =
                    definition.stars().fold(reads::EXISTENCE, |bits, number| bits | reads::number(number));
                pieces.push(self.piece(PieceFrom::Star(object.id), (7, 2), 0, read, false));
            }
        }
        for (place, lasting) in self.board.effects.iter().enumerate() {
            let LastingKind::Alters(alters) = &lasting.kind else { continue };
            cite!("6.2.2");
            // Its numbers are determined already: only the filter of one that is still open can make it
            // depend on others.
            let read = match lasting.binding {
                Binding::Open(_) => self.card_pool.effect_text(lasting).0.map_or(0, reads::filter),
                Binding::Locked(_) => 0,
                Binding::Next(_) => continue,
            } | time_read(lasting);
            cite!("6.3.2c");
            for own in distinct(alters.iter().map(stage)) {
                let takes = alters.iter().any(Alter::takes_away);
                pieces.push(self.piece(PieceFrom::Lasting(place), own, lasting.id, read, takes));
            }
        }
        // 6.3.4b: the order that was decided stays, for effects with the same timestamp.
        let decided = |from: PieceFrom| match from {
            PieceFrom::Static(source, code) => {
                self.board.applied.iter().position(|known| (known.source, known.code) == (source, code))
            }
            PieceFrom::Lasting(_) | PieceFrom::Counters(..) | PieceFrom::Star(_) => None,
        };
        // A new effect is one that has just been generated: one that waited for its object is as old as it is
        // (6.3.4a), and stands among the others by that.
        cite!("6.3.4", "6.3.4c");
        if !self.board.applied.is_empty() {
            pieces.sort_by_key(|piece| decided(piece.from).unwrap_or(usize::MAX));
        }
        pieces
    }

    /// The sub-cards that may have abilities which are functional there.
    fn works_under(self) -> impl Iterator<Item = &'a Object> {
        cite!("8.4.5");
        let all = self.card_pool.under.then(|| self.board.objects.iter());
        all.into_iter().flatten().filter(|object| matches!(object.zone, Zone::Under(_)))
    }

    /// The parts of a static ability of an object.
    fn statics(self, object: ObjectId, code: CodeRef, timestamp: u32) -> impl Iterator<Item = Piece> {
        cite!("5.4.1", "6.2.3");
        let parts = self.card_pool.static_parts(code);
        parts.map(move |part| {
            self.piece(PieceFrom::Static(object, code), part.own, timestamp, part.reads, part.takes)
        })
    }

    /// What a piece does now: to which objects, and what (6.3.5).
    fn outcome(self, values: &Computed, piece: &Piece) -> Vec<(ObjectId, Alter)> {
        let sight = Sight::unlisted(self.board, self.card_pool, values, self.far);
        match piece.from {
            PieceFrom::Static(id, code) => self.outcome_of_static(&sight, piece, id, code),
            PieceFrom::Lasting(place) => self.outcome_of_lasting(&sight, piece, place),
            PieceFrom::Counters(id, place) => {
                let counter = self.board.get(id).and_then(|object| object.counters.get(usize::from(place)));
                let alter = counter.and_then(|(kind, count)| counted(*kind, *count));
                // As with effects, the base stays.
                cite!("2.0.3d");
                alter.map(|alter| (id, alter)).into_iter().collect()
            }
            PieceFrom::Star(id) => self.outcome_of_star(&sight, id),
        }
    }

    /// What a static ability does now (6.2.3).
    fn outcome_of_static(
        self,
        sight: &Sight<'_>,
        piece: &Piece,
        id: ObjectId,
        code: CodeRef,
    ) -> Vec<(ObjectId, Alter)> {
        let (Some(object), Some(ability)) = (self.board.get(id), self.card_pool.static_ability(code)) else {
            return Vec::new();
        };
        let under = matches!(object.zone, Zone::Under(_)).then(|| &self.card_pool.card(object.card).base);
        let Some(properties) = sight.computed.get(id).or(under) else { return Vec::new() };
        // An ability that an earlier stage took away, or that is not functional, generates nothing.
        cite!("5.4.2", "6.2.3a");
        if !properties.abilities.contains(&code) || !sight.functional(object, ability.from, false) {
            return Vec::new();
        }
        let scope = Scope::of(id, properties.controller.unwrap_or(object.controller), code.card);
        cite!("1.7.4g", "1.8.4c", "5.4.7", "6.2.3d");
        if ability.condition.as_ref().is_some_and(|condition| !sight.holds(condition, &scope)) {
            return Vec::new();
        }
        // Which objects is looked at for each.
        cite!("1.8.4c", "6.2.3c");
        let affected: Vec<ObjectId> = match &ability.affects {
            // Only what is computed can be affected here.
            Group::Everything(filter) => self
                .objects()
                .map(|object| object.id)
                .filter(|id| sight.matches(filter, *id, &scope))
                .collect(),
            affects => sight.objects(affects, &scope).into_iter().filter(|id| self.computes(*id)).collect(),
        };
        let mut outcome = Vec::with_capacity(affected.len());
        cite!("6.2.3b");
        for (place, change) in
            ability.changes.iter().enumerate().filter(|(_, change)| stage(change) == piece.own)
        {
            outcome.extend(affected.iter().filter_map(|id| {
                let scope = Scope { it: Some(crate::state::Value::Object(*id)), ..scope };
                Some((*id, sight.alter(change, &scope, (code, u16::MAX, place as u32))?))
            }));
        }
        outcome
    }

    /// What an effect of a layer does now (6.2.2).
    fn outcome_of_lasting(self, sight: &Sight<'_>, piece: &Piece, place: usize) -> Vec<(ObjectId, Alter)> {
        let Some(lasting) = self.board.effects.get(place) else { return Vec::new() };
        let LastingKind::Alters(alters) = &lasting.kind else { return Vec::new() };
        if !self.board.is_in_force(lasting) {
            return Vec::new();
        }
        // What applies to a proxy is bound to it, and not to its source.
        cite!("1.4.3e");
        let affected: Vec<ObjectId> = match &lasting.binding {
            Binding::Locked(objects) => {
                cite!("6.2.2c");
                objects.clone()
            }
            Binding::Open(_) => {
                self.objects().map(|object| object.id).filter(|id| sight.applies(lasting, *id)).collect()
            }
            Binding::Next(_) => Vec::new(),
        };
        let affected: Vec<ObjectId> = affected.into_iter().filter(|id| self.computes(*id)).collect();
        let here = alters.iter().filter(|alter| stage(alter) == piece.own);
        here.flat_map(|alter| affected.iter().map(|id| (*id, *alter))).collect()
    }

    /// The numbers that property-static abilities of an object define (5.4.5).
    fn outcome_of_star(self, sight: &Sight<'_>, id: ObjectId) -> Vec<(ObjectId, Alter)> {
        cite!("1.12.3", "1.12.3b");
        let Some(object) = self.board.get(id) else { return Vec::new() };
        // An ability that has been lost defines nothing: the number is 0.
        cite!("1.12.3a");
        if sight.computed.get(id).is_none_or(|own| !own.defined) {
            return Vec::new();
        }
        let definition = &self.card_pool.card(object.card).definition;
        let scope = Scope::of(id, object.controller, object.card);
        cite!("2.3.2a", "2.9.2a", "5.4.5");
        let power = definition
            .star_power
            .iter()
            .map(|number| (id, Alter::Set(Property::BasePower, sight.number(number, &scope))));
        let defense = definition
            .star_defense
            .iter()
            .map(|number| (id, Alter::Set(Property::BaseDefense, sight.number(number, &scope))));
        let life = definition
            .star_life
            .iter()
            .map(|number| (id, Alter::Set(Property::BaseLife, sight.number(number, &scope))));
        power.chain(defense).chain(life).collect()
    }

    fn computes(self, id: ObjectId) -> bool {
        self.board.get(id).is_some_and(|object| (object.kind == Kind::Proxy) == self.proxies)
    }
}

/// An effect for a later turn is looked at again as turns and steps begin.
fn time_read(lasting: &Lasting) -> Bits {
    if lasting.until.is_later() { reads::outside::TURN | reads::outside::STEP } else { 0 }
}

/// What so many counters of a kind do to the numbers of their object (1.15.2a); nothing most do.
fn counted(kind: Counter, count: u32) -> Option<Alter> {
    let count = count.min(i32::MAX as u32) as i32;
    kind.changes().map(|(property, up)| Alter::Plus(property, if up { count } else { -count }))
}

/// What each piece did to an object, in order, with its stage.
pub fn trace(board: &Board, card_pool: &CardPool, object: ObjectId) -> Vec<(Piece, Alter)> {
    Stages::new(board, card_pool).run(Some(object)).steps
}

/// Whether an attack-proxy has an ability from its source, which alone generates its effects: the proxy has
/// no copy of it.
pub fn inherited(object: &Object, code: CodeRef, computed: &Computed) -> bool {
    cite!("1.4.3a");
    let source = object.source().filter(|_| object.kind == Kind::Proxy);
    source
        .and_then(|source| computed.get(source))
        .is_some_and(|properties| properties.abilities.contains(&code))
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
