//! Choosing at random.

use duelog_kernel::RuleId;
use duelog_kernel::rng::Purpose;

use crate::rules::game::{Game, Magic};
use crate::state::event::Event;

impl Magic {
    /// Chance picks one of so many, by its place.
    pub fn lot(&self, play: &mut Game<'_>, among: u32, rule: RuleId) -> u32 {
        let chosen = play.below(Purpose::Choice, among);
        play.emit(Event::Chosen { among, chosen }, rule);
        chosen
    }

    /// Chance takes so many out of `all`, one after the other.
    pub fn lots<T>(&self, play: &mut Game<'_>, all: &mut Vec<T>, number: usize, rule: RuleId) -> Vec<T> {
        let number = number.min(all.len());
        (0..number).map(|_| all.remove(self.lot(play, all.len() as u32, rule) as usize)).collect()
    }
}
