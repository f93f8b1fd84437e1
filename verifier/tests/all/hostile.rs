//! Logs that somebody made up: they get a verdict, whatever they say.

use crate::common::{forged, games, place_of, recorded, records, setup};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Choice, Item, ObjectId, Seat, Seed, Setup};
use duelog_log_format::{Header, Record};
use duelog_verifier::{Verdict, verify};

fn item(random: &mut Stream) -> Item {
    let id = |random: &mut Stream| {
        ObjectId(if random.below(8) == 0 { u32::MAX - random.below(3) } else { random.below(220) })
    };
    match random.below(14) {
        0 => Item::Pass,
        1 => Item::Flag(random.below(2) == 0),
        2 => Item::Seat(Seat(random.below(4) as u8)),
        3 => Item::Object(id(random)),
        4 => Item::Ability(id(random), random.below(5)),
        5 => Item::Mode(random.below(6)),
        6 => Item::Number(random.below(30)),
        7 => Item::Symbol(random.below(9) as u8),
        8 => Item::Act(random.below(6) as u8, id(random)),
        9 => Item::Pair(id(random), id(random)),
        10 => Item::PairSeat(id(random), Seat(random.below(3) as u8)),
        11 => Item::Concede,
        12 => Item::Draw,
        _ => Item::Flag(true),
    }
}

fn choice(random: &mut Stream) -> Choice {
    let some = |random: &mut Stream| if random.below(20) == 0 { 4000 } else { random.below(4) };
    match random.below(8) {
        0 => Choice::Number(if random.below(2) == 0 { u32::MAX } else { random.below(9) }),
        1 => Choice::Split((0..some(random)).map(|_| (item(random), random.below(5))).collect()),
        2 => Choice::Name("Serra Angel\u{1b}[2J".repeat(random.below(3) as usize)),
        3 => Choice::Pick((0..some(random)).map(|_| item(random)).collect()),
        _ => Choice::one(item(random)),
    }
}

#[test]
fn made_up_answers_are_refused_or_diverge() {
    let games = games();
    let mut random = Rng::new(Seed::from_number(5)).peek(Purpose::Choice);
    let mut alike = 0;
    for seed in [2, 3, 4] {
        let (header, good) = records(&recorded(seed, 400));
        for _ in 0..300 {
            let number = 1 + random.below(390);
            let mut records = good.clone();
            let place = place_of(&records, number as usize);
            let Record::Decision(made) = &mut records[place] else { panic!("a decision") };
            let before = made.clone();
            made.choice = choice(&mut random);
            if random.below(10) == 0 {
                made.seat = Seat(random.below(2) as u8);
            }
            if (&before.choice, before.seat) == (&made.choice, made.seat) {
                continue;
            }
            let report = verify(&games, &forged(&header, &records));
            // Another legal answer can come to the same state: mana for a spell that is taken back for want
            // of more, and taking it back at once.
            if report.verdict == Verdict::Incomplete {
                alike += 1;
                continue;
            }
            assert!(matches!(report.verdict, Verdict::Illegal | Verdict::Diverged), "{report:?}");
            assert_eq!(report.at, Some(number), "{report:?}");
            assert!(report.message.len() < 20_000, "{} bytes", report.message.len());
        }
    }
    assert!(alike < 5, "{alike} of 900 made-up answers came to the same as what was played");
}

#[test]
fn made_up_positions_get_a_verdict() {
    let games = games();
    let mut random = Rng::new(Seed::from_number(6)).peek(Purpose::Choice);
    let words = [
        "life",
        "hand",
        "library",
        "battlefield",
        "graveyard",
        "exile",
        "stack",
        "step",
        "active",
        "turn",
        "priority",
        "upkeep",
        "0",
        "1",
        "-1",
        "yes",
        "99999999999999999999",
        "",
        "\u{1b}[2J",
        "tapped",
        "damage",
        "attached",
        "counters",
        "controller",
        "Plains",
        "Serra Angel",
        "Lightning Bolt",
    ];
    let mut word = || words[random.below(words.len() as u32) as usize].to_string();
    let definitions = ["Lightning Bolt", "Plains", "Serra Angel"].map(|name| {
        let card = games[0].card(name).unwrap();
        (name.to_string(), card.digest)
    });
    let mut started = 0;
    for round in 0..400 {
        let mut player = || {
            let placed = |card: String, fact: (String, String)| Placed {
                card,
                label: String::new(),
                facts: [fact].into(),
            };
            let cards =
                vec![placed(word(), (word(), word())), placed("Plains".into(), ("tapped".into(), word()))];
            PositionPlayer { facts: [(word(), word())].into(), zones: [(word(), cards)].into() }
        };
        let players = (0..1 + round % 3).map(|_| player()).collect();
        let position = Position { turn: [(word(), word())].into(), players };
        let setup = Setup { decks: Vec::new(), start: Start::Position(position), ..setup(1) };
        let header = Header::new(&setup, games[0].revision(), &definitions, "made up").unwrap();
        let report = verify(&games, &forged(&header, &[]));
        assert!(
            matches!(
                report.verdict,
                Verdict::Illegal | Verdict::Unsupported | Verdict::Incomplete | Verdict::Diverged
            ),
            "{report:?}"
        );
        started += u32::from(report.verdict == Verdict::Incomplete);
    }
    println!("{started} of 400 can be played");
}
