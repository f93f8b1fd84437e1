//! A grammar of wordings, and the trees of what it reads.
//!
//! A grammar is a text. A line without indent begins a rule, `#` a remark; each line below a rule is one of its
//! wordings, the preferred one first: `label = pattern`, or a pattern alone. A pattern is made of words (`a|an` is one of
//! several words), `<rule>` or `<role:rule>` for what a rule reads, `<#class>` for words that the compiler tells by itself,
//! `[…]` for what may be absent, `(… | …)` for one of several, and `…*` or `…+` behind a group or a rule for what is
//! repeated. All ways to read a line are tried; of two readings of the same words the one that stands first counts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::text::{Token, joined};

/// Words that are told by more than how they are written: the lengths of all that begin a list of words.
pub type Class = fn(&[Token]) -> Vec<usize>;

/// A grammar.
pub struct Grammar {
    rules: Vec<Vec<Way>>,
    names: BTreeMap<String, usize>,
    words: BTreeMap<String, u32>,
    classes: Vec<Class>,
}

/// A wording of a rule.
struct Way {
    label: String,
    parts: Vec<Part>,
    /// The words that it can begin with; nothing where a class begins it.
    first: Option<BTreeSet<u32>>,
}

enum Part {
    Words(Vec<u32>),
    Rule(String, usize),
    Class(String, usize),
    Maybe(Vec<Part>),
    Either(Vec<Vec<Part>>),
    Many(Vec<Part>, bool),
}

/// Says what a rule or a class has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<'g> {
    /// Its place in the pattern that it is part of: the name of the rule or class, unless the pattern gives another.
    pub role: &'g str,
    /// Which wording.
    pub label: &'g str,
    /// Its parts, in their order.
    pub parts: Vec<Rc<Tree<'g>>>,
    /// Its words as they are printed.
    pub words: Vec<&'g str>,
    /// The first word and the one behind the last.
    pub span: (usize, usize),
}

/// Where a line cannot be read by the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// How many words were understood.
    pub at: usize,
    /// Words and classes that could have stood there.
    pub wanted: Vec<String>,
}

impl<'g> Tree<'g> {
    /// Its part of this role, if it has one.
    pub fn get(&self, role: &str) -> Option<&Tree<'g>> {
        self.parts.iter().find(|part| part.role == role).map(|part| &**part)
    }

    /// Its parts of this role.
    pub fn all<'t>(&'t self, role: &'t str) -> impl Iterator<Item = &'t Tree<'g>> + 't {
        self.parts.iter().filter(move |part| part.role == role).map(|part| &**part)
    }

    /// Its part of this role.
    ///
    /// # Errors
    /// That it has none.
    pub fn need(&self, role: &str) -> Result<&Tree<'g>, String> {
        self.get(role).ok_or_else(|| format!("`{}` has no {role}", self.text()))
    }

    /// Returns whether it has a part of this role.
    pub fn has(&self, role: &str) -> bool {
        self.get(role).is_some()
    }

    /// Its words.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// Returns whether this word is among its own.
    pub fn says(&self, word: &str) -> bool {
        self.words.iter().any(|own| own.eq_ignore_ascii_case(word))
    }

    /// As lines for people: what was read, by which rule and wording.
    pub fn shown(&self) -> String {
        fn add(tree: &Tree<'_>, depth: usize, out: &mut String) {
            let label = if tree.label.is_empty() { String::new() } else { format!(" {}", tree.label) };
            out.push_str(&format!("{}{}{label}: {}\n", "  ".repeat(depth), tree.role, tree.text()));
            tree.parts.iter().for_each(|part| add(part, depth + 1, out));
        }
        let mut out = String::new();
        add(self, 0, &mut out);
        out
    }
}

/// Reads a grammar.
struct Builder<'c> {
    names: BTreeMap<String, usize>,
    words: BTreeMap<String, u32>,
    classes: &'c [(&'static str, Class)],
}

impl Grammar {
    /// Reads a grammar, with the classes that it names.
    ///
    /// # Errors
    /// The line that cannot be read.
    pub fn new(text: &str, classes: &[(&'static str, Class)]) -> Result<Grammar, String> {
        let mut builder = Builder { names: BTreeMap::new(), words: BTreeMap::new(), classes };
        let lines: Vec<&str> =
            text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
        for line in lines.iter().filter(|line| !line.starts_with(' ')) {
            let place = builder.names.len();
            if builder.names.insert(line.trim().to_string(), place).is_some() {
                return Err(format!("the rule `{line}` is there twice"));
            }
        }
        let mut rules: Vec<Vec<Way>> = Vec::new();
        for line in lines {
            if !line.starts_with(' ') {
                rules.push(Vec::new());
                continue;
            }
            let (label, pattern) = line.split_once(" = ").unwrap_or(("", line));
            let parts = builder.pattern(pattern).map_err(|why| format!("{why}, in `{}`", line.trim()))?;
            let way = Way { label: label.trim().to_string(), parts, first: None };
            rules.last_mut().ok_or_else(|| format!("`{line}` belongs to no rule"))?.push(way);
        }
        let classes = classes.iter().map(|class| class.1).collect();
        let mut grammar = Grammar { rules, names: builder.names, words: builder.words, classes };
        grammar.find_beginnings();
        Ok(grammar)
    }

    /// Notes with which words each wording can begin, until nothing new is found.
    fn find_beginnings(&mut self) {
        // For each rule the words, whether a class begins it, and whether it can be empty.
        let mut known: Vec<Beginning> = self.rules.iter().map(|_| Beginning::default()).collect();
        loop {
            let mut news = known.clone();
            for (place, ways) in self.rules.iter().enumerate() {
                for way in ways {
                    let own = beginning(&way.parts, &known);
                    news[place].join(&own);
                    news[place].empty |= own.empty;
                }
            }
            if news == known {
                break;
            }
            known = news;
        }
        for ways in &mut self.rules {
            for way in ways {
                let own = beginning(&way.parts, &known);
                way.first = (!own.class && !own.empty).then_some(own.words);
            }
        }
    }

    /// Reads a whole list of words by a rule.
    ///
    /// # Errors
    /// How far it is understood.
    pub fn read<'g>(&'g self, rule: &str, tokens: &'g [Token]) -> Result<Rc<Tree<'g>>, Misread> {
        let Some(&rule) = self.names.get(rule) else {
            return Err(Misread { at: 0, wanted: vec![format!("a rule `{rule}`")] });
        };
        let ids = tokens.iter().map(|token| self.words.get(&token.text).copied()).collect();
        let kept = vec![None; self.rules.len() * (tokens.len() + 1)];
        let mut reader = Reader { grammar: self, tokens, ids, kept, far: 0, wanted: BTreeSet::new() };
        let all = reader.rule(rule, 0);
        let whole = all.iter().find(|(_, end)| *end == tokens.len());
        whole.map(|(tree, _)| tree.clone()).ok_or_else(|| {
            let far = all.iter().map(|(_, end)| *end).max().unwrap_or(0).max(reader.far);
            let name = |id: &u32| self.words.iter().find(|word| word.1 == id).map(|word| word.0.clone());
            Misread { at: far, wanted: reader.wanted.iter().filter_map(name).collect() }
        })
    }
}

/// With what something begins.
#[derive(Clone, Default, PartialEq)]
struct Beginning {
    words: BTreeSet<u32>,
    class: bool,
    empty: bool,
}

impl Beginning {
    fn join(&mut self, other: &Beginning) {
        self.words.extend(&other.words);
        self.class |= other.class;
    }
}

fn beginning(parts: &[Part], known: &[Beginning]) -> Beginning {
    let mut all = Beginning { empty: true, ..Beginning::default() };
    for part in parts {
        let own = match part {
            Part::Words(words) => {
                Beginning { words: words.iter().copied().collect(), ..Beginning::default() }
            }
            Part::Rule(_, rule) => known[*rule].clone(),
            Part::Class(..) => Beginning { class: true, ..Beginning::default() },
            Part::Maybe(inner) => Beginning { empty: true, ..beginning(inner, known) },
            Part::Many(inner, once) => {
                let own = beginning(inner, known);
                Beginning { empty: own.empty || !once, ..own }
            }
            Part::Either(ways) => {
                let mut own = Beginning::default();
                for way in ways {
                    let one = beginning(way, known);
                    own.join(&one);
                    own.empty |= one.empty;
                }
                own
            }
        };
        all.join(&own);
        if !own.empty {
            all.empty = false;
            break;
        }
    }
    all
}

impl Builder<'_> {
    fn pattern(&mut self, text: &str) -> Result<Vec<Part>, String> {
        let mut spaced = String::new();
        let mut depth = 0i32;
        for letter in text.chars() {
            depth += i32::from("([".contains(letter)) - i32::from(")]".contains(letter));
            if letter == '|' && depth > 0 {
                // Between brackets it parts whole wordings.
                spaced.push_str(" | ");
            } else if "[]()*+".contains(letter) {
                // A sign behind a word is part of that: `+1/+1`.
                let word = spaced.chars().next_back().is_some_and(|last| !" >)]".contains(last));
                if letter == '+' && (word || spaced.ends_with(' ')) {
                    spaced.push(letter);
                    continue;
                }
                spaced.push(' ');
                spaced.push(letter);
                spaced.push(' ');
            } else {
                spaced.push(letter);
            }
        }
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut at = 0;
        let parts = self.parts(&words, &mut at)?;
        if at < words.len() { Err(format!("`{}` is not opened", words[at])) } else { Ok(parts) }
    }

    fn parts(&mut self, words: &[&str], at: &mut usize) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        while let Some(word) = words.get(*at) {
            match *word {
                ")" | "]" | "|" => break,
                "(" | "[" => {
                    *at += 1;
                    let mut ways = vec![self.parts(words, at)?];
                    while words.get(*at) == Some(&"|") {
                        *at += 1;
                        ways.push(self.parts(words, at)?);
                    }
                    let close = if *word == "(" { ")" } else { "]" };
                    if words.get(*at) != Some(&close) {
                        return Err(format!("`{close}` is missing"));
                    }
                    let group = if ways.len() == 1 && *word == "[" {
                        ways.remove(0)
                    } else {
                        vec![Part::Either(ways)]
                    };
                    match *word {
                        "(" => parts.extend(group),
                        _ => parts.push(Part::Maybe(group)),
                    }
                }
                "*" | "+" => {
                    let last = parts.pop().ok_or("nothing is repeated")?;
                    parts.push(Part::Many(vec![last], *word == "+"));
                }
                _ => parts.push(self.word(word)?),
            }
            *at += 1;
        }
        Ok(parts)
    }

    fn word(&mut self, word: &str) -> Result<Part, String> {
        if let Some(inner) = word.strip_prefix('<').and_then(|word| word.strip_suffix('>')) {
            let (role, name) = inner.split_once(':').unwrap_or((inner.trim_start_matches('#'), inner));
            if let Some(name) = name.strip_prefix('#') {
                let place = self.classes.iter().position(|class| class.0 == name);
                return place
                    .map(|place| Part::Class(role.to_string(), place))
                    .ok_or_else(|| format!("there is no class `{name}`"));
            }
            let rule = self.names.get(name).ok_or_else(|| format!("there is no rule `{name}`"))?;
            return Ok(Part::Rule(role.to_string(), *rule));
        }
        let mut ids = Vec::new();
        for one in word.split('|') {
            let next = self.words.len() as u32;
            ids.push(*self.words.entry(one.to_string()).or_insert(next));
        }
        Ok(Part::Words(ids))
    }
}

/// Says what a rule reads from a place on: the trees and where each ends.
type Readings<'g> = Rc<Vec<(Rc<Tree<'g>>, usize)>>;

/// Parts that were read, and where they end.
type Partly<'g> = (Vec<Rc<Tree<'g>>>, usize);

struct Reader<'g> {
    grammar: &'g Grammar,
    tokens: &'g [Token],
    ids: Vec<Option<u32>>,
    kept: Vec<Option<Readings<'g>>>,
    far: usize,
    wanted: BTreeSet<u32>,
}

impl<'g> Reader<'g> {
    fn rule(&mut self, rule: usize, at: usize) -> Readings<'g> {
        let place = rule * (self.tokens.len() + 1) + at;
        if let Some(kept) = &self.kept[place] {
            return kept.clone();
        }
        // Here, what begins with itself begins with nothing.
        self.kept[place] = Some(Rc::new(Vec::new()));
        let mut all: Vec<(Rc<Tree<'g>>, usize)> = Vec::new();
        let grammar = self.grammar;
        for way in &grammar.rules[rule] {
            if let Some(first) = &way.first
                && !self.ids.get(at).copied().flatten().is_some_and(|id| first.contains(&id))
            {
                if at >= self.far {
                    self.miss(at, first.iter().copied());
                }
                continue;
            }
            for (parts, end) in self.sequence(&way.parts, (Vec::new(), at)) {
                if all.iter().all(|(_, other)| *other != end) {
                    all.push((Rc::new(self.tree("", &way.label, parts, (at, end))), end));
                }
            }
        }
        let all = Rc::new(all);
        self.kept[place] = Some(all.clone());
        all
    }

    fn tree(
        &self,
        role: &'g str,
        label: &'g str,
        parts: Vec<Rc<Tree<'g>>>,
        span: (usize, usize),
    ) -> Tree<'g> {
        let words = self.tokens[span.0..span.1].iter().map(|token| token.printed.as_str()).collect();
        Tree { role, label, parts, words, span }
    }

    /// Notes that something else was wanted at a place.
    fn miss(&mut self, at: usize, wanted: impl Iterator<Item = u32>) {
        if at > self.far {
            self.far = at;
            self.wanted.clear();
        }
        if at == self.far {
            self.wanted.extend(wanted);
        }
    }

    fn sequence(&mut self, parts: &'g [Part], from: Partly<'g>) -> Vec<Partly<'g>> {
        let mut states = vec![from];
        for part in parts {
            let mut next: Vec<Partly<'g>> = Vec::new();
            for state in states {
                for after in self.part(part, state) {
                    if next.iter().all(|other| other.1 != after.1) {
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                return next;
            }
            states = next;
        }
        states
    }

    fn part(&mut self, part: &'g Part, state: Partly<'g>) -> Vec<Partly<'g>> {
        let at = state.1;
        match part {
            Part::Words(words) => match self.ids.get(at).copied().flatten() {
                Some(id) if words.contains(&id) => vec![(state.0, at + 1)],
                _ => {
                    self.miss(at, words.iter().copied());
                    Vec::new()
                }
            },
            Part::Rule(role, rule) => {
                let read = self.rule(*rule, at);
                let with = |(tree, end): &(Rc<Tree<'g>>, usize)| {
                    let mut parts = state.0.clone();
                    parts.push(Rc::new(Tree { role, ..(**tree).clone() }));
                    (parts, *end)
                };
                read.iter().map(with).collect()
            }
            Part::Class(role, class) => {
                let found = self.grammar.classes[*class](&self.tokens[at..]);
                if found.is_empty() {
                    self.miss(at, std::iter::empty());
                }
                let with = |length: usize| {
                    let mut parts = state.0.clone();
                    parts.push(Rc::new(self.tree(role, "", Vec::new(), (at, at + length))));
                    (parts, at + length)
                };
                found.into_iter().map(with).collect()
            }
            Part::Maybe(inner) => {
                let mut all = self.sequence(inner, state.clone());
                all.push(state);
                all
            }
            Part::Either(ways) => ways.iter().flat_map(|way| self.sequence(way, state.clone())).collect(),
            Part::Many(inner, once) => self.many(inner, state, *once),
        }
    }

    /// As often as it can be read, the most often first.
    fn many(&mut self, inner: &'g [Part], state: Partly<'g>, once: bool) -> Vec<Partly<'g>> {
        let mut rounds = vec![vec![state]];
        while let Some(last) = rounds.last() {
            let mut next: Vec<Partly<'g>> = Vec::new();
            for state in last.clone() {
                let at = state.1;
                for after in self.sequence(inner, state) {
                    // Among two ways to the same word the first one counts, so that their number does not grow.
                    if after.1 > at && next.iter().all(|other| other.1 != after.1) {
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            rounds.push(next);
        }
        rounds.into_iter().skip(usize::from(once)).rev().flatten().collect()
    }
}

/// The words of a line from a place on.
pub fn rest(tokens: &[Token], at: usize) -> String {
    joined(&tokens[at.min(tokens.len())..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens;

    const GRAMMAR: &str = "
line
    draw = draw|draws <many>
    tap = tap <thing> ( (and | or) <thing> )* [ today ]
many
    one = a card
    more = <#number> cards
thing
    <adjective:color>* beast
    it
color
    red
    blue
";

    fn number(tokens: &[Token]) -> Vec<usize> {
        tokens.first().filter(|token| token.text.parse::<u32>().is_ok()).map(|_| 1).into_iter().collect()
    }

    fn grammar() -> Grammar {
        Grammar::new(GRAMMAR, &[("number", number)]).unwrap()
    }

    #[test]
    fn a_line_is_read_in_full_or_not_at_all() {
        let grammar = grammar();
        let line = tokens("tap red blue beast and it today");
        let tree = grammar.read("line", &line).unwrap();
        assert_eq!((tree.label, tree.all("thing").count()), ("tap", 2));
        assert_eq!(tree.get("thing").unwrap().all("adjective").count(), 2);
        let line = tokens("draw 3 cards");
        assert_eq!(grammar.read("line", &line).unwrap().need("many").unwrap().label, "more");
        let line = tokens("draw 3 beasts");
        assert_eq!(
            grammar.read("line", &line).unwrap_err(),
            Misread { at: 2, wanted: vec!["cards".to_string()] }
        );
    }

    #[test]
    fn many_ways_to_read_a_line_take_no_more_time_than_its_length_allows() {
        let grammar =
            Grammar::new("line\n    ( <a> | <a> <a> | <a> <a> <a> )* end\na\n    a\n", &[]).unwrap();
        let line = tokens(&format!("{}end", "a ".repeat(200)));
        assert_eq!(grammar.read("line", &line).unwrap().span, (0, 201));
        assert!(grammar.read("line", &line[..200]).is_err());
    }

    #[test]
    fn what_a_grammar_lacks_is_named() {
        assert!(Grammar::new("line\n    <nothing>\n", &[]).is_err());
        assert!(Grammar::new("line\n    ( open\n", &[]).is_err());
        assert!(Grammar::new("line\n    <#number>\n", &[]).is_err());
    }
}
