//! Creating tokens (110.5, 701.6).

use super::Act;
use crate::language::definition::{Number, Ref};
use crate::state::{Entering, Proposal};

impl Act<'_, '_> {
    pub(super) fn create(&mut self, who: &Ref, number: &Number, token: &str) {
        let Some(card) = self.magic.card_pool.find(token) else { return };
        let Some((controller, count)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope))))
        else {
            return;
        };
        let entering = Entering { maker: Some(self.source()), ..Entering::default() };
        self.magic.happen(self.play, vec![Proposal::Tokens { card, controller, count, entering }]);
    }
}
