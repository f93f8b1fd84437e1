//! Continuous effects from resolutions (608.2).

use super::Act;
use crate::language::definition::{Ability, Change, Group, Ref, USABLE, Until, Written};
use crate::rules::continuous::settled;
use crate::state::event::Event;
use crate::state::{CodeRef, Lasting, Piece};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// What is changed and by how much is locked in now (110.2e, 608.2a, 608.2b).
    pub(super) fn modify(&mut self, what: &Group, changes: &[Written], until: Until) {
        let usable = changes.contains(&Change::Rule(USABLE));
        let objects = if usable { self.objects(what) } else { self.elements(what) };
        if objects.is_empty() {
            return self.came_to(Vec::new());
        }
        let code = self.running.code;
        let changes = self.look(|sight, scope| {
            changes
                .iter()
                .filter_map(|change| settled(change, sight, scope, (code.card, code.face)))
                .collect()
        });
        let (source, controller) = (self.running.context.source, self.running.context.controller);
        let id = self.play.state().board.clock + 1;
        cite!("110.2e", "608.2a");
        self.rules.emit(
            self.play,
            Event::EffectBegan(Lasting {
                id,
                source,
                controller,
                until,
                objects,
                changes,
                imposed: None,
                chosen: Vec::new(),
                seen_as: None,
            }),
            rule!("608.2b"),
        );
    }

    /// An ability begins to work by itself: what it reaches is not locked in (609.1).
    pub(super) fn impose(&mut self, ability: &Ability, until: Until) {
        let code = self.running.code;
        let place = self.rules.card_pool.face(code.card, code.face).place_of(ability);
        let imposed = place.map(|place| CodeRef { ability: Some(place), ..code });
        let context = &self.running.context;
        let (source, controller, chosen) = (context.source, context.controller, context.chosen.clone());
        let id = self.play.state().board.clock + 1;
        let (objects, changes) = (Vec::new(), Vec::new());
        let effect =
            Lasting { id, source, controller, until, objects, changes, imposed, chosen, seen_as: None };
        self.rules.emit(self.play, Event::EffectBegan(effect), rule!("608.2"));
    }

    /// The top card of a creature is seen as another one; what it is elsewhere stays what it is.
    pub(super) fn become_card(&mut self, who: &Ref, what: &Group, until: Until) {
        let (Some(id), Some(card)) = (self.object(who), self.objects(what).first().copied()) else { return };
        let board = &self.play.state().board;
        let (Some(own), Some(other)) = (board.get(id).filter(|_| board.in_battle(id)), board.get(card))
        else {
            return;
        };
        let (top, seen) = (own.top(), other.top().card);
        let mut pieces = own.pieces.clone();
        pieces[own.top_place()] = Piece { card: seen, front: Some(top.front.unwrap_or(top.card)), ..top };
        let (source, controller) = (self.running.context.source, self.running.context.controller);
        self.rules.emit(self.play, Event::Composed(id, pieces), rule!("608.2"));
        let effect = Lasting {
            id: self.play.state().board.clock + 1,
            source,
            controller,
            until,
            objects: vec![id],
            changes: Vec::new(),
            imposed: None,
            chosen: Vec::new(),
            seen_as: Some((seen, top.card)),
        };
        self.rules.emit(self.play, Event::EffectBegan(effect), rule!("608.2"));
    }
}
