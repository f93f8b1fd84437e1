//! The one door: how each event changes the state. Nothing here decides, draws or asks.

mod combat;
mod commanders;
mod conspiracies;
mod effects;
mod games;
mod leaving;
mod objects;
mod permanents;
mod supplements;
mod teams;
mod turn;

use duelog_kernel::recurrence::Loops;
use duelog_kernel::rng::Purpose;
use duelog_kernel::zone::{Place, Zones};
use duelog_kernel::{ObjectId, Seat, Touched};

use crate::cite;
use crate::language::definition::{Counter, Showing, Until};
use crate::state::event::{Event, told_alone};
use crate::state::{
    Board, Combat, Entering, EventBatch, Frame, Object, Permanent, Proposal, Proposed, Shown, State, Step,
    Value, Waiting, Zone, component,
};

/// Changes `state` by `event` and marks what it touches.
#[expect(clippy::too_many_lines, reason = "a flat table of events")]
pub fn apply(state: &mut State, event: &Event, touched: &mut Touched) {
    let mut writer = StateWriter { state, touched };
    match event {
        Event::Pushed(frame) => writer.frame_pushed(frame),
        Event::Popped => drop(writer.frames().pop()),
        Event::Replaced(frame) => writer.frame_replaced(frame),
        Event::EnteringSet(entering) => writer.entering_set(entering),
        Event::TurnedAway(zone, place) => writer.turned_away(*zone, *place),
        Event::Joined(events) => writer.joined(events),

        Event::StartingPlayer(seat) => writer.starting_player(*seat),
        Event::MulliganTaken(seat) => {
            writer.turn();
            let player = writer.player(*seat);
            player.mulligans = player.mulligans.saturating_add(1);
        }
        Event::HandKept(seat) => {
            writer.turn();
            writer.player(*seat).kept = true;
        }
        Event::TurnBegan(seat) => writer.turn_began(*seat),
        Event::StepBegan(step) => writer.step_began(*step),
        Event::StageReached(stage) => writer.turn().stage = *stage,
        Event::PriorityGiven(seat, passed) => writer.priority(Some(*seat), *passed),
        Event::PriorityTaken => writer.priority(None, 0),
        Event::ChainReached(chain) => writer.turn().chain = *chain,
        Event::Noted(pattern, seat, times) => writer.noted(*pattern, *seat, *times),
        Event::Recalled(all) => writer.recalled(all),
        Event::CombatForgotten(patterns) => writer.combat_forgotten(patterns),
        Event::ExtraTurn(seat) => writer.turn().extra.push(*seat),
        Event::TurnSkipped(seat) => writer.turn_skipped(*seat),
        Event::OrderStands(seat) => writer.turn().stands = *seat,
        Event::DrawsCounted => writer.draws_counted(),
        Event::TurnCounted(seat) => {
            let player = writer.player(*seat);
            player.turns = player.turns.saturating_add(1);
        }
        Event::TurnBehindNext(seat) => writer.turn().behind_next.push(*seat),
        Event::PartsAdded(added) => writer.turn().added.push(added.clone()),
        Event::TurnPlanned(added, steps, phases) => {
            let turn = writer.turn();
            turn.added.clone_from(added);
            turn.steps.clone_from(steps);
            turn.phases.clone_from(phases);
        }
        Event::LandPlayed => {
            let turn = writer.turn();
            turn.lands = turn.lands.saturating_add(1);
        }
        Event::MateLandPlayed(seat) => {
            let player = writer.player(*seat);
            player.lands = player.lands.saturating_add(1);
        }

        Event::Moved { object, from, to, place, new, entering, why, last, also } => {
            writer.moved(*object, (*from, *to, *place), (*new, *also), entering, *why, last);
        }
        Event::TokenMade { card, controller, new, entering } => {
            writer.token_made(*card, *controller, *new, entering);
        }
        Event::EmblemMade { card, seat, new } => writer.emblem_made(*card, *seat, *new),
        Event::AbilityMade { card, controller, new, stack } => {
            writer.ability_made(*card, *controller, *new, stack);
        }
        Event::StackCopied { of, controller, new } => writer.stack_copied(*of, *controller, *new),
        Event::CardCopied { of, controller, new } => writer.card_copied(*of, *controller, *new),
        Event::Resolved(object, ability) => writer.resolved(*object, *ability),
        Event::Ceased(id, last) => writer.retire(*id, last),
        Event::PhasedOut(id, under, last) => writer.phased_out(*id, *under, last),
        Event::PhasedIn(id, attached) => writer.phased_in(*id, *attached),
        Event::Forgotten(ids) => writer.forgotten(ids),
        Event::StackSet(id, stack) => writer.stack_set(*id, stack),
        Event::Reordered(seat, order) => writer.reordered(*seat, order),
        Event::Shuffled(seat, order) => writer.shuffled(*seat, order),
        Event::Chosen { .. } => writer.drawn(Purpose::Choice),
        Event::Shown(ids, seats) => {
            let how = Showing::Effect;
            let shown =
                ids.iter().map(|id| Shown { object: *id, seats: *seats, top_of: None, how, in_hand: false });
            cite!("701.15b");
            writer.effects().shown.extend(shown);
        }
        Event::ShownFor(ids, how) => {
            let shown = ids.iter().map(|id| Shown {
                object: *id,
                seats: u8::MAX,
                top_of: None,
                how: *how,
                in_hand: false,
            });
            writer.effects().shown.extend(shown);
        }
        Event::TopShown(seat, top) => writer.top_shown(*seat, *top),
        Event::HandShown(seat, ids) => writer.hand_shown(*seat, ids),
        Event::ShownNoMore => writer.showing_over(),
        Event::TopKnown(id) => writer.effects().revealed.push(*id),
        Event::Renewed(id, new) => writer.renewed(*id, *new),

        Event::Linked(id, card, objects) => writer.permanent(*id, |permanent| {
            permanent.linked.extend(objects.iter().map(|object| (*card, *object)));
        }),
        Event::Damaged { to: Value::Object(id), amount, deathtouch, marked, .. } => {
            writer.damaged(*id, *amount, *deathtouch, *marked);
        }
        Event::Tapped(id) => writer.permanent(*id, |permanent| {
            duelog_kernel::test_assert!(!permanent.tapped, "what becomes tapped is not tapped: {id}");
            permanent.tapped = true;
        }),
        Event::Untapped(id) => writer.untapped(*id),
        Event::CountersPut(id, kind, count, _) => {
            writer.permanent(*id, |permanent| put_counters(permanent, *kind, *count));
        }
        Event::CountersRemoved(id, kind, count) => writer.counters_removed(*id, *kind, *count),
        Event::Regenerated(id) => writer.regenerated(*id),
        Event::TurnedUp(id, _) => writer.turned(*id, None),
        Event::TurnedDown(id, down) => writer.turned(*id, Some(*down)),
        Event::Flipped(id) => writer.permanent(*id, |permanent| permanent.flipped = true),
        Event::Designated(seat, designation) => writer.designated(*seat, *designation),
        Event::Bound(id, to) => writer.permanent(*id, |permanent| permanent.bound = *to),
        Event::DamageRemoved(id) => writer.permanent(*id, |permanent| {
            permanent.damage = 0;
            permanent.deathtouched = false;
        }),
        Event::PlayerControlled(seat, by) => writer.player_controlled(*seat, *by),
        Event::SpellsCounted(most) => writer.turn().spells_before = *most,
        Event::Transformed(id, face) => writer.transformed(*id, *face),
        Event::Attached(id, to) => writer.attached(*id, *to),
        Event::UpkeepsBegun(ids) => {
            let one_more = |upkeeps: u8| upkeeps.saturating_add(1).min(2);
            ids.iter().for_each(|id| {
                writer.permanent(*id, |permanent| permanent.upkeeps = one_more(permanent.upkeeps));
            });
        }
        Event::LevelReached(id, level) => writer.permanent(*id, |permanent| permanent.level = *level),
        Event::BecameRenowned(id) => writer.permanent(*id, |permanent| permanent.renowned = true),
        Event::ControlChanged(id, seat) => writer.control_changed(*id, *seat),
        Event::LoyaltyUsed(id) => writer.permanent(*id, |permanent| permanent.loyalty_used = true),
        Event::BecameMonstrous(id) => writer.permanent(*id, |permanent| permanent.monstrous = true),
        Event::SicknessEnded(ids) => {
            ids.iter().for_each(|id| writer.permanent(*id, |permanent| permanent.sick = false));
        }
        Event::CleanedUp => writer.cleaned_up(),
        Event::Used { object, ability, ever } => writer.used(*object, *ability, *ever),
        Event::StateChecked => writer.state_checked(),

        Event::LifeGained(seat, amount) => {
            writer.life_changed(*seat, |life| life.saturating_add_unsigned(*amount));
        }
        Event::LifeLost(seat, amount) => {
            writer.life_changed(*seat, |life| life.saturating_sub_unsigned(*amount));
        }
        Event::CountersGained(seat, count, kind) => {
            writer.counters_changed(*seat, *kind, |all| all.saturating_add(*count));
        }
        Event::CountersLost(seat, count, kind) => {
            writer.counters_changed(*seat, *kind, |all| all.saturating_sub(*count));
        }
        Event::ManaAdded(seat, symbol, amount) => {
            let pool = &mut writer.player(*seat).pool[usize::from(*symbol)];
            *pool = pool.saturating_add(*amount);
        }
        Event::ManaSpent(seat, symbol, amount) => writer.mana_spent(*seat, *symbol, *amount),
        Event::MarkedAdded(seat, mana) => writer.player(*seat).add_marked(mana),
        Event::MarkedSpent(seat, mana) => writer.marked_spent(*seat, mana),
        Event::TypeGiven(symbol) => writer.type_given(*symbol),
        Event::ManaTaken(from, to) => writer.mana_taken(*from, *to),
        Event::PoolsEmptied => {
            for place in 0..writer.state.board.players.len() {
                let player = writer.player(Seat(place as u8));
                player.pool = [0; 6];
                player.marked.clear();
            }
        }
        Event::PoolEmptied(seat) => {
            let player = writer.player(*seat);
            player.pool = [0; 6];
            player.marked.clear();
        }
        Event::DrewFromEmpty(seat) => writer.player(*seat).drew_from_empty = true,
        Event::SpellCast(seat, spell) => writer.spell_cast(*seat, *spell),
        Event::PlayerLost(seat, loss) => writer.player(*seat).lost = Some(*loss),
        Event::Defended(seat) => writer.combat().defended.push(*seat),
        Event::PlayerLeft(seat) => writer.player_left(*seat),
        Event::Deputed(seat, by) => writer.deputed(*seat, *by),
        Event::AgendaNamed(id, name) => writer.agenda_named(*id, name),
        Event::AgendaRevealed(id) => writer.agenda_revealed(*id),
        Event::LeftGame { object, from, last } => {
            if let Zone::Hand(seat) = from {
                writer.player(*seat).last_hand += 1;
            }
            writer.retire(*object, last)
        }
        Event::GameEnded(ending) => writer.game_ended(ending),

        Event::GameRestarted(by, kept) => writer.game_restarted(*by, kept),
        Event::SubgameBegan => writer.subgame_began(),
        Event::SubgameEnded => writer.subgame_ended(),

        Event::EffectBegan(lasting) => writer.effect_began(lasting),
        Event::ShieldLeft(id, left) => writer.shield_left(*id, *left),
        Event::EffectUsed(id) => writer.effect_used(*id),
        Event::StayLeft(id, left) => writer.stay_left(*id, left),
        Event::EffectEnded(id) => writer.effect_ended(*id),
        Event::CopiesSet(id, objects) => writer.copies_set(*id, objects),
        Event::DelayedSet(delayed) => writer.effects().delayed.push(delayed.clone()),
        Event::DelayedDone(place) => writer.delayed_done(usize::from(*place)),
        Event::Triggered(waiting) => {
            let waiting = Waiting { id: writer.tick(), ..waiting.clone() };
            writer.effects().waiting.push(waiting);
        }
        Event::WaitingDone(place) => drop(writer.effects().waiting.remove(usize::from(*place))),

        Event::AttackersDeclared(attacks) => {
            let combat = writer.combat();
            combat.declared = !attacks.is_empty();
            combat.attacks.clone_from(attacks);
        }
        Event::PlayersAttacked(seats) => writer.combat().attacked.clone_from(seats),
        Event::BecameBlocked(ids) => writer.became_blocked(ids),
        Event::Redirected(id, whom) => {
            cite!("508.7a");
            let attacks = writer.combat().attacks.iter_mut().filter(|attack| attack.attacker == *id);
            attacks.for_each(|attack| attack.defender = Some(*whom));
        }
        Event::BlockersDeclared(blocks) => writer.blockers_declared(blocks),
        Event::CameAttacking(id, whom) => writer.came_attacking(*id, *whom),
        Event::CameBlocking { blocker, attacker, place, .. } => {
            writer.came_blocking(*blocker, *attacker, *place);
        }
        Event::MadeToBlock { blocker, attacker, place, at, .. } => {
            writer.made_to_block(*blocker, *attacker, usize::from(*place), usize::from(*at));
        }
        Event::BlockersOrdered(attacker, order) => {
            let attacks = writer.combat().attacks.iter_mut().filter(|attack| attack.attacker == *attacker);
            attacks.for_each(|attack| attack.blockers.clone_from(order));
        }
        Event::AttackersOrdered(blocker, order) => {
            let blocks = writer.combat().blocks.iter_mut().filter(|block| block.0 == *blocker);
            blocks.for_each(|block| block.1.clone_from(order));
        }
        Event::Assigned(assigned) => writer.combat().assigned.extend_from_slice(assigned),
        Event::AssignmentsTaken(strikers) => {
            let combat = writer.combat();
            combat.assigned.clear();
            combat.struck.extend_from_slice(strikers);
        }
        Event::RemovedFromCombat(id) => writer.fight_no_more(*id),
        Event::AttackedNoMore(id) => writer.attacked_no_more(*id),
        Event::CombatEnded => {
            *writer.combat() = Combat::default();
            writer.end_effects(|effect| effect.until == Until::EndOfCombat);
        }

        // Damage to a player is a loss of life (119.3a), and what was prevented is only remembered of the turn.
        Event::Damaged { source, to: Value::Seat(seat), amount, combat: true, .. } => {
            writer.struck(*seat, *source, *amount);
        }
        Event::Damaged { .. } | Event::DamagePrevented { .. } => {}
        told_alone!() => {}

        Event::Acted => {
            let loops = writer.loops();
            loops.actions = loops.actions.saturating_add(1);
        }
        Event::Visited(visit) => writer.loops().visit(*visit),
        Event::LoopClosed(from, barred) => writer.loops().close(*from, *barred),
        Event::ActionBegun => {
            let before = Box::new(writer.state.board.clone());
            writer.touched.mark(component::FRAMES, 0);
            writer.state.before = Some(before);
        }
        Event::ActionDone => {
            writer.touched.mark(component::FRAMES, 0);
            writer.state.before = None;
        }
        Event::ActionReversed => writer.action_reversed(),
        Event::PaidUnseen => writer.paid_unseen(),

        Event::PileShuffled(pile, seat, order) => writer.pile_shuffled(*pile, *seat, order),
        Event::TurnedFromPile { pile, seat, card, new } => {
            writer.turned_from_pile(*pile, *seat, *card, *new);
        }
        Event::TurnedToPile(pile, id, last) => writer.turned_to_pile(*pile, *id, last),
        Event::AbilityInherited(id, seat) => writer.ability_inherited(*id, *seat),
    }
}

/// What writes events into a state, and marks it.
struct StateWriter<'a> {
    state: &'a mut State,
    touched: &'a mut Touched,
}

impl StateWriter<'_> {
    fn frames(&mut self) -> &mut Vec<crate::state::Frame> {
        self.touched.mark(component::FRAMES, 0);
        &mut self.state.board.frames
    }

    fn frame_pushed(&mut self, frame: &Frame) {
        if let Frame::Resolving { object, .. } = frame {
            self.control_begins(*object);
        }
        self.frames().push(frame.clone());
    }

    /// The payment at hand turns out illegal as it goes on.
    fn paid_unseen(&mut self) {
        let paid = self.frames().iter_mut().rev().find_map(|frame| match frame {
            Frame::Casting(casting) => Some(&mut casting.void),
            Frame::Paying(paying) => Some(&mut paying.void),
            _ => None,
        });
        duelog_kernel::test_assert!(paid.is_some(), "something is being paid");
        paid.into_iter().for_each(|void| *void = true);
    }

    fn frame_replaced(&mut self, frame: &Frame) {
        if let Some(top) = self.frames().last_mut() {
            *top = frame.clone();
        }
    }

    /// What waits to happen, innermost.
    fn event_batch(&mut self) -> Option<&mut EventBatch> {
        let found = self
            .frames()
            .iter_mut()
            .rev()
            .find_map(|frame| if let Frame::EventBatch(events) = frame { Some(events) } else { None });
        duelog_kernel::test_assert!(found.is_some(), "something waits to happen");
        found
    }

    fn entering_set(&mut self, set: &Entering) {
        let Some(found) = self.event_batch() else { return };
        if let Some(Proposal::Move { entering, .. } | Proposal::Token { entering, .. }) =
            found.batch.get_mut(usize::from(found.at)).map(|proposed| &mut proposed.event)
        {
            *entering = set.clone();
        }
    }

    fn turned_away(&mut self, zone: Zone, at: Place) {
        let Some(found) = self.event_batch() else { return };
        if let Some(Proposal::Move { to, place, entering, .. }) =
            found.batch.get_mut(usize::from(found.at)).map(|proposed| &mut proposed.event)
        {
            (*to, *place, *entering) = (zone, at, Entering::default());
        }
    }

    fn joined(&mut self, events: &[Proposal]) {
        let Some(found) = self.event_batch() else { return };
        let joined = events.iter().map(|event| Proposed { event: event.clone(), applied: Vec::new() });
        found.batch.extend(joined);
    }

    fn action_reversed(&mut self) {
        cite!("721.2");
        if let Some(mut before) = self.state.before.take() {
            // What was told of an object that is taken back stays told of it alone.
            before.objects.keep_ids_of(&self.state.board.objects);
            // That board is the one on which the same player had priority.
            cite!("721.2");
            let loops = std::mem::take(&mut self.state.loops);
            let outer = std::mem::take(&mut self.state.outer);
            let left = std::mem::replace(self.state, State { board: *before, before: None, loops, outer });
            component::mark_differences(&left, self.state, self.touched);
        }
    }

    fn player(&mut self, seat: Seat) -> &mut crate::state::Player {
        self.touched.mark(component::PLAYERS, u32::from(seat.0));
        &mut self.state.board.players[usize::from(seat.0)]
    }

    fn object(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.touched.mark(component::OBJECTS, id.0);
        self.state.board.objects.get_mut(id)
    }

    fn permanent(&mut self, id: ObjectId, action: impl FnOnce(&mut Permanent)) {
        let object = self.object(id);
        duelog_kernel::test_assert!(object.is_some(), "what changes is there: {id}");
        if let Some(object) = object {
            action(&mut object.permanent);
        }
    }

    fn board(&mut self) -> &mut Board {
        &mut self.state.board
    }

    /// The board, of which effects or what is shown will be changed.
    fn effects(&mut self) -> &mut Board {
        self.touched.mark(component::EFFECTS, 0);
        self.board()
    }

    fn loops(&mut self) -> &mut Loops {
        self.touched.mark(component::TURN, 0);
        &mut self.state.loops
    }

    /// A draw of the generator is used up.
    fn drawn(&mut self, purpose: Purpose) {
        self.touched.mark(component::CHANCE, 0);
        self.state.board.rng.advance(purpose);
    }

    fn tick(&mut self) -> u32 {
        self.touched.mark(component::CHANCE, 0);
        self.state.board.clock += 1;
        self.state.board.clock
    }

    fn zones(&mut self, zone: usize) -> &mut Zones {
        self.touched.mark(component::ZONES, zone as u32);
        &mut self.state.board.zones
    }
}

fn permanent(entering: &Entering, controller: Seat) -> Permanent {
    let mut permanent =
        Permanent { tapped: entering.tapped, held: Some(controller), sick: true, ..Permanent::default() };
    entering.counters.iter().for_each(|(kind, count)| put_counters(&mut permanent, *kind, *count));
    attach(&mut permanent, entering.attached);
    permanent.chosen.clone_from(&entering.chosen);
    permanent.maker = entering.maker;
    permanent.made_by = entering.made_by;
    permanent
}

fn put_counters(permanent: &mut Permanent, kind: Counter, count: u32) {
    match permanent.counters.iter_mut().find(|entry| entry.0 == kind) {
        Some(entry) => entry.1 = entry.1.saturating_add(count),
        None => {
            permanent.counters.push((kind, count));
            permanent.counters.sort();
        }
    }
}

fn attach(permanent: &mut Permanent, to: Option<Value>) {
    permanent.attached = match to {
        Some(Value::Object(id)) => Some(id),
        _ => None,
    };
    permanent.enchanting = match to {
        Some(Value::Seat(seat)) => Some(seat),
        _ => None,
    };
}

/// Whether a step gives no player priority by itself (502.3, 514.3).
pub fn is_silent(step: Step) -> bool {
    matches!(step, Step::Opening | Step::Untap | Step::Cleanup)
}
