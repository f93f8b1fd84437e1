//! The things that a player takes along out of a game that others continue (800.4).

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use crate::cite;
use crate::state::{
    Awaited, Board, EventBatch, FollowUp, Frame, LastingKind, Pending, Picking, Proposal, Proposed, Sifting,
    Value, Voting, component,
};

impl StateWriter<'_> {
    /// The player is gone, with what was going on for that player. The objects have left before.
    pub(super) fn player_left(&mut self, seat: Seat) {
        self.pass_on(seat);
        self.player(seat).left = true;
        self.team_goes_on(seat);
        let turn = self.turn();
        turn.extra.retain(|extra| *extra != seat);
        cite!("800.4b");
        let about = |control: &(Seat, Seat)| control.0 == seat || control.1 == seat;
        turn.control = turn.control.filter(|control| !about(control));
        turn.control_next.retain(|control| !about(control));
        let combat = self.combat();
        cite!("800.4e");
        combat.assigned.retain(|assigned| assigned.to != Value::Seat(seat));
        for attack in combat.attacks.iter_mut().filter(|attack| attack.defender == Some(Value::Seat(seat))) {
            attack.defender = None;
        }
        cite!("800.4d");
        let effects = self.effects();
        effects.waiting.retain(|waiting| waiting.controller != seat);
        effects.delayed.retain(|delayed| delayed.context.controller != seat);
        self.end_effects(|effect| {
            effect.controller == seat && matches!(effect.kind, LastingKind::Control { .. })
        });
        self.touched.mark(component::FRAMES, 0);
        let frames = std::mem::take(&mut self.state.board.frames);
        self.state.board.frames = go_on(&self.state.board, frames, seat);
    }

    /// A player decides in place of one who has left, for what is carried out now.
    pub(super) fn deputed(&mut self, seat: Seat, by: Seat) {
        self.touched.mark(component::FRAMES, 0);
        let running = self.state.board.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Running(running) => Some(running),
            _ => None,
        });
        if let Some(running) = running {
            running.deputies.push((seat, by));
        }
    }

    /// 800.4a: who had priority gives it to the next player; who had passed is not counted any more.
    fn pass_on(&mut self, seat: Seat) {
        let board = &self.state.board;
        let Some(holder) = board.turn.priority else { return };
        // From the holder on; those who have passed sit before the holder, at the end of it.
        let order = board.seats_from(holder);
        let passed = usize::from(board.turn.passed).min(order.len() - 1);
        let has_passed = order[order.len() - passed..].contains(&seat);
        cite!("800.4a");
        let holder = if holder == seat { order.get(1).copied() } else { Some(holder) };
        let passed = (passed - usize::from(has_passed)).min(order.len().saturating_sub(2));
        let turn = self.turn();
        turn.priority = holder;
        turn.passed = passed as u8;
    }
}

/// The frames that continue without a player: not the actions of that player, nor frames about objects that are gone.
fn go_on(board: &Board, frames: Vec<Frame>, seat: Seat) -> Vec<Frame> {
    let is_gone = |id: ObjectId| board.get(id).is_none_or(|object| !object.zone.exists());
    let mut kept: Vec<Frame> = Vec::with_capacity(frames.len());
    for frame in frames {
        let ends = match &frame {
            Frame::Casting(casting) => casting.seat == seat || is_gone(casting.object),
            Frame::Placing(placing) => is_gone(placing.object),
            Frame::Resolving { object, .. } => {
                is_gone(*object) || board.get(*object).is_some_and(|object| object.controller == seat)
            }
            Frame::Running(running) => running.context.controller == seat,
            Frame::Declaring(declaring) => declaring.seat == seat,
            Frame::Retargeting(retargeting) => retargeting.seat == seat || is_gone(retargeting.object),
            Frame::Proliferating(proliferating) => proliferating.seat == seat,
            Frame::Redirecting { seat: chooser, attacker } => *chooser == seat || is_gone(*attacker),
            Frame::MakingBlock { blocker, attacker, .. } => is_gone(*blocker) || is_gone(*attacker),
            Frame::Dividing(dividing) => dividing.seat == seat,
            Frame::Paying(paying) => paying.seat == seat,
            Frame::Opening(_)
            | Frame::Turn
            | Frame::Priority
            | Frame::EventBatch(_)
            | Frame::Picking(_)
            | Frame::Sifting(_)
            | Frame::Voting(_) => false,
        };
        if ends {
            // The cost is not paid.
            if let (Frame::Paying(_), Some(Frame::Running(running))) = (&frame, kept.last_mut()) {
                running.wait = Awaited::Pay(seat);
            }
            break;
        }
        kept.push(match frame {
            Frame::EventBatch(events) => Frame::EventBatch(without(board, events, seat)),
            Frame::Running(mut running) => {
                // Who decides for somebody else and leaves too does so no more.
                running.deputies.retain(|deputy| deputy.1 != seat);
                Frame::Running(running)
            }
            Frame::Picking(picking) => Frame::Picking(picked_by_others(picking, seat, &is_gone)),
            Frame::Sifting(sifting) => Frame::Sifting(sifted_by_others(sifting, seat)),
            Frame::Voting(voting) => Frame::Voting(Voting {
                voters: voting.voters.into_iter().filter(|voter| *voter != seat).collect(),
                objects: voting.objects.into_iter().filter(|id| !is_gone(*id)).collect(),
                ..voting
            }),
            other => other,
        });
    }
    kept
}

/// Events on their way, as far as they are about what is still there.
fn without(board: &Board, events: EventBatch, seat: Seat) -> EventBatch {
    let stays = |event: &Proposal| event.is_possible_for(board);
    let follows = |follow: &FollowUp| match follow {
        FollowUp::Event(event) => stays(event),
        FollowUp::Script(_, context, _) => context.controller != seat,
        FollowUp::Draws(who, _) | FollowUp::Sift(_, who, _) => *who != seat,
        FollowUp::Link(..) | FollowUp::Return(..) => true,
    };
    EventBatch {
        batch: events.batch.into_iter().filter(|Proposed { event, .. }| stays(event)).collect(),
        rest: events.rest.into_iter().filter(stays).collect(),
        after: events.after.into_iter().filter(follows).collect(),
        pending: Pending::Nothing,
        at: 0,
        buried: 0,
        ..events
    }
}

fn picked_by_others(picking: Picking, seat: Seat, is_gone: &impl Fn(ObjectId) -> bool) -> Picking {
    let there = |options: Vec<ObjectId>| -> Vec<ObjectId> {
        options.into_iter().filter(|id| !is_gone(*id)).collect()
    };
    let options = there(picking.options);
    let count = options.len() as u32;
    let after = picking.after.into_iter().filter(|next| next.0 != seat).map(|(next, options, number)| {
        let options = there(options);
        let number = number.min(options.len() as u32);
        (next, options, number)
    });
    Picking {
        min: picking.min.min(count),
        max: picking.max.min(count),
        collected: there(picking.collected),
        after: after.collect(),
        options,
        ..picking
    }
}

fn sifted_by_others(sifting: Sifting, seat: Seat) -> Sifting {
    let stays = |share: &crate::state::Sifted| share.seat != seat && share.library != seat;
    let before = sifting.shares.iter().take(usize::from(sifting.at)).filter(|share| stays(share)).count();
    let asked = sifting.shares.get(usize::from(sifting.at)).is_some_and(&stays);
    Sifting {
        at: before as u8,
        ordering: sifting.ordering && asked,
        shares: sifting.shares.into_iter().filter(|share| stays(share)).collect(),
        ..sifting
    }
}
