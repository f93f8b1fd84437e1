//! A party's own part of a seed, looked for in a log.
//!
//! A player's commitment is bound to what is played and not to the commitments of the others. Whoever was shown
//! the parts of a match can therefore begin the same match again, with other parts of their own, until they like
//! the draws. The log of that is as good as any. It does not hold the fresh part of a player who made one, nor
//! the commitments that the player saw before it showed its part: who looks for both finds it.

use duelog_kernel::Digest;
use duelog_log_format::seeds::{self, KeptPart};
use duelog_log_format::{Fault, Party, Reader};

use crate::verdict::{PartSeen, Report, Verdict};

const REMEDY: &str = "Do not play on and sign nothing: somebody has drawn the seed again, or this is another match. Keep this log and the file of the part.";

/// The place of a party's own part in a log; why the part is not in it, in words, where it is not. `party` is
/// whose part it must be, where that is known.
///
/// # Errors
/// [`Fault`] at the first fault of the log's bytes.
pub fn look_for(own: &KeptPart, party: Option<Party>, log: &[u8]) -> Result<Result<PartSeen, String>, Fault> {
    let mut reader = Reader::open(log)?;
    let binding = seeds::binding(reader.header());
    let progress = *reader.check()?;
    let parties = || (0..=progress.seats()).map(Party);
    if !progress.is_shared() {
        return Ok(Err("the host alone chose the seed of this log: no part of anybody else is in it".into()));
    }
    if let Some((of, used)) = own.used.filter(|used| used.1 != binding) {
        return Ok(Err(format!(
            "{} committed to this part for the match with the binding {used}, and this log is of one with the binding {binding}",
            of.named()
        )));
    }
    let whose = party.or(own.used.map(|used| used.0));
    let commits = |of: &Party| progress.commitment(*of) == Some(own.part.commitment(&binding, of.0));
    let Some(found) = parties().filter(|of| whose.is_none_or(|whose| *of == whose)).find(commits) else {
        let who = whose.map_or_else(|| "no party".to_string(), Party::named);
        let not = if whose.is_some() { " not" } else { "" };
        return Ok(Err(format!(
            "{who} has{not} committed to this part in this log: its draws were made without it"
        )));
    };
    let shown = own.shown.as_deref().filter(|shown| !shown.is_empty());
    let exchanged = |(of, seen): (Party, &Digest)| (progress.commitment(of) != Some(*seen)).then_some(of);
    match shown.and_then(|shown| parties().zip(shown).find_map(exchanged)) {
        Some(of) => Ok(Err(format!(
            "the commitment of {} in this log is not the one that stood there when {} showed its part: a part was chosen again by somebody who knew the others",
            of.named(),
            found.named()
        ))),
        None => Ok(Ok(PartSeen { party: found.to_string(), others: shown.is_some() })),
    }
}

impl Report {
    /// The report with what was found of a party's own part. Where the log's bytes are at fault, that says
    /// nothing.
    pub fn with_part(self, own: &KeptPart, party: Option<Party>, log: &[u8]) -> Report {
        match look_for(own, party, log) {
            Ok(Ok(seen)) => Report { part: Some(seen), ..self },
            Ok(Err(what)) => self.against(Verdict::WithoutPart, what, REMEDY),
            Err(_) => self,
        }
    }

    /// The report on a log that is handed to a party, where the party's part is not in it or its bytes are at
    /// fault; none where the part is in it.
    pub fn without_part(own: &KeptPart, party: Option<Party>, log: &[u8]) -> Option<Report> {
        match look_for(own, party, log) {
            Ok(Ok(_)) => None,
            Ok(Err(what)) => {
                let decisions = Reader::open(log).and_then(|mut reader| Ok(reader.check()?.decisions()));
                let report = Report::new(Verdict::WithoutPart, decisions.unwrap_or_default(), what);
                Some(report.remedy(REMEDY))
            }
            Err(fault) => Some(Report::of(&fault.into(), 0, None)),
        }
    }
}
