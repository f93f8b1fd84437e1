//! Lists where scenarios cite rules, so that `duelog rules show` works from anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use duelog_sources::citations::scenario_citations;

/// The folder of scenarios, seen from the root of the repository.
const SCENARIOS: &str = "fixtures/scenarios";

/// A file of scenarios, as `game place`, with the line, the rule and the id of each citation in it.
type Cited = BTreeMap<String, BTreeSet<(u32, String, String)>>;

fn main() -> ExitCode {
    let folder = Path::new("..").join(SCENARIOS);
    println!("cargo::rerun-if-changed={}", folder.display());
    match generate(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error={}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn generate(folder: &Path) -> io::Result<()> {
    let mut cited = Cited::new();
    // Outside of the repository the folder is missing, and scenarios are not shown.
    let games =
        if folder.is_dir() { fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()? } else { Vec::new() };
    for game in games {
        if game.path().is_dir() {
            let name = game.file_name().to_string_lossy().into_owned();
            collect(&game.path(), &name, &format!("{SCENARIOS}/{name}"), &mut cited)?;
        }
    }
    let mut out = String::new();
    for (file, citations) in &cited {
        let _ = writeln!(out, "> {file}");
        for (line, rule, id) in citations {
            let _ = writeln!(out, "{line} {rule} {id}");
        }
    }
    let target = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or_else(|| io::Error::other("OUT_DIR is not set: build with cargo"))?;
    fs::write(target.join("scenarios.txt"), out)
}

fn collect(folder: &Path, game: &str, shown: &str, cited: &mut Cited) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, shown) = (entry.path(), format!("{shown}/{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            collect(&path, game, &shown, cited)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path)?;
            let citations = scenario_citations(&text).into_iter().map(|one| (one.line, one.rule, one.id));
            cited.insert(format!("{game} {shown}"), citations.collect());
        }
    }
    Ok(())
}
