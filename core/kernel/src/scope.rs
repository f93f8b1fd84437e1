//! References in definitions: one walk over a definition that knows, at each word, which things a word can
//! refer to.
//!
//! The kernel reads a definition as a tree of words with their places in its text, whatever the game. A game
//! says with [`Sense`] what its words introduce and what they need; a word whose referent is missing is a
//! fault, because in play it would do nothing.

mod json;
mod operands;
mod placing;
mod reading;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::deck::closest;
use crate::info::DefinitionError;
use crate::migration::read_as_today;
use crate::renamed::Versioned;
use crate::syntax::{Shape, Tree};

pub use json::in_json;
pub use operands::{Kind, Operand, done_to, done_to_operands};

/// The referents of every game's words.
pub mod sort {
    /// A group of targets.
    pub const TARGET: &str = "target group";
    /// A mode.
    pub const MODE: &str = "mode";
    /// A number that a script keeps.
    pub const KEPT: &str = "kept number";
    /// The last action of a script.
    pub const LAST: &str = "last action";
    /// The object of an event.
    pub const OBJECT: &str = "object of the event";
    /// The other object of an event.
    pub const OTHER: &str = "other object of the event";
    /// The player of an event.
    pub const PLAYER: &str = "player of the event";
    /// The amount of an event.
    pub const AMOUNT: &str = "amount of the event";
    /// The current member of a loop.
    pub const IT: &str = "member of a loop";
    /// A loop over a group.
    pub const LOOP: &str = "loop";
    /// A part of a choice.
    pub const CHOICE: &str = "part of a choice";
    /// A script that waits.
    pub const DELAYED: &str = "delayed script";
    /// A number that a player chooses for X.
    pub const X: &str = "X";
    /// The referents that only an event has.
    pub const EVENT: [&str; 4] = [OBJECT, OTHER, PLAYER, AMOUNT];
}

/// A word of a definition with what stands in its brackets; also a list, a record with fields, a number, a
/// text.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// The kind of word: the name of its type; empty for lists, numbers and texts.
    pub kind: &'static str,
    /// The word; empty for records, lists, numbers and texts.
    pub word: &'static str,
    /// The name of its field; empty if it has none.
    pub role: &'static str,
    /// A number or a text; empty for everything else.
    pub text: String,
    /// How it is written.
    pub shape: Shape,
    /// Its parts, in the order of the language.
    pub parts: Vec<Node>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Node {
    /// A definition's value as words, with their places in the text that was read as this tree.
    fn placed(definition: &impl Serialize, tree: &Tree<'_>, text: &str) -> Node {
        let mut node = Node::of(definition);
        placing::place(&mut node, tree, text);
        node
    }

    /// As it would be written, without a place.
    pub fn tree(&self) -> Tree<'static> {
        let word =
            if self.text.is_empty() { Cow::Borrowed(self.word) } else { Cow::Owned(self.text.clone()) };
        let word = match self.shape {
            Shape::Word if word.is_empty() => Cow::Borrowed("None"),
            Shape::Number(_) => Cow::Borrowed(""),
            _ => word,
        };
        let parts = self.parts.iter().map(Node::tree).collect();
        Tree { role: self.role, shape: self.shape, word, parts, ..Tree::default() }
    }

    /// Reads a part of a definition as words, without their places.
    pub fn of(part: &impl Serialize) -> Node {
        reading::node(part)
    }

    /// Returns whether it is this word of this kind.
    pub fn is(&self, kind: &str, word: &str) -> bool {
        self.kind == kind && self.word == word
    }

    /// The field of this name.
    pub fn field(&self, role: &str) -> Option<&Node> {
        self.parts.iter().find(|part| part.role == role)
    }

    /// How many entries the list in the field of this name has.
    pub fn entries(&self, role: &str) -> u32 {
        self.field(role).map_or(0, |list| list.parts.len() as u32)
    }

    /// The number that it is.
    pub fn number(&self) -> Option<i64> {
        self.text.parse().ok()
    }

    /// The number at a place of its parts.
    pub fn number_at(&self, part: usize) -> Option<u32> {
        self.parts.get(part).and_then(Node::number).and_then(|number| u32::try_from(number).ok())
    }

    /// Returns whether it, or anything in it, is such a word.
    pub fn any(&self, such: &impl Fn(&Node) -> bool) -> bool {
        such(self) || self.parts.iter().any(|part| part.any(such))
    }

    /// Returns whether it says the same as another node; places do not count.
    pub fn says(&self, other: &Node) -> bool {
        let same = (self.kind, self.word, &self.text, self.parts.len())
            == (other.kind, other.word, &other.text, other.parts.len());
        same && self.parts.iter().zip(&other.parts).all(|(own, other)| own.says(other))
    }

    /// The fault that stands here.
    pub fn fault(&self, message: String) -> DefinitionError {
        DefinitionError { line: self.line, column: self.column, message }
    }

    /// Returns whether it has neither word nor text nor parts.
    fn is_nothing(&self) -> bool {
        self.word.is_empty() && self.text.is_empty() && self.parts.is_empty()
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}{}", self.word, self.text)?;
        // Fields that a definition leaves out are skipped.
        let said = self.parts.iter().filter(|part| !part.is_nothing());
        for (place, part) in said.enumerate() {
            write!(out, "{}{part}", if place == 0 { "(" } else { ", " })?;
        }
        if self.parts.iter().all(Node::is_nothing) { Ok(()) } else { write!(out, ")") }
    }
}

/// The referents at a word: for each sort their number, or something with a number at each place of the sort.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    there: BTreeMap<(&'static str, u32), u32>,
}

impl Scope {
    /// How many there are of a sort.
    pub fn count(&self, sort: &'static str) -> u32 {
        self.at(sort, 0).unwrap_or(0)
    }

    /// Returns whether there is one of a sort.
    pub fn has(&self, sort: &'static str) -> bool {
        self.count(sort) > 0
    }

    /// Sets the number of referents of a sort from here on.
    pub fn set(&mut self, sort: &'static str, count: u32) {
        self.mark(sort, 0, count);
    }

    /// From here on there is one more of a sort.
    pub fn add(&mut self, sort: &'static str) {
        self.set(sort, self.count(sort).saturating_add(1));
    }

    /// The referent at a place of a sort.
    pub fn at(&self, sort: &'static str, place: u32) -> Option<u32> {
        self.there.get(&(sort, place)).copied()
    }

    /// From here on this is at a place of a sort.
    pub fn mark(&mut self, sort: &'static str, place: u32, what: u32) {
        self.there.insert((sort, place), what);
    }

    /// That a word needs one of a sort.
    ///
    /// # Errors
    /// That there is none, and why.
    pub fn need(&self, node: &Node, sort: &'static str, why: &str) -> Result<(), String> {
        if self.has(sort) { Ok(()) } else { Err(format!("`{node}` refers to nothing: {why}")) }
    }

    /// That a word refers by its first number to one of a sort, counted from 0.
    ///
    /// # Errors
    /// That there is none at that place, and the last that there is.
    pub fn nth(&self, node: &Node, sort: &'static str) -> Result<(), String> {
        let (count, place) = (self.count(sort), node.number_at(0).unwrap_or(0));
        match count.checked_sub(1) {
            Some(last) if place <= last => Ok(()),
            None => Err(format!("`{node}` refers to nothing: there is no {sort} here")),
            Some(last) => {
                let mut meant = node.clone();
                meant.parts.iter_mut().take(1).for_each(|part| part.text = last.to_string());
                let (is, ending) = if count == 1 { ("is", "") } else { ("are", "s") };
                Err(format!(
                    "`{node}` refers to nothing: there {is} {count} {sort}{ending} here, counted from 0; did you mean `{meant}`?"
                ))
            }
        }
    }
}

/// The kinds of things that a definition can name and that must then be defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A card or a token.
    Any,
    /// A card or a token, whose name is the same whether its letters are small or not.
    Letters,
    /// A card.
    Card,
    /// A token.
    Token,
}

/// A name that a definition says, of something that must be defined too.
#[derive(Debug, Clone)]
pub struct Named {
    /// The wanted kind.
    pub sort: Sort,
    /// Where the name stands, as its text.
    pub node: Node,
}

/// The meaning of a game's words for references.
pub trait Sense {
    /// The referents that outlast the word that introduces them, up to the end of the ability.
    const LASTING: &'static [&'static str];
    /// The kinds of words behind which nothing of that stays: abilities, of which none knows what another did.
    const APART: &'static [&'static str] = &[];

    /// Checks that what a word needs is there, and says what there is inside of the word.
    ///
    /// # Errors
    /// Returns what the word refers to in vain.
    fn enter(node: &Node, scope: &mut Scope) -> Result<(), String>;

    /// Says what a word, once it has been read, has introduced for what follows it in the same word.
    fn leave(node: &Node, scope: &mut Scope);

    /// The sort of the names that stand directly in a word, or of the name that a text is.
    fn names(node: &Node) -> Option<Sort>;
}

/// A definition as words.
///
/// # Errors
/// That the text is not a definition.
pub fn node<D: Serialize + DeserializeOwned + Versioned>(text: &str) -> Result<Node, DefinitionError> {
    let (definition, tree) = read_as_today::<D>(text)?;
    Ok(Node::placed(&definition, &tree, text))
}

/// Walks over a definition: the names that it says, once every word of it has been found to refer to
/// something.
///
/// # Errors
/// That the text is not a definition, or the first word that refers to nothing, with its place.
pub fn check<D: Serialize + DeserializeOwned + Versioned, S: Sense>(
    text: &str,
) -> Result<Vec<Named>, DefinitionError> {
    let mut found = Found::default();
    walk::<S>(&node::<D>(text)?, &mut Scope::default(), &mut found, ALL_OR_NOTHING)?;
    Ok(found.named)
}

/// Walks over a definition that can be read: the names that it says, and the first word of each field, or of each
/// entry of a field's list, that refers to nothing.
///
/// # Errors
/// That the text is not a definition.
pub fn check_all<D: Serialize + DeserializeOwned + Versioned, S: Sense>(
    text: &str,
) -> Result<(Vec<Named>, Vec<DefinitionError>), DefinitionError> {
    let mut found = Found::default();
    if let Err(fault) = walk::<S>(&node::<D>(text)?, &mut Scope::default(), &mut found, 0) {
        found.faults.push(fault);
    }
    Ok((found.named, found.faults))
}

/// The finds of a walk.
#[derive(Default)]
struct Found {
    named: Vec<Named>,
    faults: Vec<DefinitionError>,
}

/// How deep the parts stand after whose faults a walk does not end: the definition's fields and the entries of their
/// lists.
const APART_FROM_EACH_OTHER: u8 = 2;

/// So deep that a walk ends at the first fault.
const ALL_OR_NOTHING: u8 = APART_FROM_EACH_OTHER;

fn walk<S: Sense>(
    node: &Node,
    scope: &mut Scope,
    found: &mut Found,
    depth: u8,
) -> Result<(), DefinitionError> {
    let mut inside = scope.clone();
    S::enter(node, &mut inside).map_err(|message| node.fault(message))?;
    if let Some(sort) = S::names(node) {
        let is_text = |node: &&Node| node.kind.is_empty() && !node.text.is_empty() && node.number().is_none();
        let inside = node
            .parts
            .iter()
            .flat_map(|part| if part.parts.is_empty() { std::slice::from_ref(part) } else { &part.parts });
        found.named.extend(
            [node].into_iter().chain(inside).filter(is_text).map(|text| Named { sort, node: text.clone() }),
        );
    }
    let is_list = node.kind.is_empty() && node.text.is_empty();
    for (place, part) in node.parts.iter().enumerate() {
        if is_list {
            inside.set(PLACE, place as u32);
        }
        // A list in a field keeps its entries apart; a record in a field is one thing.
        let part_is_list = part.kind.is_empty() && part.text.is_empty();
        let inner = if part_is_list { depth.saturating_add(1) } else { ALL_OR_NOTHING };
        match walk::<S>(part, &mut inside, found, inner) {
            Err(fault) if depth < APART_FROM_EACH_OTHER => found.faults.push(fault),
            walked => walked?,
        }
    }
    let stays = |key: &(&'static str, u32)| S::LASTING.contains(&key.0) && !S::APART.contains(&node.kind);
    let lasting = inside.there.into_iter().filter(|(key, _)| stays(key));
    for (key, count) in lasting {
        let outside = scope.there.entry(key).or_default();
        *outside = count.max(*outside);
    }
    S::leave(node, scope);
    Ok(())
}

/// In which place of the innermost list a word stands, counted from 0.
pub const PLACE: &str = "place in a list";

/// Adds the referents that the words of a script introduce inside of them; these words are the same in every
/// game.
///
/// # Errors
/// An empty script where an action is needed.
pub fn script(node: &Node, scope: &mut Scope) -> Result<(), String> {
    match node.word {
        // A part of a choice may be that nothing is done.
        "Seq" if scope.has(sort::CHOICE) => {}
        "Seq" | "Choose"
            if node
                .parts
                .iter()
                .any(|part| part.kind.is_empty() && part.text.is_empty() && part.parts.is_empty()) =>
        {
            return Err(format!("`{}` of nothing does nothing", node.word));
        }
        "Choose" => scope.set(sort::CHOICE, 1),
        "Pay" if node.parts.get(1).is_some_and(|costs| costs.parts.is_empty()) => {
            return Err("`Pay` without costs asks for nothing".to_string());
        }
        "Pay" => scope.set(sort::CHOICE, 1),
        "Each" => scope.set(sort::LOOP, 1),
        "Repeat" if !scope.has(sort::IT) && node.parts.first().is_some_and(says_it) => {
            return Err(format!(
                "`{}` refers to nothing: how often it is done is known before the first time",
                node.parts[0]
            ));
        }
        "Repeat" => scope.set(sort::IT, 1),
        "Delayed" => scope.set(sort::DELAYED, 1),
        _ => {}
    }
    Ok(())
}

/// Returns whether something speaks of what a loop has at hand.
fn says_it(node: &Node) -> bool {
    node.any(&|node: &Node| node.is("Ref", "It"))
}

/// That a filter which is made of others can match something.
///
/// # Errors
/// Why it matches nothing.
pub fn filter(node: &Node) -> Result<(), String> {
    match node.word {
        "All" => node.parts.iter().try_for_each(|list| contradiction(&list.parts)),
        "Either" if node.parts.iter().all(|list| list.parts.is_empty()) => {
            Err("`Either` of nothing matches nothing".to_string())
        }
        _ => Ok(()),
    }
}

/// Checks that no part of a filter, whose parts must all match, is one that `never` matches; `nothing` names
/// the empty result: "no spell".
///
/// # Errors
/// The part.
pub fn asked(filter: &Node, nothing: &str, never: &impl Fn(&Node) -> bool) -> Result<(), String> {
    match filter.word {
        "All" => {
            filter.parts.iter().flat_map(|list| &list.parts).try_for_each(|part| asked(part, nothing, never))
        }
        _ if filter.kind == "Filter" && never(filter) => Err(format!("{nothing} matches `{filter}`")),
        _ => Ok(()),
    }
}

/// That nothing matches both: a filter, and the same one denied.
fn contradiction(all: &[Node]) -> Result<(), String> {
    let denied = |filter: &Node| {
        all.iter()
            .any(|other| other.word == "Not" && other.parts.first().is_some_and(|inner| inner.says(filter)))
    };
    match all.iter().find(|filter| denied(filter)) {
        Some(filter) => Err(format!("nothing matches both `{filter}` and `Not({filter})`")),
        None => Ok(()),
    }
}

/// A suggestion for a mistyped name, as the end of a sentence.
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(name, known).map_or(String::new(), |meant| format!("; did you mean \"{meant}\"?"))
}
