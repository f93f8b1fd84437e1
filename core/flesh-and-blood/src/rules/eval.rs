//! Looking at the board: what filters match, what groups hold, what numbers are.

use std::sync::Arc;

mod counting;
mod determined;
mod grouping;
mod matching;
mod naming;
mod occurring;
mod referring;
mod saying;

use duelog_kernel::script::{Cursor, Eye};
use duelog_kernel::unsettled::{self, Knows};
use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::language::definition::{
    Ability, Condition, Filter, FleshAndBloodLanguage, Group, Number, Ref, Resolve, Since, Verb, When,
    ZoneKind,
};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Supertype, subtype};
use crate::state::card_pool::{CardPool, attacks_with};
use crate::state::secrecy::may_identify;
use crate::state::spoken::Spoken;
use crate::state::{
    Alter, Board, CardId, CodeRef, Computed, Context, Defense, EventContext, Kind, Layer, LayerKind, Link,
    Object, Occurrence, PastEvent, Places, Properties, Value, Zone, code_of, zone_of,
};

/// The board with the properties that its objects have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
    /// The properties of objects in the arena and on the stack by object id.
    pub computed: &'a Computed,
    /// The properties of objects elsewhere, as far as static abilities change them there.
    pub far: &'a Computed,
    /// The replacement abilities of objects.
    pub replacements: &'a [(ObjectId, CodeRef)],
    /// The static abilities of the arena that say of objects what is no property; none while these are not
    /// listed yet.
    pub speakers: Option<&'a [(ObjectId, CodeRef)]>,
    /// The objects that are printed with abilities which can be activated outside of the arena and the stack, ascending;
    /// none while these are not listed yet.
    pub actors: Option<&'a [ObjectId]>,
    /// The kinds of what is said of objects; none while that is not known yet.
    pub spoken: Option<&'a Spoken>,
    /// Whether pitch is looked at as printed: while it is worked out what modifies it.
    pub plain_pitch: bool,
    /// Whether nothing outside of the arena is looked at as frozen: while it is worked out what freezes it.
    pub plain_ice: bool,
    /// Whether it is looked at as everybody sees it: what somebody may not know could be anything.
    pub unseeing: bool,
}

impl<'a> Sight<'a> {
    /// The board with these properties, while no abilities are listed yet.
    pub fn unlisted(
        board: &'a Board,
        card_pool: &'a CardPool,
        computed: &'a Computed,
        far: &'a Computed,
    ) -> Sight<'a> {
        Sight {
            board,
            card_pool,
            computed,
            far,
            replacements: &[],
            speakers: None,
            actors: None,
            spoken: None,
            plain_pitch: false,
            plain_ice: false,
            unseeing: false,
        }
    }
}

impl Sight<'_> {
    /// The same as everybody sees it.
    pub fn unseeing(self) -> Self {
        Sight { unseeing: true, ..self }
    }

    /// Whether it is looked at as everybody sees it, and not everybody may know an object.
    pub fn could_be_any(&self, id: ObjectId) -> bool {
        self.unseeing && !may_identify(self.board, Viewer::Public, id)
    }
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
    /// How much of a script it knows.
    pub knows: Knows,
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source, its controller and whose text is read.
    pub fn of(source: ObjectId, controller: Seat, card: CardId) -> Scope<'a> {
        Scope {
            source: Some(source),
            controller: Some(controller),
            card: Some(card),
            layer: Some(source),
            ..Scope::default()
        }
    }

    /// The scope of a script's context.
    pub fn context(context: &'a Context, card: CardId) -> Scope<'a> {
        Scope {
            layer: Some(context.layer),
            targets: &context.targets,
            x: context.x,
            event: context.event,
            named: context.named.as_deref(),
            it: context.it,
            knows: Knows::Context,
            ..Scope::of(context.source, context.controller, card)
        }
    }

    /// Whether it knows of no event that has led to it.
    fn is_eventless(&self) -> bool {
        self.knows == Knows::Source && self.event == EventContext::default()
    }

    /// Notes a reference to what it does not know.
    fn note(&self, reference: &Ref) {
        let unknown = match reference {
            Ref::Target(group) => self.knows == Knows::Source && self.targets.len() <= usize::from(*group),
            Ref::It => self.it.is_none(),
            Ref::Event | Ref::EventOther | Ref::EventPlayer => self.is_eventless(),
            Ref::Last => self.knows < Knows::Script && self.last.is_empty(),
            _ => false,
        };
        unsettled::note(unknown, reference);
    }
}

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

    /// The properties of an object: as computed in the arena and on the stack, as last known when it is gone,
    /// else as printed.
    #[inline]
    pub fn properties(&self, id: ObjectId) -> Option<&'a Properties> {
        self.shared(id).map(|properties| &**properties)
    }

    /// The properties of an object, to be kept.
    pub fn shared(&self, id: ObjectId) -> Option<&'a Arc<Properties>> {
        if let Some(computed) = self.computed.get(id).or_else(|| self.far.get(id)) {
            return Some(computed);
        }
        let object = self.board.get(id)?;
        cite!("1.2.1", "1.2.3a");
        match &object.last {
            Some(last) => Some(last),
            None => Some(&self.card_pool.card(object.card).base),
        }
    }

    /// Who controls an object; nobody outside of the arena and the stack.
    pub fn controller(&self, id: ObjectId) -> Option<Seat> {
        cite!("1.2.1b", "1.3.1b");
        let object = self.board.get(id)?;
        let has = object.zone.is_arena() || matches!(object.zone, Zone::Stack | Zone::Gone);
        has.then(|| {
            self.properties(id).and_then(|properties| properties.controller).unwrap_or(object.controller)
        })
    }

    /// Who controls an object, or owns it where nobody controls it.
    pub fn holder(&self, id: ObjectId) -> Option<Seat> {
        cite!("1.7.1b");
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

    /// Whether an object has a supertype; what is universal has the classes of its player's hero in every
    /// zone.
    pub fn is_super(&self, id: ObjectId, supertype: Supertype) -> bool {
        let Some(properties) = self.properties(id) else { return false };
        // It is a class or a talent; only what is universal tells them apart.
        cite!("2.11.6", "8.3.35");
        let universal = || {
            let elsewhere =
                !self.is_computed(id) && supertype.is_class() && properties.has(Keyword::Universal);
            let hero = self
                .board
                .get(id)
                .filter(|object| elsewhere && object.exists())
                .map(|object| self.board.player(object.owner).hero);
            hero.and_then(|hero| self.properties(hero)).is_some_and(|hero| hero.types.is_super(supertype))
        };
        properties.types.is_super(supertype) || universal()
    }

    /// Whether an object has a keyword.
    pub fn has(&self, id: ObjectId, keyword: Keyword) -> bool {
        self.properties(id).is_some_and(|properties| properties.has(keyword))
    }

    /// Whether an object is an attack.
    pub fn is_attack(&self, id: ObjectId) -> bool {
        let Some(object) = self.board.get(id) else { return false };
        cite!("1.2.2d", "1.4.1", "1.4.2", "1.4.2a", "8.2.3a");
        let attacking = || self.board.combat.links.iter().any(|link| link.attack == id);
        match object.kind {
            Kind::Proxy => true,
            Kind::Card => match object.zone {
                Zone::Stack => {
                    self.properties(id).is_some_and(|properties| properties.types.has(subtype::ATTACK))
                }
                Zone::Chain | Zone::Gone => attacking(),
                _ => false,
            },
            // A layer that attacks with another object.
            Kind::Layer => self.is_attack_layer(object),
            Kind::Token | Kind::Macro => false,
        }
    }

    /// Whether an object is an attack-layer: one whose effect attacks with another object.
    fn is_attack_layer(&self, object: &Object) -> bool {
        cite!("1.4.4", "8.5.38a");
        let Some(layer) =
            object.layer.as_deref().filter(|_| object.kind == Kind::Layer && object.zone == Zone::Stack)
        else {
            return false;
        };
        if matches!(layer.kind, LayerKind::Delayed(..)) {
            return false;
        }
        let effect =
            self.card_pool.resolve(code_of(object, layer)).and_then(|resolve| resolve.effect.as_ref());
        effect.is_some_and(attacks_with)
    }

    /// Whether an object is a permanent.
    pub fn is_permanent(&self, id: ObjectId) -> bool {
        cite!("1.3.3", "1.3.3a");
        let Some(object) = self.board.get(id) else { return false };
        // On the combat chain only arena-cards, tokens and what attacks by its proxy stay permanents.
        let source = || self.board.combat.links.iter().any(|link| link.source == Some(id));
        cite!("8.2.4b", "8.2.5b", "8.2.11b", "8.2.12b", "8.2.16b");
        let stays = || object.kind == Kind::Token || !self.card_pool.kind_of(object.front).is_deck_card();
        let on_chain = object.zone == Zone::Chain && !stays() && !source();
        object.is_card() && object.zone.is_arena() && !on_chain
    }

    /// Whether an object is living: a permanent with life.
    pub fn is_living(&self, id: ObjectId) -> bool {
        cite!("2.5.1a");
        self.properties(id).is_some_and(|properties| properties.life.is_some()) && self.is_permanent(id)
    }

    /// The life total of a living object; none for one that is not living.
    pub fn life(&self, id: ObjectId) -> Option<i32> {
        cite!("2.5.1", "2.5.3");
        let base = self
            .defined(id, |definition| definition.star_life.as_ref())
            .or_else(|| self.properties(id)?.life)?;
        cite!("2.5.3a", "2.5.3d", "2.5.3e");
        Some(base.saturating_add(self.board.get(id)?.life).max(0))
    }

    /// Whether an ability of an object directly generates such an effect, be it optional or conditional.
    fn generates(&self, id: ObjectId, wanted: &impl Fn(&Verb) -> bool) -> bool {
        cite!("1.8.2");
        // Of its modes only those that have been chosen.
        cite!("1.7.5d");
        let does = |resolve: &Resolve, modes: &[u8]| {
            let chosen = modes.iter().filter_map(|mode| resolve.modes.get(usize::from(*mode)));
            let scripts = resolve.effect.iter().chain(chosen.map(|mode| &mode.effect));
            scripts.into_iter().any(|effect| crate::state::card_pool::does(effect, wanted))
        };
        let ability = |code: &CodeRef| match self.card_pool.ability(*code) {
            Some(Ability::Triggered(ability)) => does(&ability.resolve, &[]),
            Some(Ability::Activated(ability)) => {
                ability.resolve.as_ref().is_some_and(|resolve| does(resolve, &[]))
            }
            Some(Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_)) | None => false,
        };
        let card = self
            .board
            .get(id)
            .filter(|object| object.is_card())
            .map(|object| self.properties(id).and_then(|own| own.card).unwrap_or(object.card));
        let own = card.and_then(|card| self.card_pool.resolve(CodeRef::resolve(card)));
        // Where neither half of a card has been chosen, it is both (9.2.2).
        let both =
            card.is_some_and(|card| self.layer(id).is_none() && !self.card_pool.sides(card).is_empty());
        let modes = if both {
            &[0, 1][..]
        } else {
            self.parameters(id).map_or(&[][..], |layer| layer.modes.as_slice())
        };
        own.is_some_and(|resolve| does(resolve, modes))
            || self.properties(id).is_some_and(|properties| properties.abilities.iter().any(ability))
    }

    /// Whether an object is frozen, wherever it is.
    pub fn is_frozen(&self, id: ObjectId) -> bool {
        cite!("8.5.34", "8.5.34a");
        let elsewhere = !self.is_computed(id) && self.board.get(id).is_some_and(Object::exists);
        if !elsewhere {
            return self.limits(id).any(|limit| limit == Alter::Freeze);
        }
        let plain = Sight { plain_ice: true, ..*self };
        if self.plain_ice || self.is_silent_on(id, |spoken| spoken.freezes) {
            return false;
        }
        self.are_others_spoken_of() && plain.said(id).contains(&Alter::Freeze)
    }

    /// What effects say of an object that is no property.
    pub fn limits(&self, id: ObjectId) -> impl Iterator<Item = Alter> + 'a {
        self.properties(id).into_iter().flat_map(|properties| properties.limits.iter().copied())
    }

    /// The card from which an object has its metatypes, of a layer its source's: no copy takes them over.
    pub fn metatyped(&self, object: &Object) -> CardId {
        cite!("2.6.4", "2.6.5");
        object.card
    }

    /// The card that an object is, or that its source is: for what no effect changes.
    pub fn printed(&self, id: ObjectId) -> Option<&'a crate::state::card_pool::Card> {
        let card = self
            .properties(id)
            .and_then(|properties| properties.card)
            .or(self.board.get(id).map(|object| object.card))?;
        Some(self.card_pool.card(card))
    }

    /// The layer parameters of an object.
    pub fn layer(&self, id: ObjectId) -> Option<&'a Layer> {
        self.board.get(id)?.layer.as_deref()
    }

    /// The power of an object; that which a property-static ability defines is worked out wherever it is.
    pub fn power(&self, id: ObjectId) -> Option<i32> {
        cite!("2.9.3");
        self.defined(id, |definition| definition.star_power.as_ref()).or_else(|| self.properties(id)?.power)
    }

    /// The defense of an object; that which a property-static ability defines is worked out wherever it is.
    pub fn defense(&self, id: ObjectId) -> Option<i32> {
        cite!("2.3.3");
        self.defined(id, |definition| definition.star_defense.as_ref())
            .or_else(|| self.properties(id)?.defense)
    }

    /// What a property-static ability defines of an object that is neither in the arena nor on the stack.
    fn defined(
        &self,
        id: ObjectId,
        number: impl Fn(&crate::language::definition::Definition) -> Option<&Number>,
    ) -> Option<i32> {
        cite!("1.12.3b");
        cite!("2.3.2a", "2.9.2a", "5.4.5a");
        cite!("1.7.4f");
        let object = self.board.get(id)?;
        let here = self.is_computed(id) || self.far.get(id).is_some() || object.last.is_some();
        let number = number(&self.card_pool.card(object.card).definition).filter(|_| !here)?;
        Some(self.number(number, &Scope::of(id, object.owner, object.card)).max(0))
    }

    /// Whether abilities of an object are functional that need it to be there (1.7.4).
    pub fn functional(
        &self,
        object: &Object,
        from: crate::language::definition::FunctionalZone,
        about_defending: bool,
    ) -> bool {
        use crate::language::definition::FunctionalZone;
        cite!("1.7.4a", "1.7.4g");
        let defends = || object.zone == Zone::Chain && self.board.combat.defends_on(object.id).is_some();
        let arena = || {
            object.public
                && object.zone.is_arena()
                && (about_defending || !defends() || self.is_permanent(object.id))
        };
        let own = |kind: ZoneKind| object.zone == Zone::Of(kind, object.owner);
        // Where it is private, only a text that names that zone works.
        cite!("1.7.4b", "5.4.7a");
        match from {
            FunctionalZone::Arena => arena(),
            FunctionalZone::Play => arena() || object.zone == Zone::Stack,
            FunctionalZone::Hand => own(ZoneKind::Hand),
            FunctionalZone::Under => object.public && matches!(object.zone, Zone::Under(_)),
            FunctionalZone::Banished => {
                cite!("8.3.11a");
                own(ZoneKind::Banished) && object.public
            }
            FunctionalZone::Graveyard => own(ZoneKind::Graveyard) && object.public,
            FunctionalZone::Arsenal => own(ZoneKind::Arsenal),
            FunctionalZone::Inventory => object.zone == Zone::Inventory(object.owner),
            FunctionalZone::Defending => defends(),
            FunctionalZone::Anywhere => object.exists(),
        }
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
            knows: Knows::Script,
            ..Scope::context(self.context, self.code.card)
        }
    }
}

impl Eye<FleshAndBloodLanguage, Value> for ScriptEye<'_> {
    fn holds(&mut self, condition: &Condition, cursor: &Cursor<Value>) -> bool {
        // Asked once, when the script comes to the effect.
        cite!("6.1.3", "6.2.2d");
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
