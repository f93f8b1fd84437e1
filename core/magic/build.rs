//! Generates the rule index, and checks and embeds the card definitions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use duelog_kernel::build::{embed, rule_index};

// The definition language is compiled into this script too, so that a faulty definition stops the build.
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/definition.rs"]
mod definition;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/keywords.rs"]
mod keywords;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/mana.rs"]
mod mana;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/parse.rs"]
mod parse;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/subtypes.rs"]
mod subtypes;
#[allow(dead_code, reason = "the script only reads and checks definitions")]
#[path = "src/types.rs"]
mod types;

const RULES: &str = "../../fixtures/rules/magic.tsv";
const SOURCES: &str = "src";
const CARDS: &str = "cards";

fn main() -> ExitCode {
    for path in [RULES, SOURCES, CARDS] {
        println!("cargo::rerun-if-changed={path}");
    }
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(faults) => {
            for fault in faults.lines() {
                println!("cargo::error={fault}");
            }
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: build with cargo")?);
    let tsv = fs::read_to_string(RULES).map_err(|error| format!("cannot read {RULES}: {error}"))?;
    write(&out.join("rules.rs"), &rule_index(&tsv, Path::new(SOURCES))?)?;
    check(Path::new(CARDS))?;
    write(&out.join("cards.rs"), &embed(Path::new(CARDS), "ron")?)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Checks every definition of a folder; the faults, one a line.
fn check(folder: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))? {
        let path = entry.map_err(|error| format!("cannot list {}: {error}", folder.display()))?.path();
        if path.is_dir() {
            faults.extend(check(&path).err());
        } else {
            let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            faults.extend(parse::parse(&text).err().map(|error| format!("core/magic/{}:{error}", path.display())));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}
