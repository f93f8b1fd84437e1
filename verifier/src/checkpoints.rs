//! Checkpoints: states of a match in between, so that any decision is reached quickly. A discardable cache,
//! never trusted.
use duelog_kernel::{Digest, Match, StateTag};
use rkyv::rancor;
use rkyv::util::AlignedVec;

/// How many decisions apart checkpoints are.
pub const INTERVAL: u32 = 64;

/// The version of the stored form; another one is not read.
const FORM: u32 = 1;

/// A log's statement about the state after one of its decisions, which a checkpoint has to reproduce.
#[derive(Debug, Clone, Copy)]
pub struct Claimed {
    /// The decision record's number, from 1.
    pub decision: u32,
    /// How many decisions the line has with it.
    pub line: u32,
    /// The chain over the log up to and with the decision.
    pub chain: Digest,
    /// The state tag of the decision.
    pub state: StateTag,
    /// The state root of a seal that follows the decision at once.
    pub root: Option<Digest>,
}

/// Checkpoints of one log.
#[derive(Debug, Clone, Default)]
pub struct Checkpoints {
    entries: Vec<Checkpoint>,
    changed: bool,
}

#[derive(Debug, Clone, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
struct Checkpoint {
    decision: u32,
    /// The chain of the log up to the decision: the checkpoint of another log is not used.
    chain: [u8; 32],
    /// The canonical root that the state must reproduce.
    root: [u8; 32],
    state: Vec<u8>,
}

#[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
struct Stored {
    form: u32,
    entries: Vec<Checkpoint>,
}

impl Checkpoints {
    /// The checkpoints in a stored form; none when the bytes are not one.
    pub fn read(bytes: &[u8]) -> Checkpoints {
        let mut aligned = AlignedVec::<16>::with_capacity(bytes.len());
        aligned.extend_from_slice(bytes);
        let stored =
            rkyv::from_bytes::<Stored, rancor::Error>(&aligned).ok().filter(|stored| stored.form == FORM);
        let mut entries = stored.map(|stored| stored.entries).unwrap_or_default();
        entries.sort_by_key(|entry| entry.decision);
        entries.dedup_by_key(|entry| entry.decision);
        Checkpoints { entries, changed: false }
    }

    /// The stored form: goes into a file of its own beside the log, and may be thrown away at any time.
    pub fn bytes(&self) -> Vec<u8> {
        let stored = Stored { form: FORM, entries: self.entries.clone() };
        rkyv::to_bytes::<rancor::Error>(&stored).map(|bytes| bytes.to_vec()).unwrap_or_default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no checkpoints.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether some were made or dropped since they were read.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Returns whether there is one after this decision.
    pub fn has(&self, decision: u32) -> bool {
        self.place(decision).is_ok()
    }

    /// Keeps the state of `game`, which is as after the decision of `claimed`. One that is due and not what
    /// the log says is not kept.
    pub fn keep(&mut self, game: &mut dyn Match, claimed: &Claimed) {
        let due = claimed.decision > 0 && claimed.decision.is_multiple_of(INTERVAL);
        let Err(place) = self.place(claimed.decision) else { return };
        if due && agrees(game, claimed) {
            let root = game.root().0;
            let entry = Checkpoint {
                decision: claimed.decision,
                chain: claimed.chain.0,
                root,
                state: game.checkpoint(),
            };
            self.entries.insert(place, entry);
            self.changed = true;
        }
    }

    /// Brings `game` to the checkpoint after the decision of `claimed`. One that is not what the log says is
    /// dropped, and `game` is then in no particular state.
    pub fn restore(&mut self, game: &mut dyn Match, claimed: &Claimed) -> bool {
        let Ok(place) = self.place(claimed.decision) else { return false };
        let entry = &self.entries[place];
        let mut state = AlignedVec::<16>::with_capacity(entry.state.len());
        state.extend_from_slice(&entry.state);
        let good = entry.chain == claimed.chain.0
            && game.restore(&state, claimed.line).is_ok()
            && game.root().0 == entry.root
            && agrees(game, claimed);
        if !good {
            self.entries.remove(place);
            self.changed = true;
        }
        good
    }

    fn place(&self, decision: u32) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&decision, |entry| entry.decision)
    }
}

fn agrees(game: &mut dyn Match, claimed: &Claimed) -> bool {
    game.state_tag() == claimed.state && claimed.root.is_none_or(|root| game.root() == root)
}
