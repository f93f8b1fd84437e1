//! A scribe writes down what everybody at a table can see and say, and comes to the same match.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::given::GivenDraws;
use duelog_kernel::rng::Purpose;
use duelog_kernel::table::ZoneCards;
use duelog_kernel::{Ask, Choice, Item, Match, ObjectId, Seat, Seed, Setup, Viewer};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};
use duelog_verifier::scenario::Scribe;
use duelog_verifier::{Contents, Options, Verdict, verify};

/// The lines of a match played at random, and how it stood at the end.
fn lines(game: &mut dyn Match, seed: u64, most: usize) -> Vec<String> {
    let mut random = random(seed);
    let mut lines: Vec<String> = Vec::new();
    chance(game, &[], &mut lines);
    for _ in 0..most {
        let Some((seat, choice)) = decision(game, &mut random) else { break };
        let (line, zones) = (line(game, seat, &choice), game.zones());
        game.decide(seat, &choice).expect("a sampled answer is legal");
        chance(game, &zones, &mut lines);
        lines.push(line);
    }
    lines
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
            let _ = matches!(request.ask, Ask::Split { .. });
            let shares: Vec<String> =
                shares.iter().map(|(item, share)| format!("{share} to {}", quoted(game, item))).collect();
            format!("{who} splits {}", shares.join(", "))
        }
    }
}

/// How far lines are understood.
fn written<G: Played>(seed: u64, most: usize) -> (usize, usize, String) {
    let setup: Setup = setup::<G>(seed);
    let factory = G::factory();
    let begun = factory.start_under(factory.revision(), &setup, Some(&GivenDraws::default()), true);
    let mut game = begun.expect("the decks are legal");
    let lines = lines(&mut *game, seed, most);
    let other = Setup { seed: Seed::from_number(seed ^ 0xdead), ..setup };
    let mut scribe = Scribe::new(&*factory, other).expect("the cards are known");
    let mut why = String::new();
    let mut taken = 0;
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    for (place, line) in lines.iter().enumerate() {
        match scribe.say(line, Scribe::next_of(&all[place + 1..])) {
            Ok(_) => taken += 1,
            Err(error) => {
                why = format!("{}{line}: {error}", lines[place.saturating_sub(4)..place].join(" / "));
                break;
            }
        }
    }
    let log = scribe.write(&Options::default(), Vec::new()).expect("the log can be written");
    let log = log.into_storage().expect("memory takes it");
    let report = verify(&duelog_tests::games::factories(), &log);
    assert!(matches!(report.verdict, Verdict::Verified | Verdict::Incomplete), "{}", report.message);
    let contents: Contents = report.contents.expect("the log can be read");
    assert!(contents.states_draws && contents.given > 0);
    (taken, lines.len(), why)
}

#[test]
fn probe() {
    for seed in [2, 4, 5, 7, 10, 11] {
        let (taken, all, why) = written::<Magic>(seed, 150);
        println!("magic {seed}: {taken} of {all} {why}");
        let (taken, all, why) = written::<DuelMasters>(seed, 150);
        println!("duel masters {seed}: {taken} of {all} {why}");
        let (taken, all, why) = written::<FleshAndBlood>(seed, 150);
        println!("flesh and blood {seed}: {taken} of {all} {why}");
    }
}
