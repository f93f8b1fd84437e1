//! The turn (500-514): its steps, their turn-based actions (703), and how they end.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Choice, ObjectId, Request, Seat};

use crate::language::definition::{Deed, Destination, Ruling};
use crate::rules::continuous::reached;
use crate::rules::effects::placed;
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::state::event::Event;
use crate::state::{
    Added, Context, Frame, Lasting, LastingKind, MoveReason, PickPurpose, Picking, Player, Proposal, Stage,
    Step, Value, Zone, frame,
};
use crate::{cite, rule};

impl Magic {
    /// Notes how far the step has come.
    pub fn reach(&self, play: &mut Game<'_>, stage: Stage) {
        play.emit(Event::StageReached(stage), rule!("500.1"));
    }

    /// Lets players have priority in this step; afterwards it ends.
    pub fn give_priority(&self, play: &mut Game<'_>) {
        self.reach(play, Stage::Priority);
        self.push(play, Frame::Priority, rule!("116.3a"));
    }

    fn begin_step(&self, play: &mut Game<'_>, step: Step, part: u16) -> Flow {
        cite!("116.2c");
        match step {
            Step::Opening => self.begin_first_turn(play),
            Step::Untap => self.untap(play),
            Step::MainOne if part == 0 && self.begin_main_phase(play) => {}
            Step::Upkeep
            | Step::MainOne
            | Step::MainTwo
            | Step::BeginCombat
            | Step::EndCombat
            | Step::End => {
                cite!("503.1", "505.5", "507.2", "511.1", "513.1");
                self.give_priority(play);
            }
            Step::Draw => self.draw_for_turn(play, part),
            Step::DeclareAttackers => return self.declare_attackers(play, part),
            Step::DeclareBlockers => return self.declare_blockers(play, part),
            Step::FirstStrikeDamage | Step::CombatDamage => return self.combat_damage(play, part),
            Step::Cleanup => self.clean_up(play, part),
        }
        Flow::Go
    }

    /// 302.6: what the active player controls as the turn begins has been under control since then, whether
    /// or not there is an untap step.
    pub fn end_sickness(&self, play: &mut Game<'_>) {
        self.notice_control(play);
        let sight = self.sight(play);
        // Phasing changes nobody's control.
        let rests = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| object.permanent.sick) && sight.is_actives(*id)
        };
        let rested: Vec<ObjectId> = sight.board.phased_either_way().into_iter().filter(rests).collect();
        if !rested.is_empty() {
            play.emit(Event::SicknessEnded(rested), rule!("302.6"));
        }
    }

    /// 502.1, 502.2: permanents phase in and out, then the active player's permanents untap but for those
    /// that the player keeps tapped.
    fn untap(&self, play: &mut Game<'_>) {
        cite!("702.25k");
        self.phase_in_and_out(play);
        let sight = self.sight(play);
        let active = sight.board.turn.active;
        let may_stay = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| object.permanent.tapped)
                && sight.is_actives(*id)
                && sight.ruled(*id, Ruling::Allow, Deed::StayTapped)
                && !sight.ruled(*id, Ruling::Forbid, Deed::Untap)
        };
        let mut choice: Vec<ObjectId> =
            sight.board.zone(Zone::Battlefield).iter().copied().filter(may_stay).collect();
        let limits = sight.untap_limits();
        let least = limits.iter().map(|(of, stay)| (*stay).min(of.len() as u32)).max().unwrap_or(0);
        choice.extend(limits.into_iter().flat_map(|(of, _)| of));
        choice.sort();
        choice.dedup();
        if choice.is_empty() {
            return self.untap_but(play, &[]);
        }
        let most = choice.len() as u32;
        self.pick(play, Picking::new(active, PickPurpose::StayTapped, choice, least, most));
    }

    /// The active player's permanents untap, but for those that cannot and these (502.2).
    pub fn untap_but(&self, play: &mut Game<'_>, these: &[ObjectId]) {
        let sight = self.sight(play);
        let own: Vec<ObjectId> = sight
            .board
            .zone(Zone::Battlefield)
            .iter()
            .copied()
            .filter(|id| sight.is_actives(*id) || sight.ruled(*id, Ruling::Allow, Deed::UntapInOthers))
            .collect();
        let kept: Vec<(u32, Vec<ObjectId>, Vec<ObjectId>)> =
            sight.board.effects.iter().filter_map(|lasting| stay(&sight, lasting, &own)).collect();
        let stays = |id: &ObjectId| {
            // An effect that keeps a permanent tapped speaks of its controller's untap step.
            let speaks = sight.is_actives(*id) || !self.card_pool.untaps_in_others();
            these.contains(id)
                || kept.iter().any(|kept| kept.1.contains(id))
                || (speaks && sight.ruled(*id, Ruling::Forbid, Deed::Untap))
        };
        let untap: Vec<ObjectId> = own
            .iter()
            .copied()
            .filter(|id| sight.object(*id).is_some_and(|object| object.permanent.tapped) && !stays(id))
            .collect();
        cite!("703.4b");
        self.emit_together(play, untap.into_iter().map(Event::Untapped).collect(), rule!("502.2"));
        for (id, _, left) in kept {
            play.emit(
                if left.is_empty() { Event::EffectEnded(id) } else { Event::StayLeft(id, left) },
                rule!("502.2"),
            );
        }
        let own = play.state().board.active_players();
        let home = |lasting: &Lasting| match &lasting.kind {
            LastingKind::Untaps(objects) if own.contains(&lasting.controller) => {
                Some((lasting.id, objects.clone()))
            }
            _ => None,
        };
        let due: Vec<(u32, Vec<ObjectId>)> = play.state().board.effects.iter().filter_map(home).collect();
        cite!("500.3", "502.3");
        self.reach(play, Stage::Done);
        let mut batch = Vec::new();
        for (id, objects) in due {
            play.emit(Event::EffectEnded(id), rule!("502.2"));
            let board = &play.state().board;
            let here =
                objects.into_iter().filter(|id| board.is_permanent(*id)).filter_map(|id| board.get(id));
            batch.extend(
                here.map(|own| placed(own.id, own.owner, Destination::Hand, own.owner, MoveReason::Effect)),
            );
        }
        if !batch.is_empty() {
            self.happen(play, batch);
        }
    }

    /// 504.1, and 103.7a for the first turn.
    fn draw_for_turn(&self, play: &mut Game<'_>, part: u16) {
        if part > 0 {
            cite!("504.2");
            return self.give_priority(play);
        }
        let board = &play.state().board;
        let active: Vec<Seat> =
            board.active_players().into_iter().filter(|seat| !board.has_left(*seat)).collect();
        self.reach(play, Stage::Begin(1));
        cite!("504.1", "703.4c");
        match active.as_slice() {
            [] => {}
            [alone] => self.happen(play, vec![Proposal::Draw(*alone)]),
            mates => {
                cite!("805.4b");
                self.happen_in_turn(play, mates.iter().copied().map(Proposal::Draw).collect());
            }
        }
    }

    /// 514: discard to hand size, then damage wears off and effects end, then perhaps priority.
    fn clean_up(&self, play: &mut Game<'_>, part: u16) {
        if part == 0 {
            self.reach(play, Stage::Begin(1));
            // The one who is asked last is put down first.
            for active in play.state().board.active_players().into_iter().rev() {
                let hand = play.state().board.zone(Zone::Hand(active)).to_vec();
                let excess = self
                    .sight(play)
                    .hand_size_max(active)
                    .map_or(0, |most| (hand.len() as u32).saturating_sub(most));
                if excess > 0 {
                    cite!("703.4n");
                    self.pick(play, Picking::new(active, PickPurpose::HandSize, hand, excess, excess));
                }
            }
            return;
        }
        cite!("703.4p");
        play.emit(Event::CleanedUp, rule!("514.2"));
        // What ended may change who controls what, and more: it triggers before it is asked whether anything
        // waits.
        self.notice_control(play);
        self.notice_state(play);
        // 514.3a: only when something is waiting do players get priority, and another cleanup step follows.
        if self.state_actions_wait(play) || !play.state().board.waiting.is_empty() {
            self.give_priority(play);
        } else {
            self.forget(play);
            cite!("514.3");
            self.reach(play, Stage::Done);
        }
    }

    /// Drops what nothing can look back at any more: nothing is on the stack, and no delayed ability names
    /// it.
    fn forget(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        if !board.zone(Zone::Stack).is_empty() || board.frames.len() > 1 {
            return;
        }
        let knows = |context: &Context, it: &Option<Value>, id: ObjectId| {
            let mut values = context.targets.iter().flatten().chain(it);
            context.source == id
                || context.event.object == Some(id)
                || context.event.other == Some(id)
                || values.any(|value| *value == Value::Object(id))
        };
        let named = |id: ObjectId| {
            board.delayed.iter().any(|delayed| knows(&delayed.context, &delayed.it, id))
                || board.effects.iter().any(|effect| {
                    let reaches = matches!(&effect.kind, LastingKind::Reach { context, it, .. } | LastingKind::Misses { context, it, .. } if knows(context, it, id));
                    effect.source == id || reaches
                })
        };
        let gone: Vec<ObjectId> = board
            .objects
            .iter()
            .filter(|object| object.zone == Zone::Gone && !named(object.id))
            .map(|object| object.id)
            .collect();
        if !gone.is_empty() {
            play.emit(Event::Forgotten(gone), rule!("400.7"));
        }
    }

    /// What was not spent is lost (500.4).
    pub fn empty_pools(&self, play: &mut Game<'_>) {
        if play.state().board.players.iter().any(Player::has_mana) {
            cite!("703.4q");
            play.emit(Event::PoolsEmptied, rule!("500.4"));
        }
    }

    fn end_step(&self, play: &mut Game<'_>, step: Step) {
        self.empty_pools(play);
        if step == Step::EndCombat {
            cite!("500.5", "511.2");
            play.emit(Event::CombatEnded, rule!("511.3"));
        }
        if step == Step::Cleanup {
            return self.end_turn(play);
        }
        let next = self.following(play, step);
        self.happen(play, vec![Proposal::Step(next)]);
    }

    /// What comes after a step: what effects have added behind it or behind its phase, the newest first, then
    /// what would come anyway.
    pub fn following(&self, play: &mut Game<'_>, step: Step) -> Step {
        let turn = &play.state().board.turn;
        let (mut added, mut steps, mut phases) =
            (turn.added.clone(), turn.steps.clone(), turn.phases.clone());
        let before = (added.len(), steps.len(), phases.len());
        let ends_phase = step.end_of(true) == step && !matches!(step, Step::End);
        let planned = steps.pop().or_else(|| if ends_phase { phases.pop() } else { None });
        let natural = planned.unwrap_or_else(|| self.next_step(play, step));
        let mut next = natural;
        let here: Vec<Added> = added.extract_if(.., |added| added.after == step && !added.whole).collect();
        if !here.is_empty() {
            cite!("500.9");
            steps.push(next);
            here.iter().for_each(|added| steps.extend(added.steps.iter().rev()));
            next = steps.pop().unwrap_or(natural);
        } else if ends_phase {
            let here: Vec<Added> = added.extract_if(.., |added| added.after == step && added.whole).collect();
            if !here.is_empty() {
                cite!("500.8");
                phases.push(next);
                here.iter().for_each(|added| phases.extend(added.steps.iter().rev()));
                next = phases.pop().unwrap_or(natural);
            }
        }
        if before != (added.len(), steps.len(), phases.len()) {
            play.emit(Event::TurnPlanned(added, steps, phases), rule!("500.1"));
        }
        next
    }

    fn end_turn(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        let next: Seat = board.turn.extra.last().copied().unwrap_or(board.next_turn(board.turn.in_order()));
        self.happen(play, vec![Proposal::Turn(next)]);
    }

    /// The step or phase after this one.
    pub fn next_step(&self, play: &mut Game<'_>, step: Step) -> Step {
        cite!("505.1a", "506.1", "508.8", "512.1");
        let board = &play.state().board;
        match step {
            Step::Opening | Step::Cleanup => Step::Untap,
            Step::Untap => Step::Upkeep,
            // The starting player skips the first draw step.
            Step::Upkeep if board.turn.number == 1 && board.shares_life() => {
                cite!("103.7b", "810.6");
                Step::MainOne
            }
            Step::Upkeep if board.turn.number == 1 && board.is_multiplayer() => {
                cite!("103.7c", "800.6");
                Step::Draw
            }
            Step::Upkeep if board.turn.number == 1 => {
                cite!("103.7a");
                Step::MainOne
            }
            Step::Upkeep => Step::Draw,
            Step::Draw => Step::MainOne,
            Step::MainOne => Step::BeginCombat,
            Step::BeginCombat => Step::DeclareAttackers,
            // Where no attacker was declared there are no blockers and there is no damage; what has left
            // combat since makes no difference.
            Step::DeclareAttackers if !board.combat.declared => Step::EndCombat,
            Step::DeclareAttackers => Step::DeclareBlockers,
            Step::DeclareBlockers if self.strikes_first(play) => Step::FirstStrikeDamage,
            Step::DeclareBlockers | Step::FirstStrikeDamage => Step::CombatDamage,
            Step::CombatDamage => Step::EndCombat,
            Step::EndCombat => Step::MainTwo,
            Step::MainTwo => Step::End,
            Step::End => Step::Cleanup,
        }
    }
}

impl FrameRules<Magic> for frame::Turn {
    /// Goes on with the step at hand.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        let (step, stage) = (play.state().board.turn.step, play.state().board.turn.stage);
        match stage {
            Stage::Begin(part) => {
                cite!("703.3");
                rules.begin_step(play, step, part)
            }
            // 514.3a: a cleanup step in which players got priority is followed by another one.
            Stage::Priority if step == Step::Cleanup => {
                rules.empty_pools(play);
                rules.emit(play, Event::StepBegan(Step::Cleanup), rule!("514.3a"));
                Flow::Go
            }
            Stage::Priority => {
                rules.reach(play, Stage::Done);
                Flow::Go
            }
            Stage::Done => {
                rules.end_step(play, step);
                Flow::Go
            }
            Stage::Cut => {
                rules.cut_turn(play, step);
                Flow::Go
            }
        }
    }

    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        rules.ask_combat(sight)
    }

    fn answer(self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        rules.answer_combat(play, choice);
    }
}

impl Sight<'_> {
    /// True if the active player, or a player of the active team, controls a permanent.
    pub fn is_actives(&self, id: ObjectId) -> bool {
        self.controller(id).is_some_and(|seat| self.board.is_active(seat))
    }

    /// True if a player, or one who takes turns together with that player, controls a permanent.
    pub fn controls_with(&self, seat: Seat, id: ObjectId) -> bool {
        self.controller(id).is_some_and(|other| self.board.are_mates(seat, other))
    }

    /// The tapped permanents of the active player, a number of which stays tapped in this untap step, for each effect that
    /// lets only some of them untap (502.2).
    pub fn untap_limits(&self) -> Vec<(Vec<ObjectId>, u32)> {
        let own: Vec<ObjectId> =
            self.board.zone(Zone::Battlefield).iter().copied().filter(|id| self.is_actives(*id)).collect();
        let kept: Vec<ObjectId> = self
            .board
            .effects
            .iter()
            .filter_map(|lasting| stay(self, lasting, &own))
            .flat_map(|kept| kept.1)
            .collect();
        let would = |id: &ObjectId| {
            self.object(*id).is_some_and(|object| object.permanent.tapped)
                && !kept.contains(id)
                && !self.ruled(*id, Ruling::Forbid, Deed::Untap)
        };
        let tapped: Vec<ObjectId> = own.iter().copied().filter(would).collect();
        cite!("502.2");
        let held = |seat| -> Vec<ObjectId> {
            tapped.iter().copied().filter(|id| self.controller(*id) == Some(seat)).collect()
        };
        let limits = self.board.active_players().into_iter();
        let limits = limits.flat_map(|seat| self.untaps_at_most(seat, &held(seat)));
        let over = limits.filter(|(of, most)| of.len() > *most as usize);
        over.map(|(of, most)| {
            let stay = of.len() as u32 - most;
            (of, stay)
        })
        .collect()
    }
}

/// Which of a player's permanents an effect keeps tapped in this untap step, and for which it waits on
/// (502.2).
fn stay(
    sight: &Sight<'_>,
    lasting: &Lasting,
    own: &[ObjectId],
) -> Option<(u32, Vec<ObjectId>, Vec<ObjectId>)> {
    if let LastingKind::Misses { code, at, context, it, seat } = &lasting.kind {
        let all = sight.board.is_active(*seat).then(|| reached(sight, (*code, *at), context, *it))?;
        return Some((lasting.id, all, Vec::new()));
    }
    let LastingKind::Stay { objects, seat } = &lasting.kind else { return None };
    match seat {
        Some(seat) if !sight.board.is_active(*seat) => None,
        Some(_) => Some((lasting.id, objects.clone(), Vec::new())),
        None => {
            let (now, later): (Vec<ObjectId>, Vec<ObjectId>) =
                objects.iter().partition(|id| own.contains(id));
            (!now.is_empty()).then_some((lasting.id, now, later))
        }
    }
}
