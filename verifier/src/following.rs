//! Verifying a log while it grows: each record is replayed once, as it comes.

use duelog_kernel::budget::caught;
use duelog_kernel::{Seat, Viewer};
use duelog_log_format::{Reader, Stage, seeds};

use crate::judge::Judge;
use crate::replay::{Replay, Stop};
use crate::start::Games;
use crate::verdict::{Report, Verdict, undecided, verify_within};

/// A log that grows, and how far it has been verified.
pub struct Following<'g> {
    judge: Judge<'g>,
    bytes: Vec<u8>,
    replay: Option<Replay<'static>>,
    report: Option<Report>,
}

/// How a log that grows stands.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Standing {
    /// How many decision records have been verified.
    pub decisions: u32,
    /// Who is asked next; none before the match has begun and when it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Seat>,
    /// The question, as the judge sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

impl<'g> Following<'g> {
    /// A log about which nothing is known yet, for this judge.
    pub fn new(judge: Judge<'g>) -> Following<'g> {
        Following { judge, bytes: Vec::new(), replay: None, report: None }
    }

    /// How many bytes have been taken.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns whether nothing has been taken yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes that have been taken.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The verdict, once more bytes cannot make it better: the match has its closing seal, or there is a finding. It is
    /// the one that the judge gives for the same bytes.
    pub fn report(&self) -> Option<Report> {
        let trust = self.judge.trust;
        self.report.clone().map(|report| trust.look(report, &self.bytes))
    }

    /// The verdict on the log as it is now.
    pub fn as_it_is(&self) -> Report {
        self.report().unwrap_or_else(|| self.judge.verdict(&self.bytes))
    }

    /// Takes the bytes that have come, and verifies the records that are whole now, within the limits of one log. An
    /// unfinished record at the end waits for the rest.
    pub fn grown(&mut self, more: &[u8]) {
        self.bytes.extend_from_slice(more);
        let judge = self.judge;
        let before = self.replay.as_ref().map_or(0, |replay| replay.progress().decisions());
        let report = judge.held(|| {
            let settled = match &self.report {
                // Nothing may stand behind the closing seal; a finding stays one.
                Some(report) => report.verified() && !more.is_empty(),
                None => self.verify_what_came(),
            };
            settled.then(|| verify_within(judge.games, &self.bytes, &mut judge.both(&mut |_, _| Ok(()))))
        });
        let report = report.unwrap_or_else(|spent| Some(undecided(before, before, &spent.why)));
        self.report = report.or_else(|| self.report.take());
    }

    /// How the log stands.
    pub fn standing(&mut self) -> Standing {
        let Some(replay) = &mut self.replay else {
            return Standing { decisions: 0, asked: None, question: None };
        };
        let decisions = replay.progress().decisions();
        let request = replay.game().request_view(Viewer::Judge);
        let (asked, question) = request.map(|request| (request.seat, request.question)).unzip();
        Standing { decisions, asked, question }
    }

    /// Returns whether the verdict is settled.
    fn verify_what_came(&mut self) -> bool {
        let mut replay = match self.replay.take() {
            Some(replay) => replay.over(&self.bytes),
            None => match begun(self.judge.games, &self.bytes) {
                Begun::Replay(replay) => *replay,
                Begun::Waits => return false,
                Begun::Settled => return true,
            },
        };
        let settled = loop {
            let done = replay.progress().decisions();
            let closed = replay.progress().stage() == Stage::Closed;
            if self.judge.limits.allow(done).is_err() {
                break true;
            }
            match caught(|| replay.step()) {
                Ok(Ok(Some(_))) => {}
                // Anything behind the closing seal is a finding, whole or not.
                Ok(Ok(None)) => break closed,
                Ok(Err(Stop::Fault(fault))) if Verdict::from(fault.verdict()) == Verdict::Torn => {
                    break closed;
                }
                Ok(Err(_)) | Err(_) => break true,
            }
        };
        self.replay = Some(replay.over(&[]));
        settled
    }
}

/// The beginning of a log that grows.
enum Begun<'a> {
    Replay(Box<Replay<'a>>),
    /// The header is unfinished, or the seed is not known yet.
    Waits,
    /// The bytes are something else than a log, or a log that cannot start here.
    Settled,
}

fn begun<'a>(games: &Games, bytes: &'a [u8]) -> Begun<'a> {
    let reader = match Reader::open(bytes) {
        Ok(reader) => reader,
        Err(_) if bytes.is_empty() => return Begun::Waits,
        Err(fault) if Verdict::from(fault.verdict()) == Verdict::Torn => return Begun::Waits,
        Err(_) => return Begun::Settled,
    };
    if reader.header().seed == seeds::SHARED {
        let mut whole = reader;
        return match whole.check() {
            Err(fault) if Verdict::from(fault.verdict()) != Verdict::Torn => Begun::Settled,
            Ok(_) | Err(_) => Begun::Waits,
        };
    }
    match caught(|| Replay::from_start(games, reader, true)) {
        Ok(Ok(replay)) => Begun::Replay(Box::new(replay.observing())),
        Ok(Err(_)) | Err(_) => Begun::Settled,
    }
}
