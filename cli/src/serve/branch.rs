//! Branches: matches that are played on against a bot from a moment of a log, in the memory of the server.
//!
//! A branch is kept as the log that it is. Each answer replays it, so nothing half-done is ever kept.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use duelog_kernel::{Ask, Factory, Seat, Seed, Viewer, payment};
use duelog_verifier::moment::Moment;
use duelog_verifier::{Games, Options, RecordError, Recorder, outcome_in_words};
use serde::Serialize;

use crate::apart::tell_apart;
use crate::output::Failure;
use crate::plain::with_names;
use crate::play::{Aid, Question};
use crate::report::{Played, Shown};
use crate::simulate::bots::{Bot, Policy};
use crate::{answer, fork, players, seeds};

/// How many branches there are at a time; the one that was asked for longest ago is forgotten.
pub const BRANCHES_MAX: usize = 8;

/// How many decisions are made by themselves after an answer.
const BY_ITSELF_MAX: usize = 2_000;

/// A branch.
#[derive(Debug, Clone)]
pub struct Branch {
    /// By what it is asked for.
    pub id: String,
    /// The log that it leaves, and after which decision.
    from: (String, u32),
    /// The person's seat.
    seat: Seat,
    policy: Policy,
    /// It as a log.
    pub bytes: Arc<[u8]>,
    /// How long the log was before each of the person's answers, the oldest first.
    answered: Vec<usize>,
}

/// The branches of all who play.
#[derive(Debug, Default)]
pub struct Branches(Mutex<VecDeque<Branch>>);

/// How a branch is begun.
pub struct BranchStart<'a> {
    /// The name and the bytes of the log.
    pub log: (&'a str, &'a [u8]),
    /// Where it is left.
    pub at: Moment,
    /// The person's seat; none for the one who is asked there.
    pub seat: Option<Seat>,
    /// Who has the other seats.
    pub policy: Policy,
    /// Definitions that add to those built in.
    pub cards: Option<&'a Path>,
}

/// A branch as the person may see it.
#[derive(Debug, Serialize)]
pub struct BranchView {
    branch: String,
    log: String,
    at: u32,
    seat: Seat,
    /// How many decisions have been made.
    decisions: u32,
    /// How many of the person's answers can be taken back.
    answers: usize,
    /// The table before, what has happened since, and the table as it is.
    shown: Shown,
    /// The open question to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
}

/// A question with its options.
#[derive(Debug, Serialize)]
struct Asked {
    #[serde(flatten)]
    question: Question,
    /// The sort of answer: pick, number, split or name.
    ask: &'static str,
    /// How many options, or which numbers.
    min: u32,
    max: u32,
    /// The options in words; an answer names them by their numbers, from 1.
    words: Vec<String>,
    /// True if `auto` pays.
    pays: bool,
    /// True if `done` is the only answer.
    done: bool,
}

impl Branches {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Branch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A branch.
    pub fn find(&self, id: &str) -> Option<Branch> {
        let mut kept = self.lock();
        let place = kept.iter().position(|branch| branch.id == id)?;
        let branch = kept.remove(place)?;
        kept.push_back(branch.clone());
        Some(branch)
    }

    /// Keeps a new branch, in place of the one that the same person played before.
    pub fn add(&self, branch: Branch, instead: Option<&str>) {
        let mut kept = self.lock();
        kept.retain(|other| Some(other.id.as_str()) != instead);
        while kept.len() >= BRANCHES_MAX {
            kept.pop_front();
        }
        kept.push_back(branch);
    }

    /// Keeps a branch as it is after an answer, or after one that is taken back; false if another answer came first, or
    /// it was forgotten.
    pub fn moves(&self, before: &Branch, after: Branch) -> bool {
        let mut kept = self.lock();
        let own = kept.iter_mut().find(|branch| branch.id == before.id);
        let own = own.filter(|branch| Arc::ptr_eq(&branch.bytes, &before.bytes));
        own.map(|branch| *branch = after).is_some()
    }
}

impl Branch {
    /// Forks a log, and lets the bot play until the person is asked. The log's own trouble is said.
    ///
    /// # Errors
    /// Wrong use for a moment or a seat that the log does not have, and where it does not verify up to there.
    pub fn begin(games: &Games, wanted: &BranchStart<'_>) -> Result<(Branch, BranchView), Failure> {
        let (name, _) = wanted.log;
        let options = Options { journal: true, ..Options::default() };
        let forked = fork::begun(games, wanted.log, &wanted.at, wanted.cards, &options)?;
        let (mut recorder, at) = forked.map_err(|(report, at)| {
            Failure::usage(
                format!("{name} does not verify up to decision {at}: {}", report.message),
                "play on from an earlier decision",
            )
        })?;
        let Some(asked) = recorder.game().request().map(|request| request.seat) else {
            return Err(Failure::usage("the match is over there", "play on from an earlier moment"));
        };
        let seat = wanted.seat.unwrap_or(asked);
        let seats = recorder.header().seats;
        if seat.0 >= seats {
            let remedy = format!("seats are counted from 0 to {}", seats.saturating_sub(1));
            return Err(Failure::usage(format!("there is no {seat}"), remedy));
        }
        let id = seeds::random()?.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let branch = Branch {
            id,
            from: (name.to_string(), at),
            seat,
            policy: wanted.policy,
            bytes: Arc::from([]),
            answered: Vec::new(),
        };
        let mut table = branch.table(games, recorder, false)?;
        table.plays_on()?;
        let told = table.told()?;
        let bytes = table.bytes()?;
        Ok((Branch { bytes, ..branch }, told))
    }

    /// The branch as it is, without anything that happened.
    ///
    /// # Errors
    /// A system error, which would be a fault of the program.
    pub fn looked_at(&self, games: &Games) -> Result<BranchView, Failure> {
        self.table(games, self.resumed(games)?, false)?.told()
    }

    /// Gives an answer as it is typed in `play` after decision `after`, and lets the bot play until the person is asked
    /// again.
    ///
    /// # Errors
    /// Wrong use for an answer that is not understood or not legal, or to another question.
    pub fn answer(
        &self,
        games: &Games,
        after: Option<u32>,
        line: &str,
    ) -> Result<(Branch, BranchView), Failure> {
        let mut table = self.table(games, self.resumed(games)?, true)?;
        is_there(after, &mut table)?;
        table.answer(line)?;
        table.plays_on()?;
        let answered = self.answered.iter().copied().chain([self.bytes.len()]).collect::<Vec<_>>();
        let told = BranchView { answers: answered.len(), ..table.told()? };
        let bytes = table.bytes()?;
        Ok((Branch { bytes, answered, ..self.clone() }, told))
    }

    /// Takes back the person's last answer with everything that was played after it, if decision `after` is the last.
    ///
    /// # Errors
    /// Wrong use where the person has not answered yet, or the branch is elsewhere by now.
    pub fn undone(&self, games: &Games, after: Option<u32>) -> Result<(Branch, BranchView), Failure> {
        is_there(after, &mut self.table(games, self.resumed(games)?, false)?)?;
        let mut answered = self.answered.clone();
        let before = answered.pop().and_then(|length| self.bytes.get(..length));
        let Some(before) = before else {
            return Err(Failure::usage(
                "you have given no answer that could be taken back",
                "`back to the log` leads to earlier moments, and each can be played on from",
            ));
        };
        let branch = Branch { bytes: Arc::from(before), answered, ..self.clone() };
        let told = branch.looked_at(games)?;
        Ok((branch, told))
    }

    fn resumed(&self, games: &Games) -> Result<Recorder<Vec<u8>>, Failure> {
        let options = Options { journal: true, ..Options::default() };
        let lost =
            |what: String| Failure::system(what, "report this fault of the program; begin another branch");
        let factory = self.factory(games)?;
        Recorder::resume(factory, &self.bytes, &options, self.bytes.to_vec())
            .map_err(|error| lost(error.to_string()))
    }

    fn factory<'g>(&self, games: &'g Games) -> Result<&'g dyn Factory, Failure> {
        let reader = duelog_log_format::Reader::open(&self.bytes);
        let game = reader.map(|reader| reader.header().game.clone()).unwrap_or_default();
        let found = games.iter().find(|known| known.game() == game);
        found.map(|found| &**found).ok_or_else(|| Failure::system("no such game", "begin another branch"))
    }

    fn table<'g>(
        &self,
        games: &'g Games,
        mut recorder: Recorder<Vec<u8>>,
        spares: bool,
    ) -> Result<Table<'_, 'g>, Failure> {
        let header = recorder.header().clone();
        let names = players::as_read(&players::labelled(&header), header.seats, Some(self.seat));
        let game = recorder.game();
        // Another stream at each decision, and the same one whenever this one is played again.
        let moment = [&header.seed.0[..], &game.decisions().to_le_bytes()].concat();
        let bot = Bot::new(self.policy, Seed(*blake3::hash(&moment).as_bytes()));
        let played = Some(Played::from(game, self.seat, names.clone()));
        let found = games.iter().find(|known| known.game() == header.game);
        let factory = &**found.ok_or_else(|| Failure::system("no such game", "begin another branch"))?;
        Ok(Table { branch: self, factory, recorder, bot, aid: Aid::default(), played, names, spares })
    }
}

/// A branch that is being played.
struct Table<'b, 'g> {
    branch: &'b Branch,
    factory: &'g dyn Factory,
    recorder: Recorder<Vec<u8>>,
    bot: Bot,
    aid: Aid,
    played: Option<Played>,
    names: Vec<Option<String>>,
    /// True if the person is spared questions that leave nothing to choose.
    spares: bool,
}

/// Wrong use where the branch is not after the decision that is meant.
fn is_there(after: Option<u32>, table: &mut Table<'_, '_>) -> Result<(), Failure> {
    let decisions = table.recorder.game().decisions();
    if after.is_some_and(|after| after != decisions) {
        let what = format!("the branch is after decision {decisions} by now");
        return Err(Failure::usage(what, "look at it again, and answer what is asked there"));
    }
    Ok(())
}

fn fault(what: impl std::fmt::Display) -> Failure {
    Failure::system(what.to_string(), "this is a fault of the program: report it with the log")
}

impl Table<'_, '_> {
    fn decide(&mut self, seat: Seat, choice: &duelog_kernel::Choice) -> Result<(), Failure> {
        if let Some(played) = &mut self.played {
            played.gives(self.recorder.game(), seat, choice);
        }
        match self.recorder.decide(seat, choice) {
            Ok(_) => {
                if let Some(played) = &mut self.played {
                    played.shows(self.recorder.game(), choice);
                }
                Ok(())
            }
            Err(RecordError::Illegal(illegal)) => {
                let wanted =
                    self.recorder.game().asked().map_or_else(String::new, |asked| answer::hint(&asked));
                let illegal = with_names(&illegal.to_string(), &self.names);
                Err(Failure::usage(format!("not legal: {illegal}"), format!("wanted: {wanted}")))
            }
            Err(error) => Err(fault(error)),
        }
    }

    /// Answers for the person.
    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let seat = self.branch.seat;
        let game = self.recorder.game();
        let over = || Failure::usage("nothing is asked: the match is over", "begin another branch");
        let asked = game.asked().ok_or_else(over)?;
        if line.trim() == "auto" && asked.prompt.pays() {
            let by_hand = || Failure::usage("no way to pay was found", "choose by hand");
            let choices = payment::find(game).ok_or_else(by_hand)?;
            return choices.iter().try_for_each(|choice| self.decide(seat, choice));
        }
        let choice = answer::read(line, &asked, game.words())
            .map_err(|why| Failure::usage(with_names(&why, &self.names), answer::hint(&asked)))?;
        let choice = match game.request() {
            Some(request) => choice.canonical(request),
            None => choice,
        };
        self.decide(seat, &choice)
    }

    /// Plays until the person is asked something, or to the end.
    fn plays_on(&mut self) -> Result<(), Failure> {
        for _ in 0..BY_ITSELF_MAX {
            let game = self.recorder.game();
            let Some(request) = game.request() else {
                return self.recorder.finish().map(drop).map_err(fault);
            };
            let seat = request.seat;
            let choice = if seat == self.branch.seat {
                let nothing = request.asks_for_nothing().then(|| request.forced()).flatten();
                let passes = self.spares && self.aid.idle(game);
                match nothing
                    .or_else(|| passes.then(|| duelog_kernel::Choice::one(duelog_kernel::Item::Pass)))
                {
                    Some(choice) if self.spares => choice,
                    _ => return Ok(()),
                }
            } else {
                self.bot.answer(game).ok_or_else(|| fault("the bot has no legal answer"))?
            };
            self.decide(seat, &choice)?;
            self.spares = true;
        }
        let what = format!("more than {BY_ITSELF_MAX} decisions would be made before you are asked again");
        Err(Failure::limit(what, "give another answer"))
    }

    fn told(&mut self) -> Result<BranchView, Failure> {
        let header = self.recorder.header().clone();
        let (log, at) = self.branch.from.clone();
        let message = format!("a branch of {log} after decision {at}: what follows was never played there");
        let game = self.recorder.game();
        let played = self.played.take().ok_or_else(|| fault("a branch is told twice"))?;
        let shown = played.shown(game, &header, self.factory, message);
        let asked = self.asked();
        let game = self.recorder.game();
        let over = game.outcome().map(|outcome| with_names(&outcome_in_words(&outcome), &self.names));
        let decisions = game.decisions();
        Ok(BranchView {
            branch: self.branch.id.clone(),
            log,
            at,
            seat: self.branch.seat,
            decisions,
            answers: self.branch.answered.len(),
            shown,
            asked,
            over,
        })
    }

    /// The question to the person, in the person's words.
    fn asked(&mut self) -> Option<Asked> {
        let seat = self.branch.seat;
        let game = self.recorder.game();
        game.request().filter(|request| request.seat == seat)?;
        let mut asked = game.request_view(Viewer::Seat(seat))?;
        tell_apart(&mut asked, &game.view(Viewer::Seat(seat)));
        for option in &mut asked.options {
            option.text = with_names(&option.text, &self.names);
        }
        let mut question = Question::of(&asked, false, String::new());
        question.question = with_names(&question.question, &self.names);
        question.effect = question.effect.map(|effect| with_names(&effect, &self.names));
        let (ask, min, max) = match &asked.ask {
            Ask::Pick { min, max, .. } => ("pick", *min, *max),
            Ask::Number { min, max } => ("number", *min, *max),
            Ask::Split { total, .. } => ("split", *total, *total),
            Ask::Name { .. } => ("name", 1, 1),
        };
        let done = answer::only(&asked).is_some();
        let pays = asked.prompt.pays();
        let words = asked.options.into_iter().map(|option| option.text).collect();
        Some(Asked { question, ask, min, max, words, pays, done })
    }

    fn bytes(self) -> Result<Arc<[u8]>, Failure> {
        Ok(Arc::from(self.recorder.into_storage().map_err(fault)?))
    }
}
