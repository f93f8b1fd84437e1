//! The log of a match: an append-only file of its inputs, framed, chained and sealed.
//!
//! `SPEC.md` states the bytes. [`Writer`] appends records, [`Reader`] checks and decodes them, [`recover`]
//! finds what a damaged log still proves, [`compare`] finds where two logs part. Nothing here knows a game.
//!
//! ```
//! use duelog_kernel::{Choice, Digest, Item, Outcome, Seat, Seed, Setup, Tag, setup::{Deck, Start}};
//! use duelog_log_format::{Durability, Header, Reader, Verdict, Writer, recover};
//!
//! let deck = Deck { name: "deck".into(), cards: vec![(40, "Alpha".into())], ..Deck::default() };
//! let setup = Setup { game: "example".into(), edition: "1".into(), decks: vec![deck], start: Start::Normal,
//! seed: Seed::from_number(1) }; let definitions = [("Alpha".to_string(), Digest([7; 32]))]; let header =
//! Header::new(&setup, 1, &definitions, "example 1.0")?.label("round", "3");
//!
//! let mut writer = Writer::create(Vec::new(), &header, Durability::EveryRecord)?;
//! writer.decision(Seat(0), &Choice::one(Item::Pass), Tag([1; 8]))?;
//! writer.finish(Outcome { winners: vec![Seat(0)], reason: "alone".into(), rule: "1.1".into() }, Digest([2;
//! 32]))?; let bytes = writer.into_storage()?;
//!
//! let mut reader = Reader::open(&bytes)?;
//! assert_eq!(reader.header().setup(), setup);
//! assert_eq!(reader.check()?.decisions(), 1);
//!
//! let torn = &bytes[..bytes.len() - 1];
//! let recovery = recover(torn);
//! assert_eq!(recovery.fault.map(|fault| fault.verdict()), Some(Verdict::Torn));
//! assert_eq!(recovery.verified.map(|progress| progress.decisions()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod chain;
mod classify;
pub mod clock;
mod disclosure;
mod fault;
mod fork;
mod frame;
mod header;
pub mod limits;
mod observation;
pub mod observed;
mod progress;
mod reader;
mod record;
mod recovery;
pub mod seeds;
mod segment;
mod signature;
mod storage;
mod view_log;
mod writer;

pub use disclosure::{Disclosure, Opened, Undisclosed};
pub use fault::{Fault, FaultKind, Looks, Place, SealLink, Unfair, Verdict};
pub use fork::{Parting, Relation, compare};
pub use frame::RecordKind;
pub use header::{DeckList, Header, HeaderError, Pin, PinFault};
pub use limits::{DISCLOSURE_MAGIC, DRAFT, MAGIC, VERSION, VIEW_MAGIC};
pub use observation::{Observation, ObservedFact, SeenCard, SeenPlace, SeenZone};
pub use progress::{Progress, Stage};
pub use reader::{Frame, Logged, Outline, Reader};
pub use record::{
    Annotation, Decision, Given, Observed, Record, Rewind, Seal, SeedCommitment, SeedReveal, Topic,
};
pub use recovery::{Confirmed, Island, Recovery, recover};
pub use segment::{Broken, Segment};
pub use signature::{ED25519, Party, Signature, Statement};
pub use storage::Storage;
pub use view_log::{SealSeen, ViewFault, ViewHeader, ViewLog, put_observation, put_seal, put_signature};
pub use writer::{Durability, WriteError, Writer};
