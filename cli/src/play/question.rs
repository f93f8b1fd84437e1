//! A question as a person reads it: who is asked for what, by whose effect, and how many are wanted.

use std::time::Duration;

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
    /// The time that the player has, where there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeLeft>,
}

/// The time of the player who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// The time that is left, in milliseconds.
    pub left_ms: u64,
    /// The part of this decision that takes nothing of it, as far as it is still to come.
    pub free_ms: u64,
}

impl TimeLeft {
    /// The whole seconds that are left so much later, in words.
    pub fn after(self, elapsed: Duration) -> String {
        let elapsed = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let left = self.left_ms.saturating_sub(elapsed.saturating_sub(self.free_ms)).div_ceil(1_000);
        match (left / 3_600, left % 3_600 / 60, left % 60) {
            (0, 0, seconds) => format!("{seconds} s left"),
            (0, minutes, seconds) => format!("{minutes}:{seconds:02} left"),
            (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02} left"),
        }
    }
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
            time: None,
        }
    }

    /// Its first line.
    pub fn head(&self) -> String {
        let how = self.how.as_ref().map_or(String::new(), |how| format!(" [{how}]"));
        let seat = table::capital(&self.seat.to_string());
        let rule = if self.rule.is_empty() { String::new() } else { format!(" ({})", self.rule) };
        format!("{seat} is asked{rule}: {}{how}", self.question)
    }

    /// The effect that asks, as a line.
    pub fn by(&self) -> Option<String> {
        self.effect.as_ref().map(|effect| format!("  by the effect: {effect}"))
    }
}
