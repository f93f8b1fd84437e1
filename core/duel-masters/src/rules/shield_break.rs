//! Breaking shields (509.2-509.6): how many, which, what comes before the break.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::{Ruling, Subject};
use crate::language::keywords::Keyword;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game, picked};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{BreakStage, Breaking, Frame, Proposal, StandbyWindow, Zone, other};
use crate::{cite, rule};

impl DuelMasters {
    /// Begins to break shields of the other player; how many is worked out from breaker abilities where it is
    /// not given (509.2).
    pub fn break_shields(&self, play: &mut Game<'_>, source: ObjectId, seat: Seat, count: Option<u32>) {
        let stage = if count.is_none() { BreakStage::Count } else { BreakStage::Choose };
        self.push(
            play,
            Frame::Breaking(Breaking { source, seat, count, shields: Vec::new(), stage }),
            rule!("113.5"),
        );
    }

    /// The numbers of shields that the creature's breaker abilities break; 1 where it has none (509.2a,
    /// 509.2b).
    fn counts(&self, sight: &Sight<'_>, breaking: &Breaking) -> Vec<u32> {
        let shields = sight.board.shields(other(breaking.seat)).count() as u32;
        let mut counts: Vec<u32> =
            sight.keywords(breaking.source).iter().filter_map(|keyword| keyword.breaks(shields)).collect();
        counts.sort();
        counts.dedup();
        cite!("509.2a", "509.2b");
        if counts.is_empty() { vec![1] } else { counts }
    }
}

impl Sight<'_> {
    /// Whether each player chooses among the own shields, whoever would.
    pub fn are_shields_chosen_by_owner(&self) -> bool {
        let says = |id| self.is_ruled(id, Ruling::Allow, Subject::ChooseAmongShields, None);
        self.board.zone(Zone::Battle).any(says)
    }
}

impl FrameRules<DuelMasters> for Breaking {
    /// Goes on with breaking.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        match self.stage {
            BreakStage::Count | BreakStage::Choose => {
                if play.state().board.shields(other(self.seat)).next().is_none() {
                    rules.pop(play, rule!("606.2"));
                    return Flow::Go;
                }
                play.wait(rules)
            }
            BreakStage::Before => {
                cite!("603.7");
                let pool = play.state().board.pool;
                self.stage = BreakStage::Break;
                let in_attack = play
                    .state()
                    .board
                    .frames
                    .iter()
                    .rev()
                    .nth(1)
                    .is_some_and(|frame| matches!(frame, Frame::Turn));
                rules.replace_frame(play, Frame::Breaking(self.clone()), rule!("509.4"));
                play.emit(Event::PoolReached(pool + 1), rule!("603.7b"));
                rules.emit(play, Event::BreakChosen(self.source, self.shields), rule!("509.3"));
                // 509.4, 603.7a: what else is on standby is resolved after what comes before the break, and
                // before the break. In the middle of an effect nothing comes in between (101.4d) unless
                // something comes before the break.
                let wide = in_attack || play.state().board.standby.iter().any(|standby| standby.pool > pool);
                let standing = StandbyWindow { pool: pool + 1, only: None, wide, choosing: None };
                rules.push(play, Frame::Standby(standing), rule!("603.7a"));
                Flow::Go
            }
            BreakStage::Break => {
                let pool = play.state().board.pool;
                rules.pop(play, rule!("509.5"));
                play.emit(Event::PoolReached(pool.saturating_sub(1)), rule!("603.7a"));
                // 509.6: a shield that is no longer there is not broken, and no other in its place (509.5).
                cite!("509.6");
                // Whether what breaks them is still there is not asked.
                cite!("509.4c");
                let still: Vec<ObjectId> = play
                    .state()
                    .board
                    .shields(other(self.seat))
                    .filter(|id| self.shields.contains(id))
                    .collect();
                let batch = still.into_iter().map(|shield| Proposal::Break(self.source, shield)).collect();
                rules.happen(play, batch, rule!("701.14a"));
                Flow::Go
            }
        }
    }

    /// What is asked while shields are broken.
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let (seat, subject) = (self.seat, Some(self.source));
        match self.stage {
            BreakStage::Count => {
                let options = rules.counts(sight, self).into_iter().map(Item::Number).collect();
                Some(Request {
                    seat,
                    prompt: Prompt::Breaker.into(),
                    rule: rule!("509.2c"),
                    subject,
                    ask: Ask::one_of(options),
                })
            }
            BreakStage::Choose => {
                let options: Vec<Item> = sight.board.shields(other(seat)).map(Item::Object).collect();
                let more = |keyword: &Keyword| {
                    if let Keyword::BreaksMore(more) = keyword { u32::from(*more) } else { 0 }
                };
                // 701.14d: additional shields are broken by an attack and by an effect alike.
                let more: u32 = sight.keywords(self.source).iter().map(more).sum();
                cite!("701.14d");
                let count = self.count.unwrap_or(1).saturating_add(more).min(options.len() as u32);
                let chosen_by =
                    |id: ObjectId| sight.is_ruled(id, Ruling::Allow, Subject::ChooseShields, None);
                let others =
                    sight.creatures(other(seat)).any(chosen_by) || sight.are_shields_chosen_by_owner();
                Some(Request {
                    seat: if others { other(seat) } else { seat },
                    prompt: Prompt::Shields.into(),
                    rule: rule!("509.3"),
                    subject,
                    ask: Ask::pick(options, count, count),
                })
            }
            BreakStage::Before | BreakStage::Break => None,
        }
    }

    /// Takes the answer.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match self.stage {
            BreakStage::Count => {
                let Some(Item::Number(count)) = items.first() else { return };
                self.count = Some(*count);
                self.stage = BreakStage::Choose;
            }
            BreakStage::Choose => {
                self.shields = picked(choice);
                self.stage = BreakStage::Before;
            }
            // Nothing is asked here.
            BreakStage::Before | BreakStage::Break => {}
        }
        rules.replace_frame(play, Frame::Breaking(self), rule!("509.2"));
    }
}
