//! How a match ended (4.5).

use duelog_kernel::{Outcome, RuleId, Seat};

use crate::state::{Board, EndingKind, Loss};
use crate::{cite, rule};

/// How the match ended, if it has.
pub fn ending(board: &Board) -> Option<Outcome> {
    cite!("4.5.1");
    let ending = board.ending.as_ref()?;
    cite!("4.5.2", "4.5.4");
    let (reason, rule) = match ending.why {
        EndingKind::LastStanding(loss) => {
            let (why, rule) = loss_in_words(loss);
            let losers: Vec<String> = (0..board.players.len() as u8)
                .map(Seat)
                .filter(|seat| Some(*seat) != ending.winner)
                .map(|seat| seat.to_string())
                .collect();
            (format!("{} {why}, so all opponents have lost ({})", losers.join(", "), rule!("4.5.2a")), rule)
        }
        EndingKind::Effect if ending.winner.is_none() => ("an effect says so".to_string(), rule!("4.5.4b")),
        EndingKind::Effect => ("an effect says so".to_string(), rule!("4.5.2b")),
        EndingKind::Agreed => ("all players agreed to it".to_string(), rule!("4.5.4c")),
        EndingKind::AllDied => ("all heroes died at the same time".to_string(), rule!("4.5.4a")),
        EndingKind::Deadlock => ("nobody has advanced the game for a long time".to_string(), rule!("4.5.4e")),
        EndingKind::Stalemate => ("nothing advances the game any more".to_string(), rule!("4.5.4d")),
        EndingKind::Bound(bound) => (bound.to_string(), rule!("4.5.1")),
    };
    Some(Outcome { winners: ending.winner.into_iter().collect(), reason, rule: rule.number().to_string() })
}

/// Why a player lost, in words, and the rule.
pub fn loss_in_words(loss: Loss) -> (&'static str, RuleId) {
    cite!("4.5.3");
    match loss {
        Loss::Life => ("has a hero without life", rule!("4.5.3a")),
        Loss::Effect => ("loses by an effect", rule!("4.5.3b")),
        Loss::Conceded => ("conceded", rule!("4.5.3c")),
    }
}
