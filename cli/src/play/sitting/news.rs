//! The events since a player was told last, as people tell them: without steps, bookkeeping and rules, which
//! `history` has.

use duelog_kernel::journal::ToldEvent;
use duelog_kernel::{Seat, Viewer};

use super::Sitting;
use crate::table::capital;

/// The beginning of a line that says whose turn begins.
pub const TURN: &str = "── ";

impl Sitting<'_> {
    /// Tells a player what happened.
    pub(super) fn news(&mut self, seat: Seat) {
        let from = self.state(seat).told;
        let game = self.recorder.game();
        let (told, decisions) = (game.told(from, Viewer::Seat(seat)), game.decisions());
        for line in lines(&told) {
            self.say(seat, line);
        }
        self.state(seat).told = decisions + 1;
    }
}

/// The lines for events; the same several times is said once.
pub(super) fn lines(told: &[ToldEvent]) -> Vec<String> {
    let shown = told.iter().filter_map(line).collect::<Vec<String>>();
    let several = |same: &[String]| {
        if same.len() > 1 { format!("{}, {} times", same[0], same.len()) } else { same[0].clone() }
    };
    shown.chunk_by(|one, other| one == other).map(several).collect()
}

/// How a player stands as a turn begins.
fn standing(told: &ToldEvent, seat: Seat, score: i64) -> String {
    if told.left.contains(&seat) { format!("{seat} left the game") } else { format!("{seat} {score}") }
}

fn line(told: &ToldEvent) -> Option<String> {
    if told.internal {
        return None;
    }
    if !told.scores.is_empty() && told.at.turn > 0 {
        let scores: Vec<String> =
            (0..).zip(&told.scores).map(|(seat, score)| standing(told, Seat(seat), *score)).collect();
        return Some(format!("{TURN}{} ({})", capital(&told.text), scores.join(", ")));
    }
    (!told.detail).then(|| format!("  * {}", told.text))
}
