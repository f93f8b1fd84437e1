//! Looking at the table: what filters match, what groups hold, what numbers are.

use duelog_kernel::script::{Cursor, Eye};
use duelog_kernel::{ObjectId, Seat, bounds};

use crate::continuous::{Computed, alter, printed};
use crate::definition::{Ability, Condition, Filter, Group, Kaijudo, Number, Ref, When};
use crate::keywords::Keyword;
use crate::library::{Face, Library};
use crate::races::RACES;
use crate::state::{Board, Characteristics, Context, EventContext, Hold, Object, Value, Zone, other};
use crate::types::{CardType, Civilization, Civilizations, Place};
use crate::{cite, rule};

/// The board with the characteristics that its elements have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub library: &'a Library,
    /// What effects make of objects.
    pub computed: &'a Computed,
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
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source and whose it is.
    pub fn of(source: ObjectId, controller: Seat) -> Scope<'a> {
        Scope { source: Some(source), controller: Some(controller), ..Scope::default() }
    }

    /// The scope of a script's context.
    pub fn context(context: &'a Context) -> Scope<'a> {
        Scope { event: context.event, chosen: &context.chosen, ..Scope::of(context.source, context.controller) }
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
        if let Some(Some(computed)) = self.computed.elements.get(id.index()) {
            return Some(computed);
        }
        cite!("110.5a");
        self.board.get(id)?.last.as_deref()
    }

    /// What effects on the zone of a card outside of the battle zone make of one of its faces (603.5b); none where none applies.
    fn elsewhere(&self, object: &Object, face: &Face) -> Option<Characteristics> {
        let alters = self.computed.elsewhere.get(&object.id)?;
        // Of a pile only the top card is seen (200.3).
        let top = self.board.get(object.id).is_some_and(|own| own.top() == object.top());
        top.then(|| {
            let mut own = printed(object.top().card, face);
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
        let elsewhere = || self.elsewhere(object, self.library.card(object.top().card).front());
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
                let front = self.library.card(object.top().card).front();
                self.elsewhere(object, front).map_or(front.definition.power.unwrap_or(0), |own| own.power)
            }),
        }
    }

    /// Whether a creature in the battle zone.
    pub fn is_creature(&self, id: ObjectId) -> bool {
        self.board.in_battle(id) && self.characteristics(id).is_some_and(|characteristics| characteristics.kind == CardType::Creature)
    }

    /// The creatures of a player in the battle zone.
    pub fn creatures(self, seat: Seat) -> impl Iterator<Item = ObjectId> + 'a {
        self.board.zone(Zone::Battle).filter(move |id| self.is_creature(*id) && self.board.get(*id).is_some_and(|object| object.owner == seat))
    }

    /// Whether a creature has been in the battle zone since before this turn, or need not have been.
    pub fn is_awake(&self, id: ObjectId) -> bool {
        cite!("301.5", "801.3");
        let Some(object) = self.board.get(id) else { return false };
        let top = object.top();
        let evolution = !self.library.card(top.card).front().definition.evolution.is_empty();
        top.since < self.board.turn.number || evolution || self.has(id, Keyword::SpeedAttacker)
    }

    /// What a reference refers to.
    pub fn refer(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Value> {
        match reference {
            Ref::This => scope.source.map(|id| Value::Object(self.board.current(id))),
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

    /// The player that a reference refers to.
    pub fn seat(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Seat> {
        match self.refer(reference, scope)? {
            Value::Seat(seat) => Some(seat),
            Value::Object(id) => self.board.get(id).map(|object| object.owner),
            Value::Number(_) | Value::Civilization(_) | Value::Race(_) => None,
        }
    }

    /// The object that a reference refers to.
    pub fn object_of(&self, reference: &Ref, scope: &Scope<'_>) -> Option<ObjectId> {
        match self.refer(reference, scope)? {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) => None,
        }
    }

    /// Whether an object matches: in the battle zone by what it is there, elsewhere by one of its faces, whose information alone then
    /// counts.
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        self.board.get(id).is_some_and(|object| self.matches_object(filter, object, scope))
    }

    /// Whether an object matches as it is given here, were it one card of a pile.
    pub fn matches_object(&self, filter: &Filter, object: &Object, scope: &Scope<'_>) -> bool {
        // Of a pile only the top card is seen.
        cite!("200.3");
        let card = self.library.card(object.top().card);
        let whole = self.characteristics(object.id).is_some() || object.face_down;
        if whole {
            return self.fits(filter, object, card.front(), scope);
        }
        cite!("808.3", "808.3a");
        card.faces.iter().any(|face| self.fits(filter, object, face, scope))
    }

    fn fits(&self, filter: &Filter, object: &Object, face: &Face, scope: &Scope<'_>) -> bool {
        let id = object.id;
        let element = self.characteristics(id);
        let elsewhere = if element.is_none() { self.elsewhere(object, face) } else { None };
        let computed = element.or(elsewhere.as_ref());
        let is = |reference: &Ref| self.object_of(reference, scope) == Some(id);
        let number = |number: &Number| self.number(number, scope);
        let blank = object.face_down;
        let civilizations = match computed {
            Some(computed) => computed.civilizations,
            None if blank => Civilizations::default(),
            None => face.civilizations,
        };
        let definition = &face.definition;
        // An element has the name of the half that it is, every other card that of both.
        let whole = || if element.is_some() { &definition.name } else { &self.library.card(object.top().card).name };
        match filter {
            Filter::Any => true,
            Filter::This => scope.source.is_some_and(|source| source == id || self.board.current(source) == id),
            Filter::Is(reference) => is(reference),
            Filter::Kind(kind) => !blank && computed.map_or(definition.kind, |computed| computed.kind) == *kind,
            Filter::Evolution => !blank && !definition.evolution.is_empty(),
            Filter::Twinpact => !blank && self.library.card(object.top().card).faces.len() > 1,
            Filter::Race(words) => {
                cite!("203.2");
                let added = computed.map_or(&[][..], |computed| &computed.races);
                !blank && definition.races.iter().chain(added).any(|race| has_words(race, words))
            }
            Filter::Civilization(civilization) => civilizations.has(*civilization),
            Filter::Colorless => {
                cite!("106.2c");
                civilizations.count() == 0
            }
            Filter::Multicolored => {
                cite!("106.2b");
                civilizations.count() > 1
            }
            Filter::ChosenRace(place) => {
                let chosen = scope.chosen.get(usize::from(*place)).and_then(|chosen| chosen.first());
                let name = if let Some(Value::Race(place)) = chosen { crate::races::name(*place) } else { "" };
                let added = computed.map_or(&[][..], |computed| &computed.races);
                !blank && definition.races.iter().chain(added).any(|race| race == name)
            }
            Filter::ChosenCivilization(place) => match scope.chosen.get(usize::from(*place)).and_then(|chosen| chosen.first()) {
                Some(Value::Civilization(civilization)) => civilizations.has(*civilization),
                _ => false,
            },
            Filter::Symbol(symbol) => {
                cite!("208.1a");
                !blank && definition.symbols.contains(symbol)
            }
            Filter::SaysWhenPut => {
                // 205.1a: the keyword that stands before a text is no part of it.
                let _ = rule!("205.1a");
                let had = computed.map_or(usize::MAX, |computed| computed.abilities as usize);
                let says = |ability: &Ability| matches!(ability, Ability::Triggered(ability) if ability.when == When::Put(Filter::This));
                !blank && definition.abilities.iter().take(had).any(says)
            }
            Filter::Keyword(keyword) => {
                let keywords = computed.map_or(&definition.keywords, |computed| &computed.keywords);
                !blank && keywords.iter().any(|own| own.is_kind_of(*keyword))
            }
            Filter::Named(name) => {
                // A card has its other names too.
                cite!("202.3a", "202.4", "808.4");
                !blank && (whole() == name || definition.names.contains(name))
            }
            Filter::NameHas(words) => {
                let names = std::iter::once(whole()).chain(&definition.names).chain(&definition.japanese);
                !blank && names.into_iter().any(|name| has_words(name, words))
            }
            Filter::Of(who) => self.seat(who, scope) == Some(object.owner),
            Filter::Tapped => object.tapped,
            Filter::TurnedOver => object.turned,
            Filter::Attacking => self.board.is_attacking(id),
            Filter::Blocking => self.board.attack.as_ref().is_some_and(|attack| attack.blocker == Some(id)),
            Filter::Crossed => self.board.zone(Zone::Battle).any(|gear| self.board.get(gear).is_some_and(|gear| gear.attached == Some(id))),
            Filter::Host => scope.source.and_then(|source| self.board.get(source)?.attached) == Some(id),
            Filter::PowerAtMost(most) => {
                cite!("301.3");
                !blank && definition.power.is_some() && read_power(self.power(id)) <= number(most)
            }
            Filter::PowerAtLeast(least) => !blank && definition.power.is_some() && read_power(self.power(id)) >= number(least),
            Filter::CostAtMost(most) => cost(definition.cost, blank) <= number(most),
            Filter::CostAtLeast(least) => cost(definition.cost, blank) >= number(least),
            Filter::SharesCivilization(reference) => {
                let other = self.object_of(reference, scope).map_or(Civilizations::default(), |other| self.civilizations(other));
                civilizations.shared(other).count() > 0
            }
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, object, face, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, object, face, scope)),
            Filter::Not(inner) => !self.fits(inner, object, face, scope),
        }
    }

    /// The civilizations of an object: of all its faces outside of the battle zone.
    pub fn civilizations(&self, id: ObjectId) -> Civilizations {
        if let Some(computed) = self.characteristics(id) {
            return computed.civilizations;
        }
        let object = self.board.get(id).filter(|object| !object.face_down);
        object.map_or(Civilizations::default(), |object| {
            let faces = self.library.card(object.top().card).faces.iter();
            faces.fold(Civilizations::default(), |all, face| all.and(self.face_civilizations(object, face)))
        })
    }

    /// The printed cost of an object.
    pub fn cost(&self, id: ObjectId) -> u32 {
        cite!("201.2", "201.2a");
        let object = self.board.get(id).filter(|object| !object.face_down);
        object.map_or(0, |object| self.library.card(object.top().card).front().definition.cost)
    }

    /// The group's members, in a fixed order.
    pub fn members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let matching = |ids: Vec<ObjectId>, filter: &Filter| -> Vec<Value> {
            ids.into_iter().filter(|id| self.matches(filter, *id, scope)).map(Value::Object).collect()
        };
        match group {
            Group::Of(reference) => self.refer(reference, scope).into_iter().collect(),
            Group::Chosen(place) => scope.chosen.get(usize::from(*place)).cloned().unwrap_or_default(),
            Group::Last => scope.last.to_vec(),
            Group::Battle(filter) => {
                cite!("403.1");
                matching(self.board.zone(Zone::Battle).collect(), filter)
            }
            Group::In(Place::Shield, who, filter) => {
                self.seat(who, scope).map_or(Vec::new(), |seat| matching(self.board.shields(seat).collect(), filter))
            }
            Group::In(place, who, filter) => {
                cite!("400.6");
                self.seat(who, scope).map_or(Vec::new(), |seat| matching(self.board.zone(Zone::of(*place, seat)).collect(), filter))
            }
            Group::Top(who, count) => {
                let Some(seat) = self.seat(who, scope) else { return Vec::new() };
                self.board.zone(Zone::Deck(seat)).rev().take(self.count(count, scope) as usize).map(Value::Object).collect()
            }
            Group::Looked(filter) => {
                let held = |id: &ObjectId| self.board.get(*id).is_some_and(|object| object.hold == Hold::Looked);
                let decks = self.board.turn_order().into_iter().flat_map(|seat| self.board.all(Zone::Deck(seat)).iter().rev());
                matching(decks.copied().filter(held).collect(), filter)
            }
            Group::Players => {
                // 114.2a: where both do something, the turn player goes first.
                let _ = rule!("114.2a");
                self.board.turn_order().into_iter().map(Value::Seat).collect()
            }
            Group::Civilizations => Civilization::ALL.into_iter().map(Value::Civilization).collect(),
            Group::Races => (0..RACES.len() as u16).map(Value::Race).collect(),
            // 108.1a: no number below 0 can be chosen.
            Group::Numbers(most) => (0..=self.count(most, scope)).map(Value::Number).collect(),
        }
    }

    /// The objects of a group.
    pub fn objects(&self, group: &Group, scope: &Scope<'_>) -> Vec<ObjectId> {
        let object = |value| match value {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) | Value::Civilization(_) | Value::Race(_) => None,
        };
        self.members(group, scope).into_iter().filter_map(object).collect()
    }

    /// A number; 0 where what it asks about does not exist.
    pub fn number(&self, number: &Number, scope: &Scope<'_>) -> i32 {
        match number {
            Number::N(number) => *number,
            Number::Count(group) => bounds::signed(self.members(group, scope).len() as u32),
            // 110.5a: where the source has left, its last power there counts.
            Number::Power(Ref::This) if scope.source.is_some_and(|source| self.characteristics(source).is_some()) => {
                scope.source.map_or(0, |source| read_power(self.power(source)))
            }
            Number::Power(reference) => self.object_of(reference, scope).map_or(0, |id| read_power(self.power(id))),
            Number::TotalPower(group) => {
                self.objects(group, scope).into_iter().fold(0, |sum: i32, id| sum.saturating_add(read_power(self.power(id))))
            }
            Number::Cost(reference) => self.object_of(reference, scope).map_or(0, |id| bounds::signed(self.cost(id))),
            Number::EventAmount => bounds::signed(scope.event.amount),
            Number::LastAmount => bounds::signed(scope.amount),
            Number::Chosen(place) => match scope.chosen.get(usize::from(*place)).and_then(|chosen| chosen.first()) {
                Some(Value::Number(number)) => bounds::signed(*number),
                _ => 0,
            },
            Number::Kept(place) => scope.kept.get(usize::from(*place)).copied().unwrap_or(0),
            Number::Plus(a, b) => self.number(a, scope).saturating_add(self.number(b, scope)),
            Number::Times(factor, inner) => self.number(inner, scope).saturating_mul(*factor),
        }
    }

    /// A number of things: never below 0 (108.1a).
    pub fn count(&self, number: &Number, scope: &Scope<'_>) -> u32 {
        self.number(number, scope).max(0) as u32
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        match condition {
            Condition::AtLeast(a, b) => self.number(a, scope) >= self.number(b, scope),
            Condition::Exists(group) => !self.members(group, scope).is_empty(),
            Condition::Matches(reference, filter) => self.object_of(reference, scope).is_some_and(|id| self.matches(filter, id, scope)),
            Condition::TurnOf(who) => self.seat(who, scope) == Some(self.board.turn.active),
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, scope)),
            Condition::Either(all) => all.iter().any(|condition| self.holds(condition, scope)),
            Condition::Not(inner) => !self.holds(inner, scope),
        }
    }
}

fn cost(printed: u32, blank: bool) -> i32 {
    // 405.4: a card that is face down costs 0.
    if blank { 0 } else { bounds::signed(printed) }
}

/// Whether `text` has `words` as whole words one after another (203.2). Japanese does not divide words, so that any part of it counts there.
fn has_words(text: &str, words: &str) -> bool {
    cite!("202.3");
    if !words.is_ascii() {
        return text.contains(words);
    }
    let letter = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, found)| !letter(text[..at].chars().next_back()) && !letter(text[at + found.len()..].chars().next()))
}

/// A script's eye on the board.
pub struct ScriptEye<'a> {
    /// The board.
    pub sight: Sight<'a>,
    /// The script's context.
    pub context: &'a Context,
    /// What the last action came to.
    pub amount: u32,
    /// What the last action made or moved.
    pub last: &'a [Value],
}

impl ScriptEye<'_> {
    fn scope<'b>(&'b self, cursor: &'b Cursor<Value>) -> Scope<'b> {
        Scope { it: cursor.it().copied(), kept: &cursor.kept, amount: self.amount, last: self.last, ..Scope::context(self.context) }
    }
}

impl Eye<Kaijudo, Value> for ScriptEye<'_> {
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
