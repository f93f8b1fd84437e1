//! Matches as programs that learn play them: each question has numbered candidates, each of them a whole legal answer, and
//! the table is a row of numbers.

use std::sync::Mutex;

use duelog::embedded::{self, Error, Session, Shelf, legal_within};
use duelog_kernel::decision::{Choice, Item, Request};
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::{Match, Seat, Seed, sample};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::faults::{broken, raised};

/// The match of each session.
const TABLE: &str = "m";

/// How many answers are tried before candidates are drawn in place of listed.
const TRIES: u32 = 2_048;

/// The numbers of the table beside players, zones and prompts: turn, own turn, asked, candidates, all of them listed.
const GENERAL: usize = 5;

/// The numbers of each player beside zones: score, and life, cards, board and tempo of the standing.
const PLAYER: usize = 5;

/// The numbers of a candidate beside the zones and verbs.
const ANSWER: usize = 16;

/// The bytes of a number of an observation.
const NUMBER: usize = 4;

/// The bytes that say how a match stands.
const STATUS: usize = 4;

/// The layout of the numbers, the same for all matches of an arena.
struct Layout {
    seats: usize,
    /// The names of zones, each once.
    zones: Vec<&'static str>,
    /// Which of these names each zone of a match has, and whose zone it is.
    places: Vec<(usize, Option<Seat>)>,
    prompts: Vec<&'static str>,
    verbs: usize,
    candidates: usize,
}

impl Layout {
    /// How many numbers the table has.
    fn table(&self) -> usize {
        GENERAL + self.seats * (PLAYER + self.zones.len()) + self.zones.len() + self.prompts.len()
    }

    /// How many numbers each candidate has.
    fn candidate(&self) -> usize {
        ANSWER + self.zones.len() + self.verbs
    }

    /// How many numbers an observation has.
    fn all(&self) -> usize {
        self.table() + self.candidates * self.candidate()
    }
}

/// How matches of an arena begin.
struct Rules {
    setup: Value,
    bots: Value,
    most_decisions: u32,
    /// All its matches read their definitions once.
    shelf: Shelf,
}

impl Rules {
    /// The decks are from now on those of a log: it has the cards by the names of their definitions, which are then looked for no
    /// more.
    fn settle(&mut self, log: &[u8]) {
        let Ok(mut header) = embedded::header(log) else { return };
        let (named, listed) = (self.setup["decks"].as_array(), header["decks"].as_array());
        if named.map(Vec::len) == listed.map(Vec::len) {
            self.setup["decks"] = header["decks"].take();
        }
    }
}

/// One match.
struct Place {
    session: Session,
    seed: u64,
    episode: u64,
    /// How many decisions there have been in all its matches.
    made: u64,
    seen: Seen,
}

/// The last look at a match.
struct Seen {
    asked: Option<Seat>,
    choices: Vec<Choice>,
    complete: bool,
    decisions: u32,
    /// The winners, once the match is over.
    winners: Option<Vec<u8>>,
    /// How many cards each zone has; kept for its memory.
    counts: Vec<usize>,
    /// The numbers of an observation; kept for its memory.
    numbers: Vec<i16>,
}

/// Where the observation of one match is written: numbers, mask, and how it stands.
struct Row<'a> {
    numbers: &'a mut [u8],
    mask: &'a mut [u8],
    status: &'a mut [u8],
}

fn small(number: i64) -> i16 {
    i16::try_from(number).unwrap_or(if number < 0 { i16::MIN } else { i16::MAX })
}

/// Candidates for a question: all legal answers where they are few, else the first of them and answers drawn from the
/// number of the decision, the same whenever the question is asked.
fn candidates(request: &Request, decision: u32, most: usize) -> (Vec<Choice>, bool) {
    let (mut found, complete) = legal_within(request, most, TRIES);
    if complete {
        return (found, true);
    }
    found.truncate(most.div_ceil(8));
    let mut random = Rng::new(Seed::from_number(u64::from(decision))).peek(Purpose::Choice);
    for _ in 0..most * 2 {
        if found.len() == most {
            break;
        }
        found.extend(sample::answer(request, &mut random).filter(|choice| !found.contains(choice)));
    }
    (found, false)
}

/// The error of a response, or its result.
fn result(response: &[u8]) -> Result<Value, Error> {
    let first = response.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut value: Value = serde_json::from_slice(first).unwrap_or_default();
    let text = |name: &str| value["error"][name].as_str().map(str::to_string);
    match text("code") {
        Some(code) => Err(Error {
            code: code.into(),
            message: text("message").unwrap_or_default(),
            remedy: text("remedy"),
            rule: text("rule"),
        }),
        None => Ok(value["ok"].take()),
    }
}

impl Seen {
    fn nothing() -> Seen {
        Seen {
            asked: None,
            choices: Vec::new(),
            complete: true,
            decisions: 0,
            winners: None,
            counts: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Learns the question of now.
    fn learn(&mut self, game: &dyn Match, most: usize) {
        self.decisions = game.decisions();
        let request = game.request();
        self.asked = request.map(|request| request.seat);
        let found = request.map(|request| candidates(request, self.decisions, most));
        (self.choices, self.complete) = found.unwrap_or((Vec::new(), true));
        self.winners = game.outcome().map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect());
    }

    /// Writes the numbers of the table and of the candidates as a seat may know them, or the seat that is asked, 32 bits each; what
    /// is 0 is not written.
    fn write(&mut self, game: &mut dyn Match, seat: Option<Seat>, layout: &Layout, out: &mut [u8]) {
        let seat = seat.or(self.asked).unwrap_or(Seat(0));
        let asked = self.asked == Some(seat);
        let shown = if asked { self.choices.as_slice() } else { &[] };
        game.zone_counts(&mut self.counts);
        self.numbers.clear();
        self.numbers.resize(layout.table() + shown.len() * layout.candidate(), 0);
        let (of_table, of_answers) = self.numbers.split_at_mut(layout.table());
        table(game, &self.counts, (seat, shown.len(), asked && self.complete), layout, of_table);
        answers(game, seat, layout, shown, of_answers);
        for (number, bytes) in self.numbers.iter().zip(out.chunks_exact_mut(4)) {
            bytes.copy_from_slice(&f32::from(*number).to_le_bytes());
        }
    }

    /// Four bytes: the seat that is asked, or 255; 0 while it is played, 1 when it is over, 2 when it has too many decisions; the seats
    /// that have won, a bit each; how many players have.
    fn status(&self, rules: &Rules) -> [u8; 4] {
        let winners = self.winners.as_deref().unwrap_or_default();
        let bits = winners.iter().filter(|seat| **seat < 8).fold(0, |bits, seat| bits | 1 << seat);
        let ended = match &self.winners {
            Some(_) => 1,
            None if self.is_over(rules) => 2,
            None => 0,
        };
        [self.asked.map_or(u8::MAX, |seat| seat.0), ended, bits, winners.len() as u8]
    }

    /// The candidate of this number.
    fn choice(&self, number: usize) -> Result<Choice, Error> {
        let choice = self.choices.get(number).cloned();
        choice.ok_or_else(|| refused("not_offered", "no candidate has this number"))
    }

    fn is_over(&self, rules: &Rules) -> bool {
        self.winners.is_some() || self.decisions >= rules.most_decisions
    }
}

impl Place {
    fn new(seed: u64, rules: &Rules) -> Place {
        Place { session: Session::untold(&rules.shelf), seed, episode: 0, made: 0, seen: Seen::nothing() }
    }

    /// Begins a match, and looks at it.
    fn begin<T>(
        &mut self,
        rules: &Rules,
        most: usize,
        look: impl FnOnce(&mut Seen, &mut dyn Match) -> T,
    ) -> Result<T, Error> {
        // Seeds that a caller gives one after the other share no match.
        let seed = self.seed.wrapping_add(self.episode.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut setup = rules.setup.clone();
        setup["seed"] = seed.into();
        self.session = Session::untold(&rules.shelf);
        let line = json!({ "do": "open", "match": TABLE, "setup": setup, "bots": rules.bots });
        result(&self.session.obey(line.to_string().as_bytes()))?;
        let seen = &mut self.seen;
        let looked = self.session.look(TABLE, |game| {
            seen.learn(game, most);
            look(seen, game)
        })?;
        self.made += u64::from(self.seen.decisions);
        self.end()?;
        Ok(looked)
    }

    /// Plays on, or begins the next match where this one was over; then looks at it.
    fn step<T>(
        &mut self,
        number: usize,
        rules: &Rules,
        most: usize,
        look: impl FnOnce(&mut Seen, &mut dyn Match) -> T,
    ) -> Result<T, Error> {
        if self.seen.is_over(rules) {
            self.episode += 1;
            return self.begin(rules, most, look);
        }
        let seen = &mut self.seen;
        let seat = seen.asked.ok_or_else(|| refused("over", "the match is over: nobody is asked"))?;
        let choice = seen.choice(number)?;
        let before = seen.decisions;
        let looked = self.session.answer(TABLE, seat, choice, |game| {
            seen.learn(game, most);
            look(seen, game)
        })?;
        self.made += u64::from(self.seen.decisions.saturating_sub(before));
        self.end()?;
        Ok(looked)
    }

    /// Ends the log of a match that is over.
    fn end(&mut self) -> Result<(), Error> {
        if self.seen.winners.is_some() { self.session.finish(TABLE) } else { Ok(()) }
    }

    /// The observation of the match as it is.
    fn observe(
        &mut self,
        seat: Option<Seat>,
        rules: &Rules,
        layout: &Layout,
        row: Row<'_>,
    ) -> Result<(), Error> {
        let seen = &mut self.seen;
        self.session.look(TABLE, |game| row.write(seen, game, seat, rules, layout))
    }
}

impl Row<'_> {
    fn write(
        self,
        seen: &mut Seen,
        game: &mut dyn Match,
        seat: Option<Seat>,
        rules: &Rules,
        layout: &Layout,
    ) {
        seen.write(game, seat, layout, self.numbers);
        self.mask[..seen.choices.len()].fill(1);
        self.status.copy_from_slice(&seen.status(rules));
    }
}

fn refused(code: &'static str, message: &str) -> Error {
    Error { code: code.into(), message: message.to_string(), remedy: None, rule: None }
}

/// The numbers of the table. Players stand in the order of seats, the one who looks first. Scores, how many cards a zone
/// has, and what lies open on the table are known to everybody.
fn table(
    game: &mut dyn Match,
    counts: &[usize],
    (seat, candidates, complete): (Seat, usize, bool),
    layout: &Layout,
    numbers: &mut [i16],
) {
    let at = game.turn_step();
    let asked = game.request().filter(|request| request.seat == seat);
    let prompt = asked.and_then(|request| embedded::place_of(request.prompt, &layout.prompts));
    numbers[0] = small(i64::from(at.turn));
    numbers[1] = i16::from(at.turn > 0 && at.active == seat);
    numbers[2] = i16::from(asked.is_some());
    numbers[3] = small(candidates as i64);
    numbers[4] = i16::from(complete);
    let (scores, standings) = (game.scores(), game.standing());
    let kinds = layout.zones.len();
    let place = |of: usize| (of + layout.seats - usize::from(seat.0)) % layout.seats;
    for of in 0..layout.seats {
        let first = GENERAL + place(of) * (PLAYER + kinds);
        numbers[first] = small(scores.get(of).copied().unwrap_or(0));
        if let Some(own) = standings.get(of) {
            let parts = [own.life, own.cards, own.board, own.tempo];
            numbers[first + 1..first + PLAYER].copy_from_slice(&parts.map(small));
        }
    }
    let shared = GENERAL + layout.seats * (PLAYER + kinds);
    for (count, (kind, seat)) in counts.iter().zip(&layout.places) {
        let at = seat.map_or(shared + kind, |of| {
            GENERAL + place(usize::from(of.0)) * (PLAYER + kinds) + PLAYER + kind
        });
        if let Some(number) = numbers.get_mut(at) {
            *number = small(i64::from(*number) + *count as i64);
        }
    }
    if let Some(prompt) = prompt {
        numbers[shared + kinds + prompt] = 1;
    }
}

/// The numbers of the candidates, one after the other.
fn answers(game: &dyn Match, seat: Seat, layout: &Layout, shown: &[Choice], numbers: &mut [i16]) {
    for (choice, row) in shown.iter().zip(numbers.chunks_exact_mut(layout.candidate())) {
        row[0] = 1;
        match choice {
            Choice::Pick(items) => items.iter().for_each(|item| add(game, seat, layout, *item, row)),
            Choice::Split(shares) => shares.iter().for_each(|(item, _)| add(game, seat, layout, *item, row)),
            Choice::Number(number) => row[9] = small(i64::from(*number)),
            Choice::Name(_) => row[15] = 1,
        }
    }
}

/// Adds an item of a candidate to its numbers.
fn add(game: &dyn Match, seat: Seat, layout: &Layout, item: Item, row: &mut [i16]) {
    row[1] = small(i64::from(row[1]) + 1);
    let (place, more) = counted(item, seat);
    row[place] = small(i64::from(row[place]) + more);
    if let Item::Act(verb, _) = item
        && usize::from(verb) < layout.verbs
    {
        row[ANSWER + layout.zones.len() + usize::from(verb)] += 1;
    }
    let lies = item.objects()[0].and_then(|object| game.zone_of(object));
    let Some((zone, owner)) = lies.and_then(|place| layout.places.get(place)) else { return };
    row[ANSWER + zone] += 1;
    row[14] += i16::from(*owner == Some(seat));
}

/// Which number of a candidate an item adds to, and how much.
fn counted(item: Item, seat: Seat) -> (usize, i64) {
    match item {
        Item::Pass => (2, 1),
        Item::Flag(true) => (3, 1),
        Item::Flag(false) => (4, 1),
        Item::Act(..) => (5, 1),
        Item::Ability(..) => (6, 1),
        Item::Object(_) => (7, 1),
        Item::Seat(of) if of == seat => (8, 1),
        Item::Seat(_) | Item::PairSeat(..) => (11, 1),
        Item::Number(number) => (9, i64::from(number)),
        Item::Mode(mode) => (10, i64::from(mode) + 1),
        Item::Pair(..) => (12, 1),
        Item::Symbol(_) => (13, 1),
        Item::Concede | Item::Draw => (15, 1),
    }
}

/// Does something at each match, on all cores.
fn each(
    places: &mut [Place],
    block: &mut [u8],
    layout: &Layout,
    work: impl Fn(usize, &mut Place, Row<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (numbers, rest) = block.split_at_mut(places.len() * layout.all() * NUMBER);
    let (masks, states) = rest.split_at_mut(places.len() * layout.candidates);
    if let [one] = places {
        return embedded::caught(|| work(0, one, Row { numbers, mask: masks, status: states }));
    }
    let rows = numbers.par_chunks_exact_mut(layout.all() * NUMBER);
    let rows =
        rows.zip(masks.par_chunks_exact_mut(layout.candidates)).zip(states.par_chunks_exact_mut(STATUS));
    places.par_iter_mut().zip(rows).enumerate().try_for_each(
        |(number, (place, ((numbers, mask), status)))| {
            embedded::caught(|| work(number, place, Row { numbers, mask, status }))
        },
    )
}

/// Matches that are played side by side, each question with numbered candidates.
///
/// One block of bytes has all that is observed of them, and is filled in place on all cores: for each match the numbers as a seat may
/// know them (32 bits each, the low byte first), then for each match which candidates there are (a byte each), then how each stands
/// (four bytes, `Seen::status`).
#[pyclass(frozen)]
pub struct Arena {
    layout: Layout,
    rules: Rules,
    count: usize,
    places: Mutex<Vec<Place>>,
}

#[pymethods]
impl Arena {
    /// `setup` and `bots` as `open` of the protocol takes them, as JSON.
    #[new]
    fn new(
        py: Python<'_>,
        setup: &str,
        bots: &str,
        count: usize,
        candidates: usize,
        decisions: u32,
    ) -> PyResult<Arena> {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        let (setup, bots) = (read(setup), read(bots));
        let (count, candidates) = (count.clamp(1, 4_096), candidates.clamp(2, 4_096));
        let made = py.detach(|| embedded::caught(|| Arena::made(setup, bots, count, candidates, decisions)));
        made.map_err(|fault| raised(py, &fault))
    }

    /// The layout of the numbers, as JSON.
    fn layout(&self) -> String {
        let layout = &self.layout;
        json!({
            "seats": layout.seats,
            "zones": layout.zones,
            "prompts": layout.prompts,
            "verbs": layout.verbs,
            "table": layout.table(),
            "candidate": layout.candidate(),
            "candidates": layout.candidates,
        })
        .to_string()
    }

    /// Begins all matches, each with its seed; returns the block of then.
    #[pyo3(signature = (seeds, seat=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seeds: Vec<u64>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (rules, layout) = (&self.rules, &self.layout);
        self.filled(py, seat, |seat, number, place, row| {
            (place.seed, place.episode) = (seeds.get(number).copied().unwrap_or(number as u64), 0);
            let look = |seen: &mut Seen, game: &mut dyn Match| row.write(seen, game, seat, rules, layout);
            place.begin(rules, layout.candidates, look)
        })
    }

    /// Gives the answer with this number at each match; one that was over begins anew. Returns the block of then.
    #[pyo3(signature = (actions, seat=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Vec<u32>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (rules, layout) = (&self.rules, &self.layout);
        self.filled(py, seat, |seat, number, place, row| {
            let action = actions.get(number).copied().unwrap_or(0);
            let look = |seen: &mut Seen, game: &mut dyn Match| row.write(seen, game, seat, rules, layout);
            place.step(action as usize, rules, layout.candidates, look)
        })
    }

    /// The block of all matches as they are.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyByteArray>> {
        let (rules, layout) = (&self.rules, &self.layout);
        self.filled(py, seat, |seat, _, place, row| place.observe(seat, rules, layout, row))
    }

    /// How many decisions there have been in all matches, those of bots among them.
    fn decisions(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |places| Ok(places.iter().map(|place| place.made).sum()))
    }

    /// A candidate of a match as the protocol writes it.
    fn choice(&self, py: Python<'_>, place: usize, number: usize) -> PyResult<String> {
        self.one(py, place, |place| Ok(embedded::choice(place.seen.choice(number)?).to_string()))
    }

    /// Obeys a line of the protocol at a match, whose id is `m`.
    fn obey<'py>(&self, py: Python<'py>, place: usize, line: Vec<u8>) -> PyResult<Bound<'py, PyBytes>> {
        let response = self.one(py, place, |place| Ok(place.session.obey(&line)))?;
        Ok(PyBytes::new(py, &response))
    }

    /// The log of a match so far.
    fn log<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyBytes>> {
        let log = self.one(py, place, |place| Ok(place.session.log()))?;
        Ok(PyBytes::new(py, &log))
    }
}

impl Arena {
    fn made(setup: Value, bots: Value, count: usize, most: usize, decisions: u32) -> Result<Arena, Error> {
        let name = setup["game"].as_str().unwrap_or_default().to_string();
        let verbs = embedded::game(&name)?["verbs"].as_array().map_or(0, Vec::len);
        let prompts = embedded::prompts(&name)?;
        let mut rules = Rules { setup, bots, most_decisions: decisions.max(1), shelf: Shelf::default() };
        let mut first = Place::new(0, &rules);
        let (seats, of_match) = first.begin(&rules, most, |_, game| (game.scores().len(), game.zones()))?;
        rules.settle(&first.session.log());
        let mut zones: Vec<&'static str> = of_match.iter().map(|zone| zone.name).collect();
        zones.sort_unstable();
        zones.dedup();
        let kind = |name: &str| zones.iter().position(|own| *own == name).unwrap_or(0);
        let places = of_match.iter().map(|zone| (kind(zone.name), zone.seat)).collect();
        let layout = Layout { seats, zones, places, prompts, verbs, candidates: most };
        let matches =
            std::iter::once(first).chain((1..count as u64).map(|seed| Place::new(seed, &rules))).collect();
        Ok(Arena { layout, rules, count, places: Mutex::new(matches) })
    }

    /// A new block, filled after some work at each match.
    fn filled<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
        work: impl Fn(Option<Seat>, usize, &mut Place, Row<'_>) -> Result<(), Error> + Sync,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let layout = &self.layout;
        let seat = seat.map(Seat);
        if seat.is_some_and(|seat| usize::from(seat.0) >= layout.seats) {
            return Err(raised(py, &refused("seat", "there is no such seat in this match")));
        }
        let bytes = self.count * (layout.all() * NUMBER + layout.candidates + STATUS);
        PyByteArray::new_with(py, bytes, |block| {
            self.with(py, |places| {
                each(places, block, layout, |number, place, row| work(seat, number, place, row))
            })
        })
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Vec<Place>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.places.lock().ok().map(|mut places| work(&mut places)));
        done.ok_or_else(broken)?.map_err(|fault| raised(py, &fault))
    }

    fn one<T: Send>(
        &self,
        py: Python<'_>,
        place: usize,
        work: impl FnOnce(&mut Place) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = self.with(py, |places| places.get_mut(place).map(work).transpose())?;
        done.ok_or_else(|| PyIndexError::new_err("no match has this number"))
    }
}
