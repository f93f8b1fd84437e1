//! Choosing at random.

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, RuleId};

use crate::rules::game::{Game, Magic};
use crate::state::event::Event;

impl Magic {
    /// Chance picks one of so many, by its place.
    pub fn lot(&self, play: &mut Game<'_>, among: u32, rule: RuleId) -> u32 {
        let chosen = play.below(Purpose::Choice, among);
        play.emit(Event::Chosen { among, chosen }, rule);
        chosen
    }

    /// Takes `number` things out of `all` at random, one after the other. `object` gives the object that a thing is.
    pub fn lots<T>(
        &self,
        play: &mut Game<'_>,
        all: &mut Vec<T>,
        object: impl Fn(&T) -> Option<ObjectId>,
        number: usize,
        rule: RuleId,
    ) -> Vec<T> {
        let mut taken = Vec::new();
        for _ in 0..number.min(all.len()) {
            let chosen = match all.iter().map(&object).collect::<Option<Vec<ObjectId>>>() {
                Some(objects) => {
                    let chosen = play.one_of(&objects);
                    play.emit(Event::Chosen { among: objects.len() as u32, chosen }, rule);
                    chosen
                }
                None => self.lot(play, all.len() as u32, rule),
            };
            taken.push(all.remove(chosen as usize));
        }
        taken
    }
}
