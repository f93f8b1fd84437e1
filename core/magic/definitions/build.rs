//! Embeds the card definitions.

use std::process::ExitCode;

use duelog_sources::build::generate_cards;

fn main() -> ExitCode {
    generate_cards()
}
