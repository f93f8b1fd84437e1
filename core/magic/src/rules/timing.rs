//! Cards that are refused for the time alone: most of those that are looked at (117.1a, 307.1).

use duelog_kernel::{ObjectId, Seat, test_assert};

use crate::rules::eval::Sight;
use crate::rules::game::Magic;
use crate::state::{Frame, Object, Zone};

/// True if a card in the player's hand can be played only when a sorcery could be cast, where no effect says anything
/// else: most cards that are looked at are refused for this alone.
pub fn must_wait(rules: &Magic, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
    let plain = |object: &Object| {
        object.printed() == object.card
            && matches!(sight.computed.get(id.index()), None | Some(None))
            && rules.card_pool.card(object.card).slow
    };
    let waits = sight.object(id).is_some_and(plain);
    test_assert!(
        !waits
            || rules.can_play_land(sight, seat, id).is_err() && {
                let mut ways = Vec::new();
                rules.add_castings(sight, seat, id, &mut ways);
                ways.is_empty()
            },
        "nothing lets it be played at another time"
    );
    waits
}

/// True if a card in a hand cannot be cast at this time, and no effect and no other cost could change that.
pub fn is_plainly_untimely(rules: &Magic, sight: &Sight<'_>, seat: Seat, object: &Object) -> bool {
    let at_work = || matches!(sight.board.frames.last(), Some(Frame::Running(_)));
    object.zone == Zone::Hand(seat)
        && rules.card_pool.card(object.printed()).definition.alternatives.is_empty()
        && !sight.has_rulings()
        && !at_work()
        && !rules.is_time_for(sight, seat, object.id)
}
