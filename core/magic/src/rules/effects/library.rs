//! Libraries: searching (701.18), shuffling (701.19), putting cards from the top into the graveyard, scrying
//! (701.17).

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Destination, Filter, Group, Number, Ref};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{MoveReason, PickPurpose, Picking, Proposal, SearchTo, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn search(
        &mut self,
        who: &Ref,
        whose: &Ref,
        filter: &Filter,
        count: u32,
        to: Option<Destination>,
        reveal: bool,
    ) {
        let found = self.look(|sight, scope| {
            let (seat, whose) = (sight.seat(who, scope)?, sight.seat(whose, scope)?);
            let all = sight.board.zone(Zone::Library(whose)).to_vec();
            let options: Vec<ObjectId> =
                all.iter().copied().filter(|id| sight.matches(filter, *id, scope)).collect();
            Some((seat, whose, all, options))
        });
        let Some((seat, whose, all, options)) = found else { return };
        self.play.emit(Event::Shown(all, 1 << seat.0), rule!("701.18a"));
        let max = count.min(options.len() as u32);
        let min = if *filter == Filter::Any {
            cite!("701.18d");
            max
        } else {
            // A player need not find a card of a stated quality.
            cite!("701.18b");
            0
        };
        self.magic.pick(
            self.play,
            Picking::new(seat, PickPurpose::Search(SearchTo { to, whose, reveal }), options, min, max),
        );
    }

    pub(super) fn shuffle(&mut self, who: &Ref) {
        if let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) {
            self.magic.shuffle_library(self.play, seat);
        }
    }

    pub(super) fn mill(&mut self, who: &Group, number: &Number) {
        let batch = self.look(|sight, scope| {
            let count = sight.count(number, scope) as usize;
            let top =
                |seat: Seat| sight.board.top(seat).take(count).map(move |id| (id, seat)).collect::<Vec<_>>();
            sight
                .seats(who, scope)
                .into_iter()
                .flat_map(top)
                .map(|(id, seat)| Proposal::to_graveyard(id, seat, MoveReason::Effect))
                .collect()
        });
        self.magic.happen(self.play, batch);
    }

    pub(super) fn scry(&mut self, who: &Ref, number: &Number) {
        let Some((seat, count)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope) as usize)))
        else {
            return;
        };
        let top: Vec<ObjectId> = self.play.state().board.top(seat).take(count).collect();
        self.play.emit(Event::Shown(top.clone(), 1 << seat.0), rule!("701.17a"));
        let max = top.len() as u32;
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::ScryBottom, top, 0, max));
    }
}

impl Magic {
    /// Shuffles a player's library (701.19a).
    pub fn shuffle_library(&self, play: &mut Game<'_>, seat: Seat) {
        let event = shuffled(play, seat);
        self.emit(play, event, rule!("701.19a"));
    }
}

/// The shuffling of a player's library.
pub fn shuffled(play: &Game<'_>, seat: Seat) -> Event {
    let board = &play.state().board;
    let mut order = board.zone(Zone::Library(seat)).to_vec();
    board.rng.peek(Purpose::Shuffle).shuffle(&mut order);
    Event::Shuffled(seat, order)
}
