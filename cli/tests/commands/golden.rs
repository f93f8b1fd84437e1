//! `duelog golden`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use duelog_kernel::Tag;
use duelog_log_format::{DRAFT, Durability, Reader, Record, Writer};

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
    assert!(before.lines().count() == 5 && before.contains(&listed), "{before}");
    assert!(before.ends_with(&format!("\nmagic\t1\t{REVISION}\tseen\n")), "{before}");
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
    assert_eq!((list() != before, list().lines().count()), (DRAFT, 5));
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

/// The shortest golden log of each game and revision of its rules: its file, its bytes, and its lines of the
/// list.
fn one_of_each() -> BTreeMap<(String, u32), (String, Vec<u8>)> {
    let golden = root().join("fixtures/golden");
    let mut found: BTreeMap<(String, u32), (String, Vec<u8>)> = BTreeMap::new();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        for entry in fs::read_dir(golden.join(game)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let revision = Reader::open(&bytes).unwrap().header().revision;
            let file = format!("{game}/{}", path.file_name().unwrap().to_str().unwrap());
            let one = found.entry((game.to_string(), revision)).or_insert((file.clone(), bytes.clone()));
            if bytes.len() < one.1.len() {
                *one = (file, bytes);
            }
        }
    }
    found
}

/// A log with other records, chained and sealed anew: the work of somebody who knows the format.
fn rewritten(log: &[u8], change: impl FnOnce(&mut Vec<Record>)) -> Vec<u8> {
    let mut reader = Reader::open(log).unwrap();
    let header = reader.header().clone();
    let mut records = Vec::new();
    while let Some(logged) = reader.next_record().unwrap() {
        records.push(logged.record);
    }
    change(&mut records);
    let mut writer = Writer::create(Vec::new(), &header, Durability::None).unwrap();
    for record in records {
        let record = match record {
            Record::Seal(seal) => Record::Seal(writer.progress().next_seal(seal.root)),
            other => other,
        };
        writer.append(&record).unwrap();
    }
    writer.into_storage().unwrap()
}

fn tag_set_to_zero(records: &mut [Record]) {
    let middle = records.len() / 2;
    let tag = records[middle..].iter_mut().find_map(|record| match record {
        Record::Decision(made) => Some(&mut made.tag),
        _ => None,
    });
    *tag.unwrap() = Tag([0; 8]);
}

fn decisions_swapped(records: &mut Vec<Record>) {
    let choices: Vec<(usize, _)> = (0..)
        .zip(&*records)
        .filter_map(|(place, record)| match record {
            Record::Decision(made) => Some((place, made.choice.clone())),
            _ => None,
        })
        .collect();
    let later = &choices[choices.len() / 2..];
    let pair = later.windows(2).find(|pair| pair[0].1 != pair[1].1).unwrap();
    for (place, other) in [(pair[0].0, &pair[1].1), (pair[1].0, &pair[0].1)] {
        if let Record::Decision(made) = &mut records[place] {
            made.choice = other.clone();
        }
    }
}

/// The logs are of older revisions than the engine, or of its own: that revision explains nothing once the list has seen it.
#[test]
fn a_tampered_golden_log_of_any_game_and_revision_is_found_and_never_blessed() {
    let all = fs::read_to_string(root().join("fixtures/golden/MANIFEST")).unwrap();
    let logs = one_of_each();
    let listed = |line: &&str| {
        line.starts_with('#')
            || line.ends_with("\tseen")
            || logs.values().any(|(file, _)| line.starts_with(&format!("{file}\t")))
    };
    let list = all.lines().filter(listed).map(|line| format!("{line}\n")).collect::<String>();
    let folder = tempfile::tempdir().unwrap();
    let (golden, aside) = (folder.path().join("golden"), folder.path().join("aside.duelog"));
    let put = |file: &str, bytes: &[u8]| {
        let path = golden.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (file, bytes) in logs.values() {
        put(file, bytes);
    }
    fs::write(golden.join("MANIFEST"), &list).unwrap();
    duelog(["golden", "check", arg(&golden)]).ends(0);
    let mut played = 0;
    for (of, (file, bytes)) in &logs {
        let zero = rewritten(bytes, |records| tag_set_to_zero(records));
        // Without a list nothing is held: the log as this engine records it now, of its own revision.
        fs::write(&aside, &zero).unwrap();
        // Under another revision its answers can be illegal: then it cannot be recorded anew.
        let recorded = duelog(["golden", "bless", arg(&aside)]).code == 0;
        assert!(recorded || of.0 == "magic" && of.1 < REVISION, "{of:?}");
        let raised = fs::read(&aside).unwrap();
        let newest = Reader::open(&raised).unwrap().header().revision;
        assert!(newest >= of.1, "{of:?}");
        let short = rewritten(bytes, |records| records.truncate(records.len() / 2));
        let mut all = vec![
            ("a tag that is zero", zero),
            ("two answers in each other's place", rewritten(bytes, decisions_swapped)),
            ("half of the log", short),
        ];
        // Anew under its own revision it is the log that is listed.
        if newest > of.1 {
            all.push(("recorded anew under the engine's revision", raised));
        } else {
            assert!(raised == *bytes || !recorded, "{of:?}");
        }
        for (what, tampered) in all {
            put(file, &tampered);
            let log = golden.join(file);
            assert_eq!(duelog(["golden", "check", arg(&log)]).code, 1, "{of:?}: {what}");
            let blessed = duelog(["golden", "bless", arg(&log)]).code;
            let left = fs::read(&log).unwrap();
            // Under the revision of the log, the log that is listed may come back; nothing else is blessed.
            let restored = newest == of.1 && blessed == 0 && left == *bytes;
            assert!(restored || blessed == 1 && left == tampered, "{of:?}: {what}");
            assert_eq!(fs::read_to_string(golden.join("MANIFEST")).unwrap(), list, "{of:?}: {what}");
            played += 1;
        }
        put(file, bytes);
    }
    assert!(played >= 12, "three games at least");
}

/// A raised revision explains what changed until all logs of the game have been blessed with it.
#[test]
fn a_raised_revision_is_seen_once_all_logs_are_blessed() {
    let folder = tempfile::tempdir().unwrap();
    listed(folder.path());
    let path = folder.path().join("MANIFEST");
    let seen = format!("magic\t1\t{REVISION}\tseen\n");
    // As if the list were older than the revision, and one of its logs another one.
    let older = |line: &str| match line.split('\t').collect::<Vec<_>>().as_slice() {
        [file, _, _, digest] if *digest == "seen" => format!("{file}\t1\t{}\tseen\n", REVISION - 1),
        [file, _, _, _] if file.ends_with("magic-1.duelog") => format!("{file}\t1\t1\t{}\n", "0".repeat(64)),
        [file, _, _, digest] => format!("{file}\t1\t1\t{digest}\n"),
        _ => format!("{line}\n"),
    };
    let before = fs::read_to_string(&path).unwrap().lines().map(older).collect::<String>();
    fs::write(&path, &before).unwrap();
    let log = |name: &str| folder.path().join("magic").join(name);
    let list = || fs::read_to_string(&path).unwrap();
    let text = duelog(["golden", "check", arg(folder.path())]).ends(1).out;
    assert!(text.contains(&format!("(magic {REVISION})")), "{text}");
    // One log alone does not say that the others hold.
    let text = duelog(["golden", "bless", arg(&log("magic-1.duelog"))]).ends(0).out;
    assert!(text.contains(&format!("(magic {REVISION})")), "{text}");
    assert!(
        list().starts_with(&before) && list().contains(&format!("magic/magic-1.duelog\t1\t{REVISION}\t"))
    );
    assert!(!list().contains(&seen), "{}", list());
    duelog(["golden", "bless", arg(folder.path())]).ends(0);
    let after = list();
    assert!(after.starts_with(&before) && after.ends_with(&seen), "{after}");
    let short =
        rewritten(&fs::read(log("magic-2.duelog")).unwrap(), |records| records.truncate(records.len() / 2));
    fs::write(log("magic-2.duelog"), &short).unwrap();
    duelog(["golden", "bless", arg(&log("magic-2.duelog"))]).ends(1);
    assert!(list() == after && fs::read(log("magic-2.duelog")).unwrap() == short);
}
