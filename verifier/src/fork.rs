//! Forks: a new log with the same first decisions, to be played on.

use duelog_kernel::Viewer;
use duelog_kernel::given::GivenDraw;
use duelog_log_format::{Annotation, Reader, Record, Storage, Topic, clock};

use crate::checkpoints::Checkpoints;
use crate::recorder::{Options, RecordError, Recorder};
use crate::replay::{Claim, Stop, divergence_at, refused};
use crate::seeker::Seeker;
use crate::start::{Games, StartError, factory, pinned};

/// The label of a fork's header that names the log it comes from.
pub const FORKED_FROM: &str = "forked-from";

/// The reason for a refused fork.
#[derive(Debug, thiserror::Error)]
pub enum ForkError {
    /// The log has fewer decisions.
    #[error("there is no decision {asked}: the log has {decisions}")]
    Beyond {
        /// The decision asked for.
        asked: u32,
        /// How many decisions can be read.
        decisions: u32,
    },
    /// The log does not verify up to there.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The new log cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Begins a log of the same match as `log` with the decisions that lead to after decision record `at`,
/// without those that a rewind took back. The labels of the old log are kept, and [`FORKED_FROM`] tells
/// `name`, the decision and the chain there. Notes and penalties up to there are kept, of decisions that were taken
/// back too, unless the options leave them out; the clock is not.
///
/// # Errors
/// [`ForkError`] when the log does not go so far, does not verify up to there, or the new one cannot be
/// written.
pub fn fork<S: Storage>(
    games: &Games,
    log: &[u8],
    name: &str,
    at: u32,
    options: &Options,
    storage: S,
) -> Result<Recorder<S>, ForkError> {
    let mut seeker = Seeker::open(games, log, false, Checkpoints::default())?;
    if at > seeker.decisions() {
        return Err(seeker
            .fault()
            .map_or(ForkError::Beyond { asked: at, decisions: seeker.decisions() }, |fault| {
                Stop::Fault(fault.clone()).into()
            }));
    }
    let header = seeker.header().clone();
    let today = factory(games, &header).map_err(|error| Stop::Start(StartError::from(error)))?;
    let pinned = pinned(today, &header);
    let mut options = options.clone();
    options.labels = header.labels.clone().into_iter().chain(options.labels).collect();
    options = options.label(
        FORKED_FROM,
        &format!("{name} after decision {at}, chain {}", chain_at(log, at).unwrap_or_default()),
    );
    // Nobody has taken the time of what is played again.
    options.labels.retain(|label, _| label != clock::TERMS && label != clock::ABSENCE);
    options.texts |= !header.texts.is_empty();
    // Beyond the fork, chance is that of the seed.
    if let (Some(given), Ok(game)) = (&header.given, seeker.seek(at)) {
        let made = |draw: &&GivenDraw| draw.number < game.next_draw(draw.purpose);
        options.given = Some(given.iter().filter(made).cloned().collect());
    }
    let mut recorder = Recorder::new(pinned.factory(), &header.setup(), &options, storage)?;
    let notes = if options.without_notes { Vec::new() } else { notes_to(log, at) };
    let mut notes = notes.into_iter().peekable();
    for number in seeker.line_to(at) {
        while let Some((_, note)) = notes.next_if(|(decision, _)| *decision < number) {
            recorder.annotate(note)?;
        }
        let Some((seat, choice)) = seeker.decision(number).map(|(seat, choice)| (seat, choice.clone()))
        else {
            break;
        };
        match recorder.decide(seat, &choice) {
            Ok(_) => {}
            Err(RecordError::Illegal(_)) => {
                return Err(Stop::Refused(Box::new(refused(
                    recorder.game(),
                    Viewer::Judge,
                    seat,
                    &choice,
                    number,
                )))
                .into());
            }
            Err(error) => return Err(error.into()),
        }
        // Where decisions were taken back, the new log counts otherwise, so its own tags differ.
        let state = recorder.game().state_tag();
        if let Some((expected, found)) = seeker.difference(number, state) {
            return Err(Stop::Diverged(Box::new(divergence_at(
                recorder.game(),
                number,
                Claim::Tag { expected, found },
            )))
            .into());
        }
    }
    for (_, note) in notes {
        recorder.annotate(note)?;
    }
    Ok(recorder)
}

/// The notes and penalties of a log up to its decision record `at`, each with how many decision records stand before it.
fn notes_to(log: &[u8], at: u32) -> Vec<(u32, Annotation)> {
    let Ok(reader) = Reader::open(log) else { return Vec::new() };
    let records = reader.map_while(Result::ok).take_while(|logged| logged.at.decision <= at);
    let notes = records.filter_map(|logged| match logged.record {
        Record::Annotation(note) if matches!(note.topic, Topic::Note | Topic::Penalty) => {
            Some((logged.at.decision, note))
        }
        _ => None,
    });
    notes.collect()
}

/// The chain of a log with its decision record `at`.
fn chain_at(log: &[u8], at: u32) -> Option<String> {
    let mut reader = Reader::open(log).ok()?;
    while reader.progress().decisions() < at {
        reader.next_record().ok()??;
    }
    Some(reader.progress().chain().hex())
}
