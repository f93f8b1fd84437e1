//! What groups hold.

use duelog_kernel::test_assert_eq;

use super::*;
use crate::state::Frame;

impl Sight<'_> {
    /// Whether an object can be determined by a filter: what is private in a public zone is meant only where
    /// the text says so.
    pub fn is_meant(&self, filter: &Filter, id: ObjectId) -> bool {
        cite!("3.0.4e");
        cite!("1.8.6b");
        let shown =
            |object: &Object| object.public || object.zone.is_private() || object.zone.kind().is_none();
        self.board.get(id).is_some_and(shown) || filter.names(&Filter::FaceDown)
    }

    /// Returns whether an object is one of a group's: of what is in the arena, without a look at all that is there.
    pub fn is_among(&self, group: &Group, id: ObjectId, scope: &Scope<'_>) -> bool {
        let zone = self.object(id).map(|object| object.zone);
        let in_arena = zone.is_some_and(Zone::is_arena);
        let (here, filter) = match group {
            Group::Arena(filter) => (in_arena, filter),
            Group::Play(filter) => (in_arena || zone == Some(Zone::Stack), filter),
            group => return self.objects(group, scope).contains(&id),
        };
        let among = here && self.is_meant(filter, id) && self.names(filter, id, scope);
        test_assert_eq!(among, self.objects(group, scope).contains(&id), "{id} is among {group:?}");
        among
    }

    pub(super) fn matching<'b>(
        &'b self,
        ids: impl Iterator<Item = ObjectId> + 'b,
        filter: &'b Filter,
        scope: &'b Scope<'_>,
    ) -> Vec<Value> {
        ids.filter(|id| self.is_meant(filter, *id))
            .filter(|id| self.names(filter, *id, scope))
            .map(Value::Object)
            .collect()
    }

    /// The cards in a kind of zone of a player.
    pub fn zone_of(&self, kind: ZoneKind, seat: Seat) -> Vec<ObjectId> {
        match kind {
            ZoneKind::Stack => self.board.zone(Zone::Stack).to_vec(),
            ZoneKind::Chain => self.board.zone(Zone::Chain).to_vec(),
            ZoneKind::Permanent => self
                .board
                .zone(Zone::Permanent)
                .iter()
                .copied()
                .filter(|id| self.controller(*id) == Some(seat))
                .collect(),
            ZoneKind::Weapon => {
                let second = self.board.zone(Zone::Weapon2(seat));
                self.board.zone(Zone::Of(kind, seat)).iter().chain(second).copied().collect()
            }
            kind => {
                // All arsenal zones are one list.
                cite!("3.3.3");
                self.board.zone(Zone::Of(kind, seat)).to_vec()
            }
        }
    }

    /// The group's members, in a fixed order.
    #[expect(clippy::too_many_lines, reason = "one flat table")]
    pub fn members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let arena = || self.board.arena().map(|object| object.id);
        let of_values = |values: &[Value], filter: &Filter| -> Vec<Value> {
            values
                .iter()
                .copied()
                .filter(|value| value.object().is_some_and(|id| self.matches(filter, id, scope)))
                .collect()
        };
        let layer = || scope.layer.and_then(|id| self.parameters(id));
        unsettled::note(
            match group {
                Group::Targets(place) => {
                    scope.knows == Knows::Source && scope.targets.len() <= usize::from(*place)
                }
                Group::Last | Group::LastThat(_) => scope.knows < Knows::Script && scope.last.is_empty(),
                _ => false,
            },
            group,
        );
        match group {
            Group::Of(reference) => self.refer(reference, scope).into_iter().collect(),
            Group::Targets(place) => scope.targets.get(usize::from(*place)).cloned().unwrap_or_default(),
            Group::Arena(filter) => self.matching(arena(), filter, scope),
            Group::Play(filter) => {
                self.matching(arena().chain(self.board.zone(Zone::Stack).iter().copied()), filter, scope)
            }
            Group::Everything(filter) => self.matching(
                self.board.objects.iter().filter(|object| object.exists()).map(|object| object.id),
                filter,
                scope,
            ),
            Group::Zone(kind, who, filter) => {
                let ids = self.seat(who, scope).map_or(Vec::new(), |seat| self.zone_of(*kind, seat));
                self.matching(ids.into_iter(), filter, scope)
            }
            Group::Inventory(who, filter) => {
                cite!("4.1.6");
                let all = |seat| self.board.zone(Zone::Inventory(seat)).to_vec();
                let ids = self.seat(who, scope).map_or(Vec::new(), all);
                self.matching(ids.into_iter(), filter, scope)
            }
            Group::Top(who, number) => {
                let Some(seat) = self.seat(who, scope) else { return Vec::new() };
                let deck = self.board.zone(Zone::Of(ZoneKind::Deck, seat));
                deck.iter()
                    .rev()
                    .take(self.count(number, scope) as usize)
                    .copied()
                    .map(Value::Object)
                    .collect()
            }
            Group::Under(top, filter) => {
                let cards = self.object_of(top, scope).map_or(Vec::new(), |top| self.board.sub_cards(top));
                self.matching(cards.into_iter(), filter, scope)
            }
            Group::Defenders(filter) => {
                let cards = self
                    .board
                    .combat
                    .active()
                    .into_iter()
                    .flat_map(|link| link.defenses.iter().map(|defense| defense.card));
                self.matching(cards, filter, scope)
            }
            Group::DefendersOf(attack, filter) => {
                let link = self.object_of(attack, scope).and_then(|id| self.board.combat.link_of(id));
                let cards =
                    link.into_iter().flat_map(|link| link.defenses.iter().map(|defense| defense.card));
                self.matching(cards, filter, scope)
            }
            Group::Links(filter) => {
                cite!("7.0.3c");
                let attacks = self.board.combat.links.iter().map(|link| link.attack);
                if !self.card_pool.counts_links_of_weapons() {
                    return self.matching(attacks, filter, scope);
                }
                // Each chain link has an attack, whether or not the description says so.
                attacks.filter(|id| self.matches(filter, *id, scope)).map(Value::Object).collect()
            }
            Group::Paid(filter) => self
                .paid(scope)
                .map_or(Vec::new(), |paid| self.matching(paid.iter().map(|paid| paid.1), filter, scope)),
            Group::PaidFor(cost, filter) => {
                let paid = |paid: &[(u8, ObjectId)]| {
                    paid.iter().filter(|paid| paid.0 == *cost).map(|paid| paid.1).collect::<Vec<_>>()
                };
                self.paid(scope).map_or(Vec::new(), |all| self.matching(paid(all).into_iter(), filter, scope))
            }
            Group::Pitched(filter, named) => {
                cite!("8.4.15");
                let of = |of: &Ref| self.object_of(of, scope).and_then(|id| self.parameters(id));
                let paid = match named {
                    Some(named) => of(named),
                    None => layer(),
                };
                paid.map_or(Vec::new(), |layer| self.matching(layer.pitched.iter().copied(), filter, scope))
            }
            Group::Players => {
                cite!("1.9.2c");
                cite!("1.8.6a");
                let first = scope.controller.unwrap_or(self.board.turn.active);
                self.board.seats_from(first).map(Value::Seat).collect()
            }
            Group::Opponents => {
                cite!("1.1.5");
                scope.controller.map_or(Vec::new(), |own| {
                    self.board.seats_from(own).filter(|seat| *seat != own).map(Value::Seat).collect()
                })
            }
            Group::Clashing => {
                let clash = |frame: &Frame| match frame {
                    Frame::EventBatch(events) => events.clash(),
                    _ => None,
                };
                let seats = self.board.frames.iter().rev().find_map(clash).into_iter().flatten();
                let top = |seat| self.board.zone(Zone::Of(ZoneKind::Deck, seat)).last().copied();
                seats.filter_map(top).map(Value::Object).collect()
            }
            Group::Last => scope.last.to_vec(),
            Group::Noted(leading) => self.noted(*leading, scope).map_or(Vec::new(), <[Value]>::to_vec),
            Group::LastThat(filter) => of_values(scope.last, filter),
        }
    }

    /// The objects of a group; for a player the hero.
    pub fn objects(&self, group: &Group, scope: &Scope<'_>) -> Vec<ObjectId> {
        cite!("1.1.2b");
        let object = |value| match value {
            Value::Object(id) => Some(id),
            Value::Seat(seat) => Some(self.board.player(seat).hero),
            Value::Number(_) => None,
        };
        self.members(group, scope).into_iter().filter_map(object).collect()
    }
}
