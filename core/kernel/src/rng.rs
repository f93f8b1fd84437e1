//! All randomness of a match.
//!
//! Draw number `n` of a purpose reads the ChaCha20 key stream (64-bit block counter from 0, 64-bit stream id
//! `n`) under the key `derive_key("duelog 2026 rng <purpose>", seed)`. Ranges use rejection sampling on
//! 32-bit words; shuffles are Fisher-Yates from the top. The state is one counter a purpose, so the generator
//! returns with the state when a game is rewound.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// The secret from which all draws of a match follow.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(transparent)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed from a small number, for simulations and tests.
    pub fn from_number(number: u64) -> Seed {
        Seed(blake3::derive_key("duelog 2026 seed from number", &number.to_le_bytes()))
    }
}

/// The purpose of a draw. Each has its own key, so that one never shifts another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Putting a pile in random order.
    Shuffle,
    /// A coin flip: 0 or 1.
    Coin,
    /// A die roll.
    Die,
    /// A random choice among things.
    Choice,
}

impl Purpose {
    const fn context(self) -> &'static str {
        match self {
            Purpose::Shuffle => "duelog 2026 rng shuffle",
            Purpose::Coin => "duelog 2026 rng coin",
            Purpose::Die => "duelog 2026 rng die",
            Purpose::Choice => "duelog 2026 rng choice",
        }
    }
}

/// The generator's state: the seed and how many draws each purpose has made.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct Rng {
    seed: Seed,
    draws: [u32; 4],
}

impl Rng {
    /// A generator at its beginning.
    pub fn new(seed: Seed) -> Rng {
        Rng { seed, draws: [0; 4] }
    }

    /// The stream of the next draw for `purpose`, without taking it.
    pub fn peek(&self, purpose: Purpose) -> Stream {
        let key = blake3::derive_key(purpose.context(), &self.seed.0);
        let mut generator = ChaCha20Rng::from_seed(key);
        generator.set_stream(u64::from(self.draws[purpose as usize]));
        Stream(generator)
    }

    /// The number of the next draw for `purpose`, from 0.
    pub fn number(&self, purpose: Purpose) -> u32 {
        self.draws[purpose as usize]
    }

    /// How many draws have been taken, for all purposes.
    pub fn taken(&self) -> u32 {
        self.draws.iter().sum()
    }

    /// Counts a draw as taken.
    pub fn advance(&mut self, purpose: Purpose) {
        self.draws[purpose as usize] += 1;
    }
}

/// The numbers of one draw.
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// A number from 0 to `bound - 1`, each equally likely; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Words at or above the largest multiple of `bound` are rejected.
        let limit = u32::MAX - (u32::MAX % bound + 1) % bound;
        loop {
            let word = self.0.next_u32();
            if word <= limit {
                return word % bound;
            }
        }
    }

    /// One of `items`, each equally likely; none of none.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts `items` in random order: Fisher-Yates from the last place down to the second.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            let other = self.below(place as u32 + 1) as usize;
            items.swap(place, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_pinned() {
        let mut rng = Rng::new(Seed::from_number(7));
        let mut pile: Vec<u32> = (0..10).collect();
        rng.peek(Purpose::Shuffle).shuffle(&mut pile);
        rng.advance(Purpose::Shuffle);
        let first = pile.clone();
        rng.peek(Purpose::Shuffle).shuffle(&mut pile);
        assert_ne!(first, pile);
        let mut again: Vec<u32> = (0..10).collect();
        Rng::new(Seed::from_number(7)).peek(Purpose::Shuffle).shuffle(&mut again);
        assert_eq!(first, again);
    }

    /// The first word of this draw is `ffffffba`, which is above the largest multiple of 997.
    #[test]
    fn a_word_that_would_favour_small_numbers_is_rejected() {
        let mut rng = Rng::new(Seed::from_number(7));
        (0..663_102).for_each(|_| rng.advance(Purpose::Choice));
        assert_eq!(0xffff_ffba_u32 % 997, 896);
        assert_eq!(rng.peek(Purpose::Choice).below(997), 879);
        assert_eq!(rng.peek(Purpose::Choice).below(1), 0);
    }

    #[test]
    fn ranges_are_even() {
        let mut counts = [0u32; 6];
        let mut stream = Rng::new(Seed::from_number(1)).peek(Purpose::Die);
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_order_comes_about_alike() {
        let mut counts = std::collections::BTreeMap::<[u8; 3], u32>::new();
        let mut stream = Rng::new(Seed::from_number(2)).peek(Purpose::Shuffle);
        for _ in 0..6_000 {
            let mut pile = [0, 1, 2];
            stream.shuffle(&mut pile);
            *counts.entry(pile).or_default() += 1;
        }
        assert!(counts.len() == 6 && counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}
