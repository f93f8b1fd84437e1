//! Gives the verdict on every log of a folder, within five seconds each, and ends with 1 where one does not verify.
//! `cargo run -p duelog-sdk --example verify_folder -- fixtures/golden/duel-masters`
use std::process::ExitCode;
use std::time::Duration;

use duelog_sdk::{Judge, Limits, games, within};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder with logs")?;
    let games = games();
    let limits = within(Limits::USUAL, Duration::from_secs(5));
    let judge = Judge { limits: &limits, ..Judge::new(&games) };
    let mut wrong = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "duelog") {
            continue;
        }
        let report = judge.verdict(&std::fs::read(&path)?);
        if !report.verified() {
            println!("{}: {}: {}", path.display(), report.verdict, report.message);
            wrong += 1;
        }
    }
    println!("{wrong} do not verify");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
