//! The program `duelog`, one module a subcommand or a concern that goes across them. One binary: each by
//! itself would take as long to build.
#![allow(clippy::unwrap_used)]

mod audit;
mod bench;
mod bisect;
mod branch;
mod budget;
mod cards;
mod clocks;
mod completions;
mod decks;
mod demo;
mod diff;
mod disclosing;
mod draws;
#[cfg(target_os = "linux")]
mod ending;
mod engine;
mod errors;
mod explain;
mod fair;
#[cfg(all(unix, feature = "fleet"))]
mod fleet;
#[cfg(all(unix, feature = "fleet"))]
mod fleet_server;
mod following;
mod fork;
mod golden;
mod help;
mod history;
mod hostile;
mod moments;
mod other;
mod people;
mod play;
mod play_people;
mod play_stated;
#[cfg(unix)]
mod play_whole;
mod protocol;
#[cfg(unix)]
mod protocol_sockets;
#[cfg(unix)]
mod protocol_tokens;
mod publish;
mod readme;
mod repair;
mod report;
mod rules;
mod running;
mod scenario;
mod schema;
mod scribe;
mod secrets;
mod seen;
mod serve;
mod several;
mod show;
mod sign;
mod simulate;
mod talking;
mod told;
mod verify;
mod view;
mod viewer_log;
