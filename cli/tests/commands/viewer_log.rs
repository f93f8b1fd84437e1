//! Viewers' logs are looked at: `info`, `show`, `history`, `report` and `serve` of what one viewer was told.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

/// A folder with an observed match and the logs of its viewers.
struct Viewed {
    folder: tempfile::TempDir,
    log: PathBuf,
}

const GAMES: [(&str, [&str; 2]); 3] = [
    ("magic", [BEASTS, FLYERS]),
    ("duel-masters", ["fire-nature-rush", "light-water-wardens"]),
    ("flesh-and-blood", ["bravo", "katsu"]),
];

impl Viewed {
    fn new(game: usize) -> Viewed {
        let folder = tempfile::tempdir().unwrap();
        let (name, decks) = GAMES[game];
        let out = folder.path().join("logs");
        let args =
            ["simulate", "--game", name, "--observed", "--decks", decks[0], decks[1], "--out", arg(&out)];
        duelog(args).ends(0);
        let viewed = Viewed { log: out.join(format!("{name}-0.duelog")), folder };
        for (whose, view) in [(&["--public"][..], "public"), (&["--seat", "0"], "seat-0")] {
            duelog(["redact", arg(&viewed.log), "--out", arg(&viewed.of(view))].iter().chain(whose)).ends(0);
        }
        viewed
    }

    /// The log of a viewer.
    fn of(&self, view: &str) -> PathBuf {
        self.folder.path().join(format!("{view}.duelview"))
    }
}

fn one(args: &[&str]) -> Value {
    duelog(args.iter().chain(&["--format", "json"])).ends(0).json().remove(0)
}

/// The cards that a view shows, by zone and seat, and how many lie there.
fn cards(view: &Value) -> BTreeSet<(String, Option<u64>, u64, Vec<String>)> {
    let zones = view["zones"].as_array().unwrap().iter().filter(|zone| zone["count"] != 0);
    let zone = |zone: &Value| {
        let card = |card: &Value| card["id"].to_string();
        let mut cards: Vec<String> = zone["cards"].as_array().unwrap().iter().map(card).collect();
        cards.sort();
        (
            zone["name"].as_str().unwrap().to_string(),
            zone["seat"].as_u64(),
            zone["count"].as_u64().unwrap(),
            cards,
        )
    };
    zones.map(zone).collect()
}

#[test]
fn a_viewer_sees_in_it_what_the_full_log_shows_that_viewer() {
    for (game, (name, _)) in GAMES.iter().enumerate() {
        let viewed = Viewed::new(game);
        let full = arg(&viewed.log).to_string();
        let total = one(&["info", &full])["decisions"].as_u64().unwrap();
        for (view, flags) in [("public", &["--public"][..]), ("seat-0", &["--seat", "0"])] {
            let own = viewed.of(view);
            for at in [1, total / 3, total / 2, total - 1] {
                let at = at.to_string();
                let mut args = vec!["show", &full, "--at", &at];
                args.extend(flags);
                let (theirs, mine) = (one(&args), one(&["show", arg(&own), "--at", &at]));
                // A table does not show the zone `elsewhere`.
                let known = |zone: &&(String, Option<u64>, u64, Vec<String>)| zone.0 != "elsewhere";
                let mine_cards = cards(&mine);
                let table = cards(&theirs);
                for zone in mine_cards.iter().filter(known) {
                    let same = table.iter().find(|other| (&other.0, other.1) == (&zone.0, zone.1));
                    let same =
                        same.unwrap_or_else(|| panic!("{name} {view} {at}: {zone:?} is not in {table:?}"));
                    assert_eq!(zone.2, same.2, "{name} {view} {at}: {zone:?}");
                    if zone.1.is_none() || zone.0 == "hand" || zone.0 == "graveyard" {
                        assert_eq!(zone.3, same.3, "{name} {view} {at}");
                    }
                }
                assert_eq!(mine["waiting_for"], theirs["waiting_for"], "{name} {view} {at}");
                let asked = theirs["request"]["options"]
                    .as_array()
                    .map(|options| options.iter().map(|option| option["item"].clone()).collect::<Vec<_>>());
                let own_asked = mine["asked"]["options"]
                    .as_array()
                    .map(|options| options.iter().map(|option| option["item"].clone()).collect::<Vec<_>>());
                assert_eq!(own_asked, asked, "{name} {view} {at}: the question");
                assert_eq!(
                    (&mine["viewer"], &mine["state"]),
                    (&json!(view.replace('-', " ")), &json!("holds"))
                );
            }
        }
    }
}

#[test]
fn what_happened_is_told_in_the_same_words() {
    for (game, (name, _)) in GAMES.iter().enumerate() {
        let viewed = Viewed::new(game);
        let told = |log: &str, flags: &[&str]| {
            let args = ["history", log, "--format", "json"];
            let lines = duelog(args.iter().chain(flags)).ends(0).json();
            let event =
                |line: &&Value| line["kind"] == "event" && line["detail"] != true && line["decision"] != 0;
            let words = lines.iter().filter(event).map(|line| line["text"].as_str().unwrap().to_string());
            words.collect::<Vec<_>>()
        };
        for (view, flags) in [("public", &["--public"][..]), ("seat-0", &["--seat", "0"])] {
            let own = viewed.of(view);
            let (theirs, mine) = (told(arg(&viewed.log), flags), told(arg(&own), &[]));
            assert!(mine.len() > 50 && mine == theirs, "{name} {view}: {mine:#?}");
            let text = duelog(["history", arg(&own)]).ends(0).out;
            assert!(text.contains("no seal binds words") && text.contains("\nTurn 2"), "{text}");
            let turn = duelog(["history", arg(&own), "--turn", "3", "--all"]).ends(0).out;
            assert!(turn.contains("\nTurn 3") && !turn.contains("\nTurn 4"), "{turn}");
            let facts = duelog(["history", arg(&own), "--format", "json", "--to", "9"]).ends(0).json();
            assert!(facts.iter().any(|line| line["kind"] == "facts" && line["sealed"] == true), "{facts:?}");
        }
    }
}

#[test]
fn it_says_whose_it_is_and_which_seals_prove_it() {
    let viewed = Viewed::new(0);
    let own = viewed.of("seat-0");
    let checked = one(&["check", arg(&own)]);
    let info = one(&["info", arg(&own)]);
    assert_eq!(info["viewer"], "seat 0");
    for field in ["match", "game", "seals", "decisions", "sealed", "closed", "outcome"] {
        assert_eq!(info[field], checked[field], "{field}");
    }
    assert!(info["turns"].as_array().unwrap().len() > 3, "{info}");
    assert_eq!(info["last_seal"].as_str().map(str::len), Some(64));
    let text = duelog(["info", arg(&own), "--names", "Ann,Bob"]).ends(0).out;
    for part in [
        ": holds\n",
        "what seat 0 was told",
        "complete",
        "seals say",
        "last seal",
        ", Ann: 60 cards",
        "result",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = duelog(["show", arg(&own)]).ends(0).out;
    assert!(
        text.starts_with("What seat 0 was told of a match of magic, complete; what was told up to"),
        "{text}"
    );
    assert!(text.contains("The match is over: "), "{text}");
    let text = duelog(["show", arg(&own), "--at", "t3"]).ends(0).out;
    assert!(text.contains(": turn 3, active seat "), "{text}");
    let page = viewed.folder.path().join("page.html");
    let told = duelog(["report", arg(&own), "--out", arg(&page)]).ends(0).out;
    assert!(told.contains("993 decisions") || told.contains(" decisions, "), "{told}");
    assert!(fs::read_to_string(&page).unwrap().contains("<html"));
    duelog(["verify", arg(&own)]).ends(1).out.contains("`duelog check` checks it").then_some(()).unwrap();
}

#[test]
fn wrong_use_of_it_is_told() {
    let viewed = Viewed::new(0);
    let own = viewed.of("seat-0");
    let page = viewed.folder.path().join("page.html");
    let total = one(&["info", arg(&own)])["decisions"].as_u64().unwrap();
    let beyond = (total + 1).to_string();
    for (args, words) in [
        (&["show", "--public"][..], "holds what seat 0 was told, and nothing else"),
        (&["show", "--seat", "1"], "holds what seat 0 was told"),
        (&["history", "--judge"], "holds what seat 0 was told"),
        (&["history", "--rule", "702"], "tells neither rules nor kinds"),
        (&["history", "--kind", "moved"], "tells neither rules nor kinds"),
        (&["show", "--at", "t3.combat"], "tells no steps of turns"),
        (&["show", "--at", "disputed"], "no disputed decision"),
        (&["show", "--at", "t999"], "there is no turn 999"),
        (&["show", "--at", &beyond], "there is no decision"),
        (&["history", "--from", "9", "--to", "3"], "is before --from decision 9"),
        (&["report", arg(&viewed.log), "--out", arg(&page)], "one of the two is a viewer's log"),
    ] {
        let ran = duelog([args[0], arg(&own)].iter().chain(&args[1..]));
        ran.fails(2, &[words]);
    }
    duelog(["show", arg(&own), "--seat", "0"]).ends(0);
}

#[test]
fn a_damaged_one_is_shown_up_to_its_fault() {
    let viewed = Viewed::new(0);
    let bytes = fs::read(viewed.of("public")).unwrap();
    let bad = viewed.folder.path().join("bad.duelview");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 16;
    for (bytes, verdict) in [(&bytes[..bytes.len() / 2], "torn"), (&flipped, "corrupt")] {
        fs::write(&bad, bytes).unwrap();
        for command in ["info", "show", "history"] {
            let ran = duelog([command, arg(&bad)]).ends(1);
            assert!(ran.err.contains(&format!("bad.duelview: {verdict}: this viewer's log: ")), "{ran:?}");
            assert!(ran.out.contains(&format!("it is {verdict} after decision ")), "{ran:?}");
            let json = duelog([command, arg(&bad), "--format", "json"]).ends(1).json();
            let finding = json.iter().find_map(|line| line.get("finding")).unwrap();
            assert_eq!(finding["verdict"], verdict, "{command}");
        }
    }
    for (bytes, verdict) in [(&b"DUELVW\r\n"[..], "torn"), (b"DUELVW\r\nxxxxxxxxxxxx", "")] {
        fs::write(&bad, bytes).unwrap();
        for command in ["info", "show", "history"] {
            let ran = duelog([command, arg(&bad)]).ends(1);
            assert!(ran.out.is_empty() && ran.err.contains(verdict), "{ran:?}");
        }
    }
}

#[test]
fn one_that_grows_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("open.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup =
        json!({ "game": "magic", "seed": 1, "decks": [BEASTS, FLYERS], "observed": true, "fair": false });
    let begun = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    assert!(begun["request"].is_object(), "{begun}");
    let own = folder.path().join("open.seat-0.duelview");
    let info = one(&["info", arg(&own)]);
    assert_eq!(
        (&info["state"], &info["decisions"], &info["closed"]),
        (&json!("incomplete"), &json!(0), &json!(false))
    );
    let answer = json!({ "answer": { "seat": begun["request"]["seat"], "choice": { "pick": [begun["request"]["options"][0]["item"]] } } });
    assert!(talk.ask(answer.to_string())["error"].is_null());
    let text = duelog(["show", arg(&own)]).ends(0).out;
    assert!(text.contains("growing: the match goes on, or the rest is missing"), "{text}");
    assert!(text.contains("the last ") && text.contains(" are not sealed"), "{text}");
    assert!(text.contains("After decision 1"), "{text}");
    talk.kill();
}

/// Who left a table of several has no score any more, in a viewer's log as in a log.
#[test]
fn who_left_has_no_score() {
    let folder = tempfile::tempdir().unwrap();
    let decks = [BEASTS, FLYERS, "black-red-fire-and-night"];
    let args = [
        "simulate",
        "--observed",
        "--bot",
        "greedy",
        "--seed",
        "8001",
        "--out",
        arg(folder.path()),
        "--decks",
    ];
    duelog(args.iter().chain(&decks)).ends(0);
    let view = folder.path().join("public.duelview");
    let log = folder.path().join("magic-8001.duelog");
    duelog(["redact", arg(&log), "--public", "--out", arg(&view)]).ends(0);
    let told = duelog(["history", arg(&view)]).ends(0).out;
    let last = told.lines().rfind(|line| line.starts_with("Turn ")).unwrap();
    assert!(last.contains(", seat 1 left the game, seat 2: "), "{last}");
    let shown = duelog(["show", arg(&view)]).ends(0).out;
    assert!(shown.contains("Seat 1 left the game: no life left"), "{shown}");
    let summed = duelog(["info", arg(&view)]).ends(0).out;
    assert!(summed.lines().any(|line| line.contains("turn 41") && line.contains(" to – to ")), "{summed}");
}
