//! Matches as programs that learn play them: each question has numbered candidates, each of them a whole legal answer, and
//! the table is a row of numbers.

use std::sync::Mutex;

use duelog::embedded::{self, Error, Session, legal_within};
use duelog_kernel::decision::{Choice, Item, Request};
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::table::ZoneCards;
use duelog_kernel::{Match, ObjectId, Seat, Seed, sample};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
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

/// The layout of the numbers, the same for all matches of an arena.
struct Layout {
    seats: usize,
    zones: Vec<&'static str>,
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
}

/// One match.
struct Place {
    session: Session,
    seed: u64,
    episode: u64,
    asked: Option<Seat>,
    choices: Vec<Choice>,
    complete: bool,
    decisions: u32,
    /// How many decisions there have been in all its matches.
    made: u64,
    /// The winners, once the match is over.
    winners: Option<Vec<u8>>,
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

impl Place {
    fn new(seed: u64) -> Place {
        Place {
            session: Session::new(),
            seed,
            episode: 0,
            asked: None,
            choices: Vec::new(),
            complete: true,
            decisions: 0,
            made: 0,
            winners: None,
        }
    }

    /// Begins a match.
    fn begin(&mut self, rules: &Rules, most: usize) -> Result<(), Error> {
        // Seeds that a caller gives one after the other share no match.
        let seed = self.seed.wrapping_add(self.episode.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut setup = rules.setup.clone();
        setup["seed"] = seed.into();
        self.session = Session::new();
        let line = json!({ "do": "open", "match": TABLE, "setup": setup, "bots": rules.bots });
        result(&self.session.obey(line.to_string().as_bytes()))?;
        self.decisions = 0;
        self.look(most)
    }

    fn is_over(&self, rules: &Rules) -> bool {
        self.winners.is_some() || self.decisions >= rules.most_decisions
    }

    /// Learns what is asked now.
    fn look(&mut self, most: usize) -> Result<(), Error> {
        let (asked, found, decisions, outcome) = self.session.look(TABLE, |game| {
            let decisions = game.decisions();
            let request = game.request();
            let found = request.map(|request| candidates(request, decisions, most));
            (request.map(|request| request.seat), found, decisions, game.outcome())
        })?;
        self.asked = asked;
        (self.choices, self.complete) = found.unwrap_or((Vec::new(), true));
        self.made += u64::from(decisions.saturating_sub(self.decisions));
        self.decisions = decisions;
        self.winners = outcome.map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect());
        if self.winners.is_some() {
            self.session.finish(TABLE)?;
        }
        Ok(())
    }

    /// Gives the answer with this number.
    fn answer(&mut self, number: usize, most: usize) -> Result<(), Error> {
        let seat = self.asked.ok_or_else(|| refused("over", "the match is over: nobody is asked"))?;
        let choice = self.choices.get(number).cloned();
        let choice = choice.ok_or_else(|| refused("not_offered", "there is no candidate of this number"))?;
        self.session.answer(TABLE, seat, choice)?;
        self.look(most)
    }

    /// Plays on, or begins the next match where this one was over.
    fn step(&mut self, number: usize, rules: &Rules, most: usize) -> Result<(), Error> {
        if self.is_over(rules) {
            self.episode += 1;
            return self.begin(rules, most);
        }
        self.answer(number, most)
    }

    /// The numbers of the table and of the candidates, as a seat may know them.
    fn observe(&mut self, seat: Option<Seat>, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Error> {
        let seat = seat.or(self.asked).unwrap_or(Seat(0));
        let (choices, complete) = (&self.choices, self.complete);
        let asked = self.asked == Some(seat);
        let numbers = self.session.look(TABLE, |game| {
            let mut numbers = vec![0; layout.all()];
            let shown = if asked { choices.as_slice() } else { &[] };
            let zones = game.zones();
            table(game, &zones, (seat, shown.len(), asked && complete), layout, &mut numbers);
            answers(&zones, seat, layout, shown, &mut numbers[layout.table()..]);
            numbers
        })?;
        out.extend(numbers.into_iter().flat_map(i16::to_le_bytes));
        Ok(())
    }
}

fn refused(code: &'static str, message: &str) -> Error {
    Error { code: code.into(), message: message.to_string(), remedy: None, rule: None }
}

/// The numbers of the table. Players stand in the order of seats, the one who looks first. Scores, how many cards a zone
/// has, and what lies open on the table are known to everybody.
fn table(
    game: &mut dyn Match,
    zones: &[ZoneCards],
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
    for zone in zones {
        let Some(kind) = layout.zones.iter().position(|name| *name == zone.name) else { continue };
        let at = zone.seat.map_or(shared + kind, |of| {
            GENERAL + place(usize::from(of.0)) * (PLAYER + kinds) + PLAYER + kind
        });
        if let Some(number) = numbers.get_mut(at) {
            *number = small(i64::from(*number) + zone.cards.len() as i64);
        }
    }
    if let Some(prompt) = prompt {
        numbers[shared + kinds + prompt] = 1;
    }
}

/// The numbers of the candidates, one after the other.
fn answers(zones: &[ZoneCards], seat: Seat, layout: &Layout, shown: &[Choice], numbers: &mut [i16]) {
    if shown.is_empty() {
        return;
    }
    let mut places: Vec<(ObjectId, usize, Option<Seat>)> = Vec::new();
    for zone in zones {
        let Some(kind) = layout.zones.iter().position(|name| *name == zone.name) else { continue };
        places.extend(zone.cards.iter().map(|card| (card.0, kind, zone.seat)));
    }
    places.sort_unstable_by_key(|place| place.0);
    let lies = |object: ObjectId| {
        let place = places.binary_search_by_key(&object, |place| place.0).ok()?;
        Some((places[place].1, places[place].2))
    };
    for (choice, row) in shown.iter().zip(numbers.chunks_exact_mut(layout.candidate())) {
        row[0] = 1;
        let items: Vec<Item> = match choice {
            Choice::Pick(items) => items.clone(),
            Choice::Split(shares) => shares.iter().map(|(item, _)| *item).collect(),
            Choice::Number(number) => {
                row[9] = small(i64::from(*number));
                Vec::new()
            }
            Choice::Name(_) => {
                row[15] = 1;
                Vec::new()
            }
        };
        row[1] = small(items.len() as i64);
        for item in &items {
            let (place, more) = counted(*item, seat);
            row[place] = small(i64::from(row[place]) + more);
            if let Item::Act(verb, _) = item
                && usize::from(*verb) < layout.verbs
            {
                row[ANSWER + layout.zones.len() + usize::from(*verb)] += 1;
            }
            let Some((zone, owner)) = item.objects()[0].and_then(&lies) else { continue };
            row[ANSWER + zone] += 1;
            row[14] += i16::from(owner == Some(seat));
        }
    }
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

struct Inner {
    layout: Layout,
    rules: Rules,
    places: Vec<Place>,
}

impl Inner {
    fn new(setup: Value, bots: Value, count: usize, most: usize, decisions: u32) -> Result<Inner, Error> {
        let name = setup["game"].as_str().unwrap_or_default().to_string();
        let verbs = embedded::game(&name)?["verbs"].as_array().map_or(0, Vec::len);
        let prompts = embedded::prompts(&name)?;
        let rules = Rules { setup, bots, most_decisions: decisions.max(1) };
        let mut first = Place::new(0);
        first.begin(&rules, most)?;
        let (seats, mut zones) = first.session.look(TABLE, |game| {
            (game.scores().len(), game.zones().iter().map(|zone| zone.name).collect::<Vec<_>>())
        })?;
        zones.sort_unstable();
        zones.dedup();
        let layout = Layout { seats, zones, prompts, verbs, candidates: most };
        let mut places = vec![first];
        places.extend((1..count as u64).map(Place::new));
        Ok(Inner { layout, rules, places })
    }

    /// Does something at each match, on all cores.
    fn each(
        &mut self,
        work: impl Fn(usize, &mut Place, &Rules, &Layout) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let (rules, layout) = (&self.rules, &self.layout);
        match self.places.as_mut_slice() {
            [one] => embedded::caught(|| work(0, one, rules, layout)),
            places => places
                .par_iter_mut()
                .enumerate()
                .try_for_each(|(number, place)| embedded::caught(|| work(number, place, rules, layout))),
        }
    }
}

/// Matches that are played side by side, each question with numbered candidates.
#[pyclass(frozen)]
pub struct Arena(Mutex<Inner>);

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
        let made = py.detach(|| {
            embedded::caught(|| {
                Inner::new(setup, bots, count.clamp(1, 4_096), candidates.clamp(2, 4_096), decisions)
            })
        });
        made.map(|inner| Arena(Mutex::new(inner))).map_err(|fault| raised(py, &fault))
    }

    /// The layout of the numbers, as JSON.
    fn layout(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inner| {
            let layout = &inner.layout;
            Ok(json!({
                "seats": layout.seats,
                "zones": layout.zones,
                "prompts": layout.prompts,
                "verbs": layout.verbs,
                "table": layout.table(),
                "candidate": layout.candidate(),
                "candidates": layout.candidates,
            })
            .to_string())
        })
    }

    /// Begins all matches, each with its seed.
    fn reset(&self, py: Python<'_>, seeds: Vec<u64>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.each(|number, place, rules, layout| {
                (place.seed, place.episode) = (seeds.get(number).copied().unwrap_or(number as u64), 0);
                place.begin(rules, layout.candidates)
            })
        })
    }

    /// Gives the answer with this number at each match; one that was over begins anew.
    fn step(&self, py: Python<'_>, actions: Vec<u32>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.each(|number, place, rules, layout| {
                let action = actions.get(number).copied().unwrap_or(0);
                place.step(action as usize, rules, layout.candidates)
            })
        })
    }

    /// The numbers of all matches as a seat may know them, or the seat that is asked: 16 bits each, the low byte first.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyBytes>> {
        let numbers = self.with(py, |inner| {
            let seat = match seat.map(Seat) {
                Some(seat) if usize::from(seat.0) >= inner.layout.seats => {
                    return Err(refused("seat", "there is no such seat in this match"));
                }
                seat => seat,
            };
            let rows: Vec<Mutex<Vec<u8>>> = inner.places.iter().map(|_| Mutex::default()).collect();
            inner.each(|number, place, _, layout| {
                let mut row = Vec::with_capacity(layout.all() * 2);
                place.observe(seat, layout, &mut row)?;
                rows[number].lock().iter_mut().for_each(|kept| **kept = std::mem::take(&mut row));
                Ok(())
            })?;
            Ok(rows.into_iter().flat_map(|row| row.into_inner().unwrap_or_default()).collect::<Vec<u8>>())
        })?;
        Ok(PyBytes::new(py, &numbers))
    }

    /// Which candidates there are: a byte each, for all matches.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mask = self.with(py, |inner| {
            let row = |place: &Place| {
                let there = place.choices.len();
                (0..inner.layout.candidates).map(move |number| u8::from(number < there))
            };
            Ok(inner.places.iter().flat_map(row).collect::<Vec<u8>>())
        })?;
        Ok(PyBytes::new(py, &mask))
    }

    /// How the matches stand, four bytes each: the seat that is asked, or 255; 0 while it is played, 1 when it is over, 2 when
    /// it has too many decisions; the seats that have won, a bit each; how many players have.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let status = self.with(py, |inner| {
            let of = |place: &Place| {
                let winners = place.winners.as_deref().unwrap_or_default();
                let bits = winners.iter().filter(|seat| **seat < 8).fold(0, |bits, seat| bits | 1 << seat);
                let ended = match &place.winners {
                    Some(_) => 1,
                    None if place.is_over(&inner.rules) => 2,
                    None => 0,
                };
                [place.asked.map_or(u8::MAX, |seat| seat.0), ended, bits, winners.len() as u8]
            };
            Ok(inner.places.iter().flat_map(of).collect::<Vec<u8>>())
        })?;
        Ok(PyBytes::new(py, &status))
    }

    /// How many decisions there have been in all matches, those of bots among them.
    fn decisions(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |inner| Ok(inner.places.iter().map(|place| place.made).sum()))
    }

    /// A candidate of a match as the protocol writes it.
    fn choice(&self, py: Python<'_>, place: usize, number: usize) -> PyResult<String> {
        self.one(py, place, |place| {
            let choice = place.choices.get(number).cloned();
            let choice =
                choice.ok_or_else(|| refused("not_offered", "there is no candidate of this number"))?;
            Ok(embedded::choice(choice).to_string())
        })
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
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.0.lock().ok().map(|mut inner| work(&mut inner)));
        done.ok_or_else(broken)?.map_err(|fault| raised(py, &fault))
    }

    fn one<T: Send>(
        &self,
        py: Python<'_>,
        place: usize,
        work: impl FnOnce(&mut Place) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = self.with(py, |inner| inner.places.get_mut(place).map(work).transpose())?;
        done.ok_or_else(|| PyIndexError::new_err("no match has this number"))
    }
}
