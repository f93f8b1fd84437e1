//! The seat of a judge: notes, penalties, pauses and back-ups, each kept in the log as an annotation.

use duelog_kernel::Seat;
use duelog_log_format::{Annotation, Reader, Record, Topic};

use super::Table;
use crate::hosting::beginning::Problem;
use crate::protocol::errors::error;
use crate::protocol::wire::items::Viewer;
use crate::protocol::wire::request::BackUp;
use crate::protocol::wire::response::Error;

/// The note that a match was stopped begins with this.
const PAUSED: &str = "paused";

/// The note that it continues.
const CONTINUED: &str = "continued after a pause";

impl Table {
    /// Writes a note or a penalty.
    pub fn annotate(
        &mut self,
        topic: Topic,
        seat: Option<u8>,
        text: &str,
        time_ms: Option<u64>,
    ) -> Result<(), Error> {
        if let Some(seat) = seat {
            self.sits(Viewer::Seat(seat))?;
        }
        let playing = self.game()?;
        let time_ms = time_ms.unwrap_or_else(|| playing.clock.now_ms());
        let note = Annotation { topic, seat: seat.map(Seat), time_ms: Some(time_ms), text: text.to_string() };
        playing.recorder.annotate(note).map_err(|failed| Problem::noted(&failed).into())
    }

    /// Stops the match.
    pub fn pause(&mut self, why: &str, time_ms: Option<u64>) -> Result<(), Error> {
        if self.paused {
            return Err(error("paused", "a judge has stopped this match already", ""));
        }
        let text = if why.is_empty() { PAUSED.to_string() } else { format!("{PAUSED}: {why}") };
        self.annotate(Topic::Note, None, &text, time_ms)?;
        self.paused = true;
        Ok(())
    }

    /// Lets it continue.
    pub fn unpause(&mut self, time_ms: Option<u64>) -> Result<(), Error> {
        if !self.paused {
            return Err(error("paused", "this match is not stopped", ""));
        }
        self.annotate(Topic::Note, None, CONTINUED, time_ms)?;
        self.paused = false;
        let playing = self.game()?;
        playing.clock.asks();
        let now = time_ms.unwrap_or_else(|| playing.clock.now_ms());
        playing.recorder.start_clock(now)?;
        self.bots_answer()
    }

    /// Goes back.
    pub fn back_up(&mut self, own: u64, wanted: &BackUp) -> Result<(), Error> {
        for seat in &wanted.consent {
            self.sits(Viewer::Seat(*seat))?;
        }
        let bots: Vec<u8> = self.policies.iter().map(|(seat, _)| seat.0).collect();
        let playing = self.game()?;
        let (seats, decisions) = (playing.recorder.header().seats, playing.recorder.game().decisions());
        if wanted.to >= decisions {
            let message = format!("the match is at decision {decisions} and cannot go back to {}", wanted.to);
            return Err(error("back_up", message, ""));
        }
        if wanted.ruling.as_ref().is_some_and(|ruling| ruling.trim().is_empty()) {
            return Err(error(
                "consent",
                "the ruling has no words",
                "give the reason in `ruling`, or leave it out",
            ));
        }
        let silent = (0..seats).find(|seat| !wanted.consent.contains(seat) && !bots.contains(seat));
        if let (Some(seat), None) = (silent, &wanted.ruling) {
            let message = format!("{} does not agree, and no judge has ruled", Seat(seat));
            return Err(error("consent", message, "name all players in `consent`, or give a `ruling`"));
        }
        self.annotate(Topic::Note, None, &back_up_in_words(wanted), wanted.time_ms)?;
        self.game()?.recorder.rewind(wanted.to)?;
        self.tell_taken_back(own)?;
        self.game()?.clock.asks();
        self.bots_answer()
    }

    /// Finds out from the log whether the match was stopped when it was left.
    pub fn paused_in(&mut self, log: &[u8]) {
        let Ok(mut reader) = Reader::open(log) else { return };
        while let Ok(Some(logged)) = reader.next_record() {
            if let Record::Annotation(Annotation { topic: Topic::Note, text, .. }) = logged.record {
                let stops = text == PAUSED || text.starts_with("paused: ");
                self.paused = stops || (self.paused && text != CONTINUED);
            }
        }
    }
}

/// The note of a back-up.
fn back_up_in_words(wanted: &BackUp) -> String {
    let agreed: Vec<String> = wanted.consent.iter().map(|seat| Seat(*seat).to_string()).collect();
    let agreed = if agreed.is_empty() { "nobody".to_string() } else { agreed.join(", ") };
    let ruling = wanted.ruling.as_ref().map_or_else(String::new, |ruling| format!("; ruling: {ruling}"));
    format!("back-up to decision {}; agreed: {agreed}{ruling}", wanted.to)
}
