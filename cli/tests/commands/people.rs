//! What people see on a terminal: colors, and a pager for long answers.

use std::process::{Command, Stdio};

use crate::running::root;

const LOG: &str = "fixtures/golden/magic/magic-1.duelog";

/// What a command prints with these variables, piped.
fn printed(args: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_duelog"));
    command.args(args).current_dir(root()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn colors_come_where_they_are_wanted() {
    let history = ["history", LOG, "--turn", "5"];
    let plain = printed(&history, &[]);
    assert!(plain.starts_with("Turn 5") && !plain.contains('\u{1b}'), "{plain:?}");
    for (args, variables, colored) in [
        (&["--color", "always"][..], &[][..], true),
        (&[][..], &[("CLICOLOR_FORCE", "1")][..], true),
        (&[][..], &[("NO_COLOR", "1")][..], false),
        (&["--color", "never"][..], &[("CLICOLOR_FORCE", "1")][..], false),
        (&["--color", "always"][..], &[("NO_COLOR", "1")][..], true),
        (&["--color", "always", "--format", "json"][..], &[][..], false),
    ] {
        let said = printed(&[&history[..], args].concat(), variables);
        assert_eq!(said.contains('\u{1b}'), colored, "{args:?} {variables:?}: {said:?}");
    }
    let script = printed(&["completions", "bash", "--color", "always"], &[]);
    assert!(!script.contains('\u{1b}'), "what other programs read has no colors");
}

/// In a terminal of `script` of ten rows, where there is one.
#[cfg(unix)]
fn in_a_terminal(line: &str) -> Option<String> {
    let line =
        format!("stty cols 60 rows 10; PATH=\"$(dirname {0}):$PATH\" {line}", env!("CARGO_BIN_EXE_duelog"));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(root()).stdin(Stdio::null()).env("TERM", "xterm");
    Some(String::from_utf8_lossy(&command.output().ok()?.stdout).into_owned())
}

#[cfg(unix)]
#[test]
fn long_answers_go_through_a_pager_on_a_terminal() {
    let pager = "DUELOG_PAGER='sed s/^/PAGED:/' PAGER=false";
    let Some(long) = in_a_terminal(&format!("{pager} duelog history {LOG} --to t12")) else { return };
    assert!(long.lines().filter(|line| line.starts_with("PAGED:")).count() > 9, "{long}");
    assert!(long.contains("\u{1b}[1m"), "a terminal has colors: {long:?}");
    for line in [
        format!("{pager} duelog history {LOG} --turn 1"),
        format!("{pager} duelog history {LOG} --to t12 --no-pager"),
        format!("DUELOG_PAGER= duelog history {LOG} --to t12"),
        format!("{pager} duelog history {LOG} --to t12 | cat"),
    ] {
        let said = in_a_terminal(&line).unwrap();
        assert!(said.contains("Turn 1") && !said.contains("PAGED:"), "{line}: {said}");
    }
    // A pager that cannot be found keeps nothing back.
    let said = in_a_terminal(&format!("DUELOG_PAGER=no-such-pager duelog history {LOG} --turn 1")).unwrap();
    assert!(said.contains("Turn 1"), "{said}");
}
