//! Golden logs are what their list says; it holds what changes without a raised revision of the rules or a
//! new version of the format.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use duelog_kernel::Factory;
use duelog_log_format::{DRAFT, VERSION};
use duelog_verifier::manifest::{Candidate, MANIFEST, Manifest, Standing};

use crate::checkout::Checkout;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// While the format is a draft, what is not as listed is only said.
#[test]
fn every_golden_log_is_as_listed() {
    let folder = root().join("fixtures/golden");
    let manifest = Manifest::parse(&fs::read_to_string(folder.join(MANIFEST)).unwrap())
        .unwrap_or_else(|fault| panic!("{MANIFEST}: {fault}"));
    let games: [Box<dyn Factory>; 3] = [
        Box::new(duelog_magic::factory::MagicFactory::default()),
        Box::new(duelog_duel_masters::factory::DuelMastersFactory::default()),
        Box::new(duelog_flesh_and_blood::factory::FleshAndBloodFactory::default()),
    ];
    let mut faults: Vec<String> = Vec::new();
    let mut seen = 0;
    for game in &games {
        for entry in fs::read_dir(folder.join(game.game())).unwrap() {
            let path = entry.unwrap().path();
            let file = format!("{}/{}", game.game(), path.file_name().unwrap().to_str().unwrap());
            let bytes = fs::read(&path).unwrap();
            seen += 1;
            let log = Candidate::of(&file, &bytes).unwrap();
            let revision = log.entry.revision;
            assert!(
                revision <= game.revision(),
                "{file} names revision {revision}, which {} does not have",
                game.game()
            );
            match manifest.standing(&log) {
                Standing::Listed => {}
                standing => faults.push(format!("{file}: {standing:?}")),
            }
        }
        // Until a raised revision is seen, it explains every difference.
        if manifest.seen(game.game()) != Some((VERSION, game.revision())) {
            faults.push(format!("{}: revision {} is not seen by the list", game.game(), game.revision()));
        }
    }
    assert!(seen >= 100, "{seen} golden logs");
    let gone = manifest.entries().filter(|entry| !folder.join(&entry.file).exists());
    faults.extend(gone.map(|entry| format!("{}: it is listed and not there", entry.file)));
    let text = format!("not as listed, see CONTRIBUTING.md, \"A revision\":\n{}", faults.join("\n"));
    if DRAFT && !faults.is_empty() {
        eprintln!("{text}");
    }
    assert!(DRAFT || faults.is_empty(), "{text}");
}

fn write(checkout: &Checkout, draft: bool, list: &str) {
    checkout.write("log-format/src/limits.rs", &format!("pub const DRAFT: bool = {draft};\n"));
    checkout.write("fixtures/golden/MANIFEST", list);
}

fn commit(checkout: &Checkout, draft: bool, list: &str) {
    write(checkout, draft, list);
    checkout.commit();
}

#[cfg(unix)]
#[test]
fn the_list_may_only_grow_once_the_format_is_no_draft() {
    let Some(checkout) = Checkout::with(".ci/golden-history") else { return };
    commit(&checkout, true, "head\na 1\n");
    commit(&checkout, true, "head\na 2\n");
    assert!(checkout.passes(), "a draft holds nothing");
    commit(&checkout, false, "head\na 3\n");
    commit(&checkout, false, "head\na 3\nb 1\n");
    assert!(checkout.passes(), "it has only grown");
    write(&checkout, false, "head\na 3\nb 1\nc 1\n");
    assert!(checkout.passes(), "and grows in the working tree");
    for (draft, list) in
        [(false, "head\na 4\nb 1\n"), (false, "head\na 3\n"), (false, ""), (true, "head\na 3\nb 1\n")]
    {
        write(&checkout, draft, list);
        assert!(!checkout.passes(), "{draft} {list:?}");
    }
    // A list longer than what a pipe holds is compared to its end, each time.
    let long = |lines: u32| {
        (0..lines).fold("head\na 3\nb 1\n".to_owned(), |text, line| format!("{text}{line:0>100}\n"))
    };
    commit(&checkout, false, &long(700));
    write(&checkout, false, &long(2_000));
    assert!((0..30).all(|_| checkout.passes()), "a long list has only grown");
    // A change that is taken back later was one all the same.
    commit(&checkout, false, "head\na 4\nb 1\n");
    commit(&checkout, false, "head\na 3\nb 1\n");
    assert!(!checkout.passes());
}
