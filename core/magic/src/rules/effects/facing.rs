//! Turning permanents face up and down (707), manifesting (701.33), exiling face down (406.3).

use duelog_kernel::ObjectId;

use super::Act;
use super::movement::placed;
use crate::cite;
use crate::language::definition::{Destination, Group, Ref};
use crate::rule;
use crate::state::event::Event;
use crate::state::{Down, MoveReason, Proposal, Zone};

impl Act<'_, '_> {
    /// 707.8: what is face up already stays so.
    pub(super) fn turn_up(&mut self, what: &Group) {
        let hidden = self.look(|sight, scope| {
            let down = |id: &ObjectId| {
                sight.object(*id).is_some_and(|card| card.zone == Zone::Exile && card.down.is_some())
            };
            sight.objects(what, scope).into_iter().filter(down).collect::<Vec<_>>()
        });
        for id in hidden {
            self.play.emit(Event::TurnedUp(id, 0), rule!("406.3"));
        }
        let ids = self.permanents(what);
        let paid = self.magic.card_pool.is_morph(self.running.code.as_ability());
        self.magic.turn_up(self.play, &ids, self.running.context.x, paid);
    }

    /// 707.2a: they become 2/2 creatures and nothing else; no double-faced permanent does.
    pub(super) fn turn_down(&mut self, what: &Group) {
        let Some(down) = self.magic.card_pool.face_down() else { return };
        let mut ids: Vec<ObjectId> = self.permanents(what);
        ids.sort();
        ids.dedup();
        let (board, pool) = (&self.play.state().board, &self.magic.card_pool);
        cite!("711.10", "712.10");
        let turns = |id: &ObjectId| {
            board.get(*id).is_some_and(|object| object.down.is_none() && !pool.is_two_sided(object.card))
        };
        let events = ids.into_iter().filter(turns).map(|id| Event::TurnedDown(id, down)).collect();
        self.magic.emit_together(self.play, events, rule!("707.2a"));
    }

    /// 701.33a: cards are put onto the battlefield face down, one by one (701.33d).
    pub(super) fn manifest(&mut self, who: &Ref, what: &Group) {
        let Some(down) = self.magic.card_pool.face_down() else { return };
        let down = Down { manifested: true, ..down };
        let mut all = self.look(|sight, scope| {
            let Some(seat) = sight.seat(who, scope) else { return Vec::new() };
            let put = |id: ObjectId| {
                let owner = sight.object(id)?.owner;
                let mut event = placed(id, owner, Destination::Battlefield, seat, MoveReason::Effect);
                if let Proposal::Move { entering, .. } = &mut event {
                    entering.down = Some(down);
                }
                Some(event)
            };
            sight.objects(what, scope).into_iter().filter_map(put).collect()
        });
        cite!("701.33a", "701.33d", "712.9");
        let rest = all.split_off(all.len().min(1));
        self.magic.happen_then(self.play, all, rest);
    }

    /// 406.3: cards are exiled face down.
    pub(super) fn hide(&mut self, what: &Group, seen: bool) {
        let source = self.source();
        let batch = self.look(|sight, scope| {
            let eyes = if seen { sight.controller(source).or(scope.controller) } else { None };
            let down = sight.card_pool.unseen(eyes.map_or(0, |seat| 1 << seat.0));
            let cards = sight.objects(what, scope);
            // A card that its player may look at, alone, is a pile of its own.
            let pile = if seen && cards.len() == 1 { 0 } else { sight.board.clock + 1 };
            let down = down.map(|down| Down { pile, ..down });
            let put = |id: ObjectId| {
                let owner = sight.object(id)?.owner;
                let mut event = placed(id, owner, Destination::Exile, owner, MoveReason::Effect);
                if let Proposal::Move { entering, .. } = &mut event {
                    entering.down = down;
                }
                Some(event)
            };
            cards.into_iter().filter_map(put).collect()
        });
        // Of a double-faced card too neither face is seen.
        cite!("406.3", "711.11");
        self.magic.happen(self.play, batch);
    }
}
