//! `duelog view`. What it draws is tested beside it; here, that it begins and ends in a terminal.

use crate::running::{duelog, root};

const LOG: &str = "fixtures/golden/duel-masters/duel-masters-1.duelog";

#[test]
fn without_a_terminal_it_says_so() {
    duelog(["view", LOG]).fails(2, &["this is not a terminal", "duelog report"]);
    duelog(["view", LOG, "--at", "nowhere"]).fails(2, &["it is not a moment"]);
}

/// In a terminal of `script`, where there is one: what was drawn, and the exit code.
#[cfg(unix)]
fn in_a_terminal(args: &str, keys: &str) -> Option<(String, i32)> {
    of_line(&format!("exec {} {args}", env!("CARGO_BIN_EXE_duelog")), keys)
}

/// The same for a line of the shell.
#[cfg(unix)]
fn of_line(line: &str, keys: &str) -> Option<(String, i32)> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let line = format!("stty cols 80 rows 24; {line}");
    let mut child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(root())
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().unwrap();
    let keys = keys.to_string();
    let typist = std::thread::spawn(move || {
        // It may take a while until it listens; keys that come before wait in the terminal.
        for key in keys.split(' ') {
            std::thread::sleep(Duration::from_millis(600));
            let _ = input.write_all(key.as_bytes()).and_then(|()| input.flush());
        }
        std::thread::sleep(Duration::from_millis(500));
    });
    let output = child.wait_with_output().unwrap();
    typist.join().unwrap();
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1)))
}

#[cfg(unix)]
#[test]
fn it_draws_in_a_terminal_and_leaves_it_as_it_was() {
    let args = format!("view {LOG} --at t5 --names Ann,Bob --seat 0");
    let Some((drawn, code)) = in_a_terminal(&args, ". ? q q q") else { return };
    assert_eq!(code, 0, "{drawn}");
    assert!(drawn.contains("Ann") && drawn.contains("keys"), "{drawn}");
    let (begin, end) = (drawn.find("\u{1b}[?1049h"), drawn.rfind("\u{1b}[?1049l"));
    assert!(begin.is_some() && begin < end, "the other screen is left again: {drawn:?}");
    assert!(drawn.contains("\u{1b}[?1000l"), "the mouse is given back: {drawn:?}");
}

/// What came after the screen was left for the last time.
#[cfg(unix)]
fn left(drawn: &str) -> bool {
    drawn.rfind("\u{1b}[?1049l") > drawn.rfind("\u{1b}[?1049h") && drawn.contains("\u{1b}[?1000l")
}

/// Keys that do nothing, for longer than it takes until the program is told to end.
#[cfg(unix)]
const WAITING: &str = "x x x x x x x x x x x x x x";

/// The program that takes the place of the shell is told to end, when it has surely begun.
#[cfg(unix)]
fn told_to_end(args: &str) -> String {
    format!("(sleep 7; kill -TERM $$) & exec {} {args}", env!("CARGO_BIN_EXE_duelog"))
}

#[cfg(unix)]
#[test]
fn a_program_that_is_told_to_end_leaves_the_terminal_as_it_was() {
    let Some((drawn, code)) = of_line(&told_to_end(&format!("view {LOG}")), WAITING) else { return };
    assert_eq!(code, 0, "{drawn}");
    assert!(left(&drawn), "{drawn:?}");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let play = format!(
        "play --name Ann --decks white-blue-flyers red-green-beasts --bot random --out {}",
        log.display()
    );
    let (drawn, code) = of_line(&told_to_end(&play), WAITING).unwrap();
    assert_eq!(code, 0, "{drawn}");
    assert!(left(&drawn) && drawn.contains("is kept after decision"), "{drawn:?}");
}

#[cfg(unix)]
#[test]
fn a_game_is_played_on_a_table_that_stays_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let play = format!(
        "play --name Ann --decks white-blue-flyers red-green-beasts --seed 1 --out {}",
        log.display()
    );
    let Some((drawn, code)) = in_a_terminal(&play, "keep\r help\r \t concede\r \r") else { return };
    assert_eq!(code, 0, "{drawn}");
    assert!(left(&drawn) && drawn.contains("Take a mulligan?"), "{drawn:?}");
    assert!(drawn.contains("Opponent wins: Ann conceded"), "{drawn:?}");
    duelog(["verify", log.to_str().unwrap()]).ends(0);
}
