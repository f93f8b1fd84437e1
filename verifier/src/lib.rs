//! Recording, replaying and verifying logs, for every game alike: games are seen only through the kernel's
//! [`Factory`](duelog_kernel::Factory) and [`Match`](duelog_kernel::Match).
//!
//! A [`Recorder`] writes a log while a match is played, a [`Judge`] gives the verdict on one, [`Replay`] goes
//! through it record by record, [`Seeker`] reaches any decision, [`fork`](fork()) begins a new log from an
//! old one. [`golden`], [`divergence`] and [`batch`] compare and check many.
//!
//! ```
//! use duelog_kernel::{Factory, Seed, Setup, deck, rng::{Purpose, Rng}, sample, setup::Start};
//! use duelog_verifier::{Options, Recorder, Verdict, verify};
//!
//! let deck = deck::parse("24 Plains\n4 Serra Angel\n4 Wind Drake\n28 Island\n")?;
//! let decks = vec![deck.clone(), deck];
//! let setup = Setup { game: "magic".into(), edition: "2019-01-25".into(), decks, start: Start::Normal, seed:
//! Seed::from_number(1) }; let games: Vec<Box<dyn Factory>> =
//! vec![Box::new(duelog_magic::factory::MagicFactory::default())];
//!
//! let mut recorder = Recorder::new(&*games[0], &setup, &Options::default().label("round", "3"),
//! Vec::new())?; let mut random = Rng::new(setup.seed).peek(Purpose::Choice); while let Some(request) =
//! recorder.game().request() {
//!     let (seat, choice) = (request.seat, sample::answer(request, &mut random).expect("something is legal"));
//!     recorder.decide(seat, &choice)?;
//! }
//! let outcome = recorder.finish()?;
//! let log = recorder.into_storage()?;
//!
//! let report = verify(&games, &log);
//! assert_eq!((report.verdict, report.outcome), (Verdict::Verified, Some(outcome)));
//! assert_eq!(verify(&games, &log[..log.len() - 1]).verdict, Verdict::Torn);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod age;
mod answered;
pub mod batch;
mod bisect;
mod checkpoints;
pub mod divergence;
mod drawing;
mod elsewhere;
mod engine;
mod exchanged;
mod following;
mod fork;
pub mod golden;
mod judge;
mod line;
pub mod manifest;
pub mod moment;
mod observer;
mod own_part;
mod recorder;
mod redaction;
mod replay;
mod revealing;
pub mod scenario;
mod seeker;
pub mod several;
pub mod signing;
mod start;
mod timekeeper;
pub mod timing;
pub mod transparency;
mod verdict;

pub use age::Age;
pub use answered::{answer_in_words, answer_told, is_open, shown_by_outcome};
pub use bisect::{Bisection, Side, Unanswered, bisect};
pub use checkpoints::{Checkpoints, Claimed, INTERVAL};
pub use drawing::Drawing;
pub use elsewhere::verify_with;
pub use engine::{Engine, LocalEngine, NoMatch, NotBegun, Refusal, StateDigests, Trace};
pub use following::{Following, Standing};
pub use fork::{FORKED_FROM, ForkError, fork};
pub use judge::{Going, Judge, Limits, Trust, Watch, unmatched};
pub use line::Timeline;
pub use observer::Observer;
pub use own_part::look_for;
pub use recorder::{Asked, ENGINE, Options, Parts, RecordError, Recorder, ResumeError};
pub use redaction::{
    Disclosed, FactToOpen, NotOf, RedactError, disclose, follows, observation_in_words, onlooker_word,
    redact, zone_in_words,
};
pub use replay::{Claim, Divergence, Refused, Replay, Stop, Why, draw_in_words, outcome_in_words, refused};
pub use revealing::reveal;
pub use seeker::{SeekError, Seeker};
pub use start::{Games, Pinned, StartError, Unsupported, factory, pinned, start};
pub use verdict::{Contents, PartSeen, Report, Verdict, verify};
