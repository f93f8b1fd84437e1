//! `duelog cards words \"any number of\"`: which words of the language say a piece of a card's text.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::Factory;
use duelog_kernel::deck::closest;
use duelog_kernel::scope::Node;
use duelog_kernel::vocabulary::Word;
use serde::Serialize;

use super::vocabulary::shape;
use crate::output::{Context, Done, End, Failure};

/// How many words are told of a piece of text.
const WORDS_MAX: usize = 6;

/// How many cards are told as examples.
const EXAMPLES_MAX: usize = 2;

/// A piece of text in one game, as one line of JSON.
#[derive(Debug, Serialize)]
struct Spoken<'a> {
    game: &'a str,
    text: &'a str,
    /// How many cards say it.
    cards: usize,
    words: Vec<Saying<'a>>,
    examples: Vec<Example>,
}

/// A word that cards which say it have in common.
#[derive(Debug, Serialize)]
struct Saying<'a> {
    kind: &'a str,
    #[serde(flatten)]
    word: &'a Word,
    /// How many of the cards have it.
    cards: usize,
}

/// A card that says it, and the line in which it does.
#[derive(Debug, Serialize)]
struct Example {
    card: String,
    line: String,
}

/// Names of words and kinds, and pieces of text among the names that are asked for. A name in small letters can be both.
pub fn sorted(names: &[String], factory: &dyn Factory) -> (Vec<String>, Vec<String>) {
    let kinds = factory.words();
    let is_word = |name: &&String| {
        let mut known =
            kinds.iter().flat_map(|kind| kind.words.iter().map(|word| word.word).chain([kind.kind]));
        known.any(|known| known.eq_ignore_ascii_case(name)) || factory.history().called(name).next().is_some()
    };
    let is_text =
        |name: &&String| name.contains(' ') || name.starts_with(|letter: char| letter.is_lowercase());
    let words = names.iter().filter(|name| is_word(name) || !is_text(name)).cloned().collect();
    (words, names.iter().filter(is_text).cloned().collect())
}

/// Shows pieces of text in all these games; `words` are the names that were shown as words already.
pub fn show(pieces: &[String], words: &[String], factories: &[Box<dyn Factory>], context: &Context) -> Done {
    if pieces.is_empty() {
        return Ok(End::Success);
    }
    let read: Vec<Vec<Read>> = factories.iter().map(|factory| read(&**factory)).collect();
    for piece in pieces {
        let mut anywhere = false;
        for (factory, cards) in factories.iter().zip(&read) {
            let spoken = spoken(piece, &**factory, cards);
            anywhere |= spoken.cards > 0;
            if context.json() {
                context.value(&spoken);
            } else if spoken.cards > 0 {
                page(&spoken, context);
            }
        }
        if !anywhere && !words.contains(piece) && !context.json() {
            return Err(nowhere(piece, factories, &read));
        }
    }
    Ok(End::Success)
}

/// That no card says it, and what is near.
fn nowhere(piece: &str, factories: &[Box<dyn Factory>], read: &[Vec<Read>]) -> Failure {
    let words = factories.iter().flat_map(|factory| factory.words()).flat_map(|kind| kind.words);
    let meant =
        closest(piece, words.map(|word| word.word)).map(|word| format!("did you mean the word \"{word}\"? "));
    let part = piece.split_whitespace().max_by_key(|word| word.len()).unwrap_or_default();
    let says = read.iter().flatten().any(|card| card.line_with(part).is_some());
    let part = (says && part != piece).then(|| format!("`duelog cards words {part}` finds cards. "));
    Failure::usage(
        format!("no card that is built in says \"{piece}\""),
        format!(
            "{}{}Pieces of text are found in the words that `duelog cards show CARD` prints",
            meant.unwrap_or_default(),
            part.unwrap_or_default()
        ),
    )
}

/// A card that was read for the index.
struct Read {
    name: String,
    reading: Vec<String>,
    words: BTreeSet<(&'static str, &'static str)>,
    /// How many letters its definition has.
    length: usize,
}

impl Read {
    /// The line of its text in which a piece stands; the first line is its name.
    fn line_with(&self, piece: &str) -> Option<&str> {
        let wanted = piece.to_lowercase();
        let says = |line: &&String| line.to_lowercase().contains(&wanted);
        self.reading.iter().skip(1).find(says).map(String::as_str)
    }
}

fn read(factory: &dyn Factory) -> Vec<Read> {
    let cards = factory.cards().into_iter().filter(|info| !info.test_only);
    let read = |name: String| {
        let (text, node) = (factory.card(&name)?, factory.node(&name)?);
        let mut words = BTreeSet::new();
        gather(&node, &mut words);
        Some(Read { name, reading: text.reading, words, length: text.definition.len() })
    };
    cards.filter_map(|info| read(info.name)).collect()
}

fn gather(node: &Node, words: &mut BTreeSet<(&'static str, &'static str)>) {
    if !node.kind.is_empty() && !node.word.is_empty() {
        words.insert((node.kind, node.word));
    }
    node.parts.iter().for_each(|part| gather(part, words));
}

/// The words that tell the cards which say a piece of text from those that do not, best first.
fn spoken<'a>(piece: &'a str, factory: &'a dyn Factory, cards: &[Read]) -> Spoken<'a> {
    let saying: Vec<(&Read, &str)> =
        cards.iter().filter_map(|card| Some((card, card.line_with(piece)?))).collect();
    let mut all: BTreeMap<_, usize> = BTreeMap::new();
    cards.iter().flat_map(|card| &card.words).for_each(|word| *all.entry(*word).or_default() += 1);
    let mut own: BTreeMap<_, usize> = BTreeMap::new();
    saying.iter().flat_map(|(card, _)| &card.words).for_each(|word| *own.entry(*word).or_default() += 1);
    // How well a word and the text go together: 2 * both / (cards with the word + cards with the text), in thousandths.
    let score =
        |word: &(&str, &str), both: usize| 2000 * both / (all.get(word).unwrap_or(&0) + saying.len()).max(1);
    let mut ranked: Vec<_> = own.iter().map(|(word, both)| (score(word, *both), *both, *word)).collect();
    ranked.sort_by(|a, b| (b.0, b.1, a.2).cmp(&(a.0, a.1, b.2)));
    let known = |(kind, word): (&str, &str)| {
        let kind = factory.words().iter().find(|own| own.kind == kind)?;
        Some((kind.kind, kind.words.iter().find(|own| own.word == word)?))
    };
    let words = ranked.iter().filter_map(|(_, both, word)| {
        let (kind, word) = known(*word)?;
        Some(Saying { kind, word, cards: *both })
    });
    let words = words.take(WORDS_MAX).collect();
    let mut short = saying.clone();
    short.sort_by_key(|(card, _)| (card.length, card.name.clone()));
    let example =
        |(card, line): &(&Read, &str)| Example { card: card.name.clone(), line: (*line).to_string() };
    let examples = short.iter().take(EXAMPLES_MAX).map(example).collect();
    Spoken { game: factory.game(), text: piece, cards: saying.len(), words, examples }
}

fn page(spoken: &Spoken<'_>, context: &Context) {
    let cards =
        if spoken.cards == 1 { "1 card says".to_string() } else { format!("{} cards say", spoken.cards) };
    context.line(format_args!(
        "{}: {cards} \"{}\"; words that these have more often than others:",
        spoken.game, spoken.text
    ));
    for word in &spoken.words {
        context.line(format_args!(
            "  {}  ({}, {} of {})",
            shape(word.word),
            word.kind,
            word.cards,
            spoken.cards
        ));
        context.line(format_args!("      {}", word.word.says));
    }
    for example in &spoken.examples {
        context.line(format_args!("  {}: {}", example.card, example.line));
        context.line(format_args!(
            "      `duelog cards show \"{}\" --game {} --definition` shows how it is written",
            example.card, spoken.game
        ));
    }
    context.line("");
}
