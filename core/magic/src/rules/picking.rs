//! A player picks objects for an action: to discard, to sacrifice, to keep, to find.

use duelog_kernel::decision::most_of;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, RuleId, Seat, Viewer};

use crate::language::definition::{CostDeed, Deed, Destination, Ruling, Trait};
use crate::rules::effects::placed;
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::keywords::crew;
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Board, Frame, MoveReason, PickPurpose, Picking, Proposal, SearchTo, Value, Zone};
use crate::{cite, rule};

impl PickPurpose {
    fn prompt(self) -> (Prompt, RuleId) {
        match self {
            PickPurpose::Discard => (Prompt::Discard, rule!("701.8a")),
            PickPurpose::DiscardChosen => (Prompt::ChooseDiscard, rule!("701.8a")),
            PickPurpose::HandSize => (Prompt::HandSize, rule!("514.1")),
            PickPurpose::Sacrifice | PickPurpose::Cost(CostDeed::Sacrifice | CostDeed::Offer(_), _) => {
                (Prompt::Sacrifice, rule!("701.16a"))
            }
            PickPurpose::Cost(CostDeed::Discard | CostDeed::DiscardRandom | CostDeed::Cycle, _) => {
                (Prompt::Discard, rule!("701.8a"))
            }
            PickPurpose::Cost(CostDeed::Tap | CostDeed::Crew, _) => (Prompt::TapCost, rule!("601.2h")),
            PickPurpose::Cost(CostDeed::Exile, _) => (Prompt::ExileCost, rule!("601.2h")),
            PickPurpose::Cost(CostDeed::Return, _) => (Prompt::ReturnCost, rule!("601.2h")),
            // The cards on top are settled: nobody is asked.
            PickPurpose::Cost(CostDeed::Mill, _) => (Prompt::ExileCost, rule!("601.2h")),
            PickPurpose::Cost(CostDeed::Bottom, _) => (Prompt::PutOnBottom, rule!("601.2h")),
            PickPurpose::Cost(CostDeed::Put(_), _) => (Prompt::CountersCost, rule!("601.2h")),
            PickPurpose::Cost(CostDeed::Reveal | CostDeed::RevealFor(_), _) => {
                (Prompt::RevealCost, rule!("601.2h"))
            }
            PickPurpose::Cost(CostDeed::Remove(_) | CostDeed::RemoveAll(_), _) => {
                (Prompt::CountersCost, rule!("601.2h"))
            }
            PickPurpose::Legend => (Prompt::Legend, rule!("704.5j")),
            PickPurpose::Search(_) => (Prompt::Search, rule!("701.18a")),
            PickPurpose::SearchTogether(..) => (Prompt::Search, rule!("701.18h")),
            PickPurpose::Choice => (Prompt::ChooseObjects, rule!("608.2d")),
            PickPurpose::Source => (Prompt::ChooseSource, rule!("609.7a")),
            PickPurpose::Entering(_) => (Prompt::AsItEnters, rule!("614.12a")),
            PickPurpose::ScryBottom => (Prompt::Scry, rule!("701.17a")),
            PickPurpose::ScryTop => (Prompt::ScryTop, rule!("701.17a")),
            PickPurpose::Arrange => (Prompt::Arrange, rule!("701.15d")),
            PickPurpose::Bottom | PickPurpose::MoveBottom => (Prompt::PutOnBottom, rule!("401.4")),
            PickPurpose::MoveTop => (Prompt::PutOnTop, rule!("401.4")),
            PickPurpose::Bolster(_) => (Prompt::Bolster, rule!("701.32a")),
            PickPurpose::Populate => (Prompt::Populate, rule!("701.29a")),
            PickPurpose::Explore => (Prompt::Explore, rule!("701.39a")),
            PickPurpose::Copies(_, true) => (Prompt::ChooseObjects, rule!("706.10e")),
            PickPurpose::Copies(_, false) => (Prompt::OrderCopies, rule!("706.10d")),
            PickPurpose::Exert => (Prompt::Exert, rule!("508.1g")),
            PickPurpose::StayTapped => (Prompt::StayTapped, rule!("502.2")),
        }
    }
}

impl Picking {
    /// That the cards that are found go together.
    fn together(&self, sight: &Sight<'_>, to: SearchTo) -> Vec<Constraint> {
        match to.alike {
            Some(alike) => self.all_alike(sight, alike),
            None if to.different => self.one_of_each_name(sight),
            None => Vec::new(),
        }
    }

    /// That any two of the cards that are found share something.
    fn all_alike(&self, sight: &Sight<'_>, alike: Trait) -> Vec<Constraint> {
        let pairs = self.options.iter().enumerate().flat_map(|(at, one)| {
            let others = self.options[at + 1..].iter();
            others.filter(|other| !sight.shares(alike, *one, **other)).map(move |other| [*one, *other])
        });
        let most = |pair: [ObjectId; 2]| Constraint {
            rule: rule!("701.18b"),
            limit: Limit::AtMost { items: pair.into_iter().map(Item::Object).collect(), max: 1 },
        };
        pairs.map(most).collect()
    }

    /// That no two of the cards that are found have the same name.
    fn one_of_each_name(&self, sight: &Sight<'_>) -> Vec<Constraint> {
        let mut groups: Vec<Vec<ObjectId>> = Vec::new();
        let alike = |one: ObjectId, other: ObjectId| {
            let (one, other) = (sight.characteristics(one), sight.characteristics(other));
            one.zip(other).is_some_and(|(one, other)| sight.shares_name(one, other))
        };
        for id in self.options.iter().copied() {
            match groups.iter_mut().find(|group| group.first().is_some_and(|first| alike(*first, id))) {
                Some(group) => group.push(id),
                None => groups.push(vec![id]),
            }
        }
        let several = groups.into_iter().filter(|group| group.len() > 1);
        let most = |group: Vec<ObjectId>| Constraint {
            rule: rule!("201.2b"),
            limit: Limit::AtMost { items: group.into_iter().map(Item::Object).collect(), max: 1 },
        };
        several.map(most).collect()
    }
}

/// How many permanents of those that only some of untap stay tapped (502.2).
fn stay_tapped(sight: &Sight<'_>) -> Vec<Constraint> {
    let limits = sight.untap_limits();
    let items = |of: &[ObjectId]| of.iter().copied().map(Item::Object).collect::<Vec<_>>();
    let limit = |limit| Constraint { rule: rule!("502.2"), limit };
    let mut constraints: Vec<Constraint> =
        limits.iter().map(|(of, stay)| limit(Limit::AtLeast { items: items(of), min: *stay })).collect();
    // As many untap as can.
    if let [(of, stay), rest @ ..] = limits.as_slice()
        && rest.iter().all(|(other, _)| other == of)
    {
        let stay = rest.iter().map(|(_, stay)| *stay).fold(*stay, u32::max);
        let free = |id: &ObjectId| sight.ruled(*id, Ruling::Allow, Deed::StayTapped);
        let bound: Vec<ObjectId> = of.iter().copied().filter(|id| !free(id)).collect();
        constraints.push(limit(Limit::AtMost { items: items(&bound), max: stay }));
    }
    constraints
}

impl Magic {
    /// Lets a player pick objects.
    pub fn pick(&self, play: &mut Game<'_>, mut picking: Picking) {
        if !play.state().board.terms.range.is_empty() {
            // 801.5a: a player chooses among what is within the own range.
            let sight = self.sight(play);
            let seat = picking.seat;
            let near = |id: &ObjectId| sight.in_range(seat, Value::Object(*id));
            // 801.5c: who is far from everything chooses among all of it.
            if picking.options.iter().any(near) {
                cite!("801.5a");
                picking.options.retain(near);
            }
            let count = picking.options.len() as u32;
            (picking.min, picking.max) = (picking.min.min(count), picking.max.min(count));
        }
        let rule = picking.purpose.prompt().1;
        self.push(play, Frame::Picking(picking), rule);
    }

    /// How many at least and at most a player picks out of `own` objects, where so many are wanted and for all that
    /// everybody knows there could be `possible` ones.
    pub fn within(&self, min: u32, max: u32, own: usize, possible: usize) -> (u32, u32) {
        let possible = if self.card_pool.asks_unseeing() { possible } else { own };
        let most = most_of(max, (min, own), (min, possible));
        (min.min(own as u32).min(max), most)
    }

    /// Puts objects into their owners' graveyards.
    pub fn bury(&self, play: &mut Game<'_>, objects: Vec<ObjectId>, why: MoveReason) {
        let batch: Vec<Proposal> =
            objects.into_iter().map(|id| Proposal::to_graveyard(id, self.owner(play, id), why)).collect();
        self.happen(play, batch);
    }

    /// 401.4: cards move to their owners' libraries in an order that has been chosen.
    fn shelve(&self, play: &mut Game<'_>, cards: Vec<ObjectId>, destination: Destination) {
        let moved = |id| {
            let owner = self.owner(play, id);
            placed(id, owner, destination, owner, MoveReason::Effect)
        };
        let batch = cards.into_iter().map(moved).collect();
        self.happen(play, batch);
    }

    /// 701.18: the found cards go where they are put, and the library is shuffled.
    fn found(&self, play: &mut Game<'_>, seat: Seat, found: Vec<ObjectId>, search: SearchTo) {
        // Nobody else sees what the effect does not say to reveal.
        cite!("701.18e");
        if search.reveal && !found.is_empty() {
            play.emit(Event::Shown(found.clone(), u8::MAX), rule!("701.15a"));
        }
        let Some(to) = search.to else {
            return self.report(play, found.len() as u32, found.into_iter().map(Value::Object).collect());
        };
        let above = match to {
            Destination::LibraryBelow(above) => Some(usize::from(above)),
            _ => None,
        };
        if let Some(above) = above.filter(|_| !found.is_empty()) {
            return self.shuffle_around(play, search.whose, &found, above);
        }
        let batch =
            found.into_iter().map(|id| placed(id, search.whose, to, seat, MoveReason::Effect)).collect();
        // Whatever was found, there has been a search.
        cite!("117.12b");
        self.shuffle_library(play, search.whose);
        self.happen(play, batch);
    }

    /// 701.18h: what all of them have found goes where it is put, and then each shuffles.
    fn found_together(&self, play: &mut Game<'_>, found: Vec<ObjectId>, to: Destination, seats: u8) {
        let put = |id| {
            let owner = self.owner(play, id);
            placed(id, owner, to, owner, MoveReason::Effect)
        };
        let batch = found.into_iter().map(put).collect();
        let order = play.state().board.apnap().into_iter().filter(|seat| seats & 1 << seat.0 != 0);
        let shuffles = order.map(Proposal::Shuffle).collect();
        self.happen_then(play, batch, shuffles);
    }

    /// Tells those who wait for it that a player has scried.
    fn scried(&self, play: &mut Game<'_>, seat: Seat) {
        self.emit(play, Event::Performed(Deed::Scry, seat, None, 1), rule!("701.17a"));
    }

    /// 701.17a: the picked cards go to the bottom in the order picked.
    fn put_below(&self, play: &mut Game<'_>, seat: Seat, picked: &[ObjectId]) {
        if picked.is_empty() {
            return;
        }
        let library = play.state().board.zone(Zone::Library(seat));
        let order =
            picked.iter().rev().chain(library.iter().filter(|id| !picked.contains(id))).copied().collect();
        play.emit(Event::Reordered(seat, order), rule!("701.17a"));
    }
}

/// The pile of which a player can choose only some card at random: of cards that are exiled face down and at which
/// the player may not look (406.4).
fn pile(board: &Board, seat: Seat, id: ObjectId) -> Option<u32> {
    let card = board.get(id).filter(|card| card.zone == Zone::Exile)?;
    let pile = card.down.map(|down| down.pile).filter(|pile| *pile > 0)?;
    (!board.may_look(Viewer::Seat(seat), id)).then_some(pile)
}

impl Picking {
    /// The cards that can be chosen by themselves, and the piles of which one can be chosen.
    fn piles(&self, board: &Board) -> (Vec<ObjectId>, Vec<u32>) {
        let (mut open, mut piles) = (Vec::new(), Vec::new());
        for id in &self.options {
            match pile(board, self.seat, *id).filter(|_| self.purpose == PickPurpose::Choice) {
                Some(pile) if piles.contains(&pile) => {}
                Some(pile) => piles.push(pile),
                None => open.push(*id),
            }
        }
        (open, piles)
    }

    /// Where there are such piles, one card is chosen after the other: a certain one, or one of a pile at random.
    fn choose_of_piles(mut self, rules: &Magic, play: &mut Game<'_>, item: Option<&Item>) {
        let chosen = match item {
            Some(Item::Object(id)) => Some(*id),
            Some(Item::Number(wanted)) => {
                let board = &play.state().board;
                let of_pile = |id: &ObjectId| pile(board, self.seat, *id) == Some(*wanted);
                let mut cards: Vec<ObjectId> = self.options.iter().copied().filter(of_pile).collect();
                rules.lots(play, &mut cards, |id| Some(*id), 1, rule!("406.4")).first().copied()
            }
            _ => None,
        };
        self.collected.extend(chosen);
        self.options.retain(|id| Some(*id) != chosen);
        self.min = self.min.saturating_sub(1);
        self.max = if chosen.is_some() { self.max.saturating_sub(1) } else { 0 };
        if self.max > 0 && !self.options.is_empty() {
            return play.emit(Event::Replaced(Frame::Picking(self)), rule!("406.4"));
        }
        rules.pop(play, rule!("406.4"));
        let count = self.collected.len() as u32;
        rules.report(play, count, self.collected.into_iter().map(Value::Object).collect());
    }
}

impl FrameRules<Magic> for Picking {
    /// Waits for the pick; what has paid another cost of the same mana ability cannot pay this one too
    /// (117.3).
    fn advance(mut self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        let tapping = matches!(self.purpose, PickPurpose::Cost(CostDeed::Tap | CostDeed::Crew, _));
        let cost = matches!(self.purpose, PickPurpose::Cost(..) | PickPurpose::Discard);
        let gone = |id: &ObjectId| {
            play.state()
                .board
                .get(*id)
                .is_none_or(|object| !object.zone.exists() || (tapping && object.permanent.tapped))
        };
        if cost && self.options.iter().any(gone) {
            self.options.retain(|id| !gone(id));
            self.min = self.min.min(self.options.len() as u32);
            self.max = self.max.min(self.options.len() as u32);
            play.emit(Event::Replaced(Frame::Picking(self)), rule!("117.3"));
            return Flow::Go;
        }
        play.wait(rules)
    }

    /// What can be picked.
    fn ask(&self, _: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let (prompt, rule) = self.purpose.prompt();
        let (open, piles) = self.piles(sight.board);
        let options = open.into_iter().map(Item::Object);
        if !piles.is_empty() {
            cite!("406.4");
            let options = options.chain(piles.into_iter().map(Item::Number)).collect();
            let ask = Ask::pick(options, self.min.min(1), 1);
            return Some(Request {
                seat: self.seat,
                prompt: prompt.into(),
                rule: rule!("406.4"),
                subject: None,
                ask,
            });
        }
        let ask = Ask::pick(options.collect(), self.min, self.max.min(self.options.len() as u32));
        let ordered = match self.purpose {
            PickPurpose::ScryBottom
            | PickPurpose::ScryTop
            | PickPurpose::Arrange
            | PickPurpose::Bottom
            | PickPurpose::MoveTop
            | PickPurpose::Copies(..)
            | PickPurpose::MoveBottom => true,
            PickPurpose::Discard
            | PickPurpose::DiscardChosen
            | PickPurpose::HandSize
            | PickPurpose::Sacrifice
            | PickPurpose::Cost(..)
            | PickPurpose::Legend
            | PickPurpose::Search(_)
            | PickPurpose::SearchTogether(..)
            | PickPurpose::Choice
            | PickPurpose::Source
            | PickPurpose::Bolster(_)
            | PickPurpose::Populate
            | PickPurpose::Explore
            | PickPurpose::Exert
            | PickPurpose::StayTapped
            | PickPurpose::Entering(_) => false,
        };
        let ask = match self.purpose {
            PickPurpose::Cost(CostDeed::Crew, wanted) => {
                ask.with(vec![crew::constraint(sight, &self.options, wanted)])
            }
            PickPurpose::StayTapped => ask.with(stay_tapped(sight)),
            PickPurpose::Search(to) => ask.with(self.together(sight, to)),
            _ if ordered => ask.ordered(),
            _ => ask,
        };
        Some(Request { seat: self.seat, prompt: prompt.into(), rule, subject: None, ask })
    }

    /// Carries out what was picked, after all players who pick at the same time have done so (101.4).
    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        if !self.piles(&play.state().board).1.is_empty() {
            return self.choose_of_piles(rules, play, items.first());
        }
        let mut picked: Vec<ObjectId> = items
            .iter()
            .filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None })
            .collect();
        if self.purpose == PickPurpose::Legend {
            // The one picked stays, the others go.
            picked = self.options.iter().copied().filter(|id| !picked.contains(id)).collect();
        }
        let chosen = picked.clone();
        self.collected.extend(picked);
        if !self.after.is_empty() {
            // What is hidden stays so: its owner alone sees which it is.
            play.emit(Event::ChoiceTold(self.seat, chosen), rule!("101.4b"));
            let (seat, mut options, number) = self.after.remove(0);
            options.sort();
            let free = matches!(self.purpose, PickPurpose::SearchTogether(..));
            let min = if free { 0 } else { number };
            let next = Picking { seat, options, min, max: number, ..self };
            // Nothing moves before all have chosen: what is chosen of a hand stays hidden.
            cite!("101.4a");
            return play.emit(Event::Replaced(Frame::Picking(next)), rule!("101.4"));
        }
        let (seat, picked, rule) = (self.seat, self.collected, self.purpose.prompt().1);
        rules.pop(play, rule);
        carry_out(rules, play, (self.purpose, seat), self.options, picked, rule);
    }
}

/// Whose library cards lie in, which another player may put in order.
fn library_of(play: &Game<'_>, cards: &[ObjectId]) -> Option<Seat> {
    match play.state().board.get(*cards.first()?)?.zone {
        Zone::Library(owner) => Some(owner),
        _ => None,
    }
}

/// Does what was picked for.
fn carry_out(
    rules: &Magic,
    play: &mut Game<'_>,
    (purpose, seat): (PickPurpose, Seat),
    options: Vec<ObjectId>,
    picked: Vec<ObjectId>,
    rule: RuleId,
) {
    match purpose {
        PickPurpose::Discard | PickPurpose::DiscardChosen | PickPurpose::HandSize => {
            rules.bury(play, picked, MoveReason::Discarded)
        }
        PickPurpose::Sacrifice => rules.bury(play, picked, MoveReason::Sacrificed),
        PickPurpose::Cost(deed, times) => {
            rules.note_paid(play, &picked);
            rules.do_deed(play, deed, times, picked);
        }
        PickPurpose::Legend => {
            let others = picked
                .into_iter()
                .map(|id| Proposal::to_graveyard(id, rules.owner(play, id), MoveReason::Legend))
                .collect();
            rules.legends_go(play, others);
        }
        PickPurpose::Source | PickPurpose::Choice => {
            let count = picked.len() as u32;
            rules.report(play, count, picked.into_iter().map(Value::Object).collect());
        }
        PickPurpose::Entering(how) => rules.join(play, picked, how),
        PickPurpose::Bolster(count) => rules.strengthen(play, seat, picked, count),
        PickPurpose::Populate => rules.populated(play, seat, &picked),
        PickPurpose::Explore => rules.bury(play, picked, MoveReason::Effect),
        PickPurpose::Copies(of, _) => rules.copied_at(play, seat, of, &picked),
        PickPurpose::Exert => rules.exerted(play, seat, picked),
        PickPurpose::StayTapped => rules.untap_but(play, &picked),
        PickPurpose::Search(search) => rules.found(play, seat, picked, search),
        PickPurpose::SearchTogether(to, seats) => rules.found_together(play, picked, to, seats),
        PickPurpose::ScryBottom => {
            let top: Vec<ObjectId> = options.into_iter().filter(|id| !picked.contains(id)).collect();
            rules.put_below(play, seat, &picked);
            let all = top.len() as u32;
            if all > 1 {
                rules.pick(play, Picking::new(seat, PickPurpose::ScryTop, top, all, all));
            } else {
                rules.scried(play, seat);
            }
        }
        PickPurpose::Bottom => {
            let library = library_of(play, &picked).unwrap_or(seat);
            rules.put_below(play, library, &picked);
        }
        // Each goes on top of, or below, those that went before it.
        PickPurpose::MoveTop => {
            rules.shelve(play, picked.into_iter().rev().collect(), Destination::LibraryTop)
        }
        PickPurpose::MoveBottom => rules.shelve(play, picked, Destination::LibraryBottom),
        PickPurpose::ScryTop | PickPurpose::Arrange => {
            let owner = library_of(play, &picked).unwrap_or(seat);
            let library = play.state().board.zone(Zone::Library(owner));
            let order = library
                .iter()
                .filter(|id| !picked.contains(id))
                .chain(picked.iter().rev())
                .copied()
                .collect();
            play.emit(Event::Reordered(owner, order), rule);
            if purpose == PickPurpose::ScryTop {
                rules.scried(play, seat);
            }
        }
    }
}
