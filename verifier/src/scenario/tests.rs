//! The statements of scenarios, and the messages for wrong ones.
#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use duelog_kernel::Factory;
use duelog_magic::factory::MagicFactory;

use super::{CaseResult, Runner, Status, list_file};

const FILE: &str = "scenarios/magic/test.md";

fn factories() -> Vec<Box<dyn Factory>> {
    vec![Box::new(MagicFactory::default())]
}

fn run(page: &str) -> Vec<CaseResult> {
    in_file(page, FILE)
}

fn in_file(page: &str, file: &str) -> Vec<CaseResult> {
    static FACTORIES: LazyLock<Vec<Box<dyn Factory>>> = LazyLock::new(factories);
    static RUNNER: LazyLock<Runner<'_>> = LazyLock::new(|| Runner::new(&FACTORIES));
    RUNNER.run(page, file)
}

/// The reason why a case with these lines fails; empty when it holds.
fn reason(lines: &[&str]) -> String {
    let items: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    let results = run(&format!("## magic 1.1 Case\n{}\n", items.join("\n")));
    results[0].reason.clone()
}

fn holds(lines: &[&str]) {
    assert_eq!(reason(lines), "", "{lines:#?}");
}

/// A case with these lines fails in its last line, with this in the message.
fn fails(lines: &[&str], message: &str) {
    let reason = reason(lines);
    let place = format!("{FILE}:{}: ", lines.len() + 1);
    assert!(
        reason.starts_with(&place) && reason.contains(message),
        "{reason}\n  does not say \"{message}\" in line {}",
        lines.len() + 1
    );
}

const BOLT: [&str; 5] = [
    "P1 hand: Lightning Bolt",
    "P1 battlefield: Mountain",
    "P2 battlefield: Runeclaw Bear [A]",
    "P2 life: 1",
    "P1 casts Lightning Bolt",
];

fn bolt<'a>(more: &[&'a str]) -> Vec<&'a str> {
    BOLT[..3].iter().chain(&BOLT[4..]).copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_page_holds_cases_and_prose() {
    let page = "\
# Title\nProse.\n- a list item above all cases\n\n## magic 1.1 First\nRules: 1.2, 1.3\nProse - with a dash.\n\n```\n# a comment\nP1 battlefield: Forest\n\
                expect Forest is not tapped\n```\n```rust\nnot play\n```\n### Smaller heading\n1. expect Forest is\n   Land\n\n## magic 1.4 Second\nSkip: later\n- nonsense\n";
    let results = run(page);
    let short: Vec<_> = results
        .iter()
        .map(|result| (result.id.as_str(), result.line, result.status, result.reason.as_str()))
        .collect();
    assert_eq!(short, [("magic 1.1", 5, Status::Passed, ""), ("magic 1.4", 21, Status::Skipped, "later")]);
    let listed = list_file(page, FILE, &factories());
    assert_eq!((listed[0].title.as_str(), listed[0].rules.join(" ")), ("First", "1.1 1.2 1.3".to_string()));
    assert_eq!(listed[1].skip, "later");
}

#[test]
fn numbered_items_are_play_too() {
    let case = |line: &str| run(&format!("## magic 1.1 Case\n- expect P1 life 20\n{line}\n"))[0].status;
    assert_eq!((case("1. expect P1 life 3"), case("12. expect P1 life 3")), (Status::Failed, Status::Failed));
    for prose in [". expect P1 life 3", "1 expect P1 life 3", "1.expect P1 life 3", "é. expect P1 life 3"] {
        assert_eq!(case(prose), Status::Passed, "{prose}");
    }
}

#[test]
fn the_game_is_found_in_three_ways() {
    let case = "## magic 1.1 A\n- P1 life: 3\n- P1: life 3\n- expect P1 life 3\n";
    let game = |page: &str, file: &str| in_file(page, file)[0].game.clone();
    assert_eq!(game(case, "x.md"), "magic");
    assert_eq!(game(&case.replace("magic 1.1", "faq 1"), "games/magic/deep/x.md"), "magic");
    assert_eq!(game(&format!("Game: magic\n{}", case.replace("magic 1.1", "faq 1")), "x.md"), "magic");
    let result = &in_file(&case.replace("magic 1.1", "faq 1"), "x.md")[0];
    assert!(
        result.status == Status::Failed && result.reason.contains("which game is this?"),
        "{}",
        result.reason
    );
}

#[test]
fn headings_and_ids_are_checked() {
    let results = run(
        "## magic\n- expect P1 life 20\n## magic 1.1 A\n- expect P1 life 20\n## magic 1.1 B\n- expect P1 life 20\n## magic 1.2 C\nprose\n",
    );
    assert!(results[0].reason.contains(":1: a case's heading begins with its id"), "{}", results[0].reason);
    assert_eq!(results[1].status, Status::Passed);
    assert!(
        results[2].reason.contains(":5: the id \"magic 1.1\" is already that of the case in line 3"),
        "{}",
        results[2].reason
    );
    assert!(results[3].reason.contains("does nothing and expects nothing"), "{}", results[3].reason);
}

#[test]
fn faults_of_the_setup_are_named() {
    fails(&["P1 hand: Forrest"], "no card that is defined has the name at the beginning of \"Forrest\"");
    fails(&["P1 hand: Forest Plains"], "a comma is expected after Forest");
    fails(&["P1 hand: 2 Forest [A]"], "one label cannot be that of 2 cards");
    fails(&["P1 battlefield: Forest (tapped"], "a parenthesis is not closed");
    fails(&["P1 battlefield: Forest [A"], "a label is not closed");
    fails(&["seed: many"], "a seed is a number");
    assert!(
        reason(&["P1 deck: 60 Forest", "expect P1 life 20"]).contains("1 deck for a game of 2 to 8 players")
    );
    for (line, part) in [
        ("P1 battlefield: Forest (upside-down)", "a permanent has no \"upside-down\""),
        ("P1: luck 3", "a player has no \"luck\""),
        ("turn: phase main", "a turn has no \"phase\""),
        ("P1 limbo: Forest", "there is no zone \"limbo\""),
    ] {
        let reason = reason(&[line, "expect P1 life 20"]);
        assert!(reason.contains(part), "{reason}");
    }
    holds(&["P1 deck: 59 Forest", "P2 deck: 60 Forest", "expect the start is refused by 100.2a"]);
    fails(&["P1 hand: Forest", "expect the start is refused by 100.2a"], "the match has started");
}

#[test]
fn what_is_not_understood_is_said() {
    fails(
        &["P1 dances"],
        "\"dances\" in \"P1 dances\" is not a verb (known: cast, play, left-cast, right-cast, fuse, down-cast, up-turn, unmanifest, passes,",
    );
    fails(&["Bob casts Forest"], "a statement begins with `expect`");
    fails(&["expect the moon is full"], "names no zone, player, fact of the turn or event");
    fails(&["expect event maybe"], "an event reads");
    fails(&["pass quickly"], "passing on reads");
    fails(&["P1 hand: Forest", "label Forest"], "a label is given by");
    fails(
        &["P1 hand: Forest", "expect P1 life 20", "P1 graveyard: Forest"],
        "sets up: such lines stand before all others",
    );
    fails(&["P1 hand: Forest", "P1 plays Forest [B]"], "nothing is labelled [B] (labels: none is given)");
    fails(&["P1 hand: Forest", "P1 casts Plains"], "there is no Plains: it is nowhere");
    fails(&["P1 hand: Forest", "expect Forest"], "says nothing about Forest");
}

#[test]
fn expectations_say_what_is_found() {
    fails(&["expect P1 life 19"], "expected P1 life 19; found P1: life 20");
    fails(&["expect step is upkeep"], "found turn 2, active P1, step precombat main");
    fails(
        &["P1 battlefield: Runeclaw Bear", "expect Runeclaw Bear is 3/3"],
        "found Runeclaw Bear #0: {1}{G} Creature - Bear 2/2; controller P1",
    );
    fails(&["P1 hand: Forest", "expect P1's hand has 2 Forest"], "found Forest #0");
    fails(&["P1 hand: Forest", "expect P1's hand is empty"], "found Forest #0");
    fails(&["expect event \"thunder\""], "found 0; what happened: nothing");
    fails(&["expect P2 is asked priority"], "found P1 is asked `priority`");
    fails(&["expect P1 wins"], "found the match goes on");
    fails(&["P1 hand: Forest", "expect P1 may not play Forest"], "found it is accepted");
    fails(
        &["P1 hand: Runeclaw Bear", "expect P1 may cast Runeclaw Bear"],
        "found refused: cast Runeclaw Bear",
    );
    fails(
        &["P1 hand: Runeclaw Bear", "expect P1 may not cast Runeclaw Bear by 100.1"],
        "it is refused otherwise",
    );
    fails(&["P1 battlefield: Forest", "expect Forest is nowhere"], "found it is there");
    fails(&["P1 battlefield: Forest", "expect Forest is in P1's hand"], "found Forest #0 in battlefield");
}

#[test]
fn how_many_answers_are_wanted_is_told() {
    fails(&["expect P2 is asked priority"], "116.1): one of ");
    let wurm =
        ["P1 battlefield: Craw Wurm", "pass until P1 is asked attackers", "expect P2 is asked attackers"];
    fails(&wurm, "508.1): 0 to 1 of ");
}

#[test]
fn expectations_hold_in_many_forms() {
    holds(&[
        "P1: life 7, poison 2",
        "P1 battlefield: Serra Angel [A] (damage 1, counters +1/+1 x2), Forest (tapped), Pacifism (attached-to [A])",
        "P1 library: Forest, Plains",
        "P2 hand: Island",
        "expect P1 life 7; P1 has poison 2; P1's life is 7; P1 is not poison 3; active is P1; step is not upkeep; turn 2",
        "expect Serra Angel is 6/6, flying and white; Serra Angel has flying, vigilance; Serra Angel has no reach; [A] power 6",
        "expect Serra Angel counters +1/+1 x2; Serra Angel damage 1; Pacifism attached-to Serra Angel [A]; Forest on the battlefield is tapped",
        "expect Serra Angel is not tapped; Serra Angel is Creature - Angel; Forest in P1's library is Basic Land - Forest",
        "expect P1's library has exactly Forest, Plains; P1's library has 2 cards; P1's library has no Island; battlefield has 3 cards",
        "expect P2 sees that P1's library has no Forest; P1 sees that P2's hand has 1 card; P1 sees that P2's hand has no Island",
        "expect P1's battlefield has Serra Angel and Forest; P2's battlefield is empty; exile is empty; P2's hand is not empty",
        "expect Serra Angel is on the battlefield; Pacifism is not in P1's hand; Serra Angel is explained by 613.3d",
        "expect P1 is asked priority by 116.1; P2 is not asked; the match goes on; no event \"draws\"",
        "expect P1 may pass; P1 may not attack with Serra Angel",
    ]);
}

#[test]
fn actions_are_carried_out_and_refused() {
    holds(&bolt(&["P1 chooses Runeclaw Bear [A]", "all pass", "expect P2's graveyard has Runeclaw Bear"]));
    holds(&bolt(&[
        "P1 chooses Mountain, refused by 601.2c",
        "P1 chooses P2",
        "all pass",
        "expect P2 life 17",
    ]));
    fails(&bolt(&["P1 passes"]), "P1 is asked `choose-targets`");
    fails(&bolt(&["P1 chooses Mountain"]), "it is not what the spell or ability targets (601.2c)");
    fails(&bolt(&["P1 chooses Mountain, refused by 702.18a"]), "it is refused otherwise: Mountain #0");
    fails(&bolt(&["P1 chooses P2, refused"]), "it is accepted");
    fails(&bolt(&["all pass"]), "a player cannot pass here");
    fails(&bolt(&["pass to upkeep"]), "an answer is needed on the way");
    fails(&bolt(&["P1 chooses P2 choosing P1"]), "nothing asks for \"P1\"");
    fails(&bolt(&["P1 chooses P2", "all pass", "P2 passes"]), "P2 answers, but P1 is asked");
}

#[test]
fn objects_that_differ_must_be_told_apart() {
    let two = [
        "P1 battlefield: Serra Angel [A], Serra Angel [B] (tapped)",
        "P2 battlefield: Prodigal Pyromancer",
        "P2: life 3",
        "turn: active P2",
    ];
    let with = |more: &[&'static str]| two.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
    fails(
        &with(&["P2 activates Prodigal Pyromancer targeting Serra Angel"]),
        "may mean Serra Angel #0 in battlefield, Serra Angel #1 in battlefield",
    );
    holds(&with(&[
        "P2 activates Prodigal Pyromancer targeting [B]",
        "all pass",
        "expect [B] damage 1; [A] damage 0",
    ]));
    for tapped in
        ["Serra Angel (tapped)", "P1's Serra Angel (4/4, tapped) on the battlefield", "[B] (tapped)"]
    {
        let line = format!("P2 activates Prodigal Pyromancer targeting {tapped}");
        let expected = ["all pass", "expect [B] damage 1; Serra Angel (not tapped) damage 0"];
        holds(&two.into_iter().chain([line.as_str()]).chain(expected).collect::<Vec<_>>());
    }
    fails(&with(&["P2 activates Prodigal Pyromancer targeting [A] (tapped)"]), "[A] is not tapped");
    fails(
        &with(&["P2 activates Prodigal Pyromancer targeting Serra Angel (damage 1, not tapped)"]),
        "there is no Serra Angel (damage 1, not tapped): it is in battlefield",
    );
    fails(&with(&["P2 activates Prodigal Pyromancer targeting Serra Angel (not taped)"]), "taped");
    fails(&with(&["P2 activates Prodigal Pyromancer targeting Serra Angel (tapped"]), "is not closed");
    holds(&[
        "P1 hand: 2 Forest",
        "P1 plays Forest",
        "label Forest on the battlefield [A]",
        "expect [A] is not tapped; P1's hand has Forest",
    ]);
}

#[test]
fn a_label_is_lost_with_the_zone() {
    fails(
        &["P1 hand: Forest [A]", "P1 plays Forest [A]", "expect [A] is tapped"],
        "an object that changes its zone is a new one",
    );
}

/// A listed card does not stand where it was put: the bear is gone before anybody acts.
#[test]
fn a_label_is_found_by_its_name_where_the_places_have_shifted() {
    holds(&[
        "P1 battlefield: Runeclaw Bear (damage 2), Forest [A], Plains",
        "expect P1's graveyard has Runeclaw Bear; [A] is Basic Land - Forest",
    ]);
    holds(&[
        "P1 battlefield: Runeclaw Bear (damage 2), Forest, Forest [A] (tapped), Forest",
        "expect [A] is tapped",
    ]);
}

#[test]
fn payments_take_the_fewest_steps() {
    holds(&[
        "P1 hand: Runeclaw Bear",
        "P1 battlefield: Mountain, Forest, Birds of Paradise, Plains",
        "P1 casts Runeclaw Bear",
        "expect stack has Runeclaw Bear; P1 is not mana {G}; P1 is asked priority",
    ]);
    holds(&[
        "P1 hand: Runeclaw Bear",
        "P1 battlefield: Mountain [M], Forest [F], Plains [P]",
        "P1 casts Runeclaw Bear paying with Plains, Forest",
        "expect [M] is not tapped; [P] is tapped; [F] is tapped",
    ]);
}

#[test]
fn combat_is_declared_in_words() {
    holds(&[
        "P1 battlefield: Serra Angel, Runeclaw Bear [A], Runeclaw Bear [B]",
        "P2 battlefield: Craw Wurm",
        "P1 attacks with Serra Angel and 2 Runeclaw Bear",
        "P2 blocks [A] with Craw Wurm",
        "pass to combat damage",
        "expect P2 life 14; P1's graveyard has Runeclaw Bear; Craw Wurm damage 2; [B] is attacking",
    ]);
    holds(&["P1 battlefield: Runeclaw Bear", "P1 attacks with nothing", "pass to end", "expect P2 life 20"]);
    fails(
        &["P1 battlefield: Runeclaw Bear", "P1 attacks with 2 Runeclaw Bear"],
        "an answer names each thing once",
    );
}

#[test]
fn events_count_from_the_mark() {
    holds(&bolt(&[
        "P1 chooses P2",
        "all pass",
        "expect 1 event \"P2 loses 3 life\"",
        "mark",
        "expect no event \"loses\"",
    ]));
}

#[test]
fn nonsense_never_ends_the_run() {
    let words = [
        "P1", "P2", "expect", "pass", "until", "Forest", "[A]", "[", "\"", "->P2", "may", "not", "has", "is",
        "blocks", "with", "2", "by", "refused", ";",
    ];
    let mut page = String::new();
    for (place, first) in words.iter().enumerate() {
        for second in words {
            for third in words {
                let id = page.len();
                page.push_str(&format!(
                    "## magic 1.{place}-{id}\n- P1 battlefield: Forest [A]\n- {first} {second} {third}\n"
                ));
            }
        }
    }
    assert_eq!(run(&page).len(), words.len().pow(3));
}

#[test]
fn what_is_denied_must_be_something_that_could_be() {
    let bear = ["P1 battlefield: Runeclaw Bear [A], Serra Angel"];
    let with = |line: &'static str| [bear[0], line];
    holds(&with(
        "expect [A] has no vigilance; [A] is not tapped, attacking and blocking; [A] has no counters; [A] is not 4/4",
    ));
    holds(&with(
        "expect [A] has no first strike; [A] is not a green Elf; P1 is not poison 3; step is not cleanup; [A] is not explained by 613.3c",
    ));
    fails(
        &with("expect [A] has no vigilence"),
        "\"vigilence\" is not a word of this game: did you mean \"vigilance\"?",
    );
    fails(&with("expect [A] is not taped"), "did you mean \"tapped\"?");
    fails(&with("expect P1 is not poisson 3"), "did you mean \"poison\"?");
    fails(&with("expect step is not upkep"), "did you mean \"upkeep\"?");
    fails(&with("expect [A] is not attached-to [B]"), "nothing is labelled [B]");
    fails(
        &["P1 battlefield: Honor of the Pure, Serra Angel", "expect Serra Angel is not explained by 613.3c"],
        "steps by",
    );
    fails(&with("expect [A] is not explained by 613.99"), "the rulebook has no rule 613.99");
    fails(&with("expect no event 999.9z"), "the rulebook has no rule 999.9z");
    fails(&with("expect P1 is not asked priorty"), "did you mean `priority`?");
    fails(&with("expect P1 is not asked priority"), "found P1 is asked `priority`");
    holds(&with(
        "expect P2 is not asked priority; P1 is not asked choose-targets; P1 is not asked priority by 117.1",
    ));
    // A fact that is 0 is left out of views.
    holds(&with("expect P1 poison 0; P1 is not poison 2; P1 has poison 0; [A] damage 0"));
    fails(&with("expect P1 poisson 0"), "names no zone, player");
    fails(&with("expect P1 is not poison 0"), "found P1: life 20");
    fails(&["P1: poison 2", "expect P1 poison 0"], "poison 2");
    for denied in ["turn is not 3", "turn not 3", "not turn 3", "it is not turn 3", "turn is no 3"] {
        holds(&[bear[0], &format!("expect {denied}; turn 2; it is turn 2")]);
        fails(&[bear[0], &format!("expect {}", denied.replace('3', "2"))], "found turn 2");
    }
    fails(&with("P1 passes, refused by 116.99"), "the rulebook has no rule 116.99");
}

/// Cards that pay are named one by one or by their number.
#[test]
fn a_payment_is_named_by_cards_and_numbers() {
    let piker = ["P1 battlefield: 3 Mountain, Plains", "P1 hand: Goblin Piker"];
    let after = "expect stack has Goblin Piker; P1's battlefield has 3 Mountain; Plains is not tapped";
    holds(&[piker[0], piker[1], "P1 casts Goblin Piker paying with 2 Mountain", after]);
    let mixed = "P1 casts Goblin Piker paying with Mountain and Plains";
    holds(&[piker[0], piker[1], mixed, "expect Plains is tapped"]);
    fails(&[piker[0], piker[1], "P1 casts Goblin Piker paying with 2 Plains"], "refused");
}

/// An answer that is wrong is told with the question that it answers, and not with the first one.
#[test]
fn a_wrong_answer_behind_an_action_names_its_own_question() {
    let fireball = ["P1 battlefield: 5 Mountain", "P1 hand: Fireball", "P2 battlefield: Runeclaw Bear [A]"];
    let with = |line: &'static str| [fireball[0], fireball[1], fireball[2], line];
    let asked = reason(&with("P1 casts Fireball choosing 2, targeting Mountain"));
    assert!(asked.contains("is asked `choose-targets`"), "{asked}");
}

#[test]
fn a_question_that_is_left_open_is_told() {
    let choosing = [
        "P1 hand: Lightning Bolt",
        "P1 battlefield: Mountain",
        "P2 battlefield: Runeclaw Bear",
        "P1 casts Lightning Bolt",
    ];
    fails(
        &choosing,
        "the case ends with a question that it neither answers nor expects: P1 is asked `choose-targets`",
    );
    let with = |line: &'static str| choosing.iter().copied().chain([line]).collect::<Vec<_>>();
    holds(&with("expect P1 is asked choose-targets"));
    holds(&with("expect P1 may choose Runeclaw Bear"));
    holds(&with("P1 chooses Runeclaw Bear"));
}

#[test]
fn no_ability_on_the_stack_is_told_as_such() {
    let warden = ["P1 battlefield: Soul Warden", "expect stack has 1 ability of Soul Warden"];
    fails(&warden, "expected stack has 1 ability of Soul Warden; found 0 cards");
    holds(&["P1 battlefield: Soul Warden", "expect stack has no ability of Soul Warden"]);
}

/// The same with a card of its own.
fn with_card(definition: &str, lines: &[&str]) -> String {
    let cards = MagicFactory::with_overrides(vec![("own.ron".to_string(), definition.to_string())]).unwrap();
    let items: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    let page = format!("## magic 1.1 Case\n{}\n", items.join("\n"));
    Runner::new(&[Box::new(cards)]).run(&page, FILE)[0].reason.clone()
}

#[test]
fn a_colon_in_a_name_sets_nothing_up() {
    let card = "Card(name: \"Circle: Red\", cost: \"{0}\", types: \"Artifact\")";
    let reason = with_card(
        card,
        &["P1 hand: Circle: Red", "P1 casts Circle: Red", "all pass", "expect battlefield has Circle: Red"],
    );
    assert_eq!(reason, "");
}

#[test]
fn an_answer_that_the_game_gave_does_not_shift_the_next_one() {
    let card = "Card(name: \"Two Shots\", cost: \"{0}\", types: \"Instant\", spell: (targets: [Creature(Any), Any], effect: Seq([\
                Do(Damage(amount: N(1), to: Targets(0))), Do(Damage(amount: N(2), to: Targets(1)))])))";
    let table = ["P1 hand: Two Shots", "P2 battlefield: Craw Wurm"];
    let play = |casts: &str| {
        with_card(card, &[table[0], table[1], casts, "all pass", "expect Craw Wurm damage 1; P2 life 18"])
    };
    assert_eq!(play("P1 casts Two Shots targeting Craw Wurm, targeting P2"), "");
    assert_eq!(play("P1 casts Two Shots targeting P2"), "");
    assert!(
        play("P1 casts Two Shots targeting Craw Wurm, targeting P2, targeting P1")
            .contains("nothing asks for")
    );
}

#[test]
fn answers_take_every_shape() {
    let salve = |casts: &'static str| ["P1 battlefield: Plains", "P1 hand: Healing Salve", casts];
    holds(
        &[
            &salve("P1 casts Healing Salve choosing mode 1, targeting P1")[..],
            &["all pass", "expect P1 life 23"],
        ]
        .concat(),
    );
    fails(&salve("P1 casts Healing Salve choosing mode, targeting P1"), "a mode has a number");
    fails(&salve("P1 casts Healing Salve choosing mode 3, targeting P1"), "is asked `choose-modes`");
    let fire = |answers: &'static [&'static str]| {
        let table = ["P1 battlefield: 6 Mountain", "P1 hand: Fireball", "P2 battlefield: Craw Wurm"];
        table.iter().chain(answers).copied().collect::<Vec<_>>()
    };
    holds(&fire(&["P1 casts Fireball choosing X = 5, targeting P2", "all pass", "expect P2 life 15"]));
    holds(&fire(&[
        "P1 casts Fireball choosing 4, targeting P2 and Craw Wurm",
        "all pass",
        "expect P2 life 18; Craw Wurm damage 2",
    ]));
    fails(&fire(&["P1 casts Fireball choosing much, targeting P2"]), "\"much\" is not a number");
    fails(&fire(&["P1 casts Fireball choosing 1, targeting P2 Craw Wurm"]), "a comma or `and` is expected");
    holds(&[
        "P1 battlefield: Serra Angel",
        "P2 battlefield: 2 Wind Drake",
        "P1 attacks with Serra Angel",
        "P2 does not block",
        "pass to end",
        "expect P2 life 16",
    ]);
}

const CROWD: [&str; 9] = [
    "P1 battlefield: Enormous Baloth, Blank 4/4",
    "P2 battlefield: Centaur Courser (damage 2), Double Blocker, Blank 5/5, Blank 2/1",
    "P1 attacks with Enormous Baloth, Blank 4/4",
    "pass to declare blockers",
    "P2 declares Centaur Courser -> Enormous Baloth, Double Blocker -> Enormous Baloth, Double Blocker -> Blank 4/4, Blank 5/5 -> Enormous Baloth, Blank 2/1 -> Blank 4/4",
    "P1 orders Centaur Courser, Double Blocker, Blank 5/5",
    "P1 orders Double Blocker, Blank 2/1",
    "P2 orders Enormous Baloth, Blank 4/4",
    "all pass",
];

#[test]
fn damage_is_split_among_pairs() {
    let with = |more: &[&'static str]| CROWD.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
    holds(&with(&[
        "P1 splits 1 to Centaur Courser, 1 from Enormous Baloth to Double Blocker, 5 to Blank 5/5, 3 from Blank 4/4 to Double Blocker, 1 to Blank 2/1",
        "P2 splits 2 damage to Enormous Baloth",
        "expect P2's graveyard has 4 cards",
    ]));
    fails(&with(&["P1 splits 1 to Centaur Courser, 4 to Double Blocker"]), "several go to Double Blocker");
    fails(&with(&["P1 splits 1 to P2"]), "nothing that is asked for goes to seat 1");
    fails(&with(&["P1 splits Centaur Courser"]), "a split reads");
    fails(&with(&["P1 splits 1 for Centaur Courser"]), "a split reads");
}

#[test]
fn damage_to_a_player_says_from_whom_it_comes() {
    let table = [
        "P1 battlefield: Ball Lightning [A], Ball Lightning [B]",
        "P2 battlefield: Wind Drake [C], Wind Drake [D]",
        "P1 attacks with [A], [B]",
        "P2 blocks [A] with [C], blocks [B] with [D]",
        "all pass",
    ];
    let with = |more: &[&'static str]| table.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
    holds(&with(&[
        "P1 splits 1 from [A] to P2, 5 to [C], 4 from [B] to P2, 2 damage from [B] to [D]",
        "expect P2 life 15; P2's graveyard has 2 Wind Drake",
    ]));
    fails(&with(&["P1 splits 5 to [C], 4 to P2"]), "several go to seat 1");
}

#[test]
fn attacks_and_blocks_are_reached_by_passing() {
    let upkeep =
        ["P1 library: Forest", "turn: step upkeep", "P1 battlefield: Runeclaw Bear [A], Runeclaw Bear [B]"];
    let with = |more: &[&'static str]| upkeep.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
    holds(&with(&[
        "P1 attacks with [A]",
        "expect [A] is attacking; [B] is not attacking; step is declare attackers",
    ]));
    let wall = ["P2 battlefield: 2 Wind Drake, Craw Wurm [W]"];
    let block =
        |blocks: &'static str| [&upkeep[2..], &wall[..], &["P1 attacks with [A] and [B]", blocks]].concat();
    holds(
        &[
            &block("P2 blocks [A] with Wind Drake and Wind Drake, blocks [B] with [W]")[..],
            &["P1 chooses any", "expect Wind Drake is blocking; [W] is blocking"],
        ]
        .concat(),
    );
    holds(
        &[&block("P2 blocks [A] with Wind Drake and blocks [B] with [W]")[..], &["expect [W] is blocking"]]
            .concat(),
    );
    fails(&block("P2 blocks [A] with [W] and [W]"), "[W] is named more often than it is there");
    fails(
        &block("P2 blocks [A] with Wind Drake, Wind Drake, Wind Drake"),
        "Wind Drake is named more often than it is there",
    );
    fails(&block("P2 blocks [A] by [W]"), "blocks read `P2 blocks ATTACKER with BLOCKER`");
    fails(&block("P2 does dance"), "is not a verb");
    fails(&block("P2 do dance"), "is not a verb");
    holds(&["pass until active is P2; step is upkeep", "expect active is P2; step is upkeep; turn 3"]);
    fails(&["pass until stack is full"], "\"full\"");
}

#[test]
fn events_are_found_by_rule_and_words() {
    let killed = |line: &'static str| bolt(&["P1 chooses Runeclaw Bear [A]", "all pass", line]);
    holds(&killed(
        "expect event 704.5g; 1 event 704.5g \"Runeclaw Bear is destroyed\"; no event 704.5g \"Forest\"",
    ));
    fails(&killed("expect no event 704.5g"), "found 1; what happened");
    fails(&killed("expect 2 events 704.5g"), "found 1; what happened");
    fails(&killed("expect event 704.5g \"Forest\""), "found 0; what happened");
    fails(&killed("expect event 704.5a"), "found 0; what happened");
    fails(&killed("expect event \"Runeclaw"), "an event reads");
}

#[test]
fn what_is_expected_of_a_question_and_of_the_end_is_compared() {
    fails(&["expect P1 is asked priority by 601.2c"], "found P1 is asked `priority`");
    fails(&["expect P1 is asked choose-targets"], "found P1 is asked `priority`");
    fails(&["expect P1 is not asked"], "found P1 is asked `priority`");
    fails(&["expect nobody is asked"], "found P1 is asked `priority`");
    holds(&[
        "P2 concedes",
        "expect P1 wins; P1 wins by 104.3a; the match is over; nobody is asked; P1 is not asked",
    ]);
    fails(&["P2 concedes", "expect P1 wins by 104.2a"], "found a win of P1");
    fails(&["P2 concedes", "expect P2 wins"], "found a win of P1");
    fails(&["P2 concedes", "expect the match is a draw"], "found a win of P1");
    fails(&["P2 concedes", "expect the match goes on"], "found it is over");
    fails(&["expect the match is over"], "found the match goes on");
    fails(&["P1 concedes", "P2 passes"], "the match is over");
    fails(&["expect the match is odd"], "is not understood");
    fails(&["P1 passes, refused by 601.2c"], "it is accepted");
    holds(&["P1 hand: Forest", "P2 plays Forest, refused"]);
}

#[test]
fn zones_are_counted_and_listed() {
    let table = ["P1 hand: 2 Forest, Plains", "P1 library: Island, Swamp"];
    let with = |line: &'static str| [table[0], table[1], line];
    holds(&with(
        "expect P1's hand has 3 cards; P1 hand has 2 Forest; P1's hand has no Island; P1's hand has cards; P1's hand is not empty",
    ));
    fails(&with("expect P1's hand has 2 cards"), "found Forest #");
    fails(&with("expect P1's hand has 1 Forest"), "found Forest #");
    fails(&with("expect P1's hand has exactly Forest, Plains"), "found Forest #");
    fails(&with("expect P1's library has exactly Swamp, Island"), "found Island #");
    fails(&with("expect P1's library has exactly Odd"), "no card's name");
    fails(&with("expect P1's hand has no Plains"), "found Forest #");
    fails(&with("expect P1's hand has many cards"), "is not a number of cards");
    fails(&with("expect P2 sees that P1's hand has Plains"), "found 3 cards (3 hidden)");
    fails(&with("expect P2's hand is not empty"), "found 0 cards");
}
