//! Former definitions (`core/<game>/former`): what was built in with a revision of the rules is built in for ever, so
//! that a log verifies by the definitions that it pins, whatever has become of a card since.
//!
//! A definition is published by the commit in which `fixtures/golden/MANIFEST` has seen a revision of its game.
//! `FORMER_BLESS=1 cargo test -p duelog-tests --test across former` keeps those that are others now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Factory;
use duelog_kernel::definition::{Card, essence, field, file_name, split};
use duelog_kernel::factory::{GameDefinition, GameFactory};
use duelog_magic::Magic;
use duelog_tests::games::{decision, random, setup};
use duelog_tests::{files, root};
use duelog_verifier::golden::{Class, check};
use duelog_verifier::manifest::MANIFEST;
use duelog_verifier::{Options, Recorder, Verdict, fork, verify};

/// Each former definition can be read, is another than that of today and than those beside it, and is found by its pin.
fn are_found<G: GameDefinition>() {
    let factory = GameFactory::<G>::default();
    for (file, texts) in G::FORMER.iter() {
        let mut known = BTreeSet::new();
        for (line, text) in split(texts) {
            let cards = G::Card::read(text).unwrap_or_else(|fault| panic!("{file}, line {line}: {fault}"));
            assert!(known.insert(essence(text)), "{file}, line {line}: it stands there twice");
            for card in cards {
                let (name, digest) = (card.name(), card.digest());
                let today = factory.card(name).map(|card| card.digest);
                assert!(today != Some(digest), "{file}, line {line}: it is the definition of today");
                let pinned = factory.as_pinned(&mut [(name, &digest.0[..16])].into_iter());
                let found = pinned.and_then(|factory| factory.card(name));
                assert_eq!(found.map(|card| card.digest), Some(digest), "{file}: {name}");
            }
        }
    }
}

#[test]
fn former_definitions_are_found_by_their_pins() {
    are_found::<Magic>();
    are_found::<DuelMasters>();
    are_found::<FleshAndBlood>();
    let factory = GameFactory::<Magic>::default();
    let forest = factory.card("Forest").expect("a card").digest;
    let mut pins =
        [("Forest", &forest.0[..16]), ("Nothing", &[7; 16][..]), ("Island", &[7; 16][..])].into_iter();
    assert!(factory.as_pinned(&mut pins).is_none(), "none of them was built in before");
}

/// The log of a random game of four such cards and forests in each deck, with a definition of their own.
fn played_with(name: &str, text: &str) -> Vec<u8> {
    let factory = GameFactory::<Magic>::with_overrides(vec![(file_name(name), text.to_string())]);
    let factory = factory.unwrap_or_else(|(file, fault)| panic!("{file}: {fault}"));
    let mut setup = setup::<Magic>(7);
    for deck in &mut setup.decks {
        deck.cards = vec![(4, name.to_string()), (56, "Forest".to_string())];
        deck.sideboard.clear();
    }
    let mut recorder = Recorder::new(&factory, &setup, &Options::default(), Vec::new()).expect("it begins");
    let mut stream = random(7);
    while let Some((seat, choice)) = decision(recorder.game(), &mut stream) {
        recorder.decide(seat, &choice).expect("an offered answer");
    }
    recorder.finish().expect("the game is over");
    recorder.into_storage().expect("memory takes it")
}

/// A card of today that was mended, and one that is refused today.
#[test]
fn a_log_is_played_by_the_definitions_that_it_pins() {
    let today: [Box<dyn Factory>; 1] = [Box::new(GameFactory::<Magic>::default())];
    for name in ["Elvish Farmer", "Broodcaller Scourge"] {
        let (_, texts) = Magic::FORMER.get(&file_name(name)).expect("it was built in before");
        let (_, text) = split(texts)[0];
        let log = played_with(name, text);
        assert_eq!(verify(&today, &log).verdict, Verdict::Verified, "{name}");
        assert_eq!(check(&today, &log).class, Class::Identical, "{name}");
        let mut fork =
            fork(&today, &log, "a log", 20, &Options::default(), Vec::new()).expect("it can be forked");
        assert!(fork.game().decisions() == 20, "{name}");
        // Never published, and so nowhere but in the log's pins.
        let own = text.replacen("types: \"Creature - ", "types: \"Creature - Goblin ", 1);
        assert_ne!(own, text);
        assert_eq!(verify(&today, &played_with(name, &own)).verdict, Verdict::Unsupported, "{name}");
    }
}

/// The answer of git; none without git or without a history.
fn git(arguments: &[&str], input: &str) -> Option<Vec<u8>> {
    let mut command = Command::new("git");
    command
        .current_dir(root())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let written = writer.join().ok()?;
    (output.status.success() && written.is_ok()).then_some(output.stdout)
}

fn lines(arguments: &[&str]) -> Option<Vec<String>> {
    Some(String::from_utf8(git(arguments, "")?).ok()?.lines().map(str::to_string).collect())
}

/// The commits in which a revision of each game was seen, the oldest first.
fn published() -> Option<BTreeMap<String, Vec<String>>> {
    let list = format!("fixtures/golden/{MANIFEST}");
    let mut commits: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for commit in lines(&["log", "--reverse", "--first-parent", "--format=%H", "--", &list])? {
        let text = lines(&["show", &format!("{commit}:{list}")]).unwrap_or_default();
        for line in text.into_iter().filter(|line| line.ends_with("\tseen")) {
            let game = line.split('\t').next().unwrap_or_default().to_string();
            if seen.insert(line) {
                commits.entry(game).or_default().push(commit.clone());
            }
        }
    }
    Some(commits)
}

/// The folders of a game's definitions; what stands in an earlier one wins.
const FOLDERS: [&str; 2] = ["cards", "compiled"];

/// The files with the definitions of a game in a commit, with the object that each is.
fn tree(commit: &str, game: &str) -> Option<Vec<(String, String)>> {
    let folders = FOLDERS.map(|folder| format!("core/{game}/{folder}"));
    let found = lines(&["ls-tree", "-r", commit, "--", &folders[0], &folders[1]])?;
    let entry = |line: String| {
        let (entry, path) = line.split_once('\t')?;
        let object = entry.split(' ').nth(2)?.to_string();
        path.ends_with(".ron").then(|| (path.to_string(), object))
    };
    Some(found.into_iter().filter_map(entry).collect())
}

/// The texts of objects.
fn objects(wanted: &BTreeSet<String>) -> Option<BTreeMap<String, String>> {
    let asked: String = wanted.iter().map(|object| format!("{object}\n")).collect();
    let told = git(&["cat-file", "--batch"], &asked)?;
    let mut rest = &told[..];
    let mut texts = BTreeMap::new();
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let head = std::str::from_utf8(&rest[..end]).ok()?;
        let length: usize = head.rsplit_once(' ')?.1.parse().ok()?;
        let text = rest.get(end + 1..end + 1 + length)?;
        texts.insert(head.split(' ').next()?.to_string(), String::from_utf8(text.to_vec()).ok()?);
        rest = rest.get(end + 2 + length..)?;
    }
    Some(texts)
}

/// The definitions in texts: of each name the first.
fn by_name<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<String, &'a str> {
    let mut found = BTreeMap::new();
    for definition in texts.flat_map(split).map(|(_, definition)| definition) {
        if let Some(name) = field(definition, "name") {
            found.entry(name).or_insert(definition);
        }
    }
    found
}

/// The definitions of a game in the working tree, in a folder.
fn here(game: &str, folder: &str) -> Vec<(String, String)> {
    let path = format!("core/{game}/{folder}");
    if root().join(&path).is_dir() { files(&root(), &path, "ron").into_iter().collect() } else { Vec::new() }
}

/// The definitions of a game that were published once and are in no file of the working tree, the oldest first.
fn lost(game: &str, commits: &[String]) -> Option<Vec<(String, String)>> {
    let now: Vec<(String, String)> =
        FOLDERS.iter().chain(&["former"]).flat_map(|folder| here(game, folder)).collect();
    let mut known: BTreeSet<String> =
        now.iter().flat_map(|(_, text)| split(text)).map(|(_, definition)| essence(definition)).collect();
    let trees: Option<Vec<_>> = commits.iter().map(|commit| tree(commit, game)).collect();
    let trees = trees?;
    let texts = objects(&trees.iter().flatten().map(|(_, object)| object.clone()).collect())?;
    let mut lost = Vec::new();
    for tree in &trees {
        let texts = tree.iter().filter_map(|(_, object)| texts.get(object)).map(String::as_str);
        for (name, definition) in by_name(texts) {
            if known.insert(essence(definition)) {
                lost.push((name, definition.trim_start_matches('\n').to_string()));
            }
        }
    }
    Some(lost)
}

/// Adds definitions to the files of those that were built in before: a file for each first letter, in it by name and age.
fn keep(game: &str, lost: &[(String, String)]) {
    let folder = root().join(format!("core/{game}/former"));
    fs::create_dir_all(&folder).expect("a folder");
    let before = here(game, "former");
    let before =
        before.iter().flat_map(|(_, text)| split(text)).map(|(_, definition)| definition.to_string());
    let mut all: Vec<(String, String)> = before
        .map(|text| (field(&text, "name").expect("a name"), text))
        .chain(lost.iter().cloned())
        .collect();
    all.sort_by_key(|(name, _)| file_name(name));
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in all {
        let first = file_name(&name).chars().next().filter(char::is_ascii_alphabetic);
        let file = first.map_or("other".to_string(), String::from);
        let file = written.entry(file).or_default();
        file.push_str(text.trim_end());
        file.push('\n');
    }
    for (file, text) in written {
        fs::write(folder.join(format!("{file}.ron")), text).expect("a file");
    }
}

#[test]
fn what_was_published_is_built_in_for_ever() {
    let Some(published) = published() else { return };
    #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
    let blessed = std::env::var_os("FORMER_BLESS").is_some();
    let mut faults = Vec::new();
    for (game, commits) in published {
        let Some(lost) = lost(&game, &commits) else { return };
        if blessed && !lost.is_empty() {
            keep(&game, &lost);
        } else {
            faults.extend(lost.into_iter().map(|(name, _)| format!("{game}: {name}")));
        }
    }
    assert!(
        faults.is_empty(),
        "a definition that was published is built in no more; FORMER_BLESS=1 keeps it (CONTRIBUTING.md, \"A revision\"):\n{}",
        faults.join("\n")
    );
}
