//! Color and bold for people, put onto lines that have been made plain: headings, verdicts, rulings, and the
//! numbers of rules.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

const HEADING: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const QUIET: Style = Style::new().dimmed();
const OPTION: Style = AnsiColor::Cyan.on_default();

/// How a line may begin, and how that is shown.
const BEGINNINGS: [(&str, Style); 26] = [
    ("verified", GOOD),
    ("sound", GOOD),
    ("Legal:", GOOD),
    ("incomplete", DOUBTFUL),
    ("undecided", DOUBTFUL),
    ("outdated", DOUBTFUL),
    ("unsupported", DOUBTFUL),
    ("unreadable", BAD),
    ("torn", BAD),
    ("corrupt", BAD),
    ("tampered", BAD),
    ("unfair", BAD),
    ("illegal", BAD),
    ("diverged", BAD),
    ("mistold", BAD),
    ("mistimed", BAD),
    ("contradicted", BAD),
    ("cut", BAD),
    ("wrong-key", BAD),
    ("without-part", BAD),
    ("other-match", BAD),
    ("unsigned", BAD),
    ("unmatched", BAD),
    ("Not legal:", BAD),
    ("The match is over:", HEADING),
    ("After decision ", HEADING),
];

/// A plain line with its styles.
pub fn paint(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    let mut rest = line;
    if is_heading(line) {
        return format!("{HEADING}{line}{HEADING:#}");
    }
    if let Some((begin, style)) = BEGINNINGS.iter().find(|known| begins(line, known.0)) {
        let _ = write!(out, "{style}{begin}{style:#}");
        rest = &rest[begin.len()..];
    } else if let Some(number) = option(line) {
        let _ = write!(out, "{OPTION}{}{OPTION:#}", &line[..number]);
        rest = &rest[number..];
    }
    // The numbers of rules matter less than what they are cited for.
    while let Some(at) = rest.find('(') {
        let inner = rest[at + 1..].find(')').map(|end| &rest[at + 1..at + 1 + end]);
        match inner.filter(|inner| is_rule(inner)) {
            Some(rule) => {
                let _ = write!(out, "{}{QUIET}({rule}){QUIET:#}", &rest[..at]);
                rest = &rest[at + rule.len() + 2..];
            }
            None => {
                out.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    out + rest
}

/// `Turn 12: ...` of a history; the decision of an explanation.
fn is_heading(line: &str) -> bool {
    let number = |word: &str, end: fn(&str) -> bool| {
        line.strip_prefix(word).is_some_and(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            digits > 0 && end(&rest[digits..])
        })
    };
    number("Turn ", |rest| rest.starts_with(':')) || number("Decision ", str::is_empty)
}

/// Returns whether a line begins with exactly this word.
fn begins(line: &str, word: &str) -> bool {
    let next = |rest: &str| word.ends_with([' ', ':']) || rest.is_empty() || rest.starts_with([' ', ':']);
    line.strip_prefix(word).is_some_and(next)
}

/// Up to where the number of an option goes: `  1)`, `2-4,7)`, `auto)`.
fn option(line: &str) -> Option<usize> {
    let end = line.find(')')?;
    let number = line[..end].strip_prefix("  ")?.trim_start();
    let digits = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b','));
    ((digits && !number.is_empty()) || number == "auto").then_some(end + 1)
}

fn is_rule(text: &str) -> bool {
    let mut parts = text.split('.');
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let last = |part: &str| number(part.trim_end_matches(|letter: char| letter.is_ascii_lowercase()));
    let first = parts.next().is_some_and(number);
    let rest: Vec<&str> = parts.collect();
    first && !rest.is_empty() && rest.into_iter().all(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line with what is styled in brackets.
    fn seen(line: &str) -> String {
        let painted = paint(line);
        let mut out = String::new();
        let mut rest = painted.as_str();
        while let Some(at) = rest.find('\u{1b}') {
            let end = rest[at..].find('m').expect("a style ends") + at;
            out.push_str(&rest[..at]);
            let reset = &rest[at..=end] == "\u{1b}[0m";
            // Several codes make one style.
            if reset {
                out.push(']');
            } else if !out.ends_with('[') {
                out.push('[');
            }
            rest = &rest[end + 1..];
        }
        out + rest
    }

    #[test]
    fn what_matters_stands_out() {
        for (line, shown) in [
            ("verified    a.duelog: 3 decisions", "[verified]    a.duelog: 3 decisions"),
            ("illegal: x", "[illegal]: x"),
            ("illegally (", "illegally ("),
            ("Not legal: no (305.2)", "[Not legal:] no [(305.2)]"),
            ("Turn 12: seat 0", "[Turn 12: seat 0]"),
            ("Decision 9", "[Decision 9]"),
            ("Turn it", "Turn it"),
            ("  224  draw  x (120.1) (1.7.4a) (4) (a.b)", "  224  draw  x [(120.1)] [(1.7.4a)] (4) (a.b)"),
            ("    1) pass", "[    1)] pass"),
            ("  2-4,7) tap", "[  2-4,7)] tap"),
            ("  auto) pay", "[  auto)] pay"),
            ("  a) b", "  a) b"),
            ("é (é) )(", "é (é) )("),
            ("", ""),
        ] {
            assert_eq!(seen(line), shown, "{line}");
        }
    }
}
