//! `duelog publish`, `duelog prove` and `duelog check`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS};

struct Cup {
    folder: tempfile::TempDir,
}

impl Cup {
    /// Two matches that are closed, and the key of a transparency log.
    fn new() -> Cup {
        let cup = Cup { folder: tempfile::tempdir().unwrap() };
        let args = ["simulate", "--decks", BEASTS, FLYERS, "--games", "2", "--out"];
        duelog(args.iter().copied().chain([arg(&cup.at("logs"))])).ends(0);
        let public = duelog(["keys", "new", "example.com/cup", "--out", arg(&cup.at("key"))]).ends(0).out;
        fs::write(cup.at("public"), public).unwrap();
        cup
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn publish(&self, log: &Path, into: &str) -> crate::running::Ran {
        duelog(["publish", arg(log), "--log", arg(&self.at(into)), "--key", arg(&self.at("key"))])
    }

    fn check(&self, file: &Path, more: &[&str]) -> crate::running::Ran {
        duelog(["check", arg(file), "--key", arg(&self.at("public"))].iter().chain(more))
    }
}

#[test]
fn a_published_log_is_proved_to_somebody_who_has_nothing_else() {
    let cup = Cup::new();
    let (first, second) = (cup.at("logs/magic-0.duelog"), cup.at("logs/magic-1.duelog"));
    assert!(cup.publish(&cup.at("logs"), "cup").ends(0).out.contains("2 added; 2 entries"));
    assert!(
        cup.publish(&cup.at("logs"), "cup").ends(0).out.contains("0 added, 2 were there before; 2 entries")
    );
    let proof = cup.at("proof");
    let prove = |log: &Path, decision: &str, out: &Path| {
        let (folder, public) = (cup.at("cup"), cup.at("public"));
        let args = [
            "prove",
            arg(log),
            "--log",
            arg(&folder),
            "--key",
            arg(&public),
            "--decision",
            decision,
            "--out",
            arg(out),
        ];
        duelog(args)
    };
    prove(&second, "12", &proof).ends(0);
    let text = cup.check(&proof, &["--match", arg(&second)]).ends(0).out;
    assert!(
        text.contains("holds: ") && text.contains("entry 1 of 2") && text.contains("decision 12: seat"),
        "{text}"
    );
    let json = cup.check(&proof, &["--format", "json"]).ends(0).json();
    assert_eq!(
        (&json[0]["place"], &json[0]["size"], &json[0]["decision"]["number"]),
        (&1.into(), &2.into(), &12.into())
    );
    assert!(cup.check(&proof, &["--match", arg(&first)]).ends(1).out.contains("not a proof of"));
    prove(&second, "12", &proof).fails(2, &["is not overwritten"]);
    prove(&second, "99999", &cup.at("none")).fails(2, &["no decision 99999"]);
    // What somebody changed proves nothing.
    let bytes = fs::read(&proof).unwrap();
    for place in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        fs::write(&proof, changed).unwrap();
        let ran = cup.check(&proof, &[]);
        assert_eq!(ran.code, 1, "byte {place}: {ran:?}");
        // A file that is not text proves nothing either.
        let mut changed = bytes.clone();
        changed[place] = 0xff;
        fs::write(&proof, changed).unwrap();
        let ran = cup.check(&proof, &[]).ends(1);
        assert!(ran.out.contains("not text in UTF-8"), "byte {place}: {ran:?}");
    }
    fs::write(&proof, &bytes[..bytes.len() / 2]).unwrap();
    assert!(cup.check(&proof, &[]).ends(1).out.contains("does not hold"));
}

#[test]
fn only_closed_logs_without_fault_are_published() {
    let cup = Cup::new();
    let log = cup.at("logs/magic-0.duelog");
    let bytes = fs::read(&log).unwrap();
    fs::write(&log, &bytes[..bytes.len() - 1]).unwrap();
    assert!(cup.publish(&cup.at("logs"), "cup").ends(1).out.contains("Nothing is published"));
    assert!(!cup.at("cup").exists());
    let open = cup.at("open.duelog");
    duelog(["fork", arg(&cup.at("logs/magic-1.duelog")), "--at", "9", "--out", arg(&open)]).ends(0);
    assert!(cup.publish(&open, "cup").ends(1).out.contains("not closed"));
    cup.publish(&cup.at("missing"), "cup").fails(3, &["missing"]);
    let fine = cup.at("logs/magic-1.duelog");
    cup.publish(&fine, "key").fails(3, &["key"]);
    cup.publish(&fine, "cup").ends(0);
    duelog(["keys", "new", "other", "--out", arg(&cup.at("other"))]).ends(0);
    duelog(["publish", arg(&fine), "--log", arg(&cup.at("cup")), "--key", arg(&cup.at("other"))])
        .fails(2, &["not signed by the key other"]);
}

#[test]
fn two_pasts_are_shown_by_two_checkpoints() {
    let cup = Cup::new();
    let (first, second) = (cup.at("logs/magic-0.duelog"), cup.at("logs/magic-1.duelog"));
    cup.publish(&first, "cup").ends(0);
    let kept = cup.at("kept");
    fs::copy(cup.at("cup/checkpoint"), &kept).unwrap();
    cup.publish(&second, "cup").ends(0);
    let folder = cup.at("cup");
    assert!(cup.check(&kept, &["--log", arg(&folder)]).ends(0).out.contains("begins with the same entries"));
    cup.publish(&second, "other").ends(0);
    let other = cup.at("other/checkpoint");
    assert!(cup.check(&kept, &["--against", arg(&other)]).ends(1).out.contains("two pasts"));
    fs::write(cup.at("no text"), [0xff]).unwrap();
    let ran = cup.check(&kept, &["--against", arg(&cup.at("no text"))]).ends(1);
    assert!(ran.out.contains("not text in UTF-8"), "{ran:?}");
    cup.publish(&first, "other").ends(0);
    assert!(cup.check(&kept, &["--log", arg(&cup.at("other"))]).ends(1).out.contains("two pasts"));
    cup.check(&kept, &["--against", arg(&other)]).fails(2, &["1 and 2 entries"]);
    cup.check(&kept, &["--match", arg(&first)]).fails(2, &["this is not a proof"]);
    assert!(cup.check(Path::new("README.md"), &[]).ends(1).out.contains("not a signed note"));
}
