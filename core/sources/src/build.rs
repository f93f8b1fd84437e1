//! Shared code of the games' build scripts: source text for the rule index and for embedded files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

#[cfg(any(test, feature = "vocabulary"))]
mod vocabulary;

use crate::citations::{Citation, code_citations, data_citations, read_index};
use crate::together;

/// The build script of a game's crate in `core/<game>`: generates the rule index.
pub fn generate_rules(game: &str) -> ExitCode {
    let rules = format!("../../fixtures/rules/{game}.tsv");
    for path in [rules.as_str(), SOURCES, TOKENS].into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    exit(fs::read_to_string(&rules).map_err(|error| cannot("read", Path::new(&rules), &error)).and_then(
        |tsv| {
            let (index, rules) = rule_index(&tsv, Path::new("."))?;
            write(&out()?.join("rules.txt"), rules.as_bytes())?;
            write(&out()?.join("rules.rs"), index.as_bytes())
        },
    ))
}

/// The build script of a game's crate in `core/<game>`: generates the words of its card language.
#[cfg(any(test, feature = "vocabulary"))]
pub fn generate_words() -> ExitCode {
    println!("cargo::rerun-if-changed={LANGUAGE}");
    println!("cargo::rerun-if-changed={SCRIPTS}");
    let words = || {
        let mut sources = texts(Path::new(LANGUAGE), "rs")?;
        let script =
            fs::read_to_string(SCRIPTS).map_err(|error| cannot("read", Path::new(SCRIPTS), &error))?;
        sources.insert(SCRIPTS.to_string(), script);
        write(&out()?.join("words.rs"), vocabulary::source(&sources)?.as_bytes())
    };
    exit(words())
}

/// The build script of the crate in `core/<game>/definitions`: embeds the definitions in `core/<game>/cards`, a file
/// each, those in `core/<game>/compiled`, where a file holds many, and those in `core/<game>/former`, which were built in
/// before.
///
/// `duelog cards check` and a test read them: a build that compiled the language of each game once more to do so
/// would take a minute longer.
pub fn generate_cards() -> ExitCode {
    println!("cargo::rerun-if-changed={CARDS}");
    for folder in [COMPILED, FORMER].into_iter().filter(|folder| Path::new(folder).is_dir()) {
        println!("cargo::rerun-if-changed={folder}");
    }
    exit(cards())
}

const SOURCES: &str = "src";
#[cfg(any(test, feature = "vocabulary"))]
const LANGUAGE: &str = "src/language";
/// The words that the languages of all games share.
#[cfg(any(test, feature = "vocabulary"))]
const SCRIPTS: &str = "../kernel/src/script.rs";
/// The tokens. A rulebook describes some of them.
const TOKENS: &str = "cards/tokens";
const CARDS: &str = "../cards";
/// The definitions that a compiler has made of printed texts.
const COMPILED: &str = "../compiled";
/// The definitions that were built in before: those of a name one below the other, the oldest first.
const FORMER: &str = "../former";

fn exit(result: Result<(), String>) -> ExitCode {
    let Err(faults) = result else { return ExitCode::SUCCESS };
    for fault in faults.lines() {
        println!("cargo::error={fault}");
    }
    ExitCode::FAILURE
}

#[allow(clippy::disallowed_methods, reason = "a build script is told by cargo where to write")]
fn out() -> Result<PathBuf, String> {
    Ok(PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: build with cargo")?))
}

fn cards() -> Result<(), String> {
    let written = texts(Path::new(CARDS), "ron")?;
    let there = |folder: &str| match Path::new(folder) {
        folder if folder.is_dir() => texts(folder, "ron"),
        _ => Ok(BTreeMap::new()),
    };
    let compiled = apart(&there(COMPILED)?, &written)?;
    let former = by_age(&there(FORMER)?)?;
    let mut source = String::new();
    for (constant, described, texts) in [
        ("FILES", "The definitions that were written by hand", &written),
        ("COMPILED", "The definitions that were compiled out of printed texts", &compiled),
        ("FORMER", "The definitions that were built in before, those of a name in one file", &former),
    ] {
        let (text, index) = embedded(constant, described, texts)?;
        write(&out()?.join(format!("{constant}.txt")), text.as_bytes())?;
        source.push_str(&index);
        source.push('\n');
    }
    write(&out()?.join("cards.rs"), source.as_bytes())
}

/// The definitions of files that hold many: those of a name below each other, under a path of their own.
fn by_age(files: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    let mut definitions: BTreeMap<String, String> = BTreeMap::new();
    for (file, text) in files {
        for (definition, own) in titled(FORMER, file, text)? {
            definitions.entry(format!("former/{own}")).or_default().push_str(definition);
        }
    }
    Ok(definitions)
}

/// The definitions of a file that holds many, each with the name of a file of its own.
fn titled<'a>(folder: &str, file: &str, text: &'a str) -> Result<Vec<(&'a str, String)>, String> {
    let titled = |(line, definition): (usize, &'a str)| {
        let title = together::field(definition, "name")
            .ok_or_else(|| format!("{folder}/{file}:{}: a definition without a name", line + 1))?;
        Ok((definition, together::file_name(&title)))
    };
    together::split(text).into_iter().map(titled).collect()
}

/// The definitions of files that hold many, each under a path of its own. One that was written by hand as well is left
/// out: it wins.
fn apart(
    files: &BTreeMap<String, String>,
    written: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, String> {
    let name = |path: &str| path.rsplit_once('/').map_or(path, |(_, name)| name).to_string();
    let written: BTreeSet<String> = written.keys().map(|path| name(path)).collect();
    let mut definitions = BTreeMap::new();
    for (file, text) in files {
        for (definition, own) in titled(COMPILED, file, text)? {
            if !written.contains(&own) {
                let path = format!("compiled/{}/{own}", file.strip_suffix(".ron").unwrap_or(file));
                definitions.insert(path, definition.to_string());
            }
        }
    }
    Ok(definitions)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| cannot("write", path, &error))
}

/// From a rule index and the crate's sources and tokens: the source text that defines `INDEX`, number and status in
/// byte order, for the compiler alone, and `RULES`, which is the other text, for the program. That has a line for
/// each rule in the same order, with tabs between: number, status, why it is not done, empty where it is, and each place
/// where code cites it, as `file:line`, the file seen from the folder of the crate.
///
/// # Errors
/// Every fault of the index, every citation of a number that it lacks, and files that cannot be read.
pub fn rule_index(tsv: &str, folder: &Path) -> Result<(String, String), String> {
    let entries = read_index(tsv).map_err(|faults| {
        faults.iter().map(|fault| format!("rule index, {fault}")).collect::<Vec<_>>().join("\n")
    })?;
    let mut cited: BTreeMap<&str, Vec<String>> =
        entries.iter().map(|entry| (entry.rule, Vec::new())).collect();
    let mut faults = Vec::new();
    let tokens = if folder.join(TOKENS).is_dir() { files(folder, TOKENS, "ron")? } else { BTreeMap::new() };
    let sources = files(folder, SOURCES, "rs")?.into_iter().chain(files(folder, SOURCES, "ron")?);
    for (file, path) in sources.chain(tokens) {
        let text = fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))?;
        for Citation { rule, line, .. } in
            if file.ends_with(".ron") { data_citations(&text) } else { code_citations(&text) }
        {
            match cited.get_mut(rule.as_str()) {
                Some(places) => places.push(format!("{file}:{line}")),
                None => faults.push(format!("{file}:{line}: the rule index has no rule {rule:?}: correct the number that is cited here")),
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    let total = entries.len();
    let mut out = format!(
        "/// Every rule's number and status, in byte order.\npub static INDEX: [(&str, ::duelog_kernel::ids::RuleStatus); {total}] = [\n"
    );
    for entry in &entries {
        let _ =
            writeln!(out, "    ({:?}, ::duelog_kernel::ids::RuleStatus::{:?}),", entry.rule, entry.status);
    }
    out.push_str(
        "];\n\n/// Every rule with its status, why it is not done, and where code cites it.\npub static RULES: &str = include_str!(\"rules.txt\");\n",
    );
    let rules = entries.iter().zip(cited.values()).map(|(entry, places)| {
        let places: String = places.iter().map(|place| format!("\t{place}")).collect();
        format!("{}\t{}\t{}{places}\n", entry.rule, entry.status.word(), entry.reason)
    });
    Ok((out, rules.collect()))
}

/// The content of every file below `dir` with `extension`, by its name relative to `dir`.
fn texts(dir: &Path, extension: &str) -> Result<BTreeMap<String, String>, String> {
    let read = |(name, path): (String, PathBuf)| {
        let text = fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))?;
        Ok((name, text))
    };
    files(dir, "", extension)?.into_iter().map(read).collect()
}

/// All paths and contents in one text, and the source text that defines a constant out of it, the `Files` of the kernel.
fn embedded(
    constant: &str,
    described: &str,
    texts: &BTreeMap<String, String>,
) -> Result<(String, String), String> {
    let mut named: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for (path, content) in texts {
        let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
        if let Some((other, _)) = named.insert(name, (path, content)) {
            return Err(format!("{other} and {path} have the same name: one card is defined twice"));
        }
    }
    let (mut text, mut index) = (String::new(), Vec::new());
    for (path, content) in named.into_values() {
        index.push((text.len(), text.len() + path.len()));
        text.push_str(path);
        text.push_str(content);
    }
    let out = format!(
        "/// {described}.\n\
         pub static {constant}: ::duelog_kernel::files::Files = ::duelog_kernel::files::Files {{\n    \
         text: include_str!(\"{constant}.txt\"),\n    index: &{index:?},\n}};\n"
    );
    Ok((text, out))
}

/// Every file below the folder `below` of `dir`, or below `dir` itself, with `extension`: its name relative to
/// `dir`, with forward slashes, and its path; ascending by name.
fn files(dir: &Path, below: &str, extension: &str) -> Result<BTreeMap<String, PathBuf>, String> {
    let mut found = BTreeMap::new();
    let prefix = if below.is_empty() { String::new() } else { format!("{below}/") };
    let mut folders = vec![(prefix, dir.join(below))];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| cannot("list", &folder, &error))? {
            let path = entry.map_err(|error| cannot("list", &folder, &error))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(|| not_unicode(&path))?;
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((format!("{name}/"), path));
            } else if path.extension().is_some_and(|found| found == extension) {
                found.insert(name, path);
            }
        }
    }
    Ok(found)
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} {}: {error}", path.display())
}

fn not_unicode(path: &Path) -> String {
    format!("{}: the name is not Unicode: rename it", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TSV: &str =
        "rule\tstatus\treason\n1.1\tdone\t\n1.10\tdeviation\tsaid \"so\"\n1.2\ttodo\tnot built yet\n";

    /// One test's folder, removed when dropped.
    struct Sources(PathBuf);

    impl Sources {
        fn new(test: &str, files: &[(&str, &str)]) -> Sources {
            let sources = Sources(std::env::temp_dir().join(format!("duelog-{test}-{}", std::process::id())));
            fs::create_dir_all(sources.folder()).unwrap();
            for (name, content) in files {
                let path = sources.folder().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, content).unwrap();
            }
            sources
        }

        fn folder(&self) -> PathBuf {
            self.0.join("src")
        }
    }

    impl Drop for Sources {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn an_index_with_its_citations() {
        let sources = Sources::new(
            "index",
            &[
                ("lib.rs", "fn a() { rule!(\"1.1\"); rule!(\"1.10\") }\n"),
                ("deep/b.rs", "\nconst B: RuleId = rule!(\"1.1\");\n"),
                ("notes.txt", "rule!(\"9.9\")"),
                ("../cards/tokens/c.ron", "// rule: \"1.2\"\nCard(name: \"C\")\n"),
            ],
        );
        let (text, rules) = rule_index(TSV, &sources.0).unwrap();
        let expected = "pub static INDEX: [(&str, ::duelog_kernel::ids::RuleStatus); 3] = [\n    (\"1.1\", ::duelog_kernel::ids::RuleStatus::Done),";
        assert!(text.contains(expected), "{text}");
        assert_eq!(
            rules,
            "1.1\tdone\t\tsrc/deep/b.rs:2\tsrc/lib.rs:1\n1.10\tdeviation\tsaid \"so\"\tsrc/lib.rs:1\n1.2\ttodo\tnot built yet\tcards/tokens/c.ron:1\n"
        );
    }

    #[test]
    fn an_unknown_number_is_refused_with_every_place() {
        let sources = Sources::new(
            "unknown",
            &[("a.rs", "rule!(\"9.9\");\nrule!(\"1.1\");\n"), ("b.rs", "\nrule!(\"1.1 \");\n")],
        );
        let error = rule_index(TSV, &sources.0).unwrap_err();
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines[0].starts_with("src/a.rs:1: the rule index has no rule \"9.9\""), "{error}");
        assert!(lines[1].starts_with("src/b.rs:2: the rule index has no rule \"1.1 \""), "{error}");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn a_faulty_index_or_folder_is_refused() {
        let sources = Sources::new("faulty", &[("a.rs", "")]);
        let error = rule_index("rule\tstatus\treason\n1.1\tdone\n", &sources.0).unwrap_err();
        assert!(error.starts_with("rule index, line 2: 2 columns"), "{error}");
        assert!(rule_index(TSV, &sources.0.join("none")).unwrap_err().starts_with("cannot list "));
        assert!(texts(&sources.folder().join("none"), "ron").unwrap_err().starts_with("cannot list "));
    }

    #[test]
    fn files_are_embedded_in_order() {
        let sources =
            Sources::new("embed", &[("b.ron", "B"), ("a/z.ron", "Z"), ("a.txt", "no"), ("a.ron", "A")]);
        let mut texts = texts(&sources.folder(), "ron").unwrap();
        let (text, index) = embedded("FILES", "Files", &texts).unwrap();
        assert_eq!(text, "a.ronAb.ronBa/z.ronZ");
        assert!(index.contains("index: &[(0, 5), (6, 11), (12, 19)],"), "{index}");
        texts.insert("c/b.ron".to_string(), String::new());
        assert!(
            embedded("FILES", "Files", &texts)
                .unwrap_err()
                .starts_with("b.ron and c/b.ron have the same name")
        );
    }

    #[test]
    fn files_of_many_definitions_are_taken_apart() {
        let text = |names: &[&str]| {
            names.iter().map(|name| format!("Card(\n    name: {name:?},\n)\n")).collect::<String>()
        };
        let compiled = BTreeMap::from([("a.ron".to_string(), text(&["Ant Queen", "Away // Home"]))]);
        let written = BTreeMap::from([("lands/ant-queen.ron".to_string(), String::new())]);
        let found = apart(&compiled, &written).unwrap();
        assert_eq!(
            found,
            BTreeMap::from([("compiled/a/away----home.ron".to_string(), text(&["Away // Home"]))])
        );
        let nameless = BTreeMap::from([("a.ron".to_string(), format!("{}Card(\n)\n", text(&["B"])))]);
        assert!(apart(&nameless, &written).unwrap_err().ends_with("a.ron:4: a definition without a name"));
    }
}
