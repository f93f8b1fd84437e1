//! Logs that were begun under another revision of the rules than the one that replays them.

use duelog_kernel::{Factory, Revision};
use duelog_log_format::{Header, Reader};
use serde::Serialize;

use crate::replay::{Claim, Divergence, DrawFault, Refused, Stop};
use crate::start::{Games, StartError, factory};

/// How old a log is against who replays it. There is one only where the two revisions differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Age {
    /// The revision that the log names.
    pub log: u32,
    /// The revision that it is replayed under.
    pub here: u32,
    /// The revisions after the older one up to the newer one, as far as this engine knows them.
    pub between: Vec<Revision>,
}

impl Age {
    /// The age of a log with this header against the revision `here`; none where they are the same. `known`
    /// are the revisions of the game.
    pub fn new(header: &Header, here: u32, known: impl FnOnce() -> Vec<Revision>) -> Option<Age> {
        let log = header.revision;
        let (older, newer) = (log.min(here), log.max(here));
        (log != here).then(|| Age {
            log,
            here,
            between: known().into_iter().filter(|one| one.number > older && one.number <= newer).collect(),
        })
    }

    /// The age of a log with this header against a game that is built in.
    pub fn under(factory: &dyn Factory, header: &Header) -> Option<Age> {
        Age::new(header, factory.revision(), || factory.revisions())
    }

    /// The age of a log; none, too, where its header cannot be read or its game is not built in.
    pub fn of(games: &Games, log: &[u8]) -> Option<Age> {
        let reader = Reader::open(log).ok()?;
        Age::under(factory(games, reader.header()).ok()?, reader.header())
    }

    /// Returns whether the log names a newer revision than the one it is replayed under.
    pub fn is_newer(&self) -> bool {
        self.log > self.here
    }

    /// The log's revision and the replaying one, in words.
    pub fn in_words(&self) -> String {
        let newer = if self.is_newer() { ", which is newer than this engine" } else { "" };
        format!(
            "it was begun under revision {} of the rules{newer}; here it is replayed under revision {}",
            self.log, self.here
        )
    }
}

/// Returns whether an honest log of another revision could stop a replay like this; everything before it
/// agreed.
///
/// Each tag covers the whole state and the exact request that follows. So if the tag before a decision
/// agrees, the other revision asked the very same question and refused the same answers. Where the state
/// agrees, so must its root.
pub(crate) fn explains(stop: &Stop) -> bool {
    match stop {
        Stop::Fault(_) | Stop::Start(StartError::Unsupported(_)) => false,
        Stop::Start(StartError::Setup(_)) => true,
        Stop::Refused(refused) => explains_refusal(refused),
        Stop::Diverged(divergence) => explains_difference(divergence),
    }
}

/// Answers that a request does not list can change with the rules: conceding, a draw by agreement, the known
/// names.
fn explains_refusal(refused: &Refused) -> bool {
    refused.line == 0 || refused.beside
}

fn explains_difference(divergence: &Divergence) -> bool {
    match &divergence.claim {
        Claim::Tag { .. } => divergence.made_for.is_none() && !divergence.tag_altered(),
        Claim::Root { .. } => divergence.line == 0,
        // The told facts and their words belong to the engine.
        Claim::Observed { .. } => true,
        // Another revision may draw otherwise; that it was stated twice is in the bytes.
        Claim::Draw { fault, .. } => *fault != DrawFault::Twice,
        Claim::Outcome { found, .. } => divergence.line == 0 || found.is_some(),
    }
}
