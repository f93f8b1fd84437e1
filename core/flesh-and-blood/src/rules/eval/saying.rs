//! What effects say of objects: with which numbers, to which they apply, and what of it is no property.

use std::borrow::Cow;

use super::*;
use crate::language::definition::{Change, Property, Written};
use crate::state::statics::is_said;
use crate::state::{Binding, FilterAt, Lasting, LastingKind, reads};

impl<'a> Sight<'a> {
    /// A change with its numbers determined (6.2.2b); where it stands is what the filters of rulings are
    /// looked up by.
    pub fn alter(
        &self,
        change: &Change<Written>,
        scope: &Scope<'_>,
        (code, at, place): (CodeRef, u16, u32),
    ) -> Option<Alter> {
        let classes = |of: &Ref| Some(self.properties(self.object_of(of, scope)?)?.types.classes());
        change.settle(
            |number| self.number(number, scope),
            |who| self.seat(who, scope),
            classes,
            |given| CodeRef::given(code.card, *given),
            |_| FilterAt { code, at, place },
        )
    }

    /// Whether an effect of a layer that modifies objects applies to this one.
    pub fn applies(&self, lasting: &Lasting, id: ObjectId) -> bool {
        match &lasting.binding {
            Binding::Locked(objects) => objects.contains(&id),
            Binding::Open(begun) => {
                let Some(filter) = self.card_pool.effect_text(lasting).0 else { return false };
                let scope = Scope::context(&lasting.context, lasting.code.card);
                // To what it has begun to apply, it goes on to apply.
                cite!("6.2.2c");
                (begun.contains(&id) && self.still(filter, id, &scope)) || self.names(filter, id, &scope)
            }
            Binding::Next(_) => false,
        }
    }

    /// Whether an object that has matched still does, whatever has become of its properties: where it is and
    /// whose it is, is asked again.
    fn still(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        match filter {
            Filter::All(all) => all.iter().all(|part| self.still(part, id, scope)),
            Filter::Either(all) => all.iter().any(|part| self.still(part, id, scope)),
            one => reads::filter(one) & reads::PROPERTIES != 0 || self.matches(one, id, scope),
        }
    }

    /// What effects say of an object that is no property, wherever it is: what is computed of it in the arena
    /// and on the stack, and what speaks of it elsewhere.
    pub fn said(&self, id: ObjectId) -> Cow<'a, [Alter]> {
        if let Some(properties) = self.computed.get(id) {
            return Cow::Borrowed(&properties.limits);
        }
        let mut found = Vec::new();
        let mut hear = |object: &Object, code: CodeRef| {
            let about = |affects: &Group, scope: &Scope<'_>| {
                // That only something can happen is said as that all else cannot.
                cite!("1.0.2a");
                match affects {
                    Group::Everything(filter) => self.matches(filter, id, scope),
                    affects => self.is_among(affects, id, scope),
                }
            };
            self.hear((object, code), is_said, about, &mut found);
        };
        let abilities = |object: &Object| {
            self.properties(object.id).map_or(&[][..], |properties| properties.abilities.as_slice())
        };
        match self.speakers {
            Some(speakers) => {
                speakers
                    .iter()
                    .filter_map(|(id, code)| Some((self.object(*id)?, *code)))
                    .for_each(|(object, code)| hear(object, code));
            }
            None => self
                .board
                .arena()
                .for_each(|object| abilities(object).iter().for_each(|code| hear(object, *code))),
        }
        let speaks = |object: &&Object| {
            object.is_card() && (self.card_pool.card(object.card).speaks || !object.exists())
        };
        cite!("1.7.4e");
        if let Some(own) = self.object(id).filter(speaks) {
            abilities(own).iter().for_each(|code| hear(own, *code));
        }
        for lasting in &self.board.effects {
            let LastingKind::Alters(alters) = &lasting.kind else { continue };
            if !alters.iter().any(is_said) {
                continue;
            }
            if self.board.is_in_force(lasting) && self.applies(lasting, id) {
                found.extend(alters.iter().copied().filter(is_said));
            }
        }
        Cow::Owned(found)
    }

    /// Returns the changes that a static ability makes, if it functions and applies to the object.
    fn hear(
        &self,
        (object, code): (&Object, CodeRef),
        meant: impl Fn(&Change<Written>) -> bool,
        about: impl Fn(&Group, &Scope<'_>) -> bool,
        found: &mut Vec<Alter>,
    ) {
        let Some(Ability::Static(ability)) = self.card_pool.ability(code) else { return };
        if !ability.changes.iter().any(&meant) || !self.functional(object, ability.from, false) {
            return;
        }
        let scope = Scope::of(object.id, self.holder(object.id).unwrap_or(object.owner), code.card);
        let holds = |condition| self.holds(condition, &scope);
        if about(&ability.affects, &scope) && ability.condition.as_ref().is_none_or(holds) {
            let changes = ability.changes.iter().enumerate().filter(|(_, change)| meant(change));
            let at = |place: usize| (code, u16::MAX, place as u32);
            found.extend(changes.filter_map(|(place, change)| self.alter(change, &scope, at(place))));
        }
    }

    /// All that effects say of the costs of some objects; an effect that speaks of several of them says it once.
    pub fn said_of_cost(&self, ids: &[ObjectId]) -> Vec<Alter> {
        let is_cost = |change: &Change<Written>| {
            matches!(change, Change::Plus(Property::Cost, _) | Change::Set(Property::Cost, _))
        };
        let mut found = Vec::new();
        let abilities = |object: &Object| {
            self.properties(object.id).map_or(&[][..], |properties| properties.abilities.as_slice())
        };
        for object in self.board.arena() {
            for code in abilities(object) {
                let about = |affects: &Group, scope: &Scope<'_>| {
                    let affected = self.objects(affects, scope);
                    ids.iter().any(|id| affected.contains(id))
                };
                self.hear((object, *code), is_cost, about, &mut found);
            }
        }
        for lasting in &self.board.effects {
            let LastingKind::Alters(alters) = &lasting.kind else { continue };
            let costs = |alter: &&Alter| {
                matches!(alter, Alter::Plus(Property::Cost, _) | Alter::Set(Property::Cost, _))
            };
            if self.board.is_in_force(lasting) && ids.iter().any(|id| self.applies(lasting, *id)) {
                found.extend(alters.iter().filter(costs).copied());
            }
        }
        found
    }

    /// Returns whether neither abilities of the arena nor effects of layers say anything of a kind of any object.
    #[inline]
    pub fn is_silent(&self, says: impl Fn(&Spoken) -> bool) -> bool {
        self.spoken.is_some_and(|spoken| spoken.knows(self.board) && !says(spoken))
    }

    /// Returns whether nothing of a kind is said of an object: neither by those abilities and effects nor by its own.
    #[inline]
    pub fn is_silent_on(&self, id: ObjectId, says: impl Fn(&Spoken) -> bool) -> bool {
        self.is_silent(&says) && !self.says_of_itself(id, says)
    }

    /// Returns whether an object outside of the arena and the stack may have abilities that say something of a kind of it.
    #[inline]
    pub fn says_of_itself(&self, id: ObjectId, says: impl Fn(&Spoken) -> bool) -> bool {
        let speaks = |object: &Object| {
            let other_abilities = !object.exists() || self.far.get(id).is_some();
            other_abilities || says(&self.card_pool.card(object.card).says)
        };
        self.object(id).is_some_and(speaks) && !self.is_computed(id)
    }

    /// Whether effects from elsewhere may say of cards outside of the arena what is no property.
    pub fn are_others_spoken_of(&self) -> bool {
        let lasting = |lasting: &Lasting| matches!(&lasting.kind, LastingKind::Alters(alters) if alters.iter().any(is_said));
        self.speakers.is_none_or(|speakers| !speakers.is_empty()) || self.board.effects.iter().any(lasting)
    }

    /// The properties of an object as it is about to leave (1.2.3).
    pub fn last_known(&self, id: ObjectId) -> Option<Arc<Properties>> {
        cite!("1.2.3", "1.2.3b");
        let object = self.object(id)?;
        let known = self.shared(id)?;
        let (power, defense, controller) = (self.power(id), self.defense(id), self.controller(id));
        let card = known.card.or(Some(object.card));
        let pitch = self.pitch(id);
        if (known.power, known.defense, known.controller, known.card, known.pitch)
            == (power, defense, controller, card, pitch)
        {
            return Some(known.clone());
        }
        Some(Arc::new(Properties { power, defense, controller, card, pitch, ..Properties::clone(known) }))
    }
}
