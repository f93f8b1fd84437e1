//! A scenario file: its cases, and the lines of each that are read as play.

use duelog_kernel::Factory;
use duelog_sources::citations::scenario_citations;

use super::Fault;

/// A scenario file.
#[derive(Debug, Default)]
pub struct Page {
    /// The game that a line `Game:` above the first case names.
    game: Option<String>,
    /// The cases in order.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug)]
pub struct Case {
    /// The first two words of the heading.
    pub id: String,
    /// The rest of the heading.
    pub title: String,
    /// The line of the heading, from 1.
    pub line: u32,
    /// The rules that it cites, as written.
    pub rules: Vec<String>,
    /// Why it is not run.
    pub skip: Option<String>,
    /// The lines that are read as play.
    pub lines: Vec<Line>,
    /// The fault of the case as a whole.
    pub fault: Option<Fault>,
}

/// A line that is read as play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its place in the file, from 1.
    pub number: u32,
    /// Its text, without the list mark.
    pub text: String,
}

impl Page {
    /// Reads a file. Faults belong to their cases.
    pub fn read(text: &str) -> Page {
        let mut page = Page::default();
        let mut fence: Option<(&str, bool)> = None;
        let mut open = false;
        for (number, content) in (1..).zip(text.lines()) {
            let trimmed = content.trim();
            if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
                let info = trimmed.trim_start_matches(['`', '~']).trim();
                fence = match fence {
                    None => Some((mark, matches!(info, "" | "play"))),
                    Some((opened, _)) if opened == mark => None,
                    inside => inside,
                };
                open = false;
            } else if let Some((_, played)) = fence {
                if played && !trimmed.is_empty() && !trimmed.starts_with('#') {
                    page.say(number, trimmed);
                }
            } else if let Some(heading) = content.strip_prefix("## ") {
                page.begin(number, heading);
                open = false;
            } else if let Some(item) = item(content) {
                page.say(number, item);
                open = true;
            } else if trimmed.is_empty() {
                open = false;
            } else if open && content.starts_with([' ', '\t']) {
                page.go_on(trimmed);
            } else {
                page.note(trimmed);
                open = false;
            }
        }
        page.cite(text);
        page
    }

    fn begin(&mut self, line: u32, heading: &str) {
        let mut words = heading.split_whitespace();
        let id =
            [words.next().unwrap_or_default(), words.next().unwrap_or_default()].join(" ").trim().to_string();
        let title = words.collect::<Vec<_>>().join(" ");
        let mut fault = None;
        if !id.contains(' ') {
            fault = Some("a case's heading begins with its id, which has two words: `## magic 704.5g-both Two at once`".to_string());
        } else if let Some(other) = self.cases.iter().find(|case| case.id == id) {
            fault = Some(format!(
                "the id \"{id}\" is already that of the case in line {}: each case has its own",
                other.line
            ));
        }
        let fault = fault.map(|what| Fault { line, what });
        self.cases.push(Case { id, title, line, rules: Vec::new(), skip: None, lines: Vec::new(), fault });
    }

    fn say(&mut self, number: u32, text: &str) {
        if let Some(case) = self.cases.last_mut() {
            case.lines.push(Line { number, text: text.to_string() });
        }
    }

    fn go_on(&mut self, text: &str) {
        if let Some(line) = self.cases.last_mut().and_then(|case| case.lines.last_mut()) {
            line.text.push(' ');
            line.text.push_str(text);
        }
    }

    fn note(&mut self, text: &str) {
        match self.cases.last_mut() {
            Some(case) => {
                if let Some(why) = text.strip_prefix("Skip:") {
                    case.skip = Some(why.trim().to_string());
                }
            }
            None => {
                if let Some(game) = text.strip_prefix("Game:") {
                    self.game = Some(game.trim().to_string());
                }
            }
        }
    }

    fn cite(&mut self, text: &str) {
        for citation in scenario_citations(text) {
            if let Some(case) = self.cases.iter_mut().rev().find(|case| case.line <= citation.line) {
                case.rules.push(citation.rule);
            }
        }
    }

    /// The game of a case: as the file says, or as its folder is named, or as its id begins.
    pub fn game_of(&self, case: &Case, file: &str, factories: &[Box<dyn Factory>]) -> String {
        let known = |name: &str| factories.iter().map(|factory| factory.game()).find(|game| *game == name);
        let named = self.game.as_deref().or_else(|| file.split(['/', '\\']).rev().skip(1).find_map(known));
        named.or_else(|| known(case.id.split(' ').next().unwrap_or_default())).unwrap_or_default().to_string()
    }
}

/// The text of a list item, bulleted or numbered.
fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some(rest) = ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some(rest.trim());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.get(digits..).filter(|_| digits > 0)?.strip_prefix(". ").map(str::trim)
}
