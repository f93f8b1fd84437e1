//! Transforming and flipping (701.27, 709, 711).

use std::collections::BTreeSet;

use duelog_kernel::ObjectId;

use super::Act;
use crate::cite;
use crate::language::definition::{Deed, Group, Ruling};
use crate::rule;
use crate::state::event::Event;
use crate::state::{CardId, Frame, Object};

impl Act<'_, '_> {
    /// 701.27a: each turns its other face up; what cannot, stays as it is.
    pub(super) fn transform(&mut self, what: &Group) {
        let mut seen = BTreeSet::new();
        let mut events = Vec::new();
        for id in self.permanents(what) {
            let Some(object) = self.play.state().board.get(id).filter(|_| seen.insert(id)) else { continue };
            let back = self.back(object);
            let stays = back.is_some()
                && self.look(|sight, _| {
                    cite!("101.2");
                    sight.ruled(id, Ruling::Forbid, Deed::Transform)
                });
            if let Some(back) = back.filter(|_| !stays) {
                let Some(object) = self.play.state().board.get(id) else { continue };
                events.push(Event::Transformed(id, if object.face.is_some() { None } else { Some(back) }));
            }
        }
        self.magic.emit_together(self.play, events, rule!("701.27a"));
    }

    /// 709.4: what is flipped stays flipped.
    pub(super) fn flip(&mut self, what: &Group) {
        let mut objects: Vec<ObjectId> = self.permanents(what);
        objects.sort();
        objects.dedup();
        let board = &self.play.state().board;
        let upright = |id: &ObjectId| board.get(*id).is_some_and(|object| !object.permanent.flipped);
        objects.retain(upright);
        cite!("709.4");
        let events = objects.into_iter().map(Event::Flipped).collect();
        self.magic.emit_together(self.play, events, rule!("709.2"));
    }

    /// The back face of a permanent that can transform now.
    fn back(&self, object: &Object) -> Option<CardId> {
        // 711.1: no token has another face, whatever it is a copy of.
        cite!("701.27c", "711.5");
        cite!("711.9a");
        let turns = !object.token && object.down.is_none();
        let back = self.magic.card_pool.back(object.card).filter(|_| turns)?;
        cite!("701.27d", "711.6");
        if !self.magic.card_pool.card(back).base.types.is_permanent() {
            return None;
        }
        cite!("701.27f");
        (object.id != self.source() || object.permanent.transformed <= self.begun()).then_some(back)
    }

    /// When the ability at work was put on the stack, or the delayed one set up.
    fn begun(&self) -> u32 {
        let board = &self.play.state().board;
        let resolving = board.frames.iter().rev().find_map(|frame| match frame {
            Frame::Resolving { object, .. } => Some(*object),
            _ => None,
        });
        match self.running.context.since {
            0 => resolving.and_then(|id: ObjectId| board.get(id)).map_or(0, |ability| ability.timestamp),
            since => since,
        }
    }
}
