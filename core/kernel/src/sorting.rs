//! Sorting with the same code for all types.
//!
//! The sorts of the standard library are compiled once more for each type and each way to compare, and have 5 KB each time: a hundred
//! lists make half a megabyte of the program. Here the places of a list are sorted, which are numbers whatever stands there.

use std::cmp::Ordering;

/// Lists that are put in order. What is equal keeps its order.
pub trait Sorting<T> {
    /// The least first.
    fn put_in_order(&mut self)
    where
        T: Ord;

    /// The least first, as `compare` says.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// What has the least key first.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Sorting<T> for [T] {
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        self.order_by(Ord::cmp);
    }

    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        if self.is_sorted_by(|before, behind| compare(before, behind).is_le()) {
            return;
        }
        let places = sorted(self.len(), &|left, right| compare(&self[left], &self[right]));
        put(places, &mut |left, right| self.swap(left, right));
    }

    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.order_by(|left, right| key(left).cmp(&key(right)));
    }
}

/// For each place the one from which what belongs there comes.
fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|left, right| compare(*left, *right));
    places
}

/// Puts everything in its place: along each circle of places what is wanted comes in, and what was there goes on to where that was.
fn put(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut place = start;
        while places[place] != start {
            let from = std::mem::replace(&mut places[place], place);
            swap(place, from);
            place = from;
        }
        places[place] = place;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Sorting;

    proptest! {
        #[test]
        fn a_list_is_in_the_order_in_which_the_library_puts_it(mut list: Vec<(u8, u32)>) {
            let mut twin = list.clone();
            list.order_by_key(|entry| entry.0 % 8);
            twin.sort_by_key(|entry| entry.0 % 8);
            prop_assert_eq!(&list, &twin);
            list.order_by(|left, right| right.cmp(left));
            twin.sort_by(|left, right| right.cmp(left));
            prop_assert_eq!(&list, &twin);
            list.put_in_order();
            twin.sort();
            prop_assert_eq!(list, twin);
        }
    }
}
