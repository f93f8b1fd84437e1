//! `duelog play --host` and `--join`: whole matches over the local socket, from the first question to the log.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

/// Deals out the same numbers each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// A line for the question that was heard last: one of its options, as many as it wants, or the payment.
fn line(heard: &str, dice: &mut Dice) -> String {
    // A single answer where several can be given is asked about once more.
    if heard.lines().any(|line| line.contains(": `yes` takes it so") || line.contains("that leaves out")) {
        return "yes".to_string();
    }
    let asked = heard.rsplit(" is asked (").next().unwrap();
    let options = asked
        .lines()
        .filter(|line| line.trim_start().split_once(") ").is_some_and(starts_with_number))
        .count();
    let hint = asked.rsplit_once('[').map_or("", |(_, hint)| hint.split(']').next().unwrap());
    let fewest =
        hint.strip_prefix("choose ").and_then(|rest| rest.split([' ', ':']).next()?.parse::<usize>().ok());
    if hint.contains("auto") {
        return "auto".to_string();
    }
    if let Some(total) = hint.strip_prefix("shares that add up to ") {
        return format!("{}={}", dice.below(options) + 1, total.split(':').next().unwrap());
    }
    if options == 0 {
        return ["none", "done", "1", "0"][dice.below(4)].to_string();
    }
    if hint.contains("`all`") && dice.below(3) > 0 {
        return "all".to_string();
    }
    let first = dice.below(options);
    let chosen = (0..fewest.unwrap_or(1).max(1)).map(|step| ((first + step) % options + 1).to_string());
    chosen.collect::<Vec<_>>().join(" ")
}

fn starts_with_number((number, _): (&str, &str)) -> bool {
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Answers whatever is asked up to the end, or hangs up after a number of answers. The last words, and the exit code.
fn sits(talk: Talk, seed: u64, answers: usize) -> (String, i32) {
    leaves(talk, seed, answers, "")
}

/// The same with a last line.
fn leaves(mut talk: Talk, seed: u64, answers: usize, last: &str) -> (String, i32) {
    let mut dice = Dice(seed);
    let mut heard = talk.prompt();
    for _ in 0..answers {
        if !heard.ends_with("\n> ") {
            break;
        }
        if talk.try_say(&line(&heard, &mut dice)).is_err() {
            break;
        }
        heard = talk.prompt();
    }
    if !last.is_empty() {
        let _ = talk.try_say(last);
    }
    let (rest, code) = talk.end();
    (heard + &rest, code)
}

/// A table to which Bob has come, and the terminals of Ann, who hosts, and of Bob.
pub fn table(log: &Path, begun: &[&str]) -> (Talk, Talk, PathBuf) {
    let socket = log.with_extension("table");
    let host = Talk::start(&[&["play", "--host", arg(&socket)], begun].concat());
    while !socket.exists() {
        thread::sleep(Duration::from_millis(20));
    }
    let guest = Talk::start(&["play", "--join", arg(&socket), "--name", "Bob"]);
    (host, guest, socket)
}

/// Two people play a match from the first question to its end, over the socket and with the answers that lines give:
/// both are told the same end, and the log verifies.
fn plays_a_whole_match(decks: [&str; 2], seed: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let begun = ["--name", "Ann", "--seed", seed, "--out", arg(&log), "--decks", decks[0], decks[1]];
    let (host, guest, socket) = table(&log, &begun);
    let ann = thread::spawn(move || sits(host, 1, 4_000));
    let (bob, bobs_code) = sits(guest, 2, 4_000);
    let (ann, code) = ann.join().unwrap();
    assert_eq!((code, bobs_code), (0, 0), "{ann}\n{bob}");
    let over =
        |told: &str| told.lines().find(|line| line.starts_with("The match is over: ")).map(str::to_string);
    assert!(over(&ann).is_some() && over(&ann) == over(&bob), "{ann}\n{bob}");
    assert!(ann.contains(" is closed. Verify it: ") && !bob.contains(" is closed. "), "{bob}");
    assert!(!socket.exists());
    let said = duelog(["verify", arg(&log), "--format", "json"]).json();
    assert_eq!(said[0]["verdict"], "verified", "{said:?}");
    assert!(said[0]["decisions"].as_u64().unwrap() > 30, "{said:?}");
}

#[test]
fn a_whole_match_of_magic_is_played_over_the_socket() {
    plays_a_whole_match([BEASTS, FLYERS], "4");
}

#[test]
fn a_whole_match_of_duel_masters_is_played_over_the_socket() {
    plays_a_whole_match(["fire-nature-rush", "water-neo"], "4");
}

#[test]
fn a_whole_match_of_flesh_and_blood_is_played_over_the_socket() {
    plays_a_whole_match(["katsu", "rhinar"], "4");
}

/// The host hangs up in the middle: the guest is told so, the log continues, and both play it to its end.
#[test]
fn a_table_whose_host_hangs_up_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("katsu.duelog");
    let begun = ["--name", "Ann", "--seed", "5", "--out", arg(&log), "--decks", "katsu", "rhinar"];
    let (host, guest, socket) = table(&log, &begun);
    let ann = thread::spawn(move || sits(host, 1, 12));
    let (bob, code) = sits(guest, 2, 4_000);
    let (ann, hosts_code) = ann.join().unwrap();
    assert_eq!((code, hosts_code), (0, 0), "{ann}\n{bob}");
    assert!(bob.contains("The host has left the table and keeps the log."), "{bob}");
    assert!(ann.contains("is kept after decision") && ann.contains("duelog play --resume"), "{ann}");
    let kept = duelog(["info", arg(&log), "--format", "json"]).json()[0]["decisions"].as_u64().unwrap();
    assert!(kept > 5, "{kept}");

    let (host, guest, _) = table(&log, &["--resume", arg(&log)]);
    assert!(socket.exists());
    let ann = thread::spawn(move || sits(host, 3, 4_000));
    let (bob, code) = sits(guest, 4, 4_000);
    let (ann, hosts_code) = ann.join().unwrap();
    assert_eq!((code, hosts_code), (0, 0), "{ann}\n{bob}");
    assert!(ann.contains("The match is over: ") && bob.contains("The match is over: "), "{ann}\n{bob}");
    let said = duelog(["verify", arg(&log), "--format", "json"]).json();
    assert_eq!(said[0]["verdict"], "verified", "{said:?}");
    assert!(said[0]["decisions"].as_u64().unwrap() > kept, "{said:?}");
}

/// The guest hangs up in the middle: the host is told so, keeps the seat for a while or leaves, and the log continues.
#[test]
fn a_table_that_the_guest_leaves_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("rush.duelog");
    let decks = ["fire-nature-rush", "water-neo"];
    let begun = ["--name", "Ann", "--seed", "5", "--out", arg(&log), "--decks", decks[0], decks[1]];
    let (mut host, guest, _) = table(&log, &begun);
    let bob = thread::spawn(move || leaves(guest, 2, 3, "quit"));
    // Whoever is asked then: the host hears of it, also while it waits.
    let mut dice = Dice(1);
    loop {
        let heard = host.until_any(&["\n> ", " comes back\n"]);
        if heard.contains("* Bob has left the table: `duelog play --join ") {
            break;
        }
        assert!(heard.ends_with("\n> "), "{heard}");
        host.say(line(&heard, &mut dice));
    }
    let (bob, code) = bob.join().unwrap();
    assert_eq!(code, 0, "{bob}");
    assert!(bob.contains("You have left the table.") && !bob.contains("The host has left"), "{bob}");
    // One who is not asked can look at the table and leave it: the input of a host that waits is read too.
    host.say("view");
    assert!(host.until_any(&["shields"]).contains("After decision"));
    let (said, code) = host.end();
    assert!(code == 0 && said.contains("is kept after decision"), "{said}");
    let said = duelog(["verify", arg(&log), "--format", "json"]).ends(6).json();
    assert_eq!(said[0]["verdict"], "incomplete", "{said:?}");
    let mut again = Talk::start(&["play", "--resume", arg(&log), "--bot", "random"]);
    assert!(again.prompt().ends_with("\n> "));
    assert_eq!(again.end().1, 0);
}
