//! Cards of hidden zones that are shown: while an effect is at work (701.15a, 701.15d), and on top of a
//! library as long as an effect says so (401.5).

use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Deed, Ruling};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Frame, Lasting, LastingKind, Shown, Zone};
use crate::{cite, rule};

impl Magic {
    /// Shows the cards that are on top of libraries now, where an effect says so; whether anything was done.
    /// While a spell is being cast or an ability activated, what is on top anew waits (401.5).
    pub fn show_tops(&self, play: &mut Game<'_>) -> bool {
        if !self.card_pool.shows_tops() {
            return false;
        }
        let frames = &play.state().board.frames;
        if frames.iter().any(|frame| matches!(frame, Frame::Opening(_))) {
            return false;
        }
        let waits = frames.iter().any(|frame| matches!(frame, Frame::Casting(_)));
        let sight = self.sight(play);
        let said = |lasting: &Lasting| matches!(lasting.kind, LastingKind::Players { .. });
        if sight.rulings.is_empty()
            && !sight.board.effects.iter().any(said)
            && sight.board.shown.iter().all(|shown| shown.top_of.is_none())
        {
            return false;
        }
        let change = |seat: Seat| {
            let now = sight
                .board
                .shown
                .iter()
                .find(|shown| shown.top_of == Some(seat))
                .map(|shown| (shown.object, shown.seats));
            let top = sight.top_shown(seat);
            // What is not on top any more is shown no more; what has come there waits.
            let next = if waits && top != now { None } else { top };
            (now != next).then_some((seat, next))
        };
        let changed: Vec<(Seat, Option<(ObjectId, u8)>)> =
            sight.board.each_from(sight.board.turn.active).filter_map(change).collect();
        cite!("701.13c");
        for (seat, top) in &changed {
            let top = top.map(|(card, seats)| (self.again(play, card, seats), seats));
            play.emit(Event::TopShown(*seat, top), rule!("401.5"));
        }
        !changed.is_empty()
    }

    /// Shows the cards in the hands of players who play with them revealed, and hides them again; whether anything
    /// was done. A card that is drawn while a spell is being cast waits.
    pub fn show_hands(&self, play: &mut Game<'_>) -> bool {
        let opening = |frame: &Frame| matches!(frame, Frame::Opening(_));
        if !self.card_pool.shows_hands() || play.state().board.frames.iter().any(opening) {
            return false;
        }
        let sight = self.sight(play);
        let board = sight.board;
        let shown = |id: &ObjectId| board.shown.iter().any(|shown| shown.in_hand && shown.object == *id);
        let change = |seat: Seat| {
            let hand = board.zone(Zone::Hand(seat));
            if sight.ruled_for(seat, Ruling::Require, Deed::ShowHand) == 0 {
                return hand.iter().any(shown).then_some((seat, Vec::new()));
            }
            let faces = |id: &ObjectId| board.get(*id).is_some_and(|card| card.down.is_none());
            let new: Vec<ObjectId> = hand.iter().copied().filter(|id| faces(id) && !shown(id)).collect();
            (!new.is_empty()).then_some((seat, new))
        };
        let changed: Vec<(Seat, Vec<ObjectId>)> =
            board.each_from(board.turn.active).filter_map(change).collect();
        for (seat, ids) in &changed {
            play.emit(Event::HandShown(*seat, ids.clone()), rule!("701.15a"));
        }
        !changed.is_empty()
    }

    /// 401.6: the card that is revealed on top now. Where it has been revealed there before, and was not for a
    /// while, it is a new object.
    fn again(&self, play: &mut Game<'_>, card: ObjectId, seats: u8) -> ObjectId {
        let board = &play.state().board;
        if !self.card_pool.renews_tops() || !board.all_seats(seats) {
            return card;
        }
        let still =
            |shown: &Shown| shown.object == card && shown.top_of.is_some() && board.all_seats(shown.seats);
        if board.shown.iter().any(still) {
            return card;
        }
        let (known, new) = (board.revealed.contains(&card), board.next_id());
        if known {
            play.emit(Event::Renewed(card, new), rule!("401.6"));
        }
        let card = if known { new } else { card };
        play.emit(Event::TopKnown(card), rule!("401.6"));
        card
    }

    /// 701.15a: what was shown while an effect was at work is shown no more once that is over; whether
    /// anything was.
    pub fn end_showing(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        let over = matches!(board.frames.last(), Some(Frame::Priority | Frame::Turn))
            && board.shown.iter().any(|shown| board.is_over(shown));
        if over {
            play.emit(Event::ShownNoMore, rule!("701.15a"));
        }
        over
    }
}
