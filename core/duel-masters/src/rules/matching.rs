//! What filters look at in one face of a card.

use std::collections::BTreeSet;

use duelog_kernel::{ObjectId, Seat, bounds, budget};

use crate::cite;
use crate::language::definition::{Ability, Filter, Likeness, Subject, When};
use crate::language::keywords::Keyword;
use crate::language::races;
use crate::language::types::{CardType, Civilizations, Place, Special};
use crate::rules::characteristics::printed;
use crate::rules::eval::{Scope, Sight, read_power};
use crate::state::card_pool::{Face, Held};
use crate::state::{
    Attack, AttackStage, CardId, Characteristics, EventContext, Frame, Object, Occasion, Part, Piece, Value,
    Zone,
};

/// An object as a filter sees it: by one of its faces.
struct Seen<'a> {
    /// The board.
    sight: &'a Sight<'a>,
    /// The object.
    object: &'a Object,
    /// The face.
    face: &'a Face,
    /// What effects make of it; none where none applies.
    computed: Option<&'a Characteristics>,
}

impl Seen<'_> {
    /// Whether it matches.
    fn fits(&self, filter: &Filter, scope: &Scope<'_>) -> bool {
        let (sight, id) = (self.sight, self.object.id);
        let shown = !self.object.face_down;
        let definition = &self.face.definition;
        match filter {
            Filter::Any => true,
            Filter::This => {
                let is_it = |source: ObjectId| {
                    source == id || sight.board.current(source) == id || sight.has_joined(id, source)
                };
                !scope.stayed && scope.source.is_some_and(is_it)
            }
            Filter::Is(reference) => sight.referred(reference, scope).contains(&Value::Object(id)),
            Filter::Kind(kind) => shown && self.computed.map_or(definition.kind, |own| own.kind) == *kind,
            Filter::Evolution => shown && sight.is_evolution(self.object),
            Filter::Race(words) => shown && self.has_race(|race| has_words(race, words)),
            Filter::Civilization(civilization) => self.civilizations().has(*civilization),
            Filter::Civilizations(compare, count) => {
                cite!("106.2b", "106.2c");
                compare.holds(bounds::signed(self.civilizations().count()), sight.number(count, scope))
            }
            Filter::OfChosen(place) => self.is_of_chosen(*place, scope),
            Filter::Symbol(symbol) => {
                cite!("208.1a");
                shown && definition.symbols.contains(symbol)
            }
            Filter::SaysWhenPut => shown && self.says_when_put(),
            Filter::Keyword(keyword) => shown && self.keywords().iter().any(|own| own.is_kind_of(*keyword)),
            Filter::Named(name) => {
                // A card has its other names too.
                cite!("202.3a", "202.4", "808.4");
                shown && self.names().any(|own| own == name)
            }
            Filter::NameHas(words) => {
                cite!("202.4");
                shown && self.names().chain(&definition.japanese).any(|name| has_words(name, words))
            }
            Filter::Of(who) => sight.seat(who, scope) == Some(self.object.owner),
            Filter::Tapped => self.object.tapped,
            Filter::TurnedOver => self.object.turned,
            Filter::Attacking => sight.board.is_attacking(id),
            Filter::AttackingPlayer => sight.is_attacking_player(id),
            Filter::Blocking => sight.board.attack.as_ref().is_some_and(|attack| attack.blocker == Some(id)),
            Filter::Crossed => sight.is_crossed(id),
            Filter::CrossedWith(inner) => self.is_crossed_with(inner, scope),
            Filter::Host => scope.source.and_then(|source| sight.board.get(source)?.attached) == Some(id),
            Filter::Power(compare, wanted) => {
                cite!("301.3");
                let power = || compare.holds(read_power(sight.power(id)), sight.number(wanted, scope));
                shown && definition.power.is_some() && power()
            }
            Filter::Cost(compare, wanted) => {
                let wanted = sight.number(wanted, scope);
                self.costs().into_iter().any(|cost| compare.holds(cost, wanted))
            }
            Filter::Special(special) => shown && self.is_special(*special),
            Filter::Battling(inner) => {
                sight.opponent_in_battle(id).is_some_and(|other| sight.matches(inner, other, scope))
            }
            Filter::Shares(what, among) => {
                let others = sight.objects(among, scope).into_iter().filter(|other| *other != id);
                others.filter_map(|other| sight.front(other)).any(|other| self.shares(*what, &other))
            }
            Filter::Happened(when) => sight.has_happened_to(id, when, scope),
            Filter::SilentSkill => shown && self.has_silent_skill(),
            Filter::Can(Subject::Attack) => sight.can_attack(id).is_ok(),
            Filter::Can(act) => !sight.is_forbidden(id, *act),
            Filter::EvolvesFrom(words) => shown && self.evolves_from(words),
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, scope)),
            Filter::Not(inner) => !self.fits(inner, scope),
        }
    }

    /// Whether it is an evolution creature that is put on creatures of such a race (801.1).
    fn evolves_from(&self, words: &str) -> bool {
        self.face.definition.evolution.iter().any(|own| is_of_race(own, words))
    }

    /// Whether it is crossed to, or has crossed to it, what matches.
    fn is_crossed_with(&self, inner: &Filter, scope: &Scope<'_>) -> bool {
        cite!("303.3a");
        let crossed = |id: &ObjectId| self.sight.matches(inner, *id, scope);
        // One that has left still knows what was crossed with it (110.5a).
        let left = self.object.crossed_to.filter(|left| scope.source == Some(*left));
        left.iter().chain(&self.sight.crossed_with(self.object.id)).any(crossed)
    }

    /// Whether it has this in common with another one; what lies face down has nothing but a cost (405.4).
    fn shares(&self, what: Likeness, other: &Seen<'_>) -> bool {
        match what {
            Likeness::Civilization => self.civilizations().shared(other.civilizations()).count() > 0,
            Likeness::Cost => self.costs().iter().any(|cost| other.costs().contains(cost)),
            Likeness::Name | Likeness::Race if self.object.face_down || other.object.face_down => false,
            Likeness::Name => self.names().any(|name| other.names().any(|own| own == name)),
            Likeness::Race => self.has_race(|race| other.has_race(|own| own == race)),
        }
    }

    fn has_silent_skill(&self) -> bool {
        let had = self.computed.map_or(usize::MAX, |own| own.abilities as usize);
        self.face.own().iter().take(had).any(|held| matches!(held.ability, Ability::Silent(_)))
    }

    fn civilizations(&self) -> Civilizations {
        match self.computed {
            Some(computed) => computed.civilizations,
            None if self.object.face_down => Civilizations::default(),
            None => self.face.civilizations,
        }
    }

    fn keywords(&self) -> &[Keyword] {
        self.computed.map_or(&self.face.definition.keywords, |own| &own.keywords)
    }

    fn has_race(&self, such: impl Fn(&str) -> bool) -> bool {
        cite!("203.2");
        let added = self.computed.map_or(&[][..], |own| &own.races);
        self.face.definition.races.iter().chain(added).any(|race| such(race))
    }

    fn is_of_chosen(&self, place: u8, scope: &Scope<'_>) -> bool {
        match scope.chosen.get(usize::from(place)).and_then(|chosen| chosen.first()) {
            Some(Value::Race(race)) => {
                !self.object.face_down && self.has_race(|own| own == races::name(*race))
            }
            Some(Value::Civilization(civilization)) => self.civilizations().has(*civilization),
            Some(Value::Name(place)) => {
                let named = scope.named.get(usize::from(*place));
                !self.object.face_down && named.is_some_and(|name| self.names().any(|own| own == name))
            }
            Some(Value::Object(_) | Value::Seat(_) | Value::Number(_)) | None => false,
        }
    }

    fn says_when_put(&self) -> bool {
        // The keyword that stands before a text is no part of it.
        cite!("205.1a");
        let had = self.computed.map_or(usize::MAX, |own| own.abilities as usize);
        let put = When::Moves { what: Filter::This, from: None, to: Some(Place::Battle), by: None };
        let says = |held: &Held| matches!(&held.ability, Ability::Triggered(own) if own.when == put);
        self.face.own().iter().take(had).any(says)
    }

    /// An element has the name of the half that it is, every other card that of both.
    fn name(&self) -> &String {
        match self.sight.characteristics(self.object.id) {
            Some(_) => &self.face.definition.name,
            None => &self.sight.card_pool.card(self.object.top().card).name,
        }
    }

    /// Whether it has a special type by its card or by effects.
    fn is_special(&self, special: Special) -> bool {
        cite!("204.3b");
        match special {
            Special::HyperMode => {
                cite!("814.3");
            }
            Special::SMax => {
                // What the ability of each looks for.
                cite!("813.1a");
            }
            _ => {}
        }
        let added = self.computed.map_or(&[][..], |own| &own.special);
        let driven = special == Special::Driven && self.object.driven;
        driven || self.face.definition.special.contains(&special) || added.contains(&special)
    }

    /// All names that it has: its own and that of each card that it is linked with (202.5).
    fn names(&self) -> impl Iterator<Item = &String> {
        cite!("202.5");
        let of = |face: &&Face| {
            // 810.4a: a nebula has none.
            cite!("810.4a");
            face.definition.kind != CardType::Nebula
        };
        let others = self.linked().filter(of);
        let others =
            others.flat_map(|face| [&face.definition.name].into_iter().chain(&face.definition.names));
        let own = Some(self.name()).filter(|_| of(&self.face));
        own.into_iter().chain(&self.face.definition.names).chain(others)
    }

    /// The cards that it is linked with.
    fn linked(&self) -> impl Iterator<Item = &Face> {
        let linked = self.object.beside().filter(|piece| matches!(piece.part, Part::Linked(_)));
        linked.map(|piece| self.sight.card_pool.card(piece.card).front())
    }

    /// The costs that it has: of linked cards that of each.
    fn costs(&self) -> Vec<i32> {
        // A card that is face down costs 0, and so does a cell by itself.
        cite!("405.4", "200.3b", "812.1a");
        let down = self.object.face_down;
        let own = if down { 0 } else { bounds::signed(self.face.definition.cost) };
        let others = self.linked().map(|face| bounds::signed(face.definition.cost));
        let all: Vec<i32> = std::iter::once(own).chain(others).collect();
        if !self.object.is_linked() || !matches!(self.face.definition.kind, CardType::Cell | CardType::Core) {
            return all;
        }
        // A creature of cells has the one cost that is printed over them.
        all.into_iter().chain([bounds::signed(self.face.definition.belongs.cost)]).max().into_iter().collect()
    }
}

impl Sight<'_> {
    /// Whether an object matches: in the battle zone by what it is there, elsewhere by one of its faces,
    /// whose information alone then counts.
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        let matches = |object: &Object| {
            self.unseeing && object.known_to() != u8::MAX || self.matches_object(filter, object, scope)
        };
        self.board.get(id).is_some_and(matches)
    }

    /// Whether an object matches as it is given here, were it one card of a pile.
    pub fn matches_object(&self, filter: &Filter, object: &Object, scope: &Scope<'_>) -> bool {
        // Of a pile only the top card is seen.
        cite!("200.3", "200.3c", "804.3", "806.3");
        let card = self.card_pool.card(object.top().card);
        let whole = self.characteristics(object.id).is_some() || object.face_down;
        if whole {
            return self.fits(filter, object, card.front(), scope);
        }
        cite!("808.3", "808.3a");
        let own = card.faces.iter().any(|face| self.fits(filter, object, face, scope));
        own || self.matches_other_side(filter, object, scope)
    }

    /// Whether a card outside of the battle zone that counts with either face matches by another one (807.3,
    /// 810.2).
    fn matches_other_side(&self, filter: &Filter, object: &Object, scope: &Scope<'_>) -> bool {
        let top = object.top();
        let sides = self.card_pool.sides(top.card);
        let definition = &self.card_pool.card(top.card).front().definition;
        let either = definition.special.contains(&Special::Forbidden)
            || matches!(definition.kind, CardType::Ritual | CardType::Nebula);
        if sides.len() < 2 || !either || matches!(object.zone, Zone::Battle | Zone::Gone) {
            return false;
        }
        cite!("807.3", "810.2");
        sides.iter().filter(|side| **side != top.card).any(|side| {
            let turned = Object { pieces: vec![Piece::of(*side, top.since)], ..object.clone() };
            self.fits(filter, &turned, self.card_pool.card(*side).front(), scope)
        })
    }

    /// Whether such an event has happened this turn, of which this is the object.
    fn has_happened_to(&self, id: ObjectId, when: &When, scope: &Scope<'_>) -> bool {
        let of = |event: &EventContext| event.object == Some(id);
        let hit = |occasion: &Occasion| self.occurrences(when, scope, *occasion).iter().any(of);
        self.board.history.iter().any(hit)
    }

    /// An object by its front.
    fn front(&self, id: ObjectId) -> Option<Seen<'_>> {
        let object = self.board.get(id)?;
        let face = self.card_pool.card(object.top().card).front();
        Some(Seen { sight: self, object, face, computed: self.characteristics(id) })
    }

    /// How many different civilizations, races, names or costs objects have.
    pub fn kinds(&self, what: Likeness, of: &[ObjectId]) -> u32 {
        let seen: Vec<Seen<'_>> = of.iter().filter_map(|id| self.front(*id)).collect();
        let shown = || seen.iter().filter(|one| !one.object.face_down);
        let count = match what {
            Likeness::Civilization => {
                cite!("106.2b");
                let all = |all: Civilizations, id: &ObjectId| all.and(self.civilizations(*id));
                return of.iter().fold(Civilizations::default(), all).count();
            }
            Likeness::Race => {
                let races = shown().flat_map(|one| {
                    let added = one.computed.map_or(&[][..], |own| &own.races);
                    one.face.definition.races.iter().chain(added)
                });
                races.collect::<BTreeSet<_>>().len()
            }
            Likeness::Name => shown().flat_map(Seen::names).collect::<BTreeSet<_>>().len(),
            Likeness::Cost => seen.iter().flat_map(Seen::costs).collect::<BTreeSet<_>>().len(),
        };
        count as u32
    }

    /// Whether a card by itself matches, whatever it is linked with.
    pub fn matches_card(&self, filter: &Filter, card: CardId, owner: Seat, scope: &Scope<'_>) -> bool {
        budget::tick(1);
        let face = self.card_pool.card(card).front();
        let own = printed(card, 0, face);
        let object = Object::alone(card, owner);
        Seen { sight: self, object: &object, face, computed: Some(&own) }.fits(filter, scope)
    }

    /// Whether something that came into the battle zone has become a part of an element as it came (803.1a).
    fn has_joined(&self, id: ObjectId, element: ObjectId) -> bool {
        let gone = self.object(id).is_some_and(|object| object.zone == Zone::Gone && object.last.is_none());
        gone && self.board.current(id) == element && self.board.in_battle(element)
    }

    fn fits(&self, filter: &Filter, object: &Object, face: &Face, scope: &Scope<'_>) -> bool {
        budget::tick(1);
        let elsewhere =
            if self.characteristics(object.id).is_none() { self.elsewhere(object, face) } else { None };
        let computed = self.characteristics(object.id).or(elsewhere.as_ref());
        Seen { sight: self, object, face, computed }.fits(filter, scope)
    }

    fn is_attacking_player(&self, id: ObjectId) -> bool {
        // As it becomes blocked it is looked at what it attacked until then.
        let until_now = |attack: &Attack| attack.stage == AttackStage::Redirecting && attack.at_player;
        let at_player = |attack: &Attack| matches!(attack.target, Value::Seat(_)) || until_now(attack);
        self.board.attack.as_ref().is_some_and(|attack| attack.attacker == id && at_player(attack))
    }

    fn is_crossed(&self, id: ObjectId) -> bool {
        let attached = |gear: ObjectId| self.board.get(gear).is_some_and(|gear| gear.attached == Some(id));
        self.board.zone(Zone::Battle).any(attached)
    }

    /// The cross gears that are crossed to a creature, or the creature that a cross gear is crossed to.
    fn crossed_with(&self, id: ObjectId) -> Vec<ObjectId> {
        let attached = |gear: &ObjectId| self.board.get(*gear).is_some_and(|gear| gear.attached == Some(id));
        let host = self.board.get(id).and_then(|object| object.attached);
        self.board.zone(Zone::Battle).filter(attached).chain(host).collect()
    }

    /// The creature that a creature battles at this moment (115).
    fn opponent_in_battle(&self, id: ObjectId) -> Option<ObjectId> {
        let battle = self
            .board
            .frames
            .iter()
            .rev()
            .find_map(|frame| if let Frame::Battle(battle) = frame { Some(battle) } else { None })?;
        match (battle.one == id, battle.two == id) {
            (true, _) => Some(battle.two),
            (false, true) => Some(battle.one),
            (false, false) => None,
        }
    }
}

/// Whether what a filter asks for is of a race with these words, whatever else it must be.
fn is_of_race(filter: &Filter, words: &str) -> bool {
    match filter {
        Filter::Race(race) => has_words(race, words),
        Filter::All(all) => all.iter().any(|part| is_of_race(part, words)),
        Filter::Either(all) => !all.is_empty() && all.iter().all(|part| is_of_race(part, words)),
        _ => false,
    }
}

/// Whether `text` has `words` as whole words one after another (203.2). Japanese does not divide words, so
/// that any part of it counts there.
fn has_words(text: &str, words: &str) -> bool {
    cite!("202.3", "203.2");
    if !words.is_ascii() {
        return text.contains(words);
    }
    let letter = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, found)| {
        !letter(text[..at].chars().next_back()) && !letter(text[at + found.len()..].chars().next())
    })
}
