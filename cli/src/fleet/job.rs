//! A job: one log that is to be verified, and who can do that.

use duelog_log_format::Reader;
use duelog_verifier::Games;
use serde::{Deserialize, Serialize};

use super::streams::JOBS_OF;

/// The game of a job that any worker can do: the verdict on such a log needs no rules.
pub const ANY: &str = "any";

/// The longest name of a game in a subject.
const GAME_BYTES_MAX: usize = 64;

/// A log that is to be verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The log's digest: its BLAKE3, in hexadecimal digits.
    pub digest: String,
    /// The file that was handed in.
    pub log: String,
    /// How many bytes the log has.
    pub bytes: u64,
    /// True if the log was handed in before: there may be a verdict already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// The game and the revision of its rules that a log needs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Needs {
    /// The game; [`ANY`] for a log whose header cannot be read.
    pub game: String,
    /// The revision.
    pub revision: u32,
}

impl Needs {
    /// The needs of a log.
    pub fn of(log: &[u8]) -> Needs {
        let any = Needs { game: ANY.to_string(), revision: 0 };
        let Ok(reader) = Reader::open(log) else { return any };
        let header = reader.header();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let sound = header.game.len() <= GAME_BYTES_MAX
            && !header.game.is_empty()
            && header.game != ANY
            && header.game.chars().all(plain);
        if sound { Needs { game: header.game.clone(), revision: header.revision } } else { any }
    }

    /// The subject of its jobs.
    pub fn subject(&self) -> String {
        format!("{JOBS_OF}{}.{}", self.game, self.revision)
    }

    /// The needs that a subject names.
    pub fn named(subject: &str) -> Option<Needs> {
        let (game, revision) = subject.strip_prefix(JOBS_OF)?.split_once('.')?;
        Some(Needs { game: game.to_string(), revision: revision.parse().ok()? })
    }

    /// Returns whether these games can verify such a log: they play each revision up to their own.
    pub fn met_by(&self, games: &Games) -> bool {
        let plays = |game: &str, revision: u32| game == self.game && self.revision <= revision;
        self.game == ANY || games.iter().any(|factory| plays(factory.game(), factory.revision()))
    }
}

impl std::fmt::Display for Needs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.game == ANY {
            return f.write_str("without a readable header");
        }
        write!(f, "{}, revision {}", self.game, self.revision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_name_game_and_revision() {
        let needs = |game: &str, revision| Needs { game: game.to_string(), revision };
        assert_eq!(Needs::of(b"no log"), needs(ANY, 0));
        let magic = needs("magic", 7);
        assert_eq!(magic.subject(), "duelog.jobs.magic.7");
        assert_eq!(Needs::named("duelog.jobs.magic.7"), Some(magic));
        for other in ["duelog.jobs.magic", "duelog.jobs.magic.x", "duelog.logs.magic.7"] {
            assert_eq!(Needs::named(other), None);
        }
    }

    #[test]
    fn a_worker_has_each_revision_up_to_its_own() {
        let games = crate::games::all();
        let revision = games.iter().find(|game| game.game() == "magic").unwrap().revision();
        let met = |game: &str, revision| Needs { game: game.to_string(), revision }.met_by(&games);
        assert!(met("magic", 1) && met("magic", revision) && met(ANY, 0));
        assert!(!met("magic", revision + 1) && !met("chess", 1));
    }
}
