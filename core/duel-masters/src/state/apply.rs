//! The one door: how each event changes the state. Nothing here decides, draws or asks.

use duelog_kernel::rng::Purpose;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Seat, Touched};

use crate::cite;
use crate::language::definition::Until;
use crate::state::event::Event;
use crate::state::{
    Attack, AttackStage, Board, CardId, Characteristics, End, Entering, ExtraTurn, Frame, Hold, Lasting,
    Looked, MoveReason, Object, Occasion, Part, Piece, Player, State, Turn, Value, Zone, component,
    sentence_at_hand,
};

/// Changes `state` by `event` and marks what it touches.
#[expect(clippy::too_many_lines, reason = "one flat table: what each event does to the state")]
pub fn apply(state: &mut State, event: &Event, touched: &mut Touched) {
    let mut writer = StateWriter { board: &mut state.board, touched };
    match event {
        Event::Pushed(frame) => writer.frames().push(frame.clone()),
        Event::Popped => drop(writer.frames().pop()),
        Event::Replaced(frame) => {
            if let Some(top) = writer.frames().last_mut() {
                *top = frame.clone();
            }
        }
        Event::SentenceReplaced(reached) => {
            if let Some(running) = sentence_at_hand(writer.frames()) {
                running.sentence = running.sentence.max(*reached);
            }
        }
        Event::StartingPlayer(seat) => {
            writer.turn().starting = *seat;
            writer.turn().active = *seat;
        }
        Event::TurnBegan(seat) => writer.turn_began(*seat),
        Event::StepBegan(step) => {
            writer.turn().step = *step;
            writer.turn().stage = 0;
        }
        Event::StageReached(stage) => writer.turn().stage = *stage,
        Event::ExtraTurn(seat) => writer.extra_turn(*seat),
        Event::TurnOver => {
            let active = writer.board.turn.active;
            writer.end_effects(|until, seat| {
                matches!(until, Until::EndOfTurn | Until::NextUse)
                    || (until == Until::TheirTurn && seat != active)
            });
        }
        Event::Driven(id) => writer.change(*id, |object| object.driven = true),
        Event::CardUsed(seat, _) => {
            let player = writer.player(*seat);
            player.used = player.used.saturating_add(1);
        }
        Event::Noted(occasion) => writer.note(*occasion),
        Event::Moved { object, top_only, from: _, to, end, new, entering, why, last } => {
            writer.moved(*object, *top_only, *to, *end, *new, entering, *why, last);
        }
        Event::Held(id, hold) => writer.held(*id, *hold),
        Event::Forgotten(ids) => writer.forget(ids),
        Event::Reordered(seat, order) => writer.reorder(*seat, order),
        Event::Shuffled(seat, order) => writer.shuffled(*seat, order),
        Event::UltraGrShuffled(seat, order) => {
            if let Some(zone) = Zone::UltraGr(*seat).index() {
                writer.zones(zone).reorder(zone, order);
            }
            writer.drawn_from(Purpose::Shuffle);
        }
        Event::Chosen { .. } => writer.drawn_from(Purpose::Choice),
        Event::Shown(ids, seats) => {
            ids.iter().for_each(|id| writer.change(*id, |object| object.seen |= seats))
        }
        Event::Rearranged(shields) => {
            for (id, pieces) in shields.iter().filter(|(_, pieces)| !pieces.is_empty()) {
                // 400.2e: nobody else knows which of them lies where.
                writer.change(*id, |object| {
                    object.pieces.clone_from(pieces);
                    object.seen &= 1 << object.owner.0;
                });
            }
        }
        Event::Tapped(id) => {
            // What is crossed to it stays as it lies.
            cite!("303.3d");
            writer.tapped(*id);
        }
        Event::Untapped(ids) => ids.iter().for_each(|id| writer.change(*id, |object| object.tapped = false)),
        Event::Crossed(gear, host) => writer.attach(*gear, *host),
        Event::TurnedOver(id) => {
            duelog_kernel::test_assert!(writer.board.get(*id).is_some(), "what is turned is there: {id}");
            writer.change(*id, |object| object.turned = true);
        }
        Event::Composed(id, pieces) => writer.change(*id, |object| object.pieces.clone_from(pieces)),
        Event::Merged { into, others, pieces } => writer.merge(*into, others, pieces),
        Event::Split(id, parts) => writer.split(*id, parts),
        Event::EffectBegan(effect) => {
            let board = writer.effects();
            board.clock = board.clock.max(effect.id);
            board.effects.push(effect.clone());
        }
        Event::EffectsEnded(ids) => writer.effects().effects.retain(|effect| !ids.contains(&effect.id)),
        Event::DelayedSet(delayed) => {
            let board = writer.effects();
            board.clock = board.clock.max(delayed.id);
            board.delayed.push(delayed.clone());
        }
        Event::DelayedDone(id) => {
            let board = writer.effects();
            duelog_kernel::test_assert!(
                board.delayed.iter().any(|delayed| delayed.id == *id),
                "what is due was waiting: {id}"
            );
            board.delayed.retain(|delayed| delayed.id != *id);
        }
        Event::Triggered(standby) => {
            let board = writer.effects();
            board.clock = board.clock.max(standby.id);
            board.standby.push(standby.clone());
        }
        Event::StandbyDone(id) => {
            let board = writer.effects();
            duelog_kernel::test_assert!(
                board.standby.iter().any(|standby| standby.id == *id),
                "what is resolved was on standby: {id}"
            );
            board.standby.retain(|standby| standby.id != *id);
        }
        Event::PoolReached(pool) => writer.effects().pool = *pool,
        Event::AttackDeclared(attacker, target) => writer.attack_declared(*attacker, *target),
        Event::AttackReached(stage) => writer.attack(|attack| attack.stage = *stage),
        Event::RedirectsChosen(chosen) => writer.attack(|attack| attack.redirecting.clone_from(chosen)),
        Event::Redirected(to, _) => writer.attack(|attack| {
            attack.redirecting.pop();
            attack.at_player |= matches!(attack.target, Value::Seat(_));
            attack.target = Value::Object(*to);
            attack.redirected = true;
        }),
        Event::Blocked(blocker) => writer.attack(|attack| attack.blocker = Some(*blocker)),
        Event::AttackerReplaced(attacker) => writer.attack(|attack| attack.attacker = *attacker),
        Event::TargetReplaced(target) => writer.attack(|attack| {
            attack.target = Value::Object(*target);
            attack.blocker.iter_mut().for_each(|blocker| *blocker = *target);
        }),
        Event::AttackOver => {
            writer.touched.mark(component::TURN, 0);
            writer.board.attack = None;
            writer.end_effects(|until, _| until == Until::EndOfAttack);
        }
        Event::Unblocked(_)
        | Event::AttackEnding(_)
        | Event::BattleBegan(..)
        | Event::BattleWon(..)
        | Event::BattleLost(..)
        | Event::BattleEnded(..)
        | Event::BreakChosen(..)
        | Event::ShieldTriggered(..)
        | Event::DrawBegan(_)
        | Event::Applied(_) => {}
        Event::Broke(by, _, count) => {
            if writer.board.is_attacking(*by) {
                writer.attack(|attack| attack.broken = attack.broken.saturating_add(*count));
            }
        }
        Event::GameEnded(ending) => {
            cite!("104.1");
            writer.touched.mark(component::CHANCE, 0);
            writer.board.ending = Some(ending.clone());
        }
    }
}

/// Writes to the board and marks what it touches.
struct StateWriter<'a> {
    board: &'a mut Board,
    touched: &'a mut Touched,
}

impl StateWriter<'_> {
    fn frames(&mut self) -> &mut Vec<Frame> {
        self.touched.mark(component::FRAMES, 0);
        &mut self.board.frames
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        self.touched.mark(component::PLAYERS, u32::from(seat.0));
        &mut self.board.players[usize::from(seat.0)]
    }

    fn object(&mut self, id: ObjectId) -> Option<&mut Object> {
        let object = self.board.objects.get_mut(id)?;
        self.touched.mark(component::OBJECTS, id.0);
        Some(object)
    }

    fn zones(&mut self, zone: usize) -> &mut Zones {
        self.touched.mark(component::ZONES, zone as u32);
        &mut self.board.zones
    }

    fn turn(&mut self) -> &mut Turn {
        self.touched.mark(component::TURN, 0);
        &mut self.board.turn
    }

    fn effects(&mut self) -> &mut Board {
        self.touched.mark(component::EFFECTS, 0);
        self.touched.mark(component::CHANCE, 0);
        self.board
    }

    /// Changes an object, if it is there.
    fn change(&mut self, id: ObjectId, how: impl FnOnce(&mut Object)) {
        if let Some(object) = self.object(id) {
            how(object);
        }
    }

    /// Changes the attack that goes on.
    fn attack(&mut self, how: impl FnOnce(&mut Attack)) {
        self.touched.mark(component::TURN, 0);
        duelog_kernel::test_assert!(self.board.attack.is_some(), "an attack goes on");
        if let Some(attack) = self.board.attack.as_mut() {
            how(attack);
        }
    }

    fn turn_began(&mut self, seat: Seat) {
        let turn = self.turn();
        turn.number = turn.number.saturating_add(1);
        turn.active = seat;
        turn.charged = 0;
        if turn.extra.pop().is_none() {
            turn.regular = seat;
        }
        self.touched.mark(component::HISTORY, 0);
        self.board.history.clear();
        for place in 0..self.board.players.len() {
            *self.player(Seat(place as u8)) = Player::default();
        }
    }

    fn note(&mut self, occasion: Occasion) {
        self.touched.mark(component::HISTORY, self.board.history.len() as u32);
        self.board.history.push(occasion);
    }

    fn extra_turn(&mut self, seat: Seat) {
        let turn = self.turn();
        turn.extra.push(ExtraTurn { seat, behind: turn.number });
        // Of those that are added behind the same turn, its player's come first.
        cite!("500.5a");
        let (active, behind) = (turn.active, turn.number);
        turn.extra.sort_by_key(|extra| (extra.behind, extra.behind == behind && extra.seat == active));
    }

    fn attack_declared(&mut self, attacker: ObjectId, target: Value) {
        self.touched.mark(component::TURN, 0);
        self.board.attack = Some(Attack {
            attacker,
            target,
            stage: AttackStage::Declared,
            redirected: false,
            blocker: None,
            redirecting: Vec::new(),
            broken: 0,
            at_player: false,
        });
    }

    fn tapped(&mut self, id: ObjectId) {
        cite!("105.1");
        let stands = |board: &Board| board.get(id).is_some_and(|object| !object.tapped);
        duelog_kernel::test_assert!(
            stands(self.board),
            "what becomes tapped is there and is not tapped: {id}"
        );
        self.change(id, |object| object.tapped = true);
    }

    fn held(&mut self, id: ObjectId, hold: Hold) {
        let was = self.board.get(id).map(|object| object.hold);
        let there = Looked { objects: self.board.next_id(), effects: self.board.clock };
        self.change(id, |object| {
            object.hold = hold;
            object.looked = (hold == Hold::Looked).then_some(there);
            // What is not used after all has been paid nothing for.
            object.driven &= was != Some(Hold::Pending);
        });
        if was == Some(Hold::Pending) && self.board.effects.iter().any(|effect| effect.objects.contains(&id))
        {
            // 409.1d: what was given to it before it was pending is lost.
            self.touched.mark(component::EFFECTS, 0);
            self.board.effects.iter_mut().for_each(|effect| effect.objects.retain(|other| *other != id));
        }
    }

    fn forget(&mut self, ids: &[ObjectId]) {
        for id in ids {
            self.touched.mark(component::OBJECTS, id.0);
            self.board.objects.forget(*id);
        }
    }

    fn shuffled(&mut self, seat: Seat, order: &[ObjectId]) {
        self.reorder(seat, order);
        for id in order {
            if self.board.get(*id).is_some_and(|object| object.seen != 0) {
                self.change(*id, |object| object.seen = 0);
            }
        }
        self.drawn_from(Purpose::Shuffle);
    }

    fn drawn_from(&mut self, purpose: Purpose) {
        self.touched.mark(component::CHANCE, 0);
        self.board.rng.advance(purpose);
    }

    /// Ends what lasts no longer, by how long and whose it is.
    fn end_effects(&mut self, over: impl Fn(Until, Seat) -> bool) {
        self.touched.mark(component::EFFECTS, 0);
        let is_over = |effect: &Lasting| over(effect.until, effect.controller);
        let seen = self.board.effects.iter().filter(|effect| is_over(effect));
        let seen: Vec<_> = seen.filter_map(|own| Some((*own.objects.first()?, own.seen_as?))).collect();
        for (id, (seen, card)) in seen {
            self.change(id, |object| {
                let changed = object.pieces.iter_mut().filter(|own| own.card == seen && own.front.is_some());
                changed.for_each(|own| *own = Piece { card, front: None, ..*own });
            });
        }
        self.board.effects.retain(|effect| !is_over(effect));
        self.board.delayed.retain(|delayed| !over(delayed.waits.until, delayed.context.controller));
    }

    fn leave_zone(&mut self, id: ObjectId) {
        if let Some(zone) = self.board.get(id).and_then(|object| object.zone.index()) {
            self.zones(zone).take(zone, id);
        }
    }

    /// Puts a new object into a zone.
    fn enter(&mut self, object: Object, end: End) {
        let (id, zone) = (object.id, object.zone);
        self.touched.mark(component::OBJECTS, id.0);
        self.board.objects.put(id, object);
        if let Some(zone) = zone.index() {
            self.zones(zone).put(zone, id, end);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn moved(
        &mut self,
        id: ObjectId,
        top_only: bool,
        to: Zone,
        end: End,
        new: ObjectId,
        entering: &Entering,
        why: MoveReason,
        last: &Option<Box<Characteristics>>,
    ) {
        duelog_kernel::test_assert!(
            self.board.get(id).is_some_and(|object| object.zone != Zone::Gone),
            "what moves is somewhere: {id}"
        );
        let Some(old) = self.board.get(id) else { return };
        let (owner, from, was_held) = (old.owner, old.zone, old.hold != Hold::None);
        let driven = old.driven && why == MoveReason::Used;
        // 812.1c: cells that are used together come as one.
        let together = old.is_linked() && from != Zone::Battle && to == Zone::Battle;
        let onto = entering.onto.filter(|host| {
            (to == Zone::Shield(owner)
                || to == Zone::Battle && !matches!(why, MoveReason::Attached | MoveReason::Sealed))
                && self.board.get(*host).is_some()
        });
        let became = entering.bases.first().copied().filter(|_| to == Zone::Battle).or(onto).unwrap_or(new);
        let pieces = self.taken(id, top_only, last, (became, was_held));
        let since = self.board.turn.number;
        let moved = |piece: Piece| {
            let new = piece.moved(since);
            if together { Piece { part: piece.part, ..new } } else { new }
        };
        let pieces: Vec<Piece> = pieces.into_iter().map(moved).collect();
        if together {
            let tapped = entering.tapped;
            return self
                .enter(Object { id: new, pieces, zone: to, tapped, ..Object::alone(CardId(0), owner) }, end);
        }
        self.arrive(pieces, (owner, to, end, new), entering, onto, why);
        if driven || to == Zone::Battle && !entering.bases.is_empty() {
            self.change(became, |object| object.driven = driven);
        }
        match why {
            MoveReason::Drawn | MoveReason::TurnDrawn => {
                self.player(owner).drawn = self.board.players[usize::from(owner.0)].drawn.saturating_add(1)
            }
            MoveReason::Charged => {
                self.touched.mark(component::TURN, 0);
                self.board.turn.charged = self.board.turn.charged.saturating_add(1);
            }
            MoveReason::Discarded
            | MoveReason::Destroyed
            | MoveReason::ZeroPower
            | MoveReason::LostBattle
            | MoveReason::Used
            | MoveReason::Resolved
            | MoveReason::Broken
            | MoveReason::FromShields
            | MoveReason::Invalid
            | MoveReason::LeftPending
            | MoveReason::Dealt
            | MoveReason::Exchanged
            | MoveReason::Effect
            | MoveReason::Home
            | MoveReason::Sealed
            | MoveReason::Unsealed
            | MoveReason::Attached => {}
        }
        if from == Zone::Battle && self.board.get(id).is_none_or(|object| object.zone == Zone::Gone) {
            self.detach(id);
            let over = |effect: &Lasting| effect.until == Until::SourceThere && effect.source == id;
            if self.board.effects.iter().any(over) {
                self.touched.mark(component::EFFECTS, 0);
                self.board.effects.retain(|effect| !over(effect));
            }
        }
    }

    /// Takes the cards that move out of an object: all of them, or its top card with what it takes along.
    fn taken(
        &mut self,
        id: ObjectId,
        top_only: bool,
        last: &Option<Box<Characteristics>>,
        (became, was_held): (ObjectId, bool),
    ) -> Vec<Piece> {
        let Some(old) = self.board.get(id) else { return Vec::new() };
        if top_only && old.pieces.len() > 1 + old.auras() {
            // What was below stays the same object: it neither leaves nor comes, and keeps its effects and
            // whether it is tapped.
            cite!("703.4h", "801.4c");
            let Some(old) = self.object(id) else { return Vec::new() };
            old.last.clone_from(last);
            old.became = Some(became);
            let top = old.top_place();
            // A linked card takes what lies under it along.
            let linked = old.is_linked();
            let from = old.pieces[..top].iter().rposition(|piece| piece.part != Part::Stacked);
            let from = if linked { from.map_or(0, |place| place + 1) } else { top };
            old.pieces.drain(from..=top).collect()
        } else {
            cite!("316.3");
            let pieces = old.pieces.clone();
            self.retire(id, last, became, was_held);
            pieces
        }
    }

    /// Puts cards that have moved where they go: on what they evolve from or are put on, or by themselves.
    fn arrive(
        &mut self,
        pieces: Vec<Piece>,
        (owner, to, end, new): (Seat, Zone, End, ObjectId),
        entering: &Entering,
        onto: Option<ObjectId>,
        why: MoveReason,
    ) {
        if to == Zone::Battle && !entering.bases.is_empty() {
            self.evolve(&entering.bases, pieces, entering.tapped);
        } else if let Some(host) = onto.filter(|_| to == Zone::Battle) {
            // 310.6: on top of the auras that are there.
            if let Some(host) = self.object(host) {
                host.pieces.extend(pieces.into_iter().map(|piece| Piece { part: Part::Aura, ..piece }));
            }
        } else if let Some(shield) = onto.filter(|_| why != MoveReason::Used) {
            if let Some(shield) = self.object(shield) {
                shield.pieces.extend(pieces.into_iter().map(Piece::stacked));
                // 400.2e, 400.5a: nobody has looked at what was put there.
                shield.seen = 0;
            }
        } else {
            self.put_apart(pieces, owner, to, end, new, entering, why);
        }
    }

    /// Every card of what moved becomes an object of its own, the top card the first.
    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn put_apart(
        &mut self,
        pieces: Vec<Piece>,
        owner: Seat,
        to: Zone,
        end: End,
        new: ObjectId,
        entering: &Entering,
        why: MoveReason,
    ) {
        cite!("309.4", "310.8", "310.8a", "400.2e", "400.5a", "400.5b");
        let sealing = why == MoveReason::Sealed;
        let placed = |place: usize, piece: Piece| Object {
            id: ObjectId(new.0 + place as u32),
            pieces: vec![piece.stacked()],
            owner,
            zone: to,
            // What applies to a creature does not apply to an aura on it (310.8a).
            tapped: entering.tapped && piece.part != Part::Aura,
            face_down: (entering.face_down && piece.part != Part::Aura) || sealing,
            turned: false,
            castle: entering.onto.is_some() && matches!(to, Zone::Shield(_)),
            attached: entering.onto,
            hold: if sealing { Hold::Seal } else { Hold::None },
            last: None,
            became: None,
            // In a private zone nobody sees it any more.
            seen: 0,
            driven: false,
            looked: None,
            crossed_to: None,
        };
        let mut objects: Vec<Object> =
            pieces.into_iter().rev().enumerate().map(|(place, piece)| placed(place, piece)).collect();
        // On top of a deck the top card comes last, everywhere else first.
        if end == End::Top && matches!(to, Zone::Deck(_)) {
            objects.reverse();
        }
        let ids: Vec<ObjectId> = objects.iter().map(|object| object.id).collect();
        objects.into_iter().for_each(|object| self.enter(object, end));
        if let (Some(nth), Some(index)) = (entering.nth, to.index()) {
            cite!("401.6");
            // The lowest place of a deck is its bottom, however far down the card should go.
            let mut order: Vec<ObjectId> =
                self.board.all(to).iter().copied().filter(|id| !ids.contains(id)).collect();
            let place = order.len().saturating_sub(usize::from(nth.saturating_sub(1)));
            order.splice(place..place, ids);
            self.zones(index).reorder(index, &order);
        }
    }

    /// Takes an object out of its zone; what may be looked back at stays in memory (110.5a).
    fn retire(
        &mut self,
        id: ObjectId,
        last: &Option<Box<Characteristics>>,
        became: ObjectId,
        was_held: bool,
    ) {
        self.leave_zone(id);
        self.touched.mark(component::OBJECTS, id.0);
        if last.is_some() || was_held {
            if let Some(object) = self.object(id) {
                object.seen = object.known_to();
                object.zone = Zone::Gone;
                object.hold = Hold::None;
                object.last.clone_from(last);
                object.became = Some(became);
            }
        } else {
            self.board.objects.forget(id);
        }
    }

    /// Puts cards on top of the first base, which takes up the other bases below itself, and stays the same
    /// creature.
    fn evolve(&mut self, bases: &[ObjectId], top: Vec<Piece>, put_tapped: bool) {
        cite!("309.6", "701.15a", "801.2");
        let Some((first, rest)) = bases.split_first() else { return };
        let mut pieces = Vec::new();
        let mut tapped = put_tapped;
        cite!("801.2b");
        for base in bases {
            if let Some(object) = self.board.get(*base) {
                pieces.extend(object.pieces.iter().copied());
                tapped |= object.tapped;
            }
        }
        for base in rest {
            self.join(*base, *first);
        }
        // Right under the auras.
        cite!("310.7", "310.7a");
        let (auras, mut pieces): (Vec<Piece>, Vec<Piece>) =
            pieces.into_iter().partition(|piece| piece.part == Part::Aura);
        pieces.extend(top);
        pieces.extend(auras);
        if let Some(object) = self.object(*first) {
            object.pieces = pieces;
            object.tapped = tapped;
        }
    }

    /// An object of the battle zone becomes a part of another one.
    fn join(&mut self, id: ObjectId, into: ObjectId) {
        self.follow(id, into);
        self.leave_zone(id);
        let gears: Vec<ObjectId> = self.attached_to(id);
        gears.into_iter().for_each(|gear| self.attach(gear, Some(into)));
        if let Some(object) = self.object(id) {
            object.seen = object.known_to();
            object.zone = Zone::Gone;
            object.became = Some(into);
        }
    }

    /// Objects become one, which is tapped if one of them was; what applied to each goes on.
    fn merge(&mut self, into: ObjectId, others: &[ObjectId], pieces: &[Piece]) {
        let linked = pieces.iter().any(|piece| matches!(piece.part, Part::Linked(_)));
        let tapped =
            linked && others.iter().any(|id| self.board.get(*id).is_some_and(|object| object.tapped));
        for id in others {
            if linked {
                self.join(*id, into);
            } else {
                // What goes under another is no element any more.
                self.retire(*id, &None, into, true);
                self.detach(*id);
            }
        }
        self.change(into, |object| {
            object.pieces = pieces.to_vec();
            object.tapped |= tapped;
        });
    }

    /// An object becomes several: each lies as it lay, and what applied to it applies to each.
    fn split(&mut self, id: ObjectId, parts: &[(ObjectId, Vec<Piece>)]) {
        let Some(old) = self.board.get(id).cloned() else { return };
        self.touched.mark(component::EFFECTS, 0);
        for (part, pieces) in parts {
            if *part == id {
                self.change(id, |object| object.pieces.clone_from(pieces));
                continue;
            }
            self.enter(Object { id: *part, pieces: pieces.clone(), became: None, ..old.clone() }, End::Top);
            for effect in self.board.effects.iter_mut().filter(|effect| effect.objects.contains(&id)) {
                effect.objects.push(*part);
            }
        }
    }

    /// What applied to a base, and what it took part in, goes on for the creature that it has become.
    fn follow(&mut self, base: ObjectId, creature: ObjectId) {
        cite!("801.2a");
        if self.board.effects.iter().any(|effect| effect.objects.contains(&base)) {
            self.touched.mark(component::EFFECTS, 0);
            for effect in self.board.effects.iter_mut().filter(|effect| effect.objects.contains(&base)) {
                effect.objects.retain(|id| *id != base && *id != creature);
                effect.objects.push(creature);
            }
        }
        if let Some(attack) = self.board.attack.as_mut() {
            self.touched.mark(component::TURN, 0);
            let now = |id: &mut ObjectId| {
                if *id == base {
                    *id = creature
                }
            };
            now(&mut attack.attacker);
            attack.blocker.iter_mut().for_each(now);
            attack.redirecting.iter_mut().for_each(|entry| now(&mut entry.0));
            if attack.target == Value::Object(base) {
                attack.target = Value::Object(creature);
            }
        }
    }

    fn attached_to(&self, host: ObjectId) -> Vec<ObjectId> {
        let objects = self.board.objects.iter();
        objects
            .filter(|object| object.attached == Some(host) && object.zone == Zone::Battle)
            .map(|object| object.id)
            .collect()
    }

    fn attach(&mut self, id: ObjectId, host: Option<ObjectId>) {
        if let Some(object) = self.object(id) {
            object.attached = host;
            object.crossed_to = None;
        }
    }

    /// Cross gears stay in the battle zone without the creature that they were crossed to.
    fn detach(&mut self, host: ObjectId) {
        cite!("303.5");
        for gear in self.attached_to(host) {
            self.attach(gear, None);
            self.change(gear, |gear| gear.crossed_to = Some(host));
        }
    }

    fn reorder(&mut self, seat: Seat, order: &[ObjectId]) {
        if let Some(zone) = Zone::Deck(seat).index() {
            self.zones(zone).reorder(zone, order);
        }
    }
}
