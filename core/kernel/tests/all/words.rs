//! Definitions as words: how they are read, where they stand, what they refer to.

use std::collections::BTreeMap;

use duelog_kernel::renamed::{History, Versioned};
use duelog_kernel::scope::{self, Named, Node, Scope, Sense, Sort, sort};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
struct Whole {
    name: String,
    #[serde(default)]
    cost: Option<Cost>,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(default)]
    counts: BTreeMap<String, u64>,
    #[serde(default)]
    pair: (i64, bool),
    #[serde(default)]
    mark: Option<char>,
    #[serde(default)]
    wrapped: Wrapped,
    #[serde(default)]
    twin: Twin,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Wrapped(u8);

#[derive(Debug, Default, Serialize, Deserialize)]
struct Twin(u16, i32);

#[derive(Debug, Serialize, Deserialize)]
struct Cost {
    grey: u32,
}

#[derive(Debug, Serialize, Deserialize)]
enum Part {
    Nothing,
    Target,
    Hits(u32),
    Both(u32, Box<Part>),
    Named { who: String, times: u32 },
    Seq(Vec<Part>),
}

impl Versioned for Whole {
    const HISTORY: &'static History = History::NONE;
}

fn read(text: &str) -> Node {
    scope::node::<Whole>(text).expect("it can be read")
}

const TEXT: &str = "Whole(
    name: \"Odd (one)\", // a comment (with, signs
    cost: Some((grey: 2)),
    parts: [Nothing, Hits(3), Both(4, Target),
        Named(who: \"Bob\", times: 5), Seq([Hits(6)])],
    counts: {\"a\": 7, \"b\": 8},
    pair: (-9, true),
    mark: 'x',
    wrapped: (1),
    twin: (2, -3),
)";

#[test]
fn a_definition_is_read_as_words_with_their_places() {
    let whole = read(TEXT);
    assert_eq!((whole.kind, whole.word, whole.line, whole.column), ("Whole", "", 1, 1));
    let roles: Vec<&str> = whole.parts.iter().map(|part| part.role).collect();
    assert_eq!(roles, ["name", "cost", "parts", "counts", "pair", "mark", "wrapped", "twin"]);
    let field = |role: &str| whole.field(role).expect("it is there");
    let place = |node: &Node| (node.line, node.column);
    assert_eq!((field("name").text.as_str(), place(field("name"))), ("Odd (one)", (2, 11)));
    let grey = field("cost").field("grey").expect("it is there");
    assert_eq!((grey.number(), place(grey)), (Some(2), (3, 23)));
    assert_eq!(place(field("cost")), (3, 16), "what `Some` holds");
    assert_eq!((whole.entries("parts"), whole.entries("none")), (5, 0));
    let parts = &field("parts").parts;
    let words: Vec<_> = parts.iter().map(|part| (part.kind, part.word, place(part))).collect();
    assert_eq!(
        words,
        [
            ("Part", "Nothing", (4, 13)),
            ("Part", "Hits", (4, 22)),
            ("Part", "Both", (4, 31)),
            ("Part", "Named", (5, 9)),
            ("Part", "Seq", (5, 38)),
        ]
    );
    assert_eq!((parts[1].number_at(0), place(&parts[1].parts[0])), (Some(3), (4, 27)));
    assert!(
        parts[2].parts[1].is("Part", "Target")
            && !parts[2].is("Part", "Target")
            && !parts[2].is("Cost", "Both")
    );
    assert_eq!((place(&parts[2].parts[1]), parts[2].number_at(1)), ((4, 39), None));
    let times = parts[3].field("times").expect("it is there");
    assert_eq!((times.number(), place(times)), (Some(5), (5, 34)));
    let counts: Vec<&str> = field("counts").parts.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(counts, ["a", "7", "b", "8"]);
    assert_eq!((field("pair").parts[0].number(), field("pair").number_at(0)), (Some(-9), None));
    assert_eq!((field("pair").parts[1].text.as_str(), field("mark").text.as_str()), ("true", "x"));
    assert_eq!((field("wrapped").text.as_str(), field("twin").kind), ("1", "Twin"));
    assert_eq!(field("twin").to_string(), "(2, -3)");
    let shown: Vec<String> = parts.iter().map(Node::to_string).collect();
    assert_eq!(shown, ["Nothing", "Hits(3)", "Both(4, Target)", "Named(Bob, 5)", "Seq((Hits(6)))"]);
    assert!(
        whole.any(&|node: &Node| node.word == "Target") && !whole.any(&|node: &Node| node.word == "Cost")
    );
    let fault = parts[4].fault("so it is".to_string());
    assert_eq!(fault.to_string(), "5:38: so it is");
    // What is left out stands where what it belongs to stands.
    let bare = read("\n Whole(name: \"\")");
    assert_eq!((place(&bare), bare.field("twin").map(place)), ((2, 2), Some((2, 2))));
    assert_eq!(bare.field("cost").map(|cost| (cost.text.as_str(), cost.parts.len())), Some(("", 0)));
}

#[test]
fn what_is_no_definition_is_refused_where_it_stands() {
    let refused = |parts: &str| {
        let text = format!("Whole(\n name: \"\",\n {parts})");
        duelog_kernel::ron_text::read::<Whole>(&text).map(|_| ()).unwrap_err().to_string()
    };
    for (parts, says) in [
        ("parts: Nothing", "3:9: a list is expected, and here is `Nothing`"),
        ("parts: [3]", "3:10: a Part is expected, and here is the number 3"),
        ("parts: [Hits]", "3:10: `Hits(` is expected, and here is `Hits`"),
        ("parts: [Hits()]", "3:10: a value is expected in these brackets"),
        ("parts: [Hits(1, 2)]", "3:18: this is one value too many"),
        ("parts: [Hits(-1)]", "3:15: invalid value: integer `-1`, expected u32"),
        ("parts: [Hits(\"a\")]", "3:15: a number is expected, and here is the text \"a\""),
        ("parts: [Nothing(1)]", "3:10: `Nothing` has no brackets"),
        ("parts: [Hit(1)]", "3:10: there is no word `Hit` here; did you mean `Hits`? (a Part is wanted)"),
        ("parts: [Both(1)]", "3:10: invalid length 1, expected tuple variant Part::Both with 2 elements"),
        ("parts: [Named(1, 2)]", "3:16: the name of a field is expected, and here is the number 1"),
        ("parts: [Named(who: 1, times: 2)]", "3:21: a text is expected, and here is the number 1"),
        ("parts: [Named(who: \"\")]", "3:10: the field `times` is missing"),
        (
            "parts: [Hits(who: 1)]",
            "3:20: a value without the name of a field is expected, and here is the number 1",
        ),
        ("cost: Price(grey: 1)", "3:8: `Cost(` is expected, and here is `Price(`"),
        ("cost: Some()", "3:8: a value is expected in these brackets"),
        ("counts: []", "3:10: `{` is expected, and here is a list"),
        ("pair: (1, 2)", "3:12: `true` or `false` is expected, and here is the number 2"),
        ("mark: \"x\"", "3:8: a character is expected, and here is the text \"x\""),
        ("name: \"\"", "3:2: the field `name` stands here twice"),
        ("wrapped: (1, 2)", "3:15: this is one value too many"),
    ] {
        assert_eq!(refused(parts), says, "{parts}");
    }
}

#[test]
fn a_value_is_read_from_its_words() {
    let whole: Whole = duelog_kernel::ron_text::read(TEXT).expect("it can be read");
    let tree = Node::of(&whole).tree();
    // A struct that wraps one value is its value among words.
    let text = tree.to_string().replace("wrapped: 1", "wrapped: (1)");
    let again: Whole = duelog_kernel::ron_text::read(&text).expect("it can be read");
    assert_eq!(format!("{again:?}"), format!("{whole:?}"), "{text}");
    let bare: Whole = duelog_kernel::ron_text::read("(name: \"\")").expect("it can be read");
    assert!(Node::of(&bare).tree().to_string().contains("cost: None"));
}

#[test]
fn two_words_say_the_same_wherever_they_stand() {
    let part = |text: &str| {
        let text = format!("Whole(name: \"\", parts: [{text}])");
        read(&text).field("parts").map(|parts| parts.parts[0].clone()).unwrap_or_default()
    };
    let one = part("Both(4, Target)");
    assert!(one.says(&part(" Both( 4,Target )")));
    for other in ["Both(5, Target)", "Both(4, Nothing)", "Hits(4)", "Target", "Seq([])"] {
        assert!(!one.says(&part(other)) && !part(other).says(&one), "{other}");
    }
    assert!(!part("Seq([])").says(&part("Seq([Target])")));
}

#[test]
fn a_scope_counts_what_there_is() {
    let mut scope = Scope::default();
    assert!(!scope.has(sort::TARGET));
    scope.add(sort::TARGET);
    scope.add(sort::TARGET);
    assert_eq!((scope.count(sort::TARGET), scope.has(sort::TARGET), scope.has(sort::MODE)), (2, true, false));
    scope.mark("place", 3, 7);
    assert_eq!((scope.at("place", 3), scope.at("place", 2), scope.count("place")), (Some(7), None, 0));
    let node = |number: u32| Node {
        word: "Targets",
        parts: vec![Node { text: number.to_string(), ..Node::default() }],
        ..Node::default()
    };
    assert_eq!(scope.nth(&node(1), sort::TARGET), Ok(()));
    let refers = |number: u32, sort: &'static str, scope: &Scope| scope.nth(&node(number), sort).err();
    assert_eq!(
        refers(2, sort::TARGET, &scope).as_deref(),
        Some(
            "`Targets(2)` refers to nothing: there are 2 target groups here, counted from 0; did you mean `Targets(1)`?"
        )
    );
    scope.set(sort::TARGET, 1);
    assert_eq!(
        refers(1, sort::TARGET, &scope).as_deref(),
        Some(
            "`Targets(1)` refers to nothing: there is 1 target group here, counted from 0; did you mean `Targets(0)`?"
        )
    );
    assert_eq!(
        refers(0, sort::MODE, &scope).as_deref(),
        Some("`Targets(0)` refers to nothing: there is no mode here")
    );
    assert_eq!(scope.need(&node(0), sort::TARGET, "why"), Ok(()));
    assert_eq!(scope.need(&node(0), sort::X, "why"), Err("`Targets(0)` refers to nothing: why".to_string()));
}

/// Words that introduce a target for what follows, and one that stays for the rest of the ability.
struct Meaning;

impl Sense for Meaning {
    const LASTING: &'static [&'static str] = &[sort::KEPT];

    fn enter(node: &Node, scope: &mut Scope) -> Result<(), String> {
        match node.word {
            "Hits" => scope.need(node, sort::TARGET, "there is no target"),
            "Nothing" => scope.need(node, sort::KEPT, "nothing is kept"),
            "Both" => {
                scope.add(sort::KEPT);
                if scope.at(scope::PLACE, 0) == Some(3) { Err("too late".to_string()) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }
    fn leave(node: &Node, scope: &mut Scope) {
        if node.word == "Target" {
            scope.add(sort::TARGET);
        }
    }
    fn names(node: &Node) -> Option<Sort> {
        (node.word == "Named").then_some(Sort::Token)
    }
}

#[test]
fn every_word_refers_to_what_stands_before_it() {
    let check = |parts: &str| -> Result<Vec<String>, String> {
        let text = format!("Whole(name: \"\", parts: [{parts}])");
        let named: Result<Vec<Named>, _> = scope::check::<Whole, Meaning>(&text);
        let named = named.map_err(|fault| format!("{}: {}", fault.column, fault.message))?;
        assert!(named.iter().all(|named| named.sort == Sort::Token));
        Ok(named.into_iter().map(|named| named.node.text).collect())
    };
    assert_eq!(check("Target, Hits(1)"), Ok(Vec::new()));
    assert_eq!(
        check("Hits(1), Target"),
        Err("25: `Hits(1)` refers to nothing: there is no target".to_string())
    );
    // What a word has introduced is gone behind what it stood in, unless it lasts.
    assert_eq!(check("Seq([Target, Hits(1)])"), Ok(Vec::new()));
    assert!(check("Seq([Target]), Hits(1)").is_err());
    assert_eq!(check("Seq([Both(1, Target)]), Nothing"), Ok(Vec::new()));
    assert!(check("Nothing, Both(1, Target)").is_err());
    assert_eq!(check("Named(who: \"Bob\", times: 3)"), Ok(vec!["Bob".to_string()]), "a number is not a name");
    assert_eq!(check("Target, Target, Target, Both(1, Target)"), Err("49: too late".to_string()));
    assert!(check("Hit(1)").is_err_and(|fault| fault.contains("did you mean `Hits`?")));
}

fn word(word: &'static str, parts: Vec<Node>) -> Node {
    Node { kind: "Filter", word, parts, ..Node::default() }
}

fn list(parts: Vec<Node>) -> Node {
    Node { parts, ..Node::default() }
}

#[test]
fn a_script_introduces_what_is_said_inside_of_it() {
    let enters = |node: &Node, sort: &'static str| {
        let mut scope = Scope::default();
        scope::script(node, &mut scope).map(|()| scope.has(sort))
    };
    let some = || vec![list(vec![word("Do", vec![])])];
    for (name, sort) in [
        ("Choose", sort::CHOICE),
        ("Pay", sort::CHOICE),
        ("Each", sort::LOOP),
        ("Repeat", sort::IT),
        ("Delayed", sort::DELAYED),
    ] {
        assert_eq!(enters(&word(name, some()), sort), Ok(true), "{name}");
        assert_eq!(enters(&word("Do", some()), sort), Ok(false), "{name}");
    }
    let nothing = |name| enters(&word(name, vec![list(vec![])]), sort::X);
    assert_eq!(nothing("Seq"), Err("`Seq` of nothing does nothing".to_string()));
    assert_eq!(nothing("Choose"), Err("`Choose` of nothing does nothing".to_string()));
    assert_eq!(enters(&word("Seq", some()), sort::CHOICE), Ok(false));
    assert_eq!(enters(&word("Seq", vec![Node { text: "1".into(), ..Node::default() }]), sort::X), Ok(false));
    let free = word("Pay", vec![word("You", vec![]), list(vec![])]);
    assert_eq!(enters(&free, sort::CHOICE), Err("`Pay` without costs asks for nothing".to_string()));
    // A part of a choice may be that nothing is done.
    let mut scope = Scope::default();
    scope.set(sort::CHOICE, 1);
    assert_eq!(scope::script(&word("Seq", vec![list(vec![])]), &mut scope), Ok(()));
}

#[test]
fn a_filter_can_match_something() {
    let red = || word("Red", vec![]);
    let not = |inner: Node| word("Not", vec![inner]);
    let all = |parts: Vec<Node>| word("All", vec![list(parts)]);
    assert_eq!(scope::filter(&all(vec![red(), word("Big", vec![])])), Ok(()));
    assert_eq!(
        scope::filter(&all(vec![word("Big", vec![]), not(red()), red()])),
        Err("nothing matches both `Red` and `Not(Red)`".to_string())
    );
    assert_eq!(scope::filter(&all(vec![not(red()), word("Big", vec![])])), Ok(()));
    assert_eq!(
        scope::filter(&word("Either", vec![list(vec![])])),
        Err("`Either` of nothing matches nothing".to_string())
    );
    assert_eq!(scope::filter(&word("Either", vec![list(vec![red()])])), Ok(()));
    assert_eq!(scope::filter(&red()), Ok(()));
    let never = |node: &Node| node.word == "Land";
    let land = || word("Land", vec![]);
    let no_spell = Err("no spell matches `Land`".to_string());
    assert_eq!(scope::asked(&land(), "no spell", &never), no_spell);
    assert_eq!(scope::asked(&all(vec![red(), all(vec![land()])]), "no spell", &never), no_spell);
    assert_eq!(scope::asked(&all(vec![red(), not(land())]), "no spell", &never), Ok(()));
    assert_eq!(scope::asked(&Node { kind: "Group", ..land() }, "no spell", &never), Ok(()));
    assert_eq!(scope::meant("Gritt", ["Flint", "Grit"]), "; did you mean \"Grit\"?");
    assert_eq!(scope::meant("Boulder", ["Flint", "Grit"]), "");
}
