//! One hidden fact, opened at a seal: nothing else is told by it.

use duelog_kernel::{Digest, codec};
use serde::{Deserialize, Serialize};

use crate::frame;
use crate::limits::{DISCLOSURE_MAGIC, RECORD_BYTES_MAX};
use crate::observation::Observation;
use crate::observed::{OpenedObservation, OpenedZone, Roots};
use crate::view_log::ViewLog;

/// A fact of an observed match, which can be checked against a viewer's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disclosure {
    /// The identity of the match.
    pub match_id: Digest,
    /// The seal.
    pub seal: u32,
    /// The commitments of the seal.
    pub roots: Roots,
    /// The fact.
    pub fact: Opened,
}

/// The opened fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opened {
    /// Cards of a zone, as they were at the seal.
    Zone(OpenedZone),
    /// An observation of a viewer between the seal before and this one.
    Told(OpenedObservation),
}

/// Why a disclosure shows nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undisclosed {
    /// The bytes are not a disclosure.
    #[error("this is not a disclosure, or it is damaged")]
    Unreadable,
    /// It is of another match.
    #[error("it is of another match than that log")]
    OtherMatch,
    /// The log lacks this seal.
    #[error("that log has no seal {0}")]
    NoSeal(u32),
    /// It does not fit the seal.
    #[error("what it shows is not what seal {0} says")]
    False(u32),
}

impl Disclosure {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = DISCLOSURE_MAGIC.to_vec();
        frame::put(&codec::encode(self), &mut bytes);
        bytes
    }

    /// The disclosure in a file.
    ///
    /// # Errors
    /// [`Undisclosed::Unreadable`] when it is none.
    pub fn read(bytes: &[u8]) -> Result<Disclosure, Undisclosed> {
        let begins = bytes.starts_with(&DISCLOSURE_MAGIC);
        let parsed =
            begins.then(|| frame::parse(bytes, DISCLOSURE_MAGIC.len(), RECORD_BYTES_MAX).ok()).flatten();
        let parsed = parsed.filter(|parsed| parsed.end == bytes.len());
        let read: Option<Disclosure> = parsed.and_then(|parsed| codec::decode(parsed.payload).ok());
        read.ok_or(Undisclosed::Unreadable)
    }

    /// Checks the fact against a viewer's log alone.
    ///
    /// # Errors
    /// [`Undisclosed`] if the fact does not hold.
    pub fn check(&self, log: &ViewLog) -> Result<(), Undisclosed> {
        if self.match_id != log.match_id {
            return Err(Undisclosed::OtherMatch);
        }
        let place = self.seal.checked_sub(1).map(|place| place as usize);
        let seen = place.and_then(|place| log.seals.get(place)).ok_or(Undisclosed::NoSeal(self.seal))?;
        let fits = match &self.fact {
            Opened::Zone(zone) => zone.root().is_some_and(|(root, _)| root == self.roots.cards),
            Opened::Told(told) => {
                let own = self.roots.told.get(usize::from(told.viewer.0));
                own.is_some() && told.root().as_ref() == own && Observation::read(&told.observation).is_some()
            }
        };
        if fits && self.roots.hash() == seen.seal.observed {
            Ok(())
        } else {
            Err(Undisclosed::False(self.seal))
        }
    }
}
