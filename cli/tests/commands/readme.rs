//! The output that README.md shows is what the program prints.
//!
//! `README_BLESS=1 cargo test -p duelog --test commands readme` takes over what it prints now.

use std::fs;
use std::path::Path;

use crate::help::shell;
use crate::running::root;

/// What the text would be if it showed what the program prints: in blocks that begin with `console`, the
/// lines below each command, which a shell runs. Where a line with three points ends the lines, as many stay before it as there
/// are.
fn real(text: &str, folder: &Path) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut inside = false;
    while let Some(line) = lines.next() {
        out.push(line.to_string());
        if line.starts_with("```") {
            inside = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ ")) {
            shown.push(line.to_string());
        }
        let ran = shell(command, folder);
        assert!(matches!(ran.code, 0 | 1), "{command}: {ran:?}");
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

/// The line without what differs from run to run: how long it took, keys, and the seal that a new key has signed.
fn constant(line: &str) -> String {
    if line.trim_start().starts_with("last seal ") {
        return "last seal".to_string();
    }
    let is_time =
        |word: &str| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '(');
    let mut words: Vec<&str> = line.split(' ').collect();
    for place in 1..words.len() {
        let unit = words[place].trim_end_matches([':', ',', '.', ')']);
        if matches!(unit, "games/s" | "decisions/s") || unit == "s" && is_time(words[place - 1]) {
            words[place - 1] = "_";
        }
    }
    // NAME+ID+BASE64
    let is_key = |word: &str| word.split('+').nth(1).is_some_and(|id| id.len() == 8);
    words.iter_mut().filter(|word| is_key(word)).for_each(|word| *word = "_");
    words.join(" ")
}

#[test]
#[cfg(unix)]
fn what_the_readme_shows_is_real() {
    let folder = tempfile::tempdir().unwrap();
    let decks = folder.path().join("fixtures/decks/magic");
    fs::create_dir_all(&decks).unwrap();
    for entry in fs::read_dir(root().join("fixtures/decks/magic")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), decks.join(entry.file_name())).unwrap();
    }
    let readme = root().join("README.md");
    let text = fs::read_to_string(&readme).unwrap();
    let real = real(&text, folder.path());
    #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
    if std::env::var_os("README_BLESS").is_some() {
        fs::write(&readme, real).unwrap();
    } else if let Some((place, (shown, printed))) =
        (1..).zip(text.lines().zip(real.lines())).find(|(_, (shown, printed))| shown != printed)
    {
        panic!(
            "README.md:{place} shows\n  {shown}\nbut it is\n  {printed}\nWhere that is meant: README_BLESS=1 cargo test -p duelog --test commands readme"
        );
    }
}
