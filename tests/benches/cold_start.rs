//! The program from its start to its verdict on one log, in a process of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use divan::Bencher;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Factory;
use duelog_kernel::factory::{GameDefinition, GameFactory};
use duelog_kernel::files::{self, Files};
use duelog_magic::Magic;
use duelog_tests::games::{Played, recorded_of};

fn main() {
    match program() {
        Some(_) => divan::main(),
        None => println!(
            "cold_start: the program is not built; build it with `cargo build --release -p duelog` and measure again"
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

/// So many definitions: those of Magic, and more of them that no match here uses.
fn among(count: usize) -> Files {
    let mut all: Vec<(String, String)> =
        Magic::FILES.iter().map(|(file, text)| (file.to_string(), text.to_string())).collect();
    let more = all.len()..count;
    all.extend(more.map(|number| {
        let text = format!(
            "Card(name: \"Generated {number:05}\", cost: \"{{R}}\", types: \"Instant\", \
             spell: (targets: [Any], effect: Do(Damage(amount: N(2), to: Targets(0)))))"
        );
        (format!("generated-{number:05}.ron"), text)
    }));
    all.sort_by(|(a, _), (b, _)| files::name(a).cmp(files::name(b)));
    let (mut text, mut index) = (String::new(), Vec::new());
    for (file, definition) in all {
        index.push((text.len() as u32, (text.len() + file.len()) as u32));
        text.push_str(&file);
        text.push_str(&definition);
    }
    Files { text: text.leak(), index: index.leak() }
}

/// In the process, with nothing read yet: the verdict on one log where so many definitions are built in.
#[divan::bench(sample_count = 50, sample_size = 1, args = [0, 35_000])]
fn first_verdict(bencher: Bencher, definitions: usize) {
    let files = among(definitions);
    let log = recorded_of::<Magic>(1);
    bencher.bench(|| {
        let games: Vec<Box<dyn Factory>> = vec![Box::new(GameFactory::<Magic>::of(files, Files::NONE))];
        assert!(duelog_verifier::verify(&games, &log).verified());
    });
}

/// The program alone, without a log.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn version(bencher: Bencher) {
    bencher.bench(|| run(&["--version"]));
}
