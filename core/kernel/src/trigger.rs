//! Waiting triggered abilities: collected as they trigger, ordered by player, placed where the game wants
//! them.

use crate::ids::Seat;

/// The next thing to do with the waiting abilities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// None waits.
    Nothing,
    /// The one at this place goes next.
    Place(usize),
    /// The player chooses which of these places goes next.
    Choose(Seat, Vec<usize>),
}

/// The next of `waiting` to be placed, where each has a class (lower goes first) and a controller, and
/// `turn_order` lists the seats in the order in which they place theirs.
pub fn next(waiting: &[(u8, Seat)], turn_order: &[Seat]) -> Next {
    let Some(class) = waiting.iter().map(|entry| entry.0).min() else { return Next::Nothing };
    for seat in turn_order {
        let own: Vec<usize> = (0..waiting.len()).filter(|place| waiting[*place] == (class, *seat)).collect();
        match own.as_slice() {
            [] => {}
            [only] => return Next::Place(*only),
            _ => return Next::Choose(*seat, own),
        }
    }
    Next::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_class_then_turn_order() {
        let order = [Seat(1), Seat(0)];
        assert_eq!(next(&[], &order), Next::Nothing);
        assert_eq!(next(&[(0, Seat(0)), (0, Seat(1))], &order), Next::Place(1));
        assert_eq!(next(&[(0, Seat(0)), (1, Seat(1))], &order), Next::Place(0));
        assert_eq!(next(&[(0, Seat(0)), (0, Seat(0))], &order), Next::Choose(Seat(0), vec![0, 1]));
    }
}
