//! The fuzz targets over their corpus and over deterministic mutations of it: what a fuzzer looks for,
//! without one.
//!
//! `DUELOG_FUZZ_MUTATIONS` says how many mutations a quick target gets. An input that fails is written to the
//! test's temporary folder under the name that it should have in `fixtures/fuzz/<target>`, once what it found
//! is mended.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::digest::{Purpose, hash};
use duelog_magic::Magic;
use duelog_tests::fuzzing::{TARGETS, Target, good_checkpoints, good_proofs, mutate};
use duelog_tests::games::{number_from, random, recorded_of, recorded_with};
use duelog_tests::root;
use duelog_verifier::Options;
use rayon::prelude::*;

/// Every file below a folder; with this extension, if one is given.
fn files(folder: &Path, extension: Option<&str>) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_none_or(|wanted| path.extension().is_some_and(|found| found == wanted)) {
                let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((path.display().to_string(), bytes));
            }
        }
    }
    found.sort();
    found
}

/// What a target begins with: its corpus, the files of the repository that are of its kind, and what is made
/// here.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let mut corpus = files(&root().join("fixtures/fuzz").join(target.name), None);
    assert!(!corpus.is_empty(), "fixtures/fuzz/{} has no input", target.name);
    for (folder, extension) in target.seeds {
        corpus.extend(files(&root().join(folder), Some(extension)));
    }
    match target.name {
        "checkpoints" => corpus.extend(
            good_checkpoints().into_iter().map(|stored| ("checkpoints of a game".to_string(), stored)),
        ),
        "proof_files" => {
            corpus.extend(good_proofs().into_iter().map(|file| ("a file that is right".to_string(), file)));
        }
        "log_read" | "log_recover" => {
            let logs = [
                recorded_of::<Magic>(5_001),
                recorded_of::<DuelMasters>(5_001),
                recorded_of::<FleshAndBlood>(5_001),
            ];
            let observed = Options { observed: Some([7; 32]), ..Options::default() };
            let seen = [
                recorded_with::<Magic>(5_002, &observed),
                recorded_with::<DuelMasters>(5_002, &observed),
                recorded_with::<FleshAndBlood>(5_002, &observed),
            ];
            corpus.extend(logs.into_iter().chain(seen).map(|log| ("a game".to_string(), log)));
        }
        _ => {}
    }
    corpus
}

/// Runs one input; what it finds is told with where the input was put.
fn run(target: &Target, name: &str, input: &[u8]) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| (target.body)(input))).err()?;
    let message = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let kept = format!("{}-{}", target.name, &hash(Purpose::Leaf, input).hex()[..16]);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&kept);
    let _ = fs::write(&path, input);
    Some(format!("{name}: {}\n  the input is in {}", message.unwrap_or_default(), path.display()))
}

fn run_all(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let corpus = corpus(target);
    let mutations = number_from("DUELOG_FUZZ_MUTATIONS", 2_000) / target.weight;
    // Of slow inputs those that other tests run anyway only serve to be changed.
    let own =
        |name: &str| target.weight == 1 || !target.seeds.iter().any(|(folder, _)| name.contains(folder));
    let of_corpus = corpus.par_iter().filter(|(name, _)| own(name));
    let of_corpus = of_corpus.filter_map(|(name, input)| run(target, name, input));
    let of_mutations = (0..mutations).into_par_iter().filter_map(|seed| {
        let mut stream = random(seed);
        let mut one = || &corpus[stream.below(corpus.len() as u32) as usize];
        let ((name, input), (_, other)) = (one(), one());
        run(target, &format!("{name}, mutation {seed}"), &mutate(input, other, &mut stream))
    });
    let found: Vec<String> = of_corpus.chain(of_mutations).collect();
    assert!(
        found.is_empty(),
        "{} inputs of {}:\n{}",
        found.len(),
        target.name,
        found[..found.len().min(5)].join("\n")
    );
}

#[test]
fn card_definition() {
    run_all("card_definition");
}

#[test]
fn card_import() {
    run_all("card_import");
}

#[test]
fn checkpoints() {
    run_all("checkpoints");
}

#[test]
fn decisions() {
    run_all("decisions");
}

#[test]
fn deck_file() {
    run_all("deck_file");
}

#[test]
fn engine_lines() {
    run_all("engine_lines");
}

#[test]
fn log_read() {
    run_all("log_read");
}

#[test]
fn log_recover() {
    run_all("log_recover");
}

#[test]
fn play_cards() {
    run_all("play_cards");
}

#[test]
fn proof_files() {
    run_all("proof_files");
}

#[test]
fn scenario_file() {
    run_all("scenario_file");
}

/// Each target has a file for the fuzzer, and the fuzzer has no other.
#[test]
fn every_target_can_be_fuzzed() {
    let files: Vec<String> =
        files(&root().join("fuzz/fuzz_targets"), Some("rs")).into_iter().map(|file| file.0).collect();
    let stems: Vec<&str> = files.iter().filter_map(|file| Path::new(file).file_stem()?.to_str()).collect();
    let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("fuzz/ is a package");
    assert_eq!(stems, TARGETS.map(|target| target.name));
    assert!(
        TARGETS.iter().all(|target| manifest.contains(&format!("name = \"{}\"", target.name))),
        "fuzz/Cargo.toml lists every target"
    );
}
