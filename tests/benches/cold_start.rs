//! The program from its start to its verdict on one log, in a process of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use divan::Bencher;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_magic::Magic;
use duelog_tests::games::{Played, recorded_of};

fn main() {
    match program() {
        Some(_) => divan::main(),
        None => println!(
            "cold_start: the program is not built; build it with `cargo build --release -p duelog-cli` and measure again"
        ),
    }
}

/// The release build beside this benchmark.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    Some(here.parent()?.parent()?.join(format!("duelog{}", std::env::consts::EXE_SUFFIX)))
        .filter(|path| path.is_file())
}

fn run(arguments: &[&str]) {
    let program = program().expect("it was there");
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success(), "duelog {arguments:?}: {status}");
}

/// The target.
#[divan::bench(sample_count = 50, sample_size = 1, types = [Magic, DuelMasters, FleshAndBlood])]
fn verify<G: Played>(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder for a log");
    let log = folder.path().join("a.duelog");
    std::fs::write(&log, recorded_of::<G>(1)).expect("room for a log");
    let log = log.to_str().expect("an ordinary name").to_string();
    bencher.bench(|| run(&["verify", &log]));
}

/// The program alone, without a log.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn version(bencher: Bencher) {
    bencher.bench(|| run(&["--version"]));
}
