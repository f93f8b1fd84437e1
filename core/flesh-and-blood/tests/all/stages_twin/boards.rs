//! Random boards of cards that exist only for this test, whose effects change what other effects look at.

use std::fmt::Write as _;

use duelog_flesh_and_blood::language::definition::{Counter, Property, Until};
use duelog_flesh_and_blood::language::keywords::Keyword;
use duelog_flesh_and_blood::language::types::{Subtype, Supertype};
use duelog_flesh_and_blood::position;
use duelog_flesh_and_blood::state::card_pool::{Card, CardPool};
use duelog_flesh_and_blood::state::{
    Alter, Binding, Board, CodeRef, Context, KEYWORD_CARD, Lasting, LastingKind,
};
use duelog_kernel::definition::Card as _;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Placed, Position, PositionPlayer};
use duelog_kernel::{ObjectId, Seat, Seed};

/// A board in words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The cards in the arena, in order of arrival.
    pub cards: Vec<Planned>,
    /// Effects of layers: to which of them they apply, what they do, after how many cards they began.
    pub lasting: Vec<(Vec<usize>, Vec<Alter>, usize)>,
}

/// One card with a definition of its own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Planned {
    /// Whose it is.
    pub seat: u8,
    /// Its type box.
    pub types: String,
    /// Its power.
    pub power: Option<u32>,
    /// Its keywords.
    pub keywords: Vec<&'static str>,
    /// Its static abilities.
    pub abilities: Vec<String>,
    /// The abilities that it gives.
    pub gives: Vec<String>,
    /// Its counters that change power: which, how many.
    pub counters: Option<(Counter, u32)>,
}

fn name(place: usize) -> String {
    format!("Card {place}")
}

impl Planned {
    fn definition(&self, place: usize) -> String {
        let mut text = format!("Card(name: \"{}\", types: \"{}\", cost: [0], ", name(place), self.types);
        if let Some(power) = self.power {
            let _ = write!(text, "power: [{power}], ");
        }
        let lists = (self.keywords.join(", "), self.abilities.join(", "), self.gives.join(", "));
        let _ = write!(
            text,
            "keywords: [{}], abilities: [{}], gives: [{}], test_only: true)",
            lists.0, lists.1, lists.2
        );
        text
    }
}

impl Plan {
    /// The board itself.
    pub fn board(&self) -> (CardPool, Board) {
        let hero =
            "Card(name: \"Nameless Hero\", moniker: \"Nameless\", types: \"Hero - Young\", life: 20, intellect: 4, test_only: true)".to_string();
        let texts = self.cards.iter().enumerate().map(|(place, card)| card.definition(place)).chain([hero]);
        let cards = texts
            .flat_map(|text| Card::read(&text).unwrap_or_else(|error| panic!("{error} in {text}")))
            .collect();
        let card_pool = CardPool::new(cards);
        let mut position = Position {
            players: vec![PositionPlayer::default(), PositionPlayer::default()],
            ..Position::default()
        };
        for (place, card) in self.cards.iter().enumerate() {
            let placed = Placed { card: name(place), ..Placed::default() };
            position.players[usize::from(card.seat)]
                .zones
                .entry("arena".to_string())
                .or_default()
                .push(placed);
        }
        let mut board =
            position::start(&card_pool, &position, Seed::from_number(0)).expect("a position").board;
        let place_of = |card| (0..self.cards.len()).find(|place| card_pool.find(&name(*place)) == Some(card));
        let mut ids = vec![ObjectId(0); self.cards.len()];
        for object in board.objects.iter_mut() {
            if let Some(place) = place_of(object.card) {
                ids[place] = object.id;
                // Room for effects between the cards.
                object.timestamp = 10 + 10 * place as u32;
                object.counters.extend(self.cards[place].counters);
            }
        }
        for (number, (objects, alters, after)) in self.lasting.iter().enumerate() {
            let source = ObjectId(0);
            let context = Context::of(source, Seat(0));
            board.effects.push(Lasting {
                id: 10 * *after as u32 + 1 + number as u32,
                source,
                controller: Seat(0),
                code: CodeRef::resolve(KEYWORD_CARD),
                at: 0,
                binding: Binding::Locked(objects.iter().map(|place| ids[*place]).collect()),
                kind: LastingKind::Alters(alters.clone()),
                until: Until::EndOfTurn,
                since: (2, 0),
                context: Box::new(context),
                theirs: None,
            });
        }
        (card_pool, board)
    }

    /// The plans that lack one thing of this one.
    fn smaller(&self) -> Vec<Plan> {
        let mut all = Vec::new();
        let mut without = |edit: &dyn Fn(&mut Plan)| {
            let mut plan = self.clone();
            edit(&mut plan);
            if plan != *self {
                all.push(plan);
            }
        };
        for effect in 0..self.lasting.len() {
            without(&|plan| drop(plan.lasting.remove(effect)));
        }
        if self.lasting.is_empty() {
            for place in 0..self.cards.len() {
                without(&|plan| drop(plan.cards.remove(place)));
            }
        }
        for (place, card) in self.cards.iter().enumerate() {
            for ability in 0..card.abilities.len() {
                without(&|plan| drop(plan.cards[place].abilities.remove(ability)));
            }
            without(&|plan| plan.cards[place].counters = None);
            without(&|plan| plan.cards[place].keywords.clear());
        }
        all
    }

    /// The smallest plan, found by leaving out one thing after another, that still has the fault.
    pub fn shrink(self, faulty: impl Fn(&Plan) -> bool) -> Plan {
        let mut plan = self;
        while let Some(smaller) = plan.smaller().into_iter().find(|smaller| faulty(smaller)) {
            plan = smaller;
        }
        plan
    }
}

const SUPERS: [&str; 3] = ["Brute", "Ninja", "Illusionist"];
const SUBS: [&str; 3] = ["Item", "Arrow", "Trap"];
const KEYWORDS: [&str; 4] = ["Dominate", "GoAgain", "Overpower", "Stealth"];
const TYPES: [&str; 3] = ["Action", "Instant", "Weapon"];

fn one<T: Copy>(random: &mut Stream, of: &[T]) -> T {
    of[random.below(of.len() as u32) as usize]
}

/// A random board.
pub fn random(random: &mut Stream) -> Plan {
    let count = 2 + random.below(4) as usize;
    let cards: Vec<Planned> = (0..count).map(|_| card(random)).collect();
    let lasting = (0..random.below(3)).map(|_| {
        let objects = (0..count).filter(|_| random.below(2) == 0).collect();
        let alters = (0..1 + random.below(2)).map(|_| alter(random)).collect();
        (objects, alters, random.below(1 + count as u32) as usize)
    });
    let lasting = lasting.collect();
    Plan { cards, lasting }
}

fn card(random: &mut Stream) -> Planned {
    let types = format!("{} Action - Item{}", one(random, &SUPERS), one(random, &["", " Arrow", " Trap"]));
    let power = (random.below(5) > 0).then(|| random.below(6));
    let keywords = KEYWORDS.into_iter().filter(|_| random.below(5) == 0).collect();
    let abilities = (0..random.below(3)).map(|_| ability(random, true)).collect();
    let gives = vec![ability(random, false)];
    let kind = one(random, &[Counter::POWER_UP, Counter::POWER_DOWN]);
    let counters = (power.is_some() && random.below(4) == 0).then(|| (kind, 1 + random.below(2)));
    Planned { seat: random.below(2) as u8, types, power, keywords, abilities, gives, counters }
}

fn ability(random: &mut Stream, gives: bool) -> String {
    let affects =
        if random.below(4) == 0 { "Of(This)".to_string() } else { format!("Arena({})", filter(random, 2)) };
    let changes: Vec<String> = (0..1 + random.below(2)).map(|_| change(random, gives)).collect();
    let condition =
        if random.below(3) == 0 { format!("condition: {}, ", condition(random)) } else { String::new() };
    format!("Static(({condition}affects: {affects}, changes: [{}]))", changes.join(", "))
}

fn change(random: &mut Stream, gives: bool) -> String {
    match random.below(20) {
        0..=2 => format!("Plus(Power, {})", number(random)),
        3 => format!("Plus(Power, N(-{}))", 1 + random.below(3)),
        4 => format!("Set(Power, {})", number(random)),
        5 | 6 => format!("Set(BasePower, {})", number(random)),
        7 => "Times(BasePower, N(2))".to_string(),
        8 | 9 => format!("Gain({})", one(random, &KEYWORDS)),
        10 => format!("Lose({})", one(random, &KEYWORDS)),
        11 => "LoseAbilities".to_string(),
        12 if gives => "Ability(0)".to_string(),
        12 | 13 => format!("AddSuper(\"{}\")", one(random, &SUPERS)),
        14 => "LoseSupers".to_string(),
        15 => format!("Subtype(\"{}\", true)", one(random, &SUBS)),
        16 => format!("Subtype(\"{}\", false)", one(random, &SUBS)),
        17 => format!("Type({}, true)", one(random, &TYPES)),
        18 => format!("Control({})", one(random, &["You", "Opponent"])),
        _ => "Rule(Restriction, GainGoAgain, Any)".to_string(),
    }
}

fn alter(random: &mut Stream) -> Alter {
    let supertype = Supertype::try_from(one(random, &SUPERS).to_string()).expect("one");
    let subtype = Subtype::try_from(one(random, &SUBS).to_string()).expect("one");
    let keyword = one(random, &[Keyword::Dominate, Keyword::GoAgain, Keyword::Overpower]);
    match random.below(10) {
        0 | 1 => Alter::Plus(Property::Power, random.below(7) as i32 - 3),
        2 => Alter::Set(Property::Power, random.below(5) as i32),
        3 => Alter::Set(Property::BasePower, random.below(5) as i32),
        4 => Alter::AddSuper(supertype),
        5 => Alter::LoseSupers,
        6 => Alter::Subtype(subtype, true),
        7 => Alter::Gain(keyword),
        8 => Alter::LoseAbilities,
        _ => Alter::Control(Seat(random.below(2) as u8)),
    }
}

fn filter(random: &mut Stream, depth: u32) -> String {
    match random.below(if depth == 0 { 9 } else { 14 }) {
        0 | 1 => format!("Super(\"{}\")", one(random, &SUPERS)),
        2 => format!("Sub(\"{}\")", one(random, &SUBS)),
        3 => format!("Type({})", one(random, &TYPES)),
        4 => format!("Keyword({})", one(random, &KEYWORDS)),
        5 => format!("AtLeast(Power, {})", number(random)),
        6 => format!("AtMost(Power, {})", number(random)),
        7 => format!("AtMost(BasePower, N({}))", random.below(6)),
        8 => "ControlledBy(You)".to_string(),
        9 | 10 => format!("All([{}, {}])", filter(random, depth - 1), filter(random, depth - 1)),
        11 => format!("Either([{}, {}])", filter(random, depth - 1), filter(random, depth - 1)),
        12 => format!("Not({})", filter(random, depth - 1)),
        _ => "Any".to_string(),
    }
}

fn number(random: &mut Stream) -> String {
    match random.below(12) {
        0 => "Of(Power, This)".to_string(),
        1 => "Of(BasePower, This)".to_string(),
        2 => format!("Count(Arena({}))", filter(random, 0)),
        3 => "Product(-1, Of(Power, This))".to_string(),
        _ => format!("N({})", random.below(6)),
    }
}

fn condition(random: &mut Stream) -> String {
    match random.below(4) {
        0 => format!("AtLeast(Of(Power, This), {})", number(random)),
        1 => format!("Not(Exists(Arena({})))", filter(random, 1)),
        2 => format!("Matches(This, {})", filter(random, 1)),
        _ => format!("Exists(Arena({}))", filter(random, 1)),
    }
}
