//! A match, as the worker that owns it plays it.

use std::path::PathBuf;
use std::sync::Arc;

use duelog_kernel::given::GivenDraw;
use duelog_kernel::{Choice, Item, Seat};
use duelog_log_format::Party;
use duelog_verifier::RecordError;
use serde::Serialize;

use super::connection::{Connection, Push};
use super::durable::LogFile;
use super::errors::{error, no_seat};
use super::wire::asked::Asked;
use super::wire::event::{Watched, events};
use super::wire::items::{Id, Viewer};
use super::wire::request::Shown;
use super::wire::response::{Closed, Error, Fair, Role, Sealed, Standing};
use crate::hosting::beginning::{Choosing, Problem};
use crate::hosting::playing::{Playing, Timed};
use crate::recording;
use crate::simulate::bots::{Bot, Policy};

mod disclosing;
mod drawn;
mod judge;
pub mod legal;
mod looking;
mod watching;

use watching::Watcher;

/// How many decisions bots make between two of players.
const BOT_DECISIONS: u32 = 20_000;

/// A match.
pub struct Table {
    id: Arc<str>,
    stage: Stage,
    /// The file of the log.
    record: Option<PathBuf>,
    /// The same, to be made safe, where responses wait for that.
    log: Option<Arc<LogFile>>,
    /// How many records of it the last response rested on.
    records: u64,
    /// The bot of each seat that has one.
    bots: Vec<(Seat, Bot)>,
    policies: Vec<(Seat, Policy)>,
    watchers: Vec<Watcher>,
    /// The last view that a connection got of what a viewer sees.
    views: Vec<(u64, Viewer, serde_json::Value)>,
    words: bool,
    paused: bool,
    /// True once watchers know how it ended.
    end_told: bool,
    pushes: Vec<Push>,
}

/// How far a match is.
enum Stage {
    /// Host and players choose its seed.
    Choosing(Box<Choosing>),
    /// It is played.
    Playing(Box<Playing>),
    /// Something went wrong between the two.
    Gone,
}

/// Who asks, and what comes with the response.
pub struct Asker<'a> {
    /// The connection.
    pub connection: &'a Arc<Connection>,
    /// The mark of the request.
    pub id: Option<&'a Id>,
}

impl Asker<'_> {
    /// A response.
    pub fn ok(&self, ok: &impl Serialize) -> Vec<u8> {
        super::obeyed(self.id, ok)
    }
}

/// The parts of a response beside how the match stands.
#[derive(Default)]
pub struct Beside {
    /// The view of the player who is asked.
    pub view: Option<Shown>,
    /// True if the question comes with words.
    pub words: Option<bool>,
    /// True if the file of the log is named.
    pub record: bool,
    /// Notes on deck files.
    pub notes: Vec<String>,
    /// The file of what was cut off a torn log.
    pub torn: Option<PathBuf>,
    /// Events that are told to the asker alone.
    pub caught_up: Option<(Viewer, Vec<duelog_kernel::journal::ToldEvent>)>,
    /// How many decisions the asker knows of, where it may not know more, nor the question.
    pub known: Option<u32>,
}

/// A match that a request begins or continues.
pub struct Opening {
    /// Its id.
    pub id: Arc<str>,
    /// The file of its log.
    pub record: Option<PathBuf>,
    /// The seats of bots.
    pub bots: Vec<(Seat, Policy)>,
    /// True if questions come with words.
    pub words: bool,
    /// True if responses wait until the log is safe.
    pub durable: bool,
}

impl Table {
    fn of(opening: Opening, stage: Stage) -> Table {
        Table {
            id: opening.id,
            stage,
            record: opening.record,
            log: None,
            records: 0,
            bots: Vec::new(),
            policies: opening.bots,
            watchers: Vec::new(),
            views: Vec::new(),
            words: opening.words,
            paused: false,
            end_told: false,
            pushes: Vec::new(),
        }
    }

    /// A match whose seed is still to be chosen.
    pub fn choosing(opening: Opening, choosing: Box<Choosing>) -> Result<Table, Error> {
        let durable = opening.durable;
        let mut table = Table::of(opening, Stage::Choosing(choosing));
        table.make_safe(durable)?;
        Ok(table)
    }

    /// A match that begins, or that continues the contents of `log`.
    pub fn playing(
        opening: Opening,
        recorder: Box<duelog_verifier::Recorder<recording::Destination>>,
        log: Option<&[u8]>,
    ) -> Result<Table, Error> {
        let durable = opening.durable;
        let mut table = Table::of(opening, Stage::Gone);
        if let Some(log) = log {
            table.paused_in(log);
        }
        table.play(*recorder)?;
        if log.is_some() {
            let playing = table.game()?;
            // The program may have ended between the last decision and the end of the log.
            finished(playing)?;
            // Earlier events are told to who asks for them.
            playing.recorder.game().news(&[]);
        }
        table.make_safe(durable)?;
        Ok(table)
    }

    fn make_safe(&mut self, durable: bool) -> Result<(), Error> {
        if let (true, Some(record)) = (durable, &self.record) {
            let failed = |failed: std::io::Error| {
                error("log", format!("{}: {failed}", record.display()), "see that it can be read")
            };
            self.log = Some(LogFile::open(record).map_err(failed)?);
        }
        Ok(())
    }

    /// The match begins, or continues.
    fn play(&mut self, recorder: duelog_verifier::Recorder<recording::Destination>) -> Result<(), Error> {
        let (seats, seed) = (recorder.header().seats, recorder.header().seed);
        seated(&self.policies, seats)?;
        self.bots = self.policies.iter().map(|(seat, policy)| (*seat, Bot::new(*policy, seed))).collect();
        self.stage = Stage::Playing(Box::new(Playing::sit_down(recorder)?));
        self.bots_answer()
    }

    /// The log of a match that is over ends.
    pub fn end_log(&mut self) -> Result<(), Error> {
        finished(self.game()?)?;
        Ok(())
    }

    /// The match, where it is being played.
    pub fn game(&mut self) -> Result<&mut Playing, Error> {
        match &mut self.stage {
            Stage::Playing(playing) => Ok(playing),
            Stage::Choosing(_) | Stage::Gone => Err(error(
                "choosing",
                "the seed of this match is still being chosen",
                "`commit` and `show` choose it, `withheld` ends it",
            )),
        }
    }

    /// The seed that is being chosen.
    pub fn drawing(&mut self) -> Result<&mut Choosing, Error> {
        match &mut self.stage {
            Stage::Choosing(choosing) => Ok(choosing),
            Stage::Playing(_) | Stage::Gone => {
                Err(error("fair", "nobody is choosing the seed of this match", "it has one already"))
            }
        }
    }

    /// The match begins, where all parts of its seed are shown.
    pub fn drawn(&mut self) -> Result<(), Error> {
        if self.drawing()?.drawing.progress().awaited().is_some() {
            return Ok(());
        }
        let Stage::Choosing(choosing) = std::mem::replace(&mut self.stage, Stage::Gone) else {
            return Ok(());
        };
        let Choosing { drawing, factory, .. } = *choosing;
        let mut recorder = drawing.begin(&*factory)?;
        self.write_views(&mut recorder)?;
        self.play(recorder)
    }

    /// Begins the logs of viewers beside an observed log.
    fn write_views(
        &self,
        recorder: &mut duelog_verifier::Recorder<recording::Destination>,
    ) -> Result<(), Error> {
        let Some(record) = &self.record else { return Ok(()) };
        recording::write_views(recorder, record).map_err(|failure| Problem::of("log", &failure).into())
    }

    /// The match is over for the engine before it has begun.
    pub fn withheld(self, seat: Seat, text: &str) -> Result<Closed, Error> {
        let record = self.record.map(|record| record.display().to_string());
        match self.stage {
            Stage::Choosing(choosing) => {
                let (verdict, _) = choosing.drawing.withheld(seat, text)?;
                Ok(Closed { decisions: 0, record, verdict: verdict.word() })
            }
            Stage::Playing(_) | Stage::Gone => {
                Err(error("fair", "nobody is choosing the seed of this match", "it has one already"))
            }
        }
    }

    /// Bots answer as long as they are asked.
    fn bots_answer(&mut self) -> Result<(), Error> {
        if self.bots.is_empty() || self.paused {
            return Ok(());
        }
        for _ in 0..BOT_DECISIONS {
            let Stage::Playing(playing) = &mut self.stage else { return Ok(()) };
            let Some(seat) = playing.recorder.game().request().map(|request| request.seat) else {
                return Ok(());
            };
            let Some((_, bot)) = self.bots.iter_mut().find(|(own, _)| *own == seat) else { return Ok(()) };
            let choice = bot.answer(playing.recorder.game()).unwrap_or(Choice::one(Item::Concede));
            playing.answer(seat, choice, &[], Timed::default())?;
        }
        Err(error(
            "limit",
            "the bots make too many decisions among themselves",
            "`forfeit` or `close` ends it",
        ))
    }

    /// A player answers, and these draws that the answer leads to were made elsewhere.
    pub fn answer(
        &mut self,
        seat: Seat,
        choice: Choice,
        draws: &[GivenDraw],
        at: Option<u32>,
        timed: Timed,
    ) -> Result<(), Error> {
        if self.paused {
            return Err(error("paused", "a judge has stopped this match", "`unpause` lets it continue"));
        }
        if let Some((seat, _)) = self.policies.iter().find(|(own, _)| *own == seat) {
            return Err(error("wrong_seat", format!("a bot sits at {seat}"), ""));
        }
        let playing = self.game()?;
        let decisions = playing.recorder.game().decisions();
        if let Some(at) = at.filter(|at| *at != decisions) {
            let message = format!("the answer is for {at} decisions, and {decisions} are made");
            return Err(error("elsewhere", message, "`request` repeats the question"));
        }
        playing.answer(seat, choice, draws, timed)?;
        self.bots_answer()
    }

    /// The host decides that a player gives up.
    pub fn forfeit(
        &mut self,
        seat: Seat,
        reason: duelog_log_format::clock::LossReason,
        timed: Timed,
    ) -> Result<(), Error> {
        self.sits(Viewer::Seat(seat.0))?;
        self.game()?.forfeit(seat, reason, timed)?;
        self.bots_answer()
    }

    /// A player has left the table, or is back.
    pub fn seen(&mut self, seat: Seat, here: bool, time_ms: Option<u64>) -> Result<(), Error> {
        self.sits(Viewer::Seat(seat.0))?;
        Ok(self.game()?.seen(seat, here, time_ms)?)
    }

    /// Seals the log here.
    pub fn seal(&mut self) -> Result<Sealed, Error> {
        let playing = self.game()?;
        let statements = playing.seal()?;
        let progress = playing.recorder.progress();
        let statements = statements.into_iter().map(|(party, text)| (party.to_string(), text)).collect();
        Ok(Sealed { seal: progress.seals(), decisions: progress.decisions(), statements })
    }

    /// Writes a party's signature of the seal that the log ends with.
    pub fn sign(&mut self, note: &str, key: &str) -> Result<(Party, u32), Error> {
        Ok(self.game()?.sign(note, key)?)
    }

    /// The player who is asked.
    pub fn asked(&mut self) -> Option<Seat> {
        self.game().ok()?.recorder.game().request().map(|request| request.seat)
    }

    /// A player who looks must be at the table.
    ///
    /// # Errors
    /// There is not such a seat.
    pub fn sits(&mut self, viewer: Viewer) -> Result<(), Error> {
        let seats = match &self.stage {
            Stage::Choosing(choosing) => choosing.drawing.progress().seats(),
            Stage::Playing(playing) => playing.recorder.header().seats,
            Stage::Gone => 0,
        };
        match viewer {
            Viewer::Seat(seat) if seat >= seats => Err(no_seat(Seat(seat), seats)),
            Viewer::Seat(_) | Viewer::Judge | Viewer::Public => Ok(()),
        }
    }

    /// How the match stands, with what is new for the asker.
    pub fn standing(&mut self, asker: &Asker<'_>, beside: Beside) -> Result<Vec<u8>, Error> {
        let id = self.id.clone();
        let record =
            self.record.as_ref().filter(|_| beside.record).map(|record| record.display().to_string());
        let torn = beside.torn.map(|torn| torn.display().to_string());
        if let Stage::Choosing(choosing) = &self.stage {
            let mut standing = Standing::beginning(&id);
            (standing.record, standing.notes, standing.torn) = (record, beside.notes, torn);
            standing.fair = Some(fair(choosing));
            return Ok(asker.ok(&standing));
        }
        let paused = self.paused;
        let with_words = beside.words.unwrap_or(self.words);
        let mut told = self.news(asker.connection.number)?;
        told.extend(beside.caught_up);
        self.tell_asked(asker.connection.number)?;
        // A player learns who else is asked, and neither the question nor the table of that player.
        let own = match asker.connection.role() {
            Some(Role::Seat(own)) => Some(own),
            Some(Role::Host | Role::Judge | Role::Public(_)) | None => None,
        };
        let awaits = self.asked().map(|seat| seat.0).filter(|asked| own.is_some_and(|own| own != *asked));
        let (view, changes) = match beside.view {
            Some(shown) if awaits.is_none() => self.view_of_asked(asker.connection.number, shown)?,
            Some(_) | None => (None, None),
        };
        let playing = self.game()?;
        let outcome = finished(playing)?;
        let left_ms = playing.recorder.clock().map(|clock| clock.left_ms().to_vec());
        let taken_back = taken_back(playing);
        let words = if with_words { playing.recorder.game().asked() } else { None };
        let game = playing.recorder.game();
        let standing = Standing {
            decision: beside.known.unwrap_or(game.decisions()),
            taken_back,
            events: told
                .iter()
                .map(|(viewer, told)| Watched { viewer: *viewer, events: events(told, false) })
                .filter(|watched| !watched.events.is_empty())
                .collect(),
            next: game
                .request()
                .filter(|_| beside.known.is_none() && awaits.is_none())
                .map(|request| Asked::of(request, words.as_ref())),
            awaits,
            outcome: outcome.as_ref().map(Into::into),
            left_ms,
            paused,
            view,
            changes,
            record,
            notes: beside.notes,
            torn,
            ..Standing::beginning(&id)
        };
        Ok(asker.ok(&standing))
    }

    /// Returns whether the log could once not be made safe.
    pub fn is_broken(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.is_broken())
    }

    /// The log, where it must be made safe before a response: it has grown since this was last called.
    pub fn grown(&mut self) -> Option<Arc<LogFile>> {
        let log = self.log.as_ref()?;
        let records = match &self.stage {
            Stage::Choosing(choosing) => choosing.drawing.progress().records(),
            Stage::Playing(playing) => playing.recorder.progress().records(),
            Stage::Gone => self.records,
        };
        (std::mem::replace(&mut self.records, records) != records).then(|| log.clone())
    }

    /// Returns the notifications since this was last called.
    pub fn take_pushes(&mut self) -> Vec<Push> {
        std::mem::take(&mut self.pushes)
    }

    /// The match is over for the engine; its log is kept as it is.
    pub fn close(&mut self) -> Result<Closed, Error> {
        let record = self.record.as_ref().map(|record| record.display().to_string());
        match &mut self.stage {
            Stage::Choosing(_) | Stage::Gone => Ok(Closed { decisions: 0, record, verdict: "incomplete" }),
            Stage::Playing(playing) => {
                playing.recorder.sync()?;
                let decisions = playing.recorder.progress().decisions();
                Ok(Closed { decisions, record, verdict: playing.verdict() })
            }
        }
    }
}

/// Checks that bots sit at seats of the match, and leave one free.
///
/// # Errors
/// They do not.
pub fn seated(bots: &[(Seat, Policy)], seats: u8) -> Result<(), Error> {
    if let Some((seat, _)) = bots.iter().find(|(seat, _)| seat.0 >= seats) {
        return Err(no_seat(*seat, seats));
    }
    if bots.len() < usize::from(seats) {
        return Ok(());
    }
    let remedy = "leave a seat free; `duelog simulate` plays bots against each other";
    Err(error("setup", "bots sit at all seats", remedy))
}

/// How the match ended, if it has; its log then ends, too.
fn finished(playing: &mut Playing) -> Result<Option<duelog_kernel::Outcome>, RecordError> {
    if playing.recorder.game().request().is_some() {
        return Ok(None);
    }
    playing.recorder.finish().map(Some)
}

/// How many decisions were taken back.
fn taken_back(playing: &Playing) -> u32 {
    playing.recorder.progress().decisions() - playing.recorder.progress().line()
}

fn fair(choosing: &Choosing) -> Fair {
    let progress = choosing.drawing.progress();
    let parties = (0..=progress.seats()).map(Party);
    let commitments: Vec<String> =
        parties.filter_map(|party| Some(progress.commitment(party)?.hex().to_string())).collect();
    let awaited = progress.awaited();
    let wants = if commitments.len() > usize::from(progress.seats()) { "show" } else { "commit" };
    Fair {
        binding: choosing.drawing.binding().hex().to_string(),
        wants: awaited.map(|_| wants),
        awaited: awaited.and_then(|party| party.0.checked_sub(1)),
        commitments,
    }
}

impl<'a> Standing<'a> {
    /// A match without anything to say of it.
    fn beginning(id: &'a str) -> Standing<'a> {
        Standing {
            table: id,
            decision: 0,
            taken_back: 0,
            events: Vec::new(),
            next: None,
            awaits: None,
            outcome: None,
            left_ms: None,
            paused: false,
            view: None,
            changes: None,
            record: None,
            notes: Vec::new(),
            torn: None,
            fair: None,
        }
    }
}
