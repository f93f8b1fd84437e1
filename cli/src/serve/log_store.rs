//! Known facts of the served logs: kept until their files change.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use duelog_kernel::budget::tick;
use duelog_kernel::{Factory, Seat};
use duelog_log_format::Reader;
use duelog_verifier::moment::Moment;
use duelog_verifier::several::{BEST_OF, GameOf, Named, Several, together};
use duelog_verifier::{Judge, Report, outcome_in_words};
use serde::Serialize;

use super::elsewhere::{Elsewhere, LogElsewhere};
use super::folder::{Folder, Stamp};
use crate::input;
use crate::output::Failure;
use crate::plain::with_names;
use crate::players::{label, labelled};
use crate::report::{GamesOfMatch, match_of};
use crate::verify::Limits;
use crate::viewer_log::{self, ViewerLog};

/// How the name of a log begins that was handed in and is in no folder.
const HANDED_IN: &str = "upload:";

/// How the name of a log begins that lies elsewhere: its digest follows.
const ELSEWHERE: &str = "fleet:";

/// How many logs that were handed in are kept, and how many bytes of them; the oldest are forgotten.
const KEPT_MAX: (usize, usize) = (32, 64 << 20);

/// How many bytes of a file are read for its header at first.
const HEAD_BYTES: u64 = 64 << 10;

/// A log in the list.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// By what it is asked for.
    log: String,
    /// The file name of an uploaded log.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    bytes: u64,
    /// When its file was written, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_ms: Option<u64>,
    #[serde(flatten)]
    heading: Option<Heading>,
    #[serde(flatten)]
    judged: Option<Judged>,
}

/// The facts of a log's header.
#[derive(Debug, Clone, Serialize)]
struct Heading {
    game: String,
    edition: String,
    players: Vec<Player>,
    labels: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Serialize)]
struct Player {
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<String>,
}

/// The verdict on a log, in short.
#[derive(Debug, Clone, Serialize)]
struct Judged {
    /// In one word; of a viewer's log `holds`, or `incomplete` while it grows.
    verdict: Cow<'static, str>,
    decisions: u32,
    message: String,
    /// How the match ended, once that is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

/// The known facts of one log.
#[derive(Debug, Default)]
struct Known {
    heading: OnceLock<Option<Heading>>,
    report: OnceLock<Arc<Report>>,
    /// How a viewer's log stands; empty for other logs.
    checked: OnceLock<Judged>,
    /// The game of a match of several games that the log is of.
    game: OnceLock<Option<Result<GameOf, String>>>,
}

impl Known {
    fn judged(&self, heading: Option<&Heading>) -> Option<Judged> {
        self.checked.get().cloned().or_else(|| Some(judged(self.report.get()?, heading)))
    }
}

/// A log that was handed in.
#[derive(Debug)]
struct HandedIn {
    log: String,
    file: String,
    bytes: Arc<[u8]>,
    known: Arc<Known>,
}

/// The logs that are served.
pub struct Shelf {
    folder: Folder,
    games: Vec<Box<dyn Factory>>,
    limits: Limits,
    known: Mutex<BTreeMap<String, (Stamp, Arc<Known>)>>,
    handed_in: Mutex<VecDeque<HandedIn>>,
    /// The logs whose verdicts are wanted.
    wanted: Mutex<VecDeque<String>>,
    more: Condvar,
    elsewhere: Option<Box<dyn Elsewhere>>,
}

impl Shelf {
    /// The logs of a folder, judged within limits, and those that lie elsewhere.
    pub fn new(
        folder: Folder,
        games: Vec<Box<dyn Factory>>,
        limits: Limits,
        elsewhere: Option<Box<dyn Elsewhere>>,
    ) -> Shelf {
        Shelf {
            folder,
            games,
            limits,
            known: Mutex::default(),
            handed_in: Mutex::default(),
            wanted: Mutex::default(),
            more: Condvar::new(),
            elsewhere,
        }
    }

    /// The games of the logs.
    pub fn games(&self) -> &[Box<dyn Factory>] {
        &self.games
    }

    /// Every log with what is known of it so far; what is not known yet is looked for from now on.
    pub fn list(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> =
            lock(&self.handed_in).iter().map(|handed_in| handed_in.entry()).collect();
        let logs = self.folder.logs();
        let mut unjudged = VecDeque::new();
        let kept: BTreeMap<String, (Stamp, Arc<Known>)> = {
            let mut known = lock(&self.known);
            let kept = logs.into_iter().map(|(log, stamp)| {
                let before = known.remove(&log).filter(|before| before.0 == stamp);
                (log, before.unwrap_or((stamp, Arc::default())))
            });
            *known = kept.collect();
            known.clone()
        };
        for (log, (stamp, known)) in kept {
            let heading = known.heading.get_or_init(|| self.heading(&log)).clone();
            let judged = known.judged(heading.as_ref());
            if judged.is_none() {
                unjudged.push_back(log.clone());
            }
            let modified_ms = Some(stamp.written_ms());
            entries.push(Entry { log, file: None, bytes: stamp.bytes, modified_ms, heading, judged });
        }
        entries.extend(self.elsewhere.iter().flat_map(|elsewhere| elsewhere.list()).map(entry_elsewhere));
        *lock(&self.wanted) = unjudged;
        self.more.notify_all();
        entries
    }

    /// The matches of several games that the logs of the folder are of, as pages tell them.
    pub fn games_of_matches(&self) -> Vec<GamesOfMatch> {
        let names = |several: &Several| {
            let log = several.games.first()?;
            let known = lock(&self.known);
            let heading = known.get(&log.log)?.1.heading.get()?.clone()?;
            Some(heading.players.into_iter().map(|player| player.name).collect::<Vec<_>>())
        };
        let listed = |several: &Several| GamesOfMatch::listed(several, &names(several).unwrap_or_default());
        together(&self.games_of_several()).iter().map(listed).collect()
    }

    /// The match of several games that a log is of, as far as its logs are judged.
    pub fn match_of(&self, log: &str) -> Option<Several> {
        match_of(log, &self.games_of_several())
    }

    /// The games of matches of several games that the logs of the folder are of, as far as the logs are judged.
    fn games_of_several(&self) -> Vec<Named> {
        let known = lock(&self.known).clone();
        let is_of_several = |known: &Known| {
            let heading = known.heading.get().and_then(Option::as_ref);
            known.report.get().is_some()
                && heading.is_some_and(|heading| heading.labels.contains_key(BEST_OF))
        };
        let mut games: Vec<Named> = Vec::new();
        for (log, (_, known)) in known.into_iter().filter(|(_, (_, known))| is_of_several(known)) {
            let read = || self.bytes(&log).and_then(|bytes| GameOf::read(&self.games, &bytes).transpose());
            games.extend(known.game.get_or_init(read).clone().map(|game| (log, game)));
        }
        games
    }

    /// Judges what is wanted, and waits where nothing is; for ever.
    pub fn judge(&self) {
        loop {
            let next = {
                let wanted = lock(&self.wanted);
                let mut wanted = self
                    .more
                    .wait_while(wanted, |wanted| wanted.is_empty())
                    .unwrap_or_else(PoisonError::into_inner);
                wanted.pop_front()
            };
            // A log on which the program fails must not end this: the list shows it without a verdict.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                next.iter().for_each(|log| drop(self.report(log)));
            }));
        }
    }

    /// The bytes of a log; none if it is missing or unreadable.
    pub fn bytes(&self, log: &str) -> Option<Arc<[u8]>> {
        if log.starts_with(HANDED_IN) {
            let handed_in = lock(&self.handed_in);
            return handed_in.iter().find(|one| one.log == log).map(|one| one.bytes.clone());
        }
        if let Some(digest) = log.strip_prefix(ELSEWHERE) {
            return self.elsewhere.as_ref()?.bytes(digest).map(Arc::from);
        }
        input::log(&self.folder.find(log)?).ok().map(Arc::from)
    }

    /// The display name of a log: an uploaded one has the name of its file.
    pub fn called(&self, log: &str) -> String {
        if let (Some(digest), Some(elsewhere)) = (log.strip_prefix(ELSEWHERE), &self.elsewhere) {
            let known = elsewhere.list().into_iter().find(|one| one.digest == digest);
            return known.map_or_else(|| log.to_string(), |one| one.log);
        }
        let handed_in = lock(&self.handed_in);
        handed_in.iter().find(|one| one.log == log).map_or(log, |one| one.file.as_str()).to_string()
    }

    /// The verdict on a log.
    pub fn report(&self, log: &str) -> Option<Arc<Report>> {
        let known = if log.starts_with(HANDED_IN) {
            let handed_in = lock(&self.handed_in);
            handed_in.iter().find(|one| one.log == log)?.known.clone()
        } else {
            // One that lies elsewhere is known by its digest, and never changes.
            let is_elsewhere = log.starts_with(ELSEWHERE);
            let stamp = if is_elsewhere { Stamp::default() } else { self.folder.stamp(log)? };
            let mut known = lock(&self.known);
            let entry = known.entry(log.to_string()).or_default();
            if entry.0 != stamp {
                *entry = (stamp, Arc::default());
            }
            entry.1.clone()
        };
        if let Some(report) = known.report.get() {
            return Some(report.clone());
        }
        let bytes = self.bytes(log)?;
        if viewer_log::is_one(&bytes) {
            known.checked.get_or_init(|| checked(&bytes));
        }
        let report = self.under(&self.limits.of_judge()).verdict(&bytes);
        // Work that was given up because nobody waited for it leaves no verdict.
        tick(0);
        Some(known.report.get_or_init(|| Arc::new(report)).clone())
    }

    /// The verdict on a log up to a moment of it.
    ///
    /// # Errors
    /// Wrong use for a moment that the log does not have.
    pub fn report_to(&self, bytes: &[u8], to: &Moment, cards: Option<&Path>) -> Result<Report, Failure> {
        let mut going = self.limits.up_to(Some(to), bytes, cards)?;
        Ok(self.under(&self.limits.of_judge()).verdict_while(bytes, &mut going))
    }

    fn under<'a>(&'a self, limits: &'a duelog_verifier::Limits) -> Judge<'a> {
        Judge { limits, ..Judge::new(&self.games) }
    }

    /// By what a log with these bytes is asked for once it is handed in.
    pub fn named(bytes: &[u8]) -> String {
        format!("{HANDED_IN}{}", &blake3::hash(bytes).to_hex()[..16])
    }

    /// Keeps a log that was handed in for as long as there is room, and judges it. By what it is asked for.
    pub fn hand_in(&self, file: &str, bytes: Vec<u8>) -> Option<Entry> {
        let log = Shelf::named(&bytes);
        {
            let mut kept = lock(&self.handed_in);
            if !kept.iter().any(|one| one.log == log) {
                let known = Known::default();
                let _ = known.heading.set(heading(&bytes));
                let bytes = Arc::from(bytes);
                let known = Arc::new(known);
                kept.push_back(HandedIn { log: log.clone(), file: file.to_string(), bytes, known });
            }
            let size = |kept: &VecDeque<HandedIn>| kept.iter().map(|one| one.bytes.len()).sum::<usize>();
            while kept.len() > 1 && (kept.len() > KEPT_MAX.0 || size(&kept) > KEPT_MAX.1) {
                kept.pop_front();
            }
        }
        self.report(&log)?;
        lock(&self.handed_in).iter().find(|one| one.log == log).map(HandedIn::entry)
    }

    /// The facts of a file's header; only the needed bytes are read.
    fn heading(&self, log: &str) -> Option<Heading> {
        let file: PathBuf = self.folder.find(log)?;
        let mut begin = Vec::new();
        File::open(&file).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut begin)).ok()?;
        heading(&begin).or_else(|| {
            let more = begin.len() as u64 == HEAD_BYTES;
            more.then(|| heading(&input::log(&file).ok()?)).flatten()
        })
    }
}

impl HandedIn {
    fn entry(&self) -> Entry {
        let heading = self.known.heading.get().cloned().flatten();
        Entry {
            log: self.log.clone(),
            file: Some(self.file.clone()),
            bytes: self.bytes.len() as u64,
            modified_ms: None,
            judged: self.known.judged(heading.as_ref()),
            heading,
        }
    }
}

/// A log that lies elsewhere in the list.
fn entry_elsewhere(log: LogElsewhere) -> Entry {
    let heading = heading(&log.head);
    let names: Vec<Option<String>> =
        heading.iter().flat_map(|heading| &heading.players).map(|player| player.name.clone()).collect();
    let judged = Judged {
        verdict: log.verdict.into(),
        decisions: log.decisions,
        message: log.message,
        result: log.outcome.as_ref().map(|outcome| with_names(&outcome_in_words(outcome), &names)),
    };
    Entry {
        log: format!("{ELSEWHERE}{}", log.digest),
        file: Some(log.log),
        bytes: log.bytes,
        modified_ms: Some(log.written_ms),
        heading,
        judged: Some(judged),
    }
}

/// How a viewer's log stands.
fn checked(bytes: &[u8]) -> Judged {
    match ViewerLog::read(bytes) {
        Ok(own) => Judged {
            verdict: own.word().into(),
            decisions: own.log.decisions,
            message: own.proof(),
            result: own.log.outcome.as_ref().map(|_| with_names(&own.end(), &own.names)),
        },
        Err(fault) => {
            let (verdict, message) = (fault.verdict.word(), fault.to_string());
            Judged { verdict: verdict.into(), decisions: 0, message, result: None }
        }
    }
}

/// The facts of a viewer's log's header.
fn heading_of_viewer(bytes: &[u8]) -> Option<Heading> {
    let own = ViewerLog::read(bytes).ok()?;
    let public = &own.log.header.public;
    let name = |seat: u8| own.names.get(usize::from(seat)).cloned().flatten();
    let player = |seat: u8| Player { seat: Seat(seat), name: name(seat), deck: None };
    let is_name = |name: &String| (0..public.seats).any(|seat| *name == label(seat));
    let viewer = ("viewer".to_string(), own.log.header.viewer.to_string());
    let labels = public.labels.iter().filter(|entry| !is_name(&entry.0)).cloned();
    Some(Heading {
        game: public.game.clone(),
        edition: public.edition.clone(),
        players: (0..public.seats).map(player).collect(),
        labels: labels.chain([viewer]).collect(),
    })
}

fn heading(bytes: &[u8]) -> Option<Heading> {
    if viewer_log::is_one(bytes) {
        return heading_of_viewer(bytes);
    }
    let reader = Reader::open(bytes).ok()?;
    let header = reader.header();
    let names = labelled(header);
    let player = |seat: u8| Player {
        seat: Seat(seat),
        name: names.get(usize::from(seat)).cloned().flatten(),
        deck: header.decks.get(usize::from(seat)).map(|deck| deck.name.clone()),
    };
    let is_name = |name: &String| (0..header.seats).any(|seat| *name == label(seat));
    let labels = header.labels.iter().filter(|entry| !is_name(entry.0));
    Some(Heading {
        game: header.game.clone(),
        edition: header.edition.clone(),
        players: (0..header.seats).map(player).collect(),
        labels: labels.map(|(name, text)| (name.clone(), text.clone())).collect(),
    })
}

fn judged(report: &Report, heading: Option<&Heading>) -> Judged {
    let names: Vec<Option<String>> =
        heading.iter().flat_map(|heading| &heading.players).map(|player| player.name.clone()).collect();
    Judged {
        verdict: report.verdict.word().into(),
        decisions: report.decisions,
        message: report.message.clone(),
        result: report.ending().map(|ending| with_names(&ending, &names)),
    }
}

/// The guarded value of a lock; after a panic it is intact, as each change is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
