//! Runs the program as a person would, from the root of the repository.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The revision of Magic's rules in this build.
pub const REVISION: u32 = <duelog_magic::Magic as duelog_kernel::factory::GameDefinition>::REVISION;

/// What a run gave.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// Standard output as one JSON value a line.
    pub fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
            .collect()
    }

    /// Demands an exit code, with everything printed where it is another one.
    pub fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Demands a failure that names all of `parts` and prints no answer.
    pub fn fails(self, code: i32, parts: &[&str]) {
        let ran = self.ends(code);
        assert_eq!(ran.out, "", "{ran:#?}");
        for part in parts {
            assert!(one_line(&ran.err).contains(part), "{part:?} is not in {:?}", one_line(&ran.err));
        }
    }
}

/// The text without its line breaks and the marks that a report puts before wrapped lines.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == '│')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs the program with these arguments.
pub fn duelog<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    duelog_in(&root(), args)
}

/// Runs the program with these arguments in a folder.
pub fn duelog_in<S: AsRef<std::ffi::OsStr>>(folder: &Path, args: impl IntoIterator<Item = S>) -> Ran {
    ran(assert_cmd::cargo_bin_cmd!("duelog").current_dir(folder).args(args))
}

/// Runs the program with these arguments and this text as its standard input.
pub fn duelog_fed<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>, text: &str) -> Ran {
    ran(assert_cmd::cargo_bin_cmd!("duelog").current_dir(root()).args(args).write_stdin(text))
}

fn ran(command: &mut assert_cmd::Command) -> Ran {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A path as an argument.
pub fn arg(path: &Path) -> &str {
    path.to_str().expect("test paths are Unicode")
}

/// Does something, and measures the time that it takes: for limits that a command states in seconds, with much room for a busy
/// machine.
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "a limit in seconds is tested")]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, std::time::Duration) {
    let begun = std::time::Instant::now();
    let done = work();
    (done, begun.elapsed())
}
