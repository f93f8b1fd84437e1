//! What lasts, what is delayed and what waits.

use super::*;

impl Change<'_> {
    pub(super) fn effects(&mut self, event: &Event) {
        self.touched.mark(component::EFFECTS, 0);
        let timestamp =
            if matches!(event, Event::EffectBegan(_) | Event::Triggered(_)) { self.tick() } else { 0 };
        let board = &mut self.state.board;
        match event {
            Event::EffectBegan(effect) => {
                if let (LastingKind::Reveals, Binding::Locked(objects)) = (&effect.kind, &effect.binding) {
                    board.revealed.extend_from_slice(objects);
                }
                cite!("6.3.4a");
                board.effects.push(crate::state::Lasting { id: timestamp, ..effect.clone() });
            }
            Event::EffectBound(id, object, kind) => {
                let Some(effect) = there(
                    board.effects.iter_mut().find(|effect| effect.id == *id),
                    "the effect that applies",
                ) else {
                    return;
                };
                match &mut effect.binding {
                    Binding::Locked(objects) if effect.kind == *kind => objects.push(*object),
                    // 6.2.5: to this object it applies in another form, in which it was replaced.
                    Binding::Locked(_) => {
                        let own = crate::state::Lasting {
                            binding: Binding::Locked(vec![*object]),
                            kind: kind.clone(),
                            ..effect.clone()
                        };
                        board.effects.push(own);
                    }
                    Binding::Open(begun) => begun.push(*object),
                    Binding::Next(left) => {
                        *left = left.saturating_sub(1);
                        let until = if effect.until == Until::TurnThenChainLink {
                            Until::ChainLink
                        } else {
                            effect.until
                        };
                        let binding = Binding::Locked(vec![*object]);
                        let (over, bound) = (
                            *left == 0,
                            crate::state::Lasting { binding, kind: kind.clone(), until, ..effect.clone() },
                        );
                        if over {
                            *effect = bound;
                        } else {
                            board.effects.push(bound);
                        }
                    }
                }
            }
            Event::EffectLeft(id, kind) => {
                if let Some(effect) =
                    there(board.effects.iter_mut().find(|effect| effect.id == *id), "the effect that changes")
                {
                    effect.kind = kind.clone();
                }
            }
            Event::EffectWaits(id, left) => {
                if let Some(effect) =
                    there(board.effects.iter_mut().find(|effect| effect.id == *id), "the effect that changes")
                {
                    effect.binding = Binding::Next(*left);
                }
            }
            Event::EffectEnded(id) => board.effects.retain(|effect| effect.id != *id),
            Event::DelayedSet(delayed) => board.delayed.push(delayed.clone()),
            Event::DelayedDone(place) => drop_at(&mut board.delayed, *place),
            Event::RevealOver(over) => board.revealed.retain(|id| !over.contains(id)),
            Event::Shown(ids, seats) => board.looked.extend(ids.iter().map(|id| (*id, *seats))),
            Event::Watched(watched) => board.watched.clone_from(watched),
            Event::LookOver => board.looked.clear(),
            Event::ReturnSet(returning) => board.returning.push(returning.clone()),
            Event::ReturnDue(place) => {
                if let Some(returning) = there(board.returning.get_mut(usize::from(*place)), "what returns") {
                    returning.due = true;
                }
            }
            Event::ReturnDone(place) => drop_at(&mut board.returning, *place),
            Event::Triggered(waiting) => {
                board.waiting.push(crate::state::Waiting { id: timestamp, ..waiting.clone() })
            }
            Event::WaitingTold(place) => {
                if let Some(waiting) = there(board.waiting.get_mut(usize::from(*place)), "what waits") {
                    waiting.hidden = false;
                }
            }
            Event::WaitingDone(place) => drop_at(&mut board.waiting, *place),
            Event::Applied(applied) => board.applied.clone_from(applied),
            Event::StatesMet(met) => board.met.clone_from(met),
            other => astray(other),
        }
    }
}
