//! Proliferating (701.26).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, Request};

use super::Act;
use super::counters::kinds_on;
use crate::language::definition::{Counter, Ref};
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::rules::targets::item;
use crate::state::event::Event;
use crate::state::{Board, Frame, Proliferating, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn proliferate(&mut self, who: &Ref) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let frame = Proliferating { seat, chosen: None, kinds: Vec::new() };
        self.magic.push(self.play, Frame::Proliferating(frame), rule!("701.26a"));
    }
}

/// The kinds of counters that a permanent or a player has.
fn kinds(board: &Board, of: Value) -> Vec<Counter> {
    match of {
        Value::Object(id) => kinds_on(board, id),
        Value::Seat(seat) => board.player(seat).kinds_of_counters(),
        Value::Number(_) => Vec::new(),
    }
}

impl Proliferating {
    /// The kinds among which the player chooses now, and of what; what has one kind gets that one.
    fn open(&self, board: &Board) -> Option<(Value, Vec<Counter>)> {
        let value = *self.chosen.as_ref()?.get(self.kinds.len())?;
        Some((value, kinds(board, value))).filter(|(_, kinds)| kinds.len() > 1)
    }

    fn happens(self, rules: &Magic, play: &mut Game<'_>) {
        let (mut batch, by) = (Vec::new(), self.seat);
        let board = &play.state().board;
        let mut poisoned = Vec::new();
        for (value, kind) in self.chosen.into_iter().flatten().zip(self.kinds) {
            match (value, kind) {
                (Value::Object(id), Some(kind)) => batch.push(Proposal::PutCounters(id, kind, 1, true, by)),
                // The poison counters of a team are one more, however many of its players were chosen.
                (Value::Seat(seat), Some(Counter::Poison))
                    if poisoned.contains(&board.first_sharer(seat)) =>
                {
                    cite!("701.26c");
                }
                (Value::Seat(seat), Some(Counter::Poison)) => {
                    poisoned.push(board.first_sharer(seat));
                    batch.push(Proposal::GainCounters(seat, Counter::Poison, 1));
                }
                (Value::Seat(seat), Some(kind)) => batch.push(Proposal::GainCounters(seat, kind, 1)),
                (Value::Object(_) | Value::Seat(_) | Value::Number(_), _) => {}
            }
        }
        rules.happen(play, batch);
    }
}

impl FrameRules<Magic> for Proliferating {
    fn advance(mut self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        let Some(chosen) = &self.chosen else { return play.wait(rules) };
        let Some(value) = chosen.get(self.kinds.len()) else {
            rules.pop(play, rule!("701.26a"));
            self.happens(rules, play);
            return Flow::Go;
        };
        let board = &play.state().board;
        if self.open(board).is_some() {
            return play.wait(rules);
        }
        let kind = kinds(board, *value).first().copied();
        self.kinds.push(kind);
        play.emit(Event::Replaced(Frame::Proliferating(self)), rule!("701.26a"));
        Flow::Go
    }

    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let board = sight.board;
        if let Some((of, kinds)) = self.open(board) {
            cite!("701.26b");
            let mut names: Vec<String> = kinds.into_iter().map(|kind| kind.name().to_string()).collect();
            names.sort();
            return Some(Request {
                seat: self.seat,
                prompt: Prompt::ChooseCounter.into(),
                rule: rule!("701.26b"),
                subject: if let Value::Object(id) = of { Some(id) } else { None },
                ask: Ask::Name { among: names.into() },
            });
        }
        let permanents = board.zone(Zone::Battlefield).iter().copied().map(Value::Object);
        let all = permanents.chain(board.apnap().into_iter().map(Value::Seat));
        let options: Vec<Item> = all.filter(|value| !kinds(board, *value).is_empty()).map(item).collect();
        let most = options.len() as u32;
        Some(Request {
            seat: self.seat,
            prompt: Prompt::Proliferate.into(),
            rule: rule!("701.26a"),
            subject: None,
            ask: Ask::pick(options, 0, most),
        })
    }

    fn answer(mut self, _: &Magic, play: &mut Game<'_>, choice: &Choice) {
        match choice {
            Choice::Pick(items) => {
                let value = |item: &Item| match item {
                    Item::Object(id) => Some(Value::Object(*id)),
                    Item::Seat(seat) => Some(Value::Seat(*seat)),
                    _ => None,
                };
                self.chosen = Some(items.iter().filter_map(value).collect());
            }
            Choice::Name(name) => {
                let board = &play.state().board;
                let of = self.open(board).into_iter().flat_map(|(_, kinds)| kinds);
                let kind = of.into_iter().find(|kind| kind.name() == name);
                self.kinds.push(kind);
            }
            Choice::Number(_) | Choice::Split(_) => return,
        }
        play.emit(Event::Replaced(Frame::Proliferating(self)), rule!("701.26a"));
    }
}
