//! A scribe: writes a match down that people play with cards and dice of their own, as it happens.
//!
//! The lines are those of scenarios. Nobody sees the hands and libraries, so the scribe deals the cards of the decks in
//! some order and exchanges two that nobody has seen as soon as a line shows that a card lies elsewhere. Shuffles that
//! led there are changed, the match is replayed from its beginning, and every answer and every public word must come out
//! as before. The log states the draws ([`duelog_kernel::given`]) and says which places were never seen.

mod asking;
mod exchanging;
mod lacking;
mod paths;
#[cfg(test)]
mod tests;
mod tossing;
mod unfit;

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::budget::{Budget, within};
use duelog_kernel::given::{GivenDraw, GivenDraws, MadeDraw};
use duelog_kernel::prose::listed;
use duelog_kernel::rng::Purpose;
use duelog_kernel::setup::{Placed, SetupError};
use duelog_kernel::{Choice, Factory, ObjectId, Seat, Setup, Viewer};
use duelog_log_format::Storage;

use self::paths::Paths;
use self::tossing::Toss;
use self::unfit::Miss;
pub use self::unfit::Unfit;
use super::answer::first_of;
use super::play::{Play, Step};
use super::reference::{Names, cards};
use super::setup::head;
use super::words::{first_word, is_verb, player, players, seat, without_ids};
use crate::recorder::{Options, RecordError, Recorder};

/// How often players pass on the way to a deed at most.
const PASSES: usize = 40;

/// The steps of work for the cards with which a line fits: about two seconds of a machine of today.
const STEPS: u64 = 8_000_000;

/// The table as a scribe has written it down so far.
pub struct Scribe<'f> {
    factory: &'f dyn Factory,
    setup: Setup,
    names: Names,
    /// The results that a line has stated and that no draw has taken.
    tosses: Vec<Toss>,
    /// The cards that the next deed shows to everybody, beside those that it names.
    shown: Vec<String>,
    written: Option<Written>,
    /// Hidden cards that lines have named.
    seen: Vec<Seen>,
}

/// A match that has begun.
struct Written {
    play: Play,
    /// The draws at the start of the match.
    opening: Vec<MadeDraw>,
    /// Who saw what: the objects that the public knew, each with how many decisions had been made.
    public: Vec<(ObjectId, u32)>,
    /// The names of those objects.
    names: BTreeMap<ObjectId, String>,
    /// An answer to the current question that is being given in place of a line.
    answer: Option<(Seat, Choice)>,
}

/// A decision that a scribe has written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The draws that it led to, with the places that nobody has seen.
    pub draws: Vec<GivenDraw>,
    /// Who answered.
    pub seat: Seat,
    /// The answer.
    pub choice: Choice,
}

/// A hidden card that a line has named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    object: ObjectId,
    /// How many decisions had been made.
    at: u32,
}

/// Cards that a player sees and nobody has named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    /// Whose zone it is; none for a zone that the players share.
    pub seat: Option<Seat>,
    /// The zone.
    pub zone: String,
    /// The cards, the top one first.
    pub cards: Vec<ObjectId>,
}

/// A line, and the one that follows.
#[derive(Debug, Clone)]
struct Line<'l> {
    text: &'l str,
    /// The deed that follows.
    next: &'l str,
    /// The lines directly behind it that say how something is paid.
    payments: Vec<&'l str>,
    /// How often players pass before it.
    passes: usize,
}

/// The effect of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Heard {
    /// The events that it led to, in words, as the public sees them.
    pub told: Vec<String>,
    /// The cards that were found to lie elsewhere than they had been dealt.
    pub found: Vec<String>,
}

impl<'f> Scribe<'f> {
    /// Begins to write a match of `setup` down. It starts with the first deed.
    ///
    /// # Errors
    /// [`SetupError`] when a card of the decks is unknown.
    pub fn new(factory: &'f dyn Factory, setup: Setup) -> Result<Scribe<'f>, SetupError> {
        let names = factory.definitions(&setup)?.into_iter().map(|definition| definition.0).collect();
        let names = Names::among(factory, names);
        Ok(Scribe {
            factory,
            setup,
            names,
            tosses: Vec::new(),
            shown: Vec::new(),
            written: None,
            seen: Vec::new(),
        })
    }

    /// Takes a line down. After an error nothing has changed. `ahead` are the lines that follow, as far as they are
    /// known: those that say how something is paid belong to the deed before them.
    ///
    /// # Errors
    /// [`Unfit`] where it is not understood, or does not fit the match as it was written down.
    pub fn say(&mut self, line: &str, ahead: &[&str]) -> Result<Heard, Unfit> {
        let line = plain(line);
        if line.is_empty() || line.starts_with('#') {
            return Ok(Heard::default());
        }
        if let Some(results) = line.strip_prefix("chance:") {
            return self.toss(results).map(|()| Heard::default());
        }
        if let Some(cards) = line.strip_prefix("shown:") {
            self.shown.extend(self.cards(cards)?);
            return Ok(Heard::default());
        }
        if self.written.is_none() {
            self.written = Some(self.begin()?);
        }
        match self.hidden(line)? {
            Some((seat, zone, cards)) => self.see(seat, &zone, &cards),
            None => {
                let mut ahead = ahead.iter().copied().map(plain).filter(|line| is_deed(line)).peekable();
                let next = ahead.peek().copied().unwrap_or_default();
                let pays = |line: &&str| is_verb(first_word(first_word(line).1).0, "pay");
                let payments = ahead.take_while(pays).collect();
                self.act(Line { text: line, next, payments, passes: 0 })
            }
        }
    }

    /// The question that the match waits for, in words; none where it is over or has not begun.
    pub fn asked(&mut self) -> Option<String> {
        let known = self.known(self.written.as_ref()?);
        let play = &mut self.written.as_mut()?.play;
        play.game.request()?;
        play.known = Some(known);
        Some(play.asked())
    }

    /// How the match ended, in words.
    pub fn ended(&self) -> Option<String> {
        let written = self.written.as_ref()?;
        written.play.game.outcome().map(|outcome| players(&crate::replay::outcome_in_words(&outcome)))
    }

    /// Reads `P1 hand: Forest, 2 Bear`, which names hidden cards where they lie.
    fn hidden(&self, line: &str) -> Result<Option<(Seat, String, Vec<String>)>, String> {
        let Some((head, body)) = head(line, &self.names) else { return Ok(None) };
        let (who, zone) = first_word(head);
        let Some(seat) = seat(who.strip_suffix("'s").unwrap_or(who)) else { return Ok(None) };
        if zone.is_empty() {
            return Ok(None);
        }
        self.is_there(seat)?;
        let zones = self.zones();
        if !zones.contains(zone) {
            let known: Vec<&str> = zones.iter().map(String::as_str).collect();
            return Err(format!("there is no zone \"{zone}\" (zones: {})", known.join(", ")));
        }
        Ok(Some((seat, zone.to_string(), self.cards(body)?)))
    }

    /// Reads `Forest, 2 Bear`.
    fn cards(&self, list: &str) -> Result<Vec<String>, String> {
        let mut cards = Vec::new();
        for (count, Placed { card, label, facts, .. }) in self.names.cards(list, "of the decks")? {
            if !label.is_empty() || !facts.is_empty() {
                return Err(format!("{card} is named without a label or facts here"));
            }
            cards.extend(std::iter::repeat_n(card, usize::from(count)));
        }
        Ok(cards)
    }

    fn zones(&self) -> BTreeSet<String> {
        let Some(written) = &self.written else { return BTreeSet::new() };
        let zones = written.play.game.zones().into_iter();
        zones.filter(|zone| zone.seat.is_some()).map(|zone| zone.name.to_string()).collect()
    }

    /// The draws of the start as the log states them.
    pub fn opening(&self) -> Vec<GivenDraw> {
        let Some(written) = &self.written else { return Vec::new() };
        let paths = self.paths(written);
        written.opening.iter().map(|made| stated(made, &paths)).collect()
    }

    /// All decisions as the log has them.
    pub fn deeds(&self) -> Vec<Deed> {
        let Some(written) = &self.written else { return Vec::new() };
        let paths = self.paths(written);
        let deed = |step: &Step| Deed {
            draws: step.draws.iter().map(|made| stated(made, &paths)).collect(),
            seat: step.seat,
            choice: step.choice.clone(),
        };
        written.play.steps.iter().map(deed).collect()
    }

    /// Writes the log: its draws are stated, and the places that nobody has seen are named.
    ///
    /// # Errors
    /// [`RecordError`] when the log cannot be written.
    pub fn write<S: Storage>(&self, options: &Options, storage: S) -> Result<Recorder<S>, RecordError> {
        let given = self.opening().into_iter().collect();
        let options = Options { given: Some(given), ..options.clone() };
        let mut recorder = Recorder::new(self.factory, &self.setup, &options, storage)?;
        for Deed { draws, seat, choice } in self.deeds() {
            recorder.decide_given(&draws, seat, &choice)?;
        }
        if recorder.game().outcome().is_some() {
            recorder.finish()?;
        } else {
            recorder.seal()?;
        }
        Ok(recorder)
    }

    /// Starts the match, with what lines have said of chance.
    fn begin(&mut self) -> Result<Written, Unfit> {
        let mut given = GivenDraws::default();
        let mut used = 0;
        loop {
            let written = self.start(&given, &[])?;
            let Some(open) = written.opening.iter().find(|made| is_asked(made)) else {
                self.tosses.drain(..used);
                return Ok(written);
            };
            let toss = self.tosses.get(used).ok_or(Unfit::Chance(open.among))?;
            let one = |result: u32| {
                let mut given = given.clone();
                given.add(GivenDraw { result: vec![result], ..open.draw.clone() });
                self.start(&given, &[]).ok().map(|written| written.play)
            };
            let result = toss.result((open, 0), |_| None, |_| false, one);
            let result = result.map_err(|why| format!("chance decides as the match begins: {why}"))?;
            given.add(GivenDraw { result: vec![result], ..open.draw.clone() });
            used += 1;
        }
    }

    /// The match from its beginning with these draws and these decisions.
    fn start(&self, given: &GivenDraws, steps: &[(Seat, Choice)]) -> Result<Written, String> {
        let begun = self.factory.start_under(self.factory.revision(), &self.setup, Some(given), true);
        let mut game = begun.map_err(|error| players(&error.to_string()))?;
        let opening = game.luck().made().to_vec();
        game.observe();
        let mut written = Written {
            play: Play::of(game, self.names.clone()),
            opening,
            public: Vec::new(),
            names: BTreeMap::new(),
            answer: None,
        };
        written.look();
        for (seat, choice) in steps {
            let decided = written.play.decide(*seat, choice.clone());
            decided.map_err(|trouble| written.play.in_words(trouble))?;
            written.look();
        }
        Ok(written)
    }

    /// Does as a line says, with no more work than a person waits for.
    fn act(&mut self, line: Line<'_>) -> Result<Heard, Unfit> {
        if let (Some(ended), Some(_)) = (self.ended(), seat(first_word(line.text).0)) {
            return Err(format!("the match is over: {ended}; `undo` takes the line before back").into());
        }
        let mut why = match self.attempt(&line) {
            Ok(played) => return Ok(self.take(played, &line, Vec::new())),
            Err(miss) => miss.why,
        };
        let kept = self.keep();
        let said = (self.tosses.clone(), self.shown.clone());
        match within(Budget::steps(STEPS), || self.search(&line, &mut why)) {
            Ok(Some(heard)) => Ok(heard),
            Ok(None) => Err(why),
            Err(_) => {
                self.restore(kept);
                (self.tosses, self.shown) = said;
                Err(why.searched())
            }
        }
    }

    /// Does as a line says with other cards in unseen places, or later in this turn or the next, when players have
    /// passed; where it fits nowhere, `why` becomes the reason that fits the line best.
    fn search(&mut self, line: &Line<'_>, why: &mut Unfit) -> Option<Heard> {
        match self.act_now(line) {
            Ok(heard) => return Some(heard),
            Err(now) => *why = now,
        }
        let acting = seat(first_word(line.text).0);
        let asked = self.written.as_ref().and_then(|written| written.play.game.request());
        // Who is asked only later hears what is wrong there too.
        let mut later = acting.filter(|acting| asked.is_some_and(|request| request.seat != *acting));
        for passes in self.passes(acting) {
            match self.act_now(&Line { passes, ..line.clone() }) {
                Ok(heard) => return Some(heard),
                Err(then) => {
                    if let Some(acting) = later.take() {
                        *why = why.clone().and_later(acting, then);
                    }
                }
            }
        }
        None
    }

    /// After how many passes in this turn and the next a player is asked, until somebody must choose.
    fn passes(&self, acting: Option<Seat>) -> Vec<usize> {
        let (Some(written), Some(acting)) = (&self.written, acting) else { return Vec::new() };
        let turn = written.play.game.turn_step().turn;
        let mut play = written.play.fork();
        let mut found = Vec::new();
        for passes in 1..=PASSES {
            if play.pass_on().is_err() || play.game.turn_step().turn > turn + 1 {
                break;
            }
            if play.game.request().is_some_and(|request| request.seat == acting) {
                found.push(passes);
            }
        }
        found
    }

    /// Checks that a deed shows everybody the cards that are chosen in it or that lines before it name, and no others.
    fn shows(
        &self,
        written: &Written,
        play: &Play,
        line: &Line<'_>,
        tossed: &[ObjectId],
    ) -> Result<(), Miss> {
        let mut after = written.with(play.fork());
        let before = written.public.len();
        after.look();
        let paths = self.paths(&after);
        let from = written.play.game.decisions();
        let chosen: BTreeSet<ObjectId> =
            play.steps[from as usize..].iter().flat_map(|step| chosen_by(&step.choice)).collect();
        let mentioned: Vec<String> = self.mentioned(line).into_iter().map(|named| named.1).collect();
        let in_sight = written.answer.as_ref().map(|(seat, _)| in_sight(&mut written.fork(), *seat));
        let (mut met, mut shown) = (BTreeSet::new(), Vec::<(bool, String)>::new());
        let (mut old, mut laid) = (BTreeSet::new(), Vec::new());
        for (object, _) in &after.public[before..] {
            old.extend(after.names.get(object).cloned());
            if let Some(card) = paths.newly_seen(*object, from)
                && met.insert(card)
                && let Some(name) = after.names.get(object)
            {
                // Who chooses a hidden card without seeing it names no card.
                let is_meant = |one: &ObjectId| match &in_sight {
                    Some(in_sight) => in_sight.contains(one),
                    None => mentioned.contains(name),
                };
                let is_chosen = |one: &ObjectId| chosen.contains(one) && is_meant(one);
                let is_named = |one: &ObjectId| is_chosen(one) || tossed.contains(one);
                let is_named = paths.way(card).any(|one| is_named(&one));
                laid.extend((!is_named).then_some(card));
                shown.push((is_named, name.clone()));
            }
        }
        let names = |shown: &[(bool, String)]| {
            let names: Vec<String> = shown.iter().map(|shown| shown.1.clone()).collect();
            if names.is_empty() { "no card".to_string() } else { listed(names, "and") }
        };
        for name in &self.shown {
            // A card that nothing else names comes first.
            let places = || shown.iter().enumerate().filter(|(_, shown)| shown.1 == *name);
            match places().find(|(_, shown)| !shown.0).or_else(|| places().next()).map(|found| found.0) {
                Some(place) => drop(shown.swap_remove(place)),
                None if old.contains(name) => {}
                None => {
                    let why = format!("{name} is not shown by this; it shows {}", names(&shown));
                    return Err(Miss { why: why.into(), shown: laid });
                }
            }
        }
        shown.retain(|shown| !shown.0);
        if shown.is_empty() {
            return Ok(());
        }
        Err(Miss { why: Unfit::Shown(shown.into_iter().map(|shown| shown.1).collect()), shown: laid })
    }

    /// Takes over a copy on which a line was carried out.
    fn take(&mut self, (play, used): (Play, usize), line: &Line<'_>, found: Vec<String>) -> Heard {
        let named: Vec<String> = self.mentioned(line).into_iter().map(|named| named.1).collect();
        self.tosses.drain(..used);
        self.shown.clear();
        let Some(written) = &mut self.written else { return Heard::default() };
        let answered = written.answer.take().is_some();
        let from = written.play.game.decisions();
        let mut before = std::mem::replace(&mut written.play, play);
        written.look();
        let at = written.play.game.decisions();
        // A hidden card that a line names is known from then on, if who chose it could see it.
        for step in &written.play.steps[from as usize..] {
            let viewer = Viewer::Seat(step.seat);
            let views = [before.game.view(viewer), written.play.game.view(viewer)];
            let seen = |object: &ObjectId| {
                let mut cards = views.iter().flat_map(cards);
                cards.any(|(_, card)| card.id == *object && (answered || named.contains(&card.name)))
            };
            let said = chosen_by(&step.choice).into_iter().filter(seen);
            self.seen.extend(said.map(|object| Seen { object, at }));
        }
        let told = written.play.game.told(from + 1, Viewer::Public);
        let told = told.iter().filter(|told| !told.internal && !told.detail);
        let told = told.map(|told| format!("{} ({})", players(&without_ids(&told.text)), told.rule));
        Heard { told: told.collect(), found }
    }

    /// Carries a line out on a copy: the copy, and how many stated results of chance it took.
    fn attempt(&self, line: &Line<'_>) -> Result<(Play, usize), Miss> {
        let Some(written) = &self.written else { return Err("the match has not begun".to_string().into()) };
        let from = written.play.steps.len();
        let known = self.known(written);
        let said = |draws: &[GivenDraw]| -> Result<Play, String> {
            let mut play = written.play.fork();
            play.known = Some(known.clone());
            for draw in draws {
                play.game.luck().give(draw.clone());
            }
            let Some((seat, choice)) = &written.answer else {
                (0..line.passes).try_for_each(|_| play.pass_on())?;
                return play.say(line.text, line.next).map(|()| play);
            };
            match play.decide(*seat, choice.clone()) {
                Ok(()) => Ok(play),
                Err(trouble) => Err(play.in_words(trouble)),
            }
        };
        let mut draws: Vec<GivenDraw> = Vec::new();
        // The cards that results of chance have named.
        let mut tossed: Vec<ObjectId> = Vec::new();
        loop {
            let play = said(&draws)?;
            let made = play.steps[from..].iter().flat_map(|step| &step.draws);
            let Some(open) = made.clone().find(|made| is_asked(made)).cloned() else {
                self.shows(written, &play, line, &tossed)?;
                return Ok((play, draws.len()));
            };
            let toss = self.tosses.get(draws.len()).ok_or(Unfit::Chance(open.among))?;
            let one = |result: u32| {
                let mut draws = draws.clone();
                draws.push(GivenDraw { result: vec![result], ..open.draw.clone() });
                said(&draws).ok()
            };
            let zones: Vec<_> = written.play.game.zones().into_iter().chain(play.game.zones()).collect();
            let name = |object: ObjectId| {
                let mut cards = zones.iter().flat_map(|zone| &zone.cards);
                cards.find(|card| card.0 == object).map(|card| card.1.clone())
            };
            let is_card = |text: &str| self.names.is_name(text);
            let result = toss.result((&open, written.play.game.decisions() + 1), name, is_card, one);
            let result =
                result.map_err(|why| if written.answer.is_some() { why } else { toss.unfit(&why) })?;
            if is_card(toss.text()) {
                tossed.extend(open.objects.get(result as usize));
            }
            draws.push(GivenDraw { result: vec![result], ..open.draw.clone() });
        }
    }

    /// The cards that a line names, and those that the results of chance before it name; several of a card as often,
    /// with the player whom the text begins with.
    fn mentioned(&self, line: &Line<'_>) -> Vec<(Option<Seat>, String)> {
        let mut found = Vec::new();
        let tosses = self.tosses.iter().map(Toss::text);
        let texts = std::iter::once(line.text).chain(line.payments.iter().copied()).chain(tosses);
        for mut rest in texts {
            let (acting, mut number) = (seat(first_word(rest).0), 1);
            while !rest.is_empty() {
                rest = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric());
                let (word, behind) = first_word(rest);
                match self.names.name(rest, None) {
                    Some((name, after_name)) => {
                        found.extend(std::iter::repeat_n((acting, name), number));
                        (rest, number) = (after_name, 1);
                    }
                    None => {
                        number = word.parse().ok().filter(|number| (1..=10).contains(number)).unwrap_or(1);
                        rest = behind;
                    }
                }
            }
        }
        let mut named: Vec<String> = found.iter().map(|found| found.1.clone()).collect();
        let acting = seat(first_word(line.text).0);
        for name in &self.shown {
            match named.iter().position(|named| named == name) {
                Some(place) => drop(named.swap_remove(place)),
                None => found.push((acting, name.clone())),
            }
        }
        found
    }

    /// The hidden cards of a zone are said to be these, or to have these among them.
    fn see(&mut self, seat: Seat, zone: &str, cards: &[String]) -> Result<Heard, Unfit> {
        self.is_room(seat, zone, cards)?;
        let kept = self.keep();
        let mut found = Vec::new();
        let mut used: Vec<ObjectId> = Vec::new();
        for name in cards {
            match self.place(seat, zone, name, &used) {
                Ok((object, moved)) => {
                    used.push(object);
                    found.extend(moved);
                    let at = self.written.as_ref().map_or(0, |written| written.play.game.decisions());
                    self.seen.push(Seen { object, at });
                }
                Err(why) => {
                    self.restore(kept);
                    return Err(why.into());
                }
            }
        }
        Ok(Heard { told: Vec::new(), found })
    }

    fn keep(&self) -> Option<(Written, Vec<Seen>)> {
        self.written.as_ref().map(|written| (written.fork(), self.seen.clone()))
    }

    fn restore(&mut self, kept: Option<(Written, Vec<Seen>)>) {
        if let Some((written, seen)) = kept {
            (self.written, self.seen) = (Some(written), seen);
        }
    }

    /// The objects that somebody has seen, so that it is known which cards they are.
    fn known(&self, written: &Written) -> BTreeSet<ObjectId> {
        let paths = self.paths(written);
        let zones = written.play.game.zones();
        let all = zones.iter().flat_map(|zone| &zone.cards).map(|card| card.0);
        all.filter(|object| paths.is_known(*object)).collect()
    }

    fn paths(&self, written: &Written) -> Paths {
        let seen = self.seen.iter().map(|seen| (seen.object, seen.at));
        let steps = written.play.steps.iter().map(|step| step.draws.as_slice());
        let became = written.play.game.became(0);
        Paths::new(&written.opening, steps, &became, written.public.iter().copied().chain(seen))
    }
}

impl Written {
    fn fork(&self) -> Written {
        self.with(self.play.fork())
    }

    /// The same match at another point.
    fn with(&self, play: Play) -> Written {
        Written {
            play,
            opening: self.opening.clone(),
            public: self.public.clone(),
            names: self.names.clone(),
            answer: self.answer.clone(),
        }
    }

    /// Notes what the public has seen since it was last called.
    fn look(&mut self) {
        let at = self.play.game.decisions();
        let Some(news) = self.play.game.observed() else { return };
        let heard = news.viewers.first().map_or(&[][..], |public| &public.objects);
        for sighting in heard {
            if let Some(place) = &sighting.place {
                self.public.push((sighting.object, at));
                self.names.insert(sighting.object, place.card.clone());
            }
        }
    }
}

/// A draw as the log states it.
fn stated(made: &MadeDraw, paths: &Paths) -> GivenDraw {
    match made.draw.purpose {
        Purpose::Shuffle => GivenDraw { open: paths.open(made.draw.number), ..made.draw.clone() },
        Purpose::Coin | Purpose::Die | Purpose::Choice => made.draw.clone(),
    }
}

/// The cards that a player sees.
fn in_sight(written: &mut Written, seat: Seat) -> BTreeSet<ObjectId> {
    cards(&written.play.game.view(Viewer::Seat(seat))).map(|(_, card)| card.id).collect()
}

/// A line without the sign of a list.
fn plain(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("- ").unwrap_or(line).trim()
}

/// Returns whether a line is neither a remark nor a statement about the next deed.
fn is_deed(line: &str) -> bool {
    !(line.is_empty() || line.starts_with('#') || line.starts_with("chance:") || line.starts_with("shown:"))
}

/// The objects that a choice names.
fn chosen_by(choice: &Choice) -> Vec<ObjectId> {
    match choice {
        Choice::Pick(items) => items.iter().filter_map(first_of).collect(),
        Choice::Split(shares) => shares.iter().filter_map(|share| first_of(&share.0)).collect(),
        Choice::Number(_) | Choice::Name(_) => Vec::new(),
    }
}

/// Returns whether somebody must say how a draw came out: all players see it, and nobody has said it.
fn is_asked(made: &MadeDraw) -> bool {
    made.draw.purpose != Purpose::Shuffle && !made.given && made.among > 1
}

/// A card and where it was found, in words.
fn found_in_words(name: &str, seat: Seat, zone: &str) -> String {
    format!("{name} is in {}'s {zone}", player(seat))
}
