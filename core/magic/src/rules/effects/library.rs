//! Libraries: searching (701.18), shuffling (701.19), putting cards from the top into the graveyard, scrying
//! (701.17).

use duelog_kernel::decision::most_of;
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{
    Ability, Deed, Destination, Filter, Group, Number, Ref, Replacement, Trait,
};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::pattern::receives;
use crate::state::event::Event;
use crate::state::{MoveReason, PickPurpose, Picking, Proposal, SearchTo, Sift, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn search(
        &mut self,
        who: &Ref,
        whose: &Ref,
        filter: &Filter,
        count: u32,
        (to, reveal, different, alike): (Option<Destination>, bool, bool, Option<Trait>),
    ) {
        let found = self.look(|sight, scope| {
            let (seat, whose) = (sight.seat(who, scope)?, sight.seat(whose, scope)?);
            if sight.cannot_search(seat) {
                return Some((seat, whose, None));
            }
            let all = searched(sight, seat, whose);
            let options = fitting(sight, &all, filter, scope);
            Some((seat, whose, Some((all, options))))
        });
        let Some((seat, whose, found)) = found else { return };
        let Some((all, options)) = found else { return self.shuffle_unsearched(whose, to) };
        let searched = all.len();
        self.play.emit(Event::Shown(all, 1 << seat.0), rule!("701.18a"));
        self.magic.emit(self.play, Event::Performed(Deed::Search, seat, None, 1), rule!("701.18a"));
        let max = count.min(options.len() as u32);
        let min = if *filter == Filter::Any && !different && alike.is_none() {
            cite!("701.18d");
            max
        } else {
            // A player need not find a card of a stated quality.
            cite!("701.18b");
            0
        };
        let max = self.most_found(filter, (min, options.len(), searched), count);
        self.magic.pick(
            self.play,
            Picking::new(
                seat,
                PickPurpose::Search(SearchTo { to, whose, reveal, different, alike }),
                options,
                min,
                max,
            ),
        );
    }

    /// Of a search that is forbidden everything else is done: the library is shuffled where the effect says so.
    fn shuffle_unsearched(&mut self, whose: Seat, to: Option<Destination>) {
        if self.magic.card_pool.shuffles_unsearched() {
            self.magic.report(self.play, 0, Vec::new());
            if to.is_some() {
                cite!("101.3");
                self.magic.shuffle_library(self.play, whose);
            }
        }
    }

    /// Each of the players searches the own library for up to so many cards: all look first, then say in turn
    /// what they find (701.18h).
    pub(super) fn search_together(&mut self, who: &Group, filter: &Filter, count: u32, to: Destination) {
        let found = self.look(|sight, scope| {
            let seats = sight.seats(who, scope);
            let able = |seat: &Seat| seats.contains(seat) && !sight.cannot_search(*seat);
            let order = sight.board.apnap().into_iter().filter(able);
            let search = |seat| {
                let all = searched(sight, seat, seat);
                let options = fitting(sight, &all, filter, scope);
                (seat, all, options)
            };
            order.map(search).collect::<Vec<_>>()
        });
        cite!("701.18h");
        for (seat, all, _) in &found {
            self.play.emit(Event::Shown(all.clone(), 1 << seat.0), rule!("701.18a"));
        }
        let told =
            found.iter().map(|(seat, ..)| Event::Performed(Deed::Search, *seat, None, 1)).collect::<Vec<_>>();
        self.magic.emit_together(self.play, told, rule!("701.18a"));
        let mut shares: Vec<(Seat, Vec<ObjectId>, u32)> = found
            .into_iter()
            .map(|(seat, all, options)| {
                let most = self.most_found(filter, (0, options.len(), all.len()), count);
                (seat, options, most)
            })
            .collect();
        if shares.is_empty() {
            return;
        }
        let seats = shares.iter().fold(0u8, |bits, (seat, ..)| bits | 1 << seat.0);
        let (seat, options, most) = shares.remove(0);
        let purpose = PickPurpose::SearchTogether(to, seats);
        let pick = Picking::new(seat, purpose, options, 0, most);
        self.magic.pick(self.play, Picking { after: shares, ..pick });
    }

    /// How many of the cards that are searched can be found at most. As everybody sees it, each of them could be one
    /// that is looked for.
    fn most_found(&self, filter: &Filter, (min, own, searched): (u32, usize, usize), count: u32) -> u32 {
        let unseeing = self.magic.card_pool.asks_unseeing() && *filter != Filter::Any;
        most_of(count, (min, own), (min, if unseeing { searched } else { own }))
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
        if count == 0 {
            cite!("701.17b");
            return self.magic.report(self.play, 0, Vec::new());
        }
        if self.magic.card_pool.replaces(Deed::Scry) {
            return self.magic.happen(self.play, vec![Proposal::Sift(Sift::Scry, seat, count as u32)]);
        }
        let top: Vec<ObjectId> = self.play.state().board.top(seat).take(count).collect();
        self.play.emit(Event::Shown(top.clone(), 1 << seat.0), rule!("701.17a"));
        let max = top.len() as u32;
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::ScryBottom, top, 0, max));
    }
}

/// The cards of a library that a player searches: all, or some from the top where an effect says so (701.18f).
fn searched(sight: &Sight<'_>, seat: Seat, whose: Seat) -> Vec<ObjectId> {
    let all = sight.board.zone(Zone::Library(whose)).to_vec();
    let limits = sight.replacements.iter().filter_map(|(id, place)| {
        let (_, Ability::Replacement(Replacement::SearchesTop(who, number))) = sight.ability(*id, *place)?
        else {
            return None;
        };
        let scope = Scope::of(*id, sight.controller(*id)?);
        receives(sight, who, Value::Seat(seat), &scope).then_some(*number)
    });
    match limits.min() {
        Some(number) => {
            cite!("701.18f");
            let others = all.len().saturating_sub(number as usize);
            all.into_iter().skip(others).collect()
        }
        None => all,
    }
}

/// What can be found: nothing where what is searched for is not defined (701.18c).
fn fitting(sight: &Sight<'_>, all: &[ObjectId], filter: &Filter, scope: &Scope<'_>) -> Vec<ObjectId> {
    cite!("701.18c");
    if undefined(sight, filter, scope) {
        return Vec::new();
    }
    all.iter().copied().filter(|id| sight.matches(filter, *id, scope)).collect()
}

/// Whether a filter asks for what a card has in common with others where there are none.
fn undefined(sight: &Sight<'_>, filter: &Filter, scope: &Scope<'_>) -> bool {
    match filter {
        Filter::Shares(_, group) => sight.objects(group, scope).is_empty(),
        Filter::All(all) | Filter::Either(all) => all.iter().any(|part| undefined(sight, part, scope)),
        Filter::Not(inner) => undefined(sight, inner, scope),
        _ => false,
    }
}

impl Magic {
    /// Shuffles a player's library without some of its cards, which are then as deep below the top as the
    /// number says (701.19b).
    pub fn shuffle_around(&self, play: &mut Game<'_>, seat: Seat, kept: &[ObjectId], above: usize) {
        let library = play.state().board.zone(Zone::Library(seat)).iter().copied();
        let mut order: Vec<ObjectId> = library.filter(|id| !kept.contains(id)).collect();
        play.shuffle(&mut order);
        let place = order.len().saturating_sub(above);
        order.splice(place..place, kept.iter().rev().copied());
        self.emit(play, Event::Shuffled(seat, order), rule!("701.19b"));
    }

    /// Shuffles a player's library (701.19a).
    pub fn shuffle_library(&self, play: &mut Game<'_>, seat: Seat) {
        if self.card_pool.replaces(Deed::Shuffle) {
            return self.happen_quietly(play, vec![Proposal::Shuffle(seat)]);
        }
        let event = shuffled(play, seat);
        self.emit(play, event, rule!("701.19a"));
    }
}

/// The shuffling of a player's library.
pub fn shuffled(play: &mut Game<'_>, seat: Seat) -> Event {
    let mut order = play.state().board.zone(Zone::Library(seat)).to_vec();
    play.shuffle(&mut order);
    Event::Shuffled(seat, order)
}
