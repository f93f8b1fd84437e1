//! What happens, as definitions speak of it: what triggers abilities (603), and what has happened this turn.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::{ObjectId, Seat, data};

use super::event::Event;
use super::{Board, MoveReason, Step, Value, Zone, cause};
use crate::cite;

data! {
    /// Something that has happened.
    #[derive(Copy)]
    pub enum Occasion {
        /// An object changed zones.
        Moved {
            /// What it was.
            old: ObjectId,
            /// What it is.
            new: ObjectId,
            /// Where from.
            from: Zone,
            /// Where to.
            to: Zone,
            /// Why.
            why: MoveReason,
            /// Whose effect did it, if one did.
            by: Option<Seat>,
        },
        /// A creature attacked this player or creature (506.3a).
        Attacked(ObjectId, Value),
        /// A creature blocked another (507.3a).
        Blocked(ObjectId, ObjectId),
        /// A creature attacked and was not blocked (507.3c).
        Unblocked(ObjectId),
        /// The attack of a creature ended, in which it broke so many shields (510.1).
        AttackEnded(ObjectId, u32),
        /// Two creatures began to battle (115.2).
        BattleBegan(ObjectId, ObjectId),
        /// Two creatures have battled (115.3d).
        BattleEnded(ObjectId, ObjectId),
        /// A creature won a battle against another (115.3b).
        Won(ObjectId, ObjectId),
        /// A creature lost a battle against another (115.3b).
        Lost(ObjectId, ObjectId),
        /// A creature was about to break this many shields (509.3).
        BreakChosen(ObjectId, u32),
        /// A creature broke this many shields of a player (701.14).
        Broke(ObjectId, Seat, u32),
        /// An object of the battle zone became tapped (603.2c).
        Tapped(ObjectId),
        /// A player used a card (601.1).
        Used(Seat, ObjectId),
        /// A player was about to draw a card (114.5).
        DrawBegan(Seat),
        /// A step of a player's turn began (500.4); of the first and the last it is the moment at which the
        /// turn starts (501.2) or ends (511.1).
        Began(Step, Seat),
        /// A player used the S-Trigger of a card (112.3a), whose shield this creature broke.
        Triggered(Seat, ObjectId, Option<ObjectId>),
    }
}

impl Occasion {
    /// What an event is for definitions; none for what they do not speak of.
    pub fn of(event: &Event, board: &Board) -> Option<Occasion> {
        Some(match event {
            Event::Moved { object, new, from, to, why, .. } => {
                let by = cause(&board.frames);
                Occasion::Moved { old: *object, new: *new, from: *from, to: *to, why: *why, by }
            }
            Event::AttackDeclared(attacker, target) => Occasion::Attacked(*attacker, *target),
            Event::Blocked(blocker) => Occasion::Blocked(*blocker, board.attack.as_ref()?.attacker),
            Event::Unblocked(attacker) => Occasion::Unblocked(*attacker),
            Event::AttackEnding(attacker) => {
                Occasion::AttackEnded(*attacker, board.attack.as_ref().map_or(0, |attack| attack.broken))
            }
            Event::BattleBegan(one, two) => Occasion::BattleBegan(*one, *two),
            Event::BattleEnded(one, two) => Occasion::BattleEnded(*one, *two),
            Event::BattleWon(own, other) => Occasion::Won(*own, *other),
            Event::BattleLost(own, other) => Occasion::Lost(*own, *other),
            Event::BreakChosen(by, shields) => Occasion::BreakChosen(*by, shields.len() as u32),
            Event::Broke(by, seat, count) => Occasion::Broke(*by, *seat, *count),
            Event::Tapped(id) if board.in_battle(*id) => Occasion::Tapped(*id),
            Event::CardUsed(seat, id) => Occasion::Used(*seat, *id),
            Event::ShieldTriggered(seat, id, by) => Occasion::Triggered(*seat, *id, *by),
            Event::DrawBegan(seat) => Occasion::DrawBegan(*seat),
            Event::StepBegan(
                step @ (Step::Opening | Step::Draw | Step::Charge | Step::Main | Step::Attack),
            ) => {
                // All of them as the step begins.
                cite!("500.4", "603.2a");
                Occasion::Began(*step, board.turn.active)
            }
            Event::StepBegan(Step::Start | Step::End)
            | Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StartingPlayer(_)
            | Event::TurnBegan(_)
            | Event::StageReached(_)
            | Event::ExtraTurn(_)
            | Event::TurnOver
            | Event::Held(..)
            | Event::Forgotten(_)
            | Event::Driven(_)
            | Event::Reordered(..)
            | Event::Rearranged(_)
            | Event::Shuffled(..)
            | Event::UltraGrShuffled(..)
            | Event::Chosen { .. }
            | Event::Shown(..)
            | Event::Tapped(_)
            | Event::Untapped(_)
            | Event::Crossed(..)
            | Event::TurnedOver(_)
            | Event::Composed(..)
            | Event::Merged { .. }
            | Event::Split(..)
            | Event::EffectBegan(_)
            | Event::EffectsEnded(_)
            | Event::DelayedSet(_)
            | Event::DelayedDone(_)
            | Event::Triggered(_)
            | Event::StandbyDone(_)
            | Event::SentenceReplaced(_)
            | Event::Applied(_)
            | Event::Noted(_)
            | Event::PoolReached(_)
            | Event::AttackReached(_)
            | Event::RedirectsChosen(_)
            | Event::Redirected(..)
            | Event::AttackerReplaced(_)
            | Event::TargetReplaced(_)
            | Event::AttackOver
            | Event::GameEnded(_) => return None,
        })
    }
}
