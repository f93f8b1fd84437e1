//! Objects (109): cards, tokens, spells and abilities, and what waits to become one.

use duelog_kernel::value::{EventContext, Value};
use duelog_kernel::{ObjectId, Seat, data};

use super::{Alter, Attack, CardId, Chosen, Word, Zone};
use crate::cite;
use crate::language::definition::{Counter, Fact, ZoneKind};
use crate::language::keyword::Keywords;
use crate::language::mana::{Color, Colors, ManaCost};
use crate::language::subtypes::BASIC_LANDS;
use crate::language::types::{CardType, TypeLine};

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
        /// What it was when it was last where it belonged (608.2g).
        pub last: Option<Box<Last>>,
        /// The object that it became when it last changed zones.
        pub became: Option<ObjectId>,
        /// Which other face of its card it has; none for the card's own.
        pub face: Option<CardId>,
        /// That it is face down, and how (406.3, 707); none where it is face up.
        pub down: Option<Down>,
        /// The card that represents it together with its own, where it is melded (712.2).
        pub melded: Option<CardId>,
        /// The other object that it became when it last changed zones, if two cards represented it (712.4).
        pub also: Option<ObjectId>,
    }

    /// How an object is face down.
    #[derive(Copy)]
    pub struct Down {
        /// The card that has the characteristics which it has instead of its own (707.2).
        pub shows: CardId,
        /// Whether it is manifested (701.33a).
        pub manifested: bool,
        /// Who may look at it in exile: seats as bits (406.3).
        pub seats: u8,
        /// The pile in which it lies in exile, where not all cards of that can be told apart: what was exiled
        /// together (406.4). 0 for a pile of its own.
        pub pile: u32,
    }

    /// What an object was when it was last where it belonged (608.2g).
    pub struct Last {
        /// Its characteristics.
        pub face: Characteristics,
        /// Its attack, if it was attacking.
        pub attack: Option<Attack>,
        /// What it was blocking, if it was.
        pub blocks: Option<Vec<ObjectId>>,
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
        /// What was chosen for it, each with the card on which the ability is written that had it chosen:
        /// only abilities of the same card speak of it (607.2d).
        pub chosen: Vec<(CardId, Chosen)>,
        /// What its abilities have exiled or put somewhere, each with the card on which the ability is
        /// written (607.2a, 607.2c).
        pub linked: Vec<(CardId, ObjectId)>,
        /// The object whose ability or spell made it, if it is a token.
        pub maker: Option<ObjectId>,
        /// How often its abilities have been activated this turn.
        pub activations: Vec<(AbilityRef, u32)>,
        /// How it was cast, if it was (400.7c).
        pub cast: Option<Box<Cast>>,
        /// How often its abilities have been activated in all, of those that are limited so.
        pub used: Vec<(AbilityRef, u32)>,
        /// Renowned (702.111b).
        pub renowned: bool,
        /// Monstrous (701.30b).
        pub monstrous: bool,
        /// When it last transformed (701.27f).
        pub transformed: u32,
        /// Flipped (110.6, 709).
        pub flipped: bool,
        /// How many upkeeps of its controller have begun while it was under that player's control, up to 2,
        /// where something asks for it (702.29a).
        pub upkeeps: u8,
        /// The ability that made it, if it is a token that is a copy of something.
        pub made_by: Option<AbilityRef>,
        /// The creature with which it is paired (702.94b), or which it haunts in exile (702.54b).
        pub bound: Option<ObjectId>,
        /// Under whose control it phased out, if it is phased out directly; what phased out along with what it is
        /// attached to has none (702.25f).
        pub phased: Option<Seat>,
        /// Which level it has reached as a Class (303.6).
        pub level: u8,
        /// How often its abilities have resolved this turn, where something asks for it.
        pub resolved: Vec<(AbilityRef, u32)>,
    }

    /// How a spell is cast, or an ability activated: what was chosen of its costs and paid for it (601.2b).
    #[derive(Default)]
    pub struct Cast {
        /// The zone from which it was cast.
        pub from: Option<ZoneKind>,
        /// How often each cost was paid that may be paid besides.
        pub paid: Vec<u32>,
        /// Which of several costs is paid, each time that there is a choice.
        pub either: Vec<u8>,
        /// The place of the alternative cost that was paid.
        pub instead: Option<u8>,
        /// How much mana of each type was spent on it.
        pub spent: [u16; 6],
        /// The objects that were chosen to pay for it.
        pub with: Vec<ObjectId>,
        /// What effects say of how it can be cast from where it was.
        pub permits: Vec<Permit>,
        /// The place of the one by whose leave it is cast.
        pub permit: Option<u8>,
        /// Whether it is cast at a time at which only such an effect lets it be cast.
        pub hurried: bool,
        /// The objects with which something was done in place of paying mana for it.
        pub helped: Vec<ObjectId>,
        /// The permanent that is to be sacrificed for it, chosen as it is announced (702.47b, 702.118b).
        pub offered: Option<ObjectId>,
        /// Of each hybrid symbol of what it costs less whether that is its second half (117.7e).
        pub saved: Vec<bool>,
        /// The cards that are spliced onto it, in their order (702.46).
        pub spliced: Vec<CardId>,
        /// Their objects in the hand.
        pub splicing: Vec<ObjectId>,
        /// Whether it is a time for what it becomes for one of its alternative costs, an Aura (702.102c).
        pub timely: bool,
        /// The abilities that effects have given it which say for which costs it can be cast (400.7f).
        pub gained: Vec<AbilityRef>,
        /// Whether it has lost its own abilities of that kind.
        pub bare: bool,
        /// Whether it was cast while no sorcery could have been cast, where something asks for it (307.5a).
        pub untimely: bool,
        /// The abilities that effects have given it which say what may be paid besides: their costs come behind its
        /// own.
        pub besides: Vec<AbilityRef>,
        /// True if it was cast during a main phase of its controller, where something asks for it (505.1).
        pub main: bool,
        /// The places of the conditions of its definition that held as it was cast (601.2i).
        pub held: Vec<u8>,
    }

    /// An effect that lets a player play a card where it is, or for other costs (305.1, 601.3, 117.9): where
    /// that is written.
    #[derive(Copy)]
    pub struct Permit {
        /// What it comes from.
        pub source: ObjectId,
        /// The static ability or the script.
        pub code: CodeRef,
        /// The step of the script.
        pub at: u16,
        /// Which of the changes that stand there.
        pub change: u8,
        /// The effect of the script.
        pub effect: Option<u32>,
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
        /// The objects that it finds where they have moved (400.7d-e).
        pub finds: Vec<ObjectId>,
        /// How it is cast or activated.
        pub cast: Cast,
        /// When the delayed triggered ability was set up, where that may matter (701.27f).
        pub since: u32,
        /// The keyword abilities that it does not have as a copy.
        pub without: Vec<String>,
        /// The opponent who makes the choices that are an opponent's, where there are several (601.4a).
        pub chooser: Option<Seat>,
    }

    /// What is on the stack.
    #[derive(Copy)]
    pub enum StackKind {
        /// A spell (111).
        Spell,
        /// An activated ability of a source, by its place on its card.
        Activated(ObjectId, AbilityPlace),
        /// A triggered ability of a source, by its place on its card.
        Triggered(ObjectId, AbilityPlace),
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
        /// How many of its card's abilities it has, from the first: none once it has lost them.
        pub abilities: u32,
        /// The colours for which its basic land types give it mana abilities (305.6), as bits.
        pub intrinsic: u8,
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
        /// Whether it has lost the abilities that say for which costs it can be cast.
        pub bare: bool,
    }

    /// An ability as it is written down: on which card, and at which place of it.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct AbilityRef {
        /// The card.
        pub card: CardId,
        /// The place on the card.
        pub place: AbilityPlace,
    }

    /// Where an ability stands: on a card, or among the abilities of an object.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum AbilityPlace {
        /// Among the abilities that are printed on the card.
        Printed(u32),
        /// On a card: among the abilities that it gives to others. Of an object: among those that effects
        /// give it.
        Granted(u32),
        /// The mana ability that a basic land type gives (305.6), by its colour.
        Intrinsic(Color),
        /// The ability by which a planeswalker enters with loyalty counters (306.5b).
        Loyalty,
        /// The spell ability.
        Spell,
        /// What characteristic-defining abilities say (604.3).
        Defining,
        /// What it does in place of a mana for a spell: of a colour, by its number, or generic mana, 6.
        Help(u8),
        /// That it may be turned face up for its mana cost while it is manifested (701.33b).
        Unmanifest,
        /// Mana in a pool by what gave it: the number of that place, and the mana's type below it.
        Mana(u32),
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
        /// The objects that it finds where they have moved: what moved as it triggered (400.7d-e).
        pub finds: Vec<ObjectId>,
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
        /// Whether it triggers each time for the rest of the game.
        pub always: bool,
        /// The effect by which players may stop it (115.2c).
        pub offer: Option<u32>,
        /// Returns whether it triggers each time until the next turn of the player whose effect it is begins.
        pub until_turn: bool,
        /// With `this_turn`: whether it triggers only once all the same.
        pub once: bool,
    }

    /// Which script: a card's spell ability or one of its abilities.
    #[derive(Copy)]
    pub struct CodeRef {
        /// The card.
        pub card: CardId,
        /// The ability's place; none for the spell ability.
        pub ability: Option<AbilityPlace>,
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
        /// The objects that it finds where they have moved: those whose move triggered it, paid for it or was
        /// its own work (400.7d-e, 400.7h).
        pub finds: Vec<ObjectId>,
        /// The objects that were chosen to pay for it.
        pub paid: Vec<ObjectId>,
        /// When the delayed triggered ability was set up, where that may matter (701.27f).
        pub since: u32,
    }
}

impl CodeRef {
    /// The ability that has this code; a spell ability has a place that no other ability has.
    pub fn as_ability(self) -> AbilityRef {
        AbilityRef { card: self.card, place: self.ability.unwrap_or(AbilityPlace::Spell) }
    }
}

impl AbilityPlace {
    /// The number by which choices name the place: the kind in the lowest two bits, what it counts above
    /// them.
    pub fn number(self) -> u32 {
        match self {
            AbilityPlace::Printed(place) => place << 2,
            AbilityPlace::Granted(place) => place << 2 | 1,
            AbilityPlace::Intrinsic(color) => (color as u32) << 2 | 2,
            AbilityPlace::Loyalty => 3,
            AbilityPlace::Spell => 1 << 2 | 3,
            AbilityPlace::Defining => 2 << 2 | 3,
            AbilityPlace::Help(symbol) => (3 + u32::from(symbol)) << 2 | 3,
            AbilityPlace::Unmanifest => 10 << 2 | 3,
            AbilityPlace::Mana(mana) => (11 + mana) << 2 | 3,
        }
    }

    /// The place that choices name by this number, if there is one.
    pub fn numbered(number: u32) -> Option<AbilityPlace> {
        let place = number >> 2;
        match (number & 3, place) {
            (0, _) => Some(AbilityPlace::Printed(place)),
            (1, _) => Some(AbilityPlace::Granted(place)),
            (2, _) => Color::ALL.get(place as usize).copied().map(AbilityPlace::Intrinsic),
            (_, 0) => Some(AbilityPlace::Loyalty),
            (_, 1) => Some(AbilityPlace::Spell),
            (_, 2) => Some(AbilityPlace::Defining),
            (_, 3..=9) => Some(AbilityPlace::Help(place as u8 - 3)),
            (_, 10) => Some(AbilityPlace::Unmanifest),
            _ => Some(AbilityPlace::Mana(place - 11)),
        }
    }

    /// Mana of a type that the ability at this place, or the spell ability, gave.
    pub fn mana(self, symbol: u8) -> AbilityPlace {
        AbilityPlace::Mana(self.number() << 3 | u32::from(symbol))
    }
}

impl Characteristics {
    /// The abilities that the object has, each with its place among them.
    pub fn abilities(&self) -> impl Iterator<Item = (AbilityPlace, AbilityRef)> {
        let card = self.card;
        // Each for itself, also where several are alike.
        cite!("112.2c");
        let printed = (0..self.abilities)
            .map(AbilityPlace::Printed)
            .map(move |place| (place, AbilityRef { card, place }));
        printed.chain((0..).map(AbilityPlace::Granted).zip(self.granted.iter().copied()))
    }

    /// Whether the object has this ability.
    pub fn has_ability(&self, ability: AbilityRef) -> bool {
        self.has_printed(ability) || self.granted.contains(&ability)
    }

    /// Whether the ability is one that its card is printed with and that it has.
    fn has_printed(&self, ability: AbilityRef) -> bool {
        ability.card == self.card
            && matches!(ability.place, AbilityPlace::Printed(place) if place < self.abilities)
    }

    /// The name that an effect gives it, if one does.
    pub fn renamed(&self) -> Option<&str> {
        renamed(&self.limits)
    }

    /// Loses all abilities that it has up to now.
    pub fn lose_abilities(&mut self) {
        self.keywords.clear();
        self.abilities = 0;
        self.intrinsic = 0;
        self.granted.clear();
        self.bare = true;
    }

    /// Has the mana abilities that its basic land types give, and no others of that kind (305.6).
    pub fn gain_intrinsic(&mut self) {
        cite!("305.6");
        let land = self.types.is(CardType::Land);
        let has = |color: &usize| land && self.types.has(BASIC_LANDS[*color]);
        self.intrinsic = (0..BASIC_LANDS.len()).filter(has).fold(0, |bits, color| bits | 1 << color);
    }

    /// The places by which choices name the mana abilities that its basic land types give it.
    pub fn intrinsic_places(&self) -> impl Iterator<Item = AbilityPlace> {
        let bits = self.intrinsic;
        Color::ALL.into_iter().filter(move |color| bits & 1 << *color as u8 != 0).map(AbilityPlace::Intrinsic)
    }

    /// Whether it has no abilities at all.
    pub fn has_no_abilities(&self) -> bool {
        self.abilities().next().is_none() && self.keywords.all().is_empty() && self.intrinsic == 0
    }

    /// The ability at a place among those that it has.
    pub fn ability(&self, place: AbilityPlace) -> Option<AbilityRef> {
        match place {
            AbilityPlace::Granted(place) => self.granted.get(place as usize).copied(),
            AbilityPlace::Printed(_) => {
                Some(AbilityRef { card: self.card, place }).filter(|ability| self.has_printed(*ability))
            }
            AbilityPlace::Intrinsic(_)
            | AbilityPlace::Loyalty
            | AbilityPlace::Spell
            | AbilityPlace::Defining
            | AbilityPlace::Help(_)
            | AbilityPlace::Unmanifest
            | AbilityPlace::Mana(_) => None,
        }
    }
}

impl Cast {
    /// Something about it as a number.
    pub fn fact(&self, fact: Fact) -> u32 {
        match fact {
            // Kicked as often as it was paid, each kicker by itself.
            Fact::Paid(place) => {
                cite!("607.2h", "607.2i", "702.32d", "702.32e", "702.32f");
                self.paid.get(usize::from(place)).copied().unwrap_or(0)
            }
            Fact::Instead(place) => u32::from(self.instead == Some(place)),
            Fact::From(zone) => u32::from(self.from == Some(zone)),
            Fact::Spent(color) => u32::from(self.spent[color as usize]),
            Fact::Untimely => u32::from(self.untimely),
            Fact::OwnMain => u32::from(self.main),
            Fact::Held(place) => u32::from(self.held.contains(&place)),
            Fact::ColorsSpent => {
                self.spent[..Color::ALL.len()].iter().filter(|spent| **spent > 0).count() as u32
            }
        }
    }
}

impl Object {
    /// How often its ability has been activated this turn.
    pub fn activated(&self, ability: AbilityRef) -> u32 {
        self.permanent.activations.iter().find(|entry| entry.0 == ability).map_or(0, |entry| entry.1)
    }

    /// How often its ability has resolved this turn, where something asks for it.
    pub fn resolved(&self, ability: AbilityRef) -> u32 {
        self.permanent.resolved.iter().find(|entry| entry.0 == ability).map_or(0, |entry| entry.1)
    }

    /// How often its ability has been activated in all, where that is limited.
    pub fn used(&self, ability: AbilityRef) -> u32 {
        self.permanent.used.iter().find(|entry| entry.0 == ability).map_or(0, |entry| entry.1)
    }

    /// The card whose values are its own: the face of its card that it has, or what it is face down.
    pub fn printed(&self) -> CardId {
        cite!("711.4", "712.3", "712.3a", "712.3b", "712.3c");
        self.down.map_or(self.face.unwrap_or(self.card), |down| down.shows)
    }

    /// The objects that it became when it last changed zones: of two cards, both (712.4c).
    pub fn became(&self) -> impl Iterator<Item = ObjectId> {
        cite!("712.4c");
        self.became.into_iter().chain(self.also)
    }

    /// Returns whether it was neither a permanent nor on the stack when it left its zone.
    pub fn was_card(&self) -> bool {
        self.zone == Zone::Gone && self.permanent.held.is_none() && self.stack.is_none()
    }

    /// How it is cast as a spell, or was cast as the spell that it was (400.7c).
    pub fn cast(&self) -> Option<&Cast> {
        cite!("400.7c");
        self.stack.as_ref().map(|stack| &stack.cast).or(self.permanent.cast.as_deref())
    }
}

impl OnStack {
    /// A spell or ability for which nothing has been chosen yet.
    pub fn new(kind: StackKind) -> OnStack {
        OnStack {
            kind,
            targets: Vec::new(),
            modes: Vec::new(),
            hybrid: Vec::new(),
            x: 0,
            shares: Vec::new(),
            event: EventContext::default(),
            it: None,
            chain: 0,
            finds: Vec::new(),
            cast: Cast::default(),
            since: 0,
            without: Vec::new(),
            chooser: None,
        }
    }
}

/// The name that the last of these changes which gives one gives.
pub fn renamed(alters: &[Alter]) -> Option<&str> {
    alters
        .iter()
        .rev()
        .find_map(|alter| if let Alter::Named(name) = alter { Some(name.as_str()) } else { None })
}
