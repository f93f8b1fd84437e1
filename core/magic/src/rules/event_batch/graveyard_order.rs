//! The order of cards that go to a graveyard at the same time (404.3), in matches in which something looks at
//! the order of a graveyard.

use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{Board, EventBatch, Pending, Proposal, Proposed, Zone};
use crate::{cite, rule};

impl Magic {
    /// Looks for the next player who must put cards in order, the active player first. Who does sees them.
    pub fn find_burying(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let board = &play.state().board;
        let Some(seat) = self.burying(board, &events.batch, events.buried) else { return false };
        let cards = self.buried(board, &events.batch, seat).into_iter().map(|(_, card)| card);
        let unseen = |id: &ObjectId| {
            let there = board.get(*id).is_some_and(|card| matches!(card.zone, Zone::Library(_)));
            there && board.shown_to(*id) & 1 << seat.0 == 0
        };
        let unseen: Vec<ObjectId> = cards.filter(unseen).collect();
        if !unseen.is_empty() {
            play.emit(Event::Shown(unseen, 1 << seat.0), rule!("404.3"));
        }
        events.pending = Pending::Burying(seat);
        true
    }

    /// The next player of whom several cards go to a graveyard and who has not put them in order.
    pub fn burying(&self, board: &Board, batch: &[Proposed], done: u8) -> Option<Seat> {
        if !self.card_pool.orders_graveyards() {
            return None;
        }
        cite!("404.3");
        let waits = |seat: &Seat| done & 1 << seat.0 == 0 && self.buried(board, batch, *seat).len() > 1;
        board.apnap().into_iter().find(waits)
    }

    /// The cards among what moves that go to a player's graveyard, with their places among the events: where
    /// something else has been said of a spell, it goes there.
    fn buried(&self, board: &Board, batch: &[Proposed], seat: Seat) -> Vec<(usize, ObjectId)> {
        let goes = |event: &Proposal| {
            let Proposal::Move { object, to, place, .. } = event else { return None };
            let card = board.get(*object).filter(|card| card.zone.exists() && !card.token)?;
            let (to, _) = self.kept_off(board, card.id, *to).unwrap_or((*to, *place));
            (to == Zone::Graveyard(seat)).then_some(card.id)
        };
        let mut buried: Vec<(usize, ObjectId)> = Vec::new();
        for (at, proposed) in batch.iter().enumerate() {
            // An effect can name a card twice, and it moves once.
            let card = goes(&proposed.event).filter(|card| buried.iter().all(|(_, other)| other != card));
            buried.extend(card.map(|card| (at, card)));
        }
        buried
    }

    /// Asks in which order the cards of a player go to the graveyard.
    pub fn ask_burying(&self, board: &Board, events: &EventBatch, seat: Seat) -> Request {
        let cards = self.buried(board, &events.batch, seat).into_iter();
        let ask = Ask::order_of(cards.map(|(_, card)| Item::Object(card)).collect());
        Request { seat, prompt: Prompt::Bury.into(), rule: rule!("404.3"), subject: None, ask }
    }

    /// The cards go there in the order that a player has said, each on top of those before it.
    pub fn take_burying(&self, board: &Board, events: &mut EventBatch, seat: Seat, items: &[Item]) {
        let places = self.buried(board, &events.batch, seat);
        let moves: Vec<Proposed> = items
            .iter()
            .filter_map(|item| places.iter().find(|(_, card)| *item == Item::Object(*card)))
            .filter_map(|(at, _)| events.batch.get(*at).cloned())
            .collect();
        for ((at, _), moved) in places.into_iter().zip(moves) {
            if let Some(place) = events.batch.get_mut(at) {
                *place = moved;
            }
        }
        events.buried |= 1 << seat.0;
    }
}
