//! `duelog cards words`: the words of a card language.

use duelog_kernel::Factory;
use duelog_kernel::deck::closest;
use duelog_kernel::renamed::Renamed;
use duelog_kernel::vocabulary::{Examples, Field, Kind, Word};
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};

/// A kind of words as one line of JSON.
#[derive(Debug, Serialize)]
struct KindLine<'a> {
    game: &'a str,
    kind: &'a str,
    says: &'a str,
}

/// A word as one line of JSON.
#[derive(Debug, Serialize)]
struct WordLine<'a> {
    game: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    word: &'a Word,
    example: Option<&'a str>,
    card: Option<&'a str>,
}

/// Shows the words and kinds of these names, or all.
pub fn show(names: &[String], factory: &dyn Factory, context: &Context) -> Done {
    let kinds = factory.words();
    let history = factory.history();
    let is = |name: &str, asked: &String| name.eq_ignore_ascii_case(asked);
    let all = || kinds.iter().flat_map(|kind| kind.words.iter().map(|word| word.word).chain([kind.kind]));
    for name in names {
        let old: Vec<&Renamed> = history.called(name).collect();
        old.iter().for_each(|old| former(old, factory, context));
        if old.is_empty() && !all().any(|known| is(known, name)) {
            let meant = closest(name, all());
            let remedy = meant.map_or("`duelog cards words` shows every word".to_string(), |meant| {
                format!("did you mean \"{meant}\"?")
            });
            return Err(Failure::usage(
                format!("the card language of {} has no word \"{name}\"", factory.game()),
                remedy,
            ));
        }
    }
    let examples = factory.examples();
    for kind in kinds {
        let whole = names.is_empty() || names.iter().any(|name| is(kind.kind, name));
        let wanted = |word: &&Word| whole || names.iter().any(|name| is(word.word, name));
        let words: Vec<&Word> = kind.words.iter().filter(wanted).collect();
        if !whole && words.is_empty() {
            continue;
        }
        if context.json() {
            context.value(&KindLine { game: factory.game(), kind: kind.kind, says: kind.says });
            for word in words {
                let found = examples.of(kind.kind, word.word);
                context.value(&WordLine {
                    game: factory.game(),
                    kind: kind.kind,
                    word,
                    example: found.map(|found| found.0),
                    card: found.map(|found| found.1),
                });
            }
        } else {
            page(kind, &words, &examples, context);
        }
    }
    if names.is_empty() {
        version(factory, context);
    }
    Ok(End::Success)
}

/// The version of the language.
fn version(factory: &dyn Factory, context: &Context) {
    let (game, version) = (factory.game(), factory.history().version);
    if context.json() {
        context.value(&serde_json::json!({ "game": game, "version": version }));
    } else {
        context.line(format_args!("Version {version} of the card language of {game}"));
    }
}

/// An old word as one line of JSON.
#[derive(Debug, Serialize)]
struct OldLine<'a> {
    game: &'a str,
    kind: &'a str,
    was: &'a str,
    is: &'a str,
    ended: u32,
}

/// An old word, and what is written in its place.
fn former(old: &Renamed, factory: &dyn Factory, context: &Context) {
    let Renamed { kind, ended, was, is } = *old;
    if context.json() {
        context.value(&OldLine { game: factory.game(), kind, was, is, ended });
    } else {
        context.line(format_args!("{kind}: `{was}` is written `{is}` since version {ended} of the language"));
    }
}

fn page(kind: &Kind, words: &[&Word], examples: &Examples, context: &Context) {
    context.line(format_args!("{}: {}", kind.kind, kind.says));
    // Words without parts share a line, unless more than a rule's number is told of them.
    let plain = |word: &&&Word| word.fields.is_empty() && !word.says.contains(char::is_alphabetic);
    let listed: Vec<&str> = words.iter().filter(plain).map(|word| word.word).collect();
    if !listed.is_empty() {
        context.line(format_args!("  {}", listed.join(", ")));
    }
    for word in words.iter().filter(|word| !plain(word)) {
        let record = word.word.is_empty();
        if !record {
            context.line(format_args!("  {}", shape(word)));
            context.line(format_args!("      {}", word.says));
        }
        for field in word.fields.iter().filter(|field| !field.says.is_empty()) {
            let left_out = if field.optional { "?" } else { "" };
            let of = if record { format!(": {}", field.of) } else { String::new() };
            context.line(format_args!("      {}{left_out}{of}  {}", field.name, field.says));
        }
        if let Some((said, card)) = examples.of(kind.kind, word.word).filter(|_| !record) {
            context.line(format_args!("      example: {said}  ({card})"));
        }
    }
    context.line("");
}

/// A word with what stands in it.
pub(super) fn shape(word: &Word) -> String {
    let field = |field: &Field| {
        let left_out = if field.optional { "?" } else { "" };
        match field.name {
            "" => format!("{}{left_out}", field.of),
            name => format!("{name}{left_out}: {}", field.of),
        }
    };
    let fields: Vec<String> = word.fields.iter().map(field).collect();
    if fields.is_empty() { word.word.to_string() } else { format!("{}({})", word.word, fields.join(", ")) }
}
