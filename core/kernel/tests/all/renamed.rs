//! Words that a language has given up stay readable, and a definition can be rewritten in the words of today.

use duelog_kernel::migration::{self, OldWord, migrate};
use duelog_kernel::renamed::{History, Renamed, Versioned};
use duelog_kernel::scope;
use duelog_kernel::vocabulary::{Field, Kind, Word, faults};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Whole {
    parts: Vec<Part>,
    #[serde(default)]
    sign: Option<Sign>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Part {
    Nothing,
    Hits(u32, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Sign>),
    Both(u32, Box<Part>),
    Named { who: String, times: u32 },
    Seq(Vec<Part>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Sign {
    Hard,
    Struck,
}

const HISTORY: History = History {
    version: 3,
    renamed: &[
        Renamed { kind: "Part", ended: 2, was: "Struck", is: "Hits(1, Struck)" },
        Renamed { kind: "Part", ended: 2, was: "HitsHard(times)", is: "Hits(times, Hard)" },
        Renamed { kind: "Part", ended: 2, was: "Twice(part)", is: "Pair(2, part)" },
        Renamed { kind: "Part", ended: 2, was: "Called(times, who)", is: "Named(who: who, times: times)" },
        Renamed { kind: "Part", ended: 3, was: "Pair(times, part)", is: "Both(times, part)" },
        Renamed {
            kind: "Part",
            ended: 3,
            was: "Named(name: who, often: times)",
            is: "Named(who: who, times: times)",
        },
        Renamed { kind: "Part", ended: 3, was: "Alone(part)", is: "Seq([part])" },
        Renamed { kind: "Sign", ended: 3, was: "Heavy", is: "Hard" },
    ],
};

impl Versioned for Whole {
    const HISTORY: &'static History = &HISTORY;
}

fn read(parts: &str) -> Result<Vec<Part>, String> {
    let whole = migration::read::<Whole>(&format!("(parts: [{parts}])"));
    whole.map(|whole| whole.parts).map_err(|fault| fault.to_string())
}

fn rewritten(text: &str) -> String {
    let now = migrate::<Whole>(text).unwrap();
    assert_eq!(migration::read::<Whole>(text), migration::read::<Whole>(&now.text), "{text}");
    assert_eq!(now.old.is_empty(), now.text == text);
    let again = migrate::<Whole>(&now.text).unwrap();
    assert_eq!((again.text, again.old), (now.text.clone(), Vec::new()), "nothing is left to rewrite");
    now.text
}

/// Old words, and how the same is said today.
const PAIRS: [(&str, &str); 10] = [
    ("Struck", "Hits(1, Struck)"),
    ("HitsHard(4)", "Hits(4, Hard)"),
    ("Hits(4, Heavy)", "Hits(4, Hard)"),
    ("Twice(Nothing)", "Both(2, Nothing)"),
    ("Pair(3, Struck)", "Both(3, Hits(1, Struck))"),
    ("Twice(Twice(HitsHard(5)))", "Both(2, Both(2, Hits(5, Hard)))"),
    ("Called(3, \"Bob\")", "Named(who: \"Bob\", times: 3)"),
    ("Named(often: 3, name: \"Bob\")", "Named(who: \"Bob\", times: 3)"),
    ("Alone(Alone(Nothing))", "Seq([Seq([Nothing])])"),
    ("Seq([Struck, Nothing, Struck])", "Seq([Hits(1, Struck), Nothing, Hits(1, Struck)])"),
];

#[test]
fn old_words_say_the_same_as_those_that_took_their_place() {
    for (old, new) in PAIRS {
        assert_eq!(read(old), read(new), "{old}");
        assert_eq!(rewritten(&format!("(parts: [{old}])")), format!("(parts: [{new}])"), "{old}");
    }
}

#[test]
fn a_word_that_only_looks_like_an_old_one_stays() {
    for text in ["(parts: [Hits(1, Struck)], sign: Some(Struck))", "(parts: [Hits(1)], sign: Hard)"] {
        assert_eq!(rewritten(text), text);
    }
    assert_eq!(
        rewritten("(parts: [Named(who: \"HitsHard(1)\", times: 1)], sign: Heavy)"),
        "(parts: [Named(who: \"HitsHard(1)\", times: 1)], sign: Hard)"
    );
}

#[test]
fn comments_and_layout_stay() {
    for (old, new) in [
        (
            "( // one\n  parts: [\n    HitsHard( // how often\n      4, // so often\n    ), /* b */\n  ],\n)\n",
            "( // one\n  parts: [\n    Hits( // how often\n      4, Hard, // so often\n    ), /* b */\n  ],\n)\n",
        ),
        (
            "(parts: [Pair(\n  /* 2 */ 2,\n  HitsHard(1), // \"c\"\n)])",
            "(parts: [Both(\n  /* 2 */ 2,\n  Hits(1, Hard), // \"c\"\n)])",
        ),
        (
            "(parts: [Called(3, // thrice\n \"a // b\" /* c */)])",
            "(parts: [/* thrice */ /* c */ Named(who: \"a // b\", times: 3)])",
        ),
        ("(parts: [Alone( Twice( Nothing ) )])", "(parts: [Seq([Both(2, Nothing )])])"),
    ] {
        let now = rewritten(old);
        let comments = |text: &str| text.matches("//").count() + text.matches("/*").count();
        assert_eq!(comments(&now), comments(old), "{now}");
        if !old.contains("Twice( ") {
            assert_eq!(now, new);
        }
    }
}

#[test]
fn faults_stand_where_the_old_word_does() {
    for (parts, says) in [
        ("Nothing, HitsHard(\"a\")", "1:28: a number is expected, and here is the text \"a\""),
        (
            "HitsHard(1, 2)",
            "1:10: there is no word `HitsHard` here; there are: Nothing, Hits, Both, Named, Seq (a Part is wanted)",
        ),
        ("Twice(Hit)", "1:16: there is no word `Hit` here; did you mean `Hits`? (a Part is wanted)"),
        ("Called(3)", "1:10: the field `who` is missing"),
    ] {
        assert_eq!(read(parts), Err(says.to_string()), "{parts}");
    }
}

#[test]
fn old_words_are_told_with_their_places() {
    let told = migrate::<Whole>("(parts: [\n  Nothing, Twice(Struck)])").unwrap().old;
    let told: Vec<(u32, u32, &str, u32)> =
        told.into_iter().map(|OldWord { line, column, was, ended, .. }| (line, column, was, ended)).collect();
    assert_eq!(told, [(2, 12, "Twice(part)", 2), (2, 12, "Pair(times, part)", 3), (2, 18, "Struck", 2)]);
}

#[test]
fn words_stand_where_they_are_written() {
    let text = "(parts: [Nothing, Alone(Twice(\n Called(3, \"Bob\")))])";
    let node = scope::node::<Whole>(text).unwrap();
    assert_eq!(node.to_string(), "((Nothing, Seq((Both(2, Named(Bob, 3))))))");
    let seq = &node.parts[0].parts[1];
    let both = &seq.parts[0].parts[0];
    let named = &both.parts[1];
    let place = |node: &scope::Node| (node.word, node.line, node.column);
    assert_eq!((place(seq), place(both), place(named)), (("Seq", 1, 19), ("Both", 1, 25), ("Named", 2, 2)));
    let (who, times) = (&named.parts[0], &named.parts[1]);
    assert_eq!((who.column, times.column), (12, 9), "each where it was written");
}

#[test]
fn words_are_looked_for_in_the_text_of_today() {
    for (text, today) in [
        ("(parts: [Struck])", "(parts: [Hits(1, Struck)])"),
        ("(parts: [Hits(1)])", "(parts: [Hits(1)])"),
        ("(parts: [Struck(1)])", "(parts: [Struck(1)])"),
    ] {
        assert_eq!(migration::today::<Whole>(text), today);
    }
    assert_eq!(HISTORY.called("twice").map(|old| old.is).collect::<Vec<_>>(), ["Pair(2, part)"]);
}

const fn word(word: &'static str) -> Word {
    Word { word, says: "", fields: &[] }
}

const fn field(of: &'static str) -> Field {
    Field { name: "", of, says: "", optional: false }
}

const KINDS: [Kind; 2] = [
    Kind {
        kind: "Part",
        says: "",
        words: &[
            word("Nothing"),
            word("Hits"),
            Word { fields: &[field("number"), field("Part")], ..word("Both") },
            word("Named"),
            Word { fields: &[field("[Part]")], ..word("Seq") },
        ],
    },
    Kind { kind: "Sign", says: "", words: &[word("Hard"), word("Struck")] },
];

#[test]
fn faults_of_a_table_are_found() {
    assert_eq!(faults(&HISTORY, &KINDS), Vec::<String>::new());
    let of = |was: &'static str, is: &'static str| {
        let table = Box::leak(Box::new([Renamed { kind: "Part", ended: 2, was, is }]));
        faults(&History { version: 2, renamed: table }, &KINDS)
    };
    assert_eq!(of("Old(", "Hits(1)"), ["`Old(` or `Hits(1)` cannot be read"]);
    assert_eq!(
        of("Old(a, b)", "Hits(a)"),
        ["`Old(a, b)` and `Hits(a)` do not have the same names, each once"]
    );
    assert_eq!(of("Old(a)", "Both(a, a)").len(), 1);
    assert_eq!(of("Old", "Hit(1)"), ["`Hit(1)` is not a Part of today"]);
    assert_eq!(of("Hits(a)", "Both(2, Hits(a))"), ["`Both(2, Hits(a))` says what it takes the place of"]);
    assert_eq!(of("Hits(a)", "Seq([Nothing, Hits(a)])").len(), 1);
    let early = History { version: 4, renamed: HISTORY.renamed };
    assert_eq!(faults(&early, &KINDS), ["the version is 4, and version 3 ended a word"]);
    let back = [HISTORY.renamed[7], HISTORY.renamed[0]];
    let back = History { version: 2, renamed: Box::leak(Box::new(back)) };
    assert_eq!(faults(&back, &KINDS), ["the old words stand in the order of the versions that ended them"]);
}
