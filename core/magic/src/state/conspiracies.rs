//! Conspiracies in the command zone (313, 905.4), and the names that are chosen for them in secret (702.105).

use duelog_kernel::{ObjectId, Seat, data};

use super::{Board, CardId, Down, Object, Zone};
use crate::cite;

data! {
    /// A conspiracy that a player has put into the command zone as the game began.
    #[derive(Copy)]
    pub struct Conspiracy {
        /// The card.
        pub card: CardId,
        /// How many names are chosen for it; 0 where it begins face up.
        pub names: u8,
        /// The definition of what is face down and unseen.
        pub unseen: CardId,
    }
}

impl Conspiracy {
    /// How it lies in the command zone as the game begins: face down with an agenda, and its owner may look at it.
    pub fn down(&self, owner: Seat) -> Option<Down> {
        let down = Down { shows: self.unseen, manifested: false, seats: 1 << owner.0, pile: 0 };
        cite!("313.2", "313.5b", "905.4a");
        (self.names > 0).then_some(down)
    }
}

impl Board {
    /// A player has put this conspiracy into the command zone.
    pub fn conspires(&mut self, seat: Seat, conspiracy: Conspiracy) {
        cite!("313.6", "905.4", "905.5");
        self.players[usize::from(seat.0)].conspiracies.push(conspiracy);
    }

    /// The conspiracy that a card of a player is, if it is one that began the game.
    pub fn conspiracy(&self, card: CardId, owner: Seat) -> Option<Conspiracy> {
        let player = self.players.get(usize::from(owner.0))?;
        player.conspiracies.iter().find(|own| own.card == card).copied()
    }

    /// True if an object is a player's conspiracy, face down in the command zone.
    pub fn is_agenda(&self, seat: Seat, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| is_down(object) && object.owner == seat)
    }

    /// The face-down conspiracies in the command zone.
    pub fn agendas(&self) -> impl Iterator<Item = &Object> {
        self.zone(Zone::Command).iter().filter_map(|id| self.get(*id)).filter(|object| is_down(object))
    }

    /// The next conspiracy for which a name is still to be chosen, and by whom: in the order of the seats.
    pub fn unnamed(&self) -> Option<(Seat, ObjectId)> {
        let open = |object: &&Object| {
            let names = self.conspiracy(object.card, object.owner).map_or(0, |own| own.names);
            object.permanent.chosen.len() < usize::from(names)
        };
        self.agendas().filter(open).map(|object| (object.owner, object.id)).min()
    }
}

fn is_down(object: &Object) -> bool {
    object.zone == Zone::Command && object.down.is_some()
}
