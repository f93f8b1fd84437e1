//! Generates the rule index.

use std::process::ExitCode;

use duelog_kernel::build::generate_rules;

fn main() -> ExitCode {
    generate_rules("magic")
}
