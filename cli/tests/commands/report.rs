//! `duelog report`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use duelog_kernel::{Factory, Seat, Viewer};
use duelog_log_format::Reader;
use duelog_verifier::Replay;
use serde_json::Value;

use crate::running::{arg, duelog, root};
use crate::talking::{Talk, illegal, recorded};

/// The page of a log, as its own script unpacks it.
pub fn data(page: &Path) -> Value {
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let letters: Vec<u32> = rest.split_once('<').unwrap().0.bytes().filter_map(worth).collect();
    let mut bytes = Vec::new();
    for four in letters.chunks(4) {
        let bits = four.iter().enumerate().fold(0, |bits, (place, letter)| bits | letter << (18 - 6 * place));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    serde_json::from_slice(&miniz_oxide::inflate::decompress_to_vec(&bytes).unwrap()).unwrap()
}

/// What a letter of base64 stands for.
fn worth(letter: u8) -> Option<u32> {
    let worth = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(worth))
}

fn written(log: &Path, out: &Path, more: &[&str], code: i32) -> Value {
    duelog(["report", arg(log), "--out", arg(out)].iter().chain(more)).ends(code);
    data(out)
}

fn games() -> Vec<Box<dyn Factory>> {
    vec![
        Box::new(duelog_magic::factory::MagicFactory::default()),
        Box::new(duelog_duel_masters::factory::DuelMastersFactory::default()),
        Box::new(duelog_flesh_and_blood::factory::FleshAndBloodFactory::default()),
    ]
}

fn golden(game: &str) -> std::path::PathBuf {
    root().join(format!("fixtures/golden/{game}/{game}-1.duelog"))
}

/// Every text of a page.
fn texts(data: &Value) -> Vec<&str> {
    data["pools"]["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn a_page_is_one_small_file_that_asks_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (log, out, again) =
        (golden("duel-masters"), folder.path().join("a.html"), folder.path().join("b.html"));
    let told = duelog(["report", arg(&log), "--out", arg(&out)]).ends(0);
    assert!(told.out.contains("125 decisions, "), "{}", told.out);
    let page = fs::read_to_string(&out).unwrap();
    for part in ["default-src 'none'", "script-src 'sha256-", "style-src 'sha256-"] {
        assert!(page.contains(part), "{part}");
    }
    for part in ["http://", "https://", "src=\"", "href=\"", "eval(", "unsafe-"] {
        let found = page.replace("http://www.w3.org/", "");
        assert!(!found.contains(part), "{part}");
    }
    let packed = page.split_once("id=\"data\">").unwrap().1.split_once('<').unwrap().0.len();
    assert!(page.len() - packed < 400 * 1024 && packed < 200 * 1024, "{} {packed}", page.len());
    duelog(["report", arg(&log), "--out", arg(&again)]).ends(0);
    assert_eq!(fs::read(&again).unwrap(), page.as_bytes(), "the same log gives the same bytes");
}

#[test]
fn every_step_says_what_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(&golden("duel-masters"), &folder.path().join("a.html"), &[], 0);
    assert_eq!(
        (data["head"]["verdict"].as_str(), data["head"]["decisions"].as_u64()),
        (Some("verified"), Some(125))
    );
    let steps = data["steps"].as_array().unwrap();
    let answers = steps.iter().filter(|step| step["k"] == "answer");
    let numbers: Vec<u64> = answers.map(|step| step["d"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=125).collect::<Vec<u64>>());
    assert_eq!(steps.last().unwrap()["k"], "end");
    // The table at the end is the one that `show` has.
    let shown = duelog(["show", arg(&golden("duel-masters")), "--format", "json"]).ends(0).json().remove(0);
    let names = &texts(&data);
    for zone in shown["zones"].as_array().unwrap() {
        let seat = zone["seat"].as_i64().unwrap_or(-1);
        let is = |pair: &Value| names[pair[0].as_u64().unwrap() as usize] == zone["name"] && pair[1] == seat;
        let place = data["pools"]["zones"].as_array().unwrap().iter().position(is).unwrap();
        let mut changes = steps.iter().flat_map(|step| step["c"]["z"].as_array().into_iter().flatten());
        let last = changes.rfind(|change| change[0] == place).unwrap();
        let ids: Vec<&Value> = zone["cards"].as_array().unwrap().iter().map(|card| &card["id"]).collect();
        assert_eq!(
            (&last[1], last[2].as_array().unwrap().iter().collect::<Vec<_>>()),
            (&zone["count"], ids),
            "{zone}"
        );
    }
}

#[test]
fn a_question_is_told_with_what_was_missing_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let data = written(&golden("duel-masters"), &folder.path().join("a.html"), &[], 0);
    let texts = texts(&data);
    let text = |place: &Value| texts[place.as_u64().unwrap() as usize];
    let reasons = data["pools"]["missing"].as_array().unwrap();
    assert!(
        reasons.iter().any(|reason| text(&reason[2]).contains("cannot be paid") && text(&reason[3]).starts_with("112.")),
        "{texts:?}"
    );
    let explained = data["pools"]["explanations"].as_array().unwrap();
    assert!(
        explained.iter().any(|steps| steps.as_array().unwrap().len() > 1),
        "a power that is not as printed"
    );
    let steps = data["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["q"]["y"].is_array()), "what was chosen is marked");
}

/// Everything that a viewer is shown or told in a match, by the rules of who may know what and not by pages.
fn known_to(log: &[u8], viewer: Viewer) -> String {
    let games = games();
    let mut replay = Replay::start(&games, log, true).unwrap();
    let mut known = String::new();
    loop {
        known += &serde_json::to_string(&replay.game().view(viewer)).unwrap();
        if replay.step().unwrap().is_none() {
            break;
        }
    }
    known + &serde_json::to_string(&replay.game().told(0, viewer)).unwrap()
}

/// Its definition was mended since.
#[test]
fn a_card_has_the_words_of_the_definition_that_the_log_pins() {
    let folder = tempfile::tempdir().unwrap();
    let log = root().join("fixtures/golden/flesh-and-blood/flesh-and-blood-10.duelog");
    let shown = written(&log, &folder.path().join("report.html"), &[], 0);
    let (name, words) = ("Barraging Beatdown (blue)", "fewer than 2 defending non-equipment cards");
    assert!(shown["words"][name].to_string().contains(words), "{}", shown["words"][name]);
    assert!(!words_of("flesh-and-blood", name).to_string().contains(words));
}

#[test]
fn what_a_viewer_may_not_know_is_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let flyers_and_beasts = recorded(folder.path(), 53);
    let decks = ["bravo", "rhinar"].map(|deck| format!("fixtures/decks/flesh-and-blood/{deck}.deck"));
    let heroes = folder.path().join("heroes");
    duelog(["simulate", "--decks", &decks[0], &decks[1], "--seed", "10", "--out", arg(&heroes)]).ends(0);
    let logs = [
        flyers_and_beasts,
        root().join("fixtures/golden/duel-masters/duel-masters-4.duelog"),
        heroes.join("flesh-and-blood-10.duelog"),
    ];
    for (number, log) in logs.iter().enumerate() {
        let bytes = fs::read(log).unwrap();
        let header = Reader::open(&bytes).unwrap().header().clone();
        let all: BTreeSet<&String> = header.definitions.iter().map(|pin| &pin.name).collect();
        let viewers = [
            (Viewer::Public, vec!["--public"]),
            (Viewer::Seat(Seat(0)), vec!["--seat", "0"]),
            (Viewer::Seat(Seat(1)), vec!["--seat", "1"]),
        ];
        let (mut searched, mut hears) = (0, Vec::new());
        for (viewer, args) in viewers {
            let out = folder.path().join(format!("{number}{}.html", args.concat()));
            let mut shown = written(log, &out, &args, 0);
            // The words of a card that is seen are public: they follow from its name alone.
            for (name, lines) in shown["words"].take().as_object().unwrap() {
                assert!(all.iter().any(|known| *known == name), "{name} is not a card of this match");
                assert_eq!(lines, &words_of(&header.game, name), "{name}");
                hears.push((viewer, name.clone()));
            }
            let (known, whole) = (known_to(&bytes, viewer), shown.to_string());
            let hidden: Vec<_> = all.iter().filter(|name| !known.contains(name.as_str())).collect();
            let leaked: Vec<_> = hidden.iter().filter(|name| whole.contains(name.as_str())).collect();
            assert!(leaked.is_empty(), "{} {args:?}: {leaked:?}", log.display());
            let told = hears.iter().filter(|heard| heard.0 == viewer);
            let unknown: Vec<_> = told.filter(|heard| !known.contains(heard.1.as_str())).collect();
            assert!(unknown.is_empty(), "{} {args:?}: words of {unknown:?}", log.display());
            searched += hidden.len();
            assert!(shown["head"]["labels"].as_array().unwrap().is_empty());
            let decks = shown["head"]["players"].as_array().unwrap().iter();
            let told = decks.filter(|player| player["deck"].is_string()).count();
            assert_eq!(told, usize::from(viewer != Viewer::Public), "{args:?}");
        }
        assert!(searched > 0, "{} hides nothing", log.display());
    }
}

/// All that is on a card, but for its name.
/// An answer that named a hidden card is told as `history` tells it: where its outcome shows the card, and nowhere else.
#[test]
fn an_answer_is_told_once_its_outcome_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let log = golden(game);
        let page = written(&log, &folder.path().join(format!("{game}.html")), &["--public"], 0);
        let texts = texts(&page);
        let said = page["steps"].as_array().unwrap().iter().filter(|step| step["k"] == "answer");
        let said: Vec<&str> = said.map(|step| texts[step["x"].as_u64().unwrap() as usize]).collect();
        let told = duelog(["history", arg(&log), "--public", "--all", "--format", "json"]).json();
        let told = told.iter().filter(|line| line["kind"] == "answer");
        let hidden = "an answer that not everybody may know";
        let told: Vec<String> =
            told.map(|line| line["text"].as_str().unwrap_or(hidden).to_string()).collect();
        assert_eq!(said.len(), told.len(), "{game}");
        let seat = |text: &str| text.replace("Seat ", "seat ");
        for (number, (said, told)) in said.iter().zip(&told).enumerate() {
            assert_eq!(seat(said), seat(told), "{game}, decision {}", number + 1);
        }
        let plays = said.iter().filter(|said| {
            ["cast ", "play ", "summon ", "charge "].iter().any(|verb| said.starts_with(verb))
        });
        assert!(plays.count() > 5, "{game}: cards are played from hands: {said:?}");
    }
}

fn words_of(game: &str, name: &str) -> Value {
    let games = games();
    let factory = games.iter().find(|factory| factory.game() == game).unwrap();
    factory.card(name).unwrap().reading[1..].into()
}

/// The texts of a list of facts, by their names.
fn facts(data: &Value, list: &Value) -> std::collections::BTreeMap<String, String> {
    let texts = texts(data);
    let text = |place: &Value| texts[place.as_u64().unwrap() as usize].to_string();
    let places = data["pools"]["lists"][list.as_u64().unwrap() as usize].as_array().unwrap();
    let fact = |place: &Value| {
        let pair = &data["pools"]["facts"][place.as_u64().unwrap() as usize];
        (text(&pair[0]), text(&pair[1]))
    };
    places.iter().map(fact).collect()
}

#[test]
fn a_turn_begins_in_its_first_step_and_before_the_first_it_is_nobodys() {
    let folder = tempfile::tempdir().unwrap();
    for (game, first) in [("magic", "untap"), ("duel-masters", "start of turn"), ("flesh-and-blood", "start")]
    {
        let data = written(&golden(game), &folder.path().join(format!("{game}.html")), &[], 0);
        let texts = texts(&data);
        let (mut turn, mut begun) = (Value::Null, 0);
        for step in data["steps"].as_array().unwrap() {
            if !step["c"]["t"].is_null() {
                turn = step["c"]["t"].clone();
            }
            let told = facts(&data, &turn);
            assert_eq!(told.contains_key("active"), step["n"] != 0, "{game}: {step}");
            if step["e"].as_u64().is_some_and(|kind| texts[kind as usize] == "turn-began") {
                assert_eq!(told["step"], first, "{game}: turn {}", step["n"]);
                begun += 1;
            }
        }
        assert!(begun > 20, "{game}: {begun} turns");
    }
}

#[test]
fn what_lies_face_down_is_marked_for_a_judge() {
    for (game, zone) in [("duel-masters", "shield zone"), ("flesh-and-blood", "arsenal")] {
        let shown =
            duelog(["show", arg(&golden(game)), "--at", "t12", "--format", "json"]).ends(0).json().remove(0);
        let zones = shown["zones"].as_array().unwrap();
        let is_down = |card: &Value| {
            card["figure"]["marks"]
                .as_array()
                .is_some_and(|marks| marks.iter().any(|mark| mark == "face-down"))
        };
        // A castle that fortifies a shield lies face up.
        let is_castle =
            |card: &Value| card["facts"].as_array().unwrap().iter().any(|fact| fact["name"] == "fortifies");
        for one in zones {
            let down = one["cards"].as_array().unwrap().iter().filter(|card| is_down(card)).count();
            let held = ["hand", "deck", "graveyard", "battle zone", "mana zone"]
                .contains(&one["name"].as_str().unwrap());
            assert!(!held || down == 0, "{game}: {one}");
        }
        let own =
            zones.iter().filter(|one| one["name"] == zone).flat_map(|one| one["cards"].as_array().unwrap());
        assert!(
            own.clone().count() > 0 && own.clone().all(|card| is_down(card) != is_castle(card)),
            "{game}: {:?}",
            own.collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_face_down_permanent_is_marked() {
    let beast = serde_json::json!({ "card": "Battering Craghorn", "facts": { "face-down": true } });
    let position = serde_json::json!({
        "turn": { "step": "precombat main" },
        "players": [
            { "zones": { "battlefield": [beast], "library": ["Forest"] } },
            { "zones": { "library": ["Forest"] } },
        ],
    });
    let mut talk = Talk::start(&["engine"]);
    let setup = serde_json::json!({ "game": "magic", "seed": 1, "position": position });
    talk.ask(serde_json::json!({ "setup": setup }).to_string());
    for viewer in [r#""judge""#, r#""public""#, r#"{"seat":0}"#] {
        let told = talk.ask(format!(r#"{{"view":{viewer}}}"#));
        let marks = &told["view"]["zones"][0]["cards"][0]["figure"]["marks"];
        assert!(
            marks.as_array().is_some_and(|marks| marks.contains(&"face-down".into())),
            "{viewer}: {told}"
        );
    }
    talk.end();
}

#[test]
fn a_match_from_a_position_begins_in_its_own_step() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("position.duelog");
    let position = serde_json::json!({
        "turn": { "step": "precombat main", "number": 5 },
        "players": [
            { "zones": { "hand": ["Forest"], "library": ["Forest"] } },
            { "zones": { "library": ["Forest"] } },
        ],
    });
    let mut talk = Talk::start(&["engine"]);
    let setup = serde_json::json!({ "game": "magic", "seed": 1, "position": position });
    talk.ask(serde_json::json!({ "setup": setup, "log": log }).to_string());
    talk.ask(r#"{"answer":{"seat":0,"choice":{"pick":["pass"]}}}"#);
    talk.end();
    let data = written(&log, &folder.path().join("a.html"), &[], 0);
    let names: Vec<&str> =
        data["head"]["turn_steps"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let main = names.iter().position(|name| *name == "main1").unwrap();
    for step in data["steps"].as_array().unwrap() {
        assert_eq!((&step["n"], &step["s"]), (&5.into(), &main.into()), "{step}");
    }
    let told = duelog(["history", arg(&log), "--all"]).ends(0);
    assert!(
        told.out.starts_with(
            "Turn 5: seat 0, from a position that was set up  (seat 0: 20 life, seat 1: 20 life)\n"
        ),
        "{}",
        told.out
    );
    assert!(!told.out.contains("untap"), "{}", told.out);
}

#[test]
fn an_illegal_decision_is_disputed() {
    let folder = tempfile::tempdir().unwrap();
    let (log, out) = (recorded(folder.path(), 51), folder.path().join("a.html"));
    let (forged, at) = (folder.path().join("forged.duelog"), 20);
    illegal(&log, &forged, at);
    let shown = duelog(["report", arg(&forged), "--out", arg(&out)]).ends(1);
    assert!(shown.err.contains("illegal"), "{}", shown.err);
    let data = data(&out);
    assert_eq!(
        (data["head"]["verdict"].as_str(), data["head"]["at"].as_u64()),
        (Some("illegal"), Some(u64::from(at)))
    );
    let last = data["steps"].as_array().unwrap().last().unwrap();
    assert_eq!((last["k"].as_str(), last["d"].as_u64()), (Some("disputed"), Some(u64::from(at))));
}

#[test]
fn two_logs_stand_side_by_side_from_where_they_part() {
    let folder = tempfile::tempdir().unwrap();
    let (log, out) = (golden("duel-masters"), folder.path().join("both.html"));
    let forked = folder.path().join("forked.duelog");
    duelog(["fork", arg(&log), "--at", "40", "--out", arg(&forked)]).ends(0);
    let told = duelog(["report", arg(&log), arg(&forked), "--out", arg(&out)]).ends(0);
    assert!(told.out.contains("left-continues, 40 decisions in common"), "{}", told.out);
    let both = data(&out);
    let (left, right) = (both["steps"].as_array().unwrap(), both["other"]["steps"].as_array().unwrap());
    let fork = usize::try_from(both["parting"]["fork"].as_u64().unwrap()).unwrap();
    let text =
        |film: &Value, step: &Value| film["pools"]["texts"][step["x"].as_u64().unwrap() as usize].clone();
    for (one, other) in left[..fork].iter().zip(right) {
        assert_eq!((&one["d"], text(&both, one)), (&other["d"], text(&both["other"], other)));
    }
    assert!(right.len() == fork + 1 && right[fork]["k"] == "end", "{}", right[fork]);
    assert!(left[fork]["d"].as_u64() == Some(41) && left.len() > fork + 100, "{}", left[fork]);
    // Who may not know a hand does not read it in either of them.
    let hidden = folder.path().join("hidden.html");
    let args = ["report", arg(&log), arg(&forked), "--public", "--out", arg(&hidden), "--format", "json"];
    let told = duelog(args).ends(0).json().remove(0);
    assert_eq!((&told["relation"], &told["decisions"]), (&"left-continues".into(), &40.into()));
    let shown = data(&hidden);
    for film in [&shown, &shown["other"]] {
        assert_eq!(film["head"]["viewer"], "public");
        assert!(film["head"]["players"].as_array().unwrap().iter().all(|player| player["deck"].is_null()));
    }
    // Two matches have nothing in common.
    let other = golden("flesh-and-blood");
    let apart = folder.path().join("apart.html");
    duelog(["report", arg(&log), arg(&other), "--out", arg(&apart)]).ends(0);
    assert_eq!(data(&apart)["parting"]["relation"], "unrelated");
    duelog(["report", "-", "-", "--out", "x.html"]).ends(1);
    duelog(["report", arg(&log), "missing", "--out", arg(&apart)]).ends(3);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (log, out) = (golden("duel-masters"), folder.path().join("a.html"));
    duelog(["report", arg(&log)]).ends(2);
    let seat = duelog(["report", arg(&log), "--out", arg(&out), "--seat", "2"]).ends(2);
    assert!(seat.err.contains("there is no seat 2"), "{}", seat.err);
    duelog(["report", "missing.duelog", "--out", arg(&out)]).ends(3);
    let nowhere = folder.path().join("no/a.html");
    duelog(["report", arg(&log), "--out", arg(&nowhere)]).ends(3);
    let bytes = fs::read(&log).unwrap();
    let cut = folder.path().join("cut.duelog");
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let told = duelog(["report", arg(&cut), "--out", arg(&out), "--format", "json"]).ends(1).json();
    assert!(told[0]["steps"].as_u64() > Some(50) && told[1]["finding"]["verdict"] == "torn", "{told:?}");
    let there = duelog(["report", arg(&log), "--out", arg(&out)]).ends(2);
    assert!(there.err.contains("is not overwritten"), "{}", there.err);
    fs::write(&cut, b"no log").unwrap();
    let other = folder.path().join("b.html");
    duelog(["report", arg(&cut), "--out", arg(&other)]).ends(1);
    assert!(!other.exists());
}

#[test]
fn the_bot_says_what_it_would_rather_have_done_and_shows_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let begun = path("begun.duelog");
    duelog(["fork", arg(&golden("duel-masters")), "--at", "18", "--out", arg(&begun)]).ends(0);
    let data = written(&begun, &path("a.html"), &["--analyse", "--timeout", "0"], 0);
    let analysis = &data["analysis"];
    let curve = analysis["curve"].as_array().unwrap();
    assert!(curve.iter().all(|point| (0..=1_000).contains(&point[1].as_i64().unwrap())), "{curve:?}");
    let mistake = &analysis["mistakes"][0];
    let [given, better] = [0, 1].map(|place| mistake["estimates"][place].as_i64().unwrap());
    assert!(better >= given + 100, "{mistake}");
    let text =
        |place: &Value| data["pools"]["texts"][usize::try_from(place.as_u64().unwrap()).unwrap()].clone();
    assert!(text(&mistake["better"]).as_str().unwrap().starts_with("cast "), "{mistake}");
    let line = mistake["line"].as_array().unwrap();
    assert!(!line[0]["c"]["z"].as_array().unwrap().is_empty(), "it begins with the whole table");
    assert!(line.len() > 2, "{line:?}");
    // A seat sees the estimates of its own decisions alone; the public, which sees no hand, none.
    let own = written(&begun, &path("b.html"), &["--analyse", "--timeout", "0", "--seat", "1"], 0);
    let mine = |decision: &Value| {
        data["steps"]
            .as_array()
            .unwrap()
            .iter()
            .any(|step| step["k"] == "answer" && step["d"] == *decision && step["w"] == 1)
    };
    let seen = own["analysis"]["curve"].as_array().unwrap();
    assert!(!seen.is_empty() && seen.iter().all(|point| mine(&point[0])), "{seen:?}");
    let refused =
        duelog(["report", arg(&begun), "--analyse", "--public", "--out", arg(&path("c.html"))]).ends(2);
    assert!(refused.err.contains("the cards that a player holds"), "{}", refused.err);
}

#[test]
fn a_moment_is_drawn_as_a_picture_with_its_stack_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let out = folder.path().join(format!("{game}.svg"));
        let log = golden(game);
        let all = ["report", arg(&log), "--names", "<Ann>,Bob & Co", "--picture", "t4", "--out", arg(&out)];
        let told = duelog(all).ends(0);
        assert!(told.out.contains(": decision "), "{}", told.out);
        let svg = fs::read_to_string(&out).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(
            svg.contains("&lt;Ann&gt;") && svg.contains("Bob &amp; Co") && !svg.contains("<Ann>"),
            "{svg}"
        );
        duelog(all).ends(2);
    }
    let log = golden("magic");
    let public = folder.path().join("public.svg");
    duelog(["report", arg(&log), "--public", "--picture", "t4", "--out", arg(&public)]).ends(0);
    assert!(fs::read_to_string(&public).unwrap().contains(" hidden</text>"));
    let none =
        duelog(["report", arg(&log), "--picture", "t99", "--out", arg(&folder.path().join("x.svg"))]).ends(2);
    assert!(none.err.contains("turn"), "{}", none.err);
}
