//! The fingerprints of a state: sums of short hashes for the tag of each decision, and a hash tree whose root
//! stands in seals.
//!
//! A state has components of many leaves or one. Both are brought up to date where an event touched a leaf,
//! the sums with each decision, the tree only when its root is asked for. A leaf that is empty counts as 0 in
//! a sum, and the tree ends with the last leaf that is not empty, so that a state which gets more empty ones
//! at its end, or a component without any other, stays what it was.
//!
//! A short hash is SipHash-2-4 under one public key. A digest is BLAKE3 in keyed mode, the key derived from
//! one context string a purpose: the leaves of a component stand under a binary tree, and the root covers the
//! component digests in order.

use std::sync::OnceLock;

use crate::budget::look;
use crate::siphash::Key;

/// A 256-bit digest.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(transparent)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest in lower-case hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.hex())
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.hex())
    }
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of lower-case hexadecimal; none unless it encodes exactly `N` bytes.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// The purpose of a hash; each has its own key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// One component's leaf.
    Leaf,
    /// Two subtrees.
    Node,
    /// A component: its number of leaves and its tree.
    Component,
    /// The state's root.
    Root,
    /// A card definition.
    Definition,
    /// A position that may come about again.
    Position,
}

const PURPOSES: [(Purpose, &str); 6] = [
    (Purpose::Leaf, "duelog 2026 state leaf"),
    (Purpose::Node, "duelog 2026 state node"),
    (Purpose::Component, "duelog 2026 state component"),
    (Purpose::Root, "duelog 2026 state root"),
    (Purpose::Definition, "duelog 2026 card definition"),
    (Purpose::Position, "duelog 2026 position"),
];

fn key(purpose: Purpose) -> &'static [u8; 32] {
    static KEYS: OnceLock<[[u8; 32]; PURPOSES.len()]> = OnceLock::new();
    &KEYS.get_or_init(|| PURPOSES.map(|(_, context)| blake3::derive_key(context, b"")))[purpose as usize]
}

/// The keyed hash of `bytes` for `purpose`.
pub fn hash(purpose: Purpose, bytes: &[u8]) -> Digest {
    Digest(*blake3::keyed_hash(key(purpose), bytes).as_bytes())
}

/// A state made of components, each of one or many leaves.
pub trait Components {
    /// The components' names in order. Tags tell the first six apart.
    const NAMES: &'static [&'static str];

    /// How many leaves `component` has now; ids of leaves count from 0.
    fn leaves(&self, component: usize) -> u32;

    /// Returns whether `component` is one leaf at all times, so that people need no number for it.
    fn is_one_leaf(component: usize) -> bool;

    /// Appends the canonical bytes of one leaf; nothing at all for a leaf that is empty.
    fn encode_leaf(&self, component: usize, leaf: u32, out: &mut Vec<u8>);

    /// The leaf as a JSON tree, for people who compare two states.
    fn leaf_value(&self, component: usize, leaf: u32) -> serde_json::Value;
}

/// The leaves that events have changed since the last root.
#[derive(Debug, Clone, Default)]
pub struct Touched {
    /// The components whose first leaf is marked, as bits: many components have no other one.
    first: u32,
    /// The other marked leaves.
    leaves: Vec<(u8, u32)>,
    everything: bool,
}

impl Touched {
    /// Marks one leaf.
    pub fn mark(&mut self, component: usize, leaf: u32) {
        let entry = (component as u8, leaf);
        if self.everything {
            return;
        }
        if leaf == 0 {
            self.first |= 1 << component;
        } else if !self.leaves.contains(&entry) {
            self.leaves.push(entry);
            if self.leaves.len() > 96 {
                self.all();
            }
        }
    }

    /// The marked leaves; empty if everything is marked.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = (u8, u32)> {
        let mut first = self.first;
        let firsts = std::iter::from_fn(move || {
            let rest = first & first.checked_sub(1)?;
            Some((std::mem::replace(&mut first, rest).trailing_zeros() as u8, 0))
        });
        firsts.chain(self.leaves.iter().copied())
    }

    /// Returns whether the whole state is marked.
    pub(crate) fn is_everything(&self) -> bool {
        self.everything
    }

    /// Marks there what is marked here, and nothing here any more.
    pub(crate) fn move_to(&mut self, other: &mut Touched) {
        if self.everything {
            other.all();
        }
        self.leaves().for_each(|(component, leaf)| other.mark(usize::from(component), leaf));
        self.clear();
    }

    fn clear(&mut self) {
        (self.first, self.everything) = (0, false);
        self.leaves.clear();
    }

    /// Marks the whole state, for instance after a restore.
    pub fn all(&mut self) {
        self.clear();
        self.everything = true;
    }
}

/// A binary hash tree that grows, and shrinks again: row 0 holds the leaves, each further row half as many
/// nodes.
#[derive(Debug, Clone, Default)]
struct Branch {
    rows: Vec<Vec<Digest>>,
}

impl Branch {
    fn set(&mut self, leaf: usize, digest: Digest) {
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        if self.rows[0].len() <= leaf {
            self.rows[0].resize(leaf + 1, Digest::default());
        }
        self.rows[0][leaf] = digest;
    }

    /// How many leaves there are up to the last that is not empty.
    fn used(&self) -> usize {
        self.rows
            .first()
            .and_then(|row| row.iter().rposition(|leaf| *leaf != Digest::default()))
            .map_or(0, |last| last + 1)
    }

    /// Drops all leaves behind the first `leaves`. The last remaining one may have lost its neighbour and is
    /// hashed again.
    fn shrink(&mut self, leaves: usize) -> Option<usize> {
        let row = self.rows.first_mut().filter(|row| row.len() > leaves)?;
        row.truncate(leaves);
        leaves.checked_sub(1)
    }

    /// Recomputes the nodes above the given leaves and returns the top.
    fn rehash(&mut self, mut dirty: Vec<usize>) -> Digest {
        let mut row = 0;
        while self.rows.get(row).is_some_and(|nodes| nodes.len() > 1) {
            let width = self.rows[row].len().div_ceil(2);
            if self.rows.len() == row + 1 {
                self.rows.push(Vec::new());
            }
            let grown = self.rows[row + 1].len();
            self.rows[row + 1].resize(width, Digest::default());
            dirty.iter_mut().for_each(|place| *place /= 2);
            dirty.extend(grown..width);
            dirty.sort_unstable();
            dirty.dedup();
            for &place in &dirty {
                let left = self.rows[row][2 * place];
                let right = self.rows[row].get(2 * place + 1).copied().unwrap_or_default();
                self.rows[row + 1][place] = node(left, right);
            }
            row += 1;
        }
        // Nodes above the top would not be kept up to date.
        self.rows.truncate(row + 1);
        self.rows.get(row).and_then(|nodes| nodes.first()).copied().unwrap_or_default()
    }
}

fn node(left: Digest, right: Digest) -> Digest {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&left.0);
    bytes[32..].copy_from_slice(&right.0);
    hash(Purpose::Node, &bytes)
}

/// The short hash of a leaf, or of a request: `bytes` after its place.
pub(crate) fn short(bytes: &[u8]) -> u64 {
    static KEY: OnceLock<Key> = OnceLock::new();
    KEY.get_or_init(|| Key::new(&blake3::derive_key("duelog 2026 state sum", b""))).hash(bytes)
}

/// Where a leaf stands, which its hashes cover.
fn place(component: usize, leaf: u32) -> [u8; 5] {
    let [a, b, c, d] = leaf.to_le_bytes();
    [component as u8, a, b, c, d]
}

/// Where a request stands: in no component, however many a state gets.
pub(crate) const REQUEST: [u8; 5] = [u8::MAX, 0, 0, 0, 0];

/// The hashes of one component.
#[derive(Debug, Clone, Default)]
struct Part {
    /// The short hashes of its leaves; 0 of one that is empty.
    leaves: Vec<u64>,
    /// Their sum.
    sum: u64,
    /// The leaves that the tree is not up to date with, each once, and the same leaf by leaf.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    branch: Branch,
    digest: Digest,
}

impl Part {
    fn set(&mut self, leaf: u32, hash: u64) {
        let place = leaf as usize;
        if self.leaves.len() <= place {
            self.leaves.resize(place + 1, 0);
            let ever = self.is_stale.len().max(place + 1);
            self.is_stale.resize(ever, false);
        }
        let before = std::mem::replace(&mut self.leaves[place], hash);
        self.sum = self.sum.wrapping_sub(before).wrapping_add(hash);
        if !std::mem::replace(&mut self.is_stale[place], true) {
            self.stale.push(leaf);
        }
    }
}

/// The cached sums and the cached tree of one state.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    parts: Vec<Part>,
    root: Digest,
    buffer: Vec<u8>,
}

impl Tree {
    /// Brings the sums up to date where `touched` says, which is then clear.
    fn update<S: Components>(&mut self, state: &S, touched: &mut Touched) {
        if self.parts.is_empty() || touched.everything {
            self.parts = vec![Part::default(); S::NAMES.len()];
            touched.clear();
            touched.leaves = (0..S::NAMES.len())
                .flat_map(|component| (0..state.leaves(component)).map(move |leaf| (component as u8, leaf)))
                .collect();
        }
        let (mut count, mut bytes) = (0, 0);
        for (component, leaf) in touched.leaves() {
            count += 1;
            let component = usize::from(component);
            let leaves = state.leaves(component);
            let hash =
                if leaf < leaves && self.encode(state, component, leaf) { short(&self.buffer) } else { 0 };
            bytes += self.buffer.len();
            let part = &mut self.parts[component];
            part.set(leaf, hash);
            // Leaves behind the last one are dropped.
            (leaves..part.leaves.len() as u32).for_each(|gone| part.set(gone, 0));
            part.leaves.truncate(leaves as usize);
        }
        look(count);
        look(bytes / 64);
        touched.clear();
    }

    /// Puts a leaf with its place into the buffer; whether it is not empty.
    fn encode<S: Components>(&mut self, state: &S, component: usize, leaf: u32) -> bool {
        self.buffer.clear();
        self.buffer.extend_from_slice(&place(component, leaf));
        let empty = self.buffer.len();
        state.encode_leaf(component, leaf, &mut self.buffer);
        self.buffer.len() > empty
    }

    /// The root of `state`, rehashing only what `touched` names, which is then clear, and what it has named
    /// since the last root.
    pub fn root<S: Components>(&mut self, state: &S, touched: &mut Touched) -> Digest {
        self.update(state, touched);
        for component in 0..self.parts.len() {
            if !self.parts[component].stale.is_empty() {
                self.rehash(state, component);
            }
        }
        let used =
            self.parts.iter().rposition(|part| part.digest != Digest::default()).map_or(0, |last| last + 1);
        self.buffer.clear();
        self.parts[..used].iter().for_each(|part| self.buffer.extend_from_slice(&part.digest.0));
        self.root = hash(Purpose::Root, &self.buffer);
        self.root
    }

    fn rehash<S: Components>(&mut self, state: &S, component: usize) {
        let mut stale = std::mem::take(&mut self.parts[component].stale);
        stale.sort_unstable();
        let mut dirty = Vec::with_capacity(stale.len() + 1);
        look(2 * stale.len());
        for &leaf in &stale {
            let there = leaf < state.leaves(component) && self.encode(state, component, leaf);
            let digest = if there { hash(Purpose::Leaf, &self.buffer) } else { Digest::default() };
            let part = &mut self.parts[component];
            part.is_stale[leaf as usize] = false;
            part.branch.set(leaf as usize, digest);
            dirty.push(leaf as usize);
        }
        stale.clear();
        let part = &mut self.parts[component];
        part.stale = stale;
        let used = part.branch.used();
        dirty.retain(|leaf| *leaf < used);
        dirty.extend(part.branch.shrink(used));
        let top = part.branch.rehash(dirty);
        let mut bytes = [0; 37];
        bytes[0] = component as u8;
        bytes[1..5].copy_from_slice(&(used as u32).to_le_bytes());
        bytes[5..].copy_from_slice(&top.0);
        part.digest = if used == 0 { Digest::default() } else { hash(Purpose::Component, &bytes) };
    }

    /// The component digests behind the last root, in order; 32 zero bytes for a component without leaves.
    pub fn components(&self) -> impl Iterator<Item = Digest> {
        self.parts.iter().map(|part| part.digest)
    }

    /// The sum of each component of `state`, rehashing only what `touched` names, which is then clear.
    pub fn sums<S: Components>(&mut self, state: &S, touched: &mut Touched) -> impl Iterator<Item = u64> {
        self.update(state, touched);
        self.parts.iter().map(|part| part.sum)
    }
}

/// One place where two states differ.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The component path, for instance `objects/17/damage`.
    pub path: String,
    /// The value on the left side; `null` where it has none.
    pub left: serde_json::Value,
    /// The value on the right side; `null` where it has none.
    pub right: serde_json::Value,
}

/// All places where two states differ, by component, leaf and field.
pub fn differences<S: Components>(left: &S, right: &S) -> Vec<Difference> {
    let mut found = Vec::new();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for (component, name) in S::NAMES.iter().enumerate() {
        let leaves = (left.leaves(component), right.leaves(component));
        for leaf in 0..leaves.0.max(leaves.1) {
            a.clear();
            b.clear();
            if leaf < leaves.0 {
                left.encode_leaf(component, leaf, &mut a);
            }
            if leaf < leaves.1 {
                right.encode_leaf(component, leaf, &mut b);
            }
            if a == b {
                continue;
            }
            let path = if S::is_one_leaf(component) { (*name).to_string() } else { format!("{name}/{leaf}") };
            let value = |state: &S, leaf: u32, count: u32| {
                if leaf < count { state.leaf_value(component, leaf) } else { serde_json::Value::Null }
            };
            compare(&path, &value(left, leaf, leaves.0), &value(right, leaf, leaves.1), &mut found);
        }
    }
    found
}

/// Compares two JSON trees field by field.
pub fn compare(path: &str, left: &serde_json::Value, right: &serde_json::Value, found: &mut Vec<Difference>) {
    use serde_json::Value;
    match (left, right) {
        (a, b) if a == b => {}
        (Value::Object(a), Value::Object(b)) => {
            let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
            names.sort();
            names.dedup();
            for name in names {
                compare(
                    &format!("{path}/{name}"),
                    a.get(name).unwrap_or(&Value::Null),
                    b.get(name).unwrap_or(&Value::Null),
                    found,
                );
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for place in 0..a.len().max(b.len()) {
                compare(
                    &format!("{path}/{place}"),
                    a.get(place).unwrap_or(&Value::Null),
                    b.get(place).unwrap_or(&Value::Null),
                    found,
                );
            }
        }
        (a, b) => found.push(Difference { path: path.to_string(), left: a.clone(), right: b.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose as Drawn, Rng, Seed};

    /// One component of one-byte leaves.
    struct Bytes(Vec<u8>);

    impl Components for Bytes {
        const NAMES: &'static [&'static str] = &["bytes"];

        fn leaves(&self, _: usize) -> u32 {
            self.0.len() as u32
        }

        fn is_one_leaf(_: usize) -> bool {
            false
        }

        fn encode_leaf(&self, _: usize, leaf: u32, out: &mut Vec<u8>) {
            out.extend(self.0.get(leaf as usize).filter(|byte| **byte > 0));
        }

        fn leaf_value(&self, _: usize, leaf: u32) -> serde_json::Value {
            self.0.get(leaf as usize).copied().into()
        }
    }

    #[test]
    fn a_tree_that_grows_and_shrinks_has_the_root_of_a_new_one() {
        let mut rng = Rng::new(Seed::from_number(7));
        let mut below = |bound: u32| {
            let drawn = rng.peek(Drawn::Choice).below(bound);
            rng.advance(Drawn::Choice);
            drawn as usize
        };
        let (mut state, mut tree) = (Bytes(vec![1; 40]), Tree::default());
        let mut touched = Touched::default();
        touched.all();
        for _ in 0..4000 {
            let length = state.0.len();
            match below(4) {
                0 => {
                    state.0.resize(length + 1 + below(9), 3);
                    (length..state.0.len()).for_each(|leaf| touched.mark(0, leaf as u32));
                }
                1 if length > 1 => {
                    state.0.truncate(1 + below(length as u32));
                    touched.mark(0, state.0.len() as u32 - 1);
                }
                _ => {
                    let leaf = below(length as u32);
                    state.0[leaf] = below(4) as u8;
                    touched.mark(0, leaf as u32);
                }
            }
            if below(2) == 0 {
                let mut everything = Touched::default();
                everything.all();
                let mut new = Tree::default();
                assert!(tree.sums(&state, &mut touched).eq(new.sums(&state, &mut everything)));
                if below(4) == 0 {
                    assert_eq!(tree.root(&state, &mut touched), new.root(&state, &mut everything));
                }
            }
        }
    }

    #[test]
    fn bytes_are_written_and_read_in_hexadecimal() {
        let digest = Digest(std::array::from_fn(|place| place as u8 * 8 + 7));
        let text = digest.hex();
        assert!(text.starts_with("070f171f") && text.len() == 64);
        assert_eq!((digest.to_string(), format!("{digest:?}")), (text.clone(), text.clone()));
        assert_eq!(unhex::<32>(&text), Some(digest.0));
        assert_eq!(unhex::<2>("a0f9"), Some([0xa0, 0xf9]));
        assert_eq!((unhex::<1>("A0"), unhex::<1>("0g"), unhex::<1>("000")), (None, None, None));
    }

    #[test]
    fn what_a_hash_is_for_makes_it_another_one() {
        let hashes = PURPOSES.map(|(purpose, _)| hash(purpose, b"the same"));
        assert!(hashes.iter().enumerate().all(|(place, hash)| !hashes[..place].contains(hash)));
        let key = blake3::derive_key("duelog 2026 card definition", b"");
        let expected = Digest(*blake3::keyed_hash(&key, b"the same").as_bytes());
        assert_eq!(hash(Purpose::Definition, b"the same"), expected);
    }

    #[test]
    fn empty_leaves_at_the_end_change_nothing() {
        let known = |bytes: &[u8]| {
            let (mut tree, mut touched) = (Tree::default(), Touched::default());
            let state = Bytes(bytes.to_vec());
            let sums: Vec<u64> = tree.sums(&state, &mut touched).collect();
            (sums, tree.root(&state, &mut touched), tree.components().collect::<Vec<_>>())
        };
        assert_eq!(known(&[5, 0, 7]), known(&[5, 0, 7, 0, 0]));
        assert_ne!(known(&[5, 0, 7]), known(&[5, 7]));
        let (sums, _, components) = known(&[0, 0]);
        assert_eq!((sums, components), (vec![0], vec![Digest::default()]));
        assert_eq!(known(&[5]).0, [short(&[0, 0, 0, 0, 0, 5])]);
    }

    #[test]
    fn trees_are_compared_field_by_field() {
        use serde_json::{Value, json};
        let compared = |left: Value, right: Value| {
            let mut found = Vec::new();
            compare("it", &left, &right, &mut found);
            found.into_iter().map(|found| (found.path, found.left, found.right)).collect::<Vec<_>>()
        };
        let at = |path: &str, left: Value, right: Value| (path.to_string(), left, right);
        assert_eq!(compared(json!({"a": 1}), json!({"a": 1})), []);
        assert_eq!(
            compared(json!({"a": 1, "b": [1, 2, 3], "c": 0}), json!({"a": 2, "b": [1, 9], "d": 0})),
            [
                at("it/a", json!(1), json!(2)),
                at("it/b/1", json!(2), json!(9)),
                at("it/b/2", json!(3), Value::Null),
                at("it/c", json!(0), Value::Null),
                at("it/d", Value::Null, json!(0)),
            ]
        );
        assert_eq!(compared(json!([1]), json!({"a": 1})), [at("it", json!([1]), json!({"a": 1}))]);
    }

    #[test]
    fn marks_beyond_a_bound_mark_everything() {
        let mut touched = Touched::default();
        (0..=96).chain(0..=96).for_each(|leaf| touched.mark(0, leaf));
        assert_eq!((touched.leaves().count(), touched.everything), (97, false));
        touched.mark(0, 97);
        assert_eq!((touched.leaves().count(), touched.everything), (0, true));
        touched.mark(0, 0);
        touched.mark(0, 98);
        assert_eq!(touched.leaves().count(), 0);
    }
}
