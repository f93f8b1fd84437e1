//! Powers, races and civilizations of elements against those that a twin works out by the letter of 108.2,
//! 206.3, 206.4 and 608.3, over random boards.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use duelog_duel_masters::language::definition::{Arithmetic, Change, Until};
use duelog_duel_masters::language::types::Civilization;
use duelog_duel_masters::position;
use duelog_duel_masters::rules::characteristics::INFINITY;
use duelog_duel_masters::rules::continuous::Layers;
use duelog_duel_masters::state::card_pool::{Card, CardPool};
use duelog_duel_masters::state::{Board, Lasting, Settled, Zone};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Placed, Position, PositionPlayer};
use duelog_kernel::{Seat, Seed};

/// How many boards are looked at.
const BOARDS: u64 = 3_000;

const RACES: [&str; 3] = ["Alpha", "Beta", "Gamma"];

/// Which creatures an ability speaks of.
#[derive(Debug, Clone, Copy)]
enum Which {
    All,
    Own,
    Theirs,
    This,
    Others,
    Race(usize),
    Fire,
}

/// What it does to them.
#[derive(Debug, Clone, Copy)]
enum How {
    More(i32),
    PerRace(i32, usize),
    Half,
    Double,
    Infinite,
    Minus,
    Fix(i32),
    Race(usize),
    Fire,
}

/// While what holds.
#[derive(Debug, Clone, Copy)]
enum While {
    Always,
    OwnTurn,
    ThereIs(usize),
}

#[derive(Debug, Clone)]
struct Planned {
    seat: u8,
    power: i32,
    race: usize,
    abilities: Vec<([Which; 2], How, While)>,
}

#[derive(Debug, Clone)]
struct Plan {
    cards: Vec<Planned>,
    /// Effects from resolutions: on which cards, what they do.
    lasting: Vec<(Vec<usize>, How)>,
}

fn pick<T: Copy>(among: &[T], random: &mut Stream) -> T {
    among[random.below(among.len() as u32) as usize]
}

fn how(random: &mut Stream, traits: bool) -> How {
    let thousand = |random: &mut Stream| (random.below(9) as i32 - 4) * 1_000 + 500;
    match random.below(if traits { 12 } else { 9 }) {
        0..=2 => How::More(thousand(random)),
        3 => How::Half,
        4 | 5 => How::Double,
        6 => pick(&[How::Infinite, How::Minus, How::Double], random),
        7 => pick(&[How::Fix(500), How::Fix(7_000), How::Half], random),
        8 => How::More(thousand(random)),
        9 => How::PerRace(pick(&[-500, 500, 1_000], random), random.below(3) as usize),
        10 => How::Race(random.below(3) as usize),
        _ => How::Fire,
    }
}

fn random_plan(random: &mut Stream) -> Plan {
    let count = 2 + random.below(5);
    let which = |random: &mut Stream| {
        let race = random.below(3) as usize;
        pick(
            &[
                Which::All,
                Which::Own,
                Which::Theirs,
                Which::This,
                Which::Others,
                Which::Race(race),
                Which::Race(race),
                Which::Fire,
            ],
            random,
        )
    };
    let card = |random: &mut Stream| {
        let abilities = (0..random.below(3)).map(|_| {
            let holds = pick(
                &[While::Always, While::Always, While::OwnTurn, While::ThereIs(random.below(3) as usize)],
                random,
            );
            ([which(random), which(random)], how(random, true), holds)
        });
        let abilities = abilities.collect();
        Planned {
            seat: random.below(2) as u8,
            power: 500 * (1 + random.below(16) as i32),
            race: random.below(3) as usize,
            abilities,
        }
    };
    let cards: Vec<Planned> = (0..count).map(|_| card(random)).collect();
    let lasting = (0..random.below(3)).map(|_| {
        let on: Vec<usize> = (0..cards.len()).filter(|_| random.below(2) == 0).collect();
        (on, how(random, false))
    });
    let lasting = lasting.collect();
    Plan { cards, lasting }
}

fn name(place: usize) -> String {
    format!("Card {place}")
}

impl Which {
    fn text(self) -> String {
        match self {
            Which::All => "Kind(Creature)".to_string(),
            Which::Own => "Of(You)".to_string(),
            Which::Theirs => "Of(Opponent)".to_string(),
            Which::This => "This".to_string(),
            Which::Others => "Not(This)".to_string(),
            Which::Race(race) => format!("Race(\"{}\")", RACES[race]),
            Which::Fire => "Civilization(Fire)".to_string(),
        }
    }
}

impl How {
    fn text(self) -> String {
        match self {
            How::More(power) => format!("Power(Plus, N({power}))"),
            How::PerRace(power, race) => {
                format!("Power(Plus, Times({power}, Count(Battle(Race(\"{}\")))))", RACES[race])
            }
            How::Half => "Power(DividedBy, N(2))".to_string(),
            How::Double => "Power(Times, N(2))".to_string(),
            How::Infinite => "Power(Infinite, N(1))".to_string(),
            How::Minus => "Power(Infinite, N(-1))".to_string(),
            How::Fix(power) => format!("Power(Fixed, N({power}))"),
            How::Race(race) => format!("Add((races: [\"{}\"]))", RACES[race]),
            How::Fire => "Add((civilizations: [Fire]))".to_string(),
        }
    }

    fn change(self) -> Change<Settled> {
        match self {
            How::More(power) => Change::Power(Arithmetic::Plus, power),
            How::Half => Change::Power(Arithmetic::DividedBy, 2),
            How::Double => Change::Power(Arithmetic::Times, 2),
            How::Infinite => Change::Power(Arithmetic::Infinite, 1),
            How::Minus => Change::Power(Arithmetic::Infinite, -1),
            How::Fix(power) => Change::Power(Arithmetic::Fixed, power),
            How::PerRace(..) | How::Race(_) | How::Fire => unreachable!("only of static abilities"),
        }
    }
}

impl Planned {
    fn definition(&self, place: usize) -> String {
        let mut abilities = String::new();
        for ([one, two], how, holds) in &self.abilities {
            let holds = match holds {
                While::Always => String::new(),
                While::OwnTurn => "TurnOf(You)".to_string(),
                While::ThereIs(race) => format!("Exists(Battle(Race(\"{}\")))", RACES[*race]),
            };
            let ability =
                format!("Static((what: All([{}, {}]), changes: [{}]))", one.text(), two.text(), how.text());
            let _ = if holds.is_empty() {
                write!(abilities, "{ability}, ")
            } else {
                write!(abilities, "While({holds}, [{ability}]), ")
            };
        }
        format!(
            "Card(name: \"{}\", civilizations: [Water], cost: 1, kind: Creature, races: [\"{}\"], power: {}, abilities: [{abilities}], test_only: true)",
            name(place),
            RACES[self.race],
            self.power
        )
    }
}

impl Plan {
    fn board(&self) -> (CardPool, Board) {
        let texts = self.cards.iter().enumerate().map(|(place, card)| card.definition(place));
        let card_pool = CardPool::new(texts.flat_map(|text| Card::compile(&text).expect("sound")).collect());
        let of = |seat: u8| {
            let own = self.cards.iter().enumerate().filter(move |(_, card)| card.seat == seat);
            own.map(|(place, _)| Placed { card: name(place), ..Placed::default() }).collect::<Vec<_>>()
        };
        let player = |seat: u8| PositionPlayer {
            zones: std::iter::once(("battle zone".to_string(), of(seat))).collect(),
            ..PositionPlayer::default()
        };
        let position = Position { players: vec![player(0), player(1)], ..Position::default() };
        let mut board =
            position::start(&card_pool, &position, Seed::from_number(1)).expect("a position").board;
        let id_of = |board: &Board, place: usize| {
            let card = card_pool.find(&name(place));
            board
                .zone(Zone::Battle)
                .find(|id| board.get(*id).map(|object| object.top().card) == card)
                .expect("on the table")
        };
        for (place, (on, how)) in self.lasting.iter().enumerate() {
            let objects = on.iter().map(|card| id_of(&board, *card)).collect::<Vec<_>>();
            let source = id_of(&board, 0);
            let id = place as u32 + 1;
            board.effects.push(Lasting {
                id,
                source,
                controller: Seat(0),
                until: Until::EndOfTurn,
                objects,
                changes: vec![how.change()],
                imposed: None,
                chosen: Vec::new(),
                seen_as: None,
            });
        }
        (card_pool, board)
    }
}

/// What the letter of the rules makes of a creature.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Face {
    races: BTreeSet<usize>,
    fire: bool,
    power: i32,
}

/// The plan's cards in the order in which they stand in the battle zone.
fn standing(plan: &Plan, card_pool: &CardPool, board: &Board) -> Vec<usize> {
    let place = |id| {
        board.get(id).and_then(|object| {
            (0..plan.cards.len()).find(|place| card_pool.find(&name(*place)) == Some(object.top().card))
        })
    };
    board.zone(Zone::Battle).filter_map(place).collect()
}

struct Twin<'a> {
    plan: &'a Plan,
    active: u8,
    faces: Vec<Face>,
}

impl Twin<'_> {
    fn is(&self, which: Which, source: usize, card: usize) -> bool {
        match which {
            Which::All => true,
            Which::Own => self.plan.cards[card].seat == self.plan.cards[source].seat,
            Which::Theirs => self.plan.cards[card].seat != self.plan.cards[source].seat,
            Which::This => card == source,
            Which::Others => card != source,
            Which::Race(race) => self.faces[card].races.contains(&race),
            Which::Fire => self.faces[card].fire,
        }
    }

    fn of_race(&self, race: usize) -> i32 {
        self.faces.iter().filter(|face| face.races.contains(&race)).count() as i32
    }

    /// What the static abilities do to a card, the sources in this order.
    fn done_to(&self, card: usize, sources: &[usize]) -> Vec<How> {
        let mut found = Vec::new();
        for source in sources {
            for (which, how, holds) in &self.plan.cards[*source].abilities {
                let holds = match holds {
                    While::Always => true,
                    While::OwnTurn => self.plan.cards[*source].seat == self.active,
                    While::ThereIs(race) => self.of_race(*race) > 0,
                };
                if holds && which.iter().all(|which| self.is(*which, *source, card)) {
                    found.push(*how);
                }
            }
        }
        found
    }

    /// 608.3a: it always holds of everything that the text speaks of, so that nothing is left that it speaks
    /// of and does not reach.
    fn traits(&mut self, sources: &[usize]) {
        loop {
            let before = self.faces.clone();
            for card in 0..self.faces.len() {
                for how in self.done_to(card, sources) {
                    match how {
                        How::Race(race) => drop(self.faces[card].races.insert(race)),
                        How::Fire => self.faces[card].fire = true,
                        How::More(_)
                        | How::PerRace(..)
                        | How::Half
                        | How::Double
                        | How::Infinite
                        | How::Minus
                        | How::Fix(_) => {}
                    }
                }
            }
            if self.faces == before {
                return;
            }
        }
    }

    /// 108.2: added, taken away, divided; 206.4: doubled after that; 108.1c: infinite whatever else, but for
    /// being made infinitely less; 206.3: fixed over all of it, the last of several.
    fn power(&self, card: usize, done: &[How]) -> i32 {
        let by = |how: &How| match how {
            How::More(power) => Some(*power),
            How::PerRace(power, race) => Some(power * self.of_race(*race)),
            _ => None,
        };
        let numbers: Vec<i32> = done.iter().filter_map(by).collect();
        let mut power = self.plan.cards[card].power;
        power += numbers.iter().filter(|number| **number > 0).sum::<i32>();
        power += numbers.iter().filter(|number| **number < 0).sum::<i32>();
        let times = |wanted: fn(&How) -> bool| done.iter().filter(|how| wanted(how)).count();
        (0..times(|how| matches!(how, How::Half))).for_each(|_| power = power.div_euclid(2));
        (0..times(|how| matches!(how, How::Double))).for_each(|_| power *= 2);
        if times(|how| matches!(how, How::Infinite)) > 0 {
            power = INFINITY;
        }
        if times(|how| matches!(how, How::Minus)) > 0 {
            power = i32::MIN;
        }
        done.iter()
            .filter_map(|how| if let How::Fix(power) = how { Some(*power) } else { None })
            .next_back()
            .unwrap_or(power)
    }
}

/// Every card of the plan as the letter of the rules gives it.
fn by_the_letter(plan: &Plan, sources: &[usize], active: u8) -> Vec<Face> {
    let printed = |card: &Planned| Face { races: BTreeSet::from([card.race]), fire: false, power: 0 };
    let mut twin = Twin { plan, active, faces: plan.cards.iter().map(printed).collect() };
    twin.traits(sources);
    for card in 0..plan.cards.len() {
        let mut done = twin.done_to(card, sources);
        done.extend(plan.lasting.iter().filter(|(on, _)| on.contains(&card)).map(|(_, how)| *how));
        let power = twin.power(card, &done);
        twin.faces[card].power = power;
    }
    twin.faces
}

/// Every card of the plan as the engine computes it.
fn by_the_engine(plan: &Plan, card_pool: &CardPool, board: &Board) -> Vec<Face> {
    let computed = Layers { board, card_pool }.compute();
    let face = |place: usize| {
        let card = card_pool.find(&name(place));
        let id = board
            .zone(Zone::Battle)
            .find(|id| board.get(*id).map(|object| object.top().card) == card)
            .expect("on the table");
        let own = computed.elements.get(id).expect("an element");
        let added = own.races.iter().filter_map(|race| RACES.iter().position(|name| name == race));
        Face {
            races: added.chain([plan.cards[place].race]).collect(),
            fire: own.civilizations.has(Civilization::Fire),
            power: own.power,
        }
    };
    (0..plan.cards.len()).map(face).collect()
}

fn stream(seed: u64) -> Stream {
    Rng::new(Seed::from_number(seed)).peek(Purpose::Choice)
}

// covers: duel-masters 108.1c, 108.2, 206.3, 206.4, 608.1, 608.3a
#[test]
fn random_boards_have_the_powers_that_the_letter_of_the_rules_gives() {
    for seed in 0..BOARDS {
        let plan = random_plan(&mut stream(seed));
        let (card_pool, board) = plan.board();
        let sources = standing(&plan, &card_pool, &board);
        let letter = by_the_letter(&plan, &sources, board.turn.active.0);
        assert_eq!(
            by_the_engine(&plan, &card_pool, &board),
            letter,
            "board {seed}, sources {sources:?}: {plan:#?}"
        );
    }
}

/// The boards are worth looking at: on many of them what one effect gives is what another looks at, and
/// halving meets doubling.
#[test]
fn many_random_boards_tell_the_orders_apart() {
    let plans = || (0..1_000).map(|seed| random_plan(&mut stream(seed)));
    let has = |plan: &Plan, wanted: fn(&How) -> bool| {
        plan.cards.iter().flat_map(|card| &card.abilities).any(|ability| wanted(&ability.1))
    };
    let both = plans()
        .filter(|plan| {
            has(plan, |how| matches!(how, How::Half)) && has(plan, |how| matches!(how, How::Double))
        })
        .count();
    let traits = plans()
        .filter(|plan| {
            has(plan, |how| matches!(how, How::Race(_))) && has(plan, |how| matches!(how, How::More(_)))
        })
        .count();
    assert!(both >= 50 && traits >= 50, "{both} and {traits} of 1,000");
}
