//! The tag of a decision record: a few bytes that tell two differing engines apart, and where they differ.
//!
//! A [`StateTag`] is made of the state and the request that follows a decision. A log never shows it: it
//! holds a [`Tag`], the same bytes hidden by a mask of the match's seed, the decision's number, its seat and
//! its choice. So a published tag tells nothing without the seed, and a decision that is exchanged for
//! another one no longer fits its tag, even where both lead to the same state.

use crate::decision::Choice;
use crate::digest::{Digest, hex, unhex};
use crate::ids::Seat;
use crate::rng::Seed;
use crate::siphash::Key;

/// How many bytes a tag has.
pub const TAG_BYTES: usize = 8;

/// How many locators a tag holds: six components of the state, all further ones together, and the request.
pub const LOCATORS: usize = 8;

/// Four bytes over the state and the next request, then eight locators of four bits: one a component, where
/// the seventh and all behind it share one, the last for the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateTag([u8; TAG_BYTES]);

impl StateTag {
    /// The tag of a state whose components have these sums, with the short hash of the request that follows.
    pub fn new(components: impl Iterator<Item = u64>, request: u64) -> StateTag {
        let mut check = request;
        let mut locators = (request >> 60) << (4 * (LOCATORS - 1));
        let mut last = 0u64;
        for (place, sum) in components.enumerate() {
            check = check.wrapping_add(sum);
            if place < LOCATORS - 2 {
                locators |= (sum >> 60) << (4 * place);
            } else {
                last = last.wrapping_add(sum);
            }
        }
        locators |= (last >> 60) << (4 * (LOCATORS - 2));
        StateTag((check & 0xffff_ffff | locators << 32).to_le_bytes())
    }

    /// The tag in lower-case hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// The tag that [`StateTag::hex`] wrote; none where it is none.
    pub fn from_hex(text: &str) -> Option<StateTag> {
        unhex(text).map(StateTag)
    }

    /// The chain over the tags of a replay: that before this one with this one. Two chains are equal only
    /// where all their tags are, so that two replays that have once differed differ ever after, even
    /// where their states become the same again.
    pub fn chained(&self, before: &Digest) -> Digest {
        let mut bytes = [0; 32 + TAG_BYTES];
        bytes[..32].copy_from_slice(&before.0);
        bytes[32..].copy_from_slice(&self.0);
        Digest(blake3::derive_key("duelog 2026 replay chain", &bytes))
    }
}

/// A [`StateTag`] as a decision record holds it.
#[derive(Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, Default)]
#[serde(transparent)]
pub struct Tag(pub [u8; TAG_BYTES]);

impl Tag {
    /// The components (by place) whose locators differ between two tags of the same decision.
    pub fn differing(&self, other: &Tag) -> Vec<usize> {
        (0..LOCATORS).filter(|place| self.locator(*place) != other.locator(*place)).collect()
    }

    fn locator(&self, place: usize) -> u8 {
        self.0[4 + place / 2] >> (4 * (place % 2)) & 15
    }

    /// The tag in lower-case hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

impl std::fmt::Debug for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.hex())
    }
}

/// The key that hides the tags of one match.
#[derive(Clone)]
pub struct TagKey {
    key: Key,
    buffer: Vec<u8>,
}

impl TagKey {
    /// The key of the match with this seed.
    pub fn new(seed: &Seed) -> TagKey {
        TagKey { key: Key::new(&blake3::derive_key("duelog 2026 tag mask", &seed.0)), buffer: Vec::new() }
    }

    /// The tag of decision record `number` (from 1, those taken back included), after which the state is as
    /// `state` says.
    pub fn hide(&mut self, number: u32, seat: Seat, choice: &Choice, state: StateTag) -> Tag {
        Tag(xor(self.mask(number, seat, choice), state.0))
    }

    /// The state tag behind the tag of decision record `number`.
    pub fn reveal(&mut self, number: u32, seat: Seat, choice: &Choice, tag: Tag) -> StateTag {
        StateTag(xor(self.mask(number, seat, choice), tag.0))
    }

    fn mask(&mut self, number: u32, seat: Seat, choice: &Choice) -> [u8; TAG_BYTES] {
        self.buffer.clear();
        self.buffer.extend_from_slice(&number.to_le_bytes());
        self.buffer.push(seat.0);
        choice.encode(&mut self.buffer);
        self.key.hash(&self.buffer).to_le_bytes()
    }
}

fn xor(mut left: [u8; TAG_BYTES], right: [u8; TAG_BYTES]) -> [u8; TAG_BYTES] {
    left.iter_mut().zip(right).for_each(|(byte, other)| *byte ^= other);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Item;
    use crate::digest::short;
    use crate::ids::ObjectId;

    fn state(components: &[&str], request: &str) -> StateTag {
        StateTag::new(components.iter().map(|text| short(text.as_bytes())), short(request.as_bytes()))
    }

    #[test]
    fn a_tag_covers_everything_that_it_is_made_of() {
        let seven = ["a", "b", "c", "d", "e", "f", "g"];
        let mut key = TagKey::new(&Seed::from_number(1));
        let pass = Choice::one(Item::Pass);
        let tag = key.hide(5, Seat(1), &pass, state(&seven, "request"));
        assert_eq!(key.reveal(5, Seat(1), &pass, tag), state(&seven, "request"));
        let others = [
            key.hide(6, Seat(1), &pass, state(&seven, "request")),
            key.hide(5, Seat(0), &pass, state(&seven, "request")),
            key.hide(5, Seat(1), &Choice::one(Item::Object(ObjectId(0))), state(&seven, "request")),
            key.hide(5, Seat(1), &pass, state(&["a", "b", "c", "d", "e", "f", "h"], "request")),
            TagKey::new(&Seed::from_number(2)).hide(5, Seat(1), &pass, state(&seven, "request")),
        ];
        for other in others {
            assert_ne!(tag.0[..4], other.0[..4], "the first half alone tells it");
        }
    }

    #[test]
    fn a_tag_is_told_byte_by_byte() {
        assert_eq!(Tag([0, 1, 2, 0x3f, 0xa0, 0xff, 6, 7]).hex(), "0001023fa0ff0607");
    }

    #[test]
    fn a_tag_is_read_as_it_is_written_and_chains_remember() {
        let (one, other) = (state(&["one"], "request"), state(&["other"], "request"));
        assert_eq!(StateTag::from_hex(&one.hex()), Some(one));
        for wrong in [
            "",
            "0123456789abcde",
            "0123456789abcdeg",
            "0123456789ABCDEF",
            "0123456789abcdef0",
            "é123456789abcde",
        ] {
            assert_eq!(StateTag::from_hex(wrong), None, "{wrong}");
        }
        let start = Digest::default();
        let (left, right) = (one.chained(&start), other.chained(&start));
        assert_ne!(left, right);
        assert_ne!(one.chained(&left), one.chained(&right), "the same again is not forgotten");
    }

    #[test]
    fn locators_name_the_components_that_differ() {
        let seven = ["a", "b", "c", "d", "e", "f", "g"];
        let mut key = TagKey::new(&Seed::from_number(1));
        let pass = Choice::one(Item::Pass);
        let tag = key.hide(5, Seat(1), &pass, state(&seven, "request"));
        for place in 0..7 {
            let mut changed = seven;
            changed[place] = "changed";
            let other = key.hide(5, Seat(1), &pass, state(&changed, "request"));
            assert_eq!(tag.differing(&other), [place]);
        }
        let other = key.hide(5, Seat(1), &pass, state(&seven, "another request"));
        assert_eq!(tag.differing(&other), [7]);
    }

    /// Without the seed, the same state after the same answer has another tag each time.
    #[test]
    fn equal_states_are_not_seen_to_be_equal() {
        let mut key = TagKey::new(&Seed::from_number(1));
        let pass = Choice::one(Item::Pass);
        let same = state(&["a"], "request");
        let mut halves = [0u32; 16];
        for number in 1..=1600 {
            halves[usize::from(key.hide(number, Seat(0), &pass, same).0[7] >> 4)] += 1;
        }
        assert!(halves.iter().all(|count| (50..150).contains(count)), "{halves:?}");
    }
}
