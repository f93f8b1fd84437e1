//! What each viewer is told as a match goes on, kept until somebody takes it.

use super::Rules;
use crate::ids::Seat;
use crate::view::Viewer;

/// What the public and each seat have been told since it was last taken: the public first, then the seats in
/// order.
#[derive(Debug, Clone, Default)]
pub(super) struct Observing {
    told: Option<Vec<Vec<String>>>,
}

/// The public, then each of so many seats.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Public).chain((0..seats).map(|seat| Viewer::Seat(Seat(seat as u8))))
}

impl Observing {
    /// From now on everything that happens is told.
    pub(super) fn begin(&mut self, seats: usize) {
        self.told = Some(vec![Vec::new(); seats + 1]);
    }

    pub(super) fn is_on(&self) -> bool {
        self.told.is_some()
    }

    /// An event has happened. What a player would not see happen is told to nobody.
    pub(super) fn note<R: Rules>(&mut self, rules: &R, state: &R::State, event: &R::Event) {
        let Some(told) = &mut self.told else { return };
        for (viewer, told) in viewers(told.len() - 1).zip(told) {
            if let Some((text, false)) = rules.tell(state, event, viewer) {
                told.push(text);
            }
        }
    }

    /// What each has been told since it was last taken.
    pub(super) fn take(&mut self) -> Vec<Vec<String>> {
        let Some(told) = &mut self.told else { return Vec::new() };
        told.iter_mut().map(std::mem::take).collect()
    }
}
