//! `duelog play`, as people at a table meet it: questions that give nothing away by one key, words in place of
//! options, and two terminals that each show their own hand alone.

use std::path::Path;

use serde_json::json;

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk, decisions, recorded};

fn typed(talk: &mut Talk, line: &str) -> String {
    talk.say(line);
    talk.prompt()
}

/// One digit leaves no equipment behind for a whole game: all of it is the default, and less needs a word.
#[test]
fn equipment_is_not_left_by_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&[
        "play",
        "--decks",
        "katsu",
        "bravo",
        "--out",
        arg(&log),
        "--seed",
        "4",
        "--bot",
        "random",
    ]);
    talk.prompt();
    let heard = typed(&mut talk, "1");
    assert!(
        heard.contains("[choose 0 to 6: numbers with blanks, `all`, `none`; Enter takes all]"),
        "{heard}"
    );
    for line in ["1", "1", "1 2 3 4 5", "none", "all but 6"] {
        let heard = typed(&mut talk, line);
        assert!(
            heard.contains("that leaves out") && heard.contains("Snapdragon Scalers #6: `yes`"),
            "{line}: {heard}"
        );
        assert!(heard.contains("Which weapons and equipment"), "{line}: {heard}");
    }
    assert!(typed(&mut talk, "undo").contains("nothing is answered yet"));
    let heard = typed(&mut talk, "");
    assert!(
        heard.contains("You equip Harmonized Kodachi #1") && heard.contains("You equip Snapdragon"),
        "{heard}"
    );
    // Events are told without steps and rules, and the turn has a head.
    assert!(heard.contains("── Turn 1: You (You 20, Opponent 20)"), "{heard}");
    assert!(!heard.contains("phase") && heard.contains("* Opponent draws a card, 4 times\n"), "{heard}");
}

/// An action that is not an option is refused with its reason, said in words, with or without `why`.
#[test]
fn an_action_in_words_is_answered_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let args =
        ["play", "--decks", "red-green-beasts", "white-blue-flyers", "--out", arg(&log), "--seed", "4"];
    let mut talk = Talk::start(&[&args[..], &["--bot", "random"]].concat());
    talk.prompt();
    typed(&mut talk, "1");
    let heard = typed(&mut talk, "keep");
    assert!(heard.contains("You have priority") && heard.contains("Kalonian Behemoth"), "{heard}");
    for line in ["cast kalonian behemoth", "why cast kalonian behemoth", "why kalonian behemoth"] {
        let heard = typed(&mut talk, line);
        assert!(heard.contains("cast Kalonian Behemoth #125: "), "{line}: {heard}");
        assert!(heard.contains("(601.2h)"), "{line}: {heard}");
        assert!(heard.contains("You have priority"), "{line}: {heard}");
    }
    assert!(typed(&mut talk, "cast craw giant").contains("no card \"craw giant\" is in sight"));
    assert!(typed(&mut talk, "why play forest").contains("among the options"));
    // A card that the player does not see is told as such, wherever it may lie, or if there is none.
    for unseen in ["serra angel", "no such card"] {
        let heard = typed(&mut talk, &format!("why {unseen}"));
        let says = format!(
            "no card \"{unseen}\" is in sight: a card that can be named lies on the table, in your hand"
        );
        assert!(heard.contains(&says), "{heard}");
    }
    // An attack is said of a card alone, too.
    assert!(
        typed(&mut talk, "why attack birds of paradise")
            .contains("no card \"birds of paradise\" is in sight")
    );
}

/// Who is done before the own main phase is asked there, where more can be played; a question that cannot be passed says
/// what answers it, and what cannot be played meanwhile.
#[test]
fn whoever_is_done_early_keeps_the_main_phase() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("done.duelog");
    let args = ["play", "--decks", BEASTS, FLYERS, "--bot", "greedy", "--name", "Ann", "--seed", "7"];
    let mut talk = Talk::start(&[&args[..], &["--out", arg(&log)]].concat());
    talk.prompt();
    for line in ["1", "keep", "play forest", "cast birds"] {
        typed(&mut talk, line);
    }
    let heard = typed(&mut talk, "auto");
    assert!(heard.contains("turn 3") && heard.contains("step upkeep"), "{heard}");
    let heard = typed(&mut talk, "done");
    assert!(heard.contains("step precombat main") && heard.contains("play Mountain"), "{heard}");
    // The land that could be played then is passed by now.
    let heard = typed(&mut talk, "done");
    assert!(heard.contains("Which creatures attack?"), "{heard}");
    assert!(typed(&mut talk, "done").contains("can be passed: `none` chooses nothing"));
    let why = "nothing is cast or played while attackers are declared (508.1)";
    assert!(typed(&mut talk, "play mountain").contains(why));
}

/// Cards of one name that differ are told apart where they are options: by their size, and by whose they are.
#[test]
fn options_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("wolves.duelog");
    let zones = |hand: &[&str], battlefield: &[&str]| json!({ "zones": { "hand": hand, "battlefield": battlefield, "library": ["Forest"] } });
    let players = [
        zones(&["Lightning Bolt"], &["Mountain", "Wolf", "Craw Wurm"]),
        zones(&[], &["Wolf", "Deathtouch Wolf", "Craw Wurm"]),
    ];
    let turn = json!({ "step": "precombat main", "number": 5 });
    let setup = json!({ "game": "magic", "seed": 1, "position": { "turn": turn, "players": players } });
    let mut engine = Talk::start(&["engine"]);
    engine.ask(json!({ "setup": setup, "log": log }).to_string());
    drop(engine.end());
    let mut talk = Talk::start(&["play", "--plain", "--resume", arg(&log), "--bot", "random"]);
    talk.prompt();
    let asked = typed(&mut talk, "cast lightning bolt");
    for option in ["(of you, 2/2)", "(of Opponent, 2/2)", "(of Opponent, 1/1)", "(of you)", "(of Opponent)"] {
        assert!(asked.contains(option), "{option}: {asked}");
    }
    let heard = typed(&mut talk, "1/1");
    assert!(heard.contains("targets Wolf #6"), "{heard}");
}

/// A log that is resumed only to look at it has no decision more afterwards, and one that makes too much work is not
/// resumed.
#[test]
fn a_resumed_match_rests_until_somebody_answers() {
    let folder = tempfile::tempdir().unwrap();
    let whole = recorded(folder.path(), 3);
    for at in ["8", "40", "57"] {
        let log = folder.path().join(format!("fork-{at}.duelog"));
        duelog(["fork", arg(&whole), "--at", at, "--out", arg(&log)]).ends(0);
        let before = decisions(&log);
        let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
        let heard = talk.prompt();
        let rests = heard.contains("`go` lets it play on");
        assert!(!heard.contains("()"), "a question that no rule asks: {heard}");
        for line in ["view", "history", "help", "card Forest"] {
            typed(&mut talk, line);
        }
        assert_eq!(decisions(&log), before, "{at}: {heard}");
        if rests {
            typed(&mut talk, "go");
            assert!(decisions(&log) > before, "{at}");
        }
        assert_eq!(talk.end().1, 0);
        let ran = duelog(["play", "--resume", arg(&log), "--budget", "50"]).ends(3);
        assert!(ran.err.contains("--budget"), "{ran:?}");
    }
}

/// A question that comes up for secrecy alone says so, and `done` answers it: shields without a trigger.
#[test]
fn a_question_without_an_option_says_why_and_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let args = ["play", "--decks", "hyperspatial-bolshack", "water-neo", "--out", arg(&log), "--seed", "5"];
    let mut talk = Talk::start(&[&args[..], &["--bot", "greedy", "--ask-always"]].concat());
    let mut heard = talk.prompt();
    for _ in 0..200 {
        let asked = heard.rsplit(" asked (").next().unwrap();
        if asked.contains("tells nobody what is hidden") {
            return is_done(&mut talk, &log, asked);
        }
        let line = if asked.contains("auto)") {
            "auto"
        } else if asked.contains("1) ") {
            "1"
        } else {
            "none"
        };
        heard = typed(&mut talk, line);
    }
    panic!("no such question came up");
}

/// The question at which a person is: it offers `done`, refuses what is not there, and is answered by it.
fn is_done(talk: &mut Talk, log: &Path, asked: &str) {
    assert!(asked.contains("[`done`]") && !asked.contains("1) "), "{asked}");
    let before = decisions_of(log);
    let heard = typed(talk, "2");
    assert!(decisions_of(log) == before && heard.contains("`done`"), "{heard}");
    let heard = typed(talk, "done");
    assert!(!heard.contains("wanted:") && decisions_of(log) > before, "{heard}");
}

/// A position of a game, and the lines that lead two people from it to a question for secrecy alone.
fn done_in(setup: &serde_json::Value, lines: &[&str], question: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut engine = Talk::start(&["engine"]);
    let begun = engine.ask(serde_json::json!({ "setup": setup, "log": log }).to_string());
    assert!(begun["request"].is_object(), "{begun}");
    assert_eq!(engine.end().1, 0);
    let mut talk = Talk::start(&["play", "--resume", arg(&log), "--bot", "none", "--ask-always"]);
    let mut heard = talk.prompt();
    for line in lines {
        assert!(!heard.contains("tells nobody what is hidden"), "{line}: {heard}");
        heard = typed(&mut talk, line);
    }
    let asked = heard.rsplit(" asked (").next().unwrap();
    assert!(asked.contains(question) && asked.contains("tells nobody what is hidden"), "{asked}");
    is_done(&mut talk, &log, asked);
}

/// The same in Magic: a library is searched in which nothing can be found.
#[test]
fn a_search_that_finds_nothing_is_done() {
    let library = vec!["Runeclaw Bear"; 20];
    let position = serde_json::json!({
        "turn": { "step": "precombat main" },
        "players": [
            { "zones": { "hand": ["Rampant Growth"], "battlefield": ["Forest", "Forest"], "library": library } },
            { "zones": { "library": library } },
        ],
    });
    let setup = serde_json::json!({ "game": "magic", "seed": 1, "position": position });
    done_in(&setup, &["cast rampant growth", "auto", "pass", "pass"], "Which cards do you find");
}

/// The same in Flesh and Blood: a hero is attacked whose only card cannot defend.
#[test]
fn a_defence_without_a_card_is_done() {
    let deck = vec!["Raging Onslaught (red)"; 20];
    let position = serde_json::json!({
        "turn": {},
        "players": [
            { "zones": { "hero": ["Bravo"], "hand": ["Raging Onslaught (blue)", "Raging Onslaught (blue)"], "deck": deck } },
            { "zones": { "hero": ["Bravo"], "hand": ["Energy Potion (blue)"], "deck": deck } },
        ],
    });
    let setup = serde_json::json!({ "game": "flesh-and-blood", "seed": 1, "position": position });
    done_in(&setup, &["3", "auto", "pass", "pass", "pass", "pass"], "Which cards defend");
}

/// How many decisions a log of any game has.
fn decisions_of(log: &Path) -> u64 {
    duelog(["info", arg(log), "--format", "json"]).json()[0]["decisions"].as_u64().unwrap()
}

#[test]
fn decks_in_files_know_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let decks =
        ["hyperspatial-bolshack", "water-neo"].map(|name| format!("fixtures/decks/duel-masters/{name}.deck"));
    let mut talk = Talk::start(&[
        "play",
        "--decks",
        &decks[0],
        &decks[1],
        "--out",
        arg(&log),
        "--seed",
        "4",
        "--name",
        "Ann",
    ]);
    let heard = talk.prompt();
    assert!(heard.contains("Ann is asked (") && heard.contains("Opponent"), "{heard}");
    assert_eq!(talk.end().1, 0);
    let out = folder.path().join("simulated");
    duelog(["simulate", "--decks", &decks[0], &decks[1], "--out", arg(&out)]).ends(0);
}

/// Two people at two terminals: the one who joins is told nothing of the other hand, may vanish and come back.
#[cfg(unix)]
#[test]
fn two_terminals_see_their_own_hands_alone() {
    use std::io::{Read, Write};
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixStream;

    use serde_json::json;

    let folder = tempfile::tempdir().unwrap();
    let (log, socket) = (folder.path().join("game.duelog"), folder.path().join("table"));
    let host = ["play", "--host", arg(&socket), "--name", "Ann", "--seed", "4", "--out", arg(&log)];
    let mut host = Talk::start(&[&host[..], &["--decks", BEASTS, FLYERS]].concat());
    while !socket.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    let joins = |name: &str| {
        let mut stream = UnixStream::connect(&socket).unwrap();
        writeln!(stream, "{}", json!({ "join": { "version": 1, "name": name } })).unwrap();
        stream
    };
    let bob = joins("Bob");
    assert!(host.prompt().contains("Ann is asked (103.2)"));
    // A third one is not let in.
    let mut refused = String::new();
    joins("Eve").read_to_string(&mut refused).unwrap();
    assert!(refused.contains("two players sit at this table already"), "{refused}");
    duelog(["play", "--join", arg(&socket)]).fails(2, &["two players sit at this table already"]);

    host.say("1");
    assert!(host.prompt().contains("Take a mulligan?"));
    host.say("keep");
    let (told, question) = until_asked(&bob);
    assert_eq!(question["prompt"], "mulligan", "{question}");
    assert!(told.contains("Baneslayer Angel"), "the own hand is seen: {told}");
    for hidden in [
        "Oakenform",
        "Overrun",
        "Centaur Courser",
        "Goblin Arsonist",
        "Kalonian Behemoth",
        "Stampeding Rhino",
    ] {
        assert!(!told.contains(hidden), "{hidden}: {told}");
    }
    // One who vanishes comes back, and is asked the same.
    bob.shutdown(std::net::Shutdown::Both).unwrap();
    drop(bob);
    let mut talk = loop {
        let mut talk = Talk::start(&["play", "--join", arg(&socket), "--name", "Bob"]);
        let heard = talk.prompt();
        if heard.contains("Bob is asked (103.4)") {
            break talk;
        }
        assert_eq!(talk.end().0, "");
    };
    talk.say("keep");
    assert!(host.prompt().contains("Bob keeps a hand of 7"));
    host.say("concede");
    let (said, code) = host.end();
    assert!(code == 0 && said.contains("The match is over: Bob wins"), "{said}");
    assert!(talk.end().0.contains("Bob wins"));
    assert!(!socket.exists());
    duelog(["verify", arg(&log)]).ends(0);
    no_table(&socket);
}

/// Everything that a terminal is told up to the first question, and that question.
#[cfg(unix)]
fn until_asked(table: &std::os::unix::net::UnixStream) -> (String, serde_json::Value) {
    use std::io::{BufRead, BufReader};

    let mut told = String::new();
    let mut lines = BufReader::new(table.try_clone().unwrap());
    loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "{told}");
        told.push_str(&line);
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        if line["question"].is_object() {
            return (told, line["question"].clone());
        }
    }
}

/// Nobody hosts where nothing is, and nothing is overwritten.
#[cfg(unix)]
fn no_table(socket: &Path) {
    duelog(["play", "--join", arg(socket)]).fails(2, &["nobody hosts a match there"]);
    std::fs::write(socket, "mine").unwrap();
    let out = socket.with_extension("duelog");
    let ran = duelog(["play", "--host", arg(socket), "--decks", BEASTS, FLYERS, "--out", arg(&out)]).ends(2);
    assert!(ran.err.contains("exists and is not overwritten"), "{ran:?}");
    assert_eq!(std::fs::read(socket).unwrap(), b"mine");
}
