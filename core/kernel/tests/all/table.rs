//! The table, the factory and payments, by a game of pebbles.

use std::sync::Arc;

use crate::pebbles::{HAND, Pebbles, ROW, STACK, factory, position, setup};
use duelog_kernel::bounds::Bound;
use duelog_kernel::digest::{Touched, Tree, differences};
use duelog_kernel::factory::GameFactory;
use duelog_kernel::rng::Purpose;
use duelog_kernel::setup::Start;
use duelog_kernel::{
    Choice, Factory, Illegal, Item, Match, ObjectId, Rng, RuleId, Rules, Seat, Seed, SetupError, Table,
    Viewer, payment, sample,
};

const P1: Viewer = Viewer::Seat(Seat(0));
const P2: Viewer = Viewer::Seat(Seat(1));
const PASS: Item = Item::Pass;

fn object(id: u32) -> Item {
    Item::Object(ObjectId(id))
}

fn play(id: u32) -> Item {
    Item::Act(0, ObjectId(id))
}

fn table(setup: &duelog_kernel::Setup) -> Table<Pebbles> {
    factory().table(setup, true).expect("it can be played")
}

fn decide(table: &mut dyn Match, seat: u8, item: Item) {
    table.decide(Seat(seat), &Choice::one(item)).expect("it is legal");
}

fn not_offered(what: &str, why: &str, rule: &'static str) -> Illegal {
    Illegal::NotOffered { what: what.to_string(), why: why.to_string(), rule: RuleId::new(rule) }
}

/// What is known of a state whose caches are all new.
fn anew(table: &Table<Pebbles>) -> Box<dyn Match> {
    let mut copy = table.fork();
    copy.restore(&table.checkpoint(), table.decisions()).expect("its own archive");
    copy
}

// Copying the journal at each decision made a long match take time with the square of its length.
#[test]
fn a_lean_copy_is_the_same_match_without_what_has_been_told() {
    let mut table = table(&position([&[("hand", &["Grit", "Flint"])], &[]]));
    let answer = |table: &dyn Match| {
        let request = table.request().cloned().expect("asked");
        let first = sample::answer(&request, &mut Rng::new(Seed::from_number(1)).peek(Purpose::Choice));
        (request.seat, first.expect("there is an answer"))
    };
    let (seat, choice) = answer(&table);
    table.decide(seat, &choice).expect("it is legal");
    assert!(!table.told(0, Viewer::Judge).is_empty());
    let mut copy = table.lean();
    assert!(copy.told(0, Viewer::Judge).is_empty());
    let now = (table.state_tag(), table.decisions(), table.request().cloned());
    assert_eq!((copy.state_tag(), copy.decisions(), copy.request().cloned()), now);
    if copy.request().is_some() {
        let (seat, choice) = answer(&*copy);
        copy.decide(seat, &choice).expect("it is legal");
        assert!(copy.told(0, Viewer::Judge).is_empty());
    }
    assert_eq!((table.state_tag(), table.decisions(), table.request().cloned()), now);
}

/// Games to the end at random: after each decision, what is kept is what would be worked out anew.
#[test]
fn what_a_table_keeps_is_what_its_state_says() {
    for seed in 0..12 {
        let cards = ["Grit", "Grit", "Flint", "Boulder", "Grit", "Flint (pale)", "Quarry"];
        let mut table = table(&position([
            &[("hand", &cards[..4]), ("row", &["Grit", "Flint"]), ("bag", &cards)],
            &[("hand", &cards[2..]), ("bag", &["Grit"])],
        ]));
        let mut rng = Rng::new(Seed::from_number(seed));
        let mut tags = vec![table.state_tag()];
        while let Some(request) = table.request().cloned() {
            let choice =
                sample::answer(&request, &mut rng.peek(Purpose::Choice)).expect("there is an answer");
            rng.advance(Purpose::Choice);
            assert_eq!(table.refusal(P1, request.seat, &choice), None);
            let decisions = table.decisions();
            table.decide(request.seat, &choice).expect("it is legal");
            assert_eq!(table.decisions(), decisions + 1);
            let mut again = anew(&table);
            assert_eq!(
                (table.root(), table.state_tag(), table.components(), table.request()),
                (again.root(), again.state_tag(), again.components(), again.request())
            );
            assert!(!tags.contains(&table.state_tag()), "a clock makes each state another one");
            tags.push(table.state_tag());
        }
        assert!(table.outcome().is_some());
        assert_eq!(
            table.check(Seat(0), &Choice::one(PASS)),
            Err(Illegal::Over),
            "nothing can be said any more"
        );
        let mut state = table.initial().expect("a journal is kept").clone();
        let mut touched = Touched::default();
        for entry in table.journal() {
            Pebbles::apply(&mut state, entry.event.clone(), &mut touched);
        }
        assert_eq!(&state, table.state());
        touched.all();
        assert_eq!(Tree::default().root(&state, &mut touched), table.root());
    }
}

#[test]
fn a_match_tells_where_it_stands() {
    let mut table = table(&position([
        &[("hand", &["Grit", "Boulder"]), ("row", &["Grit"])],
        &[("hand", &["Flint"]), ("bag", &["Grit"])],
    ]));
    assert_eq!((table.game(), table.words().verbs), ("pebbles", &["play"][..]));
    assert_eq!(table.rules().cards.len(), 3);
    assert_eq!((table.decisions(), table.outcome(), table.journal().len()), (0, None, 0));
    let names: Vec<&str> = table.components().iter().map(|part| part.0).collect();
    assert_eq!(names, ["turn", "players", "zones", "objects", "effects", "frames", "chance", "history"]);
    let value = table.state_value();
    assert_eq!(value["turn"]["active"], 0);
    assert_eq!(value["objects"]["1"]["card"], "Boulder");
    assert_eq!(value["players"]["1"]["passed"], false);
    assert_eq!(value["effects"], serde_json::json!([]));
    assert_eq!(value["chance"]["ids"], 5);

    decide(&mut table, 0, PASS);
    assert_eq!((table.decisions(), table.request().map(|request| request.seat)), (1, Some(Seat(1))));
    assert_eq!(table.state_value()["turn"]["active"], 1);
    assert_eq!(table.abilities(ObjectId(3)), [Item::Ability(ObjectId(3), 0)]);
    assert_eq!(table.abilities(ObjectId(9)), []);
    assert_eq!(table.explain(P2, ObjectId(3)).map(|told| told.name), Some("Grit".to_string()));
    assert_eq!(table.explain(P1, ObjectId(3)), None, "it is in a hand");

    let told = |from, viewer| -> Vec<(u32, String, bool)> {
        let told = table.told(from, viewer).into_iter();
        told.map(|told| (told.decision, told.text, told.event.is_some())).collect()
    };
    assert_eq!(told(0, P1), [(1, "Passes".to_string(), false)]);
    let all = [(1, "Passes".to_string(), true), (1, "draws #3".to_string(), true)];
    assert_eq!(told(1, Viewer::Judge), all);
    assert_eq!(told(2, Viewer::Judge), []);

    let mut other = table.fork();
    decide(&mut *other, 1, PASS);
    assert_eq!(other.outcome().map(|outcome| outcome.winners), Some(vec![Seat(0)]), "one pebble to none");
    assert_eq!((other.request(), table.outcome()), (None, None));
}

/// What is offered reads in full to the player who is asked, and hides to others what is in the hand.
#[test]
fn words_keep_what_is_hidden() {
    let mut table = table(&position([&[("hand", &["Grit", "Boulder"])], &[("hand", &["Flint"])]]));
    let options = |view: Option<duelog_kernel::view::RequestView>| -> Vec<String> {
        view.map_or(Vec::new(), |view| view.options.into_iter().map(|option| option.text).collect())
    };
    assert_eq!(options(table.asked()), ["Pass", "play Grit #0", "play Boulder #1"]);
    assert_eq!(options(table.request_view(P2)), ["Pass", "play object #0", "play object #1"]);
    assert_eq!(table.view(P2).request, None);
    assert_eq!(options(table.view(P1).request).len(), 3);
    let view = table.view(Viewer::Public);
    assert_eq!((view.waiting_for, view.decisions, view.zones[HAND].cards.len()), (Some(Seat(0)), 0, 0));

    assert_eq!(table.describe(P1, &object(0)), "Grit #0");
    assert_eq!(table.describe(P2, &object(0)), "object #0");
    assert_eq!(table.describe(P1, &Item::Ability(ObjectId(2), 1)), "an ability of object #2");
    assert_eq!(table.describe(P1, &Item::Act(7, ObjectId(2))), "act with object #2");
    assert_eq!(table.describe(P1, &Item::Pair(ObjectId(0), ObjectId(2))), "Grit #0 and object #2");
    assert_eq!(table.describe(P1, &Item::PairSeat(ObjectId(2), Seat(1))), "object #2 and seat 1");

    let cards: &[(&str, &[&str])] = &[("hand", &["Grit", "Boulder"]), ("row", &["Grit"; 3])];
    let mut table = self::table(&position([cards, &[]]));
    decide(&mut table, 0, play(1));
    let question = |table: &mut Table<Pebbles>, viewer| table.request_view(viewer).map(|view| view.question);
    assert_eq!(question(&mut table, P2).as_deref(), Some("for Boulder #1?"), "the stack is open to all");
}

#[test]
fn what_is_refused_is_refused_for_a_reason_and_changes_nothing() {
    let mut table = table(&position([&[("hand", &["Grit"]), ("row", &["Grit"])], &[("hand", &["Flint"])]]));
    let root = table.root();
    let check = |table: &mut Table<Pebbles>, seat, item| table.decide(Seat(seat), &Choice::one(item)).err();
    let wrong = Illegal::WrongSeat { expected: Seat(0), found: Seat(1) };
    assert_eq!(check(&mut table, 1, PASS), Some(wrong));
    assert_eq!(check(&mut table, 0, play(1)), Some(not_offered("play Grit #1", "not now", "1")));
    // What the player may not know is refused as what is not there.
    let nothing = "it is nothing that you know";
    assert_eq!(check(&mut table, 0, play(2)), Some(not_offered("play object #2", nothing, "1")));
    assert_eq!(check(&mut table, 0, play(9)), Some(not_offered("play object #9", nothing, "1")));
    let seen = table.refusal(Viewer::Judge, Seat(0), &Choice::one(play(2)));
    assert_eq!(seen, Some(not_offered("play Flint #2", "not now", "1")));
    assert!(matches!(table.check(Seat(0), &Choice::Number(1)), Err(Illegal::WrongShape { .. })));
    assert_eq!((table.root(), table.decisions()), (root, 0));
}

#[test]
fn every_player_may_concede_or_agree_to_a_draw_at_any_time() {
    let decks = setup(&[&["Grit"], &["Grit"]]);
    for seat in [0, 1] {
        let mut table = table(&decks);
        decide(&mut table, seat, Item::Concede);
        assert_eq!(table.outcome().map(|outcome| outcome.winners), Some(vec![Seat(1 - seat)]));
        let mut table = self::table(&decks);
        decide(&mut table, seat, Item::Draw);
        assert_eq!(table.outcome().map(|outcome| outcome.reason), Some(format!("seat {seat} agrees")));
    }
    let mut table = table(&decks);
    assert!(table.check(Seat(2), &Choice::one(Item::Concede)).is_err(), "nobody sits there");
    assert!(table.check(Seat(0), &Choice::Pick(vec![Item::Concede, PASS])).is_err());
}

#[test]
fn a_checkpoint_is_read_or_refused() {
    let mut table = table(&setup(&[&["Grit", "Flint"], &["Grit"]]));
    decide(&mut table, 0, play(0));
    let bytes = table.checkpoint();
    decide(&mut table, 0, PASS);
    let mut copy = table.fork();
    assert!(copy.restore(&bytes[..bytes.len() / 2], 1).is_err());
    assert_eq!((copy.root(), copy.decisions()), (table.root(), 2));
    copy.restore(&bytes, 1).expect("an archive");
    assert_eq!((copy.decisions(), copy.told(0, Viewer::Judge)), (1, Vec::new()));
    decide(&mut *copy, 0, PASS);
    assert_eq!(copy.state_tag(), table.state_tag());
    assert_eq!(copy.told(0, P1).len(), 1, "what happens from there on is kept");
}

#[test]
fn what_never_ends_is_ended() {
    let outcome = |cards: &[&str]| {
        let mut table = table(&setup(&[cards, &["Grit"]]));
        for id in 0..cards.len() {
            decide(&mut table, 0, play(id as u32));
        }
        (table.outcome().map(|outcome| outcome.reason), table.journal().len())
    };
    let (reason, events) = outcome(&["Spinner"]);
    assert_eq!(reason.as_deref(), Some("it spins for ever"));
    // Begun, paid, spun, then a step each, and the end: the first two steps paid and asked for nothing.
    assert_eq!(events, 3 + (duelog_kernel::bounds::RUN as usize - 1) + 1);
    assert_eq!(outcome(&["Cloud"]).0, None, "10,000 objects at most may be there");
    assert_eq!(outcome(&["Cloud", "Cloud"]).0, Some(Bound::Objects.to_string()));
}

#[test]
fn states_are_compared_leaf_by_leaf() {
    let mut table = table(&setup(&[&["Grit", "Flint"], &["Grit"]]));
    let before = table.state().clone();
    decide(&mut table, 0, play(1));
    let found = differences(&before, table.state());
    let paths: Vec<&str> = found.iter().map(|difference| difference.path.as_str()).collect();
    assert_eq!(paths, ["zones/2/1", "zones/4/0", "chance/clock"]);
    assert_eq!((&found[0].left, &found[0].right), (&1.into(), &serde_json::Value::Null));
    assert_eq!(differences(&before, &before), []);
    let mut grown = before.clone();
    grown
        .objects
        .put(ObjectId(3), crate::pebbles::Pebble { card: "Grit".into(), owner: Seat(1), used: true });
    let found = differences(&before, &grown);
    assert_eq!((found[0].path.as_str(), &found[0].left), ("objects/3", &serde_json::Value::Null));
    assert_eq!(found.last().map(|difference| difference.path.as_str()), Some("chance/ids"));
    assert_eq!(differences(&grown, &before).len(), found.len());
}

#[test]
fn the_shortest_payment_is_found() {
    let cards: &[(&str, &[&str])] = &[("hand", &["Boulder"]), ("row", &["Grit", "Flint", "Grit", "Flint"])];
    let mut table = table(&position([cards, &[("hand", &["Grit"])]]));
    assert_eq!(payment::find(&mut table), None, "nothing is to be paid");
    decide(&mut table, 0, play(0));
    let found = payment::find(&mut table).expect("it can be paid");
    // One pebble of two colours in white is worth two, and another one is worth the third.
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!((table.decisions(), table.state().zones.list(STACK).len()), (1, 1), "it is only looked for");
    for choice in &found {
        table.decide(Seat(0), choice).expect("it is legal");
    }
    assert_eq!(
        (table.state().zones.list(ROW).len(), table.request().map(|it| it.prompt.name())),
        (5, Some("act"))
    );

    // A way that ends with the pebble taken back is not told where another one pays.
    let scarce: &[(&str, &[&str])] = &[("hand", &["Boulder"]), ("row", &["Grit", "Flint"])];
    let mut table = self::table(&position([scarce, &[("hand", &["Grit"])]]));
    decide(&mut table, 0, play(0));
    for choice in &payment::find(&mut table).expect("it can be paid") {
        table.decide(Seat(0), choice).expect("it is legal");
    }
    assert_eq!(table.state().zones.list(ROW).len(), 3);

    // Where all ways lead back, one of them is told.
    let poor: &[(&str, &[&str])] = &[("hand", &["Boulder"]), ("row", &["Grit"])];
    let mut table = self::table(&position([poor, &[("hand", &["Grit"])]]));
    decide(&mut table, 0, play(0));
    assert_eq!(payment::find(&mut table), Some(vec![Choice::one(object(1))]));
}

#[test]
fn a_factory_makes_what_it_has_and_nothing_else() {
    let factory = factory();
    assert_eq!((factory.game(), factory.editions(), factory.revision()), ("pebbles", &["2", "1"][..], 1));
    assert_eq!((factory.revisions(), factory.said()), (Vec::new(), &["used"][..]));
    let fails = |change: &dyn Fn(&mut duelog_kernel::Setup)| {
        let mut setup = setup(&[&["Grit"], &["Flint"]]);
        change(&mut setup);
        factory.start(&setup, false).map(drop).expect_err("it cannot be played")
    };
    let unavailable = |what: &str, available: &str| SetupError::Unavailable {
        what: what.to_string(),
        available: available.to_string(),
    };
    assert_eq!(fails(&|setup| setup.game = "go".into()), unavailable("the game \"go\"", "pebbles"));
    assert_eq!(fails(&|setup| setup.edition = "3".into()), unavailable("the edition \"3\"", "2, 1"));
    let seats = |found| SetupError::Seats { expected: 2, most: 2, found };
    assert_eq!(fails(&|setup| setup.decks.truncate(1)), seats(1));
    assert_eq!(fails(&|setup| setup.decks.push(setup.decks[0].clone())), seats(3));
    assert_eq!(
        fails(&|setup| setup.decks[1].cards[0].1 = "Gritt".into()),
        SetupError::UnknownCard { name: "Gritt".into(), hint: ": did you mean \"Grit\"?".into() }
    );
    assert!(matches!(
        fails(&|setup| setup.decks[1].cards.clear()),
        SetupError::IllegalDeck { seat: Seat(1), .. }
    ));
    assert!(matches!(
        fails(&|setup| *setup = position([&[("hat", &["Grit"])], &[]])),
        SetupError::Position(_)
    ));
    let large = |cards: u16| move |setup: &mut duelog_kernel::Setup| setup.decks[0].cards[0].0 = cards;
    assert_eq!(fails(&large(4_000)), SetupError::TooLarge { found: 4_001, most: 4_000 });
    let mut most = setup(&[&["Grit"], &["Grit"]]);
    large(3_999)(&mut most);
    assert!(factory.start(&most, false).is_ok());
    let mut crowd =
        position([&[("hand", &["Grit"; 2_000])], &[("bag", &["Grit"; 2_000]), ("hand", &["Grit"])]]);
    assert!(matches!(factory.start(&crowd, false), Err(SetupError::TooLarge { found: 4_001, .. })));
    if let Start::Position(position) = &mut crowd.start {
        position.players[1].zones.remove("hand");
    }
    assert!(factory.start(&crowd, false).is_ok());
}

#[test]
fn a_match_has_the_definitions_that_it_names_and_what_they_bring_along() {
    let factory = factory();
    let names = |setup: &duelog_kernel::Setup| -> Vec<String> {
        factory.definitions(setup).expect("they are there").into_iter().map(|entry| entry.0).collect()
    };
    assert_eq!(
        names(&setup(&[&["Quarry"], &["Flint (pale)"]])),
        ["Boulder", "Dust", "Flint (pale)", "Grit", "Quarry"]
    );
    // A position has a stand-in beside what it places.
    assert_eq!(names(&position([&[("hand", &["Flint"])], &[]])), ["Flint", "Grit"]);
    let rules = |cards: &[&str]| {
        factory.table(&setup(&[cards, &["Grit"]]), false).expect("it can be played").rules().clone()
    };
    let first = rules(&["Flint"]);
    assert!(Arc::ptr_eq(&first, &rules(&["Flint", "Grit"])), "the same cards are read once");
    assert!(!Arc::ptr_eq(&first, &rules(&["Boulder"])));
    // Only the sets that were used last are kept: 31 others leave it there, and one more takes it away.
    let other = |number: u32| {
        let cards = ["Boulder", "Cloud", "Dust", "Quarry", "Spinner", "Flint (pale)"];
        let some: Vec<&str> =
            (0..6).filter(|bit| number >> bit & 1 == 1).map(|bit| cards[bit as usize]).collect();
        rules(&some)
    };
    (1..32).for_each(|number| drop(other(number)));
    assert!(Arc::ptr_eq(&first, &rules(&["Flint"])));
    (1..33).for_each(|number| drop(other(number)));
    assert!(!Arc::ptr_eq(&first, &rules(&["Flint"])));
}

#[test]
fn a_factory_tells_of_its_cards() {
    let factory = factory();
    let cards: Vec<_> =
        factory.cards().into_iter().map(|card| (card.name, card.file, card.test_only)).collect();
    let told = |name: &str, file: &str, test| (name.to_string(), file.to_string(), test);
    assert_eq!(
        cards,
        [
            told("Boulder", "boulder.ron", false),
            told("Cloud", "cloud.ron", false),
            told("Dust", "tokens/dust.ron", false),
            told("Flint", "flint.ron", false),
            told("Flint (pale)", "flint.ron", false),
            told("Grit", "grit.ron", false),
            told("Quarry", "quarry.ron", false),
            told("Spinner", "test/spinner.ron", true),
        ]
    );
    let card = factory.card("Flint (pale)").expect("it is there");
    assert_eq!(card.reading, ["cost 0", "worth 1"]);
    assert!(card.definition.contains("colours: true"));
    assert_eq!(factory.card("Marble"), None);
    assert_eq!(factory.file_name("King's Flint, the Elder (pale)"), "kings-flint-the-elder.ron");
    assert_eq!(
        factory
            .rules()
            .into_iter()
            .map(|rule| (rule.number, rule.reason, rule.code.join(" ")))
            .collect::<Vec<_>>(),
        [("1", "", "a.rs:1"), ("2", "later", ""), ("3", "", "b.rs:2 c.rs:3")]
            .map(|(number, reason, code)| (number.to_string(), reason.to_string(), code.to_string()))
    );
}

#[test]
fn a_definition_is_checked_with_what_it_names() {
    let factory = factory();
    let fault = |text: &str| factory.check(text).map_err(|fault| fault.to_string());
    assert_eq!(
        fault("Pebble(name: \"Marble\", colours: true)"),
        Ok(vec!["Marble".into(), "Marble (pale)".into()])
    );
    assert_eq!(
        fault("Pebble(name: \"M\", makes: [\"Dust\"], brings: [\"Flint (pale)\"], faces: [\"GRIT\"])"),
        Ok(vec!["M".into()])
    );
    let says = |text: &str, message: &str| assert_eq!(fault(text), Err(message.to_string()));
    says("Pebble(makes: [\"Grit\"])", "1:16: no token called \"Grit\" is defined");
    says("Pebble(makes: [\"Dast\"])", "1:16: no token called \"Dast\" is defined; did you mean \"Dust\"?");
    says("Pebble(brings: [\"Dust\"])", "1:17: no card called \"Dust\" is defined");
    says(
        "Pebble(\n faces: [\"Gryt\"])",
        "2:10: no card or token called \"Gryt\" is defined; did you mean \"Grit\"?",
    );
    assert!(fault("Pebble(brings: [\"grit\"])").is_err(), "letters count, where it is not said otherwise");
    assert!(fault("Pebble(weight: 1)").is_err());
}

#[test]
fn a_definition_that_is_added_takes_the_place_of_its_namesake() {
    let own = |text: &str| GameFactory::<Pebbles>::with_overrides(vec![("own.ron".into(), text.into())]);
    let factory = own("Pebble(name: \"Dust\", worth: 5)").expect("it can be read");
    assert_eq!(factory.card("Dust").expect("it is there").reading, ["cost 0", "worth 5"]);
    assert_eq!(factory.cards().iter().filter(|card| card.name == "Dust").count(), 1, "in whichever folder");
    assert_eq!(factory.cards().len(), 8);
    // A card can be found by another name than its own.
    let factory = own("Pebble(name: \"Dawn (pale)\")").expect("it can be read");
    assert!(factory.check("Pebble(brings: [\"Dawn\"])").is_ok() && factory.card("Dawn").is_none());
    let (file, fault) = own("Pebble(nam: \"Dust\")").expect_err("it cannot be read");
    assert_eq!((file.as_str(), fault.line), ("own.ron", 1));
    assert!(fault.message.contains("did you mean `name`?"), "{fault}");
}

/// In an imagined match a viewer's own knowledge is as it is; the rest is dealt anew, as often as it is wanted.
#[test]
fn a_match_is_imagined_by_what_its_viewer_knows() {
    let cards = ["Grit", "Flint", "Boulder", "Quarry", "Grit", "Flint (pale)"];
    let mut table = table(&position([
        &[("hand", &cards[..3]), ("row", &["Grit", "Flint"]), ("bag", &cards)],
        &[("hand", &cards[2..]), ("bag", &cards)],
    ]));
    let seen = table.view(P1);
    let all = table.view(Viewer::Judge);
    let mut others = 0;
    for number in 0..12 {
        let mut imagined = table.imagined(P1, Seed::from_number(number));
        assert_eq!(imagined.view(P1), seen, "what the viewer knows stays");
        let names = |view: &duelog_kernel::View| {
            let cards = view.zones.iter().flat_map(|zone| &zone.cards);
            let mut names: Vec<String> = cards.map(|card| card.name.clone()).collect();
            names.sort();
            names
        };
        let dealt = imagined.view(Viewer::Judge);
        assert_eq!(names(&dealt), names(&all), "the same cards are there");
        others += u32::from(dealt.zones != all.zones);
        assert_eq!(imagined.decisions(), table.decisions());
        assert!(imagined.told(0, Viewer::Judge).is_empty(), "it keeps no journal");
    }
    assert!(others > 8, "{others}");
    assert_eq!(table.view(Viewer::Judge), all, "the match itself is left as it is");
    assert_eq!(table.standing().len(), 2);
}
