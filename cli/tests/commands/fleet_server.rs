//! NATS servers and workers of a fleet that tests start, and end.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::running::{Ran, arg, root};

/// The program: another one where `DUELOG` names it, as in the long test.
#[allow(clippy::disallowed_methods, reason = "a person names another program")]
pub fn program() -> PathBuf {
    std::env::var_os("DUELOG")
        .map_or_else(|| assert_cmd::cargo::cargo_bin!("duelog").to_path_buf(), PathBuf::from)
}

/// Returns whether nats-server is installed; says so where it is not.
pub fn installed() -> bool {
    let there = Command::new("nats-server").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("skipped: nats-server is not installed (Debian: nats-server)");
    }
    there
}

/// A folder for a test that needs nats-server; none where that is not installed.
pub fn folder() -> Option<tempfile::TempDir> {
    installed().then(|| tempfile::tempdir().unwrap())
}

/// A port that is free.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A server that keeps what it has in a folder.
pub struct Nats {
    child: Option<Child>,
    args: Vec<String>,
    /// Where it is reached.
    pub url: String,
    address: String,
}

impl Nats {
    /// A server of its own.
    pub fn start(folder: &Path) -> Nats {
        let port = free_port();
        let store = folder.join("nats");
        let args = ["-js", "-sd", arg(&store), "-a", "127.0.0.1", "-p", &port.to_string()];
        Nats::start_with(&args, format!("nats://127.0.0.1:{port}"))
    }

    /// A server with these arguments, which is reached there.
    pub fn start_with(args: &[&str], url: String) -> Nats {
        let args = args.iter().map(|arg| arg.to_string()).collect();
        let address = url.split_once("://").unwrap().1.to_string();
        let mut server = Nats { child: None, args, url, address };
        server.again();
        server
    }

    /// Starts it, and waits until it listens.
    pub fn again(&mut self) {
        let server = Command::new("nats-server").args(&self.args).stderr(Stdio::null()).spawn();
        self.child = Some(server.unwrap());
        for _ in 0..200 {
            if TcpStream::connect(&self.address).is_ok() {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("nats-server does not listen at {}", self.url);
    }

    /// Kills it.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Runs a command of the fleet.
    pub fn fleet(&self, args: &[&str]) -> Ran {
        fleet(&self.url, args)
    }

    /// How the fleet stands.
    pub fn stats(&self) -> Value {
        self.fleet(&["stats", "--format", "json"]).ends(0).json().remove(0)
    }

    /// A worker whose answers are read.
    pub fn worker(&self, args: &[&str]) -> Worker {
        Worker::start(&self.url, args)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs a command of a fleet.
pub fn fleet(url: &str, args: &[&str]) -> Ran {
    let output = Command::new(program())
        .arg("fleet")
        .args(args)
        .args(["--server", url])
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A worker, and its answers.
pub struct Worker {
    child: Silent,
    lines: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts one.
    pub fn start(url: &str, args: &[&str]) -> Worker {
        let mut command = Command::new(program());
        command.args(["fleet", "worker", "--server", url, "--format", "json"]).args(args);
        Worker::of(&mut command)
    }

    /// The worker that a command starts.
    pub fn of(command: &mut Command) -> Worker {
        let mut child = command
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Worker { child: Silent(child), lines }
    }

    /// Reads answers until one has this field.
    pub fn until(&mut self, field: &str) -> Value {
        loop {
            let mut line = String::new();
            self.lines.read_line(&mut line).unwrap();
            let value: Value =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
            if !value[field].is_null() {
                return value;
            }
        }
    }

    /// Kills it, so that it can do nothing more.
    pub fn kill(self) {
        drop(self);
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let id = self.child.0.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    /// Reads all further answers, and demands that it ends well; what it complained of.
    pub fn ends(mut self) -> (Vec<Value>, String) {
        let lines = self.lines.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        let mut complaints = String::new();
        self.child.0.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert!(self.child.0.wait().unwrap().success(), "{complaints}");
        (lines, complaints)
    }
}

/// A worker whose answers nobody reads; it is killed where it is dropped.
pub struct Silent(pub Child);

impl Silent {
    /// Starts one.
    pub fn start(url: &str, args: &[&str]) -> Silent {
        let mut command = Command::new(program());
        command.args(["fleet", "worker", "--server", url, "--quiet"]).args(args);
        let null = || Stdio::from(File::options().write(true).open("/dev/null").unwrap());
        Silent(
            command.current_dir(root()).stdin(Stdio::null()).stdout(null()).stderr(null()).spawn().unwrap(),
        )
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder with this number of logs, the first golden ones of Duel Masters.
pub fn some_logs(folder: &Path, count: usize) -> PathBuf {
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).unwrap();
    let golden = root().join("fixtures/golden/duel-masters");
    let mut names: Vec<_> = fs::read_dir(golden).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "duelog"));
    names.sort();
    for path in names.iter().take(count) {
        fs::copy(path, logs.join(path.file_name().unwrap())).unwrap();
    }
    logs
}
