//! `duelog verify --follow`: logs that grow.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::running::{arg, root};

/// A run of `duelog verify --follow`, and its answers.
struct Follower {
    program: Child,
    lines: BufReader<ChildStdout>,
}

impl Follower {
    fn begin(args: &[&str]) -> Follower {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin!("duelog"))
            .args(["verify", "--follow", "--format", "json"])
            .args(args)
            .current_dir(root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap());
        Follower { program, lines }
    }

    /// The next answer.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Reads answers until one fits.
    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.next();
            if fits(&line) {
                return line;
            }
            assert!(line.get("summary").is_none(), "{line}");
        }
    }

    /// Reads until that number of decisions is verified.
    fn decisions(&mut self, count: u64) {
        self.until(|line| line["following"]["decisions"] == count);
    }

    /// The exit code, once it ends.
    fn code(mut self) -> Option<i32> {
        self.program.wait().unwrap().code()
    }

    #[cfg(unix)]
    fn terminate(&self) {
        let pid = self.program.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }
}

/// A recorded match, and where each of its first decisions ends in it.
fn recorded(folder: &Path, seed: u64) -> (Vec<u8>, Vec<usize>) {
    let bytes = fs::read(crate::talking::recorded(folder, seed)).unwrap();
    let mut reader = duelog_log_format::Reader::open(&bytes).unwrap();
    let mut ends = Vec::new();
    while let Some(frame) = reader.next_frame().unwrap() {
        if frame.kind == duelog_log_format::RecordKind::Decision {
            ends.push(reader.progress().bytes() as usize);
        }
    }
    (bytes, ends)
}

fn begun(folder: &Path, bytes: &[u8]) -> (PathBuf, File) {
    let log = folder.join("grows.duelog");
    fs::write(&log, bytes).unwrap();
    (log.clone(), File::options().append(true).open(log).unwrap())
}

#[test]
fn a_log_that_grows_is_verified_decision_by_decision() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, ends) = recorded(folder.path(), 61);
    // A torn header, then a torn record: the rest is waited for.
    let (log, mut file) = begun(folder.path(), &bytes[..20]);
    let mut follower = Follower::begin(&[arg(&log)]);
    file.write_all(&bytes[20..ends[4] + 3]).unwrap();
    follower.decisions(5);
    for (from, to) in [(ends[4] + 3, ends[5]), (ends[5], ends[40])] {
        file.write_all(&bytes[from..to]).unwrap();
        let count = ends.iter().filter(|end| **end <= to).count() as u64;
        follower.decisions(count);
    }
    file.write_all(&bytes[ends[40]..]).unwrap();
    let verdict = follower.until(|line| line.get("verdict").is_some());
    assert_eq!((&verdict["verdict"], &verdict["decisions"]), (&"verified".into(), &ends.len().into()));
    assert_eq!(follower.next()["summary"]["verified"], 1);
    assert_eq!(follower.code(), Some(0));
}

#[test]
fn a_finding_ends_it_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, ends) = recorded(folder.path(), 62);
    let (log, mut file) = begun(folder.path(), &bytes[..ends[9]]);
    let mut follower = Follower::begin(&[arg(&log)]);
    follower.decisions(10);
    let mut next = bytes[ends[9]..ends[12]].to_vec();
    let last = next.len() - 1;
    next[last] ^= 1;
    file.write_all(&next).unwrap();
    let verdict = follower.until(|line| line.get("verdict").is_some());
    assert_ne!(verdict["verdict"], "verified");
    follower.next();
    assert_eq!(follower.code(), Some(1));
}

#[test]
fn a_log_that_is_cut_or_replaced_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, ends) = recorded(folder.path(), 63);
    let other = tempfile::tempdir().unwrap();
    let (others, places) = recorded(other.path(), 64);
    let (log, mut file) = begun(folder.path(), &bytes[..ends[19]]);
    let mut follower = Follower::begin(&[arg(&log)]);
    follower.decisions(20);
    file.set_len(ends[9] as u64).unwrap();
    let anew = follower.until(|line| line.get("begun_anew").is_some());
    assert_eq!(anew["begun_anew"], "it has become shorter");
    follower.decisions(10);
    file.write_all(&bytes[ends[9]..ends[11]]).unwrap();
    follower.decisions(12);
    let new = folder.path().join("new");
    fs::write(&new, &others[..places[29]]).unwrap();
    fs::rename(&new, &log).unwrap();
    let anew = follower.until(|line| line.get("begun_anew").is_some());
    assert_eq!(anew["begun_anew"], "another file has taken its place");
    follower.decisions(30);
    let mut file = File::options().append(true).open(&log).unwrap();
    file.write_all(&others[places[29]..]).unwrap();
    assert_eq!(follower.until(|line| line.get("verdict").is_some())["verdict"], "verified");
    follower.next();
    assert_eq!(follower.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_folder_is_followed_until_a_signal_and_its_state_outlives_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    fs::create_dir(&logs).unwrap();
    let (bytes, ends) = recorded(folder.path(), 65);
    let state = folder.path().join("state");
    let mut follower = Follower::begin(&[arg(&logs), "--state", arg(&state)]);
    fs::write(logs.join("half.duelog"), &bytes[..ends[7]]).unwrap();
    follower.decisions(8);
    fs::write(logs.join("whole.duelog"), &bytes).unwrap();
    let verdict = follower.until(|line| line.get("verdict").is_some());
    assert!(verdict["log"].as_str().unwrap().ends_with("whole.duelog") && verdict["verdict"] == "verified");
    follower.terminate();
    let rest = follower.until(|line| line.get("verdict").is_some());
    assert_eq!(rest["verdict"], "incomplete");
    let summary = &follower.next()["summary"];
    assert_eq!((&summary["verified"], &summary["incomplete"]), (&1.into(), &1.into()), "{summary}");
    assert_eq!(follower.code(), Some(6));

    // A new run finds bytes appended after the end, too.
    let mut again = Follower::begin(&[arg(&logs), "--state", arg(&state)]);
    again.until(|line| line["verdict"] == "verified");
    File::options().append(true).open(logs.join("whole.duelog")).unwrap().write_all(&[0; 9]).unwrap();
    let found = again.until(|line| line.get("verdict").is_some());
    assert!(
        found["verdict"] != "verified" && found["log"].as_str().unwrap().ends_with("whole.duelog"),
        "{found}"
    );
    again.terminate();
    again.until(|line| line["verdict"] == "incomplete");
    let summary = &again.next()["summary"];
    assert_eq!(summary["before"], 1, "{summary}");
    assert_eq!(again.code(), Some(1));
}
