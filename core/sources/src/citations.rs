//! Rule indexes and the places that cite their rules: code, tests and scenarios. Works on text and reads no
//! file.

use crate::RuleStatus;

/// The first line of every rule index.
pub const INDEX_HEADER: &str = "rule\tstatus\treason";

/// One line of a rule index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexEntry<'a> {
    /// The rule's number.
    pub rule: &'a str,
    /// How far it is implemented.
    pub status: RuleStatus,
    /// Why it is not done; empty exactly when it is.
    pub reason: &'a str,
}

/// Reads a rule index: tab-separated number, status and reason, in the byte order of the numbers.
///
/// # Errors
/// Every faulty line, with its number and what to do.
pub fn read_index(tsv: &str) -> Result<Vec<IndexEntry<'_>>, Vec<String>> {
    let mut lines = tsv.lines();
    let mut faults = Vec::new();
    if lines.next() != Some(INDEX_HEADER) {
        faults.push(format!("line 1: the header must be {INDEX_HEADER:?}"));
    }
    let mut entries: Vec<IndexEntry<'_>> = Vec::new();
    for (at, line) in (2..).zip(lines) {
        match read_entry(line, entries.last().map_or("", |last| last.rule)) {
            Ok(entry) => entries.push(entry),
            Err(fault) => faults.push(format!("line {at}: {fault}")),
        }
    }
    if faults.is_empty() { Ok(entries) } else { Err(faults) }
}

fn read_entry<'a>(line: &'a str, before: &str) -> Result<IndexEntry<'a>, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[rule, status, reason] = columns.as_slice() else {
        return Err(format!(
            "{} columns instead of 3: write number, status and reason, separated by tabs",
            columns.len()
        ));
    };
    if !is_number(rule) {
        return Err(format!(
            "{rule:?} is not a rule number: write it as the rulebook does, for instance 704.5g"
        ));
    }
    if rule <= before {
        return Err(format!(
            "{rule} does not come after {before} in byte order: sort the lines and keep one of each number"
        ));
    }
    let Some(status) = RuleStatus::called(status) else {
        return Err(format!(
            "{rule} has the unknown status {status:?}: use done, todo, deviation or not-applicable"
        ));
    };
    match (status, reason.trim().is_empty()) {
        (RuleStatus::Done, false) => {
            Err(format!("{rule} is done and still has a reason: remove the reason, or use deviation"))
        }
        (RuleStatus::Todo | RuleStatus::Deviation | RuleStatus::NotApplicable, true) => {
            Err(format!("{rule} has no reason: say why it is not done"))
        }
        (_, _) => Ok(IndexEntry { rule, status, reason }),
    }
}

/// Returns whether `text` has the shape of a rule number: digits and points, at most followed by letters.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.contains('.')
        && text.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.')
}

/// A place that cites a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The game, where the place names it.
    pub game: Option<String>,
    /// The rule's number as written, which may be one that no rulebook has.
    pub rule: String,
    /// The scenario case's id or the test function's name; empty where there is none.
    pub id: String,
    /// The line, from 1.
    pub line: u32,
}

/// Every rule that a scenario file cites: by the heading of a case (`## magic 704.5g-both Two at once`, with
/// the id `magic 704.5g-both`), and by the lines `Rules: 704.5f, 510.2` below it.
pub fn scenario_citations(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    let mut id = String::new();
    let mut fence: Option<&str> = None;
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| content.trim_start().starts_with(mark)) {
            fence = match fence {
                None => Some(mark),
                Some(open) if open == mark => None,
                Some(open) => Some(open),
            };
        } else if fence.is_some() {
            continue;
        } else if let Some(heading) = content.strip_prefix("## ") {
            let mut words = heading.split_whitespace();
            let (source, place) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            id = format!("{source} {place}");
            let number = place.split_once('-').map_or(place, |(number, _)| number);
            if is_number(number) {
                found.push(Citation {
                    game: Some(source.to_string()),
                    rule: number.to_string(),
                    id: id.clone(),
                    line,
                });
            }
        } else if let Some(list) = content.strip_prefix("Rules:") {
            cite_list(&mut found, list, None, &id, line);
        }
    }
    found
}

/// Every rule that Rust tests cite with a line comment `// covers: 613.7a, 613.7b`, above the test or in it.
///
/// The game may stand before the numbers: `// covers: magic 613.7a`.
pub fn test_citations(source: &str) -> Vec<Citation> {
    let tokens: Vec<Token<'_>> = Tokens::new(source).collect();
    let mut found = Vec::new();
    let mut inside = "";
    for (at, token) in tokens.iter().enumerate() {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        match token.kind {
            Kind::Word("fn") => inside = function_name(rest).unwrap_or(inside),
            Kind::Comment(comment) => {
                let Some(list) = comment.trim_start().strip_prefix("covers:") else { continue };
                let list = list.trim_start();
                let (game, list) = match list.split_once(char::is_whitespace) {
                    Some((game, list)) if game.starts_with(|first: char| first.is_ascii_alphabetic()) => {
                        (Some(game), list)
                    }
                    _ => (None, list),
                };
                cite_list(&mut found, list, game, function_below(rest).unwrap_or(inside), token.line);
            }
            Kind::Word(_) | Kind::Text(_) | Kind::Sign(_) => {}
        }
    }
    found
}

/// Every number in a `rule!("NUMBER")`, `cite!("NUMBER", "NUMBER")`, `holds!(..)` or
/// `named!(..)` of Rust source text.
pub fn code_citations(source: &str) -> Vec<Citation> {
    let mut tokens = Tokens::new(source).filter(|token| !matches!(token.kind, Kind::Comment(_))).peekable();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        if !matches!(token.kind, Kind::Word("rule" | "cite" | "holds" | "named"))
            || tokens.next_if(|token| token.kind == Kind::Sign('!')).is_none()
        {
            continue;
        }
        if tokens.next_if(|token| matches!(token.kind, Kind::Sign('(' | '[' | '{'))).is_none() {
            continue;
        }
        let mut cited = Vec::new();
        while let Some(token) = tokens.next_if(|token| matches!(token.kind, Kind::Text(_) | Kind::Sign(',')))
        {
            if let Kind::Text(rule) = token.kind {
                cited.push(Citation {
                    game: None,
                    rule: rule.to_string(),
                    id: String::new(),
                    line: token.line,
                });
            }
        }
        if tokens.next_if(|token| matches!(token.kind, Kind::Sign(')' | ']' | '}'))).is_some() {
            found.append(&mut cited);
        }
    }
    found
}

/// The rules that a data file makes true: the lines `rule: "702.6a",` of the engine's, and the comments `//
/// rule: "8.6.1"` of definitions, which logs do not pin.
pub fn data_citations(source: &str) -> Vec<Citation> {
    let cited = |(line, text): (u32, &str)| {
        let text = text.trim().trim_start_matches("// ");
        let rule = text.strip_prefix("rule: \"")?.split('"').next()?.to_string();
        Some(Citation { game: None, rule, id: String::new(), line })
    };
    (1..).zip(source.lines()).filter_map(cited).collect()
}

fn cite_list(found: &mut Vec<Citation>, list: &str, game: Option<&str>, id: &str, line: u32) {
    for rule in list.split(',').map(str::trim).filter(|rule| !rule.is_empty()) {
        found.push(Citation {
            game: game.map(str::to_string),
            rule: rule.to_string(),
            id: id.to_string(),
            line,
        });
    }
}

fn function_name<'a>(after: &[Token<'a>]) -> Option<&'a str> {
    match after.first()?.kind {
        Kind::Word(name) => Some(name),
        Kind::Comment(_) | Kind::Text(_) | Kind::Sign(_) => None,
    }
}

/// The function whose attributes or head begin here; none inside a body.
fn function_below<'a>(after: &[Token<'a>]) -> Option<&'a str> {
    let at = after
        .iter()
        .position(|token| matches!(token.kind, Kind::Word("fn") | Kind::Sign('{' | '}' | ';')))?;
    if after[at].kind == Kind::Word("fn") { function_name(&after[at + 1..]) } else { None }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    /// An identifier, keyword or number.
    Word(&'a str),
    /// The text between the quotes of a string literal, escapes unchanged.
    Text(&'a str),
    /// A line comment without its slashes.
    Comment(&'a str),
    /// Any other character.
    Sign(char),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'a> {
    kind: Kind<'a>,
    line: u32,
}

/// As much of Rust's lexer as it takes to tell code from comments and literals.
struct Tokens<'a> {
    rest: &'a str,
    line: u32,
}

impl<'a> Tokens<'a> {
    fn new(source: &'a str) -> Tokens<'a> {
        Tokens { rest: source, line: 1 }
    }

    /// Takes the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        for _ in taken.bytes().filter(|byte| *byte == b'\n') {
            self.line += 1;
        }
        taken
    }

    /// Takes what stands before `end`, and `end` itself without giving it back.
    fn take_until(&mut self, end: &str) -> &'a str {
        let length = self.rest.find(end).unwrap_or(self.rest.len());
        let taken = self.take(length);
        self.take(end.len());
        taken
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.take(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.take(2);
            } else {
                self.take(self.rest.chars().next().map_or(0, char::len_utf8));
            }
            if depth == 0 || self.rest.is_empty() {
                return;
            }
        }
    }

    /// The rest of a string literal whose opening quote is already taken.
    fn plain_string(&mut self) -> &'a str {
        let mut escaped = false;
        let end = self.rest.find(|c: char| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let content = self.take(end.unwrap_or(self.rest.len()));
        self.take(1);
        content
    }

    /// Skips the rest of a character literal, or the quote alone of a lifetime.
    fn skip_quote(&mut self) {
        let mut ahead = self.rest.chars();
        match (ahead.next(), ahead.next()) {
            (Some('\\'), Some(escaped)) => {
                self.take(1 + escaped.len_utf8());
                self.take_until("'");
            }
            (Some(single), Some('\'')) => {
                self.take(single.len_utf8() + 1);
            }
            (_, _) => {}
        }
    }

    fn word_or_prefixed_string(&mut self) -> Kind<'a> {
        let length = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
        let word = self.take(length);
        let hashes = self.rest.bytes().take_while(|byte| *byte == b'#').count();
        let quoted = self.rest[hashes..].starts_with('"');
        match word {
            "r" | "br" | "cr" if quoted => {
                self.take(hashes + 1);
                Kind::Text(self.take_until(&format!("\"{}", "#".repeat(hashes))))
            }
            "b" | "c" if quoted && hashes == 0 => {
                self.take(1);
                Kind::Text(self.plain_string())
            }
            _ => Kind::Word(word),
        }
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let first = self.rest.chars().next()?;
            let line = self.line;
            let kind = if self.rest.starts_with("//") {
                self.take(2);
                Kind::Comment(self.take_until("\n"))
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
                continue;
            } else if is_word(first) {
                self.word_or_prefixed_string()
            } else {
                self.take(first.len_utf8());
                match first {
                    '"' => Kind::Text(self.plain_string()),
                    '\'' => {
                        self.skip_quote();
                        continue;
                    }
                    space if space.is_whitespace() => continue,
                    sign => Kind::Sign(sign),
                }
            };
            return Some(Token { kind, line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(citations: &[Citation]) -> Vec<(u32, &str, &str)> {
        citations
            .iter()
            .map(|citation| (citation.line, citation.rule.as_str(), citation.id.as_str()))
            .collect()
    }

    #[test]
    fn an_index_is_read() {
        let tsv = "rule\tstatus\treason\n1.10\tdone\t\n1.2a\tnot-applicable\ta definition\n";
        let expected = [
            IndexEntry { rule: "1.10", status: RuleStatus::Done, reason: "" },
            IndexEntry { rule: "1.2a", status: RuleStatus::NotApplicable, reason: "a definition" },
        ];
        assert_eq!(read_index(tsv), Ok(expected.to_vec()));
    }

    #[test]
    fn every_fault_of_an_index_is_named() {
        let tsv = "number\n1.2\tdone\t\n1.1\tdone\t\n1.2\tdone\t\n1.3\tmaybe\tx\n1.4\ttodo\t \n1.5\tdone\tx\n1.6\tdone\none\tdone\t\n\n";
        let faults = read_index(tsv).unwrap_err();
        let expected = [
            ("line 1:", "header"),
            ("line 3:", "1.1 does not come after 1.2"),
            ("line 4:", "keep one of each number"),
            ("line 5:", "\"maybe\""),
            ("line 6:", "1.4 has no reason"),
            ("line 7:", "1.5 is done"),
            ("line 8:", "2 columns"),
            ("line 9:", "not a rule number"),
            ("line 10:", "1 columns"),
        ];
        assert_eq!(faults.len(), expected.len(), "{faults:#?}");
        for (fault, (place, what)) in faults.iter().zip(expected) {
            assert!(fault.starts_with(place) && fault.contains(what), "{fault}");
        }
    }

    #[test]
    fn code_citations_skip_comments_and_literals() {
        let source = r##"
            // rule!("1.1")
            /* rule!("1.2") /* rule!("1.3") */ rule!("1.4") */
            /// `rule!("1.5")`
            fn a<'a>(x: &'a str) -> char { let _ = ('"', '\'', '\u{22}', b'"', "rule!(\"1.6\")", "\\"); 'x' }
            let raw = (r#"rule!("1.7")"#, br"rule!(", b"\"rule!(", c"rule!(", r"\");
            macro_rules! rule { ($number:literal) => { cite($number) } }
            fn b() { (rule!("2.1"), crate::rule! ( "2.2" ), rule!["2.3"]) }
            other_rule!("1.8"); rule("1.9"); rule!(number); rule!(
                "2.4a"
            );
            cite!("2.5");
            cite!("2.5a", "2.5b",
                "2.5c");
            fn c() { cite!(number, "2.6") }
        "##;
        let found = code_citations(source);
        assert_eq!(
            short(&found),
            [
                (8, "2.1", ""),
                (8, "2.2", ""),
                (8, "2.3", ""),
                (10, "2.4a", ""),
                (12, "2.5", ""),
                (13, "2.5a", ""),
                (13, "2.5b", ""),
                (14, "2.5c", "")
            ]
        );
    }

    #[test]
    fn an_unfinished_source_ends_the_scan() {
        for source in [
            "rule!(\"",
            "r#\"rule!(\"1.1\")",
            "/* rule!(\"1.1\")",
            "'\\",
            "// ",
            "rule!",
            "cite!(\"1.1\", \"1.2\"",
            "b\"\\",
        ] {
            assert_eq!(code_citations(source), Vec::new(), "{source}");
        }
    }

    #[test]
    fn tests_cite_by_comments_above_and_inside() {
        let source = r#"
            // covers: 9.9
            use std::fmt;
            // covers: 613.7a, 613.7b
            #[test]
            fn above() {
                let text = "// covers: 1.1";
                // covers: magic 510.2
                check(text);
            }
            /// covers: 1.2
            // It covers: 1.3
            proptest! {
                // covers: duel-masters 101.4,
                #[test]
                fn property(x in 0..2) {}
            }
        "#;
        let found = test_citations(source);
        let expected = [
            (2, "9.9", ""),
            (4, "613.7a", "above"),
            (4, "613.7b", "above"),
            (8, "510.2", "above"),
            (14, "101.4", "property"),
        ];
        assert_eq!(short(&found), expected);
        let games: Vec<Option<&str>> = found.iter().map(|citation| citation.game.as_deref()).collect();
        assert_eq!(games, [None, None, None, Some("magic"), Some("duel-masters")]);
    }

    #[test]
    fn scenarios_cite_by_headings_and_lines() {
        let text = "# Title 1.1\n\n## magic 613.3e-ex1 Two effects\nRules: 704.5f, 510.2\n```\n## magic 1.1 quoted\nRules: 1.1\n```\n\
                    ## m10-faq クローン-2 A copy\nRules: 706.2\n### magic 1.2\n## magic 704.5g\n## flesh-and-blood 1.0.1a-second x\n## Notes on 1.3\n";
        let found = scenario_citations(text);
        let expected = [
            (3, "613.3e", "magic 613.3e-ex1"),
            (4, "704.5f", "magic 613.3e-ex1"),
            (4, "510.2", "magic 613.3e-ex1"),
            (10, "706.2", "m10-faq クローン-2"),
            (12, "704.5g", "magic 704.5g"),
            (13, "1.0.1a", "flesh-and-blood 1.0.1a-second"),
        ];
        assert_eq!(short(&found), expected);
        assert_eq!(found[0].game.as_deref(), Some("magic"));
        assert_eq!(found[1].game, None);
    }
}
