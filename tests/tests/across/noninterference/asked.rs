//! Being asked tells nothing: two positions that differ in nothing but what seat 1 holds are the same to seat 0 and to
//! the public, decision for decision, until such a card is shown. Who is asked, for what, when and how often is the
//! same, and so is every request of seat 0 and all else that is told.

use std::collections::BTreeMap;

use duelog_kernel::decision::Request;
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::table::News;

use super::*;

/// Zones with what stands in them, in the order of a position: each card with how often.
type Zones = &'static [(&'static str, &'static [(&'static str, usize)])];

/// Positions that are alike but for the cards of seat 1 that seat 0 may not know.
struct Family {
    /// What the position says of the turn.
    turn: &'static [(&'static str, &'static str)],
    /// What each of the two has in all of them.
    common: [Zones; 2],
    /// The zones of seat 1 that hold one card more, and how often.
    hidden: &'static [(&'static str, usize)],
    /// The cards of which each makes a position.
    cards: &'static [&'static str],
}

/// Seat 1 searches, and chooses among the cards of the hand.
const MAGIC: [Family; 1] = [Family {
    turn: &[("step", "precombat main"), ("active", "P2")],
    common: [
        &[
            ("hand", &[("Lightning Bolt", 2)]),
            ("battlefield", &[("Mountain", 3), ("Runeclaw Bear", 1)]),
            ("library", &[("Forest", 20)]),
        ],
        &[("hand", &[("Rampant Growth", 3)]), ("battlefield", &[("Forest", 6), ("Elvish Piper", 2)])],
    ],
    hidden: &[("hand", 1), ("library", 20)],
    cards: &["Lightning Bolt", "Mountain", "Runeclaw Bear", "Cancel", "Giant Growth"],
}];

/// Seat 0 breaks shields; seat 1 searches.
const DUEL_MASTERS: [Family; 2] = [
    Family {
        turn: &[("step", "attack")],
        common: [
            &[
                ("hand", &[("Aqua Guard", 2)]),
                ("battle zone", &[("Deadly Fighter Braid Claw", 2), ("Bronze-Arm Tribe", 2)]),
                ("shield zone", &[("Aqua Guard", 5)]),
                ("deck", &[("Aqua Guard", 20)]),
            ],
            &[("mana zone", &[("Aqua Guard", 4)])],
        ],
        hidden: &[("hand", 2), ("shield zone", 5), ("deck", 20)],
        cards: &[
            "Aqua Guard",
            "Bronze-Arm Tribe",
            "Holy Awe",
            "Terror Pit",
            "Brain Serum",
            "Deadly Fighter Braid Claw",
        ],
    },
    Family {
        turn: &[("step", "main"), ("active", "P2")],
        common: [
            &[
                ("hand", &[("Aqua Guard", 2)]),
                ("shield zone", &[("Aqua Guard", 5)]),
                ("deck", &[("Aqua Guard", 20)]),
            ],
            &[
                ("hand", &[("Dimension Gate", 2), ("Logic Cube", 2)]),
                ("mana zone", &[("Dimension Gate", 6)]),
                ("shield zone", &[("Aqua Guard", 5)]),
            ],
        ],
        hidden: &[("hand", 1), ("deck", 20)],
        cards: &["Aqua Guard", "Holy Awe", "Terror Pit", "Bronze-Arm Tribe"],
    },
];

/// Seat 0 attacks; then seat 1 does, as a hero who may discard a card that costs nothing, and searches.
const FLESH_AND_BLOOD: [Family; 2] = [
    Family {
        turn: &[],
        common: [
            &[
                ("hero", &[("Katsu", 1)]),
                ("hand", &[("Raging Onslaught (blue)", 4)]),
                ("deck", &[("Raging Onslaught (red)", 20)]),
            ],
            &[("hero", &[("Katsu", 1)]), ("hand", &[("Raging Onslaught (blue)", 1)])],
        ],
        hidden: &[("hand", 3), ("arsenal", 1), ("deck", 20)],
        cards: &[
            "Raging Onslaught (red)",
            "Sink Below (blue)",
            "Pummel (red)",
            "Energy Potion (blue)",
            "Unmovable (red)",
            "Sigil of Solace (blue)",
            "Wounding Blow (red)",
        ],
    },
    Family {
        turn: &[("active", "P2")],
        common: [
            &[("hero", &[("Katsu", 1)]), ("deck", &[("Raging Onslaught (red)", 20)])],
            &[("hero", &[("Katsu", 1)]), ("hand", &[("Head Jab (blue)", 1)])],
        ],
        hidden: &[("hand", 2), ("deck", 20)],
        cards: &["Raging Onslaught (red)", "Head Jab (red)", "Energy Potion (blue)", "Unmovable (red)"],
    },
];

impl Family {
    /// The position in which seat 1 holds this card.
    fn position(&self, card: &str) -> Position {
        let placed = |card: &str| Placed { card: card.to_string(), ..Placed::default() };
        let player = |seat: usize| {
            let mut zones: BTreeMap<String, Vec<Placed>> = BTreeMap::new();
            for (zone, cards) in self.common[seat] {
                let all = cards.iter().flat_map(|(card, count)| std::iter::repeat_n(placed(card), *count));
                zones.insert((*zone).to_string(), all.collect());
            }
            for (zone, count) in self.hidden.iter().filter(|_| seat == 1) {
                zones.entry((*zone).to_string()).or_default().extend(vec![placed(card); *count]);
            }
            PositionPlayer { zones, ..PositionPlayer::default() }
        };
        let turn =
            self.turn.iter().map(|(fact, value)| ((*fact).to_string(), (*value).to_string())).collect();
        Position { turn, players: vec![player(0), player(1)] }
    }

    fn start<G: Exchanged>(&self, card: &str, revision: u32, seed: u64) -> Box<dyn Match> {
        let start = Start::Position(self.position(card));
        let setup = Setup { decks: Vec::new(), start, ..setup::<G>(seed) };
        let mut game = G::factory()
            .start_under(revision, &setup, None, false)
            .unwrap_or_else(|error| panic!("{} with {card}: {error}", G::GAME));
        game.observe();
        game.observe_in_words();
        game
    }
}

/// Whether one of the two viewers was shown a card that the other game does not show.
fn shown_apart(one: &News, other: &News) -> bool {
    (0..2).any(|viewer| one.viewers[viewer].objects != other.viewers[viewer].objects)
}

/// All that seat 0 and the public are told, but for the cards; with the request where seat 0 is asked.
fn told(game: &mut dyn Match, news: &News) -> String {
    let words = |viewer: usize| news.viewers[viewer].words.join("; ");
    let asked = game.request().map(|request| (request.seat, request.prompt.name()));
    let own = asked.filter(|asked| asked.0 == Seat(0)).and_then(|_| game.request_view(Viewer::Seat(Seat(0))));
    let own = own.map(|view| serde_json::to_string(&view).expect("a request"));
    format!("{:?} {:?} [{}] [{}] {asked:?} {own:?}", news.counts, news.scores, words(0), words(1))
}

/// An answer that is legal in both, to what is asked in one of them.
fn answer(
    games: &mut [Box<dyn Match>; 2],
    asked: usize,
    stream: &mut duelog_kernel::rng::Stream,
) -> Option<Choice> {
    let request: Request = games[asked].request()?.clone();
    let mut legal: Vec<Choice> = (0..12).filter_map(|_| sample::answer(&request, stream)).collect();
    legal.retain(|choice| games[1 - asked].refusal(Viewer::Judge, request.seat, choice).is_none());
    // Who only passes and takes back is asked for nothing else.
    let idle = |choice: &Choice| [Item::Pass, Item::Flag(false)].map(Choice::one).contains(choice);
    legal.iter().find(|choice| !idle(choice)).or(legal.first()).cloned()
}

/// Plays two positions with the same answers until a card is shown that they do not share; how many decisions that
/// took, or what was told otherwise before.
fn in_step(mut games: [Box<dyn Match>; 2], seed: u64) -> Result<u64, String> {
    let mut stream = random(seed);
    let mut last = "the beginning".to_string();
    for step in 0..120 {
        let news = [0, 1].map(|game: usize| games[game].observed().expect("it is observed"));
        if shown_apart(&news[0], &news[1]) {
            return Ok(step);
        }
        let [one, other] = [0, 1].map(|game: usize| told(&mut *games[game], &news[game]));
        if one != other {
            return Err(format!("after {last} is told\n  {one}\nor\n  {other}"));
        }
        let Some(seat) = games[0].request().map(|request| request.seat) else { return Ok(step) };
        let Some(choice) = answer(&mut games, (step % 2) as usize, &mut stream) else { return Ok(step) };
        last = format!("{choice:?} of {seat}");
        games.iter_mut().for_each(|game| game.decide(seat, &choice).expect("it was tried"));
    }
    Ok(120)
}

/// Compares all pairs of a family: how many decisions were the same, and what was not.
fn compare_family<G: Exchanged>(family: &Family, revision: u32, seeds: u64) -> (u64, Vec<String>) {
    let (mut decisions, mut parted) = (0, Vec::new());
    for seed in 0..seeds {
        for (place, one) in family.cards.iter().enumerate() {
            for other in &family.cards[place + 1..] {
                let games = [one, other].map(|card| family.start::<G>(card, revision, seed));
                match in_step(games, seed * 100 + place as u64) {
                    Ok(steps) => decisions += steps,
                    Err(what) => parted.push(format!("{one} or {other}, seed {seed}: {what}")),
                }
            }
        }
    }
    (decisions, parted)
}

/// Nothing is told apart now; under the revision before, being asked told what seat 1 holds. Of Magic the scenarios
/// `701.18b-none` and `608.2d-none` hold that.
fn asked_alike<G: Exchanged>(families: &[Family], before: Option<u32>) {
    let seeds = number_from("DUELOG_ASKED_SEEDS", 8);
    let under = |revision: u32| {
        let (mut decisions, mut parted) = (0, Vec::new());
        for family in families {
            let found = compare_family::<G>(family, revision, seeds);
            decisions += found.0;
            parted.extend(found.1);
        }
        println!("{}, revision {revision}: {decisions} decisions, {} pairs parted", G::GAME, parted.len());
        (decisions, parted)
    };
    let (decisions, parted) = under(G::REVISION);
    assert!(parted.is_empty(), "{} pairs parted, the first: {}", parted.len(), parted[0]);
    assert!(decisions > 300, "too little was compared: {decisions} decisions");
    if let Some(before) = before {
        let (_, parted) = under(before);
        assert!(!parted.is_empty(), "the test does not see what revision {before} told");
    }
}

#[test]
fn magic_asks_alike() {
    asked_alike::<Magic>(&MAGIC, None);
}

#[test]
fn duel_masters_asks_alike() {
    asked_alike::<DuelMasters>(&DUEL_MASTERS, Some(2));
}

#[test]
fn flesh_and_blood_asks_alike() {
    asked_alike::<FleshAndBlood>(&FLESH_AND_BLOOD, Some(4));
}
