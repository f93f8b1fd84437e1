//! Stated draws: right after the header or the salt, and then before the decisions that lead to them.

use super::forge::{Forge, Vector, payload};
use super::observed::salted;

/// A draw as its bytes are encoded: purpose, number, result, open places.
type Draw = (u32, u32, Vec<u32>, Vec<u32>);

const SHUFFLE: u32 = 0;
const DIE: u32 = 2;

fn stated(draws: &[Draw]) -> Vec<u8> {
    // A purpose is an enum, whose place is encoded as a u32 is.
    payload(11, &draws.to_vec())
}

fn opening() -> Vec<u8> {
    stated(&[(SHUFFLE, 0, vec![4, 2, 0, 1, 3], vec![1, 4]), (SHUFFLE, 1, vec![0, 1, 2, 3, 4], Vec::new())])
}

/// Good ones.
pub fn good() -> Vec<Vector> {
    let begun = Forge::new().put(&opening());
    vec![
        Forge::new().put(&stated(&[])).good("ok-given-none", "draws may be stated, and none is yet"),
        begun
            .clone()
            .plain(3)
            .put(&stated(&[(DIE, 0, vec![5], Vec::new())]))
            .plain(2)
            .seal()
            .good("ok-given-draws", "two shuffles at the start, a die before the fourth decision"),
        salted().put(&opening()).plain(2).good("ok-given-observed", "stated draws right after the salt"),
        begun.plain(3).outcome().seal().good("ok-given-ended", "a match of stated draws that has ended"),
    ]
}

/// Wrong ones.
pub fn bad() -> Vec<Vector> {
    let begun = Forge::new().put(&opening());
    let wrong = |name, draw: Draw, text| {
        begun.clone().put(&stated(&[draw])).bad(name, "corrupt", begun.place(), text)
    };
    let (bare, ended) = (Forge::new().plain(1), begun.clone().plain(3).outcome());
    vec![
        wrong(
            "corrupt-given-order",
            (SHUFFLE, 2, vec![0, 0, 1], Vec::new()),
            "a shuffle that names a place twice",
        ),
        wrong("corrupt-given-two-numbers", (DIE, 0, vec![1, 2], Vec::new()), "a die that shows two numbers"),
        wrong("corrupt-given-purpose", (4, 0, vec![1], Vec::new()), "a draw for no purpose"),
        wrong(
            "corrupt-given-open-order",
            (SHUFFLE, 2, vec![0, 1], vec![1, 0]),
            "open places that do not ascend",
        ),
        wrong(
            "corrupt-given-open-beyond",
            (SHUFFLE, 2, vec![0, 1], vec![2]),
            "an open place behind the last",
        ),
        bare.clone().put(&opening()).bad(
            "tampered-given-late",
            "tampered",
            bare.place(),
            "the first stated draws after a decision",
        ),
        Forge::shared().put(&opening()).bad(
            "tampered-given-shared",
            "tampered",
            Forge::shared().place(),
            "stated draws where all choose the seed",
        ),
        ended.clone().put(&opening()).bad(
            "tampered-given-after-outcome",
            "tampered",
            ended.place(),
            "stated draws after the outcome",
        ),
    ]
}
