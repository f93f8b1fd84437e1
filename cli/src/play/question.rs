//! A question as a person reads it: who is asked for what, by whose effect, and how many are wanted.

use duelog_kernel::Seat;
use duelog_kernel::view::RequestView;
use serde::{Deserialize, Serialize};

use crate::{answer, table};

/// A question in words. Players are seats in it until it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Who is asked.
    pub seat: Seat,
    /// The name of the question.
    pub prompt: String,
    /// The question.
    pub question: String,
    /// The rule by which it is asked.
    pub rule: String,
    /// How many are wanted, and how they are typed; none where one option is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// The effect that asks, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// The options by number, those that look the same on one line.
    pub options: Vec<String>,
    /// Other settings of the player, in few words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
}

impl Question {
    /// The question of a request. `usual` is true if Enter takes all.
    pub fn of(asked: &RequestView, usual: bool, state: String) -> Question {
        let mut options = table::rows(asked);
        if asked.prompt.pays() {
            options.push("  auto) pay by itself".to_string());
        }
        Question {
            seat: asked.seat,
            prompt: asked.prompt.to_string(),
            question: asked.question.clone(),
            rule: asked.rule.to_string(),
            how: answer::how(asked, usual),
            effect: asked.effect.clone(),
            options,
            state,
        }
    }

    /// Its first line.
    pub fn head(&self) -> String {
        let how = self.how.as_ref().map_or(String::new(), |how| format!(" [{how}]"));
        let seat = table::capital(&self.seat.to_string());
        format!("{seat} is asked ({}): {}{how}", self.rule, self.question)
    }

    /// The effect that asks, as a line.
    pub fn by(&self) -> Option<String> {
        self.effect.as_ref().map(|effect| format!("  by the effect: {effect}"))
    }
}
