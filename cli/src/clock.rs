//! Readings of a clock, in words.

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

#[cfg(test)]
mod tests {
    use super::*;

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
