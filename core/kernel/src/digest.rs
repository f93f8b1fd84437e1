//! The state's hash: a tree of components whose root is recomputed only where an event touched it.
//!
//! Every hash is BLAKE3 in keyed mode, the key derived from one context string a purpose. A component is either a single leaf or a
//! list of leaves under a binary tree. The root covers the component digests in order.

use std::sync::OnceLock;

use crate::tag::StateTag;

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

/// What a hash is for; each purpose has its own key.
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
    /// A request.
    Request,
    /// A state together with the request that follows.
    StateTag,
    /// A card definition.
    Definition,
    /// A position that may come about again.
    Position,
}

const PURPOSES: [(Purpose, &str); 8] = [
    (Purpose::Leaf, "duelog 2026 state leaf"),
    (Purpose::Node, "duelog 2026 state node"),
    (Purpose::Component, "duelog 2026 state component"),
    (Purpose::Root, "duelog 2026 state root"),
    (Purpose::Request, "duelog 2026 request"),
    (Purpose::StateTag, "duelog 2026 state tag"),
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
    /// The components' names in order, at most seven.
    const NAMES: &'static [&'static str];

    /// How many leaves `component` has now; ids of leaves count from 0.
    fn leaves(&self, component: usize) -> u32;

    /// Appends the canonical bytes of one leaf; nothing at all for a leaf that is empty.
    fn encode_leaf(&self, component: usize, leaf: u32, out: &mut Vec<u8>);

    /// The leaf as a JSON tree, for people who compare two states.
    fn leaf_value(&self, component: usize, leaf: u32) -> serde_json::Value;
}

/// The leaves that events have changed since the last root.
#[derive(Debug, Clone, Default)]
pub struct Touched {
    leaves: Vec<(u8, u32)>,
    everything: bool,
}

impl Touched {
    /// Marks one leaf.
    pub fn mark(&mut self, component: usize, leaf: u32) {
        let entry = (component as u8, leaf);
        if !self.everything && !self.leaves.contains(&entry) {
            self.leaves.push(entry);
            if self.leaves.len() > 96 {
                self.all();
            }
        }
    }

    /// Marks the whole state, for instance after a restore.
    pub fn all(&mut self) {
        self.everything = true;
        self.leaves.clear();
    }
}

/// A binary hash tree that grows, and shrinks again: row 0 holds the leaves, each further row half as many nodes.
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

    /// Drops the leaves behind so many; the last one that stays has to be rehashed then, for it may have lost its neighbour.
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
                self.rows[row + 1][place] = pair(Purpose::Node, left, right);
            }
            row += 1;
        }
        // Nodes above the top would not be kept up to date.
        self.rows.truncate(row + 1);
        self.rows.get(row).and_then(|nodes| nodes.first()).copied().unwrap_or_default()
    }
}

fn pair(purpose: Purpose, left: Digest, right: Digest) -> Digest {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&left.0);
    bytes[32..].copy_from_slice(&right.0);
    hash(purpose, &bytes)
}

/// The cached tree of one state.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    branches: Vec<Branch>,
    components: Vec<Digest>,
    root: Digest,
    buffer: Vec<u8>,
}

impl Tree {
    /// The root of `state`, rehashing only what `touched` names, which is then clear.
    pub fn root<S: Components>(&mut self, state: &S, touched: &mut Touched) -> Digest {
        if self.components.is_empty() || touched.everything {
            *self =
                Tree { branches: vec![Branch::default(); S::NAMES.len()], components: vec![Digest::default(); S::NAMES.len()], ..Tree::default() };
            touched.leaves =
                (0..S::NAMES.len()).flat_map(|component| (0..state.leaves(component)).map(move |leaf| (component as u8, leaf))).collect();
            touched.everything = false;
        }
        if touched.leaves.is_empty() {
            return self.root;
        }
        touched.leaves.sort_unstable();
        for group in touched.leaves.chunk_by(|a, b| a.0 == b.0) {
            let component = usize::from(group[0].0);
            let leaves = state.leaves(component);
            let mut dirty: Vec<usize> = self.branches[component].shrink(leaves as usize).into_iter().collect();
            for &(_, leaf) in group.iter().filter(|entry| entry.1 < leaves) {
                let digest = self.leaf(state, component, leaf);
                self.branches[component].set(leaf as usize, digest);
                dirty.push(leaf as usize);
            }
            let top = self.branches[component].rehash(dirty);
            let mut bytes = [0; 37];
            bytes[0] = component as u8;
            bytes[1..5].copy_from_slice(&(self.branches[component].rows[0].len() as u32).to_le_bytes());
            bytes[5..].copy_from_slice(&top.0);
            self.components[component] = hash(Purpose::Component, &bytes);
        }
        touched.leaves.clear();
        self.buffer.clear();
        for digest in &self.components {
            self.buffer.extend_from_slice(&digest.0);
        }
        self.root = hash(Purpose::Root, &self.buffer);
        self.root
    }

    fn leaf<S: Components>(&mut self, state: &S, component: usize, leaf: u32) -> Digest {
        self.buffer.clear();
        self.buffer.push(component as u8);
        self.buffer.extend_from_slice(&leaf.to_le_bytes());
        state.encode_leaf(component, leaf, &mut self.buffer);
        if self.buffer.len() == 5 { Digest::default() } else { hash(Purpose::Leaf, &self.buffer) }
    }

    /// The component digests behind the last root, in order.
    pub fn components(&self) -> &[Digest] {
        &self.components
    }

    /// The tag of the state behind the last root, with the digest of the request that follows.
    pub fn tag(&self, request: Digest) -> StateTag {
        StateTag::new(pair(Purpose::StateTag, self.root, request), &self.components, request)
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
            let path = if leaves.0.max(leaves.1) > 1 { format!("{name}/{leaf}") } else { (*name).to_string() };
            let value = |state: &S, leaf: u32, count: u32| if leaf < count { state.leaf_value(component, leaf) } else { serde_json::Value::Null };
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
                compare(&format!("{path}/{name}"), a.get(name).unwrap_or(&Value::Null), b.get(name).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for place in 0..a.len().max(b.len()) {
                compare(&format!("{path}/{place}"), a.get(place).unwrap_or(&Value::Null), b.get(place).unwrap_or(&Value::Null), found);
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
                assert_eq!(tree.root(&state, &mut touched), Tree::default().root(&state, &mut everything));
            }
        }
    }
}
