//! Zones (3): which there are, whose they are, who sees what is there, and what can be there.

use duelog_kernel::{ObjectId, RuleId, Seat, data};

use super::{Kind, Object};
use crate::language::definition::ZoneKind;
use crate::language::types::{CardType, TypeBox};
use crate::{cite, holds, named, rule};

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

holds!("3.0.2");

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

/// Which of the lists of a player are zones of the arena (3.0.5).
const OF_ARENA: [bool; LISTS] = {
    let mut lists = [true; LISTS];
    let mut place = 0;
    while place < OWN.len() {
        lists[place] = about(OWN[place]).arena;
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
        let own = |seat: Seat, place: usize| Some(3 + LISTS * usize::from(seat.0) + place);
        match self {
            Zone::Stack => Some(0),
            Zone::Chain => Some(1),
            Zone::Permanent => Some(2),
            Zone::Of(kind, seat) => {
                OWN.iter().position(|own| *own == kind).and_then(|place| own(seat, place))
            }
            Zone::Weapon2(seat) => own(seat, OWN.len()),
            Zone::Inventory(seat) => own(seat, OWN.len() + 1),
            Zone::Under(_) | Zone::Gone => None,
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
        cite!("3.1.2a", "3.0.14b");
        self.kind().is_some_and(|kind| about(kind).arena)
    }

    /// Whether it is a private zone (3.0.4b); an inventory is private too.
    pub fn is_private(self) -> bool {
        cite!("3.0.4", "4.1.6b");
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

/// What a zone can contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Its owner's deck-cards.
    DeckCards,
    /// Its owner's cards.
    Cards,
    /// A hero card.
    Hero,
    /// What is equipped to it.
    Equipped,
    /// Permanents.
    Permanents,
    /// Cards and attack-proxies.
    Combat,
    /// Layers.
    Layers,
    /// Sub-cards.
    SubCards,
}

/// What is true of all zones of a kind.
struct About {
    /// The kind, in the order of the kinds.
    kind: ZoneKind,
    /// Its name.
    name: &'static str,
    /// Whether it is in the arena.
    arena: bool,
    /// Whether it is private.
    private: bool,
    /// The rule that says so.
    rule: RuleId,
    /// What can be there.
    holds: Holds,
    /// The rule that says so.
    limit: RuleId,
}

const fn arena(kind: ZoneKind, name: &'static str, rule: RuleId, holds: Holds, limit: RuleId) -> About {
    About { kind, name, arena: true, private: false, rule, holds, limit }
}

const fn outside(
    kind: ZoneKind,
    name: &'static str,
    private: bool,
    rule: RuleId,
    holds: Holds,
    limit: RuleId,
) -> About {
    About { kind, name, arena: false, private, rule, holds, limit }
}

// A soul is none of the 15 types: it has a row as the place of sub-cards.
holds!("3.0.1", "3.0.5", "3.0.5b", "3.1.1", "3.1.1a");

/// All kinds of zones, in the order of the kinds.
const KINDS: [About; 16] = [
    arena(ZoneKind::Arms, "arms", named!("3.2.1"), Holds::Equipped, named!("3.2.2a")),
    outside(ZoneKind::Arsenal, "arsenal", true, named!("3.3.1"), Holds::DeckCards, named!("3.3.2")),
    outside(ZoneKind::Banished, "banished", false, named!("3.4.1"), Holds::Cards, named!("3.4.2")),
    arena(ZoneKind::Chain, "chain", named!("3.6.1"), Holds::Combat, named!("3.6.2")),
    arena(ZoneKind::Chest, "chest", named!("3.5.1"), Holds::Equipped, named!("3.5.2a")),
    outside(ZoneKind::Deck, "deck", true, named!("3.7.1"), Holds::DeckCards, named!("3.7.2")),
    outside(ZoneKind::Graveyard, "graveyard", false, named!("3.8.1"), Holds::Cards, named!("3.8.2")),
    outside(ZoneKind::Hand, "hand", true, named!("3.9.1"), Holds::DeckCards, named!("3.9.2")),
    arena(ZoneKind::Head, "head", named!("3.10.1"), Holds::Equipped, named!("3.10.2a")),
    arena(ZoneKind::Hero, "hero", named!("3.11.1"), Holds::Hero, named!("3.11.2")),
    arena(ZoneKind::Legs, "legs", named!("3.12.1"), Holds::Equipped, named!("3.12.2a")),
    arena(ZoneKind::Permanent, "permanent", named!("3.13.1"), Holds::Permanents, named!("3.13.2")),
    outside(ZoneKind::Pitch, "pitch", false, named!("3.14.1"), Holds::DeckCards, named!("3.14.2")),
    outside(ZoneKind::Soul, "soul", false, named!("3.11.5"), Holds::SubCards, named!("3.0.14")),
    outside(ZoneKind::Stack, "stack", false, named!("3.15.1"), Holds::Layers, named!("3.15.3")),
    arena(ZoneKind::Weapon, "weapon", named!("3.16.1"), Holds::Equipped, named!("3.16.2a")),
];

/// The list has every kind at its place.
const _: () = {
    let mut place = 0;
    while place < KINDS.len() {
        assert!(KINDS[place].kind as usize == place);
        place += 1;
    }
};

const fn about(kind: ZoneKind) -> &'static About {
    &KINDS[kind as usize]
}

// As these words the card language, positions and views know zones.
holds!("3.6.3", "3.7.3", "3.8.3", "3.9.3", "3.15.2");

/// The name of a kind of zone.
pub fn kind_name(kind: ZoneKind) -> &'static str {
    about(kind).name
}

/// Whether an object can be in a zone (3.0.11): what it is printed as makes it a deck-card (1.3.2), what it
/// is now a permanent (1.3.3).
///
/// # Errors
/// The rule that says what the zone can contain.
pub fn contains(zone: Zone, object: &Object, printed: &TypeBox, types: &TypeBox) -> Result<(), RuleId> {
    let Some(kind) = zone.kind() else { return Ok(()) };
    let about = about(kind);
    let own = zone.seat().is_none_or(|seat| seat == object.owner);
    let card = matches!(object.kind, Kind::Card | Kind::Token);
    let permanent = card || object.kind == Kind::Macro;
    let fits = match about.holds {
        Holds::DeckCards => own && object.kind == Kind::Card && printed.is_deck_card(),
        Holds::Cards => own && object.kind == Kind::Card,
        Holds::Hero => own && types.is(CardType::Hero),
        Holds::Equipped => object.equipped != 0,
        Holds::Permanents => {
            cite!("1.3.3");
            permanent && types.becomes_permanent()
        }
        Holds::Combat => card || object.kind == Kind::Proxy,
        Holds::Layers => true,
        Holds::SubCards => card,
    };
    if fits { Ok(()) } else { Err(about.limit) }
}
