//! What filters look at in one face of a card.

use duelog_kernel::{ObjectId, bounds};

use crate::cite;
use crate::language::definition::{Ability, Filter, When};
use crate::language::keywords::Keyword;
use crate::language::races;
use crate::language::types::{Civilizations, Place};
use crate::rules::eval::{Scope, Sight, read_power};
use crate::state::card_pool::{Face, Held};
use crate::state::{Characteristics, Frame, Object, Value, Zone};

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
                scope.source.is_some_and(|source| source == id || sight.board.current(source) == id)
            }
            Filter::Is(reference) => sight.object_of(reference, scope) == Some(id),
            Filter::Kind(kind) => shown && self.computed.map_or(definition.kind, |own| own.kind) == *kind,
            Filter::Evolution => shown && !definition.evolution.is_empty(),
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
                shown && (self.name() == name || definition.names.contains(name))
            }
            Filter::NameHas(words) => {
                cite!("202.4");
                let names = std::iter::once(self.name()).chain(&definition.names).chain(&definition.japanese);
                shown && names.into_iter().any(|name| has_words(name, words))
            }
            Filter::Of(who) => sight.seat(who, scope) == Some(self.object.owner),
            Filter::Tapped => self.object.tapped,
            Filter::TurnedOver => self.object.turned,
            Filter::Attacking => sight.board.is_attacking(id),
            Filter::AttackingPlayer => sight.is_attacking_player(id),
            Filter::Blocking => sight.board.attack.as_ref().is_some_and(|attack| attack.blocker == Some(id)),
            Filter::Crossed => sight.is_crossed(id),
            Filter::Host => scope.source.and_then(|source| sight.board.get(source)?.attached) == Some(id),
            Filter::Power(compare, wanted) => {
                cite!("301.3");
                let power = || compare.holds(read_power(sight.power(id)), sight.number(wanted, scope));
                shown && definition.power.is_some() && power()
            }
            Filter::Cost(compare, wanted) => compare.holds(self.cost(), sight.number(wanted, scope)),
            Filter::Battling(inner) => {
                sight.opponent_in_battle(id).is_some_and(|other| sight.matches(inner, other, scope))
            }
            Filter::SharesCivilization(reference) => {
                let other = sight.object_of(reference, scope).map(|other| sight.civilizations(other));
                self.civilizations().shared(other.unwrap_or_default()).count() > 0
            }
            Filter::All(all) => all.iter().all(|filter| self.fits(filter, scope)),
            Filter::Either(all) => all.iter().any(|filter| self.fits(filter, scope)),
            Filter::Not(inner) => !self.fits(inner, scope),
        }
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
            Some(Value::Object(_) | Value::Seat(_) | Value::Number(_)) | None => false,
        }
    }

    fn says_when_put(&self) -> bool {
        // The keyword that stands before a text is no part of it.
        cite!("205.1a");
        let had = self.computed.map_or(usize::MAX, |own| own.abilities as usize);
        let put = When::Moves { what: Filter::This, from: None, to: Some(Place::Battle) };
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

    fn cost(&self) -> i32 {
        // A card that is face down costs 0.
        cite!("405.4");
        if self.object.face_down { 0 } else { bounds::signed(self.face.definition.cost) }
    }
}

impl Sight<'_> {
    /// Whether an object matches: in the battle zone by what it is there, elsewhere by one of its faces,
    /// whose information alone then counts.
    pub fn matches(&self, filter: &Filter, id: ObjectId, scope: &Scope<'_>) -> bool {
        self.board.get(id).is_some_and(|object| self.matches_object(filter, object, scope))
    }

    /// Whether an object matches as it is given here, were it one card of a pile.
    pub fn matches_object(&self, filter: &Filter, object: &Object, scope: &Scope<'_>) -> bool {
        // Of a pile only the top card is seen.
        cite!("200.3");
        let card = self.card_pool.card(object.top().card);
        let whole = self.characteristics(object.id).is_some() || object.face_down;
        if whole {
            return self.fits(filter, object, card.front(), scope);
        }
        cite!("808.3", "808.3a");
        card.faces.iter().any(|face| self.fits(filter, object, face, scope))
    }

    fn fits(&self, filter: &Filter, object: &Object, face: &Face, scope: &Scope<'_>) -> bool {
        let elsewhere =
            if self.characteristics(object.id).is_none() { self.elsewhere(object, face) } else { None };
        let computed = self.characteristics(object.id).or(elsewhere.as_ref());
        Seen { sight: self, object, face, computed }.fits(filter, scope)
    }

    fn is_attacking_player(&self, id: ObjectId) -> bool {
        let attack = self.board.attack.as_ref();
        attack.is_some_and(|attack| attack.attacker == id && matches!(attack.target, Value::Seat(_)))
    }

    fn is_crossed(&self, id: ObjectId) -> bool {
        let attached = |gear: ObjectId| self.board.get(gear).is_some_and(|gear| gear.attached == Some(id));
        self.board.zone(Zone::Battle).any(attached)
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
