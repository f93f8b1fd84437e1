//! What events of effects that last, of players and of the end of the game change.

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use crate::cite;
use crate::state::{Ending, Frame, Lasting, LastingKind, component};

impl StateWriter<'_> {
    pub(super) fn effect_began(&mut self, lasting: &Lasting) {
        cite!("613.6b");
        let lasting = Lasting { timestamp: self.tick(), ..lasting.clone() };
        self.effects().effects.push(lasting);
    }

    pub(super) fn shield_left(&mut self, id: u32, left: u32) {
        for effect in self.effects().effects.iter_mut().filter(|effect| effect.id == id) {
            if let LastingKind::Shield(shield) = &mut effect.kind {
                shield.left = Some(left);
            }
        }
    }

    pub(super) fn effect_used(&mut self, id: u32) {
        for effect in self.effects().effects.iter_mut().filter(|effect| effect.id == id) {
            if let LastingKind::Players { used, .. } = &mut effect.kind {
                *used = used.saturating_add(1);
            }
        }
    }

    pub(super) fn stay_left(&mut self, id: u32, left: &[ObjectId]) {
        for effect in self.effects().effects.iter_mut().filter(|effect| effect.id == id) {
            if let LastingKind::Stay { objects, .. } = &mut effect.kind {
                *objects = left.to_vec();
            }
        }
    }

    pub(super) fn effect_ended(&mut self, id: u32) {
        let effects = &mut self.effects().effects;
        debug_assert!(effects.iter().any(|effect| effect.id == id), "the effect that ends is there: {id}");
        effects.retain(|effect| effect.id != id);
    }

    /// Ends the effects of which this is so.
    pub(super) fn end_effects(&mut self, ends: impl Fn(&Lasting) -> bool) {
        if self.state.board.effects.iter().any(&ends) {
            self.effects().effects.retain(|effect| !ends(effect));
        }
    }

    pub(super) fn mana_spent(&mut self, seat: Seat, symbol: u8, amount: u16) {
        let pool = &mut self.player(seat).pool[usize::from(symbol)];
        debug_assert!(*pool >= amount, "{seat} spends {amount} of {pool} mana");
        *pool = pool.saturating_sub(amount);
        let casts =
            |frame: &Frame| if let Frame::Casting(casting) = frame { Some(casting.object) } else { None };
        let spell = self.state.board.frames.last().and_then(casts);
        if let Some(stack) = spell.and_then(|id| self.object(id)).and_then(|it| it.stack.as_mut()) {
            let spent = &mut stack.cast.spent[usize::from(symbol)];
            *spent = spent.saturating_add(amount);
        }
    }

    pub(super) fn game_ended(&mut self, ending: &Ending) {
        self.touched.mark(component::CHANCE, 0);
        self.touched.mark(component::FRAMES, 0);
        self.state.board.ending = Some(ending.clone());
        self.state.board.frames.clear();
        self.state.before = None;
    }
}
