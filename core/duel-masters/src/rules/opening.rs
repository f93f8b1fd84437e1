//! The start of the game (103): decks are shuffled, shields and hands dealt.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::rules::game::{DuelMasters, Flow, Game};
use crate::state::event::Event;
use crate::state::{End, Entering, Hold, MoveReason, SEATS, Zone, frame};
use crate::{cite, rule};

/// How many shields and cards in the hand a player begins with (103.3, 113.1, 402.1, 406.1).
pub const OPENING: usize = 5;

impl DuelMasters {
    fn deal(&self, play: &mut Game<'_>, seat: Seat, to: Zone, rule: RuleId) {
        let board = &play.state().board;
        let Some(object) = board.all(Zone::Deck(seat)).last().copied() else { return };
        let (new, from) = (board.next_id(), Zone::Deck(seat));
        let (entering, why) = (Entering::default(), MoveReason::Dealt);
        self.emit_quietly(
            play,
            Event::Moved { object, top_only: false, from, to, end: End::Top, new, entering, why, last: None },
            rule,
        );
    }

    /// The ultra GR zone is shuffled, and what starts in the battle zone gets its seals (408.2, 807.4).
    fn begin_beside(&self, play: &mut Game<'_>, seat: Seat) {
        let mut order: Vec<ObjectId> = play.state().board.zone(Zone::UltraGr(seat)).collect();
        if order.len() > 1 {
            play.shuffle(&mut order);
            self.emit_quietly(play, Event::UltraGrShuffled(seat, order), rule!("408.2"));
        }
        let own = |id: &ObjectId| play.state().board.get(*id).is_some_and(|object| object.owner == seat);
        let starting: Vec<ObjectId> = play.state().board.zone(Zone::Battle).filter(own).collect();
        for id in starting {
            let card = play.state().board.get(id).map(|object| object.top().card);
            let seals = card.and_then(|card| self.card_pool.card(card).front().definition.belongs.starts);
            self.seal(play, &[id], seals.map_or(0, u32::from), rule!("807.4"));
        }
    }

    /// Shuffles a deck; cards that are being looked at stay out of it, on top (701.11).
    pub fn shuffle(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) {
        let mut order: Vec<ObjectId> = play.state().board.zone(Zone::Deck(seat)).collect();
        play.shuffle(&mut order);
        let board = &play.state().board;
        order.extend(
            board
                .all(Zone::Deck(seat))
                .iter()
                .filter(|id| board.get(**id).is_some_and(|object| object.hold != Hold::None)),
        );
        self.emit_quietly(play, Event::Shuffled(seat, order), rule);
    }
}

impl FrameRules<DuelMasters> for frame::Opening {
    /// Shuffles the decks, deals shields and hands, and says who goes first (103).
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        for seat in [Seat(0), Seat(1)] {
            rules.shuffle(play, seat, rule!("103.2"));
        }
        for seat in [Seat(0), Seat(1)] {
            rules.begin_beside(play, seat);
        }
        cite!("103.3", "113.1");
        for seat in [Seat(0), Seat(1)] {
            for _ in 0..OPENING {
                rules.deal(play, seat, Zone::Shield(seat), rule!("406.1"));
            }
            for _ in 0..OPENING {
                rules.deal(play, seat, Zone::Hand(seat), rule!("402.1"));
            }
        }
        let chosen = play.below(Purpose::Choice, u32::from(SEATS));
        rules.emit_quietly(play, Event::Chosen { among: u32::from(SEATS), chosen }, rule!("103.4"));
        rules.emit_quietly(play, Event::StartingPlayer(Seat(chosen as u8)), rule!("103.4"));
        rules.pop(play, rule!("103.5"));
        Flow::Go
    }
}
