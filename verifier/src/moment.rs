//! Moments of a match as people name them: `57`, `t5`, `t5.combat.blocks`, `t5.first(cast "Lightning Bolt")`.

use std::str::FromStr;

use duelog_kernel::deck::closest;
use duelog_kernel::journal::ToldEvent;
use duelog_kernel::turn_step::StepName;

/// A moment of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    /// After this many decisions; 0 is the setup.
    Decision(u32),
    /// Before the first decision.
    Start,
    /// After the last decision.
    End,
    /// The decision that the verdict is about.
    Disputed,
    /// As something happens.
    Event(WantedEvent),
}

/// The event at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WantedEvent {
    /// In which turn; in any when absent.
    pub turn: Option<u32>,
    /// The steps or phases, all of them required: `combat`, `blocks`.
    pub steps: Vec<String>,
    /// The how manieth time in the turn that such a step begins, from 1.
    pub time: u32,
    /// The told text there.
    pub said: Option<Said>,
}

/// Words that must stand in what is told of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// True for the last such event, false for the first.
    pub last: bool,
    /// The words, in small letters.
    pub words: Vec<String>,
}

/// How moments are written, for those who wrote them otherwise.
pub const FORMS: &str = "a number of decisions (57), a turn (t5), a step of it (t5.combat.blocks), the second such step \
    (t5.blocks.2), what is told of it (t5.first(cast \"Lightning Bolt\"), last(dies)), start, end, disputed";

/// Why a moment is not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MomentError {
    /// The match lacks this turn.
    #[error("there is no turn {turn}: the last one is turn {last}")]
    Turn {
        /// Which was asked for.
        turn: u32,
        /// The last that there is.
        last: u32,
    },
    /// The game lacks this step.
    #[error("\"{word}\" is not a step of a turn{}", meant.map_or(String::new(), |meant| format!(": did you mean \"{meant}\"?")))]
    Step {
        /// The moment in question.
        word: String,
        /// The most similar step.
        meant: Option<&'static str>,
        /// Every step of the game.
        steps: Vec<String>,
    },
    /// The turn lacks this step, or has it less often.
    #[error("turn {turn} has no {step}{}", if *times == 0 { String::new() } else { format!(" more than {times} times") })]
    NotReached {
        /// The turn.
        turn: u32,
        /// The step.
        step: String,
        /// How often it has begun there.
        times: u32,
        /// The steps that the turn has.
        has: Vec<String>,
    },
    /// Nothing with these words is told there.
    #[error("nothing is told {place} with {words}")]
    NotSaid {
        /// Where.
        place: String,
        /// The words.
        words: String,
    },
}

impl MomentError {
    /// The remedy.
    pub fn remedy(&self) -> String {
        match self {
            MomentError::Turn { last, .. } => format!("name one of t1 to t{last}"),
            MomentError::Step { steps, .. } => format!("the steps are {}", steps.join(", ")),
            MomentError::NotReached { has, .. } => format!("it has {}", has.join(", ")),
            MomentError::NotSaid { .. } => {
                "`duelog history LOG` tells what happened; every word must stand in one line of it"
                    .to_string()
            }
        }
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Moment, String> {
        let unclear = || format!("it is not a moment; one is: {FORMS}");
        match text.to_lowercase().as_str() {
            "start" => return Ok(Moment::Start),
            "end" => return Ok(Moment::End),
            "disputed" => return Ok(Moment::Disputed),
            "" => return Err(unclear()),
            _ => {}
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Moment::Decision).map_err(|_| "it is too large".to_string());
        }
        let mut wanted = WantedEvent { time: 1, ..WantedEvent::default() };
        for (place, part) in parts(text).into_iter().enumerate() {
            let small = part.to_lowercase();
            let turn =
                small.strip_prefix("turn").or(small.strip_prefix('t')).and_then(|number| number.parse().ok());
            match (said(part), turn, small.parse::<u32>()) {
                (Some(said), ..) if wanted.said.is_none() => wanted.said = Some(said),
                (None, Some(turn), _) if place == 0 => wanted.turn = Some(turn),
                (None, None, Ok(time)) if time > 0 && !wanted.steps.is_empty() && wanted.said.is_none() => {
                    wanted.time = time;
                }
                (None, None, Err(_)) if wanted.turn.is_some() && wanted.said.is_none() && is_word(&small) => {
                    wanted.steps.push(small);
                }
                _ => return Err(unclear()),
            }
        }
        Ok(Moment::Event(wanted))
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
}

/// The parts of a moment: what stands between dots that are in no parentheses.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    text.split(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == '.' && depth == 0
    })
    .collect()
}

/// `first(...)` or `last(...)`, with words or texts in quotation marks in it.
fn said(part: &str) -> Option<Said> {
    let (which, inner) = part.strip_suffix(')')?.split_once('(')?;
    let last = match which {
        "first" => false,
        "last" => true,
        _ => return None,
    };
    let inner = inner.to_lowercase();
    let mut words = Vec::new();
    let mut rest = inner.trim_start();
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        words.push(word.trim().to_string());
        rest = behind.trim_start();
    }
    words.retain(|word| !word.is_empty());
    (!words.is_empty()).then_some(Said { last, words })
}

/// The word with which words begin, or the text in quotation marks of either kind, and what stands behind it.
fn first_word(text: &str) -> (&str, &str) {
    if let Some(inner) = text.strip_prefix('"') {
        return inner.split_once('"').unwrap_or((inner, ""));
    }
    if let Some(inner) = text.strip_prefix('\'') {
        // An apostrophe within a word ends nothing.
        let ends = |end: &usize| inner[end + 1..].chars().next().is_none_or(char::is_whitespace);
        if let Some(end) = inner.match_indices('\'').map(|found| found.0).find(ends) {
            return (&inner[..end], &inner[end + 1..]);
        }
    }
    text.split_at(text.find(|letter: char| letter.is_whitespace() || letter == '"').unwrap_or(text.len()))
}

impl WantedEvent {
    /// The place among `told` of the event at which it is.
    ///
    /// # Errors
    /// What of it there is not.
    pub fn find(&self, told: &[ToldEvent], steps: &'static [StepName]) -> Result<usize, MomentError> {
        self.known(steps)?;
        let inside = |told: &ToldEvent| {
            self.turn.is_none_or(|turn| turn == told.at.turn)
                && self.steps.iter().all(|word| told.at.step.is(word))
        };
        let begins = |place: &usize| inside(&told[*place]) && (*place == 0 || !inside(&told[place - 1]));
        let begun: Vec<usize> = (0..told.len()).filter(begins).collect();
        let Some(&begin) = begun.get(self.time.saturating_sub(1) as usize) else {
            return Err(self.not_reached(told, begun.len()));
        };
        let Some(said) = &self.said else { return Ok(begin) };
        let fits = |place: &usize| {
            let text = told[*place].text.to_lowercase();
            inside(&told[*place])
                && !told[*place].internal
                && said.words.iter().all(|word| text.contains(word))
        };
        let found =
            if said.last { (begin..told.len()).rev().find(fits) } else { (begin..told.len()).find(fits) };
        found.ok_or_else(|| MomentError::NotSaid { place: self.place(), words: in_quotes(&said.words) })
    }

    /// Returns whether every word is a step of the game.
    fn known(&self, steps: &'static [StepName]) -> Result<(), MomentError> {
        let Some(word) = self.steps.iter().find(|word| !steps.iter().any(|step| step.is(word))) else {
            return Ok(());
        };
        let names = || steps.iter().flat_map(|step| [step.name, step.within]).filter(|name| !name.is_empty());
        Err(MomentError::Step {
            word: word.clone(),
            meant: closest(word, names()),
            steps: steps.iter().map(ToString::to_string).collect(),
        })
    }

    fn not_reached(&self, told: &[ToldEvent], times: usize) -> MomentError {
        let last = told.last().map_or(0, |told| told.at.turn);
        match self.turn {
            Some(turn) if told.iter().any(|told| told.at.turn == turn) => {
                let mut has: Vec<String> = Vec::new();
                for step in
                    told.iter().filter(|told| told.at.turn == turn).map(|told| told.at.step.to_string())
                {
                    if !has.contains(&step) {
                        has.push(step);
                    }
                }
                MomentError::NotReached { turn, step: self.steps.join("."), times: times as u32, has }
            }
            turn => MomentError::Turn { turn: turn.unwrap_or(0), last },
        }
    }

    fn place(&self) -> String {
        let turn = self.turn.map_or("in the match".to_string(), |turn| format!("in turn {turn}"));
        if self.steps.is_empty() { turn } else { format!("{turn} ({})", self.steps.join(".")) }
    }
}

fn in_quotes(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use duelog_kernel::{RuleId, Seat, TurnStep};

    use super::*;

    const STEPS: [StepName; 4] = [
        StepName::alone("main"),
        StepName::within("combat", "attacks"),
        StepName::within("combat", "blocks"),
        StepName::alone("end"),
    ];

    fn told(turn: u32, step: usize, text: &str) -> ToldEvent {
        ToldEvent {
            decision: 0,
            rule: RuleId::new("1.1"),
            text: text.to_string(),
            kind: String::new(),
            internal: false,
            detail: false,
            at: TurnStep { turn, active: Seat(0), step: STEPS[step] },
            scores: Vec::new(),
            left: Vec::new(),
            event: None,
        }
    }

    fn game() -> Vec<ToldEvent> {
        vec![
            told(1, 0, "turn 1"),
            told(1, 0, "seat 0 casts Shock"),
            told(2, 0, "turn 2"),
            told(2, 1, "an Elf attacks"),
            told(2, 2, "an Ox blocks"),
            told(2, 3, "it ends"),
            told(2, 1, "the Elf attacks again"),
            told(2, 2, "nothing blocks"),
            told(2, 2, "seat 1 casts Lightning Bolt"),
        ]
    }

    fn at(text: &str) -> Result<usize, MomentError> {
        match text.parse() {
            Ok(Moment::Event(wanted)) => wanted.find(&game(), &STEPS),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn moments_are_found() {
        for (text, place) in [
            ("t1", 0),
            ("t2", 2),
            ("T2", 2),
            ("turn2.combat", 3),
            ("t2.combat.blocks", 4),
            ("t2.blocks.2", 7),
            ("t2.combat.2", 6),
            ("t2.attacks.2.first(again)", 6),
            ("first(casts)", 1),
            ("last(casts)", 8),
            ("t2.first(cast \"lightning bolt\")", 8),
            ("t2.first(cast 'lightning bolt')", 8),
            ("t2.first('cast' 'Lightning Bolt')", 8),
            ("t2.combat.first(BLOCKS)", 4),
        ] {
            assert_eq!(at(text), Ok(place), "{text}");
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        assert_eq!(at("t9").unwrap_err(), MomentError::Turn { turn: 9, last: 2 });
        let step = at("t2.bloks").unwrap_err();
        assert_eq!(step.to_string(), "\"bloks\" is not a step of a turn: did you mean \"blocks\"?");
        assert_eq!(step.remedy(), "the steps are main, combat.attacks, combat.blocks, end");
        let missing = at("t1.blocks").unwrap_err();
        assert_eq!(
            (missing.to_string(), missing.remedy()),
            ("turn 1 has no blocks".into(), "it has main".into())
        );
        assert_eq!(at("t2.blocks.3").unwrap_err().to_string(), "turn 2 has no blocks more than 2 times");
        assert_eq!(
            at("t1.first(cast \"Lightning Bolt\")").unwrap_err().to_string(),
            "nothing is told in turn 1 with \"cast\" and \"lightning bolt\""
        );
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        assert_eq!("57".parse(), Ok(Moment::Decision(57)));
        assert_eq!("END".parse(), Ok(Moment::End));
        for text in [
            "",
            "5.t2",
            "blocks",
            "t5.",
            "t5..combat",
            "t5.first()",
            "t5.first(x).last(y)",
            "-1",
            "t",
            "99999999999",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
