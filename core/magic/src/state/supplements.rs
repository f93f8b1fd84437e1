//! Planar decks and scheme decks (901, 904): cards that stay in the command zone, face down in an order or face up.

use duelog_kernel::{ObjectId, Seat, data};

use super::{Board, CardId, PlanarDecks, SchemeDecks, Terms};
use crate::cite;
use crate::language::types::TypeLine;

data! {
    /// A deck that stands beside a library, in the command zone.
    #[derive(Copy, PartialOrd, Ord, Hash, Default)]
    pub enum Pile {
        /// A planar deck (901.3).
        #[default]
        Planes,
        /// A scheme deck (904.3).
        Schemes,
    }

    /// A card of such a deck that is face up in the command zone.
    #[derive(Copy)]
    pub struct FaceUp {
        /// The deck that it comes from.
        pub pile: Pile,
        /// The object.
        pub object: ObjectId,
    }

    /// The cards of a player that begin the game in the command zone face down, the top one last, and the player's die.
    #[derive(Default)]
    pub struct Supplements {
        /// The planar deck (901.3).
        pub planes: Vec<CardId>,
        /// The scheme deck (904.3).
        pub schemes: Vec<CardId>,
        /// The definition of the planar die, where planes are in the game (901.3a).
        pub die: Option<CardId>,
    }
}

impl Pile {
    /// The deck that cards of these types belong to, if they belong to one at all.
    pub fn of(types: &TypeLine) -> Pile {
        if types.is_planar() { Pile::Planes } else { Pile::Schemes }
    }
}

impl SchemeDecks {
    /// True if a player has a scheme deck (904.2a, 904.12b).
    pub fn has(self, seat: Seat) -> bool {
        match self {
            SchemeDecks::None => false,
            SchemeDecks::One => {
                cite!("904.2a");
                seat == ARCHENEMY
            }
            SchemeDecks::Each => {
                cite!("904.12b");
                true
            }
        }
    }
}

impl Terms {
    /// True if some player has such a deck.
    pub fn supply(&self, pile: Pile) -> bool {
        match pile {
            Pile::Planes => self.planes != PlanarDecks::None,
            Pile::Schemes => self.schemes != SchemeDecks::None,
        }
    }
}

impl Supplements {
    /// Returns one of the decks, the bottom first.
    pub fn deck(&self, pile: Pile) -> &[CardId] {
        match pile {
            Pile::Planes => &self.planes,
            Pile::Schemes => &self.schemes,
        }
    }

    /// Returns one of the decks to be changed.
    pub fn deck_mut(&mut self, pile: Pile) -> &mut Vec<CardId> {
        match pile {
            Pile::Planes => &mut self.planes,
            Pile::Schemes => &mut self.schemes,
        }
    }
}

impl Board {
    /// The cards of a deck that are face up, the oldest first.
    pub fn face_up(&self, pile: Pile) -> impl Iterator<Item = ObjectId> + '_ {
        self.turned_up.iter().filter(move |card| card.pile == pile).map(|card| card.object)
    }

    /// True if an object is a plane or a phenomenon that is face up.
    pub fn is_plane(&self, id: ObjectId) -> bool {
        self.face_up(Pile::Planes).any(|plane| plane == id)
    }

    /// The planar controller, where planes are in the game (901.6): the active player, or whoever is next in turn order
    /// and in the game; a player who has lost is about to leave.
    pub fn planar_controller(&self) -> Option<Seat> {
        if self.terms.planes == PlanarDecks::None {
            return None;
        }
        cite!("109.4b", "309.5", "310.4", "901.6");
        if self.shares_life() {
            // The primary player of the active team is the active player.
            cite!("901.12b");
        }
        let stays = |seat: &Seat| {
            let leaves = self.player(*seat).lost.is_some();
            if leaves {
                cite!("800.4n");
            }
            !leaves
        };
        self.each_from(self.turn.active).find(stays)
    }

    /// Who holds an object by itself, before effects say otherwise.
    pub fn holder(&self, id: ObjectId, controller: Seat) -> Seat {
        if !self.turned_up.is_empty() && self.is_plane(id) {
            return self.planar_controller().unwrap_or(controller);
        }
        controller
    }

    /// Whose cards the planar deck of a player is kept with: with one deck for all the first player's (901.15).
    pub fn keeper(&self, pile: Pile, seat: Seat) -> Seat {
        if pile == Pile::Planes && self.terms.planes == PlanarDecks::Shared {
            cite!("901.15c");
            return Seat(0);
        }
        seat
    }

    /// A player's planar deck or scheme deck, the bottom first.
    pub fn pile(&self, pile: Pile, seat: Seat) -> &[CardId] {
        self.player(self.keeper(pile, seat)).supplements.deck(pile)
    }

    /// True if a player is an archenemy (904.2a, 904.12b).
    pub fn is_archenemy(&self, seat: Seat) -> bool {
        self.terms.schemes.has(seat)
    }

    /// The decks that stand in the command zone of a game that ends become those of another one, with the cards of
    /// theirs that are face up there if these go along.
    pub fn supply(&mut self, old: &Board, with_face_up: bool) {
        for (new, old) in self.players.iter_mut().zip(&old.players) {
            new.supplements = old.supplements.clone();
        }
        let up = old.turned_up.iter().filter(|_| with_face_up);
        for (card, object) in up.filter_map(|card| Some((card, old.get(card.object)?))) {
            let keeper = old.keeper(card.pile, object.owner);
            if let Some(player) = self.players.get_mut(usize::from(keeper.0)) {
                player.supplements.deck_mut(card.pile).insert(0, object.card);
            }
        }
    }
}

/// The seat of the archenemy, where there is one: the table is a ring, so the archenemy can be its first player.
pub const ARCHENEMY: Seat = Seat(0);
