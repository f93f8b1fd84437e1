//! Moving cards: draw, discard, destroy, banish, put, create, negate, charge, reload (8.5).

use duelog_kernel::script::Op;
use duelog_kernel::{ObjectId, Seat, bounds};

use super::Act;
use crate::language::definition::{Destination, Group, Number, Occasion, Ref, Verb, ZoneKind};
use crate::language::types::subtype;
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{Kind, MoveReason, PickPurpose, Proposal, Zone, moved, picking, zone_of};
use crate::{cite, rule};

impl FleshAndBlood {
    /// 8.5.15
    fn put(
        &self,
        play: &mut Game<'_>,
        by: Seat,
        mut objects: Vec<ObjectId>,
        destination: Destination,
        orders: Option<Seat>,
    ) {
        if destination == Destination::Arena {
            let sight = self.sight(play);
            let afflicts = |id: &ObjectId| {
                let outside = sight.object(*id).is_some_and(|object| !object.zone.is_arena());
                outside && sight.properties(*id).is_some_and(|own| own.types.has(subtype::AFFLICTION))
            };
            let afflictions: Vec<(ObjectId, Seat)> = objects
                .iter()
                .copied()
                .filter(afflicts)
                .map(|id| (id, sight.holder(id).unwrap_or(by)))
                .collect();
            objects.retain(|id| afflictions.iter().all(|entry| entry.0 != *id));
            // The last frame is asked first.
            for (id, seat) in afflictions.into_iter().rev() {
                self.afflict(play, seat, PickPurpose::Afflict(id));
            }
        }
        let board = &play.state().board;
        let put = |object: ObjectId| {
            let (to, bottom, public) =
                zone_of(destination, board.get(object).map_or(by, |object| object.owner));
            Proposal::Move { object, to, bottom, public, why: MoveReason::Put, by, counters: Vec::new() }
        };
        let batch = objects.into_iter().map(put).collect();
        self.happen_in_order(play, orders, batch);
    }
}

impl Act<'_, '_> {
    /// 8.5.6
    pub fn draw(&mut self, who: &Ref, count: &Number) {
        let (Some(seat), count) = (self.seat(who), self.count(count)) else { return };
        self.rules.draw(self.play, seat, count);
    }

    /// 8.5.5
    pub fn discard(&mut self, what: &Group) {
        let (cards, by) = (self.objects(what), self.controller());
        self.rules.discard(self.play, cards, by);
    }

    /// 8.5.5, of random cards.
    pub fn discard_random(&mut self, who: &Ref, count: &Number) {
        let (Some(seat), count) = (self.seat(who), self.count(count)) else { return };
        let hand = self.play.state().board.zone(Zone::Of(ZoneKind::Hand, seat)).to_vec();
        let cards = self.rules.choose_random(self.play, hand, count);
        let by = self.controller();
        self.rules.discard(self.play, cards, by);
    }

    /// All of these cards, or none.
    pub fn pitch(&mut self, what: &Group) {
        cite!("8.5.44", "8.5.44a");
        let cards = self.objects(what);
        let all = self.look(|sight, scope| sight.members(what, scope).len());
        let rules = self.rules;
        let able = |act: &mut Self, id: ObjectId| rules.pitch_of(&rules.sight(act.play), id).is_some();
        if cards.len() == all && cards.iter().all(|id| able(self, *id)) {
            for card in cards {
                let owner = self.owner(card);
                self.rules.pitch(self.play, owner, card, None);
            }
        }
    }

    /// 8.5.4
    pub fn destroy(&mut self, what: &Group) {
        let (objects, by) = (self.objects(what), self.controller());
        self.rules.destroy(self.play, objects, by);
    }

    fn owner(&self, id: ObjectId) -> Seat {
        self.play.state().board.get(id).map_or(self.controller(), |object| object.owner)
    }

    /// 8.5.1
    pub fn banish(&mut self, what: &Group, public: bool) {
        let by = self.controller();
        let objects = self.objects(what);
        cite!("3.4.2");
        let banished = |object: ObjectId| {
            let to = Zone::Of(ZoneKind::Banished, self.owner(object));
            Proposal::Move {
                object,
                to,
                bottom: false,
                public,
                why: MoveReason::Banished,
                by,
                counters: Vec::new(),
            }
        };
        let orders = self.who_orders(&objects);
        let batch = objects.into_iter().map(banished).collect();
        self.rules.happen_in_order(self.play, Some(orders), batch);
    }

    /// 8.5.15
    pub fn put(&mut self, what: &Group, destination: Destination) {
        let by = self.controller();
        let objects = self.objects(what);
        if destination == Destination::Defending {
            cite!("8.5.32a");
            // 7.0.5b: what defends there already, or cannot defend, is not added.
            let able = |act: &mut Self, id: ObjectId| {
                let from_hand = act
                    .play
                    .state()
                    .board
                    .get(id)
                    .is_some_and(|object| object.zone.kind() == Some(ZoneKind::Hand));
                act.rules.can_become_defending(&act.rules.sight(act.play), id, from_hand).is_ok()
            };
            let added: Vec<ObjectId> = objects.into_iter().filter(|id| able(self, *id)).collect();
            return self.rules.add_defending(self.play, by, &added);
        }
        if destination == Destination::Attacking {
            return self.replace_attack(&objects);
        }
        let orders = self.who_orders(&objects);
        self.rules.put(self.play, by, objects, destination, Some(orders).filter(|_| !self.shuffles_next()));
    }

    /// Whether the script goes on with shuffling, so that the order of the cards before it has no meaning.
    fn shuffles_next(&self) -> bool {
        cite!("8.5.20b");
        let next = self
            .rules
            .card_pool
            .code(self.running.code)
            .and_then(|code| code.0.get(usize::from(self.running.cursor.at)));
        matches!(next, Some(Op::Do(Verb::Shuffle(ZoneKind::Deck, _))))
    }

    /// 1.8.6d: the effect's controller, or whose the cards are where nobody else may know them.
    fn who_orders(&self, objects: &[ObjectId]) -> Seat {
        let board = &self.play.state().board;
        let private = objects.iter().all(|id| board.get(*id).is_some_and(|object| !object.public));
        objects.first().filter(|_| private).map_or(self.controller(), |id| self.owner(*id))
    }

    /// 3.0.14: cards become sub-cards; under a hero they are its soul (3.11.5).
    pub fn put_under(&mut self, what: &Group, top: &Ref) {
        let by = self.controller();
        let Some(top) = self.look(|sight, scope| sight.object_of(top, scope)) else { return };
        let objects = self.objects(what);
        let board = &self.play.state().board;
        // Nothing is under what is neither a permanent nor a card on the stack; what is there is as public as
        // the card on top.
        cite!("3.0.14", "3.0.14d");
        let Some(public) = board
            .get(top)
            .filter(|top| top.is_card() && (top.zone.is_arena() || top.zone == Zone::Stack))
            .map(|top| top.public)
        else {
            return;
        };
        let to = board.under(top);
        let put = |object: ObjectId| Proposal::Move {
            object,
            to,
            bottom: false,
            public,
            why: MoveReason::Put,
            by,
            counters: Vec::new(),
        };
        let orders = self.who_orders(&objects);
        let batch = objects.into_iter().filter(|id| *id != top).map(put).collect();
        self.rules.happen_in_order(self.play, Some(orders), batch);
    }

    /// 7.0.4a: another card becomes the attack of the active chain link.
    fn replace_attack(&mut self, objects: &[ObjectId]) {
        let (Some(new), Some(link)) =
            (objects.first().copied(), self.play.state().board.combat.active().cloned())
        else {
            return;
        };
        let existing =
            self.play.state().board.get(link.attack).is_some_and(|object| object.zone == Zone::Chain);
        self.rules.relocate(self.play, new, Zone::Chain, MoveReason::Attacking, rule!("7.0.3f"));
        self.play.emit(Event::AttackReplaced(new), rule!("7.0.4a"));
        // It is an attack that comes under the player's control.
        cite!("1.8.10");
        self.rules.apply_next(self.play, new, link.controller, &[Occasion::Attack]);
        if existing {
            self.rules.clear(self.play, vec![link.attack]);
        }
    }

    /// 8.5.2
    pub fn create(&mut self, who: &Ref, count: &Number, token: &str) {
        // What the name stands for is its definition.
        cite!("2.12.3b", "8.5.2a", "8.0.7");
        let (Some(seat), count, Some(card)) =
            (self.seat(who), self.count(count), self.rules.card_pool.find(token))
        else {
            return;
        };
        if self.rules.card_pool.card(card).base.types.has(subtype::AFFLICTION) {
            cite!("8.2.11c");
            return (0..bounds::times(count))
                .for_each(|_| self.rules.afflict(self.play, seat, PickPurpose::AfflictToken(card)));
        }
        self.rules.happen(self.play, vec![Proposal::Create(seat, card, count)]);
    }

    /// 8.5.26
    pub fn negate(&mut self, what: &Group) {
        let by = self.controller();
        let objects = self.objects(what);
        let on_stack =
            |id: &ObjectId| self.play.state().board.get(*id).is_some_and(|object| object.zone == Zone::Stack);
        let layers: Vec<ObjectId> = objects.into_iter().filter(on_stack).collect();
        let batch = layers
            .iter()
            .map(|id| moved(*id, Zone::Of(ZoneKind::Graveyard, self.owner(*id)), MoveReason::Negated, by))
            .collect();
        self.rules.happen_in_order(self.play, Some(by), batch);
    }

    /// 8.5.29
    pub fn charge(&mut self, who: &Ref, count: &Number) {
        let (Some(seat), count) = (self.seat(who), self.count(count)) else { return };
        let hand = self.play.state().board.zone(Zone::Of(ZoneKind::Hand, seat)).to_vec();
        let count = count.min(hand.len() as u32);
        if count > 0 {
            let by = self.controller();
            self.rules.pick(self.play, picking(seat, PickPurpose::Charge(by), hand, count, count));
        }
    }

    /// 8.5.23; all arsenal zones of a player are one list, which is empty only if each of them is.
    pub fn reload(&mut self, who: &Ref) {
        let Some(seat) = self.seat(who) else { return };
        let board = &self.play.state().board;
        let hand = board.zone(Zone::Of(ZoneKind::Hand, seat)).to_vec();
        cite!("8.5.23a");
        if board.zone(Zone::Of(ZoneKind::Arsenal, seat)).is_empty() && !hand.is_empty() {
            self.rules.pick(self.play, picking(seat, PickPurpose::Reload, hand, 0, 1));
        }
    }

    /// 7.2.3c: what applied to an attack-layer as an attack applies to the object that it attacks with, which
    /// is another one (1.4.4b).
    fn transfer(&mut self, layer: ObjectId, id: ObjectId) {
        let on_layer = |effect: &&crate::state::Lasting| matches!(&effect.binding, crate::state::Binding::Locked(bound) if bound.contains(&layer));
        let applied: Vec<_> = self
            .play
            .state()
            .board
            .effects
            .iter()
            .filter(on_layer)
            .map(|effect| (effect.id, effect.kind.clone()))
            .collect();
        for (effect, kind) in applied {
            self.play.emit(Event::EffectBound(effect, id, kind), rule!("1.4.4b"));
        }
    }

    /// The object becomes the attack that this layer stands for (7.2.3c).
    pub fn attack_with(&mut self, what: &Ref) {
        cite!("8.5.38");
        let layer = self.running.context.layer;
        let Some(id) = self.look(|sight, scope| sight.object_of(what, scope)) else { return };
        let Some(parameters) = self.play.state().board.get(layer).and_then(|object| object.layer.clone())
        else {
            return;
        };
        let layered = self.play.state().board.get(layer).is_some_and(|object| object.kind == Kind::Layer);
        if !layered || parameters.attacked.is_empty() {
            return;
        }
        self.rules.relocate(self.play, id, Zone::Stack, MoveReason::Attacking, rule!("7.2.3c"));
        let attacked = parameters.attacked;
        let own =
            crate::state::Layer { attacked, ..crate::state::blank_layer(crate::state::LayerKind::Card) };
        self.play.emit(Event::LayerSet(id, Box::new(own)), rule!("7.2.3c"));
        self.rules.apply_next(self.play, id, self.controller(), &[Occasion::Attack]);
        self.play.emit(Event::AttackLayered(id), rule!("8.5.38b"));
        self.transfer(layer, id);
        self.play.emit(Event::Ceased(layer, None), rule!("7.2.3c"));
    }
}
