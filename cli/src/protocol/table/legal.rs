//! Whole legal answers, for clients that do not read the limits of a request.

use duelog_kernel::decision::{Ask, Choice, Item, Request};
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::{Seat, Seed, sample};

use super::{Asker, Table};
use crate::protocol::LEGAL;
use crate::protocol::errors::{error, refused};
use crate::protocol::wire::response::{Answers, Checked, Error};
use crate::seeds;

/// How many answers are tried at most.
const TRIES: u32 = 100_000;

/// Answers that are tried one after the other.
struct Search<'a> {
    request: &'a Request,
    most: usize,
    /// How many answers may still be tried.
    tries: u32,
    found: Vec<Choice>,
}

impl Search<'_> {
    /// Keeps an answer if it is legal; false when enough have been tried.
    fn offer(&mut self, choice: Choice) -> bool {
        self.tries -= 1;
        if self.request.validate(&choice).is_ok() {
            if self.found.len() == self.most {
                return false;
            }
            self.found.push(choice);
        }
        self.tries > 0
    }

    /// Tries picks that begin with these options; false when enough have been tried.
    fn pick(&mut self, picked: &mut Vec<Item>, from: usize) -> bool {
        let Ask::Pick { options, min, max, ordered, .. } = &self.request.ask else { return true };
        let count = picked.len() as u32;
        if count >= *min && !self.offer(Choice::Pick(picked.clone())) {
            return false;
        }
        if count >= *max {
            return true;
        }
        for (place, item) in options.iter().enumerate().skip(if *ordered { 0 } else { from }) {
            if *ordered && picked.contains(item) {
                continue;
            }
            picked.push(*item);
            let more = self.pick(picked, place + 1);
            picked.pop();
            if !more {
                return false;
            }
        }
        true
    }

    /// Tries splits that begin with these shares; false when enough have been tried.
    fn split(&mut self, shares: &mut Vec<(Item, u32)>, from: usize, left: u32) -> bool {
        let Ask::Split { options, .. } = &self.request.ask else { return true };
        if left == 0 {
            return self.offer(Choice::Split(shares.clone()));
        }
        for (place, item) in options.iter().enumerate().skip(from) {
            for share in 1..=left {
                shares.push((*item, share));
                let more = self.split(shares, place + 1, left - share);
                shares.pop();
                if !more {
                    return false;
                }
            }
        }
        true
    }
}

/// Legal answers to a request, and whether these are all.
fn legal(request: &Request, most: usize) -> (Vec<Choice>, bool) {
    legal_within(request, most, TRIES)
}

/// Legal answers to a request, found among the first `tries` answers that are tried, and whether these are all.
pub fn legal_within(request: &Request, most: usize, tries: u32) -> (Vec<Choice>, bool) {
    let mut search = Search { request, most, tries: tries.max(1), found: Vec::new() };
    let complete = match &request.ask {
        Ask::Pick { .. } => search.pick(&mut Vec::new(), 0),
        Ask::Number { min, max } => (*min..=*max).all(|number| search.offer(Choice::Number(number))),
        Ask::Split { total, .. } => search.split(&mut Vec::new(), 0, *total),
        Ask::Name { among } => among.iter().all(|name| search.offer(Choice::Name(name.clone()))),
    };
    (search.found, complete)
}

pub(super) fn over() -> Error {
    error("over", "the match is over: nobody is asked", "")
}

impl Table {
    /// The response to `legal`.
    pub fn legal(&mut self, asker: &Asker<'_>, most: Option<u32>) -> Result<Vec<u8>, Error> {
        let game = self.game()?.recorder.game();
        let request = game.request().ok_or_else(over)?;
        let (choices, complete) = legal(request, most.unwrap_or(64).min(LEGAL) as usize);
        let choices = choices.into_iter().map(Into::into).collect();
        Ok(asker.ok(&Answers { seat: request.seat.0, choices, complete }))
    }

    /// The response to `sample`.
    pub fn sample(&mut self, asker: &Asker<'_>, seed: Option<u64>) -> Result<Vec<u8>, Error> {
        let seed = match seed {
            Some(seed) => Seed::from_number(seed),
            None => seeds::random().map_err(|failure| error("internal", failure.to_string(), ""))?,
        };
        let game = self.game()?.recorder.game();
        let request = game.request().ok_or_else(over)?;
        let mut random = Rng::new(seed).peek(Purpose::Choice);
        let choices: Vec<_> = sample::answer(request, &mut random).into_iter().map(Into::into).collect();
        let complete = request.forced().is_some();
        Ok(asker.ok(&Answers { seat: request.seat.0, choices, complete }))
    }

    /// The response to `check`.
    pub fn check(&mut self, asker: &Asker<'_>, seat: Seat, choice: Choice) -> Result<Vec<u8>, Error> {
        let game = self.game()?.recorder.game();
        let choice = match game.request() {
            Some(request) => choice.canonical(request),
            None => choice,
        };
        let why = game.refusal(duelog_kernel::Viewer::Seat(seat), seat, &choice);
        Ok(asker.ok(&Checked { legal: why.is_none(), why: why.as_ref().map(refused) }))
    }
}

#[cfg(test)]
mod tests {
    use duelog_kernel::{ObjectId, Prompt, RuleId};

    use super::*;

    fn request(ask: Ask) -> Request {
        let prompt = Prompt::new("go", false);
        Request { seat: Seat(0), prompt, rule: RuleId::new("1"), subject: None, ask }
    }

    fn objects(count: u32) -> Vec<Item> {
        (0..count).map(|id| Item::Object(ObjectId(id))).collect()
    }

    #[test]
    fn all_legal_answers_are_found() {
        for (ask, count) in [
            (Ask::pick(objects(4), 1, 2), 10),
            (Ask::pick(objects(3), 2, 2).ordered(), 6),
            (Ask::Number { min: 2, max: 5 }, 4),
            (Ask::split(objects(2), 3), 4),
        ] {
            let request = request(ask);
            let (found, complete) = legal(&request, 64);
            assert_eq!((found.len(), complete), (count, true), "{request:?}");
            let (some, complete) = legal(&request, 3);
            assert_eq!((some.len(), complete), (3, false));
        }
    }

    #[test]
    fn a_search_for_answers_ends() {
        let (found, complete) = legal(&request(Ask::pick(objects(60), 0, 60)), 1_000_000);
        assert!(!complete && found.len() <= TRIES as usize);
    }
}
