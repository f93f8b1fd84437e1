//! How definitions are written: words, numbers, texts and lists, each with its place in the text.
//!
//! The syntax is the part of RON (<https://docs.rs/ron>) that values without fractions need: `Word`, `Word(value, value)`,
//! `Word(field: value)`, `(…)` where the word goes without saying, `[…]`, `{key: value}`, numbers, `"texts"`,
//! `r#"raw texts"#`, `'c'`, and comments as in Rust.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::bounds::{DEFINITION_BYTES, DEFINITION_DEPTH, DEFINITION_LIST, DEFINITION_NUMBER};
use crate::info::DefinitionError;

/// In which way a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// A word without brackets.
    #[default]
    Word,
    /// Round brackets, behind a word or without one.
    Round,
    /// A list.
    Square,
    /// Keys, each with its value behind it.
    Curly,
    /// A number.
    Number(i64),
    /// A text.
    Text,
    /// A single character.
    Letter,
}

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree<'a> {
    /// The byte at which it begins.
    pub at: usize,
    /// The byte behind it.
    pub end: usize,
    /// The name of its field; empty if it has none.
    pub role: &'a str,
    /// The byte at which that name begins.
    pub role_at: usize,
    /// How it is written.
    pub shape: Shape,
    /// The word; of a text or a single character what it says; empty for what has none.
    pub word: Cow<'a, str>,
    /// Its parts, between the brackets.
    pub parts: Vec<Tree<'a>>,
}

impl Shape {
    /// Its brackets; none for a shape without brackets.
    pub fn brackets(self) -> Option<(char, char)> {
        match self {
            Shape::Round => Some(('(', ')')),
            Shape::Square => Some(('[', ']')),
            Shape::Curly => Some(('{', '}')),
            Shape::Word | Shape::Number(_) | Shape::Text | Shape::Letter => None,
        }
    }

    /// The shape that this sign opens.
    fn opened_by(sign: char) -> Option<Shape> {
        let opens = |shape: &Shape| shape.brackets().is_some_and(|(open, _)| open == sign);
        [Shape::Round, Shape::Square, Shape::Curly].into_iter().find(opens)
    }
}

impl Tree<'_> {
    /// Returns whether it is this word and nothing more.
    pub fn is_word(&self, word: &str) -> bool {
        self.shape == Shape::Word && self.word == word
    }

    /// Returns whether its parts have names.
    pub fn has_fields(&self) -> bool {
        self.parts.first().is_some_and(|part| !part.role.is_empty())
    }
}

/// As it is written, on one line.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |f: &mut fmt::Formatter<'_>, quote: char| {
            f.write_char(quote)?;
            for letter in self.word.chars() {
                if letter == quote || letter == '\\' {
                    f.write_char('\\')?;
                }
                f.write_char(letter)?;
            }
            f.write_char(quote)
        };
        let Some((open, close)) = self.shape.brackets() else {
            return match self.shape {
                Shape::Number(number) => write!(f, "{number}"),
                Shape::Text => quoted(f, '"'),
                Shape::Letter => quoted(f, '\''),
                _ => f.write_str(&self.word),
            };
        };
        write!(f, "{}{open}", self.word)?;
        for (place, part) in self.parts.iter().enumerate() {
            match (self.shape, place % 2) {
                _ if place == 0 => {}
                (Shape::Curly, 1) => f.write_str(": ")?,
                _ => f.write_str(", ")?,
            }
            if !part.role.is_empty() {
                write!(f, "{}: ", part.role)?;
            }
            write!(f, "{part}")?;
        }
        f.write_char(close)
    }
}

/// A fault and its byte.
type Wrong = (usize, String);

/// Reads the text of a definition.
///
/// # Errors
/// The first place that cannot be read, or that is larger than [`crate::bounds`] let it be.
pub fn parse(text: &str) -> Result<Tree<'_>, DefinitionError> {
    if text.len() > DEFINITION_BYTES {
        let message = format!("the definition has {} bytes, more than {DEFINITION_BYTES}", text.len());
        return Err(DefinitionError { line: 1, column: 1, message });
    }
    whole(text).map_err(|(at, message)| fault(text, at, message))
}

fn whole(text: &str) -> Result<Tree<'_>, Wrong> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    match reader.peek()? {
        None => Ok(value),
        Some(more) => Err((reader.at, format!("the definition is at its end before `{more}`"))),
    }
}

/// A fault at a byte of a text.
pub fn fault(text: &str, at: usize, message: String) -> DefinitionError {
    let (line, column) = place_of(text, at);
    DefinitionError { line, column, message }
}

/// The line and the column of a byte of a text, from 1.
pub fn place_of(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..at];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) as u32 + 1;
    (line, column)
}

fn is_in_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is neither white space nor in a comment.
    fn peek(&mut self) -> Result<Option<char>, Wrong> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += if blank > 0 {
                blank
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                comment(rest).ok_or_else(|| (self.at, "this comment has no end".to_string()))?
            } else {
                return Ok(rest.chars().next());
            };
        }
    }

    /// Takes the next character where it is this one.
    fn takes(&mut self, sign: char) -> Result<bool, Wrong> {
        let is = self.peek()? == Some(sign);
        if is {
            self.at += sign.len_utf8();
        }
        Ok(is)
    }

    /// The longest beginning of the rest whose characters all satisfy `such`.
    fn run(&mut self, such: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = &rest[..rest.find(|letter| !such(letter)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    fn value(&mut self) -> Result<Tree<'a>, Wrong> {
        let first = self.peek()?;
        let at = self.at;
        let Some(first) = first else {
            return Err((at, "the definition ends here, and a value is expected".to_string()));
        };
        if let Some(shape) = Shape::opened_by(first) {
            let read = self.brackets(at, "", shape)?;
            return Ok(Tree { end: self.at, ..read });
        }
        let leaf = |shape, word: Cow<'a, str>| Tree { at, shape, word, ..Tree::default() };
        let rest = self.rest();
        let read = match first {
            '"' => Ok(leaf(Shape::Text, self.quoted('"')?)),
            'r' if rest[1..].trim_start_matches('#').starts_with('"') => Ok(leaf(Shape::Text, self.raw()?)),
            '\'' => {
                let said = self.quoted('\'')?;
                match said.chars().count() {
                    1 => Ok(leaf(Shape::Letter, said)),
                    _ => Err((at, "between single quotes stands one character".to_string())),
                }
            }
            '+' | '-' | '0'..='9' => Ok(leaf(Shape::Number(self.number()?), Cow::Borrowed(""))),
            letter if is_in_word(letter) => {
                let word = self.run(is_in_word);
                let end = self.at;
                if self.peek()? == Some('(') {
                    self.brackets(at, word, Shape::Round)
                } else {
                    return Ok(Tree { end, ..leaf(Shape::Word, word.into()) });
                }
            }
            sign => Err((at, format!("a value is expected, and here is `{sign}`"))),
        };
        read.map(|read| Tree { end: self.at, ..read })
    }

    /// The parts in the brackets that open here.
    fn brackets(&mut self, at: usize, word: &'a str, shape: Shape) -> Result<Tree<'a>, Wrong> {
        let begun = self.at;
        let (open, close) = shape.brackets().unwrap_or_default();
        self.at += open.len_utf8();
        self.depth += 1;
        if self.depth > DEFINITION_DEPTH {
            return Err((begun, format!("more than {DEFINITION_DEPTH} brackets inside each other")));
        }
        let mut parts: Vec<Tree<'a>> = Vec::new();
        let mut commas = 0;
        while !self.takes(close)? {
            self.entry(shape, &mut parts)?;
            if self.takes(',')? {
                commas += 1;
            } else if self.peek()? != Some(close) {
                return Err((self.at, self.missing(&format!("`,` or `{close}`"))));
            }
            if commas > DEFINITION_LIST {
                return Err((begun, format!("a list of more than {DEFINITION_LIST} entries")));
            }
        }
        self.depth -= 1;
        Ok(Tree { at, shape, word: word.into(), parts, ..Tree::default() })
    }

    /// One entry of brackets: a value, a field with its value, or a key with its value.
    fn entry(&mut self, shape: Shape, parts: &mut Vec<Tree<'a>>) -> Result<(), Wrong> {
        let mut value = self.value()?;
        let key = value.at;
        if shape != Shape::Square && self.takes(':')? {
            if shape == Shape::Curly {
                parts.push(std::mem::replace(&mut value, self.value()?));
            } else if let (Shape::Word, Cow::Borrowed(role)) = (value.shape, value.word) {
                value = Tree { role, role_at: key, ..self.value()? };
            } else {
                return Err((key, "before `:` stands the name of a field".to_string()));
            }
        } else if shape == Shape::Curly {
            return Err((self.at, self.missing("`:`")));
        }
        if parts.first().is_some_and(|first| first.role.is_empty() != value.role.is_empty()) {
            return Err((
                key,
                "either every entry has the name of a field before it, or none has".to_string(),
            ));
        }
        parts.push(value);
        Ok(())
    }

    /// That something else is expected than what stands here.
    fn missing(&self, expected: &str) -> String {
        match self.rest().chars().next() {
            Some(found) => format!("{expected} is expected, and here is `{found}`"),
            None => format!("the definition ends here, and {expected} is expected"),
        }
    }

    fn number(&mut self) -> Result<i64, Wrong> {
        let sign = self.run(|sign| matches!(sign, '+' | '-'));
        let at = self.at;
        let word = self.run(|letter| is_in_word(letter) || letter == '.');
        let plain = word.replace('_', "");
        let (digits, radix) = match plain.get(..2) {
            Some("0x") => (&plain[2..], 16),
            Some("0b") => (&plain[2..], 2),
            Some("0o") => (&plain[2..], 8),
            _ => (plain.as_str(), 10),
        };
        let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        if !is_number || sign.len() > 1 || word.starts_with('_') {
            return Err((at - sign.len(), format!("`{sign}{word}` is not a whole number")));
        }
        match u64::from_str_radix(digits, radix) {
            Ok(number) if number <= DEFINITION_NUMBER => {
                let number = number as i64;
                Ok(if sign == "-" { -number } else { number })
            }
            _ => Err((at, format!("{word} is larger than {DEFINITION_NUMBER}, the largest number here"))),
        }
    }

    /// The text in the quotes that open here.
    fn quoted(&mut self, quote: char) -> Result<Cow<'a, str>, Wrong> {
        let at = self.at;
        self.at += 1;
        let endless = || (at, "this text has no end".to_string());
        let plain = self.run(|letter| letter != quote && letter != '\\');
        if self.rest().starts_with(quote) {
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        let mut said = plain.to_string();
        loop {
            let here = self.at;
            let mut letters = self.rest().chars();
            match letters.next().ok_or_else(endless)? {
                '\\' => {
                    let escape = letters.next().ok_or_else(endless)?;
                    self.at += 1 + escape.len_utf8();
                    let meant =
                        self.escaped(escape).ok_or((here, format!("`\\{escape}` says nothing here")))?;
                    said.push(meant);
                }
                letter => {
                    self.at += letter.len_utf8();
                    if letter == quote {
                        return Ok(Cow::Owned(said));
                    }
                    said.push(letter);
                }
            }
        }
    }

    /// The character that an escape behind `\` stands for.
    fn escaped(&mut self, escape: char) -> Option<char> {
        match escape {
            '\'' | '"' | '\\' => Some(escape),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '0' => Some('\0'),
            'x' => {
                let digits = self.rest().get(..2)?;
                self.at += 2;
                u8::from_str_radix(digits, 16).ok().map(char::from)
            }
            'u' => {
                let (digits, _) = self.rest().strip_prefix('{')?.split_once('}')?;
                self.at += digits.len() + 2;
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
            }
            _ => None,
        }
    }

    /// The raw text that begins here.
    fn raw(&mut self) -> Result<Cow<'a, str>, Wrong> {
        let at = self.at;
        self.at += 1;
        let marks = self.run(|mark| mark == '#');
        self.at += 1;
        let (said, _) = self
            .rest()
            .split_once(&format!("\"{marks}"))
            .ok_or_else(|| (at, "this text has no end".to_string()))?;
        self.at += said.len() + 1 + marks.len();
        Ok(Cow::Borrowed(said))
    }
}

/// How long the comment is that a text begins with; comments can stand in each other.
pub(crate) fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0usize, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += rest.chars().next()?.len_utf8();
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn large_numbers_are_refused_where_they_stand() {
        assert_eq!(
            refused("Card(\n  a: N(2000000000))"),
            "2:8: 2000000000 is larger than 1000000, the largest number here"
        );
        assert_eq!(
            refused("N(-1_000_001)"),
            "1:4: 1_000_001 is larger than 1000000, the largest number here"
        );
        for large in [
            "0xfffff0",
            "0b11111111111111111111111",
            "0o77777777",
            "99999999999999999999999",
            "1000001i32",
            "00000001000001",
        ] {
            assert!(parse(&format!("(a:{large})")).is_err(), "{large}");
        }
    }

    #[test]
    fn what_is_no_large_number_is_not_refused() {
        for fine in [
            "N(1000000)",
            "N(-1000000)",
            "\"2000000000\"",
            "/* 2000000000 */ 3",
            "// 2000000000\n4",
            "a2000000000",
            "r#\"9999999999\"#",
            "0x10",
            "000",
        ] {
            assert!(parse(fine).is_ok(), "{fine}");
        }
        assert!(refused(&" ".repeat(DEFINITION_BYTES + 1)).contains("more than 65536"));
    }

    #[test]
    fn long_lists_are_refused_where_they_begin() {
        let list = |entries: usize| format!("(a:\n [{}])", "b(1, 2),".repeat(entries));
        assert!(parse(&list(DEFINITION_LIST)).is_ok());
        assert_eq!(refused(&list(DEFINITION_LIST + 1)), "2:2: a list of more than 64 entries");
    }

    #[test]
    fn what_cannot_be_read_is_refused_where_it_stands() {
        for (text, says) in [
            ("", "1:1: the definition ends here, and a value is expected"),
            ("A(\n b", "2:3: the definition ends here, and `,` or `)` is expected"),
            ("A(b c)", "1:5: `,` or `)` is expected, and here is `c`"),
            ("A(,)", "1:3: a value is expected, and here is `,`"),
            ("A(b))", "1:5: the definition is at its end before `)`"),
            ("A(b: 1, 2)", "1:9: either every entry has the name of a field before it, or none has"),
            ("A(1, b: 2)", "1:6: either every entry has the name of a field before it, or none has"),
            ("A(\"b\": 2)", "1:3: before `:` stands the name of a field"),
            ("{\"b\"}", "1:5: `:` is expected, and here is `}`"),
            ("[1.5]", "1:2: `1.5` is not a whole number"),
            ("[--5]", "1:2: `--5` is not a whole number"),
            ("[0x]", "1:2: `0x` is not a whole number"),
            ("\"a", "1:1: this text has no end"),
            ("\"a\\", "1:1: this text has no end"),
            ("r#\"a\"", "1:1: this text has no end"),
            ("\"a\\q\"", "1:3: `\\q` says nothing here"),
            ("'ab'", "1:1: between single quotes stands one character"),
            ("/* a /* b */ 1", "1:1: this comment has no end"),
        ] {
            assert_eq!(refused(text), says, "{text}");
        }
        assert!(parse(&format!("{}{}", "[".repeat(DEFINITION_DEPTH), "]".repeat(DEFINITION_DEPTH))).is_ok());
        assert_eq!(refused(&"[".repeat(100)), "1:65: more than 64 brackets inside each other");
    }

    #[test]
    fn what_was_read_is_written_as_it_was() {
        for text in [
            "Card(name: \"A \\\"b\\\" \\\\\", of: [N(-5), (1, None)], keys: {\"a\": 1, 'b': Some({})}, unit: ())",
            "[]",
        ] {
            assert_eq!(parse(text).map(|tree| tree.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn texts_say_what_they_say() {
        for (text, says) in [
            ("\"\"", ""),
            ("\"a // b\"", "a // b"),
            ("\"\\\"\\\\\\n\\t\\x41\\u{e9}\"", "\"\\\n\tA\u{e9}"),
            ("r\"a\\n\"", "a\\n"),
            ("r##\"a\"#b\"##", "a\"#b"),
            ("'\\''", "'"),
        ] {
            assert_eq!(parse(text).map(|tree| tree.word.into_owned()).as_deref(), Ok(says), "{text}");
        }
    }
}
