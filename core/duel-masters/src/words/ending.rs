//! How a match ended, in words (104).

use duelog_kernel::Outcome;

use crate::rule;
use crate::state::{Board, EndingKind, other};

/// How the match ended, if it has (104.1).
pub fn outcome(board: &Board) -> Option<Outcome> {
    let ending = board.ending.as_ref()?;
    let (why, rule) = match ending.why {
        EndingKind::Bound(bound) => {
            return Some(Outcome {
                winners: Vec::new(),
                reason: bound.to_string(),
                rule: rule!("104.1").number().to_string(),
            });
        }
        EndingKind::DirectAttack => ("was attacked directly without a shield", rule!("104.2a")),
        EndingKind::EmptyDeck => ("has no cards left in the deck", rule!("104.2b")),
        EndingKind::Effect => ("loses by an effect", rule!("104.2c")),
        EndingKind::Conceded => ("gave up", rule!("104.1")),
        EndingKind::Loop => ("a state-based action is replaced without end", rule!("703.3")),
        EndingKind::Run => ("nobody can stop what goes on", rule!("104.1")),
    };
    let reason = ending.winner.map_or(why.to_string(), |seat| format!("{} {why}", other(seat)));
    Some(Outcome { winners: ending.winner.into_iter().collect(), reason, rule: rule.number().to_string() })
}
