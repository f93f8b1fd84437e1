//! The turn (4): its phases and how they end.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{ObjectId, RuleId, Seat, bounds};

use crate::language::definition::{Deed, Since, When, ZoneKind};
use crate::language::types::subtype;
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::restrictions::permits;
use crate::state::event::Event;
use crate::state::{
    Board, Ending, EndingKind, Frame, Occurrence, PickPurpose, Proposal, Stage, Step, Zone, frame, picking,
};
use crate::{cite, rule};

/// After so many turns in succession in which no object moves and no life changes, the game is a draw: nobody
/// could advance it (4.5.4d), or those who could have refused to (4.5.4e).
const IDLE_TURNS_MAX: u32 = 20;

/// After so many turns in succession in which the heroes' life totals together are no lower than they ever were, late in
/// a long game, it is one too, whatever else goes on in them: the players do not advance it toward its end (4.5.4e).
const HARMLESS_TURNS_MAX: u32 = 100;

/// Revision 8: an extra turn does not advance the order of turns (4.0.3c).
fn keeps_turn_order(revision: u32) -> bool {
    revision >= 8
}

impl FleshAndBlood {
    /// Notes how far the step has come.
    pub fn reach(&self, play: &mut Game<'_>, stage: Stage) {
        play.emit(Event::StageReached(stage), rule!("1.10.1"));
    }

    /// Lets players have priority in this step; afterwards it ends.
    pub fn give_priority(&self, play: &mut Game<'_>, rule: RuleId) {
        self.reach(play, Stage::Priority);
        self.push(play, Frame::Priority, rule);
    }

    /// Resolves layers as if all players passed, and goes on with the given part of the step.
    pub fn settle(&self, play: &mut Game<'_>, next: u16, rule: RuleId) {
        self.reach(play, Stage::Begin(next));
        self.push(play, Frame::Settling, rule);
    }

    fn start_phase(&self, play: &mut Game<'_>, part: u16) {
        let active = play.state().board.turn.active;
        if part == 0 {
            self.emit(play, Event::Recorded(Occurrence::PhaseBegan(Step::Start, active)), rule!("4.2.2"));
            return self.settle(play, 1, rule!("4.2.1"));
        }
        self.begin_step(play, Step::Action, rule!("4.2.3"));
    }

    /// The action phase outside of combat: 0 as it begins, 1 after combat (7.7.7).
    fn action_phase(&self, play: &mut Game<'_>, part: u16) {
        let active = play.state().board.turn.active;
        if part == 0 {
            self.emit(play, Event::Recorded(Occurrence::PhaseBegan(Step::Action, active)), rule!("4.3.1"));
            cite!("1.13.2a");
            // This is no event that triggers or is replaced.
            cite!("4.3.2a", "4.3.2b");
            let points = 1 - play.state().board.player(active).actions.min(1) as i32;
            if points > 0 {
                play.emit(Event::Actions(active, points), rule!("4.3.2"));
            }
        }
        self.give_priority(play, rule!("4.3.3"));
    }

    /// Begins a phase or step.
    pub fn begin_step(&self, play: &mut Game<'_>, step: Step, rule: RuleId) {
        play.emit(Event::StepBegan(step), rule);
        // Noted where a card asks what has been done since then.
        if step == Step::Reaction && self.card_pool.asks_reactions {
            let active = play.state().board.turn.active;
            self.emit(play, Event::Recorded(Occurrence::PhaseBegan(step, active)), rule);
        }
    }

    fn end_step(&self, play: &mut Game<'_>, step: Step) {
        cite!("7.0.1");
        match step {
            Step::Opening | Step::Start | Step::Close | Step::End | Step::Layer => {}
            Step::Action => self.begin_step(play, Step::End, rule!("4.3.4")),
            Step::Attack => self.begin_step(play, Step::Defend, rule!("7.2.6")),
            Step::Defend => self.begin_step(play, Step::Reaction, rule!("7.3.4")),
            Step::Reaction => self.begin_step(play, Step::Damage, rule!("7.4.3")),
            Step::Damage => self.begin_step(play, Step::Resolution, rule!("7.5.4")),
            Step::Resolution => {
                play.emit(Event::Closing, rule!("7.7.2a"));
                self.begin_step(play, Step::Close, rule!("7.6.4"));
            }
        }
    }

    /// The end phase (4.4): its beginning, then the end-of-turn procedure, whose steps each settle what they
    /// trigger (4.4.3).
    fn end_phase(&self, play: &mut Game<'_>, part: u16) {
        let active = play.state().board.turn.active;
        match part {
            0 => {
                self.emit(play, Event::Recorded(Occurrence::PhaseBegan(Step::End, active)), rule!("4.4.2"));
                self.settle(play, 1, rule!("4.4.1"));
            }
            1 => {
                self.settle(play, 2, rule!("4.4.3"));
                let sight = self.sight(play);
                cite!("8.2.8b");
                let ally = |id: ObjectId| {
                    sight.properties(id).is_some_and(|properties| properties.types.has(subtype::ALLY))
                };
                // Wherever in the arena: one may be equipped.
                let hurt = sight.arena().filter(|object| object.life != 0 && ally(object.id));
                let allies: Vec<ObjectId> = hurt.map(|object| object.id).collect();
                allies.into_iter().for_each(|id| self.emit(play, Event::LifeReset(id), rule!("4.4.3a")));
            }
            2 => {
                self.settle(play, 3, rule!("4.4.3"));
                let board = &play.state().board;
                let hand = board.zone(Zone::Of(ZoneKind::Hand, active)).to_vec();
                if board.zone(Zone::Of(ZoneKind::Arsenal, active)).is_empty() && !hand.is_empty() {
                    self.pick(play, picking(active, PickPurpose::Arsenal, hand, 0, 1));
                }
            }
            // 4.4.3c: each player in turn; the order in which they put cards down is hidden.
            3.. if usize::from(part - 3) < play.state().board.players.len() => {
                let board = &play.state().board;
                let seat = board.seats_from(active).nth(usize::from(part - 3));
                let cards =
                    seat.map_or(Vec::new(), |seat| board.zone(Zone::Of(ZoneKind::Pitch, seat)).to_vec());
                self.settle(play, part + 1, rule!("4.4.3"));
                let count = cards.len() as u32;
                if let Some(seat) = seat.filter(|_| count > 0) {
                    self.pick(play, picking(seat, PickPurpose::PitchOrder, cards, count, count));
                }
            }
            part => {
                let players = play.state().board.players.len() as u16;
                self.end_of_turn(play, active, part - 3 - players);
            }
        }
    }

    fn end_of_turn(&self, play: &mut Game<'_>, active: Seat, part: u16) {
        let next = 3 + play.state().board.players.len() as u16 + part + 1;
        match part {
            0 => {
                self.settle(play, next, rule!("4.4.3"));
                let sight = self.sight(play);
                let able = |id: ObjectId| permits(&sight, Deed::Untap, id, None, Ok(())).is_ok();
                let own = sight.arena().filter(|object| {
                    object.tapped && sight.controller(object.id) == Some(active) && able(object.id)
                });
                let tapped: Vec<ObjectId> = own.map(|object| object.id).collect();
                tapped.into_iter().for_each(|id| self.emit(play, Event::Untapped(id), rule!("4.4.3d")));
            }
            1 => {
                self.reach(play, Stage::Begin(next));
                for seat in play.state().board.seats_from(active).collect::<Vec<_>>() {
                    let player = play.state().board.player(seat);
                    let (actions, resources) =
                        (bounds::signed(player.actions), bounds::signed(player.resources));
                    if actions > 0 {
                        play.emit(Event::Actions(seat, -actions), rule!("4.4.3e"));
                    }
                    if resources > 0 {
                        play.emit(Event::Resources(seat, -resources), rule!("4.4.3e"));
                    }
                }
            }
            2 => {
                self.settle(play, next, rule!("4.4.3"));
                let draws = self.draws_up(play, active);
                self.happen(play, draws);
            }
            _ => {
                play.emit(Event::TurnEnded, rule!("4.4.4"));
                self.end_delayed(play);
                self.forget(play);
                let board = &play.state().board;
                // 4.0.3c: extra turns come first.
                let next = board.turn.extra.last().copied().unwrap_or(board.next_seat(board.turn.in_order()));
                self.begin_turn(play, next);
            }
        }
    }

    /// Begins a player's turn.
    pub fn begin_turn(&self, play: &mut Game<'_>, seat: Seat) {
        let turn = &play.state().board.turn;
        let extra = turn.extra.last() == Some(&seat);
        let stands = Some(turn.in_order())
            .filter(|own| extra && *own != seat && keeps_turn_order(self.card_pool.revision));
        play.emit(Event::TurnBegan(seat), rule!("4.0.3"));
        if play.state().board.turn.stands != stands {
            play.emit(Event::OrderStands(stands), rule!("4.0.3c"));
        }
        if play.state().board.turn.idle >= IDLE_TURNS_MAX {
            let (why, rule) = if play.state().board.turn.declined {
                (EndingKind::Deadlock, rule!("4.5.4e"))
            } else {
                (EndingKind::Stalemate, rule!("4.5.4d"))
            };
            return play.emit(Event::GameEnded(Ending { winner: None, why }), rule);
        }
        if play.state().board.turn.harmless >= HARMLESS_TURNS_MAX {
            let ending = Ending { winner: None, why: EndingKind::Deadlock };
            return play.emit(Event::GameEnded(ending), rule!("4.5.4e"));
        }
        self.begin_step(play, Step::Start, rule!("4.0.3a"));
    }

    /// Who draws how many.
    fn draws_up(&self, play: &mut Game<'_>, active: Seat) -> Vec<Proposal> {
        cite!("4.4.3f");
        let first = play.state().board.turn.number == 1;
        let seats: Vec<Seat> = play.state().board.seats_from(active).collect();
        let drawing = seats.into_iter().filter(|seat| *seat == active || first);
        drawing.filter_map(|seat| self.draw_to_intellect(play, seat)).collect()
    }

    /// The draw of a player up to the hero's intellect.
    pub fn draw_to_intellect(&self, play: &mut Game<'_>, seat: Seat) -> Option<Proposal> {
        let sight = self.sight(play);
        cite!("2.4.1", "2.4.3");
        let intellect =
            sight.properties(sight.board.player(seat).hero)?.intellect.unwrap_or(0).max(0) as usize;
        let missing = intellect.saturating_sub(sight.board.zone(Zone::Of(ZoneKind::Hand, seat)).len());
        (missing > 0 && may_draw(&sight, seat)).then_some(Proposal::Draw(seat, missing as u32))
    }

    /// 6.6.3a: delayed-triggered effects end with the turn unless they wait for a phase.
    fn end_delayed(&self, play: &mut Game<'_>) {
        cite!("6.6.3a");
        fn lasts(when: &When) -> bool {
            match when {
                When::Begins(..) | When::ChainCloses => true,
                When::While(_, inner) => lasts(inner),
                _ => false,
            }
        }
        self.drop_delayed(play, |when| !when.is_some_and(lasts));
    }

    /// 6.6.3a: delayed-triggered effects end that speak of each event of a combat chain or a chain link that is over.
    pub fn end_delayed_of(&self, play: &mut Game<'_>, over: &[Since]) {
        self.drop_delayed(play, |when| matches!(when, Some(When::Every(span, _)) if over.contains(span)));
    }

    fn drop_delayed(&self, play: &mut Game<'_>, over: impl Fn(Option<&When>) -> bool) {
        let board = &play.state().board;
        let over: Vec<u16> = (0u16..)
            .zip(&board.delayed)
            .filter(|(_, delayed)| over(self.moment(delayed)))
            .map(|(place, _)| place)
            .collect();
        over.into_iter().rev().for_each(|place| play.emit(Event::DelayedDone(place), rule!("6.6.3a")));
    }

    /// Drops what nothing can look back at any more.
    fn forget(&self, play: &mut Game<'_>) {
        let board = &play.state().board;
        if !board.stack_is_empty() || board.frames.len() > 1 {
            return;
        }
        let named = named(board);
        let gone: Vec<ObjectId> = board
            .objects
            .iter()
            .filter(|object| !object.exists() && named.binary_search(&object.id).is_err())
            .map(|object| object.id)
            .collect();
        if !gone.is_empty() {
            play.emit(Event::Forgotten(gone), rule!("1.2.3"));
        }
    }

    /// Draws that a rule or an effect demands, each card in an event of its own (1.9.2).
    pub fn draw(&self, play: &mut Game<'_>, seat: Seat, count: u32) {
        if may_draw(&self.sight(play), seat) {
            self.happen(play, vec![Proposal::Draw(seat, count)]);
        } else {
            self.nothing(play);
        }
    }
}

/// Returns whether no effect says that a player cannot draw cards (1.0.2).
fn may_draw(sight: &Sight<'_>, seat: Seat) -> bool {
    permits(sight, Deed::Draw, sight.board.player(seat).hero, None, Ok(())).is_ok()
}

impl FrameRules<FleshAndBlood> for frame::Turn {
    /// Goes on with the phase or step at hand.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        let (step, stage) = (play.state().board.turn.step, play.state().board.turn.stage);
        match stage {
            Stage::Begin(part) => match step {
                Step::Opening => return Flow::Ask,
                Step::Start => rules.start_phase(play, part),
                Step::Action => rules.action_phase(play, part),
                Step::Layer => rules.give_priority(play, rule!("7.1.2")),
                Step::Attack => rules.attack_step(play, part),
                Step::Defend => rules.defend_step(play, part),
                Step::Reaction => {
                    cite!("7.4.1");
                    rules.give_priority(play, rule!("7.4.2"));
                }
                Step::Damage => rules.damage_step(play, part),
                Step::Resolution => rules.resolution_step(play, part),
                Step::Close => rules.close_step(play, part),
                Step::End => rules.end_phase(play, part),
            },
            Stage::Priority => rules.reach(play, Stage::Done),
            Stage::Done => rules.end_step(play, step),
        }
        Flow::Go
    }
}

/// The objects that something that lasts speaks of, ascending.
fn named(board: &Board) -> Vec<ObjectId> {
    use crate::state::{Binding, Value};
    let object = |value: &Value| if let Value::Object(id) = value { Some(*id) } else { None };
    let mut named = Vec::new();
    let effects = board.effects.iter().map(|effect| &*effect.context);
    let delayed = board.delayed.iter().map(|delayed| &delayed.context);
    let returning = board.returning.iter().map(|returning| &returning.context);
    for context in effects.chain(delayed).chain(returning) {
        named.extend([context.source, context.layer]);
        named.extend(context.event.object.iter().chain(&context.event.other));
        named.extend(context.targets.iter().flatten().filter_map(object));
    }
    for effect in &board.effects {
        named.push(effect.source);
        if let Binding::Locked(objects) = &effect.binding {
            named.extend(objects);
        }
    }
    named.extend(board.delayed.iter().filter_map(|delayed| object(delayed.it.as_ref()?)));
    for returning in &board.returning {
        named.push(returning.object);
        named.extend(returning.it.as_ref().and_then(object));
    }
    let notes = board.objects.iter().flat_map(|object| &object.notes);
    named.extend(notes.flat_map(|note| &note.values).filter_map(object));
    for layer in board.arena().filter_map(|object| object.layer.as_deref()) {
        named.extend(layer.paid.iter().map(|paid| paid.1).chain(layer.pitched.iter().copied()));
    }
    named.sort();
    named
}
