//! `duelog scribe`.

use std::fs;
use std::path::Path;

use crate::running::{Ran, arg, duelog, duelog_fed};

const NOTES: &str = "fixtures/notes/magic.md";
const DECKS: [&str; 3] = ["--decks", "red-green-beasts", "white-blue-flyers"];

fn scribe<'a>(notes: &'a str, out: &'a Path, more: &[&'a str]) -> Ran {
    let words = ["scribe", notes].into_iter().chain(DECKS).chain(["--seed", "1", "--out", arg(out)]);
    duelog(words.chain(more.iter().copied()).collect::<Vec<&str>>())
}

#[test]
fn a_match_at_a_table_becomes_a_log_that_says_what_is_stated() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("table-7.duelog");
    let text = scribe(NOTES, &log, &["--names", "Ann,Bob"]).ends(0).out;
    assert!(
        text.contains("72 decisions, incomplete") && text.contains("3 draws as the host states"),
        "{text}"
    );
    assert!(text.contains("112 places of them filled in, unseen"), "{text}");
    let text = duelog(["show", arg(&log), "--at", "end"]).ends(0).out;
    assert!(text.contains("Serra Angel") && text.contains("life 16"), "{text}");
    duelog(["history", arg(&log)]).ends(0);
    let before = fs::read(&log).unwrap();
    scribe(NOTES, &log, &[]).fails(2, &["is not overwritten", "--replace"]);
    assert_eq!(fs::read(&log).unwrap(), before);
    scribe(NOTES, &log, &["--replace"]).ends(0);
    let forked = folder.path().join("forked.duelog");
    duelog(["fork", arg(&log), "--at", "30", "--out", arg(&forked)]).ends(0);
    duelog(["verify", "-q", arg(&forked)]).ends(6);
}

#[test]
fn a_line_that_no_order_of_the_cards_allows_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, log) = (folder.path().join("notes.md"), folder.path().join("log.duelog"));
    let begun = "chance: P1\nP1 chooses \"P1 takes the first turn\"\nP1 says \"keep\"\nP2 says \"keep\"\n";
    for (line, words) in [
        ("P1 hand: 5 Lightning Bolt", "no Lightning Bolt can be there beside the others: P1's deck has 4"),
        ("P1 hand: Serra Angel", "no Serra Angel can be there: P1's deck has none"),
        ("P1 pocket: Forest", "there is no zone \"pocket\""),
        ("P1 hand: Frost", "no card of the decks has the name"),
        ("P1 dances", "is not a verb"),
    ] {
        fs::write(&notes, format!("{begun}{line}\n")).unwrap();
        scribe(arg(&notes), &log, &["--replace"])
            .fails(2, &["notes.md:5:", words, "has the match up to there"]);
        duelog(["verify", "-q", arg(&log)]).ends(6);
        fs::remove_file(&log).unwrap();
    }
    fs::write(&notes, "P1 plays Forest\n").unwrap();
    scribe(arg(&notes), &log, &["--replace"]).fails(2, &["notes.md:1:", "chance decides here, among 2"]);
    scribe("missing.md", &log, &["--replace"]).fails(3, &["missing.md"]);
}

#[test]
fn lines_are_answered_as_they_come_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, log) = (folder.path().join("kept.md"), folder.path().join("log.duelog"));
    let lines = "chance: P1\nP1 chooses \"P1 takes the first turn\"\nP1 says \"keep\"\nP1 eats\nP2 says \"keep\"\nundo\nP2 says \"keep\"\n";
    let words = ["scribe", "-"].into_iter().chain(DECKS);
    let words = words.chain(["--seed", "1", "--out", arg(&log), "--keep", arg(&kept), "--format", "json"]);
    let found = duelog_fed(words.collect::<Vec<&str>>(), lines).ends(0).json();
    assert_eq!(found.len(), 8, "{found:?}");
    assert!(found[3]["error"].as_str().unwrap().contains("is not a verb"));
    assert!(found[5]["told"][0].as_str().unwrap().contains("taken back: P2 says \"keep\""));
    assert_eq!((&found[7]["verdict"], &found[7]["draws"]), (&"incomplete".into(), &3.into()));
    let kept = fs::read_to_string(&kept).unwrap();
    assert_eq!(kept.lines().count(), 6, "{kept}");
    // The lines that were kept give the same match once more.
    let again = folder.path().join("again.duelog");
    let ran = scribe(arg(&folder.path().join("kept.md")), &again, &[]).ends(0);
    assert!(ran.out.contains("incomplete"), "{ran:?}");
}

#[test]
fn no_file_that_is_there_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let [notes, wrong, log] = ["notes.md", "wrong.md", "log.duelog"].map(|name| folder.path().join(name));
    let begun = "chance: P1\nP1 chooses \"P1 takes the first turn\"\n";
    fs::write(&notes, begun).unwrap();
    scribe(arg(&notes), &notes, &["--replace"])
        .fails(2, &["notes.md has the lines", "another file behind --out"]);
    assert_eq!(fs::read_to_string(&notes).unwrap(), begun);
    // Notes that do not fit leave the log that is there as it is, and so does a sitting without a line.
    scribe(arg(&notes), &log, &[]).ends(0);
    let before = fs::read(&log).unwrap();
    fs::write(&wrong, format!("{begun}P1 dances\n")).unwrap();
    scribe(arg(&wrong), &log, &["--replace"]).fails(2, &["wrong.md:3:", "log.duelog stays as it was"]);
    assert_eq!(fs::read(&log).unwrap(), before);
    let live = |keep: &Path, lines: &str| {
        let words = ["scribe", "-"].into_iter().chain(DECKS).chain(["--out", arg(&log), "--keep", arg(keep)]);
        duelog_fed(words.chain(["--replace"]).collect::<Vec<&str>>(), lines)
    };
    let kept = folder.path().join("kept.md");
    assert!(live(&kept, "chance: P1\nP1 dances\n").ends(2).err.contains("no decision was taken down"));
    assert_eq!(fs::read(&log).unwrap(), before);
    // Lines are added to lines only.
    let sound = folder.path().join("sound.duelog");
    fs::copy(&log, &sound).unwrap();
    live(&sound, begun).fails(2, &["sound.duelog: it is not text", "behind --keep"]);
    live(&log, begun).fails(2, &["log.duelog is the log", "behind --keep"]);
    assert_eq!((fs::read(&log).unwrap(), fs::read(&sound).unwrap()), (before.clone(), before));
}

#[cfg(unix)]
#[test]
fn only_its_owner_reads_a_log_however_it_was_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [file, live] = ["file.duelog", "live.duelog"].map(|name| folder.path().join(name));
    scribe(NOTES, &file, &[]).ends(0);
    let words = ["scribe", "-"].into_iter().chain(DECKS).chain(["--out", arg(&live)]);
    duelog_fed(words.collect::<Vec<&str>>(), "chance: P1\n# two lines\n").ends(0);
    for log in [&file, &live] {
        assert_eq!(fs::metadata(log).unwrap().permissions().mode() & 0o777, 0o600, "{}", log.display());
    }
}
