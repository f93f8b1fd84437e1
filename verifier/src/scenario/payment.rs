//! Payments that a scenario leaves to the runner: the fewest steps that pay.

use duelog_kernel::payment;

use super::play::{Play, is_payment};

impl Play {
    /// Answers payments until something else is asked.
    pub fn pay_all(&mut self) -> Result<(), String> {
        while self.game.request().is_some_and(is_payment) {
            let Some(answers) = payment::find(&mut *self.game) else {
                return Err(format!("no way to pay was found: {}", self.asked()));
            };
            for choice in answers {
                let Some(seat) = self.game.request().map(|request| request.seat) else { return Ok(()) };
                self.decide(seat, choice).map_err(|trouble| self.in_words(trouble))?;
            }
        }
        Ok(())
    }
}
