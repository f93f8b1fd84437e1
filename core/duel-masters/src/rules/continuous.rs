//! Continuous effects (608): they all apply at once, so that only arithmetic orders them (108.2): additions,
//! subtractions, doubling after all others (206.4), a fixed power over everything (206.3).

use duelog_kernel::{ObjectId, Seat, budget};

use crate::cite;
use crate::language::definition::{Ability, Change, Number, Until, Written};
use crate::language::types::{CardType, Place};
use crate::rules::characteristics::{Computed, Stage, stage_of, whole};
use crate::rules::eval::{Scope, Sight};
use crate::state::card_pool::{CardPool, Held};
use crate::state::reads::{self, Bits};
use crate::state::{Board, CardId, CodeRef, Hold, Looked, Object, RuleRef, Settled, Zone};

/// One change of one effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Of a static ability of an object, by the card of it on which the ability stands, by place of the
    /// ability and of the change.
    Static(ObjectId, CardId, u32, u32),
    /// Of an effect from a resolution, by place of the effect and of the change.
    Lasting(usize, usize),
    /// Of the static ability that a keyword means, of each that has it, by place of the keyword and of the
    /// change.
    Keyword(u32, u32),
    /// Of a static ability that was given, of each that has it, by the ability and place of the change.
    Given(CodeRef, u32),
    /// Of a static ability that works by itself, by place of the effect and of the change.
    Imposed(usize, u32),
}

/// Since when an effect has been there.
#[derive(Clone, Copy)]
enum Began {
    /// With its source.
    With(ObjectId),
    /// As the effect of this number.
    As(u32),
}

impl Began {
    /// Whether it reached a card of a deck before that began to be looked at (605.4a).
    fn before(self, looked: Looked) -> bool {
        cite!("605.4a");
        match self {
            Began::With(source) => source < looked.objects,
            Began::As(effect) => effect <= looked.effects,
        }
    }
}

/// The effects of one moment.
#[derive(Clone, Copy)]
pub struct Layers<'a> {
    /// The board.
    pub board: &'a Board,
    /// The definitions.
    pub card_pool: &'a CardPool,
}

impl<'a> Layers<'a> {
    fn sight<'b>(&'b self, computed: &'b Computed) -> Sight<'b> {
        Sight { board: self.board, card_pool: self.card_pool, computed, unseeing: false }
    }

    /// The characteristics of every element in the battle zone, by object id.
    pub fn compute(&self) -> Computed {
        cite!("111.2b", "604.1");
        let working = self.working();
        let mut computed = self.calculate_of(&working, |_, _, _, _| {});
        if !self.board.effects.is_empty() {
            computed.reads |= reads::EFFECTS;
        }
        if self.card_pool.homes {
            // What is where it does not belong goes home.
            computed.reads |= reads::CARDS;
        }
        let mut elsewhere =
            working.iter().filter(|object| object.zone != Zone::Battle).map(|object| object.owner);
        if elsewhere.next().is_some_and(|first| elsewhere.any(|owner| owner != first)) {
            // The turn player's come first.
            computed.reads |= reads::TURN;
        }
        for object in working {
            let Some(own) = computed.elements.get(object.id) else { continue };
            let held = self.sight(&computed).held(own);
            // Before revision 5 it spoke of a card that is anywhere, once its top card had left alone.
            let speaks_of_itself = object.became.is_none() || self.card_pool.follows_what_left();
            let (mut listens, mut reads) = (false, if speaks_of_itself { 0 } else { reads::ALL });
            for (_, held) in held {
                listens |= matches!(held.ability, Ability::Triggered(_));
                reads |= held.reads;
            }
            if listens {
                computed.listening.push(object.id);
            }
            computed.reads |= reads | self.looked_at_outside(object);
        }
        let imposed = self.board.effects.iter().filter_map(|effect| self.card_pool.held_at(effect.imposed?));
        computed.reads |= imposed.fold(0, |reads, held| reads | held.reads);
        if self.card_pool.lands {
            computed.reads |= reads::CARDS;
        }
        computed
    }

    /// The bits that are looked at because an object works outside of the battle zone.
    fn looked_at_outside(&self, object: &Object) -> Bits {
        if object.zone == Zone::Battle {
            return 0;
        }
        let shield = object.attached.filter(|_| object.castle).and_then(|shield| self.board.get(shield));
        match shield.map(|shield| shield.zone) {
            // A castle falls after its shield has left, and then it depends on much when (304.3).
            Some(Zone::Shield(_)) => reads::SHIELDS,
            _ => reads::ALL,
        }
    }

    /// The same, telling each change of an object that made a difference.
    pub fn calculate(&self, observe: impl FnMut(Stage, &Piece, ObjectId, &Change<Settled>)) -> Computed {
        self.calculate_of(&self.working(), observe)
    }

    /// The same, of these objects.
    fn calculate_of(
        &self,
        working: &[&Object],
        mut observe: impl FnMut(Stage, &Piece, ObjectId, &Change<Settled>),
    ) -> Computed {
        // They apply at the same time: where the order would matter, it is that in which they stand.
        cite!("608.1");
        // Each element is written down anew.
        budget::look(4 * self.board.objects.ids());
        let mut computed = self.printed(working);
        let mut pieces: Vec<(Stage, Piece)> =
            self.pieces(working).into_iter().map(|piece| (self.stage(&piece), piece)).collect();
        pieces.sort_by_key(|(stage, _)| *stage);
        for (stage, piece) in &pieces {
            budget::tick(1);
            for (id, change) in self.alterations(&computed, piece) {
                if computed.alter(id, &change) {
                    observe(*stage, piece, id, &change);
                }
            }
        }
        computed
    }

    /// The printed characteristics of the elements, and of castles, which have effects too.
    fn printed(&self, working: &[&Object]) -> Computed {
        let mut elements = duelog_kernel::computed::Computed::with_capacity(working.len());
        for object in working {
            elements.put(object.id, whole(self.card_pool, object));
        }
        Computed { elements, ..Computed::default() }
    }

    /// The objects whose abilities work: elements, castles, lands in the mana zones.
    fn working(&self) -> Vec<&'a Object> {
        cite!("110.3d", "110.4c", "608.3b");
        let board = self.board;
        let mut working: Vec<&Object> = board.zone(Zone::Battle).filter_map(|id| board.get(id)).collect();
        let seats = board.turn_order();
        for id in seats.into_iter().flat_map(|seat| board.all(Zone::Shield(seat))) {
            working.extend(board.get(*id).filter(|object| object.castle));
        }
        cite!("313.2");
        let lands: &[Seat] = if self.card_pool.lands { &seats } else { &[] };
        for id in lands.iter().flat_map(|seat| board.all(Zone::Mana(*seat))) {
            working.extend(board.get(*id).filter(|object| self.is_working_land(object)));
        }
        working
    }

    fn is_working_land(&self, object: &Object) -> bool {
        let kind = self.card_pool.card(object.top().card).front().definition.kind;
        kind == CardType::Land && object.hold == Hold::None && !object.face_down
    }

    /// Every change of every effect, in the order in which the effects stand.
    fn pieces(&self, working: &[&Object]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        cite!("608.3");
        for object in working {
            let seen = object.beside().map(|piece| piece.card).chain([object.top().card]);
            for card in seen {
                for (place, held) in self.card_pool.card(card).front().own().iter().enumerate() {
                    if let Ability::Static(ability) = &held.ability {
                        let changes = 0..ability.changes.len() as u32;
                        pieces.extend(
                            changes.map(|change| Piece::Static(object.id, card, place as u32, change)),
                        );
                    }
                }
            }
        }
        cite!("608.2");
        for (place, effect) in self.board.effects.iter().enumerate() {
            pieces.extend((0..effect.changes.len()).map(|change| Piece::Lasting(place, change)));
            let imposed = effect.imposed.and_then(|code| self.card_pool.written(code));
            if let Some(Ability::Static(ability)) = imposed {
                let changes = 0..ability.changes.len() as u32;
                pieces.extend(changes.map(|change| Piece::Imposed(place, change)));
            }
        }
        // 608.3a: what gives a race or a civilization reaches all that its text speaks of, also what has that
        // only by another of them. They only add, so that as many rounds as there are of them are enough, in
        // any order.
        let traits: Vec<Piece> =
            pieces.iter().copied().filter(|piece| self.stage(piece) == Stage::Characteristics).collect();
        (1..traits.len()).for_each(|_| pieces.extend(&traits));
        for code in &self.card_pool.given_statics {
            if let Some(Ability::Static(ability)) = self.card_pool.written(*code) {
                pieces.extend((0..ability.changes.len() as u32).map(|change| Piece::Given(*code, change)));
            }
        }
        for (held, place) in self.card_pool.meanings().zip(0..) {
            if let Ability::Static(ability) = &held.ability {
                pieces.extend((0..ability.changes.len() as u32).map(|change| Piece::Keyword(place, change)));
            }
        }
        pieces
    }

    /// What a piece changes and how, on the board as it is.
    pub fn alterations(&self, computed: &Computed, piece: &Piece) -> Vec<(ObjectId, Change<Settled>)> {
        let sight = self.sight(computed);
        match *piece {
            Piece::Static(id, card, place, change) => {
                let Some(object) = self.board.get(id) else { return Vec::new() };
                cite!("604.2");
                let has = computed.elements.get(id).is_some_and(|own| {
                    let code = CodeRef { card, face: 0, ability: Some(place) };
                    if card == own.card { place < own.abilities } else { own.given.contains(&code) }
                });
                let Some(held) = self.card_pool.held(card, 0, place).filter(|_| has) else {
                    return Vec::new();
                };
                let Ability::Static(ability) = &held.ability else { return Vec::new() };
                let scope = Scope::of(id, object.owner);
                let Some(change) =
                    ability.changes.get(change as usize).filter(|_| sight.all_hold(&held.conditions, &scope))
                else {
                    return Vec::new();
                };
                // What is given to cards elsewhere is asked for where it matters, and is nothing that they
                // are.
                if ability.zone != Place::Battle && stage_of(change, is_negative) == Stage::Gains {
                    return Vec::new();
                }
                cite!("608.3a", "608.3c");
                let matching = self
                    .reached(ability.zone, Began::With(id))
                    .into_iter()
                    .filter(|other| sight.matches(&ability.what, *other, &scope));
                matching
                    .filter_map(|other| Some((other, settled(change, &sight, &scope, (card, 0))?)))
                    .collect()
            }
            Piece::Lasting(place, change) => {
                let Some(effect) = self.board.effects.get(place) else { return Vec::new() };
                let Some(alter) = effect.changes.get(change) else { return Vec::new() };
                let here = effect.objects.iter().filter(|id| self.board.in_battle(**id));
                here.map(|id| (*id, alter.clone())).collect()
            }
            Piece::Keyword(place, change) => self.of_keyword(&sight, place, change),
            Piece::Given(code, change) => self.of_given(&sight, code, change),
            Piece::Imposed(place, change) => self.of_imposed(&sight, place, change),
        }
    }

    /// What a change of a static ability that was given changes, of every element that has it.
    fn of_given(&self, sight: &Sight<'_>, code: CodeRef, change: u32) -> Vec<(ObjectId, Change<Settled>)> {
        let held = code.ability.and_then(|place| self.card_pool.held(code.card, code.face, place));
        let Some((held, Ability::Static(ability))) = held.map(|held| (held, &held.ability)) else {
            return Vec::new();
        };
        let Some(change) = ability.changes.get(change as usize) else { return Vec::new() };
        let mut found = Vec::new();
        for source in self.board.zone(Zone::Battle) {
            let own = sight.computed.elements.get(source);
            if !own.is_some_and(|own| own.given.contains(&code)) || !sight.has_now(source, held) {
                continue;
            }
            let Some(owner) = self.board.get(source).map(|object| object.owner) else { continue };
            cite!("604.2");
            let scope = Scope::of(source, owner);
            let reached = self.reached(ability.zone, Began::With(source));
            let meets = reached.into_iter().filter(|id| sight.matches(&ability.what, *id, &scope));
            let from = (code.card, code.face);
            found.extend(meets.filter_map(|id| Some((id, settled(change, sight, &scope, from)?))));
        }
        found
    }

    /// What a change of a static ability that works by itself changes (608.2).
    fn of_imposed(&self, sight: &Sight<'_>, place: usize, change: u32) -> Vec<(ObjectId, Change<Settled>)> {
        let Some(effect) = self.board.effects.get(place) else { return Vec::new() };
        let Some((code, Ability::Static(ability))) =
            effect.imposed.and_then(|code| Some((code, self.card_pool.written(code)?)))
        else {
            return Vec::new();
        };
        if effect.until == Until::SourceThere && !self.board.in_battle(effect.source) {
            return Vec::new();
        }
        let Some(change) = ability.changes.get(change as usize) else { return Vec::new() };
        let scope = Scope::imposed(effect);
        let reached = self.reached(ability.zone, Began::As(effect.id)).into_iter();
        let meets = reached.filter(|id| sight.matches(&ability.what, *id, &scope));
        let from = (code.card, code.face);
        meets.filter_map(|id| Some((id, settled(change, sight, &scope, from)?))).collect()
    }

    /// What a change of the static ability that a keyword means changes, of every element that has it.
    fn of_keyword(&self, sight: &Sight<'_>, place: u32, change: u32) -> Vec<(ObjectId, Change<Settled>)> {
        let Some(meant) = self.card_pool.keyword(place) else { return Vec::new() };
        let Some(Ability::Static(ability)) = self.card_pool.ability(CardId::KEYWORDS, 0, place) else {
            return Vec::new();
        };
        let Some(change) = ability.changes.get(change as usize) else { return Vec::new() };
        let mut found = Vec::new();
        for source in self.board.zone(Zone::Battle) {
            for keyword in sight.keywords(source).iter().filter(|own| own.is_kind_of(meant)) {
                let Some(owner) = self.board.get(source).map(|object| object.owner) else { continue };
                cite!("110.2c", "301.3b");
                let scope = Scope { keyword: keyword.number(), ..Scope::of(source, owner) };
                let reached = self.reached(ability.zone, Began::With(source));
                let meets = reached.into_iter().filter(|id| sight.matches(&ability.what, *id, &scope));
                let code = (CardId::KEYWORDS, 0);
                found.extend(meets.filter_map(|id| Some((id, settled(change, sight, &scope, code)?))));
            }
        }
        found
    }

    /// The objects that static abilities can change in a zone. What is pending is still there (409.1c), what
    /// is looked at is touched only by what reached it before (605.4, 605.4a), and what lies face down has
    /// nothing to change (405.4).
    fn reached(&self, place: Place, began: Began) -> Vec<ObjectId> {
        if place == Place::Battle {
            return self.board.zone(Zone::Battle).collect();
        }
        cite!("603.5b");
        let zones =
            self.board.turn_order().into_iter().flat_map(|seat| self.board.all(Zone::of(place, seat)));
        let can = |id: &ObjectId| {
            self.board.get(*id).is_some_and(|object| {
                let untouched =
                    object.hold == Hold::Looked && !object.looked.is_some_and(|own| began.before(own));
                !untouched && !object.face_down && !object.castle
            })
        };
        zones.copied().filter(can).collect()
    }

    fn stage(&self, piece: &Piece) -> Stage {
        let written = |held: Option<&Held>, change: u32| {
            let Some((held, Ability::Static(ability))) = held.map(|held| (held, &held.ability)) else {
                return Stage::Characteristics;
            };
            let change = ability.changes.get(change as usize);
            match change.map_or(Stage::Characteristics, |change| stage_of(change, is_negative)) {
                // What power or a keyword gives is worked out once those are.
                Stage::Gains if held.reads & (reads::POWER | reads::KEYWORDS) != 0 => Stage::ByPower,
                stage => stage,
            }
        };
        match *piece {
            Piece::Static(_, card, place, change) => written(self.card_pool.held(card, 0, place), change),
            Piece::Lasting(place, change) => self
                .board
                .effects
                .get(place)
                .and_then(|effect| effect.changes.get(change))
                .map_or(Stage::Characteristics, |change| stage_of(change, |power| *power < 0)),
            Piece::Given(code, change) => written(self.card_pool.held_at(code), change),
            Piece::Imposed(place, change) => {
                let imposed = self.board.effects.get(place).and_then(|effect| effect.imposed);
                written(imposed.and_then(|code| self.card_pool.held_at(code)), change)
            }
            Piece::Keyword(place, change) => written(self.card_pool.held(CardId::KEYWORDS, 0, place), change),
        }
    }
}

/// A change with what is worked out when its effect begins (608.2b), written on this face of a card; none
/// where it gives what is not written there.
pub fn settled(
    change: &Written,
    sight: &Sight<'_>,
    scope: &Scope<'_>,
    (card, face): (CardId, u8),
) -> Option<Change<Settled>> {
    Some(match change {
        Change::Add(traits) => Change::Add(traits.clone()),
        Change::Gain(keyword) => Change::Gain(*keyword),
        Change::Lose(keyword) => Change::Lose(*keyword),
        Change::Ability(ability) => {
            let place = sight.card_pool.face(card, face).place_of(ability)?;
            Change::Ability(CodeRef { card, face, ability: Some(place) })
        }
        Change::Rule(rule) => {
            let place = sight.card_pool.face(card, face).rules.iter().position(|own| own == rule)? as u16;
            Change::Rule(RuleRef { card, face, place })
        }
        Change::Power(how, number) => Change::Power(*how, sight.number(number, scope)),
        Change::ManaNumber(number) => Change::ManaNumber(sight.number(number, scope)),
        Change::BreaksMore(number) => Change::BreaksMore(sight.number(number, scope)),
        Change::Instead(this, of) => Change::Instead(*this, *of),
    })
}

/// Whether a number that is written takes power away: numbers that the board decides are added.
fn is_negative(number: &Number) -> bool {
    matches!(number, Number::N(number) if *number < 0)
}
