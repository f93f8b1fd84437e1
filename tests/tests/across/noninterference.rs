//! Two tables that differ only in what somebody may not know are the same to them: every view, request,
//! refusal, history and explanation, for every answer that can be tried, now and as the game goes on.

mod asked;
mod paired;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::archive::Archived;
use duelog_kernel::setup::{Agreement, Setup, Start};
use duelog_kernel::{Choice, Item, Match, ObjectId, Rules, Seat, Seed, Table, Viewer, deck, sample};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, magic_tables, mechanisms, number_from, random, setup};

/// Each player of a match, and the public.
fn viewers(setup: &Setup) -> Vec<Viewer> {
    let seats = (0..setup.decks.len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
    seats.chain([Viewer::Public]).collect()
}

/// Games whose hidden cards can be exchanged.
trait Exchanged: Played {
    /// What names a card.
    type Which: PartialEq;
    /// Which card an object is, as far as objects of the same mark can stand for each other.
    fn card(state: &Self::State, id: ObjectId) -> Option<Self::Which>;
    /// How many ids have been given.
    fn ids(state: &Self::State) -> u32;
    /// Whether a viewer may know which card an object is.
    fn knows(game: &Table<Self>, viewer: Viewer, id: ObjectId) -> bool {
        game.rules().may_identify(game.state(), viewer, id)
    }
}

impl Exchanged for Magic {
    type Which = duelog_magic::state::CardId;

    fn card(state: &Self::State, id: ObjectId) -> Option<Self::Which> {
        state.board.get(id).map(|object| object.card)
    }

    fn ids(state: &Self::State) -> u32 {
        state.board.objects.ids() as u32
    }

    /// A face-down permanent is there for all to see, and which card it is only for its controller.
    fn knows(game: &Table<Self>, viewer: Viewer, id: ObjectId) -> bool {
        let board = &game.state().board;
        let down = board.get(id).is_some_and(|object| object.down.is_some());
        game.rules().may_identify(game.state(), viewer, id) && (!down || board.may_look(viewer, id))
    }
}

impl Exchanged for DuelMasters {
    type Which = duelog_duel_masters::state::CardId;

    fn card(state: &Self::State, id: ObjectId) -> Option<Self::Which> {
        state.board.get(id).map(|object| object.top().card)
    }

    fn ids(state: &Self::State) -> u32 {
        state.board.objects.ids() as u32
    }
}

impl Exchanged for FleshAndBlood {
    type Which = duelog_flesh_and_blood::state::CardId;

    fn card(state: &Self::State, id: ObjectId) -> Option<Self::Which> {
        state.board.get(id).map(|object| object.card)
    }

    fn ids(state: &Self::State) -> u32 {
        state.board.objects.ids() as u32
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Seen {
    /// Pairs of tables.
    pairs: u64,
    /// Pairs of tables in which a card differed.
    unlike: u64,
    /// Answers that were tried on both.
    answers: u64,
    /// Decisions that both were played on.
    played: u64,
    /// Where the game went on in two ways because of what is hidden.
    parted: std::collections::BTreeMap<String, u64>,
}

/// The same table, with the cards that `viewer` may not know handed round among those of the same owner.
fn twin<G: Exchanged>(game: &Table<G>, viewer: Viewer) -> Table<G> {
    let state = game.state();
    let mut other = state.clone();
    let ids = || (0..G::ids(state)).map(ObjectId);
    let unknown = |id: ObjectId| game.rules().interchangeable(state, viewer, id);
    let groups: std::collections::BTreeSet<(Seat, u8)> = ids().filter_map(unknown).collect();
    for group in groups {
        let hidden = ids().filter(|id| unknown(*id) == Some(group));
        let hidden: Vec<ObjectId> = hidden.collect();
        // Halfway round, so that hand, shields and deck are exchanged with each other.
        let half = hidden.len() / 2;
        hidden.iter().enumerate().for_each(|(place, id)| {
            G::swap_hidden(&mut other, *id, state, hidden[(place + half) % hidden.len()])
        });
    }
    again(game, &other)
}

/// The table at a state, its journal empty.
fn again<G: Exchanged>(game: &Table<G>, state: &G::State) -> Table<G> {
    let mut table = game.clone();
    table.restore(&state.archive(), game.decisions()).expect("a good archive");
    table
}

/// Every answer that is worth a try: each form of item with each id, those that name nothing, too.
fn answers(ids: u32, seats: u8) -> Vec<(Seat, Choice)> {
    let mut items: Vec<Item> =
        vec![Item::Pass, Item::Flag(true), Item::Flag(false), Item::Seat(Seat(0)), Item::Seat(Seat(2))];
    items.extend((0..4).map(Item::Mode).chain((0..7).map(Item::Symbol)).chain((0..4).map(Item::Number)));
    for id in (0..ids + 2).map(ObjectId).chain([ObjectId(u32::MAX)]) {
        let places = [0, 1, 2, 3, 32, 33, 64, 255].map(|place| Item::Ability(id, place));
        let acts = [0, 1, 2, 3, 4, 5, 6, 7, 77].map(|verb| Item::Act(verb, id));
        items.extend(places.into_iter().chain(acts));
        items.extend([Item::Object(id), Item::PairSeat(id, Seat(0)), Item::PairSeat(id, Seat(1))]);
        let others = [ObjectId(id.0 / 2), ObjectId(id.0 ^ 1), ObjectId(id.0.wrapping_mul(7) % (ids + 1))];
        items.extend(others.into_iter().flat_map(|other| [Item::Pair(id, other), Item::Pair(other, id)]));
    }
    let choice = |item: Item| [Choice::one(item), Choice::Split(vec![(item, 1)])];
    let mut all: Vec<Choice> = items.iter().flat_map(|item| choice(*item)).collect();
    all.extend(items.windows(2).map(|pair| Choice::Pick(pair.to_vec())));
    all.extend([
        Choice::Pick(Vec::new()),
        Choice::Number(0),
        Choice::Number(u32::MAX),
        Choice::Name("no such card".to_string()),
    ]);
    (0..=seats).map(Seat).flat_map(|seat| all.iter().map(move |choice| (seat, choice.clone()))).collect()
}

/// What both tables show of themselves without being asked anything.
fn shown<G: Exchanged>(game: &mut Table<G>, viewer: Viewer) -> serde_json::Value {
    let asked = game.request().is_some_and(|request| viewer.sees(request.seat));
    let request = if asked { game.request_view(viewer) } else { None };
    let view = game.view(viewer);
    let told = game.told(0, viewer);
    // Cards as far as the viewer can follow them: the newest objects, and some of all.
    let ids = G::ids(game.state());
    let some = (0..ids).step_by(ids as usize / 2 + 1).chain(ids.saturating_sub(2)..ids);
    let followed: Vec<_> = some.map(|id| game.followed(viewer, ObjectId(id))).collect();
    serde_json::json!([
        view,
        request,
        followed,
        told.iter().map(|told| (told.decision, told.rule, &told.text, told.internal)).collect::<Vec<_>>()
    ])
}

fn alike<G: Exchanged>(one: &mut Table<G>, other: &mut Table<G>, viewer: Viewer, at: &str) {
    let (left, right) = (shown(one, viewer), shown(other, viewer));
    if left != right {
        let mut found = Vec::new();
        duelog_kernel::digest::compare("shown", &left, &right, &mut found);
        panic!("{at}: {viewer:?} sees a difference: {:#?}", found.iter().take(6).collect::<Vec<_>>());
    }
}

/// Refusals and explanations of both.
fn try_all<G: Exchanged>(
    one: &mut Table<G>,
    other: &mut Table<G>,
    (viewer, seats): (Viewer, u8),
    at: &str,
) -> u64 {
    let ids = G::ids(one.state());
    for id in (0..ids + 2).map(ObjectId) {
        assert_eq!(
            one.explain(viewer, id),
            other.explain(viewer, id),
            "{at}: {viewer:?} is told how {id} came about"
        );
        let item = Item::Object(id);
        assert_eq!(
            one.describe(viewer, &item),
            other.describe(viewer, &item),
            "{at}: {viewer:?} is told what {id} is"
        );
    }
    let Some(asked) = one.request().map(|request| request.seat) else { return 0 };
    let mut tried = 0;
    for (seat, choice) in answers(ids, seats) {
        // What a seat may answer to what another is asked is refused without a look at it.
        if viewer != Viewer::Seat(seat) || (seat != asked && tried > 50) {
            continue;
        }
        tried += 1;
        assert_eq!(
            one.check(seat, &choice),
            other.check(seat, &choice),
            "{at}: {viewer:?} answers {choice:?}"
        );
    }
    tried
}

/// An id that names something hidden is refused as one that names nothing.
fn nothing_is_told_apart<G: Exchanged>(game: &mut Table<G>, at: &str) -> u64 {
    let Some(seat) = game.request().map(|request| request.seat) else { return 0 };
    let nothing = ObjectId(G::ids(game.state()) + 5);
    let hidden: Vec<ObjectId> = (0..G::ids(game.state()))
        .map(ObjectId)
        .filter(|id| {
            G::card(game.state(), *id).is_some()
                && !game.rules().may_identify(game.state(), Viewer::Seat(seat), *id)
        })
        .collect();
    let forms = |id: ObjectId| {
        let items = [
            Item::Object(id),
            Item::Ability(id, 0),
            Item::Ability(id, 33),
            Item::Act(0, id),
            Item::Act(1, id),
            Item::PairSeat(id, Seat(0)),
        ];
        items.into_iter().chain([Item::Pair(id, id)])
    };
    let mut tried = 0;
    for id in hidden {
        for (own, none) in forms(id).zip(forms(nothing)) {
            if game.request().is_some_and(|request| request.options().contains(&own)) {
                continue;
            }
            let words = |found: Result<(), duelog_kernel::Illegal>, id: ObjectId| {
                found.expect_err("not offered").to_string().replace(&id.to_string(), "#")
            };
            let (left, right) = (game.check(seat, &Choice::one(own)), game.check(seat, &Choice::one(none)));
            assert_eq!(words(left, id), words(right, nothing), "{at}: {seat} answers {own:?}");
            tried += 1;
        }
    }
    tried
}

/// Whether the viewer may know, in one of them, a card that differs.
fn told_apart<G: Exchanged>(one: &Table<G>, other: &Table<G>, viewer: Viewer) -> bool {
    let knows = |game: &Table<G>, id: ObjectId| G::knows(game, viewer, id);
    let differ = |id: &ObjectId| G::card(one.state(), *id) != G::card(other.state(), *id);
    (0..G::ids(one.state()).max(G::ids(other.state())))
        .map(ObjectId)
        .filter(differ)
        .any(|id| knows(one, id) || knows(other, id))
}

/// Returns whether a card that differs has shown itself to all: it was revealed, be it where nobody knows it any more, or
/// its own effect applied as it was put somewhere, before it is there (614.1a).
fn revealed_apart<G: Exchanged>(one: &mut Table<G>, other: &mut Table<G>, viewer: Viewer) -> bool {
    let shows =
        |text: &String| text.ends_with("revealed to all") || text.starts_with("an effect of a card applies");
    let revealed = |game: &mut Table<G>| -> Vec<String> {
        let told = game.told(0, viewer).into_iter();
        told.map(|told| told.text.to_string()).filter(shows).collect()
    };
    revealed(one) != revealed(other)
}

/// Plays both on with the same answers until the viewer gets to know a card that differs.
fn play_on<G: Exchanged>(
    one: &mut Table<G>,
    other: &mut Table<G>,
    viewer: Viewer,
    at: &str,
    seen: &mut Seen,
) {
    let mut stream = random(seen.pairs);
    for step in 0..12 {
        let Some(request) = one.request().cloned() else { return };
        let answer = (0..20)
            .filter_map(|_| sample::answer(&request, &mut stream))
            .find(|choice| other.check(request.seat, choice).is_ok());
        let Some(choice) = answer else { return };
        one.decide(request.seat, &choice).expect("offered");
        other.decide(request.seat, &choice).expect("tried");
        if told_apart(one, other, viewer) || revealed_apart(one, other, viewer) {
            return;
        }
        let asks = |game: &Table<G>| {
            game.request()
                .map_or("nothing".to_string(), |request| format!("{} {}", request.seat, request.prompt))
        };
        let (left, right) = (asks(one), asks(other));
        if left != right {
            *seen.parted.entry(format!("after {}: {left} or {right}", request.prompt)).or_default() += 1;
            return;
        }
        seen.played += 1;
        alike(one, other, viewer, &format!("{at}, {step} on, after {choice:?} to {}", request.prompt));
    }
}

fn nobody_sees_what_is_hidden<G: Exchanged>(games: u64, pairs: u64, tried: u64) {
    compare_games::<G>(games, pairs, tried, |seed| setup::<G>(3000 + seed));
}

fn compare_games<G: Exchanged>(games: u64, pairs: u64, tried: u64, setup: impl Fn(u64) -> Setup) {
    let games = number_from("DUELOG_NONINTERFERENCE_GAMES", games);
    let mut seen = Seen::default();
    // Which cards the games are of changes with the catalogue: a few games more may be needed.
    let is_little = |seen: &Seen| seen.unlike < pairs || seen.answers < tried || seen.played < pairs;
    for seed in 0..games.saturating_mul(4) {
        if seed >= games && !is_little(&seen) {
            break;
        }
        let setup = setup(seed);
        let (viewers, seats) = (viewers(&setup), setup.decks.len() as u8);
        let mut game = G::table(&setup, true);
        let mut stream = random(seed);
        let mut number = 0;
        // A game of many is long, and each decision is looked at for each of them.
        let apart = 23 * u64::from(seats) / 2;
        // A single game is left once it alone has shown twice what all must show.
        let (unlike, answers, played) =
            (seen.unlike + 2 * pairs, seen.answers + 2 * tried, seen.played + 2 * pairs);
        let enough = |seen: &Seen| seen.unlike >= unlike && seen.answers >= answers && seen.played >= played;
        while let Some((seat, choice)) = decision(&game, &mut stream).filter(|_| !enough(&seen)) {
            if number % apart == seed % apart {
                let at = format!("game {seed}, decision {number}");
                seen.answers += nothing_is_told_apart(&mut game, &at);
                for viewer in viewers.iter().copied() {
                    let mut one = again(&game, game.state());
                    let mut other = twin(&game, viewer);
                    seen.pairs += 1;
                    seen.unlike += u64::from(one.root() != other.root());
                    alike(&mut one, &mut other, viewer, &at);
                    if number % 5 == 0 {
                        seen.answers += try_all(&mut one, &mut other, (viewer, seats), &at);
                    }
                    play_on(&mut one, &mut other, viewer, &at, &mut seen);
                }
            }
            number += 1;
            game.decide(seat, &choice).expect("offered");
        }
    }
    println!("{}: {seen:#?}", G::GAME);
    // Who is asked, and for what, tells nothing.
    assert!(seen.parted.is_empty(), "the game went on in two ways: {:#?}", seen.parted);
    assert!(!is_little(&seen), "too little was compared: {seen:?}");
}

#[test]
fn magic() {
    nobody_sees_what_is_hidden::<Magic>(6, 500, 500_000);
}

/// The setup of a game of several players on such terms.
fn several(seed: u64, seats: u64, terms: &[(&str, &str)]) -> Setup {
    let decks = (0..seats).map(|seat| setup::<Magic>(seed * seats + seat).decks[0].clone()).collect();
    let terms = terms.iter().map(|(term, value)| (term.to_string(), value.to_string())).collect();
    let start = Start::by(Agreement { terms, ..Agreement::default() });
    Setup { decks, start, ..setup::<Magic>(5000 + seed) }
}

#[test]
fn magic_of_three() {
    compare_games::<Magic>(1, 100, 50_000, |seed| several(seed, 3, &[]));
}

#[test]
fn magic_of_four_near_each_other() {
    compare_games::<Magic>(1, 100, 50_000, |seed| several(7 + seed, 4, &[("range", "1")]));
}

/// A hand is hidden from teammates, too: nothing is shared (808.5, 809.7).
#[test]
fn magic_of_teams() {
    compare_games::<Magic>(1, 100, 50_000, |seed| several(11 + seed, 4, &[("teams", "2")]));
}

#[test]
fn magic_of_emperors() {
    compare_games::<Magic>(1, 100, 50_000, |seed| several(13 + seed, 6, &[("variant", "emperor")]));
}

/// One game of a variant over random decks.
fn of_variant(seats: u8, variant: &str) {
    let setups = magic_tables(seats, &[("variant", variant)]);
    compare_games::<Magic>(2, 100, 40_000, |seed| setups(Seed::from_number(17 + seed)));
}

/// Teammates may look at each other's hands (810.5), and at nothing else that is hidden.
#[test]
fn magic_two_headed_giant() {
    of_variant(4, "two-headed-giant");
}

#[test]
fn magic_commander() {
    of_variant(4, "commander");
}

/// The order of a planar deck is hidden from everybody (901.3).
#[test]
fn magic_planechase() {
    of_variant(3, "planechase");
}

/// The order of a scheme deck is hidden from everybody (904.3).
#[test]
fn magic_archenemy() {
    of_variant(3, "archenemy");
}

/// A deck of cards that are cast face down, manifested and exiled face down.
const FACE_DOWN: &str = "
4 Exalted Angel
4 Branchsnap Lorian
4 Aerie Bowmasters
4 Hooded Hydra
4 Master of Pearls
4 Soul Summons
4 Formless Nurturing
4 Mastery of the Unseen
4 Windbrisk Heights
12 Forest
12 Plains
";

#[test]
fn magic_face_down() {
    let deck = deck::parse(FACE_DOWN).expect("a deck");
    compare_games::<Magic>(3, 200, 100_000, |seed| Setup {
        decks: vec![deck.clone(), deck.clone()],
        ..setup::<Magic>(4000 + seed)
    });
}

#[test]
fn duel_masters() {
    nobody_sees_what_is_hidden::<DuelMasters>(20, 300, 200_000);
}

/// Seals, cards that lie face down and the ultra GR zone, with what else is in no deck that is meant to be played.
#[test]
fn duel_masters_mechanisms() {
    let decks = mechanisms("duel-masters");
    let of = |place: u64| decks[(place % decks.len() as u64) as usize].clone();
    compare_games::<DuelMasters>(15, 200, 100_000, |seed| Setup {
        decks: vec![of(seed), of(seed + 1 + seed / decks.len() as u64)],
        ..setup::<DuelMasters>(4000 + seed)
    });
}

#[test]
fn flesh_and_blood() {
    nobody_sees_what_is_hidden::<FleshAndBlood>(8, 300, 200_000);
}
