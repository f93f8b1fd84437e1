//! Zones (3): which there are, whose they are, who sees what is there, and what can be there.

use duelog_kernel::{ObjectId, RuleId, Seat, data};

use super::{Kind, Object};
use crate::language::definition::ZoneKind;
use crate::language::types::{CardType, TypeBox};
use crate::{cite, rule};

data! {
    /// A zone (3.0.1), or a place that is none.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Zone {
        /// 3.15
        Stack,
        /// 3.6
        Chain,
        /// 3.13
        Permanent,
        /// A zone of a player. Those of the same kind are one list, except for weapons: nothing tells them
        /// apart (3.0.10).
        Of(ZoneKind, Seat),
        /// The second weapon zone of a player (3.16).
        Weapon2(Seat),
        /// No zone: under a permanent that is no hero, or under a card on the stack (3.0.14).
        Under(ObjectId),
        /// No zone: a player's inventory (4.1.6).
        Inventory(Seat),
        /// No zone: the object has ceased to exist and is kept as last known information (1.2.3).
        Gone,
    }
}

/// The kinds of zones that each player has, in the order of their places.
const OWN: [ZoneKind; 13] = [
    ZoneKind::Deck,
    ZoneKind::Hand,
    ZoneKind::Arsenal,
    ZoneKind::Graveyard,
    ZoneKind::Banished,
    ZoneKind::Pitch,
    ZoneKind::Hero,
    ZoneKind::Soul,
    ZoneKind::Head,
    ZoneKind::Chest,
    ZoneKind::Arms,
    ZoneKind::Legs,
    ZoneKind::Weapon,
];

/// The place of each kind in [`OWN`].
const PLACES: [Option<usize>; KINDS] = {
    let mut places = [None; KINDS];
    let mut place = 0;
    while place < OWN.len() {
        places[OWN[place] as usize] = Some(place);
        place += 1;
    }
    places
};

/// How many kinds of zones there are.
const KINDS: usize = ZoneKind::Weapon as usize + 1;

/// Which of the lists of a player are zones of the arena (3.0.5).
const OF_ARENA: [bool; LISTS] = {
    let mut lists = [true; LISTS];
    let mut place = 0;
    while place < OWN.len() {
        lists[place] = in_arena(OWN[place]);
        place += 1;
    }
    lists[LISTS - 1] = false;
    lists
};

/// How many lists each player has: the zones of [`OWN`], the second weapon zone, the inventory.
const LISTS: usize = OWN.len() + 2;

impl Zone {
    /// How many lists there are for so many players.
    pub fn count(players: usize) -> usize {
        3 + LISTS * players
    }

    /// The place of its contents in the board's zones; none for what is no zone and has no list.
    pub fn index(self) -> Option<usize> {
        cite!("3.0.1", "3.0.2");
        let own = |seat: Seat, place: usize| Some(3 + LISTS * usize::from(seat.0) + place);
        match self {
            Zone::Stack => Some(0),
            Zone::Chain => Some(1),
            Zone::Permanent => Some(2),
            Zone::Of(kind, seat) => PLACES.get(kind as usize)?.and_then(|place| own(seat, place)),
            Zone::Weapon2(seat) => own(seat, OWN.len()),
            Zone::Inventory(seat) => own(seat, OWN.len() + 1),
            Zone::Under(_) | Zone::Gone => None,
        }
    }

    /// The zone whose contents stand at `place` of the board's zones.
    pub fn at(place: usize) -> Zone {
        let Some(own) = place.checked_sub(3) else {
            return [Zone::Stack, Zone::Chain, Zone::Permanent][place];
        };
        let seat = Seat((own / LISTS) as u8);
        match OWN.get(own % LISTS) {
            Some(kind) => Zone::Of(*kind, seat),
            None if own % LISTS == OWN.len() => Zone::Weapon2(seat),
            None => Zone::Inventory(seat),
        }
    }

    /// Whether the list at a place of the board's zones is that of a zone of the arena.
    pub fn of_arena(place: usize) -> bool {
        match place.checked_sub(3) {
            None => place != 0,
            Some(place) => OF_ARENA[place % LISTS],
        }
    }

    /// The player whose zone it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Zone::Of(_, seat) | Zone::Weapon2(seat) | Zone::Inventory(seat) => Some(seat),
            Zone::Stack | Zone::Chain | Zone::Permanent | Zone::Under(_) | Zone::Gone => None,
        }
    }

    /// Its kind; none where it is no zone.
    pub fn kind(self) -> Option<ZoneKind> {
        Some(match self {
            Zone::Stack => ZoneKind::Stack,
            Zone::Chain => ZoneKind::Chain,
            Zone::Permanent => ZoneKind::Permanent,
            Zone::Of(kind, _) => kind,
            Zone::Weapon2(_) => ZoneKind::Weapon,
            Zone::Under(_) | Zone::Inventory(_) | Zone::Gone => {
                cite!("4.1.6a");
                return None;
            }
        })
    }

    /// Whether it is one of those that make up the arena; sub-cards are not in it.
    pub fn is_arena(self) -> bool {
        cite!("3.0.5", "3.0.5b", "3.1.1", "3.1.1a", "3.1.2a", "3.0.14b");
        self.kind().is_some_and(is_of_arena)
    }

    /// Whether it is a private zone (3.0.4b); an inventory is private too.
    pub fn is_private(self) -> bool {
        cite!("3.0.4", "3.0.4a", "3.0.4b", "4.1.6b");
        self.kind().is_some_and(|kind| about(kind).private) || matches!(self, Zone::Inventory(_))
    }

    /// Whether what is there is a sub-card (3.0.14), be it of a hero (3.11.5).
    pub fn is_under(self) -> bool {
        matches!(self, Zone::Of(ZoneKind::Soul, _) | Zone::Under(_))
    }

    /// What is true of the zone, in words, and the rule that says so; none for places outside of the game.
    pub fn about(self) -> Option<(&'static str, RuleId)> {
        if let Zone::Under(_) = self {
            return Some(("a sub-card, outside the arena", rule!("3.0.14b")));
        }
        let about = about(self.kind()?);
        let words = match (about.arena, about.private) {
            (true, true) => "a private zone in the arena",
            (true, false) => "a public zone in the arena",
            (false, true) => "a private zone outside the arena",
            (false, false) => "a public zone outside the arena",
        };
        Some((words, about.rule))
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        match self {
            Zone::Weapon2(_) => "weapon 2",
            Zone::Under(_) => "under",
            Zone::Inventory(_) => "inventory",
            Zone::Gone => "gone",
            zone => zone.kind().map_or("", kind_name),
        }
    }
}

/// What is true of all zones of a kind.
struct About {
    /// Whether it is in the arena.
    arena: bool,
    /// Whether it is private.
    private: bool,
    /// The rule that says so.
    rule: RuleId,
}

/// What is true of all zones of a kind. A soul is none of the 15 types: it is the place of sub-cards.
fn about(kind: ZoneKind) -> About {
    let rule = match kind {
        ZoneKind::Arms => rule!("3.2.1"),
        ZoneKind::Arsenal => rule!("3.3.1"),
        ZoneKind::Banished => rule!("3.4.1"),
        ZoneKind::Chain => rule!("3.6.1"),
        ZoneKind::Chest => rule!("3.5.1"),
        ZoneKind::Deck => rule!("3.7.1"),
        ZoneKind::Graveyard => rule!("3.8.1"),
        ZoneKind::Hand => rule!("3.9.1"),
        ZoneKind::Head => rule!("3.10.1"),
        ZoneKind::Hero => rule!("3.11.1"),
        ZoneKind::Legs => rule!("3.12.1"),
        ZoneKind::Permanent => rule!("3.13.1"),
        ZoneKind::Pitch => rule!("3.14.1"),
        ZoneKind::Soul => rule!("3.11.5"),
        ZoneKind::Stack => rule!("3.15.1"),
        ZoneKind::Weapon => rule!("3.16.1"),
    };
    let private = matches!(kind, ZoneKind::Arsenal | ZoneKind::Deck | ZoneKind::Hand);
    About { arena: in_arena(kind), private, rule }
}

/// Whether zones of a kind are in the arena.
const fn in_arena(kind: ZoneKind) -> bool {
    match kind {
        ZoneKind::Arms
        | ZoneKind::Chain
        | ZoneKind::Chest
        | ZoneKind::Head
        | ZoneKind::Hero
        | ZoneKind::Legs
        | ZoneKind::Permanent
        | ZoneKind::Weapon => true,
        ZoneKind::Arsenal
        | ZoneKind::Banished
        | ZoneKind::Deck
        | ZoneKind::Graveyard
        | ZoneKind::Hand
        | ZoneKind::Pitch
        | ZoneKind::Soul
        | ZoneKind::Stack => false,
    }
}

/// Whether zones of a kind are among those that make up the arena (3.1.1).
pub fn is_of_arena(kind: ZoneKind) -> bool {
    about(kind).arena
}

/// The name of a kind of zone: the word by which the card language, positions and views know it.
pub fn kind_name(kind: ZoneKind) -> &'static str {
    match kind {
        ZoneKind::Arms => "arms",
        ZoneKind::Arsenal => "arsenal",
        ZoneKind::Banished => "banished",
        ZoneKind::Chain => {
            cite!("3.6.3");
            "chain"
        }
        ZoneKind::Chest => "chest",
        ZoneKind::Deck => {
            cite!("3.7.3");
            "deck"
        }
        ZoneKind::Graveyard => {
            cite!("3.8.3");
            "graveyard"
        }
        ZoneKind::Hand => {
            cite!("3.9.3");
            "hand"
        }
        ZoneKind::Head => "head",
        ZoneKind::Hero => "hero",
        ZoneKind::Legs => "legs",
        ZoneKind::Permanent => "permanent",
        ZoneKind::Pitch => "pitch",
        ZoneKind::Soul => "soul",
        ZoneKind::Stack => {
            cite!("3.15.2");
            "stack"
        }
        ZoneKind::Weapon => "weapon",
    }
}

/// Whether an object can be in a zone (3.0.11): what it is printed as makes it a deck-card (1.3.2), what it
/// is now a permanent (1.3.3).
///
/// # Errors
/// The rule that says what the zone can contain.
pub fn contains(zone: Zone, object: &Object, printed: &TypeBox, types: &TypeBox) -> Result<(), RuleId> {
    let Some(kind) = zone.kind() else { return Ok(()) };
    let own = zone.seat().is_none_or(|seat| seat == object.owner);
    let card = matches!(object.kind, Kind::Card | Kind::Token);
    let own_card = own && object.kind == Kind::Card;
    let deck_card = own_card && printed.is_deck_card();
    cite!("8.1.10", "8.1.11", "8.1.12", "8.1.14");
    let equipped = object.equipped != 0;
    let permanent = || {
        cite!("1.3.3");
        (card || object.kind == Kind::Macro) && types.becomes_permanent()
    };
    match kind {
        ZoneKind::Arms if !equipped => Err(rule!("3.2.2a")),
        ZoneKind::Arsenal if !deck_card => Err(rule!("3.3.2")),
        ZoneKind::Banished if !own_card => Err(rule!("3.4.2")),
        ZoneKind::Chain if !card && object.kind != Kind::Proxy => Err(rule!("3.6.2")),
        ZoneKind::Chest if !equipped => Err(rule!("3.5.2a")),
        ZoneKind::Deck if !deck_card => Err(rule!("3.7.2")),
        ZoneKind::Graveyard if !own_card => Err(rule!("3.8.2")),
        ZoneKind::Hand if !deck_card => Err(rule!("3.9.2")),
        ZoneKind::Head if !equipped => Err(rule!("3.10.2a")),
        ZoneKind::Hero if !own || !types.is(CardType::Hero) => Err(rule!("3.11.2")),
        ZoneKind::Legs if !equipped => Err(rule!("3.12.2a")),
        ZoneKind::Permanent if !permanent() => Err(rule!("3.13.2")),
        ZoneKind::Pitch if !deck_card => Err(rule!("3.14.2")),
        ZoneKind::Soul if !card => Err(rule!("3.0.14")),
        ZoneKind::Weapon if !equipped => Err(rule!("3.16.2a")),
        ZoneKind::Arms
        | ZoneKind::Arsenal
        | ZoneKind::Banished
        | ZoneKind::Chain
        | ZoneKind::Chest
        | ZoneKind::Deck
        | ZoneKind::Graveyard
        | ZoneKind::Hand
        | ZoneKind::Head
        | ZoneKind::Hero
        | ZoneKind::Legs
        | ZoneKind::Permanent
        | ZoneKind::Pitch
        | ZoneKind::Soul
        | ZoneKind::Stack
        | ZoneKind::Weapon => Ok(()),
    }
}
