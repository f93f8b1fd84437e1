//! Each game's rule index, its code, its scenarios and its tests agree on which rules there are and which are
//! done.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use duelog_kernel::ids::RuleStatus;
use duelog_sources::citations::{
    Citation, code_citations, data_citations, read_index, scenario_citations, test_citations,
};
use duelog_tests::{files, root};

const RULES: &str = "fixtures/rules";
/// Where Rust tests are.
const TEST_FOLDERS: [&str; 5] = ["core", "log-format", "verifier", "cli", "tests"];

/// A citation with the place where it stands, as `file:line`.
type Placed = (String, Citation);

#[test]
fn rules_code_scenarios_and_tests_agree() {
    let offenders = offenders(&root());
    assert!(offenders.is_empty(), "{} things to mend:\n{}", offenders.len(), offenders.join("\n"));
}

fn offenders(root: &Path) -> Vec<String> {
    let indexes = files(root, RULES, "tsv");
    let games: Vec<&str> = indexes.iter().filter_map(|(file, _)| game_of_index(file)).collect();
    let mut offenders = Vec::new();
    let tests = tests(root, &games, &mut offenders);
    for (game, (file, tsv)) in games.iter().zip(&indexes) {
        let covered = scenarios(root, game, &mut offenders);
        let covered = tests.iter().filter(|(of, _)| of == game).map(|(_, citation)| citation).chain(&covered);
        check(root, (game, file, tsv), &covered.collect::<Vec<_>>(), &mut offenders);
    }
    offenders
}

fn game_of_index(file: &str) -> Option<&str> {
    file.strip_prefix(RULES)?.strip_prefix('/')?.strip_suffix(".tsv")
}

fn check(
    root: &Path,
    (game, file, tsv): (&str, &str, &str),
    covered: &[&Placed],
    offenders: &mut Vec<String>,
) {
    let entries = match read_index(tsv) {
        Ok(entries) => entries,
        Err(faults) => return offenders.extend(faults.iter().map(|fault| format!("{file}, {fault}"))),
    };
    let known: BTreeSet<&str> = entries.iter().map(|entry| entry.rule).collect();

    let numbers_file = format!("{RULES}/numbers/{game}.txt");
    let numbers = fs::read_to_string(root.join(&numbers_file)).unwrap_or_default();
    let numbers: BTreeSet<&str> = numbers.lines().collect();
    let strange = known
        .difference(&numbers)
        .map(|rule| format!("{file}: {rule} is not in {numbers_file}: remove the line"));
    let missing = numbers
        .difference(&known)
        .map(|rule| format!("{file}: {rule} of {numbers_file} is missing: add a line for it"));
    offenders.extend(strange.chain(missing));

    let folders = [format!("core/{game}/src"), format!("core/{game}/cards/tokens")];
    let data: Vec<(String, String)> = folders.iter().flat_map(|folder| files(root, folder, "ron")).collect();
    let code: Vec<Placed> = files(root, &format!("core/{game}/src"), "rs")
        .iter()
        .flat_map(|source| placed(source, code_citations))
        .chain(data.iter().flat_map(|source| placed(source, data_citations)))
        .collect();
    for (place, citation) in code.iter().chain(covered.iter().copied()) {
        if !known.contains(citation.rule.as_str()) {
            offenders.push(format!("{place}: {file} has no rule {:?}: correct the number", citation.rule));
        }
    }

    let in_code: BTreeSet<&str> = code.iter().map(|(_, citation)| citation.rule.as_str()).collect();
    let in_tests: BTreeSet<&str> = covered.iter().map(|(_, citation)| citation.rule.as_str()).collect();
    for entry in entries.iter().filter(|entry| entry.status == RuleStatus::Done) {
        let rule = entry.rule;
        if !in_code.contains(rule) {
            offenders
                .push(format!("{file}: {rule} is done, but no code cites it: write rule!(\"{rule}\") where it is implemented, or change its status"));
        }
        if !in_tests.contains(rule) {
            offenders.push(format!(
                "{file}: {rule} is done, but nothing covers it: add a case `## {game} {rule}` or a line `Rules: {rule}` to a scenario, \
                 or `// covers: {rule}` to a test"
            ));
        }
    }
}

/// Every citation of the game's scenarios.
fn scenarios(root: &Path, game: &str, offenders: &mut Vec<String>) -> Vec<Placed> {
    let folder = format!("fixtures/scenarios/{game}");
    let cited: Vec<Placed> =
        files(root, &folder, "md").iter().flat_map(|file| placed(file, scenario_citations)).collect();
    for (place, citation) in &cited {
        if citation.id.is_empty() {
            offenders.push(format!(
                "{place}: the line stands above every case: move it below the heading of its case"
            ));
        }
    }
    let (own, strange): (Vec<Placed>, Vec<Placed>) = cited
        .into_iter()
        .partition(|(_, citation)| citation.game.as_deref().is_none_or(|named| named == game));
    offenders.extend(strange.iter().map(|(place, citation)| {
        format!("{place}: the case {:?} is not of {game}: move it to its game's folder", citation.id)
    }));
    own
}

/// Every citation of a Rust test with its game: the one that it names, or else the one that its path names.
fn tests(root: &Path, games: &[&str], offenders: &mut Vec<String>) -> Vec<(String, Placed)> {
    let mut found = Vec::new();
    for source in TEST_FOLDERS.iter().flat_map(|folder| files(root, folder, "rs")) {
        let implied = games.iter().copied().find(|game| names_game(&source.0, game));
        for (place, citation) in placed(&source, test_citations) {
            match citation.game.as_deref().or(implied) {
                Some(game) if games.contains(&game) => found.push((game.to_string(), (place, citation))),
                Some(game) => offenders.push(format!(
                    "{place}: {RULES} has no index of {game:?}: name one of {}",
                    games.join(", ")
                )),
                None => offenders.push(format!(
                    "{place}: which game's rule is {}? Write `// covers: <game> {}`",
                    citation.rule, citation.rule
                )),
            }
        }
    }
    found
}

/// Whether a folder or file of the path is named after the game, as `core/magic/src/mana.rs` and
/// `tests/tests/magic_replay.rs` are.
fn names_game(path: &str, game: &str) -> bool {
    let after = |part: &str| {
        part.replace('_', "-")
            .strip_prefix(game)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    };
    path.split('/').any(after)
}

fn placed((file, text): &(String, String), citations: fn(&str) -> Vec<Citation>) -> Vec<Placed> {
    citations(text).into_iter().map(|citation| (format!("{file}:{}", citation.line), citation)).collect()
}

/// A small repository with one file a pair, in which nothing is to mend unless the pairs say otherwise.
fn offenders_of(changes: &[(&str, &str)]) -> io::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let sound = [
        (
            "fixtures/rules/magic.tsv",
            "rule\tstatus\treason\n1.1\tdone\t\n1.2\tdone\t\n1.3\ttodo\tnot built yet\n",
        ),
        ("fixtures/rules/numbers/magic.txt", "1.1\n1.2\n1.3\n"),
        (
            "fixtures/scenarios/magic/one.md",
            "# One\n\n## magic 1.1-ex1 First\n\n## m10-faq クローン-2 Second\nRules: 1.3\n",
        ),
        ("core/magic/src/lib.rs", "fn a() { (rule!(\"1.1\"), rule!(\"1.2\")) }\n"),
        ("tests/tests/magic_play.rs", "// covers: 1.2\n#[test]\nfn b() {}\n"),
    ];
    for (name, text) in sound.iter().chain(changes) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, text)?;
    }
    Ok(offenders(folder.path()))
}

#[test]
fn a_sound_repository_has_no_offenders() {
    assert_eq!(offenders_of(&[]).unwrap(), Vec::<String>::new());
}

#[test]
fn every_kind_of_offender_is_listed() {
    let cases: [(&str, &str, &str); 12] = [
        (
            "fixtures/rules/magic.tsv",
            "rule\tstatus\treason\n1.1\tdone\t\n1.2\tperhaps\t\n",
            "fixtures/rules/magic.tsv, line 3: 1.2 has the unknown status",
        ),
        (
            "fixtures/rules/magic.tsv",
            "rule\tstatus\treason\n1.1\tdone\t\n1.2\tdone\t\n1.3\ttodo\t\n",
            "line 4: 1.3 has no reason",
        ),
        (
            "fixtures/rules/numbers/magic.txt",
            "1.1\n1.2\n1.3\n1.4\n",
            "magic.tsv: 1.4 of fixtures/rules/numbers/magic.txt is missing",
        ),
        (
            "fixtures/rules/numbers/magic.txt",
            "1.1\n1.2\n",
            "magic.tsv: 1.3 is not in fixtures/rules/numbers/magic.txt",
        ),
        ("core/magic/src/lib.rs", "rule!(\"1.1\");\n", "magic.tsv: 1.2 is done, but no code cites it"),
        (
            "core/magic/src/other.rs",
            "\nrule!(\"1.9\");\n",
            "core/magic/src/other.rs:2: fixtures/rules/magic.tsv has no rule \"1.9\"",
        ),
        ("tests/tests/magic_play.rs", "", "magic.tsv: 1.2 is done, but nothing covers it"),
        ("tests/tests/play.rs", "// covers: 1.2\n", "tests/tests/play.rs:1: which game's rule is 1.2?"),
        (
            "cli/tests/play.rs",
            "// covers: chess 1.2\n",
            "cli/tests/play.rs:1: fixtures/rules has no index of \"chess\"",
        ),
        (
            "fixtures/scenarios/magic/deep/two.md",
            "## magic 1.1\nRules: 1.2, 1.9\n",
            "fixtures/scenarios/magic/deep/two.md:2: fixtures/rules/magic.tsv has no rule \"1.9\"",
        ),
        (
            "fixtures/scenarios/magic/two.md",
            "## chess 1.1 A case\n",
            "two.md:1: the case \"chess 1.1\" is not of magic",
        ),
        ("fixtures/scenarios/magic/two.md", "Rules: 1.1\n", "two.md:1: the line stands above every case"),
    ];
    for (file, text, expected) in cases {
        let found = offenders_of(&[(file, text)]).unwrap();
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{file} with {text:?} gives {found:#?}, not {expected:?}"
        );
    }
}
