//! A seed that host and players choose together, so that nobody can steer or foresee what is drawn (SPEC 11).

use duelog_kernel::{Digest, Factory, Seat, Setup};
use duelog_log_format::seeds::{self, Part};
use duelog_log_format::{
    Annotation, FaultKind, Header, Party, Progress, Record, SeedCommitment, SeedReveal, Storage, Topic,
    Unfair, WriteError, Writer,
};

use crate::recorder::{Options, RecordError, Recorder, header_of, write_beginning};
use crate::verdict::{Verdict, unrevealed};

/// A match that has not begun: the host has committed itself to its part of the seed, and the players are on
/// their way. All of it is written into the log as it comes.
pub struct Drawing<S: Storage> {
    writer: Writer<S>,
    header: Header,
    part: Part,
    options: Options,
}

impl<S: Storage> Drawing<S> {
    /// Writes the header and the host's commitment to empty storage. The seed of `setup` is not looked at.
    ///
    /// # Errors
    /// [`RecordError`] when the match cannot start or the log cannot be written.
    pub fn new(
        factory: &dyn Factory,
        setup: &Setup,
        part: Part,
        options: &Options,
        storage: S,
    ) -> Result<Drawing<S>, RecordError> {
        let setup = Setup { seed: seeds::SHARED, ..setup.clone() };
        // A faulty setup is found before anything is written.
        factory.start(&setup, false)?;
        let header = header_of(factory, &setup, options)?;
        let writer = write_beginning(storage, &header, options)?;
        let mut drawing = Drawing { writer, header, part, options: options.clone() };
        let commitment = part.commitment(&drawing.binding(), seeds::HOST);
        drawing.append(Record::SeedCommitment(SeedCommitment { party: seeds::HOST, commitment }))?;
        Ok(drawing)
    }

    /// Begins a match: with a seed that host and players choose together, where the options hold their parts,
    /// else with the setup's.
    ///
    /// # Errors
    /// [`RecordError`] as for the steps on the way, and for [`Recorder::new`].
    pub fn or_alone(
        factory: &dyn Factory,
        setup: &Setup,
        options: &Options,
        storage: S,
    ) -> Result<Recorder<S>, RecordError> {
        let Some(parts) = &options.parts else { return Recorder::new(factory, setup, options, storage) };
        let mut drawing = Drawing::new(factory, setup, parts.host, options, storage)?;
        let binding = drawing.binding();
        for (seat, part) in (0..).map(Seat).zip(&parts.players) {
            drawing.commit(seat, part.commitment(&binding, Party::seat(seat).0))?;
        }
        for (seat, part) in (0..).map(Seat).zip(&parts.players) {
            drawing.show(seat, *part)?;
        }
        drawing.begin(factory)
    }

    /// The binding of every commitment: this match.
    pub fn binding(&self) -> Digest {
        seeds::binding(&self.header)
    }

    /// How far the log goes: whose turn it is ([`Progress::awaited`]).
    pub fn progress(&self) -> &Progress {
        self.writer.progress()
    }

    /// A player commits itself, in seat order.
    ///
    /// # Errors
    /// [`RecordError::Write`] when it is another one's turn or the log cannot be written.
    pub fn commit(&mut self, seat: Seat, commitment: Digest) -> Result<(), RecordError> {
        self.append(Record::SeedCommitment(SeedCommitment { party: Party::seat(seat).0, commitment }))
    }

    /// A player shows its part, in seat order, once all have committed themselves.
    ///
    /// # Errors
    /// [`RecordError::Write`] when it is not what the player committed itself to, it is another one's turn, or
    /// the log cannot be written.
    pub fn show(&mut self, seat: Seat, part: Part) -> Result<(), RecordError> {
        let (party, Part { salt, seed }) = (Party::seat(seat).0, part);
        self.append(Record::SeedReveal(SeedReveal { party, salt, seed }))
    }

    /// Notes that a player does not show its part, or shows another one: no match begins. Also the verdict on the log:
    /// it bears the note out only where that player's part is the one that is missing.
    ///
    /// # Errors
    /// [`RecordError::Write`] when the log cannot be written.
    pub fn withheld(mut self, seat: Seat, text: &str) -> Result<(Verdict, S), RecordError> {
        let annotation =
            Annotation { topic: Topic::Fault, seat: Some(seat), time_ms: None, text: text.to_string() };
        self.append(Record::Annotation(annotation))?;
        let verdict = unrevealed(self.writer.progress(), Some(seat)).verdict;
        Ok((verdict, self.writer.into_storage()?))
    }

    /// Begins the match, once all players have shown their parts.
    ///
    /// # Errors
    /// [`RecordError`] when somebody has not, or the match cannot start.
    pub fn begin(self, factory: &dyn Factory) -> Result<Recorder<S>, RecordError> {
        let Drawing { writer, header, part, options } = self;
        let progress = writer.progress();
        let seed = progress.seed_with(&part).ok_or_else(|| {
            let party = progress.awaited().unwrap_or(Party::HOST);
            WriteError::Refused(FaultKind::Unfair { party, what: Unfair::Withheld })
        })?;
        Recorder::drawn(factory, Header { seed, ..header }, writer, part, &options)
    }

    fn append(&mut self, record: Record) -> Result<(), RecordError> {
        Ok(self.writer.append(&record)?)
    }
}
