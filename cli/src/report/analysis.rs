//! A match as the bot sees it: an estimate at each decision, and the decisions where another answer would have
//! been clearly better, each with the line that follows from it.

use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::{Choice, Match, Seat, Seed, Viewer, sample};
use serde::Serialize;

use super::data::Step;
use crate::simulate::search::{Estimate, Search};

/// The most that the end of a try counts, in points of a standing: twenty cards.
const CAP_POINTS: i64 = 2_000;

/// The lead in points of a standing that counts as three quarters of a won game.
const LEAD_POINTS: i64 = 400;

/// How much better another answer must be to be shown, in thousandths.
const CLEAR_PERMILLE: i64 = 100;

/// How many decisions are shown at most, the worst ones.
const MISTAKES_MAX: usize = 24;

/// How many decisions a line has at most.
const LINE_DECISIONS: u32 = 60;

/// The bot's estimate of a match.
#[derive(Debug, Default, Serialize)]
pub struct Analysis {
    /// The decision, and how the first seat stands after it in thousandths: 500 is even.
    pub curve: Vec<(u32, i64)>,
    /// The decisions with a clearly better answer, in the order of the match.
    pub mistakes: Vec<Mistake>,
}

/// A decision with a clearly better answer.
#[derive(Debug, Serialize)]
pub struct Mistake {
    /// The decision.
    pub decision: u32,
    /// Who decided.
    pub seat: Seat,
    /// The better answer, a text.
    pub better: u32,
    /// How the player stood after the answer given and after the better one, in thousandths.
    pub estimates: (i64, i64),
    /// All that follows from the better answer as the bot plays for all seats, up to the end of the turn. It begins
    /// with the whole table.
    pub line: Vec<Step>,
}

/// The bot that looks at one match.
pub struct Analyst {
    viewer: Viewer,
    bot: Search,
    random: Stream,
}

/// A better answer that was found, and the match after the line that follows from it.
pub struct Better {
    /// The answer.
    pub answer: Choice,
    /// How the player stands after the answer given and after this one, in thousandths.
    pub estimates: (i64, i64),
    /// The match after the line.
    pub after: Box<dyn Match>,
}

impl Analyst {
    /// Looks at a match for a viewer. The same match gives the same analysis.
    pub fn new(viewer: Viewer) -> Analyst {
        let random = Rng::new(Seed::from_number(1)).peek(Purpose::Choice);
        Analyst { viewer, bot: Search::capped(CAP_POINTS), random }
    }

    /// Looks at a decision: how the first seat stands, and a better answer if there clearly is one. Looks only at
    /// the decisions of players whose cards the viewer sees: an estimate tells of a player's hand.
    pub fn look(&mut self, game: &dyn Match, seat: Seat, given: &Choice) -> Option<(i64, Option<Better>)> {
        if !self.viewer.sees(seat) {
            return None;
        }
        let Estimate { best, of_best, of_given } = self.bot.estimate(game, given, &mut self.random)?;
        let (given_share, best_share) = (share(of_given), share(of_best));
        let of_first = if seat == Seat(0) { given_share } else { 1_000 - given_share };
        let clear = best_share - given_share >= CLEAR_PERMILLE;
        let better = clear.then(|| self.line(game, seat, &best)).flatten();
        let estimates = (given_share, best_share);
        Some((of_first, better.map(|after| Better { answer: best, estimates, after })))
    }

    /// Plays on from an answer to the end of the turn, the bot for every seat. Who may not know everything sees
    /// a match as it could be.
    fn line(&mut self, game: &dyn Match, seat: Seat, best: &Choice) -> Option<Box<dyn Match>> {
        let mut copy = match self.viewer {
            Viewer::Judge => game.fork(),
            Viewer::Seat(_) | Viewer::Public => game.imagined(self.viewer, Seed::from_number(1)),
        };
        let turn = copy.turn_step().turn;
        copy.decide(seat, best).ok()?;
        let mut bot = Search::default();
        for _ in 0..LINE_DECISIONS {
            let Some(request) = copy.request() else { break };
            if copy.turn_step().turn != turn {
                break;
            }
            let asked = request.seat;
            let drawn = sample::answer(request, &mut self.random);
            let Some(choice) = bot.answer(&*copy, &mut self.random).or(drawn) else { break };
            if copy.decide(asked, &choice).is_err() {
                break;
            }
        }
        Some(copy)
    }
}

impl Analysis {
    /// The same with no more than the worst decisions.
    pub fn worst(mut self) -> Analysis {
        let loss = |mistake: &Mistake| mistake.estimates.0 - mistake.estimates.1;
        self.mistakes.sort_by_key(|mistake| (loss(mistake), mistake.decision));
        self.mistakes.truncate(MISTAKES_MAX);
        self.mistakes.sort_by_key(|mistake| mistake.decision);
        self
    }
}

/// A lead in points as thousandths between lost and won.
fn share(points: i64) -> i64 {
    500 + 500 * points / (points.abs() + LEAD_POINTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_a_share_between_lost_and_won() {
        assert_eq!([-2_000, -400, 0, 400, 2_000].map(share), [84, 250, 500, 750, 916]);
    }
}
