//! Recording: a match that is written as it is played.

use std::collections::BTreeMap;

use duelog_kernel::given::{GivenDraw, GivenDraws};
use duelog_kernel::rng::Purpose;
use duelog_kernel::view::View;
use duelog_kernel::{
    Choice, Factory, Illegal, Match, Outcome, Request, Seat, Setup, SetupError, TagKey, Viewer,
};
use duelog_log_format::clock::ClockFault;
use duelog_log_format::seeds::Part;
use duelog_log_format::{
    Annotation, Decision, Durability, Fault, Given, Header, HeaderError, Observed, Party, Progress, Reader,
    Record, Rewind, Seal, SeedCommitment, SeedReveal, Signature, Stage, Storage, WriteError, Writer, seeds,
};

use crate::line::Timeline;
use crate::observer::{Observer, onlookers};
use crate::replay::{Divergence, DrawFault, Refused, Replay, Stop, draw_in_words};
use crate::revealing::reveal;
use crate::signing::{KeyError, SecretKey};
use crate::start::{StartError, Unsupported};
use crate::timekeeper::Timekeeper;

mod timing;

/// The program that the header names as the beginner of the log.
pub const ENGINE: &str = concat!("duelog ", env!("CARGO_PKG_VERSION"));

/// How a match is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Free labels for the header, for instance `event`, `round`, `table`.
    pub labels: BTreeMap<String, String>,
    /// When what was written is made safe from a crash of the machine.
    pub durability: Durability,
    /// True if the match keeps its journal, which [`Match::told`] needs.
    pub journal: bool,
    /// True if the header holds the text of each definition, so that the log explains itself elsewhere.
    pub texts: bool,
    /// The host's key, which signs every seal.
    pub key: Option<SecretKey>,
    /// The parts of a seed that host and players choose together, if all are known here; for a resumed log,
    /// the host's.
    pub parts: Option<Parts>,
    /// The salt of an observed log, whose seals commit to the observations of each viewer: 32 random bytes.
    /// None for a resumed log.
    pub observed: Option<[u8; 32]>,
    /// The draws of the beginning, where the host states the results of draws that are made elsewhere; more follow
    /// with decisions ([`Recorder::decide_given`]). None for a resumed log.
    pub given: Option<GivenDraws>,
    /// True if a fork leaves out the notes and penalties of the old log.
    pub without_notes: bool,
    /// The revision of the rules that the match is played under; the newest without it.
    pub revision: Option<u32>,
}

/// The parts of a seed that host and players choose together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The host's.
    pub host: Part,
    /// Those of the players, by seat.
    pub players: Vec<Part>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            labels: BTreeMap::new(),
            durability: Durability::None,
            journal: false,
            texts: false,
            key: None,
            parts: None,
            observed: None,
            given: None,
            without_notes: false,
            revision: None,
        }
    }
}

impl Options {
    /// The same options with a label.
    pub fn label(mut self, name: &str, text: &str) -> Options {
        self.labels.insert(name.to_string(), text.to_string());
        self
    }

    /// The revision of the rules that a match of this game is played under.
    fn revision(&self, factory: &dyn Factory) -> u32 {
        self.revision.unwrap_or_else(|| factory.revision())
    }
}

/// Why something was not recorded; match and log are then as before.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The match cannot start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The setup does not fit into a log.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The rules refuse the decision.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The log cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Somebody else has the host's key, and does not sign.
    #[error(transparent)]
    Unsigned(#[from] KeyError),
    /// A stated draw cannot be.
    #[error("{} cannot be as stated: {}", draw_in_words(*.purpose, *.number), .fault.in_words())]
    Draw {
        /// The purpose of the draw.
        purpose: Purpose,
        /// Its number among the draws of this purpose, from 0.
        number: u32,
        /// Why it cannot be.
        fault: DrawFault,
    },
    /// The clock of the match does not allow it.
    #[error("the clock: {0}")]
    Clock(#[from] ClockFault),
    /// The match is not over.
    #[error("the match is not over after {decisions} decisions")]
    Running {
        /// How many decisions the line has.
        decisions: u32,
    },
}

/// Why a log cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The log's bytes are at fault; recover it first.
    #[error(transparent)]
    Fault(Fault),
    /// The rules do not allow the match.
    #[error("the match cannot start: {0}")]
    Setup(SetupError),
    /// The edition or definitions that the log needs are not here.
    #[error(transparent)]
    Definitions(Unsupported),
    /// A decision that the rules refuse.
    #[error(transparent)]
    Illegal(Box<Refused>),
    /// The log says something of the game that is not so.
    #[error(transparent)]
    Diverged(Box<Divergence>),
    /// The log was begun under another revision of the rules: what follows would not be by the one that it
    /// names.
    #[error("the log was begun under revision {log} of the rules, and this engine plays revision {here}")]
    Revision {
        /// The revision that the log names.
        log: u32,
        /// The revision of this engine.
        here: u32,
    },
    /// The clock of the log is not right.
    #[error("the clock: {0}")]
    Clock(#[from] ClockFault),
    /// The storage fails.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Stop> for ResumeError {
    fn from(stop: Stop) -> ResumeError {
        match stop {
            Stop::Fault(fault) => ResumeError::Fault(fault),
            Stop::Start(StartError::Setup(error)) => ResumeError::Setup(error),
            Stop::Start(StartError::Unsupported(unsupported)) => ResumeError::Definitions(unsupported),
            Stop::Refused(refused) => ResumeError::Illegal(refused),
            Stop::Diverged(divergence) => ResumeError::Diverged(divergence),
        }
    }
}

/// The header of a match.
pub(crate) fn header_of(
    factory: &dyn Factory,
    setup: &Setup,
    options: &Options,
) -> Result<Header, RecordError> {
    let revision = options.revision(factory);
    let mut header = Header::new(setup, revision, &factory.definitions(setup)?, ENGINE)?;
    header.labels = options.labels.clone();
    header.given = options.given.clone();
    // A compiled definition changes with the compiler: the log brings it along, so that it outlives both.
    let text = |name: &str| {
        let wanted = options.texts || factory.is_compiled(name);
        wanted.then(|| factory.card(name)).flatten().map(|card| card.definition)
    };
    Ok(header.with_texts(text))
}

/// Checks that each stated draw of a match had a result that it can have.
fn fits(game: &mut dyn Match) -> Result<(), RecordError> {
    match game.luck().misfit() {
        None => Ok(()),
        Some((purpose, number)) => Err(RecordError::Draw { purpose, number, fault: DrawFault::Misfit }),
    }
}

/// Begins a log, observed where that is asked for.
pub(crate) fn write_beginning<S: Storage>(
    storage: S,
    header: &Header,
    options: &Options,
) -> Result<Writer<S>, WriteError> {
    let mut writer = Writer::create(storage, header, options.durability)?;
    if let Some(salt) = options.observed {
        writer.append(&Record::Observed(Observed { salt }))?;
    }
    if let Some(given) = &options.given {
        writer.append(&Record::Given(Given { draws: given.iter().cloned().collect() }))?;
    }
    Ok(writer)
}

/// Plays a match and writes its log.
pub struct Recorder<S: Storage> {
    line: Timeline,
    writer: Writer<S>,
    header: Header,
    tags: TagKey,
    key: Option<SecretKey>,
    /// The host's part of the seed, where it is not shown yet.
    part: Option<Part>,
    /// Who follows the match, where its log is observed.
    observer: Option<Observer>,
    /// The logs of the public and of each seat, where they are written too.
    views: Vec<S>,
    /// The clock of the match, where it has one.
    timekeeper: Option<Timekeeper>,
    /// The reason for which they are no longer written.
    views_failed: Option<std::io::Error>,
}

/// A question to a player, as that player may know it.
pub struct Asked<'a> {
    /// The request: its seat, and what is legal.
    pub request: &'a Request,
    /// The question in words.
    pub question: String,
    /// The table.
    pub view: View,
}

impl<S: Storage> Recorder<S> {
    /// Starts a match of `setup` and writes its header to empty storage.
    ///
    /// # Errors
    /// [`RecordError`] when the match cannot start or the log cannot be written.
    pub fn new(
        factory: &dyn Factory,
        setup: &Setup,
        options: &Options,
        storage: S,
    ) -> Result<Recorder<S>, RecordError> {
        if setup.seed == seeds::SHARED {
            return Err(HeaderError::Seed.into());
        }
        let given = options.given.as_ref();
        let mut game = factory.start_under(options.revision(factory), setup, given, options.journal)?;
        fits(&mut *game)?;
        let header = header_of(factory, setup, options)?;
        let writer = write_beginning(storage, &header, options)?;
        let line = Timeline::new(game, None);
        let timekeeper = Timekeeper::of(&header)?;
        Ok(Recorder { timekeeper, ..Recorder::of(line, None, writer, header, options).observed() })
    }

    fn of(
        line: Timeline,
        observer: Option<Observer>,
        writer: Writer<S>,
        header: Header,
        options: &Options,
    ) -> Recorder<S> {
        let (tags, key) = (TagKey::new(&header.seed), options.key.clone());
        let (views, views_failed, timekeeper) = (Vec::new(), None, None);
        Recorder { line, writer, tags, header, key, part: None, observer, views, timekeeper, views_failed }
    }

    /// The match is followed from its beginning, where the log is observed.
    fn observed(mut self) -> Recorder<S> {
        let observed = self.writer.progress().observed();
        self.observer = observed.map(|salt| Observer::new(&self.header, salt, self.line.game()));
        self
    }

    /// Also writes the logs of the public and then of each seat during the match; each storage is empty.
    /// `so_far` is the output of [`crate::redact`] for a resumed log.
    ///
    /// A storage that fails ends that and nothing else ([`Recorder::views_failed`]): `redact` makes the same logs
    /// out of the full one.
    pub fn write_views(&mut self, mut storages: Vec<S>, so_far: Option<Vec<Vec<u8>>>) {
        let Some(observer) = &mut self.observer else { return };
        observer.tell_in_words(self.line.game());
        let begun = so_far.unwrap_or_else(|| observer.beginnings(&self.header, self.writer.progress()));
        for (storage, bytes) in storages.iter_mut().zip(&begun) {
            if let Err(error) = storage.append(bytes) {
                self.views_failed = Some(error);
                return;
            }
        }
        self.views = storages;
    }

    /// The reason for which the logs of viewers are no longer written, if there is one.
    pub fn views_failed(&self) -> Option<&std::io::Error> {
        self.views_failed.as_ref()
    }

    /// Tells viewers of a written record.
    fn tell(&mut self, record: &Record) {
        let Some(observer) = &mut self.observer else { return };
        observer.after(record, self.line.game());
        let mut bytes = Vec::new();
        for (onlooker, view) in onlookers(self.header.seats).zip(&mut self.views) {
            bytes.clear();
            observer.add(record, onlooker, &mut bytes);
            if let Err(error) = view.append(&bytes) {
                self.views_failed = Some(error);
            }
        }
        if self.views_failed.is_some() {
            self.views.clear();
        }
    }

    /// Writes any record but a decision or a seal, and tells viewers of it.
    fn append(&mut self, record: &Record) -> Result<(), RecordError> {
        self.write_reading()?;
        self.writer.append(record)?;
        self.tell(record);
        Ok(())
    }

    /// Begins a match whose seed host and players have chosen together: `writer` has written the commitments of
    /// all and the parts of the players, `header` holds the seed.
    pub(crate) fn drawn(
        factory: &dyn Factory,
        header: Header,
        writer: Writer<S>,
        part: Part,
        options: &Options,
    ) -> Result<Recorder<S>, RecordError> {
        let line = Timeline::new(
            factory.start_under(header.revision, &header.setup(), None, options.journal)?,
            None,
        );
        let timekeeper = Timekeeper::of(&header)?;
        let recorder = Recorder::of(line, None, writer, header, options).observed();
        Ok(Recorder { part: Some(part), timekeeper, ..recorder })
    }

    /// Resumes a log: replays `log`, which must be without fault, and appends to `storage`, which holds it.
    ///
    /// A torn log is recovered first: keep the bytes that [`duelog_log_format::recover`] cuts, and give the
    /// rest. The labels and texts of `options` are not used.
    ///
    /// # Errors
    /// [`ResumeError`] when the log does not verify, cannot be replayed here, or cannot be written.
    pub fn resume(
        factory: &dyn Factory,
        log: &[u8],
        options: &Options,
        storage: S,
    ) -> Result<Recorder<S>, ResumeError> {
        // A log whose seed only the host knows is replayed as if it were shown.
        let progress = *Reader::open(log).map_err(Stop::from)?.check().map_err(Stop::from)?;
        let hidden = options.parts.as_ref().map(|parts| parts.host);
        let hidden = hidden.filter(|_| progress.is_shared() && !progress.seed_revealed());
        let shown = hidden.map(|part| reveal(log, part)).transpose().map_err(ResumeError::Fault)?;
        let mut replay = Replay::with(factory, shown.as_deref().unwrap_or(log), options.journal)?.observing();
        replay.finish()?;
        let header = replay.header().clone();
        if header.revision != factory.revision() {
            return Err(ResumeError::Revision { log: header.revision, here: factory.revision() });
        }
        let (line, observer) = replay.into_parts();
        let timekeeper = Timekeeper::at_end_of(log)?;
        let writer = Writer::append_to(storage, progress, options.durability)?;
        let recorder = Recorder::of(line, observer, writer, header, options);
        Ok(Recorder { part: hidden, timekeeper, ..recorder })
    }

    /// The header of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How far the log goes.
    pub fn progress(&self) -> &Progress {
        self.writer.progress()
    }

    /// The match, to look at: views, requests, the journal. Decisions go through [`Recorder::decide`] alone.
    pub fn game(&mut self) -> &mut dyn Match {
        self.line.game()
    }

    /// The request, its question in words and the table, each as the player who is asked may know it; none when the match
    /// is over.
    pub fn asked(&mut self) -> Option<Asked<'_>> {
        let game = self.line.game();
        let viewer = Viewer::Seat(game.request()?.seat);
        let (view, question) = (game.view(viewer), game.question(viewer)?);
        Some(Asked { request: game.request()?, question, view })
    }

    /// Takes a decision and writes it with its tag; its number, from 1. A seal that is due is written before.
    ///
    /// # Errors
    /// [`RecordError`] when the rules refuse it, the log cannot be written or nobody signs a seal that is due; the
    /// match is then as before, and the log but for that seal, so that it can be tried again.
    ///
    /// # Panics
    /// When a decision was made past the recorder.
    pub fn decide(&mut self, seat: Seat, choice: &Choice) -> Result<u32, RecordError> {
        self.decide_given(&[], seat, choice)
    }

    /// Takes a decision as [`Recorder::decide`] does, where these draws that it leads to were made elsewhere.
    ///
    /// # Errors
    /// As [`Recorder::decide`], and [`RecordError::Draw`] where a draw cannot be as stated.
    ///
    /// # Panics
    /// When a decision was made past the recorder.
    pub fn decide_given(
        &mut self,
        draws: &[GivenDraw],
        seat: Seat,
        choice: &Choice,
    ) -> Result<u32, RecordError> {
        let before = self.line.len();
        assert_eq!(before, self.line.game().decisions(), "decisions go through the recorder");
        self.clocked(seat, choice)?;
        if self.writer.seal_due() && self.writer.progress().stage() == Stage::Running {
            self.seal()?;
        } else {
            // Where a signature failed, its seal stands and is not signed yet.
            self.sign()?;
        }
        self.try_given(draws, seat, choice)?;
        if !draws.is_empty() {
            let given = Record::Given(Given { draws: draws.to_vec() });
            if let Err(error) = self.writer.append(&given) {
                self.line.rewind(before);
                draws.iter().for_each(|draw| self.line.unsay(draw));
                return Err(error.into());
            }
        }
        let number = self.writer.progress().decisions() + 1;
        let tag = self.tags.hide(number, seat, choice, self.line.game().state_tag());
        match self.writer.decision(seat, choice, tag) {
            Ok(number) => {
                if self.observer.is_some() || self.timekeeper.is_some() {
                    let decision = Record::Decision(Decision { seat, choice: choice.clone(), tag });
                    self.tell(&decision);
                    self.counted(&decision);
                }
                Ok(number)
            }
            Err(error) => {
                // A failed flush leaves the decision in the log, unsafe: the writer is then closed, and the
                // log is recovered and resumed.
                self.line.rewind(before);
                if let Some(observer) = &self.observer {
                    observer.again(&mut self.line);
                }
                Err(error.into())
            }
        }
    }

    /// Decides on the line with these draws, or leaves it as it was.
    fn try_given(&mut self, draws: &[GivenDraw], seat: Seat, choice: &Choice) -> Result<(), RecordError> {
        let before = self.line.len();
        for (place, draw) in draws.iter().enumerate() {
            if let Some(fault) = self.draw_fault(draw) {
                draws[..place].iter().for_each(|draw| self.line.unsay(draw));
                let GivenDraw { purpose, number, .. } = *draw;
                return Err(RecordError::Draw { purpose, number, fault });
            }
            self.line.give(draw);
        }
        let decided = self.line.decide(seat, choice.clone()).map_err(RecordError::from);
        let decided = decided.and_then(|()| fits(self.line.game()));
        if decided.is_err() {
            self.line.rewind(before);
            draws.iter().for_each(|draw| self.line.unsay(draw));
        }
        decided
    }

    /// Why a draw cannot be stated now.
    fn draw_fault(&mut self, draw: &GivenDraw) -> Option<DrawFault> {
        let game = self.line.game();
        let late = draw.number < game.next_draw(draw.purpose);
        let luck = game.luck();
        match draw.fault() {
            Some(_) => Some(DrawFault::Misfit),
            None if !luck.is_given() => Some(DrawFault::Unannounced),
            None if late => Some(DrawFault::Late),
            None => luck.states(draw.purpose, draw.number).then_some(DrawFault::Twice),
        }
    }

    /// Seals the log here, signed by the host where it has a key; does nothing more where that is done.
    ///
    /// # Errors
    /// [`RecordError::Write`] when a seal does not fit here or the log cannot be written.
    pub fn seal(&mut self) -> Result<(), RecordError> {
        if !self.writer.progress().sealed() {
            self.write_seal()?;
        }
        self.sign()
    }

    fn write_seal(&mut self) -> Result<(), RecordError> {
        let seal = self.writer.progress().next_seal(self.line.game().root());
        let roots = self.observer.as_mut().map(|observer| observer.seal(seal.number, self.line.game()));
        let observed = roots.map(|roots| roots.hash());
        self.append(&Record::Seal(Seal { observed, ..seal }))
    }

    /// Signs the seal that the log ends with, where the host has a key and has not signed it.
    fn sign(&mut self) -> Result<(), RecordError> {
        let progress = self.writer.progress();
        if let (Some(key), false) = (&self.key, progress.signed_by(Party::HOST))
            && let Some(statement) = progress.statement(Party::HOST)
        {
            let signature = key.sign(&statement)?;
            self.append(&Record::Signature(signature))?;
        }
        Ok(())
    }

    /// Writes a party's signature of the seal that the log ends with.
    ///
    /// # Errors
    /// [`RecordError::Write`] when it does not fit or the log cannot be written.
    pub fn signature(&mut self, signature: Signature) -> Result<(), RecordError> {
        self.append(&Record::Signature(signature))
    }

    /// Rewinds to `to` decisions of the line, and writes that.
    ///
    /// # Errors
    /// [`RecordError::Write`] when the line has at most `to` decisions or the log cannot be written.
    pub fn rewind(&mut self, to: u32) -> Result<(), RecordError> {
        let rewind = Record::Rewind(Rewind { to });
        self.write_reading()?;
        self.writer.append(&rewind)?;
        self.line.rewind(to);
        self.tell(&rewind);
        Ok(())
    }

    /// Writes something worth keeping that is not part of the game.
    ///
    /// # Errors
    /// [`RecordError::Write`] when it is too long, the log is closed, or it cannot be written.
    pub fn annotate(&mut self, annotation: Annotation) -> Result<(), RecordError> {
        self.write_reading()?;
        self.write_note(annotation)
    }

    /// Writes the host's commitment to the seed; see [`duelog_log_format::seeds`].
    ///
    /// # Errors
    /// [`RecordError::Write`] when a decision has been made, there is one already, or it cannot be written.
    pub fn commit(&mut self, commitment: SeedCommitment) -> Result<(), RecordError> {
        Ok(self.writer.append(&Record::SeedCommitment(commitment))?)
    }

    /// Shows what the host committed to; when the match is over, its outcome is written first.
    ///
    /// # Errors
    /// [`RecordError::Write`] when it does not fit the commitment or cannot be written.
    pub fn reveal(&mut self, reveal: SeedReveal) -> Result<(), RecordError> {
        if let (Some(outcome), Stage::Running) = (self.line.game().outcome(), self.writer.progress().stage())
        {
            self.append(&Record::Outcome(outcome))?;
        }
        self.append(&Record::SeedReveal(reveal))
    }

    /// Writes how the match ended and the closing seal, and makes all of it safe; writes nothing more when
    /// that has been done.
    ///
    /// # Errors
    /// [`RecordError`] when the match is not over or the log cannot be written.
    pub fn finish(&mut self) -> Result<Outcome, RecordError> {
        let game = self.line.game();
        let outcome = game.outcome().ok_or(RecordError::Running { decisions: game.decisions() })?;
        if let Some(part) = self.part {
            self.reveal(SeedReveal { party: seeds::HOST, salt: part.salt, seed: part.seed })?;
            self.part = None;
        }
        if self.writer.progress().stage() == Stage::Closed {
            // The closing seal may have been written and its flush have failed.
            self.writer.sync()?;
        } else {
            if self.writer.progress().stage() == Stage::Running {
                self.append(&Record::Outcome(outcome.clone()))?;
            }
            self.write_seal()?;
            self.writer.sync()?;
        }
        if !self.writer.progress().signed_by(Party::HOST) {
            self.sign()?;
            self.writer.sync()?;
        }
        Ok(outcome)
    }

    /// Makes everything written safe from a crash of the machine.
    ///
    /// # Errors
    /// [`RecordError::Write`] when the storage cannot.
    pub fn sync(&mut self) -> Result<(), RecordError> {
        self.write_reading()?;
        if let Some(error) = self.views.iter_mut().find_map(|view| view.sync().err()) {
            self.views_failed = Some(error);
        }
        Ok(self.writer.sync()?)
    }

    /// The storage, after everything written was made safe.
    ///
    /// # Errors
    /// [`RecordError::Write`] when the storage cannot.
    pub fn into_storage(self) -> Result<S, RecordError> {
        Ok(self.writer.into_storage()?)
    }

    /// The storage and those of the viewers' logs, after everything written was made safe.
    ///
    /// # Errors
    /// [`RecordError::Write`] when the storage cannot.
    pub fn into_storages(mut self) -> Result<(S, Vec<S>), RecordError> {
        self.sync()?;
        let Recorder { writer, views, .. } = self;
        Ok((writer.into_storage()?, views))
    }
}
