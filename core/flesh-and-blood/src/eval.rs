//! Looking at the board: what filters match, what groups hold, what numbers are.

use std::sync::Arc;

use duelog_kernel::script::{Cursor, Eye};
use duelog_kernel::{ObjectId, Seat};

use crate::definition::{Ability, Condition, Filter, Fleshly, Group, Number, Ref, Resolve, Since, Verb, When, ZoneKind};
use crate::keywords::Keyword;
use crate::library::{Library, does_itself, plain_name};
use crate::rule;
use crate::state::{
    Alter, Board, CardId, CodeRef, Context, Defense, EventContext, Kind, Layer, LayerKind, Link, Object, Occurrence, Past, Properties, Value, Zone,
};
use crate::targets::code_of;
use crate::triggers::occurrences;
use crate::types::{CardType, subtype};

/// Names, monikers, traits, colors and metatypes as what filters look at; layers have types of their source; costs as they are printed; life.
const _: [duelog_kernel::RuleId; 25] = [
    rule!("2.0.3b"),
    rule!("2.0.4"),
    rule!("2.2.4"),
    rule!("2.2.4a"),
    rule!("2.5.1a"),
    rule!("2.5.3"),
    rule!("2.5.3e"),
    rule!("2.6.4"),
    rule!("2.6.5"),
    rule!("2.7.3"),
    rule!("2.7.3a"),
    rule!("2.7.3b"),
    rule!("2.7.3c"),
    rule!("8.5.21a"),
    rule!("9.1.2b"),
    rule!("2.7.5"),
    rule!("2.9.2a"),
    rule!("2.13.1"),
    rule!("2.13.2"),
    rule!("2.13.3"),
    rule!("2.13.3a"),
    rule!("2.13.4"),
    rule!("2.3.2a"),
    rule!("2.8.4"),
    rule!("2.12.3a"),
];

/// Whether what is private in a public zone is meant.
const _: [duelog_kernel::RuleId; 2] = [rule!("3.0.4e"), rule!("1.8.6b")];

/// Rounding, permanents, life totals, when abilities are functional, missing properties, last known information, labels that are conditions,
/// chain links as collections, what is defended against, heroes in combat, chain links that have hit.
const _: [duelog_kernel::RuleId; 20] = [
    rule!("1.12.1a"),
    rule!("1.3.3"),
    rule!("1.3.3b"),
    rule!("1.7.4a"),
    rule!("1.7.4b"),
    rule!("1.7.4e"),
    rule!("1.7.4g"),
    rule!("1.7.4j"),
    rule!("1.8.7"),
    rule!("2.5.3a"),
    rule!("2.5.3d"),
    rule!("1.2.3a"),
    rule!("8.4.1"),
    rule!("8.4.3"),
    rule!("8.4.3a"),
    rule!("7.0.3c"),
    rule!("7.0.5c"),
    rule!("7.2.4a"),
    rule!("7.2.4b"),
    rule!("7.5.5d"),
];

/// What a property-static ability defines is so everywhere.
const _: [duelog_kernel::RuleId; 1] = [rule!("5.4.5a")];

/// Numbers are integers.
const _: [duelog_kernel::RuleId; 1] = [rule!("1.12.1")];

/// Effects that objects have, conditions and what they are looked at for, what counts as, what failed, who determines first, undefined X.
const _: [duelog_kernel::RuleId; 9] = [
    rule!("1.12.2a"),
    rule!("1.8.2"),
    rule!("1.8.4"),
    rule!("1.8.4c"),
    rule!("1.8.6a"),
    rule!("1.8.7a"),
    rule!("1.8.8"),
    rule!("1.8.9"),
    rule!("1.9.2c"),
];

/// The board with the properties that its objects have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
    /// The properties of objects in the arena and on the stack by object id.
    pub computed: &'a [Option<Arc<Properties>>],
    /// The replacement abilities of objects.
    pub replacements: &'a [(ObjectId, CodeRef)],
    /// The static abilities of the arena that say of objects what is no property; none while these are not listed yet.
    pub speakers: Option<&'a [(ObjectId, CodeRef)]>,
}

/// From where a filter, group or number is looked at.
#[derive(Clone, Copy, Default)]
pub struct Scope<'a> {
    /// The source.
    pub source: Option<ObjectId>,
    /// Whose it is.
    pub controller: Option<Seat>,
    /// The card whose text is read.
    pub card: Option<CardId>,
    /// The layer that is put on the stack or resolves.
    pub layer: Option<ObjectId>,
    /// The targets by group.
    pub targets: &'a [Vec<Value>],
    /// The declared X.
    pub x: u32,
    /// The triggering event.
    pub event: EventContext,
    /// What a loop has at hand.
    pub it: Option<Value>,
    /// Numbers kept.
    pub kept: &'a [i32],
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
    /// The name that a player has declared (8.5.21).
    pub named: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source, its controller and whose text is read.
    pub fn of(source: ObjectId, controller: Seat, card: CardId) -> Scope<'a> {
        Scope { source: Some(source), controller: Some(controller), card: Some(card), layer: Some(source), ..Scope::default() }
    }

    /// The scope of a script's context.
    pub fn context(context: &'a Context, card: CardId) -> Scope<'a> {
        Scope {
            layer: Some(context.layer),
            targets: &context.targets,
            x: context.x,
            event: context.event,
            named: context.named.as_deref(),
            ..Scope::of(context.source, context.controller, card)
        }
    }
}

/// Allies in combat.
const _: [duelog_kernel::RuleId; 2] = [rule!("8.2.8c"), rule!("8.2.8d")];

/// Players as their heroes, opponents, owners and controllers, and what objects are called.
const _: [duelog_kernel::RuleId; 29] = [
    rule!("1.1.2b"),
    rule!("1.1.5"),
    rule!("1.2.1"),
    rule!("1.2.1a"),
    rule!("1.2.1b"),
    rule!("1.2.2"),
    rule!("1.2.2a"),
    rule!("1.2.2b"),
    rule!("1.2.2c"),
    rule!("1.2.2d"),
    rule!("1.2.2e"),
    rule!("1.2.2f"),
    rule!("1.2.2g"),
    rule!("1.2.2h"),
    rule!("1.3.1"),
    rule!("1.3.3a"),
    rule!("1.4.1"),
    rule!("1.4.2"),
    rule!("1.4.2a"),
    rule!("1.4.3"),
    rule!("1.4.4"),
    rule!("1.4.4a"),
    rule!("1.4.3b"),
    rule!("1.5.1"),
    rule!("1.5.1a"),
    rule!("1.7.2"),
    rule!("1.7.6a"),
    rule!("1.7.6b"),
    rule!("1.7.5d"),
];

/// Allies in combat.
const _: [duelog_kernel::RuleId; 2] = [rule!("8.2.8c"), rule!("8.2.8d")];

/// What is no permanent while it defends; attack cards where they are attacks.
const _: [duelog_kernel::RuleId; 6] = [rule!("8.2.3a"), rule!("8.2.4b"), rule!("8.2.5b"), rule!("8.2.11b"), rule!("8.2.12b"), rule!("8.2.16b")];

impl<'a> Sight<'a> {
    /// The object of this id.
    pub fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.board.get(id)
    }

    /// Whether the properties of an object are computed: it is in the arena or on the stack.
    pub fn is_computed(&self, id: ObjectId) -> bool {
        self.computed.get(id.index()).is_some_and(Option::is_some)
    }

    /// The properties of an object: as computed in the arena and on the stack, as last known when it is gone, else as printed.
    pub fn properties(&self, id: ObjectId) -> Option<&'a Properties> {
        if let Some(Some(computed)) = self.computed.get(id.index()) {
            return Some(computed);
        }
        let object = self.board.get(id)?;
        match &object.last {
            Some(last) => Some(last),
            None => Some(&self.library.card(object.card).base),
        }
    }

    /// Who controls an object; nobody outside of the arena and the stack (1.2.1b).
    pub fn controller(&self, id: ObjectId) -> Option<Seat> {
        let object = self.board.get(id)?;
        let has = object.zone.is_arena() || matches!(object.zone, Zone::Stack | Zone::Gone);
        has.then(|| self.properties(id).and_then(|properties| properties.controller).unwrap_or(object.controller))
    }

    /// Who controls an object, or owns it where nobody controls it (1.7.1b).
    pub fn holder(&self, id: ObjectId) -> Option<Seat> {
        self.controller(id).or_else(|| self.board.get(id).and_then(Object::owned_by))
    }

    /// The seat whose hero it is.
    pub fn hero_seat(&self, id: ObjectId) -> Option<Seat> {
        self.board.players.iter().position(|player| player.hero == id).map(|place| Seat(place as u8))
    }

    /// Whether an object has a type.
    pub fn is(&self, id: ObjectId, card_type: CardType) -> bool {
        self.properties(id).is_some_and(|properties| properties.types.is(card_type))
    }

    /// Whether an object has a keyword.
    pub fn has(&self, id: ObjectId, keyword: Keyword) -> bool {
        self.properties(id).is_some_and(|properties| properties.has(keyword))
    }

    /// Whether an object is an attack (1.4.1).
    pub fn is_attack(&self, id: ObjectId) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        let attacking = || self.board.combat.links.iter().any(|link| link.attack == id);
        match object.kind {
            Kind::Proxy => true,
            Kind::Card => match object.zone {
                Zone::Stack => self.properties(id).is_some_and(|properties| properties.types.has(subtype::ATTACK)),
                Zone::Chain | Zone::Gone => attacking(),
                _ => false,
            },
            // 1.4.4: a layer that attacks with another object.
            Kind::Layer => self.is_attack_layer(object),
            Kind::Token | Kind::Macro => false,
        }
    }

    /// Whether an object is an attack-layer: one whose effect attacks with another object (1.4.4, 8.5.38a).
    fn is_attack_layer(&self, object: &Object) -> bool {
        let Some(layer) = object.layer.as_deref().filter(|_| object.kind == Kind::Layer && object.zone == Zone::Stack) else { return false };
        if matches!(layer.kind, LayerKind::Delayed(..)) {
            return false;
        }
        let effect = self.library.resolve(code_of(object, layer)).and_then(|resolve| resolve.effect.as_ref());
        effect.is_some_and(|effect| does_itself(effect, &|verb| matches!(verb, Verb::AttackWith(_))))
    }

    /// Whether an object is a permanent (1.3.3).
    pub fn is_permanent(&self, id: ObjectId) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        let source = || self.board.combat.links.iter().any(|link| link.source == Some(id));
        let on_chain = object.zone == Zone::Chain && !self.is_equipment_like(id) && !source();
        object.is_card() && object.zone.is_arena() && !on_chain
    }

    /// Whether it stays a permanent while it is on the combat chain: arena-cards and tokens (1.3.3).
    fn is_equipment_like(&self, id: ObjectId) -> bool {
        self.properties(id).is_some_and(|properties| !properties.types.is_deck_card())
    }

    /// The life total of a living object (2.5.3a, 2.5.3e); none for one that is not living.
    pub fn life(&self, id: ObjectId) -> Option<i32> {
        let base = self.properties(id)?.life?;
        Some(base.saturating_add(self.board.get(id)?.life).max(0))
    }

    /// Whether an ability of an object directly generates such an effect, be it optional or conditional (1.8.2).
    fn generates(&self, id: ObjectId, wanted: &impl Fn(&Verb) -> bool) -> bool {
        // 1.7.5d: of its modes only those that have been chosen.
        let does = |resolve: &Resolve, modes: &[u8]| {
            let chosen = modes.iter().filter_map(|mode| resolve.modes.get(usize::from(*mode)));
            let scripts = resolve.effect.iter().chain(chosen.map(|mode| &mode.effect));
            scripts.into_iter().any(|effect| crate::library::does(effect, wanted))
        };
        let ability = |code: &CodeRef| match self.library.ability(*code) {
            Some(Ability::Triggered(ability)) => does(&ability.resolve, &[]),
            Some(Ability::Activated(ability)) => ability.resolve.as_ref().is_some_and(|resolve| does(resolve, &[])),
            Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_)) | None => false,
        };
        let own = self.board.get(id).filter(|object| object.is_card()).and_then(|object| self.library.resolve(CodeRef::resolve(object.card)));
        let modes = self.layer(id).map_or(&[][..], |layer| layer.modes.as_slice());
        own.is_some_and(|resolve| does(resolve, modes)) || self.properties(id).is_some_and(|properties| properties.abilities.iter().any(ability))
    }

    /// Whether an object is frozen (8.5.34).
    pub fn is_frozen(&self, id: ObjectId) -> bool {
        self.limits(id).any(|limit| limit == Alter::Freeze)
    }

    /// What effects say of an object that is no property.
    pub fn limits(&self, id: ObjectId) -> impl Iterator<Item = Alter> + 'a {
        self.properties(id).into_iter().flat_map(|properties| properties.limits.iter().copied())
    }

    /// The name of an object without its colour (2.7).
    pub fn plain_name(&self, id: ObjectId) -> &'a str {
        let card = self.properties(id).and_then(|properties| properties.card).or(self.board.get(id).map(|object| object.card));
        card.map_or("", |card| plain_name(self.library.name(card)))
    }

    /// The card that an object is, or that its source is: for what no effect changes (2.6.5).
    pub fn printed(&self, id: ObjectId) -> Option<&'a crate::library::Card> {
        let card = self.properties(id).and_then(|properties| properties.card).or(self.board.get(id).map(|object| object.card))?;
        Some(self.library.card(card))
    }

    /// The layer parameters of an object.
    pub fn layer(&self, id: ObjectId) -> Option<&'a Layer> {
        self.board.get(id)?.layer.as_deref()
    }

    /// What a reference refers to.
    pub fn refer(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Value> {
        match reference {
            Ref::Target(group) => scope.targets.get(usize::from(*group))?.first().copied(),
            Ref::This => scope.source.map(Value::Object),
            Ref::It => scope.it,
            Ref::Event => scope.event.object.map(Value::Object),
            Ref::EventOther => scope.event.other.map(Value::Object),
            Ref::EventPlayer => scope.event.player.map(Value::Seat),
            Ref::You => scope.controller.map(Value::Seat),
            Ref::Opponent => scope.controller.map(|seat| Value::Seat(self.board.next_seat(seat))),
            Ref::Controller(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.holder(id).map(Value::Seat),
                other => Some(other),
            },
            Ref::SourceOf(inner) => {
                let id = self.object_of(inner, scope)?;
                Some(Value::Object(self.board.get(id).and_then(Object::source).unwrap_or(id)))
            }
            Ref::Owner(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.board.get(id).and_then(Object::owned_by).map(Value::Seat),
                other => Some(other),
            },
            Ref::HeroOf(inner) => self.seat(inner, scope).map(|seat| Value::Object(self.board.player(seat).hero)),
            Ref::TurnPlayer => Some(Value::Seat(self.board.turn.active)),
            Ref::Attack => self.board.combat.active().map(|link| Value::Object(link.attack)),
            Ref::AttackOf(inner) => {
                let id = self.object_of(inner, scope)?;
                let link = self.board.combat.link_of(id).or(self.board.combat.defends_on(id))?;
                Some(Value::Object(link.attack))
            }
            Ref::AttackingHero => {
                // 7.2.4a: an attack-source that is a living object is attacking itself.
                let link = self.link_spoken_of(scope).filter(|link| link.source.is_none_or(|source| self.life(source).is_none()))?;
                Some(Value::Object(self.board.player(link.controller).hero))
            }
            Ref::DefendingHero => {
                let link = self.link_spoken_of(scope)?;
                link.targets.iter().copied().find(|target| self.hero_seat(*target).is_some()).map(Value::Object)
            }
            Ref::Last => scope.last.first().copied(),
            Ref::Paid => self.paid(scope)?.first().copied().map(Value::Object),
        }
    }

    /// The chain link whose heroes a source speaks of: its own until the combat chain closes, else the active one (7.2.4a-b).
    fn link_spoken_of(&self, scope: &Scope<'_>) -> Option<&'a Link> {
        let combat = &self.board.combat;
        let own = scope.source.and_then(|id| combat.link_of(id).or(combat.defends_on(id)));
        own.or(combat.active())
    }

    /// What was paid for the ability that leads to one that asks (1.7.6): for its own layer, else for the card that it is an ability of (1.7.6a).
    fn paid(&self, scope: &Scope<'_>) -> Option<&'a [ObjectId]> {
        let paid = |id: ObjectId| self.layer(id).map(|layer| layer.paid.as_slice()).filter(|paid| !paid.is_empty());
        scope.layer.and_then(paid).or_else(|| scope.source.and_then(paid))
    }

    /// The layer whose effect is being carried out.
    fn acting(&self) -> Option<ObjectId> {
        self.board
            .frames
            .iter()
            .rev()
            .find_map(|frame| if let crate::state::Frame::Running(running) = frame { Some(running.context.layer) } else { None })
    }

    /// The player that a reference refers to.
    pub fn seat(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Seat> {
        match self.refer(reference, scope)? {
            Value::Seat(seat) => Some(seat),
            Value::Object(id) => self.holder(id),
            Value::Number(_) => None,
        }
    }

    /// The object that a reference refers to; for a player the hero (1.1.2b).
    pub fn object_of(&self, reference: &Ref, scope: &Scope<'_>) -> Option<ObjectId> {
        match self.refer(reference, scope)? {
            Value::Object(id) => Some(id),
            Value::Seat(seat) => Some(self.board.player(seat).hero),
            Value::Number(_) => None,
        }
    }

    /// Whether an object matches. An attack-layer does as the layer that it is or as an attack without properties, but not as both (1.4.4a).
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        if self.is_attack_layer(object) {
            return self.fits(filter, object, Guise::Layer, scope) || self.fits(filter, object, Guise::Attack, scope);
        }
        self.fits(filter, object, Guise::Own, scope)
    }

    /// Whether an object is an attack that matches; of an attack-layer, as an attack without properties (1.4.4a).
    pub fn is_attack_that(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        let Some(object) = self.board.get(id).filter(|_| self.is_attack(id)) else { return false };
        let guise = if object.kind == Kind::Layer { Guise::Attack } else { Guise::Own };
        self.fits(filter, object, guise, scope)
    }

    /// Whether a description names an object by one of its identities (1.2.2) and it matches: an attack-proxy is nothing but an attack (1.4.3a).
    pub fn names(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        let proxy = self.board.get(id).is_some_and(|object| object.kind == Kind::Proxy);
        self.matches(filter, id, scope) && (!proxy || speaks_of_attacks(filter))
    }

    fn fits(&self, filter: &Filter, object: &Object, guise: Guise, scope: &Scope<'_>) -> bool {
        let id = object.id;
        let nothing = Properties::default();
        let own = if guise == Guise::Attack { Some(&nothing) } else { self.properties(id) };
        let Some(properties) = own else { return false };
        let types = &properties.types;
        let layer = guise != Guise::Attack && object.zone == Zone::Stack && object.kind != Kind::Proxy;
        let kind = object.layer.as_ref().filter(|_| layer && object.kind == Kind::Layer).map(|layer| layer.kind);
        match filter {
            Filter::Any => true,
            Filter::Type(card_type) => types.is(*card_type),
            Filter::Sub(subtype) => types.has(*subtype),
            Filter::Super(supertype) => types.is_super(*supertype),
            Filter::Named(name) => object.kind != Kind::Layer && self.plain_name(id).eq_ignore_ascii_case(name),
            // 2.7.3c: a name is the whole name, and no moniker (8.5.21a).
            Filter::NamedCard => scope.named.is_some_and(|name| object.is_card() && self.plain_name(id).eq_ignore_ascii_case(name)),
            Filter::Moniker(moniker) => {
                let own = &self.library.card(properties.card.unwrap_or(object.card)).definition.moniker;
                object.is_card() && own.eq_ignore_ascii_case(moniker)
            }
            Filter::Color(color) => self.printed(id).is_some_and(|card| card.color == Some(*color)),
            Filter::Trait(name) => self.printed(id).is_some_and(|card| card.definition.traits.contains(name)),
            Filter::Metatype(name) => self.printed(id).is_some_and(|card| card.definition.metatypes.contains(name)),
            Filter::Keyword(keyword) => properties.has(*keyword),
            Filter::HitEffect => {
                properties.abilities.iter().filter_map(|code| self.library.triggered(*code)).any(|ability| waits_for_hit(&ability.when))
            }
            Filter::Attack => guise != Guise::Layer && self.is_attack(id),
            Filter::AttackAction => object.kind == Kind::Card && types.is(CardType::Action) && types.has(subtype::ATTACK),
            Filter::NonAttackAction => object.kind == Kind::Card && types.is(CardType::Action) && !types.has(subtype::ATTACK),
            Filter::WeaponAttack => object.kind == Kind::Proxy && types.is(CardType::Weapon),
            Filter::Card => object.is_card(),
            Filter::Layer => layer,
            Filter::ActivatedAbility => matches!(kind, Some(LayerKind::Activated(..))),
            Filter::TriggeredEffect => matches!(kind, Some(LayerKind::Triggered(..) | LayerKind::Delayed(..))),
            Filter::Permanent => self.is_permanent(id),
            Filter::Living => object.zone.is_arena() && object.is_card() && properties.life.is_some(),
            Filter::CostAtLeast(number) => properties.cost.is_some_and(|cost| i64::from(cost) >= i64::from(self.number(number, scope))),
            Filter::CostAtMost(number) => properties.cost.is_some_and(|cost| i64::from(cost) <= i64::from(self.number(number, scope))),
            Filter::PowerAtLeast(number) => self.power(id).is_some_and(|power| power >= self.number(number, scope)),
            Filter::PowerAtMost(number) => self.power(id).is_some_and(|power| power <= self.number(number, scope)),
            Filter::BasePowerAtMost(number) => properties.base_power.is_some_and(|power| power <= self.number(number, scope)),
            Filter::Deals(kind, least) => {
                let least = self.number(least, scope);
                let own = Scope {
                    x: object.layer.as_ref().map_or(0, |layer| layer.x),
                    ..Scope::of(id, self.holder(id).unwrap_or(object.owner), object.card)
                };
                let deals =
                    |verb: &Verb| matches!(verb, Verb::Damage { amount, kind: dealt, .. } if dealt == kind && self.number(amount, &own) >= least);
                self.generates(id, &deals)
            }
            Filter::Clashes => self.generates(id, &|verb| matches!(verb, Verb::Clash(..))),
            Filter::HasDefense => properties.defense.is_some(),
            Filter::Pitch(pitch) => properties.pitch == Some(*pitch),
            Filter::Counter(kind) => object.counters(*kind) > 0,
            Filter::Defending => self.board.combat.active().is_some_and(|link| link.defenses.iter().any(|defense| defense.card == id)),
            Filter::Attacking => self.board.combat.links.iter().any(|link| link.attack == id || link.source == Some(id)),
            Filter::Hit => self.board.combat.links.iter().any(|link| link.attack == id && link.hit),
            Filter::Defended => object.defended,
            Filter::Equipped => object.equipped != 0,
            Filter::FaceDown => !object.public,
            Filter::Tapped => object.tapped,
            Filter::FaceUp => object.public,
            Filter::Frozen => self.is_frozen(id),
            Filter::Marked => object.marked,
            Filter::From(kind) => object.from.kind() == Some(*kind),
            Filter::PlayedFrom(kind) => self.played_from(id, *kind),
            Filter::In(kind) => object.zone.kind() == Some(*kind),
            Filter::ControlledBy(who) => self.controller(id).is_some() && self.controller(id) == self.seat(who, scope),
            Filter::OwnedBy(who) => object.owned_by().is_some() && object.owned_by() == self.seat(who, scope),
            Filter::Is(reference) => {
                let same = |wanted| wanted == id || (object.kind == Kind::Proxy && object.source() == Some(wanted));
                self.object_of(reference, scope).is_some_and(same)
            }
            Filter::Became(reference) => object.became.is_some() && object.became == self.object_of(reference, scope),
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, object, guise, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, object, guise, scope)),
            Filter::Not(inner) => !self.fits(inner, object, guise, scope),
        }
    }

    /// The power of an object; that which a property-static ability defines is worked out wherever it is (5.4.5a).
    pub fn power(&self, id: ObjectId) -> Option<i32> {
        self.defined(id, |definition| definition.star_power.as_ref()).or_else(|| self.properties(id)?.power)
    }

    /// The defense of an object; that which a property-static ability defines is worked out wherever it is (5.4.5a).
    pub fn defense(&self, id: ObjectId) -> Option<i32> {
        self.defined(id, |definition| definition.star_defense.as_ref()).or_else(|| self.properties(id)?.defense)
    }

    /// What a property-static ability defines of an object that is neither in the arena nor on the stack (1.7.4f).
    fn defined(&self, id: ObjectId, number: impl Fn(&crate::definition::Definition) -> Option<&Number>) -> Option<i32> {
        let object = self.board.get(id)?;
        let here = matches!(self.computed.get(id.index()), Some(Some(_))) || object.last.is_some();
        let number = number(&self.library.card(object.card).definition).filter(|_| !here)?;
        Some(self.number(number, &Scope::of(id, object.owner, object.card)).max(0))
    }

    /// Whether an object can be determined by a filter: what is private in a public zone is meant only where the text says so (1.8.6b, 3.0.4e).
    pub fn is_meant(&self, filter: &Filter, id: ObjectId) -> bool {
        let shown = |object: &Object| object.public || object.zone.is_private() || object.zone.kind().is_none();
        filter.names(&Filter::FaceDown) || self.board.get(id).is_some_and(shown)
    }

    fn matching<'b>(&'b self, ids: impl Iterator<Item = ObjectId> + 'b, filter: &'b Filter, scope: &'b Scope<'_>) -> Vec<Value> {
        ids.filter(|id| self.is_meant(filter, *id)).filter(|id| self.names(filter, *id, scope)).map(Value::Object).collect()
    }

    /// The cards in a kind of zone of a player.
    pub fn zone_of(&self, kind: ZoneKind, seat: Seat) -> Vec<ObjectId> {
        match kind {
            ZoneKind::Stack => self.board.zone(Zone::Stack).to_vec(),
            ZoneKind::Chain => self.board.zone(Zone::Chain).to_vec(),
            ZoneKind::Permanent => self.board.zone(Zone::Permanent).iter().copied().filter(|id| self.controller(*id) == Some(seat)).collect(),
            ZoneKind::Weapon => {
                let second = self.board.zone(Zone::Weapon2(seat));
                self.board.zone(Zone::Of(kind, seat)).iter().chain(second).copied().collect()
            }
            kind => self.board.zone(Zone::Of(kind, seat)).to_vec(),
        }
    }

    /// The group's members, in a fixed order.
    pub fn members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let arena = || self.board.arena().map(|object| object.id);
        let of_values = |values: &[Value], filter: &Filter| -> Vec<Value> {
            values.iter().copied().filter(|value| value.object().is_some_and(|id| self.matches(filter, id, scope))).collect()
        };
        let layer = || scope.layer.and_then(|id| self.layer(id));
        match group {
            Group::Of(reference) => self.refer(reference, scope).into_iter().collect(),
            Group::Targets(place) => scope.targets.get(usize::from(*place)).cloned().unwrap_or_default(),
            Group::Arena(filter) => self.matching(arena(), filter, scope),
            Group::Play(filter) => self.matching(arena().chain(self.board.zone(Zone::Stack).iter().copied()), filter, scope),
            Group::Everything(filter) => {
                self.matching(self.board.objects.iter().filter(|object| object.exists()).map(|object| object.id), filter, scope)
            }
            Group::Zone(kind, who, filter) => {
                let ids = self.seat(who, scope).map_or(Vec::new(), |seat| self.zone_of(*kind, seat));
                self.matching(ids.into_iter(), filter, scope)
            }
            Group::Top(who, number) => {
                let Some(seat) = self.seat(who, scope) else { return Vec::new() };
                let deck = self.board.zone(Zone::Of(ZoneKind::Deck, seat));
                deck.iter().rev().take(self.count(number, scope) as usize).copied().map(Value::Object).collect()
            }
            Group::Under(top, filter) => {
                let cards = self.object_of(top, scope).map_or(Vec::new(), |top| self.board.sub_cards(top));
                self.matching(cards.into_iter(), filter, scope)
            }
            Group::Defenders(filter) => {
                let cards = self.board.combat.active().into_iter().flat_map(|link| link.defenses.iter().map(|defense| defense.card));
                self.matching(cards, filter, scope)
            }
            Group::DefendersOf(attack, filter) => {
                let link = self.object_of(attack, scope).and_then(|id| self.board.combat.link_of(id));
                let cards = link.into_iter().flat_map(|link| link.defenses.iter().map(|defense| defense.card));
                self.matching(cards, filter, scope)
            }
            Group::Links(filter) => self.matching(self.board.combat.links.iter().map(|link| link.attack), filter, scope),
            Group::Paid(filter) => self.paid(scope).map_or(Vec::new(), |paid| self.matching(paid.iter().copied(), filter, scope)),
            Group::Pitched(filter) => layer().map_or(Vec::new(), |layer| self.matching(layer.pitched.iter().copied(), filter, scope)),
            Group::Players => {
                let first = scope.controller.unwrap_or(self.board.turn.active);
                self.board.seats_from(first).into_iter().map(Value::Seat).collect()
            }
            Group::Last => scope.last.to_vec(),
            Group::LastThat(filter) => of_values(scope.last, filter),
        }
    }

    /// The objects of a group; for a player the hero (1.1.2b).
    pub fn objects(&self, group: &Group, scope: &Scope<'_>) -> Vec<ObjectId> {
        let object = |value| match value {
            Value::Object(id) => Some(id),
            Value::Seat(seat) => Some(self.board.player(seat).hero),
            Value::Number(_) => None,
        };
        self.members(group, scope).into_iter().filter_map(object).collect()
    }

    /// A number; 0 where what it asks about does not exist (1.8.7a).
    pub fn number(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        let of_object = |reference: &Ref, get: &dyn Fn(ObjectId) -> i32| self.object_of(reference, scope).map_or(0, get);
        let property =
            |reference: &Ref, get: &dyn Fn(&Properties) -> Option<i32>| of_object(reference, &|id| self.properties(id).and_then(get).unwrap_or(0));
        match number {
            Number::N(number) => *number,
            Number::ByPitch(red, yellow, blue) => match scope.card.and_then(|card| self.library.card(card).base.pitch) {
                Some(1) | None => *red,
                Some(2) => *yellow,
                Some(_) => *blue,
            },
            // 1.12.2b: what a card's X was declared to be remains so as long as the object exists.
            Number::X => clamp(if scope.x > 0 { scope.x } else { scope.source.and_then(|id| self.layer(id)).map_or(0, |layer| layer.x) }),
            Number::Count(group) => clamp(self.members(group, scope).len() as u32),
            Number::DifferentCosts(group) => {
                let mut costs: Vec<u32> = self.objects(group, scope).into_iter().filter_map(|id| self.properties(id)?.cost).collect();
                costs.sort_unstable();
                costs.dedup();
                clamp(costs.len() as u32)
            }
            Number::Power(reference) => of_object(reference, &|id| self.power(id).unwrap_or(0)),
            Number::BasePower(reference) => property(reference, &|properties| properties.base_power),
            Number::Defense(reference) => of_object(reference, &|id| self.defense(id).unwrap_or(0)),
            Number::Cost(reference) => property(reference, &|properties| properties.cost.map(clamp)),
            Number::Pitch(reference) => property(reference, &|properties| properties.pitch.map(i32::from)),
            Number::Life(reference) => of_object(reference, &|id| self.life(id).unwrap_or(0)),
            Number::HandSize(who) => self.seat(who, scope).map_or(0, |seat| clamp(self.board.zone(Zone::Of(ZoneKind::Hand, seat)).len() as u32)),
            Number::Counters(kind, reference) => of_object(reference, &|id| clamp(self.board.get(id).map_or(0, |object| object.counters(*kind)))),
            Number::Rank(keyword) => scope.source.and_then(|id| self.properties(id)).map_or(0, |properties| rank(properties, *keyword)),
            Number::Times(when, since) => clamp(self.times(when, *since, scope)),
            Number::Links => clamp(self.board.combat.links.len() as u32),
            Number::Equipped(who, subtype) => {
                let Some(seat) = self.seat(who, scope) else { return 0 };
                let worn = |object: &&Object| object.equipped != 0 && self.properties(object.id).is_some_and(|own| own.types.has(*subtype));
                let own = || self.board.arena().filter(|object| self.controller(object.id) == Some(seat));
                let counts =
                    |alter| if let Alter::CountsAs(count, counted) = alter { if counted == *subtype { u32::from(count) } else { 0 } } else { 0 };
                // 1.8.8: what counts as equipped does so only for what counts.
                let more: u32 = own().flat_map(|object| self.limits(object.id)).map(counts).sum();
                clamp((own().filter(worn).count() as u32).saturating_add(more))
            }
            Number::EventAmount => clamp(scope.event.amount),
            Number::LastAmount => clamp(scope.amount),
            Number::Kept(place) => scope.kept.get(usize::from(*place)).copied().unwrap_or(0),
            Number::Plus(a, b) => self.number(a, scope).saturating_add(self.number(b, scope)),
            Number::Product(factor, inner) => self.number(inner, scope).saturating_mul(*factor),
            // 1.12.1a: towards zero.
            Number::Half(inner) => self.number(inner, scope) / 2,
            Number::If(asked, then, otherwise) => self.number(if self.holds(asked, scope) { then } else { otherwise }, scope),
            Number::All => i32::MAX,
        }
    }

    /// A number of things: never below 0.
    pub fn count(&self, number: &Number, scope: &Scope<'_>) -> u32 {
        self.number(number, scope).max(0) as u32
    }

    /// How often something has happened since then.
    pub fn times(&self, when: &When, since: Since, scope: &Scope<'_>) -> u32 {
        let combat = &self.board.combat;
        let within = |past: &&Past| match since {
            Since::Turn => true,
            Since::Chain => combat.open && past.chain == combat.serial,
            Since::Link => combat.open && past.chain == combat.serial && past.link == combat.links.len() as u32,
        };
        let count = |past: &Past| occurrences(self, when, &past.what, scope).len() as u32;
        self.board.history.iter().filter(within).map(count).sum()
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        match condition {
            Condition::AtLeast(a, b) => self.number(a, scope) >= self.number(b, scope),
            Condition::Exists(group) => !self.members(group, scope).is_empty(),
            Condition::Matches(reference, filter) => self.object_of(reference, scope).is_some_and(|id| self.matches(filter, id, scope)),
            // 4.1.8b: before the first turn it is nobody's.
            Condition::TurnOf(who) => self.board.turn.number > 0 && self.seat(who, scope) == Some(self.board.turn.active),
            Condition::ActionPhaseOf(who) => self.seat(who, scope).is_some_and(|seat| self.board.is_action_phase_of(seat)),
            Condition::LastAttackWas(names) => self.last_attack(scope).is_some_and(|attack| {
                let own = self.plain_name(attack);
                names.iter().any(|name| own.eq_ignore_ascii_case(name))
            }),
            Condition::DefendedFromHand => {
                let combat = &self.board.combat;
                let here = |past: &Past| past.chain == combat.serial && past.link == combat.links.len() as u32;
                let hero = self.object_of(&Ref::DefendingHero, scope);
                let by_hero = |defense: &Defense| defense.from_hand && Some(self.board.player(defense.controller).hero) == hero;
                let from_hand = |past: &Past| matches!(&past.what, Occurrence::Defended { cards, .. } if cards.iter().any(by_hero));
                combat.active().is_some() && self.board.history.iter().any(|past| here(past) && from_hand(past))
            }
            Condition::Happened(when, since) => self.times(when, *since, scope) > 0,
            Condition::PlayedFrom(kind) => scope.source.is_some_and(|id| self.played_from(id, *kind)),
            Condition::Paid(place) => scope.layer.and_then(|id| self.layer(id)).is_some_and(|layer| layer.optional & 1 << (place & 7) != 0),
            Condition::Mode(mode) => scope.layer.and_then(|id| self.layer(id)).is_some_and(|layer| layer.modes.contains(mode)),
            Condition::Did => scope.amount > 0,
            Condition::ByEffectOf(filter) => self.acting().is_some_and(|layer| self.matches(filter, layer, scope)),
            Condition::Combat => self.board.combat.open,
            Condition::Empty(who, kind) => self.seat(who, scope).is_some_and(|seat| self.is_empty(*kind, seat)),
            Condition::CanEquip(reference) => {
                let id = self.object_of(reference, scope).filter(|id| self.object(*id).is_some_and(Object::exists));
                id.zip(scope.controller).is_some_and(|(id, seat)| crate::opening::slots_for(self, seat, id) != 0)
            }
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, scope)),
            Condition::Either(all) => all.iter().any(|condition| self.holds(condition, scope)),
            Condition::Not(inner) => !self.holds(inner, scope),
        }
    }

    /// Whether an object was put on the stack from such a zone.
    fn played_from(&self, id: ObjectId, kind: ZoneKind) -> bool {
        let announced = |past: &Past| match &past.what {
            Occurrence::Moved { new, from, to: Zone::Stack, .. } if *new == id => Some(from.kind() == Some(kind)),
            _ => None,
        };
        self.board.history.iter().rev().find_map(announced).unwrap_or(false)
    }

    /// The attack of the chain link before that of the source (8.4.1).
    fn last_attack(&self, scope: &Scope<'_>) -> Option<ObjectId> {
        let links = &self.board.combat.links;
        let own = scope.source.and_then(|id| links.iter().position(|link| link.attack == id || link.source == Some(id)));
        let before = own.unwrap_or(links.len()).checked_sub(1)?;
        links.get(before).map(|link| link.attack)
    }

    /// Whether abilities of an object are functional that need it to be there (1.7.4).
    pub fn functional(&self, object: &Object, from: crate::definition::From, about_defending: bool) -> bool {
        use crate::definition::From;
        let defends = || object.zone == Zone::Chain && self.board.combat.defends_on(object.id).is_some();
        let arena = || object.public && object.zone.is_arena() && (about_defending || !defends() || self.is_permanent(object.id));
        let own = |kind: ZoneKind| object.zone == Zone::Of(kind, object.owner);
        match from {
            From::Arena => arena(),
            From::Play => arena() || object.zone == Zone::Stack,
            From::Hand => own(ZoneKind::Hand),
            From::Banished => own(ZoneKind::Banished) && object.public,
            From::Graveyard => own(ZoneKind::Graveyard) && object.public,
            From::Arsenal => own(ZoneKind::Arsenal),
            From::Defending => defends(),
            From::Anywhere => object.exists(),
        }
    }
}

/// As what an object is looked at: an attack-layer is a layer or an attack (1.4.4a), everything else is what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guise {
    Own,
    Layer,
    Attack,
}

/// Whether a triggered effect waits for a hit (7.5.5).
fn waits_for_hit(when: &When) -> bool {
    match when {
        When::Hits(..) => true,
        When::Any(all) => all.iter().any(waits_for_hit),
        _ => false,
    }
}

/// Whether a description speaks of attacks, or of one object.
fn speaks_of_attacks(filter: &Filter) -> bool {
    match filter {
        Filter::Attack | Filter::WeaponAttack | Filter::Attacking | Filter::Is(_) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(speaks_of_attacks),
        _ => false,
    }
}

/// The sum of the numbers behind a keyword.
fn rank(properties: &Properties, keyword: Keyword) -> i32 {
    let number = |own: &Keyword| match own {
        Keyword::ArcaneBarrier(number)
        | Keyword::Spellvoid(number)
        | Keyword::Quell(number)
        | Keyword::Ward(number)
        | Keyword::Piercing(number)
        | Keyword::ArcaneShelter(number) => i32::from(*number),
        _ => 0,
    };
    properties.keywords.iter().filter(|own| own.is_like(keyword)).map(number).sum()
}

fn clamp(number: u32) -> i32 {
    number.min(i32::MAX as u32) as i32
}

/// Where layers and proxies come from.
const _: [duelog_kernel::RuleId; 2] = [rule!("1.2.4"), rule!("1.7.1a")];

/// The source of a layer's effects: the card itself, or the source of the ability (1.8.1a).
pub fn source_of(id: ObjectId, layer: &Layer) -> ObjectId {
    match layer.kind {
        LayerKind::Card => id,
        LayerKind::Activated(source, _) | LayerKind::Triggered(source, _) | LayerKind::Delayed(source, ..) => source,
    }
}

/// A script's eye on the board.
pub struct ScriptEye<'a> {
    /// The board.
    pub sight: Sight<'a>,
    /// The script's context.
    pub context: &'a Context,
    /// Whose text it is.
    pub card: CardId,
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
}

impl ScriptEye<'_> {
    fn scope<'b>(&'b self, cursor: &'b Cursor<Value>) -> Scope<'b> {
        Scope { it: cursor.it().copied(), kept: &cursor.kept, amount: self.amount, last: self.last, ..Scope::context(self.context, self.card) }
    }
}

impl Eye<Fleshly, Value> for ScriptEye<'_> {
    fn holds(&mut self, condition: &Condition, cursor: &Cursor<Value>) -> bool {
        self.sight.holds(condition, &self.scope(cursor))
    }

    fn members(&mut self, group: &Group, cursor: &Cursor<Value>) -> Vec<Value> {
        self.sight.members(group, &self.scope(cursor))
    }

    fn number(&mut self, number: &Number, cursor: &Cursor<Value>) -> i32 {
        self.sight.number(number, &self.scope(cursor))
    }

    fn round(&self, round: u32) -> Value {
        Value::Number(round)
    }
}
