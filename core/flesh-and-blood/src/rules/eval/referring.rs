//! What references refer to.

use super::*;

impl<'a> Sight<'a> {
    /// What a reference refers to.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn refer(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Value> {
        scope.note(reference);
        match reference {
            Ref::Target(group) => scope.targets.get(usize::from(*group))?.first().copied(),
            Ref::This => {
                cite!("2.12.3a");
                scope.source.map(Value::Object)
            }
            Ref::It => scope.it,
            Ref::Event => scope.event.object.map(Value::Object),
            Ref::EventOther => scope.event.other.map(Value::Object),
            Ref::EventPlayer => scope.event.player.map(Value::Seat),
            Ref::You => scope.controller.map(Value::Seat),
            Ref::Opponent => scope.controller.map(|seat| Value::Seat(self.opponent(seat, scope))),
            Ref::Controller(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.holder(id).map(Value::Seat),
                other => Some(other),
            },
            Ref::Now(inner) => {
                cite!("3.0.9c");
                let of = self.object_of(inner, scope)?;
                Some(Value::Object(self.board.get(of).and_then(|object| object.became).unwrap_or(of)))
            }
            Ref::Above(inner) => {
                let id = self.object_of(inner, scope)?;
                match self.board.get(id)?.zone {
                    Zone::Under(top) => Some(Value::Object(top)),
                    Zone::Of(ZoneKind::Soul, seat) => Some(Value::Object(self.board.player(seat).hero)),
                    _ => None,
                }
            }
            Ref::TopOf(inner) => {
                cite!("3.7.5");
                let seat = self.seat(inner, scope)?;
                self.board.zone(Zone::Of(ZoneKind::Deck, seat)).last().copied().map(Value::Object)
            }
            Ref::SourceOf(inner) => {
                let id = self.object_of(inner, scope)?;
                Some(Value::Object(self.board.get(id).and_then(Object::source).unwrap_or(id)))
            }
            Ref::Owner(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.board.get(id).and_then(Object::owned_by).map(Value::Seat),
                other => Some(other),
            },
            Ref::HeroOf(inner) => {
                self.seat(inner, scope).map(|seat| Value::Object(self.board.player(seat).hero))
            }
            Ref::TurnPlayer => Some(Value::Seat(self.board.turn.active)),
            Ref::Attack => self.board.combat.active().map(|link| Value::Object(link.attack)),
            Ref::AttackOf(inner) => {
                let id = self.object_of(inner, scope)?;
                cite!("7.0.5c");
                let link = self.board.combat.link_of(id).or(self.board.combat.defends_on(id))?;
                Some(Value::Object(link.attack))
            }
            Ref::AttackingHero => {
                // An attack-source that is a living object is attacking itself.
                cite!("7.2.4a");
                cite!("8.2.8c");
                let link = self
                    .link_spoken_of(scope)
                    .filter(|link| link.source.is_none_or(|source| self.life(source).is_none()))?;
                Some(Value::Object(self.board.player(link.controller).hero))
            }
            Ref::DefendingHero => {
                cite!("8.2.8d", "7.2.4b");
                let hero = |targets: &[ObjectId]| {
                    let hero = targets.iter().find(|target| self.hero_seat(**target).is_some());
                    hero.copied().map(Value::Object)
                };
                if let Some(attack) = self.attack_that_resolves(scope) {
                    cite!("7.2.3");
                    return hero(&self.attack_targets_of(attack));
                }
                hero(&self.link_spoken_of(scope)?.targets)
            }
            Ref::OtherThan(_) => None,
            Ref::Last => scope.last.first().copied(),
            Ref::Paid => self.paid(scope)?.first().map(|paid| Value::Object(paid.1)),
            Ref::PaidFor(cost) => {
                self.paid(scope)?.iter().find(|paid| paid.0 == *cost).map(|paid| Value::Object(paid.1))
            }
        }
    }

    /// The attack that speaks, where it is not on a chain link yet (7.2.3).
    fn attack_that_resolves(&self, scope: &Scope<'_>) -> Option<&'a Object> {
        let attack = self.board.get(scope.source?)?;
        let attacks = attack.layer.as_ref().is_some_and(|layer| !layer.attacked.is_empty());
        let linked = self.board.combat.link_of(attack.id).is_some();
        (attacks && !linked && self.card_pool.sees_who_is_attacked()).then_some(attack)
    }

    /// The opponent of a player: the one across the chain link that the source is on, else the next player.
    fn opponent(&self, seat: Seat, scope: &Scope<'_>) -> Seat {
        if self.board.players.len() == 2 || !self.card_pool.heeds_each_opponent() {
            return self.board.next_seat(seat);
        }
        let combat = &self.board.combat;
        let link = scope.source.and_then(|id| combat.link_of(id).or(combat.defends_on(id)));
        let across = link.and_then(|link| {
            let mut attacked = link.targets.iter().filter_map(|target| self.holder(*target));
            if seat == link.controller {
                attacked.next()
            } else {
                attacked.any(|other| other == seat).then_some(link.controller)
            }
        });
        across.filter(|other| *other != seat).unwrap_or_else(|| self.board.next_seat(seat))
    }

    /// The chain link whose heroes a source speaks of: its own until the combat chain closes, else the active
    /// one.
    pub(super) fn link_spoken_of(&self, scope: &Scope<'_>) -> Option<&'a Link> {
        cite!("7.2.4a", "7.2.4b");
        let combat = &self.board.combat;
        let own = scope.source.and_then(|id| combat.link_of(id).or(combat.defends_on(id)));
        own.or(combat.active())
    }

    /// What was paid for the ability that leads to one that asks : for its own layer, else for the card that
    /// it is an ability of.
    pub(super) fn paid(&self, scope: &Scope<'_>) -> Option<&'a [(u8, ObjectId)]> {
        cite!("1.7.6", "1.7.6a", "1.7.6b");
        let paid = |id: ObjectId| {
            self.parameters(id).map(|layer| layer.paid.as_slice()).filter(|paid| !paid.is_empty())
        };
        scope.layer.and_then(paid).or_else(|| scope.source.and_then(paid))
    }

    /// Whether something was moved to pay for what asks, or pitched.
    pub fn is_paid_with(&self, id: ObjectId, scope: &Scope<'_>) -> bool {
        let pitched = || {
            scope
                .layer
                .and_then(|layer| self.parameters(layer))
                .is_some_and(|layer| layer.pitched.contains(&id))
        };
        self.paid(scope).is_some_and(|paid| paid.iter().any(|paid| paid.1 == id)) || pitched()
    }

    /// The layer whose effect is being carried out.
    pub(super) fn acting(&self) -> Option<ObjectId> {
        self.board.frames.iter().rev().find_map(|frame| {
            if let crate::state::Frame::Running(running) = frame { Some(running.context.layer) } else { None }
        })
    }

    /// The player that a reference refers to.
    pub fn seat(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Seat> {
        match self.refer(reference, scope)? {
            Value::Seat(seat) => Some(seat),
            Value::Object(id) => self.holder(id),
            Value::Number(_) => None,
        }
    }

    /// Returns whether a player is the one that a reference refers to, or one of them.
    pub fn is_player(&self, who: &Ref, seat: Seat, scope: &Scope<'_>) -> bool {
        match who {
            Ref::OtherThan(one) => {
                cite!("1.1.5");
                self.seat(one, scope).is_some_and(|one| one != seat)
            }
            one => self.seat(one, scope) == Some(seat),
        }
    }

    /// The object that a reference refers to; for a player the hero.
    pub fn object_of(&self, reference: &Ref, scope: &Scope<'_>) -> Option<ObjectId> {
        cite!("1.1.2b");
        match self.refer(reference, scope)? {
            Value::Object(id) => Some(id),
            Value::Seat(seat) => Some(self.board.player(seat).hero),
            Value::Number(_) => None,
        }
    }
}
