//! Objects (109): cards, tokens, spells and abilities, and what waits to become one.

use duelog_kernel::value::{EventContext, Value};
use duelog_kernel::{ObjectId, Seat, data};

use super::{Alter, CardId, Chosen, Zone};
use crate::definition::{Counter, Word};
use crate::keywords::Keywords;
use crate::mana::{Colors, ManaCost};
use crate::types::TypeLine;

/// The first place of the abilities that a card gives to others, and the first by which choices name an object's granted abilities.
pub const GRANTED: u8 = 64;

data! {
    /// A card, token, or ability on the stack (109.1).
    pub struct Object {
        /// Its id.
        pub id: ObjectId,
        /// What it is; for an ability, what its source is.
        pub card: CardId,
        /// Its owner (108.3).
        pub owner: Seat,
        /// Who put it there: its controller before effects of layer 2.
        pub controller: Seat,
        /// Where it is.
        pub zone: Zone,
        /// What it is a copy of, if it entered the battlefield or was created as one (706.5).
        pub copy: Option<Box<Copied>>,
        /// When it got its timestamp (613.6c).
        pub timestamp: u32,
        /// Whether no card represents it: a token (110.5) or the copy of a spell (706.10).
        pub token: bool,
        /// Its status and what has happened to it as a permanent.
        pub permanent: Permanent,
        /// What it is as a spell or ability on the stack.
        pub stack: Option<Box<OnStack>>,
        /// Its characteristics when it was last where it belonged (608.2g).
        pub last: Option<Box<Characteristics>>,
        /// The object that it became when it last changed zones.
        pub became: Option<ObjectId>,
        /// Seats that may look at it though the zone is hidden from them, as bits.
        pub seen: u8,
    }

    /// What is true of a permanent (110.5-6).
    #[derive(Default)]
    pub struct Permanent {
        /// Tapped (110.6).
        pub tapped: bool,
        /// Who controlled it when that was last looked at (302.6).
        pub held: Option<Seat>,
        /// Not under its controller's control continuously since the turn began (302.6).
        pub sick: bool,
        /// Damage marked on it (119.6).
        pub damage: u32,
        /// Damaged by a source with deathtouch since the last check (704.5h).
        pub deathtouched: bool,
        /// Damaged this turn.
        pub damaged: bool,
        /// Counters (121), ascending by kind.
        pub counters: Vec<(Counter, u32)>,
        /// What it is attached to (303.4, 301.5).
        pub attached: Option<ObjectId>,
        /// The player whom it enchants.
        pub enchanting: Option<Seat>,
        /// Loyalty abilities activated this turn (606.3).
        pub loyalty_used: bool,
        /// What was chosen as it entered (607.2d).
        pub chosen: Option<Chosen>,
        /// The object whose ability or spell made it, if it is a token.
        pub maker: Option<ObjectId>,
        /// How often its abilities have been activated this turn, by place.
        pub activations: Vec<(u8, u32)>,
    }

    /// A spell or ability on the stack (405).
    pub struct OnStack {
        /// Which of the three.
        pub kind: StackKind,
        /// The targets by group (601.2c).
        pub targets: Vec<Vec<Value>>,
        /// The chosen modes, ascending (700.2).
        pub modes: Vec<u8>,
        /// In which of its two ways each hybrid symbol of the cost is paid: whether the second (601.2b).
        pub hybrid: Vec<bool>,
        /// The chosen X (107.3).
        pub x: u32,
        /// What was divided, in the order of the first target group (601.2d).
        pub shares: Vec<u32>,
        /// The event of a triggered ability.
        pub event: EventContext,
        /// What the loop around a delayed triggered ability had at hand.
        pub it: Option<Value>,
        /// How long the chain of triggered abilities is that ends in this one.
        pub chain: u32,
    }

    /// What is on the stack.
    #[derive(Copy)]
    pub enum StackKind {
        /// A spell (111).
        Spell,
        /// An activated ability of a source, by its place.
        Activated(ObjectId, u8),
        /// A triggered ability of a source, by its place.
        Triggered(ObjectId, u8),
        /// A delayed triggered ability: the code's card and where in it the script begins.
        Delayed(ObjectId, CodeRef, u16),
    }

    /// An object's characteristics (109.3).
    #[derive(Default)]
    pub struct Characteristics {
        /// Whose text it has.
        pub card: CardId,
        /// Its mana cost.
        pub cost: ManaCost,
        /// Its colours (105).
        pub colors: Colors,
        /// Its type line.
        pub types: TypeLine,
        /// Its keyword abilities.
        pub keywords: Keywords,
        /// Which of its card's abilities it has, as bits by place.
        pub abilities: u32,
        /// Words of its text and what they are instead, in the order of the effects (612).
        pub words: Vec<(Word, Word)>,
        /// The abilities that effects give it, in the order in which they did.
        pub granted: Vec<AbilityRef>,
        /// Its power.
        pub power: i32,
        /// Its toughness.
        pub toughness: i32,
        /// Its printed loyalty.
        pub loyalty: u32,
        /// Its controller (613.1b).
        pub controller: Option<Seat>,
        /// What effects say that it can and cannot do.
        pub limits: Vec<Alter>,
    }

    /// An ability as it is written down: on which card, and at which place of it.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct AbilityRef {
        /// The card.
        pub card: CardId,
        /// The place among the card's abilities; from [`GRANTED`] on, among those that it gives to others.
        pub place: u8,
    }

    /// What a copy is a copy of (706.2): the copiable values of something.
    pub struct Copied {
        /// The card that has the values.
        pub card: CardId,
        /// What the effects that made the copy changed about it (706.9).
        pub except: Vec<Alter>,
    }

    /// A triggered ability that waits (603.3).
    pub struct Waiting {
        /// By which it is named in choices: the timestamp at which it triggered.
        pub id: u32,
        /// Which ability.
        pub kind: StackKind,
        /// What its source is.
        pub card: CardId,
        /// Whose it is.
        pub controller: Seat,
        /// What triggered it.
        pub event: EventContext,
        /// How long the chain of triggered abilities is that ends in this one.
        pub chain: u32,
        /// The context in which a delayed ability was made, and what the loop around it had at hand.
        pub context: Option<(Context, Option<Value>)>,
    }

    /// A delayed triggered ability (603.7): a script that begins inside another's code.
    pub struct Delayed {
        /// The code.
        pub code: CodeRef,
        /// The step that sets it up; the script begins behind it.
        pub at: u16,
        /// What the script knows.
        pub context: Context,
        /// What the loop around it had at hand.
        pub it: Option<Value>,
        /// Whether it triggers each time until the turn ends, not only once (603.7b).
        pub this_turn: bool,
    }

    /// Which script: a card's spell ability or one of its abilities.
    #[derive(Copy)]
    pub struct CodeRef {
        /// The card.
        pub card: CardId,
        /// The ability's place; none for the spell ability.
        pub ability: Option<u8>,
    }

    /// What a running script knows.
    pub struct Context {
        /// The object that the effect comes from.
        pub source: ObjectId,
        /// Whose effect it is.
        pub controller: Seat,
        /// The targets by group; illegal ones are left out (608.2b).
        pub targets: Vec<Vec<Value>>,
        /// The chosen modes.
        pub modes: Vec<u8>,
        /// The chosen X.
        pub x: u32,
        /// What was divided.
        pub shares: Vec<u32>,
        /// The triggering event.
        pub event: EventContext,
    }
}

impl CodeRef {
    /// The ability that has this code; a spell ability has a place that no other ability has.
    pub fn as_ability(self) -> AbilityRef {
        AbilityRef { card: self.card, place: self.ability.unwrap_or(u8::MAX) }
    }
}

impl Characteristics {
    /// The abilities that the object has, each with the place by which choices name it.
    pub fn abilities(&self) -> impl Iterator<Item = (u8, AbilityRef)> {
        let bits = self.abilities;
        let printed = (0..GRANTED).take_while(move |place| bits.checked_shr(u32::from(*place)).unwrap_or(0) != 0);
        let printed = printed.filter(move |place| bits & 1 << place != 0).map(|place| (place, AbilityRef { card: self.card, place }));
        printed.chain((GRANTED..).zip(self.granted.iter().copied()))
    }

    /// Whether the object has this ability.
    pub fn has_ability(&self, ability: AbilityRef) -> bool {
        let printed = ability.card == self.card && self.abilities.checked_shr(u32::from(ability.place)).unwrap_or(0) & 1 == 1;
        printed || self.granted.contains(&ability)
    }

    /// Loses all abilities that it has up to now.
    pub fn lose_abilities(&mut self) {
        self.keywords.clear();
        self.abilities = 0;
        self.granted.clear();
    }

    /// The ability that choices name by this place.
    pub fn ability(&self, place: u8) -> Option<AbilityRef> {
        match place.checked_sub(GRANTED) {
            Some(place) => self.granted.get(usize::from(place)).copied(),
            None => (self.abilities.checked_shr(u32::from(place)).unwrap_or(0) & 1 == 1).then_some(AbilityRef { card: self.card, place }),
        }
    }
}
