//! Objects (1.2): cards, tokens, attack-proxies, activated- and triggered-layers, and what waits to become
//! one.

use std::sync::Arc;

use duelog_kernel::value::{EventContext, Value};
use duelog_kernel::{ObjectId, Seat, data};

use super::{Alter, CardId, Zone};
use crate::cite;
use crate::language::definition::Counter;
use crate::language::keywords::Keyword;
use crate::language::types::TypeBox;

data! {
    /// An object (1.2.1).
    pub struct Object {
        /// Its id.
        pub id: ObjectId,
        /// What it is; for a layer or a proxy, what its source is.
        pub card: CardId,
        /// The face that is active when it becomes a new object (9.1.3b, 9.1.5b): for what has one face, what
        /// it is.
        pub front: CardId,
        /// Its owner (1.2.1a).
        pub owner: Seat,
        /// Its controller in the arena and on the stack, before effects (1.2.1b).
        pub controller: Seat,
        /// Where it is.
        pub zone: Zone,
        /// What kind of object it is.
        pub kind: Kind,
        /// Whether it is public (3.0.3).
        pub public: bool,
        /// The layer as long as which it is public, though it would be private (5.2.4b, 5.4.7b).
        pub showing: Option<ObjectId>,
        /// When it came into the arena, or got here: since then its static abilities are functional.
        pub timestamp: u32,
        /// The zone that it came from, as its history (3.0.9c).
        pub from: Zone,
        /// What it is, or was, as a layer.
        pub layer: Option<Box<Layer>>,
        /// Tapped (1.3.3b).
        pub tapped: bool,
        /// Counters (1.15), ascending by kind.
        pub counters: Vec<(Counter, u32)>,
        /// Life gained less life lost (2.5.3a).
        pub life: i32,
        /// The zones that it is equipped to, as bits: head, chest, arms, legs, the weapon zones (8.5.41).
        pub equipped: u8,
        /// Whether it has defended this combat chain.
        pub defended: bool,
        /// How often each ability was activated or has triggered this turn, by code, ascending.
        pub used: Vec<(CodeRef, u8)>,
        /// Marked (9.3).
        pub marked: bool,
        /// Its properties when it last existed (1.2.3).
        pub last: Option<Arc<Properties>>,
        /// The object that it became when it reset (3.0.9).
        pub became: Option<ObjectId>,
        /// What its leading abilities have noted for those that are connected with them (1.7.6).
        pub notes: Vec<Note>,
        /// What identity-replacement effects made of it as it entered the arena: part of what it is (6.4.8a).
        pub identity: Vec<Alter>,
    }

    /// What a leading ability speaks of to those that follow (1.7.6).
    pub struct Note {
        /// The leading ability.
        pub leading: CodeRef,
        /// The abilities that the same effect gave to the object; none for one that is the object's own
        /// (1.7.6c).
        pub given: Vec<CodeRef>,
        /// What is noted.
        pub values: Vec<Value>,
    }

    /// What kind of object it is.
    #[derive(Copy)]
    pub enum Kind {
        /// A card (1.3.1).
        Card,
        /// A token (1.3.2b).
        Token,
        /// An activated- or triggered-layer (1.6.2).
        Layer,
        /// An attack-proxy (1.4.3).
        Proxy,
        /// A macro, which is no card (1.5.1).
        Macro,
    }

    /// What was determined as a layer was put on the stack.
    pub struct Layer {
        /// What it is the layer of.
        pub kind: LayerKind,
        /// The targets by group (1.8.5).
        pub targets: Vec<Vec<Value>>,
        /// The attack-targets (1.4.5).
        pub attacked: Vec<ObjectId>,
        /// The chosen modes, ascending (1.7.5).
        pub modes: Vec<u8>,
        /// The declared X (5.1.3a).
        pub x: u32,
        /// Which optional additional costs are paid, as bits (5.1.3b).
        pub optional: u32,
        /// What is paid for it: the card's own cost, or what stands in its stead (5.1.3c).
        pub basis: Basis,
        /// The declared order of its effect-costs; empty for that of the text (5.1.3e).
        pub order: Vec<u8>,
        /// The resource and chi points that were paid for it, after what makes it cost more or less (2.2.4b).
        pub price: u32,
        /// What costs were paid with, each with the place of the cost in the text, by which it is sorted.
        pub paid: Vec<(u8, ObjectId)>,
        /// What was pitched to pay for it.
        pub pitched: Vec<ObjectId>,
        /// Whether it is played or activated as an instant (5.1.3d).
        pub instant: bool,
        /// The event of a triggered-layer.
        pub event: EventContext,
        /// What the loop around a delayed trigger had at hand.
        pub it: Option<Value>,
        /// How long the chain of triggered-layers is that ends in this one.
        pub chain: u32,
        /// Whether the right side of a melded card has resolved (5.3.4d).
        pub half: bool,
        /// Of a delayed effect, between which moments the script worked that made it: what that moved, it
        /// still knows (3.0.9b).
        pub worked: (u32, u32),
    }

    /// What is paid for a card (5.1.3c).
    #[derive(Copy, Default)]
    pub enum Basis {
        /// Its own cost.
        #[default]
        Own,
        /// The alternative cost at this place (5.4.4b).
        Alternative(u8),
        /// Nothing: an effect lets it be played without paying its cost.
        Free,
        /// Twice its base cost: it is melded (8.3.38).
        Meld,
    }

    /// What a layer is (1.6.2).
    #[derive(Copy)]
    pub enum LayerKind {
        /// A card-layer.
        Card,
        /// An activated-layer or an attack-proxy of a source.
        Activated(ObjectId, CodeRef),
        /// A triggered-layer of a source.
        Triggered(ObjectId, CodeRef),
        /// A triggered-layer of a delayed effect: the code and where in it the script begins.
        Delayed(ObjectId, CodeRef, u16),
    }

    /// Which script: a card's resolution ability, one of its abilities or one that it gives, or a mode of
    /// one.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct CodeRef {
        /// The card.
        pub card: CardId,
        /// The place, see [`Places`].
        pub place: u8,
        /// The mode; [`CodeRef::WHOLE`] for what is done besides modes.
        pub mode: u8,
    }

    /// An object's properties (2.0.1).
    #[derive(Default)]
    pub struct Properties {
        /// Whose name it has.
        pub card: Option<CardId>,
        /// Its type box.
        pub types: TypeBox,
        /// Its cost.
        pub cost: Option<u32>,
        /// Its pitch.
        pub pitch: Option<u8>,
        /// Its base power.
        pub base_power: Option<i32>,
        /// Its power.
        pub power: Option<i32>,
        /// Its base defense.
        pub base_defense: Option<i32>,
        /// Its defense.
        pub defense: Option<i32>,
        /// Its base life.
        pub life: Option<i32>,
        /// Its intellect.
        pub intellect: Option<i32>,
        /// Its keywords, in the order in which it got them.
        pub keywords: Vec<Keyword>,
        /// Its abilities.
        pub abilities: Vec<CodeRef>,
        /// Whether the ability that defines its numbers is its own (5.4.5): there is one, and it has not been
        /// lost.
        pub defined: bool,
        /// Its controller.
        pub controller: Option<Seat>,
        /// What effects say of it that is no property: costs, rulings, extra attacks.
        pub limits: Vec<Alter>,
        /// Of what is a copy, what was determined as its reference was put on the stack (8.5.25b).
        pub parameters: Option<Arc<Layer>>,
    }

    /// A triggered-layer that waits (6.6.6).
    pub struct Waiting {
        /// By which it is named in choices: the timestamp at which it was created.
        pub id: u32,
        /// What it will be the layer of.
        pub kind: LayerKind,
        /// What its source is.
        pub card: CardId,
        /// Whose it is.
        pub controller: Seat,
        /// What triggered it.
        pub event: EventContext,
        /// Whether its private source has not been told yet: its owner may leave it untold (5.4.7b).
        pub hidden: bool,
        /// How long the chain of triggered-layers is that ends in this one.
        pub chain: u32,
        /// The context in which a delayed effect was made, and what the loop around it had at hand.
        pub context: Option<(Context, Option<Value>)>,
    }

    /// A delayed-triggered effect (6.6.3): a script that begins inside another's code.
    pub struct Delayed {
        /// The code.
        pub code: CodeRef,
        /// The step behind the one that sets it up.
        pub at: u16,
        /// What the script knows.
        pub context: Context,
        /// What the loop around it had at hand.
        pub it: Option<Value>,
        /// The turn in which it was made: it ends with it, unless it waits for a phase or the chain's close
        /// (6.6.3a).
        pub turn: u32,
    }

    /// What a running script knows.
    pub struct Context {
        /// The object that the effect comes from.
        pub source: ObjectId,
        /// The layer that resolves, where it is another object than the source.
        pub layer: ObjectId,
        /// Whose effect it is.
        pub controller: Seat,
        /// The targets by group; illegal ones are left out.
        pub targets: Vec<Vec<Value>>,
        /// The X.
        pub x: u32,
        /// The triggering event.
        pub event: EventContext,
        /// The name that a player has declared (8.5.21).
        pub named: Option<String>,
        /// Of a delayed effect, between which moments the script worked that made it.
        pub worked: (u32, u32),
        /// The thing that a loop had at hand, where a lasting effect is about objects of that player.
        pub it: Option<Value>,
    }
}

impl Context {
    /// What a script knows that only has a source and a controller.
    pub fn of(source: ObjectId, controller: Seat) -> Context {
        Context {
            source,
            layer: source,
            controller,
            targets: Vec::new(),
            x: 0,
            event: EventContext::default(),
            named: None,
            worked: (0, 0),
            it: None,
        }
    }
}

/// The card that holds the abilities of keywords.
pub const KEYWORD_CARD: CardId = CardId(0);

/// How the places of [`CodeRef`] are laid out.
pub enum Places {}

impl Places {
    /// The card's abilities begin here.
    pub const ABILITIES: u8 = 0;
    /// The abilities that it gives begin here.
    pub const GIVES: u8 = 64;
    /// Its resolution ability.
    pub const RESOLVE: u8 = 255;
}

impl CodeRef {
    /// No mode.
    pub const WHOLE: u8 = u8::MAX;

    /// The number by which choices name an ability that may be written on another card than its object.
    pub fn number(self) -> u32 {
        u32::from(self.card.0) << 8 | u32::from(self.place)
    }

    /// The resolution ability of a card.
    pub fn resolve(card: CardId) -> CodeRef {
        CodeRef { card, place: Places::RESOLVE, mode: CodeRef::WHOLE }
    }

    /// The ability at a place of those that a card gives.
    pub fn given(card: CardId, place: u8) -> CodeRef {
        CodeRef::ability(card, Places::GIVES.saturating_add(place))
    }

    /// This code of a mode.
    pub fn of_mode(self, mode: u8) -> CodeRef {
        CodeRef { mode, ..self }
    }

    /// The ability at a place of a card.
    pub fn ability(card: CardId, place: u8) -> CodeRef {
        CodeRef { card, place, mode: CodeRef::WHOLE }
    }
}

impl Properties {
    /// Whether it has a keyword, numbers aside.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.iter().any(|own| own.is_like(keyword))
    }
}

impl Object {
    /// How many counters of the kind it has.
    pub fn counters(&self, kind: Counter) -> u32 {
        self.counters.iter().find(|entry| entry.0 == kind).map_or(0, |entry| entry.1)
    }

    /// Whether it still exists.
    pub fn exists(&self) -> bool {
        self.zone != Zone::Gone
    }

    /// Whether it is a card or a token.
    pub fn is_card(&self) -> bool {
        cite!("1.3.1", "1.5.1");
        matches!(self.kind, Kind::Card | Kind::Token)
    }

    /// Whether it is what abilities, effects, non-card layers and attack-proxies come from: a card or a
    /// macro.
    pub fn is_source(&self) -> bool {
        cite!("1.2.4");
        self.is_card() || self.kind == Kind::Macro
    }

    /// Who owns it: nobody a macro.
    pub fn owned_by(&self) -> Option<Seat> {
        cite!("1.2.1a", "1.5.1a");
        (self.kind != Kind::Macro).then_some(self.owner)
    }

    /// Whether it was melded as it was played, which it stays as long as it exists (8.3.38a).
    pub fn is_melded(&self) -> bool {
        self.kind == Kind::Card && self.layer.as_ref().is_some_and(|layer| layer.basis == Basis::Meld)
    }

    /// The source of a layer or a proxy.
    pub fn source(&self) -> Option<ObjectId> {
        cite!("1.4.3b");
        match self.layer.as_ref()?.kind {
            LayerKind::Activated(source, _)
            | LayerKind::Triggered(source, _)
            | LayerKind::Delayed(source, ..) => Some(source),
            LayerKind::Card => None,
        }
    }

    /// How often the ability was used this turn.
    pub fn uses(&self, code: CodeRef) -> u8 {
        self.used.iter().find(|entry| entry.0 == code).map_or(0, |entry| entry.1)
    }
}

/// A layer of which nothing is determined yet.
pub fn blank_layer(kind: LayerKind) -> Layer {
    Layer {
        kind,
        targets: Vec::new(),
        attacked: Vec::new(),
        modes: Vec::new(),
        x: 0,
        optional: 0,
        basis: Basis::Own,
        order: Vec::new(),
        price: 0,
        paid: Vec::new(),
        pitched: Vec::new(),
        instant: false,
        event: EventContext::default(),
        it: None,
        chain: 0,
        half: false,
        worked: (0, 0),
    }
}

/// The script of a layer.
pub fn code_of(object: &Object, layer: &Layer) -> CodeRef {
    cite!("1.6.2");
    match layer.kind {
        LayerKind::Card => CodeRef::resolve(object.card),
        LayerKind::Activated(_, code) | LayerKind::Triggered(_, code) | LayerKind::Delayed(_, code, _) => {
            code
        }
    }
}

/// The source of a layer's effects: the card itself, or the source of the ability.
pub fn source_of(id: ObjectId, layer: &Layer) -> ObjectId {
    cite!("1.7.1a", "1.8.1a");
    match layer.kind {
        LayerKind::Card => id,
        LayerKind::Activated(source, _)
        | LayerKind::Triggered(source, _)
        | LayerKind::Delayed(source, ..) => source,
    }
}
