//! Every command has a help, and the examples in it work from a fresh checkout.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::running::{Ran, duelog, root};

/// The names of all commands, with the names of those below them.
fn commands() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(command) = waiting.pop() {
        for below in listed(&help(&command)) {
            waiting.push(command.iter().cloned().chain([below]).collect());
        }
        found.push(command);
    }
    // Those that the list does not show.
    found.extend([vec!["completions".to_string()], vec!["man".to_string()]]);
    found
}

fn help(command: &[String]) -> String {
    duelog(command.iter().map(String::as_str).chain(["--help"])).ends(0).out
}

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

/// The command lines that a help shows as examples, whole where they go over several lines.
fn examples(help: &str) -> Vec<String> {
    let block = help
        .lines()
        .skip_while(|line| !line.starts_with("Example"))
        .skip(1)
        .take_while(|line| !line.is_empty());
    let mut found: Vec<String> = Vec::new();
    let mut going_on = false;
    for line in block {
        match found.last_mut().filter(|_| going_on) {
            Some(last) => last.extend(["\n", line]),
            None => found.push(line.trim().to_string()),
        }
        going_on = line.ends_with('\\');
    }
    found
}

#[test]
fn every_command_that_does_something_shows_an_example() {
    for command in commands() {
        let help = help(&command);
        if listed(&help).is_empty() {
            assert!(!examples(&help).is_empty(), "`duelog {} --help` shows no example", command.join(" "));
        }
    }
}

/// The sections of a help that list options: their headings, and the long names of the options below each.
fn sections(help: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with(' ') && !line.is_empty() {
            // Options stand indented below a heading, and begin with a hyphen.
            let below = lines.peek().copied().unwrap_or_default();
            inside = line.ends_with(':') && below.starts_with("  ") && below.trim_start().starts_with('-');
            found.extend(inside.then(|| (line.trim_end_matches(':').to_string(), Vec::new())));
        } else if let Some((_, options)) = found.last_mut().filter(|_| inside)
            && line.trim_start().starts_with('-')
        {
            let name = line.split_whitespace().find(|word| word.starts_with("--"));
            options.extend(name.map(|name| name.trim_end_matches('.').to_string()));
        }
    }
    found
}

#[test]
fn options_stand_under_headings_and_the_global_ones_come_last() {
    let global = ["--format", "--color", "--no-pager", "--help", "--version"];
    for command in commands() {
        let name = command.join(" ");
        let mut sections = sections(&help(&command));
        let (last, options) = sections.pop().unwrap_or_default();
        assert_eq!(
            (last.as_str(), options),
            ("Global options", global.map(str::to_string).to_vec()),
            "{name}"
        );
        for (heading, options) in sections {
            assert_ne!(heading, "Options", "{name}: {options:?} need a heading: cli/src/headings.rs");
            let strewn: Vec<_> = options.iter().filter(|option| global.contains(&option.as_str())).collect();
            assert!(strewn.is_empty(), "{name}, {heading}: {strewn:?}");
        }
    }
}

#[test]
fn help_is_plain_english() {
    for command in commands() {
        let help = help(&command);
        let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for worst in [
            "so many ",
            "goes on",
            "comes to ",
            "of which ",
            "gone on with",
            ". What ",
            ". Of ",
            ". Whether ",
        ] {
            assert!(!text.contains(worst), "`duelog {} --help` says {worst:?}", command.join(" "));
        }
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once(" is no ") {
            let fine = before.to_lowercase().ends_with("there") || after.starts_with("longer");
            assert!(
                fine,
                "`duelog {} --help` says: .. is no {}",
                command.join(" "),
                after.get(..40).unwrap_or(after)
            );
            rest = after;
        }
    }
}

/// What the examples read of a checkout and never write to.
#[cfg(unix)]
const LINKED: [&str; 9] = [
    "core/magic/cards",
    "fixtures/deck-forms",
    "fixtures/decks",
    "fixtures/import",
    "fixtures/notes",
    "fixtures/scenarios/duel-masters/100-game-concepts.md",
    "fixtures/scenarios/flesh-and-blood/1-abilities.md",
    "fixtures/scenarios/magic/704-state-based-actions.md",
    "fixtures/vectors/matches",
];

/// The examples of a command run one after the other in a copy of what a checkout holds, so that one may use
/// what another has made. What no command writes to is only linked; of the scenarios one file of each game, as
/// all of them take minutes.
#[cfg(unix)]
#[test]
fn every_example_works_from_a_fresh_checkout() {
    for command in commands() {
        let examples = examples(&help(&command));
        if examples.is_empty() {
            continue;
        }
        let checkout = tempfile::tempdir().unwrap();
        for part in LINKED {
            let link = checkout.path().join(part);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(root().join(part), link).unwrap();
        }
        copy(&root().join("fixtures/golden"), &checkout.path().join("fixtures/golden"));
        for example in examples {
            // They need a server, and are tried where there is one (`fleet.rs`).
            if example.starts_with("duelog fleet ") {
                continue;
            }
            // What runs until it is told to end is told so.
            let ends =
                if example.starts_with("duelog serve ") { "timeout -s INT --preserve-status 5 " } else { "" };
            let ran = shell(&(ends.to_string() + &example), checkout.path());
            if example.starts_with("duelog view ") && ran.code == 2 {
                assert!(ran.err.contains("this is not a terminal"), "{ran:#?}");
                continue;
            }
            if example == "duelog play" {
                assert!(ran.code == 2 && ran.err.contains("nothing was chosen"), "{ran:#?}");
                continue;
            }
            // 1 is a finding, which some examples are there to show.
            assert!(matches!(ran.code, 0 | 1), "{example}\n{ran:#?}");
        }
    }
}

/// Runs a line as a shell in this folder does, where `duelog` is the program.
#[cfg(unix)]
pub fn shell(line: &str, folder: &Path) -> Ran {
    let program = assert_cmd::cargo_bin!("duelog").parent().unwrap();
    #[allow(clippy::disallowed_methods, reason = "the program is put in front of what the shell finds")]
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let home = folder.join("home");
    fs::create_dir_all(home.join(".local/share/bash-completion/completions")).unwrap();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", home)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Copies a folder with what lies below it: of the golden logs the first nine of each game, as examples that
/// replay all of them would take minutes, and none of the frozen ones.
#[cfg(unix)]
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let target = to.join(&name);
        let is_later = name
            .strip_suffix(".duelog")
            .is_some_and(|stem| stem.rsplit('-').next().is_none_or(|number| number.len() != 1));
        if entry.path().is_dir() && name != "frozen" {
            copy(&entry.path(), &target);
        } else if entry.path().is_file() && !is_later {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
