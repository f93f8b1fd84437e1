//! Hidden cards and chance: intimidate, roll, clash, opt, search, shuffle, reveal, look, pick, turn (8.5).

use duelog_kernel::bounds::{self, Bound};
use duelog_kernel::decision::most_of;
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Deed, Filter, Group, Number, Ref, ZoneKind};
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::recording::record;
use crate::state::event::Event;
use crate::state::{
    Awaited, CodeRef, Context, Delayed, Frame, KEYWORD_CARD, MoveReason, Occurrence, PickPurpose, Proposal,
    Running, Value, Zone, picking,
};
use crate::{cite, rule};

impl FleshAndBlood {
    /// Each effect returns the card that it banished, by a script that the card of keywords holds.
    pub fn return_at_end_phase(&self, play: &mut Game<'_>, card: ObjectId, controller: Seat) {
        cite!("8.5.10c");
        let code = CodeRef::ability(KEYWORD_CARD, crate::language::keywords::INTIMIDATE);
        let Some(ops) = self.card_pool.code(code) else { return };
        let Some(at) = ops.0.iter().position(|op| matches!(op, duelog_kernel::script::Op::Delayed(..)))
        else {
            return;
        };
        let running = |frame: &Frame| {
            if let Frame::Running(running) = frame { Some(running.context.source) } else { None }
        };
        let board = &play.state().board;
        let source = board.frames.iter().rev().find_map(running).unwrap_or(card);
        let (context, turn) = (Context::of(source, controller), board.turn.number);
        let delayed = Delayed { code, at: at as u16 + 1, context, it: Some(Value::Object(card)), turn };
        play.emit(Event::DelayedSet(delayed), rule!("8.5.10"));
    }

    /// Two players reveal the top cards of their decks: who has revealed the greatest power.
    pub fn clashed(&self, play: &mut Game<'_>, seats: [Seat; 2]) -> Proposal {
        let mut powers = Vec::new();
        for seat in seats {
            let top = play.state().board.zone(Zone::Of(ZoneKind::Deck, seat)).last().copied();
            if let Some(card) = top {
                let power = self.sight(play).power(card);
                self.reveal(play, seat, vec![card]);
                powers.push((seat, power));
            }
        }
        cite!("8.5.45b");
        let best = powers.iter().filter_map(|entry| entry.1).max();
        let mut winners =
            powers.iter().filter(|entry| best.is_some() && entry.1 == best).map(|entry| entry.0);
        let winner = winners.next().filter(|_| winners.next().is_none());
        Proposal::Clashed { seats, winner }
    }
}

impl Act<'_, '_> {
    /// 8.5.10: a random card is banished face down until the beginning of the end phase.
    pub fn intimidate(&mut self, who: &Ref) {
        // Where a text names nobody, this is its target.
        cite!("8.5.10b");
        let Some(seat) = self.seat(who) else { return };
        let hand = self.play.state().board.zone(Zone::Of(ZoneKind::Hand, seat)).to_vec();
        let cards = self.rules.choose_random(self.play, hand, 1);
        let card = cards.first().copied();
        if let Some(object) = card {
            let to = Zone::Of(ZoneKind::Banished, seat);
            let by = self.controller();
            let banished = Proposal::Move {
                object,
                to,
                bottom: false,
                public: false,
                why: MoveReason::Intimidated,
                by,
                counters: Vec::new(),
            };
            self.rules.happen(self.play, vec![banished]);
        }
        // 8.5.10a: even one who had no card is intimidated.
        self.rules.emit(self.play, Event::Recorded(Occurrence::Intimidated(seat, card)), rule!("8.5.10a"));
    }

    /// 8.5.18: so many dice at once (8.5.18a).
    pub fn roll(&mut self, count: &Number, sides: u32) {
        let (seat, dice) = (self.controller(), self.count(count));
        if dice as usize > bounds::BATCH {
            return self.play.exceed(Bound::Batch);
        }
        self.rules.happen(self.play, vec![Proposal::Roll { seat, dice, sides }]);
    }

    /// The top cards of two decks are revealed, and the greater power wins.
    pub fn clash(&mut self, one: &Ref, other: &Ref) {
        cite!("8.5.45", "8.5.45d");
        let (Some(one), Some(other)) = (self.seat(one), self.seat(other)) else { return };
        if one == other {
            return;
        }
        let outcome = self.rules.clashed(self.play, [one, other]);
        self.rules.happen(self.play, vec![outcome]);
    }

    pub(super) fn top(&self, seat: Seat, count: u32) -> Vec<ObjectId> {
        self.play
            .state()
            .board
            .zone(Zone::Of(ZoneKind::Deck, seat))
            .iter()
            .rev()
            .take(count as usize)
            .copied()
            .collect()
    }

    /// 8.5.22
    pub fn opt(&mut self, who: &Ref, count: &Number) {
        let (Some(seat), count) = (self.seat(who), self.count(count)) else { return };
        cite!("8.5.22a", "8.5.22b");
        let cards = self.top(seat, count);
        if !cards.is_empty() {
            let opted = Occurrence::Opted(seat, cards.len() as u32);
            record(self.rules, self.play, Deed::Opt, opted, rule!("8.5.22"));
            self.play.emit(Event::Shown(cards.clone(), 1 << seat.0), rule!("8.5.22"));
            let max = cards.len() as u32;
            self.rules.pick(self.play, picking(seat, PickPurpose::OptBottom, cards, 0, max));
        }
    }

    /// 8.5.19: what is private need not be found, what is public must be; a search for just any card cannot
    /// fail.
    pub fn search(&mut self, who: &Ref, zones: &[ZoneKind], filter: &Filter, count: u32) {
        let Some(seat) = self.seat(who) else { return };
        let cards: Vec<ObjectId> =
            self.look(|sight, _| zones.iter().flat_map(|kind| sight.zone_of(*kind, seat)).collect());
        cite!("8.5.19d");
        if cards.is_empty() {
            return;
        }
        let is_public =
            |act: &Self, id: &ObjectId| act.play.state().board.get(*id).is_some_and(|object| object.public);
        let private: Vec<ObjectId> = cards.iter().copied().filter(|id| !is_public(self, id)).collect();
        let all_private = private;
        let private = all_private.len();
        if private > 0 {
            self.play.emit(Event::Shown(all_private, 1 << seat.0), rule!("8.5.19"));
        }
        let fitting: Vec<ObjectId> = self
            .look(|sight, scope| cards.into_iter().filter(|id| sight.matches(filter, *id, scope)).collect());
        let max = count.min(fitting.len() as u32);
        let public = fitting.iter().filter(|id| is_public(self, id)).count() as u32;
        cite!("1.9.1c", "8.5.19a", "8.5.19b", "8.5.19c");
        let min = if *filter == Filter::Any { max } else { public.min(max) };
        // As everybody sees it, any of the private cards could be found.
        let hidden = self.rules.card_pool.asks_unseeing() && *filter != Filter::Any;
        let possible = if hidden { public as usize + private } else { fitting.len() };
        let max = most_of(count, (min, fitting.len()), (min, possible));
        self.rules.pick(self.play, picking(seat, PickPurpose::Search, fitting, min, max));
    }

    /// 8.5.20
    pub fn shuffle(&mut self, kind: ZoneKind, who: &Ref) {
        let Some(seat) = self.seat(who) else { return };
        // A definition names the zone: the deck, where the text names none.
        cite!("8.5.20c");
        self.rules.shuffle(self.play, Zone::Of(kind, seat), rule!("8.5.20"));
    }

    /// 1.8.6: the player determines which; all where there are not enough.
    pub fn pick(&mut self, who: &Ref, from: &Group, min: &Number, max: &Number) {
        cite!("1.8.5c", "1.8.6c");
        let (Some(seat), min, max) = (self.seat(who), self.count(min), self.count(max)) else { return };
        cite!("5.3.4a");
        let options = self.options(from);
        let own = (min.min(self.verified(seat, from, &options)), options.len());
        let possible = if self.rules.card_pool.asks_unseeing() {
            let possible = self.possible(from);
            (min.min(self.verified(seat, from, &possible)), possible.len())
        } else {
            own
        };
        let (min, max) = (own.0.min(own.1 as u32), most_of(max, own, possible));
        cite!("1.12.1b");
        self.rules.pick(self.play, picking(seat, PickPurpose::Script, options, min, max));
    }

    /// How many of the options of a pick an opponent can verify to be there: those who pick out of what they
    /// alone know, by what only the card itself shows, may say that they have none.
    fn verified(&self, seat: Seat, from: &Group, options: &[ObjectId]) -> u32 {
        cite!("1.9.1c");
        let Group::Zone(_, _, filter) = from else { return u32::MAX };
        if !shows(filter) {
            return u32::MAX;
        }
        let board = &self.play.state().board;
        let secret = |id: &&ObjectId| {
            let own = board
                .get(**id)
                .is_some_and(|object| !object.public && object.zone.is_private() && object.owner == seat);
            own && board.lookers(**id) & !(1 << seat.0) == 0
        };
        if options.iter().any(|id| secret(&id)) {
            options.iter().filter(|id| !secret(id)).count() as u32
        } else {
            u32::MAX
        }
    }

    /// The objects of a group, and what else could be one of them for all that everybody knows.
    fn possible(&mut self, from: &Group) -> Vec<ObjectId> {
        let seen = std::mem::replace(&mut self.unseeing, true);
        let possible = self.options(from);
        self.unseeing = seen;
        possible
    }

    /// The objects of a group, of which some can be determined.
    pub fn options(&mut self, from: &Group) -> Vec<ObjectId> {
        let mut options = self.objects(from);
        options.sort();
        options.dedup();
        options
    }

    /// Chance determines which.
    pub fn pick_random(&mut self, from: &Group, count: &Number) {
        let (options, count) = (self.options(from), self.count(count));
        let chosen = self.rules.choose_random(self.play, options, count);
        self.report(chosen.len() as u32, chosen.into_iter().map(Value::Object).collect());
    }

    /// 8.5.21
    pub fn name(&mut self, who: &Ref) {
        let Some(seat) = self.seat(who) else { return };
        let Some(Frame::Running(running)) = self.play.state().board.frames.last().cloned() else { return };
        self.play.emit(
            Event::Replaced(Frame::Running(Running { wait: Awaited::Name(seat), ..running })),
            rule!("8.5.21"),
        );
    }

    /// 8.5.24
    pub fn turn(&mut self, what: &Group, up: bool) {
        let mut turned = 0;
        for id in self.objects(what) {
            turned += u32::from(self.rules.turn_object(self.play, id, up, rule!("8.5.24")));
        }
        self.report(turned, Vec::new());
    }
}

/// Whether what a filter asks is seen on the card only, and not where it is, whose, or how it lies there.
fn shows(filter: &Filter) -> bool {
    use Filter::{Any, Card, ControlledBy, FaceDown, FaceUp, From, In, Is, OwnedBy};
    filter.mentions(&|part| {
        !matches!(
            part,
            Any | Card | Is(_) | In(_) | From(_) | OwnedBy(_) | ControlledBy(_) | FaceDown | FaceUp
        )
    })
}
