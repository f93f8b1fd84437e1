//! Playing a card while something resolves: without paying its mana cost (608.2f, 117.9), or for what it costs, as
//! an effect has a player do who is controlled (715.7).

use duelog_kernel::{Item, ObjectId, Seat};

use super::Act;
use crate::language::definition::{Fact, Filter, Ref, Verb};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic, verb};
use crate::state::event::Event;
use crate::state::{Awaited, Board, CastMethod, Frame, Marked, Value};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// A card is cast for one of its alternative costs while something resolves (608.2f, 117.9).
    pub(super) fn cast_for(&mut self, card: &Ref, cost: Fact) {
        let seat = self.running.context.controller;
        let Some(id) = self.look(|sight, scope| sight.object_of(card, scope)) else { return };
        let Fact::Instead(place) = cost else { return };
        let legal = self.magic.can_cast_for(&self.magic.sight(self.play), seat, id, place);
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        if legal {
            self.magic.begin_casting(self.play, seat, id, CastMethod::Alternative(place), None);
        }
    }

    pub(super) fn play_free(&mut self, card: &Ref, who: Option<&Ref>) {
        let who = who.unwrap_or(&Ref::You);
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let Some(id) = self.look(|sight, scope| sight.object_of(card, scope)) else { return };
        let (legal, land) = {
            let sight = self.magic.sight(self.play);
            let down = sight.object(id).filter(|object| object.down.is_some());
            let own = down.map(|object| sight.card_pool.card(object.card).base.types.is(CardType::Land));
            let land = own.unwrap_or_else(|| sight.has_type(id, CardType::Land));
            (self.magic.can_play_free(&sight, seat, id), land)
        };
        // What a spell that is taken back comes to; a script goes on from there.
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        if !legal {
            return;
        }
        if self.play.state().board.get(id).is_some_and(|object| object.down.is_some()) {
            self.play.emit(Event::TurnedUp(id, 0), rule!("406.3"));
        }
        let sides = self.magic.free_halves(&self.magic.sight(self.play), seat, id);
        if !sides.is_empty() {
            self.decide(who, |seat| Awaited::Side(seat, id));
        } else if land {
            self.magic.land_played(self.play, seat, id);
        } else {
            self.magic.begin_casting(self.play, seat, id, CastMethod::Free, None);
        }
    }

    /// 715.7: the player must, where it is possible; how, the player says.
    pub(super) fn play_card(&mut self, who: &Ref, card: &Ref) {
        let found = self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.object_of(card, scope)?)));
        let Some((seat, id)) = found else { return };
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        let ways = self.magic.ways_to_play(&self.magic.sight(self.play), seat, id);
        cite!("715.7");
        match ways.as_slice() {
            [] => {}
            [Item::Act(way, _)] => self.magic.play_so(self.play, seat, id, *way),
            _ => self.decide(who, |seat| Awaited::Way(seat, id)),
        }
    }
}

impl Magic {
    /// The ways in which a player can play a card for what it costs while something resolves: as a land, or as each
    /// spell that it can be.
    pub fn ways_to_play(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> Vec<Item> {
        let mut ways = Vec::new();
        if sight.has_type(id, CardType::Land) && self.can_play_free(sight, seat, id) {
            ways.push(Item::Act(verb::PLAY, id));
        }
        self.add_castings(sight, seat, id, &mut ways);
        ways
    }

    /// Plays a card in one of these ways.
    pub fn play_so(&self, play: &mut Game<'_>, seat: Seat, id: ObjectId, way: u8) {
        if way == verb::PLAY {
            return self.land_played(play, seat, id);
        }
        let card = play.state().board.get(id).map(|object| object.card);
        let face = card.and_then(|card| self.face_for(card, way));
        self.begin_casting(play, seat, id, CastMethod::Priority, face);
    }

    /// The only permanents whose mana abilities a player may activate for what an effect has the player play now,
    /// and from where that is looked at.
    pub fn mana_allowed<'a>(
        &'a self,
        sight: &Sight<'_>,
        board: &'a Board,
        seat: Seat,
    ) -> Option<(&'a Filter, Scope<'a>)> {
        board.frames.iter().enumerate().find_map(|(at, frame)| {
            let Frame::Running(running) = frame else { return None };
            let plays = match board.frames.get(at + 1) {
                Some(above) => matches!(above, Frame::Casting(_)),
                None => matches!(running.wait, Awaited::Nothing | Awaited::Way(..)),
            };
            let done = running.cursor.at.checked_sub(1).filter(|_| plays)?;
            let Verb::Play { who, mana: Some(filter), .. } = self.card_pool.verb(running.code, done)? else {
                return None;
            };
            let scope = Scope::running(running, &running.cursor);
            (sight.seat(who, &scope) == Some(seat)).then_some((filter, scope))
        })
    }

    /// Whether an effect that has a player play something keeps the player from activating mana abilities of this.
    pub fn bars_mana(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        self.mana_allowed(sight, sight.board, seat).is_some_and(|(filter, scope)| {
            cite!("715.7");
            !sight.matches(filter, id, &scope)
        })
    }

    /// Whether mana is left that could be made only to be spent on what an effect has a player play.
    pub fn leaves_mana(&self, play: &mut Game<'_>, seat: Seat) -> bool {
        let sight = self.sight(play);
        if self.mana_allowed(&sight, sight.board, seat).is_none() {
            return false;
        }
        let state = play.state();
        let (now, Some(before)) = (state.board.player(seat), &state.before) else { return false };
        let before = before.player(seat);
        let had = |mana: &Marked| {
            before.marked.iter().find(|known| known.is_like(mana)).map_or(0, |known| known.amount)
        };
        now.pool.iter().zip(before.pool).any(|(now, before)| *now > before)
            || now.marked.iter().any(|mana| mana.amount > had(mana))
    }
}
