//! Looking at the board: what filters match, what groups hold, whether conditions hold.

mod filters;
mod linked;
mod numbers;
mod opponents;
mod teams;

use std::sync::{Arc, OnceLock};

use duelog_kernel::script::Cursor;
use duelog_kernel::unsettled::{self, Knows};
use duelog_kernel::{ObjectId, Seat, bounds, budget};

use crate::cite;
use crate::language::definition::{Ability, Change, Condition, Designation, Filter, Group, Ref, ZoneKind};
use crate::language::keyword::Keyword;
use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::{
    AbilityPlace, AbilityRef, Attack, Board, CardId, Characteristics, Chosen, Context, EventContext, Mark,
    Object, Running, StackKind, Value, Word, Zone,
};

/// The board with the characteristics that its objects have.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
    /// The characteristics by object id: of permanents, and of what effects could change elsewhere.
    pub computed: &'a [Option<Arc<Characteristics>>],
    /// Permanents with replacement abilities, by place.
    pub replacements: &'a [(ObjectId, AbilityPlace)],
    /// Objects with abilities that change the rules for players, by place.
    pub rulings: &'a [(ObjectId, AbilityRef)],
    /// The mana abilities that each player can activate, by seat, once they have been asked for; none where
    /// nothing is kept of them.
    pub sources: &'a [OnceLock<Vec<ManaSource>>],
    /// Whether it is looked at as everybody sees it: what somebody may not know could match anything.
    pub unseeing: bool,
}

impl Sight<'_> {
    /// The same as everybody sees it.
    pub fn unseeing(self) -> Self {
        Sight { unseeing: true, ..self }
    }
}

/// Characteristics by object id. Those that no effect has changed are shared with their card.
pub type Computed = Vec<Option<Arc<Characteristics>>>;

/// A mana ability that can be activated now and that only taps its permanent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManaSource {
    /// The permanent.
    pub object: ObjectId,
    /// The ability's place.
    pub place: AbilityPlace,
    /// The mana types that it can give, as bits.
    pub types: u8,
    /// How much it gives.
    pub amount: u32,
    /// What says on what the mana can be spent.
    pub mark: Option<Mark>,
}

/// From where a filter, group or number is looked at.
#[derive(Clone, Copy, Default)]
pub struct Scope<'a> {
    /// The source.
    pub source: Option<ObjectId>,
    /// Whose it is.
    pub controller: Option<Seat>,
    /// The targets by group.
    pub targets: &'a [Vec<Value>],
    /// The chosen modes.
    pub modes: &'a [u8],
    /// The chosen X.
    pub x: u32,
    /// What was divided.
    pub shares: &'a [u32],
    /// The objects that are found where they have moved (400.7).
    pub finds: &'a [ObjectId],
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
    /// The groups kept.
    pub noted: &'a [Vec<Value>],
    /// The name chosen last.
    pub named: Option<&'a str>,
    /// The card on which the ability that looks is written; that of the source where none is named.
    pub written: Option<CardId>,
    /// The objects that were chosen to pay for it.
    pub paid: &'a [ObjectId],
    /// The permanent that is to be sacrificed for it, chosen as it was announced.
    pub offered: Option<ObjectId>,
    /// Which of several opponents is at hand.
    pub opponent: Option<Seat>,
    /// The card that is looked at as the spell that it would be as it is cast.
    pub cast: Option<ObjectId>,
    /// How much of a script it knows.
    pub knows: Knows,
}

impl<'a> Scope<'a> {
    /// A scope that knows only its source and its controller.
    pub fn of(source: ObjectId, controller: Seat) -> Scope<'a> {
        Scope { source: Some(source), controller: Some(controller), ..Scope::default() }
    }

    /// The scope of a script's context.
    pub fn context(context: &'a Context) -> Scope<'a> {
        Scope {
            targets: &context.targets,
            modes: &context.modes,
            x: context.x,
            shares: &context.shares,
            finds: &context.finds,
            paid: &context.paid,
            event: context.event,
            knows: Knows::Context,
            ..Scope::of(context.source, context.controller)
        }
    }

    /// The scope of a running script that stands at a cursor.
    pub fn running(running: &'a Running, cursor: &'a Cursor<Value>) -> Scope<'a> {
        Scope {
            it: cursor.it().copied(),
            kept: &cursor.kept,
            amount: running.amount,
            last: &running.last,
            noted: &running.noted,
            named: running.named.as_deref(),
            written: Some(running.code.card),
            opponent: running.opponent,
            knows: Knows::Script,
            ..Scope::context(&running.context)
        }
    }

    /// Whether it knows of no event that has led to it.
    fn is_eventless(&self) -> bool {
        self.knows == Knows::Source && self.event == EventContext::default()
    }

    /// Notes a reference to what it does not know.
    fn note(&self, reference: &Ref) {
        let unknown = match reference {
            Ref::Target(group) => self.targets.len() <= usize::from(*group),
            Ref::It => self.it.is_none(),
            Ref::Event | Ref::EventOther | Ref::EventPlayer => self.is_eventless(),
            Ref::Last | Ref::LastWas => self.knows < Knows::Script,
            Ref::Paid => self.knows < Knows::Context,
            _ => false,
        };
        unsettled::note(unknown, reference);
    }

    /// Notes a group of what it does not know.
    fn note_group(&self, group: &Group) {
        let unknown = match group {
            Group::Targets(place) => self.targets.len() <= usize::from(*place),
            Group::Last | Group::Noted(_) | Group::AllNoted | Group::MostVotes => self.knows < Knows::Script,
            _ => false,
        };
        unsettled::note(unknown, group);
    }
}

impl<'a> Sight<'a> {
    /// The object of this id.
    pub fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.board.get(id)
    }

    /// The characteristics of an object: as computed where effects could change it, as last known when it is
    /// gone, else as printed.
    pub fn characteristics(&self, id: ObjectId) -> Option<&'a Characteristics> {
        if let Some(Some(computed)) = self.computed.get(id.index()) {
            return Some(computed);
        }
        let object = self.board.get(id)?;
        match &object.last {
            Some(last) => Some(&last.face),
            None => Some(&self.card_pool.card(object.printed()).base),
        }
    }

    /// Who controls an object; its owner outside of the battlefield and the stack (108.4).
    pub fn controller(&self, id: ObjectId) -> Option<Seat> {
        cite!("108.4", "108.4a", "109.4");
        // Only what there is has computed characteristics.
        if let Some(Some(computed)) = self.computed.get(id.index())
            && let Some(seat) = computed.controller
        {
            return Some(seat);
        }
        let object = self.board.get(id)?;
        let known = object.last.as_ref().and_then(|last| last.face.controller);
        Some(known.unwrap_or_else(|| self.board.holder(id, object.controller)))
    }

    /// The words that effects have changed in the text of a scope's source (612).
    pub fn words(&self, scope: &Scope<'_>) -> &'a [(Word, Word)] {
        // What an effect of another object has given it is none of its text.
        cite!("612.3");
        let own = |face: &&Characteristics| scope.written.is_none_or(|card| card == face.card);
        scope
            .source
            .and_then(|id| self.characteristics(id))
            .filter(own)
            .map_or(&[], |characteristics| &characteristics.words)
    }

    /// The ability at a place among those of an object.
    pub fn ability(&self, id: ObjectId, place: AbilityPlace) -> Option<(AbilityRef, &'a Ability)> {
        let reference = self.characteristics(id)?.ability(place)?;
        Some((reference, self.card_pool.ability(reference)?))
    }

    /// How often an object has an ability: what limits it limits each by itself (602.5c).
    pub fn instances(&self, id: ObjectId, ability: AbilityRef) -> u32 {
        cite!("602.5c");
        let own = self.characteristics(id).into_iter().flat_map(|own| own.abilities());
        own.filter(|(_, other)| *other == ability).count().max(1) as u32
    }

    /// Whether a permanent is a creature.
    pub fn is_creature(&self, id: ObjectId) -> bool {
        self.has_type(id, CardType::Creature)
    }

    /// Whether an object has a card type.
    pub fn has_type(&self, id: ObjectId, card_type: CardType) -> bool {
        self.characteristics(id).is_some_and(|characteristics| characteristics.types.is(card_type))
    }

    /// What an object was before it changed zones, where that is remembered (608.2g).
    pub fn before_move(&self, id: ObjectId) -> Option<ObjectId> {
        budget::look(self.board.objects.ids() / 4);
        self.board.objects.iter().find(|object| object.became().any(|new| new == id)).map(|object| object.id)
    }

    /// The attack of a creature that attacks, or that did when it was last on the battlefield (608.2g).
    pub fn attack(&self, id: ObjectId) -> Option<&'a Attack> {
        match &self.board.get(id)?.last {
            Some(last) => last.attack.as_ref(),
            None => self.board.attack(id),
        }
    }

    /// What a creature blocks that blocks, or that did when it was last on the battlefield (608.2g).
    pub fn blocks(&self, id: ObjectId) -> Option<&'a [ObjectId]> {
        match &self.board.get(id)?.last {
            Some(last) => last.blocks.as_deref(),
            None => self.board.blocks(id),
        }
    }

    /// Whether one creature attacks and the other blocks it, or whether they did when one of them was last on
    /// the battlefield.
    fn fights(&self, attacker: ObjectId, blocker: ObjectId) -> bool {
        self.attack(attacker).is_some_and(|attack| attack.blockers.contains(&blocker))
            || self.blocks(blocker).is_some_and(|blocked| blocked.contains(&attacker))
    }

    /// The player who defends against an attack (508.5).
    pub fn defending(&self, attack: &Attack) -> Seat {
        let planeswalker = |id: ObjectId| {
            let here = self.board.is_permanent(id);
            if here { self.controller(id) } else { None }
        };
        let seat = match attack.defender {
            Some(Value::Seat(seat)) => Some(seat),
            Some(Value::Object(id)) => planeswalker(id),
            Some(Value::Number(_)) | None => None,
        };
        // With two players it is the other one, also when the planeswalker has left combat.
        cite!("508.5a", "802.2a", "805.10e");
        seat.filter(|seat| !self.board.has_left(*seat))
            .or(attack.against)
            .unwrap_or_else(|| self.board.next_opponent(self.board.turn.active))
    }

    /// Whether an object is a permanent to which damage can be dealt (119.1).
    pub fn takes_damage(&self, id: ObjectId) -> bool {
        let here = self.board.is_permanent(id);
        cite!("119.1a");
        here && (self.is_creature(id) || self.has_type(id, CardType::Planeswalker))
    }

    /// Whether a permanent has a keyword.
    pub fn has(&self, id: ObjectId, keyword: Keyword) -> bool {
        self.characteristics(id).is_some_and(|characteristics| characteristics.keywords.has(keyword))
    }

    /// What a reference refers to.
    #[expect(clippy::too_many_lines, reason = "a flat table of references")]
    pub fn refer(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Value> {
        scope.note(reference);
        match reference {
            Ref::Target(group) => scope.targets.get(usize::from(*group))?.first().copied(),
            Ref::This => {
                cite!("706.11");
                cite!("201.4", "201.4b");
                scope.source.map(Value::Object)
            }
            Ref::It => scope.it,
            Ref::Event => scope.event.object.map(Value::Object),
            Ref::EventOther => {
                cite!("608.2i");
                scope.event.other.map(Value::Object)
            }
            Ref::EventPlayer => scope.event.player.map(Value::Seat),
            Ref::Attached => {
                cite!("604.4");
                let permanent = &self.board.get(scope.source?)?.permanent;
                cite!("301.5a", "301.5e", "303.4k");
                permanent.attached.map(Value::Object).or(permanent.enchanting.map(Value::Seat))
            }
            Ref::LastLinked => self.linked(scope).last().copied(),
            Ref::Encoded => {
                let on = |card: &&ObjectId| {
                    let bound = self.board.get(**card).filter(|card| Some(card.card) == scope.written);
                    bound.is_some_and(|card| card.permanent.bound == scope.source)
                };
                cite!("702.98c");
                self.board.zone(Zone::Exile).iter().find(on).map(|card| Value::Object(*card))
            }
            Ref::Bound => self.board.get(scope.source?)?.permanent.bound.map(Value::Object),
            Ref::Became(one) => {
                cite!("400.7");
                let one = self.object_of(one, scope)?;
                self.board.get(one)?.became().next().map(Value::Object)
            }
            Ref::BoundTo(one) => {
                let one = self.object_of(one, scope)?;
                self.board.get(one)?.permanent.bound.map(Value::Object)
            }
            Ref::You => {
                cite!("109.5");
                scope.controller.map(Value::Seat)
            }
            Ref::Opponent => self.opponent_at_hand(scope).map(Value::Seat),
            Ref::Controller(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.controller(id).map(Value::Seat),
                other => Some(other),
            },
            Ref::Owner(inner) => match self.refer(inner, scope)? {
                Value::Object(id) => self.board.get(id).map(|object| Value::Seat(object.owner)),
                other => Some(other),
            },
            Ref::Active => Some(Value::Seat(self.active_for(scope))),
            Ref::Defending(creature) => {
                let attack = self.object_of(creature, scope).and_then(|creature| self.attack(creature));
                cite!("508.5", "508.5a");
                Some(Value::Seat(match attack {
                    Some(attack) => self.defending(attack),
                    None => self.board.next_opponent(self.board.turn.active),
                }))
            }
            Ref::Attacked(creature) => {
                let attack = self.object_of(creature, scope).and_then(|creature| self.attack(creature));
                attack?.defender
            }
            Ref::Last => scope.last.first().copied(),
            Ref::Maker => {
                cite!("201.4a");
                self.board.get(scope.source?)?.permanent.maker.map(Value::Object)
            }
            Ref::Source(inner) => {
                let stack =
                    self.object_of(inner, scope).and_then(|id| self.board.get(id))?.stack.as_deref()?;
                match stack.kind {
                    StackKind::Spell => None,
                    StackKind::Activated(source, _)
                    | StackKind::Triggered(source, _)
                    | StackKind::Delayed(source, ..) => {
                        cite!("112.7");
                        Some(Value::Object(source))
                    }
                }
            }
            Ref::ChosenPlayer => self.chosen_player(scope).map(Value::Seat),
            Ref::ChosenObject => self.chosen_object(scope).map(Value::Object),
            Ref::Paid => scope.paid.first().map(|id| Value::Object(*id)),
            Ref::LastWas => match scope.last.first()? {
                Value::Object(id) => Some(Value::Object(self.before_move(*id).unwrap_or(*id))),
                other => Some(*other),
            },
        }
    }

    /// The player that a reference refers to.
    pub fn seat(&self, reference: &Ref, scope: &Scope<'_>) -> Option<Seat> {
        match self.refer(reference, scope)? {
            Value::Seat(seat) => Some(seat),
            Value::Object(id) => self.controller(id),
            Value::Number(_) => None,
        }
    }

    /// True if a player is whom a reference means; of several opponents each one is.
    pub fn is_seat(&self, reference: &Ref, seat: Seat, scope: &Scope<'_>) -> bool {
        if *reference == Ref::Opponent && self.board.is_multiplayer() {
            scope.note(reference);
            return self.opponents_meant(scope).contains(&seat);
        }
        self.seat(reference, scope) == Some(seat) || self.is_head(reference, seat, scope)
    }

    /// The object that a reference refers to.
    pub fn object_of(&self, reference: &Ref, scope: &Scope<'_>) -> Option<ObjectId> {
        match self.refer(reference, scope)? {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) => None,
        }
    }

    /// Power and toughness: a permanent has them only while it is a creature, whatever is printed on it (301.7a).
    pub fn size(&self, id: ObjectId) -> Option<(i32, i32)> {
        let own = self.characteristics(id)?;
        let permanent = self.board.is_permanent(id);
        cite!("208.3", "301.7a", "301.7b");
        (!permanent || own.types.is(CardType::Creature)).then_some((own.power, own.toughness))
    }

    /// Whether a protection that a source's static ability gives leaves an Aura on (702.16m).
    pub fn spares(&self, source: ObjectId, text: AbilityRef, at: u32, aura: ObjectId) -> bool {
        let changes = self.card_pool.static_ability(text).map_or(&[][..], |ability| &ability.changes);
        let Some(Change::GainSparing(_, filter)) = changes.get(at as usize) else { return false };
        let scope = Scope { source: Some(source), controller: self.controller(source), ..Scope::default() };
        self.matches(filter, aura, &scope)
    }

    /// The converted mana cost of an object (202.3).
    pub fn mana_value(&self, id: ObjectId) -> u32 {
        let (Some(object), Some(characteristics)) = (self.board.get(id), self.characteristics(id)) else {
            return 0;
        };
        cite!("107.3f", "202.3e");
        let x = object.stack.as_ref().map_or(0, |stack| stack.x);
        // A back face counts as having its front face's mana cost, but not what is only a copy of one.
        cite!("202.3a", "202.3b", "202.3d", "711.4b");
        let copy = object.copy.is_some() || object.printed() != characteristics.card;
        let front = self.card_pool.front_cost(object).filter(|_| !copy);
        // What is paid instead or besides is no part of it.
        cite!("117.8d", "117.9c", "202.3", "202.3a", "202.3f", "202.3g", "202.4");
        if let Some(other) = object.melded.filter(|_| !copy) {
            cite!("202.3c");
            let cost = |card| self.card_pool.card(card).base.cost.value(0);
            return cost(object.card).saturating_add(cost(other));
        }
        front.unwrap_or(&characteristics.cost).value(x)
    }

    /// The cards in a zone: a token on its way out of the game is none.
    fn cards(&self, zone: Zone) -> Vec<ObjectId> {
        cite!("108.2b");
        let card = |id: &ObjectId| self.object(*id).is_some_and(|card| !card.token);
        self.board.zone(zone).iter().copied().filter(card).collect()
    }

    /// The group's members, in a fixed order: those within the range of influence, where it is limited (801.10).
    pub fn members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let mut members = self.all_members(group, scope);
        if !self.board.terms.range.is_empty() {
            members.retain(|value| self.reaches(*value, scope));
        }
        members
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of groups")]
    fn all_members(&self, group: &Group, scope: &Scope<'_>) -> Vec<Value> {
        let matching = |ids: &[ObjectId], filter: &Filter| -> Vec<Value> {
            ids.iter().copied().filter(|id| self.matches(filter, *id, scope)).map(Value::Object).collect()
        };
        let cards = |zone, filter: &Filter| matching(&self.cards(zone), filter);
        scope.note_group(group);
        match group {
            group if self.is_of_each_opponent(group, scope) => self.of_each_opponent(group, scope),
            Group::Of(Ref::You) if self.means_team(scope) => {
                self.heads(scope).into_iter().map(Value::Seat).collect()
            }
            Group::Of(reference) => self.refer(reference, scope).into_iter().collect(),
            Group::Linked => self.linked(scope),
            Group::Targets(place) => scope.targets.get(usize::from(*place)).cloned().unwrap_or_default(),
            Group::All(filter) => {
                // A token is one of them like any other permanent.
                cite!("109.2", "110.5e", "403.2", "609.2");
                matching(self.board.zone(Zone::Battlefield), filter)
            }
            Group::PhasedOut(filter) => matching(&self.board.phased_out().collect::<Vec<_>>(), filter),
            Group::Hand(who, filter) => {
                self.seat(who, scope).map_or(Vec::new(), |seat| cards(Zone::Hand(seat), filter))
            }
            Group::Graveyard(who, filter) => {
                let seat = self.seat(who, scope);
                cite!("109.2a", "400.11");
                seat.map_or(Vec::new(), |seat| cards(Zone::Graveyard(seat), filter))
            }
            Group::LibraryTop(who, filter) => {
                let top = self.seat(who, scope).and_then(|seat| self.board.top(seat).next());
                top.map_or(Vec::new(), |top| matching(&[top], filter))
            }
            Group::GraveyardTop(who, filter) => {
                // What lies above all others is a card; a token on its way out of the game is none.
                let top = self.seat(who, scope).and_then(|seat| self.cards(Zone::Graveyard(seat)).pop());
                top.map_or(Vec::new(), |top| matching(&[top], filter))
            }
            Group::Topmost(who, number, filter) => {
                cite!("404.2");
                let mut all =
                    self.seat(who, scope).map_or(Vec::new(), |seat| cards(Zone::Graveyard(seat), filter));
                all.reverse();
                all.truncate(bounds::times(self.count(number, scope)));
                all
            }
            Group::Bottommost(who, number, filter) => {
                cite!("404.2");
                let mut all =
                    self.seat(who, scope).map_or(Vec::new(), |seat| cards(Zone::Graveyard(seat), filter));
                all.truncate(bounds::times(self.count(number, scope)));
                all
            }
            Group::Above(reference, number, filter) => {
                let number =
                    number.as_ref().map_or(usize::MAX, |number| bounds::times(self.count(number, scope)));
                let zone = self.object_of(reference, scope).and_then(|id| Some((id, self.object(id)?.zone)));
                let Some((id, zone @ Zone::Graveyard(_))) = zone else { return Vec::new() };
                cite!("404.2");
                let above: Vec<ObjectId> = self
                    .cards(zone)
                    .into_iter()
                    .skip_while(|card| *card != id)
                    .skip(1)
                    .take(number)
                    .collect();
                matching(&above, filter)
            }
            Group::TargetsOf(of) => {
                let stack = self.object_of(of, scope).and_then(|id| self.board.get(id)?.stack.as_deref());
                cite!("114.9");
                let mut all: Vec<Value> = Vec::new();
                for target in stack.map_or(&[][..], |stack| &stack.targets).iter().flatten() {
                    if !all.contains(target) {
                        all.push(*target);
                    }
                }
                all
            }
            Group::Top(who, number) => {
                let number = bounds::times(self.count(number, scope));
                let seat = self.seat(who, scope);
                let top = seat.map_or(Vec::new(), |seat| self.board.top(seat).take(number).collect());
                top.into_iter().map(Value::Object).collect()
            }
            Group::Bottom(who, number) => {
                let number = bounds::times(self.count(number, scope));
                let all: Vec<ObjectId> =
                    self.seat(who, scope).map_or(Vec::new(), |seat| self.board.top(seat).collect());
                all.into_iter().rev().take(number).map(Value::Object).collect()
            }
            Group::Graveyards(filter) => {
                self.board.apnap().into_iter().flat_map(|seat| cards(Zone::Graveyard(seat), filter)).collect()
            }
            Group::Spells(filter) => {
                cite!("109.2b");
                matching(&self.board.cards_in(ZoneKind::Stack), filter)
            }
            Group::In(kinds, filter) => {
                kinds.iter().flat_map(|kind| matching(&self.board.cards_in(*kind), filter)).collect()
            }
            Group::Players => {
                // The players of the active team come first.
                cite!("805.6");
                self.board.apnap().into_iter().map(Value::Seat).collect()
            }
            Group::PlayersExcept(who) => {
                if *who == Ref::You {
                    cite!("702.124b");
                    return scope.controller.map_or(Vec::new(), |own| {
                        self.opponents_of(own).into_iter().map(Value::Seat).collect()
                    });
                }
                let except = self.seat(who, scope);
                self.board.apnap().into_iter().filter(|seat| Some(*seat) != except).map(Value::Seat).collect()
            }
            Group::Last => scope.last.to_vec(),
            Group::Noted(place) => scope.noted.get(usize::from(*place)).cloned().unwrap_or_default(),
            Group::AllNoted => scope.noted.concat(),
            Group::Who(group, condition) => {
                let so = |seat: &Seat| self.holds(condition, &Scope { controller: Some(*seat), ..*scope });
                self.seats(group, scope).into_iter().filter(so).map(Value::Seat).collect()
            }
            Group::Among(group, filter) => {
                let matching =
                    |value: &Value| matches!(value, Value::Object(id) if self.matches(filter, *id, scope));
                self.members(group, scope).into_iter().filter(matching).collect()
            }
            Group::Together(groups) => groups.iter().flat_map(|group| self.members(group, scope)).collect(),
            Group::MostVotes => most_often(scope.last),
            Group::Attacked => {
                cite!("702.120a");
                self.board.combat.attacked.iter().copied().map(Value::Seat).collect()
            }
            Group::Except(group, but) => {
                // Each object stays what and where it is, and is in one pile; a pile can be empty.
                cite!("700.3", "700.3a", "700.3b", "700.3c", "700.3d");
                let but = self.members(but, scope);
                self.members(group, scope).into_iter().filter(|value| !but.contains(value)).collect()
            }
        }
    }

    /// The players of a group.
    pub fn seats(&self, group: &Group, scope: &Scope<'_>) -> Vec<Seat> {
        let seat = |value| match value {
            Value::Seat(seat) => Some(seat),
            Value::Object(_) | Value::Number(_) => None,
        };
        self.members(group, scope).into_iter().filter_map(seat).collect()
    }

    /// The objects of a group.
    pub fn objects(&self, group: &Group, scope: &Scope<'_>) -> Vec<ObjectId> {
        let object = |value| match value {
            Value::Object(id) => Some(id),
            Value::Seat(_) | Value::Number(_) => None,
        };
        self.members(group, scope).into_iter().filter_map(object).collect()
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        match condition {
            Condition::AtLeast(a, b) => self.number(a, scope) >= self.number(b, scope),
            Condition::Exists(group) => !self.members(group, scope).is_empty(),
            Condition::Matches(reference, filter) => {
                self.object_of(reference, scope).is_some_and(|id| self.matches(filter, id, scope))
            }
            Condition::Happened(when) => self.times(when, scope) > 0,
            Condition::Mode(mode) => {
                unsettled::note(scope.knows == Knows::Source && scope.modes.is_empty(), condition);
                scope.modes.contains(mode)
            }
            // Only a script asks it, and its eye answers.
            Condition::CanPlayFree(_) => {
                unsettled::note(true, condition);
                false
            }
            Condition::CostsHidden(card) => {
                let card = self.object_of(card, scope).and_then(|id| self.board.get(id));
                card.is_some_and(|card| self.card_pool.costs_hidden(card.printed()))
            }
            Condition::TurnOf(who) => {
                let mut seats = self.board.each_from(self.board.turn.active);
                seats.any(|seat| self.board.is_active(seat) && self.is_seat(who, seat, scope))
            }
            Condition::AnyOpponent(inner) => self
                .opponents_meant(scope)
                .into_iter()
                .any(|seat| self.holds(inner, &Scope { opponent: Some(seat), ..*scope })),
            Condition::Designated(who, which) => self.seat(who, scope).is_some_and(|seat| match which {
                Designation::Monarch => self.board.turn.monarch == Some(seat),
                Designation::Blessing => self.board.player(seat).blessed,
            }),
            Condition::Anchored(word) => {
                cite!("607.2e", "607.2k", "614.12b");
                self.chosen(scope).any(|chosen| matches!(chosen, Chosen::Anchor(said) if said == word))
            }
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, scope)),
            Condition::Not(inner) => !self.holds(inner, scope),
            Condition::Before(part) => self.is_before(condition, *part),
            Condition::After(part) => self.is_after(condition, *part),
            Condition::BlocksDeclared => {
                cite!("506.6f");
                self.board.combat.blocked
            }
        }
    }
}

/// What is among the values most often, each once, in the order of the values.
fn most_often(values: &[Value]) -> Vec<Value> {
    let times = |value: &Value| values.iter().filter(|other| *other == value).count();
    let most = values.iter().map(times).max().unwrap_or(0);
    let mut found: Vec<Value> = Vec::new();
    for value in values {
        if times(value) == most && !found.contains(value) {
            found.push(*value);
        }
    }
    found
}
