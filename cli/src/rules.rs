//! `duelog rules`: which rules are done, where in the code, by which scenarios.

use std::collections::BTreeMap;

use duelog_kernel::ids::RuleStatus;
use duelog_kernel::info::RuleInfo;
use duelog_kernel::{Factory, deck};
use serde::Serialize;

use crate::games;
use crate::output::{Context, Done, End, Failure};

/// Shows which rules are done, where in the code, and by which scenarios.
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Counts the rules of each game by their state.
    #[command(after_help = "\
Example:
  duelog rules coverage --game magic

--format json prints {game, done, todo, deviation, not_applicable, total} for each game.")]
    Coverage {
        /// Only this game.
        #[arg(long, help_heading = crate::headings::GAME)]
        game: Option<String>,
    },
    /// Shows the state of a rule and of the rules below it, the code that cites them and the scenarios that play them.
    #[command(after_help = "\
Example:
  duelog rules show 704.5g

--format json prints {game, number, status, reason, code, scenarios: [{id, place}]} for each rule; code and place are file:line.")]
    Show {
        /// The rule's number as the rulebook prints it.
        number: String,
        /// The game, if several have a rule of this number.
        #[arg(long, help_heading = crate::headings::GAME)]
        game: Option<String>,
    },
}

/// A place in a scenario that cites a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ScenarioPlace {
    /// The case's id, for instance `magic 704.5g-ex1`.
    id: &'static str,
    /// Where it stands, as `file:line`.
    place: String,
}

/// The scenarios that this program was built with: `> game file`, then `line rule id` for each citation in it.
const SCENARIOS: &str = include_str!(concat!(env!("OUT_DIR"), "/scenarios.txt"));

/// Where each rule is cited, by game and number.
type Cited = BTreeMap<(&'static str, &'static str), Vec<ScenarioPlace>>;

fn cited() -> Cited {
    let mut all = Cited::new();
    for (heading, citations) in SCENARIOS.split("> ").filter_map(|file| file.split_once('\n')) {
        let (game, file) = heading.split_once(' ').unwrap_or_default();
        for citation in citations.lines() {
            let Some((line, rest)) = citation.split_once(' ') else { continue };
            let Some((rule, id)) = rest.split_once(' ') else { continue };
            let place = ScenarioPlace { id, place: format!("{file}:{line}") };
            all.entry((game, rule)).or_default().push(place);
        }
    }
    all.values_mut().for_each(|places| places.sort());
    all
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    match args {
        Args::Coverage { game } => coverage(&chosen(game.as_deref())?, context),
        Args::Show { number, game } => show(number, &chosen(game.as_deref())?, context),
    }
}

fn chosen(game: Option<&str>) -> Result<Vec<Box<dyn Factory>>, Failure> {
    match game {
        Some(game) => Ok(vec![games::factory(game, None)?]),
        None => Ok(games::all()),
    }
}

#[derive(Debug, Serialize)]
struct Coverage {
    game: &'static str,
    done: usize,
    todo: usize,
    deviation: usize,
    not_applicable: usize,
    total: usize,
}

fn coverage(factories: &[Box<dyn Factory>], context: &Context) -> Done {
    for factory in factories {
        let rules = factory.rules();
        let count = |status: RuleStatus| rules.iter().filter(|rule| rule.status == status).count();
        let counted = Coverage {
            game: factory.game(),
            done: count(RuleStatus::Done),
            todo: count(RuleStatus::Todo),
            deviation: count(RuleStatus::Deviation),
            not_applicable: count(RuleStatus::NotApplicable),
            total: rules.len(),
        };
        if context.json() {
            context.value(&counted);
            continue;
        }
        let Coverage { game, done, todo, deviation, not_applicable, total } = counted;
        let edition = factory.editions().first().copied().unwrap_or_default();
        context.line(format_args!("{game}, rules of {edition}: {total} numbered rules"));
        context.line(format_args!("  {done:5} done: code cites them and a scenario or a test covers them"));
        context.line(format_args!("  {todo:5} to do"));
        context.line(format_args!("  {deviation:5} done otherwise than written, for a stated reason"));
        context.line(format_args!("  {not_applicable:5} with nothing for an engine to do"));
        let plays = total - not_applicable;
        context.line(format_args!(
            "  {}% of the {plays} rules that an engine can follow are done",
            done * 100 / plays.max(1)
        ));
    }
    Ok(End::Success)
}

/// A rule as one line of JSON.
#[derive(Debug, Serialize)]
struct Shown {
    game: &'static str,
    number: String,
    #[serde(serialize_with = "as_word")]
    status: RuleStatus,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    code: Vec<String>,
    scenarios: Vec<ScenarioPlace>,
}

fn as_word<S: serde::Serializer>(status: &RuleStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}

impl Shown {
    fn new(game: &'static str, rule: &RuleInfo, cited: &Cited) -> Shown {
        let code = rule.code.iter().map(|place| format!("core/{game}/{place}"));
        Shown {
            game,
            number: rule.number.clone(),
            status: rule.status,
            reason: rule.reason.clone(),
            code: code.collect(),
            scenarios: cited.get(&(game, rule.number.as_str())).cloned().unwrap_or_default(),
        }
    }

    fn print(&self, context: &Context) {
        let reason = if self.reason.is_empty() { String::new() } else { format!(": {}", self.reason) };
        context.line(format_args!("{} {} {}{reason}", self.game, self.number, word(self.status)));
        for place in &self.code {
            context.line(format_args!("  code      {place}"));
        }
        for scenario in &self.scenarios {
            context.line(format_args!("  scenario  {}  {}", scenario.place, scenario.id));
        }
    }
}

fn show(number: &str, factories: &[Box<dyn Factory>], context: &Context) -> Done {
    let indexes: Vec<(&'static str, Vec<RuleInfo>)> =
        factories.iter().map(|factory| (factory.game(), factory.rules())).collect();
    let cited = cited();
    let found: Vec<Shown> = indexes
        .iter()
        .flat_map(|(game, rules)| {
            rules
                .iter()
                .filter(|rule| rule.number == number || below(&rule.number, number))
                .map(|rule| Shown::new(game, rule, &cited))
        })
        .collect();
    if found.is_empty() {
        return Err(unknown(number, &indexes));
    }
    for rule in &found {
        if context.json() { context.value(rule) } else { rule.print(context) }
    }
    Ok(End::Success)
}

/// Returns whether a rule is a part of another: 704.5g is below 704.5, and both are below 704.
fn below(rule: &str, other: &str) -> bool {
    let rest = rule.strip_prefix(other).unwrap_or_default();
    if other.contains('.') {
        rest.starts_with(|first: char| first.is_ascii_lowercase() || first == '.') && !other.ends_with('.')
    } else {
        rest.starts_with('.')
    }
}

fn unknown(number: &str, indexes: &[(&'static str, Vec<RuleInfo>)]) -> Failure {
    let numbers = indexes.iter().flat_map(|(_, rules)| rules.iter().map(|rule| rule.number.as_str()));
    let remedy = match deck::closest(number, numbers) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "name a number as the rulebook prints it, for instance 704.5g".to_string(),
    };
    let games: Vec<&str> = indexes.iter().map(|(game, _)| *game).collect();
    Failure::usage(format!("no rule \"{number}\" in the rulebook of {}", games.join(", ")), remedy)
}

fn word(status: RuleStatus) -> &'static str {
    match status {
        RuleStatus::Done => "is done",
        RuleStatus::Todo => "is to do",
        RuleStatus::Deviation => "is done otherwise than written",
        RuleStatus::NotApplicable => "asks nothing of an engine",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_rule_are_below_it() {
        for (rule, other) in
            [("704.5g", "704.5"), ("704.5", "704"), ("704.5g", "704"), ("1.0.1a", "1.0.1"), ("1.0.1a", "1.0")]
        {
            assert!(below(rule, other), "{rule} {other}");
        }
        for (rule, other) in [
            ("704.5", "704.5"),
            ("704.50", "704.5"),
            ("7040.1", "704"),
            ("704.5g", "704."),
            ("704.5", "704.5g"),
            ("1.1", ""),
        ] {
            assert!(!below(rule, other), "{rule} {other}");
        }
    }

    #[test]
    fn scenarios_are_of_games_that_are_built_in() {
        let cited = cited();
        assert!(cited.len() > 1000);
        for (game, rule) in cited.keys() {
            assert!(games::names().contains(game), "{game} {rule}");
        }
    }
}
