//! Writes `fixtures/vectors/`: logs that are right or wrong in one way each, and values that a second reader
//! can compare with.
//!
//! Run with `cargo run -p duelog-log-format --example vectors`. The same files come out every time.
#![forbid(unsafe_code)]

mod generate;

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/vectors");
    fs::create_dir_all(directory.join("clocks"))?;
    for entry in fs::read_dir(&directory)?.chain(fs::read_dir(directory.join("clocks"))?) {
        let path = entry?.path();
        let endings = ["duelog", "duelview", "disclosure"];
        if path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending)) {
            fs::remove_file(path)?;
        }
    }
    let files = generate::files();
    for (name, bytes) in &files {
        fs::write(directory.join(name), bytes)?;
    }
    println!("{} files in fixtures/vectors", files.len());
    Ok(())
}
