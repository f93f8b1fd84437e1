//! `duelog` without the commands that need a machine.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    duelog::main()
}
