//! `duelog`: all of it is in the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

// A match makes and drops many small things with each decision.
#[cfg(feature = "machine")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    duelog::main()
}
