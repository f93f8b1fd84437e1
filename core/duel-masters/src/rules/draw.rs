//! What triggers on a draw to come: it is resolved before the card is put into the hand (114.5).

use duelog_kernel::Seat;
use duelog_kernel::frames::FrameRules;

use crate::rule;
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::state::event::Event;
use crate::state::{Entering, Frame, Hold, MoveReason, Proposal, Proposed, Zone, frame};

impl DuelMasters {
    /// Why a card is drawn at this moment: because the turn has started (702.3b), or for an effect.
    pub fn why_drawn(&self, play: &Game<'_>) -> MoveReason {
        let turn = matches!(play.state().board.frames.last(), Some(Frame::Turn));
        if turn { MoveReason::TurnDrawn } else { MoveReason::Drawn }
    }

    /// Opens the window before a draw where any card of the match triggers on it; whether it did. The card
    /// that is drawn waits for it, pending.
    pub fn begin_drawing(&self, play: &mut Game<'_>, seat: Seat) -> bool {
        let board = &play.state().board;
        let (pool, top) = (board.pool, board.zone(Zone::Deck(seat)).next_back());
        let Some(card) = top.filter(|_| self.card_pool.awaits_draws) else { return false };
        self.push(play, Frame::Drawing { seat, card }, rule!("114.5"));
        self.emit_quietly(play, Event::Held(card, Hold::Pending), rule!("114.5"));
        play.emit(Event::PoolReached(pool + 1), rule!("114.5"));
        self.emit(play, Event::DrawBegan(seat), rule!("114.5"));
        self.stand(play, pool + 1, None);
        true
    }
}

impl FrameRules<DuelMasters> for frame::Drawing {
    /// Puts the card into the hand.
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        let frame::Drawing { seat, card } = self;
        let pool = play.state().board.pool;
        rules.pop(play, rule!("114.5"));
        play.emit(Event::PoolReached(pool.saturating_sub(1)), rule!("114.5"));
        let why = rules.why_drawn(play);
        let event = Proposal::movement(card, Zone::Hand(seat), Entering::default(), why);
        rules.perform(play, vec![Proposed { event, plan: None, left: Vec::new() }]);
        Flow::Go
    }
}
