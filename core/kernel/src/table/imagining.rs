//! A match as it could be for all that a viewer knows, to think ahead without knowing more.

use crate::digest::Touched;
use crate::ids::{ObjectId, Seat};
use crate::journal::Journal;
use crate::rng::{Purpose, Rng, Seed};
use crate::view::Viewer;

use super::observing::Observing;
use super::{Rules, Table};
use crate::parts::Parts;

impl<R: Rules> Table<R> {
    /// A copy without a journal in which the cards that `viewer` may not know are dealt anew among those of the
    /// same owner, and everything that is drawn from now on follows from `seed`.
    pub(super) fn dealt_anew(&self, viewer: Viewer, seed: Seed) -> Table<R> {
        let mut state = self.state.clone();
        let mut random = Rng::new(seed).peek(Purpose::Shuffle);
        for seat in (0..state.players().len() as u8).map(Seat) {
            let unknown: Vec<ObjectId> = (0..self.state.objects().ids() as u32)
                .map(ObjectId)
                .filter(|id| self.rules.unknown_card(&self.state, viewer, *id) == Some(seat))
                .collect();
            let mut dealt = unknown.clone();
            random.shuffle(&mut dealt);
            for (id, other) in unknown.into_iter().zip(dealt) {
                R::exchange(&mut state, id, &self.state, other);
            }
        }
        R::reseed(&mut state, seed);
        let mut touched = Touched::default();
        touched.all();
        let mut table = Table {
            rules: self.rules.clone(),
            state,
            derived: R::Derived::default(),
            touched,
            tree: self.tree.clone(),
            journal: Journal::default(),
            initial: None,
            request: None,
            observing: Observing::default(),
            decisions: self.decisions,
            buffer: Vec::new(),
        };
        table.ask();
        table
    }
}
