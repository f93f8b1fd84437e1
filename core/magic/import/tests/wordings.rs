//! Sentences of our own, a line each, and what they are compiled to: `wordings.tsv` has the types of the card, its text (`/`
//! parts its lines), and the definition that comes of it, or why it is refused. `WORDINGS_BLESS=1` takes over what is compiled.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use std::path::Path;

use common::card;
use duelog_magic_import::{compile_all, print};

const WORDINGS: &str = include_str!("wordings.tsv");

/// The definition that comes of a text, with the tokens that it makes.
fn meaning(types: &str, text: &str) -> String {
    let card = card(types, &text.replace(" / ", "\n"));
    let (outcomes, tokens) = compile_all(&[&card]);
    match &outcomes[0].result {
        Err(fault) => format!("refused: {}", fault.to_string().lines().next().unwrap_or_default()),
        Ok(made) => {
            let all = made.definitions.iter().chain(tokens.values()).map(print);
            let words: Vec<String> =
                all.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            let whole = words.join(" ");
            let whole = whole.replace("( ", "(").replace("[ ", "[").replace(", )", ")").replace(", ]", "]");
            whole.replace("name: \"Own Card\", cost: \"{1}{R}\", ", "")
        }
    }
}

#[test]
fn sentences_mean_what_they_say() {
    let lines: Vec<&str> = WORDINGS.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut made = String::new();
    let mut wrong = Vec::new();
    for line in lines {
        let mut parts = line.split('\t');
        let (types, text) = (parts.next().unwrap(), parts.next().unwrap());
        let own = meaning(types, text);
        if parts.next() != Some(own.as_str()) {
            wrong.push(format!("{text}\n  {own}"));
        }
        made.push_str(&format!("{types}\t{text}\t{own}\n"));
    }
    if std::env::var_os("WORDINGS_BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wordings.tsv");
        std::fs::write(path, made).unwrap();
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
