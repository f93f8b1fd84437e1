//! To reveal (8.5.17): for a moment, for as long as an effect lasts, or until something is found; to look
//! (8.5.11), likewise.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Filter, Group, Number, Ref, Until};
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{Binding, Board, LastingKind, Value, Zone};
use crate::{cite, rule};

impl FleshAndBlood {
    /// 8.5.17: private cards are revealed to all and are private again; as which objects (3.0.9).
    pub fn reveal(&self, play: &mut Game<'_>, seat: Seat, ids: Vec<ObjectId>) -> Vec<ObjectId> {
        let ids = self.make_public(play, seat, ids);
        for id in &ids {
            self.turn_object(play, *id, false, rule!("8.5.17b"));
        }
        let board = &play.state().board;
        ids.into_iter().map(|id| board.get(id).and_then(|object| object.became).unwrap_or(id)).collect()
    }

    /// Reveals those of the cards that are private.
    fn make_public(&self, play: &mut Game<'_>, seat: Seat, mut ids: Vec<ObjectId>) -> Vec<ObjectId> {
        cite!("8.5.17d");
        ids.retain(|id| play.state().board.get(*id).is_some_and(|object| object.exists() && !object.public));
        if !ids.is_empty() {
            self.emit(play, Event::Revealed(seat, ids.clone()), rule!("8.5.17"));
        }
        ids
    }

    /// 8.5.11a: an event has happened, and what players looked at for the moment they look at no more.
    pub fn looks_end(&self, play: &mut Game<'_>) {
        if !play.state().board.looked.is_empty() {
            play.emit(Event::LookOver, rule!("8.5.11a"));
        }
    }

    /// 8.5.17b: what was public for a time is private again where it still is; whether anything was.
    pub fn reveals_end(&self, play: &mut Game<'_>) -> bool {
        let board = &play.state().board;
        let over: Vec<ObjectId> =
            board.revealed.iter().copied().filter(|id| !is_revealed(board, *id)).collect();
        if over.is_empty() {
            return false;
        }
        play.emit(Event::RevealOver(over.clone()), rule!("8.5.17b"));
        for id in over {
            let here = |zone: Zone| !zone.is_arena() && zone != Zone::Stack;
            if play.state().board.get(id).is_some_and(|object| here(object.zone)) {
                self.turn_object(play, id, false, rule!("8.5.17b"));
            }
        }
        true
    }
}

/// Whether an effect makes an object public.
fn is_revealed(board: &Board, id: ObjectId) -> bool {
    let bound = |binding: &Binding| matches!(binding, Binding::Locked(objects) if objects.contains(&id));
    board.effects.iter().any(|effect| effect.kind == LastingKind::Reveals && bound(&effect.binding))
}

impl Act<'_, '_> {
    /// 8.5.17
    pub fn reveal(&mut self, what: &Group) {
        let (objects, owner) = self.what_is_revealed(what);
        let revealed = self.rules.reveal(self.play, owner, objects);
        self.report(revealed.len() as u32, revealed.into_iter().map(Value::Object).collect());
    }

    /// 8.5.17b: as long as the effect lasts.
    pub fn reveal_for(&mut self, what: &Group, until: Until) {
        let (objects, owner) = self.what_is_revealed(what);
        let revealed =
            if self.has_time(until) { self.rules.make_public(self.play, owner, objects) } else { Vec::new() };
        if !revealed.is_empty() {
            let effect = self.lasting(Binding::Locked(revealed.clone()), LastingKind::Reveals, until);
            self.play.emit(Event::EffectBegan(effect), rule!("8.5.17b"));
        }
        self.report(revealed.len() as u32, revealed.into_iter().map(Value::Object).collect());
    }

    /// 8.5.11: until the next event, or as long as the effect lasts.
    pub fn look_at(&mut self, who: &Ref, what: &Group, until: Option<Until>) {
        let Some(seat) = self.seat(who) else { return };
        let mut private = self.objects(what);
        cite!("8.5.11c");
        private.retain(|id| {
            self.play.state().board.get(*id).is_some_and(|object| object.exists() && !object.public)
        });
        if private.is_empty() || until.is_some_and(|until| !self.has_time(until)) {
            return;
        }
        let values: Vec<Value> = private.iter().copied().map(Value::Object).collect();
        // What is noted is who looks; the object is as private as before, and where it was.
        cite!("8.5.11b");
        match until {
            None => self.play.emit(Event::Shown(private, 1 << seat.0), rule!("8.5.11")),
            Some(until) => {
                let effect = self.lasting(Binding::Locked(private), LastingKind::Shows(1 << seat.0), until);
                self.play.emit(Event::EffectBegan(effect), rule!("8.5.11a"));
            }
        }
        self.report(values.len() as u32, values);
    }

    /// The objects of a group, and who reveals them: the owner of the first.
    fn what_is_revealed(&mut self, what: &Group) -> (Vec<ObjectId>, Seat) {
        let (objects, seat) = (self.objects(what), self.controller());
        let owner = objects
            .first()
            .and_then(|id| self.play.state().board.get(*id))
            .map_or(seat, |object| object.owner);
        (objects, owner)
    }

    /// All of them in one event. What has failed for want of cards has still revealed those that there were.
    pub fn reveal_until(&mut self, who: &Ref, count: &Number, filter: &Filter) {
        cite!("8.5.17e");
        let (Some(seat), wanted) = (self.seat(who), self.count(count)) else { return };
        let deck = self.top(seat, u32::MAX);
        let (mut cards, mut found) = (Vec::new(), 0);
        for card in deck {
            if found == wanted {
                break;
            }
            cards.push(card);
            found += u32::from(self.look(|sight, scope| sight.matches(filter, card, scope)));
        }
        let revealed = self.rules.reveal(self.play, seat, cards);
        let amount = if found == wanted { revealed.len() as u32 } else { 0 };
        self.report(amount, revealed.into_iter().map(Value::Object).collect());
    }
}
