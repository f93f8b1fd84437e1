//! Payments that a scenario leaves to the runner: the fewest steps that pay.

use std::collections::VecDeque;

use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::{Ask, Choice, Item, Match, Request, Seed, sample};

use super::play::{Play, is_payment};
use super::words::without_ids;

/// How many ways to pay are tried.
const TRIED_MAX: usize = 600;

/// An answer to a payment that is made at once, by naming everything that pays.
fn at_once(request: &Request) -> Option<Choice> {
    let several = matches!(request.ask, Ask::Pick { min, .. } if min > 1);
    several.then(|| sample::answer(request, &mut Rng::new(Seed::from_number(0)).peek(Purpose::Choice)))?
}

impl Play {
    /// Answers payments until something else is asked.
    pub fn pay_all(&mut self) -> Result<(), String> {
        while let Some(request) = self.game.request().filter(|request| is_payment(request)) {
            let seat = request.seat;
            let choice = match at_once(request) {
                Some(choice) => choice,
                None => Choice::one(self.way_to_pay()?),
            };
            self.decide(seat, choice).map_err(|trouble| self.in_words(trouble))?;
        }
        Ok(())
    }

    /// The next step of the shortest way to pay.
    fn way_to_pay(&mut self) -> Result<Item, String> {
        let mut ways: VecDeque<(Box<dyn Match>, Option<Item>)> = VecDeque::from([(self.game.fork(), None)]);
        let mut tried = 0;
        while let Some((mut game, first)) = ways.pop_front() {
            let Some(request) = game.request() else { continue };
            let (seat, paying) = (request.seat, is_payment(request));
            if first.is_some()
                && (!paying || request.options().contains(&Item::Pass))
                && request.options().iter().all(|item| !matches!(item, Item::Symbol(_)))
            {
                return Ok(first.unwrap_or(Item::Pass));
            }
            if request.options().contains(&Item::Pass) {
                return Ok(first.unwrap_or(Item::Pass));
            }
            let mut seen: Vec<String> = Vec::new();
            for option in game.request_view().map_or(Vec::new(), |asked| asked.options) {
                let text = without_ids(&option.text);
                if matches!(option.item, Item::Flag(_) | Item::Concede | Item::Draw) || seen.contains(&text) || tried >= TRIED_MAX {
                    continue;
                }
                seen.push(text);
                tried += 1;
                let mut next = game.fork();
                if next.decide(seat, &Choice::one(option.item)).is_ok() {
                    ways.push_back((next, Some(first.unwrap_or(option.item))));
                }
            }
        }
        Err(format!("no way to pay was found: {}", self.asked()))
    }
}
