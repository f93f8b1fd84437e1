//! Frozen logs (`fixtures/golden/frozen`): every build verifies each of them, whatever has become of the definitions
//! since. That none is ever changed, `.ci/frozen-history` holds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Factory;
use duelog_kernel::factory::{GameDefinition, GameFactory};
use duelog_log_format::{DRAFT, ViewLog};
use duelog_magic::Magic;
use duelog_tests::games::{Played, recorded_of, recorded_with};
use duelog_verifier::{Options, Verdict, follows, redact, verify};

use crate::checkout::Checkout;

fn folder() -> PathBuf {
    duelog_tests::root().join("fixtures/golden/frozen")
}

/// The list: the BLAKE3 of each file.
fn list(folder: &Path) -> Option<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join("LIST")).ok()?;
    let line = |line: &str| line.split_once("  ").map(|(hash, file)| (file.to_string(), hash.to_string()));
    Some(text.lines().map(|text| line(text).unwrap_or_else(|| panic!("{text}"))).collect())
}

/// Every file below a folder that could be a frozen one.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|ending| ["duelog", "duelview", "ron"].iter().any(|kept| ending == *kept))
        {
            found.push(path);
        }
    }
}

/// The game with these definitions in place of those that it has now.
fn with_definitions<G: GameDefinition>(definitions: Vec<(String, String)>) -> Box<dyn Factory> {
    let factory = GameFactory::<G>::with_overrides(definitions);
    Box::new(factory.unwrap_or_else(|(file, error)| panic!("{file}: {error}")))
}

fn definitions(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    files(folder, &mut all);
    let read = |path: PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        (name, fs::read_to_string(path).expect("a text"))
    };
    all.into_iter().map(read).collect()
}

/// A log is verified; of an older revision it may be called outdated, and is nothing worse.
fn still_holds(games: &[Box<dyn Factory>], at: &str, log: &[u8]) {
    let report = verify(games, log);
    match report.verdict {
        Verdict::Verified | Verdict::Incomplete => {}
        Verdict::Outdated => assert!(report.message.contains("revision"), "{at}: {}", report.message),
        _ => panic!("{at}: {}: {}", report.verdict, report.message),
    }
}

/// Checks a folder of frozen logs; how many there are.
fn check(folder: &Path) -> usize {
    let Some(list) = list(folder) else { return 0 };
    let mut found = Vec::new();
    files(folder, &mut found);
    let name =
        |path: &PathBuf| path.strip_prefix(folder).expect("below").to_string_lossy().replace('\\', "/");
    let found: BTreeMap<String, PathBuf> = found.into_iter().map(|path| (name(&path), path)).collect();
    let names = |map: Vec<&String>| map.into_iter().cloned().collect::<Vec<String>>();
    assert_eq!(names(found.keys().collect()), names(list.keys().collect()), "files and the list");
    for (file, path) in &found {
        let bytes = fs::read(path).expect("a file");
        assert_eq!(blake3::hash(&bytes).to_hex().as_str(), list[file], "{file} was changed");
    }
    let mut logs = 0;
    let mut games: BTreeMap<&str, [Box<dyn Factory>; 1]> = BTreeMap::new();
    for (file, path) in &found {
        let bytes = fs::read(path).expect("a file");
        let game = file.split('/').next().unwrap_or_default();
        let factory = games.entry(game).or_insert_with(|| {
            let cards = definitions(&folder.join(game).join("cards"));
            [match game {
                "magic" => with_definitions::<Magic>(cards),
                "duel-masters" => with_definitions::<DuelMasters>(cards),
                _ => with_definitions::<FleshAndBlood>(cards),
            }]
        });
        if file.ends_with(".duelog") {
            still_holds(factory, file, &bytes);
            logs += 1;
        } else if file.ends_with(".duelview") {
            let log = ViewLog::read(&bytes).unwrap_or_else(|fault| panic!("{file}: {fault}"));
            assert!(log.closed(), "{file}");
            let full = path.with_extension("duelog");
            let [factory] = factory;
            if log.header.public.revision == factory.revision() && full.exists() {
                let full = fs::read(full).expect("a log");
                follows(&**factory, &bytes, &log, &full).unwrap_or_else(|error| panic!("{file}: {error}"));
            }
            logs += 1;
        }
    }
    logs
}

/// FROZEN names another folder, to try what record.sh has recorded there.
#[test]
fn every_frozen_log_is_verified_by_this_build() {
    let tried = duelog_tests::games::folder_from("FROZEN");
    let logs = check(&tried.clone().unwrap_or_else(folder));
    assert!(logs >= 90 || (logs == 0 && DRAFT && tried.is_none()), "{logs} frozen logs");
}

/// A folder of one frozen log with its viewer's log and definitions.
fn one_frozen(folder: &Path) {
    let options = Options { observed: Some([7; 32]), ..Options::default() };
    let (log, factory) = (recorded_with::<DuelMasters>(3, &options), DuelMasters::factory());
    let game = folder.join("duel-masters");
    fs::create_dir_all(game.join("cards")).expect("a folder");
    fs::write(game.join("01-seen.duelog"), &log).expect("a file");
    let view = redact(&*factory, &log).expect("observed").remove(0);
    fs::write(game.join("01-seen.duelview"), view).expect("a file");
    for pin in &duelog_log_format::Reader::open(&log).expect("a log").header().definitions {
        let definition = factory.card(&pin.name).expect("defined").definition;
        fs::write(game.join("cards").join(factory.file_name(&pin.name)), definition).expect("a file");
    }
    let mut all = Vec::new();
    files(folder, &mut all);
    all.sort();
    let line = |path: &PathBuf| {
        let file = path.strip_prefix(folder).expect("below").display();
        format!("{}  {file}\n", blake3::hash(&fs::read(path).expect("a file")).to_hex())
    };
    fs::write(folder.join("LIST"), all.iter().map(line).collect::<String>()).expect("a file");
}

/// Whatever happens to a frozen file is found, and that a log is not what the rules of its revision make of it.
#[test]
fn a_change_of_what_is_frozen_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    one_frozen(folder.path());
    assert_eq!(check(folder.path()), 2);
    let refused = |part: &str| {
        let caught = std::panic::catch_unwind(|| check(folder.path())).expect_err("it is found");
        let said = caught.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    };
    let game = folder.path().join("duel-masters");
    for name in ["01-seen.duelog", "01-seen.duelview"] {
        let path = game.join(name);
        let good = fs::read(&path).expect("a file");
        for place in [0, good.len() / 2, good.len() - 1] {
            let mut changed = good.clone();
            changed[place] ^= 1;
            fs::write(&path, changed).expect("a file");
            refused("was changed");
        }
        fs::remove_file(&path).expect("a file");
        refused("files and the list");
        fs::write(&path, good).expect("a file");
    }
    let definition =
        fs::read_dir(game.join("cards")).expect("a folder").next().expect("some").expect("one").path();
    let text = fs::read_to_string(&definition).expect("a file");
    fs::write(&definition, format!("{text} ")).expect("a file");
    refused("was changed");
    fs::write(&definition, text).expect("a file");
    let added = game.join("02-full.duelog");
    fs::copy(game.join("01-seen.duelog"), &added).expect("a file");
    refused("files and the list");
    fs::remove_file(&added).expect("a file");
    assert_eq!(check(folder.path()), 2);
}

/// What was committed once is what it was, whatever the working tree or a branch says; more may come.
#[cfg(unix)]
#[test]
fn the_history_of_frozen_files_is_held() {
    let Some(checkout) = Checkout::with(".ci/frozen-history") else { return };
    let (list, log) = ("fixtures/golden/frozen/LIST", "fixtures/golden/frozen/magic/01-full.duelog");
    let (vector, limits) = ("fixtures/vectors/ok.duelog", "log-format/src/limits.rs");
    checkout.write(limits, "pub const DRAFT: bool = true;\n");
    checkout.write(vector, "a draft's");
    checkout.commit();
    assert!(checkout.passes(), "nothing is frozen yet");
    checkout.write(limits, "pub const DRAFT: bool = false;\n");
    assert!(!checkout.passes(), "nothing is frozen, and the format is final");
    checkout.write(vector, "vector");
    checkout.write(log, "log");
    checkout.write(list, "1  a\n2  b\n");
    checkout.commit_beside();
    assert!(checkout.passes(), "frozen");
    checkout.write(list, "0  c\n1  a\n2  b\n");
    checkout.write("fixtures/golden/frozen/magic/31-full.duelog", "more");
    assert!(checkout.passes(), "more is frozen");
    checkout.commit();
    assert!(checkout.passes(), "more is frozen");
    for (file, good, wrong) in
        [(list, "0  c\n1  a\n2  b\n", "0  c\n2  b\n"), (log, "log", "lag"), (vector, "vector", "")]
    {
        checkout.write(file, wrong);
        assert!(!checkout.passes(), "{file} is another");
        checkout.remove(file);
        assert!(!checkout.passes(), "{file} is gone");
        checkout.write(file, good);
        assert!(checkout.passes(), "{file} is back");
    }
    // A change that is taken back later was one all the same, on a branch too.
    checkout.write(log, "lag");
    checkout.commit_beside();
    checkout.write(log, "log");
    checkout.commit();
    assert!(!checkout.passes());
}

/// A log pins its definitions. When one of them changes, the log is verified with those that it was recorded with.
fn holds_with_its_own<G: Played>() {
    let log = recorded_of::<G>(3);
    let header = duelog_log_format::Reader::open(&log).expect("a log").header().clone();
    let factory = G::factory();
    let text = |name: &str| (factory.file_name(name), factory.card(name).expect("defined").definition);
    let own: BTreeMap<String, String> = header.definitions.iter().map(|pin| text(&pin.name)).collect();
    let (file, definition) = header
        .definitions
        .iter()
        .map(|pin| text(&pin.name))
        .find(|(_, definition)| definition.starts_with("Card(") && !definition.contains("test_only"))
        .expect("a card");
    let changed = definition.replacen("Card(", "Card(test_only: true, ", 1);
    let now = with_definitions::<G>(vec![(file, changed)]);
    assert_eq!(verify(&[now], &log).verdict, Verdict::Unsupported, "{}", G::GAME);
    let then = with_definitions::<G>(own.into_iter().collect());
    assert_eq!(verify(&[then], &log).verdict, Verdict::Verified, "{}", G::GAME);
}

#[test]
fn a_log_is_verified_with_the_definitions_that_it_pins() {
    holds_with_its_own::<Magic>();
    holds_with_its_own::<DuelMasters>();
    holds_with_its_own::<FleshAndBlood>();
}
