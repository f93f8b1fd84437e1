//! A game as small as one can be that uses all of a table: hidden cards, payments, choices on the way, an
//! end.
//!
//! In turn, each player plays a pebble out of the hand or passes; who has most in the row when both have
//! passed one after the other wins (rule 4). A pebble costs what other pebbles in the row are worth, each of
//! which pays once (2); one of two colours is worth one more in white (3). One that spins goes on for ever
//! (5).

use std::collections::BTreeMap;

use duelog_kernel::bounds::{Bound, Size};
use duelog_kernel::definition::{Card, essence};
use duelog_kernel::digest::{Purpose, hash};
use duelog_kernel::factory::{GameDefinition, GameFactory};
use duelog_kernel::figure::Figure;
use duelog_kernel::files::Files;
use duelog_kernel::frames::{FrameRules, Framed};
use duelog_kernel::info::{DefinitionError, RuleInfo};
use duelog_kernel::objects::Objects;
use duelog_kernel::parts::{self, Chance, Parts};
use duelog_kernel::renamed::{History, Versioned};
use duelog_kernel::rng::Stream;
use duelog_kernel::scope::{self, Named, Node, Scope, Sense, Sort};
use duelog_kernel::setup::{Agreement, Deck, Placed, Position, PositionPlayer, Start};
use duelog_kernel::standing::Standing;
use duelog_kernel::table::{Flow, Play, Words};
use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::view::{
    CardView, Explanation, ExplanationStep, Fact, PlayerView, View, Viewer, ZoneView, label,
};
use duelog_kernel::vocabulary::Kind;
use duelog_kernel::zone::{Place, Zones};
use duelog_kernel::{
    Ask, Choice, Digest, Item, ObjectId, Outcome, Prompt, Request, Rng, RuleId, Rules, Seat, Seed, Setup,
    SetupError, Touched, data, frames, ron_text,
};
use serde::{Deserialize, Serialize};

/// The zones: each player's bag and hand, then what is shared.
pub const BAG: usize = 0;
pub const HAND: usize = 2;
pub const ROW: usize = 4;
pub const STACK: usize = 5;
const NAMES: [&str; 6] = ["bag", "bag", "hand", "hand", "row", "stack"];

frames! {
    /// What interrupts a turn.
    pub enum Frame {
        /// A player pays for a pebble.
        Paying {
            /// The pebble.
            card: ObjectId,
            /// How much is paid so far.
            paid: u32,
        } = "paying",
        /// A player says which colour a pebble has that pays.
        Colour(Colour) = "a colour",
        /// A pebble spins.
        Spinning = "spinning",
    }
}

data! {
    pub struct Colour {
        pub pebble: ObjectId,
    }

    pub struct Player {
        pub passed: bool,
    }

    pub struct Pebble {
        pub card: String,
        pub owner: Seat,
        pub used: bool,
    }

    pub struct Ending {
        pub winners: Vec<Seat>,
        pub reason: String,
        pub rule: String,
    }

    pub struct State {
        pub active: u8,
        pub players: Vec<Player>,
        pub zones: Zones,
        pub objects: Objects<Pebble>,
        pub rng: Rng,
        pub clock: u32,
        pub ending: Option<Ending>,
        pub effects: Vec<u32>,
        pub frames: Vec<Frame>,
    }
}

impl Parts for State {
    type Player = Player;
    type Object = Pebble;
    type Ending = Ending;
    type Past = ();

    fn players(&self) -> &[Player] {
        &self.players
    }
    fn zones(&self) -> &Zones {
        &self.zones
    }
    fn objects(&self) -> &Objects<Pebble> {
        &self.objects
    }
    fn chance(&self) -> Chance<'_, Ending> {
        Chance { rng: &self.rng, clock: self.clock, ending: &self.ending }
    }
    fn size(&self) -> Size {
        Size { ids: self.objects.ids(), effects: self.effects.len(), frames: self.frames.len() }
    }
    fn turn(&self) -> impl Serialize {
        BTreeMap::from([("active", self.active)])
    }
    fn effects(&self) -> impl Serialize {
        &self.effects
    }
    fn frames(&self) -> impl Serialize {
        &self.frames
    }
    fn history(&self) -> &[()] {
        &[]
    }
}

impl State {
    fn zone_of(&self, object: ObjectId) -> Option<usize> {
        (0..self.zones.count()).find(|zone| self.zones.list(*zone).contains(&object))
    }

    fn hand(&self) -> usize {
        HAND + usize::from(self.active)
    }
}

/// Everything that can happen.
#[derive(Debug, Clone, Serialize)]
pub enum Event {
    Moves { object: ObjectId, from: usize, to: usize },
    Begins(ObjectId),
    IsAsked(ObjectId),
    Pays(ObjectId, u32),
    TakesBack,
    IsPaid,
    Passes,
    Spins,
    Turns,
    Rains(u32),
    Ends(Ending),
}

/// A definition.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename = "Pebble", default, deny_unknown_fields)]
pub struct Definition {
    name: String,
    cost: u32,
    worth: u32,
    colours: bool,
    spins: bool,
    rains: u32,
    makes: Vec<String>,
    brings: Vec<String>,
    faces: Vec<String>,
    token: bool,
    test_only: bool,
}

impl Versioned for Definition {
    const HISTORY: &'static History = History::NONE;
}

impl Card for Definition {
    fn read(text: &str) -> Result<Vec<Definition>, DefinitionError> {
        let one: Definition = ron_text::read(text)?;
        let pale = Definition { name: format!("{} (pale)", one.name), ..one.clone() };
        Ok(if one.colours { vec![one, pale] } else { vec![one] })
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn definition_name(name: &str) -> &str {
        name.strip_suffix(" (pale)").unwrap_or(name)
    }
    fn is_test_only(&self) -> bool {
        self.test_only
    }
    fn is_token(&self) -> bool {
        self.token
    }
    fn tokens(&self) -> Vec<&str> {
        self.makes.iter().map(String::as_str).collect()
    }
    fn cards_made(&self) -> Vec<&str> {
        self.brings.iter().map(String::as_str).collect()
    }
    fn faces(&self) -> Vec<&str> {
        self.faces.iter().map(String::as_str).collect()
    }
    fn node(text: &str) -> Result<Node, DefinitionError> {
        scope::node::<Definition>(text)
    }
    fn scope(text: &str) -> Result<Vec<Named>, DefinitionError> {
        scope::check::<Definition, Meaning>(text)
    }
    fn digest(&self) -> Digest {
        hash(Purpose::Definition, essence(&self.name).as_bytes())
    }
    fn reading(&self) -> Vec<String> {
        vec![format!("cost {}", self.cost), format!("worth {}", self.worth)]
    }
}

/// What the words of a definition refer to.
struct Meaning;

impl Sense for Meaning {
    const LASTING: &'static [&'static str] = &[];

    fn enter(_: &Node, _: &mut Scope) -> Result<(), String> {
        Ok(())
    }
    fn leave(_: &Node, _: &mut Scope) {}
    fn names(node: &Node) -> Option<Sort> {
        match node.role {
            "makes" => Some(Sort::Token),
            "brings" => Some(Sort::Card),
            "faces" => Some(Sort::Letters),
            _ => None,
        }
    }
}

/// The rules with the definitions of one match.
pub struct Pebbles {
    pub cards: BTreeMap<String, Definition>,
}

fn rule(number: &'static str) -> RuleId {
    RuleId::new(number)
}

impl Pebbles {
    fn definition(&self, state: &State, object: ObjectId) -> Definition {
        let card = state.objects.get(object).map_or("", |pebble| &pebble.card);
        self.cards.get(card).cloned().unwrap_or_default()
    }

    fn name(&self, state: &State, viewer: Viewer, object: ObjectId) -> String {
        let known = state.objects.get(object).map(|_| self.may_identify(state, viewer, object));
        label(object, known, || self.definition(state, object).name)
    }
}

impl Rules for Pebbles {
    const GAME: &'static str = "pebbles";
    const WORDS: Words = Words { verbs: &["play"], symbols: &["grey", "white"] };
    const DRAWS_BY_AGREEMENT: bool = true;
    type State = State;
    type Event = Event;
    /// How often it was told that an event is applied.
    type Derived = u32;

    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        let before = state.clone();
        state.clock += 1;
        match event {
            Event::Moves { object, from, to } => {
                state.zones.take(from, object);
                state.zones.put(to, object, Place::Top);
            }
            Event::Begins(card) => {
                let hand = state.hand();
                state.zones.take(hand, card);
                state.zones.put(STACK, card, Place::Top);
                state.frames.push(Frame::Paying { card, paid: 0 });
            }
            Event::IsAsked(pebble) => state.frames.push(Frame::Colour(Colour { pebble })),
            Event::Pays(pebble, worth) => {
                state.frames.retain(|frame| !matches!(frame, Frame::Colour(_)));
                if let Some(pebble) = state.objects.get_mut(pebble) {
                    pebble.used = true;
                }
                if let Some(Frame::Paying { paid, .. }) = state.frames.last_mut() {
                    *paid += worth;
                }
            }
            Event::TakesBack | Event::IsPaid => {
                let to = if matches!(event, Event::IsPaid) { ROW } else { state.hand() };
                if let Some(Frame::Paying { card, .. }) = state.frames.pop() {
                    state.zones.take(STACK, card);
                    state.zones.put(to, card, Place::Top);
                }
                state.objects.iter_mut().for_each(|pebble| pebble.used = false);
                state.players.iter_mut().for_each(|player| player.passed = false);
            }
            Event::Passes => {
                state.players[usize::from(state.active)].passed = true;
                state.active = 1 - state.active;
            }
            Event::Spins => state.frames.push(Frame::Spinning),
            Event::Turns => {}
            Event::Rains(count) => {
                for _ in 0..count {
                    let pebble = Pebble { card: "Grit".to_string(), owner: Seat(0), used: false };
                    state.objects.put(state.objects.next_id(), pebble);
                }
            }
            Event::Ends(ending) => state.ending = Some(ending),
        }
        parts::mark_differences(&before, state, touched);
    }

    fn invalidate(derived: &mut u32, _: &Event) {
        *derived += 1;
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Rains(count) = event { *count as usize } else { 0 }
    }

    fn advance(&self, play: &mut Play<'_, Pebbles>) -> Flow {
        let state = play.state();
        match state.frames.last() {
            None if state.players.iter().all(|player| player.passed) => {
                let mine = |seat: u8| {
                    let own =
                        |id: &&ObjectId| state.objects.get(**id).is_some_and(|own| own.owner == Seat(seat));
                    state.zones.list(ROW).iter().filter(own).count()
                };
                let winners = match mine(0).cmp(&mine(1)) {
                    std::cmp::Ordering::Less => vec![Seat(1)],
                    std::cmp::Ordering::Equal => Vec::new(),
                    std::cmp::Ordering::Greater => vec![Seat(0)],
                };
                let ending = Ending { winners, reason: "all have passed".to_string(), rule: "4".to_string() };
                play.emit(Event::Ends(ending), rule("4"));
                Flow::Go
            }
            None => play.wait(self),
            Some(frame) => frame.clone().advance(self, play),
        }
    }

    fn stop_loop(&self, play: &mut Play<'_, Pebbles>) {
        let reason = "it spins for ever".to_string();
        play.emit(Event::Ends(Ending { winners: vec![], reason, rule: "5".to_string() }), rule("5"));
    }

    fn follows_instructions(_: &State) -> bool {
        false
    }

    fn stop_at(&self, play: &mut Play<'_, Pebbles>, bound: Bound) {
        let ending = Ending { winners: vec![], reason: bound.to_string(), rule: "7".to_string() };
        play.emit(Event::Ends(ending), rule("7"));
    }

    fn ask(&self, state: &State, _: &mut u32) -> Option<Request> {
        match state.frames.last() {
            None => {
                let acts = state.zones.list(state.hand()).iter().map(|id| Item::Act(0, *id));
                asked(state, "act", "1", None, acts.chain([Item::Pass]).collect())
            }
            Some(frame) => frame.ask(self, state),
        }
    }

    fn answer(&self, play: &mut Play<'_, Pebbles>, choice: &Choice) {
        if let Some(frame) = play.state().frames.last().cloned() {
            return frame.answer(self, play, choice);
        }
        let Choice::Pick(items) = choice else { return };
        match items.as_slice() {
            [Item::Pass] => {
                play.emit(Event::Passes, rule("1"));
                let (bag, hand) = (BAG + usize::from(play.state().active), play.state().hand());
                if let Some(object) = play.state().zones.list(bag).last().copied() {
                    play.emit(Event::Moves { object, from: bag, to: hand }, rule("1"));
                }
            }
            [Item::Act(_, card)] => play.emit(Event::Begins(*card), rule("1")),
            _ => {}
        }
    }

    fn concede(&self, play: &mut Play<'_, Pebbles>, seat: Seat) {
        let ending =
            Ending { winners: vec![Seat(1 - seat.0)], reason: "conceded".to_string(), rule: "8".to_string() };
        play.emit(Event::Ends(ending), rule("8"));
    }

    fn agree_to_draw(&self, play: &mut Play<'_, Pebbles>, seat: Seat) {
        let ending = Ending { winners: vec![], reason: format!("{seat} agrees"), rule: "9".to_string() };
        play.emit(Event::Ends(ending), rule("9"));
    }

    fn may_identify(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        match (state.zone_of(object), state.objects.get(object)) {
            (Some(ROW | STACK), Some(_)) => true,
            (Some(HAND | 3), Some(pebble)) => viewer.sees(pebble.owner),
            (Some(_), Some(_)) => viewer == Viewer::Judge,
            (None, _) | (_, None) => false,
        }
    }

    fn located_for(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Option<usize>, u32)> {
        let card = &state.objects.get(object)?.card;
        let place = self.cards.keys().position(|name| name == card)?;
        self.may_identify(state, viewer, object).then(|| (state.zone_of(object), place as u32))
    }

    fn place_of(state: &State, object: ObjectId) -> Option<Option<usize>> {
        state.objects.get(object).map(|_| state.zone_of(object))
    }

    fn card_name(&self, card: u32) -> &str {
        self.cards.keys().nth(card as usize).map_or("", String::as_str)
    }

    fn zone_name(place: usize) -> (&'static str, Option<Seat>) {
        match place {
            ROW => ("row", None),
            STACK => ("stack", None),
            place => ("hand or bag", Some(Seat((place % 2) as u8))),
        }
    }

    fn hidden_label(&self, _: &State, object: ObjectId) -> String {
        format!("a pebble {object}")
    }

    fn refuse(&self, state: &State, _: &mut u32, request: &Request, item: &Item) -> (String, RuleId) {
        let there = item.objects().into_iter().flatten().all(|id| state.objects.get(id).is_some());
        let why = if there { "not now" } else { "it is nothing that you know" };
        (why.to_string(), request.rule)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let Ending { winners, reason, rule } = state.ending.clone()?;
        Some(Outcome { winners, reason, rule })
    }

    fn view(&self, state: &State, _: &mut u32, viewer: Viewer) -> View {
        let card = |id: &ObjectId| CardView {
            id: *id,
            name: self.definition(state, *id).name,
            line: "Pebble".to_string(),
            facts: state.objects.get(*id).map_or(Vec::new(), |own| vec![Fact::new("used", own.used)]),
            figure: Figure::default(),
        };
        let zone = |(number, list): (usize, &[ObjectId])| ZoneView {
            name: NAMES[number].to_string(),
            seat: (number < ROW).then_some(Seat((number % 2) as u8)),
            count: list.len() as u32,
            cards: list.iter().filter(|id| self.may_identify(state, viewer, **id)).map(card).collect(),
        };
        let player = |(seat, player): (u8, &Player)| PlayerView {
            seat: Seat(seat),
            facts: vec![Fact::new("passed", player.passed)],
        };
        View {
            game: "pebbles",
            decisions: 0,
            turn: vec![Fact::new("active", Seat(state.active))],
            players: (0..).zip(&state.players).map(player).collect(),
            zones: state.zones.iter().enumerate().map(zone).collect(),
            request: None,
            waiting_for: None,
        }
    }

    fn question(&self, state: &State, viewer: Viewer, request: &Request) -> String {
        match request.subject {
            Some(subject) => format!("for {}?", self.name(state, viewer, subject)),
            None => "what now?".to_string(),
        }
    }

    fn describe(
        &self,
        state: &State,
        _: &mut u32,
        viewer: Viewer,
        _: Option<&Request>,
        item: &Item,
    ) -> String {
        match item {
            Item::Act(_, id) => format!("play {}", self.name(state, viewer, *id)),
            Item::Symbol(symbol) => Self::WORDS.symbols[usize::from(*symbol)].to_string(),
            item => match item.objects() {
                [Some(id), _] => self.name(state, viewer, id),
                _ => format!("{item:?}"),
            },
        }
    }

    fn abilities(&self, state: &State, _: &mut u32, object: ObjectId) -> Vec<Item> {
        let count = u32::from(state.objects.get(object).is_some());
        (0..count).map(|place| Item::Ability(object, place)).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        match event {
            Event::Begins(card) => Some((format!("{} is begun", self.name(state, viewer, *card)), false)),
            Event::Moves { object, .. } => {
                viewer.sees(state.objects.get(*object)?.owner).then(|| (format!("draws {object}"), false))
            }
            Event::Turns => Some(("it turns".to_string(), true)),
            event => Some((format!("{event:?}"), false)),
        }
    }

    const STEPS: &'static [StepName] = &[StepName::alone("opening"), StepName::alone("play")];
    const SCORE: &'static str = "pebbles";

    fn turn_step(state: &State) -> TurnStep {
        TurnStep {
            turn: state.clock.min(1),
            active: Seat(state.active),
            step: Self::STEPS[state.clock.min(1) as usize],
        }
    }

    fn scores(&self, state: &State, _: &mut u32) -> Vec<i64> {
        (0..2).map(|seat| state.zones.list(HAND + seat).len() as i64).collect()
    }

    fn standing(&self, state: &State, derived: &mut u32) -> Vec<Standing> {
        let scores = self.scores(state, derived);
        scores.into_iter().map(|cards| Standing { cards, ..Standing::default() }).collect()
    }

    fn interchangeable(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Seat, u8)> {
        let pebble = state.objects.get(object)?;
        (!self.may_identify(state, viewer, object)).then_some((pebble.owner, 0))
    }

    fn swap_hidden(state: &mut State, object: ObjectId, from: &State, other: ObjectId) {
        if let (Some(own), Some(other)) = (state.objects.get_mut(object), from.objects.get(other)) {
            own.card.clone_from(&other.card);
        }
    }

    fn reseed(state: &mut State, seed: Seed) {
        state.rng = Rng::new(seed);
    }

    fn is_detail(event: &Event) -> bool {
        matches!(event, Event::Passes)
    }

    fn explain(&self, state: &State, _: Viewer, object: ObjectId) -> Option<Explanation> {
        let name = self.definition(state, object).name;
        let step = ExplanationStep {
            layer: "printed".to_string(),
            timestamp: None,
            source: name.clone(),
            object: None,
            controller: None,
            change: "its worth".to_string(),
            rule: rule("1"),
        };
        Some(Explanation { id: object, name, steps: vec![step] })
    }
}

impl Framed for Pebbles {
    type Sight<'a> = State;
}

/// A question to the player whose turn it is.
fn asked(
    state: &State,
    name: &'static str,
    number: &'static str,
    subject: Option<ObjectId>,
    options: Vec<Item>,
) -> Option<Request> {
    let prompt = Prompt::new(name, name == "pay");
    let (seat, ask) = (Seat(state.active), Ask::one_of(options));
    Some(Request { seat, prompt, rule: rule(number), subject, ask })
}

impl FrameRules<Pebbles> for frame::Paying {
    fn advance(self, rules: &Pebbles, play: &mut Play<'_, Pebbles>) -> Flow {
        let state = play.state();
        let (seat, definition) = (Seat(state.active), rules.definition(state, self.card));
        if self.paid < definition.cost {
            return play.wait(rules);
        }
        play.emit(Event::IsPaid, rule("2"));
        if definition.rains > 0 {
            play.emit(Event::Rains(definition.rains), rule("6"));
        }
        if definition.spins {
            play.emit(Event::Spins, rule("5"));
        }
        duelog_kernel::test_assert_eq!(play.state().active, seat.0, "a turn goes on until its player passes");
        Flow::Go
    }

    fn ask(&self, _: &Pebbles, state: &State) -> Option<Request> {
        let seat = Seat(state.active);
        let free = |id: &&ObjectId| state.objects.get(**id).is_some_and(|own| own.owner == seat && !own.used);
        let pays = state.zones.list(ROW).iter().filter(free).map(|id| Item::Object(*id));
        asked(state, "pay", "2", Some(self.card), pays.chain([Item::Flag(false)]).collect())
    }

    fn answer(self, rules: &Pebbles, play: &mut Play<'_, Pebbles>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match items.as_slice() {
            [Item::Flag(_)] => play.emit(Event::TakesBack, rule("2")),
            [Item::Object(pebble)] => {
                let definition = rules.definition(play.state(), *pebble);
                let event = if definition.colours {
                    Event::IsAsked(*pebble)
                } else {
                    Event::Pays(*pebble, definition.worth)
                };
                play.emit(event, rule("2"));
            }
            _ => {}
        }
    }
}

impl FrameRules<Pebbles> for Colour {
    fn advance(self, rules: &Pebbles, play: &mut Play<'_, Pebbles>) -> Flow {
        play.wait(rules)
    }

    fn ask(&self, _: &Pebbles, state: &State) -> Option<Request> {
        let colours = vec![Item::Symbol(0), Item::Symbol(1)];
        asked(state, "choose-colour", "3", Some(self.pebble), colours)
    }

    fn answer(self, rules: &Pebbles, play: &mut Play<'_, Pebbles>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        if let [Item::Symbol(symbol)] = items.as_slice() {
            let worth = rules.definition(play.state(), self.pebble).worth + u32::from(*symbol);
            play.emit(Event::Pays(self.pebble, worth), rule("3"));
        }
    }
}

impl FrameRules<Pebbles> for frame::Spinning {
    fn advance(self, _: &Pebbles, play: &mut Play<'_, Pebbles>) -> Flow {
        play.emit(Event::Turns, rule("5"));
        Flow::Go
    }
}

const fn index<const N: usize>(lengths: [(usize, usize); N]) -> [(u32, u32); N] {
    let (mut index, mut at, mut place) = ([(0, 0); N], 0, 0);
    while place < N {
        let content = at + lengths[place].0 as u32;
        index[place] = (at, content);
        at = content + lengths[place].1 as u32;
        place += 1;
    }
    index
}

macro_rules! files {
    ($(($name:literal, $text:literal)),* $(,)?) => {
        Files { text: concat!($($name, $text),*), index: &index([$(($name.len(), $text.len())),*]) }
    };
}

impl GameDefinition for Pebbles {
    const EDITIONS: &'static [&'static str] = &["2", "1"];
    const REVISION: u32 = 1;
    const REVISIONS: &'static str = "";
    const SEATS: u8 = 2;
    const SAID: &'static [&'static str] = &["used"];
    const LANGUAGE: &'static [Kind] = &[];
    const FILES: Files = files![
        ("boulder.ron", "Pebble(name: \"Boulder\", cost: 3, worth: 1)"),
        ("cloud.ron", "Pebble(name: \"Cloud\", rains: 9990)"),
        ("tokens/dust.ron", "Pebble(name: \"Dust\", token: true)"),
        ("flint.ron", "Pebble(name: \"Flint\", worth: 1, colours: true)"),
        ("grit.ron", "Pebble(name: \"Grit\", worth: 1)"),
        (
            "quarry.ron",
            "Pebble(name: \"Quarry\", makes: [\"Dust\"], brings: [\"Boulder\"], faces: [\"Grit\"])"
        ),
        ("test/spinner.ron", "Pebble(name: \"Spinner\", spins: true, test_only: true)"),
    ];
    type Card = Definition;

    fn with_cards(cards: Vec<Definition>, _: u32) -> Pebbles {
        Pebbles { cards: cards.into_iter().map(|card| (card.name.clone(), card)).collect() }
    }

    fn stand_ins(_: &Position) -> Vec<String> {
        vec!["Grit".to_string()]
    }

    fn random_deck(&self, _agreed: &Agreement, random: &mut Stream) -> Deck {
        let names: Vec<&String> = self.cards.keys().collect();
        let cards = (0..3).filter_map(|_| random.one_of(&names)).map(|name| (1, (*name).clone())).collect();
        Deck { cards, ..Deck::default() }
    }

    fn check_deck(&self, seat: Seat, deck: &Deck, _: &Agreement) -> Result<(), SetupError> {
        let why = "it is empty".to_string();
        if deck.total() > 0 { Ok(()) } else { Err(SetupError::IllegalDeck { seat, why, rule: rule("1") }) }
    }

    fn state(&self, decks: &[Deck], _: &Agreement, seed: Seed) -> Result<State, SetupError> {
        let mut state = empty(seed);
        for (seat, deck) in (0..).zip(decks) {
            for (count, card) in &deck.cards {
                (0..*count).for_each(|_| put(&mut state, HAND + usize::from(seat), Seat(seat), card));
            }
        }
        Ok(state)
    }

    fn position(&self, position: &Position, seed: Seed) -> Result<State, SetupError> {
        let mut state = empty(seed);
        for (seat, player) in (0..).zip(&position.players) {
            for (name, cards) in &player.zones {
                let number = NAMES.iter().position(|known| known == name);
                let number = number.ok_or_else(|| SetupError::Position(format!("there is no {name}")))?;
                let zone = if number < ROW { number + usize::from(seat) } else { number };
                cards.iter().for_each(|placed| put(&mut state, zone, Seat(seat), &placed.card));
            }
        }
        Ok(state)
    }

    fn rules() -> Vec<RuleInfo> {
        duelog_kernel::factory::rule_infos("1\tdone\t\ta.rs:1\n2\ttodo\tlater\n3\tdone\t\tb.rs:2\tc.rs:3\n")
    }
}

fn empty(seed: Seed) -> State {
    State {
        active: 0,
        players: vec![Player { passed: false }, Player { passed: false }],
        zones: Zones::new(6),
        objects: Objects::default(),
        rng: Rng::new(seed),
        clock: 0,
        ending: None,
        effects: Vec::new(),
        frames: Vec::new(),
    }
}

fn put(state: &mut State, zone: usize, owner: Seat, card: &str) {
    let id = state.objects.next_id();
    state.objects.put(id, Pebble { card: card.to_string(), owner, used: false });
    state.zones.put(zone, id, Place::Top);
}

/// The factory of all that is built in.
pub fn factory() -> GameFactory<Pebbles> {
    GameFactory::default()
}

/// A match of two decks.
pub fn setup(decks: &[&[&str]]) -> Setup {
    let deck = |cards: &&[&str]| Deck {
        name: "deck".to_string(),
        cards: cards.iter().map(|card| (1, (*card).to_string())).collect(),
        ..Deck::default()
    };
    Setup {
        game: "pebbles".to_string(),
        edition: "1".to_string(),
        decks: decks.iter().map(deck).collect(),
        start: Start::Normal,
        seed: Seed::from_number(1),
    }
}

/// A position of two players, each with cards in zones.
pub fn position(players: [&[(&str, &[&str])]; 2]) -> Setup {
    let placed = |card: &&str| Placed { card: (*card).to_string(), ..Placed::default() };
    let player = |zones: &[(&str, &[&str])]| PositionPlayer {
        facts: BTreeMap::new(),
        zones: zones.iter().map(|zone| (zone.0.to_string(), zone.1.iter().map(placed).collect())).collect(),
    };
    let position = Position { turn: BTreeMap::new(), players: players.map(player).to_vec() };
    Setup { start: Start::Position(position), decks: Vec::new(), ..setup(&[]) }
}
