//! Looking at the board: what filters match, what groups hold, what numbers are.

use std::sync::Arc;

mod counting;
mod determined;
mod grouping;
mod matching;
mod naming;
mod referring;

use duelog_kernel::script::{Cursor, Eye};
use duelog_kernel::{ObjectId, Seat};

use crate::cite;
use crate::continuous::Computed;
use crate::definition::{Ability, Condition, Filter, Fleshly, Group, Number, Ref, Resolve, Since, Verb, When, ZoneKind};
use crate::keywords::Keyword;
use crate::library::{Library, does_itself};
use crate::state::{
    Alter, Board, CardId, CodeRef, Context, Defense, EventContext, Kind, Layer, LayerKind, Link, Object, Occurrence, Past, Places, Properties, Value,
    Zone,
};
use crate::targets::code_of;
use crate::triggers::occurrences;
use crate::types::{CardType, Supertype, subtype};

// Names, monikers, traits, colors and metatypes as what filters look at; layers have types of their source; costs as they are printed; life.
cite!(
    "2.0.3b", "2.0.4", "2.2.4", "2.2.4a", "2.5.1a", "2.5.3", "2.5.3e", "2.6.4", "2.6.5", "2.7.3", "2.7.3a", "2.7.3b", "2.7.3c", "8.5.21a", "9.1.2b",
    "2.7.5", "2.9.2a", "2.13.1", "2.13.2", "2.13.3", "2.13.3a", "2.13.4", "2.3.2a", "2.8.4", "2.12.3a"
);

// Whether what is private in a public zone is meant.
cite!("3.0.4e", "1.8.6b");

// Rounding, permanents, life totals, when abilities are functional, missing properties, last known information, labels that are conditions,
// chain links as collections, what is defended against, heroes in combat, chain links that have hit.
cite!(
    "1.12.1a", "1.3.3", "1.3.3b", "1.7.4a", "1.7.4b", "1.7.4e", "1.7.4g", "1.7.4j", "1.8.7", "2.5.3a", "2.5.3d", "1.2.3a", "8.4.1", "8.4.3",
    "8.4.3a", "7.0.3c", "7.0.5c", "7.2.4a", "7.2.4b", "7.5.5d"
);

// What a property-static ability defines is so everywhere.
cite!("5.4.5a");

// Numbers are integers.
cite!("1.12.1");

// Effects that objects have, conditions and what they are looked at for, what counts as, what failed, who determines first, undefined X.
cite!("1.12.2a", "1.8.2", "1.8.4", "1.8.4c", "1.8.6a", "1.8.7a", "1.8.8", "1.8.9", "1.9.2c");

/// The board with the properties that its objects have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
    /// The properties of objects in the arena and on the stack by object id.
    pub computed: &'a Computed,
    /// The replacement abilities of objects.
    pub replacements: &'a [(ObjectId, CodeRef)],
    /// The static abilities of the arena that say of objects what is no property; none while these are not listed yet.
    pub speakers: Option<&'a [(ObjectId, CodeRef)]>,
    /// Whether pitch is looked at as printed: while it is worked out what modifies it.
    pub plain_pitch: bool,
}

/// From where a filter, group or number is looked at.
#[derive(Clone, Copy, Default)]
pub struct Scope<'a> {
    /// The source.
    pub source: Option<ObjectId>,
    /// Whose it is.
    pub controller: Option<Seat>,
    /// The card whose text is read.
    pub card: Option<CardId>,
    /// The place of the ability whose text is read, where it asks for what is connected with it (1.7.6).
    pub place: Option<u8>,
    /// The layer that is put on the stack or resolves.
    pub layer: Option<ObjectId>,
    /// The targets by group.
    pub targets: &'a [Vec<Value>],
    /// The declared X.
    pub x: u32,
    /// The triggering event.
    pub event: EventContext,
    /// What a loop has at hand.
    pub it: Option<Value>,
    /// Numbers kept.
    pub kept: &'a [i32],
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
    /// The name that a player has declared (8.5.21).
    pub named: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source, its controller and whose text is read.
    pub fn of(source: ObjectId, controller: Seat, card: CardId) -> Scope<'a> {
        Scope { source: Some(source), controller: Some(controller), card: Some(card), layer: Some(source), ..Scope::default() }
    }

    /// The scope of a script's context.
    pub fn context(context: &'a Context, card: CardId) -> Scope<'a> {
        Scope {
            layer: Some(context.layer),
            targets: &context.targets,
            x: context.x,
            event: context.event,
            named: context.named.as_deref(),
            ..Scope::of(context.source, context.controller, card)
        }
    }
}

// Players as their heroes, opponents, owners and controllers, and what objects are called.
cite!(
    "1.1.2b", "1.1.5", "1.2.1", "1.2.1a", "1.2.1b", "1.2.2", "1.2.2a", "1.2.2b", "1.2.2c", "1.2.2d", "1.2.2e", "1.2.2f", "1.2.2g", "1.2.2h", "1.3.1",
    "1.3.3a", "1.4.1", "1.4.2", "1.4.2a", "1.4.3", "1.4.4", "1.4.4a", "1.4.3b", "1.5.1", "1.5.1a", "1.7.2", "1.7.6a", "1.7.6b", "1.7.5d"
);

// Allies in combat.
cite!("8.2.8c", "8.2.8d");

// What is no permanent while it defends; attack cards where they are attacks.
cite!("8.2.3a", "8.2.4b", "8.2.5b", "8.2.11b", "8.2.12b", "8.2.16b");

impl<'a> Sight<'a> {
    /// The object of this id.
    pub fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.board.get(id)
    }

    /// Whether the properties of an object are computed: it is in the arena or on the stack.
    pub fn is_computed(&self, id: ObjectId) -> bool {
        self.computed.get(id).is_some()
    }

    /// Everything in the arena (3.0.5), ascending; for where the properties of all of it have been computed.
    pub fn arena(&self) -> impl Iterator<Item = &'a Object> {
        let board = self.board;
        self.computed.iter().filter_map(|(id, _)| board.get(id)).filter(|object| object.zone.is_arena())
    }

    /// The properties of an object: as computed in the arena and on the stack, as last known when it is gone, else as printed.
    pub fn properties(&self, id: ObjectId) -> Option<&'a Properties> {
        self.shared(id).map(|properties| &**properties)
    }

    /// The properties of an object, to be kept.
    pub fn shared(&self, id: ObjectId) -> Option<&'a Arc<Properties>> {
        if let Some(computed) = self.computed.get(id) {
            return Some(computed);
        }
        let object = self.board.get(id)?;
        match &object.last {
            Some(last) => Some(last),
            None => Some(&self.library.card(object.card).base),
        }
    }

    /// Who controls an object; nobody outside of the arena and the stack (1.2.1b).
    pub fn controller(&self, id: ObjectId) -> Option<Seat> {
        let object = self.board.get(id)?;
        let has = object.zone.is_arena() || matches!(object.zone, Zone::Stack | Zone::Gone);
        has.then(|| self.properties(id).and_then(|properties| properties.controller).unwrap_or(object.controller))
    }

    /// Who controls an object, or owns it where nobody controls it (1.7.1b).
    pub fn holder(&self, id: ObjectId) -> Option<Seat> {
        self.controller(id).or_else(|| self.board.get(id).and_then(Object::owned_by))
    }

    /// The seat whose hero it is.
    pub fn hero_seat(&self, id: ObjectId) -> Option<Seat> {
        self.board.players.iter().position(|player| player.hero == id).map(|place| Seat(place as u8))
    }

    /// Whether a player controls a hero (4.5.3a).
    pub fn controls_hero(&self, seat: Seat) -> bool {
        let hero = self.board.player(seat).hero;
        self.object(hero).is_some_and(|object| object.zone.is_arena()) && self.controller(hero) == Some(seat)
    }

    /// Whether an object has a type.
    pub fn is(&self, id: ObjectId, card_type: CardType) -> bool {
        self.properties(id).is_some_and(|properties| properties.types.is(card_type))
    }

    /// Whether an object has a supertype; what is universal has the classes of its player's hero in every zone (8.3.35).
    pub fn is_super(&self, id: ObjectId, supertype: Supertype) -> bool {
        let Some(properties) = self.properties(id) else { return false };
        let universal = || {
            let elsewhere = !self.is_computed(id) && supertype.is_class() && properties.has(Keyword::Universal);
            let hero = self.board.get(id).filter(|object| elsewhere && object.exists()).map(|object| self.board.player(object.owner).hero);
            hero.and_then(|hero| self.properties(hero)).is_some_and(|hero| hero.types.is_super(supertype))
        };
        properties.types.is_super(supertype) || universal()
    }

    /// Whether an object has a keyword.
    pub fn has(&self, id: ObjectId, keyword: Keyword) -> bool {
        self.properties(id).is_some_and(|properties| properties.has(keyword))
    }

    /// Whether an object is an attack (1.4.1).
    pub fn is_attack(&self, id: ObjectId) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        let attacking = || self.board.combat.links.iter().any(|link| link.attack == id);
        match object.kind {
            Kind::Proxy => true,
            Kind::Card => match object.zone {
                Zone::Stack => self.properties(id).is_some_and(|properties| properties.types.has(subtype::ATTACK)),
                Zone::Chain | Zone::Gone => attacking(),
                _ => false,
            },
            // 1.4.4: a layer that attacks with another object.
            Kind::Layer => self.is_attack_layer(object),
            Kind::Token | Kind::Macro => false,
        }
    }

    /// Whether an object is an attack-layer: one whose effect attacks with another object (1.4.4, 8.5.38a).
    fn is_attack_layer(&self, object: &Object) -> bool {
        let Some(layer) = object.layer.as_deref().filter(|_| object.kind == Kind::Layer && object.zone == Zone::Stack) else { return false };
        if matches!(layer.kind, LayerKind::Delayed(..)) {
            return false;
        }
        let effect = self.library.resolve(code_of(object, layer)).and_then(|resolve| resolve.effect.as_ref());
        effect.is_some_and(|effect| does_itself(effect, &|verb| matches!(verb, Verb::AttackWith(_))))
    }

    /// Whether an object is a permanent (1.3.3).
    pub fn is_permanent(&self, id: ObjectId) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        let source = || self.board.combat.links.iter().any(|link| link.source == Some(id));
        let on_chain = object.zone == Zone::Chain && !self.is_equipment_like(id) && !source();
        object.is_card() && object.zone.is_arena() && !on_chain
    }

    /// Whether it stays a permanent while it is on the combat chain: arena-cards and tokens (1.3.3).
    fn is_equipment_like(&self, id: ObjectId) -> bool {
        self.properties(id).is_some_and(|properties| !properties.types.is_deck_card())
    }

    /// The life total of a living object (2.5.3a, 2.5.3e); none for one that is not living.
    pub fn life(&self, id: ObjectId) -> Option<i32> {
        let base = self.properties(id)?.life?;
        Some(base.saturating_add(self.board.get(id)?.life).max(0))
    }

    /// Whether an ability of an object directly generates such an effect, be it optional or conditional (1.8.2).
    fn generates(&self, id: ObjectId, wanted: &impl Fn(&Verb) -> bool) -> bool {
        // 1.7.5d: of its modes only those that have been chosen.
        let does = |resolve: &Resolve, modes: &[u8]| {
            let chosen = modes.iter().filter_map(|mode| resolve.modes.get(usize::from(*mode)));
            let scripts = resolve.effect.iter().chain(chosen.map(|mode| &mode.effect));
            scripts.into_iter().any(|effect| crate::library::does(effect, wanted))
        };
        let ability = |code: &CodeRef| match self.library.ability(*code) {
            Some(Ability::Triggered(ability)) => does(&ability.resolve, &[]),
            Some(Ability::Activated(ability)) => ability.resolve.as_ref().is_some_and(|resolve| does(resolve, &[])),
            Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_)) | None => false,
        };
        let card =
            self.board.get(id).filter(|object| object.is_card()).map(|object| self.properties(id).and_then(|own| own.card).unwrap_or(object.card));
        let own = card.and_then(|card| self.library.resolve(CodeRef::resolve(card)));
        // Where neither half of a card has been chosen, it is both (9.2.2).
        let both = card.is_some_and(|card| self.layer(id).is_none() && !self.library.sides(card).is_empty());
        let modes = if both { &[0, 1][..] } else { self.parameters(id).map_or(&[][..], |layer| layer.modes.as_slice()) };
        own.is_some_and(|resolve| does(resolve, modes)) || self.properties(id).is_some_and(|properties| properties.abilities.iter().any(ability))
    }

    /// Whether an object is frozen (8.5.34).
    pub fn is_frozen(&self, id: ObjectId) -> bool {
        self.limits(id).any(|limit| limit == Alter::Freeze)
    }

    /// What effects say of an object that is no property.
    pub fn limits(&self, id: ObjectId) -> impl Iterator<Item = Alter> + 'a {
        self.properties(id).into_iter().flat_map(|properties| properties.limits.iter().copied())
    }

    /// The card that an object is, or that its source is: for what no effect changes (2.6.5).
    pub fn printed(&self, id: ObjectId) -> Option<&'a crate::library::Card> {
        let card = self.properties(id).and_then(|properties| properties.card).or(self.board.get(id).map(|object| object.card))?;
        Some(self.library.card(card))
    }

    /// The layer parameters of an object.
    pub fn layer(&self, id: ObjectId) -> Option<&'a Layer> {
        self.board.get(id)?.layer.as_deref()
    }

    /// The power of an object; that which a property-static ability defines is worked out wherever it is (5.4.5a).
    pub fn power(&self, id: ObjectId) -> Option<i32> {
        self.defined(id, |definition| definition.star_power.as_ref()).or_else(|| self.properties(id)?.power)
    }

    /// The defense of an object; that which a property-static ability defines is worked out wherever it is (5.4.5a).
    pub fn defense(&self, id: ObjectId) -> Option<i32> {
        self.defined(id, |definition| definition.star_defense.as_ref()).or_else(|| self.properties(id)?.defense)
    }

    /// What a property-static ability defines of an object that is neither in the arena nor on the stack (1.7.4f).
    fn defined(&self, id: ObjectId, number: impl Fn(&crate::definition::Definition) -> Option<&Number>) -> Option<i32> {
        let object = self.board.get(id)?;
        let here = self.is_computed(id) || object.last.is_some();
        let number = number(&self.library.card(object.card).definition).filter(|_| !here)?;
        Some(self.number(number, &Scope::of(id, object.owner, object.card)).max(0))
    }

    /// Whether abilities of an object are functional that need it to be there (1.7.4).
    pub fn functional(&self, object: &Object, from: crate::definition::From, about_defending: bool) -> bool {
        use crate::definition::From;
        let defends = || object.zone == Zone::Chain && self.board.combat.defends_on(object.id).is_some();
        let arena = || object.public && object.zone.is_arena() && (about_defending || !defends() || self.is_permanent(object.id));
        let own = |kind: ZoneKind| object.zone == Zone::Of(kind, object.owner);
        match from {
            From::Arena => arena(),
            From::Play => arena() || object.zone == Zone::Stack,
            From::Hand => own(ZoneKind::Hand),
            From::Under => object.public && matches!(object.zone, Zone::Under(_)),
            From::Banished => own(ZoneKind::Banished) && object.public,
            From::Graveyard => own(ZoneKind::Graveyard) && object.public,
            From::Arsenal => own(ZoneKind::Arsenal),
            From::Inventory => object.zone == Zone::Inventory(object.owner),
            From::Defending => defends(),
            From::Anywhere => object.exists(),
        }
    }
}

// Where layers and proxies come from.
cite!("1.2.4", "1.7.1a");

/// The source of a layer's effects: the card itself, or the source of the ability (1.8.1a).
pub fn source_of(id: ObjectId, layer: &Layer) -> ObjectId {
    match layer.kind {
        LayerKind::Card => id,
        LayerKind::Activated(source, _) | LayerKind::Triggered(source, _) | LayerKind::Delayed(source, ..) => source,
    }
}

/// A script's eye on the board.
pub struct ScriptEye<'a> {
    /// The board.
    pub sight: Sight<'a>,
    /// The script's context.
    pub context: &'a Context,
    /// Whose text it is.
    pub code: CodeRef,
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
}

impl ScriptEye<'_> {
    fn scope<'b>(&'b self, cursor: &'b Cursor<Value>) -> Scope<'b> {
        Scope {
            it: cursor.it().copied(),
            kept: &cursor.kept,
            amount: self.amount,
            last: self.last,
            place: Some(self.code.place),
            ..Scope::context(self.context, self.code.card)
        }
    }
}

impl Eye<Fleshly, Value> for ScriptEye<'_> {
    fn holds(&mut self, condition: &Condition, cursor: &Cursor<Value>) -> bool {
        self.sight.holds(condition, &self.scope(cursor))
    }

    fn members(&mut self, group: &Group, cursor: &Cursor<Value>) -> Vec<Value> {
        self.sight.members(group, &self.scope(cursor))
    }

    fn number(&mut self, number: &Number, cursor: &Cursor<Value>) -> i32 {
        self.sight.number(number, &self.scope(cursor))
    }

    fn round(&self, round: u32) -> Value {
        Value::Number(round)
    }
}
