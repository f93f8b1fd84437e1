//! Definitions that would take all memory or run without end: they are refused, or the match ends and says
//! why. A process of its own, whose greatest size is looked at in the end.

use std::fs;

use duelog_kernel::bounds::Bound;
use duelog_tests::grown::{Written, play_cards};
use duelog_tests::root;

/// What a process that plays them may take at most, in kB.
const MEMORY_MAX: u64 = 256 << 10;

/// How an input of the fuzz target `play_cards` ends: at most one definition is refused.
fn ends(name: &str) -> Result<Option<String>, String> {
    let text = fs::read_to_string(root().join("fixtures/fuzz/play_cards").join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let outcome = Written::read(&text).unwrap_or_else(|| panic!("{name} has no head")).play()?;
    Ok(outcome.map(|outcome| outcome.reason))
}

/// What is not so: that a match ends at one of these bounds.
fn unlimited(name: &str, bounds: &[Bound]) -> Option<String> {
    let end = ends(name);
    let limited =
        end.as_ref().is_ok_and(|end| bounds.iter().any(|bound| end.as_deref() == Some(&bound.to_string())));
    (!limited).then(|| format!("{name}: {end:?}"))
}

#[test]
fn nothing_that_a_definition_says_takes_all_memory_or_time() {
    let mut names: Vec<String> = fs::read_dir(root().join("fixtures/fuzz/play_cards"))
        .expect("the corpus")
        .map(|entry| entry.expect("an input").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let (mut last, mut large) = (0, Vec::new());
    for name in &names {
        let input = fs::read(root().join("fixtures/fuzz/play_cards").join(name)).expect("an input");
        play_cards(&input);
        if let Some(peak) = peak().filter(|peak| *peak > last) {
            last = peak;
            large.push(format!("{name}: {peak} kB"));
        }
    }
    assert!(last < MEMORY_MAX, "{}", large.join(", "));
}

/// The greatest size of this process so far in kB, where the system tells.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

#[test]
fn a_definition_beyond_a_bound_is_refused() {
    assert!(ends("magic-draws-refused").unwrap_err().contains("2147483647 is larger than 1000000"));
    assert!(ends("magic-longer-static-refused").unwrap_err().contains("a list of more than 64 entries"));
}

#[test]
fn a_match_that_grows_beyond_a_bound_ends_and_says_why() {
    let script = ["magic", "duel-masters", "flesh-and-blood"]
        .map(|game| [format!("{game}-empty-rounds"), format!("{game}-keeps")]);
    let mut wrong: Vec<String> =
        script.as_flattened().iter().filter_map(|name| unlimited(name, &[Bound::Script])).collect();
    let batch = ["magic-draws", "magic-tokens", "flesh-and-blood-tokens", "flesh-and-blood-dice"];
    wrong.extend(batch.iter().filter_map(|name| unlimited(name, &[Bound::Batch])));
    wrong.extend(unlimited("magic-tokens-in-rounds", &[Bound::Objects, Bound::Work]));
    let effects = [
        "magic-effects",
        "magic-delayed",
        "duel-masters-effects",
        "duel-masters-delayed",
        "flesh-and-blood-later",
    ];
    wrong.extend(effects.iter().filter_map(|name| unlimited(name, &[Bound::Effects, Bound::Work])));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
