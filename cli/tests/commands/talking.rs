//! Talks with a running program, line by line, and makes logs to look at.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use duelog_kernel::{Choice, Tag};
use duelog_log_format::{Durability, Reader, Record, Writer};
use duelog_verifier::{Report, verify};
use serde_json::Value;

use crate::running::{Ran, arg, duelog, root};

pub const FLYERS: &str = "fixtures/decks/magic/white-blue-flyers.deck";
pub const BEASTS: &str = "fixtures/decks/magic/red-green-beasts.deck";

/// A running program.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    /// Starts the program at the root of the repository.
    pub fn start(args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_duelog"));
        let piped = command
            .args(args)
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = piped.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        Talk { input: child.stdin.take(), output, child }
    }

    /// Says a line.
    pub fn say(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line.as_ref(), b"\n"].concat()).expect("the program listens");
    }

    /// Says a line to a program that may have ended.
    pub fn try_say(&mut self, line: &str) -> std::io::Result<()> {
        self.input.as_mut().expect("the input is open").write_all(format!("{line}\n").as_bytes())
    }

    /// The next line, as JSON.
    pub fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program speaks");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Says a line and hears the response.
    pub fn ask(&mut self, line: impl AsRef<str>) -> Value {
        self.say(line.as_ref());
        self.hear()
    }

    /// Everything up to the next prompt, or to the end.
    pub fn prompt(&mut self) -> String {
        self.until_any(&["\n> "])
    }

    /// Everything up to one of these words, or to the end.
    pub fn until_any(&mut self, words: &[&str]) -> String {
        let mut heard = Vec::new();
        while !words.iter().any(|words| heard.ends_with(words.as_bytes())) {
            let mut byte = [0];
            if self.output.read(&mut byte).expect("the program speaks") == 0 {
                break;
            }
            heard.push(byte[0]);
        }
        String::from_utf8(heard).expect("it speaks text")
    }

    /// The program's process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program from outside, at once.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Ends the input; what is still said, and the exit code.
    pub fn end(mut self) -> (String, i32) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("it speaks text");
        (rest, self.child.wait().expect("it ends").code().unwrap_or(-1))
    }
}

/// A log of a whole game between bots.
pub fn recorded(folder: &Path, seed: u64) -> PathBuf {
    let out = folder.join("recorded");
    let seed = seed.to_string();
    let Ran { code, err, .. } = duelog([
        "simulate",
        "--decks",
        FLYERS,
        BEASTS,
        "--seed",
        &seed,
        "--out",
        arg(&out),
        "--bot",
        "greedy",
    ]);
    assert_eq!(code, 0, "{err}");
    out.join(format!("magic-{seed}.duelog"))
}

/// The verdict on a log.
pub fn verdict(log: &Path) -> Report {
    let games: Vec<Box<dyn duelog_kernel::Factory>> =
        vec![Box::new(duelog_magic::factory::MagicFactory::default())];
    verify(&games, &fs::read(log).expect("the log is there"))
}

/// How many decisions a log has.
pub fn decisions(log: &Path) -> u32 {
    verdict(log).decisions
}

/// A log written anew, all its records passed through `change`; records that it gives none for are left out.
pub fn rewritten(log: &Path, to: &Path, mut change: impl FnMut(u32, Record) -> Vec<Record>) {
    let bytes = fs::read(log).expect("the log is there");
    let mut reader = Reader::open(&bytes).expect("it is a log");
    let mut writer = Writer::create(Vec::new(), reader.header(), Durability::None).expect("it is written");
    let mut root = None;
    while let Some(logged) = reader.next_record().expect("it has no fault") {
        if let Record::Seal(seal) = &logged.record {
            root = Some(seal.root);
        }
        for record in change(logged.at.decision + 1, logged.record) {
            // Seals are made anew, over the records as they now are.
            match (record, root) {
                (Record::Seal(_), Some(root)) => {
                    let _ = writer.seal(root);
                }
                (record, _) => writer.append(&record).expect("it fits"),
            }
        }
    }
    fs::write(to, writer.into_storage().expect("it is written")).expect("the folder can be written");
}

/// The log with another tag at a decision, so that log and game part there.
pub fn diverging(log: &Path, to: &Path, at: u32) {
    rewritten(log, to, |number, record| match record {
        Record::Decision(mut decision) if number == at => {
            decision.tag = Tag([0; 8]);
            vec![Record::Decision(decision)]
        }
        record => vec![record],
    });
}

/// The log with an answer that is not legal at a decision.
pub fn illegal(log: &Path, to: &Path, at: u32) {
    rewritten(log, to, |number, record| match record {
        Record::Decision(mut decision) if number == at => {
            decision.choice = Choice::Number(77);
            vec![Record::Decision(decision)]
        }
        record => vec![record],
    });
}
