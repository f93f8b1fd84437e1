//! Draws that were made elsewhere, with cards and dice at a table or by another program: the host states their results
//! and the match takes them in place of its own.
//!
//! A draw is known by its purpose and its number ([`crate::rng`]). All others are drawn as ever.

use std::collections::BTreeMap;

use crate::ids::ObjectId;
use crate::rng::{Purpose, Rng};

/// A draw and its result.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GivenDraw {
    /// The purpose of the draw.
    pub purpose: Purpose,
    /// Its number among the draws of this purpose, from 0.
    pub number: u32,
    /// For each place after a shuffle, from the first on, the place where the thing lay before. For another draw the one
    /// number that came up, from 0.
    pub result: Vec<u32>,
    /// The places of a shuffle, ascending, whose thing nobody has seen: the host filled them in.
    pub open: Vec<u32>,
}

impl GivenDraw {
    /// The reason for which no match can have this draw; none where one may.
    pub fn fault(&self) -> Option<&'static str> {
        let places = self.result.len();
        match self.purpose {
            Purpose::Shuffle if !is_order(&self.result) => {
                Some("the result of a shuffle names each place once")
            }
            Purpose::Coin | Purpose::Die | Purpose::Choice if places != 1 => {
                Some("the result of a draw other than a shuffle is one number")
            }
            _ if !self.open.windows(2).all(|pair| pair[0] < pair[1]) => Some("open places ascend"),
            _ if self.open.last().is_some_and(|last| *last as usize >= places) => {
                Some("an open place is one of the shuffle")
            }
            _ => None,
        }
    }
}

/// Returns whether numbers are those from 0 on, each once.
fn is_order(result: &[u32]) -> bool {
    let mut met = vec![false; result.len()];
    let first = |place: &u32| met.get_mut(*place as usize).is_some_and(|met| !std::mem::replace(met, true));
    result.iter().all(first)
}

/// The draws of a match that are stated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GivenDraws(BTreeMap<(Purpose, u32), GivenDraw>);

impl GivenDraws {
    /// Adds a draw. Returns whether it was new, or stated before in the same way.
    pub fn add(&mut self, draw: GivenDraw) -> bool {
        self.0.entry((draw.purpose, draw.number)).or_insert_with(|| draw.clone()).result == draw.result
    }

    /// A draw, if it is stated.
    pub fn get(&self, purpose: Purpose, number: u32) -> Option<&GivenDraw> {
        self.0.get(&(purpose, number))
    }

    /// All draws by purpose and number.
    pub fn iter(&self) -> impl Iterator<Item = &GivenDraw> {
        self.0.values()
    }
}

impl FromIterator<GivenDraw> for GivenDraws {
    fn from_iter<T: IntoIterator<Item = GivenDraw>>(draws: T) -> GivenDraws {
        let mut given = GivenDraws::default();
        for draw in draws {
            given.add(draw);
        }
        given
    }
}

/// A draw that a match has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeDraw {
    /// The draw with its result.
    pub draw: GivenDraw,
    /// How many things were put in order, or how many results were possible.
    pub among: u32,
    /// The objects that were put in order, as they lay before, or among which one was chosen; empty for other draws.
    pub objects: Vec<ObjectId>,
    /// True if the result was stated.
    pub given: bool,
}

/// The chance of a match: by its seed alone, or by stated draws where there are any.
#[derive(Debug, Clone, Default)]
pub struct Luck {
    given: Option<Box<Stated>>,
}

/// The stated draws of a match, and those that it has made.
#[derive(Debug, Clone, Default)]
struct Stated {
    draws: GivenDraws,
    made: Vec<MadeDraw>,
    misfit: Option<(Purpose, u32)>,
}

impl Luck {
    /// A match of stated draws, which notes each draw that it makes.
    pub fn given(draws: GivenDraws) -> Luck {
        Luck { given: Some(Box::new(Stated { draws, ..Stated::default() })) }
    }

    /// Returns whether draws may be stated.
    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// States a draw. Returns whether that is possible: draws may be stated, and this one was not stated otherwise.
    pub fn give(&mut self, draw: GivenDraw) -> bool {
        self.given.as_mut().is_some_and(|stated| stated.draws.add(draw))
    }

    /// Returns whether a draw is stated.
    pub fn states(&self, purpose: Purpose, number: u32) -> bool {
        self.given.as_ref().is_some_and(|stated| stated.draws.get(purpose, number).is_some())
    }

    /// Takes a statement back.
    pub fn unsay(&mut self, draw: &GivenDraw) {
        if let Some(stated) = &mut self.given {
            stated.draws.0.remove(&(draw.purpose, draw.number));
            stated.misfit = None;
        }
    }

    /// The draws that the last decision led to, or the start of the match; empty where draws are not stated.
    pub fn made(&self) -> &[MadeDraw] {
        self.given.as_ref().map_or(&[], |stated| &stated.made)
    }

    /// The first stated draw whose result cannot be one: an order of another number of things, a number too great.
    pub fn misfit(&self) -> Option<(Purpose, u32)> {
        self.given.as_ref().and_then(|stated| stated.misfit)
    }

    /// A decision begins.
    pub(crate) fn begin(&mut self) {
        if let Some(stated) = &mut self.given {
            stated.made.clear();
        }
    }

    /// A number below `bound`; `objects` are those among which it chooses, if it does.
    pub(crate) fn below(&mut self, rng: &Rng, purpose: Purpose, bound: u32, objects: &[ObjectId]) -> u32 {
        let drawn = || rng.peek(purpose).below(bound);
        let Some(stated) = &mut self.given else { return drawn() };
        let number = rng.number(purpose);
        let result = stated.take(purpose, number, |result| result[0] < bound.max(1));
        let chosen = result.as_ref().map_or_else(drawn, |result| result[0]);
        stated.note(purpose, number, (vec![chosen], bound), objects, result.is_some());
        chosen
    }

    /// Puts things in random order; `objects` are the same things where they are objects.
    pub(crate) fn shuffle<T: Clone>(&mut self, rng: &Rng, things: &mut [T], objects: &[ObjectId]) {
        let mut stream = rng.peek(Purpose::Shuffle);
        let Some(stated) = &mut self.given else { return stream.shuffle(things) };
        let number = rng.number(Purpose::Shuffle);
        let result = stated.take(Purpose::Shuffle, number, |result| result.len() == things.len());
        let given = result.is_some();
        let order = result.unwrap_or_else(|| {
            let mut order: Vec<u32> = (0..things.len() as u32).collect();
            stream.shuffle(&mut order);
            order
        });
        let before = things.to_vec();
        for (thing, from) in things.iter_mut().zip(&order) {
            thing.clone_from(&before[*from as usize]);
        }
        stated.note(Purpose::Shuffle, number, (order, before.len() as u32), objects, given);
    }
}

impl Stated {
    /// The stated result of a draw, if it fits.
    fn take(&mut self, purpose: Purpose, number: u32, fits: impl Fn(&[u32]) -> bool) -> Option<Vec<u32>> {
        let draw = self.draws.get(purpose, number)?;
        if draw.fault().is_none() && fits(&draw.result) {
            return Some(draw.result.clone());
        }
        self.misfit.get_or_insert((purpose, number));
        None
    }

    fn note(
        &mut self,
        purpose: Purpose,
        number: u32,
        (result, among): (Vec<u32>, u32),
        objects: &[ObjectId],
        given: bool,
    ) {
        let draw = GivenDraw { purpose, number, result, open: Vec::new() };
        self.made.push(MadeDraw { draw, among, objects: objects.to_vec(), given });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn draw(purpose: Purpose, number: u32, result: &[u32]) -> GivenDraw {
        GivenDraw { purpose, number, result: result.to_vec(), open: Vec::new() }
    }

    #[test]
    fn a_stated_draw_takes_the_place_of_the_seed() {
        let rng = Rng::new(Seed::from_number(3));
        let draws = [draw(Purpose::Die, 0, &[4]), draw(Purpose::Shuffle, 0, &[2, 0, 1])];
        let mut luck = Luck::given(draws.into_iter().collect());
        assert_eq!(luck.below(&rng, Purpose::Die, 6, &[]), 4);
        let mut things = ['a', 'b', 'c'];
        luck.shuffle(&rng, &mut things, &[]);
        assert_eq!(things, ['c', 'a', 'b']);
        assert_eq!(luck.misfit(), None);
        assert!(luck.made().iter().all(|made| made.given));
    }

    #[test]
    fn without_a_statement_chance_is_the_seed_in_both_ways() {
        let rng = Rng::new(Seed::from_number(4));
        let (mut seeded, mut stated) = (Luck::default(), Luck::given(GivenDraws::default()));
        assert_eq!(
            seeded.below(&rng, Purpose::Choice, 97, &[]),
            stated.below(&rng, Purpose::Choice, 97, &[])
        );
        let (mut one, mut other) = ([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7]);
        seeded.shuffle(&rng, &mut one, &[]);
        stated.shuffle(&rng, &mut other, &[]);
        assert_eq!(one, other);
        assert_eq!(stated.made().len(), 2);
        assert!(seeded.made().is_empty());
    }

    #[test]
    fn a_result_that_cannot_be_is_named_and_not_taken() {
        let rng = Rng::new(Seed::from_number(5));
        for wrong in [&[6][..], &[][..], &[1, 2][..]] {
            let mut luck = Luck::given([draw(Purpose::Die, 0, wrong)].into_iter().collect());
            assert!(luck.below(&rng, Purpose::Die, 6, &[]) < 6);
            assert_eq!(luck.misfit(), Some((Purpose::Die, 0)), "{wrong:?}");
        }
        for wrong in [&[0, 1][..], &[0, 0, 1][..], &[0, 1, 3][..], &[0, 1, 2, 3][..]] {
            let mut luck = Luck::given([draw(Purpose::Shuffle, 0, wrong)].into_iter().collect());
            let mut things = [7, 8, 9];
            luck.shuffle(&rng, &mut things, &[]);
            things.sort_unstable();
            assert_eq!((things, luck.misfit()), ([7, 8, 9], Some((Purpose::Shuffle, 0))), "{wrong:?}");
        }
    }

    #[test]
    fn a_draw_is_stated_once() {
        let mut luck = Luck::given(GivenDraws::default());
        assert!(luck.give(draw(Purpose::Coin, 1, &[1])));
        assert!(luck.give(draw(Purpose::Coin, 1, &[1])));
        assert!(!luck.give(draw(Purpose::Coin, 1, &[0])));
        assert!(!Luck::default().give(draw(Purpose::Coin, 1, &[0])));
    }
}
