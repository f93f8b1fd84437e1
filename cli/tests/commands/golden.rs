//! `duelog golden`.

use std::fs;
use std::path::Path;

use duelog_log_format::DRAFT;

use crate::running::{REVISION, arg, duelog, root};

fn logs(folder: &Path) {
    let deck = "fixtures/decks/magic/white-blue-flyers.deck";
    duelog(["simulate", "--decks", deck, deck, "--games", "3", "--seed", "1", "--out", arg(folder)]).ends(0);
}

/// A folder with another text of one card that is in the logs.
fn other_card(folder: &Path) -> std::path::PathBuf {
    let cards = folder.join("cards");
    fs::create_dir(&cards).unwrap();
    let text = fs::read_to_string(root().join("core/magic/cards/serra-angel.ron")).unwrap();
    fs::write(cards.join("serra-angel.ron"), text.replace("Creature - Angel", "Creature - Angel Wizard"))
        .unwrap();
    cards
}

#[test]
fn logs_of_this_engine_are_identical() {
    let folder = tempfile::tempdir().unwrap();
    logs(folder.path());
    let lines = duelog(["golden", "check", "--format", "json", arg(folder.path())]).ends(0).json();
    assert_eq!(lines.len(), 4);
    assert!(
        lines[..3].iter().all(|line| line["class"] == "identical" && line["decisions"].as_u64() > Some(100))
    );
    let summary = &lines[3]["summary"];
    assert_eq!(
        (&summary["logs"], &summary["identical"], &summary["refused"]),
        (&3.into(), &3.into(), &0.into())
    );
}

#[test]
fn a_change_is_a_finding_until_it_is_blessed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("logs");
    logs(&out);
    let cards = other_card(folder.path());
    let before = fs::read(out.join("magic-1.duelog")).unwrap();
    let check = |code| duelog(["golden", "check", "--cards", arg(&cards), arg(&out)]).ends(code).out;
    let text = check(1);
    assert!(
        text.contains("changed   ")
            && text.contains("Serra Angel")
            && text.contains("0 identical, 3 changed"),
        "{text}"
    );
    assert_eq!(fs::read(out.join("magic-1.duelog")).unwrap(), before, "checking changes nothing");

    let lines =
        duelog(["golden", "bless", "--format", "json", "--cards", arg(&cards), arg(&out)]).ends(0).json();
    assert!(lines[..3].iter().all(|line| line["class"] == "changed" && line["blessed"] == true));
    assert_eq!(lines[3]["summary"]["blessed"], 3);
    assert_ne!(fs::read(out.join("magic-1.duelog")).unwrap(), before);
    check(0);
    duelog(["verify", "--cards", arg(&cards), arg(&out)]).ends(0);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 3, "nothing is left beside the logs");
}

#[test]
fn what_is_refused_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    logs(folder.path());
    let log = folder.path().join("magic-2.duelog");
    let mut bytes = fs::read(&log).unwrap();
    let place = bytes.len() - 900;
    bytes[place] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let lines = duelog(["golden", "bless", "--format", "json", arg(folder.path())]).ends(1).json();
    assert_eq!((&lines[1]["class"], &lines[1]["blessed"]), (&"refused".into(), &false.into()));
    assert_eq!(fs::read(&log).unwrap(), bytes);
}

#[test]
fn an_empty_folder_is_wrong_use() {
    let folder = tempfile::tempdir().unwrap();
    duelog(["golden", "check", arg(folder.path())]).fails(2, &["no log in this folder"]);
    assert_eq!(duelog(["golden"]).code, 2);
}

/// A folder with golden logs that are listed.
fn listed(folder: &Path) {
    logs(&folder.join("magic"));
    let heading = fs::read_to_string(root().join("fixtures/golden/MANIFEST"))
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_string();
    fs::write(folder.join("MANIFEST"), heading + "\n").unwrap();
    duelog(["golden", "bless", arg(folder)]).ends(0);
}

#[test]
fn the_list_of_golden_logs_is_brought_up_to_date_by_blessing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("golden");
    listed(&out);
    let list = || fs::read_to_string(out.join("MANIFEST")).unwrap();
    let before = list();
    let listed = format!("\nmagic/magic-1.duelog\t1\t{REVISION}\t");
    assert!(before.lines().count() == 4 && before.contains(&listed), "{before}");
    let lines = duelog(["golden", "check", "--format", "json", arg(&out)]).ends(0).json();
    assert!(
        lines[..3].iter().all(|line| line["standing"] == "listed") && lines[3]["summary"]["held"] == 0,
        "{lines:?}"
    );
    // Under the same revision, what changes is held; while the format is a draft, that is a warning.
    let cards = other_card(folder.path());
    let ran = duelog(["golden", "bless", "--cards", arg(&cards), arg(&out)]).ends(i32::from(!DRAFT));
    assert!(ran.out.contains("(held)") && ran.out.contains("CONTRIBUTING.md"), "{}", ran.out);
    assert_eq!(ran.out.contains("(blessed) (held)"), DRAFT, "{}", ran.out);
    assert_eq!((list() != before, list().lines().count()), (DRAFT, 4));
    if !DRAFT {
        return;
    }
    // One that is gone is forgotten, one that is new is listed.
    fs::rename(out.join("magic/magic-2.duelog"), out.join("magic/new.duelog")).unwrap();
    let text = duelog(["golden", "check", "--cards", arg(&cards), arg(&out)]).ends(0).out;
    assert!(text.contains("1 not as MANIFEST lists them"), "{text}");
    duelog(["golden", "bless", "--cards", arg(&cards), arg(&out.join("magic"))]).ends(0);
    assert!(list().contains("magic/new.duelog") && !list().contains("magic/magic-2.duelog"), "{}", list());
}

/// Frozen logs stand beside golden ones, and are none.
#[test]
fn a_frozen_log_is_neither_checked_nor_blessed() {
    let folder = tempfile::tempdir().unwrap();
    listed(folder.path());
    let (list, frozen) = (folder.path().join("MANIFEST"), folder.path().join("frozen"));
    let before = fs::read(&list).unwrap();
    logs(&frozen.join("magic"));
    fs::write(frozen.join("LIST"), "").unwrap();
    let cards = other_card(folder.path());
    let bytes = |name: &str| fs::read(frozen.join("magic").join(name)).unwrap();
    let kept = bytes("magic-1.duelog");
    let text = duelog(["golden", "check", arg(folder.path())]).ends(0).out;
    assert!(text.contains("3 golden logs: 3 identical"), "{text}");
    duelog(["golden", "bless", arg(folder.path())]).ends(0);
    duelog(["golden", "bless", "--cards", arg(&cards), arg(&frozen)]).fails(2, &["only frozen logs"]);
    assert!(fs::read(&list).unwrap() == before && bytes("magic-1.duelog") == kept);
}

#[test]
fn a_list_that_contradicts_itself_is_wrong_use() {
    let folder = tempfile::tempdir().unwrap();
    listed(folder.path());
    let path = folder.path().join("MANIFEST");
    let list = fs::read_to_string(&path).unwrap();
    let again = list.lines().last().unwrap();
    fs::write(&path, format!("{list}{again}\n")).unwrap();
    duelog(["golden", "check", arg(folder.path())])
        .fails(2, &["MANIFEST", "a second line for the same version and revision"]);
}
