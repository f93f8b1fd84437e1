//! Logs without fault, each at a boundary.

use std::collections::BTreeMap;

use duelog_kernel::digest::{Purpose, hash};
use duelog_kernel::setup::{Agreement, DeckKind, Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Choice, Item, ObjectId, Seat, Seed};
use duelog_log_format::{Annotation, Header, SeedCommitment, SeedReveal, Topic, seeds};

use super::forge::{Forge, Vector, header, header_payload, outcome, payload};

/// Every form that a choice's encoding has.
pub fn choices() -> Vec<Choice> {
    let id = ObjectId;
    let items = [
        Item::Pass,
        Item::Flag(false),
        Item::Flag(true),
        Item::Seat(Seat(1)),
        Item::Object(id(127)),
        Item::Object(id(128)),
        Item::Ability(id(3), 2),
        Item::Ability(id(3), 128),
        Item::Mode(1),
        Item::Mode(256),
        Item::Number(300),
        Item::Symbol(4),
        Item::Act(9, id(16_383)),
        Item::Act(9, id(16_384)),
        Item::Pair(id(5), id(6)),
        Item::PairSeat(id(7), Seat(0)),
        Item::Concede,
        Item::Draw,
    ];
    let shares = vec![(Item::Object(id(4)), 2), (Item::Seat(Seat(1)), 3)];
    let mut choices: Vec<Choice> = items.iter().map(|item| Choice::one(*item)).collect();
    choices.extend([
        Choice::Pick(Vec::new()),
        Choice::Pick(items.to_vec()),
        Choice::Pick(vec![Item::Pass; 2]),
        Choice::Split(Vec::new()),
        Choice::Split(shares),
        Choice::Name(String::new()),
        Choice::Name("クローン".to_string()),
    ]);
    choices.extend([0, 127, 128, 16_383, 16_384, u32::MAX].map(Choice::Number));
    choices
}

fn sized(bytes: usize) -> Forge {
    // Head, topic, no seat, no time, the text's length, the text.
    let text = "x".repeat(bytes - if bytes > 255 { 7 } else { 5 });
    let forge = Forge::new();
    let before = forge.bytes.len();
    let forge = forge.note(&text);
    let width = super::forge::length(bytes).len();
    assert_eq!(forge.bytes.len() - before, width + bytes + 4, "the payload has the size wanted");
    forge.seal().plain(1)
}

fn annotations() -> Forge {
    let note = |topic, seat: Option<u8>, time_ms, text: &str| {
        payload(5, &Annotation { topic, seat: seat.map(Seat), time_ms, text: text.to_string() })
    };
    Forge::new()
        .put(&note(Topic::Clock, Some(0), Some(1_561_234_567_890), "12:00"))
        .put(&note(Topic::Note, None, None, ""))
        .put(&note(Topic::Penalty, Some(1), Some(250), "warning"))
        .put(&note(Topic::Fault, None, Some(251), "no seed from seat 1"))
        .put(&note(Topic::Clock, None, Some(65_536), "0:59"))
        .seal()
}

fn committed() -> Forge {
    let header = header();
    let salt = [7; 32];
    let commitment = seeds::commitment(&seeds::binding(&header), seeds::HOST, &salt, &header.seed);
    Forge::new()
        .put(&payload(2, &SeedCommitment { party: seeds::HOST, commitment }))
        .plain(3)
        .outcome()
        .put(&payload(3, &SeedReveal { party: seeds::HOST, salt, seed: header.seed }))
        .seal()
}

fn position() -> Forge {
    let facts = |name: &str, text: &str| BTreeMap::from([(name.to_string(), text.to_string())]);
    let card = Placed { card: "Alpha".to_string(), label: "A".to_string(), facts: facts("tapped", "yes") };
    let player = PositionPlayer {
        facts: facts("life", "12"),
        zones: BTreeMap::from([("hand".to_string(), vec![card]), ("deck".to_string(), Vec::new())]),
    };
    let mut header = header();
    header.decks.clear();
    header.start = Start::Position(Position {
        turn: facts("step", "upkeep"),
        players: vec![player, PositionPlayer::default()],
    });
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

fn limited() -> Forge {
    let mut header = header();
    header.start = Start::Agreed(DeckKind { limited: true });
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

fn table() -> Forge {
    let term = |(name, value): (&str, &str)| (name.to_string(), value.to_string());
    let terms = [("variant", "emperor"), ("range", "2")].map(term).into_iter().collect();
    let mut header = header();
    header.start = Start::Table(Agreement { limited: true, terms });
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

fn sideboard() -> Forge {
    let mut header = header();
    header.decks[1].sideboard = vec![(4, 1), (1, 0)];
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

fn seats(count: u8) -> Forge {
    let mut header = header();
    header.seats = count;
    header.decks = vec![header.decks[0].clone(); usize::from(count)];
    (0..count).fold(Forge::empty().put(&header_payload(1, &header)), |forge, seat| {
        forge.decide(seat, &Choice::one(Item::Pass))
    })
}

fn later_revision() -> Forge {
    let header = Header { revision: 300, ..header() };
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

fn texts_and_labels() -> Forge {
    let mut header = header().label("event", "a test").label("round", "3").label("", "empty name");
    // Comments and layout do not count.
    header.texts = BTreeMap::from([
        (0, "(name: \"Alpha\") // first".to_string()),
        (2, "(name: /* third */ \"Gamma // \")".to_string()),
    ]);
    for (place, essence) in [(0, "(name:\"Alpha\")"), (2, "(name:\"Gamma // \")")] {
        header.definitions[place]
            .digest
            .copy_from_slice(&hash(Purpose::Definition, essence.as_bytes()).0[..16]);
    }
    header.seed = Seed([255; 32]);
    Forge::empty().put(&header_payload(1, &header)).plain(2)
}

/// Two continuations of one beginning.
fn forks() -> (Forge, Forge) {
    let beginning = Forge::new().plain(64).seal().plain(6);
    let left = beginning.clone().decide(0, &Choice::one(Item::Pass)).plain(4);
    let right = beginning.decide(0, &Choice::one(Item::Object(ObjectId(70)))).plain(4);
    (left, right)
}

/// The vectors.
#[expect(clippy::too_many_lines, reason = "a flat table of vectors")]
pub fn vectors() -> Vec<Vector> {
    let every_choice = choices().iter().fold(Forge::new(), |forge, choice| forge.decide(0, choice));
    vec![
        Forge::new().good("ok-header-alone", "a log that has just begun"),
        Forge::new().plain(1).good("ok-one-decision", "the shortest match"),
        every_choice.seal().good(
            "ok-every-choice",
            "every form that a choice's encoding has, numbers at the boundaries of their length",
        ),
        annotations().good(
            "ok-every-annotation",
            "every topic, with and without seat and time; times at the boundaries of their length",
        ),
        Forge::new().plain(64).good("ok-64-decisions", "a seal is due but nothing follows"),
        Forge::new()
            .plain(64)
            .seal()
            .plain(64)
            .seal()
            .plain(1)
            .good("ok-129-decisions", "a seal after every 64 decisions"),
        Forge::new()
            .plain(64)
            .note("a")
            .rewind(60)
            .seal()
            .plain(1)
            .good("ok-seal-after-other-records", "only a decision must wait for the seal"),
        Forge::new()
            .plain(5)
            .seal()
            .plain(64)
            .seal()
            .plain(1)
            .good("ok-early-seal", "a seal may come early; the next 64 decisions count from it"),
        Forge::new().seal().plain(1).good("ok-seal-after-header", "a seal over the header alone"),
        Forge::new()
            .plain(5)
            .rewind(2)
            .plain(4)
            .rewind(0)
            .plain(1)
            .seal()
            .good("ok-rewinds", "back to decision 2, later back to the start"),
        Forge::new().plain(3).outcome().seal().good("ok-ended", "an outcome and the closing seal"),
        Forge::new()
            .plain(3)
            .seal()
            .signed(&[0, 2, 1])
            .plain(3)
            .outcome()
            .seal()
            .signed(&[1, 0])
            .good("ok-signed", "all parties sign a seal, in any order, and two of them the closing one"),
        Forge::new().plain(3).outcome().good("ok-ended-unsealed", "an outcome without the closing seal"),
        Forge::new()
            .plain(3)
            .put(&payload(7, &outcome(&[])))
            .seal()
            .good("ok-draw", "an outcome without a winner"),
        Forge::new()
            .plain(3)
            .put(&payload(7, &outcome(&[0, 1])))
            .note("both won")
            .seal()
            .good("ok-note-after-outcome", "two winners, a note before the closing seal"),
        committed().good("ok-seed-committed", "the host commits to its seed and shows it after the outcome"),
        Forge::shared()
            .shows(1, 1)
            .shows(2, 2)
            .plain(70 - 6)
            .seal()
            .plain(3)
            .outcome()
            .shows(0, 0)
            .seal()
            .good(
                "ok-seed-shared",
                "host and players choose the seed together; the host shows its part at the end",
            ),
        Forge::shared()
            .shows(1, 1)
            .shows(2, 2)
            .plain(3)
            .good("ok-seed-shared-running", "the same, while the match goes on"),
        Forge::shared()
            .shows(1, 1)
            .good("ok-seed-shared-waiting", "the second player has not shown its part yet"),
        position().good("ok-position", "a start from a position, without decks"),
        sideboard().good("ok-sideboard", "a deck with a sideboard"),
        limited().good("ok-limited", "limited decks"),
        table().good("ok-table", "terms of the table, with limited decks"),
        seats(1).good("ok-1-seat", "the fewest seats"),
        seats(8).good("ok-8-seats", "the most seats, each with a decision"),
        later_revision().good("ok-later-revision", "a header that names revision 300 of the rules"),
        texts_and_labels().good("ok-texts-and-labels", "definition texts and labels in the header"),
        forks().0.good("ok-fork-left", "with ok-fork-right, a fork after decision 70: seat 0 passes"),
        forks()
            .1
            .good("ok-fork-right", "with ok-fork-left, a fork after decision 70: seat 0 names an object"),
        sized(31).good("ok-payload-31", "the longest payload that is linked directly"),
        sized(32).good("ok-payload-32", "the shortest payload that is linked by its hash"),
        sized(127).good("ok-payload-127", "the longest payload with a length of one byte"),
        sized(128).good("ok-payload-128", "the shortest payload with a length of two bytes"),
        sized(16_384).good("ok-payload-16384", "the shortest payload with a length of three bytes"),
    ]
}
