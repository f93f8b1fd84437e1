//! Questions with nothing to choose: they are asked so that being asked tells nobody what is hidden, and a scenario
//! need not answer them.

use duelog_kernel::{Ask, Choice, Item, Request};

use super::play::{Play, is_free};
use super::words::{after, by_rule, first_word, is_verb, seat, split_outside};

/// What players do to answer what they are asked.
const ANSWERS: [&str; 9] = ["choose", "order", "answer", "name", "split", "assign", "say", "declare", "pick"];

impl Play {
    /// Answers questions with nothing to choose, unless the next statement is about the one that is asked.
    pub fn answer_nothing(&mut self, next: &str) -> Result<(), String> {
        while let Some(request) = self.game.request().filter(|request| request.asks_for_nothing()).cloned() {
            if self.is_about(next, &request) {
                return Ok(());
            }
            self.answer_this_nothing(&request)?;
        }
        Ok(())
    }

    /// Answers the question with nothing to choose that is asked, if it is one; whether it was.
    pub fn answer_one_nothing(&mut self) -> Result<bool, String> {
        match self.game.request().filter(|request| request.asks_for_nothing()).cloned() {
            Some(request) => self.answer_this_nothing(&request).map(|()| true),
            None => Ok(false),
        }
    }

    fn answer_this_nothing(&mut self, request: &Request) -> Result<(), String> {
        let Some(choice) = request.forced() else { return Ok(()) };
        let (expects, passed) = (self.expects_question, self.passed);
        self.decide(request.seat, choice).map_err(|trouble| self.in_words(trouble))?;
        (self.expects_question, self.passed) = (expects, passed);
        Ok(())
    }

    /// Whether a statement expects or answers a question with nothing to choose.
    fn is_about(&self, next: &str, request: &Request) -> bool {
        let own = |text: &str| seat(first_word(text).0) == Some(request.seat);
        if let Some(conditions) = after(next, "expect") {
            return split_outside(conditions, ';').into_iter().any(|condition| {
                let condition = condition.trim();
                let asked = after(first_word(condition).1, "is asked").map(|what| by_rule(what).0);
                own(condition) && asked.is_some_and(|name| name.is_empty() || name == request.prompt.name())
            });
        }
        let (verb, answer) = first_word(first_word(next).1);
        if !own(next) || !ANSWERS.iter().any(|known| is_verb(verb, known)) {
            return false;
        }
        next.contains("refused") || gives_nothing(answer) && !self.asks_for_something_next(request)
    }

    /// Whether behind the question the same player is asked something to which nothing is an answer, too.
    fn asks_for_something_next(&self, request: &Request) -> bool {
        let mut copy = self.fork();
        copy.answer_this_nothing(request).is_ok()
            && copy.game.request().is_some_and(|next| {
                let nothing = match &next.ask {
                    Ask::Pick { options, .. } if options.contains(&Item::Flag(false)) => {
                        Choice::one(Item::Flag(false))
                    }
                    Ask::Pick { .. } => Choice::Pick(Vec::new()),
                    Ask::Number { .. } | Ask::Split { .. } | Ask::Name { .. } => Choice::Number(0),
                };
                next.seat == request.seat && !is_free(next) && next.validate(&nothing).is_ok()
            })
    }
}

/// Whether an answer is one that leaves everything as it is.
pub fn gives_nothing(answer: &str) -> bool {
    matches!(answer.trim(), "nothing" | "none" | "no" | "0" | "any" | "all" | "everything")
}
