//! Several cards at once: those that effects put into the battle zone become pending, then come one by one
//! (409.1a, 409.1f), and so are those used that an effect lets a player use (409.1e). The rules name no order
//! but one card after the other: the player says which is next.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game, picked};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{
    Board, CardUses, Entering, Entries, Frame, Hold, MoveReason, Object, Proposal, Zone, sentence,
};
use crate::{cite, rule};

impl DuelMasters {
    /// Puts cards into the battle zone: the turn player's first, each player's in an order of the own choice.
    pub fn put_into_battle(&self, play: &mut Game<'_>, objects: Vec<ObjectId>) {
        let board = &play.state().board;
        cite!("400.3");
        let can = |id: &ObjectId| {
            board.get(*id).is_some_and(|object| {
                !matches!(object.zone, Zone::Battle | Zone::Gone)
                    && object.hold != Hold::Pending
                    && self.comes_alone(object)
            })
        };
        let queue: Vec<ObjectId> = objects.into_iter().filter(can).collect();
        let pending = queue.clone();
        let sentence = sentence(&board.frames);
        self.push(
            play,
            Frame::Entries(Entries { queue, next: None, came: Vec::new(), sentence }),
            rule!("409.1f"),
        );
        for id in &pending {
            self.emit_quietly(play, Event::Held(*id, Hold::Pending), rule!("409.1a"));
        }
        // All see which cards come, before anything is asked about them.
        self.emit_quietly(play, Event::Shown(pending, u8::MAX), rule!("409.1a"));
    }

    /// Whether a card can come into the battle zone by itself: rituals and nebulae are there from the start, and
    /// no other way (311.3).
    fn comes_alone(&self, object: &Object) -> bool {
        let kind = self.card_pool.card(object.top().card).front().definition.kind;
        cite!("311.3", "313.1", "314.2");
        self.card_pool.card(object.top().card).is_element()
            && !matches!(kind, CardType::Ritual | CardType::Nebula)
    }

    fn take_next(&self, play: &mut Game<'_>, mut putting: Entries, id: ObjectId) {
        putting.queue.retain(|other| *other != id);
        putting.next = None;
        self.replace_frame(play, Frame::Entries(putting), rule!("409.1f"));
    }

    /// Lets a player use cards for no cost: all of them become pending, then they are used one by one
    /// (409.1e).
    pub fn use_several(&self, play: &mut Game<'_>, seat: Seat, cards: Vec<(ObjectId, u8)>) {
        let pending: Vec<ObjectId> = cards.iter().map(|card| card.0).collect();
        self.push(play, Frame::CardUses(CardUses { seat, queue: cards }), rule!("409.1e"));
        for id in &pending {
            self.emit_quietly(play, Event::Held(*id, Hold::Pending), rule!("409.1e"));
        }
        // All see which cards are used, before anything is asked about their order.
        self.emit_quietly(play, Event::Shown(pending, u8::MAX), rule!("409.1e"));
    }

    fn use_next(&self, play: &mut Game<'_>, mut several: CardUses, card: (ObjectId, u8)) {
        several.queue.retain(|other| *other != card);
        let seat = several.seat;
        self.replace_frame(play, Frame::CardUses(several), rule!("409.1e"));
        self.use_for_no_cost(play, card.0, card.1, seat);
    }
}

impl FrameRules<DuelMasters> for CardUses {
    /// Uses the next card.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let board = &play.state().board;
        self.queue.retain(|(id, _)| board.get(*id).is_some_and(|object| object.hold == Hold::Pending));
        let ids: Vec<ObjectId> = self.queue.iter().map(|card| card.0).collect();
        match self.queue.first().copied() {
            None => rules.pop(play, rule!("409.1e")),
            Some(_) if !are_alike(board, &ids) => return play.wait(rules),
            Some(first) => rules.use_next(play, self, first),
        }
        Flow::Go
    }

    /// Asks which card is used next.
    fn ask(&self, _: &DuelMasters, _: &Sight<'_>) -> Option<Request> {
        let mut options: Vec<Item> = self.queue.iter().map(|card| Item::Object(card.0)).collect();
        options.sort();
        Some(Request {
            seat: self.seat,
            prompt: Prompt::UseNext.into(),
            rule: rule!("409.1e"),
            subject: None,
            ask: Ask::one_of(options),
        })
    }

    /// Takes the choice.
    fn answer(self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let chosen = picked(choice);
        if let Some(card) = self.queue.iter().copied().find(|card| chosen.contains(&card.0)) {
            rules.use_next(play, self, card);
        }
    }
}

impl FrameRules<DuelMasters> for Entries {
    /// Puts the next card into the battle zone.
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let board = &play.state().board;
        self.queue.retain(|id| board.get(*id).is_some_and(|object| object.hold == Hold::Pending));
        if self.queue.is_empty() {
            rules.pop(play, rule!("400.7"));
            rules.report(play, self.came);
            return Flow::Go;
        }
        let Some(id) = self.next.filter(|next| self.queue.contains(next)) else {
            let own = next_of(board, &self.queue);
            if !are_alike(board, &own) {
                return play.wait(rules);
            }
            self.next = own.first().copied();
            rules.replace_frame(play, Frame::Entries(self), rule!("409.1f"));
            return Flow::Go;
        };
        let sight = rules.sight(play);
        let Some(object) = sight.object(id) else { return Flow::Go };
        let definition = &rules.card_pool.card(object.top().card).front().definition;
        let (owner, may) = (object.owner, !definition.evolution.is_empty());
        if may && rules.has_bases(&sight, owner, id) {
            return play.wait(rules);
        }
        let evolves = may && !definition.evolves_at_will();
        rules.take_next(play, self, id);
        if evolves {
            // 801.1a: it stays where it was, and is pending no longer (409.2).
            rules.emit_quietly(play, Event::Held(id, Hold::None), rule!("409.2"));
        } else {
            rules.happen(
                play,
                vec![Proposal::movement(id, Zone::Battle, Entering::default(), MoveReason::Effect)],
                rule!("409.1a"),
            );
        }
        Flow::Go
    }

    /// Asks which card comes next (409.1f), or what an evolution creature is put on (801.1b).
    fn ask(&self, rules: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        match self.next {
            Some(id) => {
                let seat = sight.object(id)?.owner;
                Some(Request {
                    seat,
                    prompt: Prompt::Evolve.into(),
                    rule: rule!("801.1b"),
                    subject: Some(id),
                    ask: rules.bases(sight, seat, id),
                })
            }
            None => {
                let own = next_of(sight.board, &self.queue);
                let seat = sight.object(*own.first()?)?.owner;
                let ask = Ask::one_of(own.into_iter().map(Item::Object).collect());
                Some(Request {
                    seat,
                    prompt: Prompt::PutNext.into(),
                    rule: rule!("409.1f"),
                    subject: None,
                    ask,
                })
            }
        }
    }

    /// Takes the choice.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Some(id) = self.next else {
            self.next = picked(choice).first().copied();
            return rules.replace_frame(play, Frame::Entries(self), rule!("409.1f"));
        };
        rules.take_next(play, self, id);
        let entering = Entering { bases: picked(choice), ..Entering::default() };
        rules.happen(
            play,
            vec![Proposal::movement(id, Zone::Battle, entering, MoveReason::Effect)],
            rule!("801.1"),
        );
    }
}

/// The cards of the player whose turn it is to put one, ascending: what simultaneous things happen to both
/// players' cards happens to the turn player's first, as with effects (101.4) and draws (114.2a).
fn next_of(board: &Board, queue: &[ObjectId]) -> Vec<ObjectId> {
    let of = |seat: Seat| {
        queue.iter().copied().filter(move |id| board.get(*id).is_some_and(|object| object.owner == seat))
    };
    let mut own = board
        .turn_order()
        .into_iter()
        .map(|seat| of(seat).collect::<Vec<_>>())
        .find(|own| !own.is_empty())
        .unwrap_or_default();
    own.sort();
    own
}

/// Whether cards are the same in every respect that their order could matter for: they are copies of one card
/// in one zone.
fn are_alike(board: &Board, ids: &[ObjectId]) -> bool {
    let looks =
        |id: &ObjectId| board.get(*id).map(|object| (object.top().card, object.pieces.len(), object.zone));
    ids.windows(2).all(|pair| looks(&pair[0]) == looks(&pair[1]))
}
