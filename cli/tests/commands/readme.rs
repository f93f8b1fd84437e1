//! The output that README.md and the pages of `docs` show is what the program prints.
//!
//! `README_BLESS=1 cargo test -p duelog --test commands readme` takes over what it prints now. No line that is
//! shown says how long something took: a block ends with three points before such a line, so that no figure of
//! one machine and one build stays for ever.

use std::fs;
use std::path::{Path, PathBuf};

use crate::help::shell;
use crate::running::{Ran, root};

/// Commands that wait for a person, or until they are told to end.
const WAIT: [&str; 3] = ["duelog play", "duelog serve", "duelog view"];

/// Runs a command of a document, which may have a finding.
fn run(command: &str, folder: &Path) -> Ran {
    let ran = shell(command, folder);
    assert!(matches!(ran.code, 0 | 1 | 6), "{command}: {ran:?}");
    ran
}

/// The text that shows what the program prints: in blocks that begin with `console`, the lines below each command are
/// its output. Where a line with three points ends them, as many lines stay before it as there are. The
/// commands of blocks that begin with `sh` run too.
fn real(text: &str, folder: &Path) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut block = "";
    while let Some(line) = lines.next() {
        out.push(line.to_string());
        block = line.strip_prefix("```").unwrap_or(block);
        let command = line.split(" #").next().unwrap_or(line).trim_end();
        // Those of a fleet need a server, and are tried where there is one (`fleet.rs`).
        let fleet = command.starts_with("duelog fleet ");
        if block == "sh" && command.starts_with("duelog ") && !fleet && !WAIT.contains(&command) {
            run(line, folder);
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| block == "console") else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ ")) {
            shown.push(line.to_string());
        }
        let ran = run(command, folder);
        let mut printed: Vec<String> = ran.out.lines().map(|line| line.trim_end().to_string()).collect();
        if shown.last().is_some_and(|line| line == "...") {
            printed.truncate(shown.len() - 1);
            printed.push("...".to_string());
        }
        let same = shown.len() == printed.len()
            && shown.iter().zip(&printed).all(|(a, b)| constant(a) == constant(b));
        out.append(if same { &mut shown } else { &mut printed });
    }
    out.join("\n") + "\n"
}

/// The line without what differs from run to run: keys, and the seal that a new key has signed.
fn constant(line: &str) -> String {
    if line.trim_start().starts_with("last seal ") {
        return "last seal".to_string();
    }
    // NAME+ID+BASE64
    let is_key = |word: &str| word.split('+').nth(1).is_some_and(|id| id.len() == 8);
    let words = line.split(' ').map(|word| if is_key(word) { "_" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the line says how long something took, as `0.017 s` or `176 games/s`.
fn tells_time(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches([':', ',', '.', '(', ')'])).collect();
    words.windows(2).any(|pair| {
        let seconds = pair[1] == "s" && pair[0].contains('.') && pair[0].parse::<f64>().is_ok();
        seconds || pair[1].ends_with("/s")
    })
}

/// README.md and the pages of `docs`.
fn documents() -> Vec<PathBuf> {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        pages.filter(|page| page.extension().is_some_and(|extension| extension == "md")).collect();
    pages.sort();
    pages.insert(0, root().join("README.md"));
    pages
}

#[test]
#[cfg(unix)]
fn what_the_documents_show_is_real() {
    let mut faults = Vec::new();
    for document in documents() {
        let name = document.strip_prefix(root()).unwrap().display().to_string();
        let text = fs::read_to_string(&document).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for part in ["fixtures", "core"] {
            let linked = root().join(part).canonicalize().unwrap();
            std::os::unix::fs::symlink(linked, folder.path().join(part)).unwrap();
        }
        let real = real(&text, folder.path());
        #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
        if std::env::var_os("README_BLESS").is_some() {
            fs::write(&document, &real).unwrap();
        } else if let Some((place, (shown, printed))) =
            (1..).zip(text.lines().zip(real.lines())).find(|(_, (shown, printed))| shown != printed)
        {
            faults.push(format!("{name}:{place} shows\n  {shown}\nbut it is\n  {printed}"));
        }
        for (place, line) in (1..).zip(real.lines()).filter(|(_, line)| tells_time(line)) {
            faults.push(format!("{name}:{place} tells a time: end the block with `...` before it\n  {line}"));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\nWhere that is meant: README_BLESS=1 cargo test -p duelog --test commands readme",
        faults.join("\n")
    );
}

#[test]
fn a_line_that_tells_a_time_is_noticed() {
    for line in [
        "2 logs: 1 verified, 1 not; 788 decisions in 0.005 s",
        "1 games, 687 decisions, 3.292 s: 0 games/s, 208 decisions/s",
    ] {
        assert!(tells_time(line), "{line}");
    }
    for line in
        ["seat 0 wins (104.2a) (104.3b)", "  261  cleanup     seat 0 discards Centaur Courser #182 (701.8a)"]
    {
        assert!(!tells_time(line), "{line}");
    }
}
