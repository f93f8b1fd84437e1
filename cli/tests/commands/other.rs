//! Other engines: programs that tests write, which pass lines through to the real one and change some, or are
//! no engines at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{REVISION, arg};

/// A program of this name with a script for the shell. It is run by its path: the shell is the program's own.
#[cfg(unix)]
pub fn program(folder: &Path, name: &str, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// An engine like the real one, whose responses go through the lines of a script as `$line`.
#[cfg(unix)]
pub fn changing(folder: &Path, name: &str, change: &str) -> PathBuf {
    let real = PathBuf::from(env!("CARGO_BIN_EXE_duelog"));
    let script = format!(
        "'{}' \"$@\" | while IFS= read -r line; do\n{change}\nprintf '%s\\n' \"$line\"\ndone",
        arg(&real)
    );
    program(folder, name, &script)
}

/// An engine whose states differ from decision `from` on, with `life` in place of 20 life at the table.
#[cfg(unix)]
pub fn differing(folder: &Path, from: u32) -> PathBuf {
    let change = format!(
        r#"case "$line" in
'{{"moment"'*)
    at=$(printf '%s' "$line" | sed 's/.*"at":\([0-9]*\).*/\1/')
    if [ "$at" -ge {from} ]; then line=$(printf '%s' "$line" | sed 's/"chain":"..../"chain":"0000/; s/"tag":"..../"tag":"0000/'); fi;;
'{{"view"'*)
    line=$(printf '%s' "$line" | sed 's/"name":"life","value":"20"/"name":"life","value":"21"/');;
esac"#
    );
    changing(folder, "differing", &change)
}

/// An engine that has another revision of the rules of Magic.
#[cfg(unix)]
pub fn revised(folder: &Path, revision: u32) -> PathBuf {
    let change = format!(
        r#"line=$(printf '%s' "$line" | sed 's/"game":"magic","revision":{REVISION}/"game":"magic","revision":{revision}/')"#
    );
    changing(folder, &format!("revised-{revision}"), &change)
}

/// An engine that refuses decision `at` of the first match, which is less than 256.
#[cfg(unix)]
pub fn refusing(folder: &Path, at: u32) -> PathBuf {
    let before = at - 1;
    let refused = format!(
        r#"{{"replayed":{{"taken":{before},"refused":{{"message":"not any more (1.1)","rule":"1.1"}},"outcome":null}}}}"#
    );
    let change = format!(
        r#"case "$line" in
'{{"replayed"'*)
    taken=$(printf '%s' "$line" | sed 's/.*"taken":\([0-9]*\).*/\1/')
    if [ "$taken" -ge {at} ]; then line='{refused}'; fi;;
esac"#
    );
    changing(folder, "refusing", &change)
}

/// What a program greets with that is an engine.
pub const HELLO: &str = r#"{"hello":{"protocol":1,"engine":"duelog 0.0.1","games":[{"game":"magic","editions":["2019-01-25"],"revision":1}]}}"#;

/// Programs that are of no use, each with what is said of it.
#[cfg(unix)]
pub fn useless(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let hello = |rest: &str| format!("read -r line; printf '%s\\n' '{HELLO}'; {rest}");
    let plain = folder.join("plain.txt");
    fs::write(&plain, "not a program").unwrap();
    let says = |name: &str, response: &str| {
        program(folder, name, &format!("read -r line; printf '%s\\n' '{response}'; exec sleep 20"))
    };
    vec![
        (folder.join("missing"), "cannot be started"),
        (plain, "cannot be started"),
        (folder.to_path_buf(), "cannot be started"),
        (program(folder, "ends", "exit 7"), "ended in the middle of the talk"),
        (program(folder, "dies", &hello("exit 7")), "exit status: 7"),
        (program(folder, "hangs", "exec sleep 20"), "has not responded for 1 seconds"),
        (program(folder, "hangs-later", &hello("exec sleep 20")), "has not responded for 1 seconds"),
        (program(folder, "echo", "exec cat"), "does not respond as an engine"),
        (program(folder, "talks", "echo usage: talks; exec sleep 20"), "does not respond as an engine"),
        (
            program(folder, "garbage", &hello("read -r line; echo '{\"closed\":7'; exec sleep 20")),
            "does not respond as an engine",
        ),
        (
            program(folder, "odd", &hello("while read -r line; do echo '{\"odd\":1}'; done")),
            "does not respond as an engine",
        ),
        (says("list", "[1]"), "does not respond as an engine"),
        (program(folder, "zeros", "exec head -c 9000000 /dev/zero"), "does not respond as an engine"),
        (says("newer", r#"{"hello":{"protocol":2,"engine":"duelog 9","games":[]}}"#), "it speaks version 2"),
        (
            says("older", r#"{"error":{"kind":"malformed","message":"`hello` is not known here"}}"#),
            "does not speak version 1",
        ),
    ]
}
