//! Which abilities and rules objects have.

use duelog_kernel::{ObjectId, Seat, test_assert};

use crate::cite;
use crate::language::definition::{Ability, Asked, Filter, Rule, Ruling, Static, Subject};
use crate::language::types::Place;
use crate::rules::eval::{Scope, Sight};
use crate::state::card_pool::Held;
use crate::state::{Characteristics, CodeRef, Lasting, Object, Zone};

impl<'a> Sight<'a> {
    /// What is picked of the abilities of an element or a castle, and where each is written: those of its
    /// card, those that effects give it, then what its keywords mean. What must hold for it to have an ability
    /// is looked at last: most abilities are not of the kind that is asked for.
    pub fn abilities<T: 'a>(
        self,
        id: ObjectId,
        picked: impl Fn(&'a Ability) -> Option<T> + 'a,
    ) -> impl Iterator<Item = (CodeRef, T)> + 'a {
        let own = self.characteristics(id).into_iter().flat_map(move |own| self.held(own));
        let picked = own.filter_map(move |(code, held)| Some((code, held, picked(&held.ability)?)));
        picked.filter(move |(_, held, _)| self.has_now(id, held)).map(|(code, _, found)| (code, found))
    }

    /// Its abilities, whatever must hold for it to have them.
    pub fn held(self, own: &'a Characteristics) -> impl Iterator<Item = (CodeRef, &'a Held)> + 'a {
        let printed =
            (0..own.abilities).map(|place| CodeRef { card: own.card, face: 0, ability: Some(place) });
        let found =
            move |code: CodeRef| Some((code, self.card_pool.held(code.card, code.face, code.ability?)?));
        // Each keyword works by itself, however often the object has it.
        cite!("110.7");
        let keywords = own.keywords.iter().filter_map(|keyword| self.card_pool.meaning(*keyword));
        printed.chain(own.given.iter().copied()).chain(keywords).filter_map(found)
    }

    /// The abilities that are printed on a face of a card, and where each is written.
    pub fn said(self, object: &'a Object, face: u8) -> impl Iterator<Item = (CodeRef, &'a Ability)> + 'a {
        let (id, card) = (object.id, object.top().card);
        let own = self.card_pool.face(card, face).own().iter().zip(0..);
        let here = own.filter(move |(held, _)| self.has_now(id, held));
        here.map(move |(held, place)| (CodeRef { card, face, ability: Some(place) }, &held.ability))
    }

    /// The abilities that are printed on all faces of a card.
    pub fn said_by_any(self, object: &'a Object) -> impl Iterator<Item = (CodeRef, &'a Ability)> + 'a {
        let faces = self.card_pool.card(object.top().card).faces.len() as u8;
        (0..faces).flat_map(move |face| self.said(object, face))
    }

    /// The number by which a choice names an ability of an element: its place, those that effects give behind
    /// the printed ones.
    pub fn number_of(self, id: ObjectId, code: CodeRef) -> u32 {
        let Some(own) = self.characteristics(id) else { return 0 };
        let printed = self.card_pool.card(own.card).front().printed;
        match code.ability {
            Some(place) if code.card == own.card && code.face == 0 && place < printed => place,
            Some(_) | None => printed + own.given.iter().position(|given| *given == code).unwrap_or(0) as u32,
        }
    }

    /// Where the ability is written that a choice names by a face and a number.
    pub fn numbered(self, id: ObjectId, face: u8, number: u32) -> Option<CodeRef> {
        let card = self.object(id)?.top().card;
        let printed = self.card_pool.face(card, face).printed;
        match number.checked_sub(printed) {
            None => Some(CodeRef { card, face, ability: Some(number) }),
            Some(given) => self.characteristics(id)?.given.get(given as usize).copied(),
        }
    }

    /// Whether what must hold for an object to have an ability does.
    pub fn has_now(self, id: ObjectId, held: &Held) -> bool {
        let holds = |object: &Object| self.all_hold(&held.conditions, &Scope::of(id, object.owner));
        held.conditions.is_empty() || self.object(id).is_some_and(holds)
    }

    /// Whether a rule that an element has says this of it, against another object where one is meant.
    pub fn is_ruled(self, id: ObjectId, ruling: Ruling, act: Subject, other: Option<ObjectId>) -> bool {
        cite!("101.1", "101.2");
        let asked = ruling.asked(act);
        test_assert!(
            asked == Some(Asked::Against) || asked == Some(Asked::Alone) && other.is_none(),
            "{ruling:?} {act:?}"
        );
        let Some((own, object)) = self.characteristics(id).zip(self.object(id)) else { return false };
        let scope = Scope::of(id, object.owner);
        let meant = |filter: &Filter| match other {
            Some(other) => self.matches(filter, other, &scope),
            None => *filter == Filter::Any,
        };
        let says = |rule: &Rule| rule.0 == ruling && rule.1 == act && meant(&rule.2);
        own.rules.iter().filter_map(|reference| self.card_pool.rule(*reference)).any(says)
    }

    /// Whether something forbids it to an element, whatever else is concerned.
    pub fn is_forbidden(self, id: ObjectId, act: Subject) -> bool {
        self.is_ruled(id, Ruling::Forbid, act, None)
    }

    /// Whether an ability of an element, or what the card says of its own use, forbids something of a card outside
    /// of the battle zone.
    pub fn is_card_forbidden(self, id: ObjectId, act: Subject) -> bool {
        if !self.card_pool.forbids {
            return false;
        }
        // What taps cards of a mana zone or keeps them tapped is said of that zone; all else of cards wherever
        // they are.
        let of_mana = matches!(act, Subject::Untap | Subject::EnterUntapped);
        let forbidding = move |ability: &'a Ability| {
            let here = |own: &&Static| !of_mana || own.zone == Place::Mana;
            ability.forbidding(act).filter(here).map(|own| &own.what)
        };
        let meant =
            |source: ObjectId, owner: Seat, what: &Filter| self.matches(what, id, &Scope::of(source, owner));
        let elements = self.board.zone(Zone::Battle).any(|source| {
            let Some(owner) = self.object(source).map(|object| object.owner) else { return false };
            self.abilities(source, forbidding).any(|(_, what)| meant(source, owner, what))
        });
        let own = |card: &'a Object| {
            let outside = card.zone != Zone::Battle && !card.face_down;
            let mut said = self.said_by_any(card).filter_map(|(_, ability)| forbidding(ability));
            outside && said.any(|what| meant(id, card.owner, what))
        };
        let imposed = |effect: &Lasting| {
            let code = effect.imposed.and_then(|code| self.card_pool.written(code));
            let says = code.and_then(|ability| ability.forbidding(act));
            says.is_some_and(|own| self.matches(&own.what, id, &Scope::imposed(effect)))
        };
        elements || self.object(id).is_some_and(own) || self.board.effects.iter().any(imposed)
    }
}
