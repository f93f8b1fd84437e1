//! `duelog history`.

use std::collections::BTreeSet;
use std::fs;

use duelog_kernel::TagKey;
use duelog_log_format::{Annotation, Reader, Record, Rewind, Topic};
use serde_json::Value;

use crate::running::{arg, duelog, root};
use crate::talking::{decisions, diverging, recorded, rewritten};

fn lines(log: &std::path::Path, more: &[&str]) -> Vec<Value> {
    duelog(["history", arg(log), "--format", "json"].iter().chain(more)).ends(0).json()
}

#[test]
fn events_have_their_rule_and_decision() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 31);
    let all = lines(&log, &[]);
    let total = u64::from(decisions(&log));
    let answers: Vec<u64> = all
        .iter()
        .filter(|line| line["kind"] == "answer")
        .map(|line| line["decision"].as_u64().unwrap())
        .collect();
    assert_eq!(answers, (1..=total).collect::<Vec<_>>());
    let mut last = 0;
    for line in &all {
        let decision = line["decision"].as_u64().unwrap();
        assert!(decision >= last, "in order");
        last = decision;
        if line["kind"] == "event" {
            assert!(
                line["rule"].is_string() && line["text"].is_string() && line["internal"] == false,
                "{line}"
            );
        }
    }
    assert_eq!(all[0]["decision"], 0);
    assert!(
        all.last().unwrap()["text"].as_str().unwrap().contains("loses the game")
            || all.last().unwrap()["decision"] == total
    );
    assert!(lines(&log, &["--all"]).iter().any(|line| line["internal"] == true));

    let text = duelog(["history", arg(&log), "--to", "5", "--all"]).ends(0).out;
    assert!(text.contains("    0  opening     seat 0 shuffles the library (103.1)"), "{text}");
    assert!(text.contains("    2              seat ") && !text.contains("\n    6 "), "{text}");
}

#[test]
fn a_part_is_told_as_in_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 32);
    let inside = |line: &&Value| (30..=40).contains(&line["decision"].as_u64().unwrap());
    let all = lines(&log, &[]);
    assert_eq!(
        lines(&log, &["--from", "30", "--to", "40"]),
        all.iter().filter(inside).cloned().collect::<Vec<_>>()
    );
}

#[test]
fn a_seat_is_told_only_what_it_may_know() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 33);
    let draws = |more: &[&str]| {
        let told: Vec<String> =
            lines(&log, more).iter().filter_map(|line| line["text"].as_str().map(str::to_string)).collect();
        let by = |seat: &str| {
            told.iter()
                .filter(|text| {
                    text.starts_with(seat) && !text.ends_with("draws a card") && text.contains(" draws ")
                })
                .count()
        };
        (by("seat 0"), by("seat 1"))
    };
    let (zero, one) = draws(&[]);
    assert!(zero > 7 && one > 7);
    assert_eq!(draws(&["--seat", "0"]), (zero, 0));
    assert_eq!(draws(&["--seat", "1"]), (0, one));
    assert_eq!(draws(&["--public"]), (0, 0));
    assert!(lines(&log, &["--public", "--all"]).iter().all(|line| line.get("event").is_none()));
}

/// What everybody saw is public: passes, attacks, numbers; a card is named once it has been shown.
#[test]
fn answers_that_everybody_saw_are_public() {
    let ids = |text: &str| -> BTreeSet<String> {
        let number = |part: &str| part.chars().take_while(char::is_ascii_digit).collect();
        text.split('#').skip(1).map(number).collect()
    };
    for log in ["magic/magic-1", "duel-masters/duel-masters-1", "flesh-and-blood/flesh-and-blood-1"] {
        let log = crate::running::root().join(format!("fixtures/golden/{log}.duelog"));
        for viewer in [&["--public"][..], &["--seat", "0"], &["--seat", "1"]] {
            let (mut shown, mut closed, mut open) = (BTreeSet::new(), 0, 0);
            for line in lines(&log, &[&["--all"], viewer].concat()) {
                let text = line["text"].as_str().unwrap_or_default();
                let own = viewer.get(1).is_some_and(|seat| seat.parse().ok() == line["seat"].as_u64());
                if line["kind"] != "answer" || own {
                    shown.extend(ids(text));
                } else if line.get("choice").is_some() {
                    open += 1;
                    assert!(ids(text).is_subset(&shown), "{viewer:?}: {line}");
                } else {
                    closed += 1;
                }
            }
            assert!(open > 20 && closed > 0, "{log:?} {viewer:?}: {open} open, {closed} closed");
        }
    }
}

#[test]
fn back_ups_and_notes_stand_where_they_were_made() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 34);
    let back = folder.path().join("back.duelog");
    let mut kept = Vec::new();
    let bytes = fs::read(&log).unwrap();
    let mut tags = TagKey::new(&Reader::open(&bytes).unwrap().header().seed);
    rewritten(&log, &back, |number, record| match record {
        Record::Decision(_) if number > 30 => Vec::new(),
        Record::Outcome(_) | Record::Seal(_) => Vec::new(),
        record => {
            kept.push(record.clone());
            if number < 30 {
                return vec![record];
            }
            // Decisions 21 to 30 are taken back, a note is made, and 21 to 25 are made again.
            let note =
                Annotation { topic: Topic::Note, seat: None, time_ms: None, text: "again".to_string() };
            let made = kept.iter().filter_map(|record| {
                if let Record::Decision(made) = record { Some(made.clone()) } else { None }
            });
            // They have other numbers now, and so other tags.
            let again: Vec<Record> = (21..)
                .zip(made.skip(20).take(5))
                .map(|(before, mut made)| {
                    let state = tags.reveal(before, made.seat, &made.choice, made.tag);
                    made.tag = tags.hide(before + 10, made.seat, &made.choice, state);
                    Record::Decision(made)
                })
                .collect();
            [vec![record, Record::Rewind(Rewind { to: 20 }), Record::Annotation(note)], again].concat()
        }
    });
    let first = lines(&log, &["--to", "30"]);
    let told = lines(&back, &[]);
    assert_eq!(told[..first.len()], first);
    assert_eq!(told[first.len()]["kind"], "rewind");
    assert_eq!(
        (told[first.len()]["to"].as_u64(), told[first.len()]["decision"].as_u64()),
        (Some(20), Some(30))
    );
    assert_eq!(
        (&told[first.len() + 1]["kind"], &told[first.len() + 1]["text"]),
        (&Value::from("annotation"), &Value::from("again"))
    );
    let rest = &told[first.len() + 2..];
    let numbers: BTreeSet<u64> = rest.iter().map(|line| line["decision"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (31..=35).collect());
    let strip = |line: &Value| (line["kind"].clone(), line["text"].clone());
    let again: Vec<_> = first
        .iter()
        .filter(|line| (21..=25).contains(&line["decision"].as_u64().unwrap()))
        .map(strip)
        .collect();
    assert_eq!(rest.iter().map(strip).collect::<Vec<_>>(), again);
    // The other commands count the same way.
    let shown = |log: &std::path::Path, at: &str| {
        duelog(["show", arg(log), "--at", at, "--format", "json"]).ends(0).json().remove(0)
    };
    assert_eq!(shown(&back, "35")["zones"], shown(&log, "25")["zones"]);
    assert_eq!(shown(&back, "30")["zones"], shown(&log, "30")["zones"]);
    let explained = |log: &std::path::Path, at: &str| {
        duelog(["explain", arg(log), "--at", at, "--format", "json"]).ends(0).json().remove(0)
    };
    assert_eq!(explained(&back, "31")["options"], explained(&log, "21")["options"]);
    assert_eq!(explained(&back, "31")["answer"], explained(&log, "21")["answer"]);
}

#[test]
fn everything_before_a_fault_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 35);
    let bad = folder.path().join("bad.duelog");
    diverging(&log, &bad, 50);
    let ran = duelog(["history", arg(&bad), "--format", "json"]).ends(1);
    let mut told = ran.json();
    assert_eq!(told.pop().unwrap()["finding"]["verdict"], "diverged");
    assert_eq!(told, lines(&log, &["--to", "49"]));
    assert_eq!(duelog(["history", arg(&bad), "--to", "49", "--format", "json"]).ends(0).json(), told);
    let ran = duelog(["history", arg(&bad), "--all"]).ends(1);
    assert!(ran.err.contains("diverged: ") && ran.out.contains("\n   49              seat "), "{}", ran.err);
    let bytes = fs::read(&log).unwrap();
    fs::write(&bad, &bytes[..bytes.len() / 3]).unwrap();
    assert!(duelog(["history", arg(&bad)]).ends(1).err.contains("torn: "));
}

#[test]
fn wrong_use_is_told_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 36);
    let beyond = (decisions(&log) + 1).to_string();
    duelog(["history"]).ends(2);
    duelog(["history", arg(&log), "--from", &beyond]).fails(2, &[&format!("no decision {beyond}")]);
    duelog(["history", arg(&log), "--to", &beyond]).fails(2, &[&format!("no decision {beyond}")]);
    duelog(["history", arg(&log), "--from", "9", "--to", "8"])
        .fails(2, &["--to decision 8 is before --from decision 9"]);
    duelog(["history", arg(&log), "--seat", "7"]).fails(2, &["no seat 7"]);
    duelog(["history", "no/such/log"]).fails(3, &["no/such/log"]);
}

/// Histories of all three games read like an account, in one form.
#[test]
fn a_history_reads_like_an_account() {
    let golden = |game: &str, number: u32| format!("fixtures/golden/{game}/{game}-{number}.duelog");
    let told = [
        ("magic", 101, [" casts ", " targets ", "the triggered ability of"]),
        ("duel-masters", 133, [" summons ", " charges ", "an ability of "]),
        ("flesh-and-blood", 7, [" pitches ", " defend", " goes to the graveyard "]),
    ];
    for (game, number, words) in told {
        let text = duelog(["history", &golden(game, number)]).ends(0).out;
        for words in
            words.iter().chain(&[" draws ", " takes the first turn ", "is chosen at random", " triggers: "])
        {
            assert!(text.contains(words), "{game}: {words}: {text}");
        }
        for never in [
            ": from the ",
            " begins: ",
            ": targets ",
            "on standby",
            " becomes the target",
            "becomes a defending",
            "begins to cast",
            "chance picks",
            "goes on with",
            " 1 shields",
            "(601.2i)",
            ":  (",
        ] {
            assert!(!text.contains(never), "{game}: {never}: {text}");
        }
        let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("Turn ")).collect();
        for (place, head) in heads.iter().enumerate() {
            let turn = format!("Turn {}: seat ", place + 1);
            assert!(head.starts_with(&turn), "{game}: {head}");
        }
        let all = duelog(["history", &golden(game, number), "--all"]).ends(0).out;
        // An answer that says a name, a yes or a number alone says what it answers.
        let bare =
            |line: &&str| line.contains(": yes") || line.contains(": no ") || line.ends_with(": nothing");
        let bare: Vec<&str> = all.lines().filter(bare).collect();
        assert!(bare.iter().all(|line| line.contains('?')), "{game}: {bare:?}");
    }
    // `explain` understands a card as `history` calls it.
    let log = golden("flesh-and-blood", 7);
    let shown = duelog(["show", &log, "--at", "20", "--format", "json"]).json().remove(0);
    let mut cards =
        shown["zones"].as_array().unwrap().iter().flat_map(|zone| zone["cards"].as_array().unwrap());
    let card = cards.next().unwrap();
    for between in ["#", " #"] {
        let named = format!("{}{between}{}", card["name"].as_str().unwrap(), card["id"]);
        duelog(["explain", &log, "--at", "20", "--object", &named]).ends(0);
    }
}

/// A history says where a card went in the end, that a library is shuffled, and names nothing where nothing is
/// shown.
#[test]
fn a_history_says_where_cards_went() {
    let told = [
        ("magic", "magic-202", "seat 1 shuffles the library (103.4)"),
        ("magic", "magic-104", "Radical Idea #288 is countered and goes into exile (701.5a)"),
        ("magic", "magic-202", "would enter the battlefield\" becomes \"Dragonskull Summit #168 would enter"),
        ("duel-masters", "duel-masters-119", "no card is shown to all (701.9a)"),
        ("duel-masters", "duel-masters-119", "the deck of seat 0 is shuffled (701.11a)"),
        ("duel-masters", "duel-masters-119", "is destroyed as its power is 0 or less (703.4c)"),
        (
            "flesh-and-blood",
            "flesh-and-blood-1",
            "Drone of Brutality (blue) #175 goes to the bottom of the deck",
        ),
        (
            "flesh-and-blood",
            "flesh-and-blood-1",
            "(blue) #138 would go to the graveyard\" becomes \"Drone of",
        ),
    ];
    for (game, log, words) in told {
        let text = duelog(["history", &format!("fixtures/golden/{game}/{log}.duelog")]).ends(0).out;
        assert!(text.contains(words), "{log}: {words}: {text}");
        for never in ["would go to: ", "nothing of it is left", ", which goes ", "main         are "] {
            assert!(!text.contains(never), "{log}: {never}: {text}");
        }
    }
}

/// Cards that lie on each other are one object: each of them is followed, named as the history names it.
#[test]
fn a_card_of_a_pile_is_followed_by_its_own_name() {
    let log = "fixtures/golden/duel-masters/duel-masters-10.duelog";
    let first =
        |card: &str| duelog(["history", log, "--card", card]).ends(0).out.lines().next().map(str::to_string);
    let paladin = first("Crystal Paladin#159").unwrap();
    assert!(paladin.starts_with("Crystal Paladin: #") && paladin.contains("#159 battle zone"), "{paladin}");
    assert!(first("Fear Fang#124").unwrap().starts_with("Fear Fang: #75 deck of seat 1"));
    // Two of one name that one pile has held are told apart by what they were before.
    let ran = duelog(["history", log, "--card", "Fighter Dual Fang#124"]).ends(2);
    assert!(
        ran.err.contains("2 cards of this name were #124") && ran.err.contains("#122, #145"),
        "{}",
        ran.err
    );
    assert!(first("Fighter Dual Fang#145").unwrap().contains("then #124 battle zone"));
    let ran = duelog(["history", log, "--card", "Crystal Lancer#124"]).ends(2);
    assert!(ran.err.contains("#124 is Fear Fang, and not crystal lancer"), "{}", ran.err);
}

/// A turn that a team takes together is told as the turn of all of its players, and so is what they win.
#[test]
fn a_team_has_its_turn_and_its_win_together() {
    let log = root().join("fixtures/golden/magic/magic-8104.duelog");
    let told = duelog(["history", arg(&log), "--turn", "15", "--all"]).ends(0).out;
    assert!(told.contains("  turn 15: seat 2 and seat 3 (500.1)\n"), "{told}");
    assert!(told.contains("  seat 2 and seat 3 win the game (nobody else is left) (104.2c)\n"), "{told}");
    assert!(!told.contains(" 1 objects "), "{told}");
}
