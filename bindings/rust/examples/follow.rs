//! Verifies a log while its match is played, decision by decision, and ends with the verdict.
//! `cargo run -p duelog-sdk --example follow -- match.duelog`
use std::fs::File;
use std::io::Read;
use std::thread::sleep;
use std::time::Duration;

use duelog_sdk::{Following, Judge, games};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut file = File::open(std::env::args().nth(1).ok_or("name the log")?)?;
    let games = games();
    let mut following = Following::new(Judge::new(&games));
    let (mut more, mut told) = (Vec::new(), 0);
    loop {
        more.clear();
        file.read_to_end(&mut more)?;
        following.grown(&more);
        if let Some(report) = following.report() {
            println!("{}: {}", report.verdict, report.message);
            return Ok(());
        }
        let standing = following.standing();
        if standing.decisions > told {
            told = standing.decisions;
            println!("{told} decisions verified; {}", standing.question.unwrap_or_default());
        }
        sleep(Duration::from_millis(20));
    }
}
