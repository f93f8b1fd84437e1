//! Objects: cards, and piles of cards that count as one (109.2, 113.2).

use duelog_kernel::value::EventContext;
use duelog_kernel::{ObjectId, Seat, data};

use super::Zone;
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Civilization, Civilizations, Special};

data! {
    /// A card of the match's pool of definitions, by place.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct CardId(pub(crate) u16);

    /// A card, or a pile of cards that is one element or one shield.
    pub struct Object {
        /// Its id. A move makes a new one (400.5); evolving keeps the creature's (801.2).
        pub id: ObjectId,
        /// Its cards, the top last; one in most cases.
        pub pieces: Vec<Piece>,
        /// Its owner.
        pub owner: Seat,
        /// Where it is.
        pub zone: Zone,
        /// Tapped (105.3).
        pub tapped: bool,
        /// Face down in the mana zone (405.4).
        pub face_down: bool,
        /// Upside down, as a field is (105.5).
        pub turned: bool,
        /// Whether it is a castle in the shield zone and no shield (304.2).
        pub castle: bool,
        /// What a cross gear is crossed to, what a castle fortifies (303.3, 304.2).
        pub attached: Option<ObjectId>,
        /// Whether it counts in its zone.
        pub hold: Hold,
        /// Its characteristics when it was last in the battle zone (110.5a).
        pub last: Option<Box<Characteristics>>,
        /// The object that its top card became when it last changed zones.
        pub became: Option<ObjectId>,
        /// Seats that may look at it though the zone is private, as bits; of what is gone, all seats that
        /// knew it.
        pub seen: u8,
        /// Whether an additional cost was paid for it (112.2d).
        pub driven: bool,
        /// What there was already when it began to be looked at in a deck (605.4a).
        pub looked: Option<Looked>,
        /// Of a cross gear that is crossed to nothing, the creature that it was crossed to until that left.
        pub crossed_to: Option<ObjectId>,
    }

    /// What had begun when a card of a deck began to be looked at.
    #[derive(Copy)]
    pub struct Looked {
        /// All objects with smaller ids.
        pub objects: ObjectId,
        /// All effects up to this number.
        pub effects: u32,
    }

    /// One card of a pile.
    #[derive(Copy)]
    pub struct Piece {
        /// Which card.
        pub card: CardId,
        /// The turn in which it was put into its zone (301.5).
        pub since: u32,
        /// The face that it has in every other zone, where another one is up (804.3).
        pub front: Option<CardId>,
        /// How it belongs to its pile.
        pub part: Part,
    }

    /// How a card belongs to its pile.
    #[derive(Copy, Default, PartialOrd, Ord)]
    pub enum Part {
        /// Stacked: it is seen only as the top card.
        #[default]
        Stacked,
        /// Linked with others beside it, all of which are seen (701.18).
        Linked(Spot),
        /// An aura on the creature that the other cards are (310.2).
        Aura,
    }

    /// Where a linked card lies among the others.
    #[derive(Copy, Default, PartialOrd, Ord, Hash)]
    pub struct Spot {
        /// How far to the right.
        pub across: i8,
        /// How far up.
        pub up: i8,
    }

    /// Whether an object counts in its zone.
    #[derive(Copy)]
    pub enum Hold {
        /// It counts.
        None,
        /// Pending: it is being used, put or taken, belongs to its zone and is not counted (409.1c, 113.6a).
        Pending,
        /// A card of a deck that is being looked at: no other effect touches it (605.4).
        Looked,
        /// A creature with seals: it is ignored (116.2).
        Sealed,
        /// A seal, face down on what it is attached to (116.1).
        Seal,
    }

    /// An element's characteristics (200.2).
    pub struct Characteristics {
        /// Whose text it has.
        pub card: CardId,
        /// Its card type.
        pub kind: CardType,
        /// Its civilizations (106).
        pub civilizations: Civilizations,
        /// Races that effects add (203.3).
        pub races: Vec<String>,
        /// Its power (206), as calculated: it may be negative here, and is read as 0 then (108.1b).
        pub power: i32,
        /// Its keyword abilities, each as often as it has it.
        pub keywords: Vec<Keyword>,
        /// How many of its card's abilities it has, from the first: none once it has lost them.
        pub abilities: u32,
        /// The abilities that effects give it.
        pub given: Vec<CodeRef>,
        /// What it cannot do, must do or may do.
        pub rules: Vec<RuleRef>,
        /// Whether it has lost what was printed on it.
        pub lost: bool,
        /// Special types that effects add.
        pub special: Vec<Special>,
    }

    /// An object, a player or a number.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Value {
        /// An object.
        Object(ObjectId),
        /// A player.
        Seat(Seat),
        /// A number.
        Number(u32),
        /// A civilization (106.3).
        Civilization(Civilization),
        /// A race, by its place among [`crate::language::races::RACES`] (203.4).
        Race(u16),
        /// A card name, by its place among those that were chosen (202.2).
        Name(u16),
    }

    /// Which script.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct CodeRef {
        /// Of which card.
        pub card: CardId,
        /// Of which of its faces.
        pub face: u8,
        /// Of which ability; none for the spell ability.
        pub ability: Option<u32>,
    }

    /// Which rule: what something cannot do, must do or may do.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct RuleRef {
        /// Of which card.
        pub card: CardId,
        /// Of which of its faces.
        pub face: u8,
        /// Of those of the face, counted from 0.
        pub place: u16,
    }

    /// From where a script looks at the game.
    pub struct Context {
        /// The source (110.5).
        pub source: ObjectId,
        /// Whose effect it is.
        pub controller: Seat,
        /// The triggering event.
        pub event: EventContext,
        /// What was chosen, choice by choice.
        pub chosen: Vec<Vec<Value>>,
        /// The card names that were chosen (202.2).
        pub named: Vec<String>,
    }
}

impl Piece {
    /// A card by itself, as it lies outside of the battle zone.
    pub fn of(card: CardId, since: u32) -> Piece {
        Piece { card, since, front: None, part: Part::Stacked }
    }

    /// The same card on its way to another zone, with its front up, in a zone since this turn. It is still known
    /// whether it was an aura.
    pub fn moved(self, since: u32) -> Piece {
        let part = if self.part == Part::Aura { Part::Aura } else { Part::Stacked };
        Piece { part, ..Piece::of(self.front.unwrap_or(self.card), since) }
    }

    /// The same card, stacked.
    pub fn stacked(self) -> Piece {
        Piece { part: Part::Stacked, ..self }
    }
}

impl CardId {
    /// The card whose abilities are what keywords mean.
    pub const KEYWORDS: CardId = CardId(u16::MAX);
}

impl Characteristics {
    /// Whether it has the ability at this place of its card.
    pub fn has_ability(&self, place: usize) -> bool {
        place < self.abilities as usize
    }
}

impl Object {
    /// The seats that may know which card it is, as bits: all of them in a public zone, else its owner for
    /// the hand and who was shown it.
    pub fn known_to(&self) -> u8 {
        match self.zone {
            // Nobody looks at what lies face down on a card.
            Zone::Battle if self.hold == Hold::Seal => self.seen,
            Zone::Battle | Zone::Graveyard(_) | Zone::Hyperspatial(_) => u8::MAX,
            Zone::Mana(_) if !self.face_down => u8::MAX,
            Zone::Shield(_) if self.castle => u8::MAX,
            Zone::Hand(seat) | Zone::Mana(seat) => self.seen | 1 << seat.0,
            Zone::Deck(_) | Zone::Shield(_) | Zone::UltraGr(_) | Zone::Gone => self.seen,
        }
    }

    /// Its top card: auras on a creature are none (310.7a).
    pub fn top(&self) -> Piece {
        self.pieces[self.top_place()]
    }

    /// A card by itself that is nowhere.
    pub fn alone(card: CardId, owner: Seat) -> Object {
        Object {
            id: ObjectId(u32::MAX),
            pieces: vec![Piece::of(card, 0)],
            owner,
            zone: Zone::Gone,
            tapped: false,
            face_down: false,
            turned: false,
            castle: false,
            attached: None,
            hold: Hold::None,
            last: None,
            became: None,
            seen: 0,
            driven: false,
            looked: None,
            crossed_to: None,
        }
    }

    /// The place of the top card.
    pub fn top_place(&self) -> usize {
        // An object always has a card.
        let under = self.pieces.iter().rposition(|piece| piece.part != Part::Aura);
        under.unwrap_or(self.pieces.len() - 1)
    }

    /// The cards that are seen beside the top card: those linked with it, and auras (109.2c).
    pub fn beside(&self) -> impl Iterator<Item = &Piece> {
        let top = self.top_place();
        let linked = matches!(self.pieces[top].part, Part::Linked(_));
        self.pieces.iter().enumerate().filter_map(move |(place, piece)| {
            let seen = match piece.part {
                Part::Stacked => false,
                Part::Linked(_) => linked,
                Part::Aura => true,
            };
            (seen && place != top).then_some(piece)
        })
    }

    /// How many auras lie on it.
    pub fn auras(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.part == Part::Aura).count()
    }

    /// Whether it is made up of several cards that are linked (701.18b).
    pub fn is_linked(&self) -> bool {
        matches!(self.top().part, Part::Linked(_))
    }

    /// How many cards lie under the top card, or under one that is linked with it.
    pub fn below(&self) -> usize {
        self.pieces.len() - 1 - self.beside().count()
    }
}
