//! Duelog as a library: what a program needs to host, record, follow and judge matches, in one crate.
//!
//! | to | take | example |
//! |---|---|---|
//! | host a match and record it | [`Recorder`], [`games`] | `examples/host.rs` |
//! | answer as a bot | [`Asked`], [`Match::imagined`] | `examples/bot.rs` |
//! | give verdicts on logs | [`Judge`], with [`Trust`] and [`Limits`] | `examples/verify_folder.rs` |
//! | verify a log while it grows | [`Following`] | `examples/follow.rs` |
//!
//! [`kernel`], [`log_format`] and [`verifier`] are the whole crates, for all that is not named here.
//!
//! ```
//! use duelog_sdk::{Judge, Options, Recorder, Verdict, game, games, setup};
//!
//! let magic = game("magic").expect("it is built in");
//! let deck = duelog_sdk::deck::parse("24 Plains\n4 Serra Angel\n32 Island\n")?;
//! let setup = setup(&*magic, vec![deck.clone(), deck], 1);
//! let mut recorder = Recorder::new(&*magic, &setup, &Options::default(), Vec::new())?;
//! // The first player gives up; a host sends the request and the view to whoever is asked.
//! let seat = recorder.asked().map(|asked| asked.request.seat).expect("the match has begun");
//! recorder.decide(seat, &duelog_sdk::Choice::one(duelog_sdk::Item::Concede))?;
//! recorder.finish()?;
//! let log = recorder.into_storage()?;
//! assert_eq!(Judge::new(&games()).verdict(&log).verdict, Verdict::Verified);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod built_in;
mod clock;

pub use duelog_kernel::budget::Limiter;
pub use duelog_kernel::factory::{Brought, Built};
pub use duelog_kernel::setup::Start;
pub use duelog_kernel::view::{FactValue, View};
pub use duelog_kernel::{
    Ask, Choice, Factory, Item, Match, ObjectId, Outcome, Request, Seat, Seed, Setup, Viewer, deck, sample,
};
pub use duelog_log_format::Party;
pub use duelog_verifier::{
    Asked, Following, Judge, Limits, Options, RecordError, Recorder, Replay, Report, Trust, Verdict,
    disclose, redact, signing,
};
pub use {duelog_kernel as kernel, duelog_log_format as log_format, duelog_verifier as verifier};

pub use built_in::{BuiltIn, GAMES, game, games, setup};
pub use clock::within;
