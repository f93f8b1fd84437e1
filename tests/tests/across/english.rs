//! Plain English in what people read: the worst patterns are counted in documents and in the comments of the code.
//!
//! `english.tsv` beside this file lists how often each pattern stands in each group of files. A number may only
//! fall: `ENGLISH_BLESS=1 cargo test -p duelog-tests --test across english` takes over the lower ones. Code blocks, code
//! spans and questions are left out.

use std::collections::BTreeMap;
use std::fs;

use duelog_tests::{SOURCES, files, root};

/// Groups of files: the name in the table, and the files and folders that belong to it.
const GROUPS: [(&str, &[&str]); 17] = [
    ("README and docs", &["README.md", "docs"]),
    ("CHANGELOG", &["CHANGELOG.md"]),
    ("CONTRIBUTING, ARCHITECTURE", &["CONTRIBUTING.md", "ARCHITECTURE.md"]),
    ("BENCHMARKS", &["BENCHMARKS.md"]),
    ("core/sources", &["core/sources"]),
    ("core/kernel", &["core/kernel"]),
    ("core/magic", &["core/magic"]),
    ("core/duel-masters", &["core/duel-masters"]),
    ("core/flesh-and-blood", &["core/flesh-and-blood"]),
    ("log-format", &["log-format"]),
    ("decks", &["decks"]),
    ("verifier", &["verifier"]),
    ("cli", &["cli"]),
    ("fixtures", &["fixtures"]),
    ("tests", &["tests"]),
    ("fuzz", &["fuzz/fuzz_targets"]),
    ("bindings", &["bindings"]),
];

/// The table of counts, beside this file.
const TABLE: &str = "tests/tests/across/english.tsv";

/// How many places a failure shows.
const PLACES_SHOWN: usize = 12;

/// One piece of prose: a paragraph, an item of a list, a heading or a cell of a table, and the line where it begins.
type Piece = (usize, String);

/// How often each pattern stands in a group, with the places.
type Found = BTreeMap<(String, String), Vec<String>>;

#[test]
fn the_worst_patterns_become_fewer() {
    let path = root().join(TABLE);
    let found = found();
    let count = |key: &(String, String)| found.get(key).map_or(0, Vec::len);
    let listed: BTreeMap<(String, String), usize> = match fs::read_to_string(&path) {
        Ok(text) => text.lines().skip(1).filter_map(row).collect(),
        // Without a table, everything as it is.
        Err(_) => found.keys().map(|key| (key.clone(), count(key))).collect(),
    };
    #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
    let blessed = std::env::var_os("ENGLISH_BLESS").is_some();
    if blessed {
        let mut table = String::from("group\tpattern\tcount\n");
        for (key, listed) in &listed {
            let lower = count(key).min(*listed);
            if lower > 0 {
                table.push_str(&format!("{}\t{}\t{lower}\n", key.0, key.1));
            }
        }
        fs::write(&path, table).expect("the table can be written");
    }
    let mut faults = Vec::new();
    for (key, places) in &found {
        let most = listed.get(key).copied().unwrap_or(0);
        if places.len() > most {
            let shown = places.iter().take(PLACES_SHOWN).map(|place| format!("\n    {place}"));
            faults.push(format!(
                "{}: {:?} stands {} times, {most} are listed. Some of them:{}",
                key.0,
                key.1,
                places.len(),
                shown.collect::<String>()
            ));
        }
    }
    for (key, listed) in listed.iter().filter(|(key, listed)| !blessed && count(key) < **listed) {
        faults.push(format!(
            "{}: {:?} stands {} times, {listed} are listed: ENGLISH_BLESS=1 takes over the lower number",
            key.0,
            key.1,
            count(key)
        ));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The code whose messages people read; only maintainers read those of a compiler of texts.
fn speaking() -> impl Iterator<Item = &'static str> {
    SOURCES.into_iter().filter(|part| *part != "core/import/src")
}

#[test]
fn no_message_says_that_something_is_no_thing() {
    let said = |code: &str| messages(code).map(|(_, text)| worst(&text).len()).sum::<usize>();
    assert_eq!(said("refuse(\"it is no land\"); // it is no land\nif a == \"is\" { no(\"land\") }"), 1);
    assert_eq!(
        said("format!(\"\\\"{a}\\\" is no step\"); \"there is no step\"; \"it is no longer there\""),
        1
    );
    let mut faults = Vec::new();
    for (file, code) in speaking().flat_map(|part| files(&root(), part, "rs")) {
        // Scenarios are read, whatever they say.
        let read = file.starts_with("verifier/src/scenario/");
        for (line, text) in messages(&code).filter(|_| !read) {
            if worst(&text).iter().any(|found| found.0 == "is no") {
                faults.push(format!("{file}:{line}: {text}"));
            }
        }
    }
    assert!(faults.is_empty(), "say \"is not a ..\":\n{}", faults.join("\n"));
}

/// The texts in the lines of code that are not comments, each with its line.
fn messages(code: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    let lines = (1..).zip(code.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines.flat_map(|(place, line)| {
        let line = line.replace("\\\"", "'");
        let line = line.split(" // ").next().unwrap_or_default();
        line.split('"').skip(1).step_by(2).map(|text| (place, text.to_string())).collect::<Vec<_>>()
    })
}

#[test]
fn patterns_are_found_in_prose_alone() {
    let code = "//! Of what is asked. What is it?\n//!\n//! ```\n//! let what = \"goes on\"; // Of it.\n//! ```\n\
                /// - Whether it was so. It goes\n///   on, and is no option; there is no other, and it is no longer.\nlet a = \"comes to\"; // so many\n";
    assert_eq!(patterns(&comments(code)), ["Of ..", "Whether ..", "goes on", "is no"]);
    let document = "# What works\n\nIt comes to `of which` something.\n\n    Of code.\n\n| What | so many dice |\n|---|---|\n\n\
                    ```sh\n# What runs\n```\nEnd. What stays?\n";
    assert_eq!(patterns(&markdown(document)), ["What ..", "What ..", "comes to", "so many"]);
}

fn patterns(pieces: &[Piece]) -> Vec<String> {
    let mut found: Vec<String> =
        pieces.iter().flat_map(|(_, text)| worst(text)).map(|(pattern, _)| pattern.to_string()).collect();
    found.sort();
    found
}

fn row(line: &str) -> Option<((String, String), usize)> {
    let mut cells = line.split('\t');
    let key = (cells.next()?.to_string(), cells.next()?.to_string());
    Some((key, cells.next()?.parse().ok()?))
}

/// All places with a pattern, by group and pattern.
fn found() -> Found {
    let mut found = Found::new();
    for (group, parts) in GROUPS {
        for (file, text) in parts.iter().flat_map(|part| texts(part)) {
            let pieces = if file.ends_with(".rs") { comments(&text) } else { markdown(&text) };
            for (line, piece) in pieces {
                for (pattern, sentence) in worst(&piece) {
                    let place = format!("{file}:{line}: {}", sentence.chars().take(100).collect::<String>());
                    found.entry((group.to_string(), pattern.to_string())).or_default().push(place);
                }
            }
        }
    }
    found
}

/// The documents and the code of a file or a folder.
fn texts(part: &str) -> Vec<(String, String)> {
    if part.ends_with(".md") {
        return vec![(part.to_string(), fs::read_to_string(root().join(part)).expect("a document"))];
    }
    let both = ["md", "rs"].iter().flat_map(|extension| files(&root(), part, extension));
    both.filter(|(file, _)| !file.contains("/node_modules/") && !file.contains("/target/")).collect()
}

/// The prose of the lines that are comments as a whole.
fn comments(code: &str) -> Vec<Piece> {
    let text = code.lines().map(|line| {
        let line = line.trim_start();
        let comment = line.strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']));
        comment.map_or("", |comment| comment.strip_prefix(' ').unwrap_or(comment)).to_string()
    });
    markdown(&text.collect::<Vec<_>>().join("\n"))
}

/// The prose of a document.
fn markdown(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut fenced, mut indented, mut open) = (false, false, false);
    let mut after_blank = true;
    for (place, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            (fenced, open) = (!fenced, false);
            continue;
        }
        let deep = line.starts_with("    ") && (after_blank || indented);
        indented = !fenced && (deep || indented && trimmed.is_empty());
        after_blank = trimmed.is_empty();
        if fenced || indented || trimmed.is_empty() {
            open = false;
            continue;
        }
        if trimmed.starts_with('|') {
            pieces.extend(trimmed.split('|').map(|cell| (place, cell.trim().to_string())));
            open = false;
            continue;
        }
        let heading = trimmed.starts_with('#');
        let number = trimmed.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        let item = number || ["- ", "* ", "> "].iter().any(|mark| trimmed.starts_with(mark));
        match pieces.last_mut().filter(|_| open && !heading && !item) {
            Some((_, piece)) => piece.extend([" ", trimmed]),
            None => pieces.push((place, prose(trimmed, heading || item).to_string())),
        }
        open = !heading;
    }
    pieces
}

/// The line without the mark of a heading or an item.
fn prose(line: &str, marked: bool) -> &str {
    line.split_once(' ').filter(|_| marked).map_or(line, |(_, rest)| rest.trim_start())
}

/// The patterns in a piece of prose, each with its sentence.
fn worst(piece: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for sentence in sentences(&without_code(piece)) {
        let words: Vec<String> = sentence
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|word| !word.is_empty())
            .map(str::to_string)
            .collect();
        let begins = match words.first().map(String::as_str) {
            Some("What") => Some("What .."),
            Some("Of") => Some("Of .."),
            Some("Whether") => Some("Whether .."),
            _ => None,
        };
        let patterns = begins.filter(|_| !sentence.ends_with('?')).into_iter().chain(inside(&words));
        found.extend(patterns.map(|pattern| (pattern, sentence.clone())));
    }
    found
}

/// The patterns that may stand anywhere in a sentence.
fn inside(words: &[String]) -> Vec<&'static str> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let mut found = Vec::new();
    for place in 0..words.len() {
        match (word(place), word(place + 1)) {
            ("is", "no") => {
                let there = place > 0 && word(place - 1) == "there";
                found.extend((!there && word(place + 2) != "longer").then_some("is no"));
            }
            ("so", "many" | "manieth") => found.push("so many"),
            ("goes", "on") => found.push("goes on"),
            ("gone", "on") if word(place + 2) == "with" => found.push("gone on with"),
            ("comes", "to") => found.push("comes to"),
            ("of", "which") => found.push("of which"),
            _ => {}
        }
    }
    found
}

/// The text with every code span in it empty.
fn without_code(text: &str) -> String {
    text.split('`').enumerate().map(|(place, part)| if place % 2 == 0 { part } else { "_" }).collect()
}

/// The sentences of a piece of prose, each with its last mark.
fn sentences(piece: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in piece.split_whitespace() {
        if let Some(sentence) = found.last_mut() {
            if !sentence.is_empty() {
                sentence.push(' ');
            }
            sentence.push_str(word);
            if sentence.trim_end_matches([')', '"', '*']).ends_with(['.', '?', '!']) {
                found.push(String::new());
            }
        }
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[test]
fn documents_stay_short() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect("a document");
    let lines = read("README.md").lines().count();
    assert!(
        lines <= 130,
        "README.md has {lines} lines, and at most 130 are wanted: the rest belongs into docs"
    );
    let changelog = read("CHANGELOG.md");
    for release in changelog.split("\n## ").skip(1) {
        let (name, text) = release.split_once('\n').unwrap_or((release, ""));
        let lines = text.lines().filter(|line| !line.is_empty()).count();
        assert!(lines <= 15, "CHANGELOG.md, {name}: {lines} lines, and at most 15 are wanted");
    }
    for file in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for (place, line) in (1..).zip(read(file).lines()) {
            let columns = line.chars().count();
            assert!(columns <= 120, "{file}:{place} has {columns} columns, and at most 120 are wanted");
        }
    }
}

#[test]
fn links_of_documents_lead_to_files() {
    let mut broken = Vec::new();
    let documents =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "BENCHMARKS.md", "docs", "cli"];
    for (file, text) in
        documents.iter().flat_map(|part| texts(part)).filter(|(file, _)| file.ends_with(".md"))
    {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = without_code(&text);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or(link);
            if !path.is_empty() && !path.contains("://") && !root().join(folder).join(path).exists() {
                broken.push(format!("{file}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
