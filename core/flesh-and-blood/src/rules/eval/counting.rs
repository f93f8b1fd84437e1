//! What numbers are, and whether conditions hold.

use duelog_kernel::bounds;

use super::*;
use crate::language::definition::Property;
use crate::state::Step;

impl Sight<'_> {
    /// A number; 0 where what it asks about does not exist.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn number(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        cite!("1.8.7a");
        cite!("1.12.1");
        let of_object =
            |reference: &Ref, get: &dyn Fn(ObjectId) -> i32| self.object_of(reference, scope).map_or(0, get);
        match number {
            Number::N(number) => *number,
            Number::ByPitch(red, yellow, blue) => {
                match scope.card.and_then(|card| self.card_pool.card(card).base.pitch) {
                    Some(1) | None => *red,
                    Some(2) => *yellow,
                    Some(_) => *blue,
                }
            }
            Number::X => {
                // What a card's X was declared to be remains so as long as the object exists.
                cite!("1.12.2a", "1.12.2b");
                unsettled::note(scope.x == 0 && scope.source.is_none(), number);
                bounds::signed(if scope.x > 0 {
                    scope.x
                } else {
                    scope.source.and_then(|id| self.parameters(id)).map_or(0, |layer| layer.x)
                })
            }
            Number::Count(group, None) => bounds::signed(self.members(group, scope).len() as u32),
            Number::Count(group, Some(each)) => {
                self.members(group, scope).into_iter().fold(0_i32, |sum, it| {
                    sum.saturating_add(self.number(each, &Scope { it: Some(it), ..*scope }))
                })
            }
            Number::DifferentCosts(group) => {
                cite!("1.8.7");
                let mut costs: Vec<u32> = self
                    .objects(group, scope)
                    .into_iter()
                    .filter_map(|id| self.properties(id)?.cost)
                    .collect();
                costs.sort();
                costs.dedup();
                bounds::signed(costs.len() as u32)
            }
            Number::DifferentNames(group) => {
                cite!("2.7.1");
                let mut names: Vec<&str> = self
                    .objects(group, scope)
                    .into_iter()
                    .filter_map(|id| Some(self.card_pool.name(self.properties(id)?.card?)))
                    .map(crate::state::card_pool::plain_name)
                    .collect();
                names.sort_unstable();
                names.dedup();
                bounds::signed(names.len() as u32)
            }
            Number::Of(property, reference) => {
                of_object(reference, &|id| self.property(*property, id).unwrap_or(0))
            }
            // 2.2.4b: with increases and reductions, as it was paid.
            Number::Payment(reference) => {
                of_object(reference, &|id| bounds::signed(self.layer(id).map_or(0, |layer| layer.price)))
            }
            Number::HandSize(who) => self.seat(who, scope).map_or(0, |seat| {
                bounds::signed(self.board.zone(Zone::Of(ZoneKind::Hand, seat)).len() as u32)
            }),
            Number::Counters(kind, reference) => of_object(reference, &|id| {
                bounds::signed(self.board.get(id).map_or(0, |object| object.counters(*kind)))
            }),
            Number::Rank(keyword, of) => {
                let of = of.as_ref().map_or(scope.source, |of| self.object_of(of, scope));
                of.and_then(|id| self.properties(id)).map_or(0, |properties| rank(properties, *keyword))
            }
            Number::Times(when, since) => bounds::signed(self.times(when, *since, scope)),
            Number::Total(when, since) => {
                let amount = |context: EventContext| context.amount;
                bounds::signed(bounds::sum(self.happened(when, *since, scope).into_iter().map(amount)))
            }
            Number::Activation => bounds::signed(scope.layer.map_or(0, |layer| self.activation(layer))),
            Number::AllCounters(kind, group) => {
                cite!("1.15.1");
                let on = |id: ObjectId| self.board.get(id).map_or(0, |object| object.counters(*kind));
                bounds::signed(bounds::sum(self.objects(group, scope).into_iter().map(on)))
            }
            Number::HitsInARow => {
                cite!("7.5.5d");
                let links = &self.board.combat.links;
                bounds::signed(links.iter().rev().take_while(|link| link.hit).count() as u32)
            }
            Number::Links => {
                cite!("8.4.6");
                bounds::signed(self.board.combat.links.len() as u32)
            }
            Number::Equipped(who, subtype) => {
                cite!("8.4.11");
                let Some(seat) = self.seat(who, scope) else { return 0 };
                let worn = |object: &&Object| {
                    object.equipped != 0
                        && self.properties(object.id).is_some_and(|own| own.types.has(*subtype))
                };
                let own = || self.board.arena().filter(|object| self.controller(object.id) == Some(seat));
                let counts = |alter| {
                    if let Alter::CountsAs(count, counted) = alter {
                        if counted == *subtype { u32::from(count) } else { 0 }
                    } else {
                        0
                    }
                };
                // What counts as equipped does so only for what counts.
                cite!("1.8.8");
                let more = bounds::sum(own().flat_map(|object| self.limits(object.id)).map(counts));
                bounds::signed((own().filter(worn).count() as u32).saturating_add(more))
            }
            Number::EventAmount => {
                unsettled::note(scope.is_eventless(), number);
                bounds::signed(scope.event.amount)
            }
            Number::LastAmount => {
                unsettled::note(scope.knows < Knows::Script && scope.amount == 0, number);
                bounds::signed(scope.amount)
            }
            Number::Shown(result) => bounds::signed(
                scope.last.iter().filter(|value| **value == Value::Number(*result)).count() as u32,
            ),
            Number::Kept(place) if scope.kept.len() <= usize::from(*place) => {
                unsettled::note(true, number);
                0
            }
            Number::Kept(place) => scope.kept.get(usize::from(*place)).copied().unwrap_or(0),
            Number::Plus(a, b) => self.number(a, scope).saturating_add(self.number(b, scope)),
            Number::Product(factor, inner) => self.number(inner, scope).saturating_mul(*factor),
            Number::Half(inner) => {
                // A division of integers rounds towards zero.
                cite!("1.12.1a");
                self.number(inner, scope) / 2
            }
            Number::If(asked, then, otherwise) => {
                self.number(if self.holds(asked, scope) { then } else { otherwise }, scope)
            }
            Number::All => i32::MAX,
        }
    }

    /// A number that an object has, wherever it is; none where it has no such number.
    pub fn property(&self, property: Property, id: ObjectId) -> Option<i32> {
        let own = || self.properties(id);
        match property {
            Property::Power => self.power(id),
            Property::BasePower => own()?.base_power,
            Property::Defense => self.defense(id),
            Property::BaseDefense => own()?.base_defense,
            Property::Life => self.life(id),
            Property::BaseLife => own()?.life,
            Property::Intellect => own()?.intellect,
            Property::Pitch => {
                cite!("2.8.4");
                self.pitch(id).map(i32::from)
            }
            Property::Cost => own()?.cost.map(bounds::signed),
        }
    }

    /// A number of things: never below 0.
    pub fn count(&self, number: &Number, scope: &Scope<'_>) -> u32 {
        self.number(number, scope).max(0) as u32
    }

    /// How often something has happened since then.
    pub fn times(&self, when: &When, since: Since, scope: &Scope<'_>) -> u32 {
        self.happened(when, since, scope).len() as u32
    }

    /// All such events that have happened since then.
    fn happened(&self, when: &When, since: Since, scope: &Scope<'_>) -> Vec<EventContext> {
        let combat = &self.board.combat;
        let reacts = |past: &PastEvent| matches!(past.what, Occurrence::PhaseBegan(Step::Reaction, _));
        let from = match since {
            Since::Reaction => self.board.history.iter().rposition(reacts),
            Since::Turn | Since::Chain | Since::Link => None,
        };
        let within = |past: &&PastEvent| match since {
            Since::Turn => true,
            Since::Reaction => from.is_some() && self.board.turn.step == Step::Reaction,
            Since::Chain => combat.open && past.chain == combat.serial,
            Since::Link => {
                combat.open && past.chain == combat.serial && past.link == combat.links.len() as u32
            }
        };
        let history = self.board.history.iter().skip(from.unwrap_or_default()).filter(within);
        history.flat_map(|past| self.occurrences(when, &past.what, scope)).collect()
    }

    /// Which activation of its ability this turn a layer is.
    fn activation(&self, layer: ObjectId) -> u32 {
        cite!("5.2.1a");
        let ability = |id: ObjectId| self.board.get(id)?.layer.as_ref().map(|own| own.kind);
        let same = |past: &PastEvent| match past.what {
            Occurrence::Activated(_, id) if ability(id) == ability(layer) => Some(id),
            _ => None,
        };
        let mut all = self.board.history.iter().filter_map(same);
        all.position(|id| id == layer).map_or(0, |before| before as u32 + 1)
    }

    /// Whether a condition holds.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        cite!("1.8.4");
        match condition {
            Condition::AtLeast(a, b) => {
                self.compares(a, b, scope) && self.number(a, scope) >= self.number(b, scope)
            }
            Condition::Exists(group) => !self.members(group, scope).is_empty(),
            Condition::Matches(reference, filter) => {
                self.object_of(reference, scope).is_some_and(|id| self.matches(filter, id, scope))
            }
            // Before the first turn it is nobody's.
            Condition::TurnOf(who) => {
                cite!("4.1.8b");
                self.board.turn.number > 0 && self.seat(who, scope) == Some(self.board.turn.active)
            }
            Condition::PhaseOf(phase, who) => {
                self.seat(who, scope).is_some_and(|seat| self.board.is_phase_of(*phase, seat))
            }
            Condition::LastAttackWas(names) => self
                .last_attack(scope)
                .is_some_and(|attack| names.iter().any(|name| self.is_called(attack, name))),
            Condition::LastAttack(filter) => {
                self.last_attack(scope).is_some_and(|attack| self.matches(filter, attack, scope))
            }
            Condition::LastAttackOfTurn(filter) => {
                let now = self.board.combat.active().map(|link| link.attack);
                let attacks = self.board.history.iter().rev().filter_map(|past| match &past.what {
                    Occurrence::Attacked(attack, _) if Some(*attack) != now => Some(*attack),
                    _ => None,
                });
                cite!("8.4.16");
                attacks.take(1).any(|attack| self.matches(filter, attack, scope))
            }
            Condition::DefendedFromHand => {
                // Asked as the script comes to it, and not again.
                cite!("8.4.3", "8.4.3a");
                let combat = &self.board.combat;
                let here =
                    |past: &PastEvent| past.chain == combat.serial && past.link == combat.links.len() as u32;
                let hero = self.object_of(&Ref::DefendingHero, scope);
                let by_hero = |defense: &Defense| {
                    defense.from_hand && Some(self.board.player(defense.controller).hero) == hero
                };
                let from_hand = |past: &PastEvent| matches!(&past.what, Occurrence::Defended { cards, .. } if cards.iter().any(by_hero));
                combat.active().is_some()
                    && self.board.history.iter().any(|past| here(past) && from_hand(past))
            }
            Condition::Happened(when, since) => {
                cite!("8.4.16");
                self.times(when, *since, scope) > 0
            }
            Condition::PlayedFrom(kind) => scope.source.is_some_and(|id| self.played_from(id, *kind)),
            Condition::Paid(place) => {
                cite!("8.3.17a");
                scope
                    .layer
                    .and_then(|id| self.parameters(id))
                    .is_some_and(|layer| layer.optional & 1 << (place & 31) != 0)
            }
            Condition::Mode(mode) => {
                scope.layer.and_then(|id| self.parameters(id)).is_some_and(|layer| layer.modes.contains(mode))
            }
            Condition::Did => {
                cite!("1.8.4a", "1.8.4b");
                unsettled::note(scope.knows < Knows::Script && scope.amount == 0, condition);
                scope.amount > 0
            }
            Condition::ByEffectOf(filter) => {
                self.acting().is_some_and(|layer| self.matches(filter, layer, scope))
            }
            Condition::Combat => self.board.combat.open,
            Condition::Empty(who, kind) => {
                self.seat(who, scope).is_some_and(|seat| self.is_empty(*kind, seat))
            }
            Condition::CanEquip(reference) => {
                // Only then the script lets the player pay to retrieve.
                cite!("8.5.51", "8.5.51a");
                let id = self
                    .object_of(reference, scope)
                    .filter(|id| self.object(*id).is_some_and(Object::exists));
                id.zip(scope.controller)
                    .is_some_and(|(id, seat)| crate::rules::equipping::slots_for(self, seat, id) != 0)
            }
            Condition::Room(reference, destination) => {
                cite!("8.3.18b");
                let object = self
                    .object_of(reference, scope)
                    .and_then(|id| self.object(id))
                    .filter(|object| object.exists());
                object.is_some_and(|object| self.room(object, zone_of(*destination, object.owner).0).is_ok())
            }
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, scope)),
            Condition::Either(all) => all.iter().any(|condition| self.holds(condition, scope)),
            // Less than the other, which neither is where there is none.
            Condition::Not(inner) => match &**inner {
                Condition::AtLeast(a, b) => {
                    self.compares(a, b, scope) && self.number(a, scope) < self.number(b, scope)
                }
                inner => !self.holds(inner, scope),
            },
        }
    }

    /// Whether the properties exist whose values are compared: what lacks one meets no condition about its
    /// value.
    fn compares(&self, a: &Number, b: &Number, scope: &Scope<'_>) -> bool {
        cite!("1.8.7");
        let has = |reference: &Ref, property: &dyn Fn(ObjectId) -> bool| {
            self.object_of(reference, scope).is_some_and(property)
        };
        let exists = |number: &Number| match number {
            Number::Of(property, of) => has(of, &|id| self.property(*property, id).is_some()),
            _ => true,
        };
        exists(a) && exists(b)
    }

    /// Whether an object was put on the stack from such a zone.
    pub(super) fn played_from(&self, id: ObjectId, kind: ZoneKind) -> bool {
        let announced = |past: &PastEvent| match &past.what {
            Occurrence::Moved { new, from, to: Zone::Stack, .. } if *new == id => {
                Some(from.kind() == Some(kind))
            }
            _ => None,
        };
        self.board.history.iter().rev().find_map(announced).unwrap_or(false)
    }

    /// The attack of the chain link before that of the source.
    fn last_attack(&self, scope: &Scope<'_>) -> Option<ObjectId> {
        cite!("8.4.1");
        let links = &self.board.combat.links;
        let own = scope.source.and_then(|id| links.iter().rposition(|link| link.is_of(id)));
        let before = own.unwrap_or(links.len()).checked_sub(1)?;
        links.get(before).map(|link| link.attack)
    }
}

/// The sum of the numbers behind a keyword.
fn rank(properties: &Properties, keyword: Keyword) -> i32 {
    let number = |own: &Keyword| match own {
        Keyword::ArcaneBarrier(number)
        | Keyword::Spellvoid(number)
        | Keyword::Heave(number)
        | Keyword::Quell(number)
        | Keyword::Ward(number)
        | Keyword::Piercing(number)
        | Keyword::ArcaneShelter(number) => i32::from(*number),
        _ => 0,
    };
    properties.keywords.iter().filter(|own| own.is_like(keyword)).map(number).sum()
}
