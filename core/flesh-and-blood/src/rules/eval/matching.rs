//! What filters match.

use duelog_kernel::budget;

use super::*;
use crate::language::definition::Property;
use crate::state::Basis;

/// Revision 5: a card is defending until it leaves the combat chain, and not on the active chain link alone
/// (7.0.5a).
fn defends_to_the_end(revision: u32) -> bool {
    revision >= 5
}

impl Sight<'_> {
    /// Whether an object matches. An attack-layer does as the layer that it is or as an attack without
    /// properties, but not as both.
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        budget::tick(1);
        let Some(object) = self.board.get(id) else { return false };
        if self.could_be_any(id) {
            return true;
        }
        if self.is_attack_layer(object) {
            cite!("1.4.4a");
            return self.fits(filter, object, Guise::Layer, scope)
                || self.fits(filter, object, Guise::Attack, scope);
        }
        self.fits(filter, object, Guise::Own, scope)
    }

    /// Whether an object that moves matches: where it could not be known on the way, as an object without
    /// properties.
    pub fn matches_moving(&self, filter: &Filter, id: ObjectId, known: bool, scope: &Scope<'_>) -> bool {
        cite!("3.0.7a");
        if known {
            return self.matches(filter, id, scope);
        }
        self.board.get(id).is_some_and(|object| self.fits(filter, object, Guise::Unknown, scope))
    }

    /// Whether an object is an attack that matches; of an attack-layer, as an attack without properties
    /// (1.4.4a).
    pub fn is_attack_that(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        budget::tick(1);
        let Some(object) = self.board.get(id).filter(|_| self.is_attack(id)) else { return false };
        cite!("1.4.4a");
        let guise = if object.kind == Kind::Layer { Guise::Attack } else { Guise::Own };
        self.fits(filter, object, guise, scope)
    }

    /// Whether a description names an object by one of its identities and it matches: an attack-proxy is
    /// nothing but an attack, and what is on the stack without being a card is not called by the types
    /// that it has from its source.
    pub fn names(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        cite!("1.2.2", "1.4.3a");
        let named = || match self.board.get(id).map(|object| object.kind) {
            Some(Kind::Proxy) => speaks_of_attacks(filter),
            Some(Kind::Layer) => {
                cite!("1.2.2c", "1.2.2g");
                !calls_by_type(filter) || speaks_of_layers(filter) || speaks_of_attacks(filter)
            }
            Some(Kind::Card | Kind::Token | Kind::Macro) | None => true,
        };
        self.matches(filter, id, scope) && named()
    }

    /// The attack-targets of an attack, be it on the stack or on a chain link (1.4.5).
    pub(super) fn attack_targets_of(&self, object: &Object) -> Vec<ObjectId> {
        let links = &self.board.combat.links;
        match links.iter().rev().find(|link| link.is_of(object.id)) {
            Some(link) => link.targets.clone(),
            None => object.layer.as_ref().map_or(Vec::new(), |layer| layer.attacked.clone()),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table")]
    fn fits(&self, filter: &Filter, object: &Object, guise: Guise, scope: &Scope<'_>) -> bool {
        if guise == Guise::Unknown && asks_property(filter) {
            return false;
        }
        let id = object.id;
        let nothing = Properties::default();
        let own = if guise == Guise::Attack { Some(&nothing) } else { self.properties(id) };
        let Some(properties) = own else { return false };
        let types = &properties.types;
        // A proxy is called by nothing but an attack.
        cite!("1.6.1");
        let layer = guise != Guise::Attack && object.zone == Zone::Stack && object.kind != Kind::Proxy;
        let kind =
            object.layer.as_ref().filter(|_| layer && object.kind == Kind::Layer).map(|layer| layer.kind);
        // An attack-layer as an attack has no properties.
        let has =
            |property: Property| if guise == Guise::Attack { None } else { self.property(property, id) };
        match filter {
            Filter::Any => {
                cite!("1.2.2a");
                true
            }
            Filter::Type(card_type) => {
                cite!("1.2.2c");
                types.is(*card_type)
            }
            Filter::Sub(subtype) => {
                cite!("1.2.2c");
                types.has(*subtype)
            }
            Filter::Super(supertype) => guise != Guise::Attack && self.is_super(id, *supertype),
            Filter::Named(name) => {
                cite!("1.2.2b", "2.12.3b");
                object.kind != Kind::Layer && self.is_called(id, name)
            }
            Filter::NameHas(part) => object.kind != Kind::Layer && self.has_in_name(id, part),
            // A name is the whole name, and no moniker.
            // Of a split-card it is one of its names, of a flip-card that of the face that is active.
            Filter::NamedCard => {
                cite!("2.7.3c", "8.5.21a", "9.1.2b", "9.2.2b");
                scope.named.is_some_and(|name| object.is_card() && self.is_called(id, name))
            }
            Filter::SameName(other) => {
                object.is_card()
                    && self.object_of(other, scope).is_some_and(|other| self.has_name_of(id, other))
            }
            Filter::Moniker(moniker) => {
                cite!("1.2.2b");
                let proxy = object.kind == Kind::Proxy && proxies_have_monikers(self.card_pool.revision);
                (object.is_card() || proxy)
                    && self.card_pool.has_moniker(properties.card.unwrap_or(object.card), moniker)
            }
            Filter::Color(color) => self.printed(id).is_some_and(|card| card.color == Some(*color)),
            Filter::ColorOf(of) => {
                let color = |id| self.printed(id).and_then(|card| card.color);
                color(id).is_some() && color(id) == self.object_of(of, scope).and_then(color)
            }
            Filter::Raised(property, times) => {
                cite!("2.0.3");
                let base = has(crate::state::reads::base_of(*property));
                has(*property)
                    .zip(base)
                    .is_some_and(|(own, base)| i64::from(own) > i64::from(base) * i64::from(*times))
            }
            Filter::Trait(name) => {
                // Only filters look at traits.
                cite!("2.13.1", "2.13.2", "2.13.3", "2.13.4");
                cite!("1.2.2c");
                self.printed(id).is_some_and(|card| card.definition.traits.contains(name))
            }
            Filter::Metatype(name) => {
                guise != Guise::Attack
                    && self.card_pool.card(self.metatyped(object)).definition.metatypes.contains(name)
            }
            Filter::Keyword(keyword) => {
                cite!("1.7.2");
                properties.has(*keyword)
            }
            Filter::Did(deed) => self.board.history.iter().any(|past| self.was_done(*deed, id, &past.what)),
            Filter::HitEffect => {
                cite!("1.7.2");
                properties
                    .abilities
                    .iter()
                    .filter_map(|code| self.card_pool.triggered(*code))
                    .any(|ability| waits_for_hit(&ability.when))
            }
            Filter::Attack => guise != Guise::Layer && self.is_attack(id),
            Filter::AttackAction => {
                object.kind == Kind::Card && types.is(CardType::Action) && types.has(subtype::ATTACK)
            }
            Filter::NonAttackAction => {
                object.kind == Kind::Card && types.is(CardType::Action) && !types.has(subtype::ATTACK)
            }
            Filter::WeaponAttack => object.kind == Kind::Proxy && types.is(CardType::Weapon),
            Filter::Card => {
                cite!("1.2.2e");
                object.is_card()
            }
            Filter::Source => object.is_source(),
            Filter::Layer => layer,
            Filter::ActivatedAbility => {
                cite!("1.2.2g");
                matches!(kind, Some(LayerKind::Activated(..)))
            }
            Filter::TriggeredEffect => {
                cite!("1.2.2h");
                matches!(kind, Some(LayerKind::Triggered(..) | LayerKind::Delayed(..)))
            }
            Filter::Permanent => {
                cite!("1.2.2f");
                self.is_permanent(id)
            }
            Filter::Living => self.is_living(id),
            Filter::AtLeast(property, number) => {
                cite!("1.8.7");
                has(*property).is_some_and(|own| own >= self.number(number, scope))
            }
            Filter::AtMost(property, number) => {
                has(*property).is_some_and(|own| own <= self.number(number, scope))
            }
            Filter::Exactly(property, number) => {
                has(*property).is_some_and(|own| own == self.number(number, scope))
            }
            Filter::Deals(kind, least) => {
                let least = self.number(least, scope);
                let own = Scope {
                    x: self.parameters(id).map_or(0, |layer| layer.x),
                    ..Scope::of(
                        id,
                        self.holder(id).unwrap_or(object.owner),
                        properties.card.unwrap_or(object.card),
                    )
                };
                let deals = |verb: &Verb| matches!(verb, Verb::Damage { amount, kind: dealt, .. } if dealt == kind && self.number(amount, &own) >= least);
                self.generates(id, &deals)
            }
            Filter::Clashes => self.generates(id, &|verb| matches!(verb, Verb::Clash(..))),
            Filter::Contracts => {
                cite!("8.4.7");
                let contract =
                    |code: &CodeRef| self.card_pool.triggered(*code).is_some_and(|ability| ability.contract);
                properties.abilities.iter().any(contract)
            }
            Filter::Counter(kind) => object.counters(*kind) > 0,
            Filter::Defending => {
                cite!("7.0.5a");
                let combat = &self.board.combat;
                let on = |link: &Link| link.defenses.iter().any(|defense| defense.card == id);
                if defends_to_the_end(self.card_pool.revision) {
                    combat.links.iter().any(on)
                } else {
                    combat.active().is_some_and(on)
                }
            }
            Filter::Attacking => self.board.combat.links.iter().any(|link| link.is_of(id)),
            Filter::Melded => {
                object.kind == Kind::Card
                    && self.parameters(id).is_some_and(|layer| layer.basis == Basis::Meld)
            }
            Filter::Against(target) => {
                cite!("1.4.5");
                self.attack_targets_of(object).into_iter().any(|id| self.matches(target, id, scope))
            }
            Filter::Hit => self.board.combat.links.iter().any(|link| link.attack == id && link.hit),
            Filter::Defended => object.defended,
            Filter::Equipped => object.equipped != 0,
            Filter::EquippedTo(kind) => object.equipped & crate::rules::zones::slots(*kind) != 0,
            Filter::FaceDown => !object.public,
            Filter::Tapped => object.tapped,
            Filter::FaceUp => object.public,
            Filter::Frozen => self.is_frozen(id),
            Filter::Marked => object.marked,
            Filter::From(kind) => object.from.kind() == Some(*kind),
            Filter::PlayedFrom(kind) => self.played_from(id, *kind),
            Filter::In(kind) => object.zone.kind() == Some(*kind),
            Filter::ControlledBy(who) => {
                self.controller(id).is_some_and(|seat| self.is_player(who, seat, scope))
            }
            Filter::OwnedBy(who) => object.owned_by().is_some_and(|seat| self.is_player(who, seat, scope)),
            Filter::Is(reference) => {
                let same =
                    |wanted| wanted == id || (object.kind == Kind::Proxy && object.source() == Some(wanted));
                self.object_of(reference, scope).is_some_and(same)
            }
            Filter::Became(reference) => {
                object.became.is_some() && object.became == self.object_of(reference, scope)
            }
            Filter::DefendingAgainst(attack) => self
                .object_of(attack, scope)
                .and_then(|attack| self.board.combat.link_of(attack))
                .is_some_and(|link| link.defenses.iter().any(|defense| defense.card == id)),
            Filter::Nth(place, when) => {
                cite!("6.6.1b");
                let mut all =
                    self.board.history.iter().flat_map(|past| self.occurrences(when, &past.what, scope));
                (*place as usize).checked_sub(1).and_then(|before| all.nth(before)?.object) == Some(id)
            }
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, object, guise, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, object, guise, scope)),
            Filter::Not(inner) => !self.fits(inner, object, guise, scope),
        }
    }
}

/// As what an object is looked at: an attack-layer is a layer or an attack (1.4.4a), what moves unseen has no
/// properties (3.0.7a), everything else is what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guise {
    Own,
    Layer,
    Attack,
    Unknown,
}

/// Whether a part of a filter asks for properties (2.0.1), or for what an object is by them.
fn asks_property(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_)
        | Filter::Sub(_)
        | Filter::Super(_)
        | Filter::Named(_)
        | Filter::NameHas(_)
        | Filter::NamedCard
        | Filter::SameName(_)
        | Filter::Moniker(_)
        | Filter::Color(_)
        | Filter::ColorOf(_)
        | Filter::Raised(..)
        | Filter::Trait(_)
        | Filter::Metatype(_)
        | Filter::Keyword(_)
        | Filter::Attack
        | Filter::AttackAction
        | Filter::NonAttackAction
        | Filter::WeaponAttack
        | Filter::HitEffect
        | Filter::Permanent
        | Filter::Living
        | Filter::AtLeast(..)
        | Filter::AtMost(..)
        | Filter::Exactly(..)
        | Filter::Deals(..)
        | Filter::Clashes
        | Filter::Contracts => true,
        Filter::Any
        | Filter::Melded
        | Filter::Did(_)
        | Filter::Card
        | Filter::Source
        | Filter::Layer
        | Filter::ActivatedAbility
        | Filter::TriggeredEffect
        | Filter::Counter(_)
        | Filter::Defending
        | Filter::Attacking
        | Filter::Against(_)
        | Filter::Hit
        | Filter::Defended
        | Filter::Equipped
        | Filter::EquippedTo(_)
        | Filter::FaceDown
        | Filter::Tapped
        | Filter::FaceUp
        | Filter::Frozen
        | Filter::Marked
        | Filter::From(_)
        | Filter::PlayedFrom(_)
        | Filter::In(_)
        | Filter::ControlledBy(_)
        | Filter::OwnedBy(_)
        | Filter::Is(_)
        | Filter::Became(_)
        | Filter::Nth(..)
        | Filter::DefendingAgainst(_)
        | Filter::All(_)
        | Filter::Either(_)
        | Filter::Not(_) => false,
    }
}

/// Revision 6: an attack-proxy inherits the moniker of its source with its name (1.4.3a, 2.7.3).
fn proxies_have_monikers(revision: u32) -> bool {
    revision >= 6
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
    filter.asks_for(&|part| {
        matches!(
            part,
            Filter::Attack | Filter::WeaponAttack | Filter::Attacking | Filter::Against(_) | Filter::Is(_)
        )
    })
}

/// Whether a description calls objects by a trait, a type or a subtype, which are identities of cards alone
/// (1.2.2c).
fn calls_by_type(filter: &Filter) -> bool {
    filter.asks_for(&|part| matches!(part, Filter::Type(_) | Filter::Sub(_) | Filter::Trait(_)))
}

/// Whether a description speaks of layers that are no cards.
fn speaks_of_layers(filter: &Filter) -> bool {
    filter
        .asks_for(&|part| matches!(part, Filter::Layer | Filter::ActivatedAbility | Filter::TriggeredEffect))
}
