//! Passing without being asked: where nothing else can be done, and up to where the person wants it.

use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::{Match, Seat, Viewer};

/// Up to where is passed. Whatever waits to resolve, and whatever else must be decided, ends it before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Until {
    /// As long as this turn lasts.
    TurnEnds(u32),
    /// Until this turn begins.
    Turn(u32),
    /// Until the person's next turn begins after this one.
    OwnTurn(u32),
    /// Until a step of this name begins that is not the one at hand.
    Step(String, TurnStep),
    /// Until fewer than this many objects wait to resolve.
    Resolved(u32),
}

/// At which step a person wants to be asked, and in whose turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    step: String,
    /// In the person's own turns, or in those of others; in all where it is not said.
    own: Option<bool>,
}

/// How many objects wait to resolve.
pub fn waiting(game: &mut dyn Match, seat: Seat) -> u32 {
    let view = game.view(Viewer::Seat(seat));
    view.zones.iter().filter(|zone| zone.name == "stack").map(|zone| zone.count).sum()
}

impl Until {
    /// Reads `end`, `my turn`, `t9`, `combat`, `resolved`; the words behind `until`.
    ///
    /// # Errors
    /// What could have been said.
    pub fn read(text: &str, now: TurnStep, waiting: u32, steps: &[StepName]) -> Result<Until, String> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "" | "end of turn" | "turn ends" => return Ok(Until::TurnEnds(now.turn)),
            "my turn" | "own turn" => return Ok(Until::OwnTurn(now.turn)),
            "next turn" => return Ok(Until::Turn(now.turn + 1)),
            "resolved" if waiting == 0 => return Err("nothing waits to resolve".to_string()),
            "resolved" => return Ok(Until::Resolved(waiting)),
            _ => {}
        }
        if let Some(turn) = text.strip_prefix('t').and_then(|number| number.parse::<u32>().ok()) {
            let past = || format!("turn {turn} has begun already");
            return if turn > now.turn { Ok(Until::Turn(turn)) } else { Err(past()) };
        }
        match steps.iter().any(|step| step.is(&text)) {
            true => Ok(Until::Step(text, now)),
            false => Err(format!(
                "\"{text}\" is not a moment to wait for: end of turn, my turn, next turn, t9, resolved, or a step: {}",
                names(steps)
            )),
        }
    }

    /// Returns whether it is still to be passed.
    pub fn goes_on(&self, now: TurnStep, seat: Seat, waiting: u32) -> bool {
        match self {
            Until::Resolved(count) => waiting >= *count,
            _ if waiting > 0 => false,
            Until::TurnEnds(turn) => now.turn == *turn,
            Until::Turn(turn) => now.turn < *turn,
            Until::OwnTurn(from) => now.turn == *from || now.active != seat,
            Until::Step(step, from) => {
                let same = now.turn == from.turn && now.step == from.step;
                same || !now.step.is(step)
            }
        }
    }
}

impl std::fmt::Display for Until {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Until::TurnEnds(turn) => write!(f, "until turn {turn} ends"),
            Until::Turn(turn) => write!(f, "until turn {turn}"),
            Until::OwnTurn(_) => f.write_str("until my turn"),
            Until::Step(step, _) => write!(f, "until {step}"),
            Until::Resolved(_) => f.write_str("until it has resolved"),
        }
    }
}

impl Stop {
    /// Reads `upkeep`, `my upkeep`, `their end`.
    ///
    /// # Errors
    /// What could have been said.
    pub fn read(text: &str, steps: &[StepName]) -> Result<Stop, String> {
        let text = text.trim().to_lowercase();
        let (own, step) = match text.split_once(' ') {
            Some(("my", step)) => (Some(true), step),
            Some(("their", step)) => (Some(false), step),
            _ => (None, text.as_str()),
        };
        let step = step.trim();
        if steps.iter().any(|known| known.is(step)) {
            return Ok(Stop { step: step.to_string(), own });
        }
        Err(format!(
            "there is no step \"{step}\": {}; `my` or `their` before it says in whose turns",
            names(steps)
        ))
    }

    /// Returns whether the person is to be asked here.
    pub fn is_at(&self, now: TurnStep, seat: Seat) -> bool {
        now.step.is(&self.step) && self.own.is_none_or(|own| own == (now.active == seat))
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let whose = self.own.map_or("", |own| if own { "my " } else { "their " });
        write!(f, "{whose}{}", self.step)
    }
}

fn names(steps: &[StepName]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for step in steps {
        for name in [step.within, step.name] {
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [StepName; 4] = [
        StepName::alone("upkeep"),
        StepName::within("combat", "attacks"),
        StepName::within("combat", "blocks"),
        StepName::alone("end"),
    ];

    fn at(turn: u32, active: u8, step: usize) -> TurnStep {
        TurnStep { turn, active: Seat(active), step: STEPS[step] }
    }

    #[test]
    fn it_is_passed_up_to_what_was_said() {
        let now = at(3, 0, 0);
        let mine = Seat(0);
        for (text, on, over) in [
            ("", at(3, 0, 3), at(4, 1, 0)),
            ("next turn", at(3, 0, 3), at(4, 1, 0)),
            ("my turn", at(4, 1, 3), at(5, 0, 0)),
            ("t5", at(4, 1, 3), at(5, 0, 0)),
            ("combat", at(3, 0, 0), at(3, 0, 1)),
            ("upkeep", at(3, 0, 3), at(4, 1, 0)),
            ("blocks", at(3, 0, 1), at(3, 0, 2)),
        ] {
            let until = Until::read(text, now, 0, &STEPS).unwrap();
            assert!(until.goes_on(now, mine, 0), "{text}");
            assert!(until.goes_on(on, mine, 0) && !until.goes_on(over, mine, 0), "{text}: {until}");
            assert!(!until.goes_on(on, mine, 1), "{text}: something waits");
        }
        let resolved = Until::read("resolved", now, 2, &STEPS).unwrap();
        assert!(resolved.goes_on(now, mine, 2) && !resolved.goes_on(now, mine, 1));
        for (text, waiting, why) in
            [("resolved", 0, "nothing waits"), ("t3", 0, "has begun"), ("noon", 0, "upkeep, combat, attacks")]
        {
            assert!(Until::read(text, now, waiting, &STEPS).unwrap_err().contains(why), "{text}");
        }
    }

    #[test]
    fn a_stop_is_for_a_step_and_may_be_for_some_turns() {
        let stop = |text: &str| Stop::read(text, &STEPS).unwrap();
        assert!(stop("upkeep").is_at(at(1, 1, 0), Seat(0)) && stop("combat").is_at(at(1, 1, 2), Seat(0)));
        assert!(stop("my end").is_at(at(1, 0, 3), Seat(0)) && !stop("my end").is_at(at(2, 1, 3), Seat(0)));
        assert!(stop("Their END").is_at(at(2, 1, 3), Seat(0)));
        assert_eq!(stop("their end").to_string(), "their end");
        assert!(Stop::read("my lunch", &STEPS).unwrap_err().contains("no step \"lunch\""));
    }
}
