//! Proliferating (701.26).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use super::Act;
use crate::language::definition::{Counter, Ref};
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
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

/// The kinds of counters that a permanent has.
fn kinds(board: &Board, id: ObjectId) -> Vec<Counter> {
    let all = board.get(id).map_or(&[][..], |object| object.permanent.counters.as_slice());
    all.iter().filter(|(_, count)| *count > 0).map(|(kind, _)| *kind).collect()
}

impl Proliferating {
    /// The kinds among which the player chooses now, and of what; what has one kind gets that one.
    fn open(&self, board: &Board) -> Option<(ObjectId, Vec<Counter>)> {
        match self.chosen.as_ref()?.get(self.kinds.len())? {
            Value::Object(id) => Some((*id, kinds(board, *id))).filter(|(_, kinds)| kinds.len() > 1),
            Value::Seat(_) | Value::Number(_) => None,
        }
    }

    fn happens(self, rules: &Magic, play: &mut Game<'_>) {
        let mut batch = Vec::new();
        for (value, kind) in self.chosen.into_iter().flatten().zip(self.kinds) {
            match (value, kind) {
                (Value::Object(id), Some(kind)) => batch.push(Proposal::PutCounters(id, kind, 1, true)),
                (Value::Seat(seat), _) => play.emit(Event::PoisonGained(seat, 1), rule!("701.26a")),
                (Value::Object(_) | Value::Number(_), _) => {}
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
        let kind = if let Value::Object(id) = value { kinds(board, *id).first().copied() } else { None };
        self.kinds.push(kind);
        play.emit(Event::Replaced(Frame::Proliferating(self)), rule!("701.26a"));
        Flow::Go
    }

    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let board = sight.board;
        if let Some((id, kinds)) = self.open(board) {
            cite!("701.26b");
            let mut names: Vec<String> = kinds.into_iter().map(|kind| kind.name().to_string()).collect();
            names.sort_unstable();
            return Some(Request {
                seat: self.seat,
                prompt: Prompt::ChooseCounter.into(),
                rule: rule!("701.26b"),
                subject: Some(id),
                ask: Ask::Name { among: names.into() },
            });
        }
        let permanents = board.zone(Zone::Battlefield).iter().filter(|id| !kinds(board, **id).is_empty());
        let players = board.apnap().into_iter().filter(|seat: &Seat| board.player(*seat).poison > 0);
        let options: Vec<Item> =
            permanents.copied().map(Item::Object).chain(players.map(Item::Seat)).collect();
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
