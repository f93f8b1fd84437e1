//! Continuous effects that last (6.2).

use super::*;

impl StateWriter<'_> {
    pub(super) fn effect_began(&mut self, effect: Lasting) {
        let id = self.tick();
        let board = self.effects();
        if let (LastingKind::Reveals, Binding::Locked(objects)) = (&effect.kind, &effect.binding) {
            board.revealed.extend_from_slice(objects);
        }
        cite!("6.3.4a");
        board.effects.push(Lasting { id, ..effect });
    }

    /// An effect changes.
    pub(super) fn effect(&mut self, id: u32, change: impl FnOnce(&mut Lasting)) {
        let effect = self.effects().effects.iter_mut().find(|effect| effect.id == id);
        if let Some(effect) = there(effect, "the effect that changes") {
            change(effect);
        }
    }

    /// An effect applies to an object from now on, in the form in which nothing replaced it.
    pub(super) fn effect_bound(&mut self, id: u32, object: ObjectId, kind: LastingKind) {
        let effects = &mut self.effects().effects;
        let Some(effect) =
            there(effects.iter_mut().find(|effect| effect.id == id), "the effect that applies")
        else {
            return;
        };
        let bound = |effect: &Lasting, kind: LastingKind| Lasting {
            binding: Binding::Locked(vec![object]),
            kind,
            ..effect.clone()
        };
        match &mut effect.binding {
            Binding::Locked(objects) if effect.kind == kind => objects.push(object),
            // 6.2.5: to this object it applies in another form, in which it was replaced.
            Binding::Locked(_) => {
                let own = bound(effect, kind);
                effects.push(own);
            }
            Binding::Open(begun) => begun.push(object),
            Binding::Next(left) => {
                *left = left.saturating_sub(1);
                let over = *left == 0;
                let mut bound = bound(effect, kind);
                if bound.until == Until::TurnThenChainLink {
                    bound.until = Until::ChainLink;
                }
                if over {
                    *effect = bound;
                } else {
                    effects.push(bound);
                }
            }
        }
    }
}
