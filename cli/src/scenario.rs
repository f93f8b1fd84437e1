//! `duelog scenario`: runs and lists scenario files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use duelog_kernel::Factory;
use duelog_verifier::scenario::{CaseInfo, CaseResult, Runner, Status, list_file};
use rayon::prelude::*;

use crate::output::{Context, Done, End, Failure};
use crate::{games, input};

/// Runs and lists scenarios: rules written down as play.
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Runs scenario files and says which cases hold.
    #[command(after_help = "\
Examples:
  duelog scenario run fixtures/scenarios
  duelog scenario run fixtures/scenarios/magic/704-state-based-actions.md --format json

fixtures/scenarios/README.md tells how to write a scenario.")]
    Run(Paths),
    /// Lists the cases of scenario files with the rules that they cover, without running them.
    #[command(after_help = "\
Example:
  duelog scenario list fixtures/scenarios")]
    List(Paths),
}

/// Which files, and with which definitions.
#[derive(Debug, clap::Args)]
pub struct Paths {
    /// Scenario files (.md), or folders that are searched for them, without README.md.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// A folder with definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
    /// The game that the folder's definitions are for. [default: that of the scenarios, or the one in whose language
    /// they are]
    #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
    game: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    match args {
        Args::Run(paths) => {
            let files = paths.files()?;
            run_all(&files, &paths.factories(&files)?, context)
        }
        Args::List(paths) => {
            let files = paths.files()?;
            list_all(&files, &paths.factories(&files)?, context)
        }
    }
}

impl Paths {
    /// The games, with the definitions of the folder; those belong to the one game that all cases of `files` are of,
    /// where no other is named.
    fn factories(&self, files: &[(String, String)]) -> Result<Vec<Box<dyn Factory>>, Failure> {
        let all = games::all();
        let Some(cards) = &self.cards else { return Ok(all) };
        let cases = files.iter().flat_map(|(file, text)| list_file(text, file, &all));
        let known: BTreeSet<String> = cases.map(|case| case.game).collect();
        let only = known.first().filter(|game| known.len() == 1 && games::names().contains(&game.as_str()));
        match self.game.as_ref().or(only) {
            None => games::all_with(cards),
            Some(game) => {
                let own = games::factory(game, Some(cards))?;
                Ok(all.into_iter().filter(|factory| factory.game() != game).chain([own]).collect())
            }
        }
    }

    /// The files by path, with their texts.
    fn files(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut found = Vec::new();
        for path in &self.paths {
            search(path, true, &mut found)?;
        }
        found.sort();
        found.dedup();
        Ok(found)
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::system(
        format!("{}: {error}", path.display()),
        "name scenario files (.md), or folders with scenario files, that can be read",
    )
}

fn search(path: &Path, named: bool, found: &mut Vec<(String, String)>) -> Result<(), Failure> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, &error))? {
            search(&entry.map_err(|error| unreadable(path, &error))?.path(), false, found)?;
        }
        return Ok(());
    }
    let is_scenario = path.extension().is_some_and(|extension| extension == "md")
        && path.file_name().is_some_and(|name| name != "README.md");
    if named || is_scenario {
        let text = input::text(path).map_err(|error| unreadable(path, &error))?;
        found.push((path.display().to_string(), text));
    }
    Ok(())
}

fn no_cases() -> Failure {
    Failure::usage(
        "there are no cases to run",
        "a case begins with a heading such as `## magic 704.5g-both Two at once` in a Markdown file",
    )
}

fn run_all(files: &[(String, String)], factories: &[Box<dyn Factory>], context: &Context) -> Done {
    let progress = context.progress(files.len() as u64, "scenarios");
    let runner = Runner::new(factories);
    let run = |(file, text): &(String, String)| {
        let results = runner.run(text, file);
        progress.inc(1);
        results
    };
    let results: Vec<CaseResult> = files.par_iter().flat_map_iter(run).collect();
    progress.finish_and_clear();
    if results.is_empty() {
        return Err(no_cases());
    }
    let count = |status: Status| results.iter().filter(|result| result.status == status).count();
    let (passed, failed, skipped) = (count(Status::Passed), count(Status::Failed), count(Status::Skipped));
    for result in &results {
        match (context.json(), result.status) {
            (true, _) => context.value(result),
            (false, Status::Passed) => {}
            (false, Status::Failed) => {
                context.line(format_args!("FAILED  {}", result.id));
                result.reason.lines().for_each(|line| context.line(format_args!("        {line}")));
            }
            (false, Status::Skipped) => {
                context.line(format_args!("skipped {}: {}", result.id, result.reason))
            }
        }
    }
    if context.json() {
        context.value(
            &serde_json::json!({ "summary": { "passed": passed, "failed": failed, "skipped": skipped } }),
        );
    } else {
        context.line(format_args!("{passed} cases hold, {failed} fail, {skipped} are skipped"));
    }
    Ok(End::success_if(failed == 0))
}

fn list_all(files: &[(String, String)], factories: &[Box<dyn Factory>], context: &Context) -> Done {
    let cases: Vec<CaseInfo> =
        files.iter().flat_map(|(file, text)| list_file(text, file, factories)).collect();
    if cases.is_empty() {
        return Err(no_cases());
    }
    for case in &cases {
        if context.json() {
            context.value(case);
        } else {
            let skipped =
                if case.skip.is_empty() { String::new() } else { format!(" (skipped: {})", case.skip) };
            context.line(format_args!(
                "{}:{}: {} {}{skipped}  [{}]",
                case.file,
                case.line,
                case.id,
                case.title,
                case.rules.join(", ")
            ));
        }
    }
    if context.json() {
        context.value(&serde_json::json!({ "summary": { "cases": cases.len() } }));
    } else {
        context.line(format_args!("{} cases", cases.len()));
    }
    Ok(End::Success)
}
