//! Nothing runs on by itself: what waits for a person ends with its terminal, at a signal, and takes no time meanwhile.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::running::{arg, duelog, root};
use crate::talking::{BEASTS, FLYERS, Talk};

const LOG: &str = "fixtures/golden/duel-masters/duel-masters-1.duelog";

/// How long a program may take to begin or to end, in steps of [`STEP`].
const STEPS: u32 = 300;
const STEP: Duration = Duration::from_millis(100);

/// A program in a terminal of `script`.
struct Terminal {
    script: Child,
    /// The program's process.
    program: u32,
    /// The file with the drawn bytes.
    drawn: PathBuf,
}

fn until<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    (0..STEPS).find_map(|_| {
        let found = look();
        if found.is_none() {
            sleep(STEP);
        }
        found
    })
}

impl Terminal {
    /// Begins a program in a terminal; where `apart`, in a session of its own, which is told nothing when the terminal
    /// goes away. None where there is no `script`.
    fn begin(folder: &Path, args: &str, apart: bool) -> Option<Terminal> {
        Terminal::with("", folder, args, apart)
    }

    /// The same after a line of the shell.
    fn with(before: &str, folder: &Path, args: &str, apart: bool) -> Option<Terminal> {
        let (pid, drawn, begin) = (folder.join("pid"), folder.join("drawn"), folder.join("begin.sh"));
        let _ = fs::remove_file(&pid);
        let program = env!("CARGO_BIN_EXE_duelog");
        fs::write(&begin, format!("{before}\necho $$ > {}\nexec {program} {args}\n", arg(&pid))).unwrap();
        let session = if apart { "setsid -w " } else { "exec " };
        let line = format!("stty cols 80 rows 24; {session}sh {}", arg(&begin));
        let script = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .current_dir(root())
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(fs::File::create(&drawn).unwrap())
            .spawn()
            .ok()?;
        let read = || fs::read_to_string(&pid).ok()?.trim().parse().ok();
        let program = until(read).expect("it begins");
        Some(Terminal { script, program, drawn })
    }

    /// Waits until something is drawn with these words.
    fn shows(&self, words: &str) {
        let shown = || String::from_utf8_lossy(&fs::read(&self.drawn).ok()?).contains(words).then_some(());
        assert!(until(shown).is_some(), "{words} is never drawn: {:?}", fs::read_to_string(&self.drawn));
    }

    /// The terminal goes away.
    fn hang_up(&mut self) {
        self.script.kill().unwrap();
        self.script.wait().unwrap();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
        let _ =
            Command::new("kill").args(["-KILL", &self.program.to_string()]).stderr(Stdio::null()).status();
    }
}

/// The state of a process and the time that it took, in ticks; none where there is no such process.
fn process(pid: u32) -> Option<(char, u64)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some((fields.first()?.chars().next()?, ticks))
}

/// Demands that a process ends.
fn ends(pid: u32, why: &str) {
    let ended = || process(pid).is_none_or(|(state, _)| state == 'Z').then_some(());
    assert!(until(ended).is_some(), "{why}: it runs on");
}

/// Demands that a process takes no time while nothing happens.
fn idles(pid: u32) {
    let taken = || process(pid).map_or(0, |process| process.1);
    let before = taken();
    sleep(Duration::from_secs(2));
    let ticks = taken() - before;
    assert!(ticks <= 10, "{ticks} hundredths of two seconds");
}

fn tell(pid: u32, signal: &str) {
    assert!(Command::new("kill").args([signal, &pid.to_string()]).status().unwrap().success());
}

#[test]
fn a_match_that_is_looked_at_ends_with_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for apart in [false, true] {
        let Some(mut terminal) = Terminal::begin(folder.path(), &format!("view {LOG}"), apart) else {
            return;
        };
        terminal.shows("keys");
        sleep(Duration::from_secs(1));
        idles(terminal.program);
        terminal.hang_up();
        ends(terminal.program, &format!("without its terminal, apart: {apart}"));
    }
}

#[test]
fn a_match_that_is_looked_at_ends_at_every_signal() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let Some(terminal) = Terminal::begin(folder.path(), &format!("view {LOG}"), false) else { return };
        terminal.shows("keys");
        tell(terminal.program, signal);
        ends(terminal.program, signal);
        terminal.shows("\u{1b}[?1049l");
    }
}

#[test]
fn a_match_that_is_played_ends_with_its_terminal_and_at_every_signal() {
    let folder = tempfile::tempdir().unwrap();
    for signal in [None, Some("-TERM"), Some("-HUP")] {
        let log = folder.path().join(format!("game{}.duelog", signal.unwrap_or_default()));
        let play = format!(
            "play --name Ann --decks white-blue-flyers red-green-beasts --bot random --out {}",
            arg(&log)
        );
        let Some(mut terminal) = Terminal::begin(folder.path(), &play, signal.is_none()) else { return };
        terminal.shows("life");
        match signal {
            Some(signal) => tell(terminal.program, signal),
            None => terminal.hang_up(),
        }
        ends(terminal.program, &format!("{signal:?}"));
        let report = duelog(["verify", arg(&log)]).ends(6).out;
        assert!(report.starts_with("incomplete"), "{report}");
    }
}

/// Before the match too: while a name is asked, and while the other player is waited for, whose socket goes as well.
#[test]
fn a_match_that_has_not_begun_ends_with_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (log, socket) = (folder.path().join("game.duelog"), folder.path().join("table"));
    let play = format!("play --decks white-blue-flyers red-green-beasts --out {}", arg(&log));
    let Some(mut terminal) = Terminal::begin(folder.path(), &play, true) else { return };
    terminal.shows("What is your name?");
    terminal.hang_up();
    ends(terminal.program, "without its terminal");
    let host = format!("{play} --name Ann --host {}", arg(&socket));
    for signal in [None, Some("-TERM"), Some("-HUP")] {
        let Some(mut terminal) = Terminal::begin(folder.path(), &host, signal.is_none()) else { return };
        terminal.shows("Waiting for the other player");
        assert!(socket.exists());
        match signal {
            Some(signal) => tell(terminal.program, signal),
            None => terminal.hang_up(),
        }
        ends(terminal.program, &format!("{signal:?}"));
        assert!(until(|| (!socket.exists()).then_some(())).is_some(), "the socket is left behind");
        assert!(!log.exists(), "a match that has not begun has a log");
    }
}

/// In lines too, where a line is waited for: the log is kept and named, as where the input ends.
#[test]
fn a_match_in_lines_ends_at_every_signal() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let log = folder.path().join(format!("game{signal}.duelog"));
        let args = ["play", "--plain", "--bot", "none", "--seed", "1", "--decks"];
        let mut talk = Talk::start(&[&args[..], &[FLYERS, BEASTS, "--out", arg(&log)]].concat());
        talk.prompt();
        tell(talk.pid(), signal);
        // The input stays open: it is the signal that ends it.
        let said = talk.until_any(&["Continue it with:"]);
        assert!(said.contains("is kept after decision 0"), "{signal}: {said}");
        assert_eq!(talk.end().1, 0, "{signal}");
        let report = duelog(["verify", arg(&log)]).ends(6).out;
        assert!(report.starts_with("incomplete"), "{report}");
    }
}

#[test]
fn the_pager_ends_with_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("pager");
    let pager = folder.path().join("pager.sh");
    fs::write(&pager, format!("echo $$ > {}\nexec less\n", arg(&own))).unwrap();
    if !Command::new("less")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        return;
    }
    for (apart, signal) in [(true, None), (false, None), (false, Some("-TERM")), (false, Some("-INT"))] {
        let _ = fs::remove_file(&own);
        let before = format!("export DUELOG_PAGER='sh {}'", arg(&pager));
        let args = "history fixtures/golden/magic/magic-1.duelog";
        let Some(mut terminal) = Terminal::with(&before, folder.path(), args, apart) else { return };
        let read = || fs::read_to_string(&own).ok()?.trim().parse::<u32>().ok();
        let pager = until(read).expect("the pager begins");
        terminal.shows("chosen at random");
        idles(terminal.program);
        match signal {
            Some(signal) => {
                tell(terminal.program, signal);
                ends(terminal.program, signal);
                terminal.hang_up();
            }
            None => {
                terminal.hang_up();
                ends(terminal.program, "without its terminal");
            }
        }
        ends(pager, "the pager");
    }
}

#[test]
fn a_server_ends_at_every_signal_and_idles() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join(LOG), folder.path().join("one.duelog")).unwrap();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_duelog"))
            .args(["serve", arg(folder.path()), "--listen", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(server.stdout.take().unwrap()), &mut said)
            .unwrap();
        assert!(said.contains("http://"), "{said}");
        sleep(Duration::from_millis(500));
        idles(server.id());
        tell(server.id(), signal);
        ends(server.id(), signal);
        server.wait().unwrap();
    }
}

#[test]
fn a_viewers_log_that_grows_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("logs");
    let decks = ["fire-nature-rush", "light-water-wardens"];
    duelog([
        "simulate",
        "--game",
        "duel-masters",
        "--observed",
        "--decks",
        decks[0],
        decks[1],
        "--out",
        arg(&out),
    ])
    .ends(0);
    let whole = folder.path().join("whole.duelview");
    duelog(["redact", arg(&out.join("duel-masters-0.duelog")), "--public", "--out", arg(&whole)]).ends(0);
    let bytes = fs::read(&whole).unwrap();
    let own = folder.path().join("own.duelview");
    fs::write(&own, &bytes[..bytes.len() / 2]).unwrap();
    let args = format!("view {} --at end", arg(&own));
    let Some(terminal) = Terminal::begin(folder.path(), &args, false) else { return };
    terminal.shows("keys");
    sleep(Duration::from_secs(1));
    let drawn = || fs::metadata(&terminal.drawn).map_or(0, |drawn| drawn.len());
    let before = drawn();
    sleep(Duration::from_secs(1));
    assert_eq!(drawn(), before, "nothing is drawn while nothing happens");
    let mut file = fs::OpenOptions::new().append(true).open(&own).unwrap();
    file.write_all(&bytes[bytes.len() / 2..]).unwrap();
    drop(file);
    assert!(until(|| (drawn() > before).then_some(())).is_some(), "what was added is never shown");
    terminal.shows("wins");
    tell(terminal.program, "-TERM");
    ends(terminal.program, "told to");
}
