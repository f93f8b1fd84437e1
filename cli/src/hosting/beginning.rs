//! How matches begin and are resumed, whichever protocol asks for it, and what is wrong where they cannot.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use duelog_kernel::setup::Start;
use duelog_kernel::{Digest, Factory, Setup, SetupError};
use duelog_log_format::clock::{ClockFault, ClockTerms};
use duelog_log_format::{Durability, WriteError};
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{Drawing, Options, RecordError, Recorder, Report};
use miette::Diagnostic;

use super::setup::{Beginning, ChoosingOf, DeckOf, SetupOf};
use crate::decks::{self, Listed};
use crate::output::Failure;
use crate::recording::{self, Destination, Memory, Resumed};
use crate::several::{Before, SeveralGames};
use crate::{games, part, seeds};

/// A fault of a line, in words and as a name that programs know.
#[derive(Debug)]
pub struct Problem {
    /// The name of the kind of problem.
    pub kind: &'static str,
    /// The problem.
    pub message: String,
    /// The remedy, if there is one to tell.
    pub remedy: Option<String>,
    /// True if the rules do not allow the match.
    pub illegal: bool,
}

impl Problem {
    /// A problem.
    pub fn new(kind: &'static str, message: impl Into<String>, remedy: Option<&str>) -> Problem {
        Problem { kind, message: message.into(), remedy: remedy.map(str::to_string), illegal: false }
    }

    /// A failure of a command.
    pub fn of(kind: &'static str, failure: &Failure) -> Problem {
        let remedy = failure.help().map(|help| help.to_string());
        Problem { remedy, ..Problem::new(kind, failure.to_string(), None) }
    }

    /// A log that is not written.
    pub fn written(failed: &RecordError) -> Problem {
        let remedy = match failed {
            RecordError::Write(WriteError::Broken { .. } | WriteError::Closed) => {
                "close the match and resume its log: what is safe is in it"
            }
            RecordError::Write(WriteError::Refused(_)) => {
                "the match is as before; give less: a record holds 1 MiB"
            }
            _ => "the match is as before; see that the disk has room and try again",
        };
        Problem::new("log", format!("the log is not written: {failed}"), Some(remedy))
    }

    /// A note that is not written.
    pub fn noted(failed: &RecordError) -> Problem {
        match failed {
            RecordError::Clock(fault) => Problem::untimed(fault),
            failed => Problem::written(failed),
        }
    }

    /// Something that the clock of the match does not allow.
    pub fn untimed(fault: &ClockFault) -> Problem {
        Problem::new("clock", fault.to_string(), Some("the match is as before"))
    }
}

/// A match whose seed host and players are choosing.
pub struct Choosing {
    /// The log, and who has committed to what.
    pub drawing: Drawing<Destination>,
    /// The game.
    pub factory: Arc<dyn Factory>,
    /// The file of the log, if there is one.
    pub log: Option<PathBuf>,
}

impl Choosing {
    /// A player commits itself or shows its part; withholding it ends the match and is done elsewhere.
    ///
    /// # Errors
    /// The step does not fit, and nothing is written.
    pub fn step(&mut self, step: &ChoosingOf) -> Result<(), Problem> {
        let taken = match step {
            ChoosingOf::Commit { seat, commitment } => self.drawing.commit(*seat, Digest(*commitment)),
            ChoosingOf::Show { seat, part } => self.drawing.show(*seat, *part),
            ChoosingOf::Withheld { .. } => return Ok(()),
        };
        taken.map_err(|failed| match failed {
            RecordError::Write(WriteError::Refused(fault)) => Problem::new(
                "fair",
                fault.to_string(),
                Some("nothing is written; `withheld` ends it where a player does not keep to it"),
            ),
            failed => Problem::written(&failed),
        })
    }
}

/// A match that has begun.
pub enum Begun {
    /// Its seed is still to be chosen.
    Choosing(Box<Choosing>),
    /// It is played.
    Match(Box<Recorder<Destination>>),
}

/// Games that several beginners share: what one match has read of their definitions the next one has.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Mutex<BTreeMap<String, Arc<dyn Factory>>>>);

/// Begins matches and resumes them.
#[derive(Clone, Default)]
pub struct Beginner {
    /// A folder with card definitions.
    pub cards: Option<PathBuf>,
    /// True if lines may name files.
    pub files: bool,
    /// The host's key, which signs every seal.
    pub key: Option<SecretKey>,
    /// Where the log of a match is kept that names no file.
    pub memory: Option<Memory>,
    /// True if a match that begins keeps no journal, as nobody is told what has happened in it.
    pub untold: bool,
    /// Where games are kept from one match to the next; nowhere, where the definitions could be others by then.
    pub shelf: Option<Shelf>,
}

impl Beginner {
    /// The game of this name.
    fn factory(&self, game: &str) -> Result<Arc<dyn Factory>, Failure> {
        let made = || games::factory(game, self.cards.as_deref()).map(Arc::from);
        let Some(Shelf(kept)) = &self.shelf else { return made() };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(factory) = kept.get(game) {
            return Ok(factory.clone());
        }
        let factory: Arc<dyn Factory> = made()?;
        kept.insert(game.to_string(), factory.clone());
        Ok(factory)
    }

    /// Returns whether a file that a line names may be touched.
    ///
    /// # Errors
    /// Lines may name no files.
    pub fn may_touch(&self, path: &Path) -> Result<(), Problem> {
        let refused =
            || format!("the engine was started with --no-files, and this line names \"{}\"", path.display());
        if self.files {
            Ok(())
        } else {
            Err(Problem::new(
                "files",
                refused(),
                Some("give decks as lists, and no log; or start the engine without --no-files"),
            ))
        }
    }

    /// Which game of a match of several games begins, and the game before it.
    fn game_before(&self, setup: &SetupOf) -> Result<(SeveralGames, Option<Before>), Problem> {
        let several = SeveralGames { next_game_of: setup.next_game_of.clone(), best_of: setup.best_of };
        setup.next_game_of.as_deref().map_or(Ok(()), |log| self.may_touch(log))?;
        let before = several.before(self.cards.as_deref());
        let before = before.and_then(|before| {
            before.as_ref().map_or(Ok(()), |before| before.is_of(&setup.game)).map(|()| before)
        });
        Ok((several, before.map_err(|failure| Problem::of("setup", &failure))?))
    }

    /// The decks of a setup, and for the next game of a match that names none those of the game before.
    fn decks(
        &self,
        setup: &SetupOf,
        factory: &dyn Factory,
        start: &Start,
        before: Option<&Before>,
    ) -> Result<Vec<Listed>, Problem> {
        let agreed = start.agreement();
        let mut listed: Vec<Listed> = Vec::new();
        for deck in setup.decks().map_err(unclear)? {
            listed.push(match deck {
                DeckOf::List(deck) => deck.into(),
                DeckOf::File(path) => {
                    self.may_touch(&path)?;
                    let found = decks::find(&path).and_then(|found| found.settled(factory, &agreed));
                    found.map_err(|failure| Problem::of("setup", &failure))?
                }
            });
        }
        Ok(match before.filter(|_| listed.is_empty()) {
            Some(before) => before.same_decks(),
            None => listed,
        })
    }

    /// Begins a match. The caller sees to it that a line may name the file of its log.
    ///
    /// # Errors
    /// The setup is not understood, the rules do not allow it, or the log cannot be begun.
    pub fn begin(&self, beginning: &Beginning) -> Result<(Begun, Vec<Listed>), Problem> {
        let setup = &beginning.setup;
        let of_setup = |failure: Failure| Problem::of("setup", &failure);
        let factory = self.factory(&setup.game).map_err(of_setup)?;
        let factory = as_logged(setup, beginning.log.is_some(), factory)?;
        let (several, before) = self.game_before(setup)?;
        let start = setup.start().map_err(unclear)?;
        let listed = self.decks(setup, &*factory, &start, before.as_ref())?;
        let (next, start) = several.started(before.as_ref(), &listed, start).map_err(of_setup)?;
        let clock = setup.clock().map_err(unclear)?.or(next.clock);
        let clock = clock.iter().flat_map(ClockTerms::labels);
        let labels = setup.labels.clone().into_iter().chain(next.labels).chain(clock).collect();
        let seed = match setup.seed().map_err(unclear)? {
            Some(seed) => seed,
            None => seeds::random().map_err(of_setup)?,
        };
        let edition = setup
            .edition
            .clone()
            .unwrap_or_else(|| factory.editions().first().copied().unwrap_or_default().to_string());
        let options = Options {
            labels,
            durability: beginning.durability,
            journal: !self.untold,
            texts: setup.texts,
            key: self.key.clone(),
            parts: None,
            observed: if setup.observed { Some(seeds::random().map_err(of_setup)?.0) } else { None },
            given: setup.draws().map_err(unclear)?,
            without_notes: false,
            revision: setup.revision,
        };
        let decks = listed.iter().map(|listed| listed.deck.clone()).collect();
        let full = Setup { game: setup.game.clone(), edition, decks, start, seed };
        if setup.fair() {
            let choosing = self.draw(factory, &full, &listed, &options, beginning.log.as_deref())?;
            return Ok((Begun::Choosing(Box::new(choosing)), listed));
        }
        let kept = self.kept(beginning.log.as_deref());
        let recorder = recording::begin(&*factory, &full, &listed, &options, kept)
            .map_err(|failure| not_begun(&*factory, &full, &failure))?;
        Ok((Begun::Match(Box::new(recorder)), listed))
    }

    /// Where a log is kept.
    fn kept(&self, log: Option<&Path>) -> Destination {
        match (log, &self.memory) {
            (Some(log), _) => Destination::New(log.to_path_buf()),
            (None, Some(memory)) => Destination::Memory(memory.clone()),
            (None, None) => Destination::Nowhere,
        }
    }

    /// Begins a match whose seed host and players choose together.
    fn draw(
        &self,
        factory: Arc<dyn Factory>,
        setup: &Setup,
        listed: &[Listed],
        options: &Options,
        log: Option<&Path>,
    ) -> Result<Choosing, Problem> {
        let kept = self.kept(log);
        let part = part::random().map_err(|failure| Problem::of("setup", &failure))?;
        let secret = log.map(recording::secret_of);
        secret
            .as_deref()
            .map_or(Ok(()), |secret| part::write(secret, &part))
            .map_err(|failure| Problem::of("setup", &failure))?;
        let drawing = Drawing::new(&*factory, setup, part, options, kept).map_err(|error| {
            // A part of no match is not left behind.
            secret.iter().for_each(|secret| drop(std::fs::remove_file(secret)));
            not_begun(&*factory, setup, &recording::not_begun(error, &*factory, listed, log))
        })?;
        Ok(Choosing { drawing, factory, log: log.map(Path::to_path_buf) })
    }

    /// Resumes a log; the report where it does not verify. The caller sees to it that a line may name it.
    ///
    /// # Errors
    /// The log cannot be read or written, or the match is over.
    pub fn resume(
        &self,
        path: &Path,
        own: Option<&Path>,
        durability: Durability,
    ) -> Result<Result<Resumed, Report>, Problem> {
        let of_log = |failure: Failure| Problem::of("log", &failure);
        if let Some(report) = part::missing(own, None, path).map_err(of_log)? {
            return Ok(Err(report));
        }
        let parts = recording::kept_part(path).map_err(of_log)?;
        let options =
            Options { durability, journal: true, key: self.key.clone(), parts, ..Options::default() };
        recording::resume(path, self.cards.as_deref(), &options, None).map_err(of_log)
    }
}

/// The game with the definitions that an older log pins, where the setup is that of one. Nothing new is recorded so.
fn as_logged(setup: &SetupOf, log: bool, factory: Arc<dyn Factory>) -> Result<Arc<dyn Factory>, Problem> {
    let pins = setup.pins().map_err(unclear)?;
    if setup.revision.is_none() && pins.is_empty() {
        return Ok(factory);
    }
    if log || setup.fair() {
        return Err(Problem::new(
            "setup",
            "`revision` and `pins` are for playing an older log again".to_string(),
            Some("give its seed, and no `log`; or leave both out for a match under the rules of today"),
        ));
    }
    if let Some(newer) = setup.revision.filter(|revision| !(1..=factory.revision()).contains(revision)) {
        return Err(unclear(format!(
            "this engine has the revisions 1 to {} of the rules of {}, and not {newer}",
            factory.revision(),
            setup.game
        )));
    }
    let former = factory.as_pinned(&mut pins.iter().map(|pin| (pin.name.as_str(), &pin.digest[..])));
    Ok(former.unwrap_or(factory))
}

fn unclear(message: String) -> Problem {
    Problem::new("setup", message, None)
}

/// Why a match is not begun, and whether that is because the rules do not allow it.
fn not_begun(factory: &dyn Factory, setup: &Setup, failure: &Failure) -> Problem {
    let illegal = match factory.start(setup, false) {
        Err(
            SetupError::IllegalDeck { .. }
            | SetupError::Position(_)
            | SetupError::Seats { .. }
            | SetupError::Terms(_),
        ) => true,
        Err(
            SetupError::Unavailable { .. } | SetupError::UnknownCard { .. } | SetupError::TooLarge { .. },
        )
        | Ok(_) => false,
    };
    Problem { illegal, ..Problem::of("setup", failure) }
}
