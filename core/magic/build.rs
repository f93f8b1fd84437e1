//! Generates the rule index and the words of the card language.

use std::process::ExitCode;

use duelog_sources::build::{generate_rules, generate_words};

fn main() -> ExitCode {
    let words = generate_words();
    if words == ExitCode::SUCCESS { generate_rules("magic") } else { words }
}
