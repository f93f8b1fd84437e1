//! A worker: it owns matches, and does with them what lines ask for, one after the other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use duelog_kernel::budget::Spent;
use duelog_kernel::{Seat, Seed};
use duelog_log_format::seeds::Part;
use duelog_log_format::{Durability, Topic};

use super::connection::{Connection, Push};
use super::durable::{Outlet, Reply};
use super::errors::{error, malformed, no_match, unsafe_log};
use super::permits;
use super::refusal;
use super::shared::Shared;
use super::table::{Asker, Beside, Opening, Table};
use super::wire::items::Viewer;
use super::wire::request::{BotSeat, Command, Commit, Head, Open, Resume, Show, Token, Watch, Withheld};
use super::wire::response::{Done, Error, Granted, Role, Signed};
use crate::effort::Effort;
use crate::hosting::beginning::Begun;
use crate::hosting::playing::Timed;
use crate::hosting::setup::{Beginning, ChoosingOf, digits, misread};
use crate::recording;
use crate::simulate::bots::Policy;

/// Something for a worker to do.
pub enum Job {
    /// Obeys a line about a match.
    Line {
        /// Who asks.
        connection: Arc<Connection>,
        /// Where the line goes.
        head: Head,
        /// The line.
        line: Vec<u8>,
    },
    /// A connection is gone.
    Gone(u64),
    /// Continues a log.
    Reopen {
        /// The id of the match.
        table: String,
        /// The log.
        path: PathBuf,
        /// Dropped when that is done.
        done: Sender<()>,
    },
}

/// The label of a header that says which bot sits at a seat.
fn bot_label(seat: Seat) -> String {
    format!("bot-{}", seat.0)
}

/// A line makes more work than it may.
fn too_much(spent: &Spent) -> Error {
    let message =
        format!("this line makes too much work; the match is closed, its log is kept: {}", spent.why);
    let remedy = "start the engine with a larger --budget or --timeout; `resume` continues the log";
    error("limit", message, remedy)
}

/// Does work within the limits of this engine. A fault says whether the match is lost, as its state is unreliable.
fn guarded<T>(effort: Effort, work: impl FnOnce() -> Result<T, Error>) -> Result<T, (Error, bool)> {
    match catch_unwind(AssertUnwindSafe(|| effort.hold(work))) {
        Ok(Ok(done)) => done.map_err(|fault| (fault, false)),
        Ok(Err(spent)) => Err((too_much(&spent), true)),
        Err(_) => Err((failed(), true)),
    }
}

/// The program fails on a line.
fn failed() -> Error {
    let message = "this line shows a fault of the program; the match is closed, its log is kept";
    error("internal", message, "report it with the log; `resume` continues the log")
}

/// Owns matches.
pub struct Worker {
    shared: Arc<Shared>,
    outlet: Outlet,
    tables: BTreeMap<String, Table>,
    /// The notifications of those who watched a match that is no longer there.
    ended: Vec<Push>,
}

impl Worker {
    /// A worker without matches.
    pub fn new(shared: Arc<Shared>, outlet: Outlet) -> Worker {
        Worker { shared, outlet, tables: BTreeMap::new(), ended: Vec::new() }
    }

    /// Works until nobody has anything to do any more; then ends all matches, with their logs as they are.
    pub fn work(&mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            self.take(job);
        }
        for table in self.tables.values_mut() {
            let _ = table.close();
        }
    }

    /// Does one thing.
    pub fn take(&mut self, job: Job) {
        match job {
            Job::Line { connection, head, line } => self.line(&connection, &head, &line),
            Job::Gone(connection) => {
                self.tables.values_mut().for_each(|table| table.unwatch(connection));
            }
            Job::Reopen { table, path, done } => {
                self.reopen(&table, path);
                drop(done);
            }
        }
    }

    /// A match.
    ///
    /// # Errors
    /// It is not there.
    pub fn table(&mut self, id: &str) -> Result<&mut Table, Error> {
        self.tables.get_mut(id).ok_or_else(|| no_match(id))
    }

    /// Does something with a match within the limits of this engine. A match whose rules fail, or that makes too much work,
    /// is closed.
    ///
    /// # Errors
    /// It cannot be done.
    pub fn at<T>(&mut self, id: &str, work: impl FnOnce(&mut Table) -> Result<T, Error>) -> Result<T, Error> {
        let effort = self.shared.effort;
        let table = self.table(id)?;
        guarded(effort, || work(table)).map_err(|(fault, lost)| {
            if lost {
                self.shared.forget(id);
                self.tables.remove(id);
            }
            fault
        })
    }

    fn line(&mut self, connection: &Arc<Connection>, head: &Head, line: &[u8]) {
        let id = head.table.as_deref().unwrap_or_default();
        let response = self.response(connection, head, line, id);
        let (log, pushes) = match self.tables.get_mut(id) {
            Some(table) => (table.grown(), table.take_pushes()),
            None => (None, std::mem::take(&mut self.ended)),
        };
        let reply =
            Reply { connection: connection.clone(), id: head.id.clone(), line: response, pushes, log };
        self.outlet.send(reply);
    }

    /// The response to a line. No line may end the program: a failure inside of the rules leaves an unreliable state, and
    /// the match is closed; its log holds every acknowledged decision.
    fn response(&mut self, connection: &Arc<Connection>, head: &Head, line: &[u8], id: &str) -> Vec<u8> {
        let asker = Asker { connection, id: head.id.as_ref() };
        let begins = matches!(head.word.as_str(), "open" | "resume");
        let effort = self.shared.effort;
        let (fault, lost) = match guarded(effort, || self.obey(&asker, head, line, id)) {
            Ok(response) => return response,
            Err(unobeyed) => unobeyed,
        };
        if lost || begins {
            self.forget(id, connection);
        }
        refusal(head.id.as_ref(), fault)
    }

    /// A match is no longer there; others than this connection who watch it are told so.
    fn forget(&mut self, id: &str, connection: &Connection) -> Option<Table> {
        self.shared.forget(id);
        let mut table = self.tables.remove(id)?;
        self.ended = table.watch_ended(connection.number);
        Some(table)
    }

    fn obey(&mut self, asker: &Asker<'_>, head: &Head, line: &[u8], id: &str) -> Result<Vec<u8>, Error> {
        let read = Command::read(&head.word, line).ok_or_else(|| malformed("no such request"))?;
        let command = read.map_err(|fault| malformed(misread(&fault)))?;
        match command {
            Command::Open(open) => return self.open(asker, id, *open),
            Command::Resume(resume) => return self.resume(asker, id, &resume),
            Command::Close(_) => {
                let mut table = self.forget(id, asker.connection).ok_or_else(|| no_match(id))?;
                return Ok(asker.ok(&table.close()?));
            }
            Command::Withheld(withheld) => return self.withheld(asker, id, &withheld),
            _ => {}
        }
        let shared = self.shared.clone();
        let table = self.table(id)?;
        if table.is_broken() {
            self.forget(id, asker.connection);
            return Err(unsafe_log());
        }
        if let Some(admitted) = asker.connection.admitted() {
            permits::allows_content(&admitted, &command, table.asked())?;
        }
        match command {
            Command::Token(wanted) => given(table, asker, id, &wanted, &shared),
            Command::Disclose(wanted) => table.disclose(asker, *wanted, shared.beginner.cards.as_deref()),
            command => obey_at(table, asker, command),
        }
    }

    fn open(&mut self, asker: &Asker<'_>, id: &str, open: Open) -> Result<Vec<u8>, Error> {
        let bots = policies(&open.bots)?;
        // Before a log is begun.
        if let seats @ 1.. = open.setup.seats() {
            super::table::seated(&bots, u8::try_from(seats).unwrap_or(u8::MAX))?;
        }
        let record = match (self.shared.log_of(id), open.record) {
            (Some(_), Some(_)) => {
                let remedy = "leave `record` out";
                return Err(error("files", "every match is recorded in the folder of this engine", remedy));
            }
            (Some(log), None) => Some(log),
            (None, Some(record)) => {
                self.shared.beginner.may_touch(&record)?;
                Some(record)
            }
            (None, None) => None,
        };
        let mut setup = *open.setup;
        setup.labels.extend(bots.iter().map(|(seat, policy)| (bot_label(*seat), policy.word().to_string())));
        // Responses wait for the log, where it must be safe; its beginning is made safe in any case.
        let beginning = Beginning { setup, log: record.clone(), durability: Durability::None };
        let (begun, listed) = self.shared.beginner.begin(&beginning)?;
        let opening = self.opening(id, record.clone(), bots, open.words);
        let table = match begun {
            Begun::Choosing(choosing) => Table::choosing(opening, choosing)?,
            Begun::Match(mut recorder) => {
                if let Some(record) = &record {
                    let failed = |failure| crate::hosting::beginning::Problem::of("log", &failure);
                    recording::write_views(&mut recorder, record).map_err(failed)?;
                }
                Table::playing(opening, recorder, None)?
            }
        };
        let notes = listed.iter().flat_map(crate::decks::Listed::told).collect();
        let beside = Beside { record: true, notes, ..Beside::default() };
        self.seat(asker, id, table, &open.watch, beside)
    }

    fn opening(&self, id: &str, record: Option<PathBuf>, bots: Vec<(Seat, Policy)>, words: bool) -> Opening {
        Opening { id: id.into(), record, bots, words, durable: self.shared.durable }
    }

    /// A match that has begun is there from now on.
    fn seat(
        &mut self,
        asker: &Asker<'_>,
        id: &str,
        mut table: Table,
        watch: &[Viewer],
        mut beside: Beside,
    ) -> Result<Vec<u8>, Error> {
        for viewer in watch {
            table.join(asker.connection, *viewer)?;
        }
        let response = table.standing(asker, std::mem::take(&mut beside))?;
        self.tables.insert(id.to_string(), table);
        Ok(response)
    }

    fn resume(&mut self, asker: &Asker<'_>, id: &str, resume: &Resume) -> Result<Vec<u8>, Error> {
        self.shared.beginner.may_touch(&resume.record)?;
        resume.part.as_deref().map_or(Ok(()), |part| self.shared.beginner.may_touch(part))?;
        let (table, torn) = self.resumed(id, &resume.record, resume.part.as_deref(), resume.words)?;
        let beside = Beside { record: true, torn, ..Beside::default() };
        self.seat(asker, id, table, &resume.watch, beside)
    }

    fn resumed(
        &self,
        id: &str,
        record: &Path,
        part: Option<&Path>,
        words: bool,
    ) -> Result<(Table, Option<PathBuf>), Error> {
        let resumed = self.shared.beginner.resume(record, part, Durability::None)?;
        let resumed = resumed.map_err(|report| {
            let remedy = "`duelog verify` tells more; another copy of the log may be whole";
            error("finding", format!("the log is {}: {}", report.verdict, report.message), remedy)
        })?;
        let labels = &resumed.recorder.header().labels;
        let seats = (0..resumed.recorder.header().seats).map(Seat);
        let known = |word: &str| {
            [Policy::Random, Policy::Greedy, Policy::Search].into_iter().find(|policy| policy.word() == word)
        };
        let bots = seats.filter_map(|seat| Some((seat, known(labels.get(&bot_label(seat))?)?))).collect();
        let opening = self.opening(id, Some(record.to_path_buf()), bots, words);
        let log = crate::input::bytes(record)
            .map_err(|failure| crate::hosting::beginning::Problem::of("log", &failure))?;
        let table = Table::playing(opening, Box::new(resumed.recorder), Some(&log))?;
        Ok((table, resumed.cut))
    }

    /// Continues a log of the folder.
    fn reopen(&mut self, id: &str, path: PathBuf) {
        let effort = self.shared.effort;
        let opened = catch_unwind(AssertUnwindSafe(|| effort.hold(|| self.resumed(id, &path, None, false))));
        let why = match opened {
            Ok(Ok(Ok((table, _)))) => {
                self.tables.insert(id.to_string(), table);
                return;
            }
            Ok(Ok(Err(fault))) => fault.message,
            Ok(Err(spent)) => spent.why,
            Err(_) => "the program failed on it".to_string(),
        };
        self.shared.forget(id);
        self.shared.leave(id, why);
    }

    fn withheld(&mut self, asker: &Asker<'_>, id: &str, wanted: &Withheld) -> Result<Vec<u8>, Error> {
        self.tables.get_mut(id).ok_or_else(|| no_match(id))?.drawing()?;
        let table = self.forget(id, asker.connection).ok_or_else(|| no_match(id))?;
        Ok(asker.ok(&table.withheld(Seat(wanted.seat), &wanted.text)?))
    }
}

/// Does at a match what a request asks for.
fn obey_at(table: &mut Table, asker: &Asker<'_>, command: Command) -> Result<Vec<u8>, Error> {
    let mut beside = Beside::default();
    match command {
        Command::Answer(answer) => {
            let timed = Timed { used_ms: answer.used_ms, time_ms: answer.time_ms };
            let draws: Vec<_> = answer.draws.into_iter().map(Into::into).collect();
            table.answer(Seat(answer.seat), answer.choice.into(), &draws, answer.at, timed)?;
            beside.view = answer.view;
        }
        Command::Request(request) => (beside.view, beside.words) = (request.view, request.words),
        Command::Forfeit(forfeit) => {
            let timed = Timed { used_ms: forfeit.used_ms, time_ms: forfeit.time_ms };
            table.forfeit(Seat(forfeit.seat), forfeit.reason.into(), timed)?;
        }
        Command::Watch(watch) => {
            let told = watched(table, asker, &watch)?;
            if matches!(asker.connection.role(), Some(Role::Public(_))) {
                let seen = watch.after.map_or(0, |seen| seen.decision);
                beside.known = Some(told.1.last().map_or(seen, |told| told.decision));
            }
            beside.caught_up = Some(told);
        }
        Command::Commit(commit) => chosen(table, &committed(&commit)?)?,
        Command::Show(show) => chosen(table, &shown(&show)?)?,
        Command::Pause(pause) => table.pause(&pause.text, pause.time_ms)?,
        Command::Unpause(unpause) => table.unpause(unpause.time_ms)?,
        Command::BackUp(wanted) => table.back_up(asker.connection.number, &wanted)?,
        command => return obey_beside(table, asker, command),
    }
    table.standing(asker, beside)
}

/// The same where the response is not how the match stands.
fn obey_beside(table: &mut Table, asker: &Asker<'_>, command: Command) -> Result<Vec<u8>, Error> {
    match command {
        Command::View(view) => table.view(asker, view.viewer, view.changes),
        Command::History(history) => table.history(asker, &history),
        Command::Legal(legal) => table.legal(asker, legal.most),
        Command::Sample(sample) => table.sample(asker, sample.seed),
        Command::Draws(draws) => table.draws(asker, *draws),
        Command::Check(check) => table.check(asker, Seat(check.seat), check.choice.into()),
        Command::Unwatch(_) => {
            table.unwatch(asker.connection.number);
            Ok(asker.ok(&Done {}))
        }
        Command::Away(away) => {
            table.seen(Seat(away.seat), false, away.time_ms)?;
            Ok(asker.ok(&Done {}))
        }
        Command::Back(back) => {
            table.seen(Seat(back.seat), true, back.time_ms)?;
            Ok(asker.ok(&Done {}))
        }
        Command::Note(note) => {
            table.annotate(Topic::Note, note.seat, &note.text, note.time_ms)?;
            Ok(asker.ok(&Done {}))
        }
        Command::Penalty(penalty) => {
            table.annotate(Topic::Penalty, Some(penalty.seat), &penalty.text, penalty.time_ms)?;
            Ok(asker.ok(&Done {}))
        }
        Command::Seal(_) => {
            let sealed = table.seal()?;
            Ok(asker.ok(&sealed))
        }
        Command::Sign(sign) => {
            let (party, seal) = table.sign(&sign.note, &sign.key)?;
            Ok(asker.ok(&Signed { party: party.to_string(), seal }))
        }
        _ => Err(malformed("this is not asked of a match")),
    }
}

/// Gives a token of a match out.
fn given(
    table: &mut Table,
    asker: &Asker<'_>,
    id: &str,
    wanted: &Token,
    shared: &Shared,
) -> Result<Vec<u8>, Error> {
    table.sits(wanted.viewer)?;
    let role = match wanted.viewer {
        Viewer::Public => Role::Public(wanted.delay_turns),
        Viewer::Judge => Role::Judge,
        Viewer::Seat(seat) => Role::Seat(seat),
    };
    let token = shared.grants.give(id, role, wanted.renew)?;
    Ok(asker.ok(&Granted { table: id, role, token }))
}

/// Watches; the public does so later where its token says so.
fn watched(
    table: &mut Table,
    asker: &Asker<'_>,
    watch: &Watch,
) -> Result<(Viewer, Vec<duelog_kernel::journal::ToldEvent>), Error> {
    let delay = match asker.connection.role() {
        Some(Role::Public(turns)) => watch.delay_turns.max(turns),
        Some(Role::Host | Role::Seat(_) | Role::Judge) | None => watch.delay_turns,
    };
    table.watch(asker.connection, watch.viewer, watch.after, delay)
}

/// A step towards a seed; the match begins with the last one.
fn chosen(table: &mut Table, step: &ChoosingOf) -> Result<(), Error> {
    table.drawing()?.step(step)?;
    table.drawn()
}

fn committed(commit: &Commit) -> Result<ChoosingOf, Error> {
    let commitment = digits("commitment", &commit.commitment).map_err(malformed)?;
    Ok(ChoosingOf::Commit { seat: Seat(commit.seat), commitment })
}

fn shown(show: &Show) -> Result<ChoosingOf, Error> {
    let salt = digits("salt", &show.salt).map_err(malformed)?;
    let seed = digits("seed", &show.seed).map_err(malformed)?;
    Ok(ChoosingOf::Show { seat: Seat(show.seat), part: Part { salt, seed: Seed(seed) } })
}

/// The bots of a match, one a seat at most.
fn policies(bots: &[BotSeat]) -> Result<Vec<(Seat, Policy)>, Error> {
    let mut policies: Vec<(Seat, Policy)> = Vec::new();
    for BotSeat { seat, bot } in bots {
        if policies.iter().any(|(taken, _)| taken.0 == *seat) {
            return Err(error(
                "setup",
                format!("two bots sit at {}", Seat(*seat)),
                "give each bot a seat of its own",
            ));
        }
        policies.push((Seat(*seat), (*bot).into()));
    }
    Ok(policies)
}
