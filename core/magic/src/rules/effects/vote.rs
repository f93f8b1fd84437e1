//! Voting (701.31), and choosing a player.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, Request, Seat};

use super::Act;
use crate::language::definition::{Ballot, Deed, Group, Ref, Ruling};
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Awaited, Frame, Running, Value, Voting};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 701.31a: each player votes in turn order, all votes of one at a time (701.31d).
    pub(super) fn vote(&mut self, first: &Ref, ballot: &Ballot) {
        let source = self.source();
        let voting = self.look(|sight, scope| {
            let first = sight.seat(first, scope)?;
            cite!("701.31c", "701.31d");
            let times = |seat: Seat| 1 + sight.ruled_for(seat, Ruling::Allow, Deed::Vote) as usize;
            let order = sight.board.seats_from(first);
            let voters = order.into_iter().flat_map(|seat| std::iter::repeat_n(seat, times(seat))).collect();
            let (words, objects) = match ballot {
                Ballot::Words(words) => (words.clone(), Vec::new()),
                Ballot::Among(group) => (Vec::new(), sight.objects(group, scope)),
            };
            cite!("701.31b");
            Some(Voting { voters, words, objects, votes: Vec::new(), source })
        });
        let voting = voting.filter(|voting| !(voting.words.is_empty() && voting.objects.is_empty()));
        let Some(voting) = voting else { return self.magic.report(self.play, 0, Vec::new()) };
        self.magic.push(self.play, Frame::Voting(voting), rule!("701.31a"));
    }

    /// A player chooses one of the players of a group.
    pub(super) fn choose_player(&mut self, who: &Ref, among: &Group) {
        let found = self.look(|sight, scope| {
            let seats = sight.seats(among, scope);
            Some((sight.seat(who, scope)?, seats.iter().fold(0u8, |bits, seat| bits | 1 << seat.0)))
        });
        match found.filter(|(_, among)| *among != 0) {
            Some((seat, among)) => {
                let running = Running { wait: Awaited::Player(seat, among), ..self.running.clone() };
                self.play.emit(Event::Replaced(Frame::Running(running)), rule!("608.2d"));
            }
            None => self.magic.report(self.play, 0, Vec::new()),
        }
    }
}

impl FrameRules<Magic> for Voting {
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if !self.voters.is_empty() {
            return play.wait(rules);
        }
        rules.pop(play, rule!("701.31a"));
        rules.report(play, self.votes.len() as u32, self.votes);
        Flow::Go
    }

    fn ask(&self, _: &Magic, _: &Sight<'_>) -> Option<Request> {
        let ask = if self.words.is_empty() {
            Ask::one_of(self.objects.iter().copied().map(Item::Object).collect())
        } else {
            {
                let mut words = self.words.clone();
                words.sort();
                Ask::Name { among: words.into() }
            }
        };
        Some(Request {
            seat: *self.voters.first()?,
            prompt: Prompt::Vote.into(),
            rule: rule!("701.31a"),
            subject: Some(self.source),
            ask,
        })
    }

    fn answer(mut self, _: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let vote = match choice {
            Choice::Pick(items) => match items.first() {
                Some(Item::Object(id)) => Some(Value::Object(*id)),
                _ => None,
            },
            Choice::Name(name) => {
                let place = self.words.iter().position(|word| word == name);
                place.map(|place| Value::Number(place as u32))
            }
            Choice::Number(_) | Choice::Split(_) => None,
        };
        self.votes.extend(vote);
        if !self.voters.is_empty() {
            self.voters.remove(0);
        }
        play.emit(Event::Replaced(Frame::Voting(self)), rule!("701.31a"));
    }
}
