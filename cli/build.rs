//! Embeds where scenarios cite rules, so that `duelog rules show` works from anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use duelog_kernel::citations::scenario_citations;

/// The folder of scenarios, seen from the root of the repository.
const SCENARIOS: &str = "fixtures/scenarios";

/// A citation: game, rule, the case's id, `file:line`.
type Cited = (String, String, String, String);

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
    let mut cited: Vec<Cited> = Vec::new();
    // Without the folder, as outside of the repository, there are no scenarios to show.
    let games =
        if folder.is_dir() { fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()? } else { Vec::new() };
    for game in games {
        if game.path().is_dir() {
            let name = game.file_name().to_string_lossy().into_owned();
            collect(&game.path(), &name, &format!("{SCENARIOS}/{name}"), &mut cited)?;
        }
    }
    cited.sort();
    cited.dedup();
    let mut out = String::from(
        "/// Where scenarios cite rules, by game, rule, id and place.\npub static SCENARIOS: &[ScenarioPlace] = &[\n",
    );
    for (game, rule, id, place) in &cited {
        let _ = writeln!(
            out,
            "    ScenarioPlace {{ game: {game:?}, rule: {rule:?}, id: {id:?}, place: {place:?} }},"
        );
    }
    out.push_str("];\n");
    let target = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or_else(|| io::Error::other("OUT_DIR is not set: build with cargo"))?;
    fs::write(target.join("scenarios.rs"), out)
}

fn collect(folder: &Path, game: &str, shown: &str, cited: &mut Vec<Cited>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, shown) = (entry.path(), format!("{shown}/{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            collect(&path, game, &shown, cited)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            for citation in scenario_citations(&fs::read_to_string(&path)?) {
                cited.push((
                    game.to_string(),
                    citation.rule,
                    citation.id,
                    format!("{shown}:{}", citation.line),
                ));
            }
        }
    }
    Ok(())
}
