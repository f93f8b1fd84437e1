//! Views, narration, explanations and refusals, through the public door.

use std::collections::BTreeMap;

use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::view::CardView;
use duelog_kernel::{
    Choice, Factory, Illegal, Item, Match, ObjectId, Seat, Seed, Setup, Viewer, deck, sample,
};

use duelog_magic::factory::MagicFactory;
use duelog_magic::rules::game::verb;

fn setup(start: Start) -> Setup {
    let texts = [
        include_str!("../../../../fixtures/decks/magic/white-blue-flyers.deck"),
        include_str!("../../../../fixtures/decks/magic/red-green-beasts.deck"),
    ];
    let decks = texts.iter().map(|text| deck::parse(text).expect("the deck is well formed")).collect();
    Setup {
        game: "magic".to_string(),
        edition: "2019-01-25".to_string(),
        decks,
        start,
        seed: Seed::from_number(7),
    }
}

fn start(start: Start) -> Box<dyn Match> {
    MagicFactory::default().start(&setup(start), true).expect("the match starts")
}

fn placed(card: &str, label: &str, facts: &[(&str, &str)]) -> Placed {
    let facts = facts.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Placed { card: card.to_string(), label: label.to_string(), facts }
}

fn position(step: &str, zones: [Vec<(&str, Vec<Placed>)>; 2]) -> Box<dyn Match> {
    let turn =
        BTreeMap::from([("active".to_string(), "0".to_string()), ("step".to_string(), step.to_string())]);
    let players = zones.map(|zones| PositionPlayer {
        facts: BTreeMap::new(),
        zones: zones.into_iter().map(|(name, cards)| (name.to_string(), cards)).collect(),
    });
    start(Start::Position(Position { turn, players: players.into() }))
}

fn card(game: &mut dyn Match, name: &str) -> CardView {
    let view = game.view(Viewer::Judge);
    view.zones
        .into_iter()
        .flat_map(|zone| zone.cards)
        .find(|card| card.name == name)
        .expect("the card is there")
}

fn fact(card: &CardView, name: &str) -> Option<String> {
    card.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.clone())
}

fn refusal(game: &dyn Match, item: Item) -> (String, &'static str) {
    let seat = game.request().expect("something is asked").seat;
    match game.fork().decide(seat, &Choice::one(item)) {
        Err(Illegal::NotOffered { why, rule, .. }) => (why, rule.number()),
        other => panic!("{item:?} is not refused as such: {other:?}"),
    }
}

/// A game played at random for so many decisions.
fn played(decisions: u32) -> Box<dyn Match> {
    let mut game = start(Start::Normal);
    let mut random = Rng::new(Seed::from_number(11)).peek(Purpose::Choice);
    while let Some(request) = game.request().filter(|_| game.decisions() < decisions) {
        let (seat, choice) = (request.seat, sample::answer(request, &mut random).expect("an answer exists"));
        game.decide(seat, &choice).expect("the answer is legal");
    }
    game
}

#[test]
fn hands_are_for_their_owners_and_libraries_for_nobody() {
    let mut game = played(40);
    let listed = |game: &mut dyn Match, viewer: Viewer| -> Vec<(String, Option<Seat>, usize, u32)> {
        let zones = game.view(viewer).zones.into_iter();
        zones.map(|zone| (zone.name, zone.seat, zone.cards.len(), zone.count)).collect()
    };
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public, Viewer::Judge] {
        for (name, seat, cards, count) in listed(&mut *game, viewer) {
            let seen = match name.as_str() {
                "hand" => seat.is_some_and(|seat| viewer.sees(seat)),
                "library" => viewer == Viewer::Judge,
                _ => true,
            };
            assert_eq!(cards, if seen { count as usize } else { 0 }, "{name} of {seat:?} for {viewer:?}");
        }
    }
}

#[test]
fn draws_of_others_are_told_without_the_card() {
    let game = played(400);
    let drawn = |viewer, who: &str| -> Vec<String> {
        let told = game.told(0, viewer).into_iter().map(|told| told.text);
        told.filter(|text| text.starts_with(&format!("{who} draws "))).collect()
    };
    let own = drawn(Viewer::Seat(Seat(1)), "seat 1");
    assert!(own.len() > 7 && own.iter().all(|text| text != "seat 1 draws a card"), "{own:?}");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Public] {
        let told = drawn(viewer, "seat 1");
        assert!(told.len() == own.len() && told.iter().all(|text| text == "seat 1 draws a card"), "{told:?}");
    }
    assert_eq!(drawn(Viewer::Judge, "seat 1"), own);
}

#[test]
fn refusals_do_not_tell_hidden_cards_from_cards_that_are_gone() {
    let mut game = played(30);
    let seat = game.request().expect("something is asked").seat;
    let known: Vec<ObjectId> = game
        .view(Viewer::Seat(seat))
        .zones
        .into_iter()
        .flat_map(|zone| zone.cards)
        .map(|card| card.id)
        .collect();
    for act in [verb::CAST, verb::PLAY] {
        let unknown = (0..400).map(ObjectId).filter(|id| !known.contains(id));
        let mut answers: Vec<(String, &str)> =
            unknown.map(|id| refusal(&*game, Item::Act(act, id))).collect();
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
    }
    for id in (0..400).map(ObjectId).filter(|id| !known.contains(id)) {
        assert_eq!(game.describe(Viewer::Seat(seat), &Item::Object(id)), format!("object {id}"));
    }
}

#[test]
fn a_permanent_is_seen_with_everything_that_changed_it() {
    let angel = placed(
        "Serra Angel",
        "angel",
        &[("tapped", "yes"), ("damage", "2"), ("counters", "+1/+1 x2"), ("owner", "1")],
    );
    let own = vec![angel, placed("Honor of the Pure", "", &[])];
    let other = vec![placed("Pacifism", "", &[("attached-to", "angel")])];
    let mut game = position("main", [vec![("battlefield", own)], vec![("battlefield", other)]]);
    let angel = card(&mut *game, "Serra Angel");
    assert_eq!(angel.line, "{3}{W}{W} Creature - Angel 7/7");
    let expected = [
        ("controller", "seat 0"),
        ("owner", "seat 1"),
        ("types", "Creature - Angel"),
        ("colors", "white"),
        ("keywords", "flying, vigilance"),
        ("power", "7"),
        ("toughness", "7"),
        ("tapped", "yes"),
        ("damage", "2"),
        ("counters", "+1/+1 x2"),
        ("mana-value", "5"),
        ("limits", "can't attack, can't block"),
    ];
    for (name, value) in expected {
        assert_eq!(fact(&angel, name).as_deref(), Some(value), "{name}");
    }
    let pacifism = card(&mut *game, "Pacifism");
    assert_eq!(fact(&pacifism, "attached-to"), Some(format!("Serra Angel {}", angel.id)));
    assert_eq!(fact(&pacifism, "damage"), None);
}

#[test]
fn an_explanation_goes_from_the_print_through_the_layers() {
    let angel = placed("Serra Angel", "angel", &[("counters", "+1/+1")]);
    let own = vec![
        angel,
        placed("Honor of the Pure", "", &[]),
        placed("Armored Ascension", "", &[("attached-to", "angel")]),
    ];
    let mut game = position("main", [vec![("battlefield", own)], Vec::new()]);
    let angel = card(&mut *game, "Serra Angel").id;
    let steps = game.explain(Viewer::Judge, angel).expect("it exists").steps;
    let told: Vec<(&str, &str, &str)> =
        steps.iter().map(|step| (step.layer.as_str(), step.change.as_str(), step.rule.number())).collect();
    assert_eq!(
        told,
        [
            ("printed", "{3}{W}{W} Creature - Angel 4/4, white, flying, vigilance", "613.1"),
            ("layer 6", "gains flying", "613.1f"),
            ("layer 7c", "+1/+1", "613.3c"),
            ("layer 7c", "+0/+0", "613.3c"),
            ("layer 7d", "+1/+1", "613.3d"),
        ]
    );
    assert!(
        steps[0].timestamp.is_none() && steps[2].source.starts_with("static ability of Honor of the Pure #")
    );
}

#[test]
fn options_are_told_in_words() {
    let hand = vec![placed("Giant Growth", "", &[]), placed("Forest", "", &[])];
    let own = vec![placed("Llanowar Elves", "", &[]), placed("Mountain", "", &[])];
    let mut game = position(
        "main",
        [
            vec![("hand", hand), ("battlefield", own)],
            vec![("battlefield", vec![placed("Serra Angel", "", &[])])],
        ],
    );
    let texts = |game: &mut dyn Match| -> Vec<String> {
        let view = game.asked().expect("something is asked");
        view.options.into_iter().map(|option| option.text).collect()
    };
    let elves = card(&mut *game, "Llanowar Elves").id;
    let mountain = card(&mut *game, "Mountain").id;
    let all = texts(&mut *game);
    for text in [
        "pass".to_string(),
        format!("{{T}}: Add {{G}} (Llanowar Elves {elves})"),
        format!("{{T}}: Add {{R}} (Mountain {mountain})"),
    ] {
        assert!(all.contains(&text), "{text} is not among {all:?}");
    }
    assert!(
        all.contains(&"cast Giant Growth".to_string()) && all.contains(&"play Forest".to_string()),
        "{all:?}"
    );
    let growth = card(&mut *game, "Giant Growth").id;
    game.decide(Seat(0), &Choice::one(Item::Act(verb::CAST, growth))).expect("it can be cast");
    let view = game.asked().expect("a target is asked for");
    assert_eq!(view.prompt.name(), "choose-targets");
    assert!(view.question.ends_with("target (target creature)?"), "{}", view.question);
    let angel = card(&mut *game, "Serra Angel").id;
    let all = texts(&mut *game);
    assert!(all.contains(&format!("Serra Angel {angel}")) && !all.contains(&"seat 1".to_string()), "{all:?}");
    assert_eq!(refusal(&*game, Item::Object(mountain)).1, "601.2c");
    game.decide(Seat(0), &Choice::one(Item::Object(angel))).expect("it can be targeted");
    let spell = card(&mut *game, "Giant Growth");
    assert_eq!(fact(&spell, "targets"), Some(format!("Serra Angel {angel}")));
    assert_eq!(fact(&spell, "kind").as_deref(), Some("spell"));
}

#[test]
fn refusals_name_the_rule_that_is_broken() {
    let hand = vec![
        placed("Divination", "", &[]),
        placed("Serra Angel", "", &[]),
        placed("Forest", "", &[]),
        placed("Essence Scatter", "", &[]),
    ];
    let own = vec![
        placed("Prodigal Pyromancer", "", &[("sick", "yes")]),
        placed("Llanowar Elves", "", &[("tapped", "yes")]),
        placed("Island", "", &[]),
        placed("Plains", "", &[]),
    ];
    let other = vec![placed("Merfolk Looter", "", &[])];
    let mut game =
        position("upkeep", [vec![("hand", hand), ("battlefield", own)], vec![("battlefield", other)]]);
    let mut id = |name: &str| card(&mut *game, name).id;
    let expected = [
        (Item::Act(verb::CAST, id("Divination")), "307.1"),
        (Item::Act(verb::CAST, id("Serra Angel")), "302.1"),
        (Item::Act(verb::CAST, id("Forest")), "305.9"),
        (Item::Act(verb::PLAY, id("Forest")), "305.1"),
        (Item::Act(verb::PLAY, id("Serra Angel")), "305.1"),
        (Item::Act(verb::CAST, id("Essence Scatter")), "601.2c"),
        (Item::Act(verb::CAST, id("Merfolk Looter")), "601.2a"),
        (Item::Ability(id("Prodigal Pyromancer"), 0), "302.6"),
        (Item::Ability(id("Merfolk Looter"), 0), "602.2"),
        (Item::Ability(id("Llanowar Elves"), 0), "107.5"),
        (Item::Ability(id("Llanowar Elves"), 9), "602.1"),
        (Item::Ability(id("Llanowar Elves"), u32::MAX), "602.1"),
        (Item::Seat(Seat(1)), "116.1"),
    ];
    for (item, rule) in expected {
        assert_eq!(refusal(&*game, item).1, rule, "{item:?}");
    }
}

#[test]
fn attackers_and_blockers_are_refused_by_rule() {
    let own = vec![
        placed("Wind Drake", "", &[]),
        placed("Serra Angel", "", &[("tapped", "yes")]),
        placed("Craw Wurm", "", &[("sick", "yes")]),
        placed("Plains", "", &[]),
    ];
    let other = vec![placed("Runeclaw Bear", "", &[]), placed("Giant Spider", "", &[])];
    let mut game = position("declare attackers", [vec![("battlefield", own)], vec![("battlefield", other)]]);
    let mut id = |name: &str| card(&mut *game, name).id;
    let [drake, angel, wurm, plains, bear, spider] =
        ["Wind Drake", "Serra Angel", "Craw Wurm", "Plains", "Runeclaw Bear", "Giant Spider"].map(&mut id);
    for (item, rule) in [
        (Item::PairSeat(angel, Seat(1)), "508.1a"),
        (Item::PairSeat(wurm, Seat(1)), "302.6"),
        (Item::PairSeat(plains, Seat(1)), "506.3"),
        (Item::PairSeat(bear, Seat(1)), "508.1a"),
        (Item::PairSeat(drake, Seat(0)), "508.1b"),
        (Item::Object(drake), "508.1b"),
    ] {
        assert_eq!(refusal(&*game, item).1, rule, "{item:?}");
    }
    assert_eq!(
        game.describe(Viewer::Judge, &Item::PairSeat(drake, Seat(1))),
        format!("Wind Drake {drake} attacks seat 1")
    );
    game.decide(Seat(0), &Choice::one(Item::PairSeat(drake, Seat(1)))).expect("it can attack");
    while game.request().is_some_and(|request| request.prompt.name() == "priority") {
        let seat = game.request().map_or(Seat(0), |request| request.seat);
        game.decide(seat, &Choice::one(Item::Pass)).expect("a player can pass");
    }
    assert_eq!(refusal(&*game, Item::Pair(bear, drake)).1, "702.9b");
    assert_eq!(refusal(&*game, Item::Pair(spider, angel)).1, "509.1a");
    assert_eq!(
        game.describe(Viewer::Judge, &Item::Pair(spider, drake)),
        format!("Giant Spider {spider} blocks Wind Drake {drake}")
    );
    let drake = card(&mut *game, "Wind Drake");
    assert_eq!(fact(&drake, "attacking").as_deref(), Some("seat 1"));
}

#[test]
fn every_definition_can_be_read() {
    let factory = MagicFactory::default();
    for info in factory.cards() {
        let text = factory.card(&info.name).expect("it is listed").definition;
        let definition = duelog_magic::language::parse::parse(&text).expect("it is valid");
        let lines = duelog_magic::words::narrate::reading::reading(&definition);
        assert!(lines.len() >= 2 && lines.iter().all(|line| !line.is_empty()), "{lines:?}");
    }
}

#[test]
fn definitions_are_worded_briefly() {
    let read = |text: &str| {
        duelog_magic::words::narrate::reading::reading(
            &duelog_magic::language::parse::parse(text).expect("it is valid"),
        )
        .pop()
        .unwrap_or_default()
    };
    let spell = |targets: &str, effect: &str| {
        read(&format!(
            "Card(name: \"Test\", types: \"Sorcery\", spell: (targets: [{targets}], effect: {effect}))"
        ))
    };
    assert_eq!(
        spell(
            "Several(0, 2, Creature(All([Not(Color(Black)), Compare(Power, AtMost, N(3))])))",
            "Do(Destroy(Targets(0)))"
        ),
        "Destroy up to two target nonblack creatures with power 3 or less."
    );
    assert_eq!(
        spell(
            "",
            "Seq([Do(LoseLife(Of(Opponent), X)), Do(PutCounters(PlusOne, N(1), All(Subtype(\"Elf\"))))])"
        ),
        "Your opponent loses X life. Put a +1/+1 counter on each Elf."
    );
    assert_eq!(
        spell("Several(0, 1000, Player)", "Each(Targets(0), Do(Draw(Of(It), N(1))))"),
        "For each of any number of target players, it draws a card."
    );
    // Whose creatures are kept from attacking, and from whom.
    let keeper = |affects: &str, whom: &str| {
        read(&format!(
            "Card(name: \"Keeper\", cost: \"{{W}}\", types: \"Enchantment\", abilities: [Static((affects: {affects}, \
             changes: [Costs((to: Attack{whom}, never: true))]))])"
        ))
    };
    assert_eq!(keeper("Players", ""), "Creatures can't attack.");
    assert_eq!(
        keeper("Who(PlayersExcept(You), Happened(Casts(by: You)))", ""),
        "Creatures of each opponent who has cast a spell this turn can't attack."
    );
    assert_eq!(
        keeper(
            "Players",
            ", whom: Defender(Not(Exists(All(All([Subtype(\"Island\"), ControlledBy(You)])))))"
        ),
        "Creatures can't attack unless defending player controls an Island."
    );
    // All that defines a creature beside its size is told, too.
    let grower = "Card(name: \"Grower\", cost: \"{G}\", types: \"Creature - Bear\", star: Count(All(Type(Land))), \
                  defining: [Size(N(0), N(1))])";
    assert_eq!(read(grower), "Grower gets +0/+1.");
    assert_eq!(
        spell("Permanent(Either([Type(Artifact), Type(Enchantment)]))", "Do(Move(Targets(0), Exile))"),
        "Exile target artifact or enchantment."
    );
    let count = "Count(All(All([Subtype(\"Elf\"), Not(Is(This)), ControlledBy(You)])))";
    assert_eq!(
        spell("", &format!("Do(GainLife(Of(You), {count}))")),
        "Gain 1 life for each other Elf you control."
    );
}
