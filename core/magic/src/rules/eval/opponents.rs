//! Which of several opponents the word means.

use duelog_kernel::{Seat, bounds};

use super::{Scope, Sight};
use crate::cite;
use crate::language::definition::{Group, Ref};
use crate::state::{Value, Zone};

impl Sight<'_> {
    /// The opponent who is at hand, else the next one in turn order.
    pub fn opponent_at_hand(&self, scope: &Scope<'_>) -> Option<Seat> {
        scope.opponent.or_else(|| scope.controller.map(|seat| self.board.next_opponent(seat)))
    }

    /// The opponents who are meant: the one at hand, else each.
    pub fn opponents_meant(&self, scope: &Scope<'_>) -> Vec<Seat> {
        match (scope.opponent, scope.controller) {
            (Some(one), _) => vec![one],
            (None, Some(own)) => self.opponents_of(own),
            (None, None) => Vec::new(),
        }
    }

    /// The opponents of a player in APNAP order.
    pub fn opponents_of(&self, seat: Seat) -> Vec<Seat> {
        self.board.apnap().into_iter().filter(|other| self.board.are_opponents(seat, *other)).collect()
    }

    /// True if a word that speaks of the opponent speaks of each of several.
    pub(super) fn means_each(&self, who: &Ref, scope: &Scope<'_>) -> bool {
        *who == Ref::Opponent && scope.opponent.is_none() && self.board.is_multiplayer()
    }

    /// True if a group is what each of several opponents has, or these players themselves.
    pub(super) fn is_of_each_opponent(&self, group: &Group, scope: &Scope<'_>) -> bool {
        match group {
            Group::Of(who)
            | Group::Hand(who, _)
            | Group::Graveyard(who, _)
            | Group::LibraryTop(who, _)
            | Group::GraveyardTop(who, _)
            | Group::Top(who, _)
            | Group::Bottom(who, _)
            | Group::Topmost(who, ..)
            | Group::Bottommost(who, ..) => self.means_each(who, scope),
            _ => false,
        }
    }

    /// The members of a group for each opponent.
    pub(super) fn of_each_opponent(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let of = |seat: Seat| self.members(group, &Scope { opponent: Some(seat), ..*scope });
        self.opponents_meant(scope).into_iter().flat_map(of).collect()
    }

    /// A number that a player has; of several opponents what all of them have.
    pub(super) fn of_player(&self, who: &Ref, scope: &Scope<'_>, get: impl Fn(Seat) -> i32) -> i32 {
        if self.means_each(who, scope) {
            let all = self.opponents_meant(scope).into_iter().map(get);
            return all.fold(0, i32::saturating_add);
        }
        self.seat(who, scope).map_or(0, get)
    }

    /// How many cards a player has in hand, or had as the player left the game.
    pub(super) fn hand_size_of(&self, seat: Seat) -> i32 {
        if self.board.has_left(seat) {
            cite!("800.4h");
            return bounds::signed(self.board.player(seat).last_hand);
        }
        bounds::signed(self.cards(Zone::Hand(seat)).len() as u32)
    }
}
