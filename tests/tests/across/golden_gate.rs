//! Golden logs are what their list says; it holds what changes without a raised revision of the rules or a
//! new version of the format.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use duelog_kernel::Factory;
use duelog_log_format::{DRAFT, Reader};
use duelog_verifier::manifest::{Entry, MANIFEST, Manifest, Standing};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// While the format is a draft, what is not as listed is only said.
#[test]
fn every_golden_log_is_as_listed() {
    let folder = root().join("fixtures/golden");
    let manifest = Manifest::parse(&fs::read_to_string(folder.join(MANIFEST)).unwrap())
        .unwrap_or_else(|fault| panic!("{MANIFEST}: {fault}"));
    let games: [Box<dyn Factory>; 3] = [
        Box::new(duelog_magic::factory::MagicFactory::default()),
        Box::new(duelog_duel_masters::factory::DuelMastersFactory::default()),
        Box::new(duelog_flesh_and_blood::factory::FleshAndBloodFactory::default()),
    ];
    let mut faults: Vec<String> = Vec::new();
    let mut seen = 0;
    for game in &games {
        for entry in fs::read_dir(folder.join(game.game())).unwrap() {
            let path = entry.unwrap().path();
            let file = format!("{}/{}", game.game(), path.file_name().unwrap().to_str().unwrap());
            let bytes = fs::read(&path).unwrap();
            seen += 1;
            let revision = Reader::open(&bytes).unwrap().header().revision;
            assert!(
                revision <= game.revision(),
                "{file} names revision {revision}, which {} does not have",
                game.game()
            );
            match manifest.standing(&Entry::of(&file, &bytes).unwrap()) {
                Standing::Listed => {}
                standing => faults.push(format!("{file}: {standing:?}")),
            }
        }
    }
    assert!(seen >= 100, "{seen} golden logs");
    let gone = manifest.entries().iter().filter(|entry| !folder.join(&entry.file).exists());
    faults.extend(gone.map(|entry| format!("{}: it is listed and not there", entry.file)));
    let text = format!("not as listed, see CONTRIBUTING.md, \"A revision\":\n{}", faults.join("\n"));
    if DRAFT && !faults.is_empty() {
        eprintln!("{text}");
    }
    assert!(DRAFT || faults.is_empty(), "{text}");
}

/// A checkout with the script of the gate, in which `git` works; none where there is no git.
struct Checkout(tempfile::TempDir);

impl Checkout {
    fn new() -> Option<Checkout> {
        let checkout = Checkout(tempfile::tempdir().unwrap());
        for folder in [".ci", "fixtures/golden", "log-format/src"] {
            fs::create_dir_all(checkout.0.path().join(folder)).unwrap();
        }
        fs::copy(root().join(".ci/golden-history"), checkout.0.path().join(".ci/golden-history")).unwrap();
        checkout.git(&["init", "-q"]).then_some(checkout)
    }

    fn git(&self, args: &[&str]) -> bool {
        let named = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(named).args(args).current_dir(self.0.path()).output();
        output.is_ok_and(|output| output.status.success())
    }

    fn write(&self, draft: bool, list: &str) {
        fs::write(
            self.0.path().join("log-format/src/limits.rs"),
            format!("pub const DRAFT: bool = {draft};\n"),
        )
        .unwrap();
        fs::write(self.0.path().join("fixtures/golden/MANIFEST"), list).unwrap();
    }

    fn commit(&self, draft: bool, list: &str) {
        self.write(draft, list);
        assert!(self.git(&["add", "-A"]) && self.git(&["commit", "-q", "--allow-empty", "-m", "a"]));
    }

    /// Whether the gate lets the checkout through.
    fn passes(&self) -> bool {
        let output = Command::new("bash").arg(self.0.path().join(".ci/golden-history")).output().unwrap();
        output.status.success()
    }
}

#[cfg(unix)]
#[test]
fn the_list_may_only_grow_once_the_format_is_no_draft() {
    let Some(checkout) = Checkout::new() else { return };
    checkout.commit(true, "head\na 1\n");
    checkout.commit(true, "head\na 2\n");
    assert!(checkout.passes(), "a draft holds nothing");
    checkout.commit(false, "head\na 3\n");
    checkout.commit(false, "head\na 3\nb 1\n");
    assert!(checkout.passes(), "it has only grown");
    checkout.write(false, "head\na 3\nb 1\nc 1\n");
    assert!(checkout.passes(), "and grows in the working tree");
    for (draft, list) in
        [(false, "head\na 4\nb 1\n"), (false, "head\na 3\n"), (false, ""), (true, "head\na 3\nb 1\n")]
    {
        checkout.write(draft, list);
        assert!(!checkout.passes(), "{draft} {list:?}");
    }
    // A change that is taken back later was one all the same.
    checkout.commit(false, "head\na 4\nb 1\n");
    checkout.commit(false, "head\na 3\nb 1\n");
    assert!(!checkout.passes());
}
