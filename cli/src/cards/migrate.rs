//! `duelog cards migrate`: definitions are rewritten in the words of today.

use std::path::{Path, PathBuf};

use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration::{Migrated, OldWord};
use serde::Serialize;

use super::{Fault, read_all};
use crate::output::{Context, Done, End, Failure};
use crate::{games, new_file};

/// Which definitions are rewritten.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Definition files (.ron), or folders that are searched for them.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Changes no file, and shows what would change.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    dry_run: bool,
    /// The game that the definitions are for. [default: the one in whose language they are]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
}

/// A definition with old words, as one line of JSON.
#[derive(Debug, Serialize)]
struct Rewritten<'a> {
    file: &'a str,
    rewritten: bool,
    words: &'a [OldWord],
}

/// How many definitions came out how.
#[derive(Debug, Default, Serialize)]
struct Summary {
    game: &'static str,
    version: u32,
    definitions: usize,
    rewritten: usize,
    words: usize,
    faulty: usize,
}

/// Rewrites the definitions, or shows how they would be rewritten.
pub fn run(args: &Args, context: &Context) -> Done {
    let files = read_all(&args.paths)?;
    if files.is_empty() {
        return Err(Failure::usage(
            "there are no definitions to rewrite",
            "name .ron files, or folders with .ron files",
        ));
    }
    let game = args.game.as_deref().unwrap_or_else(|| games::likely(&files));
    let factory = games::factory(game, None)?;
    let mut summary = Summary {
        game: factory.game(),
        version: factory.history().version,
        definitions: files.len(),
        ..Summary::default()
    };
    for (file, text) in &files {
        match factory.migrated(text) {
            Err(error) => {
                summary.faulty += 1;
                faulty(file, &error, context);
            }
            Ok(now) if now.old.is_empty() => {}
            Ok(now) => {
                if !args.dry_run {
                    let path = Path::new(file);
                    new_file::rewrite(path, now.text.as_bytes())
                        .map(drop)
                        .map_err(|error| new_file::unwritable(path, &error))?;
                }
                summary.rewritten += 1;
                summary.words += now.old.len();
                rewritten(file, text, &now, args.dry_run, context);
            }
        }
    }
    Ok(told(&summary, args.dry_run, context))
}

/// Tells the sum. A change that is only shown is a finding, and so is a definition with a fault.
fn told(summary: &Summary, dry_run: bool, context: &Context) -> End {
    if context.json() {
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        let Summary { game, version, definitions, rewritten, words, faulty } = summary;
        let would = if dry_run { "would be " } else { "" };
        let fault =
            if *faulty > 0 { format!(", {faulty} left as they are for a fault") } else { String::new() };
        context.line(format_args!(
            "{definitions} definitions of {game}: {rewritten} {would}rewritten in version {version} of the language, for \
             {words} old words{fault}"
        ));
    }
    End::success_if(summary.faulty == 0 && !(dry_run && summary.rewritten > 0))
}

fn faulty(file: &str, error: &DefinitionError, context: &Context) {
    if context.json() {
        context.value(&Fault { file, error });
    } else {
        context.line(format_args!("{file}:{error}"));
    }
}

fn rewritten(file: &str, before: &str, now: &Migrated, dry_run: bool, context: &Context) {
    if context.json() {
        context.value(&Rewritten { file, rewritten: !dry_run, words: &now.old });
    } else if dry_run {
        context.line(format_args!("--- {file}"));
        context.line(format_args!("+++ {file}"));
        changes(before, &now.text).iter().for_each(|line| context.line(line));
    } else {
        context.line(file);
    }
}

/// The lines that differ: those that go with `-`, those that come with `+`, below the places where they stand.
fn changes(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let longest = common(&old, &new);
    let (mut out, mut at, mut to) = (Vec::new(), 0, 0);
    while at < old.len() || to < new.len() {
        if at < old.len() && to < new.len() && old[at] == new[to] {
            (at, to) = (at + 1, to + 1);
            continue;
        }
        let (first, second) = (at, to);
        while at < old.len() || to < new.len() {
            if at < old.len() && to < new.len() && old[at] == new[to] {
                break;
            }
            if to == new.len() || at < old.len() && longest[at + 1][to] >= longest[at][to + 1] {
                at += 1;
            } else {
                to += 1;
            }
        }
        out.push(format!("@@ -{},{} +{},{} @@", first + 1, at - first, second + 1, to - second));
        out.extend(old[first..at].iter().map(|line| format!("-{line}")));
        out.extend(new[second..to].iter().map(|line| format!("+{line}")));
    }
    out
}

/// How many lines the rests of two texts have in common in the same order, by the lines at which the rests begin.
fn common(old: &[&str], new: &[&str]) -> Vec<Vec<u32>> {
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            longest[at][to] = if old[at] == new[to] {
                longest[at + 1][to + 1] + 1
            } else {
                longest[at + 1][to].max(longest[at][to + 1])
            };
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn lines_that_differ_stand_below_their_places() {
        assert_eq!(changes("a\nb\nc\nd\n", "a\nB\nc\nd\n"), ["@@ -2,1 +2,1 @@", "-b", "+B"]);
        assert_eq!(changes("a\nb\nc", "b\nc\nd"), ["@@ -1,1 +1,0 @@", "-a", "@@ -4,0 +3,1 @@", "+d"]);
        assert!(changes("a\nb", "a\nb").is_empty());
    }
}
