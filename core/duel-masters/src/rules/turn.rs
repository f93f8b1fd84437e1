//! The turn (500): its steps in order, and the turn-based actions (702).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::{Ability, Subject, Until};
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, GOING_ON, Game};
use crate::state::event::Event;
use crate::state::{
    Board, CodeRef, Context, Declaring, Delayed, End, Entering, EventContext, Frame, Hold, MoveReason,
    PickPurpose, Picking, Proposal, StandbyKind, StandbyWindow, Step, Value, Window, Zone, frame, other,
};
use crate::{cite, rule};

/// The stages of the step in which a turn starts (501), and of that in which it ends (511).
mod stage {
    pub const BEGIN: u8 = 0;
    pub const UNTAPPED: u8 = 1;
    pub const TRIGGERED: u8 = 2;
    pub const OTHERS: u8 = 3;
    pub const DONE: u8 = 4;
    pub const OVER: u8 = 5;
}

/// Whether a step has begun and its turn-based action is still to come, which is before state-based actions
/// are checked and before what triggers resolves.
pub fn acts_first(board: &Board) -> bool {
    cite!("702.2");
    match board.frames.last() {
        Some(Frame::Opening) => true,
        Some(Frame::Turn) => {
            matches!(board.turn.step, Step::Opening | Step::Start | Step::Draw)
                && board.turn.stage == stage::BEGIN
        }
        Some(Frame::Picking(picking)) => picking.purpose == PickPurpose::StayTapped,
        _ => false,
    }
}

impl DuelMasters {
    /// Resolves what is on standby in this window: all of it, or only one player's (101.4).
    pub fn stand(&self, play: &mut Game<'_>, pool: u8, only: Option<Seat>) {
        self.push(
            play,
            Frame::Standby(StandbyWindow { pool, only, wide: false, choosing: None }),
            rule!("603.3"),
        );
    }

    /// Asks a player for declarations where any card of the match has something to declare.
    pub fn declare(&self, play: &mut Game<'_>, seat: Seat, window: Window) {
        if self.card_pool.declares {
            self.push(play, Frame::Declaring(Declaring { seat, window }), rule!("603.2e"));
        }
    }

    fn begin_turn(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        cite!("500.5");
        let next = match board.turn.extra.last() {
            _ if board.turn.number == 0 => board.turn.starting,
            Some(extra) => extra.seat,
            None => other(board.turn.regular),
        };
        if board.delayed.is_empty() && board.effects.is_empty() {
            let gone = |object: &&crate::state::Object| object.zone == Zone::Gone;
            let forgotten: Vec<ObjectId> =
                board.objects.iter().filter(gone).map(|object| object.id).collect();
            if !forgotten.is_empty() {
                play.emit(Event::Forgotten(forgotten), rule!("400.5"));
            }
        }
        self.emit(play, Event::TurnBegan(next), rule!("500.1"));
        let effects = &play.state().board.effects;
        let over: Vec<u32> = effects
            .iter()
            .filter(|effect| effect.until == Until::YourTurn && effect.controller == next)
            .map(|effect| effect.id)
            .collect();
        if !over.is_empty() {
            self.emit(play, Event::EffectsEnded(over), rule!("500.3"));
        }
        let own =
            |delayed: &&Delayed| delayed.context.controller == next && delayed.waits.until == Until::YourTurn;
        let over: Vec<u32> =
            play.state().board.delayed.iter().filter(own).map(|delayed| delayed.id).collect();
        for id in over {
            self.emit(play, Event::DelayedDone(id), rule!("500.3"));
        }
        self.begin_step(play, Step::Start);
    }

    /// Goes on to the next step (500.2a).
    pub fn begin_step(&self, play: &mut Game<'_>, step: Step) {
        cite!("500.2");
        self.emit(play, Event::StepBegan(step), rule!("500.2a"));
    }

    fn reach(&self, play: &mut Game<'_>, stage: u8) {
        play.emit(Event::StageReached(stage), GOING_ON);
    }

    fn start_of_turn(&self, play: &mut Game<'_>, stage: u8) -> Flow {
        let seat = play.state().board.turn.active;
        match stage {
            stage::BEGIN => {
                self.reach(play, stage::UNTAPPED);
                let silent = self.silent(&self.sight(play), seat);
                let max = silent.len() as u32;
                let options: Vec<Value> = silent.into_iter().map(Value::Object).collect();
                self.push(
                    play,
                    Frame::Picking(Picking {
                        seat,
                        purpose: PickPurpose::StayTapped,
                        options,
                        min: 0,
                        max,
                        taken: Vec::new(),
                    }),
                    rule!("501.1a"),
                );
            }
            stage::UNTAPPED => {
                // The turn player's cards have been untapped by the answer.
                self.reach(play, stage::TRIGGERED);
                // 501.2a: what comes later in this step is not noticed any more.
                cite!("501.2a");
                self.notice_moment(play, Step::Start, seat, rule!("501.2"));
            }
            _ => self.begin_step(play, Step::Draw),
        }
        Flow::Go
    }

    /// Tapped creatures with a silent skill (501.1a).
    fn silent(&self, sight: &Sight<'_>, seat: Seat) -> Vec<ObjectId> {
        let silent = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| object.tapped) && self.silent_skill(sight, *id).is_some()
        };
        sight.creatures(seat).filter(silent).collect()
    }

    fn silent_skill(&self, sight: &Sight<'_>, id: ObjectId) -> Option<CodeRef> {
        let silent = |ability: &Ability| matches!(ability, Ability::Silent(_)).then_some(());
        sight.abilities(id, silent).next().map(|(code, ())| code)
    }

    /// Untaps the turn player's cards together, but for those that stay tapped for their effects (702.3a).
    pub fn untap_all(&self, play: &mut Game<'_>, staying: &[ObjectId]) {
        cite!("501.1");
        let sight = self.sight(play);
        let seat = sight.board.turn.active;
        let cards = sight.board.zone(Zone::Battle).chain(sight.board.zone(Zone::Mana(seat)));
        // 308.3: what is upside down stays so, and counts as untapped.
        cite!("308.3");
        let untaps = |id: &ObjectId| {
            sight.object(*id).is_some_and(|object| object.owner == seat && object.tapped)
                && !staying.contains(id)
                && !sight.is_forbidden(*id, Subject::Untap)
                && (sight.board.in_battle(*id) || !sight.is_card_forbidden(*id, Subject::Untap))
        };
        let untapped: Vec<ObjectId> = cards.filter(untaps).collect();
        if !untapped.is_empty() {
            self.emit(play, Event::Untapped(untapped), rule!("702.3a"));
        }
        for id in staying {
            let sight = self.sight(play);
            if let Some(code) = self.silent_skill(&sight, *id) {
                self.put_on_standby(
                    play,
                    StandbyKind::Ability(code),
                    *id,
                    seat,
                    EventContext::default(),
                    rule!("501.1a"),
                );
            }
        }
    }

    fn draw_step(&self, play: &mut Game<'_>, stage: u8) {
        let board = &play.state().board;
        let (seat, first) = (board.turn.active, board.turn.number == 1);
        // 103.5, 500.6: the first turn has no draw.
        if stage == stage::BEGIN && !first {
            self.reach(play, stage::DONE);
            self.happen(play, vec![Proposal::Draw(seat)], rule!("702.3b"));
        } else {
            let rule = if first {
                cite!("103.5");
                rule!("500.6")
            } else {
                rule!("502.1")
            };
            self.emit(play, Event::StepBegan(Step::Charge), rule);
        }
    }

    fn charge_step(&self, play: &mut Game<'_>) -> Flow {
        let board = &play.state().board;
        let seat = board.turn.active;
        cite!("503.2");
        if board.turn.charged > 0 || board.zone(Zone::Hand(seat)).next().is_none() {
            self.begin_step(play, Step::Main);
            return Flow::Go;
        }
        Flow::Ask
    }

    fn end_of_turn(&self, play: &mut Game<'_>, stage: u8) -> Flow {
        let seat = play.state().board.turn.active;
        match stage {
            stage::BEGIN => {
                self.reach(play, stage::UNTAPPED);
                cite!("511.1");
                self.notice_moment(play, Step::End, seat, rule!("511.1a"));
                cite!("511.1b");
                self.declare(play, seat, Window::TurnEnd);
            }
            stage::UNTAPPED => {
                cite!("511.1c");
                self.reach(play, stage::TRIGGERED);
                self.stand(play, 0, Some(seat));
            }
            stage::TRIGGERED => {
                cite!("511.1d");
                self.reach(play, stage::OTHERS);
                self.declare(play, other(seat), Window::TurnEnd);
            }
            stage::OTHERS => {
                cite!("511.1e");
                self.reach(play, stage::DONE);
                self.stand(play, 0, None);
            }
            stage::DONE => {
                // 703.1: what dies because effects end, dies in this turn, and what that triggers resolves in
                // it.
                self.reach(play, stage::OVER);
                cite!("500.3");
                self.emit(play, Event::TurnOver, rule!("511.2"));
            }
            _ if !play.state().board.standby.is_empty() => self.stand(play, 0, None),
            _ => self.next_turn(play),
        }
        Flow::Go
    }

    /// What is still pending goes to the graveyard without triggering anything (512.1).
    fn next_turn(&self, play: &mut Game<'_>) {
        let pending: Vec<(ObjectId, Zone, Seat)> = play
            .state()
            .board
            .objects
            .iter()
            .filter(|object| object.hold == Hold::Pending && object.zone != Zone::Gone)
            .map(|object| (object.id, object.zone, object.owner))
            .collect();
        for (object, from, owner) in pending {
            let (to, new, why) =
                (Zone::Graveyard(owner), play.state().board.next_id(), MoveReason::LeftPending);
            let moved = Event::Moved {
                object,
                top_only: false,
                from,
                to,
                end: End::Top,
                new,
                entering: Entering::default(),
                why,
                last: None,
            };
            self.emit_quietly(play, moved, rule!("512.1"));
        }
        self.begin_turn(play);
    }

    /// A context without an event.
    pub fn context(source: ObjectId, controller: Seat) -> Context {
        Context { source, controller, event: EventContext::default(), chosen: Vec::new(), named: Vec::new() }
    }
}

impl FrameRules<DuelMasters> for frame::Turn {
    /// Goes on with the turn.
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let turn = &play.state().board.turn;
        let (step, stage) = (turn.step, turn.stage);
        cite!("702.1");
        if !acts_first(&play.state().board)
            && play.state().board.attack.is_none()
            && step != Step::End
            && !play.state().board.standby.is_empty()
        {
            cite!("101.4d");
            // Only here, with nothing else going on: no effect comes into the middle of another.
            rules.stand(play, 0, None);
            return Flow::Go;
        }
        cite!("111.2c", "702.3");
        match step {
            Step::Opening => rules.begin_turn(play),
            Step::Start => return rules.start_of_turn(play, stage),
            Step::Draw => rules.draw_step(play, stage),
            Step::Charge => return rules.charge_step(play),
            Step::Main => return Flow::Ask,
            Step::Attack => return rules.advance_attack(play),
            Step::End => return rules.end_of_turn(play, stage),
        }
        Flow::Go
    }

    /// What is asked in the course of the turn.
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        match sight.board.turn.step {
            Step::Charge => Some(rules.ask_charge(sight)),
            Step::Main => Some(rules.ask_main(sight)),
            Step::Attack => rules.ask_attack(sight),
            Step::Opening | Step::Start | Step::Draw | Step::End => None,
        }
    }

    /// Takes the answer to what is asked in the course of the turn.
    fn answer(self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match (play.state().board.turn.step, items.first()) {
            (Step::Charge, Some(Item::Act(_, id))) => rules.charge(play, *id),
            (Step::Charge, _) => rules.begin_step(play, Step::Main),
            (Step::Main, Some(Item::Act(verb, id))) => rules.begin_using(play, *verb, *id),
            (Step::Main, _) => rules.begin_step(play, Step::Attack),
            (Step::Attack, _) => rules.answer_attack(play, items),
            (Step::Opening | Step::Start | Step::Draw | Step::End, _) => {}
        }
    }
}
