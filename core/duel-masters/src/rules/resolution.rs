//! Running scripts: what spells and abilities do, in written order (605.2c).

use duelog_kernel::bounds::Bound;
use duelog_kernel::decision::Names;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::Pause;
use duelog_kernel::{Ask, Choice, Item, Request};

use crate::language::definition::{Moment, Ref};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{DuelMasters, Flow, GOING_ON, Game};
use crate::rules::naming::card_names;
use crate::rules::prompt::Prompt;
use crate::rules::script_eye::ScriptEye;
use crate::state::event::Event;
use crate::state::{Awaited, Delayed, Frame, Proposal, Running, Value, WaitsFor};
use crate::{cite, rule};

impl DuelMasters {
    fn wait_for(
        &self,
        play: &mut Game<'_>,
        mut running: Running,
        who: &Ref,
        wait: impl FnOnce(duelog_kernel::Seat) -> Awaited,
    ) {
        let sight = self.sight(play);
        let scope =
            Scope { it: running.cursor.it().copied(), ..Scope::context(&running.context, running.code.card) };
        running.wait = wait(sight.seat(who, &scope).unwrap_or(running.context.controller));
        self.replace_frame(play, Frame::Running(running), rule!("601.1h"));
    }
}

impl FrameRules<DuelMasters> for Running {
    /// Goes on with a running script.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        match self.wait {
            Awaited::Nothing => {}
            Awaited::May(_) | Awaited::Choose(..) | Awaited::Naming(_) => return play.wait(rules),
            Awaited::Judging(seat, own, others) => {
                return rules.advance_judging(play, self, (seat, own, others));
            }
            Awaited::Drawing(seat, left) => {
                // 114.4b, 609.6b: what is done with a drawn card looks at what was drawn, and finds nothing
                // where that was replaced.
                cite!("114.4b", "609.6b");
                cite!("609.6a");
                // 114.2: one card after the other, each replaced or not before the next (114.4a).
                self.wait = if left == 0 { Awaited::Nothing } else { Awaited::Drawing(seat, left - 1) };
                rules.replace_frame(play, Frame::Running(self), rule!("114.2"));
                if left > 0 {
                    rules.happen(play, vec![Proposal::Draw(seat)], rule!("114.4a"));
                }
                return Flow::Go;
            }
        }
        let Some(code) = rules.card_pool.code(self.code) else {
            rules.pop(play, GOING_ON);
            return Flow::Go;
        };
        let mut cursor = self.cursor.clone();
        let sight = rules.sight(play);
        let pause = cursor.next(
            code,
            &mut ScriptEye {
                sight,
                card: self.code.card,
                context: &self.context,
                amount: self.amount,
                last: &self.last,
            },
        );
        self.cursor = cursor;
        match pause {
            Pause::End => rules.pop(play, rule!("605.2e")),
            Pause::Do(verb) => {
                // The script goes on whatever comes of it: what it asks afterwards is what it tried.
                cite!("101.3a");
                rules.replace_frame(play, Frame::Running(self.clone()), rule!("605.2c"));
                rules.act(play, &self, verb);
            }
            Pause::May(who) => rules.wait_for(play, self, who, Awaited::May),
            // No definition of this game can say a cost.
            Pause::Pay(..) => {
                self.cursor.pay(code, true);
                rules.replace_frame(play, Frame::Running(self), rule!("605.2c"));
            }
            Pause::Choose(who, parts) => {
                cite!("700.2");
                rules.wait_for(play, self, who, |seat| Awaited::Choose(seat, parts));
            }
            Pause::Delayed(moment, at) => {
                let (Moment::Next(_, until) | Moment::Whenever(_, until)) = moment;
                let waits = WaitsFor { once: matches!(moment, Moment::Next(..)), until: *until };
                // 603.6a: it waits for what is to come, whatever has happened before.
                cite!("603.6a");
                let (id, it) = (play.state().board.clock + 1, self.cursor.it().copied());
                let delayed = Delayed { id, code: self.code, at, context: self.context.clone(), it, waits };
                rules.emit_quietly(play, Event::DelayedSet(delayed), rule!("603.6"));
                rules.replace_frame(play, Frame::Running(self), rule!("605.2c"));
            }
            Pause::TooLong => play.exceed(Bound::Script),
        }
        Flow::Go
    }

    /// What a running script asks: choices are made on resolution (700.2a, 700.2b).
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let (seat, prompt, options, rule) = match self.wait {
            Awaited::Judging(seat, own, others) => return rules.ask_judging(sight, (seat, own, others)),
            Awaited::Nothing | Awaited::Drawing(..) => return None,
            Awaited::Naming(seat) => {
                cite!("202.2");
                let among = Names::Known(card_names(&rules.card_pool));
                let (rule, subject) = (rule!("202.2"), Some(self.context.source));
                return Some(Request {
                    seat,
                    prompt: Prompt::NameCard.into(),
                    rule,
                    subject,
                    ask: Ask::Name { among },
                });
            }
            Awaited::May(seat) => {
                (seat, Prompt::May, vec![Item::Flag(false), Item::Flag(true)], rule!("605.2c"))
            }
            Awaited::Choose(seat, parts) if seat == self.context.controller => (
                seat,
                Prompt::ChooseMode,
                (0..parts).map(|part| Item::Mode(part.into())).collect(),
                rule!("700.2a"),
            ),
            // A spell is a card whose modes another player chooses; else it is an ability.
            Awaited::Choose(seat, parts) => {
                let rule = if self.code.ability.is_none() { rule!("700.2c") } else { rule!("700.2b") };
                (seat, Prompt::ChooseMode, (0..parts).map(|part| Item::Mode(part.into())).collect(), rule)
            }
        };
        Some(Request {
            seat,
            prompt: prompt.into(),
            rule,
            subject: Some(self.context.source),
            ask: Ask::one_of(options),
        })
    }

    /// Takes the answer that a script waits for.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        if let (Awaited::Naming(_), Choice::Name(name)) = (self.wait, choice) {
            self.wait = Awaited::Nothing;
            let place = self.context.named.len() as u16;
            self.context.named.push(name.clone());
            self.context.chosen.push(vec![Value::Name(place)]);
            return rules.replace_frame(play, Frame::Running(self), rule!("202.2"));
        }
        let Choice::Pick(items) = choice else { return };
        let Some(code) = rules.card_pool.code(self.code) else { return };
        if let (Awaited::Judging(..), Some(Item::Number(cost))) = (self.wait, items.first()) {
            return rules.judged(play, self, *cost);
        }
        let wait = std::mem::replace(&mut self.wait, Awaited::Nothing);
        match wait {
            Awaited::May(_) => self.cursor.may(code, items.first() == Some(&Item::Flag(true))),
            Awaited::Choose(..) => {
                let Some(Item::Mode(part)) = items.first() else { return };
                self.cursor.choose(code, *part as u8);
            }
            // Nothing is asked here.
            Awaited::Nothing | Awaited::Judging(..) | Awaited::Drawing(..) | Awaited::Naming(_) => {}
        }
        rules.replace_frame(play, Frame::Running(self), rule!("605.2c"));
    }

    fn bulk(&self) -> usize {
        (self.last.len() + self.cursor.left()) / 16
    }
}
