//! `duelog demo`.

use std::fs;

use crate::running::{arg, duelog, duelog_in};

/// The verdicts that the tour must show, in its order.
const VERDICTS: [(&str, &str); 4] =
    [("game", "verified"), ("bit-flipped", "corrupt"), ("cut-off", "torn"), ("changed", "illegal")];

#[test]
fn the_tour_works_from_anywhere_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ran = duelog_in(folder.path(), ["demo"]).ends(0);
    for (log, verdict) in VERDICTS {
        assert!(
            ran.out.contains(&format!("   {log}.duelog: {verdict}: ")),
            "{log} is not {verdict} in {}",
            ran.out
        );
    }
    for part in [
        "   match.duelog: verified: ",
        "public log: it holds.",
        "hand of seat 1, ",
        "in it: it does not hold.",
    ] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
    assert!(ran.out.contains("(305.2)"), "the cheat is told with the rule that it breaks: {}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() < 200), "{}", ran.out);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn machines_get_a_line_a_step() {
    let lines = duelog(["demo", "--format", "json"]).ends(0).json();
    let steps: Vec<&str> = lines.iter().map(|line| line["step"].as_str().unwrap()).collect();
    assert_eq!(steps, ["record", "replay", "verify", "verify", "verify", "verify", "verify", "dispute"]);
    assert_eq!(lines[0]["decisions"], lines[1]["decisions"]);
    assert_eq!((&lines[7]["holds"], &lines[7]["false_one_holds"]), (&true.into(), &false.into()));
    for (line, (log, verdict)) in lines[2..6].iter().zip(VERDICTS) {
        assert_eq!(line["verdict"], verdict, "{line}");
        assert!(line["log"].as_str().unwrap().ends_with(&format!("{log}.duelog")), "{line}");
    }
    assert_eq!(lines[5]["rule"], "305.2");
}

#[test]
fn logs_are_kept_where_asked_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let args = ["demo", "--keep", arg(&kept)];
    assert!(duelog(args).ends(0).out.contains("duelog verify "));
    let log = fs::read(kept.join("game.duelog")).unwrap();
    for (name, _) in VERDICTS {
        assert_eq!(fs::read(kept.join(format!("{name}.duelog"))).unwrap() == log, name == "game", "{name}");
    }
    duelog(args).fails(2, &["game.duelog exists and is not overwritten", "--keep DIR"]);
    assert_eq!(fs::read(kept.join("game.duelog")).unwrap(), log);
}

#[test]
fn a_folder_that_cannot_be_written_is_the_systems_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    duelog(["demo", "--keep", arg(&file)]).fails(3, &["--keep DIR"]);
    duelog(["demo", "here"]).fails(2, &["unexpected argument"]);
}
