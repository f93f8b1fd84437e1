//! Scenarios: rules written down as play. A Markdown file holds cases; each sets up a position, plays, and
//! says what must be true.
//!
//! The format is described in `fixtures/scenarios/README.md`. Nothing here knows a game: cards, zones, facts,
//! verbs and rules are those that a game's [`Factory`] and [`Match`](duelog_kernel::Match) name.

mod answer;
mod condition;
mod known;
mod meant;
mod nothing;
mod page;
mod payment;
mod play;
mod quality;
mod reference;
mod scribe;
mod setup;
mod statement;
mod words;

use std::sync::OnceLock;

pub use scribe::{Deed, Heard, Scribe, Unfit, Unseen};

use duelog_kernel::{Factory, SetupError};
use page::{Case, Page};
use play::Play;
use reference::Names;

/// True if a case holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Everything that it says is true.
    Passed,
    /// Something that it says is not true, or cannot be read.
    Failed,
    /// It says itself that it is not run, and why.
    Skipped,
}

/// The result of a case.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CaseResult {
    /// The case's id in full, for instance `magic 704.5g-both`.
    pub id: String,
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// The line of its heading, from 1.
    pub line: u32,
    /// True if it holds.
    pub status: Status,
    /// Why it failed or is skipped; empty when it passed.
    pub reason: String,
}

/// A case in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CaseInfo {
    /// The case's id in full.
    pub id: String,
    /// The game; empty where the file does not say.
    pub game: String,
    /// The file.
    pub file: String,
    /// The line of its heading, from 1.
    pub line: u32,
    /// The subject of the case.
    pub title: String,
    /// The rules that its heading and its `Rules:` lines name, as written.
    pub rules: Vec<String>,
    /// Why it is not run; empty when it is.
    pub skip: String,
}

/// Runs scenario files. The words of a game are read once for all files, and only for games that occur.
pub struct Runner<'f> {
    factories: &'f [Box<dyn Factory>],
    names: Vec<OnceLock<Names>>,
}

impl<'f> Runner<'f> {
    /// Runs scenarios with these games.
    pub fn new(factories: &'f [Box<dyn Factory>]) -> Runner<'f> {
        Runner { factories, names: factories.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Runs every case of a scenario file.
    pub fn run(&self, text: &str, file: &str) -> Vec<CaseResult> {
        let mut results = Vec::new();
        self.each(text, file, |result| results.push(result));
        results
    }

    /// Runs every case of a scenario file one after the other, and tells what became of it before the next one.
    pub fn each(&self, text: &str, file: &str, mut tell: impl FnMut(CaseResult)) {
        let page = Page::read(text);
        for case in &page.cases {
            let game = page.game_of(case, file, self.factories);
            let factory = self.factories.iter().zip(&self.names).find(|(factory, _)| factory.game() == game);
            let (status, reason) = match (&case.skip, factory) {
                (Some(why), _) => (Status::Skipped, why.clone()),
                (None, None) => (Status::Failed, no_game(case, file, self.factories)),
                (None, Some((factory, names))) => {
                    match run_case(case, &**factory, names.get_or_init(|| Names::of(&**factory))) {
                        Ok(()) => (Status::Passed, String::new()),
                        Err(fault) => (Status::Failed, format!("{file}:{}: {}", fault.line, fault.what)),
                    }
                }
            };
            let (id, file) = (case.id.clone(), file.to_string());
            tell(CaseResult { id, game, file, line: case.line, status, reason });
        }
    }
}

/// Lists every case of a scenario file without running it.
pub fn list_file(text: &str, file: &str, factories: &[Box<dyn Factory>]) -> Vec<CaseInfo> {
    let page = Page::read(text);
    page.cases
        .iter()
        .map(|case| CaseInfo {
            id: case.id.clone(),
            game: page.game_of(case, file, factories),
            file: file.to_string(),
            line: case.line,
            title: case.title.clone(),
            rules: case.rules.clone(),
            skip: case.skip.clone().unwrap_or_default(),
        })
        .collect()
}

/// The fault and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    line: u32,
    what: String,
}

fn no_game(case: &Case, file: &str, factories: &[Box<dyn Factory>]) -> String {
    let known: Vec<&str> = factories.iter().map(|factory| factory.game()).collect();
    format!(
        "{file}:{}: which game is this? Put the file into a folder named after the game, or write `Game: NAME` above the first case (known: {})",
        case.line,
        known.join(", ")
    )
}

fn run_case(case: &Case, factory: &dyn Factory, names: &Names) -> Result<(), Fault> {
    if let Some(fault) = &case.fault {
        return Err(fault.clone());
    }
    let (setup, rest) = setup::read(case, factory, names)?;
    let at_heading = |what: String| Fault { line: case.line, what };
    let first = rest.first().map_or("", |line| line.text.as_str());
    let started = Play::start(factory, &setup, names.clone());
    if let Some(expected) = words::after(first, "expect the start is refused") {
        let expected = words::by_rule(expected).1;
        return names
            .known
            .rule(expected)
            .and_then(|rule| refused_start(started.err(), rule))
            .map_err(|what| Fault { line: rest[0].number, what });
    }
    let mut play = started.map_err(|error| at_heading(words::players(&error.to_string())))?;
    for (place, line) in rest.iter().enumerate() {
        let next = rest.get(place + 1).map_or("", |line| line.text.as_str());
        play.say(&line.text, next).map_err(|what| Fault { line: line.number, what })?;
    }
    if let Some(open) = play.open_question() {
        let last = rest.last().map_or(case.line, |line| line.number);
        return Err(Fault {
            line: last,
            what: format!("the case ends with a question that it neither answers nor expects: {open}"),
        });
    }
    if rest.is_empty() {
        return Err(at_heading(
            "the case does nothing and expects nothing: add list items such as `- expect P1 life 20`"
                .to_string(),
        ));
    }
    Ok(())
}

/// Returns whether the game refuses to start, by the rule that is expected.
fn refused_start(found: Option<SetupError>, expected: Option<&str>) -> Result<(), String> {
    let rule = |error: &SetupError| match error {
        SetupError::IllegalDeck { rule, .. } => Some(rule.number()),
        SetupError::Unavailable { .. }
        | SetupError::UnknownCard { .. }
        | SetupError::Position(_)
        | SetupError::Seats { .. }
        | SetupError::Terms(_)
        | SetupError::TooLarge { .. } => None,
    };
    match found {
        Some(error) if expected.is_none_or(|expected| rule(&error) == Some(expected)) => Ok(()),
        Some(error) => Err(format!(
            "expected that the start is refused by another rule; found: {}",
            words::players(&error.to_string())
        )),
        None => Err("expected that the start is refused; the match has started".to_string()),
    }
}

#[cfg(test)]
mod tests;
