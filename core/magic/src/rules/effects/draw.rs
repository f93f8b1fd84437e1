//! Drawing cards (120): one at a time.

use duelog_kernel::bounds;

use super::Act;
use crate::cite;
use crate::language::definition::{Group, Number};
use crate::state::Proposal;

impl Act<'_, '_> {
    pub(super) fn draw(&mut self, who: &Group, number: &Number) {
        cite!("120.2d", "805.6a");
        if self.magic.card_pool.replaces_draws() {
            let batch = self.look(|sight, scope| {
                let count = sight.count(number, scope);
                let seats = sight.seats(who, scope).into_iter().filter(|_| count > 0);
                seats.map(|seat| Proposal::Draws(seat, count)).collect()
            });
            return self.magic.happen_in_turn(self.play, batch);
        }
        let batch = self.look(|sight, scope| {
            let count = bounds::times(sight.count(number, scope));
            cite!("120.2c");
            sight
                .seats(who, scope)
                .into_iter()
                .flat_map(|seat| std::iter::repeat_n(Proposal::Draw(seat), count))
                .collect()
        });
        self.magic.happen_in_turn(self.play, batch);
    }
}
