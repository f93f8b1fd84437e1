//! Questions with nothing to choose: they are asked so that being asked tells nobody what is hidden, and a case need
//! not answer them.

use super::play::Play;

impl Play {
    /// Does something, after as many questions with nothing to choose as stand in its way have been answered.
    pub fn past_nothing<T>(
        &mut self,
        mut does: impl FnMut(&mut Play) -> Result<T, String>,
    ) -> Result<T, String> {
        while self.game.request().is_some_and(|request| request.asks_for_nothing()) {
            let mut copy = self.fork();
            if let Ok(done) = does(&mut copy) {
                *self = copy;
                return Ok(done);
            }
            self.answer_nothing()?;
        }
        // The furthest of them names the fault best.
        does(self)
    }

    /// Answers the question with nothing to choose that is asked, if it is one; whether it was.
    pub fn answer_nothing(&mut self) -> Result<bool, String> {
        let Some(request) = self.game.request().filter(|request| request.asks_for_nothing()).cloned() else {
            return Ok(false);
        };
        let Some(choice) = request.forced() else { return Ok(false) };
        let (expects, passed) = (self.expects_question, self.passed);
        self.decide(request.seat, choice).map_err(|trouble| self.in_words(trouble))?;
        (self.expects_question, self.passed) = (expects, passed);
        Ok(true)
    }
}
