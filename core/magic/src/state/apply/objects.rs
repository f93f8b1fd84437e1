//! What events of objects and zones change (400).

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat};

use super::{StateWriter, permanent};
use crate::cite;
use crate::language::definition::{Showing, Until};
use crate::state::{
    AbilityRef, CardId, Entering, Last, Lasting, LastingKind, MoveReason, Object, OnStack, Permanent, Place,
    Shown, StackKind, Zone, component,
};

impl StateWriter<'_> {
    pub(super) fn moved(
        &mut self,
        id: ObjectId,
        (from, to, place): (Zone, Zone, Place),
        (new, also): (ObjectId, Option<ObjectId>),
        entering: &Entering,
        why: MoveReason,
        last: &Option<Box<Last>>,
    ) {
        let Some(old) = self.state.board.get(id) else {
            duelog_kernel::test_assert!(false, "what moves is somewhere: {id}");
            return;
        };
        duelog_kernel::test_assert!(old.zone == from, "{id} moves from {:?}, not from {from:?}", old.zone);
        let (card, owner, token, old_controller, kept_stack) =
            (old.card, old.owner, old.token, old.controller, old.stack.clone());
        let second = old.melded.zip(also);
        self.retire(id, last);
        if to == Zone::Battlefield && kept_stack.is_some() {
            self.follow(id, new);
        }
        if let Some(gone) = self.state.board.objects.get_mut(id) {
            gone.became = Some(new);
            gone.also = also;
        }
        let controller = match to {
            Zone::Battlefield => entering.controller.unwrap_or(old_controller),
            Zone::Stack => entering.controller.unwrap_or(owner),
            _ => owner,
        };
        let mut made =
            Object { controller, copy: entering.copy.clone(), token, ..blank(new, card, owner, to) };
        if to == Zone::Battlefield {
            cite!("110.6", "110.6b", "121.2");
            made.permanent = permanent(entering, controller);
            made.permanent.cast = kept_stack.as_ref().map(|stack| Box::new(stack.cast.clone()));
        }
        made.stack = kept_stack.filter(|_| to == Zone::Stack);
        cite!("711.4a", "712.7", "712.8");
        made.face = entering.face;
        cite!("707.3", "707.4");
        made.down = entering.down;
        if let Some(other) = entering.melds {
            cite!("701.36a");
            made.melded = self.state.board.get(other).map(|other| other.card);
            self.retire(other, &None);
        }
        let mut second = second.map(|(card, id)| blank(id, card, owner, to));
        if entering.commanded {
            cite!("903.9a");
            for card in [Some(&mut made), second.as_mut()].into_iter().flatten() {
                if self.state.board.is_commander_card(card.card, owner) {
                    card.zone = Zone::Command;
                }
            }
        }
        self.enter_in_order(made, second, place, entering.above);
        self.alter_entering(new, entering);
        if why == MoveReason::Drawn {
            let player = self.player(owner);
            player.drawn = player.drawn.saturating_add(1);
        }
        if why == MoveReason::NotCast {
            // Who looks for what was discarded finds it here.
            cite!("400.7i", "702.34c");
            self.goes_on_as(id, new);
        }
        if why == MoveReason::Played {
            self.touched.mark(component::TURN, 0);
        }
    }

    pub(super) fn token_made(&mut self, card: CardId, owner: Seat, new: ObjectId, entering: &Entering) {
        let controller = entering.controller.unwrap_or(owner);
        cite!("110.5b");
        let made = Object {
            controller,
            copy: entering.copy.clone(),
            token: true,
            permanent: permanent(entering, controller),
            ..blank(new, card, owner, Zone::Battlefield)
        };
        self.enter(made, Place::Top);
    }

    pub(super) fn emblem_made(&mut self, card: CardId, owner: Seat, new: ObjectId) {
        // No token, no card and no permanent; it has nothing but its abilities.
        cite!("109.4a", "113.3", "113.5");
        self.enter(blank(new, card, owner, Zone::Command), Place::Top);
    }

    pub(super) fn ability_made(&mut self, card: CardId, controller: Seat, new: ObjectId, stack: &OnStack) {
        if let StackKind::Activated(source, place) = stack.kind {
            self.used(source, AbilityRef { card, place }, false);
        }
        cite!("405.2");
        let made =
            Object { stack: Some(Box::new(stack.clone())), ..blank(new, card, controller, Zone::Stack) };
        self.enter(made, Place::Top);
    }

    pub(super) fn stack_copied(&mut self, of: ObjectId, controller: Seat, new: ObjectId) {
        let Some(original) = self.state.board.get(of) else {
            duelog_kernel::test_assert!(false, "what is copied was on the stack: {of}");
            return;
        };
        // Its modes are those of the original, and an ability has the same source.
        cite!("111.1a", "111.2", "700.2g", "706.10b");
        let made = Object {
            id: new,
            owner: controller,
            controller,
            token: original.is_spell(),
            // 608.2g: the original may have left the stack; it is copied as it was there.
            zone: Zone::Stack,
            last: None,
            became: None,
            also: None,
            ..original.clone()
        };
        self.enter(made, Place::Top);
    }

    /// A copy of a card lies where the card lies, and has both halves of a split card (706.12, 708.3c).
    pub(super) fn card_copied(&mut self, of: ObjectId, controller: Seat, new: ObjectId) {
        let Some(original) = self.state.board.get(of) else {
            duelog_kernel::test_assert!(false, "what is copied is somewhere: {of}");
            return;
        };
        let (card, zone) = (original.card, original.zone);
        cite!("708.3c");
        let made = Object { token: true, ..blank(new, card, controller, zone) };
        self.enter(made, Place::Top);
    }

    pub(super) fn forgotten(&mut self, ids: &[ObjectId]) {
        for id in ids {
            self.touched.mark(component::OBJECTS, id.0);
            self.state.board.objects.forget(*id);
        }
    }

    pub(super) fn stack_set(&mut self, id: ObjectId, stack: &OnStack) {
        let object = self.object(id);
        duelog_kernel::test_assert!(object.is_some(), "what is being cast is there: {id}");
        if let Some(object) = object {
            object.stack = Some(Box::new(stack.clone()));
        }
    }

    pub(super) fn reordered(&mut self, seat: Seat, order: &[ObjectId]) {
        let before = self.state.board.zone(Zone::Library(seat)).to_vec();
        let stays = |id: ObjectId| {
            order.iter().rev().zip(before.iter().rev()).any(|(new, old)| *new == id && *old == id)
        };
        self.end_showing(|shown| order.contains(&shown.object) && !stays(shown.object));
        self.reorder(seat, order);
    }

    pub(super) fn shuffled(&mut self, seat: Seat, order: &[ObjectId]) {
        self.reorder(seat, order);
        cite!("701.15c");
        self.end_showing(|shown| order.contains(&shown.object));
        self.drawn(Purpose::Shuffle);
    }

    pub(super) fn top_shown(&mut self, seat: Seat, top: Option<(ObjectId, u8)>) {
        self.end_showing(|shown| shown.top_of == Some(seat));
        let how = Showing::Effect;
        let shown =
            top.map(|(object, seats)| Shown { object, seats, top_of: Some(seat), how, in_hand: false });
        self.effects().shown.extend(shown);
    }

    /// These cards of a player's hand are shown to all now; none where the hand is hidden again.
    pub(super) fn hand_shown(&mut self, seat: Seat, ids: &[ObjectId]) {
        if ids.is_empty() {
            let hand = self.state.board.zone(Zone::Hand(seat)).to_vec();
            return self.end_showing(|shown| shown.in_hand && hand.contains(&shown.object));
        }
        let how = Showing::Effect;
        let shown =
            ids.iter().map(|id| Shown { object: *id, seats: u8::MAX, top_of: None, how, in_hand: true });
        self.effects().shown.extend(shown);
    }

    /// A card of a library is a new object where it is (401.6).
    pub(super) fn renewed(&mut self, id: ObjectId, new: ObjectId) {
        let Some(old) = self.state.board.get(id) else {
            duelog_kernel::test_assert!(false, "what becomes a new object is somewhere: {id}");
            return;
        };
        let (card, owner, zone) = (old.card, old.owner, old.zone);
        let above = self.state.board.zone(zone).iter().rev().take_while(|other| **other != id).count();
        self.retire(id, &None);
        self.enter(blank(new, card, owner, zone), Place::Under(above as u32));
    }

    pub(super) fn leave_zone(&mut self, id: ObjectId) {
        if let Some(zone) = self.state.board.get(id).and_then(|object| object.zone.index()) {
            self.zones(zone).take(zone, id);
        }
    }

    pub(super) fn reorder(&mut self, seat: Seat, order: &[ObjectId]) {
        if let Some(zone) = Zone::Library(seat).index() {
            duelog_kernel::test_assert!(
                self.state.board.zone(Zone::Library(seat)).len() == order.len(),
                "all cards of a library are put in order"
            );
            self.zones(zone).reorder(zone, order);
        }
    }

    pub(super) fn showing_over(&mut self) {
        let board = &self.state.board;
        let over: Vec<bool> = board.shown.iter().map(|shown| board.is_over(shown)).collect();
        let mut over = over.into_iter();
        self.effects().shown.retain(|_| over.next() == Some(false));
    }

    pub(super) fn end_showing(&mut self, ends: impl Fn(&Shown) -> bool) {
        if self.state.board.shown.iter().any(&ends) {
            self.touched.mark(component::EFFECTS, 0);
            self.state.board.shown.retain(|shown| !ends(shown));
        }
    }

    /// Takes an object out of its zone; what may be looked back at stays as last known information (608.2g).
    pub(super) fn retire(&mut self, id: ObjectId, last: &Option<Box<Last>>) {
        self.leave_zone(id);
        self.leave_combat(id);
        self.end_effects(|effect| effect.needs(id) || effect.on == Some(id));
        self.end_showing(|shown| shown.object == id);
        if self.state.board.revealed.contains(&id) {
            self.effects().revealed.retain(|revealed| *revealed != id);
        }
        self.face_up_no_more(id);
        self.touched.mark(component::OBJECTS, id.0);
        if last.is_some() {
            if let Some(object) = self.object(id) {
                object.zone = Zone::Gone;
                object.last.clone_from(last);
            }
        } else {
            self.state.board.objects.forget(id);
        }
    }

    /// Effects that changed a spell, or prevent damage from it, go on for the permanent that it becomes
    /// (400.7a, 400.7b).
    pub(super) fn follow(&mut self, spell: ObjectId, permanent: ObjectId) {
        cite!("111.4");
        let shields =
            |kind: &LastingKind| matches!(kind, LastingKind::Shield(shield) if shield.from == Some(spell));
        let about = |lasting: &Lasting| lasting.changes(spell) || shields(&lasting.kind);
        if !self.state.board.effects.iter().any(about) {
            return;
        }
        self.touched.mark(component::EFFECTS, 0);
        for lasting in &mut self.board().effects {
            match &mut lasting.kind {
                LastingKind::Alter { objects, .. }
                | LastingKind::Copy { objects, .. }
                | LastingKind::Copies { objects, .. } => {
                    cite!("400.7a");
                    objects.iter_mut().filter(|id| **id == spell).for_each(|id| *id = permanent);
                }
                LastingKind::Shield(shield) if shield.from == Some(spell) => {
                    cite!("400.7b");
                    shield.from = Some(permanent);
                }
                LastingKind::Shield(_)
                | LastingKind::Stay { .. }
                | LastingKind::Return(_)
                | LastingKind::Skip(..)
                | LastingKind::Regenerate(_)
                | LastingKind::Leave(..)
                | LastingKind::Die(..)
                | LastingKind::Crowned(_)
                | LastingKind::Untaps(_)
                | LastingKind::Handed(_)
                | LastingKind::NoLife(_)
                | LastingKind::Replaces { .. }
                | LastingKind::Ignored { .. }
                | LastingKind::Control { .. }
                | LastingKind::Offered { .. }
                | LastingKind::Reach { .. }
                | LastingKind::NextSpell { .. }
                | LastingKind::Misses { .. }
                | LastingKind::Players { .. } => {}
            }
        }
    }

    /// The two cards of a melded permanent are put one after the other; one that lies above the other comes first
    /// where both go to the bottom (712.4a).
    fn enter_in_order(&mut self, own: Object, other: Option<Object>, place: Place, above: Option<bool>) {
        let Some(other) = other else { return self.enter(own, place) };
        let last = (above == Some(true)) != matches!(place, Place::Bottom);
        let (first, then) = if last { (other, own) } else { (own, other) };
        cite!("712.4");
        let at = |card: &Object| if card.zone == Zone::Command { Place::Top } else { place };
        for card in [first, then] {
            let place = at(&card);
            self.enter(card, place);
        }
    }

    pub(super) fn enter(&mut self, mut object: Object, place: Place) {
        cite!("613.6c");
        object.timestamp = self.tick();
        let (id, zone) = (object.id, object.zone);
        self.touched.mark(component::OBJECTS, id.0);
        let board = self.board();
        board.objects.put(id, object);
        if let Some(zone) = zone.index() {
            // What is there keeps its order.
            cite!("400.5");
            self.zones(zone).put(zone, id, place);
        }
    }

    /// 611.2e: an effect that says what a permanent is applies as it enters.
    pub(super) fn alter_entering(&mut self, id: ObjectId, entering: &Entering) {
        if let Some((source, controller, alters)) = &entering.altered {
            cite!("611.2e");
            let timestamp = self.tick();
            self.touched.mark(component::EFFECTS, 0);
            let kind = LastingKind::Alter { objects: vec![id], alters: alters.clone() };
            let (source, controller) = (*source, *controller);
            self.board().effects.push(Lasting {
                id: timestamp,
                source,
                controller,
                timestamp,
                until: Until::Forever,
                kind,
                on: None,
                offer: None,
            });
        }
    }
}

/// An object as it is made in a zone, its owner controlling it.
pub(super) fn blank(id: ObjectId, card: CardId, owner: Seat, zone: Zone) -> Object {
    Object {
        id,
        card,
        owner,
        controller: owner,
        zone,
        copy: None,
        timestamp: 0,
        token: false,
        permanent: Permanent::default(),
        stack: None,
        last: None,
        became: None,
        face: None,
        down: None,
        melded: None,
        also: None,
    }
}
