//! Logs that are served and lie in no folder of this machine: those of a fleet.

use duelog_kernel::Outcome;

/// A log that lies elsewhere, with the verdict that it has there.
#[derive(Debug, Clone)]
#[cfg_attr(not(feature = "fleet"), allow(dead_code))]
pub struct LogElsewhere {
    /// The digest by which it is asked for.
    pub digest: String,
    /// The file that was handed in.
    pub log: String,
    /// How many bytes it has; 0 where nobody said.
    pub bytes: u64,
    /// When the verdict was given, in milliseconds since 1970.
    pub written_ms: u64,
    /// The verdict in one word.
    pub verdict: String,
    /// How many decisions it has.
    pub decisions: u32,
    /// The finding, in one sentence.
    pub message: String,
    /// How the match ended, once that is verified.
    pub outcome: Option<Outcome>,
    /// Its first bytes, with its header.
    pub head: Vec<u8>,
}

/// A place with logs that have their verdicts.
pub trait Elsewhere: Send + Sync {
    /// Its latest logs.
    fn list(&self) -> Vec<LogElsewhere>;
    /// The bytes of a log; none if it lacks it or does not answer.
    fn bytes(&self, digest: &str) -> Option<Vec<u8>>;
}
