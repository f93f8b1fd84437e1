//! What the games' build scripts share: source text for the rule index and for embedded files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, path};

use crate::citations::{Citation, code_citations, read_index};
use crate::table::DefinitionError;

/// The whole build script of a game's crate in `core/<game>`: generates the rule index and checks and embeds the definitions in `cards`.
pub fn generate_game(game: &str, parse: fn(&str) -> Result<(), DefinitionError>) -> ExitCode {
    let rules = format!("../../fixtures/rules/{game}.tsv");
    for path in [rules.as_str(), SOURCES, CARDS] {
        println!("cargo::rerun-if-changed={path}");
    }
    match generate(game, &rules, parse) {
        Ok(()) => ExitCode::SUCCESS,
        Err(faults) => {
            for fault in faults.lines() {
                println!("cargo::error={fault}");
            }
            ExitCode::FAILURE
        }
    }
}

const SOURCES: &str = "src";
const CARDS: &str = "cards";

#[allow(clippy::disallowed_methods, reason = "a build script is told by cargo where to write")]
fn generate(game: &str, rules: &str, parse: fn(&str) -> Result<(), DefinitionError>) -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: build with cargo")?);
    let tsv = fs::read_to_string(rules).map_err(|error| format!("cannot read {rules}: {error}"))?;
    write(&out.join("rules.rs"), &rule_index(&tsv, Path::new(SOURCES))?)?;
    let fault = |(name, path): (String, PathBuf)| {
        let text = fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error));
        let error = text.map(|text| parse(&text).err().map(|error| format!("core/{game}/{CARDS}/{name}:{error}")));
        error.unwrap_or_else(Some)
    };
    let faults: Vec<String> = files(Path::new(CARDS), "ron")?.into_iter().filter_map(fault).collect();
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    write(&out.join("cards.rs"), &embed(Path::new(CARDS), "ron")?)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// Source text that defines `INDEX`, `REASONS` and `CITATIONS` from a rule index and the crate's sources.
///
/// `INDEX` holds number and status in byte order; the other two stand in the same order. A citation is
/// `file:line`, the file seen from the parent of `sources`.
///
/// # Errors
/// Every fault of the index, every citation of a number that it lacks, and files that cannot be read.
pub fn rule_index(tsv: &str, sources: &Path) -> Result<String, String> {
    let entries = read_index(tsv).map_err(|faults| faults.iter().map(|fault| format!("rule index, {fault}")).collect::<Vec<_>>().join("\n"))?;
    let mut cited: BTreeMap<&str, Vec<String>> = entries.iter().map(|entry| (entry.rule, Vec::new())).collect();
    let mut faults = Vec::new();
    for (file, path) in files(sources, "rs")? {
        let file = match sources.file_name() {
            Some(folder) => format!("{}/{file}", folder.display()),
            None => file,
        };
        let text = fs::read_to_string(&path).map_err(|error| cannot("read", &path, &error))?;
        for Citation { rule, line, .. } in code_citations(&text) {
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
    let mut out =
        format!("/// Every rule's number and status, in byte order.\npub static INDEX: [(&str, ::duelog_kernel::ids::RuleStatus); {total}] = [\n");
    for entry in &entries {
        let _ = writeln!(out, "    ({:?}, ::duelog_kernel::ids::RuleStatus::{:?}),", entry.rule, entry.status);
    }
    let _ = write!(out, "];\n\n/// Why each rule is not done; empty where it is.\npub static REASONS: [&str; {total}] = [\n");
    for entry in &entries {
        let _ = writeln!(out, "    {:?},", entry.reason);
    }
    let _ = write!(out, "];\n\n/// Where code cites each rule, as `file:line`.\npub static CITATIONS: [&[&str]; {total}] = [\n");
    for places in cited.values() {
        let _ = writeln!(out, "    &{places:?},");
    }
    out.push_str("];\n");
    Ok(out)
}

/// Source text that defines `FILES`: the name, relative to `dir`, and the content of every file in it with
/// `extension`, in byte order of the names.
///
/// # Errors
/// A description of what cannot be read.
pub fn embed(dir: &Path, extension: &str) -> Result<String, String> {
    let files = files(dir, extension)?;
    let total = files.len();
    let mut out = format!("/// Every embedded file's name and content, in byte order of the names.\npub static FILES: [(&str, &str); {total}] = [\n");
    for (name, path) in &files {
        let path = path::absolute(path).map_err(|error| cannot("find", path, &error))?;
        let path = path.to_str().ok_or_else(|| not_unicode(&path))?;
        let _ = writeln!(out, "    ({name:?}, include_str!({path:?})),");
    }
    out.push_str("];\n");
    Ok(out)
}

/// Every file below `dir` with `extension`: its name relative to `dir`, with forward slashes, and its path; ascending by name.
fn files(dir: &Path, extension: &str) -> Result<BTreeMap<String, PathBuf>, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(String::new(), dir.to_path_buf())];
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

    const TSV: &str = "rule\tstatus\treason\n1.1\tdone\t\n1.10\tdeviation\tsaid \"so\"\n1.2\ttodo\tnot built yet\n";

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
            ],
        );
        let text = rule_index(TSV, &sources.folder()).unwrap();
        let expected = [
            "pub static INDEX: [(&str, ::duelog_kernel::ids::RuleStatus); 3] = [\n    (\"1.1\", ::duelog_kernel::ids::RuleStatus::Done),",
            "    \"\",\n    \"said \\\"so\\\"\",\n    \"not built yet\",\n",
            "pub static CITATIONS: [&[&str]; 3] = [\n    &[\"src/deep/b.rs:2\", \"src/lib.rs:1\"],\n    &[\"src/lib.rs:1\"],\n    &[],\n];",
        ];
        for part in expected {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn an_unknown_number_is_refused_with_every_place() {
        let sources = Sources::new("unknown", &[("a.rs", "rule!(\"9.9\");\nrule!(\"1.1\");\n"), ("b.rs", "\nrule!(\"1.1 \");\n")]);
        let error = rule_index(TSV, &sources.folder()).unwrap_err();
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines[0].starts_with("src/a.rs:1: the rule index has no rule \"9.9\""), "{error}");
        assert!(lines[1].starts_with("src/b.rs:2: the rule index has no rule \"1.1 \""), "{error}");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn a_faulty_index_or_folder_is_refused() {
        let sources = Sources::new("faulty", &[("a.rs", "")]);
        let error = rule_index("rule\tstatus\treason\n1.1\tdone\n", &sources.folder()).unwrap_err();
        assert!(error.starts_with("rule index, line 2: 2 columns"), "{error}");
        assert!(rule_index(TSV, &sources.folder().join("none")).unwrap_err().starts_with("cannot list "));
        assert!(embed(&sources.folder().join("none"), "ron").unwrap_err().starts_with("cannot list "));
    }

    #[test]
    fn files_are_embedded_in_order() {
        let sources = Sources::new("embed", &[("b.ron", "B"), ("a/z.ron", "Z"), ("a.txt", "no"), ("a.ron", "A")]);
        let text = embed(&sources.folder(), "ron").unwrap();
        let path = |name: &str| format!("{:?}", sources.folder().join(name));
        let expected = format!(
            "pub static FILES: [(&str, &str); 3] = [\n    (\"a.ron\", include_str!({})),\n    (\"a/z.ron\", include_str!({})),\n    (\"b.ron\", include_str!({})),\n];\n",
            path("a.ron"),
            path("a/z.ron"),
            path("b.ron")
        );
        assert!(text.ends_with(&expected), "{text}");
        assert!(embed(&sources.folder(), "md").unwrap().contains("[(&str, &str); 0]"));
    }
}
