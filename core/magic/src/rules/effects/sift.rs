//! Looking at the top of libraries and putting cards elsewhere: scrying (701.17), fatesealing (701.21), clashing
//! (701.22), surveilling (701.41).

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use super::Act;
use crate::language::definition::{Deed, Group, Number, Ref, Ruling};
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Frame, MoveReason, Proposal, Sift, Sifted, Sifting, Value, Zone};
use crate::{cite, rule};

impl Sift {
    fn rule(self) -> RuleId {
        match self {
            Sift::Scry => rule!("701.17a"),
            Sift::Fateseal => rule!("701.21a"),
            Sift::Clash => rule!("701.22a"),
            Sift::Surveil => rule!("701.41a"),
        }
    }

    fn prompt(self, ordering: bool) -> Prompt {
        match self {
            Sift::Scry | Sift::Surveil | Sift::Clash if ordering => Prompt::ScryTop,
            Sift::Fateseal if ordering => Prompt::FatesealTop,
            Sift::Scry | Sift::Clash => Prompt::Scry,
            Sift::Fateseal => Prompt::Fateseal,
            Sift::Surveil => Prompt::Surveil,
        }
    }
}

impl Act<'_, '_> {
    /// 701.17c: all who scry at once look first, then say in turn what goes where.
    pub(super) fn scry_together(&mut self, who: &Group, number: &Number) {
        cite!("701.17c");
        self.sift_own(who, number, Sift::Scry);
    }

    pub(super) fn surveil(&mut self, who: &Group, number: &Number) {
        self.sift_own(who, number, Sift::Surveil);
    }

    fn sift_own(&mut self, who: &Group, number: &Number, kind: Sift) {
        let shares = self.look(|sight, scope| {
            let count = sight.count(number, scope) as usize;
            let seats = sight.seats(who, scope);
            // 101.4: the active player says it first.
            let order = sight.board.apnap().into_iter().filter(|seat| seats.contains(seat));
            // 701.41b: what may be looked at besides is part of it.
            cite!("701.41b");
            let more = |seat| match kind {
                Sift::Surveil => sight.ruled_for(seat, Ruling::Allow, Deed::Surveil) as usize,
                Sift::Scry | Sift::Fateseal | Sift::Clash => 0,
            };
            let share = |seat| top(sight, seat, seat, count + more(seat));
            if count == 0 { Vec::new() } else { order.map(share).collect() }
        });
        let deed = if kind == Sift::Surveil { Deed::Surveil } else { Deed::Scry };
        if self.magic.card_pool.replaces(deed) {
            let count = self.look(|sight, scope| sight.count(number, scope));
            let each = shares.iter().map(|share| Proposal::Sift(kind, share.seat, count));
            return self.magic.happen(self.play, each.collect());
        }
        self.sift(kind, shares);
    }

    pub(super) fn fateseal(&mut self, who: &Ref, whose: &Ref, number: &Number) {
        let share = self.look(|sight, scope| {
            let count = sight.count(number, scope) as usize;
            (count > 0).then_some(())?;
            Some(top(sight, sight.seat(who, scope)?, sight.seat(whose, scope)?, count))
        });
        self.sift(Sift::Fateseal, share.into_iter().collect());
    }

    /// 701.22b: both players reveal the top card at once.
    pub(super) fn clash(&mut self, with: &Ref) {
        let shares = self.look(|sight, scope| {
            let clashing = [scope.controller, sight.seat(with, scope)];
            cite!("701.22b", "701.22c");
            let order = sight.board.apnap().into_iter().filter(|seat| clashing.contains(&Some(*seat)));
            order.map(|seat| top(sight, seat, seat, 1)).collect()
        });
        self.sift(Sift::Clash, shares);
    }

    fn sift(&mut self, kind: Sift, shares: Vec<Sifted>) {
        if shares.is_empty() {
            return self.magic.report(self.play, 0, Vec::new());
        }
        if kind == Sift::Clash {
            let cards: Vec<ObjectId> = shares.iter().flat_map(|share| share.cards.clone()).collect();
            if !cards.is_empty() {
                self.play.emit(Event::Shown(cards, u8::MAX), rule!("701.22a"));
            }
            self.settle_clash(&shares);
        } else {
            for share in shares.iter().filter(|share| !share.cards.is_empty()) {
                self.play.emit(Event::Shown(share.cards.clone(), 1 << share.seat.0), kind.rule());
            }
        }
        self.magic.push(
            self.play,
            Frame::Sifting(Sifting { kind, shares, at: 0, ordering: false }),
            kind.rule(),
        );
    }

    /// 701.22d: who has revealed a card that costs more than each other one has won.
    fn settle_clash(&mut self, shares: &[Sifted]) {
        let controller = self.running.context.controller;
        let revealed: Vec<(Seat, u32)> = self.look(|sight, _| {
            let value = |share: &Sifted| Some((share.seat, sight.mana_value(*share.cards.first()?)));
            shares.iter().filter_map(value).collect()
        });
        cite!("701.22d");
        let beats =
            |seat: Seat, value: u32| revealed.iter().all(|(other, less)| *other == seat || *less < value);
        let winner = revealed.iter().find(|(seat, value)| beats(*seat, *value)).map(|(seat, _)| *seat);
        let mut events: Vec<Event> =
            shares.iter().map(|share| Event::Performed(Deed::Clash, share.seat, None, 1)).collect();
        events.extend(winner.map(|seat| Event::Performed(Deed::WinClash, seat, None, 1)));
        self.magic.emit_together(self.play, events, rule!("701.22a"));
        let won = u32::from(winner == Some(controller));
        self.magic.report(self.play, won, winner.map(Value::Seat).into_iter().collect());
    }
}

/// The top cards of a library, and who looks at them.
fn top(sight: &Sight<'_>, seat: Seat, library: Seat, count: usize) -> Sifted {
    let cards = sight.board.top(library).take(count).collect();
    Sifted { seat, library, cards, away: Vec::new(), rest: Vec::new() }
}

impl Magic {
    /// A player who looks at cards so alone, where something could have been done instead.
    pub fn sift_alone(&self, play: &mut Game<'_>, kind: Sift, seat: Seat, number: u32) {
        let share = top(&self.sight(play), seat, seat, number as usize);
        play.emit(Event::Shown(share.cards.clone(), 1 << seat.0), kind.rule());
        self.push(
            play,
            Frame::Sifting(Sifting { kind, shares: vec![share], at: 0, ordering: false }),
            kind.rule(),
        );
    }

    /// What was said is done at once (701.17c, 701.22c).
    fn sifted(&self, play: &mut Game<'_>, sifting: &Sifting) {
        let below = sifting.kind != Sift::Surveil;
        for share in &sifting.shares {
            let library = play.state().board.zone(Zone::Library(share.library));
            let moves = |id: &&ObjectId| !share.away.contains(id) && !share.rest.contains(id);
            let others = library.iter().filter(moves);
            let order: Vec<ObjectId> = if below {
                share.away.iter().rev().chain(others).chain(share.rest.iter().rev()).copied().collect()
            } else {
                others.chain(share.rest.iter().rev()).chain(share.away.iter().rev()).copied().collect()
            };
            if order != library {
                play.emit(Event::Reordered(share.library, order), sifting.kind.rule());
            }
        }
        let deed = match sifting.kind {
            Sift::Scry => Some(Deed::Scry),
            Sift::Surveil => Some(Deed::Surveil),
            Sift::Fateseal | Sift::Clash => None,
        };
        let done = |deed| {
            let told =
                move |share: &Sifted| Event::Performed(deed, share.seat, None, share.cards.len() as u32);
            sifting.shares.iter().map(told).collect()
        };
        self.emit_together(play, deed.map_or(Vec::new(), done), sifting.kind.rule());
        if !below {
            let buried = sifting
                .shares
                .iter()
                .flat_map(|share| share.away.iter().map(|id| (*id, share.library)))
                .map(|(id, owner)| Proposal::to_graveyard(id, owner, MoveReason::Effect));
            self.happen(play, buried.collect());
        }
    }
}

impl FrameRules<Magic> for Sifting {
    fn advance(mut self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        let rule = self.kind.rule();
        match self.shares.get(usize::from(self.at)) {
            Some(share) if share.cards.is_empty() => {
                self.at += 1;
                play.emit(Event::Replaced(Frame::Sifting(self)), rule);
                Flow::Go
            }
            Some(_) => play.wait(rules),
            None => {
                rules.pop(play, rule);
                rules.sifted(play, &self);
                Flow::Go
            }
        }
    }

    fn ask(&self, _: &Magic, _: &Sight<'_>) -> Option<Request> {
        let share = self.shares.get(usize::from(self.at))?;
        let items = |ids: &[ObjectId]| ids.iter().copied().map(Item::Object).collect();
        let ask = if self.ordering {
            let all = share.rest.len() as u32;
            Ask::pick(items(&share.rest), all, all).ordered()
        } else {
            let ask = Ask::pick(items(&share.cards), 0, share.cards.len() as u32);
            if self.kind == Sift::Clash { ask } else { ask.ordered() }
        };
        let prompt = self.kind.prompt(self.ordering);
        Some(Request { seat: share.seat, prompt: prompt.into(), rule: self.kind.rule(), subject: None, ask })
    }

    fn answer(mut self, _: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        let picked: Vec<ObjectId> = items
            .iter()
            .filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None })
            .collect();
        let Some(share) = self.shares.get_mut(usize::from(self.at)) else { return };
        if self.ordering {
            share.rest = picked;
            self.ordering = false;
            self.at += 1;
        } else {
            share.rest = share.cards.iter().copied().filter(|id| !picked.contains(id)).collect();
            share.away = picked;
            self.ordering = share.rest.len() > 1;
            self.at += u8::from(!self.ordering);
        }
        let rule = self.kind.rule();
        play.emit(Event::Replaced(Frame::Sifting(self)), rule);
    }
}
