//! A hidden fact of an observed match, opened for a judge.

use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use duelog_kernel::Seat;
use duelog_log_format::{Reader, seeds};
use duelog_verifier::{Disclosed, FactToOpen, RedactError, disclose, reveal};

use super::{Asker, Table};
use crate::check::fact_in_words;
use crate::hosting::beginning::Problem;
use crate::protocol::errors::error;
use crate::protocol::wire::request::Disclose;
use crate::protocol::wire::response::{Error, OpenedFact};
use crate::{games, input, part, recording};

impl Table {
    /// The response to `disclose`.
    pub fn disclose(
        &mut self,
        asker: &Asker<'_>,
        wanted: Disclose,
        cards: Option<&Path>,
    ) -> Result<Vec<u8>, Error> {
        let seat = wanted.seat.map(Seat);
        let fact = match (wanted.zone, seat) {
            (Some(name), seat) => FactToOpen::Zone { name, seat, card: wanted.card },
            (None, Some(seat)) => FactToOpen::Told { seat },
            (None, None) => {
                return Err(error(
                    "disclose",
                    "neither a zone nor a player is named",
                    "name `zone`, or `seat`",
                ));
            }
        };
        let record = self.record.clone();
        let record = record.ok_or_else(|| {
            error("disclose", "the log of this match is in no file", "open it with `record`")
        })?;
        let recorder = &mut self.game()?.recorder;
        let at = wanted.at.unwrap_or_else(|| recorder.progress().decisions());
        if recorder.progress().observed().is_none() {
            return Err(unopened(&RedactError::NotObserved));
        }
        let of_log = |failure| Error::from(Problem::of("log", &failure));
        let factory = games::factory_of_log(&recorder.header().game, cards).map_err(of_log)?;
        let mut opened = disclose(&*factory, &shown(&record)?, at, &fact);
        if let Err(RedactError::NoSeal(_)) = opened
            && at <= recorder.progress().decisions()
        {
            recorder.seal().map_err(|failed| Problem::written(&failed))?;
            opened = disclose(&*factory, &shown(&record)?, at, &fact);
        }
        let Disclosed { disclosure, decisions, zones } = opened.map_err(|fault| unopened(&fault))?;
        Ok(asker.ok(&OpenedFact {
            disclosure: BASE64_STANDARD.encode(disclosure.bytes()),
            seal: disclosure.seal,
            decisions,
            fact: fact_in_words(&disclosure, &zones),
        }))
    }
}

/// The log in a file, with the host's part of the seed where host and players chose it together and it is not shown yet.
fn shown(record: &Path) -> Result<Vec<u8>, Error> {
    let of_log = |failure| Error::from(Problem::of("log", &failure));
    let bytes = input::bytes(record).map_err(of_log)?;
    let hidden = Reader::open(&bytes).is_ok_and(|reader| reader.header().seed == seeds::SHARED);
    if !hidden {
        return Ok(bytes);
    }
    let own = part::read(&recording::secret_of(record)).map_err(of_log)?;
    reveal(&bytes, own)
        .map_err(|fault| error("log", fault.to_string(), "another copy of the log may be whole"))
}

/// Why a fact is not opened.
fn unopened(fault: &RedactError) -> Error {
    let remedy = match fault {
        RedactError::NotObserved => "open the match with {\"setup\":{..,\"observed\":true}}",
        RedactError::Stop(_) => "`duelog verify` tells more",
        RedactError::NoSeal(_) => "name a decision that was made",
        RedactError::Nothing(_)
        | RedactError::NoSeat { .. }
        | RedactError::Whose(_)
        | RedactError::Nobodys(_) => "`view` as \"judge\" shows the zones and their cards",
    };
    error("disclose", fault.to_string(), remedy)
}
