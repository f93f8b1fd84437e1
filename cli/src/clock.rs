//! Clocks: readings in words, the terms of a match's clock, and the host's own clock.

use duelog_kernel::Seat;
use duelog_log_format::clock::{ClockTerms, GameClock, Loss, LossReason, MOST_MS, reading};
use duelog_log_format::{Annotation, Topic};
use duelog_verifier::timing::{clock_after, clock_of};
use serde::Serialize;

use crate::verify::progress::Clock;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A point in time, given in milliseconds since 1970 (UTC).
pub fn utc(ms: u64) -> String {
    let (year, month, day) = date(ms / DAY);
    let (hour, minute) = (ms % DAY / HOUR, ms % HOUR / MINUTE);
    let (second, milli) = (ms % MINUTE / SECOND, ms % SECOND);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{milli:03} UTC")
}

/// Year, month and day of a number of days since the first day of 1970. Years begin in March here, so that
/// the leap day is the last one.
fn date(days: u64) -> (u64, u64, u64) {
    // From the first of March of the year 0; 400 years have 146,097 days.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (cycle * 400 + year + later, month, day)
}

/// How long something took.
pub fn lasted(ms: u64) -> String {
    let seconds = format!("{}.{:03} s", ms % MINUTE / SECOND, ms % SECOND);
    match (ms / HOUR, ms % HOUR / MINUTE) {
        (0, 0) => seconds,
        (0, minutes) => format!("{minutes} min {seconds}"),
        (hours, minutes) => format!("{hours} h {minutes} min {seconds}"),
    }
}

/// The clock of a match that begins.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ClockArgs {
    /// Gives each player this time for all decisions of the game: 25m, 90s, 1h30m; with 25m+10s the first 10 seconds of
    /// each decision are free. Whose time runs out gives up, as the host decides. The log keeps each reading. The next
    /// game of a match has the terms of the game before unless others are said; each game begins with the full time.
    #[arg(long, value_name = "TIME", value_parser = terms, conflicts_with = "resume", help_heading = crate::headings::GAME)]
    clock: Option<ClockTerms>,
    /// Has a player give up who has left the table of --host for this time.
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "clock", help_heading = crate::headings::GAME)]
    absence: Option<u64>,
}

impl ClockArgs {
    /// The labels that state the terms, or those of the game before; none without a clock.
    pub fn labels(&self, before: Option<ClockTerms>) -> Vec<(String, String)> {
        let terms = self.clock.map(|terms| ClockTerms { absence_ms: self.absence, ..terms });
        terms.or(before).map_or_else(Vec::new, |terms| terms.labels())
    }
}

/// The terms of a clock as people write them: `25m+10s`.
///
/// # Errors
/// How they are written.
pub fn terms(text: &str) -> Result<ClockTerms, String> {
    let (main, free) = text.split_once('+').map_or((text, None), |(main, free)| (main, Some(free)));
    let free_ms = free.map_or(Ok(0), duration)?;
    Ok(ClockTerms { main_ms: duration(main)?, free_ms, absence_ms: None })
}

/// A time as people write it, in milliseconds: `1h30m`, `25m`, `90s`.
///
/// # Errors
/// How it is written.
pub fn duration(text: &str) -> Result<u64, String> {
    let wrong = || format!("\"{text}\" is not a time from 1s to 168h, such as 25m, 90s or 1h30m");
    let (mut sum, mut number, mut last) = (0_u64, None::<u64>, u64::MAX);
    for letter in text.trim().chars() {
        if let Some(digit) = letter.to_digit(10) {
            let more =
                number.unwrap_or(0).checked_mul(10).and_then(|number| number.checked_add(u64::from(digit)));
            number = Some(more.ok_or_else(wrong)?);
            continue;
        }
        let unit = match letter {
            'h' => HOUR,
            'm' => MINUTE,
            's' => SECOND,
            _ => return Err(wrong()),
        };
        let part = number.take().filter(|_| unit < last).and_then(|number| number.checked_mul(unit));
        sum = part.and_then(|part| sum.checked_add(part)).ok_or_else(wrong)?;
        last = unit;
    }
    if number.is_some() || !(1..=MOST_MS).contains(&sum) { Err(wrong()) } else { Ok(sum) }
}

/// The clock of the program that hosts a match.
pub struct HostClock {
    begun_ms: u64,
    clock: Clock,
    /// When the question was asked that is open.
    asked_ms: u64,
}

impl HostClock {
    /// A clock that begins now.
    pub fn start() -> HostClock {
        #[expect(
            clippy::disallowed_methods,
            clippy::disallowed_types,
            reason = "the host's claim about time, which nothing of the game rests on"
        )]
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let begun_ms = since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0));
        HostClock { begun_ms, clock: Clock::start(), asked_ms: begun_ms }
    }

    /// The time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.begun_ms + u64::try_from(self.clock.elapsed().as_millis()).unwrap_or(0)
    }

    /// How long the open question has been asked.
    pub fn used_ms(&self) -> u64 {
        self.now_ms().saturating_sub(self.asked_ms)
    }

    /// The next question is asked.
    pub fn asks(&mut self) {
        self.asked_ms = self.now_ms();
    }
}

/// The clock of a log, for programs.
#[derive(Debug, Clone, Serialize)]
pub struct Times {
    #[serde(flatten)]
    terms: ClockTerms,
    /// The time that each seat has left.
    left_ms: Vec<u64>,
    /// Who gave up because the host said so.
    losses: Vec<Loss>,
}

impl Times {
    /// The clock as it stands.
    pub fn of(clock: &GameClock) -> Times {
        let (left_ms, losses) = (clock.left_ms().to_vec(), clock.losses().to_vec());
        Times { terms: clock.terms(), left_ms, losses }
    }

    /// The clock of a log at its end; none where it has none, or one that is not right.
    pub fn of_log(log: &[u8]) -> Option<Times> {
        clock_of(log).ok().flatten().as_ref().map(Times::of)
    }

    /// The clock of a log after a decision record.
    pub fn of_log_after(log: &[u8], decision: u32) -> Option<Times> {
        clock_after(log, decision).ok().flatten().as_ref().map(Times::of)
    }

    /// The terms, and the time that each seat has left, in words.
    pub fn in_words(&self) -> String {
        let ClockTerms { main_ms, free_ms, absence_ms } = self.terms;
        let free = match free_ms {
            0 => String::new(),
            ms => format!(", {} of each decision free", lasted(ms)),
        };
        let absence =
            absence_ms.map_or_else(String::new, |ms| format!(", absent for {} at most", lasted(ms)));
        format!("{} for each player{free}{absence}; left: {}", lasted(main_ms), self.left_in_words())
    }

    /// The time that each seat has left, in words.
    pub fn left_in_words(&self) -> String {
        let left = (0..).map(Seat).zip(&self.left_ms);
        let left: Vec<String> = left.map(|(seat, ms)| format!("{seat} {}", lasted(*ms))).collect();
        left.join(", ")
    }

    /// The decisions of the host by which players gave up.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

/// A note in words, and whether it is a reading of the clock of the match: `timed` says that the log states its terms.
pub fn note_in_words(note: &Annotation, timed: bool) -> (String, bool) {
    if let Some(reading) = reading_in_words(note).filter(|_| timed) {
        return (reading, true);
    }
    let seat = note.seat.map_or(String::new(), |seat| format!(" ({seat})"));
    let time = note.time_ms.map_or(String::new(), |ms| format!(" at {}", utc(ms)));
    let topic = format!("{:?}", note.topic).to_lowercase();
    if note.seat.is_some() && note.topic == Topic::Penalty && timed && LossReason::of(&note.text).is_some() {
        return (format!("{topic}{seat}{time}: {}; the host has them give up", note.text), false);
    }
    (format!("{topic}{seat}{time}: {}", note.text).trim_end_matches(": ").to_string(), false)
}

/// A reading of a clock that states terms, in words; none for other annotations.
fn reading_in_words(note: &Annotation) -> Option<String> {
    let seat = note.seat.filter(|_| note.topic == Topic::Clock)?;
    let (used, left) = reading(&note.text)?;
    Some(format!("clock: {seat} took {} and has {} left", lasted(used), lasted(left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ms) in [("25m", 1_500_000), ("90s", 90_000), ("1h30m", 5_400_000), ("1h1m1s", 3_661_000)] {
            assert_eq!(duration(text), Ok(ms), "{text}");
        }
        for text in ["", "25", "0s", "m", "1s1m", "5m5m", "-1s", "169h", "99999999999999999999h", "1d"] {
            assert!(duration(text).is_err(), "{text}");
        }
        let terms = terms("25m+10s").map(|terms| terms.labels());
        assert_eq!(terms, Ok(vec![("clock-terms".to_string(), "1500000+10000".to_string())]));
        assert!(super::terms("25m+").is_err() && super::terms("+10s").is_err());
    }

    #[test]
    fn a_time_is_told_as_a_date() {
        for (ms, told) in [
            (0, "1970-01-01 00:00:00.000 UTC"),
            (951_782_399_999, "2000-02-28 23:59:59.999 UTC"),
            (951_782_400_000, "2000-02-29 00:00:00.000 UTC"),
            (1_795_824_000_007, "2026-11-28 00:00:00.007 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00:00.000 UTC"),
        ] {
            assert_eq!(utc(ms), told);
        }
        assert!(utc(u64::MAX).ends_with(" UTC"));
        assert_eq!(lasted(61_500), "1 min 1.500 s");
        assert_eq!((lasted(5), lasted(7_200_000)), ("0.005 s".into(), "2 h 0 min 0.000 s".into()));
    }
}
