//! `duelog play`, as a person at the terminal meets it.

use std::fs;
use std::path::Path;

use duelog_verifier::Verdict;

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk, recorded, verdict};

fn playing(log: &Path, more: &[&str]) -> Talk {
    let args = ["play", "--decks", FLYERS, BEASTS, "--out", arg(log), "--seed", "1"];
    Talk::start(&[args.as_slice(), more].concat())
}

/// The last question, from its rule on.
pub fn question(heard: &str) -> &str {
    heard.rsplit(" asked (").next().unwrap()
}

/// What a person without a plan types: a land, else pass, else whatever is first.
fn next_answer(heard: &str) -> &'static str {
    let question = question(heard);
    if heard.contains("`yes` takes it so") {
        "yes"
    } else if question.contains("auto) pay") {
        "auto"
    } else if question.contains("pass\n") {
        "pass"
    } else {
        "1"
    }
}

#[test]
fn the_table_and_the_question_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &[]);
    let heard = talk.prompt();
    assert!(heard.contains("* You draw ") && heard.contains("* Opponent draws a card, 7 times"), "{heard}");
    assert!(heard.contains("You: life 20, hand 7, library 53") && heard.contains("\n  hand\n"), "{heard}");
    assert!(heard.contains("Take a mulligan?") && heard.contains("1) keep the hand"), "{heard}");
    for (typed, part) in [
        ("", "`help` for help"),
        ("help", "history [N]"),
        ("view", "library 53"),
        ("history", "takes the first turn"),
        ("card Serra Angel", "{3}{W}{W}"),
        ("card baneslayer angel", "lifelink"),
        ("card #0", "no card \"#0\" is known or can be seen"),
        ("options", "2) take a mulligan"),
        ("9", "there is no option 9 (1 to 2)"),
        ("dance", "\"dance\" is not understood"),
        ("cast:3", "Not legal: "),
        ("auto", "nothing to pay"),
        ("done", "not a question that can be passed"),
        ("why pass", "(103.4)"),
        ("why no", "it is among the options"),
    ] {
        talk.say(typed);
        let heard = talk.prompt();
        assert!(heard.contains(part), "{typed}: {heard}");
        assert!(heard.contains("Take a mulligan?"), "{typed} is not followed by the question: {heard}");
    }
    assert_eq!(verdict(&log).decisions, 2, "nothing but the two answers of the bot is in the log");
}

#[test]
fn an_answer_that_is_not_legal_is_refused_with_its_rule_and_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = playing(&folder.path().join("game.duelog"), &[]);
    talk.prompt();
    talk.say("keep");
    let heard = talk.prompt();
    assert!(heard.contains("You have priority"), "{heard}");
    talk.say("cast:0");
    let heard = talk.prompt();
    assert!(heard.contains("Not legal: cast object #0: it is not in the player's hand (601.2a)"), "{heard}");
    assert!(heard.contains("You have priority"), "{heard}");
}

#[test]
fn leaving_keeps_the_log_and_resume_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &["--seat", "1", "--bot", "random"]);
    talk.prompt();
    talk.say("1");
    talk.prompt();
    talk.say("save and quit");
    let (said, code) = talk.end();
    assert_eq!(code, 0);
    assert!(said.contains("(incomplete)") && said.contains("duelog play --resume"), "{said}");
    assert_eq!(verdict(&log).verdict, Verdict::Incomplete);
    let before = verdict(&log).decisions;

    // Seat and bot are in the log.
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    let heard = talk.prompt();
    assert!(
        heard.contains(&format!("continues after decision {before}")) && heard.contains("You are asked"),
        "{heard}"
    );
    talk.say("keep");
    talk.prompt();
    talk.say("concede");
    let (said, code) = talk.end();
    assert_eq!(code, 0);
    assert!(said.contains("The match is over: Opponent wins"), "{said}");
    assert_eq!(verdict(&log).verdict, Verdict::Verified);
}

#[test]
#[cfg(unix)]
fn a_log_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &["--bot", "none"]);
    talk.prompt();
    duelog(["play", "--resume", arg(&log)]).fails(2, &["the log is being written by somebody else", "wait"]);
    // It can be read meanwhile.
    assert_eq!(verdict(&log).verdict, Verdict::Incomplete);
    talk.say("save and quit");
    assert_eq!(talk.end().1, 0);

    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    talk.prompt();
    duelog(["play", "--resume", arg(&log)]).fails(2, &["the log is being written by somebody else"]);
    talk.say("concede");
    assert_eq!(talk.end().1, 0);
    assert_eq!(verdict(&log).verdict, Verdict::Verified);
}

#[test]
fn a_line_that_is_no_answer_passes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &[]);
    talk.prompt();
    talk.say("keep");
    talk.prompt();
    talk.say("done");
    talk.prompt();
    for _ in 0..4 {
        let before = verdict(&log).decisions;
        for typed in ["help", "view", "", "history", "why pass", "dance"] {
            talk.say(typed);
            let heard = talk.prompt();
            assert_eq!(verdict(&log).decisions, before, "{typed}: {heard}");
        }
        talk.say("done");
        talk.prompt();
    }
}

#[test]
fn the_end_of_the_input_keeps_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let talk = playing(&log, &["--bot", "none"]);
    let (said, code) = talk.end();
    assert_eq!(code, 0);
    assert!(said.contains("is kept after decision 0 (incomplete)"), "{said}");
    assert_eq!(verdict(&log).verdict, Verdict::Incomplete);
}

#[test]
fn two_people_play_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &["--bot", "none"]);
    let mut heard = talk.prompt();
    assert!(heard.contains("Seat 1 is asked (103.2)"), "{heard}");
    for typed in ["seat 0 takes", "keep", "keep"] {
        talk.say(typed);
        heard = talk.prompt();
    }
    assert!(heard.contains("---- seat 0 ----"), "{heard}");
    talk.say("concede");
    let (said, code) = talk.end();
    assert_eq!(code, 0);
    assert!(said.contains("The match is over: seat 1 wins"), "{said}");
    assert_eq!(verdict(&log).verdict, Verdict::Verified);
    duelog(["play", "--resume", arg(&log)]).fails(2, &["the match is over"]);
}

#[test]
fn a_killed_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &[]);
    let mut heard = talk.prompt();
    for _ in 0..12 {
        talk.say(next_answer(&heard));
        heard = talk.prompt();
    }
    // What was asked is in the log already: nothing that was answered is lost.
    let asked = question(&heard).to_string();
    talk.kill();
    let report = verdict(&log);
    assert_eq!(report.verdict, Verdict::Incomplete, "{report:?}");

    // An unfinished record is what a power cut leaves: it is put beside the log.
    let mut bytes = fs::read(&log).unwrap();
    bytes.extend_from_slice(&[14, 160, 1]);
    fs::write(&log, &bytes).unwrap();
    assert_eq!(verdict(&log).verdict, Verdict::Torn);
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    let heard = talk.prompt();
    assert!(heard.contains("The last record was unfinished"), "{heard}");
    assert_eq!(question(&heard), asked);
    let kept: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| *path != log)
        .collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(fs::read(&kept[0]).unwrap(), [14, 160, 1]);
    drop(talk.end());
    assert_eq!(verdict(&log).decisions, report.decisions);
}

#[test]
fn a_whole_game_can_be_played_with_mana_paid_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = playing(&log, &["--bot", "random"]);
    let (mut heard, mut paid, mut left) = (talk.prompt(), 0, 2000);
    while heard.ends_with("\n> ") {
        let question = question(&heard);
        let number = |what: &str| {
            question
                .lines()
                .find(|line| line.contains(what))
                .map(|line| line.trim().split([')', ',', '-']).next().unwrap().to_string())
        };
        let typed = if heard.contains("`yes` takes it so") {
            "yes".to_string()
        } else if question.contains("auto) pay") {
            paid += 1;
            "auto".to_string()
        } else if question.contains("Which creatures attack") {
            "all".to_string()
        } else if question.contains("Which creatures block") {
            "none".to_string()
        } else if question.contains("pass\n") {
            number(") play ").or_else(|| number(") cast ")).unwrap_or("pass".to_string())
        } else {
            "1".to_string()
        };
        talk.say(&typed);
        heard = talk.prompt();
        if heard.contains("Not legal: 1 is outside ") {
            talk.say("all");
            heard = talk.prompt();
        }
        // What turns out not to be payable is taken back, and the turn goes on without it.
        if heard.contains("no way to pay") {
            talk.say("no");
            talk.prompt();
            talk.say("pass");
            heard = talk.prompt();
        }
        left -= 1;
        assert!(left > 0, "the game does not end: {heard}");
    }
    assert!(heard.contains("The match is over: "), "{heard}");
    assert!(paid > 5, "{paid}");
    assert_eq!(verdict(&log).verdict, Verdict::Verified);
}

#[test]
fn a_log_that_does_not_verify_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut bytes = fs::read(recorded(folder.path(), 3)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let ran = duelog(["play", "--resume", arg(&log)]).ends(1);
    assert!(ran.err.contains("corrupt") || ran.err.contains("tampered"), "{ran:?}");
    assert_eq!(fs::read(&log).unwrap(), bytes, "it is left as it is");
}

#[test]
fn wrong_use_is_told_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let decks = ["play", "--decks", FLYERS, BEASTS];
    let with = |more: &[&str]| duelog(decks.iter().chain(more));
    duelog(["play"]).ends(2);
    duelog(["play", "--resume", "a", "--out", "b"]).ends(2);
    with(&[]).ends(2);
    with(&["--out", arg(&log), "--seat", "2"]).fails(2, &["no seat 2", "--seat 0 to --seat 1"]);
    with(&["--out", arg(&log), "--game", "chess"]).fails(2, &["unknown game \"chess\"", "magic"]);
    with(&["--out", arg(&log), "--seed", "dice"]).ends(2);
    with(&["--out", arg(&log), "--format", "json"]).fails(2, &["duelog engine"]);
    with(&["--out", arg(&folder.path().join("no/such/folder/game.duelog"))]).fails(3, &["No such file"]);
    duelog(["play", "--decks", FLYERS, "--out", arg(&log)]).fails(2, &["1 deck for a game of 2"]);
    duelog(["play", "--decks", FLYERS, "no.deck", "--out", arg(&log)]).fails(3, &["no.deck"]);
    duelog(["play", "--resume", arg(&log)]).fails(3, &["game.duelog"]);
    assert!(!log.exists(), "nothing is left behind");
    fs::write(&log, "mine").unwrap();
    with(&["--out", arg(&log)]).fails(2, &["exists and is not overwritten"]);
    assert_eq!(fs::read(&log).unwrap(), b"mine");
}

/// The number of the first option that uses a card.
fn used(asked: &str) -> Option<&str> {
    let verbs = [") summon ", ") cast ", ") charge ", ") play "];
    let line = asked.lines().find(|line| verbs.iter().any(|verb| line.contains(verb)))?;
    line.trim_start().split([')', '-', ',']).next()
}

/// `auto` pays whatever is asked for, in every game; the question says how much that is.
fn auto_pays(game: &str, decks: [&str; 2], wanted: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let decks = decks.map(|deck| format!("fixtures/decks/{game}/{deck}.deck"));
    let mut talk = Talk::start(&[
        "play",
        "--game",
        game,
        "--decks",
        &decks[0],
        &decks[1],
        "--out",
        arg(&log),
        "--seed",
        "3",
        "--bot",
        "random",
    ]);
    let (mut heard, mut paid) = (talk.prompt(), 0);
    for _ in 0..150 {
        if !heard.ends_with("> ") || paid == 5 {
            break;
        }
        let asked = question(&heard).to_string();
        let pays = asked.contains("auto) pay");
        if pays {
            assert!(asked.contains(wanted), "{asked}");
            paid += 1;
        }
        // What costs something is used before anything is passed; what is not taken alone is left.
        let refused = heard.contains("Not legal") || heard.contains("there is no option");
        let used = used(&asked).filter(|_| !refused);
        talk.say(if heard.contains("`yes` takes it so") {
            "yes"
        } else if pays {
            "auto"
        } else {
            used.unwrap_or(if refused || !asked.contains("1) ") { "none" } else { "1" })
        });
        heard = talk.prompt();
        assert!(!heard.contains("no way to pay"), "{asked}{heard}");
    }
    assert!(paid > 0, "nothing was to be paid for:\n{heard}");
}

#[test]
fn auto_taps_mana_in_duel_masters() {
    auto_pays("duel-masters", ["fire-nature-rush", "water-nature-tempo"], " of your mana zone do you tap");
}

#[test]
fn auto_pitches_in_flesh_and_blood() {
    auto_pays("flesh-and-blood", ["bravo", "rhinar"], " missing)?");
}

/// What is said when a line is typed.
fn typed(talk: &mut Talk, line: &str) -> String {
    talk.say(line);
    talk.prompt()
}

/// Talks until the player has priority in a main phase with a land to play.
fn before_a_land(log: &Path) -> (Talk, String) {
    let mut talk = playing(log, &["--bot", "random"]);
    let mut heard = talk.prompt();
    for _ in 0..60 {
        if heard.contains(") play ") {
            return (talk, heard);
        }
        heard = typed(&mut talk, if heard.contains("Take a mulligan?") { "keep" } else { "pass" });
    }
    panic!("no land can be played: {heard}");
}

#[test]
fn an_answer_is_taken_back_while_it_has_shown_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let (mut talk, asked) = before_a_land(&log);
    let before = verdict(&log).decisions;
    let land = used(&asked[asked.find(") play ").unwrap() - 4..]).unwrap().to_string();
    assert!(typed(&mut talk, &land).contains(" asked ("));
    let heard = typed(&mut talk, "undo");
    assert!(heard.contains("taken back") && heard.contains(") play "), "{heard}");
    assert_eq!(
        verdict(&log).decisions,
        before + 1,
        "both stay in the log, the answer and that it was taken back"
    );
    // Nothing is left to take back: the bot has answered before that.
    let heard = typed(&mut talk, "undo");
    assert!(heard.contains("nothing to take back") || heard.contains("taken back"), "{heard}");
    talk.say("quit");
    assert_eq!(talk.end().1, 0);
    let report = verdict(&log);
    assert_eq!(report.verdict, Verdict::Incomplete, "a log that goes back is a good one: {report:?}");
}

#[test]
fn what_the_bot_has_answered_to_is_not_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let (mut talk, _) = before_a_land(&log);
    typed(&mut talk, "done");
    let before = verdict(&log).decisions;
    let heard = typed(&mut talk, "undo");
    assert!(heard.contains("nothing to take back"), "{heard}");
    assert_eq!(verdict(&log).decisions, before);
}

#[test]
fn it_is_passed_until_a_moment_and_asked_at_stops() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let (mut talk, _) = before_a_land(&log);
    for (line, part) in [
        ("until noon", "is not a moment to wait for"),
        ("until t0", "has begun already"),
        ("until resolved", "nothing waits to resolve"),
        ("stop", "no stops"),
        ("stop lunch", "there is no step \"lunch\""),
        ("stop my upkeep", "you are asked at: my upkeep"),
        ("stop their end", "my upkeep, their end"),
        ("stop their end", "you are asked at: my upkeep;"),
    ] {
        let before = verdict(&log).decisions;
        let heard = typed(&mut talk, line);
        assert!(heard.contains(part), "{line}: {heard}");
        assert_eq!(verdict(&log).decisions, before, "{line} answers nothing");
    }
    let heard = typed(&mut talk, "pass");
    assert!(
        heard.contains("step upkeep") && heard.contains("active you") || heard.contains(" asked ("),
        "{heard}"
    );
    typed(&mut talk, "stop none");
    let heard = typed(&mut talk, "hold");
    assert!(heard.contains("asked always"), "{heard}");
    let heard = typed(&mut talk, "pass until my turn");
    assert!(heard.contains(" asked ("), "{heard}");
}

#[test]
fn a_question_is_explained_with_its_cards() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let (mut talk, asked) = before_a_land(&log);
    let heard = typed(&mut talk, "info");
    assert!(heard.contains("§ 116.1") && heard.contains("wanted: the number of an option"), "{heard}");
    let card = asked[asked.find(") play ").unwrap() + 7..].lines().next().unwrap();
    let name = card.split(" #").next().unwrap().trim();
    assert!(heard.contains(name), "{name}: {heard}");
    // A part of a name is enough, as it is for an answer.
    assert!(typed(&mut talk, "card baneslayer").contains("lifelink"));
}

#[test]
fn a_game_and_decks_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["play", "--seed", "3"]);
    let heard = talk.prompt();
    assert!(heard.contains("Which game?") && heard.contains("2) duel-masters"), "{heard}");
    let heard = typed(&mut talk, "chess");
    assert!(heard.contains("a number from 1 to 3") && heard.contains("Which game?"), "{heard}");
    let heard = typed(&mut talk, "magic");
    assert!(heard.contains("Which deck is yours?") && heard.contains("White-Blue Flyers: "), "{heard}");
    typed(&mut talk, "flyers");
    let heard = typed(&mut talk, "");
    assert!(
        heard.contains("`list` shows the list") && !heard.contains("Blue-Red Spells"),
        "the list is shown once: {heard}"
    );
    let heard = typed(&mut talk, "2");
    assert!(heard.contains("Enter: magic-1.duelog"), "{heard}");
    let heard = typed(&mut talk, arg(&log));
    assert!(heard.contains("You are asked ("), "{heard}");
    assert_eq!(verdict(&log).verdict, Verdict::Incomplete);
    talk.say("quit");
    assert_eq!(talk.end().1, 0);
    // Decks that are built in are known by their names.
    let other = folder.path().join("other.duelog");
    let mut talk =
        Talk::start(&["play", "--decks", "white-blue-flyers", "five-colors", "--out", arg(&other)]);
    assert!(talk.prompt().contains("You are asked ("));
    talk.say("quit");
    assert_eq!(talk.end().1, 0);
}
