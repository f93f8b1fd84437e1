//! Another build of duelog, run as a program of its own and talked to in the engine protocol.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use duelog_kernel::digest::{hex, unhex};
use duelog_kernel::setup::Start;
use duelog_kernel::{Choice, Digest, Outcome, Seat, StateTag};
use duelog_log_format::Header;
use duelog_verifier::{Engine, NotBegun, Refusal, StateDigests};
use serde_json::{Map, Value, json};

use crate::hosting::PROTOCOL;
use crate::hosting::draws::DrawOf;
use crate::hosting::lines::{Read, read};
use crate::numbers::whole;
use crate::output::Failure;

/// How many bytes of answers are put into one line.
const ANSWERS_BYTES: usize = 1 << 20;

/// How much of a response that means nothing is shown.
const SHOWN: usize = 80;

/// How patient one is with another engine.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Patience {
    /// The longest time to wait for a response of --engine, in seconds; 0 sets no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole::<u64>, help_heading = crate::headings::LIMITS)]
    wait: u64,
}

/// Why another engine is of no use. Each names the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It cannot be started.
    #[error("{program}: it cannot be started: {why}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        why: String,
    },
    /// It has ended, or closed its output.
    #[error("{program}: it ended in the middle of the talk{how}")]
    Gone {
        /// The program.
        program: String,
        /// With which exit code, in words, if that is known.
        how: String,
    },
    /// It does not respond.
    #[error("{program}: it has not responded for {seconds} seconds (--wait sets another limit, 0 none)")]
    Silent {
        /// The program.
        program: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// It responds with something that is not a response.
    #[error("{program}: it does not respond as an engine: {found}")]
    Garbage {
        /// The program.
        program: String,
        /// Its output.
        found: String,
    },
    /// It is an engine, but speaks another protocol.
    #[error("{program}: it is an engine, but does not speak version {PROTOCOL} of the protocol: {found}")]
    Protocol {
        /// The program.
        program: String,
        /// Its output.
        found: String,
    },
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        let remedy = match &trouble {
            Trouble::Start { .. } => "name a build of duelog that can be run: `--engine PATH`",
            Trouble::Gone { .. } | Trouble::Silent { .. } | Trouble::Garbage { .. } => {
                "name a build of duelog; `PATH engine` must answer {\"hello\":{}} with one line"
            }
            Trouble::Protocol { .. } => {
                "take a build that speaks this version; cli/ENGINE.md tells how versions are counted"
            }
        };
        Failure::engine(trouble.to_string(), remedy)
    }
}

/// A running program that speaks the engine protocol.
pub struct EngineProgram {
    program: String,
    child: Child,
    /// Lines to it; what blocks on a program that does not listen is another thread.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Option<Value>>,
    wait: u64,
    hello: Value,
}

impl EngineProgram {
    /// Starts the program at `path`, without a shell, and greets it.
    ///
    /// # Errors
    /// Why it is of no use.
    pub fn start(
        path: &Path,
        cards: Option<&PathBuf>,
        patience: &Patience,
    ) -> Result<EngineProgram, Trouble> {
        let program = path.display().to_string();
        let unable = |why: String| Trouble::Start { program: program.clone(), why };
        let mut command = Command::new(path);
        command
            .args(["engine", "--no-files"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(cards) = cards {
            command.arg("--cards").arg(cards);
        }
        let mut child = command.spawn().map_err(|error| unable(error.to_string()))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            let _ = child.kill();
            return Err(unable("it has no input and output".to_string()));
        };
        let (to, lines) = channel::<Vec<u8>>();
        thread::spawn(move || lines.into_iter().try_for_each(|line| input.write_all(&line)));
        let (heard, from) = channel();
        thread::spawn(move || {
            let (mut output, mut line) = (BufReader::new(output), Vec::new());
            while let Ok(Read::Line | Read::TooLong) = read(&mut output, &mut line) {
                let value = serde_json::from_slice(&line).unwrap_or_else(|_| {
                    Value::String(String::from_utf8_lossy(&line).chars().take(SHOWN).collect())
                });
                if heard.send(Some(value)).is_err() {
                    return;
                }
            }
            let _ = heard.send(None);
        });
        let mut other =
            EngineProgram { program, child, to: Some(to), from, wait: patience.wait, hello: Value::Null };
        other.hello = other.greet()?;
        Ok(other)
    }

    fn greet(&mut self) -> Result<Value, Trouble> {
        let mut response = self.ask(&json!({ "hello": { "protocol": PROTOCOL } }))?;
        let named = response["hello"]["engine"].is_string() && response["hello"]["games"].is_array();
        if named && response["hello"]["protocol"] == PROTOCOL {
            return Ok(response["hello"].take());
        }
        // An engine from before there were versions does not know the word.
        let found = response["error"]["message"].as_str().map(str::to_string);
        match (found, response["hello"]["protocol"].as_u64()) {
            (Some(found), _) => Err(Trouble::Protocol { program: self.program.clone(), found }),
            (None, Some(version)) if version != u64::from(PROTOCOL) => Err(Trouble::Protocol {
                program: self.program.clone(),
                found: format!("it speaks version {version}"),
            }),
            (None, _) => Err(self.garbage(&response)),
        }
    }

    /// The program's description of itself.
    pub fn name(&self) -> String {
        self.hello["engine"].as_str().unwrap_or("an engine without a name").chars().take(SHOWN).collect()
    }

    /// The revision of the rules that it has of a game; none where it does not have the game.
    pub fn revision(&self, game: &str) -> Option<u32> {
        let games = self.hello["games"].as_array()?;
        let known = games.iter().find(|known| known["game"] == game)?;
        known["revision"].as_u64().and_then(|number| u32::try_from(number).ok())
    }

    /// Says a line and waits for the response.
    fn ask(&mut self, line: &Value) -> Result<Value, Trouble> {
        let bytes = [line.to_string().as_bytes(), b"\n"].concat();
        // A program that has ended is told by its output.
        let _ = self.to.as_ref().map(|to| to.send(bytes));
        let heard = match self.wait {
            0 => self.from.recv().map_err(|_| RecvTimeoutError::Disconnected),
            seconds => self.from.recv_timeout(Duration::from_secs(seconds)),
        };
        match heard {
            Ok(Some(value @ Value::Object(_))) => Ok(value),
            Ok(Some(other)) => Err(self.garbage(&other)),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
            Err(RecvTimeoutError::Timeout) => {
                Err(Trouble::Silent { program: self.program.clone(), seconds: self.wait })
            }
        }
    }

    fn gone(&mut self) -> Trouble {
        // Its output is closed: it ends by itself, or is ended where this goes away.
        self.to = None;
        let ended = (0..20).find_map(|_| {
            let status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                thread::sleep(Duration::from_millis(50));
            }
            status
        });
        let how = ended.map_or(String::new(), |status| format!(" ({status})"));
        Trouble::Gone { program: self.program.clone(), how }
    }

    fn garbage(&self, found: &Value) -> Trouble {
        let text = found.as_str().map_or_else(|| found.to_string(), str::to_string);
        Trouble::Garbage {
            program: self.program.clone(),
            found: format!("\"{}\"", text.chars().take(SHOWN).collect::<String>()),
        }
    }

    /// Says a line and takes the part of the response that it must have.
    fn demand(&mut self, line: &Value, part: &str) -> Result<Value, Trouble> {
        let mut response = self.ask(line)?;
        match response.get_mut(part) {
            Some(value) => Ok(value.take()),
            None => Err(self.garbage(&response)),
        }
    }

    /// Checks that it uses the definitions that a header pins; else the first one that differs.
    fn pins(&mut self, header: &Header) -> Result<Option<String>, Trouble> {
        let found = self.demand(&json!({ "definitions": {} }), "definitions")?;
        let Value::Array(entries) = &found else { return Err(self.garbage(&found)) };
        let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_string();
        let here: Vec<(String, String)> =
            entries.iter().map(|entry| (text(entry, "name"), text(entry, "digest"))).collect();
        let missing = here.iter().find(|(name, _)| !header.definitions.iter().any(|pin| pin.name == *name));
        let differs = header
            .definitions
            .iter()
            .find(|pin| here.iter().any(|(name, digest)| *name == pin.name && *digest != hex(&pin.digest)));
        Ok(differs.map(|pin| pin.name.clone()).or_else(|| missing.map(|entry| entry.0.clone())))
    }
}

impl Drop for EngineProgram {
    fn drop(&mut self) {
        self.to = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine for EngineProgram {
    type Trouble = Trouble;

    fn begin(&mut self, header: &Header) -> Result<Result<(), NotBegun>, Trouble> {
        self.demand(&json!({ "close": {} }), "closed")?;
        let setup = header.setup();
        let mut asked = json!({ "game": setup.game, "edition": setup.edition, "decks": setup.decks, "seed": hex(&setup.seed.0) });
        if let Start::Position(position) = &setup.start {
            asked["position"] = json!(position);
        }
        if setup.agreement().limited {
            asked["limited"] = json!(true);
        }
        let terms = setup.agreement().terms;
        if !terms.is_empty() {
            asked["terms"] = json!(terms);
        }
        // An engine that knows no stated draws says so and does not begin.
        if let Some(given) = &header.given {
            asked["draws"] = given.iter().cloned().map(|draw| json!(DrawOf::from(draw))).collect();
        }
        // An engine from before it could do so begins with the definitions and the rules that it has now.
        if self.hello["pins"] == true {
            let pins = header.definitions.iter().map(|pin| (pin.name.clone(), json!(hex(&pin.digest))));
            asked["pins"] = Value::Object(pins.collect());
            if self.revision(&header.game).is_some_and(|own| header.revision <= own) {
                asked["revision"] = json!(header.revision);
            }
        }
        let response = self.ask(&json!({ "setup": asked }))?;
        if let Some(error) = response.get("error") {
            let message = error["message"].as_str().unwrap_or_default().to_string();
            return Ok(Err(if error["illegal"] == true {
                NotBegun::Illegal(message)
            } else {
                NotBegun::Unsupported(message)
            }));
        }
        if response.get("request").is_none() && response.get("outcome").is_none() {
            return Err(self.garbage(&response));
        }
        let other = self.pins(header)?;
        Ok(other.map_or(Ok(()), |name| {
            Err(NotBegun::Unsupported(format!(
                "its definition of \"{name}\" is not the one that the log pins"
            )))
        }))
    }

    fn decide(&mut self, answers: &[(Seat, Choice)]) -> Result<(u32, Option<Refusal>), Trouble> {
        let (mut taken, mut waiting, mut bytes) = (0, Vec::new(), 0);
        let mut rest = answers.iter().peekable();
        while let Some((seat, choice)) = rest.next() {
            let answer = json!({ "seat": seat, "choice": choice });
            bytes += answer.to_string().len();
            waiting.push(answer);
            if bytes < ANSWERS_BYTES && rest.peek().is_some() {
                continue;
            }
            let given = waiting.len() as u64;
            let replayed =
                self.demand(&json!({ "replay": { "answers": std::mem::take(&mut waiting) } }), "replayed")?;
            bytes = 0;
            let refused = replayed.get("refused").and_then(Value::as_object).map(refusal);
            let count = replayed["taken"]
                .as_u64()
                .filter(|count| (*count == given) == refused.is_none() && *count <= given);
            taken +=
                count.and_then(|count| u32::try_from(count).ok()).ok_or_else(|| self.garbage(&replayed))?;
            if refused.is_some() {
                return Ok((taken, refused));
            }
        }
        Ok((taken, None))
    }

    fn rewind(&mut self, to: u32) -> Result<(), Trouble> {
        let response = self.ask(&json!({ "rewind": { "to": to } }))?;
        if response.get("request").is_some() { Ok(()) } else { Err(self.garbage(&response)) }
    }

    fn moment(&mut self, decisions: u32) -> Result<StateDigests, Trouble> {
        let found = self.demand(&json!({ "moment": { "at": decisions } }), "moment")?;
        let digest = |name: &str| found[name].as_str().and_then(unhex).map(Digest);
        let tag = found["tag"].as_str().and_then(StateTag::from_hex);
        match (digest("root"), tag, digest("chain")) {
            (Some(root), Some(tag), Some(chain)) => Ok(StateDigests { root, tag, chain }),
            _ => Err(self.garbage(&found)),
        }
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        let replayed = self.demand(&json!({ "replay": { "answers": [] } }), "replayed")?;
        serde_json::from_value(replayed["outcome"].clone()).map_err(|_| self.garbage(&replayed))
    }

    fn view(&mut self) -> Result<Value, Trouble> {
        self.demand(&json!({ "view": "judge" }), "view")
    }
}

fn refusal(fields: &Map<String, Value>) -> Refusal {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_string);
    Refusal { message: text("message").unwrap_or_else(|| "without a reason".to_string()), rule: text("rule") }
}
