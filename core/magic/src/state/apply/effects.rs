//! What events of effects that last, of players and of the end of the game change.

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use crate::cite;
use crate::language::definition::Until;
use crate::state::{Ending, Frame, Lasting, LastingKind, Marked, component};

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

    pub(super) fn copies_set(&mut self, id: u32, now: &[ObjectId]) {
        for effect in self.effects().effects.iter_mut().filter(|effect| effect.id == id) {
            if let LastingKind::Copies { objects, .. } = &mut effect.kind {
                *objects = now.to_vec();
            }
        }
    }

    pub(super) fn effect_ended(&mut self, id: u32) {
        let is_there = self.state.board.effects.iter().any(|effect| effect.id == id);
        duelog_kernel::test_assert!(is_there, "the effect that ends is there: {id}");
        self.end_effects(|effect| effect.id == id);
    }

    /// Ends the effects of which this is so.
    pub(super) fn end_effects(&mut self, ends: impl Fn(&Lasting) -> bool) {
        let effects = &self.state.board.effects;
        if effects.iter().any(&ends) {
            let offers: Vec<u32> =
                effects.iter().filter(|effect| ends(effect)).filter_map(|effect| effect.offer).collect();
            self.effects().effects.retain(|effect| !ends(effect));
            self.offers_left(&offers);
        }
    }

    /// Effects of which this is so do not change the object any more; one that changes nothing else ends.
    pub(super) fn leave_effects(&mut self, id: ObjectId, these: impl Fn(&Lasting) -> bool) {
        self.end_effects(|effect| these(effect) && effect.changed() == [id]);
        if self.state.board.effects.iter().any(|effect| these(effect) && effect.changes(id)) {
            for effect in self.effects().effects.iter_mut().filter(|effect| these(effect)) {
                if let LastingKind::Alter { objects, .. }
                | LastingKind::Copy { objects, .. }
                | LastingKind::Copies { objects, .. } = &mut effect.kind
                {
                    objects.retain(|other| *other != id);
                }
            }
        }
    }

    /// A delayed ability is used up, or does not trigger any more.
    pub(super) fn delayed_done(&mut self, place: usize) {
        let done = self.effects().delayed.remove(place);
        self.offers_left(done.offer.as_slice());
    }

    /// What can be done only to end something can be done no more where nothing of that is left.
    pub(super) fn offers_left(&mut self, offers: &[u32]) {
        let board = &self.state.board;
        let over = |effect: &Lasting| {
            let id = Some(effect.id);
            effect.until == Until::Needed
                && offers.contains(&effect.id)
                && !board.effects.iter().any(|other| other.offer == id)
                && !board.delayed.iter().any(|delayed| delayed.offer == id)
        };
        let over: Vec<u32> =
            board.effects.iter().filter(|effect| over(effect)).map(|effect| effect.id).collect();
        if !over.is_empty() {
            self.effects().effects.retain(|effect| !over.contains(&effect.id));
        }
    }

    /// A spell resolves: who controls players while it does begins to.
    pub(super) fn control_begins(&mut self, spell: ObjectId) {
        let waits = |effect: &Lasting| {
            effect.on == Some(spell) && matches!(effect.kind, LastingKind::Control { waits: true, .. })
        };
        if !self.state.board.effects.iter().any(waits) {
            return;
        }
        for effect in self.effects().effects.iter_mut().filter(|effect| effect.on == Some(spell)) {
            if let LastingKind::Control { waits, .. } = &mut effect.kind {
                *waits = false;
            }
        }
    }

    pub(super) fn mana_spent(&mut self, seat: Seat, symbol: u8, amount: u16) {
        let pool = &mut self.player(seat).pool[usize::from(symbol)];
        duelog_kernel::test_assert!(*pool >= amount, "{seat} spends {amount} of {pool} mana");
        *pool = pool.saturating_sub(amount);
        self.note_spent(symbol, amount);
    }

    pub(super) fn marked_spent(&mut self, seat: Seat, mana: &Marked) {
        let marked = &mut self.player(seat).marked;
        if let Some(known) = marked.iter_mut().find(|known| known.is_like(mana)) {
            duelog_kernel::test_assert!(known.amount >= mana.amount, "{seat} spends {mana:?} of {known:?}");
            known.amount = known.amount.saturating_sub(mana.amount);
        }
        marked.retain(|known| known.amount > 0);
        self.note_spent(mana.symbol, mana.amount);
    }

    /// The ability at work has given mana of this type.
    pub(super) fn type_given(&mut self, symbol: u8) {
        self.touched.mark(component::FRAMES, 0);
        let mut frames = self.state.board.frames.iter_mut().rev();
        let running =
            frames.find_map(|frame| if let Frame::Running(running) = frame { Some(running) } else { None });
        running.into_iter().for_each(|running| running.gave |= 1 << symbol);
    }

    /// Whatever is known of the mana stays as it is.
    pub(super) fn mana_taken(&mut self, from: Seat, to: Seat) {
        let player = self.player(from);
        let (pool, marked) = (std::mem::take(&mut player.pool), std::mem::take(&mut player.marked));
        let player = self.player(to);
        for (own, amount) in player.pool.iter_mut().zip(pool) {
            *own = own.saturating_add(amount);
        }
        marked.iter().for_each(|mana| player.add_marked(mana));
    }

    /// What is being cast or activated is paid with this.
    fn note_spent(&mut self, symbol: u8, amount: u16) {
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
