//! Generates the rule index, and checks and embeds the card definitions.

use std::process::ExitCode;

use duelog_kernel::build::generate_game;

// The definition language is compiled into this script too, so that a faulty definition stops the build.
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/definition.rs"]
mod definition;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/keyword.rs"]
mod keywords;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/mana.rs"]
mod mana;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/parse.rs"]
mod parse;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/subtypes.rs"]
mod subtypes;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/types.rs"]
mod types;

fn main() -> ExitCode {
    generate_game("magic", |text| parse::parse(text).map(drop))
}
