//! A match as it could be for all that a viewer knows, to think ahead without knowing more.

use std::collections::BTreeMap;

use crate::digest::Touched;
use crate::given::Luck;
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
        let mut groups: BTreeMap<(Seat, u8), Vec<ObjectId>> = BTreeMap::new();
        for id in (0..self.state.objects().ids() as u32).map(ObjectId) {
            if let Some(group) = self.rules.interchangeable(&self.state, viewer, id) {
                groups.entry(group).or_default().push(id);
            }
        }
        for unknown in groups.into_values() {
            let mut dealt = unknown.clone();
            random.shuffle(&mut dealt);
            for (id, other) in unknown.into_iter().zip(dealt) {
                R::swap_hidden(&mut state, id, &self.state, other);
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
            telling: None,
            observing: Observing::default(),
            luck: Luck::default(),
            decisions: self.decisions,
            buffer: Vec::new(),
        };
        table.ask();
        table
    }
}
