//! Looking at the table: what filters match, what groups hold, what numbers are.

use duelog_kernel::unsettled::{self, Knows};
use duelog_kernel::{ObjectId, Seat, bounds};

use crate::cite;
use crate::language::definition::{AmountOf, Condition, Filter, Group, Number, Ref, Role, Stat, When};
use crate::language::keywords::Keyword;
use crate::language::races::RACES;
use crate::language::types::{CardType, Civilization, Civilizations, Place, Special};
use crate::rules::characteristics::{Computed, alter, printed};
use crate::state::card_pool::{CardPool, Face};
use crate::state::{
    Board, CardId, Characteristics, Context, EventContext, Hold, Lasting, Object, Occasion, Value, Zone,
    other,
};

/// The board with the characteristics that its elements have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
    /// What effects make of objects.
    pub computed: &'a Computed,
    /// Whether it is looked at as everybody sees it: what somebody may not know could match anything.
    pub unseeing: bool,
}

impl Sight<'_> {
    /// The same as everybody sees it.
    pub fn unseeing(self) -> Self {
        Sight { unseeing: true, ..self }
    }
}

/// From where a filter, group or number is looked at.
#[derive(Clone, Copy, Default)]
pub struct Scope<'a> {
    /// The source.
    pub source: Option<ObjectId>,
    /// Whose it is.
    pub controller: Option<Seat>,
    /// The triggering event.
    pub event: EventContext,
    /// What was chosen, choice by choice.
    pub chosen: &'a [Vec<Value>],
    /// What a loop has at hand.
    pub it: Option<Value>,
    /// Numbers kept.
    pub kept: &'a [i32],
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
    /// The number behind the keyword whose meaning is asked about.
    pub keyword: i32,
    /// The card names that were chosen (202.2).
    pub named: &'a [String],
    /// The card whose script looks; none where an object is looked at from itself.
    pub card: Option<CardId>,
    /// True where the event is about the top card of the source, which left alone: the source stayed.
    pub stayed: bool,
    /// How much of a script it knows.
    pub knows: Knows,
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source and whose it is.
    pub fn of(source: ObjectId, controller: Seat) -> Scope<'a> {
        Scope { source: Some(source), controller: Some(controller), ..Scope::default() }
    }

    /// The scope of an ability that works by itself.
    pub fn imposed(effect: &'a Lasting) -> Scope<'a> {
        Scope { chosen: &effect.chosen, ..Scope::of(effect.source, effect.controller) }
    }

    /// The scope of a script of this card in this context.
    pub fn context(context: &'a Context, card: CardId) -> Scope<'a> {
        Scope {
            card: Some(card),
            event: context.event,
            chosen: &context.chosen,
            named: &context.named,
            knows: Knows::Context,
            ..Scope::of(context.source, context.controller)
        }
    }

    /// Whether it knows of no event that has led to it.
    fn is_eventless(&self) -> bool {
        self.knows == Knows::Source && self.event == EventContext::default()
    }

    /// Notes a reference to what it does not know.
    fn note(&self, reference: &Ref) {
        let unknown = match reference {
            Ref::It => self.it.is_none(),
            Ref::Event | Ref::Other | Ref::EventPlayer => self.is_eventless(),
            Ref::Chosen(place) => self.knows == Knows::Source && self.chosen.len() <= usize::from(*place),
            Ref::Last => self.knows < Knows::Script,
            _ => false,
        };
        unsettled::note(unknown, reference);
    }
}

/// The power that is read where a number is needed: never below 0.
pub fn read_power(power: i32) -> i32 {
    cite!("108.1b");
    power.max(0)
}

impl<'a> Sight<'a> {
    /// The object of this id.
    pub fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.board.get(id)
    }

    /// The characteristics of an element in the battle zone, or those that it last had there; none elsewhere.
    pub fn characteristics(&self, id: ObjectId) -> Option<&'a Characteristics> {
        if let Some(computed) = self.computed.elements.get(id) {
            return Some(computed);
        }
        cite!("110.5a");
        self.board.get(id)?.last.as_deref()
    }

    /// What effects on the zone of a card outside of the battle zone make of one of its faces (603.5b); none
    /// where none applies.
    pub fn elsewhere(&self, object: &Object, face: &Face) -> Option<Characteristics> {
        let alters = self.computed.elsewhere.get(&object.id)?;
        // Of a pile only the top card is seen (200.3).
        let top = self.board.get(object.id).is_some_and(|own| own.top() == object.top());
        top.then(|| {
            let mut own = printed(object.top().card, 0, face);
            alters.iter().for_each(|change| alter(&mut own, change));
            own
        })
    }

    /// The civilizations of a face of a card outside of the battle zone.
    pub fn face_civilizations(&self, object: &Object, face: &Face) -> Civilizations {
        self.elsewhere(object, face).map_or(face.civilizations, |own| own.civilizations)
    }

    /// The races that effects add to an object.
    pub fn added_races(&self, object: &Object) -> Vec<String> {
        let elsewhere = || self.elsewhere(object, self.card_pool.card(object.top().card).front());
        self.characteristics(object.id).cloned().or_else(elsewhere).map_or(Vec::new(), |own| own.races)
    }

    /// Whether an element in the battle zone has a keyword.
    pub fn has(&self, id: ObjectId, keyword: Keyword) -> bool {
        self.keywords(id).contains(&keyword)
    }

    /// The keywords of an element in the battle zone.
    pub fn keywords(&self, id: ObjectId) -> &'a [Keyword] {
        self.characteristics(id).map_or(&[], |characteristics| &characteristics.keywords)
    }

    /// An element's power as calculated: it may be below 0.
    pub fn power(&self, id: ObjectId) -> i32 {
        cite!("206.1", "206.2a");
        match self.characteristics(id) {
            Some(characteristics) => characteristics.power,
            None => self.board.get(id).map_or(0, |object| {
                let front = self.card_pool.card(object.top().card).front();
                self.elsewhere(object, front).map_or(front.definition.power.unwrap_or(0), |own| own.power)
            }),
        }
    }

    /// Whether a creature in the battle zone.
    pub fn is_creature(&self, id: ObjectId) -> bool {
        self.board.in_battle(id)
            && self
                .characteristics(id)
                .is_some_and(|characteristics| characteristics.kind == CardType::Creature)
    }

    /// The creatures of a player in the battle zone.
    pub fn creatures(self, seat: Seat) -> impl Iterator<Item = ObjectId> + 'a {
        self.board.zone(Zone::Battle).filter(move |id| {
            self.is_creature(*id) && self.board.get(*id).is_some_and(|object| object.owner == seat)
        })
    }

    /// Whether a creature has been in the battle zone since before this turn, or need not have been.
    pub fn is_awake(&self, id: ObjectId) -> bool {
        cite!("301.5", "801.3");
        let Some(object) = self.board.get(id) else { return false };
        // A dragheart creature is looked at whichever face was up as the turn began.
        cite!("802.3", "803.5", "803.5a", "804.6a", "806.5", "806.5a");
        object.top().since < self.board.turn.number
            || self.is_evolution(object)
            || object.is_linked()
            || self.is_awakened(object)
            || self.has(id, Keyword::SpeedAttacker)
    }

    /// Whether the owner of a card has a dream element of its name in the battle zone (815.2). A sealed one is
    /// ignored.
    pub fn has_dream_twin(&self, card: &Object) -> bool {
        cite!("815.1", "815.2");
        let name = &self.card_pool.card(card.top().card).front().definition.name;
        self.board.zone(Zone::Battle).filter_map(|id| self.object(id)).any(|object| {
            let own = &self.card_pool.card(object.top().card).front().definition;
            object.owner == card.owner && own.special.contains(&Special::Dream) && own.name == *name
        })
    }

    /// Whether an object is an evolution creature: a NEO creature only while there are cards under it (802.2,
    /// 802.4).
    pub fn is_evolution(&self, object: &Object) -> bool {
        let definition = &self.card_pool.card(object.top().card).front().definition;
        if definition.special.contains(&Special::Neo) {
            cite!("802.2", "802.4");
            return object.below() > 0;
        }
        cite!("811.1b", "813.1");
        definition.evolves()
    }

    /// The source of a scope, as far as it can be followed. Where its top card left alone, the scripts of that card
    /// follow it, and all else still means the creature that stayed.
    fn this(&self, source: ObjectId, scope: &Scope<'_>) -> ObjectId {
        let became = self.board.current(source);
        let there = self.object(source).filter(|object| object.zone == Zone::Battle);
        let Some(object) = there.filter(|_| became != source && self.card_pool.follows_what_left()) else {
            return became;
        };
        cite!("110.5a", "703.4h", "801.4c");
        let left = |card: CardId| {
            let is_of = |object: &Object| object.pieces.iter().any(|piece| piece.card == card);
            scope.event.object == Some(became) || !is_of(object) && self.object(became).is_none_or(is_of)
        };
        if scope.card.is_some_and(left) { became } else { source }
    }

    /// What a reference refers to.
    pub fn refer(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Value> {
        scope.note(reference);
        match reference {
            Ref::This => scope.source.map(|id| Value::Object(self.this(id, scope))),
            Ref::It => scope.it,
            Ref::Event => scope.event.object.map(Value::Object),
            Ref::Other => scope.event.other.map(Value::Object),
            Ref::EventPlayer => scope.event.player.map(Value::Seat),
            Ref::Chosen(place) => scope.chosen.get(usize::from(*place))?.first().copied(),
            Ref::Last => scope.last.first().copied(),
            Ref::You => scope.controller.map(Value::Seat),
            Ref::Opponent => scope.controller.map(|seat| Value::Seat(other(seat))),
            Ref::TurnPlayer => Some(Value::Seat(self.board.turn.active)),
            Ref::Owner(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.board.get(id).map(|object| Value::Seat(object.owner)),
                player => Some(player),
            },
        }
    }

    /// Everything that a reference refers to: one thing, or all that was chosen or moved.
    pub fn referred(&self, reference: &Ref, scope: &Scope<'_>) -> Vec<Value> {
        scope.note(reference);
        match reference {
            Ref::Chosen(place) => scope.chosen.get(usize::from(*place)).cloned().unwrap_or_default(),
            Ref::Last => scope.last.to_vec(),
            Ref::This
            | Ref::It
            | Ref::Event
            | Ref::Other
            | Ref::EventPlayer
            | Ref::You
            | Ref::Opponent
            | Ref::TurnPlayer
            | Ref::Owner(_) => self.refer(reference, scope).into_iter().collect(),
        }
    }

    /// The player that a reference refers to.
    pub fn seat(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Seat> {
        match self.refer(reference, scope)? {
            Value::Seat(seat) => Some(seat),
            Value::Object(id) => self.board.get(id).map(|object| object.owner),
            Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => None,
        }
    }

    /// The object that a reference refers to.
    pub fn object_of(&self, reference: &Ref, scope: &Scope<'_>) -> Option<ObjectId> {
        match self.refer(reference, scope)? {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {
                None
            }
        }
    }

    /// The civilizations of an object: of all its faces outside of the battle zone.
    pub fn civilizations(&self, id: ObjectId) -> Civilizations {
        if let Some(computed) = self.characteristics(id) {
            return computed.civilizations;
        }
        let object = self.board.get(id).filter(|object| !object.face_down);
        object.map_or(Civilizations::default(), |object| {
            let faces = self.card_pool.card(object.top().card).faces.iter();
            faces.fold(Civilizations::default(), |all, face| all.and(self.face_civilizations(object, face)))
        })
    }

    /// The printed cost of an object.
    pub fn cost(&self, id: ObjectId) -> u32 {
        cite!("201.2", "201.2a");
        let object = self.board.get(id).filter(|object| !object.face_down);
        object.map_or(0, |object| self.card_pool.card(object.top().card).front().definition.cost)
    }

    /// The group's members, in a fixed order.
    pub fn members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let matching = |ids: Vec<ObjectId>, filter: &Filter| -> Vec<Value> {
            ids.into_iter().filter(|id| self.matches(filter, *id, scope)).map(Value::Object).collect()
        };
        match group {
            Group::Of(reference) => self.referred(reference, scope),
            Group::Battle(filter) => {
                cite!("403.1");
                matching(self.board.zone(Zone::Battle).collect(), filter)
            }
            Group::In(Place::Shield, who, filter) => self
                .seat(who, scope)
                .map_or(Vec::new(), |seat| matching(self.board.shields(seat).collect(), filter)),
            Group::In(Place::UltraGr, who, filter) => {
                cite!("408.2", "701.30a", "809.2a");
                let seat = self.seat(who, scope);
                let top = seat.and_then(|seat| self.board.zone(Zone::UltraGr(seat)).next_back());
                matching(top.into_iter().collect(), filter)
            }
            Group::In(place, who, filter) => {
                cite!("400.6");
                self.seat(who, scope).map_or(Vec::new(), |seat| {
                    matching(self.board.zone(Zone::of(*place, seat)).collect(), filter)
                })
            }
            Group::Top(who, count) => {
                let Some(seat) = self.seat(who, scope) else { return Vec::new() };
                self.board
                    .zone(Zone::Deck(seat))
                    .rev()
                    .take(self.count(count, scope) as usize)
                    .map(Value::Object)
                    .collect()
            }
            Group::Looked(filter) => {
                let held =
                    |id: &ObjectId| self.board.get(*id).is_some_and(|object| object.hold == Hold::Looked);
                let decks = self
                    .board
                    .turn_order()
                    .into_iter()
                    .flat_map(|seat| self.board.all(Zone::Deck(seat)).iter().rev());
                matching(decks.copied().filter(held).collect(), filter)
            }
            Group::Players => {
                // 114.2a: where both do something, the turn player goes first.
                cite!("114.2a");
                self.board.turn_order().into_iter().map(Value::Seat).collect()
            }
            Group::Civilizations => Civilization::ALL.into_iter().map(Value::Civilization).collect(),
            Group::Races => (0..RACES.len() as u16).map(Value::Race).collect(),
            // 108.1a: no number below 0 can be chosen.
            Group::Numbers(most) => (0..=self.count(most, scope)).map(Value::Number).collect(),
            Group::Together(groups) => {
                let mut found: Vec<Value> = Vec::new();
                for value in groups.iter().flat_map(|group| self.members(group, scope)) {
                    if !found.contains(&value) {
                        found.push(value);
                    }
                }
                found
            }
            Group::CardNames | Group::Seals(_) | Group::Cards(_) => self.beside_elements(group, scope),
        }
    }

    /// The members of a group that is not of elements, cards of other zones or values that can be listed.
    fn beside_elements(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        match group {
            // They are named, and not listed.
            Group::CardNames => Vec::new(),
            Group::Seals(reference) => {
                let hosts = self.referred(reference, scope);
                let of = |value: Value| match value {
                    Value::Object(id) => self.board.seals(id),
                    Value::Seat(_)
                    | Value::Number(_)
                    | Value::Civilization(_)
                    | Value::Race(_)
                    | Value::Name(_) => Vec::new(),
                };
                hosts.into_iter().flat_map(of).map(Value::Object).collect()
            }
            Group::Cards(filter) => {
                cite!("116.3", "116.3a", "200.3b");
                let here = self.board.all(Zone::Battle).iter().copied();
                let counts = |id: &ObjectId| {
                    self.board.get(*id).is_some_and(|object| matches!(object.hold, Hold::None | Hold::Seal))
                };
                {
                    let fits = |id: &ObjectId| counts(id) && self.matches(filter, *id, scope);
                    here.filter(fits).map(Value::Object).collect()
                }
            }
            // Those are listed where all members are.
            Group::Of(_)
            | Group::Battle(_)
            | Group::In(..)
            | Group::Top(..)
            | Group::Looked(_)
            | Group::Players
            | Group::Civilizations
            | Group::Races
            | Group::Numbers(_)
            | Group::Together(_) => Vec::new(),
        }
    }

    /// The objects of a group.
    pub fn objects(&self, group: &Group, scope: &Scope<'_>) -> Vec<ObjectId> {
        let object = |value| match value {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) | Value::Name(_) => {
                None
            }
        };
        self.members(group, scope).into_iter().filter_map(object).collect()
    }

    /// A number; 0 where what it asks about does not exist.
    pub fn number(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        unsettled::note(
            match number {
                Number::Amount(AmountOf::Event) => scope.is_eventless(),
                Number::Amount(AmountOf::Last) => scope.knows < Knows::Script,
                Number::Kept(place) => scope.kept.len() <= usize::from(*place),
                _ => false,
            },
            number,
        );
        match number {
            Number::N(number) => *number,
            Number::Count(group) => bounds::signed(self.members(group, scope).len() as u32),
            // 110.5a: where the source has left, its last power there counts.
            Number::Total(Stat::Power, Group::Of(Ref::This))
                if scope.source.is_some_and(|source| self.characteristics(source).is_some()) =>
            {
                scope.source.map_or(0, |source| read_power(self.power(source)))
            }
            Number::Total(stat, group) => self
                .members(group, scope)
                .into_iter()
                .fold(0, |sum: i32, value| sum.saturating_add(self.stat(*stat, value))),
            Number::Amount(AmountOf::Event) => bounds::signed(scope.event.amount),
            Number::Amount(AmountOf::Last) => bounds::signed(scope.amount),
            Number::Amount(AmountOf::Keyword) => scope.keyword,
            Number::Kept(place) => scope.kept.get(usize::from(*place)).copied().unwrap_or(0),
            Number::Plus(a, b) => self.number(a, scope).saturating_add(self.number(b, scope)),
            Number::Happened(when) => {
                duelog_kernel::test_assert!(self.card_pool.remembers, "what is asked about is kept");
                let breaks = matches!(**when, When::Combat { role: Role::Breaks, .. });
                let often = |event: &EventContext| if breaks { event.amount } else { 1 };
                let all = |occasion: &Occasion| {
                    self.occurrences(when, scope, *occasion).iter().map(often).fold(0, u32::saturating_add)
                };
                bounds::signed(self.board.history.iter().map(all).fold(0, u32::saturating_add))
            }
            Number::Least(stat, group) => self.stats(*stat, group, scope).min().unwrap_or(0),
            Number::Greatest(stat, group) => self.stats(*stat, group, scope).max().unwrap_or(0),
            Number::Kinds(what, group) => bounds::signed(self.kinds(*what, &self.objects(group, scope))),
            Number::Until(who, such) => {
                let Some(seat) = self.seat(who, scope) else { return 0 };
                let deck: Vec<ObjectId> = self.board.zone(Zone::Deck(seat)).rev().collect();
                let found = deck.iter().position(|id| self.matches(such, *id, scope));
                bounds::signed(found.map_or(deck.len(), |place| place + 1) as u32)
            }
            Number::DividedBy(by, inner) => {
                cite!("108.2");
                self.number(inner, scope).div_euclid((*by).max(1))
            }
            Number::Times(factor, inner) => self.number(inner, scope).saturating_mul(*factor),
        }
    }

    /// What each member of a group has of this.
    fn stats<'b>(
        &'b self,
        stat: Stat,
        group: &Group,
        scope: &Scope<'_>,
    ) -> impl Iterator<Item = i32> + use<'a, 'b> {
        self.members(group, scope).into_iter().map(move |value| self.stat(stat, value))
    }

    /// What one member of a group has of this; 0 where it has nothing of the kind.
    pub fn stat(&self, stat: Stat, value: Value) -> i32 {
        match (stat, value) {
            (Stat::Power, Value::Object(id)) => read_power(self.power(id)),
            (Stat::Cost, Value::Object(id)) => bounds::signed(self.cost(id)),
            (Stat::Value, Value::Number(number)) => bounds::signed(number),
            (Stat::Power | Stat::Cost | Stat::Value, _) => 0,
        }
    }

    /// A number of things: never below 0 (108.1a).
    pub fn count(&self, number: &Number, scope: &Scope<'_>) -> u32 {
        self.number(number, scope).max(0) as u32
    }

    /// Whether all of these conditions hold.
    pub fn all_hold(&self, conditions: &[Condition], scope: &Scope<'_>) -> bool {
        cite!("604.2");
        conditions.iter().all(|condition| self.holds(condition, scope))
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        match condition {
            Condition::AtLeast(a, b) => self.number(a, scope) >= self.number(b, scope),
            Condition::Exists(group) => !self.members(group, scope).is_empty(),
            Condition::Matches(reference, filter) => {
                self.object_of(reference, scope).is_some_and(|id| self.matches(filter, id, scope))
            }
            Condition::TurnOf(who) => self.seat(who, scope) == Some(self.board.turn.active),
            Condition::Happened(when) => {
                duelog_kernel::test_assert!(self.card_pool.remembers, "what is asked about is kept");
                self.board.history.iter().any(|occasion| !self.occurrences(when, scope, *occasion).is_empty())
            }
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, scope)),
            Condition::Either(all) => all.iter().any(|condition| self.holds(condition, scope)),
            Condition::Not(inner) => !self.holds(inner, scope),
        }
    }
}
