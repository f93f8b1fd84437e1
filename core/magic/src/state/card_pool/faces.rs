//! The faces of the cards of a match (708 to 711).

use duelog_kernel::{ObjectId, Seat, Viewer};

use super::{Card, CardPool};
use crate::cite;
use crate::language::definition::Faces;
use crate::language::mana::ManaCost;
use crate::state::{AbilityRef, Board, CardId, Down, Object, Zone};

impl CardPool {
    /// Returns whether a card in exile is face down, and a player who may look at it turns it face up to play it (406.3).
    pub fn is_played_up(&self, board: &Board, seat: Seat, id: ObjectId) -> bool {
        self.plays_from_face_down()
            && board.get(id).is_some_and(|object| object.zone == Zone::Exile && object.down.is_some())
            && board.may_look(Viewer::Seat(seat), id)
    }

    /// Whether any card is double-faced (711).
    pub fn transforms(&self) -> bool {
        self.transforms
    }

    /// The card that a face belongs to; a card that is no face is its own.
    pub fn whole(&self, card: CardId) -> CardId {
        self.card(card).whole.unwrap_or(card)
    }

    /// The back face of a double-faced card (711).
    pub fn back(&self, card: CardId) -> Option<CardId> {
        let card = self.card(card);
        cite!("712.1b");
        match card.definition.faces {
            Faces::Back(_) => card.faces.first().copied(),
            Faces::None | Faces::Halves(..) | Faces::Flipped(_) | Faces::Meld(_) | Faces::Melded(_) => None,
        }
    }

    /// Whether something is printed on both sides of a card: it is double-faced, or one of a pair that melds.
    pub fn is_two_sided(&self, card: CardId) -> bool {
        matches!(self.card(card).definition.faces, Faces::Back(_) | Faces::Meld(_))
    }

    /// What two cards are melded into, if they are the two of a pair (701.36b).
    pub fn melded_from(&self, one: CardId, other: CardId) -> Option<CardId> {
        let into = |card: CardId| match self.card(card).definition.faces {
            Faces::Meld(_) => self.card(card).faces.first().copied(),
            Faces::None | Faces::Halves(..) | Faces::Flipped(_) | Faces::Back(_) | Faces::Melded(_) => None,
        };
        cite!("712.1a", "701.36b");
        into(one).filter(|face| one != other && into(other) == Some(*face))
    }

    /// The two cards that are melded into this.
    pub fn parts(&self, melded: CardId) -> Option<[CardId; 2]> {
        let card = self.card(melded);
        match card.definition.faces {
            Faces::Melded(_) => Some([card.whole?, *card.faces.first()?]),
            Faces::None | Faces::Halves(..) | Faces::Flipped(_) | Faces::Back(_) | Faces::Meld(_) => None,
        }
    }

    /// The face that an object shows which has the values of this card: flipped, the card's other one (709.2).
    pub fn shown(&self, card: CardId, object: &Object) -> CardId {
        if !object.permanent.flipped {
            return card;
        }
        cite!("709.1b", "110.6c");
        let values = self.card(card);
        match values.definition.faces {
            Faces::Flipped(_) => values.faces.first().copied().unwrap_or(card),
            Faces::None | Faces::Back(_) | Faces::Halves(..) | Faces::Meld(_) | Faces::Melded(_) => card,
        }
    }

    /// The card whose text an object has now, or had when it was last where it belonged.
    pub fn card_of(&self, board: &Board, object: &Object) -> CardId {
        match &object.last {
            Some(last) => last.face.card,
            None => self.shown(board.copiable(object).0, object),
        }
    }

    /// The halves of a split card, the left one first (708); none of any other card.
    pub fn halves(&self, card: CardId) -> &[CardId] {
        let card = self.card(card);
        match card.definition.faces {
            Faces::Halves(..) => &card.faces,
            Faces::None | Faces::Back(_) | Faces::Flipped(_) | Faces::Meld(_) | Faces::Melded(_) => &[],
        }
    }

    /// The names of a card: both of a split card where neither half is chosen (708.4a).
    pub fn names(&self, card: CardId) -> impl Iterator<Item = &str> {
        cite!("708.4a");
        let halves = self.halves(card);
        let nameless = [self.face_down, self.unseen].contains(&Some(card));
        let own = if halves.is_empty() && !nameless { Some(card) } else { None };
        halves.iter().copied().chain(own).map(|card| self.name(card))
    }

    /// What a spell or permanent is face down where nothing else is said, in a match in which something can
    /// be (707.2a).
    pub fn face_down(&self) -> Option<Down> {
        self.face_down.map(|shows| Down { shows, manifested: false, seats: 0, pile: 0 })
    }

    /// What a card is that is exiled face down, which these seats, as bits, may look at (406.3).
    pub fn unseen(&self, seats: u8) -> Option<Down> {
        self.unseen.map(|shows| Down { shows, manifested: false, seats, pile: 0 })
    }

    /// Whether what is face down in this way can be so in a zone.
    pub fn stays_down(&self, down: Down, zone: Zone) -> bool {
        match zone {
            Zone::Battlefield | Zone::Stack | Zone::PhasedOut => Some(down.shows) == self.face_down,
            Zone::Exile | Zone::Hand(_) => Some(down.shows) == self.unseen,
            Zone::Library(_) | Zone::Graveyard(_) | Zone::Command | Zone::Gone | Zone::Outside(_) => false,
        }
    }

    /// Whether an ability lets its object be cast face down, and turned face up for its cost (702.36a).
    pub fn is_morph(&self, ability: AbilityRef) -> bool {
        self.activated(ability).is_some_and(|ability| ability.timing.face_down)
    }

    /// The mana cost of the front face of an object whose back face is up (202.3b).
    pub fn front_cost(&self, object: &Object) -> Option<&ManaCost> {
        let card = &self.card(object.card).definition;
        let back = object.face.is_some() && matches!(card.faces, Faces::Back(_));
        if back { Some(&card.cost) } else { card.front.as_ref() }
    }
}

/// Tells cards that are sorted by name which of them are their other faces.
pub(super) fn find(cards: &mut [Card]) {
    let names: Vec<String> = cards.iter().map(|card| card.definition.name.clone()).collect();
    let place = |name: &str| names.binary_search_by(|other| other.as_str().cmp(name)).ok();
    for card in cards {
        let faces = card.definition.faces.names();
        card.whole = place(&card.definition.face_of).map(|place| CardId(place as u16));
        card.faces = faces.into_iter().filter_map(|name| Some(CardId(place(name)? as u16))).collect();
    }
}
