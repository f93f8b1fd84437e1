//! Schemes (312, 701.24, 701.25, 904).

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::Deed;
use crate::language::types::{CardType, Supertype};
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::looking_back::last_known;
use crate::rules::planes::is_pending;
use crate::state::event::Event;
use crate::state::{Pile, Stage};
use crate::{cite, rule};

impl Magic {
    /// The turn-based actions as a precombat main phase begins: an archenemy sets a scheme in motion (904.9), and Sagas
    /// get lore counters. True if anything did.
    pub fn begin_main_phase(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        let active = board.turn.active;
        let schemes = board.is_archenemy(active)
            && !board.has_left(active)
            && !board.pile(Pile::Schemes, active).is_empty();
        if schemes {
            cite!("505.3", "703.4d");
            self.reach(play, Stage::Begin(1));
            self.set_in_motion(play, active, rule!("904.9"));
        }
        self.tell_sagas(play) || schemes
    }

    /// 701.24b: an archenemy's top scheme is turned face up.
    pub fn set_in_motion(&self, play: &mut Game<'_>, seat: Seat, rule: RuleId) {
        cite!("701.24a");
        if !play.state().board.is_archenemy(seat) {
            return;
        }
        if let Some((scheme, turned)) = self.turn_from_pile(play, (Pile::Schemes, seat), rule) {
            cite!("701.24b");
            let set = Event::Performed(Deed::SetInMotion, seat, Some(scheme), 1);
            play.emit(set.clone(), rule);
            self.notice(play, &[turned, set], None);
        }
    }

    /// 701.25b: an ongoing scheme goes to the bottom of its owner's scheme deck, face down.
    pub fn abandon(&self, play: &mut Game<'_>, scheme: ObjectId) {
        let before = self.before(play);
        let sight = self.sight(play);
        let up = sight.board.face_up(Pile::Schemes).any(|id| id == scheme);
        let ongoing =
            |id| sight.characteristics(id).is_some_and(|own| own.types.is_super(Supertype::Ongoing));
        cite!("701.25a");
        let Some(owner) = sight.object(scheme).filter(|_| up && ongoing(scheme)).map(|own| own.owner) else {
            return;
        };
        // A scheme says `this scheme` of itself.
        cite!("109.2d", "312.7", "904.11");
        let events = [
            Event::TurnedToPile(Pile::Schemes, scheme, last_known(&sight, scheme)),
            Event::Performed(Deed::Abandon, owner, Some(scheme), 1),
        ];
        events.iter().for_each(|event| play.emit(event.clone(), rule!("701.25b")));
        self.notice(play, &events, before.as_ref());
    }

    /// 704.5w: the schemes that are done, once no triggered ability of any scheme waits or is on the stack.
    pub fn schemes_done(&self, sight: &Sight<'_>) -> Vec<ObjectId> {
        let done = |id: &ObjectId| {
            cite!("205.4h");
            sight.characteristics(*id).is_some_and(|own| !own.types.is_super(Supertype::Ongoing))
        };
        let done: Vec<ObjectId> = sight.board.face_up(Pile::Schemes).filter(done).collect();
        let is_scheme = |_, card| self.card_pool.card(card).definition.types.is(CardType::Scheme);
        if done.is_empty() || is_pending(sight, is_scheme) {
            return Vec::new();
        }
        cite!("312.6", "904.10");
        done
    }
}
