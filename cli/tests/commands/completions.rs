//! `duelog completions` and `duelog man`.

use std::fs;

use crate::running::{arg, duelog};

#[test]
fn shells_learn_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = duelog(["completions", shell]).ends(0);
        assert!(ran.out.contains("simulate") && ran.out.contains("games"), "{shell}");
    }
    duelog(["completions", "tcsh"]).fails(2, &["possible values", "bash"]);
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man");
    duelog(["man", "--out", arg(&out)]).ends(0);
    for page in ["duelog.1", "duelog-simulate.1", "duelog-cards-show.1"] {
        assert!(fs::read_to_string(out.join(page)).unwrap().contains(".SH SYNOPSIS"), "{page}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    duelog(["man", "--out", arg(&folder.path().join("file"))]).fails(3, &["can be written"]);
}
