//! Taking one's own answers back, as long as they showed nothing new.

use duelog_kernel::{Match, Seat, Viewer};

/// The situation before an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    /// How many decisions had been made.
    pub decisions: u32,
    draws: u32,
    unseen: u32,
}

impl Before {
    /// The current situation of the player at a seat.
    pub fn now(game: &mut dyn Match, seat: Seat) -> Before {
        let view = game.view(Viewer::Seat(seat));
        let unseen = |zone: &duelog_kernel::view::ZoneView| {
            zone.count.saturating_sub(u32::try_from(zone.cards.len()).unwrap_or(u32::MAX))
        };
        Before {
            decisions: game.decisions(),
            draws: game.draws(),
            unseen: view.zones.iter().map(unseen).sum(),
        }
    }

    /// Why it is too late to go back to here; none where it is not.
    pub fn too_late(&self, now: &Before) -> Option<&'static str> {
        if now.draws != self.draws {
            Some("chance has decided something since")
        } else if now.unseen < self.unseen {
            Some("it has shown you a card that you did not know")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_too_late_once_something_was_shown() {
        let before = Before { decisions: 3, draws: 1, unseen: 40 };
        assert_eq!(before.too_late(&Before { decisions: 4, ..before }), None);
        assert!(before.too_late(&Before { draws: 2, ..before }).is_some_and(|why| why.contains("chance")));
        assert!(before.too_late(&Before { unseen: 39, ..before }).is_some_and(|why| why.contains("card")));
    }
}
