//! The engine's characteristics against those that [`duelog_tests::layers`] works out by the letter of 613.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::setup::Start;
use duelog_kernel::view::CardView;
use duelog_kernel::{Match, ObjectId, Seat, Table, Viewer};
use duelog_magic::Magic;
use duelog_magic::factory::MagicFactory;
use duelog_magic::language::mana::Color;
use duelog_magic::language::types::{CardType, Supertype};
use duelog_magic::rules::continuous::Layers;
use duelog_magic::state::card_pool::CardPool;
use duelog_magic::state::{AbilityRef, Alter, Board, Characteristics, Lasting, Zone};
use duelog_tests::boards::{self, Ability, Effect, Permanent, Plan};
use duelog_tests::games::{decision, magic_setup, number_from, over_random_play, random};
use duelog_tests::layers::{Face, Order, faces, faces_in};
use rayon::prelude::*;

/// The engine's characteristics in the twin's words. Whether the size is still defined shows in the size.
fn face(characteristics: &Characteristics, controller: Seat, defined: bool) -> Face {
    let types = [
        CardType::Artifact,
        CardType::Creature,
        CardType::Enchantment,
        CardType::Instant,
        CardType::Land,
        CardType::Planeswalker,
    ];
    let supertypes = [Supertype::Basic, Supertype::Legendary, Supertype::Snow, Supertype::World];
    Face {
        types: types.into_iter().filter(|kind| characteristics.types.is(*kind)).collect(),
        supertypes: supertypes.into_iter().filter(|kind| characteristics.types.is_super(*kind)).collect(),
        subtypes: characteristics.types.subtypes.iter().map(|subtype| subtype.name()).collect(),
        colors: Color::ALL.into_iter().filter(|color| characteristics.colors.has(*color)).collect(),
        keywords: characteristics.keywords.all().into_iter().collect(),
        card: characteristics.card,
        words: characteristics.words.clone(),
        abilities: sorted(characteristics.abilities().map(|(_, ability)| ability).collect()),
        basics: Color::ALL
            .into_iter()
            .filter(|color| characteristics.intrinsic & 1 << *color as u8 != 0)
            .collect(),
        defined,
        power: characteristics.power,
        toughness: characteristics.toughness,
        controller: characteristics.controller.unwrap_or(controller),
        limits: characteristics.limits.clone(),
    }
}

fn sorted(mut abilities: Vec<AbilityRef>) -> Vec<AbilityRef> {
    abilities.sort_unstable();
    abilities
}

/// The objects on which engine and twin do not agree: engine left, twin right.
fn disagreements(board: &Board, card_pool: &CardPool) -> BTreeMap<ObjectId, (Face, Face)> {
    let computed = Layers { board, card_pool }.compute();
    let mut found = BTreeMap::new();
    for (id, twin) in faces(board, card_pool) {
        let object = board.get(id).expect("the twin knows what there is");
        let computed = computed[id.index()].as_deref();
        assert!(computed.is_some() || object.zone != Zone::Battlefield, "computed for each permanent");
        let engine =
            face(computed.unwrap_or(&card_pool.card(object.card).base), object.controller, twin.defined);
        if engine != twin {
            found.insert(id, (engine, twin));
        }
    }
    let elsewhere = |id: &ObjectId| board.get(*id).is_some_and(|object| object.zone != Zone::Battlefield);
    if !card_pool.layers_elsewhere() && !board.effects.iter().flat_map(Lasting::changed).any(elsewhere) {
        assert_eq!(
            computed.iter().flatten().count(),
            board.zone(Zone::Battlefield).len(),
            "computed for permanents alone"
        );
    }
    found
}

fn differs(plan: &Plan) -> bool {
    plan.board().is_ok_and(|(card_pool, board)| !disagreements(&board, &card_pool).is_empty())
}

/// Engine and twin agree on a board; what the twin says of its first permanent.
fn agreed(plan: &Plan) -> Face {
    let (card_pool, board) = plan.board().unwrap_or_else(|error| panic!("{error}"));
    let found = disagreements(&board, &card_pool);
    let name = |id: &ObjectId| board.get(*id).map_or("", |object| card_pool.name(object.card));
    let lines: Vec<String> = found
        .iter()
        .map(|(id, (engine, twin))| format!("{}\n  engine {engine:?}\n  twin   {twin:?}", name(id)))
        .collect();
    let texts: Vec<String> = plan.files().into_iter().map(|file| file.1).collect();
    assert!(found.is_empty(), "{}\n{plan:#?}\n{}", lines.join("\n"), texts.join("\n"));
    let (first, _) = faces(&board, &card_pool)
        .into_iter()
        .find(|(id, _)| name(id) == boards::name(0))
        .expect("it is on the battlefield");
    faces(&board, &card_pool).remove(&first).expect("found just now")
}

// covers: magic 613.1, 613.1a, 613.1c, 613.2, 613.3, 613.5, 613.6, 613.7
#[test]
fn random_boards_have_the_characteristics_that_the_letter_of_the_rules_gives() {
    let wrong = (0..number_from("DUELOG_LAYER_BOARDS", 20_000))
        .into_par_iter()
        .find_first(|seed| differs(&boards::random(&mut random(*seed))));
    if let Some(seed) = wrong {
        agreed(&boards::random(&mut random(seed)).shrink(differs));
    }
}

/// The same where more than twenty effects could depend on each other: those on types and abilities, which
/// most others read.
// covers: magic 613.7
#[test]
fn crowded_boards_have_the_characteristics_that_the_letter_of_the_rules_gives() {
    let boards = number_from("DUELOG_LAYER_BOARDS", 20_000) / 1_000;
    let tangled = |plan: &Plan| {
        let changes = plan
            .permanents
            .iter()
            .flat_map(|permanent| &permanent.abilities)
            .flat_map(|ability| &ability.changes);
        let writes = |change: &&String| {
            ["Type", "Sub", "Super", "Gain", "Lose", "LandType"].iter().any(|word| change.contains(word))
        };
        changes.filter(writes).count() > 20
    };
    let plans: Vec<Plan> = (0..boards).map(|seed| boards::crowded(&mut random(1_000_000 + seed))).collect();
    assert!(
        plans.iter().filter(|plan| tangled(plan)).count() * 4 >= plans.len(),
        "too few boards are tangled"
    );
    if let Some(plan) = plans.into_par_iter().find_first(differs) {
        agreed(&plan.shrink(differs));
    }
}

/// The random boards are worth looking at: on many of them the order of timestamps alone would be wrong.
#[test]
fn dependency_matters_on_many_random_boards() {
    let matters = |seed: &u64| {
        let (card_pool, board) =
            boards::random(&mut random(*seed)).board().unwrap_or_else(|error| panic!("{error}"));
        faces(&board, &card_pool) != faces_in(Order::Timestamp, &board, &card_pool)
    };
    let found = (0..1_000).filter(matters).count();
    assert!(found >= 20, "only on {found} of 1,000");
}

fn creature(size: (i32, i32), abilities: &[(&str, &[&str])]) -> Permanent {
    let ability = |(affects, changes): &(&str, &[&str])| Ability {
        affects: (*affects).to_string(),
        changes: changes.iter().map(ToString::to_string).collect(),
        ..Ability::default()
    };
    Permanent {
        types: "Creature - Soldier".to_string(),
        size: Some(size),
        abilities: abilities.iter().map(ability).collect(),
        ..Permanent::default()
    }
}

// covers: magic 604.3, 613.3a
#[test]
fn an_ability_that_was_lost_defines_no_size() {
    let mut star = creature((0, 0), &[]);
    star.star = Some("N(3)".to_string());
    let face = agreed(&Plan {
        permanents: vec![star, creature((1, 1), &[("All(Any)", &["LoseAbilities"])])],
        lasting: Vec::new(),
    });
    assert_eq!((face.power, face.toughness), (0, 0));
}

// covers: magic 613.5, 613.7b
#[test]
fn what_an_effect_does_in_one_layer_happens_at_once() {
    let older = creature((1, 1), &[("All(Keyword(Reach))", &["Gain(Flying)"])]);
    let newer = creature((1, 1), &[("All(Any)", &["Gain(Reach)", "Lose(Flying)"])]);
    let face = agreed(&Plan { permanents: vec![older, newer], lasting: Vec::new() });
    // The older effect depends on the newer one and waits for all of it: it has the last word.
    assert_eq!(
        face.keywords.into_iter().map(|keyword| keyword.name()).collect::<Vec<_>>(),
        ["flying", "reach"]
    );
}

// covers: magic 613.5, 613.6a
#[test]
fn an_ability_that_gives_itself_on_comes_to_an_end() {
    let spreads = || creature((1, 1), &[("All(Type(Creature))", &["GainThis", "Size(N(1), N(1))"])]);
    let face = agreed(&Plan {
        permanents: vec![spreads(), creature((1, 1), &[]), creature((1, 1), &[])],
        lasting: Vec::new(),
    });
    // Each of the three creatures has one effect.
    assert_eq!((face.power, face.toughness), (4, 4));
    let face =
        agreed(&Plan { permanents: vec![spreads(), creature((1, 1), &[]), spreads()], lasting: Vec::new() });
    assert_eq!((face.power, face.toughness), (7, 7));
}

// covers: magic 613.3e, 613.7a
#[test]
fn switching_can_depend_on_switching() {
    let weak = creature((1, 4), &[("All(All([Type(Creature), Compare(Power, AtMost, N(1))]))", &["Switch"])]);
    let face = agreed(&Plan {
        permanents: vec![weak],
        lasting: vec![Effect { objects: vec![0], alters: vec![Alter::Switch], copy: None, after: 1 }],
    });
    // The effect of the resolution, though newer, is waited for: 4/1 is no weak creature any more.
    assert_eq!((face.power, face.toughness), (4, 1));
}

// covers: magic 305.6, 613.1d, 613.1f
#[test]
fn what_a_land_type_gives_goes_with_all_other_abilities() {
    let land = Permanent { types: "Land - Swamp".to_string(), ..creature((1, 1), &[]) };
    let types = creature((1, 1), &[("All(Type(Land))", &["LoseAbilities", "Add(Subtypes([\"Mountain\"]))"])]);
    let face = agreed(&Plan { permanents: vec![land, types], lasting: Vec::new() });
    assert!(face.basics.is_empty() && face.subtypes.len() == 2);
}

// covers: magic 112.6b, 604.2
#[test]
fn abilities_work_in_their_zones_on_what_is_there() {
    let mut there = creature((1, 1), &[("In([Battlefield, Graveyard], Any)", &["Add(Types([Artifact]))"])]);
    there.zone = Some("graveyard");
    let agree = |there: Permanent| {
        agreed(&Plan { permanents: vec![creature((1, 1), &[]), there], lasting: Vec::new() })
    };
    assert!(!agree(there.clone()).types.contains(&CardType::Artifact));
    there.abilities[0].zones = vec!["Graveyard"];
    assert!(agree(there).types.contains(&CardType::Artifact));
}

/// What a view shows of a permanent, as far as the layers make it.
fn shown(card: &CardView) -> (BTreeSet<String>, BTreeMap<&str, String>) {
    let fact = |name: &str| card.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.clone());
    let types = fact("types")
        .unwrap_or_default()
        .split_whitespace()
        .filter(|word| *word != "-")
        .map(str::to_string)
        .collect();
    let names = ["controller", "colors", "power", "toughness", "keywords"];
    let mut facts: BTreeMap<&str, String> =
        names.into_iter().filter_map(|name| Some((name, fact(name)?))).collect();
    if let Some(keywords) = facts.get_mut("keywords") {
        *keywords = in_order(keywords.split(", ").map(str::to_string).collect());
    }
    (types, facts)
}

/// Keywords without the order in which they came.
fn in_order(mut names: Vec<String>) -> String {
    names.sort_unstable();
    names.join(", ")
}

/// What a view should show of it.
fn should_show(face: &Face) -> (BTreeSet<String>, BTreeMap<&'static str, String>) {
    let mut words: BTreeSet<String> = face.types.iter().map(|kind| format!("{kind:?}")).collect();
    words.extend(face.supertypes.iter().map(|kind| format!("{kind:?}")));
    words.extend(face.subtypes.iter().map(|name| (*name).to_string()));
    let list = |names: Vec<String>| names.join(", ");
    let colors: Vec<String> = face.colors.iter().map(|color| color.name().to_string()).collect();
    let mut facts = BTreeMap::from([("controller", face.controller.to_string())]);
    facts.insert("colors", if colors.is_empty() { "colorless".to_string() } else { list(colors) });
    if face.is_creature() {
        facts.insert("power", face.power.to_string());
        facts.insert("toughness", face.toughness.to_string());
    }
    if !face.keywords.is_empty() {
        facts.insert("keywords", in_order(face.keywords.iter().map(|keyword| keyword.name()).collect()));
    }
    (words, facts)
}

/// Where a view shows something else than it should.
fn wrong(game: &mut Table<Magic>) -> Option<String> {
    let expected = faces(&game.state().board, &game.rules().card_pool);
    let view = game.view(Viewer::Judge);
    let battlefield =
        view.zones.iter().find(|zone| zone.name == "battlefield").expect("a view has a battlefield");
    let wrong = battlefield.cards.iter().find(|card| shown(card) != should_show(&expected[&card.id]))?;
    let should = should_show(&expected[&wrong.id]);
    Some(format!(
        "after decision {}, {} {}:\n  shown  {:?}\n  should {should:?}",
        view.decisions,
        wrong.name,
        wrong.id,
        shown(wrong)
    ))
}

/// What was computed before an event is forgotten when the event makes it wrong.
#[test]
fn views_of_games_show_what_the_letter_of_the_rules_gives() {
    over_random_play(1_000, |game, _| assert_eq!(wrong(game), None));
}

/// Where a view goes wrong in some decisions of random play from a board.
fn goes_wrong(plan: &Plan, seed: u64) -> Option<String> {
    let factory = MagicFactory::with_overrides(plan.files()).ok()?;
    let setup = duelog_kernel::Setup {
        decks: Vec::new(),
        start: Start::Position(plan.position()),
        ..magic_setup(seed)
    };
    let mut game = factory.table(&setup, false).ok()?;
    let mut stream = random(seed);
    loop {
        if let Some(wrong) = wrong(&mut game) {
            return Some(wrong);
        }
        let (seat, choice) = decision(&game, &mut stream).filter(|_| game.decisions() < 50)?;
        game.decide(seat, &choice).expect("offered");
    }
}

#[test]
fn views_of_random_boards_show_what_the_letter_of_the_rules_gives() {
    for seed in 0..number_from("DUELOG_LAYER_BOARDS", 20_000) / 500 {
        let plan = boards::random(&mut random(seed));
        if goes_wrong(&plan, seed).is_some() {
            let small = plan.shrink(|plan| goes_wrong(plan, seed).is_some());
            panic!("board {seed}: {}\n{small:#?}", goes_wrong(&small, seed).unwrap_or_default());
        }
    }
}

/// What is computed is forgotten when the active player changes.
#[test]
fn a_view_follows_the_active_player() {
    for (affects, change) in [
        ("All(ControlledBy(Active))", "Gain(Haste)"),
        ("Of(This)", "Control(Active)"),
        ("All(OwnedBy(Active))", "Gain(Haste)"),
    ] {
        let plan = Plan { permanents: vec![creature((1, 1), &[(affects, &[change])])], lasting: Vec::new() };
        assert_eq!(goes_wrong(&plan, 219), None, "{affects} {change}");
    }
}
