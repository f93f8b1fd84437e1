//! What requests offer, against a second and slower statement of what is legal.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::rng::Stream;
use duelog_kernel::setup::Start;
use duelog_kernel::{Choice, Item, Match, Request, Seat, Setup, Table, Viewer, sample};
use duelog_magic::Magic;
use duelog_magic::factory::MagicFactory;
use duelog_magic::state::Step;
use duelog_tests::answers::{every_answer, legal, random_request};
use duelog_tests::boards::{Ability, Permanent, Plan};
use duelog_tests::combat::Sight;
use duelog_tests::games::{decision, length, magic_setup, over_random_play, random};

/// Every answer that can be written is accepted or refused as the request's words say.
#[test]
fn the_validator_accepts_what_is_legal_and_nothing_else() {
    let mut stream = random(0);
    for _ in 0..length() {
        let request = random_request(&mut stream);
        for choice in every_answer(&request) {
            let verdict = request.validate(&choice);
            assert_eq!(verdict.is_ok(), legal(&request, &choice), "{request:?} {choice:?} {verdict:?}");
            assert!(verdict.is_ok() || verdict.is_err_and(|illegal| illegal.rule().is_some()));
        }
    }
}

/// What is answered for a player is the only thing that the player could have answered.
#[test]
fn a_forced_answer_is_the_only_legal_one() {
    let mut stream = random(1);
    for _ in 0..length() {
        let request = random_request(&mut stream);
        if let Some(forced) = request.forced() {
            let all: Vec<Choice> =
                every_answer(&request).into_iter().filter(|choice| legal(&request, choice)).collect();
            assert!(all.iter().all(|choice| *choice == forced), "{request:?}: {forced:?}, but also {all:?}");
        }
    }
}

/// Draws an answer to random requests; how many have a legal one, and those for which none was found.
fn draw(seed: u64, requests: u64) -> (u64, Vec<Request>) {
    let mut stream = random(seed);
    let (mut answerable, mut missed) = (0, Vec::new());
    for _ in 0..requests {
        let request = random_request(&mut stream);
        let all: Vec<Choice> =
            every_answer(&request).into_iter().filter(|choice| legal(&request, choice)).collect();
        answerable += u64::from(!all.is_empty());
        match sample::answer(&request, &mut stream) {
            Some(choice) => assert!(all.contains(&choice), "{request:?} {choice:?}"),
            None if all.is_empty() => {}
            None => missed.push(request),
        }
    }
    (answerable, missed)
}

/// The bots' answers are legal, and they have one whenever there is one.
#[test]
fn a_random_answer_is_legal_and_found_wherever_there_is_one() {
    let (answerable, missed) = draw(2, length());
    assert!(missed.is_empty(), "{} of {answerable}: {missed:#?}", missed.len());
}

/// How many pairs of a creature and what it fights are few enough to go through all their subsets.
const FEW: usize = 11;

/// Compares a combat request with the letter of the rules; whether there was something to compare.
fn compare(game: &mut Table<Magic>) -> Option<&'static str> {
    let request = game.request().expect("asked").clone();
    let sight = Sight::of(&game.view(Viewer::Public));
    match request.prompt.name() {
        "attackers" => compare_declaration(&request, &sight, &sight.attacks(), || sight.legal_attacks()),
        "blockers" => compare_declaration(&request, &sight, &sight.blocks(), || sight.legal_blocks()),
        "assign-damage" => compare_damage(&request, &sight, game),
        _ => None,
    }
}

fn compare_declaration(
    request: &Request,
    sight: &Sight,
    pairs: &[Item],
    legal: impl Fn() -> BTreeSet<Vec<Item>>,
) -> Option<&'static str> {
    let pairs: BTreeSet<Item> = pairs.iter().copied().collect();
    for option in request.options() {
        assert!(pairs.contains(option), "offered, but illegal by itself: {option:?} in {request:?}");
    }
    if pairs.len() > FEW || pairs.is_empty() {
        return None;
    }
    let legal = legal();
    let all: Vec<Item> = pairs.into_iter().collect();
    for bits in 0..1u32 << all.len() {
        let declared: Vec<Item> = all
            .iter()
            .enumerate()
            .filter(|(place, _)| bits & 1 << place != 0)
            .map(|(_, item)| *item)
            .collect();
        let verdict = request.validate(&Choice::Pick(declared.clone()));
        assert_eq!(
            verdict.is_ok(),
            legal.contains(&declared),
            "{declared:?}: {verdict:?} to {request:?}\nlegal: {legal:?}\n{sight:#?}"
        );
    }
    Some(request.prompt.name())
}

fn compare_damage(request: &Request, sight: &Sight, game: &Table<Magic>) -> Option<&'static str> {
    let board = &game.state().board;
    for attack in &board.combat.attacks {
        assert_eq!(
            attack.blockers.iter().copied().collect::<BTreeSet<_>>(),
            sight.blockers_of(attack.attacker)
        );
    }
    let first = board.turn.step == Step::FirstStrikeDamage;
    for (given, legal) in sight.legal_damage(request.seat == board.turn.active, &board.combat, first)? {
        assert!(given.keys().eq(request.options()), "{given:?} is offered as {request:?}");
        let split =
            given.iter().map(|(item, share)| (*item, *share as u32)).filter(|share| share.1 > 0).collect();
        let verdict = request.validate(&Choice::Split(split));
        assert_eq!(verdict.is_ok(), legal, "{given:?}: {verdict:?} to {request:?}");
    }
    Some(request.prompt.name())
}

// covers: magic 508.1, 509.1, 510.1
#[test]
fn combat_in_games_offers_what_the_letter_of_the_rules_allows() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    over_random_play(2_000, |game, _| {
        if let Some(prompt) = compare(game) {
            *seen.entry(prompt).or_default() += 1;
        }
    });
    assert!(seen.values().sum::<u32>() >= 50, "{seen:?}");
}

const KEYWORDS: [&str; 16] = [
    "Flying",
    "Reach",
    "Menace",
    "Menace",
    "Trample",
    "Deathtouch",
    "FirstStrike",
    "DoubleStrike",
    "Vigilance",
    "Haste",
    "Defender",
    "Shadow",
    "Fear",
    "Intimidate",
    "Landwalk(\"Forest\")",
    "Protection(Color(Red))",
];
const LIMITS: [&str; 13] = [
    "Rule(Forbid, AttackAlone, Any)",
    "Rule(Forbid, BlockAlone, Any)",
    "Rule(Require, BeBlocked, Any)",
    "Rule(Require, BeBlocked, Any)",
    "Rule(Forbid, Attack, Any)",
    "Rule(Forbid, Block, Any)",
    "Rule(Forbid, BeBlocked, Any)",
    "Rule(Forbid, BeBlocked, Not(Color(White)))",
    "Rule(Require, Attack, Any)",
    "Rule(Require, Block, Any)",
    "Rule(Require, Block, Any)",
    "Rule(Allow, BlockAnother, Any)",
    "Rule(Allow, BlockAnother, Any)",
];

fn fighter(random: &mut Stream, seat: u8) -> Permanent {
    let one = |random: &mut Stream, of: &[&'static str]| of[random.below(of.len() as u32) as usize];
    let limits = (0..random.below(3) / 2).map(|_| one(random, &LIMITS).to_string()).collect();
    let mut facts = BTreeMap::new();
    for fact in ["tapped", "sick"] {
        if random.below(7) == 0 {
            facts.insert(fact.to_string(), "yes".to_string());
        }
    }
    if random.below(4) == 0 {
        facts.insert("damage".to_string(), "1".to_string());
    }
    Permanent {
        seat,
        types: if random.below(5) == 0 { "Artifact Creature - Golem" } else { "Creature - Elf" }.to_string(),
        size: Some((random.below(6) as i32, 2 + random.below(3) as i32)),
        colors: ["White", "Black", "Red"].into_iter().filter(|_| random.below(3) == 0).collect(),
        keywords: (0..random.below(4) / 2).map(|_| one(random, &KEYWORDS)).collect(),
        abilities: vec![Ability { affects: "Of(This)".to_string(), changes: limits, ..Ability::default() }],
        facts,
        ..Permanent::default()
    }
}

/// A table at which a combat is about to begin.
fn arena(random: &mut Stream) -> Plan {
    let mut permanents = Vec::new();
    for seat in [0, 1] {
        permanents.extend((0..1 + random.below(4)).map(|_| fighter(random, seat)));
    }
    if random.below(3) == 0 {
        permanents.push(Permanent { seat: 1, types: "Land - Forest".to_string(), ..Permanent::default() });
    }
    if random.below(4) == 0 {
        let facts = BTreeMap::from([("counters".to_string(), "loyalty x2".to_string())]);
        permanents.push(Permanent {
            seat: 1,
            types: "Planeswalker - Jace".to_string(),
            facts,
            ..Permanent::default()
        });
    }
    Plan { permanents, lasting: Vec::new() }
}

/// A table as planned, at the beginning of combat.
fn table(plan: &Plan, seed: u64) -> Table<Magic> {
    let factory =
        MagicFactory::with_overrides(plan.files()).unwrap_or_else(|(file, error)| panic!("{file}: {error}"));
    let mut position = plan.position();
    position.turn.insert("step".to_string(), "begin combat".to_string());
    let setup = Setup { decks: Vec::new(), start: Start::Position(position), ..magic_setup(seed) };
    factory.table(&setup, false).unwrap_or_else(|error| panic!("{error}"))
}

// covers: magic 508.1a, 508.1b, 508.1c, 508.1d, 509.1a, 509.1b, 509.1c, 510.1c, 510.1d
#[test]
fn combat_on_random_tables_offers_what_the_letter_of_the_rules_allows() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..length() / 5 {
        let mut stream = random(seed);
        let plan = arena(&mut stream);
        let mut game = table(&plan, seed);
        while game.outcome().is_none() && game.state().board.turn.step < Step::MainTwo {
            if let Some(prompt) = compare(&mut game) {
                *seen.entry(prompt).or_default() += 1;
            }
            let Some((seat, choice)) = decision(&game, &mut stream) else { break };
            game.decide(seat, &choice)
                .unwrap_or_else(|illegal| panic!("table {seed}: {choice:?} is refused: {illegal}"));
        }
    }
    assert!(
        ["attackers", "blockers", "assign-damage"]
            .iter()
            .all(|prompt| seen.get(prompt).is_some_and(|count| *count >= 50)),
        "{seen:?}"
    );
}

// covers: magic 509.1c
#[test]
fn as_many_requirements_to_block_are_obeyed_as_can_be() {
    let creature = |seat: u8, keywords: &[&'static str], colors: &[&'static str], limit: &str| Permanent {
        seat,
        types: "Creature - Elf".to_string(),
        size: Some((1, 1)),
        keywords: keywords.to_vec(),
        colors: colors.to_vec(),
        abilities: vec![Ability {
            affects: "Of(This)".to_string(),
            changes: Some(limit.to_string()).into_iter().filter(|limit| !limit.is_empty()).collect(),
            ..Ability::default()
        }],
        ..Permanent::default()
    };
    // Each of the attackers is blocked by two or by nobody; the third creature can help only one of those
    // that must block.
    let plan = Plan {
        permanents: vec![
            creature(0, &["Menace", "Flying"], &[], ""),
            creature(0, &["Menace"], &[], "Rule(Forbid, BeBlocked, Not(Color(White)))"),
            creature(1, &["Reach"], &[], "Rule(Require, Block, Any)"),
            creature(1, &[], &["White"], "Rule(Require, Block, Any)"),
            creature(1, &["Reach"], &["White"], ""),
        ],
        lasting: Vec::new(),
    };
    let mut game = table(&plan, 0);
    while game.request().expect("asked").prompt.name() != "attackers" {
        let seat = game.request().expect("asked").seat;
        game.decide(seat, &Choice::one(Item::Pass)).expect("passing is legal");
    }
    let all = game.request().expect("asked").options().to_vec();
    game.decide(Seat(0), &Choice::Pick(all)).expect("both attack");
    while game.request().expect("asked").prompt.name() != "blockers" {
        let seat = game.request().expect("asked").seat;
        game.decide(seat, &Choice::one(Item::Pass)).expect("passing is legal");
    }
    assert_eq!(compare(&mut game), Some("blockers"));
}
