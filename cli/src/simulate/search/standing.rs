//! How well a team stands against all others at a table of many.

use duelog_kernel::Seat;
use duelog_kernel::standing::Standing;

/// The worth of a player who has left the game, for its enemies and for its team.
const OUT: i64 = -1_500;

/// How much better the team of a player stands than the others: its own members on the average against all others,
/// the strongest of them twice, so that nobody is beaten for the good of a third.
pub fn among_many(all: &[Standing], seat: Seat) -> i64 {
    let Some(own) = all.get(usize::from(seat.0)) else { return 0 };
    let worth = |standing: &Standing| if standing.out { OUT } else { standing.total() };
    let mate = |place: usize, other: &Standing| {
        place == usize::from(seat.0) || own.team.is_some() && other.team == own.team
    };
    let (mut ours, mut mates, mut theirs) = (0, 0, Vec::new());
    for (place, other) in all.iter().enumerate() {
        if mate(place, other) {
            (ours, mates) = (ours + worth(other), mates + 1);
        } else {
            theirs.push(worth(other));
        }
    }
    let weight = i64::try_from(theirs.len()).unwrap_or(0) + 1;
    let strongest = theirs.iter().max().copied().unwrap_or(0);
    ours * weight / mates.max(1) - theirs.iter().sum::<i64>() - strongest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(board: i64, team: Option<u8>) -> Standing {
        Standing { board, team, ..Standing::default() }
    }

    #[test]
    fn the_strongest_counts_twice_and_the_team_as_one() {
        let alone = [10, 4, 6].map(|board| standing(board, None));
        assert_eq!(among_many(&alone, Seat(0)), 30 - 10 - 6);
        let teams = [(10, 0), (20, 0), (4, 1), (6, 1)].map(|(board, team)| standing(board, Some(team)));
        assert_eq!(among_many(&teams, Seat(1)), 30 * 3 / 2 - 10 - 6);
        assert_eq!(among_many(&teams, Seat(0)), among_many(&teams, Seat(1)));
        let mut beaten = teams;
        beaten[3].out = true;
        assert!(among_many(&beaten, Seat(0)) > among_many(&teams, Seat(0)), "an enemy less is better");
    }
}
