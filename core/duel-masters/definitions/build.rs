//! Checks and embeds the card definitions.

use std::process::ExitCode;

use duelog_kernel::build::generate_cards;

// The definition language is compiled into this script, so that a faulty definition stops the build.
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "../src/language/mod.rs"]
mod language;

fn main() -> ExitCode {
    generate_cards("duel-masters", |text| language::parse::parse(text).map(drop))
}
