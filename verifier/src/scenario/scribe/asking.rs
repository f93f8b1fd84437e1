//! A scribe who asks: answers to questions in place of lines, the cards that players must name, and the way back.

use duelog_kernel::given::{GivenDraws, MadeDraw};
use duelog_kernel::rng::Purpose;
use duelog_kernel::{Choice, Factory, ObjectId, Seat, Viewer};
use duelog_log_format::{Reader, Record};

use super::unfit::Unfit;
use super::{Heard, Line, Scribe, Seen, Unseen, found_in_words};

impl<'f> Scribe<'f> {
    /// Continues a log whose draws are stated.
    ///
    /// # Errors
    /// Why it cannot be written on: a record that a log of a scribe does not have, or a draw that is not stated.
    pub fn of_log(factory: &'f dyn Factory, log: &[u8]) -> Result<Scribe<'f>, String> {
        let mut reader = Reader::open(log).map_err(|fault| fault.to_string())?;
        let header = reader.header().clone();
        let mut scribe = Scribe::new(factory, header.setup()).map_err(|error| error.to_string())?;
        let Some(given) = header.given else { return Err("its draws are those of its seed".to_string()) };
        let mut steps = Vec::new();
        while let Some(logged) = reader.next_record().map_err(|fault| fault.to_string())? {
            match logged.record {
                Record::Decision(made) => steps.push((made.seat, made.choice)),
                Record::Header(_) | Record::Given(_) | Record::Seal(_) | Record::Outcome(_) => {}
                Record::Rewind(_) => return Err("decisions of it were taken back".to_string()),
                Record::Annotation(_) => return Err("it has notes or a clock".to_string()),
                Record::Signature(_) => return Err("it is signed".to_string()),
                Record::Observed(_) => return Err("it is observed".to_string()),
                Record::SeedCommitment(_) | Record::SeedReveal(_) => {
                    return Err("its seed was committed to".to_string());
                }
            }
        }
        // Where nothing has been stated yet, lines still say how the match begins.
        if steps.is_empty() && given.iter().next().is_none() {
            return Ok(scribe);
        }
        let written = scribe.start(&given, &steps)?;
        let made = written.play.steps.iter().map(|step| step.draws.as_slice());
        for (draws, at) in std::iter::once(written.opening.as_slice()).chain(made).zip(0..) {
            for made in draws {
                scribe.seen.extend(seen(made, &given, at)?);
            }
        }
        scribe.written = Some(written);
        Ok(scribe)
    }

    /// Begins the match with what lines have said of chance; does nothing where it has begun.
    ///
    /// # Errors
    /// [`Unfit`] where chance decides and no line has said how it came out.
    pub fn start_now(&mut self) -> Result<(), Unfit> {
        if self.written.is_none() {
            self.written = Some(self.begin()?);
        }
        Ok(())
    }

    /// Answers the current question, in place of a line. After an error nothing has changed.
    ///
    /// # Errors
    /// [`Unfit`] where the answer is refused, or lines must say more first.
    pub fn answer(&mut self, seat: Seat, choice: &Choice) -> Result<Heard, Unfit> {
        self.start_now()?;
        if let Some(written) = &mut self.written {
            written.answer = Some((seat, choice.clone()));
        }
        let heard = self.act(Line { text: "", next: "", payments: Vec::new(), passes: 0 });
        if let Some(written) = &mut self.written {
            written.answer = None;
        }
        heard
    }

    /// Forgets what lines have said of chance and of shown cards that no deed has used.
    pub fn forget_said(&mut self) {
        self.tosses.clear();
        self.shown.clear();
    }

    /// The cards that a player sees now and that nobody has named.
    pub fn unseen(&mut self, seat: Seat) -> Vec<Unseen> {
        let Some(written) = &mut self.written else { return Vec::new() };
        let view = written.play.game.view(Viewer::Seat(seat));
        let Some(written) = &self.written else { return Vec::new() };
        let paths = self.paths(written);
        let mut found = Vec::new();
        for zone in view.zones {
            let cards = zone.cards.iter().map(|card| card.id);
            let cards: Vec<ObjectId> = cards.filter(|object| !paths.is_known(*object)).collect();
            if !cards.is_empty() {
                found.push(Unseen { seat: zone.seat, zone: zone.name.to_string(), cards });
            }
        }
        found
    }

    /// Names hidden cards: `Forest, 2 Bear` are all or some of `objects`, in any order. Returns in words which of them
    /// had been dealt elsewhere. After an error nothing has changed.
    ///
    /// # Errors
    /// [`Unfit`] where they cannot be these.
    pub fn name(&mut self, objects: &[ObjectId], list: &str) -> Result<Vec<String>, Unfit> {
        let names = self.cards(list)?;
        if names.len() > objects.len() {
            let why = format!("{} cards are named, and {} are asked for", names.len(), objects.len());
            return Err(why.into());
        }
        let kept = self.keep();
        let named = self.named(objects, names);
        if named.is_err() {
            self.restore(kept);
        }
        named
    }

    /// The same, where the cards are as many at most, and something has changed after an error.
    pub(super) fn named(&mut self, objects: &[ObjectId], names: Vec<String>) -> Result<Vec<String>, Unfit> {
        let (mut open, mut used, mut found) = (objects.to_vec(), Vec::new(), Vec::new());
        let mut others = Vec::new();
        for name in names {
            let is_it = |object: &ObjectId| self.lying(*object).is_some_and(|card| card.0 == name);
            match open.iter().position(is_it) {
                Some(place) => used.push(open.remove(place)),
                None => others.push(name),
            }
        }
        for (name, object) in others.into_iter().zip(open) {
            let place = self.lying(object);
            used.push(self.exchange(object, &name, &used)?);
            found.extend(place.and_then(|(_, seat, zone)| Some(found_in_words(&name, seat?, zone))));
        }
        let at = self.written.as_ref().map_or(0, |written| written.play.game.decisions());
        self.seen.extend(used.into_iter().map(|object| Seen { object, at }));
        Ok(found)
    }

    /// The name of an object, and the zone in which it lies.
    fn lying(&self, object: ObjectId) -> Option<(String, Option<Seat>, &'static str)> {
        let zones = self.written.as_ref()?.play.game.zones();
        zones.into_iter().find_map(|zone| {
            let card = zone.cards.into_iter().find(|card| card.0 == object)?;
            Some((card.1, zone.seat, zone.name))
        })
    }

    /// Goes back to where `to` decisions had been made; does nothing where there are not more.
    ///
    /// # Errors
    /// Why the match cannot be played again up to there.
    pub fn back_to(&mut self, to: u32) -> Result<(), String> {
        let Some(written) = &self.written else { return Ok(()) };
        if written.play.game.decisions() <= to {
            return Ok(());
        }
        let kept = &written.play.steps[..to as usize];
        let draws = written.opening.iter().chain(kept.iter().flat_map(|step| &step.draws));
        let given: GivenDraws = draws.map(|made| made.draw.clone()).collect();
        let steps: Vec<(Seat, Choice)> = kept.iter().map(|step| (step.seat, step.choice.clone())).collect();
        self.written = Some(self.start(&given, &steps)?);
        self.seen.retain(|seen| seen.at <= to);
        self.forget_said();
        Ok(())
    }
}

/// The cards of a shuffle that somebody has seen since, as a log says; `at` is the number of decisions before it.
fn seen(made: &MadeDraw, given: &GivenDraws, at: u32) -> Result<Vec<Seen>, String> {
    let stated = given.get(made.draw.purpose, made.draw.number);
    let Some(stated) = stated else { return Err("not all of its draws are stated".to_string()) };
    if made.draw.purpose != Purpose::Shuffle {
        return Ok(Vec::new());
    }
    let places = stated.result.iter().zip(0..).filter(|(_, place)| !stated.open.contains(place));
    let objects = places.filter_map(|(from, _)| made.objects.get(*from as usize));
    Ok(objects.map(|object| Seen { object: *object, at }).collect())
}
