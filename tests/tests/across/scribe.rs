//! A scribe who writes down what everybody at a table sees and says has the same match in the end.

use std::collections::{BTreeMap, BTreeSet};

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::given::GivenDraws;
use duelog_kernel::rng::Purpose;
use duelog_kernel::table::ZoneCards;
use duelog_kernel::{Choice, Item, Match, ObjectId, Seat, Seed, Setup, Viewer};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};
use duelog_verifier::scenario::{Scribe, Unfit, Unseen};
use duelog_verifier::{Contents, Options, Replay, Verdict, verify};

/// The lines of a match played at random.
fn lines(game: &mut dyn Match, seed: u64, most: usize) -> Vec<String> {
    let mut random = random(seed);
    let mut lines: Vec<String> = Vec::new();
    let mut known: BTreeSet<ObjectId> = BTreeSet::new();
    game.observe();
    chance(game, &[], &mut lines);
    news(game, 0, &mut known);
    // The deed that is paid is whole at the end.
    while (game.decisions() as usize) < most || game.request().is_some_and(|request| request.prompt.pays()) {
        let Some((seat, choice)) = decision(game, &mut random) else { break };
        let (line, zones, before) = (line(game, seat, &choice), game.zones(), game.decisions());
        game.decide(seat, &choice).expect("a sampled answer is legal");
        chance(game, &zones, &mut lines);
        let mut named = chosen(&choice);
        let drawn = game.luck().made().iter().filter(|made| made.among > 1);
        named.extend(drawn.filter_map(|made| made.objects.get(made.draw.result[0] as usize).copied()));
        let mut shown = news(game, before + 1, &mut known);
        let by_chance = named.split_off(chosen(&choice).len());
        shown.retain(|(way, name)| {
            let is_in = |objects: &[ObjectId]| way.iter().any(|object| objects.contains(object));
            !(is_in(&by_chance) || is_in(&named) && line.contains(name.as_str()))
        });
        if !shown.is_empty() {
            let names: Vec<String> = shown.into_iter().map(|shown| shown.1).collect();
            lines.push(format!("shown: {}", names.join(", ")));
        }
        lines.push(line);
    }
    lines
}

/// Returns the cards that the public has just learned, each with the objects that it was before and its name.
fn news(game: &mut dyn Match, from: u32, known: &mut BTreeSet<ObjectId>) -> Vec<(Vec<ObjectId>, String)> {
    let heard = game.observed().expect("the match is observed");
    let became = game.became(0);
    let mut shown: Vec<(Vec<ObjectId>, String)> = Vec::new();
    for sighting in &heard.viewers[0].objects {
        let Some(place) = &sighting.place else { continue };
        let mut before = vec![sighting.object];
        for step in became.iter().rev() {
            if before.last() == Some(&step.after) && step.after != step.before {
                before.push(step.before);
            }
        }
        let old = before.iter().any(|object| known.contains(object));
        known.insert(sighting.object);
        if !old && from > 0 && before.len() > 1 {
            shown.push((before, place.card.clone()));
        }
    }
    shown
}

/// The objects that a choice names.
fn chosen(choice: &Choice) -> Vec<ObjectId> {
    let of = |item: &Item| match *item {
        Item::Object(id) | Item::Ability(id, _) | Item::Act(_, id) | Item::Pair(id, _) => Some(id),
        _ => None,
    };
    match choice {
        Choice::Pick(items) => items.iter().filter_map(of).collect(),
        _ => Vec::new(),
    }
}

/// Results of chance since the last decision, which stand before the line.
fn chance(game: &mut dyn Match, zones: &[ZoneCards], lines: &mut Vec<String>) {
    let name = |id: &ObjectId| zones.iter().flat_map(|zone| &zone.cards).find(|card| card.0 == *id);
    for made in game.luck().made() {
        if made.draw.purpose != Purpose::Shuffle && made.among > 1 {
            let number = made.draw.result[0];
            let chosen = made.objects.get(number as usize).and_then(name).map(|card| card.1.clone());
            lines.push(format!(
                "chance: {}",
                chosen.map(|name| format!("\"{name}\"")).unwrap_or_else(|| (number + 1).to_string())
            ));
        }
    }
}

fn player(seat: Seat) -> String {
    format!("P{}", seat.0 + 1)
}

/// A text with players as scribes name them, without ids.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" #").into_iter().chain(rest.find("seat ")).min() {
        out.push_str(&rest[..at]);
        let seat = rest[at..].starts_with("seat ");
        let behind = &rest[at + if seat { 5 } else { 2 }..];
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        if seat {
            out.push_str(&behind[..digits].parse::<u8>().map_or("seat ".into(), |seat| player(Seat(seat))));
        }
        rest = &behind[digits..];
    }
    out + rest
}

/// A card where it lies.
fn card(game: &mut dyn Match, id: ObjectId) -> Option<String> {
    let view = game.view(Viewer::Judge);
    let (zone, card) =
        view.zones.iter().find_map(|zone| Some((zone, zone.cards.iter().find(|card| card.id == id)?)))?;
    let whose = zone.seat.map_or(String::new(), |seat| format!("{}'s ", player(seat)));
    Some(format!("{} in {whose}{}", card.name, zone.name))
}

/// A decision as a scribe would write it.
fn line(game: &mut dyn Match, seat: Seat, choice: &Choice) -> String {
    let who = player(seat);
    let request = game.request().expect("somebody is asked").clone();
    let pays = request.prompt.pays();
    let quoted = |game: &mut dyn Match, item: &Item| {
        format!("\"{}\"", plain(&game.describe(Viewer::Seat(seat), item)))
    };
    match choice {
        Choice::Pick(items) => match items.as_slice() {
            [Item::Pass] if !pays => format!("{who} passes"),
            [Item::Act(verb, id)] if !pays => match card(game, *id) {
                Some(card) => format!("{who} {}s {card}", game.words().verbs[usize::from(*verb)]),
                None => format!("{who} chooses {}", quoted(game, &items[0])),
            },
            [] => format!("{who} chooses nothing"),
            items => {
                let words: Vec<String> = items.iter().map(|item| quoted(game, item)).collect();
                format!("{who} {} {}", if pays { "pays with" } else { "chooses" }, words.join(", "))
            }
        },
        Choice::Number(number) => format!("{who} chooses {number}"),
        Choice::Name(name) => format!("{who} names {name}"),
        Choice::Split(shares) => {
            let shares: Vec<String> =
                shares.iter().map(|(item, share)| format!("{share} to {}", quoted(game, item))).collect();
            format!("{who} splits {}", shares.join(", "))
        }
    }
}

/// Everything that the public sees on a table, without ids.
fn table(game: &mut dyn Match) -> Vec<String> {
    let view = game.view(Viewer::Public);
    let facts = view.players.iter().flat_map(|player| &player.facts).chain(&view.turn);
    let mut table: Vec<String> = facts.map(|fact| plain(&format!("{} {}", fact.name, fact.value))).collect();
    for zone in &view.zones {
        let mut cards: Vec<&str> = zone.cards.iter().map(|card| card.name.as_str()).collect();
        cards.sort_unstable();
        table.push(format!("{} of {:?}: {}", zone.name, zone.seat, cards.join(", ")));
    }
    table
}

/// Writes a match down from the lines alone, with the cards dealt otherwise, and compares the tables at the end.
fn written<G: Played>(seed: u64, most: usize) {
    let setup: Setup = setup::<G>(seed);
    let factory = G::factory();
    let begun = factory.start_under(factory.revision(), &setup, Some(&GivenDraws::default()), true);
    let mut game = begun.expect("the decks are legal");
    let lines = lines(&mut *game, seed, most);
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    let other = Setup { seed: Seed::from_number(seed ^ 0xdead), ..setup };
    let mut scribe = Scribe::new(&*factory, other).expect("the cards are known");
    for (place, line) in all.iter().enumerate() {
        if let Err(why) = scribe.say(line, &all[place + 1..]) {
            let before = all[place.saturating_sub(10)..place].join("\n");
            panic!("{} {seed}, line {place}:\n{before}\n{line}: {why}", G::GAME);
        }
    }
    let log = scribe.write(&Options::default(), Vec::new()).expect("the log can be written");
    let log = log.into_storage().expect("memory takes it");
    let games = duelog_tests::games::factories();
    let report = verify(&games, &log);
    assert!(matches!(report.verdict, Verdict::Verified | Verdict::Incomplete), "{}", report.message);
    let contents: Contents = report.contents.expect("the log can be read");
    assert!(contents.states_draws && contents.given > 0 && contents.open > 0);
    let mut replay = Replay::start(&games, &log, false).expect("the log begins");
    replay.finish().expect("the log replays");
    assert_eq!(table(replay.game()), table(&mut *game), "{} {seed}", G::GAME);
}

/// How many matches of each game are written down: as many as `DUELOG_SCRIBE` says while this is built, or a few.
fn seeds() -> u64 {
    option_env!("DUELOG_SCRIBE").and_then(|seeds| seeds.parse().ok()).unwrap_or(3)
}

#[test]
fn a_match_of_magic_is_written_down_from_what_everybody_sees() {
    (0..seeds()).for_each(|seed| written::<Magic>(seed, 150));
}

#[test]
fn a_match_of_duel_masters_is_written_down_from_what_everybody_sees() {
    (0..seeds()).for_each(|seed| written::<DuelMasters>(seed, 150));
}

#[test]
fn a_match_of_flesh_and_blood_is_written_down_from_what_everybody_sees() {
    (0..seeds()).for_each(|seed| written::<FleshAndBlood>(seed, 150));
}

/// The place of a card.
type Place = (Option<Seat>, &'static str, usize);

/// Where each card lies; in a hand, the cards of a name are counted.
fn places(game: &dyn Match) -> BTreeMap<ObjectId, (Place, String)> {
    let mut found = BTreeMap::new();
    for ZoneCards { seat, name: zone, cards } in game.zones() {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for (place, (object, name)) in cards.into_iter().enumerate() {
            let same = names.entry(name.clone()).or_default();
            let place = if zone == "hand" { *same } else { place };
            *same += 1;
            found.insert(object, ((seat, zone, place), name));
        }
    }
    found
}

/// A choice at one table, as it is made at another one where the cards have other numbers.
fn moved(choice: &Choice, from: &dyn Match, to: &dyn Match) -> Choice {
    let (from, to) = (places(from), places(to));
    let id = |object: ObjectId| {
        let Some((place, name)) = from.get(&object) else { return object };
        let there = |other: &&ObjectId| to[other].0 == *place && (place.1 != "hand" || to[other].1 == *name);
        *to.keys().find(there).expect("the card lies there too")
    };
    let item = |item: Item| match item {
        Item::Object(object) => Item::Object(id(object)),
        Item::Ability(object, place) => Item::Ability(id(object), place),
        Item::Act(verb, object) => Item::Act(verb, id(object)),
        Item::Pair(one, other) => Item::Pair(id(one), id(other)),
        Item::PairSeat(object, seat) => Item::PairSeat(id(object), seat),
        item => item,
    };
    match choice {
        Choice::Pick(items) => Choice::Pick(items.iter().copied().map(item).collect()),
        Choice::Split(shares) => {
            Choice::Split(shares.iter().map(|(of, share)| (item(*of), *share)).collect())
        }
        choice => choice.clone(),
    }
}

/// Names the cards that a player sees, as they are at the other table.
fn name_seen(scribe: &mut Scribe<'_>, here: &mut Box<dyn Match>, there: &mut dyn Match, seat: Seat) {
    loop {
        let unseen = scribe.unseen(seat);
        let Some(Unseen { seat: owner, zone, cards }) = unseen.first() else { return };
        let of = |game: &mut dyn Match| {
            let view = game.view(Viewer::Seat(seat));
            let mut zones = view.zones.into_iter();
            zones.find(|found| found.seat == *owner && found.name == *zone).expect("the zone is there").cards
        };
        let (dealt, lying) = (of(&mut **here), of(there));
        assert_eq!(dealt.len(), lying.len(), "{zone} of {owner:?}");
        let (asked, names) = if zone == "hand" {
            let mut names: Vec<String> = lying.iter().map(|card| card.name.clone()).collect();
            for card in dealt.iter().filter(|card| !cards.contains(&card.id)) {
                let known = names.iter().position(|name| *name == card.name).expect("it is known");
                names.swap_remove(known);
            }
            (cards.as_slice(), names)
        } else {
            let place = dealt.iter().position(|card| card.id == cards[0]).expect("it lies there");
            (&cards[..1], vec![lying[place].name.clone()])
        };
        scribe.name(asked, &names.join(", ")).unwrap_or_else(|why| panic!("{names:?} in {zone}: {why}"));
        let mut written = scribe.write(&Options::default(), Vec::new()).expect("the log can be written");
        *here = written.game().fork();
    }
}

/// Answers each question of a match that is played elsewhere, where the players name the cards that they see.
fn answered<G: Played>(seed: u64, most: u32) {
    let setup: Setup = setup::<G>(seed);
    let factory = G::factory();
    let begun = factory.start_under(factory.revision(), &setup, Some(&GivenDraws::default()), true);
    let mut game = begun.expect("the decks are legal");
    game.observe();
    let mut random = random(seed);
    let (mut known, mut named) = (BTreeSet::new(), BTreeSet::new());
    let mut scribe = Scribe::new(&*factory, Setup { seed: Seed::from_number(seed ^ 0xdead), ..setup });
    let scribe = scribe.as_mut().expect("the cards are known");
    let mut results: Vec<String> = Vec::new();
    chance(&mut *game, &[], &mut results);
    news(&mut *game, 0, &mut known);
    for result in results.drain(..) {
        assert!(matches!(scribe.start_now(), Err(Unfit::Chance(_))));
        scribe.say(&result, &[]).expect("it is a result");
    }
    scribe.start_now().expect("everything is said");
    while game.decisions() < most {
        let Some((seat, choice)) = decision(&*game, &mut random) else { break };
        let mut written = scribe.write(&Options::default(), Vec::new()).expect("the log can be written");
        let mut here = written.game().fork();
        name_seen(scribe, &mut here, &mut *game, seat);
        named.extend(
            game.view(Viewer::Seat(seat)).zones.iter().flat_map(|zone| &zone.cards).map(|card| card.id),
        );
        let moved = moved(&choice, &*game, &*here);
        let (zones, before) = (game.zones(), game.decisions());
        game.decide(seat, &choice).expect("a sampled answer is legal");
        chance(&mut *game, &zones, &mut results);
        let mut shown = news(&mut *game, before + 1, &mut known);
        shown.retain(|(way, _)| !way.iter().any(|object| named.contains(object)));
        let mut results = results.drain(..);
        let mut names = Some(shown.into_iter().map(|shown| shown.1).collect::<Vec<String>>());
        while let Err(unfit) = scribe.answer(seat, &moved) {
            let line = match &unfit {
                Unfit::Chance(_) => results.next(),
                Unfit::Shown(_) => names.take().map(|names| format!("shown: {}", names.join(", "))),
                Unfit::Refused(_) => None,
            };
            let line = line.unwrap_or_else(|| panic!("{} {seed}, decision {before}: {unfit}", G::GAME));
            scribe.say(&line, &[]).unwrap_or_else(|why| panic!("{line}: {why}"));
        }
    }
    let log = scribe.write(&Options::default(), Vec::new()).expect("the log can be written");
    let log = log.into_storage().expect("memory takes it");
    let games = duelog_tests::games::factories();
    let report = verify(&games, &log);
    assert!(matches!(report.verdict, Verdict::Verified | Verdict::Incomplete), "{}", report.message);
    let mut replay = Replay::start(&games, &log, false).expect("the log begins");
    replay.finish().expect("the log replays");
    assert_eq!(table(replay.game()), table(&mut *game), "{} {seed}", G::GAME);
    // Whoever continues the log knows as much, and nothing else was seen.
    let mut again = Scribe::of_log(&*factory, &log).expect("a log of a scribe");
    assert_eq!((again.opening(), again.deeds()), (scribe.opening(), scribe.deeds()), "{} {seed}", G::GAME);
    assert_eq!(again.unseen(Seat(0)), scribe.unseen(Seat(0)));
    let half = scribe.deeds().len() as u32 / 2;
    again.back_to(half).expect("it was so");
    assert_eq!(again.deeds().len() as u32, half);
}

#[test]
fn a_match_of_magic_is_answered_with_cards_of_ones_own() {
    (0..seeds()).for_each(|seed| answered::<Magic>(seed, 100));
}

#[test]
fn a_match_of_duel_masters_is_answered_with_cards_of_ones_own() {
    (0..seeds()).for_each(|seed| answered::<DuelMasters>(seed, 100));
}

#[test]
fn a_match_of_flesh_and_blood_is_answered_with_cards_of_ones_own() {
    (0..seeds()).for_each(|seed| answered::<FleshAndBlood>(seed, 100));
}
